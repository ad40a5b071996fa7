//! A list that is asked for what only its members have: how one of them is asked, and how all are.

use super::across::asked_of_lists;
use super::env::Env;
use super::expr::Operand;
use super::fill::written;
use super::judge::Judge;
use super::reports::Since;
use super::scope::Scope;
use super::types::{fits, shown};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::foreign;
use crate::ir::{Type, ZoneShape};
use crate::letters::in_name;
use crate::resolve::Found;
use crate::resolve::names::Def;
use crate::syntax::ast;

impl Judge<'_> {
    /// Of a list that was asked for a member, reported since so many: says it of this very list.
    pub fn list_asked(&mut self, since: Since, of: &ast::Expr, name: &ast::Name, ty: &Type) {
        let Type::List(member, _) = ty else { return };
        let Some((_, result)) =
            self.sight.members_of(member).into_iter().find(|(text, _)| text == &*name.text)
        else {
            return;
        };
        let (text, end) = (&name.text, end_of(of));
        let help = match (end.or_else(|| top_of(self.sight.scope, of)), written(of)) {
            (Some(one), None) => Some(format!(
                "take it out of the list: `if there is c in {one} {{ … c.{text} … }}`, or write \
                 `(first c in {one}).{text}`"
            )),
            (Some(one), Some(list)) => Some(format!(
                "ask its top card: `if there is c in {one} {{ … c.{text} … }}`; or ask each of \
                 them: `any c in {list} has c.{text} …`"
            )),
            (None, Some(list)) => Some(ask_each(&list, text, member, &result)),
            (None, None) => None,
        };
        let found = self.reports.since_mut(since);
        let said = found.iter_mut().find(|d| d.code == Code::E0402 && d.span() == name.span);
        if let (Some(said), Some(help)) = (said, help)
            && said.help.as_deref().is_some_and(|help| help.starts_with("ask each of them"))
        {
            said.help = Some(help);
        }
    }

    /// Of a word for everybody that means nothing here, reported since so many: `everyone.ready`.
    pub fn all_asked(&mut self, since: Since, name: &ast::Name, member: &ast::Name) -> bool {
        let list = foreign::value(&name.text).filter(|of| matches!(*of, "players" | "opponents"));
        let members = self.sight.members_of(&Type::Player);
        let asked = members.iter().find(|(text, _)| *text == *member.text);
        let (Some(list), Some((text, result))) = (list, asked) else { return false };
        let help = ask_each(list, text, &Type::Player, result);
        let found = self.reports.since_mut(since);
        let Some(said) = found.iter_mut().find(|d| d.span() == name.span) else { return false };
        said.help = Some(help);
        said.open = false;
        said.tries.clear();
        true
    }
}

/// The one member that fits what is wanted here, if the nearest one does not fit it.
pub(super) fn fitting_member(
    judge: &mut Judge<'_>,
    of: &Type,
    near: Option<&str>,
) -> Option<String> {
    let want = judge.wanted.as_ref()?;
    let members = judge.sight.members_of(of);
    let suits = |ty: &Type| fits(ty.bare(), want.bare());
    let near = near.and_then(|near| members.iter().find(|(name, _)| name == near))?;
    let mut fitting = members.iter().filter(|(_, ty)| suits(ty));
    let (only, _) = fitting.next()?;
    let unlike = *near.1.bare() == Type::Text;
    (fitting.next().is_none() && unlike).then(|| only.clone())
}

/// `define score = …`, which does not say whose it is, and is asked of somebody.
pub(super) fn of_nobody(scope: &Scope<'_>, of: &Type, name: &ast::Name) -> Option<Diagnostic> {
    let Some(Def::Word(word)) = scope.def(&name.text) else { return None };
    let (declared, signature) = &scope.env[word];
    if !signature.params.is_empty() {
        return None;
    }
    let (text, asked, ty) = (&name.text, name.span, shown(scope.env, of));
    let letter = if *of == Type::Player { "p" } else { "c" };
    let said = format!("`{text}` does not say whose it is");
    let said = Diagnostic::new(Code::E0402, declared.item.name.span, said);
    Some(said.beside(asked, format!("`{ty}` is asked for it")).help(format!(
        "write `define {text} for {letter}: {ty} = …`, with `{letter}.` in front of what \
         {letter} has"
    )))
}

