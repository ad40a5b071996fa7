//! Who uses whom, and what each body needs to be known where it runs.
//!
//! Every body is a node. While it is typed, it notes what it calls (with what is known there) and
//! what it needs but does not find around itself: an acting player, a running stage or deed, a
//! stage to end. [`Graph::circles`] finds recursion; [`Graph::unmet`] carries the needs up to the
//! roots.

use crate::ir::{DeedId, MoveId, Run, WordId};
use crate::source::Span;
use crate::syntax::ast::StageWord;
use std::collections::{BTreeMap, BTreeSet};

/// A body, as one of those that use each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Node {
    Setup,
    Play,
    Word(WordId),
    /// Layers that are woven around others have nodes of their own.
    Deed(DeedId),
    Move(MoveId),
    /// A `runs out` rule, by its index.
    RunsOut(u16),
    Test(u16),
    /// Starts of counters, and menus that nobody asks.
    Apart,
}

/// What must be known where a body runs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Need {
    /// Somebody acts, whom `me` stands for.
    Me,
    /// A run whose state or parameters are read.
    Run(RunKey),
    /// A stage that is ended.
    End(StageKey, Option<String>),
}

/// A run, in an order of its own: the innermost of a stage, a deed or a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RunKey {
    Stage(StageKey),
    Deed(DeedId),
    Move(MoveId),
}

/// `round`, `turn`, `phase`
pub(super) type StageKey = StageWord;

impl From<Run> for RunKey {
    fn from(run: Run) -> Self {
        match run {
            Run::Stage(crate::ir::StageWord::Round) => Self::Stage(StageWord::Round),
            Run::Stage(crate::ir::StageWord::Turn) => Self::Stage(StageWord::Turn),
            Run::Stage(crate::ir::StageWord::Phase) => Self::Stage(StageWord::Phase),
            Run::Deed(d) => Self::Deed(d),
            Run::Move(m) => Self::Move(m),
        }
    }
}

/// Whether somebody acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Acting {
    Known,
    /// The caller says.
    Unknown,
    /// Nobody may be meant here; the reason.
    Refused(&'static str),
}

/// What is known at a place.
#[derive(Debug, Clone)]
pub(super) struct Context {
    /// Whether `me` has a meaning.
    pub me: Acting,
    /// Stages that run, innermost last.
    pub stages: Vec<(StageWord, Option<String>)>,
    /// Deeds and moves that run.
    pub runs: Vec<RunKey>,
    /// Where nobody may be asked: the place.
    pub quiet: Option<&'static str>,
    /// Everything is taken as known: tests are looked at while they run.
    pub all: bool,
}

impl Context {
    /// Nothing is known.
    pub fn nothing() -> Self {
        Self { me: Acting::Unknown, stages: Vec::new(), runs: Vec::new(), quiet: None, all: false }
    }

    /// Whether a need is met here.
    pub fn meets(&self, need: &Need) -> bool {
        self.all
            || match need {
                Need::Me => self.me == Acting::Known,
                Need::Run(RunKey::Stage(word)) => self.stages.iter().any(|(w, _)| w == word),
                Need::Run(run) => self.runs.contains(run),
                Need::End(word, title) => {
                    self.stages.iter().any(|(w, t)| w == word && (title.is_none() || t == title))
                }
            }
    }
}

/// A use of one body by another.
#[derive(Debug, Clone)]
struct Edge {
    to: Node,
    span: Span,
    around: Context,
}

/// What is noted of a body.
#[derive(Debug, Clone, Default)]
struct Noted {
    needs: Vec<(Need, Span)>,
    edges: Vec<Edge>,
    pauses: bool,
    asks: bool,
}

/// All bodies and their uses.
#[derive(Debug, Default)]
pub(super) struct Graph {
    nodes: BTreeMap<Node, Noted>,
}

/// A need that reaches a root without being met.
#[derive(Debug, Clone)]
pub(super) struct Unmet {
    /// What is needed.
    pub need: Need,
    /// Where it is read.
    pub span: Span,
    /// `setup`, `play`, a test, or a rule for a zone that runs out.
    pub root: Node,
    /// The use in the root that leads there, if it is not the root itself that reads it.
    pub through: Option<Span>,
}

