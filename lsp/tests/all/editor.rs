//! An editor's requests, one by one, over the games of the repository.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that has no answer has failed")]

use crate::client::{Client, address, edited, find, games, place};
use crate::renames::outcomes;
use crate::writer::{at_random, press, session};
use houserules_files::rules::{self, RuleFiles};
use houserules_lang::compile::{Memory, Wanted};
use lsp_types::Position;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

const GAMES: [&str; 5] =
    ["bandido_alcatraz", "bandit", "banditos_heist", "banditos_schacht", "bandits_hideout"];

fn labels(list: &Value) -> Vec<String> {
    let all = list["items"].as_array().unwrap();
    all.iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_games_are_right_and_every_request_is_answered() {
    let folder = games();
    let mut client = Client::new(folder.path());
    for name in GAMES {
        let path = folder.path().join(format!("games/{name}.rules"));
        let text = client.open(&path);
        assert_eq!(client.wrong_with(&path), Vec::<Value>::new(), "{name}");
        let document = json!({ "textDocument": { "uri": address(&path) } });
        let symbols = client.ask("textDocument/documentSymbol", document.clone());
        assert!(symbols.as_array().unwrap().len() > 20, "{name}");
        let folds = client.ask("textDocument/foldingRange", document.clone());
        assert!(folds.as_array().unwrap().len() > 20, "{name}");
        let tokens = client.ask("textDocument/semanticTokens/full", document.clone());
        assert!(tokens["data"].as_array().unwrap().len() > 5000, "{name}");
        let lenses = client.ask("textDocument/codeLens", document.clone());
        assert_eq!(lenses.as_array().unwrap().len(), 1 + text.matches("\ntest \"").count());
        let mut formatting = document.clone();
        formatting["options"] = json!({ "tabSize": 2, "insertSpaces": true });
        assert_eq!(client.ask("textDocument/formatting", formatting), json!([]), "{name}");
        let lines = text.lines().count();
        let range = json!({ "start": { "line": 0, "character": 0 },
                            "end": { "line": lines, "character": 0 } });
        let mut hints = document;
        hints["range"] = range;
        let hints = client.ask("textDocument/inlayHint", hints);
        let hints = hints.as_array().unwrap();
        assert!(hints.iter().any(|h| h["label"] == "nobody sees it"), "{name}");
    }
    let found = client.ask("workspace/symbol", json!({ "query": "merciful" }));
    assert!(!found.as_array().unwrap().is_empty());
    client.close();
}

#[test]
fn names_are_explained_and_found() {
    let folder = games();
    let mut client = Client::new(folder.path());
    let path = folder.path().join("games/bandit.rules");
    let text = client.open(&path);
    let hover = client.at("textDocument/hover", &path, find(&text, "layout: slots", 2));
    let said = hover["contents"]["value"].as_str().unwrap();
    assert!(said.contains("layout: slots of Card, seen by nobody"), "{said}");
    assert!(said.contains("slots of `Card` of each Player; nobody sees it"), "{said}");
    assert!(said.contains("Nobody may look, not even the owner."), "{said}");
    assert!(said.contains("B2-010"), "{said}");

    let definition = client.at("textDocument/definition", &path, find(&text, ".layout", 2));
    let Position { line, character } = find(&text, "layout: slots", 0);
    assert_eq!(definition[0]["range"]["start"], json!({ "line": line, "character": character }));

    // A field is declared in the rules, and named by the header of the table.
    let mut asked = place(&path, find(&text, "value: -2..20", 1));
    asked["context"] = json!({ "includeDeclaration": true });
    let places = client.ask("textDocument/references", asked);
    let places = places.as_array().unwrap();
    let table = address(&folder.path().join("games/bandit_deck.csv"));
    assert_eq!(places.iter().filter(|p| p["uri"] == table.as_str()).count(), 1);
    assert!(places.len() > 4, "{places:?}");

    // A member of an enum stands in the table's cells.
    let mut asked = place(&path, find(&text, "peek_own,", 1));
    asked["context"] = json!({ "includeDeclaration": true });
    let places = client.ask("textDocument/references", asked);
    let cells = places.as_array().unwrap().iter().filter(|p| p["uri"] == table.as_str());
    assert!(cells.count() > 0);

    let help = client.at("textDocument/signatureHelp", &path, {
        let call = text.find("change_first(").map_or_else(|| call_of(&text), |at| at + 13);
        houserules_lsp::text::Lines::of(&text).position(&text, call)
    });
    assert!(help.is_null() || help["signatures"][0]["label"].as_str().unwrap().contains('('));
    client.close();
}

/// The byte behind the bracket of the first deed that is declared with parameters.
fn call_of(text: &str) -> usize {
    let to = text
        .match_indices("\nto ")
        .find(|(at, _)| text[*at + 1..].lines().next().is_some_and(|line| line.contains('(')));
    let (at, _) = to.unwrap();
    at + text[at..].find('(').unwrap() + 1
}

#[test]
fn what_fits_is_offered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.rules");
    let game = include_str!("offered.txt");
    std::fs::write(&path, game.replace("HERE", "").replace("THERE", "")).unwrap();
    let mut client = Client::new(folder.path());
    client.open(&path);
    let offered = |client: &mut Client, here: &str, there: &str| {
        let text = game.replace("THERE", there).replace("HERE", here);
        let at = text.find('|').unwrap();
        let text = text.replace('|', "");
        client.change(&path, &text);
        let position = houserules_lsp::text::Lines::of(&text).position(&text, at);
        let asked = place(&path, position);
        labels(&client.ask("textDocument/completion", asked))
    };
    let has = |all: &[String], wanted: &[&str]| {
        wanted.iter().all(|word| all.iter().any(|label| label == word))
    };
    let all = offered(&mut client, "me.|", "");
    assert!(has(&all, &["hand", "cash", "left"]) && !has(&all, &["pack"]), "{all:?}");
    let all = offered(&mut client, "me.ca|", "");
    assert!(has(&all, &["cash"]), "{all:?}");
    let all = offered(&mut client, "|", "");
    assert!(has(&all, &["pay", "move", "for each"]), "{all:?}");
    let all = offered(&mut client, "if me.cash > 1 { p| }", "");
    assert!(has(&all, &["pay"]), "{all:?}");
    let all = offered(&mut client, "choose { l| }", "");
    assert!(has(&all, &["lay", "pass"]), "{all:?}");
    let all = offered(&mut client, "let x = any c in me.hand has c.color is |", "");
    assert!(has(&all, &["pink", "blue"]), "{all:?}");
    let all = offered(&mut client, "move those c in pack where c is [pink |", "");
    assert!(has(&all, &["1", "2", "3"]), "{all:?}");
    // Cards that have no names of their own go by what is printed on them.
    let all = offered(&mut client, "move those c in pack where c is [|", "");
    assert!(has(&all, &["pink 1", "blue 3"]) && !has(&all, &[""]), "{all:?}");
    let all = offered(&mut client, "", "|");
    assert!(has(&all, &["Ana", "Ben", "given", "expect"]), "{all:?}");
    let all = offered(&mut client, "", "Ana does |");
    assert!(has(&all, &["lay"]) && !has(&all, &["pay"]), "{all:?}");
    let all = offered(&mut client, "say \"me.|\"", "");
    assert_eq!(all, Vec::<String>::new());
    client.close();
}

