//! Going back over a game at the table: what a person types to take choices back, name points, and
//! see the branches.

use super::consent::on_openly;
use super::session::{TableSession, capital, sentence};
use crate::cli_error::CliError;
use crate::saving;
use crate::setup::Sitter;
use crate::show::clean::quoted;
use crate::show::console::Tone;
use crate::terminal::commands::Word;
use houserules_interpreter::ask::Stop;
use houserules_interpreter::referee::Referee;
use houserules_table::session::navigation::OPENLY;
use houserules_table::session::{Branch, Point, Step};
use houserules_table::visibility::Viewer;
use houserules_table::visibility::concealed::Concealed;

/// So many points are listed at once.
const LISTED: usize = 40;

/// What a line led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    /// The game stands elsewhere now.
    Moved,
    /// It stands where it stood.
    Stayed,
    /// The line is none of these commands.
    NotMeant,
}

/// Carries out a command about the game's history.
///
/// # Errors
/// If a stream fails.
pub fn command<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    viewer: Viewer,
    (word, rest): (Word, &str),
) -> Result<Done, CliError> {
    let rest = rest.trim();
    match word {
        Word::Undo => times(sitting, rest, false),
        Word::Redo => times(sitting, rest, true),
        Word::Bookmark => bookmark(sitting, rest),
        Word::Back => back(sitting, rest),
        Word::Branch => branch(sitting, rest),
        Word::Branches => branches(sitting),
        Word::Save => save(sitting, rest),
        Word::Points => history(sitting, viewer, rest == "all"),
        Word::Look
        | Word::Table
        | Word::Score
        | Word::Rules
        | Word::As
        | Word::Where
        | Word::Log
        | Word::Moves
        | Word::Print
        | Word::Names
        | Word::Watch
        | Word::Unwatch
        | Word::Play
        | Word::Bots
        | Word::Step
        | Word::Trace
        | Word::Rule
        | Word::Go
        | Word::Drop
        | Word::Break
        | Word::Unbreak
        | Word::Why
        | Word::Hint
        | Word::History
        | Word::Diff
        | Word::Given
        | Word::Do
        | Word::Expect
        | Word::Chance
        | Word::Goto
        | Word::Load
        | Word::Reload
        | Word::Replay
        | Word::Help
        | Word::Quit
        | Word::Auto
        | Word::Pace
        | Word::Draw => Ok(Done::NotMeant),
    }
}

fn wrong<E: Referee + Clone>(sitting: &mut TableSession<E>, text: &str) -> Result<Done, CliError> {
    sitting.console.say(Tone::Wrong, text)?;
    Ok(Done::Stayed)
}

/// `undo 2`, `redo`: counted in choices of people; what the bots did goes with them.
fn times<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    rest: &str,
    again: bool,
) -> Result<Done, CliError> {
    let word = if again { "redo" } else { "undo" };
    let n = if rest.is_empty() { Some(1) } else { rest.parse::<usize>().ok().filter(|n| *n > 0) };
    let Some(n) = n else {
        return wrong(sitting, &format!("Say how many choices: `{word} 2`."));
    };
    let sitters = sitting.sitters.to_vec();
    let human = |seat: u8| sitters.get(usize::from(seat)) == Some(&Sitter::Human);
    let session = &sitting.session;
    let to = if again { session.redo_to(n, human) } else { session.undo_to(n, human) };
    match to {
        Some(to) => travel(sitting, to, word),
        None if again => wrong(sitting, "Nothing was taken back from here."),
        None => wrong(sitting, "There is no choice of yours to take back."),
    }
}

/// Goes to a point; from the end of a game whose seed was said only if all agree.
fn travel<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    to: Point,
    how: &str,
) -> Result<Done, CliError> {
    let openly = sitting.is_laid_open();
    if openly && !sitting.all_agree(&on_openly())? {
        return Ok(Done::Moved);
    }
    let Some(gone) = sitting.session.go(to, if openly { OPENLY } else { how }) else {
        sitting.console.line("The game is there already.")?;
        return Ok(Done::Stayed);
    };
    for read in &mut sitting.read {
        *read = (*read).min(gone.stayed);
    }
    Ok(Done::Moved)
}

