//! What the rules give: why two worlds may part at a choice. It is read from what happened there
//! and from the rulebook.

use super::{Kind, Parted, Subject};
use houserules_interpreter::ask::{Engine, Event, EventKind, FaultKind, Offered, Snapshot, Stop};
use houserules_interpreter::lower::no_order;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::machine::trace::Held;
use houserules_lang::ir::walk::{blocks, body_of, each_stmt};
use houserules_lang::ir::{
    BodyRef, CardId, CounterId, LocalId, Move, MoveId, Owner, Rulebook, Seen, StmtKind, Value,
    ZoneId,
};
use houserules_lang::source::Span;
use houserules_table::choices::menu::EntryKind;
use houserules_table::game::Game;
use houserules_table::log::Told;
use houserules_table::visibility::layout::Table;
use houserules_table::visibility::{Viewer, card_sight, static_seats};

/// A choice as it is made in one of the worlds.
pub(super) struct Made<'a> {
    /// The game before it.
    pub(super) before: Game<Machine>,
    /// As it is typed.
    pub(super) text: &'a str,
    /// Cards that others have chosen until then, and not so in the other world.
    pub(super) picked: &'a [CardId],
}

/// Who looks at a choice, and what may differ.
#[derive(Debug, Clone, Copy)]
pub(super) struct Looked {
    /// Who makes the choice.
    pub(super) actor: u8,
    /// Who may have told the worlds apart.
    pub(super) seat: u8,
    /// How the worlds differ.
    pub(super) kind: Kind,
    /// Chance decides otherwise.
    pub(super) reseeded: bool,
}

/// Something that the rules show: where, and what is seen there.
#[derive(Debug, PartialEq, Eq)]
struct Shown {
    place: String,
    value: String,
    /// It is a card's face, with what the card carries.
    face: bool,
}

impl Shown {
    fn face(place: String, value: String) -> Self {
        Self { place, value, face: true }
    }

    fn other(place: String, value: String) -> Self {
        Self { place, value, face: false }
    }
}

/// What a choice leads to, looked at rule by rule.
struct Run {
    shown: Vec<Shown>,
    /// What others chose and everybody reads of it.
    chosen: Vec<String>,
    openly: bool,
    attempt: bool,
    /// A rule could not be carried out.
    fault: Option<Failed>,
    /// It was for what it reads, and whether the seat is told which one it was.
    broke: Option<bool>,
}

/// A rule that could not be carried out.
#[derive(Debug, PartialEq, Eq)]
struct Failed {
    /// It was for lack of options.
    stuck: bool,
    /// Where: who is told that hangs on what the rule reads.
    rule: Span,
    /// The players that rules stood at.
    at: Vec<Value>,
}

