//! The whole program over buffers: exit statuses, JSON, scripted games, journals.

#![expect(clippy::unwrap_used, reason = "a test may stop where it stands")]

use crate::buffers::{Done, call, fed, file};
use std::path::PathBuf;

fn written(folder: &tempfile::TempDir, name: &str, text: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

const NIM: &str = "examples/nim.rules";
const TIC_TAC_TOE: &str = "examples/tic_tac_toe.rules";

#[test]
fn wrong_calls_have_status_2_and_say_what_to_write() {
    let nim = file(NIM);
    for (arguments, said) in [
        (vec!["chek", "x"], "check"),
        (vec!["check"], "FILE"),
        (vec!["check", "nowhere.rules"], "no such file"),
        (vec!["play", &nim, "--players", "9"], "--players"),
        (vec!["play", &nim, "--seat", "1=humn"], "human"),
        (vec!["play", &nim, "--option", "zebra=1"], "option"),
        (vec!["sim", &nim, "--seat", "1=human"], "simulation"),
        (vec!["sim", &nim, "-n", "x"], "x"),
        (vec!["test", "nowhere"], "no such file"),
        (vec!["replay", "nowhere.journal"], "no such file"),
        (vec!["check", "--format", "jsn", &nim], "json"),
    ] {
        let done = call(&arguments);
        assert_eq!(done.status, 2, "{arguments:?}: {}", done.err);
        assert!(done.err.contains(said), "{arguments:?}: {}", done.err);
        assert!(done.out.is_empty(), "{arguments:?}: {}", done.out);
    }
}

#[test]
fn every_command_explains_itself_with_an_file() {
    for command in ["check", "test", "sim", "play", "replay"] {
        let done = call(&[command, "--help"]);
        assert_eq!(done.status, 0);
        assert!(done.out.contains("Example"), "{command}: {}", done.out);
    }
}

#[test]
fn check_says_what_is_wrong_without_control_characters() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(
        &folder,
        "g.rules",
        b"game \"\x1b[2J\"\nplayers 2 to 3\nplay { \x1b[31m\xe2\x80\xae }\n",
    );
    let path = path.display().to_string();
    let human = call(&["check", &path]);
    assert_eq!(human.status, 1, "{}", human.out);
    assert!(
        human.out.chars().all(|c| c == '\n' || !(c.is_control() || c == '\u{202e}')),
        "{:?}",
        human.out
    );
    let machine = call(&["check", "--format", "json", &path]);
    assert_eq!(machine.status, 1);
    let report = machine.json();
    assert_eq!(report["files"], 1);
    let label = &report["diagnostics"][0]["labels"][0];
    assert!(
        label["line"].as_u64().unwrap() >= 1
            && label["byte_end"].as_u64() >= label["byte_start"].as_u64()
    );
    assert!(machine.out.chars().all(|c| c == '\n' || !c.is_control()));
}

#[test]
fn files_that_are_not_text_are_refused_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, "g.rules", b"game\n\xff").display().to_string();
    let done = call(&["check", &path]);
    assert_eq!(done.status, 1);
    assert!(done.err.contains("UTF-8") && done.err.contains("0xff"), "{}", done.err);
}

#[test]
fn a_scripted_game_is_the_same_every_time() {
    let arguments = ["play", &file(TIC_TAC_TOE), "--seed", "7"];
    let first = fed(&arguments, &"1\n".repeat(9));
    assert_eq!(first.status, 0, "{}{}", first.out, first.err);
    assert!(first.out.contains("The same deal again:"), "{}", first.out);
    assert_eq!(first.out, fed(&arguments, &"1\n".repeat(9)).out);
    assert!(!first.out.contains('\x1b'));
}

#[test]
fn the_end_of_the_input_ends_the_game_in_order() {
    let done = fed(&["play", &file(TIC_TAC_TOE), "--seed", "7"], "1\n");
    assert_eq!(done.status, 0);
    assert!(done.out.contains("The game ends here."), "{}", done.out);
}

