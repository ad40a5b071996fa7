//! The workbench: every example of its help, whole sessions as transcripts, and mistakes that leave
//! everything as it was.
#![expect(clippy::unwrap_used, reason = "a test may stop where it stands")]

use houserules::run;
use houserules::show::console::{Console, Look};
use houserules::terminal::commands::{self, Rights, Role};
use houserules_interpreter::chance::{BotDraw, BotSource};
use std::ffi::OsString;
use std::path::Path;

/// Runs a script at the workbench on a game of a folder; gives the exit status and what was said.
fn scripted(game: &str, arguments: &[&str], script: &[u8]) -> (u8, String) {
    scripted_at("repl", game, arguments, script)
}

/// The same at the workbench or at the table.
fn scripted_at(host: &str, game: &str, arguments: &[&str], script: &[u8]) -> (u8, String) {
    let mut reader = script;
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::new(Look::plain(), &mut reader, &mut out, &mut err);
    // A path that is the same on every machine, for lines that are broken where they are too long.
    let path = format!("../{game}");
    let all = ["houserules", host, &path]
        .into_iter()
        .chain(arguments.iter().copied())
        .map(OsString::from);
    let status = run(all, &mut console);
    let text = String::from_utf8(out).unwrap() + &String::from_utf8(err).unwrap();
    (status, text)
}

#[test]
fn every_example_of_the_help_runs() {
    let folder = tempfile::tempdir().unwrap();
    for (at, command) in commands::of(Role::Referee).enumerate() {
        let journal = folder.path().join(format!("{at}.journal")).display().to_string();
        let (game, lines) = command.example;
        let svg = folder.path().join(format!("{at}.svg")).display().to_string();
        let script = lines.replace("evening.journal", &journal).replace("table.svg", &svg);
        let (status, said) =
            scripted(&format!("examples/{game}.rules"), &["--seed", "3"], script.as_bytes());
        assert_eq!(status, 0, "{}:\n{said}", command.name());
        assert!(!said.contains("error"), "{}:\n{said}", command.name());
        assert!(said.lines().count() >= 5, "{} says nothing:\n{said}", command.name());
    }
}

/// What stands in forms for what is typed.
const FILLED: [(&str, &str); 17] = [
    ("MOVE VALUE …", "send forest"),
    ("ZONE is CARD, …", "Ana.hand is [hearts 3], [spades 3], the rest in pond"),
    ("COUNTER is VALUE", "Ana.hand is [hearts 3], [spades 3], the rest in pond"),
    ("round|turn|phase", "round"),
    ("VALUE, …", "6"),
    ("EXPRESSION", "1 + 1"),
    ("CONDITION", "1 < 2"),
    ("STATEMENT", "Ana.coins += $5"),
    ("COMMAND", "why"),
    ("THING", "coins"),
    ("POINT", "0"),
    ("SEAT", "Ana"),
    ("NAME", "Ana"),
    ("TITLE", "helpers"),
    ("LINE", "39"),
    ("MOVE", "send"),
    ("N", "1"),
];

/// What is said of words that mean nothing there.
const UNKNOWN: [&str; 4] = ["E1010", "E1011", "E1012", "E1015"];

