//! Cards that are pressed before the move that takes them, and what is said of what does not fit.

use super::driver::{Browser, Driver, Wishes};
use super::evening::{Evening, file};
use serde_json::json;

/// Somebody is shot at, a charm is played by itself, and prices are paid without change.
const RULES: &str = "/// Shoot first.\n///\n/// Whoever has shot nine times wins.\n\
game \"Guns\"\nplayers 3\nuse pay(Note, Dollars)\nunit Dollars \"$\"\n\
card Gun { name: Name, guns: Number, stars: Number }\ncard Note { value: Dollars }\n\
deck pack of Gun { Gun from \"guns.csv\" times copies }\n\
deck bank of Note { 12 each of ($20) 3 each of ($50) 3 each of ($100) }\n\
each Player has { hand: set of Gun, seen by owner\n purse: set of Note, seen by owner }\n\
the table has { used: set of Gun }\n\
setup {\n  for each p in players {\n    move first c in pack where c is [Colt] to p.hand\n    \
move first c in pack where c is [Colt] to p.hand\n    \
move first c in pack where c is [Charm] to p.hand\n    \
for each i in 1..4 { move first n in bank where n.value is $20 to p.purse }\n    \
move first n in bank where n.value is $50 to p.purse\n    \
move first n in bank where n.value is $100 to p.purse\n  }\n}\n\
play {\n  round n in 1..9 {\n    turn me in players {\n      choose the_turn\n      \
if n > 8 { choose { rest or pass } }\n    }\n  }\n  end game lost\n}\n\
menu the_turn { shoot or draw or buy }\n\
action shoot(victim in opponents, gang in 1 or more of those g in me.hand where g.guns > 0)\n  \
as \"shoots at {victim}\" { move gang to used }\n\
action draw as \"draws a card\" { move top 1 of pack to me.hand }\n\
action buy as \"buys a hat\" { pay(me, $103, me.purse, bank) }\n\
/// Only in the last round.\naction rest as \"lies down for a nap\" { }\n\
/// Three coins, and the charm is gone.\n\
rules for Charm in hand {\n  action bring_luck as \"brings luck\" joins the_turn {\n    \
move this to used\n  }\n}\n";

const CARDS: &str = "name,guns,stars,copies\nColt,1,2,9\nCharm,0,0,9\n";

struct Guns {
    evening: Evening,
    _folder: tempfile::TempDir,
}

fn guns() -> Guns {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("guns.rules");
    std::fs::write(&game, RULES).unwrap();
    std::fs::write(folder.path().join("guns.csv"), CARDS).unwrap();
    let evening = Evening::begin(&game, &["--players", "3", "--seed", "7"]);
    Guns { evening, _folder: folder }
}

fn says(page: &Browser, of: &str, what: &str) {
    let text = format!("document.querySelector('{of}')?.innerText");
    page.until(&format!("{text}?.includes({})", json!(what)), what);
}

fn entry(page: &Browser, title: &str) {
    let find = "[...document.querySelectorAll('.entries .entry')]";
    let which = format!("{find}.findIndex((one) => one.innerText.includes({}))", json!(title));
    page.until(&format!("{which} >= 0"), title);
    let at = page.see(&which).as_u64().unwrap();
    page.press(&format!(".entries > .entry-row:nth-child({}) .entry", at + 1));
}

const COLT: &str = ".hand .card[data-look='Colt']";

#[test]
fn a_card_says_which_move_takes_it() {
    let Some(driver) = Driver::start() else { return };
    let table = guns();
    let page = driver.browser(Wishes { phone: true, ..Wishes::default() });
    page.open(table.evening.seat(0));
    page.press(COLT);
    says(&page, ".refused", "Colt goes with “Shoot at");
    page.press(".refused .way-to");
    says(&page, ".crumbs", "Shoot at");
    page.press(COLT);
    says(&page, ".refused", "first choose victim");
    page.press(".picks .pick");
    // Of equal cards, as many are marked as were taken; all that they count is added up.
    page.press(COLT);
    says(&page, ".missing", "guns 1, stars 2 together");
    page.press(&format!("{COLT}:not(.picked)"));
    says(&page, ".missing", "guns 2, stars 4 together");
    page.press(".done [data-go]");
    page.until("!!document.querySelector('.confirm')", "the whole move");
    assert_eq!(page.see("document.querySelectorAll('.hand .card.picked').length"), json!(2));
    assert_eq!(table.evening.choices(), 0);
}

#[test]
fn a_card_that_a_button_plays_is_pressed_for_it() {
    let Some(driver) = Driver::start() else { return };
    let table = guns();
    let page = driver.browser(Wishes::default());
    page.open(table.evening.seat(0));
    // What was pressed by mistake gives way to what is pressed instead of it.
    page.press("[data-back='pack'] button.card.open, [data-thing='pile'] button.card.open");
    says(&page, ".confirm", "Draw a card");
    page.press(".hand .card[data-look='Charm']");
    says(&page, ".confirm", "Bring luck");
    // What the card does is said before it is done.
    says(&page, ".confirm .does", "Three coins, and the charm is gone.");
    page.do_it();
    page.until("!document.querySelector('.confirm')", "it is done");
    page.until("!document.querySelector('.hand .card[data-look=Charm]')", "the charm is gone");
    assert_eq!(table.evening.choices(), 1);
}

