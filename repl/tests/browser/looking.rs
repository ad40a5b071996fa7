//! The host looks at past moments, and journeys are drawn on the map: by pressing what is there.

use super::driver::{Browser, Driver, Wishes};
use super::evening::{Evening, file};
use super::player::{By, Did, Draws, act, press_words};
use serde_json::json;

/// What lies on the table, in words.
fn table(page: &Browser) -> String {
    page.see("document.querySelector('#table').innerText").as_str().unwrap().to_string()
}

/// Goes on until one thing more has been chosen.
fn one_choice(evening: &Evening, pages: &[Browser], draws: &mut Draws) {
    let wanted = evening.choices() + 1;
    while evening.choices() < wanted {
        for page in pages {
            assert_ne!(act(page, By::Hand, draws), Did::Over);
        }
    }
}

#[test]
fn the_host_looks_at_past_moments_while_the_others_play_on() {
    let Some(driver) = Driver::start() else { return };
    let evening = Evening::begin(&file("examples/nim.rules"), &["--players", "2", "--seed", "7"]);
    let players = [driver.browser(Wishes::default()), driver.browser(Wishes::default())];
    for (seat, page) in players.iter().enumerate() {
        page.open(evening.seat(seat));
    }
    let host = driver.browser(Wishes::default());
    host.open(evening.host());
    let start = table(&host);
    let mut draws = Draws(3);
    for _ in 0..2 {
        one_choice(&evening, &players, &mut draws);
    }
    let told = "document.querySelectorAll('.log li.choice').length";
    host.until(&format!("{told} === 2"), "two moves");
    let now = table(&host);
    assert_ne!(now, start);

    host.press(".host-button");
    press_words(&host, "dialog button", "Show the course of the game");
    host.press("[data-look='0']");
    let at = |n: u32| {
        let band = "document.querySelector('.band.past')?.innerText";
        host.until(&format!("{band}.includes('As it was at point {n}')"), "the moment");
    };
    at(0);
    assert_eq!(table(&host), start);
    assert_eq!(
        host.see("document.querySelector('[aria-label=\"The moment before\"]').disabled"),
        true
    );
    host.press("[aria-label='The moment after']");
    at(1);
    assert_ne!(table(&host), start);
    // Others play on; the host goes on looking, and nobody else sees anything of it.
    one_choice(&evening, &players, &mut draws);
    for page in &players {
        page.until(&format!("{told} === 3"), "a third move");
        assert_eq!(page.see("document.querySelectorAll('.past').length"), json!(0));
    }
    at(1);
    host.press("[aria-label='The moment after']");
    at(2);
    assert_eq!(table(&host), now);
    press_words(&host, ".band.past button", "Back to the table");
    host.until(&format!("!document.querySelector('.past') && {told} === 3"), "the table again");
    assert_ne!(table(&host), now);
}

