//! The table from a reader's view alone, in text ([`table`]) and its boards as SVG; what is printed
//! on cards ([`look`]), and what somebody has ([`things`]).

pub mod cards;
pub mod details;
pub mod frontier;
pub mod grid;
pub mod labels;
pub mod look;
pub mod map;
pub mod picks;
pub mod plane;
pub mod rectangle;
pub mod squares;
pub mod svg;
pub mod table;
pub mod things;
pub mod tiles;

use crate::cli_error::CliError;
use crate::writing;
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::Rulebook;
use houserules_table::game::Game;
use houserules_table::view::View;
use houserules_table::visibility::Viewer;
use picks::Picks;
use std::path::Path;

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

/// Writes a picture of a game's boards, with the numbers of what may be chosen.
///
/// # Errors
/// If the game has none, something else stands in the file and `force` does not say that it may be
/// lost, or the file cannot be written.
pub fn write<E: Referee>(
    game: &mut Game<E>,
    viewer: Viewer,
    picks: Picks<'_>,
    file: &Path,
    force: bool,
) -> Result<(), CliError> {
    if file.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("svg")) {
        let said = format!("`{}` does not end in `.svg`", file.display());
        return Err(CliError::call(said).help("boards are drawn as SVG pictures: `table.svg`"));
    }
    let view = game.full_view(viewer);
    let Some(picture) = svg_of(game.book(), &view, picks) else {
        let help = "pictures show boards of squares (`enum Cell 3 by 3`), grids, and maps whose \
                    places have fields `x` and `y`";
        return Err(CliError::call("this game has no board to draw").help(help));
    };
    writing::made(file, &picture, force)
}

/// The boards of a table in text, each with its heading, for that many columns and rows.
#[must_use]
pub fn lines_of(
    book: &Rulebook,
    view: &View,
    picks: Picks<'_>,
    width: usize,
    height: usize,
) -> Vec<Board> {
    let maps = book.maps.iter().filter_map(|map| {
        let picture = map::Picture::of(book, map, view)?;
        let lines = picture.lines(width, height, &picture.numbers(picks.members))?;
        Some(Board { name: map.name.replace('_', " "), lines })
    });
    let grids = view.pictures.iter().map(|picture| {
        let labels = picks.labels(book, view, picture);
        Board {
            name: picture.name.clone(),
            lines: grid::Sheet { picture, labels, tried: &[] }.lines(width),
        }
    });
    grids.chain(maps).collect()
}

/// A board in text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// What it is called.
    pub name: String,
    /// What is drawn of it, from above.
    pub lines: Vec<String>,
}
