//! Games that are played to learn from: positions of each as numbers, and what came of them.
//!
//! The numbers of a seat are read from a table dealt anew for it, so that nothing is learnt from
//! what it has not seen.

use super::features::{Feature, features};
use crate::sim::{Chairs, Player};
use houserules_bots::aim::{Aim, of_seat, together};
use houserules_bots::determinize::Dealer;
use houserules_bots::model::Reader;
use houserules_bots::prospect::Taught;
use houserules_interpreter::ask::{Engine, Outcome, Policy, Setup, Stop};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::machine::follow::Followed;
use houserules_interpreter::playout::{draws_of, game_seed, mixed};
use houserules_interpreter::program::Program;
use houserules_lang::ir::{Expr, ExprKind, LocalDecl, LocalId, StageWord, Type, Value};
use houserules_lang::resolve::names::Resolved;
use houserules_lang::source::Span;
use std::sync::Arc;

/// So many positions of a game are kept before every other one is dropped.
const POSITIONS: usize = 16;
/// Of those who look ahead one decision in so many is left to chance, so that not all games are
/// alike.
const STRAY: u64 = 3;
/// What a win is, in millionths of one.
pub const WIN: i64 = 1_000_000;

/// What is learnt about: a game with a set-up, and numbers that may tell something.
#[derive(Debug)]
pub struct Subject {
    /// The game, set up.
    pub program: Arc<Program>,
    /// Players and options.
    pub setup: Setup,
    /// What its rules declare.
    pub declared: Arc<Resolved>,
    /// The numbers that mean something.
    pub features: Vec<Feature>,
    /// All win or lose together.
    pub together: bool,
    /// The rules let players strive for something, and for the least of it.
    pub aim: Option<bool>,
    exprs: Vec<(Expr, Vec<LocalDecl>)>,
}

/// How games are played that are learnt from.
#[derive(Debug, Clone)]
pub enum Style {
    /// By chance: very many cost little.
    Chance,
    /// By those who look ahead, and know this; but for a stray decision.
    Looking(Taught),
}

/// A seat in a position: its numbers, first 1 and what it strives for.
pub type Numbers = Vec<i64>;

/// What a game teaches.
#[derive(Debug, Clone, Default)]
pub struct Lesson {
    /// Of each position that was kept, by seat.
    pub positions: Vec<Vec<Numbers>>,
    /// What each seat won, in millionths; none: the game came to no end.
    pub won: Option<Vec<i64>>,
    /// How far each seat had come at the end in what it strives for.
    pub came: Option<Vec<i64>>,
    /// How many decisions were made, in heads, too.
    pub work: u64,
}

/// Plays games to learn from on one machine.
#[derive(Debug)]
pub struct School {
    subject: Arc<Subject>,
    machine: Option<Machine>,
    /// Follows the aim of each seat, then each number of each seat.
    reader: Machine,
    chairs: Chairs,
    looks: bool,
}

impl Subject {
    /// Of rules that are set up.
    #[must_use]
    pub fn new(program: Arc<Program>, setup: Setup, declared: Arc<Resolved>) -> Self {
        let mut reader = Reader::new(Arc::clone(&declared));
        let book = &program.book;
        let seats = usize::from(setup.seats);
        let together = together(book) || seats == 1;
        let (mut kept, mut exprs) = (Vec::new(), Vec::new());
        for feature in features(book) {
            // What is the same for all tells nobody from the others.
            if feature.shared && !together {
                continue;
            }
            if let Some(typed) = reader.number(&feature.text) {
                kept.push(feature);
                exprs.push((typed.what, typed.locals));
            }
        }
        let aim = Aim::of(book, seats);
        let aim = (!aim.exprs.is_empty()).then_some(aim.least);
        Self { program, setup, declared, features: kept, together, aim, exprs }
    }

    /// How many numbers a seat has in a position.
    #[must_use]
    pub fn width(&self) -> usize {
        2 + self.features.len()
    }
}

impl School {
    /// For a subject, with games in a style.
    #[must_use]
    pub fn new(subject: Arc<Subject>, style: &Style) -> Self {
        let (reader, mut chairs) = (reader(&subject), Chairs::default());
        let looks = match style {
            Style::Chance => false,
            Style::Looking(taught) => {
                (0..subject.setup.seats).for_each(|seat| chairs.teach(seat, taught.clone()));
                true
            }
        };
        Self { subject, machine: None, reader, chairs, looks }
    }

