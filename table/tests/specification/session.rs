//! A session: a game with its whole history.

use super::{ANA, BEN, GO_FISH, NIM, ROCK, TIC_TAC_TOE, game, played};
use houserules_table::journal::Written;
use houserules_table::session::{Boundary, Point, Session, Step};
use houserules_table::visibility::Viewer;

const THREE: [&str; 3] = ["take small 1", "take middle 2", "take large 3"];

fn everybody(_: u8) -> bool {
    true
}

/// The log as Ben reads it.
fn log(session: &Session<houserules_interpreter::machine::Machine>) -> Vec<String> {
    session.game().log(Viewer::Seat(BEN), 0).into_iter().map(|line| line.text).collect()
}

#[test]
fn it_begins_at_the_start() {
    let session = Session::begin(game(NIM));
    assert_eq!((session.here(), session.tree().len()), (Point::START, 1));
    assert_eq!(*session.tree().step(Point::START), Step::Start);
}

#[test]
fn each_choice_leads_to_a_point_of_its_own() {
    let session = played(NIM, &THREE);
    assert_eq!(session.here(), Point(3));
    let step = Step::Chosen { seat: BEN, choice: "take middle 2".into() };
    assert_eq!(*session.tree().step(Point(2)), step);
}

#[test]
fn a_choice_that_is_refused_changes_nothing() {
    let mut session = played(NIM, &THREE);
    let (hash, entries) = (session.game().hash(), session.unwritten().len());
    assert!(session.say(BEN, "take small 9").is_err());
    assert_eq!((session.here(), session.game().hash()), (Point(3), hash));
    assert_eq!(session.unwritten().len(), entries);
}

#[test]
fn a_choice_out_of_turn_changes_nothing() {
    let mut session = played(NIM, &THREE);
    assert!(session.say(ANA, "take large 1").is_err());
    assert_eq!(session.here(), Point(3));
}

#[test]
fn undo_stands_where_the_game_stood_before() {
    let mut session = played(NIM, &THREE[..2]);
    let before = session.game().hash();
    session.say(ANA, THREE[2]).expect("it is on offer");
    let gone = session.undo(1, everybody).expect("there is one");
    assert_eq!((gone.from, gone.to, gone.back, gone.again), (Point(3), Point(2), 1, 0));
    assert_eq!(session.game().hash(), before);
}

#[test]
fn undo_takes_back_as_many_as_there_are() {
    let mut session = played(NIM, &THREE);
    session.undo(99, everybody);
    assert_eq!(session.here(), Point::START);
}

#[test]
fn undo_at_the_start_does_nothing() {
    let mut session = Session::begin(game(NIM));
    assert_eq!(session.undo(1, everybody), None);
    assert!(session.unwritten().is_empty());
}

#[test]
fn undo_of_one_seat_goes_before_its_last_choice() {
    let mut session = played(NIM, &THREE[..2]);
    session.undo(1, |seat| seat == ANA);
    assert_eq!(session.here(), Point::START);
}

#[test]
fn redo_does_again_what_was_taken_back() {
    let mut session = played(NIM, &THREE);
    let hash = session.game().hash();
    session.undo(2, everybody);
    session.redo(1, everybody);
    assert_eq!(session.here(), Point(2));
    session.redo(1, everybody);
    assert_eq!((session.here(), session.game().hash()), (Point(3), hash));
}

#[test]
fn redo_with_nothing_taken_back_does_nothing() {
    assert_eq!(played(NIM, &THREE).redo(1, everybody), None);
}

#[test]
fn redo_goes_on_as_was_chosen_last() {
    let mut session = played(NIM, &THREE);
    session.undo(1, everybody);
    session.say(ANA, "take large 7").expect("it is on offer");
    session.undo(1, everybody);
    session.redo(1, everybody);
    assert_eq!(session.here(), Point(4));
}

#[test]
fn another_choice_behind_an_undo_begins_a_branch() {
    let mut session = played(NIM, &THREE);
    session.undo(1, everybody);
    session.say(ANA, "take large 7").expect("it is on offer");
    let branches = session.tree().branches();
    let told: Vec<_> = branches.iter().map(|b| (b.number, b.from, b.tip, b.length)).collect();
    assert_eq!(told, [(1, Point::START, Point(3), 3), (2, Point(2), Point(4), 1)]);
    assert!(branches[1].current && !branches[0].current);
}

