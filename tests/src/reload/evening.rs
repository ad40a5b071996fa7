//! An evening at one table: edits in the middle of a session, some of them broken and mended, with
//! going back three rounds across them; what its journal tells in the end leads to the same place.

use super::edits::{Desk, edited};
use super::trial::{every_card_once, laid, new_game};
use crate::mutate::Chance;
use houserules::reload::again::Remembered;
use houserules::reload::bring::{arrive, bring, fork, replay, waits};
use houserules_interpreter::ask::{Engine, Policy, Stop};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_lang::difference::spelling::Renames;
use houserules_lang::ir::StageWord;
use houserules_table::reload::{How, Update, When, wait_for};
use houserules_table::session::{Boundary, Point, Session};
use std::sync::Arc;

/// So often somebody saves something in an evening.
const EDITS: usize = 6;

/// What came of an evening, or of many.
#[derive(Debug, Clone, Copy, Default)]
pub struct Evening {
    /// Files that were saved broken, and mended.
    pub broken: u64,
    /// Rules that came in.
    pub in_play: u64,
    /// Rules that did not.
    pub refused: u64,
    /// Points that were gone to and stood as they had stood.
    pub gone_to: u64,
    /// Lines of journals that led to the same place again.
    pub lines: u64,
}

/// Chooses by chance.
fn play_on(session: &mut Session<Machine>, bot: &mut BotSource, most: usize) {
    for _ in 0..most {
        let asked = session.game().asked().filter(|_| session.game().stop() == Stop::Asking);
        let Some(seat) = asked.and_then(|a| a.seats.first().copied()) else { return };
        let chosen = session
            .game_mut()
            .answer_with(seat, |engine| engine.drawn(Some(seat), Policy::Random, bot));
        if chosen.is_err() {
            return;
        }
        session.noted();
    }
}

fn update(session: &Session<Machine>, desk: &Desk) -> Option<Update> {
    let compiled = desk.compiled();
    let book = compiled.rulebook?;
    Some(Update::new(session.game(), Arc::new(book), Arc::new(compiled.sources), &Renames::new()))
}

/// One evening.
///
/// # Errors
/// What must not be.
pub fn try_evening(desk: &Desk, seed: u64, all: &mut Evening) -> Result<(), String> {
    let mut chance = Chance::new(seed ^ 0x5eed);
    let mut desk = laid(desk, &mut chance);
    let first = desk.clone();
    let mut session = Session::begin(new_game(&desk, seed)?);
    let mut bot = BotSource::new(seed);
    for _ in 0..EDITS {
        play_on(&mut session, &mut bot, chance.below(40));
        let (new, _) = edited(&desk, &mut chance);
        let before =
            (session.game().hash(), session.game().engine().position().clone(), session.here());
        match update(&session, &new) {
            None => all.broken += 1,
            Some(update) if comes_in(&mut session, &update, &mut chance, &mut bot) => {
                desk = new;
                all.in_play += 1;
            }
            Some(_) => {
                all.refused += 1;
                let now = (
                    session.game().hash(),
                    session.game().engine().position().clone(),
                    session.here(),
                );
                if now != before {
                    return Err("a refused edit changed the session".into());
                }
            }
        }
        every_card_once(session.game())?;
        play_on(&mut session, &mut bot, chance.below(20));
        every_card_once(session.game())?;
        back_and_on(&mut session, &mut chance, all)?;
    }
    all.lines += told_again(&first, seed, &session)?;
    Ok(())
}

/// Brings rules in one of the ways there are; whether they came in.
fn comes_in(
    session: &mut Session<Machine>,
    update: &Update,
    chance: &mut Chance,
    bot: &mut BotSource,
) -> bool {
    let now = How::when(When::Now);
    match chance.below(6) {
        0 => replay(session, update, &now.answers).is_ok(),
        1 => fork(session, update, &now).is_ok(),
        2 => {
            let Some(word) = [StageWord::Turn, StageWord::Phase, StageWord::Round]
                .into_iter()
                .find(|w| wait_for(session.game(), *w).is_some())
            else {
                return bring(session, update, &now).is_ok();
            };
            if bring(session, update, &How::when(When::Before(word))).is_err() {
                return false;
            }
            play_on(session, bot, 200);
            if !waits(session) {
                // It never came to where it waited for; the rules are brought in where it stands,
                // or not at all.
                return true;
            }
            arrive(session, Ok(update.clone()));
            true
        }
        _ => bring(session, update, &now).is_ok(),
    }
}

/// Goes back three rounds (turns, decisions), and on to where the session stood.
fn back_and_on(
    session: &mut Session<Machine>,
    chance: &mut Chance,
    all: &mut Evening,
) -> Result<(), String> {
    let boundary = [Boundary::Round, Boundary::Turn, Boundary::Decision][chance.below(3)];
    let here = session.here();
    for _ in 0..3 {
        let Some(to) = session.last(session.here(), boundary) else { break };
        stands(session, to)?;
        all.gone_to += 1;
    }
    if chance.below(3) > 0 {
        stands(session, here)?;
    }
    Ok(())
}

fn stands(session: &mut Session<Machine>, to: Point) -> Result<(), String> {
    session.go(to, "back");
    // Where the session stands, what is mixed from here on may be numbered anew.
    let stood = session.standing_at(to).hash();
    if session.here() != to || stood != session.tree().node(to).hash {
        return Err(format!("point {} is not as it was", to.0));
    }
    every_card_once(session.game())
}

/// Does again what the session's journal tells; gives how many lines.
fn told_again(first: &Desk, seed: u64, session: &Session<Machine>) -> Result<u64, String> {
    let mut again = Session::begin(new_game(first, seed)?);
    let mut host = Remembered::default();
    for entry in session.unwritten() {
        let done = again.again(entry, &mut host);
        done.map_err(|why| format!("line {} of the journal: {why}", entry.n))?;
    }
    if (again.here(), again.game().hash()) != (session.here(), session.game().hash()) {
        return Err("the journal leads to another place".into());
    }
    Ok(session.unwritten().len() as u64)
}
