//! The player `greedy`: of some ways to decide it takes the one after which a word of the game
//! promises most.
//!
//! It is fair: it thinks on tables dealt anew ([`crate::determinize`]), on which nothing is left of
//! what its seat has not seen. On each it tries every way, lets the others and chance go on evenly
//! until its seat is asked again, and reads what the rules let it strive for ([`crate::aim`]);
//! where all win together, once its move is over. A game that is won by then is worth more than any
//! promise, a lost one less.
//!
//! How long it thinks is bounded by what it does, never by a clock: it goes on at most some 350
//! times, 200 decisions each.

use crate::determinize::Dealer;
use crate::numbering::{Numbered, named};
use crate::prospect::{Prospect, Taught};
use houserules_interpreter::ask::{Answer, Engine, Options, Outcome, Stop};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::position::Position;
use houserules_interpreter::program::Program;
use houserules_lang::ir::{MoveId, Value};
use std::sync::Arc;

/// At most so many ways to decide are compared.
const WAYS: usize = 128;
/// Ways are listed as long as there are no more than this.
const LISTED: usize = 2048;
/// About so often it is played on in one round of the comparison.
const TRIES: usize = 32;
/// At most so many tables are dealt in one round.
const TABLES: usize = 8;
/// Decisions of others until its own next one, before it looks at the table all the same.
const PATIENCE: u32 = 200;
/// What a won game is worth.
const WON: i64 = 1 << 50;

/// How well seats stand, ready to be read.
#[derive(Debug)]
struct Promise {
    of: Arc<Program>,
    prospect: Prospect,
}

/// The built-in player `greedy`.
#[derive(Debug)]
pub struct Greedy {
    draws: BotSource,
    promise: Option<Promise>,
    taught: Taught,
    barred: Vec<MoveId>,
    thought: u64,
}

impl Greedy {
    /// Its name on the command line.
    pub const NAME: &'static str = "greedy";

    /// With its own seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let (draws, taught) = (BotSource::new(seed), Taught::default());
        Self { draws, promise: None, taught, barred: Vec::new(), thought: 0 }
    }

    /// Knows what it was taught, and not what lies beside the rules.
    #[must_use]
    pub fn taught(self, taught: Taught) -> Self {
        Self { taught, ..self }
    }

    /// Draws from another seed from now on.
    pub fn reseed(&mut self, seed: u64) {
        self.draws = BotSource::new(seed);
    }

    /// From now on it makes these moves only where there is nothing else to do.
    pub fn bar(&mut self, barred: &[MoveId]) {
        self.barred = barred.to_vec();
    }

    /// How many decisions it has made in its head so far.
    #[must_use]
    pub fn thought(&self) -> u64 {
        self.thought
    }

    /// Decides for a seat that is asked; none if it finds nothing to do.
    pub fn answer(&mut self, machine: &Machine, seat: u8) -> Option<Answer> {
        let here = Numbered::of(machine, seat);
        self.answer_here(&here.machine, seat).map(|answer| here.meant(answer))
    }

    fn answer_here(&mut self, machine: &Machine, seat: u8) -> Option<Answer> {
        let mut here = machine.clone();
        let mut ways = ways(&mut here, seat, &mut self.draws);
        if !self.barred.is_empty() {
            let offers = here.offers(Some(seat));
            let is_barred = |way: &Answer| {
                offers.get(way.offer).is_some_and(|o| self.barred.iter().any(|id| o.is(*id)))
            };
            if !ways.iter().all(is_barred) {
                ways.retain(|way| !is_barred(way));
            }
        }
        if ways.len() < 2 {
            return ways.into_iter().next();
        }
        self.get_ready(machine);
        let best = self.best_of(machine, seat, &ways)?;
        ways.into_iter().nth(best)
    }

    /// The way that promises most. All are tried on a few tables, the better half of them on more,
    /// and so on.
    fn best_of(&mut self, machine: &Machine, seat: u8, ways: &[Answer]) -> Option<usize> {
        let mut left: Vec<usize> = (0..ways.len()).collect();
        let mut worth = vec![0i64; ways.len()];
        let mut dealer = Dealer::new(machine, seat);
        let mut begin = Position::default();
        while left.len() > 1 {
            for _ in 0..(TRIES / left.len()).clamp(1, TABLES) {
                let names = dealer.deal(&mut self.draws);
                let table = &mut dealer.world;
                begin.copy_from(table.position());
                for at in &left {
                    table.set_position(&begin);
                    let answer = named(&names, &ways[*at]);
                    worth[*at] += match table.try_out(Some(seat), &answer) {
                        Ok(()) => self.outlook(table, seat),
                        Err(_) => -WON / 4,
                    };
                }
            }
            // By lot among equals.
            for n in (1..left.len()).rev() {
                left.swap(n, self.draws.below(n as u64 + 1) as usize);
            }
            left.sort_by_key(|at| std::cmp::Reverse(worth[*at]));
            left.truncate(left.len().div_ceil(2));
        }
        left.first().copied()
    }

    fn get_ready(&mut self, machine: &Machine) {
        let program = machine.program();
        if self.promise.as_ref().is_some_and(|promise| Arc::ptr_eq(&promise.of, program)) {
            return;
        }
        let prospect = Prospect::of(machine, &self.taught);
        self.promise = Some(Promise { of: Arc::clone(program), prospect });
    }

    /// Plays on until the seat is asked again, and reads what it is promised. Where all win
    /// together it reads that once its move is over: who plays evenly spoils what partners built.
    fn outlook(&mut self, table: &mut Machine, seat: u8) -> i64 {
        self.thought += 1;
        let together = self.promise.as_ref().is_some_and(|p| p.prospect.is_of_all());
        for _ in 0..PATIENCE {
            match table.stop() {
                Stop::Over(Outcome::Won(seats)) if seats.contains(&seat) => {
                    return WON / (seats.len() as i64).max(1);
                }
                // As far from a win as from a loss.
                Stop::Over(Outcome::Drawn) => return 0,
                Stop::Over(Outcome::Won(_) | Outcome::Lost) => return -WON,
                Stop::Fault(_) => break,
                Stop::Asking => {}
            }
            let is_own = table.asked().is_none_or(|asked| asked.seats.contains(&seat));
            if is_own || together && table.moves_running() == 0 {
                break;
            }
            self.thought += table.playout(&[], &mut self.draws, 1).1;
        }
        let promise = self.promise.as_ref();
        let stands = promise.and_then(|promise| promise.prospect.of_seat(table, seat));
        stands.unwrap_or(0)
    }
}

