//! One edit in the middle of a game: the rules are compiled, compared and brought in every way
//! there is.

use super::edits::{Desk, edited};
use crate::mutate::Chance;
use houserules_interpreter::ask::{Engine, Policy, Setup, Stop};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::migrate::{Added, Blocked};
use houserules_interpreter::program::Program;
use houserules_lang::difference::spelling::Renames;
use houserules_lang::ir::{CardId, StageWord};
use houserules_table::game::Game;
use houserules_table::reload::{How, Update, When, apply, replay, wait_for};
use std::collections::BTreeMap;
use std::sync::Arc;

/// So many decisions are played under new rules.
const ON: usize = 40;

/// What came of an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The rules do not compile any more.
    Broken,
    /// Nothing changed that counts.
    Same,
    /// They came in where the game stood.
    Now,
    /// They came in before the next turn, phase or round.
    Later,
    /// They could not come in; the first reason.
    Refused(&'static str),
}

/// What came of many.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// How often each outcome came.
    pub outcomes: BTreeMap<Outcome, u64>,
    /// Replays under the new rules: whole, and as far as they fit.
    pub replays: (u64, u64),
    /// What the last edit changed, as it is told.
    pub said: String,
}

/// A game of a desk at its start, the number of players drawn from the seed.
pub(super) fn new_game(desk: &Desk, seed: u64) -> Result<Game<Machine>, String> {
    let compiled = desk.compiled();
    let book = Arc::new(compiled.rulebook.ok_or("the game itself does not compile")?);
    let spread = u64::from(book.players.1 - book.players.0) + 1;
    let seats = book.players.0 + (seed % spread) as u8;
    let setup = Setup { seats, options: Vec::new() };
    let program = Program::new(Arc::clone(&book), &setup).map_err(|e| e.to_string())?;
    let machine = Machine::start(Arc::new(program), seed, true);
    let names = (0..seats).map(|s| format!("P{}", s + 1)).collect();
    Ok(Game::start(machine, book, Arc::new(compiled.sources), names))
}

/// A game alone, or with one or two of its variants, if they go together.
pub(super) fn laid(desk: &Desk, chance: &mut Chance) -> Desk {
    let all = desk.variants.len();
    let drawn: Vec<usize> = (0..chance.below(3)).map(|_| chance.below(all)).collect();
    let laid = desk.clone().with(&drawn);
    if laid.compiled().rulebook.is_some() { laid } else { desk.clone().with(&[]) }
}

/// Plays by chance; stops if the game waits for new rules.
fn play_on(game: &mut Game<Machine>, bot: &mut BotSource, most: usize) {
    for _ in 0..most {
        let Some(asked) = game.asked().filter(|_| game.stop() == Stop::Asking) else { return };
        let Some(seat) = asked.seats.first().copied() else { return };
        if game.answer_with(seat, |engine| engine.drawn(Some(seat), Policy::Random, bot)).is_err() {
            return;
        }
    }
}

/// Every card lies somewhere exactly once, or has left the game.
pub(super) fn every_card_once(game: &Game<Machine>) -> Result<(), String> {
    let dump = game.engine().dump();
    let mut seen = vec![0_u32; game.book().cards.len()];
    for (zone, _, cards) in &dump.zones {
        for CardId(card) in cards.iter().flatten() {
            *seen.get_mut(usize::from(*card)).ok_or("a card that is none")? += 1;
            let row = game.book().cards[usize::from(*card)].row;
            let kind = game.book().rows[row.index()].kind;
            if !game.book().zones[zone.index()].of.has(kind) {
                return Err(format!("card {card} lies in a zone that cannot hold it"));
            }
        }
    }
    match seen.iter().position(|n| *n != 1) {
        Some(card) => Err(format!("card {card} lies in {} places", seen[card])),
        None => Ok(()),
    }
}

