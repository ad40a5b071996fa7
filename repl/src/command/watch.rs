//! `watch`: at every save checks, tests and plays a few games, and keeps a running game on the
//! newest rules that compile.

use super::test;
use crate::arguments::Watch;
use crate::bots::Draws;
use crate::cli_error::CliError;
use crate::engine::Starter;
use crate::reload::bring;
use crate::reload::said::changed;
use crate::reload::watch::{News, Runs, What, watch};
use crate::rules::{RuleFiles, compiled, tests_left_out};
use crate::setup::{self, Sitter};
use crate::show::console::{Console, Tone};
use crate::show::diagnostics::{self, Count};
use houserules_bots::bot::decide_evenly;
use houserules_interpreter::ask::{Engine, Setup, Stop};
use houserules_interpreter::chance::{BotSource, Seed};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::Random;
use houserules_lang::compile::Compiled;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::difference::spelling::Renames;
use houserules_lang::ir::Rulebook;
use houserules_lang::place::Place;
use houserules_lang::source::Sources;
use houserules_table::game::Game;
use houserules_table::journal::fingerprint::rules_hash;
use houserules_table::reload::{How, Update, When};
use houserules_table::runner::Status;
use houserules_table::session::Session;
use houserules_table::visibility::Viewer;
use std::sync::Arc;
use std::sync::mpsc::channel;

/// A game that has not ended after so many decisions is given up.
const MOST: u64 = 20_000;

/// What goes on while rules are watched.
struct Bench<'a> {
    asked: &'a Watch,
    files: RuleFiles,
    session: Option<Session<Machine>>,
}

/// Watches a game until somebody stops it.
///
/// # Errors
/// If a file cannot be read at the start, the table is wrong, or a stream fails.
pub fn run(asked: &Watch, console: &mut Console) -> Result<(), CliError> {
    let files = RuleFiles::new(&asked.game, &asked.set_up.variants)?;
    let first = Runs::of(compiled(&files)?, &files);
    let (send, receive) = channel::<News>();
    let mut bench = Bench { asked, files, session: None };
    // Nothing runs under broken rules.
    let mut sources = Arc::default();
    match first {
        Ok(runs) => {
            sources = Arc::clone(&runs.sources);
            bench.saved(runs, console)?;
        }
        Err(compiled) => bench.broken(&compiled, console)?,
    }
    let files = bench.files.clone();
    let tell = move |news: News| {
        // Nobody listens any more: the program is ending.
        let _ = send.send(news);
    };
    let _watch = watch(&files, &sources, tell)?;
    console.say(Tone::Faint, &format!("Watching {}. Ctrl-C ends it.", files.shown()))?;
    console.flush()?;
    let mut left = asked.saves;
    while left != Some(0) {
        let Ok(news) = receive.recv() else { return Ok(()) };
        console.line("")?;
        let said = match news.what {
            What::Rules(runs) => bench.saved(runs, console),
            What::Broken(compiled) => bench.broken(&compiled, console),
            What::Unreadable(trouble) => bench.unreadable(&trouble, console),
        };
        match said {
            // Rules that this table cannot play may be mended with the next save.
            Err(trouble @ (CliError::Input(..) | CliError::Call(..))) => {
                console.say(Tone::Wrong, &format!("{trouble}."))?;
            }
            other => other?,
        }
        console.flush()?;
        left = left.map(|n| n - 1);
    }
    Ok(())
}

