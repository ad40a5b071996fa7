//! The instructions of a program. Operands named `d` are written; registers are indices into the
//! machine's register file, masks take as many registers in a row as they have words, lists are
//! indices into the machine's list file.

use houserules_lang::ir::ArithOp;

/// The number of a register.
pub type R = u16;
/// A place in the code.
pub type Pc = u32;

/// What the machine does in one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// A small constant.
    Imm { d: R, k: i32 },
    /// A constant of [`super::Program::wide`].
    Wide { d: R, k: u16 },
    /// A copy of a register.
    Mov { d: R, s: R },
    /// A frame's scalar.
    Ld { d: R, off: u32 },
    /// Into a frame.
    St { off: u32, s: R },
    /// Arithmetic; overflow and division by 0 are faults.
    Arith { op: ArithOp, d: R, a: R, b: R },
    /// Checked arithmetic with a small constant.
    ArithK { op: ArithOp, d: R, a: R, k: i16 },
    /// The negative; overflow is a fault.
    Neg { d: R, a: R },
    /// `is` for scalars.
    Same { d: R, a: R, b: R },
    /// `is` a small constant.
    SameK { d: R, a: R, k: i16 },
    /// `<`; no if a side is none.
    Less { d: R, a: R, b: R },
    /// `<=`; no if a side is none.
    LessEq { d: R, a: R, b: R },
    /// `is none`: 1 if there is no value, else 0.
    IsNone { d: R, a: R },
    /// `not`; none counts as no.
    Not { d: R, a: R },
    /// Goes on there.
    Jmp { to: Pc },
    /// Goes on there unless yes.
    BranchIfNot { a: R, to: Pc },
    /// Goes on there if yes.
    BranchIf { a: R, to: Pc },
    /// Goes on there if none.
    BranchIfNone { a: R, to: Pc },
    /// Goes on there unless none.
    BranchIfSome { a: R, to: Pc },
    /// Goes on there unless the scalar is the constant.
    BranchIfOther { a: R, k: i16, to: Pc },
    /// A printed field; none of none.
    Tab { d: R, t: u16, i: R },
    /// The seat `n` to the left.
    Neighbour { d: R, a: R, n: i8 },
    /// The square at column and row, or none.
    Square { d: R, e: u16, c: R, r: R },
    /// Whether a bit of a constant mask is set.
    InConst { d: R, a: R, k: u16 },
    /// A counter of a key; none of none.
    Counter { d: R, f: u16, i: R },
    /// A counter without a key.
    CounterT { d: R, f: u16 },
    /// Calls pure code.
    Call { to: Pc },
    /// Back from pure code.
    Back,
    /// Whether a seat was shown a counter of a key.
    Shown { d: R, f: u16, i: R, p: R },
    /// Whether a limit leaves room for the chooser and what the keys hold.
    Open { d: R, limit: u16 },
    /// A search on a map: [`super::Program::travels`].
    Travel { t: u16 },
    /// A fault: [`super::FAILS`].
    Fail { what: u8 },
    /// Does what a body would do, runs the pure code two instructions on, takes all of it back and
    /// goes on there. The instruction between is where the body returns to.
    Suppose { body: u16, to: Pc },
    /// How often what a memo has now was remembered.
    Remembered { d: R, n: u16 },
    /// A fault: a word has called itself as often as it may.
    TooDeep { word: u16 },
    /// What works on masks.
    M(MaskOp),
    /// What works on lists.
    L(ListOp),
    /// What reads zones and where cards lie.
    Z(ZoneOp),
    /// What reads grids, squares and spots.
    B(BoardOp),
    /// What writes the table.
    E(Effect),
    /// Calls, stages, choices.
    F(Flow),
}

impl Op {
    /// Where a jump goes, or a loop when it is over; none: the next instruction always follows, or
    /// what a frame says.
    pub fn exit(&mut self) -> Option<&mut Pc> {
        match self {
            Self::Jmp { to }
            | Self::BranchIfNot { to, .. }
            | Self::BranchIf { to, .. }
            | Self::BranchIfNone { to, .. }
            | Self::BranchIfSome { to, .. }
            | Self::BranchIfOther { to, .. }
            | Self::Suppose { to, .. } => Some(to),
            Self::M(op) => op.exit(),
            Self::L(op) => op.exit(),
            Self::F(op) => op.exit(),
            Self::Imm { .. }
            | Self::Wide { .. }
            | Self::Mov { .. }
            | Self::Ld { .. }
            | Self::St { .. }
            | Self::Arith { .. }
            | Self::ArithK { .. }
            | Self::Neg { .. }
            | Self::Same { .. }
            | Self::SameK { .. }
            | Self::Less { .. }
            | Self::LessEq { .. }
            | Self::IsNone { .. }
            | Self::Not { .. }
            | Self::Tab { .. }
            | Self::Neighbour { .. }
            | Self::Square { .. }
            | Self::InConst { .. }
            | Self::Counter { .. }
            | Self::CounterT { .. }
            | Self::Call { .. }
            | Self::Back
            | Self::Shown { .. }
            | Self::Open { .. }
            | Self::Travel { .. }
            | Self::Fail { .. }
            | Self::Remembered { .. }
            | Self::TooDeep { .. }
            | Self::Z(_)
            | Self::B(_)
            | Self::E(_) => None,
        }
    }

