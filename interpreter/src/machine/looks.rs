//! What lies on squares, remembered for as long as no tile there moves.
//!
//! A square that is read as if a tile lay at a spot is one of that tile's own, about which the
//! printed shape tells everything, or a real one, whatever is assumed. So only real squares are
//! remembered, and a tile that moves changes what is known of its own squares alone.

use super::{Evaluator, State};
use crate::position::Laid;
use crate::program::board::{SpotAt, SquareAt, TileShape, place};
use crate::program::{NONE, Program};

/// What lies on a square. Machine code reads it where it lies: eight numbers, the square first.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Look {
    /// The square as a number, and the mark of those that are not forgotten; none in a table of
    /// tiles.
    pub square: i64,
    /// The card of the tile, or none.
    pub card: i64,
    /// Which square of its tile it is, or none.
    pub part: i64,
    /// The outer edges: north, east, south, west; or none.
    pub edges: [i64; 4],
    /// What is known of it by what lies there alone:
    /// [`Traits`](crate::program::board::Traits).
    pub traits: u64,
}

impl Look {
    /// A square that does not exist.
    const NOWHERE: Self =
        Self { square: NONE, card: NONE, part: NONE, edges: [NONE; 4], traits: 0 };

    /// So many squares are remembered.
    pub const KEPT: usize = 1 << (2 * Self::BITS);
    /// By so many bits of each coordinate it is told where a square is remembered.
    pub const BITS: u8 = 5;

    /// Where a square is remembered: all of 32 by 32 at different places.
    #[must_use]
    #[inline]
    pub fn place(q: i64) -> usize {
        let low = (1 << Self::BITS) - 1;
        (q & low | q >> (10 - Self::BITS) & low << Self::BITS) as usize
    }

    fn of(program: &Program, card: u16, shape: &TileShape, part: u8, turn: u8) -> Self {
        let edges = [0, 1, 2, 3].map(|side| shape.edge(part, turn, side));
        let place = program.traits.place(card, shape.edges.len(), part, turn);
        let traits = program.traits.of_tiles.get(place).copied().unwrap_or(0);
        Self { square: NONE, card: card.into(), part: part.into(), edges, traits }
    }

    /// What a square without a tile is.
    fn bare(program: &Program) -> Self {
        Self { traits: program.traits.bare, ..Self::NOWHERE }
    }

    /// What the squares of a tile are that lies anywhere: turned each way, row by row from below.
    /// None of what is no tile.
    #[must_use]
    pub fn of_tile(program: &Program, card: u16) -> Vec<Self> {
        let turned = program.tile(card).into_iter().flat_map(|shape| {
            (0..4).zip(&shape.turned).flat_map(move |(turn, turned)| {
                let of = move |part: &u8| Self::of(program, card, shape, *part, turn);
                turned.parts.iter().map(of)
            })
        });
        turned.collect()
    }
}

/// What was found on real squares that were looked at lately.
#[derive(Debug)]
pub(super) struct Parts {
    /// [`Look::KEPT`], once a square was looked at: games without grids need none. Behind them one
    /// more, whose square is the mark that those bear which are not forgotten.
    looks: Vec<Look>,
    /// What tiles show on squares that are assumed to be theirs. That never changes.
    own: [Look; OWN],
}

/// So many squares of tiles that are assumed to lie somewhere are remembered.
const OWN: usize = 8;
/// The first mark; squares are less.
const MARK: i64 = 1 << 32;

impl Default for Parts {
    fn default() -> Self {
        Self { looks: Vec::new(), own: [Look::NOWHERE; OWN] }
    }
}

impl Clone for Parts {
    /// A copy finds out anew.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Parts {
    /// Forgets all real squares: others are marked from now on.
    pub(super) fn forget(&mut self) {
        let Some(last) = self.looks.last_mut() else { return };
        match last.square.checked_add(MARK) {
            Some(next) => last.square = next,
            None => self.make_room(),
        }
    }

    /// Forgets a real square.
    pub(super) fn forget_one(&mut self, q: i64) {
        let marked = q | self.mark();
        if let Some(look) = self.looks.get_mut(Look::place(q))
            && look.square == marked
        {
            *look = Look::NOWHERE;
        }
    }

    fn mark(&self) -> i64 {
        self.looks.last().map_or(0, |last| last.square)
    }

    /// All of them, and the mark; they stay where they are.
    pub(super) fn looks(&mut self) -> &[Look] {
        if self.looks.is_empty() {
            self.make_room();
        }
        &self.looks
    }

    #[cold]
    fn make_room(&mut self) {
        self.looks.clear();
        self.looks.resize(Look::KEPT, Look::NOWHERE);
        self.looks.push(Look { square: MARK, ..Look::NOWHERE });
    }
}

impl State<'_> {
    /// What a tile shows on a square, if it lies there.
    fn shown(self, q: SquareAt, tile: Laid) -> Option<Look> {
        let shape = self.shape(tile.card)?;
        let part = shape.part(tile.turn, q.x - tile.x, q.y - tile.y)?;
        Some(Look::of(self.program, tile.card, shape, part, tile.turn))
    }

    /// What lies on a square that is one of the tile's that is assumed to lie there.
    fn assumed(self, square: i64) -> Option<Look> {
        let q = SquareAt::of(square)?;
        let SpotAt { x, y, turn, card, .. } = q.under?;
        let look = self.shown(q, Laid { card: card?, x, y, turn })?;
        Some(Look { square, ..look })
    }

    /// What lies on a real square.
    fn look(self, q: i64) -> Look {
        let on_top = |q: SquareAt| {
            let tile = self.pos.on_top(self.grid(q.grid)?, q.x, q.y)?;
            self.shown(q, tile)
        };
        let look = SquareAt::of(q).and_then(on_top).unwrap_or_else(|| Look::bare(self.program));
        Look { square: q, ..look }
    }
}

impl Evaluator<'_> {
    /// What lies on a square, what is assumed included.
    #[inline]
    pub(super) fn look(&mut self, q: i64) -> Look {
        let real = place(q, false);
        if q != real {
            let at = (q ^ q >> 10) as usize % OWN;
            if self.mem.scratch.parts.own[at].square == q {
                return self.mem.scratch.parts.own[at];
            }
            if let Some(look) = self.state().assumed(q) {
                self.mem.scratch.parts.own[at] = look;
                return look;
            }
        }
        *self.look_at(real)
    }

    /// What lies on a real square.
    #[inline]
    pub(super) fn look_at(&mut self, q: i64) -> &Look {
        let at = Look::place(q);
        let looks = self.mem.scratch.parts.looks();
        let known = looks.get(at).map(|look| look.square);
        let marked = q | self.mem.scratch.parts.mark();
        if known != Some(marked) {
            let look = Look { square: marked, ..self.state().look(q) };
            self.mem.scratch.parts.looks[at] = look;
        }
        &self.mem.scratch.parts.looks[at]
    }
}
