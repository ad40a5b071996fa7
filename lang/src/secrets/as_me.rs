//! Names that a condition takes for `me`: `if p is me`.

use super::names::Names;
use super::readers::Seat;
use crate::ir::{Expr, ExprKind, LocalId};

impl Names {
    /// As long as a condition holds, or does not, these names stand for `me`; gives what they are
    /// called otherwise.
    pub(super) fn begin_as_me(&mut self, test: &Expr, truth: bool) -> Vec<(LocalId, Seat)> {
        let mut found = Vec::new();
        names_of_me(test, truth, &mut found);
        found.retain(|local| self.is_bound(*local));
        found.iter().map(|local| (*local, self.call(*local, Seat::Me))).collect()
    }

    /// Names stand for whoever they did before.
    pub(super) fn end_as_me(&mut self, names: &[(LocalId, Seat)]) {
        for (local, seat) in names.iter().rev() {
            self.call(*local, *seat);
        }
    }

    /// Calls what a name stands for otherwise; gives what it was called.
    fn call(&mut self, local: LocalId, seat: Seat) -> Seat {
        self[local].as_mut().map_or(seat, |known| std::mem::replace(&mut known.seat, seat))
    }
}

/// Names of which a condition says that they stand for `me`, if it holds, or if it does not.
fn names_of_me(test: &Expr, truth: bool, found: &mut Vec<LocalId>) {
    if let ExprKind::Not(a) = &test.kind {
        names_of_me(a, !truth, found);
    } else if let (ExprKind::And(a, b), true) | (ExprKind::Or(a, b), false) = (&test.kind, truth) {
        names_of_me(a, truth, found);
        names_of_me(b, truth, found);
    } else if let (ExprKind::Same(a, b), true) = (&test.kind, truth)
        && let (ExprKind::Local(local), ExprKind::Me) | (ExprKind::Me, ExprKind::Local(local)) =
            (&a.kind, &b.kind)
    {
        found.push(*local);
    }
}
