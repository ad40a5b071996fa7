//! What a reader may know of a step of the history.

use super::Session;
use super::tree::{Point, REFEREED, Step, in_one_line};
use crate::log::{Told, read_lines};
use crate::visibility::Viewer;
use houserules_interpreter::referee::Referee;
use houserules_lang::naming::listed;

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
            (Step::Chosen { .. }, Viewer::Seat(_) | Viewer::Spectator) => {
                self.choice_told(point, viewer).unwrap_or_else(|| self.choosing(point))
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

    /// The line of the log that told a choice, if a reader was told anything of it: where several
    /// choose at once, behind the last of them.
    fn choice_told(&self, point: Point, viewer: Viewer) -> Option<String> {
        let Step::Chosen { seat, .. } = &*self.tree.step(point) else { return None };
        let lines = self.lines_of(self.at_once(point).last().copied()?);
        let line = lines.iter().find(|l| l.told == Told::Choice && l.seat == Some(*seat))?;
        let read = read_lines(std::slice::from_ref(line), viewer);
        read.into_iter().next().map(|line| line.text)
    }

    /// Who chose, of a choice that was not told.
    fn choosing(&self, point: Point) -> String {
        let of = |point: &Point| self.tree.node(*point).chose();
        let mut seats: Vec<u8> = self.at_once(point).iter().filter_map(of).collect();
        seats.sort_unstable();
        seats.dedup();
        let names: Vec<String> =
            seats.iter().map(|seat| self.game.naming().seat(*seat).to_string()).collect();
        match names.as_slice() {
            [one] => format!("{one} chooses"),
            several => format!("{} choose at once", listed(several, "and")),
        }
    }

    /// The choices that were made at once with one, in order: nothing is told before the last.
    fn at_once(&self, point: Point) -> Vec<Point> {
        let node = |at: &Point| self.tree.node(*at);
        // That somebody went back there later tells nothing of the choice.
        let untold = |at: &Point| self.lines_of(*at).iter().all(|line| line.told == Told::Remark);
        let silent = |at: &Point| node(at).chose().is_some() && untold(at);
        let before = std::iter::successors(node(&point).parent(), |at| node(at).parent());
        let mut all: Vec<Point> = before.take_while(silent).collect();
        all.reverse();
        all.push(point);
        let mut last = point;
        while silent(&last)
            && let Some(next) = self.tree.next(last)
            && node(&next).chose().is_some()
        {
            all.push(next);
            last = next;
        }
        all
    }
}
