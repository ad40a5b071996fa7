//! Numbers are counted up to, also where one in between cannot be chosen.

use super::driver::{Driver, Wishes};
use super::evening::Evening;
use super::player::says;

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
