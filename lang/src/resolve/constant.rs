//! Constants: what is fixed before any game begins, such as defaults and the domains of a deck.

use super::names::{Def, Resolved, ScopeId};
use super::types::{Typed, no_unit};
use super::uses::Meaning;
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic};
use crate::ir::{EnumId, Type, UnitId, Value};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, Name, UnaryOp};
use std::collections::BTreeSet;

/// At most so many values are listed of one domain.
pub(super) const MOST_VALUES: i64 = 4096;

impl Resolved {
    /// The value of a constant expression at the type that is wanted there, inside its range. None
    /// after a report.
    pub fn constant(
        &self,
        scope: ScopeId,
        expr: &Expr,
        wanted: &Typed,
        report: &mut Vec<Diagnostic>,
    ) -> Option<Value> {
        let mut reading = Reading { names: self, scope, report };
        let value = reading.value(expr, &wanted.ty)?;
        reading.in_range(expr, &value, wanted).then_some(value)
    }

    /// The value of a printed field; of a `set of` an enum, its members in the order of the enum:
    /// `(red, blue)`, `red`, `empty`. None after a report.
    pub fn printed(
        &self,
        scope: ScopeId,
        expr: &Expr,
        wanted: &Typed,
        report: &mut Vec<Diagnostic>,
    ) -> Option<Value> {
        let Type::List(of, _) = wanted.ty.bare() else {
            return self.constant(scope, expr, wanted, report);
        };
        if matches!(expr.kind, ExprKind::Empty) {
            return Some(Value::List(Vec::new()));
        }
        let each = Typed { ty: (**of).clone(), range: None };
        let members: BTreeSet<Value> =
            self.constants(scope, expr, &each, report)?.into_iter().collect();
        Some(Value::List(members.into_iter().collect()))
    }

    /// The values of a constant domain at the type that is wanted there: an enum, a range, a list
    /// in brackets, or one value. None after a report.
    pub fn constants(
        &self,
        scope: ScopeId,
        expr: &Expr,
        wanted: &Typed,
        report: &mut Vec<Diagnostic>,
    ) -> Option<Vec<Value>> {
        match (&expr.kind, wanted.ty.bare()) {
            (ExprKind::Name(name), Type::Enum(id))
                if self.lookup(scope, &name.text) == Some(Def::Enum(*id)) =>
            {
                self.uses.note(name.span, Meaning::Enum(*id));
                let members = self.book[*id].members.len();
                Some((0..members).map(|at| Value::Member(*id, at as u16)).collect())
            }
            (ExprKind::Binary(BinaryOp::Range, _, low, high), _) => {
                let (low, high) = (
                    self.constant(scope, low, wanted, report)?,
                    self.constant(scope, high, wanted, report)?,
                );
                let (Value::Number(low), Value::Number(high)) = (low, high) else {
                    let message = "only numbers and amounts have a range";
                    report.push(
                        Diagnostic::new(Code::E0312, expr.span, message)
                            .help("list the members instead: `(red, blue)`"),
                    );
                    return None;
                };
                if low > high {
                    let message = format!("this range runs backwards, from {low} to {high}");
                    report.push(
                        Diagnostic::new(Code::E0316, expr.span, message)
                            .help("write the smaller end first"),
                    );
                    return None;
                }
                if high.checked_sub(low).is_none_or(|size| size >= MOST_VALUES) {
                    let message = format!("this range holds more than {MOST_VALUES} values");
                    report.push(
                        Diagnostic::new(Code::E0301, expr.span, message)
                            .help("write a smaller range"),
                    );
                    return None;
                }
                Some((low..=high).map(Value::Number).collect())
            }
            (ExprKind::Group(parts), _) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.constants(scope, part, wanted, report)?);
                    if all.len() > MOST_VALUES as usize {
                        let message = format!("this list holds more than {MOST_VALUES} values");
                        report.push(
                            Diagnostic::new(Code::E0301, expr.span, message)
                                .help("write fewer values"),
                        );
                        return None;
                    }
                }
                Some(all)
            }
            _ => Some(vec![self.constant(scope, expr, wanted, report)?]),
        }
    }
}

/// Two expressions with a sign or word between them.
#[derive(Clone, Copy)]
pub(super) struct Operation<'e> {
    pub op: BinaryOp,
    pub left: &'e Expr,
    pub right: &'e Expr,
    pub span: Span,
}

/// One constant being read.
struct Reading<'a> {
    names: &'a Resolved,
    scope: ScopeId,
    report: &'a mut Vec<Diagnostic>,
}

