//! The cold side of the machine: what hosts, tests and the reference evaluator ask of a running
//! game, in plain values.
//!
//! Cards stand here by id. Nothing in this module is shown to a player as it is: the host layer
//! (views, options, refusals, log) turns ids into faces or places, by what the reader may see.

use crate::chance::BotDraw;
use houserules_lang::code::Code;
use houserules_lang::ir::{
    BodyRef, CardId, CounterId, Expr, LimitId, LocalDecl, MoveId, OptionId, Rulebook, SetOp,
    SiteId, StageId, TextId, Value, WordId, ZoneId,
};
use houserules_lang::source::Span;

/// How a game is set up. The same rulebook and set-up give the same program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// How many play.
    pub seats: u8,
    /// Options that differ from their defaults.
    pub options: Vec<(OptionId, Value)>,
}

/// A body that runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Running {
    /// The body whose code runs.
    pub body: BodyRef,
    /// The statement at which it stands; the empty span if that is not known.
    pub at: Span,
}

/// Who is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingDecision {
    /// The choice that asks.
    pub site: SiteId,
    /// Seats that have not answered yet, in seat order; empty if chance decides.
    pub seats: Vec<u8>,
    /// Chance decides, no player.
    pub chance: bool,
}

/// An entry on offer to a seat, by its index in the list [`offers`](crate) gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offered {
    /// Passing; the title the menu gives it.
    Pass(Option<TextId>),
    /// Saying no to a `may choose`.
    Decline,
    /// A move with the arguments the menu gives it, and the title the menu gives it.
    Move(MoveId, Vec<Value>, Option<TextId>),
    /// The values of a `choose x in D, …`.
    Values,
}

impl Offered {
    /// Whether it is this move.
    #[must_use]
    pub fn is(&self, other: MoveId) -> bool {
        matches!(self, Self::Move(id, ..) if *id == other)
    }

    /// The text by which the log tells that it was chosen, if the rules have one: the move's own,
    /// otherwise the menu's.
    #[must_use]
    pub fn announced(&self, book: &Rulebook) -> Option<TextId> {
        match self {
            Self::Pass(title) => *title,
            Self::Move(id, _, title) => book[*id].title.or(*title),
            Self::Decline | Self::Values => None,
        }
    }
}

/// What may be filled in next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Options {
    /// One of these; only those with which the form can be completed. Equal cards of a set stand
    /// once (the first copy).
    Members(Vec<Value>),
    /// One number, both ends included; every number of it can be completed.
    Range(i64, i64),
    /// A set of these; equal cards of a set zone are interchangeable. The choice as a whole may be
    /// tested as well.
    Subset {
        /// What from, copies included.
        members: Vec<Value>,
        /// At least so many.
        least: usize,
        /// At most so many.
        most: usize,
        /// Whether a condition on the whole choice is tested too.
        tested: bool,
    },
    /// All of these in an order.
    Order(Vec<Value>),
}

impl Options {
    /// What is picked from; nothing if it is a number.
    #[must_use]
    pub fn members(&self) -> &[Value] {
        match self {
            Self::Members(m) | Self::Order(m) | Self::Subset { members: m, .. } => m,
            Self::Range(..) => &[],
        }
    }
}

/// What a seat (or chance) hands in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Answer {
    /// Index in the seat's offers.
    pub offer: usize,
    /// One value a step, in order: a member, a number, [`Value::None`], or a [`Value::List`].
    pub args: Vec<Value>,
}

