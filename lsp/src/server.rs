//! The conversation with an editor: messages in, answers and reports out.
//!
//! Texts count in the order in which messages come, so an answer is about the text as it stood when
//! it was asked for. What is wrong is looked for when nothing is asked: first in what was edited
//! last, then in what stands on it. That is what is found at once; the rest is added when nobody
//! has typed for a moment.

use crate::address::{path as path_of, uri};
use crate::analysis::Analysis;
use crate::lenses::{self, COMMANDS};
use crate::outline::legend;
use crate::workspace::Workspace;
use crate::{answers, problems};
use houserules_files::rules::RuleFiles;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidChangeWorkspaceFolders, DidCloseTextDocument,
    DidOpenTextDocument, DidSaveTextDocument, Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{
    CodeLensRefresh, DocumentHighlightRequest, InlayHintRefreshRequest, InlayHintRequest,
    Request as _, SemanticTokensFullRequest, SemanticTokensRangeRequest, SemanticTokensRefresh,
};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions,
    CompletionOptions, ExecuteCommandOptions, InitializeParams, MessageType, OneOf,
    PublishDiagnosticsParams, RenameOptions, SemanticTokensFullOptions, SemanticTokensOptions,
    ServerCapabilities, ShowMessageParams, SignatureHelpOptions, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    WorkDoneProgressOptions, WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// So many messages wait while one is answered.
const MOST_WAITING: usize = 4096;

/// Whoever has typed nothing for so long rests, and what takes longer is looked for.
const A_MOMENT: Duration = Duration::from_millis(120);

/// What is wrong, file by file.
type Found = BTreeMap<PathBuf, Vec<lsp_types::Diagnostic>>;

/// Talks with an editor until it has enough.
///
/// # Errors
/// If the editor does not keep to the protocol; said for people.
pub fn run(connection: Connection) -> Result<(), String> {
    let capabilities = serde_json::to_value(capabilities()).map_err(|e| e.to_string())?;
    let asked = connection.initialize(capabilities).map_err(|e| e.to_string())?;
    let asked: InitializeParams = serde_json::from_value(asked).map_err(|e| e.to_string())?;
    let Connection { sender, receiver } = connection;
    let (pump, inbox) = sync_channel(MOST_WAITING);
    // Whoever waits in this queue can still be called off.
    let pumping = std::thread::spawn(move || {
        for message in receiver {
            if pump.send(message).is_err() {
                break;
            }
        }
    });
    let send = move |message| drop(sender.send(message));
    let mut server = Server::new(&asked, Box::new(send));
    server.talk(&inbox);
    drop(server);
    drop(inbox);
    drop(pumping);
    Ok(())
}

/// What the server can do.
#[must_use]
pub fn capabilities() -> ServerCapabilities {
    let text_document_sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::Supported(true)),
        ..TextDocumentSyncOptions::default()
    };
    let words = |all: &[&str]| Some(all.iter().map(|word| (*word).to_owned()).collect());
    let semantic = SemanticTokensOptions {
        legend: legend(),
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Bool(true)),
        ..SemanticTokensOptions::default()
    };
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(text_document_sync)),
        hover_provider: Some(true.into()),
        completion_provider: Some(CompletionOptions {
            trigger_characters: words(&[".", "["]),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: words(&["(", ","]),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        folding_range_provider: Some(true.into()),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: COMMANDS.iter().map(|c| (*c).to_owned()).collect(),
            ..ExecuteCommandOptions::default()
        }),
        semantic_tokens_provider: Some(semantic.into()),
        inlay_hint_provider: Some(OneOf::Left(true)),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        ..ServerCapabilities::default()
    }
}

/// What comes next.
enum Next {
    Heard(Message),
    /// Nothing for a moment.
    Rest,
    /// Nothing any more.
    Over,
}

/// What the server knows, and how it speaks.
struct Server {
    space: Workspace,
    send: Box<dyn Fn(Message)>,
    /// What is to be compiled when nothing is asked, in order.
    waiting: VecDeque<RuleFiles>,
    /// Of what not all was looked for that may be wrong, in order.
    unfinished: VecDeque<RuleFiles>,
    /// What is wrong with each compilation.
    found: BTreeMap<RuleFiles, Found>,
    /// What the client was told last.
    told: BTreeMap<PathBuf, (Option<i32>, Vec<lsp_types::Diagnostic>)>,
    /// What the client draws anew when asked to: tokens, hints, lenses.
    refreshed: Vec<&'static str>,
    /// Something it has drawn may be out of date.
    drawn: bool,
    asked: i32,
}

