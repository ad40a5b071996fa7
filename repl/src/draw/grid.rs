//! A grid in text: a square is one line high and five columns wide, fewer where the width does not
//! allow it. Lines that leave it are box-drawing characters, heavy where a tile is only tried; the
//! frontier carries numbers.

use super::frontier::{At, Frontier, Legend, STEPS};
use houserules_table::view::picture::{Drawn, Picture, Sketch};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Columns of a square, the widest first.
const WIDTHS: [usize; 3] = [5, 3, 1];
/// Columns for the rows' numbers.
const MARGIN: usize = 5;

/// What stands at a place, on the bare table or on a tile.
pub type Labels = BTreeMap<At, String>;

/// The character for lines that leave north, east, south and west.
fn crossing(passages: [bool; 4], heavy: bool) -> char {
    let at =
        passages.iter().enumerate().fold(0, |bits, (side, on)| bits | usize::from(*on) << side);
    // By north, east, south, west as bits from the lowest.
    let light = ['▪', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
    let thick = ['■', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'];
    if heavy { thick[at & 15] } else { light[at & 15] }
}

/// How one square is to be drawn.
struct Cell<'a> {
    square: &'a Drawn,
    label: Option<&'a str>,
    legend: &'a Legend,
    heavy: bool,
}

impl Cell<'_> {
    /// The column at an edge: a line that goes through, or the border of the tile.
    fn edge(&self, side: usize) -> char {
        match (self.square.passages[side], self.square.same[side]) {
            (true, _) => self.line(true),
            (false, true) => ' ',
            (false, false) if side == 1 => '▕',
            (false, false) => '▏',
        }
    }

    fn line(&self, on: bool) -> char {
        match (on, self.heavy) {
            (false, _) => ' ',
            (true, false) => '─',
            (true, true) => '━',
        }
    }

    fn text(&self, wide: usize) -> String {
        let [_, east, _, west] = self.square.passages;
        let mark = self.square.mark.as_deref().map(|mark| self.legend.short(mark));
        let cross = crossing(self.square.passages, self.heavy);
        let (left, right) = (self.edge(3), self.edge(1));
        match (wide, self.label, mark) {
            (1, Some(text), _) | (1, None, Some(text)) => text.chars().take(1).collect(),
            (1, None, None) => cross.to_string(),
            (3, Some(label), _) => format!("{label:^3.3}"),
            (3, None, Some(mark)) => {
                format!("{left}{cross}{}", mark.chars().next().unwrap_or(right))
            }
            (3, None, None) => format!("{left}{cross}{right}"),
            (_, Some(label), _) => format!("{left}{label:^3.3}{right}"),
            (_, None, Some(mark)) => {
                let mut letters = mark.chars();
                let first = letters.next().unwrap_or(' ');
                format!(
                    "{left}{}{cross}{first}{}",
                    self.line(west),
                    letters.next().unwrap_or(right)
                )
            }
            (_, None, None) => {
                format!("{left}{}{cross}{}{right}", self.line(west), self.line(east))
            }
        }
    }
}

/// A grid with what is to be seen on it.
#[derive(Debug)]
pub struct Sheet<'a> {
    /// What lies there.
    pub picture: &'a Picture,
    /// What stands at squares.
    pub labels: Labels,
    /// A tile that is tried.
    pub tried: &'a [Drawn],
}

impl<'a> Sheet<'a> {
    /// The grid with the numbers of its frontier.
    #[must_use]
    pub fn numbered(picture: &'a Picture) -> Self {
        let frontier = Frontier::of(picture);
        let labels = frontier.numbered().map(|(at, n)| (at, format!("○{n}"))).collect();
        Self { picture, labels, tried: &[] }
    }

    fn tiles(&self) -> BTreeMap<At, (&Drawn, bool)> {
        let laid = self.picture.squares.iter().map(|q| ((q.x, q.y), (q, false)));
        laid.chain(self.tried.iter().map(|q| ((q.x, q.y), (q, true)))).collect()
    }

