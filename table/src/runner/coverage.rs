//! Which rules of an inventory have a test.

use houserules_lang::ir::Rulebook;
use serde::Serialize;
use std::collections::BTreeSet;

/// Rule ids of an inventory, by what became of them; each in the inventory's order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Cited by a test.
    pub tested: Vec<String>,
    /// Declared to have no digital effect, and not tested.
    pub physical: Vec<String>,
    /// Neither tested nor declared so.
    pub missing: Vec<String>,
}

/// What the tests and `physical` items of some rulebooks cover of an inventory, a Markdown text
/// whose rules are the ids at the start of its bullet lines.
#[must_use]
pub fn coverage(books: &[&Rulebook], inventory: &str) -> Coverage {
    let tests = books.iter().flat_map(|b| b.tests.iter()).flat_map(|t| t.rules.iter());
    let tested = cited(tests);
    let physical = cited(books.iter().flat_map(|b| b.physical.iter()).map(|(id, _)| id));
    let mut found = Coverage::default();
    for id in ids(inventory) {
        let list = match () {
            () if tested.contains(&id) => &mut found.tested,
            () if physical.contains(&id) => &mut found.physical,
            () => &mut found.missing,
        };
        list.push(id);
    }
    found
}

/// The ids an inventory defines: `- **B3-027** …`, `- A-5 …`; each once.
#[must_use]
pub fn ids(inventory: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for line in inventory.lines() {
        let Some(rest) = line.trim_start().strip_prefix(['-', '*', '+']) else { continue };
        let Some(rest) = rest.strip_prefix(' ') else { continue };
        let rest = rest.trim_start().trim_start_matches(['*', '_', '[', '`']);
        let end =
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(rest.len());
        let id = &rest[..end];
        if is_id(id) && seen.insert(id.to_string()) {
            found.push(id.to_string());
        }
    }
    found
}

/// A capital letter, letters and digits, a hyphen, digits.
fn is_id(id: &str) -> bool {
    let Some((head, number)) = id.rsplit_once('-') else { return false };
    let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let letters = head.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    digits && letters && head.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Cited ids; `A-10 to A-13` is four of them.
fn cited<'a>(ids: impl Iterator<Item = &'a String>) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for id in ids {
        match id.split_once(" to ").and_then(|(from, to)| range(from.trim(), to.trim())) {
            Some(range) => all.extend(range),
            None => {
                all.insert(id.clone());
            }
        }
    }
    all
}

fn range(from: &str, to: &str) -> Option<Vec<String>> {
    let (head, first) = from.rsplit_once('-')?;
    let (other, last) = to.rsplit_once('-')?;
    let width = first.len();
    let (first, last): (u16, u16) = (first.parse().ok()?, last.parse().ok()?);
    if head != other {
        return None;
    }
    Some((first..=last).map(|n| format!("{head}-{n:0width$}")).collect())
}

#[cfg(test)]
mod tests {
    use super::{cited, ids};

    #[test]
    fn ids_stand_at_the_start_of_bullets() {
        let text = "# T\n- **B3-001** [S] one (see A-1)\n  - A-5 two\n* B3-001 again\n- see \
                    B3-002\n| **B3-009** |\n- no-id\n";
        assert_eq!(ids(text), ["B3-001", "A-5"]);
    }

    #[test]
    fn ranges_are_spelled_out() {
        let all = cited(["A-9 to A-11".to_string(), "B3-001".into()].iter());
        assert_eq!(all.into_iter().collect::<Vec<_>>(), ["A-10", "A-11", "A-9", "B3-001"]);
    }
}
