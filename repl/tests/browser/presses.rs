//! What a press does: what glows leads somewhere, a button says if it does what it says, and a tap
//! shows a card.

use super::driver::{Driver, Wishes};
use super::evening::{Evening, file};
use super::phone::{HELD, PHONE, TAP, in_sight, touch};
use super::player::{entry, press_words, says};
use serde_json::json;

/// Everybody holds 1, 2, 2 and 9; of what is laid, all must be alike.
const RULES: &str = "/// Be the first without cards. [B9-001]\ngame \"Presses\"\nplayers 2\n\
enum Sort { gold, silver }\n/// Worth what it says.\ncard Coin { sort: Sort, worth: 1..9 }\n\
deck pack of Coin { 4 each of (Sort, 1..9) }\n\
each Player has { hand: set of Coin, seen by owner }\n\
setup { for each p in players {\n\
  move first c in pack where (c.sort is gold and c.worth is 1) to p.hand\n\
  move first c in pack where (c.sort is gold and c.worth is 2) to p.hand\n\
  move first c in pack where (c.sort is gold and c.worth is 2) to p.hand\n\
  move first c in pack where (c.sort is silver and c.worth is 9) to p.hand\n} }\n\
play { turn me in players onwards { choose { ACTIONS } } }\n\
action alike(cards in 2 or more of me.hand) as \"lays cards\"\n\
  needs every c in cards has every d in cards has c.sort is d.sort else \"of one sort\"\n\
  needs sum(c.worth for c in cards) <= 4 else \"no more than 4\"\n\
{ move cards to pack at bottom }\n\
action lay(c in me.hand where c.worth <= 2) as \"lays a card\" { move c to pack at bottom }\n\
action burn(c in me.hand where c.worth <= 2) as \"burns a card\" { move c to pack at bottom }\n\
action bank(c in me.hand where c.worth > 2) as \"banks a card\" { move c to pack at bottom }\n\
action present(c in me.hand, p in opponents) as \"gives {p} {c}\" { move c to p.hand }\n\
action draw as \"draws a card\" { move top 1 of pack to me.hand }\n";

fn table(actions: &str) -> Evening {
    Evening::written(&RULES.replace("ACTIONS", actions), 2)
}

/// How many cards of the hand can be chosen.
const GLOWING: &str = "document.querySelectorAll('.hand .card[data-pick]').length";

#[test]
fn of_a_set_only_what_can_be_handed_in_glows_and_counts() {
    let Some(driver) = Driver::start() else { return };
    let table = table("alike");
    let page = driver.browser(PHONE);
    page.open(table.seat(0));
    says(&page, ".prompt", "choose 2 of your cards");
    assert_eq!(page.see(GLOWING), 3, "the silver one goes with nothing");
    for at in [1, 3] {
        page.press(&format!(".hand li:nth-child({at}) .card[data-pick]"));
    }
    page.until("!document.querySelector('.done .go').disabled", "1 and 2 are no more than 4");
    page.press(".done .go");
    says(&page, ".confirm", "Lay cards");
}

#[test]
fn a_set_that_would_be_refused_cannot_be_handed_in() {
    let Some(driver) = Driver::start() else { return };
    let rules = RULES.replace("ACTIONS", "alike").replace("<= 4", "<= 3");
    let table = Evening::written(&rules, 2);
    let page = driver.browser(Wishes::default());
    page.open(table.seat(0));
    for at in [2, 3] {
        page.press(&format!(".hand li:nth-child({at}) .card[data-pick]"));
    }
    says(&page, ".missing", "no more than 4");
    assert_eq!(page.see("document.querySelector('.done .go').disabled"), true);
    assert_eq!(table.choices(), 0);
}

