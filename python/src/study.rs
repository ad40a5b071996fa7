//! Studies that are played in parts, by the same code as the command `study`.

use crate::trouble::raised;
use houserules::arguments::{Format, Study as Asked};
use houserules::command::study::prepared::{Played, Prepared};
use houserules::show::console::{Console, Look};
use houserules_environment::trouble::Trouble;
use houserules_files::cli_error::CliError;
use houserules_files::learnt;
use houserules_files::rules::{self, RuleFiles, Rules};
use houserules_files::setup::SetUp;
use houserules_files::texts::KnownTexts;
use houserules_files::worlds::trouble;
use houserules_interpreter::chance::Seed;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::PathBuf;

/// Names and texts of rules; the first is the game.
type Texts = Vec<(String, String)>;

/// Rules as they are carried to another machine.
#[derive(FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Carried {
    texts: Texts,
    /// What bots have learnt of the game, as its file says it.
    learnt: Option<String>,
}

/// The game as it is, and the other rules, if some are compared.
#[derive(FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Both {
    game: Carried,
    compared: Option<Carried>,
}

/// What was asked for; the fields are called as in `houserules.study`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Settings {
    game: PathBuf,
    games: Option<String>,
    players: Option<u8>,
    variants: Vec<PathBuf>,
    options: Vec<String>,
    seats: Vec<String>,
    policy: String,
    seed: u128,
    tracks: Vec<String>,
    quick: bool,
    vs_variants: Vec<PathBuf>,
    vs_base: bool,
    max_decisions: u64,
    pace: u32,
}

impl From<Settings> for Asked {
    fn from(settings: Settings) -> Self {
        let set_up = SetUp {
            players: settings.players,
            seats: settings.seats,
            seed: Some(Seed(settings.seed)),
            options: settings.options,
            variants: settings.variants,
            ..SetUp::default()
        };
        Self {
            game: settings.game,
            games: settings.games,
            threads: None,
            set_up,
            policy: settings.policy,
            pace: settings.pace,
            journal: None,
            report: None,
            data: Vec::new(),
            merge: Vec::new(),
            tracks: settings.tracks,
            quick: settings.quick,
            vs_variants: settings.vs_variants,
            vs_base: settings.vs_base,
            max_decisions: settings.max_decisions,
            force: false,
            format: Format::Json,
        }
    }
}

/// A study that is ready to be played, in parts.
#[pyclass(frozen, module = "houserules._houserules")]
pub struct Study {
    prepared: Prepared,
    asked: Asked,
    settings: Py<PyDict>,
}

/// Makes a study ready: by the files of its rules, or by their texts on a machine that has no such
/// files.
#[pyfunction]
#[pyo3(signature = (settings, carried=None))]
pub fn prepare(
    py: Python<'_>,
    settings: Bound<'_, PyDict>,
    carried: Option<Both>,
) -> PyResult<Study> {
    let asked = Asked::from(settings.extract::<Settings>()?);
    let prepared = py.detach(|| ready(&asked, carried));
    let prepared = prepared.map_err(|trouble| raised(py, &trouble))?;
    Ok(Study { prepared, asked, settings: settings.unbind() })
}

fn ready(asked: &Asked, carried: Option<Both>) -> Result<Prepared, Trouble> {
    let played = match carried {
        Some(both) => brought(asked, both),
        None => found(asked),
    };
    let played = played.map_err(|error| trouble(&error))?;
    let mut input = std::io::empty();
    let (mut out, mut err) = (Vec::<u8>::new(), Vec::<u8>::new());
    let mut console = Console::new(Look::plain(), &mut input, &mut out, &mut err);
    let prepared = Prepared::new(asked, played, &mut console);
    // What is wrong with an expression has been said where a person would read it.
    let said = String::from_utf8_lossy(&err);
    prepared.map_err(|error| match error.is_silent() {
        true => Trouble::new("call", said.trim()),
        false => trouble(&error),
    })
}

