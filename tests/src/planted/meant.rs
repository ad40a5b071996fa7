//! Mistakes of meaning: rules that read well and run, though not as anybody means them.

use super::{Edit, Plant, Source, astray, draw};
use crate::mutate::Chance;

/// One way to go wrong: all its places in a text.
pub(super) type Way = fn(&Source) -> Vec<Change>;

/// Bytes that are replaced.
pub(super) struct Change {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) new: String,
}

/// The ways, with their names.
const WAYS: &[(&str, Way)] = &[
    ("compared with itself", with_itself),
    ("beyond its range", beyond),
    ("against itself", against),
    ("never shuffled", unshuffled),
    ("never changed", unchanged),
    ("a let unread", unread),
    ("offered twice", offered_twice),
    ("forbidden twice", forbidden_twice),
];

/// What shows where a thing is declared, not where the mistake is.
const ELSEWHERE: [&str; 13] = [
    "never shuffled",
    "never changed",
    "no ending",
    "never filled",
    "only its start",
    "a call left out",
    "out of the menu",
    "an option unread",
    "a word unread",
    "no refill",
    "an interrupt left out",
    "shuffled too late",
    "full and filled",
];

/// Draws mistakes of meaning, up to so many of each way.
#[must_use]
pub fn meant(sources: &[Source], of_each: usize, chance: &mut Chance) -> Vec<Plant> {
    let mut all = Vec::new();
    for (kind, find) in WAYS.iter().chain(astray::WAYS) {
        draw(&mut all, of_each, sources, chance, |at, source| {
            let plant = |change: Change| Plant {
                kind,
                source: at,
                edit: Edit { table: None, start: change.start, end: change.end, new: change.new },
                mends: Vec::new(),
                strict: false,
                anywhere: ELSEWHERE.contains(kind),
            };
            find(source).into_iter().map(plant).collect()
        });
    }
    all
}

/// Lines of rules, tests left out: where each begins, and its text.
pub(super) fn lines(source: &Source) -> Vec<(usize, &str)> {
    let (mut at, mut in_test, mut all) = (0, false, Vec::new());
    for line in source.text.split_inclusive('\n') {
        if !line.starts_with([' ', '}', '\n', '/']) {
            in_test = line.starts_with("test ") || line.starts_with("tests");
        }
        if !in_test && !line.trim_start().starts_with("//") {
            all.push((at, line));
        }
        at += line.len();
    }
    all
}

/// A name with its owners: `c.rank`, `me.left.cash`.
fn path_before(text: &str) -> &str {
    let from = text
        .rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.'))
        .map_or(0, |at| at + 1);
    &text[from..]
}

pub(super) fn path_behind(text: &str) -> &str {
    let to = text
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.'))
        .unwrap_or(text.len());
    &text[..to]
}

/// The places of a comparison word: where it begins in the text, what stands before it and what
/// behind.
pub(super) fn compared<'s>(source: &'s Source, word: &str) -> Vec<(usize, &'s str, &'s str)> {
    let mut all = Vec::new();
    for (start, line) in lines(source) {
        for (at, _) in line.match_indices(word) {
            let (before, behind) =
                (path_before(&line[..at]), path_behind(&line[at + word.len()..]));
            if source.code[start + at] && !before.is_empty() && !behind.is_empty() {
                all.push((start + at, before, behind));
            }
        }
    }
    all
}

/// `p.points is q.points` → `p.points is p.points`
fn with_itself(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for word in [" is ", " > ", " < ", " >= "] {
        for (at, before, behind) in compared(source, word) {
            let names = before.contains('.') && behind.contains('.');
            let called = source.text[at + word.len() + behind.len()..].starts_with('(');
            if names && before != behind && !called {
                let start = at + word.len();
                all.push(Change { start, end: start + behind.len(), new: before.to_owned() });
            }
        }
    }
    all
}

