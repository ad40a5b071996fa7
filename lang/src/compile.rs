//! The whole compile: `Source → Syntax → Resolved → Rulebook`.

use crate::check::check;
use crate::diagnostic::{Diagnostic, Severity};
use crate::ir::Rulebook;
pub use crate::loader::{Loaded, Loader};
use crate::resolve::names::Resolved;
use crate::resolve::resolve;
use crate::secrets;
use crate::source::Sources;
use crate::syntax::parse;
use std::collections::BTreeSet;
use std::sync::Arc;

/// More than so many messages help nobody.
const MOST_MESSAGES: usize = 200;

/// What came of a compilation.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// Every text that took part; the first is the game.
    pub sources: Sources,
    /// The rulebook, if nothing is wrong.
    pub rulebook: Option<Rulebook>,
    /// What the rules declare, for lines that are typed at a running game.
    pub declared: Arc<Resolved>,
    /// Errors and warnings, in source order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles a game: parses it, resolves what it declares, checks every body. `name` is the name of its text that people
/// are shown; modules and tables are asked of the loader. There is a rulebook if there is no error.
pub fn compile(name: &str, text: &str, loader: &mut dyn Loader) -> Compiled {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let (tree, mut diagnostics) = parse(file, text);
    let (resolved, found) = resolve(tree, &mut sources, loader, parse);
    diagnostics.extend(found);
    let resolved = Arc::new(resolved);
    let (rulebook, found) = check(Arc::clone(&resolved));
    diagnostics.extend(found);
    if let Some(book) = &rulebook {
        diagnostics.extend(secrets::check(book));
    }
    let wrong = diagnostics.iter().any(|d| d.severity == Severity::Error);
    if wrong {
        // What is idle cannot be told while something else is broken.
        diagnostics.retain(|d| !d.code.starts_with("W05"));
    }
    let diagnostics = in_order(diagnostics);
    Compiled { sources, rulebook: rulebook.filter(|_| !wrong), declared: resolved, diagnostics }
}

/// In source order, errors before warnings at one place, nothing said twice. What cannot be played yet is said at its
/// first place only.
fn in_order(mut all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    all.sort_by(|a, b| (a.span(), a.severity, a.code).cmp(&(b.span(), b.severity, b.code)));
    let mut said = BTreeSet::new();
    all.retain(|d| {
        let place = if d.code == "E0901" { None } else { Some(d.span()) };
        said.insert((d.code, place, d.message.to_owned()))
    });
    // Errors must not be lost behind warnings.
    let errors = all.iter().filter(|d| d.severity == Severity::Error).count();
    let warnings = MOST_MESSAGES.saturating_sub(errors);
    let mut left = (MOST_MESSAGES, warnings);
    all.retain(|d| {
        let left = if d.severity == Severity::Error { &mut left.0 } else { &mut left.1 };
        let keep = *left > 0;
        *left = left.saturating_sub(1);
        keep
    });
    all
}

#[cfg(test)]
mod tests {
    use super::in_order;
    use crate::diagnostic::Diagnostic;
    use crate::source::{FileId, Span};

    #[test]
    fn messages_come_in_source_order_and_once() {
        let at = |code, start, message: &str| {
            Diagnostic::new(code, Span { file: FileId(0), start, end: start + 1 }, message)
        };
        let all = vec![
            at("W0301", 4, "unread"),
            at("E0901", 9, "`Square` cannot be played yet"),
            at("E0202", 4, "no such name"),
            at("E0901", 2, "`Square` cannot be played yet"),
            at("E0202", 4, "no such name"),
        ];
        let order: Vec<(&str, u32)> = in_order(all).iter().map(|d| (d.code, d.span().start)).collect();
        assert_eq!(order, [("E0901", 2), ("E0202", 4), ("W0301", 4)]);
        let many = (0..500).map(|n| at("W0301", n, "unread")).chain([at("E0202", 900, "no such name")]);
        let kept = in_order(many.collect());
        assert!(kept.len() == 200 && kept.iter().any(|d| d.code == "E0202"));
    }
}
