//! What a reader may know of a history: a referee all of it, others nothing of answers in a race
//! that is on.

use super::tree::{Branch, Point, Tree};
use crate::visibility::Viewer;

impl Tree {
    /// Where the game stands for a reader: while a race is on, where it began.
    #[must_use]
    pub fn standing(&self, viewer: Viewer) -> Point {
        match viewer {
            Viewer::Referee => self.here(),
            Viewer::Seat(_) | Viewer::Spectator => self.settled(),
        }
    }

    /// The number that a point has for a reader; none: they do not know of it yet.
    #[must_use]
    pub fn number_for(&self, viewer: Viewer, point: Point) -> Option<u32> {
        match viewer {
            Viewer::Referee => Some(self.number_of_all(point)),
            Viewer::Seat(_) | Viewer::Spectator => self.number(point),
        }
    }

    /// The point that has that number for a reader.
    #[must_use]
    pub fn numbered_for(&self, viewer: Viewer, number: u32) -> Option<Point> {
        match viewer {
            Viewer::Referee => self.numbered_of_all(number),
            Viewer::Seat(_) | Viewer::Spectator => self.numbered(number),
        }
    }

    /// The lines of play that a reader knows of.
    #[must_use]
    pub fn branches_for(&self, viewer: Viewer) -> Vec<Branch> {
        match viewer {
            Viewer::Referee => self.branches(),
            Viewer::Seat(_) | Viewer::Spectator => self.known_branches(),
        }
    }

    /// Where making the last choice again leads, for a reader: never to the middle of a race that
    /// others may not look into.
    #[must_use]
    pub fn next_for(&self, viewer: Viewer, point: Point) -> Option<Point> {
        let mut next = self.next(point)?;
        while viewer != Viewer::Referee && self.node(next).racing() {
            next = self.next(next)?;
        }
        Some(next)
    }
}
