//! Running the tests of the language, as playtest notes: [`given`] lays the table, [`acts`] plays, [`expect`] looks,
//! [`simulate`] plays many games; [`coverage`] says which rules of an inventory have a test;
//! [`written`] writes a session down as a test.
//!
//! The set-up runs with a fixed seed. What a line says is tried exactly; in between, only what leaves no choice is
//! done: a decision with one option that the next acting line does not answer, and passing in races that a line
//! leaves unanswered.

pub mod acts;
pub mod coverage;
pub mod expect;
pub mod given;
pub mod simulate;
pub mod values;
pub mod written;

use super::fault::{message, sentence};
use super::menu::Asking;
use super::naming::Naming;
use super::table::Table;
use crate::ask::{Dump, Fault, FaultKind, Referee, Setup, Stop};
use houserules_lang::ir::{Rulebook, SiteId, Test, TestLine, TestLineKind, TestValue, Value, ZoneId};
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
    /// Its title.
    pub title: String,
    /// The rules it cites.
    pub rules: Vec<String>,
    /// How it went.
    pub status: Status,
    /// What did not hold, or a remark.
    pub message: Option<String>,
    /// The line it is about; of the test if none.
    pub span: Span,
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

impl From<&str> for Broken {
    fn from(message: &str) -> Self {
        Self::Failed(message.into())
    }
}

/// Runs one test; `start` begins a game of the rulebook at a set-up and a seed, and runs to its first stop.
pub fn run_test<E: Referee>(
    book: &Rulebook,
    sources: &Sources,
    index: usize,
    start: &impl Fn(&Setup, u64) -> Result<E, String>,
) -> TestResult {
    run_and_look(book, sources, index, start, None)
}

/// What looks at a game behind the last line of its test.
pub type Looks<'l, E> = dyn FnMut(&mut Run<'_, E>, &Snapshot) -> Result<(), Broken> + 'l;

