//! Reading one step of a choice: a number of the list, several, an order, a number of a range, or
//! names.

use houserules_lang::naming::loose;
use houserules_table::choices::menu::{Fill, Pickable};
use houserules_table::choices::value::Arg;
use std::fmt;
use std::ops::RangeInclusive;

/// What is to be typed, for the prompt.
#[must_use]
pub fn prompt(fill: &Fill) -> String {
    match fill {
        Fill::One(members) if members.len() == 1 => format!("{}, or Enter", label(members, 0)),
        Fill::One(members) if are_numbers(members) => {
            members.iter().map(|m| m.shown.as_str()).collect::<Vec<_>>().join(", ")
        }
        Fill::One(members) if own_numbers(members) => {
            let mut labels: Vec<i64> = (0..members.len()).map(|at| label(members, at)).collect();
            labels.dedup();
            labels.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
        }
        Fill::One(members) => format!("1 to {}", members.len()),
        Fill::Range { shown: (low, high), .. } => format!("{low} to {high}"),
        Fill::Some { least: 1, most: 1, members, .. } => {
            format!("1 of these, such as {}", label(members, members.len().saturating_sub(1)))
        }
        Fill::Some { most: 0, .. } => "Enter: there is none to pick".into(),
        Fill::Some { least, most, members, .. } if least == most => {
            format!("{least} of these, such as {}", example(members, *most))
        }
        Fill::Some { least: 0, most: 1, members, .. } if own_numbers(members) => {
            format!("one of these, such as {}; `none` for none", label(members, 0))
        }
        Fill::Some { least: 0, most: 1, .. } => "1 of these; 0 for none".into(),
        Fill::Some { least: 0, most, members, .. } => {
            let none = if own_numbers(members) { "`none`" } else { "0" };
            format!("up to {most} of these, such as {}; {none} for none", first_and_third(members))
        }
        Fill::Some { least, most, members, .. } => {
            format!("{least} to {most} of these, such as {}", first_and_third(members))
        }
        Fill::Order(members) => {
            let example = (0..members.len()).rev().take(4).map(|at| label(members, at).to_string());
            let example = example.collect::<Vec<_>>().join(",");
            format!("all in your order, such as {example}; Enter for this order")
        }
    }
}

/// So many of a list: `1,2,3`, at most six of them.
fn example(members: &[Pickable], count: usize) -> String {
    (0..count.min(6)).map(|at| label(members, at).to_string()).collect::<Vec<_>>().join(",")
}

/// An example of several of a list: `1,3`.
fn first_and_third(members: &[Pickable]) -> String {
    let third = members.len().saturating_sub(1).min(2);
    format!("{},{}", label(members, 0), label(members, third))
}

/// Whether the members are numbers: then nothing need be listed.
#[must_use]
pub fn are_numbers(members: &[Pickable]) -> bool {
    !members.is_empty() && members.iter().all(|m| m.shown.parse::<i64>().is_ok())
}

/// Whether every member is a number, or has nothing but a number on it: then it is called by that,
/// and not by its place in a list, as `2` would mean two things.
#[must_use]
pub fn own_numbers(members: &[Pickable]) -> bool {
    !members.is_empty() && members.iter().all(|m| m.number.is_some())
}

/// The number by which a member is called.
#[must_use]
pub fn label(members: &[Pickable], at: usize) -> i64 {
    let place = i64::try_from(at).map_or(i64::MAX, |at| at + 1);
    let own = members.get(at).and_then(|m| m.number).filter(|_| own_numbers(members));
    own.unwrap_or(place)
}

/// How a value of a step is typed as a number, or several; none if it cannot be.
#[must_use]
pub fn written(fill: &Fill, arg: &Arg) -> Option<String> {
    let one = |members: &[Pickable], arg: &Arg| {
        let at = members.iter().position(|member| member.arg == *arg)?;
        Some(label(members, at).to_string())
    };
    match (fill, arg) {
        (Fill::One(members), arg) => one(members, arg),
        (Fill::Range { .. }, Arg::Number(number)) => Some(number.to_string()),
        (Fill::Some { members, .. } | Fill::Order(members), Arg::List(items)) => {
            let each = items.iter().map(|item| one(members, item)).collect::<Option<Vec<_>>>()?;
            (!each.is_empty()).then(|| each.join(","))
        }
        (Fill::Range { .. } | Fill::Some { .. } | Fill::Order(_), _) => None,
    }
}

