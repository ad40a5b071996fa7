//! Combinations of a game's options: all of them if there are few, otherwise enough that any two values of two options
//! stand together in one of them.

use houserules_lang::ir::{Opt, OptionId, Rulebook, Type, Value};
use std::collections::BTreeSet;

/// Up to so many combinations are all of them.
pub const MOST: usize = 256;

/// Combinations of options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combinations {
    /// Each with a value for every option.
    pub list: Vec<Vec<(OptionId, Value)>>,
    /// All there are; otherwise every two values of two options stand together in one.
    pub all: bool,
}

/// The values of an option that are tried: of a number both ends of its range and the default, of others all.
#[must_use]
pub fn values(book: &Rulebook, option: &Opt) -> Vec<Value> {
    match (option.ty.bare(), option.range) {
        (Type::Bool, _) => vec![Value::Bool(false), Value::Bool(true)],
        (Type::Enum(id), _) => {
            let members = book.enums.get(id.index()).map_or(0, |e| e.members.len());
            (0..members).map(|at| Value::Member(*id, at as u16)).collect()
        }
        (_, Some((low, high))) => {
            let ends = [Value::Number(low), Value::Number(high), option.default.clone()];
            ends.into_iter().collect::<BTreeSet<_>>().into_iter().collect()
        }
        _ => vec![option.default.clone()],
    }
}

/// The combinations of a game's options.
#[must_use]
pub fn combinations(book: &Rulebook) -> Combinations {
    let each: Vec<Vec<Value>> = book.options.iter().map(|o| values(book, o)).collect();
    let sizes: Vec<usize> = each.iter().map(Vec::len).collect();
    let all = sizes.iter().try_fold(1usize, |n, size| n.checked_mul(*size)).filter(|n| *n <= MOST);
    let rows = match all {
        Some(count) => every(&sizes, count),
        None => pairs(&sizes),
    };
    let filled = |row: &Vec<usize>| {
        let chosen = row.iter().zip(&each).enumerate();
        chosen.filter_map(|(at, (value, of))| Some((OptionId(at as u16), of.get(*value)?.clone()))).collect()
    };
    Combinations { list: rows.iter().map(filled).collect(), all: all.is_some() }
}

fn every(sizes: &[usize], count: usize) -> Vec<Vec<usize>> {
    let row = |mut number: usize| {
        let digit = |size: &usize| {
            let value = number % size;
            number /= size;
            value
        };
        sizes.iter().map(digit).collect()
    };
    (0..count).map(row).collect()
}

/// Two options with a value each; the smaller option first.
type Pair = ((usize, usize), (usize, usize));

/// Row by row: the first two values that have not stood together yet, and for every other option the value that brings
/// most new ones.
fn pairs(sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut open: BTreeSet<Pair> = BTreeSet::new();
    for (a, first) in sizes.iter().enumerate() {
        for (b, second) in sizes.iter().enumerate().skip(a + 1) {
            open.extend((0..*first).flat_map(|x| (0..*second).map(move |y| ((a, x), (b, y)))));
        }
    }
    let mut rows = Vec::new();
    while let Some((first, second)) = open.first().copied() {
        let mut row: Vec<Option<usize>> = vec![None; sizes.len()];
        row[first.0] = Some(first.1);
        row[second.0] = Some(second.1);
        for at in 0..sizes.len() {
            if row[at].is_none() {
                let gain = |value: usize| {
                    let others = row.iter().enumerate().filter_map(|(o, v)| Some((o, (*v)?)));
                    others.filter(|other| open.contains(&pair((at, value), *other))).count()
                };
                row[at] = (0..sizes[at]).rev().max_by_key(|value| gain(*value));
            }
        }
        let row: Vec<usize> = row.into_iter().map(Option::unwrap_or_default).collect();
        for (a, x) in row.iter().enumerate() {
            for (b, y) in row.iter().enumerate().skip(a + 1) {
                open.remove(&((a, *x), (b, *y)));
            }
        }
        rows.push(row);
    }
    rows
}

fn pair(a: (usize, usize), b: (usize, usize)) -> Pair {
    if a.0 < b.0 { (a, b) } else { (b, a) }
}

#[cfg(test)]
mod tests {
    use super::{every, pairs};

    #[test]
    fn all_of_few() {
        let rows = every(&[2, 3], 6);
        assert_eq!(rows.len(), 6);
        assert!((0..2).all(|a| (0..3).all(|b| rows.contains(&vec![a, b]))));
        assert_eq!(every(&[], 1), [Vec::<usize>::new()]);
    }

    #[test]
    fn any_two_values_stand_together() {
        let sizes = [3, 2, 2, 5, 2, 2, 2, 3, 2];
        let rows = pairs(&sizes);
        assert!(rows.len() < 30, "{}", rows.len());
        for (a, x) in sizes.iter().enumerate() {
            for (b, y) in sizes.iter().enumerate().skip(a + 1) {
                let met = |x: usize, y: usize| rows.iter().any(|r| r[a] == x && r[b] == y);
                assert!((0..*x).all(|x| (0..*y).all(|y| met(x, y))), "{a} {b}");
            }
        }
    }
}
