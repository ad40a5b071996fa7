//! The report as Markdown, for the terminal.

use super::numbers::{Length, Report};
use super::page::figures;
use super::said::{points, share};
use crate::cli_error::CliError;
use crate::show::console::{Console, Tone};
use crate::show::interval::percent;

/// Prints the report on the terminal.
///
/// # Errors
/// If standard output is closed.
pub(super) fn say(report: &Report, console: &mut Console) -> Result<(), CliError> {
    let title = format!("# {}: {} games", report.game, report.games[0]);
    console.say(Tone::Heading, &title)?;
    let mut set = report.variants.clone();
    set.extend(report.options.iter().cloned());
    let set = if set.is_empty() { String::new() } else { format!(", {}", set.join(", ")) };
    let seats = report.bots.len();
    let bots = report.bots.join(", ");
    let may_play = report.for_players();
    let line = format!("\n{may_play} {seats} seats ({bots}){set}; seed {}", report.seed);
    console.line(&line)?;
    if let Some(learnt) = &report.learnt {
        console.line(learnt)?;
    }
    if let Some(wanted) = report.wanted {
        let [base, all] = report.games;
        let of_these = match base == all {
            true => String::new(),
            false => format!(", {base} of them the game as it is, the others with a change"),
        };
        let line = format!("Interrupted: {all} of {wanted} games were played{of_these}.");
        console.say(Tone::Wrong, &line)?;
    }
    console.say(Tone::Heading, "\n## What stands out\n")?;
    for finding in &report.findings {
        console.line(&format!("- {}", finding.text))?;
        if let Some(hint) = &finding.hint {
            console.line(&format!("  {hint}"))?;
        }
    }
    tables(report, console)
}

fn tables(report: &Report, console: &mut Console) -> Result<(), CliError> {
    console.say(Tone::Heading, "\n## Who wins\n")?;
    console.text("| seat | played by | wins | score | no choice | ways to choose |\n")?;
    console.text("|---|---|---|---|---|---|\n")?;
    if let (true, Some(seat)) = (report.together, report.seats.first()) {
        console.text(&format!("| all | | {} | | | |\n", share(&seat.wins)))?;
    }
    for seat in &report.seats {
        let score = seat.score.map_or_else(String::new, |n| format!("{:.1}", n.value));
        let wins = if report.together { String::new() } else { share(&seat.wins) };
        let [forced, ways] = seat.asked();
        let (number, bot) = (seat.seat, &seat.bot);
        let row = format!("| {number} | {bot} | {wins} | {score} | {forced} | {ways} |\n");
        console.text(&row)?;
    }
    if !report.together && report.seats.len() > 1 {
        let first = share(&report.first);
        console.text(&format!("| whoever decides first | | {first} | | | |\n"))?;
    }
    if report.shared.value > 0.0 {
        let shared = share(&report.shared);
        console.text(&format!("| several together | | {shared} | | | |\n"))?;
    }
    console.say(Tone::Heading, "\n## How long it takes\n")?;
    console.text("| | mean | short (1 in 20) | median | long (19 in 20) |\n")?;
    console.text("|---|---|---|---|---|\n")?;
    let rounds = report.rounds.as_ref().map(|rounds| ("rounds", rounds));
    let lengths = [("turns", &report.turns)].into_iter().chain(rounds);
    let minutes = format!("minutes at {} s a choice", report.pace);
    let others = [("decisions", &report.decisions), (minutes.as_str(), &report.minutes)];
    for (name, length) in lengths.chain(others) {
        let Length { mean, p5, median, p95 } = length;
        let mean = mean.map_or_else(String::new, |n| format!("{:.1}", n.value));
        console.text(&format!("| {name} | {mean} | {p5:.0} | {median:.0} | {p95:.0} |\n"))?;
    }
    other_rules(report, console)?;
    if !report.things.is_empty() {
        console.say(Tone::Heading, "\n## What can be done\n")?;
        console.text("| action | on offer | then done | a seat without it wins |\n")?;
        console.text("|---|---|---|---|\n")?;
    }
    for thing in &report.things {
        let place = thing.place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
        let barred = thing.barred.map_or_else(|| "–".to_string(), |n| points(&n));
        let name = &thing.name;
        let taken = percent(thing.taken.value);
        console.text(&format!("| {name}{place} | {} | {taken} | {barred} |\n", thing.offered))?;
    }
    if !report.examples.is_empty() {
        console.say(Tone::Heading, "\n## Games to look at\n")?;
        console.line(
            "Each call writes a journal. `houserules repl game-17.journal --at 0` shows the \
             beginning of game 17, `redo` goes on, `back 0` returns there.\n",
        )?;
    }
    for example in &report.examples {
        console.text(&format!("- {}\n  `{}`\n", example.what, example.look))?;
    }
    Ok(())
}

/// What the rules that were asked for make of the game; options that were tried stand on the page.
fn other_rules(report: &Report, console: &mut Console) -> Result<(), CliError> {
    for other in report.others.iter().filter(|other| other.is_asked) {
        let heading = format!("\n## The same games {} ({} games)\n", other.what, other.pairs);
        console.say(Tone::Heading, &heading)?;
        console.text("| | as it is | then | difference |\n|---|---|---|---|\n")?;
        for measure in &other.measures {
            let [before, after, more] = figures(measure);
            let (what, mark) = (&measure.what, if measure.clear { "**" } else { "" });
            console.text(&format!("| {what} | {before} | {after} | {mark}{more}{mark} |\n"))?;
        }
        console.line("\nIn bold: these games leave no doubt that it differs.")?;
    }
    Ok(())
}
