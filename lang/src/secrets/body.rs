//! A body that is being followed, and where in it.

use super::names::Names;
use super::readers::{Readers, Seat};
use super::shown::AllShown;
use crate::ir::{BodyRef, DeedId, TextId};
use crate::source::Span;

/// Where a body is being followed.
pub(super) struct Body {
    pub(super) at: BodyRef,
    pub(super) names: Names,
    /// Conditions not everyone can read, around the present statement.
    pub(super) guard: Readers,
    /// Those who can tell whether the body was left before under such a condition.
    pub(super) left: Readers,
    /// That the present condition tells has been said.
    pub(super) said: bool,
    /// Where the text stands in whose hole another text is read.
    pub(super) text: Option<Span>,
    /// Lines are for these seats alone.
    pub(super) aside: Option<Vec<Seat>>,
    /// Where it stands for whom lines are, if that is a secret from some of them.
    pub(super) addressed: Option<Span>,
    /// `me` is somebody else than where the body began.
    pub(super) another: bool,
    /// Nothing comes behind the present block but the end of the game.
    pub(super) ending: bool,
    /// What is written above the table while the body runs.
    pub(super) title: Option<TextId>,
    /// The deed whose result `give` sets.
    pub(super) deed: Option<DeedId>,
    /// What may stop the game before a card is laid open behind the present statement.
    pub(super) stop: Option<Span>,
    /// What is shown wherever the body was left until now.
    pub(super) shown_left: Option<AllShown>,
}

impl Body {
    pub(super) fn new(at: BodyRef, locals: usize) -> Self {
        let names = Names::new(locals);
        Self {
            at,
            names,
            guard: Readers::Everyone,
            left: Readers::Everyone,
            said: false,
            another: false,
            ending: false,
            text: None,
            aside: None,
            addressed: None,
            title: None,
            deed: None,
            stop: None,
            shown_left: None,
        }
    }

    /// Who can tell that the present statement is carried out.
    pub(super) fn guard(&self) -> Readers {
        self.guard.and(&self.left)
    }

    /// The body may be left here.
    pub(super) fn leave_shown(&mut self) {
        let mut here = self.names.shown.clone();
        if self.another {
            let relative = |seat: &Option<Seat>| seat.is_some_and(Seat::is_relative);
            here.retain_others(|(_, whose, to)| !relative(whose) && !relative(to));
        }
        self.shown_left = Some(match self.shown_left.take() {
            Some(before) => before.both(&here),
            None => here,
        });
    }
}
