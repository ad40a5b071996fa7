//! The evaluator's own state: zones, counters, who knows what, and what is running.

use houserules_interpreter::ask::{Fault, FaultKind, Outcome};
use houserules_interpreter::chance::ChanceSource;
use houserules_lang::code::Code;
use houserules_lang::ir::{
    BodyRef, CardId, Choose, CounterId, DeedId, Entry, LimitId, LocalDecl, LocalId, MoveId, Owner,
    Row, Rulebook, Seen, Stage, StageWord, TextId, Value, ZoneId, ZoneShape,
};
use houserules_lang::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A value while it is being computed: zones and texts are no values of the language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Val {
    /// A value of the language, which can be stored and compared.
    Plain(Value),
    /// A zone and its key.
    Zone(ZoneId, u16),
    /// A text with holes.
    Text(TextId),
}

impl Val {
    pub(super) const NONE: Self = Self::Plain(Value::None);

    /// As hosts see it; zones are no values.
    pub(super) fn plain(self) -> Value {
        match self {
            Self::Plain(value) => value,
            Self::Text(id) => Value::Number(i64::from(id.0)),
            Self::Zone(..) => Value::None,
        }
    }
    pub(super) fn number(&self) -> Option<i64> {
        match self {
            Self::Plain(Value::Number(n)) => Some(*n),
            _ => None,
        }
    }
    pub(super) fn is_none(&self) -> bool {
        matches!(self, Self::Plain(Value::None))
    }
    /// As a condition: none is no.
    pub(super) fn holds(&self) -> bool {
        matches!(self, Self::Plain(Value::Bool(true)))
    }
}

/// Why statements stop being carried out.
#[derive(Debug, Clone)]
pub(super) enum Cut {
    /// A rule could not be carried out.
    Fault(Fault),
    /// The game is over.
    Over(Outcome),
    /// The running element of that stage ends.
    Leave(u64),
    /// An ending holds: of that stage (none: of `play`), by its index.
    Ends(Option<u64>, usize),
    /// `give e`: the running deed ends, with this as what it comes to.
    Give(Val),
    /// Nobody listens any more.
    Closed,
}

impl From<Fault> for Cut {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl Cut {
    /// The state stays as it is: nothing is unwound.
    pub(super) fn stays(&self) -> bool {
        matches!(self, Self::Fault(_) | Self::Over(_) | Self::Closed)
    }
}

/// What carrying out statements gives.
pub(super) type Flow = Result<(), Cut>;
/// What computing gives.
pub(super) type Eval<T> = Result<T, Fault>;

/// Local names of one running body.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    pub body: BodyRef,
    pub locals: Vec<Val>,
    /// By local: one value a seat.
    pub each: BTreeMap<LocalId, Vec<Value>>,
    pub me: Option<u8>,
    pub title: Option<TextId>,
    /// It is carried out, not only looked at.
    pub running: bool,
    /// What the run has begun.
    pub counters: BTreeMap<CounterId, Option<Value>>,
    /// `again` was said.
    pub again: bool,
}

impl Frame {
    pub(super) fn new(body: BodyRef, locals: &[LocalDecl], me: Option<u8>) -> Self {
        Self {
            body,
            locals: vec![Val::NONE; locals.len()],
            each: BTreeMap::new(),
            me,
            title: None,
            running: false,
            counters: BTreeMap::new(),
            again: false,
        }
    }
}

/// A running element of a stage.
#[derive(Debug, Clone)]
pub(super) struct StageRun<'b> {
    pub serial: u64,
    pub stage: &'b Stage,
    pub word: StageWord,
    pub value: Value,
    /// The frame it stands in.
    pub frame: usize,
    /// How many moves ran when it began.
    pub moves: usize,
    pub counters: BTreeMap<CounterId, Option<Value>>,
    /// Limits used up: by whom, and for what.
    pub used: BTreeSet<(LimitId, Option<u8>, Vec<Value>)>,
}

/// How far a counter with `until` or `through next turn` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Armed {
    Idle,
    Written,
    InTurn(u64),
}

/// An entry of a menu, with its arguments.
#[derive(Debug, Clone)]
pub(super) struct Item<'b> {
    pub tier: usize,
    pub may: bool,
    pub what: What,
    pub title: Option<TextId>,
    pub limits: &'b [LimitId],
}

/// What an entry is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    Pass,
    Decline,
    Values,
    Move(MoveId, Vec<Val>),
}

/// A seat's (or chance's) committed choice.
#[derive(Debug, Clone)]
pub(super) struct Committed<'b> {
    pub who: Option<u8>,
    pub item: Item<'b>,
    pub args: Vec<Value>,
}

