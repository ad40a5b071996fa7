//! Two worlds that differ in what somebody hides look the same to everybody else, whatever is
//! typed: each command of the workbench through the eyes of others, each command of `play` at
//! another's seat.
#![expect(clippy::unwrap_used, reason = "a test may stop where it stands")]

use houserules::run;
use houserules::show::console::{Console, Look};
use houserules::terminal::commands;
use std::ffi::OsString;
use std::path::Path;

/// Ben hides a hand, gold, and which of his moves are possible.
const RULES: &str = r#"game "Hidden"
players 2 to 3
card Chit { value: 1..9 }
deck pack of Chit { each of (1..9) }
each Player has {
  hand: set of Chit, seen by owner
  gold: 0..20 = 5, seen by owner
  points: Number
}
the table has { heap: pile of Chit, rounds: Number }
setup { shuffle pack }
play {
  ends when rounds is 20 { end game won by players with most points }
  round {
    rounds += 1
    turn me in players { choose { lay or boast or bid } }
  }
}
action lay(c in me.hand) as "lays a card" { move c to heap me.points += 1 }
action boast as "boasts"
  needs me.gold > 6 else "you need gold for that"
{ me.points += 1 }
action bid(n in 0..me.gold) as "bids" { me.points += 1 }
"#;

/// Runs the program in a folder; its name is left out of what is said.
fn said(folder: &Path, arguments: &[&str], script: &str) -> String {
    let mut reader = script.as_bytes();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::new(Look::plain(), &mut reader, &mut out, &mut err);
    let inside = |word: &&str| match word.strip_prefix('@') {
        Some(file) => folder.join(file).into_os_string(),
        None => OsString::from(word),
    };
    let all = ["houserules"].iter().chain(arguments).map(inside).collect::<Vec<_>>();
    run(all, &mut console);
    let text = String::from_utf8(out).unwrap() + &String::from_utf8(err).unwrap();
    text.replace(&folder.display().to_string(), "FOLDER")
}

/// A folder in which the game lies, and what a referee types so that Ben hides this.
struct World {
    folder: tempfile::TempDir,
    lays: String,
}

impl World {
    fn new([card, gold]: [&str; 2]) -> Self {
        Self::of(RULES, &[("Ben.hand", card), ("Ben.gold", gold)])
    }

    fn of(rules: &str, hidden: &[(&str, &str)]) -> Self {
        let folder = tempfile::Builder::new().prefix("world").rand_bytes(6).tempdir().unwrap();
        std::fs::write(folder.path().join("hidden.rules"), rules).unwrap();
        let hands = [("Ana.hand", "[5]"), ("Cleo.hand", "[9]")];
        let lays: String = hands
            .iter()
            .chain(hidden)
            .map(|(place, what)| format!("given {place} is {what}\n"))
            .collect();
        let told = said(folder.path(), &ARGUMENTS, &lays);
        assert!(!told.contains("error"), "{told}");
        Self { lays: lays + "bookmark begun\n", folder }
    }
}

const WORLDS: [[&str; 2]; 2] = [["[1]", "9"], ["[2]", "3"]];