/// Runs one test and lets somebody look at the game behind its last line, if all lines held; with the table as the test
/// began.
pub fn run_and_look<E: Referee>(
    book: &Rulebook,
    sources: &Sources,
    index: usize,
    start: &impl Fn(&Setup, u64) -> Result<E, String>,
    look: Option<&mut Looks<'_, E>>,
) -> TestResult {
    let Some(test) = book.tests.get(index) else {
        let message = Some("there is no such test".to_string());
        let span = Span::default();
        return TestResult { title: String::new(), rules: Vec::new(), status: Status::Failed, message, span };
    };
    let mut result = TestResult {
        title: test.title.clone(),
        rules: test.rules.clone(),
        status: Status::Passed,
        message: None,
        span: test.span,
    };
    let seats = u8::try_from(test.players.len()).unwrap_or(u8::MAX);
    let setup = Setup { seats, options: test.settings.clone() };
    let mut run = match start(&setup, test.seed.unwrap_or(SEED)) {
        Ok(engine) => Run::new(book, sources, test, engine),
        Err(message) => {
            result.status = Status::Failed;
            result.message = Some(message);
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
            result.status = Status::Failed;
            result.message = Some(message);
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
    /// The rules.
    pub book: &'a Rulebook,
    /// Their texts.
    pub sources: &'a Sources,
    /// The test.
    pub test: &'a Test,
    /// Its game.
    pub engine: E,
    /// Its locals.
    pub locals: Vec<Value>,
    /// What chance gives next.
    pub chance: VecDeque<&'a TestValue>,
    /// The next line says what chance gives: an event that no line has answered yet waits for it.
    pub ahead: bool,
    /// Who says values in the next line that plays.
    pub chooses_next: Option<u8>,
    /// Zones that lines before named in a `given`.
    pub named: BTreeSet<(ZoneId, u16)>,
    /// Sites that only the set-up reaches.
    pub setup_sites: BTreeSet<SiteId>,
    /// The set-up is over, or lines answer it.
    pub settled: bool,
}

/// The table as it is now.
#[derive(Debug)]
pub struct Snapshot {
    /// By zone.
    pub dump: Dump,
    /// By card.
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
            chooses_next: None,
            named: BTreeSet::new(),
            setup_sites: super::sites::only_in_setup(book),
            settled: false,
        }
    }

    /// Lines that are typed at a game that has begun.
    pub(crate) fn typed(
        (book, sources): (&'a Rulebook, &'a Sources),
        test: &'a Test,
        engine: E,
        locals: Vec<Value>,
    ) -> Self {
        Self { settled: true, locals, ..Self::new(book, sources, test, engine) }
    }

    /// Carries such lines out.
    pub(crate) fn carry_out(&mut self) -> Result<(), (Broken, Span)> {
        let none = |_: &Setup, _: u64| Err("it is not played from the start here".to_string());
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
    pub fn snapshot(&self) -> Snapshot {
        let dump = self.engine.dump();
        let table = Table::of(self.book, &dump);
        Snapshot { dump, table }
    }

    /// The decision from a seat.
    pub fn asking<'s>(&'s mut self, snapshot: &'s Snapshot, seat: Option<u8>) -> Asking<'s, E>
    where
        'a: 's,
    {
        let site = self.engine.asked().map(|a| a.site);
        let naming = self.naming();
        Asking { engine: &mut self.engine, naming, table: &snapshot.table, dump: &snapshot.dump, seat, site }
    }

    fn all(
        &mut self,
        start: &impl Fn(&Setup, u64) -> Result<E, String>,
        setup: &Setup,
    ) -> (Result<(), Broken>, Option<Span>) {
        let mut at = 0;
        while let Some(line) = self.test.lines.get(at) {
            let block = self.test.lines[at..].iter().take_while(|l| is_given(l)).count();
            self.look_ahead(&self.test.lines[at + block.max(1)..]);
            let done = if block > 0 {
                self.settle_setup().and_then(|()| self.given(&self.test.lines[at..at + block]))
            } else if let TestLineKind::Simulate(games, condition, word) = &line.kind {
                self.simulate(*games, (condition, *word), start, setup)
            } else {
                self.line(line)
            };
            if let Err(broken) = done {
                return (Err(broken), Some(line.span));
            }
            at += block.max(1);
        }
        (self.finished(), self.test.lines.last().map(|l| l.span))
    }

    /// Lets chance wait for the next line if that is `chance gives`, and remembers whose `chooses` plays next.
    fn look_ahead(&mut self, next: &[TestLine]) {
        self.chooses_next = next.iter().find(|l| plays(l)).and_then(|l| match l.kind {
            TestLineKind::Chooses(seat, _) => Some(seat),
            _ => None,
        });
        self.ahead = next.first().is_some_and(|l| matches!(l.kind, TestLineKind::Chance(_)));
        if self.ahead {
            self.engine.script_chance(true);
        }
    }

    /// A test must not end on a rule that could not be carried out, nor with chance results nobody asked for.
    fn finished(&self) -> Result<(), Broken> {
        if !self.chance.is_empty() {
            return Err(format!(
                "chance was to give {} more values, but was not asked for them",
                self.chance.len()
            )
            .into());
        }
        match self.engine.stop() {
            Stop::Fault(fault) if !matches!(fault.about, FaultKind::NobodyCan(_)) => {
                Err(self.fault_text(&fault).into())
            }
            _ => Ok(()),
        }
    }

    /// A fault in a sentence, with its line.
    #[must_use]
    pub fn fault_text(&self, fault: &Fault) -> String {
        self.fault_of(&self.engine, fault)
    }

    /// The same of another game of these rules.
    fn fault_of(&self, engine: &E, fault: &Fault) -> String {
        let text = sentence(self.naming(), self.sources, fault, &engine.stuck());
        format!("the game stopped: {text}")
    }

    fn line(&mut self, line: &'a TestLine) -> Result<(), Broken> {
        match &line.kind {
            TestLineKind::Chance(values) => {
                self.chance.extend(values);
                if self.settled {
                    self.engine.script_chance(true);
                } else if !self.chance.is_empty() {
                    self.engine.script_all_chance();
                }
                self.give_chance()
            }
            TestLineKind::Let(local, expr) => {
                let value = self.eval(expr)?;
                if let Some(slot) = self.locals.get_mut(local.index()) {
                    *slot = value;
                }
                Ok(())
            }
            TestLineKind::Do(stmt) => {
                self.settle_setup()?;
                let done = self.engine.run(stmt, &self.test.locals, &mut self.locals);
                done.map_err(|fault| Broken::Failed(self.fault_text(&fault)))?;
                self.give_chance()
            }
            _ if plays(line) => {
                self.settled = true;
                self.act(&line.kind)
            }
            _ => {
                self.settle_setup()?;
                self.look(&line.kind)
            }
        }
    }

    /// An expression's value now.
    ///
    /// # Errors
    /// The fault, in a sentence.
    pub fn eval(&mut self, expr: &houserules_lang::ir::Expr) -> Result<Value, Broken> {
        let value = self.engine.eval(expr, &self.test.locals, &mut self.locals);
        value.map_err(|fault| {
            let (text, _) = message(self.naming(), &fault.about, &[]);
            let what = self.source(expr.span);
            Broken::Failed(format!("`{what}` has no value: {text}"))
        })
    }

    /// Rule text on one line.
    #[must_use]
    pub fn source(&self, span: Span) -> String {
        self.sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Decisions of the set-up that no line answered are drawn.
    fn settle_setup(&mut self) -> Result<(), Broken> {
        if self.settled {
            return Ok(());
        }
        self.settled = true;
        let mut random = super::bot::Random::new(SEED);
        for _ in 0..acts::MOST {
            let Some(asked) = self.engine.asked().filter(|a| self.setup_sites.contains(&a.site)) else {
                return Ok(());
            };
            if !matches!(self.engine.stop(), Stop::Asking) {
                return Ok(());
            }
            let seat = if asked.chance { None } else { random.quickest(&asked.seats) };
            if random.play(&mut self.engine, seat).is_err() {
                return Err("a decision of the set-up could not be answered".into());
            }
        }
        Err("the set-up came to no end".into())
    }
}

fn plays(line: &TestLine) -> bool {
    use TestLineKind::{AllPass, Cannot, Chooses, Does, Passes};
    matches!(line.kind, Does(..) | Chooses(..) | Passes(_) | AllPass | Cannot(..))
}

fn is_given(line: &TestLine) -> bool {
    matches!(
        line.kind,
        TestLineKind::GivenZone(..)
            | TestLineKind::GivenCounter(..)
            | TestLineKind::GivenRest(..)
            | TestLineKind::GivenTurn(..)
            | TestLineKind::GivenKnows(..)
    )
}
