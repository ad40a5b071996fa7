//! What is taken away though nobody asks whether it is there: money without a price check, counters
//! that only fall.
//!
//! A change counts as guarded if its body, what that calls, or what leads to it asks about the
//! counter anywhere: lenient, so that a warning stands only where nobody ever asked.

use super::agree::agree;
use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_expr, each_in_domain};
use crate::ir::{
    ArithOp, Base, BodyRef, Choose, CounterId, DeedId, Domain, Entry, Expr, ExprKind, MoveId,
    Offer, Owner, Quantifier, Rulebook, SetOp, Stmt, StmtKind, Type, Value, WordId,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

const CODE: Code = Code::W0517;

type Counters = BTreeSet<CounterId>;

/// Tells of what is taken away unasked.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut pass = Pass::of(book);
    pass.read_words();
    let mut changes = Vec::new();
    visit::all(book, &mut |body, seen| {
        if let Seen::Stmt(stmt) = seen
            && let StmtKind::Set(place, op, value) = &stmt.kind
        {
            changes.push(Change { body, counter: place.counter, op: *op, value, span: stmt.span });
        }
    });
    let falling = pass.falling(&changes);
    let full = pass.full(&changes);
    pass.guards();
    pass.in_turn();
    let mut found: BTreeMap<Span, Option<Diagnostic>> = BTreeMap::new();
    for change in changes.iter().filter(|c| c.op == SetOp::Minus && c.span != Span::default()) {
        let said = if falling.contains(&change.counter) {
            pass.falls(change)
        } else {
            pass.unasked(change)
        };
        agree(&mut found, change.span, said);
    }
    for change in changes.iter().filter(|c| full.contains(&c.counter) && c.op == SetOp::Plus) {
        found.entry(change.span).or_insert_with(|| pass.bursts(change));
    }
    for said in pass.leaving(&changes) {
        found.entry(said.span()).or_default().get_or_insert(said);
    }
    found.remove(&Span::default());
    found.into_values().flatten().collect()
}

/// A statement that sets a counter.
struct Change<'a> {
    body: BodyRef,
    counter: CounterId,
    op: SetOp,
    value: &'a Expr,
    span: Span,
}

/// What a word has to do with counters.
#[derive(Clone, Default, PartialEq)]
struct OfWord {
    reads: Counters,
    asks: Counters,
}

struct Pass<'a> {
    book: &'a Rulebook,
    words: Vec<OfWord>,
    /// What is asked in a body.
    asked: BTreeMap<BodyRef, Counters>,
    /// What was asked before a body is come to.
    before: BTreeMap<BodyRef, Counters>,
    /// Of what moves need only so much, at least.
    at_least: BTreeMap<(BodyRef, CounterId), i64>,
    /// Where each of several players pays, and nobody asks whether they can.
    each_pays: BTreeSet<Span>,
    /// From where to where, and what was asked on the way.
    ways: Vec<(BodyRef, BodyRef, Counters)>,
}

impl<'a> Pass<'a> {
    fn of(book: &'a Rulebook) -> Self {
        Self {
            book,
            words: Vec::new(),
            asked: BTreeMap::new(),
            before: BTreeMap::new(),
            at_least: BTreeMap::new(),
            each_pays: BTreeSet::new(),
            ways: Vec::new(),
        }
    }

    /// Words are never circular, so each round settles at least one more.
    fn read_words(&mut self) {
        self.words = vec![OfWord::default(); self.book.words.len()];
        for _ in 0..self.book.words.len().min(16) {
            let all: Vec<OfWord> = self
                .book
                .words
                .iter()
                .map(|word| {
                    let mut of = OfWord::default();
                    self.read(&word.value, &mut of.reads);
                    self.ask(&word.value, &mut of.asks);
                    of
                })
                .collect();
            if all == self.words {
                return;
            }
            self.words = all;
        }
    }

    fn word(&self, id: WordId) -> &OfWord {
        &self.words[id.index()]
    }

    /// Counters that an expression reads.
    fn read(&self, e: &Expr, to: &mut Counters) {
        each_expr(e, &mut |e| match &e.kind {
            ExprKind::Counter(id, _) => {
                to.insert(*id);
            }
            ExprKind::Word(id, _) => to.extend(&self.word(*id).reads),
            _ => {}
        });
    }

