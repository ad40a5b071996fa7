//! Where a game stands, in words: `round 2 › Ana's turn`.

use crate::rendering::face::Faces;
use crate::rendering::redacted::read;
use crate::visibility::Viewer;
use crate::visibility::layout::Table;
use houserules_interpreter::ask::{Engine, PathStep};
use houserules_lang::naming::Naming;

/// The stages and titled deeds that run, from the outermost inwards.
pub fn way(engine: &impl Engine, naming: Naming<'_>) -> String {
    let table = Table::of(naming.book, &engine.dump());
    let faces = Faces::new(naming, &table);
    let step = |step: PathStep| match step {
        PathStep::Stage(stage, value) => faces.stage(stage, &value),
        PathStep::Titled(text, holes) => {
            let mut sentence = Vec::new();
            faces.text(&mut sentence, text, &holes);
            read(&sentence, Viewer::Referee)
        }
    };
    engine.path().into_iter().map(step).collect::<Vec<_>>().join(" › ")
}
