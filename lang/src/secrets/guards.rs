//! Which statements may stop the game where they stand: what the rules ask about on the way there
//! is followed through bodies, and handed on to deeds and actions by their parameters.

use super::atoms::{Atom, Here, Others, Terms, is_number, name_key, taken, whole, zone_of};
use super::changes::{Changed, Changes, Thing};
use super::facts::Facts;
use super::parts::{Loop, Setting};
use super::stopping::Stopping;
use super::sweeps::Sweeps;
use crate::ir::visit::{Part, stmt_parts};
use crate::ir::walk::{bound_in, each_stmt};
use crate::ir::{
    Base, BodyRef, Choose, Chooser, CounterPlace, DeedId, Domain, EntryKind, Expr, ExprKind,
    LocalId, Move, MoveId, Offer, Pick, Rulebook, SetOp, StageName, Step, Stmt, StmtKind, Type,
    ZoneId,
};
use crate::source::Span;
use std::collections::BTreeSet;

/// Where statements stand.
pub(super) type Places = BTreeSet<(BodyRef, Span)>;

/// Statements that may stop the game.
#[derive(Debug, Default)]
pub(super) struct Stops {
    /// By what they read: they divide by what may be 0.
    pub divide: Places,
    /// By what they do.
    pub fail: Places,
}

/// What may stop the game, by where it stands.
pub(super) fn stops(book: &Rulebook) -> Stops {
    let changes = Changes::of(book);
    let mut walk = Walk {
        terms: Terms::of(book),
        sweeps: Sweeps::of(book),
        changes,
        deeds: vec![None; book.deeds.len()],
        moves: vec![None; book.moves.len()],
        changed: true,
        found: None,
    };
    while std::mem::take(&mut walk.changed) {
        walk.bodies();
    }
    // What nothing calls is looked at all the same.
    walk.deeds.iter_mut().chain(&mut walk.moves).for_each(|begin| {
        begin.get_or_insert_default();
    });
    walk.found = Some(Stops::default());
    walk.bodies();
    walk.found.unwrap_or_default()
}

struct Walk<'a> {
    terms: Terms<'a>,
    sweeps: Sweeps,
    changes: Changes,
    /// What holds wherever a deed is called; none: no call was seen yet.
    deeds: Vec<Option<Facts>>,
    /// The same of actions.
    moves: Vec<Option<Facts>>,
    changed: bool,
    /// What may stop the game, once nothing changes any more.
    found: Option<Stops>,
}

/// One of two blocks, and what holds where it begins.
struct Branch<'a> {
    block: &'a [Stmt],
    facts: Facts,
}

impl<'a> Branch<'a> {
    fn new(block: &'a [Stmt], facts: &Facts) -> Self {
        Self { block, facts: facts.clone() }
    }
}

