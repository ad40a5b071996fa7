//! What strangers wrote where a mistake was told badly, by where it stands, and what it is answered
//! with now. One mistake has one message.

use super::newcomers::{GAME, none, not_so, with_item, with_line};

/// The game with a field or counter more of each player.
fn with_counter(counter: &str) -> String {
    GAME.replace("  points: Number\n", &format!("  points: Number\n  {counter}\n"))
}

/// The game with a test of one line more.
fn with_test(line: &str) -> String {
    with_item(&format!("test \"more\" with Ana, Ben {{\n  {line}\n  expect Ana.points is 0\n}}"))
}

#[test]
fn statements_are_mended() {
    none(not_so(
        &[
            ("mischen stock", "write `shuffle stock`"),
            ("Let n = 3\n  me.points += n", "`let`"),
            ("move the top 2 cards of stock to me.hand", "write `move top 2 of stock to me.hand`"),
            ("move all Leaf in me.hand to heap", "write `move those c: Leaf in me.hand to heap`"),
            ("me.points = 2 x count(players)", "`me.points = 2 * count(players)`"),
            ("me.points +=\n  me.silver += $1", "what follows `+=` is missing"),
            ("if me.points over 3 { me.points = 0 }", "`if me.points > 3 {"),
            ("unless there is c in me.hand { me.points += 1 }", "write `if me.hand is empty {"),
            ("choose n in 1..3 by everyone", "write `by each players`"),
            ("if every c in me has c.rank > 2 { me.points = 0 }", "write `me.hand`"),
            ("if any Leaf in me.hand has Leaf.rank > 2 { me.points = 0 }", "`c: Leaf in …`"),
            ("if count(p.hand) > 3 { me.points = 0 }", "who acts is `me`: write `me.hand`"),
            ("me.points = fifty", "`50`"),
        ],
        with_line,
    ));
}

#[test]
fn counters_are_mended() {
    none(not_so(
        &[
            ("stall: set Leaf", "write `stall: set of Leaf`"),
            ("stall: pile of Leaf cards", "write `stall: pile of Leaf`"),
            ("stall: Leaf[]", "write `stall: set of Leaf`"),
            ("rival: Person", "here it is written `Player`"),
            ("heat: 0..9, max", "write `heat: 0..9, capped`"),
            ("tired: yes or no, until end of next turn", "`tired: yes or no, through next turn`"),
        ],
        with_counter,
    ));
}

#[test]
fn headings_are_mended_and_leave_their_prose() {
    none(not_so(
        &[
            ("/// It rains.\nfunction rain { shuffle stock }", "did you mean `to`?"),
            ("/// It rains.\nvoid rain { shuffle stock }", "did you mean `to`?"),
            ("/// It rains.\nTo rain { shuffle stock }", "did you mean `to`?"),
            ("define worth for Player = 3", "write `for p: Player`"),
            ("each Leafs has { wet: yes or no }", "did you mean `Leaf`?"),
            ("enum Half { left_half right_half }", "write `enum Half { left_half, right_half }`"),
        ],
        with_item,
    ));
}

#[test]
fn lines_of_tests_are_mended_alone() {
    none(not_so(
        &[
            ("expect loss", "write `expect lost`"),
            ("expect count(stock) is 27 cards", "write `expect count(stock) is 27`"),
            ("give Ana.points is 3", "write `given Ana.points is 3`"),
            ("dice gives Ana", "write `chance gives Ana`"),
            ("given Ana is 3", "name a zone or a counter: `Ana.hand`"),
        ],
        with_test,
    ));
}

#[test]
fn words_in_another_order_are_put_right() {
    none(not_so(
        &[
            ("move to me.hand top 2 of stock", "write `move top 2 of stock to me.hand`"),
            ("move 2 top of stock to me.hand", "write `move top 2 of stock to me.hand`"),
            ("game end won by me", "write `end game won by me`"),
            ("each for p in players { p.points += 1 }", "write `for each p in players {"),
            ("me.points := 3", "write `me.points = 3`"),
            ("Everybody now looks at the heap.", "this is a sentence for people"),
        ],
        with_line,
    ));
    none(not_so(
        &[
            ("Ana do chooses 3", "`Ana chooses 3`"),
            ("given 3 is Ana.points", "write `given Ana.points is 3`"),
            ("Ana.points expect is 3", "write `expect Ana.points is 3`"),
        ],
        with_test,
    ));
    none(not_so(
        &[
            ("0..9 heat", "write `heat: 0..9`"),
            ("heat 0..9", "write `heat: 0..9`"),
            ("heat: from 0 to 9", "write `heat: 0..9`"),
            ("Leaf pile stall", "write `stall: pile of Leaf`"),
        ],
        with_counter,
    ));
}

#[test]
fn a_block_without_its_first_line_is_told_there() {
    none(not_so(
        &[
            ("define one = 1\n  given Ana.points is 3\n  expect Ana.points is 3\n}", "`test \""),
            ("to rain {\n  shuffle stock\n    shuffle stock\n  }\n}", "`for each … in … {`"),
        ],
        with_item,
    ));
}

#[test]
fn what_is_nearly_a_rule_is_written_out() {
    none(not_so(
        &[
            ("Shuffle the stock.", "write `shuffle stock`"),
            ("top 1 of stock to me.hand", "write `move top 1 of stock to me.hand`"),
            ("me.points = if me.silver > $3 then 2", "`if me.silver > $3 then 2 else 0`"),
            (
                "me.points = 3 if me.silver > $3 else 1",
                "write `me.points = if me.silver > $3 then 3 else 1`",
            ),
            ("me.points = 1, me.silver = $1", "take it out: `me.points = 1 me.silver = $1`"),
            ("end game draw", "write `end game drawn`"),
            (
                "if there is c in (first q in heap where q.rank is 3 and q.suit is lily) { }",
                "write `where (q.rank is 3 and q.suit is lily)`",
            ),
        ],
        with_line,
    ));
    none(not_so(
        &[
            ("tired: slot", "`slot of Leaf`"),
            ("stash = set of Leaf", "write `stash: set of Leaf`"),
            ("purse: Silver, seen by owner = $3", "write `purse: Silver = $3, seen by owner`"),
            ("rests: yes or no = 1", "`yes`"),
        ],
        with_counter,
    ));
    none(not_so(
        &[
            ("deck more of Leaf { each of (1..9, Suit) }", "write `each of (Suit, 1..9)`"),
            ("option most = 4: 1..10", "write `option most: 1..10 = 4`"),
            ("enum Ware | cost: Number {\n  corn, 1\n}", "write `corn | 1`"),
            ("card Two { suits: list of Suit }", "write `suits: set of Suit`"),
            ("action wait as \"waits\"", "write `action wait as \"waits\" { }`"),
        ],
        with_item,
    ));
}
