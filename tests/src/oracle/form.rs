//! Forms: what an entry's steps may be filled with, by trying everything.

use super::domain::as_set;
use super::state::{Eval, Frame, Item, NODES, Val, What, World, fault};
use houserules_interpreter::ask::{FaultKind, Illegality, Options};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_lang::ir::{
    Base, BodyRef, Choose, Chooser, Expr, LimitId, LocalId, Move, Offer, Owner, Pick, Seen, Step,
    Type, Value, ZoneShape,
};
use houserules_lang::source::Span;
use std::ops::RangeInclusive;

/// An entry while it is filled; its locals stand in the topmost frame.
#[derive(Clone, Copy)]
pub(super) struct Form<'b> {
    pub steps: &'b [Step],
    pub mv: Option<&'b Move>,
    /// Limits of the entry.
    pub limits: &'b [LimitId],
    pub who: Option<u8>,
    /// `may choose`: choosing nothing is allowed, too.
    pub may: bool,
    pub chance: bool,
}

/// Called with each value a step may be filled with; true ends the search.
type See<'w, 'b> = &'w mut dyn FnMut(&mut World<'b>, Value) -> Eval<bool>;

/// The members of a subset step, and how many of them.
pub(super) struct Bounds {
    pub members: Vec<Value>,
    pub least: usize,
    pub most: usize,
}

