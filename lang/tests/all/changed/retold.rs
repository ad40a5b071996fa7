//! What is said of a game of fishing whose rules somebody retold in plain English: what is offered
//! fits the line and what follows it, and shows no names of other games.

use super::{Changed, found, messages};
use houserules_lang::fixes::applied;

const GAME: Changed = Changed(include_str!("bay.rules"));

const FIRST: &str = "  //HERE\n";
const PAID: &str = "  me.purse += c.weight * $1\n";
const CHOICE: &str = "choose the_trip }";
const LUCKY: &str = "  choose lucky in players by chance\n  pilot = lucky\n";
const LAST: &str = "    refill()\n";
const TORN: &str = "  if me.load > limit { move me.boat to reef } else { again }\n";

/// One thing is said, with these words, and nothing is offered to be written at once.
#[track_caller]
fn tells(from: &str, to: &str, words: &[&str]) {
    let rules = GAME.changed(from, to);
    let all = messages(&rules);
    let [one] = &all[..] else { panic!("{to}: {all:#?}") };
    for word in words {
        assert!(one.contains(word), "{to}: {word} is not in {one}");
    }
    assert!(found(&rules).iter().all(|d| d.fix.is_empty()), "{to}: {one}");
}

#[test]
fn the_game_is_right() {
    assert_eq!(messages(GAME.0), [""; 0]);
}

#[test]
fn everybody_is_dealt_cards_and_the_next_line_is_not_blamed() {
    let dealt = "for each p in players { move top 3 of sea to p.boat }";
    for line in [
        "deal 3 cards to each p in players",
        "move top 3 of sea to every p in players",
        "move top 3 of sea to each player",
    ] {
        GAME.mends(FIRST, &format!("  {line}\n"), dealt);
    }
    let cellar = "for each p in players { move top 3 of sea to p.cellar }";
    GAME.mends(FIRST, "  move top 3 of sea to every player's cellar\n", cellar);
}

#[test]
fn no_example_sets_a_counter_that_is_none() {
    let line = "  the moon pulls the whole water out of the bay\n";
    tells(FIRST, line, &["or is set with `=`, `+=` or `-=`"]);
}

#[test]
fn what_is_earned_for_each_is_multiplied() {
    let made = "me.purse += c.weight * $1\n";
    for line in [
        "me gets $1 for each weight of c",
        "me.purse += $1 per c.weight",
        "me.purse += $1 for each c.weight",
    ] {
        GAME.mends(PAID, &format!("  {line}\n"), made);
    }
    GAME.mends(PAID, "  me.fame += 2 per c.weight\n", "me.fame += c.weight * 2\n");
}

#[test]
fn who_has_most_is_one_of_the_players() {
    GAME.mends(
        LUCKY,
        "  the player with least fame is pilot\n",
        "pilot = first p in players with least fame\n",
    );
    GAME.mends(
        LUCKY,
        "  pilot is the player with most fame\n",
        "pilot = first p in players with most fame\n",
    );
    let end = "  end game won by players with most score\n}\n\nmenu";
    let won = "  The player with the highest score wins.\n}\n\nmenu";
    GAME.mends(end, won, "end game won by players with most score\n");
}

#[test]
fn a_member_is_chosen_by_chance_and_not_thrown() {
    let sky = "    choose today in (calm, calm, windy, stormy) by chance\n    sky = today\n";
    let chosen = "choose x in Weather by chance`";
    tells(sky, "    sky = roll(Weather)\n", &[chosen, "`Weather` is no number"]);
    tells(sky, "    sky = a random weather\n", &[chosen, "then `sky = x`"]);
    let today = "choose today in (calm, calm, windy, stormy) by chance";
    tells(today, "let today = random(Weather)", &["choose today in Weather by chance`"]);
    let lucky = "choose lucky in players by chance`, then `pilot = lucky`";
    tells(LUCKY, "  pilot = a random player\n", &[lucky]);
}

#[test]
fn the_end_of_a_round_stands_last_in_its_block() {
    for line in ["at end of round: refill()", "at the end of the round refill()"] {
        tells(LAST, &format!("    {line}\n"), &["stands last in its block, by itself: `refill()`"]);
    }
}

