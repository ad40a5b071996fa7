//! What has happened, as sentences. They are written once, when it happens, with what each reader
//! knew then; reading them later tells nobody more.

mod called;
mod chosen;
pub mod holds;
mod set_up;
pub mod travel;

use crate::log::chosen::Chosen;
use crate::log::travel::{Run, Way};
use crate::rendering::face::Faces;
use crate::rendering::redacted::{CardPiece, Fragment, Sentence, read, say};
use crate::visibility::layout::Table;
use crate::visibility::{Sighted, Viewer, counter_sight};
use houserules_interpreter::ask::{Event, EventKind, Outcome};
use houserules_lang::ir::{
    CardId, Counter, CounterId, Owner, Rulebook, Seen, SetOp, SiteId, Type, Value,
};
use houserules_lang::naming::{Naming, listed};
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
    /// What it shares with others before and behind it, so that they can be told together.
    pub shared: Option<Shared>,
}

/// What somebody chose, where others can choose the same: `Ana passes`, `Ben chooses yes`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shared {
    /// Who.
    pub name: String,
    /// What was chosen at once with others, and where in the rules; none: they pass.
    pub chosen: Option<(SiteId, String)>,
}

impl Shared {
    /// How the line begins: `Ana passes`.
    fn beginning(&self) -> String {
        match &self.chosen {
            Some((_, words)) => format!("{} chooses {words}", self.name),
            None => format!("{} passes", self.name),
        }
    }

    fn site(&self) -> Option<SiteId> {
        self.chosen.as_ref().map(|(site, _)| *site)
    }
}

/// A line as one reader reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LogLine {
    /// What it tells.
    pub told: Told,
    /// Its text.
    pub text: String,
}

/// Reads lines for one reader; those not meant for them are left out. Several who pass one after
/// the other are one line.
#[must_use]
pub fn read_lines(lines: &[Line], viewer: Viewer) -> Vec<LogLine> {
    let mine: Vec<&Line> = lines.iter().filter(|l| viewer.among(l.sighted)).collect();
    let mut told = Vec::new();
    let mut at = 0;
    while let Some(line) = mine.get(at) {
        let (n, text) = together(&mine[at..], viewer);
        // Whose turn it is can be seen from who chooses.
        let next = mine
            .get(at + 1)
            .filter(|l| l.told == Told::Choice && together(&mine[at + 1..], viewer).0 == 1);
        let folded = line.told == Told::Heading
            && line.seat.is_some()
            && next.is_some_and(|l| l.seat == line.seat);
        if !folded {
            told.push(LogLine { told: line.told, text });
        }
        at += n;
    }
    told
}

/// How many of these lines are one for a reader, and its text: `Ana and Ben pass`,
/// `yes: Ana, Ben; no: Cleo`.
fn together(lines: &[&Line], viewer: Viewer) -> (usize, String) {
    let Some(first) = lines.first() else { return (1, String::new()) };
    let text = read(&first.sentence, viewer);
    let parted = |line: &Line| {
        let shared = line.shared.clone()?;
        let rest = read(&line.sentence, viewer).strip_prefix(&shared.beginning())?.to_string();
        Some((shared, rest))
    };
    let Some((begun, rest)) = parted(first) else { return (1, text) };
    let mut all: Vec<Shared> = Vec::new();
    for (shared, more) in lines.iter().map_while(|line| parted(line)) {
        let other = more != rest || shared.site() != begun.site();
        if other || all.iter().any(|s| s.name == shared.name) {
            break;
        }
        all.push(shared);
    }
    if all.len() < 2 { (1, text) } else { (all.len(), format!("{}{rest}", all_chose(&all))) }
}

/// What several chose at once.
fn all_chose(all: &[Shared]) -> String {
    let mut answers: Vec<(Option<&str>, Vec<String>)> = Vec::new();
    for shared in all {
        let words = shared.chosen.as_ref().map(|(_, words)| words.as_str());
        match answers.iter_mut().find(|(other, _)| *other == words) {
            Some((_, names)) => names.push(shared.name.clone()),
            None => answers.push((words, vec![shared.name.clone()])),
        }
    }
    let one = |(words, names): &(Option<&str>, Vec<String>)| {
        format!("{}: {}", words.unwrap_or("pass"), names.join(", "))
    };
    match answers.as_slice() {
        [(None, names)] => format!("{} pass", listed(names, "and")),
        [(Some(words), names)] => format!("{} choose {words}", listed(names, "and")),
        several => several.iter().map(one).collect::<Vec<_>>().join("; "),
    }
}

