//! What has happened, as sentences. They are written once, when it happens, with what each reader knew then; reading
//! them later tells nobody more.

use super::face::Faces;
use super::holds;
use super::menu::{bound, is_hidden};
use super::naming::Naming;
use super::piece::{CardPiece, Piece, Sentence, read, say};
use super::set_up;
use super::sight::{Sighted, Viewer, counter_sight, zone_sight};
use super::sites;
use super::table::Table;
use super::travel::{Run, Spot, Way};
use crate::ask::{Event, EventKind, Offered, Outcome};
use houserules_lang::ir::{
    CardId, CounterId, Expr, ExprKind, LocalId, Owner, Rulebook, SiteId, Step, TemplatePart, TextId, Type,
    Value,
};
use houserules_lang::source::Span;
use serde::Serialize;
use std::collections::BTreeSet;

/// What a line of the log tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Told {
    /// A stage began: `round 2`.
    Heading,
    /// Somebody chose.
    Choice,
    /// A deed with a title began.
    Deed,
    /// A card, counter or zone changed.
    Effect,
    /// The rules say something.
    Said,
    /// The game ended.
    End,
    /// Somebody went back over the game, or changed it from outside.
    Remark,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What it tells.
    pub told: Told,
    /// Its words, by reader.
    pub sentence: Sentence,
    /// Who may read it at all.
    pub sighted: Sighted,
    /// The rule's place.
    pub span: Span,
    /// Who chose, or whose turn began.
    pub seat: Option<u8>,
}

/// A line as one reader reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LogLine {
    /// What it tells.
    pub told: Told,
    /// Its text.
    pub text: String,
}

/// Reads lines for one reader; those not meant for them are left out.
#[must_use]
pub fn read_lines(lines: &[Line], viewer: Viewer) -> Vec<LogLine> {
    let mine: Vec<&Line> = lines.iter().filter(|l| viewer.among(l.sighted)).collect();
    let next = mine.iter().skip(1).map(|l| if l.told == Told::Choice { l.seat } else { None });
    let next = next.chain([None]);
    // Whose turn it is can be seen from who chooses.
    let told = mine
        .iter()
        .zip(next)
        .filter(|(l, next)| !(l.told == Told::Heading && l.seat.is_some() && l.seat == *next));
    told.map(|(l, _)| LogLine { told: l.told, text: read(&l.sentence, viewer) }).collect()
}

/// Writes events down.
#[derive(Debug)]
pub struct Scribe<'a> {
    /// Names.
    pub naming: Naming<'a>,
    /// The table, as it was before the next event.
    pub table: &'a mut Table,
    /// The lines.
    pub lines: &'a mut Vec<Line>,
}

