//! What stands in the wrong place: a line, a comma of a table, a type in front of its name, the
//! word between two values. Each is tried where it probably belongs.

use super::{Trials, key};
use crate::diagnostic::{Diagnostic, Edit, Severity};
use crate::letters::in_name;
use crate::source::{FileId, Sources, Span};

/// So many mistakes are looked at.
const MOST: usize = 2;
/// So many places are tried for each.
const MOST_PLACES: usize = 6;
/// So much of a line is shown, in characters.
const SHOWN: usize = 100;

/// Another place, and what is said if the rules are right with it.
struct Place {
    change: Edit,
    /// What is said in the place of the message, if that is not what is wrong.
    message: Option<&'static str>,
    help: String,
    /// The change that is offered, if it is laid out otherwise than the one that is tried.
    fix: Option<Edit>,
    /// What is tried mends more than what is said, or says nothing.
    more: bool,
}

impl Place {
    const fn new(change: Edit, help: String) -> Self {
        Self { change, message: None, help, fix: None, more: false }
    }
}

/// Whether something may stand in the wrong place.
pub(super) fn is(said: &Diagnostic) -> bool {
    const CODES: [&str; 7] = ["E0202", "E0303", "E0304", "E0305", "E0306", "E0401", "E0409"];
    let unread = matches!(said.code, "E0101" | "E0102" | "E0105") && said.fix.is_empty();
    said.severity == Severity::Error && (unread || CODES.contains(&said.code))
}

/// Says of the first such mistakes where it belongs.
pub(super) fn told(all: &mut Vec<Diagnostic>, own: usize, trials: &mut Trials<'_>) {
    let wrong: Vec<Diagnostic> = all.iter().filter(|d| is(d)).take(MOST).cloned().collect();
    for said in wrong {
        let sources = trials.sources;
        let own_key = key(&said, sources);
        if !trials.before.contains(&own_key) {
            continue;
        }
        for place in places(&said, own, sources).into_iter().take(MOST_PLACES) {
            let gone = trials.mended_by(&place.change);
            let fits = |gone: &std::collections::BTreeSet<super::Key>| {
                gone.contains(&own_key) && (!place.more || gone.len() > 1)
            };
            let Some(gone) = gone.filter(fits) else { continue };
            all.retain(|d| !gone.contains(&key(d, sources)));
            trials.before.retain(|key| !gone.contains(key));
            let mut told = said.clone().help(place.help);
            told.message = place.message.map_or(told.message, str::to_owned);
            told.fix = vec![place.fix.unwrap_or(place.change)];
            told.tries.clear();
            all.push(told);
            all.sort_by_key(Diagnostic::span);
            break;
        }
    }
}

fn places(said: &Diagnostic, own: usize, sources: &Sources) -> Vec<Place> {
    let mine = usize::from(said.span().file.0) < own;
    match said.code {
        "E0303" | "E0304" | "E0305" | "E0306" => commas(said, sources),
        "E0202" if mine => type_in_front(said, sources).into_iter().collect(),
        "E0409" if mine => between_values(said, sources),
        "E0105" if mine && said.message.starts_with("the line that opens") => {
            headings(said, sources)
        }
        "E0101" | "E0102" | "E0401" if mine => lines(said, sources),
        _ => Vec::new(),
    }
}

/// The bytes of the line of a byte.
fn line_at(text: &str, byte: usize) -> Option<(usize, usize)> {
    let start = text.get(..byte)?.rfind('\n').map_or(0, |at| at + 1);
    let end = text.get(byte..)?.find('\n').map_or(text.len(), |n| byte + n);
    Some((start, end))
}

fn edit(file: FileId, (start, end): (usize, usize), new: String) -> Edit {
    Edit { span: Span { file, start: start as u32, end: end as u32 }, new }
}

fn shown(line: &str) -> String {
    let line = line.trim().replace('`', "'");
    match line.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{} …", &line[..at]),
        None => line,
    }
}