/// Why a seat may tell two worlds apart after a choice; none: it may not.
pub(super) fn parted(
    subject: &Subject,
    made: &mut [Made<'_>; 2],
    looked: Looked,
) -> Option<Parted> {
    let [here, there] = made.each_mut().map(|m| run(subject, m, looked));
    let (here, there) = (here?, there?);
    if shown_otherwise(&here.shown, &there.shown) {
        return Some(Parted::Shown);
    }
    if here.chosen != there.chosen {
        return Some(Parted::Opened);
    }
    if here.openly || there.openly {
        return Some(Parted::Openly);
    }
    if here.attempt || there.attempt {
        return Some(Parted::Attempt);
    }
    // Counters that were changed by hand may have values that no game leads to. A question without
    // options stops the game for all.
    let by_hand = matches!(looked.kind, Kind::Counters | Kind::Both);
    let stuck = |run: &Run| run.fault.as_ref().is_some_and(|failed| failed.stuck);
    let stuck = stuck(&here) || stuck(&there);
    let elsewhere = here.fault != there.fault;
    // A rule that breaks stops the game whoever may know which one that was.
    let broke = match (here.broke, there.broke) {
        (None, None) => false,
        (Some(_), None) | (None, Some(_)) => true,
        (Some(told), Some(also)) => told || also,
    };
    ((by_hand || stuck || broke) && elsewhere).then_some(Parted::Fault)
}

/// Whether something comes to a seat's eyes by a choice that chance may decide otherwise: where
/// worlds differ by counters alone, a card that carries some.
pub(super) fn shows(subject: &Subject, made: &mut [Made<'_>; 2], looked: Looked) -> bool {
    let runs = made.each_mut().map(|m| run(subject, m, looked));
    let carried = looked.kind == Kind::Counters;
    runs.iter().flatten().any(|run| run.shown.iter().any(|shown| shown.face || !carried))
}

/// Whether cards carry other counters in one of two worlds.
pub(super) fn carry_otherwise(book: &Rulebook, worlds: [&Machine; 2]) -> bool {
    let [here, there] = worlds.map(|machine| {
        let mut counters = machine.dump().counters;
        counters.retain(|(id, ..)| matches!(book[*id].owner, Owner::Card(_)));
        counters
    });
    here != there
}

/// Whether in the same place not the same was shown. What else happened in one of the worlds may
/// have been decided by that: what will lie open decides things before it does.
fn shown_otherwise(here: &[Shown], there: &[Shown]) -> bool {
    here.iter().enumerate().any(|(at, one)| {
        let earlier = here[..at].iter().filter(|other| other.place == one.place).count();
        let other = there.iter().filter(|other| other.place == one.place).nth(earlier);
        other.is_some_and(|other| other.value != one.value)
    })
}

/// Moves that may tell by what they need, or how they are called: the rules say `openly` in their
/// heads.
fn open_heads(book: &Rulebook) -> Vec<MoveId> {
    let head = |m: &Move, span: &Span| {
        within(&m.span, *span) && !m.body.block.iter().any(|s| within(&s.span, *span))
    };
    let told = |m: &Move| book.openly.iter().any(|open| head(m, open));
    let moves = book.moves.iter().enumerate().filter(|(_, m)| told(m));
    moves.map(|(at, _)| MoveId(at as u16)).collect()
}

/// Whether such a move is offered or refused otherwise in one of the worlds: then all may differ
/// that says what may be chosen.
pub(super) fn told_by_heads(
    book: &Rulebook,
    games: [&mut Game<Machine>; 2],
    seat: u8,
    tries: &[String],
) -> bool {
    let moves = open_heads(book);
    if moves.is_empty() {
        return false;
    }
    let open = |kind: EntryKind| matches!(kind, EntryKind::Move(id) if moves.contains(&id));
    let names: Vec<&str> = moves.iter().map(|id| book.moves[id.index()].name.as_str()).collect();
    let told = games.map(|game| {
        let entries = game.menu(seat).map_or_else(Vec::new, |menu| menu.entries);
        let entries = entries.into_iter().enumerate().filter(|(_, entry)| open(entry.kind));
        let offered: Vec<_> =
            entries.map(|(at, entry)| (entry, game.options(seat, at, &[]))).collect();
        let meant = tries
            .iter()
            .filter(|tried| tried.split(' ').next().is_some_and(|n| names.contains(&n)));
        let refused: Vec<_> =
            meant.map(|tried| game.why_not(seat, tried).map(|why| why.to_string())).collect();
        format!("{offered:?} {refused:?}")
    });
    told[0] != told[1]
}

/// What a seat and those who only watch read of choices, from a line of the log on.
pub(super) fn choices(game: &Game<Machine>, seat: u8, from: usize) -> Vec<String> {
    let readers = [Viewer::Seat(seat), Viewer::Spectator];
    let read = readers.into_iter().flat_map(|viewer| game.log(viewer, from));
    read.filter(|line| line.told == Told::Choice).map(|line| line.text).collect()
}

fn within(outer: &Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

fn run(subject: &Subject, made: &mut Made<'_>, looked: Looked) -> Option<Run> {
    let book = &subject.book;
    let picked = made.before.meant(looked.actor, made.text).ok()?;
    let mut machine = made.before.engine().clone();
    let before = Table::of(book, &machine.dump());
    machine.take_events();
    machine.trace(true);
    machine.answer(Some(looked.actor), &picked.answer).ok()?;
    let covers = |span: Span| book.openly.iter().any(|open| within(open, span));
    let mut openly = machine.chain().iter().any(|running| covers(running.at));
    let mut lots = Lots { book, looked, at: Vec::new(), shown: Vec::new() };
    while machine.paused().is_some() {
        openly |= machine.chain().iter().any(|running| covers(running.at));
        lots.look(&machine);
        machine.go_on();
    }
    machine.trace(false);
    let events = machine.take_events();
    openly |= events.iter().any(|event| covers(event.span));
    let attempt = |event: &Event| match &event.kind {
        EventKind::Chose { what: Offered::Move(id, ..), .. } => book[*id].attempt.is_some(),
        _ => false,
    };
    let dump = machine.dump();
    let (now, after) = (before.clone(), Table::of(book, &dump));
    let old = vec![true; book.cards.len()];
    let picked = made.picked;
    let mut eyes = Eyes { book, looked, dump: &dump, now, after: &after, picked, old };
    eyes.forget();
    let mut shown = lots.shown;
    for (at, event) in events.iter().enumerate() {
        shown.extend(eyes.gone(event, &events[at..]));
        shown.extend(eyes.shown(event, &events[at..]));
        eyes.now.follow(book, &event.kind);
        eyes.forget();
    }
    shown.extend(counters(&events, &dump, looked.seat));
    if matches!(machine.stop(), Stop::Over(_)) {
        let value = format!("{:?}", subject.table(machine.clone()).scores());
        shown.push(Shown::other("scores".into(), value));
    }
    let (fault, broke) = match machine.stop() {
        Stop::Fault(fault) => {
            let held = machine.held().into_iter().map(|held| held.value);
            let at = held.filter(|value| matches!(value, Value::Seat(_))).collect();
            let told = machine.fault_readers() >> looked.seat & 1 == 1;
            let broke = breaks(&fault.about).then_some(told);
            (Some(Failed { stuck: fault.stuck_at().is_some(), rule: fault.span, at }), broke)
        }
        Stop::Asking | Stop::Over(_) => (None, None),
    };
    let chosen =
        events.iter().filter_map(|event| chosen(book, &before, event, looked.seat)).collect();
    Some(Run { shown, chosen, openly, attempt: events.iter().any(attempt), fault, broke })
}

/// Whether a rule broke for what it reads: the stop itself gives away something of that.
fn breaks(about: &FaultKind) -> bool {
    match about {
        FaultKind::Overflow
        | FaultKind::DivisionByZero
        | FaultKind::OutOfRange(..)
        | FaultKind::Unset(_)
        | FaultKind::SlotTaken(_)
        | FaultKind::NoPosition
        | FaultKind::NoneUsed
        | FaultKind::OffGrid
        | FaultKind::TooDeep(_) => true,
        FaultKind::NobodyCan(_)
        | FaultKind::NoEnding
        | FaultKind::Budget(..)
        | FaultKind::TooLong
        | FaultKind::NotRunning => false,
    }
}

/// Cards of no order that loops go through: which comes when is a lot, and whoever knows them sees
/// it by what is done for each.
struct Lots<'a> {
    book: &'a Rulebook,
    looked: Looked,
    /// What each loop has come to, by the body and the name.
    at: Vec<(BodyRef, String, Value)>,
    shown: Vec<Shown>,
}

impl Lots<'_> {
    fn look(&mut self, machine: &Machine) {
        if !self.looked.reseeded {
            return;
        }
        for Held { body, name, value, .. } in machine.held() {
            let Value::Card(card) = value else { continue };
            let known = self.at.iter().position(|(b, n, _)| (*b, n) == (body, &name));
            if known.is_some_and(|at| self.at[at].2 == value) || !self.is_of_a_loop(body, &name) {
                continue;
            }
            if let Some(at) = known {
                self.at.swap_remove(at);
            }
            let table = Table::of(self.book, &machine.dump());
            let seats = card_sight(self.book, &table, card).seats;
            if seats >> self.looked.seat & 1 == 1 {
                let row = self.book[card].row;
                let (place, value) = (format!("loop {body:?} {name}"), format!("{row:?}"));
                self.shown.push(Shown::other(place, value));
            }
            self.at.push((body, name, value));
        }
    }

    fn is_of_a_loop(&self, body: BodyRef, name: &str) -> bool {
        let named = |id: LocalId| body_of(self.book, body).is_some_and(|of| of[id].name == name);
        let mut found = false;
        for block in blocks(self.book, body) {
            each_stmt(block, &mut |stmt| {
                if let StmtKind::ForEach(local, cards, _) = &stmt.kind {
                    found |= no_order(cards) && named(*local);
                }
            });
        }
        found
    }
}

/// Who looks at what happens.
struct Eyes<'a> {
    book: &'a Rulebook,
    looked: Looked,
    dump: &'a Snapshot,
    /// The table where it happens.
    now: Table,
    after: &'a Table,
    /// Cards that others have chosen otherwise.
    picked: &'a [CardId],
    /// For each card whether the seat has known it from the first on.
    old: Vec<bool>,
}

