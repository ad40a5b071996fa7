//! Watching the files a game was made of. Whatever an editor does (writing in place, truncating
//! first, renaming, deleting and making anew), the files are read until they rest, and compiled on
//! a thread of their own; only their contents decide whether something changed.
//!
//! Rules that compile are handed on as soon as the files have rested for [`SETTLE`]; rules that do
//! not wait for [`QUIET`], so that half a file is not mistaken for a broken one. Where the system
//! tells of no changes, the files' times are looked at every [`POLL`].
//!
//! Many tables may watch the same files: they are read and compiled once for all of them, and one
//! `Eye` looks out for everybody, as systems let a program have few.

use super::cares::Shared;
use super::eye::Eye;
use crate::cli_error::CliError;
use crate::learnt;
use crate::loader::{MOST_TABLE, read_text};
use crate::rulebook;
use crate::rules::{RuleFiles, compiled_again};
use houserules_lang::compile::{Compiled, Memory};
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::ir::Rulebook;
use houserules_lang::source::Sources;
use notify::Event;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
#[expect(clippy::disallowed_types, reason = "when files were saved; no game sees it")]
use std::time::{Duration, Instant, SystemTime};

/// Files that rest so long are read.
pub const SETTLE: Duration = Duration::from_millis(4);
/// What is broken is said when nothing has come for so long.
pub const QUIET: Duration = Duration::from_millis(120);
/// How often files are looked at without being told.
pub const POLL: Duration = Duration::from_millis(400);
/// Files that never rest are read after so long all the same.
const PATIENCE: Duration = Duration::from_millis(60);

/// Rules that run, as they were saved; all who watch the same files share them.
#[derive(Debug, Clone)]
pub struct Runs {
    /// What runs, without the tests that are wrong.
    pub book: Arc<Rulebook>,
    /// Every text that took part.
    pub sources: Arc<Sources>,
    /// Warnings, and errors in tests.
    pub diagnostics: Arc<[Diagnostic]>,
    /// So many wrong tests were left out.
    pub left_out: usize,
}

impl Runs {
    /// What runs of a compilation of these files, with what bots have learnt of the game.
    ///
    /// # Errors
    /// The compilation, if nothing does.
    pub fn of(compiled: Compiled, files: &RuleFiles) -> Result<Self, Box<Compiled>> {
        let mut compiled = compiled.leave_broken_tests_out();
        // That it was learnt under others goes without saying.
        let _ = learnt::lay_in(&mut compiled, &files.game);
        let Some(book) = compiled.rulebook.take() else { return Err(Box::new(compiled)) };
        let Compiled { sources, diagnostics, left_out, .. } = compiled;
        let (book, sources) = (Arc::new(book), Arc::new(sources));
        Ok(Self { book, sources, diagnostics: diagnostics.into(), left_out })
    }
}

/// What came of files that were saved.
#[derive(Debug, Clone)]
pub enum What {
    /// Rules that run.
    Rules(Runs),
    /// Rules that do not compile.
    Broken(Arc<Compiled>),
    /// A file cannot be read.
    Unreadable(Arc<CliError>),
}

/// Files have changed.
#[derive(Debug, Clone)]
pub struct News {
    /// What came of it.
    pub what: What,
    /// When the first change was seen.
    #[expect(clippy::disallowed_types, reason = "to measure how long it took")]
    pub seen: Instant,
    /// When reading them began: what was saved after that may not be in it.
    #[expect(clippy::disallowed_types, reason = "which of two readings is the newer")]
    pub read: Instant,
}

/// Names and texts.
type Texts = Vec<(String, Arc<str>)>;

/// What a guard is told.
enum Told {
    /// Something has happened to files.
    Saw(Arc<Event>),
    /// Somebody wants to be told, too.
    Comes(Reader),
    /// Whoever has this number wants to be told nothing more.
    Leaves(u64),
}