impl Reading<'_> {
    fn value(&mut self, expr: &Expr, wanted: &Type) -> Option<Value> {
        match (&expr.kind, wanted.bare()) {
            (ExprKind::None, _) if wanted.may_be_none() => Some(Value::None),
            (ExprKind::Number(n), Type::Number) => Some(Value::Number(*n)),
            (ExprKind::Number(0), Type::Unit(_)) => Some(Value::Number(0)),
            (ExprKind::Money(symbol, n), Type::Unit(unit)) => match self.names.unit_of(*symbol) {
                Some(found) if found == *unit => Some(Value::Number(*n)),
                Some(_) => self.wrong(expr, wanted),
                None => self.say(no_unit(&self.names.book.units, *symbol, expr.span)),
            },
            (ExprKind::Bool(b), Type::Bool) => Some(Value::Bool(*b)),
            (ExprKind::Text(text), Type::Text) => match text.plain() {
                Some(words) => Some(Value::Text(words.into())),
                None => self.not_fixed(expr.span, "a text with `{…}`"),
            },
            (ExprKind::Group(parts), _) if parts.len() == 1 => self.value(parts.first()?, wanted),
            (ExprKind::Name(name), Type::Enum(id)) => self.member(name, *id),
            (ExprKind::Name(name), _) => self.other_name(name, expr, wanted),
            (ExprKind::Call(callee, args), Type::Unit(_) | Type::Enum(_)) => {
                self.call(expr, callee, args, wanted)
            }
            (ExprKind::Unary(UnaryOp::Minus, of), Type::Number | Type::Unit(_)) => {
                let n = self.number(of, wanted)?;
                self.fitting(expr.span, n.checked_neg())
            }
            (ExprKind::Binary(op, _, left, right), Type::Number | Type::Unit(_)) => {
                self.arithmetic(Operation { op: *op, left, right, span: expr.span }, wanted)
            }
            (
                ExprKind::Number(_)
                | ExprKind::Money(..)
                | ExprKind::Bool(_)
                | ExprKind::Text(_)
                | ExprKind::None
                | ExprKind::Empty
                | ExprKind::Literal(_)
                | ExprKind::Group(_),
                _,
            ) => self.wrong(expr, wanted),
            _ => self.not_fixed(expr.span, "this"),
        }
    }

    fn number(&mut self, expr: &Expr, wanted: &Type) -> Option<i64> {
        let Value::Number(n) = self.value(expr, wanted)? else { return self.wrong(expr, wanted) };
        Some(n)
    }

    fn arithmetic(
        &mut self,
        Operation { op, left, right, span }: Operation<'_>,
        wanted: &Type,
    ) -> Option<Value> {
        let wanted_right = match op {
            BinaryOp::Plus | BinaryOp::Minus => wanted,
            BinaryOp::Times | BinaryOp::Divide => &Type::Number,
            BinaryOp::Mod if *wanted.bare() == Type::Number => &Type::Number,
            _ => return self.not_fixed(span, "this"),
        };
        let (a, b) = (self.number(left, wanted)?, self.number(right, wanted_right)?);
        let result = match op {
            BinaryOp::Plus => a.checked_add(b),
            BinaryOp::Minus => a.checked_sub(b),
            BinaryOp::Times => a.checked_mul(b),
            BinaryOp::Divide => a.checked_div(b),
            _ => a.checked_rem(b),
        };
        self.fitting(span, result)
    }

    fn fitting(&mut self, span: Span, result: Option<i64>) -> Option<Value> {
        if result.is_none() {
            self.report.push(
                Diagnostic::new(Code::E0313, span, "this number is too large")
                    .help("write smaller numbers"),
            );
        }
        result.map(Value::Number)
    }

    fn member(&mut self, name: &Name, of: EnumId) -> Option<Value> {
        if let Some(at) = self.names.enum_member(of, &name.text) {
            self.names.uses.note(name.span, Meaning::EnumMember(of, at));
            return Some(Value::Member(of, at));
        }
        let info = &self.names.book[of];
        match self.names.lookup(self.scope, &name.text) {
            Some(Def::Broken) => None,
            Some(def) => self.not_fixed(name.span, def.noun()),
            None if self.names.not_constant.contains(&name.text) => {
                self.not_fixed(name.span, &quoted(name))
            }
            None => {
                let message = format!("`{}` is not a member of `{}`", name.text, info.name);
                let help =
                    match self.names.guess(&name.text, info.members.iter().map(String::as_str)) {
                        _ if name.text.eq_ignore_ascii_case(&info.name) => {
                            format!("did you mean `{}`?", info.name)
                        }
                        Some(meant) => format!("did you mean `{meant}`?"),
                        None => members_help(&info.members),
                    };
                let (of, found) = (info.name.clone(), name.text.to_string());
                let about = About::NoMember { of, found };
                self.say(Diagnostic::new(Code::E0202, name.span, message).about(about).help(help))
            }
        }
    }

    fn other_name<T>(&mut self, name: &Name, expr: &Expr, wanted: &Type) -> Option<T> {
        match self.names.lookup(self.scope, &name.text) {
            Some(Def::Broken) => None,
            Some(def) => self.not_fixed(name.span, def.noun()),
            None if self.names.not_constant.contains(&name.text) => {
                self.not_fixed(name.span, &quoted(name))
            }
            None if !self.names.enums_with(&name.text).is_empty() => self.wrong(expr, wanted),
            None => {
                let help = if *wanted.bare() == Type::Text {
                    format!("put the name in quotation marks: `\"{}\"`", name.text).into()
                } else {
                    let help = self.names.hint(self.scope, &name.text, &[]);
                    help.unwrap_or_else(|| "write the value itself".into())
                };
                self.say(
                    Diagnostic::unknown(
                        Code::E0202,
                        name.span,
                        format!("there is no `{}`", name.text),
                    )
                    .help(help),
                )
            }
        }
    }

    /// `Pesos(100)` and `Cell(2, 3)`.
    fn call(&mut self, expr: &Expr, callee: &Expr, args: &[Expr], wanted: &Type) -> Option<Value> {
        let ExprKind::Name(name) = &callee.kind else { return self.not_fixed(expr.span, "this") };
        match (self.names.named(self.scope, name), wanted.bare(), args) {
            (Some(Def::Unit(unit)), Type::Unit(of), [amount]) if unit == *of => {
                self.value(amount, &Type::Number)
            }
            (Some(Def::Enum(id)), Type::Enum(of), [column, row]) if id == *of => {
                let (column, row) =
                    (self.number(column, &Type::Number)?, self.number(row, &Type::Number)?);
                let inside = self.names.book[id].rectangle.filter(|(columns, rows)| {
                    (1..=i64::from(*columns)).contains(&column)
                        && (1..=i64::from(*rows)).contains(&row)
                });
                match inside {
                    Some((columns, _)) => {
                        let at = (row - 1) * i64::from(columns) + column - 1;
                        Some(Value::Member(id, u16::try_from(at).unwrap_or(0)))
                    }
                    None => self.say(Diagnostic::unknown(
                        Code::E0202,
                        expr.span,
                        format!("there is no square `{}({column}, {row})`", name.text),
                    )),
                }
            }
            (Some(Def::Unit(_) | Def::Enum(_)), ..) => self.wrong(expr, wanted),
            (Some(Def::Broken), ..) => None,
            _ => self.not_fixed(expr.span, "this"),
        }
    }

    fn wrong<T>(&mut self, expr: &Expr, wanted: &Type) -> Option<T> {
        let message = format!("this is not of the type `{}`", self.names.type_name(wanted));
        self.say(Diagnostic::new(Code::E0312, expr.span, message).help(self.example(wanted)))
    }

    fn not_fixed<T>(&mut self, span: Span, what: &str) -> Option<T> {
        let message = format!("{what} is not fixed before the game begins");
        self.say(
            Diagnostic::new(Code::E0311, span, message)
                .help("write a value here: a number, an amount, a member"),
        )
    }

    fn example(&self, wanted: &Type) -> String {
        match wanted.bare() {
            Type::Number => "write a number, such as `3`".to_owned(),
            Type::Unit(unit) => {
                format!("write an amount, such as `{}`", self.names.amount(*unit, 3))
            }
            Type::Bool => "write `yes` or `no`".to_owned(),
            Type::Enum(id) => members_help(&self.names.book[*id].members),
            _ => "write a text in quotation marks".to_owned(),
        }
    }

    fn say<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.report.push(diagnostic);
        None
    }

    fn in_range(&mut self, expr: &Expr, value: &Value, wanted: &Typed) -> bool {
        let (Value::Number(n), Some((low, high))) = (value, wanted.range) else { return true };
        if (low..=high).contains(n) {
            return true;
        }
        let shown = |n: i64| {
            let Type::Unit(unit) = wanted.ty.bare() else { return n.to_string() };
            self.names.amount(*unit, n)
        };
        let message = format!("{} lies outside {} to {}", shown(*n), shown(low), shown(high));
        let help = match from_to(expr, low, high) {
            Some(range) => {
                format!("from one number to another is written with two dots: `{range}`")
            }
            None => "choose a value inside the range, or widen it".to_owned(),
        };
        self.report.push(Diagnostic::new(Code::E0313, expr.span, message).help(help));
        false
    }
}

