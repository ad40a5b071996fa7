//! `repeat until` of something that nothing in its braces changes: it would go on for ever.

use super::visit;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::visit::{Part, stmt_parts};
use crate::ir::walk::each_with_words;
use crate::ir::{CounterId, Expr, ExprKind, LocalId, Rulebook, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Tells of conditions that stay as they are.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    visit::all(book, &mut |_, seen| {
        if let visit::Seen::Stmt(Stmt { kind: StmtKind::Repeat(asked, body), .. }) = seen
            && let Some(read) = Read::of(book, asked)
            && !read.changes(body)
        {
            let said = "nothing in these braces changes what is asked here";
            found.push(Diagnostic::new(Code::W0520, asked.span, said).help(
                "it is asked again and again, and stays as it is: change it inside, or leave \
                 `repeat until` out",
            ));
        }
    });
    found
}

/// What a condition reads, if that is all known.
#[derive(Default)]
struct Read {
    counters: BTreeSet<CounterId>,
    locals: BTreeSet<LocalId>,
    /// Where cards lie.
    cards: bool,
}

impl Read {
    fn of(book: &Rulebook, asked: &Expr) -> Option<Self> {
        let (mut read, mut known) = (Self::default(), true);
        each_with_words(book, asked, &mut |e| match &e.kind {
            ExprKind::Counter(id, _) => drop(read.counters.insert(*id)),
            ExprKind::Local(local) => drop(read.locals.insert(*local)),
            ExprKind::Zone(..)
            | ExprKind::SlotCard(_)
            | ExprKind::Position(_)
            | ExprKind::Count(_)
            | ExprKind::IsEmpty(_)
            | ExprKind::First(_)
            | ExprKind::List(_)
            | ExprKind::In(..)
            | ExprKind::Quantified(..)
            | ExprKind::Fold(_)
            | ExprKind::RowsAre(..)
            | ExprKind::SameList(..)
            | ExprKind::Place(..) => read.cards = true,
            ExprKind::Const(_)
            | ExprKind::Text(_)
            | ExprKind::Option(_)
            | ExprKind::Seats
            | ExprKind::Me
            | ExprKind::Neighbour(..)
            | ExprKind::Field(..)
            | ExprKind::Not(_)
            | ExprKind::IsRow(..)
            | ExprKind::IsKind(..)
            | ExprKind::IsNone(_)
            | ExprKind::Minus(_)
            | ExprKind::Word(..)
            | ExprKind::Square(..)
            | ExprKind::Pair(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Same(..)
            | ExprKind::Less(..)
            | ExprKind::LessEq(..)
            | ExprKind::Arith(..)
            | ExprKind::Otherwise(..)
            | ExprKind::If(..)
            | ExprKind::Let(..) => {}
            ExprKind::RunLocal(..)
            | ExprKind::TooDeep(_)
            | ExprKind::Path
            | ExprKind::Committed(..)
            | ExprKind::Board(..)
            | ExprKind::Sees(..)
            | ExprKind::Remembered(_)
            | ExprKind::After(..)
            | ExprKind::Distance(_) => known = false,
        });
        known.then_some(read)
    }

    /// Whether some statement may change what is read, or leave.
    fn changes(&self, body: &[Stmt]) -> bool {
        body.iter().any(|stmt| {
            let here = match &stmt.kind {
                StmtKind::Set(place, ..) => self.counters.contains(&place.counter),
                StmtKind::Let(local, _) => self.locals.contains(local),
                StmtKind::Move { .. } | StmtKind::Swap(..) | StmtKind::Shuffle(_) => self.cards,
                StmtKind::Call { .. }
                | StmtKind::Stage(_)
                | StmtKind::End(_)
                | StmtKind::Give(_)
                | StmtKind::Remember(_)
                | StmtKind::Again
                | StmtKind::Choose(_) => true,
                StmtKind::Show(..)
                | StmtKind::Hide(..)
                | StmtKind::ShowCounter(..)
                | StmtKind::If(..)
                | StmtKind::IfThere(..)
                | StmtKind::ForEach(..)
                | StmtKind::Repeat(..)
                | StmtKind::Say(_)
                | StmtKind::Aside(_) => false,
            };
            let mut inside = false;
            stmt_parts(stmt, &mut |part| {
                if let Part::Block(block) = part {
                    inside |= self.changes(block);
                }
            });
            here || inside
        })
    }
}
