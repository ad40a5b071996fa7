//! `study`: what is unfair is found and its cause named; the same bytes however the work is shared.

#![expect(clippy::unwrap_used, reason = "a test may stop where it stands")]

use crate::buffers::{call, rules};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;
use std::fs;
use std::path::Path;

fn findings(said: &Value) -> String {
    let all = said["findings"].as_array().unwrap().iter();
    all.map(|f| f["text"].as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

/// A race to twelve; `leap` is worth more than `step`; `trip` is a trap; `dance` cannot be reached.
const RACE: &str = "game \"Race\"\nplayers 2\noption head_start: 0..4 = 0\n\
    each Player has { points: 0..40 }\n\
    setup {\n  if there is p in (first q in players) { p.points = head_start }\n  \
    if head_start > 3 { for each p in players { p.points = head_start + 1 } }\n}\n\
    play {\n  ends when any p in players has p.points >= 12 { end game won by players with most \
    points }\n  turn me in players onwards { choose { step or leap or trip or dance } }\n}\n\
    action step { me.points += 1 }\naction leap { me.points += 2 }\n\
    action trip { if me.points > 0 { me.points -= 1 } }\n\
    action dance needs me.points > 30 else \"not yet\" { me.points += 1 }\n";

#[test]
fn a_variant_made_unfair_is_found_and_its_cause_named() {
    let folder = tempfile::tempdir().unwrap();
    rules(&folder, "race.rules", RACE);
    let text = "variant \"Head start\" over race\n\
        replace setup {\n  if there is p in (first q in players) { p.points = 4 }\n}\n";
    let unfair = rules(&folder, "unfair.rules", text);
    let done = call(&[
        "study",
        &unfair,
        "-n",
        "200",
        "--policy",
        "random",
        "--vs-base",
        "--format",
        "json",
    ]);
    let said = done.json();
    assert_eq!(done.status, 0, "{}", done.err);
    let wins = &said["seats"][0]["wins"];
    assert!(wins["ci95"][0].as_f64().unwrap() > 0.6, "{wins}");
    let told = findings(&said);
    assert!(told.contains("Seat 1 wins") && told.contains("more than its share"), "{told}");
    let cause = "What tells the seats apart first is `me.points`: from the first decision on seat \
                 1 has 4.00 on average, seat 2 0.00.";
    assert!(told.contains(cause), "{told}");
    // And how to look for something better.
    let tune = "--policy random --seed 1 --option head_start --aim \"seats within 3 points\"`";
    let hints: Vec<&str> =
        said["findings"].as_array().unwrap().iter().filter_map(|f| f["hint"].as_str()).collect();
    assert!(hints.iter().any(|h| h.contains("`houserules tune") && h.contains(tune)), "{hints:?}");
    let line = "look at what changes it: `p.points = 4` (";
    assert!(hints.iter().any(|h| h.contains(line) && h.contains("unfair.rules:3)")), "{hints:?}");
    // The game itself is fairer, by the same seeds.
    let other = said["others"].as_array().unwrap().iter().find(|o| o["what"] == "without variants");
    let measure = &other.unwrap()["measures"][0];
    assert!(
        measure["clear"] == true && measure["more"]["value"].as_f64().unwrap() < -0.1,
        "{said}"
    );
}

#[test]
fn it_is_said_how_many_games_would_tell_more() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "toss.rules", TOSS);
    let said = call(&["study", &game, "-n", "100", "--policy", "random", "--quick"]).out;
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let may = "No seat certainly wins more than its share; chance may still hide 10 points more or \
               less.";
    assert!(said.contains(may), "{said}");
    let more = "To know a seat's share to within 3 points takes about 1100 games: `-n 1100`.";
    assert!(said.contains(more), "{said}");
}

