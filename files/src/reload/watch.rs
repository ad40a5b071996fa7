//! Watching the files a game was made of. Whatever an editor does (writing in place, truncating
//! first, renaming, deleting and making anew), the files are read until they rest, and compiled on
//! a thread of their own; only their contents decide whether something changed.
//!
//! Rules that compile are handed on as soon as the files have rested for [`SETTLE`]; rules that do
//! not wait for [`QUIET`], so that half a file is not mistaken for a broken one. Where the system
//! tells of no changes, the files' times are looked at every [`POLL`].

use crate::cli_error::CliError;
use crate::learnt;
use crate::rules::{RuleFiles, compiled_again};
use houserules_lang::compile::Compiled;
use houserules_lang::source::Sources;
use houserules_lang::syntax::ParseCache;
use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
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

/// What came of files that were saved.
#[derive(Debug)]
pub enum What {
    /// Rules that run.
    Rules(Box<Compiled>),
    /// Rules that do not compile.
    Broken(Box<Compiled>),
    /// A file cannot be read.
    Unreadable(CliError),
}

/// Files have changed.
#[derive(Debug)]
pub struct News {
    /// What came of it.
    pub what: What,
    /// When the first change was seen.
    #[expect(clippy::disallowed_types, reason = "to measure how long it took")]
    pub seen: Instant,
}

/// Names and texts.
type Texts = Vec<(String, Arc<str>)>;

/// A running watch; it ends when this is dropped.
#[derive(Debug)]
pub struct Watch {
    stop: Sender<Option<Event>>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        // The thread may have ended by itself.
        let _ = self.stop.send(None);
    }
}

/// Watches the files of a game; `running` are the texts it runs with. Whatever comes is handed to
/// `each`, on another thread.
///
/// # Errors
/// If no thread can be started.
pub fn watch(
    asked: &RuleFiles,
    running: &Sources,
    each: impl FnMut(News) + Send + 'static,
) -> Result<Watch, CliError> {
    let (send, receive) = channel();
    let tell = send.clone();
    let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        // What cannot be told is looked for, too.
        let _ = tell.send(Some(event.unwrap_or_else(|_| Event::new(EventKind::Any))));
    });
    let mut guard = Guard {
        asked: asked.clone(),
        watcher: watcher.ok(),
        folders: BTreeSet::new(),
        files: BTreeSet::new(),
        last: texts(running),
        broken: None,
        stamps: Vec::new(),
        receive,
        readings: ParseCache::default(),
    };
    guard.look_at(&Sources::default());
    guard.stamps = guard.look();
    // The checker recurses over what is nested 128 deep.
    let thread = std::thread::Builder::new().name("rules".into()).stack_size(64 << 20);
    let started = thread.spawn(move || guard.run(each));
    started.map_err(CliError::input)?;
    Ok(Watch { stop: send })
}

fn texts(sources: &Sources) -> Texts {
    sources.iter().map(|(_, f)| (f.name.to_string(), Arc::clone(&f.text))).collect()
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
    watcher: Option<RecommendedWatcher>,
    folders: BTreeSet<PathBuf>,
    files: BTreeSet<PathBuf>,
    /// What was handed on last, or runs.
    last: Texts,
    /// The broken texts that were told last.
    broken: Option<Texts>,
    #[expect(clippy::disallowed_types, reason = "times of files; no game sees them")]
    stamps: Vec<Option<(SystemTime, u64)>>,
    receive: Receiver<Option<Event>>,
    readings: ParseCache,
}

impl Guard {
    fn run(mut self, mut each: impl FnMut(News)) {
        let mut at_once = true;
        loop {
            // What was saved between compiling and watching must not be missed.
            let woken = if std::mem::take(&mut at_once) { Woken::Changed } else { self.wait(POLL) };
            match woken {
                Woken::Stop => return,
                Woken::Nothing => {}
                Woken::Changed => {
                    #[expect(clippy::disallowed_types, reason = "to measure how long it took")]
                    let seen = Instant::now();
                    self.stamps = self.look();
                    match self.settled() {
                        Ok(Some(what)) => each(News { what, seen }),
                        Ok(None) => {}
                        Err(()) => return,
                    }
                }
            }
        }
    }

