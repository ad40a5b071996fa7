//! What scripts hold on to: the fields of every JSON object, exit statuses, and the commands that
//! write files.

#![expect(clippy::unwrap_used, reason = "a test may stop where it stands")]

use crate::buffers::{Done, call, file};
use clap::CommandFactory;
use houserules::arguments::Arguments;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs the program in a folder of its own.
fn in_folder(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_houserules"));
    let done = command.args(arguments).current_dir(folder).output().unwrap();
    let said = String::from_utf8(done.stdout).unwrap() + &String::from_utf8(done.stderr).unwrap();
    (done.status.code().unwrap(), said)
}

/// The shape of a value: `{a: number, b: [text]}`; of a list that of its first member.
fn shape(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(_) => "bool".into(),
        Value::Number(_) => "number".into(),
        Value::String(_) => "text".into(),
        Value::Array(all) => format!("[{}]", all.first().map(shape).unwrap_or_default()),
        Value::Object(fields) => {
            let mut fields: Vec<String> =
                fields.iter().map(|(name, v)| format!("{name}: {}", shape(v))).collect();
            fields.sort();
            format!("{{{}}}", fields.join(", "))
        }
    }
}

/// What a call prints on standard output is one object of this shape.
fn shaped(arguments: &[&str], status: u8, wanted: &str) -> Value {
    let done = call(arguments);
    assert_eq!(done.status, status, "{arguments:?}: {}", done.err);
    let value = done.json();
    assert_eq!(shape(&value), wanted, "{arguments:?}");
    value
}

#[test]
fn every_command_and_option_stands_on_the_page() {
    let page = fs::read_to_string(file("docs/cli.md")).unwrap();
    for command in Arguments::command().get_subcommands().filter(|c| c.get_name() != "help") {
        let name = command.get_name();
        let row = |end| page.contains(&format!("| `houserules {name}{end}"));
        assert!(row(' ') || row('`'), "docs/cli.md has no row for `{name}`");
        for option in command.get_arguments().filter_map(|a| a.get_long()) {
            assert!(
                page.contains(&format!("--{option}")),
                "docs/cli.md does not name `{name} --{option}`"
            );
        }
    }
}

#[test]
fn shells_and_man_get_their_pages() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let Done { status, out: script, .. } = call(&["completions", shell]);
        assert!(status == 0 && script.contains("explain") && script.contains("seed"), "{shell}");
    }
    let Done { status, out: page, .. } = call(&["man"]);
    assert!(status == 0 && page.contains(".TH houserules 1"));
    for command in Arguments::command().get_subcommands().filter(|c| c.get_name() != "help") {
        let name = command.get_name();
        let Done { status, out: page, .. } = call(&["man", name]);
        assert!(status == 0 && page.contains(&format!(".TH houserules-{name} 1")), "{page}");
    }
    let Done { status, err: refused, .. } = call(&["man", "knit"]);
    assert!(status == 2 && refused.contains("there is no command `knit`"), "{refused}");
}

#[test]
fn check_writes_what_the_contract_says() {
    let label = "{byte_end: number, byte_start: number, column: number, end_column: number, \
                 end_line: number, file: text, line: number, primary: bool, text: text}";
    let wanted = format!(
        "{{diagnostics: [{{code: text, help: text, labels: [{label}], message: text, severity: \
         text}}], files: number}}"
    );
    let wrong = file("examples/errors/E0405_units_mix.rules");
    let made = shaped(&["check", "--format", "json", &wrong], 1, &wanted);
    let found = &made["diagnostics"][0];
    assert_eq!(
        (found["code"].as_str(), found["severity"].as_str()),
        (Some("E0405"), Some("error"))
    );
    let label = &found["labels"][0];
    assert_eq!((label["line"].as_u64(), label["column"].as_u64()), (Some(5), Some(16)));
    shaped(
        &["check", "--format", "json", &file("examples/nim.rules")],
        0,
        "{diagnostics: [], files: number}",
    );
    let warned = file("examples/errors/W0506_nobody_uses.rules");
    assert_eq!(
        shaped(&["check", "--format", "json", &warned], 0, &wanted)["diagnostics"][0]["severity"],
        "warning"
    );
}

