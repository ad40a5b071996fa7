//! Declarations and sentences turned round, as people from elsewhere write them.

use super::{Edit, Plant, Source};
use std::ops::Range;

/// A change of the rules that one of these words mends.
pub(super) fn plant(
    kind: &'static str,
    source: usize,
    bytes: Range<usize>,
    new: &str,
    mends: &[&str],
) -> Plant {
    let edit = Edit { table: None, start: bytes.start, end: bytes.end, new: new.into() };
    let mends = mends.iter().map(|m| (*m).to_string()).collect();
    Plant { kind, source, edit, mends, strict: false, anywhere: false }
}

/// Lines that begin at the first column, with where they begin.
fn heads<'s>(source: &'s Source, word: &'static str) -> impl Iterator<Item = (usize, &'s str)> {
    let mut at = 0;
    let lines = source.text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end())
    });
    lines.filter(move |(_, line)| line.starts_with(word))
}

/// `enum Suit { a, b }` → `enum Suit = a | b`
pub(super) fn listed(at: usize, source: &Source) -> Vec<Plant> {
    let whole = heads(source, "enum ").filter(|(_, line)| {
        line.ends_with('}') && line.contains(", ") && !line.contains([':', '/'])
    });
    whole
        .map(|(start, line)| {
            let new = line.replace(" {", " =").replace(" }", "").replace(", ", " | ");
            plant("enums as lists", at, start..start + line.len(), &new, &[line])
        })
        .collect()
}

/// `deck stock of Playing { each of (Suit, 1..13) }` → `deck stock of Playing`
pub(super) fn bare_decks(at: usize, source: &Source) -> Vec<Plant> {
    let whole = heads(source, "deck ")
        .filter(|(_, line)| line.ends_with(") }") && line.contains("{ each of ("));
    whole
        .filter_map(|(start, line)| {
            let open = line.find(" {")?;
            let (from, to) = (start + open, start + line.len());
            Some(plant("decks without entries", at, from..to, "", &["each of ("]))
        })
        .collect()
}

/// `option goal: 20..200 = 100` → `option goal = 100`
pub(super) fn endless_options(at: usize, source: &Source) -> Vec<Plant> {
    let whole =
        heads(source, "option ").filter(|(_, line)| line.contains("..") && !line.contains('$'));
    whole
        .filter_map(|(start, line)| {
            let (colon, equals) = (line.find(": ")?, line.find(" = ")?);
            let name = line.get("option ".len()..colon)?;
            let mend = format!("option {name}: ");
            let place = start + colon..start + equals;
            Some(plant("options without ends", at, place, "", &[&mend]))
        })
        .collect()
}

/// `choose { lay or draw }` → `choose (lay, draw)`
pub(super) fn choices(at: usize, source: &Source) -> Vec<Plant> {
    let mut all = Vec::new();
    for start in source.places("choose {") {
        let from = start + "choose {".len();
        let Some(len) = source.text[from..].find('}') else { continue };
        let moves = source.text[from..from + len].trim();
        let plain = moves.contains(" or ")
            && moves
                .split(" or ")
                .all(|name| name.bytes().all(|b| b == b'_' || b.is_ascii_alphanumeric()));
        if plain {
            let new = format!("choose ({})", moves.replace(" or ", ", "));
            let mend = format!("choose {{ {moves} }}");
            all.push(plant("choices as lists", at, start..from + len + 1, &new, &[&mend]));
        }
    }
    all
}

/// `shuffle stock` → `stock.shuffle()`
pub(super) fn methods(at: usize, source: &Source) -> Vec<Plant> {
    let found = source.places("shuffle ").filter(|start| source.begins_line(*start));
    found
        .filter_map(|start| {
            let line = source.text[start..].lines().next()?.trim_end();
            let zone = line.strip_prefix("shuffle ")?;
            let plain = zone.bytes().all(|b| b == b'_' || b == b'.' || b.is_ascii_alphanumeric());
            let new = format!("{zone}.shuffle()");
            plain.then(|| plant("methods", at, start..start + line.len(), &new, &[line]))
        })
        .collect()
}

/// `[spades 4]` → `[4 of spades]`
pub(super) fn said_cards(at: usize, source: &Source) -> Vec<Plant> {
    let mut all = Vec::new();
    for start in source.places("[") {
        let Some(len) = source.text[start..].find(']') else { continue };
        let inside = &source.text[start + 1..start + len];
        let Some((word, number)) = inside.split_once(' ') else { continue };
        let plain = word.bytes().all(|b| b.is_ascii_lowercase())
            && number.bytes().all(|b| b.is_ascii_digit());
        if plain {
            let new = format!("[{number} of {word}]");
            let mend = format!("[{inside}]");
            all.push(plant("cards as they are said", at, start..start + len + 1, &new, &[&mend]));
        }
    }
    all
}

/// `forbid lay when … because "…"` without the reason.
pub(super) fn reasons(at: usize, source: &Source) -> Vec<Plant> {
    let whole = heads(source, "forbid ").filter(|(_, line)| line.ends_with('"'));
    whole
        .filter_map(|(start, line)| {
            let because = line.find(" because ")?;
            let place = start + because..start + line.len();
            Some(plant("reasons left out", at, place, "", &["because \"…\""]))
        })
        .collect()
}
