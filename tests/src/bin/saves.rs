//! A thousand saves in each of four editors' styles: `saves [-n COUNT] [FILE]`, COUNT for each style.
//!
//! Prints how long it took from the end of a save to rules that are ready, and to the running game under them. Ends with
//! status 1 if a save was missed, or broken rules flashed by.

use houserules_interpreter::ask::Setup;
use houserules_interpreter::host::game::Game;
use houserules_interpreter::host::reload::apply::{How, Update, When, apply};
use houserules_interpreter::host::reload::spelling::Renames;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_tests::reload::{Desk, STYLES, save_often};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
#[expect(clippy::disallowed_types, reason = "the campaign measures, it plays no game")]
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let (mut count, mut file) = (250, None);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "-n" => count = words.next().and_then(|w| w.parse().ok()).unwrap_or(count),
            _ => file = Some(PathBuf::from(word)),
        }
    }
    let file = file.unwrap_or_else(|| largest(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../games")));
    match campaign(&file, count) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(said) => {
            println!("{said}");
            ExitCode::from(1)
        }
    }
}

/// The game with the longest rules.
fn largest(folder: &Path) -> PathBuf {
    let games = houserules_tests::agree::games::in_folder(folder);
    games.into_iter().max_by_key(|g| fs::metadata(g).map_or(0, |m| m.len())).unwrap_or_default()
}

fn campaign(file: &Path, count: u64) -> Result<bool, String> {
    let said = |e: std::io::Error| e.to_string();
    let folder = std::env::temp_dir().join(format!("houserules-saves-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(said)?;
    for entry in fs::read_dir(file.parent().unwrap_or(Path::new("."))).map_err(said)?.flatten() {
        if entry.path().is_file() {
            fs::copy(entry.path(), folder.join(entry.file_name())).map_err(said)?;
        }
    }
    let game = folder.join(file.file_name().unwrap_or_default());
    let text = fs::read_to_string(&game).map_err(said)?;
    println!("{}: {} lines", file.display(), text.lines().count());
    let mut fine = true;
    for breath in [Duration::ZERO, Duration::from_millis(2)] {
        for style in STYLES {
            let edit = |n: u64| format!("{text}\ndefine saved_{n} for p: Player = {n}\n");
            let saves = save_often(&game, (style, count, breath), edit)?;
            let at = |p: usize| saves.took.get(saves.took.len() * p / 100).map_or(0, |t| *t) as u64;
            println!(
                "{style:?}, halves {breath:?} apart: {count} saves, {} missed, {} flashes; saved to ready: median {} us, 99 of 100 within {} us",
                saves.missed,
                saves.flashes,
                at(50),
                at(99)
            );
            fine &= saves.missed == 0 && saves.flashes == 0;
        }
    }
    running(&game)?;
    fs::remove_dir_all(&folder).map_err(said)?;
    Ok(fine)
}

/// What it takes beside the watch: to compile, to compare, to lower and to take a running game over.
fn running(game: &Path) -> Result<(), String> {
    let desk = Desk::of(game)?;
    let rules = |extra: &str| {
        let mut desk = desk.clone();
        desk.rules.push_str(extra);
        let found = compile("game.rules", &desk.rules.clone(), &mut desk);
        found.rulebook.map(|book| (Arc::new(book), Arc::new(found.sources))).ok_or("it does not compile")
    };
    let (book, sources) = rules("\n")?;
    let setup = Setup { seats: book.players.0.max(2).min(book.players.1), options: Vec::new() };
    let program = Program::new(Arc::clone(&book), &setup).map_err(|e| e.to_string())?;
    let machine = Machine::start(Arc::new(program), 1, true);
    let names = (0..setup.seats).map(|s| format!("P{s}")).collect();
    let game = Game::start(machine, book, sources, names);
    let mut times: Vec<[u128; 3]> = Vec::new();
    for n in 0..50 {
        #[expect(clippy::disallowed_types, reason = "the campaign measures, it plays no game")]
        let began = Instant::now();
        let (book, sources) = rules(&format!("\ndefine saved_{n} for p: Player = {n}\n"))?;
        let compiled = began.elapsed().as_micros();
        let update = Update::new(&game, book, sources, &Renames::new());
        let compared = began.elapsed().as_micros();
        apply(&game, &update, &How::when(When::Now)).map_err(|e| e.to_string())?;
        times.push([compiled, compared - compiled, began.elapsed().as_micros() - compared]);
    }
    let median = |at: usize| {
        let mut all: Vec<u128> = times.iter().map(|t| t[at]).collect();
        all.sort_unstable();
        all[all.len() / 2]
    };
    println!(
        "compile {} us, compare {} us, lower and migrate {} us (medians of {})",
        median(0),
        median(1),
        median(2),
        times.len()
    );
    Ok(())
}
