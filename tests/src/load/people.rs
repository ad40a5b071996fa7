//! People at one table: whoever is asked thinks for a while, and chooses something.

use super::client::{Client, Heard, What};
use super::{Load, Moment, now};
use crate::mutate::Chance;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{sleep, timeout};

/// Nothing takes longer than that, or something is broken.
const PATIENCE: Duration = Duration::from_secs(60);

/// What was seen at a table.
#[derive(Debug, Default)]
pub struct Saw {
    /// From a move's message to the last screen that has it.
    pub moves: Vec<Duration>,
    /// Choices that were refused.
    pub refused: usize,
    /// The game was over before the time was.
    pub over: bool,
    /// Bytes that pages were sent.
    pub bytes: u64,
    /// Pages that were let go.
    pub lost: usize,
}

/// Those who sit at a table and look on.
pub struct People {
    /// Which of the tables this is.
    pub at: usize,
    load: Arc<Load>,
    clients: Vec<Client>,
    ears: UnboundedReceiver<Heard>,
    /// The number of each page's screen, when it came, and whether rules would change.
    shown: Vec<(u64, Moment, bool)>,
    /// The screens of those who play.
    screens: Vec<Value>,
    reply: Option<Value>,
    next: u64,
    draws: Chance,
    saw: Saw,
}

/// Opens all pages of a table.
///
/// # Errors
/// If one cannot be opened.
pub async fn sit(load: &Arc<Load>, table: &Value, at: usize) -> Result<People, String> {
    let (tell, ears) = unbounded_channel();
    let link = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let mut clients = Vec::new();
    for page in 0..load.pages {
        let url = match page {
            seat if seat < load.players => link(&table["seats"][seat]["url"]),
            host if host == load.players => link(&table["host"]),
            _ => link(&table["spectator"]),
        };
        clients.push(Client::open(&url, page, page < load.players, tell.clone()).await?);
    }
    let mut people = People {
        at,
        load: Arc::clone(load),
        clients,
        ears,
        shown: vec![(0, now(), false); load.pages],
        screens: vec![Value::Null; load.players],
        reply: None,
        next: 0,
        draws: Chance::new(at as u64 + 1),
        saw: Saw::default(),
    };
    while people.shown.iter().any(|(number, _, _)| *number == 0) {
        people.hear().await?;
    }
    Ok(people)
}

impl People {
    /// Takes in one message.
    async fn hear(&mut self) -> Result<(), String> {
        let heard = timeout(PATIENCE, self.ears.recv()).await;
        self.take(heard.map_err(|_| "nothing comes any more")?.ok_or("all pages are gone")?)
    }

    fn take(&mut self, heard: Heard) -> Result<(), String> {
        let Heard { page, when, bytes, what } = heard;
        self.saw.bytes += bytes as u64;
        match what {
            What::Screen { number, changed, text } => {
                if let (Some(text), Some(screen)) = (text, self.screens.get_mut(page)) {
                    *screen = serde_json::from_str(&text).map_err(|e| e.to_string())?;
                }
                if let Some(shown) = self.shown.get_mut(page) {
                    *shown = (number, when, changed);
                }
            }
            What::Reply(reply) => self.reply = Some(reply),
            What::Gone => {
                self.saw.lost += 1;
                return Err(format!("page {page} of table {} was let go", self.at));
            }
            What::Other => {}
        }
        Ok(())
    }

    /// Plays until that moment, or until the game is over.
    pub async fn play(mut self, end: Moment) -> Self {
        // Not all at the same moment.
        let pause = usize::try_from(self.load.pause.as_millis()).unwrap_or(0).max(1);
        while now() < end {
            let wait = pause / 2 + self.draws.below(pause);
            sleep(Duration::from_millis(wait as u64)).await;
            match self.turn().await {
                Ok(true) => {}
                Ok(false) => {
                    self.saw.over = true;
                    break;
                }
                Err(said) => {
                    eprintln!("table {}: {said}", self.at);
                    break;
                }
            }
        }
        self
    }

