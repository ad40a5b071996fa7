//! Lists of pure code that lie on the stack: they come from the machine and go back to it only
//! where somebody else reads them. What does not fit is left to the interpreter.

use super::{Emit, plain};
use crate::call;
use crate::range::Range;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, StackSlot, StackSlotData, StackSlotKind, Value, types};
use cranelift_frontend::Variable;
use houserules_interpreter::program::{NONE, Program, R};

/// So many members fit into a list on the stack.
const ROOM: u32 = 160;
/// And where there are grids, whose squares and spots are many.
const ROOM_FOR_SPOTS: u32 = 640;
/// So many lists of a function lie there.
const MOST: usize = 40;
/// And where there are grids.
const MOST_OF_SPOTS: usize = 12;

/// How many lists of a function lie on the stack.
#[must_use]
pub fn most(program: &Program) -> usize {
    if program.grids.is_empty() { MOST } else { MOST_OF_SPOTS }
}

/// A list on the stack.
#[derive(Debug, Clone, Copy)]
pub struct Local {
    slot: StackSlot,
    len: Variable,
    room: u32,
    /// Its members as bits, for as long as all are less than [`BITS`].
    bits: [Variable; 2],
}

/// Members that are less are known by a bit each.
const BITS: i64 = 128;

/// Whether members of that range are known by bits.
fn has_bits(members: Range) -> bool {
    members.some().cut(i64::MIN, -1).is_empty() && members.hi < BITS
}

