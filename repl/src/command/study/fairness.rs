//! Who wins more than their share, what tells the seats apart first, and how many games would tell.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "statistics of finished games, put into words"
)]

use super::numbers::{Course, Finding, Number, Report, Seat, Skill};
use super::said::{confirm, lines, say, share};
use super::surely::{ENOUGH, is_difference, is_share_off, wider};
use crate::show::interval::{Z, percent};

/// So many lines that change something are named.
const SOME: usize = 3;
/// By so many points more than its share a seat may win in a game that people call fair.
const FINE: f64 = 3.0;

/// What each seat would have of the wins if all were alike.
pub(super) fn fair(report: &Report) -> f64 {
    let sum: f64 = report.seats.iter().map(|s| s.wins.value).sum();
    sum / report.seats.len().max(1) as f64
}

/// Whether a seat's wins, or those of whoever decides first, are hardly its share by chance.
pub(super) fn is_off(report: &Report, wins: &Number) -> bool {
    let first = usize::from(report.seats.iter().all(|seat| seat.wins != report.first));
    // Of two seats one wins what the other does not.
    let seats = if report.seats.len() == 2 { 1 } else { report.seats.len() };
    is_share_off(wins, fair(report), seats + first)
}

/// Who wins more than their share, and what tells the seats apart first.
pub(super) fn fairness(report: &Report, found: &mut Vec<Finding>) {
    let same_bots = report.bots.windows(2).all(|pair| pair[0] == pair[1]);
    if report.together || report.seats.len() < 2 || !same_bots || report.finished == 0 {
        return;
    }
    let off: Vec<_> = report.seats.iter().filter(|s| is_off(report, &s.wins)).collect();
    if off.is_empty() && report.finished < ENOUGH {
        let text = format!(
            "{} games are too few to tell who wins more than their share.",
            report.finished
        );
        return say(found, text, &more_games(report));
    }
    if off.is_empty() {
        none_is_off(report, found);
    } else {
        some_are_off(report, &off, found);
    }
    let is_said = off.iter().any(|seat| seat.wins == report.first);
    if !is_said && is_off(report, &report.first) {
        let more = if report.first.value > fair(report) { "wins" } else { "wins only" };
        let text = format!("Whoever decides first {more} {}.", share(&report.first));
        say(found, text, of_first(report));
    }
}

/// What a first move that is worth something, or costs something, is often paid for with.
fn of_first(report: &Report) -> &'static str {
    if report.first.value > fair(report) {
        "An advantage of the first move is often paid for with the start: less money, fewer cards, \
         a choice for the others."
    } else {
        "Who decides first and wins less is often given something at the start: more money, more \
         cards, a choice of their own."
    }
}

fn none_is_off(report: &Report, found: &mut Vec<Finding>) {
    let wide = report.seats.iter().map(|s| s.wins.ci95[1] - s.wins.ci95[0]);
    let wide = wide.fold(0.0, f64::max) * 50.0;
    let mut text = format!(
        "No seat certainly wins more than its share; chance may still hide {wide:.0} points more \
         or less."
    );
    let mut hints = Vec::new();
    if wide > FINE {
        hints.push(more_games(report));
    }
    if let Some(better) = better(&report.skill) {
        let bots = report.bots.first().map_or("", String::as_str);
        text += &format!(
            " That holds among bots `{bots}`; `{}` plays clearly better, and may find what one \
             seat has over another.",
            better.player
        );
        hints.push(format!("To ask again among better ones: `{}`.", better.among));
    }
    say(found, text, &hints.join(" "));
}

/// The best of those who surely play better than who played.
pub(super) fn better(skill: &[Skill]) -> Option<&Skill> {
    let better = |s: &&Skill| s.more.value > 0.0 && is_difference(&s.more, skill.len());
    skill.iter().rev().find(better)
}

