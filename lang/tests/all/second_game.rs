//! What is said of a game of markets and bids that somebody wrote who knew rulebooks, and no
//! programs: what they meant is told, and nothing that means something else.

use super::said::{said, says};
use houserules_lang::compile::compile;
use houserules_lang::loader::NoFiles;

const GAME: &str = r#"unit Pearls "$"

option nights: 2..6 = 4

enum Reef { north, east, south }
card Fish { name: Name, reef: Reef, size: Number }
card Wish { reef: Reef, pays: Pearls }

deck sea of Fish { Fish from "fish.csv" times copies }
deck wishes of Wish {
  2 each of (Reef, $2)
  1 each of (Reef, $5)
}

each Player has {
  hand: set of Fish, seen by owner
  served: pile of Wish
  pearls: Pearls = $8
  home: Reef or none
}

the table has {
  stall: row of Fish
  queue: row of Wish
  bones: pile of Fish
  captain: Player
  chest: Pearls = $3
}

each turn has { sold: Number }

setup {
  shuffle sea
  shuffle wishes
  captain = first p in players
  for each p in players { move top 3 of sea to p.hand }
  choose tide in Reef by chance
  for each p in players { p.home = tide }
  move top 4 of sea to stall
  move top 2 of wishes to queue
}

play {
  round n in 1..nights {
    ends when wishes is empty
    sale()
    turn me in players from captain {
      choose the_turn
    }
    refill()
    captain = captain.left
  }
  end game won by players with most score
}

menu the_turn { buy or serve or sell or trade otherwise pass }

to sale {
  choose bid in $0..me.pearls by each players asking "What is the top fish worth?"
  choose best in players with most bid by chance
  best.pearls -= best.bid
  move top 1 of sea to best.hand
}

to refill {
  repeat until count(stall) >= 4 or sea is empty {
    move top 1 of sea to stall
  }
  if queue is empty { move top 2 of wishes to queue }
}

action buy(f in stall) as "buys {f}"
  needs me.pearls >= f.cost else "you cannot pay for {f}"
{
  me.pearls -= f.cost
  move f to me.hand
}

action serve(w in queue, f in me.hand where f.reef is w.reef)
  needs f.size > 1 else "too small a fish"
{
  move f to bones
  move w to me.served
  if count(me.served) is 3 and chest > $0 {
    me.pearls += chest
    chest = $0
  }
  me.pearls += w.pays
  if me.home is f.reef { me.pearls += $1 }
}

action sell(f in me.hand)
  needs turn.sold < 2 else "only two a turn"
{
  move f to stall
  me.pearls += $1
  turn.sold += 1
  again
}

action trade(other in opponents where other.hand is not empty, mine in me.hand)
  once per turn else "you have traded already"
{
  choose theirs in other.hand by other asking "Which fish do you give?"
  swap mine with theirs
}

define cost for f: Fish = f.size * $1
define catch for p: Player = sum(f.size for f in p.hand)
define score for p: Player = count(p.served) * 3 + p.pearls / $2 + p.catch

test "buying costs the size" with Ana, Ben {
  given stall is [Carp]
  given Ana.pearls is $8
  given it is Ana's turn
  Ana does buy [Carp]
  expect Ana.pearls is $4
}
"#;

const FISH: &str = "name,reef,size,copies\nCarp,north,4,3\nRay,east,5,3\nEel,south,2,5\n\
                    Gold Perch,north,1,5\nTench,south,3,4\nSole,east,2,5\n";

/// The game with something else in the place of some words.
fn with(from: &str, to: &str) -> String {
    let rules = GAME.replacen(from, to, 1);
    assert_ne!(rules, GAME, "{from}");
    rules
}

/// The first message of each change says these words, and none of them is anything else.
fn first(from: &str, all: &[(&str, &[&str])]) {
    for (to, words) in all {
        let said = said(&with(from, to), FISH);
        let one = said.first().map_or("", String::as_str);
        for word in *words {
            assert!(one.contains(word), "{to}: `{word}` is not in {said:#?}");
        }
    }
}

