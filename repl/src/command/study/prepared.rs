//! A study that is ready to be played: by the command, or by a program that shares its games out.

use super::file::{self, FORM, Games, Header};
use super::games::{self, Work};
use super::numbers::Report;
use super::report::{Made, report};
use super::work::{self, Fitted};
use super::{journal, keeping, page, plan};
use crate::arguments::Study as Asked;
use crate::cli_error::CliError;
use crate::command::track;
use crate::engine::Starter;
use crate::learnt::told;
use crate::rules::{RuleFiles, Rules};
use crate::setup::written;
use crate::show::console::Console;
use houserules_interpreter::program::Program;
use houserules_lang::ir::OptionId;
use houserules_study::close::arm::{Change, Plan};
use houserules_study::close::play::Study;
use houserules_study::close::reached::statements;
use houserules_study::close::record::Record;
use houserules_study::sim::SimSpec;
use houserules_study::track::Tracks;
use houserules_table::journal::fingerprint::{learnt_hash, rules_hash};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// The rules of a study.
#[derive(Debug)]
pub struct Played {
    /// Where they were found.
    pub files: RuleFiles,
    /// The game as it is.
    pub rules: Rules,
    /// The other rules, if some are compared.
    pub compared: Option<Rules>,
}

/// What is played, and what its games must have in common.
pub struct Prepared {
    played: Played,
    pub(super) study: Study,
    programs: Vec<Option<Arc<Program>>>,
    /// What a game of each arm comes to, if that was counted.
    each: Vec<u64>,
    pub(super) header: Header,
    games: Range<u64>,
}

/// What the games of a study say.
pub struct Said {
    /// The numbers of the report, as one JSON object.
    pub json: String,
    /// The report as a page.
    pub page: String,
}

impl Prepared {
    /// Makes a study ready. What is wrong with an expression that is to be followed goes to the
    /// standard error.
    ///
    /// # Errors
    /// If the table does not suit the game, something cannot be followed, or nothing would be
    /// played.
    pub fn new(asked: &Asked, played: Played, console: &mut Console) -> Result<Self, CliError> {
        let (rules, compared) = (&played.rules, played.compared.as_ref());
        let (plan, range) = plan::plan(asked, rules)?;
        let tracks = tracks(asked, rules, &plan, console)?;
        let mut study = Study { statements: statements(&rules.book), plan, tracks };
        let programs = programs(&study.plan, rules, compared)?;
        let fitted = match (asked.quick, &range) {
            (true, Some(_)) => Fitted { usual: 0, each: Vec::new() },
            (true, None) | (false, _) => work::fitted(&mut study, &programs),
        };
        let games = range.unwrap_or(0..fitted.usual);
        let header = header(&study, rules, compared);
        Ok(Self { study, programs, each: fitted.each, header, games, played })
    }

    /// The numbers of the games that were asked for, or that are usual.
    #[must_use]
    pub fn games(&self) -> Range<u64> {
        self.games.clone()
    }

    /// The rules that are played.
    #[must_use]
    pub fn played(&self) -> &Played {
        &self.played
    }

    /// Plays some of the games; the text of a `.jsonl` that holds them.
    ///
    /// # Errors
    /// If they cannot be written as JSON.
    pub fn play(&self, games: Range<u64>, threads: usize) -> Result<String, CliError> {
        let (records, _) = games::play(&self.work(self.wanted(games), threads, false));
        file::lines(&self.header, &by_number(records))
    }

    /// Which of the games these files do not hold, or not in every way in which they are played.
    ///
    /// # Errors
    /// If a file cannot be read, or holds something else than games of this study.
    pub fn missing(&self, files: &[PathBuf]) -> Result<Vec<u64>, CliError> {
        let kept = self.kept(files)?;
        let wanted = self.wanted(self.games()).into_iter();
        let missing: BTreeSet<u64> =
            wanted.filter(|key| !kept.contains_key(key)).map(|(_, game)| game).collect();
        Ok(missing.into_iter().collect())
    }

