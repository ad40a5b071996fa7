//! Expressions that a simulation follows over its games: read at the end of every round (every
//! turn, of games without rounds) and at the end of the game.

use houserules_interpreter::ask::Fault;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::machine::follow::{Followed, Sample};
use houserules_lang::check::fragment::{FragmentChecker, Sights, Typed, Typing};
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::ir::walk::{each_expr, each_in_stmt, each_with_words, walk_bodies};
use houserules_lang::ir::{Expr, ExprKind, Rulebook, StageWord, StmtKind, Type};
use houserules_lang::resolve::names::Resolved;
use houserules_lang::source::{FileId, Span};
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;

/// An expression that is followed.
#[derive(Debug, Clone)]
pub struct Track {
    /// As it was written.
    pub text: String,
    /// It speaks of `me`, and is read once for each seat.
    pub each: bool,
    /// Its type: a number, an amount, or yes or no; perhaps none.
    pub ty: Type,
    typed: Typed<Expr>,
}

/// Everything that a simulation follows.
#[derive(Debug, Clone, Default)]
pub struct Tracks {
    /// In the order in which they were asked for.
    pub all: Vec<Track>,
}

/// A track, of one seat if it is read for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// Which of [`Tracks::all`].
    pub track: usize,
    /// Whose `me` is meant.
    pub seat: Option<u8>,
}

impl Tracks {
    /// Reads expressions. `players` are the names by which seats may be called in them; their spans
    /// count in files from `first` on, one for each text.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(
        declared: Arc<Resolved>,
        book: &Rulebook,
        texts: &[String],
        players: &[String],
        first: FileId,
    ) -> Result<Self, Vec<Diagnostic>> {
        if texts.is_empty() {
            return Ok(Self::default());
        }
        let mut desk = FragmentChecker::new(declared);
        let sights = Sights { players: players.to_vec(), locals: Vec::new() };
        let (mut all, mut wrong) = (Vec::new(), Vec::new());
        for (at, text) in texts.iter().enumerate() {
            let file = FileId(first.0.saturating_add(u16::try_from(at).unwrap_or(u16::MAX)));
            match desk.measure(&Typing { file, text, part: 0..text.len(), sights: &sights }) {
                Ok(typed) => {
                    let (each, ty) = (needs_me(book, &typed.what), typed.what.ty.clone());
                    all.push(Track { text: text.trim().to_string(), each, ty, typed });
                }
                Err(found) => wrong.extend(found),
            }
        }
        if wrong.is_empty() { Ok(Self { all }) } else { Err(wrong) }
    }

    /// What is read each time, in order.
    #[must_use]
    pub fn rows(&self, seats: u8) -> Vec<Row> {
        let of = |(track, t): (usize, &Track)| -> Vec<Row> {
            match t.each {
                true => (0..seats).map(|seat| Row { track, seat: Some(seat) }).collect(),
                false => vec![Row { track, seat: None }],
            }
        };
        self.all.iter().enumerate().flat_map(of).collect()
    }

    /// Makes a machine follow them. Its game must begin anew then.
    ///
    /// # Errors
    /// The fault of one that cannot be read.
    pub fn follow(&self, machine: &mut Machine) -> Result<(), Fault> {
        let (seats, word) = (machine.program().schema.seats, word(&machine.program().book));
        let followed = |row: &Row| {
            let track = &self.all[row.track];
            Followed { expr: &track.typed.what, locals: &track.typed.locals, me: row.seat }
        };
        let rows = self.rows(seats);
        let followed: Vec<Followed<'_>> = rows.iter().map(followed).collect();
        machine.follow(word, &followed)
    }
}

impl Track {
    /// Where rules change what it reads, in the order of the text.
    #[must_use]
    pub fn changed_by(&self, book: &Rulebook) -> Vec<Span> {
        let (mut counters, mut zones, mut found) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        each_with_words(book, &self.typed.what, &mut |e| {
            if let ExprKind::Counter(id, _) = e.kind {
                counters.insert(id);
            }
            zones.extend(e.zone());
        });
        walk_bodies(book, &mut |stmt| {
            let mut changes = false;
            if let StmtKind::Set(place, ..) = &stmt.kind {
                changes = counters.contains(&place.counter);
            } else if matches!(stmt.kind, StmtKind::Move { .. } | StmtKind::Swap(..)) {
                each_in_stmt(stmt, &mut |e| {
                    changes |= e.zone().is_some_and(|z| zones.contains(&z))
                });
            }
            if changes && !found.contains(&stmt.span) {
                found.push(stmt.span);
            }
        });
        found
    }
}

/// The stages at whose ends a game is looked at: its rounds, its turns if it has none.
#[must_use]
pub fn word(book: &Rulebook) -> StageWord {
    let rounds = book.stages.iter().any(|s| s.word == StageWord::Round);
    if rounds { StageWord::Round } else { StageWord::Turn }
}

/// Whether its value depends on whose `me` is meant.
fn needs_me(book: &Rulebook, e: &Expr) -> bool {
    let mut found = false;
    each_expr(e, &mut |e| {
        found |= match &e.kind {
            ExprKind::Me => true,
            ExprKind::Word(word, _) => book[*word].uses_me,
            _ => false,
        };
    });
    found
}

