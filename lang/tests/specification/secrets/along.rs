//! Cards that go where others go, without being named.

use super::said_of;
use houserules_lang::code::Code;

fn acted(action: &str) -> Vec<Code> {
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
        let leaks = said.iter().any(|code| code.is_about_secrets());
        assert_eq!(leaks, told, "{body}: {said:?}");
    }
}

#[test]
fn where_a_known_card_lies_in_a_mixed_pile_is_a_secret() {
    let body = "move me.heap to me.bin shuffle me.bin me.points = c.position";
    let said = acted(&format!("action poke(c in me.heap) {{ {body} }}"));
    assert!(said.iter().any(|code| code.is_warning() && code.is_about_secrets()), "{said:?}");
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
        assert_eq!(said.contains(&Code::W0808), told, "{body}: {said:?}");
    }
}

/// What is done with some cards of a list tells nothing of the others.
#[test]
fn a_list_of_which_some_cards_go_does_not_lie_open() {
    for (list, part) in [
        ("p.hand", "move those c in h where me.points > 99 to p.heap"),
        ("top 3 of tub", "move those c in h where me.points > 99 to p.heap"),
        ("p.hand", "show those c in h where me.points > 99 to players"),
        ("p.hand", "move those c in h where c.n > 3 to p.heap"),
        ("p.hand", "move h with most worth to p.heap"),
        ("p.hand", "for each q in players { move those c in h where c.n > 3 to q.heap }"),
    ] {
        for read in [
            "me.points = sum(c.n for c in h)",
            "may choose x in those y in h where y.n > 4 asking \"Which?\"",
            "say \"{sum(c.n for c in h)}\"",
            "",
        ] {
            let said = acted(&format!(
                "action poke(p in opponents) {{ let h = {list}  {part}  {read} }}\n\
                 define worth for c: C = c.n"
            ));
            let harmless = read.is_empty() && part.contains("points > 99");
            let told = said.iter().any(|code| code.is_about_secrets());
            assert_eq!(told, !harmless, "{list} {part} {read}: {said:?}");
        }
    }
    for part in ["move h to p.heap", "show h to players"] {
        let said = acted(&format!(
            "action poke(p in opponents) {{ let h = p.hand  {part}  \
             me.points = sum(c.n for c in h) }}"
        ));
        assert_eq!(said, crate::NONE, "{part}");
    }
    let handed = "to some(cs: list of C) { move those x in cs where x.n > 3 to pack \
                  me.points = sum(x.n for x in cs) }\n\
                  action poke(p in opponents) { some(p.hand) }";
    assert!(
        acted(handed).iter().any(|code| code.is_warning() && code.is_about_secrets()),
        "{:?}",
        acted(handed)
    );
}
