//! Numbers for statements, by which whatever comes after the checker knows them.

use super::visit::blocks_mut;
use super::{Rulebook, Stmt, StmtId, TestLine, TestLineKind};

/// Numbers that are still free.
#[derive(Debug, Clone, Copy)]
pub struct Numbers {
    next: u32,
}

impl Numbers {
    /// Behind those of a rulebook.
    #[must_use]
    pub fn behind(book: &Rulebook) -> Self {
        Self { next: book.statements }
    }

    /// The next one; a text for 2^32 statements would not fit into a file.
    pub fn give(&mut self) -> StmtId {
        let id = StmtId(self.next);
        self.next += 1;
        id
    }

    /// Gives numbers to statements and all in them, outer ones first.
    pub fn block(&mut self, block: &mut [Stmt]) {
        for stmt in block {
            stmt.id = self.give();
            blocks_mut(stmt).into_iter().for_each(|inner| self.block(inner));
        }
    }

    /// Gives numbers to what the lines of a test do.
    pub fn lines(&mut self, lines: &mut [TestLine]) {
        for line in lines {
            match &mut line.kind {
                TestLineKind::Do(stmt) => self.block(std::slice::from_mut(stmt)),
                TestLineKind::ExpectSame(_, given) => self.lines(given),
                _ => {}
            }
        }
    }

    /// How many were given.
    #[must_use]
    pub fn given(self) -> u32 {
        self.next
    }
}

#[cfg(test)]
mod tests {
    use super::super::walk::{each_stmt, walk_bodies};
    use super::*;
    use crate::compile::compile;
    use crate::ir::StmtKind;
    use crate::loader::NoFiles;
    use std::collections::BTreeSet;

    const GAME: &str = "game \"G\"\nplayers 2\ncard Chip { worth: 1..3 }\n\
        deck chips of Chip { each of (1..3) }\n\
        each Player has { hand: set of Chip, seen by owner  good: Number = 0, seen by owner }\n\
        the table has { heap: pile of Chip }\n\
        to praise(p: Player) { if count(p.hand) > 2 { p.good += 1 } }\n\
        action take { move top 1 of chips to me.hand }\n\
        action judge {\n\
          if any c in me.hand has (c.worth is 3) { me.good += 1 } else { praise(me) } }\n\
        play {\n\
          ends when chips is empty { end game won by players }\n\
          turn me in players onwards { choose { take or judge } } }\n\
        test \"t\" with Ana, Ben {\n\
          do move top 1 of chips to heap\n\
          do if count(heap) is 1 { Ana.good += 1 } }\n";

    #[test]
    fn no_two_statements_have_the_same_number() {
        let made = compile("g.rules", GAME, &mut NoFiles);
        let said: Vec<_> = made.diagnostics.iter().map(|d| (d.code, &d.message)).collect();
        let book = made.rulebook.unwrap_or_else(|| panic!("{said:?}"));
        let (mut seen, mut all, mut asides) = (BTreeSet::new(), 0, 0);
        let mut see = |stmt: &Stmt| {
            asides += u32::from(matches!(stmt.kind, StmtKind::Aside(_)));
            all += 1;
            assert!(seen.insert(stmt.id), "{stmt:?}");
        };
        walk_bodies(&book, &mut see);
        for line in book.tests.iter().flat_map(|test| &test.lines) {
            if let TestLineKind::Do(stmt) = &line.kind {
                each_stmt(std::slice::from_ref(stmt), &mut see);
            }
        }
        assert_eq!(book.statements, all);
        assert!(asides > 0, "nothing was woven in");
        assert!(seen.iter().all(|id| id.0 < all));
    }
}
