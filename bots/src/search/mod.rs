//! The player `search`: it plays games that begin where it is asked to their end, in its head,
//! again and again, and goes more often where more came of it.
//!
//! It is fair: each try begins on a table dealt anew ([`crate::determinize`]), on which nothing is
//! left of what its seat has not seen. In the tree ([`tree`]) every seat learns from what it sees
//! there itself ([`sight`]), and strives for its own share of the win; where players win together
//! that is the same. Chance falls anew with each try. Beyond what is in the tree, all play evenly;
//! a game that takes long is cut short, and what the seats strive for counts ([`worth`]).
//! Where a tree learns little behind the first answer of another seat, complete choices are
//! compared instead ([`rollouts`]).
//!
//! How long it thinks is bounded by tries, never by a clock; whoever has one says when to stop.

pub mod advice;
mod agreed;
mod belief;
pub mod fixed;
mod past;
mod rollouts;
pub mod sight;
mod small;
mod soon;
mod steps;
mod sure;
pub mod tree;
mod worth;

use crate::aim::is_counted_at_the_end;
use crate::determinize::Dealer;
use crate::numbering::{Numbered, named};
use crate::prospect::Taught;
use advice::{Lying, Witness};
use fixed::ONE;
use houserules_interpreter::ask::{Answer, Engine, Fault, Offered, Stop};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::ir::{CardId, MoveId, Rulebook};
use houserules_table::journal::fingerprint::rules_hash;
use houserules_table::visibility::card_sight;
use houserules_table::visibility::layout::Table;
use sight::{Sight, then};
use soon::{Soon, Survey};
use std::cmp::Ordering;
use std::sync::Arc;
use steps::{Next, Steps};
use tree::{Candidate, Picked, Point, Sure, Tree};
use worth::{Verdict, Worth};

/// So many decisions of a try lie in the tree at most.
const DEEP: usize = 48;
/// So many decisions are played evenly behind it where there is something to strive for: none, as
/// those who play evenly give away more than a choice is worth.
const SHORT: u64 = 0;
/// And where only the end tells.
const LONG: u64 = 2_000;
/// How far seats are ahead before thinking is an average of so many tables.
const SURVEYED: i64 = 8;
/// A choice has no more points than this.
const STEPS: usize = 200;
/// So often a decision that led nowhere is made again within a try.
const AGAIN: usize = 16;

/// How long it thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// At most so many tries.
    pub tries: u32,
    /// At most so many decisions in all of them.
    pub decisions: u64,
}

impl Effort {
    /// So many tries, and no more decisions than tries of a usual length have.
    #[must_use]
    pub fn of(tries: u32) -> Self {
        Self { tries, decisions: u64::from(tries).saturating_mul(LONG / 4).max(LONG) }
    }
}

/// How thinking went.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Thought {
    /// How many tries were made.
    pub tries: u32,
    /// How many decisions were made in them.
    pub decisions: u64,
    /// The first rule that could not be carried out in a try: it came to nothing.
    pub fault: Option<Fault>,
    /// How many tries came to nothing so.
    pub faults: u32,
}

/// So many tries may come to nothing before thinking ends, if they are most of them.
const FAULTS: u32 = 32;

impl Thought {
    fn fails(&mut self, fault: Fault) {
        self.fault.get_or_insert(fault);
        self.faults += 1;
    }

    fn is_spoilt(&self) -> bool {
        self.faults > FAULTS && self.faults > self.tries / 2
    }

    /// Whether so many tries came to nothing that what was found is worth less.
    #[must_use]
    pub fn is_doubtful(&self) -> bool {
        self.faults > self.tries / 10
    }
}

