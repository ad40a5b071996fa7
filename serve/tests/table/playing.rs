//! People play: whole games, moves that come twice or too late, tables that come back.

use super::page::Page;
use super::{Evening, file};
use serde_json::json;
use std::collections::BTreeSet;

/// Splitmix, for choices that are the same in every run.
struct Draws(u64);

impl Draws {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }
}

/// Lets everybody who is asked choose, until the game is over or so many choices were made.
fn play(pages: &mut [Page], most: usize) -> usize {
    let mut draws = Draws(5);
    let mut made = 0;
    while made < most && pages[0].screen["stop"] == "asking" {
        let asked = pages.iter().position(Page::is_asked).unwrap();
        let waits = pages[asked].number();
        let reply = pages[asked].chooses(|n| draws.below(n));
        if reply["ok"] != true {
            // Sets that must meet a condition may not.
            assert!(reply["why"].is_string(), "{reply}");
            continue;
        }
        made += 1;
        pages[asked].until(|s| s["screen"].as_u64() > Some(waits) || s["waits"] == "answered");
        let now = pages[asked].number();
        if now > waits {
            pages.iter_mut().for_each(|page| page.until(|s| s["screen"].as_u64() >= Some(now)));
        }
    }
    made
}

#[test]
fn two_people_play_a_whole_game_by_pointing() {
    for game in ["examples/nim.rules", "examples/rock_paper_scissors.rules"] {
        let evening = Evening::begin(game, 2);
        let mut pages = [evening.seat(0), evening.seat(1), evening.onlooker()];
        play(&mut pages, 500);
        for page in &pages {
            assert_eq!(page.screen["stop"], "over", "{game}");
            assert!(page.screen["view"]["outcome"].is_string(), "{game}");
        }
        let journal = std::fs::read_to_string(
            evening.folder.path().join(format!("{}.journal", evening.links().id)),
        );
        assert!(journal.unwrap().lines().count() > 3, "{game}");
    }
}

#[test]
fn every_game_can_be_played_by_pointing() {
    for game in [
        "games/banditos_schacht.rules",
        "games/bandit.rules",
        "games/bandits_hideout.rules",
        "games/bandido_alcatraz.rules",
        "games/banditos_heist.rules",
    ] {
        let evening = Evening::begin(game, 2);
        let mut pages = [evening.seat(0), evening.seat(1)];
        assert!(play(&mut pages, 12) > 0, "{game}");
    }
}

#[test]
fn a_move_that_comes_twice_is_made_once() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let mut ana = evening.seat(0);
    let said = json!({"do": "say", "id": 77, "screen": ana.number(), "text": "take large, 2"});
    ana.say_text(&said.to_string());
    assert_eq!(ana.reply(77)["ok"], true);
    // The reply is lost, and the page comes back.
    let mut again = Page::called(&evening.links().seats[0].url, "a page");
    again.say_text(&said.to_string());
    assert_eq!(again.reply(77)["ok"], true);
    let log = again.ask(json!({"do": "log"}));
    let lines = log["log"].as_array().unwrap();
    assert_eq!(lines.iter().filter(|l| l["told"] == "choice").count(), 1, "{log}");
}

#[test]
fn a_move_on_an_old_screen_is_not_made() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let (mut ana, mut ben) = (evening.seat(0), evening.seat(1));
    let old = ben.number();
    assert_eq!(ana.types("take large, 2")["ok"], true);
    ben.until(|s| s["screen"].as_u64() > Some(old));
    let late = ben.ask(json!({"do": "say", "screen": old, "text": "take small, 1"}));
    assert_eq!((&late["ok"], &late["stale"]), (&json!(false), &json!(true)));
    assert_eq!(ben.types("take small, 1")["ok"], true);
}

#[test]
fn what_is_refused_says_why_in_the_rules_words() {
    let evening = Evening::begin("examples/pig.rules", 2);
    let mut ana = evening.seat(0);
    let no = ana.types("hold");
    assert_eq!(no["ok"], false);
    assert!(no["why"].as_str().unwrap().contains("throw at least once"), "{no}");
    assert!(no["place"]["line"].is_u64(), "{no}");
    let closed = ana.ask(json!({"do": "closed"}));
    assert!(closed["closed"][0]["why"].as_str().unwrap().contains("throw"), "{closed}");
    let rulebook = ana.ask(json!({"do": "rulebook"}));
    assert_eq!(rulebook["rulebook"][0]["heading"], 1);
}

#[test]
fn a_table_comes_back_under_the_same_links() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let links = evening.links().clone();
    let mut ana = evening.seat(0);
    let before = ana.number();
    assert_eq!(ana.types("take large, 2")["ok"], true);
    ana.until(|s| s["screen"].as_u64() > Some(before));
    let evening = evening.again(2, &[]);
    assert_eq!(evening.links().seats, links.seats);
    assert_eq!(evening.links().host, links.host);
    let mut ben = Page::open(&links.seats[1].url);
    assert!(ben.is_asked());
    assert!(ben.number() > ana.number(), "an old screen is never a new one");
    assert_eq!(ben.types("take large, 5")["ok"], true);
}

