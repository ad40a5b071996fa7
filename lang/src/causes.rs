//! One report for a cause: what follows from a mistake that is reported is not said, and a name
//! that nothing has is said once, with how many more places have it.

use crate::astray;
use crate::broken::{self, line, line_at};
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic, Label, Offer, Severity};
use crate::letters::in_name;
use crate::loader::Loader;
use crate::lost;
use crate::messages::DECLARE;
use crate::refused::refused;
use crate::source::{Sources, Span};
use crate::syntax::{item_around, words_in};
use std::collections::{BTreeMap, BTreeSet};

/// Longer places name no single thing, in bytes.
const LONGEST_NAME: usize = 80;

/// Leaves one report for each cause; they come in source order.
pub fn gathered(
    all: Vec<Diagnostic>,
    sources: &Sources,
    loader: &mut dyn Loader,
) -> Vec<Diagnostic> {
    let all = without_what_follows(all, sources);
    let all = astray::left_out(all, sources);
    let all = without_unread_setup(all, sources);
    let all = without_half_names(all, sources);
    let all = without_types_of_nothing(all, sources);
    let all = without_unlaid(all, sources);
    let all = without_told_names(all, sources);
    let all = without_uses_of_unread(all, sources);
    let all = broken::without_uses(all, sources, &|said, sources| unknown(said, sources));
    let all = broken::without_me_of_deeds(all, sources);
    let all = with_one_unit(all);
    let all = without_questions_of_none(all, sources);
    let all = without_lost_members(all, sources);
    let all = with_columns(all, sources);
    let all = without_uses_of_one(all, sources);
    let all = without_uses_of_mended(all, sources);
    let all = lost::headings(lost::cards(lost::fields(without_lost_rows(all))));
    let all = modules_left_out(all, sources, loader);
    counted(all, sources)
}

/// A line that could not be read as it stands says nothing further; nor does a column that nobody
/// reads while something else is wrong.
fn without_what_follows(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let syntax = |d: &Diagnostic| d.code.is_syntax() && d.severity == Severity::Error;
    let wrong = all.iter().any(|d| d.severity == Severity::Error);
    if !wrong {
        return all;
    }
    let broken: BTreeSet<_> =
        all.iter().filter(|d| syntax(d)).map(|d| line(d.span(), sources)).collect();
    let follows = |d: &Diagnostic| !syntax(d) && broken.contains(&line(d.span(), sources));
    let wrong: Vec<Diagnostic> =
        all.iter().filter(|d| d.severity == Severity::Error && follows(d)).cloned().collect();
    // Where a line could not be read, it may be what uses or ends something.
    let unread = all.iter().any(|d| syntax(d) && d.fix.is_empty() && d.code != Code::E0103);
    let warns = |d: &Diagnostic| d.severity == Severity::Warning;
    all.retain(|d| d.code != Code::W0301 && !follows(d) && !(unread && warns(d)));
    // Two slips of one line that do not touch: the sign is told, and so is the word.
    for said in all.iter_mut().filter(|d| matches!(d.code, Code::E0107 | Code::E0108)) {
        let here = line(said.span(), sources);
        let then = wrong.iter().find(|w| line(w.span(), sources) == here && w.help.is_some());
        let written = then.and_then(|w| Some((w, w.help.as_ref()?)));
        if let Some((then, help)) = written.filter(|(_, help)| help.starts_with("write `")) {
            let offered = said.help.take().map_or(String::new(), |help| format!("{help}; "));
            said.help = Some(format!("{offered}and {}: {help}", then.message));
        }
    }
    for said in all.iter_mut().filter(|d| d.offer != Offer::Sure) {
        if let Some(wrong) = wrong.iter().find(|wrong| beside(said.span(), wrong.span())) {
            refused(said, wrong, sources);
        }
    }
    all
}

/// What the set-up sets is not known if a line of it, or of a deed, could not be read.
fn without_unread_setup(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let unread = all.iter().any(|d| {
        let text = sources.get(d.span().file).map_or("", |f| &f.text);
        let before = text.get(..d.span().start as usize).unwrap_or("");
        let head = before
            .lines()
            .rev()
            .find(|line| !line.starts_with([' ', '\t', '}', '/']) && !line.trim().is_empty());
        d.code.is_syntax()
            && head.is_some_and(|line| line.starts_with("setup") || line.starts_with("to "))
    });
    if unread {
        all.retain(|d| d.code != Code::E0519);
    }
    all
}

