//! Runs the grammar over one item. Only this file and `parse/` know pest's rules and pairs.
//!
//! `tree` walks pairs; `item`, `moves`, `stmt`, `expr`, `test` and `text` build the syntax tree, a
//! small function for each kind of node; `failure` words what did not fit; `marks` says where parts
//! begin.

mod build;
mod climb;
mod domain;
mod expr;
mod failure;
mod item;
mod marks;
mod moves;
mod overlay;
mod stmt;
mod test;
mod text;
pub(crate) mod wanted;

use super::Piece;
use super::ast::{Expr, ExprKind, Item, Step};
use super::report::Place;
use super::scan::Token;
use crate::diagnostic::Diagnostic;
use crate::source::FileId;
use build::Build;
pub(super) use houserules_grammar::is_reserved;
use houserules_grammar::{Rule, read};
pub(super) use marks::marks;
use pest::error::{Error, ErrorVariant};

/// What building a node gives; the error is boxed, for it is rare and large.
type Built<T> = Result<T, Box<Diagnostic>>;

/// Reads one item that fills its piece.
pub(super) fn item(piece: Piece<'_>) -> Built<Item> {
    let text = text_of(piece);
    let pairs = read(Rule::chunk, text).map_err(|error| failure::explain(piece, &error))?;
    Build::new(piece.whole.file, piece.start).item_in(pairs)
}

/// Reads the item at the beginning of a piece; gives also the byte of the file behind it.
pub(super) fn first_item(piece: Piece<'_>) -> Option<(Item, usize)> {
    let pairs = read(Rule::start, text_of(piece)).ok()?;
    let end = piece.start + pairs.clone().next()?.as_span().end();
    Build::new(piece.whole.file, piece.start).item_in(pairs).ok().map(|item| (item, end))
}

/// Reads a value or a domain that fills its place. Of two ways to misread it, the one that comes
/// further is explained.
pub(super) fn value(place: Place<'_>, tokens: &[Token]) -> Built<Expr> {
    let mut build = Build::new(place.file, place.base);
    let first = match read(Rule::hole, place.text) {
        Ok(mut pairs) => {
            let part = build.whole(pairs.next(), place)?.want(Rule::expr)?;
            return build.expr(part);
        }
        Err(error) => error,
    };
    match read(Rule::listed, place.text) {
        Ok(mut pairs) => {
            let part = build.whole(pairs.next(), place)?.want(Rule::domain)?;
            let span = build.span(&part);
            let domain = build.domain(part)?;
            Ok(Expr { kind: ExprKind::Domain(Box::new(domain)), span })
        }
        Err(second) => {
            let further = failure::reached(&second) > failure::reached(&first);
            Err(failure::in_hole(place, tokens, if further { &second } else { &first }))
        }
    }
}

/// Reads lines of a test that fill their place.
pub(super) fn steps(place: Place<'_>, tokens: &[Token]) -> Built<Vec<Step>> {
    let mut build = Build::new(place.file, place.base);
    let mut pairs =
        read(Rule::notes, place.text).map_err(|error| failure::in_hole(place, tokens, &error))?;
    let mut parts = build.whole(pairs.next(), place)?;
    parts.every(Rule::step).into_iter().map(|p| build.step(p)).collect()
}

/// Where reading an item stops, and which words and signs could stand there.
#[derive(Debug, Clone)]
pub(super) struct Stop {
    /// The byte that reading came to.
    pub byte: usize,
    /// Words and signs.
    pub wanted: Vec<String>,
}

/// Tries to read a text as one item.
///
/// # Errors
/// Where reading stops; nothing if the text reads, but makes no sense.
pub(super) fn tried(text: &str) -> Result<(), Option<Stop>> {
    let pairs = read(Rule::chunk, text).map_err(|error| Some(stop(&error)))?;
    Build::new(FileId(0), 0).item_in(pairs).map(|_| ()).map_err(|_| None)
}

fn stop(error: &Error<Rule>) -> Stop {
    let wanted = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => {
            let mut all: Vec<String> =
                positives.iter().filter_map(|r| wanted::literal(*r)).collect();
            all.dedup();
            all
        }
        ErrorVariant::CustomError { .. } => Vec::new(),
    };
    Stop { byte: failure::reached(error), wanted }
}

fn text_of(piece: Piece<'_>) -> &str {
    piece.whole.text.get(piece.start..piece.end).unwrap_or("")
}

/// Whether a report on a sentence only says what was found and what was expected.
pub(super) fn says_what_was_found(found: &Diagnostic) -> bool {
    failure::is_general(found)
}
