//! Secrets of rules that were followed before: while somebody writes tests, the rules stay as they
//! were, and so does what they tell.

use super::flow::Flow;
use super::told::Narrowed;
use crate::diagnostic::Diagnostic;
use crate::ir::Rulebook;
use crate::source::{FileId, Sources, Span};
use crate::syntax::ast::{Item, ItemKind};
use std::sync::Arc;

/// What was found in the rules that were followed last.
#[derive(Debug, Default)]
pub struct Memory {
    last: Option<Found>,
}

#[derive(Debug)]
struct Found {
    written: Written,
    texts: usize,
    diagnostics: Vec<Diagnostic>,
    told: Narrowed,
}

/// The rules of a game as they are written, its tests left out, and where they stand.
#[derive(Debug)]
pub struct Written {
    game: Arc<str>,
    rules: Vec<Span>,
    /// Modules and tables, by name.
    others: Vec<(String, Arc<str>)>,
}

impl Written {
    /// Of a game without variants whose items are these. Modules and tables are still to come, see
    /// [`Self::with`].
    #[must_use]
    pub fn of(items: &[Item], sources: &Sources) -> Option<Self> {
        let game = sources.get(FileId(0)).map(|file| Arc::clone(&file.text))?;
        let rules = items.iter().filter(|item| !is_test(item));
        Some(Self { game, rules: rules.map(|item| item.span).collect(), others: Vec::new() })
    }

    /// With the texts that the game asked for.
    #[must_use]
    pub fn with(mut self, sources: &Sources) -> Self {
        let others = sources.iter().skip(1);
        self.others = others.map(|(_, file)| (file.name.clone(), Arc::clone(&file.text))).collect();
        self
    }

    fn says_as(&self, other: &Self) -> bool {
        let alike = |span: &Span| {
            let bytes = span.start as usize..span.end as usize;
            self.game.get(bytes.clone()) == other.game.get(bytes)
        };
        self.others == other.others && self.rules == other.rules && self.rules.iter().all(alike)
    }
}

/// Whether an item is a test, or would be one if it could be read.
#[must_use]
pub fn is_test(item: &Item) -> bool {
    match &item.kind {
        ItemKind::Test(_) => true,
        ItemKind::Broken { word, .. } => word == "test",
        _ => false,
    }
}

/// What is found in a rulebook, as [`Flow::run`] does; if its rules are those that were followed
/// last, what was found then. `texts`: how many texts its rules have, those of its tests behind
/// them; none: its tests have added something else to it.
pub(super) fn followed(
    book: &Rulebook,
    written: Option<(Written, usize)>,
    memory: &mut Memory,
) -> (Vec<Diagnostic>, Narrowed) {
    let Some((written, texts)) = written else { return Flow::new(book).run() };
    if let Some(last) = &memory.last
        && last.texts == texts
        && last.written.says_as(&written)
    {
        return (last.diagnostics.clone(), last.told.clone());
    }
    let (diagnostics, told) = Flow::new(book).run();
    let found = (diagnostics.clone(), told.clone());
    memory.last = Some(Found { written, texts, diagnostics, told });
    found
}
