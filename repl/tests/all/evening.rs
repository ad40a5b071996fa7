//! An evening is never lost: journals open under the rules they hold, nothing at the table ends the
//! game, and no file is overwritten that the program did not write.

#![expect(clippy::unwrap_used, reason = "a test may stop where it stands")]

use crate::buffers::{Done, call, fed, read};
use houserules_table::journal::{self, Written};
use std::fs;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// A folder with a game of two people, each of whom takes turns at naming numbers.
struct Evening(tempfile::TempDir);

const RULES: &str = "/// Name numbers until somebody is rich.\ngame \"Numbers\"\nplayers 2\nuse \
tally\n\n\
    enum Kind from \"kinds.csv\" { Name: Text }\n\n\
    each Player has { points: 0..99 }\n\n\
    play {\n  ends when any p in players has p.points >= 20 { end game won by players with most points }\n  \
    turn me in players onwards { choose { name or rest } }\n}\n\n\
    action name(n in 1..5) { gains(me, n) }\naction rest {}\n\n\
    to gains(p: Player, n: Number) { p.points += n }\n";

const MODULE: &str = "module tally\n\ndefine twice(n: Number) -> Number = n * 2\n";

impl Evening {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("game")).unwrap();
        fs::write(folder.path().join("game/tally.rules"), MODULE).unwrap();
        fs::write(folder.path().join("game/kinds.csv"), "Name\nred\nblue\n").unwrap();
        fs::write(folder.path().join("game/numbers.rules"), RULES).unwrap();
        Self(folder)
    }

    fn at(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn game(&self) -> String {
        self.at("game/numbers.rules")
    }

    fn edit(&self, from: &str, to: &str) {
        let text = fs::read_to_string(self.game()).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(self.game(), text.replace(from, to)).unwrap();
    }

    /// Plays with two people at the screen.
    fn play(&self, more: &[&str], typed: &str) -> Done {
        let (game, journal) = (self.game(), self.at("j"));
        let own = ["play", &game, "--seat", "1=human", "--seat", "2=human", "--journal", &journal];
        fed(&own.iter().chain(more).copied().collect::<Vec<_>>(), typed)
    }
}