#[test]
fn test_writes_what_the_contract_says() {
    let row = "{file: text, line: number, message: null, name: text, rules: [text], status: text}";
    let game = file("games/banditos_schacht.rules");
    let wanted = format!(
        "{{changed: number, coverage: null, failed: number, passed: number, skipped: number, \
         tests: [{row}]}}"
    );
    shaped(&["test", "--format", "json", &game], 0, &wanted);
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("rules.md");
    fs::write(&list, "- **B3-027** one\n- **B3-015** two\n- **B3-999** three\n").unwrap();
    let coverage = "coverage: {missing: [text], physical: [text], tested: [text]}";
    let wanted = wanted.replace("coverage: null", coverage);
    let list = list.display().to_string();
    let made = shaped(&["test", "--format", "json", "--rules", &list, &game], 0, &wanted);
    let coverage = &made["coverage"];
    assert_eq!(coverage["tested"][0], "B3-027");
    assert_eq!(coverage["physical"][0], "B3-015");
    assert_eq!(coverage["missing"][0], "B3-999");
    let failing = folder.path().join("failing.rules");
    fs::write(
        &failing,
        "game \"G\"\nplayers 2\nplay { end game lost }\ntest \"t\" A-1 with Ana, Ben { expect 1 is \
         2 }\n",
    )
    .unwrap();
    let failing = failing.display().to_string();
    let wanted = "{changed: number, coverage: null, failed: number, passed: number, skipped: \
                  number, tests: [{file: text, line: number, message: text, name: text, rules: \
                  [text], status: text}]}";
    assert_eq!(
        shaped(&["test", "--format", "json", &failing], 1, wanted)["tests"][0]["status"],
        "failed"
    );
}

#[test]
fn sim_writes_what_the_contract_says() {
    let seats = "[{bot: text, ci95: [number], mean_score: null, score_ci95: null, seat: number, \
                 shared_wins: number, win_rate: number, win_share: number, win_share_ci95: \
                 [number], wins: number}]";
    let length = "{ci95: [number], mean: number, median: number, p5: number, p95: number}";
    let wanted = format!(
        "{{chance_events: number, decisions: number, decisions_per_game: {length}, \
         decisions_per_second: number, endings: [{{file: text, games: number, line: number, text: \
         text}}], finished: number, game: text, games: number, max_decisions: number, nobody_won: \
         number, players: number, playouts_per_second: number, policy: text, result_hash: text, \
         rules_hash: text, seats: {seats}, seconds: number, seed: number, stalled: number, \
         stalled_seeds: [], stalls: [], threads: number, ties: number, turns: {length}}}"
    );
    let nim = file("examples/nim.rules");
    let call = ["sim", &nim, "-n", "40", "--seed", "3", "--format", "json", "--threads"];
    let one = shaped(&[call.as_slice(), &["1"]].concat(), 0, &wanted);
    let two = shaped(&[call.as_slice(), &["2"]].concat(), 0, &wanted);
    assert_eq!(one["result_hash"], two["result_hash"]);
    assert_eq!(one["seats"][0]["ci95"].as_array().map(Vec::len), Some(2));
    let scored = shaped(
        &["sim", &file("examples/pig.rules"), "-n", "4", "--format", "json"],
        0,
        &wanted
            .replace("mean_score: null", "mean_score: number")
            .replace("score_ci95: null", "score_ci95: [number]"),
    );
    assert_eq!(scored["seats"].as_array().map(Vec::len), Some(2));
}

#[test]
fn replay_writes_what_the_contract_says() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("a.journal").display().to_string();
    let nim = file("examples/nim.rules");
    let bots = [
        "play",
        &nim,
        "--seat",
        "1=random",
        "--seat",
        "2=random",
        "--seed",
        "4",
        "--journal",
        &journal,
    ];
    assert_eq!(call(&bots).status, 0);
    let wanted = "{first_difference: null, state_hash: text, status: text, steps: number}";
    let made = shaped(&["replay", &journal, "--format", "json"], 0, wanted);
    assert_eq!(made["status"], "finished");
    let other = folder.path().join("nim.rules");
    fs::write(
        &other,
        fs::read_to_string(file("examples/nim.rules"))
            .unwrap()
            .replace("large.stones = 7", "large.stones = 6"),
    )
    .unwrap();
    let Done { status, out, .. } =
        call(&["replay", &journal, "--rules", &other.display().to_string(), "--format", "json"]);
    let made: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(status, 1, "{out}");
    assert!(!made["first_difference"].is_null(), "{out}");
}

#[test]
fn a_new_game_plays_and_its_variant_applies() {
    let folder = tempfile::tempdir().unwrap();
    let (status, said) = in_folder(folder.path(), &["new", "my_game"]);
    assert_eq!(status, 0, "{said}");
    let (game, variant) = ("my_game/my_game.rules", "my_game/my_game_twins.rules");
    let next: Vec<&str> =
        said.lines().filter_map(|line| line.strip_prefix("  houserules ")).collect();
    assert_eq!(next.len(), 3, "{said}");
    for arguments in
        [&["check", game, variant][..], &["fmt", "--check", game, variant], &["test", "my_game"]]
    {
        let (status, said) = in_folder(folder.path(), arguments);
        assert_eq!(status, 0, "{arguments:?}: {said}");
    }
    for line in &next[1..] {
        let (status, said) =
            in_folder(folder.path(), &line.replace("1000", "60").split(' ').collect::<Vec<_>>());
        assert_eq!(status, 0, "{line}: {said}");
    }
    let bots = ["--seat", "1=random", "--seat", "2=random"];
    let (status, said) = in_folder(folder.path(), &[&["play", game][..], &bots].concat());
    assert!(status == 0 && said.contains("My game"), "{said}");
    let text = fs::read_to_string(folder.path().join(game)).unwrap();
    assert!(text.contains("game \"My game\"") && !text.contains("first_game"), "{text}");
}

