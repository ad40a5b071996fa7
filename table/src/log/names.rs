//! Which players a line names. A player may be called like a card or any word of the game, so that
//! the text does not tell; names are written with a mark before them, which nobody reads.

/// Unicode keeps this character and the next 31 out of all texts.
const MARK: char = '\u{fdd0}';

/// Names of the seats as lines are written with them.
pub(crate) fn marked(seats: &[String]) -> Vec<String> {
    let mark = |seat: usize| char::from_u32(MARK as u32 + (seat & 31) as u32).unwrap_or(MARK);
    seats.iter().enumerate().map(|(seat, name)| format!("{}{name}", mark(seat))).collect()
}

/// A text without marks, and the players whom it names, in order.
pub(super) fn unmarked(mut text: String) -> LineNames {
    let mut names: Vec<u8> = Vec::new();
    text.retain(|c| {
        let seat = (c as u32).wrapping_sub(MARK as u32);
        let is_mark = seat < 32;
        if is_mark && !names.contains(&(seat as u8)) {
            names.push(seat as u8);
        }
        !is_mark
    });
    LineNames { text, names }
}

/// What a reader reads, and whom it names.
pub(super) struct LineNames {
    pub(super) text: String,
    pub(super) names: Vec<u8>,
}
