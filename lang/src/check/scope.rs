//! What names mean where a body stands: its locals, the names in sight, and what is declared.

use super::env::Env;
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic};
use crate::ir::{Expr, ExprKind, LocalDecl, LocalId, Type};
use crate::resolve::names::{Def, ScopeId};
use crate::source::Span;
use crate::syntax::ast;
use std::collections::BTreeSet;
use std::ops::Index;
use std::sync::Arc;

/// What a name in sight stands for.
#[derive(Debug, Clone)]
pub(super) enum Bound {
    /// A local of the body.
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
    /// How it is written.
    pub name: Arc<str>,
    /// What it stands for.
    pub bound: Bound,
    /// Where it was bound.
    pub span: Span,
}

/// What was in sight at some moment, `this` included.
pub(super) struct Sights {
    names: usize,
    this: Option<Expr>,
}

/// What is seen outside of a menu, a rule or a word whose text stands elsewhere.
pub(super) struct Outside {
    declared: ScopeId,
    floor: usize,
    sights: Sights,
}

/// The names of a body.
pub(super) struct Scope<'a> {
    /// What is declared.
    pub env: &'a Env,
    /// Where plain names are looked up.
    declared: ScopeId,
    locals: Vec<LocalDecl>,
    /// Names in sight, innermost last.
    names: Vec<Binding>,
    /// Names before this one are out of sight.
    floor: usize,
    /// Locals that may be set: those of `let`.
    settable: BTreeSet<LocalId>,
    /// Names that are set somewhere in the body.
    set_again: BTreeSet<Arc<str>>,
    /// The card that `this` is, where a card rule stands.
    this: Option<Expr>,
    this_read: bool,
}

impl Index<LocalId> for Scope<'_> {
    type Output = LocalDecl;
    fn index(&self, id: LocalId) -> &LocalDecl {
        &self.locals[id.index()]
    }
}

impl<'a> Scope<'a> {
    /// Nothing in sight but what is declared.
    pub fn new(env: &'a Env, declared: ScopeId) -> Self {
        Self {
            env,
            declared,
            locals: Vec::new(),
            names: Vec::new(),
            floor: 0,
            settable: BTreeSet::new(),
            set_again: BTreeSet::new(),
            this: None,
            this_read: false,
        }
    }

    /// What a plain name is declared as.
    pub fn def(&self, name: &str) -> Option<Def> {
        self.env.def(self.declared, name)
    }

    /// What a written name is declared as; this is noted as a use of it.
    pub fn named(&self, name: &ast::Name) -> Option<Def> {
        self.env.r.named(self.declared, name)
    }

