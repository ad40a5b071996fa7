//! `sim` and `check --options`: ties, means, what is followed, faults, and combinations.

#![expect(clippy::float_arithmetic, reason = "means of finished games are compared")]

use crate::buffers::{Done, call, file, rules};
use serde_json::Value;

fn close(value: &Value, wanted: f64) -> bool {
    value.as_f64().is_some_and(|n| (n - wanted).abs() < 1e-9)
}

const SHARING: &str = "game \"Sharing\"\nplayers 3\n\
    play { turn me in players onwards { choose { grab or share or fold } } }\n\
    action grab { end game won by me }\naction share { end game won by players - me }\naction fold { end game lost }\n";

#[test]
fn a_tie_is_split_and_counted_apart() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "sharing.rules", SHARING);
    let done = call(&["sim", &game, "-n", "300", "--format", "json"]);
    let said = done.json();
    let number = |value: &Value| value.as_u64().unwrap();
    let seats = said["seats"].as_array().unwrap();
    let (ties, lost) = (number(&said["ties"]), number(&said["nobody_won"]));
    assert!(ties > 50 && lost > 50, "{said}");
    let shared: u64 = seats.iter().map(|s| number(&s["shared_wins"])).sum();
    assert_eq!(shared, 2 * ties);
    let wins: u64 = seats.iter().map(|s| number(&s["wins"])).sum();
    assert_eq!(wins, 300 - lost + ties);
    let split: f64 = seats.iter().map(|s| s["win_share"].as_f64().unwrap()).sum();
    assert!((split - (300 - lost) as f64 / 300.0).abs() < 1e-9, "{said}");
    assert!(close(&seats[1]["win_rate"], number(&seats[1]["wins"]) as f64 / 300.0), "{said}");
    let told = call(&["sim", &game, "-n", "300"]).out;
    assert!(told.contains(&format!("{ties} ties: ")) && told.contains("tied"), "{told}");
    assert!(told.contains(&format!("nobody won {lost} of the games")), "{told}");
}

#[test]
fn a_comparison_splits_shared_wins() {
    let folder = tempfile::tempdir().unwrap();
    rules(&folder, "sharing.rules", SHARING);
    let alone =
        rules(&folder, "alone.rules", "variant \"Alone\" over sharing\nremove action share\n");
    let said = call(&["sim", &alone, "-n", "300", "--vs-base", "--format", "json"]).json();
    let of = |what: &str| -> Vec<&Value> {
        said["differences"].as_array().unwrap().iter().filter(|d| d["what"] == what).collect()
    };
    let sum = |what: &str| of(what).iter().map(|d| d["b"].as_f64().unwrap()).sum::<f64>();
    let ties = of("ties")[0];
    assert!(
        close(&ties["a"], 0.0) && ties["b"].as_f64().unwrap() > 0.2 && ties["clear"] == true,
        "{said}"
    );
    assert!(
        (sum("win_rate") - sum("win_share") - ties["b"].as_f64().unwrap()).abs() < 1e-9,
        "{said}"
    );
    let told = call(&["sim", &alone, "-n", "300", "--vs-base"]).out;
    assert_eq!(
        (told.matches("seat 1 wins").count(), told.matches("ties").count()),
        (1, 1),
        "{told}"
    );
}

#[test]
fn what_is_won_together_is_no_tie() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(
        &folder,
        "team.rules",
        "game \"Team\"\nplayers 2 to 4\nplay { choose { end_it } by race of players }\n\
         action end_it { end game won by players }\n",
    );
    let game_of = |done: Done| (done.json(), done.status);
    let (said, status) =
        game_of(call(&["sim", &game, "-n", "5", "--players", "4", "--format", "json"]));
    assert_eq!(
        (status, said["ties"].as_u64(), said["seats"][3]["wins"].as_u64()),
        (0, Some(0), Some(5))
    );
    assert!(close(&said["seats"][0]["win_share"], 1.0), "{said}");
}

