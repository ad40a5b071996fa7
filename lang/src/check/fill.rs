//! A call whose values do not fit, written anew: what is right is kept, in its order, and what is
//! missing is named.

use super::body_checker::BodyChecker;
use super::env::Env;
use super::parts::Assignment;
use super::reports::{Called, Reports};
use super::scope::Scope;
use super::sight::Sight;
use super::types::{fits, is_amount, shown};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::each_expr;
use crate::ir::{ExprKind, SetOp, Type};
use crate::resolve::Found;
use crate::resolve::names::{Def, Member, Parameter};
use crate::syntax::ast;

/// So many members are named at most.
const MOST_NAMED: usize = 3;

/// What a rule writes that names some of the parameters of what it is about.
pub(super) fn all_or_none<'n>(target: &str, names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.collect();
    format!("name all of them, `{target}({})`, or none, `{target}`", names.join(", "))
}

/// Whether a value is the name, or ends with it: `price`, `me.price`.
fn is_called(e: &ast::Expr, name: &str) -> bool {
    let (ast::ExprKind::Name(last) | ast::ExprKind::Dot(_, last)) = &e.kind else { return false };
    *last.text == *name
}

impl BodyChecker<'_> {
    /// Types something without a word about what is wrong with it.
    pub(super) fn silently<T>(&mut self, typed: impl FnOnce(&mut Self) -> T) -> T {
        let muted = self.out.reports.mute();
        let made = typed(self);
        self.out.reports.unmute(muted);
        made
    }

    /// Types something in which a name means nothing, which was said, with the nearest name in its
    /// place: so what is bound by it has a type.
    pub(super) fn assumed<T>(&mut self, typed: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.out.reports.assumes() {
            return None;
        }
        self.out.reports.assume(true);
        let made = self.silently(typed);
        self.out.reports.assume(false);
        made
    }

    /// Whether a value may stand for a parameter.
    fn suits(&mut self, param: &Parameter, arg: &ast::Expr) -> bool {
        self.silently(|cx| match (&param.any, &param.ty) {
            (Some(_), _) => cx.zone(arg).is_some(),
            (None, ty) => cx.expect(arg, ty).is_some(),
        })
    }

    /// Says that there are too many or too few values: how the call reads with those that are
    /// right.
    pub(super) fn wrong_call<T>(
        &mut self,
        Called { name, span }: Called<'_>,
        params: &[Parameter],
        args: &[ast::Expr],
    ) -> Option<T> {
        // `look(a, b)`, where one list is asked for.
        let listed = matches!((params, args), ([Parameter { ty: Type::List(..), .. }], [_, _, ..]));
        let kept = if listed { None } else { self.kept(name, params, args) };
        let does = matches!(self.scope.def(name), Some(Def::Deed(_)));
        let kept = kept.or_else(|| several_throws(name, params, args).filter(|_| does));
        let kept = match kept {
            None if !listed => self.first_ones(name, params, args),
            kept => kept,
        };
        let reads = kept.unwrap_or_else(|| format!("write `{}`", reads(name, params, args)));
        let many = |n: usize| if n == 1 { "1 value".to_owned() } else { format!("{n} values") };
        let said = format!("`{name}` needs {} in brackets, not {}", many(params.len()), args.len());
        let help = match params {
            [] => format!(
                "write `{name}` by itself, or say where it is declared what it is given: \
                 `{name}(p: Player)`"
            ),
            _ => reads,
        };
        self.wrong(Diagnostic::new(Code::E0409, span, said).help(help))
    }

    /// The call with the values that fit, one after another; none if some fit nowhere.
    fn kept(&mut self, name: &str, params: &[Parameter], args: &[ast::Expr]) -> Option<String> {
        let mut values = Vec::new();
        let mut missing = Vec::new();
        let mut next = 0;
        for param in params {
            let few = params.len() > args.len();
            let found = (next..args.len()).take(if few { 1 } else { args.len() });
            let found = found.into_iter().find(|at| self.suits(param, &args[*at]));
            match found {
                Some(at) => {
                    values.push(written(&args[at])?);
                    next = at + 1;
                }
                None => {
                    missing.push(format!("`{}: {}`", param.name.text, shown(self.env, &param.ty)));
                    values.push(at_hand(&self.scope, param));
                }
            }
        }
        let few = params.len() > args.len();
        let left = next < args.len();
        // Of too many values that fit, nobody knows which are meant.
        if few && left || !few && (!missing.is_empty() || self.ways(params, args) > 1) {
            return None;
        }
        let call = format!("write `{name}({})`", values.join(", "));
        Some(match missing.as_slice() {
            [] => call,
            [one] => format!("{call}: {one} is missing"),
            several => format!("{call}: {} are missing", several.join(" and ")),
        })
    }

    /// The call with the first of too many values, if these fit.
    fn first_ones(
        &mut self,
        name: &str,
        params: &[Parameter],
        args: &[ast::Expr],
    ) -> Option<String> {
        let first = args.get(..params.len()).filter(|first| !first.is_empty())?;
        if args.len() <= params.len() || !params.iter().zip(first).all(|(p, a)| self.suits(p, a)) {
            return None;
        }
        let values: Option<Vec<String>> = first.iter().map(written).collect();
        let call = format!("write `{name}({})`", values?.join(", "));
        Some(format!("{call}, or take out another of the values: it is {}", {
            format!("`{}`", heading(self.env, name, params))
        }))
    }

    /// In how many ways the parameters take values, in order, out of those that are written.
    fn ways(&mut self, params: &[Parameter], args: &[ast::Expr]) -> usize {
        let mut ways = vec![0usize; params.len() + 1];
        ways[0] = 1;
        for arg in args {
            for (at, param) in params.iter().enumerate().rev() {
                if ways[at] > 0 && self.suits(param, arg) {
                    ways[at + 1] = ways[at + 1].saturating_add(ways[at]);
                }
            }
        }
        ways.last().copied().unwrap_or(0)
    }

    /// The call with the same values in the order in which they fit.
    pub(super) fn in_order(
        &mut self,
        name: &str,
        params: &[Parameter],
        args: &[ast::Expr],
    ) -> Option<String> {
        let mut left: Vec<&ast::Expr> = args.iter().collect();
        let mut values = Vec::new();
        for param in params {
            let fitting: Vec<usize> =
                (0..left.len()).filter(|at| self.suits(param, left[*at])).collect();
            // What is called like a parameter is meant for that one.
            let called = |at: &usize, name: &str| is_called(left[*at], name);
            let own = fitting.iter().find(|at| called(at, &param.name.text));
            let of_none = || {
                let others = |at: &usize| params.iter().any(|other| called(at, &other.name.text));
                fitting.iter().find(|at| !others(at))
            };
            let at = *own.or_else(of_none).or(fitting.first())?;
            values.push(left.remove(at));
        }
        let written = |values: &[&ast::Expr]| {
            let values: Option<Vec<String>> = values.iter().map(|value| written(value)).collect();
            Some(format!("{name}({})", values?.join(", ")))
        };
        let named = values.iter().zip(params).any(|(e, p)| is_called(e, &p.name.text));
        let two = (!named).then(|| self.exchanged(params, args)).flatten();
        written(&two.unwrap_or(values))
    }

    /// The values with two of them exchanged, if they fit so.
    fn exchanged<'e>(
        &mut self,
        params: &[Parameter],
        args: &'e [ast::Expr],
    ) -> Option<Vec<&'e ast::Expr>> {
        let fits: Vec<Vec<bool>> = params
            .iter()
            .map(|param| args.iter().map(|arg| self.suits(param, arg)).collect())
            .collect();
        let pairs = (0..args.len()).flat_map(|a| (a + 1..args.len()).map(move |b| (a, b)));
        for (a, b) in pairs {
            let mut order: Vec<usize> = (0..args.len()).collect();
            order.swap(a, b);
            if order.iter().zip(&fits).all(|(at, fits)| fits[*at]) {
                return Some(order.into_iter().map(|at| &args[at]).collect());
            }
        }
        None
    }

    /// Counters of a thing that cannot be set itself, those that a value fits if it is known:
    /// `caller.total`.
    pub(super) fn settable_of(
        &mut self,
        called: &str,
        of: &Type,
        how: Option<Assignment<'_>>,
    ) -> Option<String> {
        let value = how.and_then(|how| self.silently(|cx| cx.value(how.value, None))).map(|e| e.ty);
        let sets = how.is_none_or(|how| how.op == SetOp::To);
        let names: Vec<String> = self.env.r.member_index.keys().cloned().collect();
        let mut found = Vec::new();
        for name in names {
            let Found::Member(Member::Counter(id)) = self.env.r.member(of.bare(), &name) else {
                continue;
            };
            let ty = &self.env.book()[id].ty;
            if (sets || is_amount(ty)) && value.as_ref().is_none_or(|value| fits(value, ty)) {
                found.push(format!("`{called}.{name}`"));
            }
        }
        found.truncate(MOST_NAMED);
        (!found.is_empty()).then(|| format!("set something of it: {}", listed(&found)))
    }
}

