//! Playtest notes: tests in the language.

use super::{Domain, Expr, Name, RuleId, StageWord, Stmt, Text};
use crate::source::Span;

/// `test "…" IDS with NAMES where SETTINGS { … }`
#[derive(Debug, Clone)]
pub struct TestItem {
    /// What is noted.
    pub title: Text,
    /// The rules it shows.
    pub rules: Vec<RuleId>,
    /// Players clockwise.
    pub players: Vec<Name>,
    /// `from seed 42`
    pub seed: Option<i64>,
    /// `where option is value`
    pub settings: Vec<(Name, Expr)>,
    /// Lines in order.
    pub steps: Vec<Step>,
}

/// A line of a test.
#[derive(Debug, Clone)]
pub struct Step {
    /// What it is.
    pub kind: StepKind,
    /// Where.
    pub span: Span,
}

/// What a line of a test is.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the sentence above each variant names its fields")]
pub enum StepKind {
    /// `given …`
    Given(Vec<Given>),
    /// `expect …`
    Expect(Expect),
    /// `simulate n games expecting e each round`
    Simulate { games: i64, expecting: Expr, each: Option<StageWord> },
    /// `do STATEMENT`
    Do(Box<Stmt>),
    /// `chance gives v, v`
    ChanceGives(Vec<TestValue>),
    /// `all pass`
    AllPass,
    /// `let x = e`
    Let(Name, Expr),
    /// `Ana does lay [pink 4], …`
    Does { who: Name, what: Name, args: Vec<TestValue> },
    /// `Ana chooses …`
    Chooses { who: Name, args: Vec<TestValue> },
    /// `Ana passes`
    Passes { who: Name },
    /// `Ana cannot lay [pink 4] because "…"`; `what` is none for `cannot pass`.
    Cannot { who: Name, what: Option<Name>, args: Vec<TestValue>, because: Option<Text> },
}

/// What `given` lays on the table.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the sentence above each variant names its fields")]
#[expect(
    clippy::large_enum_variant,
    reason = "a syntax tree is small and walked once; boxes would blur its shape"
)]
pub enum Given {
    /// `Player | hand | cash { Ana | … | … }`
    Table { owner: Name, columns: Vec<Name>, rows: Vec<(Name, Vec<Vec<TestValue>>)>, span: Span },
    /// `it is Ana's turn in "part 1"`
    Turn { who: Name, phase: Option<Text> },
    /// `the rest in miles`
    Rest { zone: Name },
    /// `Ana.hand is [pink 4], 2 of [Two]`
    Is { place: Expr, values: Vec<TestValue> },
    /// `Ana knows Ana.layout.slot(3)`
    Knows { who: Name, cards: Domain },
}

/// What `expect` asks.
#[derive(Debug, Clone)]
pub enum Expect {
    /// `it is Ben's turn`
    Turn(Name),
    /// `won by Ana, Ben`
    Won(Vec<Name>),
    /// `lost`
    Lost,
    /// Any condition.
    Holds(Expr),
}

/// A value in a test line.
#[derive(Debug, Clone)]
pub enum TestValue {
    /// `2 of [Two]`
    Copies(i64, Expr),
    /// `[T28] at tunnels.spot(2, 0, 0)`: a tile and where it lies.
    At(Expr, Expr),
    /// Any expression; `empty` and `none` included.
    Expr(Expr),
}
