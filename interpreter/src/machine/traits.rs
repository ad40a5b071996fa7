//! Words of a square that hang on what lies there alone, found for every tile.

use super::{Evaluator, Fallible, Memory};
use crate::chance::Seed;
use crate::position::Position;
use crate::program::board::{SIDES, SpotAt};
use crate::program::{NONE, Pc, Program, R};

/// A word, where it takes its square and side, and where it leaves its value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked {
    pub entry: Pc,
    pub q: R,
    pub side: Option<R>,
    pub result: R,
}

impl Evaluator<'_> {
    /// The bits of a word for a square: one, or one for each side; none if it has other values.
    fn bits_of(&mut self, asked: Asked, square: i64) -> Fallible<Option<u64>> {
        let sides = if asked.side.is_some() { SIDES } else { 1 };
        let mut bits = 0;
        for at in 0..sides {
            self.mem.steps = 0;
            self.mem.put(asked.q, square);
            if let Some(side) = asked.side {
                self.mem.put(side, if at == SIDES - 1 { NONE } else { at });
            }
            self.pure_by_loop(asked.entry)?;
            if let value @ (0 | 1) = self.mem.reg(asked.result) {
                bits |= (value as u64) << at
            } else {
                return Ok(None);
            }
        }
        Ok(Some(bits))
    }

    /// The bits of a word for the bare table, then for all squares of tiles.
    fn bits_of_all(&mut self, asked: Asked) -> Fallible<Option<Vec<u64>>> {
        let Some(bare) = self.bits_of(asked, NONE)? else { return Ok(None) };
        let mut all = vec![bare];
        let program = self.program;
        for (card, shape) in (0..).zip(&program.shape_of) {
            let Some(shape) = program.shapes.get(usize::from(*shape)) else { continue };
            for turn in 0..4 {
                let spot = SpotAt { grid: 0, x: 0, y: 0, turn, card: Some(card) };
                for part in 0..shape.edges.len() {
                    let of_part = |(x, y): &(i64, i64)| {
                        shape.part(turn, *x, *y).map(usize::from) == Some(part)
                    };
                    let cell = shape.cells(0, 0, turn).find(of_part);
                    let square = cell.map_or(NONE, |(x, y)| spot.square(x, y).pack());
                    let Some(bits) = self.bits_of(asked, square)? else { return Ok(None) };
                    all.push(bits);
                }
            }
        }
        Ok(Some(all))
    }
}

/// Makes a trait of a word; none if it comes to a fault or has other values than yes and no.
pub(crate) fn find(program: &mut Program, asked: Asked) -> Option<()> {
    let mut pos = Position::new(program.schema.size);
    let mut mem = Memory::new(program, Seed(0));
    let mut evaluator = Evaluator { program, pos: &mut pos, mem: &mut mem, native: None };
    let found = evaluator.bits_of_all(asked).ok()??;
    let (bare, tiles) = found.split_first()?;
    let traits = &mut program.traits;
    if tiles.len() != traits.of_tiles.len() {
        return None;
    }
    let bit = traits.bits;
    traits.bare |= bare << bit;
    traits.of_tiles.iter_mut().zip(tiles).for_each(|(all, bits)| *all |= bits << bit);
    traits.bits += if asked.side.is_some() { SIDES as u8 } else { 1 };
    Some(())
}