#[test]
fn what_does_not_pay_says_what_is_wrong_with_it() {
    let Some(driver) = Driver::start() else { return };
    let table = guns();
    let page = driver.browser(Wishes { phone: true, ..Wishes::default() });
    page.open(table.evening.seat(0));
    entry(&page, "Buy a hat");
    let notes = "document.querySelectorAll(\".card[data-pick][data-look^='Note']\")";
    page.until(&format!("{notes}.length === 6"), "the notes");
    let note = |n: u8| format!(".card[data-look='Note ${n}']:not(.picked)");
    let top = format!("{notes}[5].getBoundingClientRect().top");
    let before = page.see(&top);
    page.press(&note(20));
    page.until("!!document.querySelector('.back-step:not(.to-come)')", "the way back");
    assert_eq!(page.see(&top), before, "nothing moves under the finger");
    page.press(&note(50));
    says(&page, ".lacks", "not enough yet: choose more with them");
    page.press(&note(100));
    says(&page, ".lacks", "more than is needed: leave out");
    page.press(".card.picked[data-look='Note $50']");
    page.press(".card.picked[data-look='Note $100']");
    for _ in 0..3 {
        page.press(&note(20));
    }
    says(&page, ".lacks", "not quite: choose Note $50 in place of Note $20");
}

#[test]
fn why_not_knows_the_words_of_buttons_and_the_goal_tells_the_end() {
    let Some(driver) = Driver::start() else { return };
    let table = guns();
    let page = driver.browser(Wishes { phone: true, ..Wishes::default() });
    page.open(table.evening.seat(0));
    page.press("[data-panel=goal]");
    says(&page, "dialog", "Whoever has shot nine times wins.");
    page.press("dialog .close");
    page.press("[data-panel=closed]");
    page.press("dialog form.why input");
    page.keys("lie DOWN for a nap!");
    page.press("dialog form.why button");
    says(&page, "dialog .answer", "Lie down for a nap: ");
    says(&page, "dialog .answer", "Only in the last round");
    let seen = "(() => { const box = document.querySelector('dialog .answer').\
                getBoundingClientRect(); return box.top >= 0 && box.top < innerHeight - 20; })()";
    page.until(seen, "the answer is in sight");
}

#[test]
fn a_place_of_a_map_that_is_not_on_offer_says_so() {
    let Some(driver) = Driver::start() else { return };
    let arguments = ["--players", "2", "--seed", "7"];
    let evening = Evening::begin(&file("games/banditos_heist.rules"), &arguments);
    let page = driver.browser(Wishes { phone: true, ..Wishes::default() });
    page.open(evening.seat(0));
    page.press(".board.map .node.city:not(.open, :has(.pawn)) .spot");
    page.until("!!document.querySelector('.refused')", "why it cannot be chosen");
    assert_eq!(evening.choices(), 0);
}

#[test]
fn the_lobby_shows_what_became_of_a_wish() {
    let Some(driver) = Driver::start() else { return };
    let rules = "game \"Sum\"\nplayers 2 to 6\n/// Enough.\noption points_to_win: 5..9 = 7\n\
                 the table has { total: Number }\n\
                 play { turn me in players onwards { choose { add } } }\n\
                 action add { total += points_to_win }\n";
    let evening = Evening::with_lobby(rules, 2);
    let page = driver.browser(Wishes { phone: true, ..Wishes::default() });
    page.open(evening.lobby.as_str().unwrap());
    page.until("!!document.querySelector('.lobby-open .go')", "the form");
    let inside = |what: &str| {
        format!(
            "(() => {{ const box = {what}?.getBoundingClientRect(); \
             return box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight; }})()"
        )
    };
    page.press(".lobby-open input:not([placeholder=name])");
    page.keys("3");
    page.press(".lobby-open .go");
    let status = "document.querySelector('.lobby-open [role=status]')";
    page.until(&format!("{status}.innerText.includes('“points to win”')"), "the option's name");
    page.until(&inside(status), "the refusal is in sight");
    page.press(".lobby-open input:not([placeholder=name])");
    page.keys("\u{e003}8");
    page.press(".lobby-open .go");
    page.until("document.querySelectorAll('.lobby-table').length === 2", "a new table");
    let head = "document.querySelectorAll('.lobby-table')[1].querySelector('h2')";
    page.until(&inside(head), "the new table is in sight");
}

#[test]
fn what_was_taken_from_the_reader_is_told_in_the_pause() {
    let Some(driver) = Driver::start() else { return };
    let rules = "game \"Thieves\"\nplayers 2\ncard Card { n: 1..9 }\n\
                 deck pack of Card { each of (1..9) }\n\
                 each Player has { hand: set of Card, seen by owner\n points: Number }\n\
                 setup { shuffle pack  for each p in players { move top 2 of pack to p.hand } }\n\
                 play {\n  round n in 1..2 {\n    turn me in players { choose { grab or wait } }\n\
                 for each p in players { p.points += 10 }\n    \
                 say \"the round is counted\"\n  }\n  \
                 end game lost\n}\naction wait { }\n\
                 action grab(victim in opponents) as \"grabs\" { move victim.hand to me.hand }\n";
    let table = Evening::written(rules, 2);
    let (ana, ben) = (driver.browser(Wishes::default()), driver.browser(Wishes::default()));
    ana.open(table.seat(0));
    ben.open(table.seat(1));
    entry(&ana, "Wait");
    entry(&ben, "Grab");
    ana.until("!!document.querySelector('.pause')", "the round is over");
    says(&ana, ".pause", "from your hand to Ben's hand");
    ben.until("!!document.querySelector('.pause')", "the round is over");
    assert_eq!(
        ben.see("document.querySelector('.pause').innerText.includes('hand to')"),
        json!(false)
    );
}
