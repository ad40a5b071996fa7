//! The guide's blocks are games: each is compiled, and says what the guide says it says.
//!
//! A block marked `rules` is a whole game, without errors or warnings. `rules-part` is added, by itself, to the whole game
//! above it, and brings no error. `rules-error CODE` likewise, and is answered with that code first. `csv NAME` and
//! `rules-module NAME` are files beside all games that follow.

use houserules_lang::compile::{Loaded, Loader, compile};
use houserules_lang::diagnostic::{Diagnostic, Severity};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A fenced block: its mark, the line it begins at, its text.
struct Block {
    mark: String,
    line: usize,
    text: String,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        if let Some(mark) = line.strip_prefix("```") {
            inside = !inside;
            if inside {
                found.push(Block { mark: mark.trim().to_string(), line: number + 2, text: String::new() });
            }
        } else if inside {
            let block = found.last_mut().unwrap();
            block.text.push_str(line);
            block.text.push('\n');
        }
    }
    assert!(!inside, "a block is not closed");
    found
}

/// Files of the guide, then the standard library.
#[derive(Default)]
struct Beside(BTreeMap<String, String>);

impl Loader for Beside {
    fn module(&mut self, name: &str) -> Result<Loaded, String> {
        let file = format!("{name}.rules");
        let text = self.0.get(&file).cloned().or_else(|| houserules_stdlib::module(name).map(String::from));
        text.map(|text| Loaded { name: file, text }).ok_or_else(|| "there is no such module".to_string())
    }

    fn table(&mut self, path: &str, _: &str) -> Result<Loaded, String> {
        let text = self.0.get(path).cloned().ok_or_else(|| "there is no such table".to_string())?;
        Ok(Loaded { name: path.to_string(), text })
    }

    fn modules(&self) -> Vec<String> {
        houserules_stdlib::names().map(String::from).collect()
    }
}

fn said(found: &[Diagnostic]) -> String {
    found.iter().map(|d| format!("\n    {} {}", d.code, d.message)).collect()
}

#[test]
fn every_block_is_what_its_mark_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/language.md");
    let text = fs::read_to_string(path).unwrap();
    let mut beside = Beside::default();
    let mut whole = String::new();
    let mut wrong = Vec::new();
    for block in blocks(&text) {
        let (mark, name) = block.mark.split_once(' ').unwrap_or((&block.mark, ""));
        match mark {
            "csv" => drop(beside.0.insert(name.to_string(), block.text)),
            "rules-module" => drop(beside.0.insert(format!("{name}.rules"), block.text)),
            "rules" => {
                whole = block.text;
                let found = compile("guide.rules", &whole, &mut beside).diagnostics;
                if !found.is_empty() {
                    wrong.push(format!("line {}: a game{}", block.line, said(&found)));
                }
            }
            "rules-part" => {
                let found = compile("guide.rules", &format!("{whole}\n{}", block.text), &mut beside).diagnostics;
                let errors: Vec<_> = found.into_iter().filter(|d| d.severity == Severity::Error).collect();
                if !errors.is_empty() {
                    wrong.push(format!("line {}: a part{}", block.line, said(&errors)));
                }
            }
            "rules-error" => {
                let found = compile("guide.rules", &format!("{whole}\n{}", block.text), &mut beside).diagnostics;
                if found.first().is_none_or(|d| d.code != name) {
                    wrong.push(format!("line {}: wants {name}{}", block.line, said(&found)));
                }
            }
            "" => {}
            other => wrong.push(format!("line {}: an unknown mark `{other}`", block.line)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
