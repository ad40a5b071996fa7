//! A running game as hosts have it: the engine, the players' names, the log, and a record of every
//! choice.

use crate::choices::menu::{Asking, Listed, Menu};
use crate::choices::read::{Picked, Problem};
use crate::choices::value::{Choice, Picker};
use crate::debugger::lines::LaidZones;
use crate::fault::{FaultReport, message, stuck_for};
use crate::log::{Line, LogLine, LogWriter, Told, ending, read_lines};
use crate::refusal::Refusal;
use crate::rendering::face::Faces;
use crate::rendering::redacted::{Fragment, Sentence, read};
use crate::view::{PathLine, Scene, View};
use crate::visibility::concealed::Concealed;
use crate::visibility::layout::Table;
use crate::visibility::learnt;
use crate::visibility::{Sighted, Viewer};
use houserules_interpreter::ask::{
    Answer, Engine, Event, EventKind, Illegality, Offered, Outcome, PathStep, PendingDecision,
    Referee, Snapshot, Stop,
};
use houserules_lang::ir::seats::score_exprs;
use houserules_lang::ir::{CounterId, Rulebook, StageId, Step, Value};
use houserules_lang::naming::Naming;
use houserules_lang::place::Place;
use houserules_lang::source::{Sources, Span};
use std::collections::BTreeMap;
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
    dump: Snapshot,
    table: Table,
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

