//! `fmt`: every file of the repository is in the one style, and formatting keeps the meaning.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its files has failed")]

use houserules::loader::FolderLoader;
use houserules::run;
use houserules::show::console::{Console, Look};
use houserules_lang::code::Code;
use houserules_lang::compile::compile;
use houserules_lang::format::format;
use houserules_lang::printer::print;
use houserules_lang::syntax::layout::{Sort, words};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Every `.rules` file of the repository.
fn all() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = [
        "games",
        "examples",
        "examples/variants",
        "examples/first_game",
        "examples/errors",
        "examples/errors/mended",
        "stdlib/modules",
        "tests/rules",
    ];
    let entries =
        folders.iter().flat_map(|folder| fs::read_dir(root.join(folder)).unwrap().flatten());
    let mut found: Vec<PathBuf> =
        entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "rules")).collect();
    found.sort();
    assert!(found.len() > 300, "{}", found.len());
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// Runs the program; gives the exit status and what was said.
fn said(arguments: &[&str]) -> (u8, String) {
    let mut reader: &[u8] = b"";
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::new(Look::plain(), &mut reader, &mut out, &mut err);
    let all = std::iter::once("houserules").chain(arguments.iter().copied()).map(OsString::from);
    let status = run(all, &mut console);
    (status, String::from_utf8(out).unwrap() + &String::from_utf8(err).unwrap())
}

/// The text with its lines thrown about: one blank or none between words, and one or none at the
/// left.
fn thrown_about(text: &str) -> String {
    let mut made = String::new();
    for (at, lexeme) in words(text).unwrap().iter().enumerate() {
        let left = at == 0 || lexeme.breaks > 0;
        made.push_str(&"\n".repeat(lexeme.breaks));
        if lexeme.blanks > 0 && !(left && lexeme.sort == Sort::Close) {
            made.push_str(" \t");
        }
        made.push_str(lexeme.text);
    }
    made
}

/// The text without columns, which are the only blanks that are the writer's.
fn squeezed(text: &str) -> String {
    let line = |line: &str| {
        let indent = line.len() - line.trim_start().len();
        format!("{indent} {}\n", line.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    text.lines().map(line).collect()
}

/// Halves of the files go to the two of us.
fn of_each(check: impl Fn(&Path, &str) + Sync) {
    let all = all();
    let (even, odd): (Vec<_>, Vec<_>) = all.iter().enumerate().partition(|(n, _)| n % 2 == 0);
    std::thread::scope(|scope| {
        for half in [even, odd] {
            let check = &check;
            scope.spawn(move || half.iter().for_each(|(_, path)| check(path, &read(path))));
        }
    });
}

#[test]
fn every_file_of_the_repository_is_formatted() {
    of_each(|path, text| {
        let fine = format(text).map_or(true, |made| made == text);
        assert!(fine, "run `houserules fmt {}`", path.display());
    });
}

#[test]
fn the_guide_and_the_readme_are_in_the_style() {
    let mut blocks = 0;
    for page in ["README.md", "docs/language.md", "docs/sentences.md"] {
        let text = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(page));
        let code = text.split("\n```rules").skip(1).map(|block| (block, "\n```"));
        for (block, end) in
            code.chain(text.split("\n<!-- test").skip(1).map(|tests| (tests, "\n-->")))
        {
            let (_, block) = block.split_once('\n').unwrap();
            let block = block.split(end).next().unwrap().to_string() + "\n";
            assert!(
                format(&block).map_or(true, |made| made == block),
                "{page}:\n{}",
                format(&block).unwrap()
            );
            blocks += 1;
        }
    }
    assert!(blocks > 50, "{blocks}");
}

#[test]
fn whatever_the_blanks_the_style_is_one_and_the_meaning_stays() {
    of_each(|path, text| {
        if words(text).is_err() {
            return;
        }
        let made = format(&thrown_about(text)).unwrap();
        assert_eq!(squeezed(&made), squeezed(text), "{}", path.display());
        if !text.starts_with("module") {
            let (before, after) = (compiled(path, text), compiled(path, &made));
            assert_eq!(before, after, "{}", path.display());
        }
    });
}

/// The rulebook, and the codes of what is wrong, without places.
fn compiled(path: &Path, text: &str) -> (Option<String>, Vec<Code>) {
    let (mut loader, _) = FolderLoader::open(path).unwrap();
    let mut compiled = compile(&path.display().to_string(), text, &mut loader);
    compiled.diagnostics.sort_by_key(|d| d.code);
    (compiled.rulebook.as_ref().map(print), compiled.diagnostics.iter().map(|d| d.code).collect())
}

#[test]
fn the_command_formats_checks_and_leaves_broken_files_alone() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).display().to_string();
    let (good, bad, broken) = (at("good.rules"), at("bad.rules"), at("broken.rules"));
    let fine = "game \"Good\"\nplayers 2\n\nplay { end game lost }\n";
    fs::write(&good, fine).unwrap();
    fs::write(&bad, "game   \"Bad\" // a remark\r\nplayers 2\n\n\n\nplay {\nend game lost }")
        .unwrap();
    fs::write(&broken, "game \"Broken\"\nplay {   end gme }\n").unwrap();
    let (status, shown) = said(&["fmt", "--check", &good]);
    assert_eq!((status, shown.as_str()), (0, ""));
    let (status, shown) = said(&["fmt", "--check", &good, &bad]);
    assert_eq!(status, 1);
    assert!(shown.contains("bad.rules") && !shown.contains("good.rules"), "{shown}");
    assert!(read(Path::new(&bad)).contains('\r'));
    let (status, shown) = said(&["fmt", &broken, &bad, &good]);
    assert_eq!(status, 1);
    assert!(
        shown.contains("error[E0101]") && shown.contains("broken.rules stays as it is"),
        "{shown}"
    );
    assert_eq!(read(Path::new(&broken)), "game \"Broken\"\nplay {   end gme }\n");
    assert_eq!(
        read(Path::new(&bad)),
        "game \"Bad\"  // a remark\nplayers 2\n\nplay {\n  end game lost }\n"
    );
    assert_eq!(read(Path::new(&good)), fine);
    assert_eq!(said(&["fmt", &bad, &good]), (0, String::new()));
    assert_eq!(said(&["fmt", &at("none.rules")]).0, 2);
    // A folder stands for the files in it; the broken one is named.
    assert_eq!(said(&["fmt", &dir.path().display().to_string()]).0, 1);
    assert_eq!(said(&["fmt"]).0, 2);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 3);
}