/// Says when there are too many or too few.
pub(super) fn count_of_arguments<'p>(
    reports: &mut Reports,
    params: impl ExactSizeIterator<Item = &'p str>,
    have: usize,
    of: Called<'_>,
) -> Option<()> {
    let wanted = params.len();
    if wanted == have {
        return Some(());
    }
    let list: Vec<&str> = params.collect();
    let signature =
        if wanted == 0 { of.name.to_owned() } else { format!("{}({})", of.name, list.join(", ")) };
    wrong_count(reports, of, wanted, have, &signature)
}

/// Too many or too few values in brackets.
fn wrong_count<T>(
    reports: &mut Reports,
    of: Called<'_>,
    wanted: usize,
    have: usize,
    signature: &str,
) -> Option<T> {
    let Called { name, span } = of;
    let said = Diagnostic::new(
        Code::E0409,
        span,
        format!(
            "`{name}` needs {} in brackets, not {have}",
            if wanted == 1 { "1 value".to_owned() } else { format!("{wanted} values") }
        ),
    );
    let help = if wanted == 0 {
        format!(
            "write `{name}` by itself, or say where it is declared what it is given: \
             `{name}(p: Player)`"
        )
    } else {
        format!("write `{signature}`")
    };
    reports.wrong(said.help(help))
}