/// `cards left` for `cards_left`: the second half is no mistake of its own.
fn without_half_names(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let halves: Vec<Span> = all
        .iter()
        .filter_map(|d| {
            let meant = d.help.as_deref()?.strip_prefix("did you mean `")?.split_once('`')?.0;
            let (span, text) = (d.span(), &sources.get(d.span().file)?.text);
            let rest = meant.strip_prefix(sources.slice(span))?.strip_prefix('_')?;
            let start = span.end + 1;
            let end = start + u32::try_from(rest.len()).ok()?;
            let same = text.get(start as usize..end as usize) == Some(rest);
            same.then_some(Span { file: span.file, start, end })
        })
        .collect();
    all.retain(|d| !halves.contains(&d.span()));
    all
}

/// What is said of the types of a line in which a name means nothing.
const OF_TYPES: [Code; 8] = [
    Code::E0404,
    Code::E0405,
    Code::E0406,
    Code::E0407,
    Code::E0408,
    Code::E0412,
    Code::E0413,
    Code::E0414,
];

/// A line in which a name means nothing says nothing of the types of what is in it.
fn without_types_of_nothing(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let unknown = |d: &&Diagnostic| matches!(d.code, Code::E0401 | Code::E0402) && d.is_unknown();
    let lines: BTreeSet<_> = all.iter().filter(unknown).map(|d| line(d.span(), sources)).collect();
    all.retain(|d| !OF_TYPES.contains(&d.code) || !lines.contains(&line(d.span(), sources)));
    all
}

/// What a variant would have laid over something that is not there may declare what is missing in
/// it.
fn without_unlaid(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    const LAID: [&str; 3] = ["remove ", "replace ", "extend "];
    let unlaid: BTreeSet<u16> =
        all.iter().filter(|d| d.code == Code::E0904).map(|d| d.span().file.0).collect();
    // What could not be read, and is left out.
    let unread = all.iter().filter(|d| d.code.is_syntax() && d.fix.is_empty());
    let unread = unread.filter_map(|d| line_at(d, sources));
    let unread: Vec<&str> =
        unread.filter(|line| LAID.iter().any(|w| line.starts_with(w))).collect();
    if unlaid.is_empty() && unread.is_empty() {
        return all;
    }
    let of_unread = |d: &Diagnostic| {
        let name = unknown(d, sources).unwrap_or("");
        unread.iter().any(|line| line.split(|c: char| !in_name(c)).any(|word| word == name))
    };
    let altered = |d: &Diagnostic| {
        d.labels.iter().any(|label| label.text == "removed here" || label.text == "replaced here")
    };
    all.retain(|d| {
        let unknown = matches!(d.code, Code::E0401 | Code::E0402 | Code::E0309);
        let lost = unlaid.contains(&d.span().file.0) || of_unread(d);
        !(unknown && lost || altered(d))
    });
    all
}

/// A name that another help declares is no mistake of its own.
fn without_told_names(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let chosen = |d: &Diagnostic| {
        if let Some(About::Chosen(name)) = &d.about { Some(name.clone()) } else { None }
    };
    let told: BTreeSet<String> = all.iter().filter_map(chosen).collect();
    all.retain(|d| {
        let name = unknown(d, sources).filter(|_| d.code == Code::E0401);
        !name.is_some_and(|name| told.contains(name))
    });
    all
}

