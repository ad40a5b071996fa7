//! Somebody who writes: at random, or key by key as people do.
#![allow(dead_code, clippy::unwrap_used, clippy::panic, reason = "each program uses a part of it")]

use crate::client::{Client, address, place};
use houserules_lsp::outline;
use houserules_lsp::text::Lines;
use lsp_types::Position;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// After so many edits a text begins anew.
const FRESH: u32 = 40;

/// Requests about a place.
const PLACES: [&str; 8] = [
    "completion",
    "hover",
    "definition",
    "references",
    "signatureHelp",
    "documentHighlight",
    "prepareRename",
    "rename",
];

/// Requests about a text.
const TEXTS: [&str; 8] = [
    "semanticTokens/full",
    "semanticTokens/range",
    "codeLens",
    "codeAction",
    "formatting",
    "rangeFormatting",
    "inlayHint",
    "rulebook",
];

/// A text that is open at the server, as it should be there.
struct Open {
    path: PathBuf,
    first: String,
    now: String,
    edits: u32,
}

/// Random edits of open texts, and requests between them. Fails if the server does, does not
/// answer, or answers about another text than the one that was written last.
pub fn at_random(folder: &Path, files: &[PathBuf], count: u32, seed: u64) {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut client = Client::new(folder);
    let open = files.iter().map(|path| {
        let first = client.open(path);
        Open { path: path.clone(), now: first.clone(), first, edits: 0 }
    });
    let mut open: Vec<Open> = open.collect();
    for _ in 0..count {
        let at = chance.random_range(0..open.len());
        let text = &mut open[at];
        let range = edited(&mut client, text, &mut chance);
        for _ in 0..chance.random_range(0..3) {
            asked(&mut client, text, range, &mut chance);
        }
        text.edits += 1;
        if text.edits.is_multiple_of(FRESH) {
            shapes_are_those_of(&mut client, text);
            client.wrong_with(&text.path);
            text.now.clone_from(&text.first);
            client.change(&text.path, &text.first);
        }
    }
    for text in &open {
        shapes_are_those_of(&mut client, text);
        client.wrong_with(&text.path);
    }
    assert_eq!(client.stale, 0, "an older version was told of behind a newer one");
    client.close();
}

/// Some place of a text, now and then one that it does not have.
fn somewhere(text: &str, lines: &Lines, chance: &mut ChaCha8Rng) -> Position {
    let mut at = lines.position(text, chance.random_range(0..=text.len()));
    match chance.random_range(0..12) {
        // Inside a character of two units, or behind the line's end.
        0 => at.character += 1,
        1 => at.character = u32::MAX,
        2 => at.line = at.line.saturating_add(chance.random_range(0..u32::MAX)),
        _ => {}
    }
    at
}

/// Edits a text, and gives where.
fn edited(client: &mut Client, text: &mut Open, chance: &mut ChaCha8Rng) -> lsp_types::Range {
    let lines = Lines::of(&text.now);
    let start = somewhere(&text.now, &lines, chance);
    let mut end = start;
    if chance.random_bool(0.5) {
        end.character = end.character.saturating_add(chance.random_range(0..30));
    } else if chance.random_bool(0.1) {
        end.line = end.line.saturating_add(chance.random_range(0..9));
    }
    let words: Vec<&str> =
        text.first.split_inclusive([' ', '\n', '{', '}', '.', '(', '[']).collect();
    let new = match chance.random_range(0..7) {
        0 => String::new(),
        1 => "\u{1f0a1}\u{0}\"{[\r".to_owned(),
        2 => char::from_u32(chance.random_range(0..0x2_0000)).unwrap_or('\u{fffd}').to_string(),
        3 => text
            .first
            .lines()
            .collect::<Vec<_>>()
            .choose(chance)
            .map_or_else(String::new, |l| format!("\n{l}\n")),
        _ => words.choose(chance).copied().unwrap_or("").to_owned(),
    };
    let range = lsp_types::Range::new(start, end);
    client.changes(&text.path, json!([{ "range": range, "text": new }]));
    let from = lines.byte(&text.now, start);
    let to = lines.byte(&text.now, end).max(from);
    text.now.replace_range(from..to, &new);
    range
}

fn asked(client: &mut Client, text: &Open, at: lsp_types::Range, chance: &mut ChaCha8Rng) {
    let lines = Lines::of(&text.now);
    if chance.random_bool(0.5) {
        let method = PLACES.choose(chance).unwrap();
        let at =
            if chance.random_bool(0.5) { at.start } else { somewhere(&text.now, &lines, chance) };
        let mut asked = place(&text.path, at);
        asked["newName"] = json!("another_name");
        asked["context"] = json!({ "includeDeclaration": true });
        let _ = client.try_ask(&format!("textDocument/{method}"), asked);
        return;
    }
    let method = TEXTS.choose(chance).unwrap();
    let whole = lsp_types::Range::new(Position::new(0, 0), somewhere(&text.now, &lines, chance));
    let asked = json!({ "textDocument": { "uri": address(&text.path) }, "range": whole,
                        "context": { "diagnostics": [] },
                        "options": { "tabSize": 2, "insertSpaces": true } });
    let of = if *method == "rulebook" { "houserules" } else { "textDocument" };
    let _ = client.try_ask(&format!("{of}/{method}"), asked);
}