impl Bench<'_> {
    /// Says what is to be said of rules, and how much that is.
    fn diagnosed(
        &self,
        sources: &Sources,
        found: &[Diagnostic],
        console: &mut Console,
    ) -> Result<String, CliError> {
        let look = console.look;
        diagnostics::human(sources, found, console.out(), look).map_err(CliError::output)?;
        Ok(format!("{}: {}.", self.files.shown(), Count::of(found).words()))
    }

    /// Rules were saved that do not compile.
    fn broken(&self, compiled: &Compiled, console: &mut Console) -> Result<(), CliError> {
        let said = self.diagnosed(&compiled.sources, &compiled.diagnostics, console)?;
        console.say(Tone::Wrong, &said)?;
        self.stays(console)
    }

    /// Rules were saved.
    fn saved(&mut self, runs: Runs, console: &mut Console) -> Result<(), CliError> {
        let said = self.diagnosed(&runs.sources, &runs.diagnostics, console)?;
        console.line(&said)?;
        let Runs { book, sources, left_out, .. } = runs;
        if let Some(said) = tests_left_out(left_out) {
            console.say(Tone::Wrong, &said)?;
        }
        // Whoever watches a game wants it on the new rules first, and then to know how good they
        // are.
        if let Some(session) = &mut self.session {
            let update = Update::new(
                session.game(),
                Arc::clone(&book),
                Arc::clone(&sources),
                &Renames::new(),
            );
            keep_up(session, &update, console)?;
            console.flush()?;
        }
        tests(&book, &sources, console)?;
        let table = setup::table(&book, &self.asked.set_up, Sitter::Random, Sitter::Random)?;
        let setup = Setup { seats: table.sitters.len() as u8, options: table.options };
        let starter = Starter::new(&book, true);
        self.smoke(&starter, &setup, &sources, console)?;
        if self.session.is_none() {
            let seed = self.asked.set_up.seed.unwrap_or(Seed(1));
            let machine = starter.start(&setup, seed)?;
            let names = setup::names(&[], setup.seats)?;
            let mut session = Session::begin(Game::start(machine, book, sources, names));
            play(&mut session, self.asked.moves, Draws::new(seed, 0));
            console.line(&format!("A game is running, {}.", stands(&session)))?;
            self.session = Some(session);
        }
        Ok(())
    }

    /// A file cannot be read.
    fn unreadable(&self, trouble: &CliError, console: &mut Console) -> Result<(), CliError> {
        console.say(Tone::Wrong, &format!("{trouble}."))?;
        self.stays(console)
    }

    /// The running game, if there is one, is not touched.
    fn stays(&self, console: &mut Console) -> Result<(), CliError> {
        let Some(session) = &self.session else { return Ok(()) };
        console
            .line(&format!("The running game stays under the rules it has, {}.", stands(session)))
    }

    /// Plays some games from start to end.
    fn smoke(
        &self,
        starter: &Starter,
        setup: &Setup,
        sources: &Sources,
        console: &mut Console,
    ) -> Result<(), CliError> {
        let (mut finished, mut stalled) = (0, 0);
        let mut faults: Vec<(String, u64)> = Vec::new();
        for seed in 0..self.asked.games {
            let program = starter.program(setup)?;
            let mut machine = Machine::start(program, seed, false);
            match machine.playout(&[], &mut BotSource::new(seed), MOST).0 {
                Stop::Over(_) => finished += 1,
                Stop::Asking => stalled += 1,
                Stop::Fault(fault) => {
                    let place = Place::of(sources, fault.span)
                        .map(|p| format!(" at {p}"))
                        .unwrap_or_default();
                    faults.push((format!("{}{place}", fault.code), seed));
                }
            }
        }
        console.line(&format!(
            "Games by bots: {finished} finished, {stalled} without end, {} at a fault.",
            faults.len()
        ))?;
        if let Some((fault, seed)) = faults.first() {
            console.say(Tone::Wrong, &format!("  {fault}, first with seed {seed}"))?;
        }
        Ok(())
    }
}

/// Runs the tests.
fn tests(
    book: &Arc<Rulebook>,
    sources: &Arc<Sources>,
    console: &mut Console,
) -> Result<(), CliError> {
    let results = test::results(book, sources);
    let failed: Vec<_> = results.iter().filter(|r| r.status == Status::Failed).collect();
    for result in &failed {
        let message = result.message.as_deref().unwrap_or("it failed");
        console.say(Tone::Wrong, &format!("  test “{}”: {message}", result.title))?;
    }
    let passed = results.iter().filter(|r| r.status == Status::Passed).count();
    console.line(&format!("Tests: {passed} passed, {} failed.", failed.len()))
}

/// Lets bots choose.
fn play(session: &mut Session<Machine>, most: u64, mut draws: Draws) {
    for _ in 0..most {
        let Some(seat) = session.game().asked().and_then(|a| a.seats.first().copied()) else {
            return;
        };
        if decide_evenly(&mut Random::new(draws.seed()), session.game_mut(), seat).is_err() {
            return;
        }
        session.noted();
    }
}

/// Where a game stands.
fn stands(session: &Session<Machine>) -> String {
    let path: Vec<String> =
        session.game().path(Viewer::Referee).into_iter().map(|p| p.text).collect();
    let choices = session.tree().records().len();
    let at = match session.game().stop() {
        Stop::Over(_) => "over".to_string(),
        Stop::Fault(fault) => format!("at fault {}", fault.code),
        Stop::Asking if path.is_empty() => "at its start".into(),
        Stop::Asking => path.join(" › "),
    };
    format!("{at}, after {choices} choices")
}

/// The running game goes over to new rules: now, else by playing it again, as far as it fits.
fn keep_up(
    session: &mut Session<Machine>,
    update: &Update,
    console: &mut Console,
) -> Result<(), CliError> {
    if update.rules_hash == rules_hash(session.game().engine().rulebook())
        || update.difference.is_empty()
    {
        return console.line("Nothing changed that counts for the running game.");
    }
    for (tone, line) in changed(&update.difference) {
        console.say(tone, &line)?;
    }
    let how = How::when(When::Now);
    match bring::bring(session, update, &how) {
        Ok(notes) => {
            notes.iter().try_for_each(|note| console.line(&format!("  {note}")))?;
            console.line(&format!(
                "The running game goes on under the new rules, {}.",
                stands(session)
            ))
        }
        Err(obstacle) => {
            console.line(&format!("The running game cannot go over where it is: {obstacle}."))?;
            match bring::replay(session, update, &how.answers) {
                Ok(replayed) => {
                    if let Some(misfit) = &replayed.misfit {
                        console.line(&format!("Played again, {misfit}."))?;
                    }
                    console.line(&format!(
                        "It was played again under the new rules, {}.",
                        stands(session)
                    ))
                }
                Err(obstacle) => {
                    console.say(Tone::Wrong, &format!("It stays under its own: {obstacle}."))
                }
            }
        }
    }
}
