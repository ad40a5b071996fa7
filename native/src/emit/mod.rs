//! Instructions as Cranelift's. [`Emit`] holds where registers, position and counts are; each
//! family of instructions has a file. Whatever is not known, or does not lie within the position,
//! gives none, and the whole function is left to the interpreter.

mod board;
mod cells;
mod counter;
mod draw;
mod limit;
mod list;
mod local;
mod mask;
mod planes;
mod scalar;
mod slot;
mod zone;

pub use cells::{Cells, Reached, of_bytes};
pub use local::{Local, most as most_lists};
pub use planes::Plane;
pub use slot::{Kept, Slot};
pub use zone::{Run, Zones};

use crate::call::Helper;
use crate::range::{Range, Ranges, Squares};
use crate::tiles::Tiles;
use crate::touch::Use;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, MemFlags, SigRef, Type, Value, types};
use cranelift_frontend::{FunctionBuilder, Variable};
use houserules_interpreter::program::{NONE, Op, Pc, Program, R, ZoneOp};
use std::collections::BTreeMap;

/// A block's arguments: none.
pub const BARE: [BlockArg; 0] = [];

/// What lies where it is said to, so that no access can trap.
pub fn plain() -> MemFlags {
    MemFlags::trusted()
}

/// What lies where it is said to and never changes.
pub fn fixed() -> MemFlags {
    MemFlags::trusted().with_readonly().with_can_move()
}

/// Things of the same size that lie side by side in the position.
#[derive(Clone, Copy)]
pub struct Array {
    /// The first byte of the first one.
    pub base: u32,
    /// How many there are.
    pub n: u32,
    /// How many bytes each takes.
    pub bytes: u32,
}

/// A value, and what is known of it.
#[derive(Clone, Copy)]
pub struct Ranged {
    pub value: Value,
    pub known: Range,
}

/// Where a condition leads.
#[derive(Clone, Copy)]
pub struct Ways {
    pub yes: Block,
    pub no: Block,
}

/// What the code of a function is made with.
pub struct Emit<'b, 'p> {
    /// Cranelift's builder of the function.
    pub b: FunctionBuilder<'b>,
    /// The program that is translated.
    pub program: &'p Program,
    /// The address of the desk.
    pub desk: Value,
    /// The registers in memory.
    pub regs: Value,
    /// The position's bytes.
    pub pos: Value,
    /// Registers as variables; none: they stay in memory.
    pub vars: Option<BTreeMap<R, Variable>>,
    /// Where it goes if an instruction cannot be carried out.
    pub bail: Block,
    /// How helpers are called.
    pub helper: SigRef,
    /// Registers that hold the number of a zone, as far as it is known of which.
    pub zones: BTreeMap<R, Which>,
    /// What is known of registers where code is made; nothing in flow.
    pub ranges: Ranges,
    /// Registers that hold squares whose tiles are asked for.
    pub squares: Squares,
    /// Where lies what was found on squares, by their names: its address, and the square that it
    /// was of then.
    pub found: BTreeMap<usize, [Variable; 2]>,
    /// How tiles lie that squares are assumed to be of or beside, by the name of the first square.
    pub assumed: BTreeMap<usize, [Variable; 5]>,
    /// Lists that lie on the stack.
    pub lists: BTreeMap<u16, Local>,
    /// Tables of tiles, if the program has any.
    pub tiles: Option<&'p Tiles>,
    /// Counts of the desk as variables, if the function keeps them there.
    pub kept: Option<Kept>,
    /// Fields of the position as variables, if the function keeps them there.
    pub cells: Cells,
    /// Members of counters by value, if the function keeps them so.
    pub planes: BTreeMap<u16, Vec<Plane>>,
    /// What is known of zones holds at the instruction that is translated, not throughout.
    pub flowing: bool,
    /// No tile moves while the function runs.
    pub still: bool,
    /// A register was named that a machine does not have: the function cannot be used.
    pub strange: bool,
}

/// How many registers a machine has for a program.
#[must_use]
pub fn registers(program: &Program) -> usize {
    program.registers.0 as usize
}

/// What is known of the number of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// It is one of the zones of this family, or none.
    Of(u16),
    /// It is this one.
    One(u16),
}

/// What is known of the number that an instruction gives; `known` knows of registers.
#[must_use]
pub fn which(op: Op, known: impl Fn(R) -> Option<Which>) -> Option<Which> {
    match op {
        Op::Z(ZoneOp::Of { zone, .. }) => Some(Which::Of(zone)),
        Op::Imm { k, .. } => u16::try_from(k).ok().map(Which::One),
        Op::Mov { s, .. } => known(s),
        _ => None,
    }
}

