//! What is said of games in which somebody might read too much.

mod along;
mod carried;
mod dropped;
mod handed;
mod kept;
mod late;
mod lost;
mod same;
mod secretly;
mod seen;
mod shown;
mod supposed;
mod traces;
mod whose;

use houserules_lang::code::Code;
use houserules_lang::compile::compile;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::loader::NoFiles;

const GAME: &str = "game \"G\"
players 2 to 4
card Spark { value: 1..4 }
deck pack of Spark { 2 each of (1..4) }
each Player has { hand: row of Spark, seen by nobody  own: set of Spark, seen by owner  laid: row of Spark, seen by owner  open: Number  cash: Number, seen by owner }
the table has { heap_size: Number  heap: pile of Spark  table_row: row of Spark }
setup { move top 1 of pack to first_player.hand }
define first_player = first p in players
";

/// Codes of what is said of secrets.
fn said(rules: &str) -> Vec<Code> {
    said_of(&format!("{GAME}{rules}"))
}

fn said_of(text: &str) -> Vec<Code> {
    let found = compile("g.rules", text, &mut NoFiles).diagnostics;
    let about = |d: &Diagnostic| d.code.is_error() || d.code.is_about_secrets();
    found.iter().filter(|d| about(d)).map(|d| d.code).collect()
}

const HINT: &str =
    "action hint(p in opponents) needs any c in p.hand has c.value is 1 else \"none\" { end game \
     lost }
play { turn me in players { show_hands()  choose { hint or pass } } end game lost }
";

#[test]
fn a_zone_that_is_shown_is_no_certain_secret() {
    assert_eq!(said(&format!("{HINT}to show_hands {{ say \"no\" }}")), [Code::E0801]);
    let to_each = "to show_hands { for each p in players { for each q in players where q is not p \
                   { show p.hand to q } } }";
    assert_eq!(said(&format!("{HINT}{to_each}")), [Code::W0802]);
    let one_card = "to show_hands { for each p in players { show top 1 of p.hand to p.left } }";
    assert_eq!(said(&format!("{HINT}{one_card}")), [Code::E0801]);
}

#[test]
fn a_card_shown_to_whoever_is_asked_is_no_secret_to_their_move() {
    let offer = |shown: &str| {
        format!(
            "play {{ turn me in players {{ let p = me.left  choose c in me.own  {shown}  choose \
             {{ take(c) or pass }} by p }} end game lost }}
action take(c: Spark) needs c.value > 1 else \"small\" {{ end game lost }}
"
        )
    };
    assert_eq!(said(&offer("show c to p")), crate::NONE);
    assert_ne!(said(&offer("")), crate::NONE);
}

#[test]
fn the_owner_may_choose_under_another_name() {
    let rules = "play { turn me in players { let p = me.left  may choose c in p.own by p  if c is \
                 not none { end game lost } } end game lost }";
    assert_eq!(said(rules), crate::NONE);
}

/// A turn in which a card of another player's row is shown and hidden, and asked about at the end.
fn shown_and_hidden(before: &str, asked: &str) -> Vec<Code> {
    said(&format!(
        "to off(c: Spark) {{ hide c }}
play {{ turn me in players {{
  let p = me.left
  if there is c in top 1 of p.hand {{ {before} may choose n in 1..4 where {asked} by me  if n is 1 {{ off(c) }} }}
}} end game lost }}"
    ))
}

#[test]
fn what_is_hidden_is_read_no_longer() {
    let asked = "c.value is n";
    assert_eq!(shown_and_hidden("show c to me", asked), crate::NONE);
    assert_eq!(shown_and_hidden("show c to me hide c", asked), [Code::E0801]);
    assert_eq!(shown_and_hidden("show c to players hide c from me", asked), [Code::W0802]);
    assert_eq!(shown_and_hidden("show c to me hide p.hand from me", asked), [Code::W0802]);
    assert_eq!(shown_and_hidden("show c to me off(c)", asked), [Code::W0802]);
    assert_eq!(shown_and_hidden("show c to me let d = c hide d", asked), [Code::W0802]);
    assert_eq!(shown_and_hidden("show c to me if me is p { hide c }", asked), [Code::W0802]);
    assert_eq!(
        shown_and_hidden("show c to me for each q in players { hide c }", asked),
        [Code::W0802]
    );
    assert_eq!(
        shown_and_hidden(
            "show c to me if me is p { hide c } else { may choose m in 1..4 where c.value is m }",
            "n is 2"
        ),
        crate::NONE
    );
}

#[test]
fn hiding_takes_nothing_from_those_who_see_the_zone() {
    let own = "play { turn me in players { if there is c in first d in me.own { openly hide c  \
               may choose n in 1..4 where c.value is n } } end game lost }";
    assert_eq!(said(own), crate::NONE);
}

