//! What is said of a game of seeds and wishes that somebody wrote who knew rulebooks, and no
//! programs: what is offered has the names and numbers of the line, and none of others.

use houserules_lang::compile::{LoadError, Loaded, Loader, compile};
use houserules_lang::diagnostic::{Diagnostic, Severity};
use houserules_lang::fixes::applied;

const GAME: &str = r#"game "Seed Swap"
players 2 to 4

unit Coins "$"
enum Sort { herb, root, flower }
card Seed { sort: Sort, worth: 1..5 }
card Wish { name: Name, wants: Sort, pays: Coins }
deck seeds of Seed { 2 each of (Sort, 1..5) }
deck wishes of Wish {
  2 each of ("Tea", herb, $3)
  2 each of ("Stew", root, $4)
  2 each of ("Bouquet", flower, $5)
}

each Player has {
  hand: set of Seed, seen by owner
  goals: set of Wish, seen by owner
  coins: Coins = $4
  face: 0..10 = 2, capped
  water: 0..6 = 3
}
each turn has { buys: Number }
the table has {
  market: row of Seed
  compost: pile of Seed
  starter: Player
}

setup {
  shuffle seeds
  shuffle wishes
  for each p in players {
    move top 3 of seeds to p.hand
    move top 1 of wishes to p.goals
  }
  move top 4 of seeds to market
  choose lucky in players by chance
  starter = lucky
}

play {
  ends when any p in players has p.coins >= $20 { end game won by players with most score }
  round n in 1..6 {
    phase "trade" {
      turn me in players from starter { choose the_turn }
    }
    phase "harvest" {
      for each p in players { p.coins += $1 }
    }
    starter = starter.left
  }
  end game won by players with most score
}

menu the_turn { buy or sell or fulfil or rest otherwise pass }

/// Buy a seed of the market.
action buy(c in market) as "buys {c}"
  needs me.coins >= $2 else "a seed costs two"
  needs turn.buys < 2 else "two a turn"
{
  me.coins -= $2
  turn.buys += 1
  move c to me.hand
  move top 1 of seeds to market
  again
}

action sell(c in me.hand) {
  me.coins += $1
  move c to compost
  me.face += 1
}

action fulfil(w in me.goals, c in me.hand)
  needs c.sort is w.wants else "{c} is not what {w} wants"
{
  openly me.coins += w.pays
  move w to wishes at bottom
  move c to compost
  move top 1 of wishes to me.goals
}

action rest {
  if me.water < 6 { me.water += 1 }
}

when seeds runs out {
  move compost to seeds
  shuffle seeds
}

define score for p: Player = p.coins / $1 + p.face

test "tea pays" with Ana, Ben {
  given Ana.hand is [herb 2]
  given Ana.goals is [Tea]
  given it is Ana's turn
  Ana does fulfil [Tea], [herb 2]
  expect Ana.coins is $7
}
"#;

/// The game reads no file.
struct Nothing;

impl Loader for Nothing {
    fn module(&mut self, _: &str) -> Result<Loaded, LoadError> {
        Err(LoadError::NoModules)
    }
    fn table(&mut self, _: &str, _: &str) -> Result<Loaded, LoadError> {
        Err(LoadError::NoTables)
    }
    fn modules(&self) -> Vec<String> {
        Vec::new()
    }
}

fn errors(rules: &str) -> Vec<Diagnostic> {
    let found = compile("seeds.rules", rules, &mut Nothing).diagnostics;
    found.into_iter().filter(|d| d.severity == Severity::Error).collect()
}

/// What is said, a line each: code, message and help.
fn said(rules: &str) -> Vec<String> {
    let help = |d: &Diagnostic| d.help.clone().unwrap_or_default();
    errors(rules).iter().map(|d| format!("{} {} | {}", d.code, d.message, help(d))).collect()
}

/// A game with something else in the place of some words.
fn changed(game: &str, from: &str, to: &str) -> String {
    let rules = game.replacen(from, to, 1);
    assert_ne!(rules, game, "{from}");
    rules
}

/// Of each change one thing is said; what it offers makes that line of it, and nothing is wrong
/// with it.
fn mends(from: &str, all: &[(&str, &str)]) {
    mends_in(GAME, from, all);
}

