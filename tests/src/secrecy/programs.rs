//! What reaches programs that play: the numbers that a seat sees, the actions that are open to it,
//! and what a bot that thinks in its place would choose.

use super::Subject;
use houserules_bots::greedy::Greedy;
use houserules_bots::search::sight::Sight;
use houserules_bots::search::{Effort, Search};
use houserules_environment::draft::{Desk, Draft};
use houserules_interpreter::ask::{Answer, Engine, Offered};
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

/// What bots choose that draw from this seed, as the seat knows it apart; none: the seat is not
/// asked. Which of two copies that look alike is named first, lots of the table decide that fall
/// anew with every number on it, so it is not worded.
pub(super) fn bots(seat: u8, game: &Game<Machine>, seed: u64) -> Option<String> {
    if !game.asked().is_some_and(|asked| asked.seats.contains(&seat)) {
        return None;
    }
    let machine = game.engine();
    let greedy = Greedy::new(seed).answer(machine, seat);
    let search = Search::new(seed).answer(machine, seat, Effort::of(TRIES), &mut || true);
    let sight = Sight::of(game.book(), machine, seat);
    let offers = machine.clone().offers(Some(seat));
    let chosen = |answer: Option<Answer>| {
        let Answer { offer, args } = answer?;
        let what = match &offers[offer] {
            Offered::Move(id, ..) => game.book()[*id].name.as_str(),
            Offered::Pass(_) | Offered::Decline | Offered::Values => "",
        };
        let args: Vec<u64> = args.iter().map(|value| sight.value(value)).collect();
        Some(format!("{what} {:x} {args:x?}", sight.offer(&offers[offer])))
    };
    Some(format!("greedy {:?}\nsearch {:?}\n", chosen(greedy), chosen(search)))
}
