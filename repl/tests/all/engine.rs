//! A game for programs: conversations, actions that always lead on, nothing hidden told, and bots
//! that are programs.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it stands")]

use houserules::run;
use houserules::setup::{self, SetUp, Sitter};
use houserules::show::console::{Console, Look};
use houserules_bots::determinize::determinize;
use houserules_environment::draft::{Desk, Draft, Open};
use houserules_environment::world::{Chance, World};
use houserules_files::worlds::ready;
use houserules_interpreter::ask::{Engine, PendingDecision};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::mixed;
use houserules_table::game::Game;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn said(arguments: &[&str], script: &str) -> (u8, String, String) {
    let mut reader = script.as_bytes();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::new(Look::plain(), &mut reader, &mut out, &mut err);
    let all = ["houserules"].iter().chain(arguments).map(OsString::from).collect::<Vec<_>>();
    let status = run(all, &mut console);
    (status, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

fn talk(game: &str, lines: &[Value]) -> Vec<Value> {
    let path = root().join(game);
    let script: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let (_, out, _) = said(&["engine", path.to_str().unwrap(), "--seed", "7"], &script);
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn action(answer: &Value, words: &str) -> Value {
    let actions = answer["ok"]["actions"].as_array().unwrap();
    let found = actions.iter().find(|a| a["words"].as_str().unwrap().starts_with(words));
    found.unwrap_or_else(|| panic!("{words}: {answer}"))["action"].clone()
}

#[test]
fn a_conversation() {
    let kuhn = "examples/kuhn_poker.rules";
    let first = talk(kuhn, &[json!({"do": "hello"}), json!({"do": "decision", "id": "x"})]);
    assert_eq!(first[0]["ok"]["game"], "Kuhn poker");
    assert_eq!((&first[1]["id"], &first[1]["ok"]["seat"]), (&json!("x"), &json!(0)));
    let bet = action(&first[1], "bet");
    let answers = talk(
        kuhn,
        &[
            json!({"do": "apply", "action": bet}),
            json!({"do": "choices"}),
            json!({"do": "apply", "say": "check"}),
            json!({"do": "apply", "say": "call"}),
            json!({"do": "observe", "seat": 0, "numbers": true}),
            json!({"do": "undo", "choices": 2}),
            json!({"do": "reset", "seed": 7}),
            json!({"do": "play", "bot": "greedy"}),
            json!({"do": "journal"}),
            json!({"do": "render", "reader": "spectator"}),
            json!({"do": "quit"}),
            json!({"do": "state"}),
        ],
    );
    assert_eq!(answers.len(), 11, "nothing is answered after `quit`");
    assert_eq!(answers[0]["ok"]["asked"], json!([1]));
    let says: Vec<_> =
        answers[1]["ok"]["choices"].as_array().unwrap().iter().map(|c| &c["say"]).collect();
    assert_eq!(says, ["call", "fold"]);
    assert_eq!(answers[2]["error"]["code"], "refused");
    assert_eq!(answers[2]["error"]["message"], "there is a bet to answer");
    assert!(answers[2]["error"]["place"]["line"].is_u64());
    assert_eq!(answers[3]["ok"]["over"], true);
    let len = first[0]["ok"]["numbers"]["len"].as_u64().unwrap() as usize;
    assert_eq!(answers[4]["ok"]["numbers"].as_array().unwrap().len(), len);
    assert_eq!(answers[5]["ok"]["hash"], answers[6]["ok"]["hash"]);
    assert_eq!(answers[7]["ok"]["choices"], 1);
    assert_eq!(answers[8]["ok"]["journal"].as_str().unwrap().lines().count(), 2);
    assert!(answers[9]["ok"]["text"].as_str().unwrap().contains("Ana"));
}

#[test]
fn chance_can_be_told() {
    let kuhn = "examples/kuhn_poker.rules";
    let dealt = talk(kuhn, &[json!({"do": "reset", "chance": true}), json!({"do": "decision"})]);
    assert_eq!(dealt[0]["ok"]["chance"], true);
    let pieces = dealt[1]["ok"]["actions"].as_array().unwrap();
    assert!(pieces.len() == 3 && pieces.iter().all(|piece| piece["pieces"] == 1));
    let three = &pieces[2]["action"];
    let answers = talk(
        kuhn,
        &[
            json!({"do": "reset", "chance": true}),
            json!({"do": "apply", "action": three}),
            json!({"do": "apply", "action": three}),
            json!({"do": "decision"}),
            json!({"do": "observe", "seat": 0}),
            json!({"do": "journal"}),
        ],
    );
    assert_eq!(answers[2]["error"]["code"], "closed");
    assert_eq!(answers[3]["ok"]["actions"].as_array().unwrap().len(), 2);
    assert!(answers[4]["ok"]["view"].to_string().contains("Rank 3"), "{}", answers[4]);
    assert_eq!(answers[5]["error"]["code"], "chance");
}

#[test]
fn bad_lines_change_nothing() {
    let path = root().join("examples/nim.rules");
    let deep = "[".repeat(50_000);
    let bad = [
        "{",
        "7",
        "null",
        "[]",
        "\u{1b}[2J",
        "{\"do\": 3}",
        "{\"do\": \"aply\"}",
        "{\"id\": 1}",
        "{\"do\": \"apply\"}",
        "{\"do\": \"apply\", \"action\": 1, \"say\": \"pass\"}",
        "{\"do\": \"apply\", \"action\": -1}",
        "{\"do\": \"apply\", \"action\": 4294967295}",
        "{\"do\": \"apply\", \"action\": 1e99}",
        "{\"do\": \"apply\", \"seat\": 255, \"action\": 1}",
        "{\"do\": \"apply\", \"say\": \"\\u0000\"}",
        "{\"do\": \"undo\", \"choices\": 1}",
        "{\"do\": \"play\", \"bot\": \"cmd:true\"}",
        "{\"do\": \"play\", \"bot\": \"human\"}",
        "{\"do\": \"observe\", \"seat\": 9}",
        "{\"do\": \"render\", \"as\": \"png\"}",
        "{\"do\": \"render\", \"as\": \"svg\"}",
        "{\"do\": \"reset\", \"seed\": -1}",
        "{\"do\": \"decision\", \"seat\": 1}",
        deep.as_str(),
    ];
    let script: String = bad.iter().map(|line| format!("{line}\n{{\"do\":\"hash\"}}\n")).collect();
    let (status, out, err) = said(&["engine", path.to_str().unwrap(), "--seed", "7"], &script);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(!out.contains('\u{1b}') && !out.contains('\0'));
    let answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (hashes, errors): (Vec<_>, Vec<_>) =
        answers.into_iter().partition(|answer| !answer["ok"]["hash"].is_null());
    assert_eq!((hashes.len(), errors.len()), (bad.len(), bad.len()));
    assert!(hashes.iter().all(|answer| answer == &hashes[0]));
    for (answer, line) in errors.iter().zip(&bad) {
        let told = |what: &str| answer["error"][what].as_str().is_some_and(|t| !t.is_empty());
        let short: String = line.chars().take(60).collect();
        assert!(told("code") && told("message"), "{short}: {answer}");
    }
}

#[test]
fn rules_with_mistakes_are_told_as_json() {
    let path = root().join("examples/errors/E0801_reads_a_hidden_hand.rules");
    let (status, out, _) = said(&["engine", path.to_str().unwrap()], "");
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &answer["error"]["code"]), (1, &json!("E0801")));
    assert!(answer["error"]["place"]["line"].is_u64());
}

fn rules_in(folders: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in folders {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "rules") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Games of which nothing can be played: those that are variants or modules, or stop by design.
fn begun(path: &Path, seed: u64) -> Option<World> {
    let ready = ready(path, &SetUp::default()).ok()?;
    Some(World::new(&ready.scheme, seed.into(), Chance::Seed))
}

#[test]
fn every_open_action_leads_on() {
    let mut played = 0;
    for path in rules_in(&["games", "examples", "tests/rules"]) {
        let Some(mut world) = begun(&path, 3) else { continue };
        for n in 0..60u64 {
            let Some(seat) = world.asked().first().copied() else { break };
            let open = world.open(Some(seat)).unwrap();
            assert!(!open.is_empty(), "{}: nothing is open after {n}", path.display());
            let at = mixed(n) as usize % open.len();
            let taken = world.act(Some(seat), open[at].action);
            assert!(taken.is_ok(), "{}: {} gives {taken:?}", path.display(), open[at].words);
            played += 1;
        }
    }
    assert!(played > 1500, "{played}");
}

/// What a seat is told as numbers, and what is open to it.
fn told(game: &mut Game<Machine>, world: &World, seat: u8) -> (Vec<i32>, Vec<Open>) {
    let scheme = world.scheme();
    let mut row = vec![0; scheme.senses.len()];
    scheme.senses.read(game, seat, &[], &mut row);
    let mut desk = Desk { game, space: &scheme.space, seat: Some(seat) };
    let open = Draft::begin(&mut desk).map(|draft| draft.open(&scheme.space));
    (row, open.unwrap_or_default())
}

#[test]
fn worlds_that_a_seat_cannot_tell_apart_are_told_alike() {
    let (mut draws, mut differ) = (BotSource::new(1), 0);
    for path in rules_in(&["games", "examples"]) {
        let Some(mut world) = begun(&path, 5) else { continue };
        for n in 0..41u64 {
            let Some(asked) = world.asked().first().copied() else { break };
            for seat in (0..world.scheme().seats()).filter(|_| n % 10 == 0) {
                let at = |machine: Machine| {
                    let (book, sources) =
                        (Arc::clone(&world.scheme().book), Arc::clone(&world.scheme().sources));
                    Game::start(machine, book, sources, world.scheme().names.clone())
                };
                let here = world.game().engine().clone();
                let (there, _) = determinize(&here, seat, &mut draws);
                // Tables dealt anew forget who has answered in secret; all may see that but in
                // races.
                let (asked, anew) = (here.asked(), there.asked());
                let own = |asked: &Option<PendingDecision>| {
                    asked.as_ref().is_some_and(|asked| asked.seats.contains(&seat))
                };
                let race = world.game().engine().races();
                if asked != anew && (!race || own(&asked) != own(&anew)) {
                    continue;
                }
                let other = here.position() != there.position();
                let (mut here, mut there) = (at(here), at(there));
                let one = told(&mut here, &world, seat);
                assert_eq!(one, told(&mut there, &world, seat), "{}: {n}", path.display());
                differ += u64::from(other);
            }
            let open = world.open(Some(asked)).unwrap();
            let at = mixed(n) as usize % open.len();
            world.act(Some(asked), open[at].action).unwrap();
        }
    }
    assert!(differ > 100, "{differ} worlds differed at all");
}

#[test]
fn what_is_taken_back_never_was() {
    let path = root().join("games/banditos_schacht.rules");
    let mut world = begun(&path, 1).unwrap();
    let mut hashes = vec![world.game().hash()];
    while hashes.len() < 12 && !world.is_over() {
        let seat = world.asked().first().copied();
        let open = world.open(seat).unwrap();
        if world.act(seat, open[hashes.len() % open.len()].action).unwrap() {
            hashes.push(world.game().hash());
        }
    }
    world.undo(4).unwrap();
    assert_eq!(world.game().hash(), hashes[hashes.len() - 5]);
    assert_eq!(world.undo(99).unwrap_err().code, "undo");
}

fn sim(sitter: &str) -> (u8, String, String) {
    let nim = root().join("examples/nim.rules");
    let seat = format!("1={sitter}");
    let call = ["sim", nim.to_str().unwrap(), "-n", "6", "--threads", "1", "--seat", &seat];
    said(&call, "")
}

#[test]
fn programs_play() {
    for (program, bot) in [("python3", "first.py"), ("node", "first.js")] {
        let there = std::process::Command::new(program).arg("--version").output();
        if there.is_err() {
            println!("skipped: there is no {program}");
            continue;
        }
        let bot = root().join("examples/bots").join(bot);
        let (status, out, err) = sim(&format!("cmd:60s:{program} {}", bot.display()));
        assert_eq!((status, err.as_str()), (0, ""), "{out}");
        assert!(out.contains("first."), "{out}");
    }
}

#[test]
fn programs_that_fail_stop_the_game_with_words() {
    for (sitter, wanted) in [
        ("cmd:false", "has ended"),
        ("cmd:50ms:sleep 9", "did not decide within 50 ms"),
        ("cmd:yes", "answers nothing of use"),
        ("cmd:cat", "answers nothing of use"),
        ("cmd:./no-such-bot", "cannot start the bot"),
        ("cmd:", "nobody called"),
    ] {
        let (status, out, err) = sim(sitter);
        assert!(status != 0 && err.contains(wanted), "{sitter}: {status} {out} {err}");
    }
}

#[test]
fn only_the_command_line_starts_programs() {
    assert_eq!(Sitter::called("cmd:true"), None);
    let ready = ready(&root().join("examples/nim.rules"), &SetUp::default()).unwrap();
    let asked = SetUp { seats: vec!["1=cmd:true".into()], ..SetUp::default() };
    let refused = setup::table(&ready.scheme.book, &asked, Sitter::Random, Sitter::Random);
    assert!(refused.unwrap_err().to_string().contains("command line only"));
}

/// Lines that a seat is not told are not counted for it.
#[test]
fn how_long_the_log_is_tells_nothing_of_what_others_were_told() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("peek.rules");
    let rules = "game \"Peek\"\nplayers 2\ncard Ware { rank: 1..8 }\n\
        deck stock of Ware { 2 each of (1..8) }\nsetup { shuffle stock }\n\
        play { turn me in players { choose y in (yes, no) secretly  \
        if y { show top 1 of stock to me secretly } } end game won by players }\n";
    std::fs::write(&game, rules).unwrap();
    let heard = ["yes", "no"].map(|choice| {
        let asked = [json!({"do": "apply", "say": choice}), json!({"do": "observe", "seat": 1})];
        talk(game.to_str().unwrap(), &asked)[1]["ok"]["log"].clone()
    });
    assert!(heard[0]["next"].as_u64().is_some_and(|n| n > 0), "{heard:?}");
    assert_eq!(heard[0], heard[1]);
}
