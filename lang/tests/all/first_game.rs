//! What is said of a first game by somebody who never wrote rules: each slip is answered by what to
//! write in its place.

use super::said::{said, says};

const GAME: &str = r#"unit Coins "$"

enum Kind { rum, silk, gold, crew }
enum Colour { red, green, white }

card Lantern { colour: Colour, light: 1..6 }
deck lanterns of Lantern { each of (Colour, 1..6) }

card Cargo { name: Name, kind: Kind, worth: Coins }
deck sea of Cargo { Cargo from "cargo.csv" times copies }

each Player has {
  hand: set of Lantern, seen by owner
  shown: slot of Lantern
  loot: set of Cargo
  money: Coins = $3
  done: yes or no, bookkeeping
  peeked: yes or no
}

the table has {
  beach: row of Cargo
  burnt: pile of Lantern
}

setup {
  shuffle lanterns
  shuffle sea
  for each p in players { move top 4 of lanterns to p.hand }
}

play {
  round n in 1..4 {
    move top count(players) of sea to beach
    choose lamp in me.hand by each players
    for each p in players { move p.lamp to p.shown }
    for each p in players { p.done = no }
    for each i in 1..count(players) {
      if there is p in first q in (those r in players where not r.done) with most brightness {
        turn me in p { choose the_turn }
        p.done = yes
      }
    }
    for each p in players { move p.shown to burnt }
  }
  end game won by players with most score
}

menu the_turn { take or sell otherwise pass }

/// Take a card from the beach.
action take(c in beach) {
  move c to me.loot
  if c.kind is crew { me.money += $1 }
}

/// Sell a card you have for coins.
action sell(c in me.loot)
  once per turn
  needs c.worth > $0 else "nobody buys {c}"
{
  move c to sea at bottom
  me.money += c.worth
  again
}

define brightness for p: Player = p.shown.light
define score for p: Player = sum(c.worth for c in p.loot) + p.money + p.sets * $5
define sets for p: Player = count(k in Kind where any c in p.loot has c.kind is k)

/// The smuggler makes your rum worth 2 more
rules for Smuggler in loot {
  change score for owner by $2 * count(c in owner.loot where c.kind is rum)
}

/// The parrot: whenever you sell, get 1 coin more
rules for Parrot in loot {
  after sell when me is owner { owner.money += $1 }
}

/// The lookout: once in the game draw a card from the sea
rules for Lookout in loot {
  action peek
    joins the_turn
    needs not me.peeked else "you have been at the lookout already"
    needs sea is not empty else "no ship is in sight"
  {
    move top 1 of sea to me.loot
    me.peeked = yes
    again
  }
}

test "brightest goes first" with Ana, Ben {
  given Ana.hand is [red 5]
  given Ben.hand is [red 6]
  given beach is [Gold_Chest], [Rum_Barrel]
  Ana chooses [red 5]
  Ben chooses [red 6]
  expect it is Ben's turn
}
"#;

const CARGO: &str = "name,kind,worth,copies\nRum Barrel,rum,2,6\nSilk Bale,silk,3,5\n\
                     Gold Chest,gold,5,3\nSmuggler,crew,0,2\nParrot,crew,1,2\nLookout,crew,0,2\n";

/// The game with something else in the place of some words.
fn with(from: &str, to: &str) -> String {
    let rules = GAME.replacen(from, to, 1);
    assert_ne!(rules, GAME, "{from}");
    rules
}

/// Of each change one thing is said, and these words are among it.
fn answers(from: &str, all: &[(&str, &str)]) {
    for (to, words) in all {
        says(&with(from, to), CARGO, &[words]);
    }
}

/// The same, and with them in the place of what was changed the game is right.
fn mends(from: &str, all: &[(&str, &str)]) {
    answers(from, all);
    for (_, meant) in all {
        let right = if GAME.contains(meant) { GAME.to_owned() } else { with(from, meant) };
        let wrong = said(&right, CARGO);
        assert!(wrong.iter().all(|said| said.starts_with('W')), "{meant}: {wrong:#?}");
    }
}

