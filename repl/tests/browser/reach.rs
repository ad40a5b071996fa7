//! Everybody can play: on a phone, by the keyboard alone, with a screen reader, in the dark.

use super::driver::{Browser, Driver, Wishes, key};
use super::evening::{Evening, file};
use super::player::{By, Did, Draws, act, play};
use serde_json::{Value, json};

const GAMES: [&str; 5] = [
    "games/bandit.rules",
    "games/bandido_alcatraz.rules",
    "games/banditos_schacht.rules",
    "games/bandits_hideout.rules",
    "games/banditos_heist.rules",
];

fn two(game: &str) -> Evening {
    Evening::begin(&file(game), &["--players", "2", "--seat", "2=greedy", "--seed", "7"])
}

#[test]
fn on_a_phone_everything_fits_and_can_be_pressed() {
    let Some(driver) = Driver::start() else { return };
    let page = driver.browser(Wishes { phone: true, ..Wishes::default() });
    for game in GAMES {
        let evening = two(game);
        page.open(evening.seat(0));
        let mut draws = Draws(9);
        for _ in 0..10 {
            let wide = page.see(
                "Math.max(document.documentElement.scrollWidth, \
                 document.querySelector('.app').getBoundingClientRect().right)",
            );
            assert!(wide.as_f64() <= Some(360.0), "{game}: {wide} points wide");
            act(&page, By::Hand, &mut draws);
        }
        page.press(".tabs button:last-child");
        page.until("!!document.querySelector('.log .lines')?.getClientRects().length", "the log");
        page.press(".tabs button:first-child");
    }
}

#[test]
fn a_game_of_cards_is_played_by_keys_alone() {
    let Some(driver) = Driver::start() else { return };
    let more =
        ["--option", "game_over_at=20", "--players", "2", "--seat", "2=greedy", "--seed", "7"];
    let evening = Evening::begin(&file("games/bandit.rules"), &more);
    let page = driver.browser(Wishes::default());
    page.open(evening.seat(0));
    page.see("addEventListener('pointerdown', () => { document.title = 'pointed'; })");
    let page = std::slice::from_ref(&page);
    play(page, By::Keys, 4);
    assert_ne!(page[0].see("document.title"), "pointed");
}

#[test]
fn tiles_and_maps_are_played_by_keys_alone() {
    let Some(driver) = Driver::start() else { return };
    let page = driver.browser(Wishes::default());
    for game in ["games/bandido_alcatraz.rules", "games/banditos_heist.rules"] {
        let evening = two(game);
        page.open(evening.seat(0));
        let mut draws = Draws(2);
        let mut acts = 0;
        while evening.choices() < 12 && acts < 400 {
            match act(&page, By::Keys, &mut draws) {
                Did::Over => break,
                Did::Waits => {}
                Did::Acted => acts += 1,
            }
        }
        assert!(
            evening.choices() >= 12,
            "{game}: {}",
            page.see("document.querySelector('.seat').innerText")
        );
    }
}

#[test]
fn panels_open_and_close_by_keys_and_give_the_focus_back() {
    let Some(driver) = Driver::start() else { return };
    let evening = two("games/bandit.rules");
    let page = driver.browser(Wishes::default());
    page.open(evening.seat(0));
    for panel in ["R", "W", "N", "M", "?"] {
        page.keys(&format!("{}{panel}", key::TAB));
        let focus = page.see("document.activeElement.outerHTML");
        page.until("!!document.querySelector('dialog[open] h2')", panel);
        let inside = page.see("!!document.activeElement.closest('dialog')");
        assert_eq!(inside, true, "{panel}: {focus}");
        page.keys(key::ESCAPE);
        page.until("!document.querySelector('dialog')", "closed");
    }
}

/// What axe-core finds wrong on a page.
fn findings(page: &Browser) -> Vec<String> {
    const AXE: &str = include_str!("vendor/axe.min.js");
    const RUN: &str = "const found = await axe.run(document, { resultTypes: ['violations'] }); \
        return found.violations.map((one) => `${one.id}: ${one.help}: ` + \
          one.nodes.map((node) => node.html.slice(0, 200)).join(' | '));";
    page.run(AXE, &Value::Null);
    let found = page.wait_for(RUN, &Value::Null);
    found.as_array().unwrap().iter().map(ToString::to_string).collect()
}

fn nothing_bars_anybody(wishes: Wishes) {
    let Some(driver) = Driver::start() else { return };
    let page = driver.browser(wishes);
    for game in GAMES {
        let evening = two(game);
        page.open(evening.seat(0));
        let mut draws = Draws(6);
        for moves in [0, 5] {
            for _ in 0..moves {
                act(&page, By::Hand, &mut draws);
            }
            let found = findings(&page);
            assert!(found.is_empty(), "{game}, after {moves}: {found:#?}");
        }
        page.open(evening.host());
        page.press(".host-button");
        page.until("!!document.querySelector('dialog[open] h2')", "the host's panel");
        let found = findings(&page);
        assert!(found.is_empty(), "{game}, host: {found:#?}");
    }
}

#[test]
fn axe_finds_nothing() {
    nothing_bars_anybody(Wishes::default());
}

