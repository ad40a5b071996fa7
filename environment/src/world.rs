//! One game, to be played step by step from outside.

use crate::draft::{Desk, Draft, Open};
use crate::scheme::Scheme;
use crate::sight::view;
use crate::trouble::Trouble;
use houserules_bots::determinize::determinize;
use houserules_interpreter::ask::{Engine, Outcome, PendingDecision, Stop};
use houserules_interpreter::chance::{BotSource, Seed};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::game_seed;
use houserules_lang::ir::Value;
use houserules_table::choices::value::Choice;
use houserules_table::game::{Game, Record, Spoken};
use houserules_table::visibility::Viewer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Who decides what chance gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Chance {
    /// The game's seed.
    #[default]
    Seed,
    /// The host, wherever the rules say `by chance`; shuffles follow the seed all the same.
    Host,
}

/// What a game counts for each seat when it is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Count {
    /// Who has won: 1 for whoever wins alone, -1 for losers of two, 0 for a tie of all; the sum is
    /// 0. Where players win or lose together, 1 or -1 for all.
    #[default]
    Win,
    /// The word `score` of the rules.
    Score,
}

/// A complete choice that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complete {
    /// As it is typed: `buy Ben [pink 2] $1`.
    pub typed: String,
    /// The actions that make it.
    pub actions: Vec<u32>,
}

/// What was done, to be done again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Done {
    Chosen(u8, String),
    Given(Vec<u32>),
}

/// How a game came to where it stands, to bring it there again elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    seed: Seed,
    chance: Chance,
    done: Vec<Done>,
    /// What is taken of choices in the making, by seat; none: chance.
    taken: Vec<(Option<u8>, Vec<u32>)>,
}

/// A game that is played by actions.
#[derive(Debug, Clone)]
pub struct World {
    scheme: Arc<Scheme>,
    seed: Seed,
    chance: Chance,
    game: Game<Machine>,
    /// It runs on machine code.
    hastened: bool,
    /// How it stood when it was imagined; none of a game that was played from its beginning.
    imagined: Option<Arc<Game<Machine>>>,
    /// Choices in the making, by seat; none: chance.
    drafts: BTreeMap<Option<u8>, Draft>,
    done: Vec<Done>,
    /// How many choices had been made when what is asked now was asked first.
    asked_at: usize,
}

impl World {
    /// Begins a game.
    #[must_use]
    pub fn new(scheme: &Arc<Scheme>, seed: Seed, chance: Chance) -> Self {
        let program = Arc::clone(&scheme.program);
        let machine = match chance {
            Chance::Seed => Machine::start(program, seed, true),
            Chance::Host => Machine::start_scripted(program, seed, true),
        };
        let (book, sources) = (Arc::clone(&scheme.book), Arc::clone(&scheme.sources));
        let game = Game::start(machine, book, sources, scheme.names.clone());
        Self::around(scheme, seed, chance, game)
    }

    fn around(scheme: &Arc<Scheme>, seed: Seed, chance: Chance, game: Game<Machine>) -> Self {
        let (drafts, done, imagined) = (BTreeMap::new(), Vec::new(), None);
        let (scheme, hastened, asked_at) = (Arc::clone(scheme), false, 0);
        let mut world =
            Self { scheme, seed, chance, game, hastened, imagined, drafts, done, asked_at };
        world.hasten();
        world
    }

    /// Goes on with machine code if that has become ready.
    fn hasten(&mut self) {
        if !self.hastened
            && let Some(code) = self.scheme.code()
        {
            self.game.assist(Arc::clone(code));
            self.hastened = true;
        }
    }

    /// The table as it might be for all that a seat knows: what it has not seen is dealt anew from
    /// `seed`, and chance is another one. What the seat sees and may do is the same, what it has
    /// taken of its choice too; nothing is kept of what happened before.
    #[must_use]
    pub fn imagined(&self, seat: u8, seed: u64) -> Self {
        let scheme = &self.scheme;
        let (machine, _) = determinize(self.game.engine(), seat, &mut BotSource::new(seed));
        let (book, sources) = (Arc::clone(&scheme.book), Arc::clone(&scheme.sources));
        let names = scheme.names.clone();
        let game = Game::start_telling(Spoken::Choices, machine, book, sources, names);
        let begun = Some(Arc::new(game.clone()));
        let seed = Seed::from(game_seed(seed, u64::from(seat)));
        let mut other = Self { imagined: begun, ..Self::around(scheme, seed, Chance::Seed, game) };
        for action in self.taken(Some(seat)) {
            // The same actions are open to the seat there.
            if other.act(Some(seat), *action).is_err() {
                other.drafts.clear();
                break;
            }
        }
        other
    }

