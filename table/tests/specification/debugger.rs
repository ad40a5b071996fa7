//! The debugger: breaks, watches, what led to a change, and why not.

use super::{ANA, BEN, NIM, TIC_TAC_TOE, declared, game, played};
use houserules_interpreter::machine::Machine;
use houserules_lang::code::Code;
use houserules_lang::ir::StageWord;
use houserules_table::debugger::audit::history;
use houserules_table::debugger::because::because;
use houserules_table::debugger::breaks::{Break, Breaks};
use houserules_table::debugger::differ::differences;
use houserules_table::debugger::probe::{DebugRun, Grain, Halted};
use houserules_table::debugger::{Bench, Condition, Line, Thing, shown};
use houserules_table::game::Game;
use houserules_table::session::{Point, Session};

/// A game, and what reads lines that are typed at it.
fn bench(rules: &str) -> (Game<Machine>, Bench) {
    let (game, declared) = declared(rules);
    (game, Bench::new(declared))
}

fn line(text: &str) -> Line<'_> {
    Line { text, part: 0..text.len() }
}

fn things(text: &str) -> (Game<Machine>, Vec<Thing>) {
    let (mut game, mut bench) = bench(NIM);
    let things = bench.thing(&mut game, &line(text)).expect("it changes");
    (game, things)
}

fn condition(text: &str) -> (Game<Machine>, Condition) {
    let (game, mut bench) = bench(NIM);
    let condition = bench.condition(&game, &line(text)).expect("it is a condition");
    (game, condition)
}

/// How Ana's choice halts where these breaks are set.
fn halts(game: &Game<Machine>, choice: &str, breaks: &mut Breaks) -> (Halted, DebugRun) {
    let mut run = DebugRun::begin(game, ANA, choice, None).expect("it is on offer");
    (run.run(Grain::Decision, breaks), run)
}

#[test]
fn a_value_is_read_where_the_game_stands() {
    let (mut game, mut bench) = bench(NIM);
    game.say(ANA, "take middle 4").expect("it is on offer");
    let reading = bench.value(&mut game, &line("middle.stones + 1")).expect("it has a value");
    assert_eq!(shown(&game, &reading.ty, &reading.value), "2");
}

#[test]
fn a_value_that_means_nothing_is_said_with_its_code() {
    let (mut game, mut bench) = bench(NIM);
    let wrong = bench.value(&mut game, &line("midle.stones")).expect_err("a slip");
    assert!(wrong[0].code.is_error(), "{wrong:?}");
}

#[test]
fn what_a_deed_was_given_is_read_only_while_it_runs() {
    let (mut game, mut bench) = bench(
        "game \"Asking\"
players 2
play { turn me in players onwards { choose { go } } }
action go { ask(3) }
to ask(n: Number) { choose k in 1..n }",
    );
    let wrong = bench.value(&mut game, &line("ask.n")).expect_err("nobody asks yet");
    assert_eq!(wrong[0].code, Code::R0309);
    game.say(ANA, "go").expect("it is on offer");
    let reading = bench.value(&mut game, &line("ask.n")).expect("it runs");
    assert_eq!(shown(&game, &reading.ty, &reading.value), "3");
}

#[test]
fn what_a_deed_was_given_is_not_open_to_all() {
    let (mut game, mut bench) = bench(
        "game \"Wolves\"
players 2
each Player has { wolf: yes or no, seen by owner  kills: Number, seen by owner }
setup { choose w in players by chance secretly  w.wolf = yes }
play { turn me in players onwards { choose { go } } }
action go { for each p in players { if p.wolf { prowl(p) } } }
to prowl(p: Player) { p.kills += 1 }",
    );
    game.say(ANA, "go").expect("it is on offer");
    for told in ["prowl.p", "\"{prowl.p}\"", "prowl.p is me"] {
        assert_eq!(bench.open_value(&mut game, &line(told)), Ok(None), "{told}");
    }
    assert_eq!(bench.open_value(&mut game, &line("count(players)")), Ok(Some("2".into())));
}

#[test]
fn reading_changes_nothing() {
    let (mut game, mut bench) = bench(NIM);
    let hash = game.hash();
    bench.value(&mut game, &line("count(those h in Heap where h.stones > 3)")).expect("a number");
    assert_eq!(game.hash(), hash);
}

