//! Running the tests of the language, as playtest notes: [`given`] lays the table, [`acts`] plays,
//! [`expect`] looks, [`only`] looks at what may be done, [`seen`] at what a seat sees and is told;
//! [`simulate`] plays many games; [`coverage`] says which rules of an inventory have a test;
//! [`written`] writes a session down as a test.
//!
//! The set-up runs with a fixed seed. What a line says is tried exactly; before a line that plays,
//! only what leaves no choice is done: a decision with one option that the line does not answer,
//! and passing in races that it leaves unanswered. A line that looks does so in a copy and leaves
//! the game where it stands.

pub mod acts;
mod chance;
pub mod coverage;
mod early;
pub mod expect;
pub mod expecting;
mod forced;
pub mod given;
pub(crate) mod kinds;
mod line;
pub mod only;
pub mod seen;
pub mod simulate;
mod tried;
pub mod written;

use crate::choices::menu::Asking;
use crate::choices::picked::Problem;
use crate::fault::sentence;
use crate::runner::kinds::{changes, gives_turn, looks, plays};
use crate::visibility::layout::Table;
use houserules_interpreter::ask::{Fault, FaultKind, Offered, Setup, Snapshot, Stop};
use houserules_interpreter::chance::Seed;
use houserules_interpreter::program::SetupError;
use houserules_interpreter::referee::{Referee, Stacked};
use houserules_lang::ir::{Rulebook, Test, TestLine, TestLineKind, TestValue, Value, ZoneId};
use houserules_lang::naming::Naming;
use houserules_lang::source::{Sources, Span};
use serde::Serialize;
use std::collections::{BTreeSet, VecDeque};

/// The seed of every test that names none.
pub const SEED: u64 = 1;

/// How a test went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// All of its lines held.
    Passed,
    /// One did not.
    Failed,
    /// It could not be run here.
    Skipped,
    /// It holds for the game, but not under the variants laid over it.
    Changed,
}

/// What came of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestResult {
    /// The test's title.
    pub title: String,
    /// The rules it cites.
    pub rules: Vec<String>,
    /// How it went.
    pub status: Status,
    /// What did not hold, or a remark.
    pub message: Option<String>,
    /// The line it is about; of the test if none.
    pub span: Span,
    /// A rule could not be carried out.
    pub faulted: bool,
}

/// Why a line did not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Broken {
    /// The test fails.
    Failed(String),
    /// The line cannot be run here.
    Skipped(String),
}

impl From<String> for Broken {
    fn from(message: String) -> Self {
        Self::Failed(message)
    }
}

impl From<SetupError> for Broken {
    fn from(error: SetupError) -> Self {
        Self::Failed(error.to_string())
    }
}

/// A choice that means nothing.
impl From<Problem> for Broken {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Unclear { message, .. } | Problem::Short { message, .. } => {
                Self::Failed(message)
            }
            Problem::Refused { why, .. } => Self::Failed(format!("it is refused ({why:?})")),
        }
    }
}

impl From<&str> for Broken {
    fn from(message: &str) -> Self {
        Self::Failed(message.into())
    }
}

/// Runs one test; `start` begins a game of the rulebook at a set-up and a seed, and runs to its
/// first stop.
pub fn run_test<E: Referee>(
    book: &Rulebook,
    sources: &Sources,
    index: usize,
    start: &impl Fn(&Setup, Seed) -> Result<E, SetupError>,
) -> TestResult {
    run_and_look(book, sources, index, start, None)
}

/// What looks at a game behind the last line of its test.
pub type Looks<'l, E> = dyn FnMut(&mut Run<'_, E>, &Before) -> Result<(), Broken> + 'l;