#[test]
fn nobody_reads_what_another_hand_holds() {
    let done =
        fed(&["play", &file("examples/crazy_eights.rules"), "--seed", "3"], &"1\n".repeat(200));
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    let dealt: Vec<&str> = done.out.lines().filter(|l| l.contains("to Ben's hand")).collect();
    assert!(!dealt.is_empty());
    for line in dealt {
        assert!(
            !["clubs", "diamonds", "hearts", "spades"].iter().any(|suit| line.contains(suit)),
            "{line}"
        );
    }
    assert!(done.out.contains("Your hand:"));
}

#[test]
fn wrong_lines_change_nothing() {
    let arguments = ["play", &file(TIC_TAC_TOE), "--seed", "7"];
    let lines =
        "99\n\n-1\nfly away\nwhy\nwhy fly\n:nonsense\n?\ntable\nlog\n\u{1b}[2J\n".to_string();
    let done = fed(&arguments, &(lines + &"1\n".repeat(9)));
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    assert!(!done.out.contains('\x1b'));
    let plain = fed(&arguments, &"1\n".repeat(9));
    let end = |done: &Done| done.out.lines().rev().take(12).map(str::to_string).collect::<Vec<_>>();
    assert_eq!(end(&done), end(&plain));
}

#[test]
fn bots_play_by_themselves() {
    let done = call(&["play", &file(NIM), "--seed", "7", "--seat", "1=random"]);
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    assert!(done.out.contains("win"), "{}", done.out);
}

#[test]
fn a_kept_game_goes_on_and_is_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j").display().to_string();
    let play = ["play", &file(TIC_TAC_TOE), "--seed", "7", "--journal", &journal];
    let left = fed(&play, "1\nquit\n");
    assert_eq!(left.status, 0);
    assert!(left.out.contains("--journal"), "{}", left.out);
    let kept = std::fs::read_to_string(&journal).unwrap();
    assert!(kept.lines().count() >= 2 && kept.ends_with('\n'), "{kept}");
    let on = fed(&play, &"1\n".repeat(9));
    assert!(on.out.contains("Going on after"), "{}", on.out);
    assert!(std::fs::read_to_string(&journal).unwrap().starts_with(&kept));
    let again = call(&["replay", "--format", "json", &journal]);
    assert_eq!(
        (again.status, again.json()["status"].as_str()),
        (0, Some("finished")),
        "{}",
        again.out
    );
    let straight = call(&["play", &file(TIC_TAC_TOE), "--seed", "8", "--journal", &journal]);
    assert_eq!(straight.status, 2, "{}", straight.err);
    let other = call(&["play", &file(NIM), "--journal", &journal]);
    assert_eq!(other.status, 1, "{}", other.err);
    let under = call(&["replay", "--rules", &file(NIM), &journal]);
    assert_eq!(under.status, 1, "{}", under.out);
}

#[test]
fn a_journal_may_be_cut_anywhere_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let journal = path.display().to_string();
    let play = ["play", &file(TIC_TAC_TOE), "--seed", "7", "--journal", &journal];
    fed(&play, &"1\n".repeat(9));
    let whole = std::fs::read(&path).unwrap();
    let header = whole.iter().position(|b| *b == b'\n').unwrap();
    for end in (header..whole.len()).step_by(7).chain([header, header + 1, whole.len() - 1]) {
        std::fs::write(&path, &whole[..end]).unwrap();
        let on = fed(&play, &"1\n".repeat(9));
        assert_eq!(on.status, 0, "{end}: {}", on.err);
        let again = call(&["replay", "--format", "json", &journal]);
        assert_eq!(again.json()["status"], "finished", "{end}");
    }
    let mut damaged = whole.clone();
    damaged[header + 5] ^= 1;
    std::fs::write(&path, &damaged).unwrap();
    let mended = call(&play);
    assert_eq!(mended.status, 0, "{}", mended.err);
    assert!(mended.out.contains("Line 2 of the journal is damaged"), "{}", mended.out);
    assert_eq!(std::fs::read(folder.path().join("j.damaged")).unwrap(), damaged);
    assert_eq!(call(&["replay", &journal]).status, 0);
    damaged[5] ^= 1;
    std::fs::write(&path, &damaged).unwrap();
    let refused = call(&play);
    assert_eq!(refused.status, 1);
    assert!(refused.err.contains("line 1"), "{}", refused.err);
    assert_eq!(std::fs::read(&path).unwrap(), damaged);
}