/// Somebody who is told.
struct Reader {
    number: u64,
    /// What was handed on last, or runs.
    last: Texts,
    /// The broken texts that were told last.
    broken: Option<Texts>,
    each: Box<dyn FnMut(News) + Send>,
}

impl Reader {
    fn knows(&self, texts: &Texts, sound: bool) -> bool {
        match (&self.broken, sound) {
            (None, true) => self.last == *texts,
            (Some(broken), false) => broken == texts,
            (None, false) | (Some(_), true) => false,
        }
    }

    fn told(&mut self, texts: &Texts, news: News) {
        match news.what {
            What::Rules(_) => (self.last, self.broken) = (texts.clone(), None),
            What::Broken(_) | What::Unreadable(_) => self.broken = Some(texts.clone()),
        }
        (self.each)(news);
    }
}

/// The watches of a program.
#[derive(Debug, Clone, Default)]
pub struct Watches {
    eye: Arc<Eye>,
    guards: Arc<Mutex<Guards>>,
}

#[derive(Debug, Default)]
struct Guards {
    /// Where the guard of some files is told something, and how many it tells.
    of: BTreeMap<RuleFiles, (Sender<Told>, usize)>,
    readers: u64,
}

/// A running watch; it ends when this is dropped.
#[derive(Debug)]
pub struct Watch {
    guards: Arc<Mutex<Guards>>,
    files: RuleFiles,
    tell: Sender<Told>,
    number: u64,
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut guards = self.guards.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, readers)) = guards.of.get_mut(&self.files) {
            *readers -= 1;
            if *readers == 0 {
                guards.of.remove(&self.files);
            }
        }
        // The thread may have ended by itself.
        let _ = self.tell.send(Told::Leaves(self.number));
    }
}

impl Watches {
    /// Watches the files of a game; `running` are the texts it runs with. Whatever comes is handed
    /// to `each`, on another thread.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn watch(
        &self,
        asked: &RuleFiles,
        running: &Sources,
        each: impl FnMut(News) + Send + 'static,
    ) -> Result<Watch, CliError> {
        let mut guards = self.guards.lock().unwrap_or_else(PoisonError::into_inner);
        guards.readers += 1;
        let number = guards.readers;
        let reader = Reader { number, last: texts(running), broken: None, each: Box::new(each) };
        if let Some((tell, readers)) = guards.of.get_mut(asked) {
            *readers += 1;
            let tell = tell.clone();
            // A guard that has readers runs.
            let _ = tell.send(Told::Comes(reader));
            return Ok(self.of(asked, tell, number));
        }
        let (tell, receive) = channel();
        let cares = Shared::default();
        // Until the guard runs, anything may turn out to matter.
        cares.lock().reading = true;
        self.eye.tells(ear(&cares, tell.clone()));
        let guard = Guard::new(asked, Arc::clone(&self.eye), receive, cares, reader);
        // The checker recurses over what is nested 128 deep.
        let thread = std::thread::Builder::new().name("rules".into()).stack_size(64 << 20);
        thread.spawn(move || guard.run()).map_err(CliError::input)?;
        guards.of.insert(asked.clone(), (tell.clone(), 1));
        Ok(self.of(asked, tell, number))
    }

    fn of(&self, asked: &RuleFiles, tell: Sender<Told>, number: u64) -> Watch {
        Watch { guards: Arc::clone(&self.guards), files: asked.clone(), tell, number }
    }
}

/// Watches the files of one game, as [`Watches::watch`] does.
///
/// # Errors
/// If no thread can be started.
pub fn watch(
    asked: &RuleFiles,
    running: &Sources,
    each: impl FnMut(News) + Send + 'static,
) -> Result<Watch, CliError> {
    Watches::default().watch(asked, running, each)
}

fn texts(sources: &Sources) -> Texts {
    sources.iter().map(|(_, f)| (f.name.to_string(), Arc::clone(&f.text))).collect()
}

