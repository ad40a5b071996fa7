//! An editing session on a long game: how long it takes, key by key, until the editor is told what
//! is wrong. With `--random`: random edits of several texts at once, and every request between
//! them, until something goes wrong or enough were made.
//!
//! `cargo run --release -p houserules-lsp --example typing -- [FILE…] [-n COUNT] [--seed N]`
//!
//! With `--program houserules` it is that program, over its standard streams, that is measured.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a campaign that finds something fails")]
#![allow(clippy::disallowed_types, reason = "a measurement reads the clock")]
#![allow(clippy::print_stdout, reason = "it is what this is for")]

#[path = "../tests/client/mod.rs"]
mod client;
#[path = "../tests/writer/mod.rs"]
mod writer;

use client::{Client, root};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use writer::{at_random, press, session};

/// So many random edits are made with one server.
const SLICE: u32 = 100;

/// What was asked for.
struct Asked {
    files: Vec<PathBuf>,
    count: u32,
    seed: u64,
    random: bool,
    program: Option<PathBuf>,
}

fn main() {
    let asked = asked();
    if asked.random {
        return edits(&asked);
    }
    for file in &asked.files {
        typing(file, &asked);
    }
}

fn asked() -> Asked {
    let mut asked = Asked { files: Vec::new(), count: 2000, seed: 1, random: false, program: None };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-n" => asked.count = arguments.next().and_then(|n| n.parse().ok()).unwrap(),
            "--seed" => asked.seed = arguments.next().and_then(|n| n.parse().ok()).unwrap(),
            "--random" => asked.random = true,
            "--program" => asked.program = arguments.next().map(PathBuf::from),
            file => asked.files.push(PathBuf::from(file).canonicalize().unwrap()),
        }
    }
    if asked.files.is_empty() {
        asked.files.push(root().join("games/banditos_heist.rules"));
    }
    asked
}

fn edits(asked: &Asked) {
    let folder = asked.files[0].parent().unwrap();
    let begun = Instant::now();
    let mut made = 0;
    for seed in asked.seed.. {
        let count = SLICE.min(asked.count - made);
        at_random(folder, &asked.files, count, seed);
        made += count;
        println!("{made} edits, nothing wrong, {:.0?}", begun.elapsed());
        if made >= asked.count {
            return;
        }
    }
}

fn typing(path: &Path, asked: &Asked) {
    let folder = path.parent().unwrap();
    let mut client = match &asked.program {
        Some(program) => Client::of(program, folder),
        None => Client::new(folder),
    };
    let text = client.open(path);
    client.wrong_with(path);
    let (mut now, mut took) = (text.clone(), Vec::new());
    for key in session(&text, asked.count as usize, asked.seed) {
        let begun = Instant::now();
        press(&mut client, path, &mut now, &key);
        client.wrong_with(path);
        took.push(begun.elapsed());
    }
    println!("{} keys in {}, seed {}", took.len(), path.file_name().unwrap().display(), asked.seed);
    said("from the key to what is wrong", took);
    println!("an older version was told of behind a newer one: {} times", client.stale);
    client.close();
}

fn said(what: &str, mut all: Vec<Duration>) {
    all.sort();
    let at = |percent: usize| all[(all.len() - 1) * percent / 100];
    println!(
        "{what}: half within {:.1?}, 95 of 100 {:.1?}, 99 of 100 {:.1?}, all {:.1?}",
        at(50),
        at(95),
        at(99),
        at(100)
    );
}
