//! Games that are killed at any moment: nothing is lost that was on the screen.
//!
//! The program plays a script of choices, undos, bookmarks and branches into a journal and is
//! killed (`kill -9`) at a random moment; then the journal must hold every point and bookmark that
//! had come out on standard output, and the program must go on with it.
//! `KILLS=200 cargo test -p houserules --test all kills:: -- --nocapture` runs more than the few
//! that every test run makes; `SEED` chooses others, and `PROGRAM` another program than the one
//! just built.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may stop where it stands")]
#![expect(clippy::disallowed_methods, reason = "it is about time and processes")]

use houserules_table::journal::{self, Written};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

const GAMES: &[&str] = &[
    "examples/nim.rules",
    "examples/tic_tac_toe.rules",
    "examples/crazy_eights.rules",
    "examples/pig.rules",
    "examples/go_fish.rules",
    "examples/snap.rules",
    "games/banditos_schacht.rules",
    "games/bandits_hideout.rules",
    "games/bandit.rules",
    "games/bandido_alcatraz.rules",
    "games/banditos_heist.rules",
];

/// What a run had said before it was killed.
#[derive(Debug, Default)]
struct Acknowledged {
    /// Points by number, with what was said of them.
    points: BTreeMap<u32, String>,
    /// Bookmarks and their points.
    bookmarks: BTreeMap<String, u32>,
    /// How many whole lines came out.
    lines: usize,
}

/// Draws of splitmix, the same on every machine.
struct Draws(u64);

