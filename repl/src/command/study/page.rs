//! The report as one page of HTML that needs nothing else: no scripts, no pictures from outside.

use super::fairness::{fair, is_off};
use super::numbers::{Course, Length, Line, Measure, Number, Report};
use super::plot::{Dot, Line as Curve, binned, columns, escaped, intervals, lines};
use super::said::{mean, points, share};
use super::surely::is_difference;
use crate::show::interval::percent;
use std::fmt::Write;

/// So many lines of a list are shown.
const LISTED: usize = 80;
/// A histogram has at most so many columns.
const COLUMNS: u64 = 36;

const STYLE: &str = include_str!("page.css");

/// The whole report as one page of HTML.
pub(super) fn page(report: &Report) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{0}: a study</title>\n<style>\n{STYLE}</style>\n<main>\n<h1>{0}</h1>\n",
        escaped(&report.game)
    );
    head(report, &mut out);
    section(&mut out, "What stands out", "", &findings(report));
    section(&mut out, "Who wins", WINS, &seats(report));
    section(&mut out, "How long it takes", "", &length(report));
    section(&mut out, "Is it a contest", LEAD, &lead(report));
    section(&mut out, "What can be done", THINGS, &things(report));
    section(&mut out, "Does skill tell", SKILL, &skill(report));
    section(&mut out, "What if it were otherwise", OTHERS, &others(report));
    section(&mut out, "How the numbers go", COURSES, &courses(report));
    section(&mut out, "Cards", CARDS, &cards(report));
    section(&mut out, "Lines that no game reached", "", &coverage(report));
    section(&mut out, "What ended games", "", &line_table(&report.endings, true));
    section(&mut out, "Games to look at", EXAMPLES, &examples(report));
    let _ = write!(
        out,
        "<footer>Seed {}, rules {}. <code>{}</code> plays these games again. A number in \
         brackets is the 95 % interval: in 19 of 20 such \
         studies it holds what many more games would show.</footer>\n</main>\n",
        report.seed,
        escaped(&report.rules),
        escaped(&report.again)
    );
    out
}

/// Who plays if nobody says otherwise.
const GREEDY: &str = "`greedy` looks one question ahead: it chooses what brings it furthest at \
    once in what the rules let players strive for, and plans nothing.";
const WINS: &str = "Dots are shares of the wins, bars their intervals. A shared win is split. The \
    dashed line is what each would have if the seats were alike; what surely is off it is filled.";
const LEAD: &str = "Ahead is who has most of what the rules let players strive for. A game is \
    decided when the winner takes the lead for good.";
const THINGS: &str = "In some games one seat, another in each, may not use the action as long \
    as there is anything else to do. The dots show by how many points of a hundred it wins more \
    (right) or less (left) than in the same games with it. Left of the line an action is worth \
    having.";
const SKILL: &str = "In some games one seat, another in each, is played by somebody else. If who \
    thinks more wins no more, luck decides.";
const OTHERS: &str = "The same games, from the same seeds, with one option set otherwise, or \
    under other rules. Bold is what is hardly chance.";
const COURSES: &str = "From the start of games to their end, however long they are. Bands are \
    intervals.";
const CARDS: &str = "How often cards were named in choices, and how often seats won that named \
    them. That a card goes with wins does not say that it makes them.";
const EXAMPLES: &str = "Each call writes a game as a journal. <code>houserules repl \
    game-17.journal --at 0</code> shows its beginning, <code>redo</code> goes on, and \
    <code>back 0</code> returns there.";

fn section(out: &mut String, title: &str, about: &str, inside: &str) {
    if inside.is_empty() {
        return;
    }
    let about =
        if about.is_empty() { String::new() } else { format!("<p class=\"about\">{about}</p>\n") };
    let _ = write!(out, "<section>\n<h2>{title}</h2>\n{about}{inside}</section>\n");
}

