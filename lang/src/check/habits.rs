//! What other languages say in ways that read here, but mean nothing: what to write instead.

use super::body_checker::BodyChecker;
use super::env::Env;
use super::expr::{COUNTED, Operand};
use super::fill::{written, written_list};
use super::parts::Assignment;
use super::reports::Reports;
use super::scope::Scope;
use super::sight::Sight;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit};
use crate::ir::{Base, Domain, Expr, ExprKind, SetOp, Stmt, Type};
use crate::languages;
use crate::resolve::names::Def;
use crate::source::Span;
use crate::syntax::ast;

/// The court cards, as they are called.
const COURT: [(&str, i64); 13] = [
    ("ace", 1),
    ("as", 1),
    ("ass", 1),
    ("jack", 11),
    ("knave", 11),
    ("bube", 11),
    ("valet", 11),
    ("queen", 12),
    ("dame", 12),
    ("reina", 12),
    ("king", 13),
    ("könig", 13),
    ("roi", 13),
];

impl BodyChecker<'_> {
    /// `found = those c in p.hand …` of a name that nothing has: `let` is missing. From there on it
    /// is known.
    pub(super) fn new_name(
        &mut self,
        place: &ast::Expr,
        Assignment { op, value }: Assignment<'_>,
        to: &mut Vec<Stmt>,
    ) -> Option<()> {
        let ast::ExprKind::Name(name) = &place.kind else { return None };
        let text = &*name.text;
        let known = self.scope.def(text).is_some()
            || !self.env.r.enums_with(text).is_empty()
            || self.env.broken(text)
            || self.sight().owned_elsewhere(text).is_some();
        if known || op != SetOp::To {
            return None;
        }
        let near = self.env.r.suggest(self.scope.declared(), text, &[]);
        let counter = near.filter(|near| matches!(self.scope.def(near), Some(Def::Counter(_))));
        let new = match written(value) {
            Some(value) => format!("`let {text} = {value}`"),
            None => format!("`let {text} = …`"),
        };
        let help = match counter {
            Some(near) => format!("did you mean `{near}`? A new name is given with {new}"),
            None => format!(
                "a new name is given with `let`: {new}; what stays from one turn to the next is \
                 declared: `the table has {{ {text}: Number }}`"
            ),
        };
        let said =
            Diagnostic::unknown(Code::E0401, name.span, format!("there is no `{text}` here"));
        self.wrong::<()>(said.help(help));
        let _ = self.let_stmt(name, &ast::Value::Expr(value.clone()), to);
        Some(())
    }

    /// `move captain to captain.left`
    pub(super) fn no_card<T>(&mut self, span: Span, of: &ast::Domain, to: &ast::Expr) -> Option<T> {
        let said = Diagnostic::new(Code::E0505, span, "only cards are moved, and this is a player");
        let goal = self.silently(|cx| cx.value(to, None));
        let set = goal.filter(|goal| goal.ty.bare() == &Type::Player);
        let set = set.and_then(|_| Some(format!(": `{} = {}`", written_list(of)?, written(to)?)));
        self.wrong(said.help(format!("a counter is set with `=`{}", set.unwrap_or_default())))
    }

    /// `move me.pawn to s`, `move b to den.lair`: what is no card is set.
    pub(super) fn moved_value(
        &mut self,
        domain: &Domain,
        of: &ast::Domain,
        to: &ast::Expr,
    ) -> Option<Diagnostic> {
        if matches!(domain.elem, Type::Card(_) | Type::None) {
            return None;
        }
        let goal = self.silently(|cx| cx.value(to, None))?;
        let one = match &domain.base {
            Base::Items(all) if all.len() == 1 => all.first()?,
            _ => return None,
        };
        let counter = |e: &Expr| matches!(e.kind, ExprKind::Counter(..));
        let same = goal.ty.bare() == domain.elem.bare();
        let (from, goal_text) = (written_list(of)?, written(to)?);
        let set = match (counter(one), counter(&goal)) {
            (true, _) if same => format!("{from} = {goal_text}"),
            (false, true) if same => format!("{goal_text} = {from}"),
            _ => return None,
        };
        let said = Diagnostic::new(Code::E0505, to.span, "this is not a zone");
        Some(said.help(format!("only cards are moved, and a counter is set: write `{set}`")))
    }
}

