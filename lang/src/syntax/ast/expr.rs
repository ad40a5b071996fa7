//! Expressions, domains and texts.

use super::Name;
use super::fold::FoldOp;
use crate::source::Span;

/// An expression and its place.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// What an expression is.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// `12`: digits alone.
    Number(i64),
    /// `$12`: the unit's symbol and the amount.
    Money(char, i64),
    /// `"{seller} has refused"`
    Text(Text),
    /// `yes` / `no`
    Bool(bool),
    /// `none`, of any optional type.
    None,
    /// `empty`: a list or zone without members.
    Empty,
    /// `me`: whoever acts.
    Me,
    /// `this`: the card a rule is attached to.
    This,
    /// `players`: all of them, clockwise from seat one.
    Players,
    /// `opponents`: all players but `me`.
    Opponents,
    /// `round`, `turn` or `phase` in front of a dot.
    Stage(StageWord),
    /// Any other name.
    Name(Name),
    /// `thing.name`: a field, zone, counter or word of it.
    Dot(Box<Expr>, Name),
    /// `name(a, b)` or `thing.name(a, b)`; the callee is a [`ExprKind::Name`] or [`ExprKind::Dot`].
    Call(Box<Expr>, Vec<Expr>),
    /// `[pink 4]`: a card by what is printed on it.
    Literal(Vec<LiteralWord>),
    /// `(a)` is `a` in brackets; `(a, b)` a list.
    Group(Vec<Expr>),
    /// `not a`, `-a`
    Unary(UnaryOp, Box<Expr>),
    /// `a op b`; the span is the operator's.
    Binary(BinaryOp, Span, Box<Expr>, Box<Expr>),
    /// `any x in D has c`
    Quantifier(Quantifier, Box<Binder>, Box<Expr>),
    /// `count(D)` or `count(x in D where c)`
    Count(Box<CountOf>),
    /// `sum(e for x in D)`, or another word in place of `sum`
    Fold(FoldOp, Box<Expr>, Box<Binder>),
    /// `those x in D where c`
    Those(Box<Binder>),
    /// `first x in D where c`
    First(Box<Binder>),
    /// `places on M from a within n costing w`, `way on M from a to b costing w`, `distance on M …`
    Search(Box<Search>),
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `e after deed(a)`: the deed is a [`ExprKind::Call`].
    After(Box<Expr>, Box<Expr>),
    /// `let x = e give value`, at the beginning of a word's value.
    Let(Name, Box<Expr>, Box<Expr>),
    /// A domain of a form of its own where a value stands: `top 1 of heap`, `players from dealer`,
    /// `players with most points`.
    Domain(Box<Domain>),
}

/// A search on a map.
#[derive(Debug, Clone)]
pub struct Search {
    /// What is looked for.
    pub what: Sought,
    /// The name of the map behind `on`.
    pub map: Name,
    /// Where it starts.
    pub from: Expr,
    /// How far (of places), or where to.
    pub to: Expr,
    /// The word that prices a step, as `fare` or `p.fare`; without it each costs 1.
    pub costing: Option<Expr>,
}

/// What is looked for on a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sought {
    /// `places on M from a within n`
    Places,
    /// `way on M from a to b`
    Way,
    /// `distance on M from a to b`
    Distance,
}

/// What `count(…)` counts.
#[derive(Debug, Clone)]
pub enum CountOf {
    /// `count(x in D where c)`
    Binder(Binder),
    /// `count(D)`: the members of a domain.
    Domain(Domain),
}

/// One word of a card literal.
#[derive(Debug, Clone)]
pub enum LiteralWord {
    /// A name or a member: `pink`, `Outlaw_5`.
    Word(Name),
    /// Digits, as in `[pink 4]`.
    Number(i64, Span),
    /// An amount with its symbol.
    Money(char, i64, Span),
}

/// `round`, `turn`, `phase`
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StageWord {
    /// `round`, as in `round n in 1..5 { … }` and `each round has`.
    Round,
    /// `turn`, as in `turn me in players { … }` and `each turn has`.
    Turn,
    /// `phase`, as in `phase "…" { … }` and `each phase has`.
    Phase,
}

/// Operators in front of their one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    /// `not c`, of a condition.
    Not,
    /// `-n`, of a number or an amount.
    Minus,
}

/// Infix operators, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    /// `or` between conditions.
    Or,
    /// `and` between conditions.
    And,
    /// `is`: equality; also asks for a row, a kind, `none` or `empty`.
    Is,
    /// `is not`, the contrary of `is`.
    IsNot,
    /// `in`: a value among those of a domain.
    In,
    /// `<` between numbers, amounts, members of one enum.
    Less,
    /// `<=` between numbers, amounts, members of one enum.
    LessEq,
    /// `>` between numbers, amounts, members of one enum.
    More,
    /// `>=` between numbers, amounts, members of one enum.
    MoreEq,
    /// `otherwise`: the right side where the left one is none.
    Otherwise,
    /// `..`: all from the left to the right side, both included.
    Range,
    /// `+`: a sum, or the members of both lists.
    Plus,
    /// `-`: a difference, or the members that the right list lacks.
    Minus,
    /// `*`, checked for overflow.
    Times,
    /// `/`, rounded toward zero.
    Divide,
    /// `mod`, with the sign of the left side.
    Mod,
}

