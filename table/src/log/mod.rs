//! What has happened, as sentences. They are written once, when it happens, with what each reader
//! knew then; reading them later tells nobody more.

mod called;
mod chosen;
mod effects;
pub mod holds;
pub mod kept;
mod line;
mod lots;
pub(crate) mod names;
mod set_up;
pub mod travel;
mod writer;

pub use kept::Log;
pub use line::{Line, LogLine, Read, Shared, Sharing, Told, read_last, read_lines};
pub use writer::LogWriter;

use crate::log::chosen::Chosen;
use crate::log::effects::{is_everybodys, seats};
use crate::rendering::redacted::{Sentence, join, kept, say};
use crate::visibility::{Sighted, counter_sight};
use houserules_interpreter::ask::{Event, EventKind, Outcome};
use houserules_lang::ir::{Owner, Rulebook, SiteId, Value};
use houserules_lang::naming::Naming;
use std::collections::BTreeSet;

impl LogWriter<'_> {
    /// Writes down some events in order. Like effects that follow each other make one line, and a
    /// card that a choice has named is not told to go where the choice sends it.
    pub fn write(&mut self, events: &[Event]) {
        self.write_until(events, events.len());
    }

    /// The same; gives how many lines tell of the first so many events.
    pub(crate) fn write_until(&mut self, events: &[Event], first: usize) -> usize {
        let told_of = |e: &&Event| !self.is_silent(&e.kind);
        let first = events.iter().take(first).filter(told_of).count();
        let mut events: Vec<&Event> = events.iter().filter(told_of).collect();
        let (before, mut until) = (self.lines.len(), None);
        in_no_order(self.naming.book, &mut events);
        // So many events are the set-up.
        let mut set_up = 0;
        if self.begins {
            (events, set_up) = set_up::gathered(self.naming.book, &events);
        }
        let mut at = 0;
        let mut told = BTreeSet::new();
        while let Some(event) = events.get(at) {
            if at >= first {
                until.get_or_insert(self.lines.len());
            }
            at += match &event.kind {
                EventKind::Chose { seat: None, .. } if event.only.is_none() => {
                    self.by_lot(&events[at..])
                }
                EventKind::Chose { site, .. } if event.only.is_none() => {
                    // Whoever chooses at once is told of in the same way: with what follows when
                    // all have chosen.
                    let behind =
                        at + 1 + chosen_together(self.naming.book, *site, &events[at + 1..]);
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
        until.unwrap_or(self.lines.len()) - before
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
            let (sentence, span) = (kept(sentence), event.span);
            self.lines.push(Line { told, sentence, sighted, span, seat, shared });
        }
        if let (EventKind::CounterShown(counter, key, to, value), Some(only)) =
            (&event.kind, event.only)
        {
            for seat in seats(to & !only) {
                let sentence = self.counter_shown(*counter, *key, 1 << seat, value);
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

    /// The player whose turn begins, if the stage has no title of its own.
    fn whose_turn(&self, kind: &EventKind) -> Option<u8> {
        let EventKind::Began(stage, Value::Seat(seat)) = kind else { return None };
        self.naming.book[*stage].title.is_none().then_some(*seat)
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
                sentence = self.counter_shown(*counter, *key, *seats, value);
                (Told::Effect, Sighted::EVERYONE)
            }
            EventKind::Set(counter, key, before, after, how) => {
                self.counter(&mut sentence, *counter, *key);
                let ty = &self.naming.book[*counter].ty;
                join(&mut sentence, self.change(ty, before, after, *how));
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
                say(&mut sentence, &holds::left(self.faces(), *stage, value, *ends, *seats)?);
                (Told::Effect, Sighted::EVERYONE)
            }
            EventKind::Ended(outcome) => {
                say(&mut sentence, &ending(self.naming, outcome));
                (Told::End, Sighted::EVERYONE)
            }
        };
        Some((told, sentence, sighted))
    }

    /// A change to the same value, unless it is a card, as not all may know that it is the same; what
    /// a run has, and bookkeeping: both are for the rules' own use
    /// and would only fill the log.
    fn is_silent(&self, kind: &EventKind) -> bool {
        let (counter, same) = match kind {
            EventKind::Set(counter, _, before, after, _) => {
                (counter, before == after && !matches!(after, Value::Card(_)))
            }
            EventKind::CounterShown(counter, ..) => (counter, false),
            _ => return false,
        };
        let info = &self.naming.book[*counter];
        let runs = matches!((info.owner, kind), (Owner::Run(_), EventKind::Set(..)));
        same || info.bookkeeping || runs
    }
}

/// How many of these events, from the first, go to the last of those chosen at the same place of
/// the rules: nothing that everybody is told of comes between.
fn chosen_together(book: &Rulebook, site: SiteId, events: &[&Event]) -> usize {
    let same = |e: &Event| {
        let EventKind::Chose { site: of, seat, .. } = e.kind else { return false };
        of == site && seat.is_some()
    };
    let open = events.iter().enumerate().filter(|(_, e)| is_everybodys(book, e));
    open.take_while(|(_, e)| same(e)).last().map_or(0, |(at, _)| at + 1)
}

/// Cards that one rule hides, by those whom it hides them from: the order of the cards would tell
/// what they are.
fn in_no_order(book: &Rulebook, events: &mut [&Event]) {
    let hidden =
        |e: &Event| if let EventKind::Hidden(_, seats) = &e.kind { Some(*seats) } else { None };
    let one = |a: &Event, b: &Event| {
        hidden(a).is_some() && hidden(b).is_some() && (a.span, a.only) == (b.span, b.only)
    };
    // What not everybody is told of parts nothing that everybody is.
    let (open, rest): (Vec<usize>, Vec<usize>) =
        (0..events.len()).partition(|at| is_everybodys(book, events[*at]));
    let open = open.chunk_by(|a, b| one(events[*a], events[*b]));
    let rest = rest.chunk_by(|a, b| a + 1 == *b && one(events[*a], events[*b]));
    let rules: Vec<&[usize]> = open.chain(rest).filter(|places| places.len() > 1).collect();
    for places in rules {
        let mut rule: Vec<&Event> = places.iter().map(|at| events[*at]).collect();
        rule.sort_by_key(|e| hidden(e));
        places.iter().zip(rule).for_each(|(at, event)| events[*at] = event);
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
        Outcome::Drawn => "the game is a draw".into(),
    }
}
