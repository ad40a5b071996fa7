//! Mistakes of names, types and values: each is said once, where it is, with what to write.

use super::said::{said, says};

/// A game of roads; the lines are put into its table, its set-up and its turn.
fn roads(has: &str, setup: &str, turn: &str) -> String {
    format!(
        "unit Dollars \"$\"
enum Color {{ pink, black, blue, teal }}
card Mile {{ color: Color, miles: 1..4 }}
deck pack of Mile {{ each of (Color, 1..4) }}
option helpers: 1..3 = 2
each Player has {{ hand: set of Mile  cash: Dollars  points: Number {has} }}
each Color has {{ row: row of Mile  bank: slot of Mile }}
the table has {{ leader: Player }}
setup {{ shuffle pack  leader = first p in players  {setup} }}
play {{
  round n in 1..2 {{
    leader = leader.left
    turn me in players {{
      move top helpers of pack to me.hand
      choose c in me.hand
      me.cash += c.miles * $1
      me.points += c.miles
      move c to c.color.row  if c.color.bank is none {{ move c to c.color.bank }}
      {turn}
    }}
  }}
  end game won by first p in players from leader where (p.cash > $20 or p.points > 9)
}}
"
    )
}

#[test]
fn a_declaration_that_fights_with_its_uses_is_said_once() {
    assert_eq!(said(&roads("", "", ""), ""), [""; 0]);
    let good = roads("", "", "if me.points > 3 { me.points -= 1 }");
    for (right, wrong, words) in [
        (
            "points: Number",
            "points: yes or no",
            &["E0404", "`points` is declared as `yes or no`", "write `points: Number`"][..],
        ),
        ("points: Number", "points: yes or no = no", &["`yes or no`", "write `points: Number`"]),
        ("leader: Player", "leader: Number", &["`leader` is declared as `Number`", "`Player`"]),
        ("cash: Dollars", "cash: Color", &["`cash` is declared as `Color`", "`Dollars`"]),
    ] {
        let more = "me.cash -= $1  me.cash += $2";
        let rules = good.replace("move c to c.color.row", &format!("move c to c.color.row {more}"));
        says(&rules.replace(right, wrong), "", words);
    }
}

#[test]
fn a_declaration_is_misspelt_if_its_uses_agree() {
    for (right, wrong, words) in [
        (
            "deck pack of",
            "deck pakc of",
            &["E0401", "`pakc` is declared here, but everywhere else it is `pack`"][..],
        ),
        ("color: Color,", "colour: Color,", &["E0402", "`colour` is declared here", "`color`"]),
    ] {
        let rules =
            roads("", "", "// the colour of it\nlet other = c.color\nmove other.bank to pack");
        says(&rules.replace(right, wrong), "", words);
    }
}

#[test]
fn a_counter_starts_inside_its_range() {
    let counter = |counter: &str| {
        let uses = "me.farmers -= 1  if me.farmers is 2 { me.points += 1 }";
        roads(&format!(" farmers: {counter}"), "", uses)
    };
    assert_eq!(said(&counter("0..3 = 3"), ""), [""; 0]);
    assert_eq!(said(&counter("0..3 = helpers"), ""), [""; 0]);
    says(&counter("0..3 = 5"), "", &["E0313", "`farmers` would start at 5, outside 0 to 3"]);
    says(&counter("1..3 = 0"), "", &["E0313", "would start at 0, outside 1 to 3"]);
    says(&counter("0..2 = helpers"), "", &["E0313", "would start at 3", "1..3"]);
}

