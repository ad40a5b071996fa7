//! What a history tells each seat: a line of play is as secret as the choices it is made of.
#![expect(clippy::unwrap_used, reason = "a test may stop where it stands")]

use houserules_interpreter::ask::{Setup, Stop};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::Random;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_lang::loader::NoFiles;
use houserules_table::game::Game;
use houserules_table::journal::{Entry, Written};
use houserules_table::session::resume::ChoicesOnly;
use houserules_table::session::{Branch, Played, Point, Session};
use houserules_table::visibility::Viewer;
use std::sync::Arc;

fn session(rules: &str) -> Session<Machine> {
    let compiled = compile("a.rules", rules, &mut NoFiles);
    let book = compiled.rulebook.unwrap_or_else(|| unreachable!("{:?}", compiled.diagnostics));
    let book = Arc::new(book);
    let seats = book.players.0;
    let setup = Setup { seats, options: Vec::new() };
    let program = Program::new(Arc::clone(&book), &setup).unwrap();
    let names = ["Ana", "Ben", "Cleo"].iter().take(usize::from(seats)).map(|n| (*n).to_string());
    let engine = Machine::start(Arc::new(program), 3, true);
    Session::begin(Game::start(engine, book, Arc::new(compiled.sources), names.collect()))
}

const HANDS: &str = r#"game "Hands"
players 3
enum Hand { rock, paper }
each Player has { last: Hand or none, points: Number }
play {
  ends when any p in players has p.points > 2 { end game won by players }
  round { duel() }
}
to duel {
  choose h in Hand by each players asking "Which hand?"
  for each p in players { p.last = p.h  p.points += 1 }
}
"#;

/// What can be seen of a history besides what its steps tell.
fn outline(session: &Session<Machine>) -> (Vec<Branch>, Point, Vec<Option<Point>>) {
    let tree = session.tree();
    let next = (0..tree.len() as u32).filter_map(|n| tree.point(n)).map(|p| tree.next(p));
    (tree.branches(), tree.here(), next.collect())
}

fn read(session: &Session<Machine>, viewer: Viewer) -> Vec<String> {
    session.game().log(viewer, 0).into_iter().map(|line| line.text).collect()
}

#[test]
fn a_secret_choice_made_anew_looks_the_same_whatever_it_is() {
    let made = |anew: &str| {
        let mut session = session(HANDS);
        for (seat, choice) in [(0, "rock"), (1, "rock")] {
            session.say(seat, choice).unwrap();
        }
        session.undo(2, |_| true).unwrap();
        session.say(0, anew).unwrap();
        session.bookmark("here");
        session
    };
    let (same, other) = (made("rock"), made("paper"));
    assert_eq!(outline(&same), outline(&other));
    assert_eq!(same.tree().branches().len(), 2);
    for seat in 1..3 {
        assert_eq!(read(&same, Viewer::Seat(seat)), read(&other, Viewer::Seat(seat)));
    }
    // Only `redo` goes on along the line that was left.
    let (mut same, mut other) = (same, other);
    assert!(same.redo(1, |_| true).is_none() && other.redo(1, |_| true).is_none());
    same.undo(1, |_| true).unwrap();
    same.go(Point(2), "branch").unwrap();
    assert_eq!(same.here(), Point(2));
}

const STEPS: &str = r#"game "Steps"
players 2
each Player has { points: Number }
play { turn me in players onwards { choose { step or wait } } }
action step { me.points += 1 }
action wait { }
"#;

