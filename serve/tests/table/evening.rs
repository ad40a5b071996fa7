//! What is left of an evening, and what comes after it: the report, the next game, the lobby.

use super::page::Page;
use super::{Evening, file, loopback, wanted};
use houserules_serve::http::start;
use serde_json::{Value, json};
use std::fs;

const GAME: &str = "examples/nim.rules";

/// Two people take stones until the game is over.
fn played(evening: &Evening) -> (Page, Page) {
    let (mut ana, mut ben) = (evening.seat(0), evening.seat(1));
    finish([&mut ana, &mut ben]);
    (ana, ben)
}

fn finish(mut pages: [&mut Page; 2]) {
    loop {
        let asked = pages.iter().position(|page| page.is_asked());
        let Some(asked) = asked else {
            assert_eq!(pages[0].screen["stop"], "over");
            return;
        };
        let before = pages[asked].number();
        assert_eq!(pages[asked].chooses(|_| 0)["ok"], true);
        for page in &mut pages {
            page.until(|s| s["screen"].as_u64() > Some(before));
        }
    }
}

fn report(host: &mut Page, format: &str) -> String {
    let reply = host.ask(json!({"do": "report", "format": format}));
    reply["report"].as_str().unwrap_or_else(|| panic!("{reply}")).to_string()
}

const RACE: &str = "game \"Race\"\nplayers 2\nthe table has { total: Number }\nplay {\n\
  turn t in 1..2 { choose { grab or pass } by race of players until all pass }\n\
  end game won by players\n}\naction grab { total += 1 }\n";

/// Answers that were taken back in a race have no number that people know.
#[test]
fn the_report_counts_points_as_the_host_does() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("race.rules");
    fs::write(&game, RACE).unwrap();
    let evening = Evening::with(&game, 2, &[]);
    let (mut host, mut ana, mut ben) = (evening.host(), evening.seat(0), evening.seat(1));
    let pass = |page: &mut Page| {
        page.until(|s| s["waits"] == "asked");
        assert_eq!(page.types("pass")["ok"], true);
    };
    pass(&mut ana);
    pass(&mut ben);
    pass(&mut ana);
    let put = host.ask(json!({"do": "bench", "text": "given total is 5"}));
    for page in [&mut ana, &mut ben] {
        let yes = json!({"do": "answer", "proposal": put["proposal"], "yes": true});
        assert_eq!(page.ask(yes)["ok"], true);
    }
    for page in [&mut ana, &mut ben] {
        pass(page);
    }
    host.until(|s| s["stop"] == "over");
    let history = host.ask(json!({"do": "history"}));
    let points = history["points"].as_array().unwrap();
    let listed: Vec<_> = points.iter().map(|point| point["n"].as_u64().unwrap()).collect();
    let report = report(&mut host, "markdown");
    let told: Vec<u64> = report
        .lines()
        .filter_map(|line| line.strip_prefix("- point ")?.split_once(':')?.0.parse().ok())
        .collect();
    assert_eq!(told, listed, "{report}");
    assert!(report.contains("point 3: the referee"), "{report}");
    let look = host.ask(json!({"do": "look", "at": 2}));
    assert_eq!(look["look"]["view"]["asked"], json!([0, 1]), "{look}");
}

#[test]
fn the_report_lies_beside_the_journal_when_the_game_is_over() {
    let evening = Evening::begin(GAME, 2);
    let mut host = evening.host();
    let mut onlooker = evening.onlooker();
    let rulebook = onlooker.ask(json!({"do": "rulebook"}));
    let blocks = rulebook["rulebook"].as_array().unwrap();
    let about = blocks.iter().position(|block| block["item"] == "action take").unwrap();
    assert_eq!(onlooker.ask(json!({"do": "looked", "block": about}))["ok"], true);
    assert_eq!(onlooker.ask(json!({"do": "looked", "find": "# *stones*\n"}))["ok"], true);
    for wrong in [json!({"do": "looked"}), json!({"do": "looked", "block": 9_999})] {
        assert_eq!(onlooker.ask(wrong)["ok"], false);
    }
    assert!(!evening.folder.path().join("nim.report.md").exists());
    let (mut ana, _ben) = played(&evening);
    ana.ask(json!({"do": "note", "text": "too long"}));
    let kept = fs::read_to_string(evening.folder.path().join("nim.report.md")).unwrap();
    assert!(kept.contains("too long") && kept.contains("point 1: Ana takes"), "{kept}");
    assert!(kept.contains("houserules repl '") && kept.contains("nim.journal' --at POINT"));
    assert!(kept.contains("- Take (once, by an onlooker)"), "{kept}");
    assert!(kept.contains("looked for “\\# \\*stones\\*”"), "{kept}");
    assert!(kept.contains("Opened once."), "{kept}");
    assert_eq!(kept, report(&mut host, "markdown"));
    let lines = fs::read_to_string(evening.folder.path().join("nim.report.jsonl")).unwrap();
    let events: Vec<Value> = lines.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    for wanted in ["table", "chose", "looked", "note", "asked"] {
        assert!(events.iter().any(|event| event["event"] == wanted), "{wanted}: {lines}");
    }
    assert_eq!(lines, report(&mut host, "jsonl"));
}

