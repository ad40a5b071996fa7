//! A seat that is open twice: everybody is told, of nothing else.

use super::Evening;
use super::page::Page;
use serde_json::{Value, json};

/// What everybody is told of Ana's seat.
fn anas(page: &mut Page) -> Value {
    page.listen();
    page.seats[0].clone()
}

fn seat(here: bool) -> Value {
    json!({"name": "Ana", "who": "human", "here": here})
}

#[test]
fn a_seat_that_is_open_in_another_browser_everybody_is_told_of() {
    let evening = Evening::begin("games/bandit.rules", 2);
    let link = evening.links().seats[0].url.clone();
    let mut ana = Page::of(&link, "laptop", "one");
    let (mut ben, mut host) = (evening.seat(1), evening.host());
    let mut onlooker = evening.onlooker();
    // A second tab, and the page loaded anew, are hers.
    let tab = Page::of(&link, "laptop", "two");
    drop(tab);
    drop(Page::of(&link, "laptop", "three"));
    assert_eq!(anas(&mut ana), seat(true));
    let other = Page::of(&link, "the host's", "four");
    let mut twice = seat(true);
    (twice["screens"], twice["opened"]) = (2.into(), 1.into());
    for page in [&mut ana, &mut ben, &mut host, &mut onlooker] {
        assert_eq!(anas(page), twice);
        // Nobody is told by which word a browser is known.
        assert!(!page.heard.concat().contains("laptop"));
    }
    // Once it is closed, it stays said that it was there; at once again it is not told again.
    drop(other);
    let mut once = seat(true);
    (once["opened"], once["closed"]) = (1.into(), true.into());
    assert_eq!(anas(&mut ben), once);
    let _other = Page::of(&link, "the host's", "five");
    assert_eq!(anas(&mut ben), twice);
    assert!(ana.is_asked() || ben.is_asked(), "the game goes on");
}

#[test]
fn what_was_told_of_a_seat_is_told_when_the_server_comes_back() {
    let evening = Evening::begin("games/bandit.rules", 2);
    let link = evening.links().seats[0].url.clone();
    let ana = Page::of(&link, "laptop", "one");
    drop(ana);
    // She is away: whoever comes now she reads of later.
    let other = Page::of(&link, "the host's", "two");
    drop(other);
    let evening = evening.again(2, &[]);
    let mut once = seat(true);
    (once["opened"], once["closed"]) = (1.into(), true.into());
    assert_eq!(anas(&mut Page::of(&evening.links().seats[0].url, "laptop", "three")), once);
    // Under another link nothing was seen yet.
    let url = evening.host().ask(json!({"do": "link", "seat": 0}))["url"].clone();
    let mut fresh = Page::of(url.as_str().unwrap(), "phone", "four");
    assert_eq!(anas(&mut fresh), seat(true));
    let _other = Page::of(url.as_str().unwrap(), "the host's", "five");
    assert_eq!(anas(&mut fresh)["opened"], 2);
}

#[test]
fn who_comes_alone_is_told_of_until_they_go() {
    let evening = Evening::begin("games/bandit.rules", 2);
    let link = evening.links().seats[0].url.clone();
    drop(Page::of(&link, "laptop", "one"));
    let evening = evening.again(2, &[]);
    let mut ben = evening.seat(1);
    let ana = Page::of(&link, "laptop", "two");
    let other = Page::of(&link, "the host's", "three");
    drop(ana);
    assert_eq!(anas(&mut ben)["closed"], true, "one has gone");
    let _ana = Page::of(&link, "laptop", "four");
    assert_eq!(anas(&mut ben).get("closed"), None, "both are there again");
    drop(other);
    assert_eq!(anas(&mut ben)["closed"], true);
}

#[test]
fn a_page_that_names_no_browser_is_one_of_its_own() {
    let evening = Evening::begin("games/bandit.rules", 2);
    let link = evening.links().seats[0].url.clone();
    let mut ana = Page::of(&link, "laptop", "one");
    let _other = Page::called(&link, "nobody");
    assert_eq!(anas(&mut ana)["screens"], 2);
    assert_eq!(anas(&mut ana)["opened"], 1);
}
