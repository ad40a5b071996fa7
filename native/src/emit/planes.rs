//! Counters of members with few values as planes: for each value a mask of the members that have
//! it, kept in variables by a function that runs for long, beside the bytes of the position.

use super::Emit;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, InstructionData, MemFlags, Value, ValueDef, types};
use cranelift_frontend::Variable;
use houserules_interpreter::program::{Family, NONE, Program};
use houserules_lang::ir::{Owner, Type};

/// Counters of more values have no planes.
const MOST: i64 = 6;
/// How none is kept in a byte.
const NONE_BYTE: i64 = 255;

/// The members with one value.
#[derive(Debug, Clone, Copy)]
pub struct Plane {
    /// The value, as registers hold it.
    value: i64,
    /// As a byte of the position holds it.
    byte: i64,
    members: Variable,
}

/// Values of a counter and the bytes they are kept as, if it can have planes.
fn values(family: &Family, program: &Program) -> Option<Vec<(i64, i64)>> {
    let counter = &program.book[family.id];
    let count = match (counter.ty.bare(), family.range) {
        (_, Some((least, most))) => most.checked_sub(least)?.checked_add(1)?,
        (Type::Bool, _) => 2,
        (Type::Player, _) => i64::from(program.schema.seats),
        (Type::Enum(e), _) => program.book[*e].members.len() as i64,
        _ => return None,
    };
    let members = matches!(family.owner, Owner::Enum(_) | Owner::Player);
    let fits = members && family.narrow && (1..=64).contains(&family.n);
    if !fits || count > MOST || counter.start.is_none() {
        return None;
    }
    let mut all: Vec<(i64, i64)> = (0..count).map(|k| (family.least + k, k)).collect();
    if family.optional {
        all.push((NONE, NONE_BYTE));
    }
    Some(all)
}

impl Emit<'_, '_> {
    /// From here on the members of a counter are kept by value, if it has few.
    pub fn keep_planes(&mut self, f: u16) {
        let family = self.program.schema.counters[usize::from(f)];
        let Some(values) = values(&family, self.program) else { return };
        let planes = values.into_iter().map(|(value, byte)| Plane {
            value,
            byte,
            members: self.b.declare_var(types::I64),
        });
        let planes = planes.collect();
        self.planes.insert(f, planes);
        self.fetch_planes(f);
    }

    /// Finds the planes of a counter in the position.
    pub fn fetch_planes(&mut self, f: u16) {
        let Some(planes) = self.planes.get(&f).cloned() else { return };
        for plane in planes {
            let byte = self.k(plane.byte);
            if let Some(found) = self.members_of(f, byte) {
                self.b.def_var(plane.members, found);
            } else {
                self.strange = true;
            }
        }
    }

    /// The members whose counter is kept as this byte: bytes are compared sixteen at a time. None
    /// if there are too many, or bytes behind them are no longer the position's.
    pub fn members_of(&mut self, f: u16, byte: Value) -> Option<Value> {
        let family = self.program.schema.counters[usize::from(f)];
        let chunks = u32::from(family.n).div_ceil(16);
        let base = self.place_of(family.base, 16 * chunks)?;
        if family.n > 64 || family.n == 0 {
            return None;
        }
        self.reach(family.base, u32::from(family.n));
        let byte = self.b.ins().ireduce(types::I8, byte);
        let wanted = self.b.ins().splat(types::I8X16, byte);
        let mut found = self.k(0);
        for chunk in 0..chunks {
            let at = base + 16 * chunk as i32;
            // Aligned or not: positions are bytes.
            let flags = MemFlags::new().with_notrap();
            let bytes = self.b.ins().load(types::I8X16, flags, self.pos, at);
            let same = self.b.ins().icmp(IntCC::Equal, bytes, wanted);
            let bits = self.b.ins().vhigh_bits(types::I64, same);
            let bits = self.b.ins().ishl_imm(bits, 16 * i64::from(chunk));
            found = self.b.ins().bor(found, bits);
        }
        let all = if family.n == 64 { -1 } else { (1 << family.n) - 1 };
        Some(self.b.ins().band_imm(found, all))
    }

    /// The number that a value is, if that is known now.
    #[must_use]
    pub fn constant(&self, value: Value) -> Option<i64> {
        let dfg = &self.b.func.dfg;
        let ValueDef::Result(inst, _) = dfg.value_def(dfg.resolve_aliases(value)) else {
            return None;
        };
        let InstructionData::UnaryImm { imm, .. } = dfg.insts[inst] else { return None };
        Some(imm.bits())
    }

    /// The members with a value, by their planes, if there are any.
    pub fn plane_of(&mut self, f: u16, value: Value) -> Option<Value> {
        if let Some(reached) = &mut self.cells.reached {
            reached.compared.insert(f);
        }
        let planes = self.planes.get(&f)?.clone();
        let known = self.constant(value);
        let mut found = self.k(0);
        for plane in planes {
            if known.is_some_and(|known| known != plane.value) {
                continue;
            }
            let members = self.b.use_var(plane.members);
            if known.is_some() {
                return Some(members);
            }
            let same = self.is(IntCC::Equal, value, plane.value);
            found = self.b.ins().select(same, members, found);
        }
        Some(found)
    }

    /// A member has a value now.
    pub fn move_in_planes(&mut self, f: u16, member: Value, value: Value) {
        let Some(planes) = self.planes.get(&f).cloned() else { return };
        let one = self.k(1);
        let bit = self.b.ins().ishl(one, member);
        let known = self.constant(value);
        for plane in planes {
            let members = self.b.use_var(plane.members);
            let without = self.b.ins().band_not(members, bit);
            let members = match known {
                Some(known) if known != plane.value => without,
                Some(_) => self.b.ins().bor(members, bit),
                None => {
                    let same = self.is(IntCC::Equal, value, plane.value);
                    let with = self.b.ins().bor(members, bit);
                    self.b.ins().select(same, with, without)
                }
            };
            self.b.def_var(plane.members, members);
        }
    }
}
