//! Rules as trees, made at random: what may be written, whether or not it means anything.

use houserules_lang::syntax::ast::{BinaryOp, Extreme, FoldOp, Quantifier, SetOp, StageWord};
use proptest::prelude::*;

/// An expression, with no word about brackets.
#[derive(Debug, Clone, PartialEq)]
pub enum Tree {
    Number(i64),
    Yes,
    None,
    Me,
    Name(&'static str),
    Dot(Box<Tree>, &'static str),
    Call(&'static str, Vec<Tree>),
    List(Vec<Tree>),
    Not(Box<Tree>),
    Minus(Box<Tree>),
    Binary(BinaryOp, Box<Tree>, Box<Tree>),
    Has(Quantifier, Box<Bound>, Box<Tree>),
    Count(Box<Bound>),
    Fold(FoldOp, Box<Tree>, Box<Bound>),
    Those(Box<Bound>),
    First(Box<Bound>),
    If(Box<[Tree; 3]>),
}

/// `name: Kind in members`
#[derive(Debug, Clone, PartialEq)]
pub struct Bound {
    pub name: &'static str,
    pub kind: Option<&'static str>,
    pub members: Members,
}

/// What a binder ranges over.
#[derive(Debug, Clone, PartialEq)]
pub struct Members {
    pub selector: Option<Selector>,
    pub of: Tree,
    pub from: Option<Tree>,
    pub filter: Option<Tree>,
    pub best: Option<(Extreme, &'static str)>,
}

/// How many, and from which end.
#[derive(Debug, Clone, PartialEq)]
pub enum Selector {
    Any,
    Order,
    Top(i64),
    Bottom(i64),
    UpTo(i64),
    Exactly(i64),
    AtLeast(i64),
}

/// A statement of a deed.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    Let(&'static str, Tree),
    Set(&'static str, SetOp, Tree),
    Move(Members, Tree, Option<Tree>),
    Swap(Tree, Tree),
    Shuffle(Tree),
    Show(Members, Tree, bool),
    /// Without a `from` of its own: that would be read as the statement's.
    Hide(Members, Option<Tree>),
    If(Tree, Vec<Deed>, Vec<Deed>),
    There(Bound, Vec<Deed>),
    ForEach(Bound, Vec<Deed>),
    Stage(StageWord, Bound, Vec<Deed>),
    Choose(Vec<Bound>, Option<Tree>),
    Say(String, Option<Tree>),
    Give(Tree),
    Call(&'static str, Vec<Tree>),
    Again,
    Lost,
}

const NAMES: [&str; 8] = ["heap", "gold", "p", "c", "score_of", "dealer", "Ünder", "x2"];
const KINDS: [&str; 3] = ["Mile", "Card_2", "Token"];

fn name() -> impl Strategy<Value = &'static str> + Clone {
    prop::sample::select(&NAMES[..])
}

fn operator() -> impl Strategy<Value = BinaryOp> {
    use BinaryOp as B;
    let logic = vec![B::Or, B::And, B::Is, B::IsNot, B::In, B::Less, B::LessEq, B::More];
    let sums = vec![B::MoreEq, B::Otherwise, B::Range, B::Plus, B::Minus, B::Times, B::Divide];
    prop::sample::select([logic, sums, vec![B::Mod]].concat())
}

fn fold() -> impl Strategy<Value = FoldOp> {
    prop::sample::select(FoldOp::ALL.to_vec())
}

fn selector() -> impl Strategy<Value = Selector> {
    let amount = 1..20i64;
    prop_oneof![
        Just(Selector::Any),
        Just(Selector::Order),
        amount.clone().prop_map(Selector::Top),
        amount.clone().prop_map(Selector::Bottom),
        amount.clone().prop_map(Selector::UpTo),
        amount.clone().prop_map(Selector::Exactly),
        amount.prop_map(Selector::AtLeast),
    ]
}

/// Members of what `value` makes.
fn members(value: impl Strategy<Value = Tree> + Clone) -> impl Strategy<Value = Members> {
    let best = (prop::sample::select(vec![Extreme::Most, Extreme::Least]), name());
    let value = (value.clone(), prop::option::of(value.clone()), prop::option::of(value));
    (prop::option::of(selector()), value, prop::option::of(best)).prop_map(
        |(selector, (of, from, filter), best)| Members { selector, of, from, filter, best },
    )
}

fn bound(value: impl Strategy<Value = Tree> + Clone) -> impl Strategy<Value = Bound> {
    let kind = prop::option::of(prop::sample::select(&KINDS[..]));
    (name(), kind, members(value)).prop_map(|(name, kind, members)| Bound { name, kind, members })
}

/// Expressions, up to five deep.
pub fn tree() -> impl Strategy<Value = Tree> + Clone {
    let leaf = prop_oneof![
        (0..1_000_000i64).prop_map(Tree::Number),
        Just(Tree::Yes),
        Just(Tree::None),
        Just(Tree::Me),
        name().prop_map(Tree::Name),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        let quantifier =
            prop::sample::select(vec![Quantifier::Any, Quantifier::Every, Quantifier::No]);
        let bound = || bound(inner.clone()).prop_map(Box::new);
        prop_oneof![
            2 => (boxed.clone(), name()).prop_map(|(of, name)| Tree::Dot(of, name)),
            1 => (name(), prop::collection::vec(inner.clone(), 0..3))
                .prop_map(|(name, args)| Tree::Call(name, args)),
            1 => prop::collection::vec(inner.clone(), 2..4).prop_map(Tree::List),
            1 => boxed.clone().prop_map(Tree::Not),
            1 => boxed.clone().prop_map(Tree::Minus),
            6 => (operator(), boxed.clone(), boxed.clone())
                .prop_map(|(op, left, right)| Tree::Binary(op, left, right)),
            1 => (quantifier, bound(), boxed.clone())
                .prop_map(|(word, bound, has)| Tree::Has(word, bound, has)),
            1 => bound().prop_map(Tree::Count),
            1 => (fold(), boxed, bound()).prop_map(|(op, of, bound)| Tree::Fold(op, of, bound)),
            1 => bound().prop_map(Tree::Those),
            1 => bound().prop_map(Tree::First),
            1 => [inner.clone(), inner.clone(), inner.clone()].prop_map(|three| Tree::If(Box::new(three))),
        ]
    })
}

/// Statements, up to three deep.
pub fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let set = prop::sample::select(vec![SetOp::To, SetOp::Plus, SetOp::Minus]);
    let args = prop::collection::vec(tree(), 0..3);
    let leaf = prop_oneof![
        (name(), tree()).prop_map(|(name, value)| Deed::Let(name, value)),
        (name(), set, tree()).prop_map(|(name, op, value)| Deed::Set(name, op, value)),
        (members(tree()), tree(), prop::option::of(tree()))
            .prop_map(|(cards, to, at)| Deed::Move(cards, to, at)),
        (tree(), tree()).prop_map(|(one, other)| Deed::Swap(one, other)),
        tree().prop_map(Deed::Shuffle),
        (members(tree()), tree(), any::<bool>())
            .prop_map(|(cards, to, secretly)| Deed::Show(cards, to, secretly)),
        (members(tree()), prop::option::of(tree()))
            .prop_map(|(cards, from)| Deed::Hide(Members { from: None, ..cards }, from)),
        (prop::collection::vec(bound(tree()), 1..3), prop::option::of(tree()))
            .prop_map(|(bound, by)| Deed::Choose(bound, by)),
        ("[ -!#-\\[\\]-z|~äß€]{0,20}", prop::option::of(tree()))
            .prop_map(|(text, to)| Deed::Say(text, to)),
        tree().prop_map(Deed::Give),
        (name(), args).prop_map(|(name, args)| Deed::Call(name, args)),
        Just(Deed::Again),
        Just(Deed::Lost),
    ];
    let one = leaf.prop_recursive(3, 12, 3, |inner| {
        let block = prop::collection::vec(inner, 0..3);
        let word = prop::sample::select(vec![StageWord::Round, StageWord::Turn, StageWord::Phase]);
        prop_oneof![
            (tree(), block.clone(), block.clone())
                .prop_map(|(test, then, or)| Deed::If(test, then, or)),
            (bound(tree()), block.clone()).prop_map(|(bound, then)| Deed::There(bound, then)),
            (bound(tree()), block.clone()).prop_map(|(bound, body)| Deed::ForEach(bound, body)),
            (word, bound(tree()), block)
                .prop_map(|(word, bound, body)| Deed::Stage(word, bound, body)),
        ]
    });
    prop::collection::vec(one, 0..4)
}
