//! Forms: steps are drawn one after the other, and again where what follows cannot be.

use super::Flow;
use crate::call;
use crate::emit::Ways;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, StackSlotData, StackSlotKind, Value, types};
use houserules_interpreter::program::{Form, FormStep, How, Loc, Members, NONE, R};
use houserules_lang::ir::Type;

/// So many steps of a form may be drawn again: no budget of candidates is used up by that.
const AGAIN: usize = 2;

impl Flow<'_, '_, '_> {
    /// Fills an entry at random, or (`draws` is no) only finds out whether it can be completed.
    pub(super) fn fill(&mut self, site: u16, at: usize, draws: bool, ways: Ways) -> Option<()> {
        let Ways { yes, no } = ways;
        let entry = self.site_code(site).entries.get(at)?;
        if entry.form.is_none() {
            self.emit.jump(yes);
            return Some(());
        }
        let form = self.form_of(entry)?;
        let limits = entry.limits.iter().all(|limit| self.emit.knows_limit(limit.0));
        if !(limits && self.is_plain_form(&entry.given, form)) {
            let (site, at) = (self.emit.k(i64::from(site)), self.emit.k(at as i64));
            let helper = if draws { call::attempt } else { call::could };
            self.consulted += 1;
            let filled = self.consult(helper, &[site, at]);
            self.over_if_negative(filled);
            self.recall_registers();
            self.emit.fork(filled, yes, no);
            return Some(());
        }
        for limit in &entry.limits {
            let used = self.emit.is_used(limit.0)?;
            let open = self.emit.block();
            self.emit.fork(used, no, open);
            self.emit.at(open);
        }
        for (from, to) in entry.given.iter().zip(&form.given) {
            self.transfer(*from, *to)?;
        }
        if let Some((pre, reg)) = form.pre {
            self.pure(pre);
            let result = self.emit.get(reg);
            let holds = self.emit.is(IntCC::Equal, result, 1);
            let on = self.emit.block();
            self.emit.fork(holds, on, no);
            self.emit.at(on);
        }
        self.fill_steps(&form.steps, draws, ways);
        Some(())
    }

    /// Whether the code can draw the steps of a form.
    pub(super) fn is_plain_form(&self, from: &[Loc], form: &Form) -> bool {
        let one = |step: &FormStep| {
            step.how == How::One && matches!(step.loc, Loc::Reg(_)) && !step.copies
        };
        let given = from.len() == form.given.len()
            && from.iter().zip(&form.given).all(|(a, b)| moves_plainly(*a, *b));
        let before_last = form.steps.len().saturating_sub(1);
        let mut again = form.steps.iter().take(before_last).filter(|step| !step.free);
        let few = again.clone().count() <= AGAIN;
        let masks = again.all(|step| matches!(step.fit.1, Members::Mask(_, 1)));
        given && few && masks && form.steps.iter().all(one)
    }

    /// Draws the steps, or takes the first values that go together.
    pub(super) fn fill_steps(&mut self, steps: &[FormStep], draws: bool, ways: Ways) {
        let Some((step, later)) = steps.split_first() else { return self.emit.jump(ways.yes) };
        if let Members::Mask(m, 1) = step.fit.1
            && !step.free
            && !later.is_empty()
        {
            self.pure(step.fit.0);
            let again = if draws {
                self.drawn_again(step, m, ways.no)
            } else {
                self.in_turn(step, m, ways.no)
            };
            self.fill_steps(later, draws, Ways { no: again, ..ways });
        } else {
            self.fill_step(step, draws, ways.no);
            self.fill_steps(later, draws, ways);
        }
    }

    /// Takes one member of a mask after the other; gives where the next is taken.
    fn in_turn(&mut self, step: &FormStep, m: R, no: Block) -> Block {
        let left = self.emit.b.declare_var(types::I64);
        let word = self.emit.get(m);
        self.emit.b.def_var(left, word);
        let (again, on) = (self.emit.block(), self.emit.block());
        self.emit.jump(again);
        self.emit.at(again);
        let rest = self.emit.b.use_var(left);
        self.emit.fork(rest, on, no);
        self.emit.at(on);
        let value = self.emit.b.ins().ctz(rest);
        let less = self.emit.plus(rest, -1);
        let rest = self.emit.b.ins().band(rest, less);
        self.emit.b.def_var(left, rest);
        self.fill_in(step, value);
        again
    }

    /// Draws one member of a mask after the other, as the interpreter does: what was drawn changes
    /// places with the last that is left. Gives where the next is drawn.
    fn drawn_again(&mut self, step: &FormStep, m: R, no: Block) -> Block {
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, 64, 3);
        let slot = self.emit.b.create_sized_stack_slot(data);
        let members = self.emit.b.ins().stack_addr(types::I64, slot, 0);
        let (rest, n) = (self.emit.b.declare_var(types::I64), self.emit.b.declare_var(types::I64));
        let (word, none) = (self.emit.get(m), self.emit.k(0));
        self.emit.b.def_var(rest, word);
        self.emit.b.def_var(n, none);
        let (list, more) = (self.emit.block(), self.emit.block());
        let (again, on) = (self.emit.block(), self.emit.block());
        self.emit.jump(list);
        self.emit.at(list);
        let bits = self.emit.b.use_var(rest);
        self.emit.fork(bits, more, again);
        self.emit.at(more);
        let (member, at) = (self.emit.b.ins().ctz(bits), self.emit.b.use_var(n));
        let address = self.emit.b.ins().iadd(members, at);
        self.emit.store_at(types::I8, address, 0, member);
        let next = self.emit.plus(at, 1);
        self.emit.b.def_var(n, next);
        let less = self.emit.plus(bits, -1);
        let bits = self.emit.b.ins().band(bits, less);
        self.emit.b.def_var(rest, bits);
        self.emit.jump(list);
        self.emit.at(again);
        let left = self.emit.b.use_var(n);
        self.emit.fork(left, on, no);
        self.emit.at(on);
        let drawn = self.emit.below_drawn(left);
        let fewer = self.emit.plus(left, -1);
        self.emit.b.def_var(n, fewer);
        let (mine, last) =
            (self.emit.b.ins().iadd(members, drawn), self.emit.b.ins().iadd(members, fewer));
        let value = self.emit.load_at(types::I8, mine, 0);
        let other = self.emit.load_at(types::I8, last, 0);
        self.emit.store_at(types::I8, mine, 0, other);
        self.fill_in(step, value);
        again
    }

    /// Members of a type are the first so many bits of a mask.
    fn bits_of(&self, elem: &Type) -> u32 {
        let program = self.program();
        match elem.bare() {
            Type::Player => u32::from(program.schema.seats),
            Type::Enum(e) => program.book[*e].members.len() as u32,
            _ => 64,
        }
    }

    fn fill_in(&mut self, step: &FormStep, value: Value) {
        if let Loc::Reg(r) = step.loc {
            self.emit.set(r, value);
        }
    }

    /// Draws the value of a step, or takes the first; goes elsewhere if there is none.
    fn fill_step(&mut self, step: &FormStep, draws: bool, no: Block) {
        self.pure(step.fit.0);
        let on = self.emit.block();
        let value = match step.fit.1 {
            Members::Mask(m, w) => {
                let any = self.emit.joined(m, w);
                self.emit.fork(any, on, no);
                self.emit.at(on);
                if !draws {
                    self.emit.first(m, w)
                } else if w == 1 {
                    let bits = self.bits_of(&step.elem);
                    self.emit.bit_drawn(any, bits)
                } else {
                    crate::touch::words(m, w).for_each(|r| self.emit.flush(r));
                    let (m, w) = (self.emit.k(i64::from(m)), self.emit.k(i64::from(w)));
                    self.emit.help_counting(call::draw_member, &[m, w])
                }
            }
            Members::List(l) => {
                let n = self.emit.count(l);
                self.emit.fork(n, on, no);
                self.emit.at(on);
                let zero = self.emit.k(0);
                let at = if draws { self.emit.below_drawn(n) } else { zero };
                self.emit.member(l, at).1
            }
            Members::Range(a, b) => {
                let (a, b) = (self.emit.get(a), self.emit.get(b));
                let some = self.emit.b.ins().icmp(IntCC::SignedLessThanOrEqual, a, b);
                let real = self.emit.is(IntCC::NotEqual, a, NONE);
                let some = self.emit.both(some, real);
                let real = self.emit.is(IntCC::NotEqual, b, NONE);
                let some = self.emit.both(some, real);
                self.emit.fork(some, on, no);
                self.emit.at(on);
                let far = self.emit.b.ins().isub(b, a);
                let n = self.emit.plus(far, 1);
                // All numbers there are would be none.
                let wraps = self.emit.is(IntCC::Equal, n, 0);
                let n = self.emit.b.ins().select(wraps, far, n);
                let zero = self.emit.k(0);
                let drawn = if draws { self.emit.below_drawn(n) } else { zero };
                self.emit.b.ins().iadd(a, drawn)
            }
        };
        self.fill_in(step, value);
    }

    /// A value goes from one place to another.
    pub(super) fn transfer(&mut self, from: Loc, to: Loc) -> Option<()> {
        match (from, to) {
            (Loc::Reg(a), Loc::Reg(b)) => {
                let value = self.emit.get(a);
                self.emit.set(b, value);
            }
            (Loc::Reg(a), Loc::Mem(off)) => {
                let value = self.emit.get(a);
                self.emit.store(types::I64, off, value)?;
            }
            (Loc::Mem(off), Loc::Reg(b)) => {
                let value = self.emit.load(types::I64, off)?;
                self.emit.set(b, value);
            }
            (Loc::Mem(a), Loc::Mem(b)) => {
                let value = self.emit.load(types::I64, a)?;
                self.emit.store(types::I64, b, value)?;
            }
            (Loc::Mask(m, w), Loc::MemMask(off, _)) => {
                for (n, r) in (0..).zip(crate::touch::words(m, w)) {
                    let word = self.emit.get(r);
                    self.emit.store(types::I64, off + 8 * n, word)?;
                }
            }
            _ => return None,
        }
        Some(())
    }
}

/// Whether code moves a value so.
pub(super) fn moves_plainly(from: Loc, to: Loc) -> bool {
    matches!(
        (from, to),
        (Loc::Reg(_) | Loc::Mem(_), Loc::Reg(_) | Loc::Mem(_)) | (Loc::Mask(..), Loc::MemMask(..))
    )
}
