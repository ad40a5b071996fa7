//! What stands out in a report, in sentences, with what might be done about it. Nothing is said
//! that may well be chance.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "statistics of finished games, put into words"
)]

use super::numbers::{Course, Finding, Measure, Number, Report};
use crate::show::interval::percent;

/// Of many things that are looked at some are off by chance; only what is off by so many widths of
/// half an interval is called a cause.
const SURE: f64 = 1.5;
/// By so many points more than its share a seat may win in a game that people call fair.
const FINE: f64 = 3.0;

/// Everything that stands out, most important first.
pub(super) fn findings(report: &Report) -> Vec<Finding> {
    let mut found = Vec::new();
    ends(report, &mut found);
    fairness(report, &mut found);
    worth(report, &mut found);
    others(report, &mut found);
    tension(report, &mut found);
    skill(report, &mut found);
    unused(report, &mut found);
    found
}

fn say(found: &mut Vec<Finding>, text: String, hint: &str) {
    let hint = (!hint.is_empty()).then(|| hint.to_string());
    found.push(Finding { text, hint });
}

/// `62.0 % (58.1 to 65.8)`
pub(super) fn share(number: &Number) -> String {
    let [low, high] = number.ci95;
    format!("{} ({:.1} to {:.1})", percent(number.value), low * 100.0, high * 100.0)
}

/// `+3.4 points (1.2 to 5.6)`
pub(super) fn points(number: &Number) -> String {
    let [low, high] = number.ci95;
    let points = |n: f64| format!("{:+.1}", n * 100.0);
    format!("{} points ({} to {})", points(number.value), points(low), points(high))
}

/// The same of what is lost, without signs: `3.4 points (1.2 to 5.6)`
fn less(number: &Number) -> String {
    let [low, high] = number.ci95;
    let points = |n: f64| format!("{:.1}", n * -100.0);
    format!("{} points ({} to {})", points(number.value), points(high), points(low))
}

fn ends(report: &Report, found: &mut Vec<Finding>) {
    for stuck in &report.stuck {
        let place = stuck.place.as_ref().map_or_else(String::new, |p| format!(" at {p}"));
        let text = format!(
            "{} of {} games did not end by their rules: {}{place}.",
            stuck.games, report.games[0], stuck.why
        );
        let hint = format!("Look at one first: `{}`.", stuck.first.look);
        say(found, text, &hint);
    }
    if report.together && report.finished > 0 {
        let wins = &report.seats.first().map(|s| s.wins).unwrap_or_default();
        say(found, format!("The players win {} of the games.", share(wins)), "");
    } else if report.unwon.value > 0.0 {
        say(found, format!("Nobody wins {} of the games.", share(&report.unwon)), "");
    }
}

/// Who wins more than their share, and what tells the seats apart first.
fn fairness(report: &Report, found: &mut Vec<Finding>) {
    let same_bots = report.bots.windows(2).all(|pair| pair[0] == pair[1]);
    if report.together || report.seats.len() < 2 || !same_bots || report.finished == 0 {
        return;
    }
    let sum: f64 = report.seats.iter().map(|s| s.wins.value).sum();
    let fair = sum / report.seats.len() as f64;
    let off: Vec<_> = report.seats.iter().filter(|s| s.wins.is_off(fair)).collect();
    for seat in &off {
        let more = if seat.wins.value > fair { "more" } else { "less" };
        let text = format!(
            "Seat {} wins {}, {more} than its share of {}.",
            seat.seat,
            share(&seat.wins),
            percent(fair)
        );
        say(found, text, "");
    }
    if off.is_empty() {
        let wide = report.seats.iter().map(|s| s.wins.ci95[1] - s.wins.ci95[0]);
        let wide = wide.fold(0.0, f64::max) * 50.0;
        let text = format!(
            "No seat certainly wins more than its share; chance may still hide {wide:.0} points \
             more or less."
        );
        say(found, text, &more_games(report, wide).unwrap_or_default());
        return first_move(report, fair, found);
    }
    if let Some((course, at, ahead)) = first_apart(report) {
        let when = match at {
            0 => "from the first decision on".to_string(),
            at => format!("{} % into the game", at * 5),
        };
        let text = format!("What tells the seats apart first is `{course}`: {when} {ahead}.");
        say(found, text, "If that is not meant, look at the rules that change it.");
    }
    if let Some(call) = &report.tuning {
        let text = "To look for a setting under which the seats win alike:".to_string();
        say(found, text, &format!("`{call}`"));
    }
    first_move(report, fair, found);
}

