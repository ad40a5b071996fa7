//! Words and signs of a text, for cutting it into items and for mistakes that show before any
//! sentence is read: odd characters, signs of other languages, quotes and brackets left open,
//! numbers too large, nesting too deep.
//!
//! The scan is linear and never fails; [`check`] reports the first mistake of one item.

use super::nesting;
use super::report::{self, Place};
pub(super) use super::token::{Kind, Token};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::letters::in_name;

const SIGNS: [&str; 5] = ["<=", ">=", "->", "+=", "-="];
const FOREIGN: [&str; 17] = [
    "===", "!==", "==", "!=", "&&", "||", "=>", "=<", "<>", "++", "--", "*=", "/=", "::", "/*",
    "*/", "=-",
];

/// What stands second in a sign of several characters.
const SECOND: &[u8] = b"=&|><+-:/*.";

/// Every token of a text, comments left out.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut all = Vec::with_capacity(text.len() / 4);
    let mut at = if text.starts_with('\u{feff}') { 3 } else { 0 };
    while let Some(first) = text[at..].chars().next() {
        let (kind, len) = token(&text[at..], first, after_word(&all, at));
        match kind {
            Some(kind) => all.push(Token { kind, start: at, end: at + len }),
            None => controls(&text[at..at + len], at, &mut all),
        }
        at += len;
    }
    all
}

fn after_word(all: &[Token], at: usize) -> bool {
    all.last().is_some_and(|t| t.end == at && t.kind == Kind::Word)
}

/// The kind and length of the token in front; no kind for blanks and comments.
fn token(rest: &str, first: char, after_word: bool) -> (Option<Kind>, usize) {
    match first {
        ' ' | '\t' | '\r' | '\n' => {
            (None, run(rest, |b| matches!(b, b' ' | b'\t' | b'\r' | b'\n')))
        }
        '/' if rest.starts_with("//") => {
            let doc = rest.starts_with("///") && !rest.starts_with("////");
            (doc.then_some(Kind::Doc), rest.find('\n').unwrap_or(rest.len()))
        }
        c if word_char(c) => {
            let plain = run(rest, |b| b.is_ascii_alphanumeric() || b == b'_');
            let others = rest[plain..].find(|c| !word_char(c));
            let len = others.map_or(rest.len(), |others| plain + others);
            let digits = rest[..len].bytes().all(|b| b.is_ascii_digit());
            (Some(if digits { Kind::Number } else { Kind::Word }), len)
        }
        '$' | '€' | '£' => {
            let digits = rest[first.len_utf8()..]
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len() - first.len_utf8());
            (Some(if digits > 0 { Kind::Money } else { Kind::Odd }), first.len_utf8() + digits)
        }
        '"' => quoted(rest),
        '(' | '[' | '{' => (Some(Kind::Open), 1),
        ')' | ']' | '}' => (Some(Kind::Close), 1),
        '\'' if after_word && rest[1..].starts_with('s') && !rest[2..].starts_with(word_char) => {
            (Some(Kind::Possessive), 2)
        }
        c => sign(rest, c),
    }
}

/// How many bytes in front are such characters.
fn run(rest: &str, f: impl Fn(u8) -> bool) -> usize {
    rest.bytes().position(|b| !f(b)).unwrap_or(rest.len())
}

fn word_char(c: char) -> bool {
    in_name(c)
}

fn quoted(rest: &str) -> (Option<Kind>, usize) {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' if !escaped => return (Some(Kind::OpenText), at),
            '"' if !escaped => return (Some(Kind::Text), at + 1),
            '\n' => return (Some(Kind::OpenText), at),
            _ => escaped = c == '\\' && !escaped,
        }
    }
    (Some(Kind::OpenText), rest.len())
}

fn sign(rest: &str, first: char) -> (Option<Kind>, usize) {
    // Most signs stand alone.
    let second = rest.as_bytes().get(first.len_utf8());
    if !second.is_some_and(|second| SECOND.contains(second)) {
        return alone(first);
    }
    // `x =-1` sets a number, `x =- 1` was meant to take one away.
    let meant =
        |sign: &&&str| rest.starts_with(**sign) && (**sign != "=-" || rest[2..].starts_with(' '));
    if let Some(sign) = FOREIGN.iter().find(meant) {
        return (Some(Kind::Foreign), sign.len());
    }
    if let Some(sign) = SIGNS.iter().find(|s| rest.starts_with(**s)) {
        return (Some(Kind::Sign), sign.len());
    }
    if rest.starts_with("..") {
        return (Some(Kind::Sign), 2);
    }
    alone(first)
}

fn alone(first: char) -> (Option<Kind>, usize) {
    let kind = match first {
        '+' | '-' | '*' | '/' | '<' | '>' | '=' | '.' | ',' | ':' | '|' => Kind::Sign,
        c if report::harmful(c) => Kind::Control,
        _ => Kind::Odd,
    };
    (Some(kind), first.len_utf8())
}

/// Control characters inside a comment; they count as mistakes wherever they stand.
fn controls(blank: &str, base: usize, all: &mut Vec<Token>) {
    if let Some((at, c)) = blank.char_indices().find(|(_, c)| report::harmful(*c)) {
        all.push(Token { kind: Kind::Control, start: base + at, end: base + at + c.len_utf8() });
    }
}

/// The first mistake in the tokens of one item, if it has one.
pub(super) fn check(place: Place<'_>, tokens: &[Token]) -> Option<Diagnostic> {
    let mut depth = nesting::Nesting::default();
    for (index, token) in tokens.iter().enumerate() {
        let text = |at: usize| tokens.get(at).map(|t| t.of(place.text));
        let before = index.checked_sub(1).and_then(text);
        if let Some(found) = wrong_token(place, *token, before, text(index + 1)) {
            return Some(found);
        }
        if let Some(found) = depth.step(place, *token) {
            return Some(found);
        }
    }
    depth.finish(place)
}

/// What is wrong with a token, by the words before and behind it.
fn wrong_token(
    place: Place<'_>,
    token: Token,
    before: Option<&str>,
    next: Option<&str>,
) -> Option<Diagnostic> {
    let text = token.of(place.text);
    match token.kind {
        Kind::OpenText => Some(
            place
                .error(Code::E0106, token, "this text is not closed")
                .saying("it begins here and its line ends without `\"`")
                .help(
                    "close it with `\"` on the same line; a quotation mark inside a text is \
                     written `\\\"`",
                ),
        ),
        Kind::Text | Kind::Doc => {
            text.char_indices().find(|(_, c)| report::harmful(*c)).map(|(at, c)| {
                let start = token.start + at;
                report::odd(place, Token { kind: Kind::Control, start, end: start + c.len_utf8() })
            })
        }
        Kind::Odd | Kind::Control => Some(report::odd(place, token)),
        Kind::Foreign => Some(report::foreign(place, token)),
        Kind::Possessive if next != Some("turn") => Some(report::possessive(place, token, next)),
        Kind::Number | Kind::Money => {
            let digits = text.trim_start_matches(['$', '€', '£']);
            if matches!(before, Some("seed")) {
                digits.parse::<u128>().is_err().then(|| too_large(place, token, u128::MAX))
            } else {
                digits.parse::<i64>().is_err().then(|| too_large(place, token, i64::MAX))
            }
        }
        Kind::Word | Kind::Open | Kind::Close | Kind::Sign | Kind::Possessive => None,
    }
}

fn too_large(place: Place<'_>, token: Token, most: impl std::fmt::Display) -> Diagnostic {
    place
        .error(Code::E0111, token, "this number is too large")
        .help(format!("the largest number is {most}"))
}
