//! What was learnt: at each point at which a seat decides, as it sees it, how often each thing was
//! picked there and what came of it.
//!
//! Points are found by what the seat sees, not by the way that led there. So moves that come to the
//! same share what was learnt, a seat never learns from what it does not see, and what was learnt
//! for one decision serves the next, if the game goes that way.
//!
//! Where nothing is hidden from anybody, and no lot falls, what comes of a thing may be known for
//! sure ([`Sure`]): it ended the game, or each answer to it is known for sure. Averages of tries do
//! not hide such a thing: it is never tried again for what it might be. Points remember which
//! things surely lead to them, so that what is found out on one way is known on all others at once.

use super::fixed::{ONE, ln, root};
use houserules_interpreter::chance::BotDraw;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// How much is tried that has not been tried often: 0.5.
const CURIOSITY: i64 = ONE / 2;
/// What is known of a thing elsewhere counts as so many tries.
const HEARSAY: i64 = 2;
/// What was learnt is cleared away beyond so many points.
const MOST_POINTS: usize = 200_000;

/// What surely comes of something if everybody strives for their own share of the win: the shares
/// of seats 0 and 1 ([`ONE`] is all of it). Known only of games for at most two.
pub type Sure = [i64; 2];

fn own(sure: &Sure, seat: u8) -> i64 {
    sure.get(usize::from(seat)).copied().unwrap_or_default()
}

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
    /// What surely comes of it, if that is known.
    pub sure: Option<Sure>,
    /// It cannot be completed to anything that is allowed.
    pub dead: bool,
    /// How often what was drawn to complete it was not allowed.
    pub stuck: u32,
}

impl Edge {
    fn new(key: u64, parts: Box<[u64]>) -> Self {
        Self { key, parts, ..Self::default() }
    }

    /// The seat's share of the win, if that is known for sure.
    #[must_use]
    pub fn share(&self, seat: u8) -> Option<i64> {
        self.sure.as_ref().map(|sure| own(sure, seat))
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
    /// What surely comes of it, if that is known.
    pub sure: Option<Sure>,
    /// In which decision of the seat it was last come to.
    used: u32,
    /// Who picks here.
    seat: u8,
    /// Out of how many things; 0: there may be more than are known.
    among: usize,
}

impl Point {
    /// The edge of a key.
    #[must_use]
    pub fn edge(&self, key: u64) -> Option<&Edge> {
        self.edges.binary_search_by_key(&key, |e| e.key).ok().map(|at| &self.edges[at])
    }

    fn edge_mut(&mut self, key: u64) -> Option<&mut Edge> {
        let at = self.edges.binary_search_by_key(&key, |e| e.key).ok()?;
        Some(&mut self.edges[at])
    }

    /// The edge of a candidate, made if there is none.
    fn edge_of(&mut self, candidate: &Candidate) -> &mut Edge {
        let at = match self.edges.binary_search_by_key(&candidate.key, |e| e.key) {
            Ok(at) => at,
            Err(at) => {
                self.edges.insert(at, Edge::new(candidate.key, candidate.parts.clone()));
                at
            }
        };
        &mut self.edges[at]
    }

    /// What the thing promises that was tried most often among those of which nothing is known for
    /// sure; nothing, if there is none.
    #[must_use]
    pub fn hoped(&self) -> i64 {
        let open = self.edges.iter().filter(|e| e.sure.is_none() && e.tries > 0);
        open.max_by_key(|e| (e.tries, e.worth)).map_or(-1, Edge::mean)
    }

    /// Finds out what surely comes of it for whoever picks: a whole win if there is one, else the
    /// best, once all are known. Whether that is news.
    fn settle(&mut self) -> bool {
        if self.sure.is_some() {
            return false;
        }
        let (seat, among) = (self.seat, self.among);
        let known = self.edges.iter().filter_map(|e| e.sure);
        // Of two that are as good for the seat, the other may not count on the better.
        let best = known.max_by_key(|sure| (own(sure, seat), -own(sure, 1 - seat.min(1))));
        let told = || self.edges.iter().filter(|e| e.sure.is_some() || e.dead).count();
        let all = || among > 0 && told() == among;
        self.sure = best.filter(|best| own(best, seat) == ONE || all());
        self.sure.is_some()
    }

    /// Who picks here, and out of how many things, as far as that is known.
    fn is_of(&mut self, seat: u8, among: usize) {
        (self.seat, self.among) = (seat, self.among.max(among));
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
    /// Out of how many things; 0 if there may have been more.
    pub among: usize,
    /// Nothing else decided what came next in the way, or how it ended.
    pub alone: bool,
}

/// All that was learnt.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    points: BTreeMap<u64, Point>,
    /// Of a thing wherever it was picked: what came of it, and how often.
    lore: BTreeMap<u64, (i64, u32)>,
    /// Of points, known or not, of which nothing is known for sure: the points and keys that surely
    /// lead there.
    from: BTreeMap<u64, Vec<(u64, u64)>>,
    decision: u32,
}

/// What is seen of a thing before it is tried.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Foreseen {
    /// What surely comes of it, if that is known.
    pub sure: Option<Sure>,
    /// The point that it surely leads to, if there is one.
    pub to: Option<u64>,
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
            let points = &self.points;
            for from in self.from.values_mut() {
                from.retain(|(at, _)| points.contains_key(at));
            }
            self.from.retain(|_, from| !from.is_empty());
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

