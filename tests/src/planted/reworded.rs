//! Words and signs put as a layman or a programmer would: by what stands there, not by what the
//! messages know.

use super::Edit;
use super::scrambled::{Draw, Page};
use crate::mutate::Chance;
use houserules_lang::syntax::Ink;
use std::ops::Range;

/// The draws, each with the name of its sort.
pub(super) const DRAWS: &[(&str, Draw)] = &[
    ("other words", synonym),
    ("one for several", plural),
    ("ranges", range),
    ("other signs", sign),
    ("other brackets", bracket),
    ("lists without commas", uncommaed),
    ("little words added", added),
    ("members the other way round", member),
    ("names in two words", parted),
    ("capital letters", capital),
];

/// Words of the language, and others for them.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("choose", &["pick", "select", "choosing", "ask"]),
    ("move", &["put", "place", "transfer", "send"]),
    ("shuffle", &["mix", "shuffles", "reshuffle"]),
    ("otherwise", &["else", "or else", "if none"]),
    ("else", &["otherwise", "or", "elsewise"]),
    ("needs", &["requires", "only if", "need", "must have"]),
    ("each", &["every", "all", "any"]),
    ("every", &["each", "all"]),
    ("any", &["some", "one", "an"]),
    ("players", &["everyone", "all players", "the players", "player"]),
    ("opponents", &["others", "other players", "rivals"]),
    ("where", &["that", "with", "whose", "which", "if", "such that"]),
    ("those", &["all", "the", "these"]),
    ("has", &["contains", "have", "owns", "with"]),
    ("count", &["number", "size", "number of", "len"]),
    ("expect", &["assert", "check", "verify", "then"]),
    ("given", &["suppose", "assume", "when", "let"]),
    ("because", &["since", "as", "reason", "saying"]),
    ("cannot", &["can not", "may not", "must not", "is unable to"]),
    ("does", &["plays", "performs", "do", "takes"]),
    ("passes", &["skips", "pass", "stops"]),
    ("chooses", &["picks", "choose", "selects"]),
    ("onwards", &["forward", "on", "and so on", "repeatedly"]),
    ("until", &["till", "unless", "while"]),
    ("ends", &["finishes", "stops", "end", "is over"]),
    ("end", &["finish", "stop", "ends"]),
    ("won", &["win", "winner", "victory"]),
    ("say", &["print", "tell", "announce", "write"]),
    ("show", &["reveal", "display", "shows"]),
    ("hide", &["conceal", "cover"]),
    ("swap", &["exchange", "switch"]),
    ("top", &["first", "upper", "highest"]),
    ("bottom", &["last", "lowest"]),
    ("from", &["out of", "off", "of"]),
    ("to", &["into", "onto", "in", "towards", "->"]),
    ("of", &["from", "in", "for"]),
    ("in", &["of", "among", "inside", "within", "from"]),
    ("none", &["nothing", "null", "nobody", "no one"]),
    ("empty", &["nothing", "blank", "zero"]),
    ("first", &["one", "any", "the first"]),
    ("most", &["highest", "max", "maximum", "the most"]),
    ("least", &["lowest", "min", "minimum", "fewest"]),
    ("sum", &["total", "add", "sum of"]),
    ("let", &["var", "define", "set", "const"]),
    ("give", &["return", "gives", "yield"]),
    ("repeat", &["loop", "do", "repeat while"]),
    ("if", &["when", "in case", "If"]),
    ("when", &["if", "once", "whenever"]),
    ("is", &["equals", "==", "are", "be", "has"]),
    ("and", &["&&", ",", "&", "plus"]),
    ("or", &["||", "/", ",", "|"]),
    ("not", &["!", "no", "isn't"]),
    ("me", &["my", "I", "player", "self"]),
    ("this", &["self", "it", "that"]),
    ("round", &["rounds", "loop", "cycle"]),
    ("turn", &["turns", "move", "go"]),
    ("yes", &["true", "on", "Yes"]),
    ("no", &["false", "off", "No"]),
    ("instead", &["rather", "in place"]),
    ("action", &["move", "ability", "rule"]),
    ("define", &["let", "function", "definition"]),
    ("option", &["setting", "parameter"]),
    ("enum", &["type", "list", "kind"]),
    ("deck", &["pile", "stack", "cards"]),
    ("test", &["scenario", "check", "example"]),
    ("forbid", &["disallow", "ban", "forbidden"]),
    ("capped", &["limited", "bounded", "max"]),
    ("seen", &["visible", "known", "shown"]),
    ("by", &["from", "for", "with"]),
    ("with", &["having", "and", "using"]),
    ("race", &["speed", "first"]),
    ("asking", &["prompt", "question", "saying"]),
    ("mod", &["%", "modulo"]),
];

