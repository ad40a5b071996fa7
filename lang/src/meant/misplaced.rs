//! What stands in the wrong place: a line, a type in front of its name, the word between two
//! values. Each is tried where it probably belongs.

use super::{Trials, key, line_at};
use super::{commas, slips};
use crate::causes;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit, Offer, Severity};
use crate::letters::in_name;
use crate::source::{FileId, Sources, Span};
use std::collections::BTreeSet;
use std::ops::Range;

/// So many mistakes are looked at.
const MOST: usize = 3;
/// So many places are tried for each.
const MOST_PLACES: usize = 14;
/// So much of a line is shown, in characters.
const SHOWN: usize = 100;

/// Another place, and what is said if the rules are right with it.
struct Place {
    change: Edit,
    /// What is said in the place of the message, if that is not what is wrong.
    message: Option<String>,
    help: String,
    /// The change that is offered, if it is laid out otherwise than the one that is tried.
    fix: Option<Edit>,
    /// What is tried mends more than what is said, or says nothing.
    more: bool,
}

impl Place {
    fn new(change: Edit, help: String) -> Self {
        Self { change, message: None, help, fix: None, more: false }
    }
}

/// Whether something may stand in the wrong place, or be a slip.
pub(super) fn is(said: &Diagnostic) -> bool {
    const CODES: [Code; 14] = [
        Code::E0202,
        Code::E0309,
        Code::E0401,
        Code::E0402,
        Code::E0403,
        Code::E0404,
        Code::E0407,
        Code::E0408,
        Code::E0409,
        Code::E0413,
        Code::E0414,
        Code::E0434,
        Code::E0601,
        Code::E0702,
    ];
    let known = said.code.is_syntax() || CODES.contains(&said.code) || commas::is(said);
    said.severity == Severity::Error && known
}

/// Whether what is said does not say how it is mended.
fn is_open(said: &Diagnostic) -> bool {
    said.fix.is_empty() || said.open
}

/// Says of the first such mistakes where it belongs.
pub(super) fn told(all: &mut Vec<Diagnostic>, trials: &mut Trials<'_>) {
    let (sources, own) = (trials.sources, trials.own);
    let missing: BTreeSet<String> = all
        .iter()
        .filter_map(|d| causes::unknown(d, sources))
        .filter(|name| name.chars().all(in_name))
        .map(str::to_owned)
        .collect();
    // What was mended on a line hides nothing, or something else was meant.
    let hides = |d: &Diagnostic| {
        let beside = || others_beside(d, all, sources);
        d.code.is_syntax() && (names_missing(d, &missing, sources) || beside())
    };
    let wrong = all.iter().filter(|d| is(d) && (is_open(d) || d.code.is_syntax()));
    let wrong: Vec<(Diagnostic, bool)> =
        wrong.take(MOST).map(|d| (d.clone(), !is_open(d) && !hides(d))).collect();
    for (mut said, surely) in wrong {
        let own_key = key(&said, sources);
        if !trials.before.contains(&own_key) {
            continue;
        }
        let mut same_place = false;
        if let Some(one) = all.iter_mut().find(|d| key(d, sources) == own_key) {
            without_head(one, own, sources);
            same_place = one.span() != said.span();
            said = one.clone();
        }
        let more = !is_open(&said) && !surely;
        let found = places(&said, own, &missing, sources).into_iter();
        let found = found.filter(|_| !surely);
        let slips = slips_of(&said, own, &missing, surely, sources);
        // Where something else is said, no word goes without being asked.
        let loses =
            |place: &Place| said.offer == Offer::StandsIn && place.change.new.trim().is_empty();
        for place in found.chain(slips).take(MOST_PLACES).filter(|place| !loses(place)) {
            let gone = trials.mended_by(&place.change);
            let fits = |gone: &BTreeSet<super::Key>| {
                gone.contains(&own_key) && (!(place.more || more) || gone.len() > 1)
            };
            let Some(gone) = gone.filter(fits) else { continue };
            all.retain(|d| !gone.contains(&key(d, sources)));
            all.retain(|d| !(same_place && d.labels.iter().any(|label| label.span == said.span())));
            trials.before.retain(|key| !gone.contains(key));
            let mut told = said.clone().help(place.help);
            if let Some(message) = place.message {
                told = Diagnostic { message, about: None, ..told };
                told = told.saying("");
                told.labels.truncate(1);
            }
            told.fix = vec![place.fix.unwrap_or(place.change)];
            told.tries.clear();
            told.others.clear();
            all.push(told);
            all.sort_by_key(Diagnostic::span);
            break;
        }
    }
}

