//! The policy `uniform`: entries evenly, then every step evenly; of a set, its size evenly and then its members. It
//! looks at nothing, so it needs no view.

use crate::ask::{Answer, Engine, Offered, Options, Why};
use crate::chance::BotDraw;
use houserules_lang::ir::Value;

/// The policy's name, for reports.
pub const POLICY: &str = "uniform";

/// Sets are proposed at random so often before they are gone through in order.
const PROPOSALS: u32 = 64;
/// At most so many sets are gone through.
const SEARCHED: u32 = 4096;

/// An answer for a seat (none: for chance). None if there is nothing on offer, or no set that fits was found.
pub fn answer<E: Engine>(engine: &mut E, seat: Option<u8>, draws: &mut impl BotDraw) -> Option<Answer> {
    let offers = engine.offers(seat);
    let offer = below(draws, offers.len());
    complete(engine, seat, (offer, offers.get(offer)?), draws)
}

/// An answer with that entry, its steps filled evenly.
pub fn complete<E: Engine>(
    engine: &mut E,
    seat: Option<u8>,
    (offer, what): (usize, &Offered),
    draws: &mut impl BotDraw,
) -> Option<Answer> {
    let mut args = Vec::new();
    while let Some(options) = engine.options(seat, offer, &args) {
        let value = match options {
            Options::Members(members) => {
                let at = below(draws, members.len());
                members.into_iter().nth(at)?
            }
            Options::Range(low, high) => {
                let width = high.wrapping_sub(low) as u64;
                let drawn = if width == u64::MAX { 0 } else { draws.below(width + 1) };
                Value::Number(low.wrapping_add(drawn as i64))
            }
            Options::Subset { members, least, most, .. } => {
                let mut form = Form { engine, seat, what, args: &args };
                form.subset(&members, (least, most.min(members.len())), draws)?
            }
            Options::Order(members) => Form { engine, seat, what, args: &args }.order(members, draws)?,
        };
        args.push(value);
    }
    Some(Answer { offer, args })
}

fn below(draws: &mut impl BotDraw, n: usize) -> usize {
    draws.below(n as u64) as usize
}

/// Brings `k` things, drawn without replacement, to the front.
fn pick<T>(draws: &mut impl BotDraw, things: &mut [T], k: usize) {
    for i in 0..k.min(things.len()) {
        let j = i + below(draws, things.len() - i);
        things.swap(i, j);
    }
}

struct Form<'a, E: Engine> {
    engine: &'a mut E,
    seat: Option<u8>,
    what: &'a Offered,
    args: &'a [Value],
}

impl<E: Engine> Form<'_, E> {
    fn fits(&mut self, value: &Value) -> bool {
        // Chance is asked without needs; what it hands in is tested when it is handed in.
        let Some(seat) = self.seat else { return true };
        let mut args = self.args.to_vec();
        args.push(value.clone());
        matches!(self.engine.may(seat, self.what, &args), Ok(()) | Err(Why::NotAsked))
    }

    fn subset(
        &mut self,
        members: &[Value],
        (least, most): (usize, usize),
        draws: &mut impl BotDraw,
    ) -> Option<Value> {
        for _ in 0..PROPOSALS {
            let size = least + below(draws, most.saturating_sub(least) + 1);
            let mut order: Vec<usize> = (0..members.len()).collect();
            pick(draws, &mut order, size);
            order.truncate(size);
            order.sort_unstable();
            let value = Value::List(order.iter().filter_map(|at| members.get(*at).cloned()).collect());
            if self.fits(&value) {
                return Some(value);
            }
        }
        let mut left = SEARCHED;
        (least..=most).find_map(|size| self.search(members, size, &mut Vec::new(), &mut left))
    }

    fn search(
        &mut self,
        members: &[Value],
        size: usize,
        taken: &mut Vec<Value>,
        left: &mut u32,
    ) -> Option<Value> {
        if size == 0 {
            *left = left.checked_sub(1)?;
            let value = Value::List(taken.clone());
            return if self.fits(&value) { Some(value) } else { None };
        }
        for at in 0..members.len().saturating_sub(size - 1) {
            if *left == 0 {
                return None;
            }
            taken.push(members.get(at)?.clone());
            let found = self.search(&members[at + 1..], size - 1, taken, left);
            taken.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn order(&mut self, mut members: Vec<Value>, draws: &mut impl BotDraw) -> Option<Value> {
        for _ in 0..PROPOSALS {
            let all = members.len();
            pick(draws, &mut members, all);
            let value = Value::List(members.clone());
            if self.fits(&value) {
                return Some(value);
            }
        }
        None
    }
}
