//! Playouts of the examples against the same games written by hand, in one run, on one thread:
//! `ratio [--natively] [--peer COMMAND]… [FILE[@SEATS]…]`.
//!
//! Each game is played interpreted, on machine code and by hand; `--natively`: on machine code
//! alone, for a profiler. A ratio is decisions a second of
//! the rules, as a share of the hand-written game's; without one the rules' own figures are given,
//! and for all how many games a second machine code plays.
//! What is measured is the time that the thread was given, so that a busy machine changes little;
//! a figure is the middle one of several slices.
//!
//! Peers are other programs that have some of the games ([`houserules_tests::peers`]); they play in
//! turn with us, and a table compares all. If one of them plays another game, the status is 1.
#![expect(clippy::float_arithmetic, reason = "this measures, it plays no game")]

use cpu_time::ThreadTime;
use houserules_tests::peers::contest::{Contest, Game, Side, TOO_FAR};
use houserules_tests::peers::process::Peer;
use houserules_tests::speed::{
    Playout, Tally, Timed, by_hand, by_options, by_rules_for, usual_games,
};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// How long each side runs in one round; rounds alternate between the sides.
const SLICE: Duration = Duration::from_millis(300);
/// Peers may be slow, and a few games would tell little about whether they are the same.
const PEERS_SLICE: Duration = Duration::from_millis(1000);
const ROUNDS: u32 = 5;
/// So many games are played between two looks at the clock.
const AT_ONCE: u64 = 20;
/// So many games are played with every complete move as likely, for peers that draw so.
const BY_OPTIONS: u64 = 2_000;

/// The peers, as far as they run, and where their figures go.
#[derive(Default)]
struct Peers {
    all: Vec<Option<Peer>>,
    contest: Contest,
}

/// Our own sides of a contest; peers come after them.
const OURS: [&str; 3] = ["**Houserules, machine code**", "Houserules, interpreted", "Rust by hand"];

impl Peers {
    fn start(commands: &[String]) -> Self {
        let titled = |title: &str| Side { title: title.into(), ..Side::default() };
        let mut peers = Self::default();
        peers.contest.sides.extend(OURS.map(titled));
        for command in commands {
            let (name, command) = command.split_once('=').unwrap_or(("?", command));
            let mut side = titled(name);
            let peer = match Peer::start(command) {
                Ok(peer) => {
                    side.title.clone_from(&peer.hello.title);
                    side.by_options = peer.hello.by_options;
                    Some(peer)
                }
                Err(why) => {
                    side.missing = Some(why);
                    None
                }
            };
            peers.contest.sides.push(side);
            peers.all.push(peer);
        }
        peers
    }

    fn have(&self, game: &str) -> bool {
        self.all.iter().flatten().any(|peer| peer.hello.games.iter().any(|name| name == game))
    }

    /// Everybody who has the game plays a slice; whoever fails is asked no more.
    fn slice(&mut self, game: &str, warm: bool) {
        let sides = self.contest.sides.iter_mut().skip(OURS.len());
        for (seat, side) in self.all.iter_mut().zip(sides) {
            let Some(peer) = seat else { continue };
            if !peer.hello.games.iter().any(|name| name == game) {
                continue;
            }
            match peer.play(game, PEERS_SLICE) {
                Ok(answer) => {
                    let timed = side.played.entry(game.into()).or_default();
                    if warm {
                        timed.warmed(answer.tally);
                    } else {
                        timed.add(answer.tally, answer.took);
                    }
                    timed.looked_at = answer.looked_at.unwrap_or(timed.looked_at);
                }
                Err(why) => {
                    side.missing = Some(why);
                    side.played.clear();
                    *seat = None;
                }
            }
        }
    }

    /// Notes what our own sides played of a game that peers have.
    fn note(&mut self, name: &str, sides: &[Option<Timed>; 3], by_options: Tally) {
        let [interpreted, native, hand] = sides;
        let by_steps = hand.as_ref().map_or_else(Tally::default, |timed| timed.tally);
        self.contest.games.push(Game { name: name.into(), by_steps, by_options });
        for (side, timed) in self.contest.sides.iter_mut().zip([native, interpreted, hand]) {
            side.played.extend(timed.clone().map(|timed| (name.to_string(), timed)));
        }
    }
}