impl Server {
    fn new(asked: &InitializeParams, send: Box<dyn Fn(Message)>) -> Self {
        let folders = asked.workspace_folders.iter().flatten();
        let roots = folders.map(|folder| path_of(&folder.uri)).collect();
        let client = asked.capabilities.workspace.as_ref();
        let supported = [
            (
                SemanticTokensRefresh::METHOD,
                client.and_then(|c| c.semantic_tokens.as_ref()?.refresh_support),
            ),
            (
                InlayHintRefreshRequest::METHOD,
                client.and_then(|c| c.inlay_hint.as_ref()?.refresh_support),
            ),
            (CodeLensRefresh::METHOD, client.and_then(|c| c.code_lens.as_ref()?.refresh_support)),
        ];
        let refreshed = supported.into_iter().filter(|(_, can)| *can == Some(true));
        Self {
            space: Workspace::below(roots),
            send,
            waiting: VecDeque::new(),
            unfinished: VecDeque::new(),
            found: BTreeMap::new(),
            told: BTreeMap::new(),
            refreshed: refreshed.map(|(method, _)| method).collect(),
            drawn: false,
            asked: 0,
        }
    }

    fn talk(&mut self, inbox: &Receiver<Message>) {
        let mut queue: VecDeque<Message> = VecDeque::new();
        loop {
            while let Ok(message) = inbox.try_recv() {
                queue.push_back(message);
            }
            let message = match queue.pop_front() {
                Some(message) => message,
                None if !self.waiting.is_empty() => {
                    self.look_on();
                    continue;
                }
                None => match self.next(inbox) {
                    Next::Heard(message) => message,
                    Next::Rest => {
                        self.finish();
                        continue;
                    }
                    Next::Over => return,
                },
            };
            match message {
                Message::Request(request) => {
                    let called_off = |m: &Message| is_cancel(m, &request.id);
                    if queue.iter().any(called_off) {
                        self.refuse(request.id, ErrorCode::RequestCanceled, "called off");
                    } else if drawn(&request.method) && queue.iter().any(is_change) {
                        let why = "the text has changed since";
                        self.refuse(request.id, ErrorCode::ContentModified, why);
                    } else if !self.request(request) {
                        return;
                    }
                }
                Message::Notification(told) => {
                    if told.method == "exit" {
                        return;
                    }
                    self.notification(told);
                }
                Message::Response(_) => {}
            }
        }
    }

    /// Waits for the next message; no longer than a moment if something is left to be looked for.
    fn next(&mut self, inbox: &Receiver<Message>) -> Next {
        if std::mem::take(&mut self.drawn) {
            for method in self.refreshed.clone() {
                self.asked = self.asked.wrapping_add(1);
                let id = RequestId::from(format!("houserules {}", self.asked));
                (self.send)(Request::new(id, method.to_owned(), Value::Null).into());
            }
        }
        self.space.tidy();
        let heard = match self.unfinished.is_empty() {
            true => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            false => inbox.recv_timeout(A_MOMENT),
        };
        match heard {
            Ok(message) => Next::Heard(message),
            Err(RecvTimeoutError::Timeout) => Next::Rest,
            Err(RecvTimeoutError::Disconnected) => Next::Over,
        }
    }

    fn refuse(&self, id: RequestId, code: ErrorCode, why: &str) {
        (self.send)(Response::new_err(id, code as i32, why.to_owned()).into());
    }

    /// Answers a request; no if the conversation is over.
    fn request(&mut self, request: Request) -> bool {
        if request.method == "shutdown" {
            (self.send)(Response::new_ok(request.id, ()).into());
            return true;
        }
        if request.method == "workspace/executeCommand" {
            self.command(request);
            return true;
        }
        let answer = answers::answer(&mut self.space, &request.method, request.params);
        // What was looked for to answer it is told first.
        self.tell_what_is_finished();
        (self.send)(answered(request.id, answer).into());
        true
    }

