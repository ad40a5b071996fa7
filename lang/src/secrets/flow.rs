//! Follows statements, calls and menus.
//!
//! Names only lose readers from pass to pass, so the passes come to an end; the last one reports.

use super::changes::{Changes, Thing};
use super::effects::{Seen, asks};
use super::hides::Hides;
use super::known::{Passing, decks};
use super::mixes::Mixes;
use super::opens::Opens;
use super::pointless::Pointless;
use super::read::{Lore, Names, Reader, Twins};
use super::readers::{Known, Passed, Readers, Seat};
use super::shown::AllShown;
use super::tell::{Hears, Narrowed, Openly};
use crate::diagnostic::Diagnostic;
use crate::ir::{
    Base, BodyRef, DeedId, Domain, Ends, Expr, ExprKind, LimitId, LocalId, MoveId, Owner, Rulebook,
    Stage, StageName, Stmt, StmtKind, TemplatePart, TextId, Type, ZoneId,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// More passes than any real game needs; each lowers at least one parameter.
const MOST_PASSES: usize = 40;

/// Times that a block is gone through until nothing is passed on from one time to the next any
/// more.
const MOST_ROUNDS: usize = 64;

/// So many statements ahead are looked at for what they lay open or end; behind them nothing is
/// taken for granted.
const AHEAD: usize = 256;

pub(super) struct Flow<'a> {
    pub(super) book: &'a Rulebook,
    pub(super) reader: Reader<'a>,
    hides: Hides,
    /// Which bodies mix cards.
    mixes: Mixes,
    /// What bodies change.
    pub(super) changes: Changes,
    /// What is shown where bodies begin and end.
    pub(super) passing: Passing,
    pub(super) opens: Opens<'a>,
    pub(super) openly: Openly<'a>,
    pub(super) told: Narrowed,
    /// What deeds give.
    results: Vec<Known>,
    /// Who sees that a deed is carried out, by what happens in it.
    pub(super) watched: Vec<Readers>,
    /// Decks that are whole wherever a deed is called.
    whole: Vec<BTreeSet<ZoneId>>,
    /// Parameters of bodies that may be the same card.
    pub(super) twins: BTreeMap<BodyRef, Twins>,
    /// Who can read what actions need, by where that stands.
    pub(super) needed: BTreeMap<(MoveId, Span), Readers>,
    /// Hidden counters, and whether all that is put into them is known.
    pointless: Pointless,
    found: Vec<Diagnostic>,
    pub(super) changed: bool,
    pub(super) reporting: bool,
    /// Whether somebody may be asked where a zone runs out.
    pub(super) asks_between: bool,
}

