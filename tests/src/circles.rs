//! Circles of files: which files of a crate use each other, in turn, so that none can be read
//! alone.
//!
//! A file uses another if its code, up to its tests, names it by a path from `crate`, `self` or
//! `super`. Paths that begin with the name of a child are not counted, and a path to something that
//! the crate's root hands on leads to no file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The files each file uses, by their paths as modules (`log::chosen`).
pub type Uses = BTreeMap<String, BTreeSet<String>>;

/// What the files below `source` use of each other. Roots, programs and tests are left out, and so
/// is a file that cannot be read.
#[must_use]
pub fn uses(source: &Path) -> Uses {
    let mut texts = BTreeMap::new();
    read(source, &mut Vec::new(), &mut texts);
    uses_of(&texts)
}

fn read(folder: &Path, inside: &mut Vec<String>, texts: &mut BTreeMap<String, String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let Some(name) = path.file_stem().and_then(|n| n.to_str()) else { continue };
        let is_root = inside.is_empty() && matches!(name, "lib" | "main" | "bin");
        if is_root || name.contains("tests") {
            continue;
        }
        inside.push(name.to_string());
        if path.is_dir() {
            read(&path, inside, texts);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let own = inside.strip_suffix(&["mod".to_string()]).unwrap_or(inside);
            texts.insert(own.join("::"), fs::read_to_string(&path).unwrap_or_default());
        }
        inside.pop();
    }
}

fn uses_of(texts: &BTreeMap<String, String>) -> Uses {
    let used = |(file, text): (&String, &String)| {
        let mut found: BTreeSet<_> = paths(file, text)
            .iter()
            .filter_map(|path| {
                let lengths = (1..=path.len()).rev();
                lengths.map(|n| path[..n].join("::")).find(|p| texts.contains_key(p))
            })
            .collect();
        found.remove(file);
        (file.clone(), found)
    };
    texts.iter().map(used).collect()
}

/// The paths in a file's code, from the crate's root.
fn paths(file: &str, text: &str) -> Vec<Vec<String>> {
    let code = text.split("\nmod tests {").next().unwrap_or(text).lines();
    let code: Vec<_> = code.filter(|l| !l.trim_start().starts_with("//")).collect();
    let words = words(&code.join("\n"));
    let own: Vec<_> = file.split("::").map(str::to_string).collect();
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let begins = at == 0 || words[at - 1] != "::";
        // `pub(super)` uses nothing.
        let goes_on = words.get(at + 1).is_some_and(|w| w == "::");
        if begins && goes_on && matches!(word.as_str(), "crate" | "self" | "super") {
            branch(&words, at, own.clone(), &mut found);
        }
    }
    found
}

/// Names, `::`, and single characters; no blanks.
fn words(code: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let named = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let length = match named {
            0 if rest.starts_with("::") => 2,
            0 => first.len_utf8(),
            _ => named,
        };
        let (word, after) = rest.split_at(length);
        words.push(word.to_string());
        rest = after.trim_start();
    }
    words
}

/// One path, or a brace's many, from the word at `at`; gives where it ends.
fn branch(
    words: &[String],
    mut at: usize,
    mut path: Vec<String>,
    found: &mut Vec<Vec<String>>,
) -> usize {
    while let Some(word) = words.get(at) {
        match word.as_str() {
            "crate" => path.clear(),
            "self" => {}
            "super" => drop(path.pop()),
            "{" => return branches(words, at, &path, found),
            name => path.push(name.to_string()),
        }
        at += 1;
        if words.get(at).is_none_or(|w| w != "::") {
            break;
        }
        at += 1;
    }
    found.push(path);
    at
}

fn branches(
    words: &[String],
    mut at: usize,
    path: &[String],
    found: &mut Vec<Vec<String>>,
) -> usize {
    while words.get(at).is_some_and(|w| w != "}") {
        at = branch(words, at + 1, path.to_vec(), found);
        while words.get(at).is_some_and(|w| w != "," && w != "}") {
            at += 1;
        }
    }
    at + 1
}

/// The circles, each in order of names, and each file in at most one: all that reach each other.
#[must_use]
pub fn circles(uses: &Uses) -> Vec<Vec<String>> {
    let reached: BTreeMap<_, _> = uses.keys().map(|file| (file, all_used(uses, file))).collect();
    let mut found = BTreeSet::new();
    for (file, reaches) in &reached {
        let circle: Vec<_> =
            { reaches.iter() }.filter(|other| reached[other].contains(*file)).cloned().collect();
        if circle.len() > 1 {
            found.insert(circle);
        }
    }
    found.into_iter().collect()
}

/// What a file uses, what that uses, and so on.
fn all_used(uses: &Uses, file: &str) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut next = vec![file.to_string()];
    while let Some(file) = next.pop() {
        next.extend(uses[&file].iter().filter(|u| reached.insert((*u).clone())).cloned());
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circles_in(files: &[(&str, &str)]) -> Vec<String> {
        let texts = files.iter().map(|(f, t)| ((*f).to_string(), (*t).to_string())).collect();
        circles(&uses_of(&texts)).iter().map(|c| c.join(" ")).collect()
    }

    #[test]
    fn files_that_use_each_other_are_a_circle() {
        let found = circles_in(&[
            ("a", "use crate::{x::Y, b::{self, Z}};"),
            ("b", "fn f() { super::c::g() }"),
            ("c", "use crate::a::Thing;"),
            ("d", "use crate::a; struct S; impl S { fn f(&self) { self.b() } }"),
        ]);
        assert_eq!(found, ["a b c"]);
    }

    #[test]
    fn remarks_and_tests_use_nothing() {
        let found = circles_in(&[
            ("a", "use crate::b;"),
            ("b", "/// See [`crate::a`].\nfn f() {}\n#[cfg(test)]\nmod tests { use crate::a; }"),
        ]);
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn a_child_that_goes_through_its_parent_is_in_a_circle_with_it() {
        let found = circles_in(&[
            ("a", "pub use self::b::C;"),
            ("a::b", "use super::D;"),
            ("c", "pub(super) use self::x;"),
        ]);
        assert_eq!(found, ["a a::b"]);
    }
}
