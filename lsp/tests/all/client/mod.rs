//! A client that says what it is told to, and keeps what it hears.
#![allow(dead_code, clippy::unwrap_used, clippy::panic, reason = "each test uses a part of it")]

use houserules_lsp::address::{real, uri};
use houserules_lsp::text::Lines;
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use lsp_types::Position;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

/// As long as a test waits for an answer before it gives up.
const PATIENCE: Duration = Duration::from_secs(300);

/// What a file was last said to have wrong, and the version of its text that was meant.
pub type Told = (Option<i64>, Vec<Value>);

/// A conversation with one server.
pub struct Client {
    connection: Connection,
    server: Option<JoinHandle<Result<(), String>>>,
    asked: i32,
    versions: BTreeMap<PathBuf, i32>,
    /// What is wrong, by address.
    pub wrong: BTreeMap<String, Told>,
    /// Lines for people.
    pub said: Vec<String>,
    /// So often a file was told of in a version older than one it had been told of before.
    pub stale: u32,
}

impl Client {
    /// Begins a conversation about the files of a folder.
    pub fn new(folder: &Path) -> Self {
        let (ours, theirs) = Connection::memory();
        let thread = std::thread::Builder::new().stack_size(64 << 20);
        let server = thread.spawn(|| houserules_lsp::server::run(theirs)).unwrap();
        Self::begun(folder, ours, server)
    }