#[test]
fn the_game_is_right() {
    assert_eq!(said(GAME, CARGO), [""; 0]);
}

#[test]
fn a_reason_without_quotation_marks_is_a_text() {
    const NEEDS: &str = "needs c.worth > $0 else \"nobody buys {c}\"";
    mends(
        NEEDS,
        &[
            ("needs c.worth > $0 else nobody buys {c}", NEEDS),
            ("needs c.worth > $0 else \"nobody buys\" {c}", NEEDS),
            ("needs me.money > $2 else too poor {c}", "needs me.money > $2 else \"too poor {c}\""),
        ],
    );
    answers("nobody buys {c}", &[("nobody buys {card}", "write `c`")]);
}

#[test]
fn rules_for_a_card_say_when_something_happens() {
    const PARROT: &str = "after sell when me is owner {";
    mends(
        PARROT,
        &[
            ("when owner sells {", PARROT),
            ("when me sells {", PARROT),
            ("when sell and me is owner {", PARROT),
            ("after owner sells {", PARROT),
            ("after each sell when me is owner {", PARROT),
        ],
    );
    let braces = "after sell when me is owner { owner.money += $1 }";
    answers(braces, &[("after sell when me is owner owner.money += $1", braces)]);
    answers(
        braces,
        &[
            (
                "owner.money += $1",
                "say when it happens: `after take when me is owner { owner.money += $1 }`",
            ),
            (
                "move top 1 of sea to owner.loot",
                "`after take when me is owner { move top 1 of sea to owner.loot }`",
            ),
        ],
    );
    const RUM: &str = "change score for owner by $2 * count(c in owner.loot where c.kind is rum)";
    let counted = "$2 * count(c in owner.loot where c.kind is rum)";
    for before in
        ["owner.score += ", "score += ", "add to score of owner ", "change owner.score by "]
    {
        mends(RUM, &[(&format!("{before}{counted}"), RUM)]);
    }
    mends(RUM, &[(&RUM.replace("owner by", "me by"), RUM)]);
    const HEAD: &str = "rules for Parrot in loot {";
    mends(
        HEAD,
        &[
            ("when Parrot in loot {", HEAD),
            ("Parrot in loot {", HEAD),
            ("rules for Parrot in me.loot {", HEAD),
            ("rules for Parrot {", HEAD),
        ],
    );
}

#[test]
fn a_move_that_joins_a_menu_is_no_other_one() {
    answers("take or sell otherwise", &[("take or sel otherwise", "did you mean `sell`?")]);
    answers("after sell when", &[("after selling when", "did you mean `sell`?")]);
}

#[test]
fn what_belongs_to_a_card_in_sight_is_asked_of_it() {
    answers("me.money += c.worth", &[("me.money += worth", "write `c.worth`")]);
    answers("if c.kind is crew", &[("if c.kind.crew", "write `c.kind is crew`")]);
}

#[test]
fn turns_in_the_order_of_a_value_are_given_one_by_one() {
    const TURN: &str = "turn me in p { choose the_turn }";
    const ORDER: &str = "if there is p in first q in (those r in players where not r.moved) with \
                         most brightness { turn me in p { … }";
    for order in [
        "by most brightness",
        "by brightness",
        "sorted by brightness",
        "in order of brightness",
        "in order of most brightness",
        "from most brightness to least",
    ] {
        answers(TURN, &[(&format!("turn me in players {order} {{ choose the_turn }}"), ORDER)]);
    }
    let least = "turn me in players by least brightness { choose the_turn }";
    answers(TURN, &[(least, "with least brightness")]);
    let from = "turn me in players from brightest { choose the_turn }";
    answers(TURN, &[(from, "`first p in players with most brightness`")]);
    let right = ORDER.replace("r.moved", "r.done").replace("{ … }", "{ choose the_turn } }");
    assert_eq!(said(&with(TURN, &right.replace("p in first", "x in first")), CARGO), [""; 0]);
}

