//! Whole evenings over the network: pages talk to a server as browsers do.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it stands")]

mod ahead;
mod browsers;
mod consent;
mod doors;
mod evening;
mod hosting;
mod page;
mod playing;
mod reloading;
mod secrecy;

use houserules_files::setup::SetUp;
use houserules_serve::hall::{TableLinks, Wanted};
use houserules_serve::http::{Address, Running, start};
use page::Page;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// A server with one table.
struct Evening {
    running: Running,
    /// Where it is kept.
    folder: TempDir,
    /// The file of its game.
    game: PathBuf,
}

/// A file of the repository.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

fn wanted(game: &Path, folder: &Path, players: u8, seats: &[&str]) -> Wanted {
    Wanted {
        games: vec![game.to_path_buf()],
        lobby: false,
        set_up: SetUp {
            players: Some(players),
            seats: seats.iter().map(|s| (*s).to_string()).collect(),
            seed: Some(7.into()),
            ..SetUp::default()
        },
        names: Vec::new(),
        folder: folder.to_path_buf(),
        pace: Duration::ZERO,
    }
}

fn loopback() -> Address {
    Address { listen: "127.0.0.1:0".parse().unwrap(), url: None }
}

impl Evening {
    fn begin(game: &str, players: u8) -> Self {
        Self::with(&file(game), players, &[])
    }

    fn with(game: &Path, players: u8, seats: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let running = start(&wanted(game, folder.path(), players, seats), &loopback()).unwrap();
        Self { running, folder, game: game.to_path_buf() }
    }

    fn links(&self) -> &TableLinks {
        &self.running.tables[0]
    }

    fn seat(&self, seat: usize) -> Page {
        Page::open(&self.links().seats[seat].url)
    }

    fn host(&self) -> Page {
        Page::open(&self.links().host)
    }

    fn onlooker(&self) -> Page {
        Page::open(&self.links().spectator)
    }

    /// Ends the server, and begins it again as the same call would.
    fn again(self, players: u8, seats: &[&str]) -> Self {
        let Self { running, folder, game } = self;
        drop(running);
        // Its journal is free as soon as its thread has ended.
        for _ in 0..200 {
            match start(&wanted(&game, folder.path(), players, seats), &loopback()) {
                Ok(running) => return Self { running, folder, game },
                Err(_) => std::thread::sleep(Duration::from_millis(50)),
            }
        }
        panic!("{:?}", start(&wanted(&game, folder.path(), players, seats), &loopback()).err());
    }
}
