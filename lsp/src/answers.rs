//! Requests by their names, and what answers each.

use crate::address::{path as path_of, uri};
use crate::rulebook::{RulebookParams, RulebookRequest, written};
use crate::workspace::{Sort, Workspace};
use crate::{complete, lenses, navigate, outline, problems};
use houserules_files::rules as files;
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentHighlightRequest,
    DocumentSymbolRequest, FoldingRangeRequest, Formatting, GotoDefinition, HoverRequest,
    InlayHintRequest, PrepareRenameRequest, RangeFormatting, References, Rename, Request,
    SemanticTokensFullRequest, SemanticTokensRangeRequest, SignatureHelpRequest,
    WorkspaceSymbolRequest,
};
use lsp_types::{
    CodeActionOrCommand, CompletionList, CompletionResponse, DocumentSymbolResponse,
    GotoDefinitionResponse, Location, OneOf, Range, SemanticTokens, SemanticTokensRangeResult,
    SemanticTokensResult, TextDocumentPositionParams, WorkspaceSymbol, WorkspaceSymbolResponse,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// So many symbols of a workspace are listed.
const MOST_SYMBOLS: usize = 1000;

/// Why a request has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// There is no such request.
    Unknown,
    /// It is not put as the protocol has it.
    Malformed(String),
    /// It cannot be done; why, for people.
    Failed(String),
}

/// Answers a request about texts.
///
/// # Errors
/// If there is no such request, it is malformed, or what it asks cannot be done.
pub fn answer(space: &mut Workspace, method: &str, params: Value) -> Result<Value, Refused> {
    match method {
        HoverRequest::METHOD
        | GotoDefinition::METHOD
        | DocumentHighlightRequest::METHOD
        | PrepareRenameRequest::METHOD
        | Completion::METHOD
        | SignatureHelpRequest::METHOD => at_a_place(space, method, params),
        References::METHOD => {
            let asked: lsp_types::ReferenceParams = read(params)?;
            let (path, position) = place(&asked.text_document_position);
            let declaration = asked.context.include_declaration;
            made::<References>(Some(navigate::references(space, &path, position, declaration)))
        }
        Rename::METHOD => {
            let asked: lsp_types::RenameParams = read(params)?;
            let (path, position) = place(&asked.text_document_position);
            let edit = navigate::rename(space, &path, position, &asked.new_name);
            made::<Rename>(Some(edit.map_err(Refused::Failed)?))
        }
        WorkspaceSymbolRequest::METHOD => {
            let asked: lsp_types::WorkspaceSymbolParams = read(params)?;
            made::<WorkspaceSymbolRequest>(Some(symbols(space, &asked.query)))
        }
        RulebookRequest::METHOD => {
            let asked: RulebookParams = read(params)?;
            made::<RulebookRequest>(written(space, &asked).map_err(Refused::Failed)?)
        }
        _ => about_a_text(space, method, params),
    }
}

fn at_a_place(space: &mut Workspace, method: &str, params: Value) -> Result<Value, Refused> {
    let asked: TextDocumentPositionParams = read(params)?;
    let (path, position) = place(&asked);
    match method {
        HoverRequest::METHOD => made::<HoverRequest>(navigate::hover(space, &path, position)),
        GotoDefinition::METHOD => {
            let all = navigate::definition(space, &path, position);
            made::<GotoDefinition>(Some(GotoDefinitionResponse::Array(all)))
        }
        DocumentHighlightRequest::METHOD => {
            made::<DocumentHighlightRequest>(Some(navigate::highlights(space, &path, position)))
        }
        PrepareRenameRequest::METHOD => {
            let found = navigate::prepare_rename(space, &path, position);
            made::<PrepareRenameRequest>(Some(found.map_err(Refused::Failed)?))
        }
        Completion::METHOD => {
            let items = complete::completion(space, &path, position);
            let list = CompletionList { is_incomplete: false, items };
            made::<Completion>(Some(CompletionResponse::List(list)))
        }
        _ => made::<SignatureHelpRequest>(complete::signatures(space, &path, position)),
    }
}

