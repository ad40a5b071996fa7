//! A region of pure code as one function: registers are values, written to memory at the end as
//! far as somebody reads them.

mod scene;

use crate::emit::{BARE, Emit, Ranged, Slot, Ways, Which, most_lists, which};
use crate::live::{Facts, Known, Set, Sets, callee};
use crate::range::{Analysed, Heads, Range, Ranges, Squares};
use crate::region::{Kind, NOWHERE, Node, Region};
use crate::touch::{Use, uses};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, FuncRef, InstBuilder, Value, types};
use cranelift_frontend::Variable;
use houserules_interpreter::program::{ListOp, MaskOp, Op, Pc, Program, R, budget};
use scene::Stage;
use std::collections::BTreeMap;

/// What is known of a region when its function is made.
pub struct Plan<'r> {
    /// The region that is translated.
    pub region: &'r Region,
    /// What it does.
    pub facts: &'r Facts,
    /// Facts of what it calls.
    pub known: &'r Known,
    /// Registers that somebody outside reads.
    pub escaping: &'r Set,
    /// Lists that somebody outside reads.
    pub lists: &'r Set,
    /// Registers that types tell something of.
    pub typed: &'r BTreeMap<R, Range>,
    /// Functions that it calls.
    pub callees: &'r BTreeMap<Pc, FuncRef>,
}

/// Which zone a register holds the number of, throughout a region.
fn zones_of(plan: &Plan<'_>, program: &Program) -> BTreeMap<R, Which> {
    let mut known = BTreeMap::new();
    // Copies are known once what they are copies of is.
    for _ in 0..3 {
        known = zones_given(plan, program, &known);
    }
    known
}

/// The same, where something is known of copies.
fn zones_given(
    plan: &Plan<'_>,
    program: &Program,
    known: &BTreeMap<R, Which>,
) -> BTreeMap<R, Which> {
    let mut found: BTreeMap<R, Option<Which>> = BTreeMap::new();
    for node in plan.region.nodes.iter().filter(|n| matches!(n.kind, Kind::Work | Kind::Fork)) {
        let zone = which(node.op, |r| known.get(&r).copied());
        let mut note = |r: R| {
            let same = |seen: &mut Option<Which>| *seen = seen.filter(|k| Some(*k) == zone);
            found.entry(r).and_modify(same).or_insert(zone);
        };
        uses(node.op, program, &mut |used| {
            if let Use::Write(r) | Use::Take(r) = used {
                note(r);
            }
        });
    }
    for node in plan.region.nodes.iter().filter(|n| matches!(n.kind, Kind::Takes(..))) {
        crate::turns::head(node.op).for_each(|r| {
            found.insert(r, None);
        });
    }
    for node in &plan.region.nodes {
        if let Some(of) = callee(node, program).and_then(|to| plan.known.get(&to)) {
            of.writes.iter().for_each(|r| {
                found.insert(r, None);
            });
        }
    }
    found.retain(|r, _| !plan.facts.live.has(*r));
    found.into_iter().filter_map(|(r, zone)| Some((r, zone?))).collect()
}

/// A function in the making.
pub struct Making<'e, 'b, 'p, 'r> {
    /// What it is made with.
    pub emit: &'e mut Emit<'b, 'p>,
    /// What is known of the region.
    pub plan: &'r Plan<'r>,
    steps: Variable,
    /// Where nodes that are jumped to begin.
    blocks: BTreeMap<usize, Block>,
    /// What must be in memory at the end.
    out: Set,
    lists: Set,
    /// Where it goes on at the end; none: back to who called it.
    done: Option<Block>,
    /// What is known where blocks begin.
    heads: Heads,
    /// What is imagined in it, by the number of the scene.
    pub scenes: Vec<Stage>,
}