fn bookmark<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    name: &str,
) -> Result<Done, CliError> {
    let word = name.chars().next().is_some_and(char::is_alphabetic) && name.chars().count() <= 40;
    if !word || name.chars().any(char::is_control) {
        return wrong(
            sitting,
            "Give the bookmark a name that begins with a letter: `bookmark before the storm`.",
        );
    }
    sitting.session.bookmark(name);
    sitting.keep()?;
    let tree = sitting.session.tree();
    let here = tree.number(tree.settled()).unwrap_or(0);
    sitting.console.line(&format!("Point {here} is `{name}` now; `back {name}` returns to it."))?;
    Ok(Done::Stayed)
}

fn back<E: Referee + Clone>(sitting: &mut TableSession<E>, to: &str) -> Result<Done, CliError> {
    match named(sitting, to) {
        Ok(point) => go(sitting, point, "back"),
        Err(text) => wrong(sitting, &text),
    }
}

/// The point that a bookmark or a number means; else what is known.
fn named<E: Referee + Clone>(sitting: &TableSession<E>, to: &str) -> Result<Point, String> {
    let tree = sitting.session.tree();
    tree.bookmark(to).or_else(|| tree.numbered(to.parse().ok()?)).ok_or_else(|| {
        let names: Vec<String> = tree.bookmarks().iter().map(|(n, _)| format!("`{n}`")).collect();
        let known = if names.is_empty() {
            "`bookmark NAME` makes one, and `history` numbers the points".to_string()
        } else {
            format!("the bookmarks are {}", names.join(", "))
        };
        format!("There is no bookmark or point `{to}`: {known}.")
    })
}

fn go<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    point: Point,
    how: &str,
) -> Result<Done, CliError> {
    if point == sitting.session.tree().settled() {
        sitting.console.line("The game is there already.")?;
        return Ok(Done::Stayed);
    }
    travel(sitting, point, how)
}

fn branch<E: Referee + Clone>(sitting: &mut TableSession<E>, rest: &str) -> Result<Done, CliError> {
    let number = rest.parse::<u32>().ok();
    let branches = sitting.session.tree().known_branches();
    match branches.iter().find(|b| Some(b.number) == number) {
        Some(branch) => go(sitting, branch.tip, "branch"),
        None => wrong(sitting, "Say which: `branch 1`; `branches` lists them."),
    }
}

fn branches<E: Referee + Clone>(sitting: &mut TableSession<E>) -> Result<Done, CliError> {
    let tree = sitting.session.tree();
    let number = |point| tree.number(point).unwrap_or(0);
    let mut lines = Vec::new();
    for branch in tree.known_branches() {
        let here = if branch.current { "*" } else { " " };
        let from = match branch.number {
            1 => "from the start".to_string(),
            _ => format!("leaves at point {}", number(branch.from)),
        };
        let steps = if branch.length == 1 { "step" } else { "steps" };
        let (length, tip) = (branch.length, number(branch.tip));
        lines
            .push(format!("{here} {:>3}  {from}, {length} {steps}, to point {tip}", branch.number));
    }
    lines.iter().try_for_each(|line| sitting.console.line(line))?;
    Ok(Done::Stayed)
}

/// Why no seat may save the game yet; none if it may. A test says the seed, what everybody holds
/// and what they chose: as long as the game runs that is for a referee, unless nothing is hidden
/// and nothing left to chance.
fn too_early<E: Referee + Clone>(sitting: &TableSession<E>) -> Option<String> {
    let game = sitting.session.game();
    if matches!(game.stop(), Stop::Over(_)) || Concealed::by(game.book()).nothing() {
        return None;
    }
    let journal = sitting.keeper.as_ref().map_or("FILE".into(), |keeper| quoted(&keeper.path()));
    Some(format!(
        "A test tells what is hidden and what chance will bring: it can be saved when the game is \
         over. Before that a referee can: `houserules repl {} --journal {journal}`.",
        quoted(&sitting.header.game)
    ))
}