    fn command(&mut self, request: Request) {
        let asked: Result<lsp_types::ExecuteCommandParams, _> =
            serde_json::from_value(request.params);
        let done = match asked {
            Ok(asked) => lenses::carry_out(&mut self.space, &asked.command, &asked.arguments),
            Err(why) => Err(why.to_string()),
        };
        let response = match done {
            Ok((value, message)) => {
                let params = ShowMessageParams { typ: MessageType::INFO, message };
                self.notify::<ShowMessage>(params);
                Response::new_ok(request.id, value)
            }
            Err(why) => Response::new_err(request.id, ErrorCode::RequestFailed as i32, why),
        };
        (self.send)(response.into());
    }

    fn notify<N: lsp_types::notification::Notification>(&self, params: N::Params) {
        (self.send)(Notification::new(N::METHOD.to_owned(), params).into());
    }

    fn notification(&mut self, told: Notification) {
        match told.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let Some(params) = params::<lsp_types::DidOpenTextDocumentParams>(told) else {
                    return;
                };
                let path = self.space.open(params.text_document);
                self.edited(&path);
            }
            DidChangeTextDocument::METHOD => {
                let Some(params) = params::<lsp_types::DidChangeTextDocumentParams>(told) else {
                    return;
                };
                let (document, changes) = (params.text_document, params.content_changes);
                let changed = self.space.change(&document.uri, document.version, changes);
                if let Some(path) = changed {
                    self.edited(&path);
                }
            }
            DidCloseTextDocument::METHOD => {
                let Some(params) = params::<lsp_types::DidCloseTextDocumentParams>(told) else {
                    return;
                };
                let path = self.space.close(&params.text_document.uri);
                self.edited(&path);
                self.forget();
            }
            DidSaveTextDocument::METHOD => {
                let Some(params) = params::<lsp_types::DidSaveTextDocumentParams>(told) else {
                    return;
                };
                self.space.touched(&params.text_document.uri);
            }
            DidChangeWatchedFiles::METHOD => {
                let Some(params) = params::<lsp_types::DidChangeWatchedFilesParams>(told) else {
                    return;
                };
                params.changes.iter().for_each(|change| self.space.touched(&change.uri));
                let open: Vec<PathBuf> = self.space.documents().map(|(p, _)| p.clone()).collect();
                open.iter().for_each(|path| self.edited(path));
            }
            DidChangeWorkspaceFolders::METHOD => {
                let Some(params) = params::<lsp_types::DidChangeWorkspaceFoldersParams>(told)
                else {
                    return;
                };
                let gone: BTreeSet<PathBuf> =
                    params.event.removed.iter().map(|folder| path_of(&folder.uri)).collect();
                self.space.roots.retain(|root| !gone.contains(root));
                self.space.roots.extend(params.event.added.iter().map(|f| path_of(&f.uri)));
            }
            _ => {}
        }
    }

    /// What a text takes part in is to be looked at again, the text itself first.
    fn edited(&mut self, path: &std::path::Path) {
        let (own, others) = (self.space.own(path), self.space.others(path));
        self.waiting.retain(|files| !own.contains(files));
        own.into_iter().rev().for_each(|files| self.waiting.push_front(files));
        let others = others.into_iter().filter(|files| !self.space.is_fresh(files));
        let others: Vec<RuleFiles> = others.filter(|f| !self.waiting.contains(f)).collect();
        self.waiting.extend(others);
        self.drawn = true;
        self.tell_the_rest();
    }

    /// Looks at the next compilation that waits, and tells what is wrong.
    fn look_on(&mut self) {
        let Some(files) = self.waiting.pop_front() else { return };
        let analysis = self.space.analysis(&files);
        self.unfinished.retain(|other| *other != files);
        if analysis.is_some() && !self.space.is_whole(&files) {
            self.unfinished.push_back(files.clone());
        }
        self.looked(files, analysis.as_deref());
    }

    /// Looks for all that is wrong with the first of what is not finished, and tells it.
    fn finish(&mut self) {
        let Some(files) = self.unfinished.pop_front() else { return };
        let analysis = self.space.whole(&files);
        self.looked(files, analysis.as_deref());
    }

    /// Tells all that is wrong where it was looked for to answer something else.
    fn tell_what_is_finished(&mut self) {
        let whole = |files: &&RuleFiles| self.space.is_whole(files);
        let all: Vec<RuleFiles> = self.unfinished.iter().filter(whole).cloned().collect();
        for files in all {
            self.unfinished.retain(|other| *other != files);
            let analysis = self.space.whole(&files);
            self.looked(files, analysis.as_deref());
        }
    }

    fn looked(&mut self, files: RuleFiles, analysis: Option<&Analysis>) {
        let new = analysis.map(problems::found).unwrap_or_default();
        let mut touched: BTreeSet<PathBuf> = new.keys().cloned().collect();
        // Also of a text without mistakes it is said that this is so.
        let read = analysis.iter().flat_map(|analysis| analysis.paths.iter().flatten());
        touched.extend(read.filter(|path| self.space.document(path).is_some()).cloned());
        touched.extend(std::iter::once(&files.game).chain(&files.variants).cloned());
        if let Some(old) = self.found.insert(files, new) {
            touched.extend(old.into_keys());
        }
        touched.iter().for_each(|path| self.tell(path));
        self.tell_the_rest();
    }

    /// Once nothing waits: an open text that no compilation has read, such as a table that no game
    /// names any more, is as it should be in this version, too.
    fn tell_the_rest(&mut self) {
        if self.waiting.is_empty() {
            let open: Vec<PathBuf> = self.space.documents().map(|(p, _)| p.clone()).collect();
            open.iter().for_each(|path| self.tell(path));
        }
    }

    /// Closed texts take what was only compiled for them with them.
    fn forget(&mut self) {
        self.space.forget_unused();
        let open: Vec<PathBuf> = self.space.documents().map(|(p, _)| p.clone()).collect();
        let needed: BTreeSet<RuleFiles> =
            open.iter().flat_map(|path| self.space.all(path)).collect();
        self.waiting.retain(|files| needed.contains(files));
        self.unfinished.retain(|files| needed.contains(files));
        self.found.retain(|files, _| needed.contains(files));
        let told: Vec<PathBuf> = self.told.keys().cloned().collect();
        told.iter().for_each(|path| self.tell(path));
    }

    /// Tells what is wrong with a file, if the client does not know.
    fn tell(&mut self, path: &PathBuf) {
        let mut all: Vec<lsp_types::Diagnostic> = Vec::new();
        for found in self.found.values().filter_map(|found| found.get(path)) {
            for said in found {
                let known = |d: &lsp_types::Diagnostic| {
                    (d.range, &d.code, &d.message) == (said.range, &said.code, &said.message)
                };
                if !all.iter().any(known) {
                    all.push(said.clone());
                }
            }
        }
        let document = self.space.document(path);
        let version = document.map(|d| d.version);
        let told = self.told.get(path);
        let known = match told {
            Some((before, said)) => *before == version && *said == all,
            None => version.is_none() && all.is_empty(),
        };
        let named = document.map(|d| d.uri.clone()).or_else(|| uri(path));
        let Some(uri) = named.filter(|_| !known) else { return };
        self.told.insert(path.clone(), (version, all.clone()));
        self.notify::<PublishDiagnostics>(PublishDiagnosticsParams::new(uri, all, version));
    }
}

