//! Every code is explained: its example is answered with it, the mended one is not, and both come
//! with the program.
#![expect(clippy::unwrap_used, reason = "a test may stop where it stands")]

use houserules::explain::shown::{answer, compiled, fault};
use houserules::explain::{Explained, codes, explained};
use houserules::run;
use houserules::show::console::{Console, Look};
use houserules_lang::code::Code;
use houserules_lang::diagnostic::Severity;
use std::ffi::OsString;
use std::path::Path;

/// What the checker keeps rules from, and what another code says better.
const WITHOUT_EXAMPLE: [Code; 3] = [Code::E1002, Code::R0307, Code::R0309];

fn all() -> Vec<Explained> {
    let missing: Vec<_> =
        codes().into_iter().filter(|(code, _)| explained(code.name()).is_none()).collect();
    assert!(missing.is_empty(), "codes without a text in examples/errors/mended: {missing:?}");
    codes().iter().filter_map(|(code, _)| explained(code.name())).collect()
}

/// Runs the program; gives the exit status and what was said.
fn said(arguments: &[&str], input: &str) -> (u8, String) {
    let mut reader = input.as_bytes();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::new(Look::plain(), &mut reader, &mut out, &mut err);
    let all = std::iter::once("houserules").chain(arguments.iter().copied()).map(OsString::from);
    let status = run(all, &mut console);
    (status, String::from_utf8(out).unwrap() + &String::from_utf8(err).unwrap())
}

#[test]
fn every_code_has_one_title() {
    let titled: Vec<_> = codes().into_iter().map(|(code, _)| code).collect();
    assert_eq!(titled, Code::ALL);
}

#[test]
fn every_code_has_a_meaning_an_example_and_its_cure() {
    for found in all() {
        let code = found.code;
        let meaning: String = found.meaning().collect();
        assert!(meaning.len() > 40 && meaning.ends_with('.'), "{code}: {meaning}");
        assert_eq!(found.example.is_none(), WITHOUT_EXAMPLE.contains(&code), "{code}");
        let mended = found.mended();
        assert!(!mended.text.trim().is_empty(), "{code} has no mended example");
        if let Some(example) = found.example {
            assert_eq!(example.name(), mended.name());
            let same: Vec<_> = example.tables().map(|t| t.text).collect();
            let tables: Vec<_> = mended.tables().map(|t| t.text).collect();
            assert!(example.text != mended.text || same != tables, "{code}: nothing is mended");
        }
    }
}

#[test]
fn rules_that_are_mended_are_not_answered_so() {
    let mut wrong = Vec::new();
    for found in all().iter().filter(|f| f.mended().path.ends_with(".rules")) {
        let code = found.code;
        let compiled = compiled(found.mended());
        let bad =
            compiled.diagnostics.iter().filter(|d| d.severity == Severity::Error || d.code == code);
        wrong.extend(bad.map(|d| format!("{code}, mended: {} {}", d.code, d.message)));
        if code.name().starts_with('R') {
            wrong.extend(
                fault(&compiled).map(|d| format!("{code}, mended: {} {}", d.code, d.message)),
            );
        }
        let answered = found.example.map(|e| answer(e, Look::plain()));
        if answered.is_some_and(|a| !a.contains(&format!("[{code}]: "))) {
            wrong.push(format!("{code} is not answered to its example"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn scripts_of_the_workbench_are_answered_so() {
    for found in all().iter().filter(|f| f.mended().path.ends_with(".txt")) {
        let script = |text: &str| {
            let call = text.lines().next().unwrap().strip_prefix("// houserules ").unwrap();
            let words: Vec<String> =
                call.replace("examples/", "../examples/").split(' ').map(str::to_string).collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            said(&words, text)
        };
        let (status, shown) = script(found.mended().text);
        assert_eq!(status, 0, "{}, mended:\n{shown}", found.code);
        assert!(!shown.contains("error["), "{}, mended:\n{shown}", found.code);
        if let Some(example) = found.example {
            let (status, shown) = script(example.text);
            assert_eq!(status, 1, "{}:\n{shown}", found.code);
            assert!(shown.contains(&format!("[{}]: ", found.code)), "{}:\n{shown}", found.code);
        }
    }
}

#[test]
fn the_command_explains_every_code() {
    for found in all() {
        let (status, shown) = said(&["explain", found.code.name()], "");
        assert_eq!(status, 0, "{shown}");
        assert!(shown.starts_with(&format!("{}: {}\n", found.code, found.title)), "{shown}");
        let headed = if found.example.is_some() { "Mended" } else { "This is fine" };
        assert!(
            shown.contains(&format!("{headed} (examples/{}):", found.mended().path)),
            "{shown}"
        );
        assert!(Path::new("../examples").join(found.mended().path).is_file());
    }
    assert_eq!(said(&["explain", " error[e0405] "], ""), said(&["explain", "E0405"], ""));
}

#[test]
fn of_a_code_that_there_is_not_the_nearest_are_named() {
    let (status, shown) = said(&["explain", "E0406x"], "");
    assert_eq!(status, 2, "{shown}");
    assert!(shown.contains("there is no code `E0406x`") && shown.contains("`E0406`"), "{shown}");
    for odd in ["", "\u{1b}[2J", "E", "ÄÖÜ[", "]]]]", &"E".repeat(10_000)] {
        let (status, shown) = said(&["explain", odd], "");
        assert_eq!(status, 2, "{shown}");
        assert!(!shown.contains('\u{1b}'), "{shown}");
    }
    assert_eq!(said(&["explain"], "").0, 2);
}
