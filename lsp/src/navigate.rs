//! Where a name is declared and used, what it is, and another name for it.

use crate::address::uri;
use crate::analysis::Analysis;
use crate::describe::described;
use crate::occurrences::{self, Occurrence};
use crate::workspace::Workspace;
use houserules_lang::diagnostic::Severity;
use houserules_lang::letters::{in_name, name_of};
use houserules_lang::source::Span;
use lsp_types::{
    DocumentChanges, DocumentHighlight, DocumentHighlightKind, Hover, HoverContents, Location,
    MarkupContent, MarkupKind, OneOf, OptionalVersionedTextDocumentIdentifier, Position,
    PrepareRenameResponse, TextDocumentEdit, TextEdit, WorkspaceEdit,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The byte of a position in an open text.
#[must_use]
pub fn byte(space: &Workspace, path: &Path, position: Position) -> Option<usize> {
    let document = space.document(path)?;
    Some(document.lines.byte(&document.text, position))
}

/// What the name at a position is; of a code or anything else, nothing.
pub fn hover(space: &mut Workspace, path: &Path, position: Position) -> Option<Hover> {
    let byte = byte(space, path, position)?;
    for files in space.own(path) {
        // The types of words that say none are known last.
        let Some(analysis) = space.whole(&files) else { continue };
        let Some(file) = analysis.file(path) else { continue };
        for at in analysis.at(file, byte) {
            let Some(said) = described(&analysis, at) else { continue };
            let value = said.markdown();
            let contents =
                HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
            return Some(Hover { contents, range: Some(analysis.range(at.at)) });
        }
    }
    None
}

/// Where the name at a position is declared.
pub fn definition(space: &mut Workspace, path: &Path, position: Position) -> Vec<Location> {
    let Some(byte) = byte(space, path, position) else { return Vec::new() };
    let mut found = Vec::new();
    for files in space.own(path) {
        let Some(analysis) = space.analysis(&files) else { continue };
        let Some(file) = analysis.file(path) else { continue };
        for at in analysis.at(file, byte) {
            for meaning in analysis.meanings(at) {
                let places = analysis.declared(meaning);
                found.extend(places.into_iter().filter_map(|span| location(&analysis, span)));
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    if found.is_empty() {
        let all = places(space, path, byte);
        let declared = all.iter().filter(|o| o.declares);
        found = declared.filter_map(|o| located(space, o)).collect();
    }
    found.dedup();
    found
}

fn location(analysis: &Analysis, span: Span) -> Option<Location> {
    Some(Location::new(uri(analysis.path(span.file)?)?, analysis.range(span)))
}

fn located(space: &Workspace, at: &Occurrence) -> Option<Location> {
    let text = space.text(&at.place.path)?;
    let lines = crate::text::Lines::of(&text);
    let range = lines.range(&text, at.place.start as usize..at.place.end as usize);
    Some(Location::new(uri(&at.place.path)?, range))
}

/// Every compilation that a file takes part in.
pub fn analyses(space: &mut Workspace, path: &Path) -> Vec<Arc<Analysis>> {
    let all = space.all(path);
    all.iter().filter_map(|files| space.analysis(files)).collect()
}

fn places(space: &mut Workspace, path: &Path, byte: usize) -> Vec<Occurrence> {
    occurrences::of(&analyses(space, path), path, byte)
}

/// Every place of the name at a position, with or without its declaration.
pub fn references(
    space: &mut Workspace,
    path: &Path,
    position: Position,
    declaration: bool,
) -> Vec<Location> {
    let Some(byte) = byte(space, path, position) else { return Vec::new() };
    let all = places(space, path, byte);
    let wanted = all.iter().filter(|o| declaration || !o.declares);
    wanted.filter_map(|o| located(space, o)).collect()
}

/// The places of the name at a position in its own text.
pub fn highlights(
    space: &mut Workspace,
    path: &Path,
    position: Position,
) -> Vec<DocumentHighlight> {
    let Some(byte) = byte(space, path, position) else { return Vec::new() };
    let Some(analysis) = space.first(path) else { return Vec::new() };
    let all = occurrences::of(std::slice::from_ref(&analysis), path, byte);
    let here = all.iter().filter(|o| o.place.path == path);
    let mark = |o: &Occurrence| {
        let kind =
            if o.declares { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ };
        Some(DocumentHighlight { range: located(space, o)?.range, kind: Some(kind) })
    };
    here.filter_map(mark).collect()
}

/// The name that can be renamed at a position.
pub fn prepare_rename(
    space: &mut Workspace,
    path: &Path,
    position: Position,
) -> Result<PrepareRenameResponse, String> {
    let at = byte(space, path, position).ok_or("this text is not open")?;
    let all = places(space, path, at);
    let here = |o: &&Occurrence| {
        o.place.path == path && (o.place.start as usize..=o.place.end as usize).contains(&at)
    };
    let here = all.iter().find(here).ok_or("there is no name here that the rules declare")?;
    let placeholder = written(space, here).unwrap_or_default();
    let range = located(space, here).ok_or("this text cannot be read")?.range;
    Ok(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder })
}

fn written(space: &Workspace, at: &Occurrence) -> Option<String> {
    let text = space.text(&at.place.path)?;
    Some(text.get(at.place.start as usize..at.place.end as usize)?.to_owned())
}

/// Another name for what the name at a position stands for, everywhere. It is tried first: what did
/// compile must compile with it, and each place must stand for the same as before.
///
/// # Errors
/// Why it cannot be called so, for people.
pub fn rename(
    space: &mut Workspace,
    path: &Path,
    position: Position,
    new: &str,
) -> Result<WorkspaceEdit, String> {
    let at = byte(space, path, position).ok_or("this text is not open")?;
    let starts = new.chars().next().is_some_and(|c| in_name(c) && !c.is_ascii_digit());
    if !starts || !new.chars().all(in_name) {
        return Err(format!(
            "`{}` is not a name: letters, digits and `_` make one, and a letter begins it",
            new.chars().filter(|c| !c.is_control()).take(40).collect::<String>()
        ));
    }
    let together = space.all(path);
    let before: Vec<Arc<Analysis>> = together.iter().filter_map(|f| space.whole(f)).collect();
    let all = occurrences::of(&before, path, at);
    let here = |o: &&Occurrence| {
        o.place.path == path && (o.place.start as usize..=o.place.end as usize).contains(&at)
    };
    let here = all.iter().find(here).ok_or("there is no name here that the rules declare")?;
    let old = written(space, here).map(|text| name_of(&text)).unwrap_or_default();
    if !all.iter().any(|o| o.declares) {
        return Err(format!("`{old}` is declared in the standard library, or by the language"));
    }
    if old == new {
        return Ok(WorkspaceEdit::default());
    }
    let same = |o: &&Occurrence| written(space, o).is_some_and(|text| name_of(&text) == old);
    let renamed: Vec<Occurrence> = all.iter().filter(same).cloned().collect();
    let texts = replaced(space, &renamed, new);
    tried(space, &before, &renamed, &texts, new)?;
    Ok(edit(space, &renamed, new))
}

/// The texts with the new name.
fn replaced(space: &Workspace, all: &[Occurrence], new: &str) -> BTreeMap<PathBuf, Arc<str>> {
    let mut texts: BTreeMap<PathBuf, String> = BTreeMap::new();
    for at in all.iter().rev() {
        let place = &at.place;
        let Some(text) = space.text(&place.path) else { continue };
        let text = texts.entry(place.path.clone()).or_insert_with(|| text.to_string());
        let bytes = place.start as usize..place.end as usize;
        if text.get(bytes.clone()).is_some() {
            text.replace_range(bytes, new);
        }
    }
    texts.into_iter().map(|(path, text)| (path, text.into())).collect()
}

/// Compiles everything with the new name, and says what would go wrong.
fn tried(
    space: &mut Workspace,
    before: &[Arc<Analysis>],
    renamed: &[Occurrence],
    texts: &BTreeMap<PathBuf, Arc<str>>,
    new: &str,
) -> Result<(), String> {
    let errors = |a: &Analysis| {
        let all = a.compiled.diagnostics.iter();
        all.filter(|d| d.severity == Severity::Error).count()
    };
    let mut after = Vec::new();
    for old in before {
        let Some(made) = space.as_if(&old.files, texts) else { continue };
        if errors(&made) > errors(old) {
            let first = made.compiled.diagnostics.iter().find(|d| d.severity == Severity::Error);
            let why = first.map_or("", |d| d.message.as_str());
            return Err(format!("it cannot be called `{new}`: {why}"));
        }
        after.push(Arc::new(made));
    }
    let Some(first) = renamed.first() else { return Ok(()) };
    // Of the places before it in the same text, none has moved the first.
    let now = occurrences::of(&after, &first.place.path, first.place.start as usize);
    let names = |o: &&Occurrence| {
        texts.get(&o.place.path).and_then(|t| t.get(o.place.start as usize..o.place.end as usize))
            == Some(new)
    };
    if now.iter().filter(names).count() == renamed.len() {
        Ok(())
    } else {
        Err(format!(
            "`{new}` already means something at one of the places, so they would be mixed up"
        ))
    }
}

fn edit(space: &Workspace, all: &[Occurrence], new: &str) -> WorkspaceEdit {
    let mut files: BTreeMap<&Path, Vec<OneOf<TextEdit, lsp_types::AnnotatedTextEdit>>> =
        BTreeMap::new();
    for at in all {
        let Some(place) = located(space, at) else { continue };
        let edits = files.entry(&at.place.path).or_default();
        edits.push(OneOf::Left(TextEdit::new(place.range, new.to_owned())));
    }
    let changes = files.into_iter().filter_map(|(path, edits)| {
        let document = space.document(path);
        let uri = document.map(|d| d.uri.clone()).or_else(|| uri(path))?;
        let version = document.map(|d| d.version);
        let text_document = OptionalVersionedTextDocumentIdentifier { uri, version };
        Some(TextDocumentEdit { text_document, edits })
    });
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(changes.collect())),
        ..WorkspaceEdit::default()
    }
}
