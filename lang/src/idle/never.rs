//! What the rules never do: counters that nothing changes, piles in the order of their table, one
//! condition that stops a move twice.

use super::key::key;
use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_expr, each_in_domain, each_stmt};
use crate::ir::{
    At, Base, BodyRef, Counter, CounterId, Domain, Expr, ExprKind, Owner, RowId, Rulebook, RunsOut,
    SetOp, Stmt, StmtKind, Type, Value, ZoneId, ZoneShape,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What the rules do with things.
#[derive(Default)]
struct Uses {
    /// Where counters are set to what they begin with, but for the set-up, and whether by a move.
    reset: BTreeMap<CounterId, Vec<(Span, bool)>>,
    /// Counters that are read.
    read: BTreeSet<CounterId>,
    /// Counters that are set.
    set: BTreeSet<CounterId>,
    /// Zones that are shuffled.
    shuffled: BTreeSet<ZoneId>,
    /// Zones that are shuffled when they have run out, and there only.
    refilled: BTreeSet<ZoneId>,
    /// A zone is shuffled that is known by a parameter only.
    some_shuffled: bool,
    /// Where a zone is shuffled only if it has been found empty.
    late: BTreeSet<Span>,
    /// Zones that are handed to deeds.
    handed: BTreeSet<ZoneId>,
    /// Zones from whose top or bottom cards are taken, and where first.
    drawn: BTreeMap<ZoneId, Span>,
}

/// Tells of what the rules never do.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut uses = Uses { late: when_empty(book), ..Uses::default() };
    visit::all(book, &mut |body, seen| uses.see(book, body, seen));
    let mut found = Vec::new();
    counters(book, &uses, &mut found);
    piles(book, &uses, &mut found);
    found.extend(book.runs_out.iter().filter_map(|rule| as_laid(book, &uses, rule)));
    needs(book, &mut found);
    found
}

impl Uses {
    fn see(&mut self, book: &Rulebook, body: BodyRef, seen: Seen) {
        match seen {
            Seen::Expr(e) => each_expr(e, &mut |e| self.expr(e)),
            Seen::Domain(domain) => {
                self.draws(domain);
                each_in_domain(domain, &mut |e| self.expr(e));
            }
            Seen::Stmt(stmt) => match &stmt.kind {
                StmtKind::Call { args, .. } => self.handed.extend(args.iter().flat_map(zones)),
                StmtKind::Set(place, op, value) => {
                    let start = *op == SetOp::To && is_start(&book[place.counter], value);
                    if !start {
                        self.set.insert(place.counter);
                    } else if body != BodyRef::Setup {
                        let of_move = matches!(body, BodyRef::Move(_));
                        self.reset.entry(place.counter).or_default().push((stmt.span, of_move));
                    }
                }
                StmtKind::Shuffle(zone) => {
                    let all = zones(zone);
                    if let BodyRef::RunsOut(at) = body
                        && let zone = book.runs_out[usize::from(at)].zone
                        && all == [zone]
                    {
                        self.refilled.insert(zone);
                        return;
                    }
                    if self.late.contains(&stmt.span)
                        && let [zone] = all.as_slice()
                    {
                        self.refilled.insert(*zone);
                        return;
                    }
                    self.some_shuffled |= all.is_empty();
                    self.shuffled.extend(all);
                }
                _ => {}
            },
            Seen::Step(_) | Seen::Block(_) => {}
        }
    }

    fn expr(&mut self, e: &Expr) {
        if let ExprKind::Counter(id, _) = &e.kind {
            self.read.insert(*id);
        }
    }

    /// Cards that are drawn from a zone.
    fn draws(&mut self, domain: &Domain) {
        if let Base::Top(zone, _) | Base::Bottom(zone, _) = &domain.base
            && let ExprKind::Zone(id, _) = zone.kind
        {
            self.drawn.entry(id).or_insert(domain.span);
        }
    }
}

/// Where a zone of the table is shuffled in the braces of `if ZONE is empty`.
fn when_empty(book: &Rulebook) -> BTreeSet<Span> {
    let mut found = BTreeSet::new();
    visit::all(book, &mut |_, seen| {
        let Seen::Stmt(Stmt { kind: StmtKind::If(e, then, _), .. }) = seen else { return };
        let ExprKind::IsEmpty(of) = &e.kind else { return };
        let Domain { base: Base::Zone(zone), filter: None, best: None, .. } = &**of else {
            return;
        };
        let ExprKind::Zone(id, None) = zone.kind else { return };
        each_stmt(then, &mut |stmt| {
            if let StmtKind::Shuffle(of) = &stmt.kind
                && matches!(of.kind, ExprKind::Zone(other, None) if other == id)
                && stmt.span != Span::default()
            {
                found.insert(stmt.span);
            }
        });
    });
    found
}

/// Whether a value is what the counter has from the start.
fn is_start(counter: &Counter, value: &Expr) -> bool {
    let ExprKind::Const(value) = &value.kind else { return false };
    match counter.start.as_ref().map(|e| &e.kind) {
        Some(ExprKind::Const(start)) => start == value,
        Some(_) => false,
        None => matches!(value, Value::None | Value::Bool(false) | Value::Number(0)),
    }
}

/// The zones that an expression names.
fn zones(e: &Expr) -> Vec<ZoneId> {
    let mut all = Vec::new();
    each_expr(e, &mut |e| {
        if let ExprKind::Zone(id, _) = e.kind {
            all.push(id);
        }
    });
    all
}

