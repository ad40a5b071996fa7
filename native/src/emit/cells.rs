//! Fields of the position at fixed places, kept as variables by a function that runs for long. They
//! are brought to the position wherever somebody else may look at it.
//!
//! Which fields there are is found out first: a function is made once to see what it reads and
//! writes, and once more to be run. Bytes that are reached in several ways stay in the position.

use super::Emit;
use cranelift_codegen::ir::{InstBuilder, Type, Value, types};
use cranelift_frontend::Variable;
use std::collections::{BTreeMap, BTreeSet};

/// More fields than these stay in the position.
const MOST: usize = 160;

/// Bytes from a place on.
type Span = (u32, u32);

/// How a function reaches the position.
#[derive(Debug, Clone, Default)]
pub struct Reached {
    /// Fields that are read and written as a whole.
    fields: BTreeSet<Span>,
    /// Bytes that are set to zero.
    emptied: BTreeSet<Span>,
    /// Bytes that are reached in any other way.
    raw: BTreeSet<Span>,
    /// Fields, and bytes that are set to zero, by the place where that is done again and again.
    often: BTreeSet<(usize, Span)>,
    /// The place that is translated.
    pub place: usize,
    /// What is translated is done once a game, if at all.
    pub seldom: bool,
    /// Counters whose members are asked for by value.
    pub compared: BTreeSet<u16>,
}

impl Reached {
    fn note_often(&mut self, span: Span) {
        if !self.seldom {
            self.often.insert((self.place, span));
        }
    }

    /// Fields that nothing else touches, by where they begin; those alone that are used in places
    /// to which flow comes back.
    #[must_use]
    pub fn apart(&self, comes_back: &[bool]) -> Vec<Span> {
        let meet = |(a, n): Span, (b, m): Span| a < b + m && b < a + n;
        let lies_in = |(a, n): Span, (b, m): Span| b <= a && a + n <= b + m;
        let alone = |field: &&Span| {
            !self.fields.iter().any(|other| other != *field && meet(*other, **field))
                && !self.raw.iter().any(|other| meet(*other, **field))
                && self.emptied.iter().all(|all| !meet(*all, **field) || lies_in(**field, *all))
        };
        let often = |field: &&Span| {
            self.often.iter().any(|(place, span)| {
                comes_back.get(*place).is_some_and(|back| *back) && lies_in(**field, *span)
            })
        };
        let fields = self.fields.iter().filter(|field| alone(field) && often(field));
        let found: Vec<Span> = fields.copied().collect();
        if found.len() > MOST { Vec::new() } else { found }
    }
}

/// Fields as variables, and what is found out of them.
#[derive(Debug, Default)]
pub struct Cells {
    /// What is reached, as long as that is found out.
    pub reached: Option<Reached>,
    kept: BTreeMap<u32, (Type, Variable)>,
}

/// The type of so many bytes.
#[must_use]
pub fn of_bytes(bytes: u32) -> Option<Type> {
    match bytes {
        1 => Some(types::I8),
        2 => Some(types::I16),
        4 => Some(types::I32),
        8 => Some(types::I64),
        _ => None,
    }
}

impl Emit<'_, '_> {
    /// From here on these fields are variables.
    pub fn keep_cells(&mut self, fields: &[Span]) {
        for (at, bytes) in fields {
            if let Some(ty) = of_bytes(*bytes) {
                let var = self.b.declare_var(types::I64);
                self.cells.kept.insert(*at, (ty, var));
            }
        }
        self.fetch_cells();
    }

    /// Takes the fields from the position.
    pub fn fetch_cells(&mut self) {
        for (at, (ty, var)) in self.cells.kept.clone() {
            let value = self.load_at(ty, self.pos, at as i32);
            self.b.def_var(var, value);
        }
    }

    /// Brings the fields to the position.
    pub fn hand_in_cells(&mut self) {
        for (at, (ty, var)) in self.cells.kept.clone() {
            let value = self.b.use_var(var);
            self.store_at(ty, self.pos, at as i32, value);
        }
    }

    /// The variable of a field, if there is one.
    fn cell(&mut self, ty: Type, at: u32) -> Option<Variable> {
        if let Some(reached) = &mut self.cells.reached {
            reached.fields.insert((at, ty.bytes()));
            reached.note_often((at, ty.bytes()));
        }
        let (kept, var) = *self.cells.kept.get(&at)?;
        (kept == ty).then_some(var)
    }

    /// Says whether what follows is done once a game, if at all.
    pub fn seldom(&mut self, seldom: bool) {
        if let Some(reached) = &mut self.cells.reached {
            reached.seldom = seldom;
        }
    }

    /// Bytes are reached at an address.
    pub fn reach(&mut self, at: u32, bytes: u32) {
        if let Some(reached) = &mut self.cells.reached {
            reached.raw.insert((at, bytes));
        }
    }

    /// A number at a fixed place, of 1, 2, 4 or 8 bytes without sign.
    pub fn load(&mut self, ty: Type, at: u32) -> Option<Value> {
        let place = self.place_of(at, ty.bytes())?;
        match self.cell(ty, at) {
            Some(var) => Some(self.b.use_var(var)),
            None => Some(self.load_at(ty, self.pos, place)),
        }
    }

    /// Puts a number at a fixed place.
    pub fn store(&mut self, ty: Type, at: u32, value: Value) -> Option<()> {
        let place = self.place_of(at, ty.bytes())?;
        match self.cell(ty, at) {
            Some(var) => {
                let value = match ty.bytes() {
                    8 => value,
                    bytes => self.b.ins().band_imm(value, (1 << (8 * bytes)) - 1),
                };
                self.b.def_var(var, value);
            }
            None => self.store_at(ty, self.pos, place, value),
        }
        Some(())
    }

    /// Sets bytes to zero; what of them lies in the position is left to the caller, as spans.
    pub fn empty_cells(&mut self, at: u32, len: u32) -> Vec<Span> {
        if let Some(reached) = &mut self.cells.reached {
            reached.emptied.insert((at, len));
            reached.note_often((at, len));
        }
        let inside: Vec<(u32, Type, Variable)> =
            self.cells.kept.range(at..at + len).map(|(at, (ty, var))| (*at, *ty, *var)).collect();
        let (mut rest, mut from) = (Vec::new(), at);
        for (cell, ty, var) in inside {
            if cell > from {
                rest.push((from, cell - from));
            }
            from = cell + ty.bytes();
            let zero = self.k(0);
            self.b.def_var(var, zero);
        }
        if from < at + len {
            rest.push((from, at + len - from));
        }
        rest
    }
}
