//! A table of several people: what would tell somebody more than the rules do, happens when all
//! agree, and leaves a trace.

#![expect(clippy::unwrap_used, reason = "a test may stop where it stands")]

use houserules::run;
use houserules::show::console::{Console, Look};
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Read};

/// Two people with hands and gold that the other does not see.
const RULES: &str = r#"game "Hidden"
players 2
card Chit { value: 1..9 }
deck pack of Chit { each of (1..9) }
each Player has {
  hand: set of Chit, seen by owner
  gold: 0..20 = 5, seen by owner
  points: Number
}
the table has { heap: pile of Chit }
setup {
  shuffle pack
  for each p in players { move top 2 of pack to p.hand }
}
play {
  ends when count(heap) is 4 { end game won by players with most points }
  round n in 1..9 { turn me in players { choose { lay or rest } } }
}
action lay(c in me.hand) as "lays a card" { move c to heap  me.points += 1 }
action rest as "rests" { me.gold += 1 }
"#;

struct Table(tempfile::TempDir);

impl Table {
    fn new(rules: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("hidden.rules"), rules).unwrap();
        Self(folder)
    }

    fn at(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn edit(&self, from: &str, to: &str) {
        let text = fs::read_to_string(self.at("hidden.rules")).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(self.at("hidden.rules"), text.replace(from, to)).unwrap();
    }

    /// Plays with so many people; before a line with that number something happens to the files.
    fn play(&self, people: usize, lines: &[&str], between: impl FnMut(usize)) -> String {
        let mut reader = Typed::of(lines, between);
        self.called(people, Look::plain(), &mut reader)
    }

    fn called(&self, people: usize, look: Look, reader: &mut dyn BufRead) -> String {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut console = Console::new(look, reader, &mut out, &mut err);
        let (game, journal) = (self.at("hidden.rules"), self.at("j"));
        let mut arguments =
            vec!["houserules", "play", &game, "--players", "2", "--journal", &journal];
        arguments.extend(["--seat", "1=human", "--seat", "2=human"].iter().take(2 * people));
        run(arguments.into_iter().map(OsString::from), &mut console);
        String::from_utf8(out).unwrap() + &String::from_utf8(err).unwrap()
    }
}

/// Lines of input between which something happens.
struct Typed<F> {
    lines: Vec<String>,
    next: usize,
    rest: Vec<u8>,
    between: F,
}

impl<F: FnMut(usize)> Typed<F> {
    fn of(lines: &[&str], between: F) -> BufReader<Self> {
        let lines = lines.iter().map(|line| format!("{line}\n")).collect();
        BufReader::with_capacity(64, Self { lines, next: 0, rest: Vec::new(), between })
    }
}

impl<F: FnMut(usize)> Read for Typed<F> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            let Some(line) = self.lines.get(self.next) else { return Ok(0) };
            (self.between)(self.next);
            self.next += 1;
            self.rest = line.clone().into_bytes();
        }
        let n = self.rest.len().min(to.len());
        (&self.rest[..n]).read_exact(&mut to[..n])?;
        self.rest.drain(..n);
        Ok(n)
    }
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the last table that was shown has a player's hand open.
fn is_open(told: &str, of: &str) -> bool {
    let row =
        told.lines().rfind(|line| line.trim_start().starts_with(&format!("{of}   "))).unwrap();
    row.contains("Chit")
}

const OPEN: (&str, &str) = ("hand: set of Chit, seen by owner", "hand: set of Chit");

#[test]
fn rules_come_in_when_all_who_sit_at_the_table_agree() {
    for answer in ["no", "yes"] {
        let table = Table::new(RULES);
        let lines = ["reload now", answer, "quit"];
        let told = table.play(2, &lines, |n| {
            if n == 0 {
                table.edit(OPEN.0, OPEN.1)
            }
        });
        let said = words(&told);
        assert!(said.contains("Ana asks all who sit here."), "{told}");
        assert!(said.contains("From then on everybody sees `Player.hand`."), "{told}");
        assert!(
            said.contains("Ben, do you agree?") && !said.contains("Ana, do you agree?"),
            "{told}"
        );
        let agreed = answer == "yes";
        assert_eq!(said.contains("The game goes on under the new rules."), agreed, "{told}");
        assert_eq!(said.contains("Ben does not agree: all stays as it is."), !agreed, "{told}");
        // Ana's screen follows.
        let (_, after) = told.rsplit_once("Hand the screen to Ana.").unwrap();
        assert_eq!(is_open(after, "Ben"), agreed, "{after}");
        assert_eq!(after.contains("the rules have changed"), agreed, "{after}");
    }
}

