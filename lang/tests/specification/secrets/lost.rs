//! A card that goes by a name and gets among others, in whatever way: where it is then is a secret.

use super::said_of;
use houserules_lang::code::Code;

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
setup {
  shuffle bag
  for each p in players { move top 3 of bag to p.hand move top 2 of bag to p.lane }
}
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
    said_of(&format!("{GAME}{action}"))
        .iter()
        .any(|code| code.is_warning() && code.is_about_secrets())
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
    assert_eq!(watched("move q.lane to heap", "watching {k}", "Is it {k}?"), crate::NONE);
    assert_eq!(watched(lost, "watching", "Well?"), crate::NONE);
    assert_eq!(watched(lost, "watching {k}", "Well?"), [Code::W0805]);
    let hand = "move q.lane to q.hand  move q.hand to line";
    assert_eq!(watched(hand, "watching {k}", "Well?"), [Code::W0805]);
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
    assert_eq!(chosen(""), [Code::W0808]);
    assert_eq!(chosen("needs no x in many has x is one else \"twice\""), crate::NONE);
    assert_eq!(chosen("needs not (any x in many has one is x) else \"twice\""), crate::NONE);
    assert_eq!(chosen("needs any x in many has x is one else \"other\""), [Code::W0808]);
}

/// Two cards that somebody chooses one after the other from a hand may be the same one: how many go
/// then, and whether two change places, tells it.
#[test]
fn whether_two_chosen_cards_are_one_is_a_secret() {
    let chosen = |needs: &str, does: &str| {
        said_of(&format!("{GAME}action act(x in me.hand, y in me.hand) {needs} {{ {does} }}\n"))
    };
    for does in [
        "move (x, y) to dark",
        "for each c in (x, y) { move c to dark }",
        "let l = me.hand - (x, y)  move l to dark",
        "swap x with y",
        "if there is c in x { move c to dark }  if there is c in y { move c to dark }",
        "show (x, y) to me.left",
    ] {
        assert!(
            chosen("", does).iter().any(|code| code.is_warning() && code.is_about_secrets()),
            "{does}"
        );
        let told = "needs x is not y else \"twice\"";
        assert_eq!(chosen(told, does), crate::NONE, "{does}");
    }
    let offered = chosen("", "choose z in (x, y) by me.left  move z to heap");
    assert!(offered.iter().any(|code| matches!(*code, Code::E0801 | Code::W0802)), "{offered:?}");
    let ordered = "move top 1 of x to dark  move top 1 of y to dark";
    let action =
        format!("action act(x in order of me.hand, y in order of me.hand) {{ {ordered} }}\n");
    assert!(said_of(&format!("{GAME}{action}")).contains(&Code::W0808));
}

#[test]
fn the_others_are_not_the_one_that_is_left_out() {
    for others in ["d in me.hand - c", "d in those d in me.hand where d is not c"] {
        let rules = format!(
            "{GAME}action act(c in me.hand) {{ for each {others} {{ move d to me.lane }}  \
             move c to heap }}\n"
        );
        assert_eq!(said_of(&rules), crate::NONE, "{others}");
    }
}

/// What several have chosen at once, too.
#[test]
fn whether_somebody_chose_the_same_card_twice_is_a_secret() {
    for does in [
        "move (p.c, p.d) to dark",
        "move p.c to dark  num = count(p.d + p.hand)",
        "if there is e in p.c { move e to dark }  if there is e in p.d { move e to dark }",
        "away(p.c)  away(p.d)",
    ] {
        let rules = format!(
            "{GAME}to away(x: Chip or none) {{ if there is e in x {{ move e to dark }} }}\n\
             action act {{ choose c in me.hand by each players\n\
             choose d in me.hand by each players\n\
             for each p in players {{ {does} }} }}\n"
        );
        assert!(
            said_of(&rules).iter().any(|code| code.is_warning() && code.is_about_secrets()),
            "{does}"
        );
    }
}

