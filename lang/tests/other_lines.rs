//! What is said of a game of fishing in which one line was changed, by whoever says it in plain
//! English, knows other languages, or means something else: the line is blamed that was changed.
#![expect(clippy::panic, clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use houserules_lang::compile::compile;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::fixes::applied;
use houserules_lang::loader::NoFiles;

const GAME: &str = r#"game "Moonfish Bay"
players 2 to 4

unit Pearls "$"
enum Weather { calm, windy, stormy }
enum Shoal { herring, eel, moonfish }
card Catch { shoal: Shoal, weight: 1..4 }
deck sea of Catch { 2 each of (Shoal, 1..4) }

each Player has {
  boat: set of Catch
  cellar: pile of Catch
  purse: Pearls = $5
  fuel: Number = 6
  fame: Number
  nets: 0..3 = 3
}
each turn has { casts: Number }
the table has {
  reef: pile of Catch
  sky: Weather = calm
  harbour: row of Catch
  pilot: Player
}
option days: 3..9 = 5

setup {
  shuffle sea
  //HERE
  move top 3 of sea to harbour
  choose lucky in players by chance
  pilot = lucky
}

play {
  ends when any p in players has p.fame >= 20 { end game won by players with most score }
  round "day" d in 1..days {
    choose today in (calm, calm, windy, stormy) by chance
    sky = today
    turn me in players from pilot { choose the_trip }
    pilot = pilot.left
    refill()
  }
  end game won by players with most score
}

menu the_trip { cast or sell or buy or land or tank otherwise pass }

/// Draw a fish; with too much weight the net tears.
action cast
  needs turn.casts < 5 else "enough for today"
  needs me.fuel > 0 else "no fuel left"
  needs sea is not empty else "the sea is empty"
{
  me.fuel -= 1
  turn.casts += 1
  move top 1 of sea to me.boat
  if me.load > limit { move me.boat to reef } else { again }
}
/// Sell one fish from the boat.
action sell(c in me.boat) {
  me.purse += c.weight * $1
  move c to reef
}
action buy(c in harbour)
  needs me.purse >= c.weight * $2 else "{c} is too dear"
{
  me.purse -= c.weight * $2
  move c to me.cellar
}
action land
  needs me.boat is not empty else "nothing to land"
{
  me.fame += count(me.boat)
  move me.boat to me.cellar
}
action tank {
  me.fuel += roll(6)
  if me.nets > 0 { me.nets -= 1 }
}

to refill {
  if sea is empty { move reef to sea  shuffle sea }
  move top (3 - count(harbour)) of sea to harbour
}
to roll(sides: Number) -> Number {
  choose face in 1..sides by chance
  give face
}

define limit = if sky is stormy then 6 else if sky is windy then 8 else 10
define load for p: Player = sum(c.weight for c in p.boat)
define score for p: Player = p.fame + sum(c.weight for c in p.cellar)
"#;

const TORN: &str = "  if me.load > limit { move me.boat to reef } else { again }\n";
const TURNS: &str = "    turn me in players from pilot { choose the_trip }\n";
const LAST: &str = "    pilot = pilot.left\n";
const REFILL: &str = "  if sea is empty { move reef to sea  shuffle sea }\n";
const ENDS: &str =
    "  ends when any p in players has p.fame >= 20 { end game won by players with most score }\n";

fn changed(from: &str, to: &str) -> String {
    let rules = GAME.replacen(from, to, 1);
    assert_ne!(rules, GAME, "{from}");
    rules
}

fn found(rules: &str) -> Vec<Diagnostic> {
    compile("bay.rules", rules, &mut NoFiles).diagnostics
}

/// What is said, a line each: the line it stands on, code, message and help.
fn said(rules: &str) -> Vec<String> {
    let line = |d: &Diagnostic| {
        let at = d.span().start as usize;
        rules[..at].rsplit('\n').next().unwrap_or("").to_owned()
            + rules[at..].lines().next().unwrap_or("")
    };
    let help = |d: &Diagnostic| d.help.clone().unwrap_or_default();
    let all = found(rules);
    let told =
        all.iter().map(|d| format!("{} {} {} | {}", line(d).trim(), d.code, d.message, help(d)));
    told.collect()
}

/// The first thing that is said stands on the line that was changed, and has these words.
#[track_caller]
fn blames(from: &str, to: &str, words: &[&str]) {
    let all = said(&changed(from, to));
    let Some(first) = all.first() else { panic!("{to}: nothing") };
    let line = to.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("");
    assert!(first.starts_with(line), "{to}: {all:#?}");
    for word in words {
        assert!(first.contains(word), "{to}: {word} is not in {first}");
    }
}

/// One thing is said; what it offers makes that line, and then nothing is wrong.
#[track_caller]
fn mends(from: &str, to: &str, line: &str) {
    let rules = changed(from, to);
    let all = found(&rules);
    let [one] = &all[..] else { panic!("{to}: {:#?}", said(&rules)) };
    let made = applied(&rules, &one.fix).unwrap();
    assert!(made.contains(line), "{to}: {line} is not made by {:#?}", said(&rules));
    assert_eq!(said(&made), [""; 0], "{to}");
}