impl Emit<'_, '_> {
    /// Has a list lie on the stack, empty.
    pub fn keep_list(&mut self, l: u16) {
        let room = if self.program.grids.is_empty() { ROOM } else { ROOM_FOR_SPOTS };
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, 8 * room, 3);
        let slot = self.b.create_sized_stack_slot(data);
        let len = self.b.declare_var(types::I64);
        let none = self.k(0);
        self.b.def_var(len, none);
        let bits = [0; 2].map(|_| self.b.declare_var(types::I64));
        bits.iter().for_each(|var| self.b.def_var(*var, none));
        self.lists.insert(l, Local { slot, len, room, bits });
    }

    /// Where a list lies, if on the stack.
    pub fn local(&self, l: u16) -> Option<Local> {
        self.lists.get(&l).copied()
    }

    /// Gives the machine what a list on the stack holds.
    pub fn flush_list(&mut self, l: u16) {
        if let Some(local) = self.local(l) {
            let (base, len) = (self.first_item(local), self.length(local));
            let l = self.k(i64::from(l));
            self.help(call::set_list, &[l, base, len]);
        }
    }

    /// Takes from the machine what it holds.
    pub fn reload_list(&mut self, l: u16) {
        if let Some(local) = self.local(l) {
            let (base, room) = (self.first_item(local), self.k(i64::from(local.room)));
            let l = self.k(i64::from(l));
            let len = self.help(call::get_list, &[l, base, room]);
            let over = self.is(IntCC::SignedLessThan, len, 0);
            self.bail_if(over);
            self.b.def_var(local.len, len);
        }
    }

    /// How many members a list on the stack has.
    pub fn length(&mut self, local: Local) -> Value {
        self.b.use_var(local.len)
    }

    fn first_item(&mut self, local: Local) -> Value {
        self.b.ins().stack_addr(types::I64, local.slot, 0)
    }

    fn item(&mut self, local: Local, at: Value) -> Value {
        let base = self.first_item(local);
        let at = self.b.ins().ishl_imm(at, 3);
        self.b.ins().iadd(base, at)
    }

    /// A list has so many members now, no more than before.
    pub fn cut_list(&mut self, local: Local, n: Value) {
        self.b.def_var(local.len, n);
    }

    /// Empties a list.
    pub fn empty_list(&mut self, local: Local) {
        let none = self.k(0);
        self.b.def_var(local.len, none);
        local.bits.iter().for_each(|var| self.b.def_var(*var, none));
    }

    /// A member's bit is set.
    fn note_bit(&mut self, local: Local, member: Value) {
        for (n, var) in (0..).zip(local.bits) {
            let (bit, word) = (self.bit(member, n), self.b.use_var(var));
            let word = self.b.ins().bor(word, bit);
            self.b.def_var(var, word);
        }
    }

    /// Finds the bits of a list that the interpreter has changed.
    pub fn find_bits(&mut self, l: u16) {
        let Some(local) = self.local(l) else { return };
        let none = self.k(0);
        local.bits.iter().for_each(|var| self.b.def_var(*var, none));
        let len = self.length(local);
        self.times(len, |this, at| {
            let address = this.item(local, at);
            let item = this.b.ins().load(types::I64, plain(), address, 0);
            this.note_bit(local, item);
        });
    }

    /// The bits of another come to a list's own.
    fn join_bits(&mut self, local: Local, from: Local) {
        for (to, from) in local.bits.into_iter().zip(from.bits) {
            let (own, new) = (self.b.use_var(to), self.b.use_var(from));
            let word = self.b.ins().bor(own, new);
            self.b.def_var(to, word);
        }
    }

    /// A member by its place: whether there is one, and the member.
    pub fn item_at(&mut self, local: Local, at: Value) -> (Value, Value) {
        let len = self.length(local);
        let there = self.b.ins().icmp(IntCC::UnsignedLessThan, at, len);
        let at = self.or_else(there, at, 0);
        let address = self.item(local, at);
        (there, self.b.ins().load(types::I64, plain(), address, 0))
    }

    /// Whether so many more fit; if not, the interpreter runs the code.
    pub fn has_room(&mut self, local: Local, more: Value) {
        let len = self.length(local);
        let room = self.k(i64::from(local.room));
        let left = self.b.ins().isub(room, len);
        let over = self.b.ins().icmp(IntCC::UnsignedGreaterThan, more, left);
        self.bail_if(over);
    }

    /// Adds a member; there is room.
    pub fn add_item(&mut self, local: Local, value: Value) {
        let len = self.length(local);
        let address = self.item(local, len);
        self.b.ins().store(plain(), value, address, 0);
        let more = self.plus(len, 1);
        self.b.def_var(local.len, more);
    }

    /// Does something so many times, with the numbers from 0.
    pub fn times(&mut self, n: Value, mut work: impl FnMut(&mut Self, Value)) {
        let at = self.b.declare_var(types::I64);
        let (head, body, done) = (self.block(), self.block(), self.block());
        let none = self.k(0);
        self.b.def_var(at, none);
        self.jump(head);
        self.at(head);
        let k = self.b.use_var(at);
        let more = self.b.ins().icmp(IntCC::UnsignedLessThan, k, n);
        self.fork(more, body, done);
        self.at(body);
        work(self, k);
        let next = self.plus(k, 1);
        self.b.def_var(at, next);
        self.jump(head);
        self.at(done);
    }

    /// Whether a list has a member, as a number; `members`: what its members may be.
    pub fn has_item(&mut self, local: Local, value: Value, members: Range) -> Value {
        if has_bits(members) {
            let mut found = self.k(0);
            for (n, var) in (0..).zip(local.bits) {
                let (bit, word) = (self.bit(value, n), self.b.use_var(var));
                let here = self.b.ins().band(word, bit);
                found = self.b.ins().bor(found, here);
            }
            let has = self.is(IntCC::NotEqual, found, 0);
            return self.b.ins().uextend(types::I64, has);
        }
        let found = self.b.declare_var(types::I64);
        let none = self.k(0);
        self.b.def_var(found, none);
        let len = self.length(local);
        self.times(len, |this, at| {
            let address = this.item(local, at);
            let item = this.b.ins().load(types::I64, plain(), address, 0);
            let same = this.b.ins().icmp(IntCC::Equal, item, value);
            let same = this.b.ins().uextend(types::I64, same);
            let known = this.b.use_var(found);
            let either = this.b.ins().bor(known, same);
            this.b.def_var(found, either);
        });
        self.b.use_var(found)
    }

    /// Adds a value that is not none; `new`: unless it is there. `members`: what members may be
    /// with it.
    pub fn push_item(&mut self, local: Local, value: Value, new: bool, members: Range) {
        let none = self.is_none(value);
        let (push, on) = (self.block(), self.block());
        self.fork(none, on, push);
        self.at(push);
        if new {
            let has = self.has_item(local, value, members);
            let other = self.block();
            self.fork(has, on, other);
            self.at(other);
        }
        let one = self.k(1);
        self.has_room(local, one);
        self.add_item(local, value);
        if has_bits(members) {
            self.note_bit(local, value);
        }
        self.jump(on);
        self.at(on);
    }

    /// Adds all members of another.
    pub fn append_items(&mut self, local: Local, from: Local) {
        let len = self.length(from);
        self.has_room(local, len);
        self.times(len, |this, at| {
            let address = this.item(from, at);
            let item = this.b.ins().load(types::I64, plain(), address, 0);
            this.add_item(local, item);
        });
        self.join_bits(local, from);
    }

    /// Adds the members of another that are not there yet; `members`: what members may be then.
    pub fn append_new_items(&mut self, local: Local, from: Local, members: Range) {
        let len = self.length(from);
        self.times(len, |this, at| {
            let address = this.item(from, at);
            let item = this.b.ins().load(types::I64, plain(), address, 0);
            this.push_item(local, item, true, members);
        });
    }

    /// Adds the bits of a word, the first being a number.
    pub fn add_bits(&mut self, local: Local, word: Value, first: i64) {
        let left = self.b.declare_var(types::I64);
        let all = self.b.ins().popcnt(word);
        self.has_room(local, all);
        if let Some(var) = usize::try_from(first / 64).ok().and_then(|n| local.bits.get(n)) {
            let own = self.b.use_var(*var);
            let both = self.b.ins().bor(own, word);
            self.b.def_var(*var, both);
        }
        self.b.def_var(left, word);
        let (head, body, done) = (self.block(), self.block(), self.block());
        self.jump(head);
        self.at(head);
        let rest = self.b.use_var(left);
        self.fork(rest, body, done);
        self.at(body);
        let bit = self.b.ins().ctz(rest);
        let bit = self.plus(bit, first);
        self.add_item(local, bit);
        let less = self.plus(rest, -1);
        let rest = self.b.ins().band(rest, less);
        self.b.def_var(left, rest);
        self.jump(head);
        self.at(done);
    }

    /// A mask of the members.
    pub fn items_to_mask(&mut self, local: Local, words: &[R]) {
        for r in words {
            let none = self.k(0);
            self.set(*r, none);
        }
        let len = self.length(local);
        let words = words.to_vec();
        self.times(len, |this, at| {
            let address = this.item(local, at);
            let item = this.b.ins().load(types::I64, plain(), address, 0);
            for (n, r) in (0..).zip(&words) {
                let (bit, word) = (this.bit(item, n), this.get(*r));
                let word = this.b.ins().bor(word, bit);
                this.set(*r, word);
            }
        });
    }

    /// Adds the numbers from one to another.
    pub fn add_range(&mut self, local: Local, a: Value, b: Value) {
        let least = self.k(NONE);
        let some = self.b.ins().icmp(IntCC::SignedGreaterThan, a, least);
        let up = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, a, b);
        let some = self.both(some, up);
        let (add, on) = (self.block(), self.block());
        self.fork(some, add, on);
        self.at(add);
        let far = self.b.ins().isub(b, a);
        let n = self.plus(far, 1);
        // All numbers there are would be none.
        let wraps = self.is(IntCC::Equal, n, 0);
        self.bail_if(wraps);
        self.has_room(local, n);
        self.times(n, |this, at| {
            let number = this.b.ins().iadd(a, at);
            this.add_item(local, number);
        });
        self.jump(on);
        self.at(on);
    }
}
