//! What a phone must show, and what is said before it is done: a price, a card, a reason.

use super::driver::{Browser, Driver, Wishes};
use super::evening::Evening;
use super::player::{entry, press_words, says};
use serde_json::json;
use std::time::Duration;

/// Cards are sold, burnt and drawn; nobody can ever bank one.
const RULES: &str = "/// Sell what you hold.\ngame \"Offers\"\nplayers 2\nunit Dollars \"$\"\n\
card Card { n: 1..9 }\ndeck pack of Card { each of (1..9) }\n\
each Player has { hand: set of Card, seen by owner }\n\
setup { for each p in players { move top 3 of pack to p.hand } }\n\
play {\n  round n in 1..3 { turn me in players {\n\
    choose { offer or burn or bank or pledge or draw }\n\
    choose glad in (yes, no) asking \"Are you glad?\"\n  } }\n  end game lost\n}\n\
action offer(buyer in opponents, c in me.hand, price in $0..$90) \
as \"offers {buyer} a card for {price}\" { move c to buyer.hand }\n\
action burn(cards in 1 or more of me.hand) as \"burns cards\" { move cards to pack at bottom }\n\
action bank(c in me.hand) as \"banks a card\"\n  needs c.n >= 10 else \"WHY\"\n\
{ move c to pack }\n\
action pledge(c in me.hand, price in $0..$90) as \"pledges a card for {price}\"\n\
  needs c.n mod 2 is 0 else \"WHY\"\n{ move c to pack }\n\
action draw as \"draws a card\" { move top 1 of pack to me.hand }\n";

const WHY: &str = "a card is only taken by the bank from somebody who has its seal, two \
witnesses, a sound horse and the fee in small coins; nobody at this table has any of these \
today, nor will anybody have them tomorrow, as the bank has been closed since the flood, \
and whoever says otherwise wants to sell you something that was never theirs, for a price \
that was never asked, in a town where nobody has ever been seen";

fn offers() -> Evening {
    Evening::written(&RULES.replace("WHY", WHY), 2)
}

pub const PHONE: Wishes = Wishes { phone: true, dark: false, motion: false };

/// Whether all of something is to be seen as the page stands: nothing has to be scrolled.
pub fn in_sight(page: &Browser, selector: &str) -> bool {
    let body = "const node = document.querySelector(arguments[0]);\
                const box = node?.getBoundingClientRect();\
                if (!box || box.width === 0) return false;\
                const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];\
                const ends = [[x, y], [x, box.top + 3], [x, box.bottom - 3]];\
                return ends.every(([x, y]) => {\
                  const hit = document.elementFromPoint(x, y);\
                  return hit && (hit === node || node.contains(hit));\
                });";
    page.run(body, &json!(selector)) == true
}

/// A finger is put on the middle of something, and taken off after a while.
pub fn touch(page: &Browser, selector: &str, held: Duration) {
    let middle = "const box = document.querySelector(arguments[0]).getBoundingClientRect();\
                  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];\
                  return { x: Math.round(x), y: Math.round(y) };";
    let at = page.run(middle, &json!(selector));
    let touches = |kind: &str, points: serde_json::Value| {
        page.devtools("Input.dispatchTouchEvent", &json!({"type": kind, "touchPoints": points}));
    };
    touches("touchStart", json!([at]));
    std::thread::sleep(held);
    touches("touchEnd", json!([]));
}

pub const TAP: Duration = Duration::from_millis(40);
pub const HELD: Duration = Duration::from_millis(900);

#[test]
fn a_price_is_in_sight_on_a_phone_and_is_said_before_it_is_paid() {
    let Some(driver) = Driver::start() else { return };
    let table = offers();
    let page = driver.browser(PHONE);
    page.open(table.seat(0));
    entry(&page, "Offer");
    page.press(".hand .card[data-pick]");
    says(&page, ".done .go", "Offer Ben a card for $0");
    for part in
        [".stepper .amount", ".stepper [aria-label='One more']", ".stepper input", ".done .go"]
    {
        assert!(in_sight(&page, part), "{part}");
    }
    page.press(".stepper [aria-label='One more']");
    page.see(
        "(() => { const slide = document.querySelector('.stepper input'); slide.value = 20; \
         slide.dispatchEvent(new Event('input', { bubbles: true })); })()",
    );
    says(&page, ".done .go", "Offer Ben a card for $20");
    page.press(".done .go");
    says(&page, ".confirm", "Offer Ben a card for $20");
    assert_eq!(table.choices(), 0);
    assert!(in_sight(&page, ".confirm .go"));
    page.do_it();
    says(&page, ".question", "Are you glad?");
    assert_eq!(table.choices(), 1);
}