    /// Plays a game; the same whatever was played before.
    pub fn play(&mut self, seed: u64, index: u64, most: u64) -> Lesson {
        let seed = game_seed(seed, index);
        let mut machine = match self.machine.take() {
            Some(mut machine) => {
                machine.restart(seed);
                machine
            }
            None => Machine::start(Arc::clone(&self.subject.program), seed, false),
        };
        let before = self.chairs.thought();
        self.chairs.begin(seed);
        let (mut draws, mut eyes) = (draws_of(seed), BotSource::new(mixed(seed.rotate_left(7))));
        let (mut made, mut stride) = (0u64, 1u64);
        let mut kept: Vec<(u64, Vec<Numbers>)> = Vec::new();
        while made < most && machine.stop() == Stop::Asking {
            if made.is_multiple_of(stride) {
                if kept.len() >= POSITIONS {
                    stride *= 2;
                    kept.retain(|(at, _)| at.is_multiple_of(stride));
                }
                if made.is_multiple_of(stride) {
                    kept.push((made, self.look(&machine, &mut eyes)));
                }
            }
            let Some(seat) = machine.lot().first().copied() else { break };
            let thought = match self.looks && draws.below(STRAY) > 0 {
                true => self.chairs.answer(&machine, seat, Player::Greedy),
                false => None,
            };
            let answer = thought.or_else(|| machine.drawn(Some(seat), Policy::Random, &mut draws));
            if answer.is_none_or(|answer| machine.answer(Some(seat), &answer).is_err()) {
                break;
            }
            made += 1;
        }
        let seats = u64::from(self.subject.setup.seats);
        // Reading sixteen numbers costs about as much as a decision.
        let read = kept.len() as u64 * seats * (1 + seats * self.subject.width() as u64 / 16);
        let lesson = Lesson {
            positions: kept.into_iter().map(|(_, numbers)| numbers).collect(),
            won: self.won(&machine.stop()),
            came: self.came(&machine),
            work: made + self.chairs.thought() - before + read,
        };
        self.machine = Some(machine);
        lesson
    }

    /// The numbers of each seat, on tables dealt anew for it.
    fn look(&mut self, machine: &Machine, draws: &mut BotSource) -> Vec<Numbers> {
        let seats = self.subject.setup.seats;
        let of = |seat: u8| {
            let mut dealer = Dealer::new(machine, seat);
            dealer.deal(draws);
            self.reader.set_position(dealer.world.position());
            self.subject.numbers(&read(&mut self.reader), usize::from(seat))
        };
        (0..seats).map(of).collect()
    }

    fn came(&mut self, machine: &Machine) -> Option<Vec<i64>> {
        self.subject.aim?;
        self.reader.set_position(machine.position());
        let mut all = read(&mut self.reader);
        all.truncate(usize::from(self.subject.setup.seats));
        Some(all)
    }

    fn won(&self, stop: &Stop) -> Option<Vec<i64>> {
        let seats = usize::from(self.subject.setup.seats);
        let Stop::Over(outcome) = stop else { return None };
        Some(match outcome {
            Outcome::Lost => vec![0; seats],
            Outcome::Drawn => vec![WIN / seats.max(1) as i64; seats],
            Outcome::Won(winners) => {
                let share =
                    if self.subject.together { WIN } else { WIN / winners.len().max(1) as i64 };
                let of = |seat: u8| if winners.contains(&seat) { share } else { 0 };
                (0..self.subject.setup.seats).map(of).collect()
            }
        })
    }
}

impl Subject {
    /// A seat's numbers against those of the others, out of what was read of all.
    fn numbers(&self, all: &[i64], seat: usize) -> Numbers {
        let seats = usize::from(self.setup.seats);
        let others = seats as i64 - 1;
        let row = |row: usize, alone: bool| {
            let of = |seat: usize| all.get(row * seats + seat).copied().unwrap_or(0);
            if self.together || seats < 2 {
                return of(seat);
            }
            let rest: i64 = if alone { 0 } else { (0..seats).filter(|s| *s != seat).map(of).sum() };
            (others * of(seat)).saturating_sub(rest)
        };
        // What others strive for may hang on what the seat does not see.
        let aim = row(0, true);
        let mut found = vec![1, if self.aim == Some(true) { -aim } else { aim }];
        found.extend(self.features.iter().enumerate().map(|(at, f)| row(at + 1, f.own)));
        found
    }
}

/// A machine that reads: the aim of each seat, then each number of each.
fn reader(subject: &Subject) -> Machine {
    let mut machine = Machine::start(Arc::clone(&subject.program), 0, false);
    let seats = usize::from(subject.setup.seats);
    let aim = Aim::of(&subject.program.book, seats);
    let mut rows: Vec<(Expr, &[LocalDecl])> = Vec::new();
    let nothing = || Expr {
        kind: ExprKind::Const(Value::Number(0)),
        ty: Type::Number,
        span: Span::default(),
    };
    for seat in 0..seats {
        rows.push((aim.exprs.get(seat).cloned().unwrap_or_else(nothing), &aim.locals));
    }
    for (expr, locals) in &subject.exprs {
        rows.extend((0..seats).map(|seat| (of_seat(LocalId(0), expr, seat), locals.as_slice())));
    }
    let followed: Vec<Followed<'_>> =
        rows.iter().map(|(expr, locals)| Followed { expr, locals, me: None }).collect();
    // What cannot be followed is read as nothing.
    let _ = machine.follow(StageWord::Round, &followed);
    machine
}

fn read(reader: &mut Machine) -> Vec<i64> {
    let far = super::fit::FAR;
    let number = |sample| match sample {
        Ok(Some(n)) => i64::clamp(n, -far, far),
        Ok(None) | Err(_) => 0,
    };
    reader.read_followed().into_iter().map(number).collect()
}
