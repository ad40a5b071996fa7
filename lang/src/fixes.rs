//! What messages offer, as changes of the text.

use crate::diagnostic::{Diagnostic, Edit, Offer, Severity};
use crate::letters::in_name;
use crate::source::{FileId, Sources};

/// Sentences that offer one name in the place of another.
const OFFERS: [&str; 2] = ["did you mean `", "here it is written `"];

/// Mistakes within so many bytes of a mend may come of it.
const BESIDE: u32 = 8;

/// Messages that offer a name in the place of the one they stand at get that as a change of the
/// text.
#[must_use]
pub fn offered(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    for said in all.iter_mut().filter(|said| said.fix.is_empty()) {
        said.fix = named(said, sources).into_iter().collect();
    }
    all
}

/// The name that a message offers.
fn named(said: &Diagnostic, sources: &Sources) -> Option<Edit> {
    let help = said.help.as_deref()?;
    let name = OFFERS.iter().find_map(|words| help.strip_prefix(words))?;
    let name = name.strip_suffix("`?").or_else(|| name.strip_suffix('`'))?;
    let span = said.span();
    let written = sources.slice(span);
    let plain = |text: &str| !text.is_empty() && text.chars().all(in_name);
    if !plain(written) {
        return None;
    }
    // `round.passes`, where only what is behind the dot is wrong.
    let (before, last) = name.rsplit_once('.').map_or(("", name), |(of, last)| (of, last));
    let text = &sources.get(span.file)?.text;
    let left = text.get(..span.start as usize)?;
    let said_before = before.is_empty() || left.ends_with(&format!("{before}."));
    (plain(last) && said_before).then(|| Edit { span, new: last.to_owned() })
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

/// Whether a change that was made has mended what it was offered for, and broken nothing: that
/// message is gone, and every error that is left was there before. Of a sentence that could not be
/// read, only those of other sentences that cannot, and those at the mend, must have been there.
#[must_use]
pub fn mends(said: &Diagnostic, before: &[Diagnostic], after: &[Diagnostic]) -> bool {
    let same = |d: &Diagnostic| d.code == said.code && d.message == said.message;
    let count = |of: &[Diagnostic]| of.iter().filter(|d| same(d)).count();
    let syntax = |d: &Diagnostic| d.code.starts_with("E01");
    if !syntax(said) {
        return count(after) < count(before) && nothing_new(before, after);
    }
    // What could not be read hid other mistakes of its item: they are none of the mend's, unless
    // they stand at it.
    let only = |all: &[Diagnostic]| all.iter().filter(|d| syntax(d)).cloned().collect::<Vec<_>>();
    let touched = |d: &&Diagnostic| {
        let at = d.span();
        said.fix.iter().any(|edit| {
            let end = edit.span.start + edit.new.len() as u32;
            let near = at.start <= end + BESIDE && edit.span.start <= at.end + BESIDE;
            at.file == edit.span.file && near
        })
    };
    let beside = |all: &[Diagnostic]| all.iter().filter(touched).cloned().collect::<Vec<_>>();
    count(after) < count(before)
        && nothing_new(&only(before), &only(after))
        && nothing_new(&beside(before), &beside(after))
}

/// Whether every error that is left was there before.
#[must_use]
pub fn nothing_new(before: &[Diagnostic], after: &[Diagnostic]) -> bool {
    let errors = |of: &[Diagnostic]| -> Vec<(&'static str, String)> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::compile;
    use crate::loader::NoFiles;
    use crate::source::Span;

    const GAME: &str = "game \"G\"\n\nplayers 2\n\nthe table has { money: 0..9 = 3 }\n\nplay {\n  \
                        turn me in players {\n    monney += 1\n    end game won by me\n  }\n}\n";

    #[test]
    fn a_misspelt_name_is_mended_and_that_is_proved() {
        let before = compile("g", GAME, &mut NoFiles);
        let said = before.diagnostics.iter().find(|d| worth_trying(d)).unwrap();
        assert_eq!(said.fix.first().map(|edit| edit.new.as_str()), Some("money"));
        let text = applied(GAME, &said.fix).unwrap();
        let after = compile("g", &text, &mut NoFiles);
        let (before, after) = (&before.diagnostics, &after.diagnostics);
        assert!(mends(said, before, after), "{after:?}");
        assert!(!mends(said, before, before));
    }

    #[test]
    fn changes_are_made_in_order_and_never_overlap() {
        let edit = |start, end, new: &str| Edit {
            span: Span { file: FileId(0), start, end },
            new: new.to_owned(),
        };
        let both = [edit(3, 4, "z"), edit(0, 1, "xy")];
        assert_eq!(applied("abcd", &both).as_deref(), Some("xybcz"));
        assert_eq!(applied("abcd", &[edit(0, 2, ""), edit(1, 3, "")]), None);
        assert_eq!(applied("abcd", &[edit(3, 9, "")]), None);
        assert_eq!(applied("aé", &[edit(2, 3, "")]), None);
    }
}
