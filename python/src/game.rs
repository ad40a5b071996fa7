//! One game.

use crate::made::{Made, Rules};
use crate::objects::{Action, Choice, Decision};
use crate::trouble::{count, raised};
use houserules::protocol::render;
use houserules_environment::sight::{asked_for, full_view};
use houserules_environment::trouble::Trouble;
use houserules_environment::world::{Chance, World};
use houserules_files::bots::Bots;
use houserules_files::setup::Sitter;
use houserules_files::worlds::trouble;
use houserules_interpreter::ask::{Outcome, Stop};
use houserules_interpreter::chance::Seed;
use houserules_interpreter::machine::Machine;
use houserules_table::journal::fingerprint::hex;
use houserules_table::visibility::Viewer;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::{Arc, Mutex, PoisonError};

/// Who reads or chooses; none: a spectator, or chance.
type Seat = Option<u8>;

/// A running game.
#[pyclass(module = "houserules")]
pub struct Game {
    made: Arc<Made>,
    world: World,
    /// Bots are not shared between threads; games may be.
    bots: Mutex<Bots<Machine>>,
}

impl Game {
    /// One that stands at its beginning.
    pub fn new(made: Arc<Made>, seed: Seed, chance: Chance) -> Self {
        let world = World::new(&made.ready.scheme, seed, chance);
        Self::around(made, world)
    }

    /// A game with bots that have thought of nothing yet.
    pub fn around(made: Arc<Made>, world: World) -> Self {
        let bots = Bots::new(world.seed(), world.made(), |machine| machine);
        Self { made, world, bots: Mutex::new(bots) }
    }

    fn seat(&self, py: Python<'_>, seat: u8) -> PyResult<u8> {
        if seat < self.made.ready.scheme.seats() {
            return Ok(seat);
        }
        let trouble = Trouble::new("seat", format!("there is no seat {seat}")).help(format!(
            "seats count from 0 to {}",
            self.made.ready.scheme.seats().saturating_sub(1)
        ));
        Err(raised(py, &trouble))
    }

    fn viewer(&self, py: Python<'_>, seat: Seat) -> PyResult<Viewer> {
        match seat {
            Some(seat) => Ok(Viewer::Seat(self.seat(py, seat)?)),
            None => Ok(Viewer::Spectator),
        }
    }

    /// Who is to choose: as said, else the first that is asked; none: chance, or nobody.
    fn chooser(&self, py: Python<'_>, seat: Seat) -> PyResult<Seat> {
        match seat {
            Some(seat) => self.seat(py, seat).map(Some),
            None => Ok(self.world.asked().first().copied().filter(|_| !self.world.is_chance())),
        }
    }

    /// The same; an error where chance is asked, or nobody.
    fn player(&self, py: Python<'_>, seat: Seat) -> PyResult<u8> {
        let asked = self.world.asked();
        let trouble = match self.chooser(py, seat)? {
            Some(seat) if asked.contains(&seat) && !self.world.is_chance() => return Ok(seat),
            Some(seat) => Trouble::not_asked(seat, &asked),
            None if self.world.is_chance() => {
                Trouble::new("chance", "chance is asked").help("give it an action: `act`")
            }
            None => Trouble::new("over", "nobody is asked: the game is over"),
        };
        Err(raised(py, &trouble))
    }

    fn open(&mut self, py: Python<'_>, seat: Seat) -> PyResult<Vec<Action>> {
        let open = match seat {
            None if !self.world.is_chance() => Ok(Vec::new()),
            _ => self.world.open(seat),
        };
        let open = open.map_err(|trouble| raised(py, &trouble))?;
        Ok(open.into_iter().map(Action::from).collect())
    }

    fn decision(&mut self, py: Python<'_>, seat: Seat) -> PyResult<Decision> {
        let actions = self.open(py, seat)?;
        let actions: PyResult<_> = actions.into_iter().map(|one| Py::new(py, one)).collect();
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        Ok(Decision {
            seat,
            question: self.world.game().view(viewer).question,
            step: self.world.step(seat).map_err(|trouble| raised(py, &trouble))?,
            taken: self.world.taken(seat).to_vec(),
            actions: actions?,
        })
    }
}

#[pymethods]
impl Game {
    /// The rules that it is played by.
    #[getter]
    fn rules(&self) -> Rules {
        Rules::from(&self.made)
    }

    /// Begins anew with a seed.
    #[pyo3(signature = (seed=0, chance=false))]
    fn reset(&mut self, seed: u128, chance: bool) {
        let chance = if chance { Chance::Host } else { Chance::Seed };
        *self = Self::new(Arc::clone(&self.made), Seed(seed), chance);
    }

    /// The seats that are asked, in the order in which they answer.
    #[getter]
    fn asked(&self) -> Vec<u32> {
        listed(self.world.asked())
    }

    /// How many choices had been made when what is asked now was asked first.
    #[getter]
    fn asked_at(&self) -> usize {
        self.world.asked_at()
    }

