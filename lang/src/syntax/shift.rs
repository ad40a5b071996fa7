//! Moves a syntax tree that was read somewhere to where its text stands now.

use super::ast::*;
use crate::source::{FileId, Span};
use std::sync::Arc;

/// Into which text, and where a byte of the old one stands there.
#[derive(Clone, Copy)]
pub(super) struct By<'a> {
    /// The text it stands in now.
    pub file: FileId,
    /// Where a byte stands now.
    pub to: &'a dyn Fn(u32) -> u32,
}

/// What has places in a text.
pub(super) trait Shift {
    /// Moves all of its places.
    fn shift(&mut self, by: By<'_>);
}

impl Shift for Span {
    fn shift(&mut self, by: By<'_>) {
        *self = Self { file: by.file, start: (by.to)(self.start), end: (by.to)(self.end) };
    }
}

impl<T: Shift> Shift for Vec<T> {
    fn shift(&mut self, by: By<'_>) {
        self.iter_mut().for_each(|part| part.shift(by));
    }
}

impl<T: Shift> Shift for Option<T> {
    fn shift(&mut self, by: By<'_>) {
        self.iter_mut().for_each(|part| part.shift(by));
    }
}

impl<T: Shift> Shift for Box<T> {
    fn shift(&mut self, by: By<'_>) {
        (**self).shift(by);
    }
}

impl<A: Shift, B: Shift> Shift for (A, B) {
    fn shift(&mut self, by: By<'_>) {
        self.0.shift(by);
        self.1.shift(by);
    }
}

/// What has no places.
macro_rules! placeless {
    ($($of:ty),* $(,)?) => { $(impl Shift for $of { fn shift(&mut self, _: By<'_>) {} })* };
}

/// Nodes by their fields; one that is forgotten does not compile.
macro_rules! nodes {
    ($($of:ident { $($field:ident),* })*) => { $(impl Shift for $of {
        fn shift(&mut self, by: By<'_>) {
            let Self { $($field),* } = self;
            $($field.shift(by);)*
        }
    })* };
}

/// Sorts of nodes by what they hold; one that is forgotten does not compile.
macro_rules! sorts {
    ($($of:ident { $($sort:ident $(($($part:ident),*))? $({$($field:ident),*})?),* $(,)? })*) => {
        $(impl Shift for $of {
            fn shift(&mut self, by: By<'_>) {
                match self {
                    $(Self::$sort $(($($part),*))? $({$($field),*})? => {
                        $($($part.shift(by);)*)?
                        $($($field.shift(by);)*)?
                    })*
                }
            }
        })*
    };
}

placeless!(
    bool,
    char,
    i64,
    u128,
    String,
    Arc<str>,
    StageWord,
    UnaryOp,
    BinaryOp,
    Quantifier,
    FoldOp,
    Extreme,
    Sought
);
placeless!(ZoneShape, Seen, Lasts, InterruptWhen, NamedWord, StageSort, SetOp);

nodes! {
    Name { text, span }
    Expr { kind, span }
    Search { what, map, from, to, costing }
    Binder { name, kind, domain, span }
    Domain { selector, base, from, onwards, filter, best, span }
    Best { extreme, word, args }
    Text { parts, raw, span, openly }
    Item { doc, kind, span }
    Doc { text, rules }
    RuleId { id, span }
    ModuleParam { is_unit, name }
    Field { doc, name, ty, default }
    MemberRow { name, cells }
    Member { doc, name, kind, seen, capped, bookkeeping, lasts, span }
    TypeExpr { kind, optional, span }
    Param { name, ty }
    Define { name, params, receiver, result, deep, value }
    Deep { levels, span }
    Deed { name, params, result, title, body }
    Move { name, params, title, joins, limit, needs, body, attempt }
    Attempt { works, wrong, late }
    MoveParam { name, ty, domain }
    Limit { per, keys, reason, span, openly }
    Needs { condition, reason, span, openly }
    Menu { name, params, limit, tiers }
    Entry { may, what, title, span }
    Interrupt { when, target, names, condition, body }
    Change { word, names, receiver, condition, by, value }
    Forbid { target, names, condition, reason }
    StageRef { sort, title, span }
    Block { stmts, span }
    Stmt { kind, span, openly }
    Stage { word, title, binder, body }
    Ends { at_once, condition, body }
    Choose { may, what, by, secretly, asking, until_all_pass }
    TestItem { title, rules, players, seed, settings, steps }
    Step { kind, span }
}

sorts! {
    ExprKind {
        Number(n), Money(symbol, n), Text(text), Bool(b), None, Empty, Me, This, Players, Opponents, Stage(word),
        Name(name), Dot(of, name), Call(of, args), Literal(words), Group(list), Unary(op, of),
        Binary(op, span, left, right), Quantifier(word, binder, condition), Count(of), Fold(op, value, binder),
        Those(binder), First(binder), Search(search), If(condition, then, other), Domain(domain),
        Let(name, value, then), After(of, deed),
    }
    CountOf { Binder(binder), Domain(domain) }
    LiteralWord { Word(name), Number(n, span), Money(symbol, n, span) }
    DomainBase { List(list), Spots { card, over, place }, Reach { from, word }, Lines { length, on } }
    Selector { Any, Order, Top(n), Bottom(n), UpTo(n), Exactly(n), AtLeast(n) }
    TextPart { Words(words), Hole(hole) }
    ItemKind {
        Game { title, author }, Module { name, params }, Variant { title, over }, Within { name, items },
        Players { least, most }, Use { module, args }, Option { name, ty, default }, Unit { name, symbol },
        Enum { name, body }, Card { name, fields }, Sum { name, members },
        Tile { name, size, squares, edges, fields }, Map { name, stop, joins, by, columns },
        Deck { name, of, stock }, Has { owner, members }, Define(define), Deed(deed), Move(of), Menu(menu),
        Setup(body), Play(body), Interrupt(interrupt), RunsOut { owner, zone, body }, Change(change), Forbid(forbid),
        RulesFor { each, card, zone, items }, Physical { rules, reason }, Replace(item), ReplaceStage(stage),
        ReplaceEnds { of, ends }, Remove(head), ExtendEnum { name, members }, ExtendDeck { name, stock },
        ExtendMenu { name, otherwise, tiers }, ExtendStage { stage, body }, Set { target, value }, Test(test),
        Broken { word, name },
    }
    EnumBody { Members(members), Rows { fields, rows }, Rectangle { columns, rows, first, span },
    Table { file, fields } }
    Stock {
        Table { kind, file, times, filter, span }, Product { copies, domains, span },
        Copies { copies, literal, span }, Fewer { copies, literal, span },
    }
    OwnerExpr { Table, Stage(word, span), Name(name), Pair(one, other) }
    MemberKind { Zone { shape, of }, Counter { ty, start } }
    TypeKind { Bool, Range { symbol, low, high }, List(of), Set(of), Zone { any, of }, Name(name) }
    EntryKind { Pass, Named(name, args) }
    Head {
        Test(title), Stage(stage), Ends { of, condition }, RulesFor { card, zone },
        RunsOut { owner, zone },
        Interrupt { when, target, condition }, Change { word, condition, value },
        Forbid { target, condition, reason }, Members { owner, members }, Stock { deck, stock }, Physical(rules),
        Named { word, name, of },
    }
    SetTarget { Name(name), Member(of, name), Card(words, span, name) }
    StmtKind {
        Let(name, value), Move { cards, to, at }, Swap(left, right), Shuffle(pile), Show { cards, to, secretly }, Hide(cards, from),
        If { test, then, otherwise }, ForEach(binder, body), Repeat(condition, body), Stage(stage), Ends(ends), End(end), Give(value),
        Say(text, to), Again, AsUsual, Choose(choose), Set(place, op, value), Call(call),
    }
    Value { Expr(value), AsUsual(span) }
    At { Top, Bottom, Place(place) }
    Test { If(condition), ThereIs(binder) }
    End { Won(who), Lost, Drawn, Stage(word, title) }
    ChooseWhat { Tiers(tiers, span), Menu(name, args), Binders(binders) }
    Chooser { Me, Seat(seat), Chance, Each(who), Race(who) }
    StepKind {
        Given(lines), Expect(expect), Simulate { games, expecting, each, times }, Do(statement), ChanceGives(values),
        AllPass, Let(name, value), Does { who, what, args }, Chooses { who, args }, Passes { who },
        Cannot { who, doing, because }, MayOnly { who, all }, ChanceShuffles { place, values },
        ChanceAgain(number),
        PlayTo(word),
    }
    Given {
        Table { owner, columns, rows, span }, Turn { who, phase }, Rest { zone }, Is { place, values },
        Knows { who, cards }, Else,
    }
    Doing { Pass, Choose(values), Move(name, values) }
    Expect {
        Turn(who), Won(who), Lost, Drawn, Told { who, not, text }, Same { who, given },
        Listed { condition, literal, more }, Holds(condition),
    }
    TestValue { Copies(n, of), At(of, place), Expr(value) }
}