/// Fills in a function: `(desk, registers, position, steps)` to the steps afterwards, or -1 if the
/// interpreter must run the region. None: something in it is not known.
pub fn fill(emit: &mut Emit<'_, '_>, plan: &Plan<'_>, steps: Value) -> Option<()> {
    emit.vars = Some(BTreeMap::new());
    emit.zones = zones_of(plan, emit.program);
    emit.squares = Squares::of(plan.region);
    // Deeds that are only imagined may move tiles.
    emit.still = plan.region.scenes.len() <= 1;
    let var = emit.b.declare_var(types::I64);
    emit.b.def_var(var, steps);
    let regs = plan.facts.own.both(plan.escaping);
    let out = Sets { regs, lists: plan.facts.lists_own.both(plan.lists) };
    let (loaded, live) = crate::live::facts_and_live(plan.region, emit.program, plan.known, &out);
    let Sets { regs: out, lists } = out;
    for r in loaded.live.iter().filter(|r| plan.facts.names.has(*r)) {
        emit.reload(r);
    }
    let mut begin = guarded(emit, plan, &loaded.live);
    for l in plan.facts.lists_named.iter().take(most_lists(emit.program)) {
        emit.keep_list(l);
        if loaded.lists_live.has(l) {
            emit.reload_list(l);
        }
    }
    let (blocks, scenes, bail) = (BTreeMap::new(), Vec::new(), emit.bail);
    let heads = Heads::default();
    let (done, steps) = (None, var);
    let mut making = Making { emit, plan, steps, blocks, out, lists, done, scenes, heads };
    making.begin_blocks();
    begin.name(&making.emit.squares);
    making.find_ranges(&begin, &live);
    making.begin_scenes();
    making.run()?;
    making.end_scenes()?;
    making.emit.bail = bail;
    making.emit.at(bail);
    let failed = making.emit.k(-1);
    making.emit.b.ins().return_(&[failed]);
    Some(())
}

/// Writes a region out within a function that keeps registers as variables and counts steps: what
/// follows stands behind it. It needs no lists.
pub fn write_out(emit: &mut Emit<'_, '_>, plan: &Plan<'_>) -> Option<()> {
    let steps = emit.variable_of(Slot::Steps)?;
    let zones = std::mem::replace(&mut emit.zones, zones_of(plan, emit.program));
    let flowing = std::mem::replace(&mut emit.flowing, false);
    let done = emit.block();
    let none = Sets::default();
    let (_, live) = crate::live::facts_and_live(plan.region, emit.program, plan.known, &none);
    let mut making = Making {
        emit,
        plan,
        steps,
        blocks: BTreeMap::new(),
        out: Set::default(),
        lists: Set::default(),
        done: Some(done),
        scenes: Vec::new(),
        heads: Heads::default(),
    };
    making.begin_blocks();
    making.find_ranges(&Ranges::default(), &live);
    making.begin_scenes();
    making.run()?;
    making.emit.at(done);
    if making.counts() {
        making.compare_steps();
    }
    (emit.zones, emit.flowing, emit.ranges) = (zones, flowing, Ranges::default());
    Some(())
}

/// What the code may rely on where it begins: arguments that are what their types say, and go the
/// slow way if they are not.
fn guarded(emit: &mut Emit<'_, '_>, plan: &Plan<'_>, live: &Set) -> Ranges {
    let mut begin = Ranges::default();
    let own = |r: &R| plan.facts.names.has(*r) && live.has(*r);
    for (r, range) in plan.typed.iter().filter(|(r, _)| own(r)) {
        let value = emit.get(*r);
        let at = emit.plus(value, range.lo.wrapping_neg());
        let mut inside = emit.below(at, range.hi - range.lo + 1);
        if range.none {
            let none = emit.is_none(value);
            inside = emit.b.ins().bor(inside, none);
        }
        let outside = emit.b.ins().icmp_imm(IntCC::Equal, inside, 0);
        emit.bail_if(outside);
        begin.set(*r, *range);
    }
    begin
}

impl Making<'_, '_, '_, '_> {
    fn begin_blocks(&mut self) {
        let nodes = &self.plan.region.nodes;
        let mut comes = vec![0u32; nodes.len()];
        if let Some(first) = comes.first_mut() {
            *first = 2;
        }
        for node in nodes {
            let forks = node.to != NOWHERE;
            for (at, more) in [(node.next, 1 + u32::from(forks)), (node.to, 2)] {
                if let Some(comes) = comes.get_mut(at) {
                    *comes += more;
                }
            }
        }
        for (at, _) in comes.iter().enumerate().filter(|(_, n)| **n > 1) {
            let block = self.emit.block();
            self.blocks.insert(at, block);
        }
    }

    /// Finds out what is known where blocks begin.
    fn find_ranges(&mut self, begin: &Ranges, live: &[Set]) {
        let known = Analysed { program: self.emit.program, known: self.plan.known };
        let is_head = |at: usize| self.blocks.contains_key(&at);
        self.heads = Heads::of(self.plan.region, known, begin, live, is_head);
    }

