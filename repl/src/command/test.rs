//! `test`: runs the tests that stand in rules.

use crate::arguments::{Format, Test};
use crate::cli_error::CliError;
use crate::engine::Starter;
use crate::loader::read_text;
use crate::rules::{self, RuleFiles};
use crate::show::console::{Console, Tone};
use crate::show::diagnostics::{self, Count};
use houserules_interpreter::ask::Setup;
use houserules_interpreter::chance::Seed;
use houserules_lang::compile::{ChangedTest, Compiled};
use houserules_lang::diagnostic::{Diagnostic, Severity};
use houserules_lang::ir::Rulebook;
use houserules_lang::source::{FileId, Sources};
use houserules_table::runner::coverage::{Coverage, coverage, ids};
use houserules_table::runner::{Status, TestResult, run_test};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// What `--format json` writes.
#[derive(Debug, Default, Serialize)]
struct Report {
    passed: usize,
    failed: usize,
    skipped: usize,
    changed: usize,
    tests: Vec<Row>,
    /// Of the rules of `--rules`; without them null.
    coverage: Option<Coverage>,
}

#[derive(Debug, Serialize)]
struct Row {
    file: String,
    /// The variants it was run under.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variants: Vec<String>,
    name: String,
    rules: Vec<String>,
    status: Status,
    message: Option<String>,
    line: usize,
}

/// Runs the tests of every game that is found.
///
/// # Errors
/// If one fails, a game has errors, or nothing is found to test.
pub fn run(asked: &Test, console: &mut Console) -> Result<(), CliError> {
    let inventory = asked.rules.as_deref().map(inventory).transpose()?;
    let paths = rules::games(&asked.paths)?;
    if paths.is_empty() {
        let named: Vec<String> = asked.paths.iter().map(|p| p.display().to_string()).collect();
        return Err(CliError::call(format!("there are no games in {}", named.join(", "))));
    }
    let mut report = Report::default();
    let mut books = Vec::new();
    for path in &paths {
        for files in rules::each(path, &asked.variants)? {
            let from = report.tests.len();
            if let Some(book) = of_game(&files, asked.format, &mut report, console)? {
                books.push(book);
            }
            if asked.format == Format::Human {
                say_file(&files, &report.tests[from..], console)?;
            }
        }
    }
    let count = |status| report.tests.iter().filter(|t| t.status == status).count();
    (report.passed, report.failed, report.skipped) =
        (count(Status::Passed), count(Status::Failed), count(Status::Skipped));
    report.changed = count(Status::Changed);
    let books: Vec<&Rulebook> = books.iter().map(AsRef::as_ref).collect();
    report.coverage = inventory.map(|text| coverage(&books, &text));
    match asked.format {
        Format::Json => console.json(&report)?,
        Format::Human => summary(&report, console)?,
    }
    if report.failed > 0 { Err(CliError::Said(1)) } else { Ok(()) }
}

fn inventory(path: &Path) -> Result<String, CliError> {
    let text = read_text(path, 4 << 20)?;
    if ids(&text).is_empty() {
        return Err(CliError::call(format!("`{}` lists no rules", path.display())).help(
            "a rule is a line that begins `- **ID**`, such as `- **B3-027** a 4 may never be sold`",
        ));
    }
    Ok(text)
}

/// Runs one game's tests. A game that has errors counts as one test that failed.
fn of_game(
    files: &RuleFiles,
    format: Format,
    report: &mut Report,
    console: &mut Console,
) -> Result<Option<Arc<Rulebook>>, CliError> {
    let compiled = rules::compiled(files)?;
    let broken = compiled.playable.as_ref().map_or_else(Vec::new, |p| p.broken.clone());
    let Compiled { sources, rulebook, diagnostics, changed, .. } =
        compiled.leave_broken_tests_out();
    let variants: Vec<String> = files.variants.iter().map(|v| v.display().to_string()).collect();
    let Some(book) = rulebook else {
        if format == Format::Human {
            let look = console.look;
            diagnostics::human(&sources, &diagnostics, console.out(), look)
                .map_err(CliError::output)?;
        }
        let wrong = |d: &&Diagnostic| d.severity == Severity::Error;
        let first = diagnostics.iter().find(wrong).or(diagnostics.first());
        let message = first.map_or_else(String::new, |d| d.message.to_string());
        let at = first.map(Diagnostic::span).unwrap_or_default();
        let line = sources.line_column(at.file, at.start).0;
        let message = format!("{}: {message}", Count::of(&diagnostics).words());
        let row = Row {
            file: sources.get(at.file).map(|f| f.name.to_string()).unwrap_or_default(),
            variants,
            name: "the rules compile".into(),
            rules: Vec::new(),
            status: Status::Failed,
            message: Some(message),
            line,
        };
        report.tests.push(row);
        return Ok(None);
    };
    if !broken.is_empty() && format == Format::Human {
        let look = console.look;
        diagnostics::human(&sources, &diagnostics, console.out(), look)
            .map_err(CliError::output)?;
    }
    let book = Arc::new(book);
    let mut results = results(&book, &sources);
    judge(files, &book, &sources, &mut results)?;
    results.extend(broken.into_iter().map(|test| left_out(test, Status::Failed)));
    results.extend(changed.into_iter().map(|test| left_out(test, Status::Changed)));
    for TestResult { title, rules, status, message, span, .. } in results {
        let file = sources.get(span.file).map(|f| f.name.to_string()).unwrap_or_default();
        let line = sources.line_column(span.file, span.start).0;
        report.tests.push(Row {
            file,
            variants: variants.to_vec(),
            name: title,
            rules,
            status,
            message,
            line,
        });
    }
    Ok(Some(book))
}

