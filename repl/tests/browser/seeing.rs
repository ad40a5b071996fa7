//! What the table shows at a glance: what glows, pictures of tiles, a map that stays as it is.

use super::driver::{Driver, Wishes};
use super::evening::{Evening, file};
use super::player::{By, Draws, act, says};
use serde_json::Value;

#[test]
fn who_is_attacked_need_not_defend() {
    let Some(driver) = Driver::start() else { return };
    let game = file("games/bandits_hideout.rules");
    let evening = Evening::begin(&game, &["--players", "2", "--seed", "7"]);
    let (ana, ben) = (driver.browser(Wishes::default()), driver.browser(Wishes::default()));
    ana.open(evening.seat(0));
    ben.open(evening.seat(1));
    // There is nobody else whom she may attack, so she is not asked whom.
    ana.press(".entry-row:nth-child(2) .entry");
    says(&ana, ".crumbs", "Attack Ben");
    assert_eq!(ana.see("document.querySelectorAll('.crumb').length"), 0, "he is named once");
    says(&ana, ".ask .prompt", "Gang");
    ana.press(".hand .card[data-pick]");
    ana.press("[data-go]");
    ana.do_it();
    says(&ben, ".question", "Ana attacks Ben");
    says(&ben, "[data-go]", "Do not defend");
    ben.press("[data-go]");
    for page in [&ana, &ben] {
        says(page, ".log", "Ben defends: nothing");
    }
}

#[test]
fn just_the_cards_that_can_be_chosen_glow() {
    let Some(driver) = Driver::start() else { return };
    let game = file("examples/crazy_eights.rules");
    let evening = Evening::begin(&game, &["--players", "2", "--seed", "7"]);
    for wishes in [Wishes::default(), Wishes { phone: true, dark: true, ..Wishes::default() }] {
        let page = driver.browser(wishes);
        page.open(evening.seat(0));
        page.until("!!document.querySelector('.band.mine')", "her turn");
        // A ring of the colour that glows, around these and no others.
        let seen = page.run(
            "const probe = document.createElement('i'); document.body.append(probe); \
             probe.style.color = 'var(--glow)'; const glow = getComputedStyle(probe).color; \
             probe.remove(); \
             return [...document.querySelectorAll('.table .card, .hand .card')].map((card) => \
               [card.hasAttribute('data-pick'), \
                getComputedStyle(card).boxShadow.startsWith(glow)]);",
            &Value::Null,
        );
        let seen = seen.as_array().unwrap();
        let (open, closed): (Vec<_>, Vec<_>) = seen.iter().partition(|card| card[0] == true);
        assert!(!open.is_empty() && !closed.is_empty(), "{seen:?}");
        assert!(seen.iter().all(|card| card[0] == card[1]), "{seen:?}");
    }
}

#[test]
fn tiles_are_pictures_in_what_is_told() {
    let Some(driver) = Driver::start() else { return };
    let game = file("games/bandido_alcatraz.rules");
    let evening = Evening::begin(&game, &["--players", "2", "--seat", "2=random", "--seed", "7"]);
    let page = driver.browser(Wishes { phone: true, ..Wishes::default() });
    page.open(evening.seat(0));
    let mut draws = Draws(5);
    let told = "document.querySelector('.latest .tile-in-text svg')";
    for _ in 0..40 {
        if page.see(&format!("!!{told}")) == true {
            break;
        }
        act(&page, By::Hand, &mut draws);
    }
    page.until(&format!("!!{told}"), "a tile in what was done last");
    // It stands in the line, and pushes nothing out of it.
    let fits = "(() => { const bar = document.querySelector('.latest'); \
                return bar.scrollHeight <= bar.clientHeight + 1; })()";
    assert_eq!(page.see(fits), true, "{}", page.see("document.querySelector('.latest').innerHTML"));
    let tile = "[...document.querySelectorAll('.log li.choice .tile-in-text')]";
    let named = page.see(&format!(
        "{tile}.length > 0 && {tile}.every((t) => t.getAttribute('role') === 'img' && \
         t.getAttribute('aria-label') && t.querySelector('svg'))"
    ));
    assert_eq!(named, true, "tiles in the log are pictures with names");
}

#[test]
fn a_map_stays_as_large_while_a_pile_lies_open() {
    let Some(driver) = Driver::start() else { return };
    let more = ["--players", "2", "--seat", "2=random", "--seed", "7"];
    let evening = Evening::begin(&file("games/banditos_heist.rules"), &more);
    let page = driver.browser(Wishes::default());
    page.open(evening.seat(0));
    let open = "document.querySelectorAll('.common .beside > li').length";
    let mut draws = Draws(5);
    for _ in 0..200 {
        if page.see(&format!("{open} > 1")) == true {
            break;
        }
        act(&page, By::Hand, &mut draws);
    }
    page.until(&format!("{open} > 1"), "cards that lie open beside a pile");
    let size = "(() => { const map = document.querySelector('.map .pan').getBoundingClientRect(); \
                return [map.width, map.height]; })()";
    let before = page.see(size);
    page.see(
        "document.querySelectorAll('.beside').forEach((b) => { b.hidden = true; \
              b.style.display = 'none'; })",
    );
    assert_eq!(page.see(size), before);
}
