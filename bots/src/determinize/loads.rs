//! What lies on cards that a seat does not see: how much it is, and on which of them, nobody knows
//! who does not know the cards. So it is taken off and laid on them anew.

use super::Place;
use houserules_interpreter::ask::Snapshot;
use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::{Machine, OnCard};
use houserules_lang::ir::{CardId, KindId, KindSet, Owner, Rulebook, ZoneId, ZoneShape};
use std::sync::Arc;

/// So often cards are dealt anew, if those that are left to lie on others find no room there.
pub(super) const ATTEMPTS: usize = 100;

/// What becomes of that which lies on unseen cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Loads {
    /// It lies on whichever card comes to that place.
    InPlace,
    /// It comes to lie on any of them.
    Anew,
}

/// Cards for all places that a seat does not see.
#[derive(Debug)]
pub(super) struct Dealt {
    /// A card for each place.
    pub(super) cards: Vec<CardId>,
    /// Where those lie that lie on unseen cards.
    pub(super) on: Vec<OnCard>,
}

impl Dealt {
    /// Where a card lies that was dealt to a place.
    pub(super) fn lies(&self, place: &Place, card: CardId) -> (ZoneId, u16) {
        let on = self.on.iter().find(|on| on.card == card);
        on.map_or((place.zone, place.key), |on| (on.zone, on.holder.0))
    }
}

/// A zone of an unseen card.
#[derive(Debug, Clone, Copy)]
struct Room {
    zone: ZoneId,
    holder: CardId,
    /// The kinds that may lie there.
    of: KindSet,
    /// How many it holds at most.
    most: usize,
}

/// The zones of unseen cards, and what lies there.
#[derive(Debug, Default)]
pub(super) struct OnUnseen {
    book: Arc<Rulebook>,
    /// All that lies there.
    pub(super) off: Vec<CardId>,
    /// Where it does.
    pub(super) lie: Vec<OnCard>,
    /// What of it the seat knows.
    known: Vec<CardId>,
    rooms: Vec<Room>,
    /// Where cards lie whose places stay theirs.
    stay: Vec<Option<(ZoneId, u16)>>,
}

impl OnUnseen {
    pub(super) fn of(
        machine: &Machine,
        dump: &Snapshot,
        is_unseen: &dyn Fn(CardId) -> bool,
    ) -> Self {
        let book = Arc::clone(&machine.program().book);
        let stay = vec![None; book.cards.len()];
        let mut found = Self { book, stay, ..Self::default() };
        let schema = &machine.program().schema;
        for (zone, key, cards) in &dump.zones {
            let (zone, key, info) = (*zone, *key, &found.book[*zone]);
            let of_card = matches!(info.owner, Owner::Card(kinds) if found.is_of(key, kinds));
            let room = of_card && info.shape != ZoneShape::Grid && is_unseen(CardId(key));
            if !room {
                for card in cards.iter().flatten() {
                    found.stay[card.index()] = Some((zone, key));
                }
                continue;
            }
            let inst = schema.inst(zone, key).and_then(|at| schema.insts.get(usize::from(at)));
            let most = inst.map_or(0, |inst| match inst.shape {
                ZoneShape::Set => usize::MAX,
                ZoneShape::Pile
                | ZoneShape::Row
                | ZoneShape::Slot
                | ZoneShape::Slots
                | ZoneShape::Grid => usize::from(inst.cap),
            });
            let holder = CardId(key);
            found.rooms.push(Room { zone, holder, of: info.of, most });
            for card in cards.iter().flatten().copied() {
                found.off.push(card);
                found.lie.push(OnCard { card, zone, holder });
                found.known.extend((!is_unseen(card)).then_some(card));
            }
        }
        found.known.sort_unstable();
        found
    }

    fn is_of(&self, card: u16, kinds: KindSet) -> bool {
        kinds.has(super::kind_of(&self.book, CardId(card)))
    }

    /// Whether a zone is one of theirs.
    pub(super) fn has(&self, zone: ZoneId, key: u16) -> bool {
        self.rooms.iter().any(|room| (room.zone, room.holder.0) == (zone, key))
    }

    /// The kinds of which a card may lie there.
    pub(super) fn kinds(&self) -> KindSet {
        self.rooms.iter().fold(KindSet(0), |of, room| of.or(room.of))
    }

