//! Everything a seat is shown at a stop.

use super::Subject;
use houserules_interpreter::host::game::Game;
use houserules_interpreter::host::sight::Viewer;
use houserules_interpreter::machine::Machine;
use std::sync::Arc;

/// The game as its host has it.
pub(super) fn table(subject: &Subject, machine: Machine) -> Game<Machine> {
    Game::start(machine, Arc::clone(&subject.book), Arc::clone(&subject.sources), subject.names())
}

/// Everything a seat and the spectators are shown, as lines.
pub(super) fn to(subject: &Subject, machine: Machine, seat: u8) -> Vec<String> {
    let mut game = table(subject, machine);
    let mut lines = vec![format!("{:?}", game.asked())];
    for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
        let view = serde_json::to_value(game.view(viewer)).unwrap_or_default();
        lines.extend(view.as_object().into_iter().flatten().map(|(key, value)| format!("{key}: {value}")));
    }
    if let Some(menu) = game.menu(seat) {
        for at in 0..menu.entries.len() {
            lines.push(format!("{:?} {:?}", menu.entries[at], game.options(seat, at, &[])));
        }
        lines.push(format!("{:?}", menu.question));
    }
    lines
}
