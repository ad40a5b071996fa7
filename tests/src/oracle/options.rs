//! Every complete option, by trying everything, and how likely each is under the two policies.

use super::Oracle;
use super::form::Form;
use super::state::{Eval, Val, World};
use houserules_interpreter::ask::{Answer, Policy};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_lang::ir::{CardId, Pick, Value};

/// A complete option.
#[derive(Debug, Clone, PartialEq)]
pub struct Possible {
    /// Which offer, and what its steps are filled with.
    pub answer: Answer,
    /// One in how many it is under `random`: a factor for the entry and for each step.
    pub one_in: Vec<u64>,
}

/// What an option is told by.
type Label = Vec<(Value, Vec<bool>)>;

/// Why options are not listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unlisted {
    /// They are more than were asked for.
    TooMany,
    /// Nobody is asked, or trying everything takes too long.
    Lost,
}

impl<'b> World<'b> {
    /// What the next step may be filled with so that the form can be completed; of equal cards the
    /// first.
    fn fitting(&mut self, form: Form<'b>, filled: &[Value]) -> Eval<Vec<Value>> {
        self.bind_all(form, filled);
        let at = filled.len();
        let mut fitting = Vec::new();
        self.nodes = 0;
        self.visit(form, at, &mut |world, value| {
            let (nodes, depth) = (world.nodes, world.frames.len());
            let fits = world.fits(form, at, value.clone());
            world.frames.truncate(depth);
            world.nodes = nodes;
            if fits? {
                fitting.push(value);
            }
            Ok(false)
        })?;
        let single = matches!(form.steps[at].pick, Pick::One | Pick::UpToOne);
        let sets = matches!(form.steps[at].pick, Pick::Some { .. });
        let (mut listed, mut labels): (Vec<Value>, Vec<Label>) = Default::default();
        for value in fitting {
            let mut label = self.label(&value, if single { &[] } else { filled });
            if sets {
                label.sort();
            }
            if form.chance || !labels.contains(&label) {
                listed.push(value);
                labels.push(label);
            }
        }
        Ok(listed)
    }

    /// What tells an option from others: of a card its face, and in which steps before it stands.
    fn label(&self, value: &Value, filled: &[Value]) -> Label {
        let stands = |card: &Value| {
            let among = |step: &Value| match step {
                Value::List(list) => list.contains(card),
                one => one == card,
            };
            filled.iter().map(among).collect::<Vec<bool>>()
        };
        match value {
            Value::List(items) => items.iter().map(|v| (self.plainest(v), stands(v))).collect(),
            one => vec![(self.plainest(one), stands(one))],
        }
    }

    /// Steps behind those that are filled stand for nothing.
    fn bind_all(&mut self, form: Form<'b>, filled: &[Value]) {
        let values = filled.iter().cloned().map(Val::Plain).chain(std::iter::repeat(Val::NONE));
        for (step, value) in form.steps.iter().zip(values) {
            self.bind(step.local, value);
        }
    }

    /// All ways to go on from what is filled.
    fn ways(
        &mut self,
        form: Form<'b>,
        way: &mut Possible,
        most: usize,
        found: &mut Vec<Possible>,
    ) -> Eval<bool> {
        if way.answer.args.len() == form.steps.len() {
            found.push(way.clone());
            return Ok(found.len() <= most);
        }
        let values = self.fitting(form, &way.answer.args)?;
        way.one_in.push(values.len() as u64);
        for value in values {
            way.answer.args.push(value);
            let on = self.ways(form, way, most, found)?;
            way.answer.args.pop();
            if !on {
                return Ok(false);
            }
        }
        way.one_in.pop();
        Ok(true)
    }

    /// The smallest of the cards that are the same option.
    fn plainest(&self, value: &Value) -> Value {
        match value {
            Value::Card(card) => {
                let first = (0..card.0).map(|c| Value::Card(CardId(c)));
                first
                    .into_iter()
                    .find(|c| self.interchangeable(c, value))
                    .unwrap_or_else(|| value.clone())
            }
            Value::List(items) => Value::List(items.iter().map(|v| self.plainest(v)).collect()),
            other => other.clone(),
        }
    }
}

impl Oracle {
    /// Every complete option of a seat (none: of chance).
    ///
    /// # Errors
    /// If there are more than `most`, or they cannot be listed.
    pub fn possible(&mut self, seat: Option<u8>, most: usize) -> Result<Vec<Possible>, Unlisted> {
        let listed = self.with(move |world| {
            let choose = world.asking.as_ref().map(|a| a.choose).ok_or(Unlisted::Lost)?;
            let items = world.offers_to(seat);
            let mut found = Vec::new();
            for (offer, item) in items.iter().enumerate() {
                let answer = Answer { offer, args: Vec::new() };
                let mut way = Possible { answer, one_in: vec![items.len() as u64] };
                let listed = world.with_form(choose, seat, item, |world, form| {
                    world.ways(form, &mut way, most, &mut found)
                });
                match listed {
                    Ok(true) => {}
                    Ok(false) => return Err(Unlisted::TooMany),
                    Err(_) => return Err(Unlisted::Lost),
                }
            }
            Ok(found)
        });
        listed.unwrap_or(Err(Unlisted::Lost))
    }

    /// An answer with equal cards brought to one, so that the same option is the same value.
    pub fn plain(&mut self, seat: Option<u8>, answer: &Answer) -> Answer {
        let given = answer.clone();
        let plain = self.with(move |world| {
            let chance = seat.is_none();
            let choose = world.asking.as_ref()?.choose;
            let item = world.offers_to(seat).get(given.offer)?.clone();
            let sets: Vec<bool> = world
                .with_form(choose, seat, &item, |_, form| {
                    Ok(form.steps.iter().map(|s| matches!(s.pick, Pick::Some { .. })).collect())
                })
                .ok()?;
            let args = given.args.iter().zip(sets).map(|(arg, set)| {
                match (if chance { arg.clone() } else { world.plainest(arg) }, set) {
                    (Value::List(mut items), true) => {
                        items.sort();
                        Value::List(items)
                    }
                    (value, _) => value,
                }
            });
            Some(Answer { offer: given.offer, args: args.collect() })
        });
        plain.flatten().unwrap_or_else(|| answer.clone())
    }

    /// One of all options, by trying everything; none if that takes too long.
    pub(super) fn draw_one(
        &mut self,
        seat: Option<u8>,
        policy: Policy,
        draws: &mut dyn BotDraw,
    ) -> Option<Answer> {
        const MOST: usize = 20_000;
        if policy == Policy::RandomOptions && seat.is_some() {
            let all = self.possible(seat, MOST).ok()?;
            let at = draws.below(all.len() as u64) as usize;
            return all.into_iter().nth(at).map(|p| p.answer);
        }
        let mut own = BotSource::new(draws.below(u64::MAX));
        self.with(move |world| {
            let items = world.offers_to(seat);
            let offer = own.below(items.len() as u64) as usize;
            let choose = world.asking.as_ref()?.choose;
            let item = items.get(offer)?.clone();
            let args = world.with_form(choose, seat, &item, |world, form| {
                let mut args = Vec::new();
                while args.len() < form.steps.len() {
                    let values = world.fitting(form, &args)?;
                    let at = own.below(values.len() as u64) as usize;
                    args.extend(values.into_iter().nth(at));
                }
                Ok(args)
            });
            Some(Answer { offer, args: args.ok()? })
        })
        .flatten()
    }
}
