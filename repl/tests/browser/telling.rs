//! What the page says of what happened, of what things are, and of who sees them.

use super::driver::{Browser, Driver, Wishes, key};
use super::evening::{Evening, file};
use super::player::{REACHED, entry, says};
use serde_json::json;

/// Everybody adds to the pot, takes from somebody, or draws; then the round is counted.
const RULES: &str = "game \"Rounds\"\nplayers 2\n\
/// A card of little use.\ncard Card {\n  /// How much it is worth.\n  n: 1..9\n}\n\
deck pack of Card { each of (1..9) }\n\
each Player has {\n  hand: set of Card, seen by owner\n  \
/// What you have won so far.\n  points: Number = 5\n}\n\
the table has { shown: row of Card }\n\
setup { for each p in players { move top 2 of pack to p.hand } }\n\
play {\n  round n in 1..2 {\n    turn me in players { choose { add or rob or draw } }\n\
    for each p in players { p.points += 10 }\n    say \"the round is counted\"\n  }\n\
  end game won by players with least points\n}\n\
action add(n in 1..3) as \"adds {n}\" { me.points += n }\n\
/// Takes two points from somebody.\n\
action rob(victim in opponents) as \"robs {victim}\" { victim.points -= 2 }\n\
action draw as \"draws a card\" { move top 1 of pack to me.hand }\n";

fn rounds() -> Evening {
    Evening::written(RULES, 2)
}

#[test]
fn a_round_that_was_counted_is_held_until_the_reader_goes_on() {
    let Some(driver) = Driver::start() else { return };
    let table = rounds();
    let (ana, ben) = (driver.browser(Wishes::default()), driver.browser(Wishes::default()));
    ana.open(table.seat(0));
    ben.open(table.seat(1));
    // What asks for nothing is chosen by the pile that it takes from.
    ana.press("[data-thing='pile'] button.card.open");
    ana.do_it();
    ben.until("!!document.querySelector('.band.mine')", "Ben's turn");
    // What somebody does to another, that one is told.
    // There is one only whom Ben may rob: the move says whom.
    entry(&ben, "Rob Ana");
    says(&ana, ".pause", "the round is counted");
    says(&ana, ".band .now", "Round 1 of 2 is over");
    says(&ana, ".pause .counted", "+8");
    assert_eq!(ana.see("document.querySelectorAll('.ask [data-pick]').length"), json!(0));
    ana.press("[data-go-on]");
    ana.until("!!document.querySelector('.band.mine')", "Ana's turn");
    says(&ana, ".news", "Ben robs Ana");
    says(&ana, ".news", "Your points: -2, now 3");
    assert_eq!(ana.see("document.querySelector('.news').innerText.includes('+10')"), false);
    // It goes on by itself, too, after a while.
    ben.until("!document.querySelector('.pause')", "Ben's page goes on");
    // The next round is the last: whoever has the least wins and stands first.
    ana.press("[data-thing='pile'] button.card.open");
    ana.do_it();
    ben.until("!!document.querySelector('.band.mine')", "Ben's turn");
    entry(&ben, "Draw");
    // What happened last is seen before the result.
    for page in [&ana, &ben] {
        says(page, ".band .now", "The game is over");
        says(page, ".pause", "the round is counted");
        assert_eq!(page.see("!!document.querySelector('.score')"), false);
    }
    ana.press("[data-go-on]");
    says(&ana, ".score tbody tr:first-child", "Ana");
    says(&ana, ".score tbody tr:first-child", "won");
    // A page that is loaded anew does not look back.
    ana.reload();
    ana.until("!!document.querySelector('.score')", "the score sheet");
}