fn edit(place: &Range<usize>, new: impl Into<String>) -> Edit {
    Edit { table: None, start: place.start, end: place.end, new: new.into() }
}

/// One of the words of a line that something can be done with.
fn one<T>(
    page: &Page<'_>,
    chance: &mut Chance,
    fits: impl Fn(&[(Range<usize>, Ink)], usize) -> Option<T>,
) -> Option<T> {
    let line = page.line(chance);
    let mut all: Vec<T> = (0..line.len()).filter_map(|at| fits(line, at)).collect();
    let at = chance.below(all.len());
    (at < all.len()).then(|| all.swap_remove(at))
}

fn synonym(page: &Page<'_>, chance: &mut Chance) -> Option<Edit> {
    let which = chance.below(12);
    one(page, chance, |line, at| {
        let (place, word) = (&line[at].0, page.of_word(&line[at].0));
        let (_, others) = SYNONYMS.iter().find(|(of, _)| *of == word)?;
        let field = at > 0 && page.of_word(&line[at - 1].0) == ".";
        (!field && line[at].1 == Ink::Word).then(|| edit(place, others[which % others.len()]))
    })
}

/// `players` → `player`, `card` → `cards`
fn plural(page: &Page<'_>, chance: &mut Chance) -> Option<Edit> {
    one(page, chance, |line, at| {
        let (place, word) = (&line[at].0, page.of_word(&line[at].0));
        let new = match word.strip_suffix('s') {
            Some(one) if one.len() > 2 => one.to_owned(),
            Some(_) => return None,
            None if word.len() > 2 => format!("{word}s"),
            None => return None,
        };
        (line[at].1 == Ink::Word).then(|| edit(place, new))
    })
}

/// `0..99`, and whatever else it might be.
fn range(page: &Page<'_>, chance: &mut Chance) -> Option<Edit> {
    let which = chance.below(11);
    one(page, chance, |line, at| {
        let [(a, _), (dots, _), (b, _)] = line.get(at..at + 3)? else { return None };
        let (from, to) = (page.of_word(a), page.of_word(b));
        let new = match which {
            0 => format!("{from}-{to}"),
            1 => format!("{from} to {to}"),
            2 => format!("{from}...{to}"),
            3 => format!("{from}…{to}"),
            4 => format!("from {from} to {to}"),
            5 => format!("between {from} and {to}"),
            6 => format!("[{from}..{to}]"),
            7 => format!("{from} . {to}"),
            8 => format!("({from}, {to})"),
            9 => format!("{from}..={to}"),
            _ => format!("{from} up to {to}"),
        };
        (page.of_word(dots) == "..").then(|| edit(&(a.start..b.end), new))
    })
}

/// Signs, and others for them.
const SIGNS: &[(&str, &[&str])] = &[
    ("=", &[":=", "==", "is", ":", "->"]),
    ("->", &["=>", ":", "returns", "="]),
    (",", &[";", " and", "", " or"]),
    (":", &["=", " is", " of", ""]),
    (".", &[" ", "->", "'s ", "_", ":"]),
    ("+=", &["=+", "+", "increases by", "gains"]),
    ("-=", &["=-", "-", "loses", "decreases by"]),
    ("*", &["x", "×", "times", ""]),
    ("/", &["÷", "div", "divided by"]),
    ("+", &["plus", "and", "&"]),
    ("-", &["minus", "−", "less"]),
    (">", &["is more than", "is greater than", "above"]),
    ("<", &["is less than", "below"]),
    (">=", &["=>", "is at least", "≥"]),
    ("<=", &["=<", "is at most", "≤"]),
    ("|", &["/", ",", ";"]),
];

fn sign(page: &Page<'_>, chance: &mut Chance) -> Option<Edit> {
    let which = chance.below(60);
    one(page, chance, |line, at| {
        let (place, word) = (&line[at].0, page.of_word(&line[at].0));
        let (_, others) = SIGNS.iter().find(|(of, _)| *of == word)?;
        Some(edit(place, others[which % others.len()]))
    })
}

