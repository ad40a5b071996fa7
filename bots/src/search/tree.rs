//! What was learnt: at each point at which a seat decides, as it sees it, how often each thing was
//! picked there and what came of it.
//!
//! Points are found by what the seat sees, not by the way that led there. So moves that come to the
//! same share what was learnt, a seat never learns from what it does not see, and what was learnt
//! for one decision serves the next, if the game goes that way.

use super::fixed::{ONE, ln, root};
use houserules_interpreter::chance::BotDraw;
use std::collections::BTreeMap;

/// How much is tried that has not been tried often: 0.5.
const CURIOSITY: i64 = ONE / 2;
/// What is known of a thing elsewhere counts as so many tries.
const HEARSAY: i64 = 2;
/// What was learnt is cleared away beyond so many points.
const MOST_POINTS: usize = 200_000;

/// One thing that may be picked.
#[derive(Debug, Clone, Default)]
pub struct Edge {
    /// What it is, as the seat names it.
    pub key: u64,
    /// Of a set, an order or a number out of many: its parts, as the seat names them.
    pub parts: Box<[u64]>,
    /// How often it was picked.
    pub tries: u32,
    /// How often it could have been.
    pub there: u32,
    /// What came of it for the seat, added up; [`ONE`] is a win.
    pub worth: i64,
    /// The squares of that, added up, [`ONE`] being a win.
    pub squares: i64,
    /// In how many of the tries the game came to its end.
    pub ended: u32,
    /// Wins in these, split between those who won.
    pub won: i64,
}

impl Edge {
    fn new(key: u64, parts: Box<[u64]>) -> Self {
        Self { key, parts, tries: 0, there: 0, worth: 0, squares: 0, ended: 0, won: 0 }
    }

    /// What came of it on average; half a win, if it was never tried.
    #[must_use]
    pub fn mean(&self) -> i64 {
        if self.tries == 0 { ONE / 2 } else { self.worth / i64::from(self.tries) }
    }

    /// How far the mean may be off (its standard error).
    #[must_use]
    pub fn doubt(&self) -> i64 {
        let tries = i64::from(self.tries);
        if tries < 2 {
            return ONE / 2;
        }
        let mean = self.mean();
        let spread = (self.squares / tries - ((mean * mean) >> 20)).max(0);
        // At least as if one try more had come out the other way.
        let spread = spread + ONE / (tries + 1);
        root((spread / tries).unsigned_abs()) as i64
    }
}

/// A point at which a seat picks something.
#[derive(Debug, Clone, Default)]
pub struct Point {
    /// Sorted by key.
    pub edges: Vec<Edge>,
    /// How often something was picked here.
    pub tries: u32,
    /// In which decision of the seat it was last come to.
    used: u32,
}

impl Point {
    /// The edge of a key.
    #[must_use]
    pub fn edge(&self, key: u64) -> Option<&Edge> {
        self.edges.binary_search_by_key(&key, |e| e.key).ok().map(|at| &self.edges[at])
    }
}

/// What came of a way of a try for the seat that went it.
#[derive(Debug, Clone, Copy)]
pub struct Result {
    /// What it is worth to the seat.
    pub worth: i64,
    /// If the game came to its end: the seat's share of the win.
    pub won: Option<i64>,
}

/// A thing to be picked, seen from the tree.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// As the seat names it.
    pub key: u64,
    /// The same in the arena, see [`Edge::parts`].
    pub parts: Box<[u64]>,
    /// The same thing wherever it is picked in the game.
    pub lore: u64,
}

/// What a try went through: points, what was picked there, and by whom.
#[derive(Debug, Clone, Copy)]
pub struct Picked {
    /// The point of the tree where it stands.
    pub at: u64,
    /// What was picked.
    pub key: u64,
    /// What is known of it elsewhere, see [`Candidate::lore`].
    pub lore: u64,
    /// The seat that made the choice.
    pub seat: u8,
}

/// All that was learnt.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    points: BTreeMap<u64, Point>,
    /// Of a thing wherever it was picked: what came of it, and how often.
    lore: BTreeMap<u64, (i64, u32)>,
    decision: u32,
}

impl Tree {
    /// Forgets all that was learnt so far.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Another decision begins; what has not been come to for long goes, if there is too much.
    pub fn begin(&mut self) {
        self.decision += 1;
        if self.points.len() > MOST_POINTS {
            let now = self.decision;
            self.points.retain(|_, point| point.used + 2 >= now);
        }
        if self.points.len() > MOST_POINTS {
            self.clear();
        }
    }

    /// How many points are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// What is known of a point.
    #[must_use]
    pub fn point(&self, at: u64) -> Option<&Point> {
        self.points.get(&at)
    }

    /// Picks one of several things at a point, the one that promises most or has been tried least;
    /// which, and whether it was tried before.
    pub fn pick(
        &mut self,
        at: u64,
        candidates: &[Candidate],
        draws: &mut impl BotDraw,
    ) -> (usize, bool) {
        let point = self.points.entry(at).or_default();
        point.used = self.decision;
        point.tries += 1;
        let usual = if point.edges.is_empty() { ONE / 2 } else { point.mean() };
        let (mut best, mut among) = ((i64::MIN, 0, false), 0);
        for (n, candidate) in candidates.iter().enumerate() {
            let slot = match point.edges.binary_search_by_key(&candidate.key, |e| e.key) {
                Ok(slot) => slot,
                Err(slot) => {
                    point.edges.insert(slot, Edge::new(candidate.key, candidate.parts.clone()));
                    slot
                }
            };
            let edge = &mut point.edges[slot];
            edge.there += 1;
            let elsewhere = match self.lore.get(&candidate.lore) {
                Some((worth, tries)) if *tries > 0 => worth / i64::from(*tries),
                _ => usual,
            };
            let tries = i64::from(edge.tries);
            let promise = (edge.worth + HEARSAY * elsewhere) / (tries + HEARSAY);
            let rarely = root(ln(u64::from(edge.there) + 1) / (u64::from(edge.tries) + 1)) as i64;
            let sum = promise + ((CURIOSITY * rarely) >> 20);
            if sum > best.0 {
                (best, among) = ((sum, n, edge.tries > 0), 1);
            } else if sum == best.0 {
                among += 1;
                if draws.below(among) == 0 {
                    best = (sum, n, edge.tries > 0);
                }
            }
        }
        (best.1, best.2)
    }

    /// Writes down what came of a try; `result`: by seat.
    pub fn learn(&mut self, way: &[Picked], result: impl Fn(u8) -> Result) {
        for picked in way {
            let Result { worth, won } = result(picked.seat);
            let known = self.lore.entry(picked.lore).or_default();
            *known = (known.0 + worth, known.1 + 1);
            let Some(point) = self.points.get_mut(&picked.at) else { continue };
            let Ok(at) = point.edges.binary_search_by_key(&picked.key, |e| e.key) else { continue };
            let edge = &mut point.edges[at];
            edge.tries += 1;
            edge.worth += worth;
            edge.squares += (worth * worth) >> 20;
            if let Some(won) = won {
                edge.ended += 1;
                edge.won += won;
            }
        }
    }
}

impl Point {
    fn mean(&self) -> i64 {
        let (worth, tries) = self
            .edges
            .iter()
            .fold((0, 0), |(worth, tries), e| (worth + e.worth, tries + i64::from(e.tries)));
        if tries == 0 { ONE / 2 } else { worth / tries }
    }
}
