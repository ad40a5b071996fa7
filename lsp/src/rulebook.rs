//! The rulebook that people read, for a page beside the text.

use crate::address::path as path_of;
use crate::workspace::Workspace;
use houserules_files::rulebook::in_parts;
use houserules_files::rulebook::page::html_with_lines;
use houserules_lang::diagnostic::Severity;
use houserules_lang::source::{FileId, Span};
use lsp_types::TextDocumentIdentifier;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Asks for the rulebook of a game as its text stands.
#[derive(Debug)]
pub enum RulebookRequest {}

impl lsp_types::request::Request for RulebookRequest {
    type Params = RulebookParams;
    type Result = Written;
    const METHOD: &'static str = "houserules/rulebook";
}

/// Whose rulebook is asked for.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RulebookParams {
    /// The text of the game.
    pub text_document: TextDocumentIdentifier,
}

/// A rulebook, as it was written.
#[derive(Debug, Serialize, Deserialize)]
pub struct Written {
    /// The game's title.
    pub title: String,
    /// A page of its own. What tells of an item of the text carries, as `data-line`, the line on
    /// which that item begins, counted from 0.
    pub html: String,
    /// The version of the text.
    pub version: Option<i32>,
}

/// Writes the rulebook of a game.
///
/// # Errors
/// If the text is no game, or has errors; said for people.
pub fn written(space: &mut Workspace, asked: &RulebookParams) -> Result<Written, String> {
    let path = path_of(&asked.text_document.uri);
    let version = space.document(&path).map(|document| document.version);
    let files = space.own(&path).into_iter().find(|files| files.game == path);
    let files =
        files.ok_or("only a game has a rulebook: this is a variant, a module or a table")?;
    if !files.variants.is_empty() {
        return Err("this is a variant, and rulebooks are made of games".to_owned());
    }
    let analysis = space.playable(&files).ok_or("the text cannot be read")?;
    let compiled = &analysis.compiled;
    let playable = compiled.playable.as_ref().map(|playable| &playable.rulebook);
    let Some(book) = compiled.rulebook.as_ref().or(playable) else {
        let first = compiled.diagnostics.iter().find(|d| d.severity == Severity::Error);
        return Err(match first {
            Some(first) => {
                let line = analysis.range(first.span()).start.line + 1;
                format!("line {line}: {}", first.message)
            }
            None => format!("{} is no game", shown(&path)),
        });
    };
    let text = compiled.sources.get(FileId(0)).map_or("", |file| &file.text);
    let lines: Vec<&str> = text.lines().collect();
    let line = |at: Span| {
        let item = analysis.range(at).start.line as usize;
        (at.file == FileId(0)).then(|| with_prose(&lines, item))
    };
    let parts = in_parts(book, &compiled.sources);
    Ok(Written {
        title: book.title.clone(),
        html: html_with_lines(&book.title, &parts, &line),
        version,
    })
}

/// The first line of the prose above a line, or that line.
fn with_prose(lines: &[&str], line: usize) -> usize {
    let above = lines.get(..line).unwrap_or_default().iter().rev();
    line - above.take_while(|line| line.trim_start().starts_with("///")).count()
}

fn shown(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| format!("`{}`", name.to_string_lossy()))
}
