//! The set-up, and `play` until somebody has moved, followed with what is certain: what is read
//! before it is there, choices of nothing, endings that have come and turns that nobody has.

use super::sure::{Names, Sure, Table};
use super::too_soon as say;
use super::writes::{Touched, Writes, asks_elsewhere, reads, reads_in};
use crate::diagnostic::Diagnostic;
use crate::ir::walk::each_stmt;
use crate::ir::{
    Base, BodyRef, Choose, CounterId, CounterPlace, DeedId, Domain, End, Entry, Expr, ExprKind,
    LocalId, Offer, Owner, Pick, Quantifier, Rulebook, SetOp, Stage, StageName, Stmt, StmtKind,
    ZoneId,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Deeds that call deeds are followed so far, and so many statements are looked at.
const DEEPEST: usize = 8;
const MOST: usize = 4_000;

/// Tells of what is wrong from the start.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let (least, most) = book.players;
    let mut found: BTreeMap<Span, Diagnostic> = BTreeMap::new();
    let mut always: Option<BTreeMap<Span, Diagnostic>> = None;
    for seats in least..=most {
        let mut pass = Pass::of(book, i64::from(seats));
        pass.block(&book.setup.block, &mut Names::new());
        pass.begin();
        pass.endings();
        found.append(&mut pass.found);
        let here = pass.each_time;
        always = Some(match always {
            None => here,
            Some(before) => before.into_iter().filter(|(at, _)| here.contains_key(at)).collect(),
        });
    }
    found.extend(always.into_iter().flatten());
    found.remove(&Span::default());
    found.into_values().collect()
}

/// A loop over all of those who own something: the first pass is followed.
struct Each {
    local: Option<LocalId>,
    owner: Owner,
    /// What each of them has in the end.
    set: BTreeMap<CounterId, Sure>,
    /// What is set in another way, too.
    spoilt: BTreeSet<CounterId>,
    loose: usize,
}

struct Pass<'a> {
    book: &'a Rulebook,
    table: Table<'a>,
    /// What is touched on every way.
    must: Touched,
    /// The same when the first thing has happened.
    first: Option<Touched>,
    loops: Vec<Each>,
    /// Conditions around here of which nobody knows whether they hold.
    loose: usize,
    /// How many there were where the deed was called.
    call: usize,
    /// Whether it is certain that this is come to.
    sure: bool,
    playing: bool,
    over: bool,
    /// The deed is left, or perhaps.
    done: bool,
    perhaps_done: bool,
    deep: usize,
    steps: usize,
    found: BTreeMap<Span, Diagnostic>,
    /// What counts only if it is so with any number of players.
    each_time: BTreeMap<Span, Diagnostic>,
}

impl<'a> Pass<'a> {
    fn of(book: &'a Rulebook, seats: i64) -> Self {
        Self {
            book,
            table: Table::new(book, seats),
            must: Touched::default(),
            first: None,
            loops: Vec::new(),
            loose: 0,
            call: 0,
            sure: true,
            playing: false,
            over: false,
            done: false,
            perhaps_done: false,
            deep: 0,
            steps: 0,
            found: BTreeMap::new(),
            each_time: BTreeMap::new(),
        }
    }

    /// The set-up is done, and `play` begins.
    fn begin(&mut self) {
        self.must = Touched::default();
        self.loops.clear();
        (self.loose, self.call) = (0, 0);
        (self.playing, self.sure) = (true, true);
        (self.done, self.perhaps_done) = (false, false);
    }

    fn endings(&mut self) {
        let begun = self.table.clone();
        self.block(&self.book.play.block, &mut Names::new());
        if self.steps > MOST {
            return;
        }
        let first = self.first.as_ref().unwrap_or(&self.must);
        for ends in &self.book.ends {
            let read = reads(self.book, &ends.condition);
            let until = if ends.at_once { first } else { &self.must };
            let begins = begun.holds(&ends.condition, &Names::new()) == Some(true);
            if begins && !until.any_of(&read) {
                let said = say::ended(&begun, ends, &read);
                self.each_time.insert(said.span(), said);
            }
        }
    }

