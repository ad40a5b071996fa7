//! Machine code does what the interpreter does: the same draws in the same order, the same bytes,
//! the same faults of the same rules, wherever one takes over from the other.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use houserules_interpreter::ask::{Engine, Setup};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::machine::native::Native;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_lang::loader::{Loaded, Loader};
use houserules_native::Code;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The library, and tables beside a file.
struct Beside<'p>(&'p Path);

impl Loader for Beside<'_> {
    fn module(&mut self, name: &str) -> Result<Loaded, String> {
        let text = houserules_stdlib::module(name).ok_or("there is no such module")?;
        Ok(Loaded { name: format!("stdlib/{name}.rules"), text: text.into() })
    }

    fn table(&mut self, path: &str, _from: &str) -> Result<Loaded, String> {
        let text =
            std::fs::read_to_string(self.0.with_file_name(path)).map_err(|e| e.to_string())?;
        Ok(Loaded { name: path.into(), text })
    }

    fn modules(&self) -> Vec<String> {
        houserules_stdlib::names().map(str::to_string).collect()
    }
}

/// A program and its code.
struct Both {
    program: Arc<Program>,
    code: Arc<dyn Native>,
}

impl Both {
    fn of(program: Program) -> Self {
        let program = Arc::new(program);
        let code = Arc::new(Code::of(&program).unwrap());
        Self { program, code }
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
    fn agree(&self, seed: u64, most: u64) -> Result<u64, String> {
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
        Ok(*made)
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

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let entries = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let mut files: Vec<_> =
        entries.filter(|p| p.extension().is_some_and(|e| e == "rules")).collect();
    files.sort();
    files
}

/// Plays games of each file of a folder.
fn agree_in(folder: &str, games: u64, most: u64) {
    let (mut wrong, mut all) = (Vec::new(), 0);
    for path in files(folder) {
        let text = std::fs::read_to_string(&path).unwrap();
        let compiled = compile(&path.to_string_lossy(), &text, &mut Beside(&path));
        let Some(book) = compiled.rulebook.map(Arc::new) else { continue };
        let seats = [book.players.0, book.players.1.min(4).max(book.players.0)];
        for (n, seats) in seats.into_iter().enumerate() {
            let setup = Setup { seats, options: Vec::new() };
            let Ok(program) = Program::new(Arc::clone(&book), &setup) else { continue };
            let both = Both::of(program);
            for seed in 0..games {
                match both.agree(seed + 100 * n as u64, most) {
                    Ok(made) => all += made,
                    Err(why) => wrong.push(format!("{} ({seats}): {why}", path.display())),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all > 100, "only {all} decisions");
}

#[test]
fn small_rulebooks_agree() {
    agree_in("tests/rules", 3, 300);
}

#[test]
fn examples_agree() {
    agree_in("examples", 3, 400);
}

#[test]
fn games_agree() {
    agree_in("games", 1, 150);
}
