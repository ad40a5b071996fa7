//! From which side a seat looks at a board of squares: whoever began on its far side sees it
//! turned.

use super::Table;
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::{EnumId, Rulebook};
use houserules_table::choices::value::Arg;
use houserules_table::game::Game;
use houserules_table::visibility::Viewer;
use std::sync::Arc;

/// The boards that each seat sees from across, by name, under these rules.
#[derive(Debug, Clone)]
pub struct Sides {
    book: Arc<Rulebook>,
    across: Vec<Vec<String>>,
}

impl Table {
    /// Finds out where everybody's things lay when the game began; once for each version of the
    /// rules.
    pub(super) fn look_at_sides(&mut self) {
        let book = self.session.game().book();
        if self.sides.as_ref().is_some_and(|sides| Arc::ptr_eq(&sides.book, book)) {
            return;
        }
        let way = self.session.tree().way(self.session.here());
        let across = match way.first() {
            Some(start) => across(&mut self.session.standing_at(*start)),
            None => Vec::new(),
        };
        self.sides = Some(Sides { book: Arc::clone(self.session.game().book()), across });
    }

    /// The boards that a seat sees from across.
    pub(super) fn seen_across(&self, seat: u8) -> Vec<String> {
        let sides = self.sides.as_ref();
        sides.and_then(|sides| sides.across.get(usize::from(seat))).cloned().unwrap_or_default()
    }
}

/// The boards on whose far half the things of a seat lie, by seat, as far as everybody sees it.
fn across<E: Referee>(game: &mut Game<E>) -> Vec<Vec<String>> {
    let view = game.full_view(Viewer::Spectator);
    let book = Arc::clone(game.book());
    let boards = book.enums.iter().enumerate().filter_map(|(at, board)| {
        let (columns, rows) = board.rectangle?;
        Some((EnumId(at as u16), board, (i64::from(columns), i64::from(rows))))
    });
    let boards: Vec<_> = boards.collect();
    let seats = (0..game.seats()).map(|seat| {
        let far = boards.iter().filter(|(of, _, (columns, rows))| {
            let squares = view.groups.iter().flat_map(|group| {
                let counters = group.counters.iter();
                counters.filter_map(|counter| match (group.member, counter.is.as_ref()?) {
                    // A square that is theirs, or a thing of theirs that stands on one.
                    (Some((on, at)), Arg::Seat(whose)) if on == *of && *whose == seat => Some(at),
                    (None, Arg::Member(on, at)) if on == of && group.seat == Some(seat) => {
                        Some(*at)
                    }
                    _ => None,
                })
            });
            // How far above the middle, in half rows.
            let above = squares.map(|at| 2 * (i64::from(at) / (*columns).max(1)) - (rows - 1));
            let (n, sum) = above.fold((0, 0), |(n, sum), up| (n + 1, sum + up));
            4 * sum > n * rows
        });
        far.map(|(_, board, _)| board.name.to_string()).collect()
    });
    seats.collect()
}