    /// Sets where a jump goes; does nothing to other instructions.
    pub fn aim(&mut self, target: Pc) {
        if let Some(to) = self.exit() {
            *to = target;
        }
    }
}

/// Mask instructions; `w` is the number of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MaskOp {
    /// Clears all bits.
    Zero { m: R, w: u8 },
    /// A constant of [`super::Program::masks`].
    Const { m: R, k: u16, w: u8 },
    /// All words of a mask into another one.
    Copy { d: R, s: R, w: u8 },
    /// `d &= s`
    And { d: R, s: R, w: u8 },
    /// `d &= constant`
    AndK { d: R, k: u16, w: u8 },
    /// Members of one word change their numbers by so much; those that leave it are gone.
    Shift { m: R, by: i8 },
    /// `d |= s`
    Or { d: R, s: R, w: u8 },
    /// `d &= !s`
    AndNot { d: R, s: R, w: u8 },
    /// Members whose field has the value: `base` of a run of constant masks, values from `lo`.
    Column { m: R, col: u16, v: R },
    /// Adds a member; none is left out.
    Set { m: R, i: R, w: u8 },
    /// Drops a member.
    Clear { m: R, i: R, w: u8 },
    /// Whether a member is in it.
    Has { d: R, m: R, i: R, w: u8 },
    /// How many bits are set.
    Count { d: R, m: R, w: u8 },
    /// Whether there is any.
    Any { d: R, m: R, w: u8 },
    /// The first, or none.
    First { d: R, m: R, w: u8 },
    /// Takes the first out, or goes on at `exit`.
    Next { d: R, m: R, w: u8, exit: Pc },
    /// Whether two are equal.
    Eq { d: R, a: R, b: R, w: u8 },
    /// From a frame.
    Ld { m: R, off: u32, w: u8 },
    /// Into a frame.
    St { off: u32, m: R, w: u8 },
    /// A mask of a table of fields; empty of none.
    Tab { m: R, t: u16, i: R, w: u8 },
    /// Members of an enum whose counter has the value.
    Where { m: R, f: u16, v: R },
    /// Whether a mask holds a whole line of a lines table.
    Line { d: R, m: R, t: u16 },
}

impl MaskOp {
    fn exit(&mut self) -> Option<&mut Pc> {
        match self {
            Self::Next { exit, .. } => Some(exit),
            Self::Zero { .. }
            | Self::Const { .. }
            | Self::Copy { .. }
            | Self::And { .. }
            | Self::AndK { .. }
            | Self::Shift { .. }
            | Self::Or { .. }
            | Self::AndNot { .. }
            | Self::Column { .. }
            | Self::Set { .. }
            | Self::Clear { .. }
            | Self::Has { .. }
            | Self::Count { .. }
            | Self::Any { .. }
            | Self::First { .. }
            | Self::Eq { .. }
            | Self::Ld { .. }
            | Self::St { .. }
            | Self::Tab { .. }
            | Self::Where { .. }
            | Self::Line { .. } => None,
        }
    }
}

/// What works on the lists of the list file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListOp {
    /// Takes all members out.
    Clear { l: u16 },
    /// Adds at the end; none is left out.
    Push { l: u16, s: R },
    /// Adds at the end unless it is there; none is left out.
    PushNew { l: u16, s: R },
    /// How many members it has.
    Len { d: R, l: u16 },
    /// The member at a place from 0, or none.
    Get { d: R, l: u16, i: R },
    /// The next member, or goes on at `exit`; `i` counts on.
    Next { d: R, l: u16, i: R, exit: Pc },
    /// The next number up to `hi`, or goes on at `exit`; `i` counts on.
    Count { d: R, i: R, hi: R, exit: Pc },
    /// All members of a list in place of those of another one.
    Copy { d: u16, s: u16 },
    /// Adds all of another.
    Append { d: u16, s: u16 },
    /// Adds all of another that are not there yet.
    AppendNew { d: u16, s: u16 },
    /// Drops all members of another.
    Minus { d: u16, s: u16 },
    /// The first card, of its copies the one that comes first by what can be seen, or none.
    First { d: R, l: u16 },
    /// Keeps the first `n` members, or the last.
    Cut { l: u16, n: R, last: bool },
    /// Adds a mask's members.
    FromMask { l: u16, m: R, w: u8 },
    /// A mask of the members.
    ToMask { m: R, l: u16, w: u8 },
    /// Whether it has a member.
    Has { d: R, l: u16, s: R },
    /// Equal place by place: by what is printed (`cards`), or by members.
    Eq { d: R, a: u16, b: u16, cards: bool },
    /// Equal as multisets of what is printed (`cards`) or of members.
    EqAny { d: R, a: u16, b: u16, cards: bool },
    /// Cards against the rows of a lists table.
    Rows { d: R, l: u16, t: u16, ordered: bool },
    /// Adds numbers `a..b`.
    Range { l: u16, a: R, b: R },
    /// Adds the seats clockwise from one, without `me` if told.
    Seats { l: u16, from: R, opponents: bool },
    /// Adds the squares of a line.
    Line { l: u16, t: u16, i: R },
    /// From a frame.
    Ld { l: u16, off: u32, wide: bool },
    /// Into a frame.
    St { off: u32, l: u16, wide: bool, cap: u16 },
    /// Adds a constant list.
    Const { l: u16, t: u16 },
}