    /// Lays on unseen cards what was dealt to such places, and what the seat knows of it: each on
    /// the emptier of two that are drawn; where none is left, others make room. None: something
    /// finds no room all the same.
    pub(super) fn spread(
        &self,
        kinds: &[KindId],
        places: &[Place],
        dealt: &[CardId],
        draws: &mut impl BotDraw,
    ) -> Option<Vec<OnCard>> {
        let (mut lies, mut left) = (self.stay.clone(), Vec::new());
        for (place, card) in places.iter().zip(dealt) {
            let on = self.has(place.zone, place.key);
            lies[card.index()] = (!on).then_some((place.zone, place.key));
            left.extend(on.then_some(*card));
        }
        left.extend(&self.known);
        // On those something may lie in turn.
        left.sort_by_key(|card| !self.carries(*card));
        let held = vec![Vec::new(); self.rooms.len()];
        let mut laid = Laid { all: self, kinds, lies, held };
        for card in &left {
            let open: Vec<usize> =
                (0..self.rooms.len()).filter(|at| laid.is_open(*card, *at)).collect();
            if open.is_empty() {
                if !laid.make_room(*card, &mut vec![false; self.rooms.len()]) {
                    return None;
                }
                continue;
            }
            let mut draw = || open[draws.below(open.len() as u64) as usize];
            let (a, b) = (draw(), draw());
            let emptier = if laid.held[b].len() < laid.held[a].len() { b } else { a };
            laid.lay(*card, emptier);
        }
        let on = left.iter().filter_map(|card| {
            let (zone, holder) = laid.lies[card.index()]?;
            Some(OnCard { card: *card, zone, holder: CardId(holder) })
        });
        Some(on.collect())
    }

    fn carries(&self, card: CardId) -> bool {
        let of = |owner: Owner| matches!(owner, Owner::Card(kinds) if self.is_of(card.0, kinds));
        self.book.zones.iter().any(|zone| of(zone.owner))
    }
}

/// Cards that are being laid on unseen ones.
struct Laid<'o> {
    all: &'o OnUnseen,
    kinds: &'o [KindId],
    /// Where each card lies by now.
    lies: Vec<Option<(ZoneId, u16)>>,
    /// What lies in each room.
    held: Vec<Vec<CardId>>,
}

impl Laid<'_> {
    fn fits(&self, card: CardId, at: usize) -> bool {
        let room = self.all.rooms[at];
        let owner = |zone: ZoneId| self.all.book[zone].owner;
        room.of.has(self.kinds[card.index()]) && is_on_the_table(room.holder, &self.lies, &owner)
    }

    fn is_open(&self, card: CardId, at: usize) -> bool {
        self.held[at].len() < self.all.rooms[at].most && self.fits(card, at)
    }

    fn lay(&mut self, card: CardId, at: usize) {
        let Room { zone, holder, .. } = self.all.rooms[at];
        self.held[at].push(card);
        self.lies[card.index()] = Some((zone, holder.0));
    }

    /// Lays a card where others can go elsewhere, of rooms not yet met.
    fn make_room(&mut self, card: CardId, met: &mut [bool]) -> bool {
        for at in 0..met.len() {
            if met[at] || !self.fits(card, at) {
                continue;
            }
            met[at] = true;
            let mut free = self.is_open(card, at);
            for n in 0..self.held[at].len() {
                if free {
                    break;
                }
                let other = self.held[at][n];
                // Nothing comes to lie on itself.
                let lay = self.lies[other.index()].take();
                free = self.make_room(other, met);
                match free {
                    true => self.held[at].retain(|held| *held != other),
                    false => self.lies[other.index()] = lay,
                }
            }
            if free {
                self.lay(card, at);
                return true;
            }
        }
        false
    }
}

/// Whether it is known by now where a card lies, however many others it lies on.
fn is_on_the_table(
    card: CardId,
    lies: &[Option<(ZoneId, u16)>],
    owner: &dyn Fn(ZoneId) -> Owner,
) -> bool {
    let mut at = card;
    for _ in 0..=lies.len() {
        let Some((zone, key)) = lies[at.index()] else { return false };
        let Owner::Card(_) = owner(zone) else { return true };
        at = CardId(key);
    }
    false
}