/// Counters that are read, and that nothing changes.
fn counters(book: &Rulebook, uses: &Uses, found: &mut Vec<Diagnostic>) {
    for (at, counter) in book.counters.iter().enumerate() {
        let id = CounterId(at as u16);
        if counter.name.is_empty() || !uses.read.contains(&id) || uses.set.contains(&id) {
            continue;
        }
        let name = &counter.name;
        // Set somewhere to what it is from the start: there something else is meant.
        let all = uses.reset.get(&id).map_or(&[][..], Vec::as_slice);
        let by_moves: Vec<Span> = all.iter().filter(|(_, by)| *by).map(|(at, _)| *at).collect();
        let places = if let [(at, _)] = all { vec![*at] } else { by_moves };
        if let [at] = places.as_slice() {
            let said = format!("this sets `{name}` to what it begins with, and nothing changes it");
            let help = "write its new value here, or change it somewhere else first";
            let said =
                Diagnostic::new(Code::W0507, *at, said).beside(counter.span, "it begins here");
            found.push(said.help(help));
            continue;
        }
        found.push(
            Diagnostic::new(
                Code::W0507,
                counter.span,
                format!("nothing ever changes `{name}`, though it is read"),
            )
            .help(format!(
                "change it in the rules ({}); what stays as it is, is a word (`define {name} = …`) \
                 or an option",
                changes(name, &counter.ty)
            )),
        );
    }
}

/// How a counter of a type is changed.
fn changes(name: &str, ty: &Type) -> String {
    match ty.bare() {
        Type::Number | Type::Unit(_) => format!("`{name} = …`, `{name} += …`"),
        Type::Bool => format!("`{name} = yes`, `{name} = no`"),
        Type::Player if ty.may_be_none() => format!("`{name} = me`, `{name} = none`"),
        Type::Player => format!("`{name} = me`"),
        _ => format!("`{name} = …`"),
    }
}

/// Decks that are drawn from in the order of their table.
fn piles(book: &Rulebook, uses: &Uses, found: &mut Vec<Diagnostic>) {
    for (at, zone) in book.zones.iter().enumerate() {
        let id = ZoneId(at as u16);
        let Some(drawn) = uses.drawn.get(&id) else { continue };
        let shuffled =
            uses.shuffled.contains(&id) || (uses.some_shuffled && uses.handed.contains(&id));
        let rows: BTreeSet<RowId> =
            book.cards.iter().filter(|c| c.home == id).map(|c| c.row).collect();
        if !zone.deck || zone.shape != ZoneShape::Pile || shuffled || rows.len() < 2 {
            continue;
        }
        let name = &zone.name;
        let said = if uses.refilled.contains(&id) {
            format!(
                "`{name}` is shuffled only when it has run out: until then its cards come in the \
                 order of their list"
            )
        } else {
            format!("no rule ever shuffles `{name}`, so its cards come in the order of their list")
        };
        found.push(
            Diagnostic::new(Code::W0508, zone.span, said).beside(*drawn, "drawn from here").help(
                format!(
                    "shuffle it before that, in `setup` or where it is filled again: `shuffle \
                     {name}`"
                ),
            ),
        );
    }
}

/// `when pack runs out { move heap to pack }`, where the deck is shuffled to begin with.
fn as_laid(book: &Rulebook, uses: &Uses, rule: &RunsOut) -> Option<Diagnostic> {
    let zone = &book[rule.zone];
    let deck = zone.deck && zone.shape == ZoneShape::Pile && zone.owner == Owner::Table;
    if !deck || !uses.shuffled.contains(&rule.zone) || !uses.drawn.contains_key(&rule.zone) {
        return None;
    }
    // Just one pile is laid there, as it lies: whatever else is done may be what mixes it.
    let [Stmt { kind: StmtKind::Move { cards, to, at: At::Usual }, span, .. }] = &*rule.body.block
    else {
        return None;
    };
    let Base::Zone(from) = &cards.base else { return None };
    let ExprKind::Zone(from, None) = from.kind else { return None };
    let plain = cards.filter.is_none() && cards.best.is_none() && zones(to) == [rule.zone];
    let pile = book[from].shape == ZoneShape::Pile;
    if !plain || !pile || uses.shuffled.contains(&from) {
        return None;
    }
    let name = &zone.name;
    let said = format!(
        "`{name}` is not shuffled here: its cards come again in the order in which they were laid \
         off"
    );
    let help = format!("write `shuffle {name}` below this");
    Some(Diagnostic::new(Code::W0508, *span, said).beside(zone.span, "this deck").help(help))
}

/// Conditions that stop one move twice.
fn needs(book: &Rulebook, found: &mut Vec<Diagnostic>) {
    let mut told = BTreeSet::new();
    for of in &book.moves {
        let mut before: BTreeMap<String, Span> = BTreeMap::new();
        for need in &of.needs {
            let Some(key) = key(&need.condition) else { continue };
            let Some(first) = before.get(&key) else {
                before.insert(key, need.span);
                continue;
            };
            if *first != need.span && told.insert(need.span) {
                let said = format!("this stops `{}` twice: another line says the same", of.name);
                found.push(
                    Diagnostic::new(Code::W0602, need.span, said)
                        .beside(*first, "here")
                        .help("leave one of them out, or ask for something else"),
                );
            }
        }
    }
}