/// Numbers, added up: their mean and its interval follow from it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Moments {
    /// How many numbers.
    pub count: u64,
    /// All of them, added up.
    pub sum: i128,
    /// The sum of their squares.
    pub squares: i128,
}

impl Moments {
    /// Adds one more number.
    pub fn add(&mut self, value: i64) {
        let value = i128::from(value);
        self.count += 1;
        self.sum = self.sum.saturating_add(value);
        self.squares = self.squares.saturating_add(value * value);
    }

    /// Those of two lots together; the order does not matter.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            sum: self.sum.saturating_add(other.sum),
            squares: self.squares.saturating_add(other.squares),
        }
    }
}

impl Extend<i64> for Moments {
    fn extend<I: IntoIterator<Item = i64>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.add(value));
    }
}

/// What one row was over many games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Course {
    /// At the end of games.
    pub end: Moments,
    /// At the end of the first round, the second, …
    pub rounds: Vec<Moments>,
    /// How often it could not be read, and why in the first of these games.
    pub unread: u64,
    /// The first game in which it could not be read, and its fault.
    pub fault: Option<(u64, Fault)>,
}

impl Course {
    fn sample(&mut self, game: u64, round: Option<usize>, sample: &Sample) {
        match sample {
            Ok(None) => {}
            Ok(Some(value)) => match round {
                None => self.end.add(*value),
                Some(at) => {
                    if self.rounds.len() <= at {
                        self.rounds.resize(at + 1, Moments::default());
                    }
                    self.rounds[at].add(*value);
                }
            },
            Err(fault) => {
                self.unread += 1;
                if self.fault.as_ref().is_none_or(|(first, _)| game < *first) {
                    self.fault = Some((game, fault.clone()));
                }
            }
        }
    }

    fn join(&mut self, other: &Self) {
        self.end = self.end.with(other.end);
        if self.rounds.len() < other.rounds.len() {
            self.rounds.resize(other.rounds.len(), Moments::default());
        }
        for (mine, more) in self.rounds.iter_mut().zip(&other.rounds) {
            *mine = mine.with(*more);
        }
        self.unread += other.unread;
        let first = |c: &Self| c.fault.as_ref().map_or(u64::MAX, |(game, _)| *game);
        if first(other) < first(self) {
            self.fault = other.fault.clone();
        }
    }
}

/// What all rows were over some games. Bringing several together gives the same in any order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Courses {
    /// Row by row.
    pub rows: Vec<Course>,
}

impl Courses {
    /// For so many rows, of which nothing is known yet.
    #[must_use]
    pub fn of(rows: usize) -> Self {
        Self { rows: vec![Course::default(); rows] }
    }

    /// A game that a machine has played to its end. Gives what the rows were then.
    pub fn add(&mut self, game: u64, machine: &mut Machine) -> Vec<Option<i64>> {
        let rows = self.rows.len();
        if rows == 0 {
            return Vec::new();
        }
        for (round, samples) in machine.samples().chunks(rows).enumerate() {
            for (row, sample) in self.rows.iter_mut().zip(samples) {
                row.sample(game, Some(round), sample);
            }
        }
        let end = machine.read_followed();
        for (row, sample) in self.rows.iter_mut().zip(&end) {
            row.sample(game, None, sample);
        }
        end.into_iter().map(|sample| sample.ok().flatten()).collect()
    }

    /// Adds what was kept of other games.
    pub fn join(&mut self, other: &Self) {
        if self.rows.len() < other.rows.len() {
            self.rows.resize(other.rows.len(), Course::default());
        }
        for (mine, more) in self.rows.iter_mut().zip(&other.rows) {
            mine.join(more);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserules_interpreter::ask::FaultKind;
    use houserules_lang::code::Code;
    use houserules_lang::source::Span;

    fn fault() -> Fault {
        Fault { code: Code::R0304, span: Span::default(), about: FaultKind::NoneUsed }
    }

    #[test]
    fn courses_come_together_in_any_order() {
        let course = |game: u64, values: &[Option<i64>]| {
            let mut course = Course::default();
            for (round, value) in values.iter().enumerate() {
                course.sample(game, Some(round), &Ok(*value));
            }
            course.sample(
                game,
                None,
                &if game == 2 { Err(fault()) } else { Ok(Some(game as i64)) },
            );
            Courses { rows: vec![course] }
        };
        let all = [
            course(0, &[Some(1), Some(2)]),
            course(1, &[Some(3)]),
            course(2, &[None, None, Some(-4)]),
        ];
        let (mut forward, mut back) = (Courses::default(), Courses::default());
        all.iter().for_each(|c| forward.join(c));
        all.iter().rev().for_each(|c| back.join(c));
        assert_eq!(forward, back);
        let row = &forward.rows[0];
        assert_eq!(row.rounds[0], Moments { count: 2, sum: 4, squares: 10 });
        assert_eq!((row.rounds[1].count, row.rounds[2].sum), (1, -4));
        assert_eq!(
            (row.end.count, row.unread, row.fault.as_ref().map(|(game, _)| *game)),
            (2, 1, Some(2))
        );
    }

    #[test]
    fn large_numbers_do_not_overflow() {
        let mut moments = Moments::default();
        moments.extend([i64::MAX, i64::MIN, i64::MAX, i64::MIN]);
        assert_eq!((moments.count, moments.sum), (4, -2));
    }
}
