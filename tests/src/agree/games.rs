//! Games to play: found in folders, compiled, set up in many ways.

use super::drive::Driver;
use houserules::loader::FolderLoader;
use houserules_files::learnt;
use houserules_interpreter::ask::Setup;
use houserules_lang::compile::{Compiled, compile};
use houserules_lang::ir::{OptionId, Rulebook, Type, Value};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Compiles a game.
///
/// # Errors
/// What is wrong with it.
pub fn compiled(path: &Path) -> Result<Arc<Rulebook>, String> {
    rulebook(read(path)?)
}

/// The same with what bots have learnt of it, if a file beside it says so.
///
/// # Errors
/// What is wrong with the game, or with the file.
pub fn taught(path: &Path) -> Result<Arc<Rulebook>, String> {
    let mut compiled = read(path)?;
    match learnt::lay_in(&mut compiled, path).remark {
        None => rulebook(compiled),
        Some(trouble) => Err(trouble),
    }
}

fn read(path: &Path) -> Result<Compiled, String> {
    let (mut loader, game) = FolderLoader::open(path).map_err(|e| e.to_string())?;
    Ok(compile(&game.name, &game.text, &mut loader))
}

fn rulebook(compiled: Compiled) -> Result<Arc<Rulebook>, String> {
    let lines = compiled.diagnostics.iter().map(|d| format!("{d:?}"));
    compiled.rulebook.map(Arc::new).ok_or_else(|| lines.collect::<Vec<_>>().join("\n"))
}

/// The `.rules` files of a folder, in order.
#[must_use]
pub fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut games: Vec<PathBuf> =
        entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "rules")).collect();
    games.sort();
    games
}

/// A set-up drawn from those the rulebook allows; half of them leave the options as they are.
pub fn drawn_setup(book: &Rulebook, driver: &mut Driver) -> Setup {
    let (least, most) = book.players;
    let seats = least + driver.below(usize::from(most - least) + 1) as u8;
    let mut options = Vec::new();
    if driver.one_in(2) {
        for (at, option) in book.options.iter().enumerate() {
            let value = match (option.ty.bare(), option.range) {
                (_, Some((lo, hi))) => {
                    Value::Number(lo + driver.below((hi - lo + 1).max(1) as usize) as i64)
                }
                (Type::Bool, _) => Value::Bool(driver.one_in(2)),
                (Type::Enum(id), _) => {
                    Value::Member(*id, driver.below(book.enums[id.index()].members.len()) as u16)
                }
                _ => continue,
            };
            options.push((OptionId(at as u16), value));
        }
    }
    Setup { seats, options }
}