/// Wakes a guard when something happens that may matter to it.
fn ear(cares: &Shared, tell: Sender<Told>) -> super::eye::Ear {
    let cares = cares.weak();
    Box::new(move |event| {
        let Some(cares) = cares.upgrade() else { return false };
        let matters = cares.lock().unwrap_or_else(PoisonError::into_inner).may_matter(event);
        !matters || tell.send(Told::Saw(Arc::clone(event))).is_ok()
    })
}

/// How the wait for a change ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Woken {
    Changed,
    Nothing,
    Stop,
}

/// What the thread has.
struct Guard {
    asked: RuleFiles,
    eye: Arc<Eye>,
    receive: Receiver<Told>,
    readers: Vec<Reader>,
    files: BTreeSet<PathBuf>,
    /// What matters to it.
    cares: Shared,
    #[expect(clippy::disallowed_types, reason = "times of files; no game sees them")]
    stamps: Vec<Option<(SystemTime, u64)>>,
    readings: Memory,
}

impl Guard {
    fn new(
        asked: &RuleFiles,
        eye: Arc<Eye>,
        receive: Receiver<Told>,
        cares: Shared,
        reader: Reader,
    ) -> Self {
        let mut guard = Self {
            asked: asked.clone(),
            eye,
            receive,
            readers: Vec::new(),
            files: BTreeSet::new(),
            cares,
            stamps: Vec::new(),
            readings: Memory::default(),
        };
        guard.look_at(&reader.last);
        guard.readers.push(reader);
        guard.stamps = guard.look();
        guard
    }

    fn run(mut self) {
        // What was saved between compiling and watching must not be missed.
        let mut missed = !self.stands(0);
        self.cares.lock().reading = false;
        let mut read_ahead = false;
        loop {
            let woken = if std::mem::take(&mut missed) { Woken::Changed } else { self.wait(POLL) };
            match woken {
                Woken::Stop => return,
                Woken::Nothing => {
                    if !std::mem::replace(&mut read_ahead, true) && self.stands(0) {
                        self.read_ahead();
                    }
                }
                Woken::Changed => {
                    #[expect(clippy::disallowed_types, reason = "to measure how long it took")]
                    let seen = Instant::now();
                    self.stamps = self.look();
                    self.cares.lock().reading = true;
                    if self.settled(seen).is_err() {
                        return;
                    }
                    self.cares.lock().reading = false;
                }
            }
        }
    }

    /// Whether the files hold the texts that a reader's game runs with.
    fn stands(&self, reader: usize) -> bool {
        let Some(Reader { last, .. }) = self.readers.get(reader) else { return true };
        // Of variants any may have the module that is meant.
        let plain = self.asked.variants.is_empty() && !self.cares.lock().broken;
        let folder = self.asked.game.parent().unwrap_or(Path::new(""));
        let same = |(name, text): &(String, Arc<str>)| {
            let path = Path::new(name);
            if self.files.contains(path) {
                return read_text(path, MOST_TABLE).is_ok_and(|now| now == **text);
            }
            // A module of the library, unless one lies beside the game.
            let of_library = path.file_stem().and_then(|stem| stem.to_str());
            let of_library = of_library.and_then(houserules_stdlib::module);
            let beside = path.file_name().map(|name| folder.join(name));
            of_library.is_some_and(|known| known == &**text)
                && beside.is_some_and(|path| path.symlink_metadata().is_err())
        };
        plain && !last.is_empty() && last.iter().all(same)
    }

