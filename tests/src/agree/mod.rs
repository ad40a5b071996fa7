//! Drives the machine and the naive evaluator side by side and compares them at every stop.

pub mod compare;
pub mod drive;
pub mod games;
mod machine;
pub mod show;

use crate::oracle::Oracle;
use compare::{Difference, leaves, narrows, plain_options};
use drive::Driver;
pub use show::Disagreement;

use houserules_interpreter::ask::{Answer, Engine, Illegality, Offered, Options, Setup, Stop};
use houserules_lang::ir::{Rulebook, Value};
use std::sync::Arc;

/// An engine that can be put away and taken up again.
pub trait Kept: Engine + Sized {
    /// Starts a game.
    ///
    /// # Errors
    /// Why it cannot be set up so.
    fn begin(book: &Arc<Rulebook>, setup: &Setup, seed: u64) -> Result<Self, String>;
    /// Saves the position, loads it, and goes on from there.
    ///
    /// # Errors
    /// What was not the same afterwards.
    fn round_trip(&mut self) -> Result<(), String>;
}

/// A game with this many decisions is left.
const LONGEST: u64 = 2_000;

/// One game on both sides.
struct Duel<'d, K: Kept> {
    book: &'d Rulebook,
    machine: K,
    oracle: Oracle,
    driver: &'d mut Driver,
    seats: u8,
    game: String,
    answers: Vec<String>,
    journal: Vec<(Option<u8>, Answer)>,
    shared: Arc<Rulebook>,
    scripted: bool,
}

