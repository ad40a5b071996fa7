//! Questions about the table as a deed would leave it: `e after deed(a)`.

use super::body_checker::BodyChecker;
use super::builder::RulebookBuilder;
use super::env::Env;
use super::graph::Node;
use super::notes::Supposed;
use super::scope::Scope;
use super::stmt::deed_named;
use super::things::node_name;
use super::types::expr;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_in_domain, each_with_words, walk_bodies};
use crate::ir::{
    Base, DeedId, Domain, Ends, Expr, ExprKind, Order, Owner, Rulebook, Seen, Stmt, StmtKind, Type,
};
use crate::resolve::names::Def;
use crate::source::Span;
use crate::syntax::ast;
use std::collections::BTreeSet;

impl BodyChecker<'_> {
    /// `of after deed(a)`
    pub(super) fn after(
        &mut self,
        of: &ast::Expr,
        deed: &ast::Expr,
        span: Span,
        want: Option<&Type>,
    ) -> Option<Expr> {
        let Some(id) = deed_named(&self.scope, deed) else {
            if is_broken(&self.scope, deed) {
                return None;
            }
            // What is wrong with the name is said as of any other.
            if self.silently(|cx| cx.operand(deed, None)).is_none() {
                let _ = self.operand(deed, None);
            }
            let said =
                Diagnostic::new(Code::E0522, deed.span, "what stands behind `after` is no deed");
            return self.wrong(said.help(
                "name what would be done: `me.is_safe after lay(c)`, where `lay` is declared with \
                 `to lay(c: Card) { … }`",
            ));
        };
        let call = self.deed_call(id, deed)?;
        self.uses(Node::Deed(call.deed), deed.span);
        self.out.notes.supposed.push(Supposed { deed: call.deed, span: deed.span });
        let value = self.aside(|cx| {
            cx.facts.something_changed();
            cx.value(of, want)
        })?;
        if *value.ty.bare() == Type::Text {
            return self.wrong(
                Diagnostic::new(
                    Code::E0522,
                    value.span,
                    "a text is read when it is shown, not before",
                )
                .help("ask for what stands in its holes"),
            );
        }
        let ty = value.ty.clone();
        Some(expr(ExprKind::After(Box::new(value), call.deed, call.args), ty, span))
    }
}

/// Whether something is called by a name whose declaration is wrong, which was said.
fn is_broken(scope: &Scope<'_>, call: &ast::Expr) -> bool {
    let mut called = super::compare::strip(call);
    if let ast::ExprKind::Call(callee, _) = &called.kind {
        called = callee;
    }
    let ast::ExprKind::Name(name) = &called.kind else { return false };
    scope.env.broken(&name.text) || matches!(scope.def(&name.text), Some(Def::Broken))
}

/// Says of which deeds nobody can tell beforehand what they would do.
pub(super) fn prove(env: &Env, out: &mut RulebookBuilder) {
    for asked in out.notes.supposed.clone() {
        let look = Look { env, out };
        let Some((at, why)) = look.in_deed(asked.deed, &mut BTreeSet::new()) else { continue };
        let name = node_name(env, Node::Deed(asked.deed));
        let said = format!("nobody can tell beforehand what {name} does: {why}");
        out.reports.report(Diagnostic::new(Code::E0522, asked.span, said).beside(at, "here").help(
            "ask about a deed that only moves cards and sets counters; what is drawn or chosen can \
             be handed to it",
        ));
    }
}

struct Look<'a> {
    env: &'a Env,
    out: &'a RulebookBuilder,
}

type Found = Option<(Span, &'static str)>;

impl Look<'_> {
    fn in_deed(&self, deed: DeedId, seen: &mut BTreeSet<DeedId>) -> Found {
        if !seen.insert(deed) {
            return None;
        }
        let body = &self.out.deeds.typed(deed)?.body;
        self.in_block(&body.block, seen)
    }

    fn in_block(&self, block: &[Stmt], seen: &mut BTreeSet<DeedId>) -> Found {
        block.iter().find_map(|stmt| self.in_stmt(stmt, seen))
    }

    fn in_stmt(&self, stmt: &Stmt, seen: &mut BTreeSet<DeedId>) -> Found {
        let here = |why| Some((stmt.span, why));
        match &stmt.kind {
            StmtKind::Choose(_) => here("somebody, or chance, chooses"),
            StmtKind::Shuffle(_) => here("chance decides the order"),
            StmtKind::Stage(_) => here("it goes through a part of the game"),
            StmtKind::End(_) | StmtKind::Again => here("it ends something or begins it anew"),
            StmtKind::Move { cards, .. } if self.may_run_out(cards) => {
                here("the zone may run out, and something is done then")
            }
            StmtKind::Move { cards, .. } | StmtKind::ForEach(_, cards, _) if self.by_lot(cards) => {
                here("cards of no order, which not everybody sees, go by lot")
            }
            StmtKind::Call { deed, .. } => self.in_deed(*deed, seen),
            StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => {
                self.in_block(a, seen).or_else(|| self.in_block(b, seen))
            }
            StmtKind::ForEach(_, _, a) | StmtKind::Repeat(_, a) => self.in_block(a, seen),
            StmtKind::Let(..)
            | StmtKind::Set(..)
            | StmtKind::Move { .. }
            | StmtKind::Swap(..)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            // What is only imagined is not remembered.
            | StmtKind::Remember(_)
            | StmtKind::Aside(_) => None,
        }
    }

    /// Whether a lot may say in which order cards go: several of no order, not all in sight.
    fn by_lot(&self, cards: &Domain) -> bool {
        let one = matches!(&cards.base, Base::Items(items) if items.len() < 2)
            || matches!(&cards.base, Base::Value(e) if !matches!(e.ty.bare(), Type::List(..)));
        let card = matches!(cards.elem.bare(), Type::Card(_));
        if one || !card || cards.order != Order::Unordered {
            return false;
        }
        let (mut zones, mut open) = (0, true);
        each_in_domain(cards, &mut |e| {
            if let ExprKind::Zone(id, _) = e.kind {
                let zone = &self.env.book()[id];
                zones += 1;
                open &= zone.seen == Seen::Everyone && !matches!(zone.owner, Owner::Card(_));
            }
        });
        zones == 0 || !open
    }

    /// Whether cards are drawn from a zone with a rule for when it runs out.
    fn may_run_out(&self, cards: &Domain) -> bool {
        let (Base::Top(zone, _) | Base::Bottom(zone, _)) = &cards.base else { return false };
        let rules = &self.env.r.runs_out;
        let ExprKind::Zone(id, _) = zone.kind else { return !rules.is_empty() };
        rules.iter().any(|rule| rule.item.0 == id)
    }
}

/// Endings at once look while a deed is being done; one that imagined that very deed would take the
/// names away that it works with.
pub(super) fn at_once(book: &Rulebook) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut look = |all: &[Ends]| {
        for ends in all.iter().filter(|ends| ends.at_once) {
            let mut at = None;
            each_with_words(book, &ends.condition, &mut |e| {
                if let ExprKind::After(..) = e.kind {
                    at.get_or_insert(e.span);
                }
            });
            found.extend(at.map(|at| {
                let said = "an ending at once looks in the middle of what is done, and this asks \
                            what something else would do";
                Diagnostic::new(Code::E0522, at, said)
                    .help("say `ends when` in place of `ends at once when`")
            }));
        }
    };
    look(&book.ends);
    walk_bodies(book, &mut |stmt| {
        if let StmtKind::Stage(stage) = &stmt.kind {
            look(&stage.ends);
        }
    });
    found
}
