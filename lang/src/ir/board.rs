//! Grids: tiles, and the two values that name places on a grid.

use super::{CardId, EnumId, ZoneId};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// A coordinate of a grid lies between this and its opposite.
pub const FARTHEST: i64 = 500;

/// What makes a card kind a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Tile {
    /// Squares from left to right.
    pub width: u8,
    /// Squares from top to bottom.
    pub height: u8,
    /// Names its squares, left to right, then down.
    pub squares: Option<EnumId>,
    /// Names its outer edges, clockwise from the top of the top left square.
    pub edges: Option<EnumId>,
}

/// A word of the language that asks about grids, squares and spots; its arguments, the receiver
/// first, are in the brackets.
///
/// A square read under a spot's assumption answers as if the spot's card lay there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum BoardWord {
    /// `grid.square(x, y)`: (grid, x, y).
    SquareAt,
    /// `grid.spot(x, y, turn)`: (grid, x, y, turn), of no card.
    SpotAt,
    /// `grid.middle`: the spot `(0, 0, 0)` of no card; (grid).
    Middle,
    /// `square.tile`: the card on top, or none.
    Tile,
    /// `square.part`: which square of its tile it is.
    Part,
    /// `square.edge(side)`: the outer edge that lies there, or none.
    Edge,
    /// `square.next(side)`: the square beside it on that side; (square, side).
    Next,
    /// `square.x`, `spot.x`: how far east of the middle it lies.
    X,
    /// `square.y`, `spot.y`: how far north of the middle it lies.
    Y,
    /// `spot.turn`: quarter turns clockwise.
    Turn,
    /// `spot.over`: its square that lies on another tile, or none.
    Over,
    /// `spot.beside`: its first square on the bare table, or none.
    Beside,
}

impl BoardWord {
    /// As it is written after a dot.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SquareAt => "square",
            Self::SpotAt => "spot",
            Self::Middle => "middle",
            Self::Tile => "tile",
            Self::Part => "part",
            Self::Edge => "edge",
            Self::Next => "next",
            Self::X => "x",
            Self::Y => "y",
            Self::Turn => "turn",
            Self::Over => "over",
            Self::Beside => "beside",
        }
    }
}

/// Where a tile may come to lie. The same spot is one of the same place and turn, whatever the
/// card.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Spot {
    /// The zone that is the grid.
    pub zone: ZoneId,
    /// Which of its owners the grid belongs to; 0 for the table's.
    pub key: u16,
    /// The lower left square of the turned tile: eastwards.
    pub x: i16,
    /// The same square, northwards.
    pub y: i16,
    /// Quarter turns clockwise, from 0 to 3.
    pub turn: u8,
    /// The card that is assumed to lie there.
    #[serde(skip)]
    pub card: Option<CardId>,
}

/// A place of a grid. The same square is one of the same place, whatever is assumed.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Square {
    /// The zone that is the grid.
    pub zone: ZoneId,
    /// Which of its owners the grid belongs to; 0 for the table's.
    pub key: u16,
    /// Squares east of the middle; west of it below 0.
    pub x: i16,
    /// Squares north of the middle; south of it below 0.
    pub y: i16,
    /// What is assumed to lie on the grid, besides what does: the card, and the place and turn of
    /// its spot.
    #[serde(skip)]
    pub under: Option<(CardId, i16, i16, u8)>,
}

impl Spot {
    fn place(&self) -> (ZoneId, u16, i16, i16, u8) {
        (self.zone, self.key, self.y, self.x, self.turn)
    }
}

impl Square {
    fn place(&self) -> (ZoneId, u16, i16, i16) {
        (self.zone, self.key, self.y, self.x)
    }
}

macro_rules! by_place {
    ($($name:ident)*) => {$(
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.place() == other.place()
            }
        }
        impl Eq for $name {}
        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
        impl Ord for $name {
            fn cmp(&self, other: &Self) -> Ordering {
                self.place().cmp(&other.place())
            }
        }
        impl Hash for $name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.place().hash(state);
            }
        }
    )*};
}
by_place!(Spot Square);
