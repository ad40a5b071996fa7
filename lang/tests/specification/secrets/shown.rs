//! Zones and counters that were shown, and how long that holds.

use super::{in_a_turn, said};
use houserules_lang::code::Code;

/// Something that reads all of a player's cards and tells it.
const READ: &str = "if any c in me.own has c.value is 4 { me.open += 1 }";

fn with_read(rules: &[(&str, &[Code])]) {
    for (what, codes) in rules {
        assert_eq!(in_a_turn(&what.replace("READ", READ)), *codes, "{what}");
    }
}

#[test]
fn a_hand_is_known_once_it_was_shown() {
    with_read(&[
        ("show me.own to players  READ", &[]),
        ("show me.own to opponents  READ", &[]),
        ("READ  show me.own to players", &[]),
        ("show me.left.own to players  READ", &[Code::W0803]),
        ("show me.own to me.left  READ", &[Code::W0803]),
        ("show me.own to those p in players where p.open > 1  READ", &[Code::W0803]),
        ("for each p in players { show p.own to players }  READ", &[]),
        ("for each p in players { show me.own to p }  READ", &[]),
        ("for each p in opponents { show p.own to players }  READ", &[Code::W0803]),
        ("for each c in me.own { show c to players }  READ", &[]),
        ("for each p in players { for each c in p.own { show c to players } }  READ", &[]),
        ("for each c in me.own { show c to me.left }  READ", &[Code::W0803]),
        (
            "for each c in those d in me.own where d.value > 1 { show c to players }  READ",
            &[Code::W0803, Code::W0803],
        ),
        ("if me.open > 1 { show me.own to players }  READ", &[Code::W0803]),
        (
            "if me.open > 1 { show me.own to players } else { for each p in players { show p.own to \
          players } }  READ",
            &[],
        ),
        ("if me.cash > 1 { show me.laid to me }  show me.own to players  READ", &[]),
    ]);
}

#[test]
fn what_came_to_a_hand_since_is_not_known() {
    let shown = |then: &str| format!("show me.own to players  {then}  READ");
    for (then, codes) in [
        ("move top 1 of pack to heap", &[][..]),
        ("choose d in me.own  move d to me.hand", &[]),
        ("move top 1 of pack to me.own", &[Code::W0803]),
        ("choose d in me.laid  move d to me.own", &[Code::W0803]),
        ("shuffle pack", &[]),
        ("hide me.own", &[Code::W0803]),
        ("hide me.laid", &[]),
        ("choose d in me.own  hide d", &[Code::W0803]),
        ("tell(me)", &[]),
        ("hand_out(me)", &[]),
        ("deal(me)", &[Code::W0803]),
        ("choose { go or pass }", &[]),
        ("choose { take or pass }", &[Code::W0803]),
        ("if me.open > 1 { deal(me) }", &[Code::W0803]),
        ("for each n in 1..2 { deal(me) }", &[Code::W0803]),
        ("turn you in players { move top 1 of pack to you.own }", &[Code::W0803]),
    ] {
        let rules = format!(
            "play {{ turn me in players {{ {} }} end game lost }}
to tell(p: Player) {{ p.open += 1 }}
to hand_out(p: Player) {{ move top 1 of pack to p.hand }}
to deal(p: Player) {{ move top 1 of pack to p.own }}
action go {{ end game lost }}
action take {{ move top 1 of pack to me.own }}",
            shown(then).replace("READ", READ)
        );
        assert_eq!(said(&rules), codes, "{then}");
    }
}

#[test]
fn a_card_that_comes_to_a_hand_that_was_shown_is_a_secret() {
    let comes = "show me.own to players  choose c in me.laid  move c to me.own  me.open = c.value";
    assert_eq!(in_a_turn(comes), [Code::W0808]);
}

/// A turn, and deeds and actions that it calls.
fn with_deeds(turn: &str, deeds: &str) -> Vec<Code> {
    let turn = turn.replace("READ", READ);
    let deeds = deeds.replace("READ", READ);
    said(&format!("play {{ turn me in players {{ {turn} }} end game lost }}\n{deeds}"))
}

#[test]
fn what_a_deed_shows_is_known_behind_it() {
    for (turn, deeds, codes) in [
        (
            "reveal()  READ",
            "to reveal { for each p in players { show p.own to players } }",
            &[][..],
        ),
        ("reveal(me)  READ", "to reveal(p: Player) { show p.own to players }", &[]),
        ("reveal(me.left)  READ", "to reveal(p: Player) { show p.own to players }", &[Code::W0803]),
        (
            "if me.open > 2 { reveal(me) }  READ",
            "to reveal(p: Player) { show p.own to players }",
            &[Code::W0803],
        ),
        (
            "reveal(me)  READ",
            "to reveal(p: Player) { if p.open > 1 { give }  show p.own to players }",
            &[Code::W0803],
        ),
        (
            "reveal(me)  READ",
            "to reveal(p: Player) { show p.own to players  if p.open > 1 { give }  p.open += 1 }",
            &[],
        ),
        (
            "reveal(me)  READ",
            "to reveal(p: Player) { both(p, p.left) }
to both(p: Player, q: Player) { show q.own to players  show p.own to players }",
            &[],
        ),
        (
            "reveal(me)  READ",
            "to reveal(p: Player) { show p.own to players  move top 1 of pack to p.left.own }",
            &[Code::W0803],
        ),
        (
            "let p = me  p = reveal(p)  if any c in p.own has c.value is 4 { me.open += 1 }",
            "to reveal(p: Player) -> Player { show p.own to players  give p.left }",
            &[Code::W0803],
        ),
    ] {
        assert_eq!(with_deeds(turn, deeds), codes, "{turn} {deeds}");
    }
}

