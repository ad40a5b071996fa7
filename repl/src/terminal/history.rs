//! Going over the history: undo and redo, bookmarks, points, branches.

use super::command::Role;
use super::host::Host;
use super::sentences::capital;
use super::typed::{CommandResult, Done, Failed, Typed, Went};
use crate::play::consent::on_openly;
use houserules_lang::code::Code;
use houserules_lang::spelling::nearest;
use houserules_table::session::navigation::OPENLY;
use houserules_table::session::{Boundary, Branch, Point, Step};
use houserules_table::visibility::Viewer;
use std::ops::Range;

/// So many points are listed if nobody says how many.
const LISTED: u32 = 40;

/// Names of points are no longer than that, in characters.
const LONGEST: usize = 40;

impl Host<'_, '_> {
    /// The number of a point for whoever looks: answers in a race have none before it is over.
    #[must_use]
    pub fn number(&self, point: Point) -> u32 {
        self.session.tree().number_for(self.eyes, point).unwrap_or(0)
    }

    /// The point that a part of a line means: a bookmark, a number, or `here`.
    ///
    /// # Errors
    /// If there is none.
    pub fn point(&self, typed: &Typed, at: Range<usize>) -> Result<Point, Failed> {
        let tree = self.session.tree();
        let word = &typed.text[at.clone()];
        if let Some(point) = self.known_point(word) {
            return Ok(point);
        }
        let shown: String = word.chars().take(LONGEST).collect();
        let names: Vec<&str> = tree.bookmarks().iter().map(|(name, _)| name.as_str()).collect();
        let help = match nearest(&shown, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if names.is_empty() => {
                let all = self.eyes == Viewer::Referee;
                let known = if all { tree.len() } else { tree.known().len() };
                format!("points go from 0 to {}; `history` lists them", known.saturating_sub(1))
            }
            None => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                format!("the bookmarks are {}", names.join(", "))
            }
        };
        let said = format!("there is no bookmark or point `{shown}`");
        Err(typed.wrong(Code::E1015, at, said).help(help).into())
    }

    /// The same; none if there is none.
    #[must_use]
    pub fn known_point(&self, word: &str) -> Option<Point> {
        let tree = self.session.tree();
        let here = || (word == "here").then(|| self.standing());
        let numbered = || tree.numbered_for(self.eyes, word.parse().ok()?);
        tree.bookmark(word).or_else(here).or_else(numbered)
    }

    /// Goes to a point; from the end of a game whose seed was said only if all agree.
    fn travel(&mut self, typed: &Typed, to: Point, how: &str) -> Went {
        let openly = self.is_laid_open();
        if openly && !self.all_agree(&on_openly())? {
            return Ok(Done::Moved);
        }
        let there = self.eyes != Viewer::Referee && to == self.standing();
        let how = if openly { OPENLY } else { how };
        let gone = if there { None } else { self.session.go(to, how) };
        let Some(gone) = gone else {
            let found = typed.wrong(Code::E1014, typed.whole(), "the game is there already");
            return Err(found.help("`history` lists the points, `branches` other lines").into());
        };
        self.bench.forced.clear();
        self.people.read.iter_mut().for_each(|read| *read = (*read).min(gone.stayed));
        if self.role == Role::Referee {
            self.tell_new(gone.stayed)?;
        }
        Ok(Done::Moved)
    }

    /// Where taking back so many steps leads; none: there are none. At a table choices of people
    /// count, and what bots did goes with them.
    fn before(&self, n: usize) -> Option<Point> {
        if self.role == Role::Player {
            return self.session.undo_to(n, |seat| self.people.is_human(seat));
        }
        let way = self.session.tree().way(self.standing());
        (way.len() > 1).then(|| way.get((way.len() - 1).saturating_sub(n)).copied()).flatten()
    }

    /// Where doing so many steps again leads; none: nothing was taken back.
    fn after(&self, n: usize) -> Option<Point> {
        if self.role == Role::Player {
            return self.session.redo_to(n, |seat| self.people.is_human(seat));
        }
        let tree = self.session.tree();
        let next = |at: &Point| tree.next_for(self.eyes, *at);
        std::iter::successors(Some(self.standing()), next).skip(1).take(n).last()
    }

    /// What there is of a point in the list of points.
    fn listed(&self, point: Point, branches: &[Branch]) -> String {
        let tree = self.session.tree();
        let mark = if point == self.standing() { "*" } else { " " };
        let names = tree.bookmarks().iter().filter(|(_, p)| *p == point);
        let mut notes: Vec<String> = names.map(|(name, _)| format!("`{name}`")).collect();
        let begin = branches.iter().filter(|b| b.from == point && b.number > 1);
        notes.extend(begin.map(|b| format!("branch {} begins", b.number)));
        let notes =
            if notes.is_empty() { String::new() } else { format!("  ({})", notes.join(", ")) };
        let done = capital(&self.session.step_told(point, self.eyes));
        format!("{mark} {:>4}  {done}{notes}", self.number(point))
    }
}