/// `[pink 4]` → `pink 4`, `(pink 4)`, `"pink 4"`
fn bracket(page: &Page<'_>, chance: &mut Chance) -> Option<Edit> {
    let which = chance.below(12);
    one(page, chance, |line, at| {
        let open = page.of_word(&line[at].0);
        let close = match open {
            "[" => "]",
            "(" => ")",
            _ => return None,
        };
        let behind = line[at + 1..].iter().position(|(place, _)| page.of_word(place) == close)?;
        let inside = line.get(at + 1..at + 1 + behind)?;
        let words = inside.first()?.0.start..inside.last()?.0.end;
        let plain = inside.iter().all(|(place, _)| !matches!(page.of_word(place), "[" | "("));
        let words = page.of_word(&words);
        let new = match (open, which % 4) {
            ("[", 0) => words.to_owned(),
            ("[", 1) => format!("({words})"),
            ("[", 2) => format!("\"{words}\""),
            ("[", _) => format!("{{{words}}}"),
            (_, 0) => format!(" {words}"),
            (_, 1) => format!("[{words}]"),
            (_, 2) => format!("{{{words}}}"),
            (_, _) => format!(": {words}"),
        };
        let (start, end) = (line[at].0.start, line[at + 1 + behind].0.end);
        plain.then(|| edit(&(start..end), new))
    })
}

/// All commas of a list.
fn uncommaed(page: &Page<'_>, chance: &mut Chance) -> Option<Edit> {
    one(page, chance, |line, at| {
        let first = &line[at].0;
        let list: Vec<_> = line[at..].iter().collect();
        let commas = list.iter().filter(|(place, _)| page.of_word(place) == ",").count();
        let (Some(last), true) = (list.last(), commas > 0) else { return None };
        let whole = page.of_word(&(first.start..last.0.end));
        (at > 0 && !whole.contains('"'))
            .then(|| edit(&(first.start..last.0.end), whole.replace(',', "")))
    })
}

/// `is Kind` → `is a Kind`
fn added(page: &Page<'_>, chance: &mut Chance) -> Option<Edit> {
    const WORDS: [&str; 10] =
        ["a", "the", "all", "then", "of", "to", "be", "that", "cards", "also"];
    let which = WORDS[chance.below(WORDS.len())];
    one(page, chance, |line, at| {
        let place = &line[at].0;
        let word = line[at].1 == Ink::Word && at > 0 && page.of_word(&line[at - 1].0) != ".";
        word.then(|| edit(&(place.start..place.start), format!("{which} ")))
    })
}

/// `heat: 0..99, capped` → `0..99 heat, capped`, `heat 0..99 capped`, `heat = 0..99, capped`
fn member(page: &Page<'_>, chance: &mut Chance) -> Option<Edit> {
    let which = chance.below(5);
    one(page, chance, |line, at| {
        let [(name, _), (colon, _)] = line.get(at..at + 2)? else { return None };
        let rest = line.get(at + 2..)?;
        let len =
            rest.iter().position(|(place, _)| matches!(page.of_word(place), "," | "}" | "=" | ")"));
        let ty = rest.get(..len.unwrap_or(rest.len()))?;
        let ty = ty.first()?.0.start..ty.last()?.0.end;
        let (word, written) = (page.of_word(name), page.of_word(&ty));
        let new = match which {
            0 => format!("{written} {word}"),
            1 => format!("{word} {written}"),
            2 => format!("{word} = {written}"),
            3 => format!("{written}: {word}"),
            _ => format!("{word} is {written}"),
        };
        (page.of_word(colon) == ":").then(|| edit(&(name.start..ty.end), new))
    })
}

/// `draw_pile` → `draw pile`, `draw-pile`
fn parted(page: &Page<'_>, chance: &mut Chance) -> Option<Edit> {
    let sign = [" ", "-"][chance.below(2)];
    one(page, chance, |line, at| {
        let (place, word) = (&line[at].0, page.of_word(&line[at].0));
        (line[at].1 == Ink::Word && word.contains('_'))
            .then(|| edit(place, word.replace('_', sign)))
    })
}

fn capital(page: &Page<'_>, chance: &mut Chance) -> Option<Edit> {
    one(page, chance, |line, at| {
        let (place, word) = (&line[at].0, page.of_word(&line[at].0));
        let (first, rest) = (word.chars().next()?, word.get(1..)?);
        let turned = if first.is_ascii_lowercase() {
            first.to_ascii_uppercase()
        } else {
            first.to_ascii_lowercase()
        };
        (line[at].1 == Ink::Word).then(|| edit(place, format!("{turned}{rest}")))
    })
}
