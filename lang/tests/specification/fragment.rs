//! Lines that are typed while a game is played.

use houserules_lang::check::fragment::{FragmentChecker, Named, Sights, Typing};
use houserules_lang::ir::Type;
use houserules_lang::loader::NoFiles;
use houserules_lang::source::FileId;

const GAME_TEXT: &str = "game \"G\"\nplayers 2\nenum Color { pink, black }\ncard Mile { \
color: Color, miles: 1..2 }\n\
    deck miles of Mile { each of (Color, 1..2) }\neach Player has { hand: set of Mile, seen by owner  cash: Number = 3 }\n\
    action take(n in 1..2) needs me.cash > n else \"no\" { me.cash -= n }\n\
    play { turn me in players onwards { choose { take or pass } } }\n";

fn desk() -> FragmentChecker {
    let compiled = houserules_lang::compile::compile("g.rules", GAME_TEXT, &mut NoFiles);
    assert!(compiled.rulebook.is_some(), "{:?}", compiled.diagnostics);
    FragmentChecker::new(compiled.declared)
}

fn typing<'a>(text: &'a str, sights: &'a Sights) -> Typing<'a> {
    Typing { file: FileId(9), text, part: 0..text.len(), sights }
}

fn sights() -> Sights {
    Sights { players: vec!["Ana".into(), "Ben".into()], locals: vec![("x".into(), Type::Number)] }
}

#[test]
fn values_and_domains_are_typed() {
    let (mut desk, sights) = (desk(), sights());
    for text in
        ["Ana.cash + x", "those c in miles where c.miles is 2", "players from Ben", "1..x", "me"]
    {
        let typed = desk.value(&typing(text, &sights));
        assert!(typed.is_ok_and(|t| t.locals[0].name == "x"), "{text}");
    }
}

#[test]
fn a_mistake_is_said_again_and_leaves_nothing() {
    let (mut desk, sights) = (desk(), sights());
    for text in [
        "Ana.csh",
        "Ana.cash +",
        "first",
        "",
        "\u{1b}[2J",
        "[pink 9]",
        "\"{y}\"",
        "((((",
        "let y = 3",
    ] {
        let codes = |d: &mut FragmentChecker| {
            let found = d.value(&typing(text, &sights)).map(|_| ()).unwrap_err();
            (found.iter().map(|d| d.code).collect::<Vec<_>>(), d.texts())
        };
        let first = codes(&mut desk);
        assert_eq!(first, codes(&mut desk), "{text}");
        assert!(!first.0.is_empty(), "{text}");
    }
}

#[test]
fn what_can_be_measured_is_a_number_or_a_condition() {
    let (mut desk, sights) = (desk(), sights());
    for (text, fine) in [
        ("Ana.cash", true),
        ("me.cash > 2", true),
        ("sum(p.cash for p in players)", true),
        ("most(c.miles for c in Ana.hand)", true),
        ("Ana.hand", false),
        ("me", false),
        ("none", false),
        ("", false),
    ] {
        assert_eq!(desk.measure(&typing(text, &sights)).is_ok(), fine, "{text}");
    }
}

#[test]
fn lines_of_tests_are_typed() {
    let (mut desk, sights) = (desk(), sights());
    for (text, fine) in [
        ("given Ana.cash is 5", true),
        ("given Ana.hand is [pink 1], [black 2]", true),
        ("do Ana.cash += x", true),
        ("expect Ana.cash is 3", true),
        ("do choose { take or pass }", false),
        ("do round { }", false),
        ("given Ana.cash", false),
    ] {
        assert_eq!(desk.lines(&typing(text, &sights)).is_ok(), fine, "{text}");
    }
}

#[test]
fn things_have_names() {
    let (mut desk, sights) = (desk(), sights());
    let mut sort = |text: &str| match desk.named(&typing(text, &sights)).unwrap().what {
        Named::Zone(_, key) => {
            if key.is_some() {
                "zone of"
            } else {
                "zone"
            }
        }
        Named::Counter(..) => "counter",
        Named::Each(all) => {
            if all.len() == 1 {
                "each"
            } else {
                "several"
            }
        }
        Named::Move(_) => "move",
        Named::Deed(_) | Named::Menu => "rule",
        Named::Value(_) => "value",
    };
    let found = ["miles", "Ana.hand", "Ben.cash", "hand", "take", "[pink 1]", "Ana"].map(&mut sort);
    assert_eq!(found, ["zone", "zone of", "counter", "each", "move", "value", "value"]);
}
