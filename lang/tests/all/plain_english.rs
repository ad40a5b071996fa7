//! Rules in plain English, with a capital letter and a full stop, as rulebooks have them.
#![expect(clippy::panic, reason = "a test may stop where it stands")]

use houserules_lang::compile::compile;
use houserules_lang::loader::NoFiles;

const GAME: &str = r#"game "Clocks"
players 2 to 4
unit Guilders "$"
enum Metal { brass, silver }
card Order { metal: Metal, fame: 1..9 }
deck ledger of Order { each of (Metal, 1..9) }
each Player has {
  orders: set of Order, seen by owner
  purse: Guilders = $3
  fame: Number = 0
}
the table has { scrap: pile of Order }
setup {
  shuffle ledger
  //HERE
}
play {
  ends when ledger is empty { end game won by players with most fame }
  turn me in players onwards { choose { work or rest } }
}
action work { move top 1 of ledger to me.orders }
action rest { me.purse += $1  if there is c in me.orders { move c to scrap  me.fame += c.fame } }
"#;

/// The first message for a line of the set-up, with its help, and the fixes that `--fix` writes.
fn said(line: &str) -> (String, usize) {
    let made = compile("g.rules", &GAME.replace("//HERE", line), &mut NoFiles);
    let first = made.diagnostics.iter().find(|d| d.code.is_error());
    let first = first.unwrap_or_else(|| panic!("nothing is said of `{line}`"));
    (format!("{}: {}", first.message, first.help.as_deref().unwrap_or("")), first.fix.len())
}

#[track_caller]
fn answers(line: &str, offer: &str) {
    let (told, _) = said(line);
    assert!(told.contains(offer), "{line}: {told}");
}

#[test]
fn capital_letter_and_full_stop_change_nothing() {
    let rule = "for each p in players { move top 2 of ledger to p.orders }";
    answers("each player gets two orders from the ledger", rule);
    answers("Each player gets two orders from the ledger.", rule);
    answers("Shuffle the ledger.", "shuffle ledger");
}

#[test]
fn a_sentence_that_may_be_a_rule_is_not_made_a_remark_unasked() {
    let (told, fixes) = said("The oldest of you begins with the whole ledger before her.");
    assert!(told.contains("a rule is written with"), "{told}");
    assert_eq!(fixes, 0, "{told}");
    // What speaks of nothing in the game is for people.
    let (told, fixes) = said("All of you sit down around the table and get some tea.");
    assert!(told.contains("write `// All …`"), "{told}");
    assert_eq!(fixes, 1, "{told}");
}

#[test]
fn numbers_in_words_are_numbers() {
    answers("all other players get one guilder", "p.purse += $1");
    answers("all other players get five guilders", "p.purse += $5");
}

#[test]
fn who_loses_something_does_not_gain_it() {
    let (told, _) = said("each player loses 1 fame for each order still in hand");
    assert!(told.contains("p.fame -= ") && !told.contains("+="), "{told}");
}

#[test]
fn what_happens_to_every_player_is_no_turn() {
    answers("every p in players { p.fame += 1 }", "for each p in players { p.fame += 1 }");
    let rule = "for each p in players { move top 3 of ledger to p.orders }";
    answers("deal 3 cards to each p in players", rule);
}
