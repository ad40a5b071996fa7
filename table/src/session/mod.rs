//! A session: a running game with its whole history, which can be gone back over and kept.
//!
//! Every choice, referee's change and change of the rules makes a [`Point`]; points form a tree, so
//! that going back and choosing anew keeps the old line as a [`Branch`]. Whoever chooses the same
//! as before begins a branch, too: a history in which that could be told would tell what was chosen
//! in secret. [`tree`] holds the points, [`game`](crate::game) the game at the present one,
//! [`navigation`] goes from point to point (undo, redo, bookmarks, branches, boundaries of stages),
//! and
//! [`resume`] does again what a journal tells. Whatever changes the session also becomes an [`Entry`]: a host writes
//! [`Session::unwritten`] to its journal, syncs, and calls [`Session::written`] before it shows
//! anything.
//!
//! Going back restores the nearest saved game and plays the few steps behind it again; the log is
//! put together from what each point told. What is of long ago takes little room: lines and choices
//! lie [packed](crate::packed), and games are saved further apart. Where a game hides anything,
//! lots, shuffles of hidden cards and cards that chance picks come out anew wherever a point is
//! gone on from once more: if they came out the same, it would tell that nobody had chosen
//! otherwise in secret. A remark in the log says to each reader
//! when a step that is taken back had made something known to them, and to all when it had drawn
//! chance.

mod known;
pub mod navigation;
pub mod resume;
mod telling;
#[cfg(test)]
mod thinned;
pub mod tree;

use crate::choices::value::Choice;
use crate::game::{Game, Record, Rejected, Saved, StepEffects};
use crate::journal::{Entry, RulesChange, Written};
use crate::log::{Line, Log};
use crate::refusal::Refusal;
use houserules_interpreter::ask::Stop;
use houserules_interpreter::referee::Referee;
use std::collections::BTreeMap;
pub use tree::{Boundary, Branch, Gone, Node, Played, Point, Step, Tree};
use tree::{REFEREED, in_one_line};

/// A game is saved whole at every so manyth point of a line; between them steps are played again.
const EVERY: usize = 12;
/// So many steps back games lie as close together as that; further back, as far apart as this.
const NEAR: usize = 20 * EVERY;

/// A running game with its history.
#[derive(Debug, Clone)]
pub struct Session<E> {
    pub(super) game: Game<E>,
    pub(super) tree: Tree,
    pub(super) saved: BTreeMap<Point, Saved<E>>,
    pub(super) entries: Vec<Entry>,
    /// How many entries the journal has, with those that wait.
    kept: u64,
    /// Rules whose texts the journal has.
    texts: Vec<String>,
    /// A step that was done from here before leads to the point where it led then: only while a
    /// journal tells so.
    joins: bool,
    /// The highest number that the next lot has had anywhere.
    lots: u32,
    /// The number of the next lot, if lots and shuffles come out anew from here on.
    anew: Option<u32>,
}

impl<E: Referee + Clone> Session<E> {
    /// Begins with a game that stands at its start.
    #[must_use]
    pub fn begin(game: Game<E>) -> Self {
        let happened = game.happened().clone();
        let start = Node::new(None, None, game.hash(), &happened, game.book());
        let mut tree = Tree::new(start);
        tree.tell(Point::START, game.whole_log().told());
        let saved = BTreeMap::from([(Point::START, game.save())]);
        let lots = game.engine.lots();
        Self {
            game,
            tree,
            saved,
            entries: Vec::new(),
            kept: 0,
            texts: Vec::new(),
            joins: false,
            lots,
            anew: None,
        }
    }

    /// The game at the present point.
    #[must_use]
    pub fn game(&self) -> &Game<E> {
        &self.game
    }

    /// The game, to ask for menus, options and reasons. Whoever lets something be chosen here calls
    /// [`Session::noted`].
    pub fn game_mut(&mut self) -> &mut Game<E> {
        &mut self.game
    }

    /// The game as it was saved at a point; behind every change that is no choice it is.
    #[must_use]
    pub fn saved(&self, point: Point) -> Option<&Saved<E>> {
        self.saved.get(&point)
    }

