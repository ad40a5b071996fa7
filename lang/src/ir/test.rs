//! Playtest notes.

use super::{
    CounterPlace, Domain, Expr, LocalDecl, LocalId, MoveId, OptionId, RowId, StageWord, Stmt, Value, ZoneId,
};
use crate::source::Span;
use serde::Serialize;

/// A test.
#[derive(Debug, Clone, Serialize)]
pub struct Test {
    /// What is noted.
    pub title: String,
    /// The rules it shows.
    pub rules: Vec<String>,
    /// Names of the seats, clockwise.
    pub players: Vec<String>,
    /// What all chance follows from; none: the seed of all tests.
    pub seed: Option<u64>,
    /// Options it sets.
    pub settings: Vec<(OptionId, Value)>,
    /// Its lets and binders.
    pub locals: Vec<LocalDecl>,
    /// Lines in order.
    pub lines: Vec<TestLine>,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
}

/// A line of a test.
#[derive(Debug, Clone, Serialize)]
pub struct TestLine {
    /// What it is.
    pub kind: TestLineKind,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
}

/// What a line of a test does. Consecutive `given` lines are laid together: cards are never fetched from a zone that
/// another of them names.
#[derive(Debug, Clone, Serialize)]
pub enum TestLineKind {
    /// The zone holds exactly these cards, in order.
    GivenZone(ZoneId, Option<Expr>, Vec<TestCard>),
    /// The counter is that.
    GivenCounter(CounterPlace, Expr),
    /// All other cards of the zone's kinds lie there.
    GivenRest(ZoneId, Option<Expr>),
    /// It is that seat's turn, in that phase.
    GivenTurn(u8, Option<String>),
    /// The seat knows these cards.
    GivenKnows(u8, Domain),
    /// A condition holds.
    Expect(Expr),
    /// It is that seat's turn.
    ExpectTurn(u8),
    /// The game is over, and exactly these have won.
    ExpectWon(Vec<u8>),
    /// The game is over, and all have lost.
    ExpectLost,
    /// Playouts by random bots; the condition holds after each such stage, or at the end.
    Simulate(u32, Expr, Option<StageWord>),
    /// A statement; a pending question is asked anew afterwards.
    Do(Stmt),
    /// What chance gives next, in order.
    Chance(Vec<TestValue>),
    /// Every open seat passes.
    AllPass,
    /// `let x = e`
    Let(LocalId, Expr),
    /// A seat makes a move.
    Does(u8, MoveId, Vec<TestValue>),
    /// A seat answers a value choice.
    Chooses(u8, Vec<TestValue>),
    /// A seat passes.
    Passes(u8),
    /// A seat may not make a move (none: may not pass); with the reason's text as written, if given.
    Cannot(u8, Option<MoveId>, Vec<TestValue>, Option<String>),
}

/// Cards of a `given`.
#[derive(Debug, Clone, Serialize)]
pub struct TestCard {
    /// The row.
    pub row: RowId,
    /// How many copies.
    pub copies: u32,
    /// Where it lies on a grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Expr>,
}

/// An argument in a test line.
#[derive(Debug, Clone, Serialize)]
pub enum TestValue {
    /// A card of that row: the first that fits.
    Row(RowId),
    /// A list of rows.
    Rows(Vec<RowId>),
    /// An empty list.
    Empty,
    /// Any other value: a number, amount, yes/no, member, seat, none, or a card by its place.
    Expr(Expr),
}
