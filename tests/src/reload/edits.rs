//! Edits of rules as designers make them: numbers, names, lines, items, rows of tables.

use crate::mutate::{Chance, Shelf};
use houserules::variants;
use houserules_lang::compile::{Compiled, Memory, Wanted, compile_again, stem};
use houserules_lang::loader::{LoadError, Loaded, Loader};
use houserules_lang::source::FileId;
use houserules_lang::syntax::parse;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// A game on a designer's desk: its rules and the tables beside it.
#[derive(Debug, Clone)]
pub struct Desk {
    /// The text of the game's own file.
    pub rules: String,
    /// Tables that the game reads, and modules of the library.
    pub shelf: Shelf,
    /// Modules that the game uses.
    pub modules: Vec<(String, String)>,
    /// Variants over it.
    pub variants: Vec<(String, String)>,
    name: String,
    /// What was read of them before, as most of it is the same after an edit.
    readings: Arc<Mutex<Memory>>,
}

impl Desk {
    /// A game as it lies in its folder, with the variants over it that lie in `examples/variants`
    /// beside that.
    ///
    /// # Errors
    /// If it cannot be read, or does not compile.
    pub fn of(game: &Path) -> Result<Self, String> {
        let rules =
            std::fs::read_to_string(game).map_err(|e| format!("{}: {e}", game.display()))?;
        let folder = game.parent().unwrap_or(Path::new("."));
        let beside = folder.join("../examples/variants");
        let name = stem(&game.to_string_lossy());
        let modules =
            texts(folder).into_iter().filter(|(_, text)| text.starts_with("module")).collect();
        let over =
            |text: &str| variants::heads(&parse(FileId(0), text).0.items).unwrap_or_default();
        let variants = texts(&beside).into_iter();
        let variants =
            variants.filter(|(_, text)| over(text).iter().any(|n| *n.text == *name)).collect();
        let readings = Arc::default();
        let mut desk = Self {
            rules,
            shelf: Shelf::of(folder).and(&beside),
            modules,
            variants,
            name,
            readings,
        };
        desk.only_what_is_read()?;
        Ok(desk)
    }

    /// Tables that nobody reads are put away, modules of the library that are used lie open.
    fn only_what_is_read(&mut self) -> Result<(), String> {
        let mut read: Vec<(String, String)> = Vec::new();
        let alone = std::iter::once(self.clone().with(&[]));
        let with = (0..self.variants.len()).map(|at| self.clone().with(&[at]));
        for (at, desk) in alone.chain(with).enumerate() {
            let compiled = desk.compiled();
            if at == 0 && compiled.rulebook.is_none() {
                return Err(format!("{} does not compile", self.name));
            }
            read.extend(
                compiled.sources.iter().map(|(_, f)| (f.name.to_string(), f.text.to_string())),
            );
        }
        self.shelf.tables.retain(|name, _| read.iter().any(|(n, _)| n == name));
        for (name, text) in read {
            if let Some(module) =
                name.strip_prefix("stdlib/").and_then(|n| n.strip_suffix(".rules"))
                && !self.modules.iter().any(|(n, _)| n == module)
            {
                self.modules.push((module.to_string(), text));
            }
        }
        Ok(())
    }

    /// The same with only those variants.
    #[must_use]
    pub fn with(mut self, variants: &[usize]) -> Self {
        let mut at = 0;
        self.variants.retain(|_| {
            at += 1;
            variants.contains(&(at - 1))
        });
        self
    }

    /// Compiles the game with the variants that lie over it.
    #[must_use]
    pub fn compiled(&self) -> Compiled {
        let loaded = |(name, text): &(String, String)| Loaded {
            name: format!("{name}.rules"),
            text: text.clone(),
        };
        let game = loaded(&(self.name.to_string(), self.rules.to_string()));
        let variants: Vec<Loaded> = self.variants.iter().map(loaded).collect();
        let mut readings = self.readings.lock().unwrap_or_else(PoisonError::into_inner);
        compile_again(&game, &variants, Wanted::Playable, &mut self.clone(), &mut readings)
    }
}

/// Names and texts of the rules in a folder.
fn texts(folder: &Path) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    let mut found: Vec<(String, String)> = entries
        .filter(|p| p.extension().is_some_and(|e| e == "rules"))
        .filter_map(|p| Some((stem(&p.to_string_lossy()), std::fs::read_to_string(&p).ok()?)))
        .collect();
    found.sort();
    found
}

