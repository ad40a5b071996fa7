//! What is said of a game of fishing in which one line was changed, by whoever says it in plain
//! English, knows other languages, or means something else: the line is blamed that was changed.

use super::{Changed, said};

const GAME: Changed = Changed(include_str!("bay.rules"));

const TORN: &str = "  if me.load > limit { move me.boat to reef } else { again }\n";
const TURNS: &str = "    turn me in players from pilot { choose the_trip }\n";
const LAST: &str = "    pilot = pilot.left\n";
const REFILL: &str = "  if sea is empty { move reef to sea  shuffle sea }\n";
const ENDS: &str =
    "  ends when any p in players has p.fame >= 20 { end game won by players with most score }\n";

#[test]
fn a_question_the_wrong_way_round_is_blamed_for_what_follows() {
    let asked = "  needs sea is not empty else \"the sea is empty\"\n";
    GAME.blames(asked, "  needs sea is empty else \"no\"\n", &["W0515", "`is not empty`"]);
    let asked = "  needs me.boat is not empty else \"nothing to land\"\n";
    GAME.blames(asked, "  needs me.boat is empty else \"no\"\n", &["W0515", "`is not empty`"]);
}

#[test]
fn what_is_set_to_a_number_where_it_is_counted_is_blamed() {
    GAME.blames("  turn.casts += 1\n", "  turn.casts = 1\n", &["only ever set to 1", "`+= 1`"]);
    GAME.blames("    sky = today\n", "    sky = calm\n", &["W0507", "what it begins with"]);
}

#[test]
fn what_only_those_set_who_need_it_set_is_never_set() {
    let rules = GAME.changed(
        "action tank {\n",
        "action tank\n  needs me.sober else \"no\"\n{\n  me.sober = yes\n",
    );
    let rules = rules.replace("  fame: Number\n", "  fame: Number\n  sober: yes or no\n");
    let all = said(&rules);
    assert!(all[0].starts_with("needs me.sober") && all[0].contains("W0403"), "{all:#?}");
    let other = rules.replace("    refill()\n", "    refill()\n    pilot.sober = yes\n");
    let all = said(&other);
    assert!(all.iter().all(|told| !told.contains("W0403")), "{all:#?}");
}

#[test]
fn where_nobody_acts_no_turn_is_offered_alone() {
    let each = "`for each p in players { … p.fame … }`";
    GAME.blames(LAST, "    me.fame += 1\n", &[each, "`pilot.fame`"]);
    GAME.blames(LAST, "    p.fame += 1\n", &["`for each p in players { … }`"]);
}

#[test]
fn zones_that_are_filled_from_one_another_stay_empty() {
    GAME.blames(
        "  move top 1 of sea to me.boat\n",
        "  move top 1 of reef to me.boat\n",
        &["W0513", "`reef` and `boat` are only filled from one another"],
    );
}

#[test]
fn a_name_that_was_given_in_another_item_is_known_there_only() {
    GAME.blames(LAST, "    pilot = lucky\n", &["has its name only in `setup`", "kept in `pilot`"]);
}

#[test]
fn whoever_has_a_turn_or_comes_next_is_named() {
    GAME.mends(TURNS, "    turn player in players from pilot { choose the_trip }\n", TURNS);
    GAME.mends(LAST, "    pilot = next(pilot)\n", LAST);
    GAME.mends(LAST, "    the pilot moves one seat to the left\n", LAST);
    GAME.mends(LAST, "    the next player to the left becomes the pilot\n", LAST);
    let chosen = "  choose lucky in players by chance\n";
    GAME.mends(chosen, "  lucky is a random player\n", chosen);
    GAME.blames(
        ENDS,
        "  ends when any player has fame >= 20 { end game won by that player }\n",
        &["end game won by those p in players where p.fame >= 20 }`"],
    );
}

#[test]
fn sentences_say_what_is_paid_gained_and_drawn() {
    GAME.mends("  me.fuel -= 1\n", "  this costs one fuel\n", "  me.fuel -= 1\n");
    GAME.mends(
        "  me.fame += count(me.boat)\n",
        "  gain one fame for each fish in your boat\n",
        "  me.fame += count(me.boat)\n",
    );
    GAME.mends(
        "  //HERE\n",
        "  deal 2 cards from the sea to each player\n",
        "  for each p in players { move top 2 of sea to p.boat }\n",
    );
    GAME.mends(
        "  move top 1 of sea to me.boat\n",
        "  draw a new fish from the sea and put it into my boat\n",
        "  move top 1 of sea to me.boat\n",
    );
}

#[test]
fn sentences_that_are_not_understood_lead_to_nothing_else() {
    GAME.blames("    refill()\n", "    fill up the harbour again\n", &["`refill()`"]);
    GAME.blames(
        TURNS,
        "    starting with the pilot, everyone makes one trip\n",
        &["`turn me in players { … }`"],
    );
    let all = said(&GAME.changed(TURNS, "    starting with the pilot, everyone makes one trip\n"));
    assert_eq!(all.len(), 1, "{all:#?}");
    GAME.blames(
        REFILL,
        "  when the sea is empty, the reef becomes the new sea\n",
        &["`when sea runs out { move reef to sea  shuffle sea }`"],
    );
    GAME.blames(
        "  move me.boat to me.cellar\n",
        "  all fish from the boat go to the cellar\n",
        &["cards go from one place to another with"],
    );
    let last = "  end game won by players with most score\n}\n\nmenu";
    let all = said(&GAME.changed(last, "  whoever has the highest score has won\n}\n\nmenu"));
    assert!(all[0].contains("`end game won by players with most score`"), "{all:#?}");
}

#[test]
fn small_slips_are_mended_in_their_place() {
    GAME.mends(
        REFILL,
        "  if sea is empty { move reef to sea, shuffle sea }\n",
        "to sea shuffle sea }",
    );
    let any =
        "  ends when any player has p.fame >= 20 { end game won by players with most score }\n";
    GAME.mends(ENDS, any, ENDS);
    GAME.mends(
        "  me.fame += count(me.boat)\n",
        "  me.fame += 2 count(me.boat)\n",
        "  me.fame += 2 * count(me.boat)\n",
    );
    GAME.mends(
        TURNS,
        "    for each player { choose the_trip }\n",
        "    turn me in players { choose the_trip }\n",
    );
    let last = "  end game won by players with most score\n}\n\nmenu";
    let all = said(&GAME.changed(last, "  end game\n}\n\nmenu"));
    assert!(all[0].contains("`end game won by players with most score`"), "{all:#?}");
    GAME.blames("  move c to reef\n", "  you get the weight as fame\n", &["`me.fame += c.weight`"]);
}

#[test]
fn what_is_refused_is_needed_the_other_way_round() {
    GAME.blames(
        "  needs me.purse >= c.weight * $2 else \"{c} is too dear\"\n",
        "  if me.purse < c.weight * $2 { refuse \"too dear\" }\n",
        &["`needs me.purse >= c.weight * $2 else \"…\"`"],
    );
}

#[test]
fn a_number_that_never_falls_below_is_told_through_a_word() {
    GAME.blames(TORN, &TORN.replace("limit", "100"), &["W0403", "`load` is from 0 to 96"]);
}