    /// Whether it never was played from its beginning: there is no journal of it.
    #[must_use]
    pub fn is_imagined(&self) -> bool {
        self.imagined.is_some()
    }

    /// Begins a game of which nothing is kept and nothing put into words: no log, no journal,
    /// nothing to be taken back.
    #[must_use]
    pub fn quiet(scheme: &Arc<Scheme>, seed: Seed) -> Self {
        let program = Arc::clone(&scheme.program);
        let record = program.schema.shows_counters();
        let machine = Machine::start(program, seed, record);
        let (book, sources) = (Arc::clone(&scheme.book), Arc::clone(&scheme.sources));
        let names = scheme.names.clone();
        let game = Game::start_telling(Spoken::Nothing, machine, book, sources, names);
        Self::around(scheme, seed, Chance::Seed, game)
    }

    /// What all games of these rules share.
    #[must_use]
    pub fn scheme(&self) -> &Arc<Scheme> {
        &self.scheme
    }

    /// The game: views, logs, hashes.
    #[must_use]
    pub fn game(&self) -> &Game<Machine> {
        &self.game
    }

    /// The game, to ask for what needs memory to be worked out. Nothing may be chosen in it.
    pub fn game_mut(&mut self) -> &mut Game<Machine> {
        &mut self.game
    }

