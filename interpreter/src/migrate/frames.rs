//! What running bodies, stages, loops and choices keep.

use super::control::Match;
use super::values::{item, mask, put_item, put_mask};
use super::{Blocked, Migration, Obstacle, Work};
use crate::lower::word_index;
use crate::program::form::{Through, site_frame, stage_frame};
use crate::program::{Loop, NONE, Site};
use houserules_lang::difference::outline::{Outline, align};
use houserules_lang::ir::walk::blocks_of;
use houserules_lang::ir::walk::body_of;
use houserules_lang::ir::{
    Base, BodyRef, Choose, Domain, EntryKind, Expr, ExprKind, LimitId, LocalId, Offer, Order, Pick,
    Rulebook, Run, Stage, StageId, StageName, StageWord, Step, Stmt, StmtKind, Type, Value,
};

/// The local names that are bound where a body rests.
#[derive(Debug, Default)]
pub struct Bound {
    /// Which, in the order of the text; and whether it must have a value.
    names: Vec<(LocalId, bool)>,
}

impl Bound {
    /// The names bound around a chain of lines: parameters, and what the lines before and around
    /// bind.
    pub fn of<'o>(
        book: &Rulebook,
        body: BodyRef,
        chain: impl Iterator<Item = (&'o Outline<'o>, Option<usize>)>,
    ) -> Self {
        let mut bound = Self::default();
        let params = match body {
            BodyRef::Deed(id) => book.deeds.get(id.index()).map_or(0, |d| usize::from(d.params)),
            BodyRef::Move(id) => {
                book.moves.get(id.index()).map_or(0, |m| usize::from(m.given) + m.steps.len())
            }
            _ => 0,
        };
        (0..params).for_each(|at| bound.add(LocalId(at as u16), true));
        let mut blocks = houserules_lang::ir::walk::blocks(book, body);
        for (line, inner) in chain {
            let Some(stmt) = line.stmt else { continue };
            let here = blocks.iter().find(|block| block.iter().any(|s| std::ptr::eq(s, stmt)));
            for before in
                here.copied().unwrap_or(&[]).iter().take_while(|s| !std::ptr::eq(*s, stmt))
            {
                bound.before(before);
            }
            bound.around(stmt, inner);
            blocks = blocks_of(stmt);
        }
        bound
    }

    fn add(&mut self, local: LocalId, needed: bool) {
        if !self.names.iter().any(|(l, _)| *l == local) {
            self.names.push((local, needed));
        }
    }

    /// What a statement binds for those behind it.
    fn before(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let(local, _) | StmtKind::Call { into: Some(local), .. } => {
                self.add(*local, true)
            }
            StmtKind::Choose(choose) => self.chosen(choose, true),
            StmtKind::Stage(stage) => self.staged(stage, false),
            _ => {}
        }
    }

    /// What a statement binds for what lies in it.
    fn around(&mut self, stmt: &Stmt, inner: Option<usize>) {
        match (&stmt.kind, inner) {
            (StmtKind::IfThere(local, ..), Some(0)) | (StmtKind::ForEach(local, ..), Some(_)) => {
                self.add(*local, true);
            }
            (StmtKind::Stage(stage), inner) => self.staged(stage, inner == Some(1)),
            (StmtKind::Choose(choose), _) => self.chosen(choose, false),
            _ => {}
        }
    }

    fn staged(&mut self, stage: &Stage, needed: bool) {
        if let Some((StageName::Local(local), _)) = &stage.over {
            self.add(*local, needed);
        }
    }

    fn chosen(&mut self, choose: &Choose, needed: bool) {
        if let Offer::Values { steps, .. } = &choose.what {
            steps.iter().for_each(|s| self.add(s.local, needed));
        }
    }
}

