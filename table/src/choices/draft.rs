//! A choice that is made step by step: what is filled in, what fills itself in, what is asked next.

use crate::choices::menu::{EntryKind, Fill, Listed, Menu};
use crate::choices::value::{Arg, Choice};
use crate::game::Game;
use houserules_interpreter::ask::Engine;

/// A choice that is being made: an entry, and what has been filled in so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialChoice {
    /// Its index in the menu.
    pub entry: usize,
    /// One value a step.
    pub filled: Vec<Arg>,
}

impl PartialChoice {
    /// The choice it makes.
    #[must_use]
    pub fn choice(&self, menu: &Menu) -> Option<Choice> {
        let args = self.filled.clone();
        Some(match menu.entries.get(self.entry)?.kind {
            EntryKind::Pass => Choice::Pass,
            EntryKind::Decline => Choice::Decline,
            EntryKind::Values => Choice::Values(args),
            EntryKind::Move(id) => Choice::Move { id, entry: Some(self.entry), args },
        })
    }
}

/// The next step of a draft, after everything is filled in that nobody needs to be asked about: the
/// card a move stands on, and a value that is the only one, unless it would be the first answer of
/// all (`alone`). What was filled in by itself is added to `said`. None: it is full.
pub fn next_step<E: Engine>(
    game: &mut Game<E>,
    menu: &Menu,
    draft: &mut PartialChoice,
    said: &mut Vec<String>,
    alone: bool,
) -> Option<Listed> {
    let kind = menu.entries.get(draft.entry)?.kind;
    while let Some(step) = game.options(menu.seat, draft.entry, &draft.filled) {
        let stands_on = match kind {
            EntryKind::Move(id) => game.book()[id].hidden_this,
            EntryKind::Pass | EntryKind::Decline | EntryKind::Values => false,
        };
        if stands_on && draft.filled.is_empty() {
            match step.fill.members().first() {
                Some(card) => draft.filled.push(card.arg.clone()),
                None => return Some(step),
            }
            continue;
        }
        // One thing has but one order.
        if let (Fill::Order(members), false) = (&step.fill, draft.filled.is_empty())
            && let [one] = members.as_slice()
        {
            draft.filled.push(Arg::List(vec![one.arg.clone()]));
            continue;
        }
        match step.fill.only() {
            // A lone yes-or-no or number is still a decision to be read before it is made.
            Some((arg, shown)) if matches!(kind, EntryKind::Move(_)) && !alone => {
                said.push(format!("{}: {shown}", step_name(&step)));
                draft.filled.push(arg);
            }
            _ => return Some(step),
        }
    }
    None
}

/// A step's name as a question's beginning; one-letter names say nothing to players.
#[must_use]
pub fn step_name(step: &Listed) -> String {
    if step.name.chars().count() > 1 {
        return step.name.replace('_', " ");
    }
    match step.fill.members().first().map(|m| &m.arg) {
        Some(Arg::Card(_)) => "card".into(),
        Some(Arg::Seat(_)) => "player".into(),
        _ => "which".into(),
    }
}
