//! Reports that lead astray: another one of the same slip names what is meant, or the line itself
//! tells it.

use crate::code::Code;
use crate::diagnostic::{About, Diagnostic, Edit};
use crate::letters::in_name;
use crate::source::{Sources, Span};

/// Leaves those that say what is meant.
pub(crate) fn left_out(all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let mut all = without_nobody(all, sources);
    without_unset(&mut all);
    set_up_by_deed(&mut all, sources);
    for said in &mut all {
        turned_round(said, sources);
        printed(said, sources);
        of_own_move(said, sources);
    }
    all
}

/// `me.storm` where nobody acts, though `storm` belongs to the table: `me` is too much, and that
/// nobody acts is no mistake.
fn without_nobody(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let mut whole: Vec<Span> = Vec::new();
    for said in all.iter_mut().filter(|d| d.code == Code::E0402 && d.fix.is_empty()) {
        let at = said.span();
        let alone = said.about == Some(About::OfTable);
        let before = before(at, sources);
        let me = before.ends_with("me.") && !before[..before.len() - 3].ends_with(in_name);
        if alone && me {
            let start = at.start - 3;
            said.fix = vec![Edit { span: Span { start, end: at.start, ..at }, new: String::new() }];
            whole.push(Span { start, ..at });
        }
    }
    let inside = |at: Span| {
        let within =
            |all: &&Span| all.file == at.file && all.start <= at.start && at.end <= all.end;
        whole.iter().any(|all| within(&all))
    };
    all.retain(|d| d.code != Code::E0501 || !inside(d.span()));
    all
}

/// `let storm = yes` of a counter sets a name of its own: that the counter has no start follows.
fn without_unset(all: &mut Vec<Diagnostic>) {
    let names: Vec<String> = all
        .iter()
        .filter_map(
            |d| if let Some(About::Taken(name)) = &d.about { Some(name.clone()) } else { None },
        )
        .collect();
    let unset =
        |d: &Diagnostic| matches!(&d.about, Some(About::Unset(name)) if names.contains(name));
    all.retain(|d| !unset(d));
}

/// `to setup { … }` is a deed that nothing calls, and no set-up.
fn set_up_by_deed(all: &mut Vec<Diagnostic>, sources: &Sources) {
    const HEAD: &str = "to setup";
    let Some(unset) = all.iter().find(|d| d.code == Code::E0519).map(Diagnostic::span) else {
        return;
    };
    let text = sources.get(unset.file).map_or("", |file| &*file.text);
    let starts = text.match_indices('\n').map(|(at, _)| at + 1);
    let deed =
        |at: &usize| text[*at..].strip_prefix(HEAD).is_some_and(|rest| !rest.starts_with(in_name));
    let set_up = text.lines().any(|line| line.starts_with("setup"));
    let Some(at) = starts.into_iter().find(deed).filter(|_| !set_up) else { return };
    let place = |from: usize, to: usize| Span { start: from as u32, end: to as u32, ..unset };
    let said = Diagnostic::new(
        Code::E0519,
        place(at, at + HEAD.len()),
        "this is a deed that nothing calls: the set-up has no `to`",
    );
    let fix = vec![Edit { span: place(at, at + "to ".len()), new: String::new() }];
    let said = Diagnostic { fix, ..said.help("write `setup { … }`") };
    all.retain(|d| d.code != Code::E0519);
    all.push(said);
    all.sort_by_key(Diagnostic::span);
}

/// `captain.left = captain`: it is `captain` that is set.
fn turned_round(said: &mut Diagnostic, sources: &Sources) {
    if said.about != Some(About::Fixed) {
        return;
    }
    let (at, line) = (said.span(), line(said.span(), sources));
    let (start, text) = line;
    let rest = text.get((at.start as usize).saturating_sub(start)..).unwrap_or("");
    let Some((place, value)) = rest.split_once(" = ") else { return };
    let value = value.split(['}', '/']).next().unwrap_or("").trim_end();
    let Some(seat) = [".left", ".right"].into_iter().find(|seat| place.ends_with(seat)) else {
        return;
    };
    let of = place.strip_suffix(seat).unwrap_or(place);
    let plain = !value.is_empty() && value.chars().all(|c| in_name(c) || c == '.');
    if !plain {
        return;
    }
    if of == value {
        let end = at.start + (place.len() + " = ".len() + value.len()) as u32;
        let new = format!("{value} = {place}");
        said.say(format!("what is set stands in front of `=`: write `{new}`"));
        said.fix = vec![Edit { span: Span { end, ..at }, new }];
    } else {
        said.say(format!(
            "where players sit never changes: set a counter to whoever sits there, such as \
             `{value} = {place}`"
        ));
    }
}

/// `c.prestige += me.fame`: what is printed is added to the counter.
fn printed(said: &mut Diagnostic, sources: &Sources) {
    let at = said.span();
    if said.about != Some(About::Printed) {
        return;
    }
    let (start, text) = line(at, sources);
    let rest = text.get((at.end as usize).saturating_sub(start)..).unwrap_or("");
    let Some(sign) = [" += ", " -= "].into_iter().find(|sign| rest.starts_with(sign)) else {
        return;
    };
    let value = rest[sign.len()..].split(['}', '/']).next().unwrap_or("").trim_end();
    if value.contains('.') && value.chars().all(|c| in_name(c) || c == '.') {
        said.say(format!(
            "what changes stands in front: write `{value}{sign}{}`",
            sources.slice(at)
        ));
    }
}

/// `move ride to me.log` in `action ride(c in …)`: the card is meant, and not the move.
fn of_own_move(said: &mut Diagnostic, sources: &Sources) {
    let name = sources.slice(said.span());
    if said.about != Some(About::Move) {
        return;
    }
    let at = said.span();
    let text = sources.get(at.file).and_then(|file| file.text.get(..at.start as usize));
    let mut heads = text.unwrap_or("").lines().filter(|line| line.starts_with(char::is_alphabetic));
    let head = heads.next_back().unwrap_or("");
    let params = ["action ", "attempt "].iter().find_map(|word| {
        head.strip_prefix(word)?.strip_prefix(name)?.strip_prefix('(')?.split_once(" in ")
    });
    let one = params.map(|(param, _)| param).filter(|param| param.chars().all(in_name));
    if let Some(param) = one {
        said.say(format!("what `{name}` is about is called `{param}`: write `{param}`"));
        said.fix = vec![Edit { span: at, new: param.to_owned() }];
    }
}

/// What stands before a place on its line.
fn before(at: Span, sources: &Sources) -> &str {
    let (start, text) = line(at, sources);
    text.get(..(at.start as usize).saturating_sub(start)).unwrap_or("")
}

/// The line of a place, and where it begins.
fn line(at: Span, sources: &Sources) -> (usize, &str) {
    let text = sources.get(at.file).map_or("", |file| &*file.text);
    let byte = (at.start as usize).min(text.len());
    let start = text.get(..byte).and_then(|t| t.rfind('\n')).map_or(0, |at| at + 1);
    let rest = text.get(start..).unwrap_or("");
    (start, rest.split('\n').next().unwrap_or(""))
}
