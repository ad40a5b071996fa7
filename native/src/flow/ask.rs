//! Questions: who is asked, what a random player answers, and that it is carried out.

use super::fill::moves_plainly;
use super::{Flow, FlowOp, Level, Spot, Stack, stack, status};
use crate::call;
use crate::emit::{Slot, Ways};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use cranelift_frontend::Variable;
use houserules_interpreter::program::{Entry, Form, FormStep, Loc, NONE, Pc, Site, Who, header};

/// `again`, as the interpreter keeps it.
const AGAIN: i64 = 1;
/// Something took effect.
const TOOK: i64 = 2;
/// The number of the entry of a choice of values, as the interpreter has it.
pub(super) const VALUES: i64 = 0xfffe;
/// Menus of more entries are left to the interpreter.
const LONGEST: usize = 40;

impl<'p> Flow<'_, '_, 'p> {
    pub(super) fn site_flow(&mut self, pc: Pc, flow: FlowOp, stack: &Stack) -> Option<bool> {
        match flow {
            FlowOp::SiteEnter { site } => {
                if stack.len() >= usize::from(self.program().schema.depth) {
                    return self.give_up(pc);
                }
                let mut after = stack.clone();
                self.push(&mut after, Level::Site(site))?;
                let me = self.read(header::ME)?;
                let asker = self.site_frame(site).asker();
                self.write(asker, me)?;
                self.go(pc + 1, &after);
                Some(false)
            }
            FlowOp::Who { site, m } => self.who(pc, site, m, stack),
            FlowOp::Ask { site } => self.ask(pc, site, stack),
            FlowOp::MoveEnd { site } => self.move_end(pc, site, stack),
            FlowOp::Again => {
                let site = stack.iter().rev().find_map(|level| match level {
                    Level::Site(site) => Some(*site),
                    Level::Body(..) | Level::Stage(..) => None,
                });
                if let Some(site) = site {
                    self.flag(site, AGAIN)?;
                }
                Some(true)
            }
            _ => None,
        }
    }

    fn flag(&mut self, site: u16, flag: i64) -> Option<()> {
        let field = self.site_frame(site).flags();
        let flags = self.read(field)?;
        let flags = self.emit.b.ins().bor_imm(flags, flag);
        self.write(field, flags)
    }

    fn who(&mut self, pc: Pc, site: u16, m: u16, stack: &Stack) -> Option<bool> {
        let code = self.site_code(site);
        match code.who {
            Who::One => {
                let seats = self.emit.get(m);
                let everyone = i64::from(self.program().schema.everyone());
                let seats = self.emit.b.ins().band_imm(seats, everyone);
                let nobody = self.emit.is(IntCC::Equal, seats, 0);
                self.hand_over_if(nobody, pc);
                let asked = self.site_frame(site).asked();
                self.write(asked, seats)?;
                self.anew(site)?;
                Some(true)
            }
            Who::Chance => {
                self.anew(site)?;
                Some(true)
            }
            Who::Each | Who::Race => self.several(pc, site, m, stack),
        }
    }

    /// Nobody has answered yet; for one who is asked, and for chance.
    pub(super) fn anew(&mut self, site: u16) -> Option<()> {
        let frame = self.site_frame(site);
        self.put(frame.flags(), 0)?;
        self.put(frame.arrived(), 0)?;
        self.put(frame.next(), 0)?;
        self.put(frame.answered(), 0)?;
        self.put(frame.works(), 0)?;
        let asker = self.read(frame.asker())?;
        self.set_me(asker)
    }

    /// Where the rules may go on after an answer.
    pub(super) fn ways(&self, code: &Site, stack: &Stack) -> Vec<(Pc, Stack)> {
        let mut ways = Vec::new();
        for form in code.entries.iter().filter_map(|e| self.form_of(e)) {
            let mut after = stack.clone();
            after.push(Level::Body(form.frame, code.after));
            let others = form.attempt.iter().flat_map(|(_, _, wrong, late)| [*wrong, *late]);
            for pc in std::iter::once(form.body).chain(others) {
                if !ways.iter().any(|(known, _)| *known == pc) {
                    ways.push((pc, after.clone()));
                }
            }
        }
        let mut over = stack.clone();
        over.pop();
        ways.push((code.exit, over));
        ways
    }

