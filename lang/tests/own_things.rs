//! What is said of a game of seeds and wishes that somebody wrote who knew rulebooks, and no
//! programs: what is offered has the names and numbers of the line, and none of others.

use houserules_lang::compile::{Loaded, Loader, compile};
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
    fn module(&mut self, _: &str) -> Result<Loaded, String> {
        Err("no modules".to_owned())
    }
    fn table(&mut self, _: &str, _: &str) -> Result<Loaded, String> {
        Err("no tables".to_owned())
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

/// The game with something else in the place of some words.
fn with(from: &str, to: &str) -> String {
    let rules = GAME.replacen(from, to, 1);
    assert_ne!(rules, GAME, "{from}");
    rules
}

/// Of each change one thing is said; what it offers makes that line of it, and nothing is wrong
/// with it.
#[expect(clippy::panic, clippy::unwrap_used, reason = "a test that cannot go on has failed")]
fn mends(from: &str, all: &[(&str, &str)]) {
    for (to, line) in all {
        let rules = with(from, to);
        let all = errors(&rules);
        let [one] = &all[..] else { panic!("{to}: {:#?}", said(&rules)) };
        let made = applied(&rules, &one.fix).unwrap();
        assert!(made.contains(line), "{to}: {line} is not made by {:#?}", said(&rules));
        assert_eq!(said(&made), [""; 0], "{to}");
    }
}

/// Of each change just one thing is said: these words, and none of the others.
#[expect(clippy::panic, reason = "a test that cannot go on has failed")]
fn tells(from: &str, all: &[(&str, &[&str], &[&str])]) {
    for (to, words, others) in all {
        let said = said(&with(from, to));
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
    let goals = "move top 1 of wishes to q.goals }";
    mends(
        DEALT,
        &[
            ("    deal 1 of wishes to each player\n", goals),
            ("    deal 1 wish to each player\n", goals),
            ("    deal 3 seeds to everybody\n", "move top 3 of seeds to q.hand }"),
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
        &[("won by winner }", &["`players with most …`"], &["starter", "let winner"])],
    );
}

#[test]
fn what_is_forgotten_or_apart_is_named() {
    let brackets = ["in brackets behind the move's name", "`action sell(c in …)`"];
    tells("sell(c in me.hand)", &[("sell", &brackets, &["starter"])]);
    tells("players 2 to 4\n", &[("players 2 to 4\nrounds: 6\n", &["`play { round n in"], &[])]);
    let rules = GAME.replace("starter", "first player");
    let said = said(&rules).concat();
    assert!(said.contains("`first_player: Player`") && !said.contains("too many"), "{said}");
}
