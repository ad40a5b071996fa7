//! A moment on the way from one question to the next at which people would look at the table, and
//! what it looked like then.

use crate::game::looking::{Looking, Place, follow_shown};
use crate::game::{Game, Pause};
use crate::log::{LogLine, read_lines};
use crate::visibility::Viewer;
use houserules_interpreter::ask::{Engine, Event};

impl<E: Engine> Game<E> {
    /// Where people would have looked at the table on the way to where the game stands.
    #[must_use]
    pub fn pause(&self) -> Option<&Pause<E>> {
        self.pause.as_ref()
    }

    /// The same, to see all of it.
    pub fn pause_mut(&mut self) -> Option<&mut Pause<E>> {
        self.pause.as_mut()
    }

    /// What one reader was told on the way there.
    #[must_use]
    pub fn told_at_pause(&self, viewer: Viewer) -> Vec<LogLine> {
        let Some(pause) = &self.pause else { return Vec::new() };
        let lines = self.lines(pause.lines.start);
        let n = pause.lines.len().min(lines.len());
        read_lines(&lines[..n], viewer)
    }

    /// A pause among events that have not been told yet, with the game as it stood there.
    pub(super) fn pause_among(&mut self, events: &[Event]) -> Option<(Self, Place)> {
        let moments = self.engine.moments();
        if moments.is_empty() {
            return None;
        }
        let place = Looking::new(&self.book, &self.table).among(events, &moments);
        let engine = self.engine.take_moment(place.map(|place| place.moment));
        let (engine, place) = engine.zip(place)?;
        let mut shown = self.shown.clone();
        follow_shown(&mut shown, events.get(..place.events)?);
        Some((self.standing(engine, shown), place))
    }
}
