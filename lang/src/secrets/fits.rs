//! Several choose at once: an action is tested again before it is carried out, as another may have
//! taken away what it needs. Everybody sees whether it is carried out, so that must not depend on a
//! secret.

use super::body::Body;
use super::flow::Flow;
use super::readers::Readers;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_expr, each_in_domain, each_with_words};
use crate::ir::{
    CounterId, DeedId, Domain, Entry, EntryKind, Expr, ExprKind, MoveId, Offer, Owner, Rulebook,
    Stmt, StmtKind, Type, ZoneId,
};
use crate::source::Span;
use std::collections::BTreeSet;

/// Whose a counter or a zone is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Whose {
    /// Of whoever chooses.
    Own,
    /// Of somebody else, perhaps, or of the table.
    Others,
}

/// Counters and zones.
#[derive(Default)]
struct Things {
    counters: BTreeSet<(CounterId, Whose)>,
    zones: BTreeSet<(ZoneId, Whose)>,
    /// Zones out of which cards may be taken.
    emptied: BTreeSet<(ZoneId, Whose)>,
    /// Zones whose cards go by names.
    named: BTreeSet<(ZoneId, Whose)>,
    /// Deeds that were looked at.
    deeds: BTreeSet<DeedId>,
}

impl Flow<'_> {
    /// What an action needs, or is chosen with, and who can read it.
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
            self.still_there(id, &taken, span, body);
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

impl Flow<'_> {
    /// What an action was chosen with may have been taken away, or no longer fit.
    fn still_there(&mut self, id: MoveId, taken: &Things, span: Span, body: &Body) {
        for step in &self.book[id].steps {
            let at = step.domain.span;
            let info = self.needed.get(&(id, at)).cloned().unwrap_or(Readers::Everyone);
            let bare = Domain { filter: None, best: None, ..step.domain.clone() };
            let (mut lies, mut read) = (Things::default(), Things::default());
            each_in_domain(&bare, &mut |e| lies.by_value(self.book, e));
            let tests = step.domain.filter.iter().map(|(_, test)| test).chain(&step.whole);
            tests.for_each(|test| read.by_value(self.book, test));
            let goes = meet(&lies.zones, &taken.emptied) || read.meets(taken);
            if info.and(&body.guard()) == Readers::Everyone || !goes || self.acknowledged(span) {
                continue;
            }
            let name = &self.book[id].name;
            let message = format!(
                "all see whether `{name}` is carried out after another's action, and that may tell \
                 which card it was chosen with"
            );
            self.report(Diagnostic::new("W0803", at, message).help(
                "where several choose at once, let no action take cards from where others choose \
                 theirs in secret, or let them choose one after the other; if telling it is the \
                 rule, write `openly` before `choose`",
            ));
        }
    }
}

impl Things {
    fn meets(&self, other: &Self) -> bool {
        meet(&self.counters, &other.counters) || meet(&self.zones, &other.zones)
    }

    /// What a value reads.
    fn by_value(&mut self, book: &Rulebook, value: &Expr) {
        each_with_words(book, value, &mut |e| {
            if let ExprKind::Counter(id, key) = &e.kind {
                self.counters.insert((*id, whose(key.as_deref())));
            } else if let ExprKind::Zone(id, key) = &e.kind {
                self.zones.insert((*id, whose(key.as_deref())));
            }
        });
    }

    /// What an action changes that may be another's.
    fn by_move(&mut self, book: &Rulebook, id: MoveId) {
        let Some(this) = book.moves.get(id.index()) else { return };
        let attempt = this.attempt.as_ref();
        let others = attempt.map_or(&[][..], |a| &a.wrong);
        let late = attempt.and_then(|a| a.late.as_deref()).unwrap_or_default();
        this.steps.iter().for_each(|step| self.by_name(&step.domain));
        [&this.body.block, others, late].iter().for_each(|block| self.by_block(book, block));
    }

    fn by_deed(&mut self, book: &Rulebook, id: DeedId) {
        if self.deeds.insert(id)
            && let Some(deed) = book.deeds.get(id.index())
        {
            self.by_block(book, &deed.body.block);
        }
    }

