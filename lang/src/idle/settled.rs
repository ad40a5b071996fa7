//! What is so already when it is done: a value that the condition above asks for, a pile that is
//! filled with nothing, a draw among values that are all the same.

use super::key::key;
use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::visit::{Part, stmt_parts};
use crate::ir::{
    Base, Chooser, CounterId, CounterPlace, Expr, ExprKind, Offer, Rulebook, RunsOut, SetOp, Stmt,
    StmtKind, Value,
};
use crate::source::Span;
use std::collections::BTreeMap;

/// Tells of what is so already.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut found: BTreeMap<Span, Diagnostic> = BTreeMap::new();
    let mut say = |said: Diagnostic| {
        if said.span() != Span::default() {
            found.entry(said.span()).or_insert(said);
        }
    };
    visit::all(book, &mut |_, seen| {
        let Seen::Stmt(stmt) = seen else { return };
        if let StmtKind::If(condition, then, _) = &stmt.kind {
            let mut facts = Facts::new();
            learn(condition, &mut facts);
            set_again(book, then, facts).into_iter().for_each(&mut say);
        }
        all_the_same(stmt).into_iter().for_each(&mut say);
    });
    for of in &book.moves {
        let mut facts = Facts::new();
        of.needs.iter().for_each(|need| learn(&need.condition, &mut facts));
        set_again(book, &of.body.block, facts).into_iter().for_each(&mut say);
    }
    book.runs_out.iter().filter_map(|rule| filled_with_nothing(book, rule)).for_each(say);
    found.into_values().collect()
}

/// Counters of which the value is known: whose it is, and what.
type Facts = BTreeMap<(CounterId, Option<String>), Value>;

/// What a condition says if it holds.
fn learn(condition: &Expr, to: &mut Facts) {
    if let ExprKind::And(a, b) = &condition.kind {
        learn(a, to);
        learn(b, to);
    } else if let ExprKind::Same(a, b) = &condition.kind {
        if let ExprKind::Const(value) = &b.kind {
            keep(a, value.clone(), to);
        } else if let ExprKind::Const(value) = &a.kind {
            keep(b, value.clone(), to);
        }
    } else if let ExprKind::Not(inner) = &condition.kind {
        keep(inner, Value::Bool(false), to);
    } else {
        keep(condition, Value::Bool(true), to);
    }
}

fn keep(counter: &Expr, value: Value, to: &mut Facts) {
    if let ExprKind::Counter(id, of) = &counter.kind
        && let Some(of) = owner(of.as_deref())
    {
        to.insert((*id, of), value);
    }
}

/// Whose a counter is, in words that can be compared; none if they cannot.
fn owner(of: Option<&Expr>) -> Option<Option<String>> {
    match of {
        None => Some(None),
        Some(of) => key(of).map(Some),
    }
}

/// `if me.jailed { me.jailed = yes }`: the first statements of a block, as long as nothing else can
/// have changed what the condition says.
fn set_again(book: &Rulebook, block: &[Stmt], mut facts: Facts) -> Option<Diagnostic> {
    for stmt in block {
        if let StmtKind::Say(_) = &stmt.kind {
            continue;
        }
        let StmtKind::Set(place, op, value) = &stmt.kind else { return None };
        let CounterPlace { counter, key } = place;
        let known = owner(key.as_deref()).and_then(|of| facts.get(&(*counter, of)));
        if let (SetOp::To, ExprKind::Const(new), Some(known)) = (op, &value.kind, known)
            && new == known
        {
            let name = &book[*counter].name;
            let said =
                format!("this sets `{name}` to what it is: the condition above asks for that");
            return Some(
                Diagnostic::new(Code::W0515, stmt.span, said)
                    .help("write its new value; or perhaps another counter or player is meant"),
            );
        }
        facts.retain(|(other, _), _| other != counter);
    }
    None
}

/// `choose n in (2, 2, 2) by chance`
fn all_the_same(stmt: &Stmt) -> Option<Diagnostic> {
    let StmtKind::Choose(choose) = &stmt.kind else { return None };
    let Offer::Values { steps, .. } = &choose.what else { return None };
    let [step] = steps.as_slice() else { return None };
    let Base::Items(items) = &step.domain.base else { return None };
    let first = items.first().filter(|_| items.len() > 1)?;
    let ExprKind::Const(value) = &first.kind else { return None };
    let same = |e: &Expr| matches!(&e.kind, ExprKind::Const(other) if other == value);
    let said = "these are all the same, so nothing is left to chance";
    (matches!(choose.by, Chooser::Chance) && items.iter().all(same)).then(|| {
        Diagnostic::new(Code::W0515, step.domain.span, said)
            .help("list what may come; what is listed twice is twice as likely")
    })
}

/// `when pack runs out { shuffle pack }`
fn filled_with_nothing(book: &Rulebook, rule: &RunsOut) -> Option<Diagnostic> {
    let zone = &book[rule.zone];
    let said = format!("nothing comes into `{}` here, so it stays empty", zone.name);
    let help = match filled(book, rule) {
        Some(other) if zone.deck => {
            format!("move cards to it, and not from it: `move {other} to {}`", zone.name)
        }
        Some(other) => format!(
            "perhaps `when {other} runs out` is meant: that is what is filled here; else move \
             cards to `{}`",
            zone.name
        ),
        None => format!("move cards to it: `move … to {0}`, and then `shuffle {0}`", zone.name),
    };
    (!rule.body.block.iter().any(|stmt| may_bring(stmt, rule)))
        .then(|| Diagnostic::new(Code::W0515, rule.span, said).help(help))
}

/// The zone into which the cards are moved of the one that has run out.
fn filled<'b>(book: &'b Rulebook, rule: &RunsOut) -> Option<&'b str> {
    rule.body.block.iter().find_map(|stmt| {
        let StmtKind::Move { cards, to, .. } = &stmt.kind else { return None };
        let (Base::Zone(from), ExprKind::Zone(other, None)) = (&cards.base, &to.kind) else {
            return None;
        };
        let own = matches!(&from.kind, ExprKind::Zone(id, _) if *id == rule.zone);
        (own && *other != rule.zone).then(|| book[*other].name.as_str())
    })
}

/// Whether a statement may put cards into the zone.
fn may_bring(stmt: &Stmt, rule: &RunsOut) -> bool {
    let here = match &stmt.kind {
        StmtKind::Move { to, .. } => !matches!(&to.kind, ExprKind::Zone(id, _) if *id != rule.zone),
        StmtKind::Call { .. }
        | StmtKind::Choose(_)
        | StmtKind::Swap(..)
        | StmtKind::Stage(_)
        | StmtKind::End(_) => true,
        StmtKind::Let(..)
        | StmtKind::Set(..)
        | StmtKind::Shuffle(_)
        | StmtKind::Show(..)
        | StmtKind::Hide(..)
        | StmtKind::ShowCounter(..)
        | StmtKind::If(..)
        | StmtKind::IfThere(..)
        | StmtKind::ForEach(..)
        | StmtKind::Repeat(..)
        | StmtKind::Give(_)
        | StmtKind::Say(_)
        | StmtKind::Remember(_)
        | StmtKind::Aside(_)
        | StmtKind::Again => false,
    };
    let mut inside = false;
    stmt_parts(stmt, &mut |part| {
        if let Part::Block(block) = part {
            inside |= block.iter().any(|stmt| may_bring(stmt, rule));
        }
    });
    here || inside
}
