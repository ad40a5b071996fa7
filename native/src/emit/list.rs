//! Lists: members are kept by the machine, and asked for.

use super::{Emit, Slot};
use crate::call;
use crate::touch::words;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use houserules_interpreter::program::{ListOp, Op, Pc};

impl Emit<'_, '_> {
    /// A list instruction other than a loop's head or a store.
    pub fn list(&mut self, pc: Pc, op: ListOp) -> Option<()> {
        match op {
            ListOp::Clear { l } => {
                let l = self.k(i64::from(l));
                self.help(call::clear, &[l]);
            }
            ListOp::Push { l, s } | ListOp::PushNew { l, s } => {
                let value = self.get(s);
                let none = self.is_none(value);
                let on = self.block();
                let push = self.block();
                self.fork(none, on, push);
                self.at(push);
                let l = self.k(i64::from(l));
                let helper = match op {
                    ListOp::PushNew { .. } => call::push_new,
                    _ => call::push,
                };
                self.help(helper, &[l, value]);
                self.jump(on);
                self.at(on);
            }
            ListOp::Len { d, l } => {
                let l = self.k(i64::from(l));
                let n = self.help(call::length, &[l]);
                self.set(d, n);
            }
            ListOp::Has { d, l, s } => {
                let (l, s) = (self.k(i64::from(l)), self.get(s));
                let has = self.help(call::has, &[l, s]);
                self.set(d, has);
            }
            ListOp::Copy { d, s } => {
                let (d, s) = (self.k(i64::from(d)), self.k(i64::from(s)));
                self.help(call::copy, &[d, s]);
            }
            ListOp::FromMask { l, m, w } => {
                for (n, r) in (0..).zip(words(m, w)) {
                    let word = self.get(r);
                    let (some, on) = self.split(word);
                    self.at(some);
                    let (l, first) = (self.k(i64::from(l)), self.k(64 * n));
                    self.help(call::spread, &[l, first, word]);
                    self.jump(on);
                    self.at(on);
                }
            }
            ListOp::First { .. }
            | ListOp::Get { .. }
            | ListOp::Append { .. }
            | ListOp::AppendNew { .. }
            | ListOp::Minus { .. }
            | ListOp::Cut { .. }
            | ListOp::ToMask { .. }
            | ListOp::Eq { .. }
            | ListOp::EqAny { .. }
            | ListOp::Rows { .. }
            | ListOp::Range { .. }
            | ListOp::Seats { .. }
            | ListOp::Line { .. }
            | ListOp::Ld { .. }
            | ListOp::Const { .. } => self.interpret(pc, Op::L(op)),
            ListOp::Next { .. } | ListOp::Count { .. } | ListOp::St { .. } => return None,
        }
        Some(())
    }

    /// A member of a list by its place: whether there is one, and the member.
    pub fn member(&mut self, l: u16, at: Value) -> (Value, Value) {
        let l = self.k(i64::from(l));
        let there = self.help(call::member, &[l, at]);
        let there = self.is(IntCC::NotEqual, there, 0);
        (there, self.slot(Slot::Value))
    }

    /// How many members a list has.
    pub fn count(&mut self, l: u16) -> Value {
        let l = self.k(i64::from(l));
        self.help(call::length, &[l])
    }

    /// Joins two conditions.
    pub fn both(&mut self, a: Value, b: Value) -> Value {
        self.b.ins().band(a, b)
    }
}