/// Why an answer is not possible; the first reason in the order of `docs/reference.md`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Illegality {
    /// That seat is not asked.
    NotAsked,
    /// The move stands in no entry of the choice that is open.
    NotInMenu,
    /// An earlier tier has an available move.
    EarlierTier,
    /// The wrong number of arguments, or one of the wrong kind.
    BadArgument(usize),
    /// The value of that step is not among those to pick from.
    NotInDomain(usize),
    /// Used up; or so are most ways to fill in the rest, of which none is possible.
    Once(LimitId),
    /// The need of that index failed; or it fails for most ways to fill in the rest, of which none
    /// is possible.
    Needs(usize),
    /// Everything holds so far, but for a later step (this is the first) there is nothing to pick:
    /// no member, too few of them, or no set or order that meets the condition on the whole.
    NothingFor(usize),
    /// Everything holds so far, but no completion does, and what was looked at of them does not say
    /// why.
    NoCompletion,
}

/// How a seat that plays by itself decides. `docs/reference.md` says exactly what both mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Policy {
    /// By the steps of a move: the entries on offer evenly, then each step evenly over what
    /// completes it.
    #[default]
    Random,
    /// Every complete option evenly.
    RandomOptions,
}

impl Policy {
    /// Every policy, in the order in which they are listed.
    pub const ALL: [Self; 2] = [Self::Random, Self::RandomOptions];

    /// Its name on the command line and in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::RandomOptions => "random-options",
        }
    }
}

/// Where the game stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// Somebody must decide, or chance.
    Asking,
    /// The game is over.
    Over(Outcome),
    /// A rule could not be carried out. The position stays as it was reached.
    Fault(Fault),
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Won by these seats, in order; all of them: a shared or a team's win.
    Won(Vec<u8>),
    /// Lost by all.
    Lost,
    /// A draw: nobody has won, nobody has lost.
    Drawn,
}

/// A run-time fault, as data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The number by which the faults are explained, such as `R0310`.
    pub code: Code,
    /// The place in the rules.
    pub span: Span,
    /// What it was about, for the message's template.
    pub about: FaultKind,
}

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// A number left 64 bits.
    Overflow,
    /// A division by zero.
    DivisionByZero,
    /// A counter left its range: the value and the ends.
    OutOfRange(CounterId, i64, i64, i64),
    /// A counter was read before it was set.
    Unset(CounterId),
    /// A second card came to a slot, or to a taken place.
    SlotTaken(ZoneId),
    /// The place of a card that lies in no order was asked.
    NoPosition,
    /// A value was needed and there was none.
    NoneUsed,
    /// Somebody must choose, but has no option.
    NobodyCan(SiteId),
    /// `play` came to its end without `end game`.
    NoEnding,
    /// A square or a tile beyond the edge of a grid.
    OffGrid,
    /// A word called itself more often than its `at most … deep` allows.
    TooDeep(WordId),
    /// A budget ran out: which, and how much it was.
    Budget(&'static str, u64),
    /// A list grew beyond what the program reserves for it.
    TooLong,
    /// A stage goes through more elements, or a scratch state is read, outside what the rules
    /// enclose.
    NotRunning,
}

/// Something that happened, recorded only when the host asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// What happened, and to what.
    pub kind: EventKind,
    /// The rule's place.
    pub span: Span,
    /// A bit for each seat that may know it; none: everybody.
    pub only: Option<u32>,
    /// Of a card that moves or is shown: the bodies that run, outermost first.
    pub within: Vec<Running>,
}

/// A moment between two stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// How many events had happened since the last stop.
    pub events: usize,
    /// An element of a round or phase ended there; else a card was about to go somewhere.
    pub ends: bool,
}

/// The seats of a list of players, a bit for each; none of anything else.
#[must_use]
pub fn seats_of(value: &Value) -> u32 {
    let bit = |value: &Value| {
        let Value::Seat(seat) = value else { return 0 };
        1u32.checked_shl(u32::from(*seat)).unwrap_or(0)
    };
    match value {
        Value::List(items) => items.iter().map(bit).fold(0, |all, one| all | one),
        one => bit(one),
    }
}

