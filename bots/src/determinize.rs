//! The table as it might be for all that a seat knows: what it has not seen is dealt anew. Bots
//! think on such tables, and the tests compare what a seat is shown of them.

use amounts::Amounts;
use houserules_interpreter::ask::{Engine, Snapshot};
use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::{Fitting, Machine};
use houserules_lang::ir::{
    CardId, KindId, KindSet, Owner, Rulebook, Type, Value, ZoneId, ZoneShape,
};
use houserules_table::visibility::layout::Table;
use houserules_table::visibility::{card_sight, counter_sight};
use loads::{Dealt, Loads, OnUnseen};
use std::collections::BTreeMap;
use std::sync::Arc;

mod amounts;
mod loads;
mod rows;

/// A copy of the game for a seat to think with: unseen cards lie elsewhere, hidden amounts are
/// drawn anew, nothing that others have committed in secret is kept, nor what others alone were
/// shown or know to be meant, and chance is another one. The seat's own view is the same. With it
/// for each card the one that takes its place.
#[must_use]
pub fn determinize(
    machine: &Machine,
    seat: u8,
    draws: &mut impl BotDraw,
) -> (Machine, Vec<CardId>) {
    let mut dealer = Dealer::new(machine, seat);
    let names = dealer.deal(draws);
    (dealer.world, names)
}

/// Deals such tables again and again, always on the same machine.
#[derive(Debug)]
pub struct Dealer<'m> {
    machine: &'m Machine,
    seat: u8,
    unseen: Unseen,
    amounts: Amounts,
    /// The table that was dealt last. It tells nothing of what happens, and chance draws by itself.
    pub world: Machine,
}

impl<'m> Dealer<'m> {
    /// For a seat to think with.
    #[must_use]
    pub fn new(machine: &'m Machine, seat: u8) -> Self {
        let (program, position) = (Arc::clone(machine.program()), machine.position().clone());
        let world = Machine::resume(program, position, machine.seed(), false);
        let dump = machine.dump();
        let (unseen, amounts) =
            (Unseen::of(machine, &dump, seat, Loads::Anew), Amounts::of(machine, &dump, seat));
        Self { machine, seat, unseen, amounts, world }
    }

    /// The game as it truly stands, and the seat that thinks.
    pub(crate) fn of(&self) -> (&'m Machine, u8) {
        (self.machine, self.seat)
    }

    /// Whether others hide amounts that add up to something.
    pub(crate) fn hides_rows(&self) -> bool {
        self.amounts.has_rows()
    }

    /// Whether others hide any amount.
    pub(crate) fn hides_amounts(&self) -> bool {
        self.amounts.has_any()
    }

    /// Takes from another table of the same game what the seat cannot know but by where cards lie
    /// and by counters: what others were told, have chosen secretly or have committed.
    pub(crate) fn forgets(&self, table: &mut Machine, draws: &mut impl BotDraw) {
        self.amounts.guess_secrets(table, draws);
        table.suppose_nobody_told(self.seat);
        table.suppose_nothing_of_others(self.seat, draws.below(u64::MAX));
    }

    /// Deals anew; for each card the one that takes its place.
    pub fn deal(&mut self, draws: &mut impl BotDraw) -> Vec<CardId> {
        let dealt = self.unseen.dealt(draws);
        self.lay(&dealt, draws)
    }

    /// Cards for all places that the seat does not see; none where something lies on such cards.
    /// Which place comes before another of its zone may hang on the cards that truly lie there.
    pub(crate) fn cards(&self, draws: &mut impl BotDraw) -> Option<Vec<CardId>> {
        self.unseen.on_unseen.off.is_empty().then(|| self.unseen.dealt_in_place(draws))
    }

    /// The places that the seat does not see, each by the card that truly lies there.
    pub(crate) fn places(&self) -> impl ExactSizeIterator<Item = CardId> {
        self.unseen.places.iter().map(|place| place.card)
    }

    /// Whether each of these cards may lie in its place.
    pub(crate) fn fits(&self, cards: &[CardId]) -> bool {
        let mut both = self.unseen.places.iter().zip(cards);
        both.all(|(place, card)| place.may_hold(&self.unseen.kind, *card))
    }

    /// For each card the one that takes its place.
    pub(crate) fn names(&self, cards: &[CardId]) -> Vec<CardId> {
        self.unseen.names(self.machine, cards)
    }