    /// The seed of everything that chance decides.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Every choice of a seat so far: what a journal keeps.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        self.game.records()
    }

    /// Who decides what chance gives.
    #[must_use]
    pub fn chance(&self) -> Chance {
        self.chance
    }

    /// The seats that are asked, in the order in which they answer.
    #[must_use]
    pub fn asked(&self) -> Vec<u8> {
        self.game.engine().lot()
    }

    /// How many choices had been made when what is asked now was asked first: it stays the same
    /// while seats that are asked together answer one after the other.
    #[must_use]
    pub fn asked_at(&self) -> usize {
        self.asked_at
    }

    /// Whether chance waits to be told.
    #[must_use]
    pub fn is_chance(&self) -> bool {
        self.game.asked().is_some_and(|asked| asked.chance)
    }

    /// Whether the game is over, or stopped at a fault.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.game.stop() != Stop::Asking
    }

    /// What a seat has taken of its choice in the making.
    #[must_use]
    pub fn taken(&self, seat: Option<u8>) -> &[u32] {
        self.drafts.get(&seat).map_or(&[], Draft::taken)
    }

    fn draft(&mut self, seat: Option<u8>) -> Result<&mut Draft, Trouble> {
        if !self.drafts.contains_key(&seat) {
            let (game, space) = (&mut self.game, &self.scheme.space);
            let begun = Draft::begin(&mut Desk { game, space, seat });
            let asked = self.game.asked().map(|asked| asked.seats).unwrap_or_default();
            let not_asked = || Trouble::not_asked(seat.unwrap_or(u8::MAX), &asked);
            self.drafts.insert(seat, begun.ok_or_else(not_asked)?);
        }
        let gone = || Trouble::new("not-asked", "nothing is being chosen");
        self.drafts.get_mut(&seat).ok_or_else(gone)
    }

    /// The actions that are open to a seat (none: to chance).
    ///
    /// # Errors
    /// If it is not asked.
    pub fn open(&mut self, seat: Option<u8>) -> Result<Vec<Open>, Trouble> {
        let scheme = Arc::clone(&self.scheme);
        Ok(self.draft(seat)?.open(&scheme.space))
    }

    /// Writes a 1 for each action that is open to a seat (none: to chance), 0 elsewhere; 0
    /// everywhere if it is not asked. The row is as long as the space.
    pub fn mask(&mut self, seat: Option<u8>, row: &mut [i8]) {
        row.fill(0);
        let scheme = Arc::clone(&self.scheme);
        let Ok(draft) = self.draft(seat) else { return };
        draft.actions(&scheme.space, &mut |action| {
            if let Some(place) = row.get_mut(action as usize) {
                *place = 1;
            }
        });
    }

    /// What the step is called that a seat fills; empty where it picks an entry.
    ///
    /// # Errors
    /// If it is not asked.
    pub fn step(&mut self, seat: Option<u8>) -> Result<String, Trouble> {
        Ok(self.draft(seat)?.step().to_string())
    }

    /// Takes an action. Yes: it completed a choice, and the game has gone on.
    ///
    /// # Errors
    /// If the seat is not asked, or the action is not open; nothing has changed then. If the rules
    /// refuse the choice all the same, it is begun anew.
    pub fn act(&mut self, seat: Option<u8>, action: u32) -> Result<bool, Trouble> {
        self.draft(seat)?;
        let Some(draft) = self.drafts.get_mut(&seat) else { return Ok(false) };
        let (game, space) = (&mut self.game, &self.scheme.space);
        let Some(choice) = draft.take(&mut Desk { game, space, seat }, action)? else {
            return Ok(false);
        };
        let draft = self.drafts.remove(&seat);
        match seat {
            Some(seat) => self.submit(seat, &choice)?,
            None => self.give(draft)?,
        }
        Ok(true)
    }

    fn give(&mut self, draft: Option<Draft>) -> Result<(), Trouble> {
        let Some(draft) = draft else { return Ok(()) };
        let (entry, args) = draft.values();
        self.game
            .give_chance(entry, args)
            .map_err(|_| Trouble::new("refused", "chance cannot give that"))?;
        self.done.push(Done::Given(draft.taken().to_vec()));
        self.asked_at = self.done.len();
        self.drafts.clear();
        Ok(())
    }

    /// Makes a whole choice.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub fn submit(&mut self, seat: u8, choice: &Choice) -> Result<(), Trouble> {
        let before = self.game.asked();
        self.game.submit(seat, choice)?;
        self.went_on(before);
        Ok(())
    }

    /// Makes a choice as it is typed.
    ///
    /// # Errors
    /// Why it cannot be read or is refused; nothing has changed then.
    pub fn say(&mut self, seat: u8, text: &str) -> Result<(), Trouble> {
        let before = self.game.asked();
        self.game.say(seat, text)?;
        self.went_on(before);
        Ok(())
    }

    /// Lets somebody choose who looks at the game itself: a bot.
    ///
    /// # Errors
    /// What they say; nothing has changed then.
    pub fn let_choose<T, R>(
        &mut self,
        choose: impl FnOnce(&mut Game<Machine>) -> Result<T, R>,
    ) -> Result<T, R> {
        let before = self.game.asked();
        let chosen = choose(&mut self.game)?;
        self.went_on(before);
        Ok(chosen)
    }

    /// A choice has been carried out. Others that are being made stay where nothing has happened
    /// but that one of several has answered; else they are begun anew.
    fn went_on(&mut self, before: Option<PendingDecision>) {
        self.hasten();
        let last = self.game.records().last();
        self.done.extend(last.map(|r| Done::Chosen(r.seat, r.choice.clone())));
        let now = self.game.asked();
        let waits = if let (Some(before), Some(now)) = (&before, &now) {
            let left = before.seats.iter().filter(|seat| now.seats.contains(seat)).count();
            before.site == now.site && left == now.seats.len() && left + 1 == before.seats.len()
        } else {
            false
        };
        if !waits {
            self.asked_at = self.done.len();
        }
        let asked = now.map(|now| now.seats).unwrap_or_default();
        self.drafts.retain(|seat, _| waits && seat.is_some_and(|seat| asked.contains(&seat)));
    }

    /// The complete choices that are open to a seat, at most so many.
    ///
    /// # Errors
    /// If it is not asked.
    pub fn complete(&mut self, seat: u8, most: usize) -> Result<Vec<Complete>, Trouble> {
        let (game, space) = (&mut self.game, &self.scheme.space);
        let mut desk = Desk { game, space, seat: Some(seat) };
        let asked = desk.game.asked().map(|asked| asked.seats).unwrap_or_default();
        let draft = Draft::begin(&mut desk).ok_or_else(|| Trouble::not_asked(seat, &asked))?;
        let (mut found, mut left) = (Vec::new(), most.saturating_mul(PATIENCE));
        each(&mut desk, &draft, most, &mut left, &mut found);
        Ok(found)
    }

    /// How many choices were made, by seats and by a host for chance.
    #[must_use]
    pub fn made(&self) -> usize {
        self.done.len()
    }

    /// Takes back the last `n` choices, as if they had never been made; a choice in the making
    /// counts as none, and is dropped.
    ///
    /// # Errors
    /// If fewer were made; nothing has changed then.
    pub fn undo(&mut self, n: usize) -> Result<(), Trouble> {
        let Some(left) = self.done.len().checked_sub(n) else {
            let made = self.done.len();
            let message = format!("{n} choices cannot be taken back: {made} were made");
            return Err(Trouble::new("undo", message));
        };
        let mut before = match &self.imagined {
            Some(begun) => Self {
                imagined: self.imagined.clone(),
                ..Self::around(&self.scheme, self.seed, self.chance, Game::clone(begun))
            },
            None => Self::new(&self.scheme, self.seed, self.chance),
        };
        before.repeat(self.done.get(..left).unwrap_or_default())?;
        *self = before;
        Ok(())
    }

    fn repeat(&mut self, all: &[Done]) -> Result<(), Trouble> {
        for done in all {
            match done {
                Done::Chosen(seat, text) => self.say(*seat, text)?,
                Done::Given(actions) => {
                    for action in actions {
                        self.act(None, *action)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// How the game came to where it stands.
    ///
    /// # Errors
    /// If it was imagined: it has no beginning.
    pub fn history(&self) -> Result<History, Trouble> {
        if self.is_imagined() {
            let message = "a game that was imagined cannot be kept";
            return Err(Trouble::new("imagined", message).help("keep the game that is played"));
        }
        let taken = self.drafts.iter().map(|(seat, draft)| (*seat, draft.taken().to_vec()));
        let (done, taken) = (self.done.clone(), taken.collect());
        Ok(History { seed: self.seed, chance: self.chance, done, taken })
    }

    /// Brings a game to where it stood.
    ///
    /// # Errors
    /// If the rules are others by now, and do not allow what was done.
    pub fn again(scheme: &Arc<Scheme>, history: &History) -> Result<Self, Trouble> {
        let mut world = Self::new(scheme, history.seed, history.chance);
        world.repeat(&history.done)?;
        for (seat, taken) in &history.taken {
            for action in taken {
                world.act(*seat, *action)?;
            }
        }
        Ok(world)
    }

    /// What the game counts for each seat: zeros before it is over, and where it has none to count.
    pub fn returns(&mut self, count: Count) -> Vec<f64> {
        let seats = usize::from(self.scheme.seats());
        let Stop::Over(outcome) = self.game.stop() else { return vec![0.0; seats] };
        match count {
            Count::Score => {
                let number =
                    |score: &Value| if let Value::Number(n) = score { *n as f64 } else { 0.0 };
                let scores = self.game.scores();
                scores.map_or_else(|| vec![0.0; seats], |all| all.iter().map(number).collect())
            }
            Count::Win => won(&outcome, seats, self.scheme.together),
        }
    }

    /// What a seat sees, as numbers laid out by the scheme's senses.
    pub fn read(&self, seat: u8, row: &mut [i32]) {
        self.scheme.senses.read(&self.game, seat, self.taken(Some(seat)), row);
    }

    /// Everything a seat knows of the game so far, in words: its log, what it sees, and what it has
    /// taken of its choice. Two games in which this is the same are the same to the seat.
    #[must_use]
    pub fn told(&self, seat: u8) -> String {
        let lines = self.game.log(Viewer::Seat(seat), 0);
        let mut told: String = lines.iter().map(|line| format!("{}\n", line.text)).collect();
        let view = view(&self.game, Viewer::Seat(seat));
        told.push_str(&serde_json::to_string(&view.groups).unwrap_or_default());
        for action in self.taken(Some(seat)) {
            told.push_str(&format!("{action};"));
        }
        told
    }
}

/// For each complete choice wanted, so many actions are tried to find it.
const PATIENCE: usize = 64;

/// Goes through everything that can be chosen.
fn each(
    desk: &mut Desk<'_, Machine>,
    draft: &Draft,
    most: usize,
    left: &mut usize,
    found: &mut Vec<Complete>,
) {
    for open in draft.open(desk.space) {
        if found.len() >= most || *left == 0 {
            return;
        }
        *left -= 1;
        let mut next = draft.clone();
        match next.take(desk, open.action) {
            Ok(Some(choice)) => {
                let seat = desk.seat.unwrap_or(u8::MAX);
                if let Some(typed) = desk.game.typed(seat, &choice) {
                    found.push(Complete { typed, actions: next.taken().to_vec() });
                }
            }
            Ok(None) => each(desk, &next, most, left, found),
            Err(_) => {}
        }
    }
}

#[expect(clippy::float_arithmetic, reason = "a share of a win, computed once and never added up")]
fn won(outcome: &Outcome, seats: usize, together: bool) -> Vec<f64> {
    let winners: &[u8] = match outcome {
        Outcome::Won(winners) => winners,
        Outcome::Lost => &[],
        Outcome::Drawn => return vec![0.0; seats],
    };
    if winners.is_empty() {
        return vec![-1.0; seats];
    }
    let (n, k) = (seats as f64, winners.len() as f64);
    let value = |seat: usize| {
        let wins = winners.iter().any(|w| usize::from(*w) == seat);
        if together || seats < 2 {
            return if wins { 1.0 } else { -1.0 };
        }
        let share = if wins { 1.0 / k } else { 0.0 };
        (n * share - 1.0) / (n - 1.0)
    };
    (0..seats).map(value).collect()
}
