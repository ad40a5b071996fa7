//! What is said of a game of films in which one line was changed: the line is blamed, and what is
//! offered makes the game that was meant.

use super::{Changed, found, said};
use houserules_lang::fixes::applied;

const GAME: Changed = Changed(include_str!("palace.rules"));

const LAST: &str = "  end game won by players with most score\n}\n\nmenu";
const ENDS: &str =
    "  ends when any p in players has p.fame >= goal { end game won by players with most score }\n";
const TURNS: &str =
    "    turn me in players from opener { for each n in 1..2 { choose the_turn } }\n";
const LAID: &str = "  move top 3 of vault to offers\n";
const SWEPT: &str = "  for each p in players { move p.screen to p.archive }\n";
const DEALT: &str = "  for each p in players { move top 2 of vault to p.hand }\n";
const REFILLED: &str = "when vault runs out { move bin to vault  shuffle vault }\n";
const SHOWN: &str =
    "    if any p in players has p.shows(g) { g.craze = 0 } else { g.craze += 1 }\n";
const PAID: &str = "  needs me.coins >= f.price else \"{f} costs {f.price}\"\n";

#[test]
fn it_is_the_game_without_a_mistake() {
    assert_eq!(said(GAME.0), [""; 0]);
}

#[test]
fn where_nobody_acts_it_is_said_who_is_meant() {
    GAME.mends(
        LAST,
        "  end game won by me\n}\n\nmenu",
        "  end game won by players with most score\n}",
    );
    GAME.mends(SWEPT, "  for each p in players { move me.screen to me.archive }\n", SWEPT);
    GAME.mends(DEALT, "  for each p in players { move top 2 of vault to me.hand }\n", DEALT);
    GAME.mends(
        TURNS,
        "    for each p in players from opener { choose the_turn }\n",
        "    turn me in players from opener { choose the_turn }\n",
    );
    GAME.mends(
        SWEPT,
        "  for each p in players { choose f in p.hand  move f to p.archive }\n",
        "{ choose f in p.hand by p  move f to p.archive }\n",
    );
    // Without a score, what an ending asks for.
    let plain = GAME.0.replace("define score for p: Player = ", "define worth for p: Player = ");
    let rules = plain.replace("most score", "most fame").replacen(
        "  end game won by players with most fame\n}\n\nmenu",
        "  end game won by me\n}\n\nmenu",
        1,
    );
    let all = said(&rules);
    assert!(all[0].contains("`end game won by players with most fame`"), "{all:#?}");
}

#[test]
fn words_for_somebody_name_a_player() {
    GAME.mends(SHOWN, "    if someone shows g { g.craze = 0 } else { g.craze += 1 }\n", SHOWN);
    GAME.mends(SHOWN, "    if someone.shows(g) { g.craze = 0 } else { g.craze += 1 }\n", SHOWN);
    GAME.mends(SHOWN, "    if anybody.shows(g) { g.craze = 0 } else { g.craze += 1 }\n", SHOWN);
    GAME.mends(SWEPT, "  for each p in players { move p.screen to owner.archive }\n", SWEPT);
    GAME.mends(SWEPT, "  for each p in players { move their.screen to p.archive }\n", SWEPT);
    GAME.blames(
        SWEPT,
        "  every film on a screen goes to its owner's archive\n",
        &["`me.archive`", "`p.archive`"],
    );
}

#[test]
fn what_can_never_be_is_told_through_options_and_words() {
    GAME.blames(PAID, "  needs f.price > $5 else \"no\"\n", &["W0403", "`price` is from $1 to $5"]);
    let twice = "  needs 2 * f.stars > 12 else \"no\"\n";
    GAME.blames(PAID, twice, &["W0403"]);
    GAME.blames(
        ENDS,
        "  ends when any p in players has (p.fame >= goal and p.fame < 10) { end game lost }\n",
        &["W0405"],
    );
    GAME.blames(
        ENDS,
        "  if any p in players has p.fame >= goal { end game won by players with most score }\n",
        &["W0521", "`ends when … { … }`"],
    );
    GAME.blames(
        ENDS,
        "  if any p in players has p.fame >= goal { end game won by p }\n",
        &["`ends when any p in players has p.fame >= goal { end game won by those p in players"],
    );
    // Within what an option may be, it may be so.
    let fine =
        "  ends when any p in players has (p.fame >= goal or p.fame > 10) { end game lost }\n";
    assert_eq!(said(&GAME.changed(ENDS, fine)), [""; 0]);
}

#[test]
fn what_never_happens_is_told_before_what_nobody_uses() {
    GAME.blames(ENDS, "  ends when count(bin) > 40 { end game lost }\n", &["W0403"]);
    GAME.blames(
        ENDS,
        "  ends when any p in players has p.posters > 3 { end game lost }\n",
        &["W0403", "`posters` is from 0 to 3"],
    );
}

#[test]
fn a_number_in_front_of_a_name_means_times() {
    let score = "define score for p: Player = p.fame + 2 * p.variety + p.coins / $3\n";
    GAME.mends(score, "define score for p: Player = p.fame + 2 p.variety + p.coins / $3\n", score);
    let sum = "  me.fame += f.stars + me.posters\n";
    GAME.mends(sum, "  me.fame += f.stars and me.posters\n", sum);
}

#[test]
fn ranges_that_run_backwards_are_turned_round() {
    GAME.mends("players 2 to 4", "players 4 to 2", "players 2 to 4\n");
    GAME.blames(
        "  round \"week\" w in 1..8 {\n",
        "  round \"week\" w in 8..1 {\n",
        &["W0407", "`1..8`"],
    );
}