/// A form that stands in the list alone would be taken for a name that nothing has. That something
/// is not possible here and now is no mistake.
#[test]
fn every_form_of_every_command_is_carried_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut refused = Vec::new();
    for command in commands::of(Role::Referee) {
        for (at, form) in commands::forms(command, Role::Referee).enumerate() {
            let (game, lines) = command.example;
            let mut line = form.to_string();
            for (part, typed) in FILLED {
                let words = [part.to_string(), format!("\"{part}\""), format!("{part}'s")];
                let bare = line.split(' ').any(|word| words.iter().any(|part| part == word));
                if bare || part.contains(' ') || part.contains('|') {
                    line = line.replace(part, typed);
                }
            }
            let file = folder.path().join(format!("{}.{at}", command.name())).display().to_string();
            let line = line.replace("FILE", &file);
            let before = lines.rsplit_once('\n').map_or(String::new(), |(b, _)| format!("{b}\n"));
            let before = before.replace("evening.journal", &format!("{file}.journal"));
            let script = format!("{before}{line}\n");
            let path = format!("examples/{game}.rules");
            let (_, said) = scripted(&path, &["--seed", "3"], script.as_bytes());
            if UNKNOWN.iter().any(|code| said.contains(code)) {
                refused.push(format!("{game}: {script}{said}"));
            }
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn help_says_something_of_every_command() {
    let (status, said) = scripted("examples/nim.rules", &["--seed", "1"], b"help\n");
    assert_eq!(status, 0);
    for command in commands::of(Role::Referee) {
        assert!(said.contains(command.forms[0]), "{}", command.name());
        let (status, more) = scripted(
            "examples/nim.rules",
            &["--seed", "1"],
            format!("help {}\n", command.name()).as_bytes(),
        );
        assert_eq!(status, 0);
        assert!(commands::forms(command, Role::Referee).all(|f| more.contains(f)), "{more}");
    }
    assert!(said.lines().all(|l| l.chars().count() <= 80), "{said}");
}

#[test]
fn every_command_is_open_to_whom_the_list_says() {
    let game = "examples/go_fish.rules";
    for command in commands::all() {
        let name = command.name();
        for (eyes, seat) in [("Ana", true), ("spectator", true), ("referee", false)] {
            let script = format!("as {eyes}\n:{name}\n");
            let (_, said) = scripted(game, &["--seed", "3"], script.as_bytes());
            let refused = said.contains(&format!("`{name}` is the referee's"));
            let closed = seat && command.rights == Rights::Referee;
            assert_eq!(refused, closed, "{name} as {eyes}:\n{said}");
            let elsewhere = said.contains(&format!("`{name}` is for those who sit at a table"));
            let sitting = command.rights == Rights::Sitting;
            assert_eq!(elsewhere, sitting, "{name} as {eyes}:\n{said}");
            assert!(!said.contains("there is no command"), "{name} as {eyes}:\n{said}");
        }
    }
}

#[test]
fn the_table_knows_its_commands_and_no_others() {
    for command in commands::all() {
        for word in command.words {
            let after = match command.after {
                commands::After::Something => " x",
                commands::After::Anything | commands::After::Nothing => "",
            };
            let script = format!(":{word}{after}\n");
            let seats = ["--seed", "3", "--seat", "1=human", "--seat", "2=random"];
            let (_, said) = scripted_at("play", "examples/nim.rules", &seats, script.as_bytes());
            let refused = said.contains(&format!("`{}` is the referee's", command.name()));
            assert_eq!(refused, !command.rights.are_of(Role::Player), "{word}:\n{said}");
        }
    }
    let (_, said) = scripted_at("play", "examples/nim.rules", &["--seed", "3"], b":hepl\n");
    assert!(said.contains("There is no command `hepl`"), "{said}");
}

/// A hint without the numbers to type, which only whoever chooses by numbers is told.
fn without_numbers(hint: &str) -> String {
    let mut parts = hint.split(" (`");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once("`)").map_or(part, |(_, rest)| rest))
}

/// Whoever sits at a seat, and a referee who looks through that seat's eyes, are told the same.
#[test]
fn a_table_and_the_workbench_say_the_same() {
    let game = "examples/nim.rules";
    let seats = ["--seed", "3", "--seat", "1=human", "--seat", "2=random"];
    for line in [
        "look small",
        "score",
        "rules take",
        "where",
        "log",
        "why take small, 9",
        "hint",
        "history",
        "branches",
        "bookmark the start",
        "bookmark",
        "save test \"t\"",
        "help rules",
    ] {
        let (_, at_bench) =
            scripted(game, &["--seed", "3"], format!("as Ana\n{line}\nas referee\n").as_bytes());
        let (_, answer) = at_bench.split_once(&format!("Ana> {line}\n")).unwrap();
        let (answer, _) = answer.split_once("Ana> as referee").unwrap();
        let script = format!("{line}\nquit\nyes\n");
        let (_, mut at_table) = scripted_at("play", game, &seats, script.as_bytes());
        if line == "hint" {
            assert!(at_table.contains("1. take middle 2 (`2 2`): wins"), "{at_table}");
            at_table = without_numbers(&at_table);
        }
        assert!(!answer.is_empty() && !answer.contains("error"), "{line}:\n{answer}");
        assert!(at_table.contains(answer), "{line}:\n{answer}\nis not in\n{at_table}");
    }
}

#[test]
fn the_documentation_lists_every_command() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/repl.md");
    let text = std::fs::read_to_string(path).unwrap();
    for group in commands::GROUPS {
        assert!(text.contains(&format!("### {}\n", group.title)), "{}", group.title);
        for command in group.commands {
            let forms = commands::forms(command, Role::Referee);
            let forms: Vec<String> =
                forms.map(|f| format!("`{}`", f.replace('|', "\\|"))).collect();
            let does = commands::does(command, Role::Referee);
            let row = format!("| {} | {does} |", forms.join("<br>"));
            assert!(text.contains(&row), "docs/repl.md should have the row\n{row}");
        }
    }
}