#[test]
fn of_a_bots_seat_it_is_said_that_somebody_has_it_open() {
    let Some(driver) = Driver::start() else { return };
    let more = ["--players", "2", "--seat", "2=greedy", "--seed", "7"];
    let table = Evening::begin(&file("examples/nim.rules"), &more);
    let (ana, other) = (driver.browser(Wishes::default()), driver.browser(Wishes::default()));
    ana.open(table.seat(0));
    says(&ana, ".player .who", "bot");
    let open = "document.querySelector('.player .who').innerText.includes('open on a screen')";
    assert_eq!(ana.see(open), false);
    other.open(table.seat(1));
    ana.until(open, "it is said");
    drop(other);
    ana.until(&format!("!{open}"), "nobody has it open any more");
}

#[test]
fn the_lobby_says_who_is_there() {
    let Some(driver) = Driver::start() else { return };
    let table = Evening::with_lobby(RULES, 2);
    let [lobby, ana, ben] = [(); 3].map(|()| driver.browser(Wishes::default()));
    lobby.open(table.lobby.as_str().unwrap());
    says(&lobby, ".lobby-table h2", "nobody is here");
    ana.open(table.seat(0));
    says(&lobby, ".lobby-table h2", "1 of 2 are here");
    ben.open(table.seat(1));
    says(&lobby, ".lobby-table h2", "being played");
}

const SWEPT: &str = "game \"Swept\"\nplayers 1\n\
the table has { a: Number, b: Number, c: Number, d: Number, e: Number }\n\
play { turn me in players onwards { choose { add or sweep } } }\n\
action add { a += 1 }\n\
action sweep { a += 1  b += 1  c += 1  d += 1  e += 1 }\n";

#[test]
fn many_changes_in_a_row_stand_folded() {
    let Some(driver) = Driver::start() else { return };
    let table = Evening::written(SWEPT, 1);
    let page = driver.browser(Wishes::default());
    page.open(table.seat(0));
    entry(&page, "Add");
    says(&page, ".log", "a: +1, now 1");
    assert_eq!(page.see("!!document.querySelector('.folded')"), false);
    entry(&page, "Sweep");
    says(&page, ".log .folded summary", "5 changes: a: +1, now 2");
    let log = "document.querySelector('.log').innerText.includes('e: +1, now 1')";
    assert_eq!(page.see(log), false);
    page.press(".log .folded summary");
    page.until(log, "it is opened");
    page.press(".log h2 .plain");
    page.until(&format!("{log} && !document.querySelector('.folded')"), "every change");
}

#[test]
fn a_new_link_is_made_only_when_it_is_asked_for_twice() {
    let Some(driver) = Driver::start() else { return };
    let table = rounds();
    let (ana, host) = (driver.browser(Wishes::default()), driver.browser(Wishes::default()));
    ana.open(table.seat(0));
    host.open(table.host());
    host.press(".host-button");
    host.press("[data-renew='0']");
    says(&host, "[role=alert]", "Ana is here");
    assert_eq!(ana.see("!!document.querySelector('.notice.warn, .welcome')"), false);
    host.press("[data-renew-now]");
    ana.until("!!document.querySelector('.welcome')", "the old link is worth nothing");
}

