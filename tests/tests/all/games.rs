//! Every playtest note of the games, the examples and the small rulebooks holds.

use houserules::show::console::{Console, Look};
use std::ffi::OsString;

#[test]
fn playtest_notes_hold() {
    let arguments =
        ["houserules", "test", "../games", "../examples", "../tests/rules"].map(OsString::from);
    let (mut input, mut out, mut err) = (&b""[..], Vec::new(), Vec::new());
    let status = houserules::run(
        arguments,
        &mut Console::new(Look::plain(), &mut input, &mut out, &mut err),
    );
    assert_eq!(status, 0, "{}{}", String::from_utf8_lossy(&out), String::from_utf8_lossy(&err));
}