    /// Deals these cards; for each card the one that takes its place.
    pub(crate) fn deal_so(&mut self, cards: &[CardId], draws: &mut impl BotDraw) -> Vec<CardId> {
        self.lay(&Dealt { cards: cards.to_vec(), on: Vec::new() }, draws)
    }

    fn lay(&mut self, dealt: &Dealt, draws: &mut impl BotDraw) -> Vec<CardId> {
        self.world.set_position(self.machine.position());
        let names = self.unseen.names(self.machine, &dealt.cards);
        self.world.lay_anew(&self.unseen.on_unseen.off, &names, &dealt.on);
        self.amounts.guess(&mut self.world, &dealt.cards, draws);
        self.unseen.guess_names(&mut self.world, dealt, draws);
        self.world.suppose_nobody_told(self.seat);
        self.world.suppose_nothing_of_others(self.seat, draws.below(u64::MAX));
        names
    }
}

/// For each card the one that takes its place. Cards of one kind are dealt evenly; cards of several
/// kinds, where a zone holds several, by so many exchanges that each may have come anywhere. What
/// is dealt follows from the draws and from what the seat sees: where the cards truly lie plays no
/// part. What lies on an unseen card stays in its place, on whichever comes there.
#[must_use]
pub fn new_names(
    machine: &Machine,
    dump: &Snapshot,
    seat: u8,
    draws: &mut impl BotDraw,
) -> Vec<CardId> {
    let unseen = Unseen::of(machine, dump, seat, Loads::InPlace);
    let dealt = unseen.dealt(draws);
    unseen.names(machine, &dealt.cards)
}

/// The same table with unseen cards in the places of others, and other cards on those that are not
/// seen; none: nothing lies on any.
#[must_use]
pub fn with_other_loads(
    machine: &Machine,
    dump: &Snapshot,
    seat: u8,
    draws: &mut impl BotDraw,
) -> Option<(Machine, Vec<CardId>)> {
    let unseen = Unseen::of(machine, dump, seat, Loads::Anew);
    let dealt = unseen.dealt(draws);
    let names = unseen.names(machine, &dealt.cards);
    let (mut there, off) = (machine.clone(), &unseen.on_unseen.off);
    (!off.is_empty() && there.lay_anew(off, &names, &dealt.on)).then_some((there, names))
}

/// Rules have other cards under their names, where the seat does not know which they are.
pub fn guess_names(machine: &mut Machine, dump: &Snapshot, seat: u8, draws: &mut impl BotDraw) {
    let unseen = Unseen::of(machine, dump, seat, Loads::InPlace);
    unseen.guess_names(machine, &unseen.as_they_lie(), draws);
}

/// The cards that a seat does not see, and where they lie.
#[derive(Debug)]
struct Unseen {
    /// The seat that does not see them.
    seat: u8,
    places: Vec<Place>,
    /// A card for each place, whichever of them may lie there.
    laid: Vec<CardId>,
    /// The places of each kind of cards.
    kinds: BTreeMap<KindId, Vec<usize>>,
    /// For each card its kind.
    kind: Vec<KindId>,
    /// The last places are in zones of unseen cards: what lies there, and could.
    on_unseen: OnUnseen,
}

