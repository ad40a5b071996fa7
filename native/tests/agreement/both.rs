//! A program twice: interpreted, and on machine code. Both must come to the same.

use houserules_interpreter::ask::{Engine, Setup, Stop};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::machine::{Batch, Machine, Native};
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_lang::ir::Rulebook;
use houserules_lang::loader::{LoadError, Loaded, Loader};
use houserules_native::Code;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The library, and tables beside a file.
struct Beside<'p>(&'p Path);

impl Loader for Beside<'_> {
    fn module(&mut self, name: &str) -> Result<Loaded, LoadError> {
        let text =
            houserules_stdlib::module(name).ok_or_else(|| LoadError::NoModule(name.to_owned()))?;
        Ok(Loaded { name: format!("stdlib/{name}.rules"), text: text.into() })
    }

    fn table(&mut self, path: &str, _from: &str) -> Result<Loaded, LoadError> {
        let text = std::fs::read_to_string(self.0.with_file_name(path))
            .map_err(|e| LoadError::Unreadable(e.to_string()))?;
        Ok(Loaded { name: path.into(), text })
    }

    fn modules(&self) -> Vec<String> {
        houserules_stdlib::names().map(str::to_string).collect()
    }
}

/// A program and its code.
pub struct Both {
    program: Arc<Program>,
    code: Arc<dyn Native>,
}

impl Both {
    /// A rulebook for so many players; none if they cannot play it, or the machine is not served.
    pub fn of(book: &Arc<Rulebook>, seats: u8) -> Option<Self> {
        let setup = Setup { seats, options: Vec::new() };
        let program = Arc::new(Program::new(Arc::clone(book), &setup).ok()?);
        let code = Arc::new(Code::of(&program)?);
        Some(Self { program, code })
    }

    fn machine(&self, seed: u64, natively: bool) -> Machine {
        let mut machine = Machine::start(Arc::clone(&self.program), seed, false);
        if natively {
            machine.assist(Arc::clone(&self.code));
            machine.restart(seed);
        }
        machine
    }

    /// A game from a position on.
    fn resumed(&self, from: &Machine, natively: bool) -> Machine {
        let (program, position) = (Arc::clone(&self.program), from.position().clone());
        let mut machine = Machine::resume(program, position, from.seed(), false);
        if natively {
            machine.assist(Arc::clone(&self.code));
        }
        machine
    }

    /// Plays one game both ways, in one go and cut after some decisions.
    ///
    /// # Errors
    /// Where they part.
    pub fn agree(&self, seed: u64, most: u64) -> Result<(u64, Stop), String> {
        let mut sides =
            [false, true].map(|natively| (self.machine(seed, natively), BotSource::new(seed)));
        let ends = sides.each_mut().map(|(machine, draws)| machine.playout(&[], draws, most));
        let (stop, made) = &ends[0];
        self.compare(&mut sides, &ends, "in one go")?;
        if sides[0].0.tally() != sides[1].0.tally() {
            return Err(format!("seed {seed}: counted otherwise"));
        }
        for (cut, native_first) in
            [(1, true), (2, false), (7, true), (made / 2, true), (made / 3, false)]
        {
            if cut == 0 || cut >= *made {
                continue;
            }
            let mut draws = BotSource::new(seed);
            let mut first = self.machine(seed, native_first);
            first.playout(&[], &mut draws, cut);
            let rest = made.min(&most) - cut + u64::from(*made < most);
            let mut sides =
                [false, true].map(|natively| (self.resumed(&first, natively), draws.clone()));
            let ends = sides.each_mut().map(|(machine, draws)| machine.playout(&[], draws, rest));
            self.compare(&mut sides, &ends, &format!("seed {seed}, cut after {cut}"))?;
            if ends[0].0 != *stop {
                return Err(format!("seed {seed}, cut after {cut}: {:?}, not {stop:?}", ends[0].0));
            }
        }
        let cut = (made / 2).min(20);
        for from in [None, Some(cut)] {
            self.agree_in_a_batch(seed, most, from)?;
        }
        Ok((*made, stop.clone()))
    }

    /// Plays a few games in one call, from the beginning or after so many decisions of a game.
    fn agree_in_a_batch(&self, seed: u64, most: u64, after: Option<u64>) -> Result<(), String> {
        let mut sides = [false, true].map(|natively| self.machine(seed, natively));
        let from = after.map(|cut| {
            let mut first = self.machine(seed, false);
            first.playout(&[], &mut BotSource::new(seed), cut);
            first.position().clone()
        });
        let from = from.unwrap_or_else(|| sides[0].beginning());
        let batch = Batch { games: 3, seed, most: most.min(60) };
        let ends = sides.each_mut().map(|machine| machine.play_out(&from, batch));
        let mut sides = sides.map(|machine| (machine, BotSource::new(seed)));
        self.compare(&mut sides, &ends, &format!("seed {seed}, in a batch after {after:?}"))
    }

    fn compare<T: PartialEq + std::fmt::Debug>(
        &self,
        sides: &mut [(Machine, BotSource); 2],
        ends: &[T; 2],
        when: &str,
    ) -> Result<(), String> {
        let [(plain, draws), (native, others)] = sides;
        if ends[0] != ends[1] {
            return Err(format!("{when}: {:?}, natively {:?}", ends[0], ends[1]));
        }
        if plain.position() != native.position() {
            return Err(format!("{when}: positions differ"));
        }
        if draws.below(1 << 60) != others.below(1 << 60) {
            return Err(format!("{when}: draws differ"));
        }
        Ok(())
    }
}

/// The rulebook of a text that lies at a path; none if it does not compile.
pub fn book(path: &Path, text: &str) -> Option<Arc<Rulebook>> {
    compile(&path.to_string_lossy(), text, &mut Beside(path)).rulebook.map(Arc::new)
}

/// The rules of a folder, in order.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    let is_game = |p: &PathBuf| p.extension().is_some_and(|e| e == "rules");
    let mut files: Vec<_> = entries.filter(is_game).collect();
    files.sort();
    files
}
