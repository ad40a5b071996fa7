//! Going from point to point: undo, redo, bookmarks, branches, boundaries of stages.

use super::Session;
use super::tree::{Boundary, Gone, Point, Step, Tree};
use crate::game::Game;
use crate::journal::{Across, Written};
use crate::log::Log;
use crate::visibility::Sighted;
use crate::visibility::concealed::Concealed;
use houserules_interpreter::referee::Referee;

impl<E: Referee + Clone> Session<E> {
    /// Goes to a point; `how` says in a word why (`undo`), for the journal. None: it stands there
    /// already.
    pub fn go(&mut self, to: Point, how: &str) -> Option<Gone> {
        self.go_with(to, how, |session| {
            let again = session.draws_again(to);
            (again && session.keeps_secrets()).then_some(session.lots.wrapping_add(1))
        })
    }

    /// The same; `lots` says, when the session stands there, what number the next lot gets.
    pub(super) fn go_with(
        &mut self,
        to: Point,
        how: &str,
        lots: impl FnOnce(&Self) -> Option<u32>,
    ) -> Option<Gone> {
        let from = self.here();
        let back = self.tree.behind(to);
        let way = self.tree.way(to);
        let shared = self.tree.way(from).len() - back.len();
        let of_rules = |p: &Point| matches!(*self.tree.step(*p), Step::Rules(_));
        let other_rules = back.iter().any(of_rules);
        // Answers in a race that is on are nobody's to count.
        let told = back.iter().filter(|p| self.tree.number(**p).is_some()).count();
        if to == from || self.tree.point(to.0).is_none() {
            return None;
        }
        let across = self.across(to);
        let stayed = way[..shared].last().map_or(0, |p| self.tree.count_lines(*p));
        self.lots = self.lots.max(self.game.engine.lots());
        self.stand_at(to);
        let lots = lots(self);
        self.number_lots(lots);
        let gone = Gone { from, to, back: back.len(), again: way.len() - shared, across, stayed };
        if gone.back > 0 && how != ANEW {
            self.remark(&gone, told, other_rules, how == OPENLY);
            self.tree.tell(to, self.game.whole_log().told());
        }
        let across = Across::of(&gone.across);
        self.write(Written::Go { to: to.0, how: how.to_string(), across, lots });
        Some(gone)
    }

    /// From here on lots fall as they did from that number on, on another line that is played once
    /// more.
    pub fn draw_as_from(&mut self, lots: u32) {
        self.number_lots(Some(lots));
        let (to, how) = (self.here().0, DRAWS.to_string());
        self.write(Written::Go { to, how, across: None, lots: Some(lots) });
    }

    /// From here on, where all was played once more that led to another point, nothing that is
    /// mixed comes out as it did behind that point.
    pub fn draw_anew_beside(&mut self, other: Point) {
        if self.draws_again(other) && self.keeps_secrets() {
            self.draw_as_from(self.lots.wrapping_add(1));
        }
    }

    /// Whether something may have been drawn before that would be drawn here again, on the line of
    /// a point or on another.
    fn draws_again(&self, line: Point) -> bool {
        self.tree.was_played_on(line) || self.lots > self.game.engine.lots()
    }

    /// Whether there is anything that somebody could find out by what comes out the same again.
    fn keeps_secrets(&self) -> bool {
        self.game.seats() > 1 && Concealed::by(self.game.book()).hides
    }

    /// Lots fall anew from here on, if they have a number.
    pub(super) fn number_lots(&mut self, lots: Option<u32>) {
        self.anew = lots;
        self.lots = self.lots.max(lots.unwrap_or(0));
        self.game.lots_from(lots);
    }

    /// The game as it stood at a point.
    pub(super) fn stand_at(&mut self, to: Point) {
        let way = self.tree.way(to);
        let known = way.iter().rposition(|p| self.saved.contains_key(p)).unwrap_or(0);
        let Some(saved) = way.get(known).and_then(|p| self.saved.get(p)) else { return };
        let log = self.game.tell_anew(Log::default());
        self.game.restore(saved, self.tree.choices_to(way[known]), Log::default());
        for point in &way[known + 1..] {
            self.game.lots_from(self.tree.lots(*point));
            if let Step::Chosen { seat, choice } = &*self.tree.step(*point) {
                // The same choice at the same position; only choices lie between saved games.
                let said = self.game.say(*seat, choice);
                debug_assert!(said.is_ok());
            }
        }
        self.game.forget_records();
        self.tree.stand(to);
        self.tell_as_at(to, log);
    }

    /// The game as it stood at a point; the session stays where it is.
    #[must_use]
    pub fn standing_at(&self, to: Point) -> Game<E> {
        let way = self.tree.way(to);
        let known = way.iter().rposition(|p| self.saved.contains_key(p)).unwrap_or(0);
        let mut game = self.game.copy();
        if let Some(saved) = way.get(known).and_then(|p| self.saved.get(p)) {
            game.restore(saved, 0, Log::default());
        }
        for point in way.get(known + 1..).unwrap_or(&[]) {
            game.lots_from(self.tree.lots(*point));
            if let Step::Chosen { seat, choice } = &*self.tree.step(*point) {
                let said = game.say(*seat, choice);
                debug_assert!(said.is_ok());
            }
        }
        game
    }