#[test]
fn a_journey_is_drawn_before_it_is_made_and_leaves_its_trail() {
    let Some(driver) = Driver::start() else { return };
    let more = ["--players", "2", "--seat", "2=greedy", "--seed", "7"];
    let evening = Evening::begin(&file("games/banditos_heist.rules"), &more);
    let page = driver.browser(Wishes::default());
    page.open(evening.seat(0));
    let entry = |words: &str| press_words(&page, ".entries .entry", words);
    let asks = |words: &str| {
        let entries = "[...document.querySelectorAll('.entries .entry:not(:disabled)')]";
        format!("{entries}.some((e) => e.innerText.includes({}))", json!(words))
    };
    let places = "document.querySelectorAll('.node.open').length";
    let where_to =
        format!("document.querySelector('.question')?.innerText === 'Where to?' && {places} > 4");
    // Whatever others may do in between, the reader lets it pass.
    let come = |to: &str| {
        for _ in 0..20 {
            page.until(&format!("{to} || {}", asks("Pass")), to);
            if page.see(to) == true {
                return;
            }
            entry("Pass");
            page.until("!document.querySelector('.entries .entry:disabled')", "it is answered");
        }
        panic!("{to}: {}", page.see("document.body.innerText"));
    };
    come(&asks("On to part 2"));
    entry("On to part 2");
    come(&asks("Drive"));
    entry("Drive");
    come(&where_to);

    // A space is called by the road that it lies on; where she stands is said.
    let listed = "document.querySelector('.picks').innerText.replaceAll('\\u00a0', ' ')";
    let listed = page.see(listed);
    let listed = listed.as_str().unwrap_or_default();
    assert!(listed.contains("San Diego – Yuma, space 2 of "), "{listed}");
    assert_eq!(listed.matches("you are here").count(), 1, "{listed}");

    let drawn = "document.querySelector('.journey')?.getAttribute('points')";
    let pawn = "document.querySelector('[data-thing^=\"pawn:\"][data-zone=board]')";
    assert_eq!(page.see(&format!("!!{pawn}")), true, "a pawn stands on the map");
    // Pointed at, a city shows the way to it, from where the pawn stands, over what lies between.
    let over = |city: &str| {
        let node = format!("[aria-label^='{city}:']");
        let found = page.run(super::player::REACHED, &json!(node));
        page.hover(found["x"].as_f64().unwrap(), found["y"].as_f64().unwrap());
        page.until(&format!("!!{drawn}"), "the way there");
        page.see(drawn).as_str().unwrap().split(' ').map(str::to_string).collect::<Vec<_>>()
    };
    let near = over("San Diego Yuma 2");
    let far = over("Yuma Tucson 1");
    assert!(near.len() > 2 && far.len() > near.len(), "{near:?}, {far:?}");
    assert_eq!(near[0], far[0], "both begin where the pawn stands");
    assert_eq!(page.see("document.querySelectorAll('.trail').length"), json!(0));
    page.press("[aria-label^='Yuma Tucson 1:']");
    page.do_it();
    let log = "document.querySelector('.log').innerText";
    page.until(&format!("{log}.includes('Ana chooses Yuma Tucson 1')"), "the journey is told");
    // What befalls somebody on the road may be asked before the pawn arrives.
    let trail = "document.querySelector('.trail polyline')?.getAttribute('points')";
    for _ in 0..40 {
        page.until(
            &format!("!!{trail} || !!document.querySelector('.band.mine .now')"),
            "it goes on",
        );
        if page.see(trail).is_string() {
            break;
        }
        act(&page, By::Hand, &mut Draws(4));
    }
    let trail = page.see(trail);
    let trail = trail.as_str().unwrap_or_default();
    assert!(trail.starts_with(&near[0]), "{trail}");
}

/// How many entries there are, and those of them that a phone does not show whole, or that are too
/// small for a finger.
const UNSEEN: &str = "const all = [...document.querySelectorAll('.entries .entry')]; \
    const bad = all.filter((entry) => { const box = entry.getBoundingClientRect(); \
      const at = (y) => document.elementFromPoint(box.left + 20, y)?.closest('.entry'); \
      return box.height < 44 || at(box.top + 3) !== entry || at(box.bottom - 3) !== entry; }); \
    return [all.length, bad.map((entry) => entry.innerText)];";

#[test]
fn on_a_phone_all_moves_are_seen_at_once() {
    let Some(driver) = Driver::start() else { return };
    let more = ["--players", "2", "--seat", "2=greedy", "--seed", "7"];
    let evening = Evening::begin(&file("games/banditos_heist.rules"), &more);
    let page = driver.browser(Wishes { phone: true, ..Wishes::default() });
    page.open(evening.seat(0));
    let asks = |words: &str| {
        let entries = "[...document.querySelectorAll('.entries .entry:not(:disabled)')]";
        format!("{entries}.some((e) => e.innerText.includes({}))", json!(words))
    };
    let (first, second) = (asks("On to part 2"), asks("On to part 3"));
    for _ in 0..20 {
        page.until(&format!("{first} || {second} || {}", asks("Pass")), "she is asked");
        if page.see(&second) == true {
            break;
        }
        let words = if page.see(&first) == true { "On to part 2" } else { "Pass" };
        press_words(&page, ".entries .entry", words);
        page.until("!document.querySelector('.entries .entry:disabled')", "it is answered");
    }
    let seen = page.run(UNSEEN, &json!(null));
    assert!(seen[0].as_u64() >= Some(8), "{seen}");
    assert_eq!(seen[1], json!([]), "{seen}");
}
