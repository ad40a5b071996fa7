//! Rounds that never come to their second: what goes on and on inside one of them has no way out.

use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{Base, End, Rulebook, Stage, StageId, StageWord, StmtKind};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Tells of them.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut left: BTreeSet<StageId> = BTreeSet::new();
    visit::all(book, &mut |_, seen| {
        if let Seen::Stmt(stmt) = seen
            && let StmtKind::End(End::Stage(all)) = &stmt.kind
        {
            left.extend(all.iter().copied());
        }
    });
    let stays = |stage: &Stage| stage.ends.is_empty() && !left.contains(&stage.id);
    // A rule that is typed once for each kind is told of once.
    let mut found: BTreeMap<Span, Diagnostic> = BTreeMap::new();
    visit::all(book, &mut |_, seen| {
        let Seen::Stmt(stmt) = seen else { return };
        let StmtKind::Stage(outer) = &stmt.kind else { return };
        let again =
            outer.over.as_ref().is_some_and(|(_, over)| !matches!(over.base, Base::Items(_)));
        if !again || !stays(outer) {
            return;
        }
        let inner = outer.body.iter().find_map(|stmt| {
            let StmtKind::Stage(inner) = &stmt.kind else { return None };
            (endless(inner) && stays(inner)).then_some(&**inner)
        });
        let Some(inner) = inner else { return };
        let (one, other) = (&book[outer.id], &book[inner.id]);
        let (word, within) = (named(one.word), named(other.word));
        let said = format!(
            "nothing ever ends the first {word}: its {within}s go on `onwards`, until the game is \
             over"
        );
        let said = Diagnostic::new(Code::W0501, one.span, said)
            .beside(other.span, "these go on and on")
            .help(format!(
                "say when a {word} is over, at its top: `ends when …`; or let each {within} come \
                 once: leave `onwards` out"
            ));
        found.insert(one.span, said);
    });
    found.into_values().collect()
}

/// Whether a stage goes round and round.
fn endless(stage: &Stage) -> bool {
    stage.over.as_ref().is_some_and(|(_, over)| {
        matches!(over.base, Base::Onwards(_) | Base::Players { forever: true, .. })
    })
}

fn named(word: StageWord) -> &'static str {
    match word {
        StageWord::Round => "round",
        StageWord::Turn => "turn",
        StageWord::Phase => "phase",
    }
}
