//! What is known of values: that they are not none, or of which kinds.
//!
//! A fact hangs on a path (`c`, `me.ride`, `p.crew.home`), written as a text. Paths that read the
//! table are marked with `!`: they are forgotten as soon as something may change.

use super::env::Env;
use super::facts::{Fact, Facts, Learned};
use crate::ir::{Base, BoardWord, Domain, Expr, ExprKind, KindSet, LocalId, RunBody, Type};
use std::collections::BTreeSet;
use std::fmt::Write;

/// How much was known at some moment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known(usize);

/// What is known of values at a place.
pub(super) struct Narrowing<'a> {
    /// What is declared.
    pub env: &'a Env,
    facts: Facts,
    /// Locals that are set again, about which little can be known.
    unsteady: BTreeSet<LocalId>,
}

impl<'a> Narrowing<'a> {
    /// Nothing is known.
    pub fn new(env: &'a Env) -> Self {
        Self { env, facts: Facts::new(), unsteady: BTreeSet::new() }
    }

    /// A local is set again.
    pub fn unsteady(&mut self, id: LocalId) {
        self.unsteady.insert(id);
    }

    /// All that is known, to come back to it.
    pub fn all(&self) -> Facts {
        self.facts.clone()
    }

    /// This is known, and nothing else.
    pub fn restore(&mut self, facts: Facts) {
        self.facts = facts;
    }

    /// Remembers how much is known.
    pub fn mark(&self) -> Known {
        Known(self.facts.len())
    }

    /// The path of an expression, if it has one.
    pub fn path(&self, e: &Expr) -> Option<String> {
        let mut path = String::new();
        self.write_path(e, &mut path)?;
        Some(path)
    }

    fn write_path(&self, e: &Expr, to: &mut String) -> Option<()> {
        match &e.kind {
            ExprKind::Local(id) => {
                write!(to, "L{};", id.0).ok()?;
                if self.unsteady.contains(id) {
                    to.push('!');
                }
            }
            ExprKind::Me => to.push_str("me"),
            ExprKind::Const(value) => write!(to, "={value:?}").ok()?,
            ExprKind::RunLocal(RunBody::Deed(d), id) => write!(to, "D{}.{}", d.0, id.0).ok()?,
            ExprKind::RunLocal(RunBody::Move(m), id) => write!(to, "M{}.{}", m.0, id.0).ok()?,
            ExprKind::Committed(id, of) => {
                self.write_path(of, to)?;
                write!(to, "@{}", id.0).ok()?;
            }
            ExprKind::Neighbour(of, n) => {
                self.write_path(of, to)?;
                write!(to, "<{n}").ok()?;
            }
            ExprKind::Field(of, name) => {
                self.write_path(of, to)?;
                write!(to, ".{name}").ok()?;
            }
            ExprKind::Counter(id, of) => {
                if let Some(of) = of {
                    self.write_path(of, to)?;
                }
                write!(to, "!c{}", id.0).ok()?;
            }
            ExprKind::Zone(id, of) => {
                if let Some(of) = of {
                    self.write_path(of, to)?;
                }
                write!(to, "!z{}", id.0).ok()?;
            }
            ExprKind::SlotCard(zone) => self.write_path(zone, to)?,
            ExprKind::Word(id, args) => {
                write!(to, "!w{}(", id.0).ok()?;
                for arg in args {
                    self.write_path(arg, to)?;
                    to.push(',');
                }
                to.push(')');
            }
            ExprKind::Board(word, args) => {
                let steady = matches!(word, BoardWord::X | BoardWord::Y | BoardWord::Turn);
                write!(to, "{}{}(", if steady { "" } else { "!" }, word.name()).ok()?;
                for arg in args {
                    self.write_path(arg, to)?;
                    to.push(',');
                }
                to.push(')');
            }
            // Squares and pairs are of different enums.
            ExprKind::Square(of, x, y) | ExprKind::Pair(of, x, y) => {
                write!(to, "q{}(", of.0).ok()?;
                self.write_path(x, to)?;
                to.push(',');
                self.write_path(y, to)?;
                to.push(')');
            }
            _ => return None,
        }
        Some(())
    }

    /// The expression with what is known of it.
    pub fn known(&self, mut e: Expr) -> Expr {
        let interesting = matches!(e.ty, Type::Optional(_) | Type::Card(_));
        if self.facts.is_empty() || !interesting {
            return e;
        }
        let Some(path) = self.path(&e) else { return e };
        for (_, fact) in self.facts.iter().filter(|(p, _)| *p == path) {
            e.ty = narrowed(&e.ty, *fact);
        }
        e
    }

