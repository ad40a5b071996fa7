//! Running rule by rule: a traced game comes to the same positions, whatever is looked at on the
//! way.
#![expect(clippy::panic, reason = "a test that cannot go on has failed")]

use houserules_interpreter::ask::{Engine, Policy, Setup, Stop};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::machine::trace::Pause;
use houserules_interpreter::program::Program;
use houserules_lang::check::fragment::{FragmentChecker, Sights, Typing};
use houserules_lang::compile::compile;
use houserules_lang::source::FileId;
use houserules_tests::agree::games::in_folder;
use std::path::Path;
use std::sync::Arc;

/// Runs a traced machine to its next stop, looking at everything in between; gives statements and
/// events passed.
fn run_out(machine: &mut Machine, desk: &mut FragmentChecker, expr: &str) -> (usize, usize) {
    let mut passed = (0, 0);
    while let Some(pause) = machine.paused() {
        assert_eq!(machine.asked(), None, "nobody is asked in the middle of a rule");
        let chain = machine.chain();
        assert!(!chain.is_empty());
        let held = machine.held();
        let locals = held.iter().map(|h| (h.name.clone(), h.ty.clone())).collect();
        let sights = Sights { players: vec!["Ana".into(), "Ben".into()], locals };
        let typing = Typing { file: FileId(99), text: expr, part: 0..expr.len(), sights: &sights };
        let typed = desk.value(&typing).unwrap_or_else(|e| panic!("{e:?}"));
        let values: Vec<_> = held.into_iter().map(|h| h.value).collect();
        let me = machine.acting();
        let read = machine.value_for(me, &typed.what, &typed.locals, &values);
        assert!(read.is_ok(), "{read:?}");
        match pause {
            Pause::Statement => passed.0 += 1,
            Pause::Event => passed.1 += 1,
        }
        machine.go_on();
    }
    passed
}

#[test]
fn a_traced_game_is_the_same_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let paths = ["games", "examples"].into_iter().flat_map(|f| in_folder(&root.join(f)));
    let mut all = (0, 0);
    for path in paths {
        let Ok((mut loader, game)) = houserules::loader::FolderLoader::open(&path) else {
            continue;
        };
        let compiled = compile(&game.name, &game.text, &mut loader);
        let Some(book) = compiled.rulebook.map(Arc::new) else { continue };
        let mut desk = FragmentChecker::new(compiled.declared);
        let setup = Setup { seats: book.players.0, options: Vec::new() };
        let program = Arc::new(Program::new(Arc::clone(&book), &setup).expect("a program"));
        let mut plain = Machine::start(Arc::clone(&program), 5, true);
        let mut traced = Machine::start(program, 5, true);
        let mut draws = BotSource::new(5);
        for _ in 0..60 {
            if plain.stop() != Stop::Asking {
                break;
            }
            let seat = plain.asked().and_then(|a| a.seats.first().copied());
            let answer = plain.drawn(seat, Policy::Random, &mut draws).expect("an answer");
            plain.answer(seat, &answer).expect("it fits");
            traced.trace(true);
            traced.answer(seat, &answer).expect("it fits");
            let (statements, events) = run_out(&mut traced, &mut desk, "count(players) + 1");
            all = (all.0 + statements, all.1 + events);
            traced.trace(false);
            assert_eq!(plain.hash(), traced.hash(), "{}", game.name);
            assert_eq!(plain.stop(), traced.stop());
            assert_eq!(plain.take_events(), traced.take_events());
        }
    }
    assert!(all.0 > 1_000 && all.1 > 1_000, "{all:?}");
}
