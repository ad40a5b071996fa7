//! Bots that are programs of their own: they get what their seat sees as lines of JSON, and answer
//! in lines of JSON (`docs/engine.md`).
//!
//! A program runs as long as its table does. It gets a time for each decision, and nothing but what
//! its seat sees. One that takes longer, ends, or answers nothing that makes sense stops the game
//! with words that say so.

use crate::cli_error::CliError;
use crate::setup::Outside;
use crate::show::clean;
use houserules_environment::draft::{Desk, Draft};
use houserules_environment::sight::view;
use houserules_environment::space::Space;
use houserules_environment::trouble::Trouble;
use houserules_interpreter::ask::Engine;
use houserules_table::game::Game;
use houserules_table::visibility::Viewer;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// No line of a bot's is longer, in bytes.
const LONGEST: u64 = 64 * 1024;

/// As many lines that cannot be used are answered with what is wrong; then the game stops.
const PATIENCE: usize = 8;

/// As much is kept of what a program says last on standard error.
const KEPT: usize = 2000;

/// A line that a program answers.
#[derive(Debug, Deserialize)]
struct Reply {
    action: Option<u32>,
    say: Option<String>,
}

/// What a bot wants.
#[derive(Debug)]
enum Wanted {
    Action(u32),
    Say(String),
}

/// A program that plays for a seat.
#[derive(Debug)]
pub struct Program {
    of: Outside,
    child: Child,
    /// Gone once the program is to end.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: Arc<Mutex<String>>,
    /// How much of the log it has been told.
    told: usize,
    space: Option<Arc<Space>>,
}

impl Drop for Program {
    fn drop(&mut self) {
        // Its input ends first, so that one that listens can end by itself.
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program {
    /// Starts a program.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(of: Outside) -> Result<Self, CliError> {
        let mut words = of.command.split_whitespace();
        let failed = |why: String| {
            CliError::call(format!("cannot start the bot `{}`: {why}", clean::line(of.command)))
                .help("write the command as in a shell, without quotation marks: `cmd:./bot.py`")
        };
        let program = words.next().ok_or_else(|| failed("it has no name".into()))?;
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        let (sender, lines) = sync_channel(64);
        let complaints = Arc::new(Mutex::new(String::new()));
        if let Some(out) = child.stdout.take() {
            thread::spawn(move || pass_on(BufReader::new(out), &sender));
        }
        if let Some(err) = child.stderr.take() {
            let complaints = Arc::clone(&complaints);
            thread::spawn(move || listen(err, &complaints));
        }
        let input = child.stdin.take();
        Ok(Self { of, child, input, lines, complaints, told: 0, space: None })
    }

    /// Whether it is that program.
    #[must_use]
    pub fn runs(&self, outside: Outside) -> bool {
        self.of == outside
    }

    /// Another game begins: it is told everything again.
    pub fn begin_anew(&mut self) {
        self.told = 0;
    }

    /// Lets it decide for a seat that is asked. Gives the choice as it is typed.
    ///
    /// # Errors
    /// If it does not within its time, or what it says is of no use.
    #[expect(clippy::disallowed_types, reason = "a program may think only so long")]
    pub fn choose<E: Engine>(&mut self, game: &mut Game<E>, seat: u8) -> Result<String, CliError> {
        let began = std::time::Instant::now();
        let most = Duration::from_millis(self.of.millis.into());
        let left = || most.saturating_sub(began.elapsed());
        let space = match &self.space {
            Some(space) => Arc::clone(space),
            None => Arc::new(Space::of(game.book(), game.seats())),
        };
        self.space = Some(Arc::clone(&space));
        let mut desk = Desk { game, space: &space, seat: Some(seat) };
        let idle = || CliError::Input("the bot is asked nothing".into(), None);
        let mut draft = Draft::begin(&mut desk).ok_or_else(idle)?;
        let mut wrong = 0;
        let mut ask = self.question(&mut desk, &draft);
        loop {
            self.send(&ask)?;
            let line = self.line(left())?;
            match take(&mut desk, &mut draft, &line) {
                Ok(Some(choice)) => return Ok(choice),
                Ok(None) => ask = self.question(&mut desk, &draft),
                Err(trouble) if wrong < PATIENCE => {
                    wrong += 1;
                    ask = json!({ "error": trouble });
                }
                Err(trouble) => {
                    return Err(self.failed(&format!("answers nothing of use: {trouble}")));
                }
            }
        }
    }

    /// What a bot gets: where the game stands, as its seat sees it, and what is open.
    fn question<E: Engine>(&mut self, desk: &mut Desk<'_, E>, draft: &Draft) -> Value {
        let seat = desk.seat.unwrap_or(u8::MAX);
        let game = &*desk.game;
        if game.log_length() < self.told {
            // Choices were taken back.
            self.told = 0;
        }
        let log: Vec<String> =
            game.log(Viewer::Seat(seat), self.told).into_iter().map(|line| line.text).collect();
        let anew = self.told == 0;
        self.told = game.log_length();
        let view = view(game, Viewer::Seat(seat));
        let open = draft.open(desk.space);
        let actions: Vec<Value> =
            open.iter().map(|o| json!({ "action": o.action, "words": o.words })).collect();
        json!({
            "choose": { "seat": seat, "question": view.question, "step": draft.step(),
                "taken": draft.taken(), "actions": actions },
            "view": view,
            "log": { "anew": anew, "lines": log },
        })
    }

    fn send(&mut self, what: &Value) -> Result<(), CliError> {
        let line = format!("{}\n", clean::json(&what.to_string()));
        let sent = self
            .input
            .as_mut()
            .map(|input| input.write_all(line.as_bytes()).and_then(|()| input.flush()));
        match sent {
            Some(Ok(())) => Ok(()),
            Some(Err(_)) | None => Err(self.failed("has ended")),
        }
    }

    fn line(&mut self, left: Duration) -> Result<String, CliError> {
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                self.failed(&format!("did not decide within {} ms", self.of.millis))
            }
            RecvTimeoutError::Disconnected => self.failed("has ended"),
        })
    }

    /// What became of it, with what it said last.
    fn failed(&self, what: &str) -> CliError {
        let said = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let shown = clean::line(self.of.command).into_owned();
        let message = format!("the bot `{shown}` {what}");
        let help = match last {
            "" => {
                "`docs/engine.md` says what it is to answer, and how it gets more time".to_string()
            }
            last => format!("it said last: {}", clean::line(last)),
        };
        CliError::Input(message, Some(help))
    }
}

