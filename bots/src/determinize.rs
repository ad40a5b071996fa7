//! The table as it might be for all that a seat knows: what it has not seen is dealt anew. Bots
//! think on such tables, and the tests compare what a seat is shown of them.

use houserules_interpreter::ask::{Engine, Snapshot};
use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{
    CardId, CounterId, KindId, KindSet, Rulebook, Type, Value, ZoneId, ZoneShape,
};
use houserules_table::visibility::layout::Table;
use houserules_table::visibility::{card_sight, counter_sight};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A hidden amount is drawn from its whole range if it has no more values than this.
const NARROW: i64 = 64;

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
            (Unseen::of(machine, &dump, seat), Amounts::of(machine, &dump, seat));
        Self { machine, seat, unseen, amounts, world }
    }

    /// Deals anew; for each card the one that takes its place.
    pub fn deal(&mut self, draws: &mut impl BotDraw) -> Vec<CardId> {
        self.world.set_position(self.machine.position());
        let dealt = self.unseen.dealt(draws);
        let names = self.unseen.names(self.machine, &dealt);
        self.world.rename(&names);
        self.amounts.guess(&mut self.world, &dealt, draws);
        self.unseen.guess_names(&mut self.world, &dealt, draws);
        self.world.suppose_nobody_told(self.seat);
        self.world.suppose_nothing_of_others(self.seat, draws.below(u64::MAX));
        names
    }
}

/// For each card the one that takes its place. Cards of one kind are dealt evenly; cards of several
/// kinds, where a zone holds several, by so many exchanges that each may have come anywhere. What
/// is dealt follows from the draws and from what the seat sees: where the cards truly lie plays no
/// part.
#[must_use]
pub fn new_names(
    machine: &Machine,
    dump: &Snapshot,
    seat: u8,
    draws: &mut impl BotDraw,
) -> Vec<CardId> {
    let unseen = Unseen::of(machine, dump, seat);
    let dealt = unseen.dealt(draws);
    unseen.names(machine, &dealt)
}

/// Rules have other cards under their names, where the seat does not know which they are.
pub fn guess_names(machine: &mut Machine, dump: &Snapshot, seat: u8, draws: &mut impl BotDraw) {
    let unseen = Unseen::of(machine, dump, seat);
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
    kinds: BTreeMap<Option<KindId>, Vec<usize>>,
    /// For each card its kind.
    kind: Vec<Option<KindId>>,
}

impl Unseen {
    fn of(machine: &Machine, dump: &Snapshot, seat: u8) -> Self {
        let book = &machine.program().book;
        let table = Table::without_lots(book, dump);
        let sees = |c: CardId| card_sight(book, &table, c).seats >> seat & 1 == 1;
        let mut fits = machine.fitting(seat);
        only_readable(machine, dump, seat, &mut fits);
        let mut places: Vec<Place> = Vec::new();
        for (zone, key, cards) in &dump.zones {
            let (zone, key, first) = (*zone, *key, places.len());
            let of = |card: CardId| {
                fits.get(card.index()).map_or(book[zone].of, |fits| book[zone].of.and(*fits))
            };
            let unseen = cards.iter().flatten().filter(|c| !sees(**c));
            places.extend(unseen.map(|card| Place { card: *card, zone, key, of: of(*card) }));
            // Cards of no order stand by what all may know of them.
            if book[zone].shape == ZoneShape::Set {
                let known = |card: CardId| match book.secret_knowers {
                    true => 0,
                    false => dump.known.get(card.index()).copied().unwrap_or(0),
                };
                places[first..].sort_by_key(|place| (place.of.0, known(place.card)));
            }
        }
        let kind: Vec<_> = (0..book.cards.len() as u16).map(|c| kind_of(book, CardId(c))).collect();
        let laid = in_order(&kind, &places);
        let mut kinds: BTreeMap<Option<KindId>, Vec<usize>> = BTreeMap::new();
        for (at, card) in laid.iter().enumerate() {
            kinds.entry(kind[card.index()]).or_default().push(at);
        }
        Self { seat, places, laid, kinds, kind }
    }

