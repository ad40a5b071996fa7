//! What has happened, as sentences. They are written once, when it happens, with what each reader knew then; reading
//! them later tells nobody more.

use super::face::{Faces, printed_holes};
use super::menu::{bound, is_hidden};
use super::naming::Naming;
use super::piece::{Back, CardPiece, Piece, Sentence, read, say};
use super::sight::{Sighted, Viewer, counter_sight, zone_sight};
use super::sites;
use super::table::Table;
use crate::ask::{Event, EventKind, Offered, Outcome};
use houserules_lang::ir::{
    CardId, CounterId, Expr, ExprKind, LocalId, Owner, SiteId, Step, TemplatePart, TextId, Type, Value,
    ZoneId,
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
    let mine = lines.iter().filter(|l| viewer.among(l.sighted));
    mine.map(|l| LogLine { told: l.told, text: read(&l.sentence, viewer) }).collect()
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
    /// Writes down some events in order. Like effects that follow each other make one line.
    pub fn write(&mut self, events: &[Event]) {
        let mut at = 0;
        while let Some(event) = events.get(at) {
            let run = events[at..].iter().take_while(|e| alike(&event.kind, &e.kind)).count().max(1);
            if matches!(event.kind, EventKind::Chose { .. }) {
                self.choice(event, &events[at + 1..]);
            } else {
                self.run(&events[at..at + run]);
            }
            at += run;
        }
    }

    /// A choice names its cards also to those who see them in its very next effects, before anything is shuffled or
    /// chosen again: they see the card come from where it was chosen.
    fn choice(&mut self, event: &Event, after: &[Event]) {
        let before = self.table.clone();
        let mut moved = BTreeSet::new();
        for event in after {
            match &event.kind {
                EventKind::Chose { .. } | EventKind::Shuffled(..) | EventKind::Swapped { .. } => break,
                EventKind::Moved { card, from, to, .. } if moved.insert(*card) => {
                    let book = self.naming.book;
                    let target = zone_sight(book, &before, to.0, to.1);
                    let here = before.lies(*card).is_some_and(|l| (l.zone, l.key) == *from);
                    if here {
                        self.table.reveal(*card, target);
                    }
                }
                EventKind::Shown(card, seats) if !moved.contains(card) => {
                    self.table.reveal(*card, Sighted { seats: *seats, all: false });
                }
                _ => {}
            }
        }
        self.run(std::slice::from_ref(event));
        *self.table = before;
    }

    fn run(&mut self, events: &[Event]) {
        let Some(first) = events.first() else { return };
        let line = match &first.kind {
            EventKind::Moved { from, to, .. } => Some(self.moved(events, *from, *to)),
            EventKind::Shown(_, seats) => Some(self.shown(events, *seats)),
            kind => self.single(kind),
        };
        for event in events {
            self.table.follow(self.naming.book, &event.kind);
        }
        if let Some((told, sentence, sighted)) = line {
            self.lines.push(Line { told, sentence, sighted, span: first.span });
        }
    }

    fn faces(&self) -> Faces<'_> {
        Faces { naming: self.naming, table: self.table }
    }

    fn single(&self, kind: &EventKind) -> Option<(Told, Sentence, Sighted)> {
        let mut sentence = Vec::new();
        let (told, sighted) = match kind {
            EventKind::Moved { .. } | EventKind::Shown(..) => return None,
            EventKind::Swapped { a, b } => {
                self.swapped(&mut sentence, *a, *b);
                (Told::Effect, Sighted::EVERYONE)
            }
            EventKind::Shuffled(zone, key) => {
                say(&mut sentence, &format!("{} is shuffled", self.naming.zone(*zone, *key)));
                (Told::Effect, Sighted::EVERYONE)
            }
            EventKind::CounterShown(counter, key, seats) => {
                let to = self.mask(*seats);
                say(&mut sentence, &format!("{} is shown to {to}", self.naming.counter(*counter, *key)));
                (Told::Effect, Sighted::EVERYONE)
            }
            EventKind::Set(counter, _, before, after) if before == after || self.is_scratch(*counter) => {
                return None;
            }
            EventKind::Set(counter, key, before, after) => {
                self.set(&mut sentence, *counter, (before, after), *key);
                (Told::Effect, counter_sight(self.naming.book, self.table, *counter, *key))
            }
            EventKind::Chose { site, seat, what, args } => {
                self.chose(&mut sentence, *site, *seat, (what, args));
                (Told::Choice, Sighted::EVERYONE)
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
            EventKind::Ended(outcome) => {
                say(&mut sentence, &ending(self.naming, outcome));
                (Told::End, Sighted::EVERYONE)
            }
        };
        Some((told, sentence, sighted))
    }

    fn moved(&self, events: &[Event], from: (ZoneId, u16), to: (ZoneId, u16)) -> (Told, Sentence, Sighted) {
        let book = self.naming.book;
        let source = zone_sight(book, self.table, from.0, from.1);
        let target = zone_sight(book, self.table, to.0, to.1);
        let mut cards = Vec::new();
        for event in events {
            if let EventKind::Moved { card, seen, .. } = &event.kind {
                let sighted =
                    Sighted { seats: seen | source.seats | target.seats, all: source.all || target.all };
                let back = Back::Among(self.naming.back(from.0).into(), String::new());
                cards.push(CardPiece { face: self.faces().card(*card).face, back, sighted });
            }
        }
        let verb = if cards.len() == 1 { "goes" } else { "go" };
        let (from, to) = (self.naming.zone(from.0, from.1), self.naming.zone(to.0, to.1));
        let sentence = vec![Piece::Cards(cards), Piece::Words(format!(" {verb} from {from} to {to}"))];
        (Told::Effect, sentence, Sighted::EVERYONE)
    }

    fn shown(&self, events: &[Event], seats: u32) -> (Told, Sentence, Sighted) {
        let cards: Vec<CardPiece> = events
            .iter()
            .filter_map(|event| {
                let EventKind::Shown(card, _) = event.kind else { return None };
                let mut piece = self.faces().card(card);
                piece.sighted.seats |= seats;
                Some(piece)
            })
            .collect();
        let verb = if cards.len() == 1 { "is" } else { "are" };
        let words = format!(" {verb} shown to {}", self.mask(seats));
        (Told::Effect, vec![Piece::Cards(cards), Piece::Words(words)], Sighted::EVERYONE)
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
        let name = self.naming.counter(counter, key);
        match values {
            (Value::Number(before), Value::Number(after)) => {
                let change = after.saturating_sub(*before);
                let sign = if change < 0 { "" } else { "+" };
                let (change, after) = (self.naming.number(ty, change), self.naming.number(ty, *after));
                say(sentence, &format!("{name}: {sign}{change}, now {after}"));
            }
            (_, after) => {
                say(sentence, &format!("{name} is now "));
                self.faces().value(sentence, ty, after);
            }
        }
    }

    /// What a run has is for the rules' own use, and would only fill the log.
    fn is_scratch(&self, counter: CounterId) -> bool {
        let info = self.naming.book.counters.get(counter.index());
        info.is_some_and(|c| matches!(c.owner, Owner::Run(_)))
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

    fn chose(
        &self,
        sentence: &mut Sentence,
        site: SiteId,
        seat: Option<u8>,
        (what, args): (&Offered, &[Value]),
    ) {
        let who = seat.map_or_else(|| "chance".into(), |s| self.naming.seat(s));
        match what {
            Offered::Pass(None) => say(sentence, &format!("{who} passes")),
            Offered::Pass(Some(text)) => {
                say(sentence, &format!("{who}: "));
                self.faces().text(sentence, *text, &[]);
            }
            Offered::Decline => say(sentence, &format!("{who} declines")),
            Offered::Values => {
                let steps = sites::find(self.naming.book, site).map_or(&[][..], sites::value_steps);
                let names = |_: LocalId| String::new();
                say(sentence, &format!("{who} {}", if seat.is_none() { "gives" } else { "chooses" }));
                self.filled(sentence, &steps.iter().zip(args).collect::<Vec<_>>(), &names);
            }
            Offered::Move(..) => {
                say(sentence, &who);
                self.chose_move(sentence, what, args);
            }
        }
    }

    fn chose_move(&self, sentence: &mut Sentence, what: &Offered, args: &[Value]) {
        let book = self.naming.book;
        let Offered::Move(id, given, menu_title) = what else { return };
        let Some(m) = book.moves.get(id.index()) else { return };
        let open = args.get(usize::from(m.given)..).unwrap_or(&[]);
        let what = Offered::Move(*id, args.get(..usize::from(m.given)).unwrap_or(given).to_vec(), None);
        let mut told = Vec::new();
        say(sentence, " ");
        match m.title.or(*menu_title) {
            Some(text) => {
                let holes = printed_holes(book, text, &bound(book, &what, open));
                self.faces().text(sentence, text, &holes);
                told = named_in(book, text);
            }
            None => say(sentence, &third_person(&m.name)),
        }
        let hidden = usize::from(is_hidden(book, &what));
        let rest: Vec<(&Step, &Value)> =
            m.steps.iter().zip(open).skip(hidden).filter(|(s, _)| !told.contains(&s.local)).collect();
        let names = |l: LocalId| m.body.locals.get(l.index()).map_or_else(String::new, |l| l.name.clone());
        self.filled(sentence, &rest, &names);
    }

    /// Values of a choice: one alone, or a card, as it is; the others in brackets with their names.
    fn filled(&self, sentence: &mut Sentence, rest: &[(&Step, &Value)], names: &dyn Fn(LocalId) -> String) {
        let alone = rest.len() == 1;
        let is_card = |v: &Value| matches!(v, Value::Card(_));
        for (step, value) in rest.iter().filter(|(_, v)| alone || is_card(v)) {
            say(sentence, " ");
            self.faces().value(sentence, &super::menu::filled_type(step), value);
        }
        if alone {
            return;
        }
        let others: Vec<_> = rest.iter().filter(|(_, v)| !is_card(v)).collect();
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

fn alike(a: &EventKind, b: &EventKind) -> bool {
    match (a, b) {
        (EventKind::Moved { from, to, .. }, EventKind::Moved { from: f, to: t, .. }) => from == f && to == t,
        (EventKind::Shown(_, a), EventKind::Shown(_, b)) => a == b,
        _ => false,
    }
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
fn named_in(book: &houserules_lang::ir::Rulebook, text: TextId) -> Vec<LocalId> {
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
