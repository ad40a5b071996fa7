//! The last look at what is offered: put in the place of what it replaces, it is right, says all
//! that was said there, and nothing of which nobody spoke.

use super::{Trials, line_at};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit, Offer, Severity};
use crate::examples::of_own;
use crate::fixes;
use crate::foreign;
use crate::letters::in_name;
use crate::refused::{like_own, refused, withheld};
use crate::resolve::names::Resolved;
use crate::resolve::uses::Meaning;
use crate::source::{FileId, Sources, Span};
use crate::syntax::{Examples, item_around, same_thing};
use std::collections::{BTreeMap, BTreeSet};

/// So many offers are tried.
const MOST: usize = 8;
/// What is said of sentences that could not be read.
const CODES: [Code; 3] = [Code::E0101, Code::E0108, Code::E0123];
/// Words that what is offered as a whole line begins with.
const DOING: [&str; 9] = ["move", "swap", "shuffle", "show", "for", "choose", "if", "end", "needs"];
/// Items in whose braces something is done.
const BODIES: [&str; 5] = ["setup", "play", "to", "action", "attempt"];
/// What stands before an example.
const LIKE_THIS: &str = "write it like this: `";
/// Words that zones are called by, and cards wherever they lie.
const GENERAL: [&str; 8] = ["card", "cards", "hand", "hands", "deck", "pile", "table", "bank"];
/// Words by which a number gets less.
const FALLING: [&str; 6] = ["lose", "loses", "loose", "spend", "spends", "minus"];
/// What stands in an offer for what nobody knows.
const BLANKS: [&str; 3] = ["…", "NAME", "FILE"];

/// Withholds what is offered for lines that could not be read, if it is no mend.
pub(super) fn judged(all: &mut Vec<Diagnostic>, declared: &Resolved, trials: &mut Trials<'_>) {
    let (sources, own) = (trials.sources, trials.own);
    let doubted = |d: &&mut Diagnostic| {
        let mine = usize::from(d.span().file.0) < own;
        mine && d.severity == Severity::Error && CODES.contains(&d.code) && d.help.is_some()
    };
    let mut names = None;
    let mut lines: BTreeMap<(FileId, usize), usize> = BTreeMap::new();
    for said in all.iter().filter(|d| fixes::syntax(d)) {
        *lines.entry(line_of(said, sources)).or_default() += 1;
    }
    for said in all.iter_mut().filter(doubted).take(MOST) {
        let Some(offer) = Made::by(said, sources) else { continue };
        let names = names.get_or_insert_with(|| Names::of(declared, own, sources));
        if offer.loses(names) || !offer.shown && offer.brings_in(names) {
            withheld(said, sources);
            of_own(said, &names.examples);
            continue;
        }
        let wrong = offer.wrong(trials);
        if wrong.iter().any(|d| fixes::syntax(d) && offer.is_before(d.span())) {
            withheld(said, sources);
            of_own(said, &names.examples);
            continue;
        }
        let near = |d: &&Diagnostic| offer.is_near(d.span());
        let Some(first) = wrong.iter().find(near) else { continue };
        let alone = lines.get(&line_of(said, sources)) == Some(&1);
        let senseless = wrong.len() > 1 && wrong.iter().all(|d| d.code == Code::E0401);
        // Several mends of one line, with which it does not read all the same.
        let several = said.help.as_deref().is_some_and(|help| help.contains("; and "));
        let unread =
            alone && wrong.iter().any(|d| fixes::syntax(d) && (several || d.fix.is_empty()));
        // What an example calls by a name of its own is no mistake.
        let named = |d: &Diagnostic| {
            let word = d.message.split('`').nth(1).unwrap_or("");
            fixes::syntax(d) || words(&offer.before).any(|known| known == word)
        };
        if offer.shown && !wrong.iter().any(named) {
            continue;
        }
        if offer.shown || senseless || unread {
            withheld(said, sources);
        } else if !said.help.as_deref().is_some_and(|help| help.contains("but then")) {
            said.offer = Offer::Reads;
            refused(said, first, sources);
        }
        of_own(said, &names.examples);
    }
    for said in all.iter_mut().filter(|d| usize::from(d.span().file.0) < own) {
        with_own_line(said, sources);
    }
    let mut known = BTreeSet::new();
    all.retain(|d| {
        let same = known.insert((line_of(d, sources), d.message.clone()));
        same || !fixes::syntax(d)
    });
}

