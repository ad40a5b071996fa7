//! What stands at the first column of a file.

use super::{
    Block, Domain, Expr, Head, LiteralWord, Name, SetTarget, Stage, StageRef, StageWord, Stmt,
    TestItem, Text,
};
use crate::source::Span;

/// An item, its prose and the rules it cites.
#[derive(Debug, Clone)]
pub struct Item {
    /// The `///` lines above it.
    pub doc: Doc,
    /// What it is.
    pub kind: ItemKind,
    /// From its first word to its end.
    pub span: Span,
}

/// Prose above an item, a member or a field.
#[derive(Debug, Clone, Default)]
pub struct Doc {
    /// The text, lines joined with `\n`, without the slashes.
    pub text: String,
    /// Rule ids cited in brackets at its end; ranges (`A-10 to A-13`) written out.
    pub rules: Vec<RuleId>,
}

/// A cited rule or ruling, such as `B3-041` or `A-5`.
#[derive(Debug, Clone)]
pub struct RuleId {
    /// As it is written in the file.
    pub id: String,
    /// Where it stands in its file.
    pub span: Span,
}

/// What an item is.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the sentence above each variant names its fields")]
pub enum ItemKind {
    /// `game "…" by "…"`
    Game { title: Text, author: Option<Text> },
    /// `module name (card Money, unit U)`
    Module { name: Name, params: Vec<ModuleParam> },
    /// `variant "…" over a, b`
    Variant { title: Text, over: Vec<Name> },
    /// `within name { … }`
    Within { name: Name, items: Vec<Item> },
    /// `players 2 to 6`
    Players { least: i64, most: i64 },
    /// `use name(A, B)`
    Use { module: Name, args: Vec<Name> },
    /// `option name: type = e`
    Option { name: Name, ty: TypeExpr, default: Expr },
    /// `unit Dollars "$"`
    Unit { name: Name, symbol: Option<Text> },
    /// `enum Name { … }`, `enum Name 3 by 3`, `enum Name from "x.csv" { … }`
    Enum { name: Name, body: EnumBody },
    /// `card Name { … }`
    Card { name: Name, fields: Vec<Field> },
    /// `card Name is A or B`
    Sum { name: Name, members: Vec<Name> },
    /// `tile Name 2 by 1 with squares S, edges E { … }`
    Tile {
        name: Name,
        size: (i64, i64),
        squares: Option<Name>,
        edges: Option<Name>,
        fields: Vec<Field>,
    },
    /// `map name of Stop joins City by Road(start, finish, spaces)`; without `of` the cities are
    /// its nodes.
    Map { name: Name, stop: Option<Name>, joins: Name, by: Name, columns: Vec<Name> },
    /// `deck name of Kind { … }`
    Deck { name: Name, of: Name, stock: Vec<Stock> },
    /// `each Owner has { … }` / `the table has { … }`
    Has { owner: OwnerExpr, members: Vec<Member> },
    /// `define name(params) for x: T -> R = e`
    Define(Define),
    /// `to name(params) -> T as "…" { … }`
    Deed(Deed),
    /// `action …` / `attempt …`
    Move(Move),
    /// `menu name(params) { … }`
    Menu(Menu),
    /// `setup { … }`
    Setup(Block),
    /// `play { … }`
    Play(Block),
    /// `before|after|instead of name(names) when c { … }`
    Interrupt(Interrupt),
    /// `when zone runs out { … }`, `when Player.zone runs out { … }`
    RunsOut { owner: Option<Name>, zone: Name, body: Block },
    /// `change name(names) for x when c to|by e`
    Change(Change),
    /// `forbid move(names) when c because "…"`
    Forbid(Forbid),
    /// `rules for Card in zone { … }`; `each`: for every card of a kind
    RulesFor { each: bool, card: Name, zone: Name, items: Vec<Item> },
    /// `physical B2-071: "…"`
    Physical { rules: Vec<RuleId>, reason: Text },
    /// `replace ITEM`: the item takes the place of that of the same sort and name.
    Replace(Box<Item>),
    /// `replace phase "part 2" { … }`; `as usual` in it stands for what it replaces.
    ReplaceStage(Stage),
    /// `replace ends of round when c { … }`
    ReplaceEnds { of: StageRef, ends: Stmt },
    /// `remove action name`
    Remove(Head),
    /// `extend enum Name { … }`
    ExtendEnum { name: Name, members: Vec<MemberRow> },
    /// `extend deck name { … }`
    ExtendDeck { name: Name, stock: Vec<Stock> },
    /// `extend menu name { a or b }`; `otherwise`: as further tiers.
    ExtendMenu { name: Name, otherwise: bool, tiers: Vec<Vec<Entry>> },
    /// `extend round { … }`
    ExtendStage { stage: StageRef, body: Block },
    /// `set option to e` / `set [card].field to e`
    Set { target: SetTarget, value: Expr },
    /// `test "…" …`
    Test(TestItem),
    /// An item that did not parse; its error was reported. The name silences errors that would
    /// follow from it.
    Broken { word: String, name: Option<Name> },
}

