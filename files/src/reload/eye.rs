//! What the system tells of changed files, for all guards of a program: it is asked once for each
//! folder, and everybody hears everything.

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Hears what has happened to files; no: it hears nothing any more.
pub(super) type Ear = Box<dyn Fn(&Arc<Event>) -> bool + Send>;

/// Looks at folders.
#[derive(Default)]
pub(super) struct Eye {
    ears: Arc<Mutex<Vec<Ear>>>,
    sees: Mutex<Sees>,
}

impl std::fmt::Debug for Eye {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Eye").field("sees", &self.sees).finish_non_exhaustive()
    }
}

#[derive(Debug, Default)]
struct Sees {
    /// None as long as nothing is looked at, or where the system tells nothing.
    watcher: Option<RecommendedWatcher>,
    folders: BTreeSet<PathBuf>,
}

impl Eye {
    /// From now on somebody hears everything.
    pub fn tells(&self, ear: Ear) {
        self.ears.lock().unwrap_or_else(PoisonError::into_inner).push(ear);
    }

    /// Looks at the folder of a file, and at that of the file it is a link to. What the system does
    /// not let it look at, guards look at themselves.
    pub fn looks_at(&self, file: &Path) {
        let folder = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // A link is changed where it leads to.
        let real = file.canonicalize().ok().and_then(|f| f.parent().map(Path::to_path_buf));
        let mut sees = self.sees.lock().unwrap_or_else(PoisonError::into_inner);
        for folder in [Some(folder.to_path_buf()), real].into_iter().flatten() {
            if sees.folders.contains(&folder) {
                continue;
            }
            if sees.watcher.is_none() {
                sees.watcher = self.opened();
            }
            let watched =
                sees.watcher.as_mut().map(|w| w.watch(&folder, RecursiveMode::NonRecursive));
            if matches!(watched, Some(Ok(()))) {
                sees.folders.insert(folder);
            }
        }
    }

    fn opened(&self) -> Option<RecommendedWatcher> {
        let ears = Arc::clone(&self.ears);
        let tell = move |event: notify::Result<Event>| {
            // What cannot be told is looked for, too.
            let event = Arc::new(event.unwrap_or_else(|_| Event::new(EventKind::Any)));
            let mut ears = ears.lock().unwrap_or_else(PoisonError::into_inner);
            ears.retain(|ear| ear(&event));
        };
        notify::recommended_watcher(tell).ok()
    }
}