#[test]
fn what_was_chosen_is_taken_back_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j").display().to_string();
    let rules = folder.path().join("t.rules");
    std::fs::copy(file(TIC_TAC_TOE), &rules).unwrap();
    let game = rules.display().to_string();
    let play = [
        "play",
        &game,
        "--seed",
        "7",
        "--seat",
        "1=human",
        "--seat",
        "2=human",
        "--journal",
        &journal,
    ];
    let first = fed(&play, "1\n1\nbookmark two stones\n1\nundo 2\n3\nbookmark x\nquit\n");
    assert_eq!(first.status, 0, "{}{}", first.out, first.err);
    assert!(first.out.contains("(2 steps are taken back)"), "{}", first.out);
    let save = format!("save test {game} \"what if\"");
    let on = fed(
        &play,
        &format!("branches\nback two stones\nbranch 2\nhistory\n{save}\nsave test\nback 77\n"),
    );
    assert_eq!(on.status, 0, "{}{}", on.out, on.err);
    let out = on.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "* 2 leaves at point 1, 1 step, to point 4",
        "(1 step is taken back)",
        "* 4 Ben takes Cell(1, 2) (`x`)",
        "it passes under these rules",
        "A title in quotation marks is needed here: write `save test",
        "There is no bookmark or point `77`: the bookmarks are `two stones`, `x`.",
    ] {
        assert!(out.contains(said), "{said}: {}", on.out);
    }
    let tested = call(&["test", &game]);
    assert_eq!(tested.status, 0, "{}", tested.out);
    assert!(std::fs::read_to_string(&rules).unwrap().contains("test \"what if\" with Ana, Ben {"));
    assert_eq!(call(&["replay", &journal]).status, 0);
    assert_eq!(fed(&play, "quit\n").status, 0);
}

#[test]
fn a_game_that_is_over_is_gone_back_over() {
    let over =
        fed(&["play", &file(NIM), "--seed", "3"], &("1\n".repeat(30) + "undo\nundo\nhistory\n"));
    assert_eq!(over.status, 0, "{}{}", over.out, over.err);
    assert!(over.out.contains("The game is over: say `undo`"), "{}", over.out);
    assert!(over.out.contains("steps are taken back"), "{}", over.out);
}

#[test]
fn two_programs_do_not_keep_one_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let journal = path.display().to_string();
    let play = ["play", &file(TIC_TAC_TOE), "--seed", "7", "--journal", &journal];
    fed(&play, "1\nquit\n");
    let other = std::fs::File::open(&path).unwrap();
    other.lock().unwrap();
    let refused = fed(&play, "1\n");
    assert_eq!(refused.status, 1, "{}", refused.out);
    assert!(refused.err.contains("another program"), "{}", refused.err);
    drop(other);
    assert_eq!(fed(&play, "quit\n").status, 0);
}

#[test]
fn a_simulation_does_not_depend_on_its_threads() {
    let sim = |threads: &str| {
        let done = call(&["sim", &file(NIM), "-n", "40", "--threads", threads, "--format", "json"]);
        assert_eq!(done.status, 0, "{}", done.err);
        done.json()
    };
    let (one, two) = (sim("1"), sim("2"));
    assert_eq!(one["result_hash"], two["result_hash"]);
    assert_eq!((one["threads"].as_u64(), two["threads"].as_u64()), (Some(1), Some(2)));
    assert_eq!(one["finished"], 40);
    assert_eq!(one["policy"], "random");
    assert_eq!(one["seats"].as_array().unwrap().len(), 2);
}

