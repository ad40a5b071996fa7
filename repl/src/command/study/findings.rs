//! What stands out in a report, in sentences, with what might be done about it. Nothing is said
//! that may well be chance.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "statistics of finished games, put into words"
)]

use super::fairness::{better, fairness};
use super::numbers::{Finding, Measure, Number, Report, Skill};
use super::said::{confirm, less, lines, points, say, share};
use super::surely::{ENOUGH, is_difference};
use crate::show::interval::percent;
use houserules_study::sim::Player;

/// Everything that stands out, most important first.
pub(super) fn findings(report: &Report) -> Vec<Finding> {
    let mut found = Vec::new();
    ends(report, &mut found);
    same_ending(report, &mut found);
    long(report, &mut found);
    poor(report, &mut found);
    fairness(report, &mut found);
    worth(report, &mut found);
    others(report, false, &mut found);
    tension(report, &mut found);
    skill(report, &mut found);
    unused(report, &mut found);
    others(report, true, &mut found);
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
        together(report, found);
    } else if report.unwon.value > 0.0 {
        say(found, format!("Nobody wins {} of the games.", share(&report.unwon)), "");
    }
}

/// How often players who win together do.
fn together(report: &Report, found: &mut Vec<Finding>) {
    let wins = report.seats.first().map(|s| s.wins).unwrap_or_default();
    let all = if wins.value > 0.0 { "all" } else { "none" };
    let is_known = wins.value > 0.0 && wins.value < 1.0;
    if is_known || report.finished < ENOUGH / 2 {
        return say(found, format!("The players win {} of the games.", share(&wins)), "");
    }
    let text = format!(
        "The players win {all} of the games, {}: from these bots one does not learn how hard the \
         game is.",
        share(&wins)
    );
    let better = report.stronger.as_ref().map_or_else(String::new, |[who, call]| {
        format!("To see whether `{who}` wins some: `{call}`.")
    });
    say(found, text, if wins.value > 0.0 { EASY } else { &better });
}

const EASY: &str = "Is it meant to be that easy? An option for how hard it is may be set higher.";

/// That nearly all games end in the same way, although the rules know others.
fn same_ending(report: &Report, found: &mut Vec<Finding>) {
    let (Some(most), true) = (report.endings.first(), report.finished >= ENOUGH / 2) else {
        return;
    };
    let part = Number::share(most.games, report.finished);
    let elsewhere = report.endings.len() > 1 || !report.other_endings.is_empty();
    if part.value < NEARLY || !elsewhere {
        return;
    }
    let all = if most.games == report.finished {
        "All games end".to_string()
    } else {
        format!("{} of the games end", percent(part.value))
    };
    let mut text = format!("{all} by {}", lines(std::slice::from_ref(most), 1).join(""));
    if !report.other_endings.is_empty() {
        text += &format!(", none by {}", lines(&report.other_endings, 4).join(" or "));
    }
    text.push('.');
    say(found, text, "If games are to end otherwise, look at what keeps players from it.");
}

/// That games take longer than an evening has.
fn long(report: &Report, found: &mut Vec<Finding>) {
    let Some(mean) = report.minutes.mean.filter(|minutes| minutes.value > EVENING) else { return };
    let text = format!(
        "A game takes {:.1} hours on average, at {} s a choice.",
        mean.value / 60.0,
        report.pace
    );
    let hint = "Fewer rounds or a nearer goal make it shorter; `--pace` says how long a choice \
                takes.";
    say(found, text, hint);
}

/// That who played plays worse than chance would.
fn poor(report: &Report, found: &mut Vec<Finding>) {
    let Some(chance) = better_chance(report) else { return };
    let text = format!(
        "`{}`, which played these games, plays worse here than chance: a seat played by `{}` wins \
         {}. All that is said below holds among poor players.",
        report.bots.first().map_or("", String::as_str),
        chance.player,
        share(&chance.wins)
    );
    let among = better(&report.skill).unwrap_or(chance);
    say(found, text, &format!("To ask again among better ones: `{}`.", among.among));
}