impl Loader for Desk {
    fn module(&mut self, name: &str) -> Result<Loaded, LoadError> {
        match self.modules.iter().find(|(n, _)| n == name) {
            Some((name, text)) => {
                Ok(Loaded { name: format!("stdlib/{name}.rules"), text: text.clone() })
            }
            None => self.shelf.module(name),
        }
    }
    fn table(&mut self, path: &str, from: &str) -> Result<Loaded, LoadError> {
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
    let (tables, modules, variants) =
        (desk.shelf.tables.len(), desk.modules.len(), desk.variants.len());
    match chance.below(12) {
        0 | 1 if tables > 0 => {
            let at = chance.below(tables);
            if let Some(table) = desk.shelf.tables.values_mut().nth(at) {
                *table = row(table, chance);
            }
            (desk, "a row")
        }
        2 if modules > 0 => {
            let at = chance.below(modules);
            let what = edit(&mut desk.modules[at].1, chance);
            (desk, if what == BROKEN { BROKEN } else { "a module" })
        }
        3 | 4 if variants > 0 => {
            let at = chance.below(variants);
            let what = edit(&mut desk.variants[at].1, chance);
            (desk, if what == BROKEN { BROKEN } else { "a variant" })
        }
        _ => {
            let what = edit(&mut desk.rules, chance);
            (desk, what)
        }
    }
}

/// What is done to a file that is broken for sure.
const BROKEN: &str = "a brace less";

/// Edits a text; says what was done.
fn edit(whole: &mut String, chance: &mut Chance) -> &'static str {
    // Rules stand before their tests, and are what designers edit.
    let end = whole.find("\ntest ").map_or(whole.len(), |at| at + 1);
    let end = if chance.below(8) == 0 { whole.len() } else { end };
    let (text, tests) = whole.split_at(end);
    let (rules, what) = match chance.below(15) {
        0..=3 => (number(text, chance), "a number"),
        4 => {
            *whole = renamed(whole, &names(whole), chance);
            return "a name";
        }
        5 => {
            *whole = renamed(whole, &zones(whole), chance);
            return "a zone renamed";
        }
        6 => (without_line(text, chance), "a line less"),
        7 => (with_line(text, chance), "a line more"),
        8 => (without_item(text, chance), "an item less"),
        9 => (without_zone(text, chance), "a zone less"),
        10 => (with_thing(text, chance), "a thing more"),
        11 => (with_field(text, chance), "a field more"),
        12 => (with_card(text, chance), "a card more"),
        13 => (swapped(text, chance), "items swapped"),
        _ => (without_brace(text, chance), BROKEN),
    };
    *whole = rules + tests;
    what
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

/// Places of names.
fn names(text: &str) -> Vec<(usize, usize)> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut names = runs(text, word);
    names.retain(|(a, b)| b - a > 3 && text[*a..*b].starts_with(|c: char| c.is_ascii_lowercase()));
    names
}

/// Shapes of zones, as they are declared.
const SHAPES: [&str; 6] = ["pile of", "row of", "set of", "slot of", "slots of", "grid of"];

/// Places of names of zones, where they are declared.
fn zones(text: &str) -> Vec<(usize, usize)> {
    let mut zones = names(text);
    zones.retain(|(_, b)| {
        let behind = text[*b..].strip_prefix(':').map(str::trim_start);
        behind.is_some_and(|rest| SHAPES.iter().any(|shape| rest.starts_with(shape)))
    });
    zones
}

/// One of some names becomes another one wherever it stands.
fn renamed(text: &str, names: &[(usize, usize)], chance: &mut Chance) -> String {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let Some((from, to)) = drawn(names, chance) else { return text.to_string() };
    let old = &text[from..to];
    let mut new = String::new();
    let mut at = 0;
    for (_, b) in runs(text, word).into_iter().filter(|(a, b)| &text[*a..*b] == old) {
        new.push_str(&text[at..b]);
        new.push_str("_too");
        at = b;
    }
    new.push_str(&text[at..]);
    new
}

/// The line on which a zone is declared is taken out.
fn without_zone(text: &str, chance: &mut Chance) -> String {
    let Some((from, _)) = drawn(&zones(text), chance) else { return text.to_string() };
    let start = text[..from].rfind('\n').map_or(0, |at| at + 1);
    let end = text[from..].find('\n').map_or(text.len(), |at| from + at + 1);
    format!("{}{}", &text[..start], &text[end..])
}

/// A kind of card gets a field with a default.
fn with_field(text: &str, chance: &mut Chance) -> String {
    let heads = text.match_indices("\ncard ").map(|(at, _)| at);
    let places: Vec<usize> = heads.filter_map(|at| Some(at + text[at..].find('{')? + 1)).collect();
    let Some(at) = drawn(&places, chance) else { return text.to_string() };
    let end = if text[at..].trim_start_matches(' ').starts_with('\n') { "" } else { "," };
    format!("{} spare_field: 0..9 = 1{end}{}", &text[..at], &text[at..])
}

/// A line of a deck is said twice.
fn with_card(text: &str, chance: &mut Chance) -> String {
    let mut places = Vec::new();
    let mut at = 0;
    let mut inside = false;
    for line in text.split_inclusive('\n') {
        inside = line.starts_with("deck ") || inside && !line.starts_with('}');
        if inside && line.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            places.push((at, at + line.len()));
        }
        at += line.len();
    }
    let Some((from, to)) = drawn(&places, chance) else { return number(text, chance) };
    format!("{}{}{}", &text[..to], &text[from..to], &text[to..])
}

/// A bracket is forgotten.
fn without_brace(text: &str, chance: &mut Chance) -> String {
    let braces = runs(text, |c| "(){}[]".contains(c));
    let Some((from, _)) = drawn(&braces, chance) else { return format!("{text}\n}}\n") };
    format!("{}{}", &text[..from], &text[from + 1..])
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn without_line(text: &str, chance: &mut Chance) -> String {
    let mut lines = lines(text);
    let inner: Vec<usize> = (0..lines.len())
        .filter(|at| lines[*at].starts_with(' ') && !lines[*at].trim().is_empty())
        .collect();
    if let Some(at) = drawn(&inner, chance) {
        lines.remove(at);
    }
    lines.concat()
}

/// A line is said twice, or says something new.
fn with_line(text: &str, chance: &mut Chance) -> String {
    let mut lines = lines(text);
    let inner: Vec<usize> = (0..lines.len())
        .filter(|at| lines[*at].starts_with(' ') && !lines[*at].trim().is_empty())
        .collect();
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
    let (Some(from), to) = (items.get(nth), items.get(nth + 1).copied().unwrap_or(lines.len()))
    else {
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
