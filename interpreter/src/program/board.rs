//! Squares and spots as one number each, and how tiles lie.
//!
//! A spot keeps, from its lowest bit: the turn (2 bits), x and y (10 each), the grid (8), the card
//! and one (12, 0: no card). A square keeps x and y (10 each), the grid (8), then what is assumed
//! to lie there: turn, x, y and the card and one of a spot. So numbers are in the order of grid, y,
//! x, turn, and the lower bits alone are the place.

use super::NONE;

/// Coordinates are kept with this added.
const BIAS: i64 = 512;
/// The bits of a square that are its place.
const SQUARE: i64 = (1 << 28) - 1;
/// The bits of a spot that are its place and turn.
const SPOT: i64 = (1 << 30) - 1;
/// The farthest coordinate of a square, beyond which there is none.
const EDGE: i64 = 511;
/// At most so many grids.
pub const MOST_GRIDS: usize = 255;
/// At most so many cards in a game with grids.
pub const MOST_CARDS: u16 = 4000;

/// A spot, taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpotAt {
    /// The number of the grid: an index into [`Program::grids`](super::Program::grids).
    pub grid: u8,
    /// The lower left square.
    pub x: i64,
    /// The lower left square.
    pub y: i64,
    /// Quarter turns clockwise.
    pub turn: u8,
    /// The tile that could lie there; none for a bare spot.
    pub card: Option<u16>,
}

/// A square, taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SquareAt {
    /// The number of the grid, as in [`SpotAt`].
    pub grid: u8,
    /// Squares eastwards, up to 511 either way.
    pub x: i64,
    /// Squares northwards, up to 511 either way.
    pub y: i64,
    /// What is assumed to lie there; its grid is this one.
    pub under: Option<SpotAt>,
}

impl SpotAt {
    /// As one number.
    #[must_use]
    pub fn pack(self) -> i64 {
        self.low() | i64::from(self.grid) << 22 | self.held() << 30
    }
    fn low(self) -> i64 {
        i64::from(self.turn & 3) | ((self.x + BIAS) & 1023) << 2 | ((self.y + BIAS) & 1023) << 12
    }
    fn held(self) -> i64 {
        self.card.map_or(0, |c| i64::from(c) + 1)
    }
    /// Of a number; none has none.
    #[must_use]
    pub fn of(spot: i64) -> Option<Self> {
        (spot != NONE)
            .then(|| Self::parts(spot & ((1 << 22) - 1), (spot >> 22 & 255) as u8, spot >> 30))
    }
    fn parts(low: i64, grid: u8, held: i64) -> Self {
        Self {
            grid,
            x: (low >> 2 & 1023) - BIAS,
            y: (low >> 12 & 1023) - BIAS,
            turn: (low & 3) as u8,
            card: u16::try_from(held & 4095).ok().and_then(|c| c.checked_sub(1)),
        }
    }
    /// A square of the same grid, read as if the card lay here.
    #[must_use]
    pub fn square(self, x: i64, y: i64) -> SquareAt {
        SquareAt { grid: self.grid, x, y, under: self.card.is_some().then_some(self) }
    }
}

impl SquareAt {
    /// As one number; none beyond the edge.
    #[must_use]
    pub fn pack(self) -> i64 {
        if self.x.abs() > EDGE || self.y.abs() > EDGE {
            return NONE;
        }
        let place = (self.x + BIAS) | ((self.y + BIAS) << 10) | i64::from(self.grid) << 20;
        let under = self.under.map_or(0, |s| s.low() | s.held() << 22);
        place | under << 28
    }
    /// Of a number; none has none.
    #[must_use]
    pub fn of(square: i64) -> Option<Self> {
        if square == NONE {
            return None;
        }
        let (grid, under) = ((square >> 20 & 255) as u8, square >> 28);
        Some(Self {
            grid,
            x: (square & 1023) - BIAS,
            y: (square >> 10 & 1023) - BIAS,
            under: (under >> 22 != 0)
                .then(|| SpotAt::parts(under & ((1 << 22) - 1), grid, under >> 22)),
        })
    }
}

