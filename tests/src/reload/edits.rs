//! Edits of rules as designers make them: numbers, names, lines, items, rows of tables.

use crate::mutate::{Chance, Shelf};
use houserules_lang::loader::{Loaded, Loader};
use std::path::Path;

/// A game on a designer's desk: its rules and the tables beside it.
#[derive(Debug, Clone)]
pub struct Desk {
    /// The rules.
    pub rules: String,
    /// Tables, and modules of the library.
    pub shelf: Shelf,
    /// Modules beside the game.
    pub modules: Vec<(String, String)>,
}

impl Desk {
    /// A game as it lies in its folder.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of(game: &Path) -> Result<Self, String> {
        let rules = std::fs::read_to_string(game).map_err(|e| format!("{}: {e}", game.display()))?;
        let folder = game.parent().unwrap_or(Path::new("."));
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
        let modules = entries.filter(|p| p.extension().is_some_and(|e| e == "rules")).filter_map(|p| {
            let name = p.file_stem()?.to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&p).ok()?;
            text.starts_with("module").then_some((name, text))
        });
        Ok(Self { rules, shelf: Shelf::of(folder), modules: modules.collect() })
    }
}

impl Loader for Desk {
    fn module(&mut self, name: &str) -> Result<Loaded, String> {
        match self.modules.iter().find(|(n, _)| n == name) {
            Some((name, text)) => Ok(Loaded { name: format!("{name}.rules"), text: text.clone() }),
            None => self.shelf.module(name),
        }
    }
    fn table(&mut self, path: &str, from: &str) -> Result<Loaded, String> {
        self.shelf.table(path, from)
    }
    fn modules(&self) -> Vec<String> {
        self.shelf.modules()
    }
}

/// The desk after an edit, and what was done.
#[must_use]
pub fn edited(desk: &Desk, chance: &mut Chance) -> (Desk, &'static str) {
    let mut desk = desk.clone();
    let tables = desk.shelf.tables.len();
    let kind = chance.below(if tables > 0 { 13 } else { 10 });
    // Rules stand before their tests, and are what designers edit.
    let end = desk.rules.find("\ntest ").map_or(desk.rules.len(), |at| at + 1);
    let end = if chance.below(8) == 0 { desk.rules.len() } else { end };
    let (text, tests) = desk.rules.split_at(end);
    let (rules, what) = match kind {
        0..=3 => (number(text, chance), "a number"),
        4 => (String::new(), "a name"),
        5 => (without_line(text, chance), "a line less"),
        6 => (with_line(text, chance), "a line more"),
        7 => (without_item(text, chance), "an item less"),
        8 => (with_thing(text, chance), "a thing more"),
        9 => (swapped(text, chance), "items swapped"),
        _ => {
            let at = chance.below(tables);
            if let Some(table) = desk.shelf.tables.values_mut().nth(at) {
                *table = row(table, chance);
            }
            return (desk, "a row");
        }
    };
    desk.rules = if kind == 4 { renamed(&desk.rules, chance) } else { rules + tests };
    (desk, what)
}

/// Runs of characters of a kind, outside comments and texts: start and end.
fn runs(text: &str, wanted: fn(char) -> bool) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or("");
        let mut quoted = false;
        let mut begun: Option<usize> = None;
        for (at, c) in code.char_indices().chain([(code.len(), '\n')]) {
            quoted ^= c == '"';
            match (begun, wanted(c) && !quoted) {
                (None, true) => begun = Some(at),
                (Some(from), false) => {
                    found.push((start + from, start + at));
                    begun = None;
                }
                _ => {}
            }
        }
        start += line.len();
    }
    found
}

fn drawn<T: Copy>(list: &[T], chance: &mut Chance) -> Option<T> {
    list.get(chance.below(list.len())).copied()
}

/// A number becomes another one.
fn number(text: &str, chance: &mut Chance) -> String {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let numbers: Vec<(usize, usize)> = runs(text, word)
        .into_iter()
        .filter(|(a, b)| text[*a..*b].chars().all(|c| c.is_ascii_digit()))
        .collect();
    let Some((from, to)) = drawn(&numbers, chance) else { return text.to_string() };
    let old: u64 = text[from..to].parse().unwrap_or(0);
    let new = match chance.below(6) {
        0 | 1 => old.saturating_add(1),
        2 | 3 => old.saturating_sub(1),
        4 => old.saturating_mul(2),
        _ => 0,
    };
    format!("{}{new}{}", &text[..from], &text[to..])
}

