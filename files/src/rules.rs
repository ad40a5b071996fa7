//! From a path to rules that run.

use crate::broken::BrokenRules;
use crate::cli_error::CliError;
use crate::learnt::{self, Found};
use crate::loader::{FolderLoader, MOST_RULES, OpenTexts, read_text};
use crate::variants;
use houserules_bots::model::Model;
use houserules_lang::compile::{Compiled, Loaded, Memory, Wanted, compile_again, compile_layers};
use houserules_lang::ir::Rulebook;
use houserules_lang::resolve::names::Resolved;
use houserules_lang::source::{FileId, Sources};
use houserules_lang::syntax::ast::ItemKind;
use houserules_lang::syntax::parse;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rules without errors, and their texts.
#[derive(Debug)]
pub struct Rules {
    /// The checked rulebook, on which games and tests run.
    pub book: Arc<Rulebook>,
    /// Every text that took part.
    pub sources: Arc<Sources>,
    /// What the rules declare, for lines that are typed at a running game.
    pub declared: Arc<Resolved>,
    /// Titles of the variants laid over the game.
    pub variants: Vec<String>,
    /// What is to be said if the rules run without some tests, or bots know something that was
    /// learnt under others.
    pub remark: Option<String>,
    /// What bots have learnt of the game.
    pub learnt: Option<Model>,
}

/// A game and what is laid over it, by their files.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RuleFiles {
    /// The game's own file, never a variant.
    pub game: PathBuf,
    /// The variants, the lowest first.
    pub variants: Vec<PathBuf>,
}

impl RuleFiles {
    /// What was named on the command line. A variant named in place of a game stands for its game,
    /// with itself laid over it before the others.
    ///
    /// # Errors
    /// If it cannot be read, or is a variant whose game cannot be told.
    pub fn new(game: &Path, variants: &[PathBuf]) -> Result<Self, CliError> {
        let Some(over) = variants::over(game)? else {
            return Ok(Self { game: game.to_path_buf(), variants: variants.to_vec() });
        };
        let found: Vec<PathBuf> =
            over.iter().filter_map(|name| variants::base(game, &name.text)).collect();
        let shown = game.display();
        match found.as_slice() {
            [base] => {
                let variants = std::iter::once(game).chain(variants.iter().map(PathBuf::as_path));
                Ok(Self {
                    game: base.to_path_buf(),
                    variants: variants.map(Path::to_path_buf).collect(),
                })
            }
            [] => Err(CliError::Input(
                format!("`{shown}` is a variant, and its game is not found"),
                Some(format!("name the game first: `GAME --variant {shown}`")),
            )),
            [first, ..] => {
                Err(CliError::call(format!("`{shown}` is a variant over several games"))
                    .help(format!("say which: `{} --variant {shown}`", first.display())))
            }
        }
    }

    /// How it is named in a line for people: `games/bandit.rules with kind.rules`.
    #[must_use]
    pub fn shown(&self) -> String {
        let mut text = self.game.display().to_string();
        for (at, variant) in self.variants.iter().enumerate() {
            text.push_str(if at == 0 { " with " } else { ", " });
            text.push_str(&variant.display().to_string());
        }
        text
    }
}

/// Compiles a game with its variants.
///
/// # Errors
/// If one of the files cannot be read.
pub fn compiled(asked: &RuleFiles) -> Result<Compiled, CliError> {
    let (mut loader, game, variants) = layers(asked)?;
    Ok(compile_layers(&game, &variants, &mut loader))
}

/// Compiles a game with its variants; of what was read before only what has changed is read anew.
///
/// # Errors
/// If one of the files cannot be read.
pub fn compiled_again(asked: &RuleFiles, readings: &mut Memory) -> Result<Compiled, CliError> {
    let (mut loader, game, variants) = layers(asked)?;
    Ok(compile_again(&game, &variants, Wanted::Playable, &mut loader, readings))
}

/// The same for an editor, as far as it wants: texts that are open count as they stand, also those
/// of files that are not there yet.
///
/// # Errors
/// If one of the other files cannot be read.
pub fn compiled_over(
    asked: &RuleFiles,
    wanted: Wanted,
    open: &Arc<OpenTexts>,
    readings: &mut Memory,
) -> Result<Compiled, CliError> {
    let mut loader = FolderLoader::over(Arc::clone(open));
    let mut layer = |file: &Path| match open.get(file) {
        Some(text) => loader.as_if(file, text),
        None => loader.also(file),
    };
    let game = layer(&asked.game)?;
    let variants =
        asked.variants.iter().map(|file| layer(file)).collect::<Result<Vec<_>, CliError>>()?;
    Ok(compile_again(&game, &variants, wanted, &mut loader, readings))
}

