//! What was learnt from many games of a game, in `GAME.bot.json` beside `GAME.rules`: found, read
//! and laid into the rulebook for bots, and written.

use crate::cli_error::CliError;
use crate::loader::read_text;
use houserules_bots::model::Model;
use houserules_lang::compile::Compiled;
use houserules_table::journal::fingerprint::rules_hash;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// No such file is longer.
const MOST: u64 = 1 << 20;

/// Where what was learnt of a game is kept: beside its rules.
#[must_use]
pub fn place(game: &Path) -> PathBuf {
    game.with_extension("bot.json")
}

/// What people are told where bots play with it.
#[must_use]
pub fn told(game: &Path) -> String {
    let path = place(game);
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
    format!("Bots play by what was learnt of the game: `{name}`.")
}

/// What lies beside a game; none if nothing does.
///
/// # Errors
/// If it is there and cannot be read.
pub fn model(game: &Path) -> Result<Option<Model>, CliError> {
    let path = place(game);
    if !path.exists() {
        return Ok(None);
    }
    let text = read_text(&path, MOST)?;
    let game = game.display();
    read(&text).map(Some).map_err(|trouble| {
        CliError::Input(
            format!("`{}` cannot be used: {trouble}", path.display()),
            Some(format!(
                "`houserules train {game} --force` writes it anew; without it bots play by the \
                 rules alone"
            )),
        )
    })
}

/// What a text of such a file says.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<Model, String> {
    let model: Model = serde_json::from_str(text).map_err(|error| error.to_string())?;
    match model.trouble() {
        None => Ok(model),
        Some(trouble) => Err(trouble),
    }
}

/// As it is written: one term a line.
///
/// # Errors
/// If it cannot be written as JSON.
pub fn text(model: &Model) -> Result<String, CliError> {
    let head = [
        ("houserules_bot", json(&model.houserules_bot)?),
        ("game", json(&model.game)?),
        ("rules", json(&model.rules)?),
        ("learnt", json(&model.learnt)?),
        ("aim", json(&model.aim)?),
    ];
    let mut lines: Vec<String> =
        head.iter().map(|(name, value)| format!("  \"{name}\": {value},\n")).collect();
    let terms: Result<Vec<String>, CliError> = model.terms.iter().map(json).collect();
    let terms: Vec<String> = terms?.into_iter().map(|term| format!("    {term}")).collect();
    lines.push(format!("  \"terms\": [\n{}\n  ]\n", terms.join(",\n")));
    Ok(format!("{{\n{}}}\n", lines.concat()))
}

fn json(value: &impl Serialize) -> Result<String, CliError> {
    serde_json::to_string(value).map_err(|error| CliError::Input(error.to_string(), None))
}

/// What was found beside a game, and what is to be said about it, if anything is.
#[derive(Debug, Default)]
pub struct Found {
    /// What was learnt.
    pub model: Option<Model>,
    /// That it cannot be used, or was learnt under other rules.
    pub remark: Option<String>,
}

/// Lays what was learnt of a game into its rules, if they are right and something lies beside them.
pub fn lay_in(compiled: &mut Compiled, game: &Path) -> Found {
    if compiled.rulebook.is_none() {
        return Found::default();
    }
    match model(game) {
        Ok(None) => Found::default(),
        Ok(Some(model)) => {
            let remark = lay(compiled, &model).map(|used| {
                format!(
                    "`{}` was learnt under other rules: {used}; `houserules train {}` learns anew.",
                    place(game).display(),
                    game.display()
                )
            });
            Found { model: Some(model), remark }
        }
        Err(trouble) => Found { model: None, remark: Some(format!("{trouble}.")) },
    }
}

/// Lays what was learnt into rules. Terms that mean nothing under them are left out; how it is
/// used, if it was learnt under others.
pub fn lay(compiled: &mut Compiled, model: &Model) -> Option<String> {
    let book = compiled.rulebook.as_mut()?;
    let (learnt, lost) = model.under(Arc::clone(&compiled.declared));
    let same = model.rules == rules_hash(book);
    book.learnt = Some(Arc::new(learnt));
    // Under a variant it is not expected to be the same.
    if same || !compiled.variants.is_empty() {
        return None;
    }
    Some(match lost.len() {
        0 => "bots use it all the same".to_string(),
        1 => "bots use it without one term, which means nothing any more".to_string(),
        n => format!("bots use it without {n} terms, which mean nothing any more"),
    })
}