#[test]
fn an_old_branch_stays_to_be_gone_to() {
    let mut session = played(NIM, &THREE);
    let hash = session.game().hash();
    session.undo(1, everybody);
    session.say(ANA, "take large 7").expect("it is on offer");
    let gone = session.go(Point(3), "branch").expect("it is elsewhere");
    assert_eq!((gone.back, gone.again), (1, 1));
    assert_eq!(session.game().hash(), hash);
}

#[test]
fn the_same_choice_again_is_a_point_of_its_own() {
    let mut session = played(NIM, &THREE);
    session.undo(1, everybody);
    session.say(ANA, THREE[2]).expect("it is on offer");
    assert_eq!(session.here(), Point(4));
    assert!(session.unwritten().last().is_some_and(|entry| entry.anew));
}

#[test]
fn it_does_not_go_where_it_stands() {
    assert_eq!(played(NIM, &THREE).go(Point(3), "back"), None);
}

#[test]
fn it_does_not_go_where_nothing_is() {
    let mut session = played(NIM, &THREE);
    assert_eq!(session.go(Point(99), "back"), None);
    assert_eq!(session.here(), Point(3));
}

#[test]
fn every_point_of_a_long_line_is_found_again() {
    let mut session = Session::begin(game(NIM));
    let mut hashes = vec![session.game().hash()];
    for at in 0..14 {
        let heap = ["small", "middle", "large"][usize::from(at >= 3) + usize::from(at >= 8)];
        session.say(at % 2, &format!("take {heap} 1")).expect("it is on offer");
        hashes.push(session.game().hash());
    }
    for (at, hash) in hashes.iter().enumerate().rev() {
        session.go(Point(at as u32), "back");
        assert_eq!(session.game().hash(), *hash, "point {at}");
    }
}

#[test]
fn games_saved_long_ago_lie_far_apart_and_every_point_is_found_again() {
    let rules = NIM.replace("0..7", "0..2000").replace("large.stones = 7", "large.stones = 2000");
    let mut session = Session::begin(game(&rules));
    let mut hashes = vec![session.game().hash()];
    for at in 0..1500_u32 {
        session.say((at % 2) as u8, "take large 1").expect("it is on offer");
        hashes.push(session.game().hash());
    }
    let saved = (0..=1500).filter(|at| session.saved(Point(*at)).is_some()).count();
    assert!(saved < 32, "{saved} games are kept");
    for at in [1499, 1261, 1100, 700, 241, 13, 1] {
        session.go(Point(at), "back");
        assert_eq!(session.game().hash(), hashes[at as usize], "point {at}");
    }
}

#[test]
fn a_bookmark_names_the_present_point() {
    let mut session = played(NIM, &THREE);
    session.bookmark("here");
    assert_eq!(session.tree().bookmark("here"), Some(Point(3)));
    assert_eq!(session.tree().bookmark("there"), None);
}

#[test]
fn a_bookmark_that_is_set_again_moves() {
    let mut session = played(NIM, &THREE);
    session.bookmark("here");
    session.undo(1, everybody);
    session.bookmark("here");
    assert_eq!(session.tree().bookmarks(), [("here".to_string(), Point(2))]);
}

#[test]
fn the_log_says_that_steps_were_taken_back_and_forgets_them() {
    let mut session = played(NIM, &THREE);
    session.undo(1, everybody);
    let told = log(&session);
    assert_eq!(told.last().map(String::as_str), Some("1 step is taken back"));
    assert!(!told.iter().any(|line| line.contains("the large heap")), "{told:?}");
}

#[test]
fn each_step_waits_to_be_written_with_the_position_behind_it() {
    let session = played(NIM, &THREE);
    let written: Vec<_> = session.unwritten().iter().map(|e| (e.n, e.what.clone())).collect();
    let choice = |seat, choice: &str| Written::Choice { seat, choice: choice.into() };
    assert_eq!(written[0], (1, choice(1, THREE[0])));
    assert_eq!(written[1], (2, choice(2, THREE[1])));
    let hash = format!("{:016x}", session.game().hash());
    assert_eq!(session.unwritten()[2].hash, hash);
}

#[test]
fn what_is_written_waits_no_longer_and_numbers_go_on() {
    let mut session = played(NIM, &THREE[..2]);
    session.written();
    assert!(session.unwritten().is_empty());
    session.say(ANA, THREE[2]).expect("it is on offer");
    assert_eq!(session.unwritten()[0].n, 3);
}

