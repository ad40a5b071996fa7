//! What a game keeps from those who play it, by its rules alone: whether anything may be hidden
//! from anybody, and whether chance decides anything.

use houserules_interpreter::lower::no_order;
use houserules_lang::ir::walk::walk_bodies;
use houserules_lang::ir::{Chooser, Rulebook, Seen, StmtKind};

/// What a game keeps from those who play it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Concealed {
    /// Some zone or counter is not seen by everyone, or something is chosen in secret.
    pub hides: bool,
    /// Something is shuffled, chosen by chance or goes by lot, so that the seed says what is still
    /// to come; races, too.
    pub draws: bool,
}

impl Concealed {
    /// By these rules.
    #[must_use]
    pub fn by(book: &Rulebook) -> Self {
        let secret = |seen: Seen| seen != Seen::Everyone;
        let mut found = Self {
            hides: book.zones.iter().any(|z| secret(z.seen))
                || book.counters.iter().any(|c| secret(c.seen)),
            draws: false,
        };
        walk_bodies(book, &mut |stmt| match &stmt.kind {
            StmtKind::Shuffle(_) => found.draws = true,
            StmtKind::Choose(choose) => {
                found.hides |= choose.secretly.is_some();
                match choose.by {
                    Chooser::Chance => found.draws = true,
                    Chooser::Each(_) => found.hides = true,
                    Chooser::Race(_) => (found.hides, found.draws) = (true, true),
                    Chooser::Me | Chooser::Seat(_) => {}
                }
            }
            _ => {}
        });
        found.draws |= found.hides && goes_by_lot(book);
        found
    }

    /// Neither: whoever looks at the table knows all there is to know.
    #[must_use]
    pub fn nothing(self) -> bool {
        !self.hides && !self.draws
    }
}

/// Whether cards of no order are gone through one after the other.
fn goes_by_lot(book: &Rulebook) -> bool {
    let mut found = false;
    walk_bodies(book, &mut |stmt| match &stmt.kind {
        StmtKind::Move { cards, .. } | StmtKind::ForEach(_, cards, _) => found |= no_order(cards),
        StmtKind::Stage(stage) => {
            found |= stage.over.as_ref().is_some_and(|(_, over)| no_order(over))
        }
        StmtKind::Let(..)
        | StmtKind::Call { .. }
        | StmtKind::Set(..)
        | StmtKind::Swap(..)
        | StmtKind::Shuffle(_)
        | StmtKind::Show(..)
        | StmtKind::Hide(..)
        | StmtKind::ShowCounter(..)
        | StmtKind::If(..)
        | StmtKind::Repeat(..)
        | StmtKind::IfThere(..)
        | StmtKind::Choose(_)
        | StmtKind::End(_)
        | StmtKind::Give(_)
        | StmtKind::Say(_)
        | StmtKind::Remember(_)
        | StmtKind::Aside(_)
        | StmtKind::Again => {}
    });
    found
}
