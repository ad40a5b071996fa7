//! Names, arguments, owners, lines and tables that a small program damages.

use super::turned::{
    bare_decks, choices, endless_options, listed, methods, plant, reasons, said_cards,
};
use super::{Plant, Source};
use std::ops::Range;

/// Finds every place of one text where a mistake of one sort can be made.
type Way = fn(usize, &Source) -> Vec<Plant>;

/// Where each sort of damage can be done.
pub(super) const WAYS: &[(&str, Way)] = &[
    ("members misspelt", members),
    ("names misspelt", names),
    ("words misspelt", words),
    ("declared otherwise", declared),
    ("owners left out", owners),
    ("modules left out", modules),
    ("arguments left out", |at, source| arguments(at, source, false)),
    ("arguments swapped", |at, source| arguments(at, source, true)),
    ("types: a field left out", fields),
    ("players lines", players),
    ("quotation marks", quotes),
    ("items indented", indented),
    ("lines at the first column", first_column),
    ("tables with other signs", separators),
    ("headers of tables", headers),
    ("cells of tables", cells),
    ("cards renamed", cards),
    ("rows of tables", rows),
    ("enums as lists", listed),
    ("decks without entries", bare_decks),
    ("options without ends", endless_options),
    ("choices as lists", choices),
    ("methods", methods),
    ("cards as they are said", said_cards),
    ("reasons left out", reasons),
];

/// A word with two letters of its middle swapped, or one left out.
fn misspelt(word: &str) -> Option<String> {
    let mut letters: Vec<char> = word.chars().collect();
    let at = letters.len() / 2;
    if letters.len() < 4 {
        return None;
    }
    if letters[at] == letters[at - 1] {
        letters.remove(at);
    } else {
        letters.swap(at, at - 1);
    }
    Some(letters.into_iter().collect())
}

/// Words that declare what stands behind them.
const DECLARING: [&str; 10] =
    ["to", "define", "action", "attempt", "menu", "option", "enum", "card", "deck", "tile"];

/// Names that items of the text declare at the first column, with their places.
fn declarations(source: &Source) -> Vec<(usize, usize)> {
    let words = source.words();
    let pairs = words.windows(2).filter(|pair| {
        let first = &source.text[pair[0].0..pair[0].1];
        let column = pair[0].0 == 0 || source.text.as_bytes()[pair[0].0 - 1] == b'\n';
        column && DECLARING.contains(&first)
    });
    pairs.map(|pair| pair[1]).collect()
}

fn members(at: usize, source: &Source) -> Vec<Plant> {
    let after_dot = |w: &&(usize, usize)| {
        w.0 > 1 && source.text[..w.0].ends_with('.') && !source.text[..w.0].ends_with("..")
    };
    let all = source.words();
    let spoil = |w: &(usize, usize)| {
        let word = &source.text[w.0..w.1];
        Some(plant("members misspelt", at, w.0..w.1, &misspelt(word)?, &[word]))
    };
    all.iter().filter(after_dot).filter_map(spoil).collect()
}

fn names(at: usize, source: &Source) -> Vec<Plant> {
    let declared = declarations(source);
    let known: Vec<&str> = declared.iter().map(|w| &source.text[w.0..w.1]).collect();
    let used = |w: &&(usize, usize)| {
        known.contains(&&source.text[w.0..w.1])
            && !declared.contains(w)
            && !source.text[..w.0].ends_with('.')
    };
    let spoil = |w: &(usize, usize)| {
        let word = &source.text[w.0..w.1];
        Some(plant("names misspelt", at, w.0..w.1, &misspelt(word)?, &[word]))
    };
    source.words().iter().filter(used).filter_map(spoil).collect()
}

const LANGUAGE: [&str; 25] = [
    "choose",
    "shuffle",
    "players",
    "otherwise",
    "every",
    "count",
    "where",
    "needs",
    "onwards",
    "action",
    "define",
    "option",
    "empty",
    "expect",
    "given",
    "because",
    "cannot",
    "does",
    "passes",
    "round",
    "turn",
    "with",
    "from",
    "else",
    "each",
];