impl Resolved {
    /// An amount as it is written: `$5`, `Pesos(5)`.
    #[must_use]
    pub fn amount(&self, unit: UnitId, amount: i64) -> String {
        let info = &self.book[unit];
        if matches!(info.symbol.as_str(), "$" | "€" | "£") {
            let sign = if amount < 0 { "-" } else { "" };
            return format!("{sign}{}{}", info.symbol, amount.unsigned_abs());
        }
        format!("{}({amount})", info.name)
    }
}

fn quoted(name: &Name) -> String {
    format!("`{}`", name.text)
}

/// The first members of an enum.
pub(super) fn members_help(members: &[String]) -> String {
    let mut shown: Vec<String> = members.iter().take(8).map(|m| format!("`{m}`")).collect();
    if members.len() > 8 {
        shown.push("…".to_owned());
    }
    format!("its members are {}", shown.join(", "))
}

/// `1-4`, which is 1 less 4, where both are in the range: `1..4`.
fn from_to(expr: &Expr, low: i64, high: i64) -> Option<String> {
    let ExprKind::Binary(BinaryOp::Minus, _, a, b) = &expr.kind else { return None };
    let (ExprKind::Number(a), ExprKind::Number(b)) = (&a.kind, &b.kind) else { return None };
    (low <= *a && a < b && *b <= high).then(|| format!("{a}..{b}"))
}
