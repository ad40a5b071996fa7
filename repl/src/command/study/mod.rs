//! `study`: many games, looked at closely, and a report that answers a designer's questions.
//!
//! Games become records ([`file`]), records numbers ([`report`]), numbers sentences ([`findings`]),
//! a page ([`page`], [`plot`]) and a summary. Nothing in a report depends on who played the games,
//! or when.

mod fairness;
mod file;
mod findings;
mod games;
mod journal;
mod keeping;
mod numbers;
mod page;
mod plan;
mod plot;
pub mod prepared;
mod report;
mod said;
mod summary;
mod surely;
mod table;
pub mod tune;
mod work;

use super::doc::FORCE;
use crate::arguments::{Format, Study as Asked};
use crate::cli_error::CliError;
use crate::rules::{self, RuleFiles, Rules};
use crate::show::console::{Console, Tone};
use crate::writing;
use file::{Games, Kind};
use prepared::{Played, Prepared, by_number};

/// The exit status if somebody interrupted before anything was done.
const INTERRUPTED: u8 = 130;

/// Plays the games and writes the report.
///
/// # Errors
/// If the game, the table or a file is wrong, or a rule could not be carried out in some game.
pub fn run(asked: &Asked, console: &mut Console) -> Result<(), CliError> {
    overwrites_nothing(asked)?;
    let files = RuleFiles::new(&asked.game, &asked.set_up.variants)?;
    let rules = rules::runnable(&files, console)?;
    let compared = compared(asked, &files, console)?;
    if let Some(which) = &asked.journal {
        let (plan, _) = plan::plan(asked, &rules)?;
        return journal::write(asked, &rules, plan, which, console);
    }
    // What a game comes to is found out by playing some, which can take long already.
    super::interrupts::heed();
    let prepared = Prepared::new(asked, Played { files, rules, compared }, console)?;
    let mut stored = kept(asked, &prepared)?;
    let wanted = prepared.wanted(prepared.games());
    let missing: Vec<_> = wanted.iter().filter(|key| !stored.contains_key(key)).copied().collect();
    if !asked.merge.is_empty() && !missing.is_empty() {
        return Err(CliError::call(format!(
            "{} of the {} games are in none of these files",
            missing.len(),
            wanted.len()
        ))
        .help("say with `--games A..B` which games the files hold"));
    }
    let work = prepared.work(missing, threads(asked.threads), console.look.watched);
    let (played, interrupted) = match asked.format {
        Format::Human => work::play_with_an_estimate(work, console),
        Format::Json => games::play(&work),
    };
    stored.extend(by_number(played));
    if interrupted && stored.is_empty() {
        let said = "Interrupted before the first game was played: there is nothing to report.";
        let _ = writeln!(console.err(), "{said}");
        return Err(CliError::Said(INTERRUPTED));
    }
    for path in &asked.data {
        keeping::write(path, &prepared.header, &stored)?;
    }
    let made = prepared.report(asked, stored);
    if let Some(path) = &asked.report {
        writing::made(path, &page::page(&made), asked.force)
            .map_err(|trouble| trouble.help_if_none(FORCE))?;
    }
    match asked.format {
        Format::Json => console.json(&made)?,
        Format::Human => {
            summary::say(&made, console)?;
            if let Some(path) = &asked.report {
                console.line(&format!("\nThe report is in {}.", path.display()))?;
            }
            if interrupted
                && asked.data.iter().any(|p| file::kind(p).is_ok_and(|k| k == Kind::Lines))
            {
                console.say(Tone::Faint, "The same call goes on where it was interrupted.")?;
            }
        }
    }
    let faulty = made.stuck.iter().any(|stuck| stuck.place.is_some());
    if faulty { Err(CliError::Said(1)) } else { Ok(()) }
}

/// A table for other programs is not written over what stands there.
fn overwrites_nothing(asked: &Asked) -> Result<(), CliError> {
    for path in &asked.data {
        if file::kind(path)? != Kind::Lines && path.exists() && !asked.force {
            let said = format!("`{}` is there already", path.display());
            return Err(CliError::call(said).help(FORCE));
        }
    }
    Ok(())
}

/// The other rules, if some are compared.
fn compared(
    asked: &Asked,
    files: &RuleFiles,
    console: &mut Console,
) -> Result<Option<Rules>, CliError> {
    if !asked.vs_base && asked.vs_variants.is_empty() {
        return Ok(None);
    }
    if asked.vs_base && files.variants.is_empty() {
        return Err(CliError::call("there is no variant to compare the game with")
            .help("name one: `--variant FILE --vs-base`, or `--vs-variant FILE`"));
    }
    let others = RuleFiles { game: files.game.clone(), variants: asked.vs_variants.clone() };
    rules::runnable(&others, console).map(Some)
}

/// The games that are there already: of the files that are brought together, and of those that are
/// gone on with.
fn kept(asked: &Asked, prepared: &Prepared) -> Result<Games, CliError> {
    if let Some(path) = asked.merge.iter().find(|path| !path.exists()) {
        return Err(CliError::Input(format!("there is no file `{}`", path.display()), None));
    }
    let mut files = asked.merge.clone();
    for path in &asked.data {
        if file::kind(path)? == Kind::Lines {
            files.push(path.clone());
        }
    }
    prepared.kept(&files)
}

fn threads(asked: Option<usize>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.filter(|n| *n > 0).unwrap_or_else(all)
}