impl<'a> Walk<'a> {
    fn here(&self, at: BodyRef) -> Here<'_> {
        Here { terms: &self.terms, at }
    }

    fn bodies(&mut self) {
        let book = self.terms.book;
        let nothing = || Facts::default();
        self.block(BodyRef::Setup, &book.setup.block, &mut nothing());
        self.block(BodyRef::Play, &book.play.block, &mut nothing());
        book.ends.iter().for_each(|ends| {
            self.block(BodyRef::Play, &ends.body, &mut nothing());
        });
        for (at, rule) in book.runs_out.iter().enumerate() {
            self.block(BodyRef::RunsOut(at as u16), &rule.body.block, &mut nothing());
        }
        for (at, deed) in book.deeds.iter().enumerate() {
            let Some(mut facts) = self.deeds[at].clone() else { continue };
            self.block(BodyRef::Deed(DeedId(at as u16)), &deed.body.block, &mut facts);
        }
        for (at, this) in book.moves.iter().enumerate() {
            let Some(facts) = self.moves[at].clone() else { continue };
            self.action(BodyRef::Move(MoveId(at as u16)), this, facts);
        }
    }

    /// An action is tested again before it is carried out; only an attempt is not.
    fn action(&mut self, at: BodyRef, this: &'a Move, mut facts: Facts) {
        let Some(attempt) = &this.attempt else {
            this.steps.iter().for_each(|step| self.chosen(at, step, &mut facts));
            for need in &this.needs {
                facts.assume(self.here(at), &need.condition, true);
            }
            self.block(at, &this.body.block, &mut facts);
            return;
        };
        let others = [Some(&attempt.wrong), attempt.late.as_ref(), Some(&this.body.block)];
        others.into_iter().flatten().for_each(|block| {
            self.block(at, block, &mut Facts::default());
        });
    }

    /// Goes through statements; gives whether nothing behind them is carried out.
    fn block(&mut self, at: BodyRef, block: &'a [Stmt], facts: &mut Facts) -> bool {
        let mut left = false;
        for stmt in block {
            left |= self.stmt(at, stmt, facts);
        }
        left
    }

    fn stmt(&mut self, at: BodyRef, stmt: &'a Stmt, facts: &mut Facts) -> bool {
        self.judge(at, stmt, facts);
        match &stmt.kind {
            StmtKind::Let(local, value) => self.bound(at, *local, value, facts),
            StmtKind::Call { deed, args, into } => {
                self.call(at, *deed, args, facts);
                self.after(&self.changes.stmt(stmt), facts);
                into.iter().for_each(|local| facts.forget(*local));
            }
            StmtKind::Set(place, op, value) => {
                self.set(at, Setting { place, op: *op, value }, facts)
            }
            StmtKind::Move { cards, to, .. } => {
                if self.changes.draws != Changed::default() {
                    self.drop(&self.changes.stmt(stmt), facts);
                }
                self.moved(at, cards, to, facts);
            }
            StmtKind::If(test, then, otherwise) => {
                let (mut yes, mut no) = (Branch::new(then, facts), Branch::new(otherwise, facts));
                yes.facts.assume(self.here(at), test, true);
                no.facts.assume(self.here(at), test, false);
                return self.either(at, yes, no, facts);
            }
            StmtKind::IfThere(local, of, then, otherwise) => {
                facts.forget(*local);
                let (mut yes, mut no) = (Branch::new(then, facts), Branch::new(otherwise, facts));
                yes.facts.member(self.here(at), *local, of);
                no.facts.empty(self.here(at), of, true);
                return self.either(at, yes, no, facts);
            }
            StmtKind::ForEach(local, of, inner) => {
                self.repeated(stmt, inner, facts);
                facts.forget(*local);
                let mut within = facts.clone();
                within.member(self.here(at), *local, of);
                self.gone_through(at, Loop { local: *local, of, inner }, &mut within);
                self.block(at, inner, &mut within);
            }
            StmtKind::Repeat(test, inner) => {
                self.repeated(stmt, inner, facts);
                let mut within = facts.clone();
                within.assume(self.here(at), test, false);
                self.block(at, inner, &mut within);
                facts.assume(self.here(at), test, true);
            }
            StmtKind::Stage(stage) => self.stage(at, stmt, stage, facts),
            StmtKind::Choose(choose) => self.choose(at, stmt, choose, facts),
            StmtKind::End(_) | StmtKind::Give(_) => return true,
            // As many cards lie there as before.
            StmtKind::Swap(..) | StmtKind::Shuffle(_) => facts.drop(&|atom, _| {
                atom.reads.any || atom.heap.is_none() && !atom.reads.zones.is_empty()
            }),
            StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => {}
        }
        false
    }

    fn either(
        &mut self,
        at: BodyRef,
        mut yes: Branch<'a>,
        mut no: Branch<'a>,
        facts: &mut Facts,
    ) -> bool {
        let left =
            (self.block(at, yes.block, &mut yes.facts), self.block(at, no.block, &mut no.facts));
        match left {
            (false, false) => yes.facts.meet(&no.facts),
            (true, false) => yes = no,
            (false, true) | (true, true) => {}
        }
        *facts = yes.facts;
        left == (true, true)
    }

    /// What may have changed when a block has been carried out any number of times.
    fn repeated(&self, stmt: &Stmt, inner: &[Stmt], facts: &mut Facts) {
        self.drop(&self.changes.stmt(stmt), facts);
        self.drop(&self.changes.block(inner), facts);
        each_stmt(inner, &mut |stmt| {
            stmt_parts(stmt, &mut |part| {
                if let Part::Binds(local) = part {
                    facts.forget(local);
                }
            });
            for local in chosen_in(stmt) {
                facts.forget(local);
            }
        });
    }

    /// Members are found before the first is gone through: what holds of each goes on to hold as
    /// long as the block changes nothing but counters of the member itself.
    fn gone_through(&self, at: BodyRef, Loop { local, of, inner }: Loop<'_>, facts: &mut Facts) {
        let each_once = matches!(of.base, Base::Players { .. } | Base::Enum(_) | Base::Zone(_));
        let changed = self.changes.block(inner);
        let mut own = Vec::new();
        each_stmt(inner, &mut |stmt| {
            if let StmtKind::Set(place, ..) = &stmt.kind {
                let key = place.key.as_deref().map(|key| &key.kind);
                let its = matches!(key, Some(ExprKind::Local(name)) if *name == local);
                own.push((place, its, stmt.span));
            }
            if let StmtKind::Call { .. } | StmtKind::Choose(_) | StmtKind::Move { .. } = &stmt.kind
            {
                let called = self.changes.stmt(stmt);
                own.retain(|(place, ..)| !called.has(Thing::Counter(place.counter)));
            }
        });
        let own: Vec<_> = own
            .iter()
            .filter(|(place, its, _)| {
                let same = |other: &&(&CounterPlace, bool, Span)| other.0.counter == place.counter;
                *its && each_once && own.iter().filter(same).all(|(_, its, _)| *its)
            })
            .filter_map(|(place, _, span)| {
                let kind = ExprKind::Counter(place.counter, place.key.clone());
                let ty = self.terms.book[place.counter].ty.clone();
                self.here(at).sum(&Expr { kind, ty, span: *span })
            })
            .collect();
        let is_own = |atom: &Atom| own.iter().any(|sum| sum.terms.keys().any(|own| **own == *atom));
        self.drop_but(&changed, facts, &is_own);
    }

    /// Leaves out what goes by what has changed.
    fn drop(&self, changed: &Changed, facts: &mut Facts) {
        self.drop_but(changed, facts, &|_| false);
    }

    fn drop_but(&self, changed: &Changed, facts: &mut Facts, keeps: &dyn Fn(&Atom) -> bool) {
        let (cards, any) = (changed.cards(), changed.anything());
        facts.drop(&|atom, _| {
            let reads = &atom.reads;
            let dead = cards && !reads.zones.is_empty()
                || any && reads.any
                || changed.sets(&reads.counters);
            dead && !keeps(atom)
        });
    }

    /// The same behind a call.
    fn after(&self, changed: &Changed, facts: &mut Facts) {
        self.drop(changed, facts);
        facts.drop(&|atom, _| atom.reads.run);
    }

    fn bound(&self, at: BodyRef, local: LocalId, value: &Expr, facts: &mut Facts) {
        facts.forget(local);
        let here = self.here(at);
        if value.ty == Type::Bool {
            facts.name(here, local, value);
        } else if is_number(&value.ty) {
            let name = Expr { kind: ExprKind::Local(local), ..value.clone() };
            let (Some(name), Some(value)) = (here.sum(&name), here.sum(value)) else {
                return;
            };
            if !value.terms.keys().any(|atom| atom.names(local)) {
                facts.same(&name, &value);
                facts.written_with(&name, &value);
            }
        } else if let Some(key) = here.terms.key(value).filter(|_| bound_in(value).is_empty()) {
            facts.also(&key, local);
        }
    }

    fn set(&self, at: BodyRef, Setting { place, op, value }: Setting<'_>, facts: &mut Facts) {
        let here = self.here(at);
        let counter = &self.terms.book[place.counter];
        let (kind, ty) = (ExprKind::Counter(place.counter, place.key.clone()), counter.ty.clone());
        let it = Expr { kind, ty, span: value.span };
        let sets = |atom: &Atom| atom.reads.counters.has(place.counter.index());
        let number = is_number(&counter.ty).then(|| here.sum(value)).flatten();
        let number = number.filter(|sum| !sum.terms.keys().any(|atom| sets(atom)));
        let own = here.sum(&it);
        let atom = own.as_ref().and_then(|own| own.terms.keys().next().cloned());
        let (Some(number), Some(own), Some(atom)) = (number, own, atom) else {
            facts.drop(&|atom, _| sets(atom) || atom.reads.any);
            return;
        };
        let shifts = op != SetOp::To && !counter.capped;
        facts.drop(&|other, _| other.reads.any || sets(other) && !(shifts && *other == *atom));
        match op {
            SetOp::To if counter.capped => {}
            SetOp::To => facts.same(&own, &number),
            SetOp::Plus if shifts => facts.shift(&atom, &number),
            SetOp::Minus if shifts => {
                if let Some(less) = number.minus() {
                    facts.shift(&atom, &less);
                }
            }
            SetOp::Plus | SetOp::Minus => {}
        }
    }

    fn moved(&self, at: BodyRef, cards: &Domain, to: &Expr, facts: &mut Facts) {
        let (from, into) = (lie_in(cards).and_then(zone_of), zone_of(to));
        let among = |zone: Option<ZoneId>, id: ZoneId| zone.is_none_or(|zone| zone == id);
        let reads = |zone: Option<ZoneId>, atom: &Atom| {
            zone.is_none_or(|id| atom.reads.zones.has(id.index()))
        };
        facts.drop(&|atom, times| match atom.heap {
            _ if atom.reads.zones.is_empty() => atom.reads.any,
            Some(id) if times > 0 => among(from, id),
            Some(id) => among(into, id),
            None => atom.reads.any || reads(from, atom) || reads(into, atom),
        });
        let left = whole(cards).or_else(|| in_slot(cards));
        if let Some(left) = left.filter(|left| zone_of(left) != into) {
            let count = self.here(at).heap(left);
            facts.add(count.and_then(|count| count.minus()));
        }
    }

    fn call(&mut self, at: BodyRef, deed: DeedId, args: &'a [Expr], facts: &Facts) {
        let handed = self.handed(at, (0..).map(LocalId).zip(args), facts);
        let begin = &mut self.deeds[deed.index()];
        self.changed |= narrow(begin, handed);
    }

    /// What holds of what is handed over, by the names that it gets.
    fn handed<'e>(
        &self,
        at: BodyRef,
        args: impl Iterator<Item = (LocalId, &'e Expr)> + Clone,
        facts: &Facts,
    ) -> Facts {
        let here = self.here(at);
        let mut facts = facts.clone();
        facts.drop(&|atom, _| atom.reads.run);
        let names = taken(here.terms, args.clone());
        // Parameters are names of their own: they are told apart until all is handed over.
        let apart = |param: LocalId| LocalId(u16::MAX - param.0);
        for (param, arg) in args.clone().filter(|(_, arg)| is_number(&arg.ty)) {
            let name = Expr { kind: ExprKind::Local(apart(param)), ..arg.clone() };
            if let (Some(name), Some(value)) = (here.sum(&name), here.sum(arg)) {
                facts.written_with(&name, &value);
                let least = value.least().and_then(i64::checked_neg);
                facts.add(least.and_then(|least| name.plus(least)));
                let most = value.minus().and_then(|value| value.least()).and_then(i64::checked_neg);
                facts.add(most.and_then(|most| name.minus()?.plus(most)));
            }
        }
        let back = args.clone().map(|(param, _)| (name_key(apart(param)), name_key(param)));
        let keys = names.into_iter().chain(back).collect();
        facts.passed(&Others { keys, numbers: Vec::new() })
    }

    fn stage(
        &mut self,
        at: BodyRef,
        stmt: &'a Stmt,
        stage: &'a crate::ir::Stage,
        facts: &mut Facts,
    ) {
        self.repeated(stmt, &stage.body, facts);
        facts.drop(&|atom, _| atom.reads.run);
        let mut within = facts.clone();
        match &stage.over {
            Some((StageName::Me, _)) => within.drop(&|atom, _| atom.goes_by_me()),
            Some((StageName::Local(local), of)) => {
                facts.forget(*local);
                within.forget(*local);
                within.member(self.here(at), *local, of);
                self.drop(&self.changes.stmt(stmt), &mut within);
            }
            None => {}
        }
        self.block(at, &stage.body, &mut within);
        for ends in &stage.ends {
            self.block(at, &ends.body, &mut Facts::default());
        }
    }

    fn choose(&mut self, at: BodyRef, stmt: &'a Stmt, choose: &'a Choose, facts: &mut Facts) {
        let book = self.terms.book;
        match &choose.what {
            Offer::Values { steps, may } => {
                let each = matches!(choose.by, Chooser::Each(_) | Chooser::Race(_));
                for step in steps {
                    facts.forget(step.local);
                    if !may && !each {
                        self.chosen(at, step, facts);
                    }
                }
            }
            Offer::Menu(tiers) => {
                let entries = tiers.iter().flatten().filter_map(|entry| match &entry.what {
                    EntryKind::Move(id, args) => Some((*id, args)),
                    EntryKind::Pass => None,
                });
                let again = |id: &MoveId| book[*id].again;
                let alone = matches!(choose.by, Chooser::Me | Chooser::Seat(_));
                let once =
                    alone && !choose.until_all_pass && !entries.clone().any(|(id, _)| again(&id));
                if !once {
                    self.after(&self.changes.stmt(stmt), facts);
                }
                let mut here = facts.clone();
                if !matches!(choose.by, Chooser::Me) {
                    here.drop(&|atom, _| atom.goes_by_me());
                }
                for (id, args) in entries {
                    let handed = self.handed(at, (0..).map(LocalId).zip(args), &here);
                    let begin = &mut self.moves[id.index()];
                    self.changed |= narrow(begin, handed);
                }
                self.after(&self.changes.stmt(stmt), facts);
            }
        }
    }

    /// A value was chosen, or an action filled in.
    fn chosen(&self, at: BodyRef, step: &Step, facts: &mut Facts) {
        match step.pick {
            Pick::One => facts.member(self.here(at), step.local, &step.domain),
            Pick::UpToOne | Pick::Some { .. } | Pick::Order => {}
        }
        if let Some(whole) = &step.whole {
            facts.assume(self.here(at), whole, true);
        }
    }

    /// Notes whether a statement may stop the game.
    fn judge(&mut self, at: BodyRef, stmt: &Stmt, facts: &Facts) {
        let Some(found) = &mut self.found else { return };
        let stopping = Stopping { here: Here { terms: &self.terms, at }, sweeps: &self.sweeps };
        if stopping.divides(stmt, facts) {
            found.divide.insert((at, stmt.span));
        }
        if stopping.fails(stmt, facts) {
            found.fail.insert((at, stmt.span));
        }
    }
}

