//! Many people at many tables of one server: how long a move takes until it is on all screens of
//! its table, and what the server needs for it.
//!
//! [`client`] is a page that only listens and answers, [`people`] play at one table, [`server`] is
//! the program in a process of its own.

pub mod client;
pub mod people;
pub mod server;

use people::{Saw, sit};
use server::Server;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
#[expect(clippy::disallowed_types, reason = "the campaign measures, it plays no game")]
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// A moment of this process.
#[expect(clippy::disallowed_types, reason = "the campaign measures, it plays no game")]
pub type Moment = Instant;

/// How much is asked of a server.
#[derive(Debug, Clone)]
pub struct Load {
    /// The game's file.
    pub game: PathBuf,
    /// Options of the game: `NAME=VALUE`.
    pub options: Vec<String>,
    /// How many tables.
    pub tables: usize,
    /// How many pages are open at each: those who play, the host, and onlookers.
    pub pages: usize,
    /// How many play at each table.
    pub players: usize,
    /// How long it goes on.
    pub time: Duration,
    /// How long people think.
    pub pause: Duration,
    /// A change of the rules that is saved at the end: a text, and what it becomes.
    pub edit: Option<(String, String)>,
    /// How often it is saved.
    pub saves: usize,
    /// Moves that were made until now.
    pub made: Arc<AtomicU64>,
}

/// What was seen of it.
#[derive(Debug, Default)]
pub struct Figures {
    /// Pages that were open.
    pub pages: usize,
    /// From a move's message to the last screen that has it, shortest first.
    pub moves: Vec<Duration>,
    /// From the end of a save to the last screen that tells of it, shortest first.
    pub saves: Vec<Duration>,
    /// Choices that the rules refused.
    pub refused: usize,
    /// Tables at which the game was over before the time was.
    pub over: usize,
    /// The server's memory, as time went on.
    pub memory: Vec<Memory>,
    /// What the server computed from when all sat until the last had played, on all cores.
    pub server: Duration,
    /// The same of those who play, who are this program.
    pub people: Duration,
    /// How long that was.
    pub played: Duration,
    /// What the server computed while rules were saved, on all cores.
    pub saving: Duration,
    /// Bytes that pages were sent.
    pub bytes: u64,
    /// Pages that the server has let go.
    pub lost: usize,
}

/// What a server needs after a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// Seconds since the beginning.
    pub second: u64,
    /// Moves until then, at all tables.
    pub moves: u64,
    /// Its memory then, in KiB.
    pub kib: u64,
}

impl Figures {
    /// So many bytes more for each move, by the line that fits best; the first third of the moves
    /// is left out, as a server takes room then that it needs once. None: too few moves for a line.
    #[must_use]
    pub fn growth(&self) -> Option<i64> {
        let all = self.memory.last()?.moves;
        let late: Vec<(i128, i128)> = self
            .memory
            .iter()
            .filter(|at| at.moves > all / 3)
            .map(|at| (i128::from(at.moves), i128::from(at.kib) * 1024))
            .collect();
        let n = late.len() as i128;
        let sum =
            |of: &dyn Fn(i128, i128) -> i128| late.iter().map(|(x, y)| of(*x, *y)).sum::<i128>();
        let (x, y) = (sum(&|x, _| x), sum(&|_, y| y));
        let wide = n * sum(&|x, _| x * x) - x * x;
        let steep = n * sum(&|x, y| x * y) - x * y;
        (n >= 4).then(|| steep.checked_div(wide))?.and_then(|bytes| i64::try_from(bytes).ok())
    }

    /// Of a hundred moves, so many were on all screens within that time.
    #[must_use]
    pub fn within(&self, time: Duration) -> usize {
        let fast = self.moves.partition_point(|took| *took <= time);
        (fast * 100).checked_div(self.moves.len()).unwrap_or(0)
    }
}

/// The value below which so many of a hundred lie; none of no values.
#[must_use]
pub fn quantile(sorted: &[Duration], of_hundred: usize) -> Option<Duration> {
    sorted.get((sorted.len() * of_hundred / 100).min(sorted.len().saturating_sub(1))).copied()
}

/// Carries it out.
///
/// # Errors
/// If the server does not start, or a page cannot be opened.
pub fn carry_out(load: &Load, server: &Server) -> Result<Figures, String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|e| e.to_string())?;
    runtime.block_on(evening(load, server))
}

async fn evening(load: &Load, server: &Server) -> Result<Figures, String> {
    let load = Arc::new(load.clone());
    let begin = now();
    let end = begin + load.time;
    let mut tables = JoinSet::new();
    for (at, table) in server.tables().iter().enumerate() {
        let (load, table) = (Arc::clone(&load), table.clone());
        // One after the other: a thousand handshakes at once are another matter.
        let people = sit(&load, &table, at).await?;
        tables.spawn(people.play(end));
    }
    let mut figures = Figures { pages: load.tables * load.pages, ..Figures::default() };
    let (sat, before) = (now(), (server.computed(), server::computed_here()));
    let mut look = tokio::time::interval(Duration::from_secs(10));
    let mut left = Vec::new();
    loop {
        tokio::select! {
            _ = look.tick() => {
                figures.memory.push(needs(&load, server, begin));
            }
            ended = tables.join_next() => match ended {
                None => break,
                Some(people) => left.push(people.map_err(|e| e.to_string())?),
            },
        }
    }
    figures.memory.push(needs(&load, server, begin));
    figures.played = sat.elapsed();
    figures.server = server.computed().saturating_sub(before.0);
    figures.people = server::computed_here().saturating_sub(before.1);
    left.sort_by_key(|people| people.at);
    let before = server.computed();
    if let Some(edit) = &load.edit {
        for n in 0..load.saves {
            let at = n % left.len().max(1);
            let Some(people) = left.get_mut(at) else { break };
            let (from, to) = if (n / load.tables.max(1)).is_multiple_of(2) {
                (&edit.0, &edit.1)
            } else {
                (&edit.1, &edit.0)
            };
            let saved = server.save(at, from, to)?;
            figures.saves.push(people.told_of_rules(saved).await?);
        }
    }
    figures.saving = server.computed().saturating_sub(before);
    for people in left {
        let Saw { moves, refused, over, bytes, lost } = people.leave();
        figures.moves.extend(moves);
        figures.refused += refused;
        figures.over += usize::from(over);
        figures.bytes += bytes;
        figures.lost += lost;
    }
    figures.moves.sort_unstable();
    figures.saves.sort_unstable();
    Ok(figures)
}

fn needs(load: &Load, server: &Server, begin: Moment) -> Memory {
    let moves = load.made.load(Ordering::Relaxed);
    Memory { second: begin.elapsed().as_secs(), moves, kib: server.memory().unwrap_or(0) }
}

/// The moment that it is now.
#[must_use]
pub fn now() -> Moment {
    Moment::now()
}
