//! A game of a study as a journal, and the call that makes it.

use crate::arguments::{Study as Asked, Tune as Tuned};
use crate::cli_error::CliError;
use crate::rules::Rules;
use crate::setup::SetUp;
use crate::show::console::Console;
use houserules_bots::level::Thinking;
use houserules_environment::world::{Chance, World};
use houserules_files::private::private_file;
use houserules_files::worlds;
use houserules_interpreter::chance::Seed;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::game_seed;
use houserules_interpreter::program::Program;
use houserules_lang::ir::Word;
use houserules_lang::place::Place;
use houserules_study::close::arm::{Change, Plan};
use houserules_study::close::play::{Study, Table};
use houserules_study::sim::Player;
use houserules_table::game::{Game as TableGame, Spoken};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Writes game `which` (`17=FILE`) of a study, as it is played there.
///
/// # Errors
/// If there is no such game, or the file is there already or cannot be written.
pub(super) fn write(
    asked: &Asked,
    rules: &Rules,
    plan: Plan,
    which: &str,
    console: &mut Console,
) -> Result<(), CliError> {
    let read = which.split_once('=').and_then(|(n, file)| Some((n.trim().parse().ok()?, file)));
    let Some((game, file)) = read.filter(|(_, file): &(u64, &str)| !file.trim().is_empty()) else {
        return Err(CliError::call(format!("`{which}` does not name a game and a file"))
            .help("write `--journal 17=game-17.journal`"));
    };
    let program = Program::new(Arc::clone(&rules.book), &plan.setup);
    let program = program.map_err(|e| CliError::Input(e.to_string(), None))?;
    let seed = Seed::from(game_seed(plan.seed, game));
    let set_up =
        SetUp { players: Some(plan.setup.seats), seats: seats(&plan), ..asked.set_up.clone() };
    let study = Study { statements: Vec::new(), plan, tracks: Arc::default() };
    let program = Arc::new(program);
    let answers = Table::new(Arc::clone(&program), 0).answers(&study, game);
    let trouble = |said: String| CliError::Input(said, None);
    let ready = worlds::ready(&asked.game, &set_up).map_err(|e| trouble(e.to_string()))?;
    let mut world = World::new(&ready.scheme, seed, Chance::Seed);
    let scheme = Arc::clone(&ready.scheme);
    let (book, sources) = (Arc::clone(&scheme.book), Arc::clone(&scheme.sources));
    let machine = Machine::start(program, seed, false);
    let names = scheme.names.clone();
    let mut played = TableGame::start_telling(Spoken::Choices, machine, book, sources, names);
    for (seat, answer) in answers {
        // A journal has words, which may mean another one of several copies that are alike.
        let words = played.wording(seat, |_| Some(answer.clone())).unwrap_or_default();
        let again = world.say(seat, &words).is_ok();
        if !again || played.answer_with(seat, |_| Some(answer)).is_err() {
            return Err(trouble("the game does not come out the same again".into()));
        }
    }
    let text = ready.journal(&world).map_err(|e| trouble(e.to_string()))?;
    let path = Path::new(file.trim());
    let written = private_file(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| CliError::writing(path, error))?;
    let line = format!(
        "Game {game}: `houserules repl {} --at 0` shows its beginning; `redo` goes on.",
        quoted(file.trim())
    );
    console.line(&line)
}

/// Who plays where, as it is said on the command line.
fn seats(plan: &Plan) -> Vec<String> {
    (1..).zip(&plan.players).map(|(seat, p): (usize, _)| format!("{seat}={}", p.name())).collect()
}

/// What a call that is proposed has in common with the one that was made.
pub(super) struct Call<'c> {
    /// Where the rules are.
    pub game: &'c Path,
    /// Variants, options and seats as they were asked for.
    pub set_up: &'c SetUp,
    /// Who plays where nobody else was asked for.
    pub policy: &'c str,
    /// How many play.
    pub seats: u8,
    /// What the games' seeds are made of.
    pub seed: u64,
    /// When a game counts as stalled.
    pub max_decisions: u64,
}

impl<'c> Call<'c> {
    fn of(asked: &'c Asked, plan: &Plan) -> Self {
        Self {
            game: &asked.game,
            set_up: &asked.set_up,
            policy: &asked.policy,
            seats: plan.setup.seats,
            seed: plan.seed,
            max_decisions: asked.max_decisions,
        }
    }

    /// The same for numbers that were tuned.
    pub fn tuned(asked: &'c Tuned, plan: &Plan, set_up: &'c SetUp) -> Self {
        Self {
            game: &asked.game,
            set_up,
            policy: &asked.policy,
            seats: plan.setup.seats,
            seed: plan.seed,
            max_decisions: asked.max_decisions,
        }
    }