    /// A card for each place.
    fn dealt(&self, draws: &mut impl BotDraw) -> Vec<CardId> {
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

    fn as_they_lie(&self) -> Vec<CardId> {
        self.places.iter().map(|place| place.card).collect()
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
    fn guess_names(&self, world: &mut Machine, dealt: &[CardId], draws: &mut impl BotDraw) {
        let book = Arc::clone(&world.program().book);
        world.suppose_names(self.seat, &mut |unknown| {
            if unknown.perhaps && draws.below(2) == 0 {
                return Vec::new();
            }
            let there = |place: &Place| {
                unknown.zone == Some(place.zone)
                    && unknown.of.is_none_or(|seat| {
                        book.seat_of(book[place.zone].owner, place.key) == Some(u16::from(seat))
                    })
            };
            let fits =
                |card: CardId| self.kind[card.index()].is_some_and(|kind| unknown.kinds.has(kind));
            let lie = self.places.iter().zip(dealt).filter(|(_, card)| fits(**card));
            let (mut near, mut far) = (Vec::new(), Vec::new());
            lie.for_each(|(place, card)| match there(place) {
                true => near.push(*card),
                false => far.push(*card),
            });
            let all = (0..book.cards.len() as u16).map(CardId).filter(|card| fits(*card));
            let mut drawn = Vec::new();
            for mut pool in [near, far, all.collect()] {
                pool.retain(|card| !drawn.contains(card));
                while drawn.len() < unknown.count && !pool.is_empty() {
                    drawn.push(pool.swap_remove(draws.below(pool.len() as u64) as usize));
                }
            }
            drawn
        });
    }
}

/// A counter that the seat can read tells the kind of the card that it keeps.
fn only_readable(machine: &Machine, dump: &Snapshot, seat: u8, fits: &mut [KindSet]) {
    let book = &machine.program().book;
    let table = Table::without_lots(book, dump);
    for (id, key, value) in &dump.counters {
        let (Some(Value::Card(card)), Type::Card(kinds)) = (value, book[*id].ty.bare()) else {
            continue;
        };
        let seats = counter_sight(book, &table, *id, *key).seats | machine.counter_shown(*id, *key);
        if seats >> seat & 1 == 1
            && let Some(fits) = fits.get_mut(card.index())
        {
            *fits = fits.and(*kinds);
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
    fn may_hold(&self, kinds: &[Option<KindId>], card: CardId) -> bool {
        kinds[card.index()].is_some_and(|kind| self.of.has(kind))
    }
}

/// The unseen cards laid out in the order of their table, the choosiest places first. There is a
/// way to do that, as they do lie somehow: a card that is in the way goes elsewhere.
fn in_order(kinds: &[Option<KindId>], places: &[Place]) -> Vec<CardId> {
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

fn kind_of(book: &Rulebook, card: CardId) -> Option<KindId> {
    Some(book.rows.get(book.cards.get(card.index())?.row.index())?.kind)
}

/// Amounts that the seat may not read become others; nothing of what they were is used, only what
/// the seat can read of the same counter elsewhere.
pub fn guess_amounts(machine: &mut Machine, dump: &Snapshot, seat: u8, draws: &mut impl BotDraw) {
    let lie = Unseen::of(machine, dump, seat).as_they_lie();
    Amounts::of(machine, dump, seat).guess(machine, &lie, draws);
}

/// The counters that a seat may not read, and what others have chosen secretly.
#[derive(Debug)]
struct Amounts {
    /// The seat that does not know them.
    seat: u8,
    hidden: Vec<(CounterId, u16)>,
    /// What it can read of the same counters elsewhere.
    open: BTreeMap<CounterId, Vec<Value>>,
}

impl Amounts {
    fn of(machine: &Machine, dump: &Snapshot, seat: u8) -> Self {
        let book = &machine.program().book;
        let table = Table::without_lots(book, dump);
        let mut found = Self { seat, hidden: Vec::new(), open: BTreeMap::new() };
        for (id, key, value) in &dump.counters {
            let sees = |seats: u32| seats >> seat & 1 == 1;
            let Some(value) = value else { continue };
            let seen = sees(counter_sight(book, &table, *id, *key).seats);
            if seen || sees(machine.counter_shown(*id, *key)) {
                found.open.entry(*id).or_default().push(value.clone());
            }
            if !seen {
                found.hidden.push((*id, *key));
            }
        }
        found
    }

    /// `unseen`: the cards that the seat does not see.
    fn guess(&self, machine: &mut Machine, unseen: &[CardId], draws: &mut impl BotDraw) {
        let program = Arc::clone(machine.program());
        for (id, key) in &self.hidden {
            // It may have been shown, whatever card it belongs to by now.
            if machine.counter_shown(*id, *key) >> self.seat & 1 == 1 {
                continue;
            }
            let guess = match program.book[*id].ty.bare() {
                Type::Card(_) => some_card(&program.book, &program.book[*id].ty, unseen, draws),
                _ => guess(&program, *id, self.open.get(id).map_or(&[], Vec::as_slice), draws),
            };
            machine.suppose(*id, *key, &guess);
        }
        machine.suppose_secrets(self.seat, &mut |ty, range| {
            by_type(&program, (ty, range), &[], draws)
        });
    }
}

/// Some card of a type: one of the unseen, if there are any.
fn some_card(book: &Rulebook, ty: &Type, unseen: &[CardId], draws: &mut impl BotDraw) -> Value {
    let Type::Card(kinds) = ty.bare() else { return Value::None };
    if ty.may_be_none() && draws.below(2) == 0 {
        return Value::None;
    }
    let fits = |card: &CardId| kind_of(book, *card).is_some_and(|kind| kinds.has(kind));
    let mut cards: Vec<CardId> = unseen.iter().copied().filter(fits).collect();
    if cards.is_empty() {
        cards = (0..book.cards.len() as u16).map(CardId).filter(fits).collect();
    }
    cards.sort_unstable();
    match cards.is_empty() {
        true => Value::None,
        false => Value::Card(cards[draws.below(cards.len() as u64) as usize]),
    }
}

fn guess(
    program: &houserules_interpreter::program::Program,
    id: CounterId,
    open: &[Value],
    draws: &mut impl BotDraw,
) -> Value {
    let Some(counter) = program.book.counters.get(id.index()) else { return Value::None };
    let start = program.schema.counters.get(id.index()).map_or(0, |f| f.start);
    let numbers =
        open.iter().filter_map(|v| if let Value::Number(n) = v { Some(*n) } else { None });
    let near: Vec<i64> = numbers.chain([start]).collect();
    by_type(program, (&counter.ty, counter.range), &near, draws)
}

/// Some value of a type; a number like those near it, if its range is wide.
fn by_type(
    program: &houserules_interpreter::program::Program,
    (ty, range): (&Type, Option<(i64, i64)>),
    near: &[i64],
    draws: &mut impl BotDraw,
) -> Value {
    if ty.may_be_none() && draws.below(2) == 0 {
        return Value::None;
    }
    match ty.bare() {
        Type::Bool => Value::Bool(draws.below(2) == 1),
        Type::Enum(of) => {
            let members = program.book.enums.get(of.index()).map_or(1, |e| e.members.len());
            Value::Member(*of, draws.below(members.max(1) as u64) as u16)
        }
        Type::Player => Value::Seat(draws.below(u64::from(program.schema.seats.max(1))) as u8),
        _ => {
            if let Some((lo, hi)) = range
                && hi.saturating_sub(lo) <= NARROW
            {
                return Value::Number(lo + draws.below((hi - lo) as u64 + 1) as i64);
            }
            let near = near.iter().copied();
            let near: Vec<i64> =
                near.filter(|s| (i64::MIN / 4..i64::MAX / 4).contains(s)).collect();
            let like =
                near.get(draws.below(near.len().max(1) as u64) as usize).copied().unwrap_or(0);
            // Up to about the double, on the same side of nothing.
            let far = like.saturating_abs().min(i64::MAX / 4) * 2 + 3;
            let drawn = draws.below(far as u64 + 1) as i64;
            let drawn = if like < 0 { -drawn } else { drawn };
            let (lo, hi) = range.unwrap_or((i64::MIN / 2, i64::MAX / 2));
            Value::Number(drawn.clamp(lo, hi))
        }
    }
}
