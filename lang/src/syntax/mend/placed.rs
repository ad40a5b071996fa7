//! What a file declares that holds cards or values, and of which of it a line speaks.

use crate::letters::in_name;
use memchr::memmem;
use std::collections::{BTreeMap, BTreeSet};

/// Words of zones, as they are declared.
pub(super) const SHAPES: [&str; 6] =
    ["set of ", "pile of ", "row of ", "slot of ", "slots of ", "grid of "];

/// Whose something is that a file declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    Player,
    Table,
    Others,
    /// It is a deck.
    Deck,
}

/// Something that a file declares, and that holds cards or a value.
#[derive(Debug, Clone)]
pub(super) struct Placed<'t> {
    pub(super) name: &'t str,
    pub(super) of: Of,
    /// `set`, `pile` and so on; none for what holds a value.
    pub(super) shape: Option<&'static str>,
    /// The kind of its cards, or the type of its value.
    pub(super) kind: &'t str,
}

/// What a line speaks of, in the place of what examples have.
#[derive(Debug, Default)]
pub(in crate::syntax) struct Spoken {
    pub(super) names: BTreeMap<&'static str, String>,
    /// Names of examples in whose place several may be meant, of which the line names none.
    pub(super) open: BTreeSet<&'static str>,
    /// The only amount or number of the line.
    pub(super) much: Option<String>,
}

/// What stands in the place of a name that nobody can know.
const OPEN: &str = "…";

impl Spoken {
    /// What stands in the place of a name of an example; none if the line tells nothing of it.
    pub(super) fn name(&self, example: &str) -> Option<&str> {
        if self.open.contains(example) {
            return Some(OPEN);
        }
        self.names.get(example).map(String::as_str)
    }

    /// The amount in the place of `$2`.
    pub(super) fn much(&self) -> Option<&str> {
        self.much.as_deref()
    }

    /// Whether it is clear that something is meant of which the line does not speak.
    pub(in crate::syntax) fn settles(&self, name: &str) -> bool {
        self.names.values().any(|known| known == name)
    }

    /// Whether an example names what may be one of several.
    pub(super) fn doubts(&self, example: &str) -> bool {
        example.split(|c: char| !in_name(c)).any(|word| self.open.contains(word))
    }
}

/// One of what a word names: `berries` and `berry`, `wishes` and `wish`.
pub(super) fn singular(word: &str) -> String {
    let small = word.to_lowercase();
    let cut = |end: &str| small.strip_suffix(end).filter(|rest| rest.len() > 1);
    if let Some(rest) = cut("ies") {
        return format!("{rest}y");
    }
    for hiss in ["s", "x", "z", "ch", "sh"] {
        if let Some(rest) = cut(&format!("{hiss}es")) {
            return format!("{rest}{hiss}");
        }
    }
    match cut("s").filter(|rest| !rest.ends_with('s')) {
        Some(rest) => rest.to_owned(),
        None => small,
    }
}

/// Whether two words name the same: `seed` and `seeds`, `life` and `lives`.
pub(crate) fn same_thing(a: &str, b: &str) -> bool {
    let leaf = |one: &str, many: &str| {
        let stem = many.strip_suffix("ves").filter(|stem| !stem.is_empty());
        stem.is_some_and(|stem| one == format!("{stem}f") || one == format!("{stem}fe"))
    };
    a == b || singular(a) == singular(b) || leaf(a, b) || leaf(b, a)
}

/// What holds cards or values, in the order in which a file declares it.
pub(super) fn placed(text: &str) -> Vec<Placed<'_>> {
    let (mut all, mut of) = (Vec::new(), Of::Others);
    for line in text.lines() {
        if line.starts_with(|c: char| c.is_alphabetic()) {
            of = match line {
                _ if line.starts_with("each Player has") => Of::Player,
                _ if line.starts_with("the table has") => Of::Table,
                _ => Of::Others,
            };
            let deck = line.strip_prefix("deck ").and_then(|rest| rest.split_once(" of "));
            if let Some((name, rest)) = deck.filter(|(name, _)| name.chars().all(in_name)) {
                let kind = rest.split(|c: char| !in_name(c)).next().unwrap_or("");
                all.push(Placed { name, of: Of::Deck, shape: Some("pile"), kind });
            }
            let declares = of != Of::Others || line.starts_with("each ");
            if !declares {
                continue;
            }
        } else if !line.starts_with([' ', '\t']) {
            continue;
        }
        for (name, ty) in typed(line).filter(|(name, _)| !name.is_empty()) {
            let shape = SHAPES.iter().find(|shape| ty.starts_with(**shape));
            // A hand holds cards, however it was written.
            let hand = of == Of::Player && name == "hand" && shape.is_none();
            if hand {
                let mut words = ty.split(|c: char| !in_name(c));
                let kind = words.find(|word| word.starts_with(char::is_uppercase)).unwrap_or("");
                all.push(Placed { name, of, shape: Some("set"), kind });
                continue;
            }
            let kind = shape.map_or(ty, |shape| &ty[shape.len()..]);
            let kind = kind.split(|c: char| !in_name(c)).next().unwrap_or("");
            let shape = shape.map(|shape| shape.trim_end_matches(" of "));
            if of != Of::Others || shape.is_some() {
                all.push(Placed { name, of, shape, kind });
            }
        }
    }
    all
}

/// Names with a colon, and what stands behind it.
pub(super) fn typed(text: &str) -> impl Iterator<Item = (&str, &str)> {
    memmem::find_iter(text.as_bytes(), ": ").map(|at| {
        let (before, behind) = (&text[..at], &text[at + 2..]);
        let name = before.rfind(|c: char| !in_name(c)).map_or(before, |last| &before[last..]);
        (name.trim_start_matches(|c: char| !in_name(c)), behind)
    })
}
