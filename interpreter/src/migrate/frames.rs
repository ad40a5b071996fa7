//! What running bodies, stages, loops and choices keep.

use super::blind::veiled;
use super::matching::{Bound, Match};
use super::values::Shift;
use super::{Blocked, Migration, Obstacle, Work};
use crate::lower::{move_types, step_type, word_index};
use crate::program::{
    Field, LoopFrame, NONE, Program, SiteFrame, StageCode, StageFrame, StoredList, Through,
};
use houserules_lang::difference::outline::align;
use houserules_lang::ir::walk::body_of;
use houserules_lang::ir::{
    Base, BodyRef, Choose, Domain, EntryKind, Expr, ExprKind, LimitId, Offer, Rulebook, Run, Stage,
    StageId, StageWord, Stmt, Type, Value,
};

impl Work<'_> {
    // ---- bodies ----

    /// The values of local names.
    pub fn locals(
        &mut self,
        old: BodyRef,
        new: BodyRef,
        bound: &Bound,
        wanted: &Bound,
    ) -> Migration<()> {
        let (Some(a), Some(b)) = (body_of(&self.old.book, old), body_of(&self.new.book, new))
        else {
            return Ok(());
        };
        let locs = self.old.locals.get(&old).zip(self.new.locals.get(&new));
        let Some((from, to)) = locs else { return Ok(()) };
        let alike = a.locals.len() == b.locals.len();
        for (at, (local, needed)) in wanted.names.iter().enumerate() {
            let decl = &b[*local];
            let before = &wanted.names[..at];
            let nth = before.iter().filter(|(l, _)| b[*l].name == decl.name).count();
            let named = bound.names.iter().filter(|(l, _)| a[*l].name == decl.name).nth(nth);
            // A name that was only written differently stands at the same place.
            let found = named.or_else(|| bound.names.iter().find(|(l, _)| alike && l == local));
            let carried = found.is_some_and(|(l, _)| {
                let (before, x, y) = (&a[*l], from[*l], to[*local]);
                if before.per_seat != decl.per_seat {
                    return false;
                }
                let seats = if decl.per_seat { u32::from(self.new.schema.seats) } else { 1 };
                (0..seats).all(|seat| {
                    let (x, y) = (x.plus(seat * x.bytes()), y.plus(seat * y.bytes()));
                    self.carry(x, &before.ty, y, &decl.ty)
                })
            });
            if !carried && *needed {
                let name = decl.name.trim_start_matches('#');
                let message = if self.blind && found.is_some() {
                    format!("what `{name}` is, where the game is, the new rules may not have")
                } else {
                    format!("`{name}` has no value yet at the place where the game is")
                };
                return Err(Obstacle::new(Blocked::Running, message));
            }
        }
        Ok(())
    }

    /// The members that a loop has still to go through.
    pub fn loop_members(
        &mut self,
        old: &Stmt,
        over: &Domain,
        new: &Stmt,
        now: &Domain,
    ) -> Migration<()> {
        let (a, b) = (&over.elem, &now.elem);
        let places = self.old.loops.get(&old.id).zip(self.new.loops.get(&new.id));
        let changed = || {
            Obstacle::new(Blocked::Running, "a loop that is running goes through other things now")
        };
        let (from, to) = places.ok_or_else(changed)?;
        // Which members a condition picks may be a secret, whatever they are.
        let all = matches!(over.base, Base::Enum(_)) && over.filter.is_none();
        if self.blind && !(all && over.best.is_none()) && !self.total(a, b) {
            return Err(changed());
        }
        let left: Vec<i64> = match *from {
            LoopFrame::Mask(mask) => self.from.members(mask).map(i64::from).collect(),
            LoopFrame::Range(next, last) => vec![self.from.get(next), self.from.get(last)],
            LoopFrame::List(next, list) => {
                self.from.items(list).skip(usize::from(self.from.get(next))).collect()
            }
        };
        // Those gone through keep their places, so that what comes next has its number.
        let gone: Vec<i64> = match *from {
            LoopFrame::List(next, list) => (0..u32::from(self.from.get(next)))
                .map(|k| self.scalar(self.from.item(list, k), a, b).unwrap_or(0))
                .collect(),
            LoopFrame::Mask(_) | LoopFrame::Range(..) => Vec::new(),
        };
        let kept: Vec<i64> = left.iter().filter_map(|v| self.scalar(*v, a, b)).collect();
        let done = match *to {
            LoopFrame::Mask(mask) => self.to.put_members(mask, &kept),
            LoopFrame::Range(x, y) => {
                if let (LoopFrame::Range(..), [next, last]) = (from, kept.as_slice()) {
                    self.to.set(x, *next);
                    self.to.set(y, *last);
                    true
                } else {
                    false
                }
            }
            LoopFrame::List(next, list) => {
                self.to.set(next, gone.len() as u16);
                self.to.put_items(list, &[gone, kept].concat())
            }
        };
        if done { Ok(()) } else { Err(changed()) }
    }

    // ---- stages ----

    fn copy_bytes(&mut self, from: u32, to: u32, len: u32) {
        (0..len)
            .for_each(|k| self.to.set(Field::<u8>::at(to + k), self.from.get(Field::at(from + k))));
    }

    /// The frame of `play`.
    pub fn play_frame(&mut self) -> Migration<()> {
        let (from, to) = (self.old.play().frame, self.new.play().frame);
        self.push(to, 0)?;
        self.copy_bytes(base(self.old, from), base(self.new, to), StageFrame::SIZE);
        Ok(())
    }

    /// The frame of a stage; `live` tells of which words an element is running around it, and then
    /// in it.
    pub fn stage_frame(&mut self, a: &Stage, b: &Stage, live: &mut [bool; 3]) -> Migration<()> {
        let (old, new) = (&self.old[a.id], &self.new[b.id]);
        let (from, to) =
            (StageFrame(base(self.old, old.frame)), StageFrame(base(self.new, new.frame)));
        let (frame, word) = (new.frame, usize::from(new.word));
        let (through, saved) = (old.through, (old.saved, new.saved));
        self.push(frame, 0)?;
        self.copy_bytes(from.0, to.0, StageFrame::MARKS);
        let changed =
            || Obstacle::new(Blocked::Running, "a running stage goes through other things now");
        let inside = self.from.get(from.inside());
        let value = self.from.get(from.value());
        let value =
            if inside { self.element(a.id, b.id, value).ok_or_else(changed)? } else { value };
        self.to.set(to.value(), value);
        let (next, last) = (self.from.get(from.next()), self.from.get(from.last()));
        let (mut next, mut last) = (next, last);
        match through {
            Through::List { .. } => {
                // Everybody sees which members a stage goes through, but not which cards these are.
                let (x, y) = (self.old.element_type(a.id), self.new.element_type(b.id));
                if self.blind && veiled(x) && !self.total(x, y) {
                    return Err(changed());
                }
                next = self.stage_list(a.id, b.id, next).ok_or_else(changed)?;
            }
            Through::Numbers => last = self.last_number(a, b, last),
            Through::Once | Through::Seats => {}
        }
        self.to.set(to.next(), next);
        self.to.set(to.last(), last);
        if let (Some(x), Some(y), Some(true)) = (saved.0, saved.1, live.get(word)) {
            self.saved_state(word, x, y)?;
        }
        if let Some(flag) = live.get_mut(word) {
            // Run state of an outer element is kept in this frame as long as one of its own is
            // running.
            *flag = inside;
        }
        Ok(())
    }

    fn saved_state(&mut self, word: usize, from: u32, to: u32) -> Migration<()> {
        let beside = |saved: u32, program: &Program| {
            let usual = program.schema.runs.get(word).map_or(0, |(base, _)| *base);
            i64::from(saved) - i64::from(usual)
        };
        let by = Shift { old: beside(from, self.old), new: beside(to, self.new) };
        let found = [StageWord::Round, StageWord::Turn, StageWord::Phase];
        match found.into_iter().find(|w| usize::from(word_index(*w)) == word) {
            Some(word) => self.run_state(word, by),
            None => Ok(()),
        }
    }

    fn element(&self, old: StageId, new: StageId, value: i64) -> Option<i64> {
        self.scalar(value, self.old.element_type(old), self.new.element_type(new))
    }

    /// The elements of a stage; gives the index of the next one.
    fn stage_list(&mut self, a: StageId, b: StageId, next: i64) -> Option<i64> {
        let list = |code: &StageCode| {
            let Through::List { wide } = code.through else { return None };
            Some(StoredList::at(code.list, wide))
        };
        let (from, to) = (list(&self.old[a])?, list(&self.new[b])?);
        let (mut kept, mut index) = (Vec::new(), next);
        for (k, item) in (0..).zip(self.from.items(from)) {
            match self.element(a, b, item) {
                Some(value) => kept.push(value),
                None if k < next => index -= 1,
                None => {}
            }
        }
        u16::try_from(kept.len()).ok()?;
        self.to.put_items(to, &kept).then_some(index)
    }

    /// The last number of a stage: the new one, if the rules name another and it is a constant.
    fn last_number(&mut self, a: &Stage, b: &Stage, last: i64) -> i64 {
        let end = |stage: &Stage, program: &Program| match &stage.over {
            Some((_, Domain { base: Base::Range(_, hi), filter: None, best: None, .. })) => {
                constant(hi, program)
            }
            _ => None,
        };
        match (end(a, self.old), end(b, self.new)) {
            (Some(before), Some(after)) if before != after => after,
            _ => last,
        }
    }

    /// Counters and limits of the running element of a word, moved by so many bytes.
    pub fn run_state(&mut self, word: StageWord, by: Shift) -> Migration<()> {
        self.run_counters(Run::Stage(word), by)?;
        for (at, limit) in (0..).zip(&self.old.book.limits) {
            if let Some(new) = self.names.limit(LimitId(at)).filter(|_| limit.per == word) {
                self.limit(LimitId(at), new, by);
            }
        }
        Ok(())
    }

    /// Who has used a limit up, and for what.
    fn limit(&mut self, a: LimitId, b: LimitId, by: Shift) {
        let (old, new) = (&self.old[a], &self.new[b]);
        let (from, to) = (i64::from(old.base) + by.old, i64::from(new.base) + by.new);
        let (old_keys, new_keys) = (key_types(&self.old.book, a), key_types(&self.new.book, b));
        if old_keys.len() != new_keys.len() {
            return;
        }
        let seats = u64::from(self.old.schema.seats);
        let all = old.keys.iter().fold(seats, |n, (_, _, of)| n.saturating_mul(u64::from(*of) + 1));
        for bit in 0..all.min(1 << 20) as i64 {
            if !self.from.bit(from as u32, bit as u32) {
                continue;
            }
            let mut rest = bit / i64::from(self.old.schema.seats);
            let mut values = Vec::new();
            for (_, lo, n) in old.keys.iter().rev() {
                let at = rest % (i64::from(*n) + 1);
                rest /= i64::from(*n) + 1;
                values.push(if at == i64::from(*n) { NONE } else { lo + at });
            }
            values.reverse();
            let types = old_keys.iter().zip(&new_keys);
            let kept = values.iter().zip(types).map(|(v, (x, y))| self.scalar(*v, x, y));
            let mut index = Some(0_i64);
            for (value, (_, lo, n)) in kept.zip(&new.keys) {
                let at = value.map(|v| if v == NONE { i64::from(*n) } else { v - lo });
                let at = at.filter(|at| (0..=i64::from(*n)).contains(at));
                index = index.zip(at).map(|(index, at)| index * (i64::from(*n) + 1) + at);
            }
            let Some(index) = index else { continue };
            let bit = index * seats as i64 + bit % seats as i64;
            if bit < 1 << 20 {
                self.to.put_bit(to as u32, bit as u32, true);
            }
        }
    }

    // ---- choices ----

    /// The frame of a choice whose entries are laid side by side.
    pub fn site_frame(&mut self, a: &Choose, b: &Choose, here: &Match) -> Migration<()> {
        let (old, new) = (&self.old[a.id], &self.new[b.id]);
        let (from, to) =
            (SiteFrame(base(self.old, old.frame)), SiteFrame(base(self.new, new.frame)));
        self.copy_bytes(from.0, to.0, SiteFrame::SIZE);
        let Some(pairs) = pairs(a, b, here) else { return Ok(()) };
        let changed = |name: &str| {
            Obstacle::new(Blocked::Running, format!("the choice that is being carried out {name}"))
                .at(here.old.span)
        };
        let (old_types, new_types) =
            (argument_types(&self.old.book, a), argument_types(&self.new.book, b));
        for (at, entry) in new.entries.iter().enumerate() {
            let before = pairs
                .iter()
                .find(|(_, y)| *y == at)
                .and_then(|(x, _)| old.entries.get(*x).map(|e| (*x, e)));
            let types = before.and_then(|(x, _)| old_types.get(x)).zip(new_types.get(at));
            for (n, loc) in entry.given.iter().enumerate() {
                let arg = before.and_then(|(_, e)| e.given.get(n)).copied();
                let types = types.and_then(|(x, y)| x.get(n).zip(y.get(n)));
                let carried =
                    arg.zip(types).is_some_and(|(arg, (x, y))| self.carry(arg, x, *loc, y));
                if !carried {
                    return Err(changed("offers other things now"));
                }
            }
        }
        if old.record == 0 {
            return Ok(());
        }
        let arrived = self.from.get(from.arrived());
        let next = self.from.get(from.next());
        if arrived > next && !self.offers_stay(a, b, here) {
            return Err(changed("may not offer what has been answered"));
        }
        for n in 0..u32::from(arrived) {
            let seat = self.from.get(old.order.nth(n));
            self.to.set(new.order.nth(n), seat);
            let kept = self.record(a, b, &pairs, seat);
            if !kept && n >= u32::from(next) {
                return Err(changed("does not offer what has been answered"));
            }
        }
        Ok(())
    }

    /// Whether all that a choice may have been answered with is still there. Who has answered what
    /// nobody knows before it is carried out, so no answer is looked at.
    pub fn offers_stay(&self, a: &Choose, b: &Choose, here: &Match) -> bool {
        let Some(pairs) = pairs(a, b, here) else { return false };
        let (old, new) = (&self.old[a.id], &self.new[b.id]);
        let types = (argument_types(&self.old.book, a), argument_types(&self.new.book, b));
        (0..old.entries.len().max(types.0.len())).all(|at| {
            let to = pairs.iter().find(|(x, _)| *x == at).map(|(_, y)| *y);
            let Some(to) = to.filter(|to| *to < new.entries.len().max(types.1.len())) else {
                return false;
            };
            let (was, is) = (types.0.get(at), types.1.get(to));
            let both = was.zip(is).filter(|(x, y)| x.len() == y.len());
            both.is_some_and(|(x, y)| x.iter().zip(y).all(|(x, y)| self.total(x, y)))
        })
    }

    /// What a seat has answered; no if there is no such answer any more.
    fn record(&mut self, a: &Choose, b: &Choose, pairs: &[(usize, usize)], seat: u8) -> bool {
        let (old, new) = (&self.old[a.id], &self.new[b.id]);
        let entry = self.from.get(old.answer(seat));
        let menu = usize::from(entry) < old.entries.len();
        let found = if menu {
            pairs.iter().find(|(x, _)| *x == usize::from(entry)).map(|(_, y)| *y)
        } else {
            Some(0)
        };
        let Some(index) = found else { return false };
        self.to.set(new.answer(seat), if menu { index as u16 } else { entry });
        let before = if menu { usize::from(entry) } else { 0 };
        let (Some(from), Some(to)) = (old.kept.get(before), new.kept.get(index)) else {
            return true;
        };
        let types = (argument_types(&self.old.book, a), argument_types(&self.new.book, b));
        let (Some(x), Some(y)) = (types.0.get(before), types.1.get(index)) else { return true };
        if from.len() != to.len() {
            return false;
        }
        let shift = (old.record * u32::from(seat), new.record * u32::from(seat));
        (0..from.len()).all(|n| {
            let types = x.get(n).zip(y.get(n));
            types.is_some_and(|(x, y)| self.carry(from[n].plus(shift.0), x, to[n].plus(shift.1), y))
        })
    }
}

