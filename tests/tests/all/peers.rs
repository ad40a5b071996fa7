//! Peers, without any of them: what they say is understood, other games are found out, and their
//! folder stands by itself.

use houserules_tests::peers::contest::{Contest, Game, Side, TOO_FAR};
use houserules_tests::peers::process::{Peer, answer, hello};
use houserules_tests::speed::{Playout, Timed, by_hand, by_options, by_rules};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A side that has played one game, a number of times in each of three slices.
fn side(title: &str, game: &str, play: &mut Playout, nanoseconds: &[u64]) -> Side {
    let mut timed = Timed::default();
    for each in nanoseconds {
        let tally = play(500);
        timed.add(tally, Duration::from_nanos(each * tally.decisions));
    }
    let played = BTreeMap::from([(game.to_string(), timed)]);
    Side { title: title.into(), played, ..Side::default() }
}

#[test]
fn a_peer_says_what_it_is_and_what_it_played() {
    let mut peer = Peer::start(
        r#"echo '{"title":"A 1.0","policy":"random-options","games":["nim","go"]}'
           while read game time; do
             echo "{\"games\":2,\"decisions\":9,\"won\":[1,0],\"nanoseconds\":${time}00}"
           done"#,
    )
    .unwrap();
    assert_eq!((peer.hello.title.as_str(), peer.hello.by_options), ("A 1.0", true));
    assert_eq!(peer.hello.games, ["nim", "go"]);
    let played = peer.play("nim", Duration::from_millis(5)).unwrap();
    assert_eq!((played.tally.games, played.tally.decisions, played.tally.won), (2, 9, [1, 0]));
    assert_eq!((played.took, played.looked_at), (Duration::from_nanos(500), None));
}

#[test]
fn a_peer_that_is_not_there_says_why() {
    let why = |command: &str| Peer::start(command).map(|peer| peer.hello.clone()).unwrap_err();
    assert_eq!(why("echo 'no: npm is not here'"), "npm is not here");
    assert_eq!(why("true"), "it stopped");
    assert_eq!(why("echo hello"), "what it says is unclear: hello");
    assert!(hello(r#"{"title":"A","policy":"clever","games":[]}"#).is_err());
    assert!(answer(r#"{"games":1}"#).is_err());
    let mut brief =
        Peer::start(r#"echo '{"title":"A","policy":"random","games":["nim"]}'"#).unwrap();
    assert!(brief.play("nim", Duration::ZERO).unwrap_err().starts_with("it stopped"));
}

#[test]
fn the_same_game_is_told_from_another() {
    let rules = |file: &str| by_rules(&root().join(file)).unwrap();
    let (breakthrough, four) =
        (rules("tests/rules/breakthrough.rules"), rules("examples/connect_four.rules"));
    let mut hand = by_hand("breakthrough", 2).unwrap();
    let (mut ours, mut options) = (breakthrough.interpreted, by_options(&breakthrough.program));
    let name = "breakthrough";
    let game = Game { name: name.into(), by_steps: hand(6_000), by_options: options(300) };
    let mut contest = Contest { games: vec![game], sides: Vec::new() };
    contest.sides.push(side("ours", name, &mut ours, &[10, 12, 90]));
    contest.sides.push(side("hand", name, &mut hand, &[6, 6, 6]));
    contest.sides.push(Side { by_options: true, ..side("all moves", name, &mut options, &[1500]) });
    contest.sides.push(Side { missing: Some("no C compiler".into()), ..Side::default() });
    let off = contest.off();
    assert_eq!(off.len(), 9);
    assert!(off[0].errors < TOO_FAR, "{off:?}");
    let table = contest.table();
    let wanted = [
        "| a random decision | breakthrough |",
        "|---|---:|",
        "| ours | 12.0 ns |",
        "| hand | 0.50× |",
        "| all moves | 130× |",
        "|  | not measured: no C compiler |",
    ];
    assert_eq!(table.lines().collect::<Vec<_>>(), wanted);

    // Drawn otherwise it is another game, and so is another game.
    contest.sides = vec![side("all moves", name, &mut options, &[1500])];
    assert!(contest.off()[0].errors > TOO_FAR, "{}", contest.course());
    let mut other = four.interpreted;
    contest.sides = vec![side("four", name, &mut other, &[1])];
    let off = contest.off();
    assert!(off[0].errors > TOO_FAR && off[0].what == "four, breakthrough: decisions a game");
}

/// Nobody who builds or tests the project builds or installs a peer.
#[test]
fn their_folder_stands_by_itself() {
    let read = |file: &str| fs::read_to_string(root().join(file)).unwrap();
    let whole = read("Cargo.toml");
    assert!(whole.contains("exclude = [\"tests/peers\"]"), "the workspace builds `tests/peers`");
    assert!(!read("Cargo.lock").contains("name = \"rhai\""));
    assert!(read("tests/peers/Cargo.toml").lines().any(|line| line == "[workspace]"));
    for game in ["tic_tac_toe", "connect_four", "breakthrough", "crazy_eights"] {
        for (folder, end) in [("lua", "lua"), ("rhai", "rhai")] {
            let file = format!("tests/peers/{folder}/{game}.{end}");
            assert!(read(&file).contains("playout"), "{file}");
        }
        assert!(read("tests/peers/boardgame/games.js").contains(&format!("const {game} = {{")));
    }
    // What is measured is named with its version: the next run measures the same.
    for (file, version) in [
        ("tests/peers/Cargo.toml", "\"=0.12.2\""),
        ("tests/peers/Cargo.lock", "name = \"luajit-src\""),
        ("tests/peers/boardgame/package.json", "\"boardgame.io\": \"0.50.2\""),
        ("tests/peers/boardgame/package-lock.json", "\"node_modules/boardgame.io\""),
        ("tests/peers/run", "open_spiel==2.0.2"),
    ] {
        assert!(read(file).contains(version), "{file} does not say {version}");
    }
}