#[test]
fn a_base_that_is_not_saved_shows_what_breaks_in_its_variants() {
    let folder = games();
    let base = folder.path().join("games/bandido_alcatraz.rules");
    let variant = folder.path().join("examples/variants/alcatraz_alarm.rules");
    let mut client = Client::new(folder.path());
    let text = client.open(&base);
    client.open(&variant);
    assert_eq!(client.wrong_with(&variant), Vec::<Value>::new());
    // The variant stands on a phase of that name.
    assert!(text.contains("\"digging\""));
    client.change(&base, &text.replace("\"digging\"", "\"delving\""));
    let wrong = client.wait_for(&variant, |all| !all.is_empty());
    assert!(wrong.iter().any(|d| d["message"].as_str().unwrap().contains("digging")), "{wrong:?}");
    client.change(&base, &text);
    client.wait_for(&variant, <[Value]>::is_empty);
    // Nothing was written.
    assert_eq!(std::fs::read_to_string(&base).unwrap(), text);
    client.close();
}

#[test]
fn another_name_leaves_every_test_as_it_was() {
    let folder = games();
    let game = folder.path().join("games/bandit.rules");
    let variants = ["bandit_merciful", "bandit_patience", "bandit_sheriffs"];
    let variants = variants.map(|v| folder.path().join(format!("examples/variants/{v}.rules")));
    let all = || {
        let plain = RuleFiles { game: game.clone(), variants: Vec::new() };
        let with =
            variants.iter().map(|v| RuleFiles { game: game.clone(), variants: vec![v.clone()] });
        std::iter::once(plain)
            .chain(with)
            .map(|files| outcomes(&files, &Arc::default()))
            .collect::<Vec<_>>()
    };
    let before = all();
    for (words, new) in [
        ("layout: slots", "places"),
        ("peek_own,", "look_own"),
        ("Card { name", "Karte"),
        ("draw_pile of", "stack"),
        ("discards: pile", "heap"),
        // In a table's header, and in a variant behind a card: `set [Red_Bandit].value`.
        ("value: -2..20", "worth"),
    ] {
        let mut client = Client::new(folder.path());
        let text = client.open(&game);
        let mut asked = place(&game, find(&text, words, 1));
        asked["newName"] = json!(new);
        let edit = client.ask("textDocument/rename", asked);
        let texts = edited(&edit);
        assert!(texts.contains_key(&game.canonicalize().unwrap()), "{words}");
        for (path, text) in texts {
            std::fs::write(path, text).unwrap();
        }
        client.close();
        assert_eq!(all(), before, "{words} as {new}");
    }
}