/// In the place of an example of conditions, one that the designer wrote.
fn with_own_line(said: &mut Diagnostic, sources: &Sources) {
    const ASKING: [&str; 11] = [
        "needs", "if", "ends", "define", "menu", "option", "enum", "deck", "card", "turn", "round",
    ];
    let Some((head, rest)) = said.help.as_deref().and_then(|help| help.split_once(LIKE_THIS))
    else {
        return;
    };
    let Some((example, more)) = rest.split_once('`') else { return };
    let word = example.split(' ').next().unwrap_or("");
    let at = said.span();
    let text = sources.get(at.file).map_or("", |file| &*file.text);
    let start = text.get(..at.start as usize).and_then(|t| t.rfind('\n')).map_or(0, |n| n + 1);
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or("");
    if !words(line).any(|known| known == word) {
        return unlike(said, sources);
    }
    let asks = ASKING.contains(&word) && !example.starts_with("if there");
    let own = like_own(text, start, word).filter(|_| asks);
    if let Some(own) = own {
        said.help = Some(format!("{head}{LIKE_THIS}{own}`{more}"));
    }
}

/// An example of something else than the line is about says nothing of it.
fn unlike(said: &mut Diagnostic, sources: &Sources) {
    let at = said.span();
    let text = sources.get(at.file).map_or("", |file| &*file.text);
    let body = item_around(text, at.start as usize).is_some_and(|(head, item)| {
        let word = head.split(' ').next().unwrap_or("");
        let open = text.get(item.start..at.start as usize).is_some_and(|t| t.contains('{'));
        BODIES.contains(&word) && open
    });
    if body && said.code == Code::E0101 && said.fix.is_empty() {
        withheld(said, sources);
    }
}

fn line_of(said: &Diagnostic, sources: &Sources) -> (FileId, usize) {
    let at = said.span();
    (at.file, sources.line_column(at.file, at.start).0)
}

/// What an offer makes of its line.
struct Made {
    change: Edit,
    before: String,
    after: String,
    /// The line, and the heading of its item.
    around: String,
    /// What stands behind it on the line.
    tail: String,
    /// The text says it by its own words, and shows it as an example only.
    shown: bool,
    /// What is written otherwise here, if it is said of that.
    written: String,
}

impl Made {
    fn by(said: &Diagnostic, sources: &Sources) -> Option<Self> {
        let help = said.help.as_deref()?;
        let told = said.fix.iter().any(|edit| help.contains(edit.new.trim()));
        let shown = said.fix.is_empty() || !told;
        let change = if shown { first_quoted(said, sources)? } else { joined(&said.fix, sources)? };
        // What is a remark says nothing that could be lost.
        if change.new.trim_start().starts_with("//") {
            return None;
        }
        let text = &sources.get(change.span.file)?.text;
        let (from, to) = (change.span.start as usize, change.span.end as usize);
        let (start, _) = line_at(text, from)?;
        let (_, end) = line_at(text, to)?;
        let (head, tail) = (text.get(start..from)?, text.get(to..end)?);
        let after = format!("{head}{}{tail}", change.new);
        let before = text.get(start..end)?.to_owned();
        let around = match item_around(text, start).filter(|(item, _)| !before.starts_with(*item)) {
            Some((item, _)) => format!("{before} // {item}"),
            None => before.clone(),
        };
        let tail = tail.to_owned();
        let written = said.message.strip_prefix('`').and_then(|m| m.split_once("` is written `"));
        let written = written.map_or(String::new(), |(written, _)| written.to_owned());
        Some(Self { change, before, after, around, tail, shown, written })
    }