/// The point and the position, as the workbench itself tells them.
const LOOK: &str = "where\nlook referee\npoints 3\nmoves\n";

#[test]
fn a_mistake_is_said_at_its_place_and_changes_nothing() {
    let game = "examples/market_day.rules";
    let (_, before) = scripted(game, &["--seed", "3"], LOOK.as_bytes());
    for (line, said) in [
        ("lok", "E1010"),
        (":look_at", "E1010"),
        ("look Bem", "did you mean `Ben`?"),
        ("look Ana Ben", "E1011"),
        ("look [sheep 1]", "`history [sheep 1]` tells a card's way"),
        ("print", "E1011"),
        ("print Ana.wod", "did you mean `wood`?"),
        ("print 1 / 0", "R0302"),
        ("print round.n", "error"),
        ("print heist", "E0401"),
        ("watch Ana.", "E0101"),
        ("unwatch 9", "E1015"),
        ("send", "E1012"),
        ("send nowhere", "E1012"),
        ("send bakery", "you have too little grain"),
        ("Ana does send forest", "E1013"),
        ("Zoe does send forest", "E1015"),
        ("bots x", "E1011"),
        ("bots until", "E1011"),
        ("bots until Ana.wood", "E0414"),
        ("step by step", "E1011"),
        ("rule", "E1014"),
        ("go", "E1014"),
        ("break at noon", "E1011"),
        ("break on phase \"tea\"", "there are \"helpers\""),
        ("break when Ana.wood", "E0414"),
        ("unbreak 3", "E1015"),
        ("why 7", "E1003"),
        ("history 0", "E1011"),
        ("history Ana.wod", "E0402"),
        ("diff noon", "E1015"),
        ("given Ana.wood is 100", "R0303"),
        ("given Ana.wood is", "E0101"),
        ("given Ana.wod is 3", "E0402"),
        ("do Ana.wood -= 7", "R0303"),
        ("do choose { send }", "E1001"),
        ("do say \"x\"", "E1005"),
        ("do end round", "E1001"),
        ("expect Ana.wood is 3", "but it is 0"),
        ("undo", "E1014"),
        ("undo x", "E1011"),
        ("redo", "E1014"),
        ("back", "E1011"),
        ("back turn", "E1014"),
        ("back until Ana.wood is 9", "E1014"),
        ("bookmark 3", "E1011"),
        ("goto 99", "E1015"),
        ("goto branch 9", "E1015"),
        ("load nowhere.journal", "E1016"),
        ("save /nowhere/x.journal", "E1016"),
        ("quit now", "E1011"),
        ("print (1 +\n)", "E0101"),
    ] {
        let (status, with) = scripted(game, &["--seed", "3"], format!("{line}\n{LOOK}").as_bytes());
        assert_eq!(status, 1, "{line}:\n{with}");
        assert!(with.contains(said), "{line} does not say {said}:\n{with}");
        assert!(with.contains("help: "), "{line} has no help:\n{with}");
        assert!(
            with.contains("<repl>:1:") || with.contains("market_day.rules:"),
            "{line} has no place:\n{with}"
        );
        let end = |text: &str| text[text.find("> where").unwrap()..].to_string();
        assert_eq!(end(&before), end(&with), "{line} changed something");
    }
}

