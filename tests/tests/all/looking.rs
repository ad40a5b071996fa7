//! Lines of tests that must fail, with what is said then; and rules that run though some of their
//! tests are wrong.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot read its rules has failed"
)]

use houserules::run;
use houserules::show::console::{Console, Look};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::{Compiled, compile};
use houserules_lang::loader::NoFiles;
use houserules_table::runner::{Status, TestResult, run_test};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

/// The rules of `looking.rules`, without its tests.
fn rules() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/looking.rules");
    let text = std::fs::read_to_string(path).unwrap();
    text.split("// ---- ").next().unwrap().to_string()
}

fn results(compiled: Compiled) -> Vec<TestResult> {
    let book = Arc::new(compiled.rulebook.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics)));
    let start = |setup: &houserules_interpreter::ask::Setup, seed| {
        let program = Program::new(Arc::clone(&book), setup)?;
        Ok(Machine::start(Arc::new(program), seed, false))
    };
    (0..book.tests.len()).map(|at| run_test(&book, &compiled.sources, at, &start)).collect()
}

/// What a test with these lines says.
fn said(lines: &str) -> String {
    let text = format!("{}\ntest \"t\" with Ana, Ben, Cleo {{\n{lines}\n}}\n", rules());
    let result = results(compile("looking.rules", &text, &mut NoFiles)).pop().unwrap();
    assert_eq!(result.status, Status::Failed, "{lines}");
    result.message.unwrap_or_default()
}

#[test]
fn what_does_not_hold_is_said() {
    let main = "given Player | hand | cash { Ana | [3], [4] | $5  Ben | [5] | $5  Cleo | [6] | $5 \
    }\n\
                given pack is [1], [2], [9]\ngiven it is Ana's turn in \"main\"\n";
    let auction = "given Ana.cash is $2\ngiven it is Ana's turn in \"auction\"\n";
    for (start, lines, wanted) in [
        (main, "Ana may only lay or rest", "Ana may also `shout`"),
        (main, "Ana may only lay [3] or shout or rest", "Ana may also `lay [Chit 4]`"),
        (main, "Ana may only lay or shout or rest or pass", "Ana cannot `"),
        (main, "Ana may only lay or shout or rest or lay [9]", "Ana cannot `lay"),
        (main, "Ben may only lay", "Ben may do nothing: the choice is not yours now, but Ana's"),
        (main, "Ben cannot lay [5] because \"too low\"", "the choice is not yours now, but Ana's"),
        (main, "Ana cannot lay [3]", "Ana can `lay` here"),
        (main, "Ana cannot choose 3", "is not asked for a value here"),
        (auction, "Ana cannot choose $2", "Ana can choose that here"),
        (auction, "Ana may only choose $0 or choose $1", "Ana may also `$2`"),
        (
            main,
            "Ana does lay [3]\nexpect Ben is told \"lays 4\"",
            "nothing that Ben is told has \"lays 4\"",
        ),
        (main, "Ana does lay [3]\nexpect Cleo is not told \"lays\"", "Cleo is told \"Ana lays"),
        (
            main,
            "expect Ana sees no difference if Ana.hand is [3], [9], [1]",
            "Ana sees a difference",
        ),
        (main, "expect Ana sees no difference if Ben.hand is [9], [1], [1]", "give as many"),
        (main, "expect Ana sees no difference if Ben.cash is $4", "Ana sees a difference"),
        (
            main,
            "chance shuffles pack to [1]\nAna does rest",
            "`pack` was to be shuffled, but was not",
        ),
        (
            main,
            "chance shuffles pack to 3 of [8]\nAna does shout",
            "no `[Chit 8]` was left in `pack`",
        ),
        (main, "expect calls >= 0\ngiven Cleo.front is 2 of [3]", "was given before"),
        (
            main,
            "simulate 20 games expecting yes 0 to 19 times",
            "held in 20 of 20 games, not in 0 to 19",
        ),
        (main, "simulate 20 games expecting calls < 0", "did not hold in game 1 of 20 (seed "),
    ] {
        let found = said(&format!("{start}{lines}"));
        assert!(found.contains(wanted), "{lines}: {found}");
    }
}