#[test]
fn a_journal_is_played_again_by_the_point_as_it_was_kept() {
    let mut first = session(STEPS);
    first.say(0, "step").unwrap();
    first.undo(1, |_| true).unwrap();
    first.say(0, "step").unwrap();
    first.say(1, "wait").unwrap();
    let entries: Vec<Entry> = first.unwritten().to_vec();
    assert_eq!(entries.iter().map(|e| e.anew).collect::<Vec<_>>(), [false, false, true, false]);
    let mut again = session(STEPS);
    entries.iter().for_each(|entry| again.again(entry, &mut ChoicesOnly).unwrap());
    assert_eq!(outline(&again), outline(&first));
    // In older journals the same choice led to the point where it had led before.
    let old = entries.into_iter().map(|entry| Entry { anew: false, ..entry });
    let mut again = session(STEPS);
    old.for_each(|entry| again.again(&entry, &mut ChoicesOnly).unwrap());
    assert_eq!((again.tree().len(), again.tree().branches().len()), (3, 1));
    again.undo(2, |_| true).unwrap();
    again.say(0, "step").unwrap();
    let last = again.unwritten().last().unwrap();
    assert!(matches!(last.what, Written::Choice { .. }) && last.anew);
    assert_eq!(again.tree().branches().len(), 2);
}

/// Remarks of the log for a reader.
fn marks(session: &mut Session<Machine>, viewer: Viewer) -> Vec<String> {
    session.undo(1, |_| true).unwrap();
    let mut lines = read(session, viewer);
    let marks =
        lines.split_off(lines.iter().rposition(|line| line.contains("taken back")).unwrap());
    session.redo(1, |_| true).unwrap();
    marks
}

const PEEK: &str = r#"game "Peek"
players 3
card Chit { value: 1..9 }
deck pack of Chit { each of (1..9) }
each Player has { hand: set of Chit, seen by owner }
the table has { heap: pile of Chit }
setup {
  for each p in players { move top 2 of pack to p.hand }
}
play {
  ends when count(heap) is 3 { end game won by players }
  turn me in players onwards { choose { reveal } choose { lay } }
}
action reveal(c in me.hand) as "shows a card to {me.left}" { show c to me.left }
action lay(c in me.hand) { move c to heap }
"#;

#[test]
fn who_had_learnt_what_is_said_to_nobody_else() {
    let mut session = session(PEEK);
    let choice = session.game_mut().wording(0, |engine| Random::new(1).answer(engine, 0));
    session.say(0, &choice.unwrap()).unwrap();
    let taken = "1 step is taken back".to_string();
    let known = "something had become known to Ben".to_string();
    assert_eq!(marks(&mut session, Viewer::Seat(1)), [taken.clone(), known.clone()]);
    assert_eq!(marks(&mut session, Viewer::Referee), [taken.clone(), known]);
    for viewer in [Viewer::Seat(0), Viewer::Seat(2), Viewer::Spectator] {
        assert_eq!(marks(&mut session, viewer), [taken.as_str()], "{viewer:?}");
    }
}

const TWINS: &str = r#"game "Twins"
players 3
card Chit { value: 1..1 }
deck pack of Chit { 9 each of (1..1) }
each Player has { hand: set of Chit, seen by owner }
the table has { heap: pile of Chit }
setup {
  for each p in players { move top 3 of pack to p.hand }
}
play {
  ends when count(heap) is 9 { end game won by players }
  turn me in players onwards { choose { reveal or lay } choose { reveal or lay } }
}
action reveal(c in me.hand) { show c to me.left }
action lay(c in me.hand) { move c to heap }
"#;

/// Ben cannot tell whether it is the copy that he was shown before.
#[test]
fn which_copy_is_shown_out_of_a_set_is_not_told_by_what_had_become_known() {
    for verb in ["reveal", "lay"] {
        let told = ["known to nobody else", "known to Ben"].map(|mark| {
            let mut session = session(TWINS);
            session.say(0, "reveal [Chit 1]").unwrap();
            session.say(0, &format!("{verb} [Chit 1 ({mark})]")).unwrap();
            marks(&mut session, Viewer::Seat(1))
        });
        assert_eq!(told[0], told[1], "{verb}");
        assert_eq!(told[0].len(), 2, "{verb}");
    }
}