impl EventKind {
    /// Whether it leaves a trace on the table that tells of it in any case.
    #[must_use]
    pub fn is_seen(&self) -> bool {
        match self {
            Self::Moved { .. } | Self::Set(..) | Self::Ended(_) => true,
            Self::Chose { seat, .. } => seat.is_some(),
            Self::Dropped { .. } => true,
            Self::Swapped { .. }
            | Self::Shuffled(..)
            | Self::Shown(..)
            | Self::Hidden(..)
            | Self::CounterShown(..)
            | Self::Said(..)
            | Self::Began(..)
            | Self::Left { .. }
            | Self::Deed(..) => false,
        }
    }
}

/// What an event is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventKind {
    /// A card went from a zone and key to a zone and key. `seen` has a bit for each seat that knew
    /// the card before or knows it afterwards.
    Moved {
        /// The card that moved.
        card: CardId,
        /// Where it lay.
        from: (ZoneId, u16),
        /// Where it lies.
        to: (ZoneId, u16),
        /// Who knew or knows it.
        seen: u32,
        /// Whether it went with others in a random order: only those who see where it lies know
        /// which it is.
        by_lot: bool,
    },
    /// Two cards changed places.
    Swapped {
        /// The card that now lies where `b` lay.
        a: CardId,
        /// The card that now lies where `a` lay.
        b: CardId,
    },
    /// A zone was shuffled.
    Shuffled(ZoneId, u16),
    /// A card was shown to the seats of the mask.
    Shown(CardId, u32),
    /// A card is no longer known to the seats of the mask.
    Hidden(CardId, u32),
    /// A counter was shown to the seats of the mask.
    CounterShown(CounterId, u16, u32, Value),
    /// A counter changed: key, before, after, and whether it was set or changed by something.
    Set(CounterId, u16, Value, Value, SetOp),
    /// A choice was carried out: site, seat (none: chance), the move and all its arguments (given,
    /// then open).
    Chose {
        /// The choice that was answered.
        site: SiteId,
        /// Who chose; none: chance.
        seat: Option<u8>,
        /// The entry chosen.
        what: Offered,
        /// What fills its steps, in order.
        args: Vec<Value>,
        /// What stands in the holes of [`Offered::announced`] when the choice has been made, before
        /// its body; of values, of declining and of passing without a title, in those of the
        /// question.
        holes: Vec<Value>,
    },
    /// A committed action no longer fitted and was dropped.
    Dropped {
        /// The seat that had answered.
        seat: u8,
        /// What it had answered with.
        what: Offered,
    },
    /// `say`: the text, rendered holes as values.
    Said(TextId, Vec<Value>),
    /// A stage's element began: the stage, its value.
    Began(StageId, Value),
    /// A deed with a title began; the title's holes as values.
    Deed(TextId, Vec<Value>),
    /// A stage, or (one that the rules do not name) the game, is left by an ending.
    Left {
        /// The stage that is left; the one behind those of the rules is the game.
        stage: StageId,
        /// The element that ends.
        value: Value,
        /// The number of the ending.
        ends: u16,
        /// The players of whom its condition holds, if it asks for any player.
        seats: u32,
    },
    /// The game ended.
    Ended(Outcome),
}

/// How much has happened since the start, for statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Choices by chance and shuffles.
    pub chance: u64,
    /// Elements of `turn` stages that began.
    pub turns: u64,
    /// Elements of `round` stages that began.
    pub rounds: u64,
}

/// One step of the path, outermost first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathStep {
    /// A stage and its element: `round 2`, `Ana's turn`, `part 1`.
    Stage(StageId, Value),
    /// A titled deed or move; the title's holes as values.
    Titled(TextId, Vec<Value>),
}