/// The square so far from another; none beyond the edge.
#[must_use]
#[inline]
pub fn beside(square: i64, dx: i64, dy: i64) -> i64 {
    if square == NONE {
        return NONE;
    }
    let (x, y) = ((square & 1023) + dx, (square >> 10 & 1023) + dy);
    let inside = BIAS - EDGE..=BIAS + EDGE;
    if inside.contains(&x) && inside.contains(&y) {
        square & !((1 << 20) - 1) | x | y << 10
    } else {
        NONE
    }
}

/// A spot of no card as one for a card.
#[must_use]
#[inline]
pub fn with_card(spot: i64, card: u16) -> i64 {
    spot | (i64::from(card) + 1) << 30
}

/// Whether two spots are farther apart than that, to one side.
#[must_use]
#[inline]
pub fn far_apart(a: i64, b: i64, reach: i64) -> bool {
    let far = |bit: u8| ((a >> bit & 1023) - (b >> bit & 1023)).abs() > reach;
    far(2) || far(12)
}

/// What tells two squares, or two spots, apart: their place.
#[must_use]
#[inline]
pub fn place(value: i64, spot: bool) -> i64 {
    match value {
        NONE => NONE,
        value => value & if spot { SPOT } else { SQUARE },
    }
}

/// The sides of a square, and none.
pub const SIDES: i64 = 5;

/// Words of a square that hang on what lies there alone, found once: a bit each, or one for each
/// side and one for none.
#[derive(Debug, Clone, Default)]
pub struct Traits {
    /// So many bits are used.
    pub bits: u8,
    /// The bits of a square without a tile.
    pub bare: u64,
    /// For each card the place of its bits; of what is no tile anything.
    pub first: Vec<u32>,
    /// The bits of each tile's squares, turn by turn.
    pub of_tiles: Vec<u64>,
}

impl Traits {
    /// Where the bits of a tile's square are, of a tile with so many squares.
    #[must_use]
    #[inline]
    pub fn place(&self, card: u16, squares: usize, part: u8, turn: u8) -> usize {
        let first = self.first.get(usize::from(card)).copied().unwrap_or(u32::MAX);
        first as usize + squares * usize::from(turn & 3) + usize::from(part)
    }

    /// The bit of a trait on a side.
    #[must_use]
    #[inline]
    pub fn on_side(bit: u8, side: i64) -> u8 {
        bit + if side == NONE { 4 } else { side.rem_euclid(4) as u8 }
    }
}

/// A tile turned.
#[derive(Debug, Clone, Default)]
pub struct Turned {
    /// How many squares it is wide, as it lies.
    pub width: i64,
    /// How many squares it is high, as it lies.
    pub height: i64,
    /// Which square of the tile lies at `y * width + x`.
    pub parts: Vec<u8>,
}

/// How a tile lies.
#[derive(Debug, Clone, Default)]
pub struct TileShape {
    /// By quarter turns.
    pub turned: [Turned; 4],
    /// By square and printed side: the outer edge there, or [`NONE`].
    pub edges: Vec<[i64; 4]>,
}