#[test]
fn a_look_put_anywhere_changes_nothing() {
    let lines = [
        "given Player | hand | cash { Ana | [3], [4] | $5  Ben | [5] | $5  Cleo | [6] | $5 }",
        "given pack is 2 of [1], 2 of [2], [7], [8], [9]",
        "given it is Ana's turn in \"main\"",
        "Ana does lay [3]",
        "Cleo does snap",
        "Ben passes",
        "Ben does shout",
        "Cleo does rest",
        "Cleo passes",
        "Ana does rest",
        "expect calls is 22 and Cleo.cash is $6 and count(Ana.hand) is 3",
    ];
    let looks = ["expect calls >= 0", "let n = count(pack)", "Cleo cannot lay [9]"];
    for at in 0..=lines.len() {
        for look in looks {
            if at == 0 && look.starts_with("Cleo") {
                // Nobody is asked what the set-up asks by then.
                continue;
            }
            let mut with: Vec<&str> = lines.to_vec();
            with.insert(at, look);
            let text = format!(
                "{}\ntest \"t\" with Ana, Ben, Cleo {{\n{}\n}}\n",
                rules(),
                with.join("\n")
            );
            let result = results(compile("looking.rules", &text, &mut NoFiles)).pop().unwrap();
            assert_eq!(result.status, Status::Passed, "{look} at {at}: {:?}", result.message);
        }
    }
}

const WITH_BROKEN_TESTS: &str = "game \"G\"\nplayers 2\nthe table has { n: Number }\n\
    play { n += 1  if n is 1 { end game won by players } }\n\
    test \"fine\" with Ana, Ben { expect won by Ana, Ben }\n\
    test \"no such counter\" with Ana, Ben { expect m is 3 }\n\
    test \"no sentence\" with Ana, Ben { expects n is 3 }\n";

#[test]
fn rules_run_without_their_broken_tests() {
    let compiled = compile("g.rules", WITH_BROKEN_TESTS, &mut NoFiles);
    assert!(compiled.rulebook.is_none());
    let playable = compiled.playable.clone().unwrap();
    assert_eq!(playable.broken.len(), 2);
    let results = results(compiled.leave_broken_tests_out());
    assert_eq!(results.iter().map(|r| r.status).collect::<Vec<_>>(), [Status::Passed]);
    let broken = WITH_BROKEN_TESTS.replace("n += 1 ", "n += k ");
    assert!(compile("g.rules", &broken, &mut NoFiles).playable.is_none());
}

fn said_by(arguments: &[&str]) -> (u8, String) {
    let mut reader: &[u8] = b"";
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::new(Look::plain(), &mut reader, &mut out, &mut err);
    let all = std::iter::once("houserules").chain(arguments.iter().copied()).map(OsString::from);
    let status = run(all, &mut console);
    (status, String::from_utf8(out).unwrap() + &String::from_utf8(err).unwrap())
}

#[test]
fn hosts_say_how_many_tests_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.rules");
    std::fs::write(&path, WITH_BROKEN_TESTS).unwrap();
    let path = path.to_str().unwrap();
    let (status, text) = said_by(&["sim", path, "-n", "3"]);
    assert!(status == 0 && text.contains("2 tests do not compile"), "{text}");
    let (status, text) = said_by(&["test", path]);
    assert!(status == 1 && text.contains("1 passed, 2 failed"), "{text}");
    assert_eq!(said_by(&["check", path]).0, 1);
}

/// A fault under a variant is a failure, not a change.
#[test]
fn faults_are_said() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("g.rules");
    let variant = folder.path().join("many.rules");
    std::fs::write(
        &game,
        "game \"G\"\nplayers 2\noption rounds: 1..99 = 5\nthe table has { n: Number = 1  m: \
         Number }\n\
         setup { for each i in 1..rounds { n = n * 3 } }\n\
         play { turn me in players onwards { choose { stop } } }\naction stop { end game won by me }\n\
         test \"stops\" with Ana, Ben {\n  given m is 3\n  given it is Ana's turn\n  Ana does \
         stop\n}\n",
    )
    .unwrap();
    std::fs::write(&variant, "variant \"Many\" over g\nset rounds to 70\n").unwrap();
    let (status, text) = said_by(&["test", game.to_str().unwrap()]);
    assert_eq!((status, text.contains("1 passed")), (0, true), "{text}");
    let (status, text) =
        said_by(&["test", game.to_str().unwrap(), "--variant", variant.to_str().unwrap()]);
    assert!(status == 1 && text.contains("a number became too large"), "{text}");
    assert!(!text.contains("changed"), "{text}");
}
