//! Places to stop at: stages that begin, rules that are carried out, things that change, conditions
//! that come true.

use super::{Condition, Thing};
use crate::game::Game;
use houserules_interpreter::ask::Running;
use houserules_interpreter::ask::{Event, EventKind, Offered};
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{BodyRef, Rulebook, StageId, StageWord};

/// What to stop at.
#[derive(Debug, Clone)]
pub enum Break {
    /// A stage of this word begins; with a title, only one that is called so.
    Stage(StageWord, Option<String>),
    /// This stage begins.
    ThisStage(StageId),
    /// Any of these is carried out, or changes.
    Things(Vec<Thing>),
    /// The condition comes true.
    When(Box<Condition>),
}

/// A break with its number.
#[derive(Debug, Clone)]
pub struct Set {
    /// From 1, in the order in which they were set; none is given twice.
    pub number: u32,
    /// As it was typed.
    pub text: String,
    /// None: what was typed means nothing under the rules the game has now.
    what: Option<Break>,
    held: bool,
}

impl Set {
    /// Whether it is a condition that holds already: it is hit when that comes true again.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.held
    }

    /// Whether it rests, as it means nothing under the rules the game has now.
    #[must_use]
    pub fn rests(&self) -> bool {
        self.what.is_none()
    }
}

/// Whether a condition holds already.
fn held(game: &mut Game<Machine>, what: &Break) -> bool {
    match what {
        Break::When(condition) => condition.holds(game) == Ok(true),
        Break::Stage(..) | Break::ThisStage(_) | Break::Things(_) => false,
    }
}

/// All that a game is to stop at.
#[derive(Debug, Clone, Default)]
pub struct Breaks {
    all: Vec<Set>,
    last: u32,
}

impl Breaks {
    /// Adds one; gives its number.
    pub fn add(&mut self, game: &mut Game<Machine>, text: &str, what: Break) -> u32 {
        let held = held(game, &what);
        self.last += 1;
        self.all.push(Set { number: self.last, text: text.to_string(), what: Some(what), held });
        self.last
    }

    /// Takes one away; no if there is none of that number.
    pub fn remove(&mut self, number: u32) -> bool {
        let before = self.all.len();
        self.all.retain(|b| b.number != number);
        self.all.len() < before
    }

    /// All of them, oldest first.
    #[must_use]
    pub fn all(&self) -> &[Set] {
        &self.all
    }

    /// Reads a break anew, for other rules; none: it means nothing under them, and rests until it
    /// does again.
    pub fn renew(&mut self, number: u32, game: &mut Game<Machine>, what: Option<Break>) {
        let Some(set) = self.all.iter_mut().find(|b| b.number == number) else { return };
        set.held = what.as_ref().is_some_and(|what| held(game, what));
        set.what = what;
    }

    /// Which are hit by what has happened, and by bodies that have begun.
    pub fn hit(
        &mut self,
        game: &mut Game<Machine>,
        events: &[Event],
        entered: &[Running],
    ) -> Vec<u32> {
        let mut hit = Vec::new();
        for set in &mut self.all {
            let Some(what) = &set.what else { continue };
            let is_hit = match what {
                Break::Stage(word, title) => {
                    events.iter().any(|e| begins(game.book(), &e.kind, *word, title.as_deref()))
                }
                Break::ThisStage(id) => events
                    .iter()
                    .any(|e| matches!(&e.kind, EventKind::Began(stage, _) if stage == id)),
                Break::Things(things) => things.iter().any(|thing| {
                    entered.iter().any(|r| runs(r.body, *thing))
                        || events.iter().any(|e| touches(&e.kind, *thing))
                }),
                Break::When(condition) => {
                    let holds = condition.holds(game) == Ok(true);
                    let held = std::mem::replace(&mut set.held, holds);
                    holds && !held
                }
            };
            if is_hit {
                hit.push(set.number);
            }
        }
        hit
    }
}

fn begins(book: &Rulebook, kind: &EventKind, word: StageWord, title: Option<&str>) -> bool {
    let EventKind::Began(stage, _) = kind else { return false };
    let info = &book[*stage];
    info.word == word && title.is_none_or(|title| info.raw_title.as_deref() == Some(title))
}

fn runs(body: BodyRef, thing: Thing) -> bool {
    match (body, thing) {
        (BodyRef::Deed(a), Thing::Deed(b)) => a == b,
        (BodyRef::Move(a), Thing::Move(b)) => a == b,
        _ => false,
    }
}

/// Whether an event changes a thing, or is the choice of that move.
#[must_use]
pub fn touches(kind: &EventKind, thing: Thing) -> bool {
    let of = |key: Option<u16>, found: u16| key.is_none_or(|key| key == found);
    match (kind, thing) {
        (EventKind::Moved { from, to, .. }, Thing::Zone(zone, key)) => {
            (from.0 == zone && of(key, from.1)) || (to.0 == zone && of(key, to.1))
        }
        (
            EventKind::Moved { card, .. } | EventKind::Shown(card, _) | EventKind::Hidden(card, _),
            Thing::Card(c),
        ) => *card == c,
        (EventKind::Swapped { a, b }, Thing::Card(card)) => *a == card || *b == card,
        (EventKind::Shuffled(zone, found), Thing::Zone(of_zone, key)) => {
            *zone == of_zone && of(key, *found)
        }
        (EventKind::Set(counter, found, before, after, _), Thing::Counter(of_counter, key)) => {
            *counter == of_counter && of(key, *found) && before != after
        }
        (EventKind::Chose { what: Offered::Move(id, ..), .. }, Thing::Move(of_move)) => {
            *id == of_move
        }
        _ => false,
    }
}
