//! Nobody learns a secret: a position is dealt anew in every place that a seat has not seen, and everything that the seat
//! is shown must stay the same to the letter: view, path, menu, every step's options ([`shown`]), what it is told when it
//! tries something ([`attempts`]), what others commit in secret, and the log ([`told`]).
//!
//! Where the seat itself chooses, the same choice is made in both worlds: as long as it cannot tell the tables apart, its
//! log must be the same ([`choices`]).
//!
//! Copies that not the same seats know change their ids, and nobody may tell ([`twins`]).
//!
//! Unseen cards are called by each other's ids wherever the position names them, also in the middle of a rule, and
//! amounts that the seat may not read become others; both are the host's own [`redeal`], as bots use it.

mod attempts;
mod choices;
mod shown;
mod told;
mod twins;

use houserules_interpreter::ask::{Engine, Stop};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::host::bot::Random;
use houserules_interpreter::host::game::Rejected;
use houserules_interpreter::host::redeal;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{CardId, Rulebook};
use houserules_lang::source::Sources;
use std::sync::Arc;

/// So many stops are looked at for each position that is to be compared.
const STOPS: u64 = 20;

/// A game to be looked at.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The rules.
    pub book: Arc<Rulebook>,
    /// Their texts.
    pub sources: Arc<Sources>,
    /// How many play.
    pub seats: u8,
}

impl Subject {
    fn names(&self) -> Vec<String> {
        (0..self.seats).map(|s| format!("P{s}")).collect()
    }
}

/// Plays a game at random on a machine that records, and at every stop deals anew what a seat has not seen. Gives how
/// many positions were compared.
///
/// # Errors
/// What a seat was shown that it could not know.
pub fn search(subject: &Subject, mut machine: Machine, seed: u64, most: u64) -> Result<u64, String> {
    let mut draws = BotSource::new(seed);
    let mut random = Random::new(seed);
    let mut compared = 0;
    machine.take_events();
    // A game without secrets has nothing to compare, and need not end.
    let mut stops = 0;
    while compared < most && stops < STOPS * most && machine.stop() == Stop::Asking {
        stops += 1;
        let seat = draws.below(u64::from(subject.seats)) as u8;
        compared += u64::from(compare(subject, &machine, seat, &mut draws)?);
        twins::compare(subject, &machine, seat, &mut draws)?;
        committed(subject, &machine, seat, (&mut random, &mut draws))?;
        let before = machine.dump();
        let Some(asked) = machine.asked() else { break };
        let who = if asked.chance { None } else { random.quickest(&asked.seats) };
        if random.play(&mut machine, who).is_err() {
            break;
        }
        let events = machine.take_events();
        told::compare(subject, (&before, &machine.dump()), &events, seat, &mut draws)?;
    }
    Ok(compared)
}

/// Deals one position anew for a seat; gives whether anything could be changed.
fn compare(subject: &Subject, machine: &Machine, seat: u8, draws: &mut BotSource) -> Result<bool, String> {
    let mut there = machine.clone();
    let dump = there.dump();
    let names = redeal::new_names(&there, &dump, seat, draws);
    if !there.rename(&names) {
        return Err(format!("seat {seat}: the cards cannot be dealt like that: {names:?}"));
    }
    redeal::guess_amounts(&mut there, &dump, seat, draws);
    if there.dump() == dump {
        return Ok(false);
    }
    same(seat, &shown::to(subject, machine.clone(), seat), &shown::to(subject, there.clone(), seat))?;
    choices::compare(subject, machine, &there, seat)?;
    let tries = attempts::tries(&subject.book, subject.seats, machine, seat, draws);
    let (mut here, mut there) = (shown::table(subject, machine.clone()), shown::table(subject, there));
    for text in tries {
        let (a, b) = (here.why_not(seat, &text), there.why_not(seat, &text));
        let said = |why: Option<Rejected>| why.map_or_else(|| "possible".into(), |why| why.to_string());
        same(seat, &[format!("`{text}`: {}", said(a))], &[format!("`{text}`: {}", said(b))])?;
    }
    Ok(true)
}

/// Where several answer in secret, what one of them has answered is nothing to the others.
fn committed(
    subject: &Subject,
    machine: &Machine,
    seat: u8,
    (random, draws): (&mut Random, &mut BotSource),
) -> Result<(), String> {
    let Some(asked) = machine.asked().filter(|a| !a.chance && a.seats.len() > 2) else { return Ok(()) };
    let other = asked.seats[draws.below(asked.seats.len() as u64) as usize];
    if other == seat {
        return Ok(());
    }
    let (mut here, mut there) = (machine.clone(), machine.clone());
    if random.play(&mut here, Some(other)).is_err() || random.play(&mut there, Some(other)).is_err() {
        return Ok(());
    }
    let waiting = |m: &Machine| m.asked().is_some_and(|a| a.site == asked.site && !a.seats.contains(&other));
    if !waiting(&here) || !waiting(&there) {
        return Ok(());
    }
    same(seat, &shown::to(subject, here, seat), &shown::to(subject, there, seat))
}

fn same(seat: u8, here: &[String], there: &[String]) -> Result<(), String> {
    match here.iter().zip(there).find(|(a, b)| a != b) {
        Some((a, b)) => Err(format!("seat {seat} can tell:\n  {a}\nfrom\n  {b}")),
        None if here.len() != there.len() => {
            Err(format!("seat {seat} can tell {} lines from {}", here.len(), there.len()))
        }
        None => Ok(()),
    }
}

/// Names in the order of the cards, for a dump.
fn renamed(names: &[CardId], card: CardId) -> CardId {
    names.get(card.index()).copied().unwrap_or(card)
}
