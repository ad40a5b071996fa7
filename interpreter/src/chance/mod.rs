//! Chance: the one random source of a game, and the draws of bots.
//!
//! A game counts its chance events: every shuffle, every `choose … by chance`, every lot of a race
//! is one event. The number of the next event is part of the position. Each event has a generator
//! of its own, ChaCha8 keyed by the game's [`Seed`], the event's number and its purpose, so that
//! how many words one event takes never moves another. Events that only some are told of are
//! counted apart, for each group of them ([`Event::apart`]), so that nobody can tell by others
//! whether they were. From what an event draws neither the seed follows nor what another draws.
//!
//! What an event draws, word for word:
//!
//! - *shuffle*: [`EventStream::shuffle`] of the zone's cards in their present order (pile: top
//!   first; row and slots: left to right, holes left out);
//! - *cards of no order* that are gone through one after the other: the same, sorted by the seats
//!   that know them and by their number; not where all see them. These events have numbers of their
//!   own, one for each statement of the kind that is carried out, so that nothing else depends on
//!   how many there were;
//! - *the first of several copies*, where it may be a secret who knows them: `below(copies)`, with
//!   the number of the next such statement. They stand by what is on them, then by who knows them,
//!   then by number.
//! - *choice*, step after step in one stream, of cards sorted as above: a menu's entry is
//!   `below(entries on offer)`. One member: `below(options)` in listed order, none last where it
//!   may be none; a number: the lower
//!   end plus `below(count)`. A subset of fixed size `k`: [`EventStream::pick`] over the members;
//!   of any other size: [`EventStream::include`], again until the size fits; both again until the
//!   condition on the whole choice holds. An order: [`EventStream::shuffle`] of the members. A
//!   chance step never merges equal cards.
//! - *lot*: [`EventStream::shuffle`] of the asked seats in seat order; they answer in that order.
//!   Every asking of a race takes an event number, whether or not the host uses the lot.

mod seed;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
pub use seed::Seed;

/// What an event is for; each purpose has its own stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Purpose {
    /// A zone is shuffled.
    Shuffle = 0,
    /// `choose … by chance`.
    Choice = 1,
    /// The order in which a race's seats answer.
    Lot = 2,
    /// Bots at a table draw.
    Bots = 3,
    /// Cards of no order are gone through.
    Order = 4,
    /// One of several copies is the first.
    First = 5,
    /// Chance picks cards where it may be a secret who knows them.
    Pick = 6,
}

/// Which event it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// Its number among those that are told alike.
    number: u32,
    /// The seats that are told of it, a bit each; of what all are told 0.
    told: u32,
}

impl From<u32> for Event {
    /// One that all are told of.
    fn from(number: u32) -> Self {
        Self { number, told: 0 }
    }
}

impl Event {
    /// One that only these seats are told of, none of them or some: so many events were told to
    /// just the same seats before, and `lots` is the number of the next lot that all know of.
    #[must_use]
    pub const fn apart(number: u16, lots: u32, told: u32) -> Self {
        Self { number: 1 << 31 | (lots & 0x7fff) << 16 | number as u32, told }
    }
}

/// Each group of so many players has a count of its own of what only some are told of: of more,
/// that would be many for a position that is copied often.
const OWN_COUNTS: u8 = 10;

/// How many counts are kept of events that only some of so many seats are told of.
#[must_use]
pub const fn counts_apart(seats: u8) -> u16 {
    1 << if seats < OWN_COUNTS { seats } else { OWN_COUNTS }
}

/// Which of the counts is that of events told to these seats: each group of up to ten players has
/// one of its own; of more players some groups share one.
#[must_use]
pub const fn count_apart(told: u32, seats: u8) -> u16 {
    let folded = told ^ told >> OWN_COUNTS;
    (folded % counts_apart(seats) as u32) as u16
}

/// The chance of one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChanceSource {
    /// The game's seed.
    pub seed: Seed,
}

impl ChanceSource {
    /// The stream of one event.
    #[must_use]
    pub fn event(self, event: impl Into<Event>, purpose: Purpose) -> EventStream {
        let Event { number, told } = event.into();
        let mut key = *b"                houserules chance";
        let mut seed = [0; 32];
        key[..8].copy_from_slice(&self.seed.low().to_le_bytes());
        key[8..12].copy_from_slice(&number.to_le_bytes());
        key[12] = purpose as u8;
        // A seed below 2^64 leaves the words as they stand there.
        for (byte, high) in key[16..24].iter_mut().zip(self.seed.high().to_le_bytes()) {
            *byte ^= high;
        }
        for (byte, told) in key[24..28].iter_mut().zip(told.to_le_bytes()) {
            *byte ^= told;
        }
        seed.copy_from_slice(&key[..32]);
        EventStream { words: ChaCha8Rng::from_seed(seed) }
    }

