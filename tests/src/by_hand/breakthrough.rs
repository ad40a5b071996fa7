//! Breakthrough: an array of 64 squares; a man is drawn until one is found that can go.

use super::Draws;

const SIDE: usize = 8;

/// Plays one game at random; gives the number of moves and the winner (0 or 1).
pub fn playout(draws: &mut Draws) -> (u32, u8) {
    let mut squares = [0u8; SIDE * SIDE];
    squares[..16].fill(1);
    squares[48..].fill(2);
    let (mut made, mut seat, mut men) = (0, 1u8, [16u8; 3]);
    loop {
        let Some((from, to)) = step(&squares, seat, draws) else { return (made, 2 - seat) };
        let other = 3 - seat;
        if squares[to] == other {
            men[usize::from(other)] -= 1;
        }
        squares[from] = 0;
        squares[to] = seat;
        made += 1;
        let far = if seat == 1 { SIDE - 1 } else { 0 };
        if to / SIDE == far || men[usize::from(other)] == 0 {
            return (made, seat - 1);
        }
        seat = other;
    }
}

/// A man that can go, and where it goes; none if no man of the seat can.
fn step(squares: &[u8; SIDE * SIDE], seat: u8, draws: &mut Draws) -> Option<(usize, usize)> {
    let (mut men, mut left) = ([0u8; 16], 0);
    for (at, man) in squares.iter().enumerate() {
        if *man == seat {
            men[left] = at as u8;
            left += 1;
        }
    }
    while left > 0 {
        let drawn = draws.below(left as u32) as usize;
        let from = usize::from(men[drawn]);
        left -= 1;
        men[drawn] = men[left];
        let (ways, n) = ways(squares, seat, from);
        if n > 0 {
            return Some((from, usize::from(ways[draws.below(n) as usize])));
        }
    }
    None
}

/// Where a man may go: so many squares.
fn ways(squares: &[u8; SIDE * SIDE], seat: u8, from: usize) -> ([u8; 3], u32) {
    let (mut ways, mut n) = ([0u8; 3], 0);
    let ahead = if seat == 1 { from + SIDE } else { from.wrapping_sub(SIDE) };
    if ahead >= SIDE * SIDE {
        return (ways, n);
    }
    let column = from % SIDE;
    for side in 0..3 {
        let aside = column + side;
        if !(1..=SIDE).contains(&aside) {
            continue;
        }
        let to = ahead + side - 1;
        if squares[to] == 0 || side != 1 && squares[to] != seat {
            ways[n as usize] = to as u8;
            n += 1;
        }
    }
    (ways, n)
}

#[cfg(test)]
mod tests {
    use super::{Draws, playout};

    #[test]
    fn games_are_as_long_as_by_the_rules() {
        // By the rules 71.6 decisions on average, and either side wins about as often.
        let mut draws = Draws::new(7);
        let games: Vec<_> = (0..5_000).map(|_| playout(&mut draws)).collect();
        let made: u32 = games.iter().map(|(made, _)| made).sum();
        let won = games.iter().filter(|(_, winner)| *winner == 0).count();
        assert!((69 * 5_000..75 * 5_000).contains(&made), "{made}");
        assert!((2_300..2_800).contains(&won), "{won}");
    }
}
