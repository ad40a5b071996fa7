//! What a designer aims at, as it is written: `seats within 2 points, 90 to 120 turns`.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "statistics of finished games; nothing of it goes back into a game"
)]

use super::super::numbers::Number;
use crate::cli_error::CliError;
use crate::show::interval::share_of;
use houserules_study::tally::{Tally, WHOLE};
use serde::Serialize;
use std::fmt;

/// Fewer games than this leave open whether an aim is met.
const FEW: u64 = 20;

/// What can be aimed at, and how it is written.
const MEASURES: [(Measure, &str); 12] = [
    (Measure::Seats, "seats"),
    (Measure::First, "first"),
    (Measure::Turns, "turns"),
    (Measure::Rounds, "rounds"),
    (Measure::Decisions, "decisions"),
    (Measure::Minutes, "minutes"),
    (Measure::Ties, "ties"),
    (Measure::Wins, "wins"),
    (Measure::Lead, "lead changes"),
    (Measure::Comebacks, "comebacks"),
    (Measure::Decided, "decided"),
    (Measure::Unfinished, "unfinished"),
];

/// A number of many games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    /// How far the seat that wins most, or least, is from its share, in points.
    Seats,
    /// How far whoever decides first is from their share, in points.
    First,
    /// Turns of a game.
    Turns,
    /// Rounds of a game.
    Rounds,
    /// Answers of players.
    Decisions,
    /// Minutes, at the pace that was asked for.
    Minutes,
    /// Of a hundred games, those that several win.
    Ties,
    /// Of a hundred games that all win together, those that they win.
    Wins,
    /// How often the lead changes.
    Lead,
    /// Of a hundred games, those won from behind.
    Comebacks,
    /// When games are decided, in hundredths of their length.
    Decided,
    /// Of a hundred games, those that come to no end.
    Unfinished,
}

/// One thing that is aimed at.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Wish {
    what: Measure,
    /// No less than this.
    low: Option<f64>,
    /// No more than this.
    high: Option<f64>,
}

/// Whether what was aimed at is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Met {
    /// The whole interval is.
    Yes,
    /// A part of it is: more games would tell.
    Open,
    /// Nothing of it is.
    No,
}

/// How games are measured.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gauge {
    /// All win, or nobody does.
    pub together: bool,
    /// Seconds that a choice takes.
    pub pace: f64,
}

/// Reads what is aimed at; parts stand behind commas.
///
/// # Errors
/// If a part says nothing that can be measured, or speaks of what this game does not have.
pub(super) fn read(texts: &[String], together: bool) -> Result<Vec<Wish>, CliError> {
    let parts = texts.iter().flat_map(|text| text.split([',', ';']));
    let mut wishes = Vec::new();
    for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
        let wish = one(part).ok_or_else(|| unclear(part))?;
        let of_sides = match wish.what {
            Measure::Seats | Measure::First | Measure::Ties => Some(false),
            Measure::Lead | Measure::Comebacks | Measure::Decided => Some(false),
            Measure::Wins => Some(true),
            Measure::Turns | Measure::Rounds | Measure::Decisions => None,
            Measure::Minutes | Measure::Unfinished => None,
        };
        if of_sides.is_some_and(|of| of != together) {
            let (said, help) = match together {
                true => ("here all win, or nobody does", "write `wins 40 to 60 %`"),
                false => ("here players win against each other", "write `seats within 3 points`"),
            };
            return Err(CliError::call(format!("`{part}` means nothing: {said}")).help(help));
        }
        if let Some(other) = wishes.iter().find(|other: &&Wish| wish.excludes(other)) {
            let said = format!("`{wish}` and `{other}` cannot both be met");
            return Err(CliError::call(said).help("leave one of them out"));
        }
        wishes.push(wish);
    }
    if wishes.is_empty() {
        return Err(CliError::call("nothing is aimed at").help(EXAMPLE));
    }
    Ok(wishes)
}

const EXAMPLE: &str = "write `--aim \"seats within 2 points, 90 to 120 turns\"`";

fn unclear(part: &str) -> CliError {
    let said = CliError::call(format!("`{part}` does not say what to aim at"));
    let words: Vec<&str> = part.split_whitespace().collect();
    let number = words.iter().find_map(|word| word.parse::<u32>().ok());
    match (words.as_slice(), number) {
        (["fair"], _) => return said.help("write `seats within 3 points`"),
        ([_, _], Some(n)) => {
            let what = words.iter().find(|word| word.parse::<u32>().is_err());
            let (low, high) = (n - n / 10, n.saturating_add(n / 10));
            let what = what.copied().unwrap_or_default();
            return said.help(format!("for about {n} write `{low} to {high} {what}`"));
        }
        _ => {}
    }
    let names: Vec<&str> = MEASURES.iter().map(|(_, name)| *name).collect();
    said.help(format!(
        "write `seats within 2 points`, `90 to 120 turns`, `ties at most 5 %`; what can be aimed \
         at: {}",
        names.join(", ")
    ))
}

