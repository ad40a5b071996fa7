//! `check`: what is wrong in rules, and where.

use super::options::{self, Tried};
use crate::arguments::{Check, Emit, Format};
use crate::cli_error::CliError;
use crate::rules::{self, Sort};
use crate::show::console::{Console, Tone};
use crate::show::diagnostics::{self, Count, JsonDiagnostic};
use crate::tell;
use houserules_files::fixing::{self, Mended};
use houserules_interpreter::ask::Setup;
use houserules_interpreter::program::Program;
use houserules_lang::code::Code;
use houserules_lang::compile::Compiled;
use houserules_lang::ir::Rulebook;
use houserules_lang::printer::print;
use houserules_lang::source::Sources;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// What `--format json` writes.
#[derive(Debug, Default, Serialize)]
struct Report {
    files: usize,
    diagnostics: Vec<JsonDiagnostic>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    options: Vec<Tried>,
    /// What `--fix` has mended.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixed: Vec<Fixed>,
}

/// A mistake that was mended.
#[derive(Debug, Serialize)]
struct Fixed {
    file: String,
    line: usize,
    code: Code,
    message: String,
}

/// Checks every file, those that cannot be read too.
///
/// # Errors
/// If anything is wrong with any of them; it has been said then.
pub fn run(asked: &Check, console: &mut Console) -> Result<(), CliError> {
    let mut report = Report { files: asked.files.len(), ..Report::default() };
    let mut count = Count::default();
    let (mut unread, mut read) = (None, 0);
    for path in &asked.files {
        if asked.fix {
            mend(asked, path, &mut report, console)?;
        }
        let all = match rules::checked(path, &asked.variants) {
            Ok((all, sort)) => {
                read += 1;
                if sort == Sort::Module && asked.format == Format::Human {
                    let line = "is a module: only its syntax is checked here, the rest with a game \
                                that uses it";
                    console.say(Tone::Faint, &format!("{} {line}", path.display()))?;
                }
                all
            }
            Err(trouble) => {
                tell(&trouble, console);
                unread = Some(unread.unwrap_or(0).max(trouble.status()));
                continue;
            }
        };
        for compiled in once_each(all) {
            let found = Count::of(&compiled.diagnostics);
            count.errors += found.errors;
            count.warnings += found.warnings;
            match asked.format {
                Format::Json => {
                    let shown = compiled
                        .diagnostics
                        .iter()
                        .map(|d| diagnostics::json(&compiled.sources, d));
                    report.diagnostics.extend(shown);
                }
                Format::Human => say(asked, &compiled, console)?,
            }
            if let Some(book) = compiled.rulebook.filter(|_| asked.options) {
                let tried = options::try_all(
                    named(&compiled.sources, compiled.variants.len()),
                    &Arc::new(book),
                    &compiled.sources,
                );
                if asked.format == Format::Human {
                    say_tried(&tried, console)?;
                }
                report.options.push(tried);
            }
        }
    }
    if asked.format == Format::Json {
        console.json(&report)?;
    } else if asked.emit.is_none() && read > 0 {
        summary(read, asked.files.len(), count, &report.options, console)?;
    }
    match unread {
        Some(status) => Err(CliError::Said(status)),
        None if count.errors > 0 || report.options.iter().any(|t| !t.problems.is_empty()) => {
            Err(CliError::Said(1))
        }
        None => Ok(()),
    }
}

/// Mends what is surely mended in a file. What cannot be read is said when it is checked.
fn mend(
    asked: &Check,
    path: &Path,
    report: &mut Report,
    console: &mut Console,
) -> Result<(), CliError> {
    let done = match fixing::fix(path, &asked.variants) {
        Ok(done) => done,
        Err(trouble @ CliError::File("write", ..)) => return Err(trouble),
        Err(_) => return Ok(()),
    };
    for Mended { code, message, line } in done {
        let file = path.display().to_string();
        if asked.format == Format::Human {
            console.line(&format!("{file}:{line}: fixed: {message} ({code})"))?;
        }
        report.fixed.push(Fixed { file, line, code, message });
    }
    Ok(())
}

/// A game and its variants by their files.
fn named(sources: &Sources, variants: usize) -> String {
    let names: Vec<&str> =
        sources.iter().take(variants + 1).map(|(_, f)| f.name.as_str()).collect();
    match names.split_first() {
        Some((game, [])) => (*game).to_string(),
        Some((game, variants)) => format!("{game} with {}", variants.join(", ")),
        None => String::new(),
    }
}

fn say_tried(tried: &Tried, console: &mut Console) -> Result<(), CliError> {
    console.line(&tried.line())?;
    for problem in &tried.problems {
        let options = problem.options.join(", ");
        console.say(
            Tone::Wrong,
            &format!("  with {} players, {options}: {}", problem.players, problem.why),
        )?;
    }
    let more = tried.failed.saturating_sub(tried.problems.len() as u64);
    if more > 0 {
        console.say(Tone::Wrong, &format!("  and {more} more"))?;
    }
    Ok(())
}

/// What is wrong with a variant over several games in the same way is said once.
fn once_each(mut all: Vec<Compiled>) -> Vec<Compiled> {
    let mut said = BTreeSet::new();
    for compiled in &mut all {
        let Compiled { sources, diagnostics, .. } = compiled;
        diagnostics.retain(|d| {
            let file = sources.get(d.span().file).map_or("", |f| f.name.as_str());
            said.insert((file.to_string(), d.span().start, d.code, d.message.to_string()))
        });
    }
    all
}

/// Diagnostics of one file; beside the printed rulebook they go to standard error.
fn say(asked: &Check, compiled: &Compiled, console: &mut Console) -> Result<(), CliError> {
    let look = console.look;
    let Some(emit) = asked.emit else {
        let out = console.out();
        return diagnostics::human(&compiled.sources, &compiled.diagnostics, out, look)
            .map_err(CliError::output);
    };
    let err = console.err();
    diagnostics::human(&compiled.sources, &compiled.diagnostics, err, look)
        .map_err(CliError::output)?;
    match (emit, &compiled.rulebook) {
        (Emit::Ir, Some(rulebook)) => console.text(&print(rulebook)),
        (Emit::Program, Some(rulebook)) => console.text(&listing(rulebook, &compiled.sources)?),
        (_, None) => Ok(()),
    }
}

/// The program of a game, as text.
fn listing(rulebook: &Rulebook, sources: &Sources) -> Result<String, CliError> {
    let setup = Setup { seats: rulebook.players.0, options: Vec::new() };
    let program = Program::new(Arc::new(rulebook.clone()), &setup)
        .map_err(|why| CliError::Input(why.to_string(), None))?;
    Ok(program.listing(&|span| {
        let file = sources.get(span.file).map_or("", |file| file.name.as_str());
        format!("{file}:{}", sources.line_column(span.file, span.start).0)
    }))
}

fn summary(
    read: usize,
    files: usize,
    count: Count,
    tried: &[Tried],
    console: &mut Console,
) -> Result<(), CliError> {
    let failed: u64 = tried.iter().map(|t| t.failed).sum();
    let tone = if count.errors > 0 || failed > 0 { Tone::Wrong } else { Tone::Plain };
    let unread = if read < files { format!(", {} not read", files - read) } else { String::new() };
    let played = match failed {
        0 => count.words(),
        1 => format!(
            "{} in the text, but games of one combination of options went wrong",
            count.words()
        ),
        n => format!(
            "{} in the text, but games of {n} combinations of options went wrong",
            count.words()
        ),
    };
    let line = format!("{files} file{}{unread}: {played}", if files == 1 { "" } else { "s" });
    console.say(tone, &line)
}