/// `save test FILE "title"`, `save test FILE "title" from 12`: what was played up to here, as a
/// test of the language.
fn save<E: Referee + Clone>(sitting: &mut TableSession<E>, rest: &str) -> Result<Done, CliError> {
    let titled = rest.strip_prefix("test").and_then(|rest| rest.split_once('"'));
    let titled = titled.map(|(file, rest)| {
        let (title, from) = rest.split_once('"').unwrap_or((rest, ""));
        (file.trim(), title.trim(), from.trim())
    });
    let Some((file, title, from)) =
        titled.filter(|(file, title, _)| !file.is_empty() && !title.is_empty())
    else {
        return wrong(
            sitting,
            "Say where, and what it is about: `save test evening.rules \"the last card\"`.",
        );
    };
    if let Some(why) = too_early(sitting) {
        return wrong(sitting, &why);
    }
    // From here on the seed stands in a file, or may be guessed from why it does not.
    sitting.seed_said |= matches!(sitting.session.game().stop(), Stop::Over(_));
    let path = std::path::Path::new(file);
    let here = sitting.session.here();
    let from = match from.strip_prefix("from ") {
        None if from.is_empty() => Point::START,
        None => return wrong(sitting, "After the title you may say where it begins: `from 12`."),
        Some(point) => match named(sitting, point.trim()) {
            Ok(point) => point,
            Err(text) => return wrong(sitting, &text),
        },
    };
    match saving::as_test(&sitting.session, &sitting.header, title, (from, here)) {
        Ok(test) => {
            if let Err(trouble) = saving::add(path, &sitting.header, &test) {
                return wrong(sitting, &sentence(&trouble.in_a_line()));
            }
            let lines = test.lines().count();
            sitting.console.line(&format!(
                "A test of {lines} lines is in `{file}` now; it passes under these rules."
            ))?;
        }
        Err(why) => {
            let begin = format!(
                "Begin it where a turn began: `save test {file} \"{title}\" from POINT`; `history` \
                 numbers them."
            );
            return wrong(sitting, &format!("{}. {begin}", capital(&why)));
        }
    }
    Ok(Done::Stayed)
}

/// The points of this line, as far as the seat may know what was done, and those that were taken
/// back from here.
fn history<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    viewer: Viewer,
    all: bool,
) -> Result<Done, CliError> {
    let tree = sitting.session.tree();
    let mut at = tree.settled();
    let mut way = tree.way(at);
    while let Some(next) = tree.next(at).filter(|next| tree.number(*next).is_some()) {
        way.push(next);
        at = next;
    }
    let skipped = if all { 0 } else { way.len().saturating_sub(LISTED) };
    let branches = tree.known_branches();
    let lines = way.iter().skip(skipped).map(|p| line(sitting, (*p, &branches), viewer));
    let mut lines: Vec<String> = lines.collect();
    let changed = |p: &&Point| matches!(*tree.step(**p), Step::Rules(_)) && !way.contains(p);
    for point in tree.known().iter().filter(changed) {
        let (number, done) =
            (tree.number(*point).unwrap_or(0), sitting.session.step_told(*point, viewer));
        lines.push(format!("  {number:>4}  {} (on a line that was left)", capital(&done)));
    }
    if skipped > 0 {
        sitting
            .console
            .say(Tone::Faint, &format!("  ({skipped} points before; `history all` shows them)"))?;
    }
    for line in lines {
        sitting.console.line(&line)?;
    }
    Ok(Done::Stayed)
}

fn line<E: Referee + Clone>(
    sitting: &TableSession<E>,
    (point, branches): (Point, &[Branch]),
    viewer: Viewer,
) -> String {
    let session = &sitting.session;
    let tree = session.tree();
    let mark = if point == tree.settled() { "*" } else { " " };
    let done = session.step_told(point, viewer);
    let names =
        tree.bookmarks().iter().filter(|(_, p)| *p == point).map(|(name, _)| format!("`{name}`"));
    let begin = branches.iter().filter(|b| b.from == point && b.number > 1);
    let mut notes: Vec<String> = names.collect();
    notes.extend(begin.map(|b| format!("branch {} begins", b.number)));
    let notes = if notes.is_empty() { String::new() } else { format!("  ({})", notes.join(", ")) };
    format!("{mark} {:>4}  {}{notes}", tree.number(point).unwrap_or(0), capital(&done))
}
