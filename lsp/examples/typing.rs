//! A recorded editing session on a long game: how long answers take, key by key.
//!
//! `cargo run --release -p houserules-lsp --example typing [GAME]`
#![allow(clippy::unwrap_used, clippy::panic, reason = "a measurement that fails says nothing")]
#![allow(clippy::disallowed_types, reason = "a measurement reads the clock")]
#![allow(clippy::print_stdout, reason = "it is what this is for")]

#[path = "../tests/client/mod.rs"]
mod client;

use client::{Client, place, root};
use serde_json::json;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What was typed, each behind the line that begins with some words; `<` takes a character back.
const SESSION: [(&str, &str); 12] = [
    ("players ", "\noption evenings: 1..4 = 2"),
    ("each Player has {", "\n  favours: 0..9"),
    ("each Player has {", "\n  /// What nobody may know.\n  plan: slot of card, seen by owner"),
    ("setup {", "\n  for each p in players {\n    p.favours = 3\n  }"),
    ("play {", "\n  let most = most(p.favours for p in players)"),
    ("play {", "\n  say \"{count(players)} of you are here\""),
    ("define ", "x"),
    ("to ", " "),
    ("action ", "y<"),
    ("test \"", "\n  expect me.fav<<<<<<Ana.favours is 3"),
    ("test \"", "\n  Ana does "),
    ("menu ", "z<"),
];

fn main() {
    let path = std::env::args().nth(1).map_or_else(
        || root().join("games/banditos_heist.rules"),
        |path| PathBuf::from(path).canonicalize().unwrap(),
    );
    let mut client = Client::new(path.parent().unwrap());
    let text = client.open(&path);
    client.wrong_with(&path);
    let (mut checks, mut offers, mut colours) = (Vec::new(), Vec::new(), Vec::new());
    for (words, typed) in SESSION {
        let mut now = text.clone();
        let line = now.find(&format!("\n{words}")).map_or(0, |at| at + 1);
        let mut at = line + now[line..].find('\n').unwrap();
        for key in typed.chars() {
            let lines = houserules_lsp::text::Lines::of(&now);
            let (from, new) = match key {
                '<' => (at - 1, String::new()),
                key => (at, key.to_string()),
            };
            let range = lines.range(&now, from..at);
            now.replace_range(from..at, &new);
            at = from + new.len();
            let begun = Instant::now();
            client.changes(&path, json!([{ "range": range, "text": new }]));
            let place = place(&path, (range.start.line, range.start.character + new.len() as u32));
            if key.is_alphanumeric() || key == '.' {
                client.ask("textDocument/completion", place.clone());
                offers.push(begun.elapsed());
            }
            client.wrong_with(&path);
            checks.push(begun.elapsed());
            let coloured = Instant::now();
            let document = json!({ "textDocument": place["textDocument"] });
            client.ask("textDocument/semanticTokens/full", document);
            colours.push(coloured.elapsed());
        }
        client.change(&path, &text);
        client.wrong_with(&path);
    }
    println!("{} keys in {}", checks.len(), path.file_name().unwrap().display());
    said("completion", offers);
    said("all that is wrong, completion included", checks);
    said("colours", colours);
    client.close();
}

fn said(what: &str, mut all: Vec<Duration>) {
    all.sort();
    let at = |percent: usize| all[(all.len() - 1) * percent / 100];
    println!("{what}: half within {:.1?}, 95 of 100 {:.1?}, all {:.1?}", at(50), at(95), at(100));
}
