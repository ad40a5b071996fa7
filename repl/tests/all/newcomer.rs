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
        let status =
            houserules::run(arguments, &mut Console::new(wide, &mut input, &mut out, &mut err));
        (status, String::from_utf8(out).unwrap() + &String::from_utf8(err).unwrap())
    }

    fn play(&self, typed: &str) -> String {
        let typed = format!("{typed}quit\nyes\n");
        let game = self.at("bazaar");
        self.call(&["play", &game, "--seed", "1", "--seat", "2=random", "--name", "1=Ana"], &typed)
            .1
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
    has(&told, &["Ana chooses Note 2 (How many?), which goes to Ana's promise"]);
    let told = Folder::new().play("4\n");
    has(&told, &["There is no 4 in the list."]);
}

#[test]
fn why_lists_what_may_not_be_played() {
    let told = Folder::new().play("2\nwhy\nwhy blue 1\nwhy [blue 1]\nwhy lay blue 1\nwhy 99\n");
    has(
        &told,
        &["Not possible now:\n  lay blue 1", ": red only: blue 1's suit is blue; it must be red ("],
    );
    assert!(told.matches("Red only: ").count() == 3, "{told}");
    // What may be bought is said with what may not.
    let told = Folder::new().repl(
        "Ana chooses [0]\nBen chooses [0]\ngiven Ana.cash is $3\nlay [red 1]\nlay [red 3]\nmoves\n",
    );
    has(&told, &["buy Pearl", "you cannot afford it"]);
}