impl Work<'_> {
    // ---- bodies ----

    /// The values of local names.
    pub fn locals(
        &mut self,
        (old, new): (BodyRef, BodyRef),
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
            let Some(decl) = b.locals.get(local.index()) else { continue };
            let same = |l: &LocalId, name: &str, decls: &[houserules_lang::ir::LocalDecl]| {
                decls.get(l.index()).is_some_and(|d| d.name == name)
            };
            let before = &wanted.names[..at];
            let nth = before.iter().filter(|(l, _)| same(l, &decl.name, &b.locals)).count();
            let named = bound.names.iter().filter(|(l, _)| same(l, &decl.name, &a.locals)).nth(nth);
            // A name that was only written differently stands at the same place.
            let found = named.or_else(|| bound.names.iter().find(|(l, _)| alike && l == local));
            let carried = found.is_some_and(|(l, _)| {
                let Some(before) = a.locals.get(l.index()) else { return false };
                let places = from.get(l.index()).copied().zip(to.get(local.index()).copied());
                let Some((x, y)) = places.filter(|_| before.per_seat == decl.per_seat) else {
                    return false;
                };
                let seats = if decl.per_seat { u32::from(self.new.schema.seats) } else { 1 };
                (0..seats).all(|seat| {
                    let (x, y) = (x.plus(seat * x.bytes()), y.plus(seat * y.bytes()));
                    self.carry((x, &before.ty), (y, &decl.ty))
                })
            });
            if !carried && *needed {
                let message = format!(
                    "`{}` has no value yet at the place where the game is",
                    decl.name.trim_start_matches('#')
                );
                return Err(Obstacle::new(Blocked::Running, message));
            }
        }
        Ok(())
    }

    /// The members that a loop has still to go through.
    pub fn loop_members(
        &mut self,
        (old, a): (&Stmt, &Type),
        (new, b): (&Stmt, &Type),
    ) -> Migration<()> {
        let key = |stmt: &Stmt| std::ptr::from_ref(stmt) as usize;
        let places = self.old.loops.get(&key(old)).zip(self.new.loops.get(&key(new)));
        let changed = || {
            Obstacle::new(Blocked::Running, "a loop that is running goes through other things now")
        };
        let (from, to) = places.ok_or_else(changed)?;
        let left: Vec<i64> = match *from {
            Loop::Mask(at, w) => mask(self.from, at, w),
            Loop::Range(at) => vec![self.from.get64(at), self.from.get64(at + 8)],
            Loop::List(at, wide) => {
                let (next, n) =
                    (u32::from(self.from.get16(at)), u32::from(self.from.get16(at + 2)));
                (next..n).map(|k| item(self.from, at + 6, k, wide)).collect()
            }
        };
        // Those gone through keep their places, so that what comes next has its number.
        let gone: Vec<i64> = match *from {
            Loop::List(at, wide) => (0..u32::from(self.from.get16(at)))
                .map(|k| self.scalar(item(self.from, at + 6, k, wide), a, b).unwrap_or(0))
                .collect(),
            _ => Vec::new(),
        };
        let kept: Vec<i64> = left.iter().filter_map(|v| self.scalar(*v, a, b)).collect();
        let done = match *to {
            Loop::Mask(at, w) => put_mask(&mut self.to, at, w, &kept),
            Loop::Range(at) => match (from, kept.as_slice()) {
                (Loop::Range(_), [next, last]) => {
                    self.to.set64(at, *next);
                    self.to.set64(at + 8, *last);
                    true
                }
                _ => false,
            },
            Loop::List(at, wide) => self.list_left(at, wide, (&gone, &kept)),
        };
        if done { Ok(()) } else { Err(changed()) }
    }

    /// The members of a list: those gone through, and those left.
    fn list_left(&mut self, at: u32, wide: bool, (gone, left): (&[i64], &[i64])) -> bool {
        self.to.set16(at, gone.len() as u16);
        self.to.set16(at + 2, (gone.len() + left.len()) as u16);
        (0..)
            .zip(gone.iter().chain(left))
            .all(|(k, v)| put_item(&mut self.to, at + 6, (k, wide), *v))
    }

    // ---- stages ----

    /// The frame of `play`.
    pub fn play_frame(&mut self) -> Migration<()> {
        let stage = |program: &crate::program::Program| {
            let code = program.stages.get(program.book.stages.len())?;
            Some((code.frame, program.frames.get(usize::from(code.frame))?.base))
        };
        let (Some((_, from)), Some((frame, to))) = (stage(self.old), stage(self.new)) else {
            return Ok(());
        };
        self.push(frame, 0)?;
        for byte in 0..stage_frame::SIZE {
            let value = self.from.get8(from + byte);
            self.to.set8(to + byte, value);
        }
        Ok(())
    }

    /// The frame of a stage; `live` tells of which words an element is running around it, and then
    /// in it.
    pub fn stage_frame(&mut self, a: &Stage, b: &Stage, live: &mut [bool; 3]) -> Migration<()> {
        let (Some(old), Some(new)) =
            (self.old.stages.get(a.id.index()), self.new.stages.get(b.id.index()))
        else {
            return Ok(());
        };
        let base = |program: &crate::program::Program, frame: u16| {
            program.frames.get(usize::from(frame)).map_or(0, |f| f.base)
        };
        let (from, to) = (base(self.old, old.frame), base(self.new, new.frame));
        let (frame, word) = (new.frame, usize::from(new.word));
        let (through, saved) = ((old.through, old.list, new.list), (old.saved, new.saved));
        self.push(frame, 0)?;
        for byte in [stage_frame::ASIDE, stage_frame::TURN, stage_frame::INSIDE, stage_frame::MOVES]
        {
            let value = self.from.get8(from + byte);
            self.to.set8(to + byte, value);
        }
        let changed =
            || Obstacle::new(Blocked::Running, "a running stage goes through other things now");
        let inside = self.from.get8(from + stage_frame::INSIDE) == 1;
        let value = self.from.get64(from + stage_frame::VALUE);
        let value =
            if inside { self.element(a.id, b.id, value).ok_or_else(changed)? } else { value };
        self.to.set64(to + stage_frame::VALUE, value);
        let (next, last) =
            (self.from.get64(from + stage_frame::NEXT), self.from.get64(from + stage_frame::LAST));
        let (mut next, mut last) = (next, last);
        match through.0 {
            Through::List { wide } => {
                let Through::List { wide: new_wide } =
                    self.new.stages.get(b.id.index()).map_or(Through::Once, |s| s.through)
                else {
                    return Err(changed());
                };
                next = self
                    .stage_list((a.id, b.id), (through.1, wide), (through.2, new_wide), next)
                    .ok_or_else(changed)?;
            }
            Through::Numbers => last = self.last_number(a, b, last),
            Through::Once | Through::Seats => {}
        }
        self.to.set64(to + stage_frame::NEXT, next);
        self.to.set64(to + stage_frame::LAST, last);
        if let (Some(x), Some(y), Some(true)) = (saved.0, saved.1, live.get(word)) {
            self.saved_state(word, (x, y))?;
        }
        if let Some(flag) = live.get_mut(word) {
            // Run state of an outer element is kept in this frame as long as one of its own is
            // running.
            *flag = inside;
        }
        Ok(())
    }

    fn saved_state(&mut self, word: usize, (from, to): (u32, u32)) -> Migration<()> {
        let region = |program: &crate::program::Program| {
            program.schema.runs.get(word).map_or(0, |(base, _)| i64::from(*base))
        };
        let by = (i64::from(from) - region(self.old), i64::from(to) - region(self.new));
        let found = [StageWord::Round, StageWord::Turn, StageWord::Phase];
        match found.into_iter().find(|w| usize::from(word_index(*w)) == word) {
            Some(word) => self.run_state(word, by),
            None => Ok(()),
        }
    }

    fn element(&self, old: StageId, new: StageId, value: i64) -> Option<i64> {
        let types =
            self.old.element_types.get(old.index()).zip(self.new.element_types.get(new.index()))?;
        self.scalar(value, types.0, types.1)
    }

    /// The elements of a stage; gives the index of the next one.
    fn stage_list(
        &mut self,
        (a, b): (StageId, StageId),
        (from, wide): (u32, bool),
        (to, new_wide): (u32, bool),
        next: i64,
    ) -> Option<i64> {
        let n = u32::from(self.from.get16(from));
        let (mut kept, mut index) = (Vec::new(), next);
        for k in 0..n {
            match self.element(a, b, item(self.from, from + 4, k, wide)) {
                Some(value) => kept.push(value),
                None if i64::from(k) < next => index -= 1,
                None => {}
            }
        }
        self.to.set16(to, u16::try_from(kept.len()).ok()?);
        let done = (0..).zip(&kept).all(|(k, v)| put_item(&mut self.to, to + 4, (k, new_wide), *v));
        done.then_some(index)
    }

    /// The last number of a stage: the new one, if the rules name another and it is a constant.
    fn last_number(&mut self, a: &Stage, b: &Stage, last: i64) -> i64 {
        let end = |stage: &Stage, program: &crate::program::Program| match &stage.over {
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
    pub fn run_state(&mut self, word: StageWord, by: (i64, i64)) -> Migration<()> {
        self.run_counters(Run::Stage(word), by)?;
        for at in 0..self.old.book.limits.len() {
            let old = LimitId(at as u16);
            let Some(new) = self.names.limit(old) else { continue };
            let per = self.old.book.limits.get(at).map(|l| l.per);
            if per == Some(word) {
                self.limit((old, new), by);
            }
        }
        Ok(())
    }

    /// Who has used a limit up, and for what.
    fn limit(&mut self, (a, b): (LimitId, LimitId), by: (i64, i64)) {
        let limits = self.old.limits.get(a.index()).zip(self.new.limits.get(b.index()));
        let Some((old, new)) = limits else { return };
        let (from, to) = (i64::from(old.base) + by.0, i64::from(new.base) + by.1);
        let (old_keys, new_keys) = (key_types(&self.old.book, a), key_types(&self.new.book, b));
        if old_keys.len() != new_keys.len() {
            return;
        }
        let seats = u64::from(self.old.schema.seats);
        let all = old.keys.iter().fold(seats, |n, (_, _, of)| n.saturating_mul(u64::from(*of) + 1));
        for bit in 0..all.min(1 << 20) as i64 {
            if self.from.get8((from + bit / 8) as u32) >> (bit % 8) & 1 == 0 {
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
                let at = (to + bit / 8) as u32;
                let byte = self.to.get8(at) | 1 << (bit % 8);
                self.to.set8(at, byte);
            }
        }
    }

    // ---- choices ----

    /// How many have answered an open choice.
    pub fn answered(&self, site: &Site) -> u32 {
        let base = self.old.frames.get(usize::from(site.frame)).map_or(0, |f| f.base);
        self.from.get32(base + site_frame::ANSWERED).count_ones()
    }

    /// The frame of a choice whose entries are laid side by side.
    pub fn site_frame(
        &mut self,
        (a, old): (&Choose, &Site),
        (b, new): (&Choose, &Site),
        here: &Match,
    ) -> Migration<()> {
        let base = |program: &crate::program::Program, frame: u16| {
            program.frames.get(usize::from(frame)).map_or(0, |f| f.base)
        };
        let (from, to) = (base(self.old, old.frame), base(self.new, new.frame));
        for byte in 0..site_frame::SIZE {
            let value = self.from.get8(from + byte);
            self.to.set8(to + byte, value);
        }
        let (Some(x), Some(y)) = (here.old.blocks.first(), here.new.blocks.first()) else {
            return Ok(());
        };
        let menu = matches!((&a.what, &b.what), (Offer::Menu(_), Offer::Menu(_)));
        let pairs: Vec<(usize, usize)> = match menu {
            true => align(x, y).into_iter().filter_map(|(x, y)| x.zip(y)).collect(),
            false => vec![(0, 0)],
        };
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
                    arg.zip(types).is_some_and(|(arg, (x, y))| self.carry((arg, x), (*loc, y)));
                if !carried {
                    return Err(changed("offers other things now"));
                }
            }
        }
        if old.record == 0 {
            return Ok(());
        }
        let arrived = self.from.get8(from + site_frame::ARRIVED);
        let next = self.from.get8(from + site_frame::NEXT);
        if arrived > next && !self.offers_stay(a) {
            return Err(changed("may not offer what has been answered"));
        }
        for n in 0..u32::from(arrived) {
            let seat = self.from.get8(old.order + n);
            self.to.set8(new.order + n, seat);
            let kept = self.record((old, new), (&old_types, &new_types), (&pairs, seat));
            if !kept && n >= u32::from(next) {
                return Err(changed("does not offer what has been answered"));
            }
        }
        Ok(())
    }

    /// Whether all that a choice may have been answered with is still there.
    pub fn offers_stay(&self, choose: &Choose) -> bool {
        let types = argument_types(&self.old.book, choose);
        types.iter().flatten().all(|ty| self.all_stay(ty))
    }

    /// What a seat has answered; no if there is no such answer any more.
    fn record(
        &mut self,
        (old, new): (&Site, &Site),
        (old_types, new_types): (&[Vec<Type>], &[Vec<Type>]),
        (pairs, seat): (&[(usize, usize)], u8),
    ) -> bool {
        let at = |site: &Site| site.records + site.record * u32::from(seat);
        let entry = self.from.get16(at(old));
        let menu = usize::from(entry) < old.entries.len();
        let found = if menu {
            pairs.iter().find(|(x, _)| *x == usize::from(entry)).map(|(_, y)| *y)
        } else {
            Some(0)
        };
        let Some(index) = found else { return false };
        self.to.set16(at(new), if menu { index as u16 } else { entry });
        let before = if menu { usize::from(entry) } else { 0 };
        let (Some(from), Some(to)) = (old.kept.get(before), new.kept.get(index)) else {
            return true;
        };
        let (Some(x), Some(y)) = (old_types.get(before), new_types.get(index)) else { return true };
        if from.len() != to.len() {
            return false;
        }
        let shift = (old.record * u32::from(seat), new.record * u32::from(seat));
        (0..from.len()).all(|n| {
            let types = x.get(n).zip(y.get(n));
            types.is_some_and(|(x, y)| {
                self.carry((from[n].plus(shift.0), x), (to[n].plus(shift.1), y))
            })
        })
    }
}

