//! A text in which one declaration gets another type: what was read of it, mends and all, but for
//! that one item.

use super::ast::{Item, SyntaxTree};
use super::parse;
use super::shift::{By, Shift};
use crate::diagnostic::{Diagnostic, Edit, Offer};
use crate::fixes::syntax;
use crate::source::Span;

/// What reading a text gave.
pub type Reading = (SyntaxTree, Vec<Diagnostic>);

/// What reading a text would give in which `edit` puts another type into a declaration; none if
/// its item does not read by itself.
#[must_use]
pub fn retyped(read: &Reading, text: &str, edit: &Edit) -> Option<Reading> {
    let (from, to) = (edit.span.start, edit.span.end);
    let more = i64::try_from(edit.new.len()).ok()? - i64::from(to - from);
    let behind = |at: u32| u32::try_from(i64::from(at) + more).unwrap_or_default();
    let moved = |at: u32| if at >= to { behind(at) } else { at };
    let (mut tree, mut said) = read.clone();
    let by = By { file: tree.file, to: &moved };
    for item in &mut tree.items {
        let Span { start, end, .. } = item.span;
        if start <= from && to <= end {
            let head = text.get(start as usize..from as usize)?;
            let rest = text.get(to as usize..end as usize)?;
            // What was wrong with it as it stood is wrong no more.
            let of_item = |d: &Diagnostic| start <= d.span().start && d.span().end <= end;
            said.retain(|d| !(syntax(d) && of_item(d)));
            *item = one(item, &format!("{head}{}{rest}", edit.new))?;
        } else {
            item.shift(by);
        }
    }
    said.iter_mut().for_each(|d| shift(d, by));
    Some((tree, said))
}

/// An item with other words, where it stands.
fn one(old: &Item, text: &str) -> Option<Item> {
    let (tree, said) = parse(old.span.file, text);
    let mut items = tree.items.into_iter();
    let mut item = items.next().filter(|_| said.is_empty())?;
    let start = old.span.start;
    item.shift(By { file: old.span.file, to: &|at| at + start });
    items.next().is_none().then(|| Item { doc: old.doc.clone(), ..item })
}

fn shift(said: &mut Diagnostic, by: By<'_>) {
    said.labels.iter_mut().for_each(|label| label.span.shift(by));
    said.fix.iter_mut().for_each(|edit| edit.span.shift(by));
    said.others.iter_mut().for_each(|other| shift(other, by));
    if let Offer::Guessed(other) = &mut said.offer {
        shift(other, by);
    }
}
