//! Conditions and rules with what is said of them, and those of which nothing may be said.

use super::CODES;
use crate::compile::{Loaded, Loader, compile};

struct Nothing;

impl Loader for Nothing {
    fn module(&mut self, _: &str) -> Result<Loaded, String> {
        Err("no modules here".to_owned())
    }
    fn table(&mut self, _: &str, _: &str) -> Result<Loaded, String> {
        Err("no tables here".to_owned())
    }
    fn modules(&self) -> Vec<String> {
        Vec::new()
    }
}

const HEAD: &str = "game \"Example\"\nplayers 2 to 4\nunit Dollars \"$\"\nenum Suit { red, blue }\n\
    card Mile { suit: Suit, rank: 1..4, price: Dollars }\ncard Coin { worth: 1..9 }\n\
    deck miles of Mile { each of (Suit, 1..4, $1..$2) }\ndeck coins of Coin { 5 each of (1) }\n\
    each Player has { hand: set of Mile  points: 0..20  purse: $0..$9  best: 0..9 or none }\n\
    the table has { n: Number  mark: Suit or none }\n\
    option rounds: 2..6 = 3\n\
    setup { shuffle miles  n += 1  mark = red  for each p in players { p.points += 1  p.purse += $1  p.best = 2  move top 1 of miles to p.hand } }\n";

/// Codes of this pass for a text behind the head.
fn said(text: &str) -> Vec<&'static str> {
    let done = compile("game.rules", &format!("{HEAD}{text}"), &mut Nothing);
    let wrong: Vec<_> = done.diagnostics.iter().filter(|d| d.code.starts_with('E')).collect();
    assert!(wrong.is_empty(), "{text}: {wrong:?}");
    let found = done.diagnostics.iter().map(|d| d.code);
    found.filter(|c| CODES.iter().any(|(code, _)| code == c)).collect()
}

/// Codes for a condition on `c`, a card of `me`, who acts.
fn of(condition: &str) -> Vec<&'static str> {
    said(&format!(
        "play {{ turn me in players {{ for each c in me.hand {{ if {condition} {{ n += rounds }} }} }}  end game lost }}"
    ))
}

#[test]
fn comparisons_beyond_a_range_are_told() {
    for condition in [
        "c.rank > 4",
        "c.rank is 5",
        "c.rank is not 0",
        "c.rank >= 1",
        "c.rank + 1 > 5",
        "me.points < 0",
        "me.purse > $9",
        "me.best > 9",
        "rounds is 1",
        "count(me.hand) < 0",
        "count(players) > 4",
        "n > 3 and c.rank <= 4",
        "any k in 1..3 has k > 3",
        "not (c.rank > 4)",
    ] {
        assert_eq!(of(condition), ["W0403"], "{condition}");
    }
}

#[test]
fn comparisons_with_themselves_are_told() {
    for condition in [
        "me.points is me.points",
        "c.rank > c.rank",
        "c is c",
        "me.left.points >= me.left.points",
        "n is not n",
    ] {
        assert_eq!(of(condition), ["W0404"], "{condition}");
    }
}

#[test]
fn what_excludes_each_other_is_told() {
    for condition in [
        "c.rank > 3 and c.rank < 2",
        "c.rank > 2 and n > 3 and c.rank is 1",
        "c.suit is red and c.suit is blue",
        "c.suit is red and n > 2 and c.suit is not red",
        "c.suit is not red or c.suit is not blue",
        "n > 4 or n < 5",
        "n > 4 or not (n > 4)",
    ] {
        assert_eq!(of(condition), ["W0405"], "{condition}");
    }
}

