//! Numbers in words.
#![expect(clippy::float_arithmetic, reason = "statistics of finished games, put into words")]

use super::numbers::{Finding, Line, Number};
use super::surely::is_too_little;
use crate::show::interval::percent;

/// Adds something that stands out, with what might be done about it, unless that was said already.
pub(super) fn say(found: &mut Vec<Finding>, text: String, hint: &str) {
    let is_new = !found.iter().any(|other| other.hint.as_deref() == Some(hint));
    let hint = (!hint.is_empty() && is_new).then(|| hint.to_string());
    found.push(Finding { text, hint });
}

/// What so few games say, others should confirm.
const FEW: u64 = 200;

/// That something rests on few games, if it does; else nothing.
pub(super) fn confirm(games: u64, seed: u64) -> String {
    if games >= FEW {
        return String::new();
    }
    format!(
        "{games} games are few: another seed should confirm it, `--seed {}`.",
        seed.wrapping_add(1)
    )
}

/// Lines of the rules, at most so many, and how many more: `end game` (heist.rules:177)
pub(super) fn lines(lines: &[Line], most: usize) -> Vec<String> {
    let said = |line: &Line| format!("`{}` ({}:{})", line.text, line.file, line.line);
    let more = lines.len().saturating_sub(most);
    let more = (more > 0).then(|| format!("{more} others"));
    lines.iter().take(most).map(said).chain(more).collect()
}

/// `62.0 % (58.1 to 65.8)`
pub(super) fn share(number: &Number) -> String {
    let [low, high] = number.ci95;
    format!("{} ({:.1} to {:.1})", percent(number.value), low * 100.0, high * 100.0)
}

/// `+3.4 points (+1.2 to +5.6)`
pub(super) fn points(number: &Number) -> String {
    let [low, high] = number.ci95;
    let points = |n: f64| format!("{:+.1}", n * 100.0);
    format!("{} points ({} to {})", points(number.value), points(low), points(high))
}

/// The same of what is lost, without signs: `3.4 points (1.2 to 5.6)`
pub(super) fn less(number: &Number) -> String {
    let [low, high] = number.ci95;
    let points = |n: f64| format!("{:.1}", n * -100.0);
    format!("{} points ({} to {})", points(number.value), points(high), points(low))
}

/// `9.31 (8.90 to 9.72)`; what a handful of games have in common is known of them alone: `–`.
pub(super) fn mean(number: &Number) -> String {
    if is_too_little(number) {
        return "–".to_string();
    }
    format!("{:.2} ({:.2} to {:.2})", number.value, number.ci95[0], number.ci95[1])
}
