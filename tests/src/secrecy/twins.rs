//! Copies of a card are told apart by what is known of them, never by their ids: two copies in a set of which others know
//! one and not the other change ids, and whoever chooses the same, everybody reads the same, to the letter.

use super::{Subject, same, shown};
use houserules_interpreter::ask::{Dump, Engine};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::host::bot::Random;
use houserules_interpreter::host::game::Game;
use houserules_interpreter::host::sight::Viewer;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{CardId, Owner, Rulebook, ZoneShape};

/// Lets a seat that is asked alone choose the same in a world where two such copies have each other's ids. Rules that
/// draw lots are passed over: a lot falls on a place.
pub(super) fn compare(
    subject: &Subject,
    machine: &Machine,
    seat: u8,
    draws: &mut BotSource,
) -> Result<(), String> {
    let pairs = unlike_copies(&subject.book, &machine.dump());
    if machine.asked().is_none_or(|a| a.seats != [seat]) || pairs.is_empty() {
        return Ok(());
    }
    let (a, b) = pairs[draws.below(pairs.len() as u64) as usize];
    let mut names: Vec<CardId> = (0..subject.book.cards.len() as u16).map(CardId).collect();
    names.swap(a.index(), b.index());
    let mut there = machine.clone();
    if !there.rename(&names) {
        return Err(format!("{a:?} and {b:?} cannot change ids"));
    }
    let (mut here, mut there) = (shown::table(subject, machine.clone()), shown::table(subject, there));
    everybody(subject, &here, &there, (0, 0))?;
    let from = (here.log_length(), there.log_length());
    let mut random = Random::new(draws.below(u64::MAX));
    if here.answer_with(seat, |engine| random.answer(engine, seat)).is_err() {
        return Ok(());
    }
    let Some(choice) = here.records().last().map(|r| r.choice.clone()) else { return Ok(()) };
    if let Err(why) = there.say(seat, &choice) {
        return Err(format!("`{choice}` depends on ids of copies: {why}"));
    }
    let told = everybody(subject, &here, &there, from);
    told.map_err(|leak| format!("which copy is meant by `{choice}` depends on ids: {leak}"))
}

/// Pairs of copies in one set, alike but that not the same seats know them.
fn unlike_copies(book: &Rulebook, dump: &Dump) -> Vec<(CardId, CardId)> {
    let of_card = |owner: Owner, key: u16, c: CardId| matches!(owner, Owner::Card(_)) && key == c.0;
    let carried = |c: CardId| {
        let counters =
            dump.counters.iter().filter(|(id, k, _)| of_card(book.counters[id.index()].owner, *k, c));
        let zones = dump.zones.iter().filter(|(id, k, _)| of_card(book.zones[id.index()].owner, *k, c));
        let counters: Vec<_> = counters.map(|(id, _, value)| (id, value)).collect();
        (counters, zones.map(|(id, _, cards)| (id, cards)).collect::<Vec<_>>())
    };
    let mut pairs = Vec::new();
    for (zone, _, cards) in &dump.zones {
        if book.zones[zone.index()].shape != ZoneShape::Set {
            continue;
        }
        let cards: Vec<CardId> = cards.iter().flatten().copied().collect();
        for (at, a) in cards.iter().enumerate() {
            let unlike = |b: &&CardId| {
                book.cards[a.index()].row == book.cards[b.index()].row
                    && dump.known[a.index()] != dump.known[b.index()]
                    && carried(*a) == carried(**b)
            };
            pairs.extend(cards[at + 1..].iter().filter(unlike).map(|b| (*a, *b)));
        }
    }
    pairs
}

/// What every reader sees, and the lines of the log from there on.
fn everybody(
    subject: &Subject,
    here: &Game<Machine>,
    there: &Game<Machine>,
    from: (usize, usize),
) -> Result<(), String> {
    let readers = (0..subject.seats).map(Viewer::Seat).chain([Viewer::Spectator]);
    for reader in readers {
        let lines = |game: &Game<Machine>, from: usize| -> Vec<String> {
            game.log(reader, from).into_iter().map(|l| format!("{:?}: {}", l.told, l.text)).collect()
        };
        let Viewer::Seat(seat) = reader else {
            same(u8::MAX, &lines(here, from.0), &lines(there, from.1))?;
            continue;
        };
        same(seat, &lines(here, from.0), &lines(there, from.1))?;
        let table = |game: &Game<Machine>| shown::to(subject, game.engine().clone(), seat);
        same(seat, &table(here), &table(there))?;
    }
    Ok(())
}