#[test]
fn different_sorts_are_counted_among_all_that_there_are() {
    const SORTS: &str = "count(k in Kind where any c in p.loot has c.kind is k)";
    mends(
        SORTS,
        &[
            ("count(different c.kind in p.loot)", SORTS),
            ("count(different kinds in p.loot)", SORTS),
            ("count(distinct c.kind for c in p.loot)", SORTS),
            ("count(c.kind in p.loot)", SORTS),
            ("number of kinds in p.loot", SORTS),
            ("number of different kinds in p.loot", SORTS),
            ("p.loot.kinds", SORTS),
        ],
    );
}

#[test]
fn a_certain_card_is_asked_for_in_brackets() {
    const ASKS: &str = "if [Parrot] in me.loot {";
    mends(
        "if c.kind is crew {",
        &[
            ("if me has a Parrot {", ASKS),
            ("if me has Parrot in loot {", ASKS),
            ("if me.loot contains [Parrot] {", ASKS),
            ("if me.loot has a Parrot {", ASKS),
            ("if Parrot in me.loot {", ASKS),
        ],
    );
}

#[test]
fn cards_are_moved_and_shown_as_it_is_said() {
    const BEACH: &str = "move top count(players) of sea to beach";
    mends(
        BEACH,
        &[
            ("fill beach to 4 cards from sea", "move top (4 - count(beach)) of sea to beach"),
            ("refill beach up to 4 from sea", "move top (4 - count(beach)) of sea to beach"),
            ("reveal 3 cards from sea", "show top 3 of sea to players"),
            ("flip top 3 cards of sea", "move top 3 of sea to beach"),
            ("move top players of sea to beach", "move top count(players) of sea to beach"),
            (
                "move top players + 1 of sea to beach",
                "move top (count(players) + 1) of sea to beach",
            ),
        ],
    );
    answers(BEACH, &[("sort beach by worth", "`first c in beach with most worth`")]);
    answers(
        BEACH,
        &[(
            "repeat until beach has 4 cards { move top 1 of sea to beach }",
            "`repeat until count(beach) is 4 {",
        )],
    );
    const DEALT: &str = "for each p in players { move top 4 of lanterns to p.hand }";
    mends(
        DEALT,
        &[
            ("deal 4 lanterns to each player", DEALT),
            ("deal each player 4 lanterns", DEALT),
            ("for each p in players { p draws 4 lanterns }", DEALT),
        ],
    );
    answers(
        DEALT,
        &[("for each p in players { move 4 of lanterns to p.hand }", "top 4 of lanterns")],
    );
    answers("shuffle sea\n", &[("shuffle sea and lanterns\n", "shuffle sea shuffle lanterns")]);
    const TAKES: &str = "move c to me.loot\n  if";
    answers(
        TAKES,
        &[
            (
                "choose target in opponents\n  move random card of target.hand to me.hand\n  if",
                "`choose picked in target.hand by chance`, then `move picked to me.hand`",
            ),
            ("choose n in 1..6 randomly\n  if", "`choose n in 1..6 by chance`"),
            (
                "for each p in players { move the most valuable c in p.loot to sea }\n  if",
                "`if there is best in first d in p.loot with most … { move best to sea }`",
            ),
            (
                "choose trump in Colour by chance\n  say trump is {trump}\n  if",
                "write `say \"trump is {trump}\"`",
            ),
            ("skip the turn of me.left\n  if", "`me.left.sits_out = yes`"),
            (
                "ask me.left \"Agreed?\"\n  if",
                "`choose answer in (yes, no) by me.left asking \"Agreed?\"`",
            ),
        ],
    );
}

