//! Where the interpreter asks for values: the entries of pure code, and the registers that it reads
//! after them.

use crate::live::Set;
use crate::touch::words;
use houserules_interpreter::program::{Form, How, Loc, Members, Op, Pc, Program, R};
use std::collections::BTreeSet;

/// Entries of pure code, and registers that are read by what is no code.
#[derive(Debug, Default)]
pub struct Roots {
    /// Where pure code is entered.
    pub entries: BTreeSet<Pc>,
    /// Registers that must hold behind it.
    pub read: Set,
    /// Lists that must.
    pub lists: Set,
}

impl Roots {
    /// Of a program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let mut roots = Self::default();
        let values = program.sites.iter().filter_map(|site| site.values.as_ref());
        for form in program.forms.iter().chain(values) {
            roots.form(form);
        }
        for stage in &program.stages {
            for rule in &stage.ends {
                roots.test(rule.test);
            }
            roots.loc(stage.into);
            if let Some((loc, pc, reg)) = stage.filter {
                roots.loc(loc);
                roots.test((pc, reg));
            }
        }
        for site in &program.sites {
            site.entries.iter().flat_map(|e| &e.given).for_each(|loc| roots.loc(*loc));
            site.into.iter().for_each(|(loc, _)| roots.loc(*loc));
        }
        for limit in &program.limits {
            limit.keys.iter().for_each(|(loc, ..)| roots.loc(*loc));
        }
        for fare in program.travels.iter().filter_map(|t| t.fare) {
            roots.entries.insert(fare.entry);
            [fare.here, fare.there, fare.price].into_iter().for_each(|r| roots.read.add(r));
        }
        for word in program.words.iter().flatten() {
            word.params.iter().for_each(|loc| roots.loc(*loc));
            roots.loc(word.result);
        }
        let holes = program.holes.values().chain(program.draft_holes.values()).flatten();
        holes.for_each(|(_, loc, _)| roots.loc(*loc));
        program.locals.values().flatten().for_each(|loc| roots.loc(*loc));
        for (pc, op) in (0..).zip(&program.code) {
            if let Op::Call { to } = op {
                roots.entries.insert(*to);
            }
            if let Op::Suppose { .. } = op {
                // What is asked about what is imagined.
                roots.entries.insert(pc + 2);
            }
        }
        roots
    }

    fn form(&mut self, form: &Form) {
        form.given.iter().for_each(|loc| self.loc(*loc));
        form.copy.iter().for_each(|(from, to)| {
            self.loc(*from);
            self.loc(*to);
        });
        form.needs.iter().for_each(|need| self.test((need.pc, need.reg)));
        form.pre.into_iter().for_each(|test| self.test(test));
        if let Some((pc, reg, ..)) = form.attempt {
            self.test((pc, reg));
        }
        for step in &form.steps {
            self.loc(step.loc);
            for (pc, members) in [step.dom, step.fit] {
                self.entries.insert(pc);
                self.members(members);
            }
            self.how(step.how);
            self.how(step.fit_how);
            step.test.into_iter().chain(step.whole).for_each(|test| self.test(test));
        }
    }

    fn test(&mut self, (pc, reg): (Pc, R)) {
        self.entries.insert(pc);
        self.read.add(reg);
    }

    fn how(&mut self, how: How) {
        match how {
            How::One | How::Order => {}
            How::UpToOne(none) => self.read.add(none),
            How::Some(least, most) => {
                self.read.add(least);
                self.read.add(most);
            }
        }
    }

    fn members(&mut self, members: Members) {
        match members {
            Members::Mask(m, w) => words(m, w).for_each(|r| self.read.add(r)),
            Members::List(l) => self.lists.add(l),
            Members::Range(a, b) => {
                self.read.add(a);
                self.read.add(b);
            }
        }
    }

    fn loc(&mut self, loc: Loc) {
        match loc {
            Loc::Reg(r) => self.read.add(r),
            Loc::Mask(m, w) => words(m, w).for_each(|r| self.read.add(r)),
            Loc::List(l) => self.lists.add(l),
            Loc::No | Loc::Mem(_) | Loc::MemMask(..) | Loc::MemList(..) => {}
        }
    }
}
