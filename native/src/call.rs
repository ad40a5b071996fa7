//! What machine code calls: the interpreter, for what is not worth translating. Everything here is
//! reached through one pointer that is valid while the code runs.

use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::native::{Counts, Inside};

/// What machine code works with. Its fields are read and written by the code, at their offsets.
#[repr(C)]
pub struct Desk<'a, 'm> {
    /// The machine that the code works on.
    pub inside: &'a mut Inside<'m>,
    /// Steps since the last stop.
    pub steps: u64,
    /// What was written since conditions were last tested.
    pub dirty: u64,
    /// Turns of the game.
    pub turns: u64,
    /// Rounds of the game.
    pub rounds: u64,
    /// What a call gives besides whether it could.
    pub value: i64,
    /// Decisions made so far.
    pub made: u64,
    /// And at most.
    pub most: u64,
    /// Where to go on.
    pub pc: u64,
    /// The draws of those who decide.
    pub draws: Option<&'a mut dyn BotDraw>,
}

impl<'a, 'm> Desk<'a, 'm> {
    /// The desk of a machine.
    pub fn at(inside: &'a mut Inside<'m>, draws: Option<&'a mut dyn BotDraw>) -> Self {
        let Counts { steps, dirty, turns, rounds } = inside.counts();
        let (value, made, most, pc) = (0, 0, 0, 0);
        Self { inside, steps, dirty, turns, rounds, value, made, most, pc, draws }
    }

    /// Brings the counts to the machine.
    pub fn hand_in(&mut self) {
        let Self { steps, dirty, turns, rounds, .. } = *self;
        self.inside.count(Counts { steps, dirty, turns, rounds });
    }
    /// Brings the counts to the machine, lets it do something, and fetches them again.
    fn with<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.hand_in();
        let done = work(self);
        let counts = self.inside.counts();
        (self.steps, self.dirty) = (counts.steps, counts.dirty);
        (self.turns, self.rounds) = (counts.turns, counts.rounds);
        done
    }
}

/// One of the functions below, as machine code calls it.
pub type Helper = extern "C" fn(&mut Desk<'_, '_>, i64, i64, i64) -> i64;

/// Carries out an instruction of pure code: 1, or 0 where it comes to a fault.
pub extern "C" fn value(desk: &mut Desk<'_, '_>, pc: i64, _: i64, _: i64) -> i64 {
    i64::from(desk.inside.value(pc as u32))
}

/// The same for an instruction that runs code of its own, and counts its steps.
pub extern "C" fn search(desk: &mut Desk<'_, '_>, pc: i64, _: i64, _: i64) -> i64 {
    desk.with(|desk| i64::from(desk.inside.value(pc as u32)))
}

/// What lies on a square: the card of the tile, or none.
pub extern "C" fn tile(desk: &mut Desk<'_, '_>, square: i64, _: i64, _: i64) -> i64 {
    desk.inside.tile(square)
}

/// The edge of the tile on a square, on a side.
pub extern "C" fn edge(desk: &mut Desk<'_, '_>, square: i64, side: i64, _: i64) -> i64 {
    desk.inside.edge(square, side)
}

/// Which square of its tile a square is.
pub extern "C" fn part(desk: &mut Desk<'_, '_>, square: i64, _: i64, _: i64) -> i64 {
    desk.inside.part(square)
}

/// Adds a member to a list unless it is there.
pub extern "C" fn push_new(desk: &mut Desk<'_, '_>, l: i64, value: i64, _: i64) -> i64 {
    desk.inside.list_mut(l as u16).map_or(0, |list| {
        if !list.contains(&value) {
            list.push(value);
        }
        1
    })
}

/// Whether a list has a member.
pub extern "C" fn has(desk: &mut Desk<'_, '_>, l: i64, value: i64, _: i64) -> i64 {
    i64::from(desk.inside.list(l as u16).contains(&value))
}

/// Runs pure code in the interpreter: 1, or 0 where the game has stopped with a fault.
pub extern "C" fn interpret(desk: &mut Desk<'_, '_>, pc: i64, _: i64, _: i64) -> i64 {
    desk.with(|desk| i64::from(desk.inside.interpret(pc as u32)))
}

/// Whether a list has a member at a place, which is left as the value.
pub extern "C" fn member(desk: &mut Desk<'_, '_>, l: i64, at: i64, _: i64) -> i64 {
    match desk.inside.list(l as u16).get(at as usize) {
        Some(value) => {
            desk.value = *value;
            1
        }
        None => 0,
    }
}

/// How many members a list has.
pub extern "C" fn length(desk: &mut Desk<'_, '_>, l: i64, _: i64, _: i64) -> i64 {
    desk.inside.list(l as u16).len() as i64
}

/// Empties a list.
pub extern "C" fn clear(desk: &mut Desk<'_, '_>, l: i64, _: i64, _: i64) -> i64 {
    desk.inside.list_mut(l as u16).map_or(0, |list| {
        list.clear();
        1
    })
}

/// Adds a member to a list.
pub extern "C" fn push(desk: &mut Desk<'_, '_>, l: i64, value: i64, _: i64) -> i64 {
    desk.inside.list_mut(l as u16).map_or(0, |list| {
        list.push(value);
        1
    })
}