/// What was declared on a line that could not be read is of another type by chance.
fn without_uses_of_unread(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    const OF_TYPES: [Code; 10] = [
        Code::E0404,
        Code::E0405,
        Code::E0407,
        Code::E0408,
        Code::E0413,
        Code::E0505,
        Code::E0707,
        Code::E0322,
        Code::E0305,
        Code::E0306,
    ];
    let unread = |d: &&Diagnostic| d.code.is_syntax() && d.severity == Severity::Error;
    let mut declared: BTreeSet<&str> = BTreeSet::new();
    let mut tables = false;
    // Of a heading only the word was wrong.
    let heading = |d: &&Diagnostic| d.code != Code::E0102 || d.fix.is_empty();
    let unread = all.iter().filter(unread).filter(heading);
    for line in unread.filter_map(|d| line_at(d, sources)) {
        tables |= line.starts_with("enum ") || line.starts_with("card ");
        declared.extend(declared_on(line));
    }
    if declared.is_empty() && !tables {
        return all;
    }
    let follows = |d: &Diagnostic| {
        let table = matches!(d.code, Code::E0322 | Code::E0305 | Code::E0306);
        let words = line_at(d, sources).unwrap_or("").split(|c: char| !in_name(c));
        let mut words = words.filter(|word| declared.contains(word));
        OF_TYPES.contains(&d.code) && if table { tables } else { words.next().is_some() }
    };
    all.retain(|d| !follows(d));
    all
}

/// The names behind which a line has a colon and their type.
fn declared_on(line: &str) -> impl Iterator<Item = &str> {
    let heads: Vec<&str> = line.split(": ").map(str::trim_end).collect();
    let names = heads.len().saturating_sub(1);
    let heads = heads.into_iter().take(names);
    let names = heads.filter_map(|head| head.rsplit(|c: char| !in_name(c)).next());
    names.filter(|name| !name.is_empty())
}

/// A type that there is not, and a sign that no unit has: they are one.
fn with_one_unit(mut all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let no_sign =
        |d: &Diagnostic| if let Some(About::NoSign(sign)) = d.about { Some(sign) } else { None };
    let no_type = |d: &Diagnostic| {
        if let Some(About::NoType(name)) = &d.about { Some(name.clone()) } else { None }
    };
    let sign = all.iter().find_map(no_sign);
    let mut types: BTreeSet<String> = all.iter().filter_map(no_type).collect();
    let (Some(sign), Some(unit), true) = (sign, types.pop_first(), types.is_empty()) else {
        return all;
    };
    all.retain(|d| no_sign(d).is_none());
    for said in all.iter_mut().filter(|d| no_type(d).is_some()) {
        said.say(format!("declare it: `unit {unit} \"{sign}\"`"));
    }
    all
}

/// What should be set, or may be none, is never none by a slip of its declaration.
fn without_questions_of_none(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let unset = all.iter().filter_map(|d| {
        if let Some(About::Unset(name)) = &d.about { Some(name.clone()) } else { None }
    });
    let mut unset: BTreeSet<String> = unset.collect();
    for wrong in all.iter().filter(|d| OF_TYPES.contains(&d.code)) {
        unset.extend(words_beside(wrong.span(), sources));
    }
    if !unset.is_empty() {
        all.retain(|d| {
            let at = sources.slice(d.span());
            !(d.code == Code::W0401 && unset.contains(at.rsplit('.').next().unwrap_or(at)))
        });
    }
    all
}

/// The names on the line of a place.
fn words_beside(at: Span, sources: &Sources) -> Vec<String> {
    let text = sources.get(at.file).map_or("", |file| &*file.text);
    let start = text.get(..at.start as usize).and_then(|t| t.rfind('\n')).map_or(0, |n| n + 1);
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or("");
    line.split(|c: char| !in_name(c)).filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

/// What is no member of its enum in a table or a declaration is none anywhere else.
fn without_lost_members(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let lost = |d: &Diagnostic| match (&d.about, d.code) {
        (Some(About::NoMember { found, .. }), Code::E0202 | Code::E0305) => Some(found.clone()),
        _ => None,
    };
    let mut told: BTreeSet<String> = BTreeSet::new();
    let words: BTreeSet<String> = all.iter().filter_map(lost).collect();
    if words.is_empty() {
        return all;
    }
    all.retain(|d| match lost(d) {
        Some(word) => told.insert(word),
        None => {
            let of_name = matches!(d.code, Code::E0401 | Code::E0402);
            let word = unknown(d, sources).filter(|_| of_name);
            !word.is_some_and(|word| words.contains(word))
        }
    });
    for said in &mut all {
        let Some(About::NoMember { of, .. }) = &said.about else { continue };
        if let Some(help) = said.help.as_mut().filter(|help| help.starts_with("its members are ")) {
            help.push_str(&format!("; a new one is written in `enum {of} {{ … }}`"));
        }
    }
    all
}

/// Where a counter should be a zone, what uses it as one says nothing further.
fn without_uses_of_one(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let one = |d: &Diagnostic| {
        if let Some(About::Remembers(name)) = &d.about { Some(name.clone()) } else { None }
    };
    let names: BTreeSet<String> = all.iter().filter_map(one).collect();
    if !names.is_empty() {
        all.retain(|d| {
            let at = sources.slice(d.span());
            let last = at.rsplit('.').next().unwrap_or(at);
            !(matches!(d.code, Code::E0407 | Code::E0707 | Code::E0404 | Code::E0519)
                && names.contains(last))
        });
    }
    all
}

/// A line that could not be read as it stands.
struct Unread<'s> {
    /// The first line of its item.
    head: &'s str,
    line: &'s str,
}

