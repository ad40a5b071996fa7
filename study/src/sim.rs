//! Many games by themselves. Game `i` depends on the seed and on `i` alone, so that results are the
//! same however the games are spread over threads: play any ranges with [`Playouts`], bring the
//! results together, and [`report`](crate::report::report) them. [`to_the_end`] is the loop that
//! every game by itself goes through.

use crate::track::{Courses, Tracks};
use houserules_bots::greedy::Greedy;
use houserules_bots::level::Thinking;
use houserules_bots::prospect::Taught;
use houserules_bots::search::Search;
use houserules_interpreter::ask::{Answer, Engine, Fault, Policy, Setup, Stop};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::native::Pending;
use houserules_interpreter::machine::{Machine, Reading};
use houserules_interpreter::playout::{GameEnd, draws_of, ended, game_seed, mixed, to_the_end};
use houserules_interpreter::program::Program;
use houserules_lang::ir::MoveId;
use houserules_lang::ir::seats::score_exprs;
use houserules_lang::naming::Naming;
use houserules_lang::source::Span;
use houserules_table::view::way::way;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimSpec {
    /// Players and options.
    pub setup: Setup,
    /// How many games.
    pub games: u64,
    /// The seed all games' seeds are made of.
    pub seed: u64,
    /// A game that is not over after so many decisions counts as stalled.
    pub max_decisions: u64,
    /// Who sits where; seats beyond these, and all if it is empty: `random`.
    pub players: Vec<Player>,
}

/// A player that decides by itself, and alike whenever it is asked the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// By even choice, step by step.
    Random,
    /// By even choice among complete options.
    RandomOptions,
    /// By what promises most.
    Greedy,
    /// By thinking ahead; without a clock.
    Search(Thinking),
    /// A program, by its command.
    Outside(&'static str),
}

/// Programs that decide for seats of a simulation.
pub trait Outside: Send + std::fmt::Debug {
    /// What the program of a seat answers; none if it does not, and then the game is broken off.
    /// The machine has kept all events of the game so far.
    fn answer(&mut self, machine: &Machine, seat: u8) -> Option<Answer>;
}

impl Player {
    /// Whether it plays by what was learnt of a game, if anything was.
    #[must_use]
    pub fn learns(self) -> bool {
        match self {
            Self::Greedy | Self::Search(_) => true,
            Self::Random | Self::RandomOptions | Self::Outside(_) => false,
        }
    }

    /// Whether it asks what others' choices tell.
    pub(crate) fn asks_what_was_chosen(self) -> bool {
        match self {
            Self::Search(_) => true,
            Self::Random | Self::RandomOptions | Self::Greedy | Self::Outside(_) => false,
        }
    }

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Random => Policy::Random.name().into(),
            Self::RandomOptions => Policy::RandomOptions.name().into(),
            Self::Greedy => Greedy::NAME.into(),
            Self::Search(thinking) => thinking.to_string(),
            Self::Outside(command) => command.into(),
        }
    }

    /// Whether it looks at the game before it decides.
    fn thinks(self) -> bool {
        match self {
            Self::Random | Self::RandomOptions => false,
            Self::Greedy | Self::Search(_) | Self::Outside(_) => true,
        }
    }

    /// How it decides where it draws.
    #[must_use]
    pub fn policy(self) -> Policy {
        match self {
            Self::RandomOptions => Policy::RandomOptions,
            Self::Random | Self::Greedy | Self::Search(_) | Self::Outside(_) => Policy::Random,
        }
    }
}

impl SimSpec {
    /// How the seats are played for: `random`, or `random and greedy`.
    #[must_use]
    pub fn policy(&self) -> String {
        let sits = |seat: u8| {
            self.players.get(usize::from(seat)).copied().unwrap_or(Player::Random).name()
        };
        let mut names: Vec<String> = Vec::new();
        for name in (0..self.setup.seats).map(sits) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(" and ")
    }
}

/// How a game went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameResult {
    /// Which game, from 0.
    pub index: u64,
    /// How it ended.
    pub end: GameEnd,
    /// Answers of players.
    pub decisions: u64,
    /// Choices by chance and shuffles.
    pub chance_events: u64,
    /// How many turns began.
    pub turns: u64,
    /// How many rounds began, those within others not counted.
    pub rounds: u64,
    /// Scores by seat, if the game defines them as numbers.
    pub scores: Vec<i64>,
    /// The line that ended it, if that is known.
    pub ended: Option<Span>,
    /// What was followed, as it was at the end; of a game that finished.
    pub tracked: Vec<Option<i64>>,
}

