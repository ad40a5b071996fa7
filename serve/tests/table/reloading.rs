//! Rules change while people play.

use super::Evening;
use super::page::Page;
use serde_json::json;
use std::fs;

const RULES: &str = "game \"Count\"\nplayers 2\nthe table has { total: Number }\n\
play {\n  ends when total >= 40 { end game lost }\n\
  turn me in players onwards { choose { add } }\n}\n\
action add(n in 1..3) as \"adds {n}\" { total += n }\n";

fn begin() -> (tempfile::TempDir, Evening) {
    begin_with(RULES)
}

fn begin_with(rules: &str) -> (tempfile::TempDir, Evening) {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("count.rules");
    fs::write(&game, rules).unwrap();
    let evening = Evening::with(&game, 2, &[]);
    (folder, evening)
}

/// The rules with something that only its owner sees.
fn hiding() -> String {
    RULES.replace("the table has", "each Player has { own: Number, seen by owner }\nthe table has")
}

/// Saves rules, waits until all have read what changes, and brings them in.
fn brought(evening: &Evening, host: &mut Page, rules: &str, how: &str) -> serde_json::Value {
    fs::write(&evening.game, rules).unwrap();
    host.until(|s| !s["rules"]["changed"].as_array().unwrap().is_empty());
    host.ask(json!({"do": "reload", "how": how}))
}

fn changed(page: &Page) -> usize {
    page.screen["rules"]["changed"].as_array().unwrap().len()
}

#[test]
fn everybody_reads_what_changes_and_the_host_brings_it_in() {
    let (_folder, evening) = begin();
    let (mut ana, mut ben, mut host) = (evening.seat(0), evening.seat(1), evening.host());
    fs::write(&evening.game, RULES.replace("1..3", "1..4")).unwrap();
    for page in [&mut ana, &mut ben, &mut host] {
        page.until(|s| !s["rules"]["changed"].as_array().unwrap().is_empty());
    }
    let said = &ana.screen["rules"]["changed"][0];
    let (was, now) = ("from 1 to 3.", "from 1 to 4.");
    assert_eq!(said["about"], "Add", "{said}");
    assert!(said["sentences"][0]["was"].as_str().unwrap().ends_with(was), "{said}");
    assert!(said["sentences"][0]["now"].as_str().unwrap().ends_with(now), "{said}");
    let ways: Vec<_> = host.screen["host"]["ways"].as_array().unwrap().clone();
    assert!(ways.contains(&json!("now")) && ways.contains(&json!("next turn")), "{ways:?}");
    assert_eq!(ana.ask(json!({"do": "reload", "how": "now"}))["ok"], false);
    let done = host.ask(json!({"do": "reload", "how": "now"}));
    assert_eq!(done["ok"], true, "{done}");
    ana.until(|s| s["rules"]["n"] == 1);
    assert_eq!(changed(&ana), 0);
    assert_eq!(ana.types("add 4")["ok"], true);
}

#[test]
fn where_the_game_goes_back_to_before_new_rules_they_are_on_offer_again() {
    let (_folder, evening) = begin();
    let (mut ana, mut ben, mut host) = (evening.seat(0), evening.seat(1), evening.host());
    assert_eq!(ana.types("add 1")["ok"], true);
    ben.until(|s| s["ask"].is_object());
    let done = brought(&evening, &mut host, &RULES.replace("1..3", "1..4"), "next turn");
    assert_eq!(done["ok"], true, "{done}");
    ben.until(|s| s["rules"]["wait"] == "turn");
    assert_eq!(ben.types("add 3")["ok"], true);
    host.until(|s| s["rules"]["n"] == 1 && s["rules"]["changed"] == json!([]));
    let said = |page: &Page| page.screen["host"]["said"].to_string();
    assert!(said(&host).contains("have come in"), "{}", said(&host));
    let put = host.ask(json!({"do": "propose", "what": "back", "to": 1}));
    let number = put["proposal"].as_u64().unwrap();
    for page in [&mut ana, &mut ben] {
        page.until(|s| s["proposals"][0]["asked"] == true);
        // What becomes of the rules is said before anybody agrees.
        let lines = page.screen["proposals"][0]["lines"].to_string();
        assert!(lines.contains("The rules go back, too"), "{lines}");
        let agreed = page.ask(json!({"do": "answer", "proposal": number, "yes": true}));
        assert_eq!(agreed["ok"], true, "{agreed}");
    }
    for page in [&mut ana, &mut host] {
        page.until(|s| !s["rules"]["changed"].as_array().unwrap().is_empty());
        page.until(|s| s["outcome"]["text"].is_string());
        let told = page.screen["outcome"]["text"].as_str().unwrap();
        assert!(told.starts_with("All agreed, and it is done. (The host wanted to take"), "{told}");
        assert!(told.contains("under the rules that were in force there, not under"), "{told}");
    }
    assert!(!said(&host).contains("have come in"), "{}", said(&host));
    // And once more they come in.
    assert_eq!(host.ask(json!({"do": "reload", "how": "now"}))["ok"], true);
    ben.until(|s| s["rules"]["changed"] == json!([]) && s["ask"].is_object());
    assert_eq!(ben.types("add 4")["ok"], true);
}