    fn ends(&self, tiles: &BTreeMap<At, (&Drawn, bool)>) -> Vec<At> {
        let mut ends = Vec::new();
        for ((x, y), (q, _)) in tiles {
            let looks = q.open.iter().zip(STEPS).filter(|(open, _)| **open);
            ends.extend(looks.map(|(_, (dx, dy))| (x.saturating_add(dx), y.saturating_add(dy))));
        }
        ends.retain(|at| !tiles.contains_key(at));
        ends
    }

    /// The picture for that many columns, its highest row first; rows and columns are numbered at
    /// the edges.
    #[must_use]
    pub fn lines(&self, width: usize) -> Vec<String> {
        let tiles = self.tiles();
        let ends = self.ends(&tiles);
        let all = || tiles.keys().chain(&ends).chain(self.labels.keys());
        let range = |of: fn(&At) -> i16| Some(all().map(of).min()?..=all().map(of).max()?);
        let (Some(across), Some(up)) = (range(|at| at.0), range(|at| at.1)) else {
            return Vec::new();
        };
        let count = across.clone().count();
        let room = width.saturating_sub(MARGIN);
        let wide = WIDTHS.into_iter().find(|wide| wide * count <= room).unwrap_or(1);
        let last =
            across.start().saturating_add(i16::try_from(room.max(1) - 1).unwrap_or(i16::MAX));
        let across = *across.start()..=(*across.end()).min(if wide == 1 { last } else { i16::MAX });
        let mut lines = Vec::new();
        for (y, row) in up.clone().rev().zip(self.window(across.clone(), up, wide)) {
            lines.push(format!("{y:>4} {row}").trim_end().to_owned());
        }
        let numbers: String = across.clone().map(|x| coordinate(x, wide)).collect();
        lines.push(format!("     {}", numbers.trim_end()));
        if across.count() < count {
            lines.push(
                "     (wider than the screen: `draw FILE` makes a picture of it all)".to_owned(),
            );
        }
        lines.extend(self.legend().line().map(|line| format!("     {line}")));
        lines
    }

    fn legend(&self) -> Legend {
        Legend::of(self.picture.squares.iter().chain(self.tried))
    }

    /// A part of the picture, its highest row first.
    fn window(
        &self,
        across: RangeInclusive<i16>,
        up: RangeInclusive<i16>,
        wide: usize,
    ) -> Vec<String> {
        let tiles = self.tiles();
        let ends = self.ends(&tiles);
        let legend = self.legend();
        let cell = |at: At| match (tiles.get(&at), self.labels.get(&at).map(String::as_str)) {
            (Some((square, heavy)), label) => {
                Cell { square, label, legend: &legend, heavy: *heavy }.text(wide)
            }
            (None, Some(label)) => narrow(label, wide),
            (None, None) if ends.contains(&at) => narrow("○", wide),
            (None, None) => " ".repeat(wide),
        };
        up.rev().map(|y| across.clone().map(|x| cell((x, y))).collect()).collect()
    }
}

/// A label on the bare table.
fn narrow(label: &str, wide: usize) -> String {
    let digits = label.trim_start_matches('○');
    let label = if label.chars().count() > wide && !digits.is_empty() { digits } else { label };
    format!("{label:^wide$.wide$}")
}

/// A column's number; where there is no room, only every tenth is written.
fn coordinate(x: i16, wide: usize) -> String {
    match wide {
        1 if x % 10 == 0 => "|".to_owned(),
        1 => " ".to_owned(),
        wide => format!("{:^wide$}", x % if wide < 5 { 100 } else { 1000 }),
    }
}

