//! Pictures of a table for one reader, for programs that show them.

use crate::draw::picks::Picks;
use crate::draw::table::{self, Shown};
use crate::draw::{lines_of, svg_of};
use crate::show::clean;
use houserules_environment::sight::full_view;
use houserules_environment::world::World;
use houserules_table::visibility::Viewer;

/// Text is drawn in so many columns, and boards in so many rows.
const COLUMNS: usize = 100;
const ROWS: usize = 60;

/// The table in lines.
#[must_use]
pub fn text(world: &mut World, viewer: Viewer) -> String {
    let view = full_view(world.game_mut(), viewer);
    let book = world.game().book();
    let boards = lines_of(book, &view, Picks::default(), COLUMNS, ROWS);
    let shown: Vec<Shown<'_>> = boards.iter().map(Shown::Now).collect();
    let lines = table::draw(book, &view, COLUMNS, &shown);
    lines.iter().map(|(_, line)| format!("{}\n", clean::line(line))).collect()
}

/// The boards as one SVG picture; none if the game has none.
#[must_use]
pub fn svg(world: &mut World, viewer: Viewer) -> Option<String> {
    let view = full_view(world.game_mut(), viewer);
    svg_of(world.game().book(), &view, Picks::default())
}
