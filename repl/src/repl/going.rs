//! Going over the history: undo and redo, bookmarks, points, branches, what differs.

use super::typed::{CommandResult, Failed, Typed};
use super::workbench::Workbench;
use crate::show::grid::aligned;
use houserules_table::debugger::differ::differences;
use houserules_table::session::{Boundary, Branch, Gone, Point};
use houserules_table::visibility::Viewer;
use std::ops::Range;

/// So many steps are listed if nobody says how many.
const RECENT: u32 = 15;

impl Workbench<'_, '_> {
    fn settled(&self, typed: &Typed) -> CommandResult {
        if self.probe.is_none() {
            return Ok(());
        }
        let found = typed.wrong("E1014", typed.whole(), "a move is being carried out");
        Err(found.help("`drop` gives it up, `go` finishes it").into())
    }

    fn gone(&mut self, typed: &Typed, gone: Option<Gone>, nothing: &str) -> CommandResult {
        let Some(gone) = gone else {
            return Err(typed
                .wrong("E1014", typed.whole(), nothing)
                .help("`points` shows what led here")
                .into());
        };
        self.forced.clear();
        if let Some(known) = self.session.revealed(&gone.across, self.eyes) {
            self.note(&format!("  (across this: {known})"))?;
        }
        self.stand()
    }

    /// The point that a word means.
    ///
    /// # Errors
    /// If there is none.
    pub fn point(&self, typed: &Typed, (at, word): (Range<usize>, &str)) -> Result<Point, Failed> {
        let tree = self.session.tree();
        if word == "here" {
            return Ok(self.standing(self.eyes));
        }
        let numbered = word.parse::<u32>().ok().and_then(|n| self.numbered(n));
        if let Some(point) = tree.bookmark(word).or(numbered) {
            return Ok(point);
        }
        let shown: String = word.chars().take(40).collect();
        let found = typed.wrong("E1015", at, format!("there is no point `{shown}`"));
        let near = houserules_lang::spelling::nearest(
            &shown,
            tree.bookmarks().iter().map(|(n, _)| n.as_str()),
        );
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let known =
                    if self.eyes == Viewer::Referee { tree.len() } else { tree.known().len() };
                format!("points go from 0 to {}; `bookmark` lists names", known - 1)
            }
        };
        Err(found.help(help).into())
    }

    /// Goes to a point, unless the game stands there for whoever looks.
    fn go_on(&mut self, here: Point, to: Point, how: &str) -> Option<Gone> {
        if to == here && self.eyes != Viewer::Referee { None } else { self.session.go(to, how) }
    }

    fn branches(&self) -> Vec<Branch> {
        let tree = self.session.tree();
        if self.eyes == Viewer::Referee { tree.branches() } else { tree.known_branches() }
    }

    fn step_words(&self, point: Point) -> String {
        self.session.step_told(point, self.eyes)
    }
}

pub(super) fn undo(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    let n = typed.number(1)?;
    if bench.probe.take().is_some() {
        bench.line("The move that was being carried out was never made.")?;
        return bench.stand();
    }
    let here = bench.standing(bench.eyes);
    let to = bench.session.tree().way(here);
    let to = to.len().checked_sub(1 + n as usize).and_then(|at| to.get(at)).copied();
    let to = to.or((here != Point::START).then_some(Point::START));
    let gone = to.and_then(|to| bench.session.go(to, "undo"));
    bench.gone(typed, gone, "there is nothing to take back")
}

pub(super) fn redo(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    let n = typed.number(1)?;
    bench.settled(typed)?;
    let here = bench.standing(bench.eyes);
    let mut to = here;
    for _ in 0..n {
        let Some(next) = bench.next_point(to) else { break };
        to = next;
    }
    let gone = bench.go_on(here, to, "redo");
    bench.gone(typed, gone, "there is nothing to do again")
}

pub(super) fn back(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    bench.settled(typed)?;
    let boundary = match typed.words().next() {
        Some((_, "turn")) => Boundary::Turn,
        Some((_, "phase")) => Boundary::Phase,
        Some((_, "round")) => Boundary::Round,
        Some((at, "until")) => return back_until(bench, typed, at.end),
        _ => {
            let help = "write `back turn`, `back round`, or `back until CONDITION`; `undo` takes \
                        one decision back";
            let found = match typed.rest() {
                "" => typed.lacks("how far", help),
                _ => typed.wrong("E1011", typed.rest.clone(), "it is not said how far").help(help),
            };
            return Err(found.into());
        }
    };
    let from = bench.standing(bench.eyes);
    let gone = bench.session.last(from, boundary).and_then(|to| bench.session.go(to, "back"));
    bench.gone(typed, gone, "no such stage began before this point")
}

