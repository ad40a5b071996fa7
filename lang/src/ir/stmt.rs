//! What happens: deeds, moves, statements, stages, choices.

use super::{
    BodyRef, CounterPlace, DeedId, Domain, Expr, LimitId, LocalId, MoveId, SiteId, StageId,
    StageWord, Step, TextId, Type, ZoneId,
};
use crate::source::Span;
use serde::Serialize;

/// A local name of a body.
#[derive(Debug, Clone, Serialize)]
pub struct LocalDecl {
    /// As written; compiler-made ones begin with `#`.
    pub name: String,
    /// What it holds; with `per_seat`, what each seat's value is.
    pub ty: Type,
    /// One value a seat: filled by `choose … by each`.
    pub per_seat: bool,
    /// Where it is bound.
    #[serde(skip)]
    pub span: Span,
}

/// Statements with their locals.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Body {
    /// Parameters first, then lets, binders and loop names.
    pub locals: Vec<LocalDecl>,
    /// What is carried out, in order.
    pub block: Vec<Stmt>,
}

/// A deed. Wrapped deeds are chains of deeds: the one that is called runs the outermost layer.
#[derive(Debug, Clone, Serialize)]
pub struct Deed {
    /// Its name; a woven layer's begins with `#`.
    pub name: String,
    /// How many of the locals are parameters.
    pub params: u16,
    /// What it gives, if anything.
    pub result: Option<Type>,
    /// Shown in the path while it runs.
    pub title: Option<TextId>,
    /// What it does, its parameters first among the locals.
    pub body: Body,
    /// Whether it, or anything it calls, may stop for a decision.
    pub pauses: bool,
    /// Whether it is somebody who decides there, and not chance alone.
    #[serde(skip)]
    pub asks: bool,
    /// Where it is declared.
    #[serde(skip)]
    pub span: Span,
}

/// What a player may choose to do: an action, or an attempt, which may go wrong.
#[derive(Debug, Clone, Serialize)]
pub struct Move {
    /// As declared; menus and tests call it by it.
    pub name: String,
    /// How many of the locals the menu gives; they stand first.
    pub given: u16,
    /// Its open parameters in the order in which they are filled; the hidden `this` first, if it
    /// has one.
    pub steps: Vec<Step>,
    /// Whether the first step is the hidden card the move stands on.
    pub hidden_this: bool,
    /// How the log and menus name it.
    pub title: Option<TextId>,
    /// Its own `once per …`.
    pub limit: Option<LimitId>,
    /// What must hold, in order; `forbid`s come first.
    pub needs: Vec<Need>,
    /// `works when`, `wrong` and `late` of an attempt.
    pub attempt: Option<AttemptBody>,
    /// Its locals, and what happens (of an attempt: when it works).
    pub body: Body,
    /// Whether it says `again` anywhere.
    pub again: bool,
    /// Its prose, for help in menus.
    pub doc: String,
    /// Where it is declared.
    #[serde(skip)]
    pub span: Span,
}

/// The parts of an attempt. Their locals are the move's.
#[derive(Debug, Clone, Serialize)]
pub struct AttemptBody {
    /// Tested for all committed attempts on the table as it was when they were asked.
    pub works: Expr,
    /// When it does not hold.
    pub wrong: Vec<Stmt>,
    /// When it holds, but another attempt of the same asking has worked; left out: as `wrong`.
    pub late: Option<Vec<Stmt>>,
}

/// `needs c else "…"`, or a `forbid` turned round.
#[derive(Debug, Clone, Serialize)]
pub struct Need {
    /// What must hold.
    pub condition: Expr,
    /// What a player is told who tries it all the same.
    pub reason: TextId,
    /// How many of the move's steps must be filled before it can be tested.
    pub after: u16,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
}

/// `once per stage for keys else "…"`: counts for each chooser and each value of the keys.
#[derive(Debug, Clone, Serialize)]
pub struct Limit {
    /// In the innermost stage of this word.
    pub per: StageWord,
    /// The move's locals it counts by; empty for menus.
    pub keys: Vec<LocalId>,
    /// The refusal; none: "only once a turn".
    pub reason: Option<TextId>,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
}

/// The number of a statement: no two of a rulebook, its tests and what is typed at its game have
/// the same. Given once everything is woven in; see [`super::numbering`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StmtId(pub u32);

impl StmtId {
    /// Of a statement that belongs to no rulebook yet.
    pub const OPEN: Self = Self(u32::MAX);
}

/// Something that happens: a sentence, or one with others in its braces.
#[derive(Debug, Clone, Serialize)]
pub struct Stmt {
    /// Its number in the rulebook.
    #[serde(skip)]
    pub id: StmtId,
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
}

