//! Numbers are counted up to, also where one in between cannot be chosen.

use super::driver::{Driver, Wishes};
use super::evening::Evening;
use super::player::{entry, says};

const RULES: &str = "game \"Bids\"\nplayers 1\nthe table has { last: Number = 5 }\n\
play { turn me in players onwards { choose { bid } } }\n\
action bid(price in 1..40 where price is not last) as \"bids {price}\" { last = price }\n";

#[test]
fn of_many_numbers_one_that_is_missing_is_stepped_over() {
    let Some(driver) = Driver::start() else { return };
    let evening = Evening::written(RULES, 1);
    let page = driver.browser(Wishes { phone: true, ..Wishes::default() });
    page.open(evening.seat(0));
    for n in ["2", "3", "4", "6", "7"] {
        page.press(".stepper [aria-label='One more']");
        says(&page, ".stepper .amount", n);
    }
    for n in ["6", "4"] {
        page.press(".stepper [aria-label='One less']");
        says(&page, ".stepper .amount", n);
    }
    page.press("[data-go]");
    page.do_it();
    says(&page, ".log, .last, body", "bids 4");
}

/// Fish is bought by the pound; a basket is thrown away in an order; nobody can buy without money.
const MARKET: &str = "game \"Market\"\nplayers 1\nunit Dollars \"$\"\n\
card Fish { name: Name, cost: Dollars }\n\
deck sea of Fish { each of (\"cod\", $3)  each of (\"hake\", $9)  each of (\"tuna\", $30) }\n\
each Player has { hand: set of Fish, seen by owner  coins: Dollars = $12  pounds: Number }\n\
the table has { heap: pile of Fish }\n\
setup { for each p in players { move top 3 of sea to p.hand } }\n\
play {\n  ends when every p in players has p.hand is empty { end game lost }\n\
  turn me in players onwards {\n    choose { weigh or cook or toss or pass }\n  }\n}\n\
action weigh(n in 1..9) as \"weighs {n} pounds: {me.after(n)} left\"\n\
  needs $2 * n <= me.coins else \"you cannot pay that\"\n\
{ me.coins -= $2 * n  me.pounds += n }\n\
define after(n: Number) for p: Player = p.coins - $2 * n\n\
action cook(c in me.hand) as \"cooks {c}\"\n\
  needs c.cost <= me.coins else \"your purse is too light\"\n\
{ move c to heap }\n\
action toss as \"tosses fish\" {\n  choose away in 2 of me.hand, laid in order of away \
asking \"Which two go?\"\n\
  for each c in laid { move c to heap }\n}\n";

#[test]
fn what_a_number_comes_to_is_said_before_it_is_chosen() {
    let Some(driver) = Driver::start() else { return };
    let evening = Evening::written(MARKET, 1);
    let page = driver.browser(Wishes { phone: true, ..Wishes::default() });
    page.open(evening.seat(0));
    entry(&page, "Weigh");
    says(&page, ".done .go", "Weigh 1 pounds: $10 left");
    page.press(".stepper [aria-label='One more']");
    page.press(".stepper [aria-label='One more']");
    says(&page, ".done .go", "Weigh 3 pounds: $6 left");
    page.press(".done .go");
    // What the words say already is not said again.
    page.until(
        "document.querySelector('.confirm b')?.innerText === 'Weigh 3 pounds: $6 left'",
        "the move in words",
    );
    page.do_it();
    // Only one pound more can be paid after two of them: the button says all of it.
    for left in ["$4 left", "$2 left"] {
        entry(&page, "Weigh");
        says(&page, ".done .go", left);
        page.press(".done .go");
        page.do_it();
    }
    says(&page, ".entries", "Weigh 1 pounds: $0 left");
}

#[test]
fn an_order_that_can_be_read_is_handed_in_at_once() {
    let Some(driver) = Driver::start() else { return };
    let evening = Evening::written(MARKET, 1);
    let page = driver.browser(Wishes::default());
    page.open(evening.seat(0));
    entry(&page, "Toss fish");
    says(&page, ".question", "Which two go?");
    page.press(".hand li:nth-child(2) .card");
    page.press(".hand li:nth-child(1) .card");
    page.press(".done .go");
    page.until(
        "document.querySelector('.done .go')?.innerText === 'Hand in this order'",
        "no dots",
    );
    let before = evening.choices();
    page.press(".done .go");
    page.until("!document.querySelector('.question')", "it is handed in");
    assert_eq!(evening.choices(), before + 1);
}

#[test]
fn a_card_that_cannot_be_bought_says_what_is_missing() {
    let Some(driver) = Driver::start() else { return };
    let evening = Evening::written(MARKET, 1);
    let page = driver.browser(Wishes::default());
    page.open(evening.seat(0));
    for n in 1..6 {
        entry(&page, "Weigh");
        if page.see("!!document.querySelector('.stepper')") == true {
            page.press(".done .go");
            page.do_it();
        }
        page.until(
            &format!("document.querySelector('.log').innerText.split('weighs').length > {n}"),
            "weighed",
        );
    }
    // Nothing can be cooked any more: what is pressed is answered by the rule of cooking.
    page.press(".hand .card");
    says(&page, ".refused", "Cook: your purse is too light");
}
