//! What would be, and what was: no way round what a seat may not see.

use super::said;
use houserules_lang::code::Code;

/// What is said of a move with this condition, and with these deeds.
fn asked(needs: &str, deeds: &str) -> Vec<Code> {
    said(&format!(
        "{deeds}
action try_it needs {needs} else \"no\" {{ end game lost }}
play {{ turn me in players {{ choose {{ try_it or pass }} }} end game lost }}
"
    ))
}

/// Whether the move's condition may tell its chooser a secret; what the deeds tell by themselves is
/// left out.
fn leaks(needs: &str, deeds: &str) -> bool {
    asked(needs, deeds).iter().any(|code| [Code::E0801, Code::W0802].contains(code))
}

#[test]
fn a_deed_that_is_imagined_shows_nothing_new() {
    let open = "to lay { move top 1 of pack to heap }";
    assert!(leaks("(any c in top 1 of heap has c.value is 1) after lay", open), "a card");
    assert_eq!(asked("heap_size > 3 after lay", "to lay { heap_size += 1 }"), crate::NONE);

    let away = "to lay { move top 1 of heap to pack }";
    assert!(!leaks("count(heap) > 1 after lay", away), "what lies open goes where nobody looks");
    assert!(
        leaks("(any c in bottom 1 of pack has c.value is 1) after lay", away),
        "what lies there"
    );

    let by_cash = "to lay { if me.left.cash > 3 { heap_size += 1 } }";
    assert!(leaks("heap_size > 1 after lay", by_cash), "what the deed asks");
    let own = "to lay { if me.cash > 3 { heap_size += 1 } }";
    assert!(!leaks("heap_size > 1 after lay", own), "one's own cash");

    let copied = "to lay { heap_size = me.left.cash }";
    assert!(leaks("heap_size > 1 after lay", copied), "what it writes");
    let handed = "to lay(n: Number) { heap_size = n }";
    assert!(leaks("heap_size > 1 after lay(me.left.cash)", handed), "what it gets");
}

#[test]
fn what_is_remembered_may_be_asked_for_by_all() {
    assert_ne!(asked("remembered(me.left.cash) > 0", ""), crate::NONE);
    assert_eq!(asked("remembered(me.cash) > 0", ""), crate::NONE);
    let kept = |what: &str| {
        said(&format!(
            "play {{ turn me in players {{ remember({what})  choose {{ pass }} }} end game lost }}"
        ))
    };
    assert_eq!(kept("me.cash"), [Code::W0808]);
    assert_eq!(kept("me.open"), crate::NONE);
}
