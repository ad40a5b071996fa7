//! What somebody who has never played at this table, nor made a game for it, runs into first.
#![expect(clippy::unwrap_used, reason = "a test that cannot write its files has failed")]

use houserules::show::console::{Console, Look};
use std::ffi::OsString;
use std::fs;
use tempfile::TempDir;

const RULES: &str = r#"
game "Bazaar"
players 2
unit Coins "$"
enum Suit { red, blue }
enum Title { Pepper, Pearl }
card Stall { title: Title, cost: Coins, income: Coins }
card Note { told: 0..7 }
card Card { suit: Suit, rank: 1..10 }
deck stalls of Stall { 1 each of (Pepper, $2, $1) 1 each of (Pearl, $4, $0) }
deck paper of Note { 2 each of (0..3) }
deck stock of Card { each of (Suit, 1..10) }
each Player has {
  cash: Coins = $5
  hand: set of Card, seen by owner
  notes: set of Note, seen by owner
  promise: slot of Note, seen by owner
  mine: set of Stall
}
the table has { market: row of Stall }
setup {
  move stalls to market
  for each p in players {
    for each n in 0..3 { move first c in paper where c.told is n to p.notes }
    for each n in 1..2 { move first c in stock where c.suit is red to p.hand }
    move first c in stock where c.suit is blue to p.hand
  }
}
play {
  round "night" n in 1..2 {
    choose call in me.notes by each players asking "How many?"
    for each p in players { move p.call to p.promise }
    round "trick" t in 1..2 {
      turn me in players { choose { lay otherwise pass } }
      turn me in players { choose { buy or pass } }
    }
    for each p in players { move p.promise to p.notes }
  }
  end game won by players with most cash
}
action lay(c in me.hand) needs c.suit is red else "red only" { move c to stock }
action buy(s in market) needs me.cash >= s.cost else "you cannot afford it" { me.cash -= s.cost  move s to me.mine }
"#;

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("bazaar")).unwrap();
        fs::write(folder.path().join("bazaar/bazaar.rules"), RULES).unwrap();
        Self(folder)
    }

    fn at(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// The exit status and all that is said.
    fn call(&self, arguments: &[&str], typed: &str) -> (u8, String) {
        let arguments = ["houserules"].iter().chain(arguments).map(OsString::from);
        let (mut input, mut out, mut err) = (typed.as_bytes(), Vec::new(), Vec::new());
        let wide = Look { width: 200, ..Look::plain() };
        let status = houserules::run(arguments, &mut Console::new(wide, &mut input, &mut out, &mut err));
        (status, String::from_utf8(out).unwrap() + &String::from_utf8(err).unwrap())
    }

    fn play(&self, typed: &str) -> String {
        let typed = format!("{typed}quit\nyes\n");
        let game = self.at("bazaar");
        self.call(&["play", &game, "--seed", "1", "--seat", "2=random", "--name", "1=Ana"], &typed).1
    }

    fn repl(&self, typed: &str) -> String {
        let game = self.at("bazaar");
        self.call(&["repl", &game, "--seed", "1", "--name", "1=Ana", "--name", "2=Ben"], typed).1
    }
}

fn has(text: &str, wanted: &[&str]) {
    for words in wanted {
        assert!(text.contains(words), "no `{words}` in:\n{text}");
    }
}

#[test]
fn what_has_only_a_number_is_called_by_it() {
    let told = Folder::new().play("2\nlog\n");
    has(&told, &["  0  Note 0", "  3  Note 3", "call (0, 1, 2, 3) > 2"]);
    has(&told, &["Ana chooses Note 2, which goes to Ana's promise (How many?)"]);
    let told = Folder::new().play("4\n");
    has(&told, &["There is no 4 in the list."]);
}

#[test]
fn why_lists_what_may_not_be_played() {
    let told = Folder::new().play("2\nwhy\nwhy blue 1\nwhy [blue 1]\nwhy lay blue 1\nwhy 99\n");
    has(&told, &["Not possible now:\n  lay blue 1", ": red only: blue 1's suit is blue; it must be red ("]);
    assert!(told.matches("Red only: ").count() == 3, "{told}");
    // What may be bought is said with what may not.
    let told = Folder::new()
        .repl("Ana chooses [0]\nBen chooses [0]\ngiven Ana.cash is $3\nlay [red 1]\nlay [red 3]\nmoves\n");
    has(&told, &["buy Pearl", "you cannot afford it"]);
}

#[test]
fn cards_on_offer_say_what_is_printed_on_them() {
    let told = Folder::new().play("table\n");
    has(&told, &["market   Pepper: cost $2, income $1\n", "Pearl: cost $4, income $0\n"]);
}

#[test]
fn stages_have_titles_and_the_outermost_rounds_are_counted() {
    let folder = Folder::new();
    has(&folder.play("2\nlog\n"), &["night 1 of 2 › trick 1 of 2 › Ana's turn", "\n  trick 1\n"]);
    let game = folder.at("bazaar");
    let (status, told) = folder.call(&["sim", &game, "-n", "5", "--seed", "1"], "");
    assert_eq!(status, 0, "{told}");
    has(&told, &["rounds: 2.0 on average"]);
}

#[test]
fn passing_for_somebody_is_said_of_what_is_to_come() {
    let told = Folder::new().play("2\nlay red 1\nbuy\nauto here\nback\nauto\n");
    has(&told, &["You are in the middle of a choice: say `back` first."]);
    has(&told, &["From now on you pass wherever passing is all you can do"]);
}

#[test]
fn what_is_not_printed_is_said_to_stand_in_the_table() {
    let told = Folder::new().play("look cash\nlook nonsense\n");
    has(&told, &["`cash` is nothing that is printed: `table` shows it."]);
    has(
        &told,
        &["Nothing is called `nonsense`. Say a name that is printed, or a part of it: `look Pepper`."],
    );
}

#[test]
fn the_workbench_knows_what_is_meant() {
    let told = Folder::new().repl("table\nAna.cash\nset x\n3\nas Ana\nAna chooses [1]\nwhere\n");
    has(
        &told,
        &["there is no command `table`", "here it is written `look`", "`print Ana.cash` shows a value"],
    );
    has(&told, &["here it is written `given …`", "write `Ana chooses …`"]);
    has(&told, &["(as Ana) Ana|Ben> ", "(as Ana) Ben> "]);
}

#[test]
fn a_folder_stands_for_its_game() {
    let folder = Folder::new();
    let game = folder.at("bazaar");
    for command in ["check", "doc", "test"] {
        let (status, told) = folder.call(&[command, &game], "");
        assert_eq!(status, 0, "{command}: {told}");
    }
    assert_eq!(folder.call(&["fmt", "--check", &game], "").0, 1);
    let (status, told) = folder.call(&["check", &folder.at("bazar")], "");
    assert_eq!(status, 2);
    has(&told, &["there is no such file", "did you mean `", "bazaar`?"]);
    fs::write(folder.at("bazaar/other.rules"), RULES).unwrap();
    let (status, told) = folder.call(&["play", &game], "");
    assert_eq!(status, 2);
    has(&told, &["has 2 games", "other.rules"]);
}
