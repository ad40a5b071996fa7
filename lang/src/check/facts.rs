//! Facts about values, each with the path of what it is about ([`super::narrowing`] finds them).

use crate::ir::KindSet;

/// What is known of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fact {
    /// It is not none.
    There,
    /// It is a card of these kinds.
    Kinds(KindSet),
}

/// Facts by path.
pub(super) type Facts = Vec<(String, Fact)>;

/// What is known when a condition holds (or when it does not).
pub(super) type Learned = Vec<(String, Fact)>;