fn back_until(bench: &mut Workbench, typed: &Typed, start: usize) -> CommandResult {
    bench.only_referee(typed, typed.rest.clone(), "a condition")?;
    let line = typed.line(start..typed.rest.end);
    let condition = bench.bench.condition(bench.session.game(), &line)?;
    let here = bench.session.here();
    let mut way = bench.session.tree().way(here);
    way.pop();
    let mut found = None;
    for point in way.into_iter().rev() {
        // What has no value there did not hold there.
        if condition.holds(&mut bench.session.standing_at(point)).unwrap_or(false) {
            found = Some(point);
            break;
        }
    }
    let gone = found.and_then(|to| bench.session.go(to, "back"));
    bench.gone(typed, gone, "it held at no point before this one")
}

pub(super) fn bookmark(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    let name = typed.rest();
    if name.is_empty() {
        let all = bench.session.tree().bookmarks().to_vec();
        if all.is_empty() {
            return bench.line("There are no bookmarks.");
        }
        let rows: Vec<Vec<String>> = all
            .iter()
            .map(|(n, p)| {
                vec![n.clone(), format!("point {}", bench.number(*p)), bench.step_words(*p)]
            })
            .collect();
        let width = bench.console.look.width;
        return aligned(&rows, 2, width).iter().try_for_each(|line| bench.line(line));
    }
    bench.settled(typed)?;
    let word = name.chars().next().is_some_and(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
        && name.len() <= 60;
    if !word || name == "here" {
        let found = typed.wrong("E1011", typed.rest.clone(), "this cannot be the name of a point");
        return Err(found.help("a name is one word that begins with a letter").into());
    }
    bench.session.bookmark(name);
    let point = bench.number(bench.session.tree().settled());
    bench.line(&format!("  point {point} is called `{name}`"))
}

pub(super) fn goto(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    bench.settled(typed)?;
    let mut words = typed.words();
    let Some((at, word)) = words.next() else {
        return Err(typed
            .lacks("a point", "write `goto 0` or `goto NAME`; `points` lists them")
            .into());
    };
    let to = match (word, words.next()) {
        ("branch", Some((at, number))) => {
            let branches = bench.branches();
            let found = branches.iter().find(|b| b.number.to_string() == number).map(|b| b.tip);
            found.ok_or_else(|| {
                typed.wrong("E1015", at, "there is no such branch").help("`branches` lists them")
            })?
        }
        (_, Some((more, _))) => {
            return Err(typed
                .wrong("E1011", more, "one point is enough")
                .help(format!("write `goto {word}`"))
                .into());
        }
        (word, None) => bench.point(typed, (at, word))?,
    };
    let gone = bench.go_on(bench.standing(bench.eyes), to, "goto");
    bench.gone(typed, gone, "it is there already")
}

pub(super) fn points(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    let most = typed.number(RECENT)? as usize;
    let way = bench.session.tree().way(bench.standing(bench.eyes));
    let skipped = way.len().saturating_sub(most);
    if skipped > 0 {
        bench.note(&format!("  ({skipped} points before these)"))?;
    }
    let names = bench.session.tree().bookmarks().to_vec();
    let row = |point: &Point| {
        let called: Vec<&str> =
            names.iter().filter(|(_, p)| p == point).map(|(n, _)| n.as_str()).collect();
        vec![bench.number(*point).to_string(), bench.step_words(*point), called.join(", ")]
    };
    let rows: Vec<Vec<String>> = way.iter().skip(skipped).map(row).collect();
    let width = bench.console.look.width;
    aligned(&rows, 2, width).iter().try_for_each(|line| bench.line(line))
}

pub(super) fn branches(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    typed.alone()?;
    let row = |b: &Branch| {
        let current = if b.current { "you are here".into() } else { String::new() };
        let (from, tip) = (bench.number(b.from), bench.number(b.tip));
        let words = format!("{} points from point {from} to {tip}", b.length);
        vec![b.number.to_string(), words, bench.step_words(b.tip), current]
    };
    let rows: Vec<Vec<String>> = bench.branches().iter().map(row).collect();
    let width = bench.console.look.width;
    aligned(&rows, 2, width).iter().try_for_each(|line| bench.line(line))
}

pub(super) fn diff(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    bench.settled(typed)?;
    let mut words = typed.words();
    let Some(first) = words.next() else {
        return Err(typed
            .lacks("a point", "write `diff 0` or `diff NAME here`; `points` lists them")
            .into());
    };
    let before = bench.point(typed, first)?;
    let after = match words.next() {
        Some(second) => bench.point(typed, second)?,
        None => bench.standing(bench.eyes),
    };
    let (before, after) = (bench.session.standing_at(before), bench.session.standing_at(after));
    if before.book().cards.len() != after.book().cards.len()
        || before.book().zones.len() != after.book().zones.len()
    {
        let found = typed.wrong(
            "E1014",
            typed.rest.clone(),
            "other rules held there, so the positions do not compare",
        );
        return Err(found.help("compare points between which the rules were not changed").into());
    }
    let changes = differences(&before, &after);
    if changes.is_empty() {
        return bench.line("  Nothing differs.");
    }
    for change in changes {
        bench.line(&format!("  {}: {} → {}", change.name, change.before, change.after))?;
    }
    Ok(())
}