#[test]
fn seats_draw_step_by_step_or_among_complete_options() {
    let sim = |more: &[&str]| {
        let nim = file(NIM);
        let call_of = ["sim", &nim, "-n", "60", "--format", "json"];
        call(&[&call_of[..], more].concat()).json()
    };
    let (steps, options) = (sim(&[]), sim(&["--policy", "random-options"]));
    assert_eq!(options["policy"], "random-options");
    assert_eq!(options["seats"][1]["bot"], "random-options");
    assert_ne!(steps["result_hash"], options["result_hash"]);
    let one = sim(&["--seat", "2=random-options"]);
    assert_eq!(one["policy"], "random and random-options");
    assert_eq!(
        (&one["seats"][0]["bot"], &one["seats"][1]["bot"]),
        (&"random".into(), &"random-options".into())
    );
}

#[test]
fn games_that_come_to_no_end_are_called_stalled() {
    let sim = ["sim", &file(NIM), "-n", "5", "--max-decisions", "1", "--format", "json"];
    let report = call(&sim).json();
    assert_eq!(report["stalled"], 5);
    assert_eq!(report["stalled_seeds"].as_array().unwrap().len(), 5);
}

#[test]
fn tests_of_the_language_run_and_cover_rules() {
    let folder = tempfile::tempdir().unwrap();
    let inventory =
        written(&folder, "i.md", b"- **A-1** one\n- **A-2** two\n").display().to_string();
    let done = call(&["test", &file(NIM), "--format", "json", "--rules", &inventory]);
    let report = done.json();
    let tests = report["tests"].as_array().unwrap();
    assert!(!tests.is_empty());
    assert_eq!(report["failed"], 0, "{}", done.out);
    assert_eq!(report["coverage"]["missing"].as_array().unwrap().len(), 2);
    let broken = written(&folder, "b.rules", b"game \"B\"\nnonsense\n").display().to_string();
    assert_eq!(call(&["test", &broken]).status, 1);
}

#[test]
fn the_log_says_a_thing_once() {
    let done =
        fed(&["play", &file("games/banditos_schacht.rules"), "--seed", "3"], &"1\n".repeat(80));
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    assert!(done.out.contains("each (from miles to hand)"), "{}", done.out);
    assert!(done.out.contains("the notes are shuffled"), "{}", done.out);
    let twice = |line: &str| line.contains("'s hand to") && line.ends_with("'s row");
    assert!(done.out.contains("lays ") && !done.out.lines().any(twice), "{}", done.out);
    for scratch in ["passes (the round)    0", "bargained (the turn)  no", "the round's passes"] {
        assert!(!done.out.contains(scratch), "{scratch}: {}", done.out);
    }
}

#[test]
fn the_order_of_a_race_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("race.journal").display().to_string();
    let bandit = file("games/bandit.rules");
    let arguments = ["play", &bandit, "--players", "3", "--seed", "5", "--journal", &path];
    let done = fed(&arguments, &format!("snap_own 3\n{}", "3\n".repeat(30)));
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    assert!(done.out.contains("Ana discards a card at once: "), "{}", done.out);
    let again = call(&["replay", &path, "--format", "json"]);
    assert_eq!(again.status, 0, "{}{}", again.out, again.err);
    assert!(again.json()["first_difference"].is_null(), "{}", again.out);
    // In a race nobody is shown who has answered already.
    let first = done.out.split("may discard it at once").next().unwrap_or("");
    assert_eq!(first.matches('▸').count(), 1, "{first}");
}

