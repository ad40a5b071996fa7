//! What may be typed at the table, what a move does, the rules and the score in words.

use super::carry_out::{Came, Done, Said};
use super::session::TableSession;
use crate::cli_error::CliError;
use crate::rulebook;
use crate::show::grid::aligned;
use crate::terminal::commands;
use houserules_interpreter::ask::Stop;
use houserules_lang::naming::loose;
use houserules_table::choices::menu::Menu;

/// What may be typed besides commands.
const CHOOSING: &[(&str, &str)] = &[
    ("1, 2, …", "choose by number, step by step; `1 3 2` takes the first, then 3, then 2"),
    (
        "MOVE VALUE …",
        "or type a whole move: its name, then its values, with cards in square brackets",
    ),
    ("back", "go from a step back to the menu"),
];

/// The lines of the help.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    CHOOSING.iter().copied().chain(commands::at_table().filter_map(|(_, at)| at.help))
}

/// `help`: the moves on offer, and everything that may be typed; `help MOVE`: what that move does.
pub(super) fn help(sitting: &mut TableSession, said: &Said<'_>) -> Came {
    let Said { rest: asked, menu, .. } = *said;
    let width = sitting.console.look.width;
    if !asked.is_empty() {
        let row = rows().find(|(what, _)| what.split([' ', ',']).any(|word| word == asked));
        match row {
            Some((what, does)) => {
                let row = [vec![what.to_string(), does.to_string()]];
                aligned(&row, 2, width).iter().try_for_each(|line| sitting.console.line(line))?;
            }
            None => say_rules(sitting, &meant(menu, asked))?,
        }
        return Ok(Done::SHOWN_AGAIN);
    }
    for entry in menu.entries.iter().filter(|e| !e.doc.is_empty()) {
        let doc: Vec<&str> = entry.doc.split_whitespace().collect();
        sitting.console.line(&format!("  {}: {}", entry.name.replace('_', " "), doc.join(" ")))?;
    }
    let rows: Vec<Vec<String>> = rows().map(|(a, b)| vec![a.to_string(), b.to_string()]).collect();
    aligned(&rows, 2, width).iter().try_for_each(|line| sitting.console.line(line))?;
    Ok(Done::SHOWN_AGAIN)
}

/// The move that is meant by a number of the menu or by its title.
fn meant(menu: &Menu, asked: &str) -> String {
    let number = asked.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let titled = menu.entries.iter().position(|e| loose(&e.title) == loose(asked));
    let entry =
        number.or(titled).and_then(|at| menu.entries.get(at)).filter(|e| !e.name.is_empty());
    entry.map_or_else(
        || asked.to_owned(),
        |e| e.name.split('(').next().unwrap_or(&e.name).to_owned(),
    )
}

/// `rules`: all of them; `rules MOVE`: what that move does.
pub(super) fn rules(sitting: &mut TableSession, said: &Said<'_>) -> Came {
    say_rules(sitting, said.rest).map(|()| Done::SHOWN_AGAIN)
}

fn say_rules(sitting: &mut TableSession, asked: &str) -> Result<(), CliError> {
    let game = sitting.session.game();
    let (book, sources) = (game.book(), game.sources());
    let lines = match asked {
        "" => rulebook::in_lines(book, sources),
        asked => rulebook::of_move(book, sources, asked),
    };
    if lines.is_empty() {
        let names: Vec<String> =
            book.moves.iter().map(|m| format!("`{}`", m.name.replace('_', " "))).collect();
        let text = format!(
            "There is no move `{asked}`: the moves are {}. `help` lists what may be typed, `rules` \
             shows all rules.",
            names.join(", ")
        );
        return sitting.wrong(&text);
    }
    lines.iter().try_for_each(|line| sitting.console.line(line))
}

/// `score`: how it is counted; what it is only when the game is over, as it may tell of what is
/// hidden.
pub(super) fn score(sitting: &mut TableSession, _: &Said<'_>) -> Came {
    let game = sitting.session.game();
    let mut lines = rulebook::of_score(game.book(), game.sources());
    if lines.is_empty() {
        lines.push("This game has no score; `rules` says how it is won.".into());
    } else if !matches!(game.stop(), Stop::Over(_)) {
        lines.push("It is shown when the game is over.".into());
    }
    lines.iter().try_for_each(|line| sitting.console.line(line))?;
    Ok(Done::QUIET)
}