impl Stmt {
    /// A statement that belongs to no rulebook yet.
    #[must_use]
    pub fn open(kind: StmtKind, span: Span) -> Self {
        Self { id: StmtId::OPEN, kind, span }
    }
}

/// What a statement is.
#[derive(Debug, Clone, Serialize)]
pub enum StmtKind {
    /// `let x = e`, or writing to it again.
    Let(LocalId, Expr),
    /// A deed, and where its result goes.
    Call {
        /// Which deed; of a wrapped one its outermost layer.
        deed: DeedId,
        /// A value for each of its parameters.
        args: Vec<Expr>,
        /// Where its result goes.
        into: Option<LocalId>,
    },
    /// `place = e`, `+=`, `-=`.
    Set(CounterPlace, SetOp, Expr),
    /// Cards to a zone, one atom each, in domain order. `Top`/`Bottom` bases are draws: see
    /// [`super::Base::Top`].
    Move {
        /// Which cards, in the order in which they go.
        cards: Domain,
        /// Where to: of type `Zone`.
        to: Expr,
        /// Where in it.
        at: At,
    },
    /// Two cards change places.
    Swap(Expr, Expr),
    /// A zone in a random order; knowers become those who see the zone.
    Shuffle(Expr),
    /// Cards shown to players.
    Show(Domain, Domain),
    /// Cards that players know no longer, unless they see the zone.
    Hide(Domain, Domain),
    /// A counter shown to players.
    ShowCounter(CounterPlace, Domain),
    /// `if c { … } else { … }`: the second block is empty without `else`.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `if there is x in D`: the first member.
    IfThere(LocalId, Domain, Vec<Stmt>, Vec<Stmt>),
    /// `for each`: the members are computed once, before the first.
    ForEach(LocalId, Domain, Vec<Stmt>),
    /// `repeat until`: the condition is asked before each time.
    Repeat(Expr, Vec<Stmt>),
    /// `round`, `turn` or `phase`, with all that happens in it.
    Stage(Box<Stage>),
    /// `end …`: of the game or of a stage.
    End(End),
    /// `give e`, or leaving early without a value.
    Give(Option<Expr>),
    /// A line for the log.
    Say(TextId),
    /// Lines of the log are for these players only, the readers of a text without words; none: as
    /// before the last of these. What is seen on the table is told to all in any case.
    Aside(Option<TextId>),
    /// `remember(a, b)`: what these are is remembered.
    Remember(Vec<super::Noted>),
    /// The choice was not used up: the menu is asked anew when the move has finished.
    Again,
    /// `choose …`: it stops here until those who are asked have answered.
    Choose(Box<Choose>),
}

pub use crate::syntax::ast::SetOp;

/// Where a moved card lands. Left out: a pile's top, a row's right end, behind the highest place of
/// slots.
#[derive(Debug, Clone, Serialize)]
pub enum At {
    /// As the zone's shape has it.
    Usual,
    /// On top of a pile, at the left end of a row.
    Top,
    /// Under a pile, at the right end of a row.
    Bottom,
    /// At the n-th place, from 1.
    Place(Expr),
    /// At a spot of a grid.
    Spot(Expr),
}

/// A part of the game that may repeat: `round n in 1..5 { … }`, `phase "…" { … }`.
#[derive(Debug, Clone, Serialize)]
pub struct Stage {
    /// Index in [`super::Rulebook::stages`].
    pub id: StageId,
    /// What it goes through; none: its body runs once.
    pub over: Option<(StageName, Domain)>,
    /// Its endings, in order.
    pub ends: Vec<Ends>,
    /// What happens for each element, or once.
    pub body: Vec<Stmt>,
}

/// What a stage binds.
#[derive(Debug, Clone, Copy, Serialize)]
pub enum StageName {
    /// `me`: the seat acts.
    Me,
    /// A name for the element, such as `n` in `round n in 1..5`.
    Local(LocalId),
}

/// What is known of a stage without its body.
#[derive(Debug, Clone, Serialize)]
pub struct StageInfo {
    /// Whether it is a round, a turn or a phase.
    pub word: StageWord,
    /// The text behind its word, which may have holes; none: the path says just the word.
    pub title: Option<TextId>,
    /// The title as written, for `end phase "…"` and `given … in "…"`.
    pub raw_title: Option<String>,
    /// It binds `me`.
    pub sets_me: bool,
    /// The body it stands in.
    pub body: BodyRef,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
}

