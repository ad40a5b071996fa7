//! What exists: kinds, rows, cards, zones, counters, options, texts.

use super::{
    CounterId, DeedId, EnumId, Expr, ExprKind, KindId, KindSet, LocalDecl, MoveId, RowId, Type,
    Value, ZoneId,
};
use crate::source::Span;
pub use crate::syntax::ast::{Lasts, Seen, ZoneShape};
use serde::Serialize;

/// A unit of amounts: `unit Dollars "$"`. Amounts of two units never mix.
#[derive(Debug, Clone, Serialize)]
pub struct Unit {
    /// As declared: `Dollars`.
    pub name: String,
    /// `$`; empty if it has none, then amounts are written `Name(5)`.
    pub symbol: String,
}

/// A fixed list of names: an enum, a rectangle of squares, the nodes of a map, pairs of owners.
#[derive(Debug, Clone, Serialize)]
pub struct Enum {
    /// As declared: `Color`; of pairs, both owners: `Player, Column`.
    pub name: String,
    /// Its members' names in order; a rectangle's are `Cell(1, 1)`, row by row from below.
    pub members: Vec<String>,
    /// Columns and rows of a rectangle.
    pub rectangle: Option<(u16, u16)>,
    /// What its members are pairs of: the keys of what `each Player, Column` has. Only counters
    /// and zones are looked up by them; no value is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pair: Option<PairOf>,
    /// Printed fields of a table; a rectangle has `column` and `row`, from 1.
    pub fields: Vec<FieldInfo>,
    /// One list of values a member, in field order.
    pub values: Vec<Vec<Value>>,
    /// Where it is declared.
    #[serde(skip)]
    pub span: Span,
}

/// Two things that own something together; the pair of the i-th and the k-th is member i·n + k,
/// where n is how many of the second there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PairOf {
    /// What stands before the dot.
    pub first: Half,
    /// What stands in brackets behind it.
    pub second: Half,
    /// How many of the second there are; of players, as many as may play.
    pub seconds: u16,
}

/// One of the two owners of what a pair has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Half {
    /// Whoever sits at the table.
    Player,
    /// The members of an enum.
    Enum(EnumId),
}

impl Half {
    /// The type of its values.
    #[must_use]
    pub fn ty(self) -> Type {
        match self {
            Self::Player => Type::Player,
            Self::Enum(of) => Type::Enum(of),
        }
    }
}

impl PairOf {
    /// The places of both in a pair.
    #[must_use]
    pub fn parts(&self, key: u16) -> (u16, u16) {
        let n = self.seconds.max(1);
        (key / n, key % n)
    }

    /// Whether both take part where so many play.
    #[must_use]
    pub fn plays(&self, key: u16, seats: usize) -> bool {
        let (one, other) = self.parts(key);
        let there = |half: Half, at: u16| half != Half::Player || usize::from(at) < seats;
        there(self.first, one) && there(self.second, other)
    }
}

/// A map: nodes, and which of them lie side by side.
#[derive(Debug, Clone, Serialize)]
pub struct Map {
    /// As declared: `highways`.
    pub name: String,
    /// Its nodes: an enum of its own (first a node for each place, then those on each road), or the
    /// places.
    pub nodes: EnumId,
    /// The places that it joins.
    pub cities: EnumId,
    /// The roads between them.
    pub roads: EnumId,
    /// The roads' ends and spaces, by road.
    pub between: Vec<MapRoad>,
    /// The neighbours of each node, in order.
    pub links: Vec<Vec<u16>>,
    /// Where it is declared.
    #[serde(skip)]
    pub span: Span,
}

/// A road of a map.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct MapRoad {
    /// The place where it starts.
    pub start: u16,
    /// The place where it ends.
    pub finish: u16,
    /// How many spaces it has.
    pub spaces: u16,
    /// The node of its first space.
    pub first: u16,
}

/// A printed field.
#[derive(Debug, Clone, Serialize)]
pub struct FieldInfo {
    /// By which [`super::ExprKind::Field`] reads it.
    pub name: String,
    /// Its type; `Text` for `Text` and `Name`, an unordered list of members for `set of E`.
    pub ty: Type,
    /// The bounds of a range type.
    pub range: Option<(i64, i64)>,
}