/// Whether the line of a report has a name that means nothing, or a gap where one may have stood.
fn names_missing(d: &Diagnostic, missing: &BTreeSet<String>, sources: &Sources) -> bool {
    let line = || {
        let text = &sources.get(d.span().file)?.text;
        let (from, to) = line_at(text, d.span().start as usize)?;
        text.get(from..to)
    };
    line().is_some_and(|line| {
        let gap = line.contains(", ,") && !missing.is_empty();
        gap || line.split(|c: char| !in_name(c)).any(|word| missing.contains(word))
    })
}

/// Whether other sentences on the line of a report, or beside it, could not be read either.
fn others_beside(d: &Diagnostic, all: &[Diagnostic], sources: &Sources) -> bool {
    let line = |d: &Diagnostic| {
        let at = d.span();
        (at.file, sources.line_column(at.file, at.start).0)
    };
    let (file, here) = line(d);
    let near = |other: &&Diagnostic| {
        let (of, there) = line(other);
        of == file && there.abs_diff(here) <= 1 && other.code.is_syntax()
    };
    all.iter().filter(near).count() > 1
}

/// `no C in stock has c.fits`: the name is bound on the line, with another letter.
fn bound_otherwise(said: &Diagnostic, sources: &Sources) -> Option<Place> {
    let (at, name) = (said.span(), sources.slice(said.span()));
    let text: &str = &sources.get(at.file)?.text;
    let (start, end) = line_at(text, at.start as usize)?;
    let before = text.get(start..at.start as usize)?;
    let bound = before.match_indices(" in ").find_map(|(place, _)| {
        let from = before.get(..place)?.trim_end_matches(in_name).len();
        let other = before.get(from..place)?;
        (other != name && other.eq_ignore_ascii_case(name)).then_some(start + from..start + place)
    })?;
    let line = format!("{}{name}{}", text.get(start..bound.start)?, text.get(bound.end..end)?);
    let help =
        format!("it is called otherwise here: write `{}`", around(&line, bound.start - start));
    Some(Place::new(edit(at.file, bound, name.to_owned()), help))
}

/// Whether a name is missing.
fn lacks_name(said: &Diagnostic) -> bool {
    ["expected a name after `", "a name is missing after `"]
        .iter()
        .any(|words| said.message.starts_with(words))
}

/// A name that is used and declared nowhere, where one is missing.
fn names_put(said: &Diagnostic, missing: &BTreeSet<String>, sources: &Sources) -> Vec<Place> {
    let at = said.span();
    let found = || {
        let text: &str = &sources.get(at.file)?.text;
        let (start, end) = line_at(text, at.start as usize)?;
        Some((text.get(start..at.start as usize)?, text.get(at.start as usize..end)?))
    };
    let Some((before, behind)) = found() else { return Vec::new() };
    let glue = if behind.starts_with(['(', ':']) { "" } else { " " };
    let all = missing.iter().map(|name| {
        let place = at.start as usize..at.start as usize;
        let line = format!("{before}{name}{glue}{behind}");
        let help = format!("write `{}`", around(&line, before.len()));
        let message = format!("the name `{name}` is missing here");
        let place = Place::new(edit(at.file, place, format!("{name}{glue}")), help);
        Place { message: Some(message), ..place }
    });
    all.collect()
}

