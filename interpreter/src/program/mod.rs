//! The lowered form of a rulebook for one set-up: code, tables, frames, forms. Made by
//! [`crate::lower`], run by [`crate::machine`]. Options and the number of seats are constants in
//! it.

pub mod board;
pub mod field;
pub mod form;
mod listing;
#[expect(missing_docs, reason = "the operands of an instruction are explained with it")]
pub mod op;
pub mod schema;

pub use field::{
    Bytes, Field, LoopFrame, SiteFrame, StackEntry, StageFrame, StoredList, StoredMask,
};
pub use form::{
    EndRule, Entry, Form, FormStep, Frame, FrameKind, Handler, How, Limit, Live, Loc, Locals,
    Members, Name, Named, Need, Secret, Site, StageCode, Through, Who, Whose, Wrote,
};
pub use op::{BoardOp, Effect, Flow, Land, ListOp, MaskOp, Op, Pc, R, ZoneOp};
pub use schema::{Apart, Family, Inst, NONE, NOWHERE, Schema, Status, UNSET, ZoneKeys, header};

use crate::ask::FaultKind;
use houserules_lang::ir::{
    CounterId, Expr, LimitId, LocalId, MoveId, OptionId, Rulebook, SiteId, StageId, StageInfo,
    StmtId, TextId, Type, Value, WordId, ZoneId,
};
use houserules_lang::source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// Why a rulebook cannot be set up like that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetupError {
    /// So many cannot play; the ends are given.
    Seats(u8, u8),
    /// There is no such option, or not with that value.
    Option(OptionId),
    /// More than the machine can address: what, and where.
    TooBig(&'static str, Span),
    /// Deeds, moves or words that lead back to themselves.
    Circle(Span),
    /// Something the machine cannot play yet.
    Unsupported(&'static str, Span),
}

impl std::fmt::Display for SetupError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Seats(least, most) => write!(f, "this game is for {least} to {most} players"),
            Self::Option(_) => write!(f, "there is no such option, or it cannot have that value"),
            Self::TooBig(what, _) => write!(f, "the game has too many {what}"),
            Self::Circle(_) => write!(f, "deeds, moves or words lead back to themselves"),
            Self::Unsupported(what, _) => write!(f, "{what} cannot be played yet"),
        }
    }
}

impl std::error::Error for SetupError {}

/// The bit that tells a text of a field from the number of a text with holes.
pub const STRING: i64 = 1 << 40;

/// Budgets: when one runs out, the game stops with a fault that names it.
pub mod budget {
    /// Loop turns, calls and questions between two decisions.
    pub const STEPS: u64 = 5_000_000;
    /// So many steps is what happens on the table worth: whoever keeps a log of rules that run away
    /// must not run out of memory first. Counted whether or not anybody keeps one.
    pub const EVENT: u64 = 10;
    /// Candidates looked at in one search for the completion of a form.
    pub const SEARCH: u64 = 2_000_000;
    /// Members that one `all from … by …` may find.
    pub const REACH: usize = 4096;
    /// Different things that a game may remember.
    pub const MEMOS: usize = 4096;
    /// Tries to draw what meets a condition, before all are gone through.
    pub const TRIES: u64 = 64;
    /// So many sets, orders or numbers are gone through for an even draw; of more, one is drawn
    /// until it fits.
    pub const LISTED: u64 = 400_000;
    /// So many sets or orders are tested one by one where complete options are counted.
    pub const COUNTED: u64 = 20_000;
    /// Draws of a complete option whose sets were counted untested.
    pub const REJECTED: u32 = 100_000;
}

/// Faults of [`Op::Fail`].
pub const FAILS: [FaultKind; 3] = [FaultKind::NotRunning, FaultKind::NoneUsed, FaultKind::NoEnding];

/// A column: for each value from `lo` the mask of members that have it.
#[derive(Debug, Clone)]
pub struct Column {
    /// The value of the first mask.
    pub lo: i64,
    /// Masks, `w` words each.
    pub masks: Vec<u64>,
    /// Words of a mask.
    pub w: u8,
}

/// A search on a map.
#[derive(Debug, Clone, Copy)]
pub struct TravelCode {
    /// The map it is made on.
    pub map: houserules_lang::ir::MapId,
    /// Where it starts.
    pub from: R,
    /// How much may be spent, or where to.
    pub to: R,
    /// What a step costs; 1 without it.
    pub fare: Option<Fare>,
    /// What is wanted.
    pub found: Found,
}

