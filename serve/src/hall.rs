//! The hall: all tables of a server, those that were kept and those that begin, and its lobby.

use crate::keeping::Shelf;
use crate::links::Secret;
use crate::lobby::Lobby;
use crate::table::{Command, Opening};
use crate::tables::{LOBBY, Tables, on_a_thread};
pub use crate::tables::{SeatLink, TableLinks, Wanted};
use houserules_files::cli_error::CliError;
use houserules_files::reload::watch::Watches;
use houserules_files::setup::SetUp;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

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
    running: Arc<Tables>,
    /// The links of those that were opened with the server, in that order.
    pub tables: Vec<TableLinks>,
}

impl Hall {
    /// Opens every table that is asked for: those that were kept come back, and a game that has
    /// none of its set-up gets a new one. Where it is a folder of games, there is a lobby.
    ///
    /// # Errors
    /// If one cannot be opened.
    pub fn open(wanted: &Wanted, base: &str, lobby: Secret) -> Result<Self, CliError> {
        let mut hall = Self { running: Arc::default(), tables: Vec::new() };
        let mut tells = None;
        let queue = wanted.lobby.then(|| {
            let (send, receive) = channel();
            tells = Some(send);
            receive
        });
        let at = At { base, lobby: tells.as_ref(), watches: hall.running.watches.clone() };
        let kept = Shelf::all(&wanted.folder);
        for game in &wanted.games {
            let trouble = hall.open_game(wanted, game, &kept, &at);
            if let Some(trouble) = trouble.filter(|_| !wanted.lobby) {
                return Err(trouble);
            }
        }
        if hall.tables.is_empty() {
            return Err(CliError::call("none of these games can be played as they are")
                .help("`houserules check` says what is wrong with them"));
        }
        if let (Some(queue), Some(tells)) = (queue, tells) {
            let opened = Lobby::new(wanted, base, lobby, Arc::clone(&hall.running), &hall.tables);
            on_a_thread(LOBBY, move || opened.run(&queue))?;
            hall.running.add(LOBBY, tells);
        }
        Ok(hall)
    }

    /// The tables of a game; what was wrong with one.
    fn open_game(
        &mut self,
        wanted: &Wanted,
        game: &Path,
        kept: &[Shelf],
        at: &At<'_>,
    ) -> Option<CliError> {
        let same = |shelf: &&Shelf| {
            let real = |path: &Path| path.canonicalize().ok();
            let of = shelf.load().ok().flatten().map(|table| table.game);
            of.is_some_and(|of| of == *game || (real(&of).is_some() && real(&of) == real(game)))
        };
        let (mut found, mut trouble) = (false, None);
        for shelf in kept.iter().filter(same) {
            match self.add(&opening(wanted, game, shelf, at, true)) {
                Ok(()) => found = true,
                // It was made up otherwise: it comes back as it was.
                Err(CliError::Call(..)) => {
                    match self.add(&opening(wanted, game, shelf, at, false)) {
                        Ok(()) => found = true,
                        Err(other) => return Some(other),
                    }
                }
                Err(other) => trouble = Some(other),
            }
        }
        if found || trouble.is_some() {
            return trouble;
        }
        let shelf = self.running.new_shelf(&wanted.folder, game);
        let mut added = self.add(&opening(wanted, game, &shelf, at, true));
        if wanted.lobby && matches!(added, Err(CliError::Call(..))) {
            // What suits one game of a folder need not suit another.
            added = self.add(&opening(wanted, game, &shelf, at, false));
        }
        added.err()
    }

    fn add(&mut self, opening: &Opening) -> Result<(), CliError> {
        let links = self.running.start(opening)?;
        self.tables.push(links);
        Ok(())
    }

    /// Where a table, or the lobby, is told something.
    #[must_use]
    pub fn queue(&self, table: &str) -> Option<Sender<Command>> {
        self.running.queue(table)
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        self.running.stop();
    }
}

/// Where tables are reached, the lobby that is told of them, and the watches over their rules.
struct At<'a> {
    base: &'a str,
    lobby: Option<&'a Sender<Command>>,
    watches: Watches,
}

fn opening(wanted: &Wanted, game: &Path, shelf: &Shelf, at: &At<'_>, as_asked: bool) -> Opening {
    let set_up = if as_asked { wanted.set_up.clone() } else { SetUp::default() };
    let names = if as_asked { wanted.names.clone() } else { Vec::new() };
    Opening {
        shelf: shelf.clone(),
        game: game.to_path_buf(),
        set_up,
        names,
        base: at.base.to_string(),
        pace: wanted.pace,
        lobby: at.lobby.cloned(),
        watches: at.watches.clone(),
    }
}
