//! Several choose at once, and what one of them does comes before what another was chosen with.

use super::said;
use houserules_lang::code::Code;

/// A race in each round, with what stands before it.
fn race(before: &str, menu: &str, actions: &str) -> Vec<Code> {
    said(&format!(
        "play {{ round {{ {before}  choose {{ {menu} or pass }} by race of players }} }}\n{actions}"
    ))
}

/// An attempt at somebody's card, and what comes of it if it is wrong.
fn wrong(at: &str, what: &str) -> Vec<Code> {
    race(
        "",
        "snap",
        &format!(
            "attempt snap({at}) works when c.value > 3 {{ end game lost }}\nwrong {{ {what} }}"
        ),
    )
}

#[test]
fn what_was_tried_at_may_have_gone_where_another_attempt_puts_it() {
    let laid = |after: &str| {
        wrong(
            "v in opponents, c in v.laid",
            &format!(
                "may choose k in v.own by v  if k is not none {{ if c is k {{ v.open += 1 }} }}  \
                 {after}"
            ),
        )
    };
    assert_eq!(laid("move c to v.own"), [Code::W0803]);
    assert_eq!(laid("move c to heap"), crate::NONE);
    assert_eq!(laid(""), crate::NONE);
}

/// The first that works comes behind those that are wrong alone.
#[test]
fn what_works_was_not_taken_by_another_that_works() {
    let with = |wrong: &str| {
        race(
            "",
            "snap",
            &format!(
                "attempt snap(v in opponents, c in v.laid) works when c.value > 3 {{\n\
                 may choose k in v.own by v  if k is not none {{ if c is k {{ v.open += 1 }} }}\n\
                 move c to v.own }}\nwrong {{ {wrong} }}"
            ),
        )
    };
    assert_eq!(with("v.open += 1"), crate::NONE);
    assert_eq!(with("move c to v.own"), [Code::W0803]);
}

#[test]
fn whether_another_has_taken_what_one_tries_with_is_a_secret() {
    let with = |menu: &str, other: &str| {
        race(
            "",
            menu,
            &format!(
                "attempt snap(c in me.own) works when c.value > 3 {{ end game lost }}\n\
                 wrong {{ if c in table_row {{ me.open += 1 }} }}\n{other}"
            ),
        )
    };
    let steal = "action steal(v in opponents) { choose k in v.own by v  move k to table_row }";
    // Of what it is tried with, and of what is asked then.
    assert_eq!(with("snap or steal", steal), [Code::W0803, Code::W0803]);
    // Nobody takes from others what these try with.
    let lay = "action lay(k in me.own) { move k to table_row }";
    assert_eq!(with("snap or lay", lay), crate::NONE);
}

#[test]
fn a_row_may_have_been_mixed_by_another_action() {
    let with = |then: &str| {
        race(
            "",
            "look",
            &format!(
                "action look(v in opponents, c in v.laid) {{\n\
                 if (c.position otherwise 0) is 1 {{ v.open += 1 }}  {then} }}"
            ),
        )
    };
    assert_eq!(with("shuffle v.laid"), [Code::W0803]);
    assert_eq!(with("v.open += 2"), crate::NONE);
}

#[test]
fn what_a_menu_hands_on_may_have_been_taken_by_then() {
    let with = |then: &str| {
        race(
            "choose c in table_row by first_player",
            "take(c)",
            &format!(
                "action take(c: Spark) {{ choose k in me.own  if c is k {{ me.open += 1 }}  {then} \
                 }}"
            ),
        )
    };
    assert_eq!(with("move c to me.own"), [Code::W0803]);
    assert_eq!(with("move c to heap"), crate::NONE);
}
