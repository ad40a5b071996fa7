//! Combinations of a game's options: all of them if there are few, otherwise enough that every
//! value occurs, and that values of two options stand together in one of them.

use houserules_lang::ir::{Opt, OptionId, Rulebook, Type, Value};
use std::collections::BTreeSet;

/// Up to so many combinations are all of them; and so many values of an option are tried.
pub const MOST: usize = 256;

/// An option of words with more of them than this is thinned out where values of two options are to
/// stand together.
const FEW: usize = 16;

/// Combinations of options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combinations {
    /// Each with a value for every option.
    pub list: Vec<Vec<(OptionId, Value)>>,
    /// How many there are; none: more than can be counted.
    pub possible: Option<u64>,
    /// Which of them these are.
    pub reach: Reach,
    /// Options with more values than are tried: both ends, the default, and others as far apart as
    /// each other.
    pub thinned: Vec<OptionId>,
}

/// Which combinations were picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Every one that is possible.
    All,
    /// Any two values of two options stand together in one.
    Pairs,
    /// Every value occurs; of two options the chief values stand together: both ends and the
    /// default of a number or of a long list, all of others.
    ChiefPairs,
}

impl Combinations {
    /// How many values of an option are tried.
    #[must_use]
    pub fn values_of(&self, option: OptionId) -> usize {
        let values = self.list.iter().flat_map(|row| row.iter().filter(|(id, _)| *id == option));
        values.map(|(_, value)| value).collect::<BTreeSet<_>>().len()
    }
}

/// The values of an option that are tried, and whether they are all it can have.
#[must_use]
pub fn values(book: &Rulebook, option: &Opt) -> (Vec<Value>, bool) {
    let none = matches!(option.ty, Type::Optional(_)).then_some(Value::None);
    let (mut values, all): (Vec<Value>, bool) = match (option.ty.bare(), option.range) {
        (Type::Bool, _) => (vec![Value::Bool(false), Value::Bool(true)], true),
        (Type::Enum(id), _) => {
            let members = book[*id].members.len();
            ((0..members).map(|at| Value::Member(*id, at as u16)).collect(), true)
        }
        (_, Some((low, high))) => numbers(low, high, &option.default),
        _ => (vec![option.default.clone()], true),
    };
    values.extend(none);
    (values, all)
}

/// The numbers of a range; of a long one some.
fn numbers(low: i64, high: i64, default: &Value) -> (Vec<Value>, bool) {
    let last = high.abs_diff(low);
    if last < MOST as u64 {
        return ((low..=high).map(Value::Number).collect(), true);
    }
    let steps = MOST as u64 - 2;
    let at = |n: u64| {
        let off = u128::from(last) * u128::from(n) / u128::from(steps);
        Value::Number(low.saturating_add_unsigned(u64::try_from(off).unwrap_or(last)))
    };
    let some: BTreeSet<Value> = (0..=steps).map(at).chain([default.clone()]).collect();
    (some.into_iter().collect(), false)
}

/// The values that stand together with those of other options where there are many.
fn chief(option: &Opt, values: &[Value]) -> Vec<usize> {
    let number = !matches!(option.ty.bare(), Type::Bool | Type::Enum(_));
    if !number && values.len() <= FEW || values.len() <= 3 {
        return (0..values.len()).collect();
    }
    let default = values.iter().position(|v| *v == option.default);
    let none = values.iter().position(|v| *v == Value::None);
    let last = values.len() - 1 - usize::from(none.is_some());
    let all: BTreeSet<usize> = [Some(0), Some(last), default, none].into_iter().flatten().collect();
    all.into_iter().collect()
}

/// The combinations of a game's options.
#[must_use]
pub fn combinations(book: &Rulebook) -> Combinations {
    let found: Vec<(Vec<Value>, bool)> = book.options.iter().map(|o| values(book, o)).collect();
    let thinned =
        (0..).map(OptionId).zip(&found).filter(|(_, (_, all))| !all).map(|(id, _)| id).collect();
    let each: Vec<Vec<Value>> = found.into_iter().map(|(values, _)| values).collect();
    let sizes: Vec<usize> = each.iter().map(Vec::len).collect();
    let few = sizes.iter().try_fold(1usize, |n, size| n.checked_mul(*size)).filter(|n| *n <= MOST);
    let mut largest = sizes.clone();
    largest.sort_unstable_by(|a, b| b.cmp(a));
    let (rows, reach) = match few {
        Some(count) => (every(&sizes, count), Reach::All),
        None if largest.iter().take(2).product::<usize>() <= MOST => (pairs(&sizes), Reach::Pairs),
        None => {
            let chiefs = book.options.iter().zip(&each).map(|(o, values)| chief(o, values));
            let defaults = book.options.iter().zip(&each);
            let defaults = defaults.map(|(o, values)| values.iter().position(|v| *v == o.default));
            let defaults: Vec<usize> = defaults.map(Option::unwrap_or_default).collect();
            (thin_pairs(&sizes, &chiefs.collect::<Vec<_>>(), &defaults), Reach::ChiefPairs)
        }
    };
    let filled = |row: &Vec<usize>| {
        let chosen = row.iter().zip(&each).enumerate();
        chosen
            .filter_map(|(at, (value, of))| Some((OptionId(at as u16), of.get(*value)?.clone())))
            .collect()
    };
    Combinations {
        list: rows.iter().map(filled).collect(),
        possible: possible(book),
        reach,
        thinned,
    }
}