    /// All plain names that are declared.
    pub fn declared_names(&self) -> impl Iterator<Item = &'a str> {
        self.env.names(self.declared)
    }

    /// Where plain names are looked up.
    pub fn declared(&self) -> ScopeId {
        self.declared
    }

    /// From now on plain names are looked up elsewhere.
    pub fn look_up_in(&mut self, declared: ScopeId) {
        self.declared = declared;
    }

    /// Whether a name means something here.
    pub fn knows(&self, name: &str) -> bool {
        self.find(name).is_some() || self.def(name).is_some()
    }

    /// A new local, not yet in sight.
    pub fn local(&mut self, name: &str, ty: Type, span: Span) -> LocalId {
        let id = LocalId(u16::try_from(self.locals.len()).unwrap_or(u16::MAX));
        self.locals.push(LocalDecl { name: name.to_owned(), ty, per_seat: false, span });
        id
    }

    /// A local as an expression.
    pub fn read(&self, id: LocalId, span: Span) -> Expr {
        Expr { kind: ExprKind::Local(id), ty: self[id].ty.clone(), span }
    }

    /// The locals so far.
    pub fn locals(&self) -> &[LocalDecl] {
        &self.locals
    }

    /// The body begins with these locals.
    pub fn begin_with(&mut self, locals: &[LocalDecl]) {
        self.locals = locals.to_vec();
    }

    /// The locals of a body that is done.
    pub fn take_locals(&mut self) -> Vec<LocalDecl> {
        std::mem::take(&mut self.locals)
    }

    /// Changes what is known of a local as it is declared.
    pub fn declare(&mut self, id: LocalId, change: impl FnOnce(&mut LocalDecl)) {
        change(&mut self.locals[id.index()]);
    }

    /// Gives a local its type.
    pub fn set_type(&mut self, id: LocalId, ty: Type) {
        self.declare(id, |local| local.ty = ty);
    }

    /// From now on a local may be set.
    pub fn let_be_set(&mut self, id: LocalId) {
        self.settable.insert(id);
    }

    /// Whether a local may be set.
    pub fn may_be_set(&self, id: LocalId) -> bool {
        self.settable.contains(&id)
    }

    /// These names are set somewhere in the body.
    pub fn are_set(&mut self, names: BTreeSet<Arc<str>>) {
        self.set_again = names;
    }

    /// Whether a name is set somewhere in the body.
    pub fn is_set(&self, name: &str) -> bool {
        self.set_again.contains(name)
    }

    /// Brings a written name into sight.
    pub fn bind(&mut self, name: &ast::Name, bound: Bound) {
        self.env.r.uses.local(name.span, name.span, self.type_of_bound(&bound));
        self.see(Binding { name: name.text.clone(), bound, span: name.span });
    }

    /// Brings a name into sight that nobody has written here.
    pub fn see(&mut self, binding: Binding) {
        self.names.push(binding);
    }

    /// Brings names into sight that all others hide.
    pub fn see_behind(&mut self, bindings: Vec<Binding>) {
        self.names.splice(0..0, bindings);
    }

    /// The same is in sight as in another body.
    pub fn see_as(&mut self, other: &Scope<'_>) {
        self.names.clone_from(&other.names);
        self.this.clone_from(&other.this);
    }

    /// The names in sight, innermost last.
    pub fn in_sight(&self) -> &[Binding] {
        &self.names[self.floor..]
    }

    /// The binding of a name in sight.
    pub fn find(&self, name: &str) -> Option<&Binding> {
        self.in_sight().iter().rev().find(|s| &*s.name == name)
    }

    /// The names in sight with their types, the nearest first.
    pub fn sights(&self) -> Vec<(String, Type)> {
        let typed = self.in_sight().iter().rev().filter_map(|sight| match &sight.bound {
            Bound::Local(id) => Some((sight.name.to_string(), self[*id].ty.clone())),
            Bound::Alias(e) => Some((sight.name.to_string(), e.ty.clone())),
            Bound::PerSeat(_) | Bound::Broken => None,
        });
        typed.collect()
    }

    /// The type of what a name in sight stands for, if it has one.
    pub fn type_of_bound(&self, bound: &Bound) -> Option<Type> {
        match bound {
            Bound::Local(id) | Bound::PerSeat(id) => Some(self[*id].ty.clone()),
            Bound::Alias(e) => Some(e.ty.clone()),
            Bound::Broken => None,
        }
    }

    /// Remembers what is in sight.
    pub fn open(&self) -> Sights {
        Sights { names: self.names.len(), this: self.this.clone() }
    }

    /// Forgets what came into sight since.
    pub fn close(&mut self, sights: Sights) {
        self.names.truncate(sights.names);
        self.this = sights.this;
    }

    /// Nothing is in sight any more but `this` and what is declared elsewhere.
    pub fn enter(&mut self, declared: ScopeId) -> Outside {
        Outside {
            sights: self.open(),
            declared: std::mem::replace(&mut self.declared, declared),
            floor: std::mem::replace(&mut self.floor, self.names.len()),
        }
    }

    /// What was in sight outside is so again.
    pub fn leave(&mut self, outside: Outside) {
        self.close(outside.sights);
        self.declared = outside.declared;
        self.floor = outside.floor;
    }

    /// Brings `owner` and `this` into sight.
    pub fn own(&mut self, owner: Expr, this: Expr) {
        self.this = Some(this);
        let span = owner.span;
        self.see(Binding { name: "owner".into(), bound: Bound::Alias(Box::new(owner)), span });
    }

    /// `this` has no meaning until the names in sight are closed.
    pub fn hide_this(&mut self) {
        self.this = None;
    }

    /// `this`, which is read here.
    pub fn this(&mut self, span: Span) -> Option<Expr> {
        let this = self.this.clone()?;
        self.this_read = true;
        Some(Expr { span, ..this })
    }

    /// The local that `this` is, if it is one.
    pub fn local_of_this(&self) -> Option<LocalId> {
        if let ExprKind::Local(local) = self.this.as_ref()?.kind { Some(local) } else { None }
    }

    /// Whether `this` was read since this was asked last.
    pub fn reads_this(&mut self) -> bool {
        std::mem::take(&mut self.this_read)
    }

    /// What is to be said of a name that hides another one.
    pub fn hides(&self, name: &ast::Name) -> Option<Diagnostic> {
        let text = &*name.text;
        if let Some(before) = self.find(text) {
            let said = format!("`{text}` already means something here");
            return Some(
                Diagnostic::new(Code::E0417, name.span, said)
                    .beside(before.span, "it is bound here")
                    .help("choose another name"),
            );
        }
        let def = self.def(text)?;
        let counter = matches!(def, Def::Counter(_));
        let thing = matches!(
            def,
            Def::Zone(_) | Def::Option(_) | Def::Word(_) | Def::Enum(_) | Def::Kind(_)
        );
        if !counter && !thing {
            return None;
        }
        let said = format!("`{text}` is already a name in the game");
        let mut said = Diagnostic::new(Code::E0417, name.span, said);
        said = if counter {
            let help = format!(
                "choose another name; to set the counter itself, leave out the word before it: \
                 `{text} = …`"
            );
            said.help(help).about(About::Taken(text.to_owned()))
        } else {
            said.help("choose another name")
        };
        Some(match self.env.declared(self.declared, text) {
            Some(span) => said.beside(span, "it is declared here"),
            None => said,
        })
    }
}
