//! Types: how they are called, and when a value of one fits another.

use super::env::Env;
use super::judge::Judge;
use super::scope::Scope;
use super::tables::Tables;
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic, Help};
use crate::ir::{Base, Domain, Expr, ExprKind, Opt, OptionId, Order, Type, Value};
use crate::source::Span;

/// How a type is written.
pub(super) fn shown(env: &Env, ty: &Type) -> String {
    match ty {
        Type::List(of, _) if **of == Type::None => "empty list".to_owned(),
        other => env.r.type_name(other),
    }
}

pub(super) fn expr(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span }
}

pub(super) fn constant(value: Value, ty: Type, span: Span) -> Expr {
    expr(ExprKind::Const(value), ty, span)
}

/// A domain without filter.
pub(super) fn plain(base: Base, elem: Type, order: Order, span: Span) -> Domain {
    Domain { base, filter: None, best: None, elem, order, span }
}

/// Whether it is the number nought as written, which is of every unit.
pub(super) fn is_zero(e: &Expr) -> bool {
    e.ty == Type::Number && matches!(e.kind, ExprKind::Const(Value::Number(0)))
}

/// The number or amount that was written, if it was.
pub(super) fn amount(e: &Expr) -> Option<i64> {
    match e.kind {
        ExprKind::Const(Value::Number(n)) => Some(n),
        _ => None,
    }
}

/// Whether values of the type are calculated with.
pub(super) fn is_amount(ty: &Type) -> bool {
    matches!(ty, Type::Number | Type::Unit(_))
}

/// The smallest type that both fit, if there is one.
pub(super) fn join(a: &Type, b: &Type) -> Option<Type> {
    Some(match (a, b) {
        (a, b) if a == b => a.clone(),
        (Type::None, other) | (other, Type::None) => other.clone().optional(),
        (Type::Optional(a), b) => join(a, b.bare())?.optional(),
        (a, Type::Optional(b)) => join(a, b)?.optional(),
        (Type::Card(a), Type::Card(b)) => Type::Card(a.or(*b)),
        (Type::List(a, x), Type::List(b, y)) => {
            // Nothing has no order of its own.
            let (elem, order) = match (&**a, &**b) {
                (Type::None, other) => (other.clone(), *y),
                (other, Type::None) => (other.clone(), *x),
                (a, b) => (join(a, b)?, if x == y { *x } else { Order::Unordered }),
            };
            Type::List(Box::new(elem), order)
        }
        _ => return None,
    })
}

/// Whether every value of `have` is one of `want`; a bare nought aside.
pub(super) fn fits(have: &Type, want: &Type) -> bool {
    match (have, want) {
        (a, b) if a == b => true,
        (Type::None, Type::Optional(_)) => true,
        (Type::Optional(a), Type::Optional(b)) => fits(a, b),
        (a, Type::Optional(b)) => fits(a, b),
        (Type::Card(a), Type::Card(b)) | (Type::Zone(a), Type::Zone(b)) => a.within(*b),
        (Type::List(a, _), Type::List(b, _)) => **a == Type::None || fits(a, b),
        _ => false,
    }
}

impl Judge<'_> {
    /// The value as one of the wanted type, or a message and nothing.
    pub fn fit(&mut self, mut e: Expr, want: &Type) -> Option<Expr> {
        if fits(&e.ty, want) {
            if let (Type::List(have, _), Type::List(..)) = (&e.ty, want)
                && **have == Type::None
            {
                e.ty = want.clone();
            }
            return Some(e);
        }
        if is_zero(&e) && matches!(want.bare(), Type::Unit(_)) {
            e.ty = want.bare().clone();
            return Some(e);
        }
        if let Type::List(of, _) = want
            && fits(&e.ty, &(**of).clone().optional())
        {
            let span = e.span;
            let elem = e.ty.bare().clone();
            let list = plain(Base::Items(vec![e]), elem, Order::Unordered, span);
            return Some(expr(ExprKind::List(Box::new(list)), want.clone(), span));
        }
        self.misfit(&e, want);
        None
    }

    /// Says why a value does not fit.
    fn misfit(&mut self, e: &Expr, want: &Type) {
        let (have, wanted) = (shown(self.sight.env, &e.ty), shown(self.sight.env, want));
        let diagnostic = if e.ty == Type::None {
            Diagnostic::new(
                Code::E0406,
                e.span,
                format!("`none` does not fit here: `{wanted}` is needed"),
            )
            .help("write a value, or declare what takes it as `… or none`")
        } else if e.ty.may_be_none() && (fits(e.ty.bare(), want)) {
            let found = Diagnostic::new(
                Code::E0406,
                e.span,
                format!("this may be none, but `{wanted}` is needed"),
            );
            if matches!((&e.kind, want), (ExprKind::Counter(..), Type::Player)) {
                return self.reports.report(found.help(
                    "ask `is not none` first; or, if it is always known by now, declare it without \
                     `or none` and give it a start in `setup`, such as `leader = first p in \
                     players`",
                ));
            }
            found.help(
                "ask `is not none` first, take it with `if there is`, or say with `otherwise` what \
                 to take instead",
            )
        } else if is_amount(e.ty.bare()) && is_amount(want.bare()) {
            if option_of_numbers(self, e, want).is_some() {
                return;
            }
            mixed(self.sight.env, e.span, amount(e), &e.ty, want)
        } else {
            let bare = unquoted_as(self.sight.scope, self.tables, e, want).map(Help::from);
            let counted = matches!(e.kind, ExprKind::Const(Value::Bool(_))) && is_amount(want);
            let counted = counted.then(|| {
                Help::open("write how many: `+= 1` counts one more; `yes` and `no` are no numbers")
            });
            let empty = have == "empty list" && is_amount(want.bare());
            let nothing = empty.then(|| Help::from("a number is never `empty`: write `0`"));
            let way = nothing.or(bare).or(counted).or_else(|| self.sight.way_to(e, want));
            let help = way.unwrap_or_else(|| {
                Help::open(format!(
                    "write a value that is `{wanted}` here, or declare what takes it as `{have}`"
                ))
            });
            Diagnostic::new(
                Code::E0404,
                e.span,
                format!("this is `{have}`, but `{wanted}` is needed"),
            )
            .help(help)
        };
        let since = self.reports.now();
        let literal = diagnostic.message.starts_with("this is `empty list`");
        self.reports.report(diagnostic);
        // A word of the language is no slip for a name.
        if !literal {
            self.maybe_instead(since, e, want);
        }
    }
}