fn params<P: DeserializeOwned>(told: Notification) -> Option<P> {
    serde_json::from_value(told.params).ok()
}

fn answered(id: RequestId, answer: Result<Value, answers::Refused>) -> Response {
    match answer {
        // `Response::new_ok` would copy it.
        Ok(value) => Response { id, response_result: Ok(value) },
        Err(refused) => {
            let (code, why) = match refused {
                answers::Refused::Unknown => {
                    (ErrorCode::MethodNotFound, "this server has no such request".to_owned())
                }
                answers::Refused::Malformed(why) => (ErrorCode::InvalidParams, why),
                answers::Refused::Failed(why) => (ErrorCode::RequestFailed, why),
            };
            Response::new_err(id, code as i32, why)
        }
    }
}

/// Whether an editor asks that after every change: an answer about the text before it is no use.
fn drawn(method: &str) -> bool {
    [
        SemanticTokensFullRequest::METHOD,
        SemanticTokensRangeRequest::METHOD,
        InlayHintRequest::METHOD,
        DocumentHighlightRequest::METHOD,
    ]
    .contains(&method)
}

fn is_change(message: &Message) -> bool {
    matches!(message, Message::Notification(told) if told.method == DidChangeTextDocument::METHOD)
}

fn is_cancel(message: &Message, id: &RequestId) -> bool {
    let Message::Notification(told) = message else { return false };
    if told.method != "$/cancelRequest" {
        return false;
    }
    let named = told.params.get("id").cloned();
    named.and_then(|id| serde_json::from_value::<RequestId>(id).ok()).as_ref() == Some(id)
}
