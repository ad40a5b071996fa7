//! Which events of files matter to a guard. It is asked before the guard is woken: of many guards
//! in one folder, most need not be.

use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// What a guard cares about.
#[derive(Debug, Default)]
pub(super) struct Cares {
    /// The names of texts that take part, also of those that are no files.
    pub names: BTreeSet<OsString>,
    /// The files are broken, so that others may mend them.
    pub broken: bool,
    /// They are being read: the names of others may come.
    pub reading: bool,
}

impl Cares {
    /// Whether an event matters.
    pub fn matters(&self, event: &Event) -> bool {
        touches(event) && self.named(event, self.broken)
    }

    /// Whether an event may turn out to matter.
    pub fn may_matter(&self, event: &Event) -> bool {
        touches(event) && self.named(event, self.broken || self.reading)
    }

    fn named(&self, event: &Event, any: bool) -> bool {
        let ours = |path: &PathBuf| {
            path.file_name().is_some_and(|name| self.names.contains(name)) || (any && rules(path))
        };
        event.paths.is_empty() || event.paths.iter().any(ours)
    }
}

/// Whether files may be others after it.
fn touches(event: &Event) -> bool {
    match event.kind {
        EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
        EventKind::Any
        | EventKind::Create(_)
        | EventKind::Modify(_)
        | EventKind::Remove(_)
        | EventKind::Other => true,
    }
}

fn rules(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "rules" || e == "csv")
}

/// What a guard cares about, shared with whoever wakes it.
#[derive(Debug, Clone, Default)]
pub(super) struct Shared(Arc<Mutex<Cares>>);

impl Shared {
    /// To be read or changed.
    pub fn lock(&self) -> MutexGuard<'_, Cares> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For whoever wakes the guard; gone when the guard is.
    pub fn weak(&self) -> Weak<Mutex<Cares>> {
        Arc::downgrade(&self.0)
    }
}
