//! Faults in a position: kept as a kind and up to four numbers.

use super::{Machine, State};
use crate::ask::{Fault, FaultKind, Stop};
use crate::position::Position;
use crate::program::{budget, header};
use houserules_lang::code::Code;
use houserules_lang::ir::{CounterId, SiteId, WordId, ZoneId};

/// What stops a game that runs.
pub const CODES: &[(Code, &str)] = &[
    (Code::R0301, "a number left 64 bits"),
    (Code::R0302, "a division by zero"),
    (Code::R0303, "a counter left its range"),
    (Code::R0304, "a counter was read before it was set"),
    (Code::R0305, "a second card came to a slot, a taken place, or into itself"),
    (Code::R0306, "the place of a card that lies in no order, or a place below 1"),
    (Code::R0307, "a value was needed, and there was none"),
    (Code::R0308, "a list grew beyond the cards and places there are"),
    (Code::R0309, "something was asked of what is not running"),
    (Code::R0310, "a player must choose and has no option"),
    (Code::R0311, "`play` came to its end without an ending"),
    (Code::R0312, "a square or a tile beyond the edge of a grid"),
    (Code::R0313, "a word called itself more often than it says"),
    (Code::R0320, "a budget ran out"),
];

/// Names of budgets, and what they are.
const BUDGETS: [(&str, u64); 4] = [
    ("steps", budget::STEPS),
    ("candidates", budget::SEARCH),
    ("members", budget::REACH as u64),
    ("things remembered", budget::MEMOS as u64),
];

/// The steps ran out.
pub const STEPS: FaultKind = FaultKind::Budget(BUDGETS[0].0, BUDGETS[0].1);
/// The candidates ran out.
pub const CANDIDATES: FaultKind = FaultKind::Budget(BUDGETS[1].0, BUDGETS[1].1);

/// Too many members were reached.
pub const MEMBERS: FaultKind = FaultKind::Budget(BUDGETS[2].0, BUDGETS[2].1);

/// Too much was remembered.
pub const MEMOS: FaultKind = FaultKind::Budget(BUDGETS[3].0, BUDGETS[3].1);

/// Keeps a fault.
pub fn keep(pos: &mut Position, kind: &FaultKind) {
    let (at, details): (u8, [i64; 4]) = match kind {
        FaultKind::Overflow => (1, [0; 4]),
        FaultKind::DivisionByZero => (2, [0; 4]),
        FaultKind::OutOfRange(id, value, low, high) => (3, [i64::from(id.0), *value, *low, *high]),
        FaultKind::Unset(id) => (4, [i64::from(id.0), 0, 0, 0]),
        FaultKind::SlotTaken(id) => (5, [i64::from(id.0), 0, 0, 0]),
        FaultKind::NoPosition => (6, [0; 4]),
        FaultKind::NoneUsed => (7, [0; 4]),
        FaultKind::TooLong => (8, [0; 4]),
        FaultKind::NotRunning => (9, [0; 4]),
        FaultKind::NobodyCan(id) => (10, [i64::from(id.0), 0, 0, 0]),
        FaultKind::NoEnding => (11, [0; 4]),
        FaultKind::Budget(name, _) => {
            let which = BUDGETS.iter().position(|(n, _)| n == name).unwrap_or(0);
            (12, [which as i64, 0, 0, 0])
        }
        FaultKind::OffGrid => (13, [0; 4]),
        FaultKind::TooDeep(id) => (14, [i64::from(id.0), 0, 0, 0]),
    };
    pos.set(header::FAULT, at);
    for (n, detail) in (0..).zip(details) {
        pos.set(header::DETAIL.nth(n), detail);
    }
}

/// The code of a fault.
pub fn code(about: &FaultKind) -> Code {
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

impl<'a> State<'a> {
    /// The fault that stopped the game.
    pub(super) fn faulted(self) -> Fault {
        let detail = |n| self.pos.get(header::DETAIL.nth(n));
        let id = detail(0) as u16;
        let about = match self.pos.get(header::FAULT) {
            1 => FaultKind::Overflow,
            2 => FaultKind::DivisionByZero,
            3 => FaultKind::OutOfRange(CounterId(id), detail(1), detail(2), detail(3)),
            4 => FaultKind::Unset(CounterId(id)),
            5 => FaultKind::SlotTaken(ZoneId(id)),
            6 => FaultKind::NoPosition,
            8 => FaultKind::TooLong,
            9 => FaultKind::NotRunning,
            10 => FaultKind::NobodyCan(SiteId(id)),
            11 => FaultKind::NoEnding,
            13 => FaultKind::OffGrid,
            14 => FaultKind::TooDeep(WordId(id)),
            12 => {
                let (name, most) = BUDGETS.get(usize::from(id)).copied().unwrap_or(BUDGETS[0]);
                FaultKind::Budget(name, most)
            }
            _ => FaultKind::NoneUsed,
        };
        Fault { code: code(&about), span: self.span_at(self.pos.pc()), about }
    }

    /// The place in the rules of an instruction.
    pub(super) fn span_at(self, pc: u32) -> houserules_lang::source::Span {
        self.program.spans.get(pc as usize).copied().unwrap_or_default()
    }
}

impl Machine {
    /// The line of the rules that ended the game, if it is over.
    #[must_use]
    pub fn ended_at(&self) -> Option<houserules_lang::source::Span> {
        matches!(self.state().stop_now(), Stop::Over(_))
            .then(|| self.state().span_at(self.pos.pc()))
    }
}