impl Emit<'_, '_> {
    /// A constant of 64 bits.
    pub fn k(&mut self, value: i64) -> Value {
        self.b.ins().iconst(types::I64, value)
    }

    /// A new block that nothing is in yet.
    pub fn block(&mut self) -> Block {
        self.b.create_block()
    }

    /// What follows stands in this block.
    pub fn at(&mut self, block: Block) {
        self.b.switch_to_block(block);
    }

    /// Goes on there.
    pub fn jump(&mut self, to: Block) {
        self.b.ins().jump(to, &BARE);
    }

    /// Goes on at one of two places.
    pub fn fork(&mut self, condition: Value, yes: Block, no: Block) {
        self.b.ins().brif(condition, yes, &BARE, no, &BARE);
    }

    /// Two new blocks for both ways.
    pub fn split(&mut self, condition: Value) -> (Block, Block) {
        let (yes, no) = (self.block(), self.block());
        self.fork(condition, yes, no);
        (yes, no)
    }

    /// Leaves for the slow way if so; goes on otherwise.
    pub fn bail_if(&mut self, condition: Value) {
        let on = self.block();
        let bail = self.bail;
        self.fork(condition, bail, on);
        self.at(on);
    }

    /// Compares with a constant.
    pub fn is(&mut self, how: IntCC, a: Value, k: i64) -> Value {
        let k = self.k(k);
        self.b.ins().icmp(how, a, k)
    }

    /// Whether a value is none.
    pub fn is_none(&mut self, a: Value) -> Value {
        self.is(IntCC::Equal, a, NONE)
    }

    /// Whether a number lies in `0..n`.
    pub fn below(&mut self, a: Value, n: i64) -> Value {
        self.is(IntCC::UnsignedLessThan, a, n)
    }

    /// A sum with a constant, which wraps.
    pub fn plus(&mut self, a: Value, k: i64) -> Value {
        self.b.ins().iadd_imm(a, k)
    }

    /// The value if so, else the constant.
    pub fn or_else(&mut self, condition: Value, value: Value, k: i64) -> Value {
        let k = self.k(k);
        self.b.ins().select(condition, value, k)
    }

    // ---- registers ----

    fn variable(&mut self, r: R) -> Option<Variable> {
        self.strange |= usize::from(r) >= registers(self.program);
        let vars = self.vars.as_mut()?;
        if let Some(known) = vars.get(&r) {
            return Some(*known);
        }
        let made = self.b.declare_var(types::I64);
        vars.insert(r, made);
        Some(made)
    }

    /// The value of a register.
    pub fn get(&mut self, r: R) -> Value {
        match self.variable(r) {
            Some(var) => self.b.use_var(var),
            None => self.b.ins().load(types::I64, plain(), self.regs, 8 * i32::from(r)),
        }
    }

    /// Sets a register.
    pub fn set(&mut self, r: R, value: Value) {
        match self.variable(r) {
            Some(var) => self.b.def_var(var, value),
            None => _ = self.b.ins().store(plain(), value, self.regs, 8 * i32::from(r)),
        }
        if self.flowing {
            self.zones.remove(&r);
        }
    }

    /// Sets a register to yes or no.
    pub fn set_whether(&mut self, r: R, condition: Value) {
        let value = self.b.ins().uextend(types::I64, condition);
        self.set(r, value);
    }

    /// Puts a register into memory.
    pub fn flush(&mut self, r: R) {
        if self.vars.is_some() {
            let value = self.get(r);
            self.b.ins().store(plain(), value, self.regs, 8 * i32::from(r));
        }
    }

    /// Takes a register from memory.
    pub fn reload(&mut self, r: R) {
        if self.vars.is_some() {
            let value = self.b.ins().load(types::I64, plain(), self.regs, 8 * i32::from(r));
            self.set(r, value);
        } else if self.flowing {
            self.zones.remove(&r);
        }
    }

    // ---- the desk ----

    /// Calls a helper with up to three arguments that neither counts nor draws.
    pub fn help(&mut self, helper: Helper, given: &[Value]) -> Value {
        let zero = self.k(0);
        let mut args = [self.desk, zero, zero, zero];
        args[1..].iter_mut().zip(given).for_each(|(slot, value)| *slot = *value);
        let address = self.k(helper as usize as i64);
        let call = self.b.ins().call_indirect(self.helper, address, &args);
        self.b.inst_results(call)[0]
    }

