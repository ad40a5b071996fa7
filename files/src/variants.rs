//! Where the game of a variant is looked for: beside the variant and in `games` there, the same one
//! and two folders further out, then where the program was started and in `games` there. The first
//! found is taken.

use crate::cli_error::CliError;
use crate::loader::{MOST_RULES, read_text};
use houserules_lang::code::Code;
use houserules_lang::compile::Compiled;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::letters::in_name;
use houserules_lang::source::{FileId, Sources};
use houserules_lang::spelling::nearest;
use houserules_lang::syntax::ast::{Item, ItemKind, Name};
use houserules_lang::syntax::parse;
use std::path::{Path, PathBuf};

/// So many folders outside of a variant's own are looked into.
const FURTHER_OUT: usize = 2;

/// The names of the games a file is a variant over; none if it is no variant.
///
/// # Errors
/// If it cannot be read.
pub fn over(path: &Path) -> Result<Option<Vec<Name>>, CliError> {
    Ok(heads(&parse(FileId(0), &read_text(path, MOST_RULES)?).0.items))
}

/// The same of a file that was parsed.
#[must_use]
pub fn heads(items: &[Item]) -> Option<Vec<Name>> {
    items.iter().find_map(|item| {
        if let ItemKind::Variant { over, .. } = &item.kind { Some(over.to_vec()) } else { None }
    })
}

/// The folders in which the game of a variant may lie.
fn folders(variant: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let own = variant.parent().map(Path::to_path_buf).unwrap_or_default();
    let mut out = own;
    for _ in 0..=FURTHER_OUT {
        all.push(out.join(""));
        all.push(out.join("games"));
        out = match out.components().next_back() {
            Some(std::path::Component::Normal(_)) => {
                out.parent().map(Path::to_path_buf).unwrap_or_default()
            }
            Some(std::path::Component::ParentDir) => out.join(".."),
            _ => PathBuf::from(".."),
        };
    }
    all.extend([PathBuf::new(), PathBuf::from("games")]);
    all
}

/// The file of the game of that name.
#[must_use]
pub fn base(variant: &Path, name: &str) -> Option<PathBuf> {
    let plain = !name.is_empty() && name.chars().all(in_name);
    let file = format!("{name}.rules");
    let mut places = folders(variant).into_iter().map(|folder| folder.join(&file));
    if plain { places.find(|path| path.is_file()) } else { None }
}

/// What is said of a variant whose game is not there.
#[must_use]
pub fn no_base(path: &Path, text: &str, name: &Name) -> Compiled {
    let mut sources = Sources::default();
    sources.add(path.display().to_string(), text);
    let mut diagnostics = parse(FileId(0), text).1;
    let there: Vec<String> = folders(path).iter().flat_map(|folder| games_in(folder)).collect();
    let found =
        Diagnostic::new(Code::E0902, name.span, format!("there is no game `{}`", name.text));
    let help = match nearest(&name.text, there.iter().map(String::as_str)) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!(
            "`{}.rules` is looked for beside the variant, in `games`, and up to two folders \
             further out; or name the game first and this after `--variant`",
            name.text
        ),
    };
    diagnostics.push(found.help(help));
    Compiled { sources, diagnostics, ..Compiled::default() }
}

fn games_in(folder: &Path) -> Vec<String> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut names = Vec::new();
    for entry in std::fs::read_dir(here).into_iter().flatten().flatten().take(1000) {
        let path = entry.path();
        if path.extension().is_some_and(|e| e == "rules") {
            names.extend(path.file_stem().and_then(|s| s.to_str()).map(str::to_string));
        }
    }
    names.sort();
    names
}
