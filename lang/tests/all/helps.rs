//! What is written instead: a mistake, its code, and words of its message or help.

use super::said::{said, says};

const SORTS: &str = "enum Sort { peek, swap }
card Card { name: Name, value: -2..20000, power: Sort or none, marks: set of Sort }
deck pack of Card { Card from \"cards.csv\" times copies }
each Player has { hand: set of Card  marks: Number }
setup { shuffle pack }
play {
  turn me in players { move top 1 of pack to me.hand  me.marks += sum(c.value + count(c.marks) for c in me.hand where c.power is none) }
  end game won by players with most marks
}
";

#[test]
fn tables_say_what_to_write() {
    let good = "name,value,power,marks,copies\nOne,1,,,2\nTwo,2,peek,peek+swap,3\n";
    assert_eq!(said(SORTS, good), [""; 0]);
    for (table, words) in [
        ("name,value,power,marks,copies\nOne;1;;;2\n", &["E0303", "write commas: `One,1,,,2`"][..]),
        ("name,value,power,marks,copies\nOne,1,,2\n", &["E0303", "a cell is missing"]),
        ("name,value,power,marks,copies\nOne,1,,,2,\n", &["E0303", "a comma too many"]),
        ("name,value,power,marks,copies\n\"One,1,,,2\nTwo,2,,,3\n", &["E0303", "not closed"]),
        ("name,value,power,marks,copies\nOne,10'000,,,2\n", &["E0305", "write `10000`"]),
        ("name,value,power,marks,copies\nOne,10.000,,,2\n", &["E0305", "write `10000`"]),
        ("name,value,power,marks,copies\nOne,–2,,,2\n", &["E0305", "write `-2`"]),
        ("name,value,power,marks,copies\nOne,(2),,,2\n", &["E0305", "write `-2`"]),
        ("name,value,power,marks,copies\nOne,6.0,,,2\n", &["E0305", "write `6`"]),
        ("name,value,power,marks,copies\nOne,90'000,,,2\n", &["E0305", "mend the cell"]),
        (
            "name,value,power,marks,copies\nOne,1,none,,2\n",
            &["E0305", "leave the cell empty for none"],
        ),
        ("name,value,power,marks,copies\nOne,1,,\"peek, swap\",2\n", &["E0305", "`peek+swap`"]),
        ("name,value,power,marks,copies\nOne,1,,,\n", &["E0305", "found nothing", "0 if none"]),
        ("name,value,power,marks,copies\nOne,1,,,2.0\n", &["E0305", "write `2`"]),
        (
            "name,points,power,marks,copies\nOne,1,,,2\n",
            &["E0304", "if the column `points` is meant, call it `value`"],
        ),
        ("One,1,,x,2\nTwo,2,,y,2\n", &["E0304", "names no column", "`name,value,power,marks`"]),
        (
            "name,value,copies,marks,power\nOne,1,,,2\nTwo,2,peek,peek+swap,3\n",
            &["E0304", "`power` and `copies`", "exchange them"],
        ),
    ] {
        let one = said(SORTS, table);
        assert!(one.len() == 1 && words.iter().all(|w| one[0].contains(w)), "{table}\n{one:#?}");
    }
}

/// A game with a deck and a turn.
fn with(items: &str, setup: &str, turn: &str) -> String {
    format!(
        "{items}\nenum Suit {{ silk, spice }}\ncard Cargo {{ suit: Suit, number: 1..4 }}\n\
         deck stock of Cargo {{ each of (Suit, 1..4) }}\n\
         each Player has {{ hand: set of Cargo, seen by owner  promise: slot of Cargo  points: Number }}\n\
         setup {{ shuffle stock  move top 1 of stock to heap  {setup} }}\nthe table has {{ heap: pile of Cargo }}\n\
         play {{ for each p in players {{ move top 1 of stock to p.hand  move top 1 of heap to p.promise }}\n\
         turn me in players {{ {turn} }}  end game won by players with most points }}\n"
    )
}

#[test]
fn a_printed_field_comes_before_a_hint() {
    assert_eq!(said(&with("", "", "me.points += me.promise.number otherwise 0"), ""), [""; 0]);
    says(&with("", "", "me.points += me.hand.number"), "", &["E0402", "ask each of them"]);
    says(&with("", "", "me.points += me.hand.size"), "", &["E0402", "`count(me.hand)`"]);
}

#[test]
fn what_is_asked_of_a_list_is_asked_of_one_of_it() {
    for (written, meant) in [
        ("if heap.suit is silk { me.points += 1 }", "`if there is c in top 1 of heap {"),
        ("if (top 1 of heap).suit is silk { me.points += 1 }", "`(first c in top 1 of heap).suit`"),
        ("me.points += me.hand.number", "`sum(c.number for c in me.hand)`"),
        ("if everyone.points > 1 { me.points += 1 }", "`every p in players has p.points …`"),
    ] {
        says(&with("", "", written), "", &[meant]);
    }
    let ready = "each Player has { ready: yes or no }";
    let all = "if players.ready { me.ready = no }";
    says(&with(ready, "", all), "", &["E0402", "`every p in players has p.ready`"]);
}

#[test]
fn what_is_never_none_by_a_slip_is_told_once() {
    let table = "the table has { dealer: Player = first p in players }";
    let turn = "dealer = none\n  if dealer is none { me.points += 1 }";
    let all = said(&with(table, "", turn), "");
    assert!(all.len() == 1 && all[0].contains("E04"), "{all:#?}");
}

#[test]
fn a_deed_and_what_it_is_given_are_no_one_name() {
    let deed = "the table has { n: Number }\nto deal(n) { move top n of stock to heap }\n";
    let all = said(&with(deed, "", "deal(2)  me.points += 1"), "");
    assert!(!all.iter().any(|said| said.contains("dealn")), "{all:#?}");
}

#[test]
fn the_next_one_is_beside_whoever_is_replaced() {
    let table = "the table has { dealer: Player = first p in players }";
    says(&with(table, "", "dealer = left  me.points += 1"), "", &["E0401", "`dealer.left`"]);
}

#[test]
fn where_a_card_lies_is_not_said() {
    says(
        &with("", "", "choose c in me.hand  move c from me.hand to heap"),
        "",
        &["E0426", "where a card lies is not said", "`move c to …`"],
    );
}

#[test]
fn several_best_are_asked_one_by_one() {
    says(
        &with("", "", "let w = players with most points  w.points += 1"),
        "",
        &["E0402", "`list of Player` has no `points`", "ask each of them: `for each p in w {"],
    );
}

/// A deck of several kinds with these lines.
fn mixed(lines: &str) -> String {
    format!(
        "enum Suit {{ silk, spice }}\nenum Job {{ fog, captain }}\ncard Cargo {{ suit: Suit, \
         number: 1..4 }}\ncard Person {{ job: Job }}\n\
         card Crate {{ suit: Suit, number: 3..9 }}\ncard Stall {{ name: Name, suit: Suit }}\n\
         card Any_card is Cargo or Person or Crate or Stall\ndeck stock of Any_card {{ {lines} }}\n\
         each Player has {{ hand: set of Any_card, seen by owner  points: Number }}\nsetup {{ shuffle stock }}\n\
         play {{ turn me in players {{ move top 1 of stock to me.hand  me.points += count(me.hand) }}  end game won by players with most points }}\n"
    )
}

#[test]
fn a_deck_of_several_kinds_is_made_in_the_file() {
    assert_eq!(
        said(
            &mixed("each of (Suit, 1..2)  2 each of (fog)  1 of [captain]  each of (captain)"),
            ""
        ),
        [""; 0]
    );
    assert_eq!(
        said(
            &mixed("each of (Suit, 9)  2 each of (\"Red Lantern\", silk)  [Red_Lantern]")
                .replace("  [Red_Lantern]", "  1 of [Red_Lantern]"),
            ""
        ),
        [""; 0]
    );
    says(&mixed("each of (silk, 3)"), "", &["E0308", "fit `Cargo` and `Crate`", "its own deck"]);
    says(&mixed("each of (fog, 3)"), "", &["E0308", "no kind of card", "`Person` (job)"]);
    says(&mixed("1 of [Pepper silk]"), "", &["E0309", "`1 each of (\"Pepper\", silk)`"]);
}

#[test]
fn names_of_new_cards_stand_in_quotation_marks() {
    let one = |line: &str| {
        mixed(line)
            .replace("Any_card {", "Stall {")
            .replace("Any_card is", "Every_card is")
            .replace("set of Any_card", "set of Stall")
    };
    says(&one("2 each of (Pepper, silk)"), "", &["E0202", "`\"Pepper\"`"]);
}

#[test]
fn a_warning_is_accepted_above_its_line() {
    let deck = "card Chit { number: 1..6 }\nCOMMENTdeck chits of Chit { each of (1..6) }\neach \
    Player has { total: Number }\n\
                play {\n  turn me in players { me.total += count(top 1 of chits)  move top 1 of chits to chits at bottom }\n\
                \u{20} end game won by players with most total\n}\n";
    let with = |comment: &str| deck.replace("COMMENT", comment);
    says(&with(""), "", &["W0508"]);
    assert_eq!(said(&with("// accepted W0508: the order is the puzzle\n"), ""), [""; 0]);
    assert_eq!(
        said(&with("// accepted W0508: the order is the puzzle\n/// Six chits.\n"), ""),
        [""; 0]
    );
    for (comment, words) in [
        ("// accepted W0508\n", "why `W0508` is accepted is not said"),
        ("// accepted W0507: no\n", "nothing here is warned of"),
        ("// accepted W0508: no\n\n", "nothing here is warned of"),
    ] {
        let said = said(&with(comment), "");
        assert!(
            said.len() == 2 && said.iter().any(|s| s.starts_with("W0101") && s.contains(words)),
            "{said:#?}"
        );
    }
    let secret = "// accepted W0803: no\n";
    let said = said(&format!("{secret}{}", with("// accepted W0508: yes\n")), "");
    assert!(said.len() == 1 && said[0].contains("`openly`"), "{said:#?}");
}

#[test]
fn what_is_changed_is_looked_up() {
    let rules = |rule: &str| {
        format!(
            "option rounds: 1..5 = 3\n{rule}\neach Player has {{ points: Number }}\n\
             to rob(p: Player) {{ p.points += bonus }}\ndefine bonus = 2\n\
             play {{ round n in 1..rounds {{ turn me in players {{ rob(me) }} }}  end game won by players with most points }}\n"
        )
    };
    says(
        &rules("change rounds to 3"),
        "",
        &["E0614", "`rounds` is an option: write `set rounds to …`"],
    );
    says(&rules("change rob to 3"), "", &["E0614", "`instead of rob { … }`"]);
    says(&rules("change penalty to 3"), "", &["E0614", "there is `bonus`"]);
    says(&rules("before robbing { say \"no\" }"), "", &["E0614", "did you mean `rob`?"]);
    says(&rules("before zzz { say \"no\" }"), "", &["E0614", "there is `rob`"]);
}

#[test]
fn what_there_is_instead_is_named() {
    says(
        &with("", "", "choose c in me.hand  me.points += c.weight"),
        "",
        &["E0402", "`weight` was probably renamed to `number`"],
    );
    let deed = "to look(cards: list of Cargo) { say \"{count(cards)}\" }";
    says(
        &with(deed, "", "choose a in me.hand, b in me.hand  look(a, b)"),
        "",
        &["E0409", "write `look((a, b))`"],
    );
}

#[test]
fn a_test_says_what_players_have_and_do() {
    let test = |line: &str| {
        let action =
            "menu the_turn { drop or pass }\naction drop(c in me.hand) { move c to heap }\n";
        format!(
            "{}test \"t\" with Ana, Ben {{\n  given it is Ana's turn\n  {line}\n}}\n",
            with(action, "", "choose the_turn")
        )
    };
    says(&test("given Ana is silk"), "", &["E0707", "write `given Ana.hand is [silk]`"]);
    says(&test("given Ana is 3"), "", &["E0707", "`Ana.hand`", "`Ana.points`"]);
    says(&test("Ana does bet 3"), "", &["E0703", "`Ana does drop`", "`Ana chooses $3`"]);
    let turn = "ends when me.points is 3  me.points += 1";
    says(&with("", "", turn), "", &["E0501", "`ends when turn.power is 0`"]);
}

const BANK: &str = "unit Coins \"$\"
enum Color { pink, black }
card Mile { color: Color, miles: 1..4 }
deck pack of Mile { each of (Color, 1..4) }
each Color has { row: row of Mile }
each Player has { hand: set of Mile, seen by owner  cash: Coins }
setup { shuffle pack }
";

/// The bank, with that of a deed, and a menu that offers `lay`.
fn bank(deed: &str, statement: &str) -> String {
    let play = "play { turn me in players { move top 1 of pack to me.hand  choose { lay otherwise \
                pass } }  end game won by players with most cash }";
    format!("{BANK}{play}\naction lay(c in me.hand) {{ {statement} }}\n{deed}\n")
}

#[test]
fn calls_keep_the_values_that_are_right() {
    let deed =
        "to pay(p: Player, c: Mile, price: Coins) { p.cash += price  move c to c.color.row }";
    let call = |call: &str| bank(deed, call);
    says(&call("pay(me, $2)"), "", &["E0409", "write `pay(me, c, $2)`", "`c: Mile` is missing"]);
    let other = call("pay(me, $2)")
        .replace("c: Mile, price", "laid: Mile, price")
        .replace("move c to c.color.row }\n", "move laid to laid.color.row }\n");
    says(&other, "", &["write `pay(me, …, $2)`", "`laid: Mile` is missing"]);
    says(&call("pay(c, me, $2)"), "", &["E0404", "another order", "write `pay(me, c, $2)`"]);
    says(&call("pay(me, c, $2, me)"), "", &["E0409", "write `pay(me, c, $2)`"]);
    says(
        &bank("", "me.cash += SUM($1, $2)  move c to c.color.row"),
        "",
        &["E0401", "write `$1 + $2`"],
    );
}

#[test]
fn what_is_meant_is_reached_from_what_is_in_sight() {
    says(&bank("", "move c to row"), "", &["E0401", "such as `c.color.row`"]);
    says(&bank("", "move c to c.row"), "", &["E0402", "perhaps you mean `c.color.row`"]);
    says(
        &bank("", "for each p in players { p += $1 }  move c to c.color.row"),
        "",
        &["E0504", "`p.cash`"],
    );
    says(&bank("", "if me is empty { move c to c.color.row }"), "", &["E0407", "`me.hand`"]);
    says(
        &bank("to tell(these: list of Mile) { say \"{these.spread}\" }", "tell(c.color.row)"),
        "",
        &["E0402", "`define spread for these: list of Mile = …`"],
    );
    says(
        &bank("define wealth for p: Player = p.cash / $1", "me.wealth += 1  move c to c.color.row"),
        "",
        &["E0504", "`wealth` is worked out anew each time it is read: set `me.cash`"],
    );
}

#[test]
fn a_list_of_several_is_no_single_value() {
    let asked = |question: &str| bank("", &format!("if {question} {{ move c to c.color.row }}"));
    let help = &["E0408", "`c.color in (pink, black)`"];
    says(&asked("(pink, black) is c.color"), "", help);
    says(&asked("c.color is (pink, black)"), "", help);
}

#[test]
fn an_offer_that_makes_no_sense_is_not_made() {
    // With `=` it reads, but nothing is called `find`.
    let said = said(&bank("", "find c  move c to c.color.row"), "");
    assert!(!said.concat().contains("find = c"), "{said:#?}");
    says(
        &bank("", "\n add $2 to me\n move c to c.color.row"),
        "",
        &["E0123", "write `me += $2`; but then", "`me.cash`"],
    );
    says(
        &bank("", "\n give $2 to me\n move c to c.color.row"),
        "",
        &["E0123", "write `me.cash += $2`"],
    );
}

#[test]
fn an_option_of_plain_numbers_is_named_where_amounts_are_needed() {
    let deed = "option fee: 1..5 = 2\ndefine twice = fee * 2";
    let pays = bank(deed, "me.cash += fee  me.cash += twice  move c to c.color.row");
    let said = said(&pays, "");
    assert!(said[0].contains("`option fee: $1..$5 = $2`"), "{said:#?}");
}

#[test]
fn what_the_player_picks_is_no_matter_of_the_menu() {
    let rules = bank("", "move c to c.color.row").replace("lay(c in me.hand)", "lay(c: Mile)");
    let rules = format!(
        "{rules}test \"a\" with Ana, Ben {{ given Ana.hand is [pink 1]  Ana does lay [pink 1] }}\n"
    );
    says(&rules, "", &["E0409", "`c in me.hand`"]);
}

#[test]
fn tables_say_what_is_not_closed_or_held_together() {
    for (table, words) in [
        (
            "name,value,power,marks,copies\nOne,1,,,\"2\nTwo,2,,,3\n",
            &["E0303", "the row below lies inside it"][..],
        ),
        (
            "name,value,power,marks,copies\n\"One,1,,,2\"\n",
            &["E0303", "take them off: `One,1,,,2`"],
        ),
        (
            "name,value,power,marks,Copies\nOne,1,,,2\n",
            &["E0304", "call the column `Copies` here `copies`"],
        ),
        ("name,value,power,marks,copies\nOne,1,,peek and swap,2\n", &["E0305", "`peek+swap`"]),
    ] {
        says(SORTS, table, words);
    }
    assert_eq!(said(SORTS, "name,value,power,marks,copies\n\"One, \"\"so\"\"\",1,,,2\n"), [""; 0]);
}

#[test]
fn a_unit_that_is_missing_is_said_once() {
    let rules =
        bank("define twice = $2 + $3", "me.cash += $4  move c to c.color.row").replace("\"$\"", "");
    says(&rules, "", &["no unit has the sign `$`"]);
}

#[test]
fn a_misspelt_declaration_is_said_where_it_stands() {
    let rules = "enum Sort { one, two }
card Card { sort: Sort }
deck cardpack of Card { 4 each of (Sort) }
each Player has { hand: set of Card, points: Number }
setup { shuffle card_pack }
play {
  turn me in players { move top 1 of card_pack to me.hand  me.points += 1 }
  end game won by players with most points
}
";
    let said = said(rules, "");
    let wrong = said.iter().find(|one| one.contains("card_pack")).cloned().unwrap_or_default();
    assert!(wrong.contains("`cardpack` is declared here, but everywhere else"), "{said:#?}");
    assert!(wrong.contains("write `card_pack` here"), "{said:#?}");
}

#[test]
fn what_the_round_has_is_not_declared_for_the_turn() {
    let rules = "each round has { passes: Number }
each Player has { points: Number }
play {
  round n in 1..3 { turn me in players { round.passes += 1  turn.passes = 0 } }
  end game won by players with most points
}
";
    let said = said(rules, "");
    assert!(said.iter().any(|one| one.contains("write `round.passes`")), "{said:#?}");
    assert!(!said.iter().any(|one| one.contains("each turn has")), "{said:#?}");
}

#[test]
fn tables_without_a_header_or_with_a_comma_too_many_in_it() {
    for (table, words) in [
        ("6,6,,,2\n7,1,,,2\n", &["E0304", "names no column"][..]),
        (
            "name,value,power,marks,copies,\nOne,1,,,2\n",
            &["E0303", "the header of", "a comma too many", "take it out"],
        ),
    ] {
        says(SORTS, table, words);
    }
}

#[test]
fn capped_is_said_where_the_counter_is_declared() {
    let rules = bank("", "capped me.cash -= $1  move c to c.color.row");
    assert!(
        said(&rules, "").iter().any(|one| one.contains("where it is declared")),
        "{:#?}",
        said(&rules, "")
    );
}

#[test]
fn a_choice_between_values_inside_a_sum_goes_in_brackets() {
    let rules = bank("", "me.cash += $2 + IF(me.cash > $3, $1, $0) - $1  move c to c.color.row");
    let said = said(&rules, "");
    assert!(
        said.iter().any(|one| one.contains("+ (if me.cash > $3 then $1 else $0)")),
        "{said:#?}"
    );
}

#[test]
fn a_name_in_two_rows_is_said_of_the_table_alone() {
    let rules = "enum Place from \"places.csv\" { code: Name, wood: Number }
each Player has { points: Number }
setup { for each p in players { p.points += forest.wood } }
play {
  turn me in players { for each place in Place { me.points += place.wood } }
  end game won by players with most points
}
";
    says(rules, "code,wood\nforest,2\nforest,1\n", &["E0307", "called `forest`"]);
}
