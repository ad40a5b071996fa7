//! What requests are answered.

use super::request::{Form, Other, Reader};
use super::{Desk, PROTOCOL, render};
use crate::setup::Sitter;
use houserules_environment::sight::full_view;
use houserules_environment::trouble::Trouble;
use houserules_environment::world::Count;
use houserules_files::worlds::trouble;
use houserules_interpreter::ask::{Outcome, Stop};
use houserules_table::journal::fingerprint::{hex, rules_hash};
use houserules_table::visibility::Viewer;
use serde_json::{Value, json};

impl Desk {
    pub(super) fn hello(&self) -> Value {
        let scheme = &self.ready.scheme;
        json!({
            "protocol": PROTOCOL,
            "version": env!("CARGO_PKG_VERSION"),
            "game": scheme.book.title,
            "rules_hash": rules_hash(&scheme.book),
            "seats": scheme.names,
            "actions": scheme.space.len(),
            "numbers": { "len": scheme.senses.len(), "fields": scheme.senses.fields() },
        })
    }

    pub(super) fn space(&self) -> Value {
        let scheme = &self.ready.scheme;
        let last = u32::try_from(scheme.space.len()).unwrap_or(u32::MAX);
        let words: Vec<_> = (0..last).map(|at| scheme.space.words(scheme.naming(), at)).collect();
        json!({ "actions": words })
    }

    pub(super) fn state(&mut self) -> Value {
        let returns = self.world.returns(Count::Win);
        let winners = match self.world.game().stop() {
            Stop::Over(Outcome::Won(seats)) => Some(seats),
            Stop::Over(Outcome::Lost | Outcome::Drawn) => Some(Vec::new()),
            Stop::Asking | Stop::Fault(_) => None,
        };
        let over = winners.is_some();
        let fault = self.world.game_mut().fault(Viewer::Spectator).map(Trouble::from);
        json!({
            "asked": self.world.asked(),
            "chance": self.world.is_chance(),
            "over": over,
            "winners": winners,
            "drawn": matches!(self.world.game().stop(), Stop::Over(Outcome::Drawn)),
            "returns": if over { Some(returns) } else { None },
            "scores": if over { self.world.game_mut().scores_in_words() } else { None },
            "fault": fault,
            "choices": self.world.made(),
            "hash": self.hash(),
        })
    }

    /// A position's hash for programs: sixteen digits, as journals have it.
    pub(super) fn hash(&self) -> String {
        hex(self.world.game().hash())
    }

    /// The seat that is meant; none: chance.
    fn seat(&self, seat: Option<u8>) -> Result<Option<u8>, Trouble> {
        if seat.is_none() && self.world.is_chance() {
            return Ok(None);
        }
        let asked = self.world.asked();
        match seat.or(asked.first().copied()) {
            Some(seat) if asked.contains(&seat) => Ok(Some(seat)),
            Some(seat) => Err(Trouble::not_asked(seat, &asked)),
            None => Err(Trouble::new("over", "nobody is asked: the game is over")
                .help("`reset` begins another, `undo` takes choices back")),
        }
    }

    /// A seat that makes a whole choice.
    fn player(&self, seat: Option<u8>) -> Result<u8, Trouble> {
        self.seat(seat)?.ok_or_else(|| {
            Trouble::new("chance", "chance is asked").help("take an action for it: `apply`")
        })
    }

    pub(super) fn decision(&mut self, seat: Option<u8>) -> Result<Value, Trouble> {
        let seat = self.seat(seat)?;
        let open = self.world.open(seat)?;
        let pieces = |o: u32| if seat.is_none() { Some(o) } else { None };
        let actions: Vec<Value> = open
            .iter()
            .map(|o| match pieces(o.pieces) {
                None => json!({ "action": o.action, "words": o.words }),
                Some(n) => json!({ "action": o.action, "words": o.words, "pieces": n }),
            })
            .collect();
        let viewer = seat.map_or(Viewer::Referee, Viewer::Seat);
        Ok(json!({
            "seat": seat,
            "question": self.world.game().view(viewer).question,
            "step": self.world.step(seat)?,
            "taken": self.world.taken(seat),
            "actions": actions,
        }))
    }

