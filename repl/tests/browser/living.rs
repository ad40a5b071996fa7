//! What happens to a table that lives: rules change, lines break, programs are killed.

use super::driver::{Browser, Driver, Wishes};
use super::evening::{Evening, file};
use super::line::Line;
use super::player::{By, Did, Draws, act, play, told};
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

const RULES: &str = "game \"Count\"\nplayers 2\nthe table has { total: Number }\n\
play {\n  ends when total >= 40 { end game lost }\n\
  turn me in players onwards { choose { add } }\n}\n\
action add(n in 1..3) as \"adds {n}\" { total += n }\n";

/// Ana and the host at a table of rules that can be saved anew.
struct Sitting<'d> {
    game: PathBuf,
    ana: Browser<'d>,
    host: Browser<'d>,
    _evening: Evening,
    _folder: TempDir,
}

impl<'d> Sitting<'d> {
    fn of(driver: &'d Driver, rules: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("count.rules");
        fs::write(&game, rules).unwrap();
        let evening = Evening::begin(&game, &["--players", "2", "--seed", "7"]);
        let (ana, host) = (driver.browser(Wishes::default()), driver.browser(Wishes::default()));
        ana.open(evening.seat(0));
        host.open(evening.host());
        Self { game, ana, host, _evening: evening, _folder: folder }
    }
}

#[test]
fn rules_that_are_saved_come_in_while_people_play() {
    let Some(driver) = Driver::start() else { return };
    let Sitting { game, ana, host, .. } = &Sitting::of(&driver, RULES);
    assert_eq!(ana.see("document.querySelector('[role=spinbutton]').ariaValueMax"), "3");

    // Broken rules are for the host alone.
    fs::write(game, RULES.replace("total += n", "totl += n")).unwrap();
    host.press(".host-button");
    host.until("document.querySelector('.broken')?.innerText.includes('totl')", "the diagnostic");
    assert!(!told(ana).to_string().contains("totl"));

    fs::write(game, RULES.replace("1..3", "1..4")).unwrap();
    ana.until("!!document.querySelector('.notice.change')", "what would change");
    host.until("!document.querySelector('.broken')", "the rules are whole again");
    let now =
        "[...document.querySelectorAll('dialog button')].find((b) => /now$/.test(b.innerText))";
    host.until(&format!("!!{now}"), "the ways in");
    host.see(&format!("{now}.id = 'now'"));
    host.press("#now");
    ana.until("!document.querySelector('.notice.change')", "the rules have come in");
    ana.until("document.querySelector('[role=spinbutton]')?.ariaValueMax === '4'", "four");
    // A move under the new rules.
    for _ in 0..3 {
        ana.press("[aria-label='One more']");
    }
    ana.press("[data-go]");
    ana.do_it();
    ana.until("document.querySelector('.log').innerText.includes('adds 4')", "the move is told");
}

/// Presses the button of the host's dialog that says so.
fn bring_in(host: &Browser, words: &str) {
    let button = format!(
        "[...document.querySelectorAll('dialog button')].find((b) => b.innerText === {})",
        json!(words)
    );
    host.until(&format!("!!{button}"), words);
    host.see(&format!("{button}.id = 'way'"));
    host.press("#way");
}

#[test]
fn rules_come_in_at_the_next_turn_by_replay_and_as_another_way() {
    let Some(driver) = Driver::start() else { return };
    let Sitting { game, ana, host, .. } = &Sitting::of(&driver, RULES);
    host.press(".host-button");
    let says = |page: &Browser, words: &str| {
        page.until(&format!("document.body.innerText.includes({})", json!(words)), words);
    };

    fs::write(game, RULES.replace("1..3", "1..4")).unwrap();
    bring_in(host, "At the next turn");
    says(host, "The new rules come in before the next turn.");
    says(ana, "The rules change at the next turn");
    ana.press("[data-go]");
    ana.do_it();
    says(host, "The new rules have come in.");
    // What was said of rules that were waited for is gone with them.
    says(host, "Save the rules in your editor");
    let stale = "document.querySelector('dialog').innerText.includes('before the next turn')";
    assert_eq!(host.see(stale), false);
    says(ana, "is now “You pick a number from 1 to 4.”");

    fs::write(game, RULES.replace("1..3", "1..4").replace("+= n", "+= n + 5")).unwrap();
    bring_in(host, "Make the same choices again from the start, under them");
    says(host, "Played again under the new rules: 1 choice.");
    says(ana, "total: +6, now 6");
    says(ana, "is now “What happens: Add that number + 5 to the total.”");

    fs::write(game, RULES.replace("1..3", "1..2")).unwrap();
    bring_in(host, "Now, and keep the game under the old rules as another line of play");
    says(host, "What was played before is kept as old1");
}

