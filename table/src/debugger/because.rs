//! Why a choice is refused: the rule, and the values of what failed in it.

use super::worded;
use crate::choices::menu::bound;
use crate::game::{Game, Rejected};
use crate::refusal::Refusal;
use crate::refusal::differs::Scope;
use crate::visibility::layout::Table;
use houserules_interpreter::ask::Illegality;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{Domain, Expr, ExprKind, Order, Rulebook, Type, Value, Word};
use houserules_lang::source::Span;

/// What stands in the rules, and what it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// As it is written, on one line.
    pub source: String,
    /// Where it stands in the rules.
    pub span: Span,
    /// Its value in words.
    pub value: String,
}

/// A refusal with what led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Because {
    /// As whoever tried it reads it.
    pub refusal: Refusal,
    /// What failed, and the values it compares; empty where no condition failed.
    pub parts: Vec<Part>,
}

/// So many parts are told at most.
const MOST: usize = 12;
/// Words are looked into so deep.
const DEEPEST: u8 = 3;

/// Why a typed choice is not possible for a seat; none if it is.
///
/// # Errors
/// What cannot be understood, as [`Rejected::Unclear`].
pub fn because(
    game: &mut Game<Machine>,
    seat: u8,
    text: &str,
) -> Result<Option<Because>, Rejected> {
    match game.why_not(seat, text) {
        None => Ok(None),
        Some(unclear @ Rejected::Unclear { .. }) => Err(unclear),
        Some(Rejected::Refused(refusal)) => {
            let parts = parts(game, seat, &refusal);
            Ok(Some(Because { refusal, parts }))
        }
    }
}

/// The values of the condition that failed.
#[must_use]
pub fn parts(game: &mut Game<Machine>, seat: u8, refusal: &Refusal) -> Vec<Part> {
    let (what, args) = (&refusal.tried.what, &refusal.tried.args);
    let book = std::sync::Arc::clone(game.book());
    let (Illegality::Needs(at), houserules_interpreter::ask::Offered::Move(id, ..)) =
        (&refusal.why, what)
    else {
        return Vec::new();
    };
    let scope = Scope::of(&book[*id].body.locals, &bound(&book, what, args));
    let table = Table::of(&book, &houserules_interpreter::ask::Engine::dump(game.engine()));
    let mut finding = Finding { game, book: &book, table, seat, found: Vec::new() };
    finding.failed(&book[*id].needs[*at].condition, &scope, DEEPEST);
    finding.found
}

struct Finding<'a> {
    game: &'a mut Game<Machine>,
    book: &'a Rulebook,
    table: Table,
    seat: u8,
    found: Vec<Part>,
}

impl Finding<'_> {
    fn value(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Value> {
        let seat = self.seat;
        self.game.look(|engine| engine.value_for(Some(seat), e, scope.names, &scope.values)).ok()
    }

    fn add(&mut self, e: &Expr, scope: &Scope<'_>) {
        if matches!(e.kind, ExprKind::Const(_)) || self.found.len() >= MOST {
            return;
        }
        let source: String =
            self.game.sources().slice(e.span).split_whitespace().collect::<Vec<_>>().join(" ");
        if source.is_empty() || self.found.iter().any(|p| p.source == source) {
            return;
        }
        if let Some(value) = self.value(e, scope) {
            let value = worded(self.game.naming(), &self.table, &e.ty, &value);
            self.found.push(Part { source, span: e.span, value });
        }
    }

    /// A side of a comparison, and what a sum is made of.
    fn side(&mut self, e: &Expr, scope: &Scope<'_>) {
        self.add(e, scope);
        let mut parts = vec![e];
        while let Some(part) = parts.pop() {
            if let ExprKind::Arith(_, a, b) = &part.kind {
                self.add(a, scope);
                self.add(b, scope);
                parts.extend([&**b, &**a]);
            }
        }
    }

    fn members(&mut self, domain: &Domain, scope: &Scope<'_>) {
        let ty = Type::List(Box::new(domain.elem.clone()), Order::Unordered);
        let list = ExprKind::List(Box::new(domain.clone()));
        self.add(&Expr { kind: list, ty, span: domain.span }, scope);
    }

    /// Adds what made a condition fail.
    fn failed(&mut self, e: &Expr, scope: &Scope<'_>, depth: u8) {
        match &e.kind {
            ExprKind::And(a, b) => {
                let holds = self.value(a, scope) == Some(Value::Bool(true));
                self.failed(if holds { b } else { a }, scope, depth);
            }
            ExprKind::Or(a, b) => {
                self.failed(a, scope, depth);
                self.failed(b, scope, depth);
            }
            ExprKind::Not(a) => self.failed(a, scope, depth),
            ExprKind::Same(a, b) | ExprKind::Less(a, b) | ExprKind::LessEq(a, b) => {
                self.side(a, scope);
                self.side(b, scope);
            }
            ExprKind::SameList(a, b, _) => {
                self.members(a, scope);
                self.members(b, scope);
            }
            ExprKind::RowsAre(a, ..) | ExprKind::IsEmpty(a) | ExprKind::Quantified(_, _, a, _) => {
                self.members(a, scope);
            }
            ExprKind::IsRow(a, _) | ExprKind::IsKind(a, _) | ExprKind::IsNone(a) => {
                self.add(a, scope)
            }
            ExprKind::In(a, domain) => {
                self.add(a, scope);
                self.members(domain, scope);
            }
            ExprKind::Word(id, args) if depth > 0 => {
                self.add(e, scope);
                self.word(&self.book[*id], args, scope, depth - 1);
            }
            _ => self.add(e, scope),
        }
    }

    /// Of a word that is asked: what it is asked of, and what made it so.
    fn word(&mut self, word: &Word, args: &[Expr], scope: &Scope<'_>, depth: u8) {
        let mut inner = Scope::of(&word.locals, &[]);
        for arg in args {
            self.add(arg, scope);
        }
        for (arg, value) in args.iter().zip(&mut inner.values) {
            *value = self.value(arg, scope).unwrap_or(Value::None);
        }
        if *word.value.ty.bare() == Type::Bool {
            self.failed(&word.value, &inner, depth);
        }
    }
}