fn words(at: usize, source: &Source) -> Vec<Plant> {
    let spoil = |w: &(usize, usize)| {
        let word = &source.text[w.0..w.1];
        let fits = LANGUAGE.contains(&word) && !source.text[..w.0].ends_with('.');
        fits.then(|| Some(plant("words misspelt", at, w.0..w.1, &misspelt(word)?, &[word])))?
    };
    source.words().iter().filter_map(spoil).collect()
}

fn declared(at: usize, source: &Source) -> Vec<Plant> {
    let uses = source.words();
    let twice = |w: &&(usize, usize)| {
        let word = &source.text[w.0..w.1];
        uses.iter().filter(|u| &source.text[u.0..u.1] == word).count() > 1
    };
    let spoil = |w: &(usize, usize)| {
        let new = misspelt(&source.text[w.0..w.1])?;
        let mut plant = plant("declared otherwise", at, w.0..w.1, &new, &[&new]);
        plant.anywhere = true;
        Some(plant)
    };
    declarations(source).iter().filter(twice).filter_map(spoil).collect()
}

fn owners(at: usize, source: &Source) -> Vec<Plant> {
    let mut all = Vec::new();
    for pair in source.words().windows(2) {
        let (owner, member) =
            (&source.text[pair[0].0..pair[0].1], &source.text[pair[1].0..pair[1].1]);
        let joined = &source.text[pair[0].1..pair[1].0] == ".";
        let first = !source.text[..pair[0].0].ends_with('.');
        if joined && first && matches!(owner, "me" | "turn" | "round" | "p" | "c") {
            let whole = format!("{owner}.{member}");
            let place = pair[0].0..pair[1].1;
            all.push(plant(
                "owners left out",
                at,
                place,
                member,
                &[&whole, &format!("me.{member}")],
            ));
        }
    }
    all
}

fn modules(at: usize, source: &Source) -> Vec<Plant> {
    let uses =
        source.places("use ").filter(|start| *start == 0 || source.text[..*start].ends_with('\n'));
    let cut = |start: usize| {
        let line = source.text[start..].lines().next().unwrap_or("");
        let name = line.split(['(', ' ']).nth(1).unwrap_or("");
        let mut plant =
            plant("modules left out", at, start..start + line.len(), "", &[&format!("use {name}")]);
        plant.anywhere = true;
        plant
    };
    uses.map(cut).collect()
}

/// Calls of declared words and deeds with two or more simple values.
fn arguments(at: usize, source: &Source, swap: bool) -> Vec<Plant> {
    let declared = declarations(source);
    let known: Vec<&str> = declared.iter().map(|w| &source.text[w.0..w.1]).collect();
    let mut all = Vec::new();
    for word in source.words() {
        let name = &source.text[word.0..word.1];
        if !known.contains(&name)
            || declared.contains(&word)
            || !source.text[word.1..].starts_with('(')
        {
            continue;
        }
        let Some(len) = source.text[word.1..].find(')') else { continue };
        let inside = &source.text[word.1 + 1..word.1 + len];
        let args: Vec<&str> = inside.split(", ").collect();
        if args.len() < 2 || inside.contains(['(', '\n', ':', '"', '[']) {
            continue;
        }
        let place = word.1 + 1..word.1 + len;
        if swap && !types_differ(source, name) {
            continue;
        }
        if swap {
            let mut turned = args.clone();
            turned.swap(0, 1);
            all.push(plant(
                "arguments swapped",
                at,
                place,
                &turned.join(", "),
                &[&format!("{name}(")],
            ));
        } else {
            let fewer = args[..args.len() - 1].join(", ");
            all.push(plant("arguments left out", at, place, &fewer, &[&format!("{name}(")]));
        }
    }
    all
}

/// Whether the first two parameters of a word or deed have different types.
fn types_differ(source: &Source, name: &str) -> bool {
    let heads = [format!("\nto {name}("), format!("\ndefine {name}(")];
    let Some(params) = heads.iter().find_map(|head| source.text.split_once(head.as_str())) else {
        return false;
    };
    let list = params.1.split(')').next().unwrap_or("");
    let types: Vec<&str> = list.split(", ").filter_map(|p| p.split(": ").nth(1)).collect();
    matches!(types[..], [a, b, ..] if a != b)
}

