//! Pictures of boards, from a reader's view alone: on the terminal, and as SVG.

pub mod grid;
pub mod map;
pub mod svg;
pub mod tiles;

use houserules_interpreter::host::view::View;
use houserules_lang::ir::Rulebook;

/// All boards of a table as one SVG picture; none if there is nothing to draw.
#[must_use]
pub fn svg_of(book: &Rulebook, view: &View) -> Option<String> {
    let maps = book.maps.iter().filter_map(|map| Some(map::Picture::of(book, map, view)?.svg()));
    let boards: Vec<String> = maps.chain(view.pictures.iter().map(tiles::svg)).collect();
    if boards.is_empty() { None } else { Some(svg::below_each_other(&boards)) }
}
