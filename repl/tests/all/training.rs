//! `train`: bots learn what counts from games alone, and use it from then on.

#![expect(clippy::unwrap_used, reason = "a test may stop where it stands")]

use crate::buffers::{call, rules};
use serde_json::Value;
use std::fs;

/// Gold counts three times as much as wood; nothing in the rules says so before the end.
const GATHER: &str = "game \"Gather\"\nplayers 2\n\
    each Player has { wood: Number  gold: Number  dust: Number, seen by nobody }\n\
    play {\n  round n in 1..4 { turn me in players { choose { chop or dig or rest } } }\n  \
    end game won by those p in players where p.is_rich\n}\n\
    action chop { me.wood += 1 }\naction dig { me.gold += 1 }\naction rest { me.dust += 1 }\n\
    define worth for p: Player = p.wood + 3 * p.gold\n\
    define is_rich for p: Player = p.worth >= p.left.worth\n";

fn weight(model: &Value, of: &str) -> i64 {
    let terms = model["terms"].as_array().unwrap();
    let term = terms.iter().find(|term| term["of"] == of);
    term.map_or(0, |term| term["weight"].as_i64().unwrap())
}

#[test]
fn what_counts_is_learnt_written_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "gather.rules", GATHER);
    let file = folder.path().join("gather.bot.json");
    let trained = |threads: &str| {
        let done = call(&["train", &game, "-n", "48", "--rounds", "2", "--threads", threads]);
        assert_eq!((done.status, done.err.as_str()), (0, ""), "{}", done.out);
        (done.out, fs::read_to_string(&file).unwrap())
    };
    let (told, first) = trained("1");
    assert!(told.contains("Round 1: 48 games, 48 came to an end") && told.contains("Written to"));
    fs::remove_file(&file).unwrap();
    assert_eq!(trained("3"), (told, first.clone()));
    let model: Value = serde_json::from_str(&first).unwrap();
    let (wood, gold) = (weight(&model, "p.wood"), weight(&model, "p.gold"));
    assert!(gold > 2 * wood && wood > 0, "{first}");
    assert!(!first.contains("dust"), "nobody sees it: {first}");
    // Who knows it digs.
    let dug = |game: &str| {
        let track = ["--track", "me.gold", "-n", "20", "--format", "json"];
        let seats = ["sim", game, "--seat", "1=greedy", "--seat", "2=greedy"];
        let said = call(&[&seats[..], &track].concat()).json();
        said["tracks"][0]["mean"].as_f64().unwrap()
    };
    let alone = rules(&folder, "alone.rules", GATHER);
    assert!(dug(&game) > 3.9 && dug(&alone) < 2.5, "{} {}", dug(&game), dug(&alone));
}

#[test]
fn a_model_of_other_rules_is_said_to_be_and_used_as_far_as_it_means_something() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "gather.rules", GATHER);
    let file = folder.path().join("gather.bot.json");
    let model = "{\"houserules_bot\": 1, \"game\": \"Gather\", \"rules\": \"0\", \"learnt\": \"\", \
                 \"aim\": 0, \"terms\": [{\"weight\": 100, \"of\": \"p.silver\"}, \
                 {\"weight\": 100000, \"of\": \"p.gold\"}]}";
    fs::write(&file, model).unwrap();
    let seats = ["sim", game.as_str(), "--seat", "1=greedy", "--seat", "2=greedy"];
    let done = call(&[&seats[..], &["--track", "me.gold", "-n", "5", "--format", "json"]].concat());
    assert!(done.err.contains("was learnt under other rules"), "{}", done.err);
    assert!(done.err.contains("without one term"), "{}", done.err);
    assert!(done.json()["tracks"][0]["mean"].as_f64().unwrap() > 3.9);
    // What cannot be read is said; bots play by the rules alone.
    for (wrong, said) in [
        ("{", "cannot be used"),
        (&*model.replacen(": 1,", ": 7,", 1), "it is of form 7, not 1"),
        (&*model.replacen("100000", "9000000000000", 1), "farther from 0"),
        (&*model.replacen("weight", "wait", 1), "unknown field `wait`"),
    ] {
        fs::write(&file, wrong).unwrap();
        let done = call(&[&seats[..], &["-n", "2"]].concat());
        assert!(done.status == 0 && done.err.contains(said), "{wrong}: {}", done.err);
        let refused = call(&["train", &game, "-n", "8"]);
        assert!(refused.status != 0 && refused.err.contains("--force"), "{}", refused.err);
    }
}

#[test]
fn what_cannot_be_learnt_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let text = "game \"Toss\"\nplayers 2\nuse dice\nplay { turn me in players { choose { toss } } \
        let face = roll(2)  if face is 1 { end game won by those p in players where p is \
        me_first } end game drawn }\n\
        action toss { }\ndefine me_first = first p in players\n";
    let game = rules(&folder, "toss.rules", text);
    let done = call(&["train", &game, "-n", "8"]);
    assert_eq!(done.status, 0, "{}", done.err);
    assert!(done.out.contains("othing"), "{}", done.out);
    assert!(!folder.path().join("toss.bot.json").exists());
    let variant = rules(&folder, "other.rules", "variant \"Other\" over toss\n");
    let done = call(&["train", &variant]);
    assert!(done.status == 2 && done.err.contains("not a variant"), "{}", done.err);
    let done = call(&["train", &game, "--seat", "1=random"]);
    assert!(done.status == 2 && done.err.contains("all seats"), "{}", done.err);
}
