//! Squares and spots of grids.

use super::{Emit, Slot, fixed, plain};
use crate::call;
use crate::range::Seen;
use crate::tiles::Tiles;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value, types};
use houserules_interpreter::machine::Look;
use houserules_interpreter::program::board::{self, Traits};
use houserules_interpreter::program::{BoardOp, NONE, Op, Pc, R};
use std::mem::offset_of;

/// So many bits of a square are its place; what is assumed to lie there stands above them.
const PLACE: i64 = 28;

/// North, east, south, west: along which axis, and how far.
const SIDES: [(usize, i64); 4] = [(1, 1), (0, 1), (1, -1), (0, -1)];

/// How a tile lies at a spot; of what is no tile it has no squares.
struct Lies {
    /// The lower left square, as coordinates are kept.
    x: Value,
    y: Value,
    /// Squares eastwards and northwards.
    width: Value,
    height: Value,
    /// The place of its first square in the table.
    first: Value,
}

impl Emit<'_, '_> {
    /// An instruction about grids. What lies on a square is asked of the machine, which remembers
    /// it for as long as no tile moves.
    pub fn on_board(&mut self, pc: Pc, op: BoardOp) -> Option<()> {
        match op {
            BoardOp::Next { d, q, side } => {
                let known = self.ranges.get(side).constant();
                let (q, side) = (self.get(q), self.get(side));
                let value = match known.and_then(|side| SIDES.get(side as usize)) {
                    Some((axis, by)) => self.beside_at(q, *axis, *by),
                    None => self.beside(q, side),
                };
                self.set(d, value);
            }
            BoardOp::Tile { .. }
            | BoardOp::Part { .. }
            | BoardOp::Edge { .. }
            | BoardOp::Trait { .. }
            | BoardOp::TraitOn { .. } => {
                if self.on_square(op).is_none() {
                    self.interpret(pc, Op::B(op));
                }
            }
            BoardOp::SpotSquares { l, s } => {
                if self.spot_squares(l, s).is_none() {
                    self.interpret(pc, Op::B(op));
                }
            }
            // There is no room for so many.
            BoardOp::Most { l } if self.local(l).is_some() => {}
            BoardOp::Key { d, s, spot } => {
                let s = self.get(s);
                let none = self.is_none(s);
                let place =
                    self.b.ins().band_imm(s, if spot { (1 << 30) - 1 } else { (1 << 28) - 1 });
                let value = self.b.ins().select(none, s, place);
                self.set(d, value);
            }
            BoardOp::Square { .. }
            | BoardOp::Spot { .. }
            | BoardOp::X { .. }
            | BoardOp::Y { .. }
            | BoardOp::Turn { .. }
            | BoardOp::Over { .. }
            | BoardOp::Beside { .. }
            | BoardOp::Squares { .. }
            | BoardOp::On { .. }
            | BoardOp::Cover { .. }
            | BoardOp::Keys { .. }
            | BoardOp::Minus { .. }
            | BoardOp::AppendNew { .. }
            | BoardOp::Most { .. } => self.interpret(pc, Op::B(op)),
        }
        Some(())
    }

