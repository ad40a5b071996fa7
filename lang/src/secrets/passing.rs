//! What is shown where bodies begin and end: before each what all its callers have shown, behind it
//! what it leaves shown.

use super::changes::Thing;
use super::shown::AllShown;
use crate::ir::{CounterId, DeedId, MoveId, Rulebook, ZoneId};

/// What is shown where bodies begin and end.
#[derive(Debug)]
pub(super) struct Passing {
    /// Before each deed, whoever calls it; none: nobody has been seen to call it.
    deeds: Vec<Option<AllShown>>,
    /// The same of moves.
    moves: Vec<Option<AllShown>>,
    /// Behind each deed.
    pub(super) behind: Vec<AllShown>,
    /// Of a body that nobody has been seen to call.
    uncalled: AllShown,
}

impl Passing {
    /// All is taken for shown until it is found otherwise.
    pub(super) fn new(book: &Rulebook) -> Self {
        let counters = (0..book.counters.len()).map(|at| Thing::Counter(CounterId(at as u16)));
        let zones = (0..book.zones.len()).map(|at| Thing::Zone(ZoneId(at as u16)));
        let uncalled: AllShown = counters.chain(zones).map(|thing| (thing, None, None)).collect();
        Self {
            deeds: vec![None; book.deeds.len()],
            moves: vec![None; book.moves.len()],
            behind: vec![uncalled.clone(); book.deeds.len()],
            uncalled,
        }
    }

    /// Nobody calls what was not called until now.
    pub(super) fn settle(&mut self) {
        self.uncalled = AllShown::default();
    }

    pub(super) fn before_deed(&self, id: DeedId) -> AllShown {
        self.deeds[id.index()].clone().unwrap_or_else(|| self.uncalled.clone())
    }

    pub(super) fn before_move(&self, id: MoveId) -> AllShown {
        self.moves[id.index()].clone().unwrap_or_else(|| self.uncalled.clone())
    }

    /// A deed is called where this is shown; gives whether less is shown before it than until now.
    pub(super) fn enter_deed(&mut self, id: DeedId, shown: AllShown) -> bool {
        lower(&mut self.deeds[id.index()], shown)
    }

    /// The same of a move that is offered.
    pub(super) fn enter_move(&mut self, id: MoveId, shown: AllShown) -> bool {
        lower(&mut self.moves[id.index()], shown)
    }
}

fn lower(slot: &mut Option<AllShown>, shown: AllShown) -> bool {
    let lowered = match slot {
        Some(old) => old.both(&shown),
        None => shown,
    };
    let changed = slot.as_ref() != Some(&lowered);
    *slot = Some(lowered);
    changed
}
