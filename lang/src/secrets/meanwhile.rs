//! What several who choose at once may do to one another's choices: what an action was chosen with
//! may be taken away before it is carried out, or change, and its cards may be mixed with others.

use super::hides::Hides;
use super::mixes::{Mixed, Mixes};
use crate::ir::walk::{
    each_expr, each_in_domain, each_in_stmt, each_stmt, each_with_words, walk_bodies,
};
use crate::ir::{
    Base, Chooser, CounterId, DeedId, Domain, Entry, EntryKind, Expr, ExprKind, MoveId, Offer,
    Owner, Pick, Rulebook, Step, Stmt, StmtKind, Type, ZoneId,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What may happen between choices of several at once and the last of them being carried out.
#[derive(Default)]
pub(super) struct Meanwhile {
    /// By where they choose.
    pub(super) choices: BTreeMap<Span, Done>,
    /// Where an action is chosen at once with others.
    pub(super) moves: BTreeMap<MoveId, Vec<Span>>,
}

/// What others do with cards.
pub(super) struct Done {
    pub(super) mixed: Mixed,
    pub(super) hides: bool,
    pub(super) taken: Things,
    /// Before any attempt has worked.
    pub(super) before: Things,
}

impl Meanwhile {
    /// Of a whole rulebook.
    pub(super) fn of(book: &Rulebook, mixes: &Mixes, hides: &Hides) -> Self {
        let mut found = Self::default();
        walk_bodies(book, &mut |stmt| {
            let StmtKind::Choose(choose) = &stmt.kind else { return };
            let Offer::Menu(tiers) = &choose.what else { return };
            if !matches!(choose.by, Chooser::Each(_) | Chooser::Race(_)) {
                return;
            }
            let moves = offered(tiers);
            for id in &moves {
                found.moves.entry(*id).or_default().push(stmt.span);
            }
            let (mixed, hides) = (mixes.stmt(stmt), hides.stmt(stmt));
            let taken = Things::by_any(book, &moves, false);
            let before = Things::by_any(book, &moves, true);
            found.choices.insert(stmt.span, Done { mixed, hides, taken, before });
        });
        found
    }
}

/// The actions of a menu.
pub(super) fn offered(tiers: &[Vec<Entry>]) -> BTreeSet<MoveId> {
    tiers.iter().flatten().filter_map(Entry::leads_to).collect()
}

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
pub(super) struct Things {
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

/// What must still be so when an action that was chosen is carried out.
#[derive(Default)]
pub(super) struct ChosenWith {
    /// Where the cards lie that were chosen: others may come there.
    lies: Things,
    /// What says which things there are to choose.
    read: Things,
}

impl ChosenWith {
    pub(super) fn of(book: &Rulebook, step: &Step) -> Self {
        let mut with = Self::default();
        with.by_step(book, step);
        with
    }

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

    /// Whether others may take away what was chosen.
    pub(super) fn is_taken(&self, taken: &Things) -> bool {
        meet(&self.lies.zones, &taken.emptied) || meet(&self.lies.counters, &taken.counters)
    }

    pub(super) fn meets(&self, taken: &Things) -> bool {
        self.is_taken(taken) || self.read.meets(taken)
    }
}

impl Things {
    /// What these actions change that may be another's, those that work or are carried out in any
    /// case, or only the latter and attempts that are wrong.
    pub(super) fn by_any(book: &Rulebook, moves: &BTreeSet<MoveId>, before: bool) -> Self {
        let mut taken = Self::default();
        for id in moves {
            match book[*id].attempt.as_ref().filter(|_| before) {
                Some(attempt) => {
                    book[*id].steps.iter().for_each(|step| taken.by_name(&step.domain));
                    taken.by_block(book, &attempt.wrong);
                }
                None => taken.by_move(book, *id),
            }
        }
        taken.by_running_out(book);
        taken
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        meet(&self.counters, &other.counters) || meet(&self.zones, &other.zones)
    }

    /// What a value reads.
    pub(super) fn by_value(&mut self, book: &Rulebook, value: &Expr) {
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
        if !self.moves.insert(id) {
            return;
        }
        let this = &book[id];
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
        if self.deeds.insert(id) {
            self.by_block(book, &book[id].body.block);
        }
    }

    fn by_block(&mut self, book: &Rulebook, block: &[Stmt]) {
        for stmt in block {
            match &stmt.kind {
                StmtKind::Set(place, ..) => {
                    let owner = book[place.counter].owner;
                    let whose = if owner == Owner::Player {
                        whose(place.key.as_deref())
                    } else {
                        Whose::Others
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
