//! Cards that are read where they were not written, and statements that an ending drops.

use super::{said, said_of};
use houserules_lang::code::Code;

const KEEPS: &str = "each Player has { fav: Spark or none }
the table has { last: Spark or none }
each turn has { seen: Spark or none }
";

/// A turn in which cards are written down, then a choice.
fn writing(what: &str, more: &str) -> Vec<Code> {
    said(&format!(
        "{KEEPS}play {{ turn me in players {{ {what}  choose {{ guess or pass }} }} end game lost \
         }}\n{more}"
    ))
}

/// The same where an action asks for a number that suits a card.
fn guessing(what: &str, asked: &str) -> Vec<Code> {
    writing(
        what,
        &format!("action guess(n in 1..4) needs {asked} is n else \"no\" {{ end game lost }}"),
    )
}

#[test]
fn a_card_that_a_counter_keeps_stays_as_secret_as_where_it_lay() {
    assert_eq!(guessing("me.fav = first c in me.left.hand", "me.fav.value"), [Code::W0802]);
    assert_eq!(guessing("last = first c in me.left.hand", "last.value"), [Code::W0802]);
    assert_eq!(guessing("turn.seen = first c in me.left.hand", "turn.seen.value"), [Code::W0802]);
    assert_eq!(guessing("me.fav = first c in me.left.own", "me.fav.value"), [Code::W0802]);
    assert_eq!(
        guessing(
            "me.fav = first c in table_row  if me.open > 1 { me.fav = first c in pack }",
            "me.fav.value"
        ),
        [Code::W0802]
    );
    assert_eq!(guessing("me.fav = first c in table_row", "me.fav.value"), crate::NONE);
    assert_eq!(guessing("me.fav = first c in me.own", "me.fav.value"), crate::NONE);
    assert_eq!(
        guessing("me.left.fav = first c in me.left.own", "me.left.fav.value"),
        [Code::W0802]
    );
    assert_eq!(
        guessing("choose c in me.own  me.fav = c  move c to table_row", "me.fav.value"),
        crate::NONE
    );
}

#[test]
fn what_follows_a_card_that_a_counter_keeps_is_seen() {
    let boast = "action guess { if me.fav.value > 2 { me.open += 1 } }";
    assert_eq!(writing("me.fav = first c in me.left.hand", boast), [Code::W0803]);
    assert_eq!(writing("me.fav = first c in table_row", boast), crate::NONE);
    let said = "action guess { say \"{me.fav.value}\" }";
    assert_eq!(writing("me.fav = first c in me.left.hand", said), [Code::W0805]);
}

#[test]
fn what_an_action_was_chosen_with_is_read_by_its_readers_in_deeds_too() {
    let lay = |zone: &str| {
        format!(
            "action guess(c in {zone}) {{ also() }}\nto also {{ if guess.c.value > 2 {{ heap_size \
             = 1 }} }}"
        )
    };
    assert_eq!(writing("", &lay("me.own")), [Code::W0803]);
    assert_eq!(writing("", &lay("table_row")), crate::NONE);
}

/// An action with a card that comes to lie open, in a stage with an ending.
fn ending(when: &str, act: &str) -> Vec<Code> {
    said(&format!(
        "play {{ {when} {{ end game lost }}  turn me in players {{ choose {{ act or pass }} }} \
         end game lost }}
action act {{ if there is c in top 1 of pack {{ {act} }} }}
when heap runs out {{ end game lost }}"
    ))
}

#[test]
fn an_ending_at_once_may_leave_a_card_where_it_lies() {
    let points = "ends at once when any p in players has p.open > 0";
    let cards = "ends at once when count(heap) > 3";
    let act = "if c.value > 2 { me.open += 1 }  move c to heap";
    assert_eq!(ending(points, act), [Code::W0803]);
    assert_eq!(ending(cards, act), crate::NONE);
    assert_eq!(ending("ends when any p in players has p.open > 0", act), crate::NONE);
    assert_eq!(ending(points, "move c to heap  if c.value > 2 { me.open += 1 }"), crate::NONE);
    let later = "if c.value > 2 { heap_size = 1 }  move top 1 of me.hand to heap  move c to heap";
    assert_eq!(ending(points, later), crate::NONE);
    assert_eq!(ending(cards, later), [Code::W0803]);
    let divided = |by: &str| {
        let rarely = "ends when count(heap) > 8";
        ending(
            rarely,
            &format!("if c.value > 2 {{ heap_size = 1 }}  me.open = 4 / {by}  move c to heap"),
        )
    };
    assert_eq!(divided("2"), crate::NONE);
    assert_eq!(divided("me.open"), [Code::W0803]);
    let drawn = "if c.value > 2 { heap_size = 1 }  move top 1 of heap to me.hand  move c to heap";
    assert_eq!(ending(points, drawn), [Code::W0803]);
}

/// A turn with a card of which there is one, and an action.
fn with_a_token(what: &str, more: &str) -> Vec<Code> {
    said(&format!(
        "card Token {{ number: 1..3 }}
each Token has {{ mark: Number }}
deck bag of Token {{ each of (1..3) }}
each Player has {{ tokens: set of Token, seen by owner  kept: Token or none }}
the table has {{ tray: pile of Token }}
play {{ turn me in players {{ {what}  choose {{ guess or pass }} }} end game lost }}
{more}"
    ))
}