/// How many combinations there are.
fn possible(book: &Rulebook) -> Option<u64> {
    let size = |option: &Opt| {
        let (values, all) = values(book, option);
        match option.range.filter(|_| !all) {
            Some((low, high)) => high.abs_diff(low).checked_add(1),
            None => Some(values.len() as u64),
        }
    };
    book.options.iter().try_fold(1u64, |n, option| n.checked_mul(size(option)?))
}

/// Pairs of the chief values, and then the others one after the other, all options at once; where
/// an option has no more of them, it has its default.
fn thin_pairs(sizes: &[usize], chiefs: &[Vec<usize>], defaults: &[usize]) -> Vec<Vec<usize>> {
    let few: Vec<usize> = chiefs.iter().map(Vec::len).collect();
    let of_chief = |row: Vec<usize>| row.iter().zip(chiefs).map(|(at, of)| of[*at]).collect();
    let mut rows: Vec<Vec<usize>> = pairs(&few).into_iter().map(of_chief).collect();
    let left = |(size, chief): (&usize, &Vec<usize>)| {
        let rest = (0..*size).filter(|at| !chief.contains(at));
        // A single option has no pairs, so that nothing of it has occurred yet.
        if sizes.len() < 2 { (0..*size).collect() } else { rest.collect() }
    };
    let rest: Vec<Vec<usize>> = sizes.iter().zip(chiefs).map(left).collect();
    let most = rest.iter().map(Vec::len).max().unwrap_or(0);
    rows.extend((0..most).map(|n| {
        rest.iter()
            .zip(defaults)
            .map(|(of, default)| of.get(n).copied().unwrap_or(*default))
            .collect()
    }));
    rows
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

/// An option and one of its values, both by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Chosen {
    option: usize,
    value: usize,
}

/// Values of two options; the smaller option first.
type Pair = (Chosen, Chosen);

/// Row by row: the first two values that have not stood together yet, and for every other option
/// the value that brings most new ones.
fn pairs(sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut open: BTreeSet<Pair> = BTreeSet::new();
    for (a, first) in sizes.iter().enumerate() {
        for (b, second) in sizes.iter().enumerate().skip(a + 1) {
            let of = |option: usize, value: usize| Chosen { option, value };
            open.extend((0..*first).flat_map(|x| (0..*second).map(move |y| (of(a, x), of(b, y)))));
        }
    }
    let mut rows = Vec::new();
    while let Some((first, second)) = open.first().copied() {
        let mut row: Vec<Option<usize>> = vec![None; sizes.len()];
        row[first.option] = Some(first.value);
        row[second.option] = Some(second.value);
        for at in 0..sizes.len() {
            if row[at].is_none() {
                let gain = |value: usize| {
                    let chosen = |(option, value): (usize, &Option<usize>)| {
                        Some(Chosen { option, value: (*value)? })
                    };
                    let others = row.iter().enumerate().filter_map(chosen);
                    let own = Chosen { option: at, value };
                    others.filter(|other| open.contains(&pair(own, *other))).count()
                };
                row[at] = (0..sizes[at]).rev().max_by_key(|value| gain(*value));
            }
        }
        let row: Vec<usize> = row.into_iter().map(Option::unwrap_or_default).collect();
        let chosen = row.iter().enumerate().map(|(option, value)| Chosen { option, value: *value });
        let chosen: Vec<Chosen> = chosen.collect();
        for (at, first) in chosen.iter().enumerate() {
            for second in &chosen[at + 1..] {
                open.remove(&(*first, *second));
            }
        }
        rows.push(row);
    }
    rows
}

fn pair(a: Chosen, b: Chosen) -> Pair {
    if a.option < b.option { (a, b) } else { (b, a) }
}

#[cfg(test)]
mod tests {
    use super::{MOST, Value, every, numbers, pairs, thin_pairs};

    #[test]
    fn all_of_few() {
        let rows = every(&[2, 3], 6);
        assert_eq!(rows.len(), 6);
        assert!((0..2).all(|a| (0..3).all(|b| rows.contains(&vec![a, b]))));
        assert_eq!(every(&[], 1), [Vec::<usize>::new()]);
    }

    #[test]
    fn long_ranges_are_thinned() {
        let (few, all) = numbers(-3, 5, &Value::Number(0));
        assert!(all && few.len() == 9 && few[0] == Value::Number(-3));
        let (some, all) = numbers(i64::MIN, i64::MAX, &Value::Number(77));
        assert!(!all && some.len() == MOST && some.contains(&Value::Number(77)));
        assert_eq!(
            (&some[0], &some[MOST - 1]),
            (&Value::Number(i64::MIN), &Value::Number(i64::MAX))
        );
    }

    #[test]
    fn every_value_occurs_where_there_are_many() {
        let sizes = [200, 2, 50];
        let rows = thin_pairs(&sizes, &[vec![0, 7, 199], vec![0, 1], vec![0, 49]], &[7, 0, 0]);
        for (at, size) in sizes.iter().enumerate() {
            assert!((0..*size).all(|value| rows.iter().any(|row| row[at] == value)), "{at}");
        }
        assert!(rows.iter().any(|r| r[0] == 7 && r[2] == 49) && rows.len() < 220, "{}", rows.len());
        let alone = thin_pairs(&[300], &[vec![0, 299]], &[3]);
        assert_eq!(alone.len(), 300);
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
