//! Follows one statement after the other, and the blocks that they hold.

use super::asking::asks;
use super::body::Body;
use super::flow::Flow;
use super::names::Names;
use super::parts::{Call, Loop, Moving, Setting};
use super::readers::{Readers, Seat};
use super::shape::{chosen_by, named_partly};
use super::told::{Hears, Seen};
use super::twins::not_among;
use crate::ir::{
    Base, Domain, Expr, ExprKind, LocalId, Stage, StageName, Stmt, StmtKind, TemplatePart, TextId,
    Type,
};
use crate::source::Span;

/// Times that a block is gone through until nothing is passed on from one time to the next any
/// more.
const MOST_ROUNDS: usize = 64;

/// So many statements ahead are looked at for what they lay open or end; behind them nothing is
/// taken for granted.
const AHEAD: usize = 256;

/// A block, and the condition that must hold, or must not.
struct Branch<'a> {
    block: &'a [Stmt],
    test: &'a Expr,
    truth: bool,
}

impl<'a> Flow<'a> {
    pub(super) fn block(&mut self, block: &'a [Stmt], body: &mut Body) {
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
        self.book[text].parts.iter().find_map(|p| match p {
            TemplatePart::Readers(Expr { kind: ExprKind::List(who), .. }) => Some(&**who),
            TemplatePart::Words(..) | TemplatePart::Hole(..) | TemplatePart::Readers(..) => None,
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
        let titled = body.title.is_some()
            && !body.another
            && matches!(stmt.kind, StmtKind::Call { .. } | StmtKind::Choose(_))
            && asks(self.book, stmt);
        if titled {
            self.title_is_read(body);
        }
        match &stmt.kind {
            StmtKind::Let(local, value) => self.named_anew(*local, value, body),
            StmtKind::Call { deed, args, into } => {
                let shown = self.call(Call { deed: *deed, args, into: *into }, stmt.span, body);
                body.names.changed_by(&self.changes.stmt(stmt));
                body.names.shown.add(shown);
            }
            StmtKind::Give(value) => {
                value.iter().for_each(|value| self.give(value, body));
                body.leave_shown();
                body.left = body.guard();
            }
            StmtKind::Set(place, op, value) => {
                self.counter_set(place, value, stmt.span, body);
                let all = self.all_know(value, body);
                self.pointless.set(Setting { place, op: *op, value }, all, stmt.span);
            }
            StmtKind::End(_) | StmtKind::Again => {
                self.happens(&Seen::by_all(stmt.span, "ending here"), body);
            }
            StmtKind::Aside(who) => {
                body.aside = who.map(|text| self.aside(text, body));
                body.addressed = who.and_then(|text| self.addressed(text, body));
            }
            StmtKind::Move { cards, to, at } => {
                self.moved(Moving { cards, to, at }, stmt.span, body)
            }
            StmtKind::Swap(a, b) => self.swapped([a, b], stmt.span, body),
            StmtKind::Shuffle(zone) => self.shuffled(zone, stmt.span, body),
            StmtKind::Show(cards, to) => self.shown(cards, to, stmt.span, body),
            StmtKind::Hide(cards, from) => self.hidden(cards, from, stmt.span, body),
            StmtKind::ShowCounter(place, to) => self.counter_shown(place, to, stmt.span, body),
            StmtKind::If(test, then, otherwise) => {
                let info = self.reader.expr(test, &mut body.names).info;
                self.guarded(&info, body, |flow, body| {
                    let then = Branch { block: then, test, truth: true };
                    flow.either(then, Branch { block: otherwise, test, truth: false }, body);
                });
            }
            StmtKind::IfThere(local, domain, then, otherwise) => {
                let info = self.bind_member(*local, domain, body);
                let none = chosen_by(domain);
                self.guarded(&info, body, |flow, body| {
                    let then = |flow: &mut Self, body: &mut Body| flow.block(then, body);
                    flow.both_ways(body, then, |flow, body| {
                        // Of a card that there is not, nothing is hidden.
                        body.names.laid_open.extend(none);
                        flow.block(otherwise, body);
                    });
                });
            }
            StmtKind::Repeat(test, inner) => self.repeated(test, inner, body),
            StmtKind::ForEach(local, domain, inner) => self.for_each(*local, domain, inner, body),
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
        self.mixed_within(stmt, body);
        if titled {
            self.title_is_read(body);
        }
    }

    /// `let`, or a local that is written again.
    fn named_anew(&mut self, local: LocalId, value: &Expr, body: &mut Body) {
        if body.names.is_bound(local) {
            self.forget(local, body);
            body.names.no_twins(local);
        }
        let mut known = self.reader.expr(value, &mut body.names);
        if known.seat == Seat::Somebody && *value.ty.bare() == Type::Player {
            known.seat = Seat::Name { depth: 0, local, opponent: false };
        }
        if body.names.is_bound(local) {
            // Written again under a condition, it tells how that came out.
            known.info = known.info.and(&body.guard());
        }
        body.names.bind(local, known);
        self.is_value(local, value, body);
    }

    /// Whether everybody knows a value, and that it is read here.
    fn all_know(&mut self, value: &Expr, body: &mut Body) -> bool {
        let known = self.reader.expr(value, &mut body.names);
        known.info.and(&known.spot()) == Readers::Everyone && self.all_know_it_is_done(body)
    }

    fn for_each(&mut self, local: LocalId, domain: &Domain, inner: &'a [Stmt], body: &mut Body) {
        let info = self.bind_member(local, domain, body);
        body.names.changed_by(&self.changes.block(inner));
        let mut left = None;
        self.guarded(&info, body, |flow, body| left = Some(flow.over_and_over(inner, body)));
        if let Some(left) = left {
            self.know_all(Loop { local, of: domain, inner }, &left, body);
        }
    }

    /// Cards were perhaps hidden or mixed in what a statement calls or offers.
    fn mixed_within(&self, stmt: &Stmt, body: &mut Body) {
        let within = matches!(
            stmt.kind,
            StmtKind::Call { .. } | StmtKind::Move { .. } | StmtKind::Choose(_)
        );
        if within && self.hides.stmt(stmt) {
            body.names.blur();
        }
        if matches!(stmt.kind, StmtKind::Call { .. } | StmtKind::Choose(_) | StmtKind::Swap(..)) {
            body.names.laid_open.clear();
        }
        if matches!(stmt.kind, StmtKind::Call { .. } | StmtKind::Choose(_)) {
            let mixed = self.mixes.stmt(stmt).in_zones(|local| body.names.get(local).zones());
            self.perhaps_change_places(&mixed, body);
            self.perhaps_go(&mixed, body);
            self.settle(stmt, body);
            body.names.mix(&mixed, self.book, body.at);
        }
        self.runs_out(stmt, body);
    }

    pub(super) fn guarded(
        &mut self,
        info: &Readers,
        body: &mut Body,
        inner: impl FnOnce(&mut Self, &mut Body),
    ) {
        let said = body.said;
        body.said &= body.guard() != Readers::Everyone;
        let guard = body.guard.and(info);
        let outer = std::mem::replace(&mut body.guard, guard);
        inner(self, body);
        body.guard = outer;
        body.said = said;
    }

    /// One of two blocks: what holds behind them holds after both.
    fn either(&mut self, then: Branch<'a>, otherwise: Branch<'a>, body: &mut Body) {
        let then = |flow: &mut Self, body: &mut Body| flow.branch(then, body);
        self.both_ways(body, then, |flow, body| flow.branch(otherwise, body));
    }

    fn both_ways(
        &mut self,
        body: &mut Body,
        then: impl FnOnce(&mut Self, &mut Body),
        otherwise: impl FnOnce(&mut Self, &mut Body),
    ) {
        let mut other = body.names.clone();
        then(self, body);
        std::mem::swap(&mut other, &mut body.names);
        otherwise(self, body);
        body.names.meet(&other);
    }

    /// A block that is carried out if a condition holds, or if it does not.
    fn branch(&mut self, Branch { block, test, truth }: Branch<'a>, body: &mut Body) {
        let called = body.names.begin_as_me(test, truth);
        body.names.told_apart(test, truth);
        self.block(block, body);
        body.names.end_as_me(&called);
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
        let other = |s: Seat| names.elsewhere(s);
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
    pub(super) fn forget(&mut self, local: LocalId, body: &mut Body) {
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
        body.names.one_of(local, domain);
        if named_partly(domain).is_empty() {
            self.may_be_others(local, &not_among(domain), body);
        }
        members.info
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
            if let Some(done) = flow.leaves_a_trace(stage) {
                flow.happens(&Seen::by_all(stmt.span, done), body);
            }
            if let Some(title) = title {
                flow.text_for(title, &Hears::All, body);
            }
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

    /// What all may see of a stage in which nothing is seen: endings around it are tested behind
    /// it, and what lasts until somebody's next turn is over.
    fn leaves_a_trace(&self, stage: &Stage) -> Option<&'static str> {
        let a_turn = matches!(stage.over, Some((StageName::Me, _)));
        if a_turn && self.book.counters.iter().any(|counter| counter.lasts.is_some()) {
            return Some("beginning a turn");
        }
        let around = self.ending_stages.iter().any(|id| *id != Some(stage.id));
        around.then_some("coming to the end of a stage")
    }
}
