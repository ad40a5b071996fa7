//! What to do and what it promises, for people: the best choices, how sure that is, and what of the
//! hidden things it hangs on.

use super::fixed::root;
use super::sight::{Sight, then};
use super::steps::{Next, Steps};
use super::tree::{Edge, Point};
use super::{Effort, STEPS, Search, Thought};
use crate::numbering::Numbered;
use houserules_interpreter::ask::{Answer, Engine};
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{RowId, ZoneId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// At most so many ways to choose are compared.
const LINES: usize = 48;
/// A choice was looked at if it was tried at least once in so many tries of the best.
const LOOKED_AT: u32 = 10;
/// Something hidden counts only if it was so, and was not so, in so many of the tries of each of
/// the two best.
const OFTEN: i64 = 12;

/// A choice, and what it promises.
#[derive(Debug, Clone)]
pub struct Advice {
    /// What is handed in.
    pub answer: Answer,
    /// How often it was tried.
    pub tries: u32,
    /// What came of it on average, from 0 to [`super::fixed::ONE`]; half of that: as things stand.
    pub worth: i64,
    /// How far that may be off (its standard error).
    pub doubt: i64,
    /// In how many of the tries the game came to its end.
    pub ended: u32,
    /// Wins in these, [`super::fixed::ONE`] each, split between those who won.
    pub won: i64,
    line: u64,
}

impl Advice {
    /// Whether the other may well be as good.
    #[must_use]
    pub fn is_close_to(&self, other: &Self) -> bool {
        let squares = |n: i64| n.unsigned_abs().saturating_mul(n.unsigned_abs()) >> 20;
        let doubt = root(squares(self.doubt) + squares(other.doubt)) as i64;
        (self.worth - other.worth).abs() < 2 * doubt
    }
}

/// A card that may lie somewhere, for all that a seat knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lying {
    /// The card that was dealt otherwise.
    pub row: RowId,
    /// In which zone.
    pub zone: ZoneId,
    /// The player in whose zone it lay.
    pub key: u16,
}

/// What was thought about a decision.
#[derive(Debug, Clone)]
pub struct Hint {
    /// The best choices, best first.
    pub best: Vec<Advice>,
    /// How many others there were.
    pub others: usize,
    /// Where this card lies there, the second best is better.
    pub unless: Option<Lying>,
    /// How thinking went.
    pub thought: Thought,
}

/// What is wanted of a hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// What the seat has begun to choose: only choices that begin so are compared.
    pub begun: Option<Answer>,
    /// How long it may think.
    pub effort: Effort,
    /// How many choices it names at most.
    pub most: usize,
}

/// What a try was like: the choice it began with, what of the hidden lay where, what came of it.
#[derive(Debug, Clone)]
pub(super) struct Witness {
    pub line: u64,
    pub lying: Vec<Lying>,
    pub worth: i64,
}

/// Numbers of tries, and what came of them, added up, and its squares.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    tries: i64,
    worth: i64,
    squares: i64,
}

impl Sum {
    fn add(&mut self, worth: i64) {
        self.tries += 1;
        self.worth += worth;
        self.squares += (worth * worth) >> 20;
    }

    fn mean(self) -> i64 {
        self.worth / self.tries.max(1)
    }

    /// The square of the standard error.
    fn doubt(self) -> i64 {
        let spread = self.squares / self.tries.max(1) - ((self.mean() * self.mean()) >> 20);
        spread.max(0) / self.tries.max(1)
    }
}