/// For each command lines with which it is tried.
const WORKBENCH: &[(&str, &[&str])] = &[
    (
        "look",
        &[
            "look",
            "look Ana",
            "look Ben",
            "look spectator",
            "look referee",
            "look gold",
            "look hand",
            "look Ben's hand",
        ],
    ),
    ("table", &["table"]),
    ("score", &["score"]),
    ("rules", &["rules", "rules lay"]),
    ("as", &["as"]),
    ("where", &["where"]),
    ("log", &["log", "log 3"]),
    ("moves", &["moves", "moves Ben", "moves Ana", "moves Cleo", "moves all"]),
    ("print", &["print Ben.gold", "print Ben.hand", "print count(players)"]),
    ("names", &["names"]),
    ("watch", &["watch Ben.gold", "watch"]),
    ("unwatch", &["unwatch 1"]),
    (
        "play",
        &[
            "play boast",
            "boast",
            "Ben does boast",
            "Ben does lay [1]",
            "lay [1]",
            "bid 7",
            "all pass",
            "Ben cannot boast",
        ],
    ),
    ("bots", &["bots until Ben.gold > 5", "bots 0"]),
    ("step", &["step nowhere"]),
    ("trace", &["trace boast", "trace Ben does lay [1]"]),
    ("rule", &["rule", "rule out"]),
    ("go", &["go"]),
    ("drop", &["drop"]),
    ("break", &["break when Ben.gold > 5", "break"]),
    ("unbreak", &["unbreak 1"]),
    (
        "why",
        &[
            "why",
            "why 1",
            "why Ben",
            "why boast",
            "why Ben does boast",
            "why Ben.gold",
            "why [1]",
            "why lay [1]",
            "why bid 7",
        ],
    ),
    ("history", &["history", "points 2", "history all", "history Ben.hand", "history [1]"]),
    ("diff", &["diff 0", "diff 0 here"]),
    ("given", &["given Ben.gold is 4", "given Ben.hand is [1]"]),
    ("do", &["do Ben.gold += 15"]),
    ("expect", &["expect Ben.gold is 9"]),
    ("chance", &["chance gives 1", "chance"]),
    ("undo", &["undo", "redo", "undo 9", "redo 9"]),
    ("redo", &["redo"]),
    (
        "back",
        &[
            "back turn",
            "redo 9",
            "back until Ben.gold is 5",
            "back",
            "goto 0",
            "back begun",
            "goto branch 1",
            "back nowhere",
        ],
    ),
    ("branch", &["branch 1", "branch 9"]),
    ("draw", &["draw @x.svg"]),
    ("auto", &["auto"]),
    ("pace", &["pace 2"]),
    ("bookmark", &["bookmark x", "bookmark"]),
    ("branches", &["branches"]),
    ("hint", &["hint", "hint Ana", "hint Ben"]),
    ("save", &["save @x.journal", "save test \"t\"", "save test \"t\" @x.rules"]),
    ("load", &["load @kept.journal"]),
    ("reload", &["reload", "reload now"]),
    ("replay", &["replay"]),
    ("help", &["help", "help look"]),
    ("quit", &["quit x"]),
];

#[test]
fn through_others_eyes_the_workbench_tells_no_secrets() {
    for command in commands::all() {
        assert!(
            WORKBENCH.iter().any(|(name, _)| *name == command.name()),
            "`{}` is not tried",
            command.name()
        );
    }
    let worlds = WORLDS.map(World::new);
    let before = "Ana does bid 1\nwatch Ben.gold\nbreak when Ben.gold > 90\n";
    for eyes in ["spectator", "Ana"] {
        for line in WORKBENCH.iter().flat_map(|(_, lines)| *lines) {
            let told = worlds.each_ref().map(|world| {
                let line = line.replace('@', &format!("{}/", world.folder.path().display()));
                let script =
                    format!("{}{before}as {eyes}\n:{line}\n{line}\nwhere\nlog\n", world.lays);
                let all = said(world.folder.path(), &ARGUMENTS, &script);
                let (_, seen) =
                    all.split_once(&format!("as {eyes}\n")).unwrap_or_else(|| panic!("{all}"));
                seen.to_string() + &saved(world.folder.path())
            });
            assert_eq!(told[0], told[1], "as {eyes}: `{line}`");
            assert!(told[0].contains("From now on"), "{}", told[0]);
        }
    }
}

/// What a command has written to files, which are taken away.
fn saved(folder: &Path) -> String {
    let file = |name: &&str| {
        let path = folder.join(name);
        let text = std::fs::read_to_string(&path).ok()?;
        std::fs::remove_file(path).unwrap();
        Some(text)
    };
    ["x.svg", "x.rules", "x.journal"].iter().filter_map(file).collect()
}

const ARGUMENTS: [&str; 6] = ["repl", "@hidden.rules", "--players", "3", "--seed", "3"];

/// What can be typed at a seat besides choices.
const TABLE: &[&str] = &[
    "?",
    "table",
    "moves",
    "moves all",
    "why",
    "why 1",
    "why 7",
    "why Ben",
    "score",
    "rules",
    "rules lay",
    "help lay",
    "log",
    "look",
    "look Ben",
    "look gold",
    "look hand",
    "look Ben's hand",
    "look 1",
    "look pack",
    "auto",
    "auto here",
    "auto off",
    "draw @x.svg",
    "why boast",
    "why lay 1",
    "why bid 7",
    "undo",
    "undo 2",
    "redo",
    "bookmark x",
    "back begun",
    "back 0",
    "back 1",
    "history",
    "history all",
    "branches",
    "branch 1",
    "save test @x.rules \"t\"",
    "save test @x.rules \"t\" from 1",
    "reload",
    "reload now",
    "boast",
    "lay 1",
    "lay 2",
    "bid 7",
    "nonsense",
    "quit",
    ":quit",
    ":nonsense",
    "save",
    "branch 9",
    "back nowhere",
    "1",
    "1 1",
];