/// `card Money` / `unit U` in a module's head.
#[derive(Debug, Clone)]
pub struct ModuleParam {
    /// A unit, as against a card kind.
    pub is_unit: bool,
    /// Its name in the module.
    pub name: Name,
}

/// How an enum lists its members.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the sentence above each variant names its fields")]
pub enum EnumBody {
    /// `{ pink, black }`
    Members(Vec<Name>),
    /// `| spaces: Number { two | 3  three | 5 }`
    Rows { fields: Vec<Field>, rows: Vec<MemberRow> },
    /// `3 by 3`, `8 by 8 from a1`
    Rectangle { columns: i64, rows: i64, first: Option<Name>, span: Span },
    /// `from "x.csv" { … }`
    Table { file: Text, fields: Vec<Field> },
}

/// A member with the values of its fields: `two | 3`.
#[derive(Debug, Clone)]
pub struct MemberRow {
    /// As rules write it: `two`.
    pub name: Name,
    /// A value a field, in their order; none where only its name is written.
    pub cells: Vec<Expr>,
}

/// A printed field of a card, tile or table.
#[derive(Debug, Clone)]
pub struct Field {
    /// The `///` lines above it.
    pub doc: Doc,
    /// What it is read by, behind a dot; the heading of its column in a table.
    pub name: Name,
    /// What stands behind its colon.
    pub ty: TypeExpr,
    /// The value of an empty cell.
    pub default: Option<Expr>,
}

/// A line of a deck.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the sentence above each variant names its fields")]
pub enum Stock {
    /// `Kind from "x.csv" times column where c`
    Table { kind: Name, file: Text, times: Option<Name>, filter: Option<Expr>, span: Span },
    /// `6 each of (A, B)`
    Product { copies: i64, domains: Vec<Expr>, span: Span },
    /// `2 of [literal]`
    Copies { copies: i64, literal: Vec<LiteralWord>, span: Span },
    /// `remove from deck name { 2 of [literal] }`: so many copies fewer.
    Fewer { copies: i64, literal: Vec<LiteralWord>, span: Span },
}

impl Stock {
    /// Where the line stands.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Table { span, .. }
            | Self::Product { span, .. }
            | Self::Copies { span, .. }
            | Self::Fewer { span, .. } => *span,
        }
    }
}

/// Whom things belong to.
#[derive(Debug, Clone)]
pub enum OwnerExpr {
    /// `the table`, of which there is one.
    Table,
    /// `each round`, `each turn`, `each phase`: anew with each of them.
    Stage(StageWord, Span),
    /// `each Player`, `each Color`, `each heist`
    Name(Name),
    /// `each Player, Column`: one for each player and each column
    Pair(Name, Name),
}

/// A zone or counter.
#[derive(Debug, Clone)]
pub struct Member {
    /// The `///` lines above it.
    pub doc: Doc,
    /// What it is called, behind its owner and a dot.
    pub name: Name,
    /// Zone or counter.
    pub kind: MemberKind,
    /// `seen by owner` / `seen by nobody`; left out: everyone.
    pub seen: Option<Seen>,
    /// Where `capped` stands: it stops at the ends of its range.
    pub capped: Option<Span>,
    /// Where `bookkeeping` stands: hosts do not show it.
    pub bookkeeping: Option<Span>,
    /// `until next turn` (true) / `through next turn` (false)
    pub lasts: Option<Lasts>,
    /// From its name to its last trait.
    pub span: Span,
}

