//! The shape of the code: what style demands and no lint sees.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its files has failed")]

use std::fs;
use std::path::{Path, PathBuf};

const CRATES: [&str; 8] =
    ["lang", "interpreter", "table", "bots", "study", "stdlib", "repl", "tests"];
const MOST_LINES: usize = 640;

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
        before_tests(text).lines().filter(|l| !l.trim().is_empty() && !is_remark(l)).count()
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
        let inside = CRATES[..5].iter().chain(&["repl"]);
        let inside = { inside }.any(|c| path.starts_with(root().join(c).join("src")));
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

/// The crates, each with those that it may use.
const ARROWS: [(&str, &[&str]); 6] = [
    ("lang", &[]),
    ("interpreter", &["lang"]),
    ("table", &["lang", "interpreter"]),
    ("bots", &["lang", "interpreter", "table"]),
    ("study", &["lang", "interpreter", "table", "bots"]),
    ("repl", &["lang", "interpreter", "table", "bots", "study", "stdlib"]),
];

#[test]
fn arrows_point_one_way() {
    let mut wrong = Vec::new();
    for (name, may) in ARROWS {
        let manifest = fs::read_to_string(root().join(name).join("Cargo.toml")).unwrap();
        let used = manifest.split("[dev-dependencies]").next().unwrap_or_default();
        let used = used.lines().filter_map(|l| l.strip_prefix("houserules-"));
        let used = used.filter_map(|l| l.split(['.', ' ', '=']).next());
        wrong.extend(used.filter(|u| !may.contains(u)).map(|u| format!("{name} uses {u}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What answers hosts does no input or output of its own, so that every host can be built on it.
#[test]
fn what_hosts_stand_on_reads_and_writes_nothing() {
    let means = ["std::fs", "println!", "stdin()", "stdout()", "std::env", "std::time", "std::net"];
    let mut found = Vec::new();
    for (path, text) in sources() {
        let inside = ["lang", "interpreter", "table", "bots", "study"];
        let is_test = path.ends_with("tests.rs");
        if !is_test && inside.iter().any(|c| path.starts_with(root().join(c).join("src"))) {
            let code: Vec<_> = before_tests(&text).lines().filter(|l| !is_remark(l)).collect();
            let used = means.iter().filter(|m| code.iter().any(|l| l.contains(**m)));
            found.extend(used.map(|m| format!("{} uses {m}", path.display())));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Look-ups by id that can come to nothing, each with a fallback that hides a mistake. Whoever
/// turns one into `book[id]` lowers the figure.
const LOOK_UPS: usize = 606;

#[test]
fn look_ups_by_id_that_may_fail_get_fewer() {
    let mut found = 0;
    for (_, text) in sources().iter().filter(|(path, _)| !path.ends_with("tidy.rs")) {
        let code: String = text.lines().filter(|l| !is_remark(l)).map(str::trim).collect();
        let ids = code.split(".get(").skip(1).filter(|rest| {
            let end = rest.find(|c: char| !c.is_alphanumeric() && !"_.*".contains(c));
            end.is_some_and(|end| rest[..end].ends_with(".index") && rest[end..].starts_with("())"))
        });
        found += ids.count();
    }
    assert!(found <= LOOK_UPS, "{found} look-ups may fail, {LOOK_UPS} did: write `book[id]`");
}

fn is_remark(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

fn before_tests(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or(text)
}
