//! Regions: what pure code runs through from where it begins to where it goes back, with small
//! calls written out, and deeds that are only imagined.

use crate::turns::{Loops, Sides, Turns};
use houserules_interpreter::program::{
    Effect, Family, Flow, Frame, ListOp, MaskOp, Op, Pc, Program,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Calls of so many instructions or fewer are written out where they stand.
const SMALL: usize = 60;
/// A region of more instructions is left to the interpreter.
const MOST: usize = 4_000;
/// Loops over few members are written out turn by turn in regions of no more instructions,
const SHORT: usize = 80;
/// which have no more with that.
const OF_FEW: usize = 400;
/// Loops over sides are in regions that have no more instructions with that.
const OF_SIDES: usize = 1_500;
/// Deeds that may write more bytes of counters are imagined by the interpreter, which keeps no more
/// than is written.
const KEPT: u32 = 512;
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
    /// What follows is only imagined: a scene begins, by its number.
    Suppose(usize),
    /// The scene is over: what was written in it is taken back.
    TakeBack(usize),
    /// A loop's head that is known to take this member next, and what it leaves.
    Takes(i64, i64),
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
    /// The scene in which it is imagined; 0: none.
    pub scene: usize,
    /// Whether it belongs to a deed, whose code is carried out elsewhere, too.
    pub deed: bool,
}

/// A deed that is imagined, and what is asked about it.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    /// The scene within which it is imagined.
    pub outer: usize,
    /// Where the code begins of what is asked.
    pub asked: Pc,
    /// Counters that are written.
    pub counters: BTreeSet<u16>,
    /// So many bodies run at most, each called by the one before.
    pub bodies: u16,
}

impl Scene {
    /// Where the bytes lie that it may write: runs of first byte and number.
    #[must_use]
    pub fn spans(&self, program: &Program) -> Vec<(u32, u32)> {
        let families = self.counters.iter().filter_map(|f| family(*f, program));
        let mut all: Vec<_> = families.map(|f| (f.base, bytes_of(f))).collect();
        all.sort_unstable();
        let mut spans: Vec<(u32, u32)> = Vec::new();
        for (at, len) in all {
            match spans.last_mut().filter(|(from, before)| *from + *before == at) {
                Some((_, before)) => *before += len,
                None => spans.push((at, len)),
            }
        }
        spans
    }
}

fn family(f: u16, program: &Program) -> Option<&Family> {
    program.schema.counters.get(usize::from(f))
}

fn bytes_of(family: &Family) -> u32 {
    u32::from(family.n) * if family.narrow { 1 } else { 8 }
}

/// Pure code from one entry.
#[derive(Debug, Clone)]
pub struct Region {
    /// The first is where it begins.
    pub nodes: Vec<Node>,
    /// Scenes by number; the first is no scene.
    pub scenes: Vec<Scene>,
}

/// Finds the regions of a program.
#[derive(Debug)]
pub struct Regions<'p> {
    program: &'p Program,
    /// How long the code from an entry is without what it calls; none: it is not pure.
    lengths: BTreeMap<Pc, Option<usize>>,
    sides: Sides,
}

/// Where a jump goes, if it is one with two ways on.
#[must_use]
pub fn fork(mut op: Op) -> Option<Pc> {
    let one_way = matches!(op, Op::Jmp { .. } | Op::Suppose { .. } | Op::F(_));
    op.exit().map(|to| *to).filter(|_| !one_way)
}

