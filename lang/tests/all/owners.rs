//! What is said of a name that means nothing, or that something has not: what the rules speak of.

use super::said::{said, says};

const GAME: &str = r#"enum Suit { silk, spice, salt }
card Cargo { suit: Suit, number: 1..4 }
deck stock of Cargo { each of (Suit, 1..4) }
each Player has {
  hand: set of Cargo, seen by owner
  hold: set of Cargo
  points: Number
  raids: Number
  tried: yes or no
}
each turn has { sold: Number }
the table has { heap: pile of Cargo, dealer: Player }

setup {
  shuffle stock
  dealer = first p in players
  for each p in players { move top 2 of stock to p.hand }
}

play {
  ends when count(players.hand) is 0 { finish() }
  turn me in players onwards {
    choose { sell or stow or pass_on }
    me.tried = no
  }
}

to finish { end game won by players with most points }

action sell(c in me.hand) needs me.tried is no else "once is enough" {
  me.points += c.number
  me.raids += 1
  if me.raids > 3 { dealer.points -= 1 }
  turn.sold += 1
  me.tried = yes
  move c to heap
}

action stow(c in me.hand) {
  show c to me.left
  let two = count(me.hold)
  me.points += two
  if two > 3 { me.raids = 0 }
  move c to me.hold
}

action pass_on { me.points += me.worth + turn.sold }

define worth for p: Player = sum(c.number for c in p.hold where c.suit is salt)

forbid sell when me.tried because "that was it"

test "a sale" with Ana, Ben, Cleo {
  given Player | hand { Ana | [silk 1]  Ben | [silk 2]  Cleo | [salt 1] }
  given it is Ana's turn
  Ana does sell [silk 1]
  expect Ana.points is 1 and Ben.hand is [silk 2]
}
"#;

/// That just one thing is said of the game with a change, with these words in it.
fn changed(from: &str, to: &str, words: &[&str]) {
    let rules = GAME.replacen(from, to, 1);
    assert_ne!(rules, GAME, "{from}");
    says(&rules, "", words);
}

#[test]
fn the_game_is_right() {
    assert_eq!(said(GAME, ""), [""; 0]);
}

#[test]
fn members_of_the_type_that_is_wanted_are_named_those_of_the_rule_first() {
    changed("sell when me.tried", "sell when me.verdict", &["perhaps `tried` is meant"]);
    changed("if me.raids > 3", "if me.verdict > 3", &["perhaps `points`, `raids`"]);
    changed("Ben.hand is", "Ben.c is", &["perhaps `hand` or `hold` is meant"]);
    changed("c.suit is salt", "c.verdict is salt", &["write `suit`"]);
}

#[test]
fn whoever_has_it_is_named() {
    changed("Ben.hand is", "turn.hand is", &["`Ana.hand`", "`Ben.hand`", "`Cleo.hand`"]);
    changed("dealer.points -= 1", "clerk.points -= 1", &["`dealer.points`", "`me.points`"]);
    changed("in p.hold where", "in salt.hold where", &["perhaps `p.hold` or `me.hold` is meant"]);
}

#[test]
fn a_player_is_whoever_acts_or_each_of_all() {
    let me = ["whoever acts is `me`: write `me.hold`", "of all players it is `players.hold`"];
    changed("count(me.hold)", "count(player.hold)", &me[..1]);
    changed("count(players.hand)", "count(player.hand)", &["of all players it is `players.hand`"]);
    changed("action sell(c in me.hand)", "action sell(c in player.hand)", &["me.hand"]);
}

#[test]
fn what_is_not_there_may_have_ended_the_game() {
    let rules = GAME.replacen("to finish { end game won by players with most points }", "", 1);
    says(&rules, "", &["E0401", "there is no `finish` here"]);
}