/// Writes events down.
#[derive(Debug)]
pub struct LogWriter<'a> {
    /// Names.
    pub naming: Naming<'a>,
    /// The table, as it was before the next event.
    pub table: &'a mut Table,
    /// The lines.
    pub lines: &'a mut Vec<Line>,
}

impl LogWriter<'_> {
    /// Writes down some events in order. Like effects that follow each other make one line, and a
    /// card that a choice has named is not told to go where the choice sends it.
    pub fn write(&mut self, events: &[Event]) {
        let mut events: Vec<&Event> = events.iter().filter(|e| !self.is_silent(&e.kind)).collect();
        in_no_order(&mut events);
        // So many events are the set-up.
        let mut set_up = 0;
        if self.lines.is_empty() {
            (events, set_up) = set_up::gathered(self.naming.book, &events);
        }
        let mut at = 0;
        let mut told = BTreeSet::new();
        while let Some(event) = events.get(at) {
            at += match &event.kind {
                EventKind::Chose { site, .. } if event.only.is_none() => {
                    // Whoever chooses at once is told of in the same way: with what follows when
                    // all have chosen.
                    let behind = at + 1 + chosen_together(*site, &events[at + 1..]);
                    told.extend(
                        self.choice(event, &events[behind..]).into_iter().map(|n| behind + n),
                    );
                    1
                }
                EventKind::Moved { .. } if told.contains(&at) => {
                    self.table.follow(self.naming.book, &event.kind);
                    1
                }
                EventKind::Moved { .. } => {
                    let end = told.range(at..).next().copied().unwrap_or(events.len());
                    self.moved(&events[at..end])
                }
                EventKind::Set(..) if at < set_up && event.only.is_none() => {
                    self.set_for_each(&events[at..set_up])
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
            let sighted =
                event.only.map_or(sighted, |seats| sighted.and(Sighted { seats, all: false }));
            let shared = self.shared(&event.kind);
            self.lines.push(Line { told, sentence, sighted, span: event.span, seat, shared });
        }
        if let (EventKind::CounterShown(counter, key, to, value), Some(only)) =
            (&event.kind, event.only)
        {
            for seat in seats(to & !only) {
                let sentence = self.counter_shown((*counter, *key), 1 << seat, value);
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
        self.lines.push(Line {
            told: Told::Effect,
            sentence,
            sighted,
            span,
            seat: None,
            shared: None,
        });
    }

    /// That a counter is shown, with its value for those who see it then.
    fn counter_shown(&self, (counter, key): (CounterId, u16), to: u32, value: &Value) -> Sentence {
        let mut sentence = Vec::new();
        self.counter(&mut sentence, counter, key);
        say(&mut sentence, &format!(" is shown to {}", self.mask(to)));
        let ty =
            self.naming.book.counters.get(counter.index()).map_or(Type::None, |c| c.ty.clone());
        let mut filled = vec![Fragment::Words(": ".into())];
        self.faces().held(&mut filled, &ty, value);
        let seats = to | counter_sight(self.naming.book, self.table, counter, key).seats;
        sentence.push(Fragment::Secret { filled, instead: String::new(), seats });
        sentence
    }

    /// The player whose turn begins, if the stage has no title of its own.
    fn whose_turn(&self, kind: &EventKind) -> Option<u8> {
        match kind {
            EventKind::Began(stage, Value::Seat(seat)) => self
                .naming
                .book
                .stages
                .get(stage.index())
                .filter(|s| s.title.is_none())
                .map(|_| *seat),
            _ => None,
        }
    }

    pub(crate) fn faces(&self) -> Faces<'_> {
        Faces::new(self.naming, self.table)
    }

    fn single(&self, kind: &EventKind) -> Option<(Told, Sentence, Sighted)> {
        let mut sentence = Vec::new();
        let (told, sighted) = match kind {
            EventKind::Moved { .. } | EventKind::Shown(..) | EventKind::Hidden(..) => return None,
            EventKind::Chose { .. } => {
                let chosen = Chosen::of(kind)?;
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
            EventKind::CounterShown(counter, key, seats, value) => {
                sentence = self.counter_shown((*counter, *key), *seats, value);
                (Told::Effect, Sighted::EVERYONE)
            }
            EventKind::Set(counter, key, before, after, how) => {
                self.set(&mut sentence, (*counter, *key), (before, after), *how);
                (Told::Effect, counter_sight(self.naming.book, self.table, *counter, *key))
            }
            EventKind::Dropped { seat, what } => {
                let name = self.move_name(what);
                say(
                    &mut sentence,
                    &format!("{}'s `{name}` no longer fits", self.naming.seat(*seat)),
                );
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
            EventKind::Left { stage, value, ends, seats } => {
                say(&mut sentence, &holds::left(self.faces(), (*stage, value), *ends, *seats)?);
                (Told::Effect, Sighted::EVERYONE)
            }
            EventKind::Ended(outcome) => {
                say(&mut sentence, &ending(self.naming, outcome));
                (Told::End, Sighted::EVERYONE)
            }
        };
        Some((told, sentence, sighted))
    }

    /// Tells of as many moves as fit one line; gives how many. What only some may know happened in
    /// between is told behind it, so that nobody sees from a line where it was interrupted.
    fn moved(&mut self, events: &[&Event]) -> usize {
        let seen =
            events.iter().filter(|e| e.only.is_none() && !is_quiet(self.naming.book, &e.kind));
        let ways = seen.map_while(|e| Way::of(&e.kind));
        let run = Run::first(self.naming.book, ways);
        let span = events.first().map(|e| e.span).unwrap_or_default();
        for (sentence, sighted) in run.tell(self.faces()) {
            self.put(sentence, sighted, span);
        }
        let mut left = run.len().max(1);
        for (at, event) in events.iter().enumerate() {
            if event.only.is_some() || is_quiet(self.naming.book, &event.kind) {
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
        let run = Alike::of(self.naming.book, events, card);
        let shown = |card: &CardId| {
            let mut piece = self.faces().card(*card);
            piece.sighted.seats |= to;
            piece
        };
        let mut placed = run.cards.clone();
        self.table.by_place(&mut placed);
        let cards: Vec<CardPiece> = placed.iter().map(shown).collect();
        let verb = if cards.len() == 1 { "is" } else { "are" };
        let whose = self.faces().whose(&placed, &cards);
        let sentence = |to: &str| {
            let mut sentence = vec![Fragment::Cards(cards.clone())];
            sentence.extend(whose.clone());
            say(&mut sentence, &format!(" {verb} shown to {to}"));
            sentence
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
        let run = Alike::of(self.naming.book, events, card);
        let book = self.naming.book;
        for event in events.iter().take(run.len).filter(|e| run.holds(book, e)) {
            self.table.follow(book, &event.kind);
        }
        let verb = if run.cards.len() == 1 { "is" } else { "are" };
        let words = format!(" {verb} hidden from {}", self.mask(from));
        let mut cards = run.cards.clone();
        self.table.by_place(&mut cards);
        let cards = cards.into_iter().map(|card| self.faces().card(card)).collect();
        self.put(vec![Fragment::Cards(cards), Fragment::Words(words)], run.sighted(), run.span);
        for event in events.iter().take(run.len).filter(|e| !run.holds(book, e)) {
            self.alike(&[*event]);
        }
        run.len
    }

    /// Goes past the events of a run; tells of those between them that only some may know of.
    fn follow_all(&mut self, events: &[&Event], run: &Alike) {
        for event in events.iter().take(run.len) {
            if run.holds(self.naming.book, event) {
                self.table.follow(self.naming.book, &event.kind);
            } else {
                self.alike(&[*event]);
            }
        }
    }

    /// Both cards keep their knowers, but neither is named by a face that only its new zone shows.
    fn swapped(&self, sentence: &mut Sentence, a: CardId, b: CardId) {
        sentence.push(Fragment::Cards(vec![self.faces().card(a)]));
        say(sentence, " and ");
        sentence.push(Fragment::Cards(vec![self.faces().card(b)]));
        say(sentence, " change places");
    }

    /// By how much a counter changes, where the rules say that; else what it is now.
    fn set(
        &self,
        sentence: &mut Sentence,
        (counter, key): (CounterId, u16),
        values: (&Value, &Value),
        how: SetOp,
    ) {
        let none = Type::None;
        let ty = self.naming.book.counters.get(counter.index()).map_or(&none, |c| &c.ty);
        self.counter(sentence, counter, key);
        match values {
            (Value::Number(before), Value::Number(after)) if how != SetOp::To => {
                let change = after.saturating_sub(*before);
                let sign = if change < 0 { "" } else { "+" };
                let (change, after) =
                    (self.naming.number(ty, change), self.naming.number(ty, *after));
                say(sentence, &format!(": {sign}{change}, now {after}"));
            }
            (_, Value::None) if *ty.bare() == Type::Player => say(sentence, " is now nobody"),
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
                let card = self.faces().card(CardId(key));
                let whose = self.faces().whose(&[CardId(key)], std::slice::from_ref(&card));
                sentence.push(Fragment::Cards(vec![card]));
                say(sentence, &format!("'s {}", info.name.replace('_', " ")));
                sentence.extend(whose);
            }
            _ => say(sentence, &self.naming.counter(counter, key)),
        }
    }

    /// A change to the same value; what a run has, and bookkeeping: both are for the rules' own use
    /// and would only fill the log.
    fn is_silent(&self, kind: &EventKind) -> bool {
        let (counter, same) = match kind {
            EventKind::Set(counter, _, before, after, _) => (counter, before == after),
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
}

/// How many of these events, from the first, are choices at the same place of the rules.
fn chosen_together(site: SiteId, events: &[&Event]) -> usize {
    let same = |e: &&&Event| {
        e.only.is_none()
            && matches!(e.kind, EventKind::Chose { site: of, seat: Some(_), .. } if of == site)
    };
    events.iter().take_while(same).count()
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
    /// The cards of the first events; what only some may know of is passed over, if these are
    /// everybody's.
    fn of(book: &Rulebook, events: &[&Event], card: impl Fn(&EventKind) -> Option<CardId>) -> Self {
        let first = events.first();
        let only = first.and_then(|e| e.only);
        let span = first.map(|e| e.span).unwrap_or_default();
        let mut run = Self { cards: Vec::new(), len: 1, only, span };
        for (at, event) in events.iter().enumerate() {
            if only.is_none() && event.only.is_some() || is_quiet(book, &event.kind) {
                continue;
            }
            let Some(card) = Some(event).filter(|e| e.only == only).and_then(|e| card(&e.kind))
            else {
                break;
            };
            run.cards.push(card);
            run.len = at + 1;
        }
        run
    }

    /// Whether an event among its own is one of them.
    fn holds(&self, book: &Rulebook, event: &Event) -> bool {
        event.only == self.only && !is_quiet(book, &event.kind)
    }

    fn sighted(&self) -> Sighted {
        self.only.map_or(Sighted::EVERYONE, |seats| Sighted { seats, all: false })
    }
}

/// A counter's change that not everybody reads: whether it stands between others nobody else may
/// know.
fn is_quiet(book: &Rulebook, kind: &EventKind) -> bool {
    let EventKind::Set(counter, ..) = kind else { return false };
    let open = |c: &Counter| c.seen == Seen::Everyone && !matches!(c.owner, Owner::Card(_));
    !book.counters.get(counter.index()).is_some_and(open)
}

/// Cards that one rule hides, by those whom it hides them from: the order of the cards would tell
/// what they are.
fn in_no_order(events: &mut [&Event]) {
    let hidden = |e: &Event| match &e.kind {
        EventKind::Hidden(_, seats) => Some(*seats),
        _ => None,
    };
    let one = |a: &Event, b: &Event| (a.span, a.only) == (b.span, b.only);
    for rule in events.chunk_by_mut(|a, b| hidden(a).is_some() && hidden(b).is_some() && one(a, b))
    {
        rule.sort_by_key(|e| hidden(e));
    }
}

/// The seats of a mask.
fn seats(mask: u32) -> impl Iterator<Item = u8> {
    (0..32).filter(move |seat| mask >> seat & 1 == 1)
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