/// The same of another game.
#[expect(clippy::panic, clippy::unwrap_used, reason = "a test that cannot go on has failed")]
fn mends_in(game: &str, from: &str, all: &[(&str, &str)]) {
    for (to, line) in all {
        let rules = changed(game, from, to);
        let all = errors(&rules);
        let [one] = &all[..] else { panic!("{to}: {:#?}", said(&rules)) };
        let made = applied(&rules, &one.fix).unwrap();
        assert!(made.contains(line), "{to}: {line} is not made by {:#?}", said(&rules));
        assert_eq!(said(&made), [""; 0], "{to}");
    }
}

/// Of each change just one thing is said: these words, and none of the others.
fn tells(from: &str, all: &[(&str, &[&str], &[&str])]) {
    tells_in(GAME, from, all);
}

/// The same of another game.
#[expect(clippy::panic, reason = "a test that cannot go on has failed")]
fn tells_in(game: &str, from: &str, all: &[(&str, &[&str], &[&str])]) {
    for (to, words, others) in all {
        let said = said(&changed(game, from, to));
        let [one] = &said[..] else { panic!("{to}: {said:#?}") };
        let lacks = words.iter().find(|word| !one.contains(**word));
        let has = others.iter().find(|word| one.contains(**word));
        assert_eq!((lacks, has), (None, None), "{to}: {one}");
    }
}

const DEALT: &str = "    move top 3 of seeds to p.hand\n";
const GAINS: &str = "for each p in players { p.coins += $1 }";
const ENDS: &str = "ends when any p in players has p.coins >= $20 {";
const FACE: &str = "  me.face += 1\n";
const BOUGHT: &str = "  move c to me.hand\n";
const PRICE: &str = "needs me.coins >= $2 else \"a seed costs two\"";

#[test]
fn the_game_is_right() {
    assert_eq!(said(GAME), [""; 0]);
}

#[test]
fn cards_are_called_by_what_they_are() {
    let goals = "move top 1 of wishes to p.goals";
    mends(
        DEALT,
        &[
            ("    deal 1 of wishes to each player\n", goals),
            ("    deal 1 wish to each player\n", goals),
            ("    deal 3 seeds to everybody\n", "move top 3 of seeds to p.hand"),
        ],
    );
    mends(
        GAINS,
        &[
            (
                "each player draws a wish",
                "for each p in players { move top 1 of wishes to p.goals }",
            ),
            ("everyone takes 2 seeds", "for each p in players { move top 2 of seeds to p.hand }"),
            ("each player gains $2", "for each p in players { p.coins += $2 }"),
        ],
    );
    mends(
        BOUGHT,
        &[
            ("  take c from market\n", BOUGHT),
            ("  take c\n", BOUGHT),
            ("  c goes from market to me.hand\n", BOUGHT),
        ],
    );
    tells(
        FACE,
        &[
            ("  reveal 4 seeds\n", &["`show top 4 of seeds to players`"], &[" to seeds"]),
            ("  trade c with market\n", &["`choose d in market`", "`swap c with d`"], &[]),
            (
                "  steal a seed from an opponent\n",
                &["c in 1 of p.hand", "`move c to me.hand`"],
                &[],
            ),
        ],
    );
}

#[test]
fn amounts_are_those_of_the_line() {
    mends(
        FACE,
        &[
            ("  each opponent loses $1\n", "for each p in opponents { p.coins -= $1 }"),
            ("  every opponent loses 1 water\n", "for each p in opponents { p.water -= 1 }"),
            ("  me.coins += a coin\n", "me.coins += $1"),
            ("  me.coins += 2 coins\n", "me.coins += $2"),
            ("  choose 2 { buy or rest }\n", "for each i in 1..2 { choose { buy or rest } }"),
        ],
    );
    tells(
        FACE,
        &[
            ("  steal $3 from an opponent\n", &["`p.coins -= $3`", "`me.coins += $3`"], &[]),
            ("  steal 2 face from an opponent\n", &["`p.face -= 2`"], &["coins"]),
            ("  gain face water\n", &["there is no sentence"], &["me.face += face"]),
        ],
    );
    mends("w.pays\n", &[("50% of w.pays\n", "+= w.pays * 50 / 100")]);
    tells("needs turn.buys < 2 else", &[("needs 50% else", &["no percent", "* 50 / 100"], &[])]);
    tells(
        PRICE,
        &[
            ("needs $1 else \"no money\"", &["write `me.coins >= $1`"], &["did you mean"]),
            ("needs 3 coins else \"no money\"", &["`me.coins >= $3`"], &[]),
        ],
    );
}

