//! A naive evaluator of the rulebook, there to doubt the fast one.
//!
//! It walks the typed rulebook with maps and lists, tries everything by brute force, and keeps its
//! place on the host's own stack: each game runs in a thread of its own that stops at every
//! decision. It shares with the machine only the rulebook, values, the chance source and the form
//! of dumps.
//!
//! [`state`] holds the table and what is running, [`eval`], [`board`] and [`domain`] compute,
//! [`run`] carries out statements and stages, [`atoms`] change the table, [`lots`] put cards in an
//! order, [`ends`] test endings, [`choose`] asks, [`form`] tries what may be filled in, [`options`]
//! lists every complete option, [`look`] shows it all to the host.

mod atoms;
mod board;
mod choose;
mod domain;
mod doomed;
mod ends;
mod eval;
mod form;
mod look;
mod lots;
pub mod options;
mod run;
mod state;
mod supposed;
mod travel;

use houserules_interpreter::ask::{
    Answer, Engine, Event, Fault, FaultKind, Illegality, Offered, Options, PathStep,
    PendingDecision, Policy, Setup, Snapshot, Stop,
};
use houserules_interpreter::chance::{BotDraw, BotSource, ChanceSource};
use houserules_lang::code::Code;
use houserules_lang::ir::{Rulebook, TextId, Value};
use houserules_lang::source::Span;
use state::{Cut, Flow, World, fault};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Something to do where the game stands.
type Job = Box<dyn for<'b> FnOnce(&mut World<'b>) + Send>;

/// The game's side of the two channels.
struct Port {
    stops: Sender<Stop>,
    jobs: Receiver<Job>,
}

impl Port {
    fn stopped(&self, stop: Stop) -> Flow {
        self.stops.send(stop).map_err(|_| Cut::Closed)
    }
    fn job(&self) -> Result<Job, Cut> {
        self.jobs.recv().map_err(|_| Cut::Closed)
    }
}

/// A running game of the naive evaluator.
pub struct Oracle {
    book: Arc<Rulebook>,
    stop: Stop,
    stops: Receiver<Stop>,
    jobs: Sender<Job>,
}

/// Enough for rules that are nested as deeply as the parser allows.
const STACK: usize = 64 << 20;

impl Oracle {
    /// Starts a game and runs it to its first stop.
    #[must_use]
    pub fn start(book: Arc<Rulebook>, setup: &Setup, seed: u64) -> Self {
        Self::start_with(book, setup, seed, false)
    }

    /// As [`Oracle::start`]; with `scripted`, chance waits to be answered from the first event on.
    #[must_use]
    pub fn start_with(book: Arc<Rulebook>, setup: &Setup, seed: u64, scripted: bool) -> Self {
        let (stop_in, stops) = channel();
        let (jobs, job_out) = channel();
        let port = Port { stops: stop_in, jobs: job_out };
        let (rules, setup) = (Arc::clone(&book), setup.clone());
        let game = move || play(&rules, &setup, ChanceSource { seed: seed.into() }, scripted, port);
        let spawned = std::thread::Builder::new().stack_size(STACK).spawn(game);
        drop(spawned);
        let mut oracle = Self { book, stop: lost(), stops, jobs };
        oracle.run_on();
        oracle
    }

    fn run_on(&mut self) {
        self.stop = self.stops.recv().unwrap_or_else(|_| lost());
    }

    /// A value for the next step of a form, drawn from all that fit: for sets and orders, which are
    /// not listed.
    pub fn draw(
        &mut self,
        seat: Option<u8>,
        offer: usize,
        filled: &[Value],
        seed: u64,
    ) -> Option<Value> {
        let filled = filled.to_vec();
        self.with(move |world| {
            let item = world.offers_to(seat).get(offer)?.clone();
            let choose = world.asking.as_ref()?.choose;
            let mut draws = BotSource::new(seed);
            world
                .with_form(choose, seat, &item, |world, form| {
                    Ok(world.draw(form, &filled, &mut draws))
                })
                .ok()?
        })
        .flatten()
    }

    /// Does something where the game stands.
    fn with<T: Send + 'static>(
        &self,
        job: impl for<'b> FnOnce(&mut World<'b>) -> T + Send + 'static,
    ) -> Option<T> {
        let (done, result) = channel();
        let boxed: Job = Box::new(move |world| {
            let depth = world.frames.len();
            let value = job(world);
            world.frames.truncate(depth);
            drop(done.send(value));
        });
        self.jobs.send(boxed).ok()?;
        result.recv().ok()
    }
}

/// The stop of a game whose thread is gone: a bug of the evaluator.
fn lost() -> Stop {
    Stop::Fault(Fault {
        code: Code::R0320,
        span: Span::default(),
        about: FaultKind::Budget("oracle", 0),
    })
}

