//! Houserules for Python: a thin layer over `houserules-environment`. What is said here stands also
//! in `houserules/_houserules.pyi`, for whoever writes Python.

mod batch;
mod game;
mod made;
mod objects;
mod rules;
mod study;
mod trouble;

use pyo3::prelude::*;

/// The compiled part of the package `houserules`.
#[pymodule]
fn _houserules(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<made::Rules>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<objects::Action>()?;
    module.add_class::<objects::Choice>()?;
    module.add_class::<objects::Decision>()?;
    module.add_class::<study::Study>()?;
    module.add("Error", module.py().get_type::<trouble::Error>())?;
    module.add_function(wrap_pyfunction!(rules::load, module)?)?;
    module.add_function(wrap_pyfunction!(rules::restore, module)?)?;
    module.add_function(wrap_pyfunction!(study::prepare, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
