//! The five games, each played to its end.

use super::driver::{Driver, Wishes};
use super::evening::{Evening, file};
use super::player::{By, play, told};

fn to_the_end(game: &str, arguments: &[&str]) {
    let Some(driver) = Driver::start() else { return };
    let evening = Evening::begin(&file(game), arguments);
    let pages = [driver.browser(Wishes::default()), driver.browser(Wishes::default())];
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

#[test]
fn bandit_is_played_to_its_end() {
    let more = ["--option", "game_over_at=30", "--players", "2", "--seed", "7"];
    to_the_end("games/bandit.rules", &more);
}

#[test]
fn alcatraz_is_played_to_its_end() {
    to_the_end("games/bandido_alcatraz.rules", &["--players", "2", "--seed", "7"]);
}

#[test]
fn schacht_is_played_to_its_end() {
    let more = ["--option", "rounds=1", "--players", "3", "--seat", "3=greedy", "--seed", "7"];
    to_the_end("games/banditos_schacht.rules", &more);
}

#[test]
fn hideout_is_played_to_its_end() {
    let more = ["--players", "3", "--seat", "3=greedy", "--seed", "7"];
    to_the_end("games/bandits_hideout.rules", &more);
}

#[test]
fn heist_is_played_to_its_end() {
    let more = ["--option", "rounds=1", "--players", "3", "--seat", "3=greedy", "--seed", "7"];
    to_the_end("games/banditos_heist.rules", &more);
}