    /// A call of a command with the same rules, options, bots and seed.
    pub fn words(&self, command: &str) -> Vec<String> {
        let game = quoted(&self.game.display().to_string());
        let mut words = vec![format!("houserules {command}"), game];
        let variants = self.set_up.variants.iter().map(|path| path.display().to_string());
        words.extend(variants.map(|path| format!("--variant {}", quoted(&path))));
        words.extend(self.set_up.options.iter().map(|set| format!("--option {}", quoted(set))));
        words.push(format!("--players {}", self.seats));
        words.extend(self.set_up.seats.iter().map(|seat| format!("--seat {}", quoted(seat))));
        words.push(format!("--policy {} --seed {}", quoted(self.policy), self.seed));
        if self.max_decisions != USUAL_END {
            words.push(format!("--max-decisions {}", self.max_decisions));
        }
        words
    }
}

/// The call that plays the same games, apart from what is played besides the game as it is.
pub(super) fn again(asked: &Asked, plan: &Plan) -> String {
    Call::of(asked, plan).words("study").join(" ")
}

/// The calls that ask only who wins and how games go, played by others in every seat: those who
/// played for one, and in the end one who thinks more than all who played.
pub(super) fn among(asked: &Asked, plan: &Plan) -> Vec<(String, String)> {
    let set_up = SetUp { seats: Vec::new(), ..asked.set_up.clone() };
    let tries = |player: &Player| match player {
        Player::Search(thinking) => thinking.effort().tries,
        Player::Greedy | Player::Random | Player::RandomOptions | Player::Outside(_) => 0,
    };
    let most = plan.players.iter().map(tries).max().unwrap_or(0);
    let mut others: Vec<Player> = plan
        .arms
        .iter()
        .filter_map(|arm| match arm.change {
            Change::Player(player) => Some(player),
            Change::Nothing | Change::Without(_) | Change::Options(_) | Change::Rules => None,
        })
        .collect();
    if others.last().is_none_or(|last| tries(last) <= most) {
        others.push(Player::Search(Thinking::Tries(most.saturating_mul(4).max(THINKER))));
    }
    let call = |player: &Player| {
        let policy = player.name();
        let call = Call { set_up: &set_up, policy: &policy, ..Call::of(asked, plan) };
        let call = call.words("study").join(" ") + " --quick";
        (policy, call)
    };
    others.iter().map(call).collect()
}

/// Who thinks does so with at least so many tries.
const THINKER: u32 = 400;

/// A call that looks for a fairer game.
#[derive(Debug, Clone)]
pub(super) struct Tuning {
    /// As it is typed, whole.
    pub call: String,
    /// What else of the game could be tuned, options first, by name.
    pub besides: Vec<String>,
}

/// A call that looks for fairer values of the game's options, or of a number where there are none;
/// none if there is nothing to set.
pub(super) fn tuning(asked: &Asked, plan: &Plan, rules: &Rules) -> Option<Tuning> {
    let is_set = |name: &str| {
        let names = asked.set_up.options.iter().filter_map(|text| text.split('=').next());
        names.map(str::trim).any(|set| set == name)
    };
    let open = rules.book.options.iter().filter(|option| !is_set(&option.name));
    let mut options: Vec<String> = open.map(|option| option.name.clone()).collect();
    let of_the_game = |word: &&Word| {
        let place = Place::of(&rules.sources, word.span);
        place.is_some_and(|place| !place.file.starts_with("stdlib/"))
    };
    let words = rules.book.words.iter().filter(of_the_game).filter_map(|word| {
        Some((&word.name, word.number().filter(|n| (0..=MOST_TUNED).contains(n))?))
    });
    let mut words: Vec<(&String, i64)> = words.collect();
    let tuned: Vec<String> = if options.is_empty() {
        let (name, n) = words.first().copied()?;
        words.remove(0);
        vec![format!("--define {name}={}..{}", (n - 2).max(0), n + 2)]
    } else {
        let first = options.drain(..options.len().min(TUNED));
        first.map(|name| format!("--option {name}")).collect()
    };
    let mut call = Call::of(asked, plan).words("tune");
    call.extend(tuned);
    call.push("--aim \"seats within 3 points\"".to_string());
    let numbers = words.into_iter().map(|(name, _)| name.clone());
    Some(Tuning { call: call.join(" "), besides: options.into_iter().chain(numbers).collect() })
}

/// So many options are tuned at once in a call that is proposed.
const TUNED: usize = 2;
/// Of a number beyond this two more or less make no difference.
const MOST_TUNED: i64 = 20;

/// The decisions after which a game is given up if nothing else is said.
const USUAL_END: u64 = 20_000;

/// A word as a shell reads it.
pub(super) fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./=:,+".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_string();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        assert_eq!(quoted("games/bandit.rules"), "games/bandit.rules");
        assert_eq!(quoted("my game.rules"), "'my game.rules'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