#[test]
fn only_a_button_that_says_the_whole_choice_does_it_at_once() {
    let Some(driver) = Driver::start() else { return };
    let table = offers();
    let page = driver.browser(Wishes::default());
    page.open(table.seat(0));
    // A set is put together, and said.
    entry(&page, "Burn cards");
    page.press(".hand .card[data-pick]");
    page.press(".done .go");
    says(&page, ".confirm", "Burn cards");
    assert_eq!(table.choices(), 0);
    page.do_it();
    // An answer stands below its question.
    says(&page, ".question", "Are you glad?");
    page.press(".pick");
    page.until("!document.querySelector('.band.mine')", "it is Ben's turn");
    assert_eq!(table.choices(), 2);
    // So does a move that asks for nothing.
    let ben = driver.browser(Wishes::default());
    ben.open(table.seat(1));
    entry(&ben, "Draw a card");
    says(&ben, ".question", "Are you glad?");
    assert_eq!(table.choices(), 3);
}

#[test]
fn a_card_is_read_by_a_finger_that_chooses_nothing() {
    let Some(driver) = Driver::start() else { return };
    let table = offers();
    let (ana, ben) = (driver.browser(PHONE), driver.browser(PHONE));
    ana.open(table.seat(0));
    ben.open(table.seat(1));
    entry(&ana, "Burn cards");
    let card = ".hand .card[data-pick]";
    touch(&ana, card, HELD);
    ana.until("!!document.querySelector('.preview.held .card.large')", "the card, large");
    let picked = "document.querySelectorAll('.hand .card.picked').length";
    assert_eq!(ana.see(picked), 0);
    // The next touch only puts it away.
    touch(&ana, card, TAP);
    ana.until("!document.querySelector('.preview')", "it is put away");
    assert_eq!(ana.see(picked), 0);
    touch(&ana, card, TAP);
    ana.until(&format!("{picked} === 1"), "a tap chooses");
    // Whoever can choose nothing needs no patience.
    touch(&ben, ".hand .card", TAP);
    ben.until("!!document.querySelector('.preview.held .card.large')", "the card, large");
}

#[test]
fn a_reason_can_be_read_whole() {
    let Some(driver) = Driver::start() else { return };
    let table = offers();
    for wishes in [PHONE, Wishes::default()] {
        let page = driver.browser(wishes);
        page.open(table.seat(0));
        page.press("[data-panel=closed]");
        page.until("!!document.querySelector('dialog form.why input')", "what is not possible");
        page.see(
            "(() => { const line = document.querySelector('form.why input'); \
             line.value = 'Bank a card'; \
             line.dispatchEvent(new Event('input', { bubbles: true })); })()",
        );
        page.press("form.why button");
        says(&page, "dialog .answer", "closed since the flood");
        page.keys(super::driver::key::ESCAPE);
        page.until("!document.querySelector('dialog')", "it is closed");
        // A card that cannot be chosen says why, where it is pressed.
        entry(&page, "Pledge a card");
        page.until("!!document.querySelector('.crumbs')", "which card");
        page.press(".hand .card[data-answers]");
        says(&page, ".refused", "closed since the flood");
        let whole = "(() => { const box = document.querySelector('.refused'); \
                     return box.scrollHeight <= box.clientHeight + 2 \
                       && box.clientHeight > 60; })()";
        assert_eq!(page.see(whole), true, "all of it has room");
        assert_eq!(table.choices(), 0);
    }
}

#[test]
fn newcomers_find_the_rules_on_a_phone() {
    let Some(driver) = Driver::start() else { return };
    let table = offers();
    let page = driver.browser(PHONE);
    page.open(table.seat(0));
    says(&page, ".newcomer", "Sell what you hold.");
    assert!(in_sight(&page, ".newcomer [data-read]"));
    page.press(".newcomer [data-read]");
    says(&page, ".rulebook", "Sell what you hold.");
}

/// Saves other rules, of one round less, and waits until the host's page knows of them.
fn other_rules(table: &Evening, host: &Browser) {
    let other = RULES.replace("WHY", WHY).replace("1..3 {", "1..2 {");
    table.saves(&other);
    host.until("!!document.querySelector('.notice.change')", "the rules are to change");
}

