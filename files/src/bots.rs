//! Bots at a table that people sit at.

use crate::cli_error::CliError;
use crate::programs::Program;
use crate::setup::{Outside, Sitter};
use houserules_bots::bot::decide_evenly;
use houserules_bots::greedy::Greedy;
use houserules_bots::in_vain::InVain;
use houserules_bots::level::Thinking;
use houserules_bots::search::Search;
use houserules_bots::search::advice::{Hint, Wanted};
use houserules_interpreter::ask::{Answer, Engine, Policy};
use houserules_interpreter::chance::{ChanceSource, Seed};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::{Random, mixed};
use houserules_table::game::Game;
use std::collections::BTreeMap;
use std::time::Duration;

/// What the bots of a table draw from, anew for each decision. It follows from the game's seed in
/// one direction only: what bots are seen to choose tells neither the seed nor what they draw
/// elsewhere.
#[derive(Debug, Clone, Copy)]
pub struct Draws {
    chance: ChanceSource,
    decisions: u32,
}

impl Draws {
    /// For bots that sit down after so many choices.
    #[must_use]
    pub fn new(seed: Seed, choices: usize) -> Self {
        Self {
            chance: ChanceSource { seed },
            decisions: u32::try_from(choices).unwrap_or(u32::MAX),
        }
    }

    /// The seed of the bot that decides next.
    pub fn seed(&mut self) -> u64 {
        let seed = self.chance.bot_seed(self.decisions);
        self.decisions = self.decisions.wrapping_add(1);
        seed
    }
}

/// Bots that look ahead: what they have made ready and learnt.
#[derive(Debug)]
struct Thinkers {
    greedy: Greedy,
    /// One a seat: what is learnt for one is nothing for another.
    searches: BTreeMap<u8, Search>,
    /// One a seat: what it need not try again for now.
    in_vain: BTreeMap<u8, InVain>,
}

impl Thinkers {
    fn new() -> Self {
        let (searches, in_vain) = (BTreeMap::new(), BTreeMap::new());
        Self { greedy: Greedy::new(0), searches, in_vain }
    }

    /// What a bot that looks ahead does for a seat; none of others, or where it finds nothing.
    fn answer(&mut self, machine: &Machine, seat: u8, who: Sitter, seed: u64) -> Option<Answer> {
        let in_vain = self.in_vain.entry(seat).or_default();
        let left = in_vain.left(machine, seat);
        let answer = match who {
            Sitter::Human | Sitter::Random | Sitter::RandomOptions | Sitter::Outside(_) => None,
            Sitter::Greedy => {
                self.greedy.reseed(seed);
                self.greedy.bar(&left);
                self.greedy.answer(machine, seat)
            }
            Sitter::Search(thinking) => {
                let search = self.searches.entry(seat).or_insert_with(|| Search::new(seed));
                search.reseed(seed);
                search.bar(&left);
                search.answer(machine, seat, thinking.effort(), &mut in_time(thinking))
            }
        }?;
        in_vain.chose(machine, seat, &answer);
        Some(answer)
    }
}

/// Whether there is time left to think; there always is where no clock counts.
#[expect(clippy::disallowed_types, reason = "somebody wished to wait no longer than so long")]
fn in_time(thinking: Thinking) -> impl FnMut() -> bool {
    let began = std::time::Instant::now();
    let most = thinking.millis().map(|millis| Duration::from_millis(millis.into()));
    move || most.is_none_or(|most| began.elapsed() < most)
}

/// The bots of a table.
#[derive(Debug)]
pub struct Bots<E> {
    draws: Draws,
    thinkers: Thinkers,
    /// What a hint draws from, and what it has learnt.
    adviser: Adviser,
    /// Programs that play, by seat, once they have been asked.
    programs: BTreeMap<u8, Program>,
    look: fn(&E) -> &Machine,
}

/// Who gives hints. What it draws has nothing to do with the game's seed, nor with what bots draw.
#[derive(Debug, Default)]
pub struct Adviser {
    searches: BTreeMap<u8, Search>,
    hints: u64,
}

impl Adviser {
    /// What a seat that is asked should do.
    pub fn hint(&mut self, machine: &Machine, seat: u8, wanted: Wanted) -> Hint {
        self.hints += 1;
        let seed = mixed(self.hints);
        let search = self.searches.entry(seat).or_insert_with(|| Search::new(seed));
        search.reseed(seed);
        search.hint(machine, seat, wanted, &mut || true)
    }
}

impl<E: Engine> Bots<E> {
    /// Bots that sit down after so many choices. `look`: the machine that a bot looks ahead with.
    #[must_use]
    pub fn new(seed: Seed, choices: usize, look: fn(&E) -> &Machine) -> Self {
        let (draws, thinkers) = (Draws::new(seed, choices), Thinkers::new());
        let (adviser, programs) = (Adviser::default(), BTreeMap::new());
        Self { draws, thinkers, adviser, programs, look }
    }

    /// What a seat that is asked should do: at most so many choices, best first, of those that
    /// begin as it has begun.
    pub fn hint(&mut self, game: &Game<E>, seat: u8, most: usize, begun: Option<Answer>) -> Hint {
        let wanted = Wanted { begun, effort: Thinking::Hard.effort(), most };
        self.adviser.hint((self.look)(game.engine()), seat, wanted)
    }

    /// What the bot that decides next draws from.
    pub fn seed(&mut self) -> u64 {
        self.draws.seed()
    }

    /// Decides for a seat.
    ///
    /// # Errors
    /// If the bot finds nothing to do, which a game should not ask of anybody.
    pub fn decide(
        &mut self,
        game: &mut Game<E>,
        seat: u8,
        who: Option<Sitter>,
    ) -> Result<(), CliError> {
        let seed = self.draws.seed();
        let decided = match who {
            Some(who @ (Sitter::Greedy | Sitter::Search(_))) => {
                let (thinkers, look) = (&mut self.thinkers, self.look);
                game.answer_with(seat, |engine| thinkers.answer(look(engine), seat, who, seed))
            }
            Some(Sitter::Outside(outside)) => return self.ask(game, seat, outside),
            Some(Sitter::RandomOptions) => {
                decide_evenly(&mut Random::playing(Policy::RandomOptions, seed), game, seat)
            }
            Some(Sitter::Random | Sitter::Human) | None => {
                decide_evenly(&mut Random::new(seed), game, seat)
            }
        };
        match decided {
            Ok(_) => Ok(()),
            Err(refusal) => {
                let name = game.naming().seat(seat);
                let why = refusal.map_or_else(|| "it finds nothing to do".to_string(), |r| r.text);
                Err(CliError::Input(format!("the bot that plays for {name} is stuck: {why}"), None))
            }
        }
    }

    /// Asks a program. One that has failed is gone, and starts anew when it is asked again.
    fn ask(&mut self, game: &mut Game<E>, seat: u8, outside: Outside) -> Result<(), CliError> {
        let mut program = match self.programs.remove(&seat) {
            Some(program) if program.runs(outside) => program,
            Some(_) | None => Program::start(outside)?,
        };
        let typed = program.choose(game, seat)?;
        self.programs.insert(seat, program);
        match game.say(seat, &typed) {
            Ok(_) => Ok(()),
            Err(why) => {
                let name = game.naming().seat(seat);
                let message = format!("the bot that plays for {name} is stuck: {why}");
                Err(CliError::Input(message, None))
            }
        }
    }
}
