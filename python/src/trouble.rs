//! Errors: one exception with code, place and help.

use houserules_environment::scheme::Scheme;
use houserules_environment::trouble::Trouble;
use houserules_environment::world::Count;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    houserules,
    Error,
    PyValueError,
    "Something that the rules, or a call, do not allow: `code`, `message`, `help`, `place`."
);

/// As an exception that carries everything that is known.
pub fn raised(py: Python<'_>, trouble: &Trouble) -> PyErr {
    let error = Error::new_err(trouble.to_string());
    let value = error.value(py);
    let place = trouble.place.as_ref().map(|p| (p.file.clone(), p.line, p.column));
    let set = value
        .setattr("code", &trouble.code)
        .and_then(|()| value.setattr("message", &trouble.message))
        .and_then(|()| value.setattr("help", trouble.help.as_deref()))
        .and_then(|()| value.setattr("place", place));
    match set {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// How a game by these rules is counted, by its name.
pub fn count(py: Python<'_>, scheme: &Scheme, name: &str) -> PyResult<Count> {
    match name {
        "win" => Ok(Count::Win),
        "score" if scheme.book.score.is_some() => Ok(Count::Score),
        "score" => {
            let message = format!("`{}` has no score", scheme.book.title);
            let help = "count by `win`, or define `score` in the rules";
            Err(raised(py, &Trouble::new("call", message).help(help)))
        }
        _ => {
            let message = format!("games are not counted by `{}`", name.escape_default());
            let trouble = Trouble::new("call", message).help("write `win` or `score`");
            Err(raised(py, &trouble))
        }
    }
}