#[test]
fn mistakes_are_shown_to_the_host_alone() {
    let (_folder, evening) = begin();
    let (mut ana, mut host) = (evening.seat(0), evening.host());
    fs::write(&evening.game, RULES.replace("total += n", "totl += n")).unwrap();
    host.until(|s| s["host"]["broken"].is_string());
    assert!(host.screen["host"]["broken"].as_str().unwrap().contains("totl"));
    ana.listen();
    assert!(!ana.heard.iter().any(|text| text.contains("totl")));
    assert_eq!(ana.types("add 3")["ok"], true);
}

#[test]
fn rules_wait_for_the_next_turn() {
    let (_folder, evening) = begin();
    let (mut ana, mut ben, mut host) = (evening.seat(0), evening.seat(1), evening.host());
    let done = brought(&evening, &mut host, &RULES.replace("1..3", "1..4"), "next turn");
    assert_eq!(done["ok"], true, "{done}");
    ana.until(|s| s["rules"]["wait"] == "turn");
    assert_eq!(ana.types("add 4")["ok"], false);
    assert_eq!(ana.types("add 3")["ok"], true);
    ben.until(|s| s["ask"].is_object() && s["rules"]["wait"].is_null());
    assert_eq!(ben.types("add 4")["ok"], true);
}

#[test]
fn where_something_is_hidden_all_must_agree() {
    let hidden = hiding();
    let (_folder, evening) = begin_with(&hidden);
    let (mut ana, mut ben, mut host) = (evening.seat(0), evening.seat(1), evening.host());
    fs::write(&evening.game, hidden.replace(", seen by owner", "")).unwrap();
    ana.until(|s| !s["rules"]["opens"].as_array().unwrap().is_empty());
    let put = host.ask(json!({"do": "reload", "how": "now"}));
    let number = put["proposal"].as_u64().unwrap();
    for page in [&mut ana, &mut ben] {
        page.until(|s| s["proposals"][0]["asked"] == true);
        assert_eq!(page.screen["rules"]["n"], 0);
        assert_eq!(page.ask(json!({"do": "answer", "proposal": number, "yes": true}))["ok"], true);
    }
    ana.until(|s| s["rules"]["n"] == 1);
}

#[test]
fn the_game_is_played_again_under_new_rules() {
    let (_folder, evening) = begin();
    let (mut ana, mut ben, mut host) = (evening.seat(0), evening.seat(1), evening.host());
    assert_eq!(ana.types("add 3")["ok"], true);
    ben.until(|s| s["ask"].is_object());
    let done =
        brought(&evening, &mut host, &RULES.replace("total += n", "total += n + 1"), "replay");
    assert_eq!(done["ok"], true, "{done}");
    ben.until(|s| s["rules"]["n"] == 1);
    let total = host.ask(json!({"do": "bench", "text": "print total"}));
    assert_eq!(total["lines"][0]["text"], "4", "{total}");
    // Everybody reads why, and what is other now.
    let log = ben.ask(json!({"do": "log"}))["log"].to_string();
    for told in ["played again under other rules", "Add that number to the total.” is now"] {
        assert!(log.contains(told), "{told}: {log}");
    }
    // What no longer fits is said, and the game is before it.
    let done = brought(&evening, &mut host, &RULES.replace("1..3", "1..2"), "replay");
    assert!(done["lines"].to_string().contains("Ana"), "{done}");
    ana.until(|s| s["ask"].is_object());
}

