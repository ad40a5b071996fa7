//! Whether what was chosen at once still fits may hang on what another does in any way; a stage in
//! which nothing is seen leaves a trace all the same.

use super::said;
use houserules_lang::code::Code;

/// All choose at once; `hit` is what one does, `play` what the other was chosen with or needs.
fn at_once(hit: &str, play: &str) -> Vec<Code> {
    said(&format!(
        "play {{ choose {{ hit or lay or pass }} by each players  end game lost }}
action hit {{ {hit} }}
action lay{play}"
    ))
}

const RICH: &str = "(n in 1..me.cash) { me.open += n }";
const POOR: &str = "for each p in players { p.cash -= 1 }";

#[test]
fn what_there_is_to_choose_may_be_less_when_all_have_chosen() {
    assert_eq!(at_once(POOR, RICH), [Code::W0803]);
    assert_eq!(at_once("me.cash -= 1", RICH), crate::NONE);
    assert_eq!(at_once("for each p in players { p.open -= 1 }", RICH), crate::NONE);
    for play in [
        "(n in (me.cash, 3)) { me.open += n }",
        "(n in (if me.cash > 2 then 1..3 else 2..4)) { me.open += n }",
        "(cards in up to me.cash of table_row) { move cards to me.own }",
        "(c in top (me.cash) of heap) { move c to me.own }",
    ] {
        assert_eq!(at_once(POOR, play), [Code::W0803], "{play}");
    }
    // Cards that come to where others lie take none away.
    let lay = "(c in me.own) { move c to heap }";
    assert_eq!(at_once("move top 1 of pack to me.left.own", lay), crate::NONE);
}

#[test]
fn what_is_done_in_another_way_is_followed() {
    let needs = " needs me.cash > 2 else \"no\" { me.open += 1 }";
    assert_eq!(at_once("me.open += 1", needs), crate::NONE);
    let more = |more: &str| format!("{needs}\n{more}");
    let stage = "phase \"z\" { ends when heap is not empty { POOR } phase \"y\" { me.open += 1 } }";
    assert_eq!(at_once(&stage.replace("POOR", POOR), needs), [Code::W0803]);
    let refill = format!("when pack runs out {{ move heap to pack  {POOR} }}");
    assert_eq!(at_once("move top 1 of pack to heap", &more(&refill)), [Code::W0803]);
    let within = format!("action rob {{ {POOR} }}");
    assert_eq!(at_once("choose { rob }", &more(&within)), [Code::W0803]);
    let supposed = " needs me.would_have > 2 else \"no\" { me.open += 1 }
define would_have for p: Player = p.cash after drain(p)
to drain(p: Player) { p.cash -= p.left.open }";
    assert_eq!(at_once("me.left.open += 1", supposed), [Code::W0803]);
    assert_eq!(at_once("me.open += 1", &supposed.replace("p.left.open", "1")), crate::NONE);
}

#[test]
fn a_stage_in_which_nothing_is_seen_is_one_behind_which_endings_are_tested() {
    let night = |within: &str, ends: &str| {
        said(&format!(
            "play {{ {ends} round n in 1..3 {{ {within}
  turn me in players {{ choose {{ act }} }} }}
  end game lost }}
action act {{ me.open += 1 }}"
        ))
    };
    let theft = "for each p in players { if p.cash > 2 { phase \"theft\" { } } }";
    let ends = "ends when heap is not empty { end game drawn }";
    assert_eq!(night(theft, ends), [Code::W0803]);
    assert_eq!(night(theft, ""), crate::NONE);
    assert_eq!(night("for each p in players { phase \"theft\" { } }", ends), crate::NONE);
    let rounds = "for each p in players { round k in 1..p.cash { } }";
    assert_eq!(night(rounds, ends), [Code::W0803]);
    assert_eq!(night(rounds, ""), crate::NONE);
}

#[test]
fn what_a_deed_is_given_under_a_secret_condition_is_not_known_to_all() {
    let keep = |call: &str| {
        let rules = format!(
            "play {{ turn me in players {{ choose {{ act }} }} end game lost }}
action act {{ {call} }}
to keep(n: Number) {{ me.cash = n }}"
        );
        said(&rules).contains(&Code::W0809)
    };
    assert!(keep("keep(3)"));
    assert!(!keep("if me.left.cash > 2 { keep(3) } else { keep(4) }"));
}

#[test]
fn a_hidden_throw_is_reckoned_with() {
    let thrown = |done: &str| {
        said(&format!(
            "play {{ turn me in players {{ choose {{ act }} }} end game lost }}
action act {{ choose n in 1..6 by chance secretly  {done} }}"
        ))
    };
    for done in ["me.cash = n + 1", "me.cash = 7 - n", "me.cash = n * me.open", "me.cash = -n"] {
        assert_eq!(thrown(done), crate::NONE, "{done}");
    }
    assert_eq!(thrown("me.cash = n + me.left.cash"), [Code::W0808]);
    // Whoever sees it first keeps it for themselves.
    assert_eq!(thrown("me.left.cash = n + 1  me.cash = n"), [Code::W0808]);
}
