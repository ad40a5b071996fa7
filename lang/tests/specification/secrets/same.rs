//! Whether two cards are the same one: a secret of those who can tell both of them apart from all
//! others, by their faces or by where they lie.

use super::{in_a_turn, said, said_of};
use houserules_lang::code::Code;

/// The turn of a player who goes by `q`, too.
fn turn(what: &str) -> Vec<Code> {
    in_a_turn(&format!("let q = me  {what}"))
}

/// Each rule with its code, and a harmless one like it.
fn twins(pairs: &[(&str, Code, &str)]) {
    for (leak, code, harmless) in pairs {
        assert_eq!(turn(leak).first().copied(), Some(*code), "{leak}: {:?}", turn(leak));
        assert_eq!(turn(harmless), crate::NONE, "{harmless}");
    }
}

#[test]
fn what_was_mixed_with_others_may_be_any_of_them() {
    twins(&[
        (
            "choose t in me.own  move me.own to me.laid  choose g in q.laid by q.left  if g is t \
             { me.open += 1 }",
            Code::W0803,
            "choose t in me.own  move t to me.laid  choose g in q.laid by q.left  if g is t { \
             me.open += 1 }",
        ),
        // That all have seen it does not say where it lies now.
        (
            "choose t in me.own  show t to players  move me.own to me.laid  choose g in q.laid by \
             me.left  if g is t { me.open += 1 }",
            Code::W0803,
            "choose t in me.own  show t to players  move me.own to table_row  choose g in \
             table_row by q.left  if g is t { me.open += 1 }",
        ),
        (
            "choose t in me.own  show t to players  move me.own to me.laid  openly if t.position \
             is 1 { me.open += 1 }  if t.position is 1 { me.open += 1 }",
            Code::W0803,
            "choose t in me.own  move me.own to me.laid  if t.position is 1 { me.cash += 1 }",
        ),
        (
            "if there is t in first c in me.hand { shuffle me.hand  choose g in me.hand  if g is t \
             { me.open += 1 } }",
            Code::W0803,
            "if there is t in first c in me.hand { choose g in me.hand  if g is t { me.open += 1 } \
             }",
        ),
        (
            "choose t in me.own  move me.own to me.laid  choose g in q.laid by q.left  if g in \
             (t, first c in pack) { me.open += 1 }",
            Code::W0803,
            "choose t in me.laid  choose g in q.laid by q.left  if g in (t, first c in pack) { \
             me.open += 1 }",
        ),
    ]);
}

#[test]
fn what_lies_in_a_set_is_told_apart_by_its_face() {
    twins(&[
        (
            "choose t in me.own  choose u in q.own by chance  if u is t { me.open += 1 }",
            Code::W0803,
            "choose t in me.own  choose u in q.own by chance  if u is t { me.cash += 1 }",
        ),
        (
            "if (first c in me.own) is (first c in players.own) { me.open += 1 }",
            Code::W0803,
            "if (first c in me.own) is (first c in me.hand) { me.open += 1 }",
        ),
        (
            "if count((first c in me.own) + (first c in players.own)) is 1 { me.open += 1 }",
            Code::W0803,
            "if count((first c in me.hand) + (first c in heap)) is 1 { me.open += 1 }",
        ),
        (
            "if count(me.own + (first c in players.own)) is 3 { me.open += 1 }",
            Code::W0803,
            "choose t in me.own  if count(me.own - t) is 3 { me.open += 1 }",
        ),
    ]);
    let action = |of: &str| {
        said(&format!(
            "play {{ turn me in players {{ choose {{ bet or pass }} }} end game lost }}
action bet {of} {{ me.open += 1 }}"
        ))
    };
    let needs = "needs (first c in me.left.own + heap) is (first c in heap) else \"no\"";
    assert_eq!(action(needs), [Code::W0802]);
    assert_eq!(action(&needs.replace("me.left.own", "me.own")), crate::NONE);
}

#[test]
fn what_may_be_picked_does_not_hang_on_which_card_was_shown() {
    let rules = |lies: &str| {
        said(&format!(
            "play {{ for each q in players {{ choose t in q.own by q  show t to players
  move q.own to q.{lies}  choose {{ guess(q, t) or pass }} by q.left }} end game lost }}
action guess(q: Player, t: Spark, g in those c in q.{lies} where c is not t) {{ me.open += 1 }}
each Player has {{ front: row of Spark }}"
        ))
    };
    // Where the card lies that the menu names is a secret, too.
    assert_eq!(rules("laid"), [Code::W0802, Code::W0802]);
    assert_eq!(rules("front"), crate::NONE);
}

#[test]
fn to_say_openly_that_two_are_the_same_tells_something() {
    let openly = |before: &str| {
        turn(&format!(
            "choose t in me.own  {before}  choose g in q.laid by q.left  if g is t {{ openly \
             me.open += 1 }}"
        ))
    };
    assert_eq!(openly("move me.own to me.laid"), crate::NONE);
    assert_eq!(openly("move t to me.laid"), [Code::W0807]);
}

