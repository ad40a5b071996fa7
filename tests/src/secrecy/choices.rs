//! The log of two worlds that a seat cannot tell apart.

use super::{Subject, same, shown};
use houserules_interpreter::ask::{Engine, EventKind};
use houserules_interpreter::host::bot::Random;
use houserules_interpreter::host::sight::Viewer;
use houserules_interpreter::machine::Machine;

/// Lets a seat that is asked alone choose the same in both worlds, and compares what it reads of it, byte for byte. Worlds
/// that the choice makes different tables of are passed over, and so are rules that tell `openly`.
pub(super) fn compare(subject: &Subject, here: &Machine, there: &Machine, seat: u8) -> Result<(), String> {
    if here.asked().is_none_or(|a| a.seats != [seat]) || !subject.book.openly.is_empty() {
        return Ok(());
    }
    let worlds = (here.clone(), there.clone());
    let (mut here, mut there) = (shown::table(subject, here.clone()), shown::table(subject, there.clone()));
    let from = (here.log_length(), there.log_length());
    let mut random = Random::new(here.hash());
    if here.answer_with(seat, |engine| random.answer(engine, seat)).is_err() {
        return Ok(());
    }
    let Some(choice) = here.records().last().map(|r| r.choice.clone()) else { return Ok(()) };
    if let Err(why) = there.say(seat, &choice) {
        return Err(format!("seat {seat} can tell by `{choice}`, which is refused: {why}"));
    }
    // What the seat sees on the way it may read of, too.
    if seen_by_choosing(subject, &worlds.0, &choice, seat)
        != seen_by_choosing(subject, &worlds.1, &choice, seat)
    {
        return Ok(());
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

/// The cards, by their faces, and the counters that a choice lets a seat see.
fn seen_by_choosing(subject: &Subject, machine: &Machine, choice: &str, seat: u8) -> Vec<String> {
    let mut game = shown::table(subject, machine.clone());
    let Ok(picked) = game.meant(seat, choice) else { return Vec::new() };
    let mut machine = machine.clone();
    machine.take_events();
    if machine.answer(Some(seat), &picked.answer).is_err() {
        return Vec::new();
    }
    let mut seen = Vec::new();
    for event in machine.take_events() {
        match event.kind {
            EventKind::Moved { card, seen: seats, .. } | EventKind::Shown(card, seats)
                if seats >> seat & 1 == 1 =>
            {
                seen.push(format!("{:?}", subject.book.cards.get(card.index()).map(|c| c.row)));
            }
            EventKind::CounterShown(id, key, seats, _) if seats >> seat & 1 == 1 => {
                seen.push(format!("{id:?} {key} {:?}", machine.dump().counters));
            }
            _ => {}
        }
    }
    seen
}