impl Eyes<'_> {
    fn is_in(&self, seats: u32) -> bool {
        seats >> self.looked.seat & 1 == 1
    }

    /// Notes which cards the seat does not know where they lie now.
    fn forget(&mut self) {
        for at in 0..self.old.len() {
            let sight = card_sight(self.book, &self.now, CardId(at as u16));
            self.old[at] &= self.is_in(sight.seats);
        }
    }

    /// Whether the seat may learn by a card which it is: that one goes which it has known all the
    /// time, and not another, shows it nothing new.
    fn is_new(&self, card: CardId) -> bool {
        self.is_another(card) || !self.old[card.index()]
    }

    /// The face, who else knows it (that is told where copies differ), and what the card carries
    /// there, before what comes `behind`: whoever sees it sees that, too.
    fn face(&self, card: CardId, behind: &[Event]) -> String {
        let row = self.book[card].row;
        let carries = |owner: Owner, key: u16| matches!(owner, Owner::Card(_)) && key == card.0;
        let counters = self.dump.counters.iter().filter(|(id, key, _)| {
            let of = &self.book[*id];
            carries(of.owner, *key) && of.seen != Seen::Nobody
        });
        let there = |id, key, now| {
            let set = behind.iter().find_map(|event| match &event.kind {
                EventKind::Set(i, k, before, ..) if (*i, *k) == (id, key) => Some(Some(before)),
                _ => None,
            });
            set.unwrap_or(now)
        };
        let counters: Vec<_> =
            counters.map(|(id, key, now)| (id, there(*id, *key, now.as_ref()))).collect();
        let rows = |cards: &[Option<CardId>]| {
            let mut rows: Vec<_> = cards.iter().flatten().map(|c| self.book[*c].row).collect();
            rows.sort();
            rows
        };
        let zones = self.dump.zones.iter();
        let zones = zones.filter(|(id, key, _)| carries(self.book[*id].owner, *key));
        let held: Vec<_> = zones.map(|(id, _, cards)| (id, rows(cards))).collect();
        format!("{row:?} known to {:b}, {counters:?} {held:?}", self.after.known(card))
    }

    /// Whether a counter is a card's that the seat knows.
    fn carried(&self, id: CounterId, key: u16) -> bool {
        matches!(self.book[id].owner, Owner::Card(_))
            && self.is_in(card_sight(self.book, self.after, CardId(key)).seats)
    }

    /// Whether a card was chosen otherwise, or is one of those that a lot puts in order.
    fn is_another(&self, card: CardId) -> bool {
        self.looked.reseeded || self.picked.contains(&card)
    }

    /// The faces of a zone, place by place.
    fn order(&self, zone: ZoneId, key: u16) -> String {
        let row = |card: &Option<CardId>| self.book.cards.get((*card)?.index()).map(|c| c.row);
        let here = self.dump.zones.iter().filter(|(z, k, _)| (*z, *k) == (zone, key));
        let faces: Vec<_> = here.flat_map(|(.., cards)| cards.iter().map(row)).collect();
        format!("{faces:?} {:?}", self.dump.grid(zone, key))
    }

    /// A card that was chosen otherwise and goes: it is seen by where it comes from, too, as it may
    /// have gone before. In the other world that may be a card that was not.
    fn gone(&self, event: &Event, behind: &[Event]) -> Option<Shown> {
        let EventKind::Moved { card, from, to, seen, .. } = &event.kind else { return None };
        let place = format!("chosen and moved at {:?}", event.span);
        let value = || self.face(*card, behind) + &format!("{from:?} {to:?}");
        let gone = self.is_in(*seen) && self.picked.contains(card);
        gone.then(|| Shown::face(place, value()))
    }

    fn shown(&self, event: &Event, behind: &[Event]) -> Option<Shown> {
        let told = event.only.is_none_or(|seats| self.is_in(seats));
        match &event.kind {
            EventKind::Moved { card, from, to, seen, .. }
                if self.is_in(*seen) && self.is_new(*card) =>
            {
                // Of cards that a loop takes by lot, whoever knows one sees when its turn comes.
                let lies = if self.looked.reseeded {
                    place(self.after, &Value::Card(*card))
                } else {
                    String::new()
                };
                let place = format!("moved from {:?} to {:?}", from.0, to.0);
                Some(Shown::face(place, self.face(*card, behind) + &lies))
            }
            // Whoever knows a card reads of it, too, whoever it is shown to; of several the order,
            // which is a lot.
            EventKind::Shown(card, seats)
                if self.is_in(*seats) && self.is_new(*card)
                    || self.is_another(*card) && self.is_in(self.after.known(*card)) =>
            {
                // To whom it is shown, they read whether they know it already.
                let old = self.is_in(*seats & self.now.known(*card));
                let value = self.face(*card, behind) + if old { " again" } else { "" };
                Some(Shown::face("shown".into(), value))
            }
            EventKind::Swapped { a, b } if told => {
                let sees = |card: &CardId| {
                    let seats = card_sight(self.book, self.after, *card).seats;
                    if self.is_in(seats) { self.face(*card, behind) } else { String::new() }
                };
                let (place, value) = ("swapped".to_string(), sees(a) + &sees(b));
                let face = !value.is_empty();
                Some(Shown { place, value, face })
            }
            EventKind::Chose { site, seat: None, args, .. } if told && self.looked.reseeded => {
                let lies: String = args.iter().map(|arg| place(self.after, arg)).collect();
                let place = format!("chance at {site:?}");
                Some(Shown::other(place, format!("{args:?} {lies:?}")))
            }
            EventKind::Shuffled(zone, key)
                if self.looked.reseeded && self.is_in(static_seats(self.book, *zone, *key)) =>
            {
                let place = format!("shuffled {zone:?} {key}");
                Some(Shown::other(place, self.order(*zone, *key)))
            }
            // Cards of a set are gone through in an order that is a lot; and whoever knows a card
            // sees what a choice has done with it.
            EventKind::Set(id, key, ..)
                if self.is_another(CardId(*key)) && self.carried(*id, *key) =>
            {
                let value = self.face(CardId(*key), behind);
                Some(Shown::face(format!("{id:?} of a card"), value))
            }
            // Of a card that was chosen otherwise, or goes by lot, it is told where it lies and,
            // to whoever sees it, which it is.
            EventKind::Said(text, holes) if told => {
                let mut cards = Vec::new();
                holes.iter().for_each(|hole| cards_in(hole, &mut cards));
                cards.retain(|card| self.is_another(*card));
                // Whoever sees it there reads its face.
                let lie = cards.iter().map(|card| {
                    let seen = self.is_in(card_sight(self.book, &self.now, *card).seats);
                    let face = seen.then(|| self.book[*card].row);
                    format!("{:?} {face:?}", self.now.lies(*card))
                });
                let value = lie.collect::<Vec<_>>().join(" ");
                (!cards.is_empty()).then(|| Shown::other(format!("said {text:?}"), value))
            }
            EventKind::Ended(outcome) => Some(Shown::other("end".into(), format!("{outcome:?}"))),
            EventKind::Moved { .. }
            | EventKind::Shown(..)
            | EventKind::Swapped { .. }
            | EventKind::Chose { .. }
            | EventKind::CounterShown(..)
            | EventKind::Shuffled(..)
            | EventKind::Hidden(..)
            | EventKind::Set(..)
            | EventKind::Said(..)
            | EventKind::Dropped { .. }
            | EventKind::Began(..)
            | EventKind::Deed(..)
            | EventKind::Left { .. } => None,
        }
    }
}