#[test]
fn going_and_naming_are_written_too() {
    let mut session = played(NIM, &THREE);
    session.written();
    session.undo(1, everybody);
    session.bookmark("here");
    let written: Vec<_> = session.unwritten().iter().map(|e| e.what.clone()).collect();
    let go = Written::Go { to: 2, how: "undo".into(), across: None, lots: None };
    assert_eq!(written, [go, Written::Bookmark { name: "here".into() }]);
}

#[test]
fn a_referee_who_fails_changes_nothing() {
    let mut session = played(NIM, &THREE);
    let hash = session.game().hash();
    let failed: Result<(), &str> = session.referee("x", |game| {
        game.remark("something was tried");
        Err("no")
    });
    assert_eq!(failed, Err("no"));
    assert_eq!((session.here(), session.game().hash()), (Point(3), hash));
    assert!(!log(&session).iter().any(|line| line.contains("tried")));
}

#[test]
fn players_read_that_a_referee_was_there_and_not_what_was_done() {
    let mut session = played(NIM, &THREE);
    let done: Result<(), ()> = session.referee("given x", |_| Ok(()));
    assert_eq!((done, session.here()), (Ok(()), Point(4)));
    assert_eq!(session.step_told(Point(4), Viewer::Seat(BEN)), "the referee changes the table");
    assert_eq!(session.step_told(Point(4), Viewer::Referee), "the referee: given x");
}

#[test]
fn what_comes_of_a_referees_change_is_told_behind_it() {
    let mut session = played(NIM, &THREE);
    let done: Result<(), ()> = session.referee("given x", |game| {
        game.remark("x is now 3");
        Ok(())
    });
    assert_eq!(done, Ok(()));
    let told = log(&session);
    let of = |words: &str| told.iter().position(|line| line.contains(words));
    assert_eq!((of("the referee"), of("x is now 3")), (Some(told.len() - 2), Some(told.len() - 1)));
}

#[test]
fn of_those_who_choose_at_once_each_is_told_what_they_chose() {
    let mut session = played(ROCK, &["rock"]);
    let told = |session: &Session<_>, n| session.step_told(Point(n), Viewer::Spectator);
    assert_eq!(told(&session, 1), "Ana chooses");
    session.say(BEN, "paper").expect("Ben is asked");
    let asked = "(Rock, paper or scissors?)";
    assert_eq!(told(&session, 1), format!("Ana chooses rock {asked}"));
    assert_eq!(told(&session, 2), format!("Ben chooses paper {asked}"));
}

#[test]
fn whoever_goes_back_within_what_all_do_at_once_hears_the_same_of_it() {
    let mut session = played(ROCK, &["rock", "paper"]);
    let told = |session: &Session<_>| session.step_told(Point(1), Viewer::Spectator);
    let before = told(&session);
    session.undo(1, |_| true).expect("there is something to take back");
    assert_eq!(session.here(), Point(1));
    assert_eq!(told(&session), before);
    session.redo(1, |_| true).expect("there is something to do again");
    assert_eq!(told(&session), before);
}

#[test]
fn looking_at_a_point_leaves_the_session_where_it_is() {
    let session = played(NIM, &THREE);
    assert_eq!(session.standing_at(Point::START).hash(), game(NIM).hash());
    assert_eq!(session.here(), Point(3));
}

#[test]
fn a_walk_looks_where_each_step_was_done() {
    let session = played(NIM, &THREE);
    let mut seen = Vec::new();
    session.walk(Point(3), |game, step| seen.push((game.hash(), step.clone())));
    assert_eq!(seen.len(), 4);
    assert_eq!(seen[1].0, game(NIM).hash());
}

#[test]
fn the_last_turn_began_behind_the_choice_before() {
    let session = played(TIC_TAC_TOE, &["take Cell(1, 1)", "take Cell(2, 2)"]);
    assert!(session.began(Boundary::Turn));
    assert_eq!(session.last(session.here(), Boundary::Turn), Some(Point(1)));
}

#[test]
fn a_hidden_card_that_was_shown_is_remembered_across_an_undo() {
    let mut session = Session::begin(game(GO_FISH));
    for _ in 0..8 {
        let seat = session.game().asked().expect("it goes on").seats[0];
        let menu = session.game_mut().menu(seat).expect("it is asked");
        assert!(!menu.entries.is_empty());
        let other = if seat == ANA { "Ben" } else { "Ana" };
        let asked = (1..=13).any(|rank| session.say(seat, &format!("ask {other} {rank}")).is_ok());
        assert!(asked || session.say(seat, "sit_out").is_ok());
    }
    assert_ne!(session.across(Point::START).learned, 0);
}
