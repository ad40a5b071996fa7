//! What is said twice so that one of the two is idle: a value that is set and at once set again, a
//! question that was answered before, values that a counter cannot hold, moves behind a `pass` that
//! is always possible.

use super::key::key;
use super::range::Ranges;
use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_expr, each_in_domain};
use crate::ir::{
    BodyRef, Choose, CounterPlace, Ends, EntryKind, Expr, ExprKind, LocalId, Offer, Rulebook,
    SetOp, Stmt, StmtKind, Value,
};
use crate::source::{FileId, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Tells of what was said before.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut pass = Pass {
        book,
        ranges: Ranges::kept(book),
        chosen: BTreeMap::new(),
        compared: BTreeSet::new(),
        found: BTreeMap::new(),
    };
    visit::all(book, &mut |body, seen| match seen {
        Seen::Step(step) => {
            pass.chosen.insert((body, step.local), step.domain.span);
        }
        Seen::Expr(e) => each_expr(e, &mut |e| pass.compares(body, e)),
        Seen::Domain(domain) => each_in_domain(domain, &mut |e| pass.compares(body, e)),
        Seen::Stmt(_) | Seen::Block(_) => {}
    });
    visit::all(book, &mut |body, seen| match seen {
        Seen::Block(stmts) => pass.block(stmts),
        Seen::Stmt(stmt) => pass.stmt(body, stmt),
        Seen::Expr(e) => each_expr(e, &mut |e| pass.chosen(e)),
        Seen::Domain(domain) => each_in_domain(domain, &mut |e| pass.chosen(e)),
        Seen::Step(_) => {}
    });
    pass.ends(&book.ends);
    pass.forbidden();
    pass.found.into_values().collect()
}

struct Pass<'a> {
    book: &'a Rulebook,
    ranges: Ranges<'a>,
    /// Numbers that are chosen, and where from.
    chosen: BTreeMap<(BodyRef, LocalId), Span>,
    /// Names that are compared with something.
    compared: BTreeSet<(BodyRef, LocalId)>,
    found: BTreeMap<(Span, Code), Diagnostic>,
}

