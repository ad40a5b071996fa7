//! What a seat is offered, as a numbered list: the entries of its menu, or at once the values of
//! its only step.

use super::fill;
use crate::show::console::columns;
use crate::terminal::commands;
use houserules_interpreter::ask::Referee;
use houserules_table::choices::menu::{Entry, EntryKind, Fill, Listed, Menu};
use houserules_table::choices::value::{Arg, Choice};
use houserules_table::game::Game;

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
pub fn next_step<E: Referee>(
    game: &mut Game<E>,
    menu: &Menu,
    draft: &mut PartialChoice,
    (said, alone): (&mut Vec<String>, bool),
) -> Option<Listed> {
    let kind = menu.entries.get(draft.entry)?.kind;
    while let Some(step) = game.options(menu.seat, draft.entry, &draft.filled) {
        let stands_on = match kind {
            EntryKind::Move(id) => game.book().moves.get(id.index()).is_some_and(|m| m.hidden_this),
            _ => false,
        };
        if stands_on && draft.filled.is_empty() {
            match fill::members(&step.fill).first() {
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
        match fill::only(&step.fill) {
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
    match fill::members(&step.fill).first().map(|m| &m.arg) {
        Some(Arg::Card(_)) => "card".into(),
        Some(Arg::Seat(_)) => "player".into(),
        _ => "which".into(),
    }
}

/// What can be said besides choosing.
pub fn commands() -> impl Iterator<Item = String> {
    commands::at_table().map(|(_, at)| at.completed.to_string())
}

/// Words that may be completed while this menu is open.
#[must_use]
pub fn words(menu: &Menu) -> Vec<String> {
    let named = menu.entries.iter().filter(|e| !e.name.is_empty()).map(|e| e.name.to_string());
    named.chain(commands()).collect()
}

/// The menu's entries, numbered.
#[must_use]
pub fn listed(menu: &Menu) -> Vec<String> {
    let entries = menu.entries.iter().enumerate();
    entries.map(|(at, entry)| format!("{:>3}  {}", at + 1, title(entry))).collect()
}

/// An entry as the menu shows it: its title, and what is typed for it where that differs.
#[must_use]
pub fn title(entry: &Entry) -> String {
    let typed = entry.name.replace('_', " ");
    let more = if entry.steps.is_empty() { "" } else { " …" };
    if typed.is_empty() || entry.title == typed || entry.title.starts_with(&format!("{typed} ")) {
        return format!("{}{more}", entry.title);
    }
    format!("{}{more}  ({})", entry.title, entry.name)
}

/// The values of a step, numbered, in as many columns as fit; numbers need no list. Where something
/// is known of the values (`notes`, one a value), each has a line of its own.
#[must_use]
pub fn values(fill: &Fill, width: usize, notes: &[Vec<String>]) -> Vec<String> {
    let members = fill::members(fill);
    let shown: Vec<&str> =
        members.iter().map(|m| if m.shown.is_empty() { "–" } else { &m.shown }).collect();
    if fill::are_numbers(members) && matches!(fill, Fill::One(_)) {
        return Vec::new();
    }
    if notes.iter().any(|note| !note.is_empty()) {
        let row = |(at, shown): (usize, &&str)| {
            let note = notes.get(at).cloned().unwrap_or_default();
            [format!("{:>3}", fill::label(members, at)), (*shown).to_owned()]
                .into_iter()
                .chain(note)
                .collect::<Vec<_>>()
        };
        return crate::show::grid::aligned(
            &shown.iter().enumerate().map(row).collect::<Vec<_>>(),
            0,
            width,
        );
    }
    let cells =
        shown.iter().enumerate().map(|(at, s)| format!("{:>3}  {s}", fill::label(members, at)));
    let cells: Vec<String> = cells.collect();
    let widest = cells.iter().map(|c| columns(c) + 3).max().unwrap_or(1);
    let across = if cells.len() <= 6 { 1 } else { (width / widest).clamp(1, 6) };
    let down = cells.len().div_ceil(across).max(1);
    let line = |row: usize| {
        let mut line = String::new();
        for cell in cells.iter().skip(row).step_by(down) {
            line.push_str(cell);
            line.push_str(&" ".repeat(widest - columns(cell)));
        }
        line.trim_end().to_string()
    };
    (0..down.min(cells.len())).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserules_table::choices::menu::Pickable;

    #[test]
    fn many_values_stand_in_columns() {
        let one = |n: usize| Pickable {
            arg: Arg::None,
            shown: format!("card {n}"),
            typed: String::new(),
            number: None,
        };
        let few = values(&Fill::One((0..3).map(one).collect()), 80, &[]);
        assert_eq!(few, ["  1  card 0", "  2  card 1", "  3  card 2"]);
        let many = values(&Fill::One((0..20).map(one).collect()), 60, &[]);
        assert!(many.len() < 10 && many.iter().all(|l| l.len() <= 60), "{many:?}");
        assert!(many[0].starts_with("  1  card 0"), "{many:?}");
        let numbers = |n: usize| Pickable {
            arg: Arg::None,
            shown: n.to_string(),
            typed: String::new(),
            number: None,
        };
        assert!(values(&Fill::One((1..4).map(numbers).collect()), 80, &[]).is_empty());
    }
}