    fn block(&mut self, stmts: &[Stmt], names: &mut Names) {
        for stmt in stmts {
            self.steps += 1;
            if self.over || self.done || self.steps > MOST {
                return;
            }
            self.unset(stmt, names);
            self.stmt(stmt, names);
        }
    }

    /// What is read before it is set.
    fn unset(&mut self, stmt: &Stmt, names: &Names) {
        if !self.sure {
            return;
        }
        let unset = match &stmt.kind {
            StmtKind::Let(_, e) | StmtKind::If(e, ..) | StmtKind::Repeat(e, _) => {
                self.table.unset(e, names)
            }
            StmtKind::Set(place, op, e) => self.table.unset(e, names).or_else(|| {
                let none = *self.table.counter(place.counter) == Sure::Unset;
                (*op != SetOp::To && none).then_some((stmt.span, place.counter))
            }),
            StmtKind::Call { args, .. } => args.iter().find_map(|e| self.table.unset(e, names)),
            StmtKind::Move { cards: d, .. }
            | StmtKind::IfThere(_, d, ..)
            | StmtKind::ForEach(_, d, _) => self.table.unset_in(d, names),
            StmtKind::Choose(choose) => match &choose.what {
                Offer::Values { steps, .. } => {
                    steps.first().and_then(|step| self.table.unset_in(&step.domain, names))
                }
                Offer::Menu(_) => None,
            },
            StmtKind::Stage(stage) => {
                stage.over.as_ref().and_then(|(_, d)| self.table.unset_in(d, names))
            }
            StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Aside(_)
            | StmtKind::Remember(_)
            | StmtKind::Again => None,
        };
        if let Some((span, id)) = unset {
            self.found.insert(span, say::unset(&self.book[id], span));
        }
    }

    fn stmt(&mut self, stmt: &Stmt, names: &mut Names) {
        match &stmt.kind {
            StmtKind::Let(id, e) => {
                names.insert(*id, self.table.value(e, names));
            }
            StmtKind::Set(place, op, e) => self.set(place, *op, e, names),
            StmtKind::Call { deed, args, into } => {
                self.call(*deed, args, names);
                names.extend(into.iter().map(|id| (*id, Sure::Any)));
            }
            StmtKind::Move { cards, to, .. } => {
                self.moves_none(cards, to, stmt.span, names);
                self.moved(cards, to);
            }
            StmtKind::If(e, then, otherwise) => {
                let holds = self.table.holds(e, names);
                if holds == Some(false) {
                    self.asked_once(e, then);
                }
                self.branch(holds, then, otherwise, names);
            }
            StmtKind::IfThere(id, d, then, otherwise) => {
                names.insert(*id, Sure::Any);
                let there = match self.table.size(d, names) {
                    (1.., _) => Some(true),
                    (_, 0) => Some(false),
                    _ => None,
                };
                self.branch(there, then, otherwise, names);
            }
            StmtKind::ForEach(id, d, inner) => self.each(*id, d, inner, names),
            StmtKind::Repeat(e, inner) => {
                if self.table.holds(e, names) == Some(false) {
                    self.pass(inner, None, names);
                }
                self.lose(&Writes::of(self.book, inner), &BTreeSet::new());
            }
            StmtKind::Stage(stage) => self.stage(stage, names),
            StmtKind::Choose(choose) => self.choice(choose, names),
            StmtKind::End(_) if self.loose == 0 => {
                self.over = true;
                self.must.all = true;
            }
            StmtKind::Give(_) if self.loose == self.call => self.done = true,
            StmtKind::Give(_) => self.perhaps_done = true,
            StmtKind::End(_)
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::Say(_)
            | StmtKind::Aside(_)
            | StmtKind::Remember(_)
            | StmtKind::Again => {}
        }
    }

