//! Whether the policies are as even as they say: what the machine draws for a seat is counted and
//! compared with what the reference evaluator finds by trying everything. And whether playing on by
//! itself is the same as drawing one answer after the other.

use crate::oracle::Oracle;
use crate::oracle::options::{Possible, Unlisted};
use houserules_interpreter::ask::{Answer, Engine, Policy, Setup, Stop};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::ir::Rulebook;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is looked at.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How many play, and which options are set.
    pub setup: Setup,
    /// The seed of the game and of all draws.
    pub seed: u64,
    /// At most so many decisions of a game.
    pub decisions: u64,
    /// At most so many of them are counted.
    pub counted: u64,
    /// A position with more options than this is left out.
    pub options: usize,
    /// So many draws for an option, at most.
    pub draws: u64,
    /// At most so many draws at one question, for each policy.
    pub most: u64,
}

/// What was looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Looked {
    /// Questions whose draws were counted.
    pub counted: u64,
    /// Answers drawn, under both policies together.
    pub draws: u64,
    /// Questions with too many options.
    pub left: u64,
}

/// Options that are expected less often are counted together.
const FEWEST: u128 = 6;
/// A certainty; shares are parts of it.
const SURE: u128 = 1 << 40;

/// Plays a game and counts draws on the way.
///
/// # Errors
/// What is not as even as it should be, and where.
pub fn looked_at(book: &Arc<Rulebook>, plan: &Plan) -> Result<Looked, String> {
    let program = Program::new(Arc::clone(book), &plan.setup).map_err(|e| e.to_string())?;
    let mut machine = Machine::start(Arc::new(program), plan.seed, false);
    let mut oracle = Oracle::start(Arc::clone(book), &plan.setup, plan.seed);
    let mut draws = BotSource::new(plan.seed ^ 0x5eed);
    let mut looked = Looked::default();
    for decision in 0..plan.decisions {
        if machine.stop() != Stop::Asking
            || oracle.stop() != Stop::Asking
            || looked.counted >= plan.counted
        {
            break;
        }
        let seat = machine.lot().first().copied();
        let place = |policy: Policy| {
            let (seed, seats, name) = (plan.seed, plan.setup.seats, policy.name());
            format!("seed {seed}, {seats} seats, decision {decision}, {seat:?}, policy {name}")
        };
        match oracle.possible(seat, plan.options) {
            Ok(possible) if possible.len() > 1 => {
                let question = Question { seat, options: &possible };
                for policy in Policy::ALL {
                    let made = count(&mut machine, &mut oracle, &question, policy, plan);
                    looked.draws += made.map_err(|why| format!("{}: {why}", place(policy)))?;
                }
                looked.counted += 1;
            }
            Ok(_) => {}
            Err(Unlisted::TooMany | Unlisted::Lost) => looked.left += 1,
        }
        let policy = Policy::ALL[draws.below(2) as usize];
        let Some(answer) = machine.drawn(seat, policy, &mut draws) else {
            return Err(format!("{}: nothing was drawn", place(policy)));
        };
        let taken = (machine.answer(seat, &answer).is_ok(), oracle.answer(seat, &answer).is_ok());
        if taken != (true, true) {
            return Err(format!("{}: {answer:?} was drawn and refused", place(policy)));
        }
    }
    Ok(looked)
}

/// What a seat (none: chance) is asked, with every option it has.
struct Question<'a> {
    seat: Option<u8>,
    options: &'a [Possible],
}

