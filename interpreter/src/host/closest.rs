//! "Did you mean": the name that is nearest to what was typed.

/// The nearest of some names, if it is near enough: at most a third of its letters differ.
#[must_use]
pub fn closest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed: Vec<char> = typed.chars().take(64).flat_map(char::to_lowercase).collect();
    let near = |name: &'a str| {
        let letters: Vec<char> = name.chars().take(64).flat_map(char::to_lowercase).collect();
        let distance = distance(&typed, &letters);
        (distance <= (letters.len().max(typed.len()) / 3).max(1)).then_some((distance, name))
    };
    names.into_iter().filter_map(near).min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn a_slip_finds_its_name() {
        assert_eq!(closest("ofer", ["lay", "offer", "buy"]), Some("offer"));
        assert_eq!(closest("zzz", ["lay", "offer", "buy"]), None);
    }
}
