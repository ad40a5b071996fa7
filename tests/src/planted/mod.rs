//! Single mistakes planted in games, tables, variants and examples that are right: how well are
//! they told?
//!
//! [`slips`] are words written as another language would, [`spoilt`] are names, brackets, arguments
//! and tables damaged by a small program; each knows its place and what a right mend must name.
//! [`scrambled`] and [`reworded`] damage any line anywhere; of them the words that stood there
//! must be named. [`meant`] are rules that run, though not as meant. [`judge`] compiles and looks
//! at what is said.

mod astray;
mod judge;
mod meant;
mod names;
mod reworded;
mod scrambled;
mod slips;
mod source;
mod spoilt;
mod turned;

pub use judge::{Figures, Verdict, judge, judge_three};
pub use meant::meant;
pub use names::names;
pub use source::{Source, sources};

use crate::mutate::Chance;
use scrambled::Page;

/// A change of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The table that is changed; none for the rules themselves.
    pub table: Option<String>,
    /// The first byte that goes.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// What stands there instead.
    pub new: String,
}

/// A mistake that can be planted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plant {
    /// What sort of mistake it is.
    pub kind: &'static str,
    /// Which text it is planted in.
    pub source: usize,
    /// The change of the text that plants it.
    pub edit: Edit,
    /// Words, one of which names the mend.
    pub mends: Vec<String>,
    /// The words that stood there, with those beside them, name the mend, or a fix that leaves
    /// nothing to be said; what reads as it is now is no mistake.
    pub strict: bool,
    /// The mistake is one of the whole table or shows only where the changed name is used: any
    /// place is right.
    pub anywhere: bool,
}

/// Draws mistakes of every sort, up to so many of each, from all texts.
#[must_use]
pub fn plants(sources: &[Source], of_each: usize, chance: &mut Chance) -> Vec<Plant> {
    let mut all = Vec::new();
    for (kind, slips) in slips::SLIPS {
        for slip in *slips {
            draw(&mut all, of_each, sources, chance, |at, source| {
                slips::places(kind, slip, at, source)
            });
        }
    }
    for (_, find) in spoilt::WAYS {
        draw(&mut all, of_each * 6, sources, chance, find);
    }
    all
}

/// Draws mistakes of every sort that may stand anywhere, as many of each; every other one in the
/// games themselves.
#[must_use]
pub fn strewn(sources: &[Source], of_each: usize, chance: &mut Chance) -> Vec<Plant> {
    const TRIES: usize = 40;
    let pages: Vec<Page<'_>> = sources.iter().map(Page::of).collect();
    let mut all = Vec::new();
    for (kind, draw) in scrambled::DRAWS.iter().chain(reworded::DRAWS) {
        let mut found = 0;
        for _ in 0..of_each * TRIES {
            let most = if chance.below(2) == 0 { GAMES } else { sources.len() };
            let at = chance.below(most.min(sources.len()));
            let Some(edit) = draw(&pages[at], chance) else { continue };
            let mends = judge::stood(&edit, &sources[at]);
            all.push(Plant { kind, source: at, edit, mends, strict: true, anywhere: false });
            found += 1;
            if found == of_each {
                break;
            }
        }
    }
    all
}

/// So many of the texts are the games.
const GAMES: usize = 5;

/// One place in each of a few texts, drawn at random.
fn draw(
    all: &mut Vec<Plant>,
    wanted: usize,
    sources: &[Source],
    chance: &mut Chance,
    find: impl Fn(usize, &Source) -> Vec<Plant>,
) {
    let mut order: Vec<usize> = (0..sources.len()).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, chance.below(at + 1));
    }
    let mut found = 0;
    for at in order {
        let mut places = find(at, &sources[at]);
        if places.is_empty() {
            continue;
        }
        all.push(places.swap_remove(chance.below(places.len())));
        found += 1;
        if found == wanted {
            return;
        }
    }
}

/// Three mistakes of one text that do not touch each other, drawn from those given.
#[must_use]
pub fn triples(
    plants: &[Plant],
    sources: &[Source],
    wanted: usize,
    chance: &mut Chance,
) -> Vec<[Plant; 3]> {
    let mut all = Vec::new();
    for _ in 0..wanted * 40 {
        if all.len() == wanted || plants.is_empty() {
            break;
        }
        let first = &plants[chance.below(plants.len())];
        let mates: Vec<&Plant> = plants.iter().filter(|p| p.source == first.source).collect();
        let mut three = [first, mates[chance.below(mates.len())], mates[chance.below(mates.len())]]
            .map(Plant::clone);
        three.sort_by_key(|p| p.edit.start);
        let text = &sources[first.source].text;
        let apart = |a: &Plant, b: &Plant| {
            let between = text.get(a.edit.end..b.edit.start);
            between.is_some_and(|t| t.matches('\n').count() > 3)
        };
        let fits = |p: &Plant| p.edit.table.is_none() && !p.anywhere;
        if three.iter().all(fits) && apart(&three[0], &three[1]) && apart(&three[1], &three[2]) {
            all.push(three);
        }
    }
    all
}
