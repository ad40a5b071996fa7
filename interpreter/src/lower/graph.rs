//! Which body may run which: callers before callees, who may stop for a decision, how deep it goes.

use crate::program::SetupError;
use houserules_lang::ir::sites::moves;
use houserules_lang::ir::walk::{blocks, blocks_of, each_stmt};
use houserules_lang::ir::{Base, BodyRef, DeedId, Domain, Rulebook, Stmt, StmtKind};
use houserules_lang::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The bodies of a rulebook in an order in which callers stand before those they call.
pub struct Graph {
    /// Every body behind all those that lead to it.
    pub order: Vec<BodyRef>,
    /// Whom each may run.
    pub runs: BTreeMap<BodyRef, Vec<BodyRef>>,
    /// Which may stop for a decision.
    pub pauses: BTreeMap<BodyRef, bool>,
    /// Deeds that are imagined in the middle of whatever runs.
    pub supposed: BTreeSet<DeedId>,
    /// Frames on the stack at most.
    pub depth: u32,
}

impl Graph {
    /// Deeds that no rule carries out: a test or a referee may, whatever else runs at that moment.
    pub fn loose(&self) -> BTreeSet<BodyRef> {
        let run: BTreeSet<BodyRef> = self.runs.values().flatten().copied().collect();
        let loose = |body: &&BodyRef| matches!(body, BodyRef::Deed(_)) && !run.contains(body);
        self.order.iter().filter(loose).copied().collect()
    }

    /// Callers first, and loose deeds with all that they may run last.
    pub fn loose_last(&self, loose: &BTreeSet<BodyRef>) -> Vec<BodyRef> {
        let mut late = loose.clone();
        for body in &self.order {
            if late.contains(body) {
                late.extend(self.runs.get(body).into_iter().flatten());
            }
        }
        let early = self.order.iter().filter(|body| !late.contains(body));
        let behind = self.order.iter().filter(|body| late.contains(body) && !loose.contains(body));
        let (last, all): (Vec<_>, Vec<_>) =
            early.chain(loose).chain(behind).copied().partition(|body| self.is_supposed(*body));
        let last = self.order.iter().filter(|body| last.contains(body));
        all.into_iter().chain(last.copied()).collect()
    }

    /// Whether a body is imagined somewhere: whatever runs at that moment.
    pub fn is_supposed(&self, body: BodyRef) -> bool {
        matches!(body, BodyRef::Deed(id) if self.supposed.contains(&id))
    }
}

/// Whether a `move` draws: its domain is the bare top or bottom of a zone.
pub fn draws(cards: &Domain) -> bool {
    cards.filter.is_none()
        && cards.best.is_none()
        && matches!(cards.base, Base::Top(..) | Base::Bottom(..))
}

fn edges(book: &Rulebook, body: BodyRef) -> (Vec<BodyRef>, bool) {
    let (mut to, mut asks) = (Vec::new(), false);
    for block in blocks(book, body) {
        each_stmt(block, &mut |stmt| match &stmt.kind {
            StmtKind::Call { deed, .. } => to.push(BodyRef::Deed(*deed)),
            StmtKind::Choose(choose) => {
                asks = true;
                to.extend(moves(choose).map(BodyRef::Move));
            }
            StmtKind::Move { cards, .. } if draws(cards) => {
                let from = cards.base.zone().filter(|(_, n)| n.is_some());
                let from = from.and_then(|(z, _)| z.zone());
                let handlers = book.runs_out.iter().enumerate();
                to.extend(
                    handlers
                        .filter(|(_, r)| from.is_none_or(|id| id == r.zone))
                        .map(|(at, _)| BodyRef::RunsOut(at as u16)),
                );
            }
            _ => {}
        });
    }
    to.sort_unstable();
    to.dedup();
    (to, asks)
}

fn nesting(block: &[Stmt]) -> u32 {
    let of = |stmt: &Stmt| {
        let own = u32::from(matches!(stmt.kind, StmtKind::Stage(_) | StmtKind::Choose(_)));
        own + blocks_of(stmt).into_iter().map(nesting).max().unwrap_or(0)
    };
    block.iter().map(of).max().unwrap_or(0)
}

/// All bodies of a rulebook.
fn all(book: &Rulebook) -> Vec<BodyRef> {
    let mut all = vec![BodyRef::Setup, BodyRef::Play];
    all.extend((0..book.deeds.len()).map(|at| BodyRef::Deed(DeedId(at as u16))));
    all.extend(
        (0..book.moves.len()).map(|at| BodyRef::Move(houserules_lang::ir::MoveId(at as u16))),
    );
    all.extend((0..book.runs_out.len()).map(|at| BodyRef::RunsOut(at as u16)));
    all
}

/// The graph of a rulebook.
pub fn graph(book: &Rulebook) -> Result<Graph, SetupError> {
    let nodes = all(book);
    let (mut pauses, mut waiting) = (BTreeMap::new(), BTreeMap::new());
    let mut runs: BTreeMap<BodyRef, Vec<BodyRef>> = BTreeMap::new();
    for body in &nodes {
        let (to, asks) = edges(book, *body);
        pauses.insert(*body, asks);
        runs.insert(*body, to);
    }
    // A handler is not run while it runs: what it leads to does not lead back.
    for at in 0..book.runs_out.len() {
        let handler = BodyRef::RunsOut(at as u16);
        let mut within = vec![handler];
        let mut next = 0;
        while let Some(body) = within.get(next).copied() {
            next += 1;
            for to in runs.get(&body).into_iter().flatten() {
                if !within.contains(to) {
                    within.push(*to);
                }
            }
        }
        for body in within {
            if let Some(to) = runs.get_mut(&body) {
                to.retain(|t| *t != handler);
            }
        }
    }
    for to in runs.values().flatten() {
        *waiting.entry(*to).or_insert(0_u32) += 1;
    }
    let mut order: Vec<BodyRef> =
        nodes.iter().copied().filter(|b| !waiting.contains_key(b)).collect();
    let mut at = 0;
    while let Some(body) = order.get(at).copied() {
        at += 1;
        for to in runs.get(&body).into_iter().flatten() {
            if let Some(left) = waiting.get_mut(to) {
                *left -= 1;
                if *left == 0 {
                    order.push(*to);
                }
            }
        }
    }
    if order.len() < nodes.len() {
        return Err(SetupError::Circle(Span::default()));
    }
    let mut deep: BTreeMap<BodyRef, u32> = BTreeMap::new();
    for body in order.iter().rev() {
        let below = runs.get(body).into_iter().flatten();
        let (mut stops, mut under) = (pauses.get(body).copied().unwrap_or(false), 0);
        for to in below {
            stops |= pauses.get(to).copied().unwrap_or(false);
            under = under.max(deep.get(to).copied().unwrap_or(0));
        }
        pauses.insert(*body, stops);
        let own = blocks(book, *body).into_iter().map(nesting).max().unwrap_or(0);
        deep.insert(*body, under + own + 1);
    }
    // Twice: a referee may run any body on top of what runs.
    let supposed = super::supposed::supposed(book);
    // What is imagined stands on top, and may imagine something itself.
    let more = supposed.len().min(8) as u32;
    let depth = (2 + more) * deep.values().copied().max().unwrap_or(0) + 4;
    Ok(Graph { order, runs, pauses, supposed, depth })
}