/// What is told of the shape of a text is that of the text written last.
fn shapes_are_those_of(client: &mut Client, text: &Open) {
    let document = json!({ "textDocument": { "uri": address(&text.path) } });
    let symbols = client.ask("textDocument/documentSymbol", document.clone());
    let folds = client.ask("textDocument/foldingRange", document);
    if text.path.extension().is_some_and(|e| e == "rules") {
        assert_eq!(symbols, serde_json::to_value(outline::symbols(&text.now)).unwrap());
        assert_eq!(folds, serde_json::to_value(outline::folds(&text.now)).unwrap());
    }
}

/// A key: what it puts in the place of some bytes.
#[derive(Debug, Clone)]
pub struct Key {
    /// The first byte replaced.
    pub from: usize,
    /// One past the last.
    pub to: usize,
    /// What is put there.
    pub new: String,
}

/// A session of somebody who writes rules: words and lines typed, taken back a character at a time,
/// lines pasted, taken out and put back. The text is right again behind each of these.
pub fn session(text: &str, count: usize, seed: u64) -> Vec<Key> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut keys = Vec::new();
    while keys.len() < count {
        let at = line_end(text, &mut chance);
        match chance.random_range(0..10) {
            // A sentence, typed and taken back a character at a time.
            0..=5 => {
                let typed = TYPED.choose(&mut chance).unwrap();
                keys.extend(typing(at, typed));
            }
            // A word in the middle of one.
            6 | 7 => keys.extend(typing(at.saturating_sub(2).max(1), "xy")),
            // A line pasted, and taken back.
            8 => {
                let line = text[..at].rsplit('\n').next().unwrap_or("").to_owned();
                let new = format!("\n{line}");
                let end = at + new.len();
                keys.push(Key { from: at, to: at, new });
                keys.push(Key { from: at, to: end, new: String::new() });
            }
            // A line taken out, and put back.
            _ => {
                let from = text[..at].rfind('\n').map_or(0, |at| at + 1);
                keys.push(Key { from, to: at, new: String::new() });
                keys.push(Key { from, to: from, new: text[from..at].to_owned() });
            }
        }
    }
    keys
}

/// What is typed behind lines.
const TYPED: [&str; 10] = [
    "\n  me.cash += 1",
    "\n  if count(me.hand) > 3 { end game }",
    "\n  /// What nobody may know.",
    "\n  for each p in players { p.cash = 3 }",
    "\n  say \"{count(players)} of you are here\"",
    " // a remark",
    "\n  expect Ana's turn",
    "\n  Ana does pass",
    "\n\n/// More.\ndefine twice(n: Number): Number = n + n\n",
    "\n  choose c in me.hand",
];

/// The end of a random line, at a boundary of a character.
fn line_end(text: &str, chance: &mut ChaCha8Rng) -> usize {
    let lines = text.lines().count();
    let at = chance.random_range(0..lines);
    text.split_inclusive('\n').take(at + 1).map(str::len).sum::<usize>().saturating_sub(1)
}

fn typing(at: usize, typed: &str) -> Vec<Key> {
    let there =
        typed.char_indices().map(|(n, c)| Key { from: at + n, to: at + n, new: c.to_string() });
    let back = typed.char_indices().rev().map(|(n, c)| Key {
        from: at + n,
        to: at + n + c.len_utf8(),
        new: String::new(),
    });
    there.chain(back).collect()
}

/// Sends a key, as an editor does, with what an editor asks behind it: what fits, while a word is
/// typed, and how to colour the text. Nothing is waited for.
pub fn press(client: &mut Client, path: &Path, now: &mut String, key: &Key) {
    let lines = Lines::of(now);
    let range = lines.range(now, key.from..key.to);
    now.replace_range(key.from..key.to, &key.new);
    client.changes(path, json!([{ "range": range, "text": key.new }]));
    if key.new.chars().all(|c| c.is_alphanumeric() || c == '.') && !key.new.is_empty() {
        let at = Lines::of(now).position(now, key.from + key.new.len());
        client.begin("textDocument/completion", place(path, at));
    }
    let document: Value = json!({ "textDocument": { "uri": address(path) } });
    client.begin("textDocument/semanticTokens/full", document);
}
