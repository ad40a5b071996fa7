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

/// Names on a map of which one touches another, or cannot be told from it.
const TOUCHING: &str = "const names = [...document.querySelectorAll('.node .place')]\
    .map((node) => ({ name: node.textContent, box: node.getBoundingClientRect() }));\
    const near = (a, b) => a.left < b.right + 3 && b.left < a.right + 3 &&\
      a.top + a.height * 0.2 < b.bottom - b.height * 0.2 &&\
      b.top + b.height * 0.2 < a.bottom - a.height * 0.2;\
    return [names.length, names.flatMap((a, at) => names.slice(at + 1)\
      .filter((b) => near(a.box, b.box)).map((b) => `${a.name} ${b.name}`))];";

#[test]
fn names_on_a_map_can_be_told_apart_and_its_frame_is_no_higher_than_it_needs() {
    let Some(driver) = Driver::start() else { return };
    let evening = Evening::begin(&file("games/banditos_heist.rules"), &["--players", "2"]);
    for wishes in [Wishes { phone: true, ..Wishes::default() }, Wishes::default()] {
        let page = driver.browser(wishes);
        page.open(evening.table["spectator"].as_str().unwrap());
        page.until("!!document.querySelector('.node .place')", "the map");
        let found = page.run(TOUCHING, &Value::Null);
        assert!(found[0].as_u64() > Some(10), "{found}");
        assert_eq!(found[1].as_array().map(Vec::len), Some(0), "{found}");
        if wishes.phone {
            let unused = "(() => { const frame = document.querySelector('.pan')\
                            .getBoundingClientRect(); \
                            const all = [...document.querySelectorAll('.node')]\
                              .map((node) => node.getBoundingClientRect()); \
                            const high = Math.max(...all.map((b) => b.bottom)) \
                              - Math.min(...all.map((b) => b.top)); \
                            return (frame.height - high) / frame.height; })()";
            assert!(page.see(unused).as_f64() < Some(0.4), "{}", page.see(unused));
        }
    }
}

#[test]
fn a_board_of_tiles_counts_its_columns_and_what_is_to_be_done_is_counted() {
    let Some(driver) = Driver::start() else { return };
    let evening = Evening::begin(&file("games/bandido_alcatraz.rules"), &["--players", "2"]);
    let page = driver.browser(Wishes::default());
    page.open(evening.seat(0));
    says(&page, ".question", "Open tunnels: 6. Raincoats: 0 of 3. Ropes: 0 of 2.");
    let counted = "[...document.querySelectorAll('.counted-edges text')]\
                   .map((text) => text.textContent).join(' ')";
    assert_eq!(page.see(counted), "0 1 0");
}