/// What stands for a parameter in an example: what is in sight under its very name, or its
/// place alone. Any other value that fits would be a rule that nobody wrote.
fn at_hand(scope: &Scope<'_>, param: &Parameter) -> String {
    let name = &*param.name.text;
    let called = scope.sights().iter().any(|(sight, ty)| sight == name && fits(ty, &param.ty));
    if called { name.to_owned() } else { "…".to_owned() }
}

/// A word is worked out from counters: these can be set in its place.
pub(super) fn worked_out_of(sight: &Sight<'_>, word: &crate::ir::Expr) -> Option<String> {
    let ExprKind::Word(id, args) = &word.kind else { return None };
    let of = sight.words.typed(*id)?;
    let book = sight.env.book();
    let mut found = Vec::new();
    each_expr(&of.value, &mut |part| {
        let ExprKind::Counter(counter, key) = &part.kind else { return };
        let name = &book[*counter].name;
        let owner = match key.as_deref().map(|key| &key.kind) {
            None => Some(String::new()),
            Some(ExprKind::Local(param)) if param.0 < of.params => {
                Some(format!("{}.", sight.called(&args[param.index()])))
            }
            Some(_) => None,
        };
        let place = owner.map(|owner| format!("`{owner}{name}`"));
        found.extend(place.filter(|place| !found.contains(place)));
    });
    found.truncate(MOST_NAMED);
    let set = match found.as_slice() {
        [] => return None,
        [one] => format!("set {one}"),
        several => format!("set one of these: {}", listed(several)),
    };
    Some(format!("`{}` is worked out anew each time it is read: {set}", of.name))
}

/// `roll(2, 6)`: numbers where one is wanted.
fn several_throws(name: &str, params: &[Parameter], args: &[ast::Expr]) -> Option<String> {
    let ([Parameter { ty: Type::Number, .. }], [times, last]) = (params, args) else { return None };
    let (times, last) = (written(times)?, written(last)?);
    let both = format!("`let a = {name}({last})`, `let b = {name}({last})`");
    Some(match times.as_str() {
        n if n.parse::<u8>().is_err() => format!("write `{name}({times})` or `{name}({last})`"),
        "2" => format!("one value a call; to have it done twice write {both}, and `a + b`"),
        _ => format!(
            "one value a call: `{name}({times})` or `{name}({last})`; to have it done several \
             times, write it several times"
        ),
    })
}

