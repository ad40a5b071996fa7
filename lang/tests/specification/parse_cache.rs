//! What was read before.

use houserules_lang::source::FileId;
use houserules_lang::syntax::Haste;
use houserules_lang::syntax::ParseCache;
use houserules_lang::syntax::parse;
use std::path::Path;

fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["games", "examples", "examples/variants", "examples/errors", "stdlib"]
        .map(|f| root.join(f));
    let files = folders.iter().flat_map(|f| std::fs::read_dir(f).into_iter().flatten().flatten());
    let rules = files.map(|f| f.path()).filter(|f| f.extension().is_some_and(|e| e == "rules"));
    rules.filter_map(|f| std::fs::read_to_string(f).ok()).collect()
}

#[test]
fn what_was_read_before_stands_where_it_stands_now() {
    let texts = texts();
    assert!(texts.len() > 20);
    for text in texts {
        let mut readings = ParseCache::default();
        readings.begin(Haste::None);
        let read = format!("{:?}", readings.parse(FileId(3), &text));
        assert_eq!(read, format!("{:?}", parse(FileId(3), &text)));
        for more in ["", "// further down\n\n", "define more = 1\n\n"] {
            let text = format!("{more}{text}");
            let again = format!("{:?}", readings.parse(FileId(1), &text));
            assert_eq!(again, format!("{:?}", parse(FileId(1), &text)));
        }
        let back = format!("{:?}", readings.parse(FileId(3), &text));
        assert_eq!(back, read);
    }
}

#[test]
fn what_nobody_needs_is_forgotten() {
    let mut readings = ParseCache::default();
    for n in 0..10 {
        readings.begin(Haste::None);
        readings.parse(FileId(0), &format!("define a = {n}\n\ndefine b = 1\n"));
    }
    assert!(readings.remembered() <= 4, "{}", readings.remembered());
}