#[test]
fn a_question_the_wrong_way_round_is_blamed_for_what_follows() {
    let asked = "  needs sea is not empty else \"the sea is empty\"\n";
    blames(asked, "  needs sea is empty else \"no\"\n", &["W0515", "`is not empty`"]);
    let asked = "  needs me.boat is not empty else \"nothing to land\"\n";
    blames(asked, "  needs me.boat is empty else \"no\"\n", &["W0515", "`is not empty`"]);
}

#[test]
fn what_is_set_to_a_number_where_it_is_counted_is_blamed() {
    blames("  turn.casts += 1\n", "  turn.casts = 1\n", &["only ever set to 1", "`+= 1`"]);
    blames("    sky = today\n", "    sky = calm\n", &["W0507", "what it begins with"]);
}

#[test]
fn what_only_those_set_who_need_it_set_is_never_set() {
    let rules = changed(
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
    blames(LAST, "    me.fame += 1\n", &[each, "`pilot.fame`"]);
    blames(LAST, "    p.fame += 1\n", &["`for each p in players { … }`"]);
}

#[test]
fn zones_that_are_filled_from_one_another_stay_empty() {
    blames(
        "  move top 1 of sea to me.boat\n",
        "  move top 1 of reef to me.boat\n",
        &["W0513", "`reef` and `boat` are only filled from one another"],
    );
}

#[test]
fn a_name_that_was_given_in_another_item_is_known_there_only() {
    blames(LAST, "    pilot = lucky\n", &["has its name only in `setup`", "kept in `pilot`"]);
}

#[test]
fn whoever_has_a_turn_or_comes_next_is_named() {
    mends(TURNS, "    turn player in players from pilot { choose the_trip }\n", TURNS);
    mends(LAST, "    pilot = next(pilot)\n", LAST);
    mends(LAST, "    the pilot moves one seat to the left\n", LAST);
    mends(LAST, "    the next player to the left becomes the pilot\n", LAST);
    let chosen = "  choose lucky in players by chance\n";
    mends(chosen, "  lucky is a random player\n", chosen);
    blames(
        ENDS,
        "  ends when any player has fame >= 20 { end game won by that player }\n",
        &["end game won by those p in players where p.fame >= 20 }`"],
    );
}

#[test]
fn sentences_say_what_is_paid_gained_and_drawn() {
    mends("  me.fuel -= 1\n", "  this costs one fuel\n", "  me.fuel -= 1\n");
    mends(
        "  me.fame += count(me.boat)\n",
        "  gain one fame for each fish in your boat\n",
        "  me.fame += count(me.boat)\n",
    );
    mends(
        "  //HERE\n",
        "  deal 2 cards from the sea to each player\n",
        "  for each p in players { move top 2 of sea to p.boat }\n",
    );
    mends(
        "  move top 1 of sea to me.boat\n",
        "  draw a new fish from the sea and put it into my boat\n",
        "  move top 1 of sea to me.boat\n",
    );
}

#[test]
fn sentences_that_are_not_understood_lead_to_nothing_else() {
    blames("    refill()\n", "    fill up the harbour again\n", &["`refill()`"]);
    blames(
        TURNS,
        "    starting with the pilot, everyone makes one trip\n",
        &["`turn me in players { … }`"],
    );
    let all = said(&changed(TURNS, "    starting with the pilot, everyone makes one trip\n"));
    assert_eq!(all.len(), 1, "{all:#?}");
    blames(
        REFILL,
        "  when the sea is empty, the reef becomes the new sea\n",
        &["`when sea runs out { move reef to sea  shuffle sea }`"],
    );
    blames(
        "  move me.boat to me.cellar\n",
        "  all fish from the boat go to the cellar\n",
        &["cards go from one place to another with"],
    );
    let last = "  end game won by players with most score\n}\n\nmenu";
    let all = said(&changed(last, "  whoever has the highest score has won\n}\n\nmenu"));
    assert!(all[0].contains("`end game won by players with most score`"), "{all:#?}");
}

#[test]
fn small_slips_are_mended_in_their_place() {
    mends(REFILL, "  if sea is empty { move reef to sea, shuffle sea }\n", "to sea shuffle sea }");
    let any =
        "  ends when any player has p.fame >= 20 { end game won by players with most score }\n";
    mends(ENDS, any, ENDS);
    mends(
        "  me.fame += count(me.boat)\n",
        "  me.fame += 2 count(me.boat)\n",
        "  me.fame += 2 * count(me.boat)\n",
    );
    mends(
        TURNS,
        "    for each player { choose the_trip }\n",
        "    turn me in players { choose the_trip }\n",
    );
    let last = "  end game won by players with most score\n}\n\nmenu";
    let all = said(&changed(last, "  end game\n}\n\nmenu"));
    assert!(all[0].contains("`end game won by players with most score`"), "{all:#?}");
    blames("  move c to reef\n", "  you get the weight as fame\n", &["`me.fame += c.weight`"]);
}

#[test]
fn what_is_refused_is_needed_the_other_way_round() {
    blames(
        "  needs me.purse >= c.weight * $2 else \"{c} is too dear\"\n",
        "  if me.purse < c.weight * $2 { refuse \"too dear\" }\n",
        &["`needs me.purse >= c.weight * $2 else \"…\"`"],
    );
}

#[test]
fn a_number_that_never_falls_below_is_told_through_a_word() {
    blames(TORN, &TORN.replace("limit", "100"), &["W0403", "`load` is from 0 to 96"]);
}