#[test]
fn what_several_places_name_may_lack_its_declaration() {
    changed(
        "  let two = count(me.hold)\n",
        "",
        &["here it is written `2`; or declare it: `let two"],
    );
    let rules = GAME.replacen("action pass_on { me.points += me.worth + turn.sold }", "", 1);
    let rules = rules.replacen("choose { sell", "choose { pass_on }  choose { sell", 1);
    let rules = rules.replacen("worth for", "unused for", 1);
    let said = said(&rules, "");
    let missing = said.iter().find(|one| one.contains("`pass_on`"));
    let words = "did you mean `pass`?; or declare it: `action pass_on { … }`";
    assert!(missing.is_some_and(|one| one.contains(words)), "{said:#?}");
}

#[test]
fn a_word_is_declared_for_what_has_it_not() {
    changed("c.number\n", "c.price\n", &["`define price for c: Cargo = …`"]);
    changed("me.points += two", "me.gains += two", &["`define gains for p: Player = …`"]);
}

#[test]
fn types_columns_and_members_that_there_are_are_named() {
    changed("c in me.hand) {", "c in Verdict) {", &["`enum Verdict { … }`", "`Suit`, `Cargo`"]);
    changed("Player | hand {", "Player | verdict {", &["the columns of `Player` are", "`hand`"]);
    changed("me.raids += 1", "me.raids += yes", &["`+= 1` counts one more"]);
}

#[test]
fn what_leaves_the_game_goes_somewhere() {
    changed("move c to heap", "remove c", &["cards never vanish", "pile of Cargo"]);
    changed("move c to heap", "trash c", &["cards never vanish"]);
    changed(
        "turn me in players onwards {",
        "each player takes a turn {",
        &["`turn me in players onwards {`", "`turn me in players {` if each has one"],
    );
}

#[test]
fn zones_are_named_where_cards_are_wanted() {
    let test =
        "test \"x\" with Ana, Ben { given verdict is [silk 1]  expect count(my_extra) is 1 }\n";
    let said = said(&format!("{GAME}\n{test}"), "");
    for name in ["verdict", "my_extra"] {
        let missing = said.iter().find(|one| one.contains(&format!("no `{name}`")));
        assert!(missing.is_some_and(|one| one.contains("`heap`")), "{name} {said:#?}");
    }
}

#[test]
fn values_called_like_parameters_are_put_where_those_stand() {
    let trade = "to trade(buyer: Player, seller: Player, price: Number) { buyer.points -= price  \
                 seller.points += price }\n";
    let deal = "to deal(seller: Player, price: Number) { let buyer = seller.left  \
                trade(price, seller, buyer) }\n";
    let rules = GAME.replacen("me.tried = no\n", "deal(me, 1)\n", 1);
    says(&format!("{rules}\n{trade}{deal}"), "", &["write `trade(buyer, seller, price)`"]);
}

#[test]
fn numbers_are_added_up_not_counted() {
    let sum = "sum(count(p.hold) for p in players)";
    let wrong = "count(count(p.hold) for p in players)";
    assert_eq!(
        said(&GAME.replacen("+= me.worth", &format!("+= {sum} + me.worth"), 1), ""),
        [""; 0]
    );
    changed("+= me.worth", &format!("+= {wrong} + me.worth"), &[&format!("`{sum}`")]);
}

#[test]
fn seats_of_a_test_on_one_line_are_seats_alone() {
    let test = "test \"x\" with Ana, Ben { expect Zoe.points is 0 }\n";
    says(&format!("{GAME}\n{test}"), "", &["`with Ana, Ben, Zoe` if it is a player of the test"]);
}

#[test]
fn a_move_is_called_by_no_word_of_the_language() {
    let rules = GAME.replacen("choose { sell or", "choose { give or sell or", 1);
    let said = said(&rules, "");
    let name = said.iter().find(|one| one.contains("`give` is a word of the language"));
    assert!(name.is_some_and(|one| one.contains("`hand_over`")), "{said:#?}");
}

#[test]
fn what_is_repeated_needs_an_end() {
    let menu = "    choose { sell or stow or pass_on }\n";
    let again = "    repeat { choose { sell or stow or pass_on } }\n";
    changed(menu, again, &["say how often", "`repeat until me.hand is empty { … }`"]);
}

#[test]
fn a_player_of_a_test_is_one_of_its_seats() {
    changed("Ben.hand is", "player.hand is", &["`Ana.hand`", "`Ben.hand`", "`Cleo.hand`"]);
}