    pub(super) fn form_of(&self, entry: &Entry) -> Option<&'p Form> {
        entry.form.map(|id| &self.program()[id])
    }

    fn ask(&mut self, pc: Pc, site: u16, stack: &Stack) -> Option<bool> {
        let code = self.site_code(site);
        match code.who {
            Who::One | Who::Each => {
                self.tick(pc);
                self.put(header::PC, i64::from(pc))?;
                let decides = self.place(Spot::Decide(pc), stack);
                self.emit.jump(decides);
            }
            Who::Chance => {
                let to = self.step(pc);
                let ways = self.ways(code, stack);
                self.go_where(to, &ways);
            }
            Who::Race => {
                // The interpreter asks; what comes after is known when it has.
                for (pc, stack) in self.ways(code, stack) {
                    self.place(Spot::At(pc), &stack);
                }
                self.hand_over(pc);
            }
        }
        Some(false)
    }

    fn move_end(&mut self, pc: Pc, site: u16, stack: &Stack) -> Option<bool> {
        let code = self.site_code(site);
        if matches!(code.who, Who::Each | Who::Race) {
            return self.give_up(pc);
        }
        let frame = self.site_frame(site);
        let asker = self.read(frame.asker())?;
        self.set_me(asker)?;
        self.test_ends(stack, stack.len())?;
        let goes_on = if code.until_all_pass { AGAIN | TOOK } else { AGAIN };
        let flags = self.read(frame.flags())?;
        let again = self.emit.b.ins().band_imm(flags, goes_on);
        let (more, over) = self.emit.split(again);
        self.emit.at(more);
        self.anew(site)?;
        self.go(code.ask, stack);
        self.emit.at(over);
        let mut after = stack.clone();
        self.pop(&mut after)?;
        self.go(code.exit, &after);
        Some(false)
    }

    /// A decision of the one who is asked.
    pub(super) fn decide(&mut self, pc: Pc, stack: &Stack) -> Option<()> {
        let op = *self.program().code.get(pc as usize)?;
        let houserules_interpreter::program::Op::F(FlowOp::Ask { site }) = op else { return None };
        let code = self.site_code(site);
        let (made, most) = (self.emit.slot(Slot::Made), self.emit.slot(Slot::Most));
        let enough = self.emit.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, made, most);
        let (stop, on) = self.emit.split(enough);
        self.emit.at(stop);
        self.leave_settled(status::ASKS);
        self.emit.at(on);
        let frame = self.site_frame(site);
        let (asked, answered) = (self.read(frame.asked())?, self.read(frame.answered())?);
        let open = self.emit.b.ins().band_not(asked, answered);
        let open = if code.who == Who::Each {
            // Those who are asked are seats.
            let everyone = i64::from(self.program().schema.everyone());
            self.emit.b.ins().band_imm(open, everyone)
        } else {
            open
        };
        let (somebody, nobody) = self.emit.split(open);
        self.emit.at(nobody);
        self.leave_settled(status::UNKNOWN);
        self.emit.at(somebody);
        let made = self.emit.plus(made, 1);
        self.emit.set_slot(Slot::Made, made);
        let none = self.emit.k(0);
        self.emit.set_slot(Slot::Steps, none);
        let seat = self.emit.b.ins().ctz(open);
        self.emit.set(0, seat);
        if code.who == Who::Each {
            return self.one_of_several(pc, site, stack, seat);
        }
        if code.values.is_none() && self.is_plain_menu(code) {
            return self.menu(site, code, stack, seat);
        }
        if let Some(values) = code.values.as_ref().filter(|f| self.leaves_plainly(code, f)) {
            return self.values(site, values, stack);
        }
        let number = self.emit.k(i64::from(site));
        self.consulted += 1;
        let entry = self.consult(call::pick, &[number]);
        self.over_if_negative(entry);
        self.recall_registers();
        self.commit(site, stack, seat, entry);
        Some(())
    }

    /// The interpreter carries an answer out.
    fn commit(&mut self, site: u16, stack: &Stack, seat: Value, entry: Value) {
        let code = self.site_code(site);
        let site = self.emit.k(i64::from(site));
        self.consulted += 1;
        let to = self.consult(call::commit, &[site, seat, entry]);
        self.over_if_negative(to);
        self.recall();
        let ways = self.ways(code, stack);
        self.go_where(to, &ways);
    }

    /// Whether values are drawn and left where they belong without going back.
    fn leaves_plainly(&self, code: &Site, form: &Form) -> bool {
        let left = |(step, (to, _)): (&FormStep, &(Loc, u32))| moves_plainly(step.loc, *to);
        self.is_plain_form(&[], form)
            && form.steps.len() == code.into.len()
            && form.steps.iter().zip(&code.into).all(left)
    }

    /// Values are drawn, or declined.
    fn values(&mut self, site: u16, form: &Form, stack: &Stack) -> Option<()> {
        let code = self.site_code(site);
        let (none, left) = (self.emit.block(), self.emit.block());
        if code.may {
            let two = self.emit.k(2);
            let takes = self.emit.below_drawn(two);
            let on = self.emit.block();
            self.emit.fork(takes, on, none);
            self.emit.at(on);
        }
        self.fill_steps(&form.steps, true, Ways { yes: left, no: none });
        self.emit.at(none);
        if code.may {
            for step in &form.steps {
                let none = self.emit.k(NONE);
                if let Loc::Reg(r) = step.loc {
                    self.emit.set(r, none);
                }
            }
            self.emit.jump(left);
        } else {
            let number = self.emit.k(i64::from(site));
            self.consult(call::nobody_can, &[number]);
            self.leave(status::OVER);
        }
        self.emit.at(left);
        for (step, (to, _)) in form.steps.iter().zip(&code.into) {
            self.transfer(step.loc, *to)?;
        }
        let mut after = stack.clone();
        self.pop(&mut after)?;
        self.go(code.exit, &after);
        Some(())
    }

    /// Whether it is known before the game which entries are the same option.
    fn is_plain_menu(&self, code: &Site) -> bool {
        let alone = |e: &Entry| {
            let twins = e.twins.iter().filter_map(|at| code.entries.get(usize::from(*at)));
            e.given.is_empty() && { twins }.all(|twin| twin.given.is_empty())
        };
        let plain = |e: &Entry| e.twins.is_empty() || alone(e);
        code.entries.len() <= LONGEST && code.entries.iter().all(plain)
    }

    /// Draws among the entries of the first tier in which one that obliges can be completed, then
    /// among those that oblige nobody.
    fn menu(&mut self, site: u16, code: &Site, stack: &Stack, seat: Value) -> Option<()> {
        let chosen: Vec<Block> = code.entries.iter().map(|_| self.emit.block()).collect();
        let menu = Menu {
            site,
            code,
            chosen: &chosen,
            left: self.emit.b.declare_var(types::I64),
            obliging: self.emit.b.declare_var(types::I64),
        };
        for tier in (0..code.tiers).map(Some).chain([None]) {
            self.tier(&menu, tier)?;
        }
        let number = self.emit.k(i64::from(site));
        self.consult(call::nobody_can, &[number]);
        self.leave(status::OVER);
        for (at, block) in chosen.iter().enumerate() {
            self.emit.at(*block);
            self.begin_move(site, at, stack, seat)?;
        }
        Some(())
    }

    /// Draws among the entries of a tier (none: those that oblige nobody); goes on behind it where
    /// that comes to nothing.
    fn tier(&mut self, menu: &Menu<'_>, tier: Option<u16>) -> Option<()> {
        let among = menu.among(tier);
        if let (&[only], true) = (&among[..], menu.code.entries.iter().all(|e| e.twins.is_empty()))
        {
            return self.only(menu, only, tier);
        }
        let (head, next) = (self.emit.block(), self.emit.block());
        let (all, obliging) = (self.emit.k(bits(&among)), self.emit.k(menu.obliging_in(tier)));
        self.emit.b.def_var(menu.left, all);
        self.emit.b.def_var(menu.obliging, obliging);
        self.emit.jump(head);
        self.emit.at(head);
        let rest = self.emit.b.use_var(menu.left);
        let some = self.emit.block();
        self.emit.fork(rest, some, next);
        self.emit.at(some);
        if tier.is_some() {
            let obliging = self.emit.b.use_var(menu.obliging);
            let on = self.emit.block();
            self.emit.fork(obliging, on, next);
            self.emit.at(on);
        }
        let drawn = if let [only] = &among[..] {
            self.emit.k(*only as i64)
        } else {
            self.emit.bit_drawn(rest, menu.code.entries.len() as u32)
        };
        let one = self.emit.k(1);
        let bit = self.emit.b.ins().ishl(one, drawn);
        let fewer = self.emit.b.ins().band_not(rest, bit);
        self.emit.b.def_var(menu.left, fewer);
        for first in &among {
            let mine = self.emit.is(IntCC::Equal, drawn, *first as i64);
            let (yes, other) = self.emit.split(mine);
            self.emit.at(yes);
            for at in std::iter::once(*first).chain(menu.twins(*first, tier)) {
                let (filled, not) = (self.emit.block(), self.emit.block());
                self.fill(menu.site, at, true, Ways { yes: filled, no: not })?;
                self.emit.at(filled);
                self.taken(menu, at, tier, next)?;
                self.emit.at(not);
                let obliging = self.emit.b.use_var(menu.obliging);
                let fewer = self.emit.b.ins().band_imm(obliging, !(1i64 << at));
                self.emit.b.def_var(menu.obliging, fewer);
            }
            self.emit.jump(head);
            self.emit.at(other);
        }
        self.emit.jump(head);
        self.emit.at(next);
        Some(())
    }

    /// The only entry of a tier: nothing is drawn.
    fn only(&mut self, menu: &Menu<'_>, at: usize, tier: Option<u16>) -> Option<()> {
        if tier.is_some() && menu.obliging_in(tier) == 0 {
            return Some(());
        }
        let (filled, next) = (self.emit.block(), self.emit.block());
        self.fill(menu.site, at, true, Ways { yes: filled, no: next })?;
        self.emit.at(filled);
        self.taken(menu, at, tier, next)?;
        self.emit.at(next);
        Some(())
    }

    /// An entry is filled: it is chosen, unless it obliges nobody and nothing else in its tier can
    /// be done.
    fn taken(&mut self, menu: &Menu<'_>, at: usize, tier: Option<u16>, next: Block) -> Option<()> {
        let chosen = *menu.chosen.get(at)?;
        let obliging = menu.obliging_in(tier);
        if tier.is_none() || obliging >> at & 1 == 1 {
            self.emit.jump(chosen);
            return Some(());
        }
        let again = self.emit.block();
        for other in (0..menu.code.entries.len()).filter(|other| obliging >> other & 1 == 1) {
            let not = self.emit.block();
            self.fill(menu.site, other, false, Ways { yes: again, no: not })?;
            self.emit.at(not);
        }
        self.emit.jump(next);
        self.emit.at(again);
        self.fill(menu.site, at, true, Ways { yes: chosen, no: next })
    }

    /// The answer is carried out.
    fn begin_move(&mut self, site: u16, at: usize, stack: &Stack, seat: Value) -> Option<()> {
        let code = self.site_code(site);
        let entry = code.entries.get(at)?;
        let mut after = stack.clone();
        let Some(form) = self.form_of(entry) else {
            self.pop(&mut after)?;
            self.go(code.exit, &after);
            return Some(());
        };
        let limits = || form.limit.iter().chain(&entry.limits);
        let simple = form.attempt.is_none()
            && limits().all(|limit| self.emit.knows_limit(limit.0))
            && form.copy.iter().all(|(from, to)| moves_plainly(*from, *to))
            && stack.len() < usize::from(self.program().schema.depth);
        if !simple {
            let at = self.emit.k(at as i64);
            self.commit(site, stack, seat, at);
            return Some(());
        }
        self.flag(site, TOOK)?;
        self.emit.set(0, seat);
        for limit in limits() {
            self.emit.mark_limit(limit.0)?;
        }
        for (from, to) in &form.copy {
            self.transfer(*from, *to)?;
        }
        self.push(&mut after, Level::Body(form.frame, code.after))?;
        self.set_me(seat)?;
        if !self.held {
            self.put(header::RUNNING, stack::moves(&after, self.program()))?;
        }
        self.go(form.body, &after);
        Some(())
    }
}