/// `c.color` → `c`
fn fields(at: usize, source: &Source) -> Vec<Plant> {
    let mut all = Vec::new();
    for pair in source.words().windows(2) {
        let (of, field) = (&source.text[pair[0].0..pair[0].1], &source.text[pair[1].0..pair[1].1]);
        let joined = &source.text[pair[0].1..pair[1].0] == ".";
        let ends = !source.text[pair[1].1..].starts_with(['.', '(']);
        let shown = ["sees", "left", "right", "position"].contains(&field);
        if joined && ends && !shown && !matches!(of, "turn" | "round" | "phase" | "opponents") {
            all.push(plant(
                "types: a field left out",
                at,
                pair[0].1..pair[1].1,
                "",
                &[&format!(".{field}")],
            ));
        }
    }
    all
}

fn players(at: usize, source: &Source) -> Vec<Plant> {
    let start = source.text.find("\nplayers ").map(|at| at + 1);
    let Some(start) = start else { return Vec::new() };
    let line = source.text[start..].lines().next().unwrap_or("");
    let numbers: Vec<&str> = line["players ".len()..].split(" to ").collect();
    let (least, most) = (numbers[0], numbers[numbers.len() - 1]);
    let bad = [
        format!("players {least}-{most}"),
        format!("players {least}..{most}"),
        format!("players: {least} to {most}"),
        format!("players {} to {}", in_words(least), in_words(most)),
        format!("player {least} to {most}"),
        format!("Players {least} to {most}"),
        format!("players {least} or {most}"),
        format!("players from {least} to {most}"),
        format!("{least} to {most} players"),
    ];
    let mends = [&*format!("players {least} to {most}"), "players 2 to 5", "`players`"];
    bad.iter()
        .map(|new| plant("players lines", at, start..start + line.len(), new, &mends))
        .collect()
}

fn in_words(number: &str) -> &str {
    const WORDS: [&str; 7] = ["none", "one", "two", "three", "four", "five", "six"];
    number.parse().ok().and_then(|n: usize| WORDS.get(n).copied()).unwrap_or(number)
}

fn quotes(at: usize, source: &Source) -> Vec<Plant> {
    let mut all = Vec::new();
    let mut from = 0;
    for line in source.text.split_inclusive('\n') {
        if let (Some(first), Some(last)) = (line.find('"'), line.rfind('"'))
            && line.matches('"').count() == 2
            && !line.trim_start().starts_with("//")
        {
            let text = &line[first + 1..last];
            let place = from + first..from + last + 1;
            let mends: &[&str] = &["straight", "\""];
            for new in [format!("“{text}”"), format!("'{text}'"), format!("\"{text}")] {
                all.push(plant("quotation marks", at, place.clone(), &new, mends));
            }
        }
        from += line.len();
    }
    all
}

fn indented(at: usize, source: &Source) -> Vec<Plant> {
    let begins = |w: &&str| ["action", "to", "define", "menu", "each", "option"].contains(w);
    let mut all = Vec::new();
    let mut from = 0;
    for line in source.text.split_inclusive('\n') {
        if line.split(' ').next().is_some_and(|w| begins(&w)) {
            all.push(plant("items indented", at, from..from, "  ", &["left edge", "first column"]));
        }
        from += line.len();
    }
    all
}

fn first_column(at: usize, source: &Source) -> Vec<Plant> {
    let mut all = Vec::new();
    let mut from = 0;
    for line in source.text.split_inclusive('\n') {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        let word = line[blanks..].split(' ').next().unwrap_or("");
        // Words that open items, too: any other line may stand anywhere.
        if blanks > 0 && ["play", "each", "to", "the", "set", "change", "when"].contains(&word) {
            let mends: &[&str] = &["indent", "first column"];
            all.push(plant("lines at the first column", at, from..from + blanks, "", mends));
        }
        from += line.len();
    }
    all
}

/// The tables that a text names.
fn tables(source: &Source) -> Vec<(&str, &str)> {
    let named = |(name, _): &(&String, &String)| source.text.contains(&format!("from \"{name}\""));
    source
        .shelf
        .tables
        .iter()
        .filter(named)
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect()
}