#[test]
fn a_line_that_is_too_long_is_not_repeated() {
    let long = "y".repeat(60_000);
    let done =
        fed(&["play", &file(TIC_TAC_TOE), "--seed", "7"], &format!("{long}\n{}", "1\n".repeat(9)));
    assert_eq!(done.status, 0);
    assert!(done.out.contains("too long for a choice"), "{}", done.out.len());
    assert!(done.out.len() < 70_000, "{}", done.out.len());
}

const SHORT: &str = "examples/variants/banditos_short_evening.rules";
const SEVENTH: &str = "examples/variants/banditos_seventh_road.rules";
const BANDITOS: &str = "games/banditos_schacht.rules";

#[test]
fn a_variant_finds_its_game() {
    let done = call(&["check", &file(SHORT)]);
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    let folder = tempfile::tempdir().unwrap();
    let lost =
        written(&folder, "lost.rules", b"variant \"Lost\" over no_such_game\nset rounds to 3\n");
    let done = call(&["check", &lost.display().to_string()]);
    assert!(done.status == 1 && done.out.contains("E0902"), "{}", done.out);
    let done = call(&["test", &lost.display().to_string()]);
    assert!(done.status == 1 && done.err.contains("is not found"), "{}", done.err);
    std::fs::create_dir(folder.path().join("games")).unwrap();
    written(
        &folder,
        "games/no_such_game.rules",
        b"game \"G\"\nplayers 2\noption rounds: 1..9 = 5\nplay { end game lost }\n",
    );
    let done = call(&["check", &lost.display().to_string()]);
    assert!(done.out.contains("nothing wrong") || !done.out.contains("E0"), "{}", done.out);
}

#[test]
fn conflicts_of_variants_name_both_files() {
    let folder = tempfile::tempdir().unwrap();
    let other = written(
        &folder,
        "other.rules",
        b"variant \"Other\" over banditos_schacht\nset rounds to 4\n",
    );
    let (short, game, other) = (file(SHORT), file(BANDITOS), other.display().to_string());
    let done = call(&["check", &game, "--variant", &short, "--variant", &other]);
    assert_eq!(done.status, 1);
    assert!(done.out.contains("E0906") && done.out.contains("other.rules:2:1"), "{}", done.out);
    assert!(done.out.contains("banditos_short_evening.rules:"), "{}", done.out);
    let both = call(&["check", &game, "--variant", &short, "--variant", &file(SEVENTH)]);
    assert_eq!(both.status, 0, "{}", both.out);
}

#[test]
fn tests_that_change_under_variants_are_listed() {
    let (short, seventh) = (file(SHORT), file(SEVENTH));
    let done = fed(
        &["test", &file(BANDITOS), "--variant", &short, "--variant", &seventh, "--format", "json"],
        "",
    );
    assert_eq!(done.status, 0, "{}", done.out);
    let said = done.json();
    assert!(said["changed"].as_u64().unwrap() > 10 && said["failed"] == 0, "{said}");
    let tests = said["tests"].as_array().unwrap();
    assert!(tests.iter().any(|t| t["file"].as_str().unwrap().ends_with("short_evening.rules")));
    assert!(tests.iter().all(|t| t["variants"].as_array().unwrap().len() == 2));
}

#[test]
fn a_comparison_does_not_depend_on_its_threads() {
    let call_with = |threads: &str| {
        let arguments =
            ["sim", &file(BANDITOS), "-n", "40", "--players", "3", "--variant", &file(SHORT)];
        let more =
            ["--vs-base", "--format", "json", "--option", "friendly=yes", "--threads", threads];
        let done = call(&[&arguments[..], &more[..]].concat());
        assert_eq!(done.status, 0, "{}", done.err);
        done.json()
    };
    let one = call_with("1");
    assert_eq!(one, call_with("3"));
    assert_eq!(one["pairs"], 40);
    let turns =
        one["differences"].as_array().unwrap().iter().find(|d| d["what"] == "turns").unwrap();
    assert!(turns["clear"] == true && turns["difference"].as_f64().unwrap() < 0.0, "{turns}");
    let same = call(&["sim", &file(NIM), "-n", "20", "--vs-base", "--format", "json"]);
    let same = same.json();
    assert!(
        same["differences"].as_array().unwrap().iter().all(|d| d["difference"] == 0.0),
        "{same}"
    );
    assert_eq!(same["sides"][0]["result_hash"], same["sides"][1]["result_hash"]);
}

