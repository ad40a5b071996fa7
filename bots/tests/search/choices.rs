//! What others have chosen tells `search` something, and nothing of what they truly hide.

use super::{book, program, thought};
use houserules_bots::determinize::guess_amounts;
use houserules_bots::search::Search;
use houserules_bots::search::sight::Sight;
use houserules_interpreter::ask::{Engine, Stop};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::Random;
use houserules_lang::ir::CardId;
use std::sync::Arc;

/// Two games with other dice under the other's cup, of which the seat sees the same.
#[test]
fn what_others_chose_tells_nothing_of_amounts_that_they_truly_hide() {
    let program = program(&book("examples/liars_dice.rules"), 2);
    let (mut draws, mut random) = (BotSource::new(8), Random::new(4));
    let mut machine = Machine::start(program, 2, false);
    machine.keep_choices();
    let mut there = machine.clone();
    let (mut one, mut other) = (Search::new(3), Search::new(3));
    let (mut compared, mut told) = (0, 0);
    for at in 0..60 {
        if machine.stop() != Stop::Asking {
            break;
        }
        if machine.choices().is_empty() {
            there = machine.clone();
            let dump = there.dump();
            guess_amounts(&mut there, &dump, 0, &mut draws);
        }
        let seat = machine.lot()[0];
        let answer = if seat == 1 {
            random.answer(&mut machine, seat).unwrap()
        } else {
            let answer = thought(&mut one, &machine, seat, 20);
            assert_eq!(answer, thought(&mut other, &there, seat, 20), "decision {at}");
            compared += 1;
            told += usize::from(!machine.choices().is_empty());
            answer
        };
        machine.answer(Some(seat), &answer).unwrap();
        there.answer(Some(seat), &answer).unwrap();
    }
    assert!(compared > 5 && told > 3, "{compared} {told}");
}

/// What the first seat sees.
fn seen(machine: &Machine) -> u64 {
    let book = Arc::clone(&machine.program().book);
    Sight::of(&book, machine, 0).things(0, machine)
}

/// The same game with a card of the other hand and one of the pond, the last but some, exchanged.
fn exchanged(machine: &Machine, last_but: usize) -> Option<Machine> {
    let (mut there, dump) = (machine.clone(), machine.dump());
    let of = |name: &str, key: u16| -> Vec<CardId> {
        let is = |id: houserules_lang::ir::ZoneId| machine.program().book[id].name == name;
        let found = dump.zones.iter().find(|(id, of, _)| is(*id) && *of == key);
        found.into_iter().flat_map(|(.., cards)| cards.iter().flatten().copied()).collect()
    };
    let (mine, below) = (*of("hand", 1).first()?, *of("pond", 0).iter().rev().nth(last_but)?);
    let mut names: Vec<CardId> =
        (0..machine.program().book.cards.len() as u16).map(CardId).collect();
    names.swap(mine.index(), below.index());
    there.rename(&names).then_some(there)
}

/// How many decisions were compared of a game and its twin, until the seat sees them differ.
fn compare(mut machine: Machine, mut there: Machine, seed: u64) -> usize {
    let mut random = Random::new(seed);
    let (mut one, mut other) = (Search::new(seed), Search::new(seed));
    let mut compared = 0;
    for at in 0..24 {
        if machine.stop() != Stop::Asking {
            break;
        }
        let seat = machine.lot()[0];
        let answer = if seat == 1 {
            random.answer(&mut machine, seat).unwrap()
        } else {
            let answer = thought(&mut one, &machine, seat, 10);
            assert_eq!(answer, thought(&mut other, &there, seat, 10), "seed {seed}, decision {at}");
            compared += usize::from(!machine.choices().is_empty());
            answer
        };
        machine.answer(Some(seat), &answer).unwrap();
        if there.answer(Some(seat), &answer).is_err() || seen(&machine) != seen(&there) {
            break;
        }
    }
    compared
}

/// Two games of which the seat sees the same, but another card lies in the other hand.
#[test]
fn what_others_chose_tells_nothing_of_cards_that_they_truly_hide() {
    let program = program(&book("examples/go_fish.rules"), 2);
    let mut compared = 0;
    for seed in 0..6 {
        let mut machine = Machine::start(Arc::clone(&program), seed, false);
        machine.keep_choices();
        let there = exchanged(&machine, 3 + seed as usize).unwrap();
        compared += compare(machine, there, seed);
    }
    assert!(compared > 15, "{compared}");
}
