//! Saving a file as editors do, again and again, under a watch: no save may be missed.

use houserules::reload::watch::{News, What, watch};
use houserules::rules::{Asked, compiled};
use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::mpsc::channel;
#[expect(clippy::disallowed_types, reason = "the campaign measures, it plays no game")]
use std::time::{Duration, Instant};

/// How an editor saves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Another file, renamed over the old one.
    Rename,
    /// The file is emptied, then written.
    Truncate,
    /// Written over in place, then cut to its length.
    InPlace,
    /// Deleted and made anew.
    Anew,
}

/// All of them.
pub const STYLES: [Style; 4] = [Style::Rename, Style::Truncate, Style::InPlace, Style::Anew];

impl Style {
    /// Saves a text, in two halves with a breath between them if the file is open for long.
    ///
    /// # Errors
    /// What the system says.
    pub fn save(self, path: &Path, text: &str, breath: Duration) -> std::io::Result<()> {
        let (a, b) = text.as_bytes().split_at(text.len() / 2);
        let halves = |mut file: fs::File| -> std::io::Result<fs::File> {
            file.write_all(a)?;
            file.flush()?;
            std::thread::sleep(breath);
            file.write_all(b)?;
            Ok(file)
        };
        match self {
            Self::Rename => {
                let temp = path.with_extension("rules.tmp");
                halves(fs::File::create(&temp)?)?;
                fs::rename(&temp, path)
            }
            Self::Truncate => halves(fs::File::create(path)?).map(|_| ()),
            Self::InPlace => {
                let mut file = OpenOptions::new().write(true).open(path)?;
                file.seek(SeekFrom::Start(0))?;
                let file = halves(file)?;
                file.set_len(text.len() as u64)
            }
            Self::Anew => {
                fs::remove_file(path)?;
                halves(fs::File::create(path)?).map(|_| ())
            }
        }
    }
}

/// What came of many saves.
#[derive(Debug, Clone, Default)]
pub struct Saves {
    /// Saves that were not told within the patience.
    pub missed: u64,
    /// Broken rules that were told, though every save was whole.
    pub flashes: u64,
    /// From the end of a save to rules that are ready, in microseconds, in order.
    pub took: Vec<u128>,
}

/// Longer waits are misses.
const PATIENCE: Duration = Duration::from_secs(5);

/// Saves a game `count` times in a folder of its own, in one style; `edit` gives the n-th text.
///
/// # Errors
/// If the game cannot be read or written.
pub fn save_often(
    game: &Path,
    (style, count, breath): (Style, u64, Duration),
    mut edit: impl FnMut(u64) -> String,
) -> Result<Saves, String> {
    let failed = |e: std::io::Error| e.to_string();
    let asked = Asked { game: game.to_path_buf(), variants: Vec::new() };
    let first = compiled(&asked).map_err(|e| e.to_string())?;
    let (send, receive) = channel::<News>();
    let tell = move |news: News| {
        // The campaign is over.
        let _ = send.send(news);
    };
    let _watch = watch(&asked, &first.sources, tell).map_err(|e| e.to_string())?;
    std::thread::sleep(Duration::from_millis(50));
    let mut saves = Saves::default();
    for n in 0..count {
        let text = edit(n);
        style.save(game, &text, breath).map_err(failed)?;
        #[expect(clippy::disallowed_types, reason = "the campaign measures, it plays no game")]
        let saved = Instant::now();
        loop {
            let left = PATIENCE.saturating_sub(saved.elapsed());
            match receive.recv_timeout(left).map(|news| news.what) {
                Ok(What::Rules(found)) => {
                    let now = found.sources.iter().next().map(|(_, f)| f.text.as_ref() == text.as_str());
                    if now == Some(true) {
                        saves.took.push(saved.elapsed().as_micros());
                        break;
                    }
                }
                Ok(What::Broken(_) | What::Unreadable(_)) => saves.flashes += 1,
                Err(_) => {
                    saves.missed += 1;
                    break;
                }
            }
        }
    }
    saves.took.sort_unstable();
    Ok(saves)
}
