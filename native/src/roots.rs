//! Where the interpreter asks for values: the entries of pure code, and the registers that it reads
//! after them.

use crate::live::Set;
use crate::range::Range;
use crate::touch::words;
use houserules_interpreter::program::{Form, How, Loc, Members, Op, Pc, Program, R};
use houserules_lang::ir::Type;
use std::collections::{BTreeMap, BTreeSet};

/// Entries of pure code, and registers that are read by what is no code.
#[derive(Debug, Default)]
pub struct Roots {
    /// Where pure code is entered.
    pub entries: BTreeSet<Pc>,
    /// Registers that must hold behind it.
    pub read: Set,
    /// Lists that must.
    pub lists: Set,
    /// What arguments of words, and what is picked for moves, should be by their types.
    pub typed: BTreeMap<R, Range>,
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
                roots.test(rule.test.0, rule.test.1);
            }
            roots.loc(stage.into);
            if let Some((loc, pc, reg)) = stage.filter {
                roots.loc(loc);
                roots.test(pc, reg);
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
        roots.typed = typed(program);
        let holes = program.holes.values().chain(program.draft_holes.values()).flatten();
        holes.for_each(|(_, loc, _)| roots.loc(*loc));
        program.locals.values().flat_map(|all| &all.0).for_each(|loc| roots.loc(*loc));
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
        form.needs.iter().for_each(|need| self.test(need.pc, need.reg));
        form.pre.into_iter().for_each(|(pc, reg)| self.test(pc, reg));
        if let Some((pc, reg, ..)) = form.attempt {
            self.test(pc, reg);
        }
        for step in &form.steps {
            self.loc(step.loc);
            for (pc, members) in [step.dom, step.fit] {
                self.entries.insert(pc);
                self.members(members);
            }
            self.how(step.how);
            self.how(step.fit_how);
            step.test.into_iter().chain(step.whole).for_each(|(pc, reg)| self.test(pc, reg));
        }
    }

    fn test(&mut self, pc: Pc, reg: R) {
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

/// What registers should hold that have a type of few values.
fn typed(program: &Program) -> BTreeMap<R, Range> {
    let mut found: BTreeMap<R, Option<Range>> = BTreeMap::new();
    let mut note = |loc: Loc, ty: &Type| {
        if let (Loc::Reg(r), Some(range)) = (loc, range_of(ty, program)) {
            let same = |known: &mut Option<Range>| *known = known.filter(|k| *k == range);
            found.entry(r).and_modify(same).or_insert(Some(range));
        }
    };
    for (word, code) in program.book.words.iter().zip(&program.words) {
        let params = code.iter().flat_map(|code| &code.params);
        params.zip(&word.locals).for_each(|(loc, decl)| note(*loc, &decl.ty));
    }
    for (form, of) in program.forms.iter().zip(&program.book.moves) {
        form.given.iter().zip(&of.body.locals).for_each(|(loc, decl)| note(*loc, &decl.ty));
        for step in form.steps.iter().filter(|step| step.how == How::One) {
            note(step.loc, &step.elem);
        }
    }
    found.into_iter().filter_map(|(r, range)| Some((r, range?))).collect()
}

/// What values of a type are; none if they are too many to tell, or lists.
fn range_of(ty: &Type, program: &Program) -> Option<Range> {
    let n = match ty.bare() {
        Type::Card(_) => i64::from(program.schema.cards),
        Type::Enum(of) => program.book[*of].members.len() as i64,
        Type::Player => i64::from(program.schema.seats),
        Type::Bool => 2,
        _ => return None,
    };
    let range = Range::of(0, n - 1);
    Some(if ty.may_be_none() { range.or_none() } else { range })
}