impl Search {
    /// Thinks about what a seat that is asked should do, and says what it would do, best first.
    /// `go_on` is asked before each try but the first.
    pub fn hint(
        &mut self,
        machine: &Machine,
        seat: u8,
        wanted: Wanted,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Hint {
        let here = Numbered::of(machine, seat);
        let machine = &*here.machine;
        self.begun = wanted.begun.map(|begun| here.made_here(begun));
        if !self.has_choice(machine, seat) {
            self.begun = None;
        }
        self.witnesses = Some(Vec::new());
        let thought = self.think_here(machine, seat, wanted.effort, go_on);
        let witnesses = self.witnesses.take().unwrap_or_default();
        let mut best = self.lines(machine, seat);
        // What it would do itself stands first: it may be known for sure, and so need few tries.
        let own = self.best_here(machine, seat);
        self.begun = None;
        let first = |advice: &Advice| Some(&advice.answer) == own.as_ref();
        best.sort_by_key(|advice| {
            std::cmp::Reverse((first(advice), advice.tries, advice.worth, advice.line))
        });
        // What was hardly looked at is no advice; the rest by what it promises.
        let all = best.len();
        let least = best.first().map_or(0, |first| first.tries / LOOKED_AT);
        best.retain(|advice| advice.tries >= least);
        best.truncate(wanted.most);
        if let Some((_, rest)) = best.split_first_mut() {
            rest.sort_by_key(|advice| std::cmp::Reverse((advice.worth, advice.tries, advice.line)));
        }
        let unless = if let [first, second, ..] = best.as_slice() {
            turns_on(&witnesses, first.line, second.line)
        } else {
            None
        };
        let meant = |advice: Advice| Advice { answer: here.meant(advice.answer), ..advice };
        let others = all - best.len();
        Hint { best: best.into_iter().map(meant).collect(), others, unless, thought }
    }

    /// The choices that were tried.
    fn lines(&mut self, machine: &Machine, seat: u8) -> Vec<Advice> {
        let mut here = machine.clone();
        let book = Arc::clone(&machine.program().book);
        let mut steps = Steps::new(&mut here, seat);
        steps.force(&mut here);
        let sight = Sight::of(&book, machine, seat);
        let at = self.place_of(self.begun.as_ref(), &sight, &mut here, &mut steps);
        let mut open = vec![(steps, at, None::<Edge>)];
        let mut found = Vec::new();
        let mut looked = 0;
        while let Some((steps, at, last)) = open.pop() {
            looked += 1;
            if looked > LINES * STEPS || found.len() >= LINES {
                break;
            }
            let point = self.tree.point(at);
            match steps.next(&mut here, &sight, point, &mut self.draws) {
                Next::Complete => {
                    let answer = steps.answer();
                    if here.clone().answer(Some(seat), &answer).is_ok() {
                        found.push(advice(answer, last.as_ref(), at, seat));
                    }
                }
                Next::Nothing => {}
                Next::OneOf { these, .. } => {
                    let single = these.len() == 1;
                    let tried = |key| point.and_then(|p: &Point| p.edge(key)).cloned();
                    let mut next: Vec<_> = these
                        .into_iter()
                        .map(|c| (tried(c.candidate.key), c))
                        .filter(|(edge, _)| single || edge.as_ref().is_some_and(|e| e.tries > 0))
                        .collect();
                    // The best is looked at first: it lies on top.
                    next.sort_by_key(|(edge, _)| edge.as_ref().map_or(0, |e| e.tries));
                    for (edge, chosen) in next {
                        let mut steps = steps.clone();
                        steps.take(&chosen);
                        let at = then(at, chosen.candidate.key);
                        open.push((steps, at, edge.or_else(|| last.clone())));
                    }
                }
            }
        }
        found
    }
}

fn advice(answer: Answer, last: Option<&Edge>, line: u64, seat: u8) -> Advice {
    let none = Edge::default();
    let edge = last.unwrap_or(&none);
    if let Some(share) = edge.share(seat) {
        let (tries, won) = (edge.tries, share * i64::from(edge.tries));
        return Advice { answer, tries, worth: share, doubt: 0, ended: tries, won, line };
    }
    Advice {
        answer,
        tries: edge.tries,
        worth: edge.mean(),
        doubt: edge.doubt(),
        ended: edge.ended,
        won: edge.won,
        line,
    }
}

/// The hidden card that tells most for the second choice and against the first, if there is one
/// that surely does.
fn turns_on(witnesses: &[Witness], first: u64, second: u64) -> Option<Lying> {
    let mut sums: BTreeMap<Lying, [Sum; 2]> = BTreeMap::new();
    let mut all = [0i64; 2];
    for witness in witnesses {
        let which = match witness.line {
            line if line == first => 0,
            line if line == second => 1,
            _ => continue,
        };
        all[which] += 1;
        for lying in &witness.lying {
            sums.entry(*lying).or_default()[which].add(witness.worth);
        }
    }
    let surely = |sums: &[Sum; 2]| {
        let often = |at: usize| sums[at].tries >= OFTEN && all[at] - sums[at].tries >= OFTEN;
        let more = sums[1].mean() - sums[0].mean();
        let doubt = root((sums[0].doubt() + sums[1].doubt()).unsigned_abs()) as i64;
        // Of many things that are looked at, some seem to matter by chance.
        (often(0) && often(1) && more > 3 * doubt).then_some(more)
    };
    let found = sums.iter().filter_map(|(lying, sums)| Some((surely(sums)?, *lying)));
    found.max().map(|(_, lying)| lying)
}