#[test]
fn with_a_card_in_hand_only_what_goes_with_the_same_moves_glows() {
    let Some(driver) = Driver::start() else { return };
    let table = table("lay or burn or bank");
    let page = driver.browser(Wishes::default());
    page.open(table.seat(0));
    page.until(&format!("{GLOWING} === 4"), "all can be chosen");
    page.press(".hand li:nth-child(1) .card");
    says(&page, ".entries", "Burn a card");
    assert_eq!(page.see(GLOWING), 3, "nothing for another move");
    // What glows no more may be pressed in its place all the same.
    page.press(".hand li:nth-child(4) .card");
    says(&page, ".confirm", "Bank a card");
    page.do_it();
    page.until("!document.querySelector('.band.mine')", "it is done");
    assert_eq!(table.choices(), 1);
}

#[test]
fn a_button_without_dots_does_what_it_says_and_no_other_does() {
    let Some(driver) = Driver::start() else { return };
    let table = table("draw or present or alike or pass");
    let page = driver.browser(Wishes::default());
    page.open(table.seat(0));
    let buttons = "[...document.querySelectorAll('.entry')]\
                   .map((b) => b.innerText.replace(/\\s+/g, ' ').trim())";
    page.until(&format!("{buttons}.length === 4"), "the menu");
    assert_eq!(page.see(buttons), json!(["Draw a card", "Present …", "Lay cards …", "Pass"]));
    entry(&page, "Lay cards");
    for at in [1, 2] {
        page.press(&format!(".hand li:nth-child({at}) .card[data-pick]"));
    }
    page.until("!document.querySelector('.done .go').disabled", "a set");
    says(&page, ".done .go", "Choose these 2 …");
    page.press(".done .go");
    says(&page, ".confirm .go", "Do it");
    assert_eq!(table.choices(), 0);
    page.press(".back-step");
    page.press(".back-step");
    entry(&page, "Draw a card");
    page.until("!document.querySelector('.band.mine')", "it is done");
    assert_eq!(table.choices(), 1);
    // Whoever wishes to be asked has dots everywhere.
    let ben = driver.browser(Wishes::default());
    ben.open(table.seat(1));
    ben.press("[data-panel=more]");
    says(&ben, ".more", "A button that ends with … asks for more");
    press_words(&ben, ".more label", "Ask me before");
    ben.press(".sheet .close");
    ben.until(&format!("{buttons}.every((text) => text.endsWith('…'))"), "all ask");
}

#[test]
fn the_goal_is_one_press_away() {
    let Some(driver) = Driver::start() else { return };
    let table = table("draw");
    for wishes in [PHONE, Wishes::default()] {
        let page = driver.browser(wishes);
        page.open(table.seat(0));
        says(&page, ".head", "Goal");
        assert!(in_sight(&page, "[data-panel=goal]"));
        page.press("[data-panel=goal]");
        says(&page, "dialog", "Be the first without cards.");
        assert_eq!(page.see("document.querySelector('dialog').innerText.includes('B9')"), false);
        press_words(&page, "dialog .go", "Read the rules");
        says(&page, ".rulebook", "Be the first without cards.");
    }
}

#[test]
fn a_tap_shows_an_own_card_also_where_another_can_be_chosen() {
    let Some(driver) = Driver::start() else { return };
    let table = table("lay or draw");
    let page = driver.browser(PHONE);
    page.open(table.seat(0));
    page.until(&format!("{GLOWING} === 3"), "what can be laid");
    let shown = "!!document.querySelector('.preview.held .card.large')";
    // What cannot be chosen is shown, and why it cannot be is said.
    touch(&page, ".hand li:nth-child(4) .card", TAP);
    page.until(shown, "the card, large");
    touch(&page, ".hand li:nth-child(4) .card", TAP);
    page.until(&format!("!({shown})"), "it is put away");
    assert!(page.see("!!document.querySelector('.refused')") == true);
    // What was chosen has a button for it.
    touch(&page, ".hand li:nth-child(1) .card", TAP);
    says(&page, ".confirm", "Lay a card");
    says(&page, ".look", "Read it");
    touch(&page, ".look", TAP);
    page.until(shown, "the card, large");
    touch(&page, ".look", TAP);
    page.until(&format!("!({shown})"), "it is put away");
    says(&page, ".confirm", "Lay a card");
    assert_eq!(table.choices(), 0);
    touch(&page, ".hand li:nth-child(1) .card", HELD);
    page.until(shown, "held down");
}

