//! Squares and spots of grids.

use super::{Emit, Slot};
use crate::call;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use houserules_interpreter::machine::Look;
use houserules_interpreter::program::{BoardOp, NONE, Op, Pc, R};
use std::mem::offset_of;

impl Emit<'_, '_> {
    /// An instruction about grids. What lies on a square is asked of the machine, which remembers
    /// it for as long as no tile moves.
    pub fn on_board(&mut self, pc: Pc, op: BoardOp) -> Option<()> {
        match op {
            BoardOp::Next { d, q, side } => {
                let (q, side) = (self.get(q), self.get(side));
                let value = self.beside(q, side);
                self.set(d, value);
            }
            BoardOp::Tile { d, q } => {
                let look = self.look(q);
                let card = self.load_at(types::I64, look, offset_of!(Look, card) as i32);
                self.set(d, card);
            }
            BoardOp::Part { d, q } => {
                let look = self.look(q);
                let part = self.load_at(types::I64, look, offset_of!(Look, part) as i32);
                self.set(d, part);
            }
            BoardOp::Edge { d, q, side } => {
                let (look, side) = (self.look(q), self.get(side));
                let known = self.is(IntCC::NotEqual, side, NONE);
                let side = self.b.ins().band_imm(side, 3);
                let at = self.b.ins().ishl_imm(side, 3);
                let address = self.b.ins().iadd(look, at);
                let edge = self.load_at(types::I64, address, offset_of!(Look, edges) as i32);
                let edge = self.or_else(known, edge, NONE);
                self.set(d, edge);
            }
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
            | BoardOp::SpotSquares { .. }
            | BoardOp::On { .. }
            | BoardOp::Cover { .. }
            | BoardOp::Keys { .. }
            | BoardOp::Minus { .. }
            | BoardOp::AppendNew { .. }
            | BoardOp::Most { .. } => self.interpret(pc, Op::B(op)),
        }
        Some(())
    }

    /// The address of what lies on a square: the machine remembers it for as long as no tile moves.
    fn look(&mut self, q: R) -> Value {
        let q = self.get(q);
        let (near, far) = (self.b.ins().sshr_imm(q, 8), self.b.ins().sshr_imm(q, 30));
        let place = self.b.ins().bxor(q, near);
        let place = self.b.ins().bxor(place, far);
        let place = self.b.ins().band_imm(place, Look::KEPT as i64 - 1);
        let at = self.b.ins().imul_imm(place, size_of::<Look>() as i64);
        let looks = self.slot(Slot::Looks);
        let look = self.b.ins().iadd(looks, at);
        let known = self.load_at(types::I64, look, offset_of!(Look, square) as i32);
        let same = self.b.ins().icmp(IntCC::Equal, known, q);
        let (ask, on) = (self.block(), self.block());
        self.b.set_cold_block(ask);
        self.fork(same, on, ask);
        self.at(ask);
        self.help(call::look, &[q]);
        self.jump(on);
        self.at(on);
        look
    }

    /// The square on a side of another: x and y have ten bits each, and stay from 1 to 1023.
    fn beside(&mut self, q: Value, side: Value) -> Value {
        // North, east, south, west: along which axis, and how far.
        let sides = [(1, 1), (0, 1), (1, -1), (0, -1)];
        let mut far = [self.k(0), self.k(0)];
        for (number, (axis, by)) in (0..).zip(sides) {
            let here = self.is(IntCC::Equal, side, number);
            let by = self.k(by);
            far[axis] = self.b.ins().select(here, by, far[axis]);
        }
        let x = self.b.ins().band_imm(q, 1023);
        let y = self.b.ins().ushr_imm(q, 10);
        let y = self.b.ins().band_imm(y, 1023);
        far = [self.b.ins().iadd(x, far[0]), self.b.ins().iadd(y, far[1])];
        let low = [self.plus(far[0], -1), self.plus(far[1], -1)];
        let inside = [self.below(low[0], 1023), self.below(low[1], 1023)];
        let mut there = self.both(inside[0], inside[1]);
        let known = self.below(side, 4);
        there = self.both(there, known);
        let some = self.is(IntCC::NotEqual, q, NONE);
        there = self.both(there, some);
        let rest = self.b.ins().band_imm(q, !((1 << 20) - 1));
        let y = self.b.ins().ishl_imm(far[1], 10);
        let place = self.b.ins().bor(far[0], y);
        let value = self.b.ins().bor(rest, place);
        self.or_else(there, value, NONE)
    }
}
