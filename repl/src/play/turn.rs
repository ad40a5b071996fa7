//! One decision of a person: the table, what happened, the menu, and lines until one of them is a
//! choice.

use super::auto::only_pass;
use super::fill;
use super::numbers::{sites, straight};
use super::offer;
use super::place;
use super::step::{Asked, Next, Step, at_step, command, or_command, said, taken_apart, whole_move};
use crate::cli_error::CliError;
use crate::draw::picks::Picks;
use crate::show::console::Tone;
use crate::terminal::host::Host;
use crate::terminal::sentences::capital;
use crate::terminal::typed::{Done, Question};
use houserules_lang::naming::loose;
use houserules_table::choices::draft::{PartialChoice, next_step, step_name};
use houserules_table::choices::menu::{Fill, Menu};
use houserules_table::choices::value::Arg;
use houserules_table::visibility::Viewer;

/// Lets a person decide.
///
/// # Errors
/// If a stream fails.
pub fn take(host: &mut Host, seat: u8) -> Result<Done, CliError> {
    host.eyes = Viewer::Seat(seat);
    let heading = host.heading();
    host.tell(Viewer::Seat(seat), seat, Some(heading))?;
    host.console.line("")?;
    host.console.measure();
    host.show_table(Viewer::Seat(seat), false)?;
    host.people.ahead.clear();
    loop {
        let Some(menu) = host.session.game_mut().menu(seat) else { return Ok(Done::Moved) };
        if only_pass(&menu) && host.people.humans() < 2 {
            let hint = "Passing is all you can do here; `auto` passes for you at such questions.";
            host.console.say(Tone::Faint, hint)?;
        }
        host.console.line("")?;
        let question = menu.question.as_deref().map(capital);
        let name = host.session.game().naming().seat(seat);
        let straight = straight(&menu);
        let only = straight.and_then(|at| menu.entries.get(at)).filter(|e| !e.name.is_empty());
        let heading = question.unwrap_or_else(|| match only {
            Some(entry) => format!("{name}: {}", entry.title),
            None => format!("{name}, what do you do?"),
        });
        host.console.say(Tone::Heading, &heading)?;
        let next = match straight {
            Some(entry) => fill_in(host, &menu, PartialChoice { entry, filled: Vec::new() }, true)?,
            None => at_menu(host, &menu)?,
        };
        match next {
            Next::Again => {}
            Next::Over(done) => return Ok(done),
            Next::Fill(entry) => {
                let draft = PartialChoice { entry, filled: Vec::new() };
                if let Next::Over(done) = fill_in(host, &menu, draft, false)? {
                    return Ok(done);
                }
            }
        }
    }
}

fn at_menu(host: &mut Host, menu: &Menu) -> Result<Next, CliError> {
    for line in offer::listed(host, menu) {
        host.console.line(&line)?;
    }
    loop {
        let Some(line) = said(host, "> ", &offer::words(menu))? else {
            return Ok(Next::Over(Done::Left));
        };
        let line = line.trim();
        match command(host, Question { menu, begun: None, picks: Picks::default() }, line)? {
            Some(done @ (Done::Moved | Done::Left)) => return Ok(Next::Over(done)),
            Some(Done::Shown) => return Ok(Next::Again),
            Some(Done::Quiet) => continue,
            None => {}
        }
        let line = host.first_of(line, menu.entries.len());
        let line = line.as_str();
        let lone = line.is_empty() && menu.entries.len() == 1;
        let number = if lone { Some(1) } else { line.parse::<usize>().ok() };
        let said = loose(line);
        let named = menu.entries.iter().position(|e| !e.name.is_empty() && loose(&e.name) == said);
        let named = named.or_else(|| menu.entries.iter().position(|e| loose(&e.title) == said));
        match (number, named) {
            (Some(number), _) if (1..=menu.entries.len()).contains(&number) => {
                return Ok(Next::Fill(number - 1));
            }
            (None, Some(entry)) => return Ok(Next::Fill(entry)),
            (None, None) if !line.is_empty() => {
                if host.chooses(menu.seat, line)? {
                    return Ok(Next::Over(Done::Moved));
                }
            }
            _ => {
                let most = menu.entries.len();
                let help = "Type a number from 1 to {most}, or the move by name; `?` helps.";
                host.wrong(&help.replace("{most}", &most.to_string()))?;
            }
        }
    }
}

/// Fills in an entry step by step. `alone`: there is no menu to go back to.
fn fill_in(
    host: &mut Host,
    menu: &Menu,
    mut draft: PartialChoice,
    alone: bool,
) -> Result<Next, CliError> {
    let mut first = true;
    loop {
        let mut said = Vec::new();
        let step = next_step(host.session.game_mut(), menu, &mut draft, &mut said, first && alone);
        for line in said {
            host.console.say(Tone::Faint, &format!("  {line}"))?;
        }
        let Some(step) = step else { return submit(host, menu, &draft) };
        // A set that leads nowhere: handed in with a number, the refusal says why.
        let nothing = matches!(&step.fill, Fill::One(members) if members.is_empty());
        if nothing && !draft.filled.is_empty() {
            draft.filled.push(Arg::Number(0));
            return submit(host, menu, &draft);
        }
        let sketches = host.session.game_mut().sketches(menu.seat, draft.entry, &draft.filled);
        let first_of_all = first && alone;
        let asked =
            Asked { menu, begun: &draft, step: &step, sketches: &sketches, first: first_of_all };
        match ask_step(host, &asked)? {
            Step::Filled(arg) => {
                draft.filled.push(arg);
                first = false;
            }
            Step::Next(next) => return Ok(next),
            Step::Again | Step::Quiet | Step::Back => {}
        }
    }
}

fn ask_step(host: &mut Host, asked: &Asked<'_>) -> Result<Step, CliError> {
    if let Some((picture, sites)) = sites(host, asked.menu.seat, &asked.step.fill, asked.sketches) {
        return place::ask(host, asked, &picture, &sites);
    }
    let step = asked.step;
    asked.boards(host)?;
    asked.list(host)?;
    let prompt = format!("{} ({}) > ", step_name(step), fill::prompt(&step.fill));
    loop {
        let Some(line) = said(host, &prompt, &asked.words())? else { return Ok(Step::left()) };
        let line = line.trim();
        match at_step(host, asked, line)? {
            Some(Step::Again) => {
                asked.boards(host)?;
                asked.list(host)?;
                continue;
            }
            Some(Step::Quiet) => continue,
            Some(step) => return Ok(step),
            None => {}
        }
        match fill::read(&step.fill, line) {
            Ok(arg) => return Ok(Step::Filled(arg)),
            Err(_) if taken_apart(host, line) => {}
            Err(wrong) => {
                match whole_move(host, asked, line)? {
                    Some(Step::Quiet) => continue,
                    Some(step) => return Ok(step),
                    None => {}
                }
                let back = if asked.first { "" } else { "; `back` returns to the menu" };
                let meant = or_command(host, line);
                host.wrong(&capital(&format!("{wrong}{back}.{meant}")))?;
            }
        }
    }
}

fn submit(host: &mut Host, menu: &Menu, draft: &PartialChoice) -> Result<Next, CliError> {
    let Some(choice) = draft.choice(menu) else { return Ok(Next::Again) };
    let made = host.submits(menu.seat, &choice)?;
    let left: Vec<String> = host.people.ahead.drain(..).collect();
    if made && !left.is_empty() {
        host.wrong(&format!("The choice was complete without `{}`.", left.join(" ")))?;
    }
    Ok(if made { Next::Over(Done::Moved) } else { Next::Again })
}
