//! Laying a tile: first the square of the frontier, by the number that it has in the picture, then
//! which way round.

use super::fill;
use super::step::{Asked, Step, at_step, or_command, said, taken_apart, whole_move};
use crate::cli_error::CliError;
use crate::draw::frontier::Site;
use crate::draw::grid::tries;
use crate::terminal::host::Host;
use houserules_table::view::picture::{Drawn, Picture};

/// Asks for one of these places, then for the way the tile lies there.
///
/// # Errors
/// If a stream fails.
pub fn ask(
    host: &mut Host,
    asked: &Asked<'_>,
    picture: &Picture,
    sites: &[Site],
) -> Result<Step, CliError> {
    loop {
        asked.boards(host)?;
        let numbers: Vec<String> = sites.iter().map(|site| site.number.to_string()).collect();
        let prompt = format!("where ({}) > ", in_short(&numbers));
        let site = loop {
            let line = match said(host, &prompt, &asked.words())? {
                Some(line) => line.trim().to_owned(),
                None => return Ok(Step::left()),
            };
            if let Some(step) = at_step(host, asked, &line)? {
                match step {
                    Step::Again => asked.boards(host)?,
                    Step::Quiet => {}
                    step => return Ok(step),
                }
                continue;
            }
            if let Some(site) = sites.iter().find(|site| line == site.number.to_string()) {
                break site;
            }
            if let Ok(arg) = fill::read(&asked.step.fill, &line)
                && line.parse::<usize>().is_err()
            {
                return Ok(Step::Filled(arg));
            }
            if taken_apart(host, &line) {
                continue;
            }
            match whole_move(host, asked, &line)? {
                Some(Step::Quiet) => {}
                Some(step) => return Ok(step),
                None => {
                    let meant = or_command(host, &line);
                    let numbers = numbers.join(", ");
                    let text = format!("Type a number from the picture: {numbers}.{meant}");
                    host.wrong(&text)?;
                }
            }
        };
        match way(host, asked, picture, site)? {
            Step::Back => {}
            step => return Ok(step),
        }
    }
}

/// Which way the tile lies at a place; taken at once if there is but one.
fn way(
    host: &mut Host,
    asked: &Asked<'_>,
    picture: &Picture,
    site: &Site,
) -> Result<Step, CliError> {
    let members = asked.step.fill.members();
    let filled = |way: usize| members.get(way).map(|m| Step::Filled(m.arg.clone()));
    if let [only] = site.ways.as_slice() {
        return Ok(filled(*only).unwrap_or(Step::Back));
    }
    let drawn: Vec<(usize, &[Drawn])> = site
        .ways
        .iter()
        .enumerate()
        .map(|(n, way)| (n + 1, asked.sketches.get(*way).map_or(&[][..], Vec::as_slice)))
        .collect();
    let show = |host: &mut Host| {
        let lines = tries(picture, &drawn, host.console.look.width);
        lines.iter().try_for_each(|line| host.console.line(line))
    };
    show(host)?;
    let prompt = format!("which way (1 to {}; `back` for another place) > ", site.ways.len());
    loop {
        let Some(line) = said(host, &prompt, &asked.words())? else { return Ok(Step::left()) };
        let line = line.trim();
        if matches!(line, "back" | "b" | ":back") {
            return Ok(Step::Back);
        }
        if let Some(step) = at_step(host, asked, line)? {
            match step {
                Step::Again => show(host)?,
                Step::Quiet => {}
                step => return Ok(step),
            }
            continue;
        }
        let number = line.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        match number.and_then(|at| site.ways.get(at)).and_then(|way| filled(*way)) {
            Some(step) => return Ok(step),
            None => match fill::read(&asked.step.fill, line) {
                Ok(arg) if number.is_none() => return Ok(Step::Filled(arg)),
                _ => match whole_move(host, asked, line)? {
                    Some(Step::Quiet) => {}
                    Some(step) => return Ok(step),
                    None => host.wrong(&format!("Type a number from 1 to {}.", site.ways.len()))?,
                },
            },
        }
    }
}

/// `1 to 6`, or each number where some are missing.
fn in_short(numbers: &[String]) -> String {
    if let (Some(first), Some(last)) = (numbers.first(), numbers.last())
        && numbers.len() > 2
    {
        let all = first.parse::<usize>().ok().zip(last.parse::<usize>().ok());
        if let Some((low, high)) = all
            && high.abs_diff(low) + 1 == numbers.len()
        {
            format!("{first} to {last}")
        } else {
            numbers.join(", ")
        }
    } else {
        numbers.join(" or ")
    }
}
