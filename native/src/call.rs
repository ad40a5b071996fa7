//! What machine code calls: the interpreter, for what is not worth translating. Everything here is
//! reached through one pointer that is valid while the code runs.

use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::Look;
use houserules_interpreter::machine::native::{Counts, Inside};
use houserules_interpreter::playout::draws_of;

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
    /// Where the machine remembers what lies on squares.
    pub looks: *const Look,
    /// The state of the generator, lower word first, as long as the code draws by itself.
    pub state: [u64; 2],
    /// Whether it does: 1, or 0.
    pub draws_itself: u64,
    /// Where games that follow begin: the number of a door, or less than 0 if none follow.
    pub door: i64,
    draws: Option<&'a mut dyn BotDraw>,
}

impl<'a, 'm> Desk<'a, 'm> {
    /// The desk of a machine on which something is played.
    pub fn to_play(inside: &'a mut Inside<'m>, draws: &'a mut dyn BotDraw) -> Self {
        let counts = inside.counts();
        let mut desk = Self::at(inside, counts, Some(draws));
        desk.fetch_state();
        desk
    }

    /// The desk of a machine that has counted so much. Pure code is entered all the time: nothing
    /// is done here that it does not need.
    #[inline]
    pub fn at(
        inside: &'a mut Inside<'m>,
        Counts { steps, dirty, turns, rounds }: Counts,
        draws: Option<&'a mut dyn BotDraw>,
    ) -> Self {
        let looks = inside.looks().as_ptr();
        Self {
            inside,
            looks,
            steps,
            dirty,
            turns,
            rounds,
            value: 0,
            made: 0,
            most: 0,
            pc: 0,
            state: [0; 2],
            draws_itself: 0,
            door: -1,
            draws,
        }
    }

    /// Takes over the generator's state, if there is one.
    fn fetch_state(&mut self) {
        if let Some(source) = self.draws.as_mut().and_then(|draws| draws.source()) {
            let state = source.state();
            self.state = [state as u64, (state >> 64) as u64];
            self.draws_itself = 1;
        }
    }

    /// Another game's players draw.
    fn draw_anew(&mut self, seed: u64) {
        if let Some(source) = self.draws.as_mut().and_then(|draws| draws.source()) {
            *source = draws_of(seed);
        }
        self.fetch_state();
    }

    /// Has the draws used by somebody else.
    fn drawing<T>(&mut self, draw: impl FnOnce(&mut Self, &mut dyn BotDraw) -> T) -> Option<T> {
        self.end_drawing();
        let draws = self.draws.take()?;
        let drawn = draw(self, draws);
        self.draws = Some(draws);
        self.fetch_state();
        Some(drawn)
    }

    /// Gives the generator its state back.
    pub fn end_drawing(&mut self) {
        let [low, high] = self.state;
        if let Some(source) = self.draws.as_mut().and_then(|draws| draws.source()) {
            source.set_state(u128::from(high) << 64 | u128::from(low));
        }
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
        self.fetch_counts();
        done
    }

