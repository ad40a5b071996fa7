//! What every sentence of the log is written with.

use crate::log::line::{Line, Told};
use crate::rendering::face::Faces;
use crate::rendering::redacted::{Sentence, kept};
use crate::visibility::Sighted;
use crate::visibility::layout::Table;
use houserules_lang::naming::Naming;
use houserules_lang::source::Span;

/// Writes events down.
#[derive(Debug)]
pub struct LogWriter<'a> {
    /// The rules, and the players' names as they are marked in lines.
    pub naming: Naming<'a>,
    /// The table, as it was before the next event.
    pub table: &'a mut Table,
    /// Nothing has been told before: the first events are the set-up.
    pub begins: bool,
    /// Where lines are added, behind those that are there.
    pub lines: &'a mut Vec<Line>,
}

impl LogWriter<'_> {
    pub(super) fn put(&mut self, sentence: Sentence, sighted: Sighted, span: Span) {
        self.lines.push(Line {
            told: Told::Effect,
            sentence: kept(sentence),
            sighted,
            span,
            seat: None,
            shared: None,
        });
    }

    pub(crate) fn faces(&self) -> Faces<'_> {
        Faces::new(self.naming, self.table)
    }
}
