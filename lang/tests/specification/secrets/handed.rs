//! Cards with names that go in another way than under their own: in a deed that is handed their
//! zone or a list of them, one of several, by a word.

use super::said;
use houserules_lang::code::Code;

/// A card of the hand is put into a row with others; the row is shuffled.
fn put(how: &str, read: &str) -> Vec<Code> {
    said(&format!(
        "each Player has {{ line: row of Spark, seen by nobody }}
play {{ turn me in players {{ choose {{ hide or pass }} }} end game lost }}
action hide(c in me.own, d in me.own where d is not c) {{ {how}  shuffle me.line  {read} }}
to lay_away(l: zone of Spark, p: Player) {{ move l to p.line }}
to lay(these: list of Spark) {{ move these to me.line }}
define both(k: Spark, l: Spark) = those x in me.own where (x is k or x is l)
define itself(k: Spark) = k"
    ))
}

#[test]
fn a_card_that_went_with_others_is_hidden_where_it_is_mixed() {
    for how in [
        "move me.own to me.line",
        "lay_away(me.own, me)",
        "lay((c, d))",
        "move (those x in me.own where (x is c or x is d)) to me.line",
        "for each e in (c, d) { move e to me.line }",
        "move both(c, d) to me.line",
        "move itself(c) to me.line",
        "move (me.own - (me.own - c)) to me.line",
    ] {
        assert_eq!(put(how, "me.open = c.position"), [Code::W0808], "{how}");
        assert_eq!(put(how, "if me.line.slot(1) is c { me.open += 1 }"), [Code::W0803], "{how}");
        assert_eq!(put(how, ""), crate::NONE, "{how}");
    }
    for how in ["move d to me.line", "move (me.own - c) to me.line", "lay_away(me.hand, me)"] {
        assert_eq!(
            put(how, "me.open = if me.line.slot(1) is c then 1 else 0"),
            crate::NONE,
            "{how}"
        );
    }
}

/// A card is put into a row that nobody sees, where a deed then does something.
fn put_first(then: &str) -> Vec<Code> {
    said(&format!(
        "each Player has {{ line: row of Spark, seen by nobody }}
the table has {{ bag: set of Spark, seen by nobody }}
play {{ turn me in players {{ choose {{ hide or pass }} }} end game lost }}
action hide(c in me.own) {{ move c to me.line  {then} }}
to mix(z: zone of Spark) {{ shuffle z }}
to mix_all(z: zone of Spark) {{ mix(z) }}
to turn_up(from_: zone of Spark, onto: zone of Spark) {{
  choose x in from_ by chance  move x to onto
}}"
    ))
}

#[test]
fn a_deed_mixes_the_zone_that_it_is_handed() {
    for (then, code) in [
        ("mix(me.line)  me.open = c.position", Code::W0808),
        ("mix_all(me.line)  me.open = c.position", Code::W0808),
        ("move c to bag  turn_up(bag, heap)  if c in heap { me.open += 1 }", Code::W0803),
        ("move c to bag  turn_up(bag, me.line)  move c to heap", Code::W0808),
        ("mix(me.line)  choose e in me.line where e is not c", Code::W0802),
        ("mix(me.line)  say \"{c}\"", Code::W0805),
    ] {
        assert!(put_first(then).contains(&code), "{then}: {:?}", put_first(then));
    }
    for fine in [
        "me.open = c.position",
        "mix(heap)  me.open = c.position",
        "mix(me.hand)  me.open = c.position",
        "turn_up(heap, me.hand)  move c to heap",
    ] {
        assert_eq!(put_first(fine), crate::NONE, "{fine}");
    }
}

#[test]
fn a_deed_may_be_handed_one_zone_or_another() {
    let outer = |does: &str| {
        said(&format!(
            "each Player has {{ line: row of Spark, seen by nobody  last: row of Spark, seen by \
             nobody }}
play {{ turn me in players {{ choose {{ hide or pass }} }} end game lost }}
action hide(c in me.own, d in me.own where d is not c) {{
  outer(c, me.line)
  outer(d, me.last)
}}
to mix(z: zone of Spark) {{ shuffle z }}
to outer(k: Spark, z: zone of Spark) {{ move k to z  {does} }}"
        ))
    };
    assert_eq!(outer("mix(z)  me.open = k.position"), [Code::W0808]);
    assert_eq!(outer("shuffle z  me.open = k.position"), [Code::W0808]);
    assert_eq!(outer("me.open = k.position"), crate::NONE);
}
