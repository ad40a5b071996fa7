//! What a game tells each reader: the log, the view, the way to where it stands, and faults.

use crate::fault::{FaultReport, message, stuck_for};
use crate::game::Game;
use crate::log::{Line, Log, LogLine, Told, ending};
use crate::rendering::face::Faces;
use crate::rendering::redacted::{Fragment, Sentence, read};
use crate::view::{PathLine, View};
use crate::visibility::{Sighted, Viewer};
use houserules_interpreter::ask::{Engine, Outcome, PathStep, Stop};
use houserules_lang::place::Place;
use houserules_lang::source::Span;
use std::borrow::Cow;
use std::sync::Arc;

impl<E: Engine> Game<E> {
    /// What has happened, as a reader may know it; from a line on (`from` counts all readers'
    /// lines).
    #[must_use]
    pub fn log(&self, viewer: Viewer, from: usize) -> Vec<LogLine> {
        self.log.read(viewer, from)
    }

    /// The end of what a reader knows to have happened: at most so many lines, and how many there
    /// are before them.
    #[must_use]
    pub fn log_end(&mut self, viewer: Viewer, most: usize) -> (usize, Vec<LogLine>) {
        self.log.read_last(viewer, most)
    }

    /// The log's lines from one on, as they were written.
    #[must_use]
    pub fn lines(&self, from: usize) -> Cow<'_, [Line]> {
        self.log.since(from)
    }

    /// Adds lines as they were written elsewhere.
    pub(crate) fn tell_more(&mut self, lines: Vec<Line>) {
        self.log.extend(lines);
    }

    /// What was told, with all that was told on other lines of play.
    pub(crate) fn whole_log(&self) -> &Log {
        &self.log
    }

    /// Puts another log in the place of this one, which it gives.
    pub fn tell_anew(&mut self, log: Log) -> Log {
        std::mem::replace(&mut self.log, log)
    }

    /// What was told before counts as this game's own, and so many choices.
    pub(crate) fn continue_from(&mut self, choices: usize, log: Log) {
        self.records.clear();
        self.recorded = choices;
        self.tell_anew(log);
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
        self.log.push(Line {
            told: Told::Remark,
            sentence: sentence.into(),
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
        self.log.len()
    }

    /// The path for a reader: `round 2`, `Ana's turn`, …
    #[must_use]
    pub fn path(&self, viewer: Viewer) -> Vec<PathLine> {
        let faces = Faces::new(self.naming(), &self.table);
        let line = |step: PathStep| match step {
            PathStep::Stage(stage, value) => PathLine {
                text: faces.stage(stage, &value),
                place: Place::of(&self.sources, self.book[stage].span),
            },
            PathStep::Titled(text, holes) => {
                let mut sentence = Vec::new();
                faces.text(&mut sentence, text, &holes);
                let place = Place::of(&self.sources, self.book[text].span);
                PathLine { text: read(&sentence, viewer), place }
            }
        };
        // A deed that runs may run because of something hidden.
        let knows = self.may_know_the_rule(viewer);
        let told = |step: &PathStep| knows || matches!(step, PathStep::Stage(..));
        self.engine.path().into_iter().filter(told).map(line).collect()
    }

    /// How the game ended, and what the rules said as it did: `Ana wins: Ben is checkmated`.
    fn ended(&self, viewer: Viewer, outcome: &Outcome) -> String {
        /// Behind the end may stand remarks.
        const LOOKED_AT: usize = 16;
        let how = ending(self.naming(), outcome);
        let last = self.log.read(viewer, self.log.len().saturating_sub(LOOKED_AT));
        let end = last.iter().rposition(|line| line.told == Told::End);
        let before = end.and_then(|end| last.get(end.checked_sub(1)?));
        match before.filter(|line| line.told == Told::Said) {
            Some(said) => format!("{how}: {}", said.text),
            None => how,
        }
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
            outcome: outcome.map(|o| self.ended(viewer, o)),
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
        Some(FaultReport {
            code: Some(fault.code.to_string()),
            message,
            details,
            help,
            place,
            path,
        })
    }

    /// Where a rule could not be carried out, whether that is this reader's to know; everywhere
    /// else it is.
    fn may_know_the_rule(&self, viewer: Viewer) -> bool {
        let readers = self.engine.fault_readers();
        let sighted = Sighted { seats: readers, all: readers == u32::MAX };
        !matches!(self.engine.stop(), Stop::Fault(_)) || viewer.among(sighted)
    }
}