#[test]
fn nothing_is_said_of_what_may_be() {
    for condition in [
        "c.rank > 3",
        "c.rank is 4 or c.rank is 1",
        "c.rank > 1 and c.rank < 4",
        "c.suit is red or c.suit is blue",
        "me.best <= 9",
        "me.best >= me.best",
        "me.points is me.left.points",
        "rounds is 2",
        "count(me.hand) > 0",
        "count(players) > 3",
        "count(players) > 1",
        "c.rank + me.points > 23",
        "n > 4 or me.best > 4 or me.best <= 4",
        "any d in me.hand has d.rank is c.rank",
        "mark is red and c.suit is blue",
        "any k in 1..rounds has k > 5",
        "n > 4 and me.points < 5",
        "(n > 5 and c.rank is 1) or (n < 2 and c.rank is 2)",
    ] {
        assert!(of(condition).is_empty(), "{condition}: {:?}", of(condition));
    }
}

#[test]
fn what_the_rules_never_do_is_told() {
    let play = |text: &str| said(&format!("play {{ {text}  end game lost }}"));
    assert_eq!(play("let k = n  n += rounds"), ["W0509"]);
    assert!(play("let k = rounds  n += k").is_empty());
    assert!(play("n += rounds  for each p in players { move top 1 of coins to coins }").is_empty());
    let more = |text: &str| said(&format!("{text}\nplay {{ n += rounds  end game lost }}"));
    assert_eq!(
        more("deck tolls of Coin { each of (2..4) }\nto draw_toll { move top 1 of tolls to tolls }"),
        ["W0508"]
    );
    assert!(more("to draw_mile { move top 1 of miles to miles }").is_empty());
    assert_eq!(more("the table has { goal: Number = 5 }\nto reach { if n is goal { n = 1 } }"), ["W0507"]);
    let forbidden =
        "action rest { n += 1 }\nforbid rest when n > 3 because \"a\"\nforbid rest when n > 3 because \"b\"";
    assert_eq!(more(forbidden), ["W0602"]);
    assert!(more(&forbidden.replacen("n > 3", "n > 4", 1)).is_empty());
}

#[test]
fn what_was_said_before_is_told() {
    for (condition, code) in [
        ("c.suit is red and c.suit is red", "W0404"),
        ("n > 2 or c.rank is 1 or n > 2", "W0404"),
        ("(if n is 1 then 2 else if n is 1 then 3 else 4) is n", "W0405"),
    ] {
        assert_eq!(of(condition), [code], "{condition}");
    }
    let play = |text: &str| said(&format!("play {{ {text}  if n is rounds {{ n += 1 }}  end game lost }}"));
    assert_eq!(play("n = 1  n = 2"), ["W0512"]);
    assert_eq!(play("if n > 3 { n += 1 } else if n > 3 { n -= 1 }"), ["W0405"]);
    assert_eq!(play("for each p in players { p.points = 21 }"), ["W0403"]);
    for fine in [
        "n = 1  n = n + 1",
        "n = 1  n += 2",
        "for each p in players { p.points = 1  p.left.points = 2 }",
        "for each p in players { p.points = 20 }",
        "if n > 3 { n = 1 } else { n = 2 }",
        "if n > 3 { n += 1 } else if n > 2 { n -= 1 }",
    ] {
        assert!(play(fine).is_empty(), "{fine}: {:?}", play(fine));
    }
}

#[test]
fn zones_that_nothing_is_put_into_are_told() {
    let more = |text: &str| said(&format!("{text}\nplay {{ n += rounds  end game lost }}"));
    let asked = "the table has { heap: pile of Mile }\nto look { if heap is empty { n = 7 } }";
    assert_eq!(more(asked), ["W0513"]);
    assert!(more(&format!("{asked}\nto fill {{ move top 1 of miles to heap }}")).is_empty());
    assert!(
        more(&format!(
            "{asked}\nto fill(z: zone of Mile) {{ move top 1 of miles to z }}\nto both {{ fill(heap) }}"
        ))
        .is_empty()
    );
}

#[test]
fn a_counter_that_is_only_set_to_its_start_is_told() {
    let more = |text: &str| said(&format!("{text}\nplay {{ n += rounds  end game lost }}"));
    let asked = "the table has { open: yes or no }\nto look { if open { n = 7 } }";
    assert_eq!(more(&format!("{asked}\nto close {{ open = no }}")), ["W0507"]);
    assert!(more(&format!("{asked}\nto begin {{ open = yes }}")).is_empty());
}
