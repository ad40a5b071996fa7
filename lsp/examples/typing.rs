//! An editing session on a long game: how long it takes, key by key, until the editor is told what
//! is wrong. With `--random`: random edits of several texts at once, and every request between
//! them, until something goes wrong or enough were made.
//!
//! `cargo run --release -p houserules-lsp --example typing -- [FILE…] [-n COUNT] [--seed N]`
//!
//! With `--program houserules` it is that program, over its standard streams, that is measured.
//! Otherwise the time that server and client compute is told, too: unlike that on the clock, it
//! hardly depends on what else the machine does. `--slowest COUNT` shows the keys that took most.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a campaign that finds something fails")]
#![allow(clippy::disallowed_types, reason = "a measurement reads the clock")]
#![allow(clippy::print_stdout, reason = "it is what this is for")]

#[path = "../tests/all/client/mod.rs"]
mod client;
#[path = "../tests/all/writer/mod.rs"]
mod writer;

use client::{Client, root};
use cpu_time::ProcessTime;
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
    slowest: usize,
}

/// One key: how long it took on the clock and in computing, and what was there.
struct Took {
    clock: Duration,
    computed: Duration,
    line: String,
    wrong: Vec<String>,
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
    let mut asked =
        Asked { files: Vec::new(), count: 2000, seed: 1, random: false, program: None, slowest: 0 };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-n" => asked.count = arguments.next().and_then(|n| n.parse().ok()).unwrap(),
            "--seed" => asked.seed = arguments.next().and_then(|n| n.parse().ok()).unwrap(),
            "--random" => asked.random = true,
            "--slowest" => asked.slowest = arguments.next().and_then(|n| n.parse().ok()).unwrap(),
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
        let (clock, computed) = (Instant::now(), ProcessTime::now());
        press(&mut client, path, &mut now, &key);
        let wrong = client.wrong_with(path);
        let (clock, computed) = (clock.elapsed(), computed.elapsed());
        let code = |d: &serde_json::Value| d["code"].as_str().unwrap_or("").to_owned();
        let line = now[..key.from].rsplit('\n').next().unwrap_or("").to_owned();
        took.push(Took { clock, computed, line, wrong: wrong.iter().map(code).collect() });
    }
    println!("{} keys in {}, seed {}", took.len(), path.file_name().unwrap().display(), asked.seed);
    said("from the key to what is wrong", took.iter().map(|t| t.clock).collect());
    if asked.program.is_none() {
        said("computed for it by server and client", took.iter().map(|t| t.computed).collect());
    }
    println!("an older version was told of behind a newer one: {} times", client.stale);
    took.sort_by_key(|t| std::cmp::Reverse(t.computed));
    for t in took.iter().take(asked.slowest) {
        println!("{:.1?} behind `{}`: {}", t.computed, t.line, t.wrong.join(" "));
    }
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
