//! What holds of each body, itself or through what it calls or offers.

use crate::ir::{Rulebook, Step, Stmt};

/// Something of each deed, of each move, and of the rules for zones that run out.
#[derive(Debug, PartialEq)]
pub(super) struct ByBody<T> {
    pub(super) deeds: Vec<T>,
    pub(super) moves: Vec<T>,
    /// By rules for a zone that runs out, so that any draw may.
    pub(super) draws: T,
}

/// What a body is made of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Made<'a> {
    /// What is done, in one order or another.
    pub(super) blocks: &'a [&'a [Stmt]],
    /// What whoever makes a move chooses.
    pub(super) steps: &'a [Step],
}

impl<T: Clone + Default + PartialEq> ByBody<T> {
    /// Begins with nothing for any body, and works it out from the blocks of each until nothing is
    /// added; what blocks are said to do must only grow with what their callees do.
    pub(super) fn worked_out(book: &Rulebook, of: impl Fn(&Self, Made<'_>) -> T) -> Self {
        let mut all = Self {
            deeds: vec![T::default(); book.deeds.len()],
            moves: vec![T::default(); book.moves.len()],
            draws: T::default(),
        };
        loop {
            let next = all.once_more(book, &of);
            if next == all {
                return all;
            }
            all = next;
        }
    }

    fn once_more(&self, book: &Rulebook, of: &impl Fn(&Self, Made<'_>) -> T) -> Self {
        let deeds = book
            .deeds
            .iter()
            .map(|deed| of(self, Made { blocks: &[&deed.body.block], steps: &[] }));
        let moves = book.moves.iter().map(|this| {
            let attempt = this.attempt.as_ref();
            let wrong = attempt.map_or(&[][..], |a| &a.wrong);
            let late = attempt.and_then(|a| a.late.as_deref()).unwrap_or_default();
            of(self, Made { blocks: &[&this.body.block, wrong, late], steps: &this.steps })
        });
        let handlers: Vec<_> = book.runs_out.iter().map(|r| &r.body.block[..]).collect();
        let draws = of(self, Made { blocks: &handlers, steps: &[] });
        Self { deeds: deeds.collect(), moves: moves.collect(), draws }
    }
}
