//! Follows statements, calls and menus.
//!
//! Names only lose readers from pass to pass, so the passes come to an end; the last one reports.

use super::hides::Hides;
use super::read::{Names, Reader};
use super::readers::{Known, Passed, Readers, Seat, Verdict};
use super::tell::{Hears, Narrowed, Openly};
use super::tells::Tells;
use crate::diagnostic::Diagnostic;
use crate::ir::{
    Base, BodyRef, Choose, Chooser, DeedId, Domain, Ends, EntryKind, Expr, ExprKind, LimitId, LocalId,
    MoveId, Offer, Pick, Rulebook, Stage, StageName, Step, Stmt, StmtKind, TemplatePart, TextId, Type,
};
use crate::source::Span;

/// More passes than any real game needs; each lowers at least one parameter.
const MOST_PASSES: usize = 40;

pub(super) struct Flow<'a> {
    pub(super) book: &'a Rulebook,
    pub(super) reader: Reader<'a>,
    hides: Hides,
    pub(super) tells: Tells,
    pub(super) openly: Openly<'a>,
    pub(super) told: Narrowed,
    /// What deeds give.
    results: Vec<Known>,
    found: Vec<Diagnostic>,
    changed: bool,
    reporting: bool,
}

/// Where a body is being followed.
pub(super) struct Body {
    /// Which.
    pub(super) at: BodyRef,
    pub(super) names: Names,
    /// Conditions not everyone can read, around the present statement.
    guard: Readers,
    /// Those who can tell whether the body was left before under such a condition.
    left: Readers,
    /// That the present condition tells has been said.
    pub(super) said: bool,
    /// Where the text stands in whose hole another text is read.
    pub(super) text: Option<Span>,
    /// Lines are for these seats alone.
    pub(super) aside: Option<Vec<Seat>>,
    /// The deed whose result `give` sets.
    deed: Option<DeedId>,
}

impl<'a> Flow<'a> {
    pub(super) fn new(book: &'a Rulebook) -> Self {
        let results = vec![Known::public(); book.deeds.len()];
        let hides = Hides::of(book);
        let mut reader = Reader::new(book);
        reader.hides = hides.any;
        let (tells, openly) = (Tells::of(book), Openly::new(&book.openly));
        let (told, found) = (Narrowed::default(), Vec::new());
        Self { book, reader, hides, tells, openly, told, results, found, changed: false, reporting: false }
    }

    pub(super) fn run(mut self) -> (Vec<Diagnostic>, Narrowed) {
        // The first pass finds the zones that are shown. What it took for unseen is forgotten.
        self.pass();
        self.reader = self.reader.again();
        self.results = vec![Known::public(); self.book.deeds.len()];
        for _ in 0..MOST_PASSES {
            self.changed = false;
            self.pass();
            if !self.changed {
                break;
            }
        }
        (self.told, self.openly, self.reporting) =
            (Narrowed::default(), Openly::new(&self.book.openly), true);
        self.pass();
        self.drawing();
        self.found.extend(self.openly.idle());
        self.found.sort_by_key(|d| (d.span().file, d.span().start, d.code));
        self.found.dedup_by_key(|d| (d.span(), d.code));
        (self.found, self.told)
    }

    fn pass(&mut self) {
        let book = self.book;
        self.reader.forget_words();
        self.root(BodyRef::Setup, &book.setup.block, book.setup.locals.len());
        self.root(BodyRef::Play, &book.play.block, book.play.locals.len());
        for ends in &book.ends {
            let mut body = Body::new(BodyRef::Play, book.play.locals.len());
            self.ending(ends, &mut body);
        }
        for (at, handler) in book.runs_out.iter().enumerate() {
            self.root(BodyRef::RunsOut(at as u16), &handler.body.block, handler.body.locals.len());
        }
        for (at, deed) in book.deeds.iter().enumerate() {
            let mut body = Body::new(BodyRef::Deed(DeedId(at as u16)), deed.body.locals.len());
            body.deed = Some(DeedId(at as u16));
            self.params(&self.reader.deeds[at].clone(), &deed.body.locals, &mut body);
            if let Some(title) = deed.title {
                self.text_for(title, &Hears::All, &mut body);
            }
            self.block(&deed.body.block, &mut body);
        }
        for at in 0..book.moves.len() {
            self.one_move(MoveId(at as u16));
        }
    }

