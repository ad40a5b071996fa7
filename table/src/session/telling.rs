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
                let name = self.game.naming().seat(*seat);
                self.choice_told(point, viewer).unwrap_or_else(|| format!("{name} chooses"))
            }
            (Step::Refereed { lines }, Viewer::Referee) => {
                format!("the referee: {}", in_one_line(lines))
            }
            (Step::Refereed { .. }, Viewer::Seat(_) | Viewer::Spectator) => REFEREED.to_string(),
            (Step::Rules(change), _) => format!("other rules ({})", change.how),
        }
    }

    /// The same in a report: choices for a referee, too, as the log told them.
    #[must_use]
    pub fn step_reported(&self, point: Point, viewer: Viewer) -> String {
        self.choice_told(point, viewer).unwrap_or_else(|| self.step_told(point, viewer))
    }

    /// The line of the log that told a choice, if a reader was told anything of it.
    fn choice_told(&self, point: Point, viewer: Viewer) -> Option<String> {
        let Step::Chosen { seat, .. } = &*self.tree.step(point) else { return None };
        let lines = self.lines_of(point);
        let line = lines.iter().find(|l| l.told == Told::Choice && l.seat == Some(*seat))?;
        let read = read_lines(std::slice::from_ref(line), viewer);
        read.into_iter().next().map(|line| line.text)
    }
}
