//! A text that parses, word by word, with its comments and what each word begins: what a formatter
//! works on.

use super::parse::marks;
pub use super::role::Role;
use super::scan::{self, Kind, Token};
use super::{parse as parse_all, split};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::FileId;
use std::collections::BTreeMap;

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A word, number, amount or sign.
    Word,
    /// A text in quotation marks.
    Text,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// A `///` line.
    Prose,
    /// A `//` remark.
    Remark,
}

/// A word, sign, text or remark, in the order of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lexeme<'t> {
    /// As it stands; remarks and prose without blanks at their end.
    pub text: &'t str,
    /// What it is.
    pub sort: Sort,
    /// What begins with it.
    pub role: Role,
    /// Line breaks before it.
    pub breaks: usize,
    /// Blanks before it on its line.
    pub blanks: usize,
}

/// Takes a text apart.
///
/// # Errors
/// What is wrong with it; warnings are none.
pub fn lexemes(text: &str) -> Result<Vec<Lexeme<'_>>, Vec<Diagnostic>> {
    apart(text, true)
}

/// The same, but nothing is said to begin with any word.
///
/// # Errors
/// What is wrong with it; warnings are none.
pub fn words(text: &str) -> Result<Vec<Lexeme<'_>>, Vec<Diagnostic>> {
    apart(text, false)
}

fn apart(text: &str, with_roles: bool) -> Result<Vec<Lexeme<'_>>, Vec<Diagnostic>> {
    let (_, mut wrong) = parse_all(FileId(0), text);
    wrong.retain(|d| d.severity == Severity::Error);
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let tokens = scan::tokens(text);
    let roles = if with_roles { roles(text, &tokens) } else { BTreeMap::new() };
    let mut all = Vec::with_capacity(tokens.len());
    let mut at = 0;
    for token in &tokens {
        let (breaks, blanks) = between(text.get(at..token.start).unwrap_or(""), &mut all);
        let role = roles.get(&token.start).copied().unwrap_or(Role::Plain);
        all.push(Lexeme {
            text: token.of(text).trim_end(),
            sort: sort(token.kind),
            role,
            breaks,
            blanks,
        });
        at = token.end;
    }
    between(text.get(at..).unwrap_or(""), &mut all);
    Ok(all)
}

fn sort(kind: Kind) -> Sort {
    match kind {
        Kind::Text => Sort::Text,
        Kind::Open => Sort::Open,
        Kind::Close => Sort::Close,
        Kind::Doc => Sort::Prose,
        _ => Sort::Word,
    }
}

/// What begins at which byte. Of several things the most is kept: an item before its first word.
fn roles(text: &str, tokens: &[Token]) -> BTreeMap<usize, Role> {
    let mut roles = BTreeMap::new();
    for chunk in split::chunks(text, tokens) {
        let (Some(first), Some(last)) =
            (tokens.get(chunk.tokens.start), tokens.get(chunk.tokens.end - 1))
        else {
            continue;
        };
        for (at, role) in marks(text.get(first.start..last.end).unwrap_or("")) {
            let role_at = roles.entry(first.start + at).or_insert(role);
            if matches!(role, Role::Item | Role::Unit | Role::Row) {
                *role_at = role;
            }
        }
    }
    // What has prose above it begins below it, too.
    let mut above = None;
    for token in tokens {
        let own = roles.get(&token.start).copied();
        match (token.kind, own, above) {
            (Kind::Doc, Some(role), _) => above = Some(role),
            (Kind::Doc, None, Some(role)) => {
                roles.insert(token.start, role);
            }
            (_, _, Some(role)) => {
                roles.insert(token.start, role);
                above = None;
            }
            _ => {}
        }
    }
    roles
}

/// Takes the remarks out of what stands between two words; gives the line breaks and blanks behind
/// them.
fn between<'t>(gap: &'t str, all: &mut Vec<Lexeme<'t>>) -> (usize, usize) {
    let (mut breaks, mut rest) = (0, gap);
    loop {
        let blank = rest.len() - rest.trim_start().len();
        let before = rest.get(..blank).unwrap_or("");
        breaks += before.matches('\n').count();
        let blanks = before.rsplit('\n').next().map_or(0, str::len);
        rest = rest.get(blank..).unwrap_or("");
        if rest.is_empty() {
            return (breaks, blanks);
        }
        let end = rest.find('\n').unwrap_or(rest.len());
        let text = rest.get(..end).unwrap_or("").trim_end();
        all.push(Lexeme { text, sort: Sort::Remark, role: Role::Plain, breaks, blanks });
        rest = rest.get(end..).unwrap_or("");
        breaks = 0;
    }
}