impl Scribe<'_> {
    /// Writes down some events in order. Like effects that follow each other make one line, and a card that a choice
    /// has named is not told to go where the choice sends it.
    pub fn write(&mut self, events: &[Event]) {
        let mut events: Vec<&Event> = events.iter().filter(|e| !self.is_silent(&e.kind)).collect();
        let sets_up = self.lines.is_empty();
        if sets_up {
            events = set_up::gathered(self.naming.book, &events);
        }
        let mut at = 0;
        let mut named = BTreeSet::new();
        while let Some(event) = events.get(at) {
            at += match &event.kind {
                EventKind::Chose { .. } if event.only.is_none() => {
                    named = self.choice(event, &events[at + 1..]);
                    1
                }
                EventKind::Moved { card, .. } if named.remove(card) => {
                    self.table.follow(self.naming.book, &event.kind);
                    1
                }
                EventKind::Moved { .. } => self.moved(&events[at..], &named),
                EventKind::Set(..) if sets_up && event.only.is_none() => self.set_for_each(&events[at..]),
                EventKind::Shuffled(..) | EventKind::Swapped { .. } if event.only.is_none() => {
                    named.clear();
                    self.one(event)
                }
                _ => self.alike(&events[at..]),
            };
        }
    }

    /// Tells of events as far as they fit one line; gives how many.
    fn alike(&mut self, events: &[&Event]) -> usize {
        let Some(event) = events.first() else { return 1 };
        match &event.kind {
            EventKind::Shown(_, seats) => self.shown(events, *seats),
            EventKind::Hidden(_, seats) => self.hidden(events, *seats),
            _ => self.one(event),
        }
    }

    /// Tells of one event.
    fn one(&mut self, event: &Event) -> usize {
        if let Some((told, sentence, sighted)) = self.single(&event.kind) {
            let seat = self.whose_turn(&event.kind);
            let sighted = event.only.map_or(sighted, |seats| sighted.and(Sighted { seats, all: false }));
            self.lines.push(Line { told, sentence, sighted, span: event.span, seat });
        }
        if let (EventKind::CounterShown(counter, key, to), Some(only)) = (&event.kind, event.only) {
            for seat in seats(to & !only) {
                let sentence = self.counter_shown(*counter, *key, 1 << seat);
                self.put(sentence, Sighted { seats: 1 << seat, all: false }, event.span);
            }
        }
        self.table.follow(self.naming.book, &event.kind);
        1
    }

    /// Tells what the set-up sets for several players in one line; gives how many events that are.
    fn set_for_each(&mut self, events: &[&Event]) -> usize {
        let Some(first) = events.first() else { return 1 };
        let Some((sentence, n)) = set_up::set_for_each(self.faces(), events) else {
            return self.one(first);
        };
        self.put(sentence, Sighted::EVERYONE, first.span);
        events.iter().take(n).for_each(|e| self.table.follow(self.naming.book, &e.kind));
        n
    }

    fn put(&mut self, sentence: Sentence, sighted: Sighted, span: Span) {
        self.lines.push(Line { told: Told::Effect, sentence, sighted, span, seat: None });
    }

    fn counter_shown(&self, counter: CounterId, key: u16, to: u32) -> Sentence {
        let mut sentence = Vec::new();
        self.counter(&mut sentence, counter, key);
        say(&mut sentence, &format!(" is shown to {}", self.mask(to)));
        sentence
    }

    /// The player whose turn begins, if the stage has no title of its own.
    fn whose_turn(&self, kind: &EventKind) -> Option<u8> {
        match kind {
            EventKind::Began(stage, Value::Seat(seat)) => {
                self.naming.book.stages.get(stage.index()).filter(|s| s.title.is_none()).map(|_| *seat)
            }
            _ => None,
        }
    }

    /// A choice names its cards also to those who see them in its very next effects, before anything is shuffled or
    /// chosen again: they see the card come from where it was chosen. Gives the cards whose way is told with it.
    fn choice(&mut self, event: &Event, after: &[&Event]) -> BTreeSet<CardId> {
        let EventKind::Chose { site, seat, what, args, holes } = &event.kind else { return BTreeSet::new() };
        let before = self.table.clone();
        let mut ways: Vec<Way> = Vec::new();
        let mut moved = BTreeSet::new();
        for event in after.iter().filter(|e| e.only.is_none()) {
            match &event.kind {
                EventKind::Chose { .. } | EventKind::Shuffled(..) | EventKind::Swapped { .. } => break,
                EventKind::Moved { card, from, to, .. } if moved.insert(*card) => {
                    let target = zone_sight(self.naming.book, &before, to.0, to.1);
                    let here = before.lies(*card).is_some_and(|l| (l.zone, l.key) == *from);
                    if here {
                        self.table.reveal(*card, target);
                        ways.extend(Way::of(&event.kind));
                    }
                }
                EventKind::Shown(card, seats) if !moved.contains(card) => {
                    self.table.reveal(*card, Sighted { seats: *seats, all: false });
                }
                _ => {}
            }
        }
        let chosen = Chosen { site: *site, seat: *seat, what, args, holes };
        let cards = self.named(&chosen);
        ways.retain(|way| cards.contains(&way.card));
        let clause = self.clause(&chosen, &ways);
        let mut sentence = Vec::new();
        self.chose(&mut sentence, &chosen, &clause);
        let told = Told::Choice;
        self.lines.push(Line { told, sentence, sighted: Sighted::EVERYONE, span: event.span, seat: *seat });
        *self.table = before;
        if clause.whole { ways.into_iter().map(|way| way.card).collect() } else { BTreeSet::new() }
    }

    fn faces(&self) -> Faces<'_> {
        Faces { naming: self.naming, table: self.table }
    }

    fn single(&self, kind: &EventKind) -> Option<(Told, Sentence, Sighted)> {
        let mut sentence = Vec::new();
        let (told, sighted) = match kind {
            EventKind::Moved { .. } | EventKind::Shown(..) | EventKind::Hidden(..) => return None,
            EventKind::Chose { site, seat, what, args, holes } => {
                let chosen = Chosen { site: *site, seat: *seat, what, args, holes };
                self.chose(&mut sentence, &chosen, &self.clause(&chosen, &[]));
                (Told::Choice, Sighted::EVERYONE)
            }
            EventKind::Swapped { a, b } => {
                self.swapped(&mut sentence, *a, *b);
                (Told::Effect, Sighted::EVERYONE)
            }
            EventKind::Shuffled(zone, key) => {
                say(&mut sentence, &self.naming.shuffled(*zone, *key));
                (Told::Effect, Sighted::EVERYONE)
            }
            EventKind::CounterShown(counter, key, seats) => {
                sentence = self.counter_shown(*counter, *key, *seats);
                (Told::Effect, Sighted::EVERYONE)
            }
            EventKind::Set(counter, key, before, after) => {
                self.set(&mut sentence, *counter, (before, after), *key);
                (Told::Effect, counter_sight(self.naming.book, self.table, *counter, *key))
            }
            EventKind::Dropped { seat, what } => {
                let name = self.move_name(what);
                say(&mut sentence, &format!("{}'s `{name}` no longer fits", self.naming.seat(*seat)));
                (Told::Choice, Sighted::EVERYONE)
            }
            EventKind::Said(text, holes) => {
                self.faces().text(&mut sentence, *text, holes);
                (Told::Said, Sighted::EVERYONE)
            }
            EventKind::Deed(text, holes) => {
                self.faces().text(&mut sentence, *text, holes);
                (Told::Deed, Sighted::EVERYONE)
            }
            EventKind::Began(stage, value) => {
                say(&mut sentence, &self.faces().stage(*stage, value));
                (Told::Heading, Sighted::EVERYONE)
            }
            EventKind::Left(stage, at) => {
                say(&mut sentence, &holds::left(self.naming, *stage, *at)?);
                (Told::Effect, Sighted::EVERYONE)
            }
            EventKind::Ended(outcome) => {
                say(&mut sentence, &ending(self.naming, outcome));
                (Told::End, Sighted::EVERYONE)
            }
        };
        Some((told, sentence, sighted))
    }

    /// Tells of as many moves as fit one line; gives how many. What only some may know happened in between is told
    /// behind it, so that nobody sees from a line where it was interrupted.
    fn moved(&mut self, events: &[&Event], named: &BTreeSet<CardId>) -> usize {
        let seen = events.iter().filter(|e| e.only.is_none());
        let ways = seen.map_while(|e| Way::of(&e.kind)).take_while(|w| !named.contains(&w.card));
        let run = Run::first(self.naming.book, ways);
        let span = events.first().map(|e| e.span).unwrap_or_default();
        for (sentence, sighted) in run.tell(self.faces()) {
            self.put(sentence, sighted, span);
        }
        let mut left = run.len().max(1);
        for (at, event) in events.iter().enumerate() {
            if event.only.is_some() {
                self.alike(&[*event]);
                continue;
            }
            self.table.follow(self.naming.book, &event.kind);
            left -= 1;
            if left == 0 {
                return at + 1;
            }
        }
        events.len()
    }

    /// Tells of cards shown to the same seats in one line; gives how many.
    fn shown(&mut self, events: &[&Event], to: u32) -> usize {
        let card = |kind: &EventKind| match kind {
            EventKind::Shown(card, seats) if *seats == to => Some(*card),
            _ => None,
        };
        let run = Alike::of(events, card);
        let shown = |card: &CardId| {
            let mut piece = self.faces().card(*card);
            piece.sighted.seats |= to;
            piece
        };
        let cards: Vec<CardPiece> = run.cards.iter().map(shown).collect();
        let verb = if cards.len() == 1 { "is" } else { "are" };
        let sentence = |to: &str| {
            let words = format!(" {verb} shown to {to}");
            vec![Piece::Cards(cards.clone()), Piece::Words(words)]
        };
        let mut lines = vec![(sentence(&self.mask(to)), run.sighted())];
        // Whoever is shown a card learns of that alone.
        for seat in seats(to & run.only.map_or(0, |only| !only)) {
            let sighted = Sighted { seats: 1 << seat, all: false };
            lines.push((sentence(&self.naming.seat(seat)), sighted));
        }
        for (sentence, sighted) in lines {
            self.put(sentence, sighted, run.span);
        }
        self.follow_all(events, &run);
        run.len
    }

    /// Those who lose sight of cards read of their places, not of their faces.
    fn hidden(&mut self, events: &[&Event], from: u32) -> usize {
        let card = |kind: &EventKind| match kind {
            EventKind::Hidden(card, seats) if *seats == from => Some(*card),
            _ => None,
        };
        let run = Alike::of(events, card);
        for event in events.iter().take(run.len).filter(|e| e.only == run.only) {
            self.table.follow(self.naming.book, &event.kind);
        }
        let verb = if run.cards.len() == 1 { "is" } else { "are" };
        let words = format!(" {verb} hidden from {}", self.mask(from));
        let cards = run.cards.iter().map(|card| self.faces().card(*card)).collect();
        self.put(vec![Piece::Cards(cards), Piece::Words(words)], run.sighted(), run.span);
        for event in events.iter().take(run.len).filter(|e| e.only != run.only) {
            self.alike(&[*event]);
        }
        run.len
    }

    /// Goes past the events of a run; tells of those between them that only some may know of.
    fn follow_all(&mut self, events: &[&Event], run: &Alike) {
        for event in events.iter().take(run.len) {
            if event.only == run.only {
                self.table.follow(self.naming.book, &event.kind);
            } else {
                self.alike(&[*event]);
            }
        }
    }

    /// Both cards keep their knowers, but neither is named by a face that only its new zone shows.
    fn swapped(&self, sentence: &mut Sentence, a: CardId, b: CardId) {
        sentence.push(Piece::Cards(vec![self.faces().card(a)]));
        say(sentence, " and ");
        sentence.push(Piece::Cards(vec![self.faces().card(b)]));
        say(sentence, " change places");
    }

    fn set(&self, sentence: &mut Sentence, counter: CounterId, values: (&Value, &Value), key: u16) {
        let none = Type::None;
        let ty = self.naming.book.counters.get(counter.index()).map_or(&none, |c| &c.ty);
        self.counter(sentence, counter, key);
        match values {
            (Value::Number(before), Value::Number(after)) => {
                let change = after.saturating_sub(*before);
                let sign = if change < 0 { "" } else { "+" };
                let (change, after) = (self.naming.number(ty, change), self.naming.number(ty, *after));
                say(sentence, &format!(": {sign}{change}, now {after}"));
            }
            (_, after) => {
                say(sentence, " is now ");
                self.faces().held(sentence, ty, after);
            }
        }
    }

    /// A counter by its owner's name; a card by its face for those who know it.
    fn counter(&self, sentence: &mut Sentence, counter: CounterId, key: u16) {
        match self.naming.book.counters.get(counter.index()) {
            Some(info) if matches!(info.owner, Owner::Card(_)) => {
                sentence.push(Piece::Cards(vec![self.faces().card(CardId(key))]));
                say(sentence, &format!("'s {}", info.name.replace('_', " ")));
            }
            _ => say(sentence, &self.naming.counter(counter, key)),
        }
    }

    /// A change to the same value; what a run has, and bookkeeping: both are for the rules' own use and would only fill
    /// the log.
    fn is_silent(&self, kind: &EventKind) -> bool {
        let (counter, same) = match kind {
            EventKind::Set(counter, _, before, after) => (counter, before == after),
            EventKind::CounterShown(counter, ..) => (counter, false),
            _ => return false,
        };
        let Some(info) = self.naming.book.counters.get(counter.index()) else { return same };
        let runs = matches!((info.owner, kind), (Owner::Run(_), EventKind::Set(..)));
        same || info.bookkeeping || runs
    }

    fn mask(&self, seats: u32) -> String {
        let all: Vec<u8> = (0..self.naming.seats.len().min(32)).map(|s| s as u8).collect();
        let these: Vec<u8> = all.iter().copied().filter(|s| seats >> s & 1 == 1).collect();
        if these.len() == all.len() { "everyone".into() } else { self.naming.seat_list(&these) }
    }

    fn move_name(&self, what: &Offered) -> String {
        match what {
            Offered::Move(id, ..) => {
                self.naming.book.moves.get(id.index()).map_or_else(String::new, |m| m.name.clone())
            }
            Offered::Pass(_) => "pass".into(),
            Offered::Decline => "decline".into(),
            Offered::Values => "choice".into(),
        }
    }

    /// The cards that a choice's line names.
    fn named(&self, chosen: &Chosen) -> Vec<CardId> {
        fn cards(value: &Value, into: &mut Vec<CardId>) {
            match value {
                Value::Card(card) => into.push(*card),
                Value::List(items) => items.iter().for_each(|item| cards(item, into)),
                _ => {}
            }
        }
        let mut found = Vec::new();
        let book = self.naming.book;
        let told = self.told(chosen.what);
        match chosen.what {
            Offered::Move(id, ..) => {
                let Some(m) = book.moves.get(id.index()) else { return found };
                let (what, open) = chosen.split(book);
                for (local, value) in bound(book, &what, open) {
                    let open = m.steps.iter().skip(usize::from(m.hidden_this)).any(|s| s.local == local);
                    if open || told.contains(&local) {
                        cards(&value, &mut found);
                    }
                }
            }
            _ => chosen.args.iter().for_each(|arg| cards(arg, &mut found)),
        }
        found
    }

    /// Locals that the title of a move names.
    fn told(&self, what: &Offered) -> Vec<LocalId> {
        self.title(what).map_or_else(Vec::new, |text| named_in(self.naming.book, text))
    }

    fn title(&self, what: &Offered) -> Option<TextId> {
        what.announced(self.naming.book).filter(|_| matches!(what, Offered::Move(..)))
    }

    /// What a choice's line says about the ways its cards go: whose zone they come from or go to, if it is another
    /// player's. Of a value nothing but where it goes says what it is for.
    fn clause(&self, chosen: &Chosen, ways: &[Way]) -> Clause {
        let book = self.naming.book;
        let mut clause =
            Clause { whole: true, titled: self.title(chosen.what).is_some(), ..Clause::default() };
        let (Some(me), Some(first)) = (chosen.seat, ways.first()) else {
            return Clause { whole: chosen.seat.is_some(), ..clause };
        };
        let one_to = ways.iter().all(|way| way.to == first.to);
        if *chosen.what == Offered::Values {
            let verb = if ways.len() == 1 { "goes" } else { "go" };
            if one_to {
                clause.words = format!(", which {verb} to {}", self.naming.zone(first.to.0, first.to.1));
            }
            clause.whole = one_to;
            return clause;
        }
        let (what, open) = chosen.split(book);
        let told = self.told(chosen.what);
        let locals = bound(book, &what, open);
        let said = |key: u16| {
            locals.iter().any(|(local, value)| told.contains(local) && *value == Value::Seat(key as u8))
        };
        let others = |(zone, key): Spot| {
            let owner = book.zones.get(zone.index()).map(|z| z.owner);
            owner == Some(Owner::Player) && key != u16::from(me) && !said(key)
        };
        let open = |way: &Way| self.faces().card(way.card).sighted.all;
        if others(first.from) && ways.iter().all(|way| way.from == first.from && open(way)) {
            clause.words = format!(" from {}", self.naming.zone(first.from.0, first.from.1));
            clause.seats.push(Value::Seat(first.from.1 as u8));
        }
        if others(first.to) && one_to {
            clause.words.push_str(&format!(" to {}", self.naming.zone(first.to.0, first.to.1)));
            clause.seats.push(Value::Seat(first.to.1 as u8));
        }
        clause
    }

    fn chose(&self, sentence: &mut Sentence, chosen: &Chosen, clause: &Clause) {
        let seat = chosen.seat;
        let who = seat.map_or_else(|| "chance".into(), |s| self.naming.seat(s));
        match chosen.what {
            Offered::Pass(None) => say(sentence, &format!("{who} passes")),
            Offered::Pass(Some(text)) => {
                say(sentence, &format!("{who}: "));
                self.faces().text(sentence, *text, chosen.holes);
            }
            Offered::Decline => say(sentence, &format!("{who} declines")),
            Offered::Values => {
                let steps = sites::find(self.naming.book, chosen.site).map_or(&[][..], sites::value_steps);
                let names = |_: LocalId| String::new();
                say(sentence, &format!("{who} {}", if seat.is_none() { "gives" } else { "chooses" }));
                self.filled(sentence, &steps.iter().zip(chosen.args).collect::<Vec<_>>(), &names, clause);
            }
            Offered::Move(..) => {
                say(sentence, &who);
                self.chose_move(sentence, chosen, clause);
            }
        }
    }

    fn chose_move(&self, sentence: &mut Sentence, chosen: &Chosen, clause: &Clause) {
        let book = self.naming.book;
        let Offered::Move(id, ..) = chosen.what else { return };
        let Some(m) = book.moves.get(id.index()) else { return };
        let (what, open) = chosen.split(book);
        say(sentence, " ");
        match self.title(chosen.what) {
            Some(text) => self.faces().text(sentence, text, chosen.holes),
            None => say(sentence, &third_person(&m.name)),
        }
        let told = self.told(chosen.what);
        let hidden = usize::from(is_hidden(book, &what));
        let left =
            |(step, value): &(&Step, &Value)| !told.contains(&step.local) && !clause.seats.contains(value);
        let rest: Vec<(&Step, &Value)> = m.steps.iter().zip(open).skip(hidden).filter(left).collect();
        let names = |l: LocalId| m.body.locals.get(l.index()).map_or_else(String::new, |l| l.name.clone());
        self.filled(sentence, &rest, &names, clause);
    }

    /// Values of a choice: one alone, or a card, as it is; the others in brackets with their names.
    fn filled(
        &self,
        sentence: &mut Sentence,
        rest: &[(&Step, &Value)],
        names: &dyn Fn(LocalId) -> String,
        clause: &Clause,
    ) {
        let as_it_is = |v: &Value| match v {
            Value::List(items) => items.iter().all(|i| matches!(i, Value::Card(_))),
            v => matches!(v, Value::Card(_)),
        };
        let alone = rest.len() == 1 && (clause.words.is_empty() || as_it_is(rest[0].1));
        // After a title, which is a sentence of its own, they are set off.
        let mut before = if clause.titled { ": " } else { " " };
        let shown: Vec<_> = rest.iter().filter(|(_, v)| alone || as_it_is(v)).collect();
        for (step, value) in &shown {
            say(sentence, before);
            before = if clause.titled { ", " } else { " " };
            // Several behind a title: which is which is in their names.
            let name = names(step.local);
            if clause.titled && shown.len() > 1 && name.chars().count() > 1 {
                say(sentence, &format!("{} ", name.replace('_', " ")));
            }
            self.faces().value(sentence, &super::menu::filled_type(step), value);
        }
        say(sentence, &clause.words);
        if alone {
            return;
        }
        let others: Vec<_> = rest.iter().filter(|(_, v)| !as_it_is(v)).collect();
        for (at, (step, value)) in others.iter().enumerate() {
            let name = names(step.local);
            let before = if at == 0 { " (" } else { ", " };
            say(sentence, before);
            if !name.is_empty() {
                say(sentence, &format!("{} ", name.replace('_', " ")));
            }
            self.faces().value(sentence, &super::menu::filled_type(step), value);
        }
        if !others.is_empty() {
            say(sentence, ")");
        }
    }
}