/// What runs the program ends it as well as whoever sits before it: what was played is kept, the
/// game as it is first.
#[cfg(unix)]
#[test]
fn what_was_played_before_it_was_ended_is_kept() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "race.rules", RACE);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let asked = ["study", &game, "--policy", "random", "-n", "200000", "--format", "json"];
    // On a busy machine it takes a while until games have been played.
    for millis in [1_000, 4_000, 15_000, 60_000] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_houserules"));
        program.args(asked).args(["--data", &path("kept.jsonl")]);
        program.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let running = program.spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(millis));
        let kill = Command::new("kill").args(["-TERM", &running.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let done = running.wait_with_output().unwrap();
        if done.status.code() != Some(0) {
            continue;
        }
        let said: Value = serde_json::from_slice(&done.stdout).unwrap();
        let games = said["games"][0].as_u64().unwrap();
        assert!(games > 0 && said["games"][1] == games && said["wanted"].as_u64() > Some(games));
        let whole = ["study", &game, "--policy", "random", "--games", &games.to_string()];
        let whole = call(&[&whole[..], &["--quick", "--data", &path("whole.jsonl")]].concat());
        assert_eq!(whole.status, 0, "{}", whole.err);
        // The first line names what else is played.
        let games = |name: &str| -> Vec<String> {
            let text = fs::read_to_string(folder.path().join(name)).unwrap();
            text.lines().skip(1).map(String::from).collect()
        };
        assert!(games("kept.jsonl") == games("whole.jsonl"));
        return;
    }
    unreachable!("it never kept anything")
}

/// Nothing but luck.
const TOSS: &str = "game \"Toss\"\nplayers 2\nplay { choose lucky in players by chance  end \
    game won by lucky }\n";

#[test]
fn what_other_rules_make_of_the_game_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "race.rules", RACE);
    let text = "variant \"Head start\" over race\n\
        replace setup {\n  if there is p in (first q in players) { p.points = 4 }\n}\n";
    let unfair = rules(&folder, "unfair.rules", text);
    let asked = ["study", &game, "-n", "200", "--policy", "random", "--quick"];
    let told = call(&[&asked[..], &["--vs-variant", &unfair]].concat());
    assert_eq!(told.status, 0, "{}", told.err);
    let heading = format!("## The same games with {unfair} (200 games)");
    assert!(told.out.contains(&heading), "{}", told.out);
    let wins = told.out.lines().rfind(|line| line.starts_with("| seat 1 wins |"));
    assert!(wins.is_some_and(|line| line.ends_with("** |")), "{}", told.out);
    let alone = call(&[&asked[..], &["--vs-base"]].concat());
    assert_eq!(alone.status, 2);
    assert!(alone.err.contains("there is no variant to compare the game with"), "{}", alone.err);
}

#[test]
fn what_actions_and_options_are_worth_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "race.rules", RACE);
    let said =
        call(&["study", &game, "-n", "400", "--policy", "random", "--format", "json"]).json();
    let barred = |name: &str| {
        let things = said["things"].as_array().unwrap();
        let thing = things.iter().find(|t| t["name"] == name);
        thing.map(|t| t["barred"].clone()).unwrap_or_default()
    };
    let end = |name: &str, at: usize| barred(name)["ci95"][at].as_f64().unwrap();
    assert!(end("leap", 1) < 0.0, "{}", barred("leap"));
    assert!(end("trip", 0) > 0.0, "{}", barred("trip"));
    assert_eq!(said["never"], serde_json::json!(["dance"]));
    let told = findings(&said);
    assert!(told.contains("A seat that may not use `leap` wins"), "{told}");
    assert!(told.contains("With head_start=2, in the same 200 games: seat 1 wins"), "{told}");
    let missed = said["coverage"]["missed"].as_array().unwrap();
    assert!(missed.iter().any(|line| line["text"] == "me.points += 1"), "{missed:?}");
    // Nor is what an option switches off missed.
    assert!(missed.iter().all(|line| line["text"] != "p.points = head_start + 1"), "{missed:?}");
    let skill = said["skill"].as_array().unwrap();
    let greedy = skill.iter().find(|s| s["player"] == "greedy").unwrap();
    assert!(greedy["more"]["ci95"][0].as_f64().unwrap() > 0.2, "{greedy}");
}

