//! What is asked of grids, squares and spots.

use super::Fallible;
use super::{Evaluator, Executor, State};
use crate::ask::FaultKind;
use crate::position::Laid;
use crate::program::board::{
    SpotAt, SquareAt, TileShape, Traits, Turned, beside, far_apart, place, with_card,
};
use crate::program::{BoardOp, Inst, NONE};
use houserules_lang::ir::{CardId, FARTHEST, Spot, Square, Value, ZoneId};

/// How far each side leads: north, east, south, west.
const STEPS: [(i64, i64); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// What was found on a grid, for as long as these tiles lie there.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    grid: u8,
    /// Spots for a tile of this shape; none: all squares that hold a tile.
    shape: Option<u8>,
    tiles: Vec<u8>,
    members: Vec<i64>,
}

/// A tile that may come to lie on a grid; of no card, where only its shape matters.
#[derive(Clone, Copy)]
struct NewTile<'i> {
    inst: &'i Inst,
    card: Option<u16>,
    shape: &'i TileShape,
}

/// So much that was found is kept.
const KEPT: usize = 12;
/// Where no more tiles than these have come, what was found before is brought up to date.
const RECENT: u32 = 8;

impl<'a> State<'a> {
    /// How a card lies, if it is a tile.
    pub(super) fn shape(self, card: u16) -> Option<&'a TileShape> {
        self.program.tile(card)
    }

    /// A grid by its number.
    #[inline]
    pub(super) fn grid(self, grid: u8) -> Option<&'a Inst> {
        let z = self.program.grids.get(usize::from(grid))?;
        Some(&self.program.schema.insts[usize::from(*z)])
    }

    fn bare(self, z: &Inst, x: i64, y: i64) -> bool {
        self.pos.on_top(z, x, y).is_none()
    }

    /// Whether no square of a tile at a spot lies beyond the edge.
    pub(super) fn inside(self, card: u16, spot: SpotAt) -> bool {
        self.shape(card).is_some_and(|shape| inside(shape, spot))
    }

    /// The number of a zone among the grids.
    fn grid_of(self, z: i64) -> Option<u8> {
        self.inst(z).filter(|i| i.bits > 0).map(|i| i.grid)
    }

    fn square_at(self, z: i64, x: i64, y: i64) -> Fallible<i64> {
        let Some(grid) = self.grid_of(z) else { return Ok(NONE) };
        if x == NONE || y == NONE {
            return Ok(NONE);
        }
        if !(-FARTHEST..=FARTHEST).contains(&x) || !(-FARTHEST..=FARTHEST).contains(&y) {
            return Err(FaultKind::OffGrid);
        }
        Ok(SquareAt { grid, x, y, under: None }.pack())
    }

    fn spot_at(self, z: i64, x: i64, y: i64, turn: i64) -> Fallible<i64> {
        let Some(grid) = self.grid_of(z) else { return Ok(NONE) };
        if x == NONE || y == NONE || turn == NONE {
            return Ok(NONE);
        }
        let inside = (-FARTHEST..=FARTHEST).contains(&x) && (-FARTHEST..=FARTHEST).contains(&y);
        if !inside || !(0..4).contains(&turn) {
            return Err(FaultKind::OffGrid);
        }
        Ok(SpotAt { grid, x, y, turn: turn as u8, card: None }.pack())
    }

    /// The first square of a spot that lies on the bare table, or on another tile.
    fn of_spot(self, spot: i64, bare: bool) -> i64 {
        let Some(spot) = SpotAt::of(spot) else { return NONE };
        let (Some(z), Some(shape)) = (self.grid(spot.grid), spot.card.and_then(|c| self.shape(c)))
        else {
            return NONE;
        };
        let found =
            shape.cells(spot.x, spot.y, spot.turn).find(|(x, y)| self.bare(z, *x, *y) == bare);
        found.map_or(NONE, |(x, y)| spot.square(x, y).pack())
    }

    /// Spots at which one square of a tile comes to lie on a square, and the others on the bare
    /// table.
    fn spots_with(self, x: i64, y: i64, new: NewTile<'_>, list: &mut Vec<i64>) {
        let NewTile { inst, card, shape } = new;
        // Turned half round a tile covers the same squares.
        for turn in 0..2 {
            let Turned { width, height, .. } = shape.turned[usize::from(turn)];
            for (fy, fx) in (0..height).flat_map(|dy| (0..width).map(move |dx| (y - dy, x - dx))) {
                let spot = SpotAt { grid: inst.grid, x: fx, y: fy, turn, card };
                let free = (fy..fy + height).all(|cy| {
                    (fx..fx + width).all(|cx| (cx, cy) == (x, y) || self.bare(inst, cx, cy))
                });
                if free && inside(shape, spot) {
                    list.push(spot.pack());
                    list.push(SpotAt { turn: turn + 2, ..spot }.pack());
                }
            }
        }
    }

    /// The squares that a tile covers.
    fn squares_of(self, inst: &Inst, tile: Laid) -> impl Iterator<Item = i64> + use<> {
        let grid = inst.grid;
        let cells = self.shape(tile.card).map(|shape| shape.cells(tile.x, tile.y, tile.turn));
        let real = move |(x, y)| SquareAt { grid, x, y, under: None }.pack();
        cells.into_iter().flatten().map(real)
    }

    /// Spots beside a tile that has come.
    fn beside_tile(self, new: NewTile<'_>, tile: Laid, spots: &mut Vec<i64>) {
        let Some(laid) = self.shape(tile.card) else { return };
        for (x, y) in laid.cells(tile.x, tile.y, tile.turn) {
            for (x, y) in STEPS.iter().map(|(dx, dy)| (x + dx, y + dy)) {
                if self.bare(new.inst, x, y) {
                    self.spots_with(x, y, new, spots);
                }
            }
        }
    }

    /// Leaves out the spots on a tile that has come. Sorted spots go row by row: only those around
    /// the tile are looked at.
    fn leave_out(self, new: NewTile<'_>, tile: Laid, spots: &mut Vec<i64>) {
        let Some(laid) = self.shape(tile.card) else { return };
        let NewTile { inst, shape, .. } = new;
        let own = || laid.cells(tile.x, tile.y, tile.turn);
        let reach = laid.longest().max(shape.longest());
        let here = SpotAt { grid: inst.grid, x: tile.x, y: tile.y, turn: 0, card: None }.pack();
        let apart = |spot: SpotAt| {
            let mut cells = shape.cells(spot.x, spot.y, spot.turn);
            cells.all(|cell| own().all(|mine| mine != cell))
        };
        let row = |y: i64| SpotAt { grid: inst.grid, x: -FARTHEST, y, turn: 0, card: None }.pack();
        let [low, high] =
            [tile.y - reach, tile.y + reach + 1].map(|y| row(y.clamp(-FARTHEST, FARTHEST + 1)));
        let from = spots.partition_point(|spot| *spot < low);
        let to = spots.partition_point(|spot| *spot < high);
        let mut kept = from;
        for at in from..to {
            let spot = spots[at];
            if far_apart(spot, here, reach) || SpotAt::of(spot).is_some_and(apart) {
                spots[kept] = spot;
                kept += 1;
            }
        }
        spots.drain(kept..to);
    }

    // ---- as hosts see them ----

    /// The zone and key of a grid.
    fn grid_zone(self, grid: u8) -> (ZoneId, u16) {
        self.grid(grid).map_or((ZoneId(u16::MAX), 0), |i| (i.zone, i.key))
    }

    fn grid_number(self, zone: ZoneId, key: u16) -> Option<u8> {
        self.grid_of(i64::from(self.program.schema.inst(zone, key)?))
    }

    pub(super) fn square_value(self, scalar: i64) -> Value {
        let Some(q) = SquareAt::of(scalar) else { return Value::None };
        let (zone, key) = self.grid_zone(q.grid);
        let under = q.under.and_then(|s| Some((CardId(s.card?), s.x as i16, s.y as i16, s.turn)));
        Value::Square(Square { zone, key, x: q.x as i16, y: q.y as i16, under })
    }

    pub(super) fn spot_value(self, scalar: i64) -> Value {
        let Some(s) = SpotAt::of(scalar) else { return Value::None };
        let (zone, key) = self.grid_zone(s.grid);
        let card = s.card.map(CardId);
        Value::Spot(Spot { zone, key, x: s.x as i16, y: s.y as i16, turn: s.turn, card })
    }

    pub(super) fn square_number(self, q: &Square) -> Option<i64> {
        let grid = self.grid_number(q.zone, q.key)?;
        let under = q.under.map(|(card, x, y, turn)| SpotAt {
            grid,
            x: i64::from(x),
            y: i64::from(y),
            turn,
            card: Some(card.0),
        });
        let packed = SquareAt { grid, x: i64::from(q.x), y: i64::from(q.y), under }.pack();
        (packed != NONE).then_some(packed)
    }

    pub(super) fn spot_number(self, s: &Spot) -> Option<i64> {
        let grid = self.grid_number(s.zone, s.key)?;
        let (x, y) = (i64::from(s.x), i64::from(s.y));
        let inside = x.abs() <= FARTHEST && y.abs() <= FARTHEST && s.turn < 4;
        let card = s.card.map(|c| c.0);
        inside.then(|| SpotAt { grid, x, y, turn: s.turn, card }.pack())
    }
}