/// Runs one test and lets somebody look at the game behind its last line, if all lines held; with
/// the table as the test began.
pub fn run_and_look<E: Referee>(
    book: &Rulebook,
    sources: &Sources,
    index: usize,
    start: &impl Fn(&Setup, Seed) -> Result<E, SetupError>,
    look: Option<&mut Looks<'_, E>>,
) -> TestResult {
    let Some(test) = book.tests.get(index) else {
        let message = Some("there is no such test".to_string());
        let span = Span::default();
        let (title, rules, status) = (String::new(), Vec::new(), Status::Failed);
        return TestResult { title, rules, status, message, span, faulted: false };
    };
    let mut result = TestResult {
        title: test.title.clone(),
        rules: test.rules.clone(),
        status: Status::Passed,
        message: None,
        span: test.span,
        faulted: false,
    };
    let seats = u8::try_from(test.players.len()).unwrap_or(u8::MAX);
    let setup = Setup { seats, options: test.settings.clone() };
    let mut run = match start(&setup, test.seed.map_or(Seed::from(SEED), Seed)) {
        Ok(engine) => Run::new(book, sources, test, engine),
        Err(error) => {
            result.status = Status::Failed;
            result.message = Some(error.to_string());
            return result;
        }
    };
    let before = run.snapshot();
    let (mut outcome, at) = run.all(start, &setup);
    if let (Some(look), Ok(_)) = (look, &outcome)
        && let Err(broken) = look(&mut run, &before)
    {
        outcome = Err(broken);
    }
    if let Some(span) = at {
        result.span = span;
    }
    match outcome {
        Ok(()) => {}
        Err(Broken::Failed(message)) => {
            let fault = run.fault().map(|fault| run.fault_text(&fault));
            result.status = Status::Failed;
            result.faulted = run.faulted || fault.is_some();
            let message = run.with_unused(message);
            let message = run.with_own(message);
            result.message = Some(match fault.filter(|fault| !message.contains(fault.as_str())) {
                Some(fault) => format!("{message}; {fault}"),
                None => message,
            });
        }
        Err(Broken::Skipped(message)) => {
            result.status = Status::Skipped;
            result.message = Some(message);
        }
    }
    result
}

/// A test that is being run.
#[derive(Debug)]
pub struct Run<'a, E: Referee> {
    /// The rules that are tested.
    pub book: &'a Rulebook,
    /// The texts they were compiled from.
    pub sources: &'a Sources,
    /// What is run, line by line.
    pub test: &'a Test,
    /// The game as the lines so far have left it.
    pub engine: E,
    /// A value for each local of the test; none: not set yet.
    pub locals: Vec<Value>,
    /// What chance gives next.
    pub chance: VecDeque<&'a TestValue>,
    /// The next line says what chance gives: an event that no line has answered yet waits for it.
    pub ahead: bool,
    /// The next line that plays.
    pub next: Option<&'a TestLineKind>,
    /// Zones that lines before named in a `given`.
    pub named: BTreeSet<(ZoneId, u16)>,
    /// Those of them that were named since the game last went on.
    pub fresh: BTreeSet<(ZoneId, u16)>,
    /// Lines that gave something since the game last went on.
    pub given: Vec<&'a TestLine>,
    /// The set-up is over, or lines answer it.
    pub settled: bool,
    /// Lines have changed the game.
    pub moved: bool,
    /// It runs at a game that has begun.
    pub live: bool,
    /// The table that lines look at: where a stage ended.
    pub then: Option<E>,
    /// What was told, if a line asks for that.
    pub diary: Option<seen::Diary>,
    /// A rule could not be carried out where a line looked.
    pub faulted: bool,
    /// What the test itself chose for players, as no line says it.
    pub own: Vec<(u8, Offered)>,
}

/// The table as it is now.
#[derive(Debug)]
pub struct Before {
    /// What lies where, by zone, and counters.
    pub dump: Snapshot,
    /// The same by card.
    pub table: Table,
}

impl<'a, E: Referee> Run<'a, E> {
    fn new(book: &'a Rulebook, sources: &'a Sources, test: &'a Test, engine: E) -> Self {
        Self {
            book,
            sources,
            test,
            engine,
            locals: vec![Value::None; test.locals.len()],
            chance: VecDeque::new(),
            ahead: false,
            next: None,
            named: BTreeSet::new(),
            fresh: BTreeSet::new(),
            given: Vec::new(),
            settled: false,
            moved: false,
            live: false,
            then: None,
            diary: None,
            faulted: false,
            own: Vec::new(),
        }
    }