/// `any`, `every`, `no`
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub enum Quantifier {
    /// `any x in D has c`: at least one.
    Any,
    /// `every x in D has c`: all, and so also where there are none.
    Every,
    /// `no x in D has c`: not a single one.
    No,
}

/// `name: Kind in D`
#[derive(Debug, Clone)]
pub struct Binder {
    /// The name; `me` is written as a name with the text `me`.
    pub name: Name,
    /// A card kind that filters and narrows.
    pub kind: Option<Name>,
    /// What it ranges over.
    pub domain: Domain,
    /// From its name to the end of its domain.
    pub span: Span,
}

/// `selector? list (from x)? onwards? (where c)? (with most|least word)?`, or a special form.
#[derive(Debug, Clone)]
pub struct Domain {
    /// `n of`, `any of`, `top n of` …
    pub selector: Option<Selector>,
    /// The list itself, or a special form.
    pub base: DomainBase,
    /// `from x`: the member to begin with, if it is not the first.
    pub from: Option<Expr>,
    /// `onwards`: it goes on without end, as only stages may.
    pub onwards: bool,
    /// `where c`, which members must fulfil.
    pub filter: Option<Box<Expr>>,
    /// `with most word` / `with least word`
    pub best: Option<Best>,
    /// With its selector and all that stands behind its list.
    pub span: Span,
}

/// `with most word`, `with least word(a, b)`: which members are kept.
#[derive(Debug, Clone)]
pub struct Best {
    /// Whether those with most of it, or with least.
    pub extreme: Extreme,
    /// A word of the members, or one of the table.
    pub word: Name,
    /// What it is asked with, if there are brackets.
    pub args: Option<Vec<Expr>>,
}

/// Which end of an order is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extreme {
    /// `with most`: the upper end.
    Most,
    /// `with least`: the lower end.
    Least,
}

impl Extreme {
    /// The word that it is written with.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Most => "most",
            Self::Least => "least",
        }
    }
}

impl Domain {
    /// Whether nothing stands behind its list.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.from.is_none() && !self.onwards && self.filter.is_none() && self.best.is_none()
    }

    /// Whether it has no end, as in `players onwards` and `those p in players onwards where c`.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.onwards || self.endless_those().is_some()
    }

    /// Of `those x in D onwards where c`, with nothing before or behind it: what is in it.
    #[must_use]
    pub fn endless_those(&self) -> Option<&Binder> {
        let DomainBase::List(list) = &self.base else { return None };
        let ExprKind::Those(inside) = &list.kind else { return None };
        let alone = self.selector.is_none() && self.is_bare() && inside.domain.best.is_none();
        (alone && inside.domain.onwards).then_some(&**inside)
    }
}

/// The list a domain starts from.
#[derive(Debug, Clone)]
pub enum DomainBase {
    /// Any list expression.
    List(Box<Expr>),
    /// `spots for c on G` / `spots for c over q`
    Spots {
        /// The tile to lay.
        card: Box<Expr>,
        /// `over` a square, as against `on` a grid.
        over: bool,
        /// Grid or square.
        place: Box<Expr>,
    },
    /// `all from x by word`
    Reach {
        /// Where it begins.
        from: Box<Expr>,
        /// The word that leads on from each member.
        word: Name,
    },
    /// `lines of n on E`
    Lines {
        /// How many squares in a row.
        length: i64,
        /// The rectangular enum.
        on: Name,
    },
}

/// How many, and from which end.
#[derive(Debug, Clone)]
pub enum Selector {
    /// `any of`: any number of them, or none.
    Any,
    /// `order of`: all of them, in an order.
    Order,
    /// `top n of`
    Top(Expr),
    /// `bottom n of`
    Bottom(Expr),
    /// `up to n of`
    UpTo(Expr),
    /// `n of`: neither more nor fewer.
    Exactly(Expr),
    /// `n or more of`
    AtLeast(Expr),
}

/// A text with holes.
#[derive(Debug, Clone)]
pub struct Text {
    /// Its parts in order.
    pub parts: Vec<TextPart>,
    /// As written between the quotation marks; `because` in tests is compared with it.
    pub raw: String,
    /// With the quotation marks.
    pub span: Span,
    /// `openly as "…"`: what it tells is the rule.
    pub openly: bool,
}

/// A part of a text.
#[derive(Debug, Clone)]
pub enum TextPart {
    /// Words, with escapes resolved.
    Words(String),
    /// `{expression}`, whose value is filled in when the text is shown.
    Hole(Expr),
}

impl Text {
    /// Its words, if it has no hole.
    #[must_use]
    pub fn plain(&self) -> Option<String> {
        let mut all = String::new();
        for part in &self.parts {
            match part {
                TextPart::Words(words) => all.push_str(words),
                TextPart::Hole(_) => return None,
            }
        }
        Some(all)
    }
}
