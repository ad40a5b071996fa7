//! Plays a game of a study and keeps what is seen of it.

use super::arm::{Change, Plan, Things};
use super::lead::Leads;
use super::reached::reached;
use super::record::{End, POINTS, Record, SeatRecord};
use super::ways::ways;
use crate::sim::{Chairs, Player};
use crate::track::Tracks;
use houserules_interpreter::ask::{Answer, Engine, Offered, Outcome, Stop};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::machine::{Machine, Reading};
use houserules_interpreter::playout::{GameEnd, draws_of, ended, game_seed};
use houserules_interpreter::program::Program;
use houserules_lang::ir::seats::score_exprs;
use houserules_lang::ir::{MoveId, Value};
use houserules_lang::source::Span;
use std::sync::Arc;

/// Of the game as it is, so many games are looked at line by line.
pub const LINE_BY_LINE: u64 = 40;
/// So many looks at what is followed are kept before every other one is dropped.
const LOOKS: usize = 64;

/// What the games of a study have in common.
#[derive(Debug)]
pub struct Study {
    /// What is played.
    pub plan: Plan,
    /// What is followed.
    pub tracks: Arc<Tracks>,
    /// The statements of the rules.
    pub statements: Vec<Span>,
}

/// Plays game after game of an arm on one machine.
#[derive(Debug)]
pub struct Table {
    program: Arc<Program>,
    arm: usize,
    things: Things,
    /// Something is followed; of other rules nothing is.
    follows: bool,
    machine: Option<Machine>,
    scores: Vec<Reading>,
    leads: Leads,
    chairs: Chairs,
    /// Decisions in all games.
    made: u64,
}

/// A game that is being played.
struct Game<'s> {
    study: &'s Study,
    /// Which game of the study.
    number: u64,
    seed: u64,
    /// The seat at which the arm makes a difference, if it does at one.
    other: Option<u8>,
    follows: bool,
    seats: Vec<SeatRecord>,
    first: Option<u8>,
    /// After how many decisions something was read, and what.
    looks: Vec<(u64, Vec<Option<i64>>)>,
    /// It is read after every so many decisions.
    stride: u64,
    answers: Option<Vec<(u8, Answer)>>,
}

impl Table {
    /// For an arm of a study, and a program that was made for [`Plan::setup_of`] it.
    #[must_use]
    pub fn new(program: Arc<Program>, arm: usize) -> Self {
        Self {
            things: Things::of(&program.book),
            follows: false,
            program,
            arm,
            machine: None,
            scores: Vec::new(),
            leads: Leads::default(),
            chairs: Chairs::default(),
            made: 0,
        }
    }

    /// Plays a game; the same whatever was played before.
    pub fn play(&mut self, study: &Study, game: u64) -> Record {
        let closely = self.looks_closely(study, game);
        let (kept, stop, decisions) = self.played(study, game, closely);
        self.record(&kept, stop, decisions)
    }

    /// What everybody answers in a game, in order, with their seats.
    pub fn answers(&mut self, study: &Study, game: u64) -> Vec<(u8, Answer)> {
        self.played(study, game, true).0.answers.unwrap_or_default()
    }