fn some_are_off(report: &Report, off: &[&Seat], found: &mut Vec<Finding>) {
    let fair = fair(report);
    let begins = |seat: &&&Seat| seat.wins == report.first;
    let more = |seat: &&&Seat| seat.wins.value > fair;
    // Of two seats one says it all.
    let said: Vec<&Seat> = match (report.seats.len(), off.iter().find(begins)) {
        (2, Some(first)) => vec![first],
        (2, None) => off.iter().filter(more).copied().collect(),
        _ => off.to_vec(),
    };
    for seat in &said {
        let more = if seat.wins.value > fair { "more" } else { "less" };
        let first = seat.wins == report.first;
        let text = format!(
            "Seat {} wins {}, {more} than its share of {}{}.",
            seat.seat,
            share(&seat.wins),
            percent(fair),
            if first { "; it decides first" } else { "" }
        );
        say(found, text, if first { of_first(report) } else { "" });
    }
    let few = confirm(report.finished, report.seed);
    if !few.is_empty() {
        say(found, few, "");
    }
    if let Some(Apart { course, at, ahead, .. }) = first_apart(report) {
        let when = match at {
            0 => "from the first decision on".to_string(),
            at => format!("{} % into the game", at * 5),
        };
        let what = &course.what;
        let text = format!("What tells the seats apart first is `{what}`: {when} {ahead}.");
        let lines = lines(&course.changed_by, SOME).join(", ");
        let hint = match lines.is_empty() {
            true => "If that is not meant, look at the rules that change it.".to_string(),
            false => format!("If that is not meant, look at what changes it: {lines}."),
        };
        say(found, text, &hint);
    }
    if let Some(tuning) = &report.tuning {
        let text = "To look for a setting under which the seats win alike:".to_string();
        say(found, text, &format!("`{}`{}", tuning.call, besides(&tuning.besides)));
    }
}

/// What else could be tuned, as a sentence of its own.
fn besides(names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let shown: Vec<String> = names.iter().take(8).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > 8 { " and others" } else { "" };
    format!(" These can be tuned, too: {}{more}.", shown.join(", "))
}

/// How many games it takes to know a seat's share of the wins to within a few points.
fn more_games(report: &Report) -> String {
    let fair = fair(report);
    let games = fair * (1.0 - fair) * (Z * 100.0 / FINE).powi(2);
    let games = ((games / 100.0).ceil() * 100.0).max(100.0);
    format!(
        "To know a seat's share to within {FINE:.0} points takes about {games:.0} games: \
         `-n {games:.0}`."
    )
}

/// A number that is surely not the same for all seats.
struct Apart<'r> {
    course: &'r Course,
    /// After how many twentieths of the game.
    at: usize,
    /// How many times as far as chance would have it.
    surely: f64,
    /// Who has how much.
    ahead: String,
}

/// The number that is surely not the same for all seats the earliest.
fn first_apart(report: &Report) -> Option<Apart<'_>> {
    let mut best: Option<Apart<'_>> = None;
    let mut whats: Vec<&String> = Vec::new();
    for course in report.courses.iter().filter(|c| c.seat.is_some()) {
        if !whats.contains(&&course.what) {
            whats.push(&course.what);
        }
    }
    let looks = report.courses.first().map_or(1, |course| course.points.len()) * whats.len();
    for what in &whats {
        let rows: Vec<&Course> = report.courses.iter().filter(|c| &&c.what == what).collect();
        let points = rows.iter().map(|row| row.points.len()).max().unwrap_or(0);
        for at in 0..points {
            let here: Vec<(usize, Number)> = rows
                .iter()
                .filter_map(|row| Some((row.seat?, row.points.get(at).copied().flatten()?)))
                .collect();
            let Some((surely, ahead)) = apart(&here, looks) else { continue };
            if best.as_ref().is_none_or(|b| at < b.at || at == b.at && surely > b.surely) {
                best = Some(Apart { course: rows[0], at, surely, ahead });
            }
            break;
        }
    }
    best
}

/// Whether the seats' numbers lie apart: by how much for sure, and in words.
fn apart(here: &[(usize, Number)], looks: usize) -> Option<(f64, String)> {
    let most = here.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    let least = here.iter().min_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    let gap = most.1.value - least.1.value;
    let half = |n: &Number| (n.ci95[1] - n.ci95[0]) / 2.0;
    let doubt = (half(&most.1).powi(2) + half(&least.1).powi(2)).sqrt();
    if gap <= 0.0 || most.1.from.min(least.1.from) < ENOUGH || gap < wider(looks) * doubt {
        return None;
    }
    let surely = if doubt > 0.0 { gap / doubt } else { f64::MAX };
    let said = format!(
        "seat {} has {:.2} on average, seat {} {:.2}",
        most.0, most.1.value, least.0, least.1.value
    );
    Some((surely, said))
}

#[cfg(test)]
mod tests {
    use super::super::journal::Tuning;
    use super::*;
    use houserules_interpreter::playout::game_seed;