    /// Fetches the counts from the machine.
    fn fetch_counts(&mut self) {
        let counts = self.inside.counts();
        (self.steps, self.dirty) = (counts.steps, counts.dirty);
        (self.turns, self.rounds) = (counts.turns, counts.rounds);
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

/// Finds out what lies on a square, where the code looks for it.
pub extern "C" fn look(desk: &mut Desk<'_, '_>, square: i64, _: i64, _: i64) -> i64 {
    desk.inside.look(square);
    0
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

/// A list becomes what lies at an address: so many members.
#[expect(unsafe_code, reason = "code keeps lists on its stack")]
pub extern "C" fn set_list(desk: &mut Desk<'_, '_>, l: i64, address: i64, n: i64) -> i64 {
    // SAFETY: the code hands over a list on its own stack, with as many members as it put there.
    let items = unsafe { std::slice::from_raw_parts(address as usize as *const i64, n as usize) };
    desk.inside.list_mut(l as u16).map_or(0, |list| {
        list.clear();
        list.extend_from_slice(items);
        1
    })
}

/// Copies the members of a list to an address; how many there are, or -1 if there is less room.
#[expect(unsafe_code, reason = "code keeps lists on its stack")]
pub extern "C" fn get_list(desk: &mut Desk<'_, '_>, l: i64, address: i64, room: i64) -> i64 {
    let list = desk.inside.list(l as u16);
    if list.len() > room as usize {
        return -1;
    }
    let address = address as usize as *mut i64;
    // SAFETY: the code hands over a place on its own stack that has this room.
    unsafe { std::ptr::copy_nonoverlapping(list.as_ptr(), address, list.len()) };
    list.len() as i64
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

/// Takes a card out of the midst of where it lies.
pub extern "C" fn take_out(desk: &mut Desk<'_, '_>, card: i64, _: i64, _: i64) -> i64 {
    desk.inside.take_out(card as u16);
    0
}

/// These seats have lost sight of a card: limits that they used up for it are open again.
pub extern "C" fn forget_limits(desk: &mut Desk<'_, '_>, card: i64, lost: i64, _: i64) -> i64 {
    desk.inside.forget_limits(card as u16, lost as u32);
    0
}

/// Draws a number below another.
pub extern "C" fn below(desk: &mut Desk<'_, '_>, n: i64, _: i64, _: i64) -> i64 {
    desk.drawing(|_, draws| draws.below(n as u64) as i64).unwrap_or(0)
}

/// The number below another for which a word stands that the code has drawn.
pub extern "C" fn settle(desk: &mut Desk<'_, '_>, n: i64, word: i64, _: i64) -> i64 {
    let settled = desk.drawing(|_, draws| {
        draws.source().map_or(0, |source| source.settle(n as u64, word as u64))
    });
    settled.map_or(0, |drawn| drawn as i64)
}

/// Draws a member of a mask that has one.
pub extern "C" fn draw_member(desk: &mut Desk<'_, '_>, m: i64, w: i64, _: i64) -> i64 {
    let words = (0..w).map(|k| desk.inside.register((m + k) as u16));
    let all = words.map(|word| u64::from((word as u64).count_ones())).sum();
    let mut n = desk.drawing(|_, draws| draws.below(all)).unwrap_or(0) as u32;
    for k in 0..w {
        let word = desk.inside.register((m + k) as u16) as u64;
        if n < word.count_ones() {
            return 64 * k + i64::from(nth_bit(word, n));
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
        let picked = desk.drawing(|desk, draws| desk.inside.pick(site as u16, draws)).flatten();
        picked.map_or(-1, i64::from)
    })
}

/// Fills an entry at random: whether it could, or -1 where the game has stopped.
pub extern "C" fn attempt(desk: &mut Desk<'_, '_>, site: i64, entry: i64, _: i64) -> i64 {
    desk.with(|desk| {
        let (site, entry) = (site as u16, entry as u16);
        let filled = desk.drawing(|desk, draws| desk.inside.attempt(site, entry, draws)).flatten();
        filled.map_or(-1, i64::from)
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

/// A game is over: where the one that follows begins, or -1 if none does.
pub extern "C" fn next_game(desk: &mut Desk<'_, '_>, _: i64, _: i64, _: i64) -> i64 {
    desk.hand_in();
    let Some(seed) = desk.inside.next_game(desk.made) else { return -1 };
    desk.draw_anew(seed);
    desk.fetch_counts();
    (desk.made, desk.looks) = (0, desk.inside.looks().as_ptr());
    desk.door
}

/// How many bits are set in a word's bytes up to each, as bytes.
fn counted(word: u64) -> u64 {
    let pairs = word - (word >> 1 & ODD_BITS);
    let fours = (pairs & LOW_PAIRS) + (pairs >> 2 & LOW_PAIRS);
    ((fours + (fours >> 4)) & LOW_FOURS).wrapping_mul(ONES)
}

/// The place of the `n`-th bit that is set; there are more than `n`. No instruction is needed that
/// some machines lack.
fn nth_bit(word: u64, n: u32) -> u32 {
    let counted = counted(word);
    let beyond = (counted | TOPS).wrapping_sub(u64::from(n + 1).wrapping_mul(ONES)) & TOPS;
    let first = beyond.trailing_zeros() & 56;
    let before = (counted << 8) >> first & 255;
    let (byte, n) = ((word >> first & 255) as usize, (u64::from(n) - before) as usize);
    first + u32::from(IN_BYTE.get(8 * byte + n).copied().unwrap_or(0))
}

/// Every other bit, from the lowest.
pub const ODD_BITS: u64 = 0x5555_5555_5555_5555;
/// Every other pair of bits.
pub const LOW_PAIRS: u64 = 0x3333_3333_3333_3333;
/// The lower half of every byte.
pub const LOW_FOURS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
/// A one in every byte.
pub const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
pub const TOPS: u64 = 0x8080_8080_8080_8080;

/// For each byte the places of its bits.
pub static IN_BYTE: [u8; 8 << 8] = places(8);

/// Words of so many bits are few enough for a table of all.
pub const FEW: u32 = 10;
/// So many entries are for each of them.
pub const EACH_OF_FEW: usize = 16;
/// For each word of so few bits the places of its bits.
pub static IN_FEW: [u8; EACH_OF_FEW << FEW] = places(EACH_OF_FEW);

/// The places of the bits of words, so many entries for each word.
const fn places<const N: usize>(each: usize) -> [u8; N] {
    let mut all = [0; N];
    let mut word = 0;
    while word < N / each {
        let (mut rest, mut n) = (word, 0);
        while rest != 0 {
            all[each * word + n] = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            n += 1;
        }
        word += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::nth_bit;

    #[test]
    fn bits_are_found_by_number() {
        for word in [1, 0x8000_0000_0000_0000, 0x0f0f_1234_8001_0003, u64::MAX] {
            let all: Vec<u32> = (0..64).filter(|bit| word >> bit & 1 == 1).collect();
            let found: Vec<u32> = (0..word.count_ones()).map(|n| nth_bit(word, n)).collect();
            assert_eq!(super::counted(word) >> 56, u64::from(word.count_ones()));
            assert_eq!(found, all);
        }
        for word in [1, 0b10_0101_1001, (1 << super::FEW) - 1] {
            let all: Vec<u8> = (0..super::FEW as u8).filter(|bit| word >> bit & 1 == 1).collect();
            let row = &super::IN_FEW[super::EACH_OF_FEW * word..];
            assert_eq!(row[..all.len()], all);
        }
    }
}
