//! Damaged rules are accepted or refused, with places that exist and words that can be shown; nothing panics or hangs.
#![expect(clippy::expect_used, reason = "a test that cannot read its texts has failed")]

use houserules_lang::source::FileId;
use houserules_lang::syntax::ast::ItemKind;
use houserules_lang::syntax::{CODES, parse};
use std::path::Path;

const ROUNDS: u64 = 80;

/// SplitMix64.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

fn drafts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/drafts");
    let names = [
        "games/tictactoe",
        "games/crazy_eights",
        "stdlib/trade",
        "variants/short_evening",
        "games/connect_four",
    ];
    names.iter().map(|n| std::fs::read_to_string(root.join(format!("{n}.rules"))).expect("a draft")).collect()
}

/// Runs of letters or digits, runs of blanks, and single signs.
fn pieces(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = text;
    let kind =
        |c: char| if c.is_ascii_alphanumeric() || c == '_' { 0 } else { 1 + usize::from(!c.is_whitespace()) };
    while let Some(first) = rest.chars().next() {
        let len = match kind(first) {
            2 => first.len_utf8(),
            k => rest.find(|c| kind(c) != k).unwrap_or(rest.len()),
        };
        let (piece, tail) = rest.split_at(len);
        all.push(piece);
        rest = tail;
    }
    all
}

fn damaged(text: &str, chance: &mut Chance) -> String {
    if text.is_empty() {
        return String::new();
    }
    let mut pieces = pieces(text);
    let (a, b) = (chance.below(pieces.len()), chance.below(pieces.len()));
    match chance.below(8) {
        0 | 1 => {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..=chance.below(4) {
                let at = chance.below(bytes.len());
                bytes[at] ^= 1 << chance.below(8);
            }
            return String::from_utf8_lossy(&bytes).into_owned();
        }
        2 => drop(pieces.remove(a)),
        3 => pieces.insert(a, pieces[b]),
        4 => pieces.swap(a, b),
        5 => pieces.truncate(a),
        6 => drop(pieces.drain(a.min(b)..a.max(b))),
        _ => {
            let deep = [
                "(",
                "[",
                "{",
                "not ",
                "- ",
                "if ",
                "first x in ",
                "f(",
                "a + ",
                "a.",
                "{ if a ",
                "\"",
                "/// ",
            ];
            let nested = deep[chance.below(deep.len())].repeat(10_000);
            pieces.insert(a, &nested);
            return pieces.concat();
        }
    }
    pieces.concat()
}

fn check(text: &str) {
    let (tree, errors) = parse(FileId(0), text);
    for error in &errors {
        assert!(CODES.iter().any(|(code, _)| *code == error.code), "{} is listed", error.code);
        let shown = format!("{} {}", error.message, error.help.as_deref().unwrap_or_default());
        for label in &error.labels {
            let span = label.span;
            assert!(span.start <= span.end, "{shown}: {span:?}");
            assert!(text.get(span.start as usize..span.end as usize).is_some(), "{shown}: {span:?}");
            assert!(!label.text.chars().any(char::is_control), "{:?}", label.text);
        }
        assert!(!shown.chars().any(char::is_control), "{shown:?}");
        assert!(!shown.contains("`k_") && !shown.contains("`p_"), "no rule names: {shown}");
    }
    let broken = tree.items.iter().any(|i| matches!(i.kind, ItemKind::Broken { .. }));
    assert!(!broken || !errors.is_empty(), "a broken item has an error");
}

#[test]
fn damaged_rules_are_accepted_or_refused() {
    let texts = drafts();
    for seed in 0..ROUNDS {
        let mut chance = Chance(seed);
        let mut text = texts[chance.below(texts.len())].clone();
        for _ in 0..=chance.below(3) {
            text = damaged(&text, &mut chance);
        }
        check(&text);
    }
}

#[test]
fn unclosed_at_every_level() {
    for text in drafts().iter().take(1) {
        for (at, closing) in text.match_indices(['}', ')', ']', '"']) {
            check(&format!("{}{}", &text[..at], &text[at + closing.len()..]));
        }
    }
}

#[test]
fn deep_nesting_is_refused_in_every_form() {
    let forms = [
        ("(", ")"),
        ("f(", ")"),
        ("count(", ")"),
        ("not ", ""),
        ("- ", ""),
        ("a + ", ""),
        ("a.", ""),
        ("if a then b else ", ""),
        ("if ", " then a else b"),
        ("first x in ", ""),
        ("any x in a has ", ""),
        ("any x in (", ") has a"),
    ];
    for (open, close) in forms {
        for depth in [10, 126, 10_000] {
            let text = format!("define x = {}a{}", open.repeat(depth), close.repeat(depth));
            let (_, errors) = parse(FileId(0), &text);
            if depth == 10 {
                assert!(errors.is_empty(), "{open} {depth}: {errors:?}");
            } else if depth > 128 {
                let codes: Vec<_> = errors.iter().map(|d| d.code).collect();
                assert_eq!(codes, ["E0110"], "{open} {depth}");
            }
            check(&text);
        }
    }
    for depth in [10, 60, 126, 10_000] {
        check(&format!("play {} {{ }} {}", "{ if a ".repeat(depth), "}".repeat(depth)));
        check(&format!("play {} {{ }} {}", "{ turn me in players ".repeat(depth), "}".repeat(depth)));
        check(&format!("play {{ if a {{ }} {} }}", "else if a { } ".repeat(depth)));
        check(&format!("{}{}", "within a { ".repeat(depth), "}".repeat(depth)));
    }
}

#[test]
fn long_texts_take_linear_time() {
    let many = 8_000;
    for unit in [
        "(", "()", "///", "/// a\n", "a", " ", "\"", "unit A\n", "to\n", "acton\n", "'s", "a's ", "\u{1b}",
        "é", "= ",
    ] {
        check(&unit.repeat(many / unit.len()));
    }
}
