//! Slips of one sort each, in rules that are right otherwise: one report, with what is meant.

use houserules_lang::compile::{Loaded, compile_layers};
use houserules_lang::loader::NoFiles;

use super::said::{said, says};

const RULES: &str = "
enum Suit { hearts, spades }

card Playing { suit: Suit, rank: 1..9 }

deck stock of Playing { each of (Suit, 1..9) }

each Player has {
  hand: set of Playing, seen by owner
  points: Number
  done: yes or no
}

the table has { heap: pile of Playing }

setup {
  shuffle stock
  for each p in players { move top 3 of stock to p.hand }
}

play {
  ends when any p in players has p.points >= 5 { end game won by players with most points }
  ends when every q in players has q.done { end game drawn }
  turn me in players onwards { choose { lay or keep } }
}

action lay(c in me.hand) {
  move c to heap
  reckon(me, c.worth)
}

action keep { me.done = yes }

to reckon(p: Player, n: Number) {
  p.points += n
}

define worth for c: Playing = c.rank
";

/// Whether of the rules with a change just one thing is said, with these words in it.
fn slip(old: &str, new: &str, words: &[&str]) {
    assert!(RULES.contains(old), "{old}");
    says(&RULES.replacen(old, new, 1), "", words);
}

#[test]
fn the_rules_are_right() {
    assert!(said(RULES, "").is_empty(), "{:#?}", said(RULES, ""));
}

#[test]
fn sentences_for_people_are_remarks_though_they_name_things_of_the_game() {
    for line in [
        "The card just drawn. [B2-020, B2-023]",
        "Its order matters: the top card is the first. [B0-019]",
        "Points of a hand that may not come back. [A-8]",
    ] {
        slip("  points: Number", &format!("  {line}\n  points: Number"), &["`//`", "people"]);
    }
    slip("play {\n", "play {\n  /* ---- the end ----\n", &["//"]);
    slip("setup {", "# a note: `lay` and more\nsetup {", &["`//`"]);
    slip("setup {", "-- a note of the setup\nsetup {", &["`//`"]);
}

#[test]
fn what_is_set_is_defined_whatever_it_is_called() {
    for word in ["function", "procedure", "def"] {
        slip("define worth", &format!("{word} worth"), &["`define`"]);
        slip("to reckon", &format!("{word} reckon"), &["`to`"]);
    }
}

#[test]
fn moves_in_brackets_are_a_choice() {
    for (written, meant) in [
        ("choose (lay, keep)", "choose { lay or keep }"),
        ("choose (lay, keep) by me", "choose { lay or keep } by me"),
        ("choose [lay, keep] asking \"Which?\"", "choose { lay or keep } asking \"Which?\""),
    ] {
        slip("choose { lay or keep }", written, &[meant]);
    }
}

#[test]
fn names_that_are_missing_are_those_that_are_used() {
    slip("to reckon(p: Player", "to (p: Player", &["`reckon` is missing", "to reckon(p: Player"]);
    slip("action keep {", "action {", &["action keep {"]);
}

#[test]
fn lines_that_end_too_early_are_told_where_they_end() {
    slip("  p.points += n\n", "  p.points +=\n  p.done = no\n", &["`+=` is missing"]);
}

#[test]
fn types_follow_a_colon() {
    slip("reckon(p: Player, n: Number)", "reckon(p is Player, n: Number)", &["reckon(p: Player"]);
    slip("  points: Number", "  Number: points", &["points: Number"]);
    slip("  hand: set of Playing", "  hand of set of Playing", &["hand: set of Playing"]);
    slip("  hand: set of Playing", "  set of Playing: hand", &["hand: set of Playing"]);
}

#[test]
fn endings_in_other_words_are_endings() {
    let ends = "ends when any p in players has p.points >= 5 { end";
    let until = "until any p in players has p.points >= 5 { end";
    slip(ends, until, &["`until` is written `ends when` here"]);
    slip("{ end game won by players", "{ winner is players", &["`end game won by players"]);
}

#[test]
fn a_field_that_is_lost_is_said_once() {
    slip("suit: Suit, rank: 1..9", "suit: Suit", &["E0308", "rank: …"]);
}

#[test]
fn other_letters_and_signs_are_one_name() {
    slip("move c to heap", "move C to heap", &["did you mean `c`?"]);
    slip("me.hand)", "mehand)", &["me.hand"]);
    slip("any p in players has p.points", "any P in players has p.points", &["any p in players"]);
}

