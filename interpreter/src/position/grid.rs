//! Grids of a position: the tiles in the order in which they were laid, and a table of the squares
//! they cover.
//!
//! Behind the number of tiles (2 bytes, 6 unused) stand 8 bytes a tile: the card, x, y (2 each) and
//! the turn. The table holds 4 bytes a square: its place in the upper 20 bits, the number of the
//! tile on top, from 1, in the lower 12; a square stands at its hash or behind it. It follows from
//! the tiles alone.

use super::Position;
use crate::program::board::TileShape;
use crate::program::field::frame;
use crate::program::{Field, Inst};

/// Bytes before the tiles.
const HEAD: u32 = 8;

frame! {
    /// A tile, as it lies in a position.
    Tile(8) {
        /// The tile itself.
        card: u16 = 0,
        /// Its lower left square, eastwards; signed.
        x: u16 = 2,
        /// The same square, northwards; signed.
        y: u16 = 4,
        /// Quarter turns clockwise.
        turn: u8 = 6,
    }
}

impl Tile {
    /// A tile of a grid by its number from 0.
    #[inline]
    pub(super) fn nth(z: &Inst, n: u32) -> Self {
        Self(z.base + HEAD + Self::SIZE * n)
    }
}

/// A tile on a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Laid {
    pub card: u16,
    pub x: i64,
    pub y: i64,
    pub turn: u8,
}

/// Bytes of a grid that may hold so many tiles, covering so many squares, and the bits of its
/// table.
pub(crate) fn grid_size(tiles: u32, squares: u32) -> (u32, u8) {
    let bits = (squares + squares / 2).max(4).next_power_of_two().trailing_zeros();
    (HEAD + Tile::SIZE * tiles + (4 << bits), bits as u8)
}

fn key(x: i64, y: i64) -> u32 {
    (x + 512) as u32 & 1023 | ((y + 512) as u32 & 1023) << 10
}

impl Position {
    /// A tile of a grid by its number from 0.
    #[inline]
    pub(crate) fn laid(&self, z: &Inst, n: u32) -> Laid {
        let tile = Tile::nth(z, n);
        let signed = |field: Field<u16>| i64::from(self.get(field) as i16);
        let (card, turn) = (self.get(tile.card()), self.get(tile.turn()));
        Laid { card, x: signed(tile.x()), y: signed(tile.y()), turn }
    }

    /// The bytes of all tiles of a grid: what else is kept of it follows from them.
    pub(crate) fn tiles(&self, z: &Inst) -> &[u8] {
        self.bytes(z.base, HEAD + Tile::SIZE * self.places(z))
    }

    /// How many tiles those bytes were, if they were the first that still lie there; none if they
    /// were no tiles.
    pub(crate) fn begins_with(&self, z: &Inst, tiles: &[u8]) -> Option<u32> {
        let before = tiles.get(HEAD as usize..).filter(|before| !before.is_empty())?;
        let now = self.tiles(z).get(HEAD as usize..)?;
        now.starts_with(before).then_some(before.len() as u32 / Tile::SIZE)
    }

    /// Calls the tiles of a grid otherwise.
    pub(crate) fn rename_tiles(&mut self, z: &Inst, name: impl Fn(u16) -> u16) {
        for n in 0..self.places(z) {
            let card = Tile::nth(z, n).card();
            self.set(card, name(self.get(card)));
        }
    }

    /// An entry of the table.
    fn square(z: &Inst, slot: u32) -> Field<u32> {
        Field::at(Tile::nth(z, u32::from(z.cap)).0).nth(slot)
    }

    /// The tile on top of a square.
    #[inline]
    pub(crate) fn on_top(&self, z: &Inst, x: i64, y: i64) -> Option<Laid> {
        let (_, entry) = self.entry(z, key(x, y));
        (entry & 4095).checked_sub(1).map(|n| self.laid(z, n))
    }

    /// Where a square stands in the table, or could; and what is there.
    #[inline]
    fn entry(&self, z: &Inst, key: u32) -> (Field<u32>, u32) {
        let last = (1u32 << z.bits) - 1;
        let mut slot = key.wrapping_mul(0x9e37_79b1) >> (32 - u32::from(z.bits));
        // The table is never full.
        loop {
            let at = Self::square(z, slot);
            let entry = self.get(at);
            if entry == 0 || entry >> 12 == key {
                return (at, entry);
            }
            slot = (slot + 1) & last;
        }
    }

    fn cover(&mut self, z: &Inst, shape: &TileShape, n: u32) {
        let tile = self.laid(z, n);
        for (x, y) in shape.cells(tile.x, tile.y, tile.turn) {
            let key = key(x, y);
            let (at, _) = self.entry(z, key);
            self.set(at, (key << 12) | (n + 1));
        }
    }

    /// Lays a tile on top of what lies there; no if there is no room.
    pub(crate) fn lay_tile(&mut self, z: &Inst, tile: Laid, shape: &TileShape) -> bool {
        let n = self.places(z);
        if n >= u32::from(z.cap) {
            return false;
        }
        let at = Tile::nth(z, n);
        self.set(at.card(), tile.card);
        self.set(at.x(), tile.x as u16);
        self.set(at.y(), tile.y as u16);
        self.set(at.turn(), tile.turn);
        self.set(z.len(), n as u16 + 1);
        self.cover(z, shape, n);
        true
    }

    /// Takes a tile away: what lay below lies bare again. `shape_of` knows how each card lies.
    pub(crate) fn lift_tile<'s>(
        &mut self,
        z: &Inst,
        card: u16,
        shape_of: impl Fn(u16) -> Option<&'s TileShape>,
    ) {
        let n = self.places(z);
        let Some(gone) = (0..n).find(|n| self.get(Tile::nth(z, *n).card()) == card) else {
            return;
        };
        let (at, next) = (Tile::nth(z, gone), Tile::nth(z, gone + 1));
        self.copy_within(next.0, at.0, Tile::SIZE * (n - 1 - gone));
        self.zero(Tile::nth(z, n - 1).0, Tile::SIZE);
        self.set(z.len(), n as u16 - 1);
        self.cover_anew(z, shape_of);
    }

    /// Makes the table again, from the tiles.
    pub(crate) fn cover_anew<'s>(
        &mut self,
        z: &Inst,
        shape_of: impl Fn(u16) -> Option<&'s TileShape>,
    ) {
        self.zero(Self::square(z, 0).at, 4 << z.bits);
        for n in 0..self.places(z) {
            if let Some(shape) = shape_of(self.laid(z, n).card) {
                self.cover(z, shape, n);
            }
        }
    }
}