#[test]
fn a_choice_that_is_made_up_to_so_many_times() {
    let several = "`for each i in 1..3 { choose the_trip }`";
    tells(CHOICE, "choose the_trip up to 3 times }", &[several, "`pass`"]);
    tells(CHOICE, "do up to three the_trip }", &[several]);
}

#[test]
fn all_the_cards_of_a_zone_are_the_zone() {
    tells(TORN, "  move all of me.boat to reef\n", &["leave `all of` out: `me.boat` is all"]);
    let rules =
        GAME.changed(TORN, "  if me.load > limit then move all of me.boat to reef else again\n");
    let all = messages(&rules);
    assert!(all.len() == 1 && all[0].contains("leave `all of` out"), "{all:#?}");
}

#[test]
fn a_value_for_a_case_says_what_it_is_otherwise() {
    let score = "= p.fame + sum(c.weight for c in p.cellar)";
    GAME.mends(score, "= 5 if p.fame > 3", "= if p.fame > 3 then 5 else 0\n");
    tells(score, "= 5 if p has most moonfish", &["`if … then … else 0`"]);
    let fuel = "  me.fuel -= 1\n  turn";
    tells(fuel, "  me.fuel += 1 (2 for the pilot)\n  turn", &["`me.fuel += if … then 2 else 1`"]);
}

#[test]
fn a_sentence_about_the_end_is_an_ending() {
    let ends = "  ends when any p in players has p.fame >= 20 { end game won by players with most \
                score }\n";
    let lost = "ends when sea is empty { end game lost }";
    GAME.mends(ends, "  the game is lost when sea is empty\n", lost);
    tells(ends, "  the game is lost when all players are asleep\n", &["`ends when … {"]);
    tells(
        ends,
        "  the game ends when a player has 20 fame\n",
        &["any p in players has p.fame >= 20"],
    );
    let round = "  round \"day\" d in 1..days {\n";
    let rules = GAME.changed(round, "  The game lasts six years. {\n");
    let all = found(&rules);
    let [one] = &all[..] else { panic!("{:#?}", messages(&rules)) };
    let made = applied(&rules, &one.fix).unwrap();
    assert!(made.contains("  round n in 1..6 {\n"), "{:#?}", messages(&rules));
}

#[test]
fn a_full_stop_does_not_join_a_line_to_the_next() {
    let pilot = "  A random player becomes pilot.\n  pilot = first p in players\n";
    let rules = GAME.changed(LUCKY, pilot);
    let all = messages(&rules);
    let [one] = &all[..] else { panic!("{all:#?}") };
    assert!(one.contains("choose lucky in players by chance"), "{one}");
}

#[test]
fn what_is_said_at_the_left_edge_has_its_item() {
    let before = "/// Sell one fish from the boat.\n";
    let item = |line: &str| format!("{line}\n\n{before}");
    let score = item("Your score is your fame plus one point for every fish.");
    tells(before, &score, &["`define score for p: Player = …`"]);
    let nobody = item("Nobody may buy in the harbour before day 3.");
    tells(before, &nobody, &["`forbid buy when … because \"…\"`", "in `action buy`"]);
}

#[test]
fn one_of_the_own_counters_is_meant_by_its_unit() {
    let gains = "for each p in opponents { p.purse += $1 }";
    let rules = GAME.changed(PAID, "  all other players get one pearl\n");
    assert!(messages(&rules).iter().any(|one| one.contains(gains)), "{:#?}", messages(&rules));
    GAME.mends(PAID, "  lose all your nets\n", "me.nets = 0\n");
}

#[test]
fn a_comma_may_be_missing_between_two_names() {
    let shoals = "enum Shoal { herring, eel, moonfish }";
    let both = ["a comma stands between two names: `herring, eel`", "`herring_eel`"];
    tells(shoals, "enum Shoal { herring eel, moonfish }", &both);
    // The rules know the second by itself.
    let weather = "enum Weather { calm, windy, stormy }";
    GAME.mends(weather, "enum Weather { calm, windy stormy }", weather);
}