/// Edits a game in the middle and brings the rules in.
///
/// # Errors
/// What must not be.
pub fn try_edit(
    desk: &Desk,
    seed: u64,
    tally: &mut Tally,
) -> Result<(&'static str, Outcome), String> {
    let mut chance = Chance::new(seed);
    let desk = &laid(desk, &mut chance);
    let mut game = new_game(desk, seed)?;
    let mut bot = BotSource::new(seed);
    let most = [15, 60, 150][chance.below(3)];
    play_on(&mut game, &mut bot, chance.below(most));
    if let Stop::Over(_) = game.stop() {
        game = new_game(desk, seed)?;
    }
    let (mut new, what) = edited(desk, &mut chance);
    for _ in 0..chance.below(3) {
        new = edited(&new, &mut chance).0;
    }
    let before = (game.hash(), game.engine().position().clone());
    let outcome = bring_in(&mut game, &new, &mut chance, &mut bot, tally)?;
    if !matches!(outcome, Outcome::Later)
        && (game.hash(), game.engine().position()) != (before.0, &before.1)
    {
        return Err("the old position was changed".into());
    }
    *tally.outcomes.entry(outcome).or_default() += 1;
    Ok((what, outcome))
}

fn bring_in(
    game: &mut Game<Machine>,
    desk: &Desk,
    chance: &mut Chance,
    bot: &mut BotSource,
    tally: &mut Tally,
) -> Result<Outcome, String> {
    let compiled = desk.compiled();
    let Some(book) = compiled.rulebook else { return Ok(Outcome::Broken) };
    let update = Update::new(game, Arc::new(book), Arc::new(compiled.sources), &Renames::new());
    let same = update.difference.is_empty();
    tally.said =
        update.difference.changes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n  ");
    if let Ok((mut again, misfit)) = replay(game, &update) {
        tally.replays.0 += u64::from(misfit.is_none());
        tally.replays.1 += u64::from(misfit.is_some());
        play_on(&mut again, bot, 3);
    }
    let mut how = How::when(When::Now);
    how.answers.added = [Added::Bottom, Added::Top, Added::Anywhere][chance.below(3)];
    if How::read(&how.to_string()).is_none_or(|read| read.to_string() != how.to_string()) {
        return Err(format!("`{how}` is not read as it is written"));
    }
    match apply(game, &update, &how) {
        Ok(applied) => {
            let mut new = applied.game;
            every_card_once(&new)?;
            if same
                && update.rules_hash
                    == houserules_table::journal::fingerprint::rules_hash(game.book())
                && new.hash() != game.hash()
            {
                return Err("the same rules made another position".into());
            }
            play_on(&mut new, bot, ON);
            every_card_once(&new)?;
            Ok(if same { Outcome::Same } else { Outcome::Now })
        }
        Err(obstacle) => {
            let reason = match obstacle.what {
                Blocked::Place => "the place is not found",
                Blocked::Table => "something on the table has no place",
                Blocked::Running => "something that is running has changed",
                Blocked::SetUp => "it cannot be set up like this",
                Blocked::NoDecision => "the game waits for no decision",
                Blocked::Stuck => "nobody could go on",
            };
            if obstacle.what == Blocked::NoDecision && game.stop() == Stop::Asking {
                return Err(format!("a decision was taken for none: {obstacle:?}"));
            }
            let later = [StageWord::Turn, StageWord::Phase, StageWord::Round];
            for word in later {
                if wait_for(game, word).is_some() && later_on(game, &update, word, &how, bot)? {
                    return Ok(Outcome::Later);
                }
            }
            Ok(Outcome::Refused(reason))
        }
    }
}

/// Waits for the next element of a stage and brings the rules in there.
fn later_on(
    game: &Game<Machine>,
    update: &Update,
    word: StageWord,
    how: &How,
    bot: &mut BotSource,
) -> Result<bool, String> {
    let wait = How { when: When::Before(word), ..how.clone() };
    let mut waiting = apply(game, update, &wait).map_err(|e| e.to_string())?.game;
    if waiting.hash() != game.hash() {
        return Err("waiting changed the position".into());
    }
    play_on(&mut waiting, bot, 400);
    if waiting.engine().waits().is_none() {
        return Ok(false);
    }
    let hash = waiting.hash();
    let here = How { when: When::Here, ..how.clone() };
    match apply(&waiting, update, &here) {
        Ok(applied) => {
            let mut new = applied.game;
            every_card_once(&new)?;
            play_on(&mut new, bot, ON);
            every_card_once(&new)?;
            Ok(true)
        }
        Err(_) => {
            let mut on =
                apply(&waiting, update, &How::when(When::Not)).map_err(|e| e.to_string())?.game;
            if waiting.hash() != hash {
                return Err("a refused edit changed the position".into());
            }
            play_on(&mut on, bot, ON);
            every_card_once(&on)?;
            Ok(false)
        }
    }
}
