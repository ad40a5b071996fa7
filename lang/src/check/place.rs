//! Where a body stands: what is known there, what its statements may do, and which of that they
//! have done.

use super::graph::{Acting, Context, Graph, Need, Node};
use crate::ir::{BodyRef, DeedId, Expr, Type, WordId};
use crate::source::Span;

/// A call of a deed, before it is known what becomes of its value.
#[derive(Debug, Clone)]
pub(super) struct DeedCall {
    /// The deed as it is made: of an instance or a layer its own id.
    pub deed: DeedId,
    /// What it is given.
    pub args: Vec<Expr>,
    /// The type of what it gives; none if it gives nothing.
    pub result: Option<Type>,
}

/// What a body's statements may do.
#[derive(Debug, Clone)]
pub(super) struct May {
    /// `give`: not at all, bare, or with a value.
    pub give: Give,
    /// What `as usual` means, if anything: the next layer.
    pub usual: Option<DeedCall>,
    /// Whether `again` may be said.
    pub again: bool,
}

/// What `give` may give.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Give {
    /// There is nothing to give or to leave.
    Not,
    /// Nothing: it only leaves.
    Bare,
    /// A value of this type.
    Value(Type),
}

/// What a word's calls of itself become.
#[derive(Debug, Clone, Copy)]
pub(super) enum OwnCalls {
    /// Calls of its copy for the next level.
    Go(WordId),
    /// There is no next level.
    TooDeep,
}

/// The place of a body.
pub(super) struct Place {
    /// The body that texts read.
    pub at: BodyRef,
    /// The body as a user of others.
    pub node: Node,
    /// What is known here.
    pub around: Context,
    /// What statements may do.
    pub may: May,
    /// What the rule around is about, and what that is given, if the rule does not name it.
    pub unnamed: Option<(String, Vec<String>)>,
    /// In a test, how many play.
    seats: Option<usize>,
    /// Of a word that may call itself: what its calls become.
    own_calls: Option<OwnCalls>,
    /// `again` was said.
    said_again: bool,
    /// Where `as usual` was said last.
    said_usual: Option<Span>,
}

impl Place {
    /// A body around which nothing is known.
    pub fn new(at: BodyRef, node: Node) -> Self {
        Self {
            at,
            node,
            around: Context::nothing(),
            may: May { give: Give::Not, usual: None, again: false },
            unnamed: None,
            seats: None,
            own_calls: None,
            said_again: false,
            said_usual: None,
        }
    }

    /// Now it is a test, in which so many play and everything is taken as known.
    pub fn test(&mut self, seats: usize) {
        self.seats = Some(seats);
        self.around.all = true;
    }

    /// Whether it is a test: `path`, `sees`.
    pub fn in_test(&self) -> bool {
        self.seats.is_some()
    }

    /// How many play in the test; elsewhere nobody.
    pub fn seats(&self) -> usize {
        self.seats.unwrap_or_default()
    }

    /// Now it is a word whose calls of itself become this.
    pub fn call_itself(&mut self, calls: Option<OwnCalls>) {
        self.own_calls = calls;
    }

    /// What a call of a word becomes, if this is the word and it may call itself.
    pub fn own_call(&self, of: WordId) -> Option<OwnCalls> {
        self.own_calls.filter(|_| self.node == Node::Word(of))
    }

    /// Whether somebody acts here, as far as that is known.
    pub fn me_known(&self) -> bool {
        !matches!(self.around.me, Acting::Refused(_))
    }

    /// Something needs a run or a stage around it.
    pub fn need(&self, graph: &mut Graph, need: Need, span: Span) {
        if !self.around.meets(&need) {
            graph.needs(self.node, need, span);
        }
    }

    /// `as usual` is said; gives what it means, if anything.
    pub fn say_usual(&mut self, span: Span) -> Option<DeedCall> {
        self.said_usual = Some(span);
        self.may.usual.clone()
    }

    /// Where `as usual` was said since this was asked last.
    pub fn usual_said(&mut self) -> Option<Span> {
        self.said_usual.take()
    }

    /// `again` is said; whether it may be.
    pub fn say_again(&mut self) -> bool {
        self.said_again |= self.may.again;
        self.may.again
    }

    /// Whether `again` was said, where it may be.
    pub fn again_said(&self) -> bool {
        self.said_again
    }
}
