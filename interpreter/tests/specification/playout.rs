//! Games that play by themselves.

use crate::{game, program};
use houserules_interpreter::ask::{Engine, Outcome, Policy, Stop};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::machine::native::{Inside, Native, Plan, Played};
use houserules_interpreter::machine::{Batch, Machine};
use houserules_interpreter::playout::{GameEnd, Random, draws_of, ended, game_seed, to_the_end};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const NIM: &str = include_str!("../../../examples/nim.rules");
const GO_FISH: &str = include_str!("../../../examples/go_fish.rules");

#[test]
fn every_game_of_many_has_a_seed_of_its_own() {
    assert_eq!(game_seed(7, 3), game_seed(7, 3));
    assert_ne!(game_seed(7, 3), game_seed(7, 4));
    assert_ne!(game_seed(7, 3), game_seed(8, 3));
}

#[test]
fn a_game_plays_to_its_end() {
    let (end, decisions) = to_the_end(&mut game(NIM), &[], &mut BotSource::new(1), 100);
    assert!(matches!(end, GameEnd::Finished(Outcome::Won(_))), "{end:?}");
    assert!((3..=15).contains(&decisions), "{decisions}");
}

#[test]
fn a_game_that_is_cut_off_came_to_no_end() {
    let (end, decisions) = to_the_end(&mut game(NIM), &[], &mut BotSource::new(1), 1);
    assert_eq!(end, GameEnd::Stalled("came to no end within 1 decisions".into()));
    assert_eq!(decisions, 1);
}

#[test]
fn the_same_draws_play_the_same_game() {
    let play = |seed: u64| {
        let mut fish = game(GO_FISH);
        to_the_end(&mut fish, &[], &mut draws_of(seed), 1_000);
        fish.hash()
    };
    assert_eq!(play(5), play(5));
    assert_ne!(play(5), play(6));
}

#[test]
fn players_draw_nothing_from_the_seed_of_the_game() {
    let mut fish = game(GO_FISH);
    let before = fish.seed();
    to_the_end(&mut fish, &[], &mut draws_of(5), 100);
    assert_eq!(fish.seed(), before);
}

#[test]
fn playing_in_parts_is_playing_on() {
    let (mut whole, mut parts) = (game(GO_FISH), game(GO_FISH));
    let (mut one, mut other) = (draws_of(5), draws_of(5));
    whole.playout(&[], &mut one, 20);
    parts.playout(&[], &mut other, 8);
    parts.playout(&[], &mut other, 12);
    assert_eq!(whole.hash(), parts.hash());
}

#[test]
fn every_policy_plays_to_the_end() {
    for policy in Policy::ALL {
        let (end, _) = to_the_end(&mut game(NIM), &[policy; 2], &mut BotSource::new(1), 100);
        assert!(matches!(end, GameEnd::Finished(_)), "{end:?}");
    }
}

#[test]
fn a_drawn_answer_is_on_offer() {
    let mut nim = game(NIM);
    let mut player = Random::new(3);
    while nim.stop() == Stop::Asking {
        let seat = nim.asked().and_then(|asked| asked.seats.first().copied());
        player.play(&mut nim, seat).expect("it was drawn from what is on offer");
    }
    assert!(matches!(nim.stop(), Stop::Over(_)));
}

#[test]
fn the_quickest_is_one_of_those_asked() {
    let mut player = Random::new(3);
    let quickest = player.quickest(&[4, 9]).expect("somebody is asked");
    assert!([4, 9].contains(&quickest));
}

#[test]
fn a_stop_at_a_question_before_the_cap_asks_nobody() {
    assert_eq!(ended(Stop::Asking, 2, 9), GameEnd::Stalled("nobody is asked".into()));
}

#[test]
fn a_program_serves_many_games() {
    let program = program(NIM, 2);
    let begin = |seed: u64| Machine::start(program.clone(), seed, false).hash();
    assert_eq!(begin(1), begin(2), "nothing is left to chance");
}

/// Machine code that has none for anything, and counts how often it was asked.
#[derive(Debug, Default)]
struct Nothing {
    pure: AtomicU64,
    play: AtomicU64,
}

