//! The points of a session: what led to each, what it told, and how they hang together.

use crate::game::{Record, StepEffects};
use crate::journal::RulesChange;
use crate::log::kept::add;
use crate::packed::Packed;
use crate::visibility::Sighted;
use houserules_lang::ir::{Rulebook, StageWord};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// Nothing: the start.
    Start,
    /// Somebody chose something.
    Chosen {
        /// The seat, from 0.
        seat: u8,
        /// As it is typed.
        choice: String,
    },
    /// A referee changed the table: lines of a test.
    Refereed {
        /// As they were typed.
        lines: String,
    },
    /// Other rules took the place of those before.
    Rules(#[serde(with = "as_json")] RulesChange),
}

/// As a text: it leaves out what is empty, which nothing but JSON understands.
mod as_json {
    use crate::journal::RulesChange;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer, ser};

    pub fn serialize<S: Serializer>(change: &RulesChange, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&serde_json::to_string(change).map_err(ser::Error::custom)?)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<RulesChange, D::Error> {
        serde_json::from_str(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// Where one goes back to, or on to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Boundary {
    /// Somebody decided something: every point is one.
    Decision,
    /// A turn began.
    Turn,
    /// A phase began.
    Phase,
    /// A round began.
    Round,
}

/// A point. There are very many: what led there lies elsewhere, and what it told with the log.
#[derive(Debug, Clone)]
pub struct Node {
    /// The position's hash.
    pub hash: u64,
    /// Seats (a bit each) that came to know something with the step.
    pub learned: u32,
    /// The seats that may know that chance decided something with the step.
    drawn: u32,
    parent: Pointer,
    /// Where making the last choice again leads.
    next: Pointer,
    /// The last point right behind it.
    child: Pointer,
    /// The one before itself that is right behind the same point.
    sibling: Pointer,
    /// Its number for those who play, as it became known to them; none: it has not.
    number: Pointer,
    choices: u32,
    /// The first of the lines that it told, by where they were told.
    told_from: u32,
    /// How many these were.
    told: u16,
    /// The seat that chose.
    chose: u8,
    /// What else was so of the step, a bit each.
    marks: u8,
}

/// Nobody chose anything there.
const NOBODY: u8 = u8::MAX;

/// What may be so of a step, as a bit.
mod mark {
    pub const TURN: u8 = 1;
    pub const PHASE: u8 = 2;
    pub const ROUND: u8 = 4;
    pub const RACING: u8 = 8;
    /// All may know that chance decided something.
    pub const DRAWN: u8 = 16;
}

/// A number that may be none, in no more room than a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pointer(u32);

impl Pointer {
    const NONE: Self = Self(u32::MAX);

    fn to(self) -> Option<Point> {
        (self != Self::NONE).then_some(Point(self.0))
    }
}

impl From<Option<Point>> for Pointer {
    fn from(point: Option<Point>) -> Self {
        point.map_or(Self::NONE, |point| Self(point.0))
    }
}

impl Node {
    /// A point behind another; the session gives it its place in the history.
    #[must_use]
    pub fn new(
        parent: Option<Point>,
        chose: Option<u8>,
        hash: u64,
        happened: &StepEffects,
        book: &Rulebook,
    ) -> Self {
        let mut marks = 0;
        for stage in &happened.began {
            marks |= match book[*stage].word {
                StageWord::Turn => mark::TURN,
                StageWord::Phase => mark::PHASE,
                StageWord::Round => mark::ROUND,
            };
        }
        marks |= if happened.racing { mark::RACING } else { 0 };
        marks |= if happened.drawn.all { mark::DRAWN } else { 0 };
        Self {
            hash,
            learned: happened.learned,
            drawn: happened.drawn.seats,
            parent: parent.into(),
            next: Pointer::NONE,
            child: Pointer::NONE,
            sibling: Pointer::NONE,
            number: Pointer::NONE,
            choices: 0,
            told_from: 0,
            told: 0,
            chose: chose.unwrap_or(NOBODY),
            marks,
        }
    }

    /// The point before; none: the start.
    #[must_use]
    pub fn parent(&self) -> Option<Point> {
        self.parent.to()
    }

    /// Whether such a stage began with the step that led here.
    #[must_use]
    pub fn began(&self, boundary: Boundary) -> bool {
        let began = match boundary {
            Boundary::Decision => true,
            Boundary::Turn => self.marked(mark::TURN),
            Boundary::Phase => self.marked(mark::PHASE),
            Boundary::Round => self.marked(mark::ROUND),
        };
        began || self.parent().is_none()
    }

    /// The seat that chose; none: the step was no choice.
    #[must_use]
    pub fn chose(&self) -> Option<u8> {
        (self.chose != NOBODY).then_some(self.chose)
    }

    /// Who may know that chance decided something with the step.
    #[must_use]
    pub fn drawn(&self) -> Sighted {
        Sighted { seats: self.drawn, all: self.marked(mark::DRAWN) }
    }

    /// Behind it a race was on that somebody had answered: nobody is shown who, and so not that it
    /// is there.
    #[must_use]
    pub fn racing(&self) -> bool {
        self.marked(mark::RACING)
    }

    fn marked(&self, mark: u8) -> bool {
        self.marks & mark != 0
    }

    fn told(&self) -> Range<u32> {
        self.told_from..self.told_from + u32::from(self.told)
    }

    /// Adds what was told behind what it has told already; no: it does not follow.
    fn tells(&mut self, lines: &Range<u32>) -> bool {
        let from = if self.told == 0 { lines.start } else { self.told_from };
        let told = u16::try_from(lines.end - from);
        let follows = self.told().end == lines.start || self.told == 0;
        match told {
            Ok(told) if follows => (self.told_from, self.told) = (from, told),
            Ok(_) | Err(_) => return false,
        }
        true
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

/// A choice of a line, to be made once more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// What was chosen.
    pub record: Record,
    /// The number of the next lot before it, if lots fell anew there.
    pub lots: Option<u32>,
}

/// Room is made for so many points at once.
const MORE: usize = 256;

/// The history: every point, the lines of play they make, and where the session stands.
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Vec<Node>,
    /// What led to each.
    steps: Packed<Step>,
    /// What points told when they were come back to.
    later: BTreeMap<Point, Vec<Range<u32>>>,
    /// The numbers of the first lots of steps with which lots fell anew.
    lots: BTreeMap<Point, u32>,
    /// Where other rules came in.
    rules: BTreeSet<Point>,
    /// How many lines the points have told together.
    heard: u32,
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
        let mut steps = Packed::default();
        steps.push(Step::Start);
        Self {
            nodes: vec![Node { number: Pointer(0), ..start }],
            steps,
            later: BTreeMap::new(),
            lots: BTreeMap::new(),
            rules: BTreeSet::new(),
            heard: 0,
            here: Point::START,
            told: 0,
            known: vec![Point::START],
            bookmarks: Vec::new(),
        }
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
        &self.nodes[self.point(point.0).unwrap_or(Point::START).index()]
    }

    /// One of the points that there are.
    fn node_mut(&mut self, point: Point) -> &mut Node {
        &mut self.nodes[point.index()]
    }

    /// What led to a point; to one that is not there, nothing.
    #[must_use]
    pub fn step(&self, point: Point) -> Cow<'_, Step> {
        self.steps.get(point.index()).unwrap_or(Cow::Owned(Step::Start))
    }

    /// Where on the line that led here other rules came in last.
    #[must_use]
    pub fn last_rules(&self) -> Option<Point> {
        // Mostly none ever did.
        let all = (!self.rules.is_empty()).then(|| self.ancestors(self.here));
        all?.find(|point| self.rules.contains(point))
    }

    /// The number of the first lot of a step, if lots fell anew.
    #[must_use]
    pub fn lots(&self, point: Point) -> Option<u32> {
        self.lots.get(&point).copied()
    }

    /// The point of that number.
    #[must_use]
    pub fn point(&self, number: u32) -> Option<Point> {
        ((number as usize) < self.nodes.len()).then_some(Point(number))
    }

    /// How many choices led here.
    pub(super) fn choices(&self) -> usize {
        self.choices_to(self.here)
    }

    /// How many choices led to a point.
    pub(super) fn choices_to(&self, to: Point) -> usize {
        self.node(to).choices as usize
    }

    /// How many lines the log has up to here.
    pub(super) fn told(&self) -> usize {
        self.told
    }

    /// The points that led to one, the start first, itself last.
    #[must_use]
    pub fn way(&self, to: Point) -> Vec<Point> {
        let mut way: Vec<Point> = self.ancestors(to).collect();
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
        let record = |point: Point| match self.step(point).into_owned() {
            Step::Chosen { seat, choice } => {
                Some(Record { seat, choice, hash: self.node(point).hash })
            }
            Step::Start | Step::Refereed { .. } | Step::Rules(_) => None,
        };
        self.way(self.here).into_iter().filter_map(record).collect()
    }

    /// The choices that led here, to be made once more with the same lots.
    #[must_use]
    pub fn played(&self) -> Vec<Played> {
        let (mut all, mut lots) = (Vec::new(), None);
        for point in self.way(self.here) {
            lots = self.lots(point).or(lots);
            if let Step::Chosen { seat, choice } = self.step(point).into_owned() {
                let record = Record { seat, choice, hash: self.node(point).hash };
                all.push(Played { record, lots: lots.take() });
            }
        }
        all
    }

    /// What a point told, by where it was told.
    pub(super) fn told_at(&self, point: Point) -> impl Iterator<Item = Range<u32>> + '_ {
        let later = self.later.get(&point).into_iter().flatten().cloned();
        std::iter::once(self.node(point).told()).chain(later)
    }

    /// The log up to a point, by where it was told.
    pub(super) fn log_to(&self, to: Point) -> Vec<Range<u32>> {
        let mut parts = Vec::new();
        for point in self.way(to) {
            self.told_at(point).for_each(|part| add(&mut parts, part));
        }
        parts
    }

    /// How many lines the points have told together; what a game has told behind them no point
    /// has.
    pub(super) fn heard(&self) -> u32 {
        self.heard
    }

    /// Where a step led when it was done from here before.
    pub(super) fn same(&self, step: &Step, hash: u64) -> Option<Point> {
        let before = |point: &Point| self.node(*point).sibling.to();
        let children = std::iter::successors(self.node(self.here).child.to(), before);
        let same = |child: &Point| self.node(*child).hash == hash && *self.step(*child) == *step;
        children.filter(same).last()
    }

    /// Adds a point behind the present one, to which a step led, and goes there. `lots`: the number
    /// of its first lot, if lots fell anew.
    pub(super) fn add(&mut self, mut node: Node, step: Step, lots: Option<u32>) -> Point {
        let here = self.here;
        let parent = self.node(here);
        let point = Point(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        node.choices = parent.choices + u32::from(node.chose().is_some());
        node.sibling = parent.child;
        // Twice as much room whenever it is full would mostly be empty.
        if self.nodes.len() == self.nodes.capacity() {
            self.nodes.reserve_exact(MORE);
        }
        self.nodes.push(node);
        if let Step::Rules(_) = &step {
            self.rules.insert(point);
        }
        self.steps.push(step);
        self.lots.extend(lots.map(|lots| (point, lots)));
        self.node_mut(here).child = Pointer(point.0);
        self.step_to(point);
        point
    }

    /// Goes on to a point right behind the present one.
    pub(super) fn step_to(&mut self, child: Point) {
        self.node_mut(self.here).next = Pointer(child.0);
        self.here = child;
        self.told += self.lines_of(child);
        if !self.node(child).racing() {
            self.becomes_known(child);
        }
    }

    /// Numbers a point and what led there for those who play: a race is over, or there was none.
    fn becomes_known(&mut self, point: Point) {
        let unknown = |at: &Point| self.node(*at).number == Pointer::NONE;
        let new: Vec<Point> = self.ancestors(point).take_while(unknown).collect();
        for point in new.into_iter().rev() {
            let number = u32::try_from(self.known.len()).unwrap_or(u32::MAX);
            self.node_mut(point).number = Pointer(number);
            if self.known.len() == self.known.capacity() {
                self.known.reserve_exact(MORE);
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
        while let Some(parent) = self.node(at).parent().filter(|_| self.node(at).racing()) {
            at = parent;
        }
        at
    }

    /// The number of a point for those who play; none: they do not know of it yet.
    #[must_use]
    pub fn number(&self, point: Point) -> Option<u32> {
        self.node(point).number.to().map(|number| number.0)
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
        all.filter(|(_, node)| node.number == Pointer::NONE).map(|(at, _)| Point(at))
    }

    /// What those who play know of, by number.
    #[must_use]
    pub fn known(&self) -> &[Point] {
        &self.known
    }

    /// What was told behind all that points have told is a point's, up to so many lines.
    pub(super) fn tell(&mut self, point: Point, told: u32) {
        let new = self.heard..told.max(self.heard);
        self.heard = new.end;
        if point == self.here {
            self.told += new.len();
        }
        match self.later.get_mut(&point) {
            Some(later) => add(later, new),
            None if self.nodes[point.index()].tells(&new) => {}
            None => drop(self.later.insert(point, vec![new])),
        }
    }

    fn lines_of(&self, point: Point) -> usize {
        self.told_at(point).map(|part| part.len()).sum()
    }

    pub(super) fn count_lines(&self, to: Point) -> usize {
        self.ancestors(to).map(|point| self.lines_of(point)).sum()
    }

    /// Whether the game has been played on from a point.
    pub(super) fn was_played_on(&self, point: Point) -> bool {
        self.node(point).child != Pointer::NONE
    }

    /// Goes to a point; whoever makes choices again from before it comes this way.
    pub(super) fn stand(&mut self, point: Point) {
        self.here = point;
        let mut at = point;
        while let Some(parent) = self.node(at).parent() {
            self.node_mut(parent).next = Pointer(at.0);
            at = parent;
        }
        self.told = self.count_lines(point);
    }

    /// Where making the last choices again leads from a point.
    #[must_use]
    pub fn next(&self, point: Point) -> Option<Point> {
        self.node(point).next.to()
    }

    /// A point and those that led to it, the last first.
    pub(super) fn ancestors(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        std::iter::successors(Some(point), |at| self.node(*at).parent())
    }

    /// How many points lie between the last one before `point` that is `known` and itself.
    pub(super) fn since(&self, point: Point, known: impl Fn(Point) -> bool) -> usize {
        self.ancestors(point)
            .take_while(|at| !known(*at) && self.node(*at).parent().is_some())
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
            let parent = self.node(*point).parent();
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
    /// Where the session stood before.
    pub from: Point,
    /// Where it stands now.
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
