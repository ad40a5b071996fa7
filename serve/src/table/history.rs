//! The points of the game, as those who play may know them: while several are asked at once, as it
//! was when that began.

use super::Table;
use crate::protocol::reply::Reply;
use crate::protocol::screen::Reader;
use houserules_table::session::navigation::ANEW;
use houserules_table::session::{Branch, Point, Step};
use serde_json::{Value, json};

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
                "rules": matches!(tree.node(*point).step, Step::Rules(_)),
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

    /// The lines of play that were kept.
    pub(super) fn branches(&self) -> Vec<Branch> {
        self.session.tree().branches_then(self.round_known, self.round_point)
    }

    /// The point of a name or a number that those who play know.
    pub(super) fn named(&self, to: &str) -> Option<Point> {
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