    /// Whether a number, or a name of the game, is gone.
    fn loses(&self, names: &Names<'_>) -> bool {
        let kept: BTreeSet<&str> = words(&self.after).collect();
        // One of something needs no number; that of a name stays in it.
        let part = |word: &str| kept.iter().any(|kept| kept.split('_').any(|part| part == word));
        let number = words(&self.before)
            .filter(|word| !kept.contains(word) && !part(word))
            .map(|word| foreign::number(word).unwrap_or(word))
            .filter(|word| {
                word.len() < 4 && *word != "1" && word.bytes().all(|c| c.is_ascii_digit())
            });
        let fraction = |number: &str| {
            [',', '.'].iter().any(|sign| {
                let behind = format!("{sign}{number}");
                let mut places = self.before.match_indices(&behind);
                places.any(|(at, _)| self.before[..at].ends_with(|c: char| c.is_ascii_digit()))
            })
        };
        // `2, 3 or 4` is `2 to 4`.
        let ends: BTreeSet<u32> = kept.iter().filter_map(|word| word.parse().ok()).collect();
        let inside = |number: &str| {
            let number: Option<u32> = number.parse().ok();
            number.is_some_and(|n| {
                ends.range(..n).next().is_some() && ends.range(n..).next().is_some()
            })
        };
        let mut numbers =
            number.filter(|number| !kept.contains(number) && !fraction(number) && !inside(number));
        // Where a card that is moved lies, is known.
        let moved = words(&self.after).any(|word| word == "move");
        let known = |word: &str| {
            let from = ["from ", "of ", "in ", "from the ", "of the ", "in the "];
            moved && from.iter().any(|of| self.before.contains(&format!("{of}{word}")))
        };
        // `2 coins` is `$2`.
        let amount = |word: &str| {
            let unit = names.units.iter().any(|unit| same_thing(&unit.to_lowercase(), word));
            unit && self.after.contains(['$', '€', '£', '('])
        };
        let name = |word: &&str| {
            names.declared.contains(word)
                && !kept.iter().any(|kept| kept.split('_').any(|part| part == *word))
                && !kept.iter().any(|kept| same_thing(kept, word))
                && !known(word)
                && !amount(word)
        };
        // `for each order` speaks of `orders`.
        let spoken = |word: &&str| {
            !GENERAL.contains(word)
                && names.holds.iter().any(|held| same_thing(held, word))
                && !part(word)
                && !kept.iter().any(|kept| same_thing(kept, word))
                && !known(word)
                && !amount(word)
        };
        let lost = |word: &str| word != self.written && (name(&word) || spoken(&word));
        let turned = words(&self.before).any(|word| FALLING.contains(&word))
            && self.after.contains("+=")
            && !self.after.contains("-=");
        !self.shown && (numbers.next().is_some() || turned || words(&self.before).any(lost))
    }

    /// Whether something of the game has come of which the line does not speak, and that is not the
    /// only one that may be meant.
    fn brings_in(&self, names: &Names<'_>) -> bool {
        let known: BTreeSet<&str> = words(&self.before).collect();
        let made: BTreeSet<&str> = words(&self.after).collect();
        // `colorrow` speaks of `color.row`.
        let within = |known: &str, word: &str| {
            let (head, tail) = (known.strip_suffix(word), known.strip_prefix(word));
            let mut rest = [head, tail].into_iter().flatten();
            rest.any(|rest| made.contains(rest.trim_matches('_')))
        };
        let mut new = words(&self.after).filter(|word| {
            names.holds.contains(word)
                && !known.iter().any(|known| same_thing(known, word) || within(known, word))
        });
        new.any(|word| !names.examples.sole(&self.around, word))
    }

    /// Whether a place of the line that it makes is its own, or beside it.
    fn is_near(&self, at: Span) -> bool {
        let (from, len) = (self.change.span.start, self.change.new.len());
        let to = from + u32::try_from(len).unwrap_or_default();
        at.start <= to + 1 && from <= at.end + 1
    }

    /// Whether a place lies beyond the line that it makes.
    fn is_before(&self, at: Span) -> bool {
        let from = self.change.span.start as usize + self.change.new.len() + self.tail.len();
        at.file == self.change.span.file && at.start as usize > from
    }

    /// What is wrong with the line that it makes, and which of the lines that follow it cannot be
    /// read any more.
    fn wrong(&self, trials: &mut Trials<'_>) -> Vec<Diagnostic> {
        self.tried(trials).unwrap_or_default()
    }

