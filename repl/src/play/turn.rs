//! One decision of a person: the table, what happened, the menu, and lines until one of them is a
//! choice.

use super::auto::only_pass;
use super::fill;
use super::history;
use super::lines::LEAVE;
use super::look::{found, held};
use super::offer::{self, PartialChoice};
use super::reasons::{closed, moves, why};
use super::session::{TableSession, capital, sentence};
use super::{details, help, place};
use crate::cli_error::CliError;
use crate::command::draw;
use crate::draw::picks::Picks;
use crate::show::console::Tone;
use houserules_interpreter::ask::Referee;
use houserules_lang::naming::loose;
use houserules_table::choices::menu::{EntryKind, Fill, Listed, Menu};
use houserules_table::choices::value::Arg;
use houserules_table::view::picture::Drawn;
use houserules_table::visibility::Viewer;
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
#[derive(Debug)]
pub enum Next {
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
pub fn take<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    seat: u8,
) -> Result<Ending, CliError> {
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

fn at_menu<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    menu: &Menu,
) -> Result<Next, CliError> {
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

/// Longer lines are no choices, in bytes; they would only be repeated in an answer nobody can read.
const LONGEST: usize = 2_000;

/// The next line that is not too long to be meant.
///
/// # Errors
/// If a stream fails.
pub fn said<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    prompt: &str,
    words: Vec<String>,
) -> Result<Option<String>, CliError> {
    if let Some(line) = sitting.ahead.pop_front() {
        sitting.console.line(&format!("{prompt}{line}"))?;
        return Ok(Some(line));
    }
    loop {
        match sitting.lines.ask(sitting.console, prompt, words.to_vec())? {
            Some(line) if line.len() > LONGEST => {
                sitting.wrong("That is too long for a choice.")?;
            }
            None if sitting.console.look.typed && !sure(sitting)? => {}
            line => return Ok(line),
        }
    }
}

/// Fills in an entry step by step. `alone`: there is no menu to go back to.
fn fill_in<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    menu: &Menu,
    mut draft: PartialChoice,
    alone: bool,
) -> Result<Next, CliError> {
    let mut first = true;
    loop {
        let mut said = Vec::new();
        let step = offer::next_step(
            sitting.session.game_mut(),
            menu,
            &mut draft,
            (&mut said, first && alone),
        );
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

/// How a step of a choice was answered.
#[derive(Debug)]
pub enum Step {
    /// With this.
    Filled(Arg),
    /// Not yet: what may be picked is to be shown again.
    Again,
    /// Not yet: the same line is asked for again.
    Quiet,
    /// Back to what was asked before.
    Back,
    /// Something else follows.
    Next(Next),
}

impl Step {
    /// The person left.
    #[must_use]
    pub fn left() -> Self {
        Self::Next(Next::Done(Ending::Left))
    }
}

/// A step that is asked for.
#[derive(Debug)]
pub struct Asked<'a> {
    /// The menu it belongs to.
    pub menu: &'a Menu,
    /// The step.
    pub step: &'a Listed,
    /// What its members look like.
    pub sketches: &'a [Vec<Drawn>],
    /// Whether nothing was asked before: there is no menu to go back to.
    pub first: bool,
}

impl Asked<'_> {
    fn picks(&self) -> Picks<'_> {
        Picks { members: fill::members(&self.step.fill), sketches: self.sketches }
    }

    /// Words that may be completed.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let members = fill::members(&self.step.fill).iter().map(|m| m.typed.to_string());
        members.chain(["back", "help", "table", "quit"].map(str::to_string)).collect()
    }

    /// Shows the boards on which something may be picked, with its numbers.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn boards<E: Referee + Clone>(
        &self,
        sitting: &mut TableSession<E>,
    ) -> Result<(), CliError> {
        let lines = sitting.boards_with(self.menu.seat, self.picks());
        lines.iter().try_for_each(|line| sitting.console.line(line))
    }

    fn list<E: Referee + Clone>(&self, sitting: &mut TableSession<E>) -> Result<(), CliError> {
        let width = sitting.console.look.width;
        let notes = details::notes(sitting.session.game().naming(), self.picks());
        let lines = offer::values(&self.step.fill, width, &notes);
        lines.iter().try_for_each(|line| sitting.console.line(line))
    }
}

fn ask_step<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    asked: &Asked<'_>,
) -> Result<Step, CliError> {
    if let Some((picture, sites)) = place::sites(sitting, asked) {
        return place::ask(sitting, asked, (&picture, &sites));
    }
    let step = asked.step;
    asked.boards(sitting)?;
    asked.list(sitting)?;
    let prompt = format!("{} ({}) > ", offer::step_name(step), fill::prompt(&step.fill));
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

/// What a line means at a step if it is no answer to it: a command, or the way back to the menu.
///
/// # Errors
/// If a stream fails.
pub fn at_step<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    asked: &Asked<'_>,
    line: &str,
) -> Result<Option<Step>, CliError> {
    if matches!(line, "back" | "b" | ":back") && !asked.first {
        return Ok(Some(Step::Next(Next::Again)));
    }
    if matches!(line.trim_start_matches(':'), "auto here") && !asked.first {
        sitting.wrong("You are in the middle of a choice: say `back` first.")?;
        return Ok(Some(Step::Quiet));
    }
    Ok(match command(sitting, (asked.menu, asked.picks()), line)? {
        Some(Done::Next(next)) => Some(Step::Next(next)),
        Some(Done::Stayed { again: true }) => Some(Step::Again),
        Some(Done::Stayed { again: false }) => Some(Step::Quiet),
        None => None,
    })
}