/// The player `random`, if it plays better than who played.
fn better_chance(report: &Report) -> Option<&Skill> {
    let chance = report.skill.iter().find(|skill| skill.player == Player::Random.name())?;
    let is_better = chance.more.value > 0.0 && is_difference(&chance.more, report.skill.len());
    is_better.then_some(chance)
}

/// Of so many of the games it is said that nearly all end alike.
const NEARLY: f64 = 0.95;
/// Of a game that takes more minutes it is said that it is long.
const EVENING: f64 = 180.0;

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

/// Options and other rules that change who wins; or, `only_length`, nothing but how long it takes,
/// as an option for how long a game is does of course.
fn others(report: &Report, only_length: bool, found: &mut Vec<Finding>) {
    for other in &report.others {
        // An option for what a game is played to changes scores, and turns say how long it is.
        let is_news =
            |m: &&Measure| other.is_asked || !(m.what.ends_with(" score") || m.what == "decisions");
        let clear = other.measures.iter().filter(|m| m.clear);
        let clear: Vec<&Measure> = clear.filter(is_news).collect();
        let of_length = !other.is_asked && clear.iter().all(|m| !m.share);
        if of_length != only_length {
            continue;
        }
        let words: Vec<String> = clear
            .iter()
            .map(|m| match m.share {
                true => format!("{} {} instead of {}", m.what, percent(m.after), percent(m.before)),
                false => format!("{} {:.1} instead of {:.1}", m.what, m.after, m.before),
            })
            .collect();
        if !words.is_empty() {
            // `without variants`, `with a.rules`, `head_start=4`
            let what = match other.what.strip_prefix("with") {
                Some(rest) => format!("With{rest}"),
                None => format!("With {}", other.what),
            };
            let text = format!("{what}, in the same {} games: {}.", other.pairs, words.join(", "));
            say(found, text, &confirm(other.pairs, report.seed));
        }
    }
}

