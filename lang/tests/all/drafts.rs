//! Every draft, example, module and game parses without a complaint.
#![expect(clippy::expect_used, reason = "a test that cannot read its texts has failed")]

use houserules_lang::source::{FileId, Sources};
use houserules_lang::syntax::parse;
use std::path::{Path, PathBuf};

fn rules_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(rules_files(&path));
        } else if path.extension().is_some_and(|e| e == "rules") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn rules_parse() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = rules_files(&root.join("examples"));
    assert!(files.len() >= 15, "the drafts are there");
    for folder in ["games", "stdlib/modules", "tests/rules"] {
        files.extend(rules_files(&root.join(folder)));
    }
    // An error example breaks a rule of its own on purpose; only those of this pass do not parse.
    files.retain(|path| {
        !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("E01"))
    });
    let mut wrong = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let (tree, found) = parse(FileId(0), &text);
        assert!(!tree.items.is_empty(), "{} has items", path.display());
        let mut sources = Sources::default();
        sources.add(path.display().to_string(), text);
        for error in found {
            let (line, column) = sources.line_column(FileId(0), error.span().start);
            wrong.push(format!(
                "{}:{line}:{column}: {} {} {:?}",
                path.display(),
                error.code,
                error.message,
                error.help
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