#[test]
fn any_bytes_may_be_typed() {
    let mut draws = BotSource::new(7);
    let pieces: &[&[u8]] = &[
        b"print ",
        b"given ",
        b"why ",
        b"do ",
        b"send ",
        b"forest",
        b"Ana",
        b".",
        b"wood",
        b" is ",
        b"{",
        b"}",
        b"(",
        b")",
        b"[",
        b"]",
        b"\"",
        b"\\",
        b"\x1b[2J",
        b"\xff\xfe",
        b"\0",
        b"\xe2\x80\xae",
        b"\n",
        b"99999999999999999999",
        b"$",
        b"break on ",
        b"bots until ",
        b"undo ",
        b"trace ",
        b"rule ",
        b"goto ",
        b"step ",
        b"each ",
        b"\t",
        b"//",
        b"history ",
        b"those c in ",
        b"count(",
        b"1..",
        b"chance gives ",
        b"look ",
        b"bookmark ",
        b":",
        b"?",
        b"all pass",
        b" does ",
        b"\r",
    ];
    for _ in 0..40 {
        let mut script = Vec::new();
        for _ in 0..120 {
            script.extend_from_slice(pieces[draws.below(pieces.len() as u64) as usize]);
            if draws.below(5) == 0 {
                script.push(b'\n');
            }
            if draws.below(9) == 0 {
                script.push(draws.below(256) as u8);
            }
        }
        let (status, said) = scripted("examples/market_day.rules", &["--seed", "3"], &script);
        assert!(status <= 1, "{said}");
        let harmful = said.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(harmful, None, "{said}");
        assert!(!said.contains('\u{202e}'));
    }
}

#[test]
fn whole_sessions_read_well() {
    for (name, game, script) in [
        ("market_day", "examples/market_day.rules", include_str!("../../workbench/market_day.txt")),
        ("go_fish", "examples/go_fish.rules", include_str!("../../workbench/go_fish.txt")),
        ("banditos", "games/banditos_schacht.rules", include_str!("../../workbench/banditos.txt")),
    ] {
        let (status, said) = scripted(game, &["--seed", "3"], script.as_bytes());
        let (again, same) = scripted(game, &["--seed", "3"], script.as_bytes());
        assert_eq!((status, &said), (again, &same), "the same script says the same");
        insta::assert_snapshot!(name, format!("{said}exit status {status}\n"));
    }
}

#[test]
fn a_seat_sees_no_more_than_its_view() {
    let script = "look Ana\nlook Ben\nlook spectator\nlook referee\n";
    let (status, said) = scripted("examples/go_fish.rules", &["--seed", "3"], script.as_bytes());
    assert_eq!(status, 0, "{said}");
    let parts: Vec<&str> = said.split("> look").collect();
    let hand =
        |seat: &str| parts.iter().filter(|p| p.contains("Your hand") && p.contains(seat)).count();
    assert!(hand("Ana (you)") == 1 && hand("Ben (you)") == 1, "{said}");
    let spectator = parts.iter().find(|p| p.starts_with(" spectator")).unwrap();
    assert!(!spectator.contains("hearts"), "{spectator}");
    let referee = parts.iter().find(|p| p.starts_with(" referee")).unwrap();
    assert!(
        referee.contains("as referee: everything is open") && referee.contains("hearts"),
        "{referee}"
    );
}

/// Something that happens while a session runs.
type Deed<'a> = Box<dyn FnOnce() + 'a>;

/// Hands out lines one by one; before some of them something happens.
struct Acting<'a> {
    lines: Vec<(String, Option<Deed<'a>>)>,
    at: usize,
    used: usize,
}