#[test]
fn what_is_asked_names_what_the_line_names() {
    mends(
        ENDS,
        &[
            ("ends when there are no seeds left {", "ends when seeds is empty {"),
            ("ends when no seeds are left {", "ends when seeds is empty {"),
            ("ends when nobody has coins {", "ends when no p in players has p.coins > $0 {"),
            ("ends when nobody has water left {", "ends when no p in players has p.water > 0 {"),
            ("ends when everyone has 0 water {", "ends when every p in players has p.water is 0 {"),
            ("ends when any player has $20 {", "ends when any p in players has p.coins >= $20 {"),
        ],
    );
    tells(
        ENDS,
        &[
            ("ends after 6 rounds {", &["`round n in 1..6 { … }`"], &["round.passes"]),
            ("ends when all players passed {", &["`every p in players has p.passed`"], &["+="]),
        ],
    );
    mends(
        "won by players with most score\n}",
        &[(
            "won by players with least score but most coins\n}",
            "won by (players with least score) with most coins",
        )],
    );
    tells(
        "won by players with most score }",
        &[(
            "won by winner }",
            &["`end game won by players with most "],
            &["starter", "let winner", "`me`"],
        )],
    );
}

#[test]
fn what_is_forgotten_or_apart_is_named() {
    let brackets = ["in brackets after the move's name", "`action sell(c in …)`"];
    tells("sell(c in me.hand)", &[("sell", &brackets, &["starter"])]);
    tells("players 2 to 4\n", &[("players 2 to 4\nrounds: 6\n", &["`play { round n in"], &[])]);
    let rules = GAME.replace("starter", "first player");
    let said = said(&rules).concat();
    assert!(said.contains("`first_player: Player`") && !said.contains("too many"), "{said}");
}

/// What the game has more with a garden, in which birds sit.
const IN_GARDEN: [(&str, &str); 7] = [
    (
        "card Seed",
        "enum Bird | weight: Number | prize: Coins {\n  crow | 3 | $2\n  owl  | 5 | $4\n}\n\
         enum Bed 3 by 3\n\ncard Seed",
    ),
    (
        "each turn has { buys: Number }",
        "each turn has { buys: Number  steps: Number }\n\
         each Bed has { guest: Bird or none  ripe: yes or no }",
    ),
    ("water: 0..6 = 3\n", "water: 0..6 = 3\n  gnome: Bed = Bed(1, 1)\n"),
    ("setup {\n", "setup {\n  Bed(2, 2).guest = crow\n  Bed(3, 3).ripe = yes\n"),
    (
        "from starter { choose the_turn }",
        "from starter {\n        turn.steps = 2\n        choose the_turn\n      }",
    ),
    (
        "menu the_turn { buy or",
        "action hop(b in Bed)\n  needs turn.steps >= 1 else \"tired\"\n{\n  turn.steps -= 1\n  \
         me.gnome = b\n}\n\naction chase\n  needs me.gnome.guest is not none else \"nobody\"\n{\n  \
         scare(me.gnome, 2)\n}\n\naction doze\n  \
         needs me.gnome.guest is none else \"a bird sits here\"\n{\n  \
         me.water += if me.water < 2 then 2 else 1\n}\n\nto scare(b: Bed, n: Number) {\n  \
         if there is g in b.guest {\n    if n >= g.weight { me.coins += g.prize }\n    \
         b.guest = none\n  }\n}\n\nmenu the_turn { hop or chase or doze or buy or",
    ),
    (
        "define score",
        "define best for p: Player = most(c.worth for c in p.hand) otherwise 0\n\
         define score",
    ),
];

/// The game with a garden.
fn garden() -> String {
    IN_GARDEN.iter().fold(GAME.to_owned(), |game, (from, to)| changed(&game, from, to))
}

