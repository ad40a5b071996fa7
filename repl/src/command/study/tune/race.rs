//! Plays the settings against each other: all on the same seeds, a few games each at first, then
//! more and more of those that are left. A setting is left out once another is at least as near to
//! every aim, and surely nearer to one.

use super::super::games::{self, Work};
use super::super::numbers::Number;
use super::settings::Setting;
use super::wish::{Gauge, Met, Wish};
use houserules_study::close::play::Study;
use houserules_study::close::record::Record;
use houserules_study::tally::{Counting, Tally};
use std::collections::BTreeMap;

/// So many games each are played at first.
const FIRST: u64 = 20;

/// A setting and what came of it.
#[derive(Debug)]
pub(super) struct Standing {
    /// Games that were played, and those of them that ended.
    pub games: [u64; 2],
    /// For each aim what was measured; none if the games do not tell.
    pub found: Vec<Option<Number>>,
    /// Another was surely better.
    pub left_out: bool,
    /// Nothing tried is better in one aim and as good in all.
    pub front: bool,
}

/// What is raced.
pub(super) struct Race<'r> {
    /// What is tried.
    pub settings: &'r [Setting],
    /// What is aimed at.
    pub wishes: &'r [Wish],
    /// How games are measured.
    pub gauge: Gauge,
    /// At most so many games each.
    pub most: u64,
    /// How many threads.
    pub threads: usize,
    /// Whether somebody watches.
    pub watched: bool,
}

/// Runs it; in the order of the settings. True: somebody interrupted it.
pub(super) fn run(race: &Race<'_>, study: &Study) -> (Vec<Standing>, bool) {
    let programs: Vec<_> = race.settings.iter().map(|s| s.program.clone().ok()).collect();
    let nothing = |setting: &Setting| Standing {
        games: [0, 0],
        found: vec![None; race.wishes.len()],
        left_out: setting.program.is_err(),
        front: false,
    };
    let mut all: Vec<Standing> = race.settings.iter().map(nothing).collect();
    let mut records: BTreeMap<usize, Vec<Record>> = BTreeMap::new();
    let (mut from, mut to) = (0, FIRST.min(race.most));
    let mut interrupted = false;
    while from < to && !interrupted {
        let open = all.iter().enumerate().filter(|(_, s)| !s.left_out);
        let open: Vec<u16> = open.filter_map(|(at, _)| u16::try_from(at).ok()).collect();
        let wanted = (from..to).flat_map(|game| open.iter().map(move |arm| (*arm, game)));
        let work = Work {
            each: &[],
            study,
            programs: &programs,
            games: wanted.collect(),
            threads: race.threads,
            watched: race.watched,
        };
        let (played, stopped) = games::play(&work);
        interrupted = stopped;
        for record in played {
            records.entry(usize::from(record.arm)).or_default().push(record);
        }
        for (at, standing) in all.iter_mut().enumerate() {
            let of: Vec<&Record> = records.get(&at).into_iter().flatten().collect();
            measure(standing, &of, race, study.plan.setup.seats);
        }
        leave_out(&mut all, race.wishes);
        if all.iter().filter(|s| !s.left_out).all(|s| is_settled(s, race.wishes)) {
            break;
        }
        (from, to) = (to, (to * 2).min(race.most));
    }
    find_front(&mut all, race.wishes);
    (all, interrupted)
}

fn measure(standing: &mut Standing, records: &[&Record], race: &Race<'_>, seats: u8) {
    let counting = Counting { seats, together: race.gauge.together, statements: 0 };
    let tally = Tally::of(records, counting);
    standing.games = [tally.games, tally.over];
    standing.found = race.wishes.iter().map(|w| w.measured(&tally, race.gauge)).collect();
}

/// Whether more games would tell nothing new.
fn is_settled(standing: &Standing, wishes: &[Wish]) -> bool {
    let pairs = wishes.iter().zip(&standing.found);
    pairs.clone().all(|(wish, found)| wish.is_met(found.as_ref()) == Met::Yes)
}

/// How one compares with another.
struct Beside {
    /// It is at least as near to every aim, as far as is seen.
    as_near: bool,
    /// It is nearer to one, as far as is seen.
    nearer: bool,
    /// It is surely nearer to one.
    surely: bool,
}

fn beside(one: &Standing, other: &Standing, wishes: &[Wish]) -> Beside {
    let mut found = Beside { as_near: true, nearer: false, surely: false };
    for (wish, (one, other)) in wishes.iter().zip(one.found.iter().zip(&other.found)) {
        match (one, other) {
            (Some(one), Some(other)) => {
                let (near, far) = (wish.miss(one.value), wish.miss(other.value));
                found.as_near &= near <= far;
                found.nearer |= near < far;
                found.surely |= wish.misses(one)[1] < wish.misses(other)[0];
            }
            (Some(_), None) => (found.nearer, found.surely) = (true, true),
            (None, Some(_)) => found.as_near = false,
            (None, None) => {}
        }
    }
    found
}

fn leave_out(all: &mut [Standing], wishes: &[Wish]) {
    let is_beaten = |of: &Standing| {
        let better = |one: &&Standing| !one.left_out && !std::ptr::eq(*one, of);
        all.iter().filter(better).any(|one| {
            let Beside { as_near, surely, .. } = beside(one, of, wishes);
            as_near && surely
        })
    };
    let beaten: Vec<bool> = all.iter().map(is_beaten).collect();
    for (standing, beaten) in all.iter_mut().zip(beaten) {
        standing.left_out |= beaten;
    }
}

fn find_front(all: &mut [Standing], wishes: &[Wish]) {
    let is_front = |of: &Standing| {
        !of.left_out
            && !all.iter().filter(|one| !one.left_out).any(|one| {
                let Beside { as_near, nearer, .. } = beside(one, of, wishes);
                as_near && nearer
            })
    };
    let front: Vec<bool> = all.iter().map(is_front).collect();
    for (standing, front) in all.iter_mut().zip(front) {
        standing.front = front;
    }
}

#[cfg(test)]
#[expect(clippy::float_arithmetic, reason = "intervals are made up")]
mod tests {
    use super::super::wish::read;
    use super::*;

    fn standing(found: &[(f64, f64)]) -> Standing {
        let number = |(value, half): &(f64, f64)| {
            Some(Number { value: *value, ci95: [value - half, value + half], from: 50 })
        };
        let found = found.iter().map(number).collect();
        Standing { games: [50, 50], found, left_out: false, front: false }
    }

    #[test]
    fn what_is_surely_beaten_is_left_out_and_a_trade_off_is_kept() {
        let wishes = read(&["90 to 120 turns, rounds at most 5".into()], false).unwrap();
        let mut all = vec![
            standing(&[(100.0, 2.0), (8.0, 0.5)]),
            standing(&[(140.0, 2.0), (4.0, 0.5)]),
            standing(&[(140.0, 2.0), (9.0, 0.5)]),
            standing(&[(100.0, 2.0), (8.2, 0.5)]),
        ];
        leave_out(&mut all, &wishes);
        let left: Vec<bool> = all.iter().map(|s| s.left_out).collect();
        assert_eq!(left, [false, false, true, false]);
        find_front(&mut all, &wishes);
        let front: Vec<bool> = all.iter().map(|s| s.front).collect();
        assert_eq!(front, [true, true, false, false]);
    }
}
