//! The log of two worlds that a seat cannot tell apart.

use super::{Subject, same, shown};
use houserules_interpreter::ask::Engine;
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::host::sight::Viewer;
use houserules_interpreter::host::uniform;
use houserules_interpreter::machine::Machine;

/// Lets a seat that is asked alone choose the same in both worlds, and compares what it reads of it, byte for byte. Worlds
/// that the choice makes different tables of are passed over, and so are rules that tell `openly`.
pub(super) fn compare(subject: &Subject, here: &Machine, there: &Machine, seat: u8) -> Result<(), String> {
    if here.asked().is_none_or(|a| a.seats != [seat]) || !subject.book.openly.is_empty() {
        return Ok(());
    }
    let (mut here, mut there) = (shown::table(subject, here.clone()), shown::table(subject, there.clone()));
    let from = (here.log_length(), there.log_length());
    let mut draws = BotSource::new(here.hash());
    if here.answer_with(seat, |engine| uniform::answer(engine, Some(seat), &mut draws)).is_err() {
        return Ok(());
    }
    let Some(choice) = here.records().last().map(|r| r.choice.clone()) else { return Ok(()) };
    if let Err(why) = there.say(seat, &choice) {
        return Err(format!("seat {seat} can tell by `{choice}`, which is refused: {why}"));
    }
    let table = |machine: &Machine| shown::to(subject, machine.clone(), seat);
    if table(here.engine()) != table(there.engine()) {
        return Ok(());
    }
    for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
        let lines = |game: &houserules_interpreter::host::game::Game<Machine>, from| -> Vec<String> {
            game.log(viewer, from).into_iter().map(|l| format!("{:?}: {}", l.told, l.text)).collect()
        };
        same(seat, &lines(&here, from.0), &lines(&there, from.1))?;
    }
    Ok(())
}
