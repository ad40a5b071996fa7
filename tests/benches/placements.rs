//! All legal places of a tile in the hand, on a table with sixty tiles.

use criterion::{Criterion, criterion_group, criterion_main};
use houserules_interpreter::ask::{Answer, Engine, Offered, Options, Setup};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::ir::Value;
use houserules_tests::agree::games::compiled;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

/// So many tiles lie when it is measured.
const TILES: usize = 60;

/// Who is asked, the offer to dig, and the cards that may be dug in.
fn digging(machine: &mut Machine) -> Option<(u8, usize, Vec<Value>)> {
    let seat = machine.asked()?.seats.first().copied()?;
    let offers = machine.offers(Some(seat));
    let dig = machine.rulebook().moves.iter().position(|m| m.name == "dig")?;
    let offer =
        offers.iter().position(|o| matches!(o, Offered::Move(id, ..) if id.index() == dig))?;
    match machine.options(Some(seat), offer, &[])? {
        Options::Members(cards) => Some((seat, offer, cards)),
        _ => None,
    }
}

/// A game in which everybody digs as long as they can, at the moment when sixty tiles lie.
fn crowded(program: &Arc<Program>, seed: u64) -> Option<Machine> {
    let mut machine = Machine::start(Arc::clone(program), seed, false);
    for turn in 0..200_usize {
        if machine.dump().grids.first().is_some_and(|(.., tiles)| tiles.len() >= TILES) {
            return digging(&mut machine).map(|_| machine);
        }
        let (seat, offer, cards) = digging(&mut machine)?;
        let card = cards.get(turn % cards.len())?.clone();
        let Options::Members(spots) =
            machine.options(Some(seat), offer, std::slice::from_ref(&card))?
        else {
            return None;
        };
        let spot = spots.get(turn * 7 % spots.len())?.clone();
        machine.answer(Some(seat), &Answer { offer, args: vec![card, spot] }).ok()?;
    }
    None
}

fn placements(criterion: &mut Criterion) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/bandido_alcatraz.rules");
    let Ok(book) = compiled(&path) else { return };
    let Ok(program) = Program::new(book, &Setup { seats: 2, options: Vec::new() }) else { return };
    let program = Arc::new(program);
    let Some(mut machine) = (1..500).find_map(|seed| crowded(&program, seed)) else { return };
    // Two positions by turns, else it would only repeat what it has just found.
    let Some(mut other) = (500..1000).find_map(|seed| crowded(&program, seed)) else { return };
    let mut positions = Vec::new();
    for machine in [&mut machine, &mut other] {
        let Some((seat, offer, cards)) = digging(machine) else { return };
        positions.push((machine.position().clone(), seat, offer, cards));
    }
    let mut turn = 0;
    let mut measure = |name: &str, places: bool| {
        criterion.bench_function(name, |b| {
            b.iter(|| {
                turn = 1 - turn;
                let (position, seat, offer, cards) = &positions[turn];
                machine.set_position(position);
                black_box(machine.offers(Some(*seat)));
                if places {
                    black_box(machine.options(Some(*seat), *offer, &cards[..1]));
                }
            });
        });
    };
    measure("what a hand can do beside sixty tiles", false);
    measure("that, and the places of a tile of it", true);
}

criterion_group!(benches, placements);
criterion_main!(benches);