impl Draws {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(otherwise)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn start(game: &str, journal: &Path) -> Child {
    let program =
        std::env::var_os("PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_houserules").into());
    let mut command = Command::new(program);
    command.current_dir(root()).args(["play", game, "--journal"]).arg(journal);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// What somebody types who plays quickly and often goes back; every bookmark has a name of its own.
fn script(draws: &mut Draws, names: &mut u32) -> String {
    let mut script = String::new();
    for _ in 0..400 {
        match draws.below(14) {
            0 => script.push_str("undo\n"),
            1 => script.push_str("undo 3\nhistory all\n"),
            2 => script.push_str("redo\n"),
            3 => {
                *names += 1;
                script.push_str(&format!("bookmark n{names}\n"));
            }
            4 => script.push_str(&format!("branch {}\n", 1 + draws.below(4))),
            5 => script.push_str(&format!("back {}\n", draws.below(30))),
            6 | 7 => script.push_str("history all\n"),
            8 => script.push_str("pass\n"),
            n => script.push_str(&format!("{}\n", 1 + (n + draws.below(3)) % 4)),
        }
    }
    script
}

/// Reads what a line of the screen acknowledges.
fn note(line: &str, to: &mut Acknowledged) {
    to.lines += 1;
    let words = line.trim_start_matches('*').trim_start();
    if let Some((number, text)) = words.split_once("  ")
        && let Ok(number) = number.parse::<u32>()
        && (line.starts_with("*  ") || line.starts_with("   "))
        && text.starts_with(char::is_uppercase)
    {
        let text = text.split("  (").next().unwrap_or(text);
        to.points.insert(number, text.to_string());
    } else if let Some(rest) = line.strip_prefix("Point ")
        && let Some((point, rest)) = rest.split_once(" is `")
        && let Some((name, _)) = rest.split_once('`')
    {
        to.bookmarks.insert(name.to_string(), point.parse().unwrap());
    }
}

/// Plays the script and is killed after some time; gives what was acknowledged.
fn killed(
    game: &str,
    journal: &Path,
    script: String,
    after: Duration,
    from_line: usize,
) -> Acknowledged {
    let mut child = start(game, journal);
    let mut input = child.stdin.take().unwrap();
    // The pipe stays open: the end of the input would end the game in order.
    let typing = std::thread::spawn(move || {
        let _ = input.write_all(script.as_bytes());
        input
    });
    let output = BufReader::new(child.stdout.take().unwrap());
    let (send, receive) = channel();
    let reading = std::thread::spawn(move || {
        let mut seen = Acknowledged::default();
        for line in output.split(b'\n') {
            let Ok(line) = line else { break };
            note(&String::from_utf8_lossy(&line), &mut seen);
            if seen.lines == from_line {
                let _ = send.send(());
            }
        }
        seen
    });
    let _ = receive.recv_timeout(Duration::from_secs(2));
    std::thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
    let seen = reading.join().unwrap();
    drop(typing.join().unwrap());
    seen
}

/// Goes on with the journal in order, and says what is in it.
fn resumed(game: &str, journal: &Path) -> (bool, String) {
    let mut child = start(game, journal);
    let typed = "history all\nbranches\nquit\n";
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    let status = child.wait().unwrap();
    assert!(status.success(), "{game}: {err}\n{out}");
    (out.contains("Going on after"), out)
}

/// Whether two texts of a point can be of one choice: as long as others still have to answer, only
/// who chose is said.
fn same_choice(before: &str, now: &str) -> bool {
    match before.strip_suffix(" chooses") {
        Some(chooser) => now.starts_with(chooser),
        None => before == now,
    }
}

/// Every point and name that was acknowledged is in the journal.
fn check(game: &str, journal: &Path, seen: &Acknowledged) {
    let text = std::fs::read(journal).unwrap_or_default();
    let entries = match journal::read(&text) {
        Ok(journal) => journal.entries,
        Err(damaged) => {
            assert!(!text.contains(&b'\n'), "{game}: a kill has damaged the journal: {damaged}");
            Vec::new()
        }
    };
    let choices = entries.iter().filter(|e| matches!(e.what, Written::Choice { .. })).count();
    for (point, said) in &seen.points {
        assert!(*point as usize <= choices, "{game}: point {point} ({said}) is lost");
    }
    for name in seen.bookmarks.keys() {
        let kept =
            entries.iter().any(|e| matches!(&e.what, Written::Bookmark { name: n } if n == name));
        assert!(kept, "{game}: bookmark {name} is lost");
    }
}

#[test]
fn nothing_acknowledged_is_lost() {
    let (kills, seed) = (number("KILLS", 10), number("SEED", 1));
    let mut draws = Draws(seed);
    let folder = tempfile::tempdir().unwrap();
    let (mut acknowledged, mut names, mut journals) = (0, 0, 0);
    let mut done = 0;
    while done < kills {
        let game = GAMES[draws.below(GAMES.len() as u64) as usize];
        journals += 1;
        let journal = folder.path().join(format!("j{journals}"));
        let mut all = Acknowledged::default();
        for _ in 0..3 {
            let after = Duration::from_micros(draws.below(60_000));
            let line = draws.below(400) as usize;
            let mut seen = killed(game, &journal, script(&mut draws, &mut names), after, line);
            all.points.append(&mut seen.points);
            all.bookmarks.append(&mut seen.bookmarks);
            check(game, &journal, &all);
            done += 1;
            let before = std::fs::read(&journal).unwrap_or_default();
            let (went_on, out) = resumed(game, &journal);
            let after = std::fs::read(&journal).unwrap();
            let whole = before.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
            assert!(after.starts_with(&before[..whole]), "{game}: going on changed the journal");
            assert_eq!(went_on, whole > 0, "{game}: {out}");
            let mut shown = Acknowledged::default();
            out.lines().for_each(|line| note(line, &mut shown));
            for (point, said) in &shown.points {
                let before = all.points.get(point);
                assert!(
                    before.is_none_or(|b| same_choice(b, said)),
                    "{game}: point {point} was {before:?}, is {said}"
                );
            }
        }
        acknowledged += all.points.len() + all.bookmarks.len();
    }
    println!(
        "{done} kills in {journals} journals, seed {seed}: {acknowledged} points and bookmarks, \
         none lost"
    );
    assert!(acknowledged > 0, "nothing was acknowledged");
}
