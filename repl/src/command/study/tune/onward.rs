//! What to try next where nothing that was tried meets the aims: values between those around the
//! nearest setting, or beyond the last of them.

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
    /// Which of them to look around.
    pub at: usize,
}

impl Around<'_> {
    /// The numbers of one name around the setting's, as far as the next ones that were tried; beyond
    /// the last one as far again. None if they were all tried, or it is no number.
    fn range(&self, name: &str) -> Option<RangeInclusive<i64>> {
        let setting = self.settings.get(self.at)?;
        let own = number(setting.said.get(name)?)?;
        let is_beside = |other: &&Setting| {
            other
                .said
                .iter()
                .all(|(key, value)| key == name || setting.said.get(key) == Some(value))
        };
        let beside = self.settings.iter().filter(is_beside);
        let tried: Vec<i64> = beside.filter_map(|s| number(s.said.get(name)?)).collect();
        let below = tried.iter().copied().filter(|n| *n < own).max();
        let above = tried.iter().copied().filter(|n| *n > own).min();
        let step = match (below, above) {
            (Some(below), Some(above)) => (above - own).max(own - below),
            (Some(below), None) => own.checked_sub(below)?,
            (None, Some(above)) => above.checked_sub(own)?,
            (None, None) => return None,
        };
        let low = below.map_or(own.saturating_sub(step), |n| n + 1);
        let high = above.map_or(own.saturating_add(step), |n| n - 1);
        let (low, high) = self.allowed(name, low..=high)?;
        (low < own || high > own).then_some(low..=high)
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
        Around { book: &book, settings: &settings, at }.range("hand")
    }

    #[test]
    fn what_lies_around_a_setting_and_was_not_tried_is_next() {
        let tried = ["2", "5", "9"];
        assert_eq!(range(&tried, 1), Some(3..=8));
        assert_eq!(range(&tried, 2), Some(6..=13), "beyond the last as far as to the one before");
        assert_eq!(range(&tried, 0), Some(0..=4), "no number is made negative");
        assert_eq!(range(&["$4", "$5", "$6"], 1), None, "all were tried");
        assert_eq!(range(&["slow", "fast"], 1), None);
    }
}