/// The player `search`, for one seat: what it learns for a seat must not serve another's.
#[derive(Debug)]
pub struct Search {
    draws: BotSource,
    tree: Tree,
    known: Option<Known>,
    /// What each try was like, where somebody wants a hint.
    witnesses: Option<Vec<Witness>>,
    taught: Taught,
    barred: Vec<MoveId>,
    /// What the seat has begun to choose, where somebody wants a hint in the middle of it.
    begun: Option<Answer>,
    /// What was found to be best where a seat was asked.
    found: Option<(u64, Answer)>,
    thought: u64,
}

/// What was made ready for a program.
#[derive(Debug)]
struct Known {
    of: Arc<Program>,
    /// The fingerprint of what is played of its rules.
    rules: String,
    worth: Worth,
    /// What comes of a position can be known for sure.
    open: bool,
    /// A seat may know what others do not.
    hides: bool,
    /// What players strive for is counted when the game is over.
    is_counted: bool,
    /// Somewhere several are asked at once.
    commits: bool,
    /// To how many questions of its seat tries go on that compare choices.
    questions: u32,
    /// What even play ends soon, unless a `promise` says what counts before.
    soon: Soon,
}

impl Known {
    fn plays_like(&self, other: &Self) -> bool {
        self.rules == other.rules
            && self.of.schema.seats == other.of.schema.seats
            && self.of.options == other.of.options
    }
}

/// A try that is being made.
struct Trial {
    way: Vec<Picked>,
    /// The seat that thinks.
    of: u8,
    /// What that seat has begun to choose, as it is called on this table.
    begun: Option<Answer>,
    /// The choice that seat began with; 0 before it has.
    line: u64,
    /// How many decisions were made.
    made: u64,
}

/// How a try stands.
enum Try {
    /// It came to this; what surely comes of where its way ends.
    Came(Verdict, Option<Sure>),
    /// A choice in it could not be made; nothing is learnt.
    Nowhere,
    /// A rule in it could not be carried out.
    Fault(Fault),
}

impl Search {
    /// Its name on the command line.
    pub const NAME: &'static str = "search";

