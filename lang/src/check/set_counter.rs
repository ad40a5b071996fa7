//! Sets of players and members, kept as a yes or no for each: `each Player has { suspects: set of
//! Player }`.

use super::body_checker::BodyChecker;
use super::env::Env;
use super::expr::Operand;
use super::notes::{Notes, Thing};
use super::parts::Assignment;
use super::scope::Scope;
use super::types::{constant, plain};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{
    Base, CounterId, CounterPlace, Domain, Expr, ExprKind, Half, LocalId, Order, Owner, SetOp,
    Stmt, StmtKind, TestLine, TestLineKind, Type, Value,
};
use crate::source::Span;
use crate::syntax::ast;

/// A set that is changed.
pub(super) struct SetPlace {
    counter: CounterId,
    /// Whose; none: the table's.
    of: Option<Expr>,
}

impl BodyChecker<'_> {
    /// The same of a player or member.
    pub(super) fn set_of_owner(
        &mut self,
        counter: CounterId,
        of: Expr,
        span: Span,
    ) -> Option<Operand> {
        if of.ty.may_be_none() {
            let said = "this may be none, and then it has nothing";
            return self.wrong(
                Diagnostic::new(Code::E0406, of.span, said)
                    .help("ask `is not none` first, or take it with `if there is`"),
            );
        }
        Some(set_members(&mut self.scope, &mut self.out.notes, counter, Some(of), span))
    }

    /// The set that is to be changed, if what stands there is one.
    pub(super) fn set_place(&mut self, place: &ast::Expr) -> Option<SetPlace> {
        let (ast::ExprKind::Name(name) | ast::ExprKind::Dot(_, name)) = &place.kind else {
            return None;
        };
        let named = |c: &crate::ir::Counter| c.set && c.name == *name.text;
        if !self.env.book().counters.iter().any(named) {
            return None;
        }
        let operand = self.silently(|cx| cx.operand(place, None))?;
        let Operand::Dom(domain) = operand else { return None };
        let (_, is_in) = domain.filter?;
        let ExprKind::Counter(counter, Some(key)) = is_in.kind else { return None };
        if !self.env.book()[counter].set {
            return None;
        }
        let of = if let ExprKind::Pair(_, of, _) = key.kind { Some(*of) } else { None };
        Some(SetPlace { counter, of })
    }

    /// `given Ana.suspects is Ben, Cleo`: a yes or no for each.
    pub(super) fn given_set(
        &mut self,
        set: SetPlace,
        values: &[ast::TestValue],
        span: Span,
        to: &mut Vec<TestLine>,
    ) -> Option<()> {
        let elem = set_elem(self.env, set.counter);
        let mut members = Vec::new();
        for value in values {
            match value {
                ast::TestValue::Expr(ast::Expr { kind: ast::ExprKind::Empty, .. }) => {}
                ast::TestValue::Expr(e) => members.push(self.expect(e, &elem)?),
                ast::TestValue::Copies(_, e) | ast::TestValue::At(e, _) => {
                    let said = "a set is given by what is in it";
                    return self.wrong(
                        Diagnostic::new(Code::E0707, e.span, said)
                            .help("name one after the other: `given Ana.suspects is Ben, Cleo`"),
                    );
                }
            }
        }
        let all: Vec<Value> = match &elem {
            Type::Enum(id) => {
                let members = self.env.book()[*id].members.len();
                (0..members).map(|at| Value::Member(*id, at as u16)).collect()
            }
            _ => (0..self.place.seats()).map(|at| Value::Seat(at as u8)).collect(),
        };
        for one in all {
            let one = constant(one, elem.clone(), span);
            let list = plain(Base::Items(members.clone()), elem.clone(), Order::Unordered, span);
            let kind = ExprKind::In(Box::new(one.clone()), Box::new(list));
            let place = CounterPlace {
                counter: set.counter,
                key: Some(Box::new(key_of_member(self.env, &set, one, span))),
            };
            let value = Expr { kind, ty: Type::Bool, span };
            to.push(TestLine { kind: TestLineKind::GivenCounter(place, value), span });
        }
        Some(())
    }

    /// `suspects = D`, `suspects += D`, `suspects -= D`
    pub(super) fn change_set(
        &mut self,
        set: SetPlace,
        Assignment { op, value }: Assignment<'_>,
        span: Span,
        to: &mut Vec<Stmt>,
    ) -> Option<()> {
        let elem = set_elem(self.env, set.counter);
        let members = self.list(value, Some(&elem))?;
        if members.elem != elem && members.elem != Type::None {
            let (have, want) = (
                super::types::shown(self.env, &members.elem),
                super::types::shown(self.env, &elem),
            );
            let said = format!("this is a set of `{want}`, and not of `{have}`");
            return self.wrong(Diagnostic::new(Code::E0404, value.span, said).help(
                "name one or several of them: `suspects += p`, `suspects = opponents`; \
                 `suspects = empty` leaves nothing in it",
            ));
        }
        self.change();
        self.out.notes.sets(set.counter.0, self.place.node);
        self.out.notes.only_writes(Thing::Counter(set.counter.0));
        let (over, is_in) = match op {
            SetOp::Plus | SetOp::Minus => (members, None),
            SetOp::To => {
                let ty = Type::List(Box::new(elem.clone()), members.order);
                let all = self.scope.local("#members", ty.clone(), value.span);
                let value = Expr { kind: ExprKind::List(Box::new(members)), ty, span: value.span };
                to.push(Stmt::open(StmtKind::Let(all, value), span));
                (set_universe(self.env, set.counter, span), Some(all))
            }
        };
        let member = self.scope.local("#member", elem.clone(), span);
        let value = match is_in {
            None => constant(Value::Bool(op == SetOp::Plus), Type::Bool, span),
            Some(all) => {
                let list = Base::Value(Box::new(self.scope.read(all, span)));
                let domain = plain(list, elem, Order::Unordered, span);
                let kind = ExprKind::In(Box::new(self.scope.read(member, span)), Box::new(domain));
                Expr { kind, ty: Type::Bool, span }
            }
        };
        let key = Some(Box::new(set_key(&self.scope, &set, member, span)));
        let place = CounterPlace { counter: set.counter, key };
        let body = vec![Stmt::open(StmtKind::Set(place, SetOp::To, value), span)];
        to.push(Stmt::open(StmtKind::ForEach(member, over, body), span));
        Some(())
    }
}

