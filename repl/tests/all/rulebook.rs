//! The rulebook tells rules in sentences, with what is handed over and named in brackets.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its files has failed")]

use houserules::show::console::{Console, Look};
use std::ffi::OsString;
use std::fs;

const RULES: &str = r#"
game "Doc"
players 2
each Player has { coins: Number  luck: yes or no }
setup {
  for each p in players {
    pay(p, 3)
    pay(p, 7)
  }
}
to pay(p: Player, n: Number) { p.coins += n }
to rest { }
define fee(n: Number) for p: Player =
  if p.luck then 0   // a lucky one pays nothing
  else
    n + 1
play {
  turn me in players onwards {
    choose { gamble(2, me) or rob or stop }
  }
}
action gamble(n: Number, p: Player) {
  if p.coins >= n {   // enough
    p.coins -= n
    pay(p, p.fee(n))
  }

  say "`{n}`"
}
action rob(p in opponents, n in 1..3) { pay(me, n) }
action stop { end game won by players with most coins }
before pay(who, much) when much > 3 { rest }
instead of rest { }
change fee(k) for q when k > 5 by 1
forbid rob(a, b) when a.luck because "{a} is lucky"
"#;

fn rulebook(ending: &str) -> String {
    of(RULES, ending)
}

fn of(rules: &str, ending: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (game, out) =
        (folder.path().join("doc.rules"), folder.path().join(format!("doc.{ending}")));
    fs::write(&game, rules).unwrap();
    let arguments =
        ["houserules".into(), "doc".into(), game.into_os_string(), "-o".into(), out.clone().into()];
    let (mut input, mut said, mut err) = (&b""[..], Vec::new(), Vec::new());
    let arguments: [OsString; 5] = arguments;
    let status = houserules::run(
        arguments,
        &mut Console::new(Look::plain(), &mut input, &mut said, &mut err),
    );
    assert_eq!(status, 0, "{}", String::from_utf8_lossy(&err));
    fs::read_to_string(out).unwrap()
}