    /// Lines that are typed at a game that has begun.
    pub(crate) fn typed(
        book: &'a Rulebook,
        sources: &'a Sources,
        test: &'a Test,
        engine: E,
        locals: Vec<Value>,
    ) -> Self {
        Self { settled: true, live: true, locals, ..Self::new(book, sources, test, engine) }
    }

    /// Carries such lines out.
    pub(crate) fn carry_out(&mut self) -> Result<(), (Broken, Span)> {
        let none = |_: &Setup, _: Seed| {
            Err(SetupError::Unsupported("a game that has begun", Span::default()))
        };
        let (done, at) = self.all(&none, &Setup { seats: 0, options: Vec::new() });
        self.engine.script_chance(false);
        done.map_err(|broken| (broken, at.unwrap_or_default()))
    }

    /// Names, for messages.
    #[must_use]
    pub fn naming(&self) -> Naming<'a> {
        Naming { book: self.book, seats: &self.test.players }
    }

    /// A player's name.
    #[must_use]
    pub fn name(&self, seat: u8) -> String {
        self.naming().seat(seat)
    }

    /// The table as it is now.
    #[must_use]
    pub fn snapshot(&self) -> Before {
        let dump = self.engine.dump();
        let table = Table::of(self.book, &dump);
        Before { dump, table }
    }

    /// The decision from a seat.
    pub fn asking<'s>(&'s mut self, snapshot: &'s Before, seat: Option<u8>) -> Asking<'s, E>
    where
        'a: 's,
    {
        let site = self.engine.asked().map(|a| a.site);
        let naming = self.naming();
        Asking {
            engine: &mut self.engine,
            naming,
            table: &snapshot.table,
            dump: &snapshot.dump,
            seat,
            site,
            explains: false,
            words: true,
        }
    }

    /// The seed of the test's game.
    fn seed(&self) -> Seed {
        self.test.seed.map_or(Seed::from(SEED), Seed)
    }

    fn all(
        &mut self,
        start: &impl Fn(&Setup, Seed) -> Result<E, SetupError>,
        setup: &Setup,
    ) -> (Result<(), Broken>, Option<Span>) {
        self.get_ready();
        let mut at = 0;
        while let Some(line) = self.test.lines.get(at) {
            let block = self.test.lines[at..].iter().take_while(|l| l.kind.is_given()).count();
            self.look_ahead(&self.test.lines[at + block.max(1)..], changes(&line.kind));
            let done = if block > 0 {
                self.settle_setup().and_then(|()| self.given(&self.test.lines[at..at + block]))
            } else if let TestLineKind::Simulate(simulation) = &line.kind {
                self.simulate(simulation, start, setup)
            } else {
                self.line(line)
            };
            if let Err(broken) = done {
                return (Err(broken), Some(line.span));
            }
            at += block.max(1);
        }
        let unused = self.unused_chance().map(|line| line.span);
        (self.finished(), unused.or_else(|| self.test.lines.last().map(|l| l.span)))
    }

    /// Begins the game anew if a line wants more of it: that no turn has begun before it is given,
    /// or what was told.
    fn get_ready(&mut self) {
        if self.live {
            return;
        }
        let tells = |l: &TestLine| {
            matches!(l.kind, TestLineKind::ExpectTold(..) | TestLineKind::ExpectSame(..))
        };
        let record = self.test.lines.iter().any(tells);
        let hold = gives_turn(&self.test.lines);
        if record {
            self.diary = Some(seen::Diary::new(self.book));
        }
        if record || hold {
            self.engine.prepare(record, hold);
        }
    }

    /// Lets chance wait for the next line that is no look if that is `chance gives`, a turn for the
    /// line that gives it, and keeps the table where a line looks at the end of a stage; remembers
    /// which line plays next.
    fn look_ahead(&mut self, next: &'a [TestLine], changes: bool) {
        self.next = next.iter().map(|l| &l.kind).find(|kind| plays(kind));
        let acts = next.iter().find(|l| !looks(&l.kind));
        self.ahead = acts.is_some_and(|l| matches!(l.kind, TestLineKind::Chance(_)));
        if self.ahead {
            self.engine.script_chance(true);
        }
        if !changes {
            return;
        }
        self.then = None;
        if gives_turn(next) && !self.live {
            self.engine.hold_turns();
        }
        let end = next
            .iter()
            .take_while(|l| !plays(&l.kind))
            .find_map(|l| if let TestLineKind::PlayTo(word) = l.kind { Some(word) } else { None });
        self.engine.mark_end(end);
    }

    /// A test must not end on a rule that could not be carried out, nor with chance results nobody
    /// asked for.
    fn finished(&mut self) -> Result<(), Broken> {
        self.looking(None, |run| {
            if let Some(said) = run.chance_left() {
                return Err(said.into());
            }
            run.stacks_used()?;
            match run.fault() {
                Some(fault) => Err(run.fault_text(&fault).into()),
                None => Ok(()),
            }
        })
    }

    /// What `chance shuffles` promised has come.
    fn stacks_used(&self) -> Result<(), Broken> {
        let lines = self.test.lines.iter().filter_map(|l| {
            if let TestLineKind::Shuffles(zone, ..) = &l.kind { Some(*zone) } else { None }
        });
        for (zone, came) in lines.zip(self.engine.stacked()) {
            let zone = &self.book[zone].name;
            match came {
                Stacked::Done => {}
                Stacked::Waiting => {
                    return Err(format!("`{zone}` was to be shuffled, but was not").into());
                }
                Stacked::Missing(row) => {
                    let row = &self.book[row].name;
                    return Err(
                        format!("no `[{row}]` was left in `{zone}` when it was shuffled").into()
                    );
                }
            }
        }
        Ok(())
    }

    /// The rule that could not be carried out; a choice that nobody can make is none.
    #[must_use]
    pub fn fault(&self) -> Option<Fault> {
        match self.engine.stop() {
            Stop::Fault(fault) if !matches!(fault.about, FaultKind::NobodyCan(_)) => Some(fault),
            Stop::Fault(_) | Stop::Asking | Stop::Over(_) => None,
        }
    }

    /// Looks at the table in a copy of the game: as it is when everybody who is asked in an open
    /// race has passed and values that leave no choice are taken, up to those that the next playing
    /// line says, or to what `seat` is asked; where a stage ended, if a line said so.
    ///
    /// # Errors
    /// What `look` says.
    pub fn looking<T>(
        &mut self,
        seat: Option<u8>,
        look: impl FnOnce(&mut Self) -> Result<T, Broken>,
    ) -> Result<T, Broken> {
        let (copy, rests) = match &self.then {
            Some(then) => (then.clone(), false),
            None => (self.engine.clone(), true),
        };
        let engine = std::mem::replace(&mut self.engine, copy);
        let (chance, diary) = (self.chance.clone(), self.diary.clone());
        let rested = if rests { self.come_to_rest(seat) } else { Ok(()) };
        self.write_diary();
        let seen = rested.and_then(|()| look(self));
        if seen.is_err() && self.fault().is_some() {
            self.faulted = true;
        }
        self.engine = engine;
        (self.chance, self.diary) = (chance, diary);
        seen
    }

    /// Writes down what was told since.
    pub(crate) fn write_diary(&mut self) {
        let naming = self.naming();
        if let Some(diary) = &mut self.diary {
            diary.catch_up(naming, &mut self.engine);
        }
    }

    /// A fault in a sentence, with its line.
    #[must_use]
    pub fn fault_text(&self, fault: &Fault) -> String {
        self.fault_of(&self.engine, fault)
    }

    /// The same of another game of these rules.
    fn fault_of(&self, engine: &E, fault: &Fault) -> String {
        let text = sentence(self.naming(), self.sources, fault, &engine.without_option());
        format!("the game stopped: {text}")
    }

    /// A line changes the game.
    pub(crate) fn goes_on(&mut self) {
        self.moved = true;
    }

    /// Rule text on one line.
    #[must_use]
    pub fn source(&self, span: Span) -> String {
        self.sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