#[test]
fn the_other_bracket_of_a_pair_is_offered_too() {
    slip("reckon(me, c.worth)", "reckon((me, c.worth)", &["`reckon(me, c.worth)`"]);
    slip("reckon(me, c.worth)", "reckon me, c.worth)", &["(me, c.worth)`"]);
}

#[test]
fn a_heading_in_another_word_hides_no_other_mistake() {
    let wrong = RULES.replace("to reckon", "procedure reckon");
    let all = said(&wrong.replace("reckon(me, c.worth)", "reckon(c.worth, me)"), "");
    assert!(all.len() == 2 && all[0].contains("reckon(me, c.worth)"), "{all:#?}");
    let wrong = RULES.replace("setup {", "-- a note\nsetup {");
    let all = said(&wrong.replace("move c to heap", "move c to heep"), "");
    assert!(all.len() == 2 && all[1].contains("`heap`"), "{all:#?}");
}

/// All that is said of a variant of those rules.
fn of_variant(lines: &str) -> Vec<String> {
    let game =
        Loaded { name: "g.rules".to_owned(), text: format!("game \"G\"\nplayers 2 to 4\n{RULES}") };
    let text = format!("variant \"V\" over g\n\n{lines}");
    let variant = Loaded { name: "v.rules".to_owned(), text };
    let found = compile_layers(&game, &[variant], &mut NoFiles).diagnostics;
    let said = |d: &houserules_lang::diagnostic::Diagnostic| {
        format!("{} {} | {}", d.code, d.message, d.help.clone().unwrap_or_default())
    };
    found.iter().map(said).collect()
}

#[test]
fn what_a_variant_changes_without_its_word_is_said_once() {
    for (lines, meant) in [
        (
            "remove keep\n\nreplace play {\n  turn me in players { choose { lay } }\n}",
            "remove action keep",
        ),
        ("extend Suit { clubs }\n\ndefine low for s: Suit = s is clubs", "extend enum Suit"),
        ("replace each Player has { hand of set of Playing }", "hand: set of Playing"),
    ] {
        let said = of_variant(lines);
        let [one] = &said[..] else { panic!("{lines}: {said:#?}") };
        assert!(one.contains(meant), "{lines}: {one}");
    }
}

/// A table of the game's cards, and what is said of it.
fn of_table(table: &'static str, words: &[&str]) {
    let rules = RULES
        .replace("{ suit: Suit, rank: 1..9 }", "{ name: Name, suit: Suit, rank: 1..9 }")
        .replace("{ each of (Suit, 1..9) }", "{ Playing from \"cards.csv\" times copies }");
    says(&rules, table, words);
}

#[test]
fn commas_of_tables_are_blamed_on_their_row() {
    for (table, words) in [
        (
            "name,suit,rank,copies\nOak,hearts,2,3\nElm,spades2,,3\nAsh,hearts,4,2\n",
            ["row 3", "`Elm,spades,2,3`"],
        ),
        (
            "name,suit,rank,copies\nOak,hearts,2,3\nElms,pades,5,3\nAsh,hearts,4,2\n",
            ["row 3", "`Elm,spades,5,3`"],
        ),
        (
            "name,suit,rank,copies\nOak,hearts,2,3\nElm,spades,,5,3\nAsh,hearts,4,2\n",
            ["5 cells, its header 4", "`Elm,spades,5,3`"],
        ),
        (
            "name,suitr,ank,copies\nOak,hearts,2,3\nElm,spades,5,3\nAsh,hearts,4,2\n",
            ["the header of", "`name,suit,rank,copies`"],
        ),
        (
            "name,suit,,rank,copies\nOak,hearts,2,3\nElm,spades,5,3\nAsh,hearts,4,2\n",
            ["the header of", "`name,suit,rank,copies`"],
        ),
        (
            "name,suit,rank,copies\nOak,hearts,2,3,\nElm,spades,5,3\nAsh,hearts,4,2\n",
            ["5 cells, its header 4", "`Oak,hearts,2,3`"],
        ),
    ] {
        of_table(table, &words);
    }
}

#[test]
fn what_is_set_up_and_played_is_no_deed() {
    slip("to reckon(", "after setup { }\n\nto reckon(", &["`setup`", "`extend setup { … }`"]);
    slip("to reckon(", "before play { }\n\nto reckon(", &["`play`", "`extend play { … }`"]);
}