/// A number that does not depend on the position.
fn constant(e: &Expr, program: &crate::program::Program) -> Option<i64> {
    match &e.kind {
        ExprKind::Const(Value::Number(n)) => Some(*n),
        ExprKind::Seats => Some(i64::from(program.schema.seats)),
        ExprKind::Option(id) => match program.options.get(id.index()) {
            Some(Value::Number(n)) => Some(*n),
            _ => None,
        },
        _ => None,
    }
}

/// The types of what a limit counts by.
fn key_types(book: &Rulebook, id: LimitId) -> Vec<Type> {
    let Some(limit) = book.limits.get(id.index()) else { return Vec::new() };
    let owner = book.moves.iter().find(|m| m.limit == Some(id));
    let ty =
        |key: &LocalId| owner.and_then(|m| m.body.locals.get(key.index())).map(|d| d.ty.clone());
    limit.keys.iter().filter_map(ty).collect()
}

fn step_type(step: &Step) -> Type {
    let elem = Box::new(step.domain.elem.clone());
    match &step.pick {
        Pick::One | Pick::UpToOne => *elem,
        Pick::Some { .. } => Type::List(elem, Order::Unordered),
        Pick::Order => Type::List(elem, Order::Ordered),
    }
}

/// For each entry of a choice (of values: one) the types of its arguments, the given ones first.
fn argument_types(book: &Rulebook, choose: &Choose) -> Vec<Vec<Type>> {
    match &choose.what {
        Offer::Values { steps, .. } => vec![steps.iter().map(step_type).collect()],
        Offer::Menu(tiers) => {
            let of = |kind: &EntryKind| {
                let EntryKind::Move(id, _) = kind else { return Vec::new() };
                let Some(m) = book.moves.get(id.index()) else { return Vec::new() };
                let given = m.body.locals.iter().take(usize::from(m.given)).map(|d| d.ty.clone());
                given.chain(m.steps.iter().map(step_type)).collect()
            };
            tiers.iter().flatten().map(|e| of(&e.what)).collect()
        }
    }
}
