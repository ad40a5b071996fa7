//! Where cards lie, to put them in an order by. A card may lie in a zone of another: that stands
//! where the other card does, then by what the reader sees of it. Its number decides nothing.

use crate::visibility::layout::{Table, is_ordered};
use houserules_lang::ir::{CardId, Owner, RowId, Rulebook, ZoneId};

/// Where a card lies, for one reader.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Standing {
    zone: ZoneId,
    /// Whose zone, if it is no card's.
    key: u16,
    holder: Option<Box<Holder>>,
    place: Option<u16>,
}

/// The card in whose zone another lies.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Holder {
    standing: Option<Standing>,
    /// Its row, who knows it and what it carries, if the reader sees it.
    seen: Option<(RowId, u32, u32)>,
    /// Of those that look the same in a set, a lot.
    lot: u16,
}

/// Cards lie in fewer cards than that.
const DEEPEST: u8 = 16;

impl Table {
    /// Where a card lies, for a reader who sees these cards; none: it is out of the game.
    #[must_use]
    pub fn standing(
        &self,
        book: &Rulebook,
        card: CardId,
        sees: &dyn Fn(CardId) -> bool,
    ) -> Option<Standing> {
        self.stands(book, sees, card, DEEPEST)
    }

    fn stands(
        &self,
        book: &Rulebook,
        sees: &dyn Fn(CardId) -> bool,
        card: CardId,
        depth: u8,
    ) -> Option<Standing> {
        let lies = self.lies(card)?;
        let (key, holder) = match book[lies.zone].owner {
            Owner::Card(_) => (0, depth.checked_sub(1).map(|depth| (CardId(lies.key), depth))),
            Owner::Table | Owner::Player | Owner::Enum(_) | Owner::Run(_) => (lies.key, None),
        };
        let holder = holder.map(|(card, depth)| Box::new(self.holder(book, sees, card, depth)));
        Some(Standing { zone: lies.zone, key, holder, place: lies.place })
    }

    fn holder(
        &self,
        book: &Rulebook,
        sees: &dyn Fn(CardId) -> bool,
        card: CardId,
        depth: u8,
    ) -> Holder {
        let row = sees(card).then(|| book[card].row);
        let known = if book.secret_knowers { 0 } else { self.known(card) };
        let load = self.load(card).map_or(0, |load| load.sum());
        let set = self.lies(card).is_some_and(|lies| !is_ordered(book, lies.zone));
        Holder {
            standing: self.stands(book, sees, card, depth),
            seen: row.map(|row| (row, known, load)),
            lot: if set { self.rank(card) } else { 0 },
        }
    }

    /// Whether a card lies in a zone of its own, or of a card that lies there: nobody would find it.
    #[must_use]
    pub fn is_in_itself(&self, book: &Rulebook, card: CardId) -> bool {
        let mut at = card;
        for _ in 0..=book.cards.len() {
            let Some(lies) = self.lies(at) else { return false };
            let Owner::Card(_) = book[lies.zone].owner else { return false };
            at = CardId(lies.key);
            if at == card {
                return true;
            }
        }
        // It lies in one that does.
        true
    }

    /// Puts cards of no order by where they lie: the order of the card table would tell what they
    /// are.
    pub fn by_place(&self, book: &Rulebook, cards: &mut [CardId]) {
        cards.sort_by_cached_key(|card| {
            self.standing(book, *card, &|holder| {
                crate::visibility::card_sight(book, self, holder).all
            })
        });
    }
}