/// `stock.shuffle()`: what is done, behind a dot.
pub(super) fn done_by_dot(call: &ast::Expr) -> Option<String> {
    let ast::ExprKind::Call(callee, args) = &call.kind else { return None };
    let ast::ExprKind::Dot(of, verb) = &callee.kind else { return None };
    let of = written(of)?;
    let values: Vec<String> = args.iter().map(written).collect::<Option<_>>()?;
    let meant = match (verb.text.to_lowercase().as_str(), values.as_slice()) {
        ("shuffle" | "mix" | "mischen", []) => format!("shuffle {of}"),
        ("add" | "push" | "append" | "put" | "insert", [one]) => format!("move {one} to {of}"),
        ("remove" | "discard", [one]) => format!("move {one} to …"),
        ("moveto" | "move_to" | "to", [goal]) => format!("move {of} to {goal}"),
        ("move", [goal]) => match of.strip_suffix(".top") {
            Some(zone) => format!("move top 1 of {zone} to {goal}"),
            None => format!("move {of} to {goal}"),
        },
        ("move", [cards, goal]) => format!("move {cards} to {goal}"),
        ("draw" | "deal" | "pop" | "take", []) => format!("move top 1 of {of} to me.hand"),
        ("draw" | "deal" | "take", [n]) if n.bytes().all(|b| b.is_ascii_digit()) => {
            format!("move top {n} of {of} to me.hand")
        }
        ("draw" | "deal" | "take", [goal]) => format!("move top 1 of {of} to {goal}"),
        ("show" | "reveal" | "flip", []) => format!("show {of} to players"),
        ("show" | "reveal", [who]) => format!("show {of} to {who}"),
        ("hide", []) => format!("hide {of}"),
        ("clear" | "empty", []) => format!("move {of} to …"),
        ("increase" | "inc" | "plus", [n]) => format!("{of} += {n}"),
        ("decrease" | "dec" | "minus", [n]) => format!("{of} -= {n}"),
        ("increase" | "inc" | "increment", []) => format!("{of} += 1"),
        ("decrease" | "dec" | "decrement", []) => format!("{of} -= 1"),
        ("set", [value]) => format!("{of} = {value}"),
        _ => return None,
    };
    Some(format!("what is done comes first: write `{meant}`"))
}

/// `me.cash is empty`, of a number or an amount.
pub(super) fn never_empty(sight: &Sight<'_>, e: &Expr) -> Option<String> {
    let none = match e.ty.bare() {
        Type::Number => "0".to_owned(),
        Type::Unit(unit) => sight.env.r.amount(*unit, 0),
        _ => return None,
    };
    let of = sight.called(e);
    Some(format!(
        "a number is never `empty`: that none is left is `{of} is {none}`, that some is left \
         `{of} > {none}`"
    ))
}

/// `$2 in me.cash`: there is no list, so this asks whether both are the same.
pub(super) fn one_number(
    reports: &mut Reports,
    a: &ast::Expr,
    b: &ast::Expr,
    list: &Domain,
    span: Span,
) {
    let amount = matches!(list.elem, Type::Number | Type::Unit(_));
    let one = matches!(&list.base, Base::Items(all) if all.len() == 1);
    let named = matches!(b.kind, ast::ExprKind::Name(_) | ast::ExprKind::Dot(..));
    if !(amount && one && named) {
        return;
    }
    let help = match written(a).zip(written(b)) {
        Some((a, b)) => format!(
            "write `{b} >= {a}` if there must be at least so many, or `{b} is {a}` for just as \
             many"
        ),
        None => "write `>=` if there must be at least so many, or `is`".to_owned(),
    };
    let said = "this is one number and no list, so `in` asks whether it is just as many";
    reports.report(Diagnostic::new(Code::W0409, span, said).help(help));
}

/// `move $1 from me to bank`
pub(super) fn only_set<T>(reports: &mut Reports, span: Span) -> Option<T> {
    let said = Diagnostic::new(Code::E0505, span, "only cards are moved, and this is an amount");
    reports.wrong(said.help(COUNTED))
}

