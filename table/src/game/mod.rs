//! A running game as hosts have it: the engine, the players' names, the log, and a record of every
//! choice.

mod choosing;
mod looking;
mod pause;
mod stepping;
mod telling;

use crate::choices::menu::Asking;
use crate::game::looking::follow_shown;
use crate::log::names::marked;
use crate::log::{Line, Log, LogWriter, Told};
use crate::refusal::Refusal;
use crate::rendering::redacted::Fragment;
use crate::view::Scene;
use crate::visibility::concealed::Concealed;
use crate::visibility::layout::Table;
use crate::visibility::learnt;
use crate::visibility::{Sighted, Viewer};
use houserules_interpreter::ask::{
    Engine, Event, EventKind, PathStep, PendingDecision, Snapshot, Stop,
};
use houserules_interpreter::machine::{Machine, Native};
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::seats::score_exprs;
use houserules_lang::ir::{CounterId, Rulebook, StageId, Value, ZoneId};
use houserules_lang::naming::Naming;
use houserules_lang::source::Sources;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// A choice that was carried out, as journals keep it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The seat, from 0.
    pub seat: u8,
    /// The choice as it is typed.
    pub choice: String,
    /// The position's hash afterwards.
    pub hash: u64,
}

/// What came with the last step, besides the position: what one has to know before it is taken
/// back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StepEffects {
    /// Seats (a bit each) that came to know what had been hidden from them: a card, a counter, what
    /// another had chosen in secret, or that a rule could not be carried out, where that tells of
    /// something hidden.
    pub learned: u32,
    /// Who may know that chance decided something.
    pub drawn: Sighted,
    /// Stages of which an element began that still runs, in order; only games that record know.
    pub began: Vec<StageId>,
    /// A race is on that somebody has answered.
    pub racing: bool,
}

/// A game as it stood, without its log.
#[derive(Debug, Clone)]
pub struct Saved<E> {
    engine: E,
    book: Arc<Rulebook>,
    sources: Arc<Sources>,
    shown: BTreeMap<(CounterId, u16), u32>,
}

/// Why a typed choice was not carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rejected {
    /// It cannot be read.
    Unclear {
        /// What is wrong.
        message: String,
        /// What to write instead.
        help: Option<String>,
    },
    /// The rules refuse it.
    Refused(Refusal),
}

impl std::fmt::Display for Rejected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unclear { message, help: None } => f.write_str(message),
            Self::Unclear { message, help: Some(help) } => write!(f, "{message}; {help}"),
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

/// Zones that were laid.
pub type LaidZones = BTreeSet<(ZoneId, u16)>;

/// A running game.
#[derive(Debug, Clone)]
pub struct Game<E> {
    pub(crate) engine: E,
    pub(crate) book: Arc<Rulebook>,
    pub(crate) sources: Arc<Sources>,
    pub(crate) seats: Vec<String>,
    pub(crate) dump: Snapshot,
    pub(crate) table: Table,
    log: Log,
    shown: BTreeMap<(CounterId, u16), u32>,
    records: Vec<Record>,
    /// How many choices were made before them.
    recorded: usize,
    pub(crate) happened: StepEffects,
    /// Chance events so far.
    chance: u64,
    /// Zones that a referee has laid where the game stands, and its hash there.
    pub(crate) laid: (u64, LaidZones),
    spoken: Spoken,
    pause: Option<Pause<E>>,
}

/// The table as it lay before it was swept, and what had been told by then.
#[derive(Debug, Clone)]
pub struct Pause<E> {
    /// To be looked at only.
    pub game: Box<Game<E>>,
    /// A round or phase was over.
    pub over: bool,
    /// Lines of the log, of all readers together.
    lines: Range<usize>,
}

/// What a game puts into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spoken {
    /// Nothing: for very many games of which only values are read.
    Nothing,
    /// What can be chosen; it keeps neither a log nor records.
    Choices,
    /// That, what has happened, and every choice.
    Everything,
}

impl<E: Engine> Game<E> {
    /// Takes over an engine that has run to its first stop, with recording on. `seats`: a name for
    /// each player.
    #[must_use]
    pub fn start(
        engine: E,
        book: Arc<Rulebook>,
        sources: Arc<Sources>,
        seats: Vec<String>,
    ) -> Self {
        Self::start_telling(Spoken::Everything, engine, book, sources, seats)
    }