#[test]
fn the_report_says_how_the_score_went() {
    let evening = Evening::begin("examples/rock_paper_scissors.rules", 2);
    let (mut ana, mut ben) = (evening.seat(0), evening.seat(1));
    for _ in 0..20 {
        if ana.screen["stop"] == "over" {
            break;
        }
        let before = ana.number();
        assert_eq!(ana.types("rock")["ok"], true);
        assert_eq!(ben.types("scissors")["ok"], true);
        for page in [&mut ana, &mut ben] {
            page.until(|s| s["screen"].as_u64() > Some(before));
        }
    }
    let kept = evening.folder.path().join("rock-paper-scissors.report.md");
    let kept = fs::read_to_string(kept).unwrap();
    let scores = kept.split("## How the score went").nth(1).unwrap_or_else(|| panic!("{kept}"));
    let rows = scores.split("\n## ").next().unwrap().lines().filter(|l| l.starts_with("| "));
    assert!(rows.count() > 2, "{kept}");
}

#[test]
fn a_new_game_begins_at_the_same_table_with_the_same_people() {
    let evening = Evening::begin(GAME, 2);
    let mut host = evening.host();
    assert_eq!(host.ask(json!({"do": "again"}))["ok"], false);
    let (mut ana, mut ben) = played(&evening);
    assert_eq!(ana.ask(json!({"do": "again"}))["ok"], false);
    let before = ana.number();
    let again = host.ask(json!({"do": "again"}));
    assert_eq!(again["ok"], true, "{again}");
    for page in [&mut ana, &mut ben] {
        page.until(|s| s["screen"].as_u64() > Some(before) && s["stop"] == "asking");
    }
    assert_eq!(ana.types("take large, 1")["ok"], true);
    let folder = evening.folder.path();
    for name in ["nim.journal", "nim.report.md", "nim.2.journal", "nim.2.course.jsonl"] {
        assert!(folder.join(name).exists(), "{name}");
    }
    // The same call brings the new game back under the same links.
    let links = evening.links().clone();
    let evening = evening.again(2, &[]);
    assert_eq!((&evening.links().host, &evening.links().seats), (&links.host, &links.seats));
    let mut ben = evening.seat(1);
    assert!(ben.is_asked());
    let log = ben.ask(json!({"do": "log"}))["log"].clone();
    let made = log.as_array().unwrap().iter().filter(|l| l["told"] == "choice").count();
    assert_eq!(made, 1, "{log}");
    let mut ana = evening.seat(0);
    finish([&mut ana, &mut ben]);
    assert_eq!(evening.host().ask(json!({"do": "again"}))["ok"], true);
    assert!(evening.folder.path().join("nim.3.journal").exists());
}

/// A page of the lobby, and what it was told first.
fn lobby(link: &str) -> (Page, Value) {
    let mut page = Page::silent(link);
    let secret = link.split_once('#').unwrap().1;
    let hello = json!({"do": "hello", "link": secret, "page": "p", "protocol": 1});
    let told = page.ask(hello);
    assert_eq!(told["ok"], true, "{told}");
    (page, told)
}