#[test]
fn what_was_chosen_in_secret_is_known_to_all_when_the_last_has_chosen() {
    let mut session = session(HANDS);
    session.say(0, "rock").unwrap();
    session.say(1, "rock").unwrap();
    assert_eq!(marks(&mut session, Viewer::Seat(2)), ["1 step is taken back"]);
    session.say(2, "paper").unwrap();
    for (seat, name) in [(0, "Ana"), (1, "Ben"), (2, "Cleo")] {
        let said = marks(&mut session, Viewer::Seat(seat));
        assert_eq!(said.last().unwrap(), &format!("something had become known to {name}"));
    }
}

const RANGED: &str = r#"game "Ranged"
players 2
each Player has { cash: 0..20 = 10, seen by owner }
the table has { rounds: Number }
play {
  ends when rounds is 6 { end game won by players }
  turn me in players onwards { choose { visit } }
}
action visit { me.left_one.cash += 6  rounds += 1 }
define left_one for p: Player = p.left otherwise p
"#;

#[test]
fn a_fault_at_something_hidden_tells_of_it() {
    let mut session = session(RANGED);
    for seat in [0, 1, 0] {
        session.say(seat, "visit").unwrap();
    }
    assert!(matches!(session.game().stop(), Stop::Fault(_)));
    for (seat, name) in [(0, "Ana"), (1, "Ben")] {
        let said = marks(&mut session, Viewer::Seat(seat));
        assert_eq!(said.last().unwrap(), &format!("something had become known to {name}"));
    }
}

const GRAB: &str = r#"game "Grab"
players 3
card Num { n: 1..6 }
deck pack of Num { 2 each of (1..6) }
each Player has { hand: set of Num }
the table has { market: row of Num }
play {
  turn t in 1..9 {
    move top 2 of pack to market
    choose { grab or pass } by race of players until all pass
  }
  end game won by players
}
action grab(c in market) { move c to me.hand }
"#;

/// What is told of a history to those who play: of no point more than its number and where it lies.
fn shown(session: &Session<Machine>) -> Vec<String> {
    let tree = session.tree();
    let number = |point| tree.number(point).unwrap();
    let branches = tree.known_branches();
    let line = |b: &Branch| {
        format!("{} {} {} {} {}", b.number, number(b.from), number(b.tip), b.length, b.current)
    };
    let names = tree.bookmarks().iter().map(|(name, point)| format!("{name} {}", number(*point)));
    branches.iter().map(line).chain(names).chain([number(tree.settled()).to_string()]).collect()
}

#[test]
fn how_many_have_answered_in_a_race_is_told_by_no_number() {
    let raced = |answered: u8| {
        let mut session = session(GRAB);
        (0..3).for_each(|seat| drop(session.say(seat, "pass").unwrap()));
        (0..answered).for_each(|seat| drop(session.say(seat, "pass").unwrap()));
        session.bookmark("here");
        let mut told = shown(&session);
        assert_eq!(session.tree().settled(), Point(3));
        session.undo(1, |_| true).unwrap();
        told.extend(read(&session, Viewer::Seat(0)));
        session.say(2, "pass").unwrap();
        told.extend(shown(&session));
        (0..3).for_each(|seat| drop(session.say(seat, "pass").unwrap()));
        told.extend(shown(&session));
        // A journal leads to the same numbers.
        let again = again(&session);
        assert_eq!(shown(&again), shown(&session));
        told
    };
    let none = raced(0);
    assert!(none.iter().any(|line| line.starts_with("1 step is taken back")), "{none:?}");
    assert_eq!([raced(1), raced(2)], [none.clone(), none]);
    // Whoever goes back and on again comes to no middle of a race.
    let mut session = session(GRAB);
    (0..3).chain(0..2).for_each(|seat| drop(session.say(seat, "pass").unwrap()));
    session.go(Point::START, "back").unwrap();
    session.redo(9, |_| true).unwrap();
    assert_eq!(session.here(), Point(3));
}

