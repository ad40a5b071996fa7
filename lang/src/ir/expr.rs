//! Expressions and domains: pure, typed, every name an id.

use super::{
    BoardWord, CounterId, DeedId, EnumId, KindSet, LocalId, MapId, MoveId, OptionId, Order, RowId,
    TextId, Type, Value, WordId, ZoneId,
};
use crate::source::Span;
use serde::Serialize;
use serde::ser::{SerializeTupleVariant, Serializer};

/// A typed expression.
#[derive(Debug, Clone, Serialize)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// What kind of value it gives; optional if it may be none.
    pub ty: Type,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
}

/// What an expression is.
///
/// None is contagious in `Field`, `Counter`, `Word` and `Left`/`Right` (of none: none); every
/// comparison but `IsNone` and `Same` answers no when a side is none; `Same` of two nones is yes. A
/// condition that is none counts as no.
#[derive(Debug, Clone, Serialize)]
pub enum ExprKind {
    /// A value that stands in the rules, or follows from them alone.
    Const(Value),
    /// A text; its value is its id, its holes are filled when it is shown.
    Text(TextId),
    /// A set-up option: a constant of the instance.
    Option(OptionId),
    /// How many play: a constant of the instance.
    Seats,
    /// A parameter, `let`, binder or loop name.
    Local(LocalId),
    /// What a seat committed in `choose x … by each`: the local that holds one value a seat, and
    /// the seat.
    Committed(LocalId, Box<Expr>),
    /// A parameter of the innermost running deed or move: `shootout.attacker`.
    RunLocal(RunBody, LocalId),
    /// The acting seat.
    Me,
    /// The seat `n` places to the left (clockwise); -1 is the right neighbour.
    Neighbour(Box<Expr>, i8),
    /// A printed field of a card (by name, as kinds of a sum keep it at different places) or enum
    /// member.
    Field(Box<Expr>, String),
    /// A counter of the key (none: the table's or a run's).
    Counter(CounterId, Option<Box<Expr>>),
    /// A word of the language: arguments, receiver first.
    Word(WordId, Vec<Expr>),
    /// A zone of the key (none: the table's), as a value of type `Zone`.
    Zone(ZoneId, Option<Box<Expr>>),
    /// The card in a slot, or none; the expression is a zone.
    SlotCard(Box<Expr>),
    /// The card in the n-th place (from 1) of a row, pile (1 is the top) or slots zone, or none.
    Place(Box<Expr>, Box<Expr>),
    /// The place (from 1) of a card in its ordered zone; elsewhere a fault.
    Position(Box<Expr>),
    /// A word about grids, and its arguments.
    Board(BoardWord, Vec<Expr>),
    /// The square of a rectangular enum at column and row; outside it: none.
    Square(EnumId, Box<Expr>, Box<Expr>),
    /// The key of what two own together: the member of that enum of pairs for these two.
    Pair(EnumId, Box<Expr>, Box<Expr>),
    /// `not c`: yes if the condition is no or none.
    Not(Box<Expr>),
    /// `a and b`; the second is read only if the first holds.
    And(Box<Expr>, Box<Expr>),
    /// `a or b`; the second is read only if the first does not hold.
    Or(Box<Expr>, Box<Expr>),
    /// `a is b` for two single values of one type (cards: the same card).
    Same(Box<Expr>, Box<Expr>),
    /// `a is b` for two lists.
    SameList(Box<Domain>, Box<Domain>, Order),
    /// A list against card literals: row by row, in order or as a multiset.
    RowsAre(Box<Domain>, Vec<RowId>, Order),
    /// A card is of that row.
    IsRow(Box<Expr>, RowId),
    /// A card is of one of the kinds.
    IsKind(Box<Expr>, KindSet),
    /// `a is none`, which is never none itself.
    IsNone(Box<Expr>),
    /// `<`, `<=` on numbers, amounts and members of one enum (later ones are larger); `>` is
    /// written with the sides swapped.
    Less(Box<Expr>, Box<Expr>),
    /// `<=` and, with the sides swapped, `>=`; of the same types as `<`.
    LessEq(Box<Expr>, Box<Expr>),
    /// Arithmetic, checked; overflow is a fault.
    Arith(ArithOp, Box<Expr>, Box<Expr>),
    /// `-a`, of a number or an amount; overflow is a fault.
    Minus(Box<Expr>),
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `let x = e give value`: the local is bound to the first, then the second is read.
    Let(LocalId, Box<Expr>, Box<Expr>),
    /// A word that calls itself has come to its bound: a fault that names the word.
    TooDeep(WordId),
    /// `e after deed(a)`: what it is on the table as the deed would leave it. Nothing of it is told,
    /// drawn or kept.
    After(Box<Expr>, DeedId, Vec<Expr>),
    /// `remembered(a, b)`: how often these have been remembered as they are now.
    Remembered(Vec<Noted>),
    /// `a otherwise b`
    Otherwise(Box<Expr>, Box<Expr>),
    /// `e in D`
    In(Box<Expr>, Box<Domain>),
    /// How many members a domain has.
    Count(Box<Domain>),
    /// `D is empty`
    IsEmpty(Box<Domain>),
    /// `any x in D has c` / `every` / `no`; the local is bound to each member.
    Quantified(Quantifier, LocalId, Box<Domain>, Box<Expr>),
    /// The first member, or none.
    First(Box<Domain>),
    /// The members as a list value.
    List(Box<Domain>),
    /// `distance on M from a to b`: what the cheapest way costs; none if there is no way.
    Distance(Box<Travel>),
    /// `path`, tests only: "round 2 › Ana's turn".
    Path,
    /// `p.sees(x)`, tests only: a card, or a counter of a key.
    Sees(Box<Expr>, Box<Expr>),
    /// `sum(e for x in D)`, and other folds.
    #[serde(untagged)]
    Fold(Fold),
}

