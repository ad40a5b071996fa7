//! `moves` and `why`: what may be chosen now, what may not, and why.

use super::fill;
use super::offer;
use super::session::{TableSession, sentence};
use crate::cli_error::CliError;
use crate::draw::picks::Picks;
use crate::show::console::Tone;
use crate::show::grid::aligned;
use houserules_interpreter::referee::Referee;
use houserules_table::choices::closed::{all_told, summed_up};
use houserules_table::choices::menu::Menu;
use houserules_table::game::Rejected;

/// `why MOVE VALUE …`, `why VALUE …`, or `why 2`, a number of the list.
///
/// # Errors
/// If standard output is closed.
pub fn why<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    (menu, picks): (&Menu, Picks<'_>),
    line: &str,
) -> Result<(), CliError> {
    if let Some(said) = numbered(menu, picks, line) {
        return sitting.console.line(&said);
    }
    let rejected = match sitting.session.game_mut().why_not(menu.seat, line) {
        None => return sitting.console.line("Nothing speaks against it."),
        Some(rejected) => rejected,
    };
    let meant = match rejected {
        Rejected::Refused(_) => Vec::new(),
        Rejected::Unclear { .. } => sitting.session.game_mut().why_not_any(menu.seat, line),
    };
    if meant.is_empty() {
        return sitting.console.line(&sentence(&rejected.to_string()));
    }
    for (name, refusal) in meant {
        let reason =
            refusal.map_or_else(|| "nothing speaks against it".to_string(), |r| r.to_string());
        sitting.console.line(&sentence(&format!("{} {line}: {reason}", name.replace('_', " "))))?;
    }
    Ok(())
}

/// What is said of a number: what stands in the list may be chosen.
fn numbered(menu: &Menu, picks: Picks<'_>, line: &str) -> Option<String> {
    let number = line.parse::<i64>().ok()?;
    let (what, count) = match picks.members {
        // Numbers are themselves what is chosen.
        members if fill::are_numbers(members) => return None,
        [] if menu.entries.len() < 2 => return None,
        [] => {
            let at = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
            (at.and_then(|at| menu.entries.get(at)).map(offer::title), menu.entries.len())
        }
        members => {
            let at = (0..members.len()).find(|at| fill::label(members, *at) == number);
            (at.and_then(|at| members.get(at)).map(|m| m.shown.clone()), members.len())
        }
    };
    Some(match what {
        Some(what) => format!("{number} is `{what}`, and nothing speaks against it."),
        None if count == 1 => {
            format!(
                "There is no {number} in the list, which has but one line; `why` alone says what \
                 is not possible."
            )
        }
        None => format!("There is no {number} in the list; `why` alone says what is not possible."),
    })
}

/// `why` alone, and the end of `moves`: what is not possible now, and why.
///
/// # Errors
/// If standard output is closed.
pub fn closed<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    seat: u8,
    all: bool,
) -> Result<(), CliError> {
    let closed = sitting.session.game_mut().closed(seat);
    if closed.is_empty() {
        return sitting.console.line(
            "Every move is open; `why MOVE VALUE …` asks about one \
             choice.",
        );
    }
    sitting.console.line("Not possible now:")?;
    let lines = if all { all_told(&closed) } else { summed_up(&closed) };
    let fewer = lines.len() < all_told(&closed).len();
    for line in lines {
        let what = line.what.replace('_', " ");
        sitting.console.line(&format!("  {what}: {}", line.reason()))?;
    }
    if fewer {
        sitting.console.say(Tone::Faint, "  (`moves all` says it of each)")?;
    }
    Ok(())
}

/// `moves`, `moves all`
///
/// # Errors
/// If standard output is closed.
pub fn moves<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    (menu, picks): (&Menu, Picks<'_>),
    asked: &str,
) -> Result<(), CliError> {
    if !matches!(asked, "" | "all") {
        return sitting
            .wrong("Say `moves`, or `moves all`; `why MOVE VALUE …` asks about one choice.");
    }
    if picks.members.is_empty() {
        for line in offer::listed(menu) {
            sitting.console.line(&line)?;
        }
    } else {
        let shown = picks.members.iter().enumerate();
        let rows = shown
            .map(|(at, m)| vec![format!("{:>3}", fill::label(picks.members, at)), m.shown.clone()]);
        let lines = aligned(&rows.collect::<Vec<_>>(), 0, sitting.console.look.width);
        lines.iter().try_for_each(|line| sitting.console.line(line))?;
    }
    closed(sitting, menu.seat, asked == "all")
}