    /// The same for games of which less is wanted. What tells nothing needs no recording, unless
    /// the rules show counters ([`Schema::shows_counters`]).
    ///
    /// [`Schema::shows_counters`]: houserules_interpreter::program::schema::Schema::shows_counters
    #[must_use]
    pub fn start_telling(
        spoken: Spoken,
        engine: E,
        book: Arc<Rulebook>,
        sources: Arc<Sources>,
        seats: Vec<String>,
    ) -> Self {
        let table = Table::at_home(&book);
        let mut game = Self {
            engine,
            book,
            sources,
            seats,
            dump: Snapshot::default(),
            table,
            log: Log::default(),
            shown: BTreeMap::new(),
            records: Vec::new(),
            recorded: 0,
            happened: StepEffects::default(),
            chance: 0,
            laid: (0, LaidZones::new()),
            spoken,
            pause: None,
        };
        game.catch_up(None);
        game
    }

    /// Writes down what has happened, with the choice of `actor` if it was one, and looks at the
    /// table anew.
    fn catch_up(&mut self, actor: Option<u8>) {
        let events = self.engine.take_events();
        let pause = self.pause_among(&events);
        let mut happened = StepEffects { racing: self.engine.races(), ..StepEffects::default() };
        let telling = self.spoken == Spoken::Everything;
        let open_before = if telling { self.open_counters() } else { BTreeMap::new() };
        for event in &events {
            match &event.kind {
                EventKind::Began(stage, _) => happened.began.push(*stage),
                EventKind::CounterShown(_, _, seats, _) => happened.learned |= seats,
                _ => {}
            }
        }
        follow_shown(&mut self.shown, &events);
        if !telling {
            self.dump = self.engine.dump();
            self.table = Table::of(&self.book, &self.dump);
            return;
        }
        happened.learned |= learnt::from_sets(&self.book, &self.table, &events);
        happened.learned |= learnt::on_the_way(&self.book, &self.table, &events);
        if !happened.began.is_empty() {
            // Who is not told of a stage that has passed must not find it where the game is
            // stopped.
            let path = self.engine.path();
            let runs = |stage: &StageId| {
                path.iter().any(|p| matches!(p, PathStep::Stage(id, _) if id == stage))
            };
            happened.began.retain(runs);
        }
        let seats = marked(&self.seats);
        let naming = Naming { book: &self.book, seats: &seats };
        let (begins, mut lines) = (self.log.is_empty(), Vec::new());
        let told = pause.as_ref().map_or(events.len(), |(_, place)| place.told);
        let told = LogWriter { naming, table: &mut self.table, begins, lines: &mut lines }
            .write_until(&events, told);
        let from = self.log.len();
        self.pause = pause.map(|(game, place)| Pause {
            game: Box::new(game),
            over: place.over,
            lines: from..from + told,
        });
        self.engine.keep_moments();
        self.engine.keep_choices();
        let chance = self.engine.tally().chance;
        let dump = self.engine.dump();
        for (before, now) in self.dump.known.iter().zip(&dump.known) {
            happened.learned |= now & !before;
        }
        happened.drawn = drawn_before(&events, chance.wrapping_sub(self.chance));
        self.chance = chance;
        self.dump = dump;
        self.table = Table::of(&self.book, &self.dump);
        for (place, open) in self.open_counters() {
            happened.learned |= open & !open_before.get(&place).copied().unwrap_or(open);
        }
        happened.learned |= opened_choices(actor, &lines);
        self.log.extend(lines);
        // Scores are for all at the end, and a fault for whoever sees it.
        let tells_all = match self.engine.stop() {
            Stop::Fault(_) => true,
            Stop::Over(_) => self.book.score.is_some(),
            Stop::Asking => false,
        };
        if tells_all && Concealed::by(&self.book).hides {
            happened.learned = u32::MAX;
        }
        happened.learned &= u32::MAX.checked_shr(32 - self.seats.len().min(32) as u32).unwrap_or(0);
        self.happened = happened;
    }

    /// Who may read each counter, as the table was looked at last, a bit for each seat.
    fn open_counters(&self) -> BTreeMap<(CounterId, u16), u32> {
        let scene = self.scene(Viewer::Referee);
        let counters = self.dump.counters.iter();
        counters.map(|(id, key, _)| ((*id, *key), scene.counter_sight(*id, *key).seats)).collect()
    }