#[test]
fn bots_play_where_nobody_sits() {
    let evening = Evening::with(&file("examples/nim.rules"), 2, &["2=greedy"]);
    let mut ana = evening.seat(0);
    while ana.screen["stop"] == "asking" {
        let before = ana.number();
        assert_eq!(ana.chooses(|_| 0)["ok"], true);
        ana.until(|s| {
            s["screen"].as_u64() > Some(before) && (s["ask"].is_object() || s["stop"] != "asking")
        });
    }
    assert_eq!(ana.screen["stop"], "over");
}

#[test]
fn the_host_gives_a_seat_to_a_bot_and_back() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let (mut host, mut ana) = (evening.host(), evening.seat(0));
    let before = ana.number();
    assert_eq!(ana.ask(json!({"do": "seat", "seat": 0, "who": "greedy"}))["ok"], false);
    assert_eq!(host.ask(json!({"do": "seat", "seat": 0, "who": "greedy"}))["ok"], true);
    ana.until(|s| s["screen"].as_u64() > Some(before) && s["ask"].is_null());
    assert_eq!(host.ask(json!({"do": "seat", "seat": 0, "who": "human"}))["ok"], true);
    let fresh = host.ask(json!({"do": "link", "seat": 0}));
    let fresh = fresh["url"].as_str().unwrap().to_string();
    assert!(ana.is_let_go());
    assert_ne!(fresh, evening.links().seats[0].url);
    assert_eq!(Page::open(&fresh).screen["you"]["seat"], 0);
}

#[test]
fn links_differ_and_say_nothing() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let links = evening.links();
    let mut all: Vec<&str> = links.seats.iter().map(|seat| seat.url.as_str()).collect();
    all.extend([links.host.as_str(), links.spectator.as_str()]);
    let secrets: BTreeSet<_> = all.iter().map(|l| l.rsplit_once('.').unwrap().1).collect();
    assert_eq!(secrets.len(), 4);
    assert!(secrets.iter().all(|secret| secret.len() == 32));
    let (mut ana, mut host) = (evening.seat(0), evening.host());
    ana.listen();
    host.listen();
    // No seat hears of the links of others, and nobody of the host's.
    for secret in secrets {
        assert!(!ana.heard.iter().any(|text| text.contains(secret)));
    }
    let own = links.host.rsplit_once('.').unwrap().1;
    assert!(!host.heard.iter().any(|text| text.contains(own)));
}

#[test]
fn cards_in_zones_of_cards_are_told_by_their_place_in_the_list() {
    let evening = Evening::begin("tests/rules/cargo.rules", 2);
    let mut pages = [evening.seat(0), evening.seat(1)];
    let asked = pages.iter().position(Page::is_asked).unwrap();
    let page = &mut pages[asked];
    let screen = page.number();
    let entries = page.screen["ask"]["entries"].as_array().unwrap().clone();
    let entry = entries.iter().position(|e| e["name"] == "level").unwrap();
    let mut filled = Vec::new();
    let mut keys = BTreeSet::new();
    for step in ["a", "b", "g"] {
        let asks = json!({"do": "options", "screen": screen, "entry": entry, "filled": filled});
        let reply = page.ask(asks);
        assert_eq!(reply["step"]["name"], step, "{reply}");
        filled = reply["filled"].as_array().unwrap().clone();
        let picks = reply["step"]["picks"].as_array().unwrap();
        filled.push(picks.last().unwrap()["arg"].clone());
        keys = picks.iter().map(|pick| pick["arg"]["Card"]["key"].as_u64()).collect();
    }
    assert_eq!(keys, BTreeSet::from([Some(0), Some(1)]), "a number of a card");
    let made_up = filled[..2].iter().cloned().chain([json!({"Card": {"zone": 3, "key": 9}})]);
    let made_up: Vec<_> = made_up.collect();
    let no = json!({"do": "choose", "screen": screen, "entry": entry, "filled": made_up});
    assert_eq!(page.ask(no)["ok"], false);
    let choose = json!({"do": "choose", "screen": screen, "entry": entry, "filled": filled});
    assert_eq!(page.ask(choose)["ok"], true);
}

#[test]
fn options_tell_the_move_as_far_as_it_is_made() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let mut ana = evening.seat(0);
    let screen = ana.number();
    let large = ana.screen["ask"]["entries"][0]["first"]["picks"][2]["arg"].clone();
    let begun = json!({"do": "options", "screen": screen, "entry": 0, "filled": [large]});
    assert_eq!(ana.ask(begun)["told"], "takes … from the large heap");
}

#[test]
fn whoever_began_on_the_far_side_sees_the_board_from_there() {
    let evening = Evening::begin("examples/chess.rules", 2);
    let (mut ana, mut ben) = (evening.seat(0), evening.seat(1));
    ana.until(|s| s["ask"].is_object());
    ben.until(|s| s["across"] == json!(["Field"]));
    assert!(ana.screen["across"].is_null(), "{}", ana.screen["across"]);
    // It is where they began that counts, and it stays.
    assert_eq!(ana.types("go e2 e4")["ok"], true);
    ben.until(|s| s["ask"].is_object());
    assert_eq!(ben.screen["across"], json!(["Field"]));
}