    /// A report on games that seats won so often, the first of which decides first.
    fn of(won: &[u64]) -> Report {
        let games = won.iter().sum();
        let seat = |(at, won): (usize, &u64)| Seat {
            seat: at + 1,
            bot: "greedy".into(),
            wins: Number::share(*won, games),
            score: None,
            forced: Number::default(),
            ways: 0.0,
        };
        let seats: Vec<Seat> = won.iter().enumerate().map(seat).collect();
        Report {
            bots: vec!["greedy".into(); seats.len()],
            seed: 1,
            games: [games; 2],
            finished: games,
            first: seats[0].wins,
            seats,
            ..Report::default()
        }
    }

    fn told(report: &Report) -> Vec<Finding> {
        let mut found = Vec::new();
        fairness(report, &mut found);
        found
    }

    fn said(report: &Report) -> String {
        let each = told(report).into_iter();
        each.map(|f| f.text + " " + &f.hint.unwrap_or_default() + "\n").collect()
    }

    #[test]
    fn a_fair_game_is_hardly_ever_called_unfair() {
        for seats in [2, 3, 4, 6] {
            let studies = 400;
            let alarms = (0..studies).filter(|study| {
                let mut won = vec![0; seats];
                for game in 0..300 {
                    won[(game_seed(*study, game) >> 33) as usize % seats] += 1;
                }
                said(&of(&won)).contains("its share of")
            });
            let alarms = alarms.count();
            assert!((1..=28).contains(&alarms), "{alarms} of {studies} with {seats} seats");
        }
    }

    #[test]
    fn few_games_raise_no_alarm_and_others_should_confirm_them() {
        let four = said(&of(&[0, 4]));
        assert!(four.starts_with("4 games are too few to tell"), "{four}");
        assert!(!four.contains("decides first"), "{four}");
        let forty = said(&of(&[38, 2]));
        assert!(forty.contains("Seat 1 wins 95.0 %") && forty.contains("`--seed 2`"), "{forty}");
        assert!(!said(&of(&[380, 20])).contains("--seed"));
        let thirty = said(&of(&[30, 0]));
        assert!(thirty.contains("Seat 1 wins 100.0 %") && !thirty.contains("too few"), "{thirty}");
        assert!(said(&of(&[18, 12])).starts_with("30 games are too few"));
    }

    #[test]
    fn two_seats_are_one_finding_and_who_begins_is_named() {
        let ahead = told(&of(&[240, 160]));
        assert_eq!(ahead.len(), 1, "{ahead:?}");
        assert!(ahead[0].text.ends_with("more than its share of 50.0 %; it decides first."));
        assert!(ahead[0].hint.as_ref().is_some_and(|hint| hint.contains("paid for")));
        let behind = told(&of(&[160, 240]));
        assert_eq!(behind.len(), 1, "{behind:?}");
        assert!(behind[0].text.ends_with("less than its share of 50.0 %; it decides first."));
        assert!(behind[0].hint.as_ref().is_some_and(|hint| hint.contains("is often given")));
    }

    #[test]
    fn that_better_bots_may_find_an_advantage_is_said() {
        let mut report = of(&[150, 150]);
        assert!(!said(&report).contains("better"));
        let more = Number { value: 0.5, ci95: [0.4, 0.6], from: 150 };
        let among = "houserules study nim.rules --policy search:400".to_string();
        let player = "search:400".to_string();
        report.skill.push(Skill { player, wins: Number::share(150, 150), more, among });
        let told = said(&report);
        assert!(told.contains("`search:400` plays clearly better") && told.contains("study nim"));
    }

    #[test]
    fn what_else_can_be_tuned_is_named() {
        let mut report = of(&[240, 160]);
        let call = "houserules tune race.rules --option head_start".to_string();
        let besides = vec!["goal".to_string(), "die".to_string()];
        report.tuning = Some(Tuning { call, besides });
        let told = said(&report);
        let hint = "`houserules tune race.rules --option head_start` These can be tuned, too: \
                    `goal`, `die`.";
        assert!(told.contains(hint), "{told}");
    }

    #[test]
    fn how_many_games_it_takes_does_not_depend_on_how_many_there_were() {
        let takes = "within 3 points takes about 1100 games: `-n 1100`";
        for won in [[20, 20], [50, 50], [160, 140]] {
            assert!(said(&of(&won)).contains(takes), "{won:?}");
        }
        assert!(said(&of(&[25; 4])).contains("about 900 games"), "{}", said(&of(&[25; 4])));
    }
}