#[test]
fn games_played_in_parts_make_the_same_report() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "race.rules", RACE);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (a, b, all) = (path("a.jsonl"), path("b.jsonl"), path("all.jsonl"));
    let study = |more: &[&str]| {
        let done = call(&[&["study", &game, "--policy", "random"], more].concat());
        assert_eq!(done.status, 0, "{}", done.err);
        done.out
    };
    let one = study(&[
        "--games",
        "60",
        "--threads",
        "1",
        "--data",
        &all,
        "--report",
        &path("one.html"),
        "--format",
        "json",
    ]);
    study(&["--games", "0..25", "--data", &a]);
    study(&["--games", "25..60", "--threads", "3", "--data", &b]);
    let merged = study(&[
        "--games",
        "60",
        "--merge",
        &a,
        "--merge",
        &b,
        "--report",
        &path("two.html"),
        "--format",
        "json",
    ]);
    assert_eq!(one, merged);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("one.html"), read("two.html"));
    assert!(!read("one.html").contains("<script") && read("one.html").contains("<svg"));
    // What is there already is gone on with.
    study(&["--games", "60", "--data", &a]);
    assert_eq!(read("a.jsonl"), read("all.jsonl"));
    let csv = path("games.csv");
    study(&["--games", "60", "--quick", "--data", &csv]);
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), 1 + 2 * 60);
}

/// A value as CSV has it, without the quotes that it puts round words.
fn cell(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Bool(yes) => u8::from(*yes).to_string(),
        Field::Str(text) => text.clone(),
        other => other.to_string(),
    }
}

#[test]
fn parquet_holds_what_csv_holds() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "race.rules", RACE);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (csv, parquet, again) = (path("a.csv"), path("a.parquet"), path("b.PARQUET"));
    let study = |threads: &str, more: &[&str]| {
        let usual = ["study", &game, "--policy", "random", "--games", "30", "--threads", threads];
        call(&[&usual, more].concat())
    };
    let done = study("1", &["--data", &csv, "--data", &parquet]);
    assert_eq!(done.status, 0, "{}", done.err);
    let table = SerializedFileReader::new(fs::File::open(&parquet).unwrap()).unwrap();
    let types: Vec<_> = table.metadata().file_metadata().schema().get_fields().to_vec();
    let rows: Vec<Vec<(String, Field)>> =
        table.get_row_iter(None).unwrap().map(|row| row.unwrap().into_columns()).collect();
    let text = fs::read_to_string(&csv).unwrap();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(names, types.iter().map(|ty| ty.name()).collect::<Vec<_>>());
    assert!(rows.len() >= 60 && rows.len() == text.lines().count() - 1, "{}", rows.len());
    for (row, line) in rows.iter().zip(lines) {
        let cells: Vec<String> = row.iter().map(|(_, field)| cell(field)).collect();
        assert_eq!(cells.join(","), line.replace('"', ""));
    }
    assert!(rows.iter().flatten().any(|(name, n)| name == "seed" && matches!(n, Field::ULong(_))));
    // The same bytes on any number of threads; what stands there stays, unless somebody says so.
    assert_eq!(study("3", &["--data", &again]).status, 0);
    assert_eq!(fs::read(&parquet).unwrap(), fs::read(&again).unwrap());
    let refused = study("1", &["--data", &parquet]);
    assert!(refused.status != 0 && refused.err.contains("is there already"), "{}", refused.err);
    assert_eq!(study("1", &["--data", &parquet, "--force"]).status, 0);
}

#[test]
fn wrong_calls_and_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "race.rules", RACE);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let refused = |more: &[&str], words: &str| {
        let done = call(&[&["study", &game, "--quick", "--policy", "random"], more].concat());
        assert!(
            done.status != 0 && done.err.contains(words),
            "{more:?}: {} {}",
            done.status,
            done.err
        );
    };
    refused(&["--games", "9..3"], "does not say which games to play");
    let nobody = call(&["study", &game, "--policy", "nobody"]);
    assert!(nobody.status == 2 && nobody.err.contains("no player is called"), "{}", nobody.err);
    refused(&["--seat", "1=search:1s"], "the same numbers on every machine");
    refused(&["--data", "games.txt"], "neither `.jsonl` nor `.parquet` nor `.csv`");
    refused(&["--track", "me.point"], "point");
    let mine = rules(&folder, "mine.jsonl", "my own notes\n");
    refused(&["--games", "5", "--data", &mine], "these are no games of a study");
    assert_eq!(fs::read_to_string(&mine).unwrap(), "my own notes\n");
    let kept = path("kept.jsonl");
    assert_eq!(call(&["study", &game, "--quick", "--games", "5", "--data", &kept]).status, 0);
    refused(&["--games", "5", "--merge", &kept], "other players");
    let own = rules(&folder, "own.html", "<p>mine</p>\n");
    refused(&["--games", "5", "--report", &own], "is there already");
    // Cut off, or meddled with.
    let text = fs::read_to_string(&kept).unwrap();
    let half = rules(&folder, "half.jsonl", &text[..text.len() - 30]);
    let again = call(&["study", &game, "--quick", "--games", "5", "--merge", &half]);
    assert!(again.status != 0 && again.err.contains("line 6"), "{}", again.err);
}