/// A line and one beside it, the other way round.
fn lines(said: &Diagnostic, sources: &Sources) -> Vec<Place> {
    let at = said.span();
    let found = || {
        let text: &str = &sources.get(at.file)?.text;
        let here = line_at(text, at.start as usize)?;
        let before = here.0.checked_sub(1).and_then(|byte| line_at(text, byte));
        let behind = (here.1 < text.len()).then(|| line_at(text, here.1 + 1)).flatten();
        Some((text, here, before, behind))
    };
    let Some((text, here, before, behind)) = found() else { return Vec::new() };
    let line = |of: (usize, usize)| text.get(of.0..of.1).unwrap_or("");
    let prose = |of: (usize, usize)| line(of).trim().is_empty() || line(of).contains("//");
    let mut all = Vec::new();
    for (first, second) in [(Some(here), behind), (before, Some(here))] {
        let (Some(first), Some(second)) = (first, second) else { continue };
        let early = first == here;
        let other = if early { second } else { first };
        // A name that is out of reach stands behind the end of its block.
        let fits = said.code != "E0401" || line(other).trim() == "}";
        if !fits || prose(first) || prose(second) || line(first) == line(second) {
            continue;
        }
        let new = format!("{}\n{}", line(second), line(first));
        let (word, side) = if early { ("early", "below") } else { ("late", "above") };
        let help = format!("write it {side} `{}`", shown(line(other)));
        let message = match word {
            "early" => "this line stands one line too early",
            _ => "this line stands one line too late",
        };
        let place = Place::new(edit(at.file, (first.0, second.1), new), help);
        all.push(Place { message: Some(message), ..place });
    }
    all
}

/// What may open a block whose first line is missing, if something in it says so.
fn headings(said: &Diagnostic, sources: &Sources) -> Vec<Place> {
    const HEADINGS: [&str; 3] =
        ["turn me in players", "round n in 1 onwards", "for each p in players"];
    let at = said.span();
    let Some(file) = sources.get(at.file) else { return Vec::new() };
    let start = at.start as usize;
    let Some((line, _)) = line_at(&file.text, start) else { return Vec::new() };
    let indent = file.text.get(line..start).unwrap_or("");
    let place = |heading: &&str| Place {
        message: None,
        help: format!("write `{heading} {{` above this line"),
        fix: Some(edit(at.file, (start, start), format!("{heading} {{\n{indent}"))),
        change: edit(at.file, (start, start), format!("{heading} {{ ")),
        more: true,
    };
    HEADINGS.iter().map(place).collect()
}

/// `Number: price` for `price: Number`
fn type_in_front(said: &Diagnostic, sources: &Sources) -> Option<Place> {
    let at = said.span();
    let text: &str = &sources.get(at.file)?.text;
    let name = sources.slice(at);
    let before = text.get(..at.start as usize)?.strip_suffix(": ")?;
    let start = before.rfind(|c: char| !in_name(c)).map_or(0, |at| at + 1);
    let ty = before.get(start..)?;
    let plain = !name.is_empty() && name.chars().all(in_name);
    let types = ty.starts_with(char::is_uppercase) && plain;
    types.then(|| {
        let new = format!("{name}: {ty}");
        let help = format!("the name comes first, then its type: write `{new}`");
        Place::new(edit(at.file, (start, at.end as usize), new), help)
    })
}

/// `pay(me or p)` for `pay(me, p)`
fn between_values(said: &Diagnostic, sources: &Sources) -> Vec<Place> {
    const WORDS: [&str; 5] = [" or ", " and ", " to ", "; ", "/"];
    let at = said.span();
    let found = || {
        let text: &str = &sources.get(at.file)?.text;
        let start = at.start as usize;
        let call = text.get(start..line_at(text, start)?.1)?;
        let open = call.find('(')?;
        let close = call.find(')')?;
        Some((start, call, call.get(open..close).map(|_| (open, close))?))
    };
    let Some((start, call, (open, close))) = found() else { return Vec::new() };
    let inside = &call[open..close];
    let one = |word: &&str| {
        let from = open + inside.find(*word)?;
        let changed = format!("{}, {}", &call[..from], &call[from + word.len()..=close]);
        let place = (start + from, start + from + word.len());
        Some(Place::new(edit(at.file, place, ", ".to_owned()), format!("write `{changed}`")))
    };
    WORDS.iter().filter_map(one).collect()
}