#[test]
fn values_of_other_types_are_said_with_what_to_write() {
    for (turn, words) in [
        ("say \"a\" + c + \"?\"", &["E0123", "write `say \"a{c}?\"`"][..]),
        ("let t = \"a\" + c + \"?\"", &["E0404", "texts are not added", "`\"a{c}?\"`"]),
        ("leader = leader + 1", &["E0404", "the next player is `leader.left`"]),
        ("if me.hand is 1 { end turn }", &["E0408", "write `count(me.hand) is 1`"]),
        ("if c.color.bank is 1 { end turn }", &["E0408", "`count(c.color.bank)`"]),
        ("if c.miles is $4 { end turn }", &["E0405", "write `4` without the sign"]),
        ("if $4 > c.miles { end turn }", &["E0405", "write `4` without the sign"]),
        ("me.points = \"helpers\"", &["E0404", "write `helpers` without them"]),
        ("helpers = me.points", &["E0504", "is an option", "`me.points = helpers`"]),
        ("helpers += 1", &["E0504", "is an option", "declare a counter"]),
    ] {
        says(&roads("", "", turn), "", words);
    }
}

#[test]
fn what_spreadsheets_call_is_written_with_the_values_of_the_line() {
    for (value, words) in [
        ("if AND(n > 1, helpers is 2) then 1 else 0", "write `n > 1 and helpers is 2`"),
        ("if OR(n > 1, helpers is 2) then 1 else 0", "write `(n > 1 or helpers is 2)`"),
        ("SUM(me.hand.miles)", "write `sum(x.miles for x in me.hand)`"),
        ("MAX(n, helpers, 3)", "write `larger(n, larger(helpers, 3))`"),
        ("COUNTIF(me.hand, pink)", "write `count(x in me.hand where x.color is pink)`"),
        ("MOD(n, 2)", "write `n mod 2`"),
        ("INT(n / 2)", "write `n / 2`"),
        ("LEN(me.hand)", "write `count(me.hand)`"),
        ("RANDBETWEEN(1, 6)", "`choose n in 1..6 by chance`"),
    ] {
        let rules = roads("", "", &format!("me.points = {value}"));
        says(&rules, "", &["E0401", words]);
    }
}

#[test]
fn names_that_begin_alike_are_offered() {
    let rules = roads("", "", "if c.may_be_sold(3) { end turn }")
        + "define may_be_sold_for(n: Number) for c: Mile = c.miles is n\n";
    says(&rules, "", &["E0402", "did you mean `may_be_sold_for`?"]);
    let rules = roads("", "", "").replace("each Player has", "each Spieler has");
    let all = said(&rules, "");
    assert!(all.iter().any(|one| one.contains("each Player has { … }")), "{all:#?}");
}

#[test]
fn ranks_are_numbers() {
    let rules = roads("", "", "")
        + "test \"a\" with Ana, Ben { given Ana.hand is [pink ace] expect Ana.hand is [pink 1] }\n";
    says(&rules, "", &["E0309", "for `ace` write `[pink 1]`"]);
}

#[test]
fn values_of_a_move_in_a_test_stand_in_another_order() {
    let rules = "each Player has { points: Number }
play { turn me in players { choose { take } }  end game won by players with most points }
action take(whom in opponents, n in 1..3) { me.points += n  whom.points -= n }
test \"a\" with Ana, Ben { Ana does take 2, Ben  expect Ana.points is 2 }
";
    says(rules, "", &["E0404", "stand in another order", "write `take Ben, 2`"]);
}