impl<K: Kept> Duel<'_, K> {
    fn disagree(&self, (what, machine, oracle): Difference) -> Box<Disagreement> {
        let path = show::path(self.book, &self.oracle.path());
        let (game, answers) = (self.game.clone(), self.answers.clone());
        Box::new(Disagreement { what, machine, oracle, game, path, answers })
    }

    fn same<T: PartialEq + std::fmt::Debug>(
        &self,
        what: &str,
        machine: &T,
        oracle: &T,
    ) -> Result<(), Box<Disagreement>> {
        if machine == oracle {
            return Ok(());
        }
        Err(self.disagree((what.into(), format!("{machine:?}"), format!("{oracle:?}"))))
    }

    /// Plays on; the number of decisions.
    fn play(&mut self, most: u64) -> Result<u64, Box<Disagreement>> {
        for decision in 0..most {
            if let Some(difference) = compare::differ(self.book, &self.machine, &self.oracle) {
                return Err(self.disagree(difference));
            }
            if self.machine.stop() != Stop::Asking {
                return Ok(decision);
            }
            if self.driver.one_in(8) {
                let trip = self.machine.round_trip();
                self.machine.script_chance(self.scripted);
                self.same("saving and loading", &trip, &Ok(()))?;
            }
            self.decide()?;
        }
        Ok(most)
    }

    fn decide(&mut self) -> Result<(), Box<Disagreement>> {
        let Some(asked) = self.oracle.asked() else { return Ok(()) };
        let at = self.driver.below(asked.seats.len());
        let seat = asked.seats.get(at).copied();
        let offers = self.machine.offers(seat);
        let expected = self.oracle.offers(seat);
        self.same(&format!("offers to {seat:?}"), &offers, &expected)?;
        if offers.is_empty() {
            return Err(self.disagree((
                "offers: there are none".into(),
                String::new(),
                String::new(),
            )));
        }
        if self.driver.one_in(3) {
            let other = self.driver.below(offers.len());
            self.fill(seat, other, &offers[other])?;
        }
        for _ in 0..2 {
            self.refuse(&offers, seat)?;
        }
        self.nearly(seat, &offers)?;
        if self.driver.one_in(4) && self.blunder(seat, &offers)? {
            return Ok(());
        }
        let offer = self.driver.offer(&offers);
        let args = self.fill(seat, offer, &offers[offer])?;
        let name = show::offered(self.book, &offers[offer]);
        self.answers.push(format!("{seat:?} {name} {}", show::values(self.book, &args)));
        self.submit(seat, Answer { offer, args }).map(|_| ())
    }

    /// Hands in an answer on both sides; whether it was taken.
    fn submit(&mut self, seat: Option<u8>, answer: Answer) -> Result<bool, Box<Disagreement>> {
        let (machine, oracle) =
            (self.machine.answer(seat, &answer), self.oracle.answer(seat, &answer));
        let taken = oracle.is_ok();
        self.same("taking the answer", &machine.err(), &oracle.err())?;
        if taken {
            self.journal.push((seat, answer));
        }
        Ok(taken)
    }

    /// Hands in an answer that is probably wrong; whether it was taken.
    fn blunder(&mut self, seat: Option<u8>, offers: &[Offered]) -> Result<bool, Box<Disagreement>> {
        let offer = self.driver.below(offers.len() + 1);
        let n = self.driver.below(3);
        let args: Vec<Value> =
            (0..n).map(|_| self.driver.anything(self.book, self.seats)).collect();
        let name = offers.get(offer).map_or("?".into(), |o| show::offered(self.book, o));
        self.answers
            .push(format!("{seat:?} {name} {} (at a venture)", show::values(self.book, &args)));
        let taken = self.submit(seat, Answer { offer, args })?;
        if !taken {
            self.answers.pop();
        }
        Ok(taken)
    }

    /// Asks for something that is nearly possible: a form filled with one value changed, or not to
    /// its end.
    fn nearly(&mut self, seat: Option<u8>, offers: &[Offered]) -> Result<(), Box<Disagreement>> {
        let Some(asked) = seat.filter(|_| self.driver.one_in(2)) else { return Ok(()) };
        let offer = self.driver.below(offers.len());
        let mut args = self.fill(seat, offer, &offers[offer])?;
        if args.is_empty() {
            return Ok(());
        }
        let at = self.driver.below(args.len());
        args[at] = match &args[at] {
            Value::Number(n) => Value::Number(n + self.driver.below(5) as i64 - 2),
            Value::List(list) if !list.is_empty() => {
                let mut list = list.clone();
                let at = self.driver.below(list.len());
                list.remove(at);
                Value::List(list)
            }
            _ => self.driver.anything(self.book, self.seats),
        };
        if self.driver.one_in(2) {
            args.truncate(at + 1);
        }
        self.whether(asked, &offers[offer], &args)
    }

    fn whether(
        &mut self,
        seat: u8,
        what: &Offered,
        args: &[Value],
    ) -> Result<(), Box<Disagreement>> {
        let machine: Result<(), Illegality> = self.machine.may(seat, what, args);
        let oracle = self.oracle.may(seat, what, args);
        let (name, args) = (show::offered(self.book, what), show::values(self.book, args));
        self.same(&format!("whether seat{} may {name} {args}", seat + 1), &machine, &oracle)
    }

    /// Plays the same answers on a new machine that is asked nothing else: it must come to the same
    /// position.
    fn replay(&self, plan: &Match) -> Result<(), Box<Disagreement>> {
        let said = |what: &str, why: String| self.disagree((what.into(), why, String::new()));
        let mut again = K::begin(&self.shared, &plan.setup, plan.seed)
            .map_err(|why| said("starting anew", why))?;
        again.script_chance(plan.scripted);
        for (seat, answer) in &self.journal {
            if let Err(why) = again.answer(*seat, answer) {
                return Err(said("playing the same answers anew", format!("{answer:?}: {why:?}")));
            }
        }
        self.same("the position after the same answers", &again.hash(), &self.machine.hash())
    }

    /// Fills a form at random, comparing every step.
    fn fill(
        &mut self,
        seat: Option<u8>,
        offer: usize,
        what: &Offered,
    ) -> Result<Vec<Value>, Box<Disagreement>> {
        let mut filled = Vec::new();
        loop {
            let options = plain_options(self.machine.options(seat, offer, &filled));
            let expected = plain_options(self.oracle.options(seat, offer, &filled));
            if !narrows(options.as_ref(), expected.as_ref()) {
                let step = format!(
                    "{} after {}",
                    show::offered(self.book, what),
                    show::values(self.book, &filled)
                );
                return Err(self.disagree((
                    format!("options of {step}"),
                    self.listed(options.as_ref()),
                    self.listed(expected.as_ref()),
                )));
            }
            let Some(options) = options else { return Ok(filled) };
            let seed = self.driver.seed();
            let value = self
                .driver
                .value(&options)
                .or_else(|| self.oracle.draw(seat, offer, &filled, seed));
            let Some(value) = value else {
                let step = format!("{:?} {}", what, show::values(self.book, &filled));
                return Err(self.disagree((
                    format!("a step that nothing fills: {step}"),
                    String::new(),
                    String::new(),
                )));
            };
            if !leaves(&options, &value) {
                return Err(self.disagree((
                    format!(
                        "a set that was left out: {what:?} {}",
                        show::values(self.book, &filled)
                    ),
                    self.listed(Some(&options)),
                    show::value(self.book, &value),
                )));
            }
            filled.push(value);
        }
    }

    fn listed(&self, options: Option<&Options>) -> String {
        match options {
            Some(Options::Members(members)) => show::values(self.book, members),
            Some(Options::Subset { members, least, most, .. }) => {
                format!("{least} to {most} of {}", show::values(self.book, members))
            }
            Some(Options::Order(members)) => {
                format!("order of {}", show::values(self.book, members))
            }
            other => format!("{other:?}"),
        }
    }

    /// Asks something that is probably refused.
    fn refuse(&mut self, offers: &[Offered], seat: Option<u8>) -> Result<(), Box<Disagreement>> {
        let seat = match seat {
            Some(seat) if !self.driver.one_in(6) => seat,
            _ => self.driver.below(usize::from(self.seats)) as u8,
        };
        let what = if self.driver.one_in(2) {
            offers[self.driver.below(offers.len())].clone()
        } else {
            self.driver.any_move(self.book, self.seats)
        };
        let steps = match &what {
            Offered::Move(id, ..) => self.book.moves[id.index()].steps.len(),
            _ => self.driver.below(2),
        };
        let given = self.driver.below(steps + 2);
        let args: Vec<Value> =
            (0..given).map(|_| self.driver.anything(self.book, self.seats)).collect();
        self.whether(seat, &what, &args)
    }
}

