//! What a hand that slips must not do, and what one that goes on must find again.

use super::driver::{Browser, Driver, Wishes, key};
use super::evening::{Evening, file};
use serde_json::json;

const BOTH: &str = "game \"Both\"\nplayers 2\nthe table has { total: Number }\n\
play {\n  ends when total >= 9 { end game lost }\n\
  round { choose { show or hide } by each players }\n}\n\
action show as \"shows\" { total += 1 }\naction hide as \"hides\" { total += 2 }\n";

fn two(game: &str) -> Evening {
    Evening::begin(&file(game), &["--players", "2", "--seat", "2=greedy", "--seed", "7"])
}

/// Gives a moment to what should not happen.
fn a_moment(page: &Browser) {
    page.wait_for("await new Promise((on) => setTimeout(on, 400));", &json!(null));
}

#[test]
fn a_note_that_is_typed_plays_no_move() {
    let Some(driver) = Driver::start() else { return };
    let evening = two("games/bandido_alcatraz.rules");
    let page = driver.browser(Wishes::default());
    page.open(evening.seat(0));
    page.press("[data-panel=note]");
    page.keys("a bad fit 123");
    page.until("document.querySelector('dialog textarea').value === 'a bad fit 123'", "the note");
    // Whoever goes on typing when it is closed has not chosen anything.
    page.keys(&format!("{}a1bc12", key::ESCAPE));
    a_moment(&page);
    assert_eq!(page.see("document.querySelectorAll('.crumb, dialog').length"), json!(0));
    assert_eq!(evening.choices(), 0);
}

#[test]
fn what_is_final_among_others_is_pressed_twice() {
    let Some(driver) = Driver::start() else { return };
    let evening = Evening::written(BOTH, 2);
    let page = driver.browser(Wishes::default());
    page.open(evening.seat(0));
    page.press(".entries .entry");
    page.until("document.querySelector('.confirm')?.innerText.includes('Show')", "asked again");
    assert_eq!(evening.choices(), 0);
    page.keys(key::ESCAPE);
    page.until("!!document.querySelector('.entries') && !document.querySelector('.confirm')", "no");
    page.press(".entry-row:last-child .entry");
    page.until("document.querySelector('.confirm')?.innerText.includes('Hide')", "asked again");
    a_moment(&page);
    page.press("[data-go]");
    page.until("document.querySelector('.ask').innerText.includes('Hide')", "it is chosen");
    page.until("!document.querySelector('.confirm')", "it is chosen");
    assert_eq!(evening.choices(), 1);
}

#[test]
fn a_tile_turns_where_it_is_pressed_and_a_page_loaded_anew_goes_on() {
    let Some(driver) = Driver::start() else { return };
    let evening = two("games/bandido_alcatraz.rules");
    let page = driver.browser(Wishes::default());
    page.open(evening.seat(0));
    let sites = "document.querySelectorAll('.site').length";
    page.press(".hand .card[data-pick]");
    page.until(&format!("{sites} > 0"), "places for the tile");
    let site =
        "[...document.querySelectorAll('.site')].find((s) => / [2-9] ways/.test(s.ariaLabel))";
    let several = page.see(&format!("{site}?.dataset.site"));
    let several = several.as_str().expect("a place where the tile lies in several ways");
    let place = format!("[data-site='{several}']");
    page.press(&place);
    let lies = "document.querySelector('.trying')?.innerHTML";
    page.until(&format!("!!{lies}"), "the tile is tried");
    let before = page.see(lies);
    page.press(&place);
    page.until(&format!("{lies} !== {before}"), "a press turns it");
    // By keys: space turns, and what was begun is there when the page is loaded anew.
    let before = page.see(lies);
    page.keys(several);
    page.until(&format!("!!{lies} && {lies} !== {before}"), "its number turns it");
    let before = page.see(lies);
    page.keys(" ");
    page.until(&format!("!!{lies} && {lies} !== {before}"), "space turns it");
    assert_eq!(evening.choices(), 0);
    let before = page.see(lies);
    page.reload();
    page.until("document.querySelectorAll('.crumb').length === 1", "the card is still chosen");
    page.until(&format!("{sites} > 0"), "places for the tile");
    page.until(&format!("{lies} === {before}"), "the tile lies where it was tried");
    page.press(".ask .done .plain");
    page.until(&format!("!!{lies} && {lies} !== {before}"), "it can still be turned");
    page.press(".ask [data-go]");
    page.until("document.querySelectorAll('.log li.choice').length >= 1", "it is laid");
    assert!(evening.choices() >= 1);
}

#[test]
fn squares_are_chosen_by_their_names_and_say_why_not() {
    let Some(driver) = Driver::start() else { return };
    let evening = Evening::begin(&file("examples/chess.rules"), &["--players", "2", "--seed", "7"]);
    let page = driver.browser(Wishes::default());
    page.open(evening.seat(0));
    assert_eq!(page.see("document.querySelectorAll('.cell .key').length"), json!(0));
    let square = |name: &str| format!(".cell[aria-label^='square {name}']");
    page.press(&square("a1"));
    page.until("!!document.querySelector('.refused')", "why the rook cannot move");
    page.keys("e2");
    let picked = format!("!!document.querySelector(\"{}.picked\")", square("e2"));
    page.until(&picked, "the pawn is marked");
    page.press(&square("e5"));
    page.until("!!document.querySelector('.refused')", "why it cannot go there");
    // What a press would do is said first; something else may be pressed instead.
    let said = |what: &str| {
        let box_says = "document.querySelector('.confirm')?.innerText";
        page.until(&format!("{box_says}?.includes({})", json!(what)), what);
    };
    page.keys("e3");
    said("e3");
    page.press(&square("e4"));
    said("e4");
    assert_eq!(evening.choices(), 0);
    page.reload();
    said("e4");
    page.press(&square("e4"));
    page.until("document.querySelectorAll('.log li.choice').length === 1", "it has moved");
    assert_eq!(evening.choices(), 1);
}

#[test]
fn the_host_reads_the_answer_where_it_was_asked() {
    let Some(driver) = Driver::start() else { return };
    let evening = Evening::begin(&file("examples/nim.rules"), &["--players", "2", "--seed", "7"]);
    let page = driver.browser(Wishes { phone: true, ..Wishes::default() });
    page.open(evening.host());
    page.press(".host-button");
    page.press(".host form input");
    page.keys(&format!("here{}", key::ENTER));
    page.until(
        "document.querySelector('dialog .flash')?.innerText === 'Bookmarked.'",
        "the answer",
    );
    let beyond = "[...document.querySelectorAll('.seats button')]\
                  .some((b) => b.getBoundingClientRect().right > innerWidth)";
    assert_eq!(page.see(beyond), json!(false));
}

#[test]
fn a_card_is_pressed_before_its_owner_is_chosen() {
    let Some(driver) = Driver::start() else { return };
    let more = ["--players", "3", "--seed", "7"];
    let evening = Evening::begin(&file("games/bandit.rules"), &more);
    let page = driver.browser(Wishes::default());
    page.open(evening.seat(0));
    page.press(".others .card[data-pick]");
    let crumbs = "document.querySelector('.crumbs')?.innerText";
    page.until(&format!("{crumbs}?.includes('card 1 of Ben')"), "the card and its owner");
    page.until(&format!("{crumbs}?.includes('Discard a card of Ben at once')"), "the move so far");
    assert_eq!(evening.choices(), 0);
}