/// Of each change one thing is said, and with what it says the game is right.
fn mends(from: &str, all: &[(&str, &str)]) {
    for (to, meant) in all {
        says(&with(from, to), FISH, &[&format!("write `{meant}")]);
        let rules = GAME.replacen(from, meant, 1);
        let wrong = said(&rules, FISH);
        assert!(wrong.iter().all(|said| said.starts_with('W')), "{meant}: {wrong:#?}");
    }
}

/// A line that sells a fish, as the place for something else.
const LINE: &str = "me.pearls += w.pays";

#[test]
fn the_game_is_right() {
    assert_eq!(said(GAME, FISH), [""; 0]);
}

#[test]
fn no_sentence_is_offered_that_does_something_else() {
    mends(
        LINE,
        &[
            ("show me.hand", "show me.hand to players"),
            ("me.pearls + = w.pays", "me.pearls += w.pays"),
            ("me.pearls - = $1", "me.pearls -= $1"),
            ("chest is $0", "chest = $0"),
            ("choose yes or no", "choose answer in (yes, no)"),
            ("choose x in 1..6 by dice", "choose x in 1..6 by chance"),
        ],
    );
    first(
        LINE,
        &[
            ("choose p in opponents { p.pearls -= $1 }", &["a choice has no braces"]),
            ("again(sell)", &["`again` stands by itself"]),
            ("chest = empty", &["a number is never `empty`: write `0`"]),
            ("if me is richest { me.pearls += $1 }", &["me in (players with most pearls)"]),
            ("say \"{player} has sold\"", &["perhaps `me` is meant"]),
            ("show bid", &["`show` cannot be a sentence by itself"]),
        ],
    );
    mends(
        "choose best in players with most bid by chance",
        &[
            (
                "best is the player with the most bid",
                "choose best in players with most bid by chance",
            ),
            ("best = player with highest bid", "choose best in players with most bid by chance"),
        ],
    );
}

#[test]
fn what_a_word_means_is_told_where_it_is_declared_and_nowhere_else() {
    const COST: &str = "define cost for f: Fish = f.size * $1";
    const SCORE: &str =
        "define score for p: Player = count(p.served) * 3 + p.pearls / $2 + p.catch";
    let alone = |from: &str, to: &str, words: &[&str]| says(&with(from, to), FISH, words);
    alone(COST, "define cost for f: Fish = $f.size", &["`f.size * $1`"]);
    alone(COST, "let cost = f.size * $1", &["E0102", "define"]);
    alone(
        SCORE,
        "define score = count(me.served) * 3",
        &["does not say whose it is", "`define score for p: Player = …`"],
    );
    alone(SCORE, "define score for p: Player = count(p.served)^2", &["E0107", "n * n"]);
    alone(
        SCORE,
        "define score for p: Player = count(p.served) 3 + p.catch",
        &["a sign is missing in front of `3`", "`… * 3`"],
    );
    first(SCORE, &[("scoring {\n  3 per wish\n}", &["E0102", "no item begins with `scoring`"])]);
    first(COST, &[("define cost for f: Card = f.size * $1", &["`Fish` or `Wish`"])]);
}

#[test]
fn plain_english_is_told_as_a_whole() {
    first(
        LINE,
        &[
            ("the old sailor gives everybody a drink", &["there is no sentence `the old"]),
            ("a stranger takes the lantern quietly", &["there is no sentence `a stranger"]),
            ("if the water was cold today { me.pearls += $1 }", &["a condition compares or asks"]),
            ("me.pearls += w.pays at the end of the round", &["said by its place"]),
        ],
    );
    first(
        "captain = first p in players",
        &[
            ("the youngest player is captain", &["first p in players", "by chance"]),
            ("captain = oldest player", &["first p in players"]),
            ("captain = player 1", &["players have no numbers"]),
            ("captain is chosen at random", &["choose picked in players by chance"]),
        ],
    );
}