/// What to write for a name that nothing here has, but that people use.
pub(super) fn everyday(sight: &Sight<'_>, text: &str) -> Option<String> {
    let small = text.to_lowercase();
    if small == "table" {
        return Some(
            "what lies on the table is called by its name alone, with nothing before it".to_owned(),
        );
    }
    if let Some(card) = only_card(sight.scope).filter(|_| small == "card") {
        return Some(format!("write `{card}`"));
    }
    if let Some(help) = other_words(sight.env, &small) {
        return Some(help);
    }
    if let Some(unit) = signed(sight.env, text) {
        return Some(format!(
            "write `{unit}`: only `$`, `€` and `£` are written in front of a number"
        ));
    }
    let (_, rank) = COURT.iter().find(|(name, _)| *name == small)?;
    let mut fields = sight.env.book().kinds.iter().flat_map(|kind| &kind.fields);
    let ranks = fields
        .any(|f| f.range.is_some_and(|(low, high)| (low..=high).contains(rank) && high >= 11));
    ranks.then(|| format!("the ranks of these cards are numbers: write `{rank}`"))
}

/// The one name in sight that is a card.
fn only_card(scope: &Scope<'_>) -> Option<String> {
    let mut cards = scope.sights().into_iter();
    let mut cards = cards.by_ref().filter(|(_, ty)| matches!(ty, Type::Card(_)));
    let (name, _) = cards.next()?;
    cards.next().is_none().then_some(name)
}

/// What rulebooks, programs and other languages call what has a name here.
fn other_words(env: &Env, small: &str) -> Option<String> {
    let most = env.book().players.1;
    let help = match small {
        "player" => {
            "whoever's turn it is is `me`; all are `players`: `players with most …`, `for \
             each p \
             in players { … }`"
        }
        "opponent" | "enemy" | "rival" if most == 2 => {
            "in a game for two the other player is `me.left`"
        }
        "opponent" | "enemy" | "rival" => {
            "all others are `opponents`; for one of them let somebody choose: `choose p in \
             opponents`, or `(victim in opponents)` behind the name of a move"
        }
        "odd" => "write `n mod 2 is 1`, with the number in the place of `n`",
        "even" => "write `n mod 2 is 0`, with the number in the place of `n`",
        "math" => {
            "numbers are whole, and what is left over in a division is dropped: write `a / b`; \
             one of two is `larger(a, b)` or `smaller(a, b)`"
        }
        _ => {
            return languages::meant(small).map(|meant| format!("here it is written `{meant}`"));
        }
    };
    Some(help.to_owned())
}

/// `s2` where the sign of a unit is a letter: how that amount is written.
fn signed(env: &Env, text: &str) -> Option<String> {
    let units = env.book().units.iter().filter(|unit| !unit.symbol.is_empty());
    units.into_iter().find_map(|unit| {
        let before = text.strip_prefix(unit.symbol.as_str());
        let number = before.or_else(|| text.strip_suffix(unit.symbol.as_str()))?;
        let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| format!("{}({number})", unit.name))
    })
}

/// `Suit.hearts`: members are called by themselves.
pub(super) fn member_by_dot(env: &Env, receiver: &Operand, name: &str) -> Option<String> {
    let Operand::Dom(of) = receiver else { return None };
    let Base::Enum(id) = of.base else { return None };
    env.r.enum_member(id, name)?;
    Some(format!("members are called by themselves: write `{name}`"))
}

/// `£0.me.purse`: a range has two dots.
pub(super) fn one_dot(of: &ast::Expr, name: &ast::Name) -> Option<Diagnostic> {
    let number = matches!(of.kind, ast::ExprKind::Number(_) | ast::ExprKind::Money(..));
    let from = written(of).filter(|_| number)?;
    let dot = Span { start: of.span.end, end: name.span.start, ..name.span };
    let said = Diagnostic::new(Code::E0402, dot, "from one number to another there are two dots");
    let said = said.help(format!("write `{from}..{}`", name.text));
    Some(Diagnostic { fix: vec![Edit { span: dot, new: "..".to_owned() }], ..said })
}
