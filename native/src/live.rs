//! Which registers a region reads before it has written them, and which of those that it writes
//! somebody reads later.

use crate::region::{Kind, NOWHERE, Node, Region, fork};
use crate::touch::{Use, uses};
use houserules_interpreter::program::{Effect, Op, Pc, Program, R};
use houserules_lang::ir::TextId;
use std::collections::BTreeMap;

/// A set of registers or lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Set(Vec<u64>);

impl Set {
    /// Adds a member.
    pub fn add(&mut self, at: u16) {
        let word = usize::from(at / 64);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (at % 64);
    }

    /// Takes a member out.
    pub fn drop(&mut self, at: u16) {
        if let Some(word) = self.0.get_mut(usize::from(at / 64)) {
            *word &= !(1 << (at % 64));
        }
    }

    /// Whether it holds one.
    #[must_use]
    pub fn has(&self, at: u16) -> bool {
        self.0.get(usize::from(at / 64)).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// Adds all of another.
    pub fn join(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// Takes out all of another.
    pub fn lose(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
    }

    /// What both hold.
    #[must_use]
    pub fn both(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// All, in order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        (0..).zip(&self.0).flat_map(|(k, word)| {
            (0..64u16).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * k + bit)
        })
    }
}

/// What a region does to registers and lists, with what it calls.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// Registers that it reads as they were.
    pub live: Set,
    /// Registers that it, or what it calls, may write.
    pub writes: Set,
    /// Registers that it writes or reads itself.
    pub names: Set,
    /// Registers that it writes itself.
    pub own: Set,
    /// Registers that it reads behind a call that may write them.
    pub awaited: Set,
    /// Registers that it has written whenever it comes to its end.
    pub sure: Set,
    /// Lists that it reads as they were.
    pub lists_live: Set,
    /// Lists that it, or what it calls, may change.
    pub lists_changed: Set,
    /// Lists that it names itself.
    pub lists_named: Set,
    /// Lists that it changes itself.
    pub lists_own: Set,
    /// Lists that it reads behind a call that may change them.
    pub lists_awaited: Set,
    /// Lists that it has made anew whenever it comes to its end.
    pub lists_sure: Set,
}

impl Facts {
    /// Whether it can be run a second time from the beginning: it has not changed what it reads.
    #[must_use]
    pub fn can_begin_anew(&self) -> bool {
        self.live.both(&self.writes).is_empty()
            && self.lists_live.both(&self.lists_changed).is_empty()
    }
}

/// Facts by entry.
pub type Known = BTreeMap<Pc, Facts>;

/// What a node calls: a region, or the price of a step on a map.
#[must_use]
pub fn callee(node: &Node, program: &Program) -> Option<Pc> {
    match (node.kind, node.op) {
        (Kind::Call(to), _) => Some(to),
        (Kind::Work, Op::Travel { t }) => {
            program.travels[usize::from(t)].fare.map(|fare| fare.entry)
        }
        _ => None,
    }
}

/// What was asked in a scene that is over: where the interpreter imagines the deed, that may run by
/// itself.
#[must_use]
pub fn asked(node: &Node, region: &Region) -> Option<Pc> {
    let Kind::TakeBack(scene) = node.kind else { return None };
    region.scenes.get(scene).map(|scene| scene.asked)
}

/// Registers, and lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sets {
    pub regs: Set,
    pub lists: Set,
}

/// The facts of a region whose callees are known; `out`: registers and lists that must hold at its
/// end.
#[must_use]
pub fn facts(region: &Region, program: &Program, known: &Known, out: &Sets) -> Facts {
    facts_and_live(region, program, known, out).0
}

/// The same, and for each node the registers that are read from it on.
#[must_use]
pub fn facts_and_live(
    region: &Region,
    program: &Program,
    known: &Known,
    out: &Sets,
) -> (Facts, Vec<Set>) {
    let mut facts = Facts::default();
    for node in &region.nodes {
        gather(node, program, known, &mut facts);
    }
    let (live, lists) = flow_back(region, program, known, out);
    for node in &region.nodes {
        let asked = asked(node, region);
        if let Some(behind) = callee(node, program).or(asked).and_then(|to| known.get(&to))
            && let (Some(after), Some(list)) = (live.get(node.next), lists.get(node.next))
        {
            facts.awaited.join(&behind.writes.both(after));
            facts.lists_awaited.join(&behind.lists_changed.both(list));
        }
    }
    Sets { regs: facts.sure, lists: facts.lists_sure } = surely_written(region, program, known);
    facts.live = live.first().cloned().unwrap_or_default();
    facts.lists_live = lists.into_iter().next().unwrap_or_default();
    (facts, live)
}