#[test]
fn where_a_card_lies_that_the_rules_name_is_a_secret() {
    let guess = |asked: &str| {
        with_a_token(
            "",
            &format!("action guess(n in 1..3) needs {asked} is n else \"no\" {{ end game lost }}"),
        )
    };
    assert_eq!(guess("[Token 3].position"), [Code::W0802]);
    assert_eq!(guess("[Token 3].number"), crate::NONE);
    assert_eq!(guess("[Token 3].mark"), [Code::W0802]);
    assert_eq!(guess("count(me.left.tokens - [Token 3])"), [Code::W0802]);
    assert_eq!(guess("count(me.left.tokens + [Token 3])"), [Code::W0802]);
    assert_eq!(guess("count(me.tokens - [Token 3])"), crate::NONE);
    let act = |what: &str| with_a_token(what, "action guess { end game lost }");
    for (leak, harmless) in [
        ("me.open = count(me.left.tokens - [Token 3])", "me.open = count(tray - [Token 3])"),
        ("move [Token 3] to tray", "openly move [Token 3] to tray"),
        ("let c = [Token 3]  move c to tray", "choose c in me.tokens  move c to tray"),
        ("show [Token 3] to players", "show me.tokens to players"),
        ("if there is h in first h in me.tokens { swap [Token 3] with h }", "me.kept = none"),
        ("me.kept = [Token 3]", "me.kept = first c in tray"),
    ] {
        assert_eq!(act(leak), [Code::W0808], "{leak}");
        assert_eq!(act(harmless), crate::NONE, "{harmless}");
    }
}

#[test]
fn where_a_card_lies_that_a_counter_keeps_is_a_secret() {
    let own = "each Player has { tokens: set of Spark, seen by owner }\n";
    let guess = |asked: &str, more: &str| {
        let rules = format!("{own}action guess(n in 0..4) needs {asked} else \"no\" {{ {more} }}");
        writing("me.fav = first c in me.left.own", &rules)
    };
    let ends = "end game lost";
    assert_eq!(guess("count(me.left.own - me.fav) is n", ends), [Code::W0802]);
    assert_eq!(guess("count(me.left.own + me.fav) is n", ends), [Code::W0802]);
    assert_eq!(guess("me.fav in me.left.hand", ends), [Code::E0801]);
    assert_eq!(guess("any c in me.left.hand has c is me.fav", ends), [Code::E0801]);
    // It may have got there unseen.
    assert_eq!(guess("count(table_row - me.fav) is n", ends), [Code::W0802]);
    assert_eq!(guess("me.fav in table_row", ends), [Code::W0802]);
    assert_eq!(guess("count(me.own - me.fav) is n", ends), [Code::W0802]);
    assert_eq!(guess("n > 1", "me.open = count(me.own - me.fav)"), [Code::W0808]);
}

#[test]
fn a_chosen_card_is_lost_where_it_may_have_moved_under_another_name() {
    let rules = |act: &str| {
        said(&format!(
            "each Spark has {{ mark: Number }}
play {{ turn me in players {{ choose {{ act or pass }} }} end game lost }}
action act(c in me.own) {{ {act} }}"
        ))
    };
    let other = "if there is x in (first y in me.own) { openly move x to heap }";
    for leak in [
        "move me.own to heap  c.mark += 1".to_string(),
        format!("{other}  move c to me.hand"),
        format!("{other}  for each p in players {{ hide c }}"),
        "move c to me.hand  shuffle me.hand  show c to me".to_string(),
        "choose d in me.own  move d to me.hand  move c to heap".to_string(),
    ] {
        assert_eq!(rules(&leak), [Code::W0808], "{leak}");
    }
    for harmless in [
        "c.mark += 1  move me.own to heap",
        "move c to heap  move me.own to heap  c.mark += 1",
        "move me.left.own to heap  move c to heap",
        "for each p in opponents { move p.own to heap }  move c to heap",
        "move those y in me.own where y is not c to me.hand  move c to heap",
        "choose d in me.own - c  move d to me.hand  move c to heap",
        "move c to me.hand  shuffle pack  show c to me",
    ] {
        assert_eq!(rules(harmless), crate::NONE, "{harmless}");
    }
}

#[test]
fn deeds_and_moves_that_mix_cards_are_followed() {
    let rules = |deed: &str, act: &str| {
        said(&format!(
            "each Spark has {{ mark: Number }}
to mixed {{ {deed} }}
play {{ turn me in players {{ choose {{ act or pass }} }} end game lost }}
action act(c in me.own) {{ {act} }}
action other {{ {deed} }}"
        ))
    };
    let shuffled = "for each p in players { shuffle p.hand }";
    let taken = "for each p in players { if there is x in (first y in p.own) { move x to heap } }";
    for (deed, act) in [
        (shuffled, "move c to me.hand  mixed()  show c to me"),
        ("for each p in players { move p.own to heap }", "mixed()  c.mark += 1"),
        (taken, "mixed()  move c to me.hand"),
        (shuffled, "move c to me.hand  choose { other or pass }  show c to me"),
    ] {
        assert!(rules(deed, act).contains(&Code::W0808), "{deed}; {act}: {:?}", rules(deed, act));
    }
    for (deed, act) in [
        ("shuffle pack", "move c to me.hand  mixed()  show c to me"),
        (shuffled, "mixed()  move c to heap  show c to me"),
    ] {
        assert_eq!(rules(deed, act), crate::NONE, "{deed}; {act}");
    }
}

