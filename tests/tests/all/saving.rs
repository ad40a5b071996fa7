//! Any playout of any game, saved as a test, passes when it is appended to the rules.
#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on has failed")]

use houserules::saving::as_test;
use houserules::texts::KnownTexts;
use houserules_interpreter::ask::{Engine, Policy, Setup, Stop};
use houserules_interpreter::chance::{BotDraw, BotSource, Seed};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::{Compiled, compile};
use houserules_table::game::Game;
use houserules_table::journal::fingerprint::rules_hash;
use houserules_table::journal::{FORMAT, Header, Player};
use houserules_table::runner::{Status, run_test};
use houserules_table::session::{Boundary, Point, Session};
use houserules_tests::agree::games::in_folder;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn paths() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    ["games", "examples"].map(|f| root.join(f)).into_iter().flat_map(|f| in_folder(&f)).collect()
}

/// A game played at random for so many steps, now and then going back.
fn played(compiled: &Compiled, seats: u8, seed: u64, steps: usize) -> Option<Session<Machine>> {
    let book = Arc::new(compiled.rulebook.clone()?);
    let program = Program::new(Arc::clone(&book), &Setup { seats, options: Vec::new() }).ok()?;
    let engine = Machine::start(Arc::new(program), seed, true);
    let names = ["Ana", "Ben B.", "play", "Dan", "Eva", "Fay", "Gus", "Hal"];
    let names = (0..usize::from(seats)).map(|s| names[s % names.len()].to_string()).collect();
    let mut session =
        Session::begin(Game::start(engine, book, Arc::new(compiled.sources.clone()), names));
    let mut draws = BotSource::new(seed);
    for _ in 0..steps {
        if session.game().stop() != Stop::Asking {
            break;
        }
        let asked = session.game().asked()?.seats;
        let seat = asked[draws.below(asked.len() as u64) as usize];
        let game = session.game_mut();
        game.answer_with(seat, |engine| engine.drawn(Some(seat), Policy::Random, &mut draws))
            .expect("an answer");
        session.noted();
        if draws.below(9) == 0 {
            session.undo(1 + draws.below(3) as usize, |_| true);
        }
    }
    Some(session)
}

fn header(session: &Session<Machine>, seed: u64) -> Header {
    let seat = |s: &u8| Player { name: session.game().naming().seat(*s), player: "human".into() };
    let seats = (0..session.game().seats()).collect::<Vec<u8>>().iter().map(seat).collect();
    Header {
        houserules_journal: FORMAT,
        game: "g.rules".into(),
        rules_hash: rules_hash(session.game().book()),
        options: BTreeMap::new(),
        set: Some(Vec::new()),
        variants: Vec::new(),
        seed: seed.into(),
        seats,
        texts: Vec::new(),
    }
}

/// The test passes behind the rules, and leaves their fingerprint as it was.
fn passes(compiled: &Compiled, test: &str) {
    let before = compiled.rulebook.as_ref().expect("a rulebook");
    let with = KnownTexts::of(&compiled.sources).compiled_with(&format!("\n{test}"));
    let book = Arc::new(with.rulebook.unwrap_or_else(|| panic!("{test}\n{:?}", with.diagnostics)));
    assert_eq!(rules_hash(before), rules_hash(&book), "{test}");
    let start = |setup: &Setup, seed: Seed| {
        let program = Program::new(Arc::clone(&book), setup)?;
        Ok(Machine::start(Arc::new(program), seed, false))
    };
    let own = |at: &usize| test.contains(&format!("\"{}\"", book.tests[*at].title));
    let index = (0..book.tests.len()).find(own).expect("the test");
    let result = run_test(&book, &with.sources, index, &start);
    assert_eq!(result.status, Status::Passed, "{:?}\n{test}", result.message);
}

#[test]
fn what_was_played_passes_as_a_test() {
    let mut saved = 0;
    for path in paths() {
        let (mut loader, game) = houserules::loader::FolderLoader::open(&path).expect("a game");
        let compiled = compile(&game.name, &game.text, &mut loader);
        let Some(book) = &compiled.rulebook else { continue };
        let (least, most) = book.players;
        for (seed, steps) in [(1, 0), (2, 7), (3, 25), (4, 60), (5, 150)] {
            let seats = least.max((seed as u8 + 1).min(most));
            let Some(session) = played(&compiled, seats, seed, steps) else { continue };
            let title = format!("a saved \"evening\" {seed}");
            let test =
                as_test(&session, &header(&session, seed), &title, Point::START, session.here());
            let test = test
                .unwrap_or_else(|why| panic!("{}, {seats} seats, seed {seed}: {why}", game.name));
            passes(&compiled, &test);
            saved += 1;
        }
    }
    assert!(saved > 50, "{saved}");
}

#[test]
fn what_was_played_with_a_variant_is_added_to_it() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/nim.rules");
    let (_, game) = houserules::loader::FolderLoader::open(&path).expect("a game");
    let variant = "variant \"Poison\" over nim\n\nset last_stone_loses to yes\n";
    let files = vec![(game.name, game.text), ("poison.rules".to_string(), variant.to_string())];
    let compiled = KnownTexts::new(files).compiled();
    assert!(compiled.rulebook.is_some(), "{:?}", compiled.diagnostics);
    let session = played(&compiled, 2, 9, 200).expect("a session");
    let test = as_test(&session, &header(&session, 9), "poisoned", Point::START, session.here());
    let test = test.unwrap_or_else(|why| panic!("{why}"));
    assert!(test.contains("expect won by"), "{test}");
    passes(&compiled, &test);
}

#[test]
fn what_was_played_since_a_turn_began_passes_as_a_test() {
    let (mut saved, mut said) = (0, Vec::new());
    for path in paths() {
        let (mut loader, game) = houserules::loader::FolderLoader::open(&path).expect("a game");
        let compiled = compile(&game.name, &game.text, &mut loader);
        let Some(book) = &compiled.rulebook else { continue };
        let Some(session) = played(&compiled, book.players.0.max(2), 3, 30) else { continue };
        let way = session.tree().way(session.here());
        let began = |p: &&Point| session.tree().node(**p).began(Boundary::Turn) && p.0 > 0;
        let Some(from) = way.iter().rev().filter(began).nth(1).copied() else { continue };
        match as_test(&session, &header(&session, 3), "since a turn began", from, session.here()) {
            Ok(test) => {
                assert!(test.contains("\n  given "), "{test}");
                passes(&compiled, &test);
                saved += 1;
            }
            Err(why) => said.push(format!("{}: {why}", game.name)),
        }
    }
    assert!(saved > 5, "{saved}: {said:#?}");
}
