//! What a seat is offered, as a numbered list: the entries of its menu, or at once the values of
//! its only step.

use super::fill;
use crate::show::console::columns;
use crate::terminal::commands::{self, Role};
use crate::terminal::host::Host;
use crate::terminal::input::Words;
use houserules_table::choices::draft::{PartialChoice, next_step};
use houserules_table::choices::menu::{Entry, Fill, Menu};

/// Words that may be completed while this menu is open.
#[must_use]
pub fn words(menu: &Menu) -> Words {
    let named = menu.entries.iter().filter(|e| !e.name.is_empty()).map(|e| e.name.to_string());
    Words::anywhere(named.chain(commands::completed(Role::Player)).collect())
}

/// The menu's entries, numbered.
pub fn listed(host: &mut Host, menu: &Menu) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, entry) in menu.entries.iter().enumerate() {
        let only = only(host, menu, at);
        lines.push(format!("{:>3}  {}", at + 1, title(entry, only.as_deref())));
    }
    lines
}

/// What fills an entry by itself, if nothing of it is asked: whoever takes it should know.
fn only(host: &mut Host, menu: &Menu, entry: usize) -> Option<String> {
    let (mut draft, mut said) = (PartialChoice { entry, filled: Vec::new() }, Vec::new());
    let step = next_step(host.session.game_mut(), menu, &mut draft, &mut said, false);
    let values = said.iter().map(|line| line.split_once(": ").map_or(line.as_str(), |said| said.1));
    let values: Vec<&str> = values.collect();
    (step.is_none() && !values.is_empty()).then(|| values.join(", "))
}

/// An entry as the menu shows it: its title, and what is typed for it where that differs. `only`:
/// what fills it.
#[must_use]
pub fn title(entry: &Entry, only: Option<&str>) -> String {
    let typed = entry.name.replace('_', " ");
    let more = match only {
        Some(only) => format!(": {only}"),
        None if entry.steps.is_empty() => String::new(),
        None => " …".to_owned(),
    };
    if typed.is_empty() || entry.title == typed || entry.title.starts_with(&format!("{typed} ")) {
        return format!("{}{more}", entry.title);
    }
    format!("{}{more}  ({})", entry.title, entry.name)
}

/// The values of a step, numbered, in as many columns as fit; numbers need no list. Where something
/// is known of the values (`notes`, one a value), each has a line of its own.
#[must_use]
pub fn values(fill: &Fill, width: usize, notes: &[Vec<String>]) -> Vec<String> {
    let members = fill.members();
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
    use houserules_table::choices::value::Arg;

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