#[test]
fn what_is_declared_in_other_words_is_told_in_ours() {
    mends("money: Coins = $3", &[("money: Coins: $3", "money: Coins = $3")]);
    mends(
        "burnt: pile of Lantern",
        &[("burnt: discard pile of Lantern", "burnt: pile of Lantern")],
    );
    const LANTERNS: &str = "deck lanterns of Lantern { each of (Colour, 1..6) }";
    mends(LANTERNS, &[("deck of lanterns { each of (Colour, 1..6) }", LANTERNS)]);
    const SEA: &str = "Cargo { Cargo from \"cargo.csv\" times copies }";
    mends(
        SEA,
        &[
            ("Cargo { copies each of Cargo from \"cargo.csv\" }", SEA),
            ("Cargo { each Cargo from \"cargo.csv\" times copies }", SEA),
            ("Cargo from \"cargo.csv\" times copies", SEA),
        ],
    );
    answers(SEA, &[("Cargo { Cargo from \"cargo.csv\" }", "`times copies`")]);
    mends("play {", &[("play the game {", "play {")]);
    let head = "action sell(c in me.loot)";
    mends(head, &[("action sell(a card c in me.loot)", head), ("action sell(1 of me.loot)", head)]);
    mends("round n in 1..4 {", &[("round 1..4 {", "round n in 1..4 {")]);
    const SUM: &str = "sum(c.worth for c in p.loot)";
    mends(
        SUM,
        &[
            ("sum(c in p.loot of c.worth)", SUM),
            ("sum of c.worth for c in p.loot", SUM),
            ("total worth of p.loot", SUM),
        ],
    );
    const NEW: &str = "/// The smuggler";
    for (item, words) in [
        ("scoring { me.money += $1 }", "`define total for p: Player = …`"),
        ("winner = player with most score", "`end game won by players with most score`"),
        ("define richest = the player with most money", "= first p in players with most money"),
        ("option long game: yes or no", "`option long_game: yes or no = no`"),
        ("when a player takes a card { me.money += $1 }", "`after take { me.money += $1 }`"),
        ("at the end of round { beach = 1 }", "stands last in its block"),
        (
            "when sea is empty { end game won by players with most score }",
            "`ends when sea is empty { end game won by players with most score }`",
        ),
    ] {
        answers(NEW, &[(&format!("{item}\n\n{NEW}"), words)]);
    }
}

#[test]
fn amounts_and_choices_are_told_in_our_words() {
    const GAINS: &str = "me.money += c.worth";
    mends(
        GAINS,
        &[
            ("me gains c.worth", GAINS),
            ("gain c.worth", GAINS),
            ("me pays c.worth", "me.money -= c.worth"),
        ],
    );
    answers(GAINS, &[("Ana.money += c.worth", "whoever acts is `me.money`")]);
    answers("  again\n", &[("  choose again\n", "write `again` by itself")]);
    answers("choose the_turn }", &[("choose { the_turn } }", "without braces: `choose the_turn`")]);
    answers(
        "  move c to me.loot\n  if c.kind is crew { me.money += $1 }\n",
        &[("  move c to me.loot\n  else { me.money += $1 }\n", "`if … { … } else { … }`")],
    );
    answers("Ana chooses [red 5]", &[("Ana does choose [red 5]", "write `Ana chooses [red 5]`")]);
    answers("if c.kind is crew {", &[("if beach is full {", "`count(beach) is 4`")]);
    let most = "first q in (those r in players where not r.done) with most brightness";
    answers(most, &[("first q in players with most q.brightness", "write `with most brightness`")]);
}

#[test]
fn what_is_each_players_own_is_that_of_whoever_is_set() {
    let rules = with("burnt: pile", "captain: Player or none\n  burnt: pile");
    let bids = "choose bid in $0..$3 by each players\n    captain = first p in players with most \
                bid\n    captain.money -= bid\n    choose lamp";
    let told = said(&rules.replacen("choose lamp", bids, 1), CARGO);
    let has = |words: &str| told.iter().any(|said| said.contains(words));
    assert!(has("say whose: `captain.bid`"), "{told:#?}");
    assert!(has("`if captain is not none { … }`"), "{told:#?}");
}
