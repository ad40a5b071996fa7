//! Two worlds that a seat cannot tell apart: what reaches it is the same, byte for byte and in the
//! same order.

use super::Evening;
use super::page::Page;
use serde_json::json;

const SHAPES: &str = "examples/rock_paper_scissors.rules";

#[test]
fn nobody_is_told_who_has_answered_before_all_have() {
    let evening = Evening::begin(SHAPES, 2);
    let (mut ana, mut ben, mut host) = (evening.seat(0), evening.seat(1), evening.host());
    for page in [&mut ana, &mut ben, &mut host] {
        page.listen();
    }
    assert_eq!(ana.types("rock")["ok"], true);
    ana.until(|s| s["waits"] == "answered");
    assert_eq!(ana.screen["view"]["asked"], json!([0, 1]));
    assert!(!ben.listen() && !host.listen());
    // Nor by looking.
    for page in [&mut ben, &mut host] {
        let points = page.ask(json!({"do": "history"}));
        assert_eq!(points["points"].as_array().unwrap().len(), 1, "{points}");
    }
    assert_eq!(ben.types("paper")["ok"], true);
    ana.until(|s| s["waits"] == "asked");
    ben.until(|s| s["waits"] == "asked");
}

#[test]
fn a_server_that_begins_again_tells_nobody_who_had_answered() {
    let evening = Evening::begin(SHAPES, 2);
    assert_eq!(evening.seat(0).types("rock")["ok"], true);
    let evening = evening.again(2, &[]);
    let (mut ana, mut ben, mut host) = (evening.seat(0), evening.seat(1), evening.host());
    for page in [&mut ana, &mut ben, &mut host] {
        page.listen();
        assert_eq!(page.screen["view"]["asked"], json!([0, 1]));
        let points = page.ask(json!({"do": "history"}));
        assert_eq!(points["points"].as_array().unwrap().len(), 1, "{points}");
    }
    assert_eq!(ana.screen["waits"], "answered");
    assert_eq!(ben.screen["waits"], "asked");
    assert_eq!(ben.types("paper")["ok"], true);
    ana.until(|s| s["waits"] == "asked");
}

/// What Ben hears of an evening in which Ana has chosen these shapes, up to his own answer in the
/// last round.
fn heard(shapes: &[&str], answers: bool) -> Vec<String> {
    let evening = Evening::begin(SHAPES, 2);
    let mut ben = evening.seat(1);
    let mut ana = evening.seat(0);
    ben.listen();
    for shape in shapes {
        if answers {
            assert_eq!(ana.types(shape)["ok"], true);
        }
        ben.listen();
        let closed = ben.ask(json!({"do": "closed"}));
        assert_eq!(closed["ok"], true);
    }
    let mine = evening.links().seats[1].url.clone();
    // Coming back tells nothing either.
    let mut again = Page::called(&mine, "another page");
    again.listen();
    let mut all = std::mem::take(&mut ben.heard);
    all.extend(again.heard);
    all
}

#[test]
fn a_secret_choice_leaves_no_trace_in_the_bytes() {
    let rock = heard(&["rock"], true);
    assert_eq!(rock, heard(&["paper"], true));
    assert_eq!(rock, heard(&["rock"], false), "whether Ana has answered");
}

#[test]
fn a_hand_is_seen_by_its_owner_alone() {
    let evening = Evening::begin("games/bandit.rules", 2);
    let pages = [evening.seat(0), evening.seat(1), evening.onlooker(), evening.host()];
    let faces = |page: &Page, seat: usize| -> usize {
        let groups = page.screen["view"]["groups"].as_array().unwrap();
        let own = groups.iter().filter(|g| g["seat"] == seat);
        let zones = own.flat_map(|g| g["zones"].as_array().unwrap());
        let hidden = zones.filter(|z| {
            let at = z["at"][0].as_u64().unwrap() as usize;
            page.book["zones"][at]["seen"] != "everyone"
        });
        let cards = hidden.flat_map(|z| z["cards"].as_array().unwrap());
        cards.filter(|card| card.get("face").is_some()).count()
    };
    for (at, page) in pages.iter().enumerate() {
        for seat in [0, 1] {
            assert!(at == seat || faces(page, seat) == 0, "reader {at}, seat {seat}");
        }
    }
}

