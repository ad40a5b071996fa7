//! Regions: what pure code runs through from where it begins to where it goes back, with small
//! calls written out.

use crate::touch::{Use, taken, uses};
use houserules_interpreter::program::{ListOp, MaskOp, Op, Pc, Program, R};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Calls of so many instructions or fewer are written out where they stand.
const SMALL: usize = 60;
/// A region of more instructions is left to the interpreter.
const MOST: usize = 4_000;
/// Loops over so many constant members are written out member by member,
const FEW: u32 = 6;
/// where a region has no more instructions than these,
const UNROLLED_FROM: usize = 80;
/// and then no more than these.
const UNROLLED: usize = 400;
/// No instruction follows.
pub const NOWHERE: usize = usize::MAX;

/// What an instruction of a region does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A value is worked out.
    Work,
    /// A branch, or a loop's head: two ways on.
    Fork,
    /// Goes on elsewhere; whether that is a step.
    Goto(bool),
    /// Runs another region.
    Call(Pc),
    /// The end of the region.
    Done,
    /// It comes to a fault.
    Fails,
}

/// An instruction of a region.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// Where it stands.
    pub pc: Pc,
    /// What it is.
    pub op: Op,
    /// What it does.
    pub kind: Kind,
    /// The next one.
    pub next: usize,
    /// Of a fork: the other one.
    pub to: usize,
}

/// Pure code from one entry.
#[derive(Debug, Clone)]
pub struct Region {
    /// The first is where it begins.
    pub nodes: Vec<Node>,
}

/// Finds the regions of a program.
#[derive(Debug)]
pub struct Regions<'p> {
    program: &'p Program,
    /// How long the code from an entry is without what it calls; none: it is not pure.
    lengths: BTreeMap<Pc, Option<usize>>,
}

/// Where a jump goes, if it is one with two ways on.
#[must_use]
pub fn fork(op: Op) -> Option<Pc> {
    let (Op::BranchIfNot { to, .. }
    | Op::BranchIf { to, .. }
    | Op::BranchIfNone { to, .. }
    | Op::BranchIfSome { to, .. }
    | Op::BranchIfOther { to, .. }
    | Op::M(MaskOp::Next { exit: to, .. })
    | Op::L(ListOp::Next { exit: to, .. } | ListOp::Count { exit: to, .. })) = op
    else {
        return None;
    };
    Some(to)
}

/// Whether an instruction writes nothing but registers and lists. What is only imagined writes the
/// table on the way.
fn is_pure(op: Op) -> bool {
    !matches!(
        op,
        Op::St { .. }
            | Op::Suppose { .. }
            | Op::Remembered { .. }
            | Op::M(MaskOp::St { .. })
            | Op::L(ListOp::St { .. })
            | Op::E(_)
            | Op::F(_)
    )
}

/// A region in the making: nodes by place and by what they return to.
struct Walk {
    nodes: Vec<Node>,
    known: BTreeMap<Spot, usize>,
    /// Where calls that are written out return to, and within which.
    chains: Vec<(Pc, usize)>,
    todo: VecDeque<Spot>,
    /// Masks whose loops are unrolled.
    unrolled: BTreeSet<R>,
}

/// Where an instruction stands: its place, what it returns to, and which members are left of masks
/// whose loops are unrolled.
type Spot = (Pc, usize, BTreeMap<R, u64>);

impl Walk {
    fn new(unrolled: BTreeSet<R>) -> Self {
        Self {
            nodes: Vec::new(),
            known: BTreeMap::new(),
            chains: vec![(0, 0)],
            todo: VecDeque::new(),
            unrolled,
        }
    }

    fn node(&mut self, spot: Spot) -> usize {
        let next = self.nodes.len() + self.todo.len();
        let at = *self.known.entry(spot.clone()).or_insert(next);
        if at == next {
            self.todo.push_back(spot);
        }
        at
    }

    fn chain(&mut self, back: Pc, within: usize) -> usize {
        let found = self.chains.iter().position(|c| *c == (back, within));
        found.unwrap_or_else(|| {
            self.chains.push((back, within));
            self.chains.len() - 1
        })
    }
}

impl<'p> Regions<'p> {
    /// Of a program.
    #[must_use]
    pub fn new(program: &'p Program) -> Self {
        Self { program, lengths: BTreeMap::new() }
    }

    /// How many instructions the code from an entry has; none if it is not pure.
    pub fn length(&mut self, entry: Pc) -> Option<usize> {
        if let Some(known) = self.lengths.get(&entry) {
            return *known;
        }
        // What led back to itself would not be pure.
        self.lengths.insert(entry, None);
        let length = self.measure(entry);
        self.lengths.insert(entry, length);
        length
    }

    fn measure(&mut self, entry: Pc) -> Option<usize> {
        let mut seen = BTreeSet::new();
        let mut todo = vec![entry];
        while let Some(pc) = todo.pop() {
            if !seen.insert(pc) {
                continue;
            }
            let op = self.program.code.get(pc as usize).copied().filter(|op| is_pure(*op))?;
            match op {
                Op::Back | Op::Fail { .. } | Op::TooDeep { .. } => {}
                Op::Jmp { to } => todo.push(to),
                Op::Call { to } => {
                    self.length(to)?;
                    todo.push(pc + 1);
                }
                op => {
                    todo.extend(fork(op));
                    todo.push(pc + 1);
                }
            }
        }
        Some(seen.len())
    }

