//! A declaration with another type.

use houserules_lang::diagnostic::Edit;
use houserules_lang::source::FileId;
use houserules_lang::source::Span;
use houserules_lang::syntax::{parse, retyped};

#[test]
fn what_is_retyped_reads_as_the_whole_text_would() {
    let text = "the table has { n: Number }\n\naction a { n += 1 x 2 }\n\ndefine b = n\n";
    let read = parse(FileId(0), text);
    assert!(!read.1.is_empty());
    let start = text.find("Number").unwrap() as u32;
    let span = Span { file: FileId(0), start, end: start + 6 };
    let edit = Edit { span, new: "yes or no".into() };
    let whole = parse(FileId(0), &text.replacen("Number", "yes or no", 1));
    let again = retyped(&read, text, &edit).unwrap();
    assert_eq!(format!("{again:?}"), format!("{whole:?}"));
}
