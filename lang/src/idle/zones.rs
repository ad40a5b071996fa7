//! Zones that are asked about and never filled.

use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_expr, each_in_domain};
use crate::ir::{
    Base, BodyRef, Domain, Expr, ExprKind, LocalId, MoveId, Pick, Quantifier, Rulebook, Stmt,
    StmtKind, Value, ZoneId,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What the rules do with zones.
#[derive(Default)]
struct Uses {
    /// Zones that are named.
    named: BTreeSet<ZoneId>,
    /// Where cards are moved to zones.
    fills: Vec<Fill>,
    /// Handed to deeds, kept under another name, or changing places: anything may happen to them.
    handed: BTreeSet<ZoneId>,
    /// Two cards change places somewhere.
    swaps: bool,
    /// Names of cards, and the zone that each is always picked from.
    from: BTreeMap<(BodyRef, LocalId), Option<ZoneId>>,
}

/// Cards that are moved to a zone.
struct Fill {
    zone: ZoneId,
    body: BodyRef,
    /// The zone that they lie in, if that is always the same.
    source: Option<ZoneId>,
    /// They are drawn from an end of it.
    drawn: bool,
    at: Span,
}

impl Fill {
    fn only_keeps(&self) -> bool {
        self.source == Some(self.zone)
    }
}

/// Names that are given to cards of one zone.
fn taken_from(book: &Rulebook) -> BTreeMap<(BodyRef, LocalId), Option<ZoneId>> {
    let mut from = BTreeMap::new();
    let mut bind = |body: BodyRef, id: LocalId, zone: Option<ZoneId>| {
        from.entry((body, id)).and_modify(|known| *known = None).or_insert(zone);
    };
    visit::all(book, &mut |body, seen| match seen {
        Seen::Step(step) => bind(body, step.local, zone_of(&step.domain)),
        Seen::Stmt(stmt) => match &stmt.kind {
            StmtKind::IfThere(id, domain, ..) | StmtKind::ForEach(id, domain, _) => {
                bind(body, *id, zone_of(domain));
            }
            StmtKind::Let(id, _) | StmtKind::Call { into: Some(id), .. } => bind(body, *id, None),
            StmtKind::Move { .. }
            | StmtKind::Call { into: None, .. }
            | StmtKind::Swap(..)
            | StmtKind::Set(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::If(..)
            | StmtKind::Repeat(..)
            | StmtKind::Stage(_)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again
            | StmtKind::Choose(_) => {}
        },
        Seen::Block(_) | Seen::Expr(_) | Seen::Domain(_) => {}
    });
    from
}

/// The zone that all of a domain lies in.
fn zone_of(domain: &Domain) -> Option<ZoneId> {
    let (Base::Zone(zone) | Base::Top(zone, _) | Base::Bottom(zone, _)) = &domain.base else {
        return None;
    };
    let ExprKind::Zone(id, _) = zone.kind else { return None };
    Some(id)
}

/// Tells of zones that are asked about though no card ever comes there.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut uses = Uses { from: taken_from(book), ..Uses::default() };
    visit::all(book, &mut |body, seen| match seen {
        Seen::Stmt(stmt) => uses.stmt(body, stmt),
        Seen::Expr(e) => each_expr(e, &mut |e| uses.name(&e.kind)),
        Seen::Domain(domain) => each_in_domain(domain, &mut |e| uses.name(&e.kind)),
        Seen::Step(_) | Seen::Block(_) => {}
    });
    if uses.swaps {
        return Vec::new();
    }
    let wanted = Wanted::of(book);
    let filled = uses.ever_filled(book, &wanted);
    let zones = (0..book.zones.len()).map(|at| ZoneId(at as u16));
    let empty: Vec<ZoneId> =
        zones.filter(|id| uses.named.contains(id) && !filled.contains(id)).collect();
    let found: Vec<Diagnostic> =
        empty.iter().filter_map(|id| uses.said(book, *id, &wanted)).collect();
    if !found.is_empty() {
        return found;
    }
    // Each needs another that needs it again.
    uses.said_of_circle(book, &empty).into_iter().collect()
}

/// Zones in which a card must lie when something is done, by the body that does it.
struct Wanted(BTreeMap<BodyRef, Vec<Want>>);

/// One of them, where it is wanted, and whether a `needs` says so.
struct Want {
    zone: ZoneId,
    at: Span,
    asked: bool,
}

impl Wanted {
    fn of(book: &Rulebook) -> Self {
        let mut all = BTreeMap::new();
        for (at, of) in book.moves.iter().enumerate() {
            let mut here = Vec::new();
            for need in &of.needs {
                let mut zones = Vec::new();
                not_empty(&need.condition, true, &mut zones);
                let at = need.condition.span;
                here.extend(zones.into_iter().map(|zone| Want { zone, at, asked: true }));
            }
            for step in of.steps.iter().filter(|step| takes_some(&step.pick)) {
                let at = step.domain.span;
                let zone = zone_of(&step.domain);
                here.extend(zone.map(|zone| Want { zone, at, asked: false }));
            }
            all.insert(BodyRef::Move(MoveId(at as u16)), here);
        }
        Self(all)
    }

    fn of_body(&self, body: BodyRef) -> &[Want] {
        self.0.get(&body).map_or(&[], Vec::as_slice)
    }
}

/// Whether at least one is picked.
fn takes_some(pick: &Pick) -> bool {
    match pick {
        Pick::One => true,
        Pick::Some { least, .. } => matches!(least.kind, ExprKind::Const(Value::Number(1..))),
        Pick::UpToOne | Pick::Order => false,
    }
}

/// Zones in which something lies if a condition holds, or if it does not.
fn not_empty(e: &Expr, holds: bool, to: &mut Vec<ZoneId>) {
    let least =
        |n: &Expr| if let ExprKind::Const(Value::Number(n)) = n.kind { n } else { i64::MIN };
    if let ExprKind::Not(inner) = &e.kind {
        not_empty(inner, !holds, to);
    } else if let (ExprKind::And(a, b), true) | (ExprKind::Or(a, b), false) = (&e.kind, holds) {
        [a, b].iter().for_each(|e| not_empty(e, holds, to));
    } else if let (ExprKind::IsEmpty(d), false)
    | (ExprKind::Quantified(Quantifier::Any, _, d, _), true)
    | (ExprKind::Quantified(Quantifier::No, _, d, _), false)
    | (ExprKind::In(_, d), true) = (&e.kind, holds)
    {
        to.extend(zone_of(d));
    } else if let (ExprKind::Same(a, b), true) = (&e.kind, holds) {
        for (n, of) in [(a, b), (b, a)] {
            if let ExprKind::Count(d) = &of.kind
                && least(n) > 0
            {
                to.extend(zone_of(d));
            }
        }
    } else if let (ExprKind::Less(n, of) | ExprKind::LessEq(n, of), true) = (&e.kind, holds) {
        let strict = matches!(e.kind, ExprKind::Less(..));
        if let ExprKind::Count(d) = &of.kind
            && least(n) >= i64::from(!strict)
        {
            to.extend(zone_of(d));
        }
    }
}

/// A zone that only those fill who need a card in it.
fn wants_itself(book: &Rulebook, id: ZoneId, body: BodyRef, want: &Want) -> Diagnostic {
    let zone = &book[id];
    let name = &zone.name;
    let by = if let BodyRef::Move(of) = body {
        format!("`{}`", book[of].name)
    } else {
        "what does so".to_owned()
    };
    let said = format!(
        "`{name}` stays empty: only {by} puts cards there, and needs one that lies there already"
    );
    let first = format!("put the first cards there in `setup`: `move … to {name}`");
    let help = match want.asked {
        true => format!("turn the condition round: perhaps `{name} is empty` is meant; or {first}"),
        false => format!("pick the card from another zone, or {first}"),
    };
    Diagnostic::new(Code::W0513, want.at, said).beside(zone.span, "this zone").help(help)
}

impl Uses {
    fn name(&mut self, kind: &ExprKind) {
        if let ExprKind::Zone(id, _) = kind {
            self.named.insert(*id);
        }
    }

    /// The zone that what is moved lies in, if that is always the same.
    fn source(&self, body: BodyRef, cards: &Domain) -> Option<ZoneId> {
        let one = match &cards.base {
            Base::Value(one) => Some(&**one),
            Base::Items(all) => all.first().filter(|_| all.len() == 1),
            _ => return zone_of(cards),
        };
        let ExprKind::Local(id) = one?.kind else { return None };
        self.from.get(&(body, id)).copied().flatten()
    }

    /// Zones in which a card may ever lie: it starts there, or something puts it there that needs
    /// none in a zone that stays empty.
    fn ever_filled(&self, book: &Rulebook, wanted: &Wanted) -> BTreeSet<ZoneId> {
        let homes: BTreeSet<ZoneId> = book.cards.iter().map(|card| card.home).collect();
        let zones = (0..book.zones.len()).map(|at| ZoneId(at as u16));
        let begins = |id: &ZoneId| book[*id].deck || homes.contains(id) || self.handed.contains(id);
        let mut filled: BTreeSet<ZoneId> = zones.filter(begins).collect();
        loop {
            let can = |fill: &&Fill| {
                let there = |zone: &ZoneId| filled.contains(zone);
                fill.source.as_ref().is_none_or(there)
                    && wanted.of_body(fill.body).iter().all(|want| there(&want.zone))
            };
            let new: BTreeSet<ZoneId> =
                self.fills.iter().filter(can).map(|fill| fill.zone).collect();
            let before = filled.len();
            filled.extend(new);
            if filled.len() == before {
                return filled;
            }
        }
    }

    /// What is said of a zone that stays empty, unless that follows from another.
    fn said(&self, book: &Rulebook, id: ZoneId, wanted: &Wanted) -> Option<Diagnostic> {
        let zone = &book[id];
        let name = &zone.name;
        let fills: Vec<&Fill> = self.fills.iter().filter(|fill| fill.zone == id).collect();
        let plain = |said: String| {
            let help = format!("move cards there (`move c to {name}`), or leave it out");
            Some(Diagnostic::new(Code::W0513, zone.span, said).help(help))
        };
        if fills.is_empty() {
            return plain(format!("nothing is ever put into `{name}`, though it is read"));
        }
        if fills.iter().all(|fill| fill.only_keeps()) {
            return plain(format!(
                "`{name}` stays empty: only what lies in it is ever put into it"
            ));
        }
        let own = |fill: &&&Fill| {
            wanted.of_body(fill.body).iter().find(|want| want.zone == id).map(|w| (fill.body, w))
        };
        let (body, want) = fills.iter().find_map(|fill| own(&fill))?;
        Some(wants_itself(book, id, body, want))
    }

    /// What is said of zones that are filled only from one another: where cards are drawn from one
    /// of them, if anywhere, as it is from there that others may be meant to come.
    fn said_of_circle(&self, book: &Rulebook, empty: &[ZoneId]) -> Option<Diagnostic> {
        let among = |fill: &&Fill| {
            let source = fill.source.filter(|id| *id != fill.zone && empty.contains(id));
            source.is_some() && empty.contains(&fill.zone)
        };
        let fills = || self.fills.iter().filter(among);
        let fill = fills().find(|fill| fill.drawn).or_else(|| fills().next())?;
        let (source, goal) = (&book[fill.source?], &book[fill.zone]);
        let (name, other) = (&source.name, &goal.name);
        let said = format!(
            "this never moves a card: `{name}` and `{other}` are only filled from one another, and \
             both are empty when the game begins"
        );
        let found = Diagnostic::new(Code::W0513, fill.at, said);
        let help = format!(
            "take the cards from where some lie, or put the first into one of them: `move … to \
             {name}`"
        );
        Some(found.beside(source.span, "this zone").beside(goal.span, "and this one").help(help))
    }

    fn stmt(&mut self, body: BodyRef, stmt: &Stmt) {
        let kind = &stmt.kind;
        let moved = if let StmtKind::Move { cards, .. } = kind { Some(cards) } else { None };
        let source = moved.and_then(|cards| self.source(body, cards));
        let drawn =
            moved.is_some_and(|cards| matches!(cards.base, Base::Top(..) | Base::Bottom(..)));
        let mut hand = |e: &Expr| {
            each_expr(e, &mut |e| {
                if let ExprKind::Zone(id, _) = e.kind {
                    self.handed.insert(id);
                }
            });
        };
        match kind {
            StmtKind::Move { to, .. } => each_expr(to, &mut |e| {
                if let ExprKind::Zone(zone, _) = e.kind {
                    self.fills.push(Fill { zone, body, source, drawn, at: stmt.span });
                }
            }),
            StmtKind::Call { args, .. } => args.iter().for_each(hand),
            StmtKind::Let(_, e) => hand(e),
            StmtKind::Swap(a, b) => {
                hand(a);
                hand(b);
                self.swaps = true;
            }
            StmtKind::Set(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::If(..)
            | StmtKind::IfThere(..)
            | StmtKind::ForEach(..)
            | StmtKind::Repeat(..)
            | StmtKind::Stage(_)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again
            | StmtKind::Choose(_) => {}
        }
    }
}
