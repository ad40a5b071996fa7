//! What is on offer, what it may be filled with, and why something is not possible.

use super::Fallible;
use super::choice::{DECLINE, VALUES};
use super::search::{Filling, FormRef, StepView};
use super::{Evaluator, Memory, State};
use crate::ask::{Illegality, Offered, Options};
use crate::position::Position;
use crate::program::board::place;
use crate::program::{How, Loc, Members, NONE, Who};
use houserules_lang::ir::{MoveId, Type, Value};

/// What is on offer to a seat in a position: hosts ask again and again.
#[derive(Debug, Clone)]
pub(super) struct Offering {
    pos: Position,
    site: u16,
    seat: i64,
    found: Vec<u16>,
    tier: Option<u16>,
}

impl<'a> State<'a> {
    /// An entry's form as it is filled for whom it is asked of.
    pub(super) fn filling(self, site: u16, entry: u16) -> Option<Filling> {
        let merge = self.program.sites[usize::from(site)].who != Who::Chance;
        self.form_ref(site, entry).map(|form| Filling { form, merge })
    }

    pub(super) fn form_ref(self, site: u16, entry: u16) -> Option<FormRef> {
        if entry == VALUES {
            return Some(FormRef::Values(site));
        }
        self.form_of(site, entry).map(FormRef::Move)
    }
}

impl Memory {
    /// Whether what lies in a draft is among what may be picked of a domain.
    fn picked(&self, loc: Loc, dom: Members, how: How) -> bool {
        match (how, loc) {
            (How::UpToOne(_), Loc::Reg(r)) if self.reg(r) == NONE => true,
            (How::One | How::UpToOne(_), Loc::Reg(r)) => self.contains(dom, self.reg(r)),
            (How::Some(..), Loc::Mask(m, w)) => {
                let chosen: Vec<i64> =
                    (0..64 * i64::from(w)).filter(|i| self.has(m, *i, w)).collect();
                self.subset(dom, how, &chosen)
            }
            (How::Some(..), Loc::List(l)) => self.subset(dom, how, &self.lists[usize::from(l)]),
            (How::Order, Loc::List(l)) => {
                let mut chosen = self.lists[usize::from(l)].clone();
                let (mut all, mut at) = (Vec::new(), 0);
                while let Some(value) = self.member(dom, &mut at) {
                    all.push(value);
                }
                chosen.sort_unstable();
                all.sort_unstable();
                chosen == all
            }
            _ => false,
        }
    }

    fn subset(&self, dom: Members, how: How, chosen: &[i64]) -> bool {
        let (mut n, mut at) = (0, 0);
        while self.member(dom, &mut at).is_some() {
            n += 1;
        }
        let (least, most) = self.bounds(how, n);
        let distinct = chosen.iter().enumerate().all(|(at, v)| !chosen[..at].contains(v));
        distinct
            && (least..=most).contains(&chosen.len())
            && chosen.iter().all(|v| self.contains(dom, *v))
    }
}