    /// Counters that an expression compares, counts by or picks by.
    fn ask(&self, e: &Expr, to: &mut Counters) {
        each_expr(e, &mut |e| match &e.kind {
            ExprKind::Word(id, _) => to.extend(&self.word(*id).asks),
            ExprKind::Less(..)
            | ExprKind::LessEq(..)
            | ExprKind::Same(..)
            | ExprKind::In(..)
            | ExprKind::Quantified(..)
            | ExprKind::Count(_)
            | ExprKind::First(_)
            | ExprKind::List(_)
            | ExprKind::IsEmpty(_)
            | ExprKind::Arith(ArithOp::Min | ArithOp::Max, ..) => self.read(e, to),
            ExprKind::Fold(fold) if fold.op.law().picks => self.read(e, to),
            ExprKind::If(of, ..) => self.read(of, to),
            _ => {}
        });
    }

    fn ask_domain(&self, d: &Domain, to: &mut Counters) {
        each_in_domain(d, &mut |e| self.read(e, to));
    }

    /// Counters that begin at nothing and that nothing ever raises.
    fn falling(&self, changes: &[Change<'_>]) -> Counters {
        let mut all = Counters::new();
        for (at, counter) in self.book.counters.iter().enumerate() {
            let id = CounterId(at as u16);
            let starts = match counter.start.as_ref().map(|e| &e.kind) {
                None => Some(0),
                Some(ExprKind::Const(Value::Number(n))) => Some(*n),
                Some(_) => None,
            };
            let floor = counter.range.map_or(Some(0), |(low, _)| (low == 0).then_some(0));
            // Points may be counted below nothing; what has a lower end, and money, may not.
            let number = counter.range.is_some() || matches!(counter.ty, Type::Unit(_));
            if !number || starts != Some(0) || floor.is_none() {
                continue;
            }
            let mut own = changes.iter().filter(|c| c.counter == id).peekable();
            let fell = own.clone().any(|c| c.op == SetOp::Minus);
            let never_up = own.all(|c| match c.op {
                SetOp::Minus => !matches!(c.value.kind, ExprKind::Minus(_)),
                SetOp::To => matches!(c.value.kind, ExprKind::Const(Value::Number(n)) if n <= 0),
                SetOp::Plus => false,
            });
            if fell && never_up {
                all.insert(id);
            }
        }
        all
    }

    /// Counters that begin at the upper end of their range and that nothing ever lowers.
    fn full(&self, changes: &[Change<'_>]) -> Counters {
        let starts_full = |counter: &crate::ir::Counter| {
            let Some(Expr { kind: ExprKind::Const(Value::Number(n)), .. }) = &counter.start else {
                return false;
            };
            counter.range.is_some_and(|(_, high)| *n >= high)
        };
        let counters = self.book.counters.iter().enumerate();
        let full = counters.filter(|(_, counter)| !counter.capped && starts_full(counter));
        full.map(|(at, _)| CounterId(at as u16))
            .filter(|id| {
                let own = || changes.iter().filter(|c| c.counter == *id);
                let up = |c: &Change<'_>| {
                    let sure = matches!(c.value.kind, ExprKind::Const(Value::Number(1..)));
                    c.op == SetOp::Plus && sure
                };
                own().next().is_some() && own().all(up)
            })
            .collect()
    }

    fn bursts(&self, change: &Change<'_>) -> Option<Diagnostic> {
        let counter = &self.book[change.counter];
        let (_, high) = counter.range?;
        let name = &counter.name;
        let said =
            format!("`{name}` begins at {high}, the end of its range, and nothing takes from it");
        let found =
            Diagnostic::new(Code::W0403, change.span, said).beside(counter.span, "it begins here");
        Some(found.help(format!(
            "write `{name} -= …` where one is used up, or let it begin lower; beyond {high} the \
             game would stop"
        )))
    }

    /// Counters that go up and down unasked, by amounts that are written, and are stopped by nothing
    /// at the ends of their range.
    fn leaving(&self, changes: &[Change<'_>]) -> Vec<Diagnostic> {
        let book = self.book;
        let (mut quiet, mut ends) = (Counters::new(), Vec::new());
        ends.extend(&book.ends);
        visit::all(book, &mut |_, seen| match seen {
            Seen::Block(block) => {
                // What one loses, another may get.
                let by = |op: SetOp| {
                    block.iter().filter_map(move |stmt| {
                        let StmtKind::Set(place, of, _) = &stmt.kind else { return None };
                        (*of == op).then_some(place.counter)
                    })
                };
                let down: Counters = by(SetOp::Minus).collect();
                quiet.extend(by(SetOp::Plus).filter(|id| down.contains(id)));
            }
            Seen::Stmt(Stmt { kind: StmtKind::Stage(stage), .. }) => ends.extend(&stage.ends),
            Seen::Stmt(_) | Seen::Expr(_) | Seen::Domain(_) | Seen::Step(_) => {}
        });
        for of in ends {
            // That it is so of everybody keeps nobody from going on.
            if !matches!(of.condition.kind, ExprKind::Quantified(Quantifier::Every, ..)) {
                self.read(&of.condition, &mut quiet);
            }
        }
        let asked = |c: &Change<'_>| {
            let guards = [self.asked.get(&c.body), self.before.get(&c.body)];
            guards.iter().flatten().any(|of| of.contains(&c.counter))
        };
        let unasked = |id: CounterId, op: SetOp| {
            changes.iter().find(|c| {
                let fixed = matches!(c.value.kind, ExprKind::Const(Value::Number(1..)));
                c.counter == id && c.op == op && fixed && c.body != BodyRef::Setup && !asked(c)
            })
        };
        let mut found = Vec::new();
        for (at, counter) in book.counters.iter().enumerate() {
            let id = CounterId(at as u16);
            let Some((low, high)) = counter.range else { continue };
            let run = matches!(counter.owner, Owner::Run(_));
            if counter.capped || run || quiet.contains(&id) {
                continue;
            }
            let both = unasked(id, SetOp::Minus).zip(unasked(id, SetOp::Plus));
            let Some((down, up)) = both else { continue };
            let sign =
                if let Type::Unit(unit) = counter.ty { book[unit].symbol.as_str() } else { "" };
            let (name, range) = (&counter.name, format!("{sign}{low}..{sign}{high}"));
            let said = format!(
                "no rule asks first whether `{name}` stays within {range}, and beyond that the \
                 game stops"
            );
            found.push(
                Diagnostic::new(CODE, down.span, said)
                    .beside(up.span, "it rises here")
                    .beside(counter.span, "it is kept here")
                    .help(format!(
                        "let it stay at its ends: write `{name}: {range} …, capped`; or ask before \
                         it changes (`if … {{ … }}`)"
                    )),
            );
        }
        found
    }

    fn falls(&self, change: &Change<'_>) -> Option<Diagnostic> {
        let counter = &self.book[change.counter];
        let said =
            format!("`{}` begins at 0 and only ever falls: nothing adds to it", counter.name);
        let found = Diagnostic::new(CODE, change.span, said).beside(counter.span, "it begins here");
        Some(found.help("write `+=` to add, or give it a start to fall from, such as `= 3`"))
    }

    /// An amount that is paid whether it is there or not.
    fn unasked(&self, change: &Change<'_>) -> Option<Diagnostic> {
        let counter = &self.book[change.counter];
        let Type::Unit(unit) = counter.ty else { return None };
        // In the set-up it is known what everybody has.
        if change.body == BodyRef::Setup
            || counter.range.is_some()
            || matches!(counter.owner, Owner::Run(_))
            || self.may_owe(change.counter)
        {
            return None;
        }
        let mut read = Counters::new();
        self.read(change.value, &mut read);
        // What it costs is kept somewhere: it may have been asked when that was set.
        if !read.is_empty() {
            return None;
        }
        let guards = [self.asked.get(&change.body), self.before.get(&change.body)];
        let asked = guards.iter().flatten().any(|of| of.contains(&change.counter));
        let enough = self.at_least.get(&(change.body, change.counter));
        let takes = |least: &i64| {
            let ExprKind::Const(Value::Number(n)) = change.value.kind else { return true };
            n > *least
        };
        let short = enough.is_some_and(takes);
        let each = self.each_pays.contains(&change.span);
        if !each && (asked || enough.is_some() && !short) {
            return None;
        }
        if let Some(least) = enough.filter(|_| short && !each) {
            return Some(self.too_little(change, *least));
        }
        let (name, unit) = (&counter.name, &self.book[unit]);
        let zero = if unit.symbol.is_empty() {
            format!("{}(0)", unit.name)
        } else {
            format!("{}0", unit.symbol)
        };
        let said =
            format!("no rule asks first whether there is so much: `{name}` may fall below {zero}");
        if each {
            let said = Diagnostic::new(CODE, change.span, said);
            return Some(said.beside(counter.span, "it is kept here").help(format!(
                "each of these players pays: let only those pay who can (`for each p in players \
                 where p.{name} >= … {{ … }}`), take what there is (`smaller(p.{name}, …)`), or, \
                 if one player pays, leave out `for each`"
            )));
        }
        let help = format!(
            "ask in the move (`needs me.{name} >= … else \"…\"`), or before it (`if me.{name} >= … \
             {{ … }}`); to take what there is, write `smaller(me.{name}, …)`"
        );
        Some(
            Diagnostic::new(CODE, change.span, said)
                .beside(counter.span, "it is kept here")
                .help(help),
        )
    }

    /// `needs me.money > $0` in front of a price that may be higher.
    fn too_little(&self, change: &Change<'_>, least: i64) -> Diagnostic {
        let counter = &self.book[change.counter];
        let name = &counter.name;
        let said =
            format!("it is asked whether `{name}` is at least {least}, but more may be taken");
        Diagnostic::new(CODE, change.span, said)
            .beside(counter.span, "it is kept here")
            .help(format!("ask for all that is taken: `needs me.{name} >= … else \"…\"`"))
    }

    /// Finds where each of several players pays the same, unasked: what `me` has tells nothing of
    /// the others.
    fn in_turn(&mut self) {
        let book = self.book;
        let mut found = BTreeSet::new();
        visit::all(book, &mut |_, seen| {
            let Seen::Stmt(Stmt { kind: StmtKind::ForEach(local, over, inner), .. }) = seen else {
                return;
            };
            let all = over.filter.is_none() && over.best.is_none();
            if !all || !matches!(over.base, Base::Players { .. }) {
                return;
            }
            let mut asked = Counters::new();
            self.ask_domain(over, &mut asked);
            for stmt in inner {
                let StmtKind::Set(place, SetOp::Minus, value) = &stmt.kind else { break };
                let is_each = |e: &Expr| matches!(e.kind, ExprKind::Local(id) if id == *local);
                let theirs = place.key.as_ref().is_some_and(|key| is_each(key));
                let mut own = false;
                each_expr(value, &mut |e| own |= is_each(e));
                let fixed = matches!(value.kind, ExprKind::Const(_));
                if theirs && !own && !fixed && !asked.contains(&place.counter) {
                    found.insert(stmt.span);
                }
            }
        });
        self.each_pays = found;
    }

    /// The counter of whoever acts, and how much of it a condition asks for, if nothing else.
    fn asks_only(e: &Expr) -> Option<(CounterId, i64)> {
        let (ExprKind::Less(below, of) | ExprKind::LessEq(below, of)) = &e.kind else {
            return None;
        };
        let more = i64::from(matches!(e.kind, ExprKind::Less(..)));
        let ExprKind::Const(Value::Number(n)) = below.kind else { return None };
        let ExprKind::Counter(id, _) = of.kind else { return None };
        Some((id, n + more))
    }

    /// Whether the rules ask somewhere whether it is below nothing: then it is meant to fall so
    /// far.
    fn may_owe(&self, id: CounterId) -> bool {
        let mut owes = false;
        let mut look = |e: &Expr| {
            if let ExprKind::Less(a, b) = &e.kind
                && matches!(a.kind, ExprKind::Counter(of, _) if of == id)
                && matches!(b.kind, ExprKind::Const(Value::Number(n)) if n <= 0)
            {
                owes = true;
            }
        };
        visit::all(self.book, &mut |_, seen| match seen {
            Seen::Expr(e) => each_expr(e, &mut look),
            Seen::Domain(d) => each_in_domain(d, &mut look),
            Seen::Stmt(_) | Seen::Step(_) | Seen::Block(_) => {}
        });
        owes
    }

    /// Finds for each body what is asked in it and before it.
    fn guards(&mut self) {
        let book = self.book;
        self.walk_block(BodyRef::Setup, &book.setup.block, &mut Counters::new());
        self.walk_block(BodyRef::Play, &book.play.block, &mut Counters::new());
        for ends in &book.ends {
            self.walk_block(BodyRef::Play, &ends.body, &mut Counters::new());
        }
        for (at, deed) in book.deeds.iter().enumerate() {
            self.walk_block(
                BodyRef::Deed(DeedId(at as u16)),
                &deed.body.block,
                &mut Counters::new(),
            );
        }
        for (at, of) in book.moves.iter().enumerate() {
            let mut here = Counters::new();
            let body = BodyRef::Move(MoveId(at as u16));
            let mut least: BTreeMap<CounterId, i64> = BTreeMap::new();
            for need in &of.needs {
                match Self::asks_only(&need.condition) {
                    Some((id, n)) => {
                        let known = least.entry(id).or_insert(n);
                        *known = n.max(*known);
                    }
                    None => self.read(&need.condition, &mut here),
                }
            }
            of.steps.iter().for_each(|step| {
                self.ask_domain(&step.domain, &mut here);
                step.whole.iter().for_each(|e| self.read(e, &mut here));
            });
            let blocks = of.attempt.iter().flat_map(|a| std::iter::once(&a.wrong).chain(&a.late));
            for block in std::iter::once(&of.body.block).chain(blocks) {
                self.walk_block(body, block, &mut here);
            }
            let asked = self.asked.entry(body).or_default();
            asked.extend(here);
            // What is asked for in another way, too, is no mere `> $0`.
            least.retain(|id, _| !asked.contains(id));
            for (.., on_the_way) in self.ways.iter_mut().filter(|(from, ..)| *from == body) {
                on_the_way.extend(least.keys());
            }
            self.at_least.extend(least.into_iter().map(|(id, n)| ((body, id), n)));
        }
        for (at, rule) in book.runs_out.iter().enumerate() {
            self.walk_block(BodyRef::RunsOut(at as u16), &rule.body.block, &mut Counters::new());
        }
        self.spread();
    }

    /// Along the calls: what is asked by callers before, and by what is called.
    fn spread(&mut self) {
        for _ in 0..16 {
            let mut changed = false;
            for (from, to, asked) in &self.ways {
                let mut more = asked.clone();
                more.extend(self.before.get(from).into_iter().flatten());
                if !matches!(from, BodyRef::Play) {
                    let below: Counters =
                        self.asked.get(to).into_iter().flatten().copied().collect();
                    let own = self.asked.entry(*from).or_default();
                    let had = own.len();
                    own.extend(below);
                    changed |= own.len() > had;
                }
                let there = self.before.entry(*to).or_default();
                let had = there.len();
                there.extend(more);
                changed |= there.len() > had;
            }
            if !changed {
                return;
            }
        }
    }

    /// Goes through statements with what was asked so far; what is asked in them is added to it.
    fn walk_block(&mut self, body: BodyRef, stmts: &[Stmt], so_far: &mut Counters) {
        for stmt in stmts {
            self.walk_stmt(body, &stmt.kind, so_far);
        }
        self.asked.entry(body).or_default().extend(so_far.iter().copied());
    }

    fn walk_stmt(&mut self, body: BodyRef, kind: &StmtKind, so_far: &mut Counters) {
        match kind {
            StmtKind::If(e, then, otherwise) => {
                self.read(e, so_far);
                self.walk_block(body, then, so_far);
                self.walk_block(body, otherwise, so_far);
            }
            StmtKind::IfThere(_, d, then, otherwise) => {
                self.ask_domain(d, so_far);
                self.walk_block(body, then, so_far);
                self.walk_block(body, otherwise, so_far);
            }
            StmtKind::Repeat(e, inner) => {
                self.read(e, so_far);
                self.walk_block(body, inner, so_far);
            }
            StmtKind::ForEach(_, d, inner) => {
                self.ask_domain(d, so_far);
                self.walk_block(body, inner, so_far);
            }
            StmtKind::Stage(stage) => {
                if let Some((_, d)) = &stage.over {
                    self.ask_domain(d, so_far);
                }
                self.walk_block(body, &stage.body, so_far);
                for ends in &stage.ends {
                    self.walk_block(body, &ends.body, so_far);
                }
            }
            StmtKind::Call { deed, args, .. } => {
                args.iter().for_each(|e| self.ask(e, so_far));
                self.ways.push((body, BodyRef::Deed(*deed), so_far.clone()));
            }
            StmtKind::Choose(choose) => self.walk_choice(body, choose, so_far),
            StmtKind::Let(_, e) => self.ask(e, so_far),
            StmtKind::Set(_, _, e) => self.ask(e, so_far),
            StmtKind::Move { .. }
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => {}
        }
    }

    fn walk_choice(&mut self, body: BodyRef, choose: &Choose, so_far: &mut Counters) {
        match &choose.what {
            Offer::Values { steps, .. } => {
                for step in steps {
                    self.ask_domain(&step.domain, so_far);
                    step.whole.iter().for_each(|e| self.read(e, so_far));
                }
            }
            Offer::Menu(tiers) => {
                for id in tiers.iter().flatten().filter_map(Entry::leads_to) {
                    self.ways.push((body, BodyRef::Move(id), so_far.clone()));
                }
            }
        }
    }
}
