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
        "- **Before “pay”** (*who*, *much*), when much is more than 3: **Rest**:\n",
        "- **Instead of “rest”**: nothing.\n",
        "- **Fee** (*that number*) of *that player* changes by 1, when that number is more than \
         5.\n",
        "- **Rob** (*that player*, *that number*) is not allowed when that player has a luck: \
         “*that player* is lucky”.\n",
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
         - **Pay** (*that player*, *number* is that player's fee for that number), as above\n  \
         - Say: “\\`*that number*\\`”\n",
        "- **Fee** (a number) of a player:\n  - 0, if that player has a luck;\n  \
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
        "- Set the last to yes if there is a player whose coins is 0, otherwise \
         to no.\n",
        "- Move what lies in that player's front to the market.\n",
        "- Shuffle the stock.\n",
        "- If “last” is set:\n    - The game ends: won by the players with the most points.\n",
        "- The game ends: lost by all.\n",
        "- **Power** of a card:\n  - 10 + that card's rank, if that card's suit is the led;\n  - \
         otherwise that card's rank.\n",
        "- **Reds** of a player: all cards of that player's hand whose suit is red.\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

/// Letters stand for somebody or something: that is said, and where there are two of a kind, which
/// of them.
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
        "- Let *the number* be the number of cards of the stock.\n",
        "- For each player where that player is richer than you:\n",
        "    - Set that player's coins to that number.\n",
        "- You pick another player.\n- You pick a card of your hand (*the first card*).\n\
         - You pick a card of that player's hand (*the second card*).\n",
        "- “*the first card* is no *the second card's rank*” – unless the first card's rank is the \
         second card's rank.\n",
        "  - Swap the first card with the second card.\n  \
         - If there is the first card's power:\n    - Say: “*that player* knows *that power*”\n",
        "- **Richer** (the first player) of the second player: the second player's coins is more \
         than the first player's coins and the number of cards of the second player's hand whose \
         rank is more than 1 is more than 0.\n",
        "- **Before “trade”** (*that player*, *the first card*, *the second card*), when that \
         player's coins is more than 2: Show the first card to that player.\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

/// What is looked for on a map, asked of words with values, given names or stepped in for is told
/// as people tell it.
#[test]
fn the_games_read_as_english() {
    let game = |name: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(name);
        let (mut input, mut said, mut err) = (&b""[..], Vec::new(), Vec::new());
        let arguments: [OsString; 3] = ["houserules".into(), "doc".into(), path.into_os_string()];
        let mut console = Console::new(Look::plain(), &mut input, &mut said, &mut err);
        assert_eq!(houserules::run(arguments, &mut console), 0);
        String::from_utf8(said).unwrap()
    };
    let heist = game("banditos_heist.rules");
    for line in [
        "- Let *reach* be the places on the highways no farther than that card's range from your \
         pawn (a step costs its fare).\n",
        "- Let *route* be the shortest way on the highways from your pawn to dest (a step costs \
         its fare).\n",
        "- You choose yes or no (*hides*) (“Does Guido hide in the trunk?”).\n",
        "- **Instead of “take turn”**, when you are detained:",
        "- **Journey** is not allowed when your owes is more than $0: “you owe a fine of *your \
         owes*”.\n",
        "– unless you are armed or you get in with that Tip.\n",
        "- If “sold with its gas” is not agreed on:\n",
        "- 2 × Money $50\n",
        "- If there is such a Tip:\n",
    ] {
        assert!(heist.contains(line), "{line}\n{heist}");
    }
    let bandit = game("bandit.rules");
    for line in [
        "- You pick a player (*the first player*).\n- You pick a card of the first player's layout \
         (*the first card*).\n- You pick a player (*the second player*).\n",
        "– if the first card is the second card.\n",
        "there is a player whose total is at least game over at",
    ] {
        assert!(bandit.contains(line), "{line}\n{bandit}");
    }
    let schacht = game("banditos_schacht.rules");
    let robs = "If there is a Note of that color's bank:\n";
    assert!(schacht.contains(robs), "{schacht}");
    assert!(schacht.contains("- If that Mile must be sold for price:\n"), "{schacht}");
}