/// Plays the sides in turn, and the peers; nothing of those that are not there.
fn measured(sides: &mut [Option<Playout>; 3], mut peers: impl FnMut(bool)) -> [Option<Timed>; 3] {
    let mut all = sides.each_ref().map(|side| side.as_ref().map(|_| Timed::default()));
    for round in 0..=ROUNDS {
        // The first one is to warm up.
        for (side, timed) in sides.iter_mut().zip(&mut all) {
            if let (Some(play), Some(timed)) = (side, timed) {
                let (mut tally, began) = (Tally::default(), ThreadTime::now());
                while began.elapsed() < SLICE {
                    tally.add(play(AT_ONCE));
                }
                match round {
                    0 => timed.warmed(tally),
                    _ => timed.add(tally, began.elapsed()),
                }
            }
        }
        peers(round == 0);
    }
    all
}

/// A file, and for how many seats, if that is said.
fn asked(word: &str) -> (PathBuf, Option<u8>) {
    match word.rsplit_once('@') {
        Some((path, seats)) if seats.parse::<u8>().is_ok() => (path.into(), seats.parse().ok()),
        _ => (word.into(), None),
    }
}

/// The usual games; the tunnels for two as well.
fn usual() -> Vec<(PathBuf, Option<u8>)> {
    let two = |path: &PathBuf| path.ends_with("bandido_alcatraz.rules").then_some(Some(2));
    let games = usual_games().into_iter();
    games
        .flat_map(|path| [Some(None), two(&path)].map(|s| s.map(|s| (path.clone(), s))))
        .flatten()
        .collect()
}

fn shown(figure: Option<f64>, digits: usize) -> String {
    figure.map_or_else(|| "–".into(), |figure| format!("{figure:.digits$}"))
}

/// Measures one game and prints its line.
fn game(file: &Path, seats: Option<u8>, natively: bool, peers: &mut Peers) {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let game = match by_rules_for(file, seats) {
        Ok(found) => found,
        Err(why) => return println!("{name:<18} {why}"),
    };
    // Peers have it for as many seats as we take by ourselves.
    let together = seats.is_none() && peers.have(&name);
    let seats = game.seats;
    let mut sides = [Some(game.interpreted), game.native, by_hand(&name, seats)];
    if natively {
        (sides[0], sides[2]) = (None, None);
    }
    let all = measured(&mut sides, |warm| {
        if together {
            peers.slice(&name, warm);
        }
    });
    if together {
        peers.note(&name, &all, by_options(&game.program)(BY_OPTIONS));
    }
    let games = all[1].as_ref().and_then(Timed::games_a_second);
    let [plain, native, hand] = all.map(|timed| timed.and_then(|timed| timed.nanoseconds()));
    let of_hand = |ours: Option<f64>| shown(hand.zip(ours).map(|(h, o)| h / o), 3);
    println!(
        "{name:<18} {seats:>5} {:>12} {:>9} {:>9} {:>12} {:>9} {:>9}",
        shown(plain, 1),
        shown(native, 1),
        shown(hand, 1),
        of_hand(plain),
        of_hand(native),
        shown(games, 0)
    );
}

/// Prints how peers compare; whether all played the same games.
fn compared(contest: &Contest) -> bool {
    println!("\n{}\n{}", contest.table(), contest.course());
    let off = contest.off();
    let Some(furthest) = off.first() else { return true };
    println!(
        "Of {} figures about how games went, the furthest off is by {:.1} standard errors ({}).",
        off.len(),
        furthest.errors,
        furthest.what
    );
    let others: Vec<_> = off.iter().filter(|o| o.errors > TOO_FAR).collect();
    for other in &others {
        println!("Not the same game: {} is {:.1} standard errors off.", other.what, other.errors);
    }
    others.is_empty()
}

fn main() -> ExitCode {
    let (mut files, mut commands, mut natively) = (Vec::new(), Vec::new(), false);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--natively" => natively = true,
            "--peer" => commands.extend(words.next()),
            _ => files.push(asked(&word)),
        }
    }
    if files.is_empty() {
        files = usual();
    }
    let mut peers = Peers::start(&commands);
    println!(
        "{:<18} {:>5} {:>12} {:>9} {:>9} {:>12} {:>9} {:>9}",
        "ns a decision",
        "seats",
        "interpreted",
        "native",
        "by hand",
        "of by hand",
        "natively",
        "games/s"
    );
    for (file, seats) in &files {
        game(file, *seats, natively, &mut peers);
    }
    if commands.is_empty() || compared(&peers.contest) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