/// A running game, as hosts drive it. The machine implements it; so does the reference evaluator of
/// the tests.
///
/// Chance answers itself from the game's seed unless [`Engine::script_chance`] turned that off.
pub trait Engine {
    /// The rules it runs.
    fn rulebook(&self) -> &Rulebook;
    /// Where the game stands.
    fn stop(&self) -> Stop;
    /// Who is asked, if anybody.
    fn asked(&self) -> Option<PendingDecision>;
    /// After a [`FaultKind::NobodyCan`], who was asked; otherwise nobody.
    fn stuck(&self) -> Vec<u8> {
        Vec::new()
    }
    /// Of those, who has no option.
    fn without_option(&self) -> Vec<u8> {
        Vec::new()
    }
    /// Who may know where a rule could not be carried out: it may stand under a condition that not
    /// everybody can read. A bit for each seat.
    fn fault_readers(&self) -> u32 {
        u32::MAX
    }
    /// Whether a race is on that somebody has answered, in secret as long as others have not.
    fn races(&self) -> bool {
        false
    }
    /// Who has still to answer, in the order in which they do where nobody can be quicker than the
    /// others: of a race the lot of its asking, drawn from the game's seed; otherwise seat order.
    fn lot(&self) -> Vec<u8> {
        self.asked().map(|asked| asked.seats).unwrap_or_default()
    }
    /// What is on offer to a seat that is asked (none: to chance), in menu order: entries that can
    /// be completed.
    fn offers(&mut self, seat: Option<u8>) -> Vec<Offered>;
    /// What the next step may be filled with, after those filled; none if the form is full.
    fn options(&mut self, seat: Option<u8>, offer: usize, filled: &[Value]) -> Option<Options>;
    /// An answer for a seat that is asked (none: for chance, which always draws step by step, and
    /// pieces, not faces), drawn by a policy. None if there is none, or, for
    /// [`Policy::RandomOptions`], if the options are too many to be drawn evenly.
    fn drawn(
        &mut self,
        seat: Option<u8>,
        policy: Policy,
        draws: &mut dyn BotDraw,
    ) -> Option<Answer>;
    /// An answer for a seat with that offer, whose first steps are filled so; the others are drawn
    /// as `random` draws. None if there is none, or this engine cannot.
    fn completed(
        &mut self,
        seat: u8,
        offer: usize,
        filled: &[Value],
        draws: &mut dyn BotDraw,
    ) -> Option<Answer> {
        let _ = (seat, offer, filled, draws);
        None
    }
    /// Plays on by itself until the game is over, stops by a fault, or so many decisions were made;
    /// `seats`: how each decides, [`Policy::Random`] beyond them. Those who are asked together
    /// answer in the order of [`Engine::lot`]. Gives how it stands, and how many decisions were
    /// made.
    fn play_on(&mut self, seats: &[Policy], draws: &mut dyn BotDraw, most: u64) -> (Stop, u64);
    /// Whether a seat may make a move now with these arguments (one a step; fewer: so far), and if
    /// not, why. The given arguments and the title of `what` may be left empty: the menu's first
    /// entry with that move is meant. After a [`FaultKind::NobodyCan`] the choice that nobody can
    /// make counts as open.
    ///
    /// # Errors
    /// The first reason, in order.
    fn may(&mut self, seat: u8, what: &Offered, args: &[Value]) -> Result<(), Illegality>;
    /// Hands in an answer and runs on to the next stop. A wrong answer changes nothing.
    ///
    /// # Errors
    /// Why the answer is not possible.
    fn answer(&mut self, seat: Option<u8>, answer: &Answer) -> Result<Stop, Illegality>;
    /// What stands in the holes of a text about an entry on offer (its menu title, the move's
    /// title, a need's or limit's reason), with the arguments filled so far; a hole that reads
    /// more: none. A hole that is itself a text: a list of the text's id as a number and what
    /// stands in its holes. Empty: not known here.
    fn holes(
        &mut self,
        seat: Option<u8>,
        text: TextId,
        what: &Offered,
        args: &[Value],
    ) -> Vec<Value> {
        let _ = (seat, text, what, args);
        Vec::new()
    }
    /// What an expression says for a seat in the present position, the names around it having these
    /// values; none: it cannot be read, or is not known here.
    fn says(
        &mut self,
        seat: Option<u8>,
        expr: &Expr,
        decls: &[LocalDecl],
        values: &[Value],
    ) -> Option<Value> {
        let _ = (seat, expr, decls, values);
        None
    }
    /// How much has happened so far.
    fn tally(&self) -> Tally {
        Tally::default()
    }
    /// The question put to those asked: its text and holes (as [`Engine::holes`] has them).
    fn question(&self) -> Option<(TextId, Vec<Value>)>;
    /// Stages and titled deeds that are running, outermost first.
    fn path(&self) -> Vec<PathStep>;
    /// The place in the rules where the game stands.
    fn place(&self) -> Span;
    /// Everything that is on the table, by name.
    fn dump(&self) -> Snapshot;
    /// A hash of the position: equal positions have equal hashes on every machine.
    fn hash(&self) -> u64;
    /// From now on chance waits to be answered like a seat (true), or draws from the seed (false).
    fn script_chance(&mut self, scripted: bool);
    /// Takes the events since the last call; empty unless recording was asked for at the start.
    fn take_events(&mut self) -> Vec<Event>;
    /// From now on it keeps, with the events it records, how the game stood before cards went
    /// anywhere and where an element of a round or phase ended.
    fn keep_moments(&mut self) {}
    /// From now on it keeps how the game stood when somebody chose, until chance decides something,
    /// where amounts are hidden: bots take from it what a choice tells of them.
    fn keep_choices(&mut self) {}
    /// The moments that were kept since they were forgotten last.
    fn moments(&self) -> Vec<Moment> {
        Vec::new()
    }
    /// The game as it stood at the n-th of these moments, to be looked at only; all are forgotten.
    fn take_moment(&mut self, n: Option<usize>) -> Option<Self>
    where
        Self: Sized,
    {
        let _ = n;
        None
    }
}