/// `20-30` as `20 to 30`.
fn spaced(text: &str) -> String {
    let word = |word: &str| match word.split_once('-') {
        Some((low, high)) if !low.is_empty() && !high.is_empty() => format!("{low} to {high}"),
        _ => word.to_string(),
    };
    text.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

/// One part; none if it cannot be read.
fn one(part: &str) -> Option<Wish> {
    let text = spaced(&part.to_lowercase().replace("..", " to ").replace('%', " "));
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_number = |word: &&str| word.parse::<f64>().is_ok_and(f64::is_finite);
    let numbers: Vec<f64> =
        words.iter().filter(|w| is_number(w)).filter_map(|w| w.parse().ok()).collect();
    let bound = ["within", "to", "least", "most"];
    let beside = ["at", "points", "point", "percent", "of", "games", "after", "between", "and"];
    let named: Vec<&str> = words
        .iter()
        .filter(|w| !is_number(w) && !bound.contains(w) && !beside.contains(w))
        .copied()
        .collect();
    let what = MEASURES.iter().find(|(_, name)| *name == named.join(" ")).map(|(what, _)| *what)?;
    let has = |word: &str| words.contains(&word);
    let spread = matches!(what, Measure::Seats | Measure::First);
    let (low, high) = match numbers.as_slice() {
        [most] if has("within") && spread && *most >= 0.0 => (None, Some(*most)),
        [least] if has("least") && !has("most") => (Some(*least), None),
        [most] if has("most") && !has("least") => (None, Some(*most)),
        [low, high] if (has("to") || has("and")) && low <= high => (Some(*low), Some(*high)),
        _ => return None,
    };
    Some(Wish { what, low, high })
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = MEASURES.iter().find(|(what, _)| *what == self.what).map_or("", |(_, n)| n);
        let unit = match self.what {
            Measure::Seats | Measure::First => " points",
            Measure::Ties | Measure::Wins | Measure::Comebacks => " %",
            Measure::Decided | Measure::Unfinished => " %",
            Measure::Turns | Measure::Rounds | Measure::Decisions | Measure::Minutes => "",
            Measure::Lead => "",
        };
        match (self.low, self.high) {
            (None, Some(high)) if matches!(self.what, Measure::Seats | Measure::First) => {
                write!(f, "{name} within {high}{unit}")
            }
            (Some(low), Some(high)) => write!(f, "{name} {low} to {high}{unit}"),
            (Some(low), None) => write!(f, "{name} at least {low}{unit}"),
            (_, high) => write!(f, "{name} at most {}{unit}", high.unwrap_or(0.0)),
        }
    }
}

impl Wish {
    /// What these games come to; none if they do not tell.
    pub fn measured(&self, tally: &Tally, gauge: Gauge) -> Option<Number> {
        let hundredths = |n: Number| n.times(100.0);
        let lead = tally.lead.as_ref();
        match self.what {
            Measure::Seats => {
                let shares = tally.seats.iter().map(|seat| Number::wins(&seat.won));
                off_share(&shares.collect::<Vec<_>>(), tally)
            }
            Measure::First => off_share(&[Number::wins(&tally.first)], tally),
            Measure::Turns => Number::mean(&tally.turns.moments),
            Measure::Rounds => Number::mean(&tally.rounds.moments),
            Measure::Decisions => Number::mean(&tally.decisions.moments),
            Measure::Minutes => {
                Some(Number::mean(&tally.choices.moments)?.times(gauge.pace / 60.0))
            }
            Measure::Ties => share(tally.shared, tally.over).map(hundredths),
            Measure::Wins => {
                let wins = Number::wins(&tally.seats.first()?.won);
                (tally.over > 0).then(|| hundredths(wins))
            }
            Measure::Lead => Number::mean(&lead?.changes),
            Measure::Comebacks => {
                share(lead?.comebacks, lead?.settled.moments.count).map(hundredths)
            }
            Measure::Decided => Some(Number::mean(&lead?.settled.moments)?.times(0.1)),
            Measure::Unfinished => share(tally.games - tally.over, tally.games).map(hundredths),
        }
    }

    /// Whether nothing can meet both.
    fn excludes(&self, other: &Self) -> bool {
        let above = |low: Option<f64>, high: Option<f64>| low.zip(high).is_some_and(|(l, h)| l > h);
        self.what == other.what && (above(self.low, other.high) || above(other.low, self.high))
    }