pub(super) fn undo(host: &mut Host, typed: &Typed) -> Went {
    let n = typed.number(1)?;
    if host.bench.probe.take().is_some() {
        host.line("The move that was being carried out was never made.")?;
        return Ok(Done::Moved);
    }
    match host.before(n as usize) {
        Some(to) => host.travel(typed, to, "undo"),
        None => {
            let found = typed.wrong(Code::E1014, typed.whole(), "there is nothing to take back");
            Err(found.help("`history` shows what led here").into())
        }
    }
}

pub(super) fn redo(host: &mut Host, typed: &Typed) -> Went {
    let n = typed.number(1)?;
    host.settled(typed)?;
    match host.after(n as usize) {
        Some(to) => host.travel(typed, to, "redo"),
        None => {
            let found = typed.wrong(Code::E1014, typed.whole(), "nothing was taken back from here");
            Err(found.help("`branches` lists the lines of play that were left").into())
        }
    }
}

/// `back POINT`, `back turn`, `back until CONDITION`
pub(super) fn back(host: &mut Host, typed: &Typed) -> Went {
    host.settled(typed)?;
    if typed.rest().is_empty() {
        let help = "write `back 3` or `back NAME`, `back turn`, or `back until CONDITION`; \
                    `history` lists the points";
        return Err(typed.lacks("a point", help).into());
    }
    if let Some(point) = host.known_point(typed.rest()) {
        return host.travel(typed, point, "back");
    }
    let mut words = typed.words();
    let boundary = match (words.next(), words.next()) {
        (Some((_, "turn")), None) => Boundary::Turn,
        (Some((_, "phase")), None) => Boundary::Phase,
        (Some((_, "round")), None) => Boundary::Round,
        (Some((at, "until")), _) => return back_until(host, typed, at.end),
        (Some((_, "branch")), Some((at, _))) => return to_branch(host, typed, at),
        _ => {
            return Err(host
                .point(typed, typed.rest.clone())
                .err()
                .unwrap_or_else(|| typed.lacks("a point", "`history` lists them").into()));
        }
    };
    match host.session.last(host.standing(), boundary) {
        Some(to) => host.travel(typed, to, "back"),
        None => {
            let said = "no such stage began before this point";
            let found = typed.wrong(Code::E1014, typed.whole(), said);
            Err(found.help("`history` shows what led here").into())
        }
    }
}

fn back_until(host: &mut Host, typed: &Typed, start: usize) -> Went {
    host.only_referee(typed, typed.rest.clone(), "a condition")?;
    let line = typed.line(start..typed.rest.end);
    let condition = host.bench.reads.condition(host.session.game(), &line)?;
    let mut way = host.session.tree().way(host.session.here());
    way.pop();
    // What has no value there did not hold there.
    let held =
        |point: &Point| condition.holds(&mut host.session.standing_at(*point)).unwrap_or(false);
    match way.into_iter().rev().find(held) {
        Some(to) => host.travel(typed, to, "back"),
        None => {
            let said = "it held at no point before this one";
            let found = typed.wrong(Code::E1014, typed.whole(), said);
            Err(found.help("`history` shows what led here").into())
        }
    }
}

