//! The pictures of README, made anew where somebody asks for it: `PICTURES=1`.

use super::driver::{Browser, Driver, Wishes};
use super::evening::{Evening, file};
use super::player::{By, Did, Draws, act, told};
use serde_json::{Value, json};
use std::fs;

/// What is to be seen on a picture.
struct Wanted {
    name: &'static str,
    game: &'static str,
    /// So many things are done before.
    acts: usize,
    /// And something that this finds is there.
    there: &'static str,
    phone: bool,
}

const WANTED: [Wanted; 6] = [
    Wanted {
        name: "schacht",
        game: "games/banditos_schacht.rules",
        acts: 18,
        there: ".band.mine ~ .table, .entries",
        phone: false,
    },
    Wanted {
        name: "bandit",
        game: "games/bandit.rules",
        acts: 9,
        there: ".entries .entry:not(.quiet)",
        phone: false,
    },
    Wanted {
        name: "alcatraz",
        game: "games/bandido_alcatraz.rules",
        acts: 14,
        there: ".ask .done .go",
        phone: false,
    },
    Wanted {
        name: "hideout",
        game: "games/bandits_hideout.rules",
        acts: 12,
        there: ".entries .entry:not(.quiet)",
        phone: false,
    },
    Wanted {
        name: "heist",
        game: "games/banditos_heist.rules",
        acts: 14,
        there: ".node.open, .entries .entry:not(.quiet)",
        phone: false,
    },
    Wanted {
        name: "phone",
        game: "games/banditos_schacht.rules",
        acts: 6,
        there: ".entries .entry:not(.quiet)",
        phone: true,
    },
];

const STILL: &str = "await new Promise((on) => setTimeout(on, 900)); return true;";

fn shot(page: &Browser, name: &str) {
    page.hover(1.0, 1.0);
    page.wait_for(STILL, &Value::Null);
    let taken = page.devtools("Page.captureScreenshot", &json!({"format": "png"}));
    let bytes = decoded(taken["data"].as_str().unwrap());
    fs::write(file("docs/pictures").join(format!("{name}.png")), bytes).unwrap();
}

/// Bytes that were written as base64.
fn decoded(text: &str) -> Vec<u8> {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut held, mut bytes) = (0_u32, 0, Vec::new());
    for digit in text.bytes().filter_map(|c| digits.iter().position(|d| *d == c)) {
        bits = (bits << 6) | digit as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}

#[test]
fn pictures_are_made_where_somebody_asks_for_them() {
    assert_eq!(decoded("SG91c2U="), b"House");
    if std::env::var_os("PICTURES").is_none() {
        return;
    }
    let Some(driver) = Driver::start() else { return };
    for wanted in WANTED {
        let bots = ["--seat", "2=greedy", "--seat", "3=greedy"];
        let more = [&["--players", "3", "--seed", "7"][..], &bots[..]].concat();
        let evening = Evening::begin(&file(wanted.game), &more);
        let page = driver.browser(Wishes { phone: wanted.phone, ..Wishes::default() });
        page.open(evening.seat(0));
        let there = format!(
            "!!document.querySelector('.band.mine') && !document.querySelector('.pause') && \
             !!document.querySelector({})",
            json!(wanted.there)
        );
        let (mut draws, mut acts) = (Draws(5), 0);
        loop {
            if acts >= wanted.acts {
                // What was pressed last has its answer by then.
                page.wait_for(STILL, &Value::Null);
                if page.see(&there) == true {
                    break;
                }
            }
            match act(&page, By::Hand, &mut draws) {
                Did::Over => panic!("{} is over: {}", wanted.name, told(&page)),
                Did::Waits => {}
                Did::Acted => acts += 1,
            }
        }
        shot(&page, wanted.name);
    }
}
