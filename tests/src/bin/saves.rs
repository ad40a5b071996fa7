//! A thousand saves in each of four editors' styles: `saves [-n COUNT] [FILE]`, COUNT for each
//! style.
//!
//! Prints how long it took from the end of a save to rules that are ready, and to a game in its
//! middle that runs under them. Ends with status 1 if a save was missed, or broken rules flashed
//! by.

use houserules_tests::reload::{Designer, STYLES, save_often};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let (mut count, mut file) = (250, None);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "-n" => count = words.next().and_then(|w| w.parse().ok()).unwrap_or(count),
            _ => file = Some(PathBuf::from(word)),
        }
    }
    let file =
        file.unwrap_or_else(|| largest(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../games")));
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
    println!(
        "{}: {} lines; in microseconds, from the end of a save",
        file.display(),
        text.lines().count()
    );
    let mut fine = true;
    let mut all = Vec::new();
    let mut designer = Designer::new(&game)?;
    for breath in [Duration::ZERO, Duration::from_millis(2)] {
        for style in STYLES {
            let saves = save_often(&game, style, count, breath, |n| designer.saves(n))?;
            let (missed, flashes, refused) = (saves.missed, saves.flashes, saves.refused);
            println!(
                "{style:?}, halves {breath:?} apart: {count} saves, {missed} missed, {flashes} \
                 flashes, {refused} do not fit"
            );
            println!(
                "  rules ready: {}; the game runs under them: {}",
                spread(&saves.ready),
                spread(&saves.running)
            );
            all.extend(saves.running);
            fine &= saves.missed == 0 && saves.flashes == 0;
        }
    }
    println!("all: the game runs under the new rules: {}", spread(&all));
    fs::remove_dir_all(&folder).map_err(said)?;
    Ok(fine)
}

/// Median, 95 of 100, and the longest.
fn spread(times: &[u64]) -> String {
    let mut times = times.to_vec();
    times.sort_unstable();
    let at = |of: usize| times.get((times.len() * of / 100).min(times.len().saturating_sub(1)));
    let at = |of: usize| at(of).copied().unwrap_or_default();
    format!(
        "median {}, 95 of 100 within {}, all {} within {}",
        at(50),
        at(95),
        times.len(),
        at(100)
    )
}
