//! Names of one letter say nothing to those who play: "p's hand" is "that player's hand", where no
//! other player is spoken of.

use super::{Reader, in_words};
use houserules_lang::syntax::ast::{Binder, DomainBase, Expr, ExprKind, Name};
use std::cell::{Cell, RefCell};

/// So many at once: each may have to be said twice, and all within it.
const MOST: usize = 4;

/// Which names are said otherwise at the moment.
#[derive(Default)]
pub(super) struct StandIns {
    /// A name, and what it stands for: `p`, "player".
    now: RefCell<Vec<(String, String)>>,
    /// Whether one of them was written as it stands.
    slipped: Cell<bool>,
}

impl Reader<'_> {
    /// Says something that goes on about a binder's name; it is told whether the name is said,
    /// too. Where a part cannot do without the name, all of it is said with the name.
    pub(super) fn about<T>(&self, binder: &Binder, mut say: impl FnMut(bool) -> T) -> T {
        let Some(noun) = self.noun_of(binder) else { return say(true) };
        let before = self.stand_ins.slipped.replace(false);
        self.stand_ins.now.borrow_mut().push((binder.name.text.to_string(), noun));
        let said = say(false);
        self.stand_ins.now.borrow_mut().pop();
        let slipped = self.stand_ins.slipped.replace(before);
        if slipped { say(true) } else { said }
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
        let (_, noun) = now.iter().find(|(of, _)| *of == *name.text)?;
        Some(format!("that {noun}"))
    }

    /// The same of a value, if it is a name alone.
    pub(super) fn stood_for(&self, value: &Expr) -> Option<String> {
        let ExprKind::Name(name) = &value.kind else { return None };
        self.stand_in(name)
    }

    /// Notes that something is said as it is written.
    pub(super) fn is_written(&self, code: &str) {
        let now = self.stand_ins.now.borrow();
        let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        if words.any(|word| now.iter().any(|(name, _)| name == word)) {
            self.stand_ins.slipped.set(true);
        }
    }

    /// What a binder's name stands for, if it says nothing and nothing else is called so here.
    fn noun_of(&self, binder: &Binder) -> Option<String> {
        if binder.name.text.chars().count() > 1 {
            return None;
        }
        let DomainBase::List(list) = &binder.domain.base else { return None };
        let noun = if let Some(kind) = &binder.kind {
            in_words(&kind.text)
        } else if matches!(list.kind, ExprKind::Players | ExprKind::Opponents) {
            "player".into()
        } else {
            self.zone_shape(list).map(|_| "card".to_string())?
        };
        let now = self.stand_ins.now.borrow();
        let taken = now.len() == MOST || now.iter().any(|(_, of)| *of == noun);
        (!taken).then_some(noun)
    }
}