/// A turn of a player who holds a secret, with something in it.
fn in_a_turn(what: &str) -> Vec<Code> {
    said(&format!(
        "play {{ turn me in players {{ {what} }} end game lost }}
to tell(p: Player) {{ p.open += 1 }}
to boast(p: Player) {{ openly if p.cash > 3 {{ p.open += 1 }} }}
to round_of_pay {{ turn me in players {{ me.cash += 1 }} }}
to mix {{ shuffle pack }}
to hand_out(p: Player) {{ move top 1 of pack to p.hand }}
to lay(c: Spark) {{ if c.value > 2 {{ heap_size = 1 }}  move c to table_row }}
to worth(p: Player) -> Number {{ if p.cash > 2 {{ give 1 }}  give 0 }}
to earn(p: Player) {{ p.cash += 1 }}
to hand_on(t: Text) {{ say \"{{t}}\" }}
to whisper(p: Player) as \"whispering to {{p}}\" {{ shuffle heap }}
action go {{ end game lost }}"
    ))
}

const RICH: &str = "any c in me.own has c.value is 4";

#[test]
fn what_all_see_under_a_secret_condition_is_warned_of_once() {
    let under = |what: &str| in_a_turn(&format!("if {RICH} {{ {what} }}"));
    for seen in [
        "me.open += 1",
        "move top 1 of pack to me.own",
        "end game lost",
        "tell(me)",
        "choose { go or pass }",
        "say \"rich\"",
        "me.open += 1  move top 1 of pack to me.own  tell(me)",
        "for each p in players { tell(p) }",
        "shuffle heap",
        "whisper(me)",
        "show me.laid to me.left",
    ] {
        assert_eq!(under(seen), [Code::W0803], "{seen}");
        assert_eq!(in_a_turn(&format!("openly if {RICH} {{ {seen} }}")), crate::NONE, "{seen}");
    }
    for unseen in [
        "me.cash += 1",
        "show me.laid to me",
        "hide me.laid from me",
        "earn(me)",
        "say \"rich\" to me",
    ] {
        assert_eq!(under(unseen), crate::NONE, "{unseen}");
    }
    assert_eq!(in_a_turn(&format!("if {RICH} {{ openly me.open += 1 }}")), crate::NONE);
}

#[test]
fn what_a_condition_decides_later_is_followed() {
    let later = format!("let n = 0  if {RICH} {{ n = 1 }}  if n is 1 {{ me.open += 1 }}");
    assert_eq!(in_a_turn(&later), [Code::W0803]);
    let left = "play { turn me in players { leave(me) } end game lost }
to leave(p: Player) { if any c in p.own has c.value is 4 { give }  p.open += 1 }";
    assert_eq!(said(left), [Code::W0803]);
    let shown = "show me.laid to players  if any c in me.laid has c.value is 4 { me.open += 1  say \
                 \"rich\" }";
    assert_eq!(in_a_turn(shown), crate::NONE);
}

#[test]
fn texts_are_for_their_readers() {
    for (text, codes) in [
        ("say \"{me.cash}\"", &[Code::W0805][..]),
        ("openly say \"{me.cash}\"", &[]),
        ("say \"{me.cash}\" to me", &[]),
        ("say \"{me.cash}\" to opponents", &[Code::W0805]),
        ("say \"{me.open}\"", &[]),
        ("openly say \"{me.open}\"", &[Code::W0807]),
        ("choose { go or pass } asking \"you own {me.cash}\"", &[]),
        ("choose { go or pass } asking \"{me.left} owns {me.left.cash}\"", &[Code::W0805]),
        ("choose { go as \"{me.cash}\" or pass }", &[Code::W0805]),
        ("hand_on(\"{me.cash}\")", &[Code::W0805]),
        ("hand_on(\"{me.open}\")", &[]),
    ] {
        assert_eq!(in_a_turn(text), codes, "{text}");
    }
    let action = |head: &str| {
        said(&format!(
            "play {{ turn me in players {{ choose {{ take or pass }} }} end game lost }}
action take(c in me.own) {head} {{ end game lost }}"
        ))
    };
    assert_eq!(action("as \"takes {c}\""), crate::NONE);
    assert_eq!(action("as \"takes {c.value}\""), [Code::W0805]);
    assert_eq!(action("openly as \"takes {c.value}\""), crate::NONE);
    assert_eq!(action("once per turn else \"{me.left.cash}\""), [Code::W0805]);
    assert_eq!(action("openly once per turn else \"{me.left.cash}\""), crate::NONE);
    assert_eq!(action("needs me.cash > 1 else \"{me.cash}\""), crate::NONE);
    assert_eq!(action("needs me.cash > 1 else \"{me.left.cash}\""), [Code::W0805]);
    assert_eq!(action("openly needs me.cash > 1 else \"{me.left.cash}\""), crate::NONE);
}