/// `c.rank > 3` → `c.rank > 30`, where `rank: 1..9` is declared.
fn beyond(source: &Source) -> Vec<Change> {
    let ranged = |name: &str| {
        let wanted = format!("{name}: ");
        source.text.match_indices(&wanted).any(|(at, _)| {
            let behind = &source.text[at + wanted.len()..];
            let letter =
                source.text[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
            let digits = behind.trim_start_matches(|c: char| c.is_ascii_digit());
            !letter && digits.len() < behind.len() && digits.starts_with("..")
        })
    };
    let mut all = Vec::new();
    for word in [" is ", " > ", " >= "] {
        for (at, before, behind) in compared(source, word) {
            let name = before.rsplit('.').next().unwrap_or(before);
            if behind.bytes().all(|b| b.is_ascii_digit()) && behind != "0" && ranged(name) {
                let start = at + word.len();
                all.push(Change { start, end: start + behind.len(), new: format!("{behind}000") });
            }
        }
    }
    all
}

/// `c.suit is red` → `c.suit is red and c.suit is not red`
fn against(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for (at, before, behind) in compared(source, " is ") {
        let end = at + " is ".len() + behind.len();
        let known =
            ["not", "no", "none", "empty"].contains(&behind) || source.text[end..].starts_with('(');
        let alone = source.text[end..].starts_with([' ', ')']) && before.contains('.');
        if alone && !known {
            all.push(Change { start: end, end, new: format!(" and {before} is not {behind}") });
        }
    }
    all
}

/// A `shuffle` left out, where it is the only one.
fn unshuffled(source: &Source) -> Vec<Change> {
    let found: Vec<usize> = source.places("shuffle").collect();
    let [start] = found[..] else { return Vec::new() };
    let zone = path_behind(source.text[start + "shuffle".len()..].trim_start_matches(' '));
    let deck = source.text.contains(&format!("deck {zone} "));
    let end = start + "shuffle ".len() + zone.len();
    if deck { vec![Change { start, end, new: String::new() }] } else { Vec::new() }
}

/// The only line that changes a counter, left out.
fn unchanged(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for word in [" += ", " -= ", " = "] {
        for (at, before, behind) in compared(source, word) {
            let name = before.rsplit('.').next().unwrap_or(before);
            let sets = [" += ", " -= ", " = "]
                .iter()
                .map(|w| source.text.matches(&format!("{name}{w}")).count());
            let start = at - before.len();
            let end = at + word.len() + behind.len();
            let whole =
                source.text[end..].starts_with('\n') || source.text[end..].starts_with("  ");
            if sets.sum::<usize>() == 1 && whole && source.begins_line(start) {
                all.push(Change { start, end, new: String::new() });
            }
        }
    }
    all
}

/// A `let` line written a second time under another name.
fn unread(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for (start, line) in lines(source) {
        let Some((name, value)) =
            line.trim().strip_prefix("let ").and_then(|l| l.split_once(" = "))
        else {
            continue;
        };
        let plain = value.bytes().all(|b| b.is_ascii_alphanumeric() || b"_. +-*$".contains(&b));
        if plain
            && source.begins_line(start + line.find("let").unwrap_or(0))
            && line.ends_with('\n')
        {
            let at = start + line.len();
            all.push(Change { start: at, end: at, new: format!("  let {name}_now = {value}\n") });
        }
    }
    all
}

/// `choose { lay or pass }` → `choose { lay or pass or lay }`
fn offered_twice(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for start in source.places("choose {") {
        let from = start + "choose {".len();
        let Some(end) = source.text[from..].find('}').map(|at| from + at) else { continue };
        let menu = source.text[from..end].trim();
        let first = path_behind(menu);
        let plain = menu[first.len()..].starts_with(" or ") && !menu.contains("otherwise");
        if plain && first != "may" {
            let at = from + source.text[from..end].trim_end().len();
            all.push(Change { start: at, end: at, new: format!(" or {first}") });
        }
    }
    all
}

/// A `forbid` line written a second time.
fn forbidden_twice(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for (start, line) in lines(source) {
        let whole = line.starts_with("forbid ")
            && line.contains("because")
            && line.trim_end().ends_with('"');
        if whole {
            let at = start + line.len();
            all.push(Change { start: at, end: at, new: line.to_owned() });
        }
    }
    all
}
