//! Several choose at once: an action is tested again before it is carried out, as another may have
//! taken away what it needs. Everybody sees whether it is carried out, so that must not depend on a
//! secret.

use super::flow::{Body, Flow};
use super::readers::Readers;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_expr, each_in_domain};
use crate::ir::{
    CounterId, DeedId, Entry, EntryKind, Expr, ExprKind, MoveId, Owner, Rulebook, Stmt, StmtKind,
    ZoneId,
};
use crate::source::Span;
use std::collections::BTreeSet;

/// Counters and zones.
#[derive(Default)]
struct Things {
    counters: BTreeSet<CounterId>,
    zones: BTreeSet<ZoneId>,
}

impl Flow<'_> {
    /// What an action needs, and who can read it.
    pub(super) fn needs_read(&mut self, id: MoveId, span: Span, info: &Readers) {
        let known = self.needed.entry((id, span)).or_insert(Readers::Everyone);
        *known = known.and(info);
    }

    /// A menu from which several choose at once.
    pub(super) fn still_fits(&mut self, tiers: &[Vec<Entry>], span: Span, body: &Body) {
        let chosen = |entry: &Entry| match &entry.what {
            EntryKind::Move(id, _) => Some(*id),
            EntryKind::Pass => None,
        };
        let moves: BTreeSet<MoveId> = tiers.iter().flatten().filter_map(chosen).collect();
        let mut taken = Things::default();
        moves.iter().for_each(|id| taken.by_move(self.book, *id));
        for id in moves {
            for need in &self.book.moves[id.index()].needs {
                let info = self.needed.get(&(id, need.span)).cloned().unwrap_or(Readers::Everyone);
                let mut read = Things::default();
                read.by_value(self.book, &need.condition);
                let open = info.and(&body.guard()) == Readers::Everyone;
                if open
                    || !read.meets(&taken)
                    || self.acknowledged(need.span)
                    || self.acknowledged(span)
                {
                    continue;
                }
                let name = &self.book.moves[id.index()].name;
                let message = format!(
                    "all see whether `{name}` is carried out after another's action, but this \
                     reads a secret"
                );
                self.report(Diagnostic::new("W0803", need.span, message).help(
                    "where several choose at once, let no action take from others what this one \
                     needs in secret, or let them choose one after the other; if telling it is the \
                     rule, write `openly` before `needs`",
                ));
            }
        }
    }
}

impl Things {
    fn meets(&self, other: &Self) -> bool {
        !self.counters.is_disjoint(&other.counters) || !self.zones.is_disjoint(&other.zones)
    }

    /// What a value reads.
    fn by_value(&mut self, book: &Rulebook, value: &Expr) {
        let mut words = Vec::new();
        each_expr(value, &mut |e| {
            if let ExprKind::Counter(id, _) = &e.kind {
                self.counters.insert(*id);
            } else if let ExprKind::Zone(id, _) = &e.kind {
                self.zones.insert(*id);
            } else if let ExprKind::Word(id, _) = &e.kind {
                words.extend(book.words.get(id.index()));
            }
        });
        words.into_iter().for_each(|word| self.by_value(book, &word.value));
    }

    /// What an action changes that may be another's.
    fn by_move(&mut self, book: &Rulebook, id: MoveId) {
        let Some(this) = book.moves.get(id.index()) else { return };
        let attempt = this.attempt.as_ref();
        let others = attempt.map_or(&[][..], |a| &a.wrong);
        let late = attempt.and_then(|a| a.late.as_deref()).unwrap_or_default();
        [&this.body.block, others, late].iter().for_each(|block| self.by_block(book, block));
    }

    fn by_deed(&mut self, book: &Rulebook, id: DeedId) {
        book.deeds
            .get(id.index())
            .into_iter()
            .for_each(|deed| self.by_block(book, &deed.body.block));
    }

    fn by_block(&mut self, book: &Rulebook, block: &[Stmt]) {
        for stmt in block {
            match &stmt.kind {
                StmtKind::Set(place, ..) => {
                    let own =
                        place.key.as_ref().is_some_and(|key| matches!(key.kind, ExprKind::Me));
                    let owner = book.counters.get(place.counter.index()).map(|c| c.owner);
                    if !(own && owner == Some(Owner::Player)) {
                        self.counters.insert(place.counter);
                    }
                }
                StmtKind::Move { cards, to, .. } => {
                    each_in_domain(cards, &mut |e| self.not_own(e));
                    self.by_zone(to);
                }
                StmtKind::Swap(a, b) => [a, b].into_iter().for_each(|card| self.by_zone(card)),
                StmtKind::Call { deed, .. } => self.by_deed(book, *deed),
                StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => {
                    self.by_block(book, a);
                    self.by_block(book, b);
                }
                StmtKind::ForEach(_, _, a) => self.by_block(book, a),
                StmtKind::Stage(stage) => self.by_block(book, &stage.body),
                StmtKind::Shuffle(_)
                | StmtKind::Let(..)
                | StmtKind::Give(_)
                | StmtKind::Show(..)
                | StmtKind::Hide(..)
                | StmtKind::ShowCounter(..)
                | StmtKind::End(_)
                | StmtKind::Say(_)
                | StmtKind::Aside(_)
                | StmtKind::Again
                | StmtKind::Choose(_) => {}
            }
        }
    }

    fn by_zone(&mut self, value: &Expr) {
        each_expr(value, &mut |e| self.not_own(e));
    }

    /// A zone that is not certainly the chooser's own.
    fn not_own(&mut self, e: &Expr) {
        if let ExprKind::Zone(id, key) = &e.kind
            && !key.as_ref().is_some_and(|key| matches!(key.kind, ExprKind::Me))
        {
            self.zones.insert(*id);
        }
    }
}
