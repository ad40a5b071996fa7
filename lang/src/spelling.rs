//! "Did you mean": the nearest of the names that could stand in a place. Every host asks here, too.

/// Names longer than this are neither corrected nor offered, in bytes.
const LONGEST: usize = 80;
/// At most so many candidates are looked at.
const CANDIDATES: usize = 2000;

/// The candidate that differs least from `wrong`, if one is near enough to be meant: at most one
/// letter of three changed, left out, added or swapped with its neighbour, and never more than
/// three; capital letters do not count. Of equally near ones the one with the same letters wins,
/// then the earlier one.
pub fn nearest<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wrong = wrong.to_lowercase();
    let len = wrong.chars().count();
    if wrong.len() > LONGEST || len < 2 {
        return None;
    }
    let limit = len.div_ceil(3).min(3);
    let near = candidates.into_iter().take(CANDIDATES).filter_map(|candidate| {
        let small = candidate.to_lowercase();
        if small.len() > LONGEST || small.chars().count().abs_diff(len) > limit {
            return None;
        }
        let away = strsim::osa_distance(&wrong, &small);
        (away <= limit).then(|| ((away, letters(&small) != letters(&wrong)), candidate))
    });
    near.min_by_key(|(key, _)| *key).map(|(_, candidate)| candidate)
}

fn letters(word: &str) -> Vec<char> {
    let mut all: Vec<char> = word.chars().collect();
    all.sort_unstable();
    all
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
        assert_eq!(nearest("Card_3", ["Card_1", "Crad_3"]), Some("Crad_3"));
        assert_eq!(nearest(&"x".repeat(10_000), names), None);
    }
}