fn head(report: &Report, out: &mut String) {
    let list = |name: &str, items: &[String]| match items {
        [] => String::new(),
        items => format!(", {name} {}", escaped(&items.join(", "))),
    };
    let _ = writeln!(
        out,
        "<p class=\"lead\">{} {} games for {} ({}){}{}; {} games in all.{}</p>",
        report.for_players(),
        report.games[0],
        report.bots.len(),
        escaped(&report.bots.join(", ")),
        list("variants", &report.variants),
        list("options", &report.options),
        report.games[1],
        report.wanted.map_or_else(String::new, |n| {
            format!(" <strong>Interrupted: {n} games were wanted.</strong>")
        })
    );
    if report.bots.iter().any(|bot| bot == "greedy") {
        let _ = writeln!(out, "<p class=\"about\">{}</p>", coded(GREEDY));
    }
}

fn findings(report: &Report) -> String {
    let mut out = String::from("<ul class=\"findings\">\n");
    for finding in &report.findings {
        let hint = finding.hint.as_ref().map(|h| format!(" <em>{}</em>", coded(h)));
        let _ = writeln!(out, "<li>{}{}</li>", coded(&finding.text), hint.unwrap_or_default());
    }
    out + "</ul>\n"
}

/// Text in which what stands in backticks is code.
fn coded(text: &str) -> String {
    let mut out = String::new();
    for (at, part) in text.split('`').enumerate() {
        let _ = if at % 2 == 1 {
            write!(out, "<code>{}</code>", escaped(part))
        } else {
            write!(out, "{}", escaped(part))
        };
    }
    out
}

fn seats(report: &Report) -> String {
    let dot = |name: String, number: Number| {
        let sure = !report.together && is_off(report, &number);
        Dot { name, number, sure }
    };
    let seats = report.seats.iter();
    let mut dots: Vec<Dot> =
        seats.map(|s| dot(format!("seat {} ({})", s.seat, s.bot), s.wins)).collect();
    if !report.together {
        dots.push(dot("whoever decides first".into(), report.first));
    }
    // Where all win together there is nothing to compare.
    let mut out = match report.together {
        true => String::new(),
        false => intervals("Shares of the wins by seat", &dots, fair(report), true),
    };
    let mut rows = Vec::new();
    for seat in &report.seats {
        let score = seat.score.map_or_else(|| "–".to_string(), |n| mean(&n));
        let [forced, ways] = seat.asked();
        // Where all win together they all win as often.
        let wins = if report.together { String::new() } else { share(&seat.wins) };
        rows.push(vec![format!("seat {}", seat.seat), wins, score, forced, ways]);
    }
    if let (true, Some(seat)) = (report.together, report.seats.first()) {
        let none = || String::new();
        rows.insert(0, vec!["all".into(), share(&seat.wins), none(), none(), none()]);
    }
    out += &table(&["", "wins", "score", "decisions without a choice", "ways to choose"], &rows);
    if !report.together {
        let _ = writeln!(
            out,
            "<p>Shared: {}. Nobody wins: {}.</p>",
            share(&report.shared),
            share(&report.unwon)
        );
    }
    out
}

fn length(report: &Report) -> String {
    let row = |name: &str, length: &Length| {
        vec![
            name.to_string(),
            length.mean.map_or_else(|| "–".into(), |n| mean(&n)),
            format!("{:.0}", length.p5),
            format!("{:.0}", length.median),
            format!("{:.0}", length.p95),
        ]
    };
    let mut rows = vec![row("turns", &report.turns)];
    rows.extend(report.rounds.as_ref().map(|rounds| row("rounds", rounds)));
    rows.push(row("decisions", &report.decisions));
    rows.push(row(&format!("minutes at {} s a choice", report.pace), &report.minutes));
    let head = ["", "mean", "short (1 in 20)", "median", "long (19 in 20)"];
    let mut out = columns("Games by their number of turns", &binned(&report.by_turns, COLUMNS));
    out += "<p class=\"about\">Games by their number of turns.</p>\n";
    out += &table(&head, &rows);
    for stuck in &report.stuck {
        let _ = writeln!(
            out,
            "<p class=\"wrong\">{} games did not end: {}. The first: <code>{}</code></p>",
            stuck.games,
            escaped(&stuck.why),
            escaped(&stuck.first.look)
        );
    }
    out
}

