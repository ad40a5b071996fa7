//! README's commands do what README shows.
//!
//! In a block marked `console`, a line `$ cargo run --release -- …` is run in-process at the
//! workspace's root; what follows is its output. Behind a prompt, what a person types stands on the
//! line and is handed in. A line `...` stands for anything; trailing blanks do not count.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its files has failed")]

use houserules::show::console::{Console, Look};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

const CALL: &str = "$ cargo run --release -- ";

fn root() -> PathBuf {
    fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap()
}

struct Shown {
    line: usize,
    arguments: Vec<String>,
    typed: String,
    output: Vec<String>,
}

/// What a person typed behind a prompt: the prompt ends with `> `, and piped input is shown where
/// it was typed.
fn prompted(line: &str) -> Option<&str> {
    let (prompt, typed) = line.split_at(line.find("> ")? + 2);
    // The workbench asks by the name of whoever is asked.
    let name = prompt.trim_end_matches("> ");
    let named = !name.is_empty() && name.chars().all(char::is_alphanumeric);
    let asks = prompt == "> " || prompt.ends_with(") > ") || named;
    (asks && !typed.is_empty()).then_some(typed)
}

fn shown(page: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let (mut inside, mut open) = (false, false);
    for (at, line) in page.lines().enumerate() {
        if let Some(info) = line.strip_prefix("```") {
            (inside, open) = (info == "console", false);
        } else if let Some(call) = line.strip_prefix(CALL).filter(|_| inside) {
            let arguments = call.split_whitespace().map(str::to_string).collect();
            found.push(Shown { line: at + 1, arguments, typed: String::new(), output: Vec::new() });
            open = true;
        } else if inside && line.starts_with("$ ") {
            open = false;
        } else if let Some(last) = found.last_mut().filter(|_| inside && open) {
            if let Some(typed) = prompted(line) {
                last.typed.push_str(typed);
                last.typed.push('\n');
            }
            last.output.push(line.to_string());
        }
    }
    found
}

fn run(shown: &Shown) -> String {
    let arguments = std::iter::once("houserules".to_string())
        .chain(shown.arguments.clone())
        .map(OsString::from);
    let (mut input, mut out, mut err) = (shown.typed.as_bytes(), Vec::new(), Vec::new());
    let piped = Look { width: 100, ..Look::plain() };
    houserules::run(arguments, &mut Console::new(piped, &mut input, &mut out, &mut err));
    String::from_utf8(out).unwrap() + &String::from_utf8(err).unwrap()
}

/// Whether the lines wanted, with `...` for any lines, are the lines there are; gives the first
/// that is missing.
fn matches(wanted: &[String], there: &str) -> Result<(), String> {
    let mut there = there.lines().map(str::trim_end).peekable();
    let mut skipping = false;
    for line in wanted.iter().map(|l| l.trim_end()) {
        if line == "..." {
            skipping = true;
            continue;
        }
        let met = if skipping {
            there.any(|l| l == line)
        } else {
            there.next() == Some(line) || line.is_empty()
        };
        if !met {
            return Err(line.to_string());
        }
        skipping = false;
    }
    Ok(())
}

#[test]
fn commands_do_what_readme_shows() {
    std::env::set_current_dir(root()).unwrap();
    let page = fs::read_to_string("README.md").unwrap();
    let all = shown(&page);
    assert!(!all.is_empty(), "README shows no command");
    for shown in all {
        let output = run(&shown);
        if let Err(missing) = matches(&shown.output, &output) {
            panic!("README.md:{}: no line `{missing}` in:\n{output}", shown.line);
        }
    }
}

/// The first game of README, as it is written there.
#[test]
fn the_first_rules_are_the_example() {
    let page = fs::read_to_string(root().join("README.md")).unwrap();
    let block = page.split("```rules\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("first.rules");
    fs::write(&path, block).unwrap();
    let arguments = ["houserules", "test", &path.to_string_lossy()].map(OsString::from);
    let (mut input, mut out, mut err) = (&b""[..], Vec::new(), Vec::new());
    let status = houserules::run(
        arguments,
        &mut Console::new(Look::plain(), &mut input, &mut out, &mut err),
    );
    assert_eq!(status, 0, "{}{}", String::from_utf8_lossy(&out), String::from_utf8_lossy(&err));
}
