//! How far each seat is ahead, for bots that look at a table before the game is over: in what the
//! rules let them strive for ([`crate::aim`]), and in what was learnt beside it
//! ([`crate::model`]).
//!
//! What it reads may hang on hidden cards, so it is asked of tables that were dealt anew only.

use crate::aim::{Aim, of_seat, together};
use houserules_interpreter::machine::{Machine, Reading};
use houserules_lang::ir::{Learnt, LocalId, Measure};
use std::sync::Arc;

/// No aim is beyond this.
const FAR: i64 = 1 << 40;

/// What a bot has been taught.
#[derive(Debug, Clone, Default)]
pub enum Taught {
    /// What lies beside the rules, if anything does.
    #[default]
    WhatThereIs,
    /// Nothing: what the rules say is all it knows.
    Nothing,
    /// What somebody hands it, and nothing else.
    This(Arc<Learnt>),
}

impl Taught {
    fn of(&self, machine: &Machine) -> Option<Arc<Learnt>> {
        match self {
            Self::WhatThereIs => machine.program().book.learnt.clone(),
            Self::Nothing => None,
            Self::This(learnt) => Some(Arc::clone(learnt)),
        }
    }
}

/// What tells who is ahead, ready to be read.
#[derive(Debug, Default)]
pub struct Prospect {
    aim: Vec<Reading>,
    least: bool,
    promised: bool,
    together: bool,
    learning: Option<Learning>,
    /// The score, if it is another number than what the rules let players strive for.
    score: Vec<Reading>,
    least_score: bool,
}

/// What was learnt, by seat.
#[derive(Debug)]
struct Learning {
    aim: i64,
    open: Vec<Reading>,
    own: Vec<Reading>,
}

impl Prospect {
    /// Of a machine's rules.
    #[must_use]
    pub fn of(machine: &Machine, taught: &Taught) -> Self {
        let program = machine.program();
        let seats = usize::from(program.schema.seats);
        let aim = Aim::of(&program.book, seats);
        let ready: Result<Vec<Reading>, _> =
            aim.exprs.iter().map(|e| machine.reading(e, &aim.locals)).collect();
        let together = together(&program.book) || seats == 1;
        let score = match aim.is_score || together {
            true => Aim::default(),
            false => Aim::of_score(&program.book, seats),
        };
        let scores: Result<Vec<Reading>, _> =
            score.exprs.iter().map(|e| machine.reading(e, &score.locals)).collect();
        let learning = taught.of(machine).map(|learnt| Learning {
            aim: learnt.aim,
            open: readings(machine, learnt.open.as_ref()),
            own: readings(machine, learnt.own.as_ref()),
        });
        Self {
            aim: ready.unwrap_or_default(),
            least: aim.least,
            promised: program.book.promise.is_some(),
            together,
            score: scores.unwrap_or_default(),
            least_score: score.least,
            learning: learning.filter(|l| l.aim != 0 || !l.open.is_empty() || !l.own.is_empty()),
        }
    }

    /// Whether anything can be told before the game is over.
    #[must_use]
    pub fn tells(&self) -> bool {
        self.has_aim() || self.learning.is_some()
    }

    /// Whether the rules let players strive for anything before the game is over.
    #[must_use]
    pub fn has_aim(&self) -> bool {
        !self.aim.is_empty()
    }

    /// Whether that is a `promise`, which says what counts before the end.
    #[must_use]
    pub fn has_promise(&self) -> bool {
        self.promised
    }

    /// Whether anything was learnt of the game.
    #[must_use]
    pub fn has_learnt(&self) -> bool {
        self.learning.is_some()
    }

    /// Whether all win or lose together.
    #[must_use]
    pub fn is_of_all(&self) -> bool {
        self.together
    }