/// Whether an instruction writes nothing but registers and lists.
fn is_pure(op: Op) -> bool {
    match op {
        Op::St { .. } | Op::Suppose { .. } | Op::E(_) | Op::F(_) => false,
        Op::M(op) => !matches!(op, MaskOp::St { .. }),
        Op::L(op) => !matches!(op, ListOp::St { .. }),
        Op::Imm { .. }
        | Op::Wide { .. }
        | Op::Mov { .. }
        | Op::Ld { .. }
        | Op::Arith { .. }
        | Op::ArithK { .. }
        | Op::Neg { .. }
        | Op::Same { .. }
        | Op::SameK { .. }
        | Op::Less { .. }
        | Op::LessEq { .. }
        | Op::IsNone { .. }
        | Op::Not { .. }
        | Op::Jmp { .. }
        | Op::BranchIfNot { .. }
        | Op::BranchIf { .. }
        | Op::BranchIfNone { .. }
        | Op::BranchIfSome { .. }
        | Op::BranchIfOther { .. }
        | Op::Tab { .. }
        | Op::Neighbour { .. }
        | Op::Square { .. }
        | Op::InConst { .. }
        | Op::Counter { .. }
        | Op::CounterT { .. }
        | Op::Call { .. }
        | Op::Back
        | Op::Shown { .. }
        | Op::Open { .. }
        | Op::Travel { .. }
        | Op::Fail { .. }
        | Op::Remembered { .. }
        | Op::TooDeep { .. }
        | Op::Z(_)
        | Op::B(_) => true,
    }
}

/// Whether code can do what an effect does while it is only imagined.
fn is_imagined(effect: Effect, program: &Program) -> bool {
    match effect {
        Effect::Set { f, .. } | Effect::Add { f, .. } => {
            family(f, program).is_some_and(|f| f.lasts.is_none() && f.shown.is_none())
        }
        // Nobody is told of it, nothing is remembered, and nothing ends.
        Effect::Say { .. } | Effect::Aside { .. } | Effect::Remember { .. } | Effect::AtOnce => {
            true
        }
        Effect::Move { .. }
        | Effect::MoveByLot { .. }
        | Effect::Draw { .. }
        | Effect::Swap { .. }
        | Effect::Shuffle { .. }
        | Effect::Lot { .. }
        | Effect::LotTo { .. }
        | Effect::Show { .. }
        | Effect::Hide { .. }
        | Effect::ShowCounter { .. }
        | Effect::Fresh { .. } => false,
    }
}

/// The frame of a body that keeps nothing in the position.
fn bare_frame(body: u16, program: &Program) -> Option<&Frame> {
    program.frames.get(usize::from(body)).filter(|frame| frame.size == 0)
}

/// What ends where code that is written out goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// A call of pure code.
    Call,
    /// The body of a deed.
    Body,
    /// What is asked about a deed.
    Asked,
}

/// Where code that is written out goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Chain {
    back: Pc,
    within: usize,
    ends: Ends,
    scene: usize,
    bodies: u16,
    deed: bool,
}

/// A region in the making: nodes by place and by what they return to.
struct Walk {
    nodes: Vec<Node>,
    known: BTreeMap<(Pc, usize, Turns), usize>,
    /// The first stands for the region itself.
    chains: Vec<Chain>,
    scenes: Vec<Scene>,
    todo: VecDeque<(Pc, usize, Turns)>,
    /// The turns in which the present instruction is carried out.
    turns: Turns,
    /// Which loops are written out.
    loops: Loops,
}

impl Walk {
    fn new(loops: Loops) -> Self {
        let outermost =
            Chain { back: 0, within: 0, ends: Ends::Call, scene: 0, bodies: 0, deed: false };
        Self {
            nodes: Vec::new(),
            known: BTreeMap::new(),
            chains: vec![outermost],
            scenes: vec![Scene::default()],
            todo: VecDeque::new(),
            turns: Turns::default(),
            loops,
        }
    }

    fn node(&mut self, pc: Pc, chain: usize) -> usize {
        let turns = self.turns.at(pc, |of| self.is_within(chain, of), chain);
        let next = self.nodes.len() + self.todo.len();
        let at = *self.known.entry((pc, chain, turns.clone())).or_insert(next);
        if at == next {
            self.todo.push_back((pc, chain, turns));
        }
        at
    }

