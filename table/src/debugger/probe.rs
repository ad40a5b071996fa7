//! A choice carried out rule by rule, in a copy of the game: the game itself goes on only when it
//! is handed in there.

use super::breaks::Breaks;
use super::lines::{Lines, given_to};
use crate::game::{Game, Rejected};
use houserules_interpreter::ask::Running;
use houserules_interpreter::ask::{Engine, Event};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::machine::trace::Pause;

/// How far to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grain {
    /// To the next statement.
    Statement,
    /// To the next statement that is not within a deed that this one calls.
    Over,
    /// To the next statement behind the deed that runs.
    Out,
    /// To the next thing that happens.
    Event,
    /// To the next decision.
    Decision,
}

/// Why a run stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halted {
    /// It came as far as it was to come.
    There,
    /// At these breaks, by number.
    Broke(Vec<u32>),
    /// The choice is carried out: somebody is asked, the game is over, or a rule could not be
    /// carried out.
    Done,
}

/// A choice on its way.
#[derive(Debug)]
pub struct DebugRun {
    /// A copy of the game, in which it is carried out.
    pub game: Game<Machine>,
    /// The seat that chose, from 0.
    pub seat: u8,
    /// What, as it is typed.
    pub choice: String,
    /// Lines of its log that were shown.
    pub shown: usize,
    /// What chance is to give with it, and the choice, as lines of a test.
    pub given: Option<Lines>,
    /// How many of those values it has given.
    used: usize,
    chain: Vec<Running>,
    fresh: Vec<Event>,
}

impl DebugRun {
    /// Begins to carry out a choice; with it chance gives what stands in `given`.
    ///
    /// # Errors
    /// Why it cannot be read or is refused.
    pub fn begin(
        game: &Game<Machine>,
        seat: u8,
        choice: &str,
        given: Option<Lines>,
    ) -> Result<Self, Rejected> {
        let mut copy = game.copy();
        let picked = copy.meant(seat, choice)?;
        let (answered, fresh) = copy.change(|engine| {
            engine.trace(true);
            engine.script_chance(given.is_some());
            (engine.answer(Some(seat), &picked.answer), engine.events().to_vec())
        });
        if answered.is_err() {
            // The choice was read against this very question: only a condition on the whole can
            // refuse it now.
            let mut again = game.copy();
            return Err(match again.say(seat, choice) {
                Err(rejected) => rejected,
                Ok(_) => {
                    Rejected::Unclear { message: "this choice is not possible".into(), help: None }
                }
            });
        }
        let (choice, chain) = (choice.to_string(), Vec::new());
        Ok(Self { game: copy, seat, choice, shown: 0, given, used: 0, chain, fresh })
    }

    /// Why it stands where it does; none: the choice is carried out.
    #[must_use]
    pub fn paused(&self) -> Option<Pause> {
        self.game.engine().paused()
    }

    /// Runs on as far as it is to, or to the first break that is hit.
    pub fn run(&mut self, grain: Grain, breaks: &mut Breaks) -> Halted {
        let depth = self.game.engine().chain().len();
        let mut first = !self.fresh.is_empty() || self.chain.is_empty();
        loop {
            let events = if first { std::mem::take(&mut self.fresh) } else { self.go_on() };
            first = false;
            let chain = self.game.engine().chain();
            let entered: Vec<Running> = chain
                .iter()
                .enumerate()
                .skip_while(|(at, r)| self.was_running(*at, r))
                .map(|(_, r)| r.clone())
                .collect();
            self.chain = chain;
            let hit = breaks.hit(&mut self.game, &events, &entered);
            let Some(pause) = self.paused() else {
                if hit.is_empty() && self.gives() {
                    first = true;
                    continue;
                }
                return if hit.is_empty() { Halted::Done } else { Halted::Broke(hit) };
            };
            if !hit.is_empty() {
                return Halted::Broke(hit);
            }
            let now = self.chain.len();
            let there = match grain {
                Grain::Statement => pause == Pause::Statement,
                Grain::Over => pause == Pause::Statement && now <= depth,
                Grain::Out => pause == Pause::Statement && now < depth,
                Grain::Event => pause == Pause::Event,
                Grain::Decision => false,
            };
            if there {
                return Halted::There;
            }
        }
    }

    /// Lets chance give the next value it was told to, if it is asked for one. No: it cannot, which
    /// the lines say when they are carried out.
    fn gives(&mut self) -> bool {
        let asked = self.game.engine().asked().is_some_and(|asked| asked.chance);
        let given = self.given.as_ref().filter(|_| asked);
        let Some((engine, used)) = given.and_then(|lines| given_to(&self.game, lines, self.used))
        else {
            return false;
        };
        self.used = used;
        self.fresh = self.game.change(|running| {
            *running = engine;
            running.events().to_vec()
        });
        true
    }

    fn was_running(&self, at: usize, running: &Running) -> bool {
        self.chain.get(at).is_some_and(|was| was.body == running.body)
    }

    fn go_on(&mut self) -> Vec<Event> {
        self.game.change(|engine| {
            engine.go_on();
            engine.events().to_vec()
        })
    }
}
