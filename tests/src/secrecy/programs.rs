//! What reaches programs that play: the numbers that a seat sees, the actions that are open to it,
//! and what a bot that thinks in its place would choose.

use super::Subject;
use houserules_bots::greedy::Greedy;
use houserules_bots::search::{Effort, Search};
use houserules_environment::draft::{Desk, Draft};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::machine::Machine;
use houserules_table::game::Game;
use std::fmt::Write;

/// Actions of one choice.
const STEPS: usize = 40;
/// How often `search` tries something.
const TRIES: u32 = 4;

/// What the seat sees as numbers, and the actions that are open while it puts a choice together.
pub(super) fn numbers(subject: &Subject, seat: u8, game: &Game<Machine>, seed: u64) -> String {
    let mut draws = BotSource::new(seed);
    let mut copy = game.copy();
    let mut row = vec![0; subject.senses.len()];
    let mut text = String::new();
    let mut read = |game: &Game<Machine>, taken: &[u32], text: &mut String| {
        subject.senses.read(game, seat, taken, &mut row);
        let seen: Vec<_> = row.iter().enumerate().filter(|(_, n)| **n != 0).collect();
        let _ = writeln!(text, "{seen:?}");
    };
    read(&copy, &[], &mut text);
    let mut desk = Desk { game: &mut copy, space: &subject.space, seat: Some(seat) };
    let Some(mut draft) = Draft::begin(&mut desk) else { return text };
    for _ in 0..STEPS {
        let open = draft.open(&subject.space);
        let _ = writeln!(text, "{} {open:?}", draft.step());
        let Some(next) = open.get(draws.below(open.len().max(1) as u64) as usize) else { break };
        match draft.take(&mut desk, next.action) {
            Ok(None) => read(desk.game, draft.taken(), &mut text),
            // Where a card lies on another, the choice itself goes by that one's number.
            Ok(Some(choice)) => {
                let _ = writeln!(text, "{:?}", desk.game.typed(seat, &choice));
                break;
            }
            made => {
                let _ = writeln!(text, "{made:?}");
                break;
            }
        }
    }
    text
}

/// What bots choose that draw from this seed; none: the seat is not asked.
pub(super) fn bots(seat: u8, game: &Game<Machine>, seed: u64) -> Option<String> {
    if !game.asked().is_some_and(|asked| asked.seats.contains(&seat)) {
        return None;
    }
    let mut copy = game.copy();
    let greedy = copy.wording(seat, |machine| Greedy::new(seed).answer(machine, seat));
    let effort = Effort::of(TRIES);
    let search =
        copy.wording(seat, |machine| Search::new(seed).answer(machine, seat, effort, &mut || true));
    Some(format!("greedy {greedy:?}\nsearch {search:?}\n"))
}
