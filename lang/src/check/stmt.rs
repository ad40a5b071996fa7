//! Statements: the dispatch, `let`, `if`, `for each`, `give` and calls of deeds.

use super::body_checker::BodyChecker;
use super::compare::strip;
use super::domain::{Members, seats_of};
use super::env::Env;
use super::graph::Node;
use super::habits::done_by_dot;
use super::names::{gap, unknown_deed};
use super::parts::Assignment;
use super::place::{DeedCall, Give, Place};
use super::reports::Reports;
use super::scope::{Bound, Scope};
use super::tables::Tables;
use super::types::{plain, shown};
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic};
use crate::ir::{Base, DeedId, Domain, Expr, ExprKind, LocalId, Order, Stmt, StmtKind, Type};
use crate::resolve::names::Def;
use crate::resolve::uses::{Gap, Meaning, PLACEHOLDER};
use crate::source::Span;
use crate::syntax::ast;

/// What an `if` does, and what it does otherwise.
#[derive(Clone, Copy)]
struct Branches<'e> {
    then: &'e ast::Block,
    otherwise: Option<&'e ast::Block>,
}

impl BodyChecker<'_> {
    /// A block; its names are forgotten behind it.
    pub fn block(&mut self, block: &ast::Block) -> Vec<Stmt> {
        let mut all = Vec::new();
        self.stmts(&block.stmts, &mut all);
        all
    }

    /// Statements of a block.
    pub fn stmts(&mut self, stmts: &[ast::Stmt], to: &mut Vec<Stmt>) {
        self.aside(|cx| {
            let begin = to.len();
            let mut failed = None;
            for stmt in stmts {
                // `put_down c`: what is wrong with the first word is wrong with both.
                let bare = matches!(stmt.kind, ast::StmtKind::Call(_));
                if names_a_thing(&cx.scope, stmt)
                    && failed.take().is_some_and(|end| end + 1 == stmt.span.start)
                {
                    continue;
                }
                if leaves(&to[begin..]) {
                    cx.report(
                        Diagnostic::new(Code::W0501, stmt.span, "this is never reached").help(
                            "the line before it always leaves: move this line up, or leave it out",
                        ),
                    );
                }
                if cx.out.deeper(stmt.span) {
                    if cx.stmt(stmt, to).is_none() {
                        failed = bare.then_some(stmt.span.end);
                        cx.out.reports.lose(stmt.span);
                    }
                    cx.out.higher();
                }
            }
        });
    }

    /// The table changes here.
    pub fn change(&mut self) {
        self.out.changes += 1;
        self.facts.something_changed();
    }

    /// One statement; nothing if it was wrong.
    pub fn stmt(&mut self, stmt: &ast::Stmt, to: &mut Vec<Stmt>) -> Option<()> {
        use ast::StmtKind as Ast;
        let span = stmt.span;
        if stmt.openly {
            self.out.tables.openly([span]);
        }
        match &stmt.kind {
            Ast::Say(text, Some(who)) => return self.say_to(text, who, span, to),
            Ast::Show { cards, to: who, secretly: true } => {
                let shown = self.show(cards, who)?;
                unheard(&mut self.out.tables, &self.place, shown, span, to);
                return Some(());
            }
            Ast::Let(name, value) => return self.let_stmt(name, value, to),
            Ast::If { test, then, otherwise } => {
                let branches = Branches { then, otherwise: otherwise.as_ref() };
                return self.if_stmt(test, branches, span, to);
            }
            Ast::ForEach(binder, block) => return self.for_each(binder, block, span, to),
            Ast::Repeat(condition, block) => return self.repeat(condition, block, span, to),
            Ast::Choose(choose) => return self.choose(choose, span, to),
            Ast::Stage(stage) => return self.stage(stage, span, to),
            Ast::Give(value) => return self.give(value.as_ref(), span, to),
            Ast::AsUsual => {
                let call = self.as_usual(span)?;
                self.call_made(call, None, span, to);
                return Some(());
            }
            Ast::Call(call) => return self.call_stmt(call, to),
            Ast::Set(place, op, value) => {
                return self.set(place, Assignment { op: *op, value }, to);
            }
            _ => {}
        }
        let kind = match &stmt.kind {
            Ast::Move { cards, to: zone, at } => self.move_stmt(cards, zone, at.as_ref(), span)?,
            Ast::Swap(a, b) => self.swap(a, b)?,
            Ast::Shuffle(zone) => {
                let zone = self.zone(zone)?;
                self.change();
                StmtKind::Shuffle(zone)
            }
            Ast::Show { cards, to: who, secretly: false } => self.show(cards, who)?,
            Ast::Hide(cards, players) => self.hide(cards, players.as_ref())?,
            Ast::Ends(_) => {
                return self.wrong(
                    Diagnostic::new(
                        Code::E0508,
                        span,
                        "`ends when` belongs at the top of its stage",
                    )
                    .help(
                        "move it up, before everything else in the braces of the stage or of \
                             `play`",
                    ),
                );
            }
            Ast::End(end) => self.end(end, span)?,
            Ast::Say(text, _) => StmtKind::Say(self.text(text)?),
            Ast::Again => self.again(span)?,
            _ => return None,
        };
        to.push(Stmt::open(kind, span));
        Some(())
    }

    /// `say "…" to players`
    fn say_to(
        &mut self,
        text: &ast::Text,
        who: &ast::Expr,
        span: Span,
        to: &mut Vec<Stmt>,
    ) -> Option<()> {
        let who = self.list(who, Some(&Type::Player));
        let text = self.text(text);
        let who = seats_of(self.env, &mut self.out.reports, who?)?;
        heard_by(
            &mut self.out.tables,
            &self.place,
            who,
            Stmt::open(StmtKind::Say(text?), span),
            to,
        );
        Some(())
    }

    /// `let x = e`
    pub(super) fn let_stmt(
        &mut self,
        name: &ast::Name,
        value: &ast::Value,
        to: &mut Vec<Stmt>,
    ) -> Option<()> {
        let typed = self.let_value(name, value, to);
        if typed.is_none() {
            self.bind(name, Bound::Broken);
        }
        typed
    }

    fn let_value(
        &mut self,
        name: &ast::Name,
        value: &ast::Value,
        to: &mut Vec<Stmt>,
    ) -> Option<()> {
        let span = name.span;
        let call = match value {
            ast::Value::AsUsual(at) => self.as_usual(*at)?,
            ast::Value::Expr(e) => match deed_named(&self.scope, e) {
                Some(deed) => self.deed_call(deed, e)?,
                None => {
                    let typed = match self.value(e, None) {
                        Some(typed) => typed,
                        None => self.assumed(|cx| cx.value(e, None))?,
                    };
                    if typed.ty == Type::None
                        || matches!(&typed.ty, Type::List(of, _) if **of == Type::None)
                    {
                        return self.wrong(
                            Diagnostic::new(
                                Code::E0412,
                                typed.span,
                                "nothing shows what type this has",
                            )
                            .help("begin with a value, or use a counter, whose type is written"),
                        );
                    }
                    let local = self.bind_local(name, typed.ty.clone());
                    self.scope.let_be_set(local);
                    to.push(Stmt::open(StmtKind::Let(local, typed), span));
                    return Some(());
                }
            },
        };
        let Some(ty) = &call.result else {
            return gives_nothing(self.env, &mut self.out.reports, value, call.deed);
        };
        let local = self.bind_local(name, ty.clone());
        self.scope.let_be_set(local);
        self.call_made(call, Some(local), span, to);
        Some(())
    }

    /// A value that may also be a deed, which is then done first.
    pub fn value_or_deed(
        &mut self,
        e: &ast::Expr,
        want: &Type,
        to: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let Some(deed) = deed_named(&self.scope, e) else { return self.expect(e, want) };
        let call = self.deed_call(deed, e)?;
        let Some(ty) = &call.result else {
            let value = ast::Value::Expr(e.clone());
            gives_nothing(self.env, &mut self.out.reports, &value, call.deed)?;
            return None;
        };
        let local = self.scope.local("#given", ty.clone(), e.span);
        self.call_made(call, Some(local), e.span, to);
        let read = self.scope.read(local, e.span);
        self.judge().fit(read, want)
    }

    /// A deed as a statement.
    fn call_stmt(&mut self, call: &ast::Expr, to: &mut Vec<Stmt>) -> Option<()> {
        if let Some(deed) = deed_named(&self.scope, call) {
            let made = self.deed_call(deed, call)?;
            self.call_made(made, None, call.span, to);
            return Some(());
        }
        if let ast::ExprKind::Dot(of, name) = &strip(call).kind
            && &*name.text == PLACEHOLDER
        {
            // It is to be known what stands before the dot.
            let _ = self.dot(of, name, None, call.span);
        }
        let name = match &strip(call).kind {
            ast::ExprKind::Name(name) => Some(name),
            ast::ExprKind::Call(callee, _) => match &callee.kind {
                ast::ExprKind::Name(name) => Some(name),
                _ => None,
            },
            _ => None,
        };
        if let Some(name) = name
            && self.scope.find(&name.text).is_none()
        {
            self.env.r.uses.ask(name, || match gap(&self.scope, None) {
                Gap::Value { locals, .. } => Gap::Doing { locals },
                other => other,
            });
            match self.scope.def(&name.text) {
                None if &*name.text == "remember" => {
                    return self.remember(strip(call), name, to);
                }
                None if self.env.r.enums_with(&name.text).is_empty() => {
                    let since = self.out.reports.now();
                    let found = unknown_deed(&mut self.judge(), name);
                    self.out.notes.deeds_missing = true;
                    self.judge().maybe_deed(since, name);
                    return found;
                }
                Some(Def::Broken) => return None,
                Some(Def::Move(_) | Def::Menu(_)) => {
                    let offered = match self.scope.def(&name.text) {
                        Some(Def::Menu(_)) => super::fill::written(call),
                        _ => None,
                    };
                    let help = match offered {
                        Some(menu) => format!("ask it: `choose {menu}`"),
                        None => format!(
                            "offer it: `choose {{ {0} }}`; what is called is a deed, and begins \
                             with `to {0}` instead of `action {0}`",
                            name.text
                        ),
                    };
                    let said = format!("`{}` is chosen, not called", name.text);
                    return self.wrong(Diagnostic::new(Code::E0514, call.span, said).help(help));
                }
                _ => {}
            }
        }
        let help = done_by_dot(strip(call)).unwrap_or_else(|| {
            "a statement is a deed, or sets something: `name = value`".to_owned()
        });
        self.wrong(Diagnostic::new(Code::E0514, call.span, "this does nothing").help(help))
    }

    /// A call that is made, with what follows from it; what it gives is kept in a local.
    pub fn call_made(
        &mut self,
        DeedCall { deed, args, .. }: DeedCall,
        into: Option<LocalId>,
        span: Span,
        to: &mut Vec<Stmt>,
    ) {
        self.uses(Node::Deed(deed), span);
        self.change();
        to.push(Stmt::open(StmtKind::Call { deed, args, into }, span));
    }

    /// `as usual`: a call of the next layer.
    fn as_usual(&mut self, span: Span) -> Option<DeedCall> {
        let usual = self.place.say_usual(span);
        usual.or_else(|| {
            self.wrong(
                Diagnostic::new(Code::E0512, span, "`as usual` has no meaning here").help(
                    "it belongs inside `instead of …`, where it does what would have been done",
                ),
            )
        })
    }

    fn if_stmt(
        &mut self,
        test: &ast::Test,
        branches: Branches<'_>,
        span: Span,
        to: &mut Vec<Stmt>,
    ) -> Option<()> {
        let Branches { then, otherwise } = branches;
        let condition = match test {
            ast::Test::ThereIs(binder) => return self.if_there(binder, branches, span, to),
            ast::Test::If(condition) => self.condition(condition),
        };
        let (yes, no) = match &condition {
            Some(c) => (self.facts.learned(c, true), self.facts.learned(c, false)),
            None => Default::default(),
        };
        let known = self.facts.all();
        let before = self.out.changes;
        self.facts.learn(yes.clone());
        let then = self.block(then);
        self.facts.restore(known.clone());
        self.facts.learn(no.clone());
        let otherwise = otherwise.map(|b| self.block(b)).unwrap_or_default();
        self.facts.restore(known);
        if leaves(&then) {
            self.facts.learn(no);
        } else if leaves(&otherwise) {
            self.facts.learn(yes);
        }
        if self.out.changes != before {
            self.facts.something_changed();
        }
        to.push(Stmt::open(StmtKind::If(condition?, then, otherwise), span));
        Some(())
    }

    /// `if there is x in D`
    fn if_there(
        &mut self,
        binder: &ast::Binder,
        Branches { then, otherwise }: Branches<'_>,
        span: Span,
        to: &mut Vec<Stmt>,
    ) -> Option<()> {
        let members = self.members_by(binder);
        if let Some(members) = &members
            && !at_most_one(self.env, &members.domain)
        {
            let said = "this may hold several, and `if there is` takes one";
            self.report(Diagnostic::new(Code::E0511, binder.domain.span, said).help(format!(
                "say which: `(first {} in …)`, or go through all of them with `for each`",
                binder.name.text
            )));
        }
        let (local, then) =
            self.aside(|cx| (cx.bind_each(&binder.name, members.as_ref()), cx.block(then)));
        let otherwise = otherwise.map(|b| self.block(b)).unwrap_or_default();
        to.push(Stmt::open(StmtKind::IfThere(local?, members?.domain, then, otherwise), span));
        Some(())
    }

    /// Binds the name of a block to each member; to nothing if they are wrong.
    fn bind_each(&mut self, name: &ast::Name, members: Option<&Members>) -> Option<LocalId> {
        if members.is_none() {
            self.bind(name, Bound::Broken);
        }
        members.map(|members| self.bind_member(name, members))
    }

    /// `for each x in D`
    fn for_each(
        &mut self,
        binder: &ast::Binder,
        block: &ast::Block,
        span: Span,
        to: &mut Vec<Stmt>,
    ) -> Option<()> {
        let members = self.members_by(binder);
        if let Some(members) = &members
            && at_most_one(self.env, &members.domain)
        {
            let name = &binder.name.text;
            self.report(
                Diagnostic::new(Code::E0511, binder.domain.span, "there is at most one of these")
                    .help(format!("write `if there is {name} in …`")),
            );
        }
        let (local, body) = self.aside(|cx| {
            cx.facts.something_changed();
            (cx.bind_each(&binder.name, members.as_ref()), cx.block(block))
        });
        to.push(Stmt::open(StmtKind::ForEach(local?, members?.domain, body), span));
        Some(())
    }

    /// `repeat until c`
    fn repeat(
        &mut self,
        condition: &ast::Expr,
        block: &ast::Block,
        span: Span,
        to: &mut Vec<Stmt>,
    ) -> Option<()> {
        let (condition, yes, body) = self.aside(|cx| {
            // What was known holds the first time alone.
            cx.facts.something_changed();
            let condition = cx.condition(condition);
            let (yes, no) = match &condition {
                Some(c) => (cx.facts.learned(c, true), cx.facts.learned(c, false)),
                None => Default::default(),
            };
            cx.facts.learn(no);
            (condition, yes, cx.block(block))
        });
        self.facts.learn(yes);
        to.push(Stmt::open(StmtKind::Repeat(condition?, body), span));
        Some(())
    }

    /// A value that a deed gives, though its heading does not say so.
    fn gives_unsaid(&mut self, value: &ast::Value, span: Span) -> Option<()> {
        let ty = match value {
            ast::Value::Expr(e) => self.silently(|cx| cx.value(e, None)).map(|e| e.ty),
            ast::Value::AsUsual(_) => None,
        };
        let ty = ty.filter(|ty| *ty.bare() != Type::None).map(|ty| shown(self.env, &ty));
        let name = super::things::node_name(self.env, self.place.node);
        let about = About::Returns(name.clone());
        let said = format!("{name} does not say that it returns a value");
        let help = match ty {
            Some(ty) => format!(
                "say it behind its heading, before the braces: `-> {ty}`; to leave early, write \
                 `give` at the end of its block"
            ),
            None => "say it behind its heading, before the braces: `-> Number`; to leave early, \
                     write `give` at the end of its block"
                .to_owned(),
        };
        self.wrong(Diagnostic::new(Code::E0507, span, said).about(about).help(help))
    }

    /// `give e`, bare `give`
    fn give(&mut self, value: Option<&ast::Value>, span: Span, to: &mut Vec<Stmt>) -> Option<()> {
        let given = match (value, self.place.may.give.clone()) {
            (_, Give::Not) => {
                let said = Diagnostic::new(Code::E0507, span, "nothing can take a value from here");
                return self.wrong(said.help(
                    "`give` belongs in a deed; to leave a stage, write `end round`, `end turn` or \
                     `end phase`",
                ));
            }
            (None, Give::Bare) => None,
            (Some(value), Give::Bare) => return self.gives_unsaid(value, span),
            (None, Give::Value(ty)) => {
                let ty = shown(self.env, &ty);
                return self.wrong(
                    Diagnostic::new(Code::E0507, span, format!("this must give `{ty}`"))
                        .help("write `give …`"),
                );
            }
            (Some(ast::Value::AsUsual(at)), Give::Value(ty)) => {
                let call = self.as_usual(*at)?;
                let local = self.scope.local("#given", call.result.clone().unwrap_or(ty), *at);
                self.call_made(call, Some(local), *at, to);
                Some(self.scope.read(local, *at))
            }
            (Some(ast::Value::Expr(e)), Give::Value(ty)) => Some(self.value_or_deed(e, &ty, to)?),
        };
        to.push(Stmt::open(StmtKind::Give(given), span));
        Some(())
    }

    fn again(&mut self, span: Span) -> Option<StmtKind> {
        if !self.place.say_again() {
            return self.wrong(
                Diagnostic::new(
                    Code::E0513,
                    span,
                    "`again` belongs only in an action, or in a rule that interrupts one",
                )
                .help(
                    "it means that the choice was not used up; a deed cannot say that, nor can an \
                     attempt",
                ),
            );
        }
        Some(StmtKind::Again)
    }
}

