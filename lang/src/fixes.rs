//! What messages offer, as changes of the text.

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit, Offer, Severity};
use crate::letters::in_name;
use crate::source::{FileId, Sources, Span};
use std::collections::BTreeSet;

/// Sentences that offer one name in the place of another.
const OFFERS: [&str; 2] = ["did you mean `", "here it is written `"];

/// Mistakes within so many bytes of a mend may come of it.
const BESIDE: u32 = 8;

/// What is added to a help where further places have the same mistake.
pub(crate) const MORE: &str = "; the same mistake";

/// Messages that offer a name in the place of the one they stand at get that as a change of the
/// text.
#[must_use]
pub fn offered(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    for said in all.iter_mut().filter(|said| said.fix.is_empty()) {
        said.fix = named(said, sources).unwrap_or_default();
    }
    all
}

/// The name that a message offers, at all places that it speaks of.
fn named(said: &Diagnostic, sources: &Sources) -> Option<Vec<Edit>> {
    let help = said.help.as_deref()?;
    let rest = OFFERS.iter().find_map(|words| help.strip_prefix(words))?;
    let (name, rest) = rest.split_once('`')?;
    let rest = rest.strip_prefix('?').unwrap_or(rest);
    let more = rest.starts_with(MORE);
    let (first, written) = (said.span(), sources.slice(said.span()));
    let plain = |text: &str| !text.is_empty() && text.chars().all(in_name);
    if !plain(written) || !(rest.is_empty() || more) {
        return None;
    }
    // `round.passes`, where only what is behind the dot is wrong.
    let (before, last) = name.rsplit_once('.').map_or(("", name), |(of, last)| (of, last));
    let text = &sources.get(first.file)?.text;
    let left = text.get(..first.start as usize)?;
    let said_before = before.is_empty() || left.ends_with(&format!("{before}."));
    if !plain(last) || !said_before {
        return None;
    }
    let elsewhere = said.labels.iter().map(|label| label.span);
    let elsewhere = elsewhere.filter(|at| at.file == first.file && sources.slice(*at) == written);
    let mut places: BTreeSet<Span> = elsewhere.collect();
    if more {
        let found = crate::syntax::words_in(text, written);
        places.extend(found.map(|(start, end)| Span { file: first.file, start, end }));
    }
    Some(places.into_iter().map(|span| Edit { span, new: last.to_owned() }).collect())
}

/// A text after changes that do not overlap; none if they do, or lie outside of it.
#[must_use]
pub fn applied(text: &str, edits: &[Edit]) -> Option<String> {
    let mut order: Vec<&Edit> = edits.iter().collect();
    order.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let (mut made, mut at) = (String::with_capacity(text.len()), 0);
    for edit in order {
        made.push_str(text.get(at..edit.span.start as usize)?);
        made.push_str(&edit.new);
        at = edit.span.end as usize;
    }
    made.push_str(text.get(at..)?);
    Some(made)
}

/// Whether changes that were made together have mended what they were offered for, and broken
/// nothing: those messages are gone, and every error that is left was there before. Of sentences
/// that could not be read, only those of other sentences that cannot, and those at the mends, must
/// have been there.
#[must_use]
pub fn mend(all: &[&Diagnostic], before: &[Diagnostic], after: &[Diagnostic]) -> bool {
    let count = |of: &[Diagnostic], said: &Diagnostic| {
        of.iter().filter(|d| d.code == said.code && d.message == said.message).count()
    };
    let gone = all.iter().all(|said| {
        let same = |d: &&&Diagnostic| d.code == said.code && d.message == said.message;
        count(after, said) + all.iter().filter(same).count() <= count(before, said)
    });
    if !all.iter().any(|said| syntax(said)) {
        return gone && nothing_new(before, after);
    }
    // What could not be read hid other mistakes of its item: they are none of the mend's, unless
    // they stand at it.
    let only = |all: &[Diagnostic]| all.iter().filter(|d| syntax(d)).cloned().collect::<Vec<_>>();
    let (here, there) = places(all);
    let at = |all: &[Diagnostic], places: &[Span]| -> Vec<Diagnostic> {
        let near = |d: &&Diagnostic| places.iter().any(|place| beside(*place, d.span()));
        all.iter().filter(near).cloned().collect()
    };
    gone && nothing_new(&only(before), &only(after))
        && nothing_new(&at(before, &here), &at(after, &there))
}

/// Whether it is said of a sentence that could not be read.
#[must_use]
pub fn syntax(said: &Diagnostic) -> bool {
    said.code.is_syntax()
}

/// The places of changes, before they are made and when all of them are.
fn places(all: &[&Diagnostic]) -> (Vec<Span>, Vec<Span>) {
    let mut edits: Vec<&Edit> = all.iter().flat_map(|said| &said.fix).collect();
    edits.sort_by_key(|edit| edit.span);
    let (mut here, mut there, mut more) = (Vec::new(), Vec::new(), 0i64);
    for Edit { span, new } in edits {
        let start = u32::try_from(i64::from(span.start) + more).unwrap_or_default();
        here.push(*span);
        there.push(Span { start, end: start + new.len() as u32, ..*span });
        more += new.len() as i64 - i64::from(span.end - span.start);
    }
    (here, there)
}

fn beside(place: Span, at: Span) -> bool {
    at.file == place.file && at.start <= place.end + BESIDE && place.start <= at.end + BESIDE
}

/// Whether every error that is left was there before.
#[must_use]
pub fn nothing_new(before: &[Diagnostic], after: &[Diagnostic]) -> bool {
    let errors = |of: &[Diagnostic]| -> Vec<(Code, String)> {
        let wrong = of.iter().filter(|d| d.severity == Severity::Error);
        wrong.map(|d| (d.code, d.message.clone())).collect()
    };
    let mut left = errors(before);
    errors(after).iter().all(|found| {
        let known = left.iter().position(|old| old == found);
        known.is_some_and(|at| {
            left.swap_remove(at);
            true
        })
    })
}

/// Whether a message offers something that is worth trying: nothing that was only guessed.
#[must_use]
pub fn worth_trying(said: &Diagnostic) -> bool {
    !said.fix.is_empty() && !matches!(said.offer, Offer::Guessed(_))
}

/// The file that a fix changes; none if it changes several.
#[must_use]
pub fn file_of(fix: &[Edit]) -> Option<FileId> {
    let file = fix.first()?.span.file;
    fix.iter().all(|edit| edit.span.file == file).then_some(file)
}