/// Plays game after game on one machine, by [`to_the_end`].
#[derive(Debug)]
pub struct Playouts {
    program: Arc<Program>,
    machine: Option<Machine>,
    /// Every seat's score, ready to be read; empty: none is defined, or it cannot be read.
    scores: Vec<Reading>,
    chairs: Chairs,
    tracks: Arc<Tracks>,
    courses: Courses,
    /// Machine code that may yet come.
    code: Option<Pending>,
}

impl Playouts {
    /// Of that program.
    #[must_use]
    pub fn new(program: Arc<Program>) -> Self {
        Self::following(program, Arc::default())
    }

    /// Of that program, and what is followed in it.
    #[must_use]
    pub fn following(program: Arc<Program>, tracks: Arc<Tracks>) -> Self {
        let courses = Courses::of(tracks.rows(program.schema.seats).len());
        Self {
            program,
            machine: None,
            scores: Vec::new(),
            chairs: Chairs::default(),
            tracks,
            courses,
            code: None,
        }
    }

    /// Games that begin once this code is ready run on it; what comes of them is the same.
    #[must_use]
    pub fn natively(mut self, code: Pending) -> Self {
        self.code = Some(code);
        self
    }

    /// Whoever plays for a seat from now on knows this, and not what lies beside the rules.
    pub fn teach(&mut self, seat: u8, taught: Taught) {
        self.chairs.teach(seat, taught);
    }

    /// These programs decide for the seats of [`Player::Outside`].
    #[must_use]
    pub fn with(mut self, outside: Option<Box<dyn Outside>>) -> Self {
        self.chairs.outside = outside;
        self
    }

    /// What was followed in the games that finished since this was asked last.
    pub fn courses(&mut self) -> Courses {
        let rows = self.courses.rows.len();
        std::mem::replace(&mut self.courses, Courses::of(rows))
    }

    /// Where the game that was played last could not go on, and who had no option there.
    #[must_use]
    pub fn stopped(&self) -> Option<(Fault, Vec<u8>)> {
        let machine = self.machine.as_ref()?;
        if let Stop::Fault(fault) = machine.stop() {
            Some((fault, machine.without_option()))
        } else {
            None
        }
    }

    /// Where the game that was played last goes round and round, and the line in which somebody is
    /// asked there.
    #[must_use]
    pub fn goes_round(&self, naming: Naming<'_>) -> Option<(String, Span)> {
        let machine = self.machine.as_ref()?;
        (machine.stop() == Stop::Asking).then(|| (way(machine, naming), machine.place()))
    }

    /// Plays game `index`; the same whatever was played before.
    pub fn play(&mut self, spec: &SimSpec, index: u64) -> GameResult {
        let seed = game_seed(spec.seed, index);
        if let Some(machine) = &mut self.machine {
            machine.restart(seed);
        }
        let (program, readings, tracks) = (&self.program, &mut self.scores, &self.tracks);
        let machine = self.machine.get_or_insert_with(|| {
            let told = spec.players.iter().any(|player| matches!(player, Player::Outside(_)));
            let mut machine = Machine::start(Arc::clone(program), seed, told);
            if spec.players.iter().any(|player| player.asks_what_was_chosen()) {
                machine.keep_choices();
            }
            if !tracks.all.is_empty() && tracks.follow(&mut machine).is_ok() {
                machine.restart(seed);
            }
            let seats = usize::from(spec.setup.seats);
            let ready =
                score_exprs(&program.book, seats).iter().map(|e| machine.reading(e, &[])).collect();
            *readings = Result::unwrap_or_default(ready);
            machine
        });
        if let Some(code) = self.code.as_ref().and_then(|code| code.get()) {
            machine.assist(Arc::clone(code));
            self.code = None;
        }
        let mut bot = draws_of(seed);
        let seats: Vec<Policy> = spec.players.iter().map(|player| player.policy()).collect();
        let (end, decisions) = if spec.players.iter().any(|player| player.thinks()) {
            self.chairs.begin(seed);
            let mut who = Seated { seats: &seats, bot: &mut bot, chairs: &mut self.chairs };
            let (stop, decisions) = seated(machine, spec, &mut who);
            (ended(stop, decisions, spec.max_decisions), decisions)
        } else {
            to_the_end(machine, &seats, &mut bot, spec.max_decisions)
        };
        let ended = machine.ended_at();
        let number = |reading: &Reading| machine.read_ready(reading).ok()?.number();
        let scores = match end {
            GameEnd::Finished(_) => self.scores.iter().map(number).collect::<Option<Vec<i64>>>(),
            GameEnd::Stalled(_) | GameEnd::Fault { .. } => None,
        };
        let tracked = match end {
            GameEnd::Finished(_) => self.courses.add(index, machine),
            GameEnd::Stalled(_) | GameEnd::Fault { .. } => Vec::new(),
        };
        let tally = machine.tally();
        GameResult {
            index,
            end,
            decisions,
            chance_events: tally.chance,
            turns: tally.turns,
            rounds: tally.rounds,
            scores: scores.unwrap_or_default(),
            ended,
            tracked,
        }
    }
}

