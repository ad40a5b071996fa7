//! A slice of the campaign `cargo run --release -p houserules-tests --bin secrets`: nobody finds a
//! secret out.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its files has failed")]

use houserules::loader::FolderLoader;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_tests::agree::games::in_folder;
use houserules_tests::secrecy::made::made;
use houserules_tests::secrecy::{Count, Kind, Subject, search};
use std::path::Path;
use std::sync::Arc;

/// Pairs of one playout.
const PAIRS: u64 = 10;
/// Playouts of a game, and of the one in which copies are told apart by who knows them.
const PLAYOUTS: [u64; 2] = [1, 6];
/// Games that are written at random.
const MADE: u64 = 8;

fn played(
    subject: &Subject,
    seeds: impl Iterator<Item = u64>,
    count: &mut Count,
) -> Option<String> {
    let setup = Setup { seats: subject.seats, options: Vec::new() };
    let program = Arc::new(Program::new(Arc::clone(&subject.book), &setup).unwrap());
    let mut leaks = seeds.map(|seed| {
        let machine = Machine::start(Arc::clone(&program), seed, true);
        search(subject, machine, (seed, PAIRS), count)
    });
    leaks.find_map(Result::err).map(|leak| leak.to_string())
}

#[test]
fn nobody_finds_out_what_they_have_not_seen() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut told, mut count) = (Vec::new(), Count::default());
    for path in ["games", "examples", "tests/rules"].iter().flat_map(|f| in_folder(&root.join(f))) {
        let (mut loader, game) = FolderLoader::open(&path).unwrap();
        let compiled = compile(&game.name, &game.text, &mut loader);
        let Some(book) = compiled.rulebook else { continue };
        let (seats, book) = (book.players.1.min(4), Arc::new(book));
        let subject = Subject {
            book,
            sources: Arc::new(compiled.sources),
            declared: compiled.declared,
            seats,
        };
        let playouts = PLAYOUTS[usize::from(path.ends_with("copies_that_were_shown.rules"))];
        let leak = played(&subject, 0..playouts, &mut count);
        told.extend(leak.map(|leak| format!("{}: {leak}", path.display())));
    }
    assert!(told.is_empty(), "{}", told.join("\n\n"));
    for kind in Kind::ALL {
        assert!(count.kinds.contains_key(&kind), "no worlds differ by {}", kind.words());
    }
}

#[test]
fn nobody_finds_a_secret_out_under_rules_that_check_accepts() {
    let mut count = Count::default();
    for seed in 0..MADE {
        let game = made(seed);
        let subject = game.subject().expect("rules that were accepted");
        let leak = played(&subject, seed..=seed, &mut count);
        assert!(leak.is_none(), "{}\n{}", leak.unwrap_or_default(), game.text());
    }
    assert!(count.pairs > MADE, "{count:?}");
}

/// A campaign that would find nothing proves nothing: here the rules tell, and `check` says so.
#[test]
fn what_the_rules_tell_is_found_out() {
    const TELLS: [&str; 4] = [
        "if me.left.gold > 3 { me.points += 1 }",
        "if any c in me.left.hand has c.value > 2 { move top 1 of pack to heap }",
        "say \"so it is\" if me.left.gold > 3 { choose n in 1..2 by me.left }",
        "me.points += me.left.gold",
    ];
    for tells in TELLS {
        let text = format!(
            "game \"Tells\"\nplayers 2\ncard Chit {{ value: 1..4 }}\ndeck pack of Chit {{ 4 each \
             of (1..4) }}\n\
             each Player has {{ hand: set of Chit, seen by owner  gold: 0..6 = 3, seen by owner  points: Number }}\n\
             the table has {{ heap: pile of Chit, seen by nobody }}\n\
             setup {{ shuffle pack for each p in players {{ move top 2 of pack to p.hand }} }}\n\
             play {{ turn me in players onwards {{ choose {{ act }} }} }}\naction act {{ {tells} }}\n"
        );
        let compiled =
            compile("tells.rules", &text, &mut houserules_tests::shelf::Shelf::default());
        let book = Arc::new(compiled.rulebook.unwrap());
        let (sources, declared) = (Arc::new(compiled.sources), compiled.declared);
        let subject = Subject { book, sources, declared, seats: 2 };
        let found = played(&subject, 0..40, &mut Count::default());
        assert!(found.is_some(), "nobody found out by `{tells}`");
    }
}