    /// Whether code is written out within other code, or is that itself.
    fn is_within(&self, mut chain: usize, of: usize) -> bool {
        while chain != of && chain != 0 {
            chain = self.chains[chain].within;
        }
        chain == of
    }

    fn chain(&mut self, chain: Chain) -> usize {
        let found = self.chains.iter().position(|c| *c == chain);
        found.unwrap_or_else(|| {
            self.chains.push(chain);
            self.chains.len() - 1
        })
    }

    /// Code that is written out within other code.
    fn inner(&mut self, back: Pc, within: usize, ends: Ends) -> usize {
        let Chain { scene, bodies, deed, .. } = self.chains[within];
        self.chain(Chain { back, within, ends, scene, bodies, deed })
    }

    /// The body of a deed within what is imagined.
    fn body(&mut self, back: Pc, within: usize) -> usize {
        let Chain { scene, bodies, .. } = self.chains[within];
        let bodies = bodies.saturating_add(1);
        let mut at = scene;
        while at != 0 {
            let scene = &mut self.scenes[at];
            scene.bodies = scene.bodies.max(bodies);
            at = scene.outer;
        }
        self.chain(Chain { back, within, ends: Ends::Body, scene, bodies, deed: true })
    }

    /// A scene begins: the chain of what is asked in it.
    fn scene(&mut self, asked: Pc, to: Pc, within: usize) -> usize {
        let Chain { scene: outer, bodies, .. } = self.chains[within];
        self.scenes.push(Scene { outer, asked, ..Scene::default() });
        let scene = self.scenes.len() - 1;
        let deed = false;
        self.chain(Chain { back: to, within, ends: Ends::Asked, scene, bodies, deed })
    }
}

impl<'p> Regions<'p> {
    /// Of a program.
    #[must_use]
    pub fn new(program: &'p Program) -> Self {
        Self { program, lengths: BTreeMap::new(), sides: Sides::of(program) }
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
        // Where, and whether in a deed.
        let mut todo = vec![(entry, false)];
        while let Some((pc, deed)) = todo.pop() {
            if !seen.insert(pc) {
                continue;
            }
            let op = self.program.code.get(pc as usize).copied()?;
            match op {
                Op::Back | Op::Fail { .. } | Op::TooDeep { .. } => {}
                Op::F(Flow::Return) if deed => {}
                Op::Jmp { to } => todo.push((to, deed)),
                Op::Call { to } => {
                    self.length(to)?;
                    todo.push((pc + 1, deed));
                }
                Op::Suppose { body, to } => {
                    let entry = bare_frame(body, self.program)?.entry;
                    todo.extend([(entry, true), (pc + 2, false), (to, deed)]);
                }
                Op::F(Flow::Call { body }) if deed => {
                    let entry = bare_frame(body, self.program)?.entry;
                    todo.extend([(entry, true), (pc + 1, true)]);
                }
                Op::E(effect) if deed && is_imagined(effect, self.program) => {
                    todo.push((pc + 1, true));
                }
                op => {
                    is_pure(op).then_some(())?;
                    todo.extend(fork(op).map(|to| (to, deed)));
                    todo.push((pc + 1, deed));
                }
            }
        }
        Some(seen.len())
    }

    /// The region of an entry, if its code is pure and not too long.
    pub fn find(&mut self, entry: Pc) -> Option<Region> {
        self.length(entry)?;
        let plain = self.walk(entry, Loops::None, MOST)?;
        let short = plain.nodes.len() <= SHORT;
        let few = short.then(|| self.walk(entry, Loops::OfFew, OF_FEW)).flatten();
        few.or_else(|| self.walk(entry, Loops::OfSides, OF_SIDES)).or(Some(plain))
    }