    /// What lies on a square; none if the interpreter must find out.
    fn on_square(&mut self, op: BoardOp) -> Option<()> {
        let tiles = self.tiles?;
        match op {
            BoardOp::Tile { d, q } => {
                let look = self.seen(tiles, q)?;
                let card = self.load_at(types::I64, look, offset_of!(Look, card) as i32);
                self.set(d, card);
            }
            BoardOp::Part { d, q } => {
                let look = self.seen(tiles, q)?;
                let part = self.load_at(types::I64, look, offset_of!(Look, part) as i32);
                self.set(d, part);
            }
            BoardOp::Trait { d, q, bit } => {
                let traits = self.traits(tiles, q)?;
                let above = self.b.ins().ushr_imm(traits, i64::from(bit));
                let value = self.b.ins().band_imm(above, 1);
                self.set(d, value);
            }
            BoardOp::TraitOn { d, q, side, bit } => {
                let constant = self.ranges.get(side).constant();
                let (traits, side) = (self.traits(tiles, q)?, self.get(side));
                let above = if let Some(side) = constant {
                    self.b.ins().ushr_imm(traits, i64::from(Traits::on_side(bit, side)))
                } else {
                    let known = self.is(IntCC::NotEqual, side, NONE);
                    let side = self.b.ins().band_imm(side, 3);
                    let at = self.or_else(known, side, board::SIDES - 1);
                    let at = self.plus(at, i64::from(bit));
                    self.b.ins().ushr(traits, at)
                };
                let value = self.b.ins().band_imm(above, 1);
                self.set(d, value);
            }
            BoardOp::Edge { d, q, side } => {
                let constant = self.ranges.get(side).constant().filter(|k| (0..4).contains(k));
                let (look, side) = (self.seen(tiles, q)?, self.get(side));
                if let Some(k) = constant {
                    let at = offset_of!(Look, edges) as i32 + 8 * k as i32;
                    let edge = self.load_at(types::I64, look, at);
                    self.set(d, edge);
                    return Some(());
                }
                let known = self.is(IntCC::NotEqual, side, NONE);
                let side = self.b.ins().band_imm(side, 3);
                let at = self.b.ins().ishl_imm(side, 3);
                let address = self.b.ins().iadd(look, at);
                let edge = self.load_at(types::I64, address, offset_of!(Look, edges) as i32);
                let edge = self.or_else(known, edge, NONE);
                self.set(d, edge);
            }
            _ => return None,
        }
        Some(())
    }

    /// What is known of a square by what lies there alone.
    fn traits(&mut self, tiles: &Tiles, q: R) -> Option<Value> {
        let look = self.seen(tiles, q)?;
        Some(self.load_at(types::I64, look, offset_of!(Look, traits) as i32))
    }

    /// The address of what lies on a square, which may have been looked at before. What was found
    /// on another may lie there by now: that is asked first.
    fn seen(&mut self, tiles: &Tiles, q: R) -> Option<Value> {
        let Some((name, before)) = self.ranges.square(q) else {
            let q = self.get(q);
            return self.look(tiles, q, None);
        };
        let (q, tile) = (self.get(q), Some(self.ranges.assumed(name)));
        let square = offset_of!(Look, square) as i32;
        let vars = *self
            .found
            .entry(name)
            .or_insert_with(|| [0, 1].map(|_| self.b.declare_var(types::I64)));
        if before == Seen::Not {
            let address = self.look(tiles, q, tile)?;
            let of = self.load_at(types::I64, address, square);
            self.b.def_var(vars[0], address);
            self.b.def_var(vars[1], of);
            return Some(address);
        }
        let [address, of] = vars.map(|var| self.b.use_var(var));
        if before == Seen::Last {
            return Some(address);
        }
        let now = self.load_at(types::I64, address, square);
        let same = self.b.ins().icmp(IntCC::Equal, now, of);
        let (anew, on) = (self.block(), self.block());
        self.b.set_cold_block(anew);
        let found = self.b.append_block_param(on, types::I64);
        self.b.ins().brif(same, on, &[BlockArg::Value(address)], anew, &super::BARE);
        self.at(anew);
        let address = self.look(tiles, q, tile)?;
        self.b.ins().jump(on, &[BlockArg::Value(address)]);
        self.at(on);
        Some(found)
    }

