//! What to try next where nothing that was tried meets the aims: values between those around the
//! nearest setting, or beyond the last of them.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "a guess from statistics of finished games"
)]

use super::super::journal::{Call, quoted};
use super::settings::{self, Setting};
use crate::arguments::Tune as Asked;
use crate::setup::SetUp;
use houserules_lang::ir::Rulebook;
use houserules_study::close::arm::Plan;
use std::ops::RangeInclusive;

/// The call that looks around a setting; none if every value there was tried.
pub(super) fn call(asked: &Asked, plan: &Plan, around: &Around<'_>) -> Option<String> {
    let setting = around.settings.get(around.at)?;
    let mut options = settings::fixed(asked).0;
    let mut words = Vec::new();
    let mut is_new = false;
    for (name, value) in &setting.said {
        let range = around.range(name);
        is_new |= range.is_some();
        let said = match range {
            Some(range) => format!("{name}={}..{}", range.start(), range.end()),
            None => format!("{name}={value}"),
        };
        match settings::is_word(asked, name) {
            true => words.push(format!("--define {said}")),
            false => options.push(said),
        }
    }
    if !is_new {
        return None;
    }
    let set_up = SetUp { options, ..asked.set_up.clone() };
    let mut call = Call::tuned(asked, plan, &set_up).words("tune");
    call.extend(words);
    call.extend(asked.aims.iter().map(|aim| format!("--aim {}", quoted(aim))));
    call.push(format!("-n {}", asked.games));
    Some(call.join(" "))
}

/// A setting among all that were tried.
pub(super) struct Around<'a> {
    /// The rules that are tuned.
    pub book: &'a Rulebook,
    /// All that were tried.
    pub settings: &'a [Setting],
    /// By how much each is off what is aimed at; without end where nothing was measured.
    pub off: Vec<f64>,
    /// Which of them to look around.
    pub at: usize,
}

/// A number that was tried, and in which setting.
#[derive(Clone, Copy)]
struct Tried {
    number: i64,
    at: usize,
}

/// Beyond the last that was tried, one looks at most so many times as far as to the one before.
const FAR: f64 = 20.0;

impl Around<'_> {
    /// The numbers of one name around the setting's, from one that was tried to the next; beyond the
    /// last one as far as the aim may lie. None if they were all tried, or it is no number.
    fn range(&self, name: &str) -> Option<RangeInclusive<i64>> {
        let own = self.number(self.at, name)?;
        let said = &self.settings.get(self.at)?.said;
        let is_beside = |of: &Setting| {
            of.said.iter().all(|(key, value)| key == name || said.get(key) == Some(value))
        };
        let beside = (0..self.settings.len()).filter(|at| is_beside(&self.settings[*at]));
        let tried: Vec<Tried> =
            beside.filter_map(|at| Some(Tried { number: self.number(at, name)?, at })).collect();
        let below = tried.iter().filter(|t| t.number < own).max_by_key(|t| t.number);
        let above = tried.iter().filter(|t| t.number > own).min_by_key(|t| t.number);
        let (low, high) = match (below, above) {
            (Some(below), Some(above)) => (below.number, above.number),
            (Some(below), None) => (below.number, own.saturating_add(self.reach(own, *below)?)),
            (None, Some(above)) => (own.saturating_sub(self.reach(own, *above)?), above.number),
            (None, None) => return None,
        };
        let (low, high) = self.allowed(name, low..=high)?;
        let is_new = (low..=high).any(|n| tried.iter().all(|tried| tried.number != n));
        is_new.then_some(low..=high)
    }

    fn number(&self, at: usize, name: &str) -> Option<i64> {
        number(self.settings.get(at)?.said.get(name)?)
    }

    /// How far to look beyond the last that was tried, if it goes on as from the one before.
    fn reach(&self, own: i64, before: Tried) -> Option<i64> {
        let step = i64::try_from(own.abs_diff(before.number)).ok()?;
        let (off, was) = (*self.off.get(self.at)?, *self.off.get(before.at)?);
        let steps = if off < was && was.is_finite() { 1.25 * off / (was - off) } else { 1.0 };
        Some((step as f64 * steps.clamp(1.0, FAR)).ceil() as i64)
    }

    /// What of a range the rules allow; a number that they define is not made negative.
    fn allowed(&self, name: &str, range: RangeInclusive<i64>) -> Option<(i64, i64)> {
        let Some(option) = self.book.options.iter().find(|option| option.name == name) else {
            return Some(((*range.start()).max(0), *range.end()));
        };
        let (least, most) = option.range?;
        Some(((*range.start()).max(least), (*range.end()).min(most)))
    }
}

/// The number that `7` or `$7` says; none of a word.
fn number(said: &str) -> Option<i64> {
    said.trim_start_matches(|c: char| !c.is_ascii_digit() && c != '-').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserules_interpreter::program::SetupError;

    fn range(tried: &[&str], at: usize) -> Option<RangeInclusive<i64>> {
        let setting = |value: &&str| Setting {
            said: [("hand".to_string(), (*value).to_string())].into(),
            as_it_is: false,
            options: Vec::new(),
            program: Err(SetupError::Seats(2, 4)),
        };
        let settings: Vec<Setting> = tried.iter().map(setting).collect();
        let book = Rulebook::default();
        let off = (0..).map(|at: u8| 1.0 / (1.0 + f64::from(at))).take(settings.len()).collect();
        Around { book: &book, settings: &settings, off, at }.range("hand")
    }

    #[test]
    fn what_lies_around_a_setting_and_was_not_tried_is_next() {
        let tried = ["2", "5", "9"];
        assert_eq!(range(&tried, 1), Some(2..=9));
        assert_eq!(range(&tried, 2), Some(5..=19), "beyond the last as far as the aim may lie");
        assert_eq!(range(&tried, 0), Some(0..=5), "no number is made negative");
        assert_eq!(range(&["$4", "$5", "$6"], 1), None, "all were tried");
        assert_eq!(range(&["slow", "fast"], 1), None);
    }
}
