//! The program in a process of its own, with a folder of tables.

use super::{Load, Moment, now};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server that runs until this is dropped.
#[derive(Debug)]
pub struct Server {
    program: Child,
    folder: PathBuf,
    tables: Vec<Value>,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.program.kill();
        let _ = self.program.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn name(at: usize) -> String {
    format!("t{at:03}.rules")
}

impl Server {
    /// Starts `program`, which serves when it is called with `serve`, with a table for each of so
    /// many copies of the game.
    ///
    /// # Errors
    /// If it cannot be started, or does not say where its tables are.
    pub fn start(load: &Load, program: &Path) -> Result<Self, String> {
        let said = |e: std::io::Error| e.to_string();
        let unique = format!("houserules-load-{}-{}", std::process::id(), load.tables);
        let folder = std::env::temp_dir().join(unique);
        let games = folder.join("games");
        fs::create_dir_all(&games).map_err(said)?;
        let beside = load.game.parent().unwrap_or(Path::new("."));
        for entry in fs::read_dir(beside).map_err(said)?.flatten() {
            if entry.path().extension().is_some_and(|e| e == "csv") {
                fs::copy(entry.path(), games.join(entry.file_name())).map_err(said)?;
            }
        }
        for at in 0..load.tables {
            fs::copy(&load.game, games.join(name(at))).map_err(said)?;
        }
        let mut command = Command::new(program);
        command.arg("serve").arg(&games).args(["--format", "json", "--pace", "none"]);
        command.arg("--players").arg(load.players.to_string()).args(["--seed", "7"]);
        command.arg("--journals").arg(folder.join("journals")).stdout(Stdio::piped());
        load.options.iter().for_each(|option| {
            command.arg("--option").arg(option);
        });
        let mut program = command.spawn().map_err(said)?;
        let mut line = String::new();
        let out = program.stdout.take().ok_or("it says nothing")?;
        BufReader::new(out).read_line(&mut line).map_err(said)?;
        let said: Value = serde_json::from_str(&line).map_err(|e| e.to_string())?;
        let tables = said["tables"].as_array().cloned().unwrap_or_default();
        let server = Self { program, folder, tables };
        match server.tables.len() == load.tables {
            true => Ok(server),
            false => Err(format!("{} tables of {}", server.tables.len(), load.tables)),
        }
    }

    /// The tables, as the first line of its output has them.
    #[must_use]
    pub fn tables(&self) -> &[Value] {
        &self.tables
    }

    /// The memory that it has now, in KiB; none where the system does not say.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.program.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// How long it has computed, on all cores.
    #[must_use]
    pub fn computed(&self) -> Duration {
        computed(&self.program.id().to_string())
    }

    /// Saves the rules of a table with another text in the place of one; the moment when it was
    /// done.
    ///
    /// # Errors
    /// If the rules do not have the text.
    pub fn save(&self, at: usize, from: &str, to: &str) -> Result<Moment, String> {
        let path = self.folder.join("games").join(name(at));
        let rules = fs::read_to_string(&path).map_err(|e| e.to_string())?;
        if !rules.contains(from) {
            return Err(format!("the rules have no `{from}`"));
        }
        fs::write(&path, rules.replace(from, to)).map_err(|e| e.to_string())?;
        Ok(now())
    }
}

/// How long this program has computed, on all cores.
#[must_use]
pub fn computed_here() -> Duration {
    computed("self")
}

/// How long a process has computed; nothing where the system does not say.
fn computed(process: &str) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // Behind the name, which may hold anything; hundredths of a second, in its own and in the
    // system's code.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|n| n.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}