impl TileShape {
    /// A tile of so many squares.
    #[must_use]
    pub fn new(width: u8, height: u8) -> Self {
        let (w, h) = (i64::from(width), i64::from(height));
        let mut shape = Self { edges: vec![[NONE; 4]; (w * h) as usize], ..Self::default() };
        for (turn, turned) in shape.turned.iter_mut().enumerate() {
            let (across, up) = if turn % 2 == 0 { (w, h) } else { (h, w) };
            *turned = Turned { width: across, height: up, parts: vec![0; (w * h) as usize] };
            for part in 0..w * h {
                let (x, y) = (part % w, h - 1 - part / w);
                let (x, y) = match turn {
                    0 => (x, y),
                    1 => (y, w - 1 - x),
                    2 => (w - 1 - x, h - 1 - y),
                    _ => (h - 1 - y, x),
                };
                if let Some(slot) = turned.parts.get_mut((y * across + x) as usize) {
                    *slot = part as u8;
                }
            }
        }
        // Clockwise from the top of the top left square.
        let top = (0..w).map(|x| (x, 0, 0));
        let right = (0..h).map(|row| (w - 1, row, 1));
        let bottom = (0..w).rev().map(|x| (x, h - 1, 2));
        let left = (0..h).rev().map(|row| (0, row, 3));
        for (edge, (x, row, side)) in (0i64..).zip(top.chain(right).chain(bottom).chain(left)) {
            if let Some(sides) = shape.edges.get_mut((row * w + x) as usize) {
                sides[side] = edge;
            }
        }
        shape
    }

    /// Which square of the tile lies at (x, y), if it lies at (0, 0) turned so.
    #[must_use]
    #[inline]
    pub fn part(&self, turn: u8, x: i64, y: i64) -> Option<u8> {
        let turned = &self.turned[usize::from(turn & 3)];
        if x < 0 || y < 0 || x >= turned.width || y >= turned.height {
            return None;
        }
        turned.parts.get((y * turned.width + x) as usize).copied()
    }

    /// The outer edge of a square that lies on a side of the turned tile, or none.
    #[must_use]
    #[inline]
    pub fn edge(&self, part: u8, turn: u8, side: i64) -> i64 {
        let printed = (side - i64::from(turn)).rem_euclid(4) as usize;
        self.edges.get(usize::from(part)).map_or(NONE, |sides| sides[printed])
    }

    /// How long its longer side is.
    pub fn longest(&self) -> i64 {
        self.turned[0].width.max(self.turned[0].height)
    }

    /// The squares that the tile covers at a spot, row by row from below.
    pub fn cells(&self, x: i64, y: i64, turn: u8) -> impl Iterator<Item = (i64, i64)> + use<> {
        let turned = &self.turned[usize::from(turn & 3)];
        let (width, height) = (turned.width, turned.height);
        (0..height).flat_map(move |dy| (0..width).map(move |dx| (x + dx, y + dy)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_what_they_hold() {
        let spot = SpotAt { grid: 7, x: -500, y: 500, turn: 3, card: Some(3999) };
        assert_eq!(SpotAt::of(spot.pack()), Some(spot));
        let bare = SpotAt { card: None, ..spot };
        assert_eq!(place(bare.pack(), true), place(spot.pack(), true));
        let square =
            SquareAt { grid: 254, x: 511, y: -511, under: Some(SpotAt { grid: 254, ..spot }) };
        assert_eq!(SquareAt::of(square.pack()), Some(square));
        assert!(square.pack() > 0);
        let real = SquareAt { under: None, ..square };
        assert_eq!(place(real.pack(), false), place(square.pack(), false));
        assert_eq!(SquareAt { x: 512, ..real }.pack(), NONE);
        assert_eq!(beside(square.pack(), -1, 0), SquareAt { x: 510, ..square }.pack());
        assert_eq!([beside(square.pack(), 1, 0), beside(square.pack(), 0, -1)], [NONE, NONE]);
    }

    #[test]
    fn a_domino_turns_clockwise() {
        let domino = TileShape::new(2, 1);
        // Left and right, then from above to below.
        assert_eq!([domino.part(0, 0, 0), domino.part(0, 1, 0)], [Some(0), Some(1)]);
        assert_eq!([domino.part(1, 0, 1), domino.part(1, 0, 0)], [Some(0), Some(1)]);
        assert_eq!([domino.part(2, 1, 0), domino.part(3, 0, 0)], [Some(0), Some(0)]);
        // The left short end is the last edge; turned once it looks north.
        assert_eq!(domino.edge(0, 0, 3), 5);
        assert_eq!(domino.edge(0, 1, 0), 5);
        assert_eq!(domino.edge(0, 0, 1), NONE);
    }
}
