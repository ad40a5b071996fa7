//! Which registers hold the same square, and what was found on which: a square is named by the
//! instruction that gave it, so that copies have the same name.

use super::Ranges;
use crate::region::{Kind, Node, Region};
use crate::touch::{Use, uses};
use houserules_interpreter::program::{BoardOp, MaskOp, Op, Program, R};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Names of what registers held where a region begins, or where two ways meet.
const GIVEN: usize = 1 << 32;

/// Registers whose squares are named.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Squares(Rc<BTreeSet<R>>);

impl Squares {
    /// Of a region: those that it asks about, and what these are copies of.
    #[must_use]
    pub fn of(region: &Region) -> Self {
        let mut found = BTreeSet::new();
        for node in &region.nodes {
            if let Some(q) = asked(node.op) {
                found.insert(q);
            }
        }
        let mut before = 0;
        while before < found.len() {
            before = found.len();
            for node in &region.nodes {
                if let Op::Mov { d, s: of } | Op::B(BoardOp::Next { d, q: of, .. }) = node.op
                    && found.contains(&d)
                {
                    found.insert(of);
                }
            }
        }
        Self(Rc::new(found))
    }
}

/// The square about which an instruction asks.
fn asked(op: Op) -> Option<R> {
    let Op::B(
        BoardOp::Tile { q, .. }
        | BoardOp::Part { q, .. }
        | BoardOp::Edge { q, .. }
        | BoardOp::Trait { q, .. }
        | BoardOp::TraitOn { q, .. },
    ) = op
    else {
        return None;
    };
    Some(q)
}

/// Whether a square was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// It was not.
    Not,
    /// Others may have been since: what was found may lie there no longer.
    Before,
    /// It was the last.
    Last,
}

/// What registers hold, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    of: Squares,
    names: BTreeMap<R, usize>,
    /// Squares that were looked at.
    seen: BTreeSet<usize>,
    /// The one that was looked at last.
    last: Option<usize>,
    /// Squares beside others, and the first of these: the same tile is assumed.
    beside: BTreeMap<usize, usize>,
    /// First squares whose tile was asked for.
    asked: BTreeSet<usize>,
}

impl Names {
    /// A register holds something new.
    fn give(&mut self, r: R, name: usize) {
        self.names.retain(|_, other| *other != name);
        self.seen.remove(&name);
        self.asked.remove(&name);
        self.last = self.last.filter(|last| *last != name);
        self.beside.retain(|square, first| *square != name && *first != name);
        self.names.insert(r, name);
    }

    /// Nothing is known any more.
    pub(super) fn renewed(&self) -> Self {
        Self { of: self.of.clone(), ..Self::default() }
    }

    fn first(&self, name: usize) -> usize {
        self.beside.get(&name).copied().unwrap_or(name)
    }

    /// The name of what a register holds.
    fn name_of(&mut self, r: R) -> usize {
        if let Some(known) = self.names.get(&r) {
            return *known;
        }
        let name = GIVEN + usize::from(r);
        self.give(r, name);
        name
    }

    /// What is known on another way here, too; whether that changed it.
    pub(super) fn meets(&mut self, came: &Self) -> bool {
        let size = |names: &Self| {
            [names.names.len(), names.seen.len(), names.beside.len(), names.asked.len()]
        };
        let (before, last) = (size(self), self.last);
        self.last = last.filter(|_| last == came.last);
        self.names.retain(|r, name| came.names.get(r) == Some(name));
        self.seen.retain(|name| came.seen.contains(name));
        self.beside.retain(|name, first| came.beside.get(name) == Some(first));
        self.asked.retain(|name| came.asked.contains(name));
        before != size(self) || last != self.last
    }

    /// Forgets what a call may have written.
    pub(super) fn forget(&mut self, gone: impl Fn(R) -> bool) {
        self.last = None;
        self.names.retain(|r, _| !gone(*r));
    }
}

impl Ranges {
    /// From here on squares are named.
    pub fn name(&mut self, squares: &Squares) {
        self.names.of = squares.clone();
    }

    /// The name of the square in a register, and whether it was looked at; none if it has none.
    pub fn square(&mut self, q: R) -> Option<(usize, Seen)> {
        let names = &mut self.names;
        names.of.0.contains(&q).then(|| {
            let name = names.name_of(q);
            let seen = match names.last {
                Some(last) if last == name => Seen::Last,
                _ if names.seen.contains(&name) => Seen::Before,
                _ => Seen::Not,
            };
            (name, seen)
        })
    }

    /// The name of the tile that is assumed at a square of this name, and whether it was asked for.
    pub fn assumed(&self, name: usize) -> (usize, bool) {
        let first = self.names.first(name);
        (first, self.names.asked.contains(&first))
    }

    /// From before a node to behind it.
    pub(super) fn name_on(&mut self, at: usize, node: &Node, program: &Program) {
        if self.names.of.0.is_empty() {
            return;
        }
        let names = &mut self.names;
        if let (Kind::Work, Some(q)) = (node.kind, asked(node.op)) {
            let name = names.name_of(q);
            names.seen.insert(name);
            names.last = Some(name);
            names.asked.insert(names.first(name));
        }
        if let (Kind::Work, Op::B(BoardOp::Next { d, q, .. })) = (node.kind, node.op)
            && names.of.0.contains(&d)
        {
            let name = names.name_of(q);
            let first = names.first(name);
            names.give(d, at);
            // A square that is made anew in each turn of a loop may be beside itself.
            if first != at && name != at {
                names.beside.insert(at, first);
            }
            return;
        }
        if let (Kind::Work, Op::Mov { d, s }) = (node.kind, node.op) {
            if names.of.0.contains(&d) {
                let name = names.name_of(s);
                names.names.insert(d, name);
            }
            return;
        }
        if let (Kind::Work, Op::B(_) | Op::Travel { .. }) = (node.kind, node.op)
            && asked(node.op).is_none()
        {
            // The interpreter may look at squares for it.
            names.last = None;
        }
        let mut written = |r: R| {
            if names.of.0.contains(&r) {
                names.give(r, at);
            }
        };
        match node.kind {
            Kind::Work | Kind::Fork => {
                uses(node.op, program, &mut |used| {
                    if let Use::Write(r) | Use::Take(r) = used {
                        written(r);
                    }
                });
            }
            Kind::Takes(..) => {
                if let Op::M(MaskOp::Next { d, .. }) = node.op {
                    written(d);
                }
            }
            Kind::Goto(_)
            | Kind::Call(_)
            | Kind::Done
            | Kind::Fails
            | Kind::Suppose(_)
            | Kind::TakeBack(_) => {}
        }
    }
}