/// A question that is open.
#[derive(Debug, Clone)]
pub(super) struct Asking<'b> {
    pub choose: &'b Choose,
    /// All that are asked, in seat order; none: chance.
    pub who: Vec<Option<u8>>,
    /// Every entry of the menu, or the values.
    pub items: Vec<Item<'b>>,
    /// What each of those asked is offered.
    pub offers: Vec<Vec<Item<'b>>>,
    /// The last tier on offer to each of those asked; none: all.
    pub tiers: Vec<Option<usize>>,
    /// In order of arrival.
    pub answers: Vec<Committed<'b>>,
}

/// Budgets: names as the machine has them.
pub(super) const STEPS: u64 = 4_000_000;
/// Nodes of one search for a completion.
pub(super) const NODES: u64 = 2_000_000;

/// The whole evaluator.
pub(super) struct World<'b> {
    pub book: &'b Rulebook,
    pub seats: u8,
    /// What each option is set to, by its id.
    pub settings: Vec<Value>,
    pub zones: BTreeMap<(ZoneId, u16), Vec<Option<CardId>>>,
    /// Where the tiles of grids lie: x, y, turn.
    pub lies: BTreeMap<CardId, (i64, i64, u8)>,
    pub counters: BTreeMap<(CounterId, u16), Option<Value>>,
    pub armed: BTreeMap<(CounterId, u8), Armed>,
    /// By card, a bit a seat.
    pub known: Vec<u32>,
    pub frames: Vec<Frame>,
    pub stages: Vec<StageRun<'b>>,
    pub moves_running: usize,
    pub in_play: bool,
    pub serials: u64,
    pub asking: Option<Asking<'b>>,
    pub chance: ChanceSource,
    pub events: u32,
    /// Those that only some are told of, and lots of that sort, by who is told.
    pub apart: BTreeMap<u16, u16>,
    /// Who is told of what runs, a bit for each seat, where only some are; the innermost last.
    pub asides: Vec<u32>,
    /// The number of the next order of cards that lie in none.
    pub lots: u32,
    pub scripted: bool,
    /// What was remembered, and how often.
    pub memory: BTreeMap<String, i64>,
    /// How many deeds are only imagined just now.
    pub imagining: u32,
    /// Runs-out rules that are running.
    pub filling: BTreeSet<ZoneId>,
    /// What each ending reads, by its address.
    pub reads: BTreeMap<usize, super::ends::Reads>,
    pub steps: u64,
    pub nodes: u64,
    pub port: super::Port,
}

impl<'b> World<'b> {
    /// The keys of an owner: one for the table.
    pub(super) fn keys(&self, owner: Owner) -> Vec<u16> {
        match owner {
            Owner::Table => vec![0],
            Owner::Player => (0..u16::from(self.seats)).collect(),
            Owner::Enum(id) => (0..self.book.enums[id.index()].members.len() as u16).collect(),
            Owner::Card(kinds) => {
                let cards = self.book.cards.iter().enumerate();
                cards
                    .filter(|(_, c)| kinds.has(self.book.rows[c.row.index()].kind))
                    .map(|(at, _)| at as u16)
                    .collect()
            }
            Owner::Run(_) => Vec::new(),
        }
    }

    /// Lays everything out as it is before set-up.
    pub(super) fn lay_out(&mut self) -> Eval<()> {
        for (at, zone) in self.book.zones.iter().enumerate() {
            let id = ZoneId(at as u16);
            for key in self.keys(zone.owner) {
                self.zones.insert((id, key), Vec::new());
            }
        }
        self.known = vec![0; self.book.cards.len()];
        for (at, card) in self.book.cards.iter().enumerate() {
            let id = CardId(at as u16);
            if let Some(places) = self.zones.get_mut(&(card.home, 0)) {
                places.push(Some(id));
            }
            self.known[at] = self.viewers(card.home, 0);
        }
        self.frames.push(Frame::new(BodyRef::Constant, &[], None));
        for (at, counter) in self.book.counters.iter().enumerate() {
            let id = CounterId(at as u16);
            for key in self.keys(counter.owner) {
                let start = self.start_of(id)?;
                self.counters.insert((id, key), start);
            }
        }
        self.frames.clear();
        Ok(())
    }

    /// A counter's start, if it has one.
    pub(super) fn start_of(&mut self, id: CounterId) -> Eval<Option<Value>> {
        let book = self.book;
        match &book.counters[id.index()].start {
            Some(start) => Ok(Some(self.eval(start)?.plain())),
            None => Ok(None),
        }
    }

