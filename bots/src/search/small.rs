//! A small `greedy`: how seats go on in tries that compare complete choices. Of a few ways to
//! decide that are drawn, or of all, it takes the one after which it stands best on that very
//! table, once the move is over.

use crate::greedy::ways;
use crate::prospect::Prospect;
use houserules_interpreter::ask::{Answer, Engine, Outcome, Stop};
use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::position::Position;

/// About so many ways to decide are compared.
const WAYS: usize = 4;
/// Decisions of others until its move is over, before it looks at the table all the same.
const PATIENCE: u64 = 4;
/// What a won game is worth.
const WON: i64 = 1 << 50;

/// At how many ways to decide it looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Looks {
    /// At a few that are drawn.
    #[default]
    AtAFew,
    /// At as many as `greedy` does. A few tiles of a hundred places leave nobody a plan.
    AtAll,
}

/// Decides for whoever is asked.
#[derive(Debug, Default)]
pub(super) struct Small {
    looks: Looks,
    begin: Position,
    tried: Position,
    best: Position,
}

impl Small {
    /// One that looks at so many ways.
    pub(super) fn new(looks: Looks) -> Self {
        Self { looks, ..Self::default() }
    }

    /// Lets whoever is asked decide; how many decisions were made in its head.
    pub(super) fn decide(
        &mut self,
        world: &mut Machine,
        prospect: &Prospect,
        draws: &mut impl BotDraw,
    ) -> u64 {
        let Some(seat) = world.lot().first().copied() else { return 0 };
        let ways = match self.looks {
            Looks::AtAFew => drawn(world, seat, draws),
            Looks::AtAll => ways(world, seat, draws),
        };
        if let [way] = ways.as_slice()
            && world.try_out(Some(seat), way).is_ok()
        {
            return 1;
        }
        self.begin.copy_from(world.position());
        let (mut most, mut among, mut made) = (i64::MIN, 0, 0);
        for way in &ways {
            world.set_position(&self.begin);
            made += 1;
            if world.try_out(Some(seat), way).is_err() {
                continue;
            }
            self.tried.copy_from(world.position());
            for _ in 0..PATIENCE {
                if world.stop() != Stop::Asking || world.moves_running() == 0 {
                    break;
                }
                made += world.playout(&[], draws, 1).1;
            }
            let stands = stands(world, prospect, seat);
            if stands > most {
                (most, among) = (stands, 0);
            }
            if stands == most {
                among += 1;
                if draws.below(among) == 0 {
                    std::mem::swap(&mut self.best, &mut self.tried);
                }
            }
        }
        if among == 0 {
            world.set_position(&self.begin);
            return made + world.playout(&[], draws, 1).1;
        }
        world.set_position(&self.best);
        made
    }
}

/// Some ways to decide, about as many of each entry.
fn drawn(world: &mut Machine, seat: u8, draws: &mut impl BotDraw) -> Vec<Answer> {
    let mut entries: Vec<usize> = (0..world.offers(Some(seat)).len()).collect();
    while entries.len() > WAYS {
        entries.swap_remove(draws.below(entries.len() as u64) as usize);
    }
    let each = WAYS / entries.len().max(1);
    let mut ways: Vec<Answer> = Vec::new();
    for entry in entries {
        for _ in 0..each {
            let Some(way) = world.drawn_of(seat, entry, draws) else { break };
            let whole = way.args.is_empty();
            if !ways.contains(&way) {
                ways.push(way);
            }
            if whole {
                break;
            }
        }
    }
    ways
}

/// How well a seat stands by itself.
pub(super) fn stands(world: &mut Machine, prospect: &Prospect, seat: u8) -> i64 {
    match world.stop() {
        Stop::Over(Outcome::Won(seats)) if seats.contains(&seat) => {
            WON / (seats.len() as i64).max(1)
        }
        Stop::Over(Outcome::Drawn) => 0,
        Stop::Over(Outcome::Won(_) | Outcome::Lost) => -WON,
        Stop::Asking | Stop::Fault(_) => prospect.of_seat(world, seat).unwrap_or(0),
    }
}