    /// How far each seat is ahead of the others; how well it stands, where all win together.
    pub fn leads(&self, machine: &mut Machine) -> Option<Vec<i64>> {
        let aims = self.aims(machine)?;
        let Some(learning) = &self.learning else {
            return (!aims.is_empty()).then(|| if self.together { aims } else { ahead(&aims) });
        };
        let seats = usize::from(machine.program().schema.seats);
        let open = read(&learning.open, machine, seats)?;
        let mut own = read(&learning.own, machine, seats)?;
        for (own, aim) in own.iter_mut().zip(&aims) {
            *own += learning.aim.saturating_mul(*aim).clamp(-FAR, FAR);
        }
        Some(own.iter().enumerate().map(|(seat, own)| self.lead(&open, seat, *own)).collect())
    }

    /// How far each seat is ahead by the score; none where the rules keep none, or where it is what
    /// players strive for anyway.
    pub fn points(&self, machine: &mut Machine) -> Option<Vec<i64>> {
        let of = |reading| number(machine, reading);
        let scores: Vec<i64> = self.score.iter().map(of).collect::<Option<_>>()?;
        let turned = |n: &i64| if self.least_score { -n } else { *n };
        let scores: Vec<i64> = scores.iter().map(turned).collect();
        (scores.len() > 1).then(|| ahead(&scores))
    }

    /// How well a seat stands: by the rules alone, by what it has itself.
    pub fn of_seat(&self, machine: &mut Machine, seat: u8) -> Option<i64> {
        let seat = usize::from(seat);
        let aim = self.aim.get(seat).map(|reading| self.turned(number(machine, reading)?));
        let Some(learning) = &self.learning else { return aim? };
        let seats = usize::from(machine.program().schema.seats);
        let open = read(&learning.open, machine, seats)?;
        let own = match learning.own.get(seat) {
            Some(reading) => number(machine, reading)?,
            None => 0,
        };
        let aim = match aim {
            Some(aim) => learning.aim.saturating_mul(aim?).clamp(-FAR, FAR),
            None => 0,
        };
        Some(self.lead(&open, seat, own + aim))
    }

    /// How far a seat is ahead with what all may know of each, and what it knows of itself.
    fn lead(&self, open: &[i64], seat: usize, own: i64) -> i64 {
        let mine = open.get(seat).copied().unwrap_or_default();
        let all: i64 = open.iter().sum();
        let others = (open.len() as i64 - 1).max(1);
        if self.together { mine + own } else { mine + own - (all - mine) / others }
    }

    /// What each seat strives for: more is better. Empty, if the rules tell of nothing.
    fn aims(&self, machine: &mut Machine) -> Option<Vec<i64>> {
        self.aim.iter().map(|reading| self.turned(number(machine, reading)?)).collect()
    }

    fn turned(&self, n: i64) -> Option<i64> {
        Some(if self.least { -n } else { n })
    }
}

fn ahead(own: &[i64]) -> Vec<i64> {
    let lead = |(at, mine): (usize, &i64)| {
        let others = own.iter().enumerate().filter(|(other, _)| *other != at);
        mine - others.map(|(_, n)| *n).max().unwrap_or(0)
    };
    own.iter().enumerate().map(lead).collect()
}

fn readings(machine: &Machine, measure: Option<&Measure>) -> Vec<Reading> {
    let Some(Measure { expr, locals }) = measure else { return Vec::new() };
    let seats = usize::from(machine.program().schema.seats);
    let of = |seat| machine.reading(&of_seat(LocalId(0), expr, seat), locals);
    (0..seats).map(of).collect::<Result<_, _>>().unwrap_or_default()
}

fn number(machine: &mut Machine, reading: &Reading) -> Option<i64> {
    Some(machine.read_ready(reading).ok()?.number()?.clamp(-FAR, FAR))
}

/// By seat; nothing learnt is 0.
fn read(readings: &[Reading], machine: &mut Machine, seats: usize) -> Option<Vec<i64>> {
    if readings.is_empty() {
        return Some(vec![0; seats]);
    }
    readings.iter().map(|reading| number(machine, reading)).collect()
}
