//! New rules for a running game.

use houserules_interpreter::ask::{Engine, Setup, Stop};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::host::reload::migrate::{Answers, migrate};
use houserules_interpreter::host::reload::names::Names;
use houserules_interpreter::host::reload::spelling::Renames;
use houserules_interpreter::host::uniform;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_tests::agree::games::{compiled, in_folder};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn games() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    ["games", "examples"].iter().flat_map(|folder| in_folder(&root.join(folder))).collect()
}

/// The same rules, read and checked once more, change no byte of any position.
#[test]
fn the_same_rules_change_nothing() {
    for game in games() {
        let (Ok(old), Ok(new)) = (compiled(&game), compiled(&game)) else { continue };
        let names = Names::new(&old, &new, &Renames::new());
        for seed in 0..4 {
            let seats = old.players.0 + (seed % u64::from(old.players.1 - old.players.0 + 1)) as u8;
            let setup = Setup { seats, options: Vec::new() };
            let [before, after] =
                [&old, &new].map(|book| Arc::new(Program::new(Arc::clone(book), &setup).unwrap()));
            let mut machine = Machine::start(before, seed, false);
            let mut bot = BotSource::new(seed);
            let seats: Vec<String> = (0..seats).map(|s| format!("P{s}")).collect();
            for step in 0..150 {
                if machine.stop() != Stop::Asking {
                    break;
                }
                let moved = migrate(&machine, &after, &names, &Answers::default(), &seats);
                let moved =
                    moved.unwrap_or_else(|e| panic!("{}: seed {seed}, step {step}: {e:?}", game.display()));
                assert!(
                    machine.position() == moved.machine.position(),
                    "{}: seed {seed}, step {step}: {:?}",
                    game.display(),
                    machine.path()
                );
                assert_eq!(moved.notes, Vec::<String>::new());
                let asked = machine.asked().unwrap();
                let answer = uniform::answer(&mut machine, Some(asked.seats[0]), &mut bot).unwrap();
                machine.answer(Some(asked.seats[0]), &answer).unwrap();
            }
        }
    }
}
