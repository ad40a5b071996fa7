//! One body while it is typed: what names mean in it, what is known of values, and where it stands.

use super::builder::RulebookBuilder;
use super::env::Env;
use super::graph::{Acting, Need, Node};
use super::judge::Judge;
use super::narrowing::Narrowing;
use super::place::Place;
use super::scope::{Bound, Scope};
use super::sight::Sight;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{BodyRef, Expr, ExprKind, LocalId, Type};
use crate::resolve::names::ScopeId;
use crate::source::Span;
use crate::syntax::ast;

/// A body while it is typed.
pub(super) struct BodyChecker<'a> {
    /// What is declared.
    pub env: &'a Env,
    /// Everything that is made.
    pub out: &'a mut RulebookBuilder,
    /// Names and locals.
    pub scope: Scope<'a>,
    /// What is known of values.
    pub facts: Narrowing<'a>,
    /// Where it stands.
    pub place: Place,
    /// The type of value that is wanted just now, as far as that is known.
    pub wanted: Option<Type>,
}

/// Where `me` has no meaning, because a stage asks whether it ends.
pub(super) const WHETHER_IT_ENDS: &str = "where it is asked whether something ends";

/// In `turn me in D where c` nobody acts yet: `me` would be whoever acts around the stage.
pub(super) const WHOSE_TURN: &str = "where it is still asked whose turn it is";

impl<'a> BodyChecker<'a> {
    /// An empty body.
    pub fn new(
        env: &'a Env,
        out: &'a mut RulebookBuilder,
        scope: ScopeId,
        at: BodyRef,
        node: Node,
    ) -> Self {
        Self {
            env,
            out,
            scope: Scope::new(env, scope),
            facts: Narrowing::new(env),
            place: Place::new(at, node),
            wanted: None,
        }
    }

    /// What can be seen from here.
    pub fn sight(&self) -> Sight<'_> {
        Sight { env: self.env, words: &self.out.words, scope: &self.scope, place: &self.place }
    }

    /// The judge of what is typed here.
    pub fn judge(&mut self) -> Judge<'_> {
        let out = &mut *self.out;
        Judge {
            sight: Sight {
                env: self.env,
                words: &out.words,
                scope: &self.scope,
                place: &self.place,
            },
            reports: &mut out.reports,
            notes: &mut out.notes,
            tables: &out.tables,
            wanted: self.wanted.as_ref(),
        }
    }

    /// Says what is wrong.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.out.reports.report(diagnostic);
    }

    /// Says what is wrong and has no value.
    pub fn wrong<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.out.reports.wrong(diagnostic)
    }

    /// Brings a name into sight; one that hides another is reported.
    pub fn bind(&mut self, name: &ast::Name, bound: Bound) {
        if let Some(said) = self.scope.hides(name) {
            self.report(said);
        }
        if let Bound::Local(id) = bound
            && self.scope.is_set(&name.text)
        {
            self.facts.unsteady(id);
        }
        self.scope.bind(name, bound);
    }

    /// A new local, in sight.
    pub fn bind_local(&mut self, name: &ast::Name, ty: Type) -> LocalId {
        let id = self.scope.local(&name.text, ty, name.span);
        self.bind(name, Bound::Local(id));
        id
    }

    /// Types something whose names, and what is known in it, are forgotten behind it; if it changes
    /// the table, so is what was known of that before.
    pub fn aside<T>(&mut self, typed: impl FnOnce(&mut Self) -> T) -> T {
        let (sights, known, changes) = (self.scope.open(), self.facts.all(), self.out.changes);
        let made = typed(self);
        self.scope.close(sights);
        self.facts.restore(known);
        if self.out.changes != changes {
            self.facts.something_changed();
        }
        made
    }

    /// Types something where somebody else acts, or nobody may be meant.
    pub fn acting<T>(&mut self, me: Acting, typed: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.place.around.me, me);
        let made = typed(self);
        self.place.around.me = before;
        made
    }

    /// `me`, where it has a meaning.
    pub fn me(&mut self, span: Span) -> Option<Expr> {
        self.need_me(span, "`me`")?;
        Some(Expr { kind: ExprKind::Me, ty: Type::Player, span })
    }

    /// Something needs somebody to act.
    pub fn need_me(&mut self, span: Span, what: &str) -> Option<()> {
        if self.place.around.all {
            return Some(());
        }
        match self.place.around.me {
            Acting::Known => {}
            Acting::Unknown => self.out.graph.needs(self.place.node, Need::Me, span),
            Acting::Refused(why) => {
                let near = self.scope.sights().into_iter().find(|(_, ty)| *ty == Type::Player);
                let near = near.filter(|(name, _)| name != "me");
                let near = near.map(|(name, _)| {
                    format!("write `{name}` in its place: that is each player here, in turn")
                });
                let help = match why {
                    _ if near.is_some() => near.as_deref().unwrap_or_default(),
                    WHETHER_IT_ENDS => {
                        "ask for what belongs to the turn itself: `each turn has { power: Number \
                         }`, and `ends when turn.power is 0`; or of all players: `any p in players \
                         has p.points >= 10`"
                    }
                    WHOSE_TURN => {
                        "name whoever is asked about: `turn me in those p in players where not \
                         p.out`"
                    }
                    _ => "name the player you mean",
                };
                return self.wrong(
                    Diagnostic::new(Code::E0501, span, format!("{what} has no meaning {why}"))
                        .help(help),
                );
            }
        }
        Some(())
    }

    /// Something needs a run or a stage around it.
    pub fn need(&mut self, need: Need, span: Span) {
        self.place.need(&mut self.out.graph, need, span);
    }

    /// Another body is used here.
    pub fn uses(&mut self, to: Node, span: Span) {
        self.out.graph.uses(self.place.node, to, span, &self.place.around);
    }
}
