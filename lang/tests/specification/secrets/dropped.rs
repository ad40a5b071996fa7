//! A card that is to be laid open, and what may stop the game before; actions chosen at once that
//! may no longer be carried out.

use super::said;
use houserules_lang::code::Code;

const THINGS: &str =
    "each Player has { front: slot of Spark  few: 0..1  room: 0..1, capped  way: 0..9 }
the table has { hid: slot of Spark, seen by nobody  rows: slots of Spark }
play { turn me in players { choose { lay or pass } } end game lost }
to stop(p: Player) { p.few += 1 }
to last(p: Player, c: Spark) { move c to heap }
define share(p: Player) = 6 / p.few
";

fn laid(body: &str) -> Vec<Code> {
    said(&format!("{THINGS}action lay(c in me.own) {{ {body} }}"))
}

#[test]
fn what_may_stop_the_game_keeps_a_card_hidden() {
    let tell = "if c.value is 3 { me.open += 1 }";
    for (between, codes) in [
        ("", &[][..]),
        ("me.few += 1", &[Code::W0803]),
        ("me.few = me.way", &[Code::W0803]),
        ("me.few = 1", &[]),
        ("me.way = me.few", &[]),
        ("me.room += 1", &[]),
        ("me.open += 1", &[]),
        ("if me.few is 0 { me.few += 1 }", &[]),
        ("if me.few < 1 { me.few += 1 }", &[]),
        ("if me.few < 1 { me.few += 2 }", &[Code::W0803]),
        ("if me.few < 5 { me.few += 1 }", &[Code::W0803]),
        ("if 9 <= me.few { me.few -= 1 }", &[]),
        ("if me.few < me.way { me.few += 1 }", &[Code::W0803]),
        ("me.few = smaller(1, me.way)", &[]),
        ("stop(me)", &[Code::W0803]),
        ("if me.open > 2 { stop(me) }", &[Code::W0803]),
        ("for each p in players { p.few += 1 }", &[Code::W0803]),
        ("move top 1 of pack to hid", &[Code::W0803]),
        ("if hid is empty { move top 1 of pack to hid }", &[]),
        ("move hid to heap  move top 1 of pack to hid", &[]),
        ("move top 1 of pack to rows at me.way", &[Code::W0803]),
        ("move top 1 of pack to rows", &[]),
        ("choose p in those q in players where q.few > 0 by chance  p.open = 1", &[Code::W0803]),
        ("choose p in players by chance  p.open = 1", &[]),
        ("let q = me  choose d in q.laid by chance  move d to heap", &[Code::W0803]),
        (
            "if me.laid is not empty { let q = me  choose d in q.laid by chance  move d to heap }",
            &[],
        ),
        ("if share(me) > 2 { me.open += 1 }", &[Code::W0803]),
        ("me.open = me.open * me.left.open", &[Code::W0803]),
        ("me.open = me.open * me.way", &[]),
        ("repeat until heap is not empty { me.open += 1 }", &[Code::W0803]),
        ("repeat until pack is empty { move top 1 of pack to heap }", &[]),
        ("repeat until me.few is 1 { me.way = 2 }", &[Code::W0803]),
        ("for each n in 1..me.open { me.way = 2 }", &[Code::W0803]),
        ("for each n in 1..me.way { me.open += n }", &[]),
        ("let n = share(me)  if n > 2 { me.open += 1 }", &[Code::W0803]),
        ("move top (6 / me.few) of pack to heap", &[Code::W0803]),
    ] {
        assert_eq!(laid(&format!("{tell}  {between}  move c to heap")), codes, "{between}");
        assert_eq!(laid(&format!("{tell}  {between}  show c to players")), codes, "{between}");
        assert_eq!(laid(&format!("move c to heap  {tell}  {between}")), crate::NONE, "{between}");
    }
}