fn layers(asked: &RuleFiles) -> Result<(FolderLoader, Loaded, Vec<Loaded>), CliError> {
    let (mut loader, game) = FolderLoader::open(&asked.game)?;
    let variants = asked
        .variants
        .iter()
        .map(|path| loader.also(path))
        .collect::<Result<Vec<_>, CliError>>()?;
    Ok((loader, game, variants))
}

/// What is run of a file: a game with the variants laid over it, or a variant over each of its
/// games.
///
/// # Errors
/// If it cannot be read, or is a variant none of whose games is found.
pub fn each(path: &Path, variants: &[PathBuf]) -> Result<Vec<RuleFiles>, CliError> {
    let over = variants::over(path)?.unwrap_or_default();
    let games: Vec<PathBuf> =
        over.iter().filter_map(|name| variants::base(path, &name.text)).collect();
    if games.len() < 2 {
        return Ok(vec![RuleFiles::new(path, variants)?]);
    }
    let over: Vec<PathBuf> =
        std::iter::once(path.to_path_buf()).chain(variants.iter().cloned()).collect();
    Ok(games.into_iter().map(|game| RuleFiles { game, variants: over.to_vec() }).collect())
}

/// What sort of file was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A game, with or without variants.
    Game,
    /// A module, of which only the syntax is checked.
    Module,
}

/// What is wrong with a file: of a game, with variants laid over it; of a variant, over each of its
/// games that is found. Of a module only its syntax is known: the rest depends on the game that
/// uses it.
///
/// # Errors
/// If it cannot be read.
pub fn checked(path: &Path, variants: &[PathBuf]) -> Result<(Vec<Compiled>, Sort), CliError> {
    let text = read_text(path, MOST_RULES)?;
    let (tree, diagnostics) = parse(FileId(0), &text);
    let has = |wanted: fn(&ItemKind) -> bool| tree.items.iter().any(|i| wanted(&i.kind));
    if has(|i| matches!(i, ItemKind::Module { .. })) && !has(|i| matches!(i, ItemKind::Game { .. }))
    {
        let mut sources = Sources::default();
        sources.add(path.display().to_string(), text);
        return Ok((vec![Compiled { sources, diagnostics, ..Compiled::default() }], Sort::Module));
    }
    let Some(over) = variants::heads(&tree.items) else {
        let asked = RuleFiles { game: path.to_path_buf(), variants: variants.to_vec() };
        return Ok((vec![compiled(&asked)?], Sort::Game));
    };
    let mut all = Vec::new();
    for name in &over {
        match variants::base(path, &name.text) {
            Some(game) => {
                let over = std::iter::once(path).chain(variants.iter().map(PathBuf::as_path));
                all.push(compiled(&RuleFiles {
                    game,
                    variants: over.map(Path::to_path_buf).collect(),
                })?);
            }
            None => all.push(variants::no_base(path, &text, name)),
        }
    }
    Ok((all, Sort::Game))
}

/// Compiles a game that is to be run.
///
/// # Errors
/// If it cannot be read or has errors.
pub fn runnable(asked: &RuleFiles) -> Result<Rules, CliError> {
    ready_to_play(compiled(asked)?, asked, &asked.shown())
}

/// The rules of a compilation that are to be played: bots know what was learnt of the game.
///
/// # Errors
/// If they have errors.
pub fn ready_to_play(
    compiled: Compiled,
    files: &RuleFiles,
    shown: &str,
) -> Result<Rules, CliError> {
    let mut compiled = compiled.leave_broken_tests_out();
    let Found { model, remark } = learnt::lay_in(&mut compiled, &files.game);
    let mut rules = ready(compiled, shown)?;
    let remarks: Vec<String> = [rules.remark, remark].into_iter().flatten().collect();
    rules.remark = (!remarks.is_empty()).then(|| remarks.join("\n"));
    rules.learnt = model;
    Ok(rules)
}

/// The rules of a compilation that are to be run; `shown`: how they are called.
///
/// # Errors
/// If they have errors.
pub fn ready(compiled: Compiled, shown: &str) -> Result<Rules, CliError> {
    let Compiled { sources, rulebook, declared, diagnostics, variants, left_out, .. } =
        compiled.leave_broken_tests_out();
    let Some(book) = rulebook else {
        let shown = shown.to_string();
        return Err(CliError::Broken(Box::new(BrokenRules { sources, diagnostics, shown })));
    };
    let variants = variants.into_iter().map(|v| v.title).collect();
    let (book, sources) = (Arc::new(book), Arc::new(sources));
    Ok(Rules { book, sources, declared, variants, remark: tests_left_out(left_out), learnt: None })
}

