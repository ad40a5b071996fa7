//! Constants: options and the number of seats are known when a rulebook is lowered, and what
//! follows from them.

use super::{Lowered, Lowering};
use crate::program::{NONE, SetupError, UNSET};
use houserules_lang::ir::{ArithOp, Base, Domain, Expr, ExprKind, Type, Value, WordId};

impl Lowering<'_> {
    /// The value of an expression that is the same in the whole game.
    pub fn fold(&mut self, e: &Expr) -> Option<i64> {
        match &e.kind {
            ExprKind::Const(Value::List(_)) => None,
            ExprKind::Const(value) => Some(self.scalar_value(value)),
            ExprKind::Text(id) => Some(i64::from(id.0)),
            ExprKind::Option(id) => {
                let value = self.out[*id].clone();
                Some(self.scalar_value(&value))
            }
            ExprKind::Local(local) if !self.fixed.is_empty() => {
                self.fixed.iter().rev().find(|(l, _)| l == local).map(|(_, value)| *value)
            }
            ExprKind::Field(of, name) if !self.fixed.is_empty() => {
                let at = usize::try_from(self.fold(of)?).ok()?;
                if matches!(e.ty.bare(), Type::List(..)) {
                    return None;
                }
                let t = self.field_table(of.ty.bare(), name);
                self.out.tables[usize::from(t)].get(at).copied()
            }
            ExprKind::IsNone(a) => Some(i64::from(self.fold(a)? == NONE)),
            ExprKind::Seats => Some(i64::from(self.out.schema.seats)),
            ExprKind::Zone(id, None) => Some(i64::from(self.out.schema[*id].first)),
            ExprKind::Count(d) => self.fold_count(d),
            ExprKind::In(a, d) => {
                let (a, n) = (self.fold(a)?, self.fold_count(d)?);
                Some(i64::from((0..n).contains(&a)))
            }
            ExprKind::First(d) => self.fold_count(d).filter(|n| *n > 0).map(|_| 0),
            ExprKind::Neighbour(seat, n) => {
                let (seat, n) = (self.fold(seat)?, i64::from(*n));
                let seats = i64::from(self.out.schema.seats);
                if seat == NONE { Some(NONE) } else { (seat + n).checked_rem_euclid(seats) }
            }
            ExprKind::Word(word, args) if args.is_empty() => self.fold_word(*word),
            ExprKind::Not(a) => Some(i64::from(self.fold(a)? != 1)),
            ExprKind::And(a, b) => match (self.fold(a), self.fold(b)) {
                (Some(a), _) if a != 1 => Some(0),
                (Some(_), Some(b)) => Some(i64::from(b == 1)),
                _ => None,
            },
            ExprKind::Or(a, b) => match (self.fold(a), self.fold(b)) {
                (Some(1), _) => Some(1),
                (Some(_), Some(b)) => Some(i64::from(b == 1)),
                _ => None,
            },
            ExprKind::Same(a, b) => Some(i64::from(self.fold(a)? == self.fold(b)?)),
            ExprKind::Less(a, b) => {
                self.fold_pair(a, b).map(|(a, b)| i64::from(a != NONE && b != NONE && a < b))
            }
            ExprKind::LessEq(a, b) => {
                self.fold_pair(a, b).map(|(a, b)| i64::from(a != NONE && b != NONE && a <= b))
            }
            ExprKind::Arith(op, a, b) => {
                let (a, b) = self.fold_pair(a, b)?;
                arith(*op, a, b)
            }
            ExprKind::Minus(a) => self.fold(a).filter(|a| *a != NONE).and_then(i64::checked_neg),
            ExprKind::If(c, a, b) => {
                if self.fold(c)? == 1 {
                    self.fold(a)
                } else {
                    self.fold(b)
                }
            }
            _ => None,
        }
    }

    fn fold_pair(&mut self, a: &Expr, b: &Expr) -> Option<(i64, i64)> {
        Some((self.fold(a)?, self.fold(b)?))
    }

    /// The value of a word that is the same in the whole game.
    fn fold_word(&mut self, word: WordId) -> Option<i64> {
        if let Some(known) = self.constant_words.get(&word) {
            return *known;
        }
        let book = self.book;
        let value = &book[word].value;
        if matches!(value.ty.bare(), Type::List(..)) {
            return None;
        }
        // One that led back to itself would not be constant.
        self.constant_words.insert(word, None);
        let fixed = std::mem::take(&mut self.fixed);
        let found = self.fold(value);
        self.fixed = fixed;
        self.constant_words.insert(word, found);
        found
    }

    fn fold_count(&self, d: &Domain) -> Option<i64> {
        if d.filter.is_some() || d.best.is_some() {
            return None;
        }
        match &d.base {
            Base::Players { opponents: false, .. } => Some(i64::from(self.out.schema.seats)),
            Base::Enum(e) => Some(i64::from(self.members(*e))),
            _ => None,
        }
    }

    /// A start of a counter.
    pub fn constant(&mut self, e: &Expr) -> Lowered<i64> {
        self.fold(e).ok_or(SetupError::Unsupported("a start that is not constant", e.span))
    }
}

/// Checked arithmetic; nothing if it overflows, divides by zero or calculates with none.
pub fn arith(op: ArithOp, a: i64, b: i64) -> Option<i64> {
    if a == NONE || b == NONE {
        return None;
    }
    let result = match op {
        ArithOp::Add => a.checked_add(b),
        ArithOp::Sub => a.checked_sub(b),
        ArithOp::Mul => a.checked_mul(b),
        ArithOp::Div => a.checked_div(b),
        ArithOp::Mod => a.checked_rem(b),
        ArithOp::Min => Some(a.min(b)),
        ArithOp::Max => Some(a.max(b)),
    };
    result.filter(|r| *r != NONE && *r != UNSET)
}