#[test]
fn a_journal_remembers_its_variants() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("evening.journal").display().to_string();
    let short = file(SHORT);
    let begun = fed(
        &["play", &short, "--seed", "3", "--players", "2", "--journal", &journal],
        "1\n1\nquit\n",
    );
    assert_eq!(begun.status, 0, "{}", begun.err);
    assert!(begun.out.contains("with Short evening"), "{}", begun.out);
    let header: serde_json::Value =
        serde_json::from_str(std::fs::read_to_string(&journal).unwrap().lines().next().unwrap())
            .unwrap();
    assert_eq!(header["variants"][0], short.as_str());
    assert_eq!(header["options"]["rounds"], "3");
    let again = call(&["replay", &journal]);
    assert_eq!(again.status, 0, "{}{}", again.out, again.err);
    let on = fed(&["play", &file(BANDITOS), "--journal", &journal], "quit\n");
    assert!(on.status == 0 && on.out.contains("with Short evening"), "{}{}", on.out, on.err);
}

#[test]
fn a_seed_is_said_when_the_game_is_over_and_not_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let journal = path.display().to_string();
    let seed = "123456789012345678901234567890";
    let fish = file("examples/go_fish.rules");
    let play = ["play", &fish, "--seed", seed, "--seat", "2=human", "--journal", &journal];
    let test = folder.path().join("t.rules");
    let left = fed(
        &play,
        &format!("1\n1\nundo\nhistory\nbranches\nlog\nsave test {} \"t\"\nquit\n", test.display()),
    );
    assert_eq!(left.status, 0, "{}", left.err);
    assert!(
        !left.out.contains(seed) && !left.out.contains("seed") && left.err.is_empty(),
        "{}",
        left.out
    );
    assert!(left.out.contains("before that a referee can, with `houserules repl"), "{}", left.out);
    assert!(!test.exists());
    // Whoever guesses at the seed of a game that is kept is not told it.
    let guess = call(&["play", &fish, "--seed", "4", "--journal", &journal]);
    assert!(guess.status == 2 && !guess.err.contains(seed), "{}", guess.err);
    // The journal has it, and is its owner's.
    assert!(std::fs::read_to_string(&path).unwrap().contains(&format!("\"seed\":\"{seed}\"")));
    assert_eq!(call(&["replay", &journal]).status, 0);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let play = ["play", &fish, "--seed", seed, "--seat", "1=random", "--seat", "2=random"];
    let over = call(&play);
    assert_eq!(over.status, 0, "{}", over.err);
    assert!(over.out.trim_end().ends_with(&format!("--seed {seed}")), "{}", over.out);
}

#[test]
fn seeds_that_nobody_named_have_128_bits() {
    let folder = tempfile::tempdir().unwrap();
    let seeds: Vec<u128> = (0..4)
        .map(|n| {
            let path = folder.path().join(format!("j{n}"));
            fed(&["play", &file(NIM), "--journal", &path.display().to_string()], "quit\n");
            let header = std::fs::read_to_string(path).unwrap();
            let (_, seed) = header.split_once("\"seed\":").unwrap();
            seed.trim_start_matches('"')
                .chars()
                .take_while(char::is_ascii_digit)
                .collect::<String>()
                .parse()
                .unwrap()
        })
        .collect();
    assert!(seeds.iter().any(|seed| *seed > 1 << 96), "{seeds:?}");
}