#[test]
fn the_host_finds_new_rules_first_and_on_a_phone_nothing_scrolls_sideways() {
    let Some(driver) = Driver::start() else { return };
    let table = offers();
    let (ana, host) = (driver.browser(PHONE), driver.browser(PHONE));
    ana.open(table.seat(0));
    host.open(table.host());
    other_rules(&table, &host);
    host.press(".notice.change button");
    let first = "document.querySelector('.host section h3').innerText";
    host.until(&format!("{first} === 'Rules'"), "rules first");
    host.see("document.querySelector('.host details').open = true");
    let sideways = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)\
                    (document.querySelector('dialog'))";
    assert_eq!(host.see(sideways), 0);
    // Where it is settled when they come in, they take a line of the table's room.
    let way = "[...document.querySelectorAll('.host button')]\
               .find((b) => b.innerText === 'At the next round')";
    host.until(&format!("!!{way}"), "the ways in");
    host.see(&format!("{way}.id = 'way'"));
    host.press("#way");
    says(&ana, ".ask-all", "The host wants to bring the new rules in at the next round");
    ana.press(".ask-all .go");
    says(&ana, ".change summary", "The rules change at the next round");
    assert_eq!(ana.see("document.querySelector('.change').open"), false);
    says(&ana, ".outcome", "All agreed");
}

#[test]
fn what_is_taken_back_is_said_and_what_came_of_it() {
    let Some(driver) = Driver::start() else { return };
    let table = offers();
    let (ana, ben) = (driver.browser(PHONE), driver.browser(Wishes::default()));
    ana.open(table.seat(0));
    ben.open(table.seat(1));
    entry(&ana, "Draw a card");
    says(&ana, ".question", "Are you glad?");
    ana.press("[data-panel=more]");
    ana.press(".more button");
    says(&ben, ".ask-all", "Ana wants to take 1 choice back");
    says(&ben, ".ask-all", "Taken back: Ana draws a card");
    says(&ana, ".ask-all", "Still to answer: Ben");
    says(&ana, ".ask-all button", "Withdraw it");
    ben.press(".ask-all .row button:last-child");
    for page in [&ana, &ben] {
        says(page, ".outcome", "Ben does not agree; nothing changes.");
    }
    ana.press(".outcome button");
    ana.until("!document.querySelector('.outcome')", "it has been read");
    ana.reload();
    ana.until("!!document.querySelector('.app')", "the table");
    assert_eq!(ana.see("!!document.querySelector('.outcome')"), false);
    // With the next choice it is over.
    ana.press(".pick");
    ben.until("!document.querySelector('.outcome')", "the game goes on");
}

#[test]
fn of_several_notices_a_phone_shows_the_newest() {
    let Some(driver) = Driver::start() else { return };
    let table = offers();
    let [ana, other, ben] = [(); 3].map(|()| driver.browser(PHONE));
    ana.open(table.seat(0));
    ben.open(table.seat(1));
    other.open(table.seat(0));
    says(&ben, ".notice.opened", "Ana's seat is open on two screens.");
    let shown = "[...document.querySelectorAll('.notice')].filter((n) => n.offsetParent).length";
    assert_eq!(ben.see(shown), 1);
    assert!(in_sight(&ben, ".notice.opened button"));
    says(&ben, ".more-notices", "1 more notice");
    ben.press(".more-notices");
    ben.until(&format!("{shown} === 2"), "all of them");
    // What waits for an answer is open.
    entry(&ana, "Draw a card");
    says(&ana, ".question", "Are you glad?");
    ana.press("[data-panel=more]");
    ana.press(".more button");
    says(&ben, ".ask-all", "Ana wants to take 1 choice back");
    ben.until(&format!("{shown} === 1"), "the newest");
    ben.press(".ask-all .go");
    ben.until("!document.querySelector('.ask-all')", "it is done");
}

#[test]
fn who_can_only_pass_may_always_do_so() {
    let Some(driver) = Driver::start() else { return };
    let rules = RULES
        .replace("WHY", WHY)
        .replace("choose { offer or burn or bank or pledge or draw }", "choose { pass }");
    let evening = Evening::written(&rules, 2);
    let page = driver.browser(PHONE);
    page.open(evening.seat(0));
    says(&page, ".ask", "Always pass for me when there is nothing else");
    assert_eq!(page.see("document.querySelector('[data-idle]').checked"), false);
    page.press("[data-idle]");
    says(&page, ".question", "Are you glad?");
    assert_eq!(evening.choices(), 1);
}

