//! What stands out in a report, in sentences, with what might be done about it. Nothing is said
//! that may well be chance.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "statistics of finished games, put into words"
)]

use super::fairness::fairness;
use super::numbers::{Finding, Measure, Number, Report};
use super::said::{less, points, say, share};
use super::surely::is_difference;
use crate::show::interval::percent;

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

/// What each action is worth to whoever may use it.
fn worth(report: &Report, found: &mut Vec<Finding>) {
    let mut off: Vec<(&str, Number)> = report
        .things
        .iter()
        .filter_map(|thing| Some((thing.name.as_str(), thing.barred?)))
        .filter(|(_, number)| is_difference(number, report.barred()))
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
        let clear = other.measures.iter().filter(|m| m.clear);
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
        let verdict = if is_difference(&skill.more, report.skill.len()) {
            ""
        } else {
            ", which may be chance"
        };
        let text = format!(
            "A seat played by `{}` wins {}: {}{verdict}.",
            skill.player,
            share(&skill.wins),
            points(&skill.more)
        );
        let worse =
            skill.more.ci95[1] < 0.0 && verdict.is_empty() && skill.player.starts_with("search");
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
