//! A peer is a program that writes a line of JSON about itself,
//! `{"title":"Rhai 1.27.0","policy":"random","games":["tic_tac_toe"]}`, or `no: ` and why it cannot
//! be measured. Then it answers each line `GAME MILLISECONDS` with a line about the games that it
//! played in about that time:
//! `{"games":10,"decisions":76,"won":[6,3],"nanoseconds":400}`. Where it cannot say how its games
//! went, `"looked_at"` is the number of other games that it tells so of.

use crate::speed::Tally;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// What a peer says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hello {
    /// What it is, with its version.
    pub title: String,
    /// Whether it draws every complete move alike (`random-options`), not step by step.
    pub by_options: bool,
    /// The names of its games.
    pub games: Vec<String>,
}

/// What a peer played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// How it went.
    pub tally: Tally,
    /// How long it computed.
    pub took: Duration,
    /// Of how many games it knows how they went, if not of these.
    pub looked_at: Option<u64>,
}

/// A peer that runs.
#[derive(Debug)]
pub struct Peer {
    /// What it said of itself.
    pub hello: Hello,
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Peer {
    /// Starts a peer with a line for the shell.
    ///
    /// # Errors
    /// Why it cannot be measured, in its words if it has any.
    pub fn start(command: &str) -> Result<Self, String> {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = shell.spawn().map_err(|e| format!("it did not start: {e}"))?;
        let (Some(requests), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it cannot be spoken to".into());
        };
        let mut peer =
            Self { hello: Hello::default(), child, requests, answers: BufReader::new(answers) };
        peer.hello = hello(&peer.line()?)?;
        Ok(peer)
    }

    /// Lets it play for about so long.
    ///
    /// # Errors
    /// What went wrong.
    pub fn play(&mut self, game: &str, time: Duration) -> Result<Answer, String> {
        writeln!(self.requests, "{game} {}", time.as_millis())
            .and_then(|()| self.requests.flush())
            .map_err(|e| format!("it stopped: {e}"))?;
        answer(&self.line()?)
    }

    fn line(&mut self) -> Result<String, String> {
        let mut line = String::new();
        match self.answers.read_line(&mut line) {
            Ok(0) => Err("it stopped".into()),
            Ok(_) => Ok(line),
            Err(e) => Err(format!("it stopped: {e}")),
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Reads what a peer says of itself.
///
/// # Errors
/// Why it cannot be measured.
pub fn hello(line: &str) -> Result<Hello, String> {
    if let Some(why) = line.strip_prefix("no: ") {
        return Err(why.trim().into());
    }
    let said: Value = serde_json::from_str(line).map_err(|_| unclear(line))?;
    let title = said["title"].as_str().ok_or_else(|| unclear(line))?.to_string();
    let games = said["games"].as_array().ok_or_else(|| unclear(line))?;
    let games = games.iter().filter_map(Value::as_str).map(str::to_string).collect();
    let by_options = match said["policy"].as_str() {
        Some("random") => false,
        Some("random-options") => true,
        Some(_) | None => return Err(unclear(line)),
    };
    Ok(Hello { title, by_options, games })
}

/// Reads what a peer says of what it played.
///
/// # Errors
/// That it cannot be read.
pub fn answer(line: &str) -> Result<Answer, String> {
    let said: Value = serde_json::from_str(line).map_err(|_| unclear(line))?;
    let number = |value: &Value| value.as_u64().ok_or_else(|| unclear(line));
    let won = [number(&said["won"][0])?, number(&said["won"][1])?];
    let (games, decisions) = (number(&said["games"])?, number(&said["decisions"])?);
    let tally = Tally { games, decisions, squares: 0, won };
    let took = Duration::from_nanos(number(&said["nanoseconds"])?);
    Ok(Answer { tally, took, looked_at: said["looked_at"].as_u64() })
}

fn unclear(line: &str) -> String {
    format!("what it says is unclear: {}", line.trim())
}