/// A zone or a counter.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the sentence above each variant names its fields")]
pub enum MemberKind {
    /// `pile of Skill`
    Zone { shape: ZoneShape, of: Name },
    /// `Number = 3`
    Counter { ty: TypeExpr, start: Option<Expr> },
}

/// How a zone is ordered.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum ZoneShape {
    /// First on top.
    Pile,
    /// Left to right.
    Row,
    /// No order: listed card by card, whichever came first.
    Set,
    /// At most one card.
    Slot,
    /// Places with numbers from 1, each for one card.
    Slots,
    /// Squares without an edge.
    Grid,
}

/// Who sees a thing.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum Seen {
    /// Everyone at the table; so it is where nothing is said.
    Everyone,
    /// The player whose it is, and nobody else.
    Owner,
    /// Nobody, as with a pile that lies face down.
    Nobody,
}

/// How long a counter keeps what was written.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum Lasts {
    /// `until next turn`
    Until,
    /// `through next turn`
    Through,
}

/// A written type.
#[derive(Debug, Clone)]
pub struct TypeExpr {
    /// What it is.
    pub kind: TypeKind,
    /// `or none`: there need not be a value.
    pub optional: bool,
    /// Where it stands in its file.
    pub span: Span,
}

/// What a written type is.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the sentence above each variant names its fields")]
pub enum TypeKind {
    /// `yes or no`
    Bool,
    /// `1..4`, `$0..$9`; the symbol is a unit's.
    Range { symbol: Option<char>, low: i64, high: i64 },
    /// `list of T`
    List(Name),
    /// `set of E`
    Set(Name),
    /// `zone of T` / `zone of any T`
    Zone { any: bool, of: Name },
    /// A name: `Number`, `Text`, `Player`, an enum, a card kind, a unit …
    Name(Name),
}

/// A parameter of a word, deed or menu.
#[derive(Debug, Clone)]
pub struct Param {
    /// By which its body knows what it was called with.
    pub name: Name,
    /// What stands behind its colon.
    pub ty: TypeExpr,
}

/// A word: `define name(params) for x: T -> R = e`.
#[derive(Debug, Clone)]
pub struct Define {
    /// What rules ask it by.
    pub name: Name,
    /// Parameters after the name.
    pub params: Vec<Param>,
    /// `for x: T`
    pub receiver: Option<Param>,
    /// `-> T`: what it gives; left out, as its value has it.
    pub result: Option<TypeExpr>,
    /// `at most 5 deep`
    pub deep: Option<Deep>,
    /// What stands behind `=`.
    pub value: Expr,
}

/// `at most 5 deep`: how many of a word's questions may be open at once, where it calls itself.
#[derive(Debug, Clone)]
pub struct Deep {
    /// As it is written, whatever that is.
    pub levels: i64,
    /// Where it stands.
    pub span: Span,
}

/// A deed: `to name(params) -> T as "…" { … }`.
#[derive(Debug, Clone)]
pub struct Deed {
    /// What rules call it by.
    pub name: Name,
    /// What it is called with, in brackets.
    pub params: Vec<Param>,
    /// `-> T`: what it gives; left out: nothing.
    pub result: Option<TypeExpr>,
    /// `as "…"`: shown in the path while it runs.
    pub title: Option<Text>,
    /// What happens when it is called.
    pub body: Block,
}

/// `action` and `attempt`
#[derive(Debug, Clone)]
pub struct Move {
    /// What menus and tests call it by.
    pub name: Name,
    /// Its parameters, given ones first.
    pub params: Vec<MoveParam>,
    /// `as "…"`: how the log and menus put it.
    pub title: Option<Text>,
    /// `joins menu(names)`: a menu that it adds itself to, and names for the menu's parameters.
    pub joins: Option<(Name, Vec<Name>)>,
    /// `once per …`
    pub limit: Option<Limit>,
    /// `needs … else "…"`
    pub needs: Vec<Needs>,
    /// What happens; of an attempt, when it works.
    pub body: Block,
    /// `works when`, `wrong`, `late`: an attempt's.
    pub attempt: Option<Attempt>,
}