    /// Whether chance waits to be told.
    #[getter]
    fn is_chance(&self) -> bool {
        self.world.is_chance()
    }

    /// Whether the game is over, or stopped by a fault.
    #[getter]
    fn is_over(&self) -> bool {
        self.world.is_over()
    }

    /// The winners, once the game is over.
    #[getter]
    fn winners(&self) -> Option<Vec<u32>> {
        match self.world.game().stop() {
            Stop::Over(Outcome::Won(seats)) => Some(listed(seats)),
            Stop::Over(Outcome::Lost | Outcome::Drawn) => Some(Vec::new()),
            Stop::Asking | Stop::Fault(_) => None,
        }
    }

    /// Whether the game is over, and a draw.
    #[getter]
    fn is_drawn(&self) -> bool {
        matches!(self.world.game().stop(), Stop::Over(Outcome::Drawn))
    }

    /// How many choices were made.
    #[getter]
    fn made(&self) -> usize {
        self.world.made()
    }

    /// The position's hash, sixteen hexadecimal digits.
    #[getter]
    fn hash(&self) -> String {
        hex(self.world.game().hash())
    }

    /// What is asked now, of each seat that is asked, or of chance.
    #[pyo3(signature = (reader=None))]
    fn decisions(&mut self, py: Python<'_>, reader: Seat) -> PyResult<Vec<Decision>> {
        if self.world.is_chance() && reader.is_none() {
            return Ok(vec![self.decision(py, None)?]);
        }
        let seats = match reader {
            Some(seat) => {
                let viewer = Viewer::Seat(self.seat(py, seat)?);
                let asked = asked_for(self.world.game(), viewer);
                asked.into_iter().filter(|asked| *asked == seat).collect()
            }
            None => self.world.asked(),
        };
        seats.into_iter().map(|seat| self.decision(py, Some(seat))).collect()
    }

    /// The actions that are open.
    #[pyo3(signature = (seat=None))]
    fn actions(&mut self, py: Python<'_>, seat: Seat) -> PyResult<Vec<Action>> {
        let seat = self.chooser(py, seat)?;
        self.open(py, seat)
    }

    /// The whole choices that are open.
    #[pyo3(signature = (seat=None, most=1000))]
    fn choices(&mut self, py: Python<'_>, seat: Seat, most: usize) -> PyResult<Vec<Choice>> {
        let seat = self.player(py, seat)?;
        let world = &mut self.world;
        let found = py.detach(|| world.complete(seat, most.min(MOST)));
        let found = found.map_err(|trouble| raised(py, &trouble))?;
        Ok(found.into_iter().map(Choice::from).collect())
    }

