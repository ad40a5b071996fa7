//! "Did you mean": the nearest of the names that could stand in a place.

/// Names longer than this are neither corrected nor offered.
const LONGEST: usize = 40;
/// At most so many candidates are looked at.
const CANDIDATES: usize = 2000;

/// The candidate that differs least from `wrong`, if one is near enough to be meant: at most one letter of three
/// changed, left out, added or swapped with its neighbour, and never more than three. Earlier candidates win ties.
pub fn nearest<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wrong: Vec<char> = wrong.to_lowercase().chars().collect();
    if wrong.len() > LONGEST || wrong.len() < 2 {
        return None;
    }
    let mut limit = (wrong.len().div_ceil(3)).min(3) + 1;
    let mut best = None;
    for candidate in candidates.into_iter().take(CANDIDATES) {
        if candidate.len().abs_diff(wrong.len()) > 4 * LONGEST || candidate.len() > 4 * LONGEST {
            continue;
        }
        let letters: Vec<char> = candidate.to_lowercase().chars().collect();
        if letters.len() > LONGEST || letters.len().abs_diff(wrong.len()) >= limit {
            continue;
        }
        let away = distance(&wrong, &letters);
        if away < limit {
            limit = away;
            best = Some(candidate);
        }
    }
    best
}

/// How many letters must be changed, left out, added or swapped with their neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, to) in b.iter().enumerate() {
            let mut least = (last[j] + usize::from(from != to)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *from == b[j - 1] && a[i - 1] == *to {
                least = least.min(before_last[j - 1] + 1);
            }
            row.push(least);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let names = ["Color", "Mile", "Dollars", "hand"];
        assert_eq!(nearest("Colour", names), Some("Color"));
        assert_eq!(nearest("Miel", names), Some("Mile"));
        assert_eq!(nearest("hnad", names), Some("hand"));
        assert_eq!(nearest("dollars", names), Some("Dollars"));
        assert_eq!(nearest("Wagon", names), None);
        assert_eq!(nearest("x", names), None);
        assert_eq!(nearest(&"x".repeat(10_000), names), None);
    }
}
