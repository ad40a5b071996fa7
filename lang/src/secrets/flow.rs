//! Goes through all bodies: what is known of each is handed on to the next pass.
//!
//! Names only lose readers from pass to pass, so the passes come to an end; the last one reports.

use super::asking::asks;
use super::body::Body;
use super::changes::Changes;
use super::hides::Hides;
use super::lore::{Lore, lower};
use super::meanwhile::Meanwhile;
use super::mixes::Mixes;
use super::names::Twins;
use super::opens::Opens;
use super::passing::Passing;
use super::pointless::Pointless;
use super::read::Reader;
use super::readers::{Known, Readers, Seat};
use super::settled::Settled;
use super::shape::decks;
use super::told::{Hears, Narrowed, Openly, Seen};
use crate::diagnostic::Diagnostic;
use crate::ir::walk::walk_bodies;
use crate::ir::{
    BodyRef, DeedId, Ends, Limit, LimitId, LocalId, MoveId, Owner, Rulebook, StageId, Stmt,
    StmtKind, Type, ZoneId,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// More passes than any real game needs; each lowers at least one parameter.
const MOST_PASSES: usize = 40;

pub(super) struct Flow<'a> {
    pub(super) book: &'a Rulebook,
    pub(super) reader: Reader<'a>,
    pub(super) hides: Hides,
    /// Which bodies mix cards.
    pub(super) mixes: Mixes,
    /// What those who choose at once may do before the last of them comes to it.
    pub(super) meanwhile: Meanwhile,
    /// What deeds move in any case of what they are given.
    pub(super) settled: Settled,
    /// What bodies change.
    pub(super) changes: Changes,
    /// What is shown where bodies begin and end.
    pub(super) passing: Passing,
    pub(super) opens: Opens<'a>,
    pub(super) openly: Openly<'a>,
    pub(super) told: Narrowed,
    /// What deeds give.
    pub(super) results: Vec<Known>,
    /// Who sees that a deed is carried out, by what happens in it.
    pub(super) watched: Vec<Readers>,
    /// Deeds that may be carried out under a secret condition.
    pub(super) done_in_secret: Vec<bool>,
    /// Decks that are whole wherever a deed is called.
    pub(super) whole: Vec<BTreeSet<ZoneId>>,
    /// Parameters of bodies that may be the same card.
    pub(super) twins: BTreeMap<BodyRef, Twins>,
    /// Who can read what actions need, by where that stands.
    pub(super) needed: BTreeMap<(MoveId, Span), Readers>,
    /// Hidden counters, and whether all that is put into them is known.
    pub(super) pointless: Pointless,
    pub(super) found: Vec<Diagnostic>,
    pub(super) changed: bool,
    pub(super) reporting: bool,
    /// Whether somebody may be asked where a zone runs out.
    pub(super) asks_between: bool,
    /// Stages that may end behind others in them; none: `play` as a whole.
    pub(super) ending_stages: Vec<Option<StageId>>,
}