#[test]
fn a_name_that_means_something_else_is_refused() {
    let folder = games();
    let path = folder.path().join("games/bandit.rules");
    let mut client = Client::new(folder.path());
    let text = client.open(&path);
    for new in ["drawn", "two words", "", "1a", "\u{7}"] {
        let mut asked = place(&path, find(&text, "layout: slots", 1));
        asked["newName"] = json!(new);
        let refused = client.try_ask("textDocument/rename", asked).unwrap_err();
        assert!(!refused.1.contains('\u{7}'), "{refused:?}");
    }
    let asked = place(&path, find(&text, "slots of", 1));
    assert!(client.try_ask("textDocument/prepareRename", asked).is_err());
    client.close();
}

#[test]
fn mends_are_offered_and_proved() {
    let folder = games();
    let path = folder.path().join("games/banditos_schacht.rules");
    let mut client = Client::new(folder.path());
    let text = client.open(&path);
    let name = text.split("each Player has {").nth(1).unwrap();
    let name = name.lines().find(|l| l.contains(": ") && !l.contains("///")).unwrap();
    let name = name.trim().split(':').next().unwrap();
    let uses = format!(".{name}");
    let at = text.rfind(&uses).unwrap() + uses.len();
    let mut wrong = text.clone();
    wrong.insert(at, 'x');
    client.change(&path, &wrong);
    let said = client.wrong_with(&path);
    assert!(!said.is_empty(), "{name}");
    let asked = json!({
        "textDocument": { "uri": address(&path) },
        "range": said[0]["range"],
        "context": { "diagnostics": said },
    });
    let actions = client.ask("textDocument/codeAction", asked);
    let sure = actions.as_array().unwrap().iter().find(|a| a["isPreferred"] == true);
    let sure = sure.unwrap_or_else(|| panic!("{actions:?} {said:?}"));
    assert_eq!(sure["title"], format!("Write `{name}`"));
    client.close();
}

