//! What a game keeps from those who play it, by its rules alone: whether anything may be hidden from anybody, and whether
//! chance decides anything.

use super::sites::every;
use houserules_lang::ir::{Chooser, Rulebook, Seen, StmtKind};

/// What a game keeps from those who play it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Concealed {
    /// Some zone or counter is not seen by everyone, or something is chosen in secret.
    pub hides: bool,
    /// Something is shuffled or chosen by chance, so that the seed says what is still to come; the lots of races, too.
    pub draws: bool,
}

impl Concealed {
    /// By these rules.
    #[must_use]
    pub fn by(book: &Rulebook) -> Self {
        let secret = |seen: Seen| seen != Seen::Everyone;
        let mut found = Self {
            hides: book.zones.iter().any(|z| secret(z.seen)) || book.counters.iter().any(|c| secret(c.seen)),
            draws: false,
        };
        every(book, &mut |stmt| match &stmt.kind {
            StmtKind::Shuffle(_) => found.draws = true,
            StmtKind::Choose(choose) => match choose.by {
                Chooser::Chance => found.draws = true,
                Chooser::Each(_) => found.hides = true,
                Chooser::Race(_) => (found.hides, found.draws) = (true, true),
                Chooser::Me | Chooser::Seat(_) => {}
            },
            _ => {}
        });
        found
    }

    /// Neither: whoever looks at the table knows all there is to know.
    #[must_use]
    pub fn nothing(self) -> bool {
        !self.hides && !self.draws
    }
}
