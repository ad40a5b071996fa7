//! Blocks at the end of an item, or inside one, whose first line is missing.

use super::report::Place;
use super::scan::{Kind, Token};
use super::{Piece, Reader, mend, opens_item, split};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::letters::in_name;
use std::collections::BTreeSet;

/// Words that begin the lines of a test.
const STEPS: [&str; 4] = ["given", "expect", "simulate", "chance"];
/// Words of the clauses of an item.
const CLAUSES: [&str; 7] = ["needs", "once", "as", "joins", "openly", "works", "because"];
/// Words behind a player's name in a test.
const VERBS: [&str; 5] = ["does", "cannot", "chooses", "passes", "may"];

impl Reader<'_> {
    /// Reads an item that is whole, and reports that the block behind it has no first line.
    pub(super) fn without_heading(&mut self, start: usize, tokens: &[Token]) -> bool {
        let text = self.whole.text;
        let Some(at) = behind_item(text, tokens) else { return false };
        let (Some(item), Some(rest)) = (tokens.get(..at), tokens.get(at..)) else { return false };
        let Some(first) = rest.iter().find(|t| t.kind != Kind::Doc) else { return false };
        let end = item.last().map_or(start, |t| t.end);
        let Ok(item) = self.piece(Piece { whole: self.whole, start, end, tokens: item }) else {
            return false;
        };
        self.items.push(item);
        let test = is_test(text, rest);
        // Tests declare nothing that others could miss.
        let mut lost = if test { Vec::new() } else { lost_names(text) };
        let heading = match test {
            true => "`test \"what it shows\" with Ana, Ben {`".to_owned(),
            false => headings(self.whole, rest, &lost),
        };
        let found = self
            .whole
            .error(Code::E0102, *first, "the line that opens this block is missing")
            .help(format!("write {heading} above this line"));
        self.report(found);
        let members = rest.windows(2).filter(|pair| !test && pair[1].of(text) == ":");
        lost.extend(members.map(|pair| (pair[0].of(text), pair[0].start)));
        let spans = lost.into_iter().map(|(word, at)| {
            let span = self.whole.span(at, at + word.len());
            (word.to_owned(), span)
        });
        self.unread(spans.collect());
        true
    }
}

impl Reader<'_> {
    /// Reads an item behind one that ends at a byte, if it begins at the first column with a word
    /// that other lines go on with: `with Ana, Ben test "…" {`.
    pub(super) fn other_item(&mut self, piece: Piece<'_>, end: usize) -> bool {
        let text = piece.whole.text;
        let at = piece.tokens.partition_point(|t| t.start < end);
        let (Some(before), Some(rest)) = (piece.tokens.get(..at), piece.tokens.get(at..)) else {
            return false;
        };
        let (Some(first), Some(last)) = (rest.first(), before.last()) else { return false };
        let own =
            first.kind == Kind::Word && text.get(..first.start).is_some_and(|t| t.ends_with('\n'));
        let whole = Piece { tokens: rest, start: first.start, ..piece };
        let Some(mended) = own.then(|| mend::stray(whole, &mut self.effort)).flatten() else {
            return false;
        };
        if mended.item.is_none() {
            return false;
        }
        let item = Piece { tokens: before, end: last.end, ..piece };
        if let Ok(item) = self.piece(item) {
            self.items.push(item);
        }
        self.mended(rest, mended);
        true
    }
}

/// Where a block begins behind an item that is whole: its lines are indented, and it closes a
/// brace that nothing opens.
fn behind_item(text: &str, tokens: &[Token]) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(1) {
        let line = text.get(..token.start)?.rfind('\n').map_or(0, |n| n + 1);
        let begins = text.get(line..token.start)?.trim().is_empty();
        // Prose that described the block does not belong to the item.
        let prose = tokens.get(..at)?.iter().rev().take_while(|t| t.kind == Kind::Doc).count();
        let before = tokens.get(..at - prose)?;
        let closed = before.last().is_some_and(|t| {
            let edge = text.get(..t.start).is_some_and(|t| t.ends_with('\n'));
            let head = tokens.first().and_then(|first| text.get(first.start..t.start));
            t.of(text) == "}" && (edge || head.is_some_and(|head| !head.contains('\n')))
        });
        let plain = matches!(token.kind, Kind::Word | Kind::Doc);
        if depth == 0 && begins && token.start > line && plain {
            let goes_on = split::continues(token.of(text)) || CLAUSES.contains(&token.of(text));
            if closed || !goes_on && !before.iter().any(|t| t.kind == Kind::Open) {
                return Some(at - prose);
            }
        }
        match token.of(text) {
            "{" => depth += 1,
            "}" => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// Whether some line of a block is one of a test.
fn is_test(text: &str, block: &[Token]) -> bool {
    let word = |at: usize| block.get(at).map_or("", |t| t.of(text));
    let begins = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| block.get(at));
        let gap = before.and_then(|b| text.get(b.end..block[at].start));
        gap.is_none_or(|gap| gap.contains('\n'))
    };
    (0..block.len())
        .any(|at| begins(at) && (STEPS.contains(&word(at)) || VERBS.contains(&word(at + 1))))
}

