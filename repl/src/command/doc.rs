//! `doc`: the rulebook that people read, from the rules.

use crate::arguments::Doc;
use crate::cli_error::CliError;
use crate::rulebook::written;
use crate::rules::{self, RuleFiles};
use crate::show::console::Console;
use crate::variants;
use crate::writing;
use std::path::Path;

/// What is said where a file is in the way.
pub(super) const FORCE: &str = "name another file, or write it all the same with `--force`";

/// Writes the rulebook of a game to a file, whose ending says how, or prints it.
///
/// # Errors
/// If the game has errors, the ending is unknown, or the file cannot be written.
pub fn run(asked: &Doc, console: &mut Console) -> Result<(), CliError> {
    let as_html = asked.output.as_deref().map_or(Ok(false), is_html)?;
    if variants::over(&asked.game)?.is_some() {
        let said =
            format!("`{}` is a variant, and rulebooks are made of games", asked.game.display());
        return Err(CliError::call(said).help("name the game"));
    }
    let rules =
        rules::runnable(&RuleFiles { game: asked.game.clone(), variants: Vec::new() }, console)?;
    let text = written(&rules, as_html);
    let Some(output) = &asked.output else { return console.text(&text) };
    writing::made(output, &text, asked.force).map_err(|trouble| trouble.help_if_none(FORCE))?;
    console.line(&format!("The rulebook of {} is in {}.", rules.book.title, output.display()))
}

/// Whether a file is to be HTML, or Markdown.
fn is_html(output: &Path) -> Result<bool, CliError> {
    let ending = output.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("html" | "htm") => Ok(true),
        Some("md") => Ok(false),
        _ => {
            let said = format!("`{}` ends in neither `.md` nor `.html`", output.display());
            Err(CliError::call(said)
                .help("the ending says how the rulebook is written: `-o rules.html`"))
        }
    }
}