const HELD_CARDS: &str = "game \"Held\"\nplayers 1\ncard Card { n: 1..30 }\n\
deck pack of Card { each of (1..30) }\n\
each Player has { hand: set of Card, seen by owner, stash: set of Card, seen by owner }\n\
setup { for each p in players { move top 24 of pack to p.hand  move top 2 of pack to p.stash } }\n\
play { turn me in players onwards { choose { lay or burn } } }\n\
action lay(c in me.stash) as \"lays a card\" { move c to pack at bottom }\n\
action burn(c in me.hand) as \"burns a card\" { move c to pack at bottom }\n";

#[test]
fn a_large_hand_can_be_read_on_a_phone_and_what_lies_beside_it_is_in_reach() {
    let Some(driver) = Driver::start() else { return };
    let table = Evening::written(HELD_CARDS, 1);
    let page = driver.browser(PHONE);
    page.open(table.seat(0));
    page.until("document.querySelectorAll('.hand .zone.many li').length === 24", "the hand");
    // So much of each can be seen, without scrolling.
    let strips = "[...document.querySelectorAll('.hand .zone.many li')].map((li) => { \
        const [box, card] = [li, li.firstElementChild].map((n) => n.getBoundingClientRect()); \
        const y = card.top + 12; let wide = 0; \
        for (let x = box.left; x < box.left + 60 && x < innerWidth; x += 1) \
          wide += li.contains(document.elementFromPoint(x, y)) ? 1 : 0; \
        return wide; })";
    let narrow = page.see(&format!("{strips}.filter((wide) => wide < 36)"));
    assert_eq!(narrow, json!([]), "{}", page.see(strips));
    let stash = ".hand .zone:last-child .card";
    page.press("[data-held='1']");
    let there = format!(
        "(({{ left, right }}) => left >= 0 && right <= innerWidth)\
         (document.querySelector('{stash}').getBoundingClientRect())"
    );
    page.until(&there, "the stash");
    page.press(stash);
    says(&page, ".confirm", "Lay a card");
    page.do_it();
    page.press("[data-held='0']");
    assert_eq!(table.choices(), 1);
}

#[test]
fn what_happened_names_no_printed_rules() {
    let Some(driver) = Driver::start() else { return };
    let option = "/// How many cards are drawn. [B1-002]\noption drawn: 1..3 = 1\n";
    let rules = RULES.replace("WHY", WHY).replace("move top 1", "move top drawn");
    let rules = rules.replace("action draw", &format!("{option}action draw"));
    let table = Evening::written(&rules, 2);
    let (ana, host) = (driver.browser(Wishes::default()), driver.browser(Wishes::default()));
    ana.open(table.seat(0));
    host.open(table.host());
    table.saves(&rules.replace("1..3 = 1", "1..3 = 2"));
    host.press(".notice.change button");
    press_words(&host, ".host button", "Now");
    press_words(&ana, ".ask-all .go", "Agree");
    says(&ana, ".log", "How many cards are drawn.");
    assert_eq!(ana.see("document.querySelector('.log').innerText.includes('B1-002')"), false);
}

const PAID: &str = "game \"Paid\"\nplayers 1\n\
card Note { worth: 1..3 }\ndeck pack of Note { each of (1..3) }\n\
each Player has { purse: set of Note, seen by owner }\n\
setup { for each p in players { move top 3 of pack to p.purse } }\n\
play { turn me in players onwards {\n\
  choose notes in any of me.purse where notes.cover(2) asking \"Which notes pay 2?\"\n\
  move notes to pack at bottom\n} }\n\
define cover(price: Number) for notes: list of Note = sum(n.worth for n in notes) >= price\n";

#[test]
fn nothing_is_not_handed_in_where_it_would_be_refused() {
    let Some(driver) = Driver::start() else { return };
    let table = Evening::written(PAID, 1);
    let page = driver.browser(PHONE);
    page.open(table.seat(0));
    says(&page, ".ask .prompt", "Choose 1 to 3 of your cards");
    assert_eq!(page.see("document.querySelector('.done .go').disabled"), true);
    says(&page, ".missing", "0 chosen, 1 more needed");
    page.press(".hand li:last-child .card");
    page.until("!document.querySelector('.done .go').disabled", "a note");
    page.press(".done .go");
    page.do_it();
    says(&page, ".missing", "0 chosen, 1 more needed");
    assert_eq!(table.choices(), 1);
}
