//! A rectangle as a board: its squares with what stands in them, the first row at the bottom.
//!
//! What the word `mark` says of a square goes first. Without it a square shows, in this order,
//! whose it is, what stands there, how much, and what is true of it: its counters that say
//! something, and its zones. Last comes who stands there, as counters of the players and of the
//! table say: `[AB]`.

use super::cards::{self, contents, value, words};
use crate::show::console::columns;
use crate::show::grid::aligned;
use houserules_lang::ir::{Counter, Enum, EnumId, Owner, Rulebook, Type};
use houserules_lang::naming::loose;
use houserules_table::view::{CounterView, Group, View};

/// What a part of a square tells, in the order in which the parts stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tells {
    Whose,
    What,
    HowMuch,
    ThatItIs,
    WhoIsThere,
}

/// A part of what stands in a square.
pub struct Part {
    tells: Tells,
    /// As pictures say it, and lines with room enough: `king`.
    pub long: String,
    /// As narrow lines say it: `k`.
    short: String,
}

/// A board with what stands in its squares.
pub struct Sheet<'a> {
    /// Which rectangle it is.
    pub id: EnumId,
    /// Its names and size; the squares are its members.
    pub of: &'a Enum,
    /// How many squares a row has.
    pub across: usize,
    /// What stands in each square, row by row from below.
    pub cells: Vec<Vec<Part>>,
}

/// A board that is drawn.
struct Squares<'a> {
    book: &'a Rulebook,
    view: &'a View,
    owner: Owner,
    /// How many things each square has.
    things: usize,
}

/// All boards on which there is something to see.
#[must_use]
pub fn sheets<'a>(book: &'a Rulebook, view: &View) -> Vec<Sheet<'a>> {
    let all = (0..book.enums.len()).filter_map(|at| sheet(book, view, at));
    all.filter(|sheet| sheet.cells.iter().any(|parts| !parts.is_empty())).collect()
}

/// The board of these members, if they are all the squares of a rectangle and it fits the width.
#[must_use]
pub fn board(book: &Rulebook, view: &View, group: &[&Group], width: usize) -> Option<Vec<String>> {
    let same = |members: &[String]| {
        members.len() == group.len() && members.iter().zip(group).all(|(m, g)| *m == g.owner)
    };
    let at = book.enums.iter().position(|e| e.rectangle.is_some() && same(&e.members))?;
    sheet(book, view, at)?.lines(width)
}

/// Boards whose squares have nothing of their own, with those who stand there.
#[must_use]
pub fn bare(book: &Rulebook, view: &View, width: usize) -> Vec<Vec<String>> {
    let owned = |sheet: &Sheet<'_>| {
        view.groups.iter().any(|g| g.seat.is_none() && sheet.of.members.first() == Some(&g.owner))
    };
    sheets(book, view)
        .iter()
        .filter(|sheet| !owned(sheet))
        .filter_map(|sheet| sheet.lines(width))
        .collect()
}

fn sheet<'a>(book: &'a Rulebook, view: &View, at: usize) -> Option<Sheet<'a>> {
    let of = book.enums.get(at)?;
    let across = of.rectangle.map(|(across, _)| usize::from(across))?;
    let id = EnumId(u16::try_from(at).ok()?);
    let marked = view.squares.iter().find(|s| s.of == of.name);
    let owner = Owner::Enum(id);
    let group =
        |member: &String| view.groups.iter().find(|g| g.seat.is_none() && g.owner == *member);
    let things = of.members.first().and_then(group).map_or(0, |g| g.zones.len() + g.counters.len());
    let squares = Squares { book, view, owner, things };
    let cell = |(place, member): (usize, &String)| {
        let mut parts = match marked {
            Some(marked) => {
                let mark = marked.marks.get(place).cloned().flatten();
                mark.map(|mark| Part { tells: Tells::What, short: mark.clone(), long: mark })
                    .into_iter()
                    .collect()
            }
            None => group(member).map_or_else(Vec::new, |g| squares.parts(g)),
        };
        parts.extend(squares.who_is_at(id, member));
        parts
    };
    Some(Sheet { id, of, across, cells: of.members.iter().enumerate().map(cell).collect() })
}