/// Events of one kind that make one line.
struct Alike {
    cards: Vec<CardId>,
    /// How many events they lie among.
    len: usize,
    /// Who may know of them; none: everybody.
    only: Option<u32>,
    span: Span,
}

impl Alike {
    /// The cards of the first events; what only some may know of is passed over, if these are everybody's.
    fn of(events: &[&Event], card: impl Fn(&EventKind) -> Option<CardId>) -> Self {
        let first = events.first();
        let only = first.and_then(|e| e.only);
        let span = first.map(|e| e.span).unwrap_or_default();
        let mut run = Self { cards: Vec::new(), len: 1, only, span };
        for (at, event) in events.iter().enumerate() {
            if only.is_none() && event.only.is_some() {
                continue;
            }
            let Some(card) = Some(event).filter(|e| e.only == only).and_then(|e| card(&e.kind)) else {
                break;
            };
            run.cards.push(card);
            run.len = at + 1;
        }
        run
    }

    fn sighted(&self) -> Sighted {
        self.only.map_or(Sighted::EVERYONE, |seats| Sighted { seats, all: false })
    }
}

/// The seats of a mask.
fn seats(mask: u32) -> impl Iterator<Item = u8> {
    (0..32).filter(move |seat| mask >> seat & 1 == 1)
}