    /// Waits for a change that matters.
    fn wait(&mut self, most: Duration) -> Woken {
        #[expect(clippy::disallowed_types, reason = "how long files have rested")]
        let from = Instant::now();
        loop {
            let left = most.saturating_sub(from.elapsed());
            match self.receive.recv_timeout(left) {
                Ok(None) | Err(RecvTimeoutError::Disconnected) => return Woken::Stop,
                Ok(Some(event)) if self.matters(&event) => return Woken::Changed,
                Ok(Some(_)) => {}
                Err(RecvTimeoutError::Timeout) => {
                    let changed = most >= POLL && self.look() != self.stamps;
                    return if changed { Woken::Changed } else { Woken::Nothing };
                }
            }
        }
    }

    fn matters(&self, event: &Event) -> bool {
        if let EventKind::Access(kind) = event.kind
            && kind != AccessKind::Close(AccessMode::Write)
        {
            return false;
        }
        let ours = |path: &PathBuf| {
            let rules = path.extension().is_some_and(|e| e == "rules" || e == "csv");
            rules || self.files.iter().any(|f| f.file_name() == path.file_name())
        };
        event.paths.is_empty() || event.paths.iter().any(ours)
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

    /// Reads until the files rest; what came of it, if it is anything new. An error: the watch is
    /// over.
    fn settled(&mut self) -> Result<Option<What>, ()> {
        self.rest(SETTLE)?;
        loop {
            let read = compiled_again(&self.asked, &mut self.readings)
                .map(Compiled::leave_broken_tests_out);
            let now = read
                .as_ref()
                .map_or_else(|e| vec![(e.to_string(), "".into())], |c| texts(&c.sources));
            if let Ok(found) = &read {
                self.look_at(&found.sources);
            }
            let good = matches!(&read, Ok(c) if c.rulebook.is_some());
            if good && now == self.last && self.broken.is_none() {
                return Ok(None);
            }
            if good {
                self.last = now;
                self.broken = None;
                return Ok(read.ok().map(|mut c| {
                    // That it was learnt under others goes without saying.
                    let _ = learnt::lay_in(&mut c, &self.asked.game);
                    What::Rules(Box::new(c))
                }));
            }
            if self.broken.as_ref() == Some(&now) {
                return Ok(None);
            }
            match self.wait(QUIET) {
                Woken::Stop => return Err(()),
                Woken::Changed => self.rest(SETTLE)?,
                Woken::Nothing => {
                    self.broken = Some(now);
                    return Ok(Some(match read {
                        Ok(found) => What::Broken(Box::new(found)),
                        Err(trouble) => What::Unreadable(trouble),
                    }));
                }
            }
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
                _ => return Ok(()),
            }
        }
    }

    /// Watches the folders of all texts that take part.
    fn look_at(&mut self, sources: &Sources) {
        let named = sources.iter().map(|(_, f)| PathBuf::from(&f.name)).filter(|p| p.exists());
        let asked = std::iter::once(&self.asked.game).chain(&self.asked.variants).cloned();
        let files: Vec<PathBuf> = named.chain(asked).collect();
        for file in files {
            let folder =
                file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let folder = folder.to_path_buf();
            // A link is changed where it leads to.
            let real = file.canonicalize().ok().and_then(|f| f.parent().map(Path::to_path_buf));
            self.files.insert(file);
            for folder in [Some(folder), real].into_iter().flatten() {
                if self.folders.contains(&folder) {
                    continue;
                }
                let watched =
                    self.watcher.as_mut().map(|w| w.watch(&folder, RecursiveMode::NonRecursive));
                if matches!(watched, Some(Ok(()))) {
                    self.folders.insert(folder);
                }
            }
        }
    }
}
