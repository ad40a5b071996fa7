//! What is seen on the table: a leak, and a harmless twin of it.

use super::{RICH, in_a_turn, said};
use houserules_lang::code::Code;

/// Each leak with its code, and the same told in a harmless way.
fn twins(pairs: &[(&str, Code, &str)]) {
    for (leak, code, harmless) in pairs {
        let (leak, harmless) = (leak.replace("RICH", RICH), harmless.replace("RICH", RICH));
        assert_eq!(in_a_turn(&leak), [*code], "{leak}");
        assert_eq!(in_a_turn(&harmless), crate::NONE, "{harmless}");
    }
}

#[test]
fn what_happens_to_cards_under_a_secret_condition() {
    twins(&[
        ("if RICH { shuffle pack }", Code::W0803, "if me.open > 1 { shuffle pack }"),
        ("if RICH { hide top 1 of pack }", Code::W0803, "if RICH { hide top 1 of pack from me }"),
        (
            "if RICH { hide top 1 of pack from me.left }",
            Code::W0803,
            "hide top 1 of pack from me.left",
        ),
        (
            "if RICH { show top 1 of pack to me.left }",
            Code::W0803,
            "if RICH { show top 1 of pack to me }",
        ),
        (
            "choose a in me.hand, b in me.laid  if RICH { swap a with b }",
            Code::W0803,
            "choose a in me.hand, b in me.laid  swap a with b",
        ),
        ("if RICH { mix() }", Code::W0803, "mix()"),
        ("if RICH { round_of_pay() }", Code::W0803, "round_of_pay()"),
        ("if RICH { boast(me) }", Code::W0803, "boast(me)"),
        ("if RICH { earn(me.left) }", Code::W0803, "if RICH { earn(me) }"),
    ]);
}

#[test]
fn which_cards_move_how_many_and_where_to() {
    twins(&[
        (
            "move top 1 of pack to heap at (if RICH then 1 else 2)",
            Code::W0808,
            "move top 1 of pack to heap at (if me.open > 1 then 1 else 2)",
        ),
        (
            "move those c in me.own where c.value is 4 to me.hand",
            Code::W0808,
            "choose c in those d in me.own where d.value is 4  move c to me.hand",
        ),
        (
            "move top (count(c in me.own where c.value is 4)) of pack to heap",
            Code::W0808,
            "move top (count(me.own)) of pack to heap",
        ),
        ("move me.laid with most value to me.hand", Code::W0808, "move me.laid to me.hand"),
        (
            "let n = me.cash  move top n of pack to heap",
            Code::W0808,
            "let n = me.open  move top n of pack to heap",
        ),
        (
            "choose a in me.laid, b in me.laid  let c = if RICH then a else b  swap c with a",
            Code::W0808,
            "choose a in me.laid, b in me.laid  let c = if me.open > 1 then a else b  swap c with \
             a",
        ),
        (
            "let who = if RICH then me else me.left  shuffle who.laid",
            Code::W0808,
            "let who = if me.open > 1 then me else me.left  shuffle who.laid",
        ),
        (
            "let p = me.left  choose c in those d in p.own where d.value > p.cash by chance  move \
             c to me.hand",
            Code::W0808,
            "let p = me.left  choose c in p.own by chance  move c to me.hand",
        ),
        (
            "let p = me.left  choose cs in (smaller(2, p.cash)) of p.own by chance  move cs to \
             me.hand",
            Code::W0808,
            "let p = me.left  choose cs in (smaller(2, p.open)) of p.own by chance  move cs to \
             me.hand",
        ),
    ]);
}

#[test]
fn targets_chosen_by_a_secret() {
    let who = "let who = if RICH then me else me.left ";
    let open = "let who = if me.open > 1 then me else me.left ";
    for done in ["who.open += 1", "tell(who)", "move top 1 of pack to who.own", "hand_out(who)"] {
        twins(&[(&format!("{who} {done}"), Code::W0808, &format!("{open} {done}"))]);
    }
    twins(&[
        (
            "let who = (first p in players where p.cash > 3) otherwise me  who.open += 1",
            Code::W0808,
            "let who = (first p in players where p.open > 3) otherwise me  who.open += 1",
        ),
        (
            "let n = 0  for each p in players where p.cash > 3 { n += 1 }  me.open = n",
            Code::W0808,
            "let n = 0  for each p in players where p.open > 3 { n += 1 }  me.open = n",
        ),
    ]);
}