/// A list becomes a copy of another.
pub extern "C" fn copy(desk: &mut Desk<'_, '_>, to: i64, from: i64, _: i64) -> i64 {
    desk.inside.copy_list(to as u16, from as u16);
    1
}

/// Adds the bits of a word to a list, the first being a number.
pub extern "C" fn spread(desk: &mut Desk<'_, '_>, l: i64, first: i64, word: i64) -> i64 {
    let Some(list) = desk.inside.list_mut(l as u16) else { return 0 };
    let mut word = word as u64;
    while word != 0 {
        list.push(first + i64::from(word.trailing_zeros()));
        word &= word - 1;
    }
    1
}

/// Carries out an instruction of flow or an effect: where the rules go on, or -1 where the game has
/// stopped with a fault.
pub extern "C" fn step(desk: &mut Desk<'_, '_>, pc: i64, _: i64, _: i64) -> i64 {
    desk.with(|desk| desk.inside.step(pc as u32).map_or(-1, i64::from))
}

/// Draws a number below another.
pub extern "C" fn below(desk: &mut Desk<'_, '_>, n: i64, _: i64, _: i64) -> i64 {
    desk.draws.as_mut().map_or(0, |draws| draws.below(n as u64) as i64)
}

/// Draws one of the bits of a word that is not 0.
pub extern "C" fn draw_bit(desk: &mut Desk<'_, '_>, word: i64, _: i64, _: i64) -> i64 {
    let word = word as u64;
    let n = desk.draws.as_mut().map_or(0, |draws| draws.below(u64::from(word.count_ones())));
    i64::from(nth_bit(word, n as u32))
}

/// Draws a member of a mask that has one.
pub extern "C" fn draw_member(desk: &mut Desk<'_, '_>, m: i64, w: i64, _: i64) -> i64 {
    let words = &*desk.inside.registers();
    let words = words.get(m as usize..).unwrap_or_default();
    let words = words.get(..w as usize).unwrap_or_default();
    let all = words.iter().map(|word| u64::from(word.count_ones())).sum();
    let mut n = desk.draws.as_mut().map_or(0, |draws| draws.below(all)) as u32;
    for (word, first) in words.iter().zip((0..).step_by(64)) {
        if n < word.count_ones() {
            return first + i64::from(nth_bit(*word as u64, n));
        }
        n -= word.count_ones();
    }
    houserules_interpreter::program::NONE
}

/// Nobody can answer a question: the game stops.
pub extern "C" fn nobody_can(desk: &mut Desk<'_, '_>, site: i64, _: i64, _: i64) -> i64 {
    desk.with(|desk| desk.inside.nobody_can(site as u16));
    0
}

/// Draws an entry of a question and fills it: its number, or -1 where the game has stopped.
pub extern "C" fn pick(desk: &mut Desk<'_, '_>, site: i64, _: i64, _: i64) -> i64 {
    desk.with(|desk| {
        let Some(draws) = desk.draws.as_deref_mut() else { return -1 };
        desk.inside.pick(site as u16, draws).map_or(-1, i64::from)
    })
}

/// Fills an entry at random: whether it could, or -1 where the game has stopped.
pub extern "C" fn attempt(desk: &mut Desk<'_, '_>, site: i64, entry: i64, _: i64) -> i64 {
    desk.with(|desk| {
        let Some(draws) = desk.draws.as_deref_mut() else { return -1 };
        desk.inside.attempt(site as u16, entry as u16, draws).map_or(-1, i64::from)
    })
}

/// Whether an entry can be completed, or -1 where the game has stopped.
pub extern "C" fn could(desk: &mut Desk<'_, '_>, site: i64, entry: i64, _: i64) -> i64 {
    desk.with(|desk| desk.inside.could(site as u16, entry as u16).map_or(-1, i64::from))
}

/// Carries out an answer: where the rules go on, or -1 where the game has stopped.
pub extern "C" fn commit(desk: &mut Desk<'_, '_>, site: i64, seat: i64, entry: i64) -> i64 {
    let to = desk.with(|desk| desk.inside.commit(site as u16, seat as u8, entry as u16));
    to.map_or(-1, i64::from)
}

/// The place of the `n`-th bit that is set: halves are counted, so that no instruction is needed
/// that some machines lack.
fn nth_bit(word: u64, mut n: u32) -> u32 {
    let mut at = 0;
    for half in [32, 16, 8, 4, 2, 1] {
        let low = (word >> at & ((1 << half) - 1)).count_ones();
        if n >= low {
            n -= low;
            at += half;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::nth_bit;

    #[test]
    fn bits_are_found_by_number() {
        for word in [1, 0x8000_0000_0000_0000, 0x0f0f_1234_8001_0003, u64::MAX] {
            let all: Vec<u32> = (0..64).filter(|bit| word >> bit & 1 == 1).collect();
            let found: Vec<u32> = (0..word.count_ones()).map(|n| nth_bit(word, n)).collect();
            assert_eq!(found, all);
        }
    }
}