    /// Picks one of several things at a point for a seat, the one that promises most or has been
    /// tried least; which, and whether it was tried before. None, if all lead nowhere.
    pub fn pick(
        &mut self,
        at: u64,
        seat: u8,
        candidates: &[Candidate],
        draws: &mut impl BotDraw,
    ) -> Option<(usize, bool)> {
        let point = self.points.entry(at).or_default();
        point.used = self.decision;
        point.tries += 1;
        let usual = if point.edges.is_empty() { ONE / 2 } else { point.mean() };
        let (mut best, mut among): (Option<(i64, usize, bool)>, u64) = (None, 0);
        for (n, candidate) in candidates.iter().enumerate() {
            let edge = point.edge_of(candidate);
            if edge.dead {
                continue;
            }
            edge.there += 1;
            let elsewhere = match self.lore.get(&candidate.lore).filter(|(_, tries)| *tries > 0) {
                Some((worth, tries)) => worth / i64::from(*tries),
                None => usual,
            };
            let tries = i64::from(edge.tries);
            let promise = (edge.worth + HEARSAY * elsewhere) / (tries + HEARSAY);
            let rarely =
                root(ln(u64::from(edge.there) + 1) / (u64::from(edge.tries + edge.stuck) + 1))
                    as i64;
            let sum = match edge.share(seat) {
                Some(ONE) => i64::MAX,
                Some(share) => share,
                None => promise + ((CURIOSITY * rarely) >> 20),
            };
            let known = edge.tries > 0 || edge.stuck > 0 || edge.sure.is_some();
            match best.map_or(Ordering::Greater, |(most, ..)| sum.cmp(&most)) {
                Ordering::Less => {}
                Ordering::Equal => {
                    among += 1;
                    if draws.below(among) == 0 {
                        best = Some((sum, n, known));
                    }
                }
                Ordering::Greater => (best, among) = (Some((sum, n, known)), 1),
            }
        }
        best.map(|(_, n, known)| (n, known))
    }

    /// Something may be picked at a point.
    pub fn know(&mut self, at: u64, candidate: &Candidate) {
        let point = self.points.entry(at).or_default();
        point.used = self.decision;
        point.edge_of(candidate);
    }

    /// A decision, the way from `from` on, led nowhere: what was picked last is left out from now
    /// on, or looked at more closely if more of the decision was `drawn`. False, if there was
    /// nothing to pick.
    pub fn leads_nowhere(&mut self, way: &mut Vec<Picked>, from: usize, drawn: bool) -> bool {
        let Some(last) = way.get(from..).and_then(<[Picked]>::last) else { return false };
        let point = self.points.get_mut(&last.at);
        if let Some(edge) = point.and_then(|point| point.edge_mut(last.key)) {
            edge.stuck += 1;
            edge.dead |= !drawn;
        }
        way.truncate(from);
        true
    }

    /// Writes down what came of a try; `result`: by seat; `end`: what surely comes of where the way
    /// ends.
    pub fn learn(&mut self, way: &[Picked], result: impl Fn(u8) -> Result, mut end: Option<Sure>) {
        for picked in way.iter().rev() {
            let Result { worth, won } = result(picked.seat);
            let known = self.lore.entry(picked.lore).or_default();
            *known = (known.0 + worth, known.1 + 1);
            end = end.filter(|_| picked.alone);
            let Some(point) = self.points.get_mut(&picked.at) else { continue };
            point.is_of(picked.seat, picked.among);
            let Some(edge) = point.edge_mut(picked.key) else { continue };
            edge.tries += 1;
            edge.worth += worth;
            edge.squares += (worth * worth) >> 20;
            if let Some(won) = won {
                edge.ended += 1;
                edge.won += won;
            }
            if end.is_some() {
                edge.sure = end;
            }
            let news = end.is_some() && point.settle();
            end = point.sure;
            if news {
                self.spread(picked.at);
            }
        }
    }

    /// Writes down what things at a point lead to, as far as that is known for sure; `all`: there
    /// are no others.
    pub fn foresee(&mut self, at: u64, seat: u8, seen: &[(Candidate, Foreseen)], all: bool) {
        let mut point = self.points.remove(&at).unwrap_or_default();
        point.used = self.decision;
        point.is_of(seat, if all { seen.len() } else { 0 });
        for (candidate, Foreseen { sure, to }) in seen {
            let there = to.and_then(|to| self.points.get(&to)?.sure);
            match (sure.or(there), to) {
                (None, Some(to)) => {
                    point.edge_of(candidate);
                    self.from.entry(*to).or_default().push((at, candidate.key));
                }
                (None, None) => {}
                (sure, _) => point.edge_of(candidate).sure = sure,
            }
        }
        let news = point.settle();
        self.points.insert(at, point);
        if news {
            self.spread(at);
        }
    }

    /// What surely comes of a point is known now: so is what comes of all that leads to it.
    fn spread(&mut self, at: u64) {
        let mut news = vec![at];
        while let Some(at) = news.pop() {
            let Some(sure) = self.points.get(&at).and_then(|point| point.sure) else { continue };
            for (before, key) in self.from.remove(&at).unwrap_or_default() {
                let Some(point) = self.points.get_mut(&before) else { continue };
                if let Ok(at) = point.edges.binary_search_by_key(&key, |e| e.key) {
                    point.edges[at].sure = Some(sure);
                    if point.settle() {
                        news.push(before);
                    }
                }
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
