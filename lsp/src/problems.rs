//! What is wrong, as the client shows it, and the mends for it.

use crate::address::uri;
use crate::analysis::Analysis;
use crate::workspace::Workspace;
use houserules_lang::diagnostic::{Diagnostic, Severity};
use houserules_lang::fixes;
use houserules_lang::source::FileId;
use lsp_types::{
    CodeAction, CodeActionKind, DiagnosticRelatedInformation, DiagnosticSeverity, DocumentChanges,
    Location, NumberOrString, OneOf, OptionalVersionedTextDocumentIdentifier, Range,
    TextDocumentEdit, TextEdit, WorkspaceEdit,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What is wrong, file by file. What a variant breaks in a game that is right by itself is said
/// where the variant breaks it.
#[must_use]
pub fn found(analysis: &Analysis) -> BTreeMap<PathBuf, Vec<lsp_types::Diagnostic>> {
    let mut files: BTreeMap<PathBuf, Vec<lsp_types::Diagnostic>> = BTreeMap::new();
    for said in &analysis.compiled.diagnostics {
        let file = shown_in(analysis, said);
        let Some(path) = analysis.path(file) else { continue };
        files.entry(path.to_path_buf()).or_default().push(shown(analysis, said, file));
    }
    for test in &analysis.compiled.changed {
        let Some(path) = analysis.path(test.span.file) else { continue };
        if test.span.file == FileId(0) {
            continue;
        }
        files.entry(path.to_path_buf()).or_default().push(shown(
            analysis,
            &test.why,
            test.span.file,
        ));
    }
    files
}

/// The file in which it is said.
fn shown_in(analysis: &Analysis, said: &Diagnostic) -> FileId {
    let variants = analysis.files.variants.len();
    let at = said.span().file;
    let of_variant = |file: FileId| (1..=variants).contains(&usize::from(file.0));
    if variants == 0 || of_variant(at) {
        return at;
    }
    let other = said.labels.iter().map(|l| l.span.file).find(|file| of_variant(*file));
    other.unwrap_or(FileId(1))
}

fn shown(analysis: &Analysis, said: &Diagnostic, file: FileId) -> lsp_types::Diagnostic {
    let here = said.labels.iter().find(|l| l.span.file == file);
    let range = here.map_or(Range::default(), |l| analysis.range(l.span));
    let mut message = said.message.clone();
    if let Some(help) = &said.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    let others = said.labels.iter().filter(|l| here.is_none_or(|h| h.span != l.span));
    let related = others.filter_map(|label| {
        let location =
            Location::new(uri(analysis.path(label.span.file)?)?, analysis.range(label.span));
        let message = match label.text.as_str() {
            "" => said.message.clone(),
            text => text.to_owned(),
        };
        Some(DiagnosticRelatedInformation { location, message })
    });
    let related: Vec<DiagnosticRelatedInformation> = related.collect();
    let severity = match said.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
    };
    lsp_types::Diagnostic {
        range,
        severity: Some(severity),
        code: Some(NumberOrString::String(said.code.to_string())),
        source: Some("houserules".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..lsp_types::Diagnostic::default()
    }
}

/// The mends of what is wrong in a part of a text. Those that are proved to mend it, and to break
/// nothing, are marked as the ones to take.
pub fn actions(space: &mut Workspace, path: &Path, range: Range) -> Vec<CodeAction> {
    let first = space.own(path).into_iter().next();
    let Some(analysis) = first.and_then(|files| space.whole(&files)) else { return Vec::new() };
    let Some(file) = analysis.file(path) else { return Vec::new() };
    let mut found = Vec::new();
    let touches = |at: Range| at.start <= range.end && range.start <= at.end;
    let all = analysis.compiled.diagnostics.iter().filter(|d| {
        d.labels.iter().any(|l| l.span.file == file && touches(analysis.range(l.span)))
    });
    for said in all.filter(|d| fixes::worth_trying(d)) {
        found.extend(action(space, &analysis, said));
    }
    found
}

fn action(space: &mut Workspace, analysis: &Analysis, said: &Diagnostic) -> Option<CodeAction> {
    let file = fixes::file_of(&said.fix)?;
    let path = analysis.path(file)?.to_path_buf();
    let text = space.text(&path)?;
    // What is offered for another text is not offered for this one.
    if analysis.compiled.sources.get(file).is_none_or(|f| f.text != text) {
        return None;
    }
    let made = fixes::applied(&text, &said.fix)?;
    let after = space.as_if(&analysis.files, &BTreeMap::from([(path.clone(), made.into())]))?;
    let sure = fixes::mend(&[said], &analysis.compiled.diagnostics, &after.compiled.diagnostics);
    let edits = said
        .fix
        .iter()
        .map(|edit| OneOf::Left(TextEdit::new(analysis.range(edit.span), edit.new.clone())));
    let document = space.document(&path);
    let uri = document.map(|d| d.uri.clone()).or_else(|| uri(&path))?;
    let text_document =
        OptionalVersionedTextDocumentIdentifier { uri, version: document.map(|d| d.version) };
    let edits = TextDocumentEdit { text_document, edits: edits.collect() };
    let title = match said.fix.as_slice() {
        [one] if one.new.trim().is_empty() => {
            format!("Take out `{}`", analysis.slice(one.span).trim())
        }
        [one] => format!("Write `{}`", one.new.trim()),
        _ => said.help.clone().unwrap_or_else(|| said.message.clone()),
    };
    Some(CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![shown(analysis, said, shown_in(analysis, said))]),
        edit: Some(WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(vec![edits])),
            ..WorkspaceEdit::default()
        }),
        is_preferred: Some(sure),
        ..CodeAction::default()
    })
}
