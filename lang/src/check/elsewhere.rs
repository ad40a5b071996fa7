//! What all have chosen at once in another deed: names of choices hold to the end of their block.

use super::env::Env;
use crate::source::Span;
use crate::syntax::ast::{Block, ChooseWhat, Chooser, Name, StmtKind};

/// Where a name is chosen by each of several, and the deed or move that this belongs to.
pub(super) fn chosen_elsewhere(env: &Env, name: &str) -> Option<(Span, String)> {
    let deeds = env.r.deeds.iter().map(|(deed, _)| (&deed.item.name, &deed.item.body));
    let moves = env.r.moves.iter().map(|of| (&of.item.name, &of.item.body));
    let found = |(of, body): (&Name, &Block)| Some((chosen(body, name)?, of.text.to_string()));
    deeds.chain(moves).find_map(found)
}

fn chosen(body: &Block, name: &str) -> Option<Span> {
    let mut left = vec![body];
    while let Some(block) = left.pop() {
        for stmt in &block.stmts {
            if let StmtKind::Choose(choose) = &stmt.kind
                && let (ChooseWhat::Binders(binders), Chooser::Each(_)) = (&choose.what, &choose.by)
                && let Some(binder) = binders.iter().find(|b| &*b.name.text == name)
            {
                return Some(binder.name.span);
            }
            left.extend(stmt.blocks());
        }
    }
    None
}
