//! `///` lines: their text, and the rules they cite.

use super::ast::{Doc, RuleId};
use super::report::Place;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// More rules than these are not cited by one piece of prose.
const MOST_CITED: usize = 1000;

/// A `///` line: the byte at which it begins, and its text.
pub(super) type Line<'t> = (usize, &'t str);

/// Joins the lines of one piece of prose and reads the rules it cites in brackets at its end.
///
/// # Errors
/// A range of rules that runs backwards, mixes rulebooks or is too long.
pub(super) fn doc(place: Place<'_>, lines: &[Line<'_>]) -> Result<Doc, Box<Diagnostic>> {
    let mut text = String::new();
    let mut starts: Vec<(usize, usize)> = Vec::new();
    for (at, line) in lines {
        let bare = line.trim_start_matches('/');
        let bare = bare.strip_prefix(' ').unwrap_or(bare);
        if !starts.is_empty() {
            text.push('\n');
        }
        starts.push((text.len(), at + line.len() - bare.len()));
        text.push_str(bare.trim_end());
    }
    let Some((open, cited)) = citation(&text) else {
        return Ok(Doc { text: text.trim().to_owned(), rules: Vec::new() });
    };
    let mut rules = Vec::new();
    let mut at = open + 1;
    for part in cited.split(',') {
        let lead = part.len() - part.trim_start().len();
        let start = source(&starts, at + lead);
        let end = source(&starts, at + part.trim_end().len());
        expand(place.span(start, end), part.trim(), &mut rules)?;
        at += part.len() + 1;
    }
    text.truncate(open);
    Ok(Doc { text: text.trim().to_owned(), rules })
}

/// The byte of the source behind a byte of the joined text.
fn source(starts: &[(usize, usize)], at: usize) -> usize {
    let line = starts.partition_point(|(joined, _)| *joined <= at).max(1);
    starts.get(line - 1).map_or(at, |(joined, source)| source + at - joined)
}

/// Where the bracket at the end opens, and what stands in it, if that is a list of rules.
fn citation(text: &str) -> Option<(usize, &str)> {
    let body = text.trim_end().strip_suffix(']')?;
    let open = body.rfind('[')?;
    let cited = &body[open + 1..];
    cited.split(',').all(|part| ends(part).is_some()).then_some((open, cited))
}

/// Both ends of `B3-028 to B3-035`, or the one id twice.
fn ends(part: &str) -> Option<(&str, &str)> {
    let mut words = part.split_whitespace();
    let first = words.next().filter(|w| number(w).is_some())?;
    match (words.next(), words.next(), words.next()) {
        (None, ..) => Some((first, first)),
        (Some("to"), Some(last), None) if number(last).is_some() => Some((first, last)),
        _ => None,
    }
}

/// The letters of an id and the digits behind its dash.
fn number(id: &str) -> Option<(&str, &str)> {
    let (book, digits) = id.split_once('-')?;
    let capital = book.starts_with(|c: char| c.is_ascii_uppercase());
    let fine = capital && book.bytes().all(|b| b.is_ascii_alphanumeric());
    (fine && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
        .then_some((book, digits))
}

fn expand(span: Span, part: &str, rules: &mut Vec<RuleId>) -> Result<(), Box<Diagnostic>> {
    let faulty =
        |why: &str| {
            let found = Diagnostic::new(
                Code::E0118,
                span,
                format!("this range of rules cannot be written out: {why}"),
            );
            Box::new(found.help(
                "write a range as `[B3-028 to B3-035]`: one rulebook, the smaller number first",
            ))
        };
    let Some((first, last)) = ends(part) else { return Ok(()) };
    if first == last && rules.len() < MOST_CITED {
        rules.push(RuleId { id: first.to_owned(), span });
        return Ok(());
    }
    let (Some((book, low)), Some((other, high))) = (number(first), number(last)) else {
        return Ok(());
    };
    if book != other {
        return Err(faulty("its ends are of two rulebooks"));
    }
    let (Ok(from), Ok(to)) = (low.parse::<u32>(), high.parse::<u32>()) else {
        return Err(faulty("a number is too large"));
    };
    if from > to {
        return Err(faulty("it runs backwards"));
    }
    if (to - from) as usize >= MOST_CITED.saturating_sub(rules.len()) {
        return Err(faulty("it is too long"));
    }
    let width = low.len();
    rules.extend((from..=to).map(|n| RuleId { id: format!("{book}-{n:0width$}"), span }));
    Ok(())
}
