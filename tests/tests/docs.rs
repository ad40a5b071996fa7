//! The guide's code: every block compiles as the guide says, and its tests pass.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its files has failed")]

use houserules_interpreter::host::notes::{Status, run_test};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::{Compiled, Loaded, Loader, compile, compile_layers};
use houserules_lang::diagnostic::Severity;
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
    fn module(&mut self, name: &str) -> Result<Loaded, String> {
        let text = self.modules.get(name).cloned();
        let text = text.or_else(|| houserules_stdlib::module(name).map(str::to_string));
        let text = text.ok_or_else(|| format!("no module `{name}`"))?;
        Ok(Loaded { name: format!("{name}.rules"), text })
    }

    fn table(&mut self, path: &str, _from: &str) -> Result<Loaded, String> {
        let text = self.tables.get(path).cloned().ok_or_else(|| format!("no table `{path}`"))?;
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
}

fn blocks(page: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    for (at, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                open = Some(Block { line: at + 1, info: info.trim().into(), text: String::new() })
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
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
        let program = Program::new(Arc::clone(&book), setup).map_err(|e| e.to_string())?;
        Ok(Machine::start(Arc::new(program), seed, true))
    };
    let own = |at: &usize| compiled.variants.is_empty() || book.tests[*at].span.file.0 == 1;
    let results = (0..book.tests.len()).filter(own).map(|at| run_test(&book, &compiled.sources, at, &start));
    let failed = results.filter(|r| r.status != Status::Passed);
    failed.map(|r| format!("test \"{}\": {}", r.title, r.message.unwrap_or_default())).collect()
}

fn check_page(name: &str) {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)).unwrap();
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
                let text =
                    if kind == "rules" { block.text.clone() } else { format!("{game}\n{}", block.text) };
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
                let first = compiled.diagnostics.first().map(|d| d.code.to_string());
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