    /// What lies on the table, for a reader: what views are made from.
    #[must_use]
    pub fn scene(&self, viewer: Viewer) -> Scene<'_> {
        Scene {
            naming: self.naming(),
            table: &self.table,
            dump: &self.dump,
            shown: &self.shown,
            viewer,
        }
    }

    /// What came with the last step.
    #[must_use]
    pub fn happened(&self) -> &StepEffects {
        &self.happened
    }

    /// The engine, to ask what hosts do not show.
    #[must_use]
    pub fn engine(&self) -> &E {
        &self.engine
    }

    /// The rules it runs under now.
    #[must_use]
    pub fn book(&self) -> &Arc<Rulebook> {
        &self.book
    }

    /// The rules' texts.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The rules with the players' names, to put things into words.
    #[must_use]
    pub fn naming(&self) -> Naming<'_> {
        Naming { book: &self.book, seats: &self.seats }
    }

    /// How many play.
    #[must_use]
    pub fn seats(&self) -> u8 {
        u8::try_from(self.seats.len()).unwrap_or(u8::MAX)
    }

    /// Where the game stands.
    #[must_use]
    pub fn stop(&self) -> Stop {
        self.engine.stop()
    }

    /// Who is asked.
    #[must_use]
    pub fn asked(&self) -> Option<PendingDecision> {
        self.engine.asked()
    }

    /// Every choice so far; in a session, whose [tree] has them all, only the last.
    ///
    /// [tree]: crate::session::Tree::records
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The choices behind the first so many.
    pub(crate) fn records_since(&self, choices: usize) -> &[Record] {
        self.records.get(choices.saturating_sub(self.recorded)..).unwrap_or(&[])
    }

    /// Keeps no more of the choices than the last: somebody else has them.
    pub(crate) fn forget_records(&mut self) {
        let known = self.records.len().saturating_sub(1);
        self.records.drain(..known);
        self.recorded += known;
    }

    /// The position's hash.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.engine.hash()
    }

    pub(crate) fn asking(&mut self, seat: u8) -> Asking<'_, E> {
        self.asking_for(Some(seat))
    }

    fn asking_for(&mut self, seat: Option<u8>) -> Asking<'_, E> {
        let site = match self.engine.stop() {
            Stop::Fault(fault) => fault.stuck_at(),
            Stop::Asking | Stop::Over(_) => self.engine.asked().map(|a| a.site),
        };
        Asking {
            engine: &mut self.engine,
            naming: Naming { book: &self.book, seats: &self.seats },
            table: &self.table,
            dump: &self.dump,
            seat,
            site,
            explains: true,
            words: self.spoken > Spoken::Nothing,
        }
    }

    pub(crate) fn is_asked(&self, seat: u8) -> bool {
        self.engine.asked().is_some_and(|a| a.seats.contains(&seat))
    }
}

impl<E: Engine> Game<E> {
    /// The rules' texts, to be kept.
    #[must_use]
    pub fn shared_sources(&self) -> Arc<Sources> {
        Arc::clone(&self.sources)
    }

    /// The same game under other rules: the engine stands where this one does, with what it has
    /// recorded since. Its log has only that, and no choices; `counters` names the counters whose
    /// values people remember having been shown.
    #[must_use]
    pub fn under(
        &self,
        engine: E,
        book: Arc<Rulebook>,
        sources: Arc<Sources>,
        counters: impl Fn(CounterId) -> Option<CounterId>,
    ) -> Self {
        let shown = self
            .shown
            .iter()
            .filter_map(|((id, key), seats)| Some(((counters(*id)?, *key), *seats)));
        let dump = engine.dump();
        let table = Table::of(&book, &dump);
        let mut game = Self {
            chance: engine.tally().chance,
            shown: shown.collect(),
            seats: self.seats.to_vec(),
            log: Log::default(),
            records: Vec::new(),
            recorded: 0,
            happened: StepEffects::default(),
            laid: (0, LaidZones::new()),
            spoken: self.spoken,
            pause: None,
            engine,
            book,
            sources,
            dump,
            table,
        };
        game.catch_up(None);
        game
    }
}

impl<E: Engine> Game<E> {
    /// This game where that engine stands, without its log and its choices.
    fn standing(&self, engine: E, shown: BTreeMap<(CounterId, u16), u32>) -> Self {
        let dump = engine.dump();
        Self {
            table: Table::of(&self.book, &dump),
            book: Arc::clone(&self.book),
            sources: Arc::clone(&self.sources),
            seats: self.seats.clone(),
            log: Log::default(),
            records: Vec::new(),
            recorded: 0,
            happened: StepEffects::default(),
            chance: self.chance,
            laid: (0, LaidZones::new()),
            spoken: self.spoken,
            pause: None,
            engine,
            dump,
            shown,
        }
    }
}

