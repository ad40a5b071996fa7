//! What was learnt from many games about what a position is worth. Hosts find it beside the rules
//! and lay it into the rulebook for bots; no rule depends on it, and no hash of the rules knows it.

use super::{Expr, LocalDecl};
use serde::Serialize;

/// What a position is worth to a player, in millionths of a win.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Learnt {
    /// What each unit of that counts which the rules let players strive for.
    pub aim: i64,
    /// What everybody sees of a player, and of the table.
    pub open: Option<Measure>,
    /// What only the player sees.
    pub own: Option<Measure>,
}

/// A number of a player.
#[derive(Debug, Clone, Serialize)]
pub struct Measure {
    /// The number itself.
    pub expr: Expr,
    /// Its names; the first is the player.
    pub locals: Vec<LocalDecl>,
}
