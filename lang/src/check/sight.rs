//! What can be seen of names, values and things where a body stands, to say what may be meant.

use super::env::Env;
use super::made::Words;
use super::place::Place;
use super::scope::Scope;

/// What is looked at to say what may be meant; nothing is changed by it.
pub(super) struct Sight<'s> {
    /// What is declared.
    pub env: &'s Env,
    /// Words, as far as they are typed.
    pub words: &'s Words,
    /// The names of the body.
    pub scope: &'s Scope<'s>,
    /// Where it stands.
    pub place: &'s Place,
}
