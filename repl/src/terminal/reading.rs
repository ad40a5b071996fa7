//! What is written down: the rules and the score in words, the log, and what may be typed.

use super::commands::{Command, GROUPS, Role, does, find, forms};
use super::host::Host;
use super::telling::say_last;
use super::typed::{CommandResult, Typed};
use crate::rulebook;
use crate::show::console::Tone;
use crate::show::grid::aligned;
use houserules_interpreter::ask::Stop;
use houserules_lang::code::Code;
use houserules_lang::ir::Type;
use houserules_lang::naming::loose;
use houserules_lang::spelling::nearest;
use houserules_table::choices::menu::Menu;
use houserules_table::visibility::Viewer;

/// What may be typed at a table besides commands.
const CHOOSING: &[(&str, &str)] = &[
    ("1, 2, …", "choose by number, step by step; `1 3 2` takes the first, then 3, then 2"),
    (
        "MOVE VALUE …",
        "or type a whole move: its name, then its values, with cards in square brackets",
    ),
    ("back", "go from a step back to the menu"),
];

/// `log`, `log 20`
pub(super) fn log(host: &mut Host, typed: &Typed) -> CommandResult {
    let most = if typed.rest().is_empty() { usize::MAX } else { typed.number(20)? as usize };
    let lines = host.game().log(host.eyes, 0);
    Ok(say_last(host.console, &lines, most)?)
}

/// `score`: how it is counted. What it is now may tell of what is hidden: it is for a referee, and
/// for all when the game is over.
pub(super) fn score(host: &mut Host, _: &Typed) -> CommandResult {
    let lines = rulebook::of_score(host.game().book(), host.game().sources());
    if lines.is_empty() {
        return host.line("This game has no score; `rules` says how it is won.");
    }
    host.lines(&lines)?;
    if host.eyes != Viewer::Referee && !matches!(host.game().stop(), Stop::Over(_)) {
        return host.line("It is shown when the game is over.");
    }
    let Some(scores) = host.game_mut().scores() else {
        return host.note("It cannot be counted now.");
    };
    let book = host.game().book();
    let ty = book.score.map_or(&Type::None, |id| &book[id].value.ty);
    let naming = host.game().naming();
    let scores = naming.seats.iter().zip(&scores);
    let shown = scores.map(|(name, score)| format!("{name} {}", naming.plain(ty, score)));
    let shown = shown.collect::<Vec<_>>().join(", ");
    host.line(&format!("Now: {shown}"))
}

/// `rules`: all of them; `rules MOVE`: what that move does.
pub(super) fn rules(host: &mut Host, typed: &Typed) -> CommandResult {
    let (book, sources) = (host.game().book(), host.game().sources());
    if typed.rest().is_empty() {
        host.lines(&rulebook::in_lines(book, sources))
    } else {
        rules_of(host, typed)
    }
}

fn rules_of(host: &mut Host, typed: &Typed) -> CommandResult {
    let asked = match typed.question {
        Some(question) => meant(question.menu, typed.rest()),
        None => typed.rest().to_owned(),
    };
    let (book, sources) = (host.game().book(), host.game().sources());
    let lines = rulebook::of_move(book, sources, &asked);
    if !lines.is_empty() {
        return host.lines(&lines);
    }
    let shown: String = asked.chars().take(40).collect();
    let names = book.moves.iter().map(|m| m.name.as_str());
    let help = match nearest(&shown, names.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let names: Vec<String> = names.map(|m| format!("`{}`", m.replace('_', " "))).collect();
            format!("the moves are {}", names.join(", "))
        }
    };
    let found = typed.wrong(Code::E1015, typed.rest.clone(), format!("there is no move `{shown}`"));
    Err(found.help(help).into())
}

/// The move that is meant by a number of the menu or by its title.
fn meant(menu: &Menu, asked: &str) -> String {
    let number = asked.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let titled = menu.entries.iter().position(|e| loose(&e.title) == loose(asked));
    let entry = number.or(titled).and_then(|at| menu.entries.get(at));
    let name = entry.map(|e| e.name.split('(').next().unwrap_or(&e.name));
    name.filter(|name| !name.is_empty()).unwrap_or(asked).to_owned()
}

/// `help`: the moves on offer, and everything that may be typed; `help COMMAND`: more of it; `help
/// MOVE`: what that move does.
pub(super) fn help(host: &mut Host, typed: &Typed) -> CommandResult {
    let asked = typed.rest();
    if let Some(command) = find(asked).filter(|command| command.rights.are_of(host.role)) {
        return about(host, command);
    }
    if !asked.is_empty() {
        return rules_of(host, typed);
    }
    let entries = typed.question.map_or(&[][..], |question| question.menu.entries.as_slice());
    for entry in entries.iter().filter(|e| !e.doc.is_empty()) {
        let doc: Vec<&str> = entry.doc.split_whitespace().collect();
        host.line(&format!("  {}: {}", entry.name.replace('_', " "), doc.join(" ")))?;
    }
    let row = |(what, does): (&str, &str)| vec![what.to_string(), does.to_string()];
    let width = host.console.look.width;
    if host.role == Role::Player {
        host.console.say(Tone::Heading, "Choosing")?;
        let rows: Vec<Vec<String>> = CHOOSING.iter().copied().map(row).collect();
        host.lines(&aligned(&rows, 2, width))?;
    }
    for group in GROUPS {
        let open = group.commands.iter().filter(|command| command.rights.are_of(host.role));
        let rows = open.map(|command| row((command.forms[0], &does(command, host.role))));
        let rows: Vec<Vec<String>> = rows.collect();
        if !rows.is_empty() {
            host.console.say(Tone::Heading, group.title)?;
            host.lines(&aligned(&rows, 2, width))?;
        }
    }
    host.note(
        "`help COMMAND` says more, `help MOVE` what a move does; `:undo` is always the command.",
    )
}

/// How a command is written, what it does, and an example.
fn about(host: &mut Host, command: &Command) -> CommandResult {
    for form in forms(command, host.role) {
        host.console.say(Tone::Heading, &format!("  {form}"))?;
    }
    host.line(&format!("    {}", does(command, host.role)))?;
    host.line(&format!("    for example, in examples/{}.rules:", command.example.0))?;
    command.example.1.lines().try_for_each(|line| host.line(&format!("      {line}")))
}