#[test]
fn the_old_line_is_kept_beside_the_new_rules() {
    let (_folder, evening) = begin();
    let (mut ana, mut host) = (evening.seat(0), evening.host());
    assert_eq!(ana.types("add 3")["ok"], true);
    let done = brought(&evening, &mut host, &RULES.replace("1..3", "1..4"), "fork");
    assert_eq!(done["ok"], true, "{done}");
    host.until(|s| s["rules"]["n"] == 1);
    let history = host.ask(json!({"do": "history"}));
    assert_eq!(history["bookmarks"][0]["name"], "old1", "{history}");
    // Going back there goes back to the old rules; they concern all who sit there.
    let put = host.ask(json!({"do": "propose", "what": "back", "to": "old1"}));
    let number = put["proposal"].as_u64().unwrap_or_else(|| panic!("{put}"));
    assert_eq!(ana.ask(json!({"do": "answer", "proposal": number, "yes": true}))["ok"], true);
    let mut ben = evening.seat(1);
    assert_eq!(ben.types("add 4")["ok"], false);
    assert_eq!(ben.types("add 3")["ok"], true);
}

#[test]
fn rules_wait_for_the_next_round() {
    let rules = RULES
        .replace("turn me in players onwards", "round n in 1..20 {\nturn me in players")
        .replace("{ choose { add } }\n", "{ choose { add } }\n}\n");
    let (_folder, evening) = begin_with(&rules);
    let (mut ana, mut ben, mut host) = (evening.seat(0), evening.seat(1), evening.host());
    let done = brought(&evening, &mut host, &rules.replace("1..3", "1..4"), "next round");
    assert_eq!(done["ok"], true, "{done}");
    ana.until(|s| s["rules"]["wait"] == "round");
    assert_eq!(ana.types("add 3")["ok"], true);
    ben.until(|s| s["ask"].is_object());
    assert_eq!(ben.types("add 4")["ok"], false);
    assert_eq!(ben.types("add 3")["ok"], true);
    ana.until(|s| s["ask"].is_object() && s["rules"]["wait"].is_null());
    assert_eq!(ana.types("add 4")["ok"], true);
}

#[test]
fn what_people_agree_to_names_no_command_and_no_folder() {
    let hidden = hiding();
    let (_folder, evening) = begin_with(&hidden);
    let (mut ana, _ben, mut host) = (evening.seat(0), evening.seat(1), evening.host());
    let put = brought(&evening, &mut host, &hidden.replace(", seen by owner", ""), "now");
    assert!(put["proposal"].is_u64(), "{put}");
    ana.until(|s| s["proposals"][0]["asked"] == true);
    let said = ana.screen["proposals"][0].clone();
    assert_eq!(said["text"], "The host wants to bring the new rules in now");
    let lines = said["lines"].to_string();
    assert!(!lines.contains("reload") && !lines.contains("count.rules"), "{lines}");
    assert!(lines.contains("From then on"), "{lines}");
}

/// The host may be somebody else than the one person who sits there, and is to see of their hand no
/// more than onlookers do.
#[test]
fn one_person_among_bots_must_agree_where_something_is_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("count.rules");
    fs::write(&game, hiding()).unwrap();
    let evening = Evening::with(&game, 2, &["1=human", "2=random"]);
    let (mut ana, mut host) = (evening.seat(0), evening.host());
    let put = brought(&evening, &mut host, &hiding().replace(", seen by owner", ""), "now");
    let number = put["proposal"].as_u64().unwrap();
    ana.until(|s| s["proposals"][0]["asked"] == true);
    assert_eq!(ana.screen["rules"]["n"], 0);
    assert_eq!(ana.ask(json!({"do": "answer", "proposal": number, "yes": true}))["ok"], true);
    ana.until(|s| s["rules"]["n"] == 1);
}