/// Players that look ahead, made ready once for many games, and programs.
#[derive(Debug, Default)]
pub struct Chairs {
    greedy: Option<Greedy>,
    /// One a seat, where it was taught something else.
    taught: BTreeMap<u8, (Taught, Greedy)>,
    /// One a seat, where it thinks ahead.
    searches: BTreeMap<u8, Search>,
    outside: Option<Box<dyn Outside>>,
    seed: u64,
    barred: Option<(u8, MoveId)>,
}

impl Chairs {
    /// A game with this seed begins: draws begin anew, nothing is remembered, nothing is barred.
    pub fn begin(&mut self, seed: u64) {
        self.seed = seed;
        self.barred = None;
        if let Some(greedy) = &mut self.greedy {
            greedy.reseed(mixed(seed.rotate_left(17)));
        }
        for (seat, (_, greedy)) in &mut self.taught {
            greedy.reseed(mixed(seed.rotate_left(41).wrapping_add(u64::from(*seat))));
        }
        for (seat, search) in &mut self.searches {
            search.forget();
            search.reseed(mixed(seed.rotate_left(29).wrapping_add(u64::from(*seat))));
        }
    }

    /// Whoever plays for a seat from now on knows this, and not what lies beside the rules.
    pub fn teach(&mut self, seat: u8, taught: Taught) {
        let seed = mixed(self.seed.rotate_left(41).wrapping_add(u64::from(seat)));
        let greedy = Greedy::new(seed).taught(taught.clone());
        self.taught.insert(seat, (taught, greedy));
        self.searches.remove(&seat);
    }

    /// A seat that never makes a move, as long as there is anything else to do.
    pub fn bar(&mut self, barred: Option<(u8, MoveId)>) {
        self.barred = barred;
    }

    /// How many decisions players have made in their heads.
    #[must_use]
    pub fn thought(&self) -> u64 {
        let searches = self.searches.values().map(Search::thought);
        let greedy = self.taught.values().map(|(_, greedy)| greedy).chain(&self.greedy);
        searches.chain(greedy.map(Greedy::thought)).fold(0, u64::saturating_add)
    }

    /// What a seat that looks ahead does; none of others, or where it finds nothing.
    pub fn answer(&mut self, machine: &Machine, seat: u8, player: Player) -> Option<Answer> {
        let barred = self.barred.filter(|(of, _)| *of == seat).map(|(_, id)| id);
        match player {
            Player::Random | Player::RandomOptions => None,
            Player::Greedy => {
                let seed = mixed(self.seed.rotate_left(17));
                let greedy = match self.taught.get_mut(&seat) {
                    Some((_, greedy)) => greedy,
                    None => self.greedy.get_or_insert_with(|| Greedy::new(seed)),
                };
                greedy.bar(barred.as_slice());
                greedy.answer(machine, seat)
            }
            Player::Search(thinking) => {
                let seed = mixed(self.seed.rotate_left(29).wrapping_add(u64::from(seat)));
                let taught = self.taught.get(&seat).map(|(taught, _)| taught.clone());
                let search = self
                    .searches
                    .entry(seat)
                    .or_insert_with(|| Search::new(seed).taught(taught.unwrap_or_default()));
                search.bar(barred.as_slice());
                search.answer(machine, seat, thinking.effort(), &mut || true)
            }
            Player::Outside(_) => self.outside.as_mut()?.answer(machine, seat),
        }
    }
}

/// Who decides where somebody thinks.
struct Seated<'s> {
    seats: &'s [Policy],
    bot: &'s mut BotSource,
    chairs: &'s mut Chairs,
}

/// Plays with whom the seats are given to; those who are asked together answer in the game's order.
fn seated(machine: &mut Machine, spec: &SimSpec, who: &mut Seated<'_>) -> (Stop, u64) {
    let mut made = 0;
    while made < spec.max_decisions && machine.stop() == Stop::Asking {
        let next = machine.lot().first().copied();
        let player = next.and_then(|seat| Some((seat, *spec.players.get(usize::from(seat))?)));
        let answer = player.and_then(|(seat, player)| who.chairs.answer(machine, seat, player));
        if answer.is_none() && matches!(player, Some((_, Player::Outside(_)))) {
            break;
        }
        // Where it finds nothing, neither will chance; then the game says why.
        if answer.is_none_or(|answer| machine.answer(next, &answer).is_err())
            && machine.playout(who.seats, who.bot, 1).1 == 0
        {
            break;
        }
        made += 1;
    }
    (machine.stop(), made)
}
