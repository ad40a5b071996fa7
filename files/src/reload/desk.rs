//! The rules on the designer's desk: what was saved while the game runs, and how it comes in.

use super::bring::{self, Replayed};
use super::inbox::{Inbox, Printer, broken};
use super::said::{Told, all_changed, changed, refused};
use super::watch::{News, QUIET, Runs, Watch, watch};
use crate::cli_error::CliError;
use crate::rules::{RuleFiles, compiled_again};
use crate::show::look::{Look, Tone};
use houserules_interpreter::ask::{FaultKind, Stop};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::migrate::{Blocked, Obstacle};
use houserules_lang::compile::{Compiled, Memory};
use houserules_lang::ir::StageWord;
use houserules_lang::naming::stage_word;
use houserules_table::reload::hidden::opened;
use houserules_table::reload::{How, Misfit, Update, When, fits_unseen, wait_for};
use houserules_table::session::Session;
use houserules_table::visibility::Viewer;
use std::sync::{Arc, Mutex, PoisonError};
#[expect(clippy::disallowed_types, reason = "which of two readings is the newer")]
use std::time::Instant;

/// Who reads what is said of new rules, and so who must agree to them: rules can show everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// A referee, who sees everything anyway.
    Referee,
    /// One person, or somebody who looks through these eyes: nobody else reads it.
    One(Viewer),
    /// Several people: all of them must agree.
    Several,
}

/// What a table knows of its rules being changed.
pub trait Reloads<E> {
    /// What was saved since it was last asked, if nobody has been told; the game's rules are taken
    /// note of.
    fn news(&mut self, session: &Session<E>) -> Told;
    /// Carries out what stands behind the word `reload`.
    fn command(&mut self, session: &mut Session<E>, words: &str) -> Told;
    /// All at the table have agreed to what [`Told::needs`] named: the same command carries it out.
    fn agreed(&mut self, to: String);
    /// If the game has come to where it waits for new rules: they come in.
    fn arrive(&mut self, session: &mut Session<E>) -> Option<Told>;
}

/// The rules of a running game as they lie in their files.
pub struct Desk {
    asked: RuleFiles,
    inbox: Arc<Mutex<Inbox>>,
    how: How,
    readers: Readers,
    agreed: Option<String>,
    readings: Memory,
    /// Kept for as long as the table is.
    _watch: Option<Watch>,
}

impl Desk {
    /// Watches the files of a game.
    pub fn new(
        asked: &RuleFiles,
        session: &Session<Machine>,
        printer: Option<Printer>,
        look: Look,
    ) -> Self {
        let mut desk = Self::unwatched(asked, session, printer, look);
        let theirs = Arc::clone(&desk.inbox);
        let take =
            move |news: News| theirs.lock().unwrap_or_else(PoisonError::into_inner).take(news);
        desk._watch = watch(asked, session.game().sources(), take).ok();
        desk
    }

    /// The same, but nobody watches the files.
    #[must_use]
    pub fn unwatched(
        asked: &RuleFiles,
        session: &Session<Machine>,
        printer: Option<Printer>,
        look: Look,
    ) -> Self {
        let game = session.game();
        let running = (Arc::clone(game.book()), game.shared_sources());
        let inbox = Inbox {
            latest: None,
            came: None,
            compared: None,
            running,
            told: true,
            broken: false,
            untold: Vec::new(),
            printer,
            look,
            looked: None,
        };
        Self {
            asked: asked.clone(),
            inbox: Arc::new(Mutex::new(inbox)),
            how: How::when(When::Now),
            readers: Readers::Referee,
            agreed: None,
            readings: Memory::default(),
            _watch: None,
        }
    }

    /// The same, where these read what is said.
    #[must_use]
    pub fn for_readers(self, readers: Readers) -> Self {
        Self { readers, ..self }
    }

    /// From now on these read what is said.
    pub fn read_by(&mut self, readers: Readers) {
        self.readers = readers;
    }

    /// Takes note of what another watch has seen.
    pub fn take(&self, news: News) {
        self.with(|inbox| inbox.take(news));
    }

