//! What rules ask about before they change it. A comparison of a counter with a written number says
//! how far the counter can go behind it, if it holds or if it does not; of all else that is asked
//! it is taken for granted that it asks for the right thing.

use super::changes::Thing;
use crate::idle::Range;
use crate::ir::walk::each_with_words;
use crate::ir::{CounterId, Expr, ExprKind, Rulebook, Value};
use std::collections::BTreeSet;

/// An end that a comparison gives a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    AtMost(i64),
    AtLeast(i64),
}

/// What a body asks about, or was asked on the way to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Guards {
    things: BTreeSet<Thing>,
    ends: BTreeSet<(CounterId, End)>,
}

impl Guards {
    /// Whether this is asked about in a way that cannot be judged.
    pub(super) fn has(&self, thing: Thing) -> bool {
        self.things.contains(&thing)
    }

    /// Whether a counter keeps to its range where it changes by that much, if its guards are taken
    /// at their best.
    pub(super) fn keep(&self, id: CounterId, (low, high): (i64, i64), by: Range) -> bool {
        if self.has(Thing::Counter(id)) {
            return true;
        }
        let ends = || self.ends.iter().filter(|(of, _)| *of == id).map(|(_, end)| *end);
        let below = by.high <= 0
            || ends().any(|end| {
                matches!(end, End::AtMost(n) if n.checked_add(by.high).is_some_and(|n| n <= high))
            });
        let above = by.low >= 0
            || ends().any(|end| {
                matches!(end, End::AtLeast(n) if n.checked_add(by.low).is_some_and(|n| n >= low))
            });
        below && above
    }

    /// Takes over what is asked elsewhere; gives whether that is more.
    pub(super) fn extend(&mut self, other: &Self) -> bool {
        let had = self.things.len() + self.ends.len();
        self.things.extend(&other.things);
        self.ends.extend(&other.ends);
        self.things.len() + self.ends.len() > had
    }

    /// Adds what an expression asks about.
    pub(super) fn ask(&mut self, book: &Rulebook, e: &Expr) {
        // What a comparison judges comes behind it.
        let mut judged: BTreeSet<*const Expr> = BTreeSet::new();
        each_with_words(book, e, &mut |e| {
            if let ExprKind::Less(a, b) = &e.kind {
                judged.extend(self.compare(book, (a, b), Order::Less).map(std::ptr::from_ref));
            } else if let ExprKind::LessEq(a, b) = &e.kind {
                judged.extend(self.compare(book, (a, b), Order::LessEq).map(std::ptr::from_ref));
            } else if let ExprKind::Same(a, b) = &e.kind {
                judged.extend(self.compare(book, (a, b), Order::Same).map(std::ptr::from_ref));
            } else if let ExprKind::Counter(id, _) = &e.kind {
                if !judged.contains(&std::ptr::from_ref(e)) {
                    self.things.insert(Thing::Counter(*id));
                }
            } else if let ExprKind::Zone(id, _) = &e.kind {
                self.things.insert(Thing::Zone(*id));
            }
        });
    }

    /// A counter with a range that is compared with a number; gives that side.
    fn compare<'e>(
        &mut self,
        book: &Rulebook,
        (a, b): (&'e Expr, &'e Expr),
        order: Order,
    ) -> Option<&'e Expr> {
        let number = |e: &Expr| {
            if let ExprKind::Const(Value::Number(n)) = e.kind { Some(n) } else { None }
        };
        let (side, n, turned) = match (number(a), number(b)) {
            (None, Some(n)) => (a, n, false),
            (Some(n), None) => (b, n, true),
            _ => return None,
        };
        let ExprKind::Counter(id, _) = side.kind else { return None };
        let (low, high) = book[id].range?;
        let ends: &[End] = match (order, turned) {
            (Order::Less, false) => &[End::AtMost(n.checked_sub(1)?), End::AtLeast(n)],
            (Order::LessEq, false) => &[End::AtMost(n), End::AtLeast(n.checked_add(1)?)],
            (Order::Less, true) => &[End::AtLeast(n.checked_add(1)?), End::AtMost(n)],
            (Order::LessEq, true) => &[End::AtLeast(n), End::AtMost(n.checked_sub(1)?)],
            (Order::Same, _) => {
                let mut ends = vec![End::AtMost(n), End::AtLeast(n)];
                ends.extend((n == low).then(|| n.checked_add(1).map(End::AtLeast)).flatten());
                ends.extend((n == high).then(|| n.checked_sub(1).map(End::AtMost)).flatten());
                self.ends.extend(ends.into_iter().map(|end| (id, end)));
                return Some(side);
            }
        };
        self.ends.extend(ends.iter().map(|end| (id, *end)));
        Some(side)
    }
}

/// How two sides are compared.
#[derive(Debug, Clone, Copy)]
enum Order {
    Less,
    LessEq,
    Same,
}
