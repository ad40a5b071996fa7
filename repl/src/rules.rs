//! From a path to rules that run.

use crate::loader::{FolderLoader, MOST_RULES, read_text};
use crate::show::console::Console;
use crate::show::diagnostics::{self, Count};
use crate::trouble::Trouble;
use houserules_lang::compile::{Compiled, compile};
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
    /// What runs.
    pub book: Arc<Rulebook>,
    /// Every text that took part.
    pub sources: Arc<Sources>,
    /// What the rules declare, for lines that are typed at a running game.
    pub declared: Arc<Resolved>,
}

/// Compiles a file.
///
/// # Errors
/// If it cannot be read.
pub fn compiled(path: &Path) -> Result<Compiled, Trouble> {
    let (mut loader, game) = FolderLoader::open(path)?;
    Ok(compile(&game.name, &game.text, &mut loader))
}

/// What is wrong with a file. Of a module only its syntax is known: the rest depends on the game that uses it. Gives
/// whether it is one.
///
/// # Errors
/// If it cannot be read.
pub fn checked(path: &Path) -> Result<(Compiled, bool), Trouble> {
    let (mut loader, game) = FolderLoader::open(path)?;
    let (tree, diagnostics) = parse(FileId(0), &game.text);
    let has = |wanted: fn(&ItemKind) -> bool| tree.items.iter().any(|i| wanted(&i.kind));
    if !has(|i| matches!(i, ItemKind::Module { .. })) || has(|i| matches!(i, ItemKind::Game { .. })) {
        return Ok((compile(&game.name, &game.text, &mut loader), false));
    }
    let mut sources = Sources::default();
    sources.add(game.name, game.text);
    Ok((Compiled { sources, rulebook: None, declared: Arc::default(), diagnostics }, true))
}

/// Compiles a game that is to be run; what is wrong with it goes to standard error.
///
/// # Errors
/// If it cannot be read or has errors; these have been said then.
pub fn runnable(path: &Path, console: &mut Console) -> Result<Rules, Trouble> {
    let Compiled { sources, rulebook, declared, diagnostics } = compiled(path)?;
    match rulebook {
        Some(book) => Ok(Rules { book: Arc::new(book), sources: Arc::new(sources), declared }),
        None => {
            let look = console.look;
            diagnostics::human(&sources, &diagnostics, console.err(), look).map_err(Trouble::output)?;
            let words = Count::of(&diagnostics).words();
            writeln!(console.err(), "{}: {words}", path.display()).map_err(Trouble::output)?;
            Err(Trouble::Said(1))
        }
    }
}

/// Folders that are gone into when looking for games are no deeper than this.
const DEEPEST: usize = 16;

/// The games of some paths: files as they are named, and what is a game in folders and theirs, by name. Folders called
/// `errors` and `drafts`, hidden ones and links are left out unless they are named themselves.
///
/// # Errors
/// If a path or folder cannot be read.
pub fn games(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Trouble> {
    let mut found = Vec::new();
    for path in paths {
        let about = path.metadata().map_err(|e| Trouble::reading(path, e))?;
        if about.is_dir() {
            search(path, DEEPEST, &mut found)?;
        } else {
            found.push(path.to_path_buf());
        }
    }
    Ok(found)
}

fn search(folder: &Path, deep: usize, found: &mut Vec<PathBuf>) -> Result<(), Trouble> {
    let entries = std::fs::read_dir(folder).map_err(|e| Trouble::reading(folder, e))?;
    let mut paths: Vec<(PathBuf, bool)> = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|e| Trouble::reading(folder, e))?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let kind = entry.file_type().map_err(|e| Trouble::reading(folder, e))?;
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
        } else if is_game(&path) {
            found.push(path);
        }
    }
    Ok(())
}

/// Whether a file is meant to be a game: neither a module nor a variant. What cannot be read counts, so that it is said.
fn is_game(path: &Path) -> bool {
    let Ok(text) = read_text(path, MOST_RULES) else { return true };
    let (tree, _) = parse(FileId(0), &text);
    !tree.items.iter().any(|i| matches!(i.kind, ItemKind::Module { .. } | ItemKind::Variant { .. }))
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