/// A block, and the condition that must hold, or must not.
type Branch<'a> = (&'a [Stmt], Option<(&'a Expr, bool)>);

/// Where a body is being followed.
pub(super) struct Body {
    /// Which.
    pub(super) at: BodyRef,
    pub(super) names: Names,
    /// Conditions not everyone can read, around the present statement.
    pub(super) guard: Readers,
    /// Those who can tell whether the body was left before under such a condition.
    pub(super) left: Readers,
    /// That the present condition tells has been said.
    pub(super) said: bool,
    /// Where the text stands in whose hole another text is read.
    pub(super) text: Option<Span>,
    /// Lines are for these seats alone.
    pub(super) aside: Option<Vec<Seat>>,
    /// Where it stands for whom lines are, if that is a secret from some of them.
    pub(super) addressed: Option<Span>,
    /// `me` is somebody else than where the body began.
    pub(super) another: bool,
    /// Nothing comes behind the present block but the end of the game.
    pub(super) ending: bool,
    /// The deed whose result `give` sets.
    pub(super) deed: Option<DeedId>,
    /// What may stop the game before a card is laid open behind the present statement.
    pub(super) stop: Option<Span>,
    /// What is shown wherever the body was left until now.
    pub(super) shown_left: Option<AllShown>,
}

impl<'a> Flow<'a> {
    pub(super) fn new(book: &'a Rulebook) -> Self {
        let results = vec![Known::public(); book.deeds.len()];
        let (hides, mixes) = (Hides::of(book), Mixes::of(book));
        let mut reader = Reader::new(book);
        reader.lore.hides = hides.any;
        let (told, openly) = (Narrowed::default(), Openly::new(&book.openly));
        let (found, watched) = (Vec::new(), vec![Readers::NOBODY; book.deeds.len()]);
        let (changed, reporting) = (false, false);
        let opens = Opens::of(book);
        let whole = vec![decks(book); book.deeds.len()];
        let pointless = Pointless::default();
        Self {
            book,
            reader,
            hides,
            mixes,
            changes: Changes::of(book),
            passing: Passing::new(book),
            opens,
            whole,
            twins: BTreeMap::new(),
            needed: BTreeMap::new(),
            openly,
            told,
            results,
            watched,
            pointless,
            found,
            changed,
            reporting,
            asks_between: book
                .runs_out
                .iter()
                .any(|handler| handler.body.block.iter().any(|stmt| asks(book, stmt))),
        }
    }

    /// What is known of everything when nothing changes any more; nothing is reported.
    pub(super) fn followed(mut self) -> Lore {
        self.follow();
        self.reader.forget_words();
        self.reader.lore
    }

    /// Goes through all bodies until nothing changes any more.
    fn follow(&mut self) {
        // The first pass finds the zones that are shown. What it took for unseen is forgotten.
        self.pass();
        self.reader = self.reader.again();
        self.results = vec![Known::public(); self.book.deeds.len()];
        self.needed.clear();
        self.watched = vec![Readers::NOBODY; self.book.deeds.len()];
        self.whole = vec![decks(self.book); self.book.deeds.len()];
        self.passing = Passing::new(self.book);
        self.twins.clear();
        for _ in 0..MOST_PASSES {
            self.changed = false;
            self.pass();
            if !self.changed {
                break;
            }
        }
    }

    pub(super) fn run(mut self) -> (Vec<Diagnostic>, Narrowed) {
        self.follow();
        (self.told, self.openly, self.reporting) =
            (Narrowed::default(), Openly::new(&self.book.openly), true);
        self.pointless = Pointless::default();
        self.passing.settle();
        self.pass();
        self.found.extend(self.pointless.told(self.book));
        self.drawing();
        self.found.extend(self.openly.idle());
        self.found.sort_by_key(|d| (d.span().file, d.span().start, d.code));
        self.found.dedup_by_key(|d| (d.span(), d.code));
        (self.found, self.told)
    }

    fn pass(&mut self) {
        let book = self.book;
        self.reader.forget_words();
        let mut body = Body::new(BodyRef::Setup, book.setup.locals.len());
        body.names.whole = decks(book);
        self.block(&book.setup.block, &mut body);
        self.root(BodyRef::Play, &book.play.block, book.play.locals.len());
        for ends in &book.ends {
            let mut body = Body::new(BodyRef::Play, book.play.locals.len());
            self.ending(ends, &mut body);
        }
        for (at, handler) in book.runs_out.iter().enumerate() {
            let locals = &handler.body.locals;
            let mut body = Body::new(BodyRef::RunsOut(at as u16), locals.len());
            // Everybody sees whose zone is drawn from.
            let owned = book.zones.get(handler.zone.index());
            if owned.is_some_and(|z| z.owner != Owner::Table) {
                self.params(&[None], locals, &mut body);
            }
            self.block(&handler.body.block, &mut body);
        }
        for (at, deed) in book.deeds.iter().enumerate() {
            let mut body = Body::new(BodyRef::Deed(DeedId(at as u16)), deed.body.locals.len());
            body.deed = Some(DeedId(at as u16));
            body.names.whole = self.whole[at].clone();
            body.names.shown = self.passing.before_deed(DeedId(at as u16));
            self.params(&self.reader.lore.deeds[at].clone(), &deed.body.locals, &mut body);
            body.names.twins = self.twins_in(body.at);
            if let Some(title) = deed.title {
                self.text_for(title, &Hears::All, &mut body);
            }
            self.block(&deed.body.block, &mut body);
            self.deed_ends(DeedId(at as u16), &mut body);
        }
        for at in 0..book.moves.len() {
            self.one_move(MoveId(at as u16));
        }
    }

    fn root(&mut self, at: BodyRef, block: &'a [Stmt], locals: usize) {
        self.block(block, &mut Body::new(at, locals));
    }

    /// Everybody sees that a stage ends.
    fn ending(&mut self, ends: &'a Ends, body: &mut Body) {
        let info = self.reader.expr(&ends.condition, &mut body.names).info;
        let span = ends.condition.span;
        self.guarded(&info, body, |flow, body| {
            flow.happens(&Seen::by_all(span, "this ending"), body)
        });
        self.block(&ends.body, body);
    }

    fn params(&self, known: &[Option<Known>], locals: &[crate::ir::LocalDecl], body: &mut Body) {
        for (at, known) in known.iter().enumerate() {
            let local = LocalId(at as u16);
            let mut known = known.clone().unwrap_or_else(Known::public);
            if locals.get(at).is_some_and(|l| l.ty == Type::Player) && known.seat != Seat::Me {
                known.seat = Seat::Name { depth: 0, local, opponent: false };
            }
            body.names.bind(local, known);
        }
    }

    fn one_move(&mut self, id: MoveId) {
        let book = self.book;
        let this = &book.moves[id.index()];
        let mut body = Body::new(BodyRef::Move(id), this.body.locals.len());
        body.names.shown = self.passing.before_move(id);
        let given = usize::from(this.given);
        let known: Vec<_> =
            self.reader.lore.moves[id.index()].iter().take(given).cloned().collect();
        self.params(&known, &this.body.locals, &mut body);
        body.names.twins = self.twins_in(body.at);
        for step in &this.steps {
            let info = self.step(step, Seat::Me, &mut body);
            self.needs_read(id, step.domain.span, &info);
            let slot = self.reader.lore.moves[id.index()].get_mut(step.local.index());
            self.changed |= slot.is_some_and(|slot| lower(slot, body.names.get(step.local)));
        }
        for need in &this.needs {
            let info = self.reader.expr(&need.condition, &mut body.names).info;
            body.names.told_apart(&need.condition, true);
            self.must_read(&info, Seat::Me, need.span, "this `needs`");
            self.needs_read(id, need.span, &info);
            self.text_for(need.reason, &Hears::These(vec![Seat::Me]), &mut body);
        }
        self.limit(this.limit, &mut body);
        if let Some(title) = this.title {
            self.text_for(title, &Hears::All, &mut body);
        }
        let others = this.attempt.iter().flat_map(|a| [Some(&a.wrong), a.late.as_ref()]).flatten();
        // Only one of them is carried out.
        let (names, left) = (body.names.clone(), body.left.clone());
        for block in std::iter::once(&this.body.block).chain(others) {
            self.block(block, &mut body);
            body.names.clone_from(&names);
            body.left.clone_from(&left);
        }
    }

    /// The refusal of a move that is used up is read by whoever tries it.
    pub(super) fn limit(&mut self, limit: Option<LimitId>, body: &mut Body) {
        let limit = limit.and_then(|id| self.book.limits.get(id.index()));
        if let Some(text) = limit.and_then(|l| l.reason) {
            self.text_for(text, &Hears::These(vec![Seat::Me]), body);
        }
    }

    fn block(&mut self, block: &'a [Stmt], body: &mut Body) {
        let ending = body.ending;
        for (at, stmt) in block.iter().enumerate() {
            let ahead = &block[at..block.len().min(at + AHEAD)];
            let (open, stop) = self.opens.open_from(body.at, ahead);
            open.into_iter().for_each(|local| body.names.open(local));
            self.shown_soon(ahead, body);
            let outer = body.stop;
            body.stop = stop.or(outer);
            body.ending = ending || self.opens.end_the_game(&ahead[1..]);
            self.stmt(stmt, body);
            body.stop = outer;
        }
        body.ending = ending;
    }

    /// The players for whom a line is.
    fn audience(&self, text: TextId) -> Option<&'a Domain> {
        let parts = self.book.texts.get(text.index()).map_or(&[][..], |t| &t.parts);
        parts.iter().find_map(|p| match p {
            TemplatePart::Readers(Expr { kind: ExprKind::List(who), .. }) => Some(&**who),
            _ => None,
        })
    }

    /// The players for whom a line is, if some of them may not know that it is for them.
    fn addressed(&mut self, text: TextId, body: &mut Body) -> Option<Span> {
        let who = self.audience(text)?;
        let party = self.party(who, body);
        (!party.members.reach(&party.by)).then_some(who.span)
    }

    /// Those for whom a line is.
    fn aside(&mut self, text: TextId, body: &mut Body) -> Vec<Seat> {
        match self.audience(text).map(|who| self.seats(who, body)) {
            Some(Readers::Only(seats)) if !seats.is_empty() => seats,
            _ => vec![Seat::Somebody],
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt, body: &mut Body) {
        self.may_stop(stmt, body);
        self.names_at(stmt, body);
        match &stmt.kind {
            StmtKind::Let(local, value) => {
                if body.names.is_bound(*local) {
                    self.forget(*local, body);
                    body.names.no_twins(*local);
                }
                let mut known = self.reader.expr(value, &mut body.names);
                if known.seat == Seat::Somebody && *value.ty.bare() == Type::Player {
                    known.seat = Seat::Name { depth: 0, local: *local, opponent: false };
                }
                if body.names.is_bound(*local) {
                    // Written again under a condition, it tells how that came out.
                    known.info = known.info.and(&body.guard());
                }
                body.names.bind(*local, known);
            }
            StmtKind::Call { deed, args, into } => {
                let shown = self.call((*deed, args), *into, stmt.span, body);
                body.names.changed_by(&self.changes.stmt(stmt));
                body.names.shown.add(shown);
            }
            StmtKind::Give(value) => {
                if let Some(value) = value {
                    self.give(value, body);
                }
                body.leave_shown();
                body.left = body.guard();
            }
            StmtKind::Set(place, op, value) => {
                body.names.asked.remove(&place.counter);
                self.counter_set(place, value, stmt.span, body);
                let known = self.reader.expr(value, &mut body.names);
                let all = known.info.and(&known.spot()).and(&body.guard()) == Readers::Everyone;
                self.pointless.set((place.counter, *op), value, all, stmt.span);
            }
            StmtKind::End(_) | StmtKind::Again => {
                self.happens(&Seen::by_all(stmt.span, "ending here"), body);
            }
            StmtKind::Aside(who) => {
                body.aside = who.map(|text| self.aside(text, body));
                body.addressed = who.and_then(|text| self.addressed(text, body));
            }
            StmtKind::Move { cards, to, at } => self.moved((cards, to, at), stmt.span, body),
            StmtKind::Swap(a, b) => self.swapped(a, b, stmt.span, body),
            StmtKind::Shuffle(zone) => self.shuffled(zone, stmt.span, body),
            StmtKind::Show(cards, to) => self.shown(cards, to, stmt.span, body),
            StmtKind::Hide(cards, from) => self.hidden(cards, from, stmt.span, body),
            StmtKind::ShowCounter(place, to) => self.counter_shown(place, to, stmt.span, body),
            StmtKind::If(test, then, otherwise) => {
                let info = self.reader.expr(test, &mut body.names).info;
                self.guarded(&info, body, |flow, body| {
                    flow.either((then, Some((test, true))), (otherwise, Some((test, false))), body);
                });
            }
            StmtKind::IfThere(local, domain, then, otherwise) => {
                let info = self.bind_member(*local, domain, body);
                self.guarded(&info, body, |flow, body| {
                    flow.either((then, None), (otherwise, None), body);
                });
            }
            StmtKind::Repeat(test, inner) => self.repeated(test, inner, body),
            StmtKind::ForEach(local, domain, inner) => {
                let info = self.bind_member(*local, domain, body);
                body.names.changed_by(&self.changes.block(inner));
                let mut left = None;
                self.guarded(&info, body, |flow, body| {
                    left = Some(flow.over_and_over(inner, body))
                });
                if let Some(left) = left {
                    self.know_all(*local, (domain, inner), &left, body);
                }
            }
            StmtKind::Stage(stage) => self.stage(stage, stmt, body),
            StmtKind::Choose(choose) => {
                // It may be asked again after a move.
                body.names.changed_by(&self.changes.stmt(stmt));
                self.choose(choose, stmt.span, body);
            }
            StmtKind::Say(text) => self.said(*text, stmt.span, body),
            StmtKind::Remember(all) => {
                let decided = self.reader.noted(all, &mut body.names);
                let (done, which) = ("remembering this", "what is remembered");
                self.happens(&Seen { decided, which, ..Seen::by_all(stmt.span, done) }, body);
            }
        }
        self.shown_since(stmt, body);
        self.narrowed(stmt, body);
        let within = matches!(
            stmt.kind,
            StmtKind::Call { .. } | StmtKind::Move { .. } | StmtKind::Choose(_)
        );
        if within && self.hides.stmt(stmt) {
            body.names.blur();
        }
        if matches!(stmt.kind, StmtKind::Call { .. } | StmtKind::Choose(_)) {
            body.names.mix(&self.mixes.stmt(stmt));
        }
    }

    fn guarded(
        &mut self,
        info: &Readers,
        body: &mut Body,
        inner: impl FnOnce(&mut Self, &mut Body),
    ) {
        let outer = body.guard.clone();
        let said = body.said;
        body.said &= body.guard() != Readers::Everyone;
        body.guard = outer.and(info);
        inner(self, body);
        body.guard = outer;
        body.said = said;
    }

    /// One of two blocks: what holds behind them holds after both.
    fn either(&mut self, then: Branch<'a>, otherwise: Branch<'a>, body: &mut Body) {
        let mut other = body.names.clone();
        self.branch(then, body);
        std::mem::swap(&mut other, &mut body.names);
        self.branch(otherwise, body);
        body.names.meet(&other);
    }

    /// A block that is carried out if a condition holds, or if it does not.
    fn branch(&mut self, (block, so): Branch<'a>, body: &mut Body) {
        let called = so.map(|(test, truth)| body.names.begin_as_me(test, truth));
        so.iter().for_each(|(test, truth)| body.names.told_apart(test, *truth));
        self.block(block, body);
        body.names.end_as_me(&called.unwrap_or_default());
    }

    /// A block that may be run any number of times: what one time leaves in names is read by the
    /// next. Gives what is known of names when it has been run.
    fn over_and_over(&mut self, inner: &'a [Stmt], body: &mut Body) -> Names {
        if self.hides.block(inner) {
            body.names.blur();
        }
        let mut left = body.names.clone();
        for _ in 0..MOST_ROUNDS {
            let before = body.names.clone();
            self.block(inner, body);
            left.clone_from(&body.names);
            body.names.meet(&before);
            body.names.leave(&before);
            if body.names == before {
                break;
            }
        }
        left
    }

    /// `repeat until`: what one time leaves in names, the condition reads before the next.
    fn repeated(&mut self, test: &'a Expr, inner: &'a [Stmt], body: &mut Body) {
        body.names.changed_by(&self.changes.block(inner));
        for _ in 0..MOST_ROUNDS {
            let info = self.reader.expr(test, &mut body.names).info;
            self.guarded(&info, body, |flow, body| {
                flow.over_and_over(inner, body);
            });
            if self.reader.expr(test, &mut body.names).info == info {
                break;
            }
        }
    }

    /// What happens where somebody else is `me`.
    pub(super) fn as_another(&mut self, body: &mut Body, inner: impl FnOnce(&mut Self, &mut Body)) {
        let (names, guard, left) = (body.names.clone(), body.guard.clone(), body.left.clone());
        let before = body.names.clone();
        let other = |s: Seat| before.elsewhere(s);
        body.names.rename(&other);
        (body.guard, body.left) = (guard.renamed(&other), left.renamed(&other));
        let (began, before) = (body.names.clone(), body.left.clone());
        let outer = std::mem::replace(&mut body.another, true);
        inner(self, body);
        body.another = outer;
        body.names.back(&began, &names);
        body.guard = guard;
        let stranger = |s: Seat| if s.is_relative() { Seat::Somebody } else { s };
        body.left = if body.left == before { left } else { body.left.renamed(&stranger) };
    }

    /// A name stands for something else from now on: readers that went by it are nobody that can be
    /// named.
    fn forget(&mut self, local: LocalId, body: &mut Body) {
        let name = |s: Seat| if s.is_named(local) { Seat::Somebody } else { s };
        body.names.rename(&name);
        (body.guard, body.left) = (body.guard.renamed(&name), body.left.renamed(&name));
    }

    /// Binds a member; gives who can tell that it is one.
    pub(super) fn bind_member(
        &mut self,
        local: LocalId,
        domain: &Domain,
        body: &mut Body,
    ) -> Readers {
        self.forget(local, body);
        body.names.no_twins(local);
        let opponent = matches!(domain.base, Base::Players { opponents: true, .. });
        let each = Seat::Name { depth: 0, local, opponent };
        let members = self.reader.domain_as(domain, each, &mut body.names);
        let member = self.reader.name_seat(&members.member, local, domain, 0);
        body.names.bind(local, member);
        members.info
    }

    fn call(
        &mut self,
        (deed, args): (DeedId, &[Expr]),
        into: Option<LocalId>,
        span: Span,
        body: &mut Body,
    ) -> AllShown {
        let (known, passed) = self.passed(args, Some(Seat::Me), body);
        let changed = self.changes.deed(deed);
        for (at, mut known) in known.into_iter().enumerate() {
            if let Some(id) = known.zone.filter(|id| changed.has(Thing::Zone(*id)))
                && matches!(args[at].ty, Type::Zone(_))
            {
                known.face = self.reader.coming_to(id, &known.lies);
            }
            let slot = self.reader.lore.deeds.get_mut(deed.index()).and_then(|d| d.get_mut(at));
            self.changed |= slot.is_some_and(|slot| lower(slot, known));
        }
        self.pass_twins(BodyRef::Deed(deed), args, body);
        self.shown_in_deed(deed, &passed, body);
        let seats: Vec<_> =
            args.iter().map(|arg| self.reader.expr(arg, &mut body.names).seat).collect();
        let mut shown = self.shown_behind(deed, &seats, body);
        self.carried_out(deed, &seats, span, body);
        let whole = &mut self.whole[deed.index()];
        let before = whole.len();
        whole.retain(|deck| body.names.whole.contains(deck));
        self.changed |= whole.len() != before;
        body.names.whole.clear();
        if let Some(local) = into {
            let mut result = self.results[deed.index()].clone();
            if body.names.is_bound(local) {
                self.forget(local, body);
                result.info = result.info.and(&body.guard());
            }
            body.names.bind(local, result);
            let anew = |seat: &Option<Seat>| seat.is_some_and(|seat| seat.is_named(local));
            shown.retain_others(|(_, whose, to)| !anew(whose) && !anew(to));
        }
        shown
    }

    /// Arguments as the body that is called sees them, and what seats are called there.
    pub(super) fn passed(
        &mut self,
        args: &[Expr],
        acts: Option<Seat>,
        body: &mut Body,
    ) -> (Vec<Known>, Passed) {
        args.iter().for_each(|arg| self.text_within(arg, &Hears::All, body));
        let known: Vec<_> = args.iter().map(|arg| self.reader.expr(arg, &mut body.names)).collect();
        let seats = args
            .iter()
            .zip(&known)
            .enumerate()
            .filter(|(_, (arg, _))| *arg.ty.bare() == Type::Player);
        let seats = seats.map(|(at, (_, known))| (known.seat, LocalId(at as u16))).collect();
        let passed = Passed { acts, seats };
        (known.iter().map(|k| k.abroad(&passed)).collect(), passed)
    }

    fn give(&mut self, value: &Expr, body: &mut Body) {
        let known = self.reader.expr(value, &mut body.names);
        // Which of several results it is tells how the conditions on the way came out.
        let known = Known { info: known.info.and(&body.guard()), ..known };
        let known = known.abroad(&Passed { acts: Some(Seat::Me), ..Passed::default() });
        let Some(deed) = body.deed else { return };
        let result = &mut self.results[deed.index()];
        let lowered = result.and(&known);
        self.changed |= *result != lowered;
        *result = lowered;
    }

    fn stage(&mut self, stage: &'a Stage, stmt: &'a Stmt, body: &mut Body) {
        let mut info = Readers::Everyone;
        if let Some((name, domain)) = &stage.over {
            match name {
                StageName::Local(local) => info = self.bind_member(*local, domain, body),
                StageName::Me => {
                    // Everybody sees whose turn it is.
                    let who = self.reader.domain(domain, &mut body.names).info;
                    if !self.acknowledged(stmt.span) {
                        self.asked_of(&who, domain.span);
                    }
                }
            }
        }
        let ending = std::mem::replace(&mut body.ending, false);
        body.names.changed_by(&self.changes.stmt(stmt));
        let shown = body.names.shown.clone();
        let title = self.book[stage.id].title;
        let inside = |flow: &mut Self, body: &mut Body| {
            if let Some(title) = title {
                flow.text_for(title, &Hears::All, body);
            }
            let _ = flow.over_and_over(&stage.body, body);
            flow.narrowed(stmt, body);
        };
        self.guarded(&info, body, |flow, body| match &stage.over {
            Some((StageName::Me, _)) => flow.as_another(body, inside),
            Some((StageName::Local(_), _)) | None => inside(flow, body),
        });
        for ends in &stage.ends {
            body.names.shown.clone_from(&shown);
            self.ending(ends, body);
        }
        body.names.shown = shown;
        body.ending = ending;
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.reporting {
            self.found.push(diagnostic);
        }
    }
}

impl Body {
    fn new(at: BodyRef, locals: usize) -> Self {
        let names = Names::new(locals);
        Self {
            at,
            names,
            guard: Readers::Everyone,
            left: Readers::Everyone,
            said: false,
            another: false,
            ending: false,
            text: None,
            aside: None,
            addressed: None,
            deed: None,
            stop: None,
            shown_left: None,
        }
    }

    /// Who can tell that the present statement is carried out.
    pub(super) fn guard(&self) -> Readers {
        self.guard.and(&self.left)
    }
}

/// Lowers a parameter to what holds for all callers; gives whether it changed.
pub(super) fn lower(slot: &mut Option<Known>, known: Known) -> bool {
    let lowered = slot.as_ref().map_or_else(|| known.clone(), |old| old.and(&known));
    let changed = slot.as_ref() != Some(&lowered);
    *slot = Some(lowered);
    changed
}
