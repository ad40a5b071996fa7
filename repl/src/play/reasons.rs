//! `moves` and `why`: what may be chosen now, what may not, and why.

use super::carry_out::{Came, Done, Said};
use super::fill;
use super::offer;
use super::session::{TableSession, sentence};
use crate::cli_error::CliError;
use crate::draw::picks::Picks;
use crate::show::console::Tone;
use crate::show::grid::aligned;
use houserules_table::choices::closed::told;
use houserules_table::choices::menu::Menu;
use houserules_table::game::Rejected;

/// `why`, `why all`; `why MOVE VALUE …`, `why VALUE …`, or `why 2`, a number of the list.
pub(super) fn why(sitting: &mut TableSession, said: &Said<'_>) -> Came {
    match said.rest {
        "" | "all" => closed(sitting, said.menu.seat, said.rest == "all")?,
        _ => {
            let lines = against(sitting, said);
            lines.iter().try_for_each(|line| sitting.console.line(line))?;
        }
    }
    Ok(Done::QUIET)
}

/// What speaks against a choice.
fn against(sitting: &mut TableSession, said: &Said<'_>) -> Vec<String> {
    let (seat, line) = (said.menu.seat, said.rest);
    if let Some(said) = numbered(said.menu, said.picks, line) {
        return vec![said];
    }
    let game = sitting.session.game_mut();
    let Some(rejected) = game.why_not(seat, line) else {
        return vec!["Nothing speaks against it.".into()];
    };
    let meant = match rejected {
        Rejected::Refused(_) => Vec::new(),
        Rejected::Unclear { .. } => game.why_not_any(seat, line),
    };
    if meant.is_empty() {
        return vec![sentence(&rejected.to_string())];
    }
    let told = |(name, reason): (String, String)| {
        sentence(&format!("{} {line}: {reason}", name.replace('_', " ")))
    };
    meant.into_iter().map(told).collect()
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
fn closed(sitting: &mut TableSession, seat: u8, all: bool) -> Result<(), CliError> {
    let closed = sitting.session.game_mut().closed(seat);
    if closed.is_empty() {
        return sitting.console.line(
            "Every move is open; `why MOVE VALUE …` asks about one \
             choice.",
        );
    }
    sitting.console.line("Not possible now:")?;
    let (lines, fewer) = told(&closed, all);
    for line in lines {
        let what = line.what.replace('_', " ");
        sitting.console.line(&format!("  {what}: {}", line.reason()))?;
    }
    if fewer {
        sitting.console.say(Tone::Faint, "  (`moves all` says it of each)")?;
    }
    Ok(())
}

pub(super) fn moves(sitting: &mut TableSession, said: &Said<'_>) -> Came {
    let Said { rest: asked, menu, picks } = *said;
    if !matches!(asked, "" | "all") {
        sitting.wrong("Say `moves`, or `moves all`; `why MOVE VALUE …` asks about one choice.")?;
        return Ok(Done::QUIET);
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
    closed(sitting, menu.seat, asked == "all")?;
    Ok(Done::QUIET)
}
