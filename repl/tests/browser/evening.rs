//! A server with one table: the program itself, as people start it.

use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A program that serves a game.
pub struct Evening {
    program: Child,
    arguments: Vec<String>,
    game: PathBuf,
    folder: TempDir,
    /// Where its rules lie, if a test has written them.
    _rules: Option<TempDir>,
    /// Its table, as the first line of its output has it.
    pub table: Value,
    /// The lobby's link, where it serves a folder.
    pub lobby: Value,
}

impl Drop for Evening {
    fn drop(&mut self) {
        // `kill -9`: it is told nothing.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// A file of the repository.
pub fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

fn started(game: &Path, folder: &Path, arguments: &[String]) -> (Child, [Value; 2]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_houserules"));
    command.arg("serve").arg(game).args(arguments).args(["--format", "json", "--pace", "none"]);
    command.arg("--journals").arg(folder).stdout(Stdio::piped());
    let mut program = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(program.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let mut tables: Value = serde_json::from_str(&line).unwrap();
    (program, [tables["tables"][0].take(), tables["lobby"].take()])
}

impl Evening {
    /// Serves a game with these arguments.
    pub fn begin(game: &Path, arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let arguments: Vec<String> = arguments.iter().map(|a| (*a).to_string()).collect();
        let (program, [table, lobby]) = started(game, folder.path(), &arguments);
        Self { program, arguments, game: game.to_path_buf(), folder, _rules: None, table, lobby }
    }

    /// Serves rules that a test has written, to so many people.
    pub fn written(rules: &str, players: u8) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("written.rules");
        std::fs::write(&game, rules).unwrap();
        let mut evening = Self::begin(&game, &["--players", &players.to_string(), "--seed", "7"]);
        evening._rules = Some(folder);
        evening
    }

    /// The same with a lobby, which there is for a folder, if it has but one game.
    pub fn with_lobby(rules: &str, players: u8) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("only.rules"), rules).unwrap();
        let arguments = ["--players", &players.to_string(), "--seed", "7"];
        let mut evening = Self::begin(folder.path(), &arguments);
        evening._rules = Some(folder);
        evening
    }

    /// Saves its rules as they are to be.
    pub fn saves(&self, rules: &str) {
        std::fs::write(&self.game, rules).unwrap();
    }

    /// The link of a seat, from 0.
    pub fn seat(&self, seat: usize) -> &str {
        self.table["seats"][seat]["url"].as_str().unwrap()
    }

    /// The host's link.
    pub fn host(&self) -> &str {
        self.table["host"].as_str().unwrap()
    }

    /// Where it listens, whatever its links say.
    pub fn own_address(&self) -> SocketAddr {
        let kept = std::fs::read_to_string(self.folder.path().join("server.json")).unwrap();
        let kept: Value = serde_json::from_str(&kept).unwrap();
        SocketAddr::from(([127, 0, 0, 1], kept["port"].as_u64().unwrap() as u16))
    }

    /// Ends the program as a failing machine would.
    pub fn kill(&mut self) {
        self.program.kill().unwrap();
        self.program.wait().unwrap();
    }

    /// Begins it again by the same call.
    pub fn again(&mut self) {
        let before = self.table.clone();
        let (program, [table, _]) = started(&self.game, self.folder.path(), &self.arguments);
        (self.program, self.table) = (program, table);
        assert_eq!(self.table, before, "the same links");
    }

    /// How many choices its journal has.
    pub fn choices(&self) -> usize {
        let id = self.table["id"].as_str().unwrap();
        let journal = self.folder.path().join(format!("{id}.journal"));
        let text = std::fs::read_to_string(journal).unwrap();
        text.lines().filter(|line| line.contains("\"choice\"")).count()
    }
}
