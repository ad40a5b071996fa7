//! Lines that were copied and not altered: the same in both cases of an `if`, two names for one
//! value, one thing done twice where a second player or card was meant.

use super::agree::agree;
use super::key::{key, stmt_key};
use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::visit::{Part, stmt_parts};
use crate::ir::walk::{body_of, each_expr, each_in_domain, each_stmt};
use crate::ir::{
    Body, BodyRef, Expr, ExprKind, LocalDecl, LocalId, Rulebook, SetOp, Stmt, StmtKind, Type,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Tells of them. A rule that is typed once for each kind is told of if it is so for all.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut found: BTreeMap<(Span, bool), Option<Diagnostic>> = BTreeMap::new();
    let set_again = set_again(book);
    visit::all(book, &mut |body, seen| match seen {
        Seen::Block(stmts) => {
            let Some(Body { locals, .. }) = body_of(book, body) else { return };
            for pair in stmts.windows(2) {
                let [one, other] = pair else { continue };
                agree(
                    &mut found,
                    (other.span, false),
                    twice(locals, body, one, other).or_else(|| {
                        one_value(locals, one, other, |id| set_again.contains(&(body, id)))
                    }),
                );
            }
        }
        Seen::Stmt(stmt) => {
            if let StmtKind::If(_, then, otherwise) = &stmt.kind {
                let (at, said) = in_both(book, then, otherwise);
                agree(&mut found, (at.unwrap_or(stmt.span), true), said);
            }
        }
        Seen::Expr(_) | Seen::Domain(_) | Seen::Step(_) => {}
    });
    found.retain(|(span, _), _| *span != Span::default());
    found.into_values().flatten().collect()
}

/// Names that are given a value more than once.
fn set_again(book: &Rulebook) -> BTreeSet<(BodyRef, LocalId)> {
    let (mut once, mut again) = (BTreeSet::new(), BTreeSet::new());
    visit::all(book, &mut |body, seen| {
        if let Seen::Stmt(stmt) = seen
            && let StmtKind::Let(id, _) | StmtKind::Call { into: Some(id), .. } = &stmt.kind
            && !once.insert((body, *id))
        {
            again.insert((body, *id));
        }
    });
    again
}

/// `if found { loser.dice -= 1  starter = loser } else { loser.dice -= 1  starter = me }`
fn in_both(
    book: &Rulebook,
    then: &[Stmt],
    otherwise: &[Stmt],
) -> (Option<Span>, Option<Diagnostic>) {
    if then.len() == 1 && otherwise.len() == 1 {
        // That is told as a whole.
        return (None, None);
    }
    let counts =
        |stmt: &&Stmt| matches!(stmt.kind, StmtKind::Set(_, SetOp::Plus | SetOp::Minus, _));
    let of_then = then.iter().enumerate().filter(|(_, stmt)| counts(stmt));
    let of_then: BTreeMap<String, (usize, &Stmt)> =
        of_then.filter_map(|(at, stmt)| Some((stmt_key(stmt)?, (at, stmt)))).collect();
    for (at, stmt) in otherwise.iter().enumerate().filter(|(_, stmt)| counts(stmt)) {
        let Some((of, first)) = stmt_key(stmt).and_then(|key| of_then.get(&key)) else { continue };
        let StmtKind::Set(place, ..) = &stmt.kind else { continue };
        if [&then[..*of], &otherwise[..at]].iter().any(|before| may_alter(before, stmt)) {
            continue;
        }
        let name = &book[place.counter].name;
        let said = format!("`{name}` changes in the same way whether the condition holds or not");
        let said =
            Diagnostic::new(Code::W0404, stmt.span, said).beside(first.span, "the same here");
        let help = "write another sign, amount or player in one of the two; what is meant in both \
                    cases goes before the `if`";
        return (Some(stmt.span), Some(said.help(help)));
    }
    (None, None)
}

/// Whether what a statement reads may be something else behind some others.
fn may_alter(before: &[Stmt], stmt: &Stmt) -> bool {
    let named = names(stmt);
    let (mut named_anew, mut reads) = (false, false);
    each_stmt(before, &mut |stmt| {
        if let StmtKind::Let(id, _) | StmtKind::Call { into: Some(id), .. } = &stmt.kind {
            named_anew |= named.contains(id);
        }
    });
    each_read(stmt, &mut |e| {
        reads |= matches!(
            e.kind,
            ExprKind::Counter(..) | ExprKind::Zone(..) | ExprKind::Word(..) | ExprKind::Position(_)
        );
    });
    named_anew || reads && !before.is_empty()
}