/// A statement of which nobody is told who is not shown something by it.
pub(super) fn unheard(
    tables: &mut Tables,
    place: &Place,
    kind: StmtKind,
    span: Span,
    to: &mut Vec<Stmt>,
) {
    let nobody = plain(Base::Items(Vec::new()), Type::Player, Order::Unordered, span);
    heard_by(tables, place, nobody, Stmt::open(kind, span), to);
}

/// A statement of which only these are told.
fn heard_by(tables: &mut Tables, place: &Place, who: Domain, stmt: Stmt, to: &mut Vec<Stmt>) {
    let readers = tables.readers(who, place.at);
    let span = stmt.span;
    let aside = |who| Stmt::open(StmtKind::Aside(who), span);
    to.extend([aside(Some(readers)), stmt, aside(None)]);
}

/// A deed without a value where a value is wanted.
fn gives_nothing(env: &Env, reports: &mut Reports, value: &ast::Value, deed: DeedId) -> Option<()> {
    let span = match value {
        ast::Value::AsUsual(span) => *span,
        ast::Value::Expr(e) => e.span,
    };
    let name = super::things::node_name(env, Node::Deed(deed));
    let about = About::Returns(name.clone());
    let said = Diagnostic::new(Code::E0507, span, format!("{name} returns nothing")).about(about);
    let said = said.help(
        "write it as a line by itself, or say what it returns behind its heading: `-> Number`, \
         `-> yes or no`",
    );
    reports.wrong(match env.declared_deed(deed) {
        Some((deed, _)) => said.beside(deed.item.name.span, "its heading says of no value"),
        None => said,
    })
}