/// A name becomes another one wherever it stands.
fn renamed(text: &str, chance: &mut Chance) -> String {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = runs(text, word);
    let names: Vec<(usize, usize)> = words
        .iter()
        .copied()
        .filter(|(a, b)| b - a > 3 && text[*a..*b].starts_with(|c: char| c.is_ascii_lowercase()))
        .collect();
    let Some((from, to)) = drawn(&names, chance) else { return text.to_string() };
    let old = &text[from..to];
    let mut new = String::new();
    let mut at = 0;
    for (a, b) in words.iter().copied().filter(|(a, b)| &text[*a..*b] == old) {
        new.push_str(&text[at..b]);
        new.push_str("_too");
        at = b;
        let _ = a;
    }
    new.push_str(&text[at..]);
    new
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn without_line(text: &str, chance: &mut Chance) -> String {
    let mut lines = lines(text);
    let inner: Vec<usize> =
        (0..lines.len()).filter(|at| lines[*at].starts_with(' ') && !lines[*at].trim().is_empty()).collect();
    if let Some(at) = drawn(&inner, chance) {
        lines.remove(at);
    }
    lines.concat()
}

/// A line is said twice, or says something new.
fn with_line(text: &str, chance: &mut Chance) -> String {
    let mut lines = lines(text);
    let inner: Vec<usize> =
        (0..lines.len()).filter(|at| lines[*at].starts_with(' ') && !lines[*at].trim().is_empty()).collect();
    let Some(at) = drawn(&inner, chance) else { return text.to_string() };
    let new = match chance.below(5) {
        0 => "  say \"a remark\"\n",
        1 => "  let spare = 3\n",
        2 => "  needs 1 < 2 else \"never\"\n",
        3 => "  if 1 < 2 { say \"a remark\" }\n",
        _ => lines[at],
    };
    lines.insert(at + chance.below(2), new);
    lines.concat()
}

/// Where items begin.
fn items(lines: &[&str]) -> Vec<usize> {
    let begins = |line: &&str| line.starts_with(|c: char| c.is_ascii_lowercase());
    (0..lines.len()).filter(|at| begins(&lines[*at])).collect()
}

fn without_item(text: &str, chance: &mut Chance) -> String {
    let lines = lines(text);
    let items = items(&lines);
    let nth = chance.below(items.len());
    let (Some(from), to) = (items.get(nth), items.get(nth + 1).copied().unwrap_or(lines.len())) else {
        return text.to_string();
    };
    lines[..*from].iter().chain(&lines[to..]).copied().collect()
}

fn swapped(text: &str, chance: &mut Chance) -> String {
    let lines = lines(text);
    let items = items(&lines);
    let nth = chance.below(items.len().saturating_sub(1));
    let (Some(a), Some(b)) = (items.get(nth).copied(), items.get(nth + 1).copied()) else {
        return text.to_string();
    };
    let c = items.get(nth + 2).copied().unwrap_or(lines.len());
    [&lines[..a], &lines[b..c], &lines[a..b], &lines[c..]].concat().concat()
}

/// A counter, zone, option or move more.
fn with_thing(text: &str, chance: &mut Chance) -> String {
    let new = match chance.below(6) {
        0 => "each Player has { spare_points: Number = 2 }\n",
        1 => "the table has { spare_pile: pile of any Spare }\n",
        2 => "the table has { spare_count: 0..9 = 1 }\n",
        3 => "option spare_option: 1..9 = 3\n",
        4 => "define spare_word for p: Player = 3\n",
        _ => "each round has { spare_run: Number = 1 }\n",
    };
    let _ = chance;
    format!("{new}{text}")
}

/// A row of a table more, less or with another number.
fn row(table: &str, chance: &mut Chance) -> String {
    let mut lines: Vec<String> = table.lines().map(str::to_string).collect();
    if lines.len() < 2 {
        return table.to_string();
    }
    let at = 1 + chance.below(lines.len() - 1);
    match chance.below(4) {
        0 => drop(lines.remove(at)),
        1 => lines[at] = number(&lines[at], chance),
        2 => {
            let copy = lines[at].clone();
            lines.push(copy);
        }
        _ => {
            let new = match lines[at].split_once(',') {
                Some((first, rest)) => format!("{first} Spare,{rest}"),
                None => format!("{} Spare", lines[at]),
            };
            lines.push(new);
        }
    }
    lines.join("\n") + "\n"
}