/// Games that are solved, or nearly, come out as they are known to.
#[test]
fn known_games_come_out_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let game = root.join("tic_tac_toe.rules").display().to_string();
    let said =
        call(&["study", &game, "-n", "300", "--policy", "random", "--quick", "--format", "json"])
            .json();
    // Of games played by chance, who begins wins 58.5 %, the other 28.8 %; 12.7 % are shared.
    let holds = |number: &Value, wanted: f64| {
        let [low, high] = [0, 1].map(|at| number["ci95"][at].as_f64().unwrap());
        assert!(low - 0.02 < wanted && wanted < high + 0.02, "{number}, wanted {wanted}");
    };
    holds(&said["seats"][0]["wins"], 0.585 + 0.127 / 2.0);
    holds(&said["shared"], 0.127);
}

/// A race to a goal that the rules define; whoever begins may get a head start.
const GOAL: &str = "game \"Goal\"\nplayers 2\noption head_start: 0..4 = 0\ndefine goal = 8\n\
    each Player has { points: 0..60 }\n\
    setup {\n  if there is p in (first q in players) { p.points = head_start }\n}\n\
    play {\n  ends when any p in players has p.points >= goal { end game won by players with most \
    points }\n  turn me in players onwards { choose { step or leap } }\n}\n\
    action step { me.points += 1 }\naction leap { me.points += 2 }\n";

/// What came of a setting, by its values.
fn setting<'v>(said: &'v Value, name: &str, value: &str) -> &'v Value {
    let all = said["settings"].as_array().unwrap();
    all.iter().find(|s| s["values"][name] == value).unwrap()
}

#[test]
fn numbers_are_tuned_and_the_trade_off_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "goal.rules", GOAL);
    let tuned = |threads: &str, more: &[&str]| {
        let mut all = vec!["tune", &game, "--policy", "random", "--threads", threads, "-n", "160"];
        all.extend_from_slice(more);
        call(&all)
    };
    let fair = ["--option", "head_start", "--aim", "seats within 12 points", "--format", "json"];
    let (one, three) = (tuned("1", &fair), tuned("3", &fair));
    assert_eq!((one.status, &one.out), (0, &three.out), "{}", one.err);
    let said = one.json();
    let far = setting(&said, "head_start", "4");
    assert_eq!((&far["aims"][0]["met"], &far["left_out"]), (&"no".into(), &true.into()), "{far}");
    assert!(far["games"].as_u64() < setting(&said, "head_start", "0")["games"].as_u64(), "{said}");
    // Longer games cost fairness nothing, but a goal that is far costs turns.
    let both = ["--define", "goal=4,8,20,40", "--aim", "8 to 12 turns, seats within 30 points"];
    let said = tuned("2", &[&both[..], &["--format", "json"]].concat()).json();
    let met = |goal: &str| setting(&said, "goal", goal)["aims"][0]["met"].clone();
    assert_eq!((met("4"), met("8"), met("40")), ("no".into(), "yes".into(), "no".into()), "{said}");
    assert_eq!(setting(&said, "goal", "8")["as_it_is"], true);
    let told = tuned("2", &both).out;
    assert!(told.contains("Certainly meets every aim: `goal=8`"), "{told}");
    assert!(told.contains("Measured for “turns 8 to 12”: "), "{told}");
    // How to look at what is best: by an option, or by a number in the rules.
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    let look = |options: &str| {
        format!("`houserules study {game} {options}--players 2 --policy random --seed 1`")
    };
    let closely = format!("To look closely at `goal=8`: {}", look(""));
    assert!(told.contains(&closely), "{told}");
    // What meets nothing is not looked at closely, but what lies around the nearest.
    let gap = ["--define", "goal=4,20", "--aim", "turns 8 to 9"];
    let told = tuned("2", &gap).out.split_whitespace().collect::<Vec<_>>().join(" ");
    let around = format!(
        "To look around the nearest, `goal=4`: `houserules tune {game} --players 2 --policy random \
         --seed 1 --define goal=0..20 --aim 'turns 8 to 9' -n 160`"
    );
    assert!(told.contains(&around), "{told}");
    let far = ["--define", "goal=4,20", "--option", "head_start=2,3", "--aim", "turns at least 15"];
    let told = tuned("2", &far).out.split_whitespace().collect::<Vec<_>>().join(" ");
    let first = "To look closely at `goal=20` `head_start=2`, write `define goal = 20` in the \
                 rules, then: ";
    let closely = first.to_string() + &look("--option head_start=2 ");
    assert!(told.contains(&closely), "{told}");
}