impl Unread<'_> {
    /// Whether it may be what says between which numbers a value must lie: it declares what the
    /// value is given to, or a field of the cards that a deck lists.
    fn bounds(&self, d: &Diagnostic, sources: &Sources) -> bool {
        let here = line_at(d, sources).unwrap_or("");
        let words: BTreeSet<&str> = here.split(|c: char| !in_name(c)).collect();
        let text = sources.get(d.span().file).map_or("", |file| &file.text);
        let item = item_around(text, d.span().start as usize).map_or("", |(head, _)| head);
        let deck = item.starts_with("deck ");
        let kind = self.head.strip_prefix("card ").filter(|_| deck);
        let kind = kind.and_then(|rest| rest.split(|c: char| !in_name(c)).next());
        let of_kind = kind.is_some_and(|kind| item.split(|c: char| !in_name(c)).any(|w| w == kind));
        of_kind || declared_on(self.line).any(|name| words.contains(name))
    }

    /// Whether it lists what a cell holds among the members of the enum that it should be one of.
    fn lists(&self, d: &Diagnostic) -> bool {
        let Some(About::NoMember { of, found }) = &d.about else { return false };
        let head = self.head.strip_prefix("enum ").and_then(|rest| rest.strip_prefix(of.as_str()));
        let member = self.line.split(|c: char| !in_name(c)).any(|word| word == found);
        head.is_some_and(|rest| !rest.starts_with(in_name)) && member
    }
}

/// What is said of a name only because the line that declares it could not be read as it stands.
fn without_uses_of_mended(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let syntax = |d: &&Diagnostic| d.code.is_syntax() && d.severity == Severity::Error;
    let lines: BTreeSet<_> = all.iter().filter(syntax).map(|d| line(d.span(), sources)).collect();
    let text = |at: &(u16, usize)| {
        let file = sources.iter().find(|(id, _)| id.0 == at.0)?.1;
        file.text.lines().nth(at.1)
    };
    let unread: Vec<Unread<'_>> = all
        .iter()
        .filter(syntax)
        .filter_map(|d| {
            let line = text(&line(d.span(), sources))?;
            let of: &str = &sources.get(d.span().file)?.text;
            let (head, _) = item_around(of, d.span().start as usize)?;
            Some(Unread { head, line })
        })
        .collect();
    let meant = |d: &Diagnostic| {
        let meant = d.help.as_deref()?.strip_prefix("did you mean `")?.split_once('`')?.0;
        Some(meant.to_owned())
    };
    let named: BTreeSet<String> = all.iter().filter(syntax).filter_map(meant).collect();
    all.retain(|d| match d.code {
        Code::E0313 => !unread.iter().any(|unread| unread.bounds(d, sources)),
        Code::E0405 => {
            !matches!(d.about, Some(About::OfOption(at)) if lines.contains(&line(at, sources)))
        }
        Code::E0305 => !unread.iter().any(|unread| unread.lists(d)),
        Code::E0401 => !meant(d).is_some_and(|meant| named.contains(&meant)),
        _ => true,
    });
    all
}

/// A column that the rules call as the table does, though the heading does not: the heading is
/// wrong.
fn with_columns(mut all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let lacks = |d: &Diagnostic, name: &str| {
        d.code == Code::E0402 && unknown(d, sources).is_some_and(|asked| asked == name)
    };
    let mut told: Vec<String> = Vec::new();
    for at in 0..all.len() {
        let Some(About::NoColumn { other: Some(column), .. }) = all[at].about.clone() else {
            continue;
        };
        if all.iter().any(|d| lacks(d, &column)) {
            all[at].say(format!("write `{column}`: so the table calls it, and so do the rules"));
            told.push(column);
        }
    }
    all.retain(|d| !told.iter().any(|column| lacks(d, column)));
    all
}