    pub(super) fn choices(&mut self, seat: Option<u8>, most: usize) -> Result<Value, Trouble> {
        let seat = self.player(seat)?;
        let most = most.min(MOST);
        let found = self.world.complete(seat, most)?;
        let all = found.len() < most;
        let choices: Vec<Value> =
            found.iter().map(|c| json!({ "say": c.typed, "actions": c.actions })).collect();
        Ok(json!({ "seat": seat, "choices": choices, "all": all }))
    }

    pub(super) fn apply(
        &mut self,
        seat: Option<u8>,
        action: Option<u32>,
        say: Option<String>,
    ) -> Result<Value, Trouble> {
        let complete = match (action, say) {
            (Some(action), None) => {
                let seat = self.seat(seat)?;
                self.world.act(seat, action)?
            }
            (None, Some(text)) => {
                let seat = self.player(seat)?;
                self.world.say(seat, &text)?;
                true
            }
            (Some(_), Some(_)) | (None, None) => {
                let help = "write {\"do\": \"apply\", \"action\": 12}, or `\"say\": \"pass\"`";
                let message = "`apply` takes an `action`, or a choice to `say`";
                return Err(Trouble::new("request", message).help(help));
            }
        };
        let mut state = self.state();
        if let Some(state) = state.as_object_mut() {
            state.insert("complete".into(), complete.into());
        }
        Ok(state)
    }

    pub(super) fn play(&mut self, seat: Option<u8>, bot: &str) -> Result<Value, Trouble> {
        let seat = self.player(seat)?;
        let sitter = Sitter::called(bot).filter(|sitter| *sitter != Sitter::Human);
        let Some(sitter) = sitter else {
            let help = "it is one of greedy, easy, normal, hard, search:2000, random";
            return Err(Trouble::new("bot", "there is no such bot").help(help));
        };
        let bots = &mut self.bots;
        let played = self.world.let_choose(|game| bots.decide(game, seat, Some(sitter)));
        played.map_err(|error| trouble(&error))?;
        let said = self.world.records().last().map(|record| record.choice.clone());
        let mut state = self.state();
        if let Some(state) = state.as_object_mut() {
            state.insert("said".into(), said.into());
        }
        Ok(state)
    }

    fn viewer(&self, reader: &Reader) -> Result<Viewer, Trouble> {
        let seats = self.ready.scheme.seats();
        match (reader.seat, reader.other) {
            (Some(seat), None) if seat < seats => Ok(Viewer::Seat(seat)),
            (Some(seat), None) => Err(Trouble::new("seat", format!("there is no seat {seat}"))
                .help(format!("seats count from 0 to {}", seats.saturating_sub(1)))),
            (None, Some(Other::Spectator)) => Ok(Viewer::Spectator),
            (None, Some(Other::Referee)) => Ok(Viewer::Referee),
            (None, None) => {
                Ok(self.world.asked().first().map_or(Viewer::Spectator, |seat| Viewer::Seat(*seat)))
            }
            (Some(_), Some(_)) => {
                Err(Trouble::new("request", "a `seat` reads, or another `reader`, not both"))
            }
        }
    }

    pub(super) fn observe(
        &mut self,
        reader: Reader,
        from: usize,
        numbers: bool,
    ) -> Result<Value, Trouble> {
        let viewer = self.viewer(&reader)?;
        let view = full_view(self.world.game_mut(), viewer);
        let game = self.world.game();
        // Lines that this reader is not told are not counted, either.
        let told = game.log(viewer, 0);
        let log = json!({ "lines": told.get(from..).unwrap_or(&[]), "next": told.len() });
        let mut seen = json!({ "view": view, "log": log });
        if let (true, Viewer::Seat(seat), Some(seen)) = (numbers, viewer, seen.as_object_mut()) {
            let mut row = vec![0; self.ready.scheme.senses.len()];
            self.world.read(seat, &mut row);
            seen.insert("numbers".into(), row.into());
        }
        Ok(seen)
    }

    pub(super) fn render(&mut self, reader: Reader, form: Form) -> Result<Value, Trouble> {
        let viewer = self.viewer(&reader)?;
        match form {
            Form::Text => Ok(json!({ "text": render::text(&mut self.world, viewer) })),
            Form::Svg => match render::svg(&mut self.world, viewer) {
                Some(svg) => Ok(json!({ "svg": svg })),
                None => Err(Trouble::new("no-board", "this game has no board to draw")
                    .help("ask for it as text")),
            },
        }
    }
}

/// No more complete choices are listed at once.
const MOST: usize = 10_000;
