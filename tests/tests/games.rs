//! Every playtest note of the games and examples holds.

use houserules::show::console::{Console, Look};
use std::ffi::OsString;

#[test]
fn playtest_notes_hold() {
    let arguments = [
        "houserules",
        "test",
        "../games",
        "../examples",
        "../tests/rules/copies.rules",
        "../tests/rules/doomed.rules",
        "../tests/rules/faces.rules",
        "../tests/rules/rolling.rules",
        "../tests/rules/laying.rules",
    ]
    .map(OsString::from);
    let (mut input, mut out, mut err) = (&b""[..], Vec::new(), Vec::new());
    let status = houserules::run(arguments, &mut Console::new(Look::plain(), &mut input, &mut out, &mut err));
    assert_eq!(status, 0, "{}{}", String::from_utf8_lossy(&out), String::from_utf8_lossy(&err));
}