/// A card kind.
#[derive(Debug, Clone, Serialize)]
pub struct Kind {
    /// As declared: `Mile`.
    pub name: String,
    /// Its printed fields.
    pub fields: Vec<FieldInfo>,
    /// Its rows: `first..last` of [`super::Rulebook::rows`].
    pub rows: (u16, u16),
    /// Its cards: `first..last` of [`super::Rulebook::cards`].
    pub cards: (u16, u16),
    /// Of a tile: how it lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<super::Tile>,
    /// Where it is declared.
    #[serde(skip)]
    pub span: Span,
}

/// A distinct card.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// Whose fields it has a value for each of.
    pub kind: KindId,
    /// How it is written in a literal and shown, without brackets: `pink 4`, `Outlaw_5`, `Note $8`.
    pub name: String,
    /// Its fields' values.
    pub values: Vec<Value>,
}

/// A physical card.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Card {
    /// What is printed on it.
    pub row: RowId,
    /// The deck it starts in.
    pub home: ZoneId,
}

/// Whom a thing belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Owner {
    /// The table: one.
    Table,
    /// One a seat.
    Player,
    /// One a member.
    Enum(EnumId),
    /// One a card of these kinds.
    Card(KindSet),
    /// One a run: it begins anew with each run and ends with it; the innermost is meant.
    Run(Run),
}

/// Something that is carried out again and again, and that counters may last as long as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Run {
    /// One element of the innermost stage of that word.
    Stage(StageWord),
    /// One call of a deed.
    Deed(DeedId),
    /// One carrying out of a move.
    Move(MoveId),
}

/// `round`, `turn`, `phase`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum StageWord {
    /// `round n in D { … }`, and what `each round has`.
    Round,
    /// `turn me in players { … }`, and what `each turn has`.
    Turn,
    /// `phase "…" { … }`, and what `each phase has`.
    Phase,
}

/// A zone, or one a player, member or card.
#[derive(Debug, Clone, Serialize)]
pub struct Zone {
    /// As declared, without its owner: `hand`.
    pub name: String,
    /// Whose; never a run.
    pub owner: Owner,
    /// How it is ordered.
    pub shape: ZoneShape,
    /// What it may hold.
    pub of: KindSet,
    /// Who sees its cards' faces.
    pub seen: Seen,
    /// A `deck`: all cards whose home it is start in it, in card order, the first on top.
    pub deck: bool,
    /// Where it is declared.
    #[serde(skip)]
    pub span: Span,
}

/// A counter, or one a player, member, card or run.
#[derive(Debug, Clone, Serialize)]
pub struct Counter {
    /// As declared, without its owner: `cash`.
    pub name: String,
    /// Whose it is: how many there are of it, and what its keys mean.
    pub owner: Owner,
    /// What it holds.
    pub ty: Type,
    /// The bounds of a range type; leaving them is a fault, or stops at the end if `capped`.
    pub range: Option<(i64, i64)>,
    /// `capped`: it stops at the ends of its range.
    pub capped: bool,
    /// `bookkeeping`: for the rules' own use, so hosts leave it out of what they show.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bookkeeping: bool,
    /// Each yes or no says whether a member is in a set: `set of Player`. The owner of a set of the
    /// table is what its members are; of another, the pair of its owner and them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub set: bool,
    /// `until next turn` / `through next turn`
    pub lasts: Option<Lasts>,
    /// Its start; reads constants and options only. None: it has none and must be set before it is
    /// read.
    pub start: Option<Expr>,
    /// Who sees it.
    pub seen: Seen,
    /// Where it is declared.
    #[serde(skip)]
    pub span: Span,
}

/// A set-up option.
#[derive(Debug, Clone, Serialize)]
pub struct Opt {
    /// As declared: `rounds`.
    pub name: String,
    /// What may be chosen; without `range`, any value of it.
    pub ty: Type,
    /// The bounds of a range type.
    pub range: Option<(i64, i64)>,
    /// The value unless the table chooses another.
    pub default: Value,
    /// The `///` lines above it, for hosts that ask; empty without.
    pub doc: String,
    /// Where it is declared.
    #[serde(skip)]
    pub span: Span,
}