/// One value of all members: `sum(e for x in D)`, `most(…)`.
#[derive(Debug, Clone)]
pub struct Fold {
    /// What is made of the values.
    pub op: FoldOp,
    /// Each member in turn.
    pub local: LocalId,
    /// The members that are gone through.
    pub over: Box<Domain>,
    /// What is added up or compared.
    pub of: Box<Expr>,
}

impl Serialize for Fold {
    /// As several variants of the expression: the hash of a rulebook, which journals carry, stays.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (name, before) = self.op.law().hashed;
        let parts = 3 + usize::from(before.is_some());
        let mut to = to.serialize_tuple_variant("ExprKind", 0, name, parts)?;
        before.iter().try_for_each(|before| to.serialize_field(before))?;
        to.serialize_field(&self.local)?;
        to.serialize_field(&self.over)?;
        to.serialize_field(&self.of)?;
        to.end()
    }
}

/// A deed or move whose frame is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum RunBody {
    /// The innermost running call of the deed.
    Deed(DeedId),
    /// The move that is being carried out.
    Move(MoveId),
}

/// Arithmetic; division rounds toward zero, `mod` keeps the dividend's sign; by zero is a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum ArithOp {
    /// `a + b`, of two numbers or two amounts of one unit.
    Add,
    /// `a - b`, of two numbers or two amounts of one unit.
    Sub,
    /// `a * b`; of an amount and a number an amount.
    Mul,
    /// `a / b`, rounded toward zero; of two amounts of one unit a number.
    Div,
    /// `a mod b`, with the sign of the dividend.
    Mod,
    /// `smaller(a, b)`, either of them if they are equal.
    Min,
    /// `larger(a, b)`, either of them if they are equal.
    Max,
}

pub use crate::syntax::ast::{FoldOp, Quantifier};

/// Some things to pick from, count or go through. Its members are what `base` lists, in its order,
/// those that pass `filter`, then those that are best.
#[derive(Debug, Clone, Serialize)]
pub struct Domain {
    /// What it lists.
    pub base: Base,
    /// `where c`: the local is bound to each member.
    pub filter: Option<(LocalId, Box<Expr>)>,
    /// `with most w` (true) / `with least w`: the members whose key is best, all that are equal.
    pub best: Option<(bool, LocalId, Box<Expr>)>,
    /// The type of a member.
    pub elem: Type,
    /// Whether the order of members means something.
    pub order: Order,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
}

/// What is remembered, or looked up among what was.
#[derive(Debug, Clone, Serialize)]
pub enum Noted {
    /// Everything that the members of an enum have: their counters, bookkeeping left out, and what
    /// is printed on the cards in their zones, place by place.
    Things(EnumId),
    /// A value, or a list of values.
    Value(Expr),
}

impl ExprKind {
    /// One value of all members.
    #[must_use]
    pub fn fold(op: FoldOp, local: LocalId, over: Domain, of: Expr) -> Self {
        Self::Fold(Fold { op, local, over: Box::new(over), of: Box::new(of) })
    }
}

impl Expr {
    /// The zone that it names, whoever's it is.
    #[must_use]
    pub fn zone(&self) -> Option<ZoneId> {
        if let ExprKind::Zone(id, _) = self.kind { Some(id) } else { None }
    }

    /// The players of a domain as a list.
    #[must_use]
    pub fn players(who: Domain) -> Self {
        let (span, ty) = (who.span, Type::List(Box::new(Type::Player), who.order));
        Self { kind: ExprKind::List(Box::new(who)), ty, span }
    }
}

