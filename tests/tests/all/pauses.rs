//! Where people would look at the table on the way to the next question: found by what everybody is
//! told, and shown as each may see it.
#![expect(clippy::expect_used, reason = "a test that cannot go on has failed")]

use crate::told::{ANA, BEN, log, started};
use houserules_interpreter::machine::Machine;
use houserules_table::game::Game;
use houserules_table::view::{CardView, View};
use houserules_table::visibility::Viewer;

/// Everybody lays a card; what lies there is said and taken away.
const TRICK: &str = "game \"Trick\"\nplayers 3\ncard Card { n: 1..9 }\n\
    deck pack of Card { each of (1..9) }\n\
    each Player has { hand: set of Card, seen by owner  won: pile of Card  points: Number }\n\
    the table has { trick: row of Card }\n\
    setup { shuffle pack  for each p in players { move top 3 of pack to p.hand } }\n\
    play { round n in 1..3 { turn me in players { choose { lay } } COUNT } end game lost }\n\
    action lay(c in me.hand) { move c to trick }\n";

fn lays(count: &str) -> Game<Machine> {
    started(&TRICK.replace("COUNT", count), 1)
}

/// Each lays the first card that may be laid.
fn round(game: &mut Game<Machine>) {
    for seat in 0..3 {
        let cards = view(game, Viewer::Seat(seat), "hand", seat);
        let name = cards.iter().find_map(|card| match card {
            CardView::Face { name, .. } => Some(name.clone()),
            CardView::Back | CardView::Hole => None,
        });
        game.say(seat, &format!("lay [{}]", name.expect("a card"))).expect("a move");
    }
}

fn view(game: &Game<Machine>, viewer: Viewer, zone: &str, seat: u8) -> Vec<CardView> {
    of(&game.view(viewer), zone, Some(seat))
}

fn of(view: &View, zone: &str, seat: Option<u8>) -> Vec<CardView> {
    let group = view.groups.iter().find(|g| g.seat == seat).expect("a group");
    group.zones.iter().find(|z| z.name == zone).expect("a zone").cards.clone()
}

#[test]
fn the_last_card_of_a_trick_is_seen_before_the_trick_is_taken() {
    let mut game = lays("move trick to (first p in players).won");
    round(&mut game);
    assert!(view(&game, ANA, "won", 0).len() <= 3, "the trick is gone");
    let told = game.told_at_pause(BEN);
    let pause = game.pause().expect("a pause");
    assert!(!pause.over);
    assert_eq!(of(&pause.game.view(BEN), "trick", None).len(), 3);
    assert!(told.iter().any(|line| line.text.contains("Cleo lays")), "{told:?}");
    assert!(told.iter().any(|line| line.text.contains("from trick to")), "{told:?}");
    // Hands stay what they are.
    let hidden = of(&pause.game.view(BEN), "hand", Some(0));
    assert!(hidden.iter().all(|card| !matches!(card, CardView::Face { .. })), "{hidden:?}");
}

#[test]
fn a_round_that_was_counted_is_looked_at_and_one_that_was_not_passes() {
    let mut game = lays("for each p in players { p.points += 1 }");
    round(&mut game);
    let pause = game.pause().expect("a pause");
    assert!(pause.over);
    let path: Vec<String> = pause.game.view(ANA).path.into_iter().map(|p| p.text).collect();
    assert_eq!(path, ["round 1"]);
    assert!(log(&game, ANA).contains("round 2"));
    assert!(!game.told_at_pause(ANA).iter().any(|line| line.text == "round 2"));
    // The next step is a step of its own.
    let cards = view(&game, ANA, "hand", 0);
    let CardView::Face { name, .. } = &cards[0] else { unreachable!("her own card") };
    game.say(0, &format!("lay [{name}]")).expect("a move");
    assert!(game.pause().is_none());
    let mut game = lays("");
    round(&mut game);
    assert!(game.pause().is_none(), "nothing was counted");
}

#[test]
fn what_not_everybody_sees_makes_no_pause() {
    // Cards that lie face down go away; a counter changes that only its owner reads.
    let rules = TRICK
        .replace("trick: row of Card }", "trick: row of Card, seen by nobody }")
        .replace("points: Number", "points: Number, seen by owner")
        .replace("COUNT", "for each p in players { p.points += 1 } move trick to pack");
    let mut game = started(&rules, 1);
    round(&mut game);
    assert!(game.pause().is_none());
}

#[test]
fn what_all_players_are_shown_onlookers_see_too() {
    let mut game = lays("for each p in players { show p.hand to players  p.points += 1 }");
    round(&mut game);
    let pause = game.pause().expect("a pause");
    for viewer in [ANA, BEN, Viewer::Spectator] {
        let hand = of(&pause.game.view(viewer), "hand", Some(2));
        assert!(hand.iter().all(|c| matches!(c, CardView::Face { .. })), "{viewer:?} {hand:?}");
    }
    let told = log(&game, Viewer::Spectator);
    assert!(told.contains("Card") && told.contains("are shown to everyone"), "{told}");
}
