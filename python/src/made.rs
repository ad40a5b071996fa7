//! Rules that are ready, and how they were asked for: what rules and their games share.

use houserules_environment::scheme::Scheme;
use houserules_files::worlds::Ready;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// How rules were asked for, to ask for the same in another process.
pub struct Call {
    pub path: PathBuf,
    pub players: Option<u8>,
    pub variants: Vec<PathBuf>,
    pub options: Vec<(String, String)>,
}

/// Rules that are ready, and how they were asked for.
pub struct Made {
    pub ready: Ready,
    pub call: Call,
}

/// Rules for a number of players and a choice of options.
#[pyclass(frozen, module = "houserules")]
pub struct Rules {
    pub made: Arc<Made>,
}

impl From<&Arc<Made>> for Rules {
    fn from(made: &Arc<Made>) -> Self {
        Self { made: Arc::clone(made) }
    }
}

impl Rules {
    /// What all games by these rules share.
    pub fn scheme(&self) -> &Arc<Scheme> {
        &self.made.ready.scheme
    }
}