/// A choice that was made.
struct Chosen<'a> {
    site: SiteId,
    seat: Option<u8>,
    what: &'a Offered,
    args: &'a [Value],
    holes: &'a [Value],
}

impl Chosen<'_> {
    /// The move with the arguments that the menu gave, and those that the chooser filled in.
    fn split(&self, book: &Rulebook) -> (Offered, &[Value]) {
        let Offered::Move(id, given, _) = self.what else { return (self.what.clone(), self.args) };
        let n = book.moves.get(id.index()).map_or(0, |m| usize::from(m.given));
        let given = self.args.get(..n).unwrap_or(given).to_vec();
        (Offered::Move(*id, given, None), self.args.get(n..).unwrap_or(&[]))
    }
}

/// What is said about the ways of a choice's cards.
#[derive(Debug, Default)]
struct Clause {
    /// ` from Ben's stall`
    words: String,
    /// Players whom it names.
    seats: Vec<Value>,
    /// Nothing more needs to be told of these ways.
    whole: bool,
    /// The move has a title.
    titled: bool,
}

/// How a game ended, in words.
#[must_use]
pub fn ending(naming: Naming<'_>, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Won(seats) if seats.is_empty() => "the game is over, and nobody has won".into(),
        Outcome::Won(seats) if seats.len() == 1 => format!("{} wins", naming.seat_list(seats)),
        Outcome::Won(seats) if seats.len() == naming.seats.len() && seats.len() > 1 => {
            format!("{} win together", naming.seat_list(seats))
        }
        Outcome::Won(seats) => format!("{} win", naming.seat_list(seats)),
        Outcome::Lost => "the game is lost by all".into(),
    }
}

