//! Names of one letter say nothing to those who play: "p's hand" is "that player's hand", where no
//! other player is spoken of.

use super::{Reader, in_words};
use houserules_lang::syntax::ast::{
    BinaryOp, Binder, Domain, DomainBase, Expr, ExprKind, Name, Param, Selector, TypeExpr, TypeKind,
};
use std::cell::{Cell, RefCell};

/// So many at once: each may have to be said twice, and all within it.
const MOST: usize = 4;

/// How several of the same noun are told apart.
const TOLD_APART: [&str; MOST] = ["A", "B", "C", "D"];

/// A name of one letter, and what is said for it.
#[derive(Debug, Clone)]
pub(super) struct StandIn {
    name: String,
    noun: String,
    said: String,
}

/// Which names are said otherwise at the moment.
#[derive(Default)]
pub(super) struct StandIns {
    now: RefCell<Vec<StandIn>>,
    /// Whether one of them was written as it stands.
    slipped: Cell<bool>,
}

impl Reader<'_> {
    /// Says something that goes on about a binder's name; it is told whether the name is said,
    /// too. Where a part cannot do without the name, all of it is said with the name.
    pub(super) fn about<T>(&self, binder: &Binder, say: impl FnMut(bool) -> T) -> T {
        let noun = self.noun_of(binder);
        self.about_all(&self.standing(&[(&binder.name, noun)]), say)
    }

    /// The same of several names.
    pub(super) fn about_all<T>(&self, all: &[StandIn], mut say: impl FnMut(bool) -> T) -> T {
        if all.is_empty() {
            return say(true);
        }
        let before = self.stand_ins.slipped.replace(false);
        let around = self.stand_ins.now.borrow().len();
        self.stand_ins.now.borrow_mut().extend(all.iter().cloned());
        let said = say(false);
        self.stand_ins.now.borrow_mut().truncate(around);
        let slipped = self.stand_ins.slipped.replace(before);
        if slipped { say(true) } else { said }
    }

    /// What is said for those among names that say nothing: "that card", or "card A" and "card B".
    pub(super) fn standing(&self, names: &[(&Name, Option<String>)]) -> Vec<StandIn> {
        let now = self.stand_ins.now.borrow();
        let mut all: Vec<StandIn> = Vec::new();
        for (name, noun) in names {
            let Some(noun) = noun.clone().filter(|_| name.text.chars().count() == 1) else {
                continue;
            };
            let taken = now.len() + all.len() >= MOST || now.iter().any(|one| one.noun == noun);
            if !taken {
                all.push(StandIn {
                    name: name.text.to_string(),
                    said: format!("that {noun}"),
                    noun,
                });
            }
        }
        for at in 0..all.len() {
            let noun = all[at].noun.clone();
            if all.iter().filter(|one| one.noun == noun).count() > 1 {
                let before = all[..at].iter().filter(|one| one.noun == noun).count();
                all[at].said = format!("{noun} {}", TOLD_APART[before]);
            }
        }
        all
    }

    /// Says something in which no name stands for anything: a deed has its own.
    pub(super) fn apart<T>(&self, say: impl FnOnce() -> T) -> T {
        let around = self.stand_ins.now.take();
        let said = say();
        self.stand_ins.now.replace(around);
        said
    }

    /// What is said in place of a name: "that player".
    pub(super) fn stand_in(&self, name: &Name) -> Option<String> {
        let now = self.stand_ins.now.borrow();
        now.iter().find(|one| one.name == *name.text).map(|one| one.said.clone())
    }

    /// The same of a value, if it is a name alone.
    pub(super) fn stood_for(&self, value: &Expr) -> Option<String> {
        let ExprKind::Name(name) = &value.kind else { return None };
        self.stand_in(name)
    }

    /// Notes that something is said as it is written.
    pub(super) fn is_written(&self, code: &str) {
        if self.names_one(code) {
            self.stand_ins.slipped.set(true);
        }
    }

    /// Whether one of the names is written there.
    pub(super) fn names_one(&self, code: &str) -> bool {
        let now = self.stand_ins.now.borrow();
        let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| now.iter().any(|one| one.name == word))
    }

    /// What a deed's or word's parameter is called in brackets: "player" for `p: Player`.
    pub(super) fn label(&self, (name, ty): (&Name, Option<&TypeExpr>)) -> String {
        let noun = ty.and_then(|ty| self.noun_of_type(ty));
        noun.filter(|_| name.text.chars().count() == 1).unwrap_or_else(|| in_words(&name.text))
    }

    /// What is said for parameters with types.
    pub(super) fn standing_params<'p>(
        &self,
        params: impl IntoIterator<Item = &'p Param>,
    ) -> Vec<StandIn> {
        let with_noun = |p: &'p Param| (&p.name, self.noun_of_type(&p.ty));
        self.standing(&params.into_iter().map(with_noun).collect::<Vec<_>>())
    }

    /// What something of a type is.
    pub(super) fn noun_of_type(&self, ty: &TypeExpr) -> Option<String> {
        match &ty.kind {
            TypeKind::Range { symbol: None, .. } => Some("number".into()),
            TypeKind::Name(name) => match &*name.text {
                "Player" | "Number" | "Card" | "Square" => Some(name.text.to_lowercase()),
                of if self.is_known(of) => Some(in_words(of)),
                of if of == "Text" || self.book.units.iter().any(|u| u.name == of) => None,
                // Several kinds under one name, or a module's.
                _ => Some("card".into()),
            },
            TypeKind::Bool
            | TypeKind::Range { .. }
            | TypeKind::List(_)
            | TypeKind::Set(_)
            | TypeKind::Zone { .. } => None,
        }
    }

    /// Whether it is an enum or a kind of cards.
    fn is_known(&self, name: &str) -> bool {
        self.book.enums.iter().any(|e| e.name == name)
            || self.book.kinds.iter().any(|k| k.name == name)
    }

    /// What a binder's name stands for.
    fn noun_of(&self, binder: &Binder) -> Option<String> {
        match &binder.domain.selector {
            None | Some(Selector::Top(_) | Selector::Bottom(_)) => {
                self.noun_of_each(binder.kind.as_ref(), &binder.domain)
            }
            Some(_) => None,
        }
    }

    /// What is picked from a domain, if it is but one.
    pub(super) fn noun_of_one(&self, kind: Option<&Name>, domain: &Domain) -> Option<String> {
        let one = match &domain.selector {
            None => true,
            Some(Selector::Top(n) | Selector::Bottom(n)) => matches!(n.kind, ExprKind::Number(1)),
            Some(_) => false,
        };
        one.then(|| self.noun_of_each(kind, domain))?
    }

    /// What each of a domain is.
    fn noun_of_each(&self, kind: Option<&Name>, domain: &Domain) -> Option<String> {
        let DomainBase::List(list) = &domain.base else { return None };
        match (kind, &list.kind) {
            (Some(kind), _) => Some(in_words(&kind.text)),
            (None, ExprKind::Players | ExprKind::Opponents) => Some("player".into()),
            (None, ExprKind::Number(_) | ExprKind::Binary(BinaryOp::Range, ..)) => {
                Some("number".into())
            }
            (None, ExprKind::Name(of)) if self.book.enums.iter().any(|e| e.name == *of.text) => {
                Some(in_words(&of.text))
            }
            _ if self.zone_shape(list).is_some() => Some("card".into()),
            (None, ExprKind::Name(of) | ExprKind::Dot(_, of)) => Some(singular(&of.text)),
            _ => Some("one".into()),
        }
    }
}

/// One of what has a name in the plural: "square" of `squares`; else "one".
fn singular(name: &str) -> String {
    let words = in_words(name);
    let last = words.rsplit(' ').next().unwrap_or(&words);
    match last.strip_suffix('s') {
        Some(short) if short.ends_with("ie") => format!("{}y", short.trim_end_matches("ie")),
        Some(short) if short.len() > 2 && !short.ends_with(['s', 'u', 'i', 'x', 'h']) => {
            short.into()
        }
        _ => "one".into(),
    }
}