    fn run(&mut self) -> Option<()> {
        let first = *self.blocks.get(&0)?;
        self.emit.jump(first);
        let heads: Vec<(usize, Block)> = self.blocks.iter().map(|(at, b)| (*at, *b)).collect();
        for (head, block) in heads {
            self.emit.at(block);
            self.emit.ranges = self.heads.at(head);
            let mut at = head;
            while let Some(next) = self.node(at)? {
                let node = self.plan.region.nodes.get(at)?;
                self.emit.ranges.step(at, node, self.emit.program, self.plan.known);
                if let Some(block) = self.blocks.get(&next).copied() {
                    self.emit.jump(block);
                    break;
                }
                at = next;
            }
        }
        Some(())
    }

    /// One instruction; gives the next one, unless it ends the block.
    fn node(&mut self, at: usize) -> Option<Option<usize>> {
        let node = *self.plan.region.nodes.get(at)?;
        self.emit.bail = self.scenes.get(node.scene)?.bail;
        match node.kind {
            Kind::Done => {
                if let Some(done) = self.done {
                    self.emit.jump(done);
                    return Some(None);
                }
                if self.counts() {
                    self.compare_steps();
                }
                for r in self.out.iter() {
                    self.emit.flush(r);
                }
                for l in self.lists.iter() {
                    self.emit.flush_list(l);
                }
                let steps = self.emit.b.use_var(self.steps);
                self.emit.b.ins().return_(&[steps]);
                return Some(None);
            }
            Kind::Fails => {
                let bail = self.emit.bail;
                self.emit.jump(bail);
                return Some(None);
            }
            Kind::Goto(true) => self.tick(node.next <= at),
            Kind::Goto(false) => {}
            Kind::Call(to) => {
                self.tick(true);
                self.call(to)?;
            }
            Kind::Fork => {
                self.fork(&node)?;
                return Some(None);
            }
            Kind::Suppose(scene) => {
                self.tick(true);
                self.suppose(scene)?;
            }
            Kind::TakeBack(scene) => self.take_back(scene)?,
            Kind::Takes(member, rest) => {
                for (r, value) in crate::turns::head(node.op).zip([member, rest]) {
                    let value = self.emit.k(value);
                    self.emit.set(r, value);
                }
            }
            Kind::Work => match node.op {
                Op::E(effect) => self.emit.imagined(effect)?,
                Op::Travel { t } => self.travel(node.pc, t)?,
                op => self.emit.work(node.pc, op)?,
            },
        }
        Some(Some(node.next))
    }

    /// One more step. Only where code goes back need it be seen at once that they are too many:
    /// the interpreter runs all of it again.
    fn tick(&mut self, back: bool) {
        let steps = self.emit.b.use_var(self.steps);
        let steps = self.emit.plus(steps, 1);
        self.emit.b.def_var(self.steps, steps);
        if back {
            self.compare_steps();
        }
    }

    /// Whether there are steps that are not compared where they are counted.
    fn counts(&self) -> bool {
        let mut nodes = self.plan.region.nodes.iter().enumerate();
        nodes.any(|(at, node)| node.kind == Kind::Goto(true) && node.next > at)
    }

    fn compare_steps(&mut self) {
        let steps = self.emit.b.use_var(self.steps);
        let over = self.emit.is(IntCC::SignedGreaterThan, steps, budget::STEPS as i64);
        self.emit.bail_if(over);
    }

    /// What another region reads is brought to memory.
    fn before(&mut self, of: &Facts) {
        for r in of.live.iter().filter(|r| self.plan.facts.own.has(*r)) {
            self.emit.flush(r);
        }
        // A list that it may leave as it is must be in memory as it is, too.
        let mut lists = of.lists_changed.both(self.plan.lists);
        lists.join(&of.lists_live);
        for l in lists.both(&self.plan.facts.lists_own).iter() {
            self.emit.flush_list(l);
        }
    }

    /// What another region may have written is fetched.
    fn after(&mut self, of: &Facts) {
        let names = &self.plan.facts.names;
        let written = of.writes.both(self.plan.escaping);
        for r in written.iter().filter(|r| names.has(*r)) {
            self.emit.reload(r);
        }
        let changed = of.lists_changed.both(self.plan.lists);
        for l in changed.both(&self.plan.facts.lists_named).iter() {
            self.emit.reload_list(l);
        }
    }

    fn call(&mut self, to: Pc) -> Option<()> {
        let (of, callee) = (self.plan.known.get(&to)?, *self.plan.callees.get(&to)?);
        self.before(of);
        // A register that the callee may leave as it is must be in memory as it is.
        let kept = of.writes.both(self.plan.escaping);
        for r in kept.iter().filter(|r| self.plan.facts.own.has(*r)) {
            self.emit.flush(r);
        }
        let steps = self.emit.b.use_var(self.steps);
        let Emit { desk, regs, pos, .. } = *self.emit;
        let call = self.emit.b.ins().call(callee, &[desk, regs, pos, steps]);
        let steps = self.emit.b.inst_results(call)[0];
        let failed = self.emit.is(IntCC::SignedLessThan, steps, 0);
        self.emit.bail_if(failed);
        self.emit.b.def_var(self.steps, steps);
        self.after(of);
        Some(())
    }