/// Locals that a text's holes name.
fn named_in(book: &Rulebook, text: TextId) -> Vec<LocalId> {
    fn local(expr: &Expr) -> Option<LocalId> {
        match &expr.kind {
            ExprKind::Local(id) => Some(*id),
            _ => None,
        }
    }
    let parts = book.texts.get(text.index()).map_or(&[][..], |t| &t.parts);
    parts.iter().filter_map(|p| if let TemplatePart::Hole(e) = p { local(e) } else { None }).collect()
}

/// `take_back` as `takes back`.
#[must_use]
pub fn third_person(name: &str) -> String {
    let (verb, rest) = name.split_once('_').unwrap_or((name, ""));
    let sibilant = ["s", "sh", "ch", "x", "z", "o"].iter().any(|end| verb.ends_with(end));
    let mut letters = verb.chars().rev();
    let consonant_y = letters.next() == Some('y') && letters.next().is_some_and(|c| !"aeiou".contains(c));
    let verb = match () {
        () if consonant_y => format!("{}ies", &verb[..verb.len() - 1]),
        () if sibilant => format!("{verb}es"),
        () => format!("{verb}s"),
    };
    if rest.is_empty() { verb } else { format!("{verb} {}", rest.replace('_', " ")) }
}

#[cfg(test)]
mod tests {
    use super::third_person;

    #[test]
    fn verbs() {
        for (name, told) in [
            ("lay", "lays"),
            ("take_back", "takes back"),
            ("pass", "passes"),
            ("carry", "carries"),
            ("draw_one", "draws one"),
            ("go", "goes"),
        ] {
            assert_eq!(third_person(name), told);
        }
    }
}