    /// `3 steps are taken back (chance had decided something)`, for all; and for each seat that had
    /// learnt something by them, that it had: who else did is not for everybody to know.
    /// `back`: how many steps those who play know of that are taken back.
    fn remark(&mut self, gone: &Gone, back: usize, other_rules: bool, openly: bool) {
        let text = match back {
            0 => "the race begins again".to_string(),
            1 => "1 step is taken back".to_string(),
            n => format!("{n} steps are taken back"),
        };
        let drawn = gone.across.drawn;
        let notes = [drawn.all.then_some(DRAWN), other_rules.then_some("other rules had come in")];
        let notes: Vec<&str> = notes.into_iter().flatten().collect();
        match notes.is_empty() {
            true => self.game.remark(&text),
            false => self.game.remark(&format!("{text} ({})", notes.join("; "))),
        }
        if openly {
            self.game.remark("what was hidden had been laid open: from here on it may be known");
        }
        if !drawn.all && drawn != Sighted::NOBODY {
            self.game.remark_among(drawn, DRAWN);
        }
        for seat in learners(gone.across.learned) {
            let name = self.game.naming().seat(seat);
            self.game.remark_to(seat, &format!("something had become known to {name}"));
        }
    }

    /// Before the last `n` choices of seats that count, with everything that followed them; as many
    /// as there are. Answers in a race that is on go with them and do not count. None: there is
    /// none.
    #[must_use]
    pub fn undo_to(&self, n: usize, counts: impl Fn(u8) -> bool) -> Option<Point> {
        let mut found = None;
        let mut left = n;
        for point in self.tree.ancestors(self.tree.settled()) {
            if left == 0 {
                break;
            }
            let node = self.tree.node(point);
            if node.chose().is_some_and(&counts) {
                found = node.parent();
                left -= 1;
            }
        }
        found
    }

    /// Behind the next `n` choices of seats that count, as they were made before, and on to the
    /// next of theirs; never to the middle of a race, which counts once.
    #[must_use]
    pub fn redo_to(&self, n: usize, counts: impl Fn(u8) -> bool) -> Option<Point> {
        let mut at = self.here();
        let (mut done, mut found, mut counted) = (0, None, false);
        while let Some(next) = self.tree.next(at) {
            counted &= self.tree.node(at).racing();
            let counting = self.tree.node(next).chose().is_some_and(&counts);
            if counting && !counted {
                if done == n {
                    break;
                }
                (done, counted) = (done + 1, true);
            }
            at = next;
            if !self.tree.node(at).racing() {
                found = Some(at);
            }
        }
        found
    }

    /// Takes back the last `n` choices of seats that count, and what followed them.
    pub fn undo(&mut self, n: usize, counts: impl Fn(u8) -> bool) -> Option<Gone> {
        let to = self.undo_to(n, counts)?;
        self.go(to, "undo")
    }

    /// Does again what was taken back.
    pub fn redo(&mut self, n: usize, counts: impl Fn(u8) -> bool) -> Option<Gone> {
        let to = self.redo_to(n, counts)?;
        self.go(to, "redo")
    }

    /// Names the present point; while a race is on, that where it began.
    pub fn bookmark(&mut self, name: &str) {
        let here = self.tree.settled();
        self.tree.name(name, here);
        self.write(Written::Bookmark { name: name.to_string() });
    }

    /// The last point before another at which such a stage began; none if none did.
    #[must_use]
    pub fn last(&self, from: Point, boundary: Boundary) -> Option<Point> {
        last(&self.tree, from, boundary)
    }

    /// Whether such a stage began with the step that led here: a host that lets the game run stops
    /// then.
    #[must_use]
    pub fn began(&self, boundary: Boundary) -> bool {
        self.tree.node(self.here()).began(boundary)
    }
}

/// How one goes back when what was hidden has been laid open, and all have agreed to go on.
pub const OPENLY: &str = "openly";

/// How one goes back to where several were asked at once, when they are to be asked anew: nobody is
/// told whether any of them had answered.
pub const ANEW: &str = "anew";

/// What is said of chance in steps that are taken back.
const DRAWN: &str = "chance had decided something";

/// How a session stays where it is, and lots are numbered otherwise from there on.
const DRAWS: &str = "draws";

/// The seats of a mask, a bit each.
fn learners(mask: u32) -> impl Iterator<Item = u8> {
    (0..32u8).filter(move |seat| mask >> seat & 1 == 1)
}

fn last(tree: &Tree, from: Point, boundary: Boundary) -> Option<Point> {
    let mut at = tree.node(from).parent()?;
    while !tree.node(at).began(boundary) {
        at = tree.node(at).parent()?;
    }
    Some(at)
}