#[test]
fn tables_are_opened_in_the_lobby() {
    let (games, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for name in ["nim.rules", "pig.rules"] {
        fs::copy(file(&format!("examples/{name}")), games.path().join(name)).unwrap();
    }
    let mut asked = wanted(&games.path().join("nim.rules"), folder.path(), 2, &[]);
    asked.games.push(games.path().join("pig.rules"));
    asked.lobby = true;
    let running = start(&asked, &loopback()).unwrap();
    let link = running.lobby.clone().unwrap();
    let (mut page, told) = lobby(&link);
    assert_eq!(told["lobby"].as_array().unwrap().len(), 2, "{told}");
    assert_eq!(told["games"][1]["title"], "Pig");
    let game = page.ask(json!({"do": "game", "game": 1}));
    assert_eq!(game["ok"], true, "{game}");
    assert!(game["about"].as_str().is_some_and(|about| !about.is_empty()), "{game}");
    let low = game["players"][0].as_u64().unwrap();
    let open = json!({"do": "open", "game": 1, "players": low.max(2), "seats": ["human", "greedy"],
                      "names": ["Mia", ""]});
    let opened = page.ask(open);
    assert_eq!(opened["ok"], true, "{opened}");
    assert_eq!(opened["table"]["id"], "pig-2");
    assert_eq!(opened["table"]["seats"][0]["name"], "Mia");
    let mut mia = Page::open(opened["table"]["seats"][0]["url"].as_str().unwrap());
    assert!(mia.is_asked());
    assert_eq!(mia.types("throw")["ok"], true);
    // The list says who sits there.
    page.listen();
    let last: Value = serde_json::from_str(page.heard.last().unwrap()).unwrap();
    let table = last["lobby"].as_array().unwrap().iter().find(|t| t["id"] == "pig-2").unwrap();
    assert_eq!(table["now"]["seats"][0]["here"], true, "{table}");
    assert_eq!(table["now"]["seats"][1]["who"], "greedy", "{table}");
    for wrong in [
        json!({"do": "open", "game": 7}),
        json!({"do": "open", "game": 1, "players": 99}),
        json!({"do": "open", "game": 1, "options": {"no_such": "1"}}),
        json!({"do": "open", "game": 1, "names": ["../x\u{0}"]}),
        json!({"do": "game", "game": 7}),
        json!({"do": "log"}),
    ] {
        let no = page.ask(wrong.clone());
        assert!(no["ok"] == false && no["why"].is_string(), "{wrong}: {no}");
    }
    // A page with another link is not let in.
    let mut stranger = Page::silent(&link);
    let hello = json!({"do": "hello", "link": "lobby.00", "page": "p", "protocol": 1});
    assert_eq!(stranger.ask(hello)["ok"], false);
    assert!(stranger.is_let_go());
}

const BIDS: &str = r#"game "Bids"
players 1
enum Fruit { apple, pear, plum, fig, date, lime, kiwi, sloe, grape, mango, melon, peach,
  quince, olive, lemon, guava, cherry, lychee, orange, banana, papaya, medlar, damson, currant }
play {
  turn me in players onwards { choose { pick } }
}
action pick(fruits in any of Fruit) as "picks {fruits}"
  needs count(fruits) mod 7 is 2 else "two, or nine"
{
  end game lost
}
"#;

/// A report reads as the log does: what was done, and what was refused.
#[test]
fn the_report_words_moves_as_the_log_does() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("bids.rules");
    fs::write(&game, BIDS).unwrap();
    let evening = Evening::with(&game, 1, &[]);
    let (mut host, mut ana) = (evening.host(), evening.seat(0));
    let picks = |ana: &mut Page, many: usize| {
        let screen = ana.number();
        let step = ana.ask(json!({"do": "options", "screen": screen, "entry": 0, "filled": []}));
        let picks = step["step"]["picks"].as_array().unwrap_or_else(|| panic!("{step}"));
        let list: Vec<_> = picks.iter().take(many).map(|pick| pick["arg"].clone()).collect();
        let filled = json!([{"List": list}]);
        ana.ask(json!({"do": "choose", "screen": screen, "entry": 0, "filled": filled}))
    };
    assert_eq!(picks(&mut ana, 1)["ok"], false);
    assert_eq!(picks(&mut ana, 2)["ok"], true);
    host.until(|s| s["stop"] == "over");
    let report = report(&mut host, "markdown");
    assert!(report.contains("point 1: Ana picks apple and pear"), "{report}");
    assert!(report.contains("- picks apple: two, or nine (once)"), "{report}");
}
