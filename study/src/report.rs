//! What came of many games, in whole numbers.

use crate::sim::GameResult;
use crate::track::Moments;
use houserules_interpreter::ask::Outcome;
use houserules_interpreter::playout::GameEnd;
use houserules_lang::code::Code;
use houserules_lang::ir::walk::walk_bodies;
use houserules_lang::ir::{Base, End, Rulebook, StmtKind};
use houserules_lang::source::Span;
use houserules_table::journal::fingerprint::hex;
use serde::Serialize;
use std::collections::BTreeMap;
use xxhash_rust::xxh3::Xxh3;

/// A seat's results.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SeatTally {
    /// Games won, shared wins included.
    pub wins: u64,
    /// How many of them it won alone, with one other, with two, …
    pub won_among: Vec<u64>,
    /// Its scores at the end of the games that finished.
    pub score: Moments,
}

/// Quantiles, by nearest rank.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Quantiles {
    /// 5 % are at most this.
    pub p5: u64,
    /// Half are at most this.
    pub median: u64,
    /// 95 % are at most this.
    pub p95: u64,
}

/// How long games were that finished.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Lengths {
    /// In what is counted: turns, rounds or answers.
    pub quantiles: Quantiles,
    /// The same added up, for the mean.
    pub moments: Moments,
}

/// Why games came to no end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stall {
    /// In words: ``came to no end within 100000 decisions``, `fault R0303`.
    pub reason: String,
    /// Of a fault: its code and the rule.
    pub fault: Option<(Code, Span)>,
    /// How many came to no end for it.
    pub games: u64,
    /// The first such game, from 0.
    pub first: u64,
}

/// What came of many games. Whole numbers only; means and intervals are the host's.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SimReport {
    /// How many games were played.
    pub games: u64,
    /// Those that ended by their rules.
    pub finished: u64,
    /// Those that came to no end, or stopped at a fault.
    pub stalled: u64,
    /// Why games stalled, the reason of the first such game first.
    pub stalls: Vec<Stall>,
    /// Those that several won.
    pub shared: u64,
    /// Those that ended, and nobody won.
    pub unwon: u64,
    /// Answers of players.
    pub decisions: u64,
    /// Choices by chance and shuffles.
    pub chance_events: u64,
    /// What came of them for each seat.
    pub seats: Vec<SeatTally>,
    /// Turns of the games that finished.
    pub turns: Lengths,
    /// Rounds of the same games.
    pub rounds: Lengths,
    /// Their players' answers.
    pub answers: Lengths,
    /// Which lines ended games, and how many; the most frequent first.
    pub endings: Vec<(Span, u64)>,
    /// XXH3 of every game's outcome in index order, 16 hex digits.
    pub result_hash: String,
}

/// Brings results together, whatever their order.
#[must_use]
pub fn report(seats: u8, mut results: Vec<GameResult>) -> SimReport {
    results.sort_by_key(|r| r.index);
    let mut report =
        SimReport { seats: vec![SeatTally::default(); usize::from(seats)], ..SimReport::default() };
    let mut hash = Xxh3::new();
    let (mut turns, mut rounds, mut answers) = (Vec::new(), Vec::new(), Vec::new());
    let mut endings: BTreeMap<Span, u64> = BTreeMap::new();
    for result in &results {
        report.games += 1;
        report.decisions += result.decisions;
        report.chance_events += result.chance_events;
        digest(&mut hash, result);
        match &result.end {
            GameEnd::Finished(outcome) => {
                report.finished += 1;
                turns.push(result.turns);
                rounds.push(result.rounds);
                answers.push(result.decisions);
                if let Some(span) = result.ended {
                    *endings.entry(span).or_default() += 1;
                }
                report.count(outcome, &result.scores);
            }
            GameEnd::Stalled(reason) => report.stall(result.index, reason.clone(), None),
            GameEnd::Fault { code, span } => {
                report.stall(result.index, format!("fault {code}"), Some((*code, *span)));
            }
        }
    }
    report.endings = endings.into_iter().collect();
    report.endings.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
    (report.turns, report.rounds, report.answers) =
        (lengths(turns), lengths(rounds), lengths(answers));
    report.result_hash = hex(hash.digest());
    report
}

impl SimReport {
    pub(super) fn count(&mut self, outcome: &Outcome, scores: &[i64]) {
        let winners = if let Outcome::Won(winners) = outcome { winners.as_slice() } else { &[] };
        match winners.len() {
            0 => self.unwon += 1,
            1 => {}
            _ => self.shared += 1,
        }
        for seat in winners {
            if let Some(tally) = self.seats.get_mut(usize::from(*seat)) {
                tally.wins += 1;
                if tally.won_among.len() < winners.len() {
                    tally.won_among.resize(winners.len(), 0);
                }
                tally.won_among[winners.len() - 1] += 1;
            }
        }
        for (tally, score) in self.seats.iter_mut().zip(scores) {
            tally.score.add(*score);
        }
    }

    pub(super) fn stall(&mut self, index: u64, reason: String, fault: Option<(Code, Span)>) {
        self.stalled += 1;
        match self.stalls.iter_mut().find(|s| s.reason == reason && s.fault == fault) {
            Some(stall) => stall.games += 1,
            None => self.stalls.push(Stall { reason, fault, games: 1, first: index }),
        }
    }
}

