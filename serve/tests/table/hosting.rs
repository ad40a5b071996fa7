//! The host's workbench: the table is changed, asked, and gone over, with those who sit there.

use super::{Evening, file};
use serde_json::{Value, json};

/// A game in which everything lies open.
const OPEN: &str = "examples/nim.rules";

/// One where a choice is a secret until all have chosen.
const SHAPES: &str = "examples/rock_paper_scissors.rules";

fn typed(host: &mut super::page::Page, text: &str) -> Value {
    host.ask(json!({"do": "bench", "text": text}))
}

fn texts(reply: &Value) -> String {
    let lines = reply["lines"].as_array().unwrap();
    lines.iter().map(|line| line["text"].as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_host_asks_for_a_value_and_why_it_changed() {
    let evening = Evening::begin(OPEN, 2);
    let (mut host, mut ana) = (evening.host(), evening.seat(0));
    assert_eq!(ana.types("take large, 2")["ok"], true);
    host.until(|s| s["log"]["lines"].as_array().unwrap().len() > 1);
    assert_eq!(texts(&typed(&mut host, "print large.stones")), "5");
    let why = typed(&mut host, "why large.stones");
    assert!(texts(&why).contains("since point 1: Ana takes"), "{why}");
    assert_eq!(why["lines"][0]["point"], 1);
    let rule = why["lines"].as_array().unwrap().iter().find(|l| l["place"].is_object());
    assert!(rule.is_some_and(|l| l["place"]["line"].is_u64()), "{why}");
    assert!(texts(&typed(&mut host, "why small.stones")).contains("set-up"));
    // What is wrong is said.
    for wrong in
        ["print large.", "print nothing", "why 3", "fly", "", "do large.stones = ", "print"]
    {
        let no = typed(&mut host, wrong);
        assert!(no["ok"] == false && no["why"].is_string(), "{wrong}: {no}");
    }
    // It is the host's alone.
    assert_eq!(typed(&mut ana, "print large.stones")["ok"], false);
}

#[test]
fn a_change_of_the_table_waits_until_all_who_sit_there_agree() {
    let evening = Evening::begin(OPEN, 2);
    let mut host = evening.host();
    // Nobody sits there yet: it is done at once.
    assert_eq!(typed(&mut host, "given large.stones is 4")["ok"], true);
    assert_eq!(texts(&typed(&mut host, "print large.stones")), "4");
    let (mut ana, mut ben) = (evening.seat(0), evening.seat(1));
    let put = typed(&mut host, "do large.stones = 3");
    let number = put["proposal"].as_u64().unwrap();
    assert_eq!(texts(&typed(&mut host, "print large.stones")), "4");
    for page in [&mut ana, &mut ben] {
        page.until(|s| s["proposals"][0]["asked"] == true);
        let text = page.screen["proposals"][0]["text"].as_str().unwrap();
        assert!(text.contains("do large.stones = 3"), "{text}");
    }
    let before = ana.number();
    assert_eq!(ana.ask(json!({"do": "answer", "proposal": number, "yes": true}))["ok"], true);
    assert_eq!(ben.ask(json!({"do": "answer", "proposal": number, "yes": true}))["ok"], true);
    ana.until(|s| s["screen"].as_u64() > Some(before));
    assert_eq!(texts(&typed(&mut host, "print large.stones")), "3");
    let log = ana.ask(json!({"do": "log"}))["log"].to_string();
    assert!(log.contains("the referee changes the table"), "{log}");
    // It is a step like others: kept, and taken back.
    let evening = evening.again(2, &[]);
    let mut host = evening.host();
    assert_eq!(texts(&typed(&mut host, "print large.stones")), "3");
    // What cannot be done is said at once, and nobody is asked.
    let no = typed(&mut host, "given large.stones is 99");
    assert!(no["ok"] == false && no["proposal"].is_null(), "{no}");
    assert_eq!(texts(&typed(&mut host, "expect large.stones is 3")), "It holds.");
}

#[test]
fn while_something_is_hidden_the_workbench_tells_only_what_all_see() {
    let evening = Evening::begin("games/bandit.rules", 2);
    let mut host = evening.host();
    let _people = (evening.seat(0), evening.seat(1));
    assert_eq!(texts(&typed(&mut host, "print count(players)")), "2");
    for hidden in ["print Ana.hand", "print first c in Ana.hand", "expect Ana.hand is empty"] {
        let no = typed(&mut host, hidden);
        assert_eq!(no["ok"], false, "{hidden}: {no}");
    }
}

#[test]
fn what_was_taken_back_is_done_again_and_branches_are_entered() {
    let evening = Evening::begin(OPEN, 2);
    let (mut host, mut ana) = (evening.host(), evening.seat(0));
    assert_eq!(ana.screen["can"]["redo"], false);
    assert_eq!(ana.types("take large, 2")["ok"], true);
    ana.until(|s| s["can"]["undo"] == true);
    assert_eq!(ana.ask(json!({"do": "propose", "what": "undo"}))["ok"], true);
    ana.until(|s| s["can"]["redo"] == true);
    assert_eq!(ana.ask(json!({"do": "propose", "what": "redo"}))["ok"], true);
    ana.until(|s| s["can"]["redo"] == false && s["can"]["undo"] == true);
    assert_eq!(ana.ask(json!({"do": "propose", "what": "undo"}))["ok"], true);
    ana.until(|s| s["ask"].is_object());
    assert_eq!(ana.ask(json!({"do": "bookmark", "name": "fresh"}))["ok"], true);
    assert_eq!(ana.types("take small, 1")["ok"], true);
    let history = host.ask(json!({"do": "history"}));
    assert_eq!(history["branches"].as_array().unwrap().len(), 2, "{history}");
    assert_eq!(history["bookmarks"], json!([{"name": "fresh", "n": 0}]));
    // The old line's end: what was chosen there is Ana's, so she is asked.
    let put = typed(&mut host, "goto branch 1");
    let number = put["proposal"].as_u64().unwrap_or_else(|| panic!("{put}"));
    assert_eq!(ana.ask(json!({"do": "answer", "proposal": number, "yes": true}))["ok"], true);
    assert_eq!(texts(&typed(&mut host, "print large.stones")), "5");
    // By number, as pages send it, and by name.
    assert!(host.ask(json!({"do": "propose", "what": "back", "to": 0}))["proposal"].is_u64());
    assert!(typed(&mut host, "back fresh")["proposal"].is_u64());
    assert_eq!(typed(&mut host, "back nowhere")["ok"], false);
    assert_eq!(typed(&mut host, "goto branch 9")["ok"], false);
}

#[test]
fn a_seat_that_a_bot_takes_is_not_waited_for() {
    let evening = Evening::begin(OPEN, 2);
    let (mut host, mut ana, ben) = (evening.host(), evening.seat(0), evening.seat(1));
    let put = typed(&mut host, "given large.stones is 4");
    let number = put["proposal"].as_u64().unwrap();
    assert_eq!(ana.ask(json!({"do": "answer", "proposal": number, "yes": true}))["ok"], true);
    assert_eq!(texts(&typed(&mut host, "print large.stones")), "7");
    drop(ben);
    assert_eq!(host.ask(json!({"do": "seat", "seat": 1, "who": "greedy"}))["ok"], true);
    assert_eq!(texts(&typed(&mut host, "print large.stones")), "4");
}

#[test]
fn whoever_gets_a_seat_back_from_a_bot_is_asked_too() {
    let evening = Evening::begin(OPEN, 2);
    let (mut host, mut ana, mut ben) = (evening.host(), evening.seat(0), evening.seat(1));
    assert_eq!(host.ask(json!({"do": "seat", "seat": 1, "who": "greedy"}))["ok"], true);
    let put = typed(&mut host, "given large.stones is 4");
    let number = put["proposal"].as_u64().unwrap();
    assert_eq!(host.ask(json!({"do": "seat", "seat": 1, "who": "human"}))["ok"], true);
    ben.until(|s| s["proposals"][0]["asked"] == true);
    assert_eq!(ana.ask(json!({"do": "answer", "proposal": number, "yes": true}))["ok"], true);
    assert_eq!(texts(&typed(&mut host, "print large.stones")), "7");
    assert_eq!(ben.ask(json!({"do": "answer", "proposal": number, "yes": true}))["ok"], true);
    assert_eq!(texts(&typed(&mut host, "print large.stones")), "4");
}

#[test]
fn no_more_choices_are_taken_back_than_there_are() {
    let evening = Evening::begin(OPEN, 2);
    let (mut host, mut ana, mut ben) = (evening.host(), evening.seat(0), evening.seat(1));
    assert_eq!(ana.types("take large, 2")["ok"], true);
    ben.until(|s| s["ask"].is_object());
    assert_eq!(ben.types("take small, 1")["ok"], true);
    for many in ["7", "18446744073709551615"] {
        assert!(typed(&mut host, &format!("undo {many}"))["proposal"].is_u64());
        ana.until(|s| s["proposals"].as_array().is_some_and(|all| !all.is_empty()));
        let put = ana.screen["proposals"][0].clone();
        assert_eq!(put["text"], "The host wants to take 2 choices back");
        let no = json!({"do": "answer", "proposal": put["proposal"], "yes": false});
        assert_eq!(ana.ask(no)["ok"], true);
    }
}

#[test]
fn a_referee_s_change_that_goes_with_a_choice_is_named() {
    let evening = Evening::begin(OPEN, 2);
    let (mut host, mut ana) = (evening.host(), evening.seat(0));
    assert_eq!(host.ask(json!({"do": "seat", "seat": 1, "who": "greedy"}))["ok"], true);
    assert_eq!(ana.types("take large, 2")["ok"], true);
    let put = typed(&mut host, "given small.stones is 2");
    let yes = json!({"do": "answer", "proposal": put["proposal"], "yes": true});
    assert_eq!(ana.ask(yes)["ok"], true);
    assert!(typed(&mut host, "undo")["proposal"].is_u64());
    ana.until(|s| s["proposals"].as_array().is_some_and(|all| !all.is_empty()));
    let text = ana.screen["proposals"][0]["text"].as_str().unwrap();
    let wanted = "take 1 choice, with what the referee has changed since, back";
    assert!(text.contains(wanted), "{text}");
}

#[test]
fn whoever_sits_down_is_asked_too() {
    let evening = Evening::begin(OPEN, 2);
    let (mut host, mut ana) = (evening.host(), evening.seat(0));
    let put = typed(&mut host, "given large.stones is 4");
    let number = put["proposal"].as_u64().unwrap();
    let mut ben = evening.seat(1);
    assert_eq!(ben.screen["proposals"][0]["asked"], true);
    assert_eq!(ana.ask(json!({"do": "answer", "proposal": number, "yes": true}))["ok"], true);
    assert_eq!(texts(&typed(&mut host, "print large.stones")), "7");
    assert_eq!(ben.ask(json!({"do": "answer", "proposal": number, "yes": true}))["ok"], true);
    assert_eq!(texts(&typed(&mut host, "print large.stones")), "4");
}

#[test]
fn a_change_while_several_choose_asks_all_anew() {
    let evening = Evening::begin(SHAPES, 2);
    let (mut host, mut ana, mut ben) = (evening.host(), evening.seat(0), evening.seat(1));
    assert_eq!(ana.types("rock")["ok"], true);
    let before = ana.ask(json!({"do": "log"}))["log"].as_array().unwrap().len();
    let put = typed(&mut host, "given Ana.wins is 1");
    let number = put["proposal"].as_u64().unwrap_or_else(|| panic!("{put}"));
    for page in [&mut ana, &mut ben] {
        assert_eq!(page.ask(json!({"do": "answer", "proposal": number, "yes": true}))["ok"], true);
    }
    ana.until(|s| s["waits"] == "asked");
    // The log says what was done, and nothing of who had chosen.
    let log = ben.ask(json!({"do": "log"}))["log"].clone();
    let new: Vec<_> = log.as_array().unwrap()[before..].to_vec();
    assert!(!new.iter().any(|l| l["text"].as_str().unwrap().contains("taken back")), "{log}");
    assert_eq!(ben.types("paper")["ok"], true);
    assert_eq!(ana.types("rock")["ok"], true);
    ben.until(|s| s["waits"] == "asked" || s["stop"] == "over");
}

#[test]
fn a_step_that_nothing_fits_says_why() {
    let evening = Evening::begin("examples/pig.rules", 2);
    let mut ana = evening.seat(0);
    let why = ana.ask(json!({"do": "why", "entry": 0, "filled": []}));
    assert!(why["ok"] == true && why["why"].is_null(), "{why}");
    let none = ana.ask(json!({"do": "why", "entry": 4_000_000_000_u64, "filled": [{"Number": 1}]}));
    assert_eq!(none["ok"], true, "{none}");
    assert_eq!(ana.ask(json!({"do": "why"}))["ok"], false);
}

#[test]
fn a_refusal_leads_to_its_place_in_the_rulebook() {
    let evening = Evening::begin("examples/pig.rules", 2);
    let mut ana = evening.seat(0);
    let no = ana.types("hold");
    let rulebook = ana.ask(json!({"do": "rulebook"}));
    let blocks = rulebook["rulebook"].as_array().unwrap();
    let about = blocks.iter().find(|block| block["item"] == no["rule"]);
    let about = about.unwrap_or_else(|| panic!("{no}: {rulebook}"));
    let line = no["place"]["line"].as_u64().unwrap();
    let (from, to) = (about["lines"]["from"].as_u64(), about["lines"]["to"].as_u64());
    assert!(from <= Some(line) && Some(line) <= to, "{about}");
    assert!(about["heading"].is_u64(), "{about}");
}

#[test]
fn what_was_played_is_saved_as_a_test_from_any_turn() {
    let evening = Evening::with(&file(OPEN), 2, &[]);
    let (mut host, mut ana, mut ben) = (evening.host(), evening.seat(0), evening.seat(1));
    assert_eq!(ana.types("take large, 2")["ok"], true);
    ben.until(|s| s["ask"].is_object());
    assert_eq!(ben.types("take small, 1")["ok"], true);
    let whole = host.ask(json!({"do": "save", "title": "two moves"}));
    let test = whole["test"].as_str().unwrap_or_else(|| panic!("{whole}"));
    assert!(test.contains("Ana does take large, 2") && test.contains("Ben does take small, 1"));
    let later = host.ask(json!({"do": "save", "title": "one move", "from": 1}));
    let test = later["test"].as_str().unwrap_or_else(|| panic!("{later}"));
    assert!(!test.contains("Ana does take") && test.contains("given"), "{test}");
    assert_eq!(host.ask(json!({"do": "save", "title": "x", "from": 99}))["ok"], false);
}

/// Somebody else is asked in the middle of a move.
const HAGGLE: &str = "game \"Haggle\"\nplayers 2\nthe table has { total: Number }\nplay {\n  \
ends when total >= 9 { end game lost }\n  turn me in players onwards { choose { add } }\n}\n\
action add(n in 1..3) {\n  choose more in (yes, no) by me.left asking \"One more?\"\n  \
total += n\n  if more { total += 1 }\n}\n";

#[test]
fn a_test_from_the_middle_of_a_move_begins_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("haggle.rules");
    std::fs::write(&game, HAGGLE).unwrap();
    let evening = Evening::with(&game, 2, &[]);
    let (mut host, mut ana, mut ben) = (evening.host(), evening.seat(0), evening.seat(1));
    for n in [1, 2] {
        let (asked, other) = if n == 1 { (&mut ana, &mut ben) } else { (&mut ben, &mut ana) };
        asked.until(|s| s["ask"].is_object());
        assert_eq!(asked.types(&format!("add {n}"))["ok"], true);
        other.until(|s| s["ask"]["question"] == "One more?");
        assert_eq!(other.types("yes")["ok"], true);
    }
    let saved = host.ask(json!({"do": "save", "title": "yes", "from": 3}));
    assert_eq!(saved["from"], 2, "{saved}");
    let test = saved["test"].as_str().unwrap_or_else(|| panic!("{saved}"));
    assert!(test.contains("Ben does add 2") && !test.contains("add 1"), "{test}");
}

#[test]
fn the_host_looks_at_a_past_moment_and_nobody_else_notices() {
    let evening = Evening::begin(OPEN, 2);
    let (mut host, mut ana, mut ben) = (evening.host(), evening.seat(0), evening.seat(1));
    assert_eq!(ana.types("take large, 2")["ok"], true);
    ben.until(|s| s["ask"].is_object());
    assert_eq!(host.ask(json!({"do": "bookmark", "name": "here"}))["ok"], true);
    assert_eq!(ben.types("take small, 1")["ok"], true);
    for page in [&mut host, &mut ana, &mut ben] {
        page.listen();
    }
    let now = host.number();
    let large = |look: &Value| {
        let groups = look["look"]["view"]["groups"].as_array().unwrap();
        let group = groups.iter().find(|group| group["owner"] == "large").unwrap();
        group["counters"][0]["value"].clone()
    };
    let start = host.ask(json!({"do": "look", "at": 0}));
    assert_eq!(
        (large(&start), &start["before"], &start["after"]),
        (json!("7"), &json!(null), &json!(1))
    );
    let first = host.ask(json!({"do": "look", "at": "here"}));
    assert_eq!((large(&first), &first["n"], &first["after"]), (json!("5"), &json!(1), &json!(2)));
    assert_eq!(first["look"]["view"]["asked"], json!([1]));
    let told = first["look"]["log"]["lines"].to_string();
    assert!(told.contains("takes 2") && !told.contains("takes 1"), "{told}");
    assert!(first["book"].is_null() && first["look"]["ask"].is_null());
    for wrong in [json!(9), json!("nowhere")] {
        assert_eq!(host.ask(json!({"do": "look", "at": wrong}))["ok"], false);
    }
    assert_eq!(ana.ask(json!({"do": "look", "at": 0}))["ok"], false);
    // The table has not moved, and nobody was told anything.
    assert_eq!(host.number(), now);
    assert!(!ana.listen() && !ben.listen());
}
