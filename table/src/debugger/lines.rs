//! Lines of tests, typed at a running game: laying the table, statements, what chance gives, what
//! is expected.
//!
//! They are tried in a copy of the engine. What fails leaves the game as it was.

use super::{Bench, Line, Wrong};
use crate::game::{Game, LaidZones};
use crate::runner::kinds::looks;
use crate::runner::{Broken, Run};
use houserules_interpreter::ask::Engine;
use houserules_interpreter::machine::Machine;
use houserules_lang::check::fragment::{Typed, Typing};
use houserules_lang::code::Code;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::ir::{Rulebook, Test, TestLine, TestLineKind, Value};
use houserules_lang::source::{Sources, Span};
use std::borrow::Cow;

/// Lines that are ready to be carried out where the game stands.
#[derive(Debug, Clone)]
pub struct Lines {
    typed: Typed<Vec<TestLine>>,
    values: Vec<Value>,
    text: String,
}

impl Lines {
    /// Whether they change anything; others only look.
    #[must_use]
    pub fn change(&self) -> bool {
        !self.typed.what.iter().all(|line| looks(&line.kind))
    }

    /// Whether any of them looks at the table, and so tells something by whether it holds.
    #[must_use]
    pub fn look(&self) -> bool {
        self.typed.what.iter().any(|line| looks(&line.kind))
    }

    /// As they were typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Carries them out. The game is as it was if one of them fails.
    ///
    /// # Errors
    /// What does not hold, or cannot be done.
    pub fn carry_out(&self, game: &mut Game<Machine>) -> Result<(), Wrong> {
        let before =
            if game.laid.0 == game.hash() { game.laid.1.clone() } else { LaidZones::new() };
        let (engine, laid) = tried(game, self, before)?;
        if self.change() {
            game.change(|running| *running = engine);
            game.laid = (game.hash(), laid);
        }
        Ok(())
    }
}

impl Bench {
    /// Reads lines of a test.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn lines(&mut self, game: &Game<Machine>, line: &Line<'_>) -> Result<Lines, Wrong> {
        let (sights, values) = Self::sights(game, true);
        let file = Self::file(game);
        let typing = Typing { file, text: line.text, part: line.part.clone(), sights: &sights };
        let typed = self.desk().lines(&typing)?;
        for line in &typed.what {
            let (found, help) = match &line.kind {
                TestLineKind::ExpectTold(..) | TestLineKind::ExpectSame(..) => (
                    "what was told is not kept here",
                    "look at the log and the view: `log as Ana`, `as Ana`",
                ),
                TestLineKind::PlayTo(_) => (
                    "the game stays where it is here",
                    "use `break`, or `bots 1` until the stage is over",
                ),
                TestLineKind::Shuffles(..) => (
                    "a typed line does not wait for a shuffle",
                    "lay the cards when they were shuffled: `given pack is …, the rest in pack`",
                ),
                TestLineKind::ShufflesAgain(_) => (
                    "this line works only in a test",
                    "here, `undo` does it: what is hidden is mixed afresh from there on",
                ),
                TestLineKind::Simulate(..) => (
                    "games are not simulated here",
                    "put the line into a test, or run `houserules sim`",
                ),
                TestLineKind::Let(..) => {
                    ("there is no `let` here", "write the value itself in its place")
                }
                TestLineKind::Do(_) if !typed.texts.is_empty() => (
                    "a typed statement cannot have its own texts",
                    "call a deed of the game that says it",
                ),
                _ => continue,
            };
            return Err(vec![Diagnostic::new(Code::E1005, line.span, found).help(help)]);
        }
        let text = line.text.get(line.part.clone()).unwrap_or("").trim().to_string();
        Ok(Lines { typed, values, text })
    }
}

/// The engine as the lines leave it, with what has happened on the way, and what they and those
/// before them have laid.
///
/// # Errors
/// What does not hold, or cannot be done.
pub fn tried(
    game: &Game<Machine>,
    lines: &Lines,
    laid: LaidZones,
) -> Result<(Machine, LaidZones), Wrong> {
    running(game, lines, |run, test| {
        run.fresh = laid;
        if let Err((broken, span)) = run.carry_out() {
            let (Broken::Failed(message) | Broken::Skipped(message)) = broken;
            return Err(vec![Diagnostic::new(Code::E1004, span, message)]);
        }
        if run.engine.asked().is_some_and(|a| a.chance) {
            let span = test.lines.last().map_or_else(Span::default, |l| l.span);
            let found =
                Diagnostic::new(Code::E1004, span, "chance is asked for more than the line gives");
            return Err(vec![found.help("add the next value: `chance gives 5, 3`")]);
        }
        Ok((run.engine.clone(), std::mem::take(&mut run.fresh)))
    })
}

/// The engine when chance has given the next of the values that the lines have for it, and how many
/// it has given then; none if it cannot. So many it gave before.
#[must_use]
pub fn given_to(game: &Game<Machine>, lines: &Lines, used: usize) -> Option<(Machine, usize)> {
    running(game, lines, |run, test| {
        let values = test.lines.iter().filter_map(|line| {
            if let TestLineKind::Chance(values) = &line.kind { Some(values) } else { None }
        });
        let values: Vec<_> = values.flatten().collect();
        run.chance.extend(values.iter().skip(used));
        let before = run.chance.len();
        run.give_chance().ok().filter(|()| run.chance.len() < before)?;
        Some((run.engine.clone(), values.len() - run.chance.len()))
    })
}

/// Hands over a run of the lines that has not begun, where the game stands.
fn running<T>(
    game: &Game<Machine>,
    lines: &Lines,
    work: impl for<'a> FnOnce(&mut Run<'a, Machine>, &'a Test) -> T,
) -> T {
    let mut book = Cow::Borrowed(&**game.book());
    if !lines.typed.texts.is_empty() {
        let own: &mut Rulebook = book.to_mut();
        own.texts.extend(lines.typed.texts.iter().cloned());
    }
    let mut sources: Sources = game.sources().clone();
    sources.add(super::TYPED, lines.text.as_str());
    let test = Test {
        title: String::new(),
        rules: Vec::new(),
        players: game.naming().seats.to_vec(),
        settings: Vec::new(),
        seed: None,
        locals: lines.typed.locals.clone(),
        lines: lines.typed.what.clone(),
        span: Span::default(),
    };
    let mut values = lines.values.clone();
    values.resize(test.locals.len(), Value::None);
    let mut run = Run::typed(&book, &sources, &test, game.engine().clone(), values);
    work(&mut run, &test)
}
