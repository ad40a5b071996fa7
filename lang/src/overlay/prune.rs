//! When all variants are laid: moves that were removed leave the menus, and interrupts that never
//! run are told.

use super::Merging;
use super::key::Sort;
use super::walk::{blocks, blocks_mut, each_stmt, edit};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use crate::syntax::ast::{
    ChooseWhat, Entry, EntryKind, InterruptWhen, Item, ItemKind, StmtKind, Value,
};
use std::collections::BTreeMap;

impl Merging<'_> {
    /// Takes removed moves and menus out of the game's menus. Those that a variant names stay, and
    /// are wrong.
    pub fn prune(&mut self) {
        let gone = self.gone.iter().filter(|(k, _)| matches!(k.sort, Sort::Move | Sort::Menu));
        let gone = gone.filter(|(k, _)| self.live(k).is_empty());
        let gone: BTreeMap<String, Span> = gone.map(|(k, span)| (k.name.clone(), *span)).collect();
        if gone.is_empty() {
            return;
        }
        let mut emptied: Vec<(Span, Span)> = Vec::new();
        for item in self.slots.iter_mut().filter_map(|s| s.item.as_mut()) {
            if let ItemKind::Menu(menu) = &mut item.kind {
                emptied.extend(prune_tiers(&mut menu.tiers, &gone, self.file));
            }
            for block in blocks_mut(item) {
                edit(block, &mut |stmts| {
                    for stmt in stmts {
                        if let StmtKind::Choose(choose) = &mut stmt.kind
                            && let ChooseWhat::Tiers(tiers, _) = &mut choose.what
                        {
                            emptied.extend(prune_tiers(tiers, &gone, self.file));
                        }
                    }
                });
            }
        }
        for (entry, removal) in emptied {
            let found =
                Diagnostic::new(Code::E0908, removal, "without this, nothing is left to choose");
            let found = found.beside(entry, "all there was to choose");
            self.say(
                found.help(
                    "replace what asks for it, too, or forbid the move instead of removing it",
                ),
            );
        }
    }

    /// An `instead of` without a condition and without `as usual` keeps earlier ones from ever
    /// running.
    pub fn never_run(&mut self) {
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        let mut found = Vec::new();
        for slot in &self.slots {
            let Some(Item { kind: ItemKind::Interrupt(of), span, .. }) = &slot.item else {
                continue;
            };
            if of.when != InterruptWhen::Instead {
                continue;
            }
            if let Some(first) = seen.get(&*of.target.text)
                && slot.layer > 0
                && of.condition.is_none()
                && !goes_on(slot.item.as_ref())
            {
                let message =
                    format!("with this, the earlier `instead of {}` never runs", of.target.text);
                let wrong = Diagnostic::new(Code::W0901, of.target.span, message)
                    .beside(*first, "the earlier one");
                found.push(wrong.help("say `as usual` in it, or remove the earlier one"));
            }
            seen.insert(&of.target.text, *span);
        }
        found.into_iter().for_each(|wrong| self.say(wrong));
    }
}

/// Whether an item says `as usual`.
fn goes_on(item: Option<&Item>) -> bool {
    let mut says = false;
    for block in item.into_iter().flat_map(blocks) {
        each_stmt(block, &mut |stmt| {
            says |= matches!(
                stmt.kind,
                StmtKind::AsUsual
                    | StmtKind::Let(_, Value::AsUsual(_))
                    | StmtKind::Give(Some(Value::AsUsual(_)))
            );
        });
    }
    says
}

/// Entries of the game's own file that name what is gone; gives the last one and its removal if
/// nothing is left.
fn prune_tiers(
    tiers: &mut Vec<Vec<Entry>>,
    gone: &BTreeMap<String, Span>,
    file: FileId,
) -> Option<(Span, Span)> {
    let mut last = None;
    for tier in tiers.iter_mut() {
        tier.retain(|entry| {
            let EntryKind::Named(name, _) = &entry.what else { return true };
            let Some(removal) = gone.get(&*name.text).filter(|_| name.span.file == file) else {
                return true;
            };
            last = Some((entry.span, *removal));
            false
        });
    }
    tiers.retain(|tier| !tier.is_empty());
    last.filter(|_| tiers.is_empty())
}
