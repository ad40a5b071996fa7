//! A slice of the campaign `cargo run --release -p houserules-tests --bin mutate`.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot read its files has failed"
)]

use houserules_lang::code::Code;
use houserules_lang::loader::Loaded;
use houserules_lang::source::FileId;
use houserules_lang::syntax::parse;
use houserules_tests::mutate::{Chance, Shelf, damaged, try_layers, try_style, try_text};
use std::path::Path;

const ROUNDS: u64 = 60;

fn drafts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let names = [
        "tic_tac_toe",
        "crazy_eights",
        "../stdlib/modules/trade",
        "variants/banditos_short_evening",
        "snap",
    ];
    names
        .iter()
        .map(|n| std::fs::read_to_string(root.join(format!("{n}.rules"))).unwrap())
        .collect()
}

fn check(text: &str) {
    if let Err(wrong) = try_text(text, &mut Shelf::default(), 1) {
        panic!("{wrong}\n{text}");
    }
}

#[test]
fn damaged_rules_are_accepted_or_refused() {
    let texts = drafts();
    for seed in 0..ROUNDS {
        let mut chance = Chance::new(seed);
        let mut text = texts[chance.below(texts.len())].clone();
        for _ in 0..=chance.below(3) {
            text = damaged(&text, &mut chance);
        }
        check(&text);
    }
}

#[test]
fn damaged_rules_are_formatted_if_they_parse() {
    let texts = drafts();
    let mut parsed = 0;
    for seed in 0..ROUNDS {
        let mut chance = Chance::new(seed);
        let text = damaged(&texts[chance.below(texts.len())], &mut chance);
        let game = Loaded { name: "damaged.rules".into(), text };
        match try_style(&[game], &mut Shelf::default()) {
            Ok(parses) => parsed += u32::from(parses),
            Err(wrong) => panic!("seed {seed}: {wrong}"),
        }
    }
    assert!(parsed > 10, "{parsed}");
}

#[test]
fn damaged_variants_are_accepted_or_refused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut pairs = Vec::new();
    for (game, variant) in
        [("bandit", "bandit_sheriffs"), ("banditos_schacht", "banditos_haggling")]
    {
        let read = |path: String| {
            let text = std::fs::read_to_string(root.join(&path)).unwrap();
            Loaded { name: path, text }
        };
        pairs.push((
            read(format!("games/{game}.rules")),
            read(format!("examples/variants/{variant}.rules")),
        ));
    }
    let mut shelf = Shelf::of(&root.join("games")).and(&root.join("examples/variants"));
    for seed in 0..60 {
        let mut chance = Chance::new(seed);
        let (game, variant) = &pairs[chance.below(pairs.len())];
        let (mut game, mut variant) = (game.clone(), variant.clone());
        if chance.below(3) == 0 {
            game.text = damaged(&game.text, &mut chance);
        }
        variant.text = damaged(&variant.text, &mut chance);
        if let Err(wrong) = try_layers(&game, &[variant.clone()], &mut shelf, seed) {
            panic!("{wrong}\n{}", variant.text);
        }
    }
}

#[test]
fn many_rules_of_variants_take_linear_time() {
    let game = Loaded {
        name: "g.rules".into(),
        text: "game \"G\"\nplayers 2\n".to_string() + &"to a { }\n".repeat(4_000),
    };
    for line in [
        "remove to b\n",
        "set c to 3\n",
        "extend play { }\n",
        "to a { }\n",
        "remove ends when a\n",
        "replace phase \"x\" { }\n",
    ] {
        let text = format!("variant \"V\" over g\n{}", line.repeat(4_000));
        let variant = Loaded { name: "v.rules".into(), text };
        try_layers(&game, &[variant], &mut Shelf::default(), 1).unwrap();
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
                assert_eq!(codes, [Code::E0110], "{open} {depth}");
            }
            check(&text);
        }
    }
    for depth in [10, 60, 126, 10_000] {
        check(&format!("play {} {{ }} {}", "{ if a ".repeat(depth), "}".repeat(depth)));
        check(&format!(
            "play {} {{ }} {}",
            "{ turn me in players ".repeat(depth),
            "}".repeat(depth)
        ));
        check(&format!("play {{ if a {{ }} {} }}", "else if a { } ".repeat(depth)));
        check(&format!("{}{}", "within a { ".repeat(depth), "}".repeat(depth)));
    }
}

#[test]
fn long_texts_take_linear_time() {
    let many = 8_000;
    for unit in [
        "(", "()", "///", "/// a\n", "a", " ", "\"", "unit A\n", "to\n", "acton\n", "'s", "a's ",
        "\u{1b}", "é", "= ",
    ] {
        check(&unit.repeat(many / unit.len()));
    }
}