#[test]
fn tests_run_and_variants_are_compared_from_the_text() {
    let folder = games();
    let path = folder.path().join("games/banditos_schacht.rules");
    let mut client = Client::new(folder.path());
    let text = client.open(&path);
    let title = text.split("\ntest \"").nth(1).unwrap().split('"').next().unwrap();
    let run = json!({ "command": "houserules.runTest", "arguments": [address(&path), title] });
    let told = client.ask("workspace/executeCommand", run.clone());
    assert_eq!(told["passed"], true, "{told}");
    assert!(client.said.last().unwrap().contains("passed"));
    let variant = folder.path().join("examples/variants/banditos_auction.rules");
    client.open(&variant);
    let asked = json!({ "command": "houserules.whatChanges", "arguments": [address(&variant)] });
    let told = client.ask("workspace/executeCommand", asked);
    assert!(!told["changes"].as_array().unwrap().is_empty());
    let asked = json!({ "command": "houserules.nothing", "arguments": [] });
    assert!(client.try_ask("workspace/executeCommand", asked).is_err());
    client.close();
}

#[test]
fn versions_cancelling_and_positions_are_kept_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.rules");
    let game = "game \"G \u{1f0a1}\"\nplayers 2\nthe table has { n: 0..9 }\n\
                play { turn me in players { n += 1  end game won by me } }\n";
    std::fs::write(&path, game).unwrap();
    let mut client = Client::new(folder.path());
    client.open(&path);
    client.wrong_with(&path);
    // Behind a character of two units.
    let at = |character: u32| json!({ "line": 0, "character": character });
    let change = json!([{ "range": { "start": at(8), "end": at(10) }, "text": "\u{e9}x" }]);
    client.changes(&path, change);
    let symbols = client
        .ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": address(&path) } }));
    assert_eq!(symbols[0]["name"], "G \u{e9}x");
    // What is told is about the last text, whatever came between.
    for n in 0..20 {
        client.change(&path, &game.replace("n += 1", &format!("m{n} += 1")));
    }
    let wrong = client.wrong_with(&path);
    assert!(wrong[0]["message"].as_str().unwrap().contains("m19"), "{wrong:?}");
    // A request that is called off while it waits is not carried out.
    let first = client.begin("textDocument/hover", place(&path, Position::new(2, 17)));
    let second = client.begin("textDocument/hover", place(&path, Position::new(2, 17)));
    let id: i32 = second.to_string().parse().unwrap();
    client.tell("$/cancelRequest", json!({ "id": id }));
    assert!(client.end(&first).response_result.is_ok());
    let _ = client.end(&second);
    assert_eq!(client.try_ask("textDocument/nothing", json!({})).unwrap_err().0, -32601);
    assert_eq!(client.try_ask("textDocument/hover", json!(7)).unwrap_err().0, -32602);
    client.close();
}

#[test]
fn tables_are_completed_and_a_closed_text_is_forgotten() {
    let folder = games();
    let path = folder.path().join("games/bandit_deck.csv");
    let mut client = Client::new(folder.path());
    let text = client.open(&path);
    assert_eq!(client.wrong_with(&path), Vec::<Value>::new());
    let column = text.lines().next().unwrap().split(',').position(|c| c.trim() == "group").unwrap();
    let row = text.lines().nth(1).unwrap();
    let start: usize = row.split(',').take(column).map(|cell| cell.len() + 1).sum();
    let asked = place(&path, Position::new(1, u32::try_from(start).unwrap()));
    let all = labels(&client.ask("textDocument/completion", asked));
    assert!(all.iter().any(|label| label == "power"), "{all:?}");
    client.change(&path, &text.replacen("\n", "\n\"", 1));
    assert!(!client.wrong_with(&path).is_empty());
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": address(&path) } }));
    client.wait_for(&path, <[Value]>::is_empty);
    client.close();
}