#[test]
fn a_new_game_overwrites_nothing_and_goes_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("here")).unwrap();
    fs::write(folder.path().join("here/note"), "mine").unwrap();
    fs::write(folder.path().join("file"), "mine").unwrap();
    let long = "a".repeat(300);
    for name in [
        "here",
        "file",
        "",
        ".",
        "..",
        "../up",
        "a/b",
        "/tmp/x",
        "a b",
        "a-b",
        "-x",
        "1st",
        "with",
        "players",
        "con",
        "é",
        "a\\b",
        "\u{1b}[2J",
        "a.rules",
        "x\"y",
        &long,
    ] {
        let (status, said) = in_folder(folder.path(), &["new", "--", name]);
        assert_eq!(status, 2, "{name}: {said}");
        assert!(!said.contains('\u{1b}'), "{said}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    assert_eq!(fs::read_dir(folder.path().join("here")).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(folder.path().join("file")).unwrap(), "mine");
}

/// Every game of two folders.
fn games() -> Vec<PathBuf> {
    let entries = ["games", "examples"]
        .iter()
        .flat_map(|folder| fs::read_dir(file(folder)).unwrap().flatten());
    let mut all: Vec<PathBuf> =
        entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "rules")).collect();
    all.sort();
    assert!(all.len() > 15);
    all
}

#[test]
fn every_game_has_a_rulebook() {
    let folder = tempfile::tempdir().unwrap();
    for game in games() {
        let source = fs::read_to_string(&game).unwrap();
        let game = game.display().to_string();
        for ending in ["md", "html"] {
            let out = folder.path().join(format!("book.{ending}"));
            let written = || {
                let Done { status, err, .. } =
                    call(&["doc", &game, "-o", &out.display().to_string()]);
                assert_eq!(status, 0, "{err}");
                fs::read_to_string(&out).unwrap()
            };
            let book = written();
            assert_eq!(book, written(), "{game} is written differently");
            for title in ["What lies on the table", "How the game goes", "How it ends"] {
                assert!(book.contains(title), "{game} lacks {title}");
            }
            let heads = source.lines().filter_map(|line| {
                let line =
                    line.strip_prefix("action ").or_else(|| line.strip_prefix("attempt "))?;
                line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()
            });
            for head in heads {
                assert!(
                    book.to_lowercase().contains(&head.replace('_', " ")),
                    "{game} lacks {head}"
                );
            }
            if ending == "html" {
                for tag in [
                    "ul", "li", "table", "p", "code", "em", "strong", "h1", "h3", "tr", "td",
                    "body",
                ] {
                    let (open, close) = (format!("<{tag}>"), format!("</{tag}>"));
                    assert_eq!(
                        book.matches(&open).count(),
                        book.matches(&close).count(),
                        "{game}: {tag}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_rulebook_is_safe_to_open_and_wrong_calls_are_said() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("g.rules");
    fs::write(
        &game,
        "/// <script>alert(1)</script> & *stars* | [x](javascript:y)\ngame \"<b>&\" by \
         \"<i>\"\nplayers 2\n\
         play { turn me in players onwards { choose { take } } }\n\
         /// <img src=x>\naction take as \"<u>takes</u>\" needs 1 < 2 else \"<s>\" \
         { end game won by me }\n",
    )
    .unwrap();
    let game = game.display().to_string();
    let out = |name: &str| folder.path().join(name).display().to_string();
    assert_eq!(call(&["doc", &game, "-o", &out("g.HTML")]).status, 0);
    let page = fs::read_to_string(out("g.HTML")).unwrap();
    for bad in ["<script", "<img", "<s>", "<u>", "<b>", "<i>"] {
        assert!(!page.contains(bad), "{bad}: {page}");
    }
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; *stars*"), "{page}");
    assert_eq!(call(&["doc", &game, "-o", &out("g.md")]).status, 0);
    let text = fs::read_to_string(out("g.md")).unwrap();
    assert!(
        !text.contains(" <script") && text.contains("\\*stars\\*") && text.contains("\\[x\\]"),
        "{text}"
    );
    assert_eq!(call(&["doc", &game, "-o", &out("g.pdf")]).status, 2);
    let Done { status, out: printed, .. } = call(&["doc", &game]);
    assert_eq!(status, 0);
    assert!(text.starts_with(printed.trim_end()), "{printed}");
    assert_eq!(call(&["doc", &game, "-o", &out("no/g.md")]).status, 1);
    assert_eq!(call(&["doc", &out("none.rules"), "-o", &out("x.md")]).status, 2);
    assert_eq!(
        call(&["doc", &file("examples/errors/E0405_units_mix.rules"), "-o", &out("x.md")]).status,
        1
    );
    assert_eq!(
        call(&["doc", &file("examples/variants/bandit_patience.rules"), "-o", &out("x.md")]).status,
        2
    );
    assert!(!Path::new(&out("x.md")).exists());
}
