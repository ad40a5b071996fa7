//! `tune`: which numbers a game should have for what its designer aims at, with what one aim costs
//! the others.

mod onward;
mod race;
mod settings;
mod told;
mod wish;

use super::journal::Call;
use super::plan::seated;
use crate::arguments::{Format, SetUp, Tune as Asked};
use crate::cli_error::CliError;
use crate::rules::{self, RuleFiles};
use crate::show::console::{Console, Tone};
use houserules_bots::aim::together;
use houserules_interpreter::chance::Seed;
use houserules_study::close::arm::{Arm, Change, Plan};
use houserules_study::close::play::Study;
use onward::Around;
use race::Race;
use settings::Setting;
use std::sync::Arc;
use told::{Head, Told};
use wish::Gauge;

/// Plays the settings and says what came of it.
///
/// # Errors
/// If the game, the table, what is tuned or what is aimed at is wrong.
pub fn run(asked: &Asked, console: &mut Console) -> Result<(), CliError> {
    let files = RuleFiles::new(&asked.game, &asked.set_up.variants)?;
    let rules = rules::runnable(&files, console)?;
    let together = together(&rules.book);
    let wishes = wish::read(&asked.aims, together)?;
    if asked.games == 0 {
        return Err(CliError::call("a setting needs at least one game").help("write `-n 400`"));
    }
    let (options, _) = settings::fixed(asked);
    let set_up = SetUp { options, ..asked.set_up.clone() };
    let (setup, players) = seated(&rules.book, &set_up, &asked.policy)?;
    let settings = settings::settings(asked, &files, &rules, &setup);
    let settings = rules::told(settings, console)?;
    if settings.iter().all(|s| s.program.is_err())
        && let Some(Err(why)) = settings.first().map(|s| &s.program)
    {
        return Err(why.clone().into());
    }
    let arm = |of: &Setting| Arm { change: Change::Options(of.options.clone()), every: 1 };
    let plan = Plan {
        setup,
        players,
        seed: asked.set_up.seed.map_or(1, Seed::folded),
        max_decisions: asked.max_decisions,
        arms: settings.iter().map(arm).collect(),
    };
    let study = Study { statements: Vec::new(), plan, tracks: Arc::default() };
    let race = Race {
        settings: &settings,
        wishes: &wishes,
        gauge: Gauge { together, pace: f64::from(asked.pace) },
        most: asked.games,
        threads: super::threads(asked.threads),
        watched: console.look.watched,
    };
    super::super::interrupts::heed();
    let (standings, interrupted) = race::run(&race, &study);
    let head = Head {
        game: rules.book.title.clone(),
        bots: study.plan.players.iter().map(|p| p.name()).collect(),
        seed: study.plan.seed,
        interrupted,
    };
    let told = Told::of(head, &wishes, &settings, &standings);
    match asked.format {
        Format::Json => console.json(&told),
        Format::Human => {
            told.say(console)?;
            let Some((at, met)) = told.best() else { return Ok(()) };
            let around = Around { book: &rules.book, settings: &settings, off: told.off(), at };
            let end = if met { None } else { onward::end(&around) };
            let next = if met { None } else { onward::call(asked, &study.plan, &around) };
            let line = match (end, next) {
                (Some(end), _) => end,
                (None, Some(call)) => {
                    format!("To look around the nearest, {}: `{call}`", named(&settings[at]))
                }
                (None, None) => closely(asked, &study.plan, &settings[at]),
            };
            console.say(Tone::Faint, &format!("\n{line}"))
        }
    }
}

/// How to look at a setting closely.
fn closely(asked: &Asked, plan: &Plan, setting: &Setting) -> String {
    let (mut options, mut words) = (settings::fixed(asked).0, Vec::new());
    for (name, value) in &setting.said {
        match settings::is_word(asked, name) {
            true => words.push(format!("`define {name} = {value}`")),
            false => options.push(format!("{name}={value}")),
        }
    }
    let set_up = SetUp { options, ..asked.set_up.clone() };
    let call = Call::tuned(asked, plan, &set_up).words("study").join(" ");
    let first = match words.is_empty() || setting.as_it_is {
        true => String::new(),
        false => format!(", write {} in the rules, then", words.join(" and ")),
    };
    format!("To look closely at {}{first}: `{call}`", named(setting))
}

/// What is set to what: "`hand=5` `money=7`".
fn named(setting: &Setting) -> String {
    let each = setting.said.iter().map(|(name, value)| format!("`{name}={value}`"));
    each.collect::<Vec<_>>().join(" ")
}
