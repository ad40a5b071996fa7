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
    /// The players behind `with`, clockwise; as many play.
    pub players: Vec<Name>,
    /// `from seed 42`
    pub seed: Option<u128>,
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
    /// Where it stands in its file.
    pub span: Span,
}

/// What a line of a test is.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the sentence above each variant names its fields")]
pub enum StepKind {
    /// `given …`: one or several things that it lays on the table.
    Given(Vec<Given>),
    /// `expect …`: what must hold where the test stands.
    Expect(Expect),
    /// `simulate n games expecting e each round`, or `… expecting e 20 to 30 times`
    Simulate { games: i64, expecting: Expect, each: Option<StageWord>, times: Option<(i64, i64)> },
    /// `do STATEMENT`, as if it stood in the rules.
    Do(Box<Stmt>),
    /// `chance gives v, v`
    ChanceGives(Vec<TestValue>),
    /// `chance shuffles pack to [a], [b]`
    ChanceShuffles { place: Expr, values: Vec<TestValue> },
    /// `chance shuffles again from 7`
    ChanceAgain(i64),
    /// `play to the end of the round`
    PlayTo(StageWord),
    /// `all pass`: everybody who is asked passes.
    AllPass,
    /// `let x = e`
    Let(Name, Expr),
    /// `Ana does lay [pink 4], …`
    Does { who: Name, what: Name, args: Vec<TestValue> },
    /// `Ana chooses …`
    Chooses { who: Name, args: Vec<TestValue> },
    /// `Ana passes`, or says no where somebody may choose.
    Passes { who: Name },
    /// `Ana cannot lay [pink 4] because "…"`
    Cannot { who: Name, doing: Doing, because: Option<Text> },
    /// `Ana may only lay [pink 4] or pass`
    MayOnly { who: Name, all: Vec<Doing> },
}

/// Something that may be done where somebody is asked.
#[derive(Debug, Clone)]
pub enum Doing {
    /// `pass`, in what somebody `cannot` or `may only` do.
    Pass,
    /// `choose 3, [pink 4]`
    Choose(Vec<TestValue>),
    /// `lay [pink 4]`; without values: in any way.
    Move(Name, Vec<TestValue>),
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
    /// `everything else is empty`
    Else,
    /// `Ana.hand is [pink 4], 2 of [Two]`
    Is { place: Expr, values: Vec<TestValue> },
    /// `Ana knows Ana.layout.slot(3)`
    Knows { who: Name, cards: Domain },
}

/// What `expect` asks.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the sentence above each variant names its fields")]
pub enum Expect {
    /// `it is Ben's turn`
    Turn(Name),
    /// `won by Ana, Ben`
    Won(Vec<Name>),
    /// `lost`: the game is over, and all have lost.
    Lost,
    /// `drawn`: nobody has won or lost
    Drawn,
    /// `Ana is told "…"`; `not`: she is not.
    Told { who: Name, not: bool, text: Text },
    /// `Ana sees no difference if Ben.hand is [pink 4] and pack is empty`
    Same { who: Name, given: Vec<Given> },
    /// `Ana.hand is [pink 4], 2 of [Two]`: a comparison whose list goes on behind it. With a
    /// literal, the first value was the number of its copies.
    Listed { condition: Expr, literal: Option<Expr>, more: Vec<TestValue> },
    /// Any condition that is none of the forms above.
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
