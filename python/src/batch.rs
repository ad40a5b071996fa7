//! Very many games, stepped by one call into arrays, without the interpreter lock.

use crate::trouble::raised;
use houserules_environment::batch::{Batch as Lanes, Plan, Rows};
use houserules_environment::scheme::Scheme;
use houserules_environment::trouble::Trouble;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use std::sync::Arc;

/// No batch has more games.
const MOST: usize = 1 << 20;

/// No array of a batch has more numbers.
const LARGEST: usize = 1 << 31;

/// Very many games of the same rules.
#[pyclass(module = "houserules")]
pub struct Batch {
    lanes: Lanes,
    /// What the seat that is asked sees, shape `(games, observation_len)`.
    #[pyo3(get)]
    observations: Py<PyArray2<i32>>,
    /// A 1 for each action that is open to it, shape `(games, num_actions)`.
    #[pyo3(get)]
    masks: Py<PyArray2<i8>>,
    /// The seat that is asked, shape `(games,)`; 255 in a game in which nobody ever is.
    #[pyo3(get)]
    seats: Py<PyArray1<u8>>,
    /// What a game that ended in this step counted, shape `(games, players)`; else 0.
    #[pyo3(get)]
    returns: Py<PyArray2<f64>>,
    /// 0: goes on; 1: ended in this step, and another has begun; 2: broken off; 3: a rule could not
    /// be carried out. Shape `(games,)`.
    #[pyo3(get)]
    ended: Py<PyArray1<u8>>,
}

impl Batch {
    /// Begins so many games.
    pub fn new(py: Python<'_>, scheme: &Arc<Scheme>, games: usize, plan: Plan) -> PyResult<Self> {
        let widest = scheme.senses.len().max(scheme.space.len()).max(1);
        if games == 0 || games > MOST || games.saturating_mul(widest) > LARGEST {
            let most = MOST.min(LARGEST / widest);
            let trouble = Trouble::new("call", format!("a batch cannot have {games} games"))
                .help(format!("of this game it takes 1 to {most}"));
            return Err(raised(py, &trouble));
        }
        let lanes = py.detach(|| Lanes::new(scheme, games, plan));
        let mut batch = Self {
            lanes,
            observations: PyArray2::zeros(py, [games, scheme.senses.len()], false).unbind(),
            masks: PyArray2::zeros(py, [games, scheme.space.len()], false).unbind(),
            seats: PyArray1::zeros(py, games, false).unbind(),
            returns: PyArray2::zeros(py, [games, usize::from(scheme.seats())], false).unbind(),
            ended: PyArray1::zeros(py, games, false).unbind(),
        };
        batch.write(py, None)?;
        Ok(batch)
    }

    fn write(&mut self, py: Python<'_>, actions: Option<&[u32]>) -> PyResult<()> {
        let mut seen = self.observations.bind(py).try_readwrite()?;
        let mut mask = self.masks.bind(py).try_readwrite()?;
        let mut seats = self.seats.bind(py).try_readwrite()?;
        let mut returns = self.returns.bind(py).try_readwrite()?;
        let mut ended = self.ended.bind(py).try_readwrite()?;
        let rows = Rows {
            seen: seen.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            seats: seats.as_slice_mut()?,
            returns: returns.as_slice_mut()?,
            ended: ended.as_slice_mut()?,
        };
        let lanes = &mut self.lanes;
        let done = py.detach(|| match actions {
            Some(actions) => lanes.step(actions, rows),
            None => lanes.look(rows),
        });
        done.map_err(|trouble| raised(py, &trouble))
    }
}

/// Whole numbers from whatever Python takes for an array of them; what is no action at all becomes
/// the one that no game has.
fn numbers(actions: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    let py = actions.py();
    let array = py.import("numpy")?.call_method1("asarray", (actions,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let lines: usize = array.getattr("ndim")?.extract()?;
    if lines != 1 || !matches!(kind.as_str(), "i" | "u") {
        let trouble = Trouble::new("shape", "actions are whole numbers, one for each game");
        return Err(raised(py, &trouble.help("hand in an array of integers, shape `(games,)`")));
    }
    let array = array.call_method1("astype", ("int64",))?.cast_into::<PyArray1<i64>>()?;
    let read = array.try_readonly()?;
    Ok(read.as_array().iter().map(|n| u32::try_from(*n).unwrap_or(u32::MAX)).collect())
}

#[pymethods]
impl Batch {
    /// Takes an action in each game, for the seat that is asked there.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = numbers(actions)?;
        self.write(py, Some(&actions))
    }

    fn __len__(&self) -> usize {
        self.lanes.len()
    }
}
