//! Names of all kinds, taken from all over the games, get other names one after the other, as an
//! editor does it: through the game, its variants and its tables. Every test comes out as before.
//!
//! `RENAMES=200` takes more names of each game.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that has no answer has failed")]

use crate::client::{Client, games, place};
use crate::copies::{Copies, of_game};
use houserules_files::engine::Starter;
use houserules_files::loader::OpenTexts;
use houserules_files::rules::{self, RuleFiles};
use houserules_interpreter::ask::Setup;
use houserules_interpreter::chance::Seed;
use houserules_lang::compile::{Compiled, Memory, Wanted};
use houserules_lang::resolve::uses::Meaning;
use houserules_lang::source::FileId;
use houserules_lsp::text::Lines;
use houserules_table::runner::run_test;
use lsp_types::Position;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;
use std::path::Path;
use std::sync::Arc;

/// So many names of each game are others in the end.
const NAMES: usize = 2;

fn compiled(files: &RuleFiles, open: &Arc<OpenTexts>) -> Compiled {
    rules::compiled_over(files, Wanted::Problems, open, &mut Memory::default()).unwrap()
}

/// What came of every test of a game, alone or with a variant, with its texts as they are open.
pub fn outcomes(files: &RuleFiles, open: &Arc<OpenTexts>) -> Vec<(String, String)> {
    let compiled = compiled(files, open);
    let changed = compiled.changed.len();
    let book = Arc::new(compiled.rulebook.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics)));
    let starter = Starter::new(&book, false);
    let start = |setup: &Setup, seed: Seed| starter.start(setup, seed);
    let run = |at: usize| {
        let result = run_test(&book, &compiled.sources, at, &start);
        (result.title, format!("{:?}", result.status))
    };
    (0..book.tests.len()).map(run).chain([("changed".to_owned(), changed.to_string())]).collect()
}

/// Names that a game declares, those of each sort by turns, from all over its text.
fn declared(game: &Path, open: &Arc<OpenTexts>) -> Vec<String> {
    let files = RuleFiles { game: game.to_path_buf(), variants: Vec::new() };
    let compiled = compiled(&files, open);
    let mut sorts: Vec<(std::mem::Discriminant<Meaning>, Vec<String>)> = Vec::new();
    let mut known = BTreeSet::new();
    for at in compiled.declared.uses.all().iter().filter(|u| u.declares && u.at.file == FileId(0)) {
        let name = compiled.sources.slice(at.at).to_owned();
        let words = name.starts_with(char::is_alphabetic) && !name.contains(' ');
        if !words || matches!(at.means, Meaning::Same(_)) || !known.insert(name.clone()) {
            continue;
        }
        match sorts.iter_mut().find(|(sort, _)| *sort == discriminant(&at.means)) {
            Some((_, all)) => all.push(name),
            None => sorts.push((discriminant(&at.means), vec![name])),
        }
    }
    // From the middle of each sort outwards, by turns.
    let longest = sorts.iter().map(|(_, all)| all.len()).max().unwrap_or(0);
    let step = |all: &[String], turn: usize| (all.len() / 2 + turn * 7) % all.len();
    let mut taken = BTreeSet::new();
    let turns = (0..longest).flat_map(|turn| sorts.iter().map(move |(_, all)| (turn, all)));
    let all = turns.map(|(turn, all)| all[step(all, turn)].clone());
    all.filter(|name| taken.insert(name.clone())).collect()
}

/// The first place in a text where a name is declared by those rules.
fn place_of(game: &Path, name: &str, open: &Arc<OpenTexts>) -> Option<Position> {
    let files = RuleFiles { game: game.to_path_buf(), variants: Vec::new() };
    let compiled = compiled(&files, open);
    let all = compiled.declared.uses.all();
    let here = all
        .iter()
        .find(|u| u.declares && u.at.file == FileId(0) && compiled.sources.slice(u.at) == name)?;
    let text = &compiled.sources.get(FileId(0))?.text;
    Some(Lines::of(text).position(text, here.at.start as usize))
}

#[test]
fn names_of_all_games_are_others_through_variants_and_tables_and_every_test_stays() {
    #[expect(clippy::disallowed_methods, reason = "how much is tried is said from outside")]
    let count = std::env::var("RENAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(NAMES);
    let folder = games();
    for name in crate::copies::GAMES {
        let (game, variants) = of_game(folder.path(), name);
        let all: Vec<RuleFiles> = std::iter::once(Vec::new())
            .chain(variants.iter().map(|v| vec![v.clone()]))
            .map(|variants| RuleFiles { game: game.clone(), variants })
            .collect();
        let mut client = Client::new(folder.path());
        let mut copies = Copies::opened(&mut client, std::iter::once(&game).chain(&variants));
        let results = |copies: &Copies| -> BTreeMap<String, Vec<(String, String)>> {
            let named = |files: &RuleFiles| format!("{:?}", files.variants);
            all.iter().map(|files| (named(files), outcomes(files, &copies.open()))).collect()
        };
        let before = results(&copies);
        let (mut made, mut refused) = (Vec::new(), Vec::new());
        for old in declared(&game, &copies.open()) {
            if made.len() == count {
                break;
            }
            let Some(at) = place_of(&game, &old, &copies.open()) else { continue };
            let mut asked = place(&game, at);
            let new = format!("{old}_by_another_name");
            asked["newName"] = json!(new);
            match client.try_ask("textDocument/rename", asked) {
                Ok(edit) => {
                    copies.carry_out(&mut client, &edit);
                    made.push(old);
                }
                Err((_, why)) => refused.push((old, why)),
            }
        }
        println!("{name}: {made:?}; refused {refused:?}");
        let after = results(&copies);
        for (files, before) in &before {
            assert_eq!(after.get(files), Some(before), "{name} {files}: {made:?}");
        }
        assert!(refused.len() * 10 <= made.len(), "{name}: {refused:?}");
        assert!(made.len() == count || made.len() > 100, "{name}: {made:?}");
        client.close();
    }
}
