//! What needs others: taking back, and notes that all may leave.

use super::{Evening, Page};
use serde_json::json;

/// Ana has taken 2 of the large heap, Ben 1 of the small one; it is her turn again.
fn both_have_taken(evening: &Evening) -> (Page, Page) {
    let (mut ana, mut ben) = (evening.seat(0), evening.seat(1));
    assert_eq!(ana.types("take large, 2")["ok"], true);
    ben.until(|s| s["ask"].is_object());
    assert_eq!(ben.types("take small, 1")["ok"], true);
    ana.until(|s| s["ask"].is_object());
    (ana, ben)
}

#[test]
fn ones_own_last_choice_is_taken_back_at_once() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let mut ana = evening.seat(0);
    assert_eq!(ana.screen["can"]["undo"], false);
    assert_eq!(ana.types("take large, 2")["ok"], true);
    ana.until(|s| s["can"]["undo"] == true);
    let done = ana.ask(json!({"do": "propose", "what": "undo"}));
    assert_eq!(done["ok"], true, "{done}");
    ana.until(|s| s["ask"].is_object());
}

#[test]
fn a_choice_of_others_is_taken_back_when_they_agree() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let (mut ana, mut ben) = both_have_taken(&evening);
    let put = ana.ask(json!({"do": "propose", "what": "undo", "steps": 2}));
    let number = put["proposal"].as_u64().unwrap();
    ben.until(|s| s["proposals"][0]["asked"] == true);
    let said = ben.screen["proposals"][0].clone();
    assert!(said["text"].as_str().unwrap().contains("Ana"));
    // What goes is told, and where the game stands then, and who has still to answer.
    let gone = "Taken back: Ben takes 1 from the small heap; Ana takes 2 from the large heap.";
    assert_eq!(said["lines"], json!([gone, "The game then stands at its start."]));
    assert_eq!(said["open"], json!([1]));
    let no = ben.ask(json!({"do": "answer", "proposal": number, "yes": false}));
    assert_eq!(no["ok"], true);
    ana.until(|s| s["proposals"].as_array().unwrap().is_empty());
    let told = "Ben does not agree; nothing changes. (Ana wanted to take 2 choices back.)";
    assert_eq!(ana.screen["outcome"]["text"], told);
    ben.until(|s| s["outcome"]["text"] == told);
    let put = ana.ask(json!({"do": "propose", "what": "undo", "steps": 2}));
    let number = put["proposal"].as_u64().unwrap();
    ben.until(|s| s["proposals"][0]["proposal"] == number);
    assert_eq!(ben.ask(json!({"do": "answer", "proposal": number, "yes": true}))["ok"], true);
    ana.until(|s| s["can"]["undo"] == false && s["ask"].is_object());
    let told = "All agreed, and it is done. (Ana wanted to take 2 choices back.)";
    ana.until(|s| s["outcome"]["text"] == told);
    // It goes with the next choice.
    assert_eq!(ana.types("take large, 2")["ok"], true);
    ben.until(|s| s["ask"].is_object() && s["outcome"].is_null());
}

#[test]
fn ones_own_last_choice_is_taken_back_with_what_others_chose_since() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let (mut ana, mut ben) = both_have_taken(&evening);
    ana.ask(json!({"do": "propose", "what": "undo", "own": true}));
    ben.until(|s| s["proposals"][0]["asked"] == true);
    assert_eq!(ben.screen["proposals"][0]["text"], "Ana wants to take 2 choices back");
    let number = ben.screen["proposals"][0]["proposal"].clone();
    assert_eq!(ben.ask(json!({"do": "answer", "proposal": number, "yes": true}))["ok"], true);
    ana.until(|s| s["can"]["undo"] == false && s["ask"].is_object());
    // Of a seat that has chosen nothing there is nothing to take back.
    let none = ben.ask(json!({"do": "propose", "what": "undo", "own": true}));
    assert_eq!(none["why"], "there is no choice to take back", "{none}");
}