#[test]
fn at_a_seat_no_command_tells_what_others_hide() {
    let worlds = WORLDS.map(World::new);
    for world in &worlds {
        let script = format!("{}save @kept.journal\n", world.lays);
        let script = script.replace('@', &format!("{}/", world.folder.path().display()));
        let said = said(world.folder.path(), &ARGUMENTS, &script);
        assert!(!said.contains("error"), "{said}");
    }
    // At Ana's seat, before Ben has chosen; at Cleo's, when he has.
    for (choices, seat) in [("", "Ana"), ("bid 1\nbid 2\n", "Cleo")] {
        for line in TABLE {
            let told = worlds.each_ref().map(|world| {
                let folder = world.folder.path();
                std::fs::copy(folder.join("kept.journal"), folder.join("now.journal")).unwrap();
                let line = line.replace('@', &format!("{}/", folder.display()));
                let script = format!("{choices}{line}\nquit\nyes\n");
                let seats = ["--seat", "1=human", "--seat", "2=human", "--seat", "3=human"];
                let call = ["play", "@hidden.rules", "--journal", "@now.journal"];
                let all = said(folder, &[&call[..], &seats[..]].concat(), &script);
                let files = saved(folder);
                let parts = all.split_once(&format!("Hand the screen to {seat}."));
                let (_, seen) = parts.unwrap_or_else(|| panic!("{all}"));
                // What Ben sees when it is his turn is his.
                let mine = |part: &&str| !part.starts_with("Ben.");
                seen.split("Hand the screen to ").filter(mine).collect::<String>() + &files
            });
            assert_eq!(told[0], told[1], "at {seat}'s seat: `{line}`");
        }
    }
}

/// Rules that Ana writes to find out what Ben hides, and how she brings them in; Ben agrees to
/// them.
const PROBES: &[(&[(&str, &str)], &str)] = &[
    (&[("gold: 0..20", "gold: 0..6")], "reload now"),
    (&[("gold: 0..20", "gold: 0..6")], "reload next round"),
    (&[("gold: 0..20", "gold: 0..6")], "reload fork"),
    (&[("gold: 0..20", "gold: 6..20"), ("= 5,", "= 6,")], "reload now"),
    (
        &[("role: Role", "role: Role2"), ("enum Role", "enum Role2"), ("wolf, fox", "wolf, bear")],
        "reload now",
    ),
    (&[("wolf, fox", "wolf, bear")], "reload now"),
    (&[("= wolf,", "= bear,"), ("wolf, fox", "fox, bear")], "reload now"),
    (&[("set of Chit", "set of Odd"), ("pile of Chit", "pile of Chit or Odd")], "reload now"),
    (&[("needs me.gold > 6", "needs me.gold > 8")], "reload now"),
];

#[test]
fn new_rules_do_not_tell_by_whether_they_fit_what_is_hidden() {
    let rules = RULES
        .replace("card Chit", "enum Role { wolf, fox }\ncard Odd { value: 1..9 }\ncard Chit")
        .replace("  points: Number\n", "  role: Role = wolf, seen by owner\n  points: Number\n");
    for (edits, way) in PROBES {
        let told = [["9", "wolf"], ["3", "fox"]].map(|[gold, role]| {
            let world = World::of(&rules, &[("Ben.gold", gold), ("Ben.role", role)]);
            let folder = world.folder.path();
            let kept = format!("{}save {}/now.journal\n", world.lays, folder.display());
            said(folder, &ARGUMENTS, &kept);
            let new = edits.iter().fold(rules.clone(), |text, (from, to)| {
                assert!(text.contains(from), "{from}");
                text.replace(from, to)
            });
            std::fs::write(folder.join("hidden.rules"), new).unwrap();
            let seats = ["--seat", "1=human", "--seat", "2=human"];
            let call = ["play", "@hidden.rules", "--journal", "@now.journal"];
            let all = said(
                folder,
                &[&call[..], &seats[..]].concat(),
                &format!("{way}\nyes\nlog\nquit\n"),
            );
            assert!(all.contains("Ana asks all who sit here.") || all.contains("error"), "{all}");
            all
        });
        assert_eq!(told[0], told[1], "{edits:?}: `{way}`");
    }
}