/// The message for two units that meet; the amount is known if it was written.
pub(super) fn mixed(
    env: &Env,
    span: Span,
    amount: Option<i64>,
    have: &Type,
    want: &Type,
) -> Diagnostic {
    let (a, b) = (shown(env, have.bare()), shown(env, want.bare()));
    let one = |ty: &Type, n: &str| match ty.bare() {
        Type::Unit(u) => {
            let symbol = &*env.book()[*u].symbol;
            if symbol.chars().count() == 1 && "$€£".contains(symbol) {
                format!("{symbol}{n}")
            } else {
                format!("{}({n})", shown(env, ty.bare()))
            }
        }
        _ => n.to_owned(),
    };
    let help = match (have.bare(), want.bare()) {
        (Type::Number, Type::Unit(_)) if amount.is_some() => {
            format!("write `{}`", one(want, &amount.unwrap_or(0).to_string()))
        }
        (Type::Number, Type::Unit(_)) => {
            format!(
                "write an amount such as `{}`, or multiply by `{}`",
                one(want, "5"),
                one(want, "1")
            )
        }
        (Type::Unit(_), Type::Number) if amount.is_some() => {
            format!(
                "write `{}` without the sign: this is a plain number",
                amount.unwrap_or_default()
            )
        }
        (Type::Unit(_), Type::Number) => {
            format!("divide by `{}` to get a plain number", one(have, "1"))
        }
        _ => "different units never meet; convert one of them by hand".to_owned(),
    };
    Diagnostic::new(Code::E0405, span, format!("`{a}` and `{b}` do not mix")).help(help)
}

/// `"start_money"` where something of another type is wanted.
pub(super) fn unquoted_as(
    scope: &Scope<'_>,
    tables: &Tables,
    text: &Expr,
    want: &Type,
) -> Option<String> {
    let words = tables.words_of(text)?;
    let known = match want.bare() {
        Type::Enum(of) => scope.env.r.enum_member(*of, words).is_some(),
        _ => false,
    };
    let path = words.split(['.', ' ']).next().unwrap_or("");
    let named = scope.knows(path);
    let word = matches!(path, "me" | "players" | "opponents" | "yes" | "no" | "none" | "empty");
    let amount = words.trim_start_matches(['$', '€', '£', '-']).parse::<i64>().is_ok();
    (known || named || word || amount).then(|| {
        format!("quotation marks are for words that people read: write `{words}` without them")
    })
}

/// Whether two types can ever be equal.
pub(super) fn comparable(a: &Type, b: &Type) -> bool {
    match (a.bare(), b.bare()) {
        (Type::Card(a), Type::Card(b)) => a.and(*b).0 != 0,
        (a, b) => fits(a, b) || fits(b, a),
    }
}

/// An option of plain numbers where an amount is wanted: it is said once, with how the option
/// is written.
pub(super) fn option_of_numbers(judge: &mut Judge<'_>, e: &Expr, want: &Type) -> Option<()> {
    let (option, Type::Unit(unit)) = (option_in(e)?, want.bare()) else { return None };
    let Opt { name, ty, range, span, default, .. } = &judge.sight.env.book()[option];
    let (Type::Number, Value::Number(default)) = (ty, default) else { return None };
    let amount = |n: &i64| judge.sight.env.r.amount(*unit, *n);
    let bounds = range.as_ref().map_or_else(
        || shown(judge.sight.env, want.bare()),
        |(low, high)| format!("{}..{}", amount(low), amount(high)),
    );
    let said = format!(
        "the option `{name}` counts plain numbers, but `{}` is needed here",
        shown(judge.sight.env, want.bare())
    );
    // The ends of a range are amounts of a unit that has a sign.
    let signed = !amount(default).contains('(');
    let help = if signed {
        format!("make it an amount: `option {name}: {bounds} = {}`", amount(default))
    } else {
        format!("make an amount of it here: `{}({name})`", shown(judge.sight.env, want.bare()))
    };
    if judge.notes.mixes(option) {
        judge.reports.report(
            Diagnostic::new(Code::E0405, e.span, said)
                .about(About::OfOption(*span))
                .beside(*span, "this option")
                .help(help),
        );
    }
    Some(())
}

/// The option that an expression is, or is a multiple of.
fn option_in(e: &Expr) -> Option<OptionId> {
    match &e.kind {
        ExprKind::Option(id) => Some(*id),
        ExprKind::Arith(_, a, b) => option_in(a).or_else(|| option_in(b)),
        _ => None,
    }
}
