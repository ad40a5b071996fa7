//! What Python asks of rules.

use crate::batch::Batch;
use crate::game::Game;
use crate::made::{Call, Made, Rules};
use crate::trouble::{count, raised};
use houserules_environment::batch::Plan;
use houserules_environment::trouble::Trouble;
use houserules_environment::world::{Chance, World};
use houserules_files::setup::SetUp;
use houserules_files::worlds::ready;
use houserules_interpreter::chance::Seed;
use houserules_table::journal::fingerprint::rules_hash;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::path::PathBuf;
use std::sync::Arc;

/// Reads a rules file and makes it ready.
#[pyfunction]
#[pyo3(signature = (path, players=None, variants=Vec::new(), options=Vec::new()))]
pub fn load(
    py: Python<'_>,
    path: PathBuf,
    players: Option<u8>,
    variants: Vec<PathBuf>,
    options: Vec<(String, String)>,
) -> PyResult<Rules> {
    let call = Call { path, players, variants, options };
    let set_up = SetUp {
        players,
        options: call.options.iter().map(|(name, value)| format!("{name}={value}")).collect(),
        variants: call.variants.clone(),
        ..SetUp::default()
    };
    let made = py.detach(|| ready(&call.path, &set_up));
    let ready = made.map_err(|trouble| raised(py, &trouble))?;
    Ok(Rules { made: Arc::new(Made { ready, call }) })
}

/// Brings a game to where it stood, in another process.
#[pyfunction]
pub fn restore(py: Python<'_>, rules: &Rules, history: &str) -> PyResult<Game> {
    let history = serde_json::from_str(history)
        .map_err(|error| raised(py, &Trouble::new("json", error.to_string())))?;
    let world = World::again(rules.scheme(), &history).map_err(|trouble| raised(py, &trouble))?;
    Ok(Game::around(Arc::clone(&rules.made), world))
}

#[pymethods]
impl Rules {
    /// The game's title.
    #[getter]
    fn title(&self) -> &str {
        &self.scheme().book.title
    }

    /// How many play.
    #[getter]
    fn players(&self) -> u8 {
        self.scheme().seats()
    }

    /// The players' names, clockwise.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.scheme().names.clone()
    }

    /// How many actions there are.
    #[getter]
    fn num_actions(&self) -> usize {
        self.scheme().space.len()
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_len(&self) -> usize {
        self.scheme().senses.len()
    }

    /// Whether the rules define a score.
    #[getter]
    fn has_score(&self) -> bool {
        self.scheme().book.score.is_some()
    }

    /// Whether players win or lose together.
    #[getter]
    fn together(&self) -> bool {
        self.scheme().together
    }

    /// What the rules say, sixteen hexadecimal digits: as journals have it.
    #[getter]
    fn hash(&self) -> String {
        rules_hash(&self.scheme().book)
    }

    /// What an action is, in words; none beyond the space.
    fn action_words(&self, action: u32) -> Option<String> {
        let scheme = self.scheme();
        scheme.space.words(scheme.naming(), action)
    }

    /// The layout of an observation: name, sort, start, length.
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let all = PyList::empty(py);
        for field in self.scheme().senses.fields() {
            let one = PyDict::new(py);
            one.set_item("name", &field.name)?;
            one.set_item("sort", sort(&field.sort))?;
            one.set_item("start", field.start)?;
            one.set_item("len", field.len)?;
            all.append(one)?;
        }
        Ok(all)
    }

    /// Begins a game.
    #[pyo3(signature = (seed=0, chance=false))]
    fn new_game(&self, seed: u128, chance: bool) -> Game {
        let chance = if chance { Chance::Host } else { Chance::Seed };
        Game::new(Arc::clone(&self.made), Seed(seed), chance)
    }

    /// Begins very many games.
    #[pyo3(signature = (games, seed=0, returns="win", longest=100_000))]
    fn batch(
        slf: &Bound<'_, Self>,
        games: usize,
        seed: u64,
        returns: &str,
        longest: u32,
    ) -> PyResult<Batch> {
        let (py, scheme) = (slf.py(), slf.get().scheme());
        let plan = Plan { seed, count: count(py, scheme, returns)?, longest };
        Batch::new(py, scheme, games, plan)
    }

    /// Rules never change: copies are the rules themselves.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// In another process they are read again, wherever it stands.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let load = py.import("houserules._houserules")?.getattr("load")?;
        let Call { path, players, variants, options } = &self.made.call;
        let there = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let variants: Vec<PathBuf> = variants.iter().map(there).collect();
        Ok((load, (there(path), *players, variants, options.clone()).into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        let (title, players) = (&self.scheme().book.title, self.scheme().seats());
        format!("<Rules of {title:?} for {players}>")
    }
}

fn sort(sort: &houserules_environment::senses::Sort) -> String {
    match serde_json::to_value(sort) {
        Ok(serde_json::Value::String(word)) => word,
        Ok(serde_json::Value::Object(one)) => one.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}