    /// The address of what lies on a square. Of real squares the machine remembers it; about those
    /// of a tile that is assumed to lie there a table tells.
    fn look(&mut self, tiles: &Tiles, q: Value, tile: Option<(usize, bool)>) -> Option<Value> {
        let (real, found) = (self.block(), self.block());
        let square = self.b.append_block_param(real, types::I64);
        let address = self.b.append_block_param(found, types::I64);
        let plain = self.is(IntCC::SignedLessThan, q, 1 << PLACE);
        let assumed = self.block();
        self.b.ins().brif(plain, real, &[BlockArg::Value(q)], assumed, &super::BARE);
        self.at(assumed);
        let lies = self.assumed(tiles, q, tile)?;
        let [x, y] = self.coordinates(q, 0);
        let (x, y) = (self.b.ins().isub(x, lies.x), self.b.ins().isub(y, lies.y));
        let across = self.b.ins().icmp(IntCC::UnsignedLessThan, x, lies.width);
        let up = self.b.ins().icmp(IntCC::UnsignedLessThan, y, lies.height);
        let own = self.both(across, up);
        let (mine, other) = self.split(own);
        self.at(mine);
        let row = self.b.ins().imul(y, lies.width);
        let cell = self.b.ins().iadd(row, x);
        let cell = self.b.ins().iadd(cell, lies.first);
        let at = self.b.ins().imul_imm(cell, size_of::<Look>() as i64);
        let looks = self.k(tiles.looks.as_ptr() as usize as i64);
        let look = self.b.ins().iadd(looks, at);
        self.b.ins().jump(found, &[BlockArg::Value(look)]);
        self.at(other);
        let place = self.b.ins().band_imm(q, (1 << PLACE) - 1);
        self.b.ins().jump(real, &[BlockArg::Value(place)]);
        self.at(real);
        let look = self.look_at(square);
        self.b.ins().jump(found, &[BlockArg::Value(look)]);
        self.at(found);
        Some(address)
    }

    /// The address of what lies on a real square.
    fn look_at(&mut self, q: Value) -> Value {
        let low = (1 << Look::BITS) - 1;
        let column = self.b.ins().band_imm(q, low);
        let row = self.b.ins().sshr_imm(q, 10 - i64::from(Look::BITS));
        let row = self.b.ins().band_imm(row, low << Look::BITS);
        let place = self.b.ins().bor(column, row);
        let at = self.b.ins().imul_imm(place, size_of::<Look>() as i64);
        let looks = self.slot(Slot::Looks);
        let look = self.b.ins().iadd(looks, at);
        let known = self.load_at(types::I64, look, offset_of!(Look, square) as i32);
        // Behind all of them stands what marks those that are not forgotten.
        let last = (Look::KEPT * size_of::<Look>() + offset_of!(Look, square)) as i32;
        let flags = if self.still { fixed() } else { plain() };
        let mark = self.b.ins().load(types::I64, flags, looks, last);
        let marked = self.b.ins().bor(q, mark);
        let same = self.b.ins().icmp(IntCC::Equal, known, marked);
        let (ask, on) = (self.block(), self.block());
        self.b.set_cold_block(ask);
        self.fork(same, on, ask);
        self.at(ask);
        self.help(call::look, &[q]);
        self.jump(on);
        self.at(on);
        look
    }

    /// x and y of a square or spot, ten bits each from a bit on.
    fn coordinates(&mut self, place: Value, from: i64) -> [Value; 2] {
        [from, from + 10].map(|bit| {
            let above = self.b.ins().ushr_imm(place, bit);
            self.b.ins().band_imm(above, 1023)
        })
    }

    /// How a tile lies at a spot whose card and one stand from a bit on.
    fn lies(&mut self, tiles: &Tiles, spot: Value, held: i64) -> Option<Lies> {
        let card = self.b.ins().ushr_imm(spot, held - 2);
        let card = self.b.ins().band_imm(card, 4095 << 2);
        let turn = self.b.ins().band_imm(spot, 3);
        let turned = self.b.ins().bor(card, turn);
        let turned = self.plus(turned, -4);
        let (entry, known) = self.table(&tiles.cards, turned)?;
        let entry = self.or_else(known, entry, 0);
        let first = self.b.ins().band_imm(entry, 0xffff_ffff);
        let [width, height] = [32, 40].map(|bit| {
            let above = self.b.ins().ushr_imm(entry, bit);
            self.b.ins().band_imm(above, 255)
        });
        let [x, y] = self.coordinates(spot, 2);
        Some(Lies { x, y, width, height, first })
    }

    /// How the tile lies that a square is assumed to be of or beside. `name`: of that tile, and
    /// whether it was asked before.
    fn assumed(&mut self, tiles: &Tiles, q: Value, name: Option<(usize, bool)>) -> Option<Lies> {
        let spot = self.b.ins().ushr_imm(q, PLACE);
        let Some((name, before)) = name else { return self.lies(tiles, spot, 22) };
        let vars = *self
            .assumed
            .entry(name)
            .or_insert_with(|| [0; 5].map(|_| self.b.declare_var(types::I64)));
        if before {
            let [x, y, width, height, first] = vars.map(|var| self.b.use_var(var));
            return Some(Lies { x, y, width, height, first });
        }
        let lies = self.lies(tiles, spot, 22)?;
        let values = [lies.x, lies.y, lies.width, lies.height, lies.first];
        vars.iter().zip(values).for_each(|(var, value)| self.b.def_var(*var, value));
        Some(lies)
    }