#[test]
fn a_word_of_ours_may_be_a_slip_for_a_move() {
    let menu = "cast or sell or buy or land";
    GAME.mends(menu, "cast or sell or by or land", menu);
}

#[test]
fn two_numbers_with_a_dash_are_a_range() {
    tells("(Shoal, 1..4)", "(Shoal, 1-4)", &["with two dots: `1..4`"]);
}

#[test]
fn a_text_with_a_hole_at_its_start_needs_quotes() {
    let dear = "else \"{c} is too dear\"";
    GAME.mends(dear, "else {c} is too dear", dear);
}

#[test]
fn a_refill_that_is_turned_round_says_which_way() {
    let land = "  me.fame += count(me.boat)\n";
    let drawn = format!("{land}  move top 1 of me.boat to sea\n");
    tells(land, &drawn, &["the other way round: `move top 1 of sea to me.boat`"]);
    let refill = "  if sea is empty { move reef to sea  shuffle sea }\n";
    let out = |zone: &str, from: &str, to: &str| {
        let rule =
            format!("\n}}\nwhen {zone} runs out {{\n  move {from} to {to}\n  shuffle sea\n}}\n");
        GAME.0.replace(refill, "").replace("\n}\nto roll", &format!("{rule}to roll"))
    };
    let reef = messages(&out("reef", "reef", "sea"));
    assert!(
        reef.iter().any(|one| one.contains("perhaps `when sea runs out` is meant")),
        "{reef:#?}"
    );
    let sea = messages(&out("sea", "sea", "reef"));
    assert!(sea.iter().any(|one| one.contains("not from it: `move reef to sea`")), "{sea:#?}");
}

#[test]
fn an_ending_that_holds_from_the_start_is_compared_with_another_number() {
    let rules = GAME.changed("p.fame >= 20", "p.fame >= 0");
    let all = messages(&rules);
    assert!(all[0].starts_with("W0521") && all[0].contains("another number"), "{all:#?}");
}

/// These warnings, and no others.
#[track_caller]
fn warns(from: &str, to: &str, words: &[&[&str]]) {
    let all = messages(&GAME.changed(from, to));
    assert_eq!(all.len(), words.len(), "{to}: {all:#?}");
    for (one, words) in all.iter().zip(words) {
        let lacks = words.iter().find(|word| !one.contains(**word));
        assert_eq!(lacks, None, "{to}: {one}");
    }
}

#[test]
fn what_is_done_with_the_cards_of_an_empty_zone_is_told() {
    let refill = "if sea is empty { move reef to sea  shuffle sea }";
    warns(
        refill,
        "if sea is empty { move reef to sea  shuffle reef }",
        &[&["W0515 nothing is shuffled here: `reef` was emptied", "`shuffle sea`"]],
    );
    warns(
        refill,
        "if sea is empty { move sea to reef  shuffle reef }",
        &[&["W0515 no card is moved here: `sea` is empty", "`move reef to sea`"]],
    );
    let landed = "  me.fame += count(me.boat)\n  move me.boat to me.cellar\n";
    warns(
        landed,
        "  move me.boat to me.cellar\n  me.fame += count(me.boat)\n",
        &[&["W0515 this is always 0: `boat` was emptied", "put this line above"]],
    );
    warns(
        "needs me.boat is not empty",
        "needs me.boat is empty",
        &[&["W0515 only when `boat` is empty may this be done", "`is not empty`"]],
    );
}

#[test]
fn a_zone_that_may_have_been_filled_again_is_let_pass() {
    let landed = "  me.fame += count(me.boat)\n  move me.boat to me.cellar\n";
    for lines in [
        "  move me.boat to me.cellar\n  move top 1 of sea to me.boat\n  me.fame += \
         count(me.boat)\n",
        "  move me.boat to me.cellar\n  if sea is not empty { move top 1 of sea to me.boat }\n  \
         me.fame += count(me.boat)\n",
        "  for each p in players { move p.boat to p.cellar }\n  me.fame += count(me.boat)\n",
        "  if me.fuel > 3 { move me.boat to me.cellar }\n  me.fame += count(me.boat)\n  move \
         me.boat to me.cellar\n",
        "  move me.boat to me.cellar\n  for each p in opponents { me.fame += count(p.boat) }\n",
    ] {
        warns(landed, lines, &[]);
    }
}