impl Unseen {
    fn of(machine: &Machine, dump: &Snapshot, seat: u8, loads: Loads) -> Self {
        let book = &machine.program().book;
        let table = Table::without_lots(book, dump);
        let sees = |c: CardId| card_sight(book, &table, c).seats >> seat & 1 == 1;
        // Which card somebody has answered with is not known of it, either.
        let mut anew = machine.clone();
        anew.suppose_nothing_of_others(seat, 0);
        let mut fits = anew.fitting(seat);
        only_readable(machine, dump, seat, &mut fits);
        let kind: Vec<_> = (0..book.cards.len() as u16).map(|c| kind_of(book, CardId(c))).collect();
        let on_unseen = match loads {
            Loads::Anew => {
                // Tiles stay on the grid of whichever card comes to its place.
                for (zone, key, tiles) in &dump.grids {
                    if let (Owner::Card(kinds), false) = (book[*zone].owner, tiles.is_empty()) {
                        let fits = &mut fits[usize::from(*key)];
                        fits.kinds = fits.kinds.and(kinds);
                    }
                }
                OnUnseen::of(machine, dump, &|c| table.lies(c).is_some() && !sees(c))
            }
            Loads::InPlace => {
                let loaded = machine.loaded();
                let both = fits.iter_mut().zip(loaded);
                both.for_each(|(fits, loaded)| fits.kinds = fits.kinds.and(loaded));
                OnUnseen::default()
            }
        };
        // Cards of no order stand by what all may know of them.
        let by_looks = |place: &Place| {
            let known = match book.secret_knowers {
                true => 0,
                false => dump.known[place.card.index()],
            };
            (place.of.0, known, fits[place.card.index()].marks.clone())
        };
        let (mut places, mut laid_on): (Vec<Place>, Vec<Place>) = Default::default();
        for (zone, key, cards) in &dump.zones {
            let (zone, key, first) = (*zone, *key, places.len());
            let on = on_unseen.has(zone, key);
            let of = if on { on_unseen.kinds() } else { book[zone].of };
            let of = |c: CardId| of.and(fits[c.index()].kinds);
            let unseen = cards.iter().flatten().filter(|c| !sees(**c));
            let found = unseen.map(|card| Place { card: *card, zone, key, of: of(*card) });
            if on {
                laid_on.extend(found);
                continue;
            }
            places.extend(found);
            if book[zone].shape == ZoneShape::Set {
                places[first..].sort_by_cached_key(by_looks);
            }
        }
        laid_on.sort_by_cached_key(by_looks);
        places.extend(laid_on);
        let laid = in_order(&kind, &places);
        let mut kinds: BTreeMap<KindId, Vec<usize>> = BTreeMap::new();
        for (at, card) in laid.iter().enumerate() {
            kinds.entry(kind[card.index()]).or_default().push(at);
        }
        Self { seat, places, laid, kinds, kind, on_unseen }
    }

    /// A card for each place, and what lies on unseen cards.
    fn dealt(&self, draws: &mut impl BotDraw) -> Dealt {
        if self.on_unseen.off.is_empty() {
            return Dealt { cards: self.dealt_in_place(draws), on: Vec::new() };
        }
        let spread = |_| {
            let cards = self.dealt_in_place(draws);
            let on = self.on_unseen.spread(&self.kind, &self.places, &cards, draws)?;
            Some(Dealt { cards, on })
        };
        (0..loads::ATTEMPTS).find_map(spread).unwrap_or_else(|| self.as_they_lie())
    }

    fn dealt_in_place(&self, draws: &mut impl BotDraw) -> Vec<CardId> {
        let (places, mut dealt) = (&self.places, self.laid.clone());
        for at_kind in self.kinds.values() {
            for n in (1..at_kind.len()).rev() {
                dealt.swap(at_kind[n], at_kind[draws.below(n as u64 + 1) as usize]);
            }
        }
        if self.kinds.len() > 1 {
            let may_hold = |at: usize, card: CardId| places[at].may_hold(&self.kind, card);
            for _ in 0..8 * places.len() {
                let mut pick = || draws.below(places.len() as u64) as usize;
                let (a, b) = (pick(), pick());
                if may_hold(a, dealt[b]) && may_hold(b, dealt[a]) {
                    dealt.swap(a, b);
                }
            }
        }
        dealt
    }

    fn as_they_lie(&self) -> Dealt {
        let cards = self.places.iter().map(|place| place.card).collect();
        Dealt { cards, on: self.on_unseen.lie.clone() }
    }

    fn names(&self, machine: &Machine, dealt: &[CardId]) -> Vec<CardId> {
        let cards = machine.program().book.cards.len();
        let mut to: Vec<CardId> = (0..cards as u16).map(CardId).collect();
        for (place, card) in self.places.iter().zip(dealt) {
            to[place.card.index()] = *card;
        }
        to
    }

    /// Rules have others of the unseen cards under their names: of the zone where these were found,
    /// if there are any.
    fn guess_names(&self, world: &mut Machine, dealt: &Dealt, draws: &mut impl BotDraw) {
        let book = Arc::clone(&world.program().book);
        world.suppose_names(self.seat, &mut |unknown| {
            let there = |(place, card): (&Place, CardId)| {
                let (zone, key) = dealt.lies(place, card);
                unknown.zone == Some(zone)
                    && unknown.of.is_none_or(|seat| {
                        book.seat_of(book[zone].owner, key) == Some(u16::from(seat))
                    })
            };
            let fits = |card: CardId| unknown.kinds.has(self.kind[card.index()]);
            let lie = self.places.iter().zip(&dealt.cards).filter(|(_, card)| fits(**card));
            let (mut near, mut far) = (Vec::new(), Vec::new());
            lie.for_each(|(place, card)| match there((place, *card)) {
                true => near.push(*card),
                false => far.push(*card),
            });
            let all = (0..book.cards.len() as u16).map(CardId).filter(|card| fits(*card));
            // Of cards that are not counted there are no more than lie there.
            let some = unknown.count.min(near.len().max(1)) as u64;
            let count = match unknown.perhaps {
                true => draws.below(some + 1) as usize,
                false => unknown.count,
            };
            let mut drawn = Vec::new();
            for mut pool in [near, far, all.collect()] {
                pool.retain(|card| !drawn.contains(card));
                while drawn.len() < count && !pool.is_empty() {
                    drawn.push(pool.swap_remove(draws.below(pool.len() as u64) as usize));
                }
            }
            drawn
        });
    }
}