fn gather(node: &Node, program: &Program, known: &Known, facts: &mut Facts) {
    if matches!(node.kind, Kind::Work | Kind::Fork) {
        uses(node.op, program, &mut |found| match found {
            Use::Read(r) => facts.names.add(r),
            Use::Write(r) | Use::Take(r) => {
                facts.names.add(r);
                facts.own.add(r);
                facts.writes.add(r);
            }
            Use::Look(l) => facts.lists_named.add(l),
            Use::Fill(l) | Use::Change(l) => {
                facts.lists_named.add(l);
                facts.lists_own.add(l);
                facts.lists_changed.add(l);
            }
        });
    }
    if let Kind::Takes(..) = node.kind {
        for r in crate::turns::head(node.op) {
            facts.names.add(r);
            facts.own.add(r);
            facts.writes.add(r);
        }
    }
    if let Some(of) = callee(node, program).and_then(|to| known.get(&to)) {
        facts.writes.join(&of.writes);
        facts.lists_changed.join(&of.lists_changed);
    }
}

/// What is alive before each node.
fn flow_back(
    region: &Region,
    program: &Program,
    known: &Known,
    out: &Sets,
) -> (Vec<Set>, Vec<Set>) {
    let n = region.nodes.len();
    let (mut live, mut lists) = (vec![Set::default(); n], vec![Set::default(); n]);
    let mut changed = true;
    while changed {
        changed = false;
        for (at, node) in region.nodes.iter().enumerate().rev() {
            let (mut here, mut list) = if node.kind == Kind::Done {
                (out.regs.clone(), out.lists.clone())
            } else {
                (Set::default(), Set::default())
            };
            if node.next != NOWHERE {
                here.join(&live[node.next]);
                list.join(&lists[node.next]);
            }
            if node.kind == Kind::Fork {
                taken(node.op, program).for_each(|r| here.drop(r));
                here.join(&live[node.to]);
                list.join(&lists[node.to]);
            }
            if let Kind::Takes(..) = node.kind {
                crate::turns::head(node.op).for_each(|r| here.drop(r));
            }
            if let Some(of) = called(node, known) {
                here.lose(&of.sure);
                list.lose(&of.lists_sure);
            }
            // A search on a map writes the ends of a step before it asks what the step costs.
            if let Some(of) = callee(node, program).and_then(|to| known.get(&to)) {
                here.join(&of.live);
                list.join(&of.lists_live);
            }
            if matches!(node.kind, Kind::Work | Kind::Fork) {
                before(node.op, program, &mut here, &mut list);
            }
            if here != live[at] || list != lists[at] {
                (live[at], lists[at]) = (here, list);
                changed = true;
            }
        }
    }
    (live, lists)
}

/// The region that a node is a call of.
fn called<'k>(node: &Node, known: &'k Known) -> Option<&'k Facts> {
    let Kind::Call(to) = node.kind else { return None };
    known.get(&to)
}

/// Registers and lists that were written on every way to the end of a region.
fn surely_written(region: &Region, program: &Program, known: &Known) -> Sets {
    // Before each node; none: no way to it was found yet.
    let mut found: Vec<Option<Sets>> = vec![None; region.nodes.len()];
    let mut end = None;
    let mut todo = vec![(0, Sets::default())];
    while let Some((at, came)) = todo.pop() {
        let Some(node) = region.nodes.get(at) else { continue };
        if !narrowed(&mut found[at], &came) {
            continue;
        }
        let Sets { mut regs, mut lists } = found[at].clone().unwrap_or_default();
        if node.kind == Kind::Done {
            narrowed(&mut end, &Sets { regs, lists });
            continue;
        }
        if let Some(of) = called(node, known) {
            regs.join(&of.sure);
            lists.join(&of.lists_sure);
        }
        if matches!(node.kind, Kind::Work | Kind::Fork) {
            uses(node.op, program, &mut |use_| match use_ {
                Use::Write(r) => regs.add(r),
                Use::Fill(l) => lists.add(l),
                Use::Read(_) | Use::Take(_) | Use::Look(_) | Use::Change(_) => {}
            });
        }
        if let Kind::Takes(..) = node.kind {
            crate::turns::head(node.op).for_each(|r| regs.add(r));
        }
        if node.kind == Kind::Fork {
            let both = Sets { regs: regs.clone(), lists: lists.clone() };
            todo.push((node.to, both));
            taken(node.op, program).for_each(|r| regs.add(r));
        }
        todo.push((node.next, Sets { regs, lists }));
    }
    end.unwrap_or_default()
}

/// Keeps of what was found what came, too; whether that changed it.
fn narrowed(found: &mut Option<Sets>, came: &Sets) -> bool {
    let both = match found {
        Some(Sets { regs, lists }) => {
            Sets { regs: regs.both(&came.regs), lists: lists.both(&came.lists) }
        }
        None => came.clone(),
    };
    let changed = found.as_ref() != Some(&both);
    *found = Some(both);
    changed
}

/// What a loop's head writes if there is another member.
fn taken(op: Op, program: &Program) -> impl Iterator<Item = R> {
    let mut found = Vec::new();
    uses(op, program, &mut |used| {
        if let Use::Take(r) = used {
            found.push(r);
        }
    });
    found.into_iter()
}

