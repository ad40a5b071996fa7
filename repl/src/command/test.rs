//! `test`: runs the tests that stand in rules.

use crate::arguments::{Format, Test};
use crate::engine::Starter;
use crate::loader::read_text;
use crate::rules;
use crate::show::console::{Console, Tone};
use crate::show::diagnostics::{self, Count};
use crate::trouble::Trouble;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::host::notes::coverage::{Coverage, coverage, ids};
use houserules_interpreter::host::notes::{Status, TestResult, run_test};
use houserules_lang::compile::Compiled;
use houserules_lang::ir::Rulebook;
use rayon::prelude::*;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;

/// What `--format json` writes.
#[derive(Debug, Default, Serialize)]
struct Report {
    passed: usize,
    failed: usize,
    skipped: usize,
    tests: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<Coverage>,
}

#[derive(Debug, Serialize)]
struct Row {
    file: String,
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
pub fn run(asked: &Test, console: &mut Console) -> Result<(), Trouble> {
    let inventory = asked.rules.as_deref().map(inventory).transpose()?;
    let paths = rules::games(&asked.paths)?;
    if paths.is_empty() {
        let named: Vec<String> = asked.paths.iter().map(|p| p.display().to_string()).collect();
        return Err(Trouble::call(format!("there are no games in {}", named.join(", "))));
    }
    let mut report = Report::default();
    let mut books = Vec::new();
    for path in &paths {
        let from = report.tests.len();
        if let Some(book) = of_game(path, asked.format, &mut report, console)? {
            books.push(book);
        }
        if asked.format == Format::Human {
            say_file(path, &report.tests[from..], console)?;
        }
    }
    let count = |status| report.tests.iter().filter(|t| t.status == status).count();
    (report.passed, report.failed, report.skipped) =
        (count(Status::Passed), count(Status::Failed), count(Status::Skipped));
    let books: Vec<&Rulebook> = books.iter().map(AsRef::as_ref).collect();
    report.coverage = inventory.map(|text| coverage(&books, &text));
    match asked.format {
        Format::Json => console.json(&report)?,
        Format::Human => summary(&report, console)?,
    }
    if report.failed > 0 { Err(Trouble::Said(1)) } else { Ok(()) }
}

fn inventory(path: &Path) -> Result<String, Trouble> {
    let text = read_text(path, 4 << 20)?;
    if ids(&text).is_empty() {
        return Err(Trouble::call(format!("`{}` lists no rules", path.display()))
            .help("a rule is a line that begins `- **ID**`, such as `- **B3-027** a 4 may never be sold`"));
    }
    Ok(text)
}

/// Runs one game's tests. A game that has errors counts as one test that failed.
fn of_game(
    path: &Path,
    format: Format,
    report: &mut Report,
    console: &mut Console,
) -> Result<Option<Arc<Rulebook>>, Trouble> {
    let Compiled { sources, rulebook, diagnostics, .. } = rules::compiled(path)?;
    let name = path.display().to_string();
    let Some(book) = rulebook else {
        if format == Format::Human {
            let look = console.look;
            diagnostics::human(&sources, &diagnostics, console.out(), look).map_err(Trouble::output)?;
        }
        let first = diagnostics
            .iter()
            .find_map(|d| Some((d, sources.line_column(d.labels.first()?.span.file, d.span().start).0)));
        let (message, line) = first.map_or((String::new(), 1), |(d, line)| (d.message.to_string(), line));
        let message = format!("{}: {message}", Count::of(&diagnostics).words());
        let row = Row {
            file: name,
            name: "the rules compile".into(),
            rules: Vec::new(),
            status: Status::Failed,
            message: Some(message),
            line,
        };
        report.tests.push(row);
        return Ok(None);
    };
    let book = Arc::new(book);
    let starter = Starter::new(&book, false);
    let start = |setup: &Setup, seed: u64| starter.start(setup, seed);
    let one = |at: usize| run_test(&book, &sources, at, &start);
    let results: Vec<TestResult> = (0..book.tests.len()).into_par_iter().map(one).collect();
    for TestResult { title, rules, status, message, span } in results {
        let line = sources.line_column(span.file, span.start).0;
        report.tests.push(Row { file: name.to_string(), name: title, rules, status, message, line });
    }
    Ok(Some(book))
}

fn say_file(path: &Path, tests: &[Row], console: &mut Console) -> Result<(), Trouble> {
    let count = |status| tests.iter().filter(|t| t.status == status).count();
    let (passed, failed, skipped) = (count(Status::Passed), count(Status::Failed), count(Status::Skipped));
    let tone = if failed > 0 { Tone::Wrong } else { Tone::Plain };
    console.say(tone, &format!("{}: {}", path.display(), counted(passed, failed, skipped)))?;
    for test in tests {
        let message = test.message.as_deref().unwrap_or("");
        let (tone, word) = match test.status {
            Status::Passed if message.is_empty() => continue,
            Status::Passed => (Tone::Faint, "passed"),
            Status::Failed => (Tone::Wrong, "FAILED"),
            Status::Skipped => (Tone::Faint, "skipped"),
        };
        console.say(tone, &format!("  {word}, line {}: \"{}\"", test.line, test.name))?;
        console.line(&format!("    {message}"))?;
    }
    Ok(())
}

fn counted(passed: usize, failed: usize, skipped: usize) -> String {
    let mut parts = Vec::new();
    for (n, word) in [(passed, "passed"), (failed, "failed"), (skipped, "skipped")] {
        if n > 0 {
            parts.push(format!("{n} {word}"));
        }
    }
    if parts.is_empty() { "no tests".into() } else { parts.join(", ") }
}

fn summary(report: &Report, console: &mut Console) -> Result<(), Trouble> {
    let Report { passed, failed, skipped, .. } = report;
    let tone = if *failed > 0 { Tone::Wrong } else { Tone::Heading };
    console.say(tone, &format!("All together: {}", counted(*passed, *failed, *skipped)))?;
    let Some(coverage) = &report.coverage else { return Ok(()) };
    let all = coverage.tested.len() + coverage.physical.len() + coverage.missing.len();
    console.line("")?;
    console.say(Tone::Heading, &format!("{all} printed rules and rulings"))?;
    console.line(&format!("  {} have a test", coverage.tested.len()))?;
    for (ids, words) in [(&coverage.physical, "have no digital effect"), (&coverage.missing, "have no test")]
    {
        if !ids.is_empty() {
            console.line(&format!("  {} {words}: {}", ids.len(), ids.join(", ")))?;
        }
    }
    Ok(())
}
