//! The table as it might be for all that a seat knows: what it has not seen is dealt anew. Bots
//! think on such tables, and the tests compare what a seat is shown of them.

use houserules_interpreter::ask::{Engine, Snapshot};
use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{CardId, CounterId, KindId, KindSet, Rulebook, Type, Value};
use houserules_table::visibility::layout::Table;
use houserules_table::visibility::{card_sight, counter_sight};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A hidden amount is drawn from its whole range if it has no more values than this.
const NARROW: i64 = 64;

/// A copy of the game for a seat to think with: unseen cards lie elsewhere, hidden amounts are
/// drawn anew, nothing that others have committed in secret is kept, and chance is another one. The
/// seat's own view is the same. With it for each card the one that takes its place.
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
        let names = self.unseen.dealt(self.machine, draws);
        self.world.rename(&names);
        self.amounts.guess(&mut self.world, draws);
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
    Unseen::of(machine, dump, seat).dealt(machine, draws)
}

/// The cards that a seat does not see, and where they lie.
#[derive(Debug)]
struct Unseen {
    places: Vec<Place>,
    /// A card for each place, whichever of them may lie there.
    laid: Vec<CardId>,
    /// The places of each kind of cards.
    kinds: BTreeMap<Option<KindId>, Vec<usize>>,
}

impl Unseen {
    fn of(machine: &Machine, dump: &Snapshot, seat: u8) -> Self {
        let book = &machine.program().book;
        let table = Table::without_lots(book, dump);
        let sees = |c: CardId| card_sight(book, &table, c).seats >> seat & 1 == 1;
        let mut places = Vec::new();
        for (zone, _, cards) in &dump.zones {
            let of = book[*zone].of;
            let unseen = cards.iter().flatten().filter(|c| !sees(**c));
            places.extend(unseen.map(|card| Place { card: *card, of }));
        }
        let laid = in_order(machine, &places);
        let mut kinds: BTreeMap<Option<KindId>, Vec<usize>> = BTreeMap::new();
        for (at, card) in laid.iter().enumerate() {
            kinds.entry(kind_of(book, *card)).or_default().push(at);
        }
        Self { places, laid, kinds }
    }

    fn dealt(&self, machine: &Machine, draws: &mut impl BotDraw) -> Vec<CardId> {
        let (places, mut dealt) = (&self.places, self.laid.clone());
        for at_kind in self.kinds.values() {
            for n in (1..at_kind.len()).rev() {
                dealt.swap(at_kind[n], at_kind[draws.below(n as u64 + 1) as usize]);
            }
        }
        if self.kinds.len() > 1 {
            for _ in 0..8 * places.len() {
                let mut pick = || draws.below(places.len() as u64) as usize;
                let (a, b) = (pick(), pick());
                if places[a].may_hold(machine, dealt[b]) && places[b].may_hold(machine, dealt[a]) {
                    dealt.swap(a, b);
                }
            }
        }
        let cards = machine.program().book.cards.len();
        let mut to: Vec<CardId> = (0..cards as u16).map(CardId).collect();
        for (place, card) in places.iter().zip(dealt) {
            to[place.card.index()] = card;
        }
        to
    }
}

/// Where an unseen card lies.
#[derive(Debug)]
struct Place {
    card: CardId,
    /// What the zone may hold.
    of: KindSet,
}

impl Place {
    fn may_hold(&self, machine: &Machine, card: CardId) -> bool {
        let kind = kind_of(&machine.program().book, card);
        machine.may_rename(self.card, card) && kind.is_some_and(|kind| self.of.has(kind))
    }
}

/// The unseen cards laid out in the order of their table, the choosiest places first; as they lie,
/// if that leads nowhere.
fn in_order(machine: &Machine, places: &[Place]) -> Vec<CardId> {
    let mut left: Vec<CardId> = places.iter().map(|p| p.card).collect();
    let truth = left.clone();
    left.sort();
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|at| places[*at].of.iter().count());
    let mut dealt = truth.clone();
    for at in order {
        match left.iter().position(|card| places[at].may_hold(machine, *card)) {
            Some(found) => dealt[at] = left.remove(found),
            None => return truth,
        }
    }
    dealt
}

fn kind_of(book: &Rulebook, card: CardId) -> Option<KindId> {
    Some(book.rows.get(book.cards.get(card.index())?.row.index())?.kind)
}

/// Amounts that the seat may not read become others; nothing of what they were is used, only what
/// the seat can read of the same counter elsewhere.
pub fn guess_amounts(machine: &mut Machine, dump: &Snapshot, seat: u8, draws: &mut impl BotDraw) {
    Amounts::of(machine, dump, seat).guess(machine, draws);
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
            let seats =
                counter_sight(book, &table, *id, *key).seats | machine.counter_shown(*id, *key);
            match value {
                Some(value) if seats >> seat & 1 == 1 => {
                    found.open.entry(*id).or_default().push(value.clone());
                }
                Some(_) => found.hidden.push((*id, *key)),
                None => {}
            }
        }
        found
    }

    fn guess(&self, machine: &mut Machine, draws: &mut impl BotDraw) {
        let program = Arc::clone(machine.program());
        for (id, key) in &self.hidden {
            let guess = guess(&program, *id, self.open.get(id).map_or(&[], Vec::as_slice), draws);
            machine.suppose(*id, *key, &guess);
        }
        machine.suppose_secrets(self.seat, &mut |ty, range| {
            by_type(&program, (ty, range), &[], draws)
        });
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
