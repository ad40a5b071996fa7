//! Cards that the set-up deals, against the cards that there are: for every number of players.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::each_stmt;
use crate::ir::{
    ArithOp, Base, Choose, Domain, Expr, ExprKind, LocalId, Offer, Rulebook, RunsOut, Stage, Stmt,
    StmtKind, Value, ZoneId,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Deeds that call deeds are followed so far, and so many statements are looked at.
const DEEPEST: usize = 8;
const MOST: usize = 20_000;

/// Tells of a deck that the set-up takes more cards from than it has.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let (least, most) = book.players;
    for seats in least..=most {
        let mut deal = Deal::of(book, i64::from(seats));
        deal.block(&book.setup.block, 1, &BTreeMap::new(), 0);
        if deal.short.is_none() {
            deal.go_on();
        }
        let Some((zone, span)) = deal.short else { continue };
        let (at, last) = deal.most_of(zone, span);
        let deck = &book[zone];
        let cards = deal.there.get(&zone).copied().unwrap_or_default();
        let taken = deal.taken.get(&zone).copied().unwrap_or_default();
        let name = &deck.name;
        let players = if seats == 1 { "player".to_owned() } else { format!("{seats} players") };
        let said =
            format!("with {players} this deals {taken} cards, and `{name}` has only {cards}");
        let said = Diagnostic::new(Code::W0516, at, said)
            .beside(deck.span, "this deck")
            .help("deal fewer, let fewer play (`players … to …`), or give the deck more cards");
        return vec![match last {
            Some(last) => said.beside(last, "and these, which are no longer there"),
            None => said,
        }];
    }
    Vec::new()
}

/// Decks that are filled again while the game is set up: not those whose cards would come from
/// where none lie by then.
fn refilled(book: &Rulebook) -> BTreeSet<ZoneId> {
    let homes: BTreeSet<ZoneId> = book.cards.iter().map(|card| card.home).collect();
    let mut laid = moved(&book.setup.block);
    if let Some((_, to)) = &mut laid {
        to.extend(homes);
    }
    let still = |rule: &&RunsOut| {
        let from = moved(&rule.body.block).zip(laid.as_ref());
        !from.is_some_and(|((from, _), (_, laid))| from.is_disjoint(laid))
    };
    book.runs_out.iter().filter(still).map(|rule| rule.zone).collect()
}

/// The zones that cards go from and to in some statements; none where that cannot be told.
fn moved(stmts: &[Stmt]) -> Option<(BTreeSet<ZoneId>, BTreeSet<ZoneId>)> {
    let (mut from, mut to, mut known) = (BTreeSet::new(), BTreeSet::new(), true);
    each_stmt(stmts, &mut |stmt| {
        if let StmtKind::Move { cards, to: goal, .. } = &stmt.kind {
            let zone = cards.base.zone().and_then(|(zone, _)| zone_of(zone));
            let goal = zone_of(goal);
            known &= zone.is_some() && goal.is_some();
            from.extend(zone);
            to.extend(goal);
        }
        known &= !matches!(stmt.kind, StmtKind::Call { .. } | StmtKind::Swap(..));
    });
    known.then_some((from, to))
}

type Names = BTreeMap<LocalId, i64>;

/// A set-up, as far as it can be followed.
struct Deal<'a> {
    book: &'a Rulebook,
    seats: i64,
    /// How many cards a deck has; those that cannot be followed are not among them.
    there: BTreeMap<ZoneId, i64>,
    taken: BTreeMap<ZoneId, i64>,
    /// How many each statement takes, in the order in which they are first come to.
    parts: Vec<(ZoneId, Span, i64)>,
    /// Where cards run short first.
    short: Option<(ZoneId, Span)>,
    steps: usize,
}

impl<'a> Deal<'a> {
    fn of(book: &'a Rulebook, seats: i64) -> Self {
        let refilled = refilled(book);
        let mut there = BTreeMap::new();
        for card in &book.cards {
            if !refilled.contains(&card.home) {
                *there.entry(card.home).or_insert(0) += 1;
            }
        }
        Self {
            book,
            seats,
            there,
            taken: BTreeMap::new(),
            parts: Vec::new(),
            short: None,
            steps: 0,
        }
    }