fn play(book: &Rulebook, setup: &Setup, chance: ChanceSource, scripted: bool, port: Port) {
    let mut settings: Vec<Value> = book.options.iter().map(|o| o.default.clone()).collect();
    for (id, value) in &setup.options {
        settings[id.index()] = value.clone();
    }
    let mut world = World {
        book,
        seats: setup.seats,
        settings,
        zones: BTreeMap::new(),
        lies: BTreeMap::new(),
        counters: BTreeMap::new(),
        armed: BTreeMap::new(),
        known: Vec::new(),
        frames: Vec::new(),
        stages: Vec::new(),
        moves_running: 0,
        in_play: false,
        serials: 0,
        asking: None,
        chance,
        events: 0,
        apart: BTreeMap::new(),
        asides: Vec::new(),
        lots: 0,
        scripted,
        memory: BTreeMap::new(),
        imagining: 0,
        filling: BTreeSet::new(),
        reads: BTreeMap::new(),
        steps: 0,
        nodes: 0,
        port,
    };
    let stop = match world.game() {
        Cut::Over(outcome) => Stop::Over(outcome),
        Cut::Fault(fault) => Stop::Fault(fault),
        Cut::Closed => return,
        Cut::Leave(_) | Cut::Ends(..) | Cut::Give(_) => {
            Stop::Fault(fault(FaultKind::NotRunning, Span::default()))
        }
    };
    world.asking = None;
    if world.port.stopped(stop).is_err() {
        return;
    }
    while let Ok(job) = world.port.job() {
        job(&mut world);
    }
}

impl Engine for Oracle {
    fn rulebook(&self) -> &Rulebook {
        &self.book
    }
    fn stop(&self) -> Stop {
        self.stop.clone()
    }
    fn asked(&self) -> Option<PendingDecision> {
        self.with(|world| world.asked()).flatten()
    }
    fn offers(&mut self, seat: Option<u8>) -> Vec<Offered> {
        self.with(move |world| world.offers_to(seat).iter().map(World::offered).collect())
            .unwrap_or_default()
    }
    fn options(&mut self, seat: Option<u8>, offer: usize, filled: &[Value]) -> Option<Options> {
        let filled = filled.to_vec();
        self.with(move |world| {
            let item = world.offers_to(seat).get(offer)?.clone();
            let choose = world.asking.as_ref()?.choose;
            let depth = world.frames.len();
            let options = world.with_form(choose, seat, &item, |world, form| {
                world.nodes = 0;
                world.options(form, &filled)
            });
            world.frames.truncate(depth);
            options.unwrap_or(Some(Options::Members(Vec::new())))
        })
        .flatten()
    }
    fn drawn(
        &mut self,
        seat: Option<u8>,
        policy: Policy,
        draws: &mut dyn BotDraw,
    ) -> Option<Answer> {
        self.draw_one(seat, policy, draws)
    }
    fn play_on(&mut self, seats: &[Policy], draws: &mut dyn BotDraw, most: u64) -> (Stop, u64) {
        let mut made = 0;
        while made < most && self.stop == Stop::Asking {
            let seat = self.lot().first().copied();
            let policy = seat.and_then(|s| seats.get(usize::from(s))).copied().unwrap_or_default();
            let answer = self.drawn(seat, policy, draws);
            if answer.is_none_or(|answer| self.answer(seat, &answer).is_err()) {
                break;
            }
            made += 1;
        }
        (self.stop.clone(), made)
    }
    fn may(&mut self, seat: u8, what: &Offered, args: &[Value]) -> Result<(), Illegality> {
        let (what, args) = (what.clone(), args.to_vec());
        self.with(move |world| world.judge(Some(seat), &what, &args).map(|_| ()))
            .unwrap_or(Err(Illegality::NotAsked))
    }
    fn answer(&mut self, seat: Option<u8>, answer: &Answer) -> Result<Stop, Illegality> {
        let answer = answer.clone();
        let accepted = self.with(move |world| world.accept(seat, &answer));
        accepted.unwrap_or(Err(Illegality::NotAsked))?;
        self.run_on();
        Ok(self.stop.clone())
    }
    fn question(&self) -> Option<(TextId, Vec<Value>)> {
        self.with(|world| world.question()).flatten()
    }
    fn path(&self) -> Vec<PathStep> {
        self.with(|world| world.path()).unwrap_or_default()
    }
    fn place(&self) -> Span {
        match &self.stop {
            Stop::Fault(fault) => fault.span,
            _ => self.with(|world| world.place()).unwrap_or_default(),
        }
    }
    fn dump(&self) -> Snapshot {
        self.with(|world| world.dump()).unwrap_or_default()
    }
    /// Positions of the evaluator have no hash of their own; this one is of the dump's text.
    fn hash(&self) -> u64 {
        let text = format!("{:?}", self.dump());
        text.bytes()
            .fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
    }
    fn script_chance(&mut self, scripted: bool) {
        self.with(move |world| world.scripted = scripted);
    }
    /// Nothing is recorded.
    fn take_events(&mut self) -> Vec<Event> {
        Vec::new()
    }
}