/// What Ben and the host hear of what they try while Ana may have answered.
fn tried(answers: bool, tries: &[(bool, serde_json::Value)]) -> Vec<String> {
    let evening = Evening::begin(SHAPES, 2);
    let (mut ben, mut host, mut ana) = (evening.seat(1), evening.host(), evening.seat(0));
    if answers {
        assert_eq!(ana.types("rock")["ok"], true);
    }
    // Whatever a page was sent before comes before the reply to what it asks then.
    let mut listen = |what: Option<&(bool, serde_json::Value)>| {
        if let Some((hosts, what)) = what {
            let page = if *hosts { &mut host } else { &mut ben };
            page.ask(what.clone());
        }
        for page in [&mut ben, &mut host] {
            assert_eq!(page.ask(json!({"do": "log"}))["ok"], true);
        }
    };
    listen(None);
    tries.iter().for_each(|what| listen(Some(what)));
    let mut all = std::mem::take(&mut ben.heard);
    all.extend(std::mem::take(&mut host.heard));
    // Links, files and times differ from evening to evening.
    let own = |text: &String| {
        let mut value: serde_json::Value = serde_json::from_str(text).unwrap();
        if let Some(host) = value.get_mut("host") {
            host["links"] = json!(null);
            host["journal"] = json!(null);
        }
        value.to_string()
    };
    all.iter().map(own).collect()
}

#[test]
fn nothing_that_is_tried_tells_who_has_answered() {
    let bench = |text: &str| (true, json!({"do": "bench", "text": text}));
    for tries in [
        vec![(false, json!({"do": "bookmark", "name": "here"})), (false, json!({"do": "history"}))],
        vec![(false, json!({"do": "propose", "what": "undo"}))],
        vec![(false, json!({"do": "propose", "what": "redo"}))],
        vec![(true, json!({"do": "propose", "what": "back", "to": 1}))],
        vec![(true, json!({"do": "propose", "what": "back", "to": 0}))],
        vec![(true, json!({"do": "propose", "what": "branch", "number": 1}))],
        vec![(true, json!({"do": "propose", "what": "branch", "number": 2}))],
        vec![bench("given Ana.wins is 1")],
        vec![bench("do Ana.wins = 1"), bench("print Ana.wins"), bench("print me")],
        vec![bench("why Ana.wins"), bench("history Ben.wins")],
        vec![bench("expect Ana.wins is 0"), bench("bookmark x"), bench("undo")],
        vec![(true, json!({"do": "reload", "how": "now"})), (true, json!({"do": "history"}))],
        vec![(false, json!({"do": "looked", "block": 0})), (true, json!({"do": "again"}))],
        vec![(true, json!({"do": "save", "title": "x", "from": 1}))],
        vec![(true, json!({"do": "look", "at": 1})), (true, json!({"do": "look", "at": 0}))],
    ] {
        assert_eq!(tried(false, &tries), tried(true, &tries), "{tries:?}");
    }
}

