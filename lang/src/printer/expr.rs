//! Expressions.

use super::scope::{Scope, listed};
use crate::ir::{
    ArithOp, CounterId, CounterPlace, Expr, ExprKind, Fold, LocalId, Noted, Quantifier, Run,
    RunBody,
};

impl Scope<'_> {
    pub(super) fn expr(self, expr: &Expr) -> String {
        let e = |of: &Expr| self.expr(of);
        match &expr.kind {
            ExprKind::Const(value) => self.value(value, &expr.ty),
            ExprKind::Text(id) => self.text(*id),
            ExprKind::Option(id) => self.option_name(*id),
            ExprKind::Seats => "seats".to_owned(),
            ExprKind::Local(id) => self.local(*id),
            ExprKind::Committed(id, seat) => format!("{}.{}", e(seat), self.local(*id)),
            ExprKind::RunLocal(body, id) => self.run_local(*body, *id),
            ExprKind::Me => "me".to_owned(),
            ExprKind::Neighbour(of, by) => format!("{}.neighbour({by})", e(of)),
            ExprKind::Field(of, name) => format!("{}.{name}", e(of)),
            ExprKind::Counter(id, key) => self.counter(*id, key.as_deref()),
            ExprKind::Word(id, args) => format!("{}({})", self.word_name(*id), listed(args, e)),
            ExprKind::Zone(id, Some(key)) => format!("{}.{}", e(key), self.zone_name(*id)),
            ExprKind::Zone(id, None) => self.zone_name(*id),
            ExprKind::SlotCard(zone) => format!("{}.card", e(zone)),
            ExprKind::Place(zone, at) => format!("{}.slot({})", e(zone), e(at)),
            ExprKind::Position(card) => format!("{}.position", e(card)),
            ExprKind::Board(word, args) => {
                let (of, rest) =
                    args.split_first().map_or((String::new(), &[][..]), |(of, rest)| (e(of), rest));
                let rest =
                    if rest.is_empty() { String::new() } else { format!("({})", listed(rest, e)) };
                format!("{of}.{}{rest}", word.name())
            }
            ExprKind::Square(id, column, row) => {
                format!("{}({}, {})", self.enum_name(*id), e(column), e(row))
            }
            ExprKind::Pair(_, one, other) => format!("({}, {})", e(one), e(other)),
            ExprKind::Path => "path".to_owned(),
            ExprKind::Sees(who, what) => format!("{}.sees({})", e(who), e(what)),
            ExprKind::If(test, then, otherwise) => {
                format!("(if {} then {} else {})", e(test), e(then), e(otherwise))
            }
            ExprKind::Let(local, value, then) => {
                format!("(let {} = {} give {})", self.local(*local), e(value), e(then))
            }
            ExprKind::Remembered(all) => format!("remembered({})", listed(all, |n| self.noted(n))),
            ExprKind::After(of, deed, args) => {
                format!("({} after {}({}))", e(of), self.deed_name(*deed), listed(args, e))
            }
            ExprKind::TooDeep(word) => format!("(too deep: {})", self.word_name(*word)),
            ExprKind::Otherwise(a, b) => format!("({} otherwise {})", e(a), e(b)),
            ExprKind::Minus(of) => format!("(-{})", e(of)),
            ExprKind::Arith(op, a, b) => arith(*op, &e(a), &e(b)),
            _ => self.question(expr),
        }
    }

    pub(super) fn noted(self, noted: &Noted) -> String {
        match noted {
            Noted::Things(of) => self.enum_name(*of),
            Noted::Value(e) => self.expr(e),
        }
    }

    /// What is answered with yes or no, and what asks a domain.
    fn question(self, expr: &Expr) -> String {
        let e = |of: &Expr| self.expr(of);
        match &expr.kind {
            ExprKind::Not(of) => format!("(not {})", e(of)),
            ExprKind::And(a, b) => format!("({} and {})", e(a), e(b)),
            ExprKind::Or(a, b) => format!("({} or {})", e(a), e(b)),
            ExprKind::Same(a, b) => format!("({} is {})", e(a), e(b)),
            ExprKind::SameList(a, b, order) => {
                format!("({} is {order:?} {})", self.domain(a), self.domain(b))
            }
            ExprKind::RowsAre(of, rows, order) => {
                format!("({} is {order:?} ({}))", self.domain(of), listed(rows, |r| self.row(*r)))
            }
            ExprKind::IsRow(of, row) => format!("({} is {})", e(of), self.row(*row)),
            ExprKind::IsKind(of, kinds) => format!("({} is {})", e(of), self.kinds(*kinds)),
            ExprKind::IsNone(of) => format!("({} is none)", e(of)),
            ExprKind::Less(a, b) => format!("({} < {})", e(a), e(b)),
            ExprKind::LessEq(a, b) => format!("({} <= {})", e(a), e(b)),
            ExprKind::In(of, list) => format!("({} in {})", e(of), self.domain(list)),
            ExprKind::Count(of) => format!("count({})", self.domain(of)),
            ExprKind::IsEmpty(of) => format!("({} is empty)", self.domain(of)),
            ExprKind::Quantified(quantifier, id, of, test) => {
                let word = match quantifier {
                    Quantifier::Any => "any",
                    Quantifier::Every => "every",
                    Quantifier::No => "no",
                };
                format!("({word} {} in {} has {})", self.local(*id), self.domain(of), e(test))
            }
            ExprKind::Fold(Fold { op, local, over, of }) => {
                let word = op.law().word;
                format!("{word}({} for {} in {})", e(of), self.local(*local), self.domain(over))
            }
            ExprKind::First(of) => format!("(first of {})", self.domain(of)),
            ExprKind::Distance(search) => self.travel("distance", "to", search),
            ExprKind::List(of) => format!("(list {})", self.domain(of)),
            _ => "?".to_owned(),
        }
    }

    fn run_local(self, body: RunBody, local: LocalId) -> String {
        let (run, body) = match body {
            RunBody::Deed(id) => (Run::Deed(id), &self.book[id].body),
            RunBody::Move(id) => (Run::Move(id), &self.book[id].body),
        };
        format!("{}.{}", self.run(run), body[local].name)
    }

    fn counter(self, id: CounterId, key: Option<&Expr>) -> String {
        match key {
            Some(key) => format!("{}.{}", self.expr(key), self.counter_name(id)),
            None => self.counter_name(id),
        }
    }

    pub(super) fn place(self, place: &CounterPlace) -> String {
        self.counter(place.counter, place.key.as_deref())
    }
}

fn arith(op: ArithOp, a: &str, b: &str) -> String {
    match op {
        ArithOp::Add => format!("({a} + {b})"),
        ArithOp::Sub => format!("({a} - {b})"),
        ArithOp::Mul => format!("({a} * {b})"),
        ArithOp::Div => format!("({a} / {b})"),
        ArithOp::Mod => format!("({a} mod {b})"),
        ArithOp::Min => format!("smaller({a}, {b})"),
        ArithOp::Max => format!("larger({a}, {b})"),
    }
}