impl Sheet<'_> {
    /// What stands at its edge.
    #[must_use]
    pub fn edge(&self) -> Edge {
        edge(&self.of.members, self.across)
    }

    /// In text, in short forms if it would be too wide otherwise; none if it is too wide even so.
    #[must_use]
    pub fn lines(&self, width: usize) -> Option<Vec<String>> {
        let cell = |parts: &Vec<Part>, said: fn(&Part) -> &str, between: &str| {
            let said: Vec<&str> = parts.iter().map(said).collect();
            if said.is_empty() { cards::FREE.to_owned() } else { said.join(between) }
        };
        let long: Vec<String> = self.cells.iter().map(|p| cell(p, |p| &p.long, " ")).collect();
        let short = || self.cells.iter().map(|p| cell(p, |p| &p.short, "")).collect::<Vec<_>>();
        let edge = self.edge();
        laid_out(&long, &edge, width).or_else(|| {
            let mut lines = laid_out(&short(), &edge, width)?;
            lines.extend(aligned(&[vec![legend(&self.cells)]], 0, width));
            Some(lines)
        })
    }
}

/// What the short forms stand for.
fn legend(parts: &[Vec<Part>]) -> String {
    let mut said: Vec<(Tells, String)> = Vec::new();
    for part in parts.iter().flatten().filter(|p| p.short != p.long) {
        let line = (part.tells, format!("{} {}", part.short, part.long));
        if !said.contains(&line) {
            said.push(line);
        }
    }
    said.sort();
    said.into_iter().map(|(_, line)| line).collect::<Vec<_>>().join(", ")
}

/// What stands at the edge of a board: at each row, the lowest first, and under each column.
#[derive(Debug, PartialEq, Eq)]
pub struct Edge {
    /// The rows' names, the lowest first.
    pub rows: Vec<String>,
    /// The columns' names, from the left.
    pub columns: Vec<String>,
}

/// The parts of which squares' names are made, letters and a number as in `a1`; numbers, if they
/// are called otherwise.
fn edge(squares: &[String], across: usize) -> Edge {
    let numbers = |count: usize| (1..=count).map(|n| n.to_string()).collect::<Vec<_>>();
    let parts = |name: &String| {
        let digit = name.find(|c: char| c.is_ascii_digit())?;
        let (letters, number) = name.split_at(digit);
        let plain =
            letters.chars().all(char::is_alphabetic) && number.chars().all(|c| c.is_ascii_digit());
        (plain && !letters.is_empty()).then(|| (letters.to_string(), number.to_string()))
    };
    let across = across.max(1);
    let named: Option<Vec<_>> = squares.iter().map(parts).collect();
    let named = named.filter(|named| {
        let is_regular = |(at, (letters, number)): (usize, &(String, String))| {
            *letters == named[at % across].0 && *number == named[at / across * across].1
        };
        named.iter().enumerate().all(is_regular)
    });
    match named {
        Some(named) => Edge {
            rows: named.chunks(across).map(|row| row[0].1.clone()).collect(),
            columns: named.iter().take(across).map(|(letters, _)| letters.clone()).collect(),
        },
        None => Edge { rows: numbers(squares.len().div_ceil(across)), columns: numbers(across) },
    }
}

/// Rows from above, with what stands at the edge at the left and below; none if it is too wide.
fn laid_out(cells: &[String], edge: &Edge, width: usize) -> Option<Vec<String>> {
    let across = edge.columns.len();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (name, row) in edge.rows.iter().zip(cells.chunks(across)).rev() {
        rows.push(std::iter::once(name.clone()).chain(row.iter().cloned()).collect());
    }
    rows.push(std::iter::once(String::new()).chain(edge.columns.iter().cloned()).collect());
    let widest = |at: usize| {
        rows.iter().filter_map(|r| r.get(at)).map(|c| columns(c) + 2).max().unwrap_or(0)
    };
    let whole: usize = (0..=across).map(widest).sum();
    (whole <= width).then(|| aligned(&rows, 0, width))
}