#[test]
fn answers_of_a_race_that_was_taken_back_are_counted_behind_what_all_know() {
    let mut session = session(GRAB);
    (0..3).chain(0..2).for_each(|seat| drop(session.say(seat, "pass").unwrap()));
    session.go(Point(3), "back").unwrap();
    (0..3).for_each(|seat| drop(session.say(seat, "pass").unwrap()));
    let tree = session.tree();
    let numbers: Vec<u32> =
        tree.way(session.here()).into_iter().map(|point| tree.number_of_all(point)).collect();
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!([4, 5].map(|raw| tree.number_of_all(Point(raw))), [7, 8]);
    for number in 0..9 {
        let point = tree.numbered_of_all(number).unwrap();
        assert_eq!(tree.number_of_all(point), number);
    }
    assert_eq!(tree.numbered_of_all(9), None);
}

/// The session that its own journal leads to.
fn again(session: &Session<Machine>) -> Session<Machine> {
    let mut again = self::session(GRAB);
    let entries = session.unwritten().to_vec();
    entries.iter().for_each(|entry| again.again(entry, &mut ChoicesOnly).unwrap());
    again
}

const WOLVES: &str = r#"game "Wolves"
players 3
card Chit { value: 1..9 }
deck pack of Chit { each of (1..9) }
each Player has { hand: set of Chit, seen by owner, is_wolf: yes or no, seen by owner }
the table has { out: row of Chit }
setup { shuffle pack for each p in players { move top 3 of pack to p.hand } }
play { turn me in players onwards { choose { whisper or drop or pass } } }
action whisper(c in me.hand) { show c to those p in players where p.is_wolf }
action drop { DROP }
"#;

/// A secret choice made anew, or the same again: an order that falls by lot behind it, or a card
/// that chance picks, must not tell which of them it was.
#[test]
fn lots_fall_anew_where_it_is_a_secret_who_knows_a_card() {
    fall_anew("for each c in me.hand { move c to out }");
    fall_anew("let p = me  choose c in p.hand by chance  move c to out");
}

fn fall_anew(drop: &str) {
    let rules = WOLVES.replace("DROP", drop);
    let first = session(&rules);
    assert!(first.game().book().secret_knowers);
    let mut game = first.game().copy();
    let whisper = game.options(0, 0, &[]).unwrap().fill.members()[0].typed.clone();
    let whisper = format!("whisper {whisper}");
    let choices = [(0, whisper.as_str()), (1, "pass"), (2, "pass"), (0, "drop")];
    assert!(came_out(&rules, &choices) > 1, "it fell six times the same");
}

/// How many different orders came to lie in the open when the same choices were made six times,
/// each time after they were taken back. `redo` finds each again, and so does a resumed game.
fn came_out(rules: &str, choices: &[(u8, &str)]) -> usize {
    let mut first = session(rules);
    let order = |session: &Session<Machine>| {
        let view = session.game().view(Viewer::Spectator);
        let mut zones = view.groups.into_iter().flat_map(|group| group.zones);
        format!("{:?}", zones.find(|zone| zone.name == "out").map(|zone| zone.cards))
    };
    let mut orders = Vec::new();
    for _ in 0..6 {
        for (seat, choice) in choices {
            first.say(*seat, choice).unwrap();
        }
        let (hash, fell) = (first.game().hash(), order(&first));
        first.undo(2, |_| true).unwrap();
        first.redo(2, |_| true).unwrap();
        // What is mixed from here on may come out otherwise now.
        let stands = first.standing_at(first.here()).hash();
        assert_eq!((stands, order(&first)), (hash, fell.clone()));
        assert_eq!(once_more(rules, &first).game().hash(), hash);
        orders.push(fell);
        first.undo(choices.len(), |_| true).unwrap();
    }
    orders.sort();
    orders.dedup();
    let entries: Vec<Entry> = first.unwritten().to_vec();
    let mut again = session(rules);
    entries.iter().for_each(|entry| again.again(entry, &mut ChoicesOnly).unwrap());
    assert_eq!((again.game().hash(), outline(&again)), (first.game().hash(), outline(&first)));
    orders.len()
}