#[test]
fn a_table_that_no_game_reads_any_more_is_told_of_as_it_stands() {
    let folder = games();
    let table = folder.path().join("games/bandit_deck.csv");
    let game = folder.path().join("games/bandit.rules");
    let mut client = Client::new(folder.path());
    let text = client.open(&table);
    client.open(&game);
    client.wrong_with(&table);
    // The table is named, but in a remark.
    client.change(&game, "// from \"bandit_deck.csv\"\ngame \"Bandit\"\n");
    client.change(&table, &format!("{text}\n"));
    assert_eq!(client.wrong_with(&table), Vec::<Value>::new());
    client.change(&game, "");
    client.change(&table, &text);
    assert_eq!(client.wrong_with(&table), Vec::<Value>::new());
    client.close();
}

/// Somebody types on before the whole was looked for, and then rests.
#[test]
fn what_is_said_in_haste_is_replaced_by_the_whole_when_nobody_types() {
    let folder = games();
    let path = folder.path().join("games/bandit.rules");
    let mut client = Client::new(folder.path());
    let text = client.open(&path);
    assert_eq!(client.wrong_with(&path), Vec::<Value>::new());
    let (before, behind) = text.split_at(text.find("\nsetup {").unwrap() + "\nsetup {".len());
    for words in ["\n  mische draw_pile", "\n  mix draw_pile"] {
        for (at, _) in words.char_indices().skip(1) {
            client.change(&path, &format!("{before}{}{behind}", &words[..at]));
        }
        client.change(&path, &format!("{before}{words}{behind}"));
        let hasty = client.wrong_with(&path);
        let says = |d: &Value| d["message"].as_str().unwrap().contains("shuffle draw_pile");
        let whole = client.wait_for(&path, |all| all.iter().any(says));
        assert_eq!(whole.len(), 1, "{whole:?}");
        assert_ne!(hasty, whole);
        assert_eq!(client.wrong_with(&path), whole);
    }
    client.change(&path, &text);
    assert_eq!(client.wrong_with(&path), Vec::<Value>::new());
    assert_eq!(client.stale, 0);
    client.close();
}

#[test]
fn what_is_remembered_of_the_version_before_changes_nothing() {
    let path = crate::client::root().join("games/banditos_schacht.rules").canonicalize().unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let files = RuleFiles { game: path.clone(), variants: Vec::new() };
    let last = text.rfind("\n}").unwrap();
    let test = text.find("\ntest \"").unwrap();
    let edits = [
        (last, ["\n  expect no", "\n  expect nobody", "\n  expect 1 is 1", ""]),
        (test, ["\n// more", "\ndefine more = 1", "\nto more() { }", ""]),
        (last, ["\n  expect no p in players has p.nothing", "\n  ", "\n  // more", ""]),
    ];
    let mut memory = Memory::default();
    for (at, typed) in edits.iter().flat_map(|(at, all)| all.iter().map(move |t| (*at, *t))) {
        let (before, behind) = text.split_at(at);
        let now: Arc<str> = format!("{before}{typed}{behind}").into();
        let open = Arc::new(BTreeMap::from([(path.clone(), now)]));
        let compiled =
            |memory: &mut Memory| rules::compiled_over(&files, Wanted::Problems, &open, memory);
        // In haste less is looked for; what is remembered of that must not stand for the whole.
        let hasty = rules::compiled_over(&files, Wanted::AtOnce, &open, &mut memory).unwrap();
        assert!(hasty.rulebook.is_none());
        let again = compiled(&mut memory).unwrap();
        let anew = compiled(&mut Memory::default()).unwrap();
        assert_eq!(format!("{:?}", again.diagnostics), format!("{:?}", anew.diagnostics));
        let same = format!("{:?}", again.rulebook) == format!("{:?}", anew.rulebook);
        assert!(same, "{typed}");
    }
}

/// Any bytes that are text, in several files at once.
#[test]
fn random_edits_never_end_the_conversation() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["nim.rules", "tic_tac_toe.rules", "variants/nim_last_loses.rules"];
    let files: Vec<PathBuf> = files
        .into_iter()
        .filter_map(|name| {
            let from = crate::client::root().join("examples").join(name);
            let to = folder.path().join(from.file_name().unwrap());
            std::fs::copy(from, &to).ok().map(|_| to)
        })
        .collect();
    assert!(files.len() >= 2);
    at_random(folder.path(), &files, 80, 7);
}

