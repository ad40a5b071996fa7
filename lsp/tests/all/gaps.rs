//! What could stand in a gap is found by typing the one body in which it is.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use houserules_files::loader::OpenTexts;
use houserules_files::rules::{RuleFiles, compiled_over};
use houserules_lang::compile::{Memory, Wanted};
use houserules_lang::resolve::uses::PLACEHOLDER;
use std::path::Path;
use std::sync::Arc;

/// A word, whatever it is, of so many is left out.
const EVERY: usize = 43;

#[test]
fn what_fits_is_the_same_whether_one_body_is_typed_or_all_are() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    let (mut tried, mut fits, mut readings) = (0, 0, Memory::default());
    for name in ["bandit", "bandits_hideout", "banditos_schacht"] {
        let game = games.join(name).with_extension("rules").canonicalize().unwrap();
        let text = std::fs::read_to_string(&game).unwrap();
        let files = RuleFiles { game: game.clone(), variants: Vec::new() };
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let bytes: Vec<(usize, char)> = text.char_indices().collect();
        let begins = |pair: &&[(usize, char)]| !is_name(pair[0].1) && pair[1].1.is_alphabetic();
        for pair in bytes.windows(2).filter(begins).skip(7).step_by(EVERY) {
            let (before, behind) = text.split_at(pair[1].0);
            if before.rsplit('\n').next().unwrap().contains("//") {
                continue;
            }
            let rest = behind.trim_start_matches(is_name);
            let with: Arc<str> = format!("{before}{PLACEHOLDER}{rest}").into();
            let open = Arc::new(OpenTexts::from([(game.clone(), with)]));
            let mut gap = |wanted| {
                let made = compiled_over(&files, wanted, &open, &mut readings).unwrap();
                format!("{:?}", made.declared.uses.gap())
            };
            let (alone, whole) = (gap(Wanted::Gap), gap(Wanted::Problems));
            assert_eq!(
                alone,
                whole,
                "{name}: before {:?}",
                behind.chars().take(20).collect::<String>()
            );
            fits += usize::from(alone != "None");
            tried += 1;
        }
    }
    assert!(tried > 100 && fits > 50, "{fits} of {tried}");
}