#[test]
fn who_agrees_that_cards_leave_the_game_reads_that_it_shows_where_they_lay() {
    let table = Table::new(RULES);
    let told = table.play(2, &["reload now", "yes", "quit"], |n| {
        if n == 0 {
            table.edit("each of (1..9)", "each of (1..7)")
        }
    });
    let said = "From then on everybody sees where the 2 cards lay that leave the game.";
    assert!(words(&told).contains(said), "{told}");
}

#[test]
fn who_sits_alone_is_not_asked() {
    let table = Table::new(RULES);
    let told = table.play(1, &["reload now", "quit"], |n| {
        if n == 0 {
            table.edit(OPEN.0, OPEN.1)
        }
    });
    assert!(told.contains("The game goes on under the new rules."), "{told}");
    assert!(!told.contains("agree"), "{told}");
}

#[test]
fn that_rules_had_changed_stays_to_be_read() {
    let table = Table::new(RULES);
    let lines =
        ["rest", "reload now", "yes", "undo", "log", "rest", "undo", "rest", "history", "quit"];
    let told = table.play(2, &lines, |n| {
        if n == 1 {
            table.edit(OPEN.0, OPEN.1)
        }
    });
    let said = words(&told);
    assert!(said.contains("2 steps are taken back (other rules had come in)"), "{told}");
    assert!(said.contains("(something had become known to Ana)"), "{told}");
    assert!(said.contains("(something had become known to Ben)"), "{told}");
    assert!(said.contains("2 Other rules (now) (on a line that was left)"), "{told}");
}

#[test]
fn rules_that_were_saved_since_are_not_those_that_all_agreed_to() {
    let harmless = ("as \"rests\"", "as \"takes a rest\"");
    let table = Table::new(RULES);
    let lines = ["reload next round", "yes", "rest", "reload", "rest", "log", "quit"];
    let told = table.play(2, &lines, |n| match n {
        0 => table.edit(harmless.0, harmless.1),
        2 => table.edit(OPEN.0, OPEN.1),
        _ => {}
    });
    let said = words(&told);
    assert!(said.contains("The new rules come in before the next round."), "{told}");
    assert!(said.contains("are not those that all agreed to"), "{told}");
    let (_, after) = told.rsplit_once("Hand the screen to Ana.").unwrap();
    assert!(!is_open(after, "Ben"), "{after}");
    // While they are asked.
    let table = Table::new(RULES);
    let told = table.play(2, &["reload now", "yes", "no", "quit"], |n| match n {
        0 => table.edit(harmless.0, harmless.1),
        1 => table.edit(OPEN.0, OPEN.1),
        _ => {}
    });
    assert!(words(&told).contains("Ana does not agree"), "{told}");
    assert_eq!(told.matches("do you agree?").count(), 2, "{told}");
}

/// Both lay all their chits.
const TO_THE_END: [&str; 4] = ["1", "1", "1", "1"];

/// The chit that is laid is not chosen.
fn laying_any() -> String {
    let chosen = "action lay(c in me.hand) as \"lays a card\" { move c to heap";
    assert!(RULES.contains(chosen));
    RULES.replace(chosen, "action lay as \"lays a card\" { move first c in me.hand to heap")
}

