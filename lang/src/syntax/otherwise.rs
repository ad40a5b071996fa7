//! Lines that read, though what they say makes no sense: what they may have been meant to say.

use super::report::Place;
use super::{Haste, mend, scan, split};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// What may be meant by the line of a place, the likeliest first: each with the change that makes
/// it so.
#[must_use]
pub fn otherwise(text: &str, at: Span) -> Vec<Diagnostic> {
    let tokens = scan::tokens(text);
    let byte = at.start as usize;
    let here = tokens.partition_point(|t| t.end <= byte);
    let all = split::chunks(text, &tokens);
    let chunk = all.iter().find(|chunk| chunk.tokens.contains(&here));
    let body = chunk.and_then(|chunk| tokens.get(chunk.head..chunk.tokens.end));
    let Some((first, last)) = body.and_then(|body| body.first().zip(body.last())) else {
        return Vec::new();
    };
    let item = text.get(first.start..last.end).unwrap_or("");
    let Some(byte) = byte.checked_sub(first.start) else { return Vec::new() };
    let place = Place { file: at.file, base: first.start, text: item };
    let mut effort = mend::Effort::new(text, Haste::None);
    mend::otherwise(place, byte, &mut effort)
}