    /// How far a number is from what is aimed at; 0 if it is met.
    pub fn miss(&self, value: f64) -> f64 {
        let below = self.low.map_or(0.0, |low| low - value);
        let above = self.high.map_or(0.0, |high| value - high);
        below.max(above).max(0.0)
    }

    /// The same as a part of what is aimed at; one that was not measured is off without end.
    pub fn off(&self, number: Option<&Number>) -> f64 {
        let size = self.high.or(self.low).map_or(1.0, |bound| bound.abs().max(1.0));
        number.map_or(f64::INFINITY, |number| self.miss(number.value) / size)
    }

    /// The least and the most that it may surely be off.
    pub fn misses(&self, number: &Number) -> [f64; 2] {
        let [a, b] = number.ci95.map(|end| self.miss(end));
        let holds = self.low.is_none_or(|low| number.ci95[1] >= low)
            && self.high.is_none_or(|high| number.ci95[0] <= high);
        [if holds { 0.0 } else { a.min(b) }, a.max(b)]
    }

    /// Whether it is met.
    pub fn is_met(&self, number: Option<&Number>) -> Met {
        let Some(number) = number else { return Met::No };
        let [least, most] = self.misses(number);
        match (least > 0.0, most > 0.0) {
            (true, _) => Met::No,
            (false, true) => Met::Open,
            (false, false) if number.from < FEW => Met::Open,
            (false, false) => Met::Yes,
        }
    }
}

fn share(part: u64, whole: u64) -> Option<Number> {
    (whole > 0).then(|| Number::share(part, whole))
}

/// By how many points the furthest of these shares is off what each seat would have if all were
/// alike.
fn off_share(shares: &[Number], tally: &Tally) -> Option<Number> {
    if tally.over == 0 || tally.seats.len() < 2 {
        return None;
    }
    let all: f64 = tally.seats.iter().map(|seat| share_of(&seat.won, WHOLE).0).sum();
    let fair = all / tally.seats.len() as f64;
    let mut found = Number { from: tally.over, ..Number::default() };
    for number in shares {
        let [low, high] = number.ci95;
        let least = (low - fair).max(fair - high).max(0.0) * 100.0;
        let most = (high - fair).max(fair - low) * 100.0;
        found.value = found.value.max((number.value - fair).abs() * 100.0);
        found.ci95 = [found.ci95[0].max(least), found.ci95[1].max(most)];
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(text: &str) -> Option<String> {
        one(text).map(|wish| wish.to_string())
    }

    #[test]
    fn what_is_written_is_read() {
        for (written, meant) in [
            ("seats within 2 points", "seats within 2 points"),
            ("90 to 120 turns", "turns 90 to 120"),
            ("turns 90..120", "turns 90 to 120"),
            ("Turns between 90 and 120", "turns 90 to 120"),
            ("ties at most 5%", "ties at most 5 %"),
            ("at least 2.5 lead changes", "lead changes at least 2.5"),
            ("decided after at least 60 %", "decided at least 60 %"),
            ("wins 40 to 60 % of games", "wins 40 to 60 %"),
            ("20-30 turns", "turns 20 to 30"),
        ] {
            assert_eq!(wish(written).as_deref(), Some(meant), "{written}");
            assert_eq!(wish(meant).as_deref(), Some(meant));
        }
        for wrong in
            ["", "turns", "fun", "120 to 90 turns", "turns within 3", "90 turns", "turns to nan"]
        {
            assert_eq!(wish(wrong), None, "{wrong}");
        }
        assert!(read(&["fair".into()], false).is_err() && read(&[], false).is_err());
        assert!(read(&["seats within 2".into()], true).is_err());
        assert!(read(&["wins at least 30 %".into()], false).is_err());
        let both = ["at most 20 turns", "at least 30 turns"].map(String::from);
        assert!(read(&both, false).unwrap_err().to_string().contains("cannot both be met"));
    }

    #[test]
    fn an_interval_meets_misses_or_leaves_open() {
        let wish = one("90 to 120 turns").unwrap();
        let number = |low: f64, high: f64| Number { value: low, ci95: [low, high], from: 90 };
        let met = |low, high| wish.is_met(Some(&number(low, high)));
        assert_eq!((met(91.0, 119.0), met(80.0, 100.0)), (Met::Yes, Met::Open));
        assert_eq!((met(80.0, 130.0), met(121.0, 130.0)), (Met::Open, Met::No));
        assert_eq!(wish.misses(&number(80.0, 85.0)), [5.0, 10.0]);
        assert_eq!(wish.misses(&number(80.0, 130.0)), [0.0, 10.0]);
        assert_eq!(wish.is_met(None), Met::No);
    }
}