#[test]
fn what_a_turn_has_is_named() {
    changed("turn.sold += 1", "turn.bought += 1", &["a `turn` has `sold`; to add it"]);
}

#[test]
fn a_list_of_players_is_wanted() {
    let all = "sum(q.points for q in players)";
    let one = "sum(q.points for q in me)";
    assert_eq!(
        said(&GAME.replacen("+= me.worth", &format!("+= {all} + me.worth"), 1), ""),
        [""; 0]
    );
    let words = ["`opponents`", "`players`"];
    changed("+= me.worth", &format!("+= {one} + me.worth"), &words);
}

#[test]
fn of_values_in_another_order_two_are_exchanged() {
    let raid = "to raid(boss: Player, prey: Player, deep: yes or no) { if deep { boss.points += 1  \
                prey.points -= 1 } }\n";
    let rules = GAME.replacen("me.tried = no\n", "raid(yes, me.left, me)\n", 1);
    says(&format!("{rules}\n{raid}"), "", &["write `raid(me, me.left, yes)`"]);
}

#[test]
fn a_rule_names_all_parameters_or_none() {
    let hail = "to hail(a: Player, b: Player) { a.points += 1  b.points += 1 }\n\
                before hail(x) { stock_up() }\nto stock_up { shuffle stock }\n";
    let rules = GAME.replacen("me.tried = no\n", "hail(me, me.left)\n", 1);
    says(&format!("{rules}\n{hail}"), "", &["all of them, `hail(a, b)`, or none, `hail`"]);
    let rules = GAME.replacen("forbid sell when me.tried", "forbid sell(x, y) when me.tried", 1);
    says(&rules, "", &["all of them, `sell(c)`, or none, `sell`"]);
}

#[test]
fn a_member_that_is_missing_everywhere_is_one_mistake() {
    let rows = "test \"x\" with Ana, Ben { given Suit | crates { mace | 2  silk | 1 }  \
                expect silk.crates is 1 }\n";
    let rules =
        GAME.replacen("each turn has", "each Suit has { crates: Number }\neach turn has", 1);
    let rules = rules.replacen("c.suit is salt", "c.suit in (mace, spice, salt)", 1);
    let said = said(&format!("{rules}\n{rows}"), "");
    let errors: Vec<&String> = said.iter().filter(|one| one.starts_with('E')).collect();
    let [one] = &errors[..] else { panic!("{said:#?}") };
    assert!(one.contains("a new one is written in `enum Suit { … }`"), "{one}");
}

#[test]
fn what_is_lost_with_a_name_of_a_body_is_declared_or_renamed() {
    let two = "  let seller = me.left\n  seller.points += 1\n  seller.raids += 1\n";
    let sell = "  me.points += c.number\n";
    let with = |text: &str| GAME.replacen(sell, &format!("{sell}{text}"), 1);
    assert_eq!(said(&with(two), ""), [""; 0]);
    let lost = with(&two.replacen("  let seller = me.left\n", "", 1));
    says(&lost, "", &["declare it: `let seller = …`"]);
}

#[test]
fn where_cards_are_taken_from_is_said_once() {
    says(
        "card C { v: 1..9 }\ndeck d of C { each of (1..9) }\nthe table has { m: row of C }\n\
         setup { shuffle d }\nplay { move top 4 of d from nowhere to m  end game lost }\n",
        "",
        &["E0426", "leave `from …` out"],
    );
}

#[test]
fn which_time_cards_are_mixed_again_is_a_small_number() {
    let rules = |number: &str| {
        format!(
            "each Player has {{ n: Number }}\n\
             play {{ turn me in players {{ choose {{ pass }} }} }}\n\
             test \"mixed\" with Ana, Ben {{\n  chance shuffles again from {number}\n\
             Ana passes\n  expect it is Ben's turn\n}}\n"
        )
    };
    says(&rules("4294967296"), "", &["E0111", "`chance shuffles again from 1`"]);
    assert!(!said(&rules("7"), "").iter().any(|said| said.starts_with('E')));
}