    /// Waits for a change that matters.
    fn wait(&mut self, most: Duration) -> Woken {
        #[expect(clippy::disallowed_types, reason = "how long files have rested")]
        let from = Instant::now();
        loop {
            let left = most.saturating_sub(from.elapsed());
            match self.receive.recv_timeout(left) {
                Ok(Told::Saw(event)) if self.cares.lock().matters(&event) => return Woken::Changed,
                Ok(Told::Saw(_)) => {}
                Ok(Told::Comes(reader)) => {
                    self.readers.push(reader);
                    if !self.stands(self.readers.len() - 1) {
                        return Woken::Changed;
                    }
                }
                Ok(Told::Leaves(number)) => {
                    self.readers.retain(|reader| reader.number != number);
                    if self.readers.is_empty() {
                        return Woken::Stop;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Woken::Stop,
                Err(RecvTimeoutError::Timeout) => {
                    let changed = most >= POLL && self.look() != self.stamps;
                    return if changed { Woken::Changed } else { Woken::Nothing };
                }
            }
        }
    }

    /// Times and sizes of the files.
    #[expect(clippy::disallowed_types, reason = "times of files; no game sees them")]
    fn look(&self) -> Vec<Option<(SystemTime, u64)>> {
        let stamp = |path: &PathBuf| {
            let about = std::fs::metadata(path).ok()?;
            Some((about.modified().ok()?, about.len()))
        };
        self.files.iter().map(stamp).collect()
    }

    /// Reads until the files rest; tells what came of it whoever does not know. An error: the watch
    /// is over.
    #[expect(clippy::disallowed_types, reason = "to measure how long it took")]
    fn settled(&mut self, seen: Instant) -> Result<(), ()> {
        self.rest(SETTLE)?;
        loop {
            #[expect(clippy::disallowed_types, reason = "which of two readings is the newer")]
            let read = Instant::now();
            let (texts, what) = self.read();
            let broken = !matches!(what, What::Rules(_));
            self.cares.lock().broken = broken;
            let known = |reader: &Reader| reader.knows(&texts, !broken);
            if self.readers.iter().all(known) {
                return Ok(());
            }
            if broken {
                match self.wait(QUIET) {
                    Woken::Stop => return Err(()),
                    Woken::Changed => {
                        self.rest(SETTLE)?;
                        continue;
                    }
                    Woken::Nothing => {}
                }
            }
            for reader in &mut self.readers {
                if !reader.knows(&texts, !broken) {
                    reader.told(&texts, News { what: what.clone(), seen, read });
                }
            }
            return Ok(());
        }
    }

    /// Reads and compiles the files: their texts, and what came of them.
    fn read(&mut self) -> (Texts, What) {
        match compiled_again(&self.asked, &mut self.readings) {
            Err(trouble) => {
                let texts = vec![(trouble.to_string(), "".into())];
                (texts, What::Unreadable(Arc::new(trouble)))
            }
            Ok(compiled) => {
                let texts = texts(&compiled.sources);
                self.look_at(&texts);
                let what = match Runs::of(compiled, &self.asked) {
                    Ok(runs) => What::Rules(runs),
                    Err(broken) => What::Broken(Arc::from(broken)),
                };
                (texts, what)
            }
        }
    }

    /// Reads what has not changed yet: the first rules that are saved are told as soon as those
    /// that follow.
    fn read_ahead(&mut self) {
        if let Ok(compiled) = compiled_again(&self.asked, &mut self.readings) {
            rulebook::read_ahead(&compiled.sources);
        }
    }

    /// Waits until nothing has changed for so long.
    fn rest(&mut self, long: Duration) -> Result<(), ()> {
        #[expect(clippy::disallowed_types, reason = "how long files have rested")]
        let from = Instant::now();
        loop {
            match self.wait(long) {
                Woken::Stop => return Err(()),
                Woken::Changed if from.elapsed() < PATIENCE => {}
                Woken::Changed | Woken::Nothing => return Ok(()),
            }
        }
    }

    /// Watches the folders of all texts that take part.
    fn look_at(&mut self, texts: &Texts) {
        let named = texts.iter().map(|(name, _)| PathBuf::from(name));
        let asked = std::iter::once(&self.asked.game).chain(&self.asked.variants).cloned();
        for path in named.chain(asked) {
            if let Some(name) = path.file_name() {
                self.cares.lock().names.insert(name.to_os_string());
            }
            if !self.files.contains(&path) && path.exists() {
                self.eye.looks_at(&path);
                self.files.insert(path);
            }
        }
    }
}

#[cfg(test)]
mod tests;
