//! The campaign against leaks: `secrets [-n POSITIONS] [--seed S] FILE…`. Prints its seed and how many positions of each
//! game were dealt anew and compared; ends with status 1 if somebody was shown a secret.

use houserules::loader::FolderLoader;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_tests::secrecy::{Subject, search};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Positions of one playout.
const OF_ONE_GAME: u64 = 200;
/// Playouts in which nothing could be dealt anew, before a game is given up.
const PATIENCE: u32 = 50;

fn campaign(path: &Path, positions: u64, seed: u64) -> Result<u64, String> {
    let (mut loader, game) = FolderLoader::open(path).map_err(|e| e.to_string())?;
    let compiled = compile(&game.name, &game.text, &mut loader);
    let book = compiled.rulebook.ok_or("it does not compile")?;
    let (least, most) = book.players;
    let (book, sources) = (Arc::new(book), Arc::new(compiled.sources));
    let (mut compared, mut index, mut idle) = (0, 0, 0);
    while compared < positions && idle < PATIENCE {
        let seats = least + (index % u64::from(most - least + 1)) as u8;
        let setup = Setup { seats, options: Vec::new() };
        let subject = Subject { book: Arc::clone(&book), sources: Arc::clone(&sources), seats };
        let program = Program::new(Arc::clone(&book), &setup).map_err(|e| e.to_string())?;
        let game_seed = seed.wrapping_mul(1_000_003).wrapping_add(index);
        let machine = Machine::start(Arc::new(program), game_seed, true);
        let found = search(&subject, machine, game_seed, OF_ONE_GAME.min(positions - compared));
        let found = found.map_err(|leak| format!("playout {game_seed} with {seats} players: {leak}"))?;
        (compared, index, idle) = (compared + found, index + 1, if found == 0 { idle + 1 } else { 0 });
    }
    Ok(compared)
}

fn main() -> ExitCode {
    let (mut positions, mut seed, mut files) = (10_000, 1, Vec::<PathBuf>::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "-n" => positions = words.next().and_then(|w| w.parse().ok()).unwrap_or(positions),
            "--seed" => seed = words.next().and_then(|w| w.parse().ok()).unwrap_or(seed),
            _ => files.push(word.into()),
        }
    }
    println!("seed {seed}, {positions} positions a game");
    let mut told = false;
    for path in files {
        match campaign(&path, positions, seed) {
            Ok(compared) => println!("{}: {compared} positions dealt anew, nothing told", path.display()),
            Err(said) => {
                told |= said.contains("can tell");
                println!("{}: {said}", path.display());
            }
        }
    }
    ExitCode::from(u8::from(told))
}
