//! A game for programs: requests and answers as JSON, one a line (`docs/engine.md`).

mod answers;
pub mod render;
mod request;

use houserules_environment::trouble::Trouble;
use houserules_environment::world::{Chance, World};
use houserules_files::bots::Bots;
use houserules_files::worlds::Ready;
use houserules_interpreter::chance::Seed;
use houserules_interpreter::machine::Machine;
use request::{Asked, read};
use serde_json::{Value, json};

/// The version of the protocol: a number that grows if something is left out or means something
/// else. Fields may be added.
pub const PROTOCOL: u32 = 1;

/// A game that answers requests.
pub struct Desk {
    ready: Ready,
    world: World,
    bots: Bots<Machine>,
}

/// What is answered, and whether that was the last of it.
#[derive(Debug)]
pub struct Answer {
    /// One object: `ok` or `error`, and the `id` of the request.
    pub said: Value,
    /// The conversation is over.
    pub last: bool,
}

impl Desk {
    /// A game that stands at its beginning.
    #[must_use]
    pub fn new(ready: Ready, seed: Seed) -> Self {
        let world = World::new(&ready.scheme, seed, Chance::Seed);
        Self { ready, world, bots: Bots::new(seed, 0, |machine| machine) }
    }

    /// Answers a line. Nothing that it says can do harm: what is wrong is answered with an error,
    /// and changes nothing.
    pub fn answer(&mut self, line: &str) -> Answer {
        let (id, asked) = read(line);
        let last = matches!(asked, Ok(Asked::Quit));
        let mut said = match asked.and_then(|asked| self.carry_out(asked)) {
            Ok(ok) => json!({ "ok": ok }),
            Err(trouble) => json!({ "error": trouble }),
        };
        if let (Some(id), Some(said)) = (id, said.as_object_mut()) {
            said.insert("id".into(), id);
        }
        Answer { said, last }
    }

    fn carry_out(&mut self, asked: Asked) -> Result<Value, Trouble> {
        match asked {
            Asked::Hello => Ok(self.hello()),
            Asked::Space => Ok(self.space()),
            Asked::Reset { seed, chance } => {
                let chance = if chance { Chance::Host } else { Chance::Seed };
                let seed = seed.unwrap_or_default();
                self.world = World::new(&self.ready.scheme, seed, chance);
                self.bots = Bots::new(seed, 0, |machine| machine);
                Ok(self.state())
            }
            Asked::State => Ok(self.state()),
            Asked::Decision { seat } => self.decision(seat),
            Asked::Choices { seat, most } => self.choices(seat, most),
            Asked::Apply { seat, action, say } => self.apply(seat, action, say),
            Asked::Play { seat, bot } => self.play(seat, &bot),
            Asked::Observe { reader, from, numbers } => self.observe(reader, from, numbers),
            Asked::Undo { choices } => self.world.undo(choices).map(|()| self.state()),
            Asked::Hash => Ok(json!({ "hash": self.hash() })),
            Asked::Journal => Ok(json!({ "journal": self.ready.journal(&self.world)? })),
            Asked::Render { reader, form } => self.render(reader, form),
            Asked::Quit => Ok(json!({})),
        }
    }
}
