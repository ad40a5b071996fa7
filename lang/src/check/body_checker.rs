//! One body while it is typed: its locals, the names in sight, what is known of them, and where it
//! stands.

use super::builder::RulebookBuilder;
use super::env::Env;
use super::facts::Facts;
use super::graph::{Acting, Context, Need, Node};
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic};
use crate::ir::{BodyRef, DeedId, Expr, ExprKind, LocalDecl, LocalId, Type, WordId};
use crate::resolve::names::ScopeId;
use crate::source::Span;
use crate::syntax::ast;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a name in sight stands for.
#[derive(Debug, Clone)]
pub(super) enum Bound {
    /// A local.
    Local(LocalId),
    /// One value a seat, from `choose … by each`.
    PerSeat(LocalId),
    /// An expression: a menu's argument, a rule's name for a parameter, `owner`.
    Alias(Box<Expr>),
    /// Something wrong, about which nothing more is said.
    Broken,
}

/// A name in sight.
#[derive(Debug, Clone)]
pub(super) struct Binding {
    /// The name.
    pub name: Arc<str>,
    /// What it stands for.
    pub bound: Bound,
    /// Where it was bound.
    pub span: Span,
}

/// What `as usual` means.
#[derive(Debug, Clone)]
pub(super) struct SuperCall {
    /// The next layer.
    pub deed: DeedId,
    /// Its arguments.
    pub args: Vec<Expr>,
    /// What it gives.
    pub result: Option<Type>,
}

/// What a body's statements may do.
#[derive(Debug, Clone)]
pub(super) struct May {
    /// `give`: not at all, bare, or with a value.
    pub give: Give,
    /// `as usual`
    pub usual: Option<SuperCall>,
    /// `again`
    pub again: bool,
}

/// What `give` may give.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Give {
    /// There is nothing to give or to leave.
    Not,
    /// Bare.
    Bare,
    /// A value.
    Value(Type),
}

/// What a word's calls of itself become.
#[derive(Debug, Clone, Copy)]
pub(super) enum OwnCalls {
    /// Calls of its copy for the next level.
    Go(WordId),
    /// There is no next level.
    TooDeep,
}

