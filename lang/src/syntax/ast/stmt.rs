//! What happens: statements.

use super::{Binder, Domain, Entry, Expr, Name, StageWord, Text};
use crate::source::Span;

/// `{ … }`
#[derive(Debug, Clone)]
pub struct Block {
    /// Statements in order.
    pub stmts: Vec<Stmt>,
    /// With the braces.
    pub span: Span,
}

/// A statement and its place.
#[derive(Debug, Clone)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands in its file.
    pub span: Span,
    /// `openly`: what it tells is the rule.
    pub openly: bool,
}

impl Stmt {
    /// The blocks right inside it.
    #[must_use]
    pub fn blocks(&self) -> Vec<&Block> {
        match &self.kind {
            StmtKind::If { then, otherwise, .. } => {
                std::iter::once(then).chain(otherwise).collect()
            }
            StmtKind::ForEach(_, body) | StmtKind::Repeat(_, body) => vec![body],
            StmtKind::Stage(stage) => vec![&stage.body],
            StmtKind::Ends(ends) => ends.body.iter().collect(),
            StmtKind::Let(..)
            | StmtKind::Move { .. }
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show { .. }
            | StmtKind::Hide(..)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(..)
            | StmtKind::Again
            | StmtKind::AsUsual
            | StmtKind::Choose(_)
            | StmtKind::Set(..)
            | StmtKind::Call(_) => Vec::new(),
        }
    }
}

/// What a statement is.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the sentence above each variant names its fields")]
pub enum StmtKind {
    /// `let x = e`; `as usual` is [`Value::AsUsual`].
    Let(Name, Value),
    /// `move D to zone at …`
    Move { cards: Domain, to: Expr, at: Option<At> },
    /// `swap a with b`
    Swap(Expr, Expr),
    /// `shuffle zone`: an expression that names one zone.
    Shuffle(Expr),
    /// `show D to players`, `show D to players secretly`
    Show { cards: Domain, to: Expr, secretly: bool },
    /// `hide D`, `hide D from players`
    Hide(Domain, Option<Expr>),
    /// `if c { … } else { … }`
    If { test: Test, then: Block, otherwise: Option<Block> },
    /// `for each x in D { … }`
    ForEach(Binder, Block),
    /// `repeat until c { }`
    Repeat(Expr, Block),
    /// `round n in D { … }`, `turn "…" { … }`
    Stage(Stage),
    /// `ends (at once)? when c { … }`
    Ends(Ends),
    /// `end game won by D`, `end game lost`, `end game drawn`, `end turn`, `end phase "…"`
    End(End),
    /// `give e`, bare `give`
    Give(Option<Value>),
    /// `say "…"`, `say "…" to players`
    Say(Text, Option<Expr>),
    /// `again`: the move does not use up the choice.
    Again,
    /// `as usual`: here runs what this rule replaces or stands instead of.
    AsUsual,
    /// `choose …`, with its menu or its binders.
    Choose(Box<Choose>),
    /// `place = e`, `place += e`, `place -= e`
    Set(Expr, SetOp, Expr),
    /// A deed: `rob(color)`, `lay_out()`; the expression is a name or a call.
    Call(Expr),
}

/// The right side of `let` and `give`.
#[derive(Debug, Clone)]
pub enum Value {
    /// What is computed where it stands.
    Expr(Expr),
    /// `as usual`: what the deed gives that this rule stands instead of.
    AsUsual(Span),
}

/// Where a moved card goes.
#[derive(Debug, Clone)]
pub enum At {
    /// `at top` of a pile; of a row its left end.
    Top,
    /// `at bottom` of a pile; of a row its right end.
    Bottom,
    /// `at n` / `at spot`
    Place(Expr),
}

/// What an `if` asks.
#[derive(Debug, Clone)]
#[expect(
    clippy::large_enum_variant,
    reason = "a syntax tree is small and walked once; boxes would blur its shape"
)]
pub enum Test {
    /// A condition, as in `if c { … }`.
    If(Expr),
    /// `there is x in D`
    ThereIs(Binder),
}

/// `round`, `turn` or `phase` with what happens in it.
#[derive(Debug, Clone)]
pub struct Stage {
    /// `round`, `turn`, `phase`
    pub word: StageWord,
    /// The text behind its word, for the path; as in `phase "part 1"`.
    pub title: Option<Text>,
    /// `n in 1..5`, `me in players`
    pub binder: Option<Binder>,
    /// Its body; `ends` statements stand at its top.
    pub body: Block,
}

/// An ending, at the top of a stage or of `play`.
#[derive(Debug, Clone)]
pub struct Ends {
    /// `at once`: tested whenever something it names has changed, not only between moves.
    pub at_once: bool,
    /// What stands behind `when`.
    pub condition: Expr,
    /// What follows when it holds; none: the stage just ends.
    pub body: Option<Block>,
}

/// What `end …` brings to an end.
#[derive(Debug, Clone)]
#[expect(
    clippy::large_enum_variant,
    reason = "a syntax tree is small and walked once; boxes would blur its shape"
)]
pub enum End {
    /// `end game won by D`
    Won(Domain),
    /// `end game lost`
    Lost,
    /// `end game drawn`
    Drawn,
    /// `end turn`, `end phase "part 1"`
    Stage(StageWord, Option<Text>),
}

/// How a value is written to a counter or a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub enum SetOp {
    /// `=`: it becomes the value.
    To,
    /// `+=`: the value is added; to a set, its members.
    Plus,
    /// `-=`: the value is taken away; from a set, its members.
    Minus,
}

/// A question put to players or to chance.
#[derive(Debug, Clone)]
pub struct Choose {
    /// `may choose`: it may be declined.
    pub may: bool,
    /// What is chosen from.
    pub what: ChooseWhat,
    /// `by …`; left out: `me`.
    pub by: Chooser,
    /// Where `secretly` stands: what is chosen is told to the chooser alone.
    pub secretly: Option<Span>,
    /// `asking "…"`: the question as players read it.
    pub asking: Option<Text>,
    /// `until all pass`
    pub until_all_pass: bool,
}

/// What a `choose` offers.
#[derive(Debug, Clone)]
pub enum ChooseWhat {
    /// `{ lay or offer otherwise pass }`
    Tiers(Vec<Vec<Entry>>, Span),
    /// A named menu.
    Menu(Name, Vec<Expr>),
    /// `x in D, y in E`
    Binders(Vec<Binder>),
}

/// Who answers a `choose`.
#[derive(Debug, Clone)]
pub enum Chooser {
    /// Nothing stands there: whoever acts.
    Me,
    /// `by p`: one player.
    Seat(Expr),
    /// `by chance`: a die, a lot, a blind draw.
    Chance,
    /// `by each D`
    Each(Domain),
    /// `by race of D`
    Race(Domain),
}
