//! Texts as an editor has them: some are open and not saved, the others are their files.
#![allow(dead_code, clippy::unwrap_used, reason = "each test uses a part of it")]

use crate::client::{Client, address};
use houserules_files::loader::OpenTexts;
use houserules_lsp::text::Lines;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The names of the five games.
pub const GAMES: [&str; 5] =
    ["bandido_alcatraz", "bandit", "banditos_heist", "banditos_schacht", "bandits_hideout"];

/// A game of a folder, and the first three variants over it.
pub fn of_game(folder: &Path, name: &str) -> (PathBuf, Vec<PathBuf>) {
    let folder = folder.canonicalize().unwrap();
    let files = std::fs::read_dir(folder.join("examples/variants")).unwrap().flatten();
    let over = format!(" over {name}\n");
    let is_over = |path: &PathBuf| {
        path.extension().is_some_and(|e| e == "rules")
            && std::fs::read_to_string(path).unwrap().contains(&over)
    };
    let mut variants: Vec<PathBuf> = files.map(|f| f.path()).filter(is_over).collect();
    variants.sort();
    variants.truncate(3);
    (folder.join(format!("games/{name}.rules")), variants)
}

/// The texts that are open in an editor, as they stand there.
pub struct Copies {
    open: BTreeMap<PathBuf, String>,
}

impl Copies {
    /// Opens files in an editor.
    pub fn opened<'a>(client: &mut Client, all: impl Iterator<Item = &'a PathBuf>) -> Self {
        Self { open: all.map(|path| (path.clone(), client.open(path))).collect() }
    }

    /// Them as a compiler is given them.
    pub fn open(&self) -> Arc<OpenTexts> {
        let texts = self.open.iter();
        Arc::new(texts.map(|(path, text)| (path.clone(), text.as_str().into())).collect())
    }

    /// The text of an open file.
    pub fn text(&self, path: &Path) -> &str {
        &self.open[path]
    }

    /// Puts another text in the place of an open one.
    pub fn change(&mut self, client: &mut Client, path: &Path, text: &str) {
        client.change(path, text);
        self.open.insert(path.to_path_buf(), text.to_owned());
    }

    /// Makes the changes that an answer asks for: those of open texts in the editor, the others in
    /// their files.
    pub fn carry_out(&mut self, client: &mut Client, edit: &Value) {
        for file in edit["documentChanges"].as_array().into_iter().flatten() {
            let uri = serde_json::from_value(file["textDocument"]["uri"].clone()).unwrap();
            let path = houserules_lsp::address::path(&uri);
            let edits: Vec<lsp_types::TextEdit> =
                serde_json::from_value(file["edits"].clone()).unwrap();
            match self.open.get_mut(&path) {
                Some(text) => {
                    *text = changed(text, &edits);
                    let text = text.clone();
                    client.change(&path, &text);
                }
                None => {
                    let text = std::fs::read_to_string(&path).unwrap();
                    std::fs::write(&path, changed(&text, &edits)).unwrap();
                    let touched = json!({ "changes": [{ "uri": address(&path), "type": 2 }] });
                    client.tell("workspace/didChangeWatchedFiles", touched);
                }
            }
        }
    }
}

/// A text after edits that do not overlap.
pub fn changed(text: &str, edits: &[lsp_types::TextEdit]) -> String {
    let lines = Lines::of(text);
    let bytes = |edit: &lsp_types::TextEdit| {
        (lines.byte(text, edit.range.start), lines.byte(text, edit.range.end))
    };
    let mut order: Vec<&lsp_types::TextEdit> = edits.iter().collect();
    order.sort_by_key(|edit| std::cmp::Reverse(bytes(edit)));
    let mut made = text.to_owned();
    for edit in order {
        let (from, to) = bytes(edit);
        made.replace_range(from..to, &edit.new_text);
    }
    made
}