    fn walk(&mut self, entry: Pc, loops: Loops, most: usize) -> Option<Region> {
        let mut walk = Walk::new(loops);
        walk.node(entry, 0);
        // In the order in which they were named: their numbers are their places.
        while let Some((pc, chain, turns)) = walk.todo.pop_front() {
            let at = walk.nodes.len();
            let Chain { scene, deed, .. } = walk.chains[chain];
            let (next, to) = (NOWHERE, NOWHERE);
            let op = self.program.code.get(pc as usize).copied()?;
            let hole = Node { pc, op, kind: Kind::Work, next, to, scene, deed };
            walk.nodes.push(hole);
            walk.turns = turns;
            let node = self.node(&mut walk, hole, chain)?;
            *walk.nodes.get_mut(at)? = node;
            if walk.nodes.len() > most {
                return None;
            }
        }
        let bytes =
            |scene: &Scene| -> u32 { scene.spans(self.program).iter().map(|(_, len)| *len).sum() };
        let small = walk.scenes.iter().all(|scene| bytes(scene) <= KEPT);
        small.then_some(Region { nodes: walk.nodes, scenes: walk.scenes })
    }

    fn node(&mut self, walk: &mut Walk, mut node: Node, chain: usize) -> Option<Node> {
        let Node { pc, op, scene, .. } = node;
        match op {
            Op::Back if chain == 0 => node.kind = Kind::Done,
            Op::Back | Op::F(Flow::Return) => {
                let Chain { back, within, ends, .. } = walk.chains[chain];
                node.kind = match ends {
                    Ends::Asked => Kind::TakeBack(scene),
                    Ends::Call | Ends::Body => Kind::Goto(false),
                };
                node.next = walk.node(back, within);
            }
            Op::Fail { .. } | Op::TooDeep { .. } => node.kind = Kind::Fails,
            Op::Jmp { to } => {
                // A step counts where the jump goes back, and where a word is called.
                node.kind = Kind::Goto(to <= pc);
                node.next = walk.node(to, chain);
            }
            Op::Call { to } if self.length(to).is_some_and(|n| n <= SMALL) => {
                let within = walk.inner(pc + 1, chain, Ends::Call);
                node.kind = Kind::Goto(true);
                node.next = walk.node(to, within);
            }
            Op::Call { to } => {
                node.kind = Kind::Call(to);
                node.next = walk.node(pc + 1, chain);
            }
            Op::Suppose { body, to } => {
                let asked = walk.scene(pc + 2, to, chain);
                let deed = walk.body(pc + 1, asked);
                node.kind = Kind::Suppose(walk.chains[asked].scene);
                node.next = walk.node(bare_frame(body, self.program)?.entry, deed);
            }
            Op::F(Flow::Call { body }) => {
                let within = walk.body(pc + 1, chain);
                node.kind = Kind::Goto(true);
                node.next = walk.node(bare_frame(body, self.program)?.entry, within);
            }
            // Here the deed is over.
            Op::F(Flow::RefereeEnd) => {
                node.kind = Kind::Goto(false);
                node.next = walk.node(pc + 1, chain);
            }
            Op::M(MaskOp::Next { m, exit, .. }) if walk.turns.left(m).is_some() => {
                let left = walk.turns.left(m).unwrap_or(0);
                if left == 0 {
                    node.kind = Kind::Goto(false);
                    node.next = walk.node(exit, chain);
                } else {
                    let rest = left & (left - 1);
                    node.kind = Kind::Takes(i64::from(left.trailing_zeros()), rest as i64);
                    walk.turns.leave(m, rest);
                    node.next = walk.node(pc + 1, chain);
                }
            }
            op => {
                walk.turns.begin(self.sides.turn(walk.loops, self.program, pc, chain));
                if let Op::E(Effect::Set { f, .. } | Effect::Add { f, .. }) = op {
                    walk.scenes[scene].counters.insert(f);
                }
                if let Some(to) = fork(op) {
                    node.kind = Kind::Fork;
                    node.to = walk.node(to, chain);
                }
                node.next = walk.node(pc + 1, chain);
            }
        }
        Some(node)
    }
}