    /// Something has happened.
    fn atom(&mut self) {
        if self.playing && self.loose == 0 && self.first.is_none() {
            self.first = Some(self.must.clone());
        }
    }

    fn set(&mut self, place: &CounterPlace, op: SetOp, e: &Expr, names: &Names) {
        let id = place.counter;
        self.must.counters.insert(id);
        self.atom();
        let known = self.table.value(e, names);
        let here = self.loops.last().is_some_and(|of| {
            let key = place.key.as_ref().map(|key| &key.kind);
            let own = matches!(key, Some(ExprKind::Local(id)) if Some(*id) == of.local);
            own && of.owner == self.book[id].owner && of.loose == self.loose
        });
        let inner = self.loops.last().and_then(|of| of.set.get(&id)).filter(|_| here);
        let before = self.table.counter(id).clone();
        let base = inner.unwrap_or(&before);
        let by = match &known {
            Sure::Number(range) => Some(*range),
            Sure::Any | Sure::Unset | Sure::Is(_) => None,
        };
        let counter = &self.book[id];
        let now = match (op, by) {
            (SetOp::To, _) => known,
            (SetOp::Plus, Some(by)) => base.plus(by, counter),
            (SetOp::Minus, Some(by)) => base.plus(by.minus(), counter),
            (SetOp::Plus | SetOp::Minus, None) => Sure::Any,
        };
        let fixed = matches!(e.kind, ExprKind::Const(_));
        let last = self.loops.len();
        for (at, of) in self.loops.iter_mut().enumerate() {
            if here && at + 1 == last {
                of.set.insert(id, if fixed { now.clone() } else { Sure::Any });
            } else {
                of.spoilt.insert(id);
            }
        }
        let whole = place.key.is_none();
        self.table.set(id, if whole { now } else { before.or(&now) });
    }

    fn moved(&mut self, cards: &Domain, to: &Expr) {
        self.must.fill(to);
        if let ExprKind::Zone(id, _) = &to.kind {
            self.table.empty.retain(|zone| zone != id);
        } else {
            self.table.empty.clear();
        }
        if let Base::Zone(from) | Base::Top(from, _) | Base::Bottom(from, _) = &cards.base
            && matches!(&from.kind, ExprKind::Zone(id, _) if self.is_deck(*id))
        {
            self.atom();
        }
        for at in 0..self.book.runs_out.len() {
            let filled = Writes::of_body(self.book, BodyRef::RunsOut(at as u16));
            self.lose(&filled, &BTreeSet::new());
        }
    }

    /// Cards of a zone into which nothing has come yet; what is done again may find some there.
    fn moves_none(&mut self, cards: &Domain, to: &Expr, at: Span, names: &Names) {
        let once = self.sure && self.loops.is_empty();
        if once && self.table.size(cards, names).1 == 0 {
            self.each_time.extend(say::no_card(self.book, cards, to, at).map(|d| (at, d)));
        }
    }

    fn is_deck(&self, id: ZoneId) -> bool {
        self.book[id].deck
    }

    /// Nothing is known any more of what may have been changed.
    fn lose(&mut self, writes: &Writes, but: &BTreeSet<CounterId>) {
        for id in writes.touched.counters.difference(but) {
            self.table.set(*id, Sure::Any);
            self.loops.iter_mut().for_each(|of| of.spoilt.extend([*id]));
        }
        if writes.touched.all {
            self.table.empty.clear();
        }
        self.table.empty.retain(|zone| !writes.touched.zones.contains(zone));
    }

