//! Lists: on the stack where pure code keeps them, else asked of the machine.

use super::{Emit, Local, Ranged, Slot, plain};
use crate::call;
use crate::touch::words;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use houserules_interpreter::program::{ListOp, NONE, Op, Pc, R};

impl Emit<'_, '_> {
    /// A list instruction other than a loop's head or a store.
    pub fn list(&mut self, pc: Pc, op: ListOp) -> Option<()> {
        if matches!(op, ListOp::Next { .. } | ListOp::Count { .. } | ListOp::St { .. }) {
            return None;
        }
        if let ListOp::First { d, l } = op
            && let Some(local) = self.local(l)
        {
            self.first_card(pc, d, op, local);
        } else if self.local_list(op).is_none() && self.asked_list(op).is_none() {
            self.interpret(pc, Op::L(op));
        }
        Some(())
    }

    /// The first card of a list on the stack: of one it is that; which of several comes first, the
    /// interpreter knows.
    fn first_card(&mut self, pc: Pc, d: R, op: ListOp, local: Local) {
        let (len, first) = (self.length(local), self.k(0));
        let (some, item) = self.item_at(local, first);
        let item = self.or_else(some, item, NONE);
        let cards = i64::from(self.program.schema.cards);
        let card = self.b.ins().icmp_imm(IntCC::UnsignedLessThan, item, cards);
        let none = self.is_none(item);
        let plain = self.b.ins().bor(card, none);
        let few = self.is(IntCC::UnsignedLessThan, len, 2);
        let easy = self.both(few, plain);
        let (alone, several) = self.split(easy);
        let on = self.block();
        self.at(alone);
        self.set(d, item);
        self.jump(on);
        self.at(several);
        self.interpret(pc, Op::L(op));
        self.jump(on);
        self.at(on);
    }

    /// An instruction whose lists all lie on the stack; none if they do not, or it is not known.
    fn local_list(&mut self, op: ListOp) -> Option<()> {
        match op {
            ListOp::Clear { l } => {
                let local = self.local(l)?;
                self.empty_list(local);
            }
            ListOp::Push { l, s } | ListOp::PushNew { l, s } => {
                let (local, Ranged { value, known }) = (self.local(l)?, self.ranged(s));
                let members = self.ranges.members(l).join(known.some());
                self.push_item(local, value, matches!(op, ListOp::PushNew { .. }), members);
            }
            ListOp::Len { d, l } => {
                let local = self.local(l)?;
                let n = self.length(local);
                self.set(d, n);
            }
            ListOp::Get { d, l, i } => {
                let (local, at) = (self.local(l)?, self.get(i));
                let zero = self.k(0);
                let at = self.b.ins().smax(at, zero);
                let (there, item) = self.item_at(local, at);
                let item = self.or_else(there, item, NONE);
                self.set(d, item);
            }
            ListOp::Has { d, l, s } => {
                let (local, value) = (self.local(l)?, self.get(s));
                let has = self.has_item(local, value, self.ranges.members(l));
                self.set(d, has);
            }
            ListOp::Copy { d, s } => {
                let (to, from) = (self.local(d)?, self.local(s)?);
                if d != s {
                    self.empty_list(to);
                    self.append_items(to, from);
                }
            }
            ListOp::Append { d, s } if d != s => {
                let (to, from) = (self.local(d)?, self.local(s)?);
                self.append_items(to, from);
            }
            ListOp::AppendNew { d, s } if d != s => {
                let (to, from) = (self.local(d)?, self.local(s)?);
                let members = self.ranges.members(d).join(self.ranges.members(s));
                self.append_new_items(to, from, members);
            }
            ListOp::Cut { l, n, last: false } => {
                let (local, n) = (self.local(l)?, self.get(n));
                let zero = self.k(0);
                let n = self.b.ins().smax(n, zero);
                let len = self.length(local);
                let n = self.b.ins().umin(n, len);
                self.cut_list(local, n);
            }
            ListOp::FromMask { l, m, w } => {
                let local = self.local(l)?;
                for (n, r) in (0..).zip(words(m, w)) {
                    let word = self.get(r);
                    self.add_bits(local, word, 64 * n);
                }
            }
            ListOp::ToMask { m, l, w } if w <= 4 => {
                let local = self.local(l)?;
                self.items_to_mask(local, &words(m, w).collect::<Vec<_>>());
            }
            ListOp::Range { l, a, b } => {
                let (local, a, b) = (self.local(l)?, self.get(a), self.get(b));
                self.add_range(local, a, b);
            }
            ListOp::Const { l, t } => {
                let (local, list) = (self.local(l)?, &self.program.lists[usize::from(t)]);
                self.add_constants(local, list);
            }
            _ => return None,
        }
        Some(())
    }

    fn add_constants(&mut self, local: Local, list: &[i64]) {
        let n = self.k(list.len() as i64);
        self.has_room(local, n);
        let base = self.k(list.as_ptr() as usize as i64);
        self.times(n, |this, at| {
            let at = this.b.ins().ishl_imm(at, 3);
            let address = this.b.ins().iadd(base, at);
            let item = this.b.ins().load(types::I64, plain(), address, 0);
            this.add_item(local, item);
        });
    }

    /// An instruction that is asked of the machine, its lists being there; none if it is not known.
    fn asked_list(&mut self, op: ListOp) -> Option<()> {
        let on_stack = |l: u16| self.local(l).is_some();
        match op {
            ListOp::Clear { l } if !on_stack(l) => {
                let l = self.k(i64::from(l));
                self.help(call::clear, &[l]);
            }
            ListOp::Push { l, s } | ListOp::PushNew { l, s } if !on_stack(l) => {
                let value = self.get(s);
                let none = self.is_none(value);
                let on = self.block();
                let push = self.block();
                self.fork(none, on, push);
                self.at(push);
                let l = self.k(i64::from(l));
                let is_new = matches!(op, ListOp::PushNew { .. });
                let helper = if is_new { call::push_new } else { call::push };
                self.help(helper, &[l, value]);
                self.jump(on);
                self.at(on);
            }
            ListOp::Len { d, l } if !on_stack(l) => {
                let l = self.k(i64::from(l));
                let n = self.help(call::length, &[l]);
                self.set(d, n);
            }
            ListOp::Has { d, l, s } if !on_stack(l) => {
                let (l, s) = (self.k(i64::from(l)), self.get(s));
                let has = self.help(call::has, &[l, s]);
                self.set(d, has);
            }
            ListOp::Copy { d, s } if !on_stack(d) && !on_stack(s) => {
                let (d, s) = (self.k(i64::from(d)), self.k(i64::from(s)));
                self.help(call::copy, &[d, s]);
            }
            ListOp::FromMask { l, m, w } if !on_stack(l) => {
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
            _ => return None,
        }
        Some(())
    }

    /// A member of a list by its place: whether there is one, and the member.
    pub fn member(&mut self, l: u16, at: Value) -> (Value, Value) {
        if let Some(local) = self.local(l) {
            return self.item_at(local, at);
        }
        let l = self.k(i64::from(l));
        let there = self.help(call::member, &[l, at]);
        let there = self.is(IntCC::NotEqual, there, 0);
        (there, self.slot(Slot::Value))
    }

    /// How many members a list has.
    pub fn count(&mut self, l: u16) -> Value {
        if let Some(local) = self.local(l) {
            return self.length(local);
        }
        let l = self.k(i64::from(l));
        self.help(call::length, &[l])
    }

    /// Joins two conditions.
    pub fn both(&mut self, a: Value, b: Value) -> Value {
        self.b.ins().band(a, b)
    }
}
