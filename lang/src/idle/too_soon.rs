//! What is said of what is wrong from the start.

use super::range::Range;
use super::sure::{Sure, Table};
use super::writes::Touched;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::each_with_words;
use crate::ir::{Counter, CounterId, Domain, Ends, Enum, Expr, ExprKind, Rulebook, Type, Value};
use crate::source::Span;

/// An ending that holds when `play` begins.
pub(super) fn ended(table: &Table<'_>, ends: &Ends, read: &Touched) -> Diagnostic {
    let when = if ends.at_once { "is over at once" } else { "may be over with the first move" };
    let known = known(table, read);
    let said = format!("this holds already when `play` begins{known}: the game {when}");
    let help = if asks_for_the_start(table, &ends.condition) {
        "compare it with another number than the one that it begins with"
    } else {
        "turn the comparison round (`>=` for `<=`, `any` for `no`), or give what it asks about \
         another start"
    };
    Diagnostic::new(Code::W0521, ends.condition.span, said).help(help)
}

/// Whether a counter is compared with just what it is from the start: turned round, the comparison
/// holds as well.
fn asks_for_the_start(table: &Table<'_>, condition: &Expr) -> bool {
    let mut found = false;
    each_with_words(table.book, condition, &mut |e| {
        if let ExprKind::LessEq(a, b) = &e.kind {
            let of = |e: &Expr| {
                if let ExprKind::Counter(id, _) = &e.kind {
                    return Some(table.counter(*id).clone());
                }
                let ExprKind::Const(value) = &e.kind else { return None };
                Some(Sure::of(value))
            };
            found |= of(a).zip(of(b)).is_some_and(|(a, b)| a == b);
        }
    });
    found
}

/// A turn for which nobody is left from the start.
pub(super) fn nobody(table: &Table<'_>, d: &Domain, read: &Touched) -> Diagnostic {
    let known = known(table, read);
    let said = format!(
        "when `play` begins this is so of nobody{known}, and nobody else is asked anything"
    );
    Diagnostic::new(Code::W0521, d.span, said).help(
        "turn the comparison round, or give what it asks about another start: those of whom it is \
         so have a turn",
    )
}

/// An `if` at the top of `play` that is meant for the whole game.
pub(super) fn asked_once(e: &Expr) -> Diagnostic {
    let said = "this is asked once, when `play` begins, and then it does not hold";
    Diagnostic::new(Code::W0521, e.span, said)
        .help("to ask it after each move, write `ends when … { … }` instead of `if … { … }`")
}

/// What is known of counters and zones that are read: `, as `life` is 0`.
fn known(table: &Table<'_>, read: &Touched) -> String {
    let book = table.book;
    let counters = read.counters.iter().filter_map(|id| {
        let value = shown(table, *id)?;
        Some(format!("`{}` is {value}", book[*id].name))
    });
    let zones = read.zones.iter().filter(|id| table.empty.contains(id));
    let zones = zones.map(|id| format!("`{}` is empty", book[*id].name));
    let all: Vec<String> = counters.chain(zones).take(2).collect();
    if all.is_empty() { String::new() } else { format!(", as {}", all.join(" and ")) }
}

fn shown(table: &Table<'_>, id: CounterId) -> Option<String> {
    let book = table.book;
    match table.counter(id) {
        Sure::Number(Range { low, high }) if low == high => match book[id].ty.bare() {
            Type::Unit(unit) if !book[*unit].symbol.is_empty() => {
                Some(format!("{}{low}", book[*unit].symbol))
            }
            _ => Some(low.to_string()),
        },
        Sure::Number(Range { low, high }) if *low != i64::MIN && *high != i64::MAX => {
            Some(format!("{low} to {high}"))
        }
        Sure::Is(Value::None) => Some("none".to_owned()),
        Sure::Is(Value::Bool(yes)) => Some(if *yes { "yes" } else { "no" }.to_owned()),
        Sure::Is(Value::Member(of, at)) => {
            book[*of].members.get(usize::from(*at)).map(|name| format!("`{name}`"))
        }
        Sure::Number(_) | Sure::Is(_) | Sure::Any | Sure::Unset => None,
    }
}

/// A counter that is read before anything has set it.
pub(super) fn unset(counter: &Counter, at: Span) -> Diagnostic {
    let name = &counter.name;
    let said = format!("nothing has set `{name}` by here, and it has no start: the game stops");
    Diagnostic::new(Code::W0522, at, said).beside(counter.span, "it is declared here").help(
        format!("set `{name}` before this, give it a start (`= …`), or let it be `… or none`"),
    )
}

/// A choice among nothing.
pub(super) fn nothing(book: &Rulebook, d: &Domain) -> Diagnostic {
    let named = |zone: &Expr| {
        let ExprKind::Zone(id, _) = zone.kind else { return None };
        d.filter.is_none().then(|| &book[id].name)
    };
    let empty = d.base.zone().and_then(|(zone, _)| named(zone));
    let (said, help) = match empty {
        Some(name) => (
            format!("`{name}` is still empty here, so there is nothing to choose: the game stops"),
            format!("put cards there before this: `move … to {name}`"),
        ),
        None => (
            "nothing fits this condition yet, so there is nothing to choose here: the game stops"
                .to_owned(),
            "turn the condition round (`no` for `any`, `not in` for `in`), or set before this what \
             it asks about"
                .to_owned(),
        ),
    };
    Diagnostic::new(Code::W0407, d.span, said).help(help)
}

/// Cards moved out of a zone where none has come yet, unless it is filled as soon as it is empty.
pub(super) fn no_card(book: &Rulebook, cards: &Domain, to: &Expr, at: Span) -> Option<Diagnostic> {
    let (zone, top) = cards.base.zone()?;
    let ExprKind::Zone(id, owner) = &zone.kind else { return None };
    if book.runs_out.iter().any(|rule| rule.zone == *id) {
        return None;
    }
    let name = &book[*id].name;
    let said = format!("this moves no card: `{name}` is still empty here");
    let number = top.and_then(|n| {
        let ExprKind::Const(Value::Number(n)) = n.kind else { return None };
        Some(n.to_string())
    });
    let deck = || {
        let ExprKind::Zone(other, None) = to.kind else { return None };
        Some(&book[other]).filter(|zone| owner.is_none() && zone.deck)
    };
    let other = deck().map_or_else(String::new, |deck| {
        let n = number.as_deref().unwrap_or("…");
        format!("; perhaps it goes the other way: `move top {n} of {} to {name}`", deck.name)
    });
    let help = format!("put cards there before this{other}");
    Some(Diagnostic::new(Code::W0515, at, said).beside(book[*id].span, "this zone").help(help))
}

/// Fewer members than players.
pub(super) fn too_few(of: &Enum, seats: i64, at: Span) -> Diagnostic {
    let (name, n) = (&of.name, of.members.len());
    let said =
        format!("with {seats} players each takes one of their own, and `{name}` has only {n}");
    Diagnostic::new(Code::W0516, at, said)
        .beside(of.span, "these")
        .help(format!("name more in `enum {name}`, or let fewer play: `players … to {n}`"))
}
