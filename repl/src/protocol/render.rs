//! Pictures of a table for one reader, for programs that show them.

use crate::draw::picks::Picks;
use crate::draw::table::{self, Shown};
use crate::draw::{lines_of, svg_of};
use crate::show::clean;
use houserules_environment::sight::full_view;
use houserules_environment::world::World;
use houserules_table::visibility::Viewer;

/// As wide and as high as text is drawn.
const SIZE: (usize, usize) = (100, 60);

/// The table in lines.
#[must_use]
pub fn text(world: &mut World, viewer: Viewer) -> String {
    let view = full_view(world.game_mut(), viewer);
    let book = world.game().book();
    let boards = lines_of(book, &view, Picks::default(), SIZE);
    let shown: Vec<Shown<'_>> = boards.iter().map(Shown::Now).collect();
    let lines = table::draw(book, &view, SIZE.0, &shown);
    lines.iter().map(|(_, line)| format!("{}\n", clean::line(line))).collect()
}

/// The boards as one SVG picture; none if the game has none.
#[must_use]
pub fn svg(world: &mut World, viewer: Viewer) -> Option<String> {
    let view = full_view(world.game_mut(), viewer);
    svg_of(world.game().book(), &view, Picks::default())
}