/// What prices a step: pure code, where it reads both ends, and where it leaves the price.
#[derive(Debug, Clone, Copy)]
pub struct Fare {
    /// The first instruction of the code.
    pub entry: Pc,
    /// Where the code reads the node that the step leaves.
    pub here: R,
    /// Where the code reads the node that the step reaches.
    pub there: R,
    /// The price; none if there is no such step.
    pub price: R,
}

/// What a search on a map leaves.
#[derive(Debug, Clone, Copy)]
pub enum Found {
    /// A mask of nodes.
    Places(R, u8),
    /// The nodes of a way, added to a list.
    Way(u16),
    /// What the cheapest way costs, or none.
    Distance(R),
}

/// What `remember` and `remembered` compare.
#[derive(Debug, Clone)]
pub struct Memo {
    /// What sort of things it is.
    pub salt: u64,
    /// What it consists of.
    pub parts: Vec<MemoPart>,
}

/// A part of what is remembered.
#[derive(Debug, Clone)]
pub enum MemoPart {
    /// A value in a register.
    Reg(R),
    /// Members, a bit each, in registers.
    Mask(R, u8),
    /// A list by its number.
    List(u16),
    /// All that the members of an enum have.
    Things {
        /// Their counters, by number.
        counters: Vec<u16>,
        /// Their zones, by number.
        zones: Vec<u16>,
    },
}

/// Lines on a rectangle: as square lists, and how far apart squares of a line lie, with the squares
/// where one begins.
#[derive(Debug, Clone)]
pub struct Lines {
    /// The enum that names the squares, by its id.
    pub on: u16,
    /// Squares of a line.
    pub n: u16,
    /// The squares of each line, in order.
    pub lines: Vec<Vec<i64>>,
    /// Directions: step, and a mask of squares where a line begins; for boards of up to 64 squares.
    pub starts: Vec<(u32, u64)>,
}

/// A lowered word: where it begins, where its arguments go and its value is.
#[derive(Debug, Clone)]
pub struct WordCode {
    /// The first instruction; the last is a [`Op::Back`].
    pub entry: Pc,
    /// Where a caller puts each argument.
    pub params: Vec<Loc>,
    /// Where a caller finds the value.
    pub result: Loc,
    /// The trait of squares that the value is, by its first bit.
    pub of_square: Option<u8>,
}

/// The code of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statement {
    /// Its first instruction.
    pub from: Pc,
    /// The first behind it.
    pub to: Pc,
    /// Where it stands in the rules.
    pub span: Span,
}

/// Holes of texts, by text: code, where the value is, and its type.
pub type Holes = BTreeMap<TextId, Vec<(Pc, Loc, Expr)>>;