fn lead(report: &Report) -> String {
    let Some(lead) = &report.lead else { return String::new() };
    let tenths: Vec<(String, u64)> =
        (0..).zip(lead.tenths).map(|(at, n)| (format!("{} %", (at + 1) * 10), n)).collect();
    let mut out = columns("Games by when they were decided", &tenths);
    let _ = writeln!(
        out,
        "<p>Decided in each tenth of the game. Half of them by {}. The lead changes {} times; {} \
         of the games are won by a seat that was behind in the middle.</p>",
        percent(lead.settled),
        mean(&lead.changes),
        share(&lead.comebacks)
    );
    out
}

fn things(report: &Report) -> String {
    let mut worth: Vec<Dot> = report
        .things
        .iter()
        .filter_map(|t| {
            let number = t.barred?;
            let sure = is_difference(&number, report.barred());
            Some(Dot { name: format!("without {}", t.name), number, sure })
        })
        .collect();
    worth.sort_by(|a, b| a.number.value.total_cmp(&b.number.value));
    let mut out = intervals("What it costs a seat to do without", &worth, 0.0, false);
    let optional = |n: Option<Number>| n.map_or_else(|| "–".into(), |n| share(&n));
    let mut rows = Vec::new();
    for thing in &report.things {
        let place = thing.place.as_ref().map(|place| format!(" ({place})"));
        rows.push(vec![
            format!("{}{}", thing.name, place.unwrap_or_default()),
            thing.offered.to_string(),
            percent(thing.taken.value),
            percent(thing.games.value),
            optional(thing.with),
            optional(thing.without),
            thing.barred.map_or_else(|| "–".into(), |n| points(&n)),
        ]);
    }
    let head =
        ["", "on offer", "then done", "in games", "wins of who did", "of who did not", "if barred"];
    out += &table(&head, &rows);
    let named = |what: &str, names: &[String]| match names {
        [] => String::new(),
        names => format!("<p>{what}: {}.</p>\n", escaped(&names.join(", "))),
    };
    out += &named("Never done", &report.never);
    out += &named("Always done when on offer", &report.always);
    out
}

fn skill(report: &Report) -> String {
    let dots: Vec<Dot> = report
        .skill
        .iter()
        .map(|s| {
            let sure = is_difference(&s.more, report.skill.len());
            Dot { name: format!("played by {}", s.player), number: s.more, sure }
        })
        .collect();
    intervals("Who plays better", &dots, 0.0, false)
}

/// A measure as it is, with the change, and by how much that is more.
pub(super) fn figures(measure: &Measure) -> [String; 3] {
    let number = |n: f64| if measure.share { percent(n) } else { format!("{n:.2}") };
    let more = if measure.share { points(&measure.more) } else { mean(&measure.more) };
    [number(measure.before), number(measure.after), more]
}

fn others(report: &Report) -> String {
    let mut out = String::new();
    for other in &report.others {
        let _ =
            writeln!(out, "<h3>{} <small>{} games</small></h3>", escaped(&other.what), other.pairs);
        let mut rows = Vec::new();
        for measure in &other.measures {
            let [before, after, more] = figures(measure);
            let more = if measure.clear { format!("**{more}") } else { more };
            rows.push(vec![measure.what.clone(), before, after, more]);
        }
        out += &table(&["", "as it is", "then", "difference"], &rows);
    }
    out
}