/// Why what was typed fills no step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfit {
    /// Nothing was typed, and there is a list.
    Nothing,
    /// No member has this number.
    NoNumber(i64),
    /// No member has this name.
    NoName(String),
    /// The member of this number stands there twice.
    Twice(usize),
    /// So many are to be picked, and so many were.
    Count(RangeInclusive<usize>, usize),
    /// All are to be put in an order: so many.
    All(usize),
    /// It is no number between these.
    Range(String, String),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("type a number of the list"),
            Self::NoNumber(number) => write!(f, "there is no {number} in the list"),
            Self::NoName(typed) => write!(f, "`{typed}` is not in the list"),
            Self::Twice(number) => write!(f, "{number} is there twice"),
            Self::Count(wanted, picked) if wanted.start() == wanted.end() => {
                write!(f, "pick {}, not {picked}", wanted.start())
            }
            Self::Count(wanted, picked) => {
                write!(f, "pick {} to {}, not {picked}", wanted.start(), wanted.end())
            }
            Self::All(count) => write!(f, "name all {count} once each"),
            Self::Range(low, high) => write!(f, "type a number from {low} to {high}"),
        }
    }
}

/// Reads what was typed for a step.
///
/// # Errors
/// What is wrong with it.
pub fn read(fill: &Fill, typed: &str) -> Result<Arg, Unfit> {
    let typed = typed.trim();
    match fill {
        Fill::One(members) if typed.is_empty() && members.len() == 1 => Ok(members[0].arg.clone()),
        Fill::One(members) => pick(members, typed).map(|at| members[at].arg.clone()),
        Fill::Range { low, high, shown } => number(*low..=*high, typed)
            .ok_or_else(|| Unfit::Range(shown.0.clone(), shown.1.clone())),
        Fill::Some { members, least, most, .. } => {
            let mut picked = several(members, typed)?;
            picked.sort_unstable();
            if let Some(twice) = picked.windows(2).find(|w| w[0] == w[1]) {
                return Err(Unfit::Twice(twice[0] + 1));
            }
            if !(*least..=*most).contains(&picked.len()) {
                return Err(Unfit::Count(*least..=*most, picked.len()));
            }
            Ok(list(members, &picked))
        }
        Fill::Order(members) if typed.is_empty() => {
            Ok(list(members, &(0..members.len()).collect::<Vec<_>>()))
        }
        Fill::Order(members) => {
            let order = several(members, typed)?;
            let mut sorted = order.to_vec();
            sorted.sort_unstable();
            if sorted.iter().copied().eq(0..members.len()) {
                return Ok(list(members, &order));
            }
            Err(Unfit::All(members.len()))
        }
    }
}

fn list(members: &[Pickable], picked: &[usize]) -> Arg {
    Arg::List(picked.iter().filter_map(|at| members.get(*at)).map(|m| m.arg.clone()).collect())
}

/// A number of the list, or the name of one of its members.
fn pick(members: &[Pickable], typed: &str) -> Result<usize, Unfit> {
    if let Ok(number) = typed.parse::<i64>() {
        let at = (0..members.len()).find(|at| label(members, *at) == number);
        return at.ok_or(Unfit::NoNumber(number));
    }
    let plain = |text: &str| loose(text.trim_matches(['[', ']']));
    let wanted = plain(typed);
    let found = members.iter().position(|m| m.shown == typed || m.typed == typed);
    let alike =
        || members.iter().position(|m| plain(&m.shown) == wanted || plain(&m.typed) == wanted);
    found.or_else(alike).or_else(|| by_numbers(members, typed)).ok_or_else(|| match typed {
        "" => Unfit::Nothing,
        name => Unfit::NoName(name.to_owned()),
    })
}

/// `2 1` or `2,1` for `Cell(2, 1)`.
fn by_numbers(members: &[Pickable], typed: &str) -> Option<usize> {
    let numbers = |text: &str| {
        let pieces = text.split(|c: char| !c.is_ascii_digit()).filter(|p| !p.is_empty());
        pieces.map(str::to_string).collect::<Vec<_>>()
    };
    let wanted = numbers(typed);
    let only_numbers = typed.chars().all(|c| c.is_ascii_digit() || " ,()".contains(c));
    if wanted.len() < 2 || !only_numbers {
        return None;
    }
    let mut fitting = members.iter().enumerate().filter(|(_, m)| numbers(&m.shown) == wanted);
    if let (Some((at, _)), None) = (fitting.next(), fitting.next()) { Some(at) } else { None }
}

fn number(range: RangeInclusive<i64>, typed: &str) -> Option<Arg> {
    let digits = typed.trim_matches(|c: char| !c.is_ascii_digit() && c != '-');
    digits.parse().ok().filter(|number| range.contains(number)).map(Arg::Number)
}

/// Members parted by commas; numbers may be parted by spaces too, and `2-4` means 2, 3, 4.
fn several(members: &[Pickable], typed: &str) -> Result<Vec<usize>, Unfit> {
    let zero =
        typed == "0" && !(own_numbers(members) && members.iter().any(|m| m.number == Some(0)));
    if zero || matches!(typed, "" | "none" | "empty") {
        return Ok(Vec::new());
    }
    let numbers = typed.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | ' ' | '-'));
    let pieces: Vec<&str> =
        if numbers { typed.split([',', ' ']).collect() } else { typed.split(',').collect() };
    let mut picked = Vec::new();
    for piece in pieces.into_iter().map(str::trim).filter(|p| !p.is_empty()) {
        match piece.split_once('-').filter(|_| numbers) {
            Some((from, to)) if !from.is_empty() => {
                let (from, to) = (pick(members, from)?, pick(members, to)?);
                picked.extend(from..=to);
            }
            Some(_) => picked.push(pick(members, piece)?),
            None => picked.push(next_copy(members, pick(members, piece)?, &picked, piece)),
        }
    }
    Ok(picked)
}