/// A comma of a table one letter further on, or in the middle of two values that have grown
/// together.
fn commas(said: &Diagnostic, sources: &Sources) -> Vec<Place> {
    let of_table = |label: &&crate::diagnostic::Label| {
        sources.get(label.span.file).is_some_and(|file| file.name.ends_with(".csv"))
    };
    let found = || {
        let at = said.labels.iter().find(of_table)?.span;
        let text: &str = &sources.get(at.file)?.text;
        let line = line_at(text, at.start as usize)?;
        let whole = text.get(line.0..line.1)?.trim_end_matches('\r');
        (!whole.contains('"')).then_some((at, line.0, whole))
    };
    let Some((at, start, line)) = found() else { return Vec::new() };
    let words = super::words(sources);
    let here = |cell: &str| line.split(|c: char| !in_name(c)).filter(|word| *word == cell).count();
    let known = |cell: &str| {
        let digits = !cell.is_empty() && cell.bytes().all(|b| b.is_ascii_digit());
        digits || words.get(cell).is_some_and(|times| !cell.is_empty() && *times > here(cell))
    };
    let mut all = Vec::new();
    let cell_of = |byte: usize| line[..byte].rfind(',').map_or(0, |at| at + 1);
    let end_of = |byte: usize| line[byte..].find(',').map_or(line.len(), |at| byte + at);
    let mut add = |place: (usize, usize), new: String| {
        let (from, to) = (cell_of(place.0), end_of(place.1));
        let row = format!("{}{new}{}", &line[..place.0], &line[place.1..]);
        let behind = (to + new.len() + place.0).saturating_sub(place.1);
        let to = row
            .get(behind + 1..)
            .map_or(row.len(), |rest| rest.find(',').map_or(row.len(), |at| behind + 1 + at));
        let from = from.checked_sub(1).map_or(0, cell_of);
        let part = row.get(from..to).unwrap_or(&row).to_owned();
        let (lead, cut) =
            (if from > 0 { "… " } else { "" }, if to < row.len() { " …" } else { "" });
        let help = format!("a comma stands in the wrong place: write `{lead}{part}{cut}`");
        all.push(Place::new(edit(at.file, (start + place.0, start + place.1), new), help));
    };
    let near = |comma: usize| {
        let (from, to) = (at.start as usize, at.end as usize);
        (from..=to).contains(&(start + comma + 1)) || (from..=to).contains(&(start + comma))
    };
    for (comma, _) in line.match_indices(',').filter(|(comma, _)| near(*comma)) {
        let (left, right) = (&line[cell_of(comma)..comma], &line[comma + 1..end_of(comma + 1)]);
        if let Some(last) = left.chars().next_back() {
            let (kept, moved) = (left.len() - last.len_utf8(), format!("{last}{right}"));
            if known(&left[..kept]) && known(&moved) {
                add((comma - last.len_utf8(), comma + 1), format!(",{last}"));
            }
        }
        if let Some(first) = right.chars().next() {
            let moved = format!("{left}{first}");
            if known(&moved) && known(&right[first.len_utf8()..]) {
                add((comma, comma + 1 + first.len_utf8()), format!("{first},"));
            }
        }
    }
    if said.code == "E0303" && said.message.starts_with("row ") {
        for (byte, _) in line.char_indices().skip(1) {
            let (left, right) = (&line[cell_of(byte)..byte], &line[byte..end_of(byte)]);
            if !left.is_empty() && !right.is_empty() && known(left) && known(right) {
                add((byte, byte), ",".to_owned());
            }
        }
    }
    all
}