impl Native for Nothing {
    fn pure(&self, _: &mut Inside<'_>, _: u32) -> bool {
        self.pure.fetch_add(1, Ordering::Relaxed);
        false
    }

    fn play(&self, _: &mut Inside<'_>, _: &mut dyn BotDraw, _: &mut Plan) -> Played {
        self.play.fetch_add(1, Ordering::Relaxed);
        Played::Unknown
    }
}

#[test]
fn machine_code_is_asked_first_and_the_interpreter_goes_on_where_it_leaves() {
    let mut alone = Machine::start(program(GO_FISH, 2), 7, false);
    alone.playout(&[], &mut draws_of(5), 60);
    let native = Arc::new(Nothing::default());
    let mut machine = Machine::start(program(GO_FISH, 2), 7, false);
    machine.assist(Arc::clone(&native) as Arc<dyn Native>);
    machine.playout(&[], &mut draws_of(5), 60);
    assert_eq!(machine.position(), alone.position());
    assert_eq!(machine.tally(), alone.tally());
    let asked = |count: &AtomicU64| count.load(Ordering::Relaxed);
    assert!(asked(&native.pure) > 0 && asked(&native.play) > 0);
}

#[test]
fn a_recorded_game_is_interpreted() {
    let native = Arc::new(Nothing::default());
    let mut machine = Machine::start(program(GO_FISH, 2), 7, true);
    machine.assist(Arc::clone(&native) as Arc<dyn Native>);
    machine.playout(&[], &mut draws_of(5), 60);
    assert_eq!(native.play.load(Ordering::Relaxed), 0);
}

/// How a game that plays on from another's position comes out: who won, and the decisions made.
fn one_by_one(from: &Machine, batch: Batch, game: u64) -> (Stop, u64) {
    let seed = game_seed(batch.seed, game);
    let mut machine =
        Machine::resume(Arc::clone(from.program()), from.position().clone(), seed, false);
    machine.playout(&[], &mut draws_of(seed), batch.most)
}

#[test]
fn many_games_in_one_call_are_the_same_games_one_by_one() {
    for most in [3, 1_000] {
        let mut fish = game(GO_FISH);
        fish.playout(&[], &mut BotSource::new(4), 5);
        let batch = Batch { games: 40, seed: 9, most };
        let from = fish.position().clone();
        let games: Vec<_> = (0..batch.games).map(|game| one_by_one(&fish, batch, game)).collect();
        let together = fish.play_out(&from, batch);
        let won_by = |seat: u8, stop: &Stop| match stop {
            Stop::Over(Outcome::Won(won)) => won.contains(&seat),
            _ => false,
        };
        for seat in 0..4 {
            let won = games.iter().filter(|(stop, _)| won_by(seat, stop)).count();
            assert_eq!(together.won[usize::from(seat)], won as u64);
        }
        assert_eq!(together.decisions, games.iter().map(|(_, made)| made).sum::<u64>());
        assert_eq!(together.decided > 0, most > 3);
        assert_eq!(together, fish.play_out(&from, batch));
    }
}

#[test]
fn a_batch_from_the_beginning_deals_anew_for_each_game() {
    let mut fish = game(GO_FISH);
    let (beginning, batch) = (fish.beginning(), Batch { games: 30, seed: 9, most: 1_000 });
    let mut one = game(GO_FISH);
    let mut play = |game| {
        let seed = game_seed(batch.seed, game);
        one.restart(seed);
        one.playout(&[], &mut draws_of(seed), batch.most)
    };
    let games: Vec<_> = (0..batch.games).map(&mut play).collect();
    let together = fish.play_out(&beginning, batch);
    assert_eq!(together.decisions, games.iter().map(|(_, made)| made).sum::<u64>());
    assert_eq!(fish.position(), one.position());
}

#[test]
fn a_position_plays_on_differently_with_each_seed() {
    let mut fish = game(GO_FISH);
    let from = fish.position().clone();
    let outcomes = |seed| fish.play_out(&from, Batch { games: 5, seed, most: 1_000 });
    let all: Vec<_> = (0..4).map(outcomes).collect();
    assert!(all.iter().any(|outcomes| *outcomes != all[0]), "{all:?}");
}