/// What Ana is told of cards that are not on offer to her, where Ben keeps one of that value.
fn asked_of_others(value: u8) -> Vec<serde_json::Value> {
    let rules = format!(
        "game \"Peek\"\nplayers 2\ncard Chit {{ value: 0..1 }}\n\
         deck pack of Chit {{ 4 each of (0..1) }}\n\
         each Player has {{ hand: row of Chit  back: row of Chit, seen by owner }}\n\
         setup {{ for each p in players {{\n\
         move first c in pack where c.value is 1 to p.hand\n\
         move first c in pack where c.value is {value} to p.back }} }}\n\
         play {{ turn me in players onwards {{ choose {{ lay or stay }} }} }}\n\
         action lay(c in me.hand, n in 1..c.value) {{ move c to pack at bottom }}\n\
         action stay {{ move me.back to me.hand }}\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("peek.rules");
    std::fs::write(&game, rules).unwrap();
    let evening = Evening::with(&game, 2, &[]);
    let mut ana = evening.seat(0);
    let spots = (0..4).map(|zone| json!({"Card": {"zone": zone, "key": 1, "place": 0}}));
    spots.map(|spot| ana.ask(json!({"do": "why", "entry": 0, "filled": [spot]}))).collect()
}

#[test]
fn why_tells_nothing_of_what_was_never_on_offer() {
    let replies = asked_of_others(0);
    assert!(replies.iter().all(|reply| reply["ok"] == true), "{replies:?}");
    assert_eq!(replies, asked_of_others(1));
}

/// Everybody chooses a number in secret and keeps it; then all that lies open is counted and swept
/// away, and the next round begins.
const KEPT: &str = "game \"Kept\"\nplayers 2\ncard Card { n: 1..9 }\n\
    deck pack of Card { each of (1..9) }\n\
    each Player has { kept: 0..9, seen by owner  moved: Number, seen by owner  points: Number }\n\
    the table has { shown: row of Card }\n\
    play {\n  round n in 1..3 {\n    turn me in players {\n\
      choose m in 1..3 secretly asking \"Which number?\"\n      me.kept = m\n\
      if me.kept is 3 { me.moved += 1 }\n      move top 1 of pack to shown\n    }\n\
    for each p in players { p.points += 1 }\n    say \"the round is counted\"\n\
    for each p in players { if p.kept is 1 { p.moved += 1 } }\n\
    move shown to pack\n  }\n  end game lost\n}\n";

#[test]
fn where_the_table_is_held_tells_nothing_of_what_is_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("kept.rules");
    std::fs::write(&game, KEPT).unwrap();
    let heard = |number: &str| {
        let evening = Evening::with(&game, 2, &[]);
        let (mut ana, mut ben) = (evening.seat(0), evening.seat(1));
        let mut onlooker = evening.onlooker();
        ben.listen();
        onlooker.listen();
        assert_eq!(ana.types(number)["ok"], true);
        ben.until(|s| s["waits"] == "asked");
        assert_eq!(ben.types("2")["ok"], true);
        ben.until(|s| s["waits"] == "others");
        onlooker.until(|s| s["pause"].is_object());
        assert_eq!(
            ben.screen["pause"]["view"]["groups"][0]["zones"][1]["count"], 2,
            "{}",
            ben.screen
        );
        (ben.heard, onlooker.heard)
    };
    let one = heard("1");
    assert_eq!(one, heard("2"));
    assert_eq!(one, heard("3"));
}

/// A game in which every card is there once.
const ONCE: &str = "game \"Once\"\nplayers 2\ncard Chit { value: 1..12 }\n\
     deck pack of Chit { each of (1..12) }\n\
     each Player has { hand: set of Chit, seen by owner  line: row of Chit, seen by nobody  \
     down: slot of Chit, seen by owner }\n\
     the table has { heap: row of Chit }\n\
     setup { shuffle pack  for each p in players { move top 2 of pack to p.hand \
     move top 2 of pack to p.line  move top 1 of pack to p.down \
     if any c in p.hand has c.value > 5 { show top 1 of p.line to p } } }\n\
     play { turn me in players onwards { choose { lay or pass } } }\n\
     action lay(c in me.hand) { move c to heap }\n";

#[test]
fn the_workbench_does_not_say_whether_two_hidden_cards_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("once.rules");
    std::fs::write(&game, ONCE).unwrap();
    let evening = Evening::with(&game, 2, &[]);
    let mut host = evening.host();
    let mut print = |what: &str| {
        host.ask(json!({"do": "bench", "text": format!("print {what}")}))["ok"].clone()
    };
    let all = "(players.hand + pack + heap)";
    for secret in [
        format!("(first c in {all}) is (first c in Ben.hand)"),
        format!("if (first c in {all}) is (first c in Ben.hand) then 1 else 2"),
        format!("any c in Ben.hand has c is (first d in {all})"),
        format!("those p in players where (first c in p.hand) is (first c in {all})"),
        format!("(first c in {all}) in (first c in Ben.hand, first c in Ana.hand)"),
        format!("count((first c in Ben.hand) + (first c in {all}))"),
        format!("count(Ben.hand + (first c in {all}))"),
        "(first c in Ana.down + Ben.down) is (first c in Ben.down)".into(),
        "Ben.sees(first c in Ana.hand)".into(),
        "Ben.sees(Ben.line.slot(1))".into(),
        "those p in players where p.sees(p.line.slot(1))".into(),
    ] {
        assert_eq!(print(&secret), false, "{secret}");
    }
    for open in [
        "count(Ben.hand + pack)",
        "count(players.hand)",
        "(first c in Ben.hand) is (first c in pack)",
        "pack.slot(1) is pack.slot(2)",
        "(first c in Ben.hand) is none",
    ] {
        assert_eq!(print(open), true, "{open}");
    }
}