    fn with<T>(&self, work: impl FnOnce(&mut Inbox) -> T) -> T {
        work(&mut self.inbox.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The rules that wait, compared with the game's.
    #[must_use]
    pub fn update(&self, session: &Session<Machine>) -> Option<Update> {
        let (book, sources) = self.with(|inbox| {
            inbox.runs(session);
            inbox.waiting()
        })?;
        let old = session.game().book();
        let known = self.with(|inbox| inbox.difference(old, &book));
        match known.filter(|_| self.how.renames.is_empty()) {
            Some(difference) => Some(Update::compared(book, sources, difference)),
            None => Some(Update::new(session.game(), book, sources, &self.how.renames)),
        }
    }

    /// What was answered so far to what rules need that come in: `new cards on top`.
    #[must_use]
    pub fn answers(&self) -> Vec<String> {
        self.how.to_string().split("; ").skip(1).map(str::to_string).collect()
    }

    /// What would be seen under other rules that is hidden now, by what was answered so far.
    #[must_use]
    pub fn opens(&self, session: &Session<Machine>, update: &Update) -> Vec<String> {
        opened(session.game(), update, &self.how.answers)
    }

    /// Takes note of the rules that the game has.
    fn sync(&self, session: &Session<Machine>) {
        self.with(|inbox| inbox.runs(session));
    }

    /// Reads the files now.
    fn look(&mut self) -> Option<Told> {
        let failed = |trouble: CliError| {
            Told::one(Tone::Wrong, format!("{trouble}; the game goes on under the rules it has."))
        };
        let mut read = self.read();
        if !matches!(read, Ok(Ok(_))) {
            // Perhaps it was being written.
            std::thread::sleep(QUIET);
            read = self.read();
        }
        match read {
            Err(trouble) => Some(failed(trouble)),
            Ok(Err(compiled)) => {
                let look = self.with(|inbox| inbox.look);
                Some(Told { lines: broken(&compiled, look), ..Told::default() })
            }
            Ok(Ok(runs)) => {
                self.with(|inbox| inbox.rules(runs));
                None
            }
        }
    }

    #[expect(clippy::disallowed_types, reason = "which of two readings is the newer")]
    fn read(&mut self) -> Result<Result<Runs, Box<Compiled>>, CliError> {
        self.with(|inbox| inbox.looked = Some(Instant::now()));
        compiled_again(&self.asked, &mut self.readings).map(|c| Runs::of(c, &self.asked))
    }

    /// The ways there are; only those that can be gone from here.
    fn ways(&self, session: &Session<Machine>, update: &Update) -> Told {
        let mut told = Told { lines: changed(&update.difference), ..Told::default() };
        for (way, what) in Self::possible(session) {
            told.say(Tone::Plain, format!("  reload {way:<12} {what}"));
        }
        if self.readers == Readers::Several {
            told.say(Tone::Faint, "New rules come in when all at the table agree.");
        }
        told
    }

    /// The ways by which rules can come in where the game stands, and what each does.
    #[must_use]
    pub fn possible(session: &Session<Machine>) -> Vec<(String, &'static str)> {
        let running = [StageWord::Turn, StageWord::Phase, StageWord::Round];
        let next = running.into_iter().filter(|word| wait_for(session.game(), *word).is_some());
        let mut ways = Vec::new();
        let here = match session.game().stop() {
            Stop::Asking => Some("here, in the middle of the game"),
            Stop::Fault(fault) if matches!(fault.about, FaultKind::NobodyCan(_)) => {
                Some("here, where nobody can choose")
            }
            Stop::Fault(_) => Some("before the choice that could not be carried out"),
            Stop::Over(_) => None,
        };
        if let Some(here) = here {
            ways.push(("now".to_string(), here));
        }
        if session.game().stop() == Stop::Asking {
            ways.extend(next.map(|word| {
                (format!("next {}", stage_word(word)), "until then under the old rules")
            }));
        }
        ways.push(("replay".into(), "play the same choices again under the new rules"));
        if here.is_some() {
            ways.push(("fork".into(), "now, and keep the old line under a name"));
        }
        ways.push(("ignore".into(), "go on under the old rules"));
        ways
    }

    /// What all at the table must agree to before rules come in like this; none: nothing, or they
    /// have. It is these very rules, in this very way.
    fn needs(&mut self, session: &Session<Machine>, update: &Update, words: &str) -> Option<Told> {
        if self.readers != Readers::Several || Way::read(words).is_none() {
            return None;
        }
        let needs = format!("{words}: {} {}", self.how, update.rules_hash);
        if self.agreed.take().is_some_and(|agreed| agreed == needs) {
            return None;
        }
        let mut told = Told { needs: Some(needs), ..Told::default() };
        told.say(
            Tone::Heading,
            format!("`reload {words}`: new rules come in when all at the table agree."),
        );
        // Answers that were given before belong to it.
        for answer in self.answers() {
            told.say(Tone::Plain, format!("  with `reload {answer}`"));
        }
        told.lines.extend(all_changed(&update.difference));
        for more in self.opens(session, update) {
            told.say(Tone::Wrong, format!("From then on {more}."));
        }
        Some(told)
    }

    /// Brings rules in where the game stands. One that stands where a rule could not be carried out
    /// goes back before the choice that led there if it must; if that does not help either, it
    /// stands where it stood.
    fn brought(
        session: &mut Session<Machine>,
        mut bring: impl FnMut(&mut Session<Machine>, &mut Told) -> Result<(), Obstacle>,
    ) -> Told {
        let (mut told, at) = (Told::default(), session.here());
        let mut done = bring(session, &mut told);
        let blocked = matches!(&done, Err(obstacle) if obstacle.what == Blocked::NoDecision);
        let back = match session.game().stop() {
            Stop::Fault(_) if blocked => session.undo_to(1, |_| true),
            Stop::Fault(_) | Stop::Asking | Stop::Over(_) => None,
        };
        if let Some(back) = back {
            session.go(back, "reload");
            done = bring(session, &mut told);
            if done.is_ok() {
                told.say(
                    Tone::Plain,
                    "The game is before the choice that could not be carried out.",
                );
            } else {
                session.go(at, "reload");
            }
        }
        match done {
            Ok(()) => told.moved = true,
            Err(obstacle) => refused(&mut told, session, &obstacle),
        }
        told
    }

    /// Where somebody reads it who does not see everything, it is decided blindly whether rules
    /// come in: what is hidden is not tried.
    fn fits(
        readers: Readers,
        session: &Session<Machine>,
        update: &Update,
        how: &How,
    ) -> Result<(), Obstacle> {
        match readers {
            Readers::Referee => Ok(()),
            Readers::One(_) | Readers::Several => fits_unseen(session.game(), update, how),
        }
    }

    fn come_in(&mut self, session: &mut Session<Machine>, update: &Update, when: When) -> Told {
        let how = How { when, ..self.how.clone() };
        let readers = self.readers;
        let told = Self::brought(session, |session, told| {
            Self::fits(readers, session, update, &how)?;
            let notes = bring::bring(session, update, &how)?;
            let text = match when {
                When::Before(word) => {
                    format!("The new rules come in before the next {}.", stage_word(word))
                }
                When::Now | When::Here | When::Not | When::Start => {
                    "The game goes on under the new rules.".into()
                }
            };
            told.say(Tone::Heading, text);
            notes.into_iter().for_each(|note| told.say(Tone::Plain, format!("  {note}")));
            Ok(())
        });
        if told.moved && !matches!(when, When::Before(_)) {
            self.done(session);
        }
        self.sync(session);
        told
    }

    /// The rules that waited are in. Both are noted at once: the watch may read the same files at
    /// this moment, and must find them either waiting or running.
    fn done(&mut self, session: &Session<Machine>) {
        self.how = How::when(When::Now);
        self.with(|inbox| {
            inbox.came = inbox.latest.take();
            inbox.runs(session);
        });
    }

    /// A way to bring rules in, or an answer to what it needs.
    fn carried_out(
        &mut self,
        session: &mut Session<Machine>,
        update: &Update,
        words: &str,
    ) -> Told {
        match Way::read(words) {
            Some(Way::Now) => self.come_in(session, update, When::Now),
            Some(Way::Next(word)) => self.come_in(session, update, When::Before(word)),
            Some(Way::Replay) => self.replay(session, update),
            Some(Way::Fork) => self.fork(session, update),
            None if self.how.answer(words) => match self.update(session) {
                Some(update) => self.ways(session, &update),
                None => Told::default(),
            },
            None => Told::one(
                Tone::Wrong,
                format!(
                    "`reload {words}` is unknown: say now, next round, replay, fork or ignore."
                ),
            ),
        }
    }

    fn replay(&mut self, session: &mut Session<Machine>, update: &Update) -> Told {
        let mut told = Told::default();
        match bring::replay(session, update, &self.how.answers) {
            Ok(Replayed { fitted, misfit }) => {
                let choices =
                    if fitted == 1 { "1 choice".into() } else { format!("{fitted} choices") };
                told.say(Tone::Heading, format!("Played again under the new rules: {choices}."));
                if let Some(misfit) = misfit {
                    told.say(Tone::Wrong, self.misfit(session, &misfit));
                    told.say(
                        Tone::Faint,
                        "The game is before it; `branches` shows the line as it was.",
                    );
                }
                told.moved = true;
                self.done(session);
            }
            Err(obstacle) => refused(&mut told, session, &obstacle),
        }
        self.sync(session);
        told
    }

    /// What somebody had chosen, and why it is refused, is for those who may know both.
    fn misfit(&self, session: &Session<Machine>, misfit: &Misfit) -> String {
        let name = session.game().naming().seat(misfit.seat);
        match self.readers {
            Readers::Referee => format!("{name}'s {misfit}."),
            Readers::One(Viewer::Seat(seat)) if seat == misfit.seat => {
                format!("{name}'s {misfit}.")
            }
            Readers::One(_) | Readers::Several => {
                format!("{name}'s choice {} no longer fits.", misfit.step)
            }
        }
    }

    fn fork(&mut self, session: &mut Session<Machine>, update: &Update) -> Told {
        let how = How { when: When::Now, ..self.how.clone() };
        let readers = self.readers;
        let told = Self::brought(session, |session, told| {
            Self::fits(readers, session, update, &how)?;
            let name = bring::fork(session, update, &how)?;
            told.say(Tone::Heading, "The game goes on under the new rules.");
            told.say(
                Tone::Faint,
                format!(
                    "What was played before is kept as `{name}`: going back there brings its rules \
                     back, too."
                ),
            );
            Ok(())
        });
        if told.moved {
            self.done(session);
        }
        self.sync(session);
        told
    }
}

impl Reloads<Machine> for Desk {
    fn news(&mut self, session: &Session<Machine>) -> Told {
        self.sync(session);
        let lines = self.with(|inbox| {
            inbox.told |= !inbox.untold.is_empty();
            std::mem::take(&mut inbox.untold)
        });
        Told { lines, ..Told::default() }
    }

    fn command(&mut self, session: &mut Session<Machine>, words: &str) -> Told {
        self.sync(session);
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if words == "ignore" {
            self.done(session);
            return Told::one(
                Tone::Plain,
                "The game goes on under the rules it has, until the files are saved again.",
            );
        }
        let looked = self.look();
        // Whoever asks is told now.
        let told = self.with(|inbox| {
            inbox.untold.clear();
            std::mem::replace(&mut inbox.told, true)
        });
        if let Some(told) = looked {
            return told;
        }
        let Some(update) = self.update(session) else {
            return Told::one(Tone::Plain, "The game has the newest rules already.");
        };
        if words.is_empty() {
            return self.ways(session, &update);
        }
        if let Some(told) = self.needs(session, &update, &words) {
            return told;
        }
        let mut done = self.carried_out(session, &update, &words);
        if !told {
            done.lines.splice(0..0, changed(&update.difference));
        }
        done
    }

    fn agreed(&mut self, to: String) {
        self.agreed = Some(to);
    }

    fn arrive(&mut self, session: &mut Session<Machine>) -> Option<Told> {
        if !bring::waits(session) {
            return None;
        }
        let agreed = bring::waiting(session).map(|change| change.rules_hash.to_string());
        let same = |update: &Update| {
            self.readers != Readers::Several || agreed.as_ref() == Some(&update.rules_hash)
        };
        let update = self.update(session).ok_or_else(Obstacle::gone);
        let update = update
            .and_then(|update| if same(&update) { Ok(update) } else { Err(Obstacle::other()) });
        let here = How { when: When::Here, ..bring::asked(session) };
        let update = update
            .and_then(|update| Self::fits(self.readers, session, &update, &here).map(|()| update));
        let obstacle = bring::arrive(session, update);
        let mut told = Told::default();
        match obstacle {
            None => {
                told.say(Tone::Heading, "The new rules have come in.");
                self.done(session);
            }
            Some(obstacle) => {
                told.say(
                    Tone::Wrong,
                    "The new rules could not come in; the game goes on under the old ones.",
                );
                refused(&mut told, session, &obstacle);
            }
        }
        self.sync(session);
        Some(told)
    }
}

/// How rules may come in.
#[derive(Debug, Clone, Copy)]
enum Way {
    Now,
    Next(StageWord),
    Replay,
    Fork,
}

impl Way {
    /// What stands behind `reload`; none: it is no way.
    fn read(words: &str) -> Option<Self> {
        match words {
            "now" => Some(Self::Now),
            "replay" => Some(Self::Replay),
            "fork" => Some(Self::Fork),
            other => {
                let stages = [StageWord::Turn, StageWord::Phase, StageWord::Round];
                let word = other.strip_prefix("next ").unwrap_or(other);
                stages.into_iter().find(|stage| stage_word(*stage) == word).map(Self::Next)
            }
        }
    }
}