fn courses(report: &Report) -> String {
    let mut out = String::new();
    let (mut shown, mut still): (Vec<&str>, Vec<String>) = (Vec::new(), Vec::new());
    for course in &report.courses {
        if shown.contains(&course.what.as_str()) {
            continue;
        }
        shown.push(&course.what);
        let rows: Vec<&Course> = report.courses.iter().filter(|c| c.what == course.what).collect();
        if never_changes(&rows) {
            still.push(course.what.clone());
            continue;
        }
        let name = |c: &Course| c.seat.map_or_else(String::new, |seat| format!("seat {seat}"));
        let curves: Vec<Curve<'_>> =
            rows.iter().map(|c| Curve { name: name(c), points: &c.points }).collect();
        let plot = lines(&course.what, &curves);
        if !plot.is_empty() {
            let _ = writeln!(out, "<h3><code>{}</code></h3>\n{plot}", escaped(&course.what));
        }
    }
    if !still.is_empty() {
        let _ = writeln!(out, "<p>Never another: {}.</p>", escaped(&still.join(", ")));
    }
    out
}

/// Whether a number is the same in every game, for every seat, from start to end.
fn never_changes(rows: &[&Course]) -> bool {
    let mut all = rows.iter().flat_map(|row| row.points.iter().flatten());
    let Some(first) = all.next() else { return false };
    all.chain([first]).all(|n| n.ci95[0] >= first.value && n.ci95[1] <= first.value)
}

fn cards(report: &Report) -> String {
    if report.cards.is_empty() {
        return String::new();
    }
    let row = |card: &super::numbers::Card| {
        vec![card.name.clone(), card.done.to_string(), percent(card.games.value), share(&card.with)]
    };
    // Of what everybody named in every game there is nothing to say.
    let all = report.finished * report.seats.len() as u64;
    let told = |card: &&super::numbers::Card| card.with.from < all;
    let rows: Vec<Vec<String>> = report.cards.iter().filter(told).take(LISTED).map(row).collect();
    let mut out = table(&["", "named", "in games", "wins of who named it"], &rows);
    if !report.unnamed.is_empty() {
        let _ = writeln!(out, "<p>Never named: {}.</p>", escaped(&report.unnamed.join(", ")));
    }
    format!("<details><summary>{} cards</summary>\n{out}</details>\n", report.cards.len())
}

fn coverage(report: &Report) -> String {
    let Some(coverage) = &report.coverage else { return String::new() };
    let all = format!(
        "<p>{} of {} statements of the rules were reached in {} games.</p>\n",
        coverage.reached, coverage.statements, coverage.games
    );
    all + &line_table(&coverage.missed, false)
}

fn line_table(lines: &[Line], counted: bool) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let row = |line: &Line| {
        let place = format!("{}:{}", line.file, line.line);
        let mut row = vec![place, line.text.clone()];
        if counted {
            row.push(line.games.to_string());
        }
        row
    };
    let rows: Vec<Vec<String>> = lines.iter().take(LISTED).map(row).collect();
    table(if counted { &["line", "", "games"] } else { &["line", ""] }, &rows)
}

fn examples(report: &Report) -> String {
    let mut out = String::from("<ul>\n");
    for example in &report.examples {
        let look = escaped(&example.look);
        let _ = writeln!(out, "<li>{}<br><code>{look}</code></li>", escaped(&example.what));
    }
    if report.examples.is_empty() { String::new() } else { out + "</ul>\n" }
}

/// A table. A cell that begins with `**` is bold.
fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let mut out = String::from("<div class=\"wide\"><table>\n<tr>");
    for cell in head {
        let _ = write!(out, "<th>{}</th>", escaped(cell));
    }
    out.push_str("</tr>\n");
    for row in rows {
        out.push_str("<tr>");
        for cell in row {
            let _ = match cell.strip_prefix("**") {
                Some(bold) => write!(out, "<td><strong>{}</strong></td>", escaped(bold)),
                None => write!(out, "<td>{}</td>", escaped(cell)),
            };
        }
        out.push_str("</tr>\n");
    }
    out + "</table></div>\n"
}