#[test]
fn without_breaks_a_choice_runs_to_the_next_decision() {
    let game = game(NIM);
    let (halted, run) = halts(&game, "take small 1", &mut Breaks::default());
    assert_eq!(halted, Halted::Done);
    assert!(run.paused().is_none());
}

#[test]
fn the_game_itself_stays_while_a_copy_runs() {
    let game = game(NIM);
    let hash = game.hash();
    let (_, run) = halts(&game, "take small 1", &mut Breaks::default());
    assert_eq!((game.hash(), game.records().len()), (hash, 0));
    assert_ne!(run.game.hash(), hash);
}

#[test]
fn a_choice_that_is_refused_does_not_begin() {
    assert!(DebugRun::begin(&game(NIM), ANA, "take small 9", None).is_err());
    assert!(DebugRun::begin(&game(NIM), BEN, "take small 1", None).is_err());
}

#[test]
fn a_break_on_a_counter_stops_where_it_changes() {
    let (mut game, things) = things("small.stones");
    let mut breaks = Breaks::default();
    let number = breaks.add(&mut game, "small.stones", Break::Things(things));
    assert_eq!(halts(&game, "take small 1", &mut breaks).0, Halted::Broke(vec![number]));
}

#[test]
fn a_break_on_a_counter_does_not_stop_where_another_changes() {
    let (mut game, things) = things("small.stones");
    let mut breaks = Breaks::default();
    breaks.add(&mut game, "small.stones", Break::Things(things));
    assert_eq!(halts(&game, "take large 1", &mut breaks).0, Halted::Done);
}

#[test]
fn a_break_on_a_move_stops_when_it_is_carried_out() {
    let (mut game, things) = things("take");
    let mut breaks = Breaks::default();
    let number = breaks.add(&mut game, "take", Break::Things(things));
    assert_eq!(halts(&game, "take large 1", &mut breaks).0, Halted::Broke(vec![number]));
}

#[test]
fn a_break_on_a_stage_stops_when_one_begins() {
    let mut game = game(NIM);
    let mut breaks = Breaks::default();
    let number = breaks.add(&mut game, "turn", Break::Stage(StageWord::Turn, None));
    breaks.add(&mut game, "round", Break::Stage(StageWord::Round, None));
    assert_eq!(halts(&game, "take large 1", &mut breaks).0, Halted::Broke(vec![number]));
}

#[test]
fn a_break_on_a_condition_stops_when_it_comes_true() {
    let (mut game, when) = condition("small.stones < 3");
    let mut breaks = Breaks::default();
    let number = breaks.add(&mut game, "when", Break::When(Box::new(when)));
    assert!(!breaks.all()[0].holds());
    assert_eq!(halts(&game, "take small 1", &mut breaks).0, Halted::Broke(vec![number]));
}

#[test]
fn a_condition_that_holds_already_does_not_stop() {
    let (mut game, when) = condition("small.stones is 3");
    let mut breaks = Breaks::default();
    breaks.add(&mut game, "when", Break::When(Box::new(when)));
    assert!(breaks.all()[0].holds());
    assert_eq!(halts(&game, "take large 1", &mut breaks).0, Halted::Done);
}

#[test]
fn a_break_that_was_taken_away_stops_nothing() {
    let (mut game, things) = things("small.stones");
    let mut breaks = Breaks::default();
    let number = breaks.add(&mut game, "small.stones", Break::Things(things));
    assert!(breaks.remove(number) && !breaks.remove(number));
    assert_eq!(halts(&game, "take small 1", &mut breaks).0, Halted::Done);
}

#[test]
fn numbers_of_breaks_are_not_used_again() {
    let mut game = game(NIM);
    let mut breaks = Breaks::default();
    let first = breaks.add(&mut game, "turn", Break::Stage(StageWord::Turn, None));
    breaks.remove(first);
    assert_eq!(breaks.add(&mut game, "turn", Break::Stage(StageWord::Turn, None)), first + 1);
}