/// A running game.
#[derive(Debug, Clone)]
pub struct Game<E> {
    pub(crate) engine: E,
    pub(crate) book: Arc<Rulebook>,
    pub(crate) sources: Arc<Sources>,
    pub(crate) seats: Vec<String>,
    pub(crate) dump: Snapshot,
    pub(crate) table: Table,
    lines: Vec<Line>,
    shown: BTreeMap<(CounterId, u16), u32>,
    records: Vec<Record>,
    pub(crate) happened: StepEffects,
    /// Chance events so far.
    chance: u64,
    /// Zones that a referee has laid where the game stands, and its hash there.
    pub(crate) laid: (u64, LaidZones),
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
        let table = Table::at_home(&book);
        let mut game = Self {
            engine,
            book,
            sources,
            seats,
            dump: Snapshot::default(),
            table,
            lines: Vec::new(),
            shown: BTreeMap::new(),
            records: Vec::new(),
            happened: StepEffects::default(),
            chance: 0,
            laid: (0, LaidZones::new()),
        };
        game.catch_up(None);
        game
    }

    /// Writes down what has happened, with the choice of `actor` if it was one, and looks at the
    /// table anew.
    fn catch_up(&mut self, actor: Option<u8>) {
        let events = self.engine.take_events();
        let mut happened = StepEffects { racing: self.engine.races(), ..StepEffects::default() };
        let open_before = self.open_counters();
        let told_before = self.lines.len();
        for event in &events {
            match &event.kind {
                EventKind::Began(stage, _) => happened.began.push(*stage),
                EventKind::CounterShown(counter, key, seats, _) => {
                    happened.learned |= seats;
                    *self.shown.entry((*counter, *key)).or_default() |= seats;
                }
                EventKind::Set(counter, key, ..) => {
                    self.shown.remove(&(*counter, *key));
                }
                _ => {}
            }
        }
        happened.learned |= learnt::from_sets(&self.book, &self.table, &events);
        if !happened.began.is_empty() {
            // Who is not told of a stage that has passed must not find it where the game is
            // stopped.
            let path = self.engine.path();
            let runs = |stage: &StageId| {
                path.iter().any(|p| matches!(p, PathStep::Stage(id, _) if id == stage))
            };
            happened.began.retain(runs);
        }
        let naming = Naming { book: &self.book, seats: &self.seats };
        LogWriter { naming, table: &mut self.table, lines: &mut self.lines }.write(&events);
        let chance = self.engine.tally().chance;
        let dump = self.engine.dump();
        for (before, now) in self.dump.known.iter().zip(&dump.known) {
            happened.learned |= now & !before;
        }
        happened.drawn =
            if chance == self.chance { Sighted::NOBODY } else { drawn_before(&events) };
        self.chance = chance;
        self.dump = dump;
        self.table = Table::of(&self.book, &self.dump);
        for (place, open) in self.open_counters() {
            happened.learned |= open & !open_before.get(&place).copied().unwrap_or(open);
        }
        happened.learned |= self.opened_choices(actor, told_before);
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

    /// Who reads, in lines from one on, what others than `actor` have chosen: they chose before, in
    /// secret.
    fn opened_choices(&self, actor: Option<u8>, from: usize) -> u32 {
        let lines = self.lines.get(from..).unwrap_or(&[]);
        let choices =
            || lines.iter().filter(|line| line.told == Told::Choice && line.seat.is_some());
        let secret = actor.is_some() && choices().any(|line| line.seat != actor);
        if secret { choices().fold(0, |seats, line| seats | line.sighted.seats) } else { 0 }
    }

    pub(crate) fn scene(&self, viewer: Viewer) -> Scene<'_> {
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

    /// The rules.
    #[must_use]
    pub fn book(&self) -> &Arc<Rulebook> {
        &self.book
    }

    /// The rules' texts.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Names.
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

    /// Every choice so far.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The position's hash.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.engine.hash()
    }

    pub(crate) fn asking(&mut self, seat: u8) -> Asking<'_, E> {
        let site = match self.engine.stop() {
            Stop::Fault(fault) => fault.stuck_at(),
            _ => self.engine.asked().map(|a| a.site),
        };
        Asking {
            engine: &mut self.engine,
            naming: Naming { book: &self.book, seats: &self.seats },
            table: &self.table,
            dump: &self.dump,
            seat: Some(seat),
            site,
            explains: true,
        }
    }

    pub(crate) fn is_asked(&self, seat: u8) -> bool {
        self.engine.asked().is_some_and(|a| a.seats.contains(&seat))
    }

    /// What a seat may choose; nothing if it is not asked.
    pub fn menu(&mut self, seat: u8) -> Option<Menu> {
        if self.is_asked(seat) { Some(self.asking(seat).menu()) } else { None }
    }

    /// What the next step of an entry may be filled with, after some arguments; none if the entry
    /// is full, or an argument means nothing.
    pub fn options(
        &mut self,
        seat: u8,
        entry: usize,
        filled: &[crate::choices::value::Arg],
    ) -> Option<Listed> {
        if !self.is_asked(seat) {
            return None;
        }
        let picker = Picker::new(&self.book, &self.dump);
        let filled = filled.iter().map(|a| picker.value(a)).collect::<Option<Vec<_>>>()?;
        self.asking(seat).options(entry, &filled)
    }

    /// What a seat would have to say for a choice, as it is typed and journalled; none if it is not
    /// on offer.
    pub fn typed(&mut self, seat: u8, choice: &Choice) -> Option<String> {
        let picked = self.resolve(seat, choice).ok()?;
        Some(self.asking(seat).written(&picked.answer))
    }

    fn resolve(&mut self, seat: u8, choice: &Choice) -> Result<Picked, Refusal> {
        let named = match choice {
            Choice::Pass => Offered::Pass(None),
            Choice::Decline => Offered::Decline,
            Choice::Move { id, .. } => Offered::Move(*id, Vec::new(), None),
            Choice::Values(_) => Offered::Values,
        };
        if !self.is_asked(seat) {
            return Err(self.refuse(seat, &named, &[], Illegality::NotAsked));
        }
        let offers = self.engine.offers(Some(seat));
        let fits = |o: &Offered| match (o, choice) {
            (Offered::Move(a, ..), Choice::Move { id, .. }) => a == id,
            (a, _) => std::mem::discriminant(a) == std::mem::discriminant(&named),
        };
        let asked_for = match choice {
            Choice::Move { entry: Some(entry), .. } => {
                offers.get(*entry).filter(|o| fits(o)).map(|_| *entry)
            }
            _ => None,
        };
        let args: &[_] = match choice {
            Choice::Pass | Choice::Decline => &[],
            Choice::Move { args, .. } | Choice::Values(args) => args,
        };
        let picker = Picker::new(&self.book, &self.dump);
        let mut values = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            match picker.value(arg) {
                Some(value) => values.push(value),
                None => {
                    return Err(self.refuse(seat, &named, &values, Illegality::NotInDomain(at)));
                }
            }
        }
        match asked_for.or_else(|| offers.iter().position(fits)) {
            Some(offer) => {
                let what = offers[offer].clone();
                Ok(Picked { what, answer: Answer { offer, args: values } })
            }
            None => {
                let why =
                    self.engine.may(seat, &named, &values).err().unwrap_or(Illegality::NotInMenu);
                Err(self.refuse(seat, &named, &values, why))
            }
        }
    }

    pub(crate) fn refuse(
        &mut self,
        seat: u8,
        what: &Offered,
        args: &[Value],
        why: Illegality,
    ) -> Refusal {
        let sources = Arc::clone(&self.sources);
        self.asking(seat).refusal(&sources, what, args, why)
    }

    /// Carries a choice out and runs on to the next stop.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub fn submit(&mut self, seat: u8, choice: &Choice) -> Result<Stop, Refusal> {
        let picked = self.resolve(seat, choice)?;
        self.carry_out(seat, &picked)
    }

    fn carry_out(&mut self, seat: u8, picked: &Picked) -> Result<Stop, Refusal> {
        let mut asking = self.asking(seat);
        let choice = asking.written(&picked.answer);
        // Of equal copies in a set, those are taken that the text means, so that a replay takes the
        // same.
        let meant =
            asking.parse(&choice).map_or_else(|_| picked.answer.clone(), |meant| meant.answer);
        match self.engine.answer(Some(seat), &meant) {
            Ok(stop) => {
                let hash = self.engine.hash();
                self.records.push(Record { seat, choice, hash });
                self.catch_up(Some(seat));
                Ok(stop)
            }
            Err(why) => Err(self.refuse(seat, &picked.what, &picked.answer.args, why)),
        }
    }

    /// Hands in what somebody answers who looks at the engine itself, such as a player that looks
    /// at nothing.
    ///
    /// # Errors
    /// Why it is refused; `None` if there was no answer.
    pub fn answer_with(
        &mut self,
        seat: u8,
        answer: impl FnOnce(&mut E) -> Option<Answer>,
    ) -> Result<Stop, Option<Refusal>> {
        if !self.is_asked(seat) {
            return Err(Some(self.refuse(seat, &Offered::Values, &[], Illegality::NotAsked)));
        }
        let answer = answer(&mut self.engine).ok_or(None)?;
        let offers = self.engine.offers(Some(seat));
        let what = offers.get(answer.offer).cloned().ok_or(None)?;
        self.carry_out(seat, &Picked { what, answer }).map_err(Some)
    }

    fn read(&mut self, seat: u8, text: &str) -> Result<Picked, Rejected> {
        if !self.is_asked(seat) {
            return Err(Rejected::Refused(self.refuse(
                seat,
                &Offered::Values,
                &[],
                Illegality::NotAsked,
            )));
        }
        let problem = match self.asking(seat).parse(text) {
            Ok(picked) => return Ok(picked),
            Err(problem) => problem,
        };
        Err(match problem {
            Problem::Unclear { message, help } => Rejected::Unclear { message, help },
            Problem::Refused { what, args, why } => {
                Rejected::Refused(self.refuse(seat, &what, &args, why))
            }
        })
    }

    /// What a typed choice means now.
    ///
    /// # Errors
    /// Why it cannot be read or is refused.
    pub fn meant(&mut self, seat: u8, text: &str) -> Result<Picked, Rejected> {
        self.read(seat, text)
    }

    /// The steps of an entry on offer to a seat.
    pub fn steps(&mut self, seat: u8, what: &Offered) -> Vec<Step> {
        self.asking(seat).steps(what).to_vec()
    }

    /// How a choice is typed that somebody makes who looks at the engine itself; none if they make
    /// none.
    pub fn wording(
        &mut self,
        seat: u8,
        answer: impl FnOnce(&mut E) -> Option<Answer>,
    ) -> Option<String> {
        let answer = answer(&mut self.engine)?;
        Some(self.asking(seat).written(&answer))
    }

    /// Carries a typed choice out: `buy Ben [pink 2] $1`.
    ///
    /// # Errors
    /// Why it cannot be read or is refused; nothing has changed then.
    pub fn say(&mut self, seat: u8, text: &str) -> Result<Stop, Rejected> {
        let picked = self.read(seat, text)?;
        self.carry_out(seat, &picked).map_err(Rejected::Refused)
    }

    /// Why a typed choice is not possible now; none if it is.
    pub fn why_not(&mut self, seat: u8, text: &str) -> Option<Rejected> {
        match self.read(seat, text) {
            Err(rejected) => Some(rejected),
            Ok(picked) => {
                let why = self.engine.may(seat, &picked.what, &picked.answer.args).err()?;
                Some(Rejected::Refused(self.refuse(seat, &picked.what, &picked.answer.args, why)))
            }
        }
    }

    /// What has happened, as a reader may know it; from a line on (`from` counts all readers'
    /// lines).
    #[must_use]
    pub fn log(&self, viewer: Viewer, from: usize) -> Vec<LogLine> {
        read_lines(self.lines.get(from..).unwrap_or(&[]), viewer)
    }

    /// The log's lines from one on, as they were written.
    #[must_use]
    pub fn lines(&self, from: usize) -> &[Line] {
        self.lines.get(from..).unwrap_or(&[])
    }

    /// Puts another log in the place of this one, which it gives.
    pub fn tell_anew(&mut self, lines: Vec<Line>) -> Vec<Line> {
        std::mem::replace(&mut self.lines, lines)
    }

    /// What was chosen and told before counts as this game's own.
    pub fn continue_from(&mut self, records: Vec<Record>, lines: Vec<Line>) {
        (self.records, self.lines) = (records, lines);
    }

    /// Adds a remark to the log that everybody may read.
    pub fn remark(&mut self, text: &str) {
        self.remark_for(vec![Fragment::Words(text.to_string())], Sighted::EVERYONE);
    }

    /// Adds a remark of which others than a referee read something else.
    pub fn remark_in_secret(&mut self, text: &str, instead: &str) {
        let filled = vec![Fragment::Words(text.to_string())];
        let secret = Fragment::Secret { filled, instead: instead.to_string(), seats: 0 };
        self.remark_for(vec![secret], Sighted::EVERYONE);
    }

    /// Adds a remark that only one seat may read.
    pub fn remark_to(&mut self, seat: u8, text: &str) {
        self.remark_among(Sighted { seats: 1 << (seat & 31), all: false }, text);
    }

    /// Adds a remark that only these may read.
    pub fn remark_among(&mut self, sighted: Sighted, text: &str) {
        self.remark_for(vec![Fragment::Words(text.to_string())], sighted);
    }

    fn remark_for(&mut self, sentence: Sentence, sighted: Sighted) {
        self.lines.push(Line {
            told: Told::Remark,
            sentence,
            sighted,
            span: Span::default(),
            seat: None,
            shared: None,
        });
    }

    /// How many lines there are for all readers together; to ask [`Game::log`] later for what is
    /// new.
    #[must_use]
    pub fn log_length(&self) -> usize {
        self.lines.len()
    }

    /// The path for a reader: `round 2`, `Ana's turn`, …
    #[must_use]
    pub fn path(&self, viewer: Viewer) -> Vec<PathLine> {
        let faces = Faces::new(self.naming(), &self.table);
        let line = |step: PathStep| match step {
            PathStep::Stage(stage, value) => PathLine {
                text: faces.stage(stage, &value),
                place: self
                    .book
                    .stages
                    .get(stage.index())
                    .and_then(|s| Place::of(&self.sources, s.span)),
            },
            PathStep::Titled(text, holes) => {
                let mut sentence = Vec::new();
                faces.text(&mut sentence, text, &holes);
                let span = self.book.texts.get(text.index()).map_or_else(Span::default, |t| t.span);
                PathLine { text: read(&sentence, viewer), place: Place::of(&self.sources, span) }
            }
        };
        // A deed that runs may run because of something hidden.
        let knows = self.may_know_the_rule(viewer);
        let told = |step: &PathStep| knows || matches!(step, PathStep::Stage(..));
        self.engine.path().into_iter().filter(told).map(line).collect()
    }

    /// The table as a reader may see it.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> View {
        let stop = self.engine.stop();
        let outcome = if let Stop::Over(outcome) = &stop { Some(outcome) } else { None };
        let naming = self.naming();
        let scene = self.scene(viewer);
        let asked = self.engine.asked().map(|a| a.seats).unwrap_or_default();
        let mine = match viewer {
            Viewer::Seat(seat) => asked.contains(&seat),
            Viewer::Spectator => false,
            Viewer::Referee => true,
        };
        let question = self.engine.question().filter(|_| mine).map(|(text, holes)| {
            let mut sentence = Vec::new();
            Faces::new(naming, &self.table).text(&mut sentence, text, &holes);
            read(&sentence, viewer)
        });
        View {
            game: self.book.title.clone(),
            viewer,
            seats: self.seats.clone(),
            groups: scene.groups(),
            path: self.path(viewer),
            place: Place::of(&self.sources, self.engine.place())
                .filter(|_| self.may_know_the_rule(viewer)),
            asked,
            question,
            outcome: outcome.map(|o| ending(naming, o)),
            winners: outcome
                .map(|o| if let Outcome::Won(seats) = o { seats.clone() } else { Vec::new() }),
            scores: None,
            pictures: Vec::new(),
            tiles: Vec::new(),
            marks: Vec::new(),
            squares: Vec::new(),
        }
    }

    /// The fault the game stands at, for a reader; none if it does not.
    pub fn fault(&mut self, viewer: Viewer) -> Option<FaultReport> {
        let Stop::Fault(fault) = self.engine.stop() else { return None };
        let path: Vec<String> = self.path(viewer).into_iter().map(|p| p.text).collect();
        let path = path.join(" › ");
        if !self.may_know_the_rule(viewer) {
            return Some(FaultReport::of_something_hidden(path));
        }
        let stuck = stuck_for(&self.engine, viewer);
        let (message, help) = message(self.naming(), &fault.about, &stuck, viewer);
        let sources = Arc::clone(&self.sources);
        let mut details = Vec::new();
        if fault.stuck_at().is_some() {
            for seat in &stuck {
                if viewer == Viewer::Referee || viewer == Viewer::Seat(*seat) {
                    details.extend(self.asking(*seat).counted_reasons(&sources));
                }
            }
        }
        let place = Place::of(&self.sources, fault.span);
        Some(FaultReport { code: Some(fault.code.into()), message, details, help, place, path })
    }

    /// Where a rule could not be carried out, whether that is this reader's to know; everywhere
    /// else it is.
    fn may_know_the_rule(&self, viewer: Viewer) -> bool {
        let readers = self.engine.fault_readers();
        let sighted = Sighted { seats: readers, all: readers == u32::MAX };
        !matches!(self.engine.stop(), Stop::Fault(_)) || viewer.among(sighted)
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
            lines: Vec::new(),
            records: Vec::new(),
            happened: StepEffects::default(),
            laid: (0, LaidZones::new()),
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

impl<E: Engine + Clone> Game<E> {
    /// The game as it stands.
    #[must_use]
    pub fn save(&self) -> Saved<E> {
        Saved {
            engine: self.engine.clone(),
            book: Arc::clone(&self.book),
            sources: Arc::clone(&self.sources),
            dump: self.dump.clone(),
            table: self.table.clone(),
            shown: self.shown.clone(),
        }
    }

    /// A game that stands where this one does, without its log and its choices.
    #[must_use]
    pub fn copy(&self) -> Self {
        Self {
            engine: self.engine.clone(),
            book: Arc::clone(&self.book),
            sources: Arc::clone(&self.sources),
            seats: self.seats.clone(),
            dump: self.dump.clone(),
            table: self.table.clone(),
            lines: Vec::new(),
            shown: self.shown.clone(),
            records: Vec::new(),
            happened: StepEffects::default(),
            chance: self.chance,
            laid: self.laid.clone(),
        }
    }

    /// The game as it stood, with the choices and the log that led there.
    pub fn restore(&mut self, saved: &Saved<E>, records: Vec<Record>, lines: Vec<Line>) {
        let Saved { engine, book, sources, dump, table, shown } = saved.clone();
        (self.engine, self.book, self.sources) = (engine, book, sources);
        (self.dump, self.table, self.shown) = (dump, table, shown);
        (self.records, self.lines) = (records, lines);
        self.chance = self.engine.tally().chance;
        self.happened = StepEffects::default();
    }
}

impl<E: Referee> Game<E> {
    /// Lets a referee change the table; what it brings about is written down.
    pub fn change<T>(&mut self, change: impl FnOnce(&mut E) -> T) -> T {
        let changed = change(&mut self.engine);
        self.catch_up(None);
        changed
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
}

/// Who may know that chance decided something, by what happened; the lots of a race are no events,
/// and everybody's.
fn drawn_before(events: &[Event]) -> Sighted {
    let drawn = |event: &&Event| {
        matches!(event.kind, EventKind::Shuffled(..) | EventKind::Chose { seat: None, .. })
    };
    let seen = events
        .iter()
        .filter(drawn)
        .map(|event| event.only.map_or(Sighted::EVERYONE, |seats| Sighted { seats, all: false }));
    seen.reduce(Sighted::or).unwrap_or(Sighted::EVERYONE)
}

/// Every seat's value of the word `score`; none if there is no such word, or it cannot be read now.
pub fn scores<E: Referee>(engine: &mut E, book: &Rulebook, seats: usize) -> Option<Vec<Value>> {
    book.score?;
    let exprs = score_exprs(book, seats);
    exprs.iter().map(|expr| engine.eval(expr, &[], &mut []).ok()).collect()
}