    /// Goes on with `play`, as far as decks are only dealt from.
    fn go_on(&mut self) {
        for rule in &self.book.runs_out {
            self.there.remove(&rule.zone);
        }
        let (mut filled, mut untold) = (BTreeSet::new(), false);
        crate::ir::walk::walk_bodies(self.book, &mut |stmt| {
            untold |= matches!(stmt.kind, StmtKind::Swap(..));
            if let StmtKind::Move { to, .. } = &stmt.kind {
                match zone_of(to) {
                    Some(zone) => {
                        filled.insert(zone);
                    }
                    None => untold = true,
                }
            }
        });
        self.there.retain(|zone, _| !filled.contains(zone));
        if untold || !self.book.ends.is_empty() {
            return self.lost();
        }
        self.block(&self.book.play.block, 1, &BTreeMap::new(), 0);
    }

    /// So many rounds, none of which ends early.
    fn stage(&mut self, stage: &Stage, times: i64, names: &Names, deep: usize) {
        let rounds = stage.over.as_ref().and_then(|(_, over)| {
            let Base::Range(from, to) = &over.base else {
                // Turns by themselves may well go on when nothing is left to draw.
                return self.members(over).filter(|_| times > 1);
            };
            let (from, to) = (self.read(from, names)?, self.read(to, names)?);
            let all = to.saturating_sub(from).saturating_add(1).max(0);
            over.filter.is_none().then_some(all)
        });
        match rounds {
            Some(rounds) if stage.ends.is_empty() => {
                self.block(&stage.body, times.saturating_mul(rounds), names, deep);
            }
            Some(_) | None => self.lost(),
        }
    }

    fn lost(&mut self) {
        self.there.clear();
    }