    /// The seats that see a zone, a bit each.
    pub(super) fn viewers(&self, zone: ZoneId, key: u16) -> u32 {
        let all = 1u32.checked_shl(u32::from(self.seats)).unwrap_or(0).wrapping_sub(1);
        let info = &self.book.zones[zone.index()];
        match (info.seen, info.owner) {
            (Seen::Everyone, Owner::Card(_)) => self.known[usize::from(key)],
            (Seen::Everyone, _) => all,
            (Seen::Owner, owner) => self.book.seat_of(owner, key).map_or(0, |seat| 1 << seat),
            _ => 0,
        }
    }

    /// Who knows a card, or sees it on one that they know; a bit each.
    pub(super) fn seen_by(&self, card: CardId) -> u32 {
        let mut seers = self.known[card.index()];
        let mut through = u32::MAX;
        let mut at = self.where_is(card);
        while let Some((zone, key, _)) = at {
            if !matches!(self.book.zones[zone.index()].owner, Owner::Card(_)) {
                break;
            }
            through &=
                if self.book.zones[zone.index()].seen == Seen::Everyone { u32::MAX } else { 0 };
            seers |= through & self.known[usize::from(key)];
            at = self.where_is(CardId(key));
        }
        seers
    }

    pub(super) fn shape(&self, zone: ZoneId) -> ZoneShape {
        self.book.zones[zone.index()].shape
    }

    /// Where a card lies: zone, key, place from 0.
    pub(super) fn where_is(&self, card: CardId) -> Option<(ZoneId, u16, usize)> {
        self.zones.iter().find_map(|((zone, key), places)| {
            places.iter().position(|c| *c == Some(card)).map(|at| (*zone, *key, at))
        })
    }

    /// The cards of a zone in listing order: a set's in card order, holes left out.
    pub(super) fn cards_in(&self, zone: ZoneId, key: u16) -> Vec<CardId> {
        let mut cards: Vec<CardId> =
            self.zones.get(&(zone, key)).into_iter().flatten().flatten().copied().collect();
        if self.shape(zone) == ZoneShape::Set {
            cards.sort();
        }
        cards
    }

    pub(super) fn row_of(&self, card: CardId) -> &'b Row {
        let book = self.book;
        &book.rows[book.cards[card.index()].row.index()]
    }

    pub(super) fn top(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    pub(super) fn me(&self) -> Option<u8> {
        self.frames.last().and_then(|f| f.me)
    }

    pub(super) fn local(&self, local: LocalId) -> Val {
        self.frames.last().map_or(Val::NONE, |frame| frame.locals[local.index()].clone())
    }

    pub(super) fn bind(&mut self, local: LocalId, value: Val) {
        if let Some(frame) = self.top() {
            frame.locals[local.index()] = value;
        }
    }

    /// A number for a run that begins.
    pub(super) fn serial(&mut self) -> u64 {
        self.serials += 1;
        self.serials
    }

    /// The frame of the innermost running call of a deed or carrying out of a move.
    pub(super) fn running(&self, body: BodyRef) -> Option<usize> {
        self.frames.iter().rposition(|f| f.running && f.body == body)
    }

    /// One more step; the budget is counted from the last answer.
    pub(super) fn step(&mut self, span: Span) -> Eval<()> {
        self.steps += 1;
        if self.steps > STEPS {
            Err(fault(FaultKind::Budget("steps", STEPS), span))
        } else {
            Ok(())
        }
    }
}

/// The items of a menu's tiers, arguments still to be computed.
pub(super) fn entries(tiers: &[Vec<Entry>]) -> impl Iterator<Item = (usize, &Entry)> {
    tiers.iter().enumerate().flat_map(|(tier, list)| list.iter().map(move |entry| (tier, entry)))
}

/// A fault at a place.
pub(super) fn fault(about: FaultKind, span: Span) -> Fault {
    Fault { code: code(&about), span, about }
}

fn code(about: &FaultKind) -> Code {
    match about {
        FaultKind::Overflow => Code::R0301,
        FaultKind::DivisionByZero => Code::R0302,
        FaultKind::OutOfRange(..) => Code::R0303,
        FaultKind::Unset(_) => Code::R0304,
        FaultKind::SlotTaken(_) => Code::R0305,
        FaultKind::NoPosition => Code::R0306,
        FaultKind::NoneUsed => Code::R0307,
        FaultKind::TooLong => Code::R0308,
        FaultKind::NotRunning => Code::R0309,
        FaultKind::NobodyCan(_) => Code::R0310,
        FaultKind::NoEnding => Code::R0311,
        FaultKind::OffGrid => Code::R0312,
        FaultKind::TooDeep(_) => Code::R0313,
        FaultKind::Budget(..) => Code::R0320,
    }
}

/// The deed a body is, if it is one.
pub(super) fn deed_of(body: BodyRef) -> Option<DeedId> {
    match body {
        BodyRef::Deed(id) => Some(id),
        _ => None,
    }
}
