//! Mistakes mended in their files: only with what is proved to mend them.

use crate::cli_error::CliError;
use crate::loader::{MOST_RULES, OpenTexts, read_text};
use crate::rules::{compiled_over, each};
use crate::writing;
use houserules_lang::compile::{Compiled, Wanted};
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::fixes::{applied, file_of, mends, nothing_new, worth_trying};
use houserules_lang::source::{FileId, Sources};
use houserules_lang::syntax::ast::ItemKind;
use houserules_lang::syntax::{ParseCache, parse};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// So many mends of one file are tried.
const MOST_TRIED: usize = 400;

/// A mistake that was mended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mended {
    /// The code of its message.
    pub code: &'static str,
    /// What was wrong.
    pub message: String,
    /// Its line as the file was then, from 1.
    pub line: usize,
}

/// Mends what is surely mended in one file, and writes it; the game's other files stay as they are.
/// A mend is made if with it the message is gone and nothing else is wrong that was not before,
/// over each of a variant's games. Gives what was mended, in order.
///
/// # Errors
/// If a file cannot be read, or this one not be written.
pub fn fix(path: &Path, variants: &[PathBuf]) -> Result<Vec<Mended>, CliError> {
    let mut text = read_text(path, MOST_RULES)?;
    let mut readings = ParseCache::default();
    let (mut done, mut tried) = (Vec::new(), 0);
    'mending: while tried < MOST_TRIED {
        let before = all((path, &text), variants, &mut readings)?;
        for (at, compiled) in before.iter().enumerate() {
            for said in compiled.diagnostics.iter().filter(|said| here(compiled, path, said)) {
                let Some(new) = applied(&text, &said.fix).filter(|new| *new != text) else {
                    continue;
                };
                tried += 1;
                let after = all((path, &new), variants, &mut readings)?;
                if proved(said, (&before, &after), at) {
                    let start = said.span();
                    let line = compiled.sources.line_column(start.file, start.start).0;
                    done.push(Mended { code: said.code, message: said.message.clone(), line });
                    text = new;
                    continue 'mending;
                }
                if tried >= MOST_TRIED {
                    break 'mending;
                }
            }
        }
        break;
    }
    if !done.is_empty() {
        writing::whole(path, &text)?;
    }
    Ok(done)
}

/// Whether a message offers a change of this file.
fn here(compiled: &Compiled, path: &Path, said: &Diagnostic) -> bool {
    let name = file_of(&said.fix).and_then(|file| compiled.sources.get(file)).map(|f| &f.name);
    worth_trying(said) && name.is_some_and(|name| Path::new(name) == path)
}

/// Whether a change mends what it is offered for, and breaks nothing over any game.
fn proved(said: &Diagnostic, (before, after): (&[Compiled], &[Compiled]), at: usize) -> bool {
    before.len() == after.len()
        && before.iter().zip(after).enumerate().all(|(which, (old, new))| {
            let (old, new) = (&old.diagnostics, &new.diagnostics);
            if which == at { mends(said, old, new) } else { nothing_new(old, new) }
        })
}

/// What comes of a file with this text: of a variant, over each of its games; of a module, by its
/// syntax.
fn all(
    (path, text): (&Path, &str),
    variants: &[PathBuf],
    readings: &mut ParseCache,
) -> Result<Vec<Compiled>, CliError> {
    let (tree, diagnostics) = parse(FileId(0), text);
    let has = |wanted: fn(&ItemKind) -> bool| tree.items.iter().any(|i| wanted(&i.kind));
    if has(|i| matches!(i, ItemKind::Module { .. })) && !has(|i| matches!(i, ItemKind::Game { .. }))
    {
        let mut sources = Sources::default();
        sources.add(path.display().to_string(), text);
        return Ok(vec![Compiled { sources, diagnostics, ..Compiled::default() }]);
    }
    let mut open = OpenTexts::new();
    open.insert(path.to_path_buf(), text.into());
    if let Ok(real) = path.canonicalize() {
        open.insert(real, text.into());
    }
    let open = Arc::new(open);
    let compiled = |files| compiled_over(files, Wanted::Problems, &open, readings);
    each(path, variants)?.iter().map(compiled).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const GAME: &str = "game \"G\"\n\nplayers 2\n\nthe table has { money: 0..9 = 3 }\n\nplay {\n  \
                        turn me in players {\n    monney += 1\n    end game won by mee\n  }\n}\n";

    #[test]
    fn misspelt_names_are_mended_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.rules");
        fs::write(&path, GAME).unwrap();
        let done = fix(&path, &[]).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("    money += 1\n"), "{text}");
        assert!(done.iter().any(|mended| mended.line == 9), "{done:?}");
        // Mended once, there is nothing left to do.
        let again = fs::read_to_string(&path).unwrap();
        assert_eq!(fix(&path, &[]).unwrap(), []);
        assert_eq!(fs::read_to_string(&path).unwrap(), again);
    }

    #[test]
    fn what_is_right_stays_byte_for_byte() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.rules");
        let right = GAME.replace("monney", "money").replace("mee", "me");
        fs::write(&path, &right).unwrap();
        assert_eq!(fix(&path, &[]).unwrap(), []);
        assert_eq!(fs::read_to_string(&path).unwrap(), right);
    }
}