    /// Every point of the history, and how they hang together.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Where the session stands.
    #[must_use]
    pub fn here(&self) -> Point {
        self.tree.here()
    }

    /// Entries the journal does not have yet, oldest first.
    #[must_use]
    pub fn unwritten(&self) -> &[Entry] {
        &self.entries
    }

    /// The unwritten entries are in the journal now, or nobody keeps one.
    pub fn written(&mut self) {
        self.entries.clear();
    }

    pub(super) fn write(&mut self, what: Written) {
        self.write_step(what, false);
    }

    /// `anew`: as [`Session::add`] says.
    fn write_step(&mut self, what: Written, anew: bool) {
        self.kept += 1;
        let hash = crate::journal::fingerprint::hex(self.game.hash());
        self.entries.push(Entry { n: self.kept, what, anew, hash });
    }

    /// Carries a typed choice out.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn say(&mut self, seat: u8, text: &str) -> Result<Stop, Rejected> {
        let stop = self.game.say(seat, text)?;
        self.noted();
        Ok(stop)
    }

    /// Carries a choice out.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn submit(&mut self, seat: u8, choice: &Choice) -> Result<Stop, Refusal> {
        let stop = self.game.submit(seat, choice)?;
        self.noted();
        Ok(stop)
    }

    /// Takes over what was chosen in the game itself, by a bot say.
    pub fn noted(&mut self) {
        let new = self.game.records_since(self.tree.choices()).to_vec();
        if let [record] = new.as_slice() {
            self.add_choice(record);
        } else if !new.is_empty() {
            // Step by step, so that each point has its own lines.
            self.stand_at(self.here());
            self.number_lots(self.anew);
            for record in new {
                if self.game.say(record.seat, &record.choice).is_ok() {
                    self.add_choice(&record);
                }
            }
        }
        self.game.forget_records();
    }

    fn add_choice(&mut self, record: &Record) {
        let Record { seat, choice, hash } = record;
        let anew = self.add(Step::Chosen { seat: *seat, choice: choice.to_string() }, *hash);
        let seat = seat.saturating_add(1);
        self.write_step(Written::Choice { seat, choice: choice.to_string() }, anew);
    }

    /// The step just done leads to a new point. Whether it was done from here before, which the
    /// journal must say.
    pub(super) fn add(&mut self, step: Step, hash: u64) -> bool {
        let same = self.tree.same(&step, hash);
        match same.filter(|_| self.joins) {
            Some(point) => {
                self.anew = None;
                self.tree.step_to(point);
                // It told the same then.
                let log = self.game.tell_anew(Log::default());
                self.tell_as_at(point, log);
            }
            None => self.add_point(step, hash),
        }
        debug_assert_eq!(self.tree.told(), self.game.log_length());
        same.is_some()
    }

    fn add_point(&mut self, step: Step, hash: u64) {
        let happened = self.game.happened().clone();
        let chose = if let Step::Chosen { seat, .. } = &step { Some(*seat) } else { None };
        let node = Node::new(Some(self.here()), chose, hash, &happened, self.game.book());
        let point = self.tree.add(node, step, self.anew.take());
        self.tree.tell(point, self.game.whole_log().told());
        if self.tree.since(point, |p| self.saved.contains_key(&p)) >= EVERY {
            self.saved.insert(point, self.game.save());
            self.thin_out(point);
        }
    }

    /// Forgets the saved game that has just come to lie far back, unless the one before it lies as
    /// far from it as those are to lie there.
    fn thin_out(&mut self, point: Point) {
        let Some(far) = self.tree.back(point, NEAR) else { return };
        let chosen = |p: Point| self.tree.node(p).chose().is_some();
        let kept = |p: Point| self.saved.contains_key(&p);
        let Some(old) = self.tree.nearest(far, kept).filter(|p| chosen(*p)) else { return };
        let Some(parent) = self.tree.node(old).parent() else { return };
        if self.tree.since(parent, kept) + 1 < NEAR {
            self.saved.remove(&old);
        }
    }

    /// Lets a referee change the table, with words that say how: lines of a test. What fails leaves
    /// everything as it was.
    ///
    /// # Errors
    /// What the change says.
    pub fn referee<T, R>(
        &mut self,
        lines: &str,
        change: impl FnOnce(&mut Game<E>) -> Result<T, R>,
    ) -> Result<T, R> {
        let before = self.game.clone();
        // What comes of it is told behind that.
        let known = format!("the referee: {}", in_one_line(lines));
        self.game.remark_in_secret(&known, REFEREED);
        match change(&mut self.game) {
            Ok(value) => {
                let hash = self.game.hash();
                let anew = self.add(Step::Refereed { lines: lines.to_string() }, hash);
                self.save_here();
                self.write_step(Written::Referee { lines: lines.to_string() }, anew);
                Ok(value)
            }
            Err(error) => {
                self.game = before;
                Err(error)
            }
        }
    }

    /// Goes on with other rules: a game that stands where this one does, as far as they allow. The
    /// old rules stay in the history: going back behind this point goes back to them.
    pub fn change_rules(&mut self, game: Game<E>, change: RulesChange) {
        // What the game has told since it is under the new rules stands behind what is said of
        // them.
        let since = game.lines(0).into_owned();
        let log = self.game.tell_anew(Log::default());
        self.game = game;
        self.game.continue_from(self.tree.choices(), Log::default());
        self.tell_as_at(self.here(), log);
        for said in &change.said {
            self.game.remark(said);
        }
        self.game.tell_more(since);
        let hash = self.game.hash();
        let anew = self.add(Step::Rules(change.clone()), hash);
        self.save_here();
        self.write_step(Written::Rules(change), anew);
    }

    /// Goes along the way to a point in a game of its own; each step is looked at where it was
    /// done.
    pub fn walk(&self, to: Point, mut look: impl FnMut(&mut Game<E>, &Step)) {
        let Some(start) = self.saved.get(&Point::START) else { return };
        let mut game = self.game.copy();
        game.restore(start, 0, Log::default());
        for point in self.tree.way(to) {
            let step = self.tree.step(point);
            game.lots_from(self.tree.lots(point));
            look(&mut game, &step);
            match (&*step, self.saved.get(&point)) {
                (_, Some(saved)) => game.restore(saved, 0, Log::default()),
                (Step::Chosen { seat, choice }, None) => drop(game.say(*seat, choice)),
                (Step::Start, None) | (Step::Refereed { .. }, None) | (Step::Rules(_), None) => {}
            }
        }
    }

    /// Looks at the game as it stood at a point.
    pub fn game_at(&self, at: Point, look: impl FnOnce(&Game<E>)) {
        look(&self.standing_at(at));
    }

    /// Lets the game tell what was told up to a point; what it has told that no point has is
    /// forgotten.
    fn tell_as_at(&mut self, point: Point, mut log: Log) {
        log.stand(self.tree.log_to(point), self.tree.heard());
        self.game.tell_anew(log);
    }

    /// The log up to a point.
    #[must_use]
    pub fn log_to(&self, point: Point) -> Log {
        let mut log = self.game.whole_log().clone();
        log.stand(self.tree.log_to(point), self.tree.heard());
        log
    }

    /// What a point told.
    #[must_use]
    pub fn lines_of(&self, point: Point) -> Vec<Line> {
        let log = self.game.whole_log();
        self.tree.told_at(point).flat_map(|part| log.part(&part).into_owned()).collect()
    }

    fn save_here(&mut self) {
        self.saved.insert(self.here(), self.game.save());
    }

    /// What came with the steps behind a point, up to the present one: whether going back there is
    /// across a reveal.
    #[must_use]
    pub fn across(&self, to: Point) -> StepEffects {
        let mut across = StepEffects::default();
        for point in self.tree.behind(to) {
            let node = self.tree.node(point);
            across.learned |= node.learned;
            across.drawn = across.drawn.or(node.drawn());
        }
        across
    }
}
