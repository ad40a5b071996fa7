//! Squares beyond the edge of a board, and lines that are longer than it.

use super::range::{Range, Ranges};
use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_expr, each_in_domain};
use crate::ir::{Base, BodyRef, Domain, EnumId, Expr, ExprKind, LocalId, Rulebook};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

const CODE: Code = Code::W0406;

/// Tells of squares that are on no board.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut pass =
        Pass { book, ranges: Ranges::of(book), chosen: BTreeMap::new(), found: BTreeMap::new() };
    visit::all(book, &mut |body, seen| {
        if let Seen::Step(step) = seen
            && let Base::Range(..) = step.domain.base
        {
            pass.chosen.insert((body, step.local), step.domain.span);
        }
    });
    let mut asked = BTreeSet::new();
    visit::all(book, &mut |_, seen| {
        let mut look = |e: &Expr| {
            // Whoever asks whether there is such a square knows about the edge.
            if let ExprKind::IsNone(of) | ExprKind::Otherwise(of, _) = &e.kind
                && let ExprKind::Square(..) = of.kind
            {
                asked.insert(of.span);
            }
        };
        match seen {
            Seen::Expr(e) => each_expr(e, &mut look),
            Seen::Domain(d) => each_in_domain(d, &mut look),
            Seen::Stmt(_) | Seen::Step(_) | Seen::Block(_) => {}
        }
    });
    visit::all(book, &mut |body, seen| match seen {
        Seen::Expr(e) => {
            each_expr(e, &mut |e| pass.expr(body, e, &asked));
            visit::domains(e, &mut |d| pass.lines(d));
        }
        Seen::Domain(d) => {
            each_in_domain(d, &mut |e| {
                pass.expr(body, e, &asked);
                visit::domains(e, &mut |d| pass.lines(d));
            });
            pass.lines(d);
        }
        Seen::Stmt(_) | Seen::Step(_) | Seen::Block(_) => {}
    });
    pass.found.into_values().collect()
}

struct Pass<'a> {
    book: &'a Rulebook,
    ranges: Ranges<'a>,
    /// Numbers that somebody chooses, and from what.
    chosen: BTreeMap<(BodyRef, LocalId), Span>,
    found: BTreeMap<Span, Diagnostic>,
}

impl Pass<'_> {
    fn board(&self, id: EnumId) -> Option<(&str, (u16, u16))> {
        let of = &self.book[id];
        Some((&of.name, of.rectangle?))
    }

    fn expr(&mut self, body: BodyRef, e: &Expr, asked: &BTreeSet<Span>) {
        let ExprKind::Square(id, x, y) = &e.kind else { return };
        let Some((name, (columns, rows))) = self.board(*id) else { return };
        let name = name.to_owned();
        for (at, most, what) in [(x, columns, "columns"), (y, rows, "rows")] {
            let range = self.ranges.read(body, at);
            let most = i64::from(most);
            if range.low > most || range.high < 1 {
                let said = format!(
                    "there is no such square: `{name}` has {most} {what}, from 1 to {most}"
                );
                self.say(at.span, said, format!("name one of them: from 1 to {most}"));
            } else if let ExprKind::Local(local) = at.kind
                && !asked.contains(&e.span)
                && beyond(range, most)
                && let Some(from) = self.chosen.get(&(body, local)).copied()
            {
                let said = format!(
                    "this goes beyond the edge: `{name}` has {most} {what}, from 1 to {most}"
                );
                let help =
                    format!("choose from `1..{most}`, or ask whether there is such a square");
                let beside =
                    Diagnostic::new(CODE, from, said).beside(e.span, "the square that it names");
                self.found.entry(from).or_insert(beside.help(help));
            }
        }
    }

    fn lines(&mut self, d: &Domain) {
        let Base::Lines(id, n) = d.base else { return };
        let Some((name, (columns, rows))) = self.board(id) else { return };
        if n > columns.max(rows) {
            let said = format!("there are no lines of {n}: `{name}` is {columns} by {rows}");
            let help = format!("write a number up to {}", columns.max(rows));
            self.say(d.span, said, help);
        }
    }

    fn say(&mut self, at: Span, said: String, help: String) {
        if at != Span::default() {
            self.found.entry(at).or_insert_with(|| Diagnostic::new(CODE, at, said).help(help));
        }
    }
}

/// Whether a range has ends, and one of them lies off the board.
fn beyond(range: Range, most: i64) -> bool {
    range.low != i64::MIN && range.high != i64::MAX && (range.low < 1 || range.high > most)
}
