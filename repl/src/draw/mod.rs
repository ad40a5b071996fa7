//! Pictures of boards, from a reader's view alone: on the terminal, and as SVG.

pub mod frontier;
pub mod grid;
pub mod labels;
pub mod map;
pub mod picks;
pub mod rectangle;
pub mod svg;
pub mod tiles;

use crate::play::squares;
use houserules_lang::ir::Rulebook;
use houserules_table::view::View;
use picks::Picks;

/// All boards of a table as one SVG picture, with the numbers of what may be chosen; none if there
/// is nothing to draw.
#[must_use]
pub fn svg_of(book: &Rulebook, view: &View, picks: Picks<'_>) -> Option<String> {
    let maps = book.maps.iter().filter_map(|map| {
        let picture = map::Picture::of(book, map, view)?;
        Some(picture.svg(&picture.numbers(picks.members)))
    });
    let grids = view.pictures.iter().map(|p| tiles::svg(p, &picks.labels(book, view, p)));
    let rectangles = squares::sheets(book, view);
    let rectangles = rectangles.iter().map(|sheet| rectangle::svg(sheet, picks));
    let mut boards: Vec<String> = maps.chain(rectangles).chain(grids).collect();
    if boards.is_empty() {
        return None;
    }
    boards.extend(tiles::hand(&view.tiles));
    Some(svg::below_each_other(&boards))
}

/// The boards of a table in text, each with its heading, for that many columns and rows.
#[must_use]
pub fn lines_of(
    book: &Rulebook,
    view: &View,
    picks: Picks<'_>,
    size: (usize, usize),
) -> Vec<Board> {
    let maps = book.maps.iter().filter_map(|map| {
        let picture = map::Picture::of(book, map, view)?;
        let lines = picture.lines(size, &picture.numbers(picks.members))?;
        Some(Board { name: map.name.replace('_', " "), lines })
    });
    let grids = view.pictures.iter().map(|picture| {
        let labels = picks.labels(book, view, picture);
        Board {
            name: picture.name.clone(),
            lines: grid::Sheet { picture, labels, tried: &[] }.lines(size.0),
        }
    });
    grids.chain(maps).collect()
}

/// A board in text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// What it is called.
    pub name: String,
    /// Its lines.
    pub lines: Vec<String>,
}
