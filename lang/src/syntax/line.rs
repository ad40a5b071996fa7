//! Lines that are typed at a running game: values, domains, and lines of tests.

use super::ast::{Expr, Step};
use super::report::Place;
use super::scan::{self, Token};
use super::{LONGEST, parse};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// A part of a text, by its first byte and the byte behind it.
pub type Part = std::ops::Range<usize>;

/// Reads a value or a domain, such as `me.cash + $2` or `those c in me.hand where c.fits`.
///
/// # Errors
/// What does not fit, at its place in the text.
pub fn value(file: FileId, text: &str, part: Part) -> Result<Expr, Box<Diagnostic>> {
    let (place, tokens) = scanned(file, text, part, "a value")?;
    parse::value(place, &tokens).map_err(of_line)
}

/// Reads one or more lines of a test, such as `given Ana.cash is $4`.
///
/// # Errors
/// What does not fit, at its place in the text.
pub fn steps(file: FileId, text: &str, part: Part) -> Result<Vec<Step>, Box<Diagnostic>> {
    let (place, tokens) = scanned(file, text, part, "a line of a test")?;
    parse::steps(place, &tokens).map_err(of_line)
}

/// What ends too early is a line here, and no item.
fn of_line(mut found: Box<Diagnostic>) -> Box<Diagnostic> {
    for label in found.labels.iter_mut().filter(|l| l.text == "the item ends here") {
        label.text = "the line ends here".into();
    }
    found
}

fn scanned<'t>(
    file: FileId,
    text: &'t str,
    part: Part,
    wanted: &str,
) -> Result<(Place<'t>, Vec<Token>), Box<Diagnostic>> {
    let base = part.start;
    let place = Place { file, base, text: text.get(part).unwrap_or("") };
    if place.text.len() > LONGEST {
        return Err(Box::new(Diagnostic::new(
            Code::E0110,
            place.span(0, 0),
            "this line is too long",
        )));
    }
    let tokens = scan::tokens(place.text);
    if let Some(found) = scan::check(place, &tokens) {
        return Err(Box::new(found));
    }
    if tokens.is_empty() {
        let at = u32::try_from(base).unwrap_or(u32::MAX);
        let found = Diagnostic::new(
            Code::E0101,
            Span { file, start: at, end: at },
            format!("{wanted} is missing"),
        );
        return Err(Box::new(found.saying("expected here")));
    }
    Ok((place, tokens))
}