/// A text with holes. Holes read the locals of the body that the text stands in, which is alive
/// whenever it is shown.
#[derive(Debug, Clone, Serialize)]
pub struct Template {
    /// Its parts in order.
    pub parts: Vec<TemplatePart>,
    /// As written between the quotation marks.
    pub raw: String,
    /// The body whose locals its holes read.
    pub body: BodyRef,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
}

impl TemplatePart {
    /// Who may read the hole before it, if that is what it says.
    #[must_use]
    pub fn readers(&self) -> Option<&Expr> {
        if let Self::Readers(e) = self { Some(e) } else { None }
    }

    /// What is read when the text is shown; none of words.
    #[must_use]
    pub fn read(&self) -> Option<&Expr> {
        match self {
            Self::Words(_) => None,
            Self::Hole(e) | Self::Readers(e) => Some(e),
        }
    }
}

/// A part of a text.
#[derive(Debug, Clone, Serialize)]
pub enum TemplatePart {
    /// What is shown as it stands, escapes resolved.
    Words(String),
    /// A value, shown by its type; a card that the reader may not see is shown as its kind and
    /// place.
    Hole(Expr),
    /// A list of the players who may read the hole before it; everybody if this is left out.
    Readers(Expr),
}

/// A body that has locals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum BodyRef {
    /// [`super::Rulebook::setup`], which runs once, before `play`.
    Setup,
    /// [`super::Rulebook::play`], and the endings at its top.
    Play,
    /// A word: only expressions, and names for what they bind.
    Word(super::WordId),
    /// A deed, or a layer woven around one.
    Deed(DeedId),
    /// A move: parameters, needs and all its blocks share one frame.
    Move(MoveId),
    /// A `runs out` rule, by index.
    RunsOut(u16),
    /// A test, by index.
    Test(u16),
    /// A constant expression: starts of counters.
    Constant,
}

impl BodyRef {
    /// What one run of it is to the counters that last as long; only deeds and moves have such.
    #[must_use]
    pub fn run(self) -> Option<Run> {
        match self {
            Self::Deed(id) => Some(Run::Deed(id)),
            Self::Move(id) => Some(Run::Move(id)),
            Self::Setup | Self::Play | Self::Constant => None,
            Self::Word(_) | Self::RunsOut(_) | Self::Test(_) => None,
        }
    }
}

/// A `define`: pure, never recursive. One that calls itself is written out as deep as it may go: a
/// copy for each level, the last of which comes to [`super::ExprKind::TooDeep`].
#[derive(Debug, Clone, Serialize)]
pub struct Word {
    /// As declared; several may share it, each for another receiver. Copies begin with `#`.
    pub name: String,
    /// Parameters first (the receiver is the first, if it has one), then binders.
    pub locals: Vec<LocalDecl>,
    /// How many of the locals are parameters.
    pub params: u16,
    /// Whether it reads `me`.
    pub uses_me: bool,
    /// What it gives, changes woven in.
    pub value: Expr,
    /// Where it is declared.
    #[serde(skip)]
    pub span: Span,
}

impl Word {
    /// Whether it is a copy that a word calls which calls itself: the names of such begin with `#`.
    #[must_use]
    pub fn is_own_call(&self) -> bool {
        self.name.starts_with('#')
    }

    /// The number that it stands for, if it is one: `define hand_size = 7`.
    #[must_use]
    pub fn number(&self) -> Option<i64> {
        let ExprKind::Const(Value::Number(n)) = self.value.kind else { return None };
        (self.params == 0).then_some(n)
    }
}

/// A counter and whose it is, as a place to write to.
#[derive(Debug, Clone, Serialize)]
pub struct CounterPlace {
    /// Which counter; that of a run is the innermost one's.
    pub counter: CounterId,
    /// The owner; none for the table's and a run's.
    pub key: Option<Box<Expr>>,
}