#[test]
fn a_game_whose_seed_was_said_goes_on_when_all_agree() {
    let table = Table::new(&laying_any());
    // As long as nobody was told anything, it is an end like any other.
    let told = table.play(2, &[&TO_THE_END[..], &["undo", "1"]].concat(), |_| {});
    assert!(told.contains("--seed") && !told.contains("agree"), "{told}");
    for way in ["undo", "back 1", "branch 1"] {
        let told = table.play(2, &[way, "yes", "no", "log", "history"], |_| {});
        let said = words(&told);
        assert!(said.contains("Its seed was said. From it every hand can be found out"), "{told}");
        assert!(said.contains("Ben does not agree"), "{told}");
        assert!(!said.contains("Hand the screen"), "{told}");
    }
    let told = table.play(2, &["undo 2", "yes", "yes", "log", "quit"], |_| {});
    assert!(
        words(&told).contains("(what was hidden had been laid open: from here on it may be known)"),
        "{told}"
    );
    // That stands in the journal.
    let told = table.play(2, &["log", "quit"], |_| {});
    assert!(
        words(&told).contains("(what was hidden had been laid open: from here on it may be known)"),
        "{told}"
    );
    // A test says the seed, too.
    let table = Table::new(&laying_any());
    let save = format!("save test {} \"t\"", table.at("t.rules"));
    let told = table.play(2, &[&TO_THE_END[..], &[&save, "undo", "no"]].concat(), |_| {});
    assert!(
        words(&told).contains("Ana does not agree") || words(&told).contains("Ben does not agree"),
        "{told}"
    );
    // Whoever sits alone is not asked.
    let told = table.play(1, &["undo 2", "quit"], |_| {});
    assert!(!told.contains("agree"), "{told}");
}

#[test]
fn a_fault_leaves_no_hand_on_the_screen() {
    let table = Table::new(&RULES.replace("{ me.gold += 1 }", "{ me.gold += 17 }"));
    for typed in
        [&["rest"][..], &["rest", "table", "log", "history"], &["rest", "undo", "rest", "quit"]]
    {
        let mut reader = Typed::of(typed, |_| {});
        let look = Look { shown: true, ..Look::plain() };
        let told = table.called(2, look, &mut reader);
        let (before, last) = told.rsplit_once("\x1b[3J").unwrap();
        assert!(
            before.contains("Your hand: Chit")
                && last.contains("error: a rule could not be carried out"),
            "{told}"
        );
        assert!(!last.contains("Chit") && last.contains("The game is kept."), "{last}");
        fs::remove_file(table.at("j")).unwrap();
    }
}

#[test]
fn all_are_told_what_was_answered_before_they_are_asked() {
    let table = Table::new(RULES);
    let lines = ["reload new cards on top", "reload now", "no", "quit"];
    let told = table.play(2, &lines, |n| {
        if n == 0 {
            table.edit("{ each of (1..9) }", "{ each of (1..9) 2 of [9] }")
        }
    });
    let (_, asked) =
        told.split_once("Ana asks all who sit here.").unwrap_or_else(|| panic!("{told}"));
    assert!(words(asked).contains("with `reload new cards on top`"), "{told}");
}

#[test]
fn under_other_rules_a_seat_does_not_pass_at_another_question() {
    let second = "turn me in players { choose { add or pass } asking \"Second?\" }";
    let first = second.replace("Second", "First");
    let rules = format!(
        "game \"Windows\"\nplayers 2\nthe table has {{ n: Number }}\nplay {{\n  round r in 1..9 \
         {{\n    {second}\n  }}\n  end game lost\n}}\naction add {{ n += 1 }}\n"
    );
    let table = Table::new(&rules);
    let lines = ["auto here", "reload now", "yes", "pass", "quit"];
    let told = table.play(2, &lines, |n| {
        if n == 1 {
            table.edit(second, &format!("{first}\n    {second}"))
        }
    });
    assert!(told.contains("The game goes on under the new rules."), "{told}");
    let (before, _) = told.split_once("First?\n").unwrap_or_else(|| panic!("{told}"));
    assert!(
        before.rfind("Hand the screen to Ana.") > before.rfind("Hand the screen to Ben."),
        "{told}"
    );
}

const IN_SECRET: &str = "game \"In secret\"
players 2
card Token { n: 0..7 }
deck bag of Token { each of (0..7) }
each Player has { hand: set of Token, seen by owner  points: Number }
the table has { heap: pile of Token, seen by nobody }
setup {
  for each p in players { move top 4 of bag to p.hand }
}
play {
  round n in 1..5 {
    choose c in me.hand by each players asking \"Card\"
    for each p in players { move p.c to heap  p.points += 1 }
  }
  end game won by players with most points
}
";