#[test]
fn cards_on_offer_say_what_is_printed_on_them() {
    let told = Folder::new().play("table\n");
    has(&told, &["market  Pepper: cost $2, income $1\n", "Pearl: cost $4, income $0\n"]);
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
fn what_is_not_printed_can_be_looked_at_too() {
    let told = Folder::new().play("look cash\nlook Ben\nlook nonsense\n");
    has(&told, &["Ana's cash  $5\nBen's cash  $5\n", "Ben\n  hand     3 cards\n"]);
    has(
        &told,
        &["Nothing that you see is called `nonsense`: say the name", "such as `look Pepper`."],
    );
}

#[test]
fn the_workbench_knows_what_is_meant() {
    let told = Folder::new().repl("table\nAna.cash\nset x\n3\nas Ana\nAna chooses [1]\nwhere\n");
    has(&told, &["(as referee: everything is open)", "`print Ana.cash` shows a value"]);
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

const REEF: &str = r#"
game "Reef"
players 2 to 4
unit Coins "$"
enum Reef 6 by 6
card Shell { worth: 1..3 }
card Role { bad: yes or no }
deck sea of Shell { 15 each of (1..3) }
deck roles of Role { 4 each of (no) 2 each of (yes) }
each Player has {
  diver: Reef
  shells: set of Shell
  secret: slot of Role, seen by owner
  hand: set of Shell, seen by owner
  coins: Coins = $4
}
each Reef has { shell: slot of Shell, seen by nobody }
the table has { shark: Reef  guide: Player }
setup {
  for each s in Reef { move top 1 of sea to s.shell }
  for each p in players { p.diver = Reef(1, 1) }
  shark = Reef(6, 6)
  choose lucky in players by chance
  guide = lucky
  shuffle roles
  for each p in players { move top 1 of roles to p.secret  move top 2 of sea to p.hand }
}
play {
  round n in 1..3 {
    choose vote in (yes, no) by each players asking "Shall we dive?"
    turn me in players { choose { swim or dive or pass } }
  }
  end game won by players with most coins
}
/// Swims to a square that touches yours with a side.
action swim(s in Reef) as "swims to {s}"
  needs s.apart(me.diver.column, me.diver.row) is 1 else "you swim to a neighbouring square"
{ me.diver = s }
action dive as "dives for a shell"
  needs me.diver.shell is not none else "nothing is left here"
{ move me.diver.shell to me.shells  me.coins += $1 }
define apart(a: Number, b: Number) for s: Reef = larger(a - s.column, s.column - a) + larger(b - s.row, s.row - b)
define score for p: Player = count(p.shells)
"#;

impl Folder {
    fn reef() -> Self {
        let folder = Self::new();
        fs::create_dir(folder.0.path().join("reef")).unwrap();
        fs::write(folder.0.path().join("reef/reef.rules"), REEF).unwrap();
        folder
    }

    fn at_the_reef(&self, more: &[&str], typed: &str) -> String {
        let (game, typed) = (self.at("reef"), format!("{typed}quit\nyes\n"));
        let mut call = vec!["play", &game, "--seed", "1", "--players", "3", "--seat", "2=random"];
        call.extend(["--seat", "3=random"].iter().chain(more));
        self.call(&call, &typed).1
    }
}

#[test]
fn who_stands_on_a_square_is_drawn() {
    let folder = Folder::reef();
    let picture = folder.at("reef.svg");
    let told = folder
        .at_the_reef(&[], &format!("yes\nlook Reef(1, 1)\nlook reef\nswim\ndraw {picture}\n2\n"));
    has(&told, &["6  ▪        ▪  ▪  ▪  ▪  ▪ shark\n", "1  ▪ [ABC]  ▪  ▪  ▪  ▪  ▪\n"]);
    has(&told, &["Reef(1, 1)\n  shell  ▪\n  here   Ana's diver\n  here   Ben's diver\n"]);
    let drawn = fs::read_to_string(picture).unwrap();
    has(&drawn, &[">[ABC]</text>", ">shark</text>", "class=\"pick\" x=\"119\" y=\"465\">1</text>"]);
}

#[test]
fn what_is_not_possible_is_summed_up() {
    let told = Folder::reef()
        .at_the_reef(&[], "yes\nwhy\nmoves all\nwhy swim Reef(3,3)\nwhy Reef(3,3)\nwhy 2\nwhy 9\n");
    has(
        &told,
        &["Not possible now:\n  swim 34 of 36: you swim to a neighbouring square (", "`moves all`"],
    );
    has(
        &told,
        &["  swim Reef(3, 3): you swim to a neighbouring square: apart of Reef(3, 3), 1 and 1 is \
           4; it must be 1 ("],
    );
    has(
        &told,
        &[
            "Swim Reef(3,3): you swim to a neighbouring square: apart of",
            "2 is `dives for a shell  (dive)`",
        ],
    );
    has(&told, &["There is no 9 in the list"]);
}

#[test]
fn the_rules_and_the_score_are_told_at_the_table() {
    let typed = "yes\nhelp swim\nrules dive\nrules zork\nscore\nrules\n";
    let told = Folder::reef().at_the_reef(&[], typed);
    has(
        &told,
        &[
            "Swim\n\nSwims to a square that touches yours with a side.\n",
            "“nothing is left here” – if your diver's",
        ],
    );
    has(
        &told,
        &[
            "There is no move `zork`: the moves are `swim`, `dive`.",
            "Score of a player: the number of cards",
        ],
    );
    has(&told, &["It is shown when the game is over.", "Reef is a board of 6 columns and 6 rows."]);
    let told = Folder::reef()
        .call(&["repl", &Folder::reef().at("reef"), "--seed", "1"], "score\nrules swim\ntable\n")
        .1;
    has(&told, &["Now: Ana 0, Ben 0", "Swims to a square"]);
}

#[test]
fn what_all_do_at_once_is_one_line() {
    let told = Folder::reef().at_the_reef(&[], "yes\nlog\n");
    let votes = ["(Shall we dive?)", "Ana"];
    let lines: Vec<&str> = told.lines().filter(|l| votes.iter().all(|v| l.contains(v))).collect();
    assert!(!lines.is_empty() && lines.iter().all(|l| !l.contains("Ana chooses")), "{told}");
    has(&told, &["all squares of Reef get a Shell card each (from sea to shell)"]);
    // Dealt in turns, two things each, behind what chance decided.
    has(
        &told,
        &["Ana, Ben and Cleo get a Role card each", "Ana, Ben and Cleo get 2 Shell cards each"],
    );
    has(&told, &["each player's diver is now Reef(1, 1)"]);
    assert!(!told.contains("(empty)"), "{told}");
}

#[test]
fn names_are_given_in_order() {
    let told = Folder::reef().at_the_reef(&["--name", "Mia", "--name", "3=Tom"], "");
    has(&told, &["Mia (human), Ben (random), Tom (random)"]);
}

#[test]
fn the_workbench_says_what_is_open() {
    let folder = Folder::reef();
    let typed = "shark = Reef(1, 1)\ncoins\nfoo\nexpect Ana.coins is $9\nAna chooses yes\nBen \
                 chooses yes\nwhy\nlook reef\n";
    let told = folder.call(&["repl", &folder.at("reef"), "--seed", "1"], typed).1;
    has(
        &told,
        &["`do shark = Reef(1, 1)` changes the table", "`print Ana.coins` shows what it is now"],
    );
    has(
        &told,
        &["write `Ana chooses …` to choose for Ana", "(Ana and Ben are asked: Shall we dive?)"],
    );
    has(&told, &["Not possible now:\n  swim 34 of 36: you swim", "[AB]"]);
}

const SETS: &str = r#"
game "Sets"
players 2
card Tile { value: 1..9 }
deck pack of Tile { 4 each of (1..9) }
each Player has { hand: set of Tile, seen by owner  laid: pile of Tile  points: Number }
setup {
  shuffle pack
  for each p in players {
    for each n in 1..5 { move first c in pack where c.value is n to p.hand }
  }
}
play {
  ends when pack is empty { end game won by players with most points }
  turn me in players onwards { choose { swap_some or cash or keep } }
}
/// Swap what you like.
action swap_some(away in 1 or more of me.hand)
  needs count(away) > 2 else "too few"
{ move away to pack }
action cash(c: Tile in me.hand, some in 2 of me.hand)
  needs sum(t.value for t in some) > 12 else "worth too little"
  needs every t in some has t.value > 3 else "too low"
{ me.points += 1  move some to me.laid }
action keep { }
"#;

fn sets() -> Folder {
    let folder = Folder::new();
    fs::write(folder.0.path().join("sets.rules"), SETS).unwrap();
    folder
}

#[test]
fn why_takes_several_cards_without_brackets_and_says_what_must_differ() {
    let folder = sets();
    let game = folder.at("sets.rules");
    let told = folder
        .call(
            &["play", &game, "--seed", "1", "--seat", "2=random", "--name", "1=Ana"],
            "why swap_some [1], [2]\nwhy swap_some ([1], [2])\nwhy swap_some 1, 2\nwhy cash [1] \
             [2], \
             [3]\nwhy swap_some\nquit\nyes\n",
        )
        .1;
    let said = "the number of cards chosen is 2; it must be more than 2";
    assert_eq!(told.matches(said).count(), 3, "{told}");
    has(&told, &["the sum of value is 5; it must be more than 12"]);
    assert!(!told.contains("the sum of value is 0"), "{told}");
}

#[test]
fn what_the_set_up_lays_is_summed_up_at_first() {
    let folder = sets();
    let game = folder.at("sets.rules");
    let typed = "log\nquit\nyes\n";
    let told = folder
        .call(&["play", &game, "--seed", "1", "--seat", "2=random", "--name", "1=Ana"], typed);
    let (first, rest) = told.1.split_once("Ana, what do you do?").unwrap();
    assert!(first.matches("from pack to hand").count() <= 1, "{first}");
    has(rest, &["the pack is shuffled"]);
}

#[test]
fn a_failed_test_says_what_it_chose_itself() {
    let folder = Folder::new();
    let rules = "game \"Bets\"\nplayers 2\neach Player has { points: Number }\nsetup { for each p \
                 in players { choose bet in 1..3 by p  p.points = bet } }\nplay { turn me in \
                 players onwards { choose { raise } } }\naction raise { me.points += 1  if \
                 me.points > 3 { end game won by me } }\ntest \"t\" with Ana, Ben { given it is \
                 Ana's turn  Ana does raise  expect Ana.points is 99 }\n";
    fs::write(folder.0.path().join("bets.rules"), rules).unwrap();
    let (status, told) = folder.call(&["test", &folder.at("bets.rules")], "");
    assert_eq!(status, 1, "{told}");
    has(&told, &["the test itself chose a value for Ana", "a value for Ben"]);
}

#[test]
fn the_rulebook_adds_prose_to_what_a_rule_does() {
    let folder = sets();
    let (_, told) = folder.call(&["doc", &folder.at("sets.rules")], "");
    has(&told, &["Swap what you like.", "What happens:", "You pick a Tile of your hand"]);
}

#[test]
fn in_the_middle_of_a_choice_a_hint_is_about_what_is_begun() {
    let nim = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/nim.rules");
    let typed = "hint\n1\nhint\nquit\nyes\n";
    let told = Folder::new().call(&["play", nim, "--seed", "3"], typed).1;
    let (whole, begun) = told.split_once("which (1 to 3) > 1").expect("two questions");
    has(whole, &["take middle 2 (`2 2`)"]);
    has(begun, &["take small 1 (`1`)"]);
    assert!(!begun.contains("take middle"), "{begun}");
}

#[test]
fn what_a_move_comes_to_if_nothing_is_asked_stands_in_the_menu() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/crazy_eights.rules");
    let told = Folder::new().call(&["play", game, "--seed", "5"], "1\nquit\nyes\n").1;
    has(&told, &["  1  follow: diamonds 13\n", "Ana follows diamonds 13", "  1  follow …\n"]);
}
