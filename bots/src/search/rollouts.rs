//! Complete choices side by side: each is made on the same tables, all seats go on as a small
//! `greedy` ([`super::small`]), and after some questions of the seat that thinks, or where a round
//! that is over soon ends, it is judged how the table stands. Half of the choices are left out
//! after each round (sequential halving).

use super::advice::Witness;
use super::agreed::Agreeing;
use super::belief::{Believer, Tables};
use super::small::{Looks, Small};
use super::soon::{Round, Soon};
use super::steps::Steps;
use super::tree::Picked;
use super::worth::Verdict;
use super::{Effort, Known, LONG, Search, Sight, Thought, unseen};
use crate::determinize::Dealer;
use crate::greedy::{ways, ways_from};
use crate::numbering::{has_copies, named};
use houserules_interpreter::ask::{Answer, Engine, Fault, PendingDecision, Stop};
use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::{Program, Who};
use houserules_lang::ir::{CardId, Seen};
use std::cmp::Reverse;
use std::sync::Arc;

/// A try goes on to so many questions of the seat that thinks.
const QUESTIONS: u32 = 3;
/// Where a move may say `again`, so that one turn asks several.
const WITH_AGAIN: u32 = 6;
/// And where all win together, where whoever goes on looks at all there is to do, until so many of
/// them are answered.
const TOGETHER: u32 = 1;
/// A try looks at about so many ways to decide, and counts for more if at more.
const USUAL: u32 = 16;
/// Where tries are short, more choices than this are looked at first as `greedy` looks at them,
/// until so many are left.
const SIFTED: usize = 8;
/// What counts as a try of a tree is so many of these.
const SHORT_ONES: u32 = 4;
/// Where a clock says when it is over, a first comparison takes so many of them, each further one
/// twice as many.
const FIRST: u32 = 1000;
/// Decisions of a try before the table is judged all the same.
const PATIENCE: u32 = 200;

/// A choice, and what came of it.
struct Way {
    answer: Answer,
    /// As the tree knows it.
    picked: Vec<Picked>,
    line: u64,
    worth: i64,
    tries: i64,
}

impl Way {
    fn mean(&self) -> i64 {
        self.worth / self.tries.max(1)
    }
}

/// The choices that are compared, and which of them are left, by index.
struct Field {
    all: Vec<Way>,
    left: Vec<usize>,
}

/// Who compares: the tables, whose choice it is, how long, and what became of it.
struct Comparison<'c, 'm> {
    dealer: &'c mut Dealer<'m>,
    machine: &'c Machine,
    seat: u8,
    effort: Effort,
    go_on: &'c mut dyn FnMut() -> bool,
    small: Small,
    /// What tries go on to the end of, if it is a round.
    round: Option<Round>,
    /// Those that what was chosen makes likely.
    believed: Tables,
    /// How many tries a try counts for.
    cost: u32,
    /// How many tries were made to compare, not to sift.
    made: u32,
    thought: Thought,
}

impl Comparison<'_, '_> {
    /// A table; for each card the one that takes its place.
    fn deal(&mut self, draws: &mut impl BotDraw) -> Vec<CardId> {
        self.believed.deal(self.dealer, draws)
    }

    /// Whether there is time for another try.
    fn goes_on(&mut self) -> bool {
        !self.thought.is_spoilt()
            && self.made < self.effort.tries.saturating_mul(SHORT_ONES)
            && self.thought.decisions < self.effort.decisions
            && (self.thought.decisions == 0 || (self.go_on)())
    }
}

/// How a try goes on behind the choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum On {
    /// Evenly, until the seat is asked again, to sift choices.
    Sifting,
    /// The same, to compare them. Where others hide amounts a small `greedy`, which sees the table
    /// it plays on, doubts nothing that is true.
    Evenly,
    /// As a small `greedy`, to some question.
    Small,
    /// As one that looks at all ways, until the next question is answered: where all win together,
    /// partners and the seat itself go on as well as they can.
    Together,
    /// The same, and until the round is over, where that is soon: what is kept for it, as a hand
    /// that is counted, pays there.
    ToTheRound,
    /// Evenly to the end of the game, where what counts is counted there: what is bought now pays
    /// much later.
    ToTheEnd,
}