    /// The region of an entry, if its code is pure and not too long; `read`: whether
    /// somebody reads a register behind it.
    pub fn find(&mut self, entry: Pc, read: &dyn Fn(R) -> bool) -> Option<Region> {
        self.length(entry)?;
        let region = self.walk(entry, BTreeSet::new(), MOST)?;
        let loops = self.small_loops(&region, read);
        if loops.is_empty() || region.nodes.len() > UNROLLED_FROM {
            return Some(region);
        }
        Some(self.walk(entry, loops, UNROLLED).unwrap_or(region))
    }

    fn walk(&mut self, entry: Pc, unrolled: BTreeSet<R>, most: usize) -> Option<Region> {
        let mut walk = Walk::new(unrolled);
        walk.node((entry, 0, BTreeMap::new()));
        // In the order in which they were named: their numbers are their places.
        while let Some(spot) = walk.todo.pop_front() {
            let at = walk.nodes.len();
            let hole =
                Node { pc: spot.0, op: Op::Back, kind: Kind::Done, next: NOWHERE, to: NOWHERE };
            walk.nodes.push(hole);
            let op = self.program.code.get(spot.0 as usize).copied()?;
            let node = self.node(&mut walk, spot, op);
            *walk.nodes.get_mut(at)? = node;
            if walk.nodes.len() > most {
                return None;
            }
        }
        Some(Region { nodes: walk.nodes })
    }

    /// Masks of few constant members of which nothing is wanted but one member after the other.
    fn small_loops(&self, region: &Region, read: &dyn Fn(R) -> bool) -> BTreeSet<R> {
        let (mut loops, mut others) = (BTreeSet::new(), BTreeSet::new());
        for node in region.nodes.iter().filter(|n| matches!(n.kind, Kind::Work | Kind::Fork)) {
            let mut own = None;
            if let Op::M(MaskOp::Next { m, w: 1, .. }) = node.op {
                loops.insert(m);
                own = Some(m);
            }
            if let Op::M(MaskOp::Const { m, k, w: 1 }) = node.op
                && self.few(k).is_some()
            {
                own = Some(m);
            }
            let mut note = |r: R| {
                if own != Some(r) {
                    others.insert(r);
                }
            };
            uses(node.op, self.program, &mut |used| {
                if let Use::Read(r) | Use::Write(r) = used {
                    note(r);
                }
            });
            taken(node.op, &mut note);
        }
        loops.retain(|m| !others.contains(m) && !read(*m));
        loops
    }

    /// A constant mask of one word, if it has few members.
    fn few(&self, k: u16) -> Option<u64> {
        self.program.masks.get(usize::from(k)).copied().filter(|mask| mask.count_ones() <= FEW)
    }

    fn node(&mut self, walk: &mut Walk, (pc, chain, mut left): Spot, op: Op) -> Node {
        let mut node = Node { pc, op, kind: Kind::Work, next: NOWHERE, to: NOWHERE };
        match op {
            Op::Back if chain == 0 => node.kind = Kind::Done,
            Op::Back => {
                let (back, within) = walk.chains[chain];
                node.kind = Kind::Goto(false);
                node.next = walk.node((back, within, left));
            }
            Op::Fail { .. } | Op::TooDeep { .. } => node.kind = Kind::Fails,
            Op::Jmp { to } => {
                // A step counts where the jump goes back, and where a word is called.
                node.kind = Kind::Goto(to <= pc);
                node.next = walk.node((to, chain, left));
            }
            Op::Call { to } if self.length(to).is_some_and(|n| n <= SMALL) => {
                let within = walk.chain(pc + 1, chain);
                node.kind = Kind::Goto(true);
                node.next = walk.node((to, within, left));
            }
            Op::Call { to } => {
                node.kind = Kind::Call(to);
                node.next = walk.node((pc + 1, chain, left));
            }
            Op::M(MaskOp::Const { m, k, .. }) if walk.unrolled.contains(&m) => {
                left.insert(m, self.few(k).unwrap_or_default());
                node.kind = Kind::Goto(false);
                node.next = walk.node((pc + 1, chain, left));
            }
            Op::M(MaskOp::Next { d, m, exit, .. }) if left.contains_key(&m) => {
                let bits = left.get(&m).copied().unwrap_or_default();
                if bits == 0 {
                    left.remove(&m);
                    node.kind = Kind::Goto(false);
                    node.next = walk.node((exit, chain, left));
                } else {
                    left.insert(m, bits & (bits - 1));
                    node.op = Op::Imm { d, k: bits.trailing_zeros() as i32 };
                    node.next = walk.node((pc + 1, chain, left));
                }
            }
            op => {
                if let Some(to) = fork(op) {
                    node.kind = Kind::Fork;
                    node.to = walk.node((to, chain, left.clone()));
                }
                node.next = walk.node((pc + 1, chain, left));
            }
        }
        node
    }
}
