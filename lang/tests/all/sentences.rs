//! Sentences as players say them: what is written instead, with the names of the game.

use houserules_lang::compile::compile;
use houserules_lang::loader::NoFiles;

const RULES: &str = r#"game "G"
players 2 to 4

unit Coins "$"
card Playing { rank: 1..9 }
deck stock of Playing { 4 each of (1..9) }

each Player has { hand: set of Playing, coins: Coins, lives: 0..5 = 3, points: Number }
the table has { heap: pile of Playing, market: row of Playing, starter: Player or none }

setup { shuffle stock }

play {
  turn me in players { act(me, 2) }
  end game won by players with most points
}

to act(q: Player, lamp: Number) {
  HERE
}
"#;

/// All errors and helps, with a line in those rules.
fn in_rules(line: &str) -> String {
    let found = compile("g.rules", &RULES.replace("HERE", line), &mut NoFiles).diagnostics;
    let errors = found.iter().filter(|d| d.code.is_error());
    let said = errors.map(|d| format!("{}; {}\n", d.message, d.help.as_deref().unwrap_or("")));
    said.collect()
}

#[test]
fn everyday_sentences_are_written_with_the_names_of_the_file() {
    for (written, meant) in [
        ("deal 4 cards to market", "move top 4 of stock to market"),
        ("everyone draws 2 cards", "for each p in players { move top 2 of stock to p.hand }"),
        ("if a player has no cards { shuffle heap }", "if any p in players has p.hand is empty {"),
        ("if nobody has 3 coins { shuffle heap }", "if no p in players has p.coins >= $3 {"),
        ("if the heap has more than 3 cards { shuffle heap }", "if count(heap) > 3 {"),
        (
            "if someone's hand is empty { shuffle heap }",
            "if any p in players has p.hand is empty {",
        ),
        ("q loses 1 life", "q.lives -= 1"),
        ("you gain 2 coins", "me.coins += $2"),
        ("starter = left of starter", "starter = starter.left"),
        ("move starters hand to heap", "move starter.hand to heap"),
        ("pick a random player lucky", "choose lucky in players by chance"),
        ("choose lucky by chance in players", "choose lucky in players by chance"),
        ("choose 2 cards taken from q.hand by chance", "choose taken in 2 of q.hand by chance"),
        ("play 3 rounds { shuffle heap }", "round n in 1..3 {"),
        ("for round in 1..3 { shuffle heap }", "round n in 1..3 {"),
        ("repeat 3 times { ends when heap is empty  shuffle heap }", "round n in 1..3 {"),
        ("lamp reset", "lamp = 0"),
        ("q coins += $2", "q.coins += $2"),
        ("reveal q.hand", "show q.hand to players"),
        ("lamp plus 1", "lamp += 1"),
        ("the player with the most points wins", "end game won by players with most points"),
        ("if lamp is zero or less { shuffle heap }", "if lamp <= 0 {"),
        ("if lamp > 2 then deal 2 cards to q.hand", "{ move top 2 of stock to q.hand }"),
    ] {
        let said = in_rules(written);
        assert!(
            said.contains(&format!("`{meant}")) || said.contains(&format!("{meant}`")),
            "{written}: {said}"
        );
    }
}

#[test]
fn no_sentence_is_given_another_meaning() {
    for (written, not, instead) in [
        ("lose turn", "me.cash", "`end turn`"),
        ("end game", "write `end game lost`", "won by players with most"),
        ("q loses a turn", "q.turn", "`each Player has { sits_out: yes or no }`"),
    ] {
        let said = in_rules(written);
        assert!(!said.contains(not) && said.contains(instead), "{written}: {said}");
    }
}

#[test]
fn two_mistakes_of_a_line_are_mended_together() {
    let said = in_rules("if the heap has more than 7 cards, q scores 1 point");
    assert!(said.contains("`if count(heap) > 7 { q.points += 1 }`"), "{said}");
}
