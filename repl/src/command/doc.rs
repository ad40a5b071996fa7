//! `doc`: the rulebook that people read, from the rules.

use crate::arguments::Doc;
use crate::rulebook::written;
use crate::rules::{self, Asked};
use crate::show::console::Console;
use crate::trouble::Trouble;
use crate::variants;
use crate::writing;

/// What is said where a file is in the way.
pub(super) const FORCE: &str = "name another file, or write it all the same with `--force`";

/// Writes the rulebook of a game; the ending of the file says how.
///
/// # Errors
/// If the game has errors, the ending is unknown, or the file cannot be written.
pub fn run(asked: &Doc, console: &mut Console) -> Result<(), Trouble> {
    let ending = asked.output.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    let as_html = match ending.as_deref() {
        Some("html" | "htm") => true,
        Some("md") => false,
        _ => {
            let said = format!("`{}` ends in neither `.md` nor `.html`", asked.output.display());
            return Err(
                Trouble::call(said).help("the ending says how the rulebook is written: `-o rules.html`")
            );
        }
    };
    if variants::over(&asked.game)?.is_some() {
        let said = format!("`{}` is a variant, and rulebooks are made of games", asked.game.display());
        return Err(Trouble::call(said).help("name the game"));
    }
    let rules = rules::runnable(&Asked { game: asked.game.clone(), variants: Vec::new() }, console)?;
    writing::made(&asked.output, &written(&rules, as_html), asked.force)
        .map_err(|trouble| trouble.help_if_none(FORCE))?;
    console.line(&format!("The rulebook of {} is in {}.", rules.book.title, asked.output.display()))
}
