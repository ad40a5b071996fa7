//! Every hole of a text that is shown has its value: in announcements, in texts that are handed on,
//! in titles.
#![expect(clippy::expect_used, reason = "a test that cannot go on has failed")]

use houserules::loader::FolderLoader;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_table::game::Game;
use houserules_table::visibility::Viewer;
use std::path::Path;
use std::sync::Arc;

fn table() -> Game<Machine> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/texts.rules");
    let (mut loader, game) = FolderLoader::open(&path).expect("a file");
    let compiled = compile(&game.name, &game.text, &mut loader);
    let book = compiled.rulebook.map(Arc::new).expect("it compiles");
    let program =
        Program::new(Arc::clone(&book), &Setup { seats: 2, options: vec![] }).expect("a program");
    let names = ["Ana", "Ben"].map(String::from).to_vec();
    let engine = Machine::start(Arc::new(program), 1, true);
    Game::start(engine, book, Arc::new(compiled.sources), names)
}

/// What a spectator reads after these choices, and what is asked then.
fn told(said: &[(u8, &str)]) -> (Vec<String>, Option<String>) {
    let mut game = table();
    let before = game.log_length();
    for (seat, line) in said {
        game.say(*seat, line).expect("it can be chosen");
    }
    let asked = game
        .asked()
        .and_then(|asked| game.menu(*asked.seats.first()?))
        .and_then(|menu| menu.question);
    (game.log(Viewer::Spectator, before).into_iter().map(|l| l.text).collect(), asked)
}

/// An announcement shows the table as it is when the choice is made, before anything of it is done.
#[test]
fn announcements_show_the_table_before_the_move() {
    let (lines, _) = told(&[(0, "walk north")]);
    assert_eq!(
        lines.first().map(String::as_str),
        Some("Ana goes 6 of 6, $10, 1, 4 (Ware 5 and Ware 4): north")
    );
    let (lines, _) = told(&[(0, "pass"), (1, "pass")]);
    assert_eq!(lines, ["Ana: rests with 3", "Ben: rests with 3", "round 2", "Ana's turn"]);
}

/// A text that a word gives reads what the word was given, lists too, before the move is done.
#[test]
fn texts_of_words_read_what_was_chosen() {
    let (lines, _) = told(&[(0, "bundle ([5], [4])")]);
    assert_eq!(
        lines.first().map(String::as_str),
        Some("Ana ties 2 of Ware 5 and Ware 4: Ware 5 and Ware 4")
    );
}

/// A text that is handed on keeps all its holes, at any depth.
#[test]
fn texts_handed_on_keep_their_holes() {
    let (lines, asked) = told(&[(0, "sell [5], $2")]);
    assert_eq!(
        lines,
        [
            "Ana sells Ware 5 (price $2)",
            "telling Sell Ware 5 for $2, Ana?",
            "Sell Ware 5 for $2, Ana?",
            "<Sell Ware 5 for $2, Ana?> and Ana!",
        ]
    );
    assert_eq!(asked.as_deref(), Some("Is it <Sell Ware 5 for $2, Ana?> and Ana?"));
    let (lines, _) = told(&[(0, "pass"), (1, "offer")]);
    assert_eq!(lines[1..3], ["Ben offers $10 at 1", "It is in round 1, Ben."]);
    // What a word says of itself is read where it is shown, with the words and changes in it.
    assert_eq!(lines[3], "telling good day, Ben: $10, or 10 times $1");
}
