//! Every feature of the server, asked for over the five games by a client that knows from the
//! compiler what the answers must be.
//!
//! `TOUR=40` asks about more places of each game.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that has no answer has failed")]

use crate::client::{Client, address, games, place};
use crate::copies::{Copies, GAMES, changed, of_game};
use houserules_files::rules::{self, RuleFiles};
use houserules_lang::compile::{Compiled, Memory, Wanted};
use houserules_lang::letters::name_of;
use houserules_lang::resolve::uses::{Meaning, Use};
use houserules_lang::source::FileId;
use houserules_lsp::text::Lines;
use lsp_types::{Location, Position, Range, TextEdit};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// So many places of each sort are asked about.
const PLACES: usize = 3;

/// A game, as its compiler knows it and an editor has it open.
struct Stop {
    name: &'static str,
    game: PathBuf,
    variants: Vec<PathBuf>,
    text: String,
    lines: Lines,
    compiled: Compiled,
    client: Client,
    copies: Copies,
    /// The folder, which goes when nobody has it any more.
    _folder: tempfile::TempDir,
}

impl Stop {
    fn at(name: &'static str) -> Self {
        let folder = games();
        let (game, variants) = of_game(folder.path(), name);
        let mut client = Client::new(folder.path());
        let copies = Copies::opened(&mut client, std::iter::once(&game).chain(&variants));
        let text = copies.text(&game).to_owned();
        let files = RuleFiles { game: game.clone(), variants: Vec::new() };
        let (wanted, open) = (Wanted::Problems, copies.open());
        let compiled = rules::compiled_over(&files, wanted, &open, &mut Memory::default()).unwrap();
        let lines = Lines::of(&text);
        let _folder = folder;
        Self { name, game, variants, text, lines, compiled, client, copies, _folder }
    }

    fn position(&self, byte: usize) -> Position {
        self.lines.position(&self.text, byte)
    }

    fn word(&self, at: &Use) -> &str {
        self.compiled.sources.slice(at.at)
    }

    /// Some of the names in the text that fit, from all over it.
    fn some(&self, fits: impl Fn(&Use, &str) -> bool) -> Vec<Use> {
        #[expect(clippy::disallowed_methods, reason = "how much is tried is said from outside")]
        let count = std::env::var("TOUR").ok().and_then(|n| n.parse().ok()).unwrap_or(PLACES);
        let all = self.compiled.declared.uses.all();
        let fits = |u: &&Use| {
            u.at.file == FileId(0)
                && u.at.end > u.at.start
                && fits(u, &self.text[..u.at.start as usize])
        };
        let all: Vec<Use> = all.iter().filter(fits).cloned().collect();
        let step = (all.len() / count).max(1);
        all.into_iter().skip(step / 2).step_by(step).take(count).collect()
    }

    fn ask_at(&mut self, method: &str, byte: usize) -> Value {
        let at = self.position(byte);
        self.client.at(&format!("textDocument/{method}"), &self.game, at)
    }

    fn ask(&mut self, method: &str, more: Value) -> Value {
        let mut asked = json!({ "textDocument": { "uri": address(&self.game) } });
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.client.ask(&format!("textDocument/{method}"), asked)
    }

    /// The labels that are offered where these bytes are taken out and something is typed.
    fn offered(&mut self, bytes: std::ops::Range<usize>, typed: &str) -> Vec<String> {
        let mut text = self.text.clone();
        text.replace_range(bytes.clone(), typed);
        self.client.change(&self.game, &text);
        let lines = Lines::of(&text);
        let at = lines.position(&text, bytes.start + typed.len());
        let asked = place(&self.game, at);
        let list = self.client.ask("textDocument/completion", asked);
        self.client.change(&self.game, &self.text);
        let all = list["items"].as_array().unwrap();
        all.iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
    }

    /// What stands at a place of any file.
    fn words_at(&self, place: &Location) -> String {
        let path = houserules_lsp::address::path(&place.uri);
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = Lines::of(&text);
        let bytes = lines.byte(&text, place.range.start)..lines.byte(&text, place.range.end);
        text[bytes].to_owned()
    }
}

fn locations(answer: Value) -> Vec<Location> {
    serde_json::from_value(answer).unwrap()
}

fn ends_in(before: &str, c: char) -> bool {
    before.ends_with(c)
}

