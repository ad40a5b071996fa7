//! The machine as one of the two.

use super::Kept;
use houserules_interpreter::ask::{Engine, Setup};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::position::Position;
use houserules_interpreter::program::Program;
use houserules_lang::ir::Rulebook;
use std::sync::Arc;

impl Kept for Machine {
    fn begin(book: &Arc<Rulebook>, setup: &Setup, seed: u64) -> Result<Self, String> {
        let program = Program::new(Arc::clone(book), setup).map_err(|e| format!("{e:?}"))?;
        Ok(Machine::start(Arc::new(program), seed, false))
    }
    fn round_trip(&mut self) -> Result<(), String> {
        let text = serde_json::to_string(self.position()).map_err(|e| e.to_string())?;
        let position: Position = serde_json::from_str(&text).map_err(|e| e.to_string())?;
        let hash = self.hash();
        if position != *self.position() {
            return Err("another position".into());
        }
        let seed = self.seed();
        *self = Machine::resume(Arc::clone(self.program()), position, seed, false);
        if self.hash() == hash { Ok(()) } else { Err("another hash".into()) }
    }
}
