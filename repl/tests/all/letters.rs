//! Names in letters of any script at the table: shown as they are, typed as they are.

use crate::buffers::{call, fed};
use std::fs;

const RULES: &str = "game \"Reise\"\nplayers 2\n\ncard Ort { name: Name, worth: 1..9 }\n\n\
    deck orte of Ort { Ort from \"orte.csv\" }\n\neach Player has {\n  hand: set of Ort\n  n: \
    0..99\n}\n\n\
    setup { for each p in players { move top 6 of orte to p.hand } }\n\n\
    play {\n  turn me in players onwards { choose { lay } }\n  end game lost\n}\n\n\
    action lay(c in me.hand) {\n  move c to orte\n  me.n += c.worth\n}\n";

#[test]
fn names_in_any_letters_are_shown_and_typed_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let names = [
        "Köln",
        "Koln",
        "K.ln",
        "東京 駅",
        "Łódź",
        "Ærø",
        "Straße",
        "हिन्दी",
        "Ζάκυνθος",
        "Ö",
        "O",
        "Ж",
    ];
    let rows: String = names.iter().map(|n| format!("{n},3\n")).collect();
    fs::write(at("orte.csv"), format!("name,worth\n{rows}")).unwrap();
    fs::write(at("reise.rules"), RULES.replace("top 6 of orte to p.hand", "orte to p.hand"))
        .unwrap();
    let game = at("reise.rules");
    let shown =
        fed(&["play", &game, "--seed", "1", "--seat", "2=human"], "look\n1\nback\nquit\nyes\n")
            .said();
    for name in names.iter().filter(|name| **name != "K.ln") {
        assert!(shown.contains(name), "{name}: {shown}");
    }
    // However it is composed, and in whatever case.
    for (typed, told) in [
        ("Köln", "Köln"),
        ("[KÖLN]", "Köln"),
        ("[Ko\u{308}ln]", "Köln"),
        ("[Koln]", "Koln"),
        ("[k ln]", "K ln"),
        ("[東京 駅]", "東京 駅"),
        ("ζάκυνθος", "Ζάκυνθος"),
        ("ж", "Ж"),
        ("ö", "Ö"),
        ("[o]", "O"),
    ] {
        let said = fed(&["repl", &game, "--seed", "1"], &format!("lay {typed}\n")).said();
        assert!(said.contains(&format!("Ana lays {told}\n")), "{typed}: {said}");
    }
    let said =
        fed(&["play", &game, "--seed", "1", "--seat", "2=human"], "lay ÆRØ\nquit\nyes\n").said();
    assert!(said.contains("Ana lays Ærø\n"), "{said}");
}

#[test]
fn names_that_are_the_same_when_composed_are_one_name() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::write(at("orte.csv"), "name,worth\nKöln,3\nKo\u{308}ln,4\n").unwrap();
    fs::write(at("reise.rules"), RULES).unwrap();
    let said = call(&["check", &at("reise.rules")]).said();
    assert!(said.contains("two rows of `Ort` are called `Köln`"), "{said}");
}
