//! Sentences whose cards read differently for different readers.

use crate::visibility::{Sighted, Viewer};
use houserules_lang::naming::{listed, with_article};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A card in a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardPiece {
    /// For those who know it: its row's name.
    pub face: String,
    /// For the others.
    pub back: Back,
    /// Who knows it.
    pub sighted: Sighted,
}

/// A card whose face the reader does not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Back {
    /// `card 3 of Ana's layout`
    Place(String),
    /// One of several, not told apart: what it is, and where it lies (`Mile card`,
    /// `of Ben's hand`).
    Among(String, String),
}

/// A part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fragment {
    /// Words for all.
    Words(String),
    /// Cards, as a list.
    Cards(Vec<CardPiece>),
    /// A value that not everybody may read.
    Secret {
        /// For those who may.
        filled: Sentence,
        /// For the others.
        instead: String,
        /// Who may: a bit for each seat.
        seats: u32,
    },
}

/// A sentence for several readers.
pub type Sentence = Vec<Fragment>;

/// A sentence that is kept for as long as the game is, in no more room than it needs.
#[must_use]
pub fn kept(mut sentence: Sentence) -> Arc<[Fragment]> {
    sentence.iter_mut().for_each(shrink);
    sentence.into()
}

fn shrink(fragment: &mut Fragment) {
    match fragment {
        Fragment::Words(words) => words.shrink_to_fit(),
        Fragment::Cards(cards) => {
            for CardPiece { face, back, .. } in cards.iter_mut() {
                face.shrink_to_fit();
                match back {
                    Back::Place(place) => place.shrink_to_fit(),
                    Back::Among(what, place) => {
                        what.shrink_to_fit();
                        place.shrink_to_fit();
                    }
                }
            }
            cards.shrink_to_fit();
        }
        Fragment::Secret { filled, instead, .. } => {
            filled.iter_mut().for_each(shrink);
            filled.shrink_to_fit();
            instead.shrink_to_fit();
        }
    }
}

/// Adds words, joining them to words before.
pub fn say(sentence: &mut Sentence, words: &str) {
    if let Some(Fragment::Words(before)) = sentence.last_mut() {
        before.push_str(words)
    } else {
        sentence.push(Fragment::Words(words.into()))
    }
}

/// Adds a sentence, joining words to words before.
pub fn join(sentence: &mut Sentence, more: Sentence) {
    for piece in more {
        match piece {
            Fragment::Words(words) => say(sentence, &words),
            other => sentence.push(other),
        }
    }
}

/// The sentence as one reader reads it.
#[must_use]
pub fn read(sentence: &[Fragment], viewer: Viewer) -> String {
    let mut text = String::new();
    for piece in sentence {
        match piece {
            Fragment::Words(words) => text.push_str(words),
            Fragment::Cards(cards) => text.push_str(&card_list(cards, viewer)),
            Fragment::Secret { filled, instead, seats } => {
                let sighted = Sighted { seats: *seats, all: false };
                text.push_str(&if viewer.among(sighted) {
                    read(filled, viewer)
                } else {
                    instead.clone()
                });
            }
        }
    }
    text
}

/// Faces first as they come, equal ones counted; then backs, equal ones counted.
fn card_list(cards: &[CardPiece], viewer: Viewer) -> String {
    let mut faces: Vec<(&str, usize)> = Vec::new();
    let mut places = Vec::new();
    let mut backs: Vec<(&str, &str, usize)> = Vec::new();
    for card in cards {
        if viewer.among(card.sighted) {
            match faces.iter_mut().find(|(face, _)| *face == card.face) {
                Some((_, count)) => *count += 1,
                None => faces.push((&card.face, 1)),
            }
            continue;
        }
        match &card.back {
            Back::Place(place) => places.push(place.clone()),
            Back::Among(what, place) => {
                match backs.iter_mut().find(|b| b.0 == what && b.1 == place) {
                    Some(found) => found.2 += 1,
                    None => backs.push((what, place, 1)),
                }
            }
        }
    }
    let face = |(face, count): &(&str, usize)| {
        if *count == 1 { (*face).to_string() } else { format!("{count} × {face}") }
    };
    let mut items: Vec<String> = faces.iter().map(face).collect();
    items.append(&mut places);
    items.extend(backs.iter().map(|(what, place, count)| {
        let what = counted(what, *count);
        if place.is_empty() { what } else { format!("{what} {place}") }
    }));
    listed(&items, "and")
}

/// `a card`, `3 cards`.
#[must_use]
pub fn counted(noun: &str, count: usize) -> String {
    if count == 1 { with_article(noun) } else { format!("{count} {noun}s") }
}