/// What a domain lists.
#[derive(Debug, Clone, Serialize)]
pub enum Base {
    /// The cards of a zone: the expression is of type `Zone`. A set lists in card order, a pile
    /// from the top.
    Zone(Box<Expr>),
    /// All members of an enum.
    Enum(EnumId),
    /// Numbers or amounts, both ends included; empty if the first is larger.
    Range(Box<Expr>, Box<Expr>),
    /// Numbers from here on, without end; stages only.
    Onwards(Box<Expr>),
    /// `yes or no`: no, yes.
    Bools,
    /// Seats clockwise from `from` (none: seat 1), once round; `forever` without end (stages only).
    Players {
        /// Where to start.
        from: Option<Box<Expr>>,
        /// `onwards`: round and round, in stages only.
        forever: bool,
        /// `opponents`: all of them but `me`.
        opponents: bool,
    },
    /// The upper n cards of an ordered zone (the zone, then n), the top first; those there are,
    /// none for n ≤ 0. In a `move`, n draws.
    Top(Box<Expr>, Box<Expr>),
    /// The lowest cards of an ordered zone, the bottom one last.
    Bottom(Box<Expr>, Box<Expr>),
    /// The first n members of an ordered list that is no zone; the last n, if told.
    Cut {
        /// What is listed, before it is cut.
        of: Box<Domain>,
        /// How many; those there are, none for n ≤ 0.
        n: Box<Expr>,
        /// From the end.
        last: bool,
    },
    /// Single values; those that are none are left out.
    Items(Vec<Expr>),
    /// A list value: a local, a word, a conditional.
    Value(Box<Expr>),
    /// `a + b`: members of all, in order; as sets if unordered.
    Union(Vec<Domain>),
    /// `a - b`
    Minus(Box<Domain>, Box<Domain>),
    /// `places on M from a within n`: nodes that can be reached for at most n, `from` included.
    Places(Box<Travel>),
    /// `way on M from a to b`: the nodes of the cheapest way in order, without the first; nothing
    /// if there is none. Of equally cheap ones that with the fewest nodes; of these, looking back
    /// from the end, the earlier member each time.
    Way(Box<Travel>),
    /// `lines of n on E`: members are ordered lists of n squares, each line once (four directions).
    Lines(EnumId, u16),
    /// `grid.squares`: those that hold a tile, row by row from below, each from the left; the
    /// expression is a zone.
    Squares(Box<Expr>),
    /// `spot.squares`: those that the spot's card would cover, row by row from below; read under
    /// its assumption.
    SpotSquares(Box<Expr>),
    /// `spots for c on G`, `spots for c over q`
    Spots {
        /// The tile to be laid: of type `Card`.
        card: Box<Expr>,
        /// Exactly one of its squares comes to lie on the square `place`; else all come to lie bare
        /// on the grid.
        over: bool,
        /// A square, or a zone.
        place: Box<Expr>,
    },
    /// `all from x by word`: x, and what the word (a member, none or a list) leads to, again and
    /// again; each once, in the order in which they are found.
    Reach {
        /// The value to begin with, which is a member itself.
        from: Box<Expr>,
        /// Each member in turn.
        member: LocalId,
        /// What it leads to.
        next: Box<Expr>,
    },
}

impl Base {
    /// The zone that cards are taken from, and how many of them if it is not all.
    #[must_use]
    pub fn zone(&self) -> Option<(&Expr, Option<&Expr>)> {
        if let Self::Zone(zone) = self {
            return Some((zone, None));
        }
        let (Self::Top(zone, n) | Self::Bottom(zone, n)) = self else { return None };
        Some((zone, Some(n)))
    }
}

/// A search on a map.
#[derive(Debug, Clone, Serialize)]
pub struct Travel {
    /// Whose nodes and links are searched.
    pub map: MapId,
    /// Where it starts: a node.
    pub from: Expr,
    /// How much may be spent (of places), or where to: a node.
    pub to: Expr,
    /// What a step costs: both its ends are bound, then a number is read; none: there is no such
    /// step. Below 0 counts as
    /// 0. Left out, each step costs 1.
    pub fare: Option<(LocalId, LocalId, Expr)>,
}

impl Travel {
    /// What it reads: both ends, and the fare of a step.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        [&self.from, &self.to].into_iter().chain(self.fare.as_ref().map(|(.., e)| e))
    }
}

/// A parameter to be filled or a value to be chosen: how much of a domain.
#[derive(Debug, Clone, Serialize)]
pub struct Step {
    /// The local it fills.
    pub local: LocalId,
    /// What may be picked; computed when the step is asked.
    pub domain: Domain,
    /// How much of it.
    pub pick: Pick,
    /// `any of D where c`: a condition on the whole choice, bound to the local.
    pub whole: Option<Box<Expr>>,
}

/// How much of a domain is picked.
#[derive(Debug, Clone, Serialize)]
pub enum Pick {
    /// One member: a `T`.
    One,
    /// One member or none: a `T or none` (`up to 1 of`, `may choose`).
    UpToOne,
    /// A subset of this size, both ends included; no upper end: all. An unordered list.
    Some {
        /// The fewest that may be picked; below 0 counts as 0.
        least: Box<Expr>,
        /// The most that may be picked; none: all of them.
        most: Option<Box<Expr>>,
    },
    /// All members in an order: an ordered list.
    Order,
}
