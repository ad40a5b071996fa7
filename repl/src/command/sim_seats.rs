//! How each seat did in a simulation.

use crate::cli_error::CliError;
use crate::show::console::Console;
use crate::show::grid::aligned;
use crate::show::interval::{mean, percent, share, split_share, spread};
use houserules_study::report::SeatTally;
use serde::Serialize;

/// A seat, as `--format json` writes it.
#[derive(Debug, Serialize)]
pub struct Seat {
    seat: usize,
    bot: String,
    /// Games won, shared wins included.
    wins: u64,
    win_rate: f64,
    ci95: [f64; 2],
    /// How many of its wins it shared.
    shared_wins: u64,
    /// Each shared win split evenly between its winners: over the seats, the share of games that
    /// anybody won. What is won together counts whole for each.
    win_share: f64,
    win_share_ci95: [f64; 2],
    mean_score: Option<f64>,
    score_ci95: Option<[f64; 2]>,
}

impl Seat {
    /// A seat (from 1, and who sits there) in so many games that finished; `together`: all win or
    /// nobody does.
    #[must_use]
    pub fn new(seat: usize, bot: String, tally: &SeatTally, finished: u64, together: bool) -> Self {
        let (win_rate, ci95) = share(tally.wins, finished);
        let (win_share, win_share_ci95) =
            if together { (win_rate, ci95) } else { split_share(&tally.won_among, finished) };
        Self {
            seat,
            bot,
            wins: tally.wins,
            win_rate,
            ci95,
            shared_wins: if together { 0 } else { tally.won_among.iter().skip(1).sum() },
            win_share,
            win_share_ci95,
            mean_score: mean(&tally.score),
            score_ci95: spread(&tally.score).map(|(_, ci95)| ci95),
        }
    }
}

/// Says how they did. Ties are told only if there are any.
///
/// # Errors
/// If standard output is closed.
pub fn say(seats: &[Seat], console: &mut Console) -> Result<(), CliError> {
    let scored = seats.iter().any(|s| s.mean_score.is_some());
    let tied = seats.iter().any(|s| s.shared_wins > 0);
    let mut head = vec!["seat", "bot", "wins"];
    if tied {
        head.push("tied");
    }
    head.extend(["share", "95 %"]);
    if scored {
        head.extend(["mean score", "95 %"]);
    }
    let mut rows = vec![head.into_iter().map(str::to_string).collect::<Vec<_>>()];
    for seat in seats {
        let mut row = vec![seat.seat.to_string(), seat.bot.to_string(), seat.wins.to_string()];
        if tied {
            row.push(seat.shared_wins.to_string());
        }
        let [low, high] = seat.win_share_ci95;
        row.extend([percent(seat.win_share), format!("{} to {}", percent(low), percent(high))]);
        if scored {
            row.push(seat.mean_score.map_or_else(String::new, |mean| format!("{mean:.2}")));
            let interval = seat.score_ci95.map(|[low, high]| format!("{low:.2} to {high:.2}"));
            row.push(interval.unwrap_or_default());
        }
        rows.push(row);
    }
    let width = console.look.width;
    aligned(&rows, 2, width).iter().try_for_each(|line| console.line(line))
}