impl Evaluator<'_> {
    /// Loads the arguments that the menu gives an entry.
    pub(super) fn load_given(&mut self, site: u16, entry: u16, id: MoveId) {
        let program = self.program;
        let slot = program.sites[usize::from(site)].entries.get(usize::from(entry));
        for (at, to) in program[id].given.iter().enumerate() {
            let from = slot.and_then(|slot| slot.given.get(at)).copied();
            self.load(from.unwrap_or_default(), *to);
        }
    }

    /// Whether limits and needs that read no step leave an entry open; its given arguments are
    /// loaded.
    pub(super) fn may_begin(&mut self, site: u16, entry: u16) -> Fallible<bool> {
        let program = self.program;
        let slot = program.sites[usize::from(site)].entries.get(usize::from(entry));
        let Some((slot, id)) = slot.and_then(|slot| Some((slot, slot.form?))) else {
            return Ok(true);
        };
        if slot.limits.iter().any(|limit| self.mem.used(self.state(), limit.0)) {
            return Ok(false);
        }
        self.load_given(site, entry, id);
        self.passes(program[id].pre)
    }

    /// Whether an entry can be completed.
    pub(super) fn available(&mut self, site: u16, entry: u16) -> Fallible<bool> {
        self.mem.nodes = 0;
        if !self.may_begin(site, entry)? {
            return Ok(false);
        }
        match self.state().form_ref(site, entry) {
            Some(f) => self.complete(f, 0),
            None => Ok(true),
        }
    }

    /// Whether an earlier entry stands for the same.
    fn stands_already(&self, site: u16, entry: u16, found: &[u16]) -> bool {
        found.iter().any(|other| self.same_option(site, *other, entry))
    }

    fn entry_key(&self, site: u16, entry: u16) -> (Option<MoveId>, Vec<Value>) {
        let code = &self.program.sites[usize::from(site)];
        let Some(slot) = code.entries.get(usize::from(entry)) else { return (None, Vec::new()) };
        let Some(id) = slot.form else { return (None, Vec::new()) };
        let locals = &self.program.book.moves[id.index()].body.locals;
        (
            Some(id),
            slot.given.iter().zip(locals).map(|(loc, decl)| self.read(*loc, &decl.ty)).collect(),
        )
    }

    /// The entries on offer to the seat that acts, and the tier that is open.
    pub(super) fn on_offer(&mut self, site: u16) -> Fallible<(Vec<u16>, Option<u16>)> {
        let seat = self.mem.regs[0];
        if let Some(known) = &self.mem.scratch.offering
            && (known.site, known.seat) == (site, seat)
            && known.pos == *self.pos
        {
            return Ok((known.found.clone(), known.tier));
        }
        let (found, tier) = self.find_offers(site)?;
        match &mut self.mem.scratch.offering {
            Some(known) => {
                known.pos.copy_from(self.pos);
                (known.site, known.seat, known.tier) = (site, seat, tier);
                known.found.clone_from(&found);
            }
            None => {
                let (pos, found) = (self.pos.clone(), found.clone());
                self.mem.scratch.offering =
                    Some(Box::new(Offering { pos, site, seat, found, tier }));
            }
        }
        Ok((found, tier))
    }

    fn find_offers(&mut self, site: u16) -> Fallible<(Vec<u16>, Option<u16>)> {
        let code = &self.program.sites[usize::from(site)];
        if code.values.is_some() {
            let may = code.may;
            let mut found = Vec::new();
            if self.available(site, VALUES)? {
                found.push(VALUES);
            }
            found.extend(may.then_some(DECLINE));
            return Ok((found, None));
        }
        let (tiers, n) = (code.tiers, code.entries.len() as u16);
        let mut found: Vec<u16> = Vec::new();
        for tier in 0..tiers {
            let mut obliging = false;
            for entry in 0..n {
                let slot = &self.program.sites[usize::from(site)].entries[usize::from(entry)];
                let (may, of) = (slot.may, slot.tier);
                if of != tier || self.stands_already(site, entry, &found) && may {
                    continue;
                }
                if self.available(site, entry)? {
                    obliging |= !may;
                    if !self.stands_already(site, entry, &found) {
                        found.push(entry);
                    }
                }
            }
            if obliging {
                return Ok((found, Some(tier)));
            }
        }
        Ok((found, None))
    }

    /// Acts as one of those asked while something is looked up.
    pub(super) fn as_seat<T>(&mut self, seat: Option<u8>, look: impl FnOnce(&mut Self) -> T) -> T {
        self.mem.choose_as(seat);
        let at = self.mem.at;
        self.mem.steps = 0;
        let result = look(self);
        self.mem.at = at;
        self.mem.calls.clear();
        self.recall_me();
        result
    }

    /// What a step may be filled with; the steps before it are filled in the drafts.
    pub(super) fn step_options(
        &mut self,
        f: FormRef,
        k: usize,
        merge: bool,
    ) -> Fallible<Option<Options>> {
        let Some(step) = self.state().step(f, k) else { return Ok(None) };
        let elem = self.state().elem(f, k);
        let last = self.state().step(f, k + 1).is_none();
        self.mem.nodes = 0;
        match step.how {
            How::Some(..) => {
                let (dom, how) = self.set_to_search(step)?;
                let members = self.mem.take_members(k, dom);
                let (least, most) = self.mem.bounds(how, members.len());
                let listed = members.iter().map(|m| self.state().to_value(*m, &elem)).collect();
                self.mem.scratch.give_back(k, members);
                Ok(Some(Options::Subset {
                    members: listed,
                    least,
                    most,
                    tested: step.whole.is_some(),
                }))
            }
            How::Order => {
                self.pure(step.dom.0)?;
                let members = self.mem.take_members(k, step.dom.1);
                let listed = members.iter().map(|m| self.state().to_value(*m, &elem)).collect();
                self.mem.scratch.give_back(k, members);
                Ok(Some(Options::Order(listed)))
            }
            How::One | How::UpToOne(_) => {
                if let (Members::Range(a, b), How::One, true, None) =
                    (step.fit.1, step.how, last, step.test)
                {
                    self.pure(step.fit.0)?;
                    let (lo, hi) = (self.mem.reg(a), self.mem.reg(b));
                    let empty = lo == NONE || hi == NONE || lo > hi;
                    return Ok(Some(if empty {
                        Options::Members(Vec::new())
                    } else {
                        Options::Range(lo, hi)
                    }));
                }
                let members = self.fitting(f, k, merge)?;
                let listed = members.iter().map(|m| self.state().to_value(*m, &elem)).collect();
                self.mem.scratch.give_back(k + 20, members);
                Ok(Some(Options::Members(listed)))
            }
        }
    }

    /// The members of a step with which the form can be completed, in a buffer: give it back as
    /// `k + 20`.
    pub(super) fn fitting(&mut self, f: FormRef, k: usize, merge: bool) -> Fallible<Vec<i64>> {
        let mut found = self.mem.scratch.members(k + 20);
        match self.fill_fitting(f, k, merge, &mut found) {
            Ok(()) => Ok(found),
            Err(fault) => {
                self.mem.scratch.give_back(k + 20, found);
                Err(fault)
            }
        }
    }

    fn fill_fitting(
        &mut self,
        f: FormRef,
        k: usize,
        merge: bool,
        found: &mut Vec<i64>,
    ) -> Fallible<()> {
        let Some(step) = self.state().step(f, k) else { return Ok(()) };
        self.pure(step.fit.0)?;
        let none = if let How::UpToOne(none) = step.how {
            !step.may && (step.test.is_none() || self.mem.reg(none) == 1)
        } else {
            false
        };
        let last = self.state().step(f, k + 1).is_none();
        let cards = merge
            && matches!(
                self.state().form(f).and_then(|x| x.steps.get(k)).map(|s| s.elem.bare()),
                Some(Type::Card(_))
            );
        let elem = if cards { self.state().elem(f, k) } else { Type::Number };
        let (mut at, mut rest) = (0, None);
        while let Some(value) = self.mem.member(step.fit.1, &mut at) {
            if cards && found.iter().rev().any(|other| self.state().alike(&elem, *other, value)) {
                continue;
            }
            self.mem.look()?;
            self.mem.set(step.loc, value);
            let completes = match (last, step.free, rest) {
                (true, ..) => true,
                (_, true, Some(known)) => known,
                _ => {
                    let completes = self.complete(f, k + 1)?;
                    rest = Some(completes);
                    completes
                }
            };
            if completes {
                found.push(value);
            }
        }
        if none {
            self.mem.set(step.loc, NONE);
            if self.complete(f, k + 1)? {
                found.push(NONE);
            }
        }
        Ok(())
    }

    /// Fills the drafts with values; gives how many of them can be members at all: none beyond what
    /// there is, no list with a member twice. What follows is not filled in.
    pub(super) fn fill(&mut self, f: FormRef, args: &[Value]) -> Result<usize, Illegality> {
        let steps = self.state().form(f).map_or(0, |form| form.steps.len());
        if args.len() > steps {
            return Err(Illegality::BadArgument(steps));
        }
        for (k, arg) in args.iter().enumerate() {
            let Some(step) = self.state().step(f, k) else {
                return Err(Illegality::BadArgument(k));
            };
            let ty = State::step_value_type(&self.state().elem(f, k), step.how);
            let takes_none = matches!(step.how, How::UpToOne(_)) && !step.may;
            let none = matches!(arg, Value::None) && !takes_none;
            if none || !self.state().is_of(arg, &ty) {
                return Err(Illegality::BadArgument(k));
            }
        }
        for (k, arg) in args.iter().enumerate() {
            let Some(step) = self.state().step(f, k) else {
                return Err(Illegality::BadArgument(k));
            };
            let ty = State::step_value_type(&self.state().elem(f, k), step.how);
            let doubled = if let Value::List(items) = arg {
                items.iter().enumerate().any(|(at, item)| items.iter().take(at).any(|i| i == item))
            } else {
                false
            };
            if doubled || !self.write(step.loc, &ty, arg) {
                return Ok(k);
            }
            self.same_place(f, k, step);
        }
        Ok(args.len())
    }

    /// A spot or square that was handed in stands for the member of the same place, which knows its
    /// card.
    fn same_place(&mut self, f: FormRef, k: usize, step: StepView) {
        let spot = match self.state().elem(f, k).bare() {
            Type::Spot => true,
            Type::Square => false,
            _ => return,
        };
        if self.pure(step.dom.0).is_err() {
            self.mem.calls.clear();
            return;
        }
        let mut members = Vec::new();
        let mut at = 0;
        while let Some(member) = self.mem.member(step.dom.1, &mut at) {
            members.push(member);
        }
        let known = |value: i64| {
            let same = members.iter().find(|m| place(**m, spot) == place(value, spot));
            same.copied().unwrap_or(value)
        };
        match step.loc {
            Loc::Reg(r) => self.mem.put(r, known(self.mem.reg(r))),
            Loc::List(l) => {
                self.mem.lists[usize::from(l)].iter_mut().for_each(|item| *item = known(*item))
            }
            Loc::No | Loc::Mask(..) | Loc::Mem(..) | Loc::MemMask(..) | Loc::MemList(..) => {}
        }
    }

    /// Why an entry cannot be filled as it is in the drafts, if it cannot: domains from left to
    /// right, limits, needs. `possible`: so many steps hold what can be a member at all.
    pub(super) fn check(
        &mut self,
        site: u16,
        entry: u16,
        n: usize,
        possible: usize,
    ) -> Fallible<Result<(), Illegality>> {
        let Some(f) = self.state().form_ref(site, entry) else { return Ok(Ok(())) };
        for k in 0..n {
            if k >= possible {
                return Ok(Err(Illegality::NotInDomain(k)));
            }
            let Some(step) = self.state().step(f, k) else { break };
            self.pure(step.dom.0)?;
            if !self.mem.picked(step.loc, step.dom.1, step.how) || !self.passes(step.whole)? {
                return Ok(Err(Illegality::NotInDomain(k)));
            }
        }
        if let FormRef::Move(id) = f
            && let Some(why) = self.refusal(site, entry, id, n)?
        {
            return Ok(Err(why));
        }
        if self.state().step(f, n).is_none() {
            return Ok(Ok(()));
        }
        self.mem.nodes = 0;
        if self.complete(f, n)? {
            return Ok(Ok(()));
        }
        Ok(Err(self.doomed(site, entry, f, n).unwrap_or(Illegality::NoCompletion)))
    }

    /// The first limit or need that refuses a move with so many steps filled.
    pub(super) fn refusal(
        &mut self,
        site: u16,
        entry: u16,
        id: MoveId,
        n: usize,
    ) -> Fallible<Option<Illegality>> {
        let form = &self.program[id];
        if let Some(limit) = form.limit.filter(|_| usize::from(form.limit_after) <= n)
            && self.mem.used(self.state(), limit.0)
        {
            return Ok(Some(Illegality::Once(limit)));
        }
        for at in 0..self.state().entry_limits(site, entry) {
            if let Some(limit) = self
                .state()
                .entry_limit(site, entry, at)
                .filter(|l| self.mem.used(self.state(), *l))
            {
                return Ok(Some(Illegality::Once(houserules_lang::ir::LimitId(limit))));
            }
        }
        for (at, need) in self.program[id].needs.iter().enumerate() {
            if usize::from(need.after) <= n && !self.holds(need.pc, need.reg)? {
                return Ok(Some(Illegality::Needs(at)));
            }
        }
        Ok(None)
    }

    /// Whether a committed action still fits; its arguments are in the drafts.
    pub(super) fn still_fits(&mut self, site: u16, entry: u16, id: MoveId) -> Fallible<bool> {
        let n = self.program[id].steps.len();
        Ok(self.check(site, entry, n, n)?.is_ok())
    }

    /// What a form's steps are filled with.
    pub(super) fn filled_values(&self, site: u16, entry: u16) -> Vec<Value> {
        let Some(form) = self.state().form_ref(site, entry).and_then(|f| self.state().form(f))
        else {
            return Vec::new();
        };
        form.steps
            .iter()
            .map(|s| self.read(s.loc, &State::step_value_type(&s.elem, s.how)))
            .collect()
    }

    /// The entries that could be meant, in order.
    pub(super) fn meant(&self, site: u16, what: &Offered) -> Vec<u16> {
        let code = &self.program.sites[usize::from(site)];
        match what {
            Offered::Values if code.values.is_some() => vec![VALUES],
            Offered::Decline if code.may => vec![DECLINE],
            Offered::Pass(_) => (0..code.entries.len() as u16)
                .filter(|e| self.state().form_of(site, *e).is_none())
                .collect(),
            Offered::Move(id, given, _) => (0..code.entries.len() as u16)
                .filter(|e| self.state().form_of(site, *e) == Some(*id))
                .filter(|e| given.is_empty() || self.entry_key(site, *e).1 == *given)
                .collect(),
            Offered::Decline | Offered::Values => Vec::new(),
        }
    }
}
