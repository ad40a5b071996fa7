//! What `fmt` makes of a text means the same, and is what it makes of itself.

use crate::shelf::Shelf;
use houserules_lang::code::Code;
use houserules_lang::compile::{Compiled, Loaded, compile_layers};
use houserules_lang::format::format;
use houserules_lang::printer::print;

/// Formats the uppermost of a game and its variants, if it parses, and compares what they mean
/// before and after; gives whether it parses.
///
/// # Errors
/// What is not as it should be.
pub fn try_style(layers: &[Loaded], shelf: &mut Shelf) -> Result<bool, String> {
    let Some((last, below)) = layers.split_last() else { return Ok(false) };
    let Some(text) = styled(&last.text)? else { return Ok(false) };
    let new = Loaded { name: last.name.to_string(), text };
    let mut compiled = |last: &Loaded| match below.split_first() {
        None => compile_layers(last, &[], shelf),
        Some((game, variants)) => {
            let variants: Vec<Loaded> = variants.iter().chain([last]).cloned().collect();
            compile_layers(game, &variants, shelf)
        }
    };
    if meaning(&compiled(last)) == meaning(&compiled(&new)) {
        Ok(true)
    } else {
        Err("formatting changes what the text means".into())
    }
}

/// The rulebook, and what was said, without places. Places decide the order in which it was said.
fn meaning(compiled: &Compiled) -> (Option<String>, Vec<(Code, String)>) {
    let mut said: Vec<_> =
        compiled.diagnostics.iter().map(|d| (d.code, d.message.to_string())).collect();
    said.sort_unstable();
    (compiled.rulebook.as_ref().map(print), said)
}

/// A text in the one style, if it parses; the same again with blanks at the ends of its lines.
fn styled(text: &str) -> Result<Option<String>, String> {
    let Ok(made) = format(text) else { return Ok(None) };
    if let Some(line) = made.lines().find(|line| line.trim_end() != *line) {
        return Err(format!("blanks are left at the end of `{line}`"));
    }
    if format(&made.replace('\n', " \t\r\n")).as_ref() != Ok(&made) {
        return Err(format!("formatted twice, it is different:\n{made}"));
    }
    Ok(Some(made))
}