impl Graph {
    /// Notes that a body uses another.
    pub fn uses(&mut self, from: Node, to: Node, span: Span, around: &Context) {
        self.nodes.entry(from).or_default().edges.push(Edge { to, span, around: around.clone() });
    }

    /// Notes a need that the body does not meet by itself.
    pub fn needs(&mut self, from: Node, need: Need, span: Span) {
        self.nodes.entry(from).or_default().needs.push((need, span));
    }

    /// Notes that a body may stop for a decision.
    pub fn pauses(&mut self, at: Node, chance: bool) {
        let noted = self.nodes.entry(at).or_default();
        noted.pauses = true;
        noted.asks |= !chance;
    }

    /// Bodies that somebody uses.
    pub fn used(&self) -> BTreeSet<Node> {
        self.nodes
            .iter()
            .flat_map(|(from, n)| n.edges.iter().filter(move |e| e.to != *from).map(|e| e.to))
            .collect()
    }

    /// Bodies that somebody besides tests uses.
    pub fn used_in_rules(&self) -> BTreeSet<Node> {
        let rules = self.nodes.iter().filter(|(from, _)| !matches!(from, Node::Test(_)));
        rules
            .flat_map(|(from, n)| n.edges.iter().filter(move |e| e.to != *from).map(|e| e.to))
            .collect()
    }

    /// Bodies in an order in which whoever is used comes first; those in circles are left out.
    pub fn order(&self) -> Vec<Node> {
        let mut waiting: BTreeMap<Node, usize> = BTreeMap::new();
        let mut users: BTreeMap<Node, Vec<Node>> = BTreeMap::new();
        for (node, noted) in &self.nodes {
            waiting.entry(*node).or_default();
            for to in noted.edges.iter().map(|e| e.to).collect::<BTreeSet<_>>() {
                *waiting.entry(*node).or_default() += 1;
                waiting.entry(to).or_default();
                users.entry(to).or_default().push(*node);
            }
        }
        let mut ready: Vec<Node> =
            waiting.iter().filter(|(_, n)| **n == 0).map(|(node, _)| *node).collect();
        let mut order = Vec::new();
        while let Some(node) = ready.pop() {
            order.push(node);
            for user in users.get(&node).into_iter().flatten() {
                if let Some(left) = waiting.get_mut(user) {
                    *left -= 1;
                    if *left == 0 {
                        ready.push(*user);
                    }
                }
            }
        }
        order
    }

    /// Circles of uses: each with its nodes and the places of the uses, at most one through any
    /// node.
    pub fn circles(&self) -> Vec<Vec<(Node, Span)>> {
        let sorted: BTreeSet<Node> = self.order().into_iter().collect();
        let mut left: BTreeSet<Node> =
            self.nodes.keys().filter(|n| !sorted.contains(n)).copied().collect();
        let mut circles = Vec::new();
        while let Some(start) = left.first().copied() {
            let mut path: Vec<(Node, Span)> = Vec::new();
            let mut at = start;
            loop {
                if let Some(begin) = path.iter().position(|(n, _)| *n == at) {
                    circles.push(path.split_off(begin));
                    break;
                }
                let next =
                    self.nodes.get(&at).and_then(|n| n.edges.iter().find(|e| left.contains(&e.to)));
                let Some(edge) = next else { break };
                path.push((at, edge.span));
                at = edge.to;
            }
            self.remove_around(start, &mut left);
        }
        circles
    }

    /// Removes everything that hangs together with a body: one message is enough for it.
    fn remove_around(&self, start: Node, left: &mut BTreeSet<Node>) {
        let mut around = vec![start];
        let mut users: BTreeMap<Node, Vec<Node>> = BTreeMap::new();
        for node in left.iter() {
            for edge in self.nodes.get(node).into_iter().flat_map(|n| &n.edges) {
                users.entry(edge.to).or_default().push(*node);
            }
        }
        while let Some(node) = around.pop() {
            if left.remove(&node) {
                around
                    .extend(self.nodes.get(&node).into_iter().flat_map(|n| &n.edges).map(|e| e.to));
                around.extend(users.get(&node).into_iter().flatten());
            }
        }
    }