/// Of two rows with one name, one should have another: that may be the name that is missing.
fn without_lost_rows(mut all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let lost = |d: &Diagnostic| {
        d.code == Code::E0401 && d.help.as_ref().is_some_and(|help| help.starts_with("declare it"))
    };
    if all.iter().any(|d| d.code == Code::E0307) {
        all.retain(|d| !lost(d));
    }
    all
}

/// Whether what is wrong at one place may come of the words that are offered at the other.
fn beside(offered: Span, wrong: Span) -> bool {
    const BETWEEN: u32 = 8;
    let (from, to) = (offered.start.saturating_sub(BETWEEN), offered.end.saturating_add(BETWEEN));
    offered.file == wrong.file && wrong.start <= to && from <= wrong.end
}

/// The word that a report on an unknown name stands at.
pub(crate) fn unknown<'s>(found: &Diagnostic, sources: &'s Sources) -> Option<&'s str> {
    if !found.is_unknown() {
        return None;
    }
    let text = sources.slice(found.span());
    (!text.is_empty() && text.len() <= LONGEST_NAME && !text.contains('\n')).then_some(text)
}

/// A name that nothing has is said where it stands first.
fn counted(all: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let key = |d: &Diagnostic| -> Option<String> {
        // Of a table it is the column that is missing, not the place that reads it.
        match d.code {
            Code::E0304 => Some(d.message.clone()),
            // One unit that is not declared, whatever its amounts.
            Code::E0202 | Code::E0401 if matches!(d.about, Some(About::NoSign(_))) => {
                Some(d.message.clone())
            }
            // A column that is wrong, whatever its rows.
            Code::E0305 | Code::E0306 => column(d),
            // One declaration with too few owners.
            Code::E0409 if d.about == Some(About::NoBrackets) => Some(d.message.clone()),
            // One zone of another shape.
            Code::E0422 => Some(d.message.clone()),
            // It is the word that is no number.
            Code::E0413 if d.message.starts_with("`with most` and") => Some(d.message.clone()),
            // A counter that should be a zone.
            Code::E0505 if matches!(d.about, Some(About::Remembers(_))) => Some(d.message.clone()),
            // A deed that should say what it returns.
            Code::E0507 => {
                let Some(About::Returns(deed)) = &d.about else { return None };
                Some(format!("returns: {deed}"))
            }
            // `2 of [Two]` and `[Two]` are one card.
            Code::E0309 => {
                let Some(About::NoCard { literal, word }) = &d.about else { return None };
                Some(word.as_ref().unwrap_or(literal).clone())
            }
            // A row of a member that is missing everywhere.
            Code::E0411 => {
                let Some(About::NoMember { found, .. }) = &d.about else { return None };
                Some(found.clone())
            }
            _ => unknown(d, sources).map(str::to_owned),
        }
    };
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    let mut kept: Vec<(Diagnostic, usize)> = Vec::with_capacity(all.len());
    for found in all {
        let Some(name) = key(&found) else {
            kept.push((found, 0));
            continue;
        };
        match first.get(&name).and_then(|at| kept.get_mut(*at)) {
            Some((known, more)) => {
                // Another place may show what is meant.
                let lost = known.help.as_deref() == Some(DECLARE);
                if lost && found.help.is_some() {
                    (known.help, known.open) = (found.help.clone(), found.open);
                }
                again(known, more, found.span());
            }
            None => {
                first.insert(name, kept.len());
                kept.push((found, 0));
            }
        }
    }
    let kept = kept.into_iter().map(|(found, more)| {
        let found = with_count(found, more);
        at_declaration(&found, sources).unwrap_or(found)
    });
    kept.collect()
}

/// Which column of which table is wrong, and with what.
fn column(d: &Diagnostic) -> Option<String> {
    let (table, rest) = d.message.split_once(", row ")?;
    let (_, what) = rest.split_once(", column ")?;
    let found = if d.code == Code::E0305 { ", found `" } else { "\u{0}" };
    Some(format!("{table}: {}", what.split(found).next().unwrap_or(what)))
}

