//! Connect Four: an array of 42 squares and the height of each column; the lines through the disc
//! that fell are walked.

use super::Draws;

const COLUMNS: i32 = 7;
const ROWS: i32 = 6;
const WAYS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Plays one game at random; gives the number of moves and the winner (0, 1, or 2 for a draw).
pub fn playout(draws: &mut Draws) -> (u32, u8) {
    let mut squares = [0u8; (COLUMNS * ROWS) as usize];
    let mut heights = [0i32; COLUMNS as usize];
    let mut open: [u8; COLUMNS as usize] = [0, 1, 2, 3, 4, 5, 6];
    let (mut left, mut made, mut seat) = (COLUMNS as usize, 0, 1u8);
    while left > 0 {
        let pick = draws.below(left as u32) as usize;
        let column = usize::from(open[pick]);
        let row = heights[column];
        squares[(row * COLUMNS) as usize + column] = seat;
        heights[column] += 1;
        if heights[column] == ROWS {
            left -= 1;
            open[pick] = open[left];
        }
        made += 1;
        if WAYS.iter().any(|(right, up)| in_line(&squares, column as i32, row, *right, *up) >= 4) {
            return (made, seat - 1);
        }
        seat = 3 - seat;
    }
    (made, 2)
}

/// How many discs of the same player lie in a line with a square.
fn in_line(squares: &[u8], column: i32, row: i32, right: i32, up: i32) -> i32 {
    let seat = squares[(row * COLUMNS + column) as usize];
    let mut count = 1;
    for side in [1, -1] {
        let (mut x, mut y) = (column + side * right, row + side * up);
        let inside = |x: i32, y: i32| (0..COLUMNS).contains(&x) && (0..ROWS).contains(&y);
        while inside(x, y) && squares[(y * COLUMNS + x) as usize] == seat {
            (x, y) = (x + side * right, y + side * up);
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::{Draws, playout};

    #[test]
    fn games_are_as_long_as_by_the_rules() {
        // By the rules 21.6 decisions on average, and the first player wins more often.
        let mut draws = Draws::new(7);
        let games: Vec<_> = (0..20_000).map(|_| playout(&mut draws)).collect();
        let made: u32 = games.iter().map(|(made, _)| made).sum();
        let won = |seat| games.iter().filter(|(_, winner)| *winner == seat).count();
        assert!((21 * 20_000..22 * 20_000 + 5_000).contains(&made), "{made}");
        assert!(won(0) > won(1) && won(2) < 200);
    }
}