    /// Boards are drawn for everybody alike.
    fn drawing(&mut self) {
        let book = self.book;
        let drawing = &book.drawing;
        let places = drawing.places.iter().filter(|(of, _)| self.book.is_a_board(*of));
        let words = drawing.passage.iter().chain(&drawing.mark).chain(places.map(|(_, word)| word));
        for id in words {
            let Some(word) = self.book.words.get(id.index()) else { continue };
            if self.reader.open_word(*id) != Readers::Everyone {
                let said = format!("everybody sees what `{}` draws, but it depends on a secret", word.name);
                self.report(
                    Diagnostic::new("E0806", word.span, said)
                        .help("draw only what lies open: what all see, or know"),
                );
            }
        }
    }

    fn root(&mut self, at: BodyRef, block: &'a [Stmt], locals: usize) {
        self.block(block, &mut Body::new(at, locals));
    }

    /// Everybody sees that a stage ends.
    fn ending(&mut self, ends: &'a Ends, body: &mut Body) {
        let info = self.reader.expr(&ends.condition, &mut body.names).info;
        let span = ends.condition.span;
        self.guarded(&info, body, |flow, body| flow.seen_by_all(span, "this ending", body));
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
        self.params(&self.reader.moves[id.index()].clone(), &this.body.locals, &mut body);
        for step in &this.steps {
            self.step(step, Seat::Me, &mut body);
        }
        for need in &this.needs {
            let info = self.reader.expr(&need.condition, &mut body.names).info;
            self.must_read(&info, Seat::Me, need.span, "this `needs`");
            self.text_for(need.reason, &Hears::These(vec![Seat::Me]), &mut body);
        }
        self.limit(this.limit, &mut body);
        self.counted_by(this.limit, &body);
        if let Some(title) = this.title {
            self.text_for(title, &Hears::All, &mut body);
        }
        self.block(&this.body.block, &mut body);
        if let Some(attempt) = &this.attempt {
            self.block(&attempt.wrong, &mut body);
            self.block(attempt.late.as_deref().unwrap_or(&[]), &mut body);
        }
    }

    /// The refusal of a move that is used up is read by whoever tries it.
    fn limit(&mut self, limit: Option<LimitId>, body: &mut Body) {
        let limit = limit.and_then(|id| self.book.limits.get(id.index()));
        if let Some(text) = limit.and_then(|l| l.reason) {
            self.text_for(text, &Hears::These(vec![Seat::Me]), body);
        }
    }

    /// A limit for each card follows the card, also through a shuffle: whoever cannot see it could.
    fn counted_by(&mut self, limit: Option<LimitId>, body: &Body) {
        let Some(limit) = limit.and_then(|id| self.book.limits.get(id.index())) else { return };
        let unseen = |key: &LocalId| body.names.get(*key).face.include(Seat::Me) != Verdict::Yes;
        if limit.keys.iter().any(unseen) && !self.acknowledged(limit.span) {
            let message =
                "this limit follows a card that whoever chooses may not see, also when it is shuffled";
            self.report(Diagnostic::new("W0802", limit.span, message).help(
                "count by what the chooser sees, such as a place or a player; if following the card is the rule, write \
                 `openly` before it",
            ));
        }
    }

    fn block(&mut self, block: &'a [Stmt], body: &mut Body) {
        for stmt in block {
            self.stmt(stmt, body);
        }
    }