    /// How many decisions were made, in games and in the heads of their players.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.made.saturating_add(self.chairs.thought())
    }

    /// A game that was played, how it stands, and after how many decisions.
    fn played<'s>(&mut self, study: &'s Study, game: u64, keeps: bool) -> (Game<'s>, Stop, u64) {
        let seed = game_seed(study.plan.seed, game);
        self.set_up(study, seed);
        let other = study.plan.other(self.arm, game);
        let players = self.players(study, other);
        self.chairs.begin(seed);
        self.chairs.bar(other.zip(self.barred(study)));
        let mut bot = draws_of(seed);
        let mut kept = Game {
            study,
            number: game,
            seed,
            other,
            follows: self.follows,
            seats: vec![SeatRecord::default(); usize::from(study.plan.setup.seats)],
            first: None,
            looks: Vec::new(),
            stride: 1,
            answers: keeps.then(Vec::new),
        };
        let (stop, decisions) = self.go(&mut kept, &players, &mut bot);
        self.made = self.made.saturating_add(decisions);
        (kept, stop, decisions)
    }

    /// The machine at the beginning of a game.
    fn set_up(&mut self, study: &Study, seed: u64) {
        if let Some(machine) = &mut self.machine {
            machine.restart(seed);
        } else {
            let mut machine = Machine::start(Arc::clone(&self.program), seed, false);
            let players = self.players(study, Some(0));
            if players.iter().any(|player| player.asks_what_was_chosen()) {
                machine.keep_choices();
            }
            let same = study.plan.arms[self.arm].change != Change::Rules;
            if same && !study.tracks.all.is_empty() && study.tracks.follow(&mut machine).is_ok() {
                self.follows = true;
                machine.restart(seed);
            }
            let seats = usize::from(study.plan.setup.seats);
            let ready = score_exprs(&self.program.book, seats)
                .iter()
                .map(|e| machine.reading(e, &[]))
                .collect();
            self.scores = Result::unwrap_or_default(ready);
            self.leads = Leads::of(&machine);
            self.machine = Some(machine);
        }
        self.leads.begin();
    }

    /// Whether a game is looked at line by line.
    fn looks_closely(&self, study: &Study, game: u64) -> bool {
        self.arm == 0 && game < LINE_BY_LINE && !study.statements.is_empty()
    }

    fn players(&self, study: &Study, other: Option<u8>) -> Vec<Player> {
        let mut players = study.plan.players.clone();
        players.resize(usize::from(study.plan.setup.seats), Player::Random);
        if let (Some(seat), Change::Player(player)) = (other, &study.plan.arms[self.arm].change) {
            players[usize::from(seat)] = *player;
        }
        players
    }

    fn barred(&self, study: &Study) -> Option<MoveId> {
        match study.plan.arms[self.arm].change {
            Change::Without(id) => Some(id),
            Change::Nothing | Change::Player(_) | Change::Options(_) | Change::Rules => None,
        }
    }

    fn go(&mut self, game: &mut Game<'_>, players: &[Player], bot: &mut BotSource) -> (Stop, u64) {
        let barred = self.barred(game.study).filter(|_| game.other.is_some());
        let Some(machine) = &mut self.machine else { return (Stop::Asking, 0) };
        let mut made = 0;
        while made < game.study.plan.max_decisions && machine.stop() == Stop::Asking {
            game.look(machine, made);
            self.leads.look(machine, made);
            let Some(seat) = machine.lot().first().copied() else { break };
            let player = players[usize::from(seat)];
            let thought = self.chairs.answer(machine, seat, player);
            let policy = player.policy();
            let mut answer =
                thought.or_else(|| machine.drawn(Some(seat), policy, bot as &mut dyn BotDraw));
            if let Some(barred) = barred.filter(|_| game.other == Some(seat)) {
                answer = without(machine, seat, barred, answer, bot);
            }
            let Some(answer) = answer else { break };
            game.note(machine, &self.things, seat, &answer);
            if machine.answer(Some(seat), &answer).is_err() {
                break;
            }
            made += 1;
        }
        let stop = machine.stop();
        if stop != Stop::Asking {
            self.leads.look(machine, made);
        }
        (stop, made)
    }

    fn record(&mut self, game: &Game<'_>, stop: Stop, decisions: u64) -> Record {
        let most = game.study.plan.max_decisions;
        let over = matches!(stop, Stop::Over(_));
        let (end, winners) = match ended(stop, decisions, most) {
            GameEnd::Finished(Outcome::Won(seats)) => (End::Over, seats),
            GameEnd::Finished(Outcome::Lost) => (End::Over, Vec::new()),
            GameEnd::Finished(Outcome::Drawn) => {
                (End::Over, (0..game.study.plan.setup.seats).collect())
            }
            GameEnd::Stalled(why) => (End::Stalled(why), Vec::new()),
            GameEnd::Fault { code, span } => (End::Fault(code.to_string(), span), Vec::new()),
        };
        let mut scores = None;
        let (mut course, mut ended_at, mut tally) = (Vec::new(), None, <_>::default());
        if let Some(machine) = &mut self.machine {
            let number = |reading: &Reading| machine.read_ready(reading).ok()?.number();
            scores = self.scores.iter().filter(|_| over).map(number).collect::<Option<Vec<i64>>>();
            course = game.course(machine, decisions);
            ended_at = machine.ended_at();
            tally = machine.tally();
        }
        let answers = game.answers.as_ref();
        let lines = |all: &Vec<(u8, Answer)>| {
            reached(&self.program, game.seed, all, &game.study.statements)
        };
        Record {
            arm: self.arm as u16,
            game: game.number,
            lead: self.leads.told(decisions, &winners).filter(|_| over),
            end,
            ended: ended_at,
            winners,
            first: game.first,
            other: game.other,
            scores: scores.unwrap_or_default(),
            turns: tally.turns,
            rounds: tally.rounds,
            decisions,
            chance: tally.chance,
            seats: game.seats.clone(),
            course,
            reached: answers.map(lines),
        }
    }
}

