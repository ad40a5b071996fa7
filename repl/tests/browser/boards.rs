//! Boards of squares, and what newcomers and phones are told: by pressing what is there.

use super::driver::{Browser, Driver, Wishes};
use super::evening::{Evening, file};
use serde_json::json;

fn count(page: &Browser, selector: &str, wanted: usize) {
    let n = format!("document.querySelectorAll({}).length", json!(selector));
    page.until(&format!("{n} === {wanted}"), &format!("{wanted} of `{selector}`"));
}

#[test]
fn squares_have_names_and_show_what_has_changed() {
    let Some(driver) = Driver::start() else { return };
    let evening = Evening::begin(&file("examples/chess.rules"), &["--players", "2", "--seed", "7"]);
    let (ana, ben) = (driver.browser(Wishes::default()), driver.browser(Wishes::default()));
    ana.open(evening.seat(0));
    ben.open(evening.seat(1));
    count(&ben, ".cell.fresh", 0);
    ana.press("[aria-label^='square e2, ♙']");
    ana.press("[aria-label^='square e4: can']");
    ana.do_it();
    count(&ben, ".cell.fresh", 2);
    let fresh = "[...document.querySelectorAll('.cell.fresh')].map((c) => c.ariaLabel)";
    let named = ben.see(&format!("{fresh}.map((l) => l.slice(0, 9)).sort()"));
    assert_eq!(named, json!(["square e2", "square e4"]));
    // The board shows it, so the log has the move alone, unless it is asked for all.
    count(&ben, ".log li.choice", 1);
    let told =
        "[...document.querySelectorAll('.log li')].filter((l) => /^e[24]'s/.test(l.innerText))";
    assert_eq!(ben.see(&format!("{told}.length")), json!(0));
    ben.press(".log h2 button");
    ben.until(&format!("{told}.length >= 4"), "every change");
    let edges = "[...document.querySelectorAll('.edge-name')].map((e) => e.dataset.text).join('')";
    // Each sees the board from the side on which their own men began.
    assert_eq!(ana.see(edges), "87654321abcdefgh");
    assert_eq!(ben.see(edges), "12345678hgfedcba");
    ben.press(".turn-board");
    ben.until(&format!("{edges} === '87654321abcdefgh'"), "the board is turned");
}

#[test]
fn newcomers_are_told_where_they_sit_and_phones_what_was_done_last() {
    let Some(driver) = Driver::start() else { return };
    let evening = Evening::begin(&file("examples/nim.rules"), &["--players", "2", "--seed", "7"]);
    let ana = driver.browser(Wishes::default());
    let ben = driver.browser(Wishes { phone: true, ..Wishes::default() });
    ana.open(evening.seat(0));
    ben.open(evening.seat(1));
    ana.until("document.querySelector('.notices').innerText.includes('You play Ana')", "her seat");
    let mut draws = super::player::Draws(3);
    while evening.choices() == 0 {
        super::player::act(&ana, super::player::By::Hand, &mut draws);
    }
    count(&ana, ".notices > *", 0);
    ben.until("/^Ana takes/.test(document.querySelector('.latest')?.innerText)", "what Ana did");
    ben.press(".latest");
    ben.until("document.querySelector('.log .lines').getClientRects().length === 1", "the log");
}
