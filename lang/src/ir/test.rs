//! Playtest notes.

use super::{
    CounterPlace, Domain, Expr, LocalDecl, LocalId, MoveId, OptionId, RowId, StageWord, Stmt,
    Value, ZoneId,
};
use crate::source::Span;
use serde::Serialize;

/// A test of the rules in their own language: a table is laid, a game played on, something asked.
#[derive(Debug, Clone, Serialize)]
pub struct Test {
    /// What is noted.
    pub title: String,
    /// The rules it shows.
    pub rules: Vec<String>,
    /// Names of the seats, clockwise.
    pub players: Vec<String>,
    /// What all chance follows from; none: the seed of all tests.
    pub seed: Option<u128>,
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

/// What a line of a test does. Consecutive `given` lines are laid together: cards are never fetched
/// from a zone that another of them names.
#[derive(Debug, Clone, Serialize)]
pub enum TestLineKind {
    /// The zone holds exactly these cards, in order; none: a place of `slots` that is left free.
    GivenZone(ZoneId, Option<Expr>, Vec<Option<TestCard>>),
    /// The counter is that.
    GivenCounter(CounterPlace, Expr),
    /// All other cards of the zone's kinds lie there.
    GivenRest(ZoneId, Option<Expr>),
    /// Every zone that no line of the test has given is empty.
    GivenElse,
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
    /// The game is over, and it is a draw.
    ExpectDrawn,
    /// The seat is told a text (yes), or is not (no).
    ExpectTold(u8, bool, String),
    /// The seat sees nothing else if these lines are given instead.
    ExpectSame(u8, Vec<TestLine>),
    /// Playouts by random bots.
    Simulate(Simulation),
    /// The game goes on to the end of the running stage; lines that look then see the table as it
    /// was when it ended.
    PlayTo(StageWord),
    /// A statement; a pending question is asked anew afterwards.
    Do(Stmt),
    /// What chance gives next, in order.
    Chance(Vec<TestValue>),
    /// How the next shuffle of a zone ends: these lie first.
    Shuffles(ZoneId, Option<Expr>, Vec<TestCard>),
    /// What is hidden is mixed otherwise from here on, as after `undo`; the number, below 2^31,
    /// says which time.
    ShufflesAgain(u32),
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
    /// A seat may not do that; with the reason's text as written, if given.
    Cannot(u8, Doing, Option<String>),
    /// A seat may do these things and nothing else.
    MayOnly(u8, Vec<Doing>),
}

impl TestLineKind {
    /// Whether it lays out the table.
    #[must_use]
    pub const fn is_given(&self) -> bool {
        matches!(
            self,
            Self::GivenZone(..)
                | Self::GivenCounter(..)
                | Self::GivenRest(..)
                | Self::GivenElse
                | Self::GivenTurn(..)
                | Self::GivenKnows(..)
        )
    }
}

/// Something that may be done where somebody is asked, and with which values; none: with any.
#[derive(Debug, Clone, Serialize)]
pub struct Doing {
    /// The sort of answer that is given.
    pub what: Act,
    /// The values, in the order in which they are asked for; empty: any.
    pub args: Vec<TestValue>,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
}

/// What may be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Act {
    /// Passing, or saying no.
    Pass,
    /// Answering a choice of values.
    Choose,
    /// Making that move.
    Move(MoveId),
}

/// Many games, played from where the test stands by random bots.
#[derive(Debug, Clone, Serialize)]
pub struct Simulation {
    /// How many are played, from 1.
    pub games: u32,
    /// What is to hold.
    pub expecting: Expected,
    /// After each such stage; none: at the end.
    pub each: Option<StageWord>,
    /// At least and at most in so many games; none: in all of them.
    pub times: Option<(u32, u32)>,
}

/// What is to hold of a game that is over.
#[derive(Debug, Clone, Serialize)]
pub enum Expected {
    /// A condition, read on the table as the game has left it.
    Holds(Expr),
    /// Exactly these have won.
    Won(Vec<u8>),
    /// All have lost.
    Lost,
    /// The game is a draw.
    Drawn,
}

/// Cards of a `given`.
#[derive(Debug, Clone, Serialize)]
pub struct TestCard {
    /// Which card, by what is printed on it.
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
