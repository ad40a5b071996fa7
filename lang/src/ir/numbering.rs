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