    /// The seed of the bot that makes the decision of that number at a table. Whoever works out
    /// from a decision what the bot drew for it knows nothing of the game's chance, and nothing of
    /// other decisions.
    #[must_use]
    pub fn bot_seed(self, number: u32) -> u64 {
        self.event(number, Purpose::Bots).words.next_u64()
    }
}

/// The generator of one event.
#[derive(Debug, Clone)]
pub struct EventStream {
    words: ChaCha8Rng,
}

impl EventStream {
    /// A number from 0 below `n`, each equally likely; 0, without drawing, if `n` is 0 or 1.
    /// Widening multiply with rejection, on one 32-bit word a try if `n` fits into 32 bits, else on
    /// one 64-bit word.
    pub fn below(&mut self, n: u64) -> u64 {
        match u32::try_from(n) {
            Ok(n) => u64::from(self.below_narrow(n)),
            Err(_) => self.below_wide(n),
        }
    }

    fn below_narrow(&mut self, n: u32) -> u32 {
        if n < 2 {
            return 0;
        }
        let least = n.wrapping_neg() % n;
        loop {
            let product = u64::from(self.words.next_u32()) * u64::from(n);
            if product as u32 >= least {
                return (product >> 32) as u32;
            }
        }
    }

    fn below_wide(&mut self, n: u64) -> u64 {
        let least = n.wrapping_neg() % n;
        loop {
            let product = u128::from(self.words.next_u64()) * u128::from(n);
            if product as u64 >= least {
                return (product >> 64) as u64;
            }
        }
    }

    /// Downward Fisher–Yates: for `i` from the last place to 1, places `i` and `below(i + 1)` are
    /// swapped.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for i in (1..things.len()).rev() {
            let j = self.below(i as u64 + 1) as usize;
            things.swap(i, j);
        }
    }

    /// Brings `k` things, drawn without replacement, to the front: for `i` below `k`, places `i`
    /// and `i + below(len - i)` are swapped.
    pub fn pick<T>(&mut self, things: &mut [T], k: usize) {
        for i in 0..k.min(things.len()) {
            let j = i + self.below((things.len() - i) as u64) as usize;
            things.swap(i, j);
        }
    }

    /// One draw for an independent inclusion: `below(2)` is 1.
    pub fn include(&mut self) -> bool {
        self.below(2) == 1
    }
}

/// Draws for a bot or a playout; never from the game's own chance.
pub trait BotDraw {
    /// A number from 0 below `n`, each equally likely; 0 if `n` is 0.
    fn below(&mut self, n: u64) -> u64;

    /// The generator, if it is the one that bots have: machine code draws from its state.
    fn source(&mut self) -> Option<&mut BotSource> {
        None
    }
}

impl<B: BotDraw + ?Sized> BotDraw for &mut B {
    fn below(&mut self, n: u64) -> u64 {
        (**self).below(n)
    }

    fn source(&mut self) -> Option<&mut BotSource> {
        (**self).source()
    }
}

/// A bot's generator: PCG (XSL RR 128/64 with a multiplicative step), seeded.
#[derive(Debug, Clone)]
pub struct BotSource {
    words: rand_pcg::Pcg64Mcg,
}