fn submit<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
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

/// What a command led to.
enum Done {
    /// The question still stands; whether it is to be shown again.
    Stayed {
        /// After more than a few lines.
        again: bool,
    },
    /// Something else follows.
    Next(Next),
}

/// Carries out what is not a choice; none if it is one. A move of that name comes first, `:help`
/// never is a move.
fn command<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    (menu, picks): (&Menu, Picks<'_>),
    line: &str,
) -> Result<Option<Done>, CliError> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let colon = word.strip_prefix(':');
    // `draw two` is the move `draw_two`, if there is one.
    let whole = loose(line);
    let meant =
        |name: &str| name == word || (name.contains('_') && whole.starts_with(&loose(name)));
    if colon.is_none() && menu.entries.iter().any(|e| meant(&e.name)) {
        return Ok(None);
    }
    match colon.unwrap_or(word) {
        "?" | "help" => help::help(sitting, menu, rest.trim())?,
        "rules" => help::rules(sitting, rest.trim())?,
        "score" if rest.is_empty() => {
            help::score(sitting)?;
            return Ok(Some(Done::Stayed { again: false }));
        }
        "moves" => {
            moves(sitting, (menu, picks), rest.trim())?;
            return Ok(Some(Done::Stayed { again: false }));
        }
        "table" | "t" if rest.is_empty() => {
            sitting.console.line("")?;
            sitting.console.measure();
            sitting.show_table(Viewer::Seat(menu.seat), true)?;
        }
        "log" if rest.is_empty() => sitting.whole_log(menu.seat)?,
        "look" | "l" => {
            look_at(sitting, menu.seat, rest.trim())?;
            return Ok(Some(Done::Stayed { again: false }));
        }
        "auto" => {
            let ending = sitting.auto(menu, rest.trim())?;
            let stayed = Done::Stayed { again: false };
            return Ok(Some(ending.map_or(stayed, |ending| Done::Next(Next::Done(ending)))));
        }
        "draw" => {
            let file = rest.trim();
            let drawn = match file.is_empty() {
                true => Err(CliError::call("say a file: `draw table.svg`")),
                false => {
                    let viewer = Viewer::Seat(menu.seat);
                    draw::write(sitting.session.game_mut(), viewer, picks, (Path::new(file), false))
                }
            };
            match drawn {
                Ok(()) => sitting.console.line(&format!("Drawn to {file}."))?,
                Err(trouble) => sitting.wrong(&sentence(&trouble.in_a_line()))?,
            }
            return Ok(Some(Done::Stayed { again: false }));
        }
        "why" => {
            match rest.trim() {
                "" => closed(sitting, menu.seat, false)?,
                "all" => closed(sitting, menu.seat, true)?,
                line => why(sitting, (menu, picks), line)?,
            }
            return Ok(Some(Done::Stayed { again: false }));
        }
        "pace" => {
            sitting.set_pace(rest.trim())?;
            return Ok(Some(Done::Stayed { again: false }));
        }
        "quit" | "q" | "exit" if rest.is_empty() => {
            let leaves = sure(sitting)?;
            let left = Done::Next(Next::Done(Ending::Left));
            return Ok(Some(if leaves { left } else { Done::Stayed { again: false } }));
        }
        "reload" => {
            let moved = sitting.reload(rest)?;
            let moved = moved.then_some(Done::Next(Next::Done(Ending::Moved)));
            return Ok(Some(moved.unwrap_or(Done::Stayed { again: true })));
        }
        other => match history::command(sitting, Viewer::Seat(menu.seat), (other, rest))? {
            history::Done::Moved => return Ok(Some(Done::Next(Next::Done(Ending::Moved)))),
            history::Done::Stayed => {}
            history::Done::NotMeant if colon.is_some() => {
                let text = format!(
                    "There is no `:{other}`: say :help, :table, :moves, :why, :rules, :log, :undo \
                     or :quit."
                );
                sitting.wrong(&text)?;
            }
            history::Done::NotMeant => return Ok(None),
        },
    }
    Ok(Some(Done::Stayed { again: true }))
}

/// `look NAME`; without a name all that the seat holds. A name may be of something on the table, of
/// something printed, or of both.
fn look_at<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    seat: u8,
    asked: &str,
) -> Result<(), CliError> {
    let lines = if asked.is_empty() {
        let view = sitting.session.game().view(Viewer::Seat(seat));
        let lines = held(sitting.session.game().naming(), &view);
        let none = vec!["You hold nothing. Say a name: `look NAME`.".to_owned()];
        if lines.is_empty() { none } else { lines }
    } else {
        let view = sitting.session.game_mut().full_view(Viewer::Seat(seat));
        let naming = sitting.session.game().naming();
        found(naming, &view, asked, sitting.console.look.width)
    };
    lines.iter().try_for_each(|line| sitting.console.say(Tone::Plain, line))
}

/// Asks before a game is thrown away that nothing keeps. Whoever ends the input twice means it.
fn sure<E: Referee + Clone>(sitting: &mut TableSession<E>) -> Result<bool, CliError> {
    if sitting.is_kept()? {
        return Ok(true);
    }
    let prompt = "No journal keeps this game. Leave it? (yes or no) > ";
    let answer = sitting.lines.ask(sitting.console, prompt, Vec::new())?;
    Ok(answer.is_none_or(|a| matches!(a.trim(), "yes" | "y" | LEAVE)))
}