#[test]
fn keys_are_told_of_once_and_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nim.rules");
    std::fs::copy(crate::client::root().join("examples/nim.rules"), &path).unwrap();
    let mut client = Client::new(folder.path());
    let text = client.open(&path);
    let mut now = text.clone();
    for (at, key) in session(&text, 200, 1).iter().enumerate() {
        press(&mut client, &path, &mut now, key);
        // Mostly somebody types on without waiting.
        if at % 9 == 0 {
            client.wrong_with(&path);
        }
    }
    client.wrong_with(&path);
    assert_eq!((client.stale, now), (0, text));
    client.close();
}

#[test]
fn colours_of_a_text_that_has_changed_since_are_refused() {
    let folder = games();
    let path = folder.path().join("games/banditos_heist.rules");
    let mut client = Client::new(folder.path());
    let text = client.open(&path);
    let document = json!({ "textDocument": { "uri": address(&path) } });
    // While this is answered, the others wait.
    let first = client.begin("textDocument/inlayHint", {
        let mut asked = document.clone();
        asked["range"] = json!({ "start": { "line": 0, "character": 0 },
                                 "end": { "line": 9, "character": 0 } });
        asked
    });
    let asked: Vec<_> = (0..3)
        .map(|_| client.begin("textDocument/semanticTokens/full", document.clone()))
        .collect();
    client.change(&path, &text);
    let last = client.begin("textDocument/semanticTokens/full", document);
    client.end(&first);
    for id in asked {
        if let Err(refused) = client.end(&id).response_result {
            assert_eq!(refused.code, -32801);
        }
    }
    assert!(client.end(&last).response_result.is_ok());
    client.close();
}

#[test]
fn the_rulebook_of_the_open_text_says_on_which_lines_its_items_stand() {
    let folder = games();
    let path = folder.path().join("games/bandit.rules");
    let mut client = Client::new(folder.path());
    let text = client.open(&path);
    let asked = json!({ "textDocument": { "uri": address(&path) } });
    let page = client.ask("houserules/rulebook", asked.clone());
    assert_eq!((page["title"].as_str(), page["version"].as_i64()), (Some("Bandit"), Some(1)));
    let html = page["html"].as_str().unwrap();
    let item = text.lines().position(|line| line.starts_with("action ")).unwrap();
    let prose = (0..item).rev().find(|at| !text.lines().nth(*at).unwrap().starts_with("///"));
    let line = prose.unwrap() + 1;
    assert!(html.contains(&format!(" data-line=\"{line}\">")), "{line}");
    // As it is written, not as it was saved.
    client
        .change(&path, &format!("// above\n{text}").replace("game \"Bandit\"", "game \"Robber\""));
    let page = client.ask("houserules/rulebook", asked.clone());
    assert_eq!((page["title"].as_str(), page["version"].as_i64()), (Some("Robber"), Some(2)));
    assert!(page["html"].as_str().unwrap().contains(&format!(" data-line=\"{}\">", line + 1)));
    // Wrong tests stand in no rulebook.
    client.change(&path, &format!("{text}\ntest \"wrong\" with Ana, Ben {{ expect nonsense }}\n"));
    assert!(client.try_ask("houserules/rulebook", asked.clone()).is_ok());
    client.change(&path, &text.replace("setup {", "setup { nonsense()"));
    let (_, why) = client.try_ask("houserules/rulebook", asked).unwrap_err();
    assert!(why.starts_with("line ") && why.contains("nonsense"), "{why}");
    let variant = folder.path().join("examples/variants/bandit_merciful.rules");
    client.open(&variant);
    let asked = json!({ "textDocument": { "uri": address(&variant) } });
    assert!(client.try_ask("houserules/rulebook", asked).unwrap_err().1.contains("variant"));
    client.close();
}