/// What makes a move an attempt.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// `works when c`
    pub works: Expr,
    /// `wrong { … }`
    pub wrong: Block,
    /// `late { … }`
    pub late: Option<Block>,
}

/// A parameter of a move.
#[derive(Debug, Clone)]
pub struct MoveParam {
    /// By which the move knows what was chosen.
    pub name: Name,
    /// `: T`: the type of one that is given; of one that is filled, a kind that narrows it.
    pub ty: Option<TypeExpr>,
    /// `in D`: filled by the chooser.
    pub domain: Option<Domain>,
}

/// `once per turn for c else "…"`
#[derive(Debug, Clone)]
pub struct Limit {
    /// Per which stage.
    pub per: StageWord,
    /// `for a, b`
    pub keys: Vec<Name>,
    /// `else "…"`: what a player is told who tries it again.
    pub reason: Option<Text>,
    /// Where it stands in its file.
    pub span: Span,
    /// `openly`: what its refusal tells is the rule.
    pub openly: bool,
}

/// `needs c else "…"`
#[derive(Debug, Clone)]
pub struct Needs {
    /// What must hold.
    pub condition: Expr,
    /// Why not, if it does not.
    pub reason: Text,
    /// Where it stands in its file.
    pub span: Span,
    /// `openly`: what its refusal tells is the rule.
    pub openly: bool,
}

/// A list of moves to choose from: `menu name(params) { … }`.
#[derive(Debug, Clone)]
pub struct Menu {
    /// What `choose` and other menus call it by.
    pub name: Name,
    /// What it is offered with, in brackets.
    pub params: Vec<Param>,
    /// `once per …`
    pub limit: Option<Limit>,
    /// Its tiers, `otherwise` between them.
    pub tiers: Vec<Vec<Entry>>,
}

/// An entry of a menu.
#[derive(Debug, Clone)]
pub struct Entry {
    /// `may`: it obliges nobody.
    pub may: bool,
    /// `pass`, or a move or menu.
    pub what: EntryKind,
    /// `as "…"`: how this menu names it.
    pub title: Option<Text>,
    /// Where it stands in its file.
    pub span: Span,
}

/// What an entry offers.
#[derive(Debug, Clone)]
pub enum EntryKind {
    /// `pass`: to do nothing.
    Pass,
    /// A move or a menu, with the arguments it is given.
    Named(Name, Vec<Expr>),
}

/// When an interrupt runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InterruptWhen {
    /// `before`: it runs first, then what it interrupts.
    Before,
    /// `after`: it runs when what it interrupts is done.
    After,
    /// `instead of`: it runs in the place of what it interrupts.
    Instead,
}

/// `before|after|instead of name(names) when c { … }`.
#[derive(Debug, Clone)]
pub struct Interrupt {
    /// How it stands to what it interrupts.
    pub when: InterruptWhen,
    /// The deed or move.
    pub target: Name,
    /// Names for its parameters.
    pub names: Vec<Name>,
    /// `when c`: it interrupts only if that holds.
    pub condition: Option<Expr>,
    /// What happens then; `as usual` in it runs what it stands instead of.
    pub body: Block,
}

/// `change name(names) for x when c to|by e`: another value of a word.
#[derive(Debug, Clone)]
pub struct Change {
    /// The name of the word whose value changes.
    pub word: Name,
    /// Names for its parameters.
    pub names: Vec<Name>,
    /// `for x`: a name for what the word is asked of.
    pub receiver: Option<Name>,
    /// `when c`: it changes only if that holds.
    pub condition: Option<Expr>,
    /// `by`, as against `to`.
    pub by: bool,
    /// The new value; with `by`, what is added to the old one.
    pub value: Expr,
}

/// `forbid move(names) when c because "…"`: one more thing that a move needs.
#[derive(Debug, Clone)]
pub struct Forbid {
    /// The move or menu.
    pub target: Name,
    /// Names for its parameters.
    pub names: Vec<Name>,
    /// `when c`: it is forbidden only if that holds.
    pub condition: Option<Expr>,
    /// `because "…"`: what a player is told who tries it.
    pub reason: Text,
}