    /// Those for whom a line is.
    fn aside(&mut self, text: TextId, body: &mut Body) -> Vec<Seat> {
        let parts = self.book.texts.get(text.index()).map_or(&[][..], |t| &t.parts);
        let who = parts.iter().find_map(|p| match p {
            TemplatePart::Readers(Expr { kind: ExprKind::List(who), .. }) => Some(&**who),
            _ => None,
        });
        match who.map(|who| self.seats(who, body)) {
            Some(Readers::Only(seats)) if !seats.is_empty() => seats,
            _ => vec![Seat::Somebody],
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt, body: &mut Body) {
        match &stmt.kind {
            StmtKind::Let(local, value) => {
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
                if self.tells.deed(*deed) {
                    self.seen_by_all(stmt.span, "what is done here", body);
                }
                self.call(*deed, args, *into, body);
            }
            StmtKind::Give(value) => {
                if let Some(value) = value {
                    self.give(value, body);
                }
                body.left = body.guard();
            }
            StmtKind::Set(place, ..) => self.counter_set(place, stmt.span, body),
            StmtKind::End(_) | StmtKind::Again => self.seen_by_all(stmt.span, "ending here", body),
            StmtKind::Aside(who) => body.aside = who.map(|text| self.aside(text, body)),
            StmtKind::Move { cards, to, .. } => {
                self.seen_by_all(stmt.span, "moving cards here", body);
                self.moved(cards, to, body);
            }
            StmtKind::Show(cards, to) => self.shown(cards, to, body),
            StmtKind::Hide(cards, from) => self.hidden(cards, from, body),
            StmtKind::If(test, then, otherwise) => {
                let info = self.reader.expr(test, &mut body.names).info;
                self.guarded(&info, body, |flow, body| flow.either(then, otherwise, body));
            }
            StmtKind::IfThere(local, domain, then, otherwise) => {
                let info = self.bind_member(*local, domain, body);
                self.guarded(&info, body, |flow, body| flow.either(then, otherwise, body));
            }
            StmtKind::ForEach(local, domain, inner) => {
                let info = self.bind_member(*local, domain, body);
                self.guarded(&info, body, |flow, body| flow.over_and_over(inner, body));
            }
            StmtKind::Stage(stage) => self.stage(stage, stmt, body),
            StmtKind::Choose(choose) => self.choose(choose, stmt.span, body),
            StmtKind::Say(text) => self.said(*text, stmt.span, body),
            StmtKind::Swap(..) | StmtKind::Shuffle(_) | StmtKind::ShowCounter(..) => {}
        }
        self.narrowed(stmt, body);
        let within = matches!(stmt.kind, StmtKind::Call { .. } | StmtKind::Move { .. } | StmtKind::Choose(_));
        if within && self.hides.stmt(stmt) {
            body.names.blur();
        }
    }

    fn guarded(&mut self, info: &Readers, body: &mut Body, inner: impl FnOnce(&mut Self, &mut Body)) {
        let outer = body.guard.clone();
        let said = body.said;
        body.said &= body.guard() != Readers::Everyone;
        body.guard = outer.and(info);
        inner(self, body);
        body.guard = outer;
        body.said = said;
    }

    /// One of two blocks: what holds behind them holds after both.
    fn either(&mut self, then: &'a [Stmt], otherwise: &'a [Stmt], body: &mut Body) {
        let mut other = body.names.clone();
        self.block(then, body);
        std::mem::swap(&mut other, &mut body.names);
        self.block(otherwise, body);
        body.names.meet(&other);
    }

    /// A block that may be run any number of times.
    fn over_and_over(&mut self, inner: &'a [Stmt], body: &mut Body) {
        if !self.hides.block(inner) {
            return self.block(inner, body);
        }
        body.names.blur();
        let before = body.names.clone();
        self.block(inner, body);
        body.names.meet(&before);
    }

    fn bind_member(&mut self, local: LocalId, domain: &Domain, body: &mut Body) -> Readers {
        let members = self.reader.domain(domain, &mut body.names);
        let member = self.reader.name_seat(&members.member, local, domain, 0);
        body.names.bind(local, member);
        members.info
    }

    fn call(&mut self, deed: DeedId, args: &[Expr], into: Option<LocalId>, body: &mut Body) {
        for (at, known) in self.passed(args, Some(Seat::Me), body).into_iter().enumerate() {
            let slot = self.reader.deeds.get_mut(deed.index()).and_then(|d| d.get_mut(at));
            self.changed |= slot.is_some_and(|slot| lower(slot, known));
        }
        if let Some(local) = into {
            let result = self.results[deed.index()].clone();
            body.names.bind(local, result);
        }
    }

    /// Arguments as the body that is called sees them.
    fn passed(&mut self, args: &[Expr], acts: Option<Seat>, body: &mut Body) -> Vec<Known> {
        args.iter().for_each(|arg| self.text_within(arg, &Hears::All, body));
        let known: Vec<_> = args.iter().map(|arg| self.reader.expr(arg, &mut body.names)).collect();
        let seats =
            args.iter().zip(&known).enumerate().filter(|(_, (arg, _))| *arg.ty.bare() == Type::Player);
        let seats = seats.map(|(at, (_, known))| (known.seat, LocalId(at as u16))).collect();
        let passed = Passed { acts, seats };
        known.iter().map(|k| k.abroad(&passed)).collect()
    }

    fn give(&mut self, value: &Expr, body: &mut Body) {
        let known = self
            .reader
            .expr(value, &mut body.names)
            .abroad(&Passed { acts: Some(Seat::Me), ..Passed::default() });
        let Some(deed) = body.deed else { return };
        let result = &mut self.results[deed.index()];
        let lowered = result.and(&known);
        self.changed |= *result != lowered;
        *result = lowered;
    }

    /// Cards that came to a zone are known to those who see it; in a zone without order to nobody else.
    fn moved(&mut self, cards: &Domain, to: &Expr, body: &mut Body) {
        let zone = self.reader.expr(to, &mut body.names);
        for local in named(cards) {
            let mut known = body.names.get(local);
            known.face = if zone.by_face { zone.face.clone() } else { known.face.or(&zone.face) };
            known.lies = zone.lies.clone();
            body.names.bind(local, known);
        }
    }

    fn shown(&mut self, cards: &Domain, to: &Domain, body: &mut Body) {
        let seats = self.seats(to, body);
        self.reader.show_zone(cards, seats == Readers::Everyone);
        for local in named(cards) {
            let mut known = body.names.get(local);
            known.face = known.face.or(&seats);
            body.names.bind(local, known);
        }
    }

    /// Cards that go by another name, or by none, may be the same ones.
    fn hidden(&mut self, cards: &Domain, from: &Domain, body: &mut Body) {
        let seats = match self.seats(from, body) {
            Readers::Only(seats) if seats.is_empty() => Readers::one(Seat::Somebody),
            seats => seats,
        };
        let exact: Vec<_> =
            if cards.filter.is_none() && cards.best.is_none() { named(cards) } else { Vec::new() };
        let exact: Vec<_> =
            exact.into_iter().map(|local| (local, body.names.get(local).hidden(&seats))).collect();
        body.names.blur();
        for (local, known) in exact {
            body.names.bind(local, known);
        }
    }

    fn seats(&mut self, to: &Domain, body: &mut Body) -> Readers {
        match &to.base {
            Base::Players { opponents: false, .. } if to.filter.is_none() => Readers::Everyone,
            Base::Items(items) => {
                let seats = items.iter().map(|e| self.reader.expr(e, &mut body.names).seat).collect();
                Readers::Only(seats)
            }
            Base::Value(one) => Readers::one(self.reader.expr(one, &mut body.names).seat),
            _ => Readers::NOBODY,
        }
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
        self.guarded(&info, body, |flow, body| {
            flow.over_and_over(&stage.body, body);
            flow.narrowed(stmt, body);
        });
        for ends in &stage.ends {
            self.ending(ends, body);
        }
    }

    fn choose(&mut self, choose: &'a Choose, span: Span, body: &mut Body) {
        let chooser = match &choose.by {
            Chooser::Chance => None,
            Chooser::Me => Some(Seat::Me),
            Chooser::Seat(who) => {
                let who = self.reader.expr(who, &mut body.names);
                self.asked_of(&who.info, span);
                Some(who.seat)
            }
            Chooser::Each(seats) | Chooser::Race(seats) => {
                let info = self.reader.domain(seats, &mut body.names).info;
                self.asked_of(&info, span);
                Some(Seat::Me)
            }
        };
        if chooser.is_some() {
            self.seen_by_all(span, "asking here", body);
        }
        if let (Some(text), Some(seat)) = (choose.asking, chooser) {
            self.text_for(text, &Hears::These(vec![seat]), body);
        }
        match &choose.what {
            Offer::Values { steps, .. } => {
                for step in steps {
                    match chooser {
                        Some(seat) => self.step(step, seat, body),
                        None => drop(self.bind_member(step.local, &step.domain, body)),
                    }
                }
            }
            Offer::Menu(tiers) => {
                let acts = chooser.filter(|_| matches!(choose.by, Chooser::Me | Chooser::Seat(_)));
                let entries = tiers.iter().flatten().filter_map(|e| match &e.what {
                    EntryKind::Move(id, args) => Some((*id, args)),
                    EntryKind::Pass => None,
                });
                for (id, args) in entries {
                    self.given(id, args, acts, body);
                }
                for entry in tiers.iter().flatten() {
                    entry.limits.iter().for_each(|limit| self.limit(Some(*limit), body));
                    if let Some(title) = entry.title {
                        self.text_for(title, &Hears::All, body);
                    }
                }
            }
        }
    }

    fn given(&mut self, id: MoveId, args: &[Expr], acts: Option<Seat>, body: &mut Body) {
        for (at, known) in self.passed(args, acts, body).into_iter().enumerate() {
            let slot = self.reader.moves.get_mut(id.index()).and_then(|m| m.get_mut(at));
            self.changed |= slot.is_some_and(|slot| lower(slot, known));
        }
    }

    /// A step is read by its chooser; what was chosen is known to everyone, a card's face to those who saw it before.
    fn step(&mut self, step: &Step, chooser: Seat, body: &mut Body) {
        let members = self.reader.domain(&step.domain, &mut body.names);
        let mut info = members.info.and(&members.member.which());
        if let Pick::Some { least, most } = &step.pick {
            info = info.and(&self.reader.expr(least, &mut body.names).info);
            if let Some(most) = most {
                info = info.and(&self.reader.expr(most, &mut body.names).info);
            }
        }
        let member = self.reader.name_seat(&members.member, step.local, &step.domain, 0);
        body.names.bind(step.local, Known { info: Readers::Everyone, ..member });
        if let Some(whole) = &step.whole {
            info = info.and(&self.reader.expr(whole, &mut body.names).info);
        }
        self.must_read(&info, chooser, step.domain.span, "what may be picked here");
    }

    fn must_read(&mut self, info: &Readers, chooser: Seat, span: Span, what: &str) {
        let message = match info.include(chooser) {
            Verdict::Yes => return,
            Verdict::Perhaps if self.acknowledged(span) => return,
            Verdict::No => Diagnostic::new("E0801", span, format!("{what} depends on a secret of somebody else")).help(
                "whoever chooses would learn it from what is on offer: ask only about what they may see, show it to them \
                 first with `show … to`, or let chance pick with `by chance`",
            ),
            Verdict::Perhaps => {
                Diagnostic::new("W0802", span, format!("{what} may depend on something the chooser does not see"))
                    .help(
                        "show it first with `show … to`, or read only what lies open; a zone that is shown is not followed, \
                         so write `openly` if they have seen it by then, or if telling it is the rule",
                    )
            }
        };
        self.report(message.saying("whoever chooses here reads this"));
    }

    fn asked_of(&mut self, info: &Readers, span: Span) {
        if *info != Readers::Everyone && !self.acknowledged(span) {
            let message = "who is asked depends on something not everyone sees";
            self.report(
                Diagnostic::new("W0804", span, message)
                    .help("everybody sees who is asked: ask all of them, or decide by what lies open; if telling it is the rule, write `openly`"),
            );
        }
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
            text: None,
            aside: None,
            deed: None,
        }
    }

    /// Who can tell that the present statement is carried out.
    pub(super) fn guard(&self) -> Readers {
        self.guard.and(&self.left)
    }
}

/// Lowers a parameter to what holds for all callers; gives whether it changed.
fn lower(slot: &mut Option<Known>, known: Known) -> bool {
    let lowered = slot.as_ref().map_or_else(|| known.clone(), |old| old.and(&known));
    let changed = slot.as_ref() != Some(&lowered);
    *slot = Some(lowered);
    changed
}

/// The names that stand for all cards of a domain.
fn named(cards: &Domain) -> Vec<LocalId> {
    let of = |e: &Expr| if let ExprKind::Local(local) = e.kind { Some(local) } else { None };
    match &cards.base {
        Base::Items(items) => items.iter().filter_map(of).collect(),
        Base::Value(list) => of(list).into_iter().collect(),
        Base::Union(parts) => parts.iter().flat_map(named).collect(),
        _ => Vec::new(),
    }
}