    /// Somebody who is asked chooses; no: nobody is asked any more.
    async fn turn(&mut self) -> Result<bool, String> {
        while let Ok(heard) = self.ears.try_recv() {
            self.take(heard)?;
        }
        let asked = |screen: &&Value| screen["ask"].is_object();
        let asked: Vec<usize> =
            (0..self.screens.len()).filter(|at| asked(&&self.screens[*at])).collect();
        let Some(seat) = asked.get(self.draws.below(asked.len().max(1))).copied() else {
            return Ok(false);
        };
        let before = self.shown[seat].0;
        for tries in 0..20 {
            let Some(draft) = self.draft(seat, tries).await? else { continue };
            let sent = now();
            let reply = self.ask(seat, draft).await?;
            if reply["ok"] != true {
                self.saw.refused += 1;
                continue;
            }
            self.load.made.fetch_add(1, Ordering::Relaxed);
            // Where others are still to answer, nobody else is told.
            if self.screens[seat]["waits"] == "answered" {
                return Ok(true);
            }
            while self.shown.iter().any(|(number, _, _)| *number <= before) {
                self.hear().await?;
            }
            let last = self.shown.iter().map(|(_, when, _)| *when).max().unwrap_or(sent);
            self.saw.moves.push(last.saturating_duration_since(sent));
            return Ok(true);
        }
        Err("everything is refused".into())
    }

    /// A choice of a seat, step by step as the page makes it; none: it led nowhere.
    async fn draft(&mut self, seat: usize, tries: usize) -> Result<Option<Value>, String> {
        let entries = self.screens[seat]["ask"]["entries"].as_array().cloned().unwrap_or_default();
        let passes = entries.iter().position(|e| e["kind"] == "pass" || e["kind"] == "decline");
        let entry = match passes {
            Some(pass) if tries > 3 => pass,
            _ => self.draws.below(entries.len().max(1)),
        };
        let screen = self.shown[seat].0;
        let mut filled = json!([]);
        loop {
            let asked =
                json!({"do": "options", "screen": screen, "entry": entry, "filled": filled});
            let reply = self.ask(seat, asked).await?;
            if reply["ok"] != true {
                return Ok(None);
            }
            filled = reply["filled"].clone();
            let step = &reply["step"];
            if step.is_null() {
                let draft =
                    json!({"do": "choose", "screen": screen, "entry": entry, "filled": filled});
                return Ok(Some(draft));
            }
            let Some(value) = self.value(step) else { return Ok(None) };
            if let Some(filled) = filled.as_array_mut() {
                filled.push(value);
            }
        }
    }

    /// Something that a step takes; none: nothing fits.
    fn value(&mut self, step: &Value) -> Option<Value> {
        let picks = step["picks"].as_array().cloned().unwrap_or_default();
        let number = |name: &str| step[name].as_u64().unwrap_or(0) as usize;
        match step["fill"].as_str()? {
            "number" => Some(json!({"Number": step["low"]})),
            "one" => {
                let at = self.draws.below(picks.len().max(1));
                picks.get(at).map(|pick| pick["arg"].clone())
            }
            "order" => Some(json!({"List": picks.iter().map(|p| &p["arg"]).collect::<Vec<_>>()})),
            _ => {
                let more = number("most").saturating_sub(number("least"));
                let n = number("least") + self.draws.below(more + 1);
                let from = self.draws.below((picks.len() + 1).saturating_sub(n).max(1));
                let taken = picks.iter().skip(from).take(n).map(|p| &p["arg"]);
                Some(json!({"List": taken.collect::<Vec<_>>()}))
            }
        }
    }

    async fn ask(&mut self, seat: usize, mut what: Value) -> Result<Value, String> {
        self.next += 1;
        what["id"] = self.next.into();
        self.clients[seat].say(&what).await?;
        loop {
            self.hear().await?;
            if let Some(reply) = self.reply.take_if(|reply| reply["reply"] == self.next) {
                return Ok(reply);
            }
        }
    }

    /// Rules were saved at that moment: how long it takes until every page is told so, or that
    /// they are again as they were.
    ///
    /// # Errors
    /// If they are not told.
    pub async fn told_of_rules(&mut self, saved: Moment) -> Result<Duration, String> {
        let was = self.shown.first().is_some_and(|(_, _, changed)| *changed);
        while self.shown.iter().any(|(_, _, changed)| *changed == was) {
            self.hear().await?;
        }
        let last = self.shown.iter().map(|(_, when, _)| *when).max().unwrap_or(saved);
        Ok(last.saturating_duration_since(saved))
    }

    /// Everybody goes; what was seen.
    pub fn leave(self) -> Saw {
        self.clients.into_iter().for_each(Client::close);
        self.saw
    }
}
