//! What is declared, as the checker asks for it, on top of the lookups of [`Resolved`].

use crate::ir::{CardId, Owner, RowId, Rulebook, Type, ZoneId, ZoneShape};
use crate::resolve::names::{Def, Member, Resolved, ScopeId};
use crate::source::Span;
use std::sync::Arc;

/// The declarations, indexed for looking up.
pub(super) struct Env {
    /// Everything that resolving found.
    pub r: Arc<Resolved>,
    /// The first card of each row.
    first_cards: Vec<Option<CardId>>,
    /// How many cards each row has.
    copies: Vec<usize>,
}

impl Env {
    /// Indexes what was resolved.
    pub fn new(r: Arc<Resolved>) -> Self {
        let mut first_cards = vec![None; r.book.rows.len()];
        for (at, card) in r.book.cards.iter().enumerate().rev() {
            if let Some(slot) = first_cards.get_mut(card.row.index()) {
                *slot = Some(CardId(at as u16));
            }
        }
        let mut copies = vec![0; r.book.rows.len()];
        for card in &r.book.cards {
            if let Some(count) = copies.get_mut(card.row.index()) {
                *count += 1;
            }
        }
        Self { r, first_cards, copies }
    }

    /// The rulebook as far as declarations go.
    pub fn book(&self) -> &Rulebook {
        &self.r.book
    }

    /// What a plain name means in a scope.
    pub fn def(&self, scope: ScopeId, name: &str) -> Option<Def> {
        self.r.lookup(scope, name)
    }

    /// Where a plain name is declared.
    pub fn declared(&self, scope: ScopeId, name: &str) -> Option<Span> {
        self.r.declared(scope, name).map(|d| d.span)
    }

    /// All plain names of a scope.
    pub fn names(&self, scope: ScopeId) -> impl Iterator<Item = &str> {
        self.r
            .scopes
            .get(usize::from(scope.0))
            .into_iter()
            .flat_map(|s| s.names.keys().map(String::as_str))
    }

    /// Whether the name's own declaration was wrong, so that nothing is said of its uses.
    pub fn broken(&self, name: &str) -> bool {
        self.r.names_missing && crate::foreign::value(name).is_none()
            || self.r.broken.contains(name)
    }

    /// Whether things of that type have such a member.
    pub fn has_member(&self, ty: &Type, name: &str) -> bool {
        use crate::resolve::Found;
        matches!(self.r.member(ty, name), Found::Field { .. } | Found::Member(_))
    }

    /// The zone or counter of a run or the table that is called so.
    pub fn owned(&self, owner: Owner, name: &str) -> Option<Member> {
        self.r.owned(owner, name)
    }

    /// The first copy of a row.
    pub fn first_card(&self, row: RowId) -> Option<CardId> {
        self.first_cards.get(row.index()).copied().flatten()
    }

    /// How many copies of a row there are.
    pub fn copies(&self, row: RowId) -> usize {
        self.copies.get(row.index()).copied().unwrap_or(0)
    }

    /// The shape of a zone.
    pub fn shape(&self, zone: ZoneId) -> Option<ZoneShape> {
        self.book().zones.get(zone.index()).map(|z| z.shape)
    }
}
