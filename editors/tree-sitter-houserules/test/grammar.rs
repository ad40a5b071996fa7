//! Every rulebook of the repository has a shape without mistakes; small texts have the shapes that
//! `corpus` says; the queries name what there is; the parser is the one that grammar.js describes.

use std::path::{Path, PathBuf};
use std::process::Command;
use tree_sitter::{Node, Parser, Query, QueryCursor, StreamingIterator, Tree};
use tree_sitter_houserules::{
    FOLDS_QUERY, HIGHLIGHTS_QUERY, INDENTS_QUERY, LANGUAGE, TAGS_QUERY,
};

/// Folders of rulebooks that are right, or all but.
const FOLDERS: [&str; 6] =
    ["games", "examples", "examples/variants", "examples/errors/mended", "stdlib", "tests/rules"];

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&LANGUAGE.into()).unwrap();
    parser.parse(text, None).unwrap()
}

fn rules(folder: &str) -> Vec<PathBuf> {
    let folder = here().join("../..").join(folder);
    let all = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    all.filter(|path| path.extension().is_some_and(|e| e == "rules")).collect()
}

/// The first place that has no shape.
fn mistake(node: Node<'_>) -> Option<Node<'_>> {
    if node.is_error() || node.is_missing() {
        return Some(node);
    }
    (0..node.child_count()).filter_map(|at| node.child(at)).find_map(mistake)
}

#[test]
fn every_rulebook_has_a_shape() {
    let mut count = 0;
    for path in FOLDERS.into_iter().flat_map(rules) {
        let text = std::fs::read_to_string(&path).unwrap();
        let tree = read(&text);
        if let Some(at) = mistake(tree.root_node()) {
            panic!("{}:{}: {}", path.display(), at.start_position().row + 1, at.to_sexp());
        }
        count += 1;
    }
    assert!(count > 200, "{count}");
}

#[test]
fn items_are_those_of_the_first_column() {
    for path in FOLDERS.into_iter().flat_map(rules) {
        let text = std::fs::read_to_string(&path).unwrap();
        let tree = read(&text);
        let root = tree.root_node();
        let items = (0..root.child_count()).filter_map(|at| root.child(at));
        let items = items.filter(|node| node.kind() == "item");
        for item in items {
            assert_eq!(item.start_position().column, 0, "{}", path.display());
            assert!(item.child_by_field_name("keyword").is_some(), "{}", path.display());
        }
    }
}

#[test]
fn small_texts_have_the_shapes_of_the_corpus() {
    let blanks = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut count = 0;
    for entry in std::fs::read_dir(here().join("test/corpus")).unwrap() {
        let all = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let mut parts = all.split("==================\n").skip(1);
        while let (Some(title), Some(rest)) = (parts.next(), parts.next()) {
            let (text, wanted) = rest.split_once("\n---\n").unwrap();
            let found = read(text).root_node().to_sexp();
            let joined = |text: &str| blanks(text).replace(" )", ")");
            assert_eq!(joined(&found), joined(wanted), "{title}");
            count += 1;
        }
    }
    assert!(count > 5, "{count}");
}

#[test]
fn queries_name_what_there_is() {
    let zed = std::fs::read_dir(here().join("../zed/languages/houserules")).unwrap();
    let zed = zed.map(|entry| entry.unwrap().path());
    let zed = zed.filter(|path| path.extension().is_some_and(|e| e == "scm"));
    let mut all: Vec<String> =
        [HIGHLIGHTS_QUERY, FOLDS_QUERY, INDENTS_QUERY, TAGS_QUERY].map(str::to_owned).to_vec();
    all.extend(zed.map(|path| std::fs::read_to_string(path).unwrap()));
    for query in all {
        if let Err(why) = Query::new(&LANGUAGE.into(), &query) {
            panic!("{why}\n{query}");
        }
    }
}

/// The names that the last matching pattern of a query gives to a word of a text.
fn captured(query: &str, text: &str, word: &str) -> Vec<String> {
    let (query, tree) = (Query::new(&LANGUAGE.into(), query).unwrap(), read(text));
    let mut cursor = QueryCursor::new();
    let mut found = cursor.matches(&query, tree.root_node(), text.as_bytes());
    let mut names = Vec::new();
    while let Some(matched) = found.next() {
        let of_it = matched.captures.iter().filter(|c| &text[c.node.byte_range()] == word);
        names.extend(of_it.map(|c| query.capture_names()[c.index as usize].to_owned()));
    }
    names
}

#[test]
fn words_are_coloured_by_what_they_are() {
    let text = "/// Buy it.\naction lay(c in me.hand) {\n  if me.cash >= $5 { move c to row }\n}\n\
                test \"t\" with Ana, Ben {\n  Ana does lay [pink 4]\n}\n";
    for (word, name) in [
        ("/// Buy it.", "comment.documentation"),
        ("action", "keyword.function"),
        ("lay", "function"),
        ("me", "variable.builtin"),
        ("hand", "property"),
        ("if", "keyword.conditional"),
        ("$5", "number"),
        ("move", "keyword"),
        ("pink", "constant"),
        ("4", "number"),
        ("\"t\"", "string.special"),
        (">=", "operator"),
    ] {
        let names = captured(HIGHLIGHTS_QUERY, text, word);
        assert!(names.iter().any(|n| n == name), "{word}: {names:?}");
    }
    assert!(captured(TAGS_QUERY, text, "lay").iter().any(|n| n == "name"));
}

#[test]
fn every_word_of_the_language_is_one_here() {
    let grammar = here().join("../../lang/grammar/src/grammar.pest");
    let grammar = std::fs::read_to_string(grammar).unwrap();
    let plain = grammar.lines().filter(|line| !line.contains("\\\""));
    let quoted = plain.flat_map(|line| line.split('"').skip(1).step_by(2));
    let words = quoted.filter(|word| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase()));
    let mut count = 0;
    for word in words {
        let text = format!("setup {{ a {word} }}");
        let shape = read(&text).root_node().to_sexp();
        assert!(shape.contains("(sentence (identifier) (keyword))"), "{word}: {shape}");
        count += 1;
    }
    assert!(count > 100, "{count}");
}

#[test]
fn the_parser_is_that_of_the_grammar() {
    if Command::new("node").arg("--version").output().is_err() {
        println!("left out: grammar.js is read by Node.js, which is not there");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(here().join("grammar.js"), folder.join("grammar.js")).unwrap();
    tree_sitter_generate::generate_parser_in_directory(&folder, None, None, 14, None, None).unwrap();
    for file in ["grammar.json", "node-types.json", "parser.c"] {
        let made = std::fs::read_to_string(folder.join("src").join(file)).unwrap();
        let kept = std::fs::read_to_string(here().join("src").join(file)).unwrap();
        assert!(made == kept, "src/{file} is another: `cargo run --example generate`");
    }
}
