//! Variants over a small game.

use houserules_lang::code::Code;
use houserules_lang::compile::{Compiled, LoadError, Loaded, Loader, compile_layers};
use houserules_lang::diagnostic::Severity;
use houserules_lang::ir::{Rulebook, Value};

/// The game's only module, and two tables.
struct Shelf;

impl Loader for Shelf {
    fn module(&mut self, name: &str) -> Result<Loaded, LoadError> {
        let text = "module helpers\nto lose_one(p: Player) { p.cash -= $1 }\n";
        if name == "helpers" {
            Ok(Loaded { name: "helpers.rules".into(), text: text.into() })
        } else {
            Err(LoadError::NoModules)
        }
    }
    fn table(&mut self, path: &str, from: &str) -> Result<Loaded, LoadError> {
        let text = match (path, from) {
            ("cities.csv", _) => "name,size\nAspen,1\nDenver,4\n",
            ("more.csv", "v1.rules") => "suit,rank\nred,9\n",
            _ => return Err(LoadError::NoFile(format!("{from}/{path}"))),
        };
        Ok(Loaded { name: path.into(), text: text.into() })
    }
    fn modules(&self) -> Vec<String> {
        vec!["helpers".into()]
    }
}

const GAME: &str = r#"game "Base"
players 2 to 4
use helpers
unit Dollars "$"
enum Suit { red, black }
enum City from "cities.csv" { name: Name, size: Number }
card Coin { suit: Suit, rank: 1..9 }
deck coins of Coin { each of (Suit, 1..3)  2 of [red 1] }
option rounds: 1..9 = 5
define bonus = 2
define worth for c: Coin = c.rank * bonus
define worth for p: Player = count(p.hand)
each Player has { hand: set of Coin, seen by owner  cash: Dollars = $3  done: yes or no }
the table has { heap: pile of Coin  left: Number = 7 }
setup { shuffle coins  for each p in players { move top 1 of coins to p.hand } }
play {
  round n in 1..rounds {
    ends when left is 0
    phase "morning" { turn me in players { take_turn() } }
    phase "evening" { left -= 1 }
  }
  end game won by players with most cash
}
to take_turn { choose the_turn }
menu the_turn { lay or pay otherwise pass }
action lay(c in me.hand) { move c to heap }
action pay { lose_one(me) }
action rest { me.done = yes }
instead of take_turn when me.done { me.done = no }
forbid lay(c) when c.worth > 100 because "too dear"
forbid lay(c) when left is 0 because "too late"
test "laying" with Ana, Ben { expect count(Ana.hand) is 1 }
test "paying" with Ana, Ben { given it is Ana's turn  Ana does pay  expect Ana.cash is $2 }
"#;

fn laid(variants: &[&str]) -> Compiled {
    let game = Loaded { name: "games/base.rules".into(), text: GAME.into() };
    let variants: Vec<Loaded> = variants
        .iter()
        .enumerate()
        .map(|(at, text)| Loaded {
            name: format!("v{}.rules", at + 1),
            text: format!("variant \"V\" over base\n{text}\n"),
        })
        .collect();
    compile_layers(&game, &variants, &mut Shelf)
}

fn errors(variants: &[&str]) -> Vec<(Code, String)> {
    let done = laid(variants);
    let wrong = done.diagnostics.into_iter().filter(|d| d.severity == Severity::Error);
    wrong.map(|d| (d.code, format!("{} | {}", d.message, d.help.unwrap_or_default()))).collect()
}

fn book(variants: &[&str]) -> Rulebook {
    let done = laid(variants);
    let said: Vec<_> = done.diagnostics.iter().map(|d| (d.code, &d.message)).collect();
    done.rulebook.unwrap_or_else(|| panic!("{variants:?}: {said:?}"))
}

#[track_caller]
fn wrong(variants: &[&str], code: Code, words: &str) {
    let found = errors(variants);
    assert!(
        found.len() == 1 && found[0].0 == code && found[0].1.contains(words),
        "{variants:?}: {found:?}"
    );
}

#[test]
fn the_game_itself_stands() {
    let book = book(&[]);
    assert_eq!((book.tests.len(), book.cards.len()), (2, 8));
}

#[test]
fn values_are_set() {
    let book = book(&[
        "set rounds to 3\nset bonus to 4\nset Player.cash to $9\nset left to 1\nset Denver.size \
         to 7\n\
                       set [black 3].rank to 8",
    ]);
    assert_eq!(book.options[0].default, Value::Number(3));
    assert_eq!(book.enums[1].values[1][1], Value::Number(7));
    assert!(book.rows.iter().any(|r| r.values[1] == Value::Number(8)));
    wrong(&["set rounds to 30"], Code::E0313, "");
    wrong(&["set round to 3"], Code::E0904, "did you mean `rounds`?");
    wrong(&["set coins to 3"], Code::E0908, "");
    wrong(&["set worth to 3"], Code::E0905, "`for`");
    wrong(&["set Player.hand to 3"], Code::E0908, "zone");
    wrong(&["set Player.csh to $3"], Code::E0904, "did you mean");
    wrong(&["set Dever.size to 3"], Code::E0904, "did you mean `Denver`?");
    wrong(&["set Denver.sze to 3"], Code::E0904, "did you mean `size`?");
    wrong(&["set Denver.name to 3"], Code::E0908, "name");
    wrong(&["set [red 1].rnk to 3"], Code::E0904, "did you mean `rank`?");
    wrong(&["set [red 1].rank to 30"], Code::E0313, "");
    wrong(&["set [red 7].rank to 3"], Code::E0309, "");
    wrong(&["set [red 1].rank to 4\nset [red 1].rank to 5"], Code::E0906, "");
}

#[test]
fn items_are_added_replaced_and_removed() {
    let changed = book(&[
        "action nap { me.done = yes }\nextend menu the_turn { nap otherwise rest }\n\
        replace action lay(c in me.hand) { move c to heap  me.cash += $1 }\nremove define worth for Player\n\
        remove forbid lay because \"too late\"\nremove action pay\nremove test \"paying\"\n\
        replace define worth for c: Coin = 1\nremove instead of take_turn\nset Player.done to no\n\
        test \"mine\" with Ana, Ben { expect Ana.cash is $3 }",
    ]);
    assert_eq!(changed.tests.len(), 2);
    wrong(&["remove action lai"], Code::E0904, "did you mean `action lay`?");
    wrong(&["remove action take_turn"], Code::E0904, "write `to take_turn`");
    wrong(&["remove to lose_one"], Code::E0904, "belongs to the module `helpers`");
    wrong(&["remove forbid lay"], Code::E0905, "reason");
    wrong(&["remove forbid lay because \"too dark\""], Code::E0904, "no `forbid lay`");
    wrong(&["remove define worth"], Code::E0905, "`for`");
    wrong(&["action lay { }"], Code::E0903, "replace action lay");
    wrong(&["setup { }"], Code::E0903, "extend setup");
    wrong(&["each Player has { cash: Number }"], Code::E0903, "replace");
    wrong(&["remove each Player has chash"], Code::E0904, "did you mean");
    wrong(&["game \"x\""], Code::E0209, "");
    let found = laid(&["remove each Player has done"]);
    let first = &found.diagnostics[0];
    assert!(
        first.labels.iter().any(|l| l.text == "removed here" && l.span.file.0 == 1),
        "{first:?}"
    );
    assert_eq!(first.span().file.0, 0);
}

#[test]
fn decks_and_enums_are_extended() {
    let book = book(&[
        "extend enum Suit { green }\nextend deck coins { 3 of [red 2]  Coin from \"more.csv\" }\n\
        remove from deck coins { 2 of [red 1]  1 of [black 1] }\nreplace enum City from \"cities.csv\" { name: Name }",
    ]);
    assert_eq!(book.enums[0].members.len(), 3);
    // Three suits of three, less one line of two and one card, three more and one of the table.
    assert_eq!(book.cards.len(), 9 - 1 + 3 + 1);
    wrong(&["remove from deck coins { 5 of [red 2] }"], Code::E0904, "only 1");
    wrong(&["remove from deck coins { each of (Suit, 1..4) }"], Code::E0904, "no line");
    wrong(&["extend enum City { Here }"], Code::E0908, "table");
    wrong(&["extend enum Suits { a }"], Code::E0904, "did you mean `enum Suit`?");
}

#[test]
fn stages_and_endings_are_changed() {
    book(&[
        "replace phase \"evening\" { as usual  left -= 1 }\nextend round { ends when left is 3  \
         left += 0 }",
    ]);
    book(&["remove phase \"evening\"\nreplace ends of round when left is 2 { left = 9 }"]);
    book(&["remove ends when left is 0\nreplace setup { as usual  left = 3 }\nextend phase \
            \"morning\" { left -= 1 }"]);
    book(&["replace play { as usual }\nextend setup { left = 2 }"]);
    book(&["remove setup\nremove test \"laying\""]);
    wrong(&["replace phase \"evenings\" { }"], Code::E0904, "did you mean `phase \"evening\"`?");
    wrong(&["replace phase { }"], Code::E0905, "title");
    wrong(&["remove ends of play"], Code::E0904, "no `ends when`");
    wrong(&["remove ends when left is 1"], Code::E0904, "word for word");
    wrong(&["replace phase \"evening\" { as usual as usual }"], Code::E0512, "once");
}

#[test]
fn conflicts_show_both_places() {
    for (a, b) in [
        ("set rounds to 3", "set rounds to 4"),
        ("replace to take_turn { }", "replace to take_turn { }"),
        ("remove action rest", "replace action rest { }"),
        ("action nap { }", "action nap { me.done = yes }"),
        ("set [red 1].rank to 4", "set [red 1].rank to 5"),
        ("set Denver.size to 4", "set Denver.size to 5"),
        ("extend menu the_turn { rest }", "replace menu the_turn { rest otherwise pass }"),
        ("replace play { as usual }", "remove ends when left is 0"),
        ("replace phase \"evening\" { }", "extend phase \"evening\" { left = 2 }"),
        ("set Player.cash to $1", "replace each Player has { cash: Dollars = $2 }"),
    ] {
        let found = laid(&[a, b]);
        let conflict = found.diagnostics.iter().find(|d| d.code == Code::E0906);
        let files: Vec<u16> =
            conflict.map_or(Vec::new(), |d| d.labels.iter().map(|l| l.span.file.0).collect());
        assert_eq!(files, [2, 1], "{a} / {b}: {:?}", found.diagnostics);
    }
    let both = [
        "extend deck coins { 1 of [red 2] }\nextend menu the_turn { rest }\nbefore lay { left -= 1 \
         }",
        "extend deck coins { 1 of [red 3] }\nextend setup { left = 3 }\nbefore lay { left += 1 }",
    ];
    assert_eq!(book(&both).cards.len(), 10);
}

#[test]
fn later_layers_build_on_earlier_ones() {
    let book = book(&[
        "to nap(p: Player) { p.done = yes }",
        "replace to nap(p: Player) { p.done = no }\nextend setup { nap(first p in players) }",
    ]);
    assert!(book.tests.len() == 2);
}

#[test]
fn a_test_of_the_game_that_makes_no_sense_is_listed() {
    let done = laid(&["remove action pay"]);
    assert!(done.rulebook.is_some(), "{:?}", done.diagnostics);
    let titles: Vec<_> = done.changed.iter().map(|c| c.title.as_str()).collect();
    assert_eq!(titles, ["paying"]);
}

#[test]
fn other_games_and_other_files() {
    let game = Loaded { name: "base.rules".into(), text: GAME.into() };
    let over = |text: &str| {
        let variant = Loaded { name: "v.rules".into(), text: text.into() };
        let found = compile_layers(&game, &[variant], &mut Shelf).diagnostics;
        found.into_iter().map(|d| d.code).collect::<Vec<_>>()
    };
    assert_eq!(over("variant \"V\" over other\nset x to 3\n"), [Code::E0902]);
    assert_eq!(over("set rounds to 3\n"), [Code::E0902]);
    assert_eq!(
        over(
            "variant \"V\" over base, other\nwithin other { set x to 3 }\nwithin base { set rounds \
             to 2 }\n"
        ),
        crate::NONE
    );
    assert_eq!(over("variant \"V\" over base\nwithin bse { set x to 3 }\n"), [Code::E0902]);
    assert_eq!(over("variant \"V\" over base\nset rounds too 3\n"), [Code::E0123]);
}

#[test]
fn interrupts_that_never_run_are_told() {
    let found = laid(&["instead of take_turn { left -= 1 }"]).diagnostics;
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), [Code::W0901], "{found:?}");
    assert!(laid(&["instead of take_turn { as usual  left -= 1 }"]).diagnostics.is_empty());
}