impl Squares<'_> {
    fn parts(&self, square: &Group) -> Vec<Part> {
        let mut parts = Vec::new();
        for zone in square.zones.iter().filter(|z| z.count > 0) {
            let all = contents(zone, &square.owner);
            parts.push(Part { tells: Tells::What, short: all.clone(), long: all });
        }
        parts.extend(square.counters.iter().filter_map(|c| self.part(c)));
        parts.sort_by_key(|p| p.tells);
        parts
    }

    /// Who stands at a square: players by their first letters, what the table has by its name.
    fn who_is_at(&self, id: EnumId, member: &str) -> Vec<Part> {
        let wanted = loose(member);
        let here = |c: &&CounterView, owner: Owner| {
            let kind =
                self.book.counters.iter().find(|info| info.owner == owner && info.name == c.name);
            kind.is_some_and(|info| *info.ty.bare() == Type::Enum(id)) && loose(value(c)) == wanted
        };
        let mut players: Vec<&str> = Vec::new();
        let mut parts = Vec::new();
        for group in &self.view.groups {
            match group.seat.and_then(|seat| self.view.seats.get(usize::from(seat))) {
                Some(player) => {
                    let stands = group.counters.iter().filter(|c| here(c, Owner::Player));
                    players.extend(stands.map(|_| self.piece(player)));
                }
                None if group.owner.is_empty() => {
                    let names = || self.book.counters.iter().filter(|c| c.owner == Owner::Table);
                    for counter in group.counters.iter().filter(|c| here(c, Owner::Table)) {
                        let long = words(&counter.name);
                        let short = beginning(&long, names().map(|c| words(&c.name)));
                        parts.push(Part { tells: Tells::WhoIsThere, long, short });
                    }
                }
                None => {}
            }
        }
        if !players.is_empty() {
            let between = if players.iter().all(|p| p.chars().count() == 1) { "" } else { " " };
            let long = format!("[{}]", players.join(between));
            parts.insert(0, Part { tells: Tells::WhoIsThere, short: long.clone(), long });
        }
        parts
    }

    /// A counter, if it says something.
    fn part(&self, counter: &CounterView) -> Option<Part> {
        let said = value(counter);
        let ty =
            self.counters().find(|c| c.name == counter.name).map_or(&Type::None, |c| c.ty.bare());
        let nought =
            self.things > 1 && said.trim_start_matches(|c: char| !c.is_ascii_digit()) == "0";
        if matches!(said, "none" | "–" | "no") || nought {
            return None;
        }
        let (name, long) = (words(&counter.name), words(said));
        Some(match ty {
            Type::Player => {
                let piece = self.piece(said).to_owned();
                Part { tells: Tells::Whose, short: piece.clone(), long: piece }
            }
            Type::Enum(e) => {
                let members = &self.book[*e].members;
                Part {
                    tells: Tells::What,
                    short: beginning(&long, members.iter().map(|m| words(m))),
                    long,
                }
            }
            Type::Bool => {
                let truths =
                    self.counters().filter(|c| *c.ty.bare() == Type::Bool).map(|c| words(&c.name));
                Part { tells: Tells::ThatItIs, short: beginning(&name, truths), long: name }
            }
            _ if self.things > 1 => {
                Part { tells: Tells::HowMuch, long: format!("{name} {long}"), short: long }
            }
            _ => Part { tells: Tells::HowMuch, short: long.clone(), long },
        })
    }

    fn counters(&self) -> impl Iterator<Item = &Counter> {
        self.book.counters.iter().filter(|c| c.owner == self.owner)
    }

    /// What stands for a player on a board: the first letter, if no two begin alike.
    fn piece<'v>(&self, value: &'v str) -> &'v str {
        let first = |name: &str| name.chars().next();
        let alike = self.view.seats.iter().filter(|s| first(s) == first(value)).count();
        let player = self.view.seats.iter().any(|s| s == value);
        let end = first(value).map_or(0, char::len_utf8);
        if player && alike == 1 { &value[..end] } else { value }
    }
}

/// As much of a word from its beginning as no other of these has.
fn beginning(word: &str, all: impl Iterator<Item = String>) -> String {
    let shared = |other: &str| word.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let most = all.filter(|other| other != word).map(|other| shared(&other)).max().unwrap_or(0);
    word.chars().take(most + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::{Edge, beginning, edge};

    #[test]
    fn the_edge_says_how_squares_are_called() {
        let of = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
        let found = edge(&of(&["a1", "b1", "c1", "a2", "b2", "c2"]), 3);
        assert_eq!(found, Edge { rows: of(&["1", "2"]), columns: of(&["a", "b", "c"]) });
        let numbers = Edge { rows: of(&["1", "2"]), columns: of(&["1", "2"]) };
        assert_eq!(
            edge(&of(&["Field(1, 1)", "Field(2, 1)", "Field(1, 2)", "Field(2, 2)"]), 2),
            numbers
        );
    }

    #[test]
    fn words_are_cut_where_they_differ() {
        let men = ["king", "knight", "queen", "queens"];
        let cut = |word: &str| beginning(word, men.iter().map(|m| (*m).to_owned()));
        assert_eq!(men.map(cut), ["ki", "kn", "queen", "queens"]);
    }
}