const GUEST: &str = "needs me.gnome.guest is none else \"a bird sits here\"";

#[test]
fn the_garden_is_right() {
    assert_eq!(said(&garden()), [""; 0]);
}

#[test]
fn items_are_opened_by_their_words() {
    mends("setup {", &[("to set up {", "setup {\n"), ("set up {", "setup {\n")]);
    mends("play {", &[("gameplay {", "\nplay {\n")]);
    let runs_out = "when seeds runs out {\n";
    mends(runs_out, &[("when the seed deck is empty {\n", runs_out)]);
    let whole = "when seeds runs out {\n  move compost to seeds\n  shuffle seeds\n}";
    let short = "when seeds runs out { move compost to seeds  shuffle seeds }";
    mends(whole, &[("when seeds runs out, reshuffle compost", short)]);
    let again = "  move compost to seeds\n  shuffle seeds\n";
    mends(again, &[("  reshuffle compost\n", "  move compost to seeds  shuffle seeds\n")]);
    let garden = garden();
    let typed = "to scare(b: Bed, n: Number) {";
    mends_in(&garden, typed, &[("to scare(b in Bed, n in Number) {", typed)]);
    let columns = "| weight: Number | prize: Coins {";
    let said = said(&changed(&garden, columns, "| weight | prize {")).concat();
    assert!(said.contains(&format!("`enum Bird {columns}`")), "{said}");
    let row = "each of (\"Stew\", root, $4)";
    mends(row, &[("each of (Herb Stew, root, $4)", "each of (\"Herb Stew\", root, $4)")]);
}

#[test]
fn what_players_have_keeps_its_limit() {
    mends("water: 0..6 = 3\n", &[("water: 3 of 6\n", "water: 0..6 = 3\n")]);
    tells("water: 0..6 = 3\n", &[("water: 6 max\n", &["`0..6 = 6`", "`, capped`"], &["Number"])]);
}

#[test]
fn amounts_are_told_in_other_words() {
    mends(
        FACE,
        &[
            ("  me.coins doubles\n", "  me.coins += me.coins\n"),
            ("  half me.face\n", "  me.face = me.face / 2\n"),
            ("  me.face += 1 per player\n", "  me.face += count(players) * 1\n"),
            ("  me.face += 1, or 2 if me.water is 3\n", "+= if me.water is 3 then 2 else 1\n"),
            ("  advance me.face one step\n", "  me.face += 1\n"),
            ("  lose c.worth face\n", "  me.face -= c.worth\n"),
            ("  lose 1 water\n", "  me.water -= 1\n"),
        ],
    );
    let twice = ["`me.face = larger(me.face - (c.worth - 1), 0)`", "`me.face -= larger("];
    tells(
        FACE,
        &[
            ("  me.face -= c.worth - 1 but not less than 0\n", &twice, &[]),
            ("  me.face -= c.worth - 1, but at least 0\n", &twice, &[]),
            ("  me.face -= c.worth - 1 (minimum 0)\n", &twice, &[]),
            ("  me.face -= at least 1\n", &["`larger(…, 1)`"], &[">="]),
            ("  you lose 1 hp\n", &["`me.… -= 1`"], &["$2"]),
            (
                "  if merry gain 2 face otherwise gain 1 face\n",
                &["`if … { me.face += 2 } else { me.face += 1 }`"],
                &["+= 2 face"],
            ),
        ],
    );
    mends(
        ENDS,
        &[("ends when sum(face) >= 20 {", "ends when sum(p.face for p in players) >= 20 {")],
    );
}