    /// Adds the squares of a spot to a list on the stack.
    fn spot_squares(&mut self, l: u16, s: R) -> Option<()> {
        let (tiles, local) = (self.tiles?, self.local(l)?);
        let spot = self.get(s);
        let none = self.is_none(spot);
        let (add, on) = (self.block(), self.block());
        self.fork(none, on, add);
        self.at(add);
        let lies = self.lies(tiles, spot, 30)?;
        let cells = self.b.ins().imul(lies.width, lies.height);
        self.has_room(local, cells);
        let low = self.b.ins().band_imm(spot, (1 << 22) - 1);
        let low = self.b.ins().ishl_imm(low, PLACE);
        let held = self.b.ins().ushr_imm(spot, 30);
        let held = self.b.ins().band_imm(held, 4095);
        let held = self.b.ins().ishl_imm(held, PLACE + 22);
        let grid = self.b.ins().ushr_imm(spot, 22);
        let grid = self.b.ins().band_imm(grid, 255);
        let grid = self.b.ins().ishl_imm(grid, 20);
        let rest = self.b.ins().bor(low, held);
        let rest = self.b.ins().bor(rest, grid);
        self.times(lies.height, |this, dy| {
            let y = this.b.ins().iadd(lies.y, dy);
            this.times(lies.width, |this, dx| {
                let x = this.b.ins().iadd(lies.x, dx);
                let square = this.square_at([x, y], rest);
                this.add_item(local, square);
            });
        });
        self.jump(on);
        self.at(on);
        Some(())
    }

    /// A square at coordinates as they are kept, with everything else that it holds; none beyond
    /// the edge.
    fn square_at(&mut self, far: [Value; 2], rest: Value) -> Value {
        let low = [self.plus(far[0], -1), self.plus(far[1], -1)];
        let inside = [self.below(low[0], 1023), self.below(low[1], 1023)];
        let there = self.both(inside[0], inside[1]);
        let y = self.b.ins().ishl_imm(far[1], 10);
        let place = self.b.ins().bor(far[0], y);
        let value = self.b.ins().bor(rest, place);
        self.or_else(there, value, NONE)
    }

    /// The square on a known side of another.
    fn beside_at(&mut self, q: Value, axis: usize, by: i64) -> Value {
        let shift = 10 * axis as i64;
        let value = self.plus(q, by << shift);
        // Neither coordinate leaves 1 to 1023: the one that moves is not 0 afterwards.
        let far = self.b.ins().band_imm(value, 1023 << shift);
        let inside = self.is(IntCC::NotEqual, far, 0);
        let some = self.is(IntCC::NotEqual, q, NONE);
        let there = self.both(inside, some);
        self.or_else(there, value, NONE)
    }

    /// The square on a side of another: x and y have ten bits each, and stay from 1 to 1023.
    fn beside(&mut self, q: Value, side: Value) -> Value {
        let mut far = [self.k(0), self.k(0)];
        for (number, (axis, by)) in (0..).zip(SIDES) {
            let here = self.is(IntCC::Equal, side, number);
            let by = self.k(by);
            far[axis] = self.b.ins().select(here, by, far[axis]);
        }
        let x = self.b.ins().band_imm(q, 1023);
        let y = self.b.ins().ushr_imm(q, 10);
        let y = self.b.ins().band_imm(y, 1023);
        far = [self.b.ins().iadd(x, far[0]), self.b.ins().iadd(y, far[1])];
        let rest = self.b.ins().band_imm(q, !((1 << 20) - 1));
        let value = self.square_at(far, rest);
        let known = self.below(side, 4);
        let some = self.is(IntCC::NotEqual, q, NONE);
        let there = self.both(known, some);
        self.or_else(there, value, NONE)
    }
}
