//! What follows from a field or a cell that was lost or renamed: it is said once, where it was.

use crate::code::Code;
use crate::diagnostic::{About, Diagnostic};
use std::collections::BTreeSet;

/// A deck gives more values than its cards have fields, and rules ask for a field that is not
/// there: the field is missing.
pub(crate) fn fields(mut all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let too_many: Vec<(usize, String)> =
        all.iter().enumerate().filter_map(|(at, d)| Some((at, overfull(d)?.to_owned()))).collect();
    for (at, kind) in too_many {
        let lacks = format!("`{kind}` has no `");
        let asked = |d: &Diagnostic| {
            let name = d.message.strip_prefix(&lacks).filter(|_| d.code == Code::E0402)?;
            name.strip_suffix('`').map(str::to_owned)
        };
        let names: BTreeSet<String> = all.iter().filter_map(asked).collect();
        let Some(said) = all.get_mut(at).filter(|_| !names.is_empty()) else { continue };
        let fields: Vec<String> = names.iter().map(|name| format!("{name}: …")).collect();
        said.help = Some(format!(
            "what rules ask of a card is declared with it: write `card {kind} {{ …, {} }}`, in \
             the order of these values",
            fields.join(", ")
        ));
        said.fix.clear();
        return all.into_iter().filter(|d| asked(d).is_none()).collect();
    }
    all
}

/// The kind of a card for which there are more values than fields.
fn overfull(d: &Diagnostic) -> Option<&str> {
    let (given, rest) =
        d.message.split_once(" given, but a `").filter(|_| d.code == Code::E0308)?;
    let (kind, has) = rest.split_once("` has ")?;
    let given: usize = given.split(' ').next()?.parse().ok()?;
    let number = |word: &str| match word {
        "no" => Some(0),
        "one" => Some(1),
        "two" => Some(2),
        "three" => Some(3),
        "four" => Some(4),
        word => word.parse().ok(),
    };
    (given > number(has.split(' ').next()?)?).then_some(kind)
}

/// A cell that names what is not there, and cards that are called by the same word: the word is
/// wrong where it is declared.
pub(crate) fn cards(mut all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let cell = |d: &Diagnostic| {
        let found = d.message.rsplit_once("found `").filter(|_| d.code == Code::E0305)?.1;
        found.strip_suffix('`').map(str::to_owned)
    };
    let cells: BTreeSet<String> = all.iter().filter_map(cell).collect();
    let named = |d: &Diagnostic| {
        let Some(About::NoCard { literal, word }) = &d.about else { return false };
        cells.contains(word.as_ref().unwrap_or(literal))
    };
    all.retain(|d| !named(d));
    all
}

/// A block whose first line is missing: what it would have declared is not missed by itself.
pub(crate) fn headings(mut all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let block = |d: &Diagnostic| {
        let missing = d.message == "the line that opens this block is missing";
        let item = d.help.as_ref().is_some_and(|help| help.contains("`to "));
        missing && item && d.fix.is_empty()
    };
    let Some(at) = all.iter().position(block) else { return all };
    let declares = |d: &Diagnostic| match d.code {
        Code::E0401 => d.help.as_ref().is_some_and(|help| help.starts_with("declare it as a deed")),
        Code::E0403 => d.message == "`this` has no meaning here",
        Code::E0707 => true,
        _ => false,
    };
    let named = |d: &Diagnostic| {
        let name = d.message.split('`').nth(1).filter(|_| d.code == Code::E0401)?;
        declares(d).then(|| name.to_owned())
    };
    let names: BTreeSet<String> = all.iter().filter_map(named).collect();
    let mut names = names.into_iter();
    if let (Some(name), None) = (names.next(), names.next())
        && let Some(help) = all.get_mut(at).and_then(|said| said.help.as_mut())
    {
        *help = help.replacen("`to NAME {`", &format!("`to {name} {{`"), 1);
    }
    all.retain(|d| !declares(d));
    all
}