impl Evaluator<'_> {
    /// The card of the tile on a square, or none.
    fn tile_on(&mut self, square: i64) -> i64 {
        self.look(square).card
    }

    /// Which square of its tile a square is, or none.
    fn part_on(&mut self, square: i64) -> i64 {
        self.look(square).part
    }

    /// The outer edge of the tile on a square, on a side, or none.
    fn edge_on(&mut self, square: i64, side: i64) -> i64 {
        let edges = self.look(square).edges;
        if side == NONE { NONE } else { edges[side.rem_euclid(4) as usize] }
    }

    /// Whether what lies on a square has a trait.
    fn has_trait(&mut self, square: i64, bit: u8) -> i64 {
        (self.look(square).traits >> bit & 1) as i64
    }

    pub(super) fn board(&mut self, op: BoardOp) -> Fallible<()> {
        let (d, value) = match op {
            BoardOp::Square { d, z, x, y } => {
                (d, self.state().square_at(self.mem.reg(z), self.mem.reg(x), self.mem.reg(y))?)
            }
            BoardOp::Spot { d, z, x, y, t } => (
                d,
                self.state().spot_at(
                    self.mem.reg(z),
                    self.mem.reg(x),
                    self.mem.reg(y),
                    self.mem.reg(t),
                )?,
            ),
            BoardOp::Tile { d, q } => (d, self.tile_on(self.mem.reg(q))),
            BoardOp::Part { d, q } => (d, self.part_on(self.mem.reg(q))),
            BoardOp::Edge { d, q, side } => (d, self.edge_on(self.mem.reg(q), self.mem.reg(side))),
            BoardOp::Trait { d, q, bit } => (d, self.has_trait(self.mem.reg(q), bit)),
            BoardOp::TraitOn { d, q, side, bit } => {
                let bit = Traits::on_side(bit, self.mem.reg(side));
                (d, self.has_trait(self.mem.reg(q), bit))
            }
            BoardOp::Next { d, q, side } => (d, next(self.mem.reg(q), self.mem.reg(side))),
            BoardOp::X { d, s, spot: true } => {
                (d, SpotAt::of(self.mem.reg(s)).map_or(NONE, |s| s.x))
            }
            BoardOp::X { d, s, .. } => (d, SquareAt::of(self.mem.reg(s)).map_or(NONE, |s| s.x)),
            BoardOp::Y { d, s, spot: true } => {
                (d, SpotAt::of(self.mem.reg(s)).map_or(NONE, |s| s.y))
            }
            BoardOp::Y { d, s, .. } => (d, SquareAt::of(self.mem.reg(s)).map_or(NONE, |s| s.y)),
            BoardOp::Turn { d, s } => {
                (d, SpotAt::of(self.mem.reg(s)).map_or(NONE, |s| i64::from(s.turn)))
            }
            BoardOp::Over { d, s } => (d, self.state().of_spot(self.mem.reg(s), false)),
            BoardOp::Beside { d, s } => (d, self.state().of_spot(self.mem.reg(s), true)),
            BoardOp::Key { d, s, spot } => (d, place(self.mem.reg(s), spot)),
            BoardOp::Squares { .. }
            | BoardOp::SpotSquares { .. }
            | BoardOp::On { .. }
            | BoardOp::Cover { .. }
            | BoardOp::Keys { .. }
            | BoardOp::Minus { .. }
            | BoardOp::AppendNew { .. }
            | BoardOp::Most { .. } => return self.board_list(op),
        };
        self.mem.put(d, value);
        Ok(())
    }

    fn board_list(&mut self, op: BoardOp) -> Fallible<()> {
        match op {
            BoardOp::Squares { l, z } => self.squares(l, self.mem.reg(z)),
            BoardOp::SpotSquares { l, s } => {
                let spot = SpotAt::of(self.mem.reg(s));
                if let Some((spot, shape)) =
                    spot.and_then(|s| Some((s, self.state().shape(s.card?)?)))
                {
                    let cells = shape.cells(spot.x, spot.y, spot.turn);
                    self.mem.lists[usize::from(l)]
                        .extend(cells.map(|(x, y)| spot.square(x, y).pack()));
                }
            }
            BoardOp::On { l, c, z } => self.spots_on(l, self.mem.reg(c), self.mem.reg(z)),
            BoardOp::Cover { l, c, q } => self.spots_over(l, self.mem.reg(c), self.mem.reg(q)),
            BoardOp::Keys { l, spot } => {
                self.mem.lists[usize::from(l)]
                    .iter_mut()
                    .for_each(|item| *item = place(*item, spot));
            }
            BoardOp::Minus { d, s, spot } => {
                let mut list = std::mem::take(&mut self.mem.lists[usize::from(d)]);
                let gone = &self.mem.lists[usize::from(s)];
                list.retain(|item| !gone.iter().any(|g| place(*g, spot) == place(*item, spot)));
                self.mem.lists[usize::from(d)] = list;
            }
            BoardOp::AppendNew { d, s, spot } => {
                let mut list = std::mem::take(&mut self.mem.lists[usize::from(d)]);
                for item in &self.mem.lists[usize::from(s)] {
                    if !list.iter().any(|other| place(*other, spot) == place(*item, spot)) {
                        list.push(*item);
                    }
                }
                self.mem.lists[usize::from(d)] = list;
            }
            BoardOp::Most { l } => {
                if self.mem.lists[usize::from(l)].len() > crate::program::budget::REACH {
                    return Err(super::faults::MEMBERS);
                }
            }
            // `board` carries these out.
            BoardOp::Square { .. }
            | BoardOp::Spot { .. }
            | BoardOp::Tile { .. }
            | BoardOp::Part { .. }
            | BoardOp::Edge { .. }
            | BoardOp::Trait { .. }
            | BoardOp::TraitOn { .. }
            | BoardOp::Next { .. }
            | BoardOp::X { .. }
            | BoardOp::Y { .. }
            | BoardOp::Turn { .. }
            | BoardOp::Over { .. }
            | BoardOp::Beside { .. }
            | BoardOp::Key { .. } => {}
        }
        Ok(())
    }

    /// All squares that hold a tile, row by row from below.
    fn squares(&mut self, l: u16, z: i64) {
        let Some(inst) = self.state().inst(z).filter(|i| i.bits > 0) else { return };
        if let Some(at) = self.found_on(&inst, None) {
            let found = &self.mem.scratch.found[at];
            self.mem.lists[usize::from(l)].extend_from_slice(&found.members);
        }
    }

    /// `spots for c on G`
    fn spots_on(&mut self, l: u16, card: i64, z: i64) {
        let (Some(inst), Ok(card)) =
            (self.state().inst(z).filter(|i| i.bits > 0), u16::try_from(card))
        else {
            return;
        };
        let Some(shape) = self.program.shape_of.get(usize::from(card)).copied() else { return };
        if let Some(at) = self.found_on(&inst, Some(shape)) {
            let found = &self.mem.scratch.found[at];
            let spots = found.members.iter().map(|spot| with_card(*spot, card));
            self.mem.lists[usize::from(l)].extend(spots);
        }
    }

    /// Where it is kept what lies on a grid: squares, or spots for a tile of some shape.
    fn found_on(&mut self, inst: &Inst, shape: Option<u8>) -> Option<usize> {
        let tiles = self.pos.tiles(inst);
        let known = |f: &Found| (f.grid, f.shape) == (inst.grid, shape) && f.tiles == tiles;
        if let Some(at) = self.mem.scratch.found.iter().position(known) {
            return Some(at);
        }
        if let Some(at) = self.grown(inst, shape) {
            return Some(at);
        }
        // The oldest makes room.
        let mut found = if self.mem.scratch.found.len() < KEPT {
            Found::default()
        } else {
            self.mem.scratch.found.remove(0)
        };
        found.members.clear();
        match shape {
            Some(number) => {
                let shape = self.program.shapes.get(usize::from(number))?;
                self.find_beside(inst, shape, &mut found.members);
            }
            None => self.find_squares(inst, &mut found.members),
        }
        (found.grid, found.shape) = (inst.grid, shape);
        found.tiles.clear();
        found.tiles.extend_from_slice(self.pos.tiles(inst));
        self.mem.scratch.found.push(found);
        Some(self.mem.scratch.found.len() - 1)
    }

    /// What was found when the last few tiles did not lie there yet, with what they change.
    fn grown(&mut self, inst: &Inst, shape: Option<u8>) -> Option<usize> {
        let n = self.pos.places(inst);
        let tiles = self.pos.tiles(inst);
        let before = |f: &Found| {
            let same = (f.grid, f.shape) == (inst.grid, shape);
            let laid = if same { self.pos.begins_with(inst, &f.tiles)? } else { return None };
            (n - laid <= RECENT).then_some(laid)
        };
        let all = &self.mem.scratch.found;
        let (at, laid) = all.iter().enumerate().find_map(|(at, f)| Some((at, before(f)?)))?;
        let mut found = std::mem::take(self.mem.scratch.found.get_mut(at)?);
        found.tiles.clear();
        found.tiles.extend_from_slice(tiles);
        let shape = shape.and_then(|shape| self.program.shapes.get(usize::from(shape)));
        let mut new = std::mem::take(&mut self.mem.scratch.spots);
        for tile in (laid..n).map(|n| self.pos.laid(inst, n)) {
            new.clear();
            match shape {
                Some(shape) => {
                    let spot_for = NewTile { inst, card: None, shape };
                    self.state().leave_out(spot_for, tile, &mut found.members);
                    self.state().beside_tile(spot_for, tile, &mut new);
                }
                None => new.extend(self.state().squares_of(inst, tile)),
            }
            new.iter().for_each(|number| add(&mut found.members, *number));
        }
        self.mem.scratch.spots = new;
        *self.mem.scratch.found.get_mut(at)? = found;
        Some(at)
    }

    fn find_squares(&self, inst: &Inst, squares: &mut Vec<i64>) {
        for n in 0..self.pos.places(inst) {
            squares.extend(self.state().squares_of(inst, self.pos.laid(inst, n)));
        }
        squares.sort_unstable();
        squares.dedup();
    }

    /// The spots for a tile of some shape: from the bare squares beside what lies there.
    fn find_beside(&mut self, inst: &Inst, shape: &TileShape, spots: &mut Vec<i64>) {
        let mut bare = std::mem::take(&mut self.mem.scratch.cells);
        bare.clear();
        for n in 0..self.pos.places(inst) {
            let tile = self.pos.laid(inst, n);
            let Some(laid) = self.state().shape(tile.card) else { continue };
            for (x, y) in laid.cells(tile.x, tile.y, tile.turn) {
                let around = STEPS.iter().map(|(dx, dy)| (y + dy, x + dx));
                bare.extend(around.filter(|(y, x)| self.state().bare(inst, *x, *y)));
            }
        }
        bare.sort_unstable();
        bare.dedup();
        if self.pos.places(inst) == 0 {
            let middle =
                (0..4).map(|turn| SpotAt { grid: inst.grid, x: 0, y: 0, turn, card: None });
            spots.extend(middle.filter(|s| inside(shape, *s)).map(SpotAt::pack));
        }
        for (y, x) in &bare {
            self.state().spots_with(*x, *y, NewTile { inst, card: None, shape }, spots);
        }
        spots.sort_unstable();
        spots.dedup();
        self.mem.scratch.cells = bare;
    }

    /// `spots for c over q`
    fn spots_over(&mut self, l: u16, card: i64, q: i64) {
        let (Some(q), Ok(card)) = (SquareAt::of(q), u16::try_from(card)) else { return };
        let Some(inst) = self.state().grid(q.grid).copied() else { return };
        if self.state().bare(&inst, q.x, q.y) {
            return;
        }
        let mut list = std::mem::take(&mut self.mem.lists[usize::from(l)]);
        if let Some(shape) = self.state().shape(card) {
            let new = NewTile { inst: &inst, card: Some(card), shape };
            self.state().spots_with(q.x, q.y, new, &mut list);
        }
        list.sort_unstable();
        self.mem.lists[usize::from(l)] = list;
    }
}