/// Nobody is asked before the first round is over.
const GROWING: &str = "game \"Growing\"\nplayers 2 to 3\neach Player has { n: Number }\n\
    play {\n  round r in 1..3 {\n    for each p in players { p.n += r }\n    \
    if r > 1 { for each p in players { choose { wait } by p } }\n  }\n  end game won by players with most n\n}\naction wait { }\n";

#[test]
fn expressions_are_followed_over_the_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "growing.rules", GROWING);
    let tracks =
        ["--track", "me.n", "--track", "sum(p.n for p in players)", "--track", "Ana.n > 5"];
    let base = ["sim", &game, "-n", "20", "--format", "json", "--threads"];
    let with = |threads: &str| {
        let done = call(&[&base[..], &[threads], &tracks[..]].concat());
        assert_eq!(done.status, 0, "{}", done.err);
        done.json()
    };
    let one = with("1");
    assert_eq!(one["tracks"], with("3")["tracks"]);
    let found = one["tracks"].as_array().unwrap();
    assert_eq!(found.len(), 4, "{one}");
    assert_eq!((found[0]["seat"].as_u64(), found[1]["seat"].as_u64()), (Some(1), Some(2)));
    assert!(found[2]["seat"].is_null() && found[2]["expression"] == "sum(p.n for p in players)");
    for (row, values) in [(0, [1.0, 3.0, 6.0]), (2, [2.0, 6.0, 12.0]), (3, [0.0, 0.0, 1.0])] {
        let row = &found[row];
        assert!(close(&row["mean"], values[2]) && row["by"] == "round", "{row}");
        assert!(row["games"] == 20, "{row}");
        if row["expression"] == "Ana.n > 5" {
            // It held in all of twenty games; that is not yet always.
            let [low, high] = [&row["ci95"][0], &row["ci95"][1]].map(|n| n.as_f64().unwrap());
            assert!((low - 0.8389).abs() < 1e-3 && high > 0.999, "{row}");
        } else {
            assert!(close(&row["ci95"][0], values[2]), "{row}");
        }
        let points = row["by_round"].as_array().unwrap();
        assert_eq!(points.len(), 3, "{row}");
        for (point, wanted) in points.iter().zip(values) {
            assert!(close(&point["mean"], wanted) && point["games"] == 20, "{row}");
        }
    }
    let lengths = (&one["rounds"], &one["turns"], &one["decisions_per_game"]);
    assert!(close(&lengths.0["mean"], 3.0) && close(&lengths.1["mean"], 0.0), "{one}");
    assert!(close(&lengths.2["mean"], 4.0) && lengths.2["p95"] == 4, "{one}");
    let told = call(&[&["sim", &game, "-n", "20"][..], &tracks[..]].concat()).out;
    assert!(told.contains("me.n (seat 2)") && told.contains("at the end of round"), "{told}");
    let compared = call(
        &[&["sim", &game, "-n", "20", "--vs-base", "--format", "json"][..], &tracks[..]].concat(),
    );
    let compared = compared.json();
    let followed =
        compared["differences"].as_array().unwrap().iter().filter(|d| d["what"] == "me.n");
    assert_eq!(followed.count(), 2, "{compared}");
}

#[test]
fn games_without_rounds_are_followed_by_turn() {
    let done = call(&[
        "sim",
        &file("examples/nim.rules"),
        "-n",
        "9",
        "--format",
        "json",
        "--track",
        "small.stones",
    ]);
    let said = done.json();
    let track = &said["tracks"][0];
    assert_eq!(track["by"], "turn", "{said}");
    assert!(close(&track["mean"], 0.0) && track["by_round"][0]["games"] == 9, "{said}");
    // Looking changes nothing.
    let bare = call(&["sim", &file("examples/nim.rules"), "-n", "9", "--format", "json"]).json();
    assert_eq!(said["result_hash"], bare["result_hash"]);
    assert!(bare.get("tracks").is_none() && bare.get("rounds").is_none(), "{bare}");
}