    /// A search on a map: the machine goes, and counts steps of its own.
    fn travel(&mut self, pc: Pc, t: u16) -> Option<()> {
        let code = self.emit.program.travels[usize::from(t)];
        let of = match code.fare {
            Some(fare) => Some(self.plan.known.get(&fare.entry)?),
            None => None,
        };
        if let Some(of) = of {
            self.before(of);
        }
        let steps = self.emit.b.use_var(self.steps);
        self.emit.set_slot(Slot::Steps, steps);
        self.emit.interpret(pc, Op::Travel { t });
        let steps = self.emit.slot(Slot::Steps);
        self.emit.b.def_var(self.steps, steps);
        if let Some(of) = of {
            self.after(of);
        }
        Some(())
    }

    fn fork(&mut self, node: &Node) -> Option<()> {
        let (next, other) = (*self.blocks.get(&node.next)?, *self.blocks.get(&node.to)?);
        self.emit.fork_at(node.op, next, other)
    }
}

impl Emit<'_, '_> {
    /// A branch or a loop's head: on to the next instruction, or elsewhere.
    pub fn fork_at(&mut self, op: Op, next: Block, other: Block) -> Option<()> {
        let (how, a, k) = match op {
            Op::BranchIfNot { a, .. } => (IntCC::NotEqual, a, 1),
            Op::BranchIf { a, .. } => (IntCC::Equal, a, 1),
            Op::BranchIfNone { a, .. } => (IntCC::Equal, a, houserules_interpreter::program::NONE),
            Op::BranchIfSome { a, .. } => {
                (IntCC::NotEqual, a, houserules_interpreter::program::NONE)
            }
            Op::BranchIfOther { a, k, .. } => (IntCC::NotEqual, a, i64::from(k)),
            Op::M(MaskOp::Next { d, m, w, .. }) => {
                self.next_of_mask(d, m, w, Ways { yes: next, no: other });
                return Some(());
            }
            Op::L(ListOp::Next { d, l, i, .. }) => {
                let at = self.get(i);
                let (there, value) = self.member(l, at);
                let go = self.block();
                self.fork(there, go, other);
                self.at(go);
                let behind = self.plus(at, 1);
                self.set(i, behind);
                self.set(d, value);
                self.jump(next);
                return Some(());
            }
            Op::L(ListOp::Count { d, i, hi, .. }) => {
                let (at, hi) = (self.get(i), self.get(hi));
                let within = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, at, hi);
                let some = self.is(IntCC::NotEqual, at, houserules_interpreter::program::NONE);
                let there = self.both(within, some);
                let go = self.block();
                self.fork(there, go, other);
                self.at(go);
                let behind = self.plus(at, 1);
                let last = self.is(IntCC::Equal, at, i64::MAX);
                let behind = self.b.ins().select(last, at, behind);
                self.set(i, behind);
                self.set(d, at);
                self.jump(next);
                return Some(());
            }
            _ => return None,
        };
        let Ranged { value: a, known } = self.ranged(a);
        if k == 1 && known.within(0, 1) {
            // Yes or no: the number itself tells which.
            let (yes, no) = if how == IntCC::Equal { (other, next) } else { (next, other) };
            self.fork(a, yes, no);
        } else {
            let goes = self.is(how, a, k);
            self.fork(goes, other, next);
        }
        Some(())
    }

    fn next_of_mask(&mut self, d: R, m: R, w: u8, ways: Ways) {
        let Ways { yes: next, no: other } = ways;
        for n in 0..u16::from(w) {
            let word = self.get(m + n);
            let no = if n + 1 == u16::from(w) { other } else { self.block() };
            let yes = self.block();
            self.fork(word, yes, no);
            self.at(yes);
            let bit = self.b.ins().ctz(word);
            let bit = self.plus(bit, 64 * i64::from(n));
            self.set(d, bit);
            let less = self.plus(word, -1);
            let rest = self.b.ins().band(word, less);
            self.set(m + n, rest);
            self.jump(next);
            if no != other {
                self.at(no);
            }
        }
        if w == 0 {
            self.b.ins().jump(other, &BARE);
        }
    }
}