impl<'b> World<'b> {
    /// Does something with an entry's form, for whom it is offered; the frames are afterwards as
    /// before.
    pub(super) fn with_form<T>(
        &mut self,
        choose: &'b Choose,
        who: Option<u8>,
        item: &Item<'b>,
        then: impl FnOnce(&mut Self, Form<'b>) -> Eval<T>,
    ) -> Eval<T> {
        let depth = self.frames.len();
        let chance = matches!(choose.by, Chooser::Chance);
        let mut form = Form { steps: &[], mv: None, limits: item.limits, who, may: false, chance };
        match (&item.what, &choose.what) {
            (What::Move(id, given), _) => {
                let mv = &self.book.moves[id.index()];
                form.steps = &mv.steps;
                form.mv = Some(mv);
                let mut frame = Frame::new(BodyRef::Move(*id), &mv.body.locals, who.or(self.me()));
                frame.locals.iter_mut().zip(given).for_each(|(slot, value)| *slot = value.clone());
                self.frames.push(frame);
                let result = then(self, form);
                self.frames.truncate(depth);
                result
            }
            (What::Values, Offer::Values { steps, may }) => {
                form.steps = steps;
                form.may = *may;
                let saved = self.frames.last().cloned();
                if matches!(choose.by, Chooser::Each(_) | Chooser::Race(_))
                    && let Some(top) = self.top()
                {
                    top.me = who;
                }
                let result = then(self, form);
                self.frames.truncate(depth - 1);
                self.frames.extend(saved);
                result
            }
            _ => then(self, form),
        }
    }

    /// Whether an entry can be completed.
    pub(super) fn available(
        &mut self,
        choose: &'b Choose,
        who: Option<u8>,
        item: &Item<'b>,
    ) -> Eval<bool> {
        self.nodes = 0;
        self.with_form(choose, who, item, |world, form| {
            Ok(world.tests(form, 0)? && world.complete(form, 0)?)
        })
    }

    /// Whether the steps from `at` on can be filled.
    pub(super) fn complete(&mut self, form: Form<'b>, at: usize) -> Eval<bool> {
        if at >= form.steps.len() {
            return Ok(true);
        }
        self.visit(form, at, &mut |world, value| world.fits(form, at, value))
    }

    /// Whether a value fits a step, and the rest can be filled.
    pub(super) fn fits(&mut self, form: Form<'b>, at: usize, value: Value) -> Eval<bool> {
        self.bind(form.steps[at].local, Val::Plain(value));
        Ok(self.tests(form, at + 1)? && self.complete(form, at + 1)?)
    }

    /// What is tested when so many steps are filled.
    fn tests(&mut self, form: Form<'b>, filled: usize) -> Eval<bool> {
        if let Some(whole) = filled.checked_sub(1).and_then(|at| form.steps[at].whole.as_deref())
            && !self.holds(whole)?
        {
            return Ok(false);
        }
        for limit in limits(form) {
            if self.ready_at(form, limit) == filled && self.used_up(form, limit)? {
                return Ok(false);
            }
        }
        for need in form.mv.iter().flat_map(|m| &m.needs) {
            if usize::from(need.after) == filled && !self.holds(&need.condition)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How many steps must be filled before a limit's keys are known.
    fn ready_at(&self, form: Form<'b>, limit: LimitId) -> usize {
        let keys = &self.book.limits[limit.index()].keys;
        let step_of =
            |key: &LocalId| form.steps.iter().position(|s| s.local == *key).map_or(0, |at| at + 1);
        keys.iter().map(step_of).max().unwrap_or(0)
    }

    /// The mark a limit leaves.
    fn mark(&self, form: Form<'b>, limit: LimitId) -> (LimitId, Option<u8>, Vec<Value>) {
        let keys = self.book.limits[limit.index()].keys.iter().map(|key| self.local(*key).plain());
        (limit, form.who, keys.collect())
    }

    fn used_up(&mut self, form: Form<'b>, limit: LimitId) -> Eval<bool> {
        let mark = self.mark(form, limit);
        let info = &self.book.limits[limit.index()];
        match self.stages.iter().rev().find(|s| s.word == info.per) {
            Some(run) => Ok(run.used.contains(&mark)),
            None => Err(fault(FaultKind::NotRunning, info.span)),
        }
    }

    /// Marks the limits of a form as used.
    pub(super) fn use_up(&mut self, form: Form<'b>) -> Eval<()> {
        for limit in limits(form) {
            let mark = self.mark(form, limit);
            let info = &self.book.limits[limit.index()];
            match self.stages.iter_mut().rev().find(|s| s.word == info.per) {
                Some(run) => run.used.insert(mark),
                None => return Err(fault(FaultKind::NotRunning, info.span)),
            };
        }
        Ok(())
    }

    /// Shows each value a step may be filled with, in listing order, until `see` is satisfied.
    pub(super) fn visit(&mut self, form: Form<'b>, at: usize, see: See<'_, 'b>) -> Eval<bool> {
        let step = &form.steps[at];
        let span = step.domain.span;
        match &step.pick {
            Pick::One => self.visit_members(step, see),
            Pick::UpToOne => {
                if self.visit_members(step, see)? {
                    return Ok(true);
                }
                if form.may { Ok(false) } else { self.node(span, Value::None, see) }
            }
            Pick::Some { .. } => {
                let Bounds { members, least, most } = self.bounds(step)?;
                let classes = self.classes(&members, form.chance);
                let mut see = |world: &mut Self, set| world.node(span, set, see);
                self.visit_subsets(&classes, least..=most, &mut Vec::new(), &mut see)
            }
            Pick::Order => {
                let members = self.members(&step.domain)?;
                let mut classes = self.classes(&members, form.chance);
                let mut see = |world: &mut Self, order| world.node(span, order, see);
                self.visit_orders(&mut classes, members.len(), &mut Vec::new(), &mut see)
            }
        }
    }

    fn visit_members(&mut self, step: &'b Step, see: See<'_, 'b>) -> Eval<bool> {
        let span = step.domain.span;
        if let Some((lo, hi)) = self.plain_range(step)? {
            for n in lo..=hi {
                if self.node(span, Value::Number(n), see)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        // Equal cards are not told apart, but a limit may be used up for one of them only.
        for value in self.members(&step.domain)? {
            if self.node(span, value, see)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn node(&mut self, span: Span, value: Value, see: See<'_, 'b>) -> Eval<bool> {
        self.nodes += 1;
        if self.nodes > NODES {
            return Err(fault(FaultKind::Budget("existence", NODES), span));
        }
        see(self, value)
    }

    /// The ends of a step that is a range of numbers and nothing else.
    fn plain_range(&mut self, step: &'b Step) -> Eval<Option<(i64, i64)>> {
        let domain = &step.domain;
        let (Base::Range(lo, hi), None, None) = (&domain.base, &domain.filter, &domain.best) else {
            return Ok(None);
        };
        let (lo, hi) = (self.eval(lo)?.number(), self.eval(hi)?.number());
        Ok(Some(lo.zip(hi).unwrap_or((1, 0))))
    }

    /// Shows each set that goes on from what is chosen with so many members more.
    fn visit_subsets(
        &mut self,
        classes: &[Vec<Value>],
        more: RangeInclusive<usize>,
        chosen: &mut Vec<Value>,
        see: See<'_, 'b>,
    ) -> Eval<bool> {
        let (least, most) = more.into_inner();
        let Some((class, rest)) = classes.split_first() else {
            return if least == 0 {
                see(self, Value::List(as_set(chosen.clone())))
            } else {
                Ok(false)
            };
        };
        if classes.iter().map(Vec::len).sum::<usize>() < least {
            return Ok(false);
        }
        for n in 0..=class.len().min(most) {
            chosen.extend_from_slice(&class[..n]);
            let more = least.saturating_sub(n)..=most - n;
            let found = self.visit_subsets(rest, more, chosen, see)?;
            chosen.truncate(chosen.len() - n);
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn visit_orders(
        &mut self,
        classes: &mut [Vec<Value>],
        left: usize,
        chosen: &mut Vec<Value>,
        see: See<'_, 'b>,
    ) -> Eval<bool> {
        if left == 0 {
            return see(self, Value::List(chosen.clone()));
        }
        for at in 0..classes.len() {
            if classes[at].is_empty() {
                continue;
            }
            let value = classes[at].remove(0);
            chosen.push(value.clone());
            let found = self.visit_orders(classes, left - 1, chosen, see)?;
            chosen.pop();
            classes[at].insert(0, value);
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The members of a subset step and its bounds.
    pub(super) fn bounds(&mut self, step: &'b Step) -> Eval<Bounds> {
        let members = as_set(self.members(&step.domain)?);
        let Pick::Some { least, most } = &step.pick else {
            return Ok(Bounds { members, least: 0, most: 0 });
        };
        let least = self.size(least)?;
        let most = match most {
            Some(most) => self.size(most)?.min(members.len()),
            None => members.len(),
        };
        Ok(Bounds { members, least, most })
    }

    fn size(&mut self, n: &'b Expr) -> Eval<usize> {
        let span = n.span;
        let n = self.eval(n)?.number().ok_or_else(|| fault(FaultKind::NoneUsed, span))?;
        Ok(usize::try_from(n.max(0)).unwrap_or(usize::MAX))
    }

    /// Members by equality; a card that stands in a name already is not equal to one that does not.
    pub(super) fn classes(&self, members: &[Value], chance: bool) -> Vec<Vec<Value>> {
        let mut classes: Vec<Vec<Value>> = Vec::new();
        for member in members {
            let equal = |c: &Vec<Value>| {
                self.interchangeable(&c[0], member) && self.named_alike(&c[0], member)
            };
            let same = classes.iter_mut().find(|c| !chance && equal(c));
            match same {
                Some(class) => class.push(member.clone()),
                None => classes.push(vec![member.clone()]),
            }
        }
        classes
    }

    /// Whether two cards stand in the same names of the topmost frame.
    fn named_alike(&self, a: &Value, b: &Value) -> bool {
        let stands = |local: &Val, card: &Value| match local {
            Val::Plain(Value::List(list)) => list.contains(card),
            Val::Plain(value) => value == card,
            _ => false,
        };
        self.frames.last().is_none_or(|f| f.locals.iter().all(|l| stands(l, a) == stands(l, b)))
    }

    pub(super) fn interchangeable(&self, a: &Value, b: &Value) -> bool {
        let (Value::Card(a), Value::Card(b)) = (a, b) else { return false };
        let (Some(at), Some(bt)) = (self.where_is(*a), self.where_is(*b)) else { return false };
        let together = (at.0, at.1) == (bt.0, bt.1) && self.shape(at.0) == ZoneShape::Set;
        together && a != b && self.alike(a.0, b.0)
    }

    /// A spot or square that is handed in is the member of the same place, with the member's card.
    fn member_like(&mut self, step: &'b Step, value: &Value) -> Value {
        if !matches!(value, Value::Spot(_) | Value::Square(_)) {
            return value.clone();
        }
        let members = self.members(&step.domain).unwrap_or_default();
        members.into_iter().find(|m| m == value).unwrap_or_else(|| value.clone())
    }

    fn alike(&self, a: u16, b: u16) -> bool {
        let rows = &self.book.cards;
        let on_card = |owner: Owner| matches!(owner, Owner::Card(_));
        let counters = self.book.counters.iter().enumerate().filter(|(_, c)| on_card(c.owner));
        let zones = self.book.zones.iter().enumerate().filter(|(_, z)| on_card(z.owner));
        let bare = |key: u16, zone: usize| {
            self.zones
                .iter()
                .all(|((z, k), cards)| z.index() != zone || *k != key || cards.is_empty())
        };
        let value = |key: u16, counter: usize| {
            self.counters
                .iter()
                .find(|((c, k), _)| c.index() == counter && *k == key)
                .map(|(_, v)| v)
        };
        !self.book.secret_knowers
            && rows[usize::from(a)].row == rows[usize::from(b)].row
            && self.known[usize::from(a)] == self.known[usize::from(b)]
            && counters.into_iter().all(|(at, c)| match (value(a, at), value(b, at)) {
                (Some(_), Some(_)) if c.seen == Seen::Nobody => false,
                (of_a, of_b) => of_a == of_b,
            })
            && zones.into_iter().all(|(at, _)| bare(a, at) && bare(b, at))
    }

    /// What the next step may be filled with; none if the form is full.
    pub(super) fn options(&mut self, form: Form<'b>, filled: &[Value]) -> Eval<Option<Options>> {
        for (step, value) in form.steps.iter().zip(filled) {
            let value = self.member_like(step, value);
            self.bind(step.local, Val::Plain(value));
        }
        let at = filled.len();
        let Some(step) = form.steps.get(at) else { return Ok(None) };
        Ok(Some(match &step.pick {
            Pick::Some { .. } => {
                let Bounds { members, least, most } = self.bounds(step)?;
                Options::Subset { members, least, most, tested: step.whole.is_some() }
            }
            Pick::Order => Options::Order(self.members(&step.domain)?),
            Pick::One | Pick::UpToOne => self.single_options(form, at)?,
        }))
    }

    fn single_options(&mut self, form: Form<'b>, at: usize) -> Eval<Options> {
        let step = &form.steps[at];
        let last = at + 1 == form.steps.len();
        let free = step.whole.is_none()
            && limits(form).all(|l| self.ready_at(form, l) <= at)
            && form.mv.is_none_or(|m| m.needs.iter().all(|n| usize::from(n.after) <= at));
        if let (true, Pick::One, Some((lo, hi))) =
            (last && free, &step.pick, self.plain_range(step)?)
        {
            return Ok(if lo <= hi {
                Options::Range(lo, hi)
            } else {
                Options::Members(Vec::new())
            });
        }
        let mut fitting = Vec::new();
        self.visit(form, at, &mut |world, value| {
            world.nodes = 0;
            let depth = world.frames.len();
            let fits = world.fits(form, at, value.clone());
            world.frames.truncate(depth);
            if matches!(fits, Ok(true)) {
                fitting.push(value);
            }
            Ok(false)
        })?;
        let mut listed: Vec<Value> = Vec::new();
        for value in fitting {
            if form.chance || !listed.iter().any(|l| self.interchangeable(l, &value)) {
                listed.push(value);
            }
        }
        Ok(Options::Members(listed))
    }

    /// A value for the next step, a set or an order: a few are tried at random, then all in order.
    pub(super) fn draw(
        &mut self,
        form: Form<'b>,
        filled: &[Value],
        draws: &mut BotSource,
    ) -> Option<Value> {
        let depth = self.frames.len();
        let step = form.steps.get(filled.len())?;
        for attempt in 0..24 {
            self.options(form, filled).ok()?;
            let value = match &step.pick {
                Pick::Order => {
                    let mut members = self.members(&step.domain).ok()?;
                    (1..members.len())
                        .rev()
                        .for_each(|i| members.swap(i, draws.below(i as u64 + 1) as usize));
                    Value::List(members)
                }
                _ => {
                    let Bounds { mut members, least, most } = self.bounds(step).ok()?;
                    let odds = 1 + attempt % 4;
                    members.retain(|_| draws.below(4) < odds);
                    if !(least..=most).contains(&members.len()) {
                        continue;
                    }
                    Value::List(members)
                }
            };
            let mut args = filled.to_vec();
            args.push(value.clone());
            if self.why(form, &args, false).is_ok() {
                return Some(value);
            }
            self.frames.truncate(depth);
        }
        self.options(form, filled).ok()?;
        let mut found = None;
        self.nodes = 0;
        let at = filled.len();
        let search = self.visit(form, at, &mut |world, value| {
            let fits = world.fits(form, at, value.clone())?;
            if fits {
                found = Some(value);
            }
            Ok(fits)
        });
        search.ok().and(found)
    }

    /// Why a form cannot be filled so, if it cannot; the values as they are bound. `full`: all
    /// steps must be filled.
    pub(super) fn why(
        &mut self,
        form: Form<'b>,
        args: &[Value],
        full: bool,
    ) -> Result<Vec<Value>, Illegality> {
        if args.len() > form.steps.len() {
            return Err(Illegality::BadArgument(form.steps.len()));
        }
        for (at, (step, value)) in form.steps.iter().zip(args).enumerate() {
            if !right_kind(step, value, form.may) {
                return Err(Illegality::BadArgument(at));
            }
        }
        if full && args.len() < form.steps.len() {
            return Err(Illegality::BadArgument(args.len()));
        }
        let mut bound = Vec::new();
        for (at, (step, value)) in form.steps.iter().zip(args).enumerate() {
            let value = match (&step.pick, value) {
                (Pick::Some { .. }, Value::List(list)) => {
                    let mut list = list.clone();
                    list.sort();
                    Value::List(list)
                }
                _ => self.member_like(step, value),
            };
            let depth = self.frames.len();
            let fits = self.picks(step, &value, form.may);
            self.frames.truncate(depth);
            if !matches!(fits, Ok(true)) {
                return Err(Illegality::NotInDomain(at));
            }
            bound.push(value);
        }
        self.refusal(form, args.len())?;
        self.nodes = 0;
        let depth = self.frames.len();
        let complete = self.complete(form, args.len());
        self.frames.truncate(depth);
        if matches!(complete, Ok(true)) {
            return Ok(bound);
        }
        let why = self.doomed(form, args.len());
        self.frames.truncate(depth);
        Err(why)
    }

    /// The first limit or need that fails with so many steps filled.
    pub(super) fn refusal(&mut self, form: Form<'b>, filled: usize) -> Result<(), Illegality> {
        for limit in limits(form) {
            if self.ready_at(form, limit) <= filled
                && !matches!(self.used_up(form, limit), Ok(false))
            {
                return Err(Illegality::Once(limit));
            }
        }
        for (at, need) in form.mv.iter().flat_map(|m| &m.needs).enumerate() {
            let depth = self.frames.len();
            let failed = usize::from(need.after) <= filled
                && !matches!(self.holds(&need.condition), Ok(true));
            self.frames.truncate(depth);
            if failed {
                return Err(Illegality::Needs(at));
            }
        }
        Ok(())
    }

    /// Whether a value may be picked in a step; binds it.
    fn picks(&mut self, step: &'b Step, value: &Value, may: bool) -> Eval<bool> {
        let picked = match (&step.pick, value) {
            (Pick::UpToOne, Value::None) => !may,
            (Pick::One | Pick::UpToOne, _) => self.lists(&step.domain, value)?,
            (Pick::Some { .. }, Value::List(list)) => {
                let Bounds { members, least, most } = self.bounds(step)?;
                let distinct = list.windows(2).all(|pair| pair[0] != pair[1]);
                let inside = list.iter().all(|v| members.contains(v));
                distinct && inside && (least..=most).contains(&list.len())
            }
            (Pick::Order, Value::List(list)) => {
                let (mut have, mut want) = (list.clone(), self.members(&step.domain)?);
                have.sort();
                want.sort();
                have == want
            }
            _ => false,
        };
        self.bind(step.local, Val::Plain(value.clone()));
        Ok(picked && step.whole.as_deref().map_or(Ok(true), |whole| self.holds(whole))?)
    }
}

/// The move's own limit, then the entry's.
fn limits<'b>(form: Form<'b>) -> impl Iterator<Item = LimitId> + 'b {
    form.mv.and_then(|m| m.limit).into_iter().chain(form.limits.iter().copied())
}

fn right_kind(step: &Step, value: &Value, may: bool) -> bool {
    match (&step.pick, value) {
        (Pick::UpToOne, Value::None) => !may,
        (Pick::Some { .. } | Pick::Order, Value::List(list)) => {
            list.iter().all(|v| of_type(&step.domain.elem, v))
        }
        (Pick::Some { .. } | Pick::Order, _) => false,
        _ => of_type(&step.domain.elem, value),
    }
}

fn of_type(ty: &Type, value: &Value) -> bool {
    match (ty.bare(), value) {
        (Type::Bool, Value::Bool(_))
        | (Type::Number | Type::Unit(_), Value::Number(_))
        | (Type::Player, Value::Seat(_))
        | (Type::Card(_), Value::Card(_))
        | (Type::Square, Value::Square(_))
        | (Type::Spot, Value::Spot(_)) => true,
        (Type::Enum(id), Value::Member(of, _)) => id == of,
        (Type::List(elem, _), Value::List(list)) => list.iter().all(|v| of_type(elem, v)),
        _ => false,
    }
}