/// The top card of a pile of the table.
fn top_of(scope: &Scope<'_>, of: &ast::Expr) -> Option<String> {
    let ast::ExprKind::Name(name) = &of.kind else { return None };
    let Some(Def::Zone(zone)) = scope.def(&name.text) else { return None };
    let pile = matches!(scope.env.book()[zone].shape, ZoneShape::Pile);
    pile.then(|| format!("top 1 of {}", name.text))
}

/// `(top 1 of heap)`, as it was written.
fn end_of(of: &ast::Expr) -> Option<String> {
    let group = if let ast::ExprKind::Group(items) = &of.kind { items.as_slice() } else { &[] };
    let inside = if let [one] = group { one } else { of };
    let ast::ExprKind::Domain(domain) = &inside.kind else { return None };
    let (end, n) = domain.selector.as_ref().and_then(from_an_end)?;
    let ast::DomainBase::List(list) = &domain.base else { return None };
    let bare = domain.filter.is_none() && domain.best.is_none() && domain.from.is_none();
    bare.then(|| Some(format!("{end} {} of {}", written(n)?, written(list)?)))?
}

/// `top n of`, `bottom n of`
fn from_an_end(selector: &ast::Selector) -> Option<(&'static str, &ast::Expr)> {
    if let ast::Selector::Top(n) = selector {
        return Some(("top", n));
    }
    if let ast::Selector::Bottom(n) = selector {
        return Some(("bottom", n));
    }
    None
}

/// How each of a list is asked for what it has.
fn ask_each(list: &str, text: &str, member: &Type, result: &Type) -> String {
    let each = if *member.bare() == Type::Player { "p" } else { "c" };
    let asked = match result.bare() {
        Type::Bool => format!("{each}.{text}"),
        _ => format!("{each}.{text} …"),
    };
    let all = match result.bare() {
        Type::Number | Type::Unit(_) => {
            format!(", or add up: `sum({each}.{text} for {each} in {list})`")
        }
        Type::Bool => format!(", or count them: `count({each} in {list} where {each}.{text})`"),
        _ => String::new(),
    };
    // Of those with most of something one is often meant.
    let one = each == "p" && !["players", "opponents"].contains(&list);
    let one = match one && list.chars().all(in_name) {
        true => format!("; for one of them `choose one in {list} by chance`, then `one.{text}`"),
        false => String::new(),
    };
    format!(
        "ask each of them: `for each {each} in {list} {{ … }}`, `any {each} in {list} has {asked}`, \
         `every {each} in {list} has {asked}`{all}{one}"
    )
}

/// What is written here for what other languages ask of a list.
pub(super) fn asked_of_list(
    env: &Env,
    receiver: &Operand,
    of: &ast::Expr,
    name: &ast::Name,
) -> Option<String> {
    let ty = match receiver {
        Operand::Zone(zone) => &zone.ty,
        Operand::Val(e) => &e.ty,
        Operand::Dom(_) => return asked_of_lists(&name.text, of),
    };
    if let Operand::Zone(zone) = receiver
        && env.zone_shape(zone) == Some(ZoneShape::Grid)
        && matches!(name.text.to_lowercase().as_str(), "center" | "centre" | "mitte" | "mid")
    {
        return Some(format!("write `{}.middle`", written(of)?));
    }
    // What is printed on its cards comes first, and is asked of each of them.
    let printed = match ty.bare() {
        Type::List(of, _) => env.has_member(of, &name.text),
        Type::Zone(kinds) => env.has_member(&Type::Card(*kinds), &name.text),
        _ => return None,
    };
    let unknown = matches!(env.r.member(ty, &name.text), Found::Nothing);
    asked_of_lists(&name.text, of).filter(|_| unknown && !printed)
}
