//! What editors colour by themselves are the words of the grammar.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its files has failed")]

use houserules_lang::syntax::keywords;
use std::collections::BTreeSet;
use std::path::Path;

type Words<'t> = BTreeSet<&'t str>;

fn read(path: &str) -> String {
    let editors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../editors");
    std::fs::read_to_string(editors.join(path)).unwrap()
}

fn compare(place: &str, listed: &Words<'_>) {
    let all: Words<'_> = keywords().chain(["me", "this"]).collect();
    let missing: Vec<_> = all.difference(listed).collect();
    let strange: Vec<_> = listed.difference(&all).collect();
    assert!(missing.is_empty(), "{place} lacks {missing:?}");
    assert!(strange.is_empty(), "{place} has {strange:?}, which the grammar has not");
}

#[test]
fn visual_studio_code_knows_every_word() {
    let text = read("vscode/syntaxes/houserules.tmLanguage.json");
    let lists = text.split("(?:").filter_map(|part| part.split_once(")(?![")).map(|(list, _)| list);
    let small = |word: &&str| word.bytes().all(|b| b.is_ascii_lowercase());
    let lists = lists.filter(|list| !list.contains(['(', '"']));
    let lists: Vec<Words<'_>> = lists.map(|list| list.split('|').filter(small).collect()).collect();
    let (heading, inside) = lists.split_first().unwrap();
    compare("the heading of an item in tmLanguage.json", heading);
    compare("`words` in tmLanguage.json", &inside.iter().flatten().copied().collect());
}

#[test]
fn tree_sitter_knows_every_word() {
    let text = read("tree-sitter-houserules/grammar.js");
    let lists = text.split_once("const ITEMS").unwrap().1.split_once("module.exports").unwrap().0;
    let lines = lists.lines().filter(|line| !line.starts_with("//"));
    compare("grammar.js", &lines.flat_map(|line| line.split('"').skip(1).step_by(2)).collect());
}