/// The rules as their files have them.
fn found(asked: &Asked) -> Result<Played, CliError> {
    let files = RuleFiles::new(&asked.game, &asked.set_up.variants)?;
    let rules = rules::runnable(&files)?;
    let others = RuleFiles { game: files.game.clone(), variants: asked.vs_variants.clone() };
    let compared = asked.vs_base || !asked.vs_variants.is_empty();
    let compared = compared.then(|| rules::runnable(&others)).transpose()?;
    Ok(Played { files, rules, compared })
}

/// The rules as another machine has read them.
fn brought(asked: &Asked, both: Both) -> Result<Played, CliError> {
    let variants = asked.set_up.variants.clone();
    let files = RuleFiles { game: asked.game.clone(), variants };
    let shown = files.shown();
    let rules = put_down(both.game, &shown)?;
    let compared = both.compared.map(|carried| put_down(carried, &shown)).transpose()?;
    Ok(Played { files, rules, compared })
}

fn put_down(carried: Carried, shown: &str) -> Result<Rules, CliError> {
    let model = carried.learnt.map(|text| learnt::read(&text)).transpose();
    let model = model.map_err(|trouble| CliError::Input(trouble, None))?;
    let mut compiled = KnownTexts::new(carried.texts).compiled();
    if let Some(model) = &model {
        // That it was learnt under others was said where the files are.
        let _ = learnt::lay(&mut compiled, model);
    }
    Ok(Rules { learnt: model, ..rules::ready(compiled, shown)? })
}

fn picked_up(rules: &Rules) -> Result<Carried, CliError> {
    let texts = KnownTexts::of(&rules.sources).into_files();
    Ok(Carried { texts, learnt: rules.learnt.as_ref().map(learnt::text).transpose()? })
}

fn failed(py: Python<'_>, error: &CliError) -> PyErr {
    raised(py, &trouble(error))
}

#[pymethods]
impl Study {
    /// Which games are played: from one number up to another.
    #[getter]
    fn games(&self) -> (u64, u64) {
        let games = self.prepared.games();
        (games.start, games.end)
    }

    /// Plays games from one number up to another; the text of a file that holds them.
    fn play(&self, py: Python<'_>, start: u64, stop: u64, threads: usize) -> PyResult<String> {
        let prepared = &self.prepared;
        let played = py.detach(|| prepared.play(start..stop, threads));
        played.map_err(|error| failed(py, &error))
    }

    /// The numbers of the games that these files do not hold.
    fn missing(&self, py: Python<'_>, files: Vec<PathBuf>) -> PyResult<Vec<u64>> {
        let prepared = &self.prepared;
        let missing = py.detach(|| prepared.missing(&files));
        missing.map_err(|error| failed(py, &error))
    }

    /// Brings the games of files together in others, `.jsonl` or `.csv`; the numbers of the report
    /// as JSON, and the report as a page.
    fn bring_together(
        &self,
        py: Python<'_>,
        files: Vec<PathBuf>,
        to: Vec<PathBuf>,
    ) -> PyResult<(String, String)> {
        let (prepared, asked) = (&self.prepared, &self.asked);
        let said = py.detach(|| prepared.bring_together(asked, &files, &to));
        let said = said.map_err(|error| failed(py, &error))?;
        Ok((said.json, said.page))
    }

    /// On another machine it is made ready by the texts of its rules, and plays the same games.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let prepare = py.import("houserules._houserules")?.getattr("prepare")?;
        let games = self.prepared.games();
        let settings = self.settings.bind(py).copy()?;
        settings.set_item("games", format!("{}..{}", games.start, games.end))?;
        let played = self.prepared.played();
        let both = picked_up(&played.rules).and_then(|game| {
            let compared = played.compared.as_ref().map(picked_up).transpose()?;
            Ok(Both { game, compared })
        });
        let both = both.map_err(|error| failed(py, &error))?;
        Ok((prepare, (settings, both).into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        let (title, games) = (&self.prepared.played().rules.book.title, self.prepared.games());
        format!("<Study of {title:?}, games {} to {}>", games.start, games.end)
    }
}
