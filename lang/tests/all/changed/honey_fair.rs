//! What is said of a game about bees and a fair, in which a line speaks as a rulebook does or names
//! what is not there: no word is made up that leads to another game.

use super::{Changed, messages};

const GAME: Changed = Changed(include_str!("fair.rules"));

const DEAL: &str = "    move top 2 of recipes to p.hand\n";
const RAIN: &str = "for each f in Field { f.nectar += 1 }";
const EATEN: &str = "  me.bee.nectar -= 1\n";
const WAX: &str = "  wax -= 1\n";
const COOKED: &str = "  move c to me.cooked\n";
const POLLEN: &str = "each Player, Flower has { pollen: Number }";
const BLOOM: &str = "    choose bloom in Flower by chance\n    f.plant = bloom\n";
const END: &str = "  end game won by players with most score\n}\n\nmenu";
const SCORE: &str = "define score for p: Player = p.honey * 2 + p.purse / £1";

#[test]
fn the_game_is_right() {
    assert_eq!(messages(GAME.0), [""; 0]);
}

#[test]
fn each_of_a_family_is_gone_through() {
    for line in [
        "every field gets one nectar",
        "each field gains 1 nectar",
        "add one nectar to every field",
    ] {
        GAME.mends(RAIN, line, RAIN);
    }
    for head in ["each Player Flower has", "each Player and Flower has"] {
        GAME.mends(POLLEN, &POLLEN.replace("each Player, Flower has", head), POLLEN);
    }
}

#[test]
fn each_player_in_a_loop_through_players_is_the_one_of_the_loop() {
    GAME.mends(DEAL, "    each player takes two recipes\n", DEAL.trim());
}

#[test]
fn what_is_not_there_is_reached_from_what_is() {
    GAME.blames(EATEN, "  nectar -= 1\n", &["`me.bee.nectar`"]);
    GAME.blames(COOKED, "  move recipe to me.cooked\n", &["the recipe that is meant here is `c`"]);
    let cook = "action cook(c in me.hand)";
    GAME.blames(cook, "action cook(recipe, c in me.hand)", &["`recipe in me.hand`"]);
    let sell = "action sell(buyer in opponents,";
    GAME.blames(sell, "action sell(buyer,", &["`buyer in opponents`"]);
}

#[test]
fn a_word_that_does_not_say_whose_it_is_is_told_once_with_the_whole_line() {
    let rules = GAME.changed(SCORE, "define score = honey * 2 + purse");
    let all = messages(&rules);
    let [one] = &all[..] else { panic!("{all:#?}") };
    assert!(one.ends_with("write `define score for p: Player = p.honey * 2 + p.purse`"), "{one}");
}

#[test]
fn what_goes_back_to_the_box_is_less() {
    for line in ["return one wax to the box", "move one wax to the bank", "remove 1 wax"] {
        GAME.mends(WAX, &format!("  {line}\n"), "wax -= 1");
    }
}

#[test]
fn signs_that_say_something_else_are_put_right() {
    GAME.mends("£0..me.purse", "£0.me.purse", "£0..me.purse");
    let cook = "action cook(c in me.hand)";
    let wrong = "action cook(c in me.hand where c.flower = me.bee.plant)";
    GAME.mends(cook, wrong, "where c.flower is me.bee.plant");
    let option = "option wild_weather: yes or no = no";
    GAME.mends(option, "option wild_weather: boolean", option);
    let range = "nectar: 0..4 = 1, capped";
    GAME.blames(range, "nectar: 0, 1, 2, 3, 4", &["two dots", "`nectar: 0..…`"]);
}

#[test]
fn what_is_chosen_has_a_name_of_its_own() {
    let line = "    choose f.plant in Flower by chance\n";
    GAME.mends(BLOOM, line, "choose picked in Flower by chance f.plant = picked");
    let twice = "for each n in 1..2 { choose work }";
    GAME.mends(twice, "2 times choose work", twice);
    GAME.mends("(yes, no)", "(yes no)", "(yes, no)");
    let menu = "menu work { fly or gather or cook or sell or pass }";
    let limited = "menu work { fly or gather or cook or once per turn sell or pass }";
    GAME.blames(menu, limited, &["`action sell` and below it `once per turn`"]);
}

