//! `remember(a, b)` and `remembered(a, b)`: what is compared with what it was.

use super::body_checker::BodyChecker;
use super::env::Env;
use super::reports::{Called, Reports};
use super::types::shown;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{EnumId, Noted, Owner, Seen, Stmt, StmtKind, Type};
use crate::resolve::names::Def;
use crate::source::Span;
use crate::syntax::ast;

impl BodyChecker<'_> {
    /// `remember(a, b)` as a statement, if a call is one.
    pub(super) fn remember(
        &mut self,
        call: &ast::Expr,
        name: &ast::Name,
        to: &mut Vec<Stmt>,
    ) -> Option<()> {
        let args: &[ast::Expr] =
            if let ast::ExprKind::Call(_, args) = &call.kind { args } else { &[] };
        let all = self.noted(args, Called { name: &name.text, span: call.span })?;
        self.change();
        to.push(Stmt::open(StmtKind::Remember(all), call.span));
        Some(())
    }

    /// What stands in the brackets.
    pub(super) fn noted(
        &mut self,
        args: &[ast::Expr],
        Called { name, span }: Called<'_>,
    ) -> Option<Vec<Noted>> {
        if args.is_empty() {
            let said = format!("`{name}` of what?");
            return self.wrong(Diagnostic::new(Code::E0523, span, said).help(format!(
                "name what is compared: `{name}(Square)` for all that squares have, and values: \
                 `{name}(Square, me)`"
            )));
        }
        let all: Vec<_> = args.iter().map(|arg| self.one_noted(arg)).collect();
        all.into_iter().collect()
    }

    fn one_noted(&mut self, arg: &ast::Expr) -> Option<Noted> {
        if let ast::ExprKind::Name(name) = &arg.kind
            && self.scope.find(&name.text).is_none()
            && let Some(Def::Enum(of)) = self.scope.named(name)
        {
            return things_of(self.env, &mut self.out.reports, of, arg.span)
                .map(|()| Noted::Things(of));
        }
        let value = self.value(arg, None)?;
        let plain = |ty: &Type| {
            matches!(
                ty.bare(),
                Type::Number | Type::Unit(_) | Type::Bool | Type::Enum(_) | Type::Player
            )
        };
        let fits = match value.ty.bare() {
            Type::List(of, _) => plain(of),
            ty => plain(ty),
        };
        if fits {
            return Some(Noted::Value(value));
        }
        let have = shown(self.env, &value.ty);
        self.wrong(
            Diagnostic::new(Code::E0523, value.span, format!("`{have}` is not remembered")).help(
                "name what is compared: an enum, for all that its members have; numbers, members, \
                 players, or lists of them",
            ),
        )
    }
}

/// Whether what the members have can be remembered: there is something, and all see it.
fn things_of(env: &Env, reports: &mut Reports, of: EnumId, span: Span) -> Option<()> {
    let book = env.book();
    let owner = Owner::Enum(of);
    let counters = book.counters.iter().filter(|c| c.owner == owner && !c.bookkeeping);
    let zones = book.zones.iter().filter(|z| z.owner == owner);
    let all: Vec<(&str, Seen)> =
        counters.map(|c| (&*c.name, c.seen)).chain(zones.map(|z| (&*z.name, z.seen))).collect();
    let name = &book[of].name;
    let wrong = match all.iter().find(|(_, seen)| *seen != Seen::Everyone) {
        Some((hidden, _)) => {
            let said = format!("not everybody sees `{hidden}`, so it cannot be remembered");
            let help = "name the values that all may compare, one by one";
            Diagnostic::new(Code::E0523, span, said).help(help)
        }
        None if all.is_empty() => {
            let said = format!("`{name}` has nothing that could be remembered");
            let help = format!(
                "what is remembered is what `each {name} has {{ … }}`, bookkeeping left out"
            );
            Diagnostic::new(Code::E0523, span, said).help(help)
        }
        None => return Some(()),
    };
    reports.wrong(wrong)
}