#[test]
fn english_words_are_no_names() {
    first(
        "deck sea of Fish { Fish from",
        &[("deck of Fish called sea { Fish from", &["deck sea of Fish { Fish from"])],
    );
    mends(
        "stall: row of Fish",
        &[
            ("stall: a face-up row of Fish", "stall: row of Fish"),
            ("stall of Fish", "stall: row of Fish"),
        ],
    );
    mends(
        LINE,
        &[
            ("me.pearls += $1 per fish in hand", "me.pearls += count(me.hand) * $1"),
            ("me.pearls += w.pays twice", "me.pearls += 2 * w.pays"),
            ("choose a player", "choose p in players"),
            ("choose opponent", "choose p in opponents"),
            ("choose a card", "choose c in me.hand"),
            ("show f to next player", "show f to me.left"),
            ("all opponents lose $1", "for each p in opponents { p.pearls -= $1 }"),
            ("draw a fish from sea", "move top 1 of sea to me.hand"),
            ("look at top 2 of sea", "show top 2 of sea to me"),
            ("sea.shuffle", "shuffle sea"),
            ("1. shuffle sea", "shuffle sea"),
            ("let me.pearls = $1", "me.pearls = $1"),
        ],
    );
    first(
        LINE,
        &[
            ("move all north fish in me.hand to bones", &["those c in me.hand where c.reef is"]),
            ("steal $1 from me.left", &["me.left.pearls -= $1 me.pearls += $1"]),
            ("move $1 from me to chest", &["only cards are moved", "they are set"]),
            ("let chest = chest + $1", &["to set the counter itself", "`chest = …`"]),
            ("me.pearls += Wish.pays", &["the card that is meant here is `w`"]),
            ("if f.name is \"Carp\" { me.pearls += $1 }", &["`c is [Carp]`"]),
            ("shuffle deck", &["`sea` or `wishes`"]),
        ],
    );
    mends("home: Reef or none", &[("home: maybe Reef", "home: Reef or none")]);
    mends(
        "hand: set of Fish, seen by owner",
        &[("hand: Fish cards, secret", "hand: set of Fish, seen by owner")],
    );
    first("  2 each of (Reef, $2)", &[("  2 of each Reef with $2", &["2 each of (Reef, $2)"])]);
    first(
        "card Fish { name: Name, reef: Reef, size: Number }",
        &[("card Fish has name, reef, size", &["{ name: Name, reef: Reef, size: Number }"])],
    );
    first(
        "unit Pearls \"$\"",
        &[("unit Pearls", &["give the unit its sign: `unit Pearls \"$\"`"])],
    );
    first("unit Pearls \"$\"", &[("money is in Pearls ($)", &["`unit Pearls \"$\"`"])]);
}

#[test]
fn pieces_stand_at_the_left_edge() {
    first(
        LINE,
        &[
            ("define bonus = $2", &["E0103", "left edge", "`let bonus = …`"]),
            ("when sea runs out { shuffle bones }", &["E0103", "`when sea runs out { … }`"]),
        ],
    );
    first(
        "    refill()",
        &[("    action fill { move top 1 of sea to stall }", &["E0103", "`to fill { … }`"])],
    );
    first(
        "    turn me in players from captain {",
        &[(
            "    turn me in players from captain",
            &["`{` is missing", "me in players from captain {`"],
        )],
    );
    first(
        "if me.home is f.reef { me.pearls += $1 }",
        &[(
            "if me.home is f.reef\n    me.pearls += $1",
            &["`{` is missing after `reef`", "write `if me.home is f.reef {`"],
        )],
    );
    first("setup {", &[("before the game {", &["write `setup {`"])]);
    first("play {", &[("the game {", &["write `play {`"])]);
    first("the table has {", &[("table {", &["the table has"])]);
    first("the table has {", &[("on the table: {", &["the table has"])]);
}