/// Takes what a line wants. Gives the choice as it is typed if it is complete.
fn take<E: Engine>(
    desk: &mut Desk<'_, E>,
    draft: &mut Draft,
    line: &str,
) -> Result<Option<String>, Trouble> {
    let seat = desk.seat.unwrap_or(u8::MAX);
    match wanted(line)? {
        Wanted::Action(action) => {
            let choice = draft.take(desk, action)?;
            Ok(choice.and_then(|choice| desk.game.typed(seat, &choice)))
        }
        Wanted::Say(text) => match desk.game.why_not(seat, &text) {
            Some(rejected) => Err(rejected.into()),
            None => Ok(Some(text)),
        },
    }
}

fn wanted(line: &str) -> Result<Wanted, Trouble> {
    let help = "write {\"action\": 12}, or {\"say\": \"pass\"}";
    let reply: Reply = serde_json::from_str(line)
        .map_err(|error| Trouble::new("json", error.to_string()).help(help))?;
    match (reply.action, reply.say) {
        (Some(action), None) => Ok(Wanted::Action(action)),
        (None, Some(text)) => Ok(Wanted::Say(text)),
        (Some(_), Some(_)) | (None, None) => {
            Err(Trouble::new("json", "neither `action` nor `say`, or both").help(help))
        }
    }
}

/// Passes lines on until there are no more, or one is too long.
fn pass_on(mut from: impl BufRead, to: &SyncSender<String>) {
    loop {
        let mut line = Vec::new();
        let read = from.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        let whole = line.last() == Some(&b'\n');
        if !matches!(read, Ok(n) if n > 0) || (!whole && line.len() as u64 >= LONGEST) {
            return;
        }
        if to.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
            return;
        }
    }
}

/// Keeps the end of what a program says on standard error.
fn listen(mut from: impl Read, to: &Mutex<String>) {
    let mut bytes = [0; 512];
    while let Ok(n) = from.read(&mut bytes) {
        if n == 0 {
            return;
        }
        let mut kept = to.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_str(&String::from_utf8_lossy(bytes.get(..n).unwrap_or(&[])));
        let over = kept.len().saturating_sub(KEPT);
        let cut = (over..kept.len()).find(|at| kept.is_char_boundary(*at)).unwrap_or(0);
        kept.drain(..cut);
    }
}
