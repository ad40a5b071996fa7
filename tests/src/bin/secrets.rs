//! The campaign against leaks: `secrets` and what [`HELP`] says. Plays two worlds side by side that
//! a seat cannot tell apart, and compares all that reaches it, byte for byte. Prints what was
//! compared, and for each game the first thing that somebody found out.

use houserules::loader::FolderLoader;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_tests::agree::games::in_folder;
use houserules_tests::secrecy::{Count, Kind, Leak, Subject, Surface, made, search};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Pairs of one playout.
const OF_ONE_GAME: u64 = 100;
/// Rules made at random are played so often, or until there are as many pairs as of one playout.
const GAMES_OF_MADE: u64 = 4;
/// So many leaks of a game are said.
const SAID: usize = 8;
/// Playouts that are begun together.
const TOGETHER: u64 = 32;
/// Playouts in which nothing could be compared, before a game is given up.
const PATIENCE: u64 = 64;
/// The checker recurses over what is nested.
const STACK: usize = 64 << 20;

const HELP: &str = "\
secrets [-n PAIRS] [--seed S] [--made SHARE] [--playout K] [FILE or FOLDER]…

Plays two worlds side by side that a seat cannot tell apart, and compares all that reaches it.

  -n PAIRS       how many pairs, shared out evenly among the files (10000)
  --seed S       what all is drawn from (1)
  --made SHARE   of a hundred pairs so many are played with rules written at random (0)
  --playout K    plays a single playout again: of the file, or without a file of the rules made
                 from K; if somebody finds something out, it prints all that they have read
  --help         says this

Ends with status 1 if somebody found something out, if nothing could be compared or a file cannot be
read, with status 2 if it cannot be called so.";

/// What is to be done.
#[derive(Default)]
struct Asked {
    pairs: u64,
    seed: u64,
    made: u64,
    playout: Option<u64>,
    files: Vec<PathBuf>,
}

/// None: only help is wanted.
fn asked() -> Result<Option<Asked>, String> {
    let mut asked = Asked { pairs: 10_000, seed: 1, ..Asked::default() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || -> Result<u64, String> {
            let text = words.next().ok_or_else(|| format!("`{word}` needs a number"))?;
            text.parse().map_err(|_| format!("`{text}` is not a number"))
        };
        match word.as_str() {
            "-n" => asked.pairs = number()?,
            "--seed" => asked.seed = number()?,
            "--made" => asked.made = number()?.min(100),
            "--playout" => asked.playout = Some(number()?),
            "--help" | "-h" => return Ok(None),
            option if option.starts_with('-') => {
                return Err(format!("there is no option `{option}`"));
            }
            path => {
                let path = PathBuf::from(path);
                if path.is_dir() {
                    asked.files.extend(in_folder(&path))
                } else {
                    asked.files.push(path)
                }
            }
        }
    }
    if asked.files.is_empty() && asked.made == 0 && asked.playout.is_none() {
        return Err("which games?".into());
    }
    Ok(Some(asked))
}

/// A game with one machine for each number of players.
struct Game {
    name: String,
    subjects: Vec<(Subject, Arc<Program>)>,
}

impl Game {
    fn of(path: &Path) -> Result<Self, String> {
        let (mut loader, game) = FolderLoader::open(path).map_err(|e| e.to_string())?;
        let compiled = compile(&game.name, &game.text, &mut loader);
        let subject =
            |seats: u8| with_program(Subject::new(&compiled, seats).ok_or("it does not compile")?);
        let players = compiled.rulebook.as_ref().ok_or("it does not compile")?.players;
        let subjects = (players.0..=players.1).map(subject).collect::<Result<_, _>>()?;
        Ok(Self { name: path.display().to_string(), subjects })
    }

    /// What one playout compares, and what somebody found out in it.
    fn playout(&self, playout: u64, whole: bool) -> (Count, Option<String>) {
        let (subject, program) = &self.subjects[(playout % self.subjects.len() as u64) as usize];
        let (count, leak) = played(subject, program, playout, whole);
        let again = format!("again: secrets --playout {playout} {}", self.name);
        (count, leak.map(|leak| format!("{leak}\n{again} ({} players)", subject.seats)))
    }
}

fn with_program(subject: Subject) -> Result<(Subject, Arc<Program>), String> {
    let setup = Setup { seats: subject.seats, options: Vec::new() };
    let program = Program::new(Arc::clone(&subject.book), &setup).map_err(|e| e.to_string())?;
    Ok((subject, Arc::new(program)))
}

/// One playout; `whole`: what somebody found out with all that they have read.
fn played(
    subject: &Subject,
    program: &Arc<Program>,
    playout: u64,
    whole: bool,
) -> (Count, Option<String>) {
    let mut count = Count::default();
    let machine = Machine::start(Arc::clone(program), playout, true);
    let found = search(subject, machine, playout, OF_ONE_GAME, &mut count);
    let words = |leak: Leak| if whole { format!("{leak:#}") } else { format!("{leak}") };
    (count, found.err().map(words))
}

