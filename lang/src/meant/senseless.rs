//! Lines that read and make no sense: as they were probably meant, if nothing is wrong with them
//! then.

use super::{Trials, key};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::otherwise;

/// So many lines are read otherwise.
const MOST: usize = 2;
/// What is said of lines that make no sense.
const SENSE: [Code; 12] = [
    Code::E0202,
    Code::E0401,
    Code::E0402,
    Code::E0403,
    Code::E0407,
    Code::E0408,
    Code::E0409,
    Code::E0413,
    Code::E0414,
    Code::E0514,
    Code::E0703,
    Code::E0707,
];

/// Whether that is said of a line.
pub(super) fn is(said: &Diagnostic) -> bool {
    said.severity == Severity::Error && SENSE.contains(&said.code)
}

/// Says of the first such line that can be read otherwise what it was meant to say.
pub(super) fn told(all: &mut Vec<Diagnostic>, trials: &mut Trials<'_>) {
    let here = |d: &&Diagnostic| is(d) && usize::from(d.span().file.0) < trials.own;
    let wrong: Vec<Diagnostic> = all.iter().filter(here).take(MOST).cloned().collect();
    for said in wrong {
        let (at, sources) = (said.span(), trials.sources);
        let Some(file) = sources.get(at.file) else { continue };
        for meant in otherwise(&file.text, at) {
            let [change] = meant.fix.as_slice() else { continue };
            let gone = trials.mended_by(change);
            let Some(gone) = gone.filter(|gone| gone.contains(&key(&said, sources))) else {
                continue;
            };
            all.retain(|d| !gone.contains(&key(d, sources)));
            trials.before.retain(|key| !gone.contains(key));
            all.push(meant);
            all.sort_by_key(Diagnostic::span);
            return;
        }
    }
}