impl ListOp {
    fn exit(&mut self) -> Option<&mut Pc> {
        match self {
            Self::Next { exit, .. } | Self::Count { exit, .. } => Some(exit),
            Self::Clear { .. }
            | Self::Push { .. }
            | Self::PushNew { .. }
            | Self::Len { .. }
            | Self::Get { .. }
            | Self::Copy { .. }
            | Self::Append { .. }
            | Self::AppendNew { .. }
            | Self::Minus { .. }
            | Self::First { .. }
            | Self::Cut { .. }
            | Self::FromMask { .. }
            | Self::ToMask { .. }
            | Self::Has { .. }
            | Self::Eq { .. }
            | Self::EqAny { .. }
            | Self::Rows { .. }
            | Self::Range { .. }
            | Self::Seats { .. }
            | Self::Line { .. }
            | Self::Ld { .. }
            | Self::St { .. }
            | Self::Const { .. } => None,
        }
    }
}

/// What is asked of zones; `z` holds the number of a zone of a key, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZoneOp {
    /// The zone of a key; none of none.
    Of { d: R, zone: u16, key: R },
    /// How many cards.
    Len { d: R, z: R },
    /// Whether a card lies there.
    Some { d: R, z: R },
    /// The card at a place from 1, or none.
    At { d: R, z: R, n: R },
    /// The card in a slot (the first of any zone), or none.
    Slot { d: R, z: R },
    /// The place of a card from 1.
    Place { d: R, c: R },
    /// The cards as a mask.
    Mask { m: R, z: R },
    /// Adds the cards in order.
    List { l: u16, z: R },
    /// Adds the upper `n`, the top first.
    Top { l: u16, z: R, n: R },
    /// Adds the lower `n`, the lowest last.
    Bottom { l: u16, z: R, n: R },
    /// Whether a seat knows a card.
    Known { d: R, c: R, p: R },
    /// Whether a card lies there.
    Holds { d: R, z: R, c: R },
}

/// Grids, squares and spots. `spot` tells a spot from a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardOp {
    /// The square of a grid at x, y.
    Square { d: R, z: R, x: R, y: R },
    /// The spot of a grid at x, y, turned, of no card.
    Spot { d: R, z: R, x: R, y: R, t: R },
    /// The tile on top, or none.
    Tile { d: R, q: R },
    /// Which square of its tile it is, or none.
    Part { d: R, q: R },
    /// The outer edge on a side, or none.
    Edge { d: R, q: R, side: R },
    /// Whether what lies there has a trait of [`super::board::Traits`].
    Trait { d: R, q: R, bit: u8 },
    /// The same of a trait that is another on each side.
    TraitOn { d: R, q: R, side: R, bit: u8 },
    /// The square on a side.
    Next { d: R, q: R, side: R },
    /// How far eastwards a square lies, or the lower left one of a spot.
    X { d: R, s: R, spot: bool },
    /// How far northwards a square lies, or the lower left one of a spot.
    Y { d: R, s: R, spot: bool },
    /// Quarter turns of a spot, clockwise.
    Turn { d: R, s: R },
    /// The first square of a spot on another tile, or none.
    Over { d: R, s: R },
    /// The first square of a spot on the bare table, or none.
    Beside { d: R, s: R },
    /// The place alone, to compare.
    Key { d: R, s: R, spot: bool },
    /// Adds all squares that hold a tile to an empty list.
    Squares { l: u16, z: R },
    /// Adds the squares of a spot.
    SpotSquares { l: u16, s: R },
    /// Adds the spots of a card on a grid to an empty list.
    On { l: u16, c: R, z: R },
    /// Adds the spots of a card over a square to an empty list.
    Cover { l: u16, c: R, q: R },
    /// The places alone of all members.
    Keys { l: u16, spot: bool },
    /// Drops all members of another, by place.
    Minus { d: u16, s: u16, spot: bool },
    /// Adds all of another that are not there yet, by place.
    AppendNew { d: u16, s: u16, spot: bool },
    /// A fault if a list has more than [`super::budget::REACH`] members.
    Most { l: u16 },
}

