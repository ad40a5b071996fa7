//! In what order messages come, and how many.

use houserules_lang::code::Code;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::inside::{at_most, in_order};
use houserules_lang::source::{FileId, Span};

#[test]
fn messages_come_in_source_order_and_once() {
    let at = |code, start, message: &str| {
        Diagnostic::new(code, Span { file: FileId(0), start, end: start + 1 }, message)
    };
    let all = vec![
        at(Code::W0301, 4, "unread"),
        at(Code::E0202, 4, "no such name"),
        at(Code::E0401, 2, "nothing is called so"),
        at(Code::E0202, 4, "no such name"),
    ];
    let order: Vec<(Code, u32)> = in_order(all).iter().map(|d| (d.code, d.span().start)).collect();
    assert_eq!(order, [(Code::E0401, 2), (Code::E0202, 4), (Code::W0301, 4)]);
    let many = (0..500).map(|n| at(Code::W0301, n, "unread")).chain([at(
        Code::E0202,
        900,
        "no such name",
    )]);
    let kept = at_most(in_order(many.collect()));
    assert!(kept.len() == 200 && kept.iter().any(|d| d.code == Code::E0202));
}