#[test]
fn what_was_shown_is_known_in_what_is_called() {
    let read = "to worth(p: Player) { if any c in p.own has c.value is 4 { p.open += 1 } }";
    for (turn, codes) in [
        ("show me.own to players  worth(me)", &[][..]),
        ("for each p in players { show p.own to players  worth(p) }", &[]),
        ("for each p in players { show p.own to players }  worth(me.left)", &[]),
        ("show me.own to players  worth(me)  worth(me.left)", &[Code::W0803]),
        ("worth(me)  show me.own to players", &[]),
        ("worth(me.left)  show me.own to players", &[Code::W0803]),
        ("show me.own to players  move top 1 of pack to me.own  worth(me)", &[Code::W0803]),
    ] {
        assert_eq!(with_deeds(turn, read), codes, "{turn}");
    }
    let moves = "action count_up { READ }";
    let offered = |turn: &str| with_deeds(turn, moves);
    assert_eq!(offered("choose { count_up or pass }"), [Code::W0803]);
    assert_eq!(offered("show me.own to players  choose { count_up or pass }"), crate::NONE);
    assert_eq!(
        offered("show me.own to players  choose { count_up or pass }  choose { count_up or pass }"),
        crate::NONE
    );
    assert_eq!(
        offered("show me.own to players  choose { count_up or pass } by me.left"),
        [Code::W0803]
    );
    let draws = "action count_up { READ  move top 1 of pack to me.own }";
    assert_eq!(
        with_deeds("show me.own to players  choose { count_up or pass }", draws),
        [Code::W0803]
    );
}

#[test]
fn a_zone_that_is_handed_over_is_known_only_while_nothing_comes_to_it() {
    let deed = |more: &str| {
        format!(
            "to look(z: zone of Spark, p: Player) {{ {more}  if any c in z has c.value is 4 {{ \
             p.open += 1 }} }}"
        )
    };
    let turn = "show me.own to players  look(me.own, me)";
    assert_eq!(with_deeds(turn, &deed("")), crate::NONE);
    assert_eq!(with_deeds(turn, &deed("move top 1 of pack to p.own")), [Code::W0803]);
}

#[test]
fn only_one_way_of_an_attempt_is_gone() {
    let tried = |wrong: &str| {
        said(&format!(
            "play {{ turn me in players {{ choose {{ snap or pass }} }} end game lost }}
attempt snap works when count(heap) is 1 {{ show me.own to players }} wrong {{ {wrong} }}"
        ))
    };
    assert_eq!(tried(READ), [Code::W0803]);
    assert_eq!(tried(&format!("show me.own to players  {READ}")), crate::NONE);
}

#[test]
fn a_rule_that_shows_a_hand_elsewhere_shows_it_only_there() {
    let rules = |more: &str| {
        format!(
            "play {{ turn me in players {{ choose {{ threes or trade {more} }} }}
for each p in players {{ show p.own to players }}  end game lost }}
action show_all {{ show me.own to players }}
action threes {{ {READ} }}
action trade {{ move top (count(c in me.own where c.value is 3)) of pack to me.own }}"
        )
    };
    assert_eq!(said(&rules("or pass")), [Code::W0803, Code::W0808]);
    assert_eq!(said(&rules("or show_all or pass")), [Code::W0803, Code::W0808]);
}

#[test]
fn who_has_seen_a_zone_by_now_need_not_have_seen_what_was_read_before() {
    let turn = |between: &str| {
        with_deeds(
            &format!("let n = count(c in me.own where c.value is 3)  {between}  say \"{{n}}\""),
            "to reveal { for each p in players { show p.own to players } }
to clear { for each p in players { move p.own to heap } }",
        )
    };
    assert_eq!(turn("me.open += 1"), crate::NONE);
    assert_eq!(turn("for each p in players { move p.own to heap }"), [Code::W0805]);
    assert_eq!(turn("clear()"), [Code::W0805]);
}

#[test]
fn a_hand_shown_right_after_it_decided_something_is_no_secret() {
    let turn = |behind: &str| {
        with_deeds(&format!("if any c in me.own has c.value is 3 {{ me.open += 1 }}  {behind}"), "")
    };
    assert_eq!(turn("show me.own to players"), crate::NONE);
    assert_eq!(turn("heap_size += 1  show me.own to players"), crate::NONE);
    assert_eq!(turn(""), [Code::W0803]);
    assert_eq!(turn("show me.own to me.left"), [Code::W0803]);
    assert_eq!(turn("choose n in 1..2  show me.own to players"), [Code::W0803]);
    assert_eq!(turn("move top 1 of pack to me.own  show me.own to players"), [Code::W0803]);
    let other = "let p = me.left  show p.own to players";
    assert_eq!(turn(other), [Code::W0803]);
}