impl<'a> Flow<'a> {
    pub(super) fn new(book: &'a Rulebook) -> Self {
        let results = vec![Known::public(); book.deeds.len()];
        let (hides, mixes) = (Hides::of(book), Mixes::of(book));
        let meanwhile = Meanwhile::of(book, &mixes, &hides);
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
            meanwhile,
            settled: Settled::of(book),
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
            done_in_secret: vec![false; book.deeds.len()],
            pointless,
            found,
            changed,
            reporting,
            asks_between: book
                .runs_out
                .iter()
                .any(|handler| handler.body.block.iter().any(|stmt| asks(book, stmt))),
            ending_stages: ending_stages(book),
        }
    }

    /// What is known of everything when nothing changes any more; nothing is reported.
    pub(super) fn followed(mut self) -> Lore {
        self.follow();
        self.reader.lore.forget_words();
        self.reader.lore
    }

    /// Goes through all bodies until nothing changes any more.
    fn follow(&mut self) {
        // The first pass finds the zones that are shown. What it took for unseen is forgotten.
        self.pass();
        self.reader.lore = self.reader.lore.again(self.book);
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
        self.reader.lore.forget_words();
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
            if book[handler.zone].owner != Owner::Table {
                self.params(&[None], locals, &mut body);
            }
            self.block(&handler.body.block, &mut body);
        }
        for (at, deed) in book.deeds.iter().enumerate() {
            let mut body = Body::new(BodyRef::Deed(DeedId(at as u16)), deed.body.locals.len());
            body.deed = Some(DeedId(at as u16));
            body.names.whole = self.whole[at].clone();
            body.names.shown = self.passing.before_deed(DeedId(at as u16));
            self.params(&self.reader.lore.deeds[at], &deed.body.locals, &mut body);
            body.names.twins = self.twins_in(body.at);
            body.title = deed.title;
            self.title_is_read(&mut body);
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
    pub(super) fn ending(&mut self, ends: &'a Ends, body: &mut Body) {
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
            if locals[at].ty == Type::Player && known.seat != Seat::Me {
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
        let known = &self.reader.lore.moves[id.index()][..given];
        self.params(known, &this.body.locals, &mut body);
        body.names.twins = self.twins_in(body.at);
        for step in &this.steps {
            let info = self.step(step, Seat::Me, &mut body);
            self.needs_read(id, step.domain.span, &info);
            self.tells_how_many(step, &mut body);
            let slot = &mut self.reader.lore.moves[id.index()][step.local.index()];
            self.changed |= lower(slot, body.names.get(step.local));
        }
        for need in &this.needs {
            let info = self.reader.expr(&need.condition, &mut body.names).info;
            body.names.told_apart(&need.condition, true);
            self.must_read(&info, Seat::Me, need.span, "this `needs`");
            self.needs_read(id, need.span, &info);
            self.text_for(need.reason, &Hears::These(vec![Seat::Me]), &mut body);
        }
        self.limit(this.limit, &mut body);
        self.limited_by(this.limit, given, &mut body);
        body.title = this.title;
        self.title_is_read(&mut body);
        let others = this.attempt.iter().flat_map(|a| [Some(&a.wrong), a.late.as_ref()]).flatten();
        // Only one of them is carried out.
        let (names, left) = (body.names.clone(), body.left.clone());
        for (at, block) in std::iter::once(&this.body.block).chain(others).enumerate() {
            self.when_others_have_acted(id, at == 0, &mut body);
            self.block(block, &mut body);
            body.names.clone_from(&names);
            body.left.clone_from(&left);
        }
    }

    /// Whether a move is used up for what it is given hangs on which that is: of a card, whoever is
    /// offered it must be able to tell it from all others.
    fn limited_by(&mut self, limit: Option<LimitId>, given: usize, body: &mut Body) {
        let Some(limit) = self.limit_of(limit) else { return };
        for key in limit.keys.iter().filter(|key| key.index() < given) {
            let known = body.names.get(*key);
            let info = known.info.and(&known.spot());
            self.must_read(&info, Seat::Me, limit.span, "what this limit counts by");
        }
    }

    fn limit_of(&self, limit: Option<LimitId>) -> Option<&'a Limit> {
        limit.map(|id| &self.book[id])
    }

    /// The refusal of a move that is used up is read by whoever tries it.
    pub(super) fn limit(&mut self, limit: Option<LimitId>, body: &mut Body) {
        if let Some(text) = self.limit_of(limit).and_then(|l| l.reason) {
            self.text_for(text, &Hears::These(vec![Seat::Me]), body);
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.reporting {
            self.found.push(diagnostic);
        }
    }
}

/// Stages with endings that are tested behind the stages in them.
fn ending_stages(book: &Rulebook) -> Vec<Option<StageId>> {
    let tests = |ends: &[Ends]| ends.iter().any(|ends| !ends.at_once);
    let mut found = Vec::from_iter(tests(&book.ends).then_some(None));
    walk_bodies(book, &mut |stmt| {
        if let StmtKind::Stage(stage) = &stmt.kind
            && tests(&stage.ends)
        {
            found.push(Some(stage.id));
        }
    });
    found
}
