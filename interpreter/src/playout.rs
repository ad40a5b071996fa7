//! Games that play by themselves: seeds of many games, the players `random` and `random-options`,
//! and one loop to the end.

use crate::ask::{Answer, Engine, Illegality, Outcome, Policy, Stop};
use crate::chance::{BotDraw, BotSource};
use houserules_lang::code::Code;
use houserules_lang::source::Span;

/// A cap that no game of the field comes near, unless it never ends.
pub const MAX_DECISIONS: u64 = 100_000;

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameEnd {
    /// By its rules.
    Finished(Outcome),
    /// Not: the reason, such as ``came to no end within 100000 decisions``.
    Stalled(String),
    /// Not: a rule of it could not be carried out.
    Fault {
        /// The number by which the fault is explained, such as `R0303`.
        code: Code,
        /// The rule that was being carried out.
        span: Span,
    },
}

/// The seed of game `index`: the SplitMix64 finaliser of the seed plus `index + 1` times the golden
/// gamma.
#[must_use]
pub fn game_seed(seed: u64, index: u64) -> u64 {
    mixed(seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// The SplitMix64 finaliser.
#[must_use]
pub fn mixed(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Plays a game that has begun until it ends, stalls or stops; `seats`: how each decides. How it
/// ended, and how many decisions were made.
pub fn to_the_end<E: Engine>(
    engine: &mut E,
    seats: &[Policy],
    draws: &mut impl BotDraw,
    most: u64,
) -> (GameEnd, u64) {
    let (stop, decisions) = engine.play_on(seats, draws, most);
    (ended(stop, decisions, most), decisions)
}

/// How a game came out that stands at a stop after so many decisions.
#[must_use]
pub fn ended(stop: Stop, decisions: u64, most: u64) -> GameEnd {
    match stop {
        Stop::Over(outcome) => GameEnd::Finished(outcome),
        Stop::Fault(fault) => GameEnd::Fault { code: fault.code, span: fault.span },
        Stop::Asking if decisions >= most => {
            GameEnd::Stalled(format!("came to no end within {most} decisions"))
        }
        Stop::Asking => GameEnd::Stalled("nobody is asked".into()),
    }
}

/// The draws of the players of a game with that seed.
#[must_use]
pub fn draws_of(seed: u64) -> BotSource {
    BotSource::new(mixed(seed))
}

/// The built-in players `random` and `random-options`: as the engine draws by that policy.
#[derive(Debug, Clone)]
pub struct Random {
    policy: Policy,
    draws: BotSource,
}

impl Random {
    /// The player `random`, with its own seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::playing(Policy::Random, seed)
    }

    /// With a policy and its own seed.
    #[must_use]
    pub fn playing(policy: Policy, seed: u64) -> Self {
        Self { policy, draws: BotSource::new(seed) }
    }

    /// One of those asked, evenly: who is quickest.
    pub fn quickest(&mut self, asked: &[u8]) -> Option<u8> {
        asked.get(self.draws.below(asked.len() as u64) as usize).copied()
    }

    /// What it would hand in for a seat; it has drawn for it then.
    pub fn answer<E: Engine>(&mut self, engine: &mut E, seat: u8) -> Option<Answer> {
        engine.drawn(Some(seat), self.policy, &mut self.draws)
    }

    /// Answers for a seat of a bare engine.
    ///
    /// # Errors
    /// Why its choice is refused; `None` if it found none.
    pub fn play<E: Engine>(
        &mut self,
        engine: &mut E,
        seat: Option<u8>,
    ) -> Result<Stop, Option<Illegality>> {
        let answer = engine.drawn(seat, self.policy, &mut self.draws).ok_or(None)?;
        engine.answer(seat, &answer).map_err(Some)
    }
}
