//! What is declared, as the checker asks for it, on top of the lookups of [`Resolved`].

use crate::ir::{CardId, DeedId, MoveId, Owner, RowId, Rulebook, Type, WordId};
use crate::resolve::names::{
    DeedSignature, Def, Member, Pending, Resolved, ScopeId, WordSignature,
};
use crate::source::Span;
use crate::syntax::ast;
use std::ops::Index;
use std::sync::Arc;

/// A word as it is declared.
pub(super) type DeclaredWord = (Pending<ast::Define>, WordSignature);

/// A deed as it is declared.
pub(super) type DeclaredDeed = (Pending<ast::Deed>, DeedSignature);

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
            first_cards[card.row.index()] = Some(CardId(at as u16));
        }
        let mut copies = vec![0; r.book.rows.len()];
        for card in &r.book.cards {
            copies[card.row.index()] += 1;
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
        self.r.scopes[usize::from(scope.0)].names.keys().map(String::as_str)
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
        self.first_cards[row.index()]
    }

    /// How many copies of a row there are.
    pub fn copies(&self, row: RowId) -> usize {
        self.copies[row.index()]
    }

    /// A menu, by its index in [`Resolved::menus`].
    pub fn menu(&self, menu: u16) -> &Pending<ast::Menu> {
        &self.r.menus[usize::from(menu)]
    }

    /// A deed's declaration; none of a layer that is woven around something, or of an instance.
    pub fn declared_deed(&self, id: DeedId) -> Option<&DeclaredDeed> {
        self.r.deeds.get(id.index())
    }
}

/// Of words that call themselves only the word itself is declared, not its copies.
impl Index<WordId> for Env {
    type Output = DeclaredWord;
    fn index(&self, id: WordId) -> &DeclaredWord {
        &self.r.words[id.index()]
    }
}

/// Only of deeds that a name stands for: see [`Env::declared_deed`].
impl Index<DeedId> for Env {
    type Output = DeclaredDeed;
    fn index(&self, id: DeedId) -> &DeclaredDeed {
        &self.r.deeds[id.index()]
    }
}

impl Index<MoveId> for Env {
    type Output = Pending<ast::Move>;
    fn index(&self, id: MoveId) -> &Pending<ast::Move> {
        &self.r.moves[id.index()]
    }
}