fn places(
    said: &Diagnostic,
    own: usize,
    missing: &BTreeSet<String>,
    sources: &Sources,
) -> Vec<Place> {
    let mine = usize::from(said.span().file.0) < own;
    let open = said.fix.is_empty();
    match said.code {
        Code::E0202 if mine => type_in_front(said, sources).into_iter().collect(),
        Code::E0409 if mine => {
            let mut all = between_values(said, sources);
            all.extend(values_left(said, sources));
            all
        }
        Code::E0105 if mine && said.message.starts_with("the line that opens") => {
            let mut all = orphans(said, sources);
            all.extend(headings(said, sources));
            all
        }
        Code::E0105 | Code::E0102 if mine && open => {
            let mut all = orphans(said, sources);
            all.extend(lines(said, sources));
            all
        }
        Code::E0401 if mine && is_open(said) => {
            let mut all: Vec<Place> = bound_otherwise(said, sources).into_iter().collect();
            all.extend(lines(said, sources));
            all
        }
        Code::E0101 if mine && lacks_name(said) => names_put(said, missing, sources),
        Code::E0101 if mine && open => lines(said, sources),
        _ => Vec::new(),
    }
}

/// What the line of a report may mean by the names that the rules have elsewhere.
fn slips_of(
    said: &Diagnostic,
    own: usize,
    missing: &BTreeSet<String>,
    surely: bool,
    sources: &Sources,
) -> Vec<Place> {
    if usize::from(said.span().file.0) >= own {
        return Vec::new();
    }
    let all = slips::of(said, missing, surely, sources).into_iter();
    all.filter_map(|slip| place_of(said, slip, sources)).collect()
}

/// A slip with what is said of it.
fn place_of(said: &Diagnostic, slip: slips::Slip, sources: &Sources) -> Option<Place> {
    let text: &str = &sources.get(said.span().file)?.text;
    let (from, to) = line_at(text, slip.at.start)?;
    let (before, behind) = (text.get(from..slip.at.start)?, text.get(slip.at.end..to)?);
    let (message, help) = if slip.new == "\n" {
        let begins = format!("a new line begins with `{}`", shown(behind));
        (Some("two lines have grown together".to_owned()), begins)
    } else {
        let message = what_is_wrong(text.get(slip.at.clone())?.trim(), slip.new.trim());
        // Where a word goes, its blank goes, too.
        let gap = slip.new.trim().is_empty() && behind.starts_with([':', ',']);
        let before = if gap { before.trim_end() } else { before };
        let made = format!("{before}{}{behind}", slip.new.trim_start_matches(|_| gap));
        let help = format!("write `{}`", around(&made, before.len()));
        let syntax = said.code.is_syntax();
        (syntax.then(|| message.replace('\n', " ")), help)
    };
    let change = edit(said.span().file, slip.at, slip.new);
    Some(Place { message, ..Place::new(change, help) })
}

/// What is said of words in the place of which others are meant.
fn what_is_wrong(old: &str, new: &str) -> String {
    match (old, new) {
        ("", _) => format!("`{new}` is missing here"),
        (_, "") => format!("there is one `{old}` too many here"),
        _ => format!("`{old}` is written `{new}` here"),
    }
}

/// A line, cut to what stands around a byte.
fn around(line: &str, byte: usize) -> String {
    const BEFORE: usize = 40;
    let cut = (0..=byte.saturating_sub(BEFORE))
        .rev()
        .find(|at| *at == 0 || line.get(..*at).is_some_and(|before| before.ends_with(' ')));
    let cut = cut.unwrap_or(0);
    let lead = if line.get(..cut).unwrap_or("").trim().is_empty() { "" } else { "… " };
    format!("{lead}{}", shown(line.get(cut..).unwrap_or(line)))
}

/// `pay(me, 3, 7)`, where two values are wanted: each of them left out.
fn values_left(said: &Diagnostic, sources: &Sources) -> Vec<Place> {
    let at = said.span();
    let found = || {
        let text: &str = &sources.get(at.file)?.text;
        let (_, end) = line_at(text, at.start as usize)?;
        let call = text.get(at.start as usize..end)?;
        let open = call.find('(')?;
        let (mut depth, mut cuts, mut close) = (0usize, vec![open], None);
        for (byte, letter) in call.char_indices().skip(open) {
            match letter {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        close = Some(byte);
                        break;
                    }
                }
                ',' if depth == 1 => cuts.push(byte),
                _ => {}
            }
        }
        Some((call, cuts, close?))
    };
    let Some((call, cuts, close)) = found() else { return Vec::new() };
    let value = |n: usize| call[cuts[n] + 1..cuts.get(n + 1).copied().unwrap_or(close)].trim();
    let help = said.help.as_deref().and_then(|help| help.strip_prefix("write `")?.split_once('`'));
    // They are meant as one list.
    if help.is_some_and(|(mend, _)| mend.contains("((")) {
        return Vec::new();
    }
    let more = help.map_or("", |(_, more)| more);
    let mut all = Vec::new();
    // What takes nothing may just as well have to name it.
    let several = if cuts.len() > 1 { cuts.len() } else { 0 };
    for out in (0..several).rev() {
        let kept: Vec<&str> = (0..cuts.len()).filter(|n| *n != out).map(value).collect();
        let given = if kept.is_empty() { String::new() } else { format!("({})", kept.join(", ")) };
        let start = at.start as usize;
        let help = format!("write `{}{given}`{more}", &call[..cuts[0]]);
        let change = edit(at.file, start + cuts[0]..start + close + 1, given);
        all.push(Place::new(change, help));
    }
    all
}