/// Draws many answers and compares how often each came; how many were drawn.
fn count(
    machine: &mut Machine,
    oracle: &mut Oracle,
    question: &Question<'_>,
    policy: Policy,
    plan: &Plan,
) -> Result<u64, String> {
    let Question { seat, options } = *question;
    let mut expected: BTreeMap<Answer, u128> = BTreeMap::new();
    for option in options {
        let even = SURE / options.len() as u128;
        let by_steps = option.one_in.iter().fold(SURE, |share, n| share / u128::from(*n).max(1));
        let share = if policy == Policy::Random || seat.is_none() { by_steps } else { even };
        *expected.entry(oracle.plain(seat, &option.answer)).or_default() += share;
    }
    let rarest = expected.values().copied().min().unwrap_or(SURE).max(1);
    let wanted = u64::try_from(FEWEST * 2 * SURE / rarest).unwrap_or(plan.most);
    let draws = wanted.max(plan.draws * expected.len() as u64).min(plan.most);
    let mut bot = BotSource::new(plan.draws ^ options.len() as u64);
    let mut drawn: BTreeMap<Answer, u64> = BTreeMap::new();
    let mut known: BTreeMap<Answer, Answer> = BTreeMap::new();
    for _ in 0..draws {
        let answer = machine.drawn(seat, policy, &mut bot).ok_or("nothing was drawn")?;
        let plain = known.entry(answer).or_insert_with_key(|answer| oracle.plain(seat, answer));
        *drawn.entry(plain.clone()).or_default() += 1;
    }
    if let Some(answer) = drawn.keys().find(|answer| !expected.contains_key(answer)) {
        return Err(format!("{answer:?} was drawn, but is no option"));
    }
    compared(&expected, &drawn, draws)
}

/// Chi-square in thousandths, with a threshold that even draws pass by far.
fn compared(
    expected: &BTreeMap<Answer, u128>,
    drawn: &BTreeMap<Answer, u64>,
    draws: u64,
) -> Result<u64, String> {
    let off = |want: u128, got: u128| {
        let apart = want.abs_diff(got * SURE);
        apart * apart / want / (SURE / 1000)
    };
    let (mut sum, mut free, mut rare, mut rare_drawn) = (0, 0, 0, 0);
    let mut worst = (0, String::new());
    for (answer, share) in expected {
        let (want, got) = (share * u128::from(draws), drawn.get(answer).copied().unwrap_or(0));
        if want < FEWEST * SURE {
            rare += want;
            rare_drawn += u128::from(got);
            continue;
        }
        let off = off(want, got.into());
        sum += off;
        free += 1;
        if off > worst.0 {
            worst =
                (off, format!("{answer:?} came {got} times of {draws}, not about {}", want / SURE));
        }
    }
    if rare >= FEWEST * SURE {
        sum += off(rare, rare_drawn);
        free += 1;
    }
    let most = free * 1000 + 6 * u128::isqrt(2 * free * 1_000_000) + 18_000;
    let told = |n: u128| n / 1000;
    if sum > most {
        return Err(format!("chi-square {}, at most {}: {}", told(sum), told(most), worst.1));
    }
    Ok(draws)
}

/// Whether a game that plays on by itself is the game in which the same draws are handed in one by
/// one.
///
/// # Errors
/// Where they differ.
pub fn same_game(book: &Arc<Rulebook>, plan: &Plan, policy: Policy) -> Result<u64, String> {
    let program = Arc::new(Program::new(Arc::clone(book), &plan.setup).map_err(|e| e.to_string())?);
    let mut alone = Machine::start(Arc::clone(&program), plan.seed, false);
    let mut by_hand = alone.clone();
    let seats = vec![policy; usize::from(plan.setup.seats)];
    let (mut one, mut other) = (BotSource::new(plan.seed), BotSource::new(plan.seed));
    let mut made = 0;
    while made < plan.decisions && by_hand.stop() == Stop::Asking {
        let seat = by_hand.lot().first().copied();
        let answer = by_hand.drawn(seat, policy, &mut other);
        if answer.is_none_or(|answer| by_hand.answer(seat, &answer).is_err()) {
            return Err(format!("seed {}, decision {made}: nothing was drawn", plan.seed));
        }
        made += 1;
        let stop = alone.playout(&seats, &mut one, 1).0;
        // A cut-off stands before the question is looked at.
        if stop != by_hand.stop() && stop != Stop::Asking
            || alone.hash() != by_hand.hash() && stop == by_hand.stop()
        {
            return Err(format!("seed {}, decision {made}: two games", plan.seed));
        }
    }
    Ok(made)
}