fn tension(report: &Report, found: &mut Vec<Finding>) {
    // Where no game is won by one seat nothing is decided.
    if let Some(lead) = report.lead.as_ref().filter(|lead| lead.comebacks.from > 0) {
        let when = match lead.settled > 0.995 {
            true => "at their very end".to_string(),
            false => format!("after {} of their length", percent(lead.settled)),
        };
        let text = format!(
            "Half of the games are decided {when}; the lead changes {:.1} times; {} are won by a \
             seat that was behind in the middle.",
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
    let said = better_chance(report).map(|chance| &chance.player);
    for skill in report.skill.iter().filter(|skill| Some(&skill.player) != said) {
        let verdict = if is_difference(&skill.more, report.skill.len()) {
            ""
        } else {
            ", which may be chance"
        };
        let more = match skill.more.value == 0.0 {
            true => "as before".to_string(),
            false => {
                let before = percent(skill.wins.value - skill.more.value);
                format!("{}{verdict}; it was {before} in the same games", points(&skill.more))
            }
        };
        let wins = share(&skill.wins);
        let text = format!("A seat played by `{}` wins {wins}: {more}.", skill.player);
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
        let one = report.never.len() == 1;
        let hint = match one {
            true => "Is it out of reach, or not worth it?",
            false => "Are they out of reach, or not worth it?",
        };
        say(found, format!("Nobody ever did {}.", named(&report.never)), hint);
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

#[cfg(test)]
mod tests {
    use super::super::numbers::{Length, Line, Other, Seat};
    use super::*;

    fn said(report: &Report) -> String {
        let each = findings(report).into_iter();
        each.map(|f| f.text + " " + &f.hint.unwrap_or_default() + "\n").collect()
    }

    fn line(line: usize, games: u64) -> Line {
        Line { file: "heist.rules".into(), line, text: "end game".into(), games }
    }

    #[test]
    fn that_all_games_end_alike_and_how_none_does_is_said() {
        let mut report = Report {
            finished: 100,
            endings: vec![line(177, 100)],
            other_endings: vec![line(168, 0)],
            ..Report::default()
        };
        let told = said(&report);
        let all = "All games end by `end game` (heist.rules:177), none by `end game` \
                   (heist.rules:168).";
        assert!(told.contains(all), "{told}");
        report.endings = vec![line(177, 90), line(168, 10)];
        report.other_endings.clear();
        assert!(!said(&report).contains("heist.rules"), "{}", said(&report));
        report.endings = vec![line(177, 100)];
        assert!(!said(&report).contains("heist.rules"), "{}", said(&report));
    }

    #[test]
    fn a_game_that_is_never_won_together_asks_for_better_players() {
        let seat = |wins| Seat {
            seat: 1,
            bot: "greedy".into(),
            wins,
            score: None,
            forced: Number::default(),
            ways: 0.0,
        };
        let mut report = Report {
            together: true,
            finished: 60,
            seats: vec![seat(Number::share(0, 60))],
            stronger: Some(
                ["search:400", "houserules study G --policy search:400"].map(Into::into),
            ),
            ..Report::default()
        };
        let told = said(&report);
        assert!(told.contains("The players win none of the games, 0.0 %"), "{told}");
        assert!(told.contains("whether `search:400` wins some: `houserules study G"), "{told}");
        report.seats = vec![seat(Number::share(60, 60))];
        assert!(said(&report).contains("The players win all of the games, 100.0 %"));
        report.seats = vec![seat(Number::share(20, 60))];
        assert!(said(&report).contains("The players win 33.3 %"));
    }

    #[test]
    fn players_who_play_worse_than_chance_are_called_poor() {
        let skill = |player: &str, low| Skill {
            player: player.into(),
            wins: Number::share(70, 100),
            more: Number { value: 0.2, ci95: [low, 0.3], from: 100 },
            among: format!("houserules study pig.rules --policy {player}"),
        };
        let mut report = Report {
            bots: vec!["greedy".into(); 2],
            finished: 100,
            skill: vec![skill("random", 0.1), skill("search:400", 0.1)],
            ..Report::default()
        };
        let told = said(&report);
        assert!(told.contains("`greedy`, which played these games, plays worse"), "{told}");
        assert!(
            told.contains("better ones: `houserules study pig.rules --policy search"),
            "{told}"
        );
        report.skill[0] = skill("random", -0.1);
        assert!(!said(&report).contains("plays worse"), "{}", said(&report));
    }

    #[test]
    fn what_an_option_does_to_length_alone_comes_last() {
        let measure = |what: &str, share| Measure {
            what: what.into(),
            share,
            before: 0.5,
            after: 0.25,
            more: Number::default(),
            clear: true,
        };
        let other = |what: &str, measures| Other {
            what: what.into(),
            pairs: 100,
            measures,
            is_asked: false,
        };
        let report = Report {
            never: vec!["dance".into()],
            others: vec![
                other("rounds=3", vec![measure("turns", false)]),
                other("head_start=2", vec![measure("seat 1 wins", true), measure("turns", false)]),
            ],
            ..Report::default()
        };
        let told = said(&report);
        let lines: Vec<&str> = told.lines().collect();
        assert!(
            lines[0].starts_with("With head_start=2, in the same 100 games: seat 1 wins 25.0 %"),
            "{told}"
        );
        assert!(lines[1].starts_with("Nobody ever did `dance`. Is it out of reach"), "{told}");
        assert!(lines[0].ends_with("another seed should confirm it, `--seed 1`."), "{told}");
        assert!(
            lines[2].starts_with("With rounds=3, in the same 100 games: turns 0.2 instead of 0.5"),
            "{told}"
        );
    }

    #[test]
    fn that_a_game_is_long_is_said() {
        let minutes = |value| Length {
            mean: Some(Number { value, ci95: [value; 2], from: 50 }),
            ..Length::default()
        };
        let report = Report { minutes: minutes(395.1), pace: 10.0, ..Report::default() };
        assert!(said(&report).contains("takes 6.6 hours on average, at 10 s a choice"));
        let report = Report { minutes: minutes(120.0), pace: 10.0, ..Report::default() };
        assert!(!said(&report).contains("hours"));
    }
}