fn edit(file: FileId, old: Range<usize>, new: String) -> Edit {
    Edit { span: Span { file, start: old.start as u32, end: old.end as u32 }, new }
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
        let binds = |line: &str| {
            let name = sources.slice(at);
            ["let ", "choose ", "for each ", "may choose ", "if there is "].iter().any(|word| {
                let rest = line.trim_start().strip_prefix(word);
                let rest = rest.and_then(|rest| rest.strip_prefix(name));
                rest.is_some_and(|rest| rest.starts_with(' '))
            })
        };
        let fits = said.code != Code::E0401 || line(other).trim() == "}" || binds(line(other));
        if !fits || prose(first) || prose(second) || line(first) == line(second) {
            continue;
        }
        let new = format!("{}\n{}", line(second), line(first));
        let (word, side) = if early { ("early", "below") } else { ("late", "above") };
        let help = format!("write it {side} `{}`", shown(line(other)));
        let message = if word == "early" {
            "this line stands one line too early"
        } else {
            "this line stands one line too late"
        };
        let place = Place::new(edit(at.file, first.0..second.1, new), help);
        all.push(Place { message: Some(message.to_owned()), ..place });
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
        fix: Some(edit(at.file, start..start, format!("{heading} {{\n{indent}"))),
        change: edit(at.file, start..start, format!("{heading} {{ ")),
        more: true,
    };
    HEADINGS.iter().map(place).collect()
}

/// What stands in the braces of `rules for`.
const OCCASIONS: [&str; 6] = ["action ", "attempt ", "before ", "after ", "instead of ", "forbid "];

/// What is said where a block ends whose first line is missing.
const ENDS: &str = "the block ends here";

/// A brace that closes nothing, where the block that it closes begins: its first line is missing.
fn without_head(said: &mut Diagnostic, own: usize, sources: &Sources) {
    let (at, closes) =
        (said.span(), said.code == Code::E0105 && said.message.ends_with("closes nothing"));
    let Some(file) = sources.get(at.file).filter(|_| closes && usize::from(at.file.0) < own) else {
        return;
    };
    let text: &str = &file.text;
    let edge = text.get(..at.start as usize).is_none_or(|t| t.is_empty() || t.ends_with('\n'));
    let Some(start) = block_of(text, at.start as usize).filter(|_| edge) else { return };
    let before = text.get(..start).unwrap_or("").trim_end();
    // Behind an item that is whole nothing may stand that belongs to none.
    let above = before.rsplit('\n').next().unwrap_or("");
    if !(above == "}" || above.starts_with("//") || above.ends_with('}')) {
        return;
    }
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or("");
    let first = start + (line.len() - line.trim_start().len());
    let span = Span { start: first as u32, end: (start + line.len()) as u32, ..at };
    let said_there = Diagnostic::new(said.code, span, "the line that opens this block is missing");
    *said = said_there.beside(at, ENDS).help(match declares_member(line) {
        _ if OCCASIONS.iter().any(|word| line.trim_start().starts_with(word)) => {
            "write it above this line: `rules for CARD in ZONE {`"
        }
        true => "write it above this line: `each Player has {`, `the table has {` or `card NAME {`",
        false => {
            "write it above this line: `to NAME {`, `action NAME {`, `when ZONE runs out {` \
                 or `test \"…\" with Ana, Ben {`"
        }
    });
}