#[test]
fn another_value_of_an_option_is_told_as_such() {
    let Some(driver) = Driver::start() else { return };
    let option = "/// How many cards are drawn.\noption drawn: 1..3 = 1\n";
    let rules = RULES.replace("ACTIONS", "draw").replace("move top 1", "move top drawn");
    let rules = rules.replace("action draw", &format!("{option}action draw"));
    let table = Evening::written(&rules, 2);
    let page = driver.browser(PHONE);
    page.open(table.seat(0));
    table.saves(&rules.replace("1..3 = 1", "1..3 = 2"));
    says(&page, ".notice.change", "from 1 to 2");
    assert_eq!(page.see("document.querySelector('.change').innerText.includes('usual')"), false);
}

#[test]
fn the_second_half_of_a_double_press_does_not_do_what_has_just_come_there() {
    let Some(driver) = Driver::start() else { return };
    let rules = RULES.replace("choose { ACTIONS }", "choose { draw } choose { lay or pass }");
    let table = Evening::written(&rules, 2);
    let page = driver.browser(PHONE);
    page.open(table.seat(0));
    let press = |words: &str, times: u8| {
        let found = format!(
            "[...document.querySelectorAll('.entry')].find((b) => b.innerText.includes('{words}'))"
        );
        page.until(&format!("!!{found}"), words);
        page.see(&format!(
            "{found}.dispatchEvent(new MouseEvent('click', \
             {{ bubbles: true, cancelable: true, detail: {times} }}))"
        ));
    };
    press("Draw a card", 1);
    press("Pass", 2);
    says(&page, ".entries", "Pass");
    assert_eq!(table.choices(), 1, "the first press only");
    press("Pass", 1);
    page.until("!document.querySelector('.band.mine')", "the turn is over");
    assert_eq!(table.choices(), 2);
}

#[test]
fn in_the_middle_of_a_move_another_card_can_be_pressed_in_place_of_one() {
    let Some(driver) = Driver::start() else { return };
    let rules = RULES.replace("ACTIONS", "present or pass").replace("players 2\n", "players 3\n");
    let table = Evening::written(&rules, 3);
    let page = driver.browser(Wishes::default());
    page.open(table.seat(0));
    entry(&page, "Present");
    page.press(".hand li:nth-child(1) .card");
    says(&page, ".crumbs", "gold 1");
    page.press(".hand li:nth-child(4) .card");
    says(&page, ".crumbs", "silver 9");
    assert_eq!(page.see("!!document.querySelector('.refused')"), false);
}

#[test]
fn where_a_tile_cannot_lie_a_press_says_why() {
    let Some(driver) = Driver::start() else { return };
    let table =
        Evening::begin(&file("games/bandido_alcatraz.rules"), &["--players", "2", "--seed", "7"]);
    let page = driver.browser(PHONE);
    page.open(table.seat(0));
    page.press(".hand .card[data-pick]");
    page.until("!!document.querySelector('.bare') || !!document.querySelector('.entry')", "a move");
    page.see("document.querySelector('.entry')?.click()");
    page.until("!!document.querySelector('.bare')", "squares where no tile may lie");
    let press = |at: &str| {
        page.see(&format!(
            "[...document.querySelectorAll('.bare')].{at}\
             .dispatchEvent(new MouseEvent('click', {{ bubbles: true, detail: 1 }}))"
        ));
    };
    press("at(0)");
    says(&page, ".refused", "The tile would lie on another one there, or touch none.");
    // Above the start card some ways fit.
    let above = "find((r) => r.getAttribute('x') === '0' && r.getAttribute('y') === '-80')";
    press(above);
    says(&page, ".refused", "The tile can lie there if it is turned");
}
