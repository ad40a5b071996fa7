//! Plays the games of a study on several threads. Which thread plays which changes nothing.

use super::super::interrupts::is_interrupted;
use houserules_interpreter::program::Program;
use houserules_study::close::play::{Study, Table};
use houserules_study::close::record::Record;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What is played, and by how many.
pub(super) struct Work<'w> {
    /// What the games have in common.
    pub study: &'w Study,
    /// A program for each arm; none if its rules cannot be set up.
    pub programs: &'w [Option<Arc<Program>>],
    /// Arm and number of each game.
    pub games: Vec<(u16, u64)>,
    /// What a game of each arm comes to, roughly; nothing if they are alike.
    pub each: &'w [u64],
    /// How many threads.
    pub threads: usize,
    /// Whether somebody watches.
    pub watched: bool,
}

/// Plays them; those that were begun when somebody interrupts are played to their ends. The records
/// come in no order.
pub(super) fn play(work: &Work<'_>) -> (Vec<Record>, bool) {
    let hidden = ProgressDrawTarget::hidden;
    let target = if work.watched { ProgressDrawTarget::stderr() } else { hidden() };
    let bar = ProgressBar::with_draw_target(Some(work.games.len() as u64), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left") {
        bar.set_style(style);
    }
    bar.tick();
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..work.threads.clamp(1, work.games.len().max(1)) {
            let room = std::thread::Builder::new().stack_size(16 << 20);
            let (next, done, bar) = (&next, &done, &bar);
            let _ = room.spawn_scoped(scope, move || {
                let mut tables: Vec<Option<Table>> = work.programs.iter().map(|_| None).collect();
                while !is_interrupted() {
                    let at = next.fetch_add(1, Ordering::SeqCst);
                    let Some((arm, game)) = work.games.get(at).copied() else { break };
                    if let Some(record) = one(work, &mut tables, arm, game) {
                        done.lock().unwrap_or_else(PoisonError::into_inner).push(record);
                    }
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    (done, is_interrupted())
}

fn one(work: &Work<'_>, tables: &mut [Option<Table>], arm: u16, game: u64) -> Option<Record> {
    let at = usize::from(arm);
    let program = work.programs.get(at)?.as_ref()?;
    let table = tables.get_mut(at)?.get_or_insert_with(|| Table::new(Arc::clone(program), at));
    Some(table.play(work.study, game))
}