fn in_table(kind: &'static str, at: usize, table: &str, bytes: Range<usize>, new: &str) -> Plant {
    let mut plant = plant(kind, at, bytes, new, &[]);
    plant.edit.table = Some(table.into());
    plant
}

fn separators(at: usize, source: &Source) -> Vec<Plant> {
    let mut all = Vec::new();
    for (name, text) in tables(source) {
        for sign in [";", "\t", "|"] {
            let new = text.replace(',', sign);
            let mut plant = in_table("tables with other signs", at, name, 0..text.len(), &new);
            plant.mends = vec!["commas".into(), "comma".into()];
            plant.anywhere = true;
            all.push(plant);
        }
    }
    all
}

/// The cells of a line of a table, with their places.
fn split(line: &str, from: usize) -> Vec<(usize, usize)> {
    let mut start = from;
    let mut all = Vec::new();
    for cell in line.split(',') {
        all.push((start, start + cell.len()));
        start += cell.len() + 1;
    }
    all
}

fn headers(at: usize, source: &Source) -> Vec<Plant> {
    let mut all = Vec::new();
    for (name, text) in tables(source) {
        let line = text.lines().next().unwrap_or("");
        for (start, end) in split(line, 0) {
            let header = &text[start..end];
            if let Some(new) = misspelt(header) {
                let mut plant = in_table("headers of tables", at, name, start..end, &new);
                plant.mends = vec![header.into()];
                plant.anywhere = true;
                all.push(plant);
            }
        }
    }
    all
}

fn cells(at: usize, source: &Source) -> Vec<Plant> {
    let mut all = Vec::new();
    for (name, text) in tables(source) {
        let mut from = text.find('\n').map_or(text.len(), |n| n + 1);
        for line in text[from..].split_inclusive('\n') {
            for (start, end) in split(line.trim_end(), from).into_iter().skip(1) {
                let cell = &text[start..end];
                let number = cell.parse::<i64>().is_ok();
                let word = cell.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
                if line.contains('"') || cell.is_empty() {
                    continue;
                }
                let (new, mends) = match (number, misspelt(cell)) {
                    (true, _) => ("many".to_string(), vec!["number".to_string(), "1".into()]),
                    (false, Some(new)) if word => (new, vec![cell.to_string()]),
                    _ => continue,
                };
                let mut plant = in_table("cells of tables", at, name, start..end, &new);
                plant.mends = mends;
                all.push(plant);
            }
            from += line.len();
        }
    }
    all
}

fn cards(at: usize, source: &Source) -> Vec<Plant> {
    let mut all = Vec::new();
    for (name, text) in tables(source) {
        let mut from = text.find('\n').map_or(text.len(), |n| n + 1);
        if !text.starts_with("name,") {
            continue;
        }
        for line in text[from..].split_inclusive('\n') {
            let cell = line.split(',').next().unwrap_or("");
            let literal = cell.replace(' ', "_");
            if !line.starts_with('"')
                && source.text.contains(&format!("[{literal}]"))
                && let Some(new) = misspelt(cell)
            {
                let mut plant = in_table("cards renamed", at, name, from..from + cell.len(), &new);
                plant.mends = vec![new.replace(' ', "_"), new.to_string()];
                plant.anywhere = true;
                all.push(plant);
            }
            from += line.len();
        }
    }
    all
}

fn rows(at: usize, source: &Source) -> Vec<Plant> {
    let mut all = Vec::new();
    for (name, text) in tables(source) {
        let mut from = text.find('\n').map_or(text.len(), |n| n + 1);
        for line in text[from..].split_inclusive('\n') {
            let end = from + line.trim_end().len();
            let mut more = in_table("rows of tables", at, name, end..end, ",9");
            more.mends = vec!["comma".into(), "commas".into(), "cells".into()];
            all.push(more);
            if let Some(comma) = line.trim_end().rfind(',') {
                let mut fewer = in_table("rows of tables", at, name, from + comma..end, "");
                fewer.mends = vec!["comma".into(), "commas".into(), "cells".into()];
                all.push(fewer);
            }
            from += line.len();
        }
    }
    all
}
