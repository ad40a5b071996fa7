//! Tables of the squares of tiles, for squares that are read as if a tile lay there.

use houserules_interpreter::machine::Look;
use houserules_interpreter::program::Program;

/// Tables of more squares are not made.
const MOST: usize = 1 << 16;

/// What code reads of tiles. It stays where it is for as long as the code does.
#[derive(Debug)]
pub struct Tiles {
    /// Of each card turned each way, its squares row by row from below.
    pub looks: Box<[Look]>,
    /// For each card, turned each way, the place of its first square there, how wide and how high
    /// it is then: from bits 0, 32 and 40 on. 0 of what is no tile.
    pub cards: Box<[i64]>,
}

impl Tiles {
    /// Of a program; none if it has no grids, or very many tiles.
    #[must_use]
    pub fn of(program: &Program) -> Option<Self> {
        if program.grids.is_empty() {
            return None;
        }
        let (mut looks, mut cards) = (Vec::new(), Vec::new());
        for card in 0..program.schema.cards {
            let shape = program.tile(card);
            let mut first = looks.len() as i64;
            for turn in 0..4 {
                let turned = shape.and_then(|shape| shape.turned.get(turn));
                let turned =
                    turned.filter(|t| (1..256).contains(&t.width) && (1..256).contains(&t.height));
                cards.push(turned.map_or(0, |t| first | t.width << 32 | t.height << 40));
                first += turned.map_or(0, |t| t.width * t.height);
            }
            looks.extend(Look::of_tile(program, card));
            if first != looks.len() as i64 {
                return None;
            }
            if looks.len() > MOST {
                return None;
            }
        }
        Some(Self { looks: looks.into(), cards: cards.into() })
    }
}