/// The deed that an expression calls, if it is a call of a deed.
pub(super) fn deed_named(scope: &Scope<'_>, e: &ast::Expr) -> Option<DeedId> {
    let name = match &strip(e).kind {
        ast::ExprKind::Name(name) => name,
        ast::ExprKind::Call(callee, _) => match &callee.kind {
            ast::ExprKind::Name(name) => name,
            _ => return None,
        },
        _ => return None,
    };
    if scope.find(&name.text).is_some() {
        return None;
    }
    match scope.def(&name.text) {
        Some(Def::Deed(deed)) => {
            scope.env.r.uses.note(name.span, Meaning::Deed(deed));
            Some(deed)
        }
        _ => None,
    }
}

/// Whether a statement is nothing but the name of something that is at hand.
fn names_a_thing(scope: &Scope<'_>, stmt: &ast::Stmt) -> bool {
    let ast::StmtKind::Call(of) = &stmt.kind else { return false };
    matches!(&of.kind, ast::ExprKind::Name(name) if scope.find(&name.text).is_some())
}

/// Whether a domain never has two members.
fn at_most_one(env: &Env, domain: &Domain) -> bool {
    match &domain.base {
        Base::Zone(zone) => env.zone_shape(zone) == Some(crate::ir::ZoneShape::Slot),
        Base::Items(items) => items.len() <= 1,
        Base::Top(_, n) | Base::Bottom(_, n) => {
            matches!(n.kind, ExprKind::Const(crate::ir::Value::Number(n)) if n <= 1)
        }
        Base::Value(e) => matches!(e.kind, ExprKind::First(_)),
        _ => false,
    }
}

/// Whether a block never goes on behind its end.
pub(super) fn leaves(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| match &stmt.kind {
        StmtKind::Give(_) | StmtKind::End(_) => true,
        StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => leaves(a) && leaves(b),
        _ => false,
    })
}
