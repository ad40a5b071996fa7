//! Cards that go where others go, without being named.

use super::said_of;

fn acted(action: &str) -> Vec<&'static str> {
    said_of(&format!(
        "game \"Lot\"\nplayers 2\ncard C {{ n: 1..9 }}\ndeck pack of C {{ 4 each of (1..9) }}\n\
         each Player has {{ fan: row of C, seen by nobody  hand: set of C, seen by owner\n\
         bin: pile of C, seen by nobody  out: pile of C, seen by nobody  heap: pile of C\n\
         dry: pile of C, seen by nobody  points: Number }}\n\
         the table has {{ tub: pile of C, seen by nobody }}\n\
         setup {{ shuffle pack  for each p in players {{ move top 4 of pack to p.fan \
         move top 4 of pack to p.heap  move top 4 of pack to p.hand }} \
         move top 4 of pack to tub }}\n\
         play {{ ends when pack is empty {{ end game won by players with most points }}\n\
         turn me in players onwards {{ choose {{ poke or pass }} \
         move top 1 of pack to me.fan }} }}\n\
         to away(p: Player) {{ move p.fan to p.bin shuffle p.bin }}\n\
         to exchange(a: C, b: C) {{ swap a with b }}\n\
         to mixed(a: C) {{ if there is b in top 1 of tub {{ exchange(b, a) }} shuffle tub }}\n\
         when Player.dry runs out {{ shuffle owner.fan }}\n\
         {action}\n"
    ))
}

#[test]
fn a_card_that_went_with_others_is_lost_when_they_are_mixed() {
    let other = "choose d in me.bin - c asking \"Which?\" move d to me.out";
    for (body, told) in [
        (format!("move me.fan to me.bin {other}"), false),
        (format!("move me.fan to me.bin shuffle me.bin {other}"), true),
        (format!("move c to me.out move me.fan to me.bin shuffle me.bin {other}"), false),
        (format!("away(me) {other}"), true),
        (
            "move me.fan to me.hand move me.hand to me.fan \
             choose d in me.fan - c asking \"Which?\" move d to me.out"
                .into(),
            true,
        ),
        (
            "if there is t in top 1 of tub { swap c with t } shuffle tub \
             choose d in tub - c asking \"Which?\" move d to me.out"
                .into(),
            true,
        ),
        (
            "if there is t in top 1 of tub { exchange(c, t) } shuffle tub \
             choose d in tub - c asking \"Which?\" move d to me.out"
                .into(),
            true,
        ),
        (format!("mixed(c) {}", other.replace("me.bin", "tub")), true),
        (format!("mixed(first d in me.heap) {}", other.replace("me.bin", "tub")), false),
        (
            "move top 1 of me.dry to me.out \
             choose d in me.fan - c asking \"Which?\" move d to me.out"
                .into(),
            true,
        ),
    ] {
        let said = acted(&format!("action poke(c in me.fan) {{ show c to me {body} }}"));
        let leaks = said.iter().any(|code| code.starts_with("W08") || code.starts_with("E08"));
        assert_eq!(leaks, told, "{body}: {said:?}");
    }
}

#[test]
fn where_a_known_card_lies_in_a_mixed_pile_is_a_secret() {
    let body = "move me.heap to me.bin shuffle me.bin me.points = c.position";
    let said = acted(&format!("action poke(c in me.heap) {{ {body} }}"));
    assert!(said.iter().any(|code| code.starts_with("W08")), "{said:?}");
}

/// Which card of a hand comes first hangs on all of them.
#[test]
fn the_first_card_of_a_hand_tells_of_the_others() {
    for (body, told) in [
        ("move (first c in p.hand) to p.heap", true),
        ("show (first c in p.hand) to me", true),
        ("if there is c in (first d in p.hand) { move c to p.heap }", true),
        (
            "if there is c in (first e in p.hand) { \
             if there is d in top 1 of p.heap { swap c with d } }",
            true,
        ),
        ("move (first c in p.heap) to p.bin", false),
        ("move (first c in p.hand) to p.bin", false),
        ("openly move (first c in p.hand) to p.heap", false),
    ] {
        let said = acted(&format!("action poke(p in opponents) {{ {body} }}"));
        assert_eq!(said.contains(&"W0808"), told, "{body}: {said:?}");
    }
}