/// A lowered rulebook. Cheap to share, never changed while a game runs.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// What it was lowered from.
    pub book: Arc<Rulebook>,
    /// The values of the options.
    pub options: Vec<Value>,
    /// Those that were set by hand, be it to what they are anyway: they keep their value under
    /// other rules.
    pub set: BTreeSet<OptionId>,
    /// Where everything lies.
    pub schema: Schema,
    /// The instructions; a [`Pc`] is an index.
    pub code: Vec<Op>,
    /// For each instruction the place in the rules.
    pub spans: Vec<Span>,
    /// Where the code of each statement lies, in its order; those within another behind it.
    pub statements: Vec<Statement>,
    /// From where to where code is told only to some; some of it lies within other such code.
    pub asides: Vec<(Pc, Pc)>,
    /// Where the game starts.
    pub entry: Pc,
    /// Constants that do not fit into an instruction.
    pub wide: Vec<i64>,
    /// Constant masks, any number of words each.
    pub masks: Vec<u64>,
    /// Fields: a value a card or member.
    pub tables: Vec<Vec<i64>>,
    /// Set fields: a mask a card or member.
    pub mask_tables: Vec<Vec<u64>>,
    /// Columns that [`MaskOp::Column`] looks into.
    pub columns: Vec<Column>,
    /// Constant lists, which instructions copy.
    pub lists: Vec<Vec<i64>>,
    /// Lines of rectangles, one for each enum and length that rules ask about.
    pub lines: Vec<Lines>,
    /// Searches on maps.
    pub travels: Vec<TravelCode>,
    /// What is remembered and looked up.
    pub memos: Vec<Memo>,
    /// Grids, by their numbers: the zone of a key.
    pub grids: Vec<u16>,
    /// How tiles lie.
    pub shapes: Vec<board::TileShape>,
    /// For each card its shape; beyond the last: it is no tile.
    pub shape_of: Vec<u8>,
    /// What is known of squares by what lies there alone.
    pub traits: board::Traits,
    /// Texts of fields.
    pub strings: Vec<Arc<str>>,
    /// Frames: bodies, stages, sites.
    pub frames: Vec<Frame>,
    /// Moves, by id.
    pub forms: Vec<Form>,
    /// Limits, by id.
    pub limits: Vec<Limit>,
    /// Limits that are used up for a card.
    pub card_limits: Vec<u16>,
    /// Stages, by id; `play` is the last.
    pub stages: Vec<StageCode>,
    /// Choices, by id.
    pub sites: Vec<Site>,
    /// `runs out`, in order.
    pub runs_out: Vec<Handler>,
    /// Holes of texts.
    pub holes: Holes,
    /// The same for texts about a move that is being filled in: parameters are read from the
    /// drafts.
    pub draft_holes: Holes,
    /// Where the code of a call, stage or choice begins.
    pub marks: BTreeMap<StmtId, Pc>,
    /// What loops keep.
    pub loops: BTreeMap<StmtId, LoopFrame>,
    /// What each stage's elements are; numbers if it names none.
    pub element_types: Vec<Type>,
    /// What all `ends at once` read.
    pub at_once: u64,
    /// Registers and lists the code uses.
    pub registers: (u32, u32),
    /// Row of each card, as an index.
    pub rows: Vec<u16>,
    /// Lowered words, by id.
    pub words: Vec<Option<WordCode>>,
    /// Frame of each body, by its kind and index.
    pub bodies: BTreeMap<houserules_lang::ir::BodyRef, u16>,
    /// Where each body's locals lie.
    pub locals: BTreeMap<houserules_lang::ir::BodyRef, Locals>,
    /// Counters of a deed's or move's run, by frame.
    pub fresh: BTreeMap<u16, Vec<u16>>,
    /// No two cards are equal.
    pub all_different: bool,
    /// Copies of a card in one set may differ in what can be seen.
    pub copies_differ: bool,
    /// Where cards are kept while bodies run.
    pub live: Vec<Live>,
    /// Cards whose kind has counters or zones of its own.
    pub marked: Vec<bool>,
    /// Cards have counters or zones that not everybody sees who knows the card.
    pub hidden_marks: bool,
}

impl Program {
    /// Nothing lowered yet.
    pub(crate) fn empty(book: Arc<Rulebook>, schema: Schema, options: Vec<Value>) -> Self {
        Self { book, options, schema, ..Self::default() }
    }

    /// How a card lies, if it is a tile.
    #[must_use]
    pub fn tile(&self, card: u16) -> Option<&board::TileShape> {
        let shape = self.shape_of.get(usize::from(card))?;
        self.shapes.get(usize::from(*shape))
    }

    /// `play`, which stands behind the stages of the rules.
    #[must_use]
    pub fn play(&self) -> &StageCode {
        &self.stages[self.book.stages.len()]
    }

    /// What a stage's elements are.
    #[must_use]
    pub fn element_type(&self, stage: StageId) -> &Type {
        &self.element_types[stage.index()]
    }

    /// What the rules say of a stage; none of `play`, which is no stage of theirs.
    #[must_use]
    pub fn stage_info(&self, stage: StageId) -> Option<&StageInfo> {
        self.book.stages.get(stage.index())
    }
}

/// An id of a rulebook is an index into a list of the program lowered from it: `program[id]`
/// cannot fail but for an id of another rulebook, which is a mistake of the program's own.
macro_rules! by_id {
    ($($id:ident in $whole:ident.$list:tt: $of:ty;)*) => {$(
        impl Index<$id> for $whole {
            type Output = $of;
            #[inline]
            fn index(&self, id: $id) -> &$of {
                &self.$list[id.index()]
            }
        }
        impl IndexMut<$id> for $whole {
            #[inline]
            fn index_mut(&mut self, id: $id) -> &mut $of {
                &mut self.$list[id.index()]
            }
        }
    )*};
}

by_id! {
    OptionId in Program.options: Value;
    WordId in Program.words: Option<WordCode>;
    MoveId in Program.forms: Form;
    LimitId in Program.limits: Limit;
    StageId in Program.stages: StageCode;
    SiteId in Program.sites: Site;
    ZoneId in Schema.zones: ZoneKeys;
    CounterId in Schema.counters: Family;
    LocalId in Locals.0: Loc;
}