#[test]
fn what_is_given_and_named_stands_in_brackets() {
    let text = rulebook("md");
    for line in [
        "  - **Pay** (*that player*, *number* is 3):\n    \
         - Add that number to that player's coins.\n  \
         - **Pay** (*that player*, *number* is 7), as above\n",
        "You choose: **gamble** (*number* is 2, *player* is you), **rob** or **stop**",
        "- **Before pay** (*who*, *much*), when much is more than 3: **Rest**:\n",
        "- **Instead of rest**: nothing.\n",
        "- **Fee** (*that number*) of *that player* changes by 1, when that number is more than \
         5.\n",
        "- **Rob** (*that player*, *that number*) is forbidden: “*that player* is lucky”, when \
         that player is luck.\n",
        "- What happens: **Pay** (*player* is you, *that number*), as above\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn rules_are_told_in_sentences() {
    let text = rulebook("md");
    for block in [
        "- What happens:\n  - If that player's coins is at least that number:\n    \
         - Take that number from that player's coins.\n    \
         - **Pay** (*that player*, *number* is fee of that player and that number), as above\n  \
         - Say: “\\`*that number*\\`”\n",
        "- **Fee** (a number) of a player:\n  - 0, if that player is luck;\n  \
         - otherwise that number + 1.\n",
        "- For each player:\n",
        "- **Turn** of each player, round and round:\n",
        "- You pick another player.\n- You pick a number from 1 to 3.\n",
        "- What happens: The game ends: won by the players with the most coins.\n",
    ] {
        assert!(text.contains(block), "{block}\n{text}");
    }
    let page = rulebook("html");
    for tag in ["ul", "li", "pre"] {
        let opened = page.matches(&format!("<{tag}>")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{page}");
    }
}

#[test]
fn a_newcomer_s_rules_read_as_english() {
    let rules = r#"
game "Notes"
players 2 to 4
enum Suit { red, blue }
card Card { suit: Suit, rank: 1..3 }
deck stock of Card { each of (Suit, 1..3) }
each Player has { hand: set of Card, seen by owner  front: slot of Card  coins: Number = 5  points: Number }
the table has { led: Suit or none  last: yes or no  market: row of Card }
setup { move top 2 of stock to market }
play {
  round n in 1..2 {
    choose bid in 0..me.coins by each players asking "How much?"
    let winner = first p in players with most bid
    winner.coins -= winner.bid
    led = none
    move top (3 - count(market)) of stock to market
    last = any p in players has p.coins is 0
    for each p in players { move p.front to market  shuffle stock }
    if last { end game won by players with most points }
  }
  end game lost
}
define power for c: Card = if c.suit is led then 10 + c.rank else c.rank
define reds for p: Player = those c in p.hand where c.suit is red
define is_high for c: Card = c.rank > 2
define is_dull for c: Card = not c.is_high and c.rank is 1
"#;
    let text = of(rules, "md");
    for line in [
        "- one for each suit and for each rank from 1 to 3\n",
        "that card is not high and that card's rank is 1",
        "- Move the top 2 cards of the stock to the market.\n",
        "- At once and unseen, each of the players chooses a number from 0 to their coins (*bid*) \
         (“How much?”).\n",
        "- Let *winner* be the first player with the most bid.\n",
        "- Take winner's bid from winner's coins.\n",
        "- Set the led to none.\n",
        "- Move cards from the top of the stock, as many as 3 - the number of cards of the market \
         to the market.\n",
        "- Set the last to yes if there is a player for whom that player's coins is 0, otherwise \
         to no.\n",
        "- Move what lies in that player's front to the market.\n",
        "- Shuffle the stock.\n",
        "- If “last” holds:\n    - The game ends: won by the players with the most points.\n",
        "- The game ends: lost by all.\n",
        "- **Power** of a card:\n  - 10 + that card's rank, if that card's suit is the led;\n  - \
         otherwise that card's rank.\n",
        "- **Reds** of a player: all cards of that player's hand where that card's suit is red.\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

/// Letters stand for somebody or something: that is said, and where there are two of a kind the
/// letter tells them apart.
#[test]
fn no_letter_stands_alone() {
    let rules = r#"
game "Letters"
players 2 to 4
enum Power { look, swap }
card Card { rank: 1..3, power: Power or none }
deck stock of Card { each of (1..3, none) }
each Player has { hand: set of Card  coins: Number }
the table has { caller: Player or none }
setup { for each p in players { move top 2 of stock to p.hand } }
play {
  turn me in players onwards {
    choose { trade or call or stop }
    if there is p in caller { p.coins += 1 }
    let n = count(stock)
    for each q in players where q.richer(me) { q.coins = n }
  }
}
action trade(p in opponents, c in me.hand, d in p.hand)
  needs c.rank is d.rank else "{c} is no {d.rank}"
{
  swap c with d
  if there is w in c.power { say "{p} knows {w}" }
}
action call { caller = me }
action stop { end game won by players with most coins }
define richer(a: Player) for b: Player =
  b.coins > a.coins and count(those c in b.hand where c.rank > 1) > 0
before trade(a, b, c) when a.coins > 2 { show b to a }
"#;
    let text = of(rules, "md");
    for line in [
        "- If there is the caller:\n    - Add 1 to that player's coins.\n",
        "- Let *number n* be the number of cards of the stock.\n",
        "    - Set that player's coins to number n.\n",
        "- You pick another player.\n- You pick a card of your hand (*card c*).\n\
         - You pick a card of that player's hand (*card d*).\n",
        "- “*card c* is no *card d's rank*” – unless card c's rank is card d's rank.\n",
        "  - Swap card c with card d.\n  - If there is card c's power:\n    - Say: “*that player* \
         knows *that power*”\n",
        "- **Richer** (player a) of player b: player b's coins is more than player a's coins and \
         the number of cards of player b's hand where that card's rank is more than 1 is more than \
         0.\n",
        "- **Before trade** (*that player*, *card b*, *card c*), when that player's coins is more \
         than 2: Show card b to that player.\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}
