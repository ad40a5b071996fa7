//! Counters that are none, or no, and that only those moves set which need them to be set already.

use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{
    BodyRef, CounterId, Expr, ExprKind, Owner, Rulebook, SetOp, StmtKind, Type, Value,
};
use crate::source::Span;
use std::collections::BTreeMap;

/// Tells of them.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut setters: BTreeMap<CounterId, Vec<BodyRef>> = BTreeMap::new();
    visit::all(book, &mut |body, seen| {
        let Seen::Stmt(stmt) = seen else { return };
        let StmtKind::Set(place, op, value) = &stmt.kind else { return };
        let unset = matches!(value.kind, ExprKind::Const(Value::None | Value::Bool(false)));
        if *op != SetOp::To || !unset {
            setters.entry(place.counter).or_default().push(body);
        }
    });
    let mut found = Vec::new();
    for (id, bodies) in setters {
        let counter = &book[id];
        let start = match counter.start.as_ref().map(|e| &e.kind) {
            None => counter.ty.may_be_none() || counter.ty == Type::Bool,
            Some(kind) => matches!(kind, ExprKind::Const(Value::None | Value::Bool(false))),
        };
        let needs = |body: &BodyRef| {
            let BodyRef::Move(of) = body else { return None };
            let needs = book[*of].needs.iter();
            let at = needs.filter_map(|need| is_set(&need.condition, true, id)).next()?;
            Some((at, &book[*of].name))
        };
        let all: Option<Vec<(Span, &String)>> = bodies.iter().map(needs).collect();
        let run = matches!(counter.owner, Owner::Run(_));
        let Some([(at, by), ..]) = all.as_deref().filter(|_| start && !run) else { continue };
        let name = &counter.name;
        let what = if counter.ty == Type::Bool { "no" } else { "none" };
        let said = format!(
            "this is never so: `{name}` is {what} from the start, and only `{by}`, which needs \
             this, ever sets it"
        );
        let help = format!(
            "turn the condition round (`is none`, `not …`), or set `{name}` somewhere else first"
        );
        let said = Diagnostic::new(Code::W0403, *at, said).beside(counter.span, "it begins here");
        found.push(said.help(help));
    }
    found
}

/// Where a condition, if it holds (or if it does not), says that a counter is set.
fn is_set(e: &Expr, holds: bool, id: CounterId) -> Option<Span> {
    let own = |e: &Expr| matches!(e.kind, ExprKind::Counter(of, _) if of == id);
    if let ExprKind::Not(inner) = &e.kind {
        return is_set(inner, !holds, id).map(|_| e.span);
    }
    if let (ExprKind::And(a, b), true) | (ExprKind::Or(a, b), false) = (&e.kind, holds) {
        return is_set(a, holds, id).or_else(|| is_set(b, holds, id));
    }
    let none = matches!(&e.kind, ExprKind::IsNone(of) if own(of)) && !holds;
    let yes = own(e) && e.ty == Type::Bool && holds;
    (none || yes).then_some(e.span)
}