/// A menu in the making.
struct Menu<'m> {
    site: u16,
    code: &'m Site,
    /// Where each entry is carried out.
    chosen: &'m [Block],
    /// Entries that are left to draw from, as bits.
    left: Variable,
    /// Entries that oblige and may yet be possible.
    obliging: Variable,
}

impl Menu<'_> {
    fn obliges(&self, at: usize, tier: Option<u16>) -> bool {
        self.code.entries.get(at).is_some_and(|e| Some(e.tier) == tier && !e.may)
    }

    /// Entries that oblige in a tier, as bits.
    fn obliging_in(&self, tier: Option<u16>) -> i64 {
        let all = 0..self.code.entries.len();
        bits(&all.filter(|at| self.obliges(*at, tier)).collect::<Vec<_>>())
    }

    /// The entries that are drawn from, the first of those that are the same option.
    fn among(&self, tier: Option<u16>) -> Vec<usize> {
        let stands = |(_, e): &(usize, &Entry)| match tier {
            Some(tier) => e.tier == tier && !e.may || e.may && e.tier <= tier,
            None => e.may,
        };
        let entries = self.code.entries.iter().enumerate();
        let mut left: Vec<usize> = entries.filter(stands).map(|(at, _)| at).collect();
        let mut at = 0;
        while let Some(entry) = left.get(at).and_then(|at| self.code.entries.get(*at)) {
            let same = |twin: u16| {
                self.code.entries.get(usize::from(twin)).is_some_and(|t| t.form == entry.form)
            };
            let gone: Vec<usize> =
                entry.twins.iter().filter(|t| same(**t)).map(|t| usize::from(*t)).collect();
            left.retain(|other| !gone.contains(other));
            at += 1;
        }
        left
    }

    /// Later entries that are the same option, and tried if the first cannot be completed.
    fn twins(&self, first: usize, tier: Option<u16>) -> Vec<usize> {
        let Some(entry) = self.code.entries.get(first) else { return Vec::new() };
        let stands = |at: &usize| {
            self.code.entries.get(*at).is_some_and(|e| {
                e.form == entry.form
                    && match tier {
                        Some(tier) => e.tier == tier || e.may && e.tier < tier,
                        None => e.may,
                    }
            })
        };
        entry.twins.iter().map(|t| usize::from(*t)).filter(stands).collect()
    }
}

/// Places as bits.
fn bits(places: &[usize]) -> i64 {
    places.iter().fold(0, |bits, at| bits | 1 << at)
}
