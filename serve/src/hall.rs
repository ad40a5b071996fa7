//! The hall: all tables of a server, each on a thread of its own, by name.

use crate::keeping::{Shelf, is_id};
use crate::links::Secret;
use crate::table::{Command, Opening, Table, open};
use houserules_files::cli_error::CliError;
use houserules_files::setup::SetUp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
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

/// What is kept of a server: under which address it was reached last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerFile {
    /// The port that it listened on.
    pub port: u16,
    /// The lobby's link.
    pub lobby: Secret,
}

impl ServerFile {
    fn path(folder: &Path) -> PathBuf {
        folder.join("server.json")
    }

    /// What was kept in a folder.
    #[must_use]
    pub fn load(folder: &Path) -> Option<Self> {
        let text = std::fs::read_to_string(Self::path(folder)).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Keeps it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&self, folder: &Path) -> Result<(), CliError> {
        let path = Self::path(folder);
        let failed = |e| CliError::writing(&path, e);
        houserules_files::private::private_folder(folder).map_err(failed)?;
        let text = serde_json::to_string(self).map_err(|e| failed(e.into()))?;
        houserules_files::private::replace(&path, &text).map_err(failed)
    }
}

/// All tables of a server.
#[derive(Debug)]
pub struct Hall {
    queues: BTreeMap<String, Sender<Command>>,
    /// Their links, in the order of opening.
    pub tables: Vec<TableLinks>,
    /// The lobby's secret, if there is one.
    pub lobby: Option<Secret>,
}

/// Tables are tried under so many names.
const MOST_NAMES: u32 = 1_000;

impl Hall {
    /// Opens every table that is asked for: those that were kept come back, and a game that has
    /// none of its set-up gets a new one.
    ///
    /// # Errors
    /// If one cannot be opened.
    pub fn open(wanted: &Wanted, (base, lobby): (&str, Secret)) -> Result<Self, CliError> {
        let mut hall = Self {
            queues: BTreeMap::new(),
            tables: Vec::new(),
            lobby: wanted.lobby.then_some(lobby),
        };
        let kept = Shelf::all(&wanted.folder);
        for game in &wanted.games {
            let same = |shelf: &&Shelf| {
                let real = |path: &Path| path.canonicalize().ok();
                let of = shelf.load().ok().flatten().map(|table| table.game);
                of.is_some_and(|of| of == *game || (real(&of).is_some() && real(&of) == real(game)))
            };
            let (mut found, mut trouble) = (false, None);
            for shelf in kept.iter().filter(same) {
                let as_asked = opening(wanted, (game, shelf), (base, true));
                match hall.add(&as_asked) {
                    Ok(()) => found = true,
                    // It was made up otherwise: it comes back as it was.
                    Err(CliError::Call(..)) => {
                        hall.add(&opening(wanted, (game, shelf), (base, false)))?;
                    }
                    Err(other) => trouble = Some(other),
                }
            }
            if !found && trouble.is_none() {
                let shelf = hall.new_shelf(&wanted.folder, game);
                let mut added = hall.add(&opening(wanted, (game, &shelf), (base, true)));
                if wanted.lobby && matches!(added, Err(CliError::Call(..))) {
                    // What suits one game of a folder need not suit another.
                    added = hall.add(&opening(wanted, (game, &shelf), (base, false)));
                }
                trouble = added.err();
            }
            if let Some(trouble) = trouble.filter(|_| !wanted.lobby) {
                return Err(trouble);
            }
        }
        match hall.tables.is_empty() {
            true => Err(CliError::call("none of these games can be played as they are")
                .help("`houserules check` says what is wrong with them")),
            false => Ok(hall),
        }
    }

    /// A name that no table has.
    fn new_shelf(&self, folder: &Path, game: &Path) -> Shelf {
        let stem = game.file_stem().map_or("table".into(), |stem| stem.to_string_lossy());
        let letters = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
        let stem: String = letters.take(60).collect();
        let stem = if is_id(&stem) { stem } else { "table".into() };
        let name = |n: u32| if n == 1 { stem.clone() } else { format!("{stem}-{n}") };
        let shelf = |id| Shelf { folder: folder.to_path_buf(), id };
        let free = |shelf: &Shelf| {
            !self.queues.contains_key(&shelf.id)
                && !shelf.file("table").exists()
                && !shelf.file("journal").exists()
        };
        (1..MOST_NAMES).map(name).map(shelf).find(free).unwrap_or_else(|| shelf(name(MOST_NAMES)))
    }

    fn add(&mut self, opening: &Opening) -> Result<(), CliError> {
        let (queue, links) = started(opening)?;
        self.queues.insert(links.id.clone(), queue);
        self.tables.push(links);
        Ok(())
    }

    /// Where a table is told something.
    #[must_use]
    pub fn queue(&self, table: &str) -> Option<&Sender<Command>> {
        self.queues.get(table)
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        for queue in self.queues.values() {
            // A table that has ended needs not be told.
            let _ = queue.send(Command::Stop);
        }
    }
}

fn opening(
    wanted: &Wanted,
    (game, shelf): (&Path, &Shelf),
    (base, as_asked): (&str, bool),
) -> Opening {
    let set_up = if as_asked { wanted.set_up.clone() } else { SetUp::default() };
    let names = if as_asked { wanted.names.clone() } else { Vec::new() };
    Opening {
        shelf: shelf.clone(),
        game: game.to_path_buf(),
        set_up,
        names,
        base: base.to_string(),
        pace: wanted.pace,
    }
}

/// A table's thread needs as much room as the program's: rules are nested up to 128 deep.
const ROOM: usize = 64 << 20;

/// Opens a table on a thread of its own.
fn started(opening: &Opening) -> Result<(Sender<Command>, TableLinks), CliError> {
    let (send, receive) = channel();
    let (tell, told) = sync_channel(1);
    let (opening, own) = (opening.clone(), send.clone());
    let thread = std::thread::Builder::new().name(opening.shelf.id.clone()).stack_size(ROOM);
    let run = move || match open(&opening, &own) {
        Ok(table) => {
            let _ = tell.send(Ok(table.links()));
            serve(table, (&opening, &own), &receive);
        }
        Err(trouble) => {
            let _ = tell.send(Err(trouble));
        }
    };
    thread.spawn(run).map_err(CliError::input)?;
    let links = told.recv().map_err(|_| CliError::call("the table could not be opened"))??;
    Ok((send, links))
}

/// Runs a table. Should it break, it is opened again from its journal; pages come back by
/// themselves.
fn serve(table: Table, (opening, own): (&Opening, &Sender<Command>), queue: &Receiver<Command>) {
    let mut next = Some(table);
    while let Some(table) = next.take() {
        if catch_unwind(AssertUnwindSafe(|| table.run(queue))).is_ok() {
            return;
        }
        next = open(opening, own).ok();
    }
}
