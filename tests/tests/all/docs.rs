//! The code of the guide and of its page of sentences: every block compiles as the page says, and
//! its tests pass.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its files has failed")]

use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::code::Code;
use houserules_lang::compile::{Compiled, LoadError, Loaded, Loader, compile, compile_layers};
use houserules_lang::diagnostic::Severity;
use houserules_table::runner::{Status, run_test};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// Files that the guide shows beside its games, and the standard library.
#[derive(Default)]
struct Shelf {
    modules: BTreeMap<String, String>,
    tables: BTreeMap<String, String>,
}

impl Loader for Shelf {
    fn module(&mut self, name: &str) -> Result<Loaded, LoadError> {
        let text = self.modules.get(name).cloned();
        let text = text.or_else(|| houserules_stdlib::module(name).map(str::to_string));
        let text = text.ok_or_else(|| LoadError::NoModule(name.to_owned()))?;
        Ok(Loaded { name: format!("{name}.rules"), text })
    }

    fn table(&mut self, path: &str, _from: &str) -> Result<Loaded, LoadError> {
        let text =
            self.tables.get(path).cloned().ok_or_else(|| LoadError::NoFile(path.to_owned()))?;
        Ok(Loaded { name: path.into(), text })
    }

    fn modules(&self) -> Vec<String> {
        self.modules.keys().cloned().collect()
    }
}

struct Block {
    line: usize,
    info: String,
    text: String,
    /// What a comment right behind the block says about it: tests that a reader need not see.
    tests: String,
}

/// The blocks of a page. A comment `<!-- test … -->` belongs to the block above it.
fn blocks(page: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut open: Option<Block> = None;
    let mut tests: Option<String> = None;
    for (at, line) in page.lines().enumerate() {
        if let Some(said) = &mut tests {
            if line == "-->" {
                let above = found.last_mut().unwrap();
                above.tests.extend(tests.take());
            } else {
                said.push_str(line);
                said.push('\n');
            }
            continue;
        }
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                let info = info.trim().into();
                open =
                    Some(Block { line: at + 1, info, text: String::new(), tests: String::new() });
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) if line == "<!-- test" => tests = Some(String::new()),
            (None, None) => {}
        }
    }
    assert!(tests.is_none() && open.is_none(), "a block or a comment is not closed");
    found
}

fn errors(compiled: &Compiled) -> Vec<String> {
    let wrong = compiled.diagnostics.iter().filter(|d| d.severity == Severity::Error);
    wrong.map(|d| format!("{} {}", d.code, d.message)).collect()
}

/// Of a variant, only its own tests: those of the game may come out differently.
fn failed_tests(compiled: &Compiled) -> Vec<String> {
    let Some(book) = &compiled.rulebook else { return Vec::new() };
    let book = Arc::new(book.clone());
    let start = |setup: &houserules_interpreter::ask::Setup, seed| {
        let program = Program::new(Arc::clone(&book), setup)?;
        Ok(Machine::start(Arc::new(program), seed, true))
    };
    let own = |at: &usize| compiled.variants.is_empty() || book.tests[*at].span.file.0 == 1;
    let results =
        (0..book.tests.len()).filter(own).map(|at| run_test(&book, &compiled.sources, at, &start));
    let failed = results.filter(|r| r.status != Status::Passed);
    failed.map(|r| format!("test \"{}\": {}", r.title, r.message.unwrap_or_default())).collect()
}

fn check_page(name: &str) {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)).unwrap();
    let mut shelf = Shelf::default();
    let (mut game, mut wrong, mut seen) = (String::new(), Vec::new(), 0);
    for block in blocks(&page) {
        let mut words = block.info.split_whitespace();
        let (kind, argument) = (words.next().unwrap_or(""), words.next().unwrap_or("").to_string());
        let place = format!("{name}:{}", block.line);
        match kind {
            "csv" => drop(shelf.tables.insert(argument, block.text)),
            "rules-module" => drop(shelf.modules.insert(argument, block.text)),
            "rules" | "rules-part" => {
                seen += 1;
                let before = if kind == "rules" { "" } else { game.as_str() };
                let text = format!("{before}\n{}\n{}", block.text, block.tests);
                let compiled = compile(&place, &text, &mut shelf);
                wrong.extend(errors(&compiled).into_iter().map(|e| format!("{place}: {e}")));
                wrong.extend(failed_tests(&compiled).into_iter().map(|e| format!("{place}: {e}")));
                if kind == "rules" {
                    game = block.text;
                }
            }
            "rules-variant" => {
                seen += 1;
                let base = Loaded { name: format!("{argument}.rules"), text: game.clone() };
                let variant = Loaded { name: place.clone(), text: block.text };
                let compiled = compile_layers(&base, &[variant], &mut shelf);
                wrong.extend(errors(&compiled).into_iter().map(|e| format!("{place}: {e}")));
                wrong.extend(failed_tests(&compiled).into_iter().map(|e| format!("{place}: {e}")));
            }
            "rules-error" => {
                seen += 1;
                let compiled = compile(&place, &format!("{game}\n{}", block.text), &mut shelf);
                // The frame has counters that only other blocks change.
                let first = compiled
                    .diagnostics
                    .iter()
                    .find(|d| d.code != Code::W0507)
                    .map(|d| d.code.to_string());
                if first.as_deref() != Some(argument.as_str()) {
                    wrong.push(format!("{place}: {argument} was expected, not {first:?}"));
                }
            }
            _ => {}
        }
    }
    assert!(seen > 0, "{name} has no code");
    assert!(wrong.is_empty(), "{} of {seen} blocks are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_guide_runs() {
    check_page("docs/language.md");
}

/// Each sentence has its rules, which run, neither tell a secret nor are there twice.
#[test]
fn each_sentence_has_its_rules() {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/sentences.md"))
            .unwrap();
    let said = page.lines().filter(|l| l.starts_with("**")).count();
    assert!(said >= 100, "{said} sentences");
    let found = blocks(&page);
    let mut shelf = Shelf::default();
    let (mut game, mut parts, mut wrong) = (String::new(), Vec::new(), Vec::new());
    for block in found {
        let place = format!("docs/sentences.md:{}", block.line);
        let mut runs = |text: &str| {
            let compiled = compile(&place, text, &mut shelf);
            let found = errors(&compiled).into_iter().chain(failed_tests(&compiled));
            wrong.extend(found.map(|e| format!("{place}: {e}")));
            compiled
        };
        match block.info.split_once(' ').unwrap_or((&block.info, "")) {
            ("csv", name) => drop(shelf.tables.insert(name.into(), block.text)),
            ("rules", _) => {
                runs(&format!("{}\n{}", block.text, block.tests));
                game = block.text;
            }
            _ => {
                let compiled = runs(&format!("{game}\n{}\n{}", block.text, block.tests));
                let told = compiled
                    .diagnostics
                    .iter()
                    .filter(|d| d.code.is_warning() && d.code.is_about_secrets());
                wrong
                    .extend(told.map(|d| format!("line {}: {} {}", block.line, d.code, d.message)));
                parts.push(block.text);
            }
        }
    }
    assert_eq!(parts.len(), said, "a sentence has one block of rules");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let all = parts.len();
    parts.sort();
    parts.dedup();
    assert_eq!(parts.len(), all, "two sentences have the same rules");
}