/// Whether new rules fit does not depend on what somebody has answered in secret.
#[test]
fn what_was_answered_in_secret_does_not_decide_whether_new_rules_fit() {
    let told = ["1", "3"].map(|answer| {
        let table = Table::new(IN_SECRET);
        let told = table.play(2, &[answer, "reload now", "yes", "quit"], |n| {
            if n == 1 {
                table.edit("each of (0..7)", "each of (0..2)  each of (4..7)");
            }
        });
        words(&told)
    });
    assert!(told[0].contains("The game goes on under the new rules."), "{}", told[0]);
    assert!(told[0].contains("what has been answered is dropped"), "{}", told[0]);
    let after = |told: &str| {
        let (_, after) = told.rsplit_once("asks all who sit here").unwrap();
        after.split("> quit").next().unwrap().to_string()
    };
    assert_eq!(after(&told[0]), after(&told[1]));
}

const BOXES: &str = "game \"Boxes\"
players 2
card Apple { value: 1..2 }
card Pear { value: 1..2 }
card Fruit is Apple or Pear
deck apples of Apple { 3 each of (1..2) }
deck pears of Pear { 3 each of (1..2) }
each Player has { hand: set of Fruit, seen by owner  box: set of Fruit, seen by owner }
setup {
  for each p in players { move top 2 of apples to p.hand  move top 2 of pears to p.hand }
}
play {
  round n in 1..5 { turn me in players { choose { mark or wait } } }
  end game lost
}
action mark(c in me.hand) as \"marks a card\" { move c to me.box }
action wait as \"waits\" { }
";

/// What is put away in secret while rules wait does not decide whether they come in.
#[test]
fn what_lies_hidden_when_rules_come_in_does_not_decide_whether_they_do() {
    let told = ["Apple", "Pear"].map(|kind| {
        let table = Table::new(BOXES);
        let mark = format!("mark [{kind} 1]");
        let lines = ["reload next round", "yes", "wait", &mark, "quit"];
        let told = table.play(2, &lines, |n| {
            if n == 0 {
                table.edit("box: set of Fruit", "box: set of Apple");
                table.edit("mark(c in", "mark(c: Apple in");
            }
        });
        let (_, after) = told.rsplit_once("The new rules").unwrap();
        let (said, hers) = after.split_once("Hand the screen to Ana.").unwrap();
        let hers = hers.split("> quit").next().unwrap();
        // What Ben reads of his own card is no part of it.
        let said = said.split("What happened").next().unwrap();
        words(&format!("{said} {hers}")).replace(&words(&table.at("hidden.rules")), "")
    });
    assert!(told[0].contains("could not come in"), "{}", told[0]);
    assert_eq!(told[0], told[1]);
}

/// The workbench speaks of new rules to whoever it is shown as.
#[test]
fn behind_a_seats_eyes_new_rules_are_told_of_as_to_that_seat() {
    let told = ["Apple", "Pear"].map(|kind| {
        let table = Table::new(BOXES);
        let mark = format!("mark [{kind} 1]");
        let lines = ["wait", &mark, "reload next turn", "as Ana", "wait", "log 2", "quit"];
        let mut reader = Typed::of(&lines, |n| {
            if n == 2 {
                table.edit("box: set of Fruit", "box: set of Apple");
                table.edit("mark(c in", "mark(c: Apple in");
            }
        });
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut console = Console::new(Look::plain(), &mut reader, &mut out, &mut err);
        let game = table.at("hidden.rules");
        run(["houserules", "repl", &game, "--seed", "7"].map(OsString::from), &mut console);
        let all = String::from_utf8(out).unwrap() + &String::from_utf8(err).unwrap();
        words(all.split_once("From now on").unwrap().1).replace(&words(&game), "")
    });
    assert!(told[0].contains("The new rules"), "{}", told[0]);
    assert_eq!(told[0], told[1]);
}
