//! Going back over a game at the table: what a person types to take choices back, name points, and
//! see the branches.

use super::consent::on_openly;
use super::session::{TableSession, capital, sentence};
use crate::cli_error::CliError;
use crate::saving;
use crate::setup::Sitter;
use crate::show::clean::quoted;
use crate::show::console::Tone;
use crate::terminal::keeping;
use houserules_interpreter::ask::Stop;
use houserules_table::session::navigation::OPENLY;
use houserules_table::session::{Branch, Point, Step};
use houserules_table::visibility::Viewer;
use houserules_table::visibility::concealed::Concealed;

/// So many points are listed at once.
const LISTED: usize = 40;

/// What a command led to that may be typed when the game is over, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    /// The game stands elsewhere now.
    Moved,
    /// It stands where it stood.
    Stayed,
}

fn wrong(sitting: &mut TableSession, text: &str) -> Result<Done, CliError> {
    sitting.console.say(Tone::Wrong, text)?;
    Ok(Done::Stayed)
}

pub(super) fn undo(sitting: &mut TableSession, _: Viewer, rest: &str) -> Result<Done, CliError> {
    times(sitting, rest, false)
}

pub(super) fn redo(sitting: &mut TableSession, _: Viewer, rest: &str) -> Result<Done, CliError> {
    times(sitting, rest, true)
}

/// Counted in choices of people; what the bots did goes with them.
fn times(sitting: &mut TableSession, rest: &str, again: bool) -> Result<Done, CliError> {
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
fn travel(sitting: &mut TableSession, to: Point, how: &str) -> Result<Done, CliError> {
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

pub(super) fn bookmark(
    sitting: &mut TableSession,
    _: Viewer,
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

pub(super) fn back(sitting: &mut TableSession, _: Viewer, to: &str) -> Result<Done, CliError> {
    match named(sitting, to) {
        Some(point) => go(sitting, point, "back"),
        None => no_point(sitting, to),
    }
}

/// The point that a bookmark or a number means.
fn named(sitting: &TableSession, to: &str) -> Option<Point> {
    let tree = sitting.session.tree();
    tree.bookmark(to).or_else(|| tree.numbered(to.parse().ok()?))
}

fn no_point(sitting: &mut TableSession, to: &str) -> Result<Done, CliError> {
    let bookmarks = sitting.session.tree().bookmarks();
    let names: Vec<String> = bookmarks.iter().map(|(n, _)| format!("`{n}`")).collect();
    let known = if names.is_empty() {
        "`bookmark NAME` makes one, and `history` numbers the points".to_string()
    } else {
        format!("the bookmarks are {}", names.join(", "))
    };
    wrong(sitting, &format!("There is no bookmark or point `{to}`: {known}."))
}

fn go(sitting: &mut TableSession, point: Point, how: &str) -> Result<Done, CliError> {
    if point == sitting.session.tree().settled() {
        sitting.console.line("The game is there already.")?;
        return Ok(Done::Stayed);
    }
    travel(sitting, point, how)
}

pub(super) fn branch(sitting: &mut TableSession, _: Viewer, rest: &str) -> Result<Done, CliError> {
    let number = rest.parse::<u32>().ok();
    let branches = sitting.session.tree().known_branches();
    match branches.iter().find(|b| Some(b.number) == number) {
        Some(branch) => go(sitting, branch.tip, "branch"),
        None => wrong(sitting, "Say which: `branch 1`; `branches` lists them."),
    }
}

pub(super) fn branches(sitting: &mut TableSession, _: Viewer, _: &str) -> Result<Done, CliError> {
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
fn too_early(sitting: &TableSession) -> Option<String> {
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
pub(super) fn save(sitting: &mut TableSession, _: Viewer, rest: &str) -> Result<Done, CliError> {
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
    let here = sitting.session.here();
    let from = match from.strip_prefix("from ") {
        None if from.is_empty() => Point::START,
        None => return wrong(sitting, "After the title you may say where it begins: `from 12`."),
        Some(point) => match named(sitting, point.trim()) {
            Some(point) => point,
            None => return no_point(sitting, point.trim()),
        },
    };
    match saving::as_test(&sitting.session, &sitting.header, title, (from, here)) {
        Ok(test) => match keeping::add_test(file, &sitting.header, &test) {
            Ok(said) => sitting.console.line(&said)?,
            Err(trouble) => return wrong(sitting, &sentence(&trouble.in_a_line())),
        },
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
pub(super) fn history(
    sitting: &mut TableSession,
    viewer: Viewer,
    rest: &str,
) -> Result<Done, CliError> {
    let tree = sitting.session.tree();
    let mut at = tree.settled();
    let mut way = tree.way(at);
    while let Some(next) = tree.next(at).filter(|next| tree.number(*next).is_some()) {
        way.push(next);
        at = next;
    }
    let skipped = if rest == "all" { 0 } else { way.len().saturating_sub(LISTED) };
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

fn line(sitting: &TableSession, (point, branches): (Point, &[Branch]), viewer: Viewer) -> String {
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
