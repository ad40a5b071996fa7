//! The points of a session: what led to each, what it told, and how they hang together.

use crate::game::{Record, StepEffects};
use crate::journal::RulesChange;
use crate::log::Line;
use crate::visibility::Sighted;
use houserules_lang::ir::{Rulebook, StageWord};
use std::collections::{BTreeMap, BTreeSet};

/// A point of the history, numbered as they come about; 0 is the start of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(pub u32);

impl Point {
    /// The start of the game.
    pub const START: Self = Self(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// What led to a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Nothing: the start.
    Start,
    /// A choice.
    Chosen {
        /// The seat, from 0.
        seat: u8,
        /// As it is typed.
        choice: String,
    },
    /// A referee changed the table: lines of a test.
    Refereed {
        /// The lines.
        lines: String,
    },
    /// Other rules.
    Rules(RulesChange),
}

/// Where one goes back to, or on to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Boundary {
    /// Every decision.
    Decision,
    /// A turn began.
    Turn,
    /// A phase began.
    Phase,
    /// A round began.
    Round,
}

/// A point.
#[derive(Debug, Clone)]
pub struct Node {
    /// The point before; none: the start.
    pub parent: Option<Point>,
    /// What led here.
    pub step: Step,
    /// The position's hash.
    pub hash: u64,
    /// Seats (a bit each) that came to know something with the step.
    pub learned: u32,
    /// Who may know that chance decided something with the step.
    pub drawn: Sighted,
    /// Behind it a race was on that somebody had answered: nobody is shown who, and so not that it
    /// is there.
    pub racing: bool,
    /// The number of the first lot of the step, if lots fell anew.
    pub(super) lots: Option<u32>,
    /// Its number for those who play, as it became known to them; none: it has not.
    number: Option<u32>,
    began: Vec<Boundary>,
    lines: Vec<Line>,
    next: Option<Point>,
    children: Vec<Point>,
    choices: usize,
}

impl Node {
    /// A point behind another; the session gives it its place in the history.
    #[must_use]
    pub fn new(
        parent: Option<Point>,
        step: Step,
        hash: u64,
        happened: &StepEffects,
        book: &Rulebook,
    ) -> Self {
        let word = |id: &houserules_lang::ir::StageId| match book.stages.get(id.index())?.word {
            StageWord::Turn => Some(Boundary::Turn),
            StageWord::Phase => Some(Boundary::Phase),
            StageWord::Round => Some(Boundary::Round),
        };
        Self {
            parent,
            step,
            hash,
            learned: happened.learned,
            drawn: happened.drawn,
            racing: happened.racing,
            lots: None,
            number: None,
            began: happened.began.iter().filter_map(word).collect(),
            lines: Vec::new(),
            next: None,
            children: Vec::new(),
            choices: 0,
        }
    }

    /// Whether such a stage began with the step that led here.
    #[must_use]
    pub fn began(&self, boundary: Boundary) -> bool {
        boundary == Boundary::Decision || self.parent.is_none() || self.began.contains(&boundary)
    }

    /// What the log says of the step.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }
}

/// A line of the history that was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// Its number, from 1: the line that was played first.
    pub number: u32,
    /// Where it leaves the line it comes from; the start for the first.
    pub from: Point,
    /// Its last point.
    pub tip: Point,
    /// How many points it has of its own.
    pub length: usize,
    /// The session stands on it.
    pub current: bool,
}

/// The history.
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Vec<Node>,
    here: Point,
    /// Lines of the log up to here.
    told: usize,
    /// What those who play know of, by number.
    known: Vec<Point>,
    bookmarks: Vec<(String, Point)>,
}

impl Tree {
    /// With its start.
    #[must_use]
    pub fn new(start: Node) -> Self {
        let start = Node { number: Some(0), ..start };
        let known = vec![Point::START];
        Self { nodes: vec![start], here: Point::START, told: 0, known, bookmarks: Vec::new() }
    }

    /// The present point.
    #[must_use]
    pub fn here(&self) -> Point {
        self.here
    }

    /// How many points there are, the start among them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A history always has its start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A point; the start if there is no such point.
    #[must_use]
    pub fn node(&self, point: Point) -> &Node {
        self.nodes.get(point.index()).unwrap_or(&self.nodes[0])
    }

    /// The point of that number.
    #[must_use]
    pub fn point(&self, number: u32) -> Option<Point> {
        ((number as usize) < self.nodes.len()).then_some(Point(number))
    }

    /// How many choices led here.
    pub(super) fn choices(&self) -> usize {
        self.node(self.here).choices
    }

    /// How many lines the log has up to here.
    pub(super) fn told(&self) -> usize {
        self.told
    }

    /// The points that led to one, the start first, itself last.
    #[must_use]
    pub fn way(&self, to: Point) -> Vec<Point> {
        let mut way = vec![to];
        let mut at = to;
        while let Some(parent) = self.node(at).parent {
            way.push(parent);
            at = parent;
        }
        way.reverse();
        way
    }

