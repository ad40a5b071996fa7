//! Mends, and what proves them.

use houserules_lang::compile::compile;
use houserules_lang::diagnostic::Edit;
use houserules_lang::fixes::{applied, mend, worth_trying};
use houserules_lang::loader::NoFiles;
use houserules_lang::source::{FileId, Span};

const GAME: &str = "game \"G\"\n\nplayers 2\n\nthe table has { money: 0..9 = 3 }\n\nplay {\n  \
                    turn me in players {\n    monney += 1\n    end game won by me\n  }\n}\n";

#[test]
fn a_misspelt_name_is_mended_and_that_is_proved() {
    let before = compile("g", GAME, &mut NoFiles);
    let said = before.diagnostics.iter().find(|d| worth_trying(d)).unwrap();
    assert_eq!(said.fix.first().map(|edit| edit.new.as_str()), Some("money"));
    let text = applied(GAME, &said.fix).unwrap();
    let after = compile("g", &text, &mut NoFiles);
    let (before, after) = (&before.diagnostics, &after.diagnostics);
    assert!(mend(&[said], before, after), "{after:?}");
    assert!(!mend(&[said], before, before));
}

#[test]
fn changes_are_made_in_order_and_never_overlap() {
    let edit = |start, end, new: &str| Edit {
        span: Span { file: FileId(0), start, end },
        new: new.to_owned(),
    };
    let both = [edit(3, 4, "z"), edit(0, 1, "xy")];
    assert_eq!(applied("abcd", &both).as_deref(), Some("xybcz"));
    assert_eq!(applied("abcd", &[edit(0, 2, ""), edit(1, 3, "")]), None);
    assert_eq!(applied("abcd", &[edit(3, 9, "")]), None);
    assert_eq!(applied("aé", &[edit(2, 3, "")]), None);
}