/// The cards of a value.
pub(super) fn cards_in(value: &Value, found: &mut Vec<CardId>) {
    match value {
        Value::Card(card) => found.push(*card),
        Value::List(items) => items.iter().for_each(|item| cards_in(item, found)),
        _ => {}
    }
}

/// A value as all may know it: of a card where it lies.
fn place(table: &Table, value: &Value) -> String {
    match value {
        Value::Card(card) => format!("{:?}", table.lies(*card)),
        Value::List(items) => items.iter().map(|item| place(table, item)).collect(),
        other => format!("{other:?} "),
    }
}

/// A choice of somebody else as a seat may know it: of a card where it lay, and its face only if
/// the seat knew it there.
fn chosen(book: &Rulebook, before: &Table, event: &Event, me: u8) -> Option<String> {
    match &event.kind {
        EventKind::Chose { site, seat: Some(seat), what, args, .. } if *seat != me => {
            let what = match what {
                Offered::Move(id, ..) => format!("{id:?}"),
                Offered::Pass(_) | Offered::Decline | Offered::Values => format!("{what:?}"),
            };
            let mut cards = Vec::new();
            args.iter().for_each(|arg| cards_in(arg, &mut cards));
            cards.retain(|card| card_sight(book, before, *card).seats >> me & 1 == 1);
            let faces: Vec<_> = cards.iter().map(|card| book[*card].row).collect();
            let args: String = args.iter().map(|arg| place(before, arg)).collect();
            Some(format!("{site:?} {seat} {what} {args} {faces:?}"))
        }
        // When all have chosen, everybody reads what no longer fits.
        EventKind::Dropped { seat, what: Offered::Move(id, ..) } if *seat != me => {
            Some(format!("dropped {seat} {id:?}"))
        }
        _ => None,
    }
}