    fn call(&mut self, deed: DeedId, args: &[Expr], names: &Names) {
        let body = BodyRef::Deed(deed);
        if self.deep >= DEEPEST {
            return self.lose(&Writes::of_body(self.book, body), &BTreeSet::new());
        }
        let of = &self.book[deed];
        let given = args.iter().map(|arg| self.table.value(arg, names)).enumerate();
        let mut given: Names = given.map(|(at, known)| (LocalId(at as u16), known)).collect();
        self.loops.push(Each::within(None, Owner::Table, self.loose));
        self.deep += 1;
        let before = std::mem::take(&mut self.perhaps_done);
        let outside = std::mem::replace(&mut self.call, self.loose);
        self.block(&of.body.block, &mut given);
        self.call = outside;
        self.deep -= 1;
        self.loops.pop();
        self.done = false;
        if std::mem::replace(&mut self.perhaps_done, before) {
            self.lose(&Writes::of_body(self.book, body), &BTreeSet::new());
        }
    }

    /// One of two ways.
    fn branch(
        &mut self,
        holds: Option<bool>,
        then: &[Stmt],
        otherwise: &[Stmt],
        names: &mut Names,
    ) {
        match holds {
            Some(true) => return self.block(then, &mut names.clone()),
            Some(false) => return self.block(otherwise, &mut names.clone()),
            None => {}
        }
        let (table, must, sure) = (self.table.clone(), self.must.clone(), self.sure);
        self.loose += 1;
        self.sure = false;
        self.block(then, &mut names.clone());
        let one = std::mem::replace(&mut self.table, table);
        let one_must = std::mem::replace(&mut self.must, must);
        let one_over = std::mem::take(&mut self.over);
        self.block(otherwise, &mut names.clone());
        self.table.or(&one);
        self.must = self.must.both(&one_must);
        self.over &= one_over;
        self.loose -= 1;
        self.sure = sure;
        // Names that were written to are no longer known.
        for block in [then, otherwise] {
            forget(block, names);
        }
    }

    /// The first time that something is gone through.
    fn pass(&mut self, inner: &[Stmt], each: Option<(LocalId, Owner)>, names: &Names) -> Each {
        let mut names = names.clone();
        forget(inner, &mut names);
        names.extend(each.map(|(local, _)| (local, Sure::Any)));
        let (local, owner) = each.map_or((None, Owner::Table), |(local, of)| (Some(local), of));
        self.loops.push(Each::within(local, owner, self.loose));
        self.block(inner, &mut names);
        self.loops.pop().unwrap_or(Each::within(None, Owner::Table, 0))
    }

    fn each(&mut self, local: LocalId, d: &Domain, inner: &[Stmt], names: &mut Names) {
        let (least, most) = self.table.size(d, names);
        if most == 0 {
            return;
        }
        let whole = d.filter.is_none() && d.best.is_none();
        let owner = match d.base {
            Base::Players { forever: false, opponents: false, .. } if whole => Some(Owner::Player),
            Base::Enum(id) if whole => Some(Owner::Enum(id)),
            _ => None,
        };
        if owner == Some(Owner::Player) && self.sure {
            self.too_few(local, inner);
        }
        let (sure, must) = (self.sure, self.must.clone());
        let may_be_none = least == 0;
        self.sure &= !may_be_none;
        self.loose += usize::from(may_be_none);
        let before = self.table.clone();
        let each = self.pass(inner, Some((local, owner.unwrap_or(Owner::Table))), names);
        self.sure = sure;
        let writes = Writes::of(self.book, inner);
        let all_set = each.set.iter().filter(|(id, _)| {
            owner.is_some() && !each.spoilt.contains(id) && !writes.often.contains(id)
        });
        let all_set: BTreeMap<CounterId, Sure> =
            all_set.map(|(id, known)| (*id, known.clone())).collect();
        self.lose(&writes, &all_set.keys().copied().collect());
        for (id, known) in all_set {
            self.table.set(id, known);
            self.loops.iter_mut().for_each(|of| of.spoilt.extend([id]));
        }
        if may_be_none {
            self.loose -= 1;
            self.must = must;
            self.table.or(&before);
        }
        forget(inner, names);
    }

