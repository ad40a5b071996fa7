//! What is known of a rulebook from all its bodies together: it only gets less from pass to pass.

use super::readers::Known;
use super::shown::AllShown;
use super::travels::Travels;
use crate::ir::{CounterId, Move, Rulebook, WordId, ZoneId};
use std::collections::{BTreeMap, BTreeSet};

/// Reads of other bodies' parameters, and words already looked at.
#[derive(Debug, Default)]
pub(super) struct Lore {
    /// What is known of the parameters of deeds and moves, from all their callers.
    pub(super) deeds: Vec<Vec<Option<Known>>>,
    /// The same for moves: those that are given, then those that are chosen.
    pub(super) moves: Vec<Vec<Option<Known>>>,
    pub(super) words: BTreeMap<(WordId, Vec<Known>, AllShown), Known>,
    /// Zones that some rule shows as a whole, and whether to everybody; who has seen them is not
    /// followed.
    pub(super) shown: BTreeMap<ZoneId, bool>,
    /// Counters that some rule shows.
    pub(super) shown_counters: BTreeSet<CounterId>,
    /// Zones of cards into which something comes while not all know the card.
    pub(super) loaded_unseen: BTreeSet<ZoneId>,
    /// Where cards go that have others in their zones.
    pub(super) travels: Travels,
    /// What counters keep.
    pub(super) kept: Kept,
    /// Some rule hides cards.
    pub(super) hides: bool,
}

impl Lore {
    /// Nothing is known of callers yet.
    pub(super) fn of(book: &Rulebook) -> Self {
        let deeds = book.deeds.iter().map(|d| vec![None; usize::from(d.params)]).collect();
        let params = |m: &Move| {
            let chosen = m.steps.iter().map(|s| s.local.index() + 1).max();
            chosen.unwrap_or_default().max(usize::from(m.given))
        };
        let moves = book.moves.iter().map(|m| vec![None; params(m)]).collect();
        Self { deeds, moves, kept: Kept::new(book), ..Self::default() }
    }

    /// A new beginning that keeps which zones are shown.
    pub(super) fn again(&self, book: &Rulebook) -> Self {
        Self {
            shown: self.shown.clone(),
            shown_counters: self.shown_counters.clone(),
            hides: self.hides,
            ..Self::of(book)
        }
    }

    /// Words read the parameters of running deeds too, which a pass may have lowered.
    pub(super) fn forget_words(&mut self) {
        self.words.clear();
    }
}

/// What is known of the values of counters, by counter; none: nothing is written there.
#[derive(Debug, Default)]
pub(super) struct Kept(pub(super) Vec<Option<Known>>);

impl Kept {
    pub(super) fn new(book: &Rulebook) -> Self {
        Self(vec![None; book.counters.len()])
    }
}

/// Lowers a parameter to what holds for all callers; gives whether it changed.
pub(super) fn lower(slot: &mut Option<Known>, known: Known) -> bool {
    let lowered = match slot {
        Some(old) => old.and(&known),
        None => known,
    };
    let changed = slot.as_ref() != Some(&lowered);
    *slot = Some(lowered);
    changed
}