impl BotSource {
    /// The generator of that seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            words: rand_pcg::Pcg64Mcg::new(
                0xcafe_f00d_d15e_a5e5 ^ (u128::from(seed) << 64 | u128::from(!seed)),
            ),
        }
    }

    /// The state of the generator, from which all that it will draw follows.
    #[must_use]
    pub fn state(&self) -> u128 {
        self.words.state()
    }

    /// Goes on from a state that [`Self::state`] gave, or that steps of the generator led to.
    pub fn set_state(&mut self, state: u128) {
        self.words = rand_pcg::Pcg64Mcg::new(state);
    }

    /// The number below `n`, which is 2 or more, that a word stands for which was drawn. Words that
    /// would make some numbers likelier are passed over, and others drawn.
    pub fn settle(&mut self, n: u64, word: u64) -> u64 {
        let mut product = u128::from(word) * u128::from(n);
        if (product as u64) < n {
            let least = n.wrapping_neg() % n;
            while (product as u64) < least {
                product = u128::from(self.words.next_u64()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }
}

impl BotDraw for BotSource {
    #[inline]
    fn below(&mut self, n: u64) -> u64 {
        if n < 2 {
            return 0;
        }
        let word = self.words.next_u64();
        self.settle(n, word)
    }

    fn source(&mut self) -> Option<&mut BotSource> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_vectors() {
        let source = ChanceSource { seed: 7.into() };
        let mut dice = source.event(0, Purpose::Choice);
        let rolls: Vec<u64> = (0..12).map(|_| dice.below(6)).collect();
        let mut deck: Vec<u8> = (0..10).collect();
        source.event(1, Purpose::Shuffle).shuffle(&mut deck);
        let mut picked: Vec<u8> = (0..10).collect();
        source.event(2, Purpose::Choice).pick(&mut picked, 3);
        let wide = source.event(3, Purpose::Choice).below(10_000_000_000);
        let mut bot = BotSource::new(7);
        let bots: Vec<u64> = (0..6).map(|_| bot.below(100)).collect();
        assert_eq!(format!("{rolls:?} {deck:?} {picked:?} {wide} {bots:?}"), GOLDEN);
    }
    const GOLDEN: &str = "[0, 5, 5, 2, 0, 5, 5, 5, 5, 2, 3, 0] [6, 4, 5, 7, 1, 0, 8, 9, 2, 3] [4, \
                          7, 1, 3, 0, 5, 6, 2, 8, 9] 7729095919 [60, 51, 60, 2, 66, 96]";

    #[test]
    fn each_group_of_up_to_ten_players_has_a_count_of_its_own() {
        for seats in 1..=10u8 {
            let counts = counts_apart(seats);
            let own: std::collections::BTreeSet<u16> =
                (0..1 << seats).map(|told| count_apart(told, seats)).collect();
            assert_eq!(own.len(), usize::from(counts), "{seats} players");
        }
        let most = (0..1 << 16).map(|told| count_apart(told, 16)).max();
        assert_eq!(most, Some(counts_apart(16) - 1));
    }

    #[test]
    fn streams_differ_by_number_and_purpose() {
        let source = ChanceSource { seed: 1.into() };
        let first = source.event(0, Purpose::Shuffle).below(u64::MAX);
        assert_ne!(first, source.event(1, Purpose::Shuffle).below(u64::MAX));
        assert_ne!(first, source.event(0, Purpose::Choice).below(u64::MAX));
        assert_ne!(
            first,
            ChanceSource { seed: 2.into() }.event(0, Purpose::Shuffle).below(u64::MAX)
        );
    }

    #[test]
    fn every_bit_of_a_seed_counts() {
        let drawn = |seed| ChanceSource { seed }.event(0, Purpose::Shuffle).below(u64::MAX);
        let plain = drawn(Seed(0));
        for bit in 0..128 {
            assert_ne!(drawn(Seed(1 << bit)), plain, "bit {bit}");
        }
        let wide = ChanceSource { seed: Seed(u128::MAX - 6) };
        let rolls: Vec<u64> = (0..6).map(|n| wide.event(n, Purpose::Choice).below(6)).collect();
        assert_eq!(rolls, WIDE);
    }
    const WIDE: [u64; 6] = [1, 2, 4, 2, 1, 0];

    #[test]
    fn bots_draw_nothing_that_tells_of_anything_else() {
        let source = ChanceSource { seed: 7.into() };
        let seeds: std::collections::BTreeSet<u64> = (0..100).map(|n| source.bot_seed(n)).collect();
        assert_eq!(seeds.len(), 100);
        let words = |purpose| source.event(0, purpose).below(u64::MAX);
        for purpose in [
            Purpose::Shuffle,
            Purpose::Choice,
            Purpose::Lot,
            Purpose::Order,
            Purpose::First,
            Purpose::Pick,
        ] {
            assert_ne!(words(purpose), words(Purpose::Bots));
        }
    }

    #[test]
    fn below_covers_its_range() {
        let mut stream = ChanceSource { seed: 3.into() }.event(0, Purpose::Lot);
        let mut seen = [0; 7];
        (0..700).for_each(|_| seen[stream.below(7) as usize] += 1);
        assert!(seen.iter().all(|n| (60..140).contains(n)), "{seen:?}");
        assert_eq!((stream.below(0), stream.below(1)), (0, 0));
    }
}