    fn block(&mut self, stmts: &[Stmt], times: i64, names: &Names, deep: usize) {
        let mut names = names.clone();
        for stmt in stmts {
            self.steps += 1;
            if self.short.is_some() || self.steps > MOST || self.there.is_empty() {
                return;
            }
            self.stmt(stmt, times, &mut names, deep);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, times: i64, names: &mut Names, deep: usize) {
        match &stmt.kind {
            StmtKind::Move { cards, to, .. } => self.moved(cards, to, times, names),
            StmtKind::Let(id, e) => {
                match self.read(e, names) {
                    Some(n) => names.insert(*id, n),
                    None => names.remove(id),
                };
            }
            StmtKind::ForEach(_, domain, inner) => match self.members(domain) {
                Some(n) => self.block(inner, times.saturating_mul(n), names, deep),
                None => self.untold(inner, deep),
            },
            StmtKind::If(e, then, otherwise) => match self.holds(e, names) {
                Some(yes) => self.block(if yes { then } else { otherwise }, times, names, deep),
                None => {
                    self.untold(then, deep);
                    self.untold(otherwise, deep);
                }
            },
            StmtKind::Call { deed, args, into } => {
                if let Some(id) = into {
                    names.remove(id);
                }
                match self.given(args, names).filter(|_| deep <= DEEPEST) {
                    Some(given) => {
                        self.block(&self.book[*deed].body.block, times, &given, deep + 1);
                    }
                    None => self.lost(),
                }
            }
            StmtKind::IfThere(_, _, then, otherwise) => {
                self.untold(then, deep);
                self.untold(otherwise, deep);
            }
            StmtKind::Repeat(_, inner) => self.untold(inner, deep),
            StmtKind::Stage(stage) => self.stage(stage, times, names, deep),
            StmtKind::Swap(..) | StmtKind::Choose(_) => self.lost_if_menu(stmt),
            StmtKind::Give(_) | StmtKind::End(_) => self.lost(),
            StmtKind::Set(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => {}
        }
    }

    /// A choice of values moves nothing; what else happens cannot be told.
    fn lost_if_menu(&mut self, stmt: &Stmt) {
        let of_values = |c: &Choose| matches!(c.what, Offer::Values { .. });
        let values = matches!(&stmt.kind, StmtKind::Choose(c) if of_values(c));
        if !values {
            self.lost();
        }
    }

    /// What is known of the parameters of a deed; none if a zone is handed to it.
    fn given(&self, args: &[Expr], names: &Names) -> Option<Names> {
        let zone = |e: &Expr| matches!(e.kind, ExprKind::Zone(..));
        let known = (0..).map(LocalId).zip(args.iter().map(|e| self.read(e, names)));
        let known = known.filter_map(|(id, value)| Some((id, value?)));
        (!args.iter().any(zone)).then(|| known.collect())
    }

    /// Statements of which it cannot be told how often they happen: the decks that they touch are
    /// followed no further.
    fn untold(&mut self, stmts: &[Stmt], deep: usize) {
        if !stmts.is_empty() && deep <= DEEPEST {
            for stmt in stmts {
                let plain =
                    matches!(stmt.kind, StmtKind::Set(..) | StmtKind::Say(_) | StmtKind::Let(..));
                if let StmtKind::Move { cards, to, .. } = &stmt.kind {
                    self.forget(cards, to);
                } else if !plain {
                    return self.lost();
                }
            }
        }
    }

    /// A move that may or may not be made.
    fn forget(&mut self, cards: &Domain, to: &Expr) {
        let (Base::Zone(from) | Base::Top(from, _) | Base::Bottom(from, _)) = &cards.base else {
            return self.lost();
        };
        for zone in [&**from, to] {
            match zone_of(zone) {
                Some(zone) => {
                    self.there.remove(&zone);
                }
                None => return self.lost(),
            }
        }
    }

    fn moved(&mut self, cards: &Domain, to: &Expr, times: i64, names: &Names) {
        if let ExprKind::Zone(goal, _) = to.kind {
            self.there.remove(&goal);
        } else {
            return self.lost();
        }
        let Some((zone, n)) = cards.base.zone() else { return self.lost() };
        let n = n.and_then(|n| self.read(n, names));
        let ExprKind::Zone(id, None) = zone.kind else { return };
        let Some(all) = self.there.get(&id).copied() else { return };
        if let Some(n) = n
            && cards.filter.is_none()
            && cards.best.is_none()
        {
            let now = n.max(0).saturating_mul(times);
            self.parts.push((id, cards.span, now));
            let taken = self.taken.entry(id).or_insert(0);
            *taken = taken.saturating_add(now);
            if *taken > all {
                self.short = Some((id, cards.span));
            }
        } else {
            self.there.remove(&id);
        }
    }

    /// Where most of the cards of a deck are taken, if it is more than half of them; and where they
    /// run short, if that is elsewhere.
    fn most_of(&self, zone: ZoneId, last: Span) -> (Span, Option<Span>) {
        let mut sums: BTreeMap<Span, i64> = BTreeMap::new();
        for (_, at, n) in self.parts.iter().filter(|(of, ..)| *of == zone) {
            let sum = sums.entry(*at).or_insert(0);
            *sum = sum.saturating_add(*n);
        }
        let all = self.taken.get(&zone).copied().unwrap_or_default();
        let most =
            sums.into_iter().max_by_key(|(_, n)| *n).filter(|(_, n)| n.saturating_mul(2) > all);
        match most {
            Some((at, _)) if at != last => (at, Some(last)),
            Some(_) | None => (last, None),
        }
    }

    /// How many members a domain has.
    fn members(&self, domain: &Domain) -> Option<i64> {
        if domain.filter.is_some() || domain.best.is_some() {
            return None;
        }
        match &domain.base {
            Base::Players { forever: false, opponents: false, .. } => Some(self.seats),
            Base::Enum(id) => Some(self.book[*id].members.len() as i64),
            // Card by card in a loop of numbers, all are dealt, however many play.
            _ => None,
        }
    }

    fn read(&self, e: &Expr, names: &Names) -> Option<i64> {
        match &e.kind {
            ExprKind::Const(Value::Number(n)) => Some(*n),
            ExprKind::Seats => Some(self.seats),
            ExprKind::Local(id) => names.get(id).copied(),
            ExprKind::Option(id) => self.book[*id].default.number(),
            ExprKind::If(e, a, b) => self.read(if self.holds(e, names)? { a } else { b }, names),
            ExprKind::Arith(op, a, b) => {
                let (a, b) = (self.read(a, names)?, self.read(b, names)?);
                match op {
                    ArithOp::Add => a.checked_add(b),
                    ArithOp::Sub => a.checked_sub(b),
                    ArithOp::Mul => a.checked_mul(b),
                    ArithOp::Div => a.checked_div(b),
                    ArithOp::Mod => a.checked_rem(b),
                    ArithOp::Min => Some(a.min(b)),
                    ArithOp::Max => Some(a.max(b)),
                }
            }
            _ => None,
        }
    }

    fn holds(&self, e: &Expr, names: &Names) -> Option<bool> {
        match &e.kind {
            ExprKind::Less(a, b) => Some(self.read(a, names)? < self.read(b, names)?),
            ExprKind::LessEq(a, b) => Some(self.read(a, names)? <= self.read(b, names)?),
            ExprKind::Same(a, b) => Some(self.read(a, names)? == self.read(b, names)?),
            ExprKind::Not(a) => self.holds(a, names).map(|yes| !yes),
            _ => None,
        }
    }
}

/// The zone that an expression names.
fn zone_of(e: &Expr) -> Option<ZoneId> {
    let ExprKind::Zone(zone, _) = e.kind else { return None };
    Some(zone)
}
