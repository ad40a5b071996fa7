//! Oh Hell with five rounds: hands as bit masks over 52 cards (suit × 13 + rank), the pack as an
//! array. Everybody says a number, then plays tricks.

use super::{Draws, nth_bit};

const SUIT: u64 = (1 << 13) - 1;
const ROUNDS: usize = 5;
const MOST_SEATS: usize = 6;

struct Table {
    seats: usize,
    pack: [u8; 52],
    hands: [u64; MOST_SEATS],
    said: [usize; MOST_SEATS],
    tricks: [usize; MOST_SEATS],
    points: [usize; MOST_SEATS],
}

/// Plays one game at random; gives the number of choices made, and a mask of the winners' seats.
pub fn playout(seats: usize, draws: &mut Draws) -> (u32, u8) {
    let mut table = Table {
        seats,
        pack: std::array::from_fn(|at| at as u8),
        hands: [0; MOST_SEATS],
        said: [0; MOST_SEATS],
        tricks: [0; MOST_SEATS],
        points: [0; MOST_SEATS],
    };
    let mut dealer = draws.chosen(seats as u32) as usize;
    let mut choices = 0;
    for n in 1..=ROUNDS {
        choices += table.round(n, dealer, draws);
        dealer = (dealer + 1) % seats;
    }
    let best = table.points[..seats].iter().max().copied().unwrap_or(0);
    let winners = (0..seats).filter(|seat| table.points[*seat] == best);
    (choices, winners.fold(0, |mask, seat| mask | 1 << seat))
}

impl Table {
    fn round(&mut self, n: usize, dealer: usize, draws: &mut Draws) -> u32 {
        draws.shuffle(&mut self.pack);
        for seat in 0..self.seats {
            let mine = &self.pack[seat * n..(seat + 1) * n];
            self.hands[seat] = mine.iter().fold(0, |hand, card| hand | 1 << card);
            (self.tricks[seat], self.said[seat]) = (0, draws.below(n as u32 + 1) as usize);
        }
        let trump = self.pack[self.seats * n] / 13;
        let mut leader = (dealer + 1) % self.seats;
        for _ in 0..n {
            leader = self.trick(leader, trump, draws);
            self.tricks[leader] += 1;
        }
        for seat in 0..self.seats {
            if self.tricks[seat] == self.said[seat] {
                self.points[seat] += 10 + self.said[seat];
            }
        }
        (self.seats * (n + 1)) as u32
    }

    /// Everyone plays a card; who takes the trick.
    fn trick(&mut self, leader: usize, trump: u8, draws: &mut Draws) -> usize {
        let (mut led, mut best, mut winner) = (None, 0, leader);
        for k in 0..self.seats {
            let seat = (leader + k) % self.seats;
            let mut open = self.hands[seat];
            if let Some(suit) = led {
                let same = open & SUIT << (13 * suit);
                open = if same == 0 { open } else { same };
            }
            let card = nth_bit(open, draws.below(open.count_ones()));
            self.hands[seat] &= !(1 << card);
            let (suit, rank) = (card / 13, card % 13 + 2);
            let led = *led.get_or_insert(suit);
            let power = match suit {
                suit if suit == trump => rank + 100,
                suit if suit == led => rank,
                _ => 0,
            };
            if power > best {
                (best, winner) = (power, seat);
            }
        }
        winner
    }
}

#[cfg(test)]
mod tests {
    use super::{Draws, playout};

    #[test]
    fn games_are_as_long_as_by_the_rules() {
        let mut draws = Draws::new(7);
        for seats in 3..=6 {
            let (made, winners) = playout(seats, &mut draws);
            assert_eq!(made as usize, 20 * seats);
            assert!(winners > 0 && winners < 1 << seats);
        }
    }
}