    /// The points of the present line behind one of its points, the next first; all of it back to
    /// where the ways part, if that point lies elsewhere.
    #[must_use]
    pub fn behind(&self, to: Point) -> Vec<Point> {
        let (here, there) = (self.way(self.here), self.way(to));
        let shared = here.iter().zip(&there).take_while(|(a, b)| a == b).count();
        here[shared..].to_vec()
    }

    /// The choices that led here.
    #[must_use]
    pub fn records(&self) -> Vec<Record> {
        self.records_to(self.here)
    }

    pub(super) fn records_to(&self, to: Point) -> Vec<Record> {
        let record = |point: Point| {
            let node = self.node(point);
            match &node.step {
                Step::Chosen { seat, choice } => {
                    Some(Record { seat: *seat, choice: choice.clone(), hash: node.hash })
                }
                _ => None,
            }
        };
        self.way(to).into_iter().filter_map(record).collect()
    }

    /// The log up to here.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        self.lines_to(self.here)
    }

    /// The log up to a point.
    #[must_use]
    pub fn lines_to(&self, to: Point) -> Vec<Line> {
        self.way(to).into_iter().flat_map(|p| self.node(p).lines.iter().cloned()).collect()
    }

    /// Where a step led when it was done from here before.
    pub(super) fn same(&self, step: &Step, hash: u64) -> Option<Point> {
        let same = |child: &Point| {
            let node = self.node(*child);
            node.step == *step && node.hash == hash
        };
        self.node(self.here).children.iter().copied().find(same)
    }

    /// Adds a point behind the present one and goes there.
    pub(super) fn add(&mut self, mut node: Node) -> Point {
        let here = self.here;
        let parent = self.node(here);
        let point = Point(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        node.choices = parent.choices + usize::from(matches!(node.step, Step::Chosen { .. }));
        self.nodes.push(node);
        if let Some(parent) = self.nodes.get_mut(here.index()) {
            parent.children.push(point);
        }
        self.step_to(point);
        point
    }

    /// Goes on to a point right behind the present one.
    pub(super) fn step_to(&mut self, child: Point) {
        if let Some(node) = self.nodes.get_mut(self.here.index()) {
            node.next = Some(child);
        }
        self.here = child;
        self.told += self.node(child).lines.len();
        if !self.node(child).racing {
            self.becomes_known(child);
        }
    }

    /// Numbers a point and what led there for those who play: a race is over, or there was none.
    fn becomes_known(&mut self, point: Point) {
        let new: Vec<Point> = self
            .way(point)
            .into_iter()
            .rev()
            .take_while(|p| self.node(*p).number.is_none())
            .collect();
        for point in new.into_iter().rev() {
            let number = u32::try_from(self.known.len()).ok();
            if let Some(node) = self.nodes.get_mut(point.index()) {
                node.number = number;
            }
            self.known.push(point);
        }
    }

    /// The present point, or while a race is on where it began: so far those who play may know.
    #[must_use]
    pub fn settled(&self) -> Point {
        self.settled_at(self.here)
    }

    /// A point, or if it lies within a race where that began.
    #[must_use]
    pub fn settled_at(&self, point: Point) -> Point {
        let mut at = point;
        while let Some(parent) = self.node(at).parent.filter(|_| self.node(at).racing) {
            at = parent;
        }
        at
    }

    /// The number of a point for those who play; none: they do not know of it yet.
    #[must_use]
    pub fn number(&self, point: Point) -> Option<u32> {
        self.node(point).number
    }

    /// The point that has that number for those who play.
    #[must_use]
    pub fn numbered(&self, number: u32) -> Option<Point> {
        self.known.get(number as usize).copied()
    }

    /// The number of a point for a referee: that of those who play; points that they do not know
    /// of (answers of a race that is on, or was taken back) are counted behind theirs.
    #[must_use]
    pub fn number_of_all(&self, point: Point) -> u32 {
        let before = || self.unknown().take_while(|other| *other != point).count();
        self.number(point)
            .unwrap_or_else(|| u32::try_from(self.known.len() + before()).unwrap_or(u32::MAX))
    }

    /// The point that has that number for a referee.
    #[must_use]
    pub fn numbered_of_all(&self, number: u32) -> Option<Point> {
        let behind = || self.unknown().nth((number as usize).checked_sub(self.known.len())?);
        self.numbered(number).or_else(behind)
    }

    /// Points that those who play do not know of, oldest first.
    fn unknown(&self) -> impl Iterator<Item = Point> + '_ {
        let all = (0u32..).zip(&self.nodes);
        all.filter(|(_, node)| node.number.is_none()).map(|(at, _)| Point(at))
    }

    /// What those who play know of, by number.
    #[must_use]
    pub fn known(&self) -> &[Point] {
        &self.known
    }

    /// Adds what a point tells.
    pub(super) fn tell(&mut self, point: Point, lines: &[Line]) {
        if let Some(node) = self.nodes.get_mut(point.index()) {
            node.lines.reserve_exact(lines.len());
            node.lines.extend(lines.iter().cloned());
        }
        if point == self.here {
            self.told += lines.len();
        }
    }

    pub(super) fn count_lines(&self, to: Point) -> usize {
        self.way(to).into_iter().map(|p| self.node(p).lines.len()).sum()
    }

    /// Whether the game has been played on from a point.
    pub(super) fn was_played_on(&self, point: Point) -> bool {
        !self.node(point).children.is_empty()
    }

    /// Goes to a point; whoever makes choices again from before it comes this way.
    pub(super) fn stand(&mut self, point: Point) {
        self.here = point;
        let mut at = point;
        while let Some(parent) = self.node(at).parent {
            if let Some(node) = self.nodes.get_mut(parent.index()) {
                node.next = Some(at);
            }
            at = parent;
        }
        self.told = self.count_lines(point);
    }

    /// Where making the last choices again leads from a point.
    #[must_use]
    pub fn next(&self, point: Point) -> Option<Point> {
        self.node(point).next
    }

    /// A point and those that led to it, the last first.
    fn ancestors(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        std::iter::successors(Some(point), |at| self.node(*at).parent)
    }

    /// How many points lie between the last one before `point` that is `known` and itself.
    pub(super) fn since(&self, point: Point, known: impl Fn(Point) -> bool) -> usize {
        self.ancestors(point)
            .take_while(|at| !known(*at) && self.node(*at).parent.is_some())
            .count()
    }

    /// The point so many steps before another; none: the line is not that long.
    pub(super) fn back(&self, point: Point, steps: usize) -> Option<Point> {
        self.ancestors(point).nth(steps)
    }

    /// The last point that is `known` on the way to `point`, itself included.
    pub(super) fn nearest(&self, point: Point, known: impl Fn(Point) -> bool) -> Option<Point> {
        self.ancestors(point).find(|at| known(*at))
    }

    /// Gives a point a name; a name that is taken moves there.
    pub(super) fn name(&mut self, name: &str, point: Point) {
        self.bookmarks.retain(|(n, _)| n != name);
        self.bookmarks.push((name.to_string(), point));
    }

    /// Names of points, oldest first.
    #[must_use]
    pub fn bookmarks(&self) -> &[(String, Point)] {
        &self.bookmarks
    }

    /// The point of that name.
    #[must_use]
    pub fn bookmark(&self, name: &str) -> Option<Point> {
        self.bookmarks.iter().find(|(n, _)| n == name).map(|(_, point)| *point)
    }

    /// The lines of the history, by number.
    #[must_use]
    pub fn branches(&self) -> Vec<Branch> {
        let all: Vec<Point> = (0..self.nodes.len()).map(|at| Point(at as u32)).collect();
        self.branches_among(&all, self.here)
    }

    /// The same as far as those who play know of it.
    #[must_use]
    pub fn known_branches(&self) -> Vec<Branch> {
        self.branches_among(&self.known, self.settled())
    }

    /// The same as it was when so many points were known and the game stood at `here`.
    #[must_use]
    pub fn branches_then(&self, known: usize, here: Point) -> Vec<Branch> {
        self.branches_among(self.known.get(..known).unwrap_or(&self.known), here)
    }

    /// Of several points behind one the first goes on along its branch; each of the others begins
    /// one.
    fn branches_among(&self, points: &[Point], here: Point) -> Vec<Branch> {
        let mut found: Vec<Branch> = Vec::new();
        let (mut of, mut left) = (BTreeMap::new(), BTreeSet::new());
        for point in points {
            let parent = self.node(*point).parent;
            let goes_on = parent.filter(|p| left.insert(*p)).and_then(|p| of.get(&p).copied());
            let at = goes_on.unwrap_or(found.len());
            of.insert(*point, at);
            match found.get_mut(at) {
                Some(branch) => {
                    branch.tip = *point;
                    branch.length += 1;
                }
                None => found.push(Branch {
                    number: at as u32 + 1,
                    from: parent.unwrap_or(Point::START),
                    tip: *point,
                    length: usize::from(parent.is_some()),
                    current: false,
                }),
            }
        }
        if let Some(branch) = of.get(&here).and_then(|at| found.get_mut(*at)) {
            branch.current = true;
        }
        found
    }
}

/// What going somewhere did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gone {
    /// From where.
    pub from: Point,
    /// To where.
    pub to: Point,
    /// How many steps were taken back.
    pub back: usize,
    /// How many were done again.
    pub again: usize,
    /// What came with the steps that were taken back: people remember what they saw.
    pub across: StepEffects,
    /// Lines of the log that stayed: what is behind them is new to everybody.
    pub stayed: usize,
}

/// What is told of a referee's change to those who may not know what it was.
pub(super) const REFEREED: &str = "the referee changes the table";

/// Lines as one.
pub(super) fn in_one_line(lines: &str) -> String {
    lines.split_whitespace().collect::<Vec<_>>().join(" ")
}
