//! One decision of a person: the table, what happened, the menu, and lines until one of them is a choice.

use super::auto::only_pass;
use super::fill;
use super::history::{self, Done};
use super::look::look;
use super::offer::{self, Draft};
use super::session::{Sitting, capital};
use crate::command::draw;
use crate::show::console::Tone;
use crate::trouble::Trouble;
use houserules_interpreter::ask::Referee;
use houserules_interpreter::host::choice::Arg;
use houserules_interpreter::host::menu::{EntryKind, Fill, Listed, Menu};
use houserules_interpreter::host::sight::Viewer;
use std::path::Path;

/// How a decision came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Something was chosen.
    Chosen,
    /// The person left.
    Left,
    /// The game went to another point.
    Moved,
}

/// What a line led to.
enum Next {
    /// Ask again.
    Again,
    /// Fill in this entry.
    Fill(usize),
    /// The decision is over.
    Done(Ending),
}

/// Lets a person decide.
///
/// # Errors
/// If a stream fails.
pub fn take<E: Referee + Clone>(sitting: &mut Sitting<E>, seat: u8) -> Result<Ending, Trouble> {
    sitting.tell(Viewer::Seat(seat), seat, Some("What happened"))?;
    sitting.console.line("")?;
    sitting.show_table(Viewer::Seat(seat))?;
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
            Some(entry) => fill_in(sitting, &menu, Draft { entry, filled: Vec::new() }, true)?,
            None => at_menu(sitting, &menu)?,
        };
        match next {
            Next::Again => {}
            Next::Done(ending) => return Ok(ending),
            Next::Fill(entry) => {
                let draft = Draft { entry, filled: Vec::new() };
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

fn at_menu<E: Referee + Clone>(sitting: &mut Sitting<E>, menu: &Menu) -> Result<Next, Trouble> {
    for line in offer::listed(menu) {
        sitting.console.line(&line)?;
    }
    loop {
        let Some(line) = said(sitting, "> ", offer::words(menu))? else {
            return Ok(Next::Done(Ending::Left));
        };
        let line = line.trim();
        if let Some(next) = command(sitting, menu, line)? {
            return Ok(next);
        }
        let lone = line.is_empty() && menu.entries.len() == 1;
        let number = if lone { Some(1) } else { line.parse::<usize>().ok() };
        let named = menu.entries.iter().position(|e| !e.name.is_empty() && e.name.eq_ignore_ascii_case(line));
        match (number, named) {
            (Some(number), _) if (1..=menu.entries.len()).contains(&number) => {
                return Ok(Next::Fill(number - 1));
            }
            (None, Some(entry)) => return Ok(Next::Fill(entry)),
            (None, None) if !line.is_empty() => match sitting.session.say(menu.seat, line) {
                Ok(_) => return Ok(Next::Done(Ending::Chosen)),
                Err(rejected) => sitting.console.say(Tone::Wrong, &capital(&format!("{rejected}.")))?,
            },
            _ => {
                let most = menu.entries.len();
                let help = "Type a number from 1 to {most}, or the move by name; `?` helps.";
                sitting.console.say(Tone::Wrong, &help.replace("{most}", &most.to_string()))?;
            }
        }
    }
}

/// Longer lines are no choices, in bytes; they would only be repeated in an answer nobody can read.
const LONGEST: usize = 2_000;

/// The next line that is not too long to be meant.
fn said<E: Referee + Clone>(
    sitting: &mut Sitting<E>,
    prompt: &str,
    words: Vec<String>,
) -> Result<Option<String>, Trouble> {
    loop {
        match sitting.lines.ask(sitting.console, prompt, words.to_vec())? {
            Some(line) if line.len() > LONGEST => {
                sitting.console.say(Tone::Wrong, "That is too long for a choice.")?;
            }
            line => return Ok(line),
        }
    }
}

/// Fills in an entry step by step. `alone`: there is no menu to go back to.
fn fill_in<E: Referee + Clone>(
    sitting: &mut Sitting<E>,
    menu: &Menu,
    mut draft: Draft,
    alone: bool,
) -> Result<Next, Trouble> {
    let mut first = true;
    loop {
        let mut said = Vec::new();
        let step =
            offer::next_step(sitting.session.game_mut(), menu, &mut draft, (&mut said, first && alone));
        for line in said {
            sitting.console.say(Tone::Faint, &format!("  {line}"))?;
        }
        let Some(step) = step else { return hand_in(sitting, menu, &draft) };
        // A set that leads nowhere: handed in with a number, the refusal says why.
        let nothing = matches!(&step.fill, Fill::One(members) if members.is_empty());
        if nothing && !draft.filled.is_empty() {
            draft.filled.push(Arg::Number(0));
            return hand_in(sitting, menu, &draft);
        }
        match ask_step(sitting, menu, (&step, first && alone))? {
            Step::Filled(arg) => {
                draft.filled.push(arg);
                first = false;
            }
            Step::Next(next) => return Ok(next),
        }
    }
}

enum Step {
    Filled(Arg),
    Next(Next),
}

fn ask_step<E: Referee + Clone>(
    sitting: &mut Sitting<E>,
    menu: &Menu,
    (step, first): (&Listed, bool),
) -> Result<Step, Trouble> {
    let places = crate::draw::grid::labels(fill::members(&step.fill));
    if !places.is_empty() {
        let view = sitting.session.game_mut().full_view(Viewer::Seat(menu.seat));
        for line in view.pictures.iter().flat_map(|p| crate::draw::grid::text(p, &places)) {
            sitting.console.line(&line)?;
        }
    }
    for line in offer::values(&step.fill, sitting.console.look.width) {
        sitting.console.line(&line)?;
    }
    let prompt = format!("{} ({}) > ", offer::step_name(step), fill::prompt(&step.fill));
    let mut words: Vec<String> = fill::members(&step.fill).iter().map(|m| m.typed.to_string()).collect();
    words.extend(["back", "help", "table", "quit"].map(str::to_string));
    loop {
        let Some(line) = said(sitting, &prompt, words.to_vec())? else {
            return Ok(Step::Next(Next::Done(Ending::Left)));
        };
        let line = line.trim();
        if matches!(line, "back" | "b" | ":back") && !first {
            return Ok(Step::Next(Next::Again));
        }
        if let Some(next) = command(sitting, menu, line)? {
            return Ok(Step::Next(next));
        }
        match fill::read(&step.fill, line) {
            Ok(arg) => return Ok(Step::Filled(arg)),
            // Whoever sees no menu may still type the whole move.
            Err(_) if first && line.contains(' ') => match sitting.session.say(menu.seat, line) {
                Ok(_) => return Ok(Step::Next(Next::Done(Ending::Chosen))),
                Err(rejected) => sitting.console.say(Tone::Wrong, &capital(&format!("{rejected}.")))?,
            },
            Err(wrong) => {
                let back = if first { "" } else { "; `back` returns to the menu" };
                sitting.console.say(Tone::Wrong, &capital(&format!("{wrong}{back}.")))?;
            }
        }
    }
}

fn hand_in<E: Referee + Clone>(
    sitting: &mut Sitting<E>,
    menu: &Menu,
    draft: &Draft,
) -> Result<Next, Trouble> {
    let Some(choice) = draft.choice(menu) else { return Ok(Next::Again) };
    match sitting.session.hand_in(menu.seat, &choice) {
        Ok(_) => Ok(Next::Done(Ending::Chosen)),
        Err(refusal) => {
            let place = refusal.place.map(|p| format!(" ({p})")).unwrap_or_default();
            sitting.console.say(Tone::Wrong, &capital(&format!("{}{place}.", refusal.text)))?;
            Ok(Next::Again)
        }
    }
}

/// Carries out what is not a choice; none if it is one. A move of that name comes first, `:help` never is a move.
fn command<E: Referee + Clone>(
    sitting: &mut Sitting<E>,
    menu: &Menu,
    line: &str,
) -> Result<Option<Next>, Trouble> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let colon = word.strip_prefix(':');
    if colon.is_none() && menu.entries.iter().any(|e| e.name == word) {
        return Ok(None);
    }
    match colon.unwrap_or(word) {
        "?" | "help" => help(sitting, menu)?,
        "table" | "t" if rest.is_empty() => {
            sitting.console.line("")?;
            sitting.show_table(Viewer::Seat(menu.seat))?;
        }
        "log" if rest.is_empty() => sitting.whole_log(menu.seat)?,
        "look" | "l" => {
            let lines = look(sitting.session.game().naming(), rest.trim());
            for line in lines {
                sitting.console.say(Tone::Plain, &line)?;
            }
        }
        "auto" => {
            return Ok(Some(sitting.auto(menu.seat, rest.trim())?.map_or(Next::Again, Next::Done)));
        }
        "draw" => {
            let file = rest.trim();
            let drawn = match file.is_empty() {
                true => Err(Trouble::call("say a file: `draw table.svg`")),
                false => draw::write(sitting.session.game_mut(), Viewer::Seat(menu.seat), Path::new(file)),
            };
            let said = drawn.map_or_else(|trouble| trouble.to_string(), |()| format!("Drawn to {file}."));
            sitting.console.say(Tone::Plain, &said)?;
        }
        "why" => why(sitting, menu.seat, rest.trim())?,
        "quit" | "q" | "exit" if rest.is_empty() => {
            let leaves = sitting.keeper.is_some() || sure(sitting)?;
            return Ok(Some(if leaves { Next::Done(Ending::Left) } else { Next::Again }));
        }
        "reload" => {
            let moved = sitting.reload(rest)?;
            return Ok(Some(if moved { Next::Done(Ending::Moved) } else { Next::Again }));
        }
        other => match history::command(sitting, Viewer::Seat(menu.seat), (other, rest))? {
            Done::Moved => return Ok(Some(Next::Done(Ending::Moved))),
            Done::Stayed => {}
            Done::NotMeant if colon.is_some() => {
                let text = format!("There is no `:{other}`: say :help, :table, :log, :why, :undo or :quit.");
                sitting.console.say(Tone::Wrong, &text)?;
            }
            Done::NotMeant => return Ok(None),
        },
    }
    Ok(Some(Next::Again))
}

/// Asks before a game is thrown away that nothing keeps.
fn sure<E: Referee + Clone>(sitting: &mut Sitting<E>) -> Result<bool, Trouble> {
    let prompt = "No journal keeps this game. Leave it? (yes or no) > ";
    let answer = sitting.lines.ask(sitting.console, prompt, Vec::new())?;
    Ok(answer.is_none_or(|a| matches!(a.trim(), "yes" | "y")))
}

fn why<E: Referee + Clone>(sitting: &mut Sitting<E>, seat: u8, line: &str) -> Result<(), Trouble> {
    if line.is_empty() {
        return sitting.console.line("Say what you would like to do, such as `why pass`.");
    }
    match sitting.session.game_mut().why_not(seat, line) {
        Some(rejected) => sitting.console.line(&capital(&format!("{rejected}."))),
        None => sitting.console.line("Nothing speaks against it."),
    }
}

const HELP: &[(&str, &str)] = &[
    ("1, 2, …", "choose by number, step by step"),
    ("MOVE VALUE …", "or type a whole move by its name, then its values; cards stand in square brackets"),
    ("back", "from a step to the menu"),
    ("why MOVE", "why a move is not possible, with the line of the rules"),
    ("look NAME", "what is printed on a card of that name, or in a table of the rules"),
    ("table", "show the table again"),
    (
        "auto",
        "pass for me wherever passing is all I can do; `auto here`: at this question always; `auto off`",
    ),
    ("draw FILE", "the boards as an SVG picture, as far as you see them"),
    ("log", "everything that has happened, as far as you may know it"),
    (
        "undo, redo",
        "take your last choice back, or make it again; with a number: so many; bots' choices go along",
    ),
    ("bookmark NAME", "name this point; `back NAME` returns to it"),
    ("history", "the points of the game, numbered; `back NUMBER` goes to one"),
    ("branches", "lines that were left by going back; `branch NUMBER` returns to the end of one"),
    ("save test FILE \"TITLE\"", "add what was played up to here to a rules file, as a test"),
    ("reload", "rules that were saved while you play: what changed, and the ways to bring them in"),
    ("quit", "leave the game"),
];

fn help<E: Referee + Clone>(sitting: &mut Sitting<E>, menu: &Menu) -> Result<(), Trouble> {
    for entry in menu.entries.iter().filter(|e| !e.doc.is_empty()) {
        let doc: Vec<&str> = entry.doc.split_whitespace().collect();
        sitting.console.line(&format!("  {}: {}", entry.name, doc.join(" ")))?;
    }
    let width = sitting.console.look.width;
    let rows: Vec<Vec<String>> = HELP.iter().map(|(a, b)| vec![(*a).to_string(), (*b).to_string()]).collect();
    for line in crate::show::grid::aligned(&rows, 2, width) {
        sitting.console.line(&line)?;
    }
    Ok(())
}