/// Where a card lands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Land {
    /// As the shape has it.
    Usual,
    /// On top of a pile, or at the left end of a row.
    Top,
    /// Under a pile, or at the right end of a row.
    Bottom,
    /// At a place from 1, in a register.
    Place,
    /// At a spot of a grid, in a register.
    Spot,
}

/// What writes the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// A counter of a key; `i` is ignored by those without.
    Set { f: u16, i: R, s: R },
    /// Adds (or takes away).
    Add { f: u16, i: R, s: R, minus: bool },
    /// A card to a zone.
    Move { c: R, z: R, land: Land, n: R },
    /// A card to a zone, with others in a random order if `fell`: nobody can tell which of them it
    /// is now.
    MoveByLot { c: R, z: R, land: Land, n: R, fell: R },
    /// The top (or bottom) card of `from` to `z`; `d` is yes, or no if `from` was empty.
    Draw { d: R, from: R, z: R, land: Land, n: R, bottom: bool },
    /// Two cards change places.
    Swap { a: R, b: R },
    /// A zone in a random order.
    Shuffle { z: R },
    /// Cards of no order in a random one, if their order could tell something.
    Lot { l: u16 },
    /// The same for cards that go to a zone; whether the lot fell.
    LotTo { d: R, l: u16, z: R },
    /// A list of cards to a mask of seats.
    Show { l: u16, m: R },
    /// A list of cards from a mask of seats.
    Hide { l: u16, m: R },
    /// A counter to a mask of seats.
    ShowCounter { f: u16, i: R, m: R },
    /// A line for the log.
    Say { text: u16 },
    /// Lines are for the readers of a text alone; none: as before the last of these.
    Aside { text: Option<u16> },
    /// Starts of a run's counters.
    Fresh { body: u16 },
    /// What a memo has now is remembered.
    Remember { n: u16 },
    /// `ends at once` conditions that name what the atom before has written.
    AtOnce,
}

/// Calls, stages, choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// Calls a body.
    Call { body: u16 },
    /// Leaves the innermost body.
    Return,
    /// Empties a part of a frame.
    Forget { off: u32, len: u16 },
    /// Runs a handler, if it is one of the zone, the zone is empty, and it does not run already.
    RunsOut { z: R, handler: u16 },
    /// Begins a stage; its domain is in its frame.
    StageEnter { stage: u16 },
    /// The next element, or the stage's end.
    StageNext { stage: u16 },
    /// An element is over.
    StageElem { stage: u16 },
    /// Begins a choice; who is asked is in its frame.
    SiteEnter { site: u16 },
    /// Who is asked: a mask of seats.
    Who { site: u16, m: R },
    /// Waits for the answers of a choice.
    Ask { site: u16 },
    /// A chosen move is over.
    MoveEnd { site: u16 },
    /// The choice was not used up.
    Again,
    /// Ends the innermost of these stages: a list of stages.
    End { list: u16 },
    /// The game is won by a mask of seats.
    Won { m: R },
    /// The game is lost.
    Lost,
    /// The game is a draw.
    Drawn,
    /// `play` is over without an ending.
    PlayEnd,
    /// The set-up is over.
    SetupEnd,
    /// The referee's statement is over.
    RefereeEnd,
    /// The next member of a loop whose list lies in the frame: number of words of the mask.
    FrameNext { d: R, off: u32, w: u8, exit: Pc },
    /// The next member of a list in the frame; its index lies before it.
    FrameNextL { d: R, off: u32, wide: bool, exit: Pc },
}

impl Flow {
    fn exit(&mut self) -> Option<&mut Pc> {
        match self {
            Self::FrameNext { exit, .. } | Self::FrameNextL { exit, .. } => Some(exit),
            Self::Call { .. }
            | Self::Return
            | Self::Forget { .. }
            | Self::RunsOut { .. }
            | Self::StageEnter { .. }
            | Self::StageNext { .. }
            | Self::StageElem { .. }
            | Self::SiteEnter { .. }
            | Self::Who { .. }
            | Self::Ask { .. }
            | Self::MoveEnd { .. }
            | Self::Again
            | Self::End { .. }
            | Self::Won { .. }
            | Self::Lost
            | Self::Drawn
            | Self::PlayEnd
            | Self::SetupEnd
            | Self::RefereeEnd => None,
        }
    }
}