#[test]
fn counters_that_others_see() {
    twins(&[
        ("me.open += me.cash mod 2", Code::W0808, "me.cash += me.cash mod 2"),
        ("me.left.cash = me.cash", Code::W0808, "me.left.cash = me.open"),
        ("me.open = count(c in me.own where c.value is 4)", Code::W0808, "me.open = count(me.own)"),
        ("me.open = worth(me)", Code::W0808, "me.cash = worth(me)"),
        (
            "let a = 0  let b = 0  for each i in 1..3 { me.open = b  b = a  a = me.cash }",
            Code::W0808,
            "let a = 0  let b = 0  for each i in 1..3 { me.open = b  b = a  a = me.open }",
        ),
    ]);
    let turn = |value: &str| {
        said(&format!(
            "each turn has {{ x: Number }}
play {{ turn me in players {{ turn.x = {value}  if turn.x > 1 {{ end game lost }} }} end game lost }}"
        ))
    };
    assert_eq!(turn("me.cash"), [Code::W0808]);
    assert_eq!(turn("count(me.own)"), crate::NONE);
}

#[test]
fn a_counter_that_was_shown_is_watched() {
    twins(&[
        (
            "show me.cash to players  if RICH { me.cash += 1 }",
            Code::W0803,
            "if RICH { me.cash += 1 }  show me.cash to players  end game lost",
        ),
        (
            "show me.cash to players  let who = if RICH then me else me.left  who.cash += 1",
            Code::W0808,
            "show me.cash to players  me.cash += me.cash",
        ),
    ]);
}

#[test]
fn those_who_are_shown_something_know_why() {
    let mine = "me.cash > 1";
    for (done, code) in [
        ("show top 1 of pack to those p in players where p.cash > 1", None),
        ("hide top 1 of pack from those p in players where p.cash > 1", None),
        ("show me.cash to those p in players where p.cash > 1", None),
        (&format!("show top 1 of pack to those p in players where {mine}"), Some(Code::W0808)),
        (&format!("hide top 1 of pack from those p in players where {mine}"), Some(Code::W0808)),
        (&format!("show me.cash to those p in opponents where {mine}"), Some(Code::W0808)),
        ("show top 1 of pack to those p in players with most cash", Some(Code::W0808)),
        ("show top 1 of pack to those p in players with most open", None),
        ("show those c in me.own where c.value is 4 to me.left", Some(Code::W0808)),
        ("choose c in me.own  show c to me.left", None),
    ] {
        assert_eq!(in_a_turn(done), code.into_iter().collect::<Vec<_>>(), "{done}");
        if code.is_some() && !done.starts_with("choose") {
            assert_eq!(in_a_turn(&format!("openly {done}")), crate::NONE, "{done}");
        }
    }
}

#[test]
fn a_card_that_comes_to_lie_open_may_decide() {
    twins(&[
        (
            "choose c in me.own  me.open = c.value  move c to me.hand",
            Code::W0808,
            "choose c in me.own  me.open = c.value  move c to table_row",
        ),
        (
            "choose c in me.own  me.open = c.value  choose { go or pass }  move c to table_row",
            Code::W0808,
            "choose c in me.own  if me.open is 0 { me.open = c.value }  lay(c)",
        ),
        (
            "choose c in me.own  me.open = c.value  if me.open > 2 { move c to table_row }",
            Code::W0808,
            "choose c in me.own  me.open = c.value  show c to players",
        ),
    ]);
}

#[test]
fn what_several_chose_together_is_as_secret_as_their_cards() {
    twins(&[
        (
            "choose c in me.own by each players  if any p in players has p.c.value > 2 { me.open \
             += 1 }",
            Code::W0803,
            "choose n in 1..4 by each players  if any p in players has p.n > 2 { me.open += 1 }",
        ),
        (
            "let secret = me.cash  may choose n in 1..secret by each players",
            Code::W0802,
            "may choose n in 1..(me.cash) by each players",
        ),
    ]);
}

#[test]
fn what_a_whole_deck_holds_is_no_secret() {
    let set_up = |what: &str| {
        said(&format!("{what}\nplay {{ turn me in players {{ shuffle pack }} end game lost }}"))
            .len()
    };
    let thin = "to thin { shuffle pack  move those c in pack where c.value is 4 to heap }";
    assert_eq!(set_up(thin), 0);
    assert_eq!(set_up(&format!("{thin}\nto twice {{ move top 3 of pack to heap  thin() }}")), 1);
    assert_eq!(set_up(&format!("{thin}\nto thrice {{ for each n in 1..3 {{ thin() }} }}")), 1);
    assert_eq!(
        set_up(
            "to rest { move top 3 of pack to heap  move those c in pack where c.value is 4 to heap \
             }"
        ),
        1
    );
}