/// Compiles a game with its variants, one of whose files has not been written yet: with that text
/// in its place.
///
/// # Errors
/// If one of the other files cannot be read, or the folder of that one.
pub fn compiled_as_if(asked: &RuleFiles, path: &Path, text: &str) -> Result<Compiled, CliError> {
    let mut loader = FolderLoader::default();
    let mut layer = |file: &Path| match file == path {
        true => loader.as_if(file, text),
        false => loader.also(file),
    };
    let game = layer(&asked.game)?;
    let variants =
        asked.variants.iter().map(|file| layer(file)).collect::<Result<Vec<_>, CliError>>()?;
    Ok(compile_layers(&game, &variants, &mut loader))
}

/// What is said if some tests are wrong, and the rules run without them.
#[must_use]
pub fn tests_left_out(broken: usize) -> Option<String> {
    match broken {
        0 => None,
        1 => Some(
            "One test does not compile; the rules run without it. `check` says what is wrong."
                .into(),
        ),
        n => Some(format!(
            "{n} tests do not compile; the rules run without them. `check` says what is wrong."
        )),
    }
}

/// Folders that are gone into when looking for games are no deeper than this.
const DEEPEST: usize = 16;

/// The games of some paths: files as they are named, and what is a game or a variant in folders and
/// theirs, by name. Folders called `errors` and `drafts`, hidden ones and links are left out unless
/// they are named themselves.
///
/// # Errors
/// If a path or folder cannot be read.
pub fn games(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let mut found = Vec::new();
    for path in paths {
        let named = !path.metadata().map_err(|e| CliError::reading(path, e))?.is_dir();
        let all = all(std::slice::from_ref(path))?;
        found.extend(all.into_iter().filter(|file| named || is_game(file)));
    }
    Ok(found)
}

/// The same with modules.
///
/// # Errors
/// If a path or folder cannot be read.
pub fn all(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let mut found = Vec::new();
    for path in paths {
        let about = path.metadata().map_err(|e| CliError::reading(path, e))?;
        if about.is_dir() {
            search(path, DEEPEST, &mut found)?;
        } else {
            found.push(path.to_path_buf());
        }
    }
    Ok(found)
}

/// The games of one folder, without those in folders of it, and without variants.
///
/// # Errors
/// If it cannot be read.
pub fn games_in(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let mut found = Vec::new();
    search(folder, 0, &mut found)?;
    found.retain(|path| is_game(path) && variants::over(path).is_ok_and(|over| over.is_none()));
    Ok(found)
}

fn search(folder: &Path, deep: usize, found: &mut Vec<PathBuf>) -> Result<(), CliError> {
    let entries = std::fs::read_dir(folder).map_err(|e| CliError::reading(folder, e))?;
    let mut paths: Vec<(PathBuf, bool)> = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|e| CliError::reading(folder, e))?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let kind = entry.file_type().map_err(|e| CliError::reading(folder, e))?;
        let left_out = name.starts_with('.') || matches!(&*name, "errors" | "drafts" | "target");
        if kind.is_dir() && !left_out && deep > 0 {
            paths.push((entry.path(), true));
        } else if kind.is_file() && name.ends_with(".rules") {
            paths.push((entry.path(), false));
        }
    }
    paths.sort();
    for (path, is_folder) in paths {
        if is_folder {
            search(&path, deep - 1, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

/// Whether a file is meant to be a game or a variant, not a module. What cannot be read counts, so
/// that it is said.
fn is_game(path: &Path) -> bool {
    let Ok(text) = read_text(path, MOST_RULES) else { return true };
    let (tree, _) = parse(FileId(0), &text);
    !tree.items.iter().any(|i| matches!(i.kind, ItemKind::Module { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn games_are_found_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        for folder in ["b/errors", "drafts", ".git"] {
            fs::create_dir_all(at(folder)).unwrap();
        }
        for name in ["z.rules", "b/a.rules", "b/errors/e.rules", "drafts/d.rules", ".git/g.rules"] {
            fs::write(at(name), "game \"G\"\n").unwrap();
        }
        fs::write(at("m.rules"), "module m\n").unwrap();
        fs::write(at("notes.md"), "game").unwrap();
        let found = games(&[dir.path().to_path_buf()]).unwrap();
        assert_eq!(found, [at("b/a.rules"), at("z.rules")]);
        assert_eq!(games(&[at("drafts")]).unwrap(), [at("drafts/d.rules")]);
        assert!(games(&[at("nowhere")]).is_err());
    }
}