/// What actions of a menu are given is read on it.
#[test]
fn what_a_menu_gives_to_its_actions_must_be_known_to_the_chooser() {
    for (entries, told) in [
        ("put(2) or put(hidden)", true),
        ("put(2) or put(num)", false),
        ("name([Chip 4]) or pass", true),
        ("put(2) as \"two\" or put(hidden) as \"more\"", true),
    ] {
        let rules = format!(
            "{GAME}define hidden = count(c in dark where c.value > 3)\n\
             action put(n: Number) {{ num += 1 }}\naction name(c: Chip) {{ num += 1 }}\n\
             action act {{ choose {{ {entries} }} }}\n"
        );
        let codes = said_of(&rules);
        let said = codes.iter().any(|code| matches!(*code, Code::E0801 | Code::W0802));
        assert_eq!(said, told, "{entries} {codes:?}");
    }
}

/// A second name for a card may stand for whatever the first one may.
#[test]
fn another_name_may_be_what_the_first_may_be() {
    for does in [
        "let l = x  move y to dark  move l to line",
        "let l = x  move y to dark  say \"{l}\"",
        "let l = itself(x)  move y to dark  move l to line",
        "let l = x  let m = y  move m to dark  show l to me.left",
        "both(x, y)",
        "both(itself(x), y)",
        "kept(x)  move me.hand to line  num = act.x.position otherwise 0",
        "move act.y to dark  move x to line",
        "move y to dark  move act.x to line",
    ] {
        let rules = format!(
            "{GAME}define itself(c: Chip) = c\n\
             to kept(a: Chip) {{ num += a.value * 0 }}\n\
             to both(a: Chip, b: Chip) {{ let l = a  move b to dark  move l to line }}\n\
             action act(x in me.hand, y in me.hand) {{ {does} }}\n"
        );
        assert!(
            said_of(&rules).iter().any(|code| code.is_warning() && code.is_about_secrets()),
            "{does}"
        );
    }
}

/// Whether a move is used up for a card tells which card it is.
#[test]
fn what_a_limit_counts_by_must_be_known_to_whoever_is_offered_the_move() {
    for (offers, told) in [
        (
            "action act(x in me.hand, y in me.hand) { \
             choose offer(x) by me.left choose offer(y) by me.left }",
            true,
        ),
        ("action act(x in me.hand) { choose offer(x) }", false),
        ("action act(v in opponents, x in v.lane) { choose offer(x) }", false),
    ] {
        let rules = format!(
            "{GAME}menu offer(c: Chip) {{ lay(c) or pass }}\n\
             action lay(c: Chip) once per turn for c {{ num += 1 }}\n{offers}\n"
        );
        let codes = said_of(&rules);
        let said = codes.iter().any(|code| matches!(*code, Code::E0801 | Code::W0802));
        assert_eq!(said, told, "{offers} {codes:?}");
    }
}

/// Of two who do the same, each changes what is theirs, and may read what is the other's.
#[test]
fn what_one_changes_another_may_have_read() {
    for (needs, told) in [
        ("no p in players has (any d in p.front has d.value is c.value)", true),
        ("no d in me.front has d.value is c.value", false),
        ("num < 5", false),
    ] {
        let rules =
            GAME.replace("choose { act or other }", "choose { act or pass } by each players");
        let rules = format!(
            "{rules}each Player has {{ front: row of Chip }}\n\
             action act(c in me.hand) needs {needs} else \"no\" {{ move c to me.front }}\n"
        );
        let codes = said_of(&rules);
        assert_eq!(codes.contains(&Code::W0803), told, "{needs} {codes:?}");
    }
}

/// Where a rule says that a secret condition is the rule, the values in it stay secret.
#[test]
fn what_a_condition_reads_stays_secret_though_the_rules_say_openly() {
    for (says, doubtful) in [("", 1), ("openly ", 1)] {
        let rules = format!(
            "{GAME}each Player has {{ sec: 0..9, seen by owner }}\n\
             action act(n in 1..6) {says}needs me.left.sec < 2 else \"no\" {{ num += n }}\n"
        );
        let book = houserules_lang::compile::compile(
            "g.rules",
            &rules,
            &mut houserules_lang::loader::NoFiles,
        );
        let book = book.rulebook.or_else(|| panic!("{:?}", book.diagnostics));
        assert_eq!(book.map(|book| book.doubtful.len()), Some(doubtful), "{says}");
    }
}