/// `let winner = …  let loser = …` with one and the same value.
fn one_value(
    locals: &[LocalDecl],
    one: &Stmt,
    other: &Stmt,
    altered: impl Fn(LocalId) -> bool,
) -> Option<Diagnostic> {
    let (StmtKind::Let(a, first), StmtKind::Let(b, second)) = (&one.kind, &other.kind) else {
        return None;
    };
    // Plain names and numbers may well begin alike.
    let plain = matches!(first.kind, ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Text(_));
    if plain || a == b || altered(*a) || altered(*b) || key(first)? != key(second)? {
        return None;
    }
    let (a, b) = (&locals[*a].name, &locals[*b].name);
    let said = format!("`{b}` is the same as `{a}`");
    Some(
        Diagnostic::new(Code::W0404, second.span, said)
            .beside(first.span, "the same value")
            .help(format!("give `{b}` a value of its own, or write `{a}` in its place")),
    )
}

/// One sentence two times running.
fn twice(locals: &[LocalDecl], body: BodyRef, one: &Stmt, other: &Stmt) -> Option<Diagnostic> {
    let same = stmt_key(one)? == stmt_key(other)? && one.span != other.span;
    if !same || matches!(other.kind, StmtKind::Again) {
        return None;
    }
    instead_of_another(locals, body, one, other).or_else(|| once_too_often(one, other))
}

/// The same sentence right behind itself, as it was written.
fn once_too_often(one: &Stmt, other: &Stmt) -> Option<Diagnostic> {
    const BETWEEN: u32 = 100;
    let gap = other.span.start.checked_sub(one.span.end)?;
    if one.span.file != other.span.file || gap > BETWEEN {
        return None;
    }
    let both = if let StmtKind::Shuffle(_) = &other.kind {
        "once is enough"
    } else if let StmtKind::Set(_, op, _) = &other.kind {
        // A value that is set again is told of elsewhere.
        matches!(op, SetOp::Plus | SetOp::Minus)
            .then_some("if both are meant, say it once with the whole amount")?
    } else if let StmtKind::Move { .. } = &other.kind {
        "if both are meant, say how many go: `top 2 of …`, or `for each n in 1..2 { … }`"
    } else {
        "if both are meant, say `for each n in 1..2 { … }`"
    };
    let said = "this does once more what was done just before";
    Some(
        Diagnostic::new(Code::W0404, other.span, said)
            .beside(one.span, "the same here")
            .help(format!("leave one of them out; {both}")),
    )
}

/// `fill_up(attacker.hand)  fill_up(attacker.hand)`, where there is a `defender`, too.
fn instead_of_another(
    locals: &[LocalDecl],
    body: BodyRef,
    one: &Stmt,
    other: &Stmt,
) -> Option<Diagnostic> {
    let named = names(other);
    // A second player or card of this rule that neither line names.
    let given = |ty: &Type| matches!(ty, Type::Player | Type::Card(_));
    let rule = matches!(body, BodyRef::Deed(_) | BodyRef::Move(_));
    let params = if rule { locals } else { &[] };
    let who = named.iter().map(|id| &locals[*id]).find(|of| given(&of.ty))?;
    let others = (0..).map(LocalId).zip(params).filter(|(id, _)| !named.contains(id));
    let (_, another) = others.into_iter().find(|(_, of)| {
        of.ty == who.ty && !of.name.starts_with('#') && of.span.start < other.span.start
    })?;
    let said = "this does once more what was done just before";
    Some(Diagnostic::new(Code::W0404, other.span, said).beside(one.span, "the same here").help(
        format!(
            "perhaps `{}` is meant in one of the two, in place of `{}`; if not, say `for each n in \
         1..2 {{ … }}`",
            another.name, who.name
        ),
    ))
}

/// The names that a statement reads.
fn names(stmt: &Stmt) -> BTreeSet<LocalId> {
    let mut all = BTreeSet::new();
    each_read(stmt, &mut |e| {
        if let ExprKind::Local(id) = e.kind {
            all.insert(id);
        }
    });
    all
}

/// Calls `look` for every expression of a statement and of those in it.
fn each_read(stmt: &Stmt, look: &mut dyn FnMut(&Expr)) {
    each_stmt(std::slice::from_ref(stmt), &mut |stmt| {
        stmt_parts(stmt, &mut |part| match part {
            Part::Expr(e) => each_expr(e, look),
            Part::Domain(d) => each_in_domain(d, look),
            Part::Step(_) | Part::Block(_) | Part::Binds(_) => {}
        });
    });
}