impl std::io::Read for Acting<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let bytes = std::io::BufRead::fill_buf(self)?;
        let n = bytes.len().min(buffer.len());
        buffer[..n].copy_from_slice(&bytes[..n]);
        std::io::BufRead::consume(self, n);
        Ok(n)
    }
}

impl std::io::BufRead for Acting<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        if let Some((line, action)) = self.lines.get_mut(self.at) {
            if let Some(action) = action.take() {
                action();
            }
            return Ok(&line.as_bytes()[self.used..]);
        }
        Ok(&[])
    }
    fn consume(&mut self, n: usize) {
        self.used += n;
        if self.lines.get(self.at).is_some_and(|(line, _)| self.used >= line.len()) {
            (self.at, self.used) = (self.at + 1, 0);
        }
    }
}

#[test]
fn rules_are_changed_in_the_middle_of_a_session() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let at = |name: &str| folder.path().join(name);
    let text = std::fs::read_to_string(root.join("market_day.rules")).unwrap();
    std::fs::write(at("market_day.rules"), &text).unwrap();
    std::fs::copy(root.join("market_day_places.csv"), at("market_day_places.csv")).unwrap();
    let journal = at("evening.journal").display().to_string();
    let broken = || {
        std::fs::write(at("market_day.rules"), text.replace("place.guest = me", "place.guess = me"))
            .unwrap()
    };
    let harder = || {
        std::fs::write(at("market_day.rules"), text.replace("coins: Coins", "coins: Coins = $7"))
            .unwrap()
    };
    let line = |text: &str| (format!("{text}\n"), None);
    let mut lines = vec![line("send forest"), line("given Ana.wood is 5"), line("break on coins")];
    // The borrow of the texts ends with the script.
    let (broken, harder): (Deed<'_>, Deed<'_>) = (Box::new(broken), Box::new(harder));
    lines.push(("reload now\n".into(), Some(broken)));
    lines.push(line("where"));
    lines.push(("reload\n".into(), Some(harder)));
    for text in [
        "reload now",
        "break",
        "unbreak 1",
        "print Ana.coins",
        "do Ana.coins += $1",
        "send sawmill",
        "why Ana.coins",
        "undo 3",
        "replay",
    ] {
        lines.push(line(text));
    }
    let mut reader = Acting { lines, at: 0, used: 0 };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::new(Look::plain(), &mut reader, &mut out, &mut err);
    let path = at("market_day.rules").display().to_string();
    let all =
        ["houserules", "repl", &path, "--seed", "3", "--journal", &journal].map(OsString::from);
    let status = run(all, &mut console);
    drop(reader);
    let said = String::from_utf8(out).unwrap();
    assert_eq!(status, 1, "the broken rules count as a failure:\n{said}");
    for part in [
        "`guess`",
        "the game goes on under those it has",
        "The rules have changed:",
        "  1  on coins\n",
        "since point 5: Ana chose `send sawmill`",
        "steps come out the same",
    ] {
        assert!(said.contains(part), "`{part}` is missing:\n{said}");
    }
    std::fs::write(at("market_day.rules"), &text).unwrap();
    let mut script = b"points\nlook\n".as_slice();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::new(Look::plain(), &mut script, &mut out, &mut err);
    let all = ["houserules", "repl", &path, "--journal", &journal].map(OsString::from);
    let status = run(all, &mut console);
    let (out, err) = (String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap());
    assert_eq!(status, 0, "{out}{err}");
    let mut none = b"".as_slice();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::new(Look::plain(), &mut none, &mut out, &mut err);
    let status = run(["houserules", "replay", &journal].map(OsString::from), &mut console);
    let (out, err) = (String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap());
    assert_eq!(status, 0, "{out}{err}");
}