/// A name that several places agree upon, and another like it that stands nowhere but where it is
/// declared: it is the declaration that is misspelt.
fn at_declaration(found: &Diagnostic, sources: &Sources) -> Option<Diagnostic> {
    let cell = match &found.about {
        Some(About::NoMember { found: cell, .. }) if found.code == Code::E0305 => {
            Some(cell.as_str())
        }
        Some(About::NoCard { word, .. }) => word.as_deref(),
        _ => None,
    };
    let used = cell.or_else(|| unknown(found, sources))?;
    let places = found.labels.iter().filter(|label| label.primary || label.text == HERE_TOO);
    let help = found.help.as_deref()?;
    let (before, offered) = help.split_once("did you mean `")?;
    let meant = offered.split_once('`').filter(|_| before.is_empty() || cell.is_some())?.0;
    let meant = meant.rsplit('.').next()?;
    let places = match cell {
        Some(cell) => sources.iter().map(|(_, s)| times(&s.text, cell)).sum(),
        None => places.count(),
    };
    crate::spelling::nearest(used, [meant])?;
    let mut all = sources.iter().flat_map(|(file, source)| {
        let text: &str = &source.text;
        text.match_indices(meant).map(move |(at, _)| (file, text, at)).filter(|(_, text, at)| {
            !text[..*at].ends_with(in_name)
                && !text[at + meant.len()..].starts_with(in_name)
                && !in_prose(text, *at)
        })
    });
    let (file, text, at) = all.next()?;
    // What a module declares is right.
    let own = file == found.span().file;
    let member = text[..at].lines().last().unwrap_or("").starts_with("enum ");
    if all.next().is_some()
        || !(own && declared(text, at, meant) || member && (own || cell.is_some()))
    {
        return None;
    }
    let start = u32::try_from(at).ok()?;
    let span = Span { file, start, end: start + u32::try_from(meant.len()).ok()? };
    if places < 2 {
        return Some(found.clone().beside(span, "declared here but never used"));
    }
    let said = format!("`{meant}` is declared here, but everywhere else it is `{used}`");
    let moved = Diagnostic::new(found.code, span, said).help(format!("write `{used}` here"));
    Some(moved.beside(found.span(), "such as here"))
}

/// How often a word stands in a text.
fn times(text: &str, word: &str) -> usize {
    text.split(|c| !in_name(c)).filter(|other| *other == word).count()
}

/// Whether a byte stands behind the `//` of its line, or in a text, but for the holes in it.
fn in_prose(text: &str, at: usize) -> bool {
    let line = text[..at].rsplit('\n').next().unwrap_or("");
    let quoted = |until: usize| line[..until].matches('"').count() % 2 == 1;
    let words = line.rsplit('"').next().unwrap_or("");
    let in_hole = words.rfind('{').is_some_and(|open| !words[open..].contains('}'));
    line.match_indices("//").any(|(slashes, _)| !quoted(slashes)) || quoted(line.len()) && !in_hole
}

/// Whether a name at a byte is declared there.
fn declared(text: &str, at: usize, name: &str) -> bool {
    const WORDS: [&str; 10] =
        ["option", "define", "action", "to", "menu", "attempt", "deck", "enum", "card", "map"];
    let line = text[..at].rsplit('\n').next().unwrap_or("");
    WORDS.contains(&line.trim()) || text[at + name.len()..].starts_with(": ")
}

/// So many of the other places are shown.
const SHOWN: usize = 2;

/// Another place of the same: the first few are shown, the others counted.
fn again(found: &mut Diagnostic, more: &mut usize, span: Span) {
    let shown = found.labels.iter().filter(|label| label.text == HERE_TOO).count();
    if shown < SHOWN {
        found.labels.push(Label { span, text: HERE_TOO.to_owned(), primary: false });
    } else {
        *more += 1;
    }
}

/// What is said at another place of the same mistake.
pub(crate) const HERE_TOO: &str = "and here";