#[test]
fn what_cannot_be_followed_is_said() {
    let nim = file("examples/nim.rules");
    for (expression, code) in [
        ("small.stone", "E0402"),
        ("small", "E0413"),
        ("", "E0101"),
        ("small.stones +", "E01"),
        ("\u{1b}[2J", "E01"),
        ("choose { take }", "E01"),
        ("((((((((((((((((((((((((((((((((", "E01"),
    ] {
        let done = call(&["sim", &nim, "-n", "2", "--track", expression]);
        assert_eq!((done.status, done.out.as_str()), (2, ""), "{expression}: {}", done.err);
        assert!(
            done.err.contains(&format!("[{code}")) && done.err.contains("--track:1:"),
            "{}",
            done.err
        );
        assert!(!done.err.contains('\u{1b}'), "{}", done.err);
    }
}

#[test]
fn what_has_no_value_is_not_counted_but_said() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(
        &folder,
        "unset.rules",
        "game \"Unset\"\nplayers 2\nthe table has { n: 1..9  who: Player or none }\n\
         play { turn me in players { choose { go } } end game won by who }\n\
         action go { if who is none { who = me } else { n = 5 } }\n",
    );
    let done = call(&[
        "sim",
        &game,
        "-n",
        "6",
        "--format",
        "json",
        "--track",
        "n",
        "--track",
        "10 / (n - 5)",
    ]);
    assert_eq!(done.status, 0, "{}", done.err);
    let said = done.json();
    let [n, divided] = [&said["tracks"][0], &said["tracks"][1]];
    assert!(close(&n["mean"], 5.0) && n["unread"] == 6 && n["by_round"][1]["games"] == 6, "{said}");
    assert!(n["fault"].as_str().unwrap().contains("R0304"), "{said}");
    assert!(
        divided["mean"].is_null() && divided["fault"].as_str().unwrap().contains("[R030"),
        "{said}"
    );
}

const FAULTY: &str = "game \"Faulty\"\nplayers 2\noption rounds: 1..99 = 5\nthe table has { n: \
Number = 1 }\n\
    setup { for each i in 1..rounds { n = n * 3 } }\nplay { turn me in players onwards { choose { stop } } }\n\
    action stop { if n > 0 { end game won by me } }\n";

#[test]
fn a_fault_is_named_by_a_comparison_too() {
    let folder = tempfile::tempdir().unwrap();
    rules(&folder, "faulty.rules", FAULTY);
    let many = rules(&folder, "many.rules", "variant \"Many\" over faulty\nset rounds to 70\n");
    let done = call(&["sim", &many, "-n", "5", "--vs-base"]);
    assert_eq!(done.status, 1);
    let told = done.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "5 of them: fault R0301",
        "faulty.rules:5",
        "a number became too large",
        "[R0301]",
        "seed 10451216379200822465",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let said = call(&["sim", &many, "-n", "5", "--vs-base", "--format", "json"]).json();
    let stall = &said["sides"][0]["stalls"][0];
    assert_eq!(
        (stall["code"].as_str(), stall["games"].as_u64()),
        (Some("R0301"), Some(5)),
        "{said}"
    );
    assert_eq!(
        (stall["place"]["line"].as_u64(), stall["first_seed"].as_u64()),
        (Some(5), Some(10_451_216_379_200_822_465))
    );
    assert!(said["sides"][1]["stalls"].as_array().unwrap().is_empty());
    let alone = call(&["sim", &many, "-n", "5", "--format", "json"]).json();
    assert_eq!(alone["stalls"][0], *stall);
}