#[test]
fn axe_finds_nothing_in_the_dark_on_a_phone() {
    nothing_bars_anybody(Wishes { phone: true, dark: true, ..Wishes::default() });
}

/// What a screen reader is told while its own reader is asked. The page may still show a question
/// whose answer is on its way, so the tree itself must say that nobody is waited for.
fn at_the_reader_s_turn(page: &Browser) -> Value {
    for _ in 0..100 {
        page.until("!!document.querySelector('.band.mine')", "the reader's own turn");
        let tree = page.devtools("Accessibility.getFullAXTree", &json!({}));
        let waits = |node: &Value| {
            node["name"]["value"].as_str().is_some_and(|name| name.starts_with("Waiting for "))
        };
        if !tree["nodes"].as_array().is_some_and(|nodes| nodes.iter().any(waits)) {
            return tree;
        }
    }
    panic!("the reader is never asked: {}", page.see("document.body.innerText"));
}

#[test]
fn a_screen_reader_hears_the_name_of_everything_that_can_be_pressed() {
    let Some(driver) = Driver::start() else { return };
    let page = driver.browser(Wishes::default());
    for game in GAMES {
        let evening = two(game);
        page.open(evening.seat(0));
        let mut draws = Draws(8);
        for _ in 0..4 {
            act(&page, By::Hand, &mut draws);
        }
        let tree = at_the_reader_s_turn(&page);
        let nodes = tree["nodes"].as_array().unwrap();
        let heard = nodes.iter().filter(|node| node["ignored"] == false);
        let (mut pressed, mut nameless) = (0, Vec::new());
        let mut live = Vec::new();
        for node in heard {
            let role = node["role"]["value"].as_str().unwrap_or_default();
            let name = node["name"]["value"].as_str().unwrap_or_default().trim();
            let roles = ["button", "link", "checkbox", "spinbutton", "textbox", "combobox"];
            if roles.contains(&role) {
                pressed += 1;
                // A word, and not the look of a sign.
                if !name.chars().any(char::is_alphanumeric) {
                    nameless.push(node.to_string());
                }
            }
            let properties = node["properties"].as_array().cloned().unwrap_or_default();
            let is_root = |p: &&Value| p["name"] == "live" && p["value"]["value"] != "off";
            if properties.iter().any(|p| is_root(&p)) {
                live.push(role.to_string());
            }
        }
        assert!(pressed > 3, "{game}: {pressed}");
        assert!(nameless.is_empty(), "{game}: {nameless:#?}");
        assert!(live.iter().any(|role| role == "log"), "{game}: the log is not told: {live:?}");
        assert!(live.len() >= 2, "{game}: whose turn it is is not told: {live:?}");
    }
}

/// Two fingers at these places, or none.
fn fingers(page: &Browser, kind: &str, at: &[(f64, f64)]) {
    let points: Vec<Value> =
        at.iter().enumerate().map(|(id, (x, y))| json!({"x": x, "y": y, "id": id})).collect();
    page.devtools("Input.dispatchTouchEvent", &json!({"type": kind, "touchPoints": points}));
}

#[test]
fn maps_and_grids_grow_under_two_fingers() {
    let Some(driver) = Driver::start() else { return };
    for game in ["games/banditos_heist.rules", "games/bandido_alcatraz.rules"] {
        let evening = two(game);
        // Fingers reach only the first page that a browser opens.
        let page = driver.browser(Wishes { phone: true, ..Wishes::default() });
        page.open(evening.seat(0));
        page.until("!!document.querySelector('.band.mine')", "the reader's own turn");
        page.run("document.querySelector('.pan').scrollIntoView()", &Value::Null);
        let boxed = "(() => { const b = document.querySelector('.pan').getBoundingClientRect(); \
                      return [b.left + b.width / 2, b.top + 150]; })()";
        let middle = page.see(boxed);
        let (x, y) = (middle[0].as_f64().unwrap(), middle[1].as_f64().unwrap());
        // What lies between the fingers, in the drawing's own measure.
        let under = format!(
            "(() => {{ const s = document.querySelector('.pan svg'); \
              const p = new DOMPoint({x}, {y}).matrixTransform(s.getScreenCTM().inverse()); \
              return [p.x, p.y, s.viewBox.baseVal.width]; }})()"
        );
        let before = page.see(&under);
        fingers(&page, "touchStart", &[(x - 30.0, y), (x + 30.0, y)]);
        for apart in [40.0, 50.0, 60.0] {
            fingers(&page, "touchMove", &[(x - apart, y), (x + apart, y)]);
        }
        fingers(&page, "touchEnd", &[]);
        let half = format!(
            "document.querySelector('.pan svg').viewBox.baseVal.width < {} * 0.6",
            before[2]
        );
        page.until(&half, "the drawing has grown");
        let after = page.see(&under);
        for axis in [0, 1] {
            let moved = (after[axis].as_f64().unwrap() - before[axis].as_f64().unwrap()).abs();
            assert!(moved < before[2].as_f64().unwrap() * 0.02, "{game}: {before} {after}");
        }
        // Nothing was chosen by that.
        assert_eq!(page.see("document.querySelectorAll('.picked').length"), json!(0));
    }
}
