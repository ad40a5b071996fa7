//! Which zone a register holds the number of, instruction by instruction. That the number is one of
//! these is asked again when the game runs: no access hangs on what is found here.

use crate::emit::{Which, which};
use crate::live::{Known, Set};
use crate::region::fork;
use crate::touch::{Use, uses};
use houserules_interpreter::program::{Op, Pc, Program, R};
use std::collections::BTreeMap;

/// What registers hold.
pub type Held = BTreeMap<R, Which>;

/// What is known before each instruction.
#[derive(Debug, Default)]
pub struct Zones {
    /// Registers that hold zones of one family wherever they are written.
    steady: Held,
    at: BTreeMap<Pc, Held>,
}

impl Zones {
    /// Of a program; `known`: what pure code writes, `read`: registers that others write, too.
    pub fn of(program: &Program, known: &Known, read: &Set) -> Self {
        let mut zones = Self { steady: steady(program, read), at: BTreeMap::new() };
        zones.find(program, known);
        // What one instruction alone writes is steady, if it is known what that writes.
        let before = zones.steady.len();
        for (r, pc) in written_once(program, read) {
            let held = zones.before(pc);
            let op = program.code.get(pc as usize).copied();
            let found = op.and_then(|op| which(op, |r| held.get(&r).copied()));
            zones.steady.extend(found.map(|which| (r, which)));
        }
        if zones.steady.len() > before {
            zones.at.clear();
            zones.find(program, known);
        }
        zones
    }

    /// Goes through the program until nothing changes.
    fn find(&mut self, program: &Program, known: &Known) {
        let zones = self;
        let mut todo: Vec<Pc> = Vec::new();
        let behind = (1..).zip(&program.code).filter(|(_, op)| matches!(op, Op::F(_)));
        let behind: Vec<Pc> = behind.map(|(pc, _)| pc).collect();
        for pc in crate::entries::entries(program).into_iter().chain(behind) {
            zones.at.insert(pc, Held::new());
            todo.push(pc);
        }
        while let Some(pc) = todo.pop() {
            zones.go_on(program, known, pc, &mut todo);
        }
    }

    /// What is known before an instruction.
    pub fn before(&self, pc: Pc) -> Held {
        let mut held = self.steady.clone();
        held.extend(self.at.get(&pc).into_iter().flatten().map(|(r, which)| (*r, *which)));
        held
    }

    fn go_on(&mut self, program: &Program, known: &Known, pc: Pc, todo: &mut Vec<Pc>) {
        let Some(op) = program.code.get(pc as usize).copied() else { return };
        let mut held = self.before(pc);
        let found = which(op, |r| held.get(&r).copied());
        uses(op, program, &mut |used| match used {
            Use::Write(r) => {
                held.remove(&r);
                held.extend(found.map(|which| (r, which)));
            }
            Use::Take(r) => {
                held.remove(&r);
            }
            Use::Read(_) | Use::Look(_) | Use::Fill(_) | Use::Change(_) => {}
        });
        let next = match op {
            Op::Back | Op::Fail { .. } | Op::F(_) => [None, None],
            Op::Jmp { to } => [Some(to), None],
            Op::Call { to } => {
                match known.get(&to) {
                    Some(facts) => held.retain(|r, _| !facts.writes.has(*r)),
                    None => held.clear(),
                }
                [Some(pc + 1), None]
            }
            op => [Some(pc + 1), fork(op)],
        };
        for to in next.into_iter().flatten() {
            if self.meets(to, &held) {
                todo.push(to);
            }
        }
    }

    /// What is known on another way to an instruction, too; whether that is news.
    fn meets(&mut self, pc: Pc, held: &Held) -> bool {
        let Some(there) = self.at.get_mut(&pc) else {
            self.at.insert(pc, held.clone());
            return true;
        };
        let before = there.len();
        there.retain(|r, which| held.get(r) == Some(which));
        there.len() < before
    }
}

/// Registers that one instruction alone writes, and where; `read`: those that others write, too.
fn written_once(program: &Program, read: &Set) -> BTreeMap<R, Pc> {
    let mut found: BTreeMap<R, Option<Pc>> = BTreeMap::new();
    for (pc, op) in (0..).zip(&program.code) {
        let mut note = |r: R| {
            found.entry(r).and_modify(|at| *at = None).or_insert(Some(pc));
        };
        uses(*op, program, &mut |used| {
            if let Use::Write(r) | Use::Take(r) = used {
                note(r);
            }
        });
    }
    let once = found.into_iter().filter_map(|(r, pc)| Some((r, pc?)));
    once.filter(|(r, _)| !read.has(*r)).collect()
}

/// Registers that hold a number of the same zones wherever they are written.
fn steady(program: &Program, read: &Set) -> Held {
    let mut found: BTreeMap<R, Option<Which>> = BTreeMap::new();
    // Copies are known once what they are copies of is.
    for _ in 0..3 {
        let known = |r: R| found.get(&r).copied().flatten();
        let mut next: BTreeMap<R, Option<Which>> = BTreeMap::new();
        for op in &program.code {
            let which = which(*op, known);
            let mut note = |r: R| {
                let same = |seen: &mut Option<Which>| *seen = seen.filter(|k| Some(*k) == which);
                next.entry(r).and_modify(same).or_insert(which);
            };
            uses(*op, program, &mut |used| {
                if let Use::Write(r) | Use::Take(r) = used {
                    note(r);
                }
            });
        }
        found = next;
    }
    let held = found.into_iter().filter_map(|(r, which)| Some((r, which?)));
    held.filter(|(r, _)| !read.has(*r)).collect()
}