#[test]
fn members_in_cells_of_their_own_are_joined() {
    let rules = "enum Way { north, east, south }
card Lane { name: Name, ways: set of Way }
deck bag of Lane { Lane from \"lanes.csv\" times copies }
each Player has { hand: set of Lane }
setup { shuffle bag }
play {
  turn me in players { move top 1 of bag to me.hand }
  end game won by first p in players where any c in p.hand has north in c.ways
}
";
    let table = "name,ways,copies\nStraight,north+south,6\nBend,north,east,6\n";
    says(rules, table, &["E0303", "joined by `+`: `Bend,north+east,6`"]);
}

#[test]
fn numbers_are_whole() {
    for (wrong, words) in [
        ("= 2,0", &["E0123", "numbers are whole, but this is `2,0`", "`option helpers: 1..3 = 2`"]),
        ("= 2.0", &["E0123", "numbers are whole, but this is `2.0`", "`option helpers: 1..3 = 2`"]),
    ] {
        says(&roads("", "", "").replace("= 2\n", &format!("{wrong}\n")), "", words);
    }
}

#[test]
fn a_field_without_a_type_keeps_the_others() {
    let rules = roads("", "", "if c.miles is 9 { end turn }")
        .replace("miles: 1..4 }", "miles: 1..4, length, width: Number = 0 }");
    says(&rules, "", &["E0101", "`length` is of no type", "`length: Number`"]);
    let rules = roads("", "", "").replace("points: Number", "points Number or zero");
    says(&rules, "", &["E0101"]);
}

#[test]
fn what_is_bound_by_a_misspelt_name_has_a_type() {
    let rules = roads("", "", "if there is d in c.color.bnak { me.points += d.lenght }");
    let all = said(&rules, "");
    assert_eq!(all.len(), 2, "{all:#?}");
    assert!(all[0].contains("c.color.bank") && all[1].contains("`lenght`"), "{all:#?}");
    let rules = roads("", "", "let d = c.colour\n move me.hadn to d.row");
    let all = said(&rules, "");
    assert!(all[0].contains("did you mean `color`?") && all[1].contains("`hadn`"), "{all:#?}");
}

#[test]
fn a_brace_too_many_is_found_by_its_line() {
    let rules =
        roads("", "", "if me.points > 3 {\n        me.points -= 1 }\n        end turn\n      }");
    says(&rules, "", &["E0105", "one `}` too many here", "`me.points -= 1`"]);
}

#[test]
fn what_is_set_is_named_in_the_mend() {
    for (turn, words) in [
        ("me.points *= 2", &["E0108", "write `me.points = me.points * 2`"][..]),
        ("me.points /= n + 1", &["E0108", "write `me.points = me.points / (n + 1)`"]),
        ("me.points++", &["E0108", "write `me.points += 1`"]),
        ("me.points = c.milse", &["E0402", "write `me.points = c.miles`"]),
    ] {
        says(&roads("", "", turn), "", words);
    }
    let range = roads(" fuel: 0..4", "", "if me.fuel < 2 { me.fuel = full }");
    says(&range, "", &["E0401", "the most that `fuel` can be is 4: write `4`"]);
}

#[test]
fn members_of_enums_are_counted_by_a_condition() {
    let rules = roads("", "", "me.points = count(pink in me.hand)");
    says(&rules, "", &["E0417", "write `count(c in me.hand where c.color is pink)`"]);
}

#[test]
fn commas_are_missing_between_the_values_of_a_call() {
    let deed = "to pay(p: Player, c: Mile, n: Number) { p.points += n + c.miles }\n";
    let rules = roads("", "", "pay(leader.left c helpers)") + deed;
    says(&rules, "", &["E0101", "`,` is missing after `left`", "pay(leader.left, c, helpers)"]);
}

#[test]
fn what_a_rule_is_about_is_named_in_its_heading() {
    let deed = "to pay(whom: Player) { whom.points += 1 }\nafter pay { whom.cash += $1 }\n";
    let rules = roads("", "", "pay(me)") + deed;
    says(&rules, "", &["E0401", "`pay(whom)` in the heading"]);
    let deed = "to pay(whom: Player) { whom.points += 1 }\n";
    let rules =
        roads("", "", "pay(me)") + deed + "when helpers > 1 after pay(p) { p.cash += $1 }\n";
    says(&rules, "", &["after pay(p) when helpers > 1"]);
}

#[test]
fn a_hole_is_closed_before_the_next() {
    let rules = roads("", "", "say \"{c: {leader} has it\"");
    says(&rules, "", &["E0117", "write `}` behind its value: `{c}`"]);
}

#[test]
fn what_may_be_none_still_may_and_parameters_are_declared_too() {
    let rules = roads(" rival: Number or none", "", "me.rival = leader  me.rival = me.left")
        .replace(
            "end game won by first p in players from leader where (",
            "end game won by \
                  first p in players from leader where (p.rival is leader or ",
        );
    says(&rules, "", &["E0404", "write `rival: Player or none`"]);
    let deed = "to pay(whom: Number) { whom.points += 1 }\n";
    says(&(roads("", "", "pay(me)\n pay(leader)") + deed), "", &["E0404", "`whom: Player`"]);
}
