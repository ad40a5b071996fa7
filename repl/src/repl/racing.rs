//! Races behind the eyes of a seat: who has answered is nobody's to know, so all stands where the
//! race began.

use super::typed::{Failed, Typed};
use super::workbench::Workbench;
use houserules_interpreter::machine::Machine;
use houserules_table::game::Game;
use houserules_table::session::Point;
use houserules_table::visibility::Viewer;
use std::ops::Range;

impl Workbench<'_, '_> {
    /// Where the game stands for a reader: while a race is on, where it began.
    #[must_use]
    pub fn standing(&self, viewer: Viewer) -> Point {
        let tree = self.session.tree();
        if viewer == Viewer::Referee { tree.here() } else { tree.settled() }
    }

    /// The point behind another, for whoever looks: never the middle of a race.
    #[must_use]
    pub fn next_point(&self, point: Point) -> Option<Point> {
        let tree = self.session.tree();
        let mut next = tree.next(point)?;
        while self.eyes != Viewer::Referee && tree.node(next).racing() {
            next = tree.next(next)?;
        }
        Some(next)
    }

    /// The number of a point for whoever looks: answers in a race have none before it is over.
    #[must_use]
    pub fn number(&self, point: Point) -> u32 {
        match self.eyes {
            Viewer::Referee => self.session.tree().number_of_all(point),
            Viewer::Seat(_) | Viewer::Spectator => self.session.tree().number(point).unwrap_or(0),
        }
    }

    /// The point that has that number for whoever looks.
    #[must_use]
    pub fn numbered(&self, number: u32) -> Option<Point> {
        let tree = self.session.tree();
        match self.eyes {
            Viewer::Referee => tree.numbered_of_all(number),
            Viewer::Seat(_) | Viewer::Spectator => tree.numbered(number),
        }
    }

    /// The game as it stood when a race began that is still on; none: there is none, or the reader
    /// may see who has answered.
    #[must_use]
    pub fn race_began(&self, viewer: Viewer) -> Option<Game<Machine>> {
        let began = self.standing(viewer);
        let racing = self.probe.is_none() && began != self.session.here();
        racing.then(|| self.session.standing_at(began))
    }

    /// Who is asked, as far as a reader may know.
    #[must_use]
    pub fn asked_by(&self, viewer: Viewer) -> Vec<u8> {
        let asked = match self.race_began(viewer) {
            Some(game) => game.asked(),
            None => self.game().asked(),
        };
        asked.map(|a| a.seats).unwrap_or_default()
    }

    /// Whoever has answered in a race answers no more.
    ///
    /// # Errors
    /// If the seat has.
    pub fn answers_once(
        &self,
        typed: &Typed,
        (at, seat): (Range<usize>, u8),
    ) -> Result<(), Failed> {
        let asked = |game: &Game<Machine>| game.asked().is_some_and(|a| a.seats.contains(&seat));
        let began = self.race_began(self.eyes);
        if began.is_none_or(|began| !asked(&began) || asked(self.session.game())) {
            return Ok(());
        }
        let name = self.game().naming().seat(seat);
        let found =
            typed.wrong("E1014", at, format!("{name} has answered, and others are still asked"));
        Err(found.help("`as` another player, or `as referee`, answers for the others").into())
    }
}
