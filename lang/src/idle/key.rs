//! Expressions that are written alike have one key: names, members and plain sums of them.

use crate::ir::{At, Base, Domain, Expr, ExprKind, RunBody, Stmt, StmtKind};
use std::fmt::Write;

/// The key of statements in a row; none if there are none, or some that are not compared.
pub(super) fn stmts_key(stmts: &[Stmt]) -> Option<String> {
    let mut to = String::new();
    stmts.iter().try_for_each(|s| write_stmt(s, &mut to))?;
    (!to.is_empty()).then_some(to)
}

/// The key of one statement; none if it is not compared.
pub(super) fn stmt_key(stmt: &Stmt) -> Option<String> {
    stmts_key(std::slice::from_ref(stmt))
}

fn write_stmt(stmt: &Stmt, to: &mut String) -> Option<()> {
    match &stmt.kind {
        StmtKind::Call { deed, args, into: None } => {
            named(&format!("do{}", deed.0), &args.iter().collect::<Vec<_>>(), to)
        }
        StmtKind::Set(place, op, value) => {
            let of: Vec<&Expr> = place.key.as_deref().into_iter().chain([value]).collect();
            named(&format!("{op:?}{}", place.counter.0), &of, to)
        }
        StmtKind::Move { cards, to: goal, at } => {
            let at = match at {
                At::Usual => "move",
                At::Top => "move_top",
                At::Bottom => "move_bottom",
                At::Place(_) | At::Spot(_) => return None,
            };
            to.push_str(at);
            cards_key(cards, to)?;
            write_key(goal, to)
        }
        StmtKind::Shuffle(zone) => named("shuffle", &[zone], to),
        StmtKind::Again => {
            to.push_str("again;");
            Some(())
        }
        StmtKind::Let(..)
        | StmtKind::Call { .. }
        | StmtKind::Swap(..)
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
        | StmtKind::Choose(_) => None,
    }
}

/// All cards of a zone, the upper or lower ones, or those that are named.
fn cards_key(cards: &Domain, to: &mut String) -> Option<()> {
    if cards.filter.is_some() || cards.best.is_some() {
        return None;
    }
    match &cards.base {
        Base::Zone(zone) => named("all", &[zone], to),
        Base::Top(zone, n) => named("top", &[zone, n], to),
        Base::Bottom(zone, n) => named("bottom", &[zone, n], to),
        Base::Items(all) => named("these", &all.iter().collect::<Vec<_>>(), to),
        Base::Value(list) => named("list", &[list], to),
        _ => None,
    }
}

/// The key of an expression; none for those that are not compared.
pub(super) fn key(e: &Expr) -> Option<String> {
    let mut to = String::new();
    write_key(e, &mut to)?;
    Some(to)
}

fn write_key(e: &Expr, to: &mut String) -> Option<()> {
    match &e.kind {
        ExprKind::Const(value) => write!(to, "={value:?}").ok(),
        ExprKind::Option(id) => write!(to, "o{}", id.0).ok(),
        ExprKind::Seats => write!(to, "seats").ok(),
        ExprKind::Local(id) => write!(to, "L{};", id.0).ok(),
        ExprKind::RunLocal(RunBody::Deed(d), id) => write!(to, "D{}.{}", d.0, id.0).ok(),
        ExprKind::RunLocal(RunBody::Move(m), id) => write!(to, "M{}.{}", m.0, id.0).ok(),
        ExprKind::Me => write!(to, "me").ok(),
        ExprKind::Committed(id, of) => named(&format!("@{}", id.0), &[of], to),
        ExprKind::Neighbour(of, n) => named(&format!("<{n}"), &[of], to),
        ExprKind::Field(of, name) => named(&format!(".{name}"), &[of], to),
        ExprKind::Counter(id, of) => {
            named(&format!("c{}", id.0), &of.iter().map(|e| &**e).collect::<Vec<_>>(), to)
        }
        ExprKind::Zone(id, of) => {
            named(&format!("z{}", id.0), &of.iter().map(|e| &**e).collect::<Vec<_>>(), to)
        }
        ExprKind::Word(id, args) => {
            named(&format!("w{}", id.0), &args.iter().collect::<Vec<_>>(), to)
        }
        ExprKind::Board(word, args) => named(word.name(), &args.iter().collect::<Vec<_>>(), to),
        ExprKind::SlotCard(zone) => named("slot", &[zone], to),
        ExprKind::Position(card) => named("position", &[card], to),
        ExprKind::Place(zone, n) => named("place", &[zone, n], to),
        ExprKind::Square(id, x, y) => named(&format!("q{}", id.0), &[x, y], to),
        ExprKind::Pair(id, x, y) => named(&format!("p{}", id.0), &[x, y], to),
        ExprKind::Arith(op, a, b) => named(&format!("{op:?}"), &[a, b], to),
        ExprKind::Minus(a) => named("minus", &[a], to),
        ExprKind::Not(a) => named("not", &[a], to),
        ExprKind::And(a, b) => named("and", &[a, b], to),
        ExprKind::Or(a, b) => named("or", &[a, b], to),
        ExprKind::Same(a, b) => named("is", &[a, b], to),
        ExprKind::Less(a, b) => named("less", &[a, b], to),
        ExprKind::LessEq(a, b) => named("at_most", &[a, b], to),
        ExprKind::Otherwise(a, b) => named("otherwise", &[a, b], to),
        ExprKind::IsNone(a) => named("is_none", &[a], to),
        ExprKind::IsRow(a, row) => named(&format!("is_row{}", row.0), &[a], to),
        ExprKind::IsKind(a, kinds) => named(&format!("is_kind{}", kinds.0), &[a], to),
        ExprKind::If(c, a, b) => named("if", &[c, a, b], to),
        ExprKind::Count(of) => in_zone("count", of, to),
        ExprKind::IsEmpty(of) => in_zone("is_empty", of, to),
        ExprKind::List(of) => in_zone("list", of, to),
        ExprKind::Text(_)
        | ExprKind::SameList(..)
        | ExprKind::RowsAre(..)
        | ExprKind::In(..)
        | ExprKind::Quantified(..)
        | ExprKind::Fold(_)
        | ExprKind::First(_)
        | ExprKind::Distance(_)
        | ExprKind::Let(..)
        | ExprKind::TooDeep(_)
        | ExprKind::After(..)
        | ExprKind::Remembered(_)
        | ExprKind::Path
        | ExprKind::Sees(..) => None,
    }
}

fn named(name: &str, of: &[&Expr], to: &mut String) -> Option<()> {
    to.push_str(name);
    to.push('(');
    for e in of {
        write_key(e, to)?;
        to.push(',');
    }
    to.push(')');
    Some(())
}

/// The key of some things without a condition.
pub(super) fn domain_key(d: &Domain) -> Option<String> {
    let mut to = String::new();
    match &d.base {
        Base::Players { from: None, forever: false, opponents } if plain(d) => {
            write!(to, "players{opponents}").ok()?;
        }
        Base::Enum(id) if plain(d) => write!(to, "enum{}", id.0).ok()?,
        _ => cards_key(d, &mut to)?,
    }
    Some(to)
}

fn plain(d: &Domain) -> bool {
    d.filter.is_none() && d.best.is_none()
}

/// All cards of a zone.
fn in_zone(name: &str, of: &Domain, to: &mut String) -> Option<()> {
    let Base::Zone(zone) = &of.base else { return None };
    if plain(of) { named(name, &[zone], to) } else { None }
}
