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

/// That an option ends, by the rules, before what is aimed at; none if none does.
pub(super) fn end(around: &Around<'_>) -> Option<String> {
    let mut names = around.settings.get(around.at)?.said.keys();
    names.find_map(|name| {
        let option = around.book.options.iter().find(|option| option.name == *name)?;
        let (least, most) = option.range?;
        let own = around.number(around.at, name)?;
        let [end, beyond] = match around.beside(name, own) {
            [Some(_), None] if own == most => ["ends", "above"],
            [None, Some(_)] if own == least => ["begins", "below"],
            _ => return None,
        };
        Some(format!(
            "`{name}` {end} at {own} in the rules, and what is aimed at may lie {beyond} that: \
             write a wider range than `{least}..{most}` there to try more."
        ))
    })
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
        let (low, high) = match self.beside(name, own) {
            [Some(below), Some(above)] => (below.number, above.number),
            [Some(below), None] => (below.number, own.saturating_add(self.reach(own, below)?)),
            [None, Some(above)] => (own.saturating_sub(self.reach(own, above)?), above.number),
            [None, None] => return None,
        };
        let (low, high) = self.allowed(name, low..=high)?;
        let is_new = |n| self.tried(name).all(|tried| tried.number != n);
        (low..=high).any(is_new).then_some(low..=high)
    }

    /// The numbers of one name that were tried with all else as in the setting.
    fn tried<'s>(&'s self, name: &'s str) -> impl Iterator<Item = Tried> + 's {
        let said = &self.settings[self.at].said;
        let is_beside = move |of: &Setting| {
            of.said.iter().all(|(key, value)| key == name || said.get(key) == Some(value))
        };
        let beside = (0..self.settings.len()).filter(move |at| is_beside(&self.settings[*at]));
        beside.filter_map(|at| Some(Tried { number: self.number(at, name)?, at }))
    }

    /// The nearest of these below a number, and above it.
    fn beside(&self, name: &str, own: i64) -> [Option<Tried>; 2] {
        let below = self.tried(name).filter(|tried| tried.number < own);
        let above = self.tried(name).filter(|tried| tried.number > own);
        [below.max_by_key(|tried| tried.number), above.min_by_key(|tried| tried.number)]
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
    use houserules_lang::compile::compile;
    use houserules_lang::loader::NoFiles;

    fn around<T>(book: &Rulebook, tried: &[&str], at: usize, of: fn(&Around<'_>) -> T) -> T {
        let setting = |value: &&str| Setting {
            said: [("hand".to_string(), (*value).to_string())].into(),
            as_it_is: false,
            options: Vec::new(),
            program: Err(SetupError::Seats(2, 4)),
        };
        let settings: Vec<Setting> = tried.iter().map(setting).collect();
        let off = (0..).map(|at: u8| 1.0 / (1.0 + f64::from(at))).take(settings.len()).collect();
        of(&Around { book, settings: &settings, off, at })
    }

    fn range(tried: &[&str], at: usize) -> Option<RangeInclusive<i64>> {
        around(&Rulebook::default(), tried, at, |around| around.range("hand"))
    }

    #[test]
    fn where_an_option_ends_the_rules_must_let_it_go_further() {
        let text = "game \"Hands\"\nplayers 2\noption hand: 2..9 = 5\n\
            play { end game won by players with most size }\n\
            define size for p: Player = hand\n";
        let book = compile("hands.rules", text, &mut NoFiles).rulebook.expect("it compiles");
        let said = |tried: &[&str], at| around(&book, tried, at, end);
        let most = said(&["5", "9"], 1).expect("it ends there");
        assert!(most.starts_with("`hand` ends at 9 in the rules"), "{most}");
        let least = said(&["2", "5"], 0).expect("it begins there");
        assert!(least.contains("may lie below that: write a wider range than `2..9`"), "{least}");
        assert_eq!(said(&["2", "5", "9"], 1), None);
        assert_eq!(said(&["5", "8"], 1), None);
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