fn about_a_text(space: &mut Workspace, method: &str, params: Value) -> Result<Value, Refused> {
    let uri = params.get("textDocument").and_then(|d| d.get("uri")).cloned();
    let path = match uri.map(serde_json::from_value::<lsp_types::Uri>) {
        Some(Ok(uri)) => path_of(&uri),
        Some(Err(why)) => return Err(Refused::Malformed(why.to_string())),
        None => return Err(Refused::Unknown),
    };
    let range = params.get("range").cloned().map(serde_json::from_value::<Range>);
    let range = range.transpose().map_err(|e| Refused::Malformed(e.to_string()))?;
    let whole =
        Range::new(lsp_types::Position::new(0, 0), lsp_types::Position::new(u32::MAX, u32::MAX));
    let text = space.document(&path).map(|d| Arc::clone(&d.text));
    let rules = !matches!(space.sort(&path), Sort::Table);
    let plain = text.as_deref().filter(|_| rules).unwrap_or("");
    match method {
        DocumentSymbolRequest::METHOD => {
            let all = DocumentSymbolResponse::Nested(outline::symbols(plain));
            made::<DocumentSymbolRequest>(Some(all))
        }
        FoldingRangeRequest::METHOD => made::<FoldingRangeRequest>(Some(outline::folds(plain))),
        SemanticTokensFullRequest::METHOD => {
            let all = SemanticTokensResult::Tokens(tokens(space, &path, plain, None));
            made::<SemanticTokensFullRequest>(Some(all))
        }
        SemanticTokensRangeRequest::METHOD => {
            let all = SemanticTokensRangeResult::Tokens(tokens(space, &path, plain, range));
            made::<SemanticTokensRangeRequest>(Some(all))
        }
        InlayHintRequest::METHOD => {
            made::<InlayHintRequest>(Some(outline::hints(space, &path, range.unwrap_or(whole))))
        }
        CodeLensRequest::METHOD => made::<CodeLensRequest>(Some(lenses::lenses(space, &path))),
        Formatting::METHOD => made::<Formatting>(Some(outline::formatted(space, &path, None))),
        RangeFormatting::METHOD => {
            made::<RangeFormatting>(Some(outline::formatted(space, &path, range)))
        }
        CodeActionRequest::METHOD => {
            let all = problems::actions(space, &path, range.unwrap_or(whole));
            let all = all.into_iter().map(CodeActionOrCommand::CodeAction).collect();
            made::<CodeActionRequest>(Some(all))
        }
        _ => Err(Refused::Unknown),
    }
}

fn tokens(space: &mut Workspace, path: &Path, text: &str, range: Option<Range>) -> SemanticTokens {
    let analysis = space.first(path);
    let known = analysis.as_deref().and_then(|a| Some((a, a.file(path)?)));
    outline::tokens(text, known, range)
}

fn symbols(space: &Workspace, query: &str) -> WorkspaceSymbolResponse {
    let mut paths: Vec<PathBuf> = space.documents().map(|(path, _)| path.clone()).collect();
    for root in &space.roots {
        let found = files::all(std::slice::from_ref(root)).unwrap_or_default();
        paths.extend(found.iter().map(|path| crate::address::real(path)));
    }
    paths.sort();
    paths.dedup();
    let read = |path: PathBuf| space.text(&path).map(|text| (path, text));
    let texts: Vec<(PathBuf, Arc<str>)> = paths.into_iter().filter_map(read).collect();
    let found = outline::workspace_symbols(&texts, query).into_iter().take(MOST_SYMBOLS);
    let made = found.filter_map(|(at, symbol)| {
        let (path, _) = texts.get(at)?;
        Some(WorkspaceSymbol {
            name: symbol.name,
            kind: symbol.kind,
            tags: None,
            container_name: path.file_name().map(|n| n.to_string_lossy().into_owned()),
            location: OneOf::Left(Location::new(uri(path)?, symbol.selection_range)),
            data: None,
        })
    });
    WorkspaceSymbolResponse::Nested(made.collect())
}

fn place(asked: &TextDocumentPositionParams) -> (PathBuf, lsp_types::Position) {
    (path_of(&asked.text_document.uri), asked.position)
}

fn read<P: DeserializeOwned>(params: Value) -> Result<P, Refused> {
    serde_json::from_value(params).map_err(|e| Refused::Malformed(e.to_string()))
}

fn made<R: Request>(result: R::Result) -> Result<Value, Refused>
where
    R::Result: Serialize,
{
    serde_json::to_value(result).map_err(|e| Refused::Failed(e.to_string()))
}
