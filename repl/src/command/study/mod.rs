//! `study`: many games, looked at closely, and a report that answers a designer's questions.
//!
//! Games become records ([`file`]), records numbers ([`report`]), numbers sentences ([`findings`]),
//! a page ([`page`], [`plot`]) and a summary. Nothing in a report depends on who played the games,
//! or when.

mod file;
mod findings;
mod games;
mod journal;
mod numbers;
mod page;
mod plan;
mod plot;
mod report;
mod summary;
pub mod tune;
mod work;

use super::doc::FORCE;
use super::track;
use crate::arguments::{Format, Study as Asked};
use crate::cli_error::CliError;
use crate::engine::Starter;
use crate::rules::{self, RuleFiles, Rules};
use crate::setup::written;
use crate::show::console::{Console, Tone};
use crate::writing;
use file::{FORM, Games, Header, Kind};
use games::Work;
use houserules_interpreter::program::Program;
use houserules_study::close::arm::{Change, Plan};
use houserules_study::close::play::Study;
use houserules_study::close::reached::statements;
use houserules_study::sim::SimSpec;
use houserules_study::track::Tracks;
use houserules_table::journal::fingerprint::rules_hash;
use report::{Made, report};
use std::sync::Arc;

/// Plays the games and writes the report.
///
/// # Errors
/// If the game, the table or a file is wrong, or a rule could not be carried out in some game.
pub fn run(asked: &Asked, console: &mut Console) -> Result<(), CliError> {
    overwrites_nothing(asked)?;
    let files = RuleFiles::new(&asked.game, &asked.set_up.variants)?;
    let rules = rules::runnable(&files, console)?;
    let compared = compared(asked, &files, console)?;
    let (plan, range) = plan::plan(asked, &rules)?;
    if let Some(which) = &asked.journal {
        return journal::write(asked, (&rules, plan), which, console);
    }
    let tracks = tracks(asked, &rules, &plan, console)?;
    let study = Study { statements: statements(&rules.book), plan, tracks };
    let programs = programs(&study.plan, &rules, compared.as_ref())?;
    let range = match range {
        Some(range) => range,
        None => 0..work::usual_games(&study, &programs),
    };
    let header = header(&study, &rules, compared.as_ref());
    let mut stored = kept(asked, &header)?;
    let set_up = |arm: u16| programs.get(usize::from(arm)).is_some_and(Option::is_some);
    let mut wanted = study.plan.games(range.start, range.end);
    wanted.retain(|(arm, _)| set_up(*arm));
    // Every way to play gets on, so that an interrupt leaves something of each.
    wanted.sort_by_key(|(arm, game)| (*game, *arm));
    let missing: Vec<_> = wanted.iter().filter(|key| !stored.contains_key(key)).copied().collect();
    if !asked.merge.is_empty() && !missing.is_empty() {
        return Err(CliError::call(format!(
            "{} of the {} games are in none of these files",
            missing.len(),
            wanted.len()
        ))
        .help("say with `--games A..B` which games the files hold"));
    }
    let work = Work {
        study: &study,
        programs: &programs,
        games: missing,
        threads: threads(asked.threads),
        watched: console.look.watched,
    };
    let (played, interrupted) = match asked.format {
        Format::Human => work::play_with_an_estimate(work, console),
        Format::Json => games::play(&work),
    };
    stored.extend(played.into_iter().map(|record| ((record.arm, record.game), record)));
    for path in &asked.data {
        file::write(path, &header, &stored)?;
    }
    let mut games = stored;
    games.retain(|key, _| wanted.binary_search_by_key(&(key.1, key.0), |w| (w.1, w.0)).is_ok());
    let variants = files.variants.iter().map(|v| v.display().to_string()).collect();
    let wanted = wanted.len() as u64;
    let again = journal::again(asked, &study.plan);
    let pace = f64::from(asked.pace);
    let (rules, study, games) = (&rules, &study, &games);
    let made = report(&Made { rules, variants, study, games, wanted, pace, again });
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
        if file::kind(path)? == Kind::Csv && path.exists() && !asked.force {
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
    let others = RuleFiles { game: files.game.clone(), variants: asked.vs_variants.clone() };
    rules::runnable(&others, console).map(Some)
}

/// What is followed: what every game has, as far as it can be, and what was asked for.
fn tracks(
    asked: &Asked,
    rules: &Rules,
    plan: &Plan,
    console: &mut Console,
) -> Result<Arc<Tracks>, CliError> {
    let spec = SimSpec {
        setup: plan.setup.clone(),
        games: 1,
        seed: plan.seed,
        max_decisions: plan.max_decisions,
        players: plan.players.clone(),
    };
    let mut texts: Vec<String> = plan::followed(&rules.book);
    texts.retain(|text| track::can_be_followed(text, rules, &spec));
    texts.extend(asked.tracks.iter().filter(|t| !texts.contains(t)).cloned().collect::<Vec<_>>());
    track::read(&texts, rules, &spec, console)
}

/// A program for each way to play. An option that cannot be set so is not tried.
fn programs(
    plan: &Plan,
    rules: &Rules,
    compared: Option<&Rules>,
) -> Result<Vec<Option<Arc<Program>>>, CliError> {
    let mut found = Vec::new();
    for (at, arm) in plan.arms.iter().enumerate() {
        let book = match (&arm.change, compared) {
            (Change::Rules, Some(other)) => &other.book,
            _ => &rules.book,
        };
        let mut setup = plan.setup_of(at);
        if arm.change == Change::Rules {
            let of = |id: usize| rules.book.options.get(id).map(|o| o.name.as_str());
            setup.options = setup
                .options
                .into_iter()
                .filter_map(|(id, value)| {
                    let name = of(usize::from(id.0))?;
                    let there = book.options.iter().position(|o| o.name == name)?;
                    Some((houserules_lang::ir::OptionId(there as u16), value))
                })
                .collect();
        }
        match Starter::new(book, false).program(&setup) {
            Ok(program) => found.push(Some(program)),
            Err(why) if at == 0 => return Err(CliError::Input(why, None)),
            Err(_) => found.push(None),
        }
    }
    Ok(found)
}

fn header(study: &Study, rules: &Rules, compared: Option<&Rules>) -> Header {
    let plan = &study.plan;
    let options = plan.setup.options.iter().filter_map(|(id, value)| {
        let option = rules.book.options.get(usize::from(id.0))?;
        Some((option.name.clone(), written(&rules.book, &option.ty, value)))
    });
    let hashes = [Some(rules), compared].into_iter().flatten().map(|r| rules_hash(&r.book));
    Header {
        houserules_study: FORM,
        game: rules.book.title.clone(),
        rules: hashes.collect(),
        players: plan.players.iter().map(|p| p.name()).collect(),
        options: options.collect(),
        seed: plan.seed,
        max_decisions: plan.max_decisions,
        arms: plan.arms.iter().map(|arm| plan::label(&rules.book, &arm.change)).collect(),
        followed: study.tracks.all.iter().map(|t| t.text.clone()).collect(),
    }
}

/// The games that are there already: of the files that are brought together, and of those that are
/// gone on with.
fn kept(asked: &Asked, header: &Header) -> Result<Games, CliError> {
    let mut games = Games::new();
    for path in &asked.merge {
        let Some(more) = file::read(path, header)? else {
            return Err(CliError::Input(format!("there is no file `{}`", path.display()), None));
        };
        games.extend(more);
    }
    for path in &asked.data {
        if file::kind(path)? == Kind::Lines
            && let Some(more) = file::read(path, header)?
        {
            games.extend(more);
        }
    }
    Ok(games)
}

fn threads(asked: Option<usize>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.filter(|n| *n > 0).unwrap_or_else(all)
}
