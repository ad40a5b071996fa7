//! The shape of the code: what style demands and no lint sees.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its files has failed")]

use std::fs;
use std::path::{Path, PathBuf};

const CRATES: [&str; 8] =
    ["lang", "interpreter", "table", "bots", "study", "stdlib", "repl", "tests"];
const MOST_LINES: usize = 600;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

fn sources() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for name in CRATES {
        rust_files(&root().join(name), &mut found);
    }
    found.sort();
    found.into_iter().map(|p| (p.clone(), fs::read_to_string(&p).unwrap())).collect()
}

#[test]
fn every_file_says_what_it_is() {
    let silent: Vec<_> = sources()
        .into_iter()
        .filter(|(_, text)| !text.starts_with("//!"))
        .map(|(p, _)| p)
        .collect();
    assert!(silent.is_empty(), "these files do not open with `//!`: {silent:#?}");
}

#[test]
fn no_file_is_too_long() {
    let code_lines = |text: &str| {
        let before_tests = text.split("#[cfg(test)]").next().unwrap_or(text);
        before_tests
            .lines()
            .filter(|l| !l.trim().is_empty() && !l.trim_start().starts_with("//"))
            .count()
    };
    let long: Vec<_> = sources()
        .into_iter()
        .map(|(p, t)| (p, code_lines(&t)))
        .filter(|(_, n)| *n > MOST_LINES)
        .collect();
    assert!(long.is_empty(), "these files have more than {MOST_LINES} lines of code: {long:#?}");
}

#[test]
fn nothing_is_left_undone() {
    let marks = ["todo!(", "unimplemented!(", "FIXME", "XXX", "#[ignore"];
    let mut found = Vec::new();
    for (path, text) in sources() {
        if path.ends_with("tidy.rs") {
            continue;
        }
        found.extend(
            marks.iter().filter(|m| text.contains(**m)).map(|m| format!("{}: {m}", path.display())),
        );
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn no_game_is_written_in_rust() {
    let words = [
        "raincoat", "peso", "hideout", "boneyard", "bandido", "outlaw", "lawman", "sidecar",
        "chevy",
    ];
    let mut found = Vec::new();
    for (path, text) in sources() {
        let inside = ["lang/src", "interpreter/src", "repl/src"]
            .iter()
            .any(|f| path.to_string_lossy().contains(f));
        let code: String = text
            .lines()
            .filter(|l| !l.trim_start().starts_with("//"))
            .collect::<String>()
            .to_lowercase();
        if inside {
            found.extend(
                words
                    .iter()
                    .filter(|w| code.contains(**w))
                    .map(|w| format!("{}: {w}", path.display())),
            );
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn arrows_point_one_way() {
    let forbidden = [
        ("lang", "houserules_interpreter"),
        ("lang", "houserules::"),
        ("interpreter", "houserules::"),
    ];
    let mut found = Vec::new();
    for (path, text) in sources() {
        for (folder, name) in forbidden {
            if path.starts_with(root().join(folder)) && text.contains(name) {
                found.push(format!("{} uses {name}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