/// Where a frame begins.
fn base(program: &Program, frame: u16) -> u32 {
    program.frames[usize::from(frame)].base
}

/// Which entry of a choice is which of the other one; none if either has no line of its own.
fn pairs(a: &Choose, b: &Choose, here: &Match) -> Option<Vec<(usize, usize)>> {
    let (x, y) = here.old.blocks.first().zip(here.new.blocks.first())?;
    Some(match (&a.what, &b.what) {
        (Offer::Menu(_), Offer::Menu(_)) => {
            align(x, y).into_iter().filter_map(|(x, y)| x.zip(y)).collect()
        }
        (Offer::Values { .. }, _) | (_, Offer::Values { .. }) => vec![(0, 0)],
    })
}

/// A number that does not depend on the position.
fn constant(e: &Expr, program: &Program) -> Option<i64> {
    match &e.kind {
        ExprKind::Const(Value::Number(n)) => Some(*n),
        ExprKind::Seats => Some(i64::from(program.schema.seats)),
        ExprKind::Option(id) => program[*id].number(),
        _ => None,
    }
}

/// The types of what a limit counts by.
fn key_types(book: &Rulebook, id: LimitId) -> Vec<Type> {
    let limit = &book[id];
    let owner = book.moves.iter().find(|m| m.limit == Some(id));
    limit.keys.iter().filter_map(|key| owner.map(|m| m.body[*key].ty.clone())).collect()
}

/// For each entry of a choice (of values: one) the types of its arguments, the given ones first.
fn argument_types(book: &Rulebook, choose: &Choose) -> Vec<Vec<Type>> {
    match &choose.what {
        Offer::Values { steps, .. } => vec![steps.iter().map(step_type).collect()],
        Offer::Menu(tiers) => {
            let of = |kind: &EntryKind| match kind {
                EntryKind::Move(id, _) => move_types(book, *id),
                EntryKind::Pass => Vec::new(),
            };
            tiers.iter().flatten().map(|e| of(&e.what)).collect()
        }
    }
}