/// Whether a line declares a zone, a counter or a field: `hand: set of Card`.
fn declares_member(line: &str) -> bool {
    let name = line.trim_start().split_once(": ").map(|(name, _)| name);
    name.is_some_and(|name| !name.is_empty() && name.chars().all(in_name))
}

/// What may open a block that belongs to no item: it ends in a brace at the first column.
fn orphans(said: &Diagnostic, sources: &Sources) -> Vec<Place> {
    let at = said.span();
    let Some(file) = sources.get(at.file) else { return Vec::new() };
    let text: &str = &file.text;
    let Some(start) = start_of_orphan(said, text) else { return Vec::new() };
    let block = text.get(start..).unwrap_or("");
    let block = &block[..block.find("\n}").unwrap_or(block.len())];
    let heads = if is_of_test(block) { heads_of_tests() } else { heads_of_items(text) };
    let place = |head: &str| Place {
        message: Some("the line that opens this block is missing".to_owned()),
        more: false,
        fix: None,
        help: format!("write `{head}` above `{}`", shown(block.lines().next().unwrap_or(""))),
        change: edit(at.file, start..start, format!("{head}\n")),
    };
    heads.into_iter().map(place).collect()
}

/// Where a block without its first line begins.
fn start_of_orphan(said: &Diagnostic, text: &str) -> Option<usize> {
    let at = said.span();
    let end = said.labels.iter().find(|label| label.text == ENDS).map_or(at, |label| label.span);
    if said.message.starts_with("the line that opens") && end == at {
        line_at(text, at.start as usize).map(|(start, _)| start)
    } else {
        block_of(text, end.start as usize)
    }
}

/// Whether the lines of a block are those of a test.
fn is_of_test(block: &str) -> bool {
    const OF_TESTS: [&str; 3] = ["given ", "expect ", "simulate "];
    block.lines().any(|line| {
        OF_TESTS.iter().any(|word| line.trim_start().starts_with(word)) || line.contains(" does ")
    })
}

/// How tests for two and for three begin.
fn heads_of_tests() -> Vec<&'static str> {
    vec!["test \"what it shows\" with Ana, Ben {", "test \"what it shows\" with Ana, Ben, Cleo {"]
}

/// How the items begin that a text has not yet, and may have.
fn heads_of_items(text: &str) -> Vec<&'static str> {
    let has = |word: &str| {
        text.lines().any(|line| line.strip_prefix(word).is_some_and(|l| l.starts_with(' ')))
    };
    let play = (!has("play") && !has("variant")).then_some("play {");
    let setup = (!has("setup")).then_some("setup {");
    let replaced = has("variant").then_some("replace setup {");
    [play, setup, replaced].into_iter().flatten().collect()
}

/// Where the block begins that ends at a byte: behind the last line that is empty, a remark, or at
/// the first column.
pub(super) fn block_of(text: &str, byte: usize) -> Option<usize> {
    let mut start = line_at(text, byte)?.0;
    let bottom = start;
    while let Some(before) = start.checked_sub(1).and_then(|byte| line_at(text, byte)) {
        let line = text.get(before.0..before.1)?;
        if !line.starts_with([' ', '\t']) || line.trim().is_empty() {
            break;
        }
        start = before.0;
    }
    (start < bottom).then_some(start)
}

/// `Number: price` for `price: Number`
fn type_in_front(said: &Diagnostic, sources: &Sources) -> Option<Place> {
    let at = said.span();
    let text: &str = &sources.get(at.file)?.text;
    let name = sources.slice(at);
    let before = text.get(..at.start as usize)?.strip_suffix(": ")?;
    let start = before.trim_end_matches(in_name).len();
    let ty = before.get(start..)?;
    let plain = !name.is_empty() && name.chars().all(in_name);
    let types = ty.starts_with(char::is_uppercase) && plain;
    types.then(|| {
        let new = format!("{name}: {ty}");
        let help = format!("the name comes first, then its type: write `{new}`");
        Place::new(edit(at.file, start..at.end as usize, new), help)
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
        let place = start + from..start + from + word.len();
        Some(Place::new(edit(at.file, place, ", ".to_owned()), format!("write `{changed}`")))
    };
    WORDS.iter().filter_map(one).collect()
}