#[test]
fn every_value_of_an_option_is_tried() {
    let folder = tempfile::tempdir().unwrap();
    let middle = "game \"Middle\"\nplayers 2\noption size: 1..9 = 1\nthe table has { total: 0..10 \
    }\n\
        play { turn me in players onwards { choose { add } } }\n\
        action add {\n  if size is 5 { total -= 1 }\n  total += 1\n  if total is 4 { end game won by me }\n}\n";
    let game = rules(&folder, "middle.rules", middle);
    let done = call(&["check", &game, "--options"]);
    assert_eq!(done.status, 1, "{}", done.out);
    assert!(done.out.contains("all 9 combinations of 1 option"), "{}", done.out);
    let told = done.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("size=5: `total` would become -1") && told.contains("[R0303]"), "{told}");
    let large = middle
        .replace("1..9 = 1", "1..5000 = 1")
        .replace("play {", "option other: 1..40 = 2\noption third: yes or no = no\nplay {");
    let large = large.replace("if size is 5 {", "if other is 23 and not third {");
    let game = rules(&folder, "large.rules", &large);
    let done = call(&["check", &game, "--options"]);
    assert_eq!(done.status, 1, "{}", done.out);
    let told = done.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        told.contains("of 400000 combinations of 3 options")
            && told.contains("only 255 of the values of `size`"),
        "{told}"
    );
    assert!(told.contains("other=23"), "{told}");
}

/// The last round is never come to: `end round` leads to the next.
const ROUND_AND_ROUND: &str = "game \"Round and round\"\nplayers 2\n\
    the table has { n: Number }\nplay {\n  \
    // accepted W0511: this is what is tried here\n  round r in 1 onwards {\n    \
    turn me in players { choose { step } }\n    \
    if n > 9 { end round }\n  }\n  end game lost\n}\naction step { n += 1 }\n";

#[test]
fn games_without_an_end_are_given_up_early() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "round.rules", ROUND_AND_ROUND);
    let asked = ["sim", &game, "-n", "100", "--max-decisions", "50"];
    let done = call(&asked);
    assert!(done.out.contains("gave up after the first 5 of 100 games"), "{}", done.out);
    assert!(done.out.contains("round 26 › seat 1's turn"), "{}", done.out);
    assert!(
        done.out.contains("round.rules:7") && done.out.contains("--max-decisions 500"),
        "{}",
        done.out
    );
    let said = call(&[&asked[..], &["--format", "json", "--threads", "1"]].concat()).json();
    assert_eq!((said["games"].as_u64(), said["given_up"].as_u64()), (Some(5), Some(100)), "{said}");
    let other = call(&[&asked[..], &["--format", "json", "--threads", "2"]].concat()).json();
    assert_eq!((&said["result_hash"], &said["stalls"]), (&other["result_hash"], &other["stalls"]));
    let few = call(&["sim", &game, "-n", "5", "--max-decisions", "50", "--format", "json"]).json();
    assert!(few["given_up"].is_null(), "{few}");
}

const SIDES: &str = "game \"Sides\"\nplayers 4\neach Player has { bad: yes or no  n: Number }\n\
    define crew = those p in players where not p.bad\ndefine saboteurs = those p in players where p.bad\n\
    setup { for each p in players { if p is first q in players or p.left is first q in players { p.bad = yes } } }\n\
    play { turn me in players onwards { choose { mend or spoil } } }\n\
    action mend { end game won by crew }\naction spoil { end game won by saboteurs }\n";

#[test]
fn sides_are_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "sides.rules", SIDES);
    let said = call(&["sim", &game, "-n", "50", "--format", "json"]).json();
    let games = |at: usize| said["sides"][at]["games"].as_u64().unwrap();
    assert_eq!(games(0) + games(1), 50, "{said}");
    let told = call(&["sim", &game, "-n", "50"]).out;
    assert!(told.contains("`crew` won ") && told.contains("`saboteurs` won "), "{told}");
    let variant =
        rules(&folder, "kind.rules", "variant \"Kind\" over sides\nremove action spoil\n");
    let told = call(&["sim", &variant, "-n", "50", "--vs-base"]).out;
    assert!(told.contains("50 ended by `end game won by crew`"), "{told}");
    assert!(told.contains("`saboteurs` won "), "{told}");
    let followed = call(&["sim", &game, "-n", "5", "--track", "won by crew"]);
    assert!(
        followed.status != 0 && followed.err.contains("is no value that changes"),
        "{}",
        followed.err
    );
    assert!(followed.err.contains("--track \"me in crew\""), "{}", followed.err);
    assert_eq!(call(&["sim", &game, "-n", "5", "--track", "me in crew"]).status, 0);
}

