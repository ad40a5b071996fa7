//! What may be in a name.

use houserules_lang::letters::{begins_name, composed, in_name, name_of};
use houserules_lang::source::FileId;
use houserules_lang::syntax::parse;

#[test]
fn names_of_rows_are_words() {
    assert_eq!(name_of("Yum Yum"), "Yum_Yum");
    assert_eq!(name_of("Madame M."), "Madame_M");
    assert_eq!(name_of("'67 Blue van, long"), "67_Blue_van_long");
    assert_eq!(name_of("Sawed-off  shotgun"), "Sawed_off_shotgun");
    assert_eq!(name_of("…"), "");
    assert_eq!(name_of("Köln Hbf."), "Köln_Hbf");
    assert_eq!(name_of("Ko\u{308}ln"), "Köln");
    assert_eq!(name_of("東京 駅"), "東京_駅");
    assert_eq!(name_of("हिन्दी"), "हिन्दी");
    assert_eq!(name_of("a\u{202e}b"), "ab");
    assert_eq!(name_of("می\u{200c}خواهم"), "میخواهم");
}

/// The grammar has its own tables of Unicode.
#[test]
fn the_grammar_and_this_module_agree() {
    for c in ('\u{80}'..'\u{3200}')
        .chain('\u{fe00}'..'\u{ffff}')
        .step_by(17)
        .chain(['·', '\u{200d}', '\u{fe0f}'])
    {
        let read = |text: &str| {
            parse(FileId(0), &format!("game \"x\"\nenum E {{ {text}, y }}\n")).1.is_empty()
        };
        assert_eq!(read(&format!("x{c}y")), in_name(c), "U+{:04X}", c as u32);
        assert_eq!(read(&format!("{c}y")), begins_name(c), "U+{:04X}", c as u32);
    }
}

#[test]
fn nothing_that_a_terminal_obeys_is_in_a_name() {
    let obeyed = [
        '\u{200b}', '\u{200c}', '\u{fe0f}', '\u{3164}', '\u{200d}', '\u{202e}', '\u{2066}',
        '\u{feff}', '\u{1b}', '\u{61c}', '·', ' ',
    ];
    assert!(obeyed.iter().all(|c| !in_name(*c)));
    assert_eq!(composed("plain"), "plain");
}