#[test]
fn a_game_that_is_played_again_does_not_tell_what_others_had_chosen() {
    let rules = RULES.replace(
        "turn me in players { choose { lay or boast or bid } }",
        "choose { hide } by each players",
    );
    let rules = rules.replace(
        "action lay(c",
        "action hide(n in 1..9) as \"hides a number\" { me.gold = n }\naction lay(c",
    );
    let told = ["3", "4"].map(|hidden| {
        let folder = tempfile::Builder::new().prefix("world").rand_bytes(6).tempdir().unwrap();
        std::fs::write(folder.path().join("hidden.rules"), &rules).unwrap();
        let stricter = rules.replace("action hide(n in 1..9)", "action hide(n in 1..2)");
        let journal = ["--journal", "@now.journal", "--seed", "3"];
        let seats = ["--seat", "1=human", "--seat", "2=human", "--seat", "3=human"];
        let call = |more: &[&str], typed: &str| {
            said(
                folder.path(),
                &[&["play", "@hidden.rules", "--players", "3"], more].concat(),
                typed,
            )
        };
        call(&[&seats[..], &journal[..]].concat(), &format!("1\n{hidden}\nquit\n"));
        std::fs::write(folder.path().join("hidden.rules"), stricter).unwrap();
        call(&[&seats[..], &journal[..2]].concat(), "reload replay\nyes\nyes\nquit\n")
    });
    assert!(told[0].contains("Ben's choice 2 no longer fits."), "{}", told[0]);
    assert_eq!(told[0], told[1]);
}

/// Games in which somebody is shown a card in secret, or cards go by lot.
const COPIES: &str = r#"game "Copies"
players 3
card Chit { value: 1..4 }
deck pack of Chit { 4 each of (1..4) }
each Player has {
  hand: set of Chit, seen by owner
  line: row of Chit, seen by nobody
  points: Number
  is_wolf: yes or no, seen by owner
}
the table has {
  heap: pile of Chit
  box: pile of Chit, seen by nobody
  bag: set of Chit, seen by nobody
}
setup {
  shuffle pack
  for each p in players { move top 4 of pack to p.hand  move top 1 of pack to p.line }
  choose w in players by chance
  for each p in players { p.is_wolf = p is w }
}
play {
  ends when count(heap) > 5 { end game won by players with most points }
  turn me in players onwards {
    choose { tell or ask }
    choose { lay or lay_first or put_two or show_two or mix }
    choose { ask or pass }
  }
}
action tell(c in me.hand) { show c to those p in players where p.is_wolf }
action ask(c in me.left.line) once per turn for c { me.points += 1 }
action mix(cs in 2 of me.left.line) { move cs to me.left.line }
action lay(c in me.hand) { move c to heap }
action lay_first(n in 1..4) needs any c in me.hand has c.value is n else "you have none" {
  openly move (first c in me.hand where c.value is n) to heap
}
action put_two(cs in 2 of me.hand) { move cs to bag }
action show_two(cs in 2 of me.hand) { show cs to me.left }
"#;

/// What is said behind the first `as` of a script, under these rules.
fn seen_behind_as(rules: &str, script: &str) -> String {
    let folder = tempfile::Builder::new().prefix("world").rand_bytes(6).tempdir().unwrap();
    std::fs::write(folder.path().join("hidden.rules"), rules).unwrap();
    let all =
        said(folder.path(), &["repl", "@hidden.rules", "--players", "3", "--seed", "7"], script);
    let (_, seen) = all.split_once("> as ").unwrap();
    assert!(!seen.contains("error"), "{seen}");
    seen.to_string()
}

/// Scripts in which only the wolf is another look the same behind the first `as`.
fn no_wolf_is_told(lays: &str, wolves: [&str; 2], script: &str) {
    let told = wolves.map(|wolf| {
        let roles = ["Ana", "Ben", "Cleo"]
            .map(|p| format!("given {p}.is_wolf is {}\n", if p == wolf { "yes" } else { "no" }));
        seen_behind_as(COPIES, &format!("{lays}{}{script}", roles.concat()))
    });
    assert_eq!(told[0], told[1], "{script}");
}

#[test]
fn who_was_shown_a_card_in_secret_is_told_by_no_copy() {
    let lays = "given Ana.hand is [Chit 4], [Chit 4], [Chit 1], the rest in box\n";
    for script in [
        "as Ana\ntell [Chit 4]\nmoves\nwhy lay [Chit 4]\nlay [Chit 4]\nlog\n",
        "as Ana\ntell [Chit 4]\nput_two ([Chit 4], [Chit 4])\nlog\n",
        "as Ana\ntell [Chit 4]\nlay_first 4\nlog\n",
    ] {
        no_wolf_is_told(lays, ["Ben", "Cleo"], script);
    }
}