#[test]
fn a_counter_that_all_were_shown_is_no_secret() {
    let told = "for each p in players { show p.cash to players }  ";
    twins(&[
        (
            "for each p in players { if p.cash > 3 { p.open += 1 } }",
            Code::W0803,
            "for each p in players { show p.cash to players }  for each p in players { if p.cash > \
             3 { p.open += 1 } }",
        ),
        (
            "show me.cash to me.left  if me.cash > 3 { me.open += 1 }",
            Code::W0803,
            "show me.cash to players  if me.cash > 3 { me.open += 1 }",
        ),
        (
            "show me.cash to players  me.cash += 1  choose c in me.own  me.cash = c.value  if \
             me.cash > 3 { me.open += 1 }",
            Code::W0803,
            "choose c in me.own  me.cash = c.value  show me.cash to players  if me.cash > 3 { \
             me.open += 1 }",
        ),
        (
            "show me.cash to players  if me.left.cash > 3 { me.open += 1 }",
            Code::W0803,
            "for each p in players { show p.cash to players  if p.cash > 3 { me.open += 1 } }",
        ),
        (
            "for each p in players where p is not me { show p.cash to players }  if me.cash > 3 { \
             me.open += 1 }",
            Code::W0803,
            "for each p in players { show p.cash to players }  if me.cash > 3 { me.open += 1 }",
        ),
    ]);
    // A move may change it, and so may a deed.
    let later =
        |between: &str| in_a_turn(&format!("{told}{between}  if me.cash > 3 {{ me.open += 1 }}"));
    assert_eq!(later("earn(me)"), [Code::W0803]);
    assert_eq!(later("round_of_pay()"), [Code::W0803]);
    assert_eq!(later("mix()"), crate::NONE);
    assert_eq!(later("choose { go or pass }"), crate::NONE);
    assert_eq!(later("choose n in 1..3"), crate::NONE);
}

#[test]
fn a_hidden_counter_that_all_can_tell_hides_nothing() {
    let with = |what: &str| {
        let asks = "if me.cash is 2 { openly me.open = 1 }";
        said(&format!("play {{ turn me in players {{ {what}  {asks} }} end game lost }}"))
    };
    assert!(
        with("choose k in 1..4 by each players  for each p in players { p.cash = p.k }")
            .contains(&Code::W0809)
    );
    assert!(
        !with(
            "choose k in 1..4 by each players  for each p in players { p.cash = p.k }  choose c in \
             me.own  me.cash += c.value"
        )
        .contains(&Code::W0809)
    );
    assert!(!with("choose c in me.own  let v = c.value  me.cash = v").contains(&Code::W0809));
}

#[test]
fn who_is_certainly_shown_a_card() {
    let hidden = "if c.value > 2 { hide top 1 of pack from p }";
    let shown = |to: &str| format!("choose c in me.hand, p in opponents  show c to {to}  {hidden}");
    assert_eq!(in_a_turn(&shown("(p, me)")), crate::NONE);
    // A condition may leave out whoever sees that.
    assert_eq!(in_a_turn(&shown("those q in (p, me) where q.open > 1")), [Code::W0803]);
}

/// All choose at once between an action that needs something and one that may take it away.
fn at_once(need: &str, tax: &str) -> Vec<Code> {
    said(&format!(
        "play {{ choose {{ tax or buy or pass }} by each players  end game lost }}
action tax {{ {tax} }}
action buy {need} else \"no\" {{ me.open += 1 }}"
    ))
}

#[test]
fn whether_an_action_still_fits_when_all_have_chosen() {
    let all = "for each p in players { p.cash -= 1 }";
    assert_eq!(at_once("needs me.cash > 2", all), [Code::W0803]);
    assert_eq!(at_once("openly needs me.cash > 2", all), crate::NONE);
    assert_eq!(at_once("needs me.cash > 2", "me.cash -= 1"), crate::NONE);
    assert_eq!(at_once("needs me.open < 2", "for each p in players { p.open -= 1 }"), crate::NONE);
    let rob = "for each p in players { move p.own to heap }";
    assert_eq!(at_once("needs any c in me.own has c.value is 4", rob), [Code::W0803]);
}

#[test]
fn who_sits_beside_somebody_and_what_they_were_shown_is_followed() {
    let told = |what: &str| in_a_turn(what);
    assert_eq!(told("show me.left.cash to players  say \"{me.left.cash}\""), crate::NONE);
    assert_eq!(
        told("let p = me.left  show p.cash to players  say \"{me.left.cash}\""),
        crate::NONE
    );
    assert_eq!(told("show me.cash to me.left  say \"{me.cash}\" to me.left"), crate::NONE);
    assert_eq!(told("show me.cash to me.left  say \"{me.cash}\" to me.right"), [Code::W0805]);
    assert_eq!(
        told("show me.left.cash to me  if me.left.cash > 2 { say \"rich\" to me }"),
        crate::NONE
    );
    assert_eq!(
        told("show me.left.cash to me  me.left.cash += 1  say \"{me.left.cash}\" to me"),
        [Code::W0805]
    );
    assert_eq!(told("say \"{me.left.cash}\" to me.left"), crate::NONE);
    assert_eq!(told("say \"{me.left.cash}\" to me.right"), [Code::W0805]);
}
