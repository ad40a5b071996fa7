//! Secrets of whoever acts, under another name.

use super::{GAME, said, said_of};
use houserules_lang::code::Code;

/// An action, and what may come before it.
fn acted(more: &str, does: &str) -> Vec<Code> {
    said(&format!(
        "play {{ turn me in players {{ choose {{ act or pass }} }} end game lost }}
{more}
action act {{ {does} }}
"
    ))
}

#[test]
fn who_is_me_reads_what_is_theirs() {
    for (does, codes) in [
        ("for each p in players { if p is me { say \"{p.cash}\" to me } }", &[][..]),
        ("for each p in players { if me is p { say \"{me.cash}\" to p } }", &[]),
        ("for each p in players { if p is me and p.cash > 2 { say \"rich\" to me } }", &[]),
        ("for each p in players { if p is me { if p.cash > 2 { say \"rich\" to me } } }", &[]),
        (
            "for each p in players { if p is not me { me.open += 1 } else { say \"{p.cash}\" \
             to me } }",
            &[],
        ),
        ("for each p in players { if p is not me { say \"{p.cash}\" to me } }", &[Code::W0805]),
        (
            "for each p in players { if p is me { me.open += 1 } say \"{p.cash}\" to me }",
            &[Code::W0805],
        ),
        ("for each p in players { if p is me.left { say \"{p.cash}\" to me } }", &[Code::W0805]),
        (
            "for each p in players { if p is me or p.open > 2 { say \"{p.cash}\" to me } }",
            &[Code::W0805],
        ),
    ] {
        assert_eq!(acted("", does), codes, "{does}");
    }
    let other = |needs: &str| {
        said(&format!(
            "play {{ turn me in players {{ choose {{ other or pass }} }} end game lost }}
action other(p in players) needs {needs} else \"no\" {{ p.open += 1 }}
"
        ))
    };
    assert_eq!(other("p is me and p.cash > 2"), crate::NONE);
    assert_eq!(other("p is not me or p.cash > 2"), crate::NONE);
    assert_ne!(other("p is me or p.cash > 2"), crate::NONE);
}

#[test]
fn two_secrets_of_one_are_that_ones_together() {
    let counter = "each Player has { debt: Number, seen by owner }";
    for does in [
        "say \"{me.cash + me.debt}\" to me",
        "me.debt = me.cash + me.debt",
        "for each p in players { p.debt = p.cash + sum(c.value for c in p.own) }",
        "if me.cash + me.debt > 3 { say \"rich\" to me }",
        "note(me, me.cash + me.debt)",
    ] {
        let more = format!(
            "{counter}\nto note(p: Player, n: Number) {{ p.debt = n  say \"{{n}}\" to p }}"
        );
        assert_eq!(acted(&more, &format!("me.debt += 1  {does}")), crate::NONE, "{does}");
    }
    assert_eq!(acted(counter, "say \"{me.cash + me.left.debt}\" to me"), [Code::W0805]);
}

#[test]
fn a_counter_may_name_whoever_chooses_secretly() {
    let table = "the table has { boss: Player }
each Player has { note: Number, seen by owner }
play { turn me in players { choose { act or pass } } end game lost }";
    for (does, codes) in [
        ("choose n in 1..3 by boss secretly  boss.note = n", &[][..]),
        ("choose n in 1..3 by boss secretly  boss.note = n  if n > 2 { say \"{n}\" to boss }", &[]),
        ("choose n in 1..3 by boss secretly  boss = me  boss.note = n", &[Code::W0808]),
        ("choose n in 1..3 by boss secretly  me.note = n", &[Code::W0808]),
    ] {
        let text = format!("{GAME}{table}\naction act {{ {does} }}\n");
        let text = text.replace("setup {", "setup { boss = first_player ");
        assert_eq!(said_of(&text), codes, "{does}");
    }
}