impl Done {
    /// What was said, in one line of words: independent of where lines were broken.
    fn words(&self) -> String {
        self.out.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn says(&self, words: &str) -> &Self {
        assert!(self.words().contains(words), "{words}: {}{}", self.out, self.err);
        self
    }

    fn says_not(&self, words: &str) -> &Self {
        assert!(!self.words().contains(words), "{words}: {}{}", self.out, self.err);
        self
    }

    fn wrong(&self, words: &str) -> &Self {
        let err =
            self.err.replace(['│', '×'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(self.status != 0 && err.contains(words), "{words}: {}{}", self.out, self.err);
        self
    }
}

/// Lines of input between which something happens to the files.
struct Typed<F: FnMut(usize)> {
    lines: Vec<&'static str>,
    next: usize,
    rest: Vec<u8>,
    between: F,
}

impl<F: FnMut(usize)> Typed<F> {
    fn new(lines: &[&'static str], between: F) -> BufReader<Self> {
        BufReader::with_capacity(
            64,
            Self { lines: lines.to_vec(), next: 0, rest: Vec::new(), between },
        )
    }
}

impl<F: FnMut(usize)> Read for Typed<F> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            let Some(line) = self.lines.get(self.next) else { return Ok(0) };
            (self.between)(self.next);
            self.next += 1;
            self.rest = format!("{line}\n").into_bytes();
        }
        let n = self.rest.len().min(to.len());
        (&self.rest[..n]).read_exact(&mut to[..n])?;
        self.rest.drain(..n);
        Ok(n)
    }
}

fn entries(path: &Path) -> journal::Journal {
    journal::read(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn a_journal_opens_under_the_rules_it_holds() {
    let evening = Evening::new();
    let first = evening.play(&[], "name 3\nname 4\nquit\n");
    assert_eq!(first.status, 0, "{}{}", first.out, first.err);
    let header = entries(&evening.path("j")).header;
    let names: Vec<&str> =
        header.texts.iter().map(|(name, _)| name.rsplit('/').next().unwrap()).collect();
    assert_eq!(names, ["numbers.rules", "tally.rules", "kinds.csv"]);

    evening.edit("p.points += n", "p.points += 2 * n");
    let second = evening.play(&[], "name 5\nquit\n");
    second
        .says("Going on after 2 steps")
        .says("are others now: the game goes on under those it was kept under");
    second.says("points: +5");
    evening.edit("points: 0..99", "points: 0..9 of");
    evening.play(&[], "name 1\nquit\n").says("do not compile now").says("points: +1");
    fs::remove_dir_all(evening.path("game")).unwrap();
    let third = evening.play(&[], "name 2\nquit\n");
    third.says("no such file").says("points: +2");
    assert_eq!(third.status, 0, "{}", third.err);
    let journal = evening.at("j");
    let again = call(&["replay", &journal]);
    again.says("5 of 5 steps came out the same");
    call(&["replay", &journal, "--until", "1"]).says("1 of 1 steps came out the same");
    let bench = fed(&["repl", &evening.game(), "--journal", &journal], "print Ana.points\n");
    bench.says("print Ana.points 10");
}

#[test]
fn a_broken_test_is_no_broken_game() {
    let evening = Evening::new();
    evening.edit(
        "action rest {}",
        "action rest {}\n\ntest \"x\" with Ana, Ben {\n  expect Ana.points is 0\n}",
    );
    evening.play(&[], "name 3\nquit\n");
    evening.edit("expect Ana.points is 0", "expect Ana.pints is 0");
    let on = evening.play(&[], "name 1\nquit\n");
    on.says("points: +1").says_not("do not compile now").says_not("taken out");
    evening.edit("p.points += n", "p.points += 2 * n");
    let on = evening.play(&[], "name 1\nquit\n");
    on.says("are others now").says_not("do not compile now").says_not("taken out");
    let on = evening.play(&["--rules", "today"], "name 1\nquit\n");
    on.says("The game goes on under the new rules.").says("points: +2").says_not("taken out");
}

#[test]
fn rules_of_today_are_brought_in_if_asked() {
    let evening = Evening::new();
    evening.play(&[], "name 3\nname 4\nquit\n");
    evening.edit("p.points += n", "p.points += 2 * n");
    let on = evening.play(&["--rules", "today"], "name 2\nquit\n");
    on.says("The game goes on under the new rules.").says("points: +4, now 7");
    // From now on those are its rules; the old ones are kept with it, too.
    fs::remove_dir_all(evening.path("game")).unwrap();
    evening.play(&[], "name 1\nquit\n").says("points: +2, now 6");
    let kept = entries(&evening.path("j"));
    assert!(kept.entries.iter().any(|e| matches!(e.what, Written::Rules(_))));
    call(&["replay", &evening.at("j"), "--until", "2"]).says("2 of 2 steps came out the same");
}

/// A game with an option, played for one step with it as it is anyway, and then changed.
fn optional(more: &[&str]) -> Evening {
    let evening = Evening::new();
    evening.edit("each Player", "option gain: 1..9 = 2\n\neach Player");
    evening.edit("p.points += n", "p.points += gain * n");
    let first = evening.play(more, "name 3\nquit\n");
    first.says("options: gain 2").says("points: +6");
    evening.edit("1..9 = 2", "1..9 = 5");
    evening
}

#[test]
fn an_option_that_was_set_stays_under_other_rules() {
    let evening = optional(&["--option", "gain=2"]);
    let on = evening.play(&["--rules", "today"], "name 2\nquit\n");
    on.says("options: gain 2").says("points: +4");
    evening.play(&[], "name 1\nquit\n").says("options: gain 2").says("points: +2");
    call(&["replay", &evening.at("j")]).says("5 of 5 steps came out the same");
    assert_eq!(entries(&evening.path("j")).header.set, Some(vec!["gain".to_string()]));

    let evening = optional(&["--option", "gain=2"]);
    evening.play(&[], "reload replay\nyes\nname 1\nquit\n").says("points: +2");
}

#[test]
fn an_option_that_nobody_set_follows_the_rules_and_is_said_as_it_is() {
    let evening = optional(&[]);
    let on = evening.play(&["--rules", "today"], "name 2\nquit\n");
    on.says("options: gain 5").says("points: +10");
    evening.play(&[], "name 1\nquit\n").says("options: gain 5").says("points: +5");
    call(&["replay", &evening.at("j")]).says("came out the same");
}

#[test]
fn a_journal_that_does_not_say_what_was_set_goes_by_what_differs() {
    for (more, then) in [(None, "gain 5"), (Some("gain=3"), "gain 3")] {
        let evening = Evening::new();
        evening.edit("each Player", "option gain: 1..9 = 2\n\neach Player");
        let option = more.map(|value| ["--option", value]);
        evening.play(option.as_ref().map_or(&[], |o| o), "name 3\nquit\n");
        let whole = entries(&evening.path("j"));
        let mut bytes = Vec::new();
        journal::write_header(&mut bytes, &journal::Header { set: None, ..whole.header }).unwrap();
        whole.entries.iter().for_each(|e| journal::write_entry(&mut bytes, e).unwrap());
        fs::write(evening.path("j"), &bytes).unwrap();
        evening.edit("1..9 = 2", "1..9 = 5");
        evening.play(&["--rules", "today"], "name 2\nquit\n").says(&format!("options: {then}"));
    }
}

#[test]
fn without_files_the_rules_of_today_are_those_it_has() {
    let evening = Evening::new();
    evening.play(&[], "name 3\nquit\n");
    fs::remove_dir_all(evening.path("game")).unwrap();
    let on = evening.play(&["--rules", "today"], "name 2\nquit\n");
    on.says("no such file; the game goes on under the rules it has.").says("points: +2");
}

#[test]
fn journals_of_older_formats_open_and_get_what_they_lack() {
    let evening = Evening::new();
    evening.play(&[], "name 3\nname 4\nquit\n");
    let whole = entries(&evening.path("j"));
    let mut bytes = Vec::new();
    let header = journal::Header { houserules_journal: 2, texts: Vec::new(), ..whole.header };
    journal::write_header(&mut bytes, &header).unwrap();
    whole.entries.iter().for_each(|e| journal::write_entry(&mut bytes, e).unwrap());
    fs::write(evening.path("j"), &bytes).unwrap();
    evening.edit("p.points += n", "p.points += 2 * n");
    evening.play(&[], "").wrong("kept under other rules");
    evening.edit("p.points += 2 * n", "p.points += n");
    assert_eq!(evening.play(&[], "name 5\nquit\n").status, 0);
    fs::remove_dir_all(evening.path("game")).unwrap();
    let on = evening.play(&[], "name 1\nquit\n");
    assert_eq!(on.status, 0, "{}", on.err);
    on.says("points: +1, now 5");
    call(&["replay", &evening.at("j"), "--until", "1"]).says("came out the same");
}

#[test]
fn a_journal_without_a_whole_first_line_is_refused_as_it_is() {
    let evening = Evening::new();
    evening.play(&[], "name 3\nquit\n");
    let whole = fs::read(evening.path("j")).unwrap();
    let header = whole.iter().position(|b| *b == b'\n').unwrap();
    for end in [1, 10, 22, 300, header - 1] {
        fs::write(evening.path("j"), &whole[..end]).unwrap();
        for more in [&[][..], &["--rules", "today"]] {
            let refused = evening.play(more, "name 1\nquit\n");
            refused.wrong("there is no whole header");
            assert_ne!(refused.status, 0);
        }
        assert_eq!(fs::read(evening.path("j")).unwrap(), &whole[..end], "{end}");
    }
    assert!(!evening.path("j.damaged").exists());
    fs::write(evening.path("j"), "").unwrap();
    evening.play(&[], "name 1\nquit\n").says("points: +1");
    // Only the line break is missing.
    fs::write(evening.path("j"), &whole[..header]).unwrap();
    evening.play(&[], "name 1\nquit\n").says("Going on after 0 steps").says("points: +1");
}

#[test]
fn a_journal_of_another_game_is_refused() {
    let evening = Evening::new();
    evening.play(&[], "name 3\nquit\n");
    let other = evening.path("other.rules");
    fs::write(&other, RULES.replace("Numbers", "Letters").replace("use tally\n", "")).unwrap();
    fs::copy(evening.path("game/kinds.csv"), evening.path("kinds.csv")).unwrap();
    let journal = evening.at("j");
    let before = fs::read(&journal).unwrap();
    let done = call(&["play", &other.display().to_string(), "--journal", &journal]);
    done.wrong("is of another game: Numbers").wrong("name another journal for a new game");
    assert_eq!(fs::read(&journal).unwrap(), before);
    // The same game under another name is the same game.
    fs::copy(evening.path("game/tally.rules"), evening.path("tally.rules")).unwrap();
    fs::write(&other, RULES).unwrap();
    assert_eq!(call(&["play", &other.display().to_string(), "--journal", &journal]).status, 0);
}

#[test]
fn a_journal_that_goes_away_is_written_anew() {
    let evening = Evening::new();
    let (journal, game) = (evening.at("j"), evening.game());
    let own = ["play", &game, "--seat", "1=human", "--seat", "2=human", "--journal", &journal];
    let path = evening.path("j");
    let mut gone = Typed::new(&["name 3", "name 4", "name 5", "quit"], |n| {
        if n == 2 {
            fs::remove_file(&path).unwrap();
        }
    });
    let done = read(&own, &mut gone);
    done.says("was gone, and has been written anew").says("The game is kept.");
    assert_eq!(entries(&path).entries.len(), 3);
    // Something else stands in its place: it stays as it is.
    let mut replaced = Typed::new(&["name 1", "quit"], |n| {
        if n == 1 {
            fs::rename(&path, evening.path("moved")).unwrap();
            fs::write(&path, "notes").unwrap();
        }
    });
    let done = read(&own, &mut replaced);
    done.says("the game is kept in").says("The game is kept.").says("j.2");
    assert_eq!(fs::read(&path).unwrap(), b"notes");
    assert_eq!(entries(&evening.path("j.2")).entries.len(), 4);
}

#[cfg(target_os = "linux")]
#[test]
fn a_journal_that_cannot_be_written_stops_no_game() {
    let evening = Evening::new();
    let (journal, game) = (evening.at("deep/j"), evening.game());
    fs::create_dir(evening.path("deep")).unwrap();
    let own = ["play", &game, "--seat", "1=human", "--seat", "2=human", "--journal", &journal];
    let deep = evening.path("deep");
    let mut gone = Typed::new(&["name 3", "name 4", "name 5", "quit", "no", "quit", "yes"], |n| {
        if n == 1 {
            fs::remove_dir_all(&deep).unwrap();
        }
    });
    let done = read(&own, &mut gone);
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    done.says("there is no such folder").says("The game goes on").says("points: +5");
    done.says("The game is not kept");
    assert!(!done.out.contains("The game is kept."), "{}", done.out);
}

#[test]
fn nothing_that_is_typed_ends_the_game() {
    let evening = Evening::new();
    let (nowhere, notes) = (evening.at("no/x.rules"), evening.at("notes.txt"));
    fs::write(&notes, "mine").unwrap();
    let typed = format!(
        "name 3\nsave test {nowhere} \"a\"\nsave test {notes} \"a\"\ndraw {notes}\ndraw \
         no/x.svg\nsave test {} \"b\"\n\
         name 4\nquit\n",
        evening.game()
    );
    let done = evening.play(&[], &typed);
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    done.says("no such folder")
        .says("does not end in `.rules`")
        .says("Ben's points: +4")
        .says("The game is kept.");
    assert_eq!(fs::read(&notes).unwrap(), b"mine");
    assert!(!evening.path("no").exists());
    assert!(fs::read_to_string(evening.game()).unwrap().contains("test \"b\""));
    assert_eq!(call(&["test", &evening.game()]).status, 0);
}

#[test]
fn a_test_is_saved_only_where_it_runs() {
    let evening = Evening::new();
    fs::create_dir_all(evening.path("far/off/from/here")).unwrap();
    let (far, near) = (evening.at("far/off/from/here/x.rules"), evening.at("game/evening.rules"));
    let typed = format!(
        "name 3\nsave test {far} \"a\"\nsave test {near} \"a\"\nsave test {near} \"b\"\nquit\n"
    );
    let done = evening.play(&[], &typed);
    done.says("The test would not run in").says("is not found from there");
    assert!(!Path::new(&far).exists());
    let text = fs::read_to_string(&near).unwrap();
    assert!(text.starts_with("variant \"evening\" over numbers\n\ntest \"a\""), "{text}");
    let tested = call(&["test", &near]);
    assert_eq!(tested.status, 0, "{}{}", tested.out, tested.err);
    tested.says("2 passed");
    let bench = fed(
        &["repl", &evening.game()],
        &format!("name 3\nsave test \"c\" {far}\nsave test \"c\" {near}\n"),
    );
    bench.says("the test would not run in");
    assert_eq!(call(&["test", &near]).status, 0);
    // Rules that have changed since do not take a test that fails under them.
    evening.edit("p.points += n", "p.points += 2 * n");
    evening.play(&[], &format!("save test {near} \"d\"\nquit\n")).says("The test would not run in");
    assert!(!fs::read_to_string(&near).unwrap().contains("\"d\""));
}

#[test]
fn what_others_wrote_is_not_overwritten() {
    let evening = Evening::new();
    let (game, out) = (evening.game(), evening.at("numbers.md"));
    fs::write(&out, "my notes").unwrap();
    call(&["doc", &game, "-o", &out]).wrong("is there already").wrong("--force");
    assert_eq!(fs::read(&out).unwrap(), b"my notes");
    assert_eq!(call(&["doc", &game, "-o", &out, "--force"]).status, 0);
    assert_eq!(call(&["doc", &game, "-o", &out]).status, 0);
    let board = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../games/bandido_alcatraz.rules")
        .display()
        .to_string();
    let (kept, svg) = (evening.at("ttt"), evening.at("t.svg"));
    fed(&["play", &board, "--seed", "1", "--journal", &kept], "1\nquit\n");
    call(&["draw", &kept, "-o", &kept]).wrong("does not end in `.svg`");
    fs::write(&svg, "<svg/>").unwrap();
    call(&["draw", &kept, "-o", &svg]).wrong("is there already").wrong("--force");
    fed(&["play", &board, "--seed", "1"], &format!("draw {svg}\nquit\n")).says("is there already");
    assert_eq!(fs::read(&svg).unwrap(), b"<svg/>");
    assert_eq!(call(&["draw", &kept, "-o", &svg, "--force"]).status, 0);
    assert_eq!(call(&["draw", &kept, "-o", &svg]).status, 0);
    fed(&["play", &board, "--seed", "1"], &format!("draw {svg}\nquit\n")).says("Drawn to");
    fed(&["repl", &board], &format!("save {svg}\n")).says("is there already");
}

#[test]
fn after_a_fault_mended_rules_come_in() {
    let evening = Evening::new();
    evening.edit("points: 0..99", "points: 0..4");
    evening.edit(">= 20", ">= 4 and count(players) is 0");
    let (journal, game) = (evening.at("j"), evening.game());
    let own = ["play", &game, "--seat", "1=human", "--seat", "2=human", "--journal", &journal];
    let lines = ["name 3", "name 4", "name 5", "reload", "reload now", "yes", "name 5", "quit"];
    let mut typed = Typed::new(&lines, |n| {
        if n == 3 {
            evening.edit("points: 0..4", "points: 0..99");
        }
    });
    let done = read(&own, &mut typed);
    done.says("error[R0303]").says("before the choice that could not be carried out");
    done.says("The game goes on under the new rules.")
        .says("points: +5, now 8")
        .says("The game is kept.");
    call(&["replay", &journal]).says("came out the same");
    let on = evening.play(&[], "quit\n");
    assert_eq!(on.status, 0, "{}", on.err);
}

#[test]
fn what_chance_was_told_to_give_is_given() {
    let pig =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/pig.rules").display().to_string();
    let bench = |typed: &str| fed(&["repl", &pig, "--seed", "3"], typed);
    let traced = bench(
        "chance gives 4\ntrace throw\ngo\nprint turn.gathered\nhistory turn.gathered\nhistory \
         Ana.points\n",
    );
    traced
        .says("by lot: 4")
        .says("point 1: the turn's gathered: 0 becomes 4")
        .says("Nothing has changed it so far.");
    // A choice that does not ask chance leaves it for the next that does.
    let bots = bench(
        "chance gives 5\nthrow\nchance gives 6\nhold\nbots\nprint turn.gathered\nwhy \
         turn.gathered\n",
    );
    bots.says("Ana's points: +5")
        .says("Ben throws the die by lot: 6")
        .says("by ")
        .says("pig.rules:");
    // Breaks do not drop it, and lose nothing of what happened before them.
    let broken =
        bench("break when Ana.points > 0\nchance gives 5\nthrow\nprint turn.gathered\nbots 40\n");
    broken.says("by lot: 5").says("Ana's points: +").says("break 1: when Ana.points > 0");
    let all = bench("throw\nbreak on turn\nhold\nundo\nbots 3\n");
    assert!(all.status <= 1, "{}", all.err);
    let wrong = bench("chance gives 99\nbots 4\nbreak on turn\nchance gives 98\nbots 4\n");
    wrong.says("chance cannot give 99 here").says("chance cannot give 98 here");
    assert_eq!(wrong.status, 1);
}

/// What one line has laid stays where the next lays cards, in the game and when it is played again.
#[test]
fn what_was_laid_line_by_line_is_laid_again() {
    let evening = Evening::new();
    let (rules, journal) = (evening.at("laid.rules"), evening.at("laid"));
    let text = r#"game "Laid"
players 2
card Chit { value: 1..4 }
deck pack of Chit { 4 each of (1..4) }
each Player has { hand: set of Chit }
the table has { box: pile of Chit }
setup { shuffle pack  for each p in players { move top 3 of pack to p.hand } }
play { ends when count(box) > 40 { end game lost }  turn me in players onwards { choose { lay or pass } } }
action lay(c in me.hand) { move c to box }
"#;
    fs::write(&rules, text).unwrap();
    let given = "given Ana.hand is [Chit 4], [Chit 2], [Chit 3], the rest in box
given Ben.hand is [Chit 1], [Chit 1], [Chit 2], the rest in box
expect count(Ana.hand) is 3
Ana does lay [Chit 2]
quit
";
    for seed in ["1", "2", "3"] {
        let journal = format!("{journal}{seed}");
        fed(&["repl", &rules, "--seed", seed, "--journal", &journal], given).says("It holds.");
        call(&["replay", &journal]).says("came out the same").says("the game goes on");
    }
}

#[test]
fn a_break_keeps_what_happened_before_it() {
    let pig =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/pig.rules").display().to_string();
    let plain = fed(&["repl", &pig, "--seed", "3"], "bots 12\n");
    let moves = |done: &Done| done.out.matches("throws the die").count();
    let broken =
        fed(&["repl", &pig, "--seed", "3"], "break when Ana.points + Ben.points > 8\nbots 12\n");
    assert!(broken.out.contains("  break 1: "), "{}", broken.out);
    assert!(moves(&broken) > 1 && moves(&broken) <= moves(&plain), "{}", broken.out);
}

#[test]
fn a_stranger_s_texts_are_measured() {
    let evening = Evening::new();
    evening.play(&[], "name 3\nquit\n");
    let kept = entries(&evening.path("j"));
    let texts = |texts: Vec<(String, String)>| {
        let mut bytes = Vec::new();
        journal::write_header(&mut bytes, &journal::Header { texts, ..kept.header.clone() })
            .unwrap();
        kept.entries.iter().for_each(|e| journal::write_entry(&mut bytes, e).unwrap());
        fs::write(evening.path("j"), &bytes).unwrap();
        call(&["replay", &evening.at("j")])
    };
    let game = kept.header.texts[0].clone();
    for (strange, status) in [
        (vec![("../../../../etc/passwd".to_string(), RULES.to_string())], 1),
        (vec![(game.0.clone(), "(".repeat(2 << 20))], 0),
        (vec![(game.0.clone(), format!("play {{ {} }}", "if (".repeat(50_000)))], 1),
        ((0..5000).map(|n| (format!("{n}.rules"), RULES.to_string())).collect(), 0),
        (vec![("\u{1b}[2J\u{202e}".to_string(), "game \"\u{1b}[2J\"".to_string())], 1),
    ] {
        let done = texts(strange);
        assert_eq!(done.status, status, "{}{}", done.out, done.err);
        let clean =
            |text: &str| text.chars().all(|c| c == '\n' || !(c.is_control() || c == '\u{202e}'));
        assert!(clean(&done.out) && clean(&done.err), "{}{}", done.out, done.err);
    }
    assert_eq!(fs::read_dir(evening.0.path()).unwrap().count(), 2);
    let mut file = fs::OpenOptions::new().append(true).open(evening.path("j")).unwrap();
    file.write_all(b"x").unwrap();
}
