//! Several choose at once: an action is tested again before it is carried out, as another may have
//! taken away what it needs. Everybody sees whether it is carried out, so that must not depend on a
//! secret.

use super::body::Body;
use super::flow::Flow;
use super::readers::Readers;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_expr, each_in_domain, each_in_stmt, each_stmt, each_with_words};
use crate::ir::{
    Base, CounterId, DeedId, Domain, Entry, EntryKind, Expr, ExprKind, MoveId, Offer, Owner, Pick,
    Rulebook, Step, Stmt, StmtKind, Type, ZoneId,
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
    /// Actions that were looked at.
    moves: BTreeSet<MoveId>,
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
        taken.by_running_out(self.book);
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
            let mut with = ChosenWith::default();
            with.by_step(self.book, step);
            let goes = with.meets(taken);
            if info.and(&body.guard()) == Readers::Everyone || !goes || self.acknowledged(span) {
                continue;
            }
            let name = &self.book[id].name;
            let of_cards = matches!(step.domain.elem.bare(), Type::Card(_));
            let (which, take) = match of_cards {
                true => ("which card", "take cards from where others choose theirs in secret"),
                false => ("what", "change what others choose by in secret"),
            };
            let message = format!(
                "all see whether `{name}` is carried out after another's action, and that may tell \
                 {which} it was chosen with"
            );
            self.report(Diagnostic::new("W0803", at, message).help(format!(
                "where several choose at once, let no action {take}, or let them choose one after \
                 the other; if telling it is the rule, write `openly` before `choose`",
            )));
        }
    }
}

/// What must still be so when an action that was chosen is carried out.
#[derive(Default)]
struct ChosenWith {
    /// Where the cards lie that were chosen: others may come there.
    lies: Things,
    /// What says which things there are to choose.
    read: Things,
}

impl ChosenWith {
    fn by_step(&mut self, book: &Rulebook, step: &Step) {
        self.by_domain(book, &step.domain);
        let bounds = match &step.pick {
            Pick::One | Pick::UpToOne => [None, None],
            Pick::Some { least, most } => [Some(least), most.as_ref()],
            Pick::Order => {
                // All there are, so none may come, either.
                each_in_domain(&step.domain, &mut |e| self.read.by_value(book, e));
                [None, None]
            }
        };
        let read = bounds.into_iter().flatten().chain(&step.whole);
        read.for_each(|value| self.read.by_value(book, value));
    }

    fn by_domain(&mut self, book: &Rulebook, domain: &Domain) {
        match &domain.base {
            Base::Zone(zone) => self.lies.by_value(book, zone),
            Base::Union(parts) => parts.iter().for_each(|part| self.by_domain(book, part)),
            _ => {
                let bare = Domain { filter: None, best: None, ..domain.clone() };
                each_in_domain(&bare, &mut |e| self.read.by_value(book, e));
            }
        }
        let filter = domain.filter.iter().map(|(_, test)| test);
        let tests = filter.chain(domain.best.iter().map(|(_, _, key)| key));
        tests.for_each(|test| self.read.by_value(book, test));
    }

    fn meets(&self, taken: &Things) -> bool {
        meet(&self.lies.zones, &taken.emptied)
            || meet(&self.lies.counters, &taken.counters)
            || self.read.meets(taken)
    }
}

impl Things {
    fn meets(&self, other: &Self) -> bool {
        meet(&self.counters, &other.counters) || meet(&self.zones, &other.zones)
    }

    /// What a value reads.
    fn by_value(&mut self, book: &Rulebook, value: &Expr) {
        let mut done = Vec::new();
        each_with_words(book, value, &mut |e| {
            if let ExprKind::Counter(id, key) = &e.kind {
                self.counters.insert((*id, whose(key.as_deref())));
            } else if let ExprKind::Zone(id, key) = &e.kind {
                self.zones.insert((*id, whose(key.as_deref())));
            } else if let ExprKind::After(_, deed, _) = &e.kind {
                done.push(*deed);
            }
        });
        done.into_iter().for_each(|deed| self.by_what_it_reads(book, deed));
    }

    /// What would be after a deed hangs on all that it reads, and it does for whomever it is given.
    fn by_what_it_reads(&mut self, book: &Rulebook, deed: DeedId) {
        if !self.deeds.insert(deed) {
            return;
        }
        each_stmt(&book[deed].body.block, &mut |stmt| {
            if let StmtKind::Call { deed, .. } = &stmt.kind {
                self.by_what_it_reads(book, *deed);
            }
            each_in_stmt(stmt, &mut |e| self.by_value(book, e));
        });
    }

    /// What an action changes that may be another's.
    fn by_move(&mut self, book: &Rulebook, id: MoveId) {
        let Some(this) = book.moves.get(id.index()).filter(|_| self.moves.insert(id)) else {
            return;
        };
        let attempt = this.attempt.as_ref();
        let others = attempt.map_or(&[][..], |a| &a.wrong);
        let late = attempt.and_then(|a| a.late.as_deref()).unwrap_or_default();
        this.steps.iter().for_each(|step| self.by_name(&step.domain));
        [&this.body.block, others, late].iter().for_each(|block| self.by_block(book, block));
    }

    /// What is done in a choice within an action.
    fn by_menu(&mut self, book: &Rulebook, tiers: &[Vec<Entry>]) {
        for entry in tiers.iter().flatten() {
            if let EntryKind::Move(id, args) = &entry.what {
                args.iter().for_each(|arg| each_expr(arg, &mut |e| self.name(e)));
                self.by_move(book, *id);
            }
        }
    }

    /// What rules do for zones that run out, if cards are taken there.
    fn by_running_out(&mut self, book: &Rulebook) {
        let mut met = vec![false; book.runs_out.len()];
        loop {
            let taken = |zone: ZoneId| self.emptied.iter().any(|(of, _)| *of == zone);
            let next = (0..met.len()).find(|at| !met[*at] && taken(book.runs_out[*at].zone));
            let Some(next) = next else { return };
            met[next] = true;
            self.by_block(book, &book.runs_out[next].body.block);
        }
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
                StmtKind::Choose(choose) => match &choose.what {
                    Offer::Values { steps, .. } => {
                        steps.iter().for_each(|step| self.by_name(&step.domain));
                    }
                    Offer::Menu(tiers) => self.by_menu(book, tiers),
                },
                StmtKind::Stage(stage) => {
                    stage.over.iter().for_each(|(_, of)| self.by_name(of));
                    stage.ends.iter().for_each(|ends| self.by_block(book, &ends.body));
                    self.by_block(book, &stage.body);
                }
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
