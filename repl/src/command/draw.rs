//! `draw`: the boards of a journal's game as an SVG picture.

use super::doc::FORCE;
use super::replay::play_again;
use crate::arguments::{Draw, Format, Replay};
use crate::cli_error::CliError;
use crate::draw::picks::Picks;
use crate::draw::write;
use crate::show::console::{Console, Tone};
use houserules_table::journal::replay::Status;
use houserules_table::visibility::Viewer;

/// Draws the boards as they stand at the end of a journal, or after some of its choices.
///
/// # Errors
/// If the journal cannot be read, there is no board, or the file cannot be written.
pub fn run(asked: &Draw, console: &mut Console) -> Result<(), CliError> {
    let replay = Replay {
        journal: asked.journal.clone(),
        rules: None,
        variants: Vec::new(),
        until: asked.until,
        format: Format::Human,
    };
    let mut again = play_again(&replay, console)?;
    let seats = again.journal.header.seats.len();
    let viewer = match asked.seat {
        None => Viewer::Spectator,
        Some(seat) if (1..=seats).contains(&usize::from(seat)) => Viewer::Seat(seat - 1),
        Some(seat) => {
            let help = format!("say a number from 1 to {seats}");
            return Err(CliError::call(format!("there is no seat {seat}")).help(help));
        }
    };
    let picks = Picks::default();
    write(again.session.game_mut(), viewer, picks, &asked.output, asked.force)
        .map_err(|trouble| trouble.help_if_none(FORCE))?;
    console.line(&format!("Drawn to {}.", asked.output.display()))?;
    if again.replayed.status == Status::Differs {
        let done = again.replayed.steps;
        let all = again.journal.entries.len();
        let text = format!(
            "Under these rules the journal comes out otherwise: drawn after {done} of {all} steps. \
             `houserules replay` says where."
        );
        console.say(Tone::Wrong, &text)?;
        return Err(CliError::Said(1));
    }
    Ok(())
}