/// What guards and what does not: it must be the same thing, asked the right way, and nothing must
/// have changed it since.
#[test]
fn only_what_asks_for_the_right_thing_guards() {
    let safe = [
        "if me.few < 1 { stop(me) }",
        "if me.way >= 4 { pay(me, 4) }",
        "if me.way >= me.few { pay(me, me.few) }",
        "if can_pay(me, 4) { pay(me, 4) }",
        "let n = me.few  if can_pay(me, 2 * n) { pay(me, n + n) }",
        "if can_pay(me, me.few + 1) { me.way -= me.few + 1 }",
        "let n = 2 * me.few  if me.way >= n { me.way -= n }",
        "let n = me.few + 1  if me.way >= n { pay(me, n) }",
        "if me.way < 4 { me.way = 4 }  me.way -= 4",
        "if me.way >= 4 { me.way -= 2  me.way -= 2 }",
        "let can = me.few < 1  if can { me.few += 1 }",
        "if not (me.few is 1 or me.way < 2) { me.few += 1  me.way -= 2 }",
        "for each p in players where p.few < 1 { p.few += 1 }",
        "repeat until me.few is 1 { me.few += 1 }",
        "me.few += if me.few is 0 then 1 else 0",
        "me.way -= smaller(me.way, 3)",
        "if me.few is not 0 { me.open = 6 / me.few }",
        "me.open = if me.few > 0 then 6 / me.few else 0",
        "me.open = 6 / (me.way + 1)",
        "if me.front is not empty { move me.front to heap }  move top 1 of pack to me.front",
        "move top 1 of pack to me.front  move players.front to heap",
        "if count(me.laid) < 1 { me.open += 1 } else { let q = me  choose d in q.laid by chance \
         move d to heap }",
    ];
    let unguarded = [
        "if me.way < 1 { me.few += 1 }",
        "if me.left.few < 1 { me.few += 1 }",
        "if me.few < 1 { me.open += 1 } else { me.few += 1 }",
        "if me.few < 1 { me.few += 1  me.few += 1 }",
        "if me.few < 1 { stop(me)  stop(me) }",
        "if me.few < 1 { stop(me.left)  stop(me) }",
        "if me.way < 1 { stop(me) }",
        "if me.way >= 3 { pay(me, 4) }",
        "if me.way >= 4 { pay(me.left, 4) }",
        "if can_pay(me.left, 4) { pay(me, 4) }",
        "if can_pay(me, 3) { pay(me, 4) }",
        "if not can_pay(me, 4) { pay(me, 4) }",
        "if can_pay(me, me.few) { pay(me, me.few + 1) }",
        "let n = me.way  me.way = 0  if n >= 4 { me.way -= 4 }",
        "let can = me.few < 1  me.few = 1  if can { me.few += 1 }",
        "if me.few < 1 or me.way < 2 { me.few += 1 }",
        "for each p in players where p.few < 1 { me.few += 1 }",
        "for each p in players where me.few < 1 { me.few += 1 }",
        "for each p in players where p.few < 1 { stop(p)  p.few += 1 }",
        "if me.way is not 0 { me.open = 6 / me.few }",
        "me.open = 6 / (me.way - 1)",
        "me.open = if me.few > 0 then 0 else 6 / me.few",
        "if me.left.front is empty { move top 1 of pack to me.front }",
        "move top 1 of pack to me.front  move me.front to heap",
        "if hid is not empty { move top 1 of pack to hid }",
        "if hid is empty { move top 2 of pack to hid }",
        "if hid is empty { move top 1 of pack to hid  move top 1 of pack to hid }",
        "if me.laid is empty { let q = me  choose d in q.laid by chance  move d to heap }",
        "if me.own is not empty { let q = me  choose d in q.laid by chance  move d to heap }",
        "if me.laid is not empty { move me.laid to heap  let q = me  choose d in q.laid by chance \
         move d to heap }",
        "let w = me.way  choose n in 1..w by chance  me.open = n",
    ];
    let mut wrong: Vec<_> = safe.iter().filter(|rule| !guarded(rule).is_empty()).collect();
    wrong.extend(unguarded.iter().filter(|rule| guarded(rule) != [Code::W0803]));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn guarded(between: &str) -> Vec<Code> {
    let more = "to pay(p: Player, n: Number) { p.way -= n }
define can_pay(p: Player, n: Number) = p.way >= n
";
    let tell = "if c.value is 3 { me.open += 1 }";
    let action = format!("action lay(c in me.own) {{ {tell}  {between}  move c to heap }}");
    said(&format!("{THINGS}{more}{action}"))
}

#[test]
fn the_move_that_lays_a_card_open_may_itself_be_impossible() {
    let tell = "if c.value is 3 { me.open += 1 }";
    assert_eq!(laid(&format!("{tell}  move c to me.front")), [Code::W0803]);
    assert_eq!(laid(&format!("{tell}  last(me, c)")), crate::NONE);
    let needs = "needs me.front is empty else \"taken\"";
    let asked = format!("{THINGS}action lay(c in me.own) {needs} {{ {tell}  move c to me.front }}");
    assert_eq!(said(&asked), crate::NONE);
    // What stops the game by itself is all that is not done.
    assert_eq!(laid("me.few += c.value  move c to heap"), crate::NONE);
    assert_eq!(laid("if c.value > 2 { me.few += c.value }  move c to heap"), crate::NONE);
    assert_eq!(laid("me.open += c.value  me.few += 1  move c to heap"), [Code::W0808]);
}

/// A menu from which all choose at once.
fn at_once(actions: &str, names: &str) -> Vec<Code> {
    said(&format!(
        "play {{ choose {{ {names} or pass }} by each players  end game lost }}\n{actions}"
    ))
}

#[test]
fn what_another_takes_may_tell_which_card_was_chosen() {
    let lay = "action lay(c in me.own) { move c to heap }\n";
    for (other, codes) in [
        ("action other { move top 1 of pack to me.own }", &[][..]),
        (
            "action other(p in opponents) { choose d in p.own by chance  move d to me.own }",
            &[Code::W0803],
        ),
        ("action other(p in opponents) { move p.own to heap }", &[Code::W0803]),
        ("action other(p in opponents) { openly move first d in p.own to heap }", &[Code::W0803]),
        (
            "action other(p in opponents) { if there is d in first e in p.own { take(d) } }
to take(d: Spark) { openly move d to heap }",
            &[Code::W0803],
        ),
        ("action other(p in opponents, d in me.own) { move d to p.own }", &[]),
        ("action other(p in opponents) { move p.hand to heap }", &[]),
    ] {
        assert_eq!(at_once(&format!("{lay}{other}"), "lay or other"), codes, "{other}");
    }
    let row = "action take(c in table_row) { move c to me.own }";
    assert_eq!(at_once(row, "take"), crate::NONE);
    let rich = "action lay(c in me.own where me.cash > 1) { move c to heap }
action rob(p in opponents) { p.cash = 0 }";
    assert_eq!(at_once(rich, "lay or rob"), [Code::W0803]);
}