impl Pass<'_> {
    fn say(&mut self, said: Diagnostic) {
        if said.span() != Span::default() {
            self.found.entry((said.span(), said.code)).or_insert(said);
        }
    }

    fn compares(&mut self, body: BodyRef, e: &Expr) {
        if let ExprKind::Less(a, b) | ExprKind::LessEq(a, b) | ExprKind::Same(a, b) = &e.kind {
            for side in [a, b] {
                each_expr(side, &mut |e| {
                    if let ExprKind::Local(id) = e.kind {
                        self.compared.insert((body, id));
                    }
                });
            }
        }
    }

    /// `n = 1  n = 2`
    fn block(&mut self, stmts: &[Stmt]) {
        for pair in stmts.windows(2) {
            let [one, other] = pair else { continue };
            self.taken_back(one, other);
            let (StmtKind::Set(a, SetOp::To, _), StmtKind::Set(b, SetOp::To, value)) =
                (&one.kind, &other.kind)
            else {
                continue;
            };
            if a.counter == b.counter && keys(a) == keys(b) && keys(a).is_some() && !reads(value, b)
            {
                let name = &self.book[a.counter].name;
                let said = format!("this does nothing: `{name}` is set again at once");
                let said = Diagnostic::new(Code::W0512, one.span, said);
                self.say(said.beside(other.span, "set again here").help(
                    "leave one of them out; perhaps another counter, or another player's, is meant",
                ));
            }
        }
    }

    /// `me.cash -= price  me.cash += price`, `starter = starter.left  starter = starter.right`
    fn taken_back(&mut self, one: &Stmt, other: &Stmt) {
        let (StmtKind::Set(a, op, value), StmtKind::Set(b, back, by)) = (&one.kind, &other.kind)
        else {
            return;
        };
        let same = a.counter == b.counter && keys(a) == keys(b) && keys(a).is_some();
        let opposite = match (op, back) {
            (SetOp::Plus, SetOp::Minus) | (SetOp::Minus, SetOp::Plus) => {
                key(value).is_some_and(|k| key(by) == Some(k)) && !reads(by, b)
            }
            (SetOp::To, SetOp::To) => match (&value.kind, &by.kind) {
                (ExprKind::Neighbour(x, n), ExprKind::Neighbour(y, m)) => {
                    let own =
                        |e: &Expr| matches!(&e.kind, ExprKind::Counter(id, _) if *id == a.counter);
                    n + m == 0 && own(x) && own(y) && key(x) == key(y)
                }
                _ => false,
            },
            _ => false,
        };
        if same && opposite {
            let name = &self.book[a.counter].name;
            let said = format!("this takes back what was done to `{name}` just before");
            self.say(
                Diagnostic::new(Code::W0512, other.span, said)
                    .beside(one.span, "done here")
                    .help("leave both out; perhaps another counter, or another player's, is meant"),
            );
        }
    }

    fn stmt(&mut self, body: BodyRef, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::If(first, _, otherwise) => {
                let mut asked = vec![first];
                let mut rest = otherwise.as_slice();
                while let [Stmt { kind: StmtKind::If(e, _, behind), .. }] = rest {
                    asked.push(e);
                    rest = behind;
                }
                self.asked(&asked);
            }
            StmtKind::Set(place, SetOp::To, value) => self.outside(body, place, value),
            StmtKind::Set(place, SetOp::Minus | SetOp::Plus, value) => {
                self.too_much(body, place, value)
            }
            StmtKind::Choose(choose) => self.behind_pass(choose, stmt.span),
            StmtKind::Stage(stage) => self.ends(&stage.ends),
            StmtKind::Let(..)
            | StmtKind::Call { .. }
            | StmtKind::Move { .. }
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::IfThere(..)
            | StmtKind::ForEach(..)
            | StmtKind::Repeat(..)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => {}
        }
    }

    /// `ends when stock is empty`, said twice.
    fn ends(&mut self, all: &[Ends]) {
        let mut before: BTreeMap<(bool, String), Span> = BTreeMap::new();
        for ends in all {
            let Some(key) = key(&ends.condition) else { continue };
            let key = (ends.at_once, key);
            if let Some(first) = before.get(&key) {
                let said = "this ends nothing: what stands before it asks the same";
                self.say(
                    Diagnostic::new(Code::W0405, ends.condition.span, said)
                        .beside(*first, "here")
                        .help("ask for something else, or leave one of the two out"),
                );
            }
            before.entry(key).or_insert(ends.condition.span);
        }
    }

    /// `if c then a else if c then b else d`
    fn chosen(&mut self, e: &Expr) {
        let mut asked = Vec::new();
        let mut at = e;
        while let ExprKind::If(first, _, otherwise) = &at.kind {
            asked.push(&**first);
            at = otherwise;
        }
        self.asked(&asked);
    }

    /// Questions, each of which is asked only if those before it were answered no.
    fn asked(&mut self, asked: &[&Expr]) {
        let mut before: BTreeMap<String, Span> = BTreeMap::new();
        for e in asked {
            let Some(key) = key(e) else { continue };
            if let Some(first) = before.get(&key).filter(|first| **first != e.span) {
                let said =
                    Diagnostic::new(Code::W0405, e.span, "this is never so: it was asked before");
                self.say(
                    said.beside(*first, "here, and the answer was no")
                        .help("ask for something else, or leave this part out"),
                );
            }
            before.entry(key).or_insert(e.span);
        }
    }

    /// `tank = 5`, where `tank: 0..4`
    fn outside(&mut self, body: BodyRef, place: &CounterPlace, value: &Expr) {
        let counter = &self.book[place.counter];
        let Some((low, high)) = counter.range else { return };
        let given = self.ranges.read(body, value);
        if value.ty.may_be_none() || given.low <= high && given.high >= low {
            return;
        }
        let said = format!("`{}` is from {low} to {high}, and this lies outside", counter.name);
        let help = if counter.capped {
            "it stops at the end of its range: write that, or widen the range where it is declared"
        } else {
            "give it a value that it can hold, or widen the range where it is declared"
        };
        self.say(Diagnostic::new(Code::W0403, value.span, said).help(help));
    }

    /// `h.stones -= n`, where `n in 1..9` is chosen and `stones: 0..7`
    fn too_much(&mut self, body: BodyRef, place: &CounterPlace, value: &Expr) {
        let counter = &self.book[place.counter];
        let (Some((low, high)), ExprKind::Local(id)) = (counter.range, &value.kind) else { return };
        let Some(chosen) = self.chosen.get(&(body, *id)).copied() else { return };
        let most = self.ranges.read(body, value).high;
        let asked = self.compared.contains(&(body, *id));
        if counter.capped || asked || most == i64::MAX || most <= high.saturating_sub(low) {
            return;
        }
        let name = &counter.name;
        let said = format!("this goes up to {most}, but `{name}` is from {low} to {high}");
        let help = format!(
            "choose no more than there is, such as `1..{name}` with its owner before a dot, or ask \
             for it with `needs`"
        );
        self.say(
            Diagnostic::new(Code::W0403, chosen, said)
                .beside(value.span, "where it counts")
                .help(help),
        );
    }

    /// `{ lay or pass otherwise draw }`
    fn behind_pass(&mut self, choose: &Choose, span: Span) {
        let Offer::Menu(tiers) = &choose.what else { return };
        let open = |e: &crate::ir::Entry| match &e.what {
            EntryKind::Pass => Some("pass"),
            EntryKind::Move(id, _) => always_open(&self.book[*id]),
        };
        let passes = |tier: &[crate::ir::Entry]| {
            let sure = tier.iter().filter(|e| !e.may && e.limits.is_empty());
            sure.filter_map(open).next()
        };
        let found = tiers.iter().enumerate().find_map(|(at, tier)| Some((at, passes(tier)?)));
        let Some((first, always)) = found else { return };
        let behind = tiers.iter().skip(first + 1).flatten().filter(|entry| !entry.may);
        if let Some(never) = behind.filter_map(crate::ir::Entry::leads_to).next() {
            let name = &self.book[never].name;
            let said =
                format!("`{name}` is never offered here: `{always}` before it is always possible");
            self.say(Diagnostic::new(Code::W0501, span, said).help(format!(
                "put `{always}` after the last `otherwise`, or join the moves with `or`"
            )));
        }
    }

    /// `forbid lay because "…"`, in the game that declares `lay`.
    fn forbidden(&mut self) {
        for of in &self.book.moves {
            for need in &of.needs {
                let never = match &need.condition.kind {
                    ExprKind::Const(Value::Bool(no)) => !no,
                    ExprKind::Not(e) => matches!(e.kind, ExprKind::Const(Value::Bool(true))),
                    _ => false,
                };
                if never && need.span.file == FileId(0) && need.span.file == of.span.file {
                    let said = format!("nobody can ever do `{}`: this forbids it always", of.name);
                    let found = Diagnostic::new(Code::W0501, need.span, said).help(
                        "say after `when` in which case it is forbidden, or leave the move out",
                    );
                    self.found.entry((need.span, Code::W0501)).or_insert(found);
                }
            }
        }
    }
}

/// The name of a move that is always possible: nothing is picked for it, and it needs nothing.
fn always_open(of: &crate::ir::Move) -> Option<&str> {
    let free = of.steps.is_empty() && of.needs.is_empty() && of.limit.is_none();
    (free && of.attempt.is_none()).then_some(of.name.as_str())
}

/// Whose counter is set; none if that is not compared.
fn keys(place: &CounterPlace) -> Option<String> {
    place.key.as_ref().map_or(Some(String::new()), |e| key(e))
}

/// Whether a value reads that counter, of anybody, or more than is known here.
fn reads(value: &Expr, place: &CounterPlace) -> bool {
    let mut found = false;
    each_expr(value, &mut |e| {
        found |= match &e.kind {
            ExprKind::Counter(id, _) => *id == place.counter,
            ExprKind::Word(..) => true,
            _ => false,
        };
    });
    found
}
