//! One decision of a person: the table, what happened, the menu, and lines until one of them is a
//! choice.

use super::auto::only_pass;
use super::carry_out::{Done, Next};
use super::fill;
use super::offer;
use super::place;
use super::session::{Ending, TableSession, capital, sentence};
use super::step::{Asked, Step, at_step, command, said};
use crate::cli_error::CliError;
use crate::draw::picks::Picks;
use crate::show::console::Tone;
use houserules_lang::naming::loose;
use houserules_table::choices::draft::{PartialChoice, next_step, step_name};
use houserules_table::choices::menu::{EntryKind, Fill, Menu};
use houserules_table::choices::value::Arg;
use houserules_table::visibility::Viewer;

/// Lets a person decide.
///
/// # Errors
/// If a stream fails.
pub fn take(sitting: &mut TableSession, seat: u8) -> Result<Ending, CliError> {
    let heading = sitting.heading();
    sitting.tell(Viewer::Seat(seat), seat, Some(heading))?;
    sitting.console.line("")?;
    sitting.console.measure();
    sitting.show_table(Viewer::Seat(seat), false)?;
    sitting.ahead.clear();
    loop {
        let Some(menu) = sitting.session.game_mut().menu(seat) else { return Ok(Ending::Chosen) };
        if only_pass(&menu) && sitting.humans() < 2 {
            let hint = "Passing is all you can do here; `auto` passes for you at such questions.";
            sitting.console.say(Tone::Faint, hint)?;
        }
        sitting.console.line("")?;
        let question = menu.question.as_deref().map(capital);
        let name = sitting.session.game().naming().seat(seat);
        let straight = straight(&menu);
        let only = straight.and_then(|at| menu.entries.get(at)).filter(|e| !e.name.is_empty());
        let heading = question.unwrap_or_else(|| match only {
            Some(entry) => format!("{name}: {}", entry.title),
            None => format!("{name}, what do you do?"),
        });
        sitting.console.say(Tone::Heading, &heading)?;
        let next = match straight {
            Some(entry) => {
                fill_in(sitting, &menu, PartialChoice { entry, filled: Vec::new() }, true)?
            }
            None => at_menu(sitting, &menu)?,
        };
        match next {
            Next::Again => {}
            Next::Done(ending) => return Ok(ending),
            Next::Fill(entry) => {
                let draft = PartialChoice { entry, filled: Vec::new() };
                if let Next::Done(ending) = fill_in(sitting, &menu, draft, false)? {
                    return Ok(ending);
                }
            }
        }
    }
}

/// The entry to be filled in at once: the only one there is, if it asks for something.
fn straight(menu: &Menu) -> Option<usize> {
    match menu.entries.as_slice() {
        [one] if !one.steps.is_empty() || one.kind == EntryKind::Values => Some(0),
        _ => None,
    }
}

fn at_menu(sitting: &mut TableSession, menu: &Menu) -> Result<Next, CliError> {
    for line in offer::listed(menu) {
        sitting.console.line(&line)?;
    }
    loop {
        let Some(line) = said(sitting, "> ", offer::words(menu))? else {
            return Ok(Next::Done(Ending::Left));
        };
        let line = line.trim();
        match command(sitting, (menu, Picks::default()), line)? {
            Some(Done::Next(next)) => return Ok(next),
            Some(Done::Stayed { again }) if again => return Ok(Next::Again),
            Some(Done::Stayed { .. }) => continue,
            None => {}
        }
        let line = sitting.first_of(line, menu.entries.len());
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
            (None, None) if !line.is_empty() => match sitting.session.say(menu.seat, line) {
                Ok(_) => return Ok(Next::Done(Ending::Chosen)),
                Err(rejected) => sitting.wrong(&sentence(&rejected.to_string()))?,
            },
            _ => {
                let most = menu.entries.len();
                let help = "Type a number from 1 to {most}, or the move by name; `?` helps.";
                sitting.wrong(&help.replace("{most}", &most.to_string()))?;
            }
        }
    }
}

/// Fills in an entry step by step. `alone`: there is no menu to go back to.
fn fill_in(
    sitting: &mut TableSession,
    menu: &Menu,
    mut draft: PartialChoice,
    alone: bool,
) -> Result<Next, CliError> {
    let mut first = true;
    loop {
        let mut said = Vec::new();
        let step =
            next_step(sitting.session.game_mut(), menu, &mut draft, (&mut said, first && alone));
        for line in said {
            sitting.console.say(Tone::Faint, &format!("  {line}"))?;
        }
        let Some(step) = step else { return submit(sitting, menu, &draft) };
        // A set that leads nowhere: handed in with a number, the refusal says why.
        let nothing = matches!(&step.fill, Fill::One(members) if members.is_empty());
        if nothing && !draft.filled.is_empty() {
            draft.filled.push(Arg::Number(0));
            return submit(sitting, menu, &draft);
        }
        let sketches = sitting.session.game_mut().sketches(menu.seat, draft.entry, &draft.filled);
        let asked = Asked { menu, step: &step, sketches: &sketches, first: first && alone };
        match ask_step(sitting, &asked)? {
            Step::Filled(arg) => {
                draft.filled.push(arg);
                first = false;
            }
            Step::Next(next) => return Ok(next),
            Step::Again | Step::Quiet | Step::Back => {}
        }
    }
}

fn ask_step(sitting: &mut TableSession, asked: &Asked<'_>) -> Result<Step, CliError> {
    if let Some((picture, sites)) = place::sites(sitting, asked) {
        return place::ask(sitting, asked, (&picture, &sites));
    }
    let step = asked.step;
    asked.boards(sitting)?;
    asked.list(sitting)?;
    let prompt = format!("{} ({}) > ", step_name(step), fill::prompt(&step.fill));
    loop {
        let Some(line) = said(sitting, &prompt, asked.words())? else { return Ok(Step::left()) };
        let line = line.trim();
        match at_step(sitting, asked, line)? {
            Some(Step::Again) => {
                asked.boards(sitting)?;
                asked.list(sitting)?;
                continue;
            }
            Some(Step::Quiet) => continue,
            Some(step) => return Ok(step),
            None => {}
        }
        match fill::read(&step.fill, line) {
            Ok(arg) => return Ok(Step::Filled(arg)),
            // Whoever sees no menu may still type the whole move.
            Err(_) if asked.first && line.contains(' ') => {
                match sitting.session.say(asked.menu.seat, line) {
                    Ok(_) => return Ok(Step::Next(Next::Done(Ending::Chosen))),
                    Err(rejected) => sitting.wrong(&sentence(&rejected.to_string()))?,
                }
            }
            Err(wrong) => {
                let back = if asked.first { "" } else { "; `back` returns to the menu" };
                sitting.wrong(&capital(&format!("{wrong}{back}.")))?;
            }
        }
    }
}

fn submit(
    sitting: &mut TableSession,
    menu: &Menu,
    draft: &PartialChoice,
) -> Result<Next, CliError> {
    let Some(choice) = draft.choice(menu) else { return Ok(Next::Again) };
    match sitting.session.submit(menu.seat, &choice) {
        Ok(_) => Ok(Next::Done(Ending::Chosen)),
        Err(refusal) => {
            sitting.wrong(&sentence(&refusal.to_string()))?;
            Ok(Next::Again)
        }
    }
}
