//! Random edits, and requests between them, until something goes wrong or enough were made.
//!
//! `cargo run --release -p houserules-lsp --example edits -- COUNT SEED FILE…`
#![allow(clippy::unwrap_used, clippy::panic, reason = "a campaign that finds something fails")]
#![allow(clippy::print_stdout, reason = "it is what this is for")]

#[path = "../tests/client/mod.rs"]
mod client;

use client::{Client, address, root};
use houserules_lsp::text::Lines;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;
use std::path::{Path, PathBuf};

/// After so many edits a text begins anew.
const FRESH: u32 = 40;

/// Requests about a place.
const PLACES: [&str; 6] =
    ["completion", "hover", "definition", "signatureHelp", "documentHighlight", "prepareRename"];

/// Requests about a text.
const TEXTS: [&str; 6] = [
    "semanticTokens/full",
    "documentSymbol",
    "foldingRange",
    "codeLens",
    "formatting",
    "inlayHint",
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let count: u32 = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1000);
    let seed: u64 = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut files: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    if files.is_empty() {
        files.push(root().join("games/banditos_schacht.rules"));
    }
    let each = count.div_ceil(files.len() as u32);
    for file in &files {
        let file = file.canonicalize().unwrap();
        edit(&file, each, seed);
        println!("{}: {each} edits", file.file_name().unwrap().display());
    }
}

fn edit(path: &Path, count: u32, seed: u64) {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut client = Client::new(path.parent().unwrap());
    let text = client.open(path);
    let words: Vec<&str> = text.split_inclusive([' ', '\n', '{', '}', '.', '(', '[']).collect();
    let mut now = text.clone();
    for n in 0..count {
        let at = chance.random_range(0..=now.len());
        let from = (0..=at).rev().find(|at| now.is_char_boundary(*at)).unwrap();
        let end = (from + chance.random_range(0..30usize)).min(now.len());
        let to = (from..=end).rev().find(|at| now.is_char_boundary(*at)).unwrap();
        let new = match chance.random_range(0..6) {
            0 => String::new(),
            1 => "\u{1f0a1}\u{0}\"{[\r".to_owned(),
            2 => char::from_u32(chance.random_range(0..0x2_0000)).unwrap_or('\u{fffd}').to_string(),
            _ => words.choose(&mut chance).copied().unwrap_or("").to_owned(),
        };
        let range = Lines::of(&now).range(&now, from..to);
        // As the server reads it: no place lies inside a line's end.
        let lines = Lines::of(&now);
        let (from, to) = (lines.byte(&now, range.start), lines.byte(&now, range.end));
        client.changes(path, json!([{ "range": range, "text": new }]));
        now.replace_range(from..to.max(from), &new);
        let document = json!({ "uri": address(path) });
        let method = PLACES.choose(&mut chance).unwrap();
        let asked = json!({ "textDocument": document, "position": range.start });
        let _ = client.try_ask(&format!("textDocument/{method}"), asked);
        let method = TEXTS.choose(&mut chance).unwrap();
        let whole = json!({ "start": { "line": 0, "character": 0 },
                            "end": { "line": 99_999, "character": 0 } });
        let asked = json!({ "textDocument": document, "range": whole,
                            "options": { "tabSize": 2, "insertSpaces": true } });
        let _ = client.try_ask(&format!("textDocument/{method}"), asked);
        if n % FRESH == FRESH - 1 {
            client.wrong_with(path);
            now.clone_from(&text);
            client.change(path, &text);
        }
    }
    client.close();
}