fn with_count(mut found: Diagnostic, more: usize) -> Diagnostic {
    if more > 0 {
        let places =
            if more == 1 { "1 more place".to_owned() } else { format!("{more} more places") };
        let help = found.help.take().map_or(String::new(), |help| format!("{help}; "));
        found.help = Some(format!("{help}the same mistake is in {places}"));
    }
    found
}

/// Names that a module has which the game does not use: the first of them says so, the others are
/// not said.
fn modules_left_out(
    all: Vec<Diagnostic>,
    sources: &Sources,
    loader: &mut dyn Loader,
) -> Vec<Diagnostic> {
    // What the game itself calls so comes first.
    let own = |name: &str| {
        let game = sources.iter().next();
        game.is_some_and(|(_, game)| declares(&game.text, name) || has(&game.text, name))
    };
    let names: BTreeSet<&str> =
        all.iter().filter_map(|d| unknown(d, sources)).filter(|name| !own(name)).collect();
    if names.is_empty() {
        return all;
    }
    let mut homes: BTreeMap<&str, String> = BTreeMap::new();
    for module in loader.modules() {
        let Ok(loaded) = loader.module(&module) else { continue };
        if !loaded.text.lines().any(|line| line.starts_with("module ")) {
            continue;
        }
        let used = sources.iter().any(|(_, file)| file.name == loaded.name);
        for name in names.iter().filter(|name| !used && declares(&loaded.text, name)) {
            let game = sources.iter().next().map_or("", |(_, game)| &*game.text);
            homes.entry(name).or_insert_with(|| head(&loaded.text, &module, game));
        }
    }
    let mut said: BTreeMap<String, usize> = BTreeMap::new();
    let mut kept: Vec<(Diagnostic, usize)> = Vec::with_capacity(all.len());
    for mut found in all {
        let name = unknown(&found, sources).map(str::to_owned);
        // What a thing has not is a word for lists in most modules.
        let of_one = found.code == Code::E0402 && !found.message.starts_with("`list of ");
        let name = name.filter(|_| !of_one);
        let Some((name, head)) = name.as_deref().and_then(|name| Some((name, homes.get(name)?)))
        else {
            kept.push((found, 0));
            continue;
        };
        match said.get(head).and_then(|at| kept.get_mut(*at)) {
            Some((known, more)) => again(known, more, found.span()),
            None => {
                said.insert(head.clone(), kept.len());
                found.say(format!(
                    "`{name}` belongs to a module: write `use {head}` below the title"
                ));
                kept.push((found, 0));
            }
        }
    }
    kept.into_iter().map(|(found, more)| with_count(found, more)).collect()
}

/// Whether something in a text has a zone, a counter or a field of that name.
fn has(text: &str, name: &str) -> bool {
    words_in(text, name).any(|(_, end)| {
        let behind = text.get(end as usize..).unwrap_or("");
        behind.starts_with(": ")
    })
}

/// Whether an item of a module's text declares that name.
fn declares(text: &str, name: &str) -> bool {
    let words = ["to ", "define ", "action ", "attempt ", "menu ", "enum ", "card ", "option "];
    text.lines().any(|line| {
        let rest = words.iter().find_map(|word| line.strip_prefix(word));
        let rest = rest.and_then(|rest| rest.strip_prefix(name));
        rest.is_some_and(|rest| !rest.starts_with(in_name))
    })
}

/// How a module is used: its name with what it asks for, by the names of the game if it has but one
/// unit or kind.
fn head(text: &str, module: &str, game: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix("module "));
    let asked = line
        .and_then(|line| line.split_once('('))
        .map(|(_, params)| params.trim_end().trim_end_matches(')'));
    match asked {
        Some(params) => {
            let names: Vec<&str> = params.split(',').filter_map(|param| own(param, game)).collect();
            format!("{module}({})", names.join(", "))
        }
        None => module.to_owned(),
    }
}

/// What the game calls the one thing of the sort that a module asks for: `unit U` is `Dollars`.
fn own<'t>(param: &'t str, game: &'t str) -> Option<&'t str> {
    let (sort, name) = param.trim().split_once(' ')?;
    let mut all = game.lines().filter_map(|line| line.strip_prefix(sort)?.strip_prefix(' '));
    let one = all.next().filter(|_| all.next().is_none());
    Some(one.and_then(|rest| rest.split(|c| !in_name(c)).next()).unwrap_or(name))
}
