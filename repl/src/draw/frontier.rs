//! The frontier of a grid: squares of the bare table where something may be laid, numbered for
//! choosing.
//!
//! The numbers are the same wherever the grid is drawn: rows from above, each from the left. First
//! come squares that an open end looks at, or, where nothing is drawn through the tiles, all that
//! touch one; then those that only the choice at hand brings in.

use houserules_table::view::picture::{Drawn, Picture};
use std::collections::{BTreeMap, BTreeSet};

/// A square: eastwards, northwards.
pub type At = (i16, i16);

/// The squares beside one: north, east, south, west.
pub const STEPS: [At; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// Squares of the frontier, in the order of their numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Frontier {
    squares: Vec<At>,
}

/// What may be laid at a square of the frontier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The square's number, from 1.
    pub number: usize,
    /// Where it is.
    pub at: At,
    /// Ways to lay something there, by their place in the list of all.
    pub ways: Vec<usize>,
}

/// Rows from above, each from the left.
fn read_order(squares: BTreeSet<At>) -> Vec<At> {
    let mut squares: Vec<At> = squares.into_iter().collect();
    squares.sort_by_key(|(x, y)| (std::cmp::Reverse(*y), *x));
    squares
}

fn beside((x, y): At) -> impl Iterator<Item = At> {
    STEPS.into_iter().map(move |(dx, dy)| (x.saturating_add(dx), y.saturating_add(dy)))
}

impl Frontier {
    /// Of what lies there.
    #[must_use]
    pub fn of(picture: &Picture) -> Self {
        let laid = laid(picture);
        let has_lines = picture.squares.iter().any(|q| q.passages.contains(&true));
        let looked_at = |q: &Drawn| {
            let sides = q.open.into_iter().zip(beside((q.x, q.y)));
            sides
                .filter_map(move |(open, at)| (open || !has_lines).then_some(at))
                .collect::<Vec<_>>()
        };
        let squares =
            picture.squares.iter().flat_map(looked_at).filter(|at| !laid.contains(at)).collect();
        Self { squares: read_order(squares) }
    }

    /// Squares and their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (At, usize)> {
        self.squares.iter().enumerate().map(|(at, square)| (*square, at + 1))
    }

    /// Where the tiles of these ways may lie, by the numbers of the frontier; what covers none of
    /// it gets numbers behind.
    #[must_use]
    pub fn sites(&self, picture: &Picture, ways: &[Vec<Drawn>]) -> Vec<Site> {
        let laid = laid(picture);
        let mut all = self.squares.to_vec();
        let bare = |way: &Vec<Drawn>| {
            way.iter().map(|q| (q.x, q.y)).filter(|at| !laid.contains(at)).collect::<Vec<At>>()
        };
        let touches = |at: &At| beside(*at).any(|other| laid.contains(&other));
        let mut more = BTreeSet::new();
        for way in ways {
            let squares = bare(way);
            if squares.iter().any(|at| all.contains(at)) {
                continue;
            }
            match squares.iter().any(touches) {
                true => more.extend(squares.into_iter().filter(|at| touches(at))),
                false => more.extend(way.first().map(|q| (q.x, q.y))),
            }
        }
        all.extend(read_order(more));
        let mut sites: Vec<Site> = Vec::new();
        for (number, at) in all.into_iter().enumerate() {
            let covers = |way: &Vec<Drawn>| way.iter().any(|q| (q.x, q.y) == at);
            let ways: Vec<usize> = (0..ways.len()).filter(|n| covers(&ways[*n])).collect();
            if !ways.is_empty() {
                sites.push(Site { number: number + 1, at, ways });
            }
        }
        sites
    }
}

fn laid(picture: &Picture) -> BTreeSet<At> {
    picture.squares.iter().map(|q| (q.x, q.y)).collect()
}

/// Words drawn into squares, each by a letter, if it does not fit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Legend {
    letters: BTreeMap<String, String>,
}

/// Marks that are no longer are drawn as they are.
const SHORT: usize = 2;

impl Legend {
    /// For all that is drawn.
    #[must_use]
    pub fn of<'a>(squares: impl Iterator<Item = &'a Drawn>) -> Self {
        let marks: BTreeSet<&String> = squares.filter_map(|q| q.mark.as_ref()).collect();
        let mut letters: BTreeMap<String, String> = BTreeMap::new();
        for mark in marks.into_iter().filter(|mark| mark.chars().count() > SHORT) {
            let taken = |letter: &String| letters.values().any(|other| other == letter);
            let own = mark.chars().filter(|c| c.is_alphanumeric()).map(String::from);
            let other = ('A'..='Z').map(String::from);
            if let Some(letter) = own.chain(other).find(|letter| !taken(letter)) {
                letters.insert(mark.to_string(), letter);
            }
        }
        Self { letters }
    }

    /// What is drawn for a mark.
    #[must_use]
    pub fn short<'a>(&'a self, mark: &'a str) -> &'a str {
        self.letters.get(mark).map_or(mark, String::as_str)
    }

    /// What the letters mean, in one line; none if there are none.
    #[must_use]
    pub fn line(&self) -> Option<String> {
        let all: Vec<String> =
            self.letters.iter().map(|(mark, letter)| format!("{letter} {mark}")).collect();
        if all.is_empty() { None } else { Some(all.join(", ")) }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use houserules_lang::ir::ZoneId;

    pub(in crate::draw) fn square((x, y): At, passages: [bool; 4], open: [bool; 4]) -> Drawn {
        Drawn { x, y, tile: "T".into(), same: [false; 4], passages, open, mark: None }
    }

    #[test]
    fn numbers_go_from_above_and_from_the_left() {
        let n = false;
        let squares = vec![square((0, 0), [true, true, true, n], [true, true, true, n])];
        let picture = Picture { at: (ZoneId(0), 0), name: "t".into(), squares };
        let frontier = Frontier::of(&picture);
        assert_eq!(
            frontier.numbered().collect::<Vec<_>>(),
            [((0, 1), 1), ((1, 0), 2), ((0, -1), 3)]
        );
        let way = |at: &[At]| at.iter().map(|at| square(*at, [n; 4], [n; 4])).collect::<Vec<_>>();
        // The second lies at two of them, the third beside the one side that is closed.
        let ways = [way(&[(0, 1)]), way(&[(1, 0), (0, 1)]), way(&[(-1, 0), (-2, 0)])];
        let sites = frontier.sites(&picture, &ways);
        let found: Vec<_> = sites.iter().map(|s| (s.number, s.at, s.ways.clone())).collect();
        assert_eq!(found, [(1, (0, 1), vec![0, 1]), (2, (1, 0), vec![1]), (4, (-1, 0), vec![2])]);
    }

    #[test]
    fn marks_that_begin_alike_have_letters_of_their_own() {
        let marked = |mark: &str| Drawn {
            mark: Some(mark.into()),
            ..square((0, 0), [false; 4], [false; 4])
        };
        let squares = [marked("water"), marked("wall"), marked("7")];
        let legend = Legend::of(squares.iter());
        assert_eq!(
            (legend.short("wall"), legend.short("water"), legend.short("7")),
            ("w", "a", "7")
        );
        assert_eq!(legend.line().as_deref(), Some("w wall, a water"));
    }
}