impl On {
    fn is_even(self) -> bool {
        self == Self::Sifting || self == Self::Evenly
    }

    /// Whether what comes of a choice is not seen by the next question.
    fn is_to_an_end(self) -> bool {
        self == Self::ToTheRound || self == Self::ToTheEnd
    }
}

impl Search {
    /// Whether complete choices are compared. A point of another seat holds what that seat alone
    /// knows, which is dealt anew for each try: there a tree learns little behind the first answer.
    /// Where a `promise` alone says what counts, it is true at once, and the tree looks deeper,
    /// unless all win together by what some know.
    pub(super) fn compares(&self) -> bool {
        let of = |known: &Known| {
            let prospect = known.worth.prospect();
            let is_told = prospect.has_promise() && !prospect.has_learnt();
            let is_apart = if prospect.is_of_all() { prospect.has_promise() } else { !is_told };
            let rough = known.worth.is_cut_short() && is_apart;
            let apart = !known.commits || known.is_counted || known.soon == Soon::Round;
            rough && known.hides && apart && known.soon != Soon::Game
        };
        self.known.as_ref().is_some_and(of)
    }

    fn is_of_all(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.worth.prospect().is_of_all())
    }

    /// Compares all that the seat of a dealer may choose; what is best is kept.
    pub(super) fn compare(
        &mut self,
        dealer: &mut Dealer<'_>,
        effort: Effort,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Thought {
        let (machine, seat) = dealer.of();
        let (root, all) = self.all_ways(machine, seat);
        let believed = self.believed(dealer, effort.tries, &mut *go_on);
        let on = match &self.known {
            Some(known) if known.is_counted => On::ToTheEnd,
            Some(known) if known.soon == Soon::Round => On::ToTheRound,
            _ if self.is_of_all() => On::Together,
            _ if dealer.hides_rows() => On::Evenly,
            _ => On::Small,
        };
        let seats = u32::from(machine.program().schema.seats);
        let (looks, cost) = match on {
            On::Together => (Looks::AtAll, all.len() as u32 * seats / USUAL),
            On::Sifting | On::Evenly | On::Small | On::ToTheRound | On::ToTheEnd => {
                (Looks::AtAFew, 1)
            }
        };
        let mut by = Comparison {
            dealer,
            machine,
            seat,
            effort,
            go_on,
            small: Small::new(looks),
            round: Round::of(machine).filter(|_| on == On::ToTheRound),
            believed,
            cost: cost.max(1),
            made: 0,
            thought: Thought::default(),
        };
        let mut field = Field { left: (0..all.len()).collect(), all };
        let most = effort.tries.saturating_mul(SHORT_ONES);
        let mut tries = if most == u32::MAX { FIRST } else { most };
        let round = tries as usize / 16;
        let mut whole = true;
        // What pays at an end alone is not seen by the seat's next question.
        while whole && !on.is_to_an_end() && field.left.len() > SIFTED {
            let tables = (round / field.left.len()).max(2);
            whole = self.round(&mut by, &mut field, tables, On::Sifting);
        }
        let best = field.left.clone();
        for way in &mut field.all {
            (way.worth, way.tries) = (0, 0);
        }
        while whole && best.len() > 1 {
            field.left.clone_from(&best);
            let rounds = best.len().next_power_of_two().ilog2();
            while whole && field.left.len() > 1 {
                let tables = (tries / by.cost / rounds) as usize / field.left.len();
                whole = self.round(&mut by, &mut field, tables.max(1), on);
            }
            whole &= by.thought.tries < effort.tries / 2;
            tries = tries.saturating_mul(2);
        }
        let found = field.left.first().map(|at| &field.all[*at]);
        self.found = found.map(|way| (root, way.answer.clone()));
        self.thought += by.thought.decisions;
        by.thought
    }

    /// Tables as what was chosen makes them likely.
    pub(super) fn believed(
        &mut self,
        dealer: &mut Dealer<'_>,
        tries: u32,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Tables {
        let (machine, seat) = dealer.of();
        let Some(known) = &self.known else { return Tables::default() };
        // Cards that are copies of each other go by other numbers while it thinks.
        if has_copies(&machine.program().book) {
            return Tables::default();
        }
        if dealer.hides_rows() {
            let believer = Believer { seat, prospect: known.worth.prospect(), tries };
            return believer.tables(dealer, &mut self.draws, go_on);
        }
        if dealer.hides_amounts() {
            return Tables::default();
        }
        Agreeing { seat, dealer, tries }.tables(machine, &mut self.draws, go_on)
    }

    /// All that may be chosen, as it stands in the tree; the point at which the seat chooses.
    fn all_ways(&mut self, machine: &Machine, seat: u8) -> (u64, Vec<Way>) {
        let mut world = machine.clone();
        let book = Arc::clone(&machine.program().book);
        let sight = Sight::of(&book, machine, seat);
        let steps = Steps::new(&mut world, seat).without(&self.barred);
        let here = sight.here(machine, steps.offers());
        let mut found = Vec::new();
        let all = match &self.begun {
            Some(begun) => ways_from(&mut world, seat, begun, &mut self.draws),
            None => ways(&mut world, seat, &mut self.draws),
        };
        for answer in all {
            if !steps.may_enter(answer.offer) {
                continue;
            }
            let (mut at, mut picked) = (here, Vec::new());
            for candidate in steps.way_of(&answer, &mut world, &sight) {
                self.tree.know(at, &candidate);
                let (key, lore) = (candidate.key, candidate.lore);
                picked.push(Picked { at, key, lore, seat, among: 0, alone: false });
                at = super::then(at, key);
            }
            found.push(Way { answer, picked, line: at, worth: 0, tries: 0 });
        }
        let root = self.place_of(self.begun.as_ref(), &sight, &mut world, &mut steps.clone());
        (root, found)
    }

    /// Makes each choice that is left on so many tables, and leaves out half of them. False, if
    /// there was no time for that.
    fn round(
        &mut self,
        by: &mut Comparison<'_, '_>,
        field: &mut Field,
        tables: usize,
        on: On,
    ) -> bool {
        let mut whole = true;
        for n in 0..tables {
            if !by.goes_on() {
                if n == 0 {
                    return false;
                }
                whole = false;
                break;
            }
            self.table(by, field, on);
        }
        let Field { all, left } = field;
        // By lot among equals.
        for n in (1..left.len()).rev() {
            left.swap(n, self.draws.below(n as u64 + 1) as usize);
        }
        left.sort_by_key(|at| Reverse(all[*at].mean()));
        if whole {
            left.truncate(left.len().div_ceil(2));
        }
        whole
    }

    /// Makes each choice that is left on one table.
    fn table(&mut self, by: &mut Comparison<'_, '_>, field: &mut Field, on: On) {
        let names = by.deal(&mut self.draws);
        let lying = self
            .witnesses
            .as_ref()
            .filter(|_| on != On::Sifting)
            .map(|_| unseen(by.machine, &by.dealer.world, by.seat));
        let begin = by.dealer.world.position().clone();
        for at in &field.left {
            let way = &mut field.all[*at];
            by.dealer.world.set_position(&begin);
            let answer = named(&names, &way.answer);
            by.thought.decisions += 1;
            let came = match by.dealer.world.try_out(Some(by.seat), &answer) {
                Ok(()) => self.go_on_from(by, on),
                Err(_) => Ok(Verdict::default()),
            };
            let verdict = match came {
                Ok(verdict) => verdict,
                Err(fault) => {
                    by.thought.fails(fault);
                    continue;
                }
            };
            let result = verdict.of(by.seat);
            way.worth += result.worth;
            way.tries += 1;
            if on != On::Sifting {
                by.made += by.cost;
                by.thought.tries = by.made.div_ceil(SHORT_ONES);
                self.tree.learn(&way.picked, |seat| verdict.of(seat), None);
                if let (Some(all), Some(lying)) = (&mut self.witnesses, &lying) {
                    let (line, lying) = (way.line, lying.clone());
                    all.push(Witness { line, lying, worth: result.worth });
                }
            }
        }
    }

    /// Plays on behind a choice, and judges how the table stands.
    fn go_on_from(&mut self, by: &mut Comparison<'_, '_>, on: On) -> Result<Verdict, Fault> {
        let Some(known) = &mut self.known else { return Ok(Verdict::default()) };
        let world = &mut by.dealer.world;
        let level = by.machine.moves_running();
        let mut asked = 0;
        for _ in 0..PATIENCE {
            if world.stop() != Stop::Asking {
                break;
            }
            let own = world.lot().first() == Some(&by.seat);
            let is_made = known.worth.prospect().is_of_all() && world.moves_running() <= level;
            asked += u32::from(own && (on.is_even() || world.moves_running() <= level));
            let is_there = match on {
                On::Sifting => asked > 0 || is_made,
                On::Evenly => asked > 0,
                On::Small => asked >= known.questions,
                On::Together => asked >= TOGETHER && is_made && !own || asked > TOGETHER,
                On::ToTheRound => {
                    asked >= known.questions
                        && by.round.as_ref().is_none_or(|round| !round.runs(world))
                }
                On::ToTheEnd => false,
            };
            if is_there {
                break;
            }
            // In a race all are asked again and again, and there is seldom anything to do.
            if on == On::Small && is_race(world) {
                let quickest = world.lot();
                let passed = super::let_pass(world, quickest.get(..1).unwrap_or_default());
                by.thought.decisions += passed;
                if passed > 0 {
                    continue;
                }
            }
            by.thought.decisions += match on {
                On::Sifting | On::Evenly => world.playout(&[], &mut self.draws, 1).1,
                On::ToTheEnd => world.playout(&[], &mut self.draws, LONG).1,
                On::Small | On::Together | On::ToTheRound => {
                    by.small.decide(world, known.worth.prospect(), &mut self.draws)
                }
            };
        }
        match world.stop() {
            Stop::Fault(fault) => Err(fault),
            stop if on == On::ToTheEnd => Ok(known.worth.judge_counted(world, &stop)),
            stop => Ok(known.worth.judge(world, &stop)),
        }
    }
}

/// Whether a seat may know what others do not.
pub(super) fn hides(program: &Program) -> bool {
    let book = &program.book;
    book.zones.iter().any(|zone| zone.seen == Seen::Owner)
        || book.counters.iter().any(|counter| counter.seen == Seen::Owner)
}

fn is_race(machine: &Machine) -> bool {
    let who = |asked: PendingDecision| machine.program().sites[asked.site.index()].who;
    machine.asked().is_some_and(|asked| who(asked) == Who::Race)
}

/// To how many questions of the seat that thinks tries go on. In a race all are asked again and
/// again whatever moves say.
pub(super) fn questions(program: &Program) -> u32 {
    let again = program.book.moves.iter().any(|action| action.again);
    let race = program.sites.iter().any(|site| site.who == Who::Race);
    if again && !race { WITH_AGAIN } else { QUESTIONS }
}

/// Whether several are asked at once somewhere. Tries that wait for questions cannot compare that;
/// those that go on to an end can.
pub(super) fn commits(program: &Program) -> bool {
    program.sites.iter().any(|site| site.who == Who::Each)
}
