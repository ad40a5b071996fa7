//! Helps with names of the game in the place of those of our examples.

use crate::diagnostic::Diagnostic;
use crate::source::Sources;
use crate::syntax::Examples;

/// Puts names of the game into what helps quote; where it has no such thing, `NAME`.
pub(crate) fn own_names(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    if all.is_empty() {
        return all;
    }
    let text: String = sources.iter().map(|(_, file)| format!("{}\n", file.text)).collect();
    let examples = Examples::of(&text);
    for said in &mut all {
        if let Some(help) = &mut said.help {
            // What is offered as a change is not changed once more.
            *help = quoted(help, &examples, said.fix.is_empty());
        }
    }
    all
}

/// The same for one help that was found later.
pub(crate) fn of_own(said: &mut Diagnostic, examples: &Examples<'_>) {
    if let Some(help) = &mut said.help {
        *help = quoted(help, examples, said.fix.is_empty());
    }
}

/// Only what stands between backticks is of the language.
fn quoted(help: &str, examples: &Examples<'_>, any: bool) -> String {
    let parts = help.split('`').enumerate();
    let parts = parts
        .map(|(at, part)| if at % 2 == 1 { examples.told(part, any) } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("`")
}
