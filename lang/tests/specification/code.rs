//! Codes of messages.

use houserules_lang::code::Code;

#[test]
fn codes_stand_in_the_order_of_their_names() {
    let names: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
    assert!(names.is_sorted_by(|one, next| one < next), "{names:?}");
}

#[test]
fn a_code_is_written_as_its_name() {
    for code in Code::ALL {
        let (shown, looked_at) = (code.to_string(), format!("{code:?}"));
        assert_eq!((shown.as_str(), looked_at.as_str()), (code.name(), code.name()));
    }
}
