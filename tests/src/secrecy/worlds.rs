//! The second world: one that a seat cannot tell from the first.

use super::given;
use super::stretch::Ahead;
use houserules_bots::determinize;
use houserules_interpreter::ask::{Engine, Snapshot};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::machine::trace::Held;
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::{BodyRef, CardId, KindId, LocalId, Owner, Rulebook, ZoneId, ZoneShape};
use std::collections::BTreeMap;

/// How two worlds differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// All cards that the seat does not see are dealt anew.
    Cards,
    /// Cards that it does not see before the worlds have gone on are dealt anew.
    Buried,
    /// Counters that it may not read have other values.
    Counters,
    /// Both cards and counters.
    Both,
    /// Others were shown other cards and counters in secret.
    Told,
    /// Rules have other cards under names of which the seat does not know what they stand for.
    Names,
    /// Other cards lie on those that the seat does not see.
    Loads,
    /// Two copies of a card that not the same seats know have each other's ids.
    Copies,
    /// Chance decides otherwise.
    Chance,
    /// Others choose otherwise, and what the seat reads of the choice itself is the same.
    Choices,
}

impl Kind {
    /// Every kind; a pair's is drawn from these.
    pub const ALL: [Self; 10] = [
        Self::Cards,
        Self::Buried,
        Self::Counters,
        Self::Both,
        Self::Told,
        Self::Names,
        Self::Loads,
        Self::Copies,
        Self::Chance,
        Self::Choices,
    ];

    /// Whether nothing but the tables that bots imagine is looked at: what follows of such a
    /// difference may be seen.
    #[must_use]
    pub fn is_only_imagined(self) -> bool {
        matches!(self, Self::Told | Self::Names | Self::Loads)
    }

    /// What differs, as it stands behind "worlds that differ by".
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Cards => "unseen cards",
            Self::Buried => "cards that stay unseen",
            Self::Counters => "unseen counters",
            Self::Both => "unseen cards and counters",
            Self::Told => "what others were shown in secret",
            Self::Names => "what names stand for",
            Self::Loads => "what lies on unseen cards",
            Self::Copies => "ids of copies",
            Self::Chance => "what chance decides",
            Self::Choices => "what others choose",
        }
    }
}

/// A second world for a seat; none if there is none of that kind here.
pub(super) fn second(
    machine: &Machine,
    kind: Kind,
    seat: u8,
    ahead: &Ahead,
    draws: &mut impl BotDraw,
) -> Option<Machine> {
    // What others have committed in secret belongs to the cards they hold.
    if kind != Kind::Choices && answered(machine, seat) {
        return None;
    }
    let mut there = machine.clone();
    let dump = there.dump();
    let named = named_by_it(machine, seat);
    let cards = matches!(kind, Kind::Cards | Kind::Both);
    let counters = matches!(kind, Kind::Counters | Kind::Both);
    if cards {
        let names = determinize::new_names(&there, &dump, seat, draws);
        if named.iter().any(|card| names[card.index()] != *card) {
            return None;
        }
        assert!(there.rename(&names), "a deal of the host's does not fit: {names:?}");
    }
    if counters {
        determinize::guess_amounts(&mut there, &dump, seat, draws);
    }
    if cards || counters {
        return (there.dump() != dump).then_some(there);
    }
    match kind {
        Kind::Buried => {
            let mut seen = ahead.seen.clone();
            named.iter().for_each(|card| seen[card.index()] = true);
            let names = buried(machine, &seen, draws);
            (there.rename(&names) && there.dump() != dump).then_some(there)
        }
        Kind::Copies => {
            let pairs = unlike_copies(&machine.program().book, &dump);
            let (a, b) = *pairs.get(draws.below(pairs.len().max(1) as u64) as usize)?;
            let mut names: Vec<CardId> = identity(&machine.program().book);
            names.swap(a.index(), b.index());
            there.rename(&names).then_some(there)
        }
        Kind::Chance => {
            there.suppose_nothing_of_others(seat, draws.below(u64::MAX));
            Some(there)
        }
        Kind::Choices => Some(there),
        Kind::Told => {
            there.suppose_nobody_told(seat);
            if machine.program().book.secret_shows {
                tell_some(&mut there, seat, draws);
            }
            (there.hash() != machine.hash()).then_some(there)
        }
        Kind::Loads => {
            let (there, names) = determinize::with_other_loads(machine, &dump, seat, draws)?;
            let stay = named.iter().all(|card| names[card.index()] == *card);
            (stay && there.dump() != dump).then_some(there)
        }
        Kind::Names => {
            determinize::guess_names(&mut there, &dump, seat, draws);
            (there.hash() != machine.hash()).then_some(there)
        }
        Kind::Cards | Kind::Counters | Kind::Both => None,
    }
}

/// Others know some cards that they did not.
fn tell_some(machine: &mut Machine, seat: u8, draws: &mut impl BotDraw) {
    let book = &machine.program().book;
    let (seats, sets) = (machine.program().schema.seats, book.secret_knowers);
    let zones: Vec<_> = machine.dump().zones;
    let lie = zones.iter().filter(|(zone, ..)| sets || book[*zone].shape != ZoneShape::Set);
    let cards: Vec<CardId> = lie.flat_map(|(.., cards)| cards.iter().flatten().copied()).collect();
    for card in cards {
        let other = draws.below(u64::from(seats)) as u8;
        if other != seat && draws.below(4) == 0 {
            machine.make_known(other, card);
        }
    }
}

