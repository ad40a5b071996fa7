//! One damaged text through the whole house.

use crate::shelf::Shelf;
use houserules::show::console::Look;
use houserules::show::diagnostics;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile_layers;
use houserules_lang::loader::Loaded;
use std::sync::Arc;

/// So many decisions of a damaged game are played.
const DECISIONS: u64 = 60;

/// Compiles a text, shows what is said of it, and plays it a little if it is a game; gives whether
/// it was accepted.
///
/// # Errors
/// What must not be: a place outside the text, a control character in what is shown.
pub fn try_text(text: &str, shelf: &mut Shelf, seed: u64) -> Result<bool, String> {
    let game = Loaded { name: "damaged.rules".into(), text: text.to_string() };
    try_layers(&game, &[], shelf, seed)
}

/// The same with variants laid over the game; any of the texts may be damaged.
///
/// # Errors
/// As [`try_text`].
pub fn try_layers(
    game: &Loaded,
    variants: &[Loaded],
    shelf: &mut Shelf,
    seed: u64,
) -> Result<bool, String> {
    let compiled = compile_layers(game, variants, shelf);
    for label in compiled.diagnostics.iter().flat_map(|d| &d.labels) {
        let (start, end) = (label.span.start as usize, label.span.end as usize);
        let file = compiled.sources.get(label.span.file).ok_or("a label in no file")?;
        if file.text.get(start..end).is_none() {
            return Err(format!("a label outside its text: {start}..{end} of {}", file.name));
        }
    }
    let mut shown = Vec::new();
    let told =
        diagnostics::human(&compiled.sources, &compiled.diagnostics, &mut shown, Look::plain());
    told.map_err(|e| format!("what is wrong cannot be shown: {e}"))?;
    let shown = String::from_utf8(shown).map_err(|_| "what is shown is no text")?;
    if let Some(bad) = shown.chars().find(|c| c.is_control() && *c != '\n') {
        return Err(format!("a control character is shown: {bad:?}"));
    }
    let Some(book) = compiled.rulebook else { return Ok(false) };
    let setup = Setup { seats: book.players.0, options: Vec::new() };
    if let Ok(program) = Program::new(Arc::new(book), &setup) {
        let mut machine = Machine::start(Arc::new(program), seed, false);
        machine.playout(&[], &mut BotSource::new(seed), DECISIONS);
    }
    Ok(true)
}