#[test]
fn what_cannot_be_tuned_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "goal.rules", GOAL);
    for (more, said) in [
        (vec!["--option", "head_start"], "nothing is aimed at"),
        (vec!["--aim", "seats within 2"], "nothing is to be tuned"),
        (
            vec!["--aim", "seats within 2"],
            "options of this game: `head_start`; numbers of this game: `goal`",
        ),
        (vec!["--option", "head_start", "--aim", "fun"], "does not say what to aim at"),
        (vec!["--option", "headstart", "--aim", "seats within 2"], "did you mean `head_start`"),
        (vec!["--option", "head_start=9..3", "--aim", "seats within 2"], "cannot be `9`"),
        (
            vec!["--define", "head_start=1..3", "--aim", "seats within 2"],
            "--option head_start=1..3",
        ),
        (
            vec!["--option", "head_start", "--aim", "20 turns"],
            "for about 20 write `18 to 22 turns`",
        ),
        (vec!["--define", "speed=1..3", "--aim", "seats within 2"], "the rules define `goal`"),
        (vec!["--define", "goal", "--aim", "seats within 2"], "which values to try"),
        (vec!["--option", "head_start", "--aim", "wins at least 3 %"], "against each other"),
    ] {
        let done = call(&[&["tune", &game][..], &more].concat());
        let err = done.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(done.status == 2 && err.contains(said), "{more:?}: {}", done.err);
    }
}

/// Of cards that are alike the journal means the first, the bot another one.
#[test]
fn a_game_whose_cards_have_copies_is_written_as_a_journal() {
    let folder = tempfile::tempdir().unwrap();
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/banditos_heist.rules");
    let (game, file) = (game.display().to_string(), folder.path().join("21.journal"));
    let named = format!("21={}", file.display());
    let asked = ["study", &game, "--players", "2", "--policy", "search:10", "--seed", "1"];
    let done = call(&[&asked[..], &["--option", "rounds=6", "--journal", &named]].concat());
    assert_eq!(done.status, 0, "{}", done.err);
    assert_eq!(call(&["replay", &file.display().to_string()]).status, 0);
}

#[test]
fn a_game_of_a_study_is_written_as_a_journal() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "race.rules", RACE);
    let said = call(&["study", &game, "-n", "20", "--quick", "--format", "json"]).json();
    let shown = said["examples"].as_array().unwrap();
    let longest = shown.iter().find(|e| e["what"].as_str().unwrap().contains("longest")).unwrap();
    let look = longest["look"].as_str().unwrap();
    let file = folder.path().join("longest.journal").display().to_string();
    let mut words: Vec<&str> = look.split_whitespace().skip(1).collect();
    let named = format!("{}={file}", longest["game"]);
    *words.last_mut().unwrap() = &named;
    let done = call(&words);
    assert_eq!(done.status, 0, "{look}: {}", done.err);
    let replayed = call(&["replay", &file, "--format", "json"]).json();
    let turns = longest["what"].as_str().unwrap().split(' ').nth(3).unwrap().to_string();
    assert_eq!(replayed["steps"].to_string(), turns, "{replayed}: {longest}");
    let again = call(&words);
    assert!(again.status == 1, "a journal is not written over: {}", again.err);
    assert!(said["minutes"]["mean"]["value"].as_f64().unwrap() > 0.0, "{said}");
}
