//! Values of expressions, and those that are watched.

use crate::cli_error::CliError;
use crate::show::grid::aligned;
use crate::terminal::host::Host;
use crate::terminal::typed::{CommandResult, Typed};
use houserules_interpreter::machine::Machine;
use houserules_lang::code::Code;
use houserules_table::debugger::{Bench, Line, shown};
use houserules_table::game::Game;
use houserules_table::visibility::Viewer;

impl Host<'_, '_> {
    /// The value of what is watched, in words.
    fn watched(&mut self, text: &str) -> String {
        let line = Line { text, part: 0..text.len() };
        let (host, game) = match &mut self.bench.probe {
            Some(probe) => (&mut self.bench.reads, &mut probe.game),
            None => (&mut self.bench.reads, self.session.game_mut()),
        };
        match host.value(game, &line) {
            Ok(reading) => reading.text.unwrap_or_else(|| shown(game, &reading.ty, &reading.value)),
            // What a rule or the checker says; a fault is where it has no value.
            Err(wrong) => match wrong.first().filter(|d| d.code.is_error()) {
                Some(found) => format!("nothing ({})", found.message),
                None => "has no value here".into(),
            },
        }
    }

    /// Shows what is watched and has changed.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn show_watches(&mut self) -> Result<(), CliError> {
        if self.eyes != Viewer::Referee {
            return Ok(());
        }
        for at in 0..self.bench.watches.len() {
            let Some((text, before)) = self.bench.watches.get(at).cloned() else { break };
            let now = self.watched(&text);
            if now != before {
                self.console.line(&format!("  [{}] {text}: {before} → {now}", at + 1))?;
                self.bench.watches[at].1 = now;
            }
        }
        Ok(())
    }
}

pub(crate) fn print(host: &mut Host, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        return Err(typed.lacks("an expression", "write `print count(players)`").into());
    }
    let (desk, game) = host.parts();
    let reading = desk.value(game, &typed.behind())?;
    let text = reading.text.unwrap_or_else(|| shown(game, &reading.ty, &reading.value));
    host.line(&format!("  {text}"))
}

impl Host<'_, '_> {
    /// What reads lines of the language, and the game at which they are typed.
    pub fn parts(&mut self) -> (&mut Bench, &mut Game<Machine>) {
        match &mut self.bench.probe {
            Some(probe) => (&mut self.bench.reads, &mut probe.game),
            None => (&mut self.bench.reads, self.session.game_mut()),
        }
    }
}

pub(crate) fn names(host: &mut Host, _: &Typed) -> CommandResult {
    let me = host.game().engine().acting();
    let me =
        me.map_or("nobody acts, so it means nothing".to_string(), |s| host.game().naming().seat(s));
    let mut rows = vec![vec!["me".to_string(), me]];
    rows.extend(Bench::names(host.game()).into_iter().map(|(name, value)| vec![name, value]));
    let players = host.game().naming().seats.join(", ");
    rows.push(vec!["players".into(), players]);
    let width = host.console.look.width;
    aligned(&rows, 2, width).iter().try_for_each(|line| host.line(line))
}

pub(crate) fn watch(host: &mut Host, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        if host.bench.watches.is_empty() {
            return host.line("Nothing is watched.");
        }
        let line = |(at, (text, value)): (usize, &(String, String))| {
            format!("  [{}] {text}: {value}", at + 1)
        };
        let lines: Vec<String> = host.bench.watches.iter().enumerate().map(line).collect();
        return host.lines(&lines);
    }
    let (desk, game) = host.parts();
    let reading = desk.value(game, &typed.behind())?;
    let value = reading.text.unwrap_or_else(|| shown(game, &reading.ty, &reading.value));
    let line = format!("  [{}] {}: {value}", host.bench.watches.len() + 1, typed.rest());
    host.bench.watches.push((typed.rest().to_string(), value));
    host.line(&line)
}

pub(crate) fn unwatch(host: &mut Host, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        return Err(typed
            .lacks("a number", "`watch` alone lists what is watched, with numbers")
            .into());
    }
    let number = typed.number(1)? as usize;
    if number > host.bench.watches.len() {
        let found =
            typed.wrong(Code::E1015, typed.rest.clone(), format!("nothing is watched as {number}"));
        return Err(found.help("`watch` alone lists what is watched, with numbers").into());
    }
    let (text, _) = host.bench.watches.remove(number - 1);
    host.line(&format!("  `{text}` is no longer watched"))
}