impl Game<Machine> {
    /// From now on machine code does what it can, with the same results.
    pub fn assist(&mut self, code: Arc<dyn Native>) {
        self.engine.assist(code);
    }
}

impl<E: Engine + Clone> Game<E> {
    /// A game that stands where this one does, without its log and its choices.
    #[must_use]
    pub fn copy(&self) -> Self {
        Self { laid: self.laid.clone(), ..self.standing(self.engine.clone(), self.shown.clone()) }
    }
}

impl<E: Referee> Game<E> {
    /// The game as it stands, to be put away.
    #[must_use]
    pub fn save(&self) -> Saved<E> {
        Saved {
            engine: self.engine.kept(),
            book: Arc::clone(&self.book),
            sources: Arc::clone(&self.sources),
            shown: self.shown.clone(),
        }
    }

    /// The game as it stood, with the log that led there and as many choices; which they were it
    /// does not know.
    pub fn restore(&mut self, saved: &Saved<E>, choices: usize, log: Log) {
        let Saved { engine, book, sources, shown } = saved;
        (self.book, self.sources) = (Arc::clone(book), Arc::clone(sources));
        self.engine = engine.woken();
        self.engine.keep_choices();
        self.dump = self.engine.dump();
        self.table = Table::of(&self.book, &self.dump);
        self.shown.clone_from(shown);
        self.continue_from(choices, log);
        self.chance = self.engine.tally().chance;
        self.happened = StepEffects::default();
        self.pause = None;
    }

    /// Lets a referee change the table; what it brings about is written down.
    pub fn change<T>(&mut self, change: impl FnOnce(&mut E) -> T) -> T {
        let changed = change(&mut self.engine);
        self.catch_up(None);
        changed
    }

    /// Numbers lots on from there, if there is such a number.
    pub(crate) fn lots_from(&mut self, number: Option<u32>) {
        if let Some(number) = number {
            self.engine.number_lots_from(number);
        }
    }

    /// Lets a referee look at the engine in a way that changes nothing on the table.
    pub fn look<T>(&mut self, look: impl FnOnce(&mut E) -> T) -> T {
        look(&mut self.engine)
    }

    /// Every player's score, if the game defines one. Only when the game is over may everybody see
    /// it.
    pub fn scores(&mut self) -> Option<Vec<Value>> {
        scores(&mut self.engine, &self.book, self.seats.len())
    }

    /// The same in words; for those who may see all of it.
    pub fn scores_in_words(&mut self) -> Option<Vec<String>> {
        let ty = self.book[self.book.score?].value.ty.clone();
        let scores = self.scores()?;
        Some(scores.iter().map(|score| self.naming().plain(&ty, score)).collect())
    }
}

/// Who reads, in lines, what others than `actor` have chosen: they chose before, in secret.
fn opened_choices(actor: Option<u8>, lines: &[Line]) -> u32 {
    // What was chosen secretly nobody else reads.
    let told = |line: &Line| !matches!(line.sentence.first(), Some(Fragment::Secret { .. }));
    let choices = || {
        let made = lines.iter().filter(|line| line.told == Told::Choice && line.seat.is_some());
        made.filter(|line| told(line))
    };
    let secret = actor.is_some() && choices().any(|line| line.seat != actor);
    if secret { choices().fold(0, |seats, line| seats | line.sighted.seats) } else { 0 }
}

/// Who may know that chance decided something, so many times, by what happened. The lots of a race
/// are no events, and everybody's, whatever else was drawn in secret.
fn drawn_before(events: &[Event], times: u64) -> Sighted {
    let drawn = |event: &&Event| {
        matches!(event.kind, EventKind::Shuffled(..) | EventKind::Chose { seat: None, .. })
    };
    let told = events.iter().filter(drawn);
    if times > told.clone().count() as u64 {
        return Sighted::EVERYONE;
    }
    told.map(|event| event.only.map_or(Sighted::EVERYONE, |seats| Sighted { seats, all: false }))
        .fold(Sighted::NOBODY, Sighted::or)
}

/// Every seat's value of the word `score`; none if there is no such word, or it cannot be read now.
pub fn scores<E: Referee>(engine: &mut E, book: &Rulebook, seats: usize) -> Option<Vec<Value>> {
    book.score?;
    let exprs = score_exprs(book, seats);
    exprs.iter().map(|expr| engine.eval(expr, &[], &mut []).ok()).collect()
}