#[test]
fn a_seat_that_is_open_twice_everybody_is_told_of() {
    let Some(driver) = Driver::start() else { return };
    let table = rounds();
    let [ana, ben, host, other] = [(); 4].map(|()| driver.browser(Wishes::default()));
    ana.open(table.seat(0));
    ben.open(table.seat(1));
    host.open(table.host());
    // A page that is loaded anew, and another tab of the same browser, are no others.
    ana.reload();
    ana.until("!!document.querySelector('.app')", "the table");
    ana.see(&format!("void (window.tab = window.open({}))", json!(table.seat(0))));
    ana.until("!!window.tab.document.querySelector('.app')", "the same seat in another tab");
    for page in [&ana, &ben, &host] {
        assert_eq!(page.see("!!document.querySelector('.notice.opened')"), false);
    }
    other.open(table.seat(0));
    for page in [&ana, &other] {
        says(page, ".notice.opened", "Your seat is open on two screens.");
    }
    for page in [&ben, &host] {
        says(page, ".notice.opened", "Ana's seat is open on two screens.");
        says(page, ".player .who", "2 screens");
    }
    // It is read once, also by a page that is loaded anew.
    ben.press(".notice.opened button");
    ben.until("!document.querySelector('.notice.opened')", "it is read");
    ben.reload();
    ben.until("!!document.querySelector('.app')", "the table");
    assert_eq!(ben.see("!!document.querySelector('.notice.opened')"), false);
    drop(other);
    // It is over for all but Ana.
    host.until("!document.querySelector('.notice.opened')", "it is over");
    assert_eq!(host.see("document.body.innerText.includes('2 screens')"), false);
    says(&ana, ".notice.opened", "Your seat was opened on another screen.");
    ana.press(".notice.opened button");
    ana.until("!document.querySelector('.notice.opened')", "it is read");
    // Also where the link is opened anew.
    ana.see("sessionStorage.clear()");
    ana.reload();
    ana.until("!!document.querySelector('.app')", "the table");
    assert_eq!(ana.see("!!document.querySelector('.notice.opened')"), false);
}

#[test]
fn what_things_are_is_told_under_the_pointer_at_the_focus_and_by_a_press() {
    let Some(driver) = Driver::start() else { return };
    let table = rounds();
    let page = driver.browser(Wishes::default());
    page.open(table.seat(0));
    let counter = ".yours .about";
    let there = |page: &Browser| {
        page.until("!!document.querySelector('.app')", "the table");
        let found = page.run(REACHED, &json!(counter));
        (found["x"].as_f64().unwrap(), found["y"].as_f64().unwrap())
    };
    let (x, y) = there(&page);
    page.hover(x, y);
    says(&page, ".preview", "What you have won so far.");
    page.hover(1.0, 1.0);
    page.until("!document.querySelector('.preview')", "it is gone");
    page.see(&format!("document.querySelector('{counter}').focus()"));
    says(&page, ".preview", "What you have won so far.");
    page.keys(key::TAB);
    // A card says what is printed on it, and who sees it.
    page.see("document.querySelector('.hand [data-look]').focus()");
    says(&page, ".preview", "How much it is worth.");
    says(&page, ".preview", "A card of little use.");
    let eye = "document.querySelector('.hand .eye').getAttribute('aria-label')";
    assert_eq!(page.see(eye), "only you see them");
    page.press(counter);
    says(&page, ".preview", "What you have won so far.");
}

#[test]
fn fingers_are_told_what_a_move_does() {
    let Some(driver) = Driver::start() else { return };
    let table = rounds();
    let page = driver.browser(Wishes { phone: true, ..Wishes::default() });
    page.open(table.seat(0));
    page.press(".entry-row .what");
    says(&page, ".preview", "Takes two points from somebody.");
    // With a pointer, the button itself says it.
    page.size(1280, 800, false);
    page.until("!document.querySelector('.what')?.offsetParent", "it is gone");
}

#[test]
fn the_rules_are_told_by_their_prose_and_step_by_step_if_somebody_asks() {
    let Some(driver) = Driver::start() else { return };
    let evening = Evening::begin(&file("games/bandit.rules"), &["--players", "2", "--seed", "7"]);
    let page = driver.browser(Wishes::default());
    page.open(evening.seat(0));
    page.press(".newcomer button");
    says(&page, ".rulebook", "Deal out: All cards are shuffled");
    let steps = "document.querySelector('.rulebook').innerText.includes('Shuffle the draw pile')";
    assert_eq!(page.see(steps), false);
    // Which printed rule that is stands there, too, only where every step does.
    let cited = "/B2-[0-9]/.test(document.querySelector('.rulebook').innerText)";
    assert_eq!(page.see(cited), false);
    page.press(".exactly input");
    page.until(cited, "what it follows");
    page.until(steps, "every step");
    // What only rules have a letter for is said in words.
    says(&page, ".rulebook", "Move the top 4 cards of the draw pile to that player's layout.");
}