/// Several tries of one tile beside each other, each under its number, all with the same part of
/// the grid.
#[must_use]
pub fn tries(picture: &Picture, ways: &[(usize, &[Drawn])], width: usize) -> Vec<String> {
    let squares = || ways.iter().flat_map(|(_, way)| way.iter());
    let range = |of: fn(&Drawn) -> i16| {
        Some(
            squares().map(of).min()?.saturating_sub(1)..=squares().map(of).max()?.saturating_add(1),
        )
    };
    let (Some(across), Some(up)) = (range(|q| q.x), range(|q| q.y)) else { return Vec::new() };
    let wide = WIDTHS[0];
    let block = across.clone().count() * wide;
    let abreast = (width.saturating_sub(2) / (block + 3)).max(1);
    let mut lines = Vec::new();
    for group in ways.chunks(abreast) {
        let windows: Vec<Vec<String>> = group
            .iter()
            .map(|(_, way)| {
                Sheet { picture, labels: Labels::new(), tried: way }.window(
                    across.clone(),
                    up.clone(),
                    wide,
                )
            })
            .collect();
        let heads: String =
            group.iter().map(|(number, _)| format!(" {:<1$}  ", number, block)).collect();
        lines.push(format!("  {}", heads.trim_end()));
        for row in 0..up.clone().count() {
            let cells =
                windows.iter().map(|w| format!(" {}  ", w.get(row).map_or("", String::as_str)));
            lines.push(format!("  {}", cells.collect::<String>().trim_end()));
        }
    }
    lines
}

/// A tile by itself: as many lines as it is high.
#[must_use]
pub fn tile(squares: &[Drawn], legend: &Legend) -> Vec<String> {
    let range =
        |of: fn(&Drawn) -> i16| Some(squares.iter().map(of).min()?..=squares.iter().map(of).max()?);
    let (Some(across), Some(up)) = (range(|q| q.x), range(|q| q.y)) else { return Vec::new() };
    let cell = |at: At| {
        let square = squares.iter().find(|q| (q.x, q.y) == at);
        let drawn =
            square.map(|square| Cell { square, label: None, legend, heavy: false }.text(WIDTHS[0]));
        drawn.unwrap_or_else(|| " ".repeat(WIDTHS[0]))
    };
    up.rev().map(|y| across.clone().map(|x| cell((x, y))).collect()).collect()
}

/// The tiles that somebody holds, by name.
#[must_use]
pub fn legend_of(tiles: &[Sketch]) -> Legend {
    Legend::of(tiles.iter().flat_map(|tile| &tile.squares))
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserules_lang::ir::ZoneId;

    fn square(x: i16, passages: [bool; 4], open: [bool; 4], same: [bool; 4]) -> Drawn {
        Drawn { x, y: 0, tile: "T".into(), same, passages, open, mark: None }
    }

    fn two() -> Picture {
        let n = false;
        let left = square(0, [true, true, n, n], [true, n, n, n], [n, true, n, n]);
        let right = Drawn {
            mark: Some("water".into()),
            ..square(1, [n, n, n, true], [n; 4], [n, n, n, true])
        };
        Picture { at: (ZoneId(0), 0), name: "t".into(), squares: vec![left, right] }
    }

    #[test]
    fn lines_meet_and_open_ends_have_numbers() {
        let picture = two();
        let lines = Sheet::numbered(&picture).lines(80);
        assert_eq!(lines, ["   1  ○1", "   0 ▏ └────╴w▕", "       0    1", "     w water"]);
        let narrow = Sheet::numbered(&picture).lines(12);
        assert_eq!(narrow, ["   1 ○1", "   0 ▏└──╴w", "      0  1", "     w water"]);
    }

    #[test]
    fn a_tile_that_is_tried_is_heavy() {
        let picture = two();
        let mut way = square(0, [false, false, true, false], [false; 4], [false; 4]);
        way.y = 1;
        let lines = tries(&picture, &[(1, &[way.clone()]), (2, &[way])], 80);
        assert_eq!(lines[0].trim_end(), "   1                 2");
        assert!(lines[2].contains("▏ ╻ ▕") && lines[3].contains("└──"), "{lines:?}");
    }

    #[test]
    fn hundreds_of_squares_do_not_break_lines() {
        let line: Vec<Drawn> = (0..300)
            .map(|x| square(x, [false, true, false, true], [false; 4], [false; 4]))
            .collect();
        let picture = Picture { at: (ZoneId(0), 0), name: "t".into(), squares: line };
        assert!(Sheet::numbered(&picture).lines(80).iter().all(|l| l.chars().count() <= 80));
    }
}