/// A test that could not be run.
fn left_out(test: ChangedTest, status: Status) -> TestResult {
    let span = test.why.labels.first().map_or(test.span, |l| l.span);
    let message = Some(test.why.message);
    TestResult { title: test.title, rules: test.rules, status, message, span, faulted: false }
}

/// What came of every test of a rulebook, in order.
#[must_use]
pub fn results(book: &Arc<Rulebook>, sources: &Sources) -> Vec<TestResult> {
    let starter = Starter::new(book, false);
    let start = |setup: &Setup, seed: Seed| starter.start(setup, seed);
    let one = |at: usize| run_test(book, sources, at, &start);
    (0..book.tests.len()).into_par_iter().map(one).collect()
}

/// A test that fails under variants, but holds for the game, or the variant it stands in, alone,
/// has changed.
fn judge(
    files: &RuleFiles,
    book: &Rulebook,
    sources: &Sources,
    results: &mut [TestResult],
) -> Result<(), CliError> {
    let mut alone: BTreeMap<u16, BTreeSet<(u32, String)>> = BTreeMap::new();
    for (result, test) in results.iter_mut().zip(&book.tests) {
        let file = test.span.file.0;
        let own = files.variants.len() <= 1 && file > 0;
        if result.status != Status::Failed || result.faulted || files.variants.is_empty() || own {
            continue;
        }
        let holds = match alone.entry(file) {
            std::collections::btree_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::btree_map::Entry::Vacant(new) => {
                new.insert(holding(files, file, sources)?)
            }
        };
        if holds.contains(&(test.span.start, test.title.to_string())) {
            result.status = Status::Changed;
        }
    }
    Ok(())
}

/// The tests of a file that hold without the other variants.
fn holding(
    files: &RuleFiles,
    file: u16,
    sources: &Sources,
) -> Result<BTreeSet<(u32, String)>, CliError> {
    let name = sources.get(FileId(file)).map_or("", |f| f.name.as_str());
    let variants = match file.checked_sub(1).and_then(|at| files.variants.get(usize::from(at))) {
        Some(variant) => vec![variant.to_path_buf()],
        None => Vec::new(),
    };
    let alone = rules::compiled(&RuleFiles { game: files.game.to_path_buf(), variants })?
        .leave_broken_tests_out();
    let Some(book) = alone.rulebook.map(Arc::new) else { return Ok(BTreeSet::new()) };
    let all = results(&book, &alone.sources);
    let here = |test: &houserules_lang::ir::Test| {
        alone.sources.get(test.span.file).is_some_and(|f| f.name == name)
    };
    let held =
        all.iter().zip(&book.tests).filter(|(r, test)| r.status == Status::Passed && here(test));
    Ok(held.map(|(_, test)| (test.span.start, test.title.to_string())).collect())
}

fn say_file(files: &RuleFiles, tests: &[Row], console: &mut Console) -> Result<(), CliError> {
    let count = |status| tests.iter().filter(|t| t.status == status).count();
    let counts = [Status::Passed, Status::Failed, Status::Skipped, Status::Changed].map(count);
    let tone = if counts[1] > 0 { Tone::Wrong } else { Tone::Plain };
    console.say(tone, &format!("{}: {}", files.shown(), counted(counts)))?;
    for test in tests {
        let message = test.message.as_deref().unwrap_or("");
        let (tone, word) = match test.status {
            Status::Passed if message.is_empty() => continue,
            Status::Passed => (Tone::Faint, "passed"),
            Status::Failed => (Tone::Wrong, "FAILED"),
            Status::Skipped => (Tone::Faint, "skipped"),
            Status::Changed => (Tone::Plain, "changed by a variant"),
        };
        console.say(
            tone,
            &format!("  {word}, {}line {}: \"{}\"", place(files, test), test.line, test.name),
        )?;
        console.line(&format!("    {message}"))?;
    }
    Ok(())
}

/// The file of a test, where it could be another than the game's.
fn place(files: &RuleFiles, test: &Row) -> String {
    if files.variants.is_empty() { String::new() } else { format!("{}, ", test.file) }
}

fn counted(counts: [usize; 4]) -> String {
    let mut parts = Vec::new();
    for (n, word) in counts.into_iter().zip(["passed", "failed", "skipped", "changed"]) {
        if n > 0 {
            parts.push(format!("{n} {word}"));
        }
    }
    if parts.is_empty() { "no tests".into() } else { parts.join(", ") }
}

fn summary(report: &Report, console: &mut Console) -> Result<(), CliError> {
    let counts = [report.passed, report.failed, report.skipped, report.changed];
    let tone = if report.failed > 0 { Tone::Wrong } else { Tone::Heading };
    console.say(tone, &format!("All together: {}", counted(counts)))?;
    let Some(coverage) = &report.coverage else { return Ok(()) };
    let all = coverage.tested.len() + coverage.physical.len() + coverage.missing.len();
    console.line("")?;
    console.say(Tone::Heading, &format!("{all} printed rules and rulings"))?;
    console.line(&format!("  {} have a test", coverage.tested.len()))?;
    for (ids, words) in
        [(&coverage.physical, "have no digital effect"), (&coverage.missing, "have no test")]
    {
        if !ids.is_empty() {
            console.line(&format!("  {} {words}: {}", ids.len(), ids.join(", ")))?;
        }
    }
    Ok(())
}
