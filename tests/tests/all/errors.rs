//! Every diagnostic code has an example, every example a code, and what is said of it is a
//! snapshot. Examples whose code begins with `R` compile, and stop with that fault when they are
//! played.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot read its files has failed"
)]

use houserules::loader::FolderLoader;
use houserules::show::console::Look;
use houserules::show::diagnostics;
use houserules_interpreter::ask::{Fault, Setup, Stop};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::code::Code;
use houserules_lang::compile::{Compiled, Loaded, compile, compile_layers};
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::fixes::{applied, mend, worth_trying};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// From where the tests are run, so that names of files are the same on every machine.
fn folder() -> PathBuf {
    PathBuf::from("../examples/errors")
}

fn examples() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).unwrap().flatten().map(|e| e.path());
    let mut found: Vec<_> =
        entries.filter(|p| p.extension().is_some_and(|e| e == "rules")).collect();
    found.sort();
    found
}

fn code_of(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().split('_').next().unwrap().to_string()
}

/// An example and what its rules come to.
struct Example {
    path: PathBuf,
    compiled: Compiled,
}

/// Every example but those of faults, in the order of their names; read once for all tests.
static READ: LazyLock<Vec<Example>> = LazyLock::new(|| {
    let of_rules = examples().into_iter().filter(|p| !code_of(p).starts_with('R'));
    of_rules.map(|path| Example { compiled: compiled(&path), path }).collect()
});

/// Of a variant, over the first of its games.
fn compiled(path: &Path) -> Compiled {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let over = houserules::variants::over(path).unwrap().unwrap_or_default();
    let game = over.first().and_then(|name| houserules::variants::base(path, &name.text));
    let (mut loader, loaded) = FolderLoader::open(game.as_deref().unwrap_or(path)).unwrap();
    match game {
        Some(_) => {
            let variant = loader.also(path).unwrap();
            compile_layers(&loaded, &[Loaded { name, ..variant }], &mut loader)
        }
        None => compile(&name, &loaded.text, &mut loader),
    }
}

/// Codes of the passes that read rules; faults of running games have theirs beside the machine.
fn codes() -> BTreeSet<&'static str> {
    use houserules_lang as lang;
    let passes = [
        lang::syntax::CODES,
        lang::overlay::CODES,
        lang::resolve::CODES,
        lang::check::CODES,
        lang::secrets::CODES,
        lang::idle::CODES,
        lang::accepted::CODES,
    ];
    passes.iter().flat_map(|codes| codes.iter().map(|(code, _)| code.name())).collect()
}

#[test]
fn codes_and_examples_are_the_same_set() {
    let shown: BTreeSet<_> =
        examples().iter().map(|p| code_of(p)).filter(|c| !c.starts_with('R')).collect();
    let codes = codes();
    let missing: Vec<_> = codes.iter().filter(|c| !shown.contains(**c)).collect();
    let unknown: Vec<_> = shown.iter().filter(|c| !codes.contains(c.as_str())).collect();
    assert!(missing.is_empty(), "codes without an example in examples/errors: {missing:?}");
    assert!(unknown.is_empty(), "examples whose code no pass declares: {unknown:?}");
}

#[test]
fn every_example_is_answered_with_its_code() {
    let mut wrong = Vec::new();
    for Example { path, compiled } in READ.iter() {
        let found: Vec<_> = compiled.diagnostics.iter().map(|d| d.code.name()).collect();
        if found != [code_of(path).as_str()] {
            wrong.push(format!("{}: {found:?}", path.file_name().unwrap().to_string_lossy()));
        }
    }
    assert!(
        wrong.is_empty(),
        "these should be answered with their own code and nothing else:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn what_is_said_stays_as_it_is() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for Example { path, compiled } in READ.iter() {
            let mut said = Vec::new();
            diagnostics::human(&compiled.sources, &compiled.diagnostics, &mut said, Look::plain())
                .unwrap();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            insta::assert_snapshot!(name, String::from_utf8(said).unwrap());
        }
    });
}

#[test]
fn every_message_says_what_to_write_instead() {
    let mut wrong = Vec::new();
    for diagnostic in READ.iter().flat_map(|example| &example.compiled.diagnostics) {
        let (code, message) = (diagnostic.code, &diagnostic.message);
        let shouts = message.starts_with(char::is_uppercase) || message.ends_with('.');
        if diagnostic.help.is_none() || shouts {
            wrong.push(format!("{code} {message}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "no help, or not in lower case, or with a full stop:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn what_is_offered_mends_and_breaks_nothing() {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for Example { path, compiled: before } in READ.iter() {
        if !before.variants.is_empty() {
            continue;
        }
        let (mut loader, loaded) = FolderLoader::open(path).unwrap();
        // What is not closed hides all that follows it.
        let hides = |said: &Diagnostic| said.code == Code::E0106;
        let offers = before.diagnostics.iter().filter(|said| worth_trying(said) && !hides(said));
        for said in offers {
            let Some(text) = applied(&loaded.text, &said.fix) else { continue };
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let after = compile(&name, &text, &mut loader);
            tried += 1;
            if !mend(&[said], &before.diagnostics, &after.diagnostics) {
                let left: Vec<_> = after.diagnostics.iter().map(|d| &d.message).collect();
                wrong.push(format!("{name}: {:?}: {left:?}", said.help));
            }
        }
    }
    assert!(tried > 12, "{tried}");
    assert!(wrong.is_empty(), "these offer what does not mend them:\n{}", wrong.join("\n"));
}

/// R0309 is not among them: the checker proves that whatever a rule reads is running.
const FAULTS: [&str; 12] = [
    "R0301", "R0302", "R0303", "R0304", "R0305", "R0306", "R0308", "R0310", "R0311", "R0312",
    "R0313", "R0320",
];

/// Plays at random until the game stops by itself.
fn fault_of(path: &Path) -> Option<Fault> {
    let book = compiled(path).rulebook.unwrap_or_else(|| panic!("{} compiles", path.display()));
    let setup = Setup { seats: book.players.0, options: Vec::new() };
    let program = Program::new(Arc::new(book), &setup).unwrap();
    let mut machine = Machine::start(Arc::new(program), 1, false);
    match machine.playout(&[], &mut BotSource::new(1), 10_000).0 {
        Stop::Fault(fault) => Some(fault),
        _ => None,
    }
}

#[test]
fn every_fault_has_an_example_that_stops_with_it() {
    let examples: Vec<_> = examples().into_iter().filter(|p| code_of(p).starts_with('R')).collect();
    let shown: Vec<_> = examples.iter().map(|p| code_of(p)).collect();
    assert_eq!(shown, FAULTS);
    for path in examples {
        let fault = fault_of(&path);
        assert_eq!(
            fault.map(|f| f.code.name()),
            Some(code_of(&path).as_str()),
            "{}",
            path.display()
        );
    }
}