/// Counters that were shown to the seat, as they stand in the end or stood when they changed last.
fn counters(events: &[Event], dump: &Snapshot, seat: u8) -> Vec<Shown> {
    let shown = events.iter().filter_map(|event| match &event.kind {
        EventKind::CounterShown(id, key, seats, _) if seats >> seat & 1 == 1 => Some((*id, *key)),
        _ => None,
    });
    let value = |id, key| {
        let now =
            dump.counters.iter().find(|(i, k, _)| (*i, *k) == (id, key)).map(|(.., value)| value);
        let set = events.iter().filter_map(|event| match &event.kind {
            EventKind::Set(i, k, before, after, _) if (*i, *k) == (id, key) => {
                Some((before, after))
            }
            _ => None,
        });
        format!("{now:?} {:?}", set.collect::<Vec<_>>())
    };
    shown.map(|(id, key)| Shown::other(format!("{id:?}"), value(id, key))).collect()
}

/// The cards that a seat sees on a table, or came to see by events.
pub(super) fn seen_cards(book: &Rulebook, dump: &Snapshot, seat: u8, seen: &mut [bool]) {
    let table = Table::of(book, dump);
    for (at, seen) in seen.iter_mut().enumerate() {
        let card = CardId(at as u16);
        *seen |=
            card_sight(book, &table, card).seats >> seat & 1 == 1 || table.lies(card).is_none();
    }
}
