//! What is offered leads somewhere: sets are looked at before they are chosen.

use super::Evening;
use serde_json::{Value, json};

/// Ana of two holds what is said; the others' cards are hidden from her.
fn holding(actions: &str, hands: &str) -> Evening {
    let rules = format!(
        "game \"Ahead\"\nplayers 2\nenum Sort {{ gold, silver }}\n\
         card Coin {{ sort: Sort, worth: 1..9 }}\n\
         deck pack of Coin {{ 2 each of (Sort, 1..9) }}\n\
         each Player has {{ hand: set of Coin, seen by owner  purse: 0..9 = 4 }}\n\
         the table has {{ open: yes or no = no }}\n\
         setup {{ for each p in players {{ {hands} }} }}\n\
         to open_hands {{ if open {{ for each p in players {{ \
         for each q in players where q is not p {{ show p.hand to q }} }} }} }}\n\
         play {{ turn me in players onwards {{ open_hands()  choose {{ act or stay }} }} }}\n\
         action stay {{ move top 1 of pack to me.hand }}\n{actions}"
    );
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("ahead.rules");
    std::fs::write(&game, rules).unwrap();
    Evening::with(&game, 2, &[])
}

/// Takes so many coins of a sort, each worth that, into everybody's hand.
fn take(n: usize, sort: &str, worth: u8) -> String {
    format!("move first c in pack where (c.sort is {sort} and c.worth is {worth}) to p.hand ")
        .repeat(n)
}

fn step(evening: &Evening) -> (Vec<String>, Value) {
    let ana = evening.seat(0);
    let first = ana.screen["ask"]["entries"][0]["first"].clone();
    let picks = first["picks"].as_array().unwrap().iter();
    (picks.map(|pick| pick["shown"].as_str().unwrap().to_string()).collect(), first)
}

const ALIKE: &str = "action act(cards in 2 or more of me.hand)\n\
    needs every c in cards has every d in cards has c.sort is d.sort else \"of one sort\"\n\
    { move cards to pack at bottom }\n";

#[test]
fn what_no_allowed_set_has_is_not_offered_and_not_counted() {
    let hand = format!("{}{}{}", take(2, "gold", 1), take(1, "gold", 3), take(1, "silver", 2));
    let evening = holding(ALIKE, &hand);
    let (shown, first) = step(&evening);
    assert_eq!(shown.len(), 3, "{shown:?}");
    assert!(shown.iter().all(|name| name.contains("gold")), "{shown:?}");
    assert_eq!((&first["least"], &first["most"]), (&json!(2), &json!(3)));
    assert_eq!(first["tested"], true);
    // What is left out says why.
    let closed = evening.seat(0).ask(json!({"do": "closed"}));
    let lines = closed["closed"].as_array().unwrap();
    let told = |line: &&Value| line["what"].as_str().unwrap().contains("silver");
    let why = lines.iter().find(told).unwrap()["why"].as_str().unwrap();
    assert!(why.starts_with("of one sort"), "{closed}");
}

#[test]
fn of_two_sorts_that_go_apart_the_larger_counts() {
    let hand = format!("{}{}", take(2, "gold", 1), take(2, "silver", 2)) + &take(1, "gold", 5);
    let (shown, first) = step(&holding(ALIKE, &hand));
    assert_eq!(shown.len(), 5);
    assert_eq!((&first["least"], &first["most"]), (&json!(2), &json!(3)));
}

const BUY: &str = "action act(goods in any of me.hand, more in 0..2)\n\
    needs goods is not empty or more > 0 else \"nothing chosen\"\n\
    needs sum(c.worth for c in goods) + more <= me.purse else \"that is too much\"\n\
    { move goods to pack at bottom }\n";

#[test]
fn what_cannot_be_paid_for_is_not_offered() {
    let hand = format!("{}{}{}", take(1, "gold", 3), take(1, "gold", 1), take(1, "silver", 5));
    let evening = holding(BUY, &hand);
    let (shown, first) = step(&evening);
    assert_eq!(shown.len(), 2, "{shown:?}");
    assert!(shown.iter().all(|name| name.contains("gold")), "{shown:?}");
    assert_eq!((&first["least"], &first["most"]), (&json!(0), &json!(2)));
    let closed = evening.seat(0).ask(json!({"do": "closed"}));
    let why = closed["closed"][0]["why"].as_str().unwrap();
    assert!(why.starts_with("that is too much"), "{closed}");
}

/// Everything that Ana hears of a game in which Ben holds one card of that sort more.
fn heard(sort: &str) -> Vec<String> {
    let secret = "action act(cards in any of me.hand)\n\
        needs cards is empty or any c in me.left.hand has (c.worth is 9 and c.sort is gold) \
        else \"no\" { move cards to pack at bottom }\n";
    let hand = format!(
        "{}if p is not (first q in players) {{ \
         move first c in pack where (c.sort is {sort} and c.worth is 9) to p.hand }}",
        take(2, "gold", 1)
    );
    let evening = holding(secret, &hand);
    let mut ana = evening.seat(0);
    ana.listen();
    // The rules themselves are others, and so is their sum in the book.
    ana.heard.retain(|text| !text.starts_with("{\"book\""));
    std::mem::take(&mut ana.heard)
}

#[test]
fn where_it_hangs_on_what_is_hidden_everything_is_offered() {
    let gold = heard("gold");
    assert!(gold.iter().any(|text| text.contains("\"picks\"")), "{gold:?}");
    assert_eq!(gold, heard("silver"));
}