impl Game<'_> {
    /// Reads what is followed, if it is time to.
    fn look(&mut self, machine: &mut Machine, made: u64) {
        if !self.follows || !made.is_multiple_of(self.stride) {
            return;
        }
        if self.looks.len() >= LOOKS {
            self.stride *= 2;
            let stride = self.stride;
            self.looks.retain(|(at, _)| at % stride == 0);
            if !made.is_multiple_of(stride) {
                return;
            }
        }
        self.looks.push((made, read(machine)));
    }

    /// What was followed, row by row, at [`POINTS`] points.
    fn course(&self, machine: &mut Machine, decisions: u64) -> Vec<Vec<Option<i64>>> {
        if !self.follows {
            return Vec::new();
        }
        let last = read(machine);
        let at = |point: usize, row: usize| {
            if point + 1 == POINTS {
                return last.get(row).copied().flatten();
            }
            let wanted = decisions * point as u64 / (POINTS as u64 - 1);
            let look = self.looks.iter().rev().find(|(at, _)| *at <= wanted);
            look.and_then(|(_, values)| values.get(row).copied().flatten())
        };
        (0..last.len()).map(|row| (0..POINTS).map(|point| at(point, row)).collect()).collect()
    }

    /// What a seat could do, and does.
    fn note(&mut self, machine: &mut Machine, things: &Things, seat: u8, answer: &Answer) {
        self.first.get_or_insert(seat);
        let site = machine.asked().map_or(0, |asked| asked.site.0);
        let offers = machine.offers(Some(seat));
        let ways = ways(machine, seat);
        let kept = &mut self.seats[usize::from(seat)];
        kept.asked += 1;
        kept.forced += u64::from(ways == 1);
        kept.ways += ways;
        let mut there: Vec<u16> = offers.iter().map(|o| things.place(site, o)).collect();
        there.sort_unstable();
        there.dedup();
        for thing in there {
            kept.things.entry(thing).or_default()[0] += 1;
        }
        if let Some(offer) = offers.get(answer.offer) {
            kept.things.entry(things.place(site, offer)).or_default()[1] += 1;
            let given = if let Offered::Move(_, given, _) = offer { given.as_slice() } else { &[] };
            given.iter().chain(&answer.args).for_each(|value| cards(machine, value, kept));
        }
        if let Some(answers) = &mut self.answers {
            answers.push((seat, answer.clone()));
        }
    }
}

fn read(machine: &mut Machine) -> Vec<Option<i64>> {
    machine.read_followed().into_iter().map(|sample| sample.ok().flatten()).collect()
}

/// Counts the cards that a value names.
fn cards(machine: &Machine, value: &Value, kept: &mut SeatRecord) {
    match value {
        Value::Card(card) => {
            let row = machine.program().book[*card].row;
            *kept.cards.entry(row.0).or_default() += 1;
        }
        Value::List(items) => items.iter().for_each(|item| cards(machine, item, kept)),
        Value::None
        | Value::Bool(_)
        | Value::Number(_)
        | Value::Member(..)
        | Value::Seat(_)
        | Value::Text(_)
        | Value::Square(_)
        | Value::Spot(_) => {}
    }
}

/// An answer that is not the barred move: the given one, or anything else; if there is nothing
/// else, the given one.
fn without(
    machine: &mut Machine,
    seat: u8,
    barred: MoveId,
    answer: Option<Answer>,
    bot: &mut BotSource,
) -> Option<Answer> {
    let offers = machine.offers(Some(seat));
    let is_barred = |at: usize| offers.get(at).is_some_and(|offer| offer.is(barred));
    if !answer.as_ref().is_some_and(|a| is_barred(a.offer)) {
        return answer;
    }
    let mut open: Vec<usize> = (0..offers.len()).filter(|at| !is_barred(*at)).collect();
    while !open.is_empty() {
        let at = open.swap_remove(bot.below(open.len() as u64) as usize);
        if let Some(drawn) = machine.drawn_of(seat, at, bot) {
            return Some(drawn);
        }
    }
    answer
}