    fn stage(&mut self, stage: &Stage, names: &mut Names) {
        let size = stage.over.as_ref().map_or((1, 1), |(_, d)| self.table.size(d, names));
        if let (_, 0) = size {
            if let Some((StageName::Me, d)) = &stage.over {
                self.nobody(stage, d);
            }
            return;
        }
        let sure = self.sure;
        self.sure &= size.0 > 0;
        let local = stage.over.as_ref().and_then(|(name, _)| match name {
            StageName::Local(id) => Some((*id, Owner::Table)),
            StageName::Me => None,
        });
        self.pass(&stage.body, local, names);
        self.sure = sure;
        self.lose(&Writes::of(self.book, &stage.body), &BTreeSet::new());
        for ends in &stage.ends {
            self.lose(&Writes::of(self.book, &ends.body), &BTreeSet::new());
        }
        // Behind each of its passes endings are looked at.
        self.over |= self.playing;
        forget(&stage.body, names);
    }

    /// `turn me in those p in players where p.life is 0`, and nobody else acts.
    fn nobody(&mut self, stage: &Stage, d: &Domain) {
        let read = reads_in(self.book, d);
        let changed = self.must.any_of(&read);
        let here = self.playing && self.sure && d.filter.is_some();
        if here && !changed && !asks_elsewhere(self.book, stage.id) {
            let said = say::nobody(&self.table, d, &read);
            self.each_time.insert(said.span(), said);
        }
    }

    /// `if any p in players has p.points >= 10 { end game … }`, before the first round.
    fn asked_once(&mut self, e: &Expr, then: &[Stmt]) {
        let ends =
            |stmt: &Stmt| matches!(stmt.kind, StmtKind::End(End::Won(_) | End::Lost | End::Drawn));
        let read = reads(self.book, e);
        let reads_none = read.counters.is_empty() && read.zones.is_empty();
        let top = self.playing && self.deep == 0 && self.loops.is_empty() && self.loose == 0;
        let goes_on = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Stage(_));
        let game = self.book.play.block.iter().any(goes_on);
        if top && game && !reads_none && then.iter().any(ends) {
            let said = say::asked_once(e);
            self.each_time.insert(said.span(), said);
        }
    }

    fn choice(&mut self, choose: &Choose, names: &mut Names) {
        match &choose.what {
            Offer::Values { steps, may } => {
                for step in steps {
                    let none = self.table.size(&step.domain, names).1 == 0;
                    if none && self.sure && !may && matches!(step.pick, Pick::One) {
                        let span = step.domain.span;
                        self.found.insert(span, say::nothing(self.book, &step.domain));
                    }
                    names.insert(step.local, Sure::Any);
                }
            }
            Offer::Menu(tiers) => self.menu(tiers),
        }
    }

    fn menu(&mut self, tiers: &[Vec<Entry>]) {
        let moves = || tiers.iter().flatten().filter_map(Entry::leads_to);
        let passes = |entry: &Entry| entry.leads_to().is_none();
        if self.playing && self.loose == self.call && self.loose == 0 {
            let mut all: Option<Touched> = None;
            for id in moves() {
                // Whatever it may change counts: so little is said rather than too much.
                let here = Writes::of_body(self.book, BodyRef::Move(id)).touched;
                all = Some(match all {
                    Some(all) => all.both(&here),
                    None => here,
                });
            }
            if !tiers.first().is_some_and(|tier| tier.iter().any(passes)) {
                let all = all.unwrap_or_default();
                self.must.counters.extend(all.counters);
                self.must.zones.extend(all.zones);
                self.must.all |= all.all;
            }
        }
        for id in moves() {
            let changed = Writes::of_body(self.book, BodyRef::Move(id));
            self.lose(&changed, &BTreeSet::new());
        }
        self.over |= self.playing;
    }

    /// Each player gets their own member of an enum that has fewer.
    fn too_few(&mut self, each: LocalId, inner: &[Stmt]) {
        for stmt in inner {
            let StmtKind::Choose(choose) = &stmt.kind else { continue };
            let Offer::Values { steps, may: false } = &choose.what else { continue };
            let [step] = steps.as_slice() else { continue };
            let Base::Enum(of) = &step.domain.base else { continue };
            let Some((local, asked)) = &step.domain.filter else { continue };
            let Some(id) = nobody_has(asked, *local) else { continue };
            let kept = inner.iter().any(|stmt| {
                let StmtKind::Set(place, SetOp::To, value) = &stmt.kind else { return false };
                let theirs = place.key.as_ref().is_some_and(|key| is_local(key, each));
                place.counter == id && theirs && is_local(value, step.local)
            });
            let members = self.book[*of].members.len() as i64;
            let one = matches!(step.pick, Pick::One) && step.domain.best.is_none();
            if kept && one && members < self.table.seats {
                let seats = self.table.seats;
                let said = say::too_few(&self.book[*of], seats, step.domain.span);
                self.found.entry(said.span()).or_insert(said);
            }
        }
    }
}