/// `branch N`: to the end of a line of play that was left.
pub(super) fn branch(host: &mut Host, typed: &Typed) -> Went {
    host.settled(typed)?;
    if typed.rest().is_empty() {
        return Err(typed.lacks("a number", "`branches` lists them").into());
    }
    to_branch(host, typed, typed.rest.clone())
}

fn to_branch(host: &mut Host, typed: &Typed, at: Range<usize>) -> Went {
    let number = &typed.text[at.clone()];
    let branches = host.session.tree().branches_for(host.eyes);
    match branches.iter().find(|b| b.number.to_string() == number) {
        Some(branch) => host.travel(typed, branch.tip, "branch"),
        None => {
            let found = typed.wrong(Code::E1015, at, "there is no such branch");
            Err(found.help("`branches` lists them").into())
        }
    }
}

/// `bookmark NAME`; alone all there are.
pub(super) fn bookmark(host: &mut Host, typed: &Typed) -> CommandResult {
    let name = typed.rest();
    if name.is_empty() {
        let tree = host.session.tree();
        let told = |(name, point): &(String, Point)| {
            let done = host.session.step_told(*point, host.eyes);
            format!("  {name}: point {}, {done}", host.number(*point))
        };
        let lines: Vec<String> = tree.bookmarks().iter().map(told).collect();
        if lines.is_empty() {
            host.line("There are no bookmarks.")?;
        }
        return host.lines(&lines);
    }
    host.settled(typed)?;
    let is_word = name.chars().next().is_some_and(char::is_alphabetic);
    if !is_word || name.chars().count() > LONGEST || name.chars().any(char::is_control) {
        let found =
            typed.wrong(Code::E1011, typed.rest.clone(), "this cannot be the name of a point");
        let help = "a name begins with a letter: `bookmark before the storm`";
        return Err(found.help(help).into());
    }
    host.session.bookmark(name);
    host.keep()?;
    let here = host.number(host.session.tree().settled());
    host.line(&format!("Point {here} is `{name}` now; `back {name}` returns to it."))
}

/// The points that led here, those that were taken back from here, and where rules came in on lines
/// that were left.
pub(super) fn points(host: &mut Host, typed: &Typed) -> CommandResult {
    let most = if typed.rest() == "all" { usize::MAX } else { typed.number(LISTED)? as usize };
    let tree = host.session.tree();
    let way = tree.way(host.standing());
    let skipped = way.len().saturating_sub(most);
    let last = way.last().copied().unwrap_or(Point::START);
    let known = |at: &Point| tree.number_for(host.eyes, *at).is_some();
    let next = |at: &Point| tree.next(*at).filter(known);
    let taken_back: Vec<Point> = std::iter::successors(next(&last), next).collect();
    let branches = tree.branches_for(host.eyes);
    let shown = way.iter().skip(skipped).chain(&taken_back);
    let mut lines: Vec<String> = shown.map(|point| host.listed(*point, &branches)).collect();
    let elsewhere = |p: &&Point| {
        let of_rules = matches!(*tree.step(**p), Step::Rules(_));
        of_rules && !way.contains(p) && !taken_back.contains(p)
    };
    for point in tree.known().iter().filter(elsewhere) {
        lines.push(format!("{} (on a line that was left)", host.listed(*point, &[])));
    }
    if skipped > 0 {
        host.note(&format!("  ({skipped} points before these; `history all` shows them)"))?;
    }
    host.lines(&lines)
}

/// The lines of play that were kept.
pub(super) fn branches(host: &mut Host, _: &Typed) -> CommandResult {
    let row = |branch: &Branch| {
        let here = if branch.current { "*" } else { " " };
        let from = if branch.number == 1 {
            "from the start".to_string()
        } else {
            format!("leaves at point {}", host.number(branch.from))
        };
        let steps = if branch.length == 1 { "step" } else { "steps" };
        let (length, tip) = (branch.length, host.number(branch.tip));
        let done = host.session.step_told(branch.tip, host.eyes);
        format!("{here} {:>3}  {from}, {length} {steps}, to point {tip}: {done}", branch.number)
    };
    let branches = host.session.tree().branches_for(host.eyes);
    let lines: Vec<String> = branches.iter().map(row).collect();
    host.lines(&lines)
}
