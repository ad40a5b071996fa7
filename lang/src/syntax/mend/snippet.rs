//! A line as it is shown in a help.

use super::Patch;
use crate::diagnostic::Diagnostic;
use crate::letters::in_name;

/// The patched words with a few of those around them, of one line.
pub(super) fn snippet(text: &str, patch: &Patch) -> String {
    const AROUND: usize = 28;
    let before = text[..patch.start].rsplit('\n').next().unwrap_or("");
    let behind = text[patch.end..].split('\n').next().unwrap_or("");
    let skipped = before.chars().count().saturating_sub(AROUND);
    let mut left: &str = before.trim_start();
    if skipped > 0 && left.chars().count() > AROUND {
        let from = left.char_indices().rev().nth(AROUND).map_or(0, |(at, _)| at);
        left = left[from..].split_once(' ').map_or(left, |(_, rest)| rest);
    }
    let whole = behind.trim_end();
    let mut right = whole;
    if let Some((at, _)) = whole.char_indices().nth(AROUND) {
        right = whole[..at].rsplit_once(' ').map_or(&whole[..at], |(kept, _)| kept);
    }
    let cut = if right.len() < whole.len() { " …" } else { "" };
    let lead = if left.len() < before.trim_start().len() { "… " } else { "" };
    let words = format!("{left}{}{right}", patch.new);
    format!(
        "{lead}{}{cut}",
        words.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "'")
    )
}

/// A mistake that has words of its own, with the very line in the place of an example.
pub(super) fn with_line(
    said: Diagnostic,
    same: bool,
    text: &str,
    sure: bool,
    patch: &Patch,
) -> Diagnostic {
    let example =
        said.help.as_ref().is_some_and(|help| help.starts_with("write `") && help.ends_with('`'));
    if (example || (said.open || sure) && same) && !patch.new.is_empty() {
        let help = format!("write `{}`", snippet(text, patch));
        return said.help(help);
    }
    said
}

/// The name that what is offered gives to what is chosen: `choose c in …`.
pub(super) fn chosen(offered: &str) -> Option<String> {
    let (_, rest) = offered.split_once("choose ")?;
    let (name, _) = rest.split_once(" in ")?;
    let plain = !name.is_empty() && name.chars().all(in_name);
    plain.then(|| name.to_owned())
}

/// A text with another name in the place of one.
pub(super) fn renamed(text: &str, name: &str, other: &str) -> String {
    let mut out = String::new();
    for word in text.split_inclusive(|c: char| !in_name(c)) {
        match word.strip_prefix(name).filter(|rest| !rest.starts_with(in_name)) {
            Some(rest) => out.extend([other, rest]),
            None => out.push_str(word),
        }
    }
    out
}

/// Whether what stands in the place of a letter is subtracted, multiplied or divided.
pub(super) fn tightly(letters: &[char], at: usize) -> bool {
    let beside = |c: Option<&char>, signs: &[char]| c.is_some_and(|c| signs.contains(c));
    let before = letters[..at].iter().rev().find(|c| **c != ' ');
    let behind = letters.get(at + 1..).and_then(|rest| rest.iter().find(|c| **c != ' '));
    beside(before, &['-', '*', '/']) || beside(behind, &['*', '/'])
}
