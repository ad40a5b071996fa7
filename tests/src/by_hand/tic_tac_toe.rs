//! Tic-tac-toe: an array of nine squares, the eight lines tested after each move.

use super::Draws;

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Plays one game at random; gives the number of moves and the winner (0, 1, or 2 for a draw).
pub fn playout(draws: &mut Draws) -> (u32, u8) {
    let mut squares = [0u8; 9];
    let mut free: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let mut left = 9;
    let mut seat = 1u8;
    while left > 0 {
        let pick = draws.below(left as u32) as usize;
        let square = usize::from(free[pick]);
        left -= 1;
        free[pick] = free[left];
        squares[square] = seat;
        if LINES.iter().any(|line| line.iter().all(|at| squares[*at] == seat)) {
            return (9 - left as u32, seat - 1);
        }
        seat = 3 - seat;
    }
    (9, 2)
}