/// The members of a set.
pub(super) fn set_members(
    scope: &mut Scope<'_>,
    notes: &mut Notes,
    counter: CounterId,
    of: Option<Expr>,
    span: Span,
) -> Operand {
    notes.reads(Thing::Counter(counter.0));
    let member = scope.local("#member", set_elem(scope.env, counter), span);
    let key = Box::new(set_key(scope, &SetPlace { counter, of }, member, span));
    let is_in = Expr { kind: ExprKind::Counter(counter, Some(key)), ty: Type::Bool, span };
    let mut domain = set_universe(scope.env, counter, span);
    domain.filter = Some((member, Box::new(is_in)));
    Operand::Dom(Box::new(domain))
}

/// What may be in a set.
fn set_elem(env: &Env, counter: CounterId) -> Type {
    let book = env.book();
    let owner = book[counter].owner;
    match (book.pair(owner), owner) {
        (Some(pair), _) => pair.second.ty(),
        (None, Owner::Enum(id)) => Half::Enum(id).ty(),
        (None, Owner::Player | Owner::Table | Owner::Card(_) | Owner::Run(_)) => Type::Player,
    }
}

fn set_universe(env: &Env, counter: CounterId, span: Span) -> Domain {
    match set_elem(env, counter) {
        Type::Enum(id) => plain(Base::Enum(id), Type::Enum(id), Order::Ordered, span),
        _ => {
            let all = Base::Players { from: None, forever: false, opponents: false };
            plain(all, Type::Player, Order::Ordered, span)
        }
    }
}

/// The yes or no for a member.
fn set_key(scope: &Scope<'_>, set: &SetPlace, member: LocalId, span: Span) -> Expr {
    key_of_member(scope.env, set, scope.read(member, span), span)
}

fn key_of_member(env: &Env, set: &SetPlace, member: Expr, span: Span) -> Expr {
    match (&set.of, env.book()[set.counter].owner) {
        (Some(of), Owner::Enum(pair)) => {
            let kind = ExprKind::Pair(pair, Box::new(of.clone()), Box::new(member));
            Expr { kind, ty: Type::Enum(pair), span }
        }
        _ => member,
    }
}