    /// A 1 for each action that is open; all 0 if the seat is not asked.
    #[pyo3(signature = (seat=None))]
    fn mask<'py>(&mut self, py: Python<'py>, seat: Seat) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let seat = self.chooser(py, seat)?;
        let mut mask = vec![0; self.made.ready.scheme.space.len()];
        self.world.mask(seat, &mut mask);
        Ok(PyArray1::from_vec(py, mask))
    }

    /// Takes an action; whether it completed a choice.
    #[pyo3(signature = (action, seat=None))]
    fn act(&mut self, py: Python<'_>, action: u32, seat: Seat) -> PyResult<bool> {
        let seat = match self.world.is_chance() && seat.is_none() {
            true => None,
            false => Some(self.player(py, seat)?),
        };
        self.world.act(seat, action).map_err(|trouble| raised(py, &trouble))
    }

    /// Makes a whole choice, as it is typed.
    #[pyo3(signature = (words, seat=None))]
    fn say(&mut self, py: Python<'_>, words: &str, seat: Seat) -> PyResult<()> {
        let seat = self.player(py, seat)?;
        self.world.say(seat, words).map_err(|trouble| raised(py, &trouble))
    }

    /// Lets a bot choose for a seat: `greedy`, `random`, `search:200`, …
    #[pyo3(signature = (bot, seat=None))]
    fn play(&mut self, py: Python<'_>, bot: &str, seat: Seat) -> PyResult<String> {
        let Some(sitter) = Sitter::called(bot).filter(|sitter| *sitter != Sitter::Human) else {
            let message = format!("there is no bot `{}`", bot.escape_default());
            let help = "it is one of greedy, easy, normal, hard, search:2000, random";
            return Err(raised(py, &Trouble::new("bot", message).help(help)));
        };
        let seat = self.player(py, seat)?;
        let world = &mut self.world;
        let bots = self.bots.get_mut().unwrap_or_else(PoisonError::into_inner);
        let played = py.detach(|| {
            let chosen = world.let_choose(|game| bots.decide(game, seat, Some(sitter)));
            chosen.map_err(|error| trouble(&error))
        });
        played.map_err(|trouble| raised(py, &trouble))?;
        Ok(self.world.records().last().map(|record| record.choice.clone()).unwrap_or_default())
    }

    /// What a seat sees (none: a spectator), as Python's own objects.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&mut self, py: Python<'py>, seat: Seat) -> PyResult<Bound<'py, PyAny>> {
        let viewer = self.viewer(py, seat)?;
        let view = full_view(self.world.game_mut(), viewer);
        let json = serde_json::to_string(&view)
            .map_err(|error| raised(py, &Trouble::new("json", error.to_string())))?;
        py.import("json")?.call_method1("loads", (json,))
    }

    /// What a seat sees, as numbers; into an array, if one is handed in.
    #[pyo3(signature = (seat, out=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: u8,
        out: Option<Bound<'py, PyArray1<i32>>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let seat = self.seat(py, seat)?;
        let wide = self.made.ready.scheme.senses.len();
        let Some(out) = out else {
            let mut row = vec![0; wide];
            self.world.read(seat, &mut row);
            return Ok(PyArray1::from_vec(py, row));
        };
        match out.try_readwrite()?.as_slice_mut() {
            Ok(row) if row.len() == wide => self.world.read(seat, row),
            Ok(_) | Err(_) => {
                let message = format!("the array is not {wide} numbers in a row");
                let help = "hand in `numpy.zeros(rules.observation_len, numpy.int32)`";
                return Err(raised(py, &Trouble::new("shape", message).help(help)));
            }
        }
        Ok(out)
    }

    /// What has happened, as a seat may know it (none: a spectator).
    #[pyo3(signature = (seat=None, start=0))]
    fn log(&self, py: Python<'_>, seat: Seat, start: usize) -> PyResult<Vec<String>> {
        let viewer = self.viewer(py, seat)?;
        Ok(self.world.game().log(viewer, start).into_iter().map(|line| line.text).collect())
    }

    /// Everything a seat knows so far, as one text.
    fn told(&self, py: Python<'_>, seat: u8) -> PyResult<String> {
        Ok(self.world.told(self.seat(py, seat)?))
    }

    /// Takes choices back.
    #[pyo3(signature = (choices=1))]
    fn undo(&mut self, py: Python<'_>, choices: usize) -> PyResult<()> {
        self.world.undo(choices).map_err(|trouble| raised(py, &trouble))
    }

    /// Another game that stands where this one does.
    fn clone(&self) -> Self {
        Self::around(Arc::clone(&self.made), self.world.clone())
    }

    /// The table as it might be for all that a seat knows.
    #[pyo3(signature = (seat, seed=0))]
    fn imagine(&self, py: Python<'_>, seat: u8, seed: u64) -> PyResult<Self> {
        let seat = self.seat(py, seat)?;
        let world = py.detach(|| self.world.imagined(seat, seed));
        Ok(Self::around(Arc::clone(&self.made), world))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// In another process it is played again to where it stands.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("houserules._houserules")?.getattr("restore")?;
        let history = self.world.history().map_err(|trouble| raised(py, &trouble))?;
        let json = serde_json::to_string(&history)
            .map_err(|error| raised(py, &Trouble::new("json", error.to_string())))?;
        Ok((restore, (self.rules(), json).into_pyobject(py)?))
    }

    /// What the game counts for each seat; zeros before it is over.
    #[pyo3(signature = (by="win"))]
    fn returns(&mut self, py: Python<'_>, by: &str) -> PyResult<Vec<f64>> {
        Ok(self.world.returns(count(py, &self.made.ready.scheme, by)?))
    }

    /// The journal so far, as `houserules replay` reads it.
    fn journal(&self, py: Python<'_>) -> PyResult<String> {
        self.made.ready.journal(&self.world).map_err(|trouble| raised(py, &trouble))
    }

    /// The table in lines, as a seat sees it (none: a spectator).
    #[pyo3(signature = (seat=None))]
    fn render_text(&mut self, py: Python<'_>, seat: Seat) -> PyResult<String> {
        let viewer = self.viewer(py, seat)?;
        Ok(render::text(&mut self.world, viewer))
    }

    /// The boards as SVG; none if the game has none.
    #[pyo3(signature = (seat=None))]
    fn render_svg(&mut self, py: Python<'_>, seat: Seat) -> PyResult<Option<String>> {
        let viewer = self.viewer(py, seat)?;
        Ok(render::svg(&mut self.world, viewer))
    }

    /// Raises the fault by which the game stopped, if it did.
    fn check(&mut self, py: Python<'_>) -> PyResult<()> {
        match self.world.game_mut().fault(Viewer::Spectator).map(Trouble::from) {
            Some(trouble) => Err(raised(py, &trouble)),
            None => Ok(()),
        }
    }

    fn __repr__(&self) -> String {
        let (title, made) = (&self.made.ready.scheme.book.title, self.world.made());
        let over = if self.world.is_over() { ", over" } else { "" };
        format!("<Game of {title:?}, {made} choices{over}>")
    }
}

/// Seats as a list: a row of bytes would be no list in Python.
fn listed(seats: Vec<u8>) -> Vec<u32> {
    seats.into_iter().map(u32::from).collect()
}

/// No more whole choices are listed at once.
const MOST: usize = 10_000;
