//! What is asked of somebody, and what can be answered, as objects that Python reads.

use houserules_environment::draft::Open;
use houserules_environment::world::Complete;
use pyo3::prelude::*;

/// An action that is open. Wherever a number is wanted it stands for its number.
#[pyclass(frozen, get_all, eq, hash, module = "houserules")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Action {
    /// Its number in the space of the rules.
    number: u32,
    /// What it is, as the seat reads it.
    words: String,
    /// How many pieces it stands for: chance draws each as likely.
    pieces: u32,
}

impl From<Open> for Action {
    fn from(open: Open) -> Self {
        Self { number: open.action, words: open.words, pieces: open.pieces }
    }
}

#[pymethods]
impl Action {
    fn __index__(&self) -> u32 {
        self.number
    }

    fn __int__(&self) -> u32 {
        self.number
    }

    fn __str__(&self) -> &str {
        &self.words
    }

    fn __repr__(&self) -> String {
        format!("Action({}, {:?})", self.number, self.words)
    }
}

/// A whole choice that is open.
#[pyclass(frozen, get_all, eq, hash, module = "houserules")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Choice {
    /// As it is typed: `buy Ben [pink 2] $1`.
    words: String,
    /// The numbers of the actions that make it.
    actions: Vec<u32>,
}

impl From<Complete> for Choice {
    fn from(complete: Complete) -> Self {
        Self { words: complete.typed, actions: complete.actions }
    }
}

#[pymethods]
impl Choice {
    fn __str__(&self) -> &str {
        &self.words
    }

    fn __repr__(&self) -> String {
        format!("Choice({:?}, {:?})", self.words, self.actions)
    }
}

/// What somebody is asked.
#[pyclass(frozen, get_all, module = "houserules")]
pub struct Decision {
    /// The seat that is asked; none: chance.
    pub seat: Option<u8>,
    /// The question, if the rules put one in words.
    pub question: Option<String>,
    /// What is being picked, as the rules name it; empty where an entry of the menu is.
    pub step: String,
    /// The actions taken of this choice so far.
    pub taken: Vec<u32>,
    /// The actions that are open.
    pub actions: Vec<Py<Action>>,
}

#[pymethods]
impl Decision {
    fn __repr__(&self) -> String {
        let seat = self.seat.map_or_else(|| "None".to_string(), |seat| seat.to_string());
        format!("Decision(seat={seat}, step={:?}, actions={})", self.step, self.actions.len())
    }
}