#[test]
fn breaks_watches_and_forced_chance_outlive_a_change_of_rules() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let at = |name: &str| folder.path().join(name);
    let text = std::fs::read_to_string(root.join("market_day.rules")).unwrap();
    std::fs::write(at("market_day.rules"), &text).unwrap();
    std::fs::copy(root.join("market_day_places.csv"), at("market_day_places.csv")).unwrap();
    let without = text.replace("  grain: 0..99\n", "  corn: 0..99\n").replace("p.grain", "p.corn");
    let without = without.replace("me.grain", "me.corn").replace("Ben.grain", "Ben.corn");
    let renamed: Deed<'_> = Box::new(|| std::fs::write(at("market_day.rules"), &without).unwrap());
    let back: Deed<'_> = Box::new(|| std::fs::write(at("market_day.rules"), &text).unwrap());
    let line = |text: &str| (format!("{text}\n"), None);
    let mut lines: Vec<(String, Option<Deed<'_>>)> =
        ["break on wood", "break when Ana.grain > 90", "watch Ana.grain", "watch Ana.wood"]
            .map(line)
            .into();
    lines.push(("reload now\n".into(), Some(renamed)));
    lines.extend(["break", "watch", "unbreak 1", "send forest"].map(line));
    lines.push(("reload now\n".into(), Some(back)));
    lines.extend(["break", "watch"].map(line));
    let mut reader = Acting { lines, at: 0, used: 0 };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::new(Look::plain(), &mut reader, &mut out, &mut err);
    let path = at("market_day.rules").display().to_string();
    run(["houserules", "repl", &path, "--seed", "3"].map(OsString::from), &mut console);
    drop(reader);
    let said = String::from_utf8(out).unwrap();
    let mut rest = said.as_str();
    for part in [
        "is now called `Player.corn`",
        "break 2 does not fit these rules, and rests: when Ana.grain > 90",
        "[1] Ana.grain: 0 → nothing (",
        "  1  on wood\n  2  when Ana.grain > 90 (does not fit these rules)\n",
        "[2] Ana.wood: 0",
        "break 2 stops again: when Ana.grain > 90",
        "  2  when Ana.grain > 90\n",
    ] {
        let found = rest.find(part).unwrap_or_else(|| panic!("`{part}` is missing:\n{said}"));
        rest = &rest[found + part.len()..];
    }
}

#[test]
fn sessions_are_kept_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("evening.journal").display().to_string();
    let script = format!(
        "send forest\ngiven Ana.wood is 5\nbots 3\nundo 2\nbookmark here_it_was\nsave \
         {journal}\nbots 2\nlook\nlog\n"
    );
    let game = "examples/market_day.rules";
    let (status, first) = scripted(game, &["--seed", "3"], script.as_bytes());
    assert_eq!(status, 0, "{first}");
    let (status, loaded) =
        scripted(game, &["--seed", "3"], format!("load {journal}\nlook\nlog\n").as_bytes());
    assert_eq!(status, 0, "{loaded}");
    let (status, opened) = scripted(game, &["--journal", &journal], b"look\nlog\nbookmark\n");
    assert_eq!(status, 0, "{opened}");
    let end = |text: &str| {
        text.split("> look\n").last().unwrap().split("\nAna> bookmark").next().unwrap().to_string()
    };
    let table =
        |text: &str| end(text).lines().filter(|l| !l.contains("> ")).collect::<Vec<_>>().join("\n");
    assert_eq!(table(&first), table(&loaded));
    assert_eq!(table(&first), table(&opened));
    assert!(opened.contains("here_it_was"));
    if std::fs::metadata(&journal).is_err() {
        panic!("nothing was written");
    }
}

/// No card leaves a game that runs, and no line takes what the line before it has laid.
#[test]
fn laying_loses_no_card() {
    let script = "given Ana.hand is [hearts 3]\ngiven Ana.hand is [hearts 3], the rest in pond\n\
                  given Ben.hand is [hearts 3], the rest in pond\n\
                  expect count(pond) + count(laid) + sum(count(p.hand) for p in players) is 52\n";
    let (_, said) = scripted("examples/go_fish.rules", &["--seed", "3"], script.as_bytes());
    assert!(said.contains("would leave the game"), "{said}");
    assert!(said.contains("which was given before"), "{said}");
    assert!(said.contains("It holds.") || !said.contains("expected `count(pond)"), "{said}");
}