/// How many games it takes to tell a small difference between the seats, which now may be so many
/// points; nothing if these were enough.
fn more_games(report: &Report, wide: f64) -> Option<String> {
    let times = (wide / FINE).powi(2);
    let games = (report.games[0] as f64 * times / 100.0).ceil() * 100.0;
    let said = || {
        format!(
            "To see a difference of {FINE:.0} points takes about {games:.0} games: `-n {games:.0}`."
        )
    };
    (times > 1.0).then(said)
}

fn first_move(report: &Report, fair: f64, found: &mut Vec<Finding>) {
    if report.first.is_off(fair) && report.finished > 0 {
        let more = if report.first.value > fair { "wins" } else { "wins only" };
        let text = format!("Whoever decides first {more} {}.", share(&report.first));
        let hint = "An advantage of the first move is often paid for with the start: less money, \
                    fewer cards, a choice for the others.";
        say(found, text, hint);
    }
}

/// The number that is surely not the same for all seats the earliest; when, and how.
fn first_apart(report: &Report) -> Option<(String, usize, String)> {
    let mut best: Option<(usize, f64, String, String)> = None;
    let whats: Vec<&String> =
        report.courses.iter().filter(|c| c.seat.is_some()).map(|c| &c.what).collect();
    for (n, what) in whats.iter().enumerate() {
        if whats[..n].contains(what) {
            continue;
        }
        let rows: Vec<&Course> = report.courses.iter().filter(|c| &&c.what == what).collect();
        let points = rows.iter().map(|row| row.points.len()).max().unwrap_or(0);
        for at in 0..points {
            let here: Vec<(usize, Number)> = rows
                .iter()
                .filter_map(|row| Some((row.seat?, row.points.get(at).copied().flatten()?)))
                .collect();
            let Some((surely, said)) = apart(&here) else { continue };
            let better = |(when, how, ..): &(usize, f64, String, String)| {
                at < *when || at == *when && surely > *how
            };
            if best.as_ref().is_none_or(better) {
                best = Some((at, surely, (*what).clone(), said));
            }
            break;
        }
    }
    best.map(|(at, _, what, said)| (what, at, said))
}

/// Whether the seats' numbers lie apart: by how much for sure, and in words.
fn apart(here: &[(usize, Number)]) -> Option<(f64, String)> {
    let most = here.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    let least = here.iter().min_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    let gap = most.1.value - least.1.value;
    let half = |n: &Number| (n.ci95[1] - n.ci95[0]) / 2.0;
    let doubt = (half(&most.1).powi(2) + half(&least.1).powi(2)).sqrt();
    if gap <= 0.0 || most.1.from < 10 || gap < SURE * doubt {
        return None;
    }
    let surely = if doubt > 0.0 { gap / doubt } else { f64::MAX };
    let said = format!(
        "seat {} has {:.2} on average, seat {} {:.2}",
        most.0, most.1.value, least.0, least.1.value
    );
    Some((surely, said))
}

/// What each action is worth to whoever may use it.
fn worth(report: &Report, found: &mut Vec<Finding>) {
    let mut off: Vec<(&str, Number)> = report
        .things
        .iter()
        .filter_map(|thing| Some((thing.name.as_str(), thing.barred?)))
        .filter(|(_, number)| number.is_off(0.0) && number.surely(0.0) > SURE)
        .collect();
    off.sort_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs()).reverse());
    for (name, number) in off {
        if number.value < 0.0 {
            let text = format!("A seat that may not use `{name}` wins {} less.", less(&number));
            say(found, text, "");
        } else {
            let text = format!("A seat that may not use `{name}` wins more: {}.", points(&number));
            let hint =
                "Either these bots use it badly, or it is a trap: it is not worth what it costs.";
            say(found, text, hint);
        }
    }
}

