//! What can be done from a text: its tests run, the game played, a variant told apart from its
//! game, the rulebook read.

use crate::address::{path as path_of, uri};
use crate::analysis::Analysis;
use crate::workspace::{Sort, Workspace};
use houserules_files::engine::Starter;
use houserules_files::rules::RuleFiles;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::chance::Seed;
use houserules_lang::difference::spelling::Renames;
use houserules_lang::difference::{Difference, Rules};
use houserules_lang::source::FileId;
use houserules_lang::syntax::ast::{Item, ItemKind};
use houserules_lang::syntax::parse;
use houserules_table::runner::{Status, run_test};
use lsp_types::{CodeLens, Command, Range, Uri};
use serde_json::{Value, json};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

/// Runs one test: the file's address, the test's title.
pub const RUN_TEST: &str = "houserules.runTest";
/// Says what a variant changes: its address.
pub const WHAT_CHANGES: &str = "houserules.whatChanges";
/// Begins a game at a terminal, for the client: the files of the game and its variants.
pub const PLAY: &str = "houserules.play";

/// Commands that the server carries out itself.
pub const COMMANDS: [&str; 2] = [RUN_TEST, WHAT_CHANGES];

/// The lenses of a text.
#[must_use]
pub fn lenses(space: &Workspace, path: &Path) -> Vec<CodeLens> {
    let Some(document) = space.document(path) else { return Vec::new() };
    if matches!(space.sort(path), Sort::Table) {
        return Vec::new();
    }
    let (tree, _) = parse(FileId(0), &document.text);
    let range = |item: &Item| {
        let head = item.span.start as usize..item.span.start as usize;
        document.lines.range(&document.text, head)
    };
    let mut found = Vec::new();
    for item in &tree.items {
        let at = range(item);
        match &item.kind {
            ItemKind::Game { .. } => found.extend(play(space, path, at)),
            ItemKind::Variant { .. } => {
                found.extend(play(space, path, at));
                let arguments = vec![json!(document.uri.as_str())];
                found.push(lens(at, "What does this variant change?", WHAT_CHANGES, arguments));
            }
            ItemKind::Test(test) => {
                let arguments = vec![json!(document.uri.as_str()), json!(test.title.raw)];
                let line = document.lines.range(
                    &document.text,
                    test.title.span.start as usize..test.title.span.start as usize,
                );
                found.push(lens(line, "Run this test", RUN_TEST, arguments));
            }
            _ => {}
        }
    }
    found
}

fn play(space: &Workspace, path: &Path, at: Range) -> Option<CodeLens> {
    let files = space.own(path).into_iter().next()?;
    let layers = std::iter::once(&files.game).chain(&files.variants);
    let arguments = layers.map(|file| json!(file.display().to_string())).collect();
    Some(lens(at, "Play", PLAY, arguments))
}

fn lens(range: Range, title: &str, command: &str, arguments: Vec<Value>) -> CodeLens {
    let command = Command::new(title.to_owned(), command.to_owned(), Some(arguments));
    CodeLens { range, command: Some(command), data: None }
}

/// Carries a command out; gives its result, and a line for people.
///
/// # Errors
/// Why it could not be carried out, for people.
pub fn carry_out(
    space: &mut Workspace,
    command: &str,
    arguments: &[Value],
) -> Result<(Value, String), String> {
    let text = |at: usize| arguments.get(at).and_then(Value::as_str);
    let file = text(0).and_then(|uri| Uri::from_str(uri).ok());
    let path = path_of(&file.ok_or("the command needs the address of a file")?);
    match command {
        RUN_TEST => one_test(space, &path, text(1).ok_or("the command needs the title of a test")?),
        WHAT_CHANGES => what_changes(space, &path),
        _ => Err("there is no such command".to_owned()),
    }
}

/// Runs a test of a file over the first of its games that has it.
fn one_test(space: &mut Workspace, path: &Path, title: &str) -> Result<(Value, String), String> {
    let mut why = "these rules have errors: mend them first".to_owned();
    for files in space.own(path) {
        let Some(analysis) = space.playable(&files) else { continue };
        let compiled = &analysis.compiled;
        let playable = compiled.playable.as_ref().map(|playable| &playable.rulebook);
        let Some(book) = compiled.rulebook.as_ref().or(playable) else { continue };
        let file = analysis.file(path);
        let found =
            book.tests.iter().position(|test| test.title == title && Some(test.span.file) == file);
        let Some(at) = found else {
            why = format!("there is no test \"{title}\" here, or it does not compile");
            continue;
        };
        let book = Arc::new(book.clone());
        let starter = Starter::new(&book, false);
        let start = |setup: &Setup, seed: Seed| starter.start(setup, seed);
        let result = run_test(&book, &compiled.sources, at, &start);
        let (word, passed) = match result.status {
            Status::Passed => ("passed", true),
            Status::Failed => ("failed", false),
            Status::Skipped => ("was left out", false),
            Status::Changed => ("is changed by a variant", false),
        };
        let place = analysis.path(result.span.file).and_then(uri);
        let line = match &result.message {
            Some(message) => format!("\"{title}\" {word}: {message}"),
            None => format!("\"{title}\" {word}"),
        };
        let told = json!({
            "title": title,
            "status": result.status,
            "passed": passed,
            "message": result.message,
            "uri": place.as_ref().map(|uri| uri.as_str()),
            "range": analysis.range(result.span),
        });
        return Ok((told, line));
    }
    Err(why)
}

/// What a variant changes in its game, sentence by sentence.
fn what_changes(space: &mut Workspace, path: &Path) -> Result<(Value, String), String> {
    let files =
        space.own(path).into_iter().next().ok_or("the game of this variant is not found")?;
    if files.variants.is_empty() {
        return Err("this is no variant".to_owned());
    }
    let plain = RuleFiles { game: files.game.clone(), variants: Vec::new() };
    let unread = || "one of the files cannot be read".to_owned();
    let before = space.playable(&plain).ok_or_else(unread)?;
    let after = space.playable(&files).ok_or_else(unread)?;
    let wrong = "the game and the variant must compile before they can be compared";
    let rules = |of: &Analysis| -> Option<houserules_lang::ir::Rulebook> {
        let playable = of.compiled.playable.as_ref().map(|playable| playable.rulebook.clone());
        of.compiled.rulebook.clone().or(playable)
    };
    let (old, new) = (rules(&before).ok_or(wrong)?, rules(&after).ok_or(wrong)?);
    let difference = Difference::between(
        Rules { book: &old, sources: &before.compiled.sources },
        Rules { book: &new, sources: &after.compiled.sources },
        &Renames::default(),
    );
    let mut lines: Vec<String> = difference.changes.iter().map(ToString::to_string).collect();
    let tests = after.compiled.changed.iter();
    lines.extend(tests.map(|test| format!("the test \"{}\" no longer makes sense", test.title)));
    let title = after.compiled.variants.first().map_or("", |laid| laid.title.as_str());
    let text = if lines.is_empty() {
        format!("\"{title}\" changes nothing")
    } else {
        format!("\"{title}\" changes:\n{}", lines.join("\n"))
    };
    Ok((json!({ "title": title, "changes": lines }), text))
}