#[test]
fn a_killed_table_comes_back_and_goes_on() {
    let Some(driver) = Driver::start() else { return };
    let mut evening =
        Evening::begin(&file("games/bandit.rules"), &["--players", "2", "--seed", "7"]);
    let pages = [driver.browser(Wishes::default()), driver.browser(Wishes::default())];
    for (seat, page) in pages.iter().enumerate() {
        page.open(evening.seat(seat));
    }
    let mut draws = Draws(5);
    for kill in 1..=2 {
        let wanted = evening.choices() + 3;
        while evening.choices() < wanted {
            for page in &pages {
                assert_ne!(act(page, By::Hand, &mut draws), Did::Over);
            }
        }
        let lines = |page: &Browser| page.see("document.querySelectorAll('.log li').length");
        evening.kill();
        for page in &pages {
            page.until("!!document.querySelector('.notice.warn')", "the line is gone");
        }
        let before = (evening.choices(), lines(&pages[0]).as_u64());
        evening.again();
        for page in &pages {
            page.until("!document.querySelector('.notice.warn')", "the line is back");
        }
        assert_eq!(evening.choices(), before.0, "kill {kill}");
        // What was written may not have been shown yet.
        assert!(lines(&pages[0]).as_u64() >= before.1, "kill {kill}");
    }
    // Nobody has lost anything: the game goes on to its end.
    let before = evening.choices();
    for _ in 0..6 {
        for page in &pages {
            act(page, By::Hand, &mut draws);
        }
    }
    assert!(evening.choices() > before);
}

#[test]
fn a_move_that_is_made_while_the_line_is_gone_is_made_once() {
    let Some(driver) = Driver::start() else { return };
    let line = Line::lay();
    let game = file("examples/nim.rules");
    let url = format!("http://{}", line.address);
    let evening = Evening::begin(&game, &["--players", "2", "--seed", "7", "--url", &url]);
    line.leads_to(evening.own_address());
    let page = driver.browser(Wishes::default());
    page.open(evening.seat(0));
    line.cut();
    page.until("!!document.querySelector('.notice.warn')", "the line is gone");
    page.press(".entries .entry, [data-pick]");
    line.mend();
    page.until("!document.querySelector('.notice.warn')", "the line is back");
    let mut draws = Draws(1);
    while act(&page, By::Hand, &mut draws) == Did::Acted {}
    page.until("document.querySelectorAll('.log li.choice').length === 1", "one move");
    assert_eq!(evening.choices(), 1);
    // And a page that is loaded anew sits where it sat.
    page.reload();
    page.until("document.querySelectorAll('.log li.choice').length === 1", "the same table");
    assert_eq!(page.see("document.querySelectorAll('.player.yours').length"), json!(1));
}

#[test]
fn a_game_is_played_with_things_that_move() {
    let Some(driver) = Driver::start() else { return };
    let evening = Evening::begin(&file("examples/nim.rules"), &["--players", "2", "--seed", "7"]);
    let moving = Wishes { motion: true, ..Wishes::default() };
    let pages = [driver.browser(moving), driver.browser(moving)];
    for (seat, page) in pages.iter().enumerate() {
        page.open(evening.seat(seat));
    }
    assert!(play(&pages, By::Hand, 3) > 3);
}

#[test]
fn the_host_reads_beside_the_rules_that_the_others_are_asked() {
    let Some(driver) = Driver::start() else { return };
    let rules = RULES.replace(
        "play {",
        "each Player has { luck: Number = 2, seen by owner }\n\
         define score for p: Player = p.luck\nplay {",
    );
    let Sitting { game, ana, host, .. } = &Sitting::of(&driver, &rules);
    host.press(".host-button");
    fs::write(game, rules.replace("1..3", "1..4")).unwrap();
    let now =
        "[...document.querySelectorAll('dialog button')].find((b) => /now$/.test(b.innerText))";
    host.until(&format!("!!{now}"), "the ways in");
    host.see(&format!("{now}.id = 'now'"));
    host.press("#now");
    let said = "[...document.querySelectorAll('dialog [role=status]')].map((p) => p.innerText)";
    host.until(&format!("{said}.includes('The others are asked.')"), "they are asked");
    ana.press(".ask-all .go");
    host.until(&format!("!{said}.includes('The others are asked.')"), "they have agreed");
}