#[test]
fn tests_say_what_came_too_early_or_too_late() {
    let folder = tempfile::tempdir().unwrap();
    let text = "game \"Lot\"\nplayers 3\nthe table has { leader: Player  n: Number }\nsetup { \
    leader = first p in players }\n\
        play {\n  ends when n > 0 { end game lost }\n  choose lucky in players by chance\n  leader = lucky\n  \
        round r in 1 onwards {\n    turn me in those p in players where p is leader { choose { step } }\n    leader = leader.left\n  }\n}\n\
        action step { n += 1 }\n";
    let run = |test: &str| {
        let game = rules(
            &folder,
            "lot.rules",
            &format!("{text}test \"x\" with Ana, Ben, Cleo {{\n{test}\n  expect n is 0\n}}\n"),
        );
        let told = call(&["test", &game]).out;
        told.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let all: String =
        ["Ana", "Ben", "Cleo"].map(|name| run(&format!("  given it is {name}'s turn"))).concat();
    assert!(all.contains("before it, which the test played by itself"), "{all}");
    assert!(all.contains("`end game lost` (line 6) ended the game"), "{all}");
    assert!(all.contains("as the first line of the test"), "{all}");
    let late = run("  given n is 0\n  chance gives Ana");
    assert!(late.contains("chance was not asked for a value of `chance gives Ana`"), "{late}");
}

/// Interrupts a simulation that would go on for days, once it has begun; what it printed.
#[cfg(unix)]
#[expect(clippy::unwrap_used, reason = "a test may stop where it stands")]
fn interrupted(asked: &[&str]) -> String {
    use std::process::{Command, Stdio};
    // On a busy machine it takes a while until it heeds interrupts.
    for millis in [400, 2_000, 10_000, 30_000] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_houserules"));
        program.args(asked).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let running = program.spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(millis));
        let kill = Command::new("kill").args(["-INT", &running.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let done = running.wait_with_output().unwrap();
        if done.status.code().is_some() {
            return String::from_utf8(done.stdout).unwrap();
        }
    }
    unreachable!("it never heeded interrupts")
}

#[cfg(unix)]
#[test]
fn what_was_played_before_an_interrupt_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "sharing.rules", SHARING);
    let most = "1000000000";
    let asked = ["sim", &game, "-n", most, "--seed", "3", "--format", "json"];
    let said: Value = serde_json::from_str(&interrupted(&asked)).unwrap();
    let games = said["games"].as_u64().unwrap();
    assert!(games > 0 && said["interrupted"] == 1_000_000_000u64, "{said}");
    assert!(said.get("given_up").is_none(), "{said}");
    // They are the first ones, whichever thread played them.
    let same = call(&["sim", &game, "-n", &games.to_string(), "--seed", "3", "--format", "json"]);
    assert_eq!(said["result_hash"], same.json()["result_hash"]);
    // The other side plays the same games.
    let alone =
        rules(&folder, "alone.rules", "variant \"Alone\" over sharing\nremove action share\n");
    let asked = ["sim", &alone, "-n", most, "--vs-base", "--format", "json"];
    let said: Value = serde_json::from_str(&interrupted(&asked)).unwrap();
    assert_eq!(said["sides"][0]["finished"], said["sides"][1]["finished"]);
    assert!(said["pairs"] == said["games"] && said["interrupted"] == 1_000_000_000u64, "{said}");
}

#[test]
fn bots_play_every_seat_that_nobody_else_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules(&folder, "sharing.rules", SHARING);
    let said = call(&["sim", &game, "-n", "20", "--policy", "greedy", "--format", "json"]).json();
    assert_eq!(said["policy"], "greedy");
    assert_eq!(said["seats"][2]["bot"], "greedy");
    let refused = call(&["sim", &game, "--policy", "human"]);
    assert!(refused.status == 2 && refused.err.contains("no player is called `human`"));
}
