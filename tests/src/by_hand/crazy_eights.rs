//! Crazy eights for up to five: hands as bit masks over 52 cards (suit × 13 + rank), stock and heap
//! as arrays.

use super::{Draws, nth_bit};

const SUIT: u64 = (1 << 13) - 1;
const EIGHTS: u64 = 1 << 7 | 1 << 20 | 1 << 33 | 1 << 46;
const DRAWS_AT_MOST: u32 = 3;

struct Table {
    hands: [u64; 5],
    seats: usize,
    stock: [u8; 52],
    in_stock: usize,
    heap: [u8; 52],
    in_heap: usize,
    called: u8,
    idle: usize,
}

/// Plays one game at random; gives the number of choices made, and a mask of the winners' seats. A
/// game that is not over after `most` choices is left, with no winner.
pub fn playout(seats: usize, most: u32, draws: &mut Draws) -> (u32, u8) {
    let mut table = Table::deal(seats, draws);
    let (mut seat, mut choices) = (0, 0);
    loop {
        let mut drawn = 0;
        while choices < most && table.act(seat, &mut drawn, draws) {
            choices += 1;
        }
        choices += 1;
        if table.hands[seat] == 0 || table.idle == seats {
            return (choices, table.smallest());
        }
        if choices >= most {
            return (choices, 0);
        }
        seat = (seat + 1) % seats;
    }
}

impl Table {
    fn deal(seats: usize, draws: &mut Draws) -> Self {
        let mut stock = [0u8; 52];
        for (at, card) in stock.iter_mut().enumerate() {
            *card = at as u8;
        }
        draws.shuffle(&mut stock);
        let mut table = Self {
            hands: [0; 5],
            seats,
            stock,
            in_stock: 52,
            heap: [0; 52],
            in_heap: 0,
            called: 0,
            idle: 0,
        };
        for seat in 0..seats {
            for _ in 0..if seats == 2 { 7 } else { 5 } {
                table.draw(seat, draws);
            }
        }
        table.in_stock -= 1;
        table.put(table.stock[table.in_stock]);
        table.called = table.heap[0] / 13;
        table
    }

    /// One choice of the seat; gives whether it may choose again.
    fn act(&mut self, seat: usize, drawn: &mut u32, draws: &mut Draws) -> bool {
        let hand = self.hands[seat];
        let rank = self.heap[self.in_heap - 1] % 13;
        let same_rank = (1u64 << rank) | 1 << (rank + 13) | 1 << (rank + 26) | 1 << (rank + 39);
        let follow = hand & (SUIT << (13 * self.called) | same_rank) & !EIGHTS;
        let eights = hand & EIGHTS;
        let may_draw = *drawn < DRAWS_AT_MOST && (self.in_stock > 0 || self.in_heap > 1);
        let offers = u32::from(follow != 0) + u32::from(eights != 0) + u32::from(may_draw);
        if offers == 0 {
            self.idle += 1;
            return false;
        }
        let mut pick = draws.below(offers);
        if follow != 0 {
            if pick == 0 {
                let card = nth_bit(follow, draws.below(follow.count_ones()));
                self.lay(seat, card, card / 13);
                return false;
            }
            pick -= 1;
        }
        if eights != 0 && pick == 0 {
            let card = nth_bit(eights, draws.below(eights.count_ones()));
            let suit = draws.below(4) as u8;
            self.lay(seat, card, suit);
            return false;
        }
        *drawn += 1;
        self.draw(seat, draws);
        true
    }

    fn lay(&mut self, seat: usize, card: u8, suit: u8) {
        self.hands[seat] &= !(1 << card);
        self.called = suit;
        self.idle = 0;
        self.put(card);
    }

    fn put(&mut self, card: u8) {
        self.heap[self.in_heap] = card;
        self.in_heap += 1;
    }

    fn draw(&mut self, seat: usize, draws: &mut Draws) {
        if self.in_stock == 0 {
            let under = self.in_heap - 1;
            self.stock[..under].copy_from_slice(&self.heap[..under]);
            self.heap[0] = self.heap[under];
            (self.in_stock, self.in_heap) = (under, 1);
            draws.shuffle(&mut self.stock[..under]);
        }
        self.in_stock -= 1;
        self.hands[seat] |= 1 << self.stock[self.in_stock];
    }

    fn smallest(&self) -> u8 {
        let least = self.hands[..self.seats].iter().map(|h| h.count_ones()).min().unwrap_or(0);
        let winners = (0..self.seats).filter(|s| self.hands[*s].count_ones() == least);
        winners.fold(0, |mask, seat| mask | 1 << seat)
    }
}