/// The line on which a session stands, played again from the start with the same lots; and so by
/// its journal.
fn once_more(rules: &str, first: &Session<Machine>) -> Session<Machine> {
    let mut again = session(rules);
    for Played { record, lots } in first.tree().played() {
        lots.iter().for_each(|lots| again.draw_as_from(*lots));
        again.say(record.seat, &record.choice).unwrap();
        assert_eq!(again.game().hash(), record.hash);
    }
    let mut resumed = session(rules);
    for entry in again.unwritten() {
        resumed.again(entry, &mut ChoicesOnly).unwrap();
    }
    assert_eq!(resumed.game().hash(), again.game().hash());
    again
}

/// Where a hand is hidden, a shuffle that came out the same would tell that the same cards had been
/// put there before.
#[test]
fn what_is_mixed_comes_out_anew_where_anything_is_hidden() {
    let hidden = |mixes: &str| {
        let rules = WOLVES.replace("whisper or ", "").replace("DROP", mixes);
        let rules = rules.lines().filter(|line| !line.starts_with("action whisper"));
        rules.collect::<Vec<_>>().join("\n")
    };
    let choices = [(0, "drop"), (1, "pass"), (2, "pass")];
    for mixes in [
        "move me.hand to pack  shuffle pack  move top 3 of pack to out",
        "for each c in me.hand { move c to out }",
        "let p = me  choose c in p.hand by chance  move c to out",
    ] {
        let rules = hidden(mixes);
        assert!(!session(&rules).game().book().secret_knowers);
        assert!(came_out(&rules, &choices) > 1, "{mixes}");
    }
    let thrown =
        "choose n in 1..6 by chance  for each i in 1..n { move (first c in me.hand) to out }";
    let thrown = hidden(&thrown.replace("1..6", "1..3").replace("move (", "openly move ("));
    assert_eq!(came_out(&thrown, &choices), 1, "dice are thrown in the open");
}

const SEERS: &str = r#"game "Seers"
players 2
each Player has { seer: yes or no, seen by owner, vision: Number, seen by owner, points: Number }
play { turn me in players onwards {
  choose sees in (yes, no) secretly
  me.seer = sees
  for each p in players { if p.seer { choose n in 1..1000 by chance  p.vision = n } }
} }
define score for p: Player = p.points + p.vision
"#;

/// What Ben sees when these have been chosen, some of it after choices were taken back.
fn seen_by_ben(lines: [&[&str]; 2]) -> String {
    let mut session = session(SEERS);
    assert!(session.game().book().secret_draws);
    let mut seat = 0;
    for (at, line) in lines.into_iter().enumerate() {
        if at == 1 && !line.is_empty() {
            session.undo(usize::from(seat), |_| true).unwrap();
            seat = 0;
        }
        for choice in line {
            session.say(seat % 2, choice).unwrap();
            seat += 1;
        }
    }
    let lines = session.game().log(Viewer::Seat(1), 0);
    format!("{:?} {lines:?}", session.game().view(Viewer::Seat(1)))
}

/// Each has throws that only they are told of: nobody sees by theirs whether another's was made.
#[test]
fn throws_of_one_tell_nothing_of_the_throws_of_another() {
    let once = |ana: &'static str| seen_by_ben([&[ana, "yes", ana, "no", ana, "yes"], &[]]);
    assert_eq!(once("yes"), once("no"));
    let twice = |ana: &'static str| seen_by_ben([&["no", "yes"], &[ana, "yes"]]);
    assert_eq!(twice("yes"), twice("no"));
}
