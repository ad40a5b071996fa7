//! Each syntax code has an example that reports it and nothing else; each such example has a code.

use houserules_lang::source::FileId;
use houserules_lang::syntax::{CODES, parse};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_code_has_its_example() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/errors");
    let mut shown = BTreeSet::new();
    for entry in std::fs::read_dir(folder).expect("the examples") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.starts_with("E01") || !name.ends_with(".rules") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a readable example");
        let codes: Vec<_> = parse(FileId(0), &text).1.iter().map(|d| d.code.name()).collect();
        assert_eq!(codes, [&name[..5]], "{name}");
        shown.insert(name[..5].to_owned());
    }
    let listed: BTreeSet<_> = CODES.iter().map(|(code, _)| code.name().to_owned()).collect();
    assert_eq!(shown, listed);
}