impl Executor<'_> {
    /// Takes a tile from its grid.
    pub(super) fn lift(&mut self, inst: &Inst, card: u16) {
        let mut tiles = (0..self.pos.places(inst)).map(|n| self.pos.laid(inst, n));
        if let Some(tile) = tiles.find(|tile| tile.card == card) {
            self.forget_below(inst, tile);
        }
        let program = self.program;
        self.pos.lift_tile(inst, card, |card| program.tile(card));
    }

    /// Cards of a grid have changed places.
    pub(super) fn cover_anew(&mut self, inst: &Inst) {
        if inst.bits > 0 {
            self.mem.scratch.parts.forget();
            let program = self.program;
            self.pos.cover_anew(inst, |card| program.tile(card));
        }
    }

    /// Lays a tile at a spot; no if there is no room.
    pub(super) fn lay_tile(&mut self, inst: &Inst, card: u16, spot: SpotAt) -> bool {
        let tile = Laid { card, x: spot.x, y: spot.y, turn: spot.turn };
        self.forget_below(inst, tile);
        let shape = self.program.tile(card);
        shape.is_some_and(|shape| self.pos.lay_tile(inst, tile, shape))
    }

    /// What lies on the squares of a tile becomes something else; all other squares stay as they
    /// are.
    fn forget_below(&mut self, inst: &Inst, tile: Laid) {
        if let Some(shape) = self.state().shape(tile.card) {
            for (x, y) in shape.cells(tile.x, tile.y, tile.turn) {
                let square = SquareAt { grid: inst.grid, x, y, under: None };
                self.mem.scratch.parts.forget_one(square.pack());
            }
        }
    }
}

/// Adds a number to sorted ones unless it is there.
fn add(sorted: &mut Vec<i64>, number: i64) {
    if let Err(at) = sorted.binary_search(&number) {
        sorted.insert(at, number);
    }
}

/// Whether no square of a tile at a spot lies beyond the edge.
fn inside(shape: &TileShape, spot: SpotAt) -> bool {
    let turned = &shape.turned[usize::from(spot.turn & 3)];
    let fits = |at: i64, long: i64| -FARTHEST <= at && at + long - 1 <= FARTHEST;
    fits(spot.x, turned.width) && fits(spot.y, turned.height)
}

/// The square on a side of another.
#[inline]
fn next(q: i64, side: i64) -> i64 {
    match usize::try_from(side).ok().and_then(|s| STEPS.get(s)) {
        Some((dx, dy)) => beside(q, *dx, *dy),
        None => NONE,
    }
}