/// A body while it is typed.
pub(super) struct BodyChecker<'a> {
    /// The declarations.
    pub env: &'a Env,
    /// What is made.
    pub out: &'a mut RulebookBuilder,
    /// Where plain names are looked up.
    pub scope: ScopeId,
    /// The body that texts read.
    pub at: BodyRef,
    /// The body as a user of others.
    pub node: Node,
    /// Its locals.
    pub locals: Vec<LocalDecl>,
    /// Names in sight, innermost last.
    pub names: Vec<Binding>,
    /// Names before this one are out of sight: a named menu sees only its parameters.
    pub floor: usize,
    /// What is known of values.
    pub facts: Facts,
    /// Locals that are set again, about which little can be known.
    pub unsteady: BTreeSet<LocalId>,
    /// Locals that may be set: those of `let`.
    pub settable: BTreeSet<LocalId>,
    /// Names that are set somewhere in the body.
    pub set_again: BTreeSet<Arc<str>>,
    /// Where it stands.
    pub around: Context,
    /// What its statements may do.
    pub may: May,
    /// `again` was said.
    pub said_again: bool,
    /// Where `as usual` was said last.
    pub said_usual: Option<Span>,
    /// How many entries the menu that is asked has so far.
    pub entries_seen: usize,
    /// What the rule around it is about, and what that is given, if the rule does not name it.
    pub unnamed: Option<(String, Vec<String>)>,
    /// The type of value that is wanted just now, as far as that is known.
    pub wanted: Option<Type>,
    /// Inside a test: `path`, `sees`.
    pub testing: bool,
    /// How many play in the test.
    pub seats: usize,
    /// Of a word that may call itself: what its calls become.
    pub own_calls: Option<OwnCalls>,
    /// `this` was read.
    pub this_read: bool,
    /// `this`, where a card rule stands.
    pub this: Option<Expr>,
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
        let may = May { give: Give::Not, usual: None, again: false };
        Self {
            env,
            out,
            scope,
            at,
            node,
            locals: Vec::new(),
            names: Vec::new(),
            floor: 0,
            facts: Facts::default(),
            unsteady: BTreeSet::new(),
            settable: BTreeSet::new(),
            set_again: BTreeSet::new(),
            around: Context::nothing(),
            may,
            said_again: false,
            said_usual: None,
            entries_seen: 0,
            unnamed: None,
            wanted: None,
            testing: false,
            seats: 0,
            own_calls: None,
            this_read: false,
            this: None,
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

    /// A new local, not yet in sight.
    pub fn local(&mut self, name: &str, ty: Type, span: Span) -> LocalId {
        let id = LocalId(u16::try_from(self.locals.len()).unwrap_or(u16::MAX));
        self.locals.push(LocalDecl { name: name.to_owned(), ty, per_seat: false, span });
        id
    }

    /// A local as an expression.
    pub fn read(&self, id: LocalId, span: Span) -> Expr {
        let ty = self.locals.get(id.index()).map_or(Type::None, |l| l.ty.clone());
        Expr { kind: ExprKind::Local(id), ty, span }
    }

    /// Brings a name into sight; one that hides another is reported.
    pub fn bind(&mut self, name: &ast::Name, bound: Bound) {
        self.check_hiding(name);
        if let Bound::Local(id) = &bound
            && self.set_again.contains(&name.text)
        {
            self.unsteady.insert(*id);
        }
        self.env.r.uses.local(name.span, name.span, self.type_of_bound(&bound));
        self.names.push(Binding { name: name.text.clone(), bound, span: name.span });
    }

    /// The type of what a name in sight stands for, if it has one.
    pub fn type_of_bound(&self, bound: &Bound) -> Option<Type> {
        match bound {
            Bound::Local(id) | Bound::PerSeat(id) => {
                self.locals.get(id.index()).map(|l| l.ty.clone())
            }
            Bound::Alias(e) => Some(e.ty.clone()),
            Bound::Broken => None,
        }
    }

    /// A name that hides another one is said to do so.
    fn check_hiding(&mut self, name: &ast::Name) {
        let text = &*name.text;
        if let Some(before) = self.find(text) {
            let span = before.span;
            self.report(
                Diagnostic::new(
                    Code::E0417,
                    name.span,
                    format!("`{text}` already means something here"),
                )
                .beside(span, "it is bound here")
                .help("choose another name"),
            );
            return;
        }
        use crate::resolve::names::Def;
        let thing = matches!(
            self.env.def(self.scope, text),
            Some(
                Def::Zone(_)
                    | Def::Counter(_)
                    | Def::Option(_)
                    | Def::Word(_)
                    | Def::Enum(_)
                    | Def::Kind(_)
            )
        );
        if thing {
            let mut said = Diagnostic::new(
                Code::E0417,
                name.span,
                format!("`{text}` is already a name in the game"),
            )
            .help(match self.env.def(self.scope, text) {
                Some(Def::Counter(_)) => format!(
                    "choose another name; to set the counter itself, leave out the word before it: \
                     `{text} = …`"
                ),
                _ => "choose another name".to_owned(),
            });
            if let Some(Def::Counter(_)) = self.env.def(self.scope, text) {
                said = said.about(About::Taken(text.to_owned()));
            }
            if let Some(span) = self.env.declared(self.scope, text) {
                said = said.beside(span, "it is declared here");
            }
            self.report(said);
        }
    }

    /// A new local, in sight.
    pub fn bind_local(&mut self, name: &ast::Name, ty: Type) -> LocalId {
        let id = self.local(&name.text, ty, name.span);
        self.bind(name, Bound::Local(id));
        id
    }

    /// A name in sight.
    pub fn find(&self, name: &str) -> Option<&Binding> {
        self.names.get(self.floor..)?.iter().rev().find(|s| &*s.name == name)
    }

    /// Remembers what is in sight.
    pub fn open(&self) -> usize {
        self.names.len()
    }

    /// Forgets what came into sight since.
    pub fn close(&mut self, mark: usize) {
        self.names.truncate(mark);
    }

    /// `me`, where it has a meaning.
    pub fn me(&mut self, span: Span) -> Option<Expr> {
        self.need_me(span, "`me`")?;
        Some(Expr { kind: ExprKind::Me, ty: Type::Player, span })
    }

    /// Whether somebody acts here, as far as that is known.
    pub fn me_known(&self) -> bool {
        !matches!(self.around.me, Acting::Refused(_))
    }

    /// Something needs somebody to act.
    pub fn need_me(&mut self, span: Span, what: &str) -> Option<()> {
        if self.around.all {
            return Some(());
        }
        match self.around.me {
            Acting::Known => {}
            Acting::Unknown => self.out.graph.needs(self.node, Need::Me, span),
            Acting::Refused(why) => {
                let near = self.sights().into_iter().find(|(_, ty)| *ty == Type::Player);
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
        if !self.around.meets(&need) {
            self.out.graph.needs(self.node, need, span);
        }
    }

    /// Another body is used here.
    pub fn uses(&mut self, to: Node, span: Span) {
        self.out.graph.uses(self.node, to, span, &self.around);
    }
}
