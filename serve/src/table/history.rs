//! The points of the game, as those who play may know them: while several are asked at once, as it
//! was when that began.

use super::Table;
use crate::making::{Round, screen};
use crate::protocol::book::Book;
use crate::protocol::reply::Reply;
use crate::protocol::screen::Reader;
use houserules_table::session::navigation::ANEW;
use houserules_table::session::{Branch, Point, Step};
use serde_json::{Value, json};
use std::sync::Arc;

/// Names of points are no longer than that, in characters.
const LONGEST: usize = 40;

/// So many points are listed.
const LISTED: usize = 200;

impl Table {
    /// The points of this line up to where the round began that is on, names and branches.
    pub(super) fn history(&self, reader: Reader) -> Reply {
        let (tree, viewer) = (self.session.tree(), reader.viewer());
        let way = tree.way(self.round_point);
        let skipped = way.len().saturating_sub(LISTED);
        let names = |point: Point| -> Vec<&str> {
            let of = tree.bookmarks().iter().filter(|(_, at)| *at == point);
            of.map(|(name, _)| name.as_str()).collect()
        };
        let point = |point: &Point| {
            json!({
                "n": tree.number(*point),
                "text": self.session.step_told(*point, viewer),
                "rules": matches!(*tree.step(*point), Step::Rules(_)),
                "here": *point == self.round_point,
                "names": names(*point),
            })
        };
        let points: Vec<Value> = way.iter().skip(skipped).map(point).collect();
        let branch = |b: &Branch| {
            json!({"n": b.number, "from": tree.number(b.from), "to": tree.number(b.tip),
                   "text": self.session.step_told(b.tip, viewer), "here": b.current})
        };
        let branches: Vec<Value> = self.branches().iter().map(branch).collect();
        let marks = tree.bookmarks().iter();
        let marks: Vec<Value> =
            marks.map(|(name, at)| json!({"name": name, "n": tree.number(*at)})).collect();
        Reply::with("points", points)
            .and("branches", branches)
            .and("bookmarks", marks)
            .and("skipped", skipped)
    }

    /// The table as onlookers saw it at a point, for the host; the game stays where it is. Within a
    /// race those are asked who were when it began, as everybody was told then.
    pub(super) fn look(&self, at: &str) -> Reply {
        let tree = self.session.tree();
        let Some(point) = self.known_point(at) else {
            return Reply::no("there is no point of that name or number");
        };
        let mut game = self.session.standing_at(point);
        let settled = tree.settled_at(point);
        let round = match settled == point {
            true => Round::of(&game),
            false => Round::of(&self.session.standing_at(settled)),
        };
        game.tell_anew(self.session.log_to(point));
        let book = (!Arc::ptr_eq(game.book(), &self.book)).then(|| Book::of(game.book()));
        let shown = screen(&mut game, self.screen, Reader::Host, &round);
        let way = tree.way(self.round_point);
        let next = way.iter().position(|p| *p == point).and_then(|n| way.get(n + 1).copied());
        let after = next.or_else(|| tree.next(point)).and_then(|p| self.number_known(p));
        let before = tree.node(point).parent().and_then(|p| self.number_known(p));
        Reply::with("look", shown)
            .and("book", book)
            .and("n", self.number_known(point))
            .and("text", self.session.step_told(point, Reader::Host.viewer()))
            .and("before", before)
            .and("after", after)
    }

    /// The number of a point, if those who play knew of it when the round began that is on.
    pub(super) fn number_known(&self, point: Point) -> Option<u32> {
        let known = |n: &u32| usize::try_from(*n).is_ok_and(|n| n < self.round_known);
        self.session.tree().number(point).filter(known)
    }

    /// The lines of play that were kept.
    pub(super) fn branches(&self) -> Vec<Branch> {
        self.session.tree().branches_then(self.round_known, self.round_point)
    }

    /// The point of a name or a number that those who play know.
    pub(super) fn known_point(&self, to: &str) -> Option<Point> {
        let tree = self.session.tree();
        let known = |n: &u32| usize::try_from(*n).is_ok_and(|n| n < self.round_known);
        let number = to.trim().parse().ok().filter(known);
        tree.bookmark(to.trim()).or_else(|| tree.numbered(number?))
    }

    /// Whether several are asked at once, so that nobody may know who has answered.
    pub(super) fn together(&self) -> bool {
        self.round.seats.len() > 1
    }

    /// If several are asked at once and some have answered, all are asked anew; nobody is told that
    /// they had.
    pub(super) fn ask_anew(&mut self) {
        if self.answered() > 0 {
            self.session.go(self.round_point, ANEW);
        }
    }

    /// Names the point where those who are asked were asked.
    pub(super) fn bookmark(&mut self, reader: Reader, name: &str) -> Reply {
        let name = name.trim();
        let word = name.chars().next().is_some_and(char::is_alphabetic);
        let long = name.chars().count() > LONGEST || name.chars().any(char::is_control);
        if reader == Reader::Onlooker {
            return Reply::no("only those who play can do that");
        }
        if !word || long {
            return Reply::no("give the bookmark a name that begins with a letter");
        }
        let here = self.session.here();
        let back = self.session.go(self.round_point, ANEW).is_some();
        self.session.bookmark(name);
        if back {
            self.session.go(here, ANEW);
        }
        self.keep();
        Reply::done()
    }
}