/// Options and other rules that change who wins, or how long it takes.
fn others(report: &Report, found: &mut Vec<Finding>) {
    for other in &report.others {
        // An option for what a game is played to changes scores, and turns say how long it is.
        let is_news =
            |m: &&Measure| other.is_asked || !(m.what.ends_with(" score") || m.what == "decisions");
        let clear = other.measures.iter().filter(|m| m.clear && m.more.surely(0.0) > SURE);
        let clear = clear.filter(is_news);
        let words: Vec<String> = clear
            .map(|m| match m.share {
                true => format!("{} {} instead of {}", m.what, percent(m.after), percent(m.before)),
                false => format!("{} {:.1} instead of {:.1}", m.what, m.after, m.before),
            })
            .collect();
        if !words.is_empty() {
            say(found, format!("With {}: {}.", other.what, words.join(", ")), "");
        }
    }
}

fn tension(report: &Report, found: &mut Vec<Finding>) {
    if let Some(lead) = &report.lead {
        let text = format!(
            "Half of the games are decided after {} of their length; the lead changes {:.1} times; \
             {} are won by a seat that was behind in the middle.",
            percent(lead.settled),
            lead.changes.value,
            share(&lead.comebacks)
        );
        let early = lead.settled < 0.4 && lead.comebacks.ci95[1] < 0.2;
        say(
            found,
            text,
            if early { "That is early: what comes after is played out, not played." } else { "" },
        );
    }
    let (asked, forced) = report.seats.iter().fold((0.0, 0.0), |(asked, forced), seat| {
        let from = seat.forced.from as f64;
        (asked + from, forced + seat.forced.value * from)
    });
    if asked > 0.0 && forced / asked > 0.3 {
        let text = format!(
            "In {} of all decisions there is only one thing to do.",
            percent(forced / asked)
        );
        say(found, text, "A rule could make such moves by itself, or offer something beside them.");
    }
    if report.shared.from > 0 && report.shared.value > 0.1 {
        say(
            found,
            format!("{} of the games are ties.", share(&report.shared)),
            "A tie-breaker would settle them.",
        );
    }
}

fn skill(report: &Report, found: &mut Vec<Finding>) {
    for skill in &report.skill {
        let verdict = if skill.more.is_off(0.0) { "" } else { ", which may be chance" };
        let text = format!(
            "A seat played by `{}` wins {}: {}{verdict}.",
            skill.player,
            share(&skill.wins),
            points(&skill.more)
        );
        let worse = skill.more.ci95[1] < 0.0 && skill.player.starts_with("search");
        let hint = "It thinks too little to be the better player of this game: that says nothing \
                    about skill. `--seat 1=search:1000` thinks more.";
        say(found, text, if worse { hint } else { "" });
    }
}

fn unused(report: &Report, found: &mut Vec<Finding>) {
    let named = |names: &[String]| {
        let shown: Vec<String> = names.iter().take(12).map(|name| format!("`{name}`")).collect();
        let more = names.len().saturating_sub(12);
        shown.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
    };
    if !report.never.is_empty() {
        say(
            found,
            format!("Nobody ever did: {}.", named(&report.never)),
            "Are they out of reach, or not worth it?",
        );
    }
    if !report.unnamed.is_empty() {
        say(found, format!("Cards that nobody ever chose: {}.", named(&report.unnamed)), "");
    }
    if let Some(coverage) = report.coverage.as_ref().filter(|c| !c.missed.is_empty()) {
        let text = format!(
            "{} of {} statements of the rules were not reached in {} games followed line by line.",
            coverage.missed.len(),
            coverage.statements,
            coverage.games
        );
        say(found, text, "They are listed under “Lines that no game reached”.");
    }
}