/// From what is alive behind an instruction to what is before it.
fn before(op: Op, program: &Program, here: &mut Set, list: &mut Set) {
    uses(op, program, &mut |found| match found {
        Use::Write(r) => here.drop(r),
        Use::Fill(l) => list.drop(l),
        Use::Read(_) | Use::Take(_) | Use::Look(_) | Use::Change(_) => {}
    });
    uses(op, program, &mut |found| match found {
        Use::Read(r) => here.add(r),
        Use::Look(l) | Use::Change(l) => list.add(l),
        Use::Write(_) | Use::Take(_) | Use::Fill(_) => {}
    });
}

/// Registers that code which is not pure reads.
#[must_use]
pub fn read_elsewhere(program: &Program, is_pure: impl Fn(Pc) -> bool) -> Set {
    let mut read = Set::default();
    for (pc, op) in (0..).zip(&program.code) {
        if !is_pure(pc) {
            uses(*op, program, &mut |found| {
                if let Use::Read(r) = found {
                    read.add(r);
                }
            });
        }
    }
    read.add(0 as R);
    read
}

/// Registers that are read before they are written, from each instruction on that is not pure;
/// `asked`: what is read wherever flow leads to.
#[must_use]
pub fn registers_alive(
    program: &Program,
    known: &Known,
    is_pure: impl Fn(Pc) -> bool,
    asked: &Set,
) -> Vec<Set> {
    let entries = crate::entries::entries(program);
    let mut live = vec![Set::default(); program.code.len() + 1];
    let mut read = asked.clone();
    read.add(0 as R);
    let mut changed = true;
    while changed {
        changed = false;
        for (at, op) in program.code.iter().enumerate().rev().filter(|(at, _)| !is_pure(*at as Pc))
        {
            let mut here = if let Op::Jmp { to } = op {
                live.get(*to as usize).cloned().unwrap_or_default()
            } else if matches!(op, Op::Back | Op::Fail { .. }) {
                Set::default()
            } else {
                live[at + 1].clone()
            };
            if let Op::Call { to } = op
                && let Some(facts) = known.get(to)
            {
                here.lose(&facts.sure);
                here.join(&facts.live);
            }
            // What runs behind these finds registers as they are left here.
            if matches!(op, Op::F(_) | Op::Suppose { .. }) {
                changed |= grows(&mut read, &here);
                here.clone_from(&read);
            }
            if let Some(to) = fork(*op).and_then(|to| live.get(to as usize)) {
                here.join(to);
            }
            before(*op, program, &mut here, &mut Set::default());
            // Who is told of what follows is found by code of its own.
            if let Some(entry) = told_by(*op, program) {
                let facts = known.get(&entry).map(|facts| &facts.live);
                facts.into_iter().chain(live.get(entry as usize)).for_each(|of| here.join(of));
            }
            if entries.contains(&(at as Pc)) {
                changed |= grows(&mut read, &here);
            }
            if live[at] != here {
                live[at] = here;
                changed = true;
            }
        }
    }
    live
}

/// Where the code begins that finds who is told of what follows an instruction.
fn told_by(op: Op, program: &Program) -> Option<Pc> {
    let Op::E(Effect::Aside { text: Some(text) }) = op else { return None };
    let holes = program.holes.get(&TextId(text))?;
    holes.first().map(|(entry, ..)| *entry)
}

/// Adds all of another set; whether there was anything new.
fn grows(set: &mut Set, by: &Set) -> bool {
    let before = set.clone();
    set.join(by);
    *set != before
}

/// Lists that code which is not pure reads as pure code, or what ran before a stop, has left them.
#[must_use]
pub fn lists_read_elsewhere(program: &Program, is_pure: impl Fn(Pc) -> bool) -> Set {
    let entries = crate::entries::entries(program);
    let mut live = vec![Set::default(); program.code.len() + 1];
    let mut read = Set::default();
    let mut changed = true;
    while changed {
        changed = false;
        for (at, op) in program.code.iter().enumerate().rev() {
            let pc = at as Pc;
            if is_pure(pc) {
                continue;
            }
            let behind = &live[at + 1];
            let mut lists = if let Op::Jmp { to } = op {
                live.get(*to as usize).cloned().unwrap_or_default()
            } else if matches!(op, Op::Back | Op::Fail { .. }) {
                Set::default()
            } else {
                behind.clone()
            };
            // Where it goes on, and what ran on the way there, is known when the game runs.
            if matches!(op, Op::F(_) | Op::Call { .. }) {
                let known = read.clone();
                read.join(behind);
                changed |= read != known;
            }
            if matches!(op, Op::F(_)) {
                lists.clone_from(&read);
            }
            if let Some(to) = fork(*op).and_then(|to| live.get(to as usize)) {
                lists.join(to);
            }
            // What is asked about what is imagined is code of its own; behind it this goes on.
            if let Op::Suppose { to, .. } = op {
                let known = read.clone();
                read.join(&live[*to as usize]);
                changed |= read != known;
            }
            before(*op, program, &mut Set::default(), &mut lists);
            if entries.contains(&pc) {
                let known = read.clone();
                read.join(&lists);
                changed |= read != known;
            }
            if live[at] != lists {
                live[at] = lists;
                changed = true;
            }
        }
    }
    read
}
