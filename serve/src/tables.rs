//! The tables that run, each on a thread of its own, by name.

use crate::breaking;
use crate::keeping::{Shelf, is_id};
use crate::table::{Command, Opening, Table, open};
use houserules_files::cli_error::CliError;
use houserules_files::reload::watch::Watches;
use houserules_files::setup::SetUp;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A table's links, as the first line of standard output has them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TableLinks {
    /// Its name, as people read it.
    pub id: String,
    /// The game's file.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// Who designed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The host's link.
    pub host: String,
    /// The link for those who look on.
    pub spectator: String,
    /// The links of those who play.
    pub seats: Vec<SeatLink>,
    /// What is to be said of how it was opened.
    #[serde(skip)]
    pub said: Vec<String>,
}

/// A player's link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatLink {
    /// The seat, from 1.
    pub seat: usize,
    /// The player's name.
    pub name: String,
    /// The link itself, with its secret.
    pub url: String,
}

/// What a server is asked for.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The games that are to be played.
    pub games: Vec<PathBuf>,
    /// Whether they are those of a folder: then there is a lobby.
    pub lobby: bool,
    /// How tables are made up.
    pub set_up: SetUp,
    /// Names of players.
    pub names: Vec<String>,
    /// Where tables are kept.
    pub folder: PathBuf,
    /// The wait behind a bot's move that another follows.
    pub pace: Duration,
}

/// The tables that run, by name; new ones can come while others are played.
#[derive(Debug, Default)]
pub struct Tables {
    queues: Mutex<BTreeMap<String, Sender<Command>>>,
    /// The watches over their rules.
    pub watches: Watches,
}

/// Tables are tried under so many names.
const MOST_NAMES: u32 = 1_000;

/// The lobby's name, which no table has.
pub const LOBBY: &str = "lobby";

impl Tables {
    fn with<T>(&self, work: impl FnOnce(&mut BTreeMap<String, Sender<Command>>) -> T) -> T {
        work(&mut self.queues.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Where a table, or the lobby, is told something.
    #[must_use]
    pub fn queue(&self, name: &str) -> Option<Sender<Command>> {
        self.with(|queues| queues.get(name).cloned())
    }

    /// Adds what is told something under a name.
    pub fn add(&self, name: &str, queue: Sender<Command>) {
        self.with(|queues| queues.insert(name.to_string(), queue));
    }

    /// How many there are, the lobby among them.
    #[must_use]
    pub fn count(&self) -> usize {
        self.with(|queues| queues.len())
    }

    /// Opens a table on a thread of its own.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn start(&self, opening: &Opening) -> Result<TableLinks, CliError> {
        let (queue, links) = started(opening)?;
        self.with(|queues| queues.insert(links.id.clone(), queue));
        Ok(links)
    }

    /// A name that no table has.
    #[must_use]
    pub fn new_shelf(&self, folder: &Path, game: &Path) -> Shelf {
        let stem = game.file_stem().map_or("table".into(), |stem| stem.to_string_lossy());
        let letters = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
        let stem: String = letters.take(60).collect();
        let stem = if is_id(&stem) { stem } else { "table".into() };
        let name = |n: u32| if n == 1 { stem.clone() } else { format!("{stem}-{n}") };
        let shelf = |id| Shelf { folder: folder.to_path_buf(), id };
        let free = |shelf: &Shelf| {
            shelf.id != LOBBY
                && self.queue(&shelf.id).is_none()
                && !shelf.file("table").exists()
                && !shelf.file("journal").exists()
        };
        (1..MOST_NAMES).map(name).map(shelf).find(free).unwrap_or_else(|| shelf(name(MOST_NAMES)))
    }

    /// Tells all of them that the server ends.
    pub fn stop(&self) {
        self.with(|queues| {
            for queue in queues.values() {
                // A table that has ended needs not be told.
                let _ = queue.send(Command::Stop);
            }
        });
    }
}

/// A table's thread needs as much room as the program's: rules are nested up to 128 deep.
const ROOM: usize = 64 << 20;

/// Lets something run on a thread of its own.
///
/// # Errors
/// If the system gives no thread.
pub fn on_a_thread(name: &str, run: impl FnOnce() + Send + 'static) -> Result<(), CliError> {
    let thread = std::thread::Builder::new().name(name.to_string()).stack_size(ROOM);
    thread.spawn(run).map(|_| ()).map_err(CliError::input)
}

/// Opens a table on a thread of its own.
fn started(opening: &Opening) -> Result<(Sender<Command>, TableLinks), CliError> {
    let (send, receive) = channel();
    let (tell, told) = sync_channel(1);
    let (opening, own) = (opening.clone(), send.clone());
    let name = opening.shelf.id.clone();
    let run = move || match open(&opening, &own) {
        Ok(table) => {
            let _ = tell.send(Ok(table.links()));
            serve(table, &opening, &own, &receive);
        }
        Err(trouble) => {
            let _ = tell.send(Err(trouble));
        }
    };
    on_a_thread(&name, run)?;
    let links = told.recv().map_err(|_| CliError::call("the table could not be opened"))??;
    Ok((send, links))
}

/// Runs a table. Should it break, it is opened again from its journal, and pages come back by
/// themselves; one that breaks again and again stays closed.
fn serve(table: Table, opening: &Opening, own: &Sender<Command>, queue: &Receiver<Command>) {
    let mut next = Some(table);
    let run = || {
        let table = next.take().map_or_else(|| reopened(opening, own), Ok);
        table.map(|table| table.run(queue))
    };
    if breaking::kept_up(run, std::thread::sleep).is_err() {
        breaking::closed(opening, queue);
    }
}

fn reopened(opening: &Opening, own: &Sender<Command>) -> Result<Table, CliError> {
    let mut table = open(opening, own)?;
    table.tell_host("The table broke down, and has been opened again from its journal.");
    Ok(table)
}