#[test]
fn a_name_is_explained_declared_somewhere_and_found_at_all_its_places() {
    for name in GAMES {
        let mut stop = Stop::at(name);
        let mut asked = 0;
        for at in stop.some(|u, _| !matches!(u.means, Meaning::Same(_))) {
            let (start, word) = (at.at.start as usize, stop.word(&at).to_owned());
            let range = stop.lines.range(&stop.text, start..at.at.end as usize);
            let hover = stop.ask_at("hover", start);
            let said = hover["contents"]["value"].as_str().unwrap_or("").to_owned();
            assert!(name_of(&said).contains(&name_of(&word)), "{name}: {word}: {said}");
            let definition = locations(stop.ask_at("definition", start));
            let Some(first) = definition.first() else {
                // Only what a library declares has no place.
                let all = stop.compiled.declared.uses.all();
                let own = |u: &&Use| u.at.file == FileId(0) && u.declares && u.means == at.means;
                let own = all.iter().filter(own);
                assert_eq!(own.count(), 0, "{name}: {word}");
                continue;
            };
            // The copies of a card are declared by a row, and members of units by signs.
            let there = name_of(&stop.words_at(first));
            assert!(there.contains(&name_of(&word)) || word.contains(' '), "{name}: {there}");
            let mut params = place(&stop.game, stop.position(start));
            params["context"] = json!({ "includeDeclaration": true });
            let places = locations(stop.client.ask("textDocument/references", params));
            let here = |l: &&Location| l.uri.as_str() == address(&stop.game);
            assert!(places.iter().filter(here).any(|l| l.range == range), "{name}: {word}");
            assert!(definition.iter().any(|d| places.contains(d)), "{name}: {word}");
            let marks = stop.ask_at("documentHighlight", start);
            let marked = |m: &Value| m["range"] == serde_json::to_value(range).unwrap();
            assert!(marks.as_array().unwrap().iter().any(marked), "{name}: {word}");
            let renamed = stop.ask_at("prepareRename", start);
            assert_eq!(renamed["placeholder"].as_str(), Some(word.as_str()), "{name}");
            asked += 1;
        }
        assert!(asked > 0, "{name}");
        stop.client.close();
    }
}

#[test]
fn what_stands_in_the_games_is_offered_where_it_stands() {
    for name in GAMES {
        let mut stop = Stop::at(name);
        let members = stop.some(|u, before| !u.declares && ends_in(before, '.'));
        let moves = |u: &Use, before: &str| {
            matches!(u.means, Meaning::Move(_)) && before.ends_with(" does ")
        };
        let (moves, deeds) = (stop.some(moves), |u: &Use, before: &str| {
            matches!(u.means, Meaning::Deed(_)) && before.ends_with("\n  ")
        });
        let deeds = stop.some(deeds);
        let cards =
            |u: &Use, before: &str| matches!(u.means, Meaning::Row(_)) && ends_in(before, '[');
        let cards = stop.some(cards);
        assert!(!members.is_empty() && !moves.is_empty(), "{name}");
        for at in members.iter().chain(&moves).chain(&deeds) {
            let (bytes, word) = (at.at.start as usize..at.at.end as usize, stop.word(at));
            let word = word.to_owned();
            let all = stop.offered(bytes.clone(), "");
            assert!(all.contains(&word), "{name}: {word} at {bytes:?} of {all:?}");
            // The same with its first letter typed.
            let first: String = word.chars().take(1).collect();
            let all = stop.offered(bytes, &first);
            assert!(all.contains(&word), "{name}: {word} behind {first}");
        }
        for at in cards {
            let word = stop.word(&at).to_owned();
            let first = word.split(' ').next().unwrap().to_owned();
            let all = stop.offered(at.at.start as usize..at.at.end as usize, "");
            let fits = |offered: &String| name_of(offered) == name_of(&word) || *offered == first;
            let part = |offered: &String| offered.split(' ').any(|part| part == first);
            assert!(all.iter().any(|o| fits(o) || part(o)), "{name}: {word} of {all:?}");
        }
        // At the left edge items.
        let end = stop.text.len();
        let all = stop.offered(end..end, "\n");
        for item in ["card", "deck", "action", "test", "define"] {
            assert!(all.iter().any(|label| label == item), "{name}: {item} of {all:?}");
        }
        stop.client.close();
    }
}