#[test]
fn a_deck_that_is_shuffled_only_when_it_is_empty_is_told() {
    warns("  shuffle sea\n  //", "  //", &[&["W0508 `sea` is shuffled only when it has run out"]]);
}

#[test]
fn a_move_that_nobody_can_ever_choose_is_told() {
    let fuel = "needs me.fuel > 0";
    let never = ["W0403 this is never so: `fuel` is at least 6", "what takes from it can never be"];
    warns(fuel, "needs me.fuel < 0", &[&never]);
    // What is lowered elsewhere may come to be so.
    let rules = GAME
        .changed(fuel, "needs me.fuel < 0")
        .replace("  move c to reef\n", "  me.fuel -= 1\n  move c to reef\n");
    assert_eq!(messages(&rules), [""; 0]);
}

#[test]
fn more_than_a_range_has_is_told() {
    let taken = "me.nets -= 1";
    warns(taken, "me.nets -= 4", &[&["W0517 `nets` is from 0 to 3: if 4 is taken from it"]]);
    warns(taken, "me.nets -= 3", &[]);
    let rules =
        GAME.changed(taken, "me.nets -= 4").replace("nets: 0..3 = 3", "nets: 0..3 = 3, capped");
    assert_eq!(messages(&rules), [""; 0]);
}

#[test]
fn what_is_mended_on_a_line_is_read_once() {
    let won = "p.fame >= 20 { end game won by players with most score }";
    GAME.mends(won, "p.fame >= 20 { all lose }", "p.fame >= 20 { end game lost }");
    GAME.mends(won, "p.fame >= 20 { everybody loses }", "p.fame >= 20 { end game lost }");
}

#[test]
fn what_is_printed_on_a_card_is_added_and_not_set() {
    tells(PAID, "  c.weight += me.fame\n", &["E0504", "write `me.fame += c.weight`"]);
}

#[test]
fn one_of_several_is_asked_with_the_words_of_the_line() {
    let tank = "  if me.nets > 0 { me.nets -= 1 }\n";
    tells(tank, "  if me.nets is 1 or 2 { me.nets -= 1 }\n", &["`me.nets in (1, 2)`"]);
}

#[test]
fn what_is_said_of_lists_dice_and_cases() {
    let load = "sum(c.weight for c in p.boat)";
    tells(load, "most(c.weight)", &["write `most(c.weight for c in …)`"]);
    let cellar = "p.fame + sum(c.weight for c in p.cellar)";
    GAME.mends(
        cellar,
        "sum of c.weight for c in p.cellar, plus 2 if p.fame > 3",
        "= (sum(c.weight for c in p.cellar)) + (if p.fame > 3 then 2 else 0)\n",
    );
    let fuel = "  me.fuel += roll(6)\n";
    tells(fuel, "  let n = roll 2 dice\n  me.fuel += n\n", &["each die is thrown by itself"]);
    let case = "in the braces of a condition: `if ….shoal is herring { me.fame += 1 }`";
    tells(PAID, "  herring: me.fame += 1\n", &[case]);
    let empty = "  if sea is empty { move reef to sea  shuffle sea }\n";
    let braces = "  let s = top 1 of sea\n  {\n    move s to reef\n  }\n";
    tells(empty, braces, &["nothing opens these braces", "`if there is c in … {`"]);
}

#[test]
fn a_deed_that_became_a_move_says_with_which_word_it_begins() {
    let all = messages(&GAME.changed("to refill {", "action refill {"));
    let [one] = &all[..] else { panic!("{all:#?}") };
    let words = ["`refill` is chosen, not called", "begins with `to refill`"];
    assert!(words.iter().all(|word| one.contains(word)), "{one}");
}

#[test]
fn a_card_is_chosen_and_moved_in_two_sentences() {
    let sell = "action sell(c in me.boat) {\n  me.purse += c.weight * $1\n  move c to reef\n}";
    GAME.mends(
        sell,
        "action sell { choose a card in me.boat and move it to reef }",
        "choose c in me.boat  move c to reef }",
    );
}