    /// What is known if the condition holds, or if it does not.
    pub fn learned(&self, e: &Expr, holds: bool) -> Learned {
        match &e.kind {
            ExprKind::Not(of) => self.learned(of, !holds),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let (mut one, other) = (self.learned(a, holds), self.learned(b, holds));
                if matches!(e.kind, ExprKind::And(..)) == holds {
                    one.extend(other);
                    one
                } else {
                    common(&one, &other)
                }
            }
            ExprKind::IsNone(of) if !holds => self.there(of),
            ExprKind::IsEmpty(of) if !holds => self.slot_there(of),
            ExprKind::IsKind(of, kinds) => {
                let Some(path) = self.path(of) else { return Vec::new() };
                let Type::Card(all) = of.ty.bare() else { return Vec::new() };
                if holds {
                    vec![(path.clone(), Fact::There), (path, Fact::Kinds(*kinds))]
                } else {
                    vec![(path, Fact::Kinds(KindSet(all.0 & !kinds.0)))]
                }
            }
            ExprKind::IsRow(of, row) if holds => {
                let mut all = self.there(of);
                if let Some(path) = self.path(of) {
                    all.push((path, Fact::Kinds(KindSet::one(self.env.book()[*row].kind))));
                }
                all
            }
            ExprKind::Same(a, b) if holds => {
                let mut all = Vec::new();
                if !b.ty.may_be_none() {
                    all.extend(self.there(a));
                }
                if !a.ty.may_be_none() {
                    all.extend(self.there(b));
                }
                all
            }
            ExprKind::Less(a, b) | ExprKind::LessEq(a, b) if holds => {
                let mut all = self.there(a);
                all.extend(self.there(b));
                all
            }
            ExprKind::In(a, _) if holds => self.there(a),
            _ => Vec::new(),
        }
    }

    /// It is there, and so is everything that it is a part of.
    fn there(&self, e: &Expr) -> Learned {
        let mut all: Learned = self.path(e).map(|p| (p, Fact::There)).into_iter().collect();
        match &e.kind {
            ExprKind::Field(of, _)
            | ExprKind::Counter(_, Some(of))
            | ExprKind::Neighbour(of, _)
                if of.ty.may_be_none() =>
            {
                all.extend(self.there(of));
            }
            _ => {}
        }
        all
    }

    /// A slot that is not empty holds a card.
    fn slot_there(&self, of: &Domain) -> Learned {
        match &of.base {
            Base::Zone(zone) if of.filter.is_none() => {
                self.path(zone).map(|p| (p, Fact::There)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Adds what was learned; gives a mark for [`Self::unlearn`].
    pub fn learn(&mut self, learned: Learned) -> Known {
        let mark = self.mark();
        self.facts.extend(learned);
        mark
    }

    /// Forgets what was learned since the mark.
    pub fn unlearn(&mut self, mark: Known) {
        self.facts.truncate(mark.0);
    }

    /// Something may have changed on the table.
    pub fn something_changed(&mut self) {
        self.facts.retain(|(path, _)| !path.contains('!'));
    }

    /// Another value is in the local.
    pub fn local_changed(&mut self, id: LocalId) {
        let root = format!("L{};", id.0);
        self.facts.retain(|(path, _)| !path.contains(&root));
    }
}

/// A type with a fact.
pub(super) fn narrowed(ty: &Type, fact: Fact) -> Type {
    match (ty, fact) {
        (Type::Optional(of), Fact::There) => (**of).clone(),
        (Type::Card(all), Fact::Kinds(kinds)) if all.and(kinds).0 != 0 => {
            Type::Card(all.and(kinds))
        }
        (Type::Optional(of), Fact::Kinds(_)) => narrowed(of, fact).optional(),
        _ => ty.clone(),
    }
}

/// What both know.
fn common(one: &Learned, other: &Learned) -> Learned {
    let mut all = Vec::new();
    for (path, fact) in one {
        for (same, also) in other.iter().filter(|(p, _)| p == path) {
            match (fact, also) {
                (Fact::There, Fact::There) => all.push((same.clone(), Fact::There)),
                (Fact::Kinds(a), Fact::Kinds(b)) => all.push((same.clone(), Fact::Kinds(a.or(*b)))),
                _ => {}
            }
        }
    }
    all
}

/// Facts about one local, said of another.
pub(super) fn renamed(facts: &Learned, from: LocalId, to: LocalId) -> Learned {
    let (from, to) = (format!("L{};", from.0), format!("L{};", to.0));
    facts
        .iter()
        .filter(|(p, _)| p.contains(&from))
        .map(|(p, f)| (p.replace(&from, &to), *f))
        .collect()
}
