//! How much a study is: how many games of it are usual, and how long they will take.

use super::super::native::timed;
use super::games::{self, Work};
use crate::show::clean;
use crate::show::console::Console;
use houserules_bots::level::Thinking;
use houserules_interpreter::program::Program;
use houserules_study::close::arm::Change;
use houserules_study::close::play::{Study, Table};
use houserules_study::close::record::Record;
use houserules_study::sim::Player;
use std::sync::Arc;
use std::time::Duration;

/// No more games are played than this, if nobody says how many.
const MOST: u64 = 300;
/// And no fewer.
const LEAST: u64 = 40;
/// So much is done at most: a decision in somebody's head, in a position of so many bytes.
const BUDGET: u64 = 12_000_000;
const BYTES: u64 = 256;

/// After so many games, or two on each thread, it is said how long the others will take.
const FIRST: usize = 8;

/// How much a stronger player thinks: the most of these that fits.
const STRONGER: [u32; 3] = [400, 200, 60];

/// How much a study is.
pub(super) struct Fitted {
    /// So many games are played if nobody says how many.
    pub usual: u64,
    /// What a game of each arm comes to.
    pub each: Vec<u64>,
}

/// Has the stronger player of a study think as much as fits, and says how much that is. What games
/// come to is counted in the first of them, in decisions and never by a clock, so that it is the
/// same on every machine.
pub(super) fn fitted(study: &mut Study, programs: &[Option<Arc<Program>>]) -> Fitted {
    let mut usual = None;
    let mut each = 0u64;
    let mut weights = vec![0; study.plan.arms.len()];
    let mut stronger: Option<(usize, u64)> = None;
    for (at, (arm, program)) in study.plan.arms.iter().zip(programs).enumerate() {
        let Some(program) = program else { continue };
        let weight = 1 + u64::from(program.schema.size) / BYTES;
        let work = match arm.change {
            Change::Nothing | Change::Player(_) => {
                let mut table = Table::new(Arc::clone(program), at);
                table.play(study, 0);
                table.work().saturating_mul(weight)
            }
            // As much as the game as it is.
            Change::Without(_) | Change::Options(_) | Change::Rules => usual.unwrap_or(1),
        };
        usual = usual.or(Some(work));
        weights[at] = work;
        let work = work / arm.every.max(1);
        each = each.saturating_add(work);
        if matches!(arm.change, Change::Player(Player::Search(_))) {
            stronger = Some((at, work));
        }
    }
    if let Some((at, work)) = stronger {
        let least = u64::from(STRONGER[STRONGER.len() - 1]);
        let with = |tries: u32| each + work.saturating_mul(u64::from(tries)) / least - work;
        let player = |tries: u32| Player::Search(Thinking::Tries(tries));
        let fits = |tries: &u32| {
            let plays = study.plan.players.contains(&player(*tries));
            !plays && with(*tries).saturating_mul(LEAST) <= BUDGET
        };
        let tries = STRONGER.into_iter().find(fits).unwrap_or(STRONGER[STRONGER.len() - 1]);
        each = with(tries);
        weights[at] = weights[at].saturating_mul(u64::from(tries)) / least;
        if let Some(arm) = study.plan.arms.get_mut(at) {
            arm.change = Change::Player(player(tries));
        }
    }
    let fit = BUDGET / each.max(1);
    // Round numbers, so that each seat is changed as often.
    Fitted { usual: (fit / 20 * 20).clamp(LEAST, MOST), each: weights }
}

/// Plays a few games, says how long all will take, and plays the others.
pub(super) fn play_with_an_estimate(work: Work<'_>, console: &mut Console) -> (Vec<Record>, bool) {
    let (all, sample) = (work.games.len(), FIRST.max(2 * work.threads));
    if all < 4 * sample {
        return games::play(&work);
    }
    let mut first = work;
    let rest = first.games.split_off(sample);
    let ((mut played, interrupted), took) = timed(|| games::play(&first));
    if interrupted {
        return (played, true);
    }
    let weight = |games: &[(u16, u64)]| -> u128 {
        let of = |(arm, _): &(u16, u64)| first.each.get(usize::from(*arm)).copied().unwrap_or(1);
        games.iter().map(|game| u128::from(of(game).max(1))).sum()
    };
    let left = took.as_millis().saturating_mul(weight(&rest)) / weight(&first.games).max(1);
    let left = Duration::from_millis(u64::try_from(left).unwrap_or(u64::MAX));
    let said = format!("{all} games; some {} to go.", told(left));
    let _ = writeln!(console.err(), "{}", clean::text(&said));
    let (more, interrupted) = games::play(&Work { games: rest, ..first });
    played.extend(more);
    (played, interrupted)
}

/// A time in words.
fn told(time: Duration) -> String {
    match time.as_secs() {
        0..=1 => "seconds".to_string(),
        seconds @ 2..=99 => format!("{seconds} seconds"),
        seconds => format!("{} minutes", seconds.div_ceil(60)),
    }
}
