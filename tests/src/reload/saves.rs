//! Saving a file as editors do, again and again, under a watch and beside a running game: no save
//! may be missed, and the game is to go on under the new rules at once.

use super::edits::{Desk, edited};
use crate::mutate::Chance;
use houserules::reload::bring::bring;
use houserules::reload::watch::{News, Runs, What, watch};
use houserules::rules::{RuleFiles, compiled};
use houserules_interpreter::ask::{Engine, Policy, Setup, Stop};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::Compiled;
use houserules_lang::difference::spelling::Renames;
use houserules_table::game::Game;
use houserules_table::reload::{How, Update, When};
use houserules_table::session::Session;
use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
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
    /// Rules that the running game could not take over where it stood.
    pub refused: u64,
    /// From the end of a save to rules that are ready, in microseconds.
    pub ready: Vec<u64>,
    /// From the end of a save to the game that runs under them, in microseconds.
    pub running: Vec<u64>,
}

/// Longer waits are misses.
const PATIENCE: Duration = Duration::from_secs(5);
/// The running game stands behind so many choices, and goes on for some between saves.
const PLAYED: usize = 120;
/// A game that is over is begun anew; it goes on by so many choices after each save.
const ON: usize = 2;

/// A running game that goes over to what is saved.
struct Table {
    session: Session<Machine>,
    bot: BotSource,
    seed: u64,
}

impl Table {
    fn new(rules: Compiled, files: &RuleFiles, seed: u64) -> Result<Self, String> {
        let rules = Runs::of(rules, files).map_err(|_| "the game does not compile")?;
        let Runs { book, sources, .. } = rules;
        let setup = Setup { seats: book.players.0.max(2).min(book.players.1), options: Vec::new() };
        let program = Program::new(Arc::clone(&book), &setup).map_err(|e| e.to_string())?;
        let machine = Machine::start(Arc::new(program), seed, true);
        let names = (0..setup.seats).map(|s| format!("P{s}")).collect();
        let session = Session::begin(Game::start(machine, book, sources, names));
        let mut table = Self { session, bot: BotSource::new(seed), seed };
        table.play_on(PLAYED);
        Ok(table)
    }

    fn play_on(&mut self, most: usize) {
        for _ in 0..most {
            let game = self.session.game_mut();
            let asked = game.asked().filter(|_| game.stop() == Stop::Asking);
            let Some(seat) = asked.and_then(|a| a.seats.first().copied()) else { return };
            let bot = &mut self.bot;
            if game
                .answer_with(seat, |engine| engine.drawn(Some(seat), Policy::Random, bot))
                .is_err()
            {
                return;
            }
            self.session.noted();
        }
    }

    /// The rules come in where the game stands; no: they do not fit there.
    fn takes(&mut self, rules: Runs) -> bool {
        let Runs { book, sources, .. } = rules;
        let update = Update::new(self.session.game(), book, sources, &Renames::new());
        bring(&mut self.session, &update, &How::when(When::Now)).is_ok()
    }
}

/// Saves a game `count` times in a folder of its own, in one style; `edit` gives the n-th file and
/// its text.
///
/// # Errors
/// If the game cannot be read or written.
pub fn save_often(
    game: &Path,
    style: Style,
    count: u64,
    breath: Duration,
    mut edit: impl FnMut(u64) -> (PathBuf, String),
) -> Result<Saves, String> {
    let failed = |e: std::io::Error| e.to_string();
    let asked = RuleFiles { game: game.to_path_buf(), variants: Vec::new() };
    let first = compiled(&asked).map_err(|e| e.to_string())?;
    let (send, receive) = channel::<News>();
    let tell = move |news: News| {
        // The campaign is over.
        let _ = send.send(news);
    };
    let _watch = watch(&asked, &first.sources, tell).map_err(|e| e.to_string())?;
    let mut table = Table::new(first, &asked, 1)?;
    std::thread::sleep(Duration::from_millis(100));
    let mut saves = Saves::default();
    for n in 0..count {
        let (file, text) = edit(n);
        style.save(&file, &text, breath).map_err(failed)?;
        #[expect(clippy::disallowed_types, reason = "the campaign measures, it plays no game")]
        let saved = Instant::now();
        let found = loop {
            let left = PATIENCE.saturating_sub(saved.elapsed());
            match receive.recv_timeout(left).map(|news| news.what) {
                Ok(What::Rules(found)) if found.sources.iter().any(|(_, f)| *f.text == *text) => {
                    break Some(found);
                }
                Ok(What::Rules(_)) => {}
                Ok(What::Broken(_) | What::Unreadable(_)) => saves.flashes += 1,
                Err(_) => {
                    saves.missed += 1;
                    break None;
                }
            }
        };
        let Some(found) = found else { continue };
        saves.ready.push(saved.elapsed().as_micros() as u64);
        let taken = table.takes(found);
        if taken {
            saves.running.push(saved.elapsed().as_micros() as u64);
        } else {
            saves.refused += 1;
        }
        table.play_on(ON);
        if !taken || table.session.game().stop() != Stop::Asking || table.session.tree().len() > 400
        {
            let now = compiled(&asked).map_err(|e| e.to_string())?;
            table = Table::new(now, &asked, table.seed + 1)?;
        }
    }
    Ok(saves)
}

/// What a designer saves: numbers of the rules changed, a line above everything else, rows of
/// tables; what does not compile, or changes nothing, is not saved.
#[derive(Debug)]
pub struct Designer {
    folder: PathBuf,
    game: PathBuf,
    first: Desk,
    chance: Chance,
    now: Desk,
}

impl Designer {
    /// Of a game in a folder of its own.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn new(game: &Path) -> Result<Self, String> {
        let mut first = Desk::of(game)?.with(&[]);
        // What lies in the library is no file.
        first.modules.clear();
        let folder = game.parent().unwrap_or(Path::new(".")).to_path_buf();
        Ok(Self {
            folder,
            game: game.to_path_buf(),
            now: first.clone(),
            first,
            chance: Chance::new(7),
        })
    }

    /// The n-th file that is saved, and its text.
    pub fn saves(&mut self, n: u64) -> (PathBuf, String) {
        let numbered = |desk: &Desk| {
            let line = format!("define saved_{n} for p: Player = {n}\n");
            let rules = desk.rules.as_str();
            if n.is_multiple_of(2) { format!("{line}{rules}") } else { format!("{rules}\n{line}") }
        };
        for _ in 0..40 {
            let (new, what) = edited(&self.first, &mut self.chance);
            let table =
                new.shelf.tables.iter().find(|(name, text)| self.now.shelf.tables[*name] != **text);
            let (file, text) = match (what, table) {
                ("a row", Some((name, text))) => (self.folder.join(name), text.clone()),
                ("a number" | "a thing more" | "a line more" | "a name", _)
                    if new.rules != self.now.rules =>
                {
                    (self.game.clone(), new.rules.to_string())
                }
                _ => continue,
            };
            let mut desk = self.now.clone();
            if file == self.game {
                desk.rules = text.to_string();
            } else {
                if let Some(name) = file.file_name() {
                    desk.shelf.tables.insert(name.to_string_lossy().into_owned(), text.to_string());
                }
            }
            if desk.compiled().rulebook.is_some() {
                self.now = desk;
                return (file, text);
            }
        }
        let text = numbered(&self.first);
        self.now.rules = text.to_string();
        (self.game.clone(), text)
    }
}
