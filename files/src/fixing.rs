//! Mistakes mended in their files: only with what is proved to mend them.

use crate::cli_error::CliError;
use crate::loader::{MOST_RULES, OpenTexts, read_text};
use crate::rules::{compiled_over, each};
use crate::writing;
use houserules_lang::code::Code;
use houserules_lang::compile::{Compiled, Memory, Wanted};
use houserules_lang::diagnostic::{Diagnostic, Edit};
use houserules_lang::fixes::{applied, file_of, mend, nothing_new, syntax, worth_trying};
use houserules_lang::source::{FileId, Sources};
use houserules_lang::syntax::parse;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// So often a file is checked to mend it, and so often what is left is looked at anew.
const MOST_CHECKS: usize = 60;
const MOST_ROUNDS: usize = 8;

/// A mistake that was mended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mended {
    /// The code of its message.
    pub code: Code,
    /// What was wrong.
    pub message: String,
    /// Its line as the file was then, from 1.
    pub line: usize,
}

/// Mends what is surely mended in one file, and writes it; the game's other files stay as they are.
/// Mends are made if with them their messages are gone and nothing else is wrong that was not
/// before, over each of a variant's games. Gives what was mended, in order.
///
/// # Errors
/// If a file cannot be read, or this one not be written.
pub fn fix(path: &Path, variants: &[PathBuf]) -> Result<Vec<Mended>, CliError> {
    let text = read_text(path, MOST_RULES)?;
    let mut bench = Bench { path, variants, readings: Memory::default(), left: MOST_CHECKS };
    let before = bench.check(&text)?;
    let mut now = Text { text, before };
    let (mut done, mut refused) = (Vec::new(), BTreeSet::new());
    for _ in 0..MOST_ROUNDS {
        let offered: Vec<Offered> = now.offered(path, &refused);
        // What could not be read hides other mistakes: it comes first.
        let (sentences, names): (Vec<_>, Vec<_>) = offered.into_iter().partition(|o| o.sentence());
        let mut round = Round::default();
        for all in [sentences, names] {
            if round.next.is_none() {
                bench.together(&now, all, &mut round, &mut refused)?;
            }
        }
        let Some(next) = round.next else { break };
        done.extend(round.kept.iter().map(Offered::mended));
        now = next;
    }
    if !done.is_empty() {
        writing::whole(path, &now.text)?;
    }
    Ok(done)
}

/// A text, and what is said of it over each of its games.
struct Text {
    text: String,
    before: Vec<Compiled>,
}

/// A message that offers a change.
#[derive(Clone)]
struct Offered {
    said: Diagnostic,
    line: usize,
    /// The game over which it is said.
    game: usize,
}

/// Mends that are made together, and the text with them; none yet: no text.
#[derive(Default)]
struct Round {
    kept: Vec<Offered>,
    next: Option<Text>,
}

/// What tells one offer from another wherever it stands.
type Key = (Code, String, usize);

impl Offered {
    fn sentence(&self) -> bool {
        syntax(&self.said)
    }

    fn mended(&self) -> Mended {
        Mended { code: self.said.code, message: self.said.message.clone(), line: self.line }
    }

    fn key(&self) -> Key {
        (self.said.code, self.said.message.clone(), self.line)
    }
}

impl Text {
    /// What is offered and was not refused, as far as it can be made together.
    fn offered(&self, path: &Path, refused: &BTreeSet<Key>) -> Vec<Offered> {
        let mut kept: Vec<Offered> = Vec::new();
        for (game, compiled) in self.before.iter().enumerate() {
            for said in compiled.diagnostics.iter().filter(|said| here(compiled, path, said)) {
                let start = said.span();
                let line = compiled.sources.line_column(start.file, start.start).0;
                let offered = Offered { said: said.clone(), line, game };
                let with = kept.iter().chain([&offered]);
                let edits: Vec<Edit> = with.flat_map(|o| o.said.fix.clone()).collect();
                let fits = applied(&self.text, &edits).is_some_and(|new| new != self.text);
                if fits && !refused.contains(&offered.key()) {
                    kept.push(offered);
                }
            }
        }
        kept
    }
}

/// Where mends are tried.
struct Bench<'a> {
    path: &'a Path,
    variants: &'a [PathBuf],
    readings: Memory,
    /// So many checks are left.
    left: usize,
}

impl Bench<'_> {
    fn check(&mut self, text: &str) -> Result<Vec<Compiled>, CliError> {
        all(self.path, text, self.variants, &mut self.readings)
    }

    /// Makes all of some mends that do what they are offered for, on top of those that are kept:
    /// all at once, and where that fails each half by itself.
    fn together(
        &mut self,
        now: &Text,
        mut all: Vec<Offered>,
        round: &mut Round,
        refused: &mut BTreeSet<Key>,
    ) -> Result<(), CliError> {
        if all.is_empty() || self.left == 0 {
            return Ok(());
        }
        let with: Vec<Offered> = round.kept.iter().chain(&all).cloned().collect();
        let edits: Vec<Edit> = with.iter().flat_map(|o| o.said.fix.clone()).collect();
        if let Some(new) = applied(&now.text, &edits) {
            self.left -= 1;
            let after = self.check(&new)?;
            if proved(&with, &now.before, &after) {
                *round = Round { kept: with, next: Some(Text { text: new, before: after }) };
                return Ok(());
            }
        }
        if let [one] = all.as_slice() {
            refused.insert(one.key());
            return Ok(());
        }
        let second = all.split_off(all.len() / 2);
        self.together(now, all, round, refused)?;
        self.together(now, second, round, refused)
    }
}

/// Whether a message offers a change of this file.
fn here(compiled: &Compiled, path: &Path, said: &Diagnostic) -> bool {
    let name = file_of(&said.fix).and_then(|file| compiled.sources.get(file)).map(|f| &f.name);
    worth_trying(said) && name.is_some_and(|name| Path::new(name) == path)
}

/// Whether changes mend what they are offered for, and break nothing over any game.
fn proved(all: &[Offered], before: &[Compiled], after: &[Compiled]) -> bool {
    before.len() == after.len()
        && before.iter().zip(after).enumerate().all(|(which, (old, new))| {
            let (old, new) = (&old.diagnostics, &new.diagnostics);
            let its: Vec<&Diagnostic> =
                all.iter().filter(|o| o.game == which).map(|o| &o.said).collect();
            if its.is_empty() { nothing_new(old, new) } else { mend(&its, old, new) }
        })
}

/// What comes of a file with this text: of a variant, over each of its games; of a module, by its
/// syntax.
fn all(
    path: &Path,
    text: &str,
    variants: &[PathBuf],
    readings: &mut Memory,
) -> Result<Vec<Compiled>, CliError> {
    let has = |word: &str| text.lines().any(|line| line.starts_with(word));
    if has("module ") && !has("game ") {
        let (_, diagnostics) = parse(FileId(0), text);
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
    fn all_sure_mends_of_a_check_are_made_and_no_rule_is_taken_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.rules");
        let lines = [
            "money += 1 x 2",
            "money += 1",
            "money goes up by 1",
            "monney -= 1",
            "remove me from the game",
            "if money is 3 then { end game won by me }\n",
        ];
        let lines = lines.join("\n    ");
        let lines = format!("    {lines}");
        fs::write(&path, GAME.replace("    monney += 1\n", &lines)).unwrap();
        let done = fix(&path, &[]).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        for made in ["* 2", "won by me\n", "if money is 3 {", "remove me from the game"] {
            assert!(text.contains(made), "{made}: {done:#?}\n{text}");
        }
        assert!(!text.contains("monney"), "{done:#?}\n{text}");
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
