//! What follows from a declaration that could not be read as it stands; lines of reports.

use crate::code::Code;
use crate::diagnostic::{About, Diagnostic, Severity};
use crate::letters::in_name;
use crate::source::{Sources, Span};
use std::collections::BTreeSet;

/// The file and line of a place.
pub(crate) fn line(span: Span, sources: &Sources) -> (u16, usize) {
    let text = sources.get(span.file).map_or("", |f| &f.text);
    (span.file.0, text.get(..span.start as usize).map_or(0, |t| t.matches('\n').count()))
}

/// The line on which a report stands.
pub(crate) fn line_at<'s>(d: &Diagnostic, sources: &'s Sources) -> Option<&'s str> {
    let (at, text) = (d.span(), &sources.get(d.span().file)?.text);
    let start = text.get(..at.start as usize)?.rfind('\n').map_or(0, |n| n + 1);
    text.get(start..)?.lines().next()
}

/// What is said where a word or deed is used whose declaration could not be read as it stands.
pub(crate) fn without_uses(
    mut all: Vec<Diagnostic>,
    sources: &Sources,
    unknown: &dyn for<'s> Fn(&Diagnostic, &'s Sources) -> Option<&'s str>,
) -> Vec<Diagnostic> {
    const ALSO: [Code; 6] =
        [Code::E0401, Code::E0402, Code::E0403, Code::E0405, Code::E0413, Code::E0601];
    const LEAST: usize = 4;
    let broken = |d: &Diagnostic| {
        let line = line_at(d, sources)?;
        let unread = d.code.is_syntax() && d.severity == Severity::Error;
        let mut words = line.split(|c: char| !in_name(c)).filter(|word| !word.is_empty());
        let (head, name) = (words.next()?, words.next().unwrap_or(""));
        let declares = line.starts_with("define ") || line.starts_with("let ");
        let stray = d.code == Code::E0102 && line.starts_with(head);
        unread.then_some(())?;
        match (declares, stray) {
            (true, _) => Some((name.to_owned(), line.to_owned())),
            // `scoring { … }` may be what `score` means.
            (false, true) => Some((head.to_owned(), line.to_owned())),
            (false, false) => None,
        }
    };
    let lost: Vec<(String, String)> = all.iter().filter_map(broken).collect();
    let of_broken = |d: &Diagnostic| {
        let line = line_at(d, sources).unwrap_or("");
        let mut words = line.split(|c: char| !in_name(c));
        let missing = unknown(d, sources).unwrap_or("");
        words.any(|word| lost.iter().any(|(name, own)| name == word && own != line))
            || lost.iter().any(|(name, _)| {
                let alike = missing.chars().zip(name.chars()).take_while(|(a, b)| a == b);
                missing.len() > LEAST && alike.count() >= LEAST
            })
    };
    if !lost.is_empty() {
        let follows = |d: &Diagnostic| ALSO.contains(&d.code) && of_broken(d);
        all.retain(|d| !follows(d));
    }
    all
}

/// Where a deed is offered as if it were a move, it is not said, too, that nobody acts there.
pub(crate) fn without_me_of_deeds(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let offered = all.iter().filter(|d| d.about == Some(About::Deed));
    let lines: BTreeSet<_> = offered.map(|d| line(d.span(), sources)).collect();
    all.retain(|d| d.code != Code::E0501 || !lines.contains(&line(d.span(), sources)));
    all
}