/// Leaves what holds at all calls; gives whether that changed.
fn narrow(begin: &mut Option<Facts>, facts: Facts) -> bool {
    let Some(before) = begin else {
        *begin = Some(facts);
        return true;
    };
    let was = before.clone();
    before.keep(&facts);
    *before != was
}

/// Names that are chosen in a statement.
fn chosen_in(stmt: &Stmt) -> Vec<LocalId> {
    let StmtKind::Choose(choose) = &stmt.kind else { return Vec::new() };
    match &choose.what {
        Offer::Values { steps, .. } => steps.iter().map(|step| step.local).collect(),
        Offer::Menu(_) => Vec::new(),
    }
}

/// The zone in which cards lie; none: it is not said.
fn lie_in(cards: &Domain) -> Option<&Expr> {
    let zone = cards.base.zone().map(|(zone, _)| zone);
    zone.or_else(|| in_slot(cards)).or_else(|| in_place(cards))
}

/// The slot of which this is the card.
fn in_slot(cards: &Domain) -> Option<&Expr> {
    let ExprKind::SlotCard(zone) = &single(cards)?.kind else { return None };
    Some(zone)
}

fn in_place(cards: &Domain) -> Option<&Expr> {
    let ExprKind::Place(zone, _) = &single(cards)?.kind else { return None };
    Some(zone)
}

fn single(cards: &Domain) -> Option<&Expr> {
    let Base::Items(items) = &cards.base else { return None };
    let [one] = items.as_slice() else { return None };
    Some(one)
}
