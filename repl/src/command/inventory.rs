//! Lists of printed rules: which of them have a test.

use crate::loader::read_text;
use crate::trouble::Trouble;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;

/// Which rules of an inventory have a test. Ids stand in the inventory's order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Those a passing test cites.
    pub tested: Vec<String>,
    /// Those without a digital effect, as the rules say.
    pub physical: Vec<String>,
    /// The others.
    pub missing: Vec<String>,
    /// What tests cite, but the inventory does not list.
    pub unknown: Vec<String>,
}

/// The ids an inventory lists, in its order: lines that begin `- **B3-027**`.
///
/// # Errors
/// If the file cannot be read, or lists nothing.
pub fn read(path: &Path) -> Result<Vec<String>, Trouble> {
    let ids = listed(&read_text(path, 4 << 20)?);
    if ids.is_empty() {
        return Err(Trouble::call(format!("`{}` lists no rules", path.display()))
            .help("a rule is a line that begins `- **ID** `, such as `- **B3-027** a 4 may never be sold`"));
    }
    Ok(ids)
}

fn listed(text: &str) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for line in text.lines() {
        let rest = line.trim_start().strip_prefix(['-', '*']).map(str::trim_start);
        let id = rest.and_then(|r| r.strip_prefix("**")).and_then(|r| r.split("**").next());
        if let Some(id) = id.filter(|id| is_id(id)) {
            ids.push(id.to_string());
        }
    }
    let mut seen = BTreeSet::new();
    ids.retain(|id| seen.insert(id.to_string()));
    ids
}

/// `B3-027`, `A-7`: letters and digits, a hyphen, digits.
fn is_id(text: &str) -> bool {
    text.rsplit_once('-').is_some_and(|(series, number)| {
        series.starts_with(|c: char| c.is_ascii_uppercase())
            && series.chars().all(|c| c.is_ascii_alphanumeric())
            && !number.is_empty()
            && number.chars().all(|c| c.is_ascii_digit())
    })
}

/// Sorts an inventory's rules by what tests cite and what the rules call physical.
#[must_use]
pub fn coverage(inventory: &[String], cited: &BTreeSet<String>, physical: &BTreeSet<String>) -> Coverage {
    let mut coverage = Coverage::default();
    for id in inventory {
        let list = if cited.contains(id) {
            &mut coverage.tested
        } else if physical.contains(id) {
            &mut coverage.physical
        } else {
            &mut coverage.missing
        };
        list.push(id.to_string());
    }
    let known: BTreeSet<&String> = inventory.iter().collect();
    coverage.unknown =
        cited.union(physical).filter(|id| !known.contains(id)).map(ToString::to_string).collect();
    coverage
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_and_sorted() {
        let text = "# Rules\n- **B3-001** [S] one\n* **A-12** two\n- **Bold** words\n- B3-002\n- **B3-003** x\n- **B3-001** again\n";
        let inventory = listed(text);
        assert_eq!(inventory, ["B3-001", "A-12", "B3-003"]);
        let set = |ids: &[&str]| ids.iter().map(|i| (*i).to_string()).collect::<BTreeSet<_>>();
        let made = coverage(&inventory, &set(&["A-12", "B3-999"]), &set(&["B3-003"]));
        assert_eq!(
            (made.tested.as_slice(), made.missing.as_slice()),
            (&["A-12".to_string()][..], &["B3-001".to_string()][..])
        );
        assert_eq!((made.physical.len(), made.unknown.as_slice()), (1, &["B3-999".to_string()][..]));
    }
}
