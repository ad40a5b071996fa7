//! What is chosen, thrown and shown secretly.

use super::said;
use houserules_lang::code::Code;

/// A turn in which something is chosen secretly.
fn turn(what: &str) -> Vec<Code> {
    said(&format!(
        "each Player has {{ pick: Number, seen by owner  mark: Player or none, seen by nobody }}
each Player, Player has {{ doubt: yes or no, seen by owner }}
play {{ turn me in players {{ {what} }} end game lost }}
to bare(n: Number) {{ if n is 1 {{ me.open += 1 }} }}"
    ))
}

#[test]
fn its_chooser_may_go_by_it_and_nobody_else() {
    for fine in [
        "choose n in 1..4 secretly  choose m in 1..n",
        "choose n in 1..4 secretly  me.pick = n",
        "choose p in opponents secretly  me.mark = p  p.mark = me",
        "choose p in opponents secretly  say \"{p}\" to me",
        "choose p in opponents secretly  show p.hand to me",
        "choose n in 1..4 secretly  openly if n is 1 { me.open += 1 }",
        "choose p in opponents secretly  me.doubt(p) = yes",
        "choose n in 1..3 secretly  choose cs in up to n of me.own",
    ] {
        assert_eq!(turn(fine), crate::NONE, "{fine}");
    }
    for (told, code) in [
        ("choose n in 1..4 secretly  if n is 1 { me.open += 1 }", Code::W0803),
        ("choose n in 1..4 secretly  bare(n)", Code::W0803),
        ("choose n in 1..4 secretly  me.open = n", Code::W0808),
        ("choose n in 1..4 secretly  choose m in 1..n by me.left", Code::W0802),
        ("choose n in 1..4 secretly  say \"{n}\"", Code::W0805),
        ("choose p in opponents secretly  move p.own to heap", Code::W0808),
        ("choose p in opponents secretly  choose { pass } by p", Code::W0804),
        ("choose p in opponents secretly  p.doubt(me) = yes", Code::W0808),
        ("choose n in 1..3 secretly  choose cs in n of me.own", Code::W0808),
    ] {
        assert_eq!(turn(told).first().copied(), Some(code), "{told}: {:?}", turn(told));
    }
}

#[test]
fn of_several_each_knows_their_own() {
    let rules = |more: &str| {
        said(&format!(
            "each Player has {{ pick: Number, seen by owner }}
play {{ choose bid in 0..3 by each players secretly  {more} end game lost }}"
        ))
    };
    assert_eq!(rules("for each p in players { p.pick = p.bid }"), crate::NONE);
    assert_eq!(rules("turn me in players { choose n in 0..me.bid }"), crate::NONE);
    assert_eq!(rules("turn me in players { choose n in 0..me.left.bid }"), [Code::W0802]);
    assert_eq!(rules("for each p in players with most bid { p.open += 1 }"), [Code::W0803]);
    assert_eq!(rules("openly for each p in players with most bid { p.open += 1 }"), crate::NONE);
}

#[test]
fn a_throw_tells_nothing_but_itself() {
    for fine in [
        "choose n in 1..4 by chance secretly  me.pick = n",
        "choose n in 1..4 by chance secretly  me.open = n",
        "choose n in 1..4 by chance secretly  me.pick = n  me.pick = n + 1",
        "choose p in players by chance secretly  me.doubt(p) = yes",
        "let c = me.cash  choose n in 1..c by chance secretly  me.pick = n",
    ] {
        assert_eq!(turn(fine), crate::NONE, "{fine}");
    }
    for (told, code) in [
        ("choose n in 1..4 by chance secretly  if n is 1 { me.open += 1 }", Code::W0803),
        ("choose n in 1..4 by chance secretly  choose m in 1..n", Code::E0801),
        ("let c = me.left.cash  choose n in 1..c by chance secretly  me.pick = n", Code::W0808),
        ("let c = me.cash  choose n in 1..c by chance secretly  me.open = n", Code::W0808),
        ("choose n in 1..4 by chance secretly  me.pick = n  me.open = n", Code::W0808),
        ("choose n in 1..4 by chance secretly  let m = n  me.pick = m", Code::W0808),
    ] {
        assert_eq!(turn(told).first().copied(), Some(code), "{told}: {:?}", turn(told));
    }
}

#[test]
fn what_is_no_single_value_is_chosen_openly() {
    for wrong in [
        "choose { pass } secretly",
        "choose c in me.own secretly",
        "choose n in 2 of players secretly",
    ] {
        assert_eq!(turn(wrong), [Code::E0617], "{wrong}");
    }
}
