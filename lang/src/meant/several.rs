//! Several at once: changes that fit equally well, and names that mean nothing side by side.

use super::line_at;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit, Severity};
use crate::letters::in_name;
use crate::refused::withheld;
use crate::source::{Sources, Span};
use crate::syntax::{item_around, words_in};

/// `move films to bin`, where `a` and `b` were picked: several are spoken of.
pub(super) fn all_of_them(said: &Diagnostic, fitting: &[Edit], sources: &Sources) -> Option<Edit> {
    let (at, name) = (said.span(), sources.slice(said.span()));
    let text: &str = &sources.get(at.file)?.text;
    let moved = text.get(..at.start as usize)?.ends_with("move ") && name.ends_with('s');
    let plain = |change: &&Edit| change.span == at && change.new.chars().all(in_name);
    let mut names: Vec<&str> = fitting.iter().filter(plain).map(|one| one.new.as_str()).collect();
    let (_, item) = item_around(text, at.start as usize)?;
    let body = text.get(item)?;
    names.sort_by_key(|name| words_in(body, name).next());
    let all = names.len() > 1 && names.len() == fitting.len() && moved;
    all.then(|| Edit { span: at, new: names.join(" + ") })
}

/// `n = n`, `c is c`
pub(super) fn same_again(change: &Edit, sources: &Sources) -> bool {
    let text = sources.get(change.span.file).map_or("", |file| &file.text);
    let before = text.get(..change.span.start as usize).unwrap_or("").trim_end();
    ["=", "is", "is not"].iter().any(|sign| {
        let side = before.strip_suffix(sign).map(str::trim_end);
        let left = side.and_then(|side| side.strip_suffix(&*change.new));
        left.is_some_and(|left| !left.ends_with(|c: char| in_name(c) || c == '.'))
    })
}

/// `a`, `a or b`, `a, b or c`
pub(super) fn listed(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} or {last}", some.join(", ")),
    }
}

/// `your posters are over`, each word of which was read as a sentence by itself: it is one that the
/// language does not have.
pub(super) fn words_as_sentence(all: &mut Vec<Diagnostic>, sources: &Sources) {
    const LEAST: usize = 3;
    let lost = |d: &Diagnostic| {
        let unknown = d.code == Code::E0401 && d.is_unknown() && d.severity == Severity::Error;
        unknown && !sources.slice(d.span()).is_empty()
    };
    let mut at = 0;
    while at < all.len() {
        let mut end = at;
        while all.get(end).is_some_and(lost) {
            let before = end.checked_sub(1).filter(|before| *before >= at);
            let beside = |before: usize| {
                let (one, next) = (all[before].span(), all[end].span());
                one.file == next.file && one.end + 1 == next.start
            };
            if before.is_some_and(|before| !beside(before)) {
                break;
            }
            end += 1;
        }
        if end - at >= LEAST && begins(all[at].span(), sources) {
            let span = Span { end: all[end - 1].span().end, ..all[at].span() };
            let mut said = Diagnostic::new(Code::E0123, span, "");
            withheld(&mut said, sources);
            let line = |at: Span| (at.file, sources.line_column(at.file, at.start).0);
            all.splice(at..end, [said]);
            // What stands behind them on the line is a word of the same sentence.
            let behind = |d: &Diagnostic| line(d.span()) == line(span) && d.span().start > span.end;
            let mut kept = 0..;
            all.retain(|d| kept.next() == Some(at) || !behind(d));
        }
        at += 1;
    }
}

/// Where it is not known what a line does, it may be what uses or offers something.
pub(super) fn without_warnings(all: &mut Vec<Diagnostic>) {
    let unread =
        |d: &Diagnostic| d.code.is_syntax() && d.severity == Severity::Error && d.fix.is_empty();
    if all.iter().any(unread) {
        let of_use = |code: Code| code.is_about_flow() || code.is_about_moves();
        all.retain(|d| !(d.code.is_warning() && of_use(d.code)));
    }
}

/// Whether a place begins its line, or what stands in braces.
fn begins(at: Span, sources: &Sources) -> bool {
    let before = || {
        let text = &sources.get(at.file)?.text;
        let (start, _) = line_at(text, at.start as usize)?;
        text.get(start..at.start as usize)
    };
    before().is_some_and(|before| {
        let before = before.trim_end();
        before.is_empty() || before.ends_with(['{', '}'])
    })
}