/// A counter that the seat can read tells the kind of the card that it keeps, and it from others.
fn only_readable(machine: &Machine, dump: &Snapshot, seat: u8, fits: &mut [Fitting]) {
    let book = &machine.program().book;
    let table = Table::without_lots(book, dump);
    for (at, (id, key, value)) in (0..).zip(&dump.counters) {
        let (Some(Value::Card(card)), Type::Card(kinds)) = (value, book[*id].ty.bare()) else {
            continue;
        };
        let seats = counter_sight(book, &table, *id, *key).seats | machine.counter_shown(*id, *key);
        if seats >> seat & 1 == 1 {
            let fits = &mut fits[card.index()];
            fits.kinds = fits.kinds.and(*kinds);
            fits.marks.push(at);
        }
    }
}

/// Where an unseen card lies.
#[derive(Debug)]
struct Place {
    card: CardId,
    zone: ZoneId,
    key: u16,
    /// The kinds of which a card may lie there.
    of: KindSet,
}

impl Place {
    fn may_hold(&self, kinds: &[KindId], card: CardId) -> bool {
        self.of.has(kinds[card.index()])
    }
}

/// The unseen cards laid out in the order of their table, the choosiest places first. There is a
/// way to do that, as they do lie somehow: a card that is in the way goes elsewhere.
fn in_order(kinds: &[KindId], places: &[Place]) -> Vec<CardId> {
    let mut cards: Vec<CardId> = places.iter().map(|p| p.card).collect();
    cards.sort();
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|at| (places[*at].of.iter().count(), *at));
    let mut holds: Vec<Option<usize>> = vec![None; places.len()];
    let mut at_place: Vec<Option<usize>> = vec![None; places.len()];
    let mut first = 0;
    for at in order {
        while at_place.get(first).is_some_and(Option::is_some) {
            first += 1;
        }
        let free = |n: &usize| at_place[*n].is_none() && places[at].may_hold(kinds, cards[*n]);
        if let Some(found) = (first..cards.len()).find(free) {
            (at_place[found], holds[at]) = (Some(at), Some(found));
            continue;
        }
        let mut met = vec![false; cards.len()];
        make_room(at, &mut met, &mut |at, n| places[at].may_hold(kinds, cards[n]), &mut at_place);
        for (n, at) in at_place.iter().enumerate() {
            at.iter().for_each(|at| holds[*at] = Some(n));
        }
    }
    let laid: Option<Vec<CardId>> = holds.iter().map(|n| n.map(|n| cards[n])).collect();
    debug_assert!(laid.is_some(), "what a seat knows of cards fits those that lie there");
    laid.unwrap_or_else(|| places.iter().map(|p| p.card).collect())
}

/// Finds a card for a place, of those not yet met; another place that has it takes another.
fn make_room(
    at: usize,
    met: &mut [bool],
    may_hold: &mut dyn FnMut(usize, usize) -> bool,
    at_place: &mut [Option<usize>],
) -> bool {
    for n in 0..met.len() {
        if met[n] || !may_hold(at, n) {
            continue;
        }
        met[n] = true;
        if at_place[n].is_none_or(|other| make_room(other, met, may_hold, at_place)) {
            at_place[n] = Some(at);
            return true;
        }
    }
    false
}

fn kind_of(book: &Rulebook, card: CardId) -> KindId {
    book[book[card].row].kind
}

/// Amounts that the seat may not read become others; nothing of what they were is used, only what
/// the seat can read of the same counter elsewhere.
pub fn guess_amounts(machine: &mut Machine, dump: &Snapshot, seat: u8, draws: &mut impl BotDraw) {
    let lie = Unseen::of(machine, dump, seat, Loads::InPlace).as_they_lie();
    Amounts::of(machine, dump, seat).guess(machine, &lie.cards, draws);
}
