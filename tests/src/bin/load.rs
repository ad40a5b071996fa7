//! Many people at many tables: `load [--game FILE] [--option NAME=VALUE] [--tables N]
//! [--connections N] [--players N] [--seconds N] [--pause MS] [--edit FROM=>TO] [--saves N]`.
//!
//! Prints how long moves took until they were on all screens of their table, how long saved rules
//! took, and what memory the server had over time. Ends with status 1 if a page was let go, or
//! fewer than 99 of 100 moves were on all screens within 100 ms.

use houserules_tests::load::server::Server;
use houserules_tests::load::{Figures, Load, Memory, carry_out, quantile};
use std::ffi::OsString;
use std::io::{BufWriter, stderr, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// What a move may take.
const GOOD: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    if words.first().is_some_and(|word| word == "serve") {
        return serve();
    }
    let load = asked(&words);
    let program = std::env::current_exe().map_err(|e| e.to_string());
    let done = program
        .and_then(|program| Server::start(&load, &program))
        .and_then(|server| carry_out(&load, &server));
    match done {
        Ok(figures) => told(&figures),
        Err(said) => {
            println!("{said}");
            ExitCode::from(1)
        }
    }
}

/// The server itself, which this program is when it is called so.
fn serve() -> ExitCode {
    let run = || {
        let mut input = std::io::BufReader::new(stdin());
        let (mut out, mut err) = (BufWriter::new(stdout()), stderr());
        let look = houserules::show::console::Look::plain();
        let mut console =
            houserules::show::console::Console::new(look, &mut input, &mut out, &mut err);
        houserules::run(std::env::args_os(), &mut console)
    };
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(run);
    let status = thread.ok().and_then(|thread| thread.join().ok());
    status.map_or(ExitCode::from(101), ExitCode::from)
}

fn asked(words: &[OsString]) -> Load {
    let mut load = Load {
        game: Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/bandit.rules"),
        options: Vec::new(),
        tables: 100,
        pages: 10,
        players: 4,
        time: Duration::from_secs(60),
        pause: Duration::from_secs(2),
        edit: None,
        saves: 100,
        made: Arc::default(),
    };
    let mut connections = 1_000;
    let mut words = words.iter().map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = words.next() {
        let value = words.next().unwrap_or_default();
        let number = value.parse::<usize>().unwrap_or(0);
        match word.as_str() {
            "--game" => load.game = PathBuf::from(value),
            "--option" => load.options.push(value),
            "--tables" => load.tables = number.max(1),
            "--connections" => connections = number,
            "--players" => load.players = number,
            "--seconds" => load.time = Duration::from_secs(number as u64),
            "--pause" => load.pause = Duration::from_millis(number as u64),
            "--saves" => load.saves = number,
            "--edit" => load.edit = value.split_once("=>").map(|(a, b)| (a.into(), b.into())),
            _ => println!("`{word}` means nothing here"),
        }
    }
    load.pages = (connections / load.tables).max(load.players);
    load
}

fn told(figures: &Figures) -> ExitCode {
    let Figures { pages, moves, saves, refused, over, memory, bytes, lost, .. } = figures;
    println!("{pages} pages, {} moves, {refused} refused, {over} games over", moves.len());
    for (what, took) in [("a move on all screens", moves), ("saved rules on all screens", saves)] {
        let at = |n| quantile(took, n).unwrap_or_default();
        let (half, most, last) = (at(50), at(99), took.last().copied().unwrap_or_default());
        println!("{what}: half within {half:?}, 99 of 100 within {most:?}, the last {last:?}");
    }
    println!("{} of 100 moves within {GOOD:?}", figures.within(GOOD));
    println!("{} KiB sent, {lost} pages let go", bytes / 1024);
    let all = memory.last().map_or(1, |at| at.moves.max(1));
    for (who, computed) in [("the server", figures.server), ("the people", figures.people)] {
        let (move_, of_hundred) = (
            computed.as_micros() / u128::from(all),
            computed.as_millis() * 100 / figures.played.as_millis().max(1),
        );
        println!("{who} computed {move_} µs a move, {of_hundred} of 100 of one core");
    }
    if let Some(each) = figures.saving.checked_div(u32::try_from(figures.saves.len()).unwrap_or(0))
    {
        println!("the server computed {} µs for each save", each.as_micros());
    }
    let every = (memory.len() / 12).max(1);
    let last = memory.last();
    for Memory { second, moves, kib } in memory.iter().step_by(every).chain(last) {
        println!("{second:>6} s  {moves:>7} moves  {kib:>8} KiB");
    }
    if let Some(bytes) = figures.growth() {
        println!("{bytes} bytes more for each move, by the line through the last two thirds");
    }
    let fine = *lost == 0 && figures.within(GOOD) >= 99;
    if fine { ExitCode::SUCCESS } else { ExitCode::from(1) }
}
