//! Where code is entered.

use houserules_interpreter::program::{Flow, Op, Pc, Program};
use std::collections::BTreeSet;

/// Instructions that are reached otherwise than by jumps or from the one before them.
pub fn entries(program: &Program) -> BTreeSet<Pc> {
    let mut all = BTreeSet::from([program.entry]);
    for site in &program.sites {
        all.extend([site.ask, site.exit, site.after]);
    }
    for stage in &program.stages {
        all.extend([stage.next, stage.elem, stage.exit]);
        all.extend(stage.ends.iter().map(|rule| rule.body));
    }
    for form in &program.forms {
        all.insert(form.body);
        all.extend(form.attempt.iter().flat_map(|(_, _, wrong, late)| [*wrong, *late]));
    }
    for (pc, op) in (0..).zip(&program.code) {
        if let Some(exit) = frame_loop(*op) {
            all.extend([exit, pc + 1]);
        }
    }
    all.extend(program.frames.iter().map(|frame| frame.entry));
    all
}

/// Where a loop over a frame's members goes on when none is left.
fn frame_loop(op: Op) -> Option<Pc> {
    let Op::F(Flow::FrameNext { exit, .. } | Flow::FrameNextL { exit, .. }) = op else {
        return None;
    };
    Some(exit)
}