/// What probably opens a block of such lines.
fn headings(place: Place<'_>, block: &[Token], lost: &[(&str, usize)]) -> String {
    let word = |at: usize| block.get(at).map_or("", |t| t.of(place.text));
    let has = |item: &str| {
        let rest = |line: &'_ str| line.strip_prefix(item).map(|rest| !rest.starts_with(in_name));
        place.text.lines().any(|line| rest(line) == Some(true))
    };
    let name = if let [(one, _)] = lost { one } else { "NAME" };
    match (word(0), word(1)) {
        (_, ":") => "`each Player has {`, `the table has {` or `card NAME {`".into(),
        (_, "," | "}") => format!("`enum {name} {{`"),
        (_, "each" | "of" | "from") => format!("`deck {name} of KIND {{`"),
        ("needs" | "once", _) => format!("`action {name}`"),
        ("shuffle" | "move", _) if has("variant") => {
            "`replace setup {`, `after MOVE {` or `to NAME {`".into()
        }
        ("shuffle" | "move", _) if !has("setup") => "`setup {`".into(),
        _ if !has("play") && !has("variant") => "`play {`".into(),
        ("shuffle" | "move", _) => {
            format!("`to {name} {{`, `action {name} {{` or `when ZONE runs out {{`")
        }
        _ if has("variant") => format!("`to {name} {{`, `action {name} {{` or `after MOVE {{`"),
        _ => format!("`to {name} {{` or `action {name} {{`"),
    }
}

/// Names that are called or chosen, and declared nowhere, with a place of each.
fn lost_names(text: &str) -> Vec<(&str, usize)> {
    const BEFORE: [&str; 6] = ["does ", "cannot ", "{ ", " or ", "otherwise ", "to "];
    let mut declared: BTreeSet<&str> = BTreeSet::new();
    let mut all: Vec<(&str, usize)> = Vec::new();
    for (at, word) in words(text) {
        let (before, behind) = (&text[..at], &text[at + word.len()..]);
        let line = before.rsplit('\n').next().unwrap_or("");
        let head = line.trim_end();
        if opens_item(head) || behind.starts_with(':') || head.ends_with("let") {
            declared.insert(word);
        } else if behind.starts_with('(') || BEFORE.iter().any(|b| line.ends_with(b)) {
            all.push((word, at));
        }
    }
    let known = |word: &str| {
        declared.contains(word)
            || super::is_keyword(word)
            || split::continues(word)
            || word.starts_with(char::is_uppercase)
    };
    let mut told = BTreeSet::new();
    all.retain(|(word, _)| !known(word) && told.insert(*word));
    all
}

/// The words of a text that are no prose, with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let tokens = super::scan::tokens(text).into_iter();
    let names = tokens.filter(|t| t.kind == Kind::Word);
    names
        .filter_map(move |t| Some((t.start, text.get(t.start..t.end)?)))
        .filter(|(_, word)| word.chars().all(in_name))
}

/// What is said of the rows of a table that nothing opens.
pub(super) fn rows(place: Place<'_>, token: Token) -> Diagnostic {
    place
        .error(Code::E0105, token, "the line that opens this table is missing")
        .help("write it above this line, with a name for each column: `given Player | hand {`")
}

/// What is said of a block inside an item.
pub(super) fn inside(place: Place<'_>, token: Token) -> Diagnostic {
    let lacking = |word: &str, heading: &'static str| {
        if place.text.contains(word) { "" } else { heading }
    };
    let (turn, round) =
        (lacking("turn ", "`turn me in players {`, "), lacking("round ", "`round {`, "));
    place.error(Code::E0105, token, "the line that opens this block is missing").help(format!(
        "write it above this line: {turn}{round}`if … {{`, `for each … in … {{`, `choose {{` or \
         whatever the block belongs to"
    ))
}