#[test]
fn calls_show_what_they_want() {
    for name in GAMES {
        let mut stop = Stop::at(name);
        let text = stop.text.clone();
        let calls = stop.some(|u, before| {
            let behind =
                text[before.len()..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
            !u.declares
                && matches!(u.means, Meaning::Deed(_) | Meaning::Word(_) | Meaning::Move(_))
                && behind.starts_with('(')
                && !behind.starts_with("()")
        });
        assert!(!calls.is_empty(), "{name}");
        for at in calls {
            let help = stop.ask_at("signatureHelp", at.at.end as usize + 1);
            let label = help["signatures"][0]["label"].as_str().unwrap_or("");
            let parameters = help["signatures"][0]["parameters"].as_array();
            let word = stop.word(&at);
            assert!(label.contains(word) && label.contains('('), "{name}: {word}: {help}");
            assert!(parameters.is_some_and(|all| !all.is_empty()), "{name}: {word}: {help}");
            assert_eq!(help["activeParameter"], 0, "{name}: {word}");
        }
        stop.client.close();
    }
}

/// The last line of a text that begins with blanks and a word, with its bytes.
fn indented_line(text: &str) -> std::ops::Range<usize> {
    let at = text.rfind("\n  ").unwrap() + 1;
    let end = text[at..].find('\n').map_or(text.len(), |n| at + n);
    at..end
}

#[test]
fn texts_are_drawn_and_put_in_shape() {
    for name in GAMES {
        let mut stop = Stop::at(name);
        let whole = Range::new(Position::new(0, 0), stop.lines.end(&stop.text));
        let symbols = stop.ask("documentSymbol", json!({}));
        let titles: Vec<&str> =
            stop.text.lines().filter_map(|l| l.strip_prefix("test \"")).collect();
        let tests = symbols.as_array().unwrap().iter().filter(|s| s["detail"] == "test");
        assert_eq!(tests.count(), titles.len(), "{name}");
        // Every block of several lines can be folded.
        let folds = stop.ask("foldingRange", json!({}));
        let blocks = stop
            .text
            .lines()
            .filter(|l| l.trim_end().ends_with('{') && !l.trim_start().starts_with("//"));
        assert!(folds.as_array().unwrap().len() >= blocks.count(), "{name}");
        // Colours of a part are those of the whole.
        let tokens = stop.ask("semanticTokens/full", json!({}));
        let part = stop.ask("semanticTokens/range", json!({ "range": whole }));
        assert_eq!(tokens["data"], part["data"], "{name}");
        let hints = stop.ask("inlayHint", json!({ "range": whole }));
        let zones = stop.compiled.declared.uses.all();
        let zones = zones.iter().filter(|u| {
            u.declares && u.at.file == FileId(0) && matches!(u.means, Meaning::Zone(_))
        });
        assert_eq!(hints.as_array().unwrap().len(), zones.count(), "{name}");
        // One line is moved to the right; the whole text, or its item alone, is put right again.
        let line = indented_line(&stop.text);
        let mut wrong = stop.text.clone();
        wrong.insert_str(line.start, "     ");
        let game = stop.game.clone();
        stop.client.change(&game, &wrong);
        let options = json!({ "tabSize": 2, "insertSpaces": true });
        let here = Lines::of(&wrong).range(&wrong, line.start..line.start);
        for method in ["formatting", "rangeFormatting"] {
            let asked = json!({ "options": options, "range": here });
            let edits: Vec<TextEdit> = serde_json::from_value(stop.ask(method, asked)).unwrap();
            assert_eq!(changed(&wrong, &edits), stop.text, "{name}: {method}");
        }
        stop.client.close();
    }
}

#[test]
fn lenses_run_tests_play_and_tell_variants_apart() {
    for name in GAMES {
        let mut stop = Stop::at(name);
        let lenses = stop.ask("codeLens", json!({}));
        let lenses = lenses.as_array().unwrap();
        let titled = |title: &str| -> Vec<Value> {
            let of = |lens: &&Value| lens["command"]["title"] == title;
            lenses.iter().filter(of).map(|lens| lens["command"].clone()).collect()
        };
        assert_eq!(titled("Play").len(), 1, "{name}");
        let tests = titled("Run this test");
        for command in [tests.first().unwrap(), tests.last().unwrap()] {
            let run = json!({ "command": command["command"], "arguments": command["arguments"] });
            let told = stop.client.ask("workspace/executeCommand", run);
            assert_eq!(told["passed"], true, "{name}: {told}");
        }
        for variant in stop.variants.clone() {
            let document = json!({ "textDocument": { "uri": address(&variant) } });
            let lenses = stop.client.ask("textDocument/codeLens", document);
            let ask = |l: &&Value| l["command"]["title"] == "What does this variant change?";
            let lens = lenses.as_array().unwrap().iter().find(ask).unwrap();
            let run = json!({ "command": lens["command"]["command"],
                              "arguments": lens["command"]["arguments"] });
            let told = stop.client.ask("workspace/executeCommand", run);
            assert!(!told["changes"].as_array().unwrap().is_empty(), "{name}: {told}");
        }
        stop.client.close();
    }
}

#[test]
fn a_slip_is_said_and_the_mend_that_is_offered_is_right() {
    for name in GAMES {
        let mut stop = Stop::at(name);
        // A long name behind a dot, with a letter too many.
        let slips =
            stop.some(|u, before| !u.declares && ends_in(before, '.') && u.at.end - u.at.start > 4);
        assert!(!slips.is_empty(), "{name}");
        let game = stop.game.clone();
        let (mut sure, mut all) = (0, 0);
        for at in slips {
            let mut wrong = stop.text.clone();
            wrong.insert(at.at.end as usize, 'q');
            stop.client.change(&game, &wrong);
            let said = stop.client.wrong_with(&game);
            assert!(!said.is_empty(), "{name}: {}", stop.word(&at));
            let range = Lines::of(&wrong).range(&wrong, at.at.start as usize..at.at.end as usize);
            let asked = json!({ "range": range, "context": { "diagnostics": said } });
            let actions = stop.ask("codeAction", asked);
            let actions = actions.as_array().unwrap();
            all += 1;
            if let Some(action) = actions.iter().find(|a| a["isPreferred"] == true) {
                let edits = action["edit"]["documentChanges"][0]["edits"].clone();
                let edits: Vec<TextEdit> = serde_json::from_value(edits).unwrap();
                let mended = changed(&wrong, &edits);
                stop.client.change(&game, &mended);
                let left = stop.client.wrong_with(&game);
                assert!(left.len() < said.len() || left.is_empty(), "{name}: {left:?}");
                sure += 1;
            }
        }
        assert!(sure * 3 >= all * 2, "{name}: {sure} of {all}");
        stop.client.close();
    }
}

/// A text with the first of the places that fit in the place of others.
fn broken(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "no {from:?}");
    text.replacen(from, to, 1)
}