/// The tables that bots imagine in a seat's place, one for each seed, with what rules have under
/// their names.
pub(super) fn imagined(machine: &Machine, seat: u8, seeds: [u64; 3]) -> String {
    let mut dealer = determinize::Dealer::new(machine, seat);
    let tables = seeds.map(|seed| {
        dealer.deal(&mut BotSource::new(seed));
        let dump = dealer.world.dump();
        format!("{:?} {:?} {:?} {:?}", dump.zones, dump.counters, dump.known, dealer.world.held())
    });
    tables.join("\n")
}

/// Whether some of those who are asked together have answered, and the seat has not been told what.
fn answered(machine: &Machine, seat: u8) -> bool {
    let mut anew = machine.clone();
    anew.suppose_nothing_of_others(seat, 0);
    anew.asked() != machine.asked() || anew.hash() != machine.hash()
}

/// The cards that a seat has chosen with a move which is still being carried out: it knows which
/// they are, wherever they have got to.
fn named_by_it(machine: &Machine, seat: u8) -> Vec<CardId> {
    let mut named = Vec::new();
    if machine.acting() != Some(seat) {
        return named;
    }
    let book = &machine.program().book;
    for Held { body, name, value, .. } in machine.held() {
        let BodyRef::Move(id) = body else { continue };
        let made = &book.moves[id.index()];
        let chosen = |local: LocalId| made.body.locals[local.index()].name == name;
        if made.steps.iter().any(|step| chosen(step.local)) {
            given::cards_in(&value, &mut named);
        }
    }
    named
}

fn identity(book: &Rulebook) -> Vec<CardId> {
    (0..book.cards.len() as u16).map(CardId).collect()
}

/// Other names, within each kind, for cards that are not among those seen.
fn buried(machine: &Machine, seen: &[bool], draws: &mut impl BotDraw) -> Vec<CardId> {
    let book = &machine.program().book;
    let mut to = identity(book);
    let mut kinds: BTreeMap<KindId, Vec<usize>> = BTreeMap::new();
    for at in (0..to.len()).filter(|at| !seen.get(*at).copied().unwrap_or(true)) {
        kinds.entry(book.rows[book.cards[at].row.index()].kind).or_default().push(at);
    }
    for cards in kinds.values() {
        for at in (1..cards.len()).rev() {
            to.swap(cards[at], cards[draws.below(at as u64 + 1) as usize]);
        }
    }
    to
}

/// Pairs of copies of which only their ids may tell which is which: in one set, alike but that not
/// the same seats know them; or each with zones of its own, whatever lies there; or on squares.
fn unlike_copies(book: &Rulebook, dump: &Snapshot) -> Vec<(CardId, CardId)> {
    let of_card = |owner: Owner, key: u16, c: CardId| matches!(owner, Owner::Card(_)) && key == c.0;
    let carried = |c: CardId| {
        let counters = dump
            .counters
            .iter()
            .filter(|(id, k, _)| of_card(book.counters[id.index()].owner, *k, c));
        let zones =
            dump.zones.iter().filter(|(id, k, _)| of_card(book.zones[id.index()].owner, *k, c));
        let counters: Vec<_> = counters.map(|(id, _, value)| (id, value)).collect();
        (counters, zones.map(|(id, _, cards)| (id, cards)).collect::<Vec<_>>())
    };
    let mut pairs = Vec::new();
    for (zone, _, cards) in &dump.zones {
        if book.zones[zone.index()].shape != ZoneShape::Set {
            continue;
        }
        let cards: Vec<CardId> = cards.iter().flatten().copied().collect();
        for (at, a) in cards.iter().enumerate() {
            let unlike = |b: &&CardId| {
                book.cards[a.index()].row == book.cards[b.index()].row
                    && dump.known[a.index()] != dump.known[b.index()]
                    && carried(*a) == carried(**b)
            };
            pairs.extend(cards[at + 1..].iter().filter(unlike).map(|b| (*a, *b)));
        }
    }
    pairs.extend(holders(book, dump));
    pairs.extend(on_squares(book, dump));
    pairs
}

/// Pairs of copies that lie on squares.
fn on_squares(book: &Rulebook, dump: &Snapshot) -> Vec<(CardId, CardId)> {
    let mut pairs = Vec::new();
    for (.., tiles) in &dump.grids {
        for (at, a) in tiles.iter().enumerate() {
            let alike = |b: CardId| book[b].row == book[a.card].row;
            let others = tiles[at + 1..].iter().map(|b| b.card).filter(|b| alike(*b));
            pairs.extend(others.map(|b| (a.card, b)));
        }
    }
    pairs
}

/// Pairs of copies in whose zones other cards lie.
fn holders(book: &Rulebook, dump: &Snapshot) -> Vec<(CardId, CardId)> {
    let full = |(zone, key, cards): &(ZoneId, u16, Vec<Option<CardId>>)| {
        let of_card = matches!(book.zones[zone.index()].owner, Owner::Card(_));
        (of_card && cards.iter().any(Option::is_some)).then_some(CardId(*key))
    };
    let mut full: Vec<CardId> = dump.zones.iter().filter_map(full).collect();
    full.dedup();
    let row = |c: CardId| book.cards[c.index()].row;
    let mut pairs = Vec::new();
    for (at, a) in full.iter().enumerate() {
        let copies = (0..book.cards.len() as u16).map(CardId);
        let others = copies.filter(|b| row(*b) == row(*a) && !full[..=at].contains(b));
        pairs.extend(others.map(|b| (*a, b)));
    }
    pairs
}
