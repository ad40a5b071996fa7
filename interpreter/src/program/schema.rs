//! Where everything lies in a position.

use houserules_lang::ir::{CounterId, Lasts, Owner, Seen, ZoneId, ZoneShape};

/// No value, in a register and in 64-bit fields.
pub const NONE: i64 = i64::MIN;
/// A counter that was never set.
pub const UNSET: i64 = i64::MIN + 1;
/// No card, no zone.
pub const NOWHERE: u16 = u16::MAX;

/// The header's fields.
pub mod header {
    use crate::program::Field;

    /// Where the program stands.
    pub const PC: Field<u32> = Field::at(0);
    /// [`super::Status`], as a byte.
    pub const STATUS: Field<u8> = Field::at(4);
    /// Moves that are running.
    pub const RUNNING: Field<u8> = Field::at(5);
    /// The acting seat, 255: nobody.
    pub const ME: Field<u8> = Field::at(6);
    /// The fault's kind.
    pub const FAULT: Field<u8> = Field::at(7);
    /// Number of the next chance event.
    pub const CHANCE: Field<u32> = Field::at(8);
    /// Frames on the stack.
    pub const DEPTH: Field<u16> = Field::at(12);
    /// Number of the next chance event or lot that only some are told of.
    pub const UNSEEN: Field<u16> = Field::at(14);
    /// Winners: a seat mask.
    pub const WON: Field<u32> = Field::at(16);
    /// Number of the next order of cards that lie in none: see
    /// [`Position::lots`](crate::position::Position::lots).
    pub const LOTS: Field<u32> = Field::at(20);
    /// The first of the details of a fault.
    pub const DETAIL: Field<i64> = Field::at(24);
    /// How many details there are.
    pub const DETAILS: u32 = 4;
    /// Bytes of the header.
    pub const SIZE: u32 = 56;
}

/// Where a game stands, as a byte of the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// It runs, or somebody is asked.
    Running = 0,
    /// Won by the seats of the mask.
    Won = 1,
    /// Lost by all.
    Lost = 2,
    /// Stopped by a fault.
    Fault = 3,
    /// Over, and nobody has won or lost.
    Drawn = 4,
}

/// A zone of one key.
#[derive(Debug, Clone, Copy)]
pub struct Inst {
    /// The zone of the rules that it is an instance of.
    pub zone: ZoneId,
    /// Whose it is: a seat, member or card; 0 for a zone of the table.
    pub key: u16,
    /// How its bytes are laid out, and how cards lie there.
    pub shape: ZoneShape,
    /// Where it lies.
    pub base: u32,
    /// How many cards it can hold.
    pub cap: u16,
    /// Who sees its cards; a zone of a card: further narrowed to those who know that card.
    pub seers: u32,
    /// It belongs to a card.
    pub on_card: bool,
    /// Of a grid: its number.
    pub grid: u8,
    /// Of a grid: so many bits number the places of its table; else 0.
    pub bits: u8,
}

/// A zone: its keys are `lo..lo + n`.
#[derive(Debug, Clone, Copy)]
pub struct ZoneKeys {
    /// Its first instance.
    pub first: u16,
    /// The first key.
    pub lo: u16,
    /// How many keys.
    pub n: u16,
}

/// A counter: its keys are `lo..lo + n`.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// The counter of the rules that it keeps.
    pub id: CounterId,
    /// What its keys are, or which run it belongs to.
    pub owner: Owner,
    /// Where it lies.
    pub base: u32,
    /// One byte a key (value less `least`, 255: none, 254: unset), or eight.
    pub narrow: bool,
    /// The value that a narrow counter keeps as 0.
    pub least: i64,
    /// The first key.
    pub lo: u16,
    /// How many keys.
    pub n: u16,
    /// The range, if it has one.
    pub range: Option<(i64, i64)>,
    /// It stops at its ends.
    pub capped: bool,
    /// Its start; [`UNSET`] if it has none.
    pub start: i64,
    /// `until|through next turn`, and where its states lie: a byte a key.
    pub lasts: Option<(Lasts, u32)>,
    /// Its bit among what conditions read.
    pub bit: u64,
    /// Rules show it: where the masks of seats that were shown it lie, four bytes a key; writing
    /// empties them.
    pub shown: Option<u32>,
    /// It may be none.
    pub optional: bool,
    /// Who sees it.
    pub seen: Seen,
}

/// Where everything lies.
#[derive(Debug, Clone, Default)]
pub struct Schema {
    /// Bytes of a position.
    pub size: u32,
    /// How many play.
    pub seats: u8,
    /// How many cards there are.
    pub cards: u16,
    /// Words of a card mask.
    pub words: u8,
    /// Zones by key.
    pub insts: Vec<Inst>,
    /// Where the instances of each zone are, by its id.
    pub zones: Vec<ZoneKeys>,
    /// Where each counter is kept, by its id.
    pub counters: Vec<Family>,
    /// Where each card lies: two bytes a card.
    pub loc: u32,
    /// The frame stack: eight bytes an entry.
    pub stack: u32,
    /// How many entries it can hold.
    pub depth: u16,
    /// Counters and limits of the running round, turn, phase: base and size.
    pub runs: [(u32, u32); 3],
    /// Chance that only some are told of, if there is any.
    pub apart: Option<Apart>,
    /// Who knows each card: four bytes a card; the last part.
    pub known: u32,
}

/// Where it lies what is kept of chance that only some are told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Apart {
    /// Who is told, a bit for each seat: four bytes for each stretch of code that only some are
    /// told of, by its place in [`crate::program::Program::asides`].
    pub told: u32,
    /// How many stretches there are.
    pub stretches: u32,
    /// How many events there were, by who is told: two bytes for each count.
    pub counts: u32,
}

impl Schema {
    /// All seats as a mask.
    #[must_use]
    pub fn everyone(&self) -> u32 {
        (1u64 << self.seats).wrapping_sub(1) as u32
    }

    /// Whether rules show counters to some players.
    #[must_use]
    pub fn shows_counters(&self) -> bool {
        self.counters.iter().any(|family| family.shown.is_some())
    }

    /// Counters and limits of the running round, turn or phase: base and size; none of `play`.
    #[must_use]
    #[inline]
    pub fn run(&self, word: u8) -> Option<(u32, u32)> {
        self.runs.get(usize::from(word)).copied()
    }

    /// The instance of a zone and key, if there is one.
    #[must_use]
    pub fn inst(&self, zone: ZoneId, key: u16) -> Option<u16> {
        let keys = self[zone];
        let at = key.checked_sub(keys.lo).filter(|at| *at < keys.n)?;
        Some(keys.first + at)
    }
}