#[test]
fn a_loop_or_a_deed_that_shows_all_hands_shows_them_as_well() {
    let deeds = "to reveal(p: Player) { show p.own to players }
to reveal_all { for each p in players { p.open += 1  reveal(p) } }
to perhaps(p: Player) { if p.open > 1 { give }  show p.own to players }";
    let turn = |behind: &str| {
        with_deeds(
            &format!("if any c in me.own has c.value is 3 {{ me.open += 1 }}  {behind}"),
            deeds,
        )
    };
    for shows in [
        "for each p in players { show p.own to players }",
        "for each p in players { show p.own to players  p.open += 1 }",
        "for each p in players { for each c in p.own { show c to players } }",
        "for each c in me.own { show c to players }",
        "heap_size += 1  for each p in players { show me.own to players }",
        "reveal(me)",
        "reveal_all()",
        "for each p in players { reveal(p) }",
    ] {
        assert_eq!(turn(shows), crate::NONE, "{shows}");
    }
    for keeps in [
        "for each p in opponents { show p.own to players }",
        "for each p in players where p.open > 1 { show p.own to players }",
        "for each p in players { show p.own to me }",
        "for each p in players { if p.open > 1 { show p.own to players } }",
        "for each p in players { choose n in 1..2 by p  show p.own to players }",
        "for each p in players { move top 1 of pack to p.own  show p.own to players }",
        "for each p in players { show p.own to players  move top 1 of pack to p.left.own }",
        "for each c in those d in me.own where d.value > 1 { show c to players }",
        "reveal(me.left)",
        "perhaps(me)",
    ] {
        assert!(turn(keeps).contains(&Code::W0803), "{keeps}");
    }
}

#[test]
fn a_list_with_a_name_is_known_once_each_of_its_cards_was_shown() {
    let read = "if any x in q has x.value is 4 { me.open += 1 }";
    for (shows, codes) in [
        ("show q to players", &[][..]),
        ("for each x in q { show x to players }", &[]),
        ("for each x in q { show x to me.left }", &[Code::W0803]),
        ("for each x in q where me.open > 1 { show x to players }", &[Code::W0803]),
    ] {
        assert_eq!(in_a_turn(&format!("let q = top 2 of pack  {shows}  {read}")), codes, "{shows}");
    }
}

#[test]
fn what_all_have_chosen_is_known_once_all_have_laid_it_open() {
    let chosen = |then: &str| {
        let rules = format!(
            "play {{
  round n in 1..3 {{ choose c in me.own by each players  {then} }}
  end game lost
}}
to turn_over(c: Spark) {{ hide c from players }}"
        );
        said(&rules)
    };
    let points = "for each p in players { p.open += p.c.value }";
    for open in [
        "for each p in players { show p.c to players }",
        "for each p in players { move p.c to heap }",
        "for each p in players { if there is x in p.c { move x to heap } }",
        "for each p in players { if there is x in p.c { show x to players } }",
        "for each p in players { let x = p.c  show x to players }",
        "for each p in players { say \"{p} lays a card\"  show p.c to players }",
        "for each p in players { show p.c to players }  for each p in players { p.open = 1 }",
    ] {
        assert_eq!(chosen(&format!("{open}  {points}")), crate::NONE, "{open}");
    }
    for at_once in [
        "for each p in players { show p.c to players  p.open += p.c.value }",
        "for each p in players { move p.c to heap  p.open += p.c.value }",
    ] {
        assert_eq!(chosen(at_once), crate::NONE, "{at_once}");
    }
    for hidden in [
        "",
        "for each p in players where p is not first_player { show p.c to players }",
        "for each p in players where p.open > 1 { show p.c to players }",
        "for each p in players { if p.open > 1 { show p.c to players } }",
        "for each p in players { show p.c to p.left }",
        "for each p in players { move p.c to p.hand }",
        "for each p in players { if there is x in p.left.c { show x to players } }",
        "for each p in players { if there is x in p.c { move x to heap }  move heap to p.hand }",
        "for each p in players { if there is x in p.c { if p.open > 1 { show x to players } } }",
        "for each p in players { show p.left.c to players }",
        "for each p in players { show p.c to players  turn_over(p.c) }",
        "for each p in players { show p.c to players  hide p.left.c from players }",
        "for each p in players { show p.c to players }  for each p in players { turn_over(p.c) }",
    ] {
        assert!(chosen(&format!("{hidden}  {points}")).contains(&Code::W0808), "{hidden}");
    }
    for hidden in [
        "for each p in players { p.open += p.c.value  show p.left.c to players }",
        "for each p in players { show p.c to players  p.open += p.left.c.value }",
    ] {
        assert!(chosen(hidden).contains(&Code::W0808), "{hidden}");
    }
}
