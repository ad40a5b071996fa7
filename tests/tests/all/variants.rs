//! The house rules in `examples/variants`: at least three for each game, each with a test of its
//! own that shows the difference. (That the tests hold is checked with those of all games.)
#![expect(clippy::unwrap_used, reason = "a test that cannot read its files has failed")]

use houserules::rules::{compiled, each};
use houserules::show::console::{Console, Look};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

fn files(folder: &str) -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(Path::new("..").join(folder)).unwrap().flatten().map(|e| e.path());
    let mut found: Vec<_> =
        entries.filter(|p| p.extension().is_some_and(|e| e == "rules")).collect();
    found.sort();
    found
}

fn run(arguments: &[&str]) -> (u8, String) {
    let all = std::iter::once("houserules").chain(arguments.iter().copied()).map(OsString::from);
    let (mut input, mut out, mut err) = (&b""[..], Vec::new(), Vec::new());
    let status =
        houserules::run(all, &mut Console::new(Look::plain(), &mut input, &mut out, &mut err));
    (status, String::from_utf8(out).unwrap() + &String::from_utf8(err).unwrap())
}

#[test]
fn every_game_has_three_house_rules_with_tests_of_their_own() {
    let mut of_game: BTreeMap<String, usize> = BTreeMap::new();
    for path in files("examples/variants") {
        for asked in each(&path, &[]).unwrap() {
            let compiled = compiled(&asked).unwrap();
            assert!(
                compiled.diagnostics.is_empty(),
                "{}: {:?}",
                path.display(),
                compiled.diagnostics
            );
            let tests = compiled.rulebook.unwrap().tests;
            assert!(tests.iter().any(|t| t.span.file.0 == 1), "{} has no test", path.display());
            *of_game
                .entry(asked.game.file_stem().unwrap().to_string_lossy().into_owned())
                .or_default() += 1;
        }
    }
    for game in files("games") {
        let name = game.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(
            of_game.get(&name).is_some_and(|n| *n >= 3),
            "{name} has fewer than three variants"
        );
    }
}

#[test]
fn every_combination_of_options_is_set_up_and_played() {
    let files: Vec<PathBuf> =
        files("games").into_iter().chain(files("examples/variants")).collect();
    let files: Vec<String> = files.iter().map(|p| p.display().to_string()).collect();
    let mut arguments = vec!["check", "--options"];
    arguments.extend(files.iter().map(String::as_str));
    let (status, said) = run(&arguments);
    assert_eq!(status, 0, "{said}");
}