    /// With its own seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            draws: BotSource::new(seed),
            tree: Tree::default(),
            known: None,
            witnesses: None,
            taught: Taught::default(),
            barred: Vec::new(),
            begun: None,
            found: None,
            thought: 0,
        }
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

    /// From now on its seat makes these moves only where there is nothing else to do, and it knows
    /// that when it thinks ahead.
    pub fn bar(&mut self, barred: &[MoveId]) {
        if self.barred != barred {
            self.tree.clear();
            self.found = None;
            self.barred = barred.to_vec();
        }
    }

    /// How many decisions it has made in its head so far.
    #[must_use]
    pub fn thought(&self) -> u64 {
        self.thought
    }

    /// At how many points of games it has learnt something.
    #[must_use]
    pub fn points(&self) -> usize {
        self.tree.len()
    }

    /// Forgets all that it has learnt.
    pub fn forget(&mut self) {
        self.tree.clear();
        self.found = None;
        self.known = None;
    }

    /// Decides for a seat that is asked; none if it finds nothing to do. `go_on` is asked before
    /// each try but the first.
    pub fn answer(
        &mut self,
        machine: &Machine,
        seat: u8,
        effort: Effort,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Answer> {
        let here = Numbered::of(machine, seat);
        if self.has_choice(&here.machine, seat) {
            self.think_here(&here.machine, seat, effort, go_on);
        }
        let found = self.best_here(&here.machine, seat)?;
        Some(here.meant(found))
    }

    /// Thinks about what a seat that is asked should do; [`Search::best`] says what came of it.
    pub fn think(
        &mut self,
        machine: &Machine,
        seat: u8,
        effort: Effort,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Thought {
        self.think_here(&Numbered::of(machine, seat).machine, seat, effort, go_on)
    }

    fn think_here(
        &mut self,
        machine: &Machine,
        seat: u8,
        effort: Effort,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Thought {
        let mut thought = Thought::default();
        let mut way = Vec::new();
        let mut dealer = Dealer::new(machine, seat);
        self.get_ready(machine, &mut dealer);
        self.found = None;
        if self.compares() {
            return self.compare(&mut dealer, effort, go_on);
        }
        if self.is_open() {
            self.glance(&mut machine.clone());
        }
        let believed = self.believed(&mut dealer, effort.tries, &mut *go_on);
        while thought.tries < effort.tries
            && thought.decisions < effort.decisions
            && (thought.tries == 0 || go_on())
        {
            thought.tries += 1;
            let names = believed.deal(&mut dealer, &mut self.draws);
            way.clear();
            let lying = self.witnesses.as_ref().map(|_| unseen(machine, &dealer.world, seat));
            let begun = self.begun.as_ref().map(|begun| named(&names, begun));
            let mut trial = Trial { way, of: seat, begun, line: 0, made: 0 };
            let came = self.try_once(&mut dealer.world, &mut trial);
            thought.decisions += trial.made;
            self.thought += trial.made;
            way = trial.way;
            match came {
                Try::Came(verdict, end) => {
                    let result = |seat| verdict.of(seat);
                    self.tree.learn(&way, result, end);
                    if let (Some(all), Some(lying)) = (&mut self.witnesses, lying) {
                        all.push(Witness { line: trial.line, lying, worth: result(seat).worth });
                    }
                }
                Try::Nowhere => {}
                Try::Fault(fault) => {
                    thought.fails(fault);
                    if thought.is_spoilt() {
                        break;
                    }
                }
            }
            let settled = way.first().is_some_and(|first| self.tree.is_sure(first.at));
            if settled && self.witnesses.is_none() {
                break;
            }
        }
        thought
    }

    /// What it takes for the best choice of a seat that is asked.
    pub fn best(&mut self, machine: &Machine, seat: u8) -> Option<Answer> {
        let here = Numbered::of(machine, seat);
        self.best_here(&here.machine, seat).map(|answer| here.meant(answer))
    }

    fn best_here(&mut self, machine: &Machine, seat: u8) -> Option<Answer> {
        let mut here = machine.clone();
        let book = Arc::clone(&machine.program().book);
        let mut steps = Steps::new(&mut here, seat).without(&self.barred);
        if steps.force(&mut here) {
            return Some(steps.answer());
        }
        let sight = Sight::of(&book, machine, seat);
        let mut at = self.place_of(self.begun.as_ref(), &sight, &mut here, &mut steps);
        if let Some((_, answer)) = self.found.as_ref().filter(|(place, _)| *place == at)
            && here.clone().answer(Some(seat), answer).is_ok()
        {
            return Some(answer.clone());
        }
        for _ in 0..STEPS {
            let point = self.tree.point(at);
            match steps.next(&mut here, &sight, point, &mut self.draws) {
                Next::Complete => {
                    let answer = steps.answer();
                    if here.clone().answer(Some(seat), &answer).is_ok() {
                        return Some(answer);
                    }
                    break;
                }
                Next::Nothing => break,
                Next::OneOf { these, .. } => {
                    let ranks = these.iter().map(|c| rank(point, &c.candidate, seat));
                    let best = &these[of_the_best(ranks, &mut self.draws)?];
                    steps.take(best);
                    at = then(at, best.candidate.key);
                }
            }
        }
        // What was found leads nowhere: something of the same entry, or anything.
        let first = steps.has_begun().then(|| steps.answer().offer);
        let drawn = first.and_then(|entry| here.drawn_of(seat, entry, &mut self.draws));
        drawn.or_else(|| here.drawn(Some(seat), <_>::default(), &mut self.draws))
    }

    /// Whether there is more than one thing to do.
    fn has_choice(&mut self, machine: &Machine, seat: u8) -> bool {
        let mut here = machine.clone();
        let book = Arc::clone(&machine.program().book);
        let mut steps = Steps::new(&mut here, seat).without(&self.barred);
        if steps.force(&mut here) {
            return false;
        }
        let sight = Sight::of(&book, machine, seat);
        for _ in 0..STEPS {
            match steps.next(&mut here, &sight, None, &mut self.draws) {
                Next::OneOf { these, .. } if these.len() == 1 => steps.take(&these[0]),
                Next::OneOf { .. } => return true,
                Next::Complete | Next::Nothing => return false,
            }
        }
        true
    }

    /// What is known holds for these rules only, and worth is measured from here.
    fn get_ready(&mut self, machine: &Machine, dealer: &mut Dealer<'_>) {
        let program = machine.program();
        if self.known.as_ref().is_none_or(|known| !Arc::ptr_eq(&known.of, program)) {
            let rules = rules_hash(&program.book);
            let (worth, open) = (Worth::of(machine, &self.taught), sure::is_open(program));
            let is_counted = !worth.prospect().has_learnt()
                && is_counted_at_the_end(&program.book, usize::from(program.schema.seats));
            let (hides, commits) = (rollouts::hides(program), rollouts::commits(program));
            let questions = rollouts::questions(program);
            let known = Known {
                of: Arc::clone(program),
                rules,
                worth,
                open,
                hides,
                is_counted,
                commits,
                questions,
                soon: Soon::Nothing,
            };
            match &mut self.known {
                // Only words are others.
                Some(before) if before.plays_like(&known) => {
                    before.worth.take_over(known.worth);
                    before.of = known.of;
                }
                _ => {
                    self.known = Some(known);
                    self.tree.clear();
                }
            }
        }
        if let Some(known) = self.known.as_mut().filter(|known| known.worth.has_aim()) {
            let mut sum = Vec::new();
            // Where others hide amounts a tree takes them for players who believe anything.
            let looks = !known.worth.has_promise() && !dealer.hides_rows();
            let mut survey = looks.then(|| Survey::begin(machine));
            for _ in 0..SURVEYED {
                dealer.deal(&mut self.draws);
                known.worth.survey(&mut dealer.world, &mut sum);
                if let Some(survey) = &mut survey {
                    survey.see(&mut dealer.world, &mut self.draws);
                }
            }
            let soon = survey.map_or(Soon::Nothing, |survey| survey.told());
            if known.worth.begin(&sum, SURVEYED) || known.soon != soon {
                self.tree.clear();
            }
            known.soon = soon;
        }
        self.tree.begin();
    }

    /// One try: through the tree, one step beyond it, and on evenly.
    fn try_once(&mut self, world: &mut Machine, trial: &mut Trial) -> Try {
        let book = Arc::clone(&world.program().book);
        let open = self.is_open();
        for _ in 0..DEEP {
            if world.stop() != Stop::Asking {
                break;
            }
            let asked = world.lot();
            let Some((seat, others)) = asked.split_first() else { break };
            let new = match self.decide(world, &book, *seat, trial) {
                Decided::Made { new } => new,
                Decided::Known(sure) => return self.ends_surely(world, sure),
                Decided::Nothing => return Try::Nowhere,
            };
            if new && !(open && self.has_been_at(world)) {
                trial.made += let_pass(world, others);
                break;
            }
        }
        if open {
            let sure = if world.stop() == Stop::Asking {
                self.glance(world).map(|sure| self.ends_surely(world, sure))
            } else {
                None
            };
            if let Some(came) = sure {
                return came;
            }
        }
        let end = sure::shares(&world.stop()).filter(|_| open);
        let Some(known) = &mut self.known else { return Try::Nowhere };
        let is_cut_short = known.worth.is_cut_short() && known.soon != Soon::Game;
        let most = if is_cut_short { SHORT } else { LONG };
        let (stop, more) = world.playout(&[], &mut self.draws, most);
        trial.made += more;
        match stop {
            Stop::Fault(fault) => Try::Fault(fault),
            stop => Try::Came(known.worth.judge(world, &stop), end),
        }
    }

    /// Whether a position that is known from elsewhere has been tried from.
    fn has_been_at(&self, world: &Machine) -> bool {
        self.tree.point(sure::position(world)).is_some_and(|point| point.tries > 0)
    }

    fn ends_surely(&self, world: &Machine, sure: Sure) -> Try {
        Try::Came(self.verdict(sure, world.program().schema.seats), Some(sure))
    }

    /// A seat decides in a try. What turns out to lead nowhere is written down and left out from
    /// then on.
    fn decide(
        &mut self,
        world: &mut Machine,
        book: &Rulebook,
        seat: u8,
        trial: &mut Trial,
    ) -> Decided {
        let (from, line, open) = (trial.way.len(), trial.line, self.is_open());
        for _ in 0..AGAIN {
            let chance = world.tally().chance;
            let (answer, new, drawn) = match self.choose(world, book, seat, trial) {
                Chosen::Answer { answer, new, drawn } => (answer, new, drawn),
                Chosen::Known(sure) => return Decided::Known(sure),
                Chosen::Nothing { drawn } => {
                    trial.line = line;
                    if self.tree.leads_nowhere(&mut trial.way, from, drawn) {
                        continue;
                    }
                    return Decided::Nothing;
                }
            };
            trial.made += 1;
            let taken = if new && !open && world.lot().len() == 1 {
                world.try_out(Some(seat), &answer)
            } else {
                world.answer(Some(seat), &answer).map(|_| ())
            };
            if taken.is_ok() {
                if let Some(last) = trial.way.last_mut() {
                    last.alone &= world.tally().chance == chance;
                }
                return Decided::Made { new };
            }
            trial.line = line;
            if !self.tree.leads_nowhere(&mut trial.way, from, drawn) {
                break;
            }
        }
        Decided::Nothing
    }

    /// A seat's choice in a try.
    fn choose(
        &mut self,
        world: &mut Machine,
        book: &Rulebook,
        seat: u8,
        trial: &mut Trial,
    ) -> Chosen {
        let barred = if seat == trial.of { self.barred.as_slice() } else { &[] };
        let mut steps = Steps::new(world, seat).without(barred);
        if steps.force(world) {
            return Chosen::Answer { answer: steps.answer(), new: false, drawn: false };
        }
        let sight = &Sight::of(book, world, seat);
        let begun = trial.begun.as_ref().filter(|_| seat == trial.of && trial.line == 0);
        let mut at = self.place_of(begun, sight, world, &mut steps);
        if let Some(sure) = self.tree.point(at).and_then(|p| p.sure)
            && trial.made > 0
        {
            return Chosen::Known(sure);
        }
        let (mut new, mut drawn) = (false, false);
        for _ in 0..STEPS {
            let point = self.tree.point(at);
            let (these, all) = match steps.next(world, sight, point, &mut self.draws) {
                Next::Complete => {
                    if seat == trial.of && trial.line == 0 {
                        trial.line = at;
                    }
                    return Chosen::Answer { answer: steps.answer(), new, drawn };
                }
                Next::Nothing => return Chosen::Nothing { drawn },
                Next::OneOf { these, all } => (these, all),
            };
            let chosen = if new || these.len() == 1 {
                if these.len() > 1 {
                    // What comes of it hangs on this draw, too.
                    trial.way.last_mut().into_iter().for_each(|last| last.alone = false);
                    drawn = true;
                }
                self.draws.below(these.len() as u64) as usize
            } else {
                let candidates: Vec<Candidate> =
                    these.iter().map(|c| c.candidate.clone()).collect();
                let picked = self.tree.pick(at, seat, &candidates, &mut self.draws);
                let Some((chosen, known)) = picked else {
                    return Chosen::Nothing { drawn: !all };
                };
                let Candidate { key, lore, .. } = candidates[chosen];
                let among = if all { these.len() } else { 0 };
                trial.way.push(Picked { at, key, lore, seat, among, alone: true });
                new = !known;
                chosen
            };
            at = then(at, these[chosen].candidate.key);
            steps.take(&these[chosen]);
        }
        Chosen::Nothing { drawn: true }
    }
}

/// A choice in a try.
enum Chosen {
    /// This; whether it is new to the tree, and whether some of it was drawn.
    Answer { answer: Answer, new: bool, drawn: bool },
    /// There is no need to choose: what comes of the position is known.
    Known(Sure),
    /// It leads nowhere, though something else may where some of it was drawn.
    Nothing { drawn: bool },
}

/// How a decision in a try came out.
enum Decided {
    /// It was made; whether it is new to the tree.
    Made { new: bool },
    /// There is no need for it: what comes of the position is known.
    Known(Sure),
    /// Whatever was tried leads nowhere.
    Nothing,
}

/// Whoever is asked together with somebody who has just chosen passes, where that is on offer: what
/// was chosen is carried out before anybody judges it. How many have passed.
fn let_pass(world: &mut Machine, others: &[u8]) -> u64 {
    let mut passed = 0;
    for seat in others {
        if world.stop() != Stop::Asking || world.lot().first() != Some(seat) {
            break;
        }
        let pass = |offer: &Offered| matches!(offer, Offered::Pass(_));
        let Some(offer) = world.offers(Some(*seat)).iter().position(pass) else { break };
        if world.answer(Some(*seat), &Answer { offer, args: Vec::new() }).is_err() {
            break;
        }
        passed += 1;
    }
    passed
}

/// Where the cards that a seat does not see lie in a world.
fn unseen(machine: &Machine, world: &Machine, seat: u8) -> Vec<Lying> {
    let book = &machine.program().book;
    let dump = world.dump();
    let table = Table::without_lots(book, &dump);
    let hidden = |card: &CardId| card_sight(book, &table, *card).seats >> seat & 1 == 0;
    let mut found = Vec::new();
    for (zone, key, places) in &dump.zones {
        let cards = places.iter().flatten().filter(|card| hidden(card));
        found.extend(cards.map(|card| Lying { row: book[*card].row, zone: *zone, key: *key }));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Where the largest of some ranks stands; of several, a lot takes one: bots that think the same
/// need not do the same.
fn of_the_best(ranks: impl Iterator<Item = Rank>, draws: &mut impl BotDraw) -> Option<usize> {
    let (mut best, mut among): (Option<(Rank, usize)>, u64) = (None, 0);
    for (at, rank) in ranks.enumerate() {
        match best.map(|(most, _)| rank.cmp(&most)) {
            Some(Ordering::Less) => {}
            Some(Ordering::Equal) => {
                among += 1;
                if draws.below(among) == 0 {
                    best = Some((rank, at));
                }
            }
            None | Some(Ordering::Greater) => (best, among) = (Some((rank, at)), 1),
        }
    }
    best.map(|(_, at)| at)
}

/// How good something is taken for: whether it is known to be good or bad, how often it was tried,
/// what came of it.
type Rank = (i64, u32, i64);

/// How good something is taken for by a seat: what was tried most often, the better of equals; but
/// what is known for sure counts as what it is, against what else is hoped for.
fn rank(point: Option<&Point>, candidate: &Candidate, seat: u8) -> Rank {
    let Some(edge) = point.and_then(|point| point.edge(candidate.key)) else {
        return (0, 0, i64::MIN);
    };
    let hoped = point.map_or(ONE / 2, Point::hoped);
    let class = match edge.share(seat) {
        None => 0,
        Some(ONE) => 2,
        Some(share) if share > hoped => 1,
        Some(_) => -1,
    };
    let mean = edge.share(seat).unwrap_or_else(|| edge.mean());
    (class, if edge.sure.is_some() { 0 } else { edge.tries }, mean)
}