/// What is on the table, by name; order: zones and counters by id, then key.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Snapshot {
    /// Zone, key and places from the first; holes of `slots` are none.
    pub zones: Vec<(ZoneId, u16, Vec<Option<CardId>>)>,
    /// Grids and their tiles in the order in which they were laid.
    pub grids: Vec<(ZoneId, u16, Vec<Tile>)>,
    /// Counters of the table, players, members and cards: value by key. Unset: none.
    pub counters: Vec<(CounterId, u16, Option<Value>)>,
    /// Counters of running runs: the innermost of each.
    pub runs: Vec<(CounterId, Option<Value>)>,
    /// For each card a bit for each seat that knows it.
    pub known: Vec<u32>,
}

/// A tile on a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tile {
    /// The tile that lies there.
    pub card: CardId,
    /// Its lower left square, eastwards.
    pub x: i64,
    /// Its lower left square, northwards.
    pub y: i64,
    /// Quarter turns clockwise.
    pub turn: u8,
}

impl Snapshot {
    /// The tiles of a grid, in the order in which they were laid; none if there is no such grid.
    #[must_use]
    pub fn grid(&self, zone: ZoneId, key: u16) -> &[Tile] {
        self.grids.iter().find(|(z, k, _)| (*z, *k) == (zone, key)).map_or(&[], |(.., tiles)| tiles)
    }
    /// The places of a zone; empty if there is no such zone.
    #[must_use]
    pub fn zone(&self, zone: ZoneId, key: u16) -> &[Option<CardId>] {
        let found = self.zones.binary_search_by_key(&(zone, key), |(z, k, _)| (*z, *k));
        found.map_or(&[], |at| &self.zones[at].2)
    }
}

impl Fault {
    /// The choice that nobody can make, if that is the fault.
    #[must_use]
    pub fn stuck_at(&self) -> Option<SiteId> {
        if let FaultKind::NobodyCan(site) = self.about { Some(site) } else { None }
    }
}