/// A card named twice means two copies of it, if there are two.
fn next_copy(members: &[Pickable], at: usize, picked: &[usize], piece: &str) -> usize {
    if !picked.contains(&at) || (piece.parse::<i64>().is_ok() && !own_numbers(members)) {
        return at;
    }
    let alike =
        |other: &usize| members[*other].shown == members[at].shown && !picked.contains(other);
    (0..members.len()).find(alike).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pickables(names: &[&str]) -> Vec<Pickable> {
        let one = |(at, name): (usize, &&str)| Pickable {
            arg: Arg::Number(at as i64 + 100),
            shown: (*name).to_string(),
            typed: format!("[{name}]"),
            number: name.trim_start_matches(['$', 'N', ' ']).parse().ok(),
        };
        names.iter().enumerate().map(one).collect()
    }

    fn numbers(arg: Result<Arg, Unfit>) -> Vec<i64> {
        match arg.unwrap() {
            Arg::List(items) => items.into_iter().flat_map(|i| numbers(Ok(i))).collect(),
            Arg::Number(n) => vec![n],
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn one_by_number_or_name() {
        let fill = Fill::One(pickables(&["pink 1", "pink 2"]));
        assert_eq!(numbers(read(&fill, " 2 ")), [101]);
        assert_eq!(numbers(read(&fill, "Pink 1")), [100]);
        assert_eq!(numbers(read(&fill, "[pink 2]")), [101]);
        assert!(read(&fill, "3").is_err() && read(&fill, "0").is_err() && read(&fill, "").is_err());
    }

    #[test]
    fn numbers_mean_themselves() {
        let fill = Fill::One(pickables(&["3", "2"]));
        assert_eq!(numbers(read(&fill, "2")), [101]);
        assert!(read(&fill, "1").is_err());
        let range = Fill::Range { low: 0, high: 12, shown: ("$0".into(), "$12".into()) };
        assert_eq!(numbers(read(&range, "$7")), [7]);
        assert!(read(&range, "13").unwrap_err().to_string().contains("$0 to $12"));
        assert!(read(&range, "-1").is_err() && read(&range, "99999999999999999999").is_err());
    }

    #[test]
    fn what_has_only_a_number_is_called_by_it() {
        let fill = Fill::One(pickables(&["N 0", "N 1", "N 7"]));
        assert_eq!(prompt(&fill), "0, 1, 7");
        assert_eq!(numbers(read(&fill, "1")), [101]);
        assert_eq!(numbers(read(&fill, "7")), [102]);
        assert!(read(&fill, "2").is_err());
        let money = Fill::One(pickables(&["$2", "$1"]));
        assert_eq!(numbers(read(&money, "1")), [101]);
        assert_eq!(numbers(read(&money, "$2")), [100]);
        let dice = pickables(&["N 0", "N 3", "N 3"]);
        let some = Fill::Some { members: dice, least: 0, most: 3, tested: false };
        assert_eq!(numbers(read(&some, "3, 3")), [101, 102]);
        assert_eq!(numbers(read(&some, "0")), [100]);
        assert!(numbers(read(&some, "none")).is_empty());
        assert_eq!(prompt(&some), "up to 3 of these, such as 0,3; `none` for none");
    }

    #[test]
    fn cells_by_their_numbers() {
        let fill = Fill::One(pickables(&["Cell(1, 2)", "Cell(2, 1)", "Cell(12, 1)"]));
        assert_eq!(numbers(read(&fill, "2 1")), [101]);
        assert_eq!(numbers(read(&fill, "(12,1)")), [102]);
        assert!(read(&fill, "1 1").is_err());
    }

    #[test]
    fn several_and_orders() {
        let members = pickables(&["a", "b", "b", "c"]);
        let fill = Fill::Some { members: members.clone(), least: 0, most: 3, tested: false };
        assert_eq!(numbers(read(&fill, "4,1")), [100, 103]);
        assert_eq!(numbers(read(&fill, "1-3")), [100, 101, 102]);
        assert_eq!(numbers(read(&fill, "b, b")), [101, 102]);
        assert!(numbers(read(&fill, "0")).is_empty());
        assert!(
            read(&fill, "1,1").is_err() && read(&fill, "1-4").is_err() && read(&fill, "9").is_err()
        );
        let order = Fill::Order(members);
        assert_eq!(numbers(read(&order, "4 3 2 1")), [103, 102, 101, 100]);
        assert_eq!(numbers(read(&order, "")), [100, 101, 102, 103]);
        assert!(read(&order, "1,2").is_err() && read(&order, "1,1,2,3").is_err());
    }
}