    fn tried(&self, trials: &mut Trials<'_>) -> Option<Vec<Diagnostic>> {
        trials.left = trials.left.checked_sub(1)?;
        let (after, its) = (trials.tried)(&self.change).or_else(|| {
            // Where more of the item could not be read, all of it is read anew.
            let (span, tail) = (self.change.span, &self.tail);
            let end = span.end + u32::try_from(tail.len()).ok()?;
            let new = format!("{}{tail}\n", self.change.new);
            (trials.tried)(&Edit { span: Span { end, ..span }, new })
        })?;
        let before: BTreeSet<(Code, &str)> =
            trials.before.iter().map(|key| (key.0, key.3.as_str())).collect();
        let at = self.change.span;
        let text = &its.get(at.file)?.text;
        let (start, _) = line_at(text, at.start as usize)?;
        let (_, end) = line_at(text, at.start as usize + self.change.new.len())?;
        let last = item_around(text, at.start as usize).map_or(end, |(_, item)| item.end);
        let more = self.change.new.matches('\n').count();
        let less = trials.sources.slice(at).matches('\n').count();
        let unread = |line: usize| {
            let was = (line + less).saturating_sub(more);
            trials.before.iter().any(|key| key.0.is_syntax() && key.2 == was)
        };
        let here = |d: &&Diagnostic| {
            let (of, place) = (d.span().file, d.span().start as usize);
            let new = !before.contains(&(d.code, d.message.as_str()));
            let beyond = (end + 1..last).contains(&place) && fixes::syntax(d);
            let follows = beyond && !unread(its.line_column(of, d.span().start).0);
            let mine = of == at.file && ((start..=end).contains(&place) || follows);
            d.severity == Severity::Error && new && mine
        };
        Some(after.iter().filter(here).cloned().collect())
    }
}

/// The words and numbers of a line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split("//").next().unwrap_or("");
    code.split(|c: char| !in_name(c)).filter(|word| !word.is_empty())
}

/// Several changes as one.
fn joined(fix: &[Edit], sources: &Sources) -> Option<Edit> {
    let file = fixes::file_of(fix)?;
    let start = fix.iter().map(|edit| edit.span.start).min()?;
    let end = fix.iter().map(|edit| edit.span.end).max()?;
    let text = &sources.get(file)?.text;
    let moved = fix.iter().map(|edit| {
        let span = Span { start: edit.span.start - start, end: edit.span.end - start, file };
        Edit { span, new: edit.new.clone() }
    });
    let moved: Vec<Edit> = moved.collect();
    let new = fixes::applied(text.get(start as usize..end as usize)?, &moved)?;
    Some(Edit { span: Span { file, start, end }, new })
}

/// The first text that a help quotes, if it can stand in the place of what is wrong.
fn first_quoted(said: &Diagnostic, sources: &Sources) -> Option<Edit> {
    let mut quoted = said.help.as_deref()?.split('`').skip(1).step_by(2);
    let new = quoted.next()?.trim();
    let first = new.split(|c: char| !in_name(c)).next()?;
    let sets = [" += ", " -= ", " = "].iter().any(|sign| new.contains(sign));
    let whole = DOING.contains(&first) || sets && !first.is_empty();
    let blank = BLANKS.iter().any(|blank| new.contains(blank));
    let sentence = said.code == Code::E0123 && said.message.starts_with("there is no sentence");
    let fits = sentence && whole && !blank && !new.contains(':') && new.contains(' ');
    let fits = fits && said.span().start < said.span().end;
    // The full stop of a sentence goes with it.
    let (mut span, text) = (said.span(), &sources.get(said.span().file)?.text);
    let rest = text.get(span.end as usize..)?;
    let stops = rest.strip_prefix(['.', '!']).is_some_and(|rest| rest.starts_with(['\r', '\n']));
    span.end += u32::from(stops);
    fits.then(|| Edit { span, new: new.to_owned() })
}

/// What the designer's texts declare.
struct Names<'s> {
    declared: BTreeSet<&'s str>,
    /// What holds cards or values.
    holds: BTreeSet<&'s str>,
    units: BTreeSet<&'s str>,
    examples: Examples<'s>,
}

impl<'s> Names<'s> {
    fn of(declared: &Resolved, own: usize, sources: &'s Sources) -> Self {
        let (mut all, mut holds, mut units) = <(BTreeSet<_>, BTreeSet<_>, BTreeSet<_>)>::default();
        for found in declared.uses.all().iter().filter(|u| u.declares) {
            let name = sources.slice(found.at);
            let mine = usize::from(found.at.file.0) < own && name.chars().all(in_name);
            if !mine || matches!(found.means, Meaning::Local(_)) {
                continue;
            }
            all.insert(name);
            if matches!(found.means, Meaning::Unit(_)) {
                units.insert(name);
            }
            if matches!(found.means, Meaning::Zone(_) | Meaning::Counter(_)) {
                holds.insert(name);
            }
        }
        let text = sources.iter().next().map_or("", |(_, file)| &*file.text);
        Self { declared: all, holds, units, examples: Examples::of(text) }
    }
}
