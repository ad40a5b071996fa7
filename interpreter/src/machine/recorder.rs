//! What is told of a running game: events, for whom lines are, expressions followed along the way,
//! and pauses between rules. Nothing here changes how the game goes on.

use super::follow::Following;
use super::trace::Tracing;
use crate::ask::{Answer, Event, EventKind, Moment};
use crate::position::Position;
use houserules_lang::source::Span;
use std::sync::Arc;

/// No more moments are kept between two stops.
const MOMENTS: usize = 32;

/// No more choices are kept of those since chance last decided something.
const CHOICES: usize = 64;

/// The table as it lay when somebody chose.
#[derive(Debug)]
pub struct Before {
    /// Where the game stood.
    pub position: Position,
    /// Who chose there.
    pub seat: u8,
    /// What; others may not know it.
    pub answer: Answer,
    /// Nobody else was asked with it.
    pub alone: bool,
}

/// Where somebody chose, the earliest first. Most games that are put away have none.
#[derive(Debug, Clone, Default)]
pub(super) struct Choices(pub Vec<Arc<Before>>);

/// What is told of a running game.
#[derive(Debug, Clone, Default)]
pub(super) struct Recorder {
    /// Events are recorded.
    pub on: bool,
    /// Those since they were taken last.
    pub events: Vec<Event>,
    /// For whom lines are just now: the depth at which that began, and a bit for each seat.
    asides: Vec<(u16, u32)>,
    /// How the game stood on the way; none: nobody wants to know.
    pub moments: Option<Vec<(Moment, Position)>>,
    /// Where somebody chose since chance last decided something; none: nobody wants to know.
    pub choices: Option<Box<Choices>>,
    /// What is read along the way.
    pub following: Option<Following>,
    /// Set as long as the machine is traced.
    pub trace: Option<Tracing>,
}

impl Recorder {
    /// One that records events, or none.
    pub fn new(on: bool) -> Self {
        Self { on, ..Self::default() }
    }

    /// Nothing is told.
    pub fn is_idle(&self) -> bool {
        !self.on && self.following.is_none() && self.trace.is_none()
    }

    /// Whether a moment is kept here: lines are for everybody, and nothing has been kept since the
    /// last event.
    pub fn wants_moment(&self, ends: bool) -> bool {
        let here = Moment { events: self.events.len(), ends };
        let kept = |moments: &Vec<(Moment, Position)>| {
            moments.len() < MOMENTS && moments.last().is_none_or(|(last, _)| *last != here)
        };
        self.readers().is_none() && self.moments.as_ref().is_some_and(kept)
    }

    /// Whether the last event moved a card by the same rule.
    pub fn goes_on_moving(&self, span: Span) -> bool {
        let moved = |e: &Event| e.span == span && matches!(e.kind, EventKind::Moved { .. });
        self.events.last().is_some_and(moved)
    }

    /// Another game begins.
    pub fn begin_anew(&mut self) {
        self.following.iter_mut().for_each(Following::forget);
        self.asides.clear();
        self.moments.iter_mut().for_each(Vec::clear);
        self.forget_choices();
    }

    /// What was chosen tells nothing any more.
    pub fn forget_choices(&mut self) {
        self.choices.iter_mut().for_each(|choices| choices.0.clear());
    }

    /// Somebody has chosen.
    pub fn chose(&mut self, before: Before) {
        let Some(Choices(choices)) = self.choices.as_deref_mut() else { return };
        if choices.len() == CHOICES {
            choices.remove(0);
        }
        choices.push(Arc::new(before));
    }

    /// For whom lines are just now, if not for all: a bit for each seat.
    pub fn readers(&self) -> Option<u32> {
        self.asides.last().map(|(_, seats)| *seats)
    }

    /// From now on lines are for these seats, among those who hear at all.
    pub fn aside(&mut self, depth: u16, seats: u32) {
        let outer = self.readers().unwrap_or(u32::MAX);
        self.asides.push((depth, outer & seats));
    }

    /// Lines are for the same readers as before the last aside.
    pub fn aside_ends(&mut self) {
        self.asides.pop();
    }

    /// Everything deeper than a level was left; so was what stood in the middle of an aside.
    pub fn leave(&mut self, level: u16) {
        while self.asides.last().is_some_and(|(depth, _)| *depth > level) {
            self.asides.pop();
        }
    }
}