/// `ends when` / `ends at once when`.
#[derive(Debug, Clone, Serialize)]
pub struct Ends {
    /// `at once`: after every atom. Otherwise after a move with no other running, and after each
    /// element of an inner stage.
    pub at_once: bool,
    /// What ends it, once it holds.
    pub condition: Expr,
    /// What follows, where the stage stood.
    pub body: Vec<Stmt>,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
}

/// What `end …` brings to an end, and who has won if that is the game.
#[derive(Debug, Clone, Serialize)]
pub enum End {
    /// The game, won by these seats.
    Won(Domain),
    /// The game, lost by all.
    Lost,
    /// The game, and nobody has won or lost.
    Drawn,
    /// The innermost running one of these stages.
    Stage(Vec<StageId>),
}

/// A question put to somebody, or to chance, and what may be answered.
#[derive(Debug, Clone, Serialize)]
pub struct Choose {
    /// Index in [`super::Rulebook::sites`].
    pub id: SiteId,
    /// What is offered.
    pub what: Offer,
    /// Who is asked, and whether one after the other or all at once.
    pub by: Chooser,
    /// `secretly`: what is chosen is told to the chooser alone; what chance gives, to nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secretly: Option<Secretly>,
    /// The question put to them.
    pub asking: Option<TextId>,
    /// Asked again until an asking in which nothing took effect.
    pub until_all_pass: bool,
}

/// A choice that is told to the chooser alone.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Secretly {
    /// Where it is kept who chose, as long as what they chose has a name; none where several
    /// choose, each for themselves, and where chance does.
    pub chooser: Option<LocalId>,
}

/// What a choice offers.
#[derive(Debug, Clone, Serialize)]
pub enum Offer {
    /// Tiers of moves: the first with an available move that is not `may` is on offer, and every
    /// `may` entry of it and of earlier tiers.
    Menu(Vec<Vec<Entry>>),
    /// Values, one step after another. `may choose`: the single step is `UpToOne`, or `none` for a
    /// declined subset.
    Values {
        /// What is chosen, value by value; a later one may depend on those before.
        steps: Vec<Step>,
        /// `may`: it may be declined; the locals are none then.
        may: bool,
    },
}

/// An entry of a menu.
#[derive(Debug, Clone, Serialize)]
pub struct Entry {
    /// Never obliging, never counted as available.
    pub may: bool,
    /// What happens if it is chosen.
    pub what: EntryKind,
    /// How this menu names it.
    pub title: Option<TextId>,
    /// `once per …` of the menus it was spliced from.
    pub limits: Vec<LimitId>,
}

impl Entry {
    /// The move that it is; none if it is passing.
    #[must_use]
    pub fn leads_to(&self) -> Option<MoveId> {
        match self.what {
            EntryKind::Move(id, _) => Some(id),
            EntryKind::Pass => None,
        }
    }
}

/// A move with its given arguments, or passing.
#[derive(Debug, Clone, Serialize)]
pub enum EntryKind {
    /// `pass`: nothing takes effect.
    Pass,
    /// A move; arguments are read where the choice stands, `me` the asker.
    Move(MoveId, Vec<Expr>),
}

/// Who answers a choice.
#[derive(Debug, Clone, Serialize)]
pub enum Chooser {
    /// The acting seat.
    Me,
    /// `by p`: that player, whoever acts.
    Seat(Expr),
    /// `by chance`: drawn from the seed, step by step; copies of a card count singly.
    Chance,
    /// All of these, in secret; carried out in seat order.
    Each(Domain),
    /// All of these, in secret; carried out in order of arrival.
    Race(Domain),
}

/// What is known of a choice without its parts.
#[derive(Debug, Clone, Serialize)]
pub struct SiteInfo {
    /// The body it stands in.
    pub body: BodyRef,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
}

/// `when zone runs out`: runs when an atom needs a card of it and finds none; then the atom is
/// tried once more.
#[derive(Debug, Clone, Serialize)]
pub struct RunsOut {
    /// The zone that is to be filled again.
    pub zone: ZoneId,
    /// What happens; if the zone is not the table's, its first local is whose it is.
    pub body: Body,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
}

/// A name of cards of which not everybody knows which it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretName {
    /// Who knows it, as far as the rules name them.
    pub known_to: Vec<Knower>,
    /// Whether everybody knows at least if there is one, and how many.
    pub whether: bool,
    /// The zone in which it was found, whosever that is; none: it may be one of several.
    pub zone: Option<ZoneId>,
}

/// Somebody who knows what a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Knower {
    /// Who acts there.
    Me,
    /// Whoever has chosen it.
    Chooser,
    /// A player of that name.
    Named(LocalId),
}