#[test]
fn what_is_where_is_set_and_asked() {
    let garden = garden();
    mends_in(
        &garden,
        "  Bed(3, 3).ripe = yes\n",
        &[
            ("  Bed(3, 3).ripe == yes\n", "  Bed(3, 3).ripe = yes\n"),
            ("  Bed(3, 3).ripe is yes\n", "  Bed(3, 3).ripe = yes\n"),
        ],
    );
    mends_in(
        &garden,
        "  me.gnome = b\n",
        &[
            ("  place me.gnome on b\n", "  me.gnome = b\n"),
            ("  me.gnome moves to b\n", "  me.gnome = b\n"),
        ],
    );
    tells_in(
        &garden,
        "  me.gnome = b\n",
        &[
            ("  go to b\n", &["`me.gnome = b`"], &["onwards"]),
            ("  move gnome to b\n", &["`me.gnome = b`"], &["zone"]),
            ("  move me.gnome to b\n", &["write `me.gnome = b`"], &[]),
        ],
    );
    mends_in(&garden, "    b.guest = none\n", &[("    b.guest is empty\n", "b.guest = none\n")]);
    mends_in(
        &garden,
        GUEST,
        &[
            ("needs me.gnome has no bird else \"no\"", "needs me.gnome.guest is none else"),
            ("needs me.gnome has a guest else \"no\"", "needs me.gnome.guest is not none else"),
            ("needs me.gnome.guest = none else \"a bird\"", "needs me.gnome.guest is none else"),
        ],
    );
    tells_in(
        &garden,
        GUEST,
        &[
            ("needs a bird here else \"no\"", &["`….guest is not none`"], &["c.fits"]),
            ("needs not me.gnome.guest else \"no\"", &["write `me.gnome.guest is none`"], &[]),
            ("if me.gnome.guest is none", &["`needs me.gnome.guest is none else"], &["missing"]),
        ],
    );
    tells_in(
        &garden,
        "  Bed(2, 2).guest = crow\n",
        &[("  crow lives in Bed\n", &["what a place holds is a counter"], &["chance gives"])],
    );
    mends_in(
        &garden,
        "  scare(me.gnome, 2)\n",
        &[("  scare me.gnome with 2\n", "  scare(me.gnome, 2)\n")],
    );
}

#[test]
fn moves_and_turns_say_what_they_need() {
    let garden = garden();
    let steps = "        turn.steps = 2\n";
    mends_in(&garden, steps, &[("        you have 2 steps\n", steps)]);
    let needs = "needs turn.steps >= 1 else \"tired\"";
    mends_in(&garden, needs, &[("needs 1 steps else \"tired\"", needs)]);
    tells(
        PRICE,
        &[
            ("only the rich may do this", &["follows `needs`"], &["once per turn"]),
            ("you must pay two coins", &["follows `needs`"], &["once per turn"]),
            ("at most 2 per turn else \"no\"", &["`needs turn.uses < 2 else \"…\"`"], &[]),
            ("needs enough coins else \"no\"", &["`needs me.coins >= … else \"…\"`"], &[]),
        ],
    );
    let turns = "turn me in players from starter {";
    let who = "`turn me in those p in players where p.… > 0 { … }`";
    tells(
        turns,
        &[
            ("turn me in players who are alive {", &[who], &["shuffle"]),
            ("turn me in players unless dead {", &[who], &["shuffle"]),
            ("each living player takes a turn {", &[who], &["shuffle"]),
        ],
    );
    mends(
        "needs turn.buys < 2 else",
        &[
            ("needs turn.buys < 1 or equal else", "needs turn.buys <= 1 else"),
            ("needs turn.buys is 1 or less else", "needs turn.buys <= 1 else"),
        ],
    );
    let moved = "  move c to compost\n";
    mends(moved, &[("  throw c away\n", moved), ("  discard c\n", moved)]);
    tells(moved, &[("  move this card to compost\n", &["`move c to compost`"], &["card Seed"])]);
    let dealt = "    move top 1 of wishes to p.goals\n";
    tells(dealt, &[("    choose c in seeds\n", &["chosen `by chance`"], &[])]);
}

#[test]
fn endings_are_for_all() {
    mends(
        "end game won by players with most score }",
        &[("everyone wins }", "{ end game won by players }")],
    );
    let ends = "ends when any p in players has p.coins >= $20 { end game won by players with most \
                score }";
    tells(
        ends,
        &[
            (
                "the game is lost when all players are dead",
                &["`ends when … { end game lost }`"],
                &["+="],
            ),
            ("players win when they have 4 face", &["end game won by players"], &["+="]),
        ],
    );
    tells(
        ENDS,
        &[(
            "ends when the players have 4 face {",
            &["`sum(p.face for p in players) >= 4`"],
            &["+="],
        )],
    );
    tells(GAINS, &[("if n is 3 then the game is over", &["`end game lost`"], &["game = over"])]);
}
