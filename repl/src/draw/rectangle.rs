//! Boards of squares (`enum Cell 3 by 3`) as SVG: what stands in each square, and the numbers of
//! what may be chosen.

use super::picks::Picks;
use super::squares::Sheet;
use crate::show::clean::markup;
use crate::show::console::columns;
use houserules_table::choices::value::Arg;
use std::fmt::Write;

/// The side of a square, and where the first begins.
const SIDE: usize = 84;
const MARGIN: usize = 30;
/// So many lines of text fit a square.
const LINES: usize = 4;
/// So many columns fit it.
const COLUMNS: usize = 11;
const STYLE: &str = ".square{fill:#efe6d2;stroke:#8a7a5c;stroke-width:2}.name{font:bold 16px \
sans-serif}\
                     .row{font:13px sans-serif;fill:#867;text-anchor:middle}\
                     .thing{font:13px sans-serif;text-anchor:middle}\
                     .pick{font:bold 12px sans-serif;fill:#b3261e}";

/// A board with what stands in its squares.
#[must_use]
pub fn svg(sheet: &Sheet<'_>, picks: Picks<'_>) -> String {
    let down = sheet.cells.len().div_ceil(sheet.across.max(1));
    let (width, height) = (2 * MARGIN + sheet.across * SIDE, 3 * MARGIN + down * SIDE);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<style>{STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fdfbf5\"/>\n\
         <text x=\"8\" y=\"22\" class=\"name\">{}</text>\n",
        markup(&sheet.of.name)
    );
    let top = |row: usize| MARGIN + (down - 1 - row) * SIDE;
    for (at, parts) in sheet.cells.iter().enumerate() {
        let (column, row) = (at % sheet.across.max(1), at / sheet.across.max(1));
        let (x, y) = (MARGIN + column * SIDE, top(row));
        let _ = writeln!(
            out,
            "<rect class=\"square\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
        );
        let mut lines: Vec<String> = parts.iter().map(|part| shortened(&part.long)).collect();
        if lines.len() > LINES {
            lines.truncate(LINES - 1);
            lines.push("…".into());
        }
        let first = y + SIDE / 2 + 5 - (lines.len().saturating_sub(1)) * 8;
        for (n, line) in lines.iter().enumerate() {
            let (x, y) = (x + SIDE / 2, first + n * 16);
            let _ =
                writeln!(out, "<text class=\"thing\" x=\"{x}\" y=\"{y}\">{}</text>", markup(line));
        }
        if let Some(number) = number_of(sheet, picks, at) {
            let _ = writeln!(
                out,
                "<text class=\"pick\" x=\"{}\" y=\"{}\">{number}</text>",
                x + 5,
                y + 15
            );
        }
    }
    let edge = sheet.edge();
    for (row, name) in edge.rows.iter().enumerate() {
        let (x, y) = (MARGIN / 2, top(row) + SIDE / 2 + 5);
        let _ = writeln!(out, "<text class=\"row\" x=\"{x}\" y=\"{y}\">{}</text>", markup(name));
    }
    for (column, name) in edge.columns.iter().enumerate() {
        let (x, y) = (MARGIN + column * SIDE + SIDE / 2, MARGIN + down * SIDE + 18);
        let _ = writeln!(out, "<text class=\"row\" x=\"{x}\" y=\"{y}\">{}</text>", markup(name));
    }
    out.push_str("</svg>\n");
    out
}

/// The number in the list of a square that may be chosen.
fn number_of(sheet: &Sheet<'_>, picks: Picks<'_>, square: usize) -> Option<usize> {
    let picked = |arg: &Arg| matches!(arg, Arg::Member(of, at) if *of == sheet.id && usize::from(*at) == square);
    picks.members.iter().position(|m| picked(&m.arg)).map(|at| at + 1)
}

fn shortened(text: &str) -> String {
    if columns(text) <= COLUMNS {
        return text.to_owned();
    }
    let kept: String = text.chars().take(COLUMNS - 1).collect();
    format!("{kept}…")
}
