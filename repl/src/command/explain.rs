//! `explain`: what a code means, an example that is answered with it, and the same example mended.

use crate::arguments::Explain;
use crate::cli_error::CliError;
use crate::explain::{self, Example, Explained, answer};
use crate::show::console::{Console, Tone};
use similar::{ChangeTag, TextDiff};
use std::collections::BTreeSet;

/// So many codes are offered in place of one that there is not.
const NEAREST: usize = 3;

/// Explains a code, written as in a message: `E0405`, `e0405`, `error[E0405]`.
///
/// # Errors
/// If there is no such code.
pub fn run(asked: &Explain, console: &mut Console) -> Result<(), CliError> {
    let written = asked.code.trim();
    let inner = written.split_once('[').map_or(written, |(_, rest)| rest.trim_end_matches(']'));
    let code = inner.to_ascii_uppercase();
    match explain::explained(&code) {
        Some(found) => show(&found, console),
        None => Err(CliError::call(format!("there is no code `{written}`")).help(nearest(&code))),
    }
}

fn show(found: &Explained, console: &mut Console) -> Result<(), CliError> {
    console.say(Tone::Heading, &format!("{}: {}", found.code, found.title))?;
    console.line("")?;
    for paragraph in paragraphs(found.meaning()) {
        console.line(&paragraph)?;
    }
    let mended = found.mended();
    if let Some(example) = found.example {
        heading("This fails", example, console)?;
        beside(example, mended, console)?;
        let answer = answer(example, console.look);
        if !answer.is_empty() {
            console.line("")?;
            let shown = answer.trim_end();
            writeln!(console.out(), "{shown}").map_err(CliError::output)?;
        }
        heading("Mended", mended, console)?;
        beside(mended, example, console)
    } else {
        heading("This is fine", mended, console)?;
        lines(mended.text, &BTreeSet::new(), console)
    }
}

/// Lines as paragraphs, for a console of any width; points of a list stand alone.
fn paragraphs<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in lines {
        match all.last_mut() {
            Some(last) if !last.is_empty() && !line.is_empty() && !line.starts_with("- ") => {
                last.push(' ');
                last.push_str(line);
            }
            _ => all.push(line.to_owned()),
        }
    }
    all
}

fn heading(words: &str, example: Example, console: &mut Console) -> Result<(), CliError> {
    console.line("")?;
    console.say(Tone::Heading, &format!("{words} (examples/{}):", example.path))?;
    console.line("")
}

/// An example and its tables, with what differs from the other marked.
fn beside(example: Example, other: Example, console: &mut Console) -> Result<(), CliError> {
    lines(example.text, &changed(example.text, other.text), console)?;
    for table in example.tables() {
        let twin = other.tables().find(|t| t.name() == table.name());
        console.text(&format!("\n    {}:\n", table.name()))?;
        lines(table.text, &changed(table.text, twin.map_or("", |t| t.text)), console)?;
    }
    Ok(())
}

/// The lines of an example; `>` stands before those that are not in the other.
fn lines(text: &str, marked: &BTreeSet<usize>, console: &mut Console) -> Result<(), CliError> {
    let mut shown = String::new();
    for (at, line) in text.lines().enumerate() {
        let line = if marked.contains(&at) { format!("  > {line}") } else { format!("    {line}") };
        shown.push_str(line.trim_end());
        shown.push('\n');
    }
    console.text(&shown)
}

/// The lines of a text, counted from 0, that do not stand in the other in this order.
fn changed(text: &str, other: &str) -> BTreeSet<usize> {
    let (own, other): (Vec<&str>, Vec<&str>) = (text.lines().collect(), other.lines().collect());
    let all = TextDiff::from_slices(&own, &other);
    let gone = all.iter_all_changes().filter(|change| change.tag() == ChangeTag::Delete);
    gone.filter_map(|change| change.old_index()).collect()
}

/// What to write instead of a code that there is not.
fn nearest(code: &str) -> String {
    let code: String = code.chars().take(20).collect();
    let mut all: Vec<(usize, explain::Titled)> = explain::codes()
        .into_iter()
        .map(|known| (strsim::damerau_levenshtein(&code, known.0.name()), known))
        .collect();
    all.sort_unstable();
    let near = all.iter().take(NEAREST).map(|(_, (code, title))| format!("`{code}` ({title})"));
    format!("a code reads `E0405`; near to this are {}", near.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::{changed, paragraphs};

    #[test]
    fn lines_of_a_paragraph_are_joined() {
        let joined = paragraphs(["a", "b", "", "c", "- d", "e"].into_iter());
        assert_eq!(joined, ["a b", "", "c", "- d e"]);
    }

    #[test]
    fn lines_that_differ_are_marked() {
        let marked = |a: &str, b: &str| changed(a, b).into_iter().collect::<Vec<_>>();
        assert_eq!(marked("a\nb\nc", "a\nx\nc"), [1]);
        assert_eq!(marked("a\nc", "a\nb\nc"), [0usize; 0]);
        assert_eq!(marked("a\nb\nc", "a\nc"), [1]);
        assert_eq!(marked("b\na\nb", "b").len(), 2);
        assert_eq!(marked("", "a"), [0usize; 0]);
    }
}
