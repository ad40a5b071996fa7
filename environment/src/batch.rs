//! Very many games at once, each asked by its own seat: one call takes an action in every one of
//! them, on all cores.

use crate::scheme::Scheme;
use crate::trouble::Trouble;
use crate::world::{Count, World};
use houserules_interpreter::ask::Stop;
use houserules_interpreter::chance::Seed;
use houserules_interpreter::playout::game_seed;
use rayon::prelude::*;
use std::sync::Arc;

/// How a batch is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// The seed of which every game's own is made.
    pub seed: u64,
    /// What a game counts.
    pub count: Count,
    /// A game that is not over after so many actions is broken off.
    pub longest: u32,
}

/// Where what a step gives is written: a row for each game, as long as the scheme says.
#[derive(Debug)]
pub struct Rows<'a> {
    /// What the seat that is asked sees; its length is the number of games times that of a row.
    pub seen: &'a mut [i32],
    /// 1 for each action that is open, likewise.
    pub mask: &'a mut [i8],
    /// The seat that is asked, by game.
    pub seats: &'a mut [u8],
    /// What the game that ended in this step counted, by game and seat; 0 where none ended.
    pub returns: &'a mut [f64],
    /// 1: a game ended in this step, and another has begun; 2: it was broken off; 3: a rule could
    /// not be carried out.
    pub ended: &'a mut [u8],
}

/// One of the games.
#[derive(Debug)]
struct Lane {
    world: World,
    /// Which game of the batch's it is.
    index: u64,
    actions: u32,
}

/// Very many games.
#[derive(Debug)]
pub struct Batch {
    scheme: Arc<Scheme>,
    course: Course,
    lanes: Vec<Lane>,
}

/// How games follow each other.
#[derive(Debug, Clone, Copy)]
struct Course {
    plan: Plan,
    /// How many are played at the same time.
    games: u64,
}

impl Course {
    /// A game of the batch's, by its number.
    fn begin(self, scheme: &Arc<Scheme>, index: u64) -> World {
        World::quiet(scheme, Seed::from(game_seed(self.plan.seed, index)))
    }
}

/// A row of each sort, for one game.
struct Row<'a> {
    seen: &'a mut [i32],
    mask: &'a mut [i8],
    seat: &'a mut u8,
    returns: &'a mut [f64],
    ended: &'a mut u8,
}

impl Batch {
    /// Begins so many games. Game `i` of lane `l` has the seed of number `l + i * games`, so that
    /// what happens does not hang on how many threads there are.
    #[must_use]
    pub fn new(scheme: &Arc<Scheme>, games: usize, plan: Plan) -> Self {
        let course = Course { plan, games: games as u64 };
        let lane = |index: usize| {
            let index = index as u64;
            Lane { world: course.begin(scheme, index), index, actions: 0 }
        };
        let lanes = (0..games).into_par_iter().map(lane).collect();
        Self { scheme: Arc::clone(scheme), course, lanes }
    }

    /// How many games there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// Writes how all games stand.
    ///
    /// # Errors
    /// If the rows are not as long as the scheme says.
    pub fn look(&mut self, rows: Rows<'_>) -> Result<(), Trouble> {
        self.each(rows, |_, row| {
            row.returns.fill(0.0);
            *row.ended = 0;
            Ok(())
        })
    }

    /// Takes an action in each game, for the seat that is asked. A game that ends begins anew with
    /// the next seed. One in which nobody is ever asked (its seat is 255) ends, whatever the
    /// action.
    ///
    /// # Errors
    /// If there are not as many actions as games, or one is not open: the first such game is named,
    /// and stands where it stood.
    pub fn step(&mut self, actions: &[u32], rows: Rows<'_>) -> Result<(), Trouble> {
        let games = self.lanes.len();
        if actions.len() != games {
            let message = format!("{} actions for {games} games", actions.len());
            return Err(Trouble::new("shape", message).help("give one action a game"));
        }
        let course = self.course;
        self.each(rows, |lane, row| {
            let at = (lane.index % course.games) as usize;
            let action = actions.get(at).copied().unwrap_or(u32::MAX);
            let stepped = lane.step(action, course, row);
            stepped.map_err(|t| Trouble { message: format!("game {at}: {}", t.message), ..t })
        })
    }

    fn each(
        &mut self,
        rows: Rows<'_>,
        play: impl Fn(&mut Lane, &mut Row<'_>) -> Result<(), Trouble> + Sync,
    ) -> Result<(), Trouble> {
        let (wide, open) = (self.scheme.senses.len(), self.scheme.space.len());
        let (games, seats) = (self.lanes.len(), usize::from(self.scheme.seats()));
        let fits = rows.seen.len() == games * wide
            && rows.mask.len() == games * open
            && rows.returns.len() == games * seats
            && rows.seats.len() == games
            && rows.ended.len() == games;
        if !fits {
            return Err(Trouble::new("shape", "the arrays are not as long as the layout says"));
        }
        let Rows { seen, mask, seats: asked, returns, ended } = rows;
        let rows = seen
            .par_chunks_mut(wide)
            .zip(mask.par_chunks_mut(open))
            .zip(asked.par_iter_mut())
            .zip(returns.par_chunks_mut(seats))
            .zip(ended.par_iter_mut());
        let all = self.lanes.par_iter_mut().zip(rows);
        let done: Vec<Result<(), Trouble>> = all
            .map(|(lane, ((((seen, mask), seat), returns), ended))| {
                let mut row = Row { seen, mask, seat, returns, ended };
                let played = play(lane, &mut row);
                lane.write(&mut row);
                played
            })
            .collect();
        done.into_iter().collect()
    }
}

impl Lane {
    fn step(&mut self, action: u32, course: Course, row: &mut Row<'_>) -> Result<(), Trouble> {
        row.returns.fill(0.0);
        *row.ended = 0;
        if let Some(seat) = self.world.asked().first().copied() {
            self.world.act(Some(seat), action)?;
            self.actions += 1;
        }
        *row.ended = match self.world.game().stop() {
            Stop::Over(_) => 1,
            Stop::Asking if self.actions >= course.plan.longest => 2,
            Stop::Asking => return Ok(()),
            Stop::Fault(_) => 3,
        };
        row.returns.copy_from_slice(&self.world.returns(course.plan.count));
        self.index += course.games;
        self.actions = 0;
        self.world = course.begin(self.world.scheme(), self.index);
        Ok(())
    }

    fn write(&mut self, row: &mut Row<'_>) {
        let seat = self.world.asked().first().copied();
        *row.seat = seat.unwrap_or(NOBODY);
        match seat {
            Some(seat) => {
                self.world.read(seat, row.seen);
                self.world.mask(Some(seat), row.mask);
            }
            // A game that is over before anybody is asked.
            None => {
                row.seen.fill(0);
                row.mask.fill(0);
            }
        }
    }
}

/// Where a seat is wanted and nobody is asked.
const NOBODY: u8 = u8::MAX;
