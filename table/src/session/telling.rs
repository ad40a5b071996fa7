//! What a reader may know of a step of the history.

use super::Session;
use super::tree::{Point, REFEREED, Step, in_one_line};
use crate::log::{Told, read_lines};
use crate::visibility::Viewer;
use houserules_interpreter::ask::Referee;

impl<E: Referee + Clone> Session<E> {
    /// What led to a point: for a referee as it was typed, for others as the log told it to them.
    /// Who chose is no secret, as it is none who is asked; what they chose may be.
    #[must_use]
    pub fn step_told(&self, point: Point, viewer: Viewer) -> String {
        match (&*self.tree.step(point), viewer) {
            (Step::Start, _) => "the start".into(),
            (Step::Chosen { seat, choice }, Viewer::Referee) => {
                format!("{}: {choice}", self.game.naming().seat(*seat))
            }
            (Step::Chosen { seat, .. }, Viewer::Seat(_) | Viewer::Spectator) => {
                let lines = self.lines_of(point);
                let mut lines = lines.iter().filter(|l| l.told == Told::Choice);
                let told = lines.find(|l| l.seat == Some(*seat)).map(std::slice::from_ref);
                let read = told.map(|line| read_lines(line, viewer)).unwrap_or_default();
                let name = self.game.naming().seat(*seat);
                read.into_iter().next().map_or_else(|| format!("{name} chooses"), |line| line.text)
            }
            (Step::Refereed { lines }, Viewer::Referee) => {
                format!("the referee: {}", in_one_line(lines))
            }
            (Step::Refereed { .. }, Viewer::Seat(_) | Viewer::Spectator) => REFEREED.to_string(),
            (Step::Rules(change), _) => format!("other rules ({})", change.how),
        }
    }
}