#[test]
fn moves_and_conditions_of_rulebooks_are_told() {
    mends(
        "action buy(f in stall) as \"buys {f}\"",
        &[("action buy(any f in stall) as \"buys {f}\"", "action buy(f in stall) as \"buys {f}\"")],
    );
    first(
        "action buy(f in stall) as \"buys {f}\"",
        &[
            ("action buy(stall) as \"buys\"", &["`buy(c in stall)`"]),
            ("action buy a fish in stall as \"buys\"", &["action buy(c in stall) as \"buys\""]),
        ],
    );
    mends("needs f.size > 1 else", &[("needs f.size is 2 or more else", "needs f.size >= 2 else")]);
    mends("once per turn else", &[("one time per turn else", "once per turn else")]);
    first(
        "needs turn.sold < 2 else \"only two a turn\"",
        &[("forbid if turn.sold is 2", &["needs not (turn.sold is 2) else"])],
    );
    mends(
        "choose theirs in other.hand by other asking \"Which fish do you give?\"",
        &[(
            "choose theirs in other.hand asking \"Which fish do you give?\" by other",
            "choose theirs in other.hand by other asking \"Which fish do you give?\"",
        )],
    );
    mends("swap mine with theirs", &[("give mine to other", "move mine to other.hand")]);
    mends(
        "repeat until count(stall) >= 4 or sea is empty {",
        &[("while stall has less than 4 cards {", "repeat until count(stall) >= 4 {")],
    );
    mends("if queue is empty {", &[("if no queue {", "if queue is empty {")]);
    first("      choose the_turn\n", &[("      choose { sale }\n", &["`sale()`"])]);
}

#[test]
fn how_the_game_ends_is_told() {
    const END: &str = "end game won by players with most score";
    mends(
        END,
        &[
            (
                "end game won by players with most score, tie: most pearls",
                "end game won by (players with most score) with most pearls",
            ),
            ("end game won by score", END),
        ],
    );
}

#[test]
fn lines_of_tests_are_told() {
    mends("given stall is [Carp]", &[("given a Carp is in the stall", "given stall is [Carp]")]);
    mends("given it is Ana's turn", &[("Ana's turn", "given it is Ana's turn")]);
    mends("Ana does buy [Carp]", &[("buy [Carp] by Ana", "Ana does buy [Carp]")]);
}

#[test]
fn what_leaves_nothing_is_told() {
    first(
        "  for each p in players { move top 3 of sea to p.hand }",
        &[(
            "  for each p in players { move bones to p.hand }",
            &["W0515", "the first player gets all of `bones`"],
        )],
    );
    first(
        "in $0..me.pearls by each players",
        &[("in $1..me.pearls by each players", &["W0407", "`$0`"])],
    );
    first(
        "best.pearls -= best.bid",
        &[("for each p in players { p.pearls -= best.bid }", &["W0517", "each of these players"])],
    );
    first(
        "needs me.pearls >= f.cost else",
        &[("needs me.pearls > $0 else", &["W0517", "at least 1"])],
    );
    first("count(stall) >= 4", &[("count(stall) < 4", &["W0520", "`stall` only grows here"])]);
    first("needs f.size > 1 else", &[("needs f.size > 5 else", &["W0403", "is 5"])]);
    // Enough is asked for, and the others are not asked at all.
    let paid = with("  me.pearls += $1\n  turn.sold", "  me.pearls -= $1\n  turn.sold");
    let asked = paid.replacen(
        "needs turn.sold < 2",
        "needs me.pearls > $0 else \"no\"\n  needs turn.sold < 2",
        1,
    );
    assert_eq!(said(&asked, FISH), [""; 0]);
}

#[test]
fn a_sign_of_several_bytes_is_no_part_of_a_name() {
    for word in ["money", "currency", "coins"] {
        let rules = format!(
            "game \"Rally\"\nplayers 2\n{word} Euros \"€\"\n\
             each Player has {{ purse: Euros = €5 }}\n\
             play {{ turn me in players {{ choose {{ go }} }} end game lost }}\n\
             action go {{ choose bid in €0..me.purse  me.purse -= bid }}\n"
        );
        let found = compile("g.rules", &rules, &mut NoFiles).diagnostics;
        assert!(!found.is_empty(), "{word}");
    }
}
