//! Somebody who plays without knowing the game: presses what the page marks, as a hand would.

use super::driver::{Browser, key};
use serde_json::{Value, json};

/// Finds a point at which something can be pressed.
pub const REACHED: &str = include_str!("reached.js");

/// Says what is to be done next, and where.
const PLAYER: &str = concat!(
    "const reached = function () {\n",
    include_str!("reached.js"),
    "};\n",
    include_str!("player.js")
);

/// By what a page is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The pointer, or a finger.
    Hand,
    /// The keyboard alone.
    Keys,
}

/// Splitmix, for choices that are the same in every run.
pub struct Draws(pub u64);

impl Draws {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) & 0x7fff_ffff
    }
}

/// How a step of play ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Did {
    /// Something was pressed.
    Acted,
    /// Others are asked.
    Waits,
    /// The game is over.
    Over,
}

/// Does one thing on a page.
pub fn act(browser: &Browser, by: By, draws: &mut Draws) -> Did {
    let keys = by == By::Keys;
    let next = browser.wait_for(PLAYER, &json!({"draw": draws.next(), "keys": keys}));
    match next["state"].as_str() {
        Some("over") => return Did::Over,
        Some("waits") => return Did::Waits,
        Some("asked") => {}
        _ => panic!("the page is stuck: {next}"),
    }
    if next["press"].is_object() {
        match (next["press"]["x"].as_f64(), next["press"]["y"].as_f64()) {
            (Some(x), Some(y)) => browser.point(x, y),
            _ => panic!("this cannot be pressed: {next}"),
        }
    } else if next["walk"] == true {
        let arrow = ["\u{e012}", "\u{e013}", "\u{e014}", "\u{e015}"][(draws.next() % 4) as usize];
        browser.keys(&format!("{arrow}{}", key::ENTER));
    } else if let Some(name) = next["key"].as_str() {
        browser.keys(match name {
            "Enter" => key::ENTER,
            "Escape" => key::ESCAPE,
            letter => letter,
        });
    }
    Did::Acted
}

/// So often in a row may nobody be asked: the page waits a little each time.
const PATIENCE: usize = 2_000;

/// Plays on all pages until the game is over; how many things were done.
pub fn play(pages: &[Browser], by: By, seed: u64) -> usize {
    let mut draws = Draws(seed);
    let mut acts = 0;
    let mut idle = 0;
    loop {
        let mut waiting = 0;
        for page in pages {
            match act(page, by, &mut draws) {
                Did::Over => return acts,
                Did::Waits => waiting += 1,
                Did::Acted => {
                    acts += 1;
                    idle = 0;
                }
            }
        }
        idle += usize::from(waiting == pages.len());
        assert!(idle < PATIENCE, "nobody is asked: {}", told(&pages[0]));
    }
}

/// What a page shows, in words.
pub fn told(page: &Browser) -> Value {
    page.see("document.body.innerText")
}

/// Waits until a part of the page has these words.
pub fn says(page: &Browser, selector: &str, words: &str) {
    let text = format!("document.querySelector({})?.innerText", json!(selector));
    page.until(&format!("{text}?.includes({})", json!(words)), words);
}

/// Presses the button with these words.
pub fn press_words(page: &Browser, among: &str, words: &str) {
    let found = format!(
        "[...document.querySelectorAll({})].find((b) => !b.disabled && b.innerText.includes({}))",
        json!(among),
        json!(words)
    );
    page.until(&format!("!!{found}"), words);
    page.see("document.querySelectorAll('[data-press]').forEach((b) => delete b.dataset.press)");
    page.see(&format!("{found}.dataset.press = 'here'"));
    page.press("[data-press]");
}

/// Presses the entry of the menu with these words.
pub fn entry(page: &Browser, words: &str) {
    press_words(page, ".entries .entry", words);
}