#[test]
fn a_break_that_means_nothing_any_more_rests() {
    let (mut game, things) = things("small.stones");
    let mut breaks = Breaks::default();
    let number = breaks.add(&mut game, "small.stones", Break::Things(things));
    breaks.renew(number, &mut game, None);
    assert!(breaks.all()[0].rests());
    assert_eq!(halts(&game, "take small 1", &mut breaks).0, Halted::Done);
}

#[test]
fn statement_by_statement_a_choice_comes_to_its_end() {
    let game = game(NIM);
    let mut run = DebugRun::begin(&game, ANA, "take small 1", None).expect("it is on offer");
    let mut breaks = Breaks::default();
    let mut steps = 0;
    while run.run(Grain::Statement, &mut breaks) == Halted::There {
        steps += 1;
        assert!(steps < 100, "it comes to no end");
    }
    assert!(steps >= 2, "an action of two statements");
    let mut straight = super::game(NIM);
    straight.say(ANA, "take small 1").expect("it is on offer");
    assert_eq!(run.game.hash(), straight.hash());
}

/// What touched a thing, with the point of the history.
fn touched(session: &Session<Machine>, text: &str) -> Vec<(Point, String)> {
    let (mut game, mut bench) = bench(NIM);
    let things = bench.thing(&mut game, &line(text)).expect("it changes");
    let acts = history(session, &things, |_, _| None);
    acts.into_iter().map(|act| (act.point, act.told)).collect()
}

#[test]
fn the_history_of_a_counter_is_every_step_that_changed_it() {
    let session = played(NIM, &["take small 1", "take large 2", "take small 2"]);
    let points: Vec<Point> =
        touched(&session, "small.stones").into_iter().map(|(point, _)| point).collect();
    assert_eq!(points, [Point::START, Point(1), Point(3)]);
}

#[test]
fn the_history_knows_nothing_of_what_was_taken_back() {
    let mut session = played(NIM, &["take small 1", "take large 2", "take small 2"]);
    session.undo(2, |_| true);
    assert_eq!(touched(&session, "small.stones").len(), 2);
}

#[test]
fn why_not_shows_what_the_condition_compares() {
    let mut game = game(TIC_TAC_TOE);
    game.say(ANA, "take Cell(2, 2)").expect("it is free");
    let because = because(&mut game, BEN, "take Cell(2, 2)").expect("it can be read");
    let parts = because.expect("it is refused").parts;
    assert!(parts.iter().any(|p| p.value.contains("Ana")), "{parts:?}");
}

#[test]
fn why_not_of_what_is_possible_is_nothing() {
    assert_eq!(because(&mut game(TIC_TAC_TOE), ANA, "take Cell(2, 2)"), Ok(None));
}

#[test]
fn why_not_of_what_means_nothing_says_what_to_write() {
    assert!(because(&mut game(TIC_TAC_TOE), ANA, "frobnicate").is_err());
}

#[test]
fn positions_differ_in_what_a_choice_changed() {
    let before = game(NIM);
    let mut after = before.copy();
    assert_eq!(differences(&before, &after), []);
    after.say(ANA, "take small 1").expect("it is on offer");
    let changed = differences(&before, &after);
    assert!(changed.iter().any(|c| (&*c.before, &*c.after) == ("3", "2")), "{changed:?}");
}

#[test]
fn no_card_is_laid_into_itself() {
    let rules = "game \"Boxes\"\nplayers 2\ncard Box { size: 1..3 }\n\
        deck boxes of Box { 1 each of (1..3) }\neach Box has { inside: row of Box }\n\
        the table has { floor: row of Box  big: Box }\n\
        setup { move boxes to floor  for each b in floor { big = b } }\n\
        play { turn me in players onwards { choose { wait } } }\naction wait { }\n";
    let (mut game, mut bench) = bench(rules);
    let hash = game.hash();
    let lines = bench.lines(&game, &line("given big.inside is [3]")).expect("it can be read");
    let wrong = lines.carry_out(&mut game).expect_err("it would lie in itself");
    assert!(wrong[0].message.contains("`[Box 3]` would lie in itself"), "{wrong:?}");
    assert_eq!(game.hash(), hash);
    let lines = bench.lines(&game, &line("given big.inside is [2]")).expect("it can be read");
    lines.carry_out(&mut game).expect("it is another box");
}