#[test]
fn whether_cards_go_by_lot_tells_nobody_who_knows_them() {
    let lays = "given Ana.hand is [Chit 4], [Chit 3], [Chit 2], the rest in box\n";
    let script = "Ana does tell [Chit 2]\nas Ben\nas Ana\nput_two ([Chit 4], [Chit 2])\nas \
    Ben\nundo\nlog\n\
                  as Ana\nshow_two ([Chit 4], [Chit 2])\nas Ben\nlog\n";
    no_wolf_is_told(lays, ["Cleo", "Ana"], script);
}

#[test]
fn nobody_reads_from_limits_how_a_lot_fell() {
    let told = ["[Chit 1], [Chit 3], [Chit 4]", "[Chit 4], [Chit 1], [Chit 3]"].map(|line| {
        let script = format!(
            "given Ben.line is {line}, the rest in box\nas Ana\nask Ben.line.slot(1)\n\
             mix (Ben.line.slot(1), Ben.line.slot(2))\nmoves\n"
        );
        seen_behind_as(COPIES, &script)
    });
    assert_eq!(told[0], told[1]);
    assert!(
        told[0].contains("ask C  C: Ben.line.slot(1), Ben.line.slot(2), Ben.line.slot(3)"),
        "{}",
        told[0]
    );
}

#[test]
fn nobody_counts_by_a_replay_who_has_answered_in_a_race() {
    let rules = "game \"Race\"\nplayers 3\neach Player has { points: Number }\n\
        play { round n in 1..3 { choose { slap or pass } by race of players } end game lost }\n\
        action slap { me.points += 1 }\n";
    let eyes = "as Cleo\nreplay\nbranches\nlog\n";
    let answers = ["", "Ana does slap\n", "Ben passes\nAna does slap\n"];
    let told = answers.map(|answers| seen_behind_as(rules, &format!("{answers}{eyes}")));
    assert!(told[0].contains("All steps come out the same."), "{}", told[0]);
    assert_eq!(told[0], told[1]);
    assert_eq!(told[0], told[2]);
}

/// A race may open a turn; and whoever may not know who has answered counts it as one decision.
#[test]
fn nobody_counts_by_steps_who_has_answered_in_a_race() {
    let rules = "game \"Race\"\nplayers 3\neach Player has { points: Number }\n\
        play { ends when (any p in players has p.points is 5) { end game lost }\n\
        turn me in players onwards { choose { slap or pass } by race of players } }\n\
        action slap { me.points += 1 }\n";
    let began = "Ana does pass\nBen does slap\nCleo does pass\n";
    let told = |steps: &str| {
        ["", "Ben does pass\n", "Cleo does pass\nBen does pass\n"].map(|answers| {
            seen_behind_as(rules, &format!("{began}{answers}as Ana\npoints\n{steps}\npoints\n"))
        })
    };
    let back = told("back turn");
    assert_eq!(back[0], back[1]);
    assert_eq!(back[0], back[2]);
    // What others had chosen is told in the end, so it may differ; that the race is over may not.
    for steps in ["bots 1", "step"] {
        for seen in told(steps) {
            assert!(seen.contains("Cleo's turn"), "{steps}: {seen}");
        }
    }
}

/// What is thrown under a condition that Cleo cannot see moves no other throw.
#[test]
fn open_throws_do_not_hang_on_hidden_ones() {
    let rules = "game \"Fates\"\nplayers 3\ncard Chit { value: 1..6 }\n\
        deck pack of Chit { each of (1..6) }\n\
        each Player has { hand: set of Chit, seen by owner  fate: Number, seen by owner  \
        points: Number }\n\
        setup { for each p in players { move top 2 of pack to p.hand } }\n\
        play { turn me in players onwards { choose { keep or call or mix or throw } } }\n\
        to roll -> Number { choose n in 1..1000 by chance  give n }\n\
        action keep(c in me.hand) { if c.value is 2 { choose n in 1..6 by chance  me.fate = n } }\n\
        action call(c in me.hand) { if c.value is 2 { let n = roll()  me.fate = n } }\n\
        action mix(c in me.hand) { if c.value is 2 { shuffle me.hand } }\n\
        action throw { let n = roll()  me.points = n }\n";
    for did in ["keep", "call", "mix"] {
        let told = [[1, 1], [1, 2], [2, 1]].map(|[first, then]| {
            let script = format!(
                "Ana does {did} [Chit {first}]\nBen does throw\nundo 2\n\
                 Ana does {did} [Chit {then}]\nas Ben\nthrow\nlog\ntable\n"
            );
            seen_behind_as(rules, &script)
        });
        assert!(told[0].contains("by lot"), "{}", told[0]);
        assert_eq!(told[0], told[1], "{did}");
        assert_eq!(told[0], told[2], "{did}");
    }
}