    /// Brings the games of files together in others, `.jsonl`, `.csv` or `.parquet`, and reports on
    /// them.
    ///
    /// # Errors
    /// If a file cannot be read or written, or holds something else than games of this study.
    pub fn bring_together(
        &self,
        asked: &Asked,
        from: &[PathBuf],
        to: &[PathBuf],
    ) -> Result<Said, CliError> {
        let games = self.kept(from)?;
        for path in to {
            keeping::write(path, &self.header, &games)?;
        }
        let report = self.report(asked, games);
        let json = serde_json::to_string(&report);
        let json = json.map_err(|error| CliError::Input(error.to_string(), None))?;
        Ok(Said { json, page: page::page(&report) })
    }

    /// Arm and number of every game of a range that can be set up: first those of the game as it
    /// is, so that an interrupt leaves what matters most, then every way to play a little further.
    pub(super) fn wanted(&self, range: Range<u64>) -> Vec<(u16, u64)> {
        let set_up = |arm: u16| self.programs.get(usize::from(arm)).is_some_and(Option::is_some);
        let mut wanted = self.study.plan.games(range.start, range.end);
        wanted.retain(|(arm, _)| set_up(*arm));
        wanted.sort_by_key(|(arm, game)| (*arm > 0, *game, *arm));
        wanted
    }

    /// What is to be done to play games: on so many threads, and whether somebody watches.
    pub(super) fn work(&self, games: Vec<(u16, u64)>, threads: usize, watched: bool) -> Work<'_> {
        let (study, programs, each) = (&self.study, &self.programs, &self.each);
        Work { study, programs, games, each, threads, watched }
    }

    /// The games in files. One that is not there holds none.
    pub(super) fn kept(&self, files: &[PathBuf]) -> Result<Games, CliError> {
        let mut games = Games::new();
        for path in files {
            games.extend(file::read(path, &self.header)?.unwrap_or_default());
        }
        Ok(games)
    }

    /// What bots that play know of the game, in a sentence.
    fn learnt(&self) -> Option<String> {
        let learns = self.study.plan.players.iter().any(|player| player.learns());
        let told = self.played.rules.learnt.as_ref().map(|_| told(&self.played.files.game));
        told.filter(|_| learns)
    }

    /// The report on those of some games that were asked for.
    pub(super) fn report(&self, asked: &Asked, mut games: Games) -> Report {
        let wanted: BTreeSet<(u16, u64)> = self.wanted(self.games()).into_iter().collect();
        games.retain(|key, _| wanted.contains(key));
        let variants = &self.played.files.variants;
        report(&Made {
            rules: &self.played.rules,
            variants: variants.iter().map(|v| v.display().to_string()).collect(),
            learnt: self.learnt(),
            others: asked.vs_variants.iter().map(|v| v.display().to_string()).collect(),
            study: &self.study,
            games: &games,
            wanted: wanted.len() as u64,
            pace: f64::from(asked.pace),
            again: journal::again(asked, &self.study.plan),
            among: journal::among(asked, &self.study.plan),
            tuning: journal::tuning(asked, &self.study.plan, &self.played.rules),
        })
    }
}

/// Games by arm and number.
pub(super) fn by_number(records: Vec<Record>) -> Games {
    records.into_iter().map(|record| ((record.arm, record.game), record)).collect()
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
        let book = if let (Change::Rules, Some(other)) = (&arm.change, compared) {
            &other.book
        } else {
            &rules.book
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
                    Some((OptionId(there as u16), value))
                })
                .collect();
        }
        match Starter::new(book, false).program(&setup) {
            Ok(program) => found.push(Some(program)),
            Err(why) if at == 0 => return Err(why.into()),
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
    let books = [Some(rules), compared].into_iter().flatten().map(|r| &r.book);
    let learnt = books.clone().filter_map(|book| book.learnt.as_deref()).map(learnt_hash);
    Header {
        houserules_study: FORM,
        game: rules.book.title.clone(),
        rules: books.map(|book| rules_hash(book)).collect(),
        learnt: learnt.collect(),
        players: plan.players.iter().map(|p| p.name()).collect(),
        options: options.collect(),
        seed: plan.seed,
        max_decisions: plan.max_decisions,
        arms: plan.arms.iter().map(|arm| plan::label(&rules.book, &arm.change)).collect(),
        followed: study.tracks.all.iter().map(|t| t.text.clone()).collect(),
    }
}