    /// The same with a program that is a server over its standard streams.
    pub fn of(program: &Path, folder: &Path) -> Self {
        let (ours, theirs) = Connection::memory();
        let mut command = Command::new(program);
        let command = command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (mut into, out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let Connection { sender, receiver } = theirs;
        std::thread::spawn(move || receiver.iter().try_for_each(|m| m.write(&mut into)));
        let server = std::thread::spawn(move || {
            let mut out = BufReader::new(out);
            while let Ok(Some(message)) = Message::read(&mut out) {
                let _ = sender.send(message);
            }
            let status = child.wait().map_err(|e| e.to_string())?;
            if status.success() { Ok(()) } else { Err(status.to_string()) }
        });
        Self::begun(folder, ours, server)
    }

    fn begun(folder: &Path, ours: Connection, server: JoinHandle<Result<(), String>>) -> Self {
        let mut client = Self {
            connection: ours,
            server: Some(server),
            asked: 0,
            versions: BTreeMap::new(),
            wrong: BTreeMap::new(),
            said: Vec::new(),
            stale: 0,
        };
        let folder = address(folder);
        let capabilities = json!({
            "workspaceFolders": [{ "uri": folder, "name": "games" }],
            "capabilities": {},
        });
        let answer = client.ask("initialize", capabilities);
        assert!(answer["capabilities"]["hoverProvider"].as_bool().unwrap());
        client.tell("initialized", json!({}));
        client
    }

    /// Tells the server something.
    pub fn tell(&mut self, method: &str, params: Value) {
        let told = Notification { method: method.to_owned(), params };
        self.connection.sender.send(told.into()).unwrap();
    }

    /// Asks without waiting for the answer.
    pub fn begin(&mut self, method: &str, params: Value) -> RequestId {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        let request = Request { id: id.clone(), method: method.to_owned(), params };
        self.connection.sender.send(request.into()).unwrap();
        id
    }

    /// Waits for an answer.
    pub fn end(&mut self, id: &RequestId) -> Response {
        loop {
            if let Message::Response(response) = self.hear()
                && response.id == *id
            {
                return response;
            }
        }
    }

    /// Asks, and takes the answer, or the code and words of a refusal.
    pub fn try_ask(&mut self, method: &str, params: Value) -> Result<Value, (i32, String)> {
        let id = self.begin(method, params);
        self.end(&id).response_result.map_err(|e| (e.code, e.message))
    }

    /// Asks, and takes the answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        match self.try_ask(method, params) {
            Ok(value) => value,
            Err(why) => panic!("{method}: {why:?}"),
        }
    }

    fn hear(&mut self) -> Message {
        let message = match self.connection.receiver.recv_timeout(PATIENCE) {
            Ok(message) => message,
            Err(why) => panic!("the server says nothing any more: {why}"),
        };
        match &message {
            Message::Notification(told) if told.method == "textDocument/publishDiagnostics" => {
                let uri = told.params["uri"].as_str().unwrap().to_owned();
                let all = told.params["diagnostics"].as_array().unwrap().clone();
                let version = told.params["version"].as_i64();
                let before = self.wrong.insert(uri, (version, all)).and_then(|(before, _)| before);
                self.stale += u32::from(version.is_some() && version < before);
            }
            Message::Notification(told) if told.method == "window/showMessage" => {
                self.said.push(told.params["message"].as_str().unwrap().to_owned());
            }
            _ => {}
        }
        message
    }

    /// Opens a file with the text that it holds.
    pub fn open(&mut self, path: &Path) -> String {
        let text = std::fs::read_to_string(path).unwrap();
        self.open_with(path, &text);
        text
    }

    /// Opens a file with another text.
    pub fn open_with(&mut self, path: &Path, text: &str) {
        self.versions.insert(path.to_path_buf(), 1);
        let document = json!({
            "uri": address(path), "languageId": "houserules", "version": 1, "text": text,
        });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Puts another text in the place of an open one.
    pub fn change(&mut self, path: &Path, text: &str) {
        self.changes(path, json!([{ "text": text }]));
    }

    /// Changes an open text.
    pub fn changes(&mut self, path: &Path, changes: Value) {
        let version = self.versions.get_mut(path).unwrap();
        *version += 1;
        let document = json!({ "uri": address(path), "version": *version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", params);
    }

    /// What is wrong with the text of a file as it stands, once the server has told.
    pub fn wrong_with(&mut self, path: &Path) -> Vec<Value> {
        let version = self.versions.get(path).map(|v| i64::from(*v));
        let uri = address(path);
        loop {
            if let Some((told, all)) = self.wrong.get(&uri)
                && (version.is_none() || *told == version)
            {
                return all.clone();
            }
            self.hear();
        }
    }

    /// Waits until the server has told of a file what fits.
    pub fn wait_for(&mut self, path: &Path, fits: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let uri = address(path);
        loop {
            if let Some((_, all)) = self.wrong.get(&uri).filter(|(_, all)| fits(all)) {
                return all.clone();
            }
            self.hear();
        }
    }

    /// Ask about a place of a file.
    pub fn at(&mut self, method: &str, path: &Path, position: Position) -> Value {
        self.ask(method, place(path, position))
    }

    /// Ends the conversation; the server must not have failed.
    pub fn close(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        let server = self.server.take().unwrap();
        assert_eq!(server.join().unwrap(), Ok(()));
    }
}

/// A file as clients name it.
pub fn address(path: &Path) -> String {
    uri(&real(path)).unwrap().as_str().to_owned()
}

/// A place of a file.
pub fn place(path: &Path, position: Position) -> Value {
    json!({
        "textDocument": { "uri": address(path) },
        "position": position,
    })
}

/// The position of the first byte of some words in a text, a number of bytes further on.
pub fn find(text: &str, words: &str, further: usize) -> Position {
    let at = text.find(words).unwrap_or_else(|| panic!("no {words:?}")) + further;
    Lines::of(text).position(text, at)
}

/// The folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// A copy of the games and of the variants over them.
pub fn games() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for part in ["games", "examples/variants"] {
        let to = folder.path().join(part);
        std::fs::create_dir_all(&to).unwrap();
        for entry in std::fs::read_dir(root().join(part)).unwrap().flatten() {
            std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
    folder
}

/// Texts after the changes of a workspace edit, by their files.
pub fn edited(edit: &Value) -> BTreeMap<PathBuf, String> {
    let mut texts = BTreeMap::new();
    for file in edit["documentChanges"].as_array().unwrap() {
        let uri: lsp_types::Uri =
            serde_json::from_value(file["textDocument"]["uri"].clone()).unwrap();
        let path = houserules_lsp::address::path(&uri);
        let mut text = std::fs::read_to_string(&path).unwrap();
        let lines = Lines::of(&text);
        let edits: Vec<lsp_types::TextEdit> =
            serde_json::from_value(file["edits"].clone()).unwrap();
        for edit in edits.iter().rev() {
            let from = lines.byte(&text, edit.range.start);
            let to = lines.byte(&text, edit.range.end);
            text.replace_range(from..to, &edit.new_text);
        }
        texts.insert(path, text);
    }
    texts
}