/// A short expression as it was written.
pub(super) fn written(e: &ast::Expr) -> Option<String> {
    let all = |args: &[ast::Expr]| -> Option<String> {
        Some(args.iter().map(written).collect::<Option<Vec<_>>>()?.join(", "))
    };
    Some(match &e.kind {
        ast::ExprKind::Number(n) => n.to_string(),
        ast::ExprKind::Money(sign, n) => format!("{sign}{n}"),
        ast::ExprKind::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        ast::ExprKind::None => "none".to_owned(),
        ast::ExprKind::Me => "me".to_owned(),
        ast::ExprKind::This => "this".to_owned(),
        ast::ExprKind::Players => "players".to_owned(),
        ast::ExprKind::Opponents => "opponents".to_owned(),
        ast::ExprKind::Name(name) => name.text.to_string(),
        ast::ExprKind::Dot(of, name) => format!("{}.{}", written(of)?, name.text),
        ast::ExprKind::Call(callee, args) => format!("{}({})", written(callee)?, all(args)?),
        ast::ExprKind::Group(items) => format!("({})", all(items)?),
        ast::ExprKind::Empty => "empty".to_owned(),
        ast::ExprKind::Text(text) => format!("\"{}\"", text.raw),
        ast::ExprKind::Literal(words) => crate::resolve::literal::shown_literal(words),
        ast::ExprKind::Unary(ast::UnaryOp::Minus, of) => format!("-{}", written(of)?),
        ast::ExprKind::Unary(ast::UnaryOp::Not, of) => format!("not {}", written(of)?),
        ast::ExprKind::Binary(op, _, a, b) => {
            format!("{} {} {}", written(a)?, sign(*op), written(b)?)
        }
        ast::ExprKind::Count(of) => match &**of {
            ast::CountOf::Domain(d) => format!("count({})", written_list(d)?),
            ast::CountOf::Binder(_) => return None,
        },
        _ => return None,
    })
}

/// A list by itself, without `where` and the like.
pub(super) fn written_list(d: &ast::Domain) -> Option<String> {
    let bare = d.selector.is_none() && d.from.is_none() && d.filter.is_none() && d.best.is_none();
    match &d.base {
        ast::DomainBase::List(list) if bare && !d.onwards => written(list),
        _ => None,
    }
}

/// `1..5` as a type.
pub(super) fn written_range(ty: &ast::TypeExpr) -> Option<String> {
    let ast::TypeKind::Range { symbol, low, high } = &ty.kind else { return None };
    let sign = symbol.map_or_else(String::new, String::from);
    Some(format!("{sign}{low}..{sign}{high}"))
}

/// How an operator is written.
pub(super) fn sign(op: ast::BinaryOp) -> &'static str {
    use ast::BinaryOp as Op;
    match op {
        Op::Or => "or",
        Op::And => "and",
        Op::Is => "is",
        Op::IsNot => "is not",
        Op::In => "in",
        Op::Less => "<",
        Op::LessEq => "<=",
        Op::More => ">",
        Op::MoreEq => ">=",
        Op::Otherwise => "otherwise",
        Op::Range => "..",
        Op::Plus => "+",
        Op::Minus => "-",
        Op::Times => "*",
        Op::Divide => "/",
        Op::Mod => "mod",
    }
}

/// A call as it is written: `pay(me, amount)`; with one list in place of several values
/// `look((a, b))`.
pub(super) fn reads(name: &str, params: &[Parameter], args: &[ast::Expr]) -> String {
    if let ([Parameter { ty: Type::List(..), .. }], [_, _, ..]) = (params, args) {
        let values: Option<Vec<String>> = args.iter().map(written).collect();
        return format!(
            "{name}(({}))",
            values.map_or_else(|| "a, b".to_owned(), |all| all.join(", "))
        );
    }
    let names: Vec<&str> = params.iter().map(|p| &*p.name.text).collect();
    format!("{name}({})", names.join(", "))
}

/// `a`, `a or b`, `a, b or c`
pub(super) fn listed(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} or {last}", some.join(", ")),
    }
}

/// `exchange(c: Card, old: Card)`
pub(super) fn heading(env: &Env, name: &str, params: &[Parameter]) -> String {
    let params: Vec<String> =
        params.iter().map(|p| format!("{}: {}", p.name.text, shown(env, &p.ty))).collect();
    if params.is_empty() { name.to_owned() } else { format!("{name}({})", params.join(", ")) }
}
