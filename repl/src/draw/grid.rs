//! A grid in text: a square is five columns wide and one line high; lines that leave it are box-drawing characters, open
//! ends are rings on the bare table, and places that may be chosen carry numbers.

use houserules_interpreter::host::choice::Arg;
use houserules_interpreter::host::menu::Pickable;
use houserules_interpreter::host::picture::{Drawn, Picture};
use std::collections::BTreeMap;

/// Columns of a square.
const WIDE: usize = 5;

/// What stands at a place on the bare table.
pub type Labels = BTreeMap<(i16, i16), String>;

/// The character for lines that leave north, east, south and west.
fn crossing(passages: [bool; 4]) -> char {
    let at = passages.iter().enumerate().fold(0, |bits, (side, on)| bits | usize::from(*on) << side);
    // By north, east, south, west as bits from the lowest.
    ['▪', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'][at & 15]
}

/// A square with its tile.
fn cell(square: &Drawn) -> String {
    let [_, east, _, west] = square.passages;
    let line = |on: bool| if on { '─' } else { ' ' };
    let (left, right) = (edge(square, 3, west), edge(square, 1, east));
    match &square.mark {
        Some(mark) => {
            let short: String = mark.chars().take(3).collect();
            format!("{left}{short:^3}{right}")
        }
        None => format!("{left}{}{}{}{right}", line(west), crossing(square.passages), line(east)),
    }
}

/// The column between two squares: a line that goes through, or the border of the tile.
fn edge(square: &Drawn, side: usize, passage: bool) -> char {
    match (passage, square.same[side]) {
        (true, _) => '─',
        (false, true) => ' ',
        (false, false) => '▏',
    }
}

/// Numbers of the places that may be chosen. Spots with one lower left square stand side by side in a list: the first
/// number is shown, with a `+` if more turns follow.
#[must_use]
pub fn labels(members: &[Pickable]) -> Labels {
    let mut labels = Labels::new();
    for (at, member) in members.iter().enumerate() {
        let place = match &member.arg {
            Arg::Spot(s) => (s.x, s.y),
            Arg::Square(q) => (q.x, q.y),
            _ => continue,
        };
        match labels.get_mut(&place) {
            Some(label) if !label.ends_with('+') => label.push('+'),
            Some(_) => {}
            None => _ = labels.insert(place, (at + 1).to_string()),
        }
    }
    labels
}

/// The picture, its highest row first. Rows and columns are numbered at the edges.
#[must_use]
pub fn text(picture: &Picture, labels: &Labels) -> Vec<String> {
    let squares: BTreeMap<(i16, i16), &Drawn> = picture.squares.iter().map(|q| ((q.x, q.y), q)).collect();
    let mut ends: BTreeMap<(i16, i16), &str> = BTreeMap::new();
    for q in &picture.squares {
        for (open, (dx, dy)) in q.open.iter().zip([(0, 1), (1, 0), (0, -1), (-1, 0)]) {
            if *open {
                ends.insert((q.x + dx, q.y + dy), "○");
            }
        }
    }
    let all = || squares.keys().chain(ends.keys()).chain(labels.keys());
    let (Some(left), Some(right)) = (all().map(|p| p.0).min(), all().map(|p| p.0).max()) else {
        return Vec::new();
    };
    let (Some(low), Some(high)) = (all().map(|p| p.1).min(), all().map(|p| p.1).max()) else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    for y in (low..=high).rev() {
        let mut line = format!("{y:>4} ");
        for x in left..=right {
            let shown = match (squares.get(&(x, y)), labels.get(&(x, y)), ends.get(&(x, y))) {
                (Some(square), Some(label), _) => {
                    cell(&Drawn { mark: Some(label.clone()), ..(*square).clone() })
                }
                (Some(square), ..) => cell(square),
                (None, Some(label), _) => format!("{label:^WIDE$}"),
                (None, None, Some(end)) => format!("{end:^WIDE$}"),
                _ => " ".repeat(WIDE),
            };
            line.push_str(&shown);
        }
        lines.push(line.trim_end().to_owned());
    }
    let numbers: String = (left..=right).map(|x| format!("{x:^WIDE$}")).collect();
    lines.push(format!("     {}", numbers.trim_end()));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: i16, passages: [bool; 4], open: [bool; 4], same: [bool; 4]) -> Drawn {
        Drawn { x, y: 0, tile: "T".into(), same, passages, open, mark: None }
    }

    #[test]
    fn lines_meet_and_open_ends_are_rings() {
        let n = false;
        let left = square(0, [true, true, n, n], [true, n, n, n], [n, true, n, n]);
        let right = square(1, [n, n, n, true], [n; 4], [n, n, n, true]);
        let picture = Picture { name: "t".into(), squares: vec![left, right] };
        let labels = Labels::from([((2, 0), "7+".to_owned())]);
        let lines = text(&picture, &labels);
        assert_eq!(lines, ["   1   ○", "   0 ▏ └────╴ ▏ 7+", "       0    1    2"]);
    }
}