#[test]
fn a_declaration_is_blamed_where_its_uses_agree() {
    GAME.blames(
        "enum Genre { comedy, western, horror, romance }",
        "enum Genre { commedy, western, horror, romance }",
        &["everywhere else it is `comedy`"],
    );
    GAME.blames(
        "  for each p in players { move top 2 of vault to p.hand }\n",
        "  for each p in players { move top 20 of vault to p.hand }\n",
        &["W0516"],
    );
    // What a rule is warned of does not wait until a test is right.
    let all = said(&GAME.changed("{ 2 each of (Genre, 1..5) }", "{ each of (comedy, 1..2) }"));
    assert!(all[0].contains("W0516") && all[1].contains("E0309"), "{all:#?}");
}

#[test]
fn zones_that_only_those_fill_who_find_them_filled_stay_empty() {
    GAME.blames(
        "  needs me.screen is empty else",
        "  needs me.screen is not empty else",
        &["W0513", "only `premiere` puts cards there", "`screen is empty`"],
    );
    GAME.blames(
        "  needs me.screen is empty else",
        "  needs count(me.screen) is 1 else",
        &["W0513"],
    );
    GAME.blames(
        LAID,
        "  move top 3 of offers to vault\n",
        &["W0515", "`offers` is still empty here", "`move top 3 of vault to offers`"],
    );
    let all = said(&GAME.changed(LAID, ""));
    assert!(all[0].contains("W0513") && all[0].contains("`offers` stays empty"), "{all:#?}");
    // Filled from elsewhere, too.
    let other =
        GAME.changed("  needs me.screen is empty else", "  needs me.screen is not empty else");
    let other = other.replace(
        "{ move top 2 of vault to p.hand }",
        "{ move top 2 of vault to \
        p.hand  move top 1 of vault to p.screen }",
    );
    assert!(said(&other).iter().all(|told| !told.contains("W0513")), "{:#?}", said(&other));
}

#[test]
fn more_than_a_place_holds_is_never_picked() {
    GAME.blames(
        "action scrap(films in 2 of me.hand where films.are_alike) {\n",
        "action scrap(films in 2 of me.screen where films.are_alike) {\n",
        &["W0407", "`screen` has room for one card"],
    );
    GAME.blames(
        "action scrap(films in 2 of me.hand where films.are_alike) {\n",
        "action scrap(films in 41 of me.hand where films.are_alike) {\n",
        &["W0407", "at most 40"],
    );
}

#[test]
fn a_row_whose_order_nobody_reads_may_lie_in_any_order() {
    GAME.blames(
        "  move f to me.hand\n",
        "  move f to offers\n",
        &["W0515", "where they were chosen"],
    );
    // Who takes the first one reads it.
    let ordered = GAME.changed("  move f to me.hand\n", "  move f to offers\n");
    let ordered = ordered.replace(
        "action paint as",
        "action first_one {\n  if there is c in first \
        c in offers { move c to bin }\n}\naction paint as",
    );
    let ordered = ordered.replace("{ book or", "{ first_one or book or");
    assert!(said(&ordered).iter().all(|told| !told.contains("W0515")), "{:#?}", said(&ordered));
}

#[test]
fn cards_that_nobody_sees_are_the_cause_of_what_leaks() {
    GAME.blames("action book(f in offers)\n", "action book(f in bin)\n", &["W0605"]);
}

#[test]
fn sentences_for_people_are_written_as_rules() {
    GAME.mends(
        REFILLED,
        "when the vault is empty, shuffle the bin and make it the new vault\n",
        REFILLED,
    );
    GAME.mends(TURNS, "    each player takes two actions, starting with the opener\n", TURNS);
    GAME.mends(
        TURNS,
        "    for each player in players from opener { choose the_turn twice }\n",
        TURNS,
    );
    GAME.mends(TURNS, "    turn me in players from opener { choose the_turn twice }\n", TURNS);
    GAME.mends(
        "  choose lucky in players by chance\n",
        "  choose random player as lucky\n",
        "  choose lucky in players by chance\n",
    );
    GAME.mends(
        "  round \"week\" w in 1..8 {\n",
        "  round week w in 1..8 {\n",
        "  round \"week\" w in 1..8 {\n",
    );
    GAME.mends("  me.posters = 0\n", "  your posters are used up\n", "  me.posters = 0\n");
    // What the loop inside is called is no name for the rounds.
    GAME.mends("  round \"week\" w in 1..8 {\n", "  repeat 8 times {\n", "  round i in 1..8 {\n");
}

#[test]
fn several_that_were_picked_are_moved_together() {
    let rules = GAME.changed(
        "action scrap(films in 2 of me.hand where films.are_alike) {\n",
        "action scrap(a in me.hand, b in me.hand where a.genre is b.genre) {\n",
    );
    let all = found(&rules);
    let [one] = &all[..] else { panic!("{:#?}", said(&rules)) };
    let made = applied(&rules, &one.fix).unwrap();
    assert!(made.contains("  move a + b to bin\n"), "{:#?}", said(&rules));
}

#[test]
fn words_that_mean_nothing_side_by_side_are_one_sentence() {
    let all = said(&GAME.changed("  me.posters = 0\n", "  blobs wobble gently upwards\n"));
    let [one] = &all[..] else { panic!("{all:#?}") };
    assert!(one.contains("there is no sentence `blobs wobble gently upwards`"), "{one}");
}