/// What is played.
#[derive(Debug, Clone)]
pub struct Match {
    /// How many play, and which options are set.
    pub setup: Setup,
    /// The seed of chance and of the driver.
    pub seed: u64,
    /// At most so many decisions.
    pub decisions: u64,
    /// The driver looks for trouble.
    pub adversarial: bool,
    /// After the first stop the driver answers for chance.
    pub scripted: bool,
}

/// Plays one game on the machine and on the naive evaluator; the number of decisions, and where it
/// ended.
///
/// # Errors
/// Where they disagree.
pub fn one_game<K: Kept>(
    book: &Arc<Rulebook>,
    plan: &Match,
    driver: &mut Driver,
) -> Result<(u64, Stop), Box<Disagreement>> {
    let oracle = Oracle::start(Arc::clone(book), &plan.setup, plan.seed);
    let set =
        plan.setup.options.iter().map(|(id, v)| {
            format!(", {} = {}", book.options[id.index()].name, show::value(book, v))
        });
    let game = format!("seed {}, {} seats{}", plan.seed, plan.setup.seats, set.collect::<String>());
    let machine = match K::begin(book, &plan.setup, plan.seed) {
        Ok(machine) => machine,
        Err(why) => {
            let (what, oracle) = ("the set-up".into(), "starts".into());
            let (path, answers) = (String::new(), Vec::new());
            return Err(Box::new(Disagreement { what, machine: why, oracle, game, path, answers }));
        }
    };
    driver.reseed(plan.seed, plan.adversarial);
    let (seats, shared) = (plan.setup.seats, Arc::clone(book));
    let (answers, journal) = (Vec::new(), Vec::new());
    let mut duel = Duel {
        book,
        machine,
        oracle,
        driver,
        seats,
        game,
        answers,
        journal,
        shared,
        scripted: plan.scripted,
    };
    duel.machine.script_chance(plan.scripted);
    duel.oracle.script_chance(plan.scripted);
    let made = duel.play(plan.decisions.min(LONGEST))?;
    duel.replay(plan)?;
    Ok((made, duel.oracle.stop()))
}

/// Plays games until so many decisions have been made, the driver at random and looking for trouble
/// in turn.
///
/// # Errors
/// The first disagreement.
pub fn agree_with<K: Kept>(
    book: &Arc<Rulebook>,
    setup: &Setup,
    seed: u64,
    decisions: u64,
) -> Result<u64, Box<Disagreement>> {
    let mut driver = Driver::new(seed, false);
    let (mut made, mut games) = (0, 0);
    while made < decisions {
        let plan = Match {
            setup: setup.clone(),
            seed: seed.wrapping_add(games),
            decisions: decisions - made,
            adversarial: games % 2 == 1,
            scripted: games % 4 == 3,
        };
        made += one_game::<K>(book, &plan, &mut driver)?.0.max(1);
        games += 1;
    }
    Ok(made)
}

/// The naive evaluator against itself: that it is at least deterministic.
impl Kept for Oracle {
    fn begin(book: &Arc<Rulebook>, setup: &Setup, seed: u64) -> Result<Self, String> {
        Ok(Self::start(Arc::clone(book), setup, seed))
    }
    fn round_trip(&mut self) -> Result<(), String> {
        Ok(())
    }
}