/// Rules written at random, and what somebody found out under them, with as few of them as tell it.
fn made_playout(seed: u64, whole: bool) -> (Count, Option<String>) {
    let playout = |subject: Subject| {
        let (mut count, mut leak) = (Count::default(), None);
        match with_program(subject) {
            Ok((subject, program)) => {
                for game in 0..GAMES_OF_MADE {
                    let seed = seed.wrapping_mul(GAMES_OF_MADE).wrapping_add(game);
                    let (compared, found) = played(&subject, &program, seed, whole);
                    count.add(&compared);
                    leak = leak.or(found);
                    if leak.is_some() || count.pairs >= OF_ONE_GAME {
                        break;
                    }
                }
            }
            Err(why) => leak = Some(why),
        }
        (count, leak)
    };
    let game = made::made(seed);
    let Some(subject) = game.subject() else {
        return (Count::default(), Some(format!("seed {seed} makes no game:\n{}", game.text())));
    };
    let (count, leak) = playout(subject);
    let leak = leak.map(|_| {
        let small = game.smallest(|subject| playout(subject.clone()).1.is_some());
        let leak = small.subject().and_then(|subject| playout(subject).1).unwrap_or_default();
        format!("{leak}\nagain: secrets --playout {seed}, under these rules:\n{}", small.text())
    });
    (count, leak)
}

/// Playouts until so many pairs are compared; those in which somebody found something out.
fn campaign(
    pairs: u64,
    seed: u64,
    playout: impl Fn(u64) -> (Count, Option<String>) + Sync,
) -> (Count, Vec<String>) {
    let (mut count, mut found, mut next, mut idle) = (Count::default(), Vec::new(), 0, 0);
    while count.pairs < pairs && idle < PATIENCE {
        let together = ((pairs - count.pairs) / OF_ONE_GAME + 1).min(TOGETHER);
        let seeds = (next..next + together).map(|at| seed.wrapping_mul(1_000_003).wrapping_add(at));
        let done: Vec<_> = seeds.collect::<Vec<_>>().into_par_iter().map(&playout).collect();
        next += together;
        for (compared, leak) in done {
            idle = if compared.pairs == 0 { idle + 1 } else { 0 };
            count.add(&compared);
            found.extend(leak);
        }
    }
    (count, found)
}

fn table(count: &Count) -> String {
    let mut text = String::from("pairs by how the worlds differ:\n");
    for kind in Kind::ALL {
        text += &format!("  {:>9}  {}\n", count.kinds.get(&kind).unwrap_or(&0), kind.words());
    }
    text += "comparisons by surface:\n";
    for surface in Surface::ALL {
        text +=
            &format!("  {:>9}  {}\n", count.surfaces.get(&surface).unwrap_or(&0), surface.words());
    }
    text += "worlds that parted, because\n";
    for (why, n) in &count.parted {
        text += &format!("  {n:>9}  {}\n", why.words());
    }
    text
}

/// One line for a game, and the first leak; whether there was one.
fn say(name: &str, count: &Count, found: &[String], all: &mut Count) -> bool {
    all.add(count);
    match found.first() {
        None => println!("{name}: {} pairs, nothing told", count.pairs),
        Some(_) => {
            println!(
                "{name}: {} pairs, something told in {} playouts, such as",
                count.pairs,
                found.len()
            );
            found.iter().take(SAID).for_each(|leak| println!("{leak}\n"));
        }
    }
    !found.is_empty()
}

fn work(asked: &Asked) -> bool {
    if let Some(playout) = asked.playout {
        let (count, leak) = match asked.files.first().map(|path| Game::of(path)) {
            Some(Ok(game)) => game.playout(playout, true),
            Some(Err(why)) => (Count::default(), Some(why)),
            None => made_playout(playout, true),
        };
        return say(&format!("playout {playout}"), &count, leak.as_slice(), &mut Count::default());
    }
    println!("seed {}, {} pairs", asked.seed, asked.pairs);
    let (mut all, mut told) = (Count::default(), false);
    let with_rules = asked.pairs.saturating_mul(asked.made).div_ceil(100);
    let games: Vec<_> = asked.files.iter().map(|path| (path, Game::of(path))).collect();
    let share = (asked.pairs - with_rules).div_ceil(games.len().max(1) as u64);
    for (path, game) in games {
        match game {
            Ok(game) => {
                let (count, found) = campaign(share, asked.seed, |k| game.playout(k, false));
                told |= say(&game.name, &count, &found, &mut all);
            }
            Err(why) => {
                println!("{}: {why}", path.display());
                told = true;
            }
        }
    }
    if with_rules > 0 {
        let (count, found) = campaign(with_rules, asked.seed, |k| made_playout(k, false));
        told |= say("rules made at random", &count, &found, &mut all);
    }
    println!("{} pairs\n{}", all.pairs, table(&all));
    if all.pairs == 0 {
        println!("nothing could be compared, so nothing is proved");
    }
    told || all.pairs == 0
}

fn main() -> ExitCode {
    let asked = match asked() {
        Ok(Some(asked)) => asked,
        Ok(None) => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(why) => {
            eprintln!("{why}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    let pool = rayon::ThreadPoolBuilder::new().stack_size(STACK).build();
    let told = match pool {
        Ok(pool) => pool.install(|| work(&asked)),
        Err(why) => {
            println!("no threads: {why}");
            true
        }
    };
    ExitCode::from(u8::from(told))
}
