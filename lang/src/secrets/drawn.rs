//! What is drawn on boards: everybody sees it.

use super::flow::Flow;
use super::readers::Readers;
use crate::code::Code;
use crate::diagnostic::Diagnostic;

impl Flow<'_> {
    /// Boards are drawn for everybody alike.
    pub(super) fn drawing(&mut self) {
        let book = self.book;
        let drawing = &book.drawing;
        let places = drawing.places.iter().filter(|(of, _)| self.book.is_a_board(*of));
        let words = drawing.passage.iter().chain(&drawing.mark).chain(places.map(|(_, word)| word));
        for id in words {
            let word = &self.book[*id];
            if self.reader.open_word(*id) != Readers::Everyone {
                let said = format!(
                    "everybody sees what `{}` draws, but it depends on a secret",
                    word.name
                );
                self.report(
                    Diagnostic::new(Code::E0806, word.span, said)
                        .help("draw only what lies open: what all see, or know"),
                );
            }
        }
    }
}