#[test]
fn whoever_proposed_something_may_withdraw_it() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let (mut ana, mut ben) = both_have_taken(&evening);
    let put = ana.ask(json!({"do": "propose", "what": "undo", "steps": 2}));
    let number = put["proposal"].as_u64().unwrap();
    ben.until(|s| s["proposals"][0]["asked"] == true);
    let done = ana.ask(json!({"do": "answer", "proposal": number, "yes": false}));
    assert_eq!(done["ok"], true, "{done}");
    let told = "Ana has withdrawn it; nothing changes. (Ana wanted to take 2 choices back.)";
    ben.until(|s| s["outcome"]["text"] == told && s["proposals"][0].is_null());
    // It is gone for whoever was asked, too.
    let late = ben.ask(json!({"do": "answer", "proposal": number, "yes": true}));
    assert_eq!(late["ok"], false, "{late}");
}

#[test]
fn chance_is_taken_back_only_if_all_agree() {
    let evening = Evening::begin("examples/pig.rules", 2);
    let (mut ana, ben) = (evening.seat(0), evening.seat(1));
    assert_eq!(ana.types("throw")["ok"], true);
    ana.until(|s| s["can"]["undo"] == true);
    let put = ana.ask(json!({"do": "propose", "what": "undo"}));
    assert!(put["proposal"].is_u64(), "{put}");
    drop(ben);
}

#[test]
fn a_note_is_pinned_to_the_moment_and_comes_back() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let mut ana = evening.seat(0);
    assert_eq!(ana.types("take large, 2")["ok"], true);
    ana.until(|s| s["waits"] == "others");
    let note = ana.ask(json!({"do": "note", "text": "this felt *unfair* <b>", "about": "take"}));
    assert_eq!(note["note"], 1);
    assert_eq!(ana.ask(json!({"do": "notes"}))["ok"], false);
    let evening = evening.again(2, &[]);
    let mut host = evening.host();
    let notes = host.ask(json!({"do": "notes"}));
    assert_eq!(notes["notes"][0]["by"], "Ana");
    assert_eq!(notes["notes"][0]["point"], 1);
    // Steps count answers that nobody is told of.
    assert_eq!(notes["notes"][0].get("step"), None);
    let report = host.ask(json!({"do": "report", "format": "markdown"}));
    let report = report["report"].as_str().unwrap();
    assert!(report.contains("this felt \\*unfair\\* \\<b\\>"), "{report}");
    assert!(report.contains("point 1: Ana takes 2 from the large heap"), "{report}");
    let lines = host.ask(json!({"do": "report", "format": "jsonl"}));
    assert!(lines["report"].as_str().unwrap().lines().count() > 3);
}

#[test]
fn a_report_waits_for_the_end_where_something_is_hidden() {
    let evening = Evening::begin("games/bandit.rules", 2);
    let mut host = evening.host();
    assert_eq!(host.ask(json!({"do": "report", "format": "markdown"}))["ok"], false);
    assert_eq!(host.ask(json!({"do": "save", "title": "x"}))["ok"], false);
}

/// Who is asked must not tell whether somebody was shown something in secret.
#[test]
fn where_cards_may_be_shown_in_secret_all_agree_to_what_is_taken_back() {
    let evening = Evening::begin("tests/rules/peeking.rules", 2);
    let (mut ana, mut ben) = (evening.seat(0), evening.seat(1));
    assert_eq!(ana.types("1, Ben")["ok"], true);
    assert_eq!(ben.types("1, Ana")["ok"], true);
    ana.until(|s| s["ask"].is_object() && s["waits"] != "others");
    assert_eq!(ana.types("pass")["ok"], true);
    ana.until(|s| s["can"]["undo"] == true);
    let put = ana.ask(json!({"do": "propose", "what": "undo"}));
    assert!(put["proposal"].is_u64(), "{put}");
    ben.until(|s| s["proposals"][0]["asked"] == true);
}