impl Each {
    fn within(local: Option<LocalId>, owner: Owner, loose: usize) -> Self {
        Self { local, owner, set: BTreeMap::new(), spoilt: BTreeSet::new(), loose }
    }
}

/// Names that statements write to are no longer known.
fn forget(stmts: &[Stmt], names: &mut Names) {
    each_stmt(stmts, &mut |stmt| match &stmt.kind {
        StmtKind::Let(id, _) | StmtKind::Call { into: Some(id), .. } => {
            names.insert(*id, Sure::Any);
        }
        StmtKind::IfThere(id, ..) | StmtKind::ForEach(id, ..) => {
            names.insert(*id, Sure::Any);
        }
        StmtKind::Choose(_)
        | StmtKind::Call { .. }
        | StmtKind::Set(..)
        | StmtKind::Move { .. }
        | StmtKind::Swap(..)
        | StmtKind::Shuffle(_)
        | StmtKind::Show(..)
        | StmtKind::Hide(..)
        | StmtKind::ShowCounter(..)
        | StmtKind::If(..)
        | StmtKind::Repeat(..)
        | StmtKind::Stage(_)
        | StmtKind::End(_)
        | StmtKind::Give(_)
        | StmtKind::Say(_)
        | StmtKind::Aside(_)
        | StmtKind::Remember(_)
        | StmtKind::Again => {}
    });
}

fn is_local(e: &Expr, local: LocalId) -> bool {
    matches!(e.kind, ExprKind::Local(id) if id == local)
}

/// `no q in players has q.calling is a`: the counter.
fn nobody_has(asked: &Expr, member: LocalId) -> Option<CounterId> {
    let (of_all, turned) =
        if let ExprKind::Not(inner) = &asked.kind { (&**inner, true) } else { (asked, false) };
    let ExprKind::Quantified(how, q, of, has) = &of_all.kind else { return None };
    let all = matches!(of.base, Base::Players { forever: false, opponents: false, .. });
    let (has, not) =
        if let ExprKind::Not(inner) = &has.kind { (&**inner, true) } else { (&**has, false) };
    match (how, turned, not) {
        (Quantifier::No, false, false) | (Quantifier::Any, true, false) => {}
        (Quantifier::Every, false, true) => {}
        (Quantifier::No | Quantifier::Any | Quantifier::Every, ..) => return None,
    }
    let ExprKind::Same(a, b) = &has.kind else { return None };
    let pair = [(a, b), (b, a)].into_iter().find(|(_, b)| is_local(b, member));
    let (counter, _) = pair.filter(|_| all && of.filter.is_none() && of.best.is_none())?;
    let ExprKind::Counter(id, Some(key)) = &counter.kind else { return None };
    is_local(key, *q).then_some(*id)
}