#[test]
fn ties_are_broken_by_what_is_said() {
    for line in [
        "the player with the most score wins, ties broken by fewest honey",
        "end game won by players with most score, ties broken by fewest honey",
    ] {
        let made = "end game won by (players with most score) with least honey";
        GAME.mends(END, &format!("  {line}\n}}\n\nmenu"), made);
    }
    let of_somebody = "  end game won by players with most p.honey\n}\n\nmenu";
    GAME.mends(END, of_somebody, "end game won by players with most honey");
}

#[test]
fn a_word_on_a_line_that_cannot_be_read_was_not_renamed() {
    let rules = GAME.changed("  past: pile", "  spare: pile of Recipe\n  past: pile");
    let line = "  if tied { nobody gets them }\n  winner.purse -= winner.bid\n";
    let rules = rules.replacen("  winner.purse -= winner.bid\n", line, 1);
    assert!(messages(&rules).iter().all(|said| !said.contains("renamed")));
}

#[test]
fn a_zone_of_which_no_rule_speaks_is_told() {
    let rules = GAME.changed("  past: pile", "  spare: pile of Recipe\n  past: pile");
    assert!(messages(&rules)[0].starts_with("W0505 no rule speaks of `spare`"));
}

#[test]
fn a_slot_that_is_filled_each_round_is_to_be_emptied() {
    let rules = GAME.changed("  move today to past\n", "");
    let rules = rules.replacen("  past: pile of Weather\n", "", 1);
    let gone = rules.find("when almanac runs out").unwrap();
    let next = rules.find("define apart").unwrap();
    let all = messages(&format!("{}{}", &rules[..gone], &rules[next..]));
    let told = |said: &&String| said.starts_with("W0519 `today` holds one card");
    assert!(
        all.iter().find(told).is_some_and(|said| said.contains("`move today to …`")),
        "{all:#?}"
    );
}

#[test]
fn turns_in_the_words_of_rulebooks() {
    let turns = "    turn me in players from keeper { a_turn() }\n";
    GAME.mends(
        turns,
        "    each player in turn order starting with keeper { a_turn() }\n",
        turns.trim(),
    );
    let twice = "    each player takes two actions, starting with the keeper\n";
    GAME.blames(turns, twice, &["{ for each n in 1..2 { choose work } }`"]);
    let inside =
        "    turn me in players from keeper {\n      each player takes two actions\n    }\n";
    let made = "      for each n in 1..2 { choose work }\n";
    let rules = GAME.changed(turns, inside);
    let all = messages(&rules);
    assert!(all.iter().any(|said| said.ends_with(&format!("write `{}`", made.trim()))), "{all:#?}");
}

#[test]
fn what_a_broken_line_declares_is_there() {
    let rules = GAME.changed("option days: 3..8 = 5", "option days = 5");
    let rules = rules.replacen("round \"day\" d in 1..days {", "repeat days times {", 1);
    let rules = rules.replacen("  wax: Number", "  day: Number\n  wax: Number", 1);
    let all = messages(&rules);
    assert!(all.iter().any(|said| said.contains("`round n in 1..days {`")), "{all:#?}");
    let hand = "  hand: set of Recipe, seen by owner\n  cooked: pile";
    let rules = GAME.changed(hand, "  hand: 3 Recipe, hidden\n  cooked: set");
    let rules = rules.replacen(DEAL, "    each player draws 2 recipes\n", 1);
    let all = messages(&rules);
    assert!(all.iter().any(|said| said.contains("of recipes to p.hand")), "{all:#?}");
}

#[test]
fn new_cards_in_a_deck_are_made_of_what_is_printed_on_them() {
    let deck = "deck almanac of Weather { ";
    let wrong = "deck almanac of Weather { 2 of \"Fire alarm\" ";
    GAME.blames(deck, wrong, &["`2 each of (\"Fire alarm\", …)`"]);
}

#[test]
fn what_is_dealt_and_drawn_comes_from_the_deck() {
    let dealt = "  for each p in players { move top 2 of recipes to p.hand }\n";
    for line in ["give every player two random recipes", "deal each player 2 recipes"] {
        GAME.mends(
            "  keeper = first p in players\n",
            &format!("  {line}\n  keeper = first p in players\n"),
            dealt.trim(),
        );
    }
    let drawn = "  draw a recipe from the deck\n";
    GAME.mends(
        "{ me.bee = f }",
        &format!("{{\n  me.bee = f\n{drawn}}}"),
        "move top 1 of recipes to me.hand",
    );
    let wax = "wax: Number = 12";
    GAME.blames(wax, "wax: Number = 6 per player", &["`wax = 6 * count(players)`"]);
}
