//! Views as programs get them. In a race nobody sees who has answered already.

use houserules_interpreter::ask::Engine;
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::{Chooser, sites};
use houserules_table::game::Game;
use houserules_table::view::View;
use houserules_table::visibility::Viewer;

/// Who is asked, as far as a reader may know.
#[must_use]
pub fn asked_for<E: Engine>(game: &Game<E>, viewer: Viewer) -> Vec<u8> {
    let Some(asked) = game.asked() else { return Vec::new() };
    let race = sites::find(game.book(), asked.site)
        .is_some_and(|choose| matches!(choose.by, Chooser::Race(_)));
    match viewer {
        Viewer::Seat(seat) if race => asked.seats.into_iter().filter(|s| *s == seat).collect(),
        Viewer::Spectator if race => Vec::new(),
        Viewer::Seat(_) | Viewer::Spectator | Viewer::Referee => asked.seats,
    }
}

/// The table as a reader sees it.
#[must_use]
pub fn view<E: Engine>(game: &Game<E>, viewer: Viewer) -> View {
    View { asked: asked_for(game, viewer), ..game.view(viewer) }
}

/// The same with boards as they are drawn, and the scores when the game is over.
#[must_use]
pub fn full_view<E: Referee>(game: &mut Game<E>, viewer: Viewer) -> View {
    let asked = asked_for(game, viewer);
    View { asked, ..game.full_view(viewer) }
}