    /// The interpreter carries out an instruction of pure code; it finds its registers in memory,
    /// and leaves them there.
    pub fn interpret(&mut self, pc: Pc, op: Op) {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        let (mut looks, mut changes) = (Vec::new(), Vec::new());
        crate::touch::uses(op, self.program, &mut |found| match found {
            Use::Read(r) => reads.push(r),
            Use::Write(r) => writes.push(r),
            Use::Take(_) => {}
            Use::Look(l) => looks.push(l),
            Use::Fill(l) => changes.push(l),
            Use::Change(l) => {
                looks.push(l);
                changes.push(l);
            }
        });
        reads.into_iter().for_each(|r| self.flush(r));
        looks.into_iter().for_each(|l| self.flush_list(l));
        let pc = self.k(i64::from(pc));
        let counts = matches!(op, Op::Travel { .. });
        let done = if counts {
            self.help_counting(crate::call::search, &[pc])
        } else {
            self.help(crate::call::value, &[pc])
        };
        let failed = self.is(IntCC::Equal, done, 0);
        self.bail_if(failed);
        writes.into_iter().for_each(|r| self.reload(r));
        changes.into_iter().for_each(|l| {
            self.reload_list(l);
            self.find_bits(l);
        });
    }

    // ---- the position ----

    /// The place of so many bytes that are reached at an address, if they lie in the position.
    pub fn within(&mut self, at: u32, bytes: u32) -> Option<i32> {
        self.reach(at, bytes);
        self.place_of(at, bytes)
    }

    /// The place of so many bytes, if they lie in the position.
    #[must_use]
    pub fn place_of(&self, at: u32, bytes: u32) -> Option<i32> {
        let end = at.checked_add(bytes).filter(|end| *end <= self.program.schema.size)?;
        i32::try_from(end).ok()?;
        i32::try_from(at).ok()
    }

    /// A number at an address; the caller knows that it lies in the position.
    pub fn load_at(&mut self, ty: Type, base: Value, at: i32) -> Value {
        match ty {
            types::I8 => self.b.ins().uload8(types::I64, plain(), base, at),
            types::I16 => self.b.ins().uload16(types::I64, plain(), base, at),
            types::I32 => self.b.ins().uload32(plain(), base, at),
            _ => self.b.ins().load(types::I64, plain(), base, at),
        }
    }

    /// Puts a number at an address; the caller knows that it lies in the position.
    pub fn store_at(&mut self, ty: Type, base: Value, at: i32, value: Value) {
        match ty {
            types::I8 => self.b.ins().istore8(plain(), value, base, at),
            types::I16 => self.b.ins().istore16(plain(), value, base, at),
            types::I32 => self.b.ins().istore32(plain(), value, base, at),
            _ => self.b.ins().store(plain(), value, base, at),
        };
    }

    /// The address of an element: the first one's for those outside `0..n`, and whether it was
    /// inside.
    pub fn element(&mut self, array: Array, at: Value) -> Option<(Value, Value)> {
        let Array { base, n, bytes } = array;
        self.within(base, n.checked_mul(bytes)?.max(bytes))?;
        let inside = self.below(at, i64::from(n));
        let at = self.or_else(inside, at, 0);
        let at = self.b.ins().imul_imm(at, i64::from(bytes));
        let at = self.plus(at, i64::from(base));
        Some((self.b.ins().iadd(self.pos, at), inside))
    }

    /// An entry of a constant table that the program keeps; `0` beyond it, and whether it was
    /// inside.
    pub fn table(&mut self, table: &[i64], at: Value) -> Option<(Value, Value)> {
        let n = i64::try_from(table.len()).ok().filter(|n| *n > 0)?;
        let inside = self.below(at, n);
        let at = self.or_else(inside, at, 0);
        let at = self.b.ins().ishl_imm(at, 3);
        let base = self.k(table.as_ptr() as usize as i64);
        let address = self.b.ins().iadd(base, at);
        Some((self.b.ins().load(types::I64, plain(), address, 0), inside))
    }

    /// An instruction of pure code that goes on to the next.
    pub fn work(&mut self, pc: Pc, op: Op) -> Option<()> {
        let which = which(op, |r| self.zones.get(&r).copied());
        match op {
            Op::M(mask) => self.mask(pc, mask)?,
            Op::L(list) => self.list(pc, list)?,
            Op::Z(zone) => self.zone(pc, zone)?,
            Op::B(board) => self.on_board(pc, board)?,
            op => self.scalar(pc, op)?,
        }
        if let (true, Some(which), Some(d)) = (self.flowing, which, written(op)) {
            self.zones.insert(d, which);
        }
        Some(())
    }
}

/// The register that an instruction writes whose number may be a zone's.
fn written(op: Op) -> Option<R> {
    let (Op::Z(ZoneOp::Of { d, .. }) | Op::Imm { d, .. } | Op::Mov { d, .. }) = op else {
        return None;
    };
    Some(d)
}