/// Each way there is, if they are few; otherwise some at random, about as many of each entry.
pub(crate) fn ways(machine: &mut Machine, seat: u8, draws: &mut impl BotDraw) -> Vec<Answer> {
    let offers = machine.offers(Some(seat));
    let share = (WAYS / offers.len().max(1)).max(1);
    let mut by_entry = Vec::new();
    for offer in 0..offers.len() {
        let mut listing = Listing { seat, offer, left: LISTED, ways: Vec::new() };
        by_entry.push(match listing.add_all(machine, &mut Vec::new()) {
            Some(()) => listing.ways,
            None => some(share, || machine.drawn_of(seat, offer, draws)),
        });
    }
    if by_entry.iter().map(Vec::len).sum::<usize>() > WAYS {
        for ways in &mut by_entry {
            while ways.len() > share {
                ways.swap_remove(draws.below(ways.len() as u64) as usize);
            }
        }
    }
    by_entry.into_iter().flatten().collect()
}

/// The same, of those that begin so.
pub(crate) fn ways_from(
    machine: &mut Machine,
    seat: u8,
    begun: &Answer,
    draws: &mut impl BotDraw,
) -> Vec<Answer> {
    let mut listing = Listing { seat, offer: begun.offer, left: WAYS, ways: Vec::new() };
    if listing.add_all(machine, &mut begun.args.clone()).is_some() {
        return listing.ways;
    }
    some(WAYS, || machine.drawn_from(seat, begun.offer, &begun.args, draws))
}

/// So many that are drawn, each once.
fn some(most: usize, mut draw: impl FnMut() -> Option<Answer>) -> Vec<Answer> {
    let mut ways: Vec<Answer> = Vec::new();
    for _ in 0..most {
        ways.extend(draw().filter(|way| !ways.contains(way)));
    }
    ways
}

/// The ways to fill an entry, as they are listed.
struct Listing {
    seat: u8,
    offer: usize,
    /// So many more may be listed.
    left: usize,
    ways: Vec<Answer>,
}

impl Listing {
    /// Adds all that begin so, one after the other; none if there are more than are left, or too
    /// many to list.
    fn add_all(&mut self, machine: &mut Machine, args: &mut Vec<Value>) -> Option<()> {
        let members = match machine.options(Some(self.seat), self.offer, args) {
            None => {
                self.left = self.left.checked_sub(1)?;
                self.ways.push(Answer { offer: self.offer, args: args.clone() });
                return Some(());
            }
            Some(Options::Members(members)) => members,
            Some(Options::Range(lo, hi)) if hi.saturating_sub(lo) < WAYS as i64 => {
                (lo..=hi).map(Value::Number).collect()
            }
            Some(_) => return None,
        };
        for member in members {
            args.push(member);
            let listed = self.add_all(machine, args);
            args.pop();
            listed?;
        }
        Some(())
    }
}
