//! Forms, choices and limits; the holes of texts.

use super::held::Out;
use super::layout;
use super::masks::{Many, mentions};
use super::narrow::narrowed;
use super::{Lowered, Lowering};
use crate::program::{
    Entry, Flow, Form, FormStep, How, Limit, Loc, Locals, MaskOp, Members, NONE, Need, Op, Pc, R,
    Who,
};
use houserules_lang::ir::{
    Base, BodyRef, Choose, Chooser, Domain, EntryKind, Expr, ExprKind, KindId, LimitId, LocalId,
    Move, MoveId, Offer, Pick, StageWord, Step, Stmt, TemplatePart, TextId, Type, Value, ZoneShape,
};
use std::collections::BTreeMap;

/// The parts of a move, or of a choice of values, that make its form.
struct Parts<'m> {
    steps: &'m [Step],
    drafts: Vec<Loc>,
    /// Condition and number of steps that must be filled.
    needs: Vec<(&'m Expr, u16)>,
    limit: Option<(LimitId, u16)>,
}

impl Parts<'_> {
    /// The limit, if its keys are filled with so many steps.
    fn limit_at(&self, filled: u16) -> Option<LimitId> {
        self.limit.filter(|(_, n)| *n == filled).map(|(id, _)| id)
    }
}

impl Lowering<'_> {
    /// Lays out the bits of limits of stages of a word.
    pub fn lay_limits(&mut self, mut at: u32, word: StageWord) -> u32 {
        for (id, limit) in self.book.limits.iter().enumerate() {
            if limit.per != word {
                continue;
            }
            let owner = self.book.moves.iter().find(|m| m.limit == Some(LimitId(id as u16)));
            let mut bits = u32::from(self.out.schema.seats);
            let (mut keys, mut cards) = (Vec::new(), Vec::new());
            for key in &limit.keys {
                let ty = owner.map(|m| &m.body[*key].ty);
                let step = owner.and_then(|m| m.steps.iter().find(|s| s.local == *key));
                let said = step.and_then(|s| numbers_of(&s.domain));
                let (lo, n) = said.unwrap_or_else(|| self.key_values(ty));
                // None is one more value.
                bits = bits.saturating_mul(n + 1);
                keys.push((Loc::No, lo, n));
                cards.push(matches!(ty.map(Type::bare), Some(Type::Card(_))));
            }
            self.limits_too_big |= bits > 1 << 20;
            let bits = bits.min(1 << 20);
            self.out.limits[id] = Limit { base: at, keys, cards };
            at += bits.div_ceil(8);
        }
        at
    }

    fn key_values(&self, ty: Option<&Type>) -> (i64, u32) {
        let Some(Type::Card(kinds)) = ty.map(Type::bare) else {
            return (0, ty.and_then(|t| self.universe(t)).map_or(256, u32::from));
        };
        let cards = kinds.iter().map(|k| self.book[k].cards);
        let (lo, hi) = cards.fold((u16::MAX, 0), |(a, b), (x, y)| (a.min(x), b.max(y)));
        (i64::from(lo), u32::from(hi.saturating_sub(lo)))
    }

    /// Pure code by itself: where it begins, and where its result is until other code runs.
    pub fn fragment(&mut self, work: impl FnOnce(&mut Self) -> Lowered<R>) -> Lowered<(Pc, R)> {
        let pc = self.pc();
        let reg = self.scratched(work)?;
        self.emit(Op::Back);
        Ok((pc, reg))
    }

    /// Forms of all moves.
    pub fn lower_forms(&mut self) -> Lowered<()> {
        for (id, m) in self.book.moves.iter().enumerate() {
            let body = BodyRef::Move(MoveId(id as u16));
            self.body = body;
            let kept = self.out.locals.get(&body).cloned().unwrap_or_default();
            let form = self.move_form(m, &kept)?;
            self.out.forms.push(form);
        }
        Ok(())
    }

    fn move_form(&mut self, m: &Move, kept: &Locals) -> Lowered<Form> {
        let params = usize::from(m.given) + m.steps.len();
        self.locals = Locals::unlaid(m.body.locals.len());
        let mut copy = Vec::new();
        for local in (0..params).map(|at| LocalId(at as u16)) {
            let place = kept[local];
            self.locals[local] = match place {
                Loc::Mem(_) | Loc::MemMask(..) | Loc::MemList(..) => {
                    let draft = self.own_loc(&m.body[local].ty);
                    copy.push((draft, place));
                    draft
                }
                own => own,
            };
        }
        let given: Vec<Loc> = self.locals.0.iter().take(usize::from(m.given)).copied().collect();
        let limit = m.limit.map(|id| (id, self.limit_after(m, id)));
        if let Some(id) = m.limit {
            let keys = &self.book[id].keys;
            let locs: Vec<Loc> = keys.iter().map(|k| self.local(*k)).collect();
            self.out[id].keys.iter_mut().zip(locs).for_each(|(key, loc)| key.0 = loc);
        }
        let drafts = m.steps.iter().map(|s| self.local(s.local)).collect();
        let needs = m.needs.iter().map(|n| (&n.condition, n.after)).collect();
        let mut form = self.form(&Parts { steps: &m.steps, drafts, needs, limit })?;
        form.given = given;
        form.copy = copy;
        if let Some(attempt) = &m.attempt {
            let (pc, reg) = self.fragment(|this| this.scalar(&attempt.works))?;
            form.attempt = Some((pc, reg, 0, 0));
        }
        Ok(form)
    }

    fn limit_after(&self, m: &Move, id: LimitId) -> u16 {
        let keys = &self.book[id].keys;
        let step = |key: &LocalId| {
            m.steps.iter().position(|s| s.local == *key).map_or(0, |at| at as u16 + 1)
        };
        keys.iter().map(step).max().unwrap_or(0)
    }

    fn form(&mut self, parts: &Parts<'_>) -> Lowered<Form> {
        let mut needs = Vec::new();
        for (condition, after) in &parts.needs {
            let (pc, reg) = self.fragment(|this| this.scalar(condition))?;
            needs.push(Need { pc, reg, after: *after });
        }
        let pre = self.tests(parts, 0, None)?;
        let mut steps = Vec::new();
        for at in 0..parts.steps.len() {
            steps.push(self.form_step(parts, at)?);
        }
        Ok(Form {
            given: Vec::new(),
            steps,
            needs,
            pre,
            limit: parts.limit.map(|(id, _)| id),
            limit_after: parts.limit.map_or(0, |(_, after)| after),
            frame: 0,
            copy: Vec::new(),
            body: 0,
            attempt: None,
        })
    }

    /// Code for all that can be tested once `after` steps are filled.
    fn tests(
        &mut self,
        parts: &Parts<'_>,
        after: u16,
        whole: Option<&Expr>,
    ) -> Lowered<Option<(Pc, R)>> {
        let limit = parts.limit_at(after);
        let needs: Vec<&Expr> =
            parts.needs.iter().filter(|(_, at)| *at == after).map(|(e, _)| *e).collect();
        if limit.is_none() && needs.is_empty() && whole.is_none() {
            return Ok(None);
        }
        self.fragment(|this| {
            let d = this.temp(1);
            let mut no = Vec::new();
            if let Some(whole) = whole {
                this.unless(whole, &mut no)?;
            }
            this.open(limit, &mut no);
            for need in needs {
                this.unless(need, &mut no)?;
            }
            this.emit(Op::Imm { d, k: 1 });
            let over = this.emit(Op::Jmp { to: 0 });
            this.land(&no);
            this.emit(Op::Imm { d, k: 0 });
            this.land(&[over]);
            Ok(d)
        })
        .map(Some)
    }

    fn open(&mut self, limit: Option<LimitId>, no: &mut Vec<usize>) {
        if let Some(id) = limit {
            let d = self.temp(1);
            self.emit(Op::Open { d, limit: id.0 });
            no.push(self.emit(Op::BranchIfNot { a: d, to: 0 }));
        }
    }

    fn own_dom(&mut self, found: Members) -> Members {
        let kept = std::mem::replace(&mut self.keep, true);
        let own = self.copy_of(found);
        self.keep = kept;
        own
    }

    fn form_step(&mut self, parts: &Parts<'_>, at: usize) -> Lowered<FormStep> {
        let Some((step, loc)) = parts.steps.get(at).zip(parts.drafts.get(at).copied()) else {
            return Err(crate::program::SetupError::Unsupported("this choice", self.span));
        };
        self.span = step.domain.span;
        let sets = matches!(step.pick, Pick::Some { .. });
        let dom = self.step_domain(step, sets)?;
        let after = at as u16 + 1;
        let test = self.tests(parts, after, step.whole.as_deref())?;
        let whole = match &step.whole {
            Some(e) => Some(self.fragment(|this| this.scalar(e))?),
            None => None,
        };
        let mut none = matches!(step.pick, Pick::UpToOne).then_some(0);
        let fit = if matches!(&step.pick, Pick::One | Pick::UpToOne) && test.is_some() {
            self.fitting(parts, at, loc, &mut none)?
        } else {
            dom
        };
        let how = match &step.pick {
            Pick::One => How::One,
            Pick::UpToOne => How::UpToOne(none.unwrap_or(0)),
            Pick::Order => How::Order,
            Pick::Some { .. } => How::Some(self.own_registers(1), self.own_registers(1)),
        };
        // Bounds of a subset are found together with its domain.
        let dom = self.with_bounds(step, how, dom.0, dom.1)?;
        let (fit, fit_how) = match self.narrowed(parts, at)? {
            Some(narrowed) => narrowed,
            None if sets => (dom, how),
            None => (fit, how),
        };
        let later = |local: LocalId| {
            let reads = |e: &Expr| mentions(e, local);
            let in_step = |s: &Step| {
                let mut found = false;
                houserules_lang::ir::walk::each_in_step(s, &mut |e| {
                    found |= matches!(e.kind, ExprKind::Local(l) if l == local);
                });
                found
            };
            parts.steps.iter().skip(at + 1).any(in_step)
                || parts.needs.iter().any(|(e, n)| *n > after && reads(e))
                || parts.limit.is_some_and(|(_, n)| n > after)
        };
        let free = !later(step.local);
        Ok(FormStep {
            loc,
            elem: step.domain.elem.clone(),
            dom,
            how,
            fit,
            fit_how,
            test,
            whole,
            free,
            copies: self.has_copies(&step.domain),
        })
    }

    /// Whether there are several of some card that a domain may list. Of cards that have places in
    /// their zone none is the same option as another.
    fn has_copies(&self, d: &Domain) -> bool {
        let Type::Card(kinds) = d.elem.bare() else { return false };
        if let Base::Zone(zone) | Base::Top(zone, _) | Base::Bottom(zone, _) = &d.base
            && let ExprKind::Zone(id, _) = zone.kind
            && self.book[id].shape != ZoneShape::Set
        {
            return false;
        }
        let all = (0..).map(KindId).zip(&self.book.kinds).filter(|(kind, _)| kinds.has(*kind));
        { all }.any(|(_, kind)| {
            let (first, last) = (usize::from(kind.cards.0), usize::from(kind.cards.1));
            let rows = self.out.rows.get(first..last).unwrap_or(&self.out.rows);
            rows.windows(2).any(|pair| pair[0] == pair[1])
        })
    }

    /// The domain as it is written.
    fn step_domain(&mut self, step: &Step, sets: bool) -> Lowered<(Pc, Members)> {
        let pc = self.pc();
        let dom = self.scratched(|this| {
            let mut found = this.domain(&step.domain)?;
            let width = this.width(&step.domain.elem).filter(|_| sets);
            if let Some(w) = width {
                found = Members::Mask(this.to_mask(found, w), w);
            } else if !matches!(step.pick, Pick::One | Pick::UpToOne) {
                found = Members::List(this.to_list(found));
            }
            Ok(this.own_dom(found))
        })?;
        self.emit(Op::Back);
        Ok((pc, dom))
    }

    /// Of a set: the domain and the bounds of those that can pass the conditions on the whole.
    fn narrowed(&mut self, parts: &Parts<'_>, at: usize) -> Lowered<Option<((Pc, Members), How)>> {
        let Some(step) = parts.steps.get(at) else { return Ok(None) };
        let needs = parts.needs.iter().filter(|(_, n)| usize::from(*n) == at + 1).map(|(e, _)| *e);
        let conditions: Vec<&Expr> = step.whole.as_deref().into_iter().chain(needs).collect();
        let Some(step) = narrowed(step, &conditions) else { return Ok(None) };
        let dom = self.step_domain(&step, true)?;
        let how = How::Some(self.own_registers(1), self.own_registers(1));
        Ok(Some((self.with_bounds(&step, how, dom.0, dom.1)?, how)))
    }

    fn with_bounds(
        &mut self,
        step: &Step,
        how: How,
        dom: Pc,
        found: Members,
    ) -> Lowered<(Pc, Members)> {
        let (Pick::Some { least, most }, How::Some(lo, hi)) = (&step.pick, how) else {
            return Ok((dom, found));
        };
        let pc = self.pc();
        self.scratched(|this| {
            this.value_into(least, Loc::Reg(lo))?;
            match most {
                Some(most) => this.value_into(most, Loc::Reg(hi)),
                None => {
                    this.emit(Op::Imm { d: hi, k: i32::MAX });
                    Ok(())
                }
            }
        })?;
        self.emit(Op::Jmp { to: dom });
        Ok((pc, found))
    }

    /// The members that pass what can be tested once this step is filled.
    fn fitting(
        &mut self,
        parts: &Parts<'_>,
        at: usize,
        loc: Loc,
        none: &mut Option<R>,
    ) -> Lowered<(Pc, Members)> {
        let Some(step) = parts.steps.get(at) else { return Ok((0, Members::List(0))) };
        let after = at as u16 + 1;
        let limit = parts.limit_at(after);
        let needs: Vec<&Expr> =
            parts.needs.iter().filter(|(_, n)| *n == after).map(|(e, _)| *e).collect();
        let pc = self.pc();
        let dom = self.scratched(|this| {
            let mut found = this.domain(&step.domain)?;
            let mut left = needs.clone();
            let numbers = this.few_numbers(&step.domain).filter(|_| !needs.is_empty());
            if let (Members::Range(..), Some((least, most))) = (found, numbers) {
                // Of few numbers a mask tells those that fit.
                let m = this.temp(1);
                let bits = (least..=most).fold(0, |bits: u64, n| bits | 1 << n);
                let k = this.mask_constant(&[bits]);
                this.emit(Op::M(MaskOp::Const { m, k, w: 1 }));
                found = Members::Mask(m, 1);
            }
            let outer = std::mem::replace(&mut this.numbers, numbers);
            if let Members::Mask(m, w) = found {
                left = Vec::new();
                for need in &needs {
                    let all = left.is_empty();
                    let (elem, local) = (&step.domain.elem, step.local);
                    left.extend(this.narrow(Many { m, w, all, elem, local }, need)?);
                }
            }
            this.numbers = outer;
            let fits = if left.is_empty() && limit.is_none() {
                found
            } else {
                this.test_each(found, parts, at, &left)?
            };
            Ok(this.own_dom(fits))
        })?;
        if none.is_some() {
            let reg = self.own_registers(1);
            *none = Some(reg);
            let none = reg;
            self.scratched(|this| {
                let nothing = Out::One(this.number(NONE));
                this.store(nothing, loc);
                this.emit(Op::Imm { d: none, k: 0 });
                let mut no = Vec::new();
                this.open(limit, &mut no);
                for need in &needs {
                    this.unless(need, &mut no)?;
                }
                this.emit(Op::Imm { d: none, k: 1 });
                this.land(&no);
                Ok(())
            })?;
        }
        self.emit(Op::Back);
        Ok((pc, dom))
    }

    fn test_each(
        &mut self,
        found: Members,
        parts: &Parts<'_>,
        at: usize,
        needs: &[&Expr],
    ) -> Lowered<Members> {
        let (step, loc, limit) =
            (&parts.steps[at], parts.drafts[at], parts.limit_at(at as u16 + 1));
        // Of few numbers a mask tells those that fit.
        let out = match found {
            Members::Range(..) if self.few_numbers(&step.domain).is_some() => {
                Members::Mask(self.temp(1), 1)
            }
            found => self.like(found),
        };
        self.clear(out);
        self.with_steady(needs, step.local, |this| {
            this.those_into(out, &step.domain, found, &mut |this, elem, no| {
                let Loc::Reg(s) = elem else { return Ok(()) };
                this.store(Out::One(s), loc);
                this.open(limit, no);
                needs.iter().try_for_each(|need| this.unless(need, no))
            })
        })?;
        Ok(out)
    }

    /// The ends of a range of numbers that are the bits of one word, if a domain is one.
    fn few_numbers(&mut self, domain: &Domain) -> Option<(i64, i64)> {
        let Base::Range(lo, hi) = &domain.base else { return None };
        let ends = self.fold(lo).zip(self.fold(hi));
        ends.filter(|(lo, hi)| (0..64).contains(lo) && (0..64).contains(hi))
    }

    // ---- choices ----

    /// Code of a choice.
    pub fn choose(&mut self, stmt: &Stmt, choose: &Choose) -> Lowered<()> {
        let id = choose.id;
        let site = id.0;
        let (_, frame) = self.slots.of(stmt);
        self.emit(Op::F(Flow::SiteEnter { site }));
        self.given(choose)?;
        let m = match &choose.by {
            Chooser::Me | Chooser::Chance => self.one_seat(0),
            Chooser::Seat(e) => {
                let seat = self.scalar(e)?;
                self.one_seat(seat)
            }
            Chooser::Each(d) | Chooser::Race(d) => self.as_mask(d, 1)?,
        };
        self.emit(Op::F(Flow::Who { site, m }));
        let ask = self.pc();
        self.emit(Op::F(Flow::Ask { site }));
        let after = self.pc();
        self.emit(Op::F(Flow::MoveEnd { site }));
        // Nothing falls through to here.
        let values = match &choose.what {
            Offer::Values { steps, .. } => Some(self.values_form(steps)?),
            Offer::Menu(_) => None,
        };
        let exit = self.pc();
        let slot = &mut self.out[id];
        slot.frame = frame;
        slot.who = match choose.by {
            Chooser::Me | Chooser::Seat(_) => Who::One,
            Chooser::Chance => Who::Chance,
            Chooser::Each(_) => Who::Each,
            Chooser::Race(_) => Who::Race,
        };
        slot.may = matches!(choose.what, Offer::Values { may: true, .. });
        slot.asking = choose.asking;
        slot.until_all_pass = choose.until_all_pass;
        (slot.ask, slot.exit, slot.after) = (ask, exit, after);
        slot.values = values;
        slot.span = stmt.span;
        Ok(())
    }

    fn one_seat(&mut self, i: R) -> R {
        let m = self.temp(1);
        self.emit(Op::M(MaskOp::Zero { m, w: 1 }));
        self.emit(Op::M(MaskOp::Set { m, i, w: 1 }));
        m
    }

    /// Fills in the entries of a menu; leaves the given arguments where the choice keeps them.
    fn given(&mut self, choose: &Choose) -> Lowered<()> {
        let Offer::Menu(tiers) = &choose.what else { return Ok(()) };
        self.out[choose.id].tiers = tiers.len() as u16;
        let mut at = 0;
        for (tier, entries) in tiers.iter().enumerate() {
            for entry in entries {
                let mut form = None;
                if let EntryKind::Move(id, args) = &entry.what {
                    form = Some(*id);
                    for (n, arg) in args.iter().enumerate() {
                        let loc = self.out[choose.id].entries[at].given[n];
                        self.scratched(|this| this.value_into(arg, loc))?;
                    }
                }
                let slot = &mut self.out[choose.id].entries[at];
                slot.may = entry.may;
                slot.tier = tier as u16;
                slot.form = form;
                slot.title = entry.title;
                slot.limits.clone_from(&entry.limits);
                at += 1;
            }
        }
        find_twins(&mut self.out[choose.id].entries);
        Ok(())
    }

    fn values_form(&mut self, steps: &[Step]) -> Lowered<Form> {
        let binds = self.binds.len();
        let mut drafts = Vec::new();
        for step in steps {
            let draft = self.own_loc(&layout::step_type(step));
            self.binds.push((step.local, draft));
            drafts.push(draft);
        }
        let form = self.form(&Parts { steps, drafts, needs: Vec::new(), limit: None });
        self.binds.truncate(binds);
        form
    }

    // ---- texts ----

    /// Code for the holes of all texts.
    pub fn lower_holes(&mut self) -> Lowered<()> {
        self.keep = true;
        for (id, template) in self.book.texts.iter().enumerate() {
            let text = TextId(id as u16);
            self.body = template.body;
            self.locals = match template.body {
                BodyRef::Word(_) | BodyRef::Test(_) | BodyRef::Constant => continue,
                body => self.out.locals.get(&body).cloned().unwrap_or_default(),
            };
            let holes = self.text_holes(&template.parts);
            self.out.holes.insert(text, holes);
            if let BodyRef::Move(id) = template.body {
                let form = &self.out[id];
                let drafts = form.given.iter().copied().chain(form.steps.iter().map(|s| s.loc));
                let drafts: Vec<Loc> = drafts.collect();
                self.locals.0.iter_mut().zip(drafts).for_each(|(local, draft)| *local = draft);
                let holes = self.text_holes(&template.parts);
                self.out.draft_holes.insert(text, holes);
            }
        }
        self.keep = false;
        Ok(())
    }

    fn text_holes(&mut self, parts: &[TemplatePart]) -> Vec<(Pc, Loc, Expr)> {
        let mut holes = Vec::new();
        for part in parts {
            let Some(e) = part.read() else { continue };
            let pc = self.pc();
            let loc = self.own_loc(&e.ty);
            // A hole that cannot be read shows nothing; the text is still shown.
            match self.value(e) {
                Ok(out) => self.store(out, loc),
                Err(_) => _ = self.emit(Op::Fail { what: 0 }),
            }
            self.emit(Op::Back);
            holes.push((pc, loc, e.clone()));
        }
        holes
    }
}

/// Notes for each entry the later ones with the same move, or that pass as well.
fn find_twins(entries: &mut [Entry]) {
    let mut last: BTreeMap<Option<MoveId>, Vec<u16>> = BTreeMap::new();
    for (at, entry) in entries.iter_mut().enumerate().rev() {
        let later = last.entry(entry.form).or_default();
        entry.twins = later.iter().rev().copied().collect();
        later.push(at as u16);
    }
}

/// The first of the numbers that a step picks from, and how many they are, if the rules say so.
fn numbers_of(domain: &Domain) -> Option<(i64, u32)> {
    let Base::Range(lo, hi) = &domain.base else { return None };
    let (ExprKind::Const(Value::Number(lo)), ExprKind::Const(Value::Number(hi))) =
        (&lo.kind, &hi.kind)
    else {
        return None;
    };
    Some((*lo, u32::try_from(hi.checked_sub(*lo)?.checked_add(1)?).ok()?))
}
