//! Mends that are tried on few lines beside the same on all of them, for a test.

use super::Effort;
use super::guess::Trial;
use super::short::{Short, Stopped};
use crate::source::FileId;
use crate::syntax::Haste;
use crate::syntax::report::Place;
use crate::syntax::scan;

/// Whether trying on few lines finds what trying on all of them does.
#[derive(Debug, PartialEq, Eq)]
pub struct BothWays {
    /// Lines can be left out.
    pub shorter: bool,
    /// The same mend is best.
    pub same: bool,
}

/// Tries what may be meant with an item of a text without most of its lines, and with all of them;
/// none if it can be read.
#[must_use]
pub fn both_ways(text: &str, item: &str) -> Option<BothWays> {
    let tokens = &scan::tokens(item);
    let place = Place { file: FileId(0), base: 0, text: item };
    let mut effort = Effort::new(text, Haste::None);
    let Err(Some(stop)) = effort.stops(item) else { return None };
    let at = tokens.partition_point(|t| t.end <= stop.byte);
    let short = Short::of(&Stopped { text: item, tokens, at, stop: &stop }, &mut effort);
    let shorter = !short.is_nothing();
    let mut best = |short| {
        let trial = Trial { place, tokens, at, wanted: stop.wanted.clone(), short };
        trial.best(&mut effort, false).map(|guess| guess.patch)
    };
    let whole = best(Short::default());
    Some(BothWays { shorter, same: best(short) == whole })
}
