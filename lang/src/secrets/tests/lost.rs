//! A card that goes by a name and gets among others, in whatever way: where it is then is a secret.

use super::said_of;

const GAME: &str = "game \"Lost\"
players 3
card Chip { value: 1..18 }
deck bag of Chip { each of (1..18) }
each Player has {
  hand: set of Chip, seen by owner
  lane: row of Chip, seen by owner
  points: Number
}
the table has {
  heap: row of Chip
  dark: set of Chip, seen by nobody
  line: row of Chip, seen by nobody
  num: Number
}
setup { shuffle bag  for each p in players { move top 3 of bag to p.hand move top 2 of bag to p.lane } }
play {
  round n in 1..9 { turn me in players { choose { act or other } } }
  end game won by players with most points
}
action other { }
action sneak { move me.lane to me.hand }
to swallow(p: Player) { move p.lane to p.hand }
to take(x: Chip, p: Player) { move x to p.hand }
";

fn told(does: &str) -> bool {
    let action = format!("action act(v in opponents, c in v.lane) {{ {does} }}\n");
    said_of(&format!("{GAME}{action}")).iter().any(|code| code.starts_with("W08"))
}

/// Ways in which a card gets into a hand.
const WAYS: &[&str] = &[
    "move c to v.hand",
    "move v.lane to v.hand",
    "move top 1 of v.lane to v.hand",
    "move players.lane to v.hand",
    "move those x in v.lane where x.position is 1 to v.hand",
    "for each x in v.lane { move x to v.hand }",
    "for each p in players { move p.lane to p.hand }",
    "choose a in v.lane by v  move a to v.hand",
    "may choose a in v.lane by v  if a is not none { move a to v.hand }",
    "choose a in v.lane by chance  move a to v.hand",
    "choose a in 2 of v.lane by v  move a to v.hand",
    "let a = first x in v.lane  if there is y in a { move y to v.hand }",
    "let a = top 1 of v.lane  move a to v.hand",
    "let d = c  move d to v.hand",
    "choose w in v.hand by v  choose a in v.lane by v  swap a with w",
    "choose { other or sneak } by v",
    "swallow(v)",
    "take(c, v)",
    "choose a in v.lane by v  take(a, v)",
    "let d = c  take(d, v)",
];

/// What is read when a card of the hand has been put aside out of sight.
const READS: &[&str] = &[
    "if b is c { num += 1 }",
    "num = count(v.hand - c)",
    "if c in dark { num += 1 }",
    "say \"{c}\"",
    "move c to heap",
    "show c to me",
];

#[test]
fn a_card_is_lost_in_a_hand_however_it_got_there() {
    for way in WAYS {
        for read in READS {
            let does = format!("{way}  choose b in v.hand by v  move b to dark  {read}");
            assert!(told(&does), "{does}");
        }
        let does = format!("{way}  move v.hand to line  num = c.position otherwise 0");
        assert!(told(&does), "{does}");
    }
}

#[test]
fn a_card_is_not_lost_where_all_see_where_it_goes() {
    for does in [
        "move v.lane to dark  choose b in v.hand by v  move b to dark  num = count(v.hand - c)",
        "choose b in v.hand by v  move b to dark  num = c.position otherwise 0",
        "choose b in v.hand by v  move b to dark  move c to heap",
        "take(c, v)  move c to heap",
        "move v.lane to heap  choose b in v.hand by v  move b to dark  say \"{c}\"",
    ] {
        assert!(!told(does), "{does}");
    }
}

/// What a title and a question name may have got elsewhere since the deed began.
#[test]
fn titles_and_questions_are_read_as_long_as_the_deed_runs() {
    let watched = |between: &str, title: &str, asking: &str| {
        let deed = format!(
            "to watch(k: Chip, q: Player) as \"{title}\" {{ {between}\n\
             choose yes_no in (yes, no) by q asking \"{asking}\" }}\n"
        );
        let action = "action act(v in opponents, c in v.lane) { watch(c, v) }\n";
        said_of(&format!("{GAME}{deed}{action}"))
    };
    let lost = "move q.lane to q.hand  choose b in q.hand by q  move b to dark";
    assert_eq!(watched("move q.lane to heap", "watching {k}", "Is it {k}?"), [""; 0]);
    assert_eq!(watched(lost, "watching", "Well?"), [""; 0]);
    assert_eq!(watched(lost, "watching {k}", "Well?"), ["W0805"]);
    let hand = "move q.lane to q.hand  move q.hand to line";
    assert_eq!(watched(hand, "watching {k}", "Well?"), ["W0805"]);
}

/// Cards that are chosen together with others may be among them, unless the rules say they are not.
#[test]
fn one_of_several_may_be_the_same_unless_it_is_said_that_it_is_not() {
    let chosen = |needs: &str| {
        let action = format!(
            "action act(many in 1 or more of me.hand, one in me.hand) {needs}\n\
             {{ move many to dark  move one to heap }}\n"
        );
        said_of(&format!("{GAME}{action}"))
    };
    assert_eq!(chosen(""), ["W0808"]);
    assert_eq!(chosen("needs no x in many has x is one else \"twice\""), [""; 0]);
    assert_eq!(chosen("needs not (any x in many has one is x) else \"twice\""), [""; 0]);
    assert_eq!(chosen("needs any x in many has x is one else \"other\""), ["W0808"]);
}