    fn by_block(&mut self, book: &Rulebook, block: &[Stmt]) {
        for stmt in block {
            match &stmt.kind {
                StmtKind::Set(place, ..) => {
                    let owner = book.counters.get(place.counter.index()).map(|c| c.owner);
                    let whose = match owner {
                        Some(Owner::Player) => whose(place.key.as_deref()),
                        _ => Whose::Others,
                    };
                    self.counters.insert((place.counter, whose));
                }
                StmtKind::Move { cards, to, .. } => {
                    each_in_domain(cards, &mut |e| self.taken(e));
                    self.by_zone(to);
                }
                StmtKind::Swap(a, b) => [a, b].into_iter().for_each(|card| self.by_card(card)),
                StmtKind::Call { deed, args, .. } => {
                    args.iter().for_each(|arg| each_expr(arg, &mut |e| self.name(e)));
                    self.by_deed(book, *deed);
                }
                StmtKind::IfThere(_, of, a, b) => {
                    self.by_name(of);
                    self.by_block(book, a);
                    self.by_block(book, b);
                }
                StmtKind::If(_, a, b) => {
                    self.by_block(book, a);
                    self.by_block(book, b);
                }
                StmtKind::ForEach(_, of, a) => {
                    self.by_name(of);
                    self.by_block(book, a);
                }
                StmtKind::Repeat(_, a) => self.by_block(book, a),
                StmtKind::Let(_, value) => each_expr(value, &mut |e| self.name(e)),
                StmtKind::Choose(choose) => {
                    if let Offer::Values { steps, .. } = &choose.what {
                        steps.iter().for_each(|step| self.by_name(&step.domain));
                    }
                }
                StmtKind::Stage(stage) => self.by_block(book, &stage.body),
                StmtKind::Shuffle(_)
                | StmtKind::Give(_)
                | StmtKind::Show(..)
                | StmtKind::Hide(..)
                | StmtKind::ShowCounter(..)
                | StmtKind::End(_)
                | StmtKind::Say(_)
                | StmtKind::Remember(_)
                | StmtKind::Aside(_)
                | StmtKind::Again => {}
            }
        }
    }

    fn by_zone(&mut self, value: &Expr) {
        each_expr(value, &mut |e| self.zones.extend(zone(e)));
    }

    fn by_card(&mut self, card: &Expr) {
        each_expr(card, &mut |e| self.taken(e));
    }

    /// What is taken by a name may come from wherever names are bound.
    fn taken(&mut self, e: &Expr) {
        self.zones.extend(zone(e));
        self.emptied.extend(zone(e));
        if matches!(e.kind, ExprKind::Local(_))
            && matches!(e.ty.bare(), Type::Card(_) | Type::List(..))
        {
            self.zones.extend(&self.named);
            self.emptied.extend(&self.named);
        }
    }

    fn by_name(&mut self, of: &Domain) {
        each_in_domain(of, &mut |e| self.name(e));
    }

    fn name(&mut self, e: &Expr) {
        self.named.extend(zone(e));
    }
}

/// Whether what one reads may be what another changes: of two players who do the same, each has
/// their own.
fn meet<T: Ord + Copy>(read: &BTreeSet<(T, Whose)>, changed: &BTreeSet<(T, Whose)>) -> bool {
    let both_own =
        |one: &(T, Whose), other: &(T, Whose)| (one.1, other.1) == (Whose::Own, Whose::Own);
    read.iter().any(|one| changed.iter().any(|other| one.0 == other.0 && !both_own(one, other)))
}

fn whose(key: Option<&Expr>) -> Whose {
    let own = key.is_some_and(|key| matches!(key.kind, ExprKind::Me));
    if own { Whose::Own } else { Whose::Others }
}

/// A zone, and whose it is.
fn zone(e: &Expr) -> Option<(ZoneId, Whose)> {
    let ExprKind::Zone(id, key) = &e.kind else { return None };
    Some((*id, whose(key.as_deref())))
}