#[test]
fn what_is_not_saved_counts_everywhere_at_once() {
    for name in GAMES {
        let mut stop = Stop::at(name);
        let game = stop.game.clone();
        for path in stop.variants.clone() {
            assert_eq!(stop.client.wrong_with(&path), Vec::<Value>::new(), "{name}: {path:?}");
        }
        // A base that no longer reads breaks what stands on it.
        let title = stop.text.lines().find(|l| l.starts_with("game ")).unwrap().to_owned();
        let wrong = broken(&stop.text, &title, &format!("{title}\n\nsetup {{ nothing_there() }}"));
        stop.copies.change(&mut stop.client, &game, &wrong);
        for path in stop.variants.clone() {
            let said = stop.client.wait_for(&path, |all| !all.is_empty());
            assert!(!said.is_empty(), "{name}: {path:?}");
        }
        let text = stop.text.clone();
        stop.copies.change(&mut stop.client, &game, &text);
        for path in stop.variants.clone() {
            stop.client.wait_for(&path, <[Value]>::is_empty);
        }
        // A variant by itself leaves its game as it is.
        if let Some(path) = stop.variants.first().cloned() {
            let text = stop.copies.text(&path).to_owned();
            let wrong = format!("{text}\nto more() {{ nothing_there() }}\n");
            stop.copies.change(&mut stop.client, &path, &wrong);
            stop.client.wait_for(&path, |all| !all.is_empty());
            assert_eq!(stop.client.wrong_with(&game), Vec::<Value>::new(), "{name}");
            stop.copies.change(&mut stop.client, &path, &text);
            stop.client.wait_for(&path, <[Value]>::is_empty);
        }
        tables(&mut stop, &game);
        // Nothing of all that was written.
        assert_eq!(std::fs::read_to_string(&game).unwrap(), stop.text, "{name}");
        stop.client.close();
    }
}

/// A table that is open, with a cell too many: that is said of it, and gone when it is mended.
fn tables(stop: &mut Stop, game: &Path) {
    let files = stop.compiled.sources.iter();
    let table = files
        .map(|(_, f)| PathBuf::from(&f.name))
        .find(|p| p.extension().is_some_and(|e| e == "csv"));
    let Some(table) = table else { return };
    let table = game.parent().unwrap().join(table.file_name().unwrap());
    let text = stop.client.open(&table);
    assert_eq!(stop.client.wrong_with(&table), Vec::<Value>::new(), "{}", stop.name);
    let end = text.trim_end().len();
    let wrong = format!("{},one too many{}", &text[..end], &text[end..]);
    stop.client.change(&table, &wrong);
    let said = stop.client.wrong_with(&table);
    assert!(!said.is_empty(), "{}: {table:?}", stop.name);
    stop.client.change(&table, &text);
    assert_eq!(stop.client.wrong_with(&table), Vec::<Value>::new(), "{}", stop.name);
}