#[test]
fn whoever_is_told_something_learns_that_it_is_for_them() {
    let with = |what: &str| {
        said_of(&format!(
            "game \"G\"
players 3
each Player has {{ foe: Player or none, seen by owner  wolf: yes or no, seen by owner }}
the table has {{ thief: Player or none, seen by nobody  boss: Player or none }}
setup {{ choose t in players by chance secretly  thief = t
  for each p in players {{ choose q in players by chance secretly  p.foe = q
    choose w in (yes, no) by chance secretly  p.wolf = w }} }}
play {{ turn me in players {{ choose b in players  boss = b  {what} }} end game lost }}
to tell(p: Player or none) {{ say \"psst\" to p }}"
        ))
    };
    for secret in [
        "say \"psst\" to thief",
        "say \"psst\" to me.foe",
        "say \"psst\" to (me, me.foe)",
        "say \"psst\" to those p in players where me.foe is p",
        "tell(me.foe)",
    ] {
        assert_eq!(with(secret), [Code::W0808], "{secret}");
    }
    for fine in [
        "say \"psst\" to boss",
        "say \"psst\" to me.left",
        "say \"psst\" to those p in players where p.wolf",
        "say \"psst\" to those p in players where p is not me",
        "openly say \"psst\" to thief",
        "tell(me.left)",
        "if me.wolf { say \"psst\" to me }",
    ] {
        assert_eq!(with(fine), crate::NONE, "{fine}");
    }
}

#[test]
fn which_card_of_a_hidden_hand_a_counter_keeps_not_everybody_knows() {
    let keeps = |from: &str| {
        said(&format!(
            "each Player has {{ fav: Spark or none, seen by owner }}
play {{ turn me in players {{ let q = me  choose c in q.{from} by chance  me.fav = c
  move me.own to me.laid  choose {{ find or pass }} }} end game lost }}
action find(c in me.left.laid) {{ openly if c is me.left.fav {{ me.open += 1 }} }}"
        ))
    };
    assert_eq!(keeps("own"), crate::NONE);
    assert_eq!(keeps("laid"), [Code::W0809]);
}

#[test]
fn cards_of_different_kinds_are_never_the_same() {
    let counted = |other: &str| {
        said(&format!(
            "card Coal {{ heat: 1..4 }}
deck coals of Coal {{ 2 each of (1..4) }}
each Player has {{ dark: set of Coal, seen by owner }}
play {{ turn me in players {{ let q = me.left
  if count((first c in me.own) + (first d in {other})) is 2 {{ me.open += 1 }} }} end game lost }}"
        ))
    };
    assert_eq!(counted("q.dark"), crate::NONE);
    assert_eq!(counted("q.own + me.own"), [Code::W0803]);
}

#[test]
fn of_two_chosen_cards_that_may_be_the_same_one_neither_stays_where_it_was() {
    let action = |head: &str, body: &str| {
        said(&format!(
            "play {{ turn me in players {{ choose {{ lay or pass }} }} end game lost }}
each Player has {{ store: pile of Spark, seen by nobody }}
action lay{head} {{ {body} }}
to both(x: Spark, y: Spark) {{ move x to me.store  move y to me.store }}"
        ))
    };
    let away = "move a to me.store  move b to me.store";
    let any = "(a in me.own, b in me.own)";
    assert_eq!(action(any, away), [Code::W0808]);
    assert_eq!(action(any, "move a to me.store  if b in me.own { me.open += 1 }"), [Code::W0803]);
    assert_eq!(action(any, "both(a, b)"), [Code::W0808]);
    assert_eq!(
        action("(a in me.own)", "choose b in me.own  move a to me.store  move b to me.store"),
        [Code::W0808]
    );
    // All see the cards, or where they lay, or that there are two of them.
    assert_eq!(action(any, "move a to heap  move b to heap"), crate::NONE);
    assert_eq!(action("(a in me.laid, b in me.laid)", away), crate::NONE);
    for apart in [
        "(a in me.own, b in me.own) needs a is not b else \"twice\"",
        "(a in me.own, b in those c in me.own where c is not a)",
        "(a in me.own, b in me.own - a)",
    ] {
        assert_eq!(action(apart, away), crate::NONE, "{apart}");
        assert_eq!(action(apart, "both(a, b)"), crate::NONE, "{apart}");
    }
}

#[test]
fn another_name_for_what_one_of_several_has_chosen_is_followed() {
    let rules = |moved: &str, read: &str| {
        said(&format!(
            "each Player has {{ lane: set of Spark, seen by owner }}
the table has {{ mix: row of Spark, seen by nobody }}
play {{
  round n in 1..4 {{
    choose c in me.lane by each players
    for each p in players {{ {moved} }}
    shuffle mix
    for each p in players {{ {read} }}
  }}
  end game lost
}}
to put(c: Spark) {{ move c to mix }}"
        ))
    };
    let moves = [
        "move p.c to mix",
        "if there is x in p.c { move x to mix }",
        "let x = p.c  move x to mix",
        "put(p.c)",
    ];
    let reads = [
        ("if mix.slot(1) is p.c { p.open += 1 }", Code::W0803),
        ("if any q in players has q.c is mix.slot(1) { p.open += 1 }", Code::W0803),
        ("p.open = p.c.position", Code::W0808),
        ("if there is x in p.c { p.open = x.position }", Code::W0808),
    ];
    for moved in moves {
        for (read, code) in reads {
            assert_eq!(rules(moved, read).first(), Some(&code), "{moved}: {read}");
        }
    }
    let open = |moved: &str| rules(moved, "p.open += 1");
    for moved in moves {
        assert_eq!(open(moved), crate::NONE, "{moved}");
    }
}