    /// Bodies that may be reached from one.
    pub fn reached(&self, from: Node) -> BTreeSet<Node> {
        let mut reached = BTreeSet::new();
        let mut look = vec![from];
        while let Some(node) = look.pop() {
            if reached.insert(node) {
                look.extend(self.nodes.get(&node).into_iter().flat_map(|n| &n.edges).map(|e| e.to));
            }
        }
        reached
    }

    /// Bodies that ask somebody, by themselves or through others.
    pub fn asking(&self) -> BTreeSet<Node> {
        let mut asking = BTreeSet::new();
        for node in self.order() {
            let Some(noted) = self.nodes.get(&node) else { continue };
            if noted.asks || noted.edges.iter().any(|e| asking.contains(&e.to)) {
                asking.insert(node);
            }
        }
        asking
    }

    /// Uses of bodies that ask somebody where nobody may be asked: the use, and the reason.
    pub fn disturbing(&self) -> Vec<(Span, &'static str)> {
        let asking = self.asking();
        let edges = self.nodes.values().flat_map(|n| &n.edges);
        edges
            .filter(|e| asking.contains(&e.to))
            .filter_map(|e| Some((e.span, e.around.quiet?)))
            .collect()
    }

    /// Bodies that may stop for a decision, by themselves or through others.
    pub fn pausing(&self) -> BTreeSet<Node> {
        let mut pausing = BTreeSet::new();
        for node in self.order() {
            let Some(noted) = self.nodes.get(&node) else { continue };
            if noted.pauses || noted.edges.iter().any(|e| pausing.contains(&e.to)) {
                pausing.insert(node);
            }
        }
        pausing
    }

    /// What each body needs of its callers, used bodies included.
    fn carried(&self) -> BTreeMap<Node, BTreeMap<(Need, Span), Option<Span>>> {
        let mut all: BTreeMap<Node, BTreeMap<(Need, Span), Option<Span>>> = BTreeMap::new();
        for node in self.order() {
            let Some(noted) = self.nodes.get(&node) else { continue };
            let mut mine: BTreeMap<(Need, Span), Option<Span>> = BTreeMap::new();
            for (need, span) in &noted.needs {
                // One reading place is enough to say it once.
                if !mine.keys().any(|(n, _)| n == need) {
                    mine.insert((need.clone(), *span), None);
                }
            }
            for edge in &noted.edges {
                for (need, span) in all.get(&edge.to).into_iter().flat_map(|m| m.keys()) {
                    // Where nobody may be meant, that is said at the use.
                    if *need == Need::Me && matches!(edge.around.me, Acting::Refused(_)) {
                        continue;
                    }
                    if !edge.around.meets(need) && !mine.keys().any(|(n, _)| n == need) {
                        mine.insert((need.clone(), *span), Some(edge.span));
                    }
                }
            }
            all.insert(node, mine);
        }
        all
    }

    /// Words and deeds that need somebody to act.
    pub fn needing_me(&self) -> BTreeSet<Node> {
        let all = self.carried();
        all.into_iter()
            .filter(|(_, m)| m.keys().any(|(n, _)| *n == Need::Me))
            .map(|(node, _)| node)
            .collect()
    }

    /// Uses of bodies that read `me` where nobody may be meant: the use, the reading, the reason.
    pub fn refused(&self) -> Vec<(Span, Span, &'static str)> {
        let carried = self.carried();
        let mut refused = Vec::new();
        for edge in self.nodes.values().flat_map(|n| &n.edges) {
            let Acting::Refused(why) = edge.around.me else { continue };
            let read = carried
                .get(&edge.to)
                .into_iter()
                .flat_map(|m| m.keys())
                .find(|(n, _)| *n == Need::Me);
            if let (Some((_, read)), false) = (read, edge.around.all) {
                refused.push((edge.span, *read, why));
            }
        }
        refused
    }

    /// Needs that no caller meets.
    pub fn unmet(&self) -> Vec<Unmet> {
        let mut unmet = Vec::new();
        let carried = self.carried();
        for (root, needs) in &carried {
            let is_root =
                matches!(root, Node::Setup | Node::Play | Node::RunsOut(_) | Node::Test(_));
            if !is_root {
                continue;
            }
            for ((need, span), through) in needs {
                unmet.push(Unmet {
                    need: need.clone(),
                    span: *span,
                    root: *root,
                    through: *through,
                });
            }
        }
        unmet
    }
}
