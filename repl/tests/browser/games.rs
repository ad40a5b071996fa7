//! The five games, each played to its end: two by two people, the others by one, beside bots.

use super::driver::{Driver, Wishes};
use super::evening::{Evening, file};
use super::player::{By, play, told};

const GAMES: [(&str, usize, &str); 5] = [
    ("bandit", 2, "--players 2 --option game_over_at=30"),
    ("bandido_alcatraz", 1, "--players 2 --seat 2=greedy"),
    ("banditos_schacht", 2, "--players 3 --seat 3=greedy --option rounds=1"),
    ("bandits_hideout", 1, "--players 2 --seat 2=greedy"),
    ("banditos_heist", 1, "--players 2 --seat 2=greedy --option rounds=1"),
];

/// People play the first seats, a page each.
fn to_the_end(game: &str, people: usize, arguments: &str) {
    let Some(driver) = Driver::start() else { return };
    let arguments: Vec<&str> = arguments.split(' ').chain(["--seed", "7"]).collect();
    let evening = Evening::begin(&file(&format!("games/{game}.rules")), &arguments);
    let pages: Vec<_> = (0..people).map(|_| driver.browser(Wishes::default())).collect();
    for (seat, page) in pages.iter().enumerate() {
        page.open(evening.seat(seat));
    }
    let acts = play(&pages, By::Hand, 11);
    for page in &pages {
        page.until("!!document.querySelector('.score')", "the score sheet");
    }
    println!("{game}: {acts} presses, {} choices", evening.choices());
    assert!(evening.choices() > 10, "{}", told(&pages[0]));
}

/// Side by side, as who plays waits as often as not.
#[test]
fn every_game_is_played_to_its_end() {
    std::thread::scope(|scope| {
        for (game, people, arguments) in GAMES {
            scope.spawn(move || to_the_end(game, people, arguments));
        }
    });
}