#[test]
fn where_a_card_lies_is_told_to_those_who_can_tell_which_one_went() {
    let acts = |then: &str| {
        said(&format!(
            "play {{ turn me in players {{ choose {{ act or pass }} }} end game lost }}
action act(c in me.own) {{ {then} }}"
        ))
    };
    let goes = "if there is x in (first y in me.own) { openly move x to me.left.own }";
    assert_eq!(acts(&format!("{goes}  say \"it is {{c}}\"")), [Code::W0805]);
    assert_eq!(acts(&format!("{goes}  say \"it is {{c}}\" to me")), crate::NONE);
    assert_eq!(acts(&format!("say \"it is {{c}}\"  {goes}")), crate::NONE);
    assert_eq!(acts("move me.own to me.left.own  say \"it is {c}\""), [Code::W0805]);
    assert_eq!(acts("move c to me.left.own  say \"it is {c}\""), crate::NONE);
}

/// What a counter keeps may have been mixed with others since.
#[test]
fn where_a_kept_card_lies_by_now_is_a_secret() {
    let rules = |action: &str| {
        said_of(&format!(
            "game \"Kept\"\nplayers 2 to 3\ncard Chip {{ value: 1..40 }}\n\
             deck bag of Chip {{ each of (1..40) }}\n\
             each Player has {{ hand: set of Chip, seen by owner  mine: Number, seen by owner }}\n\
             the table has {{ pool: pile of Chip, seen by nobody\n\
             sack: set of Chip, seen by nobody\n\
             heap: pile of Chip  told: Number  fav: Chip or none }}\n\
             setup {{ shuffle bag  for each p in players {{ move top 4 of bag to p.hand }}\n\
             move top 6 of bag to pool  move top 3 of bag to sack }}\n\
             play {{ ends when bag is empty {{ end game won by players }}\n\
             turn me in players onwards {{ choose {{ bury or act or pass }}\n\
             move top 1 of bag to me.hand }} }}\n\
             action bury(c in me.hand) {{ fav = c  move c to pool  shuffle pool }}\n{action}\n"
        ))
    };
    let drawn = "if sack is not empty { choose j in sack by chance  move j to me.hand  HERE }";
    let with = |here: &str| format!("action act {{ {} }}", drawn.replace("HERE", here));
    for leak in [
        "action act { if there is f in fav { told = f.position } }",
        "action act { if there is f in fav { show f to me } }",
        "action act(k in me.hand) { if there is f in fav { swap f with k } }",
        "action act { if fav in heap { told = 100 } else { told = 200 } }",
        "action act { if there is f in fav { move f to heap } }",
        "action act(x in fav) { told += x.value }",
        "action act(k in 1..3) needs fav in heap else \"no\" { told = k }",
        &with("if there is f in fav { if f is j { me.mine += 1 } }"),
        &with("if there is f in fav { choose k in 1..(if f is j then 2 else 3)  told += k }"),
        &with("show j to players  if there is f in fav { if f is j { told += 1 } }"),
    ] {
        let told = rules(leak).iter().any(|code| code.is_about_secrets());
        assert!(told, "{leak}: {:?}", rules(leak));
    }
    let harmless = "action act { if fav is not none { told += 1 } }";
    assert!(!rules(harmless).iter().any(|code| code.is_about_secrets()), "{:?}", rules(harmless));
}

/// A card is called by where it lies.
#[test]
fn what_was_mixed_since_is_on_offer_to_nobody() {
    let rules = |act: &str| {
        said_of(&format!(
            "game \"Mixed\"\nplayers 2\ncard Chip {{ value: 1..20 }}\n\
             deck bag of Chip {{ each of (1..20) }}\n\
             each Player has {{ hand: set of Chip, seen by owner }}\n\
             the table has {{ told: Number }}\nsetup {{ shuffle bag }}\n\
             play {{ ends when bag is empty {{ end game won by players }}\n\
             turn me in players onwards {{ choose {{ act or pass }}\n\
             move top 1 of bag to me.hand }} }}\n\
             action act {{ let q = top 1 of bag  show q to me  {act} }}\n"
        ))
    };
    for (act, told) in [
        ("may choose x in q  if x is none { told += 1 } else { told += 2 }", false),
        ("shuffle bag  may choose x in q  if x is none { told += 1 } else { told += 2 }", true),
        ("shuffle bag  choose x in order of q  told += 1", true),
    ] {
        let found = rules(act);
        let said = found.iter().any(|code| code.is_about_secrets());
        assert_eq!(said, told, "{act}: {found:?}");
    }
}