pub(super) fn digest(hash: &mut Xxh3, result: &GameResult) {
    hash.update(&result.index.to_le_bytes());
    match &result.end {
        GameEnd::Finished(Outcome::Won(seats)) => {
            hash.update(&[1, seats.len() as u8]);
            hash.update(seats);
        }
        GameEnd::Finished(Outcome::Lost) => hash.update(&[2]),
        GameEnd::Finished(Outcome::Drawn) => hash.update(&[4]),
        GameEnd::Stalled(_) | GameEnd::Fault { .. } => hash.update(&[3]),
    }
    hash.update(&result.decisions.to_le_bytes());
    for score in &result.scores {
        hash.update(&score.to_le_bytes());
    }
}

/// Where a part of the players wins by what they are, neither all, nor one, nor the best: the
/// ending, and whom it names.
#[must_use]
pub fn sides(book: &Rulebook) -> Vec<(Span, Span)> {
    let mut found = Vec::new();
    walk_bodies(book, &mut |stmt| {
        if let StmtKind::End(End::Won(who)) = &stmt.kind {
            let everyone = matches!(who.base, Base::Players { .. }) && who.filter.is_none();
            if who.best.is_none() && !everyone && !matches!(who.base, Base::Items(_)) {
                found.push((stmt.span, who.span));
            }
        }
    });
    found
}

pub(crate) fn lengths(mut all: Vec<u64>) -> Lengths {
    all.sort_unstable();
    let mut moments = Moments::default();
    moments.extend(all.iter().map(|n| i64::try_from(*n).unwrap_or(i64::MAX)));
    Lengths { quantiles: quantiles(&all), moments }
}

pub(super) fn quantiles(sorted: &[u64]) -> Quantiles {
    let at = |percent: usize| {
        let rank = (sorted.len() * percent).div_ceil(100).max(1);
        sorted.get(rank - 1).copied().unwrap_or(0)
    };
    Quantiles { p5: at(5), median: at(50), p95: at(95) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserules_interpreter::playout::game_seed;
    use houserules_lang::code::Code;

    fn result(index: u64, winner: u8) -> GameResult {
        let end = GameEnd::Finished(Outcome::Won(vec![winner]));
        GameResult {
            index,
            end,
            decisions: 5,
            chance_events: 1,
            turns: index + 1,
            rounds: 0,
            scores: vec![1, -2],
            ended: None,
            tracked: Vec::new(),
        }
    }

    #[test]
    fn the_order_of_results_does_not_matter() {
        let games: Vec<GameResult> = (0..20).map(|i| result(i, (i % 2) as u8)).collect();
        let mut turned = games.clone();
        turned.reverse();
        let forward = report(2, games.clone());
        assert_eq!(forward, report(2, turned));
        assert_eq!((forward.seats[0].wins, forward.seats[1].score.sum), (10, -40));
        assert_eq!(forward.turns.quantiles, Quantiles { p5: 1, median: 10, p95: 19 });
        assert_eq!(forward.turns.moments, Moments { count: 20, sum: 210, squares: 2870 });
        let mut other = games;
        other[3] = result(3, 0);
        assert_ne!(forward.result_hash, report(2, other).result_hash);
    }

    #[test]
    fn stalls_are_named() {
        let end = GameEnd::Stalled("came to no end within 5 decisions".into());
        let stalled = report(2, vec![GameResult { end, ..result(0, 0) }, result(1, 1)]);
        assert_eq!((stalled.finished, stalled.stalled, stalled.stalls[0].games), (1, 1, 1));
    }

    #[test]
    fn faults_of_two_rules_are_two_reasons() {
        let at = |index: u64, start: u32| {
            let span = Span { start, ..Span::default() };
            GameResult { end: GameEnd::Fault { code: Code::R0303, span }, ..result(index, 0) }
        };
        let found = report(2, vec![at(2, 7), at(0, 3), at(1, 7)]);
        let told: Vec<_> =
            found.stalls.iter().map(|s| (s.fault.map(|f| f.1.start), s.games, s.first)).collect();
        assert_eq!((found.stalled, told), (3, vec![(Some(3), 1, 0), (Some(7), 2, 1)]));
    }

    #[test]
    fn shared_wins_are_counted_apart() {
        let won = |index: u64, seats: &[u8]| GameResult {
            end: GameEnd::Finished(Outcome::Won(seats.to_vec())),
            ..result(index, 0)
        };
        let lost = GameResult { end: GameEnd::Finished(Outcome::Lost), ..result(4, 0) };
        let found =
            report(3, vec![won(0, &[0]), won(1, &[0, 2]), won(2, &[0, 1, 2]), won(3, &[]), lost]);
        assert_eq!((found.shared, found.unwon), (2, 2));
        assert_eq!((found.seats[0].wins, found.seats[0].won_among.as_slice()), (3, &[1, 1, 1][..]));
        assert_eq!((found.seats[1].wins, found.seats[2].won_among.as_slice()), (1, &[0, 1, 1][..]));
    }

    #[test]
    fn seeds_differ() {
        assert_ne!(game_seed(1, 0), game_seed(1, 1));
        assert_ne!(game_seed(1, 0), game_seed(2, 0));
    }
}
