//! What changed between two rulebooks, as the rulebook says it: the sentences that read otherwise.
//!
//! A change for which the rulebook has no sentence is told as it was found.

use super::page::{Part, Run, Words};
use super::{Reader, in_words, parsed, prose, titled};
use houserules_lang::difference::{Change, Difference, Grade, Rules};
use houserules_lang::place::Place;
use houserules_lang::source::FileId;
use houserules_lang::syntax::ast::{Item, ItemKind};
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// A sentence of the rulebook that reads otherwise now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// How it read; empty: it is new.
    pub was: String,
    /// How it reads now; empty: it is gone.
    pub now: String,
}

/// What stands between the range of an option and its value.
const USUALLY: &str = "; usually ";

impl Sentence {
    /// What changed; of an option with the same range as before, its value alone, and behind the
    /// new one the prose.
    fn changed(was: String, now: String) -> Self {
        let [old, new] = [was.split_once(USUALLY), now.split_once(USUALLY)];
        let same = matches!((old, new), (Some((one, _)), Some((other, _))) if one == other);
        let ([Some((_, old)), Some((_, new))], true) = ([old, new], same) else {
            return Self { was, now };
        };
        let value = |of: &str| {
            of.split_once(". ")
                .map_or_else(|| of.trim_end_matches('.'), |(value, _)| value)
                .to_string()
        };
        let prose = |of: &str| of.split_once(". ").map(|(_, prose)| prose.to_string());
        match (value(old), value(new), prose(old), prose(new)) {
            (was, now, before, after) if before == after && was != now => {
                let prose = after.map(|prose| format!(". {prose}")).unwrap_or_default();
                Self { was, now: format!("{now}{prose}") }
            }
            _ => Self { was, now },
        }
    }

    /// Whether it is a value that is another now, and no sentence.
    fn is_value(&self) -> bool {
        !self.was.ends_with(['.', ':', '!', '?'])
    }
}

/// A change for those who play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retold {
    /// What it is about: `Deal out`; empty where there are no sentences.
    pub about: String,
    /// What reads otherwise; none: `text` says it.
    pub sentences: Vec<Sentence>,
    /// The same in the words of the rules.
    pub text: String,
    /// What it means for a running game.
    pub grade: Grade,
    /// Where it stands.
    pub place: Option<Place>,
}

impl Retold {
    /// All of it in one line.
    #[must_use]
    pub fn line(&self) -> String {
        if self.sentences.is_empty() {
            return self.text.clone();
        }
        let said = |s: &Sentence| match (s.was.as_str(), s.now.as_str()) {
            ("", now) => format!("new: “{now}”"),
            (was, "") => format!("no longer: “{was}”"),
            (was, now) if s.is_value() => format!("from {was} to {now}"),
            (was, now) => format!("“{was}” is now “{now}”"),
        };
        let said: Vec<String> = self.sentences.iter().map(said).collect();
        format!("{}: {}", self.about, said.join("; "))
    }
}

/// An item of the rules that has sentences of its own.
struct Told<'i> {
    /// What it is and its name, the same before and after.
    key: (&'static str, String, usize),
    about: String,
    item: &'i Item,
    /// Its first line and its last.
    lines: (usize, usize),
}

/// A paragraph or a point.
#[derive(Clone)]
struct Line {
    /// What names in it stand for, where outer points say it: `For each player p:`.
    within: String,
    words: String,
}

impl Line {
    fn said(&self) -> String {
        if self.within.is_empty() {
            return self.words.clone();
        }
        format!("{} {}", self.within, self.words)
    }
}

/// What changed, in the order of the difference; several changes of one item are one.
#[must_use]
pub fn changed(old: Rules, new: Rules, difference: &Difference) -> Vec<Retold> {
    let [was, now] = &parsed([old.sources, new.sources]);
    let before = Reader::of(was, old.book, old.sources);
    let after = Reader::of(now, new.book, new.sources);
    retold(&before, &after, difference)
}

/// The same between two that read the rules; only what changed is put into sentences.
fn retold(old: &Reader<'_>, new: &Reader<'_>, difference: &Difference) -> Vec<Retold> {
    let (before, after) = (old.told_by_item(), new.told_by_item());
    let file = |reader: &Reader<'_>| reader.sources.get(FileId(0)).map(|f| f.name.clone());
    let files = [file(old), file(new)];
    let mut all: Vec<(Option<(&str, &Told<'_>)>, Retold)> = Vec::new();
    for change in &difference.changes {
        let plain = || Retold {
            about: String::new(),
            sentences: Vec::new(),
            text: change.text.clone(),
            grade: change.grade,
            place: change.place.clone(),
        };
        let Some((side, item)) = about(change, &before, &after, &files) else {
            all.push((None, plain()));
            continue;
        };
        let same = |(of, _): &&mut (Option<(&str, &Told<'_>)>, Retold)| {
            of.is_some_and(|(_, of)| std::ptr::eq(of, item))
        };
        if let Some((_, one)) = all.iter_mut().find(same) {
            one.text = format!("{}; {}", one.text, change.text);
            one.grade = one.grade.max(change.grade);
            continue;
        }
        let was = if side == "old" { Some(item) } else { twin(item, &before, difference) };
        let now = if side == "old" { None } else { Some(item) };
        let sentences = differing(old, new, was, now);
        let about = if sentences.is_empty() { String::new() } else { item.about.clone() };
        all.push((Some((side, item)), Retold { about, sentences, ..plain() }));
    }
    all.into_iter().map(|(_, one)| one).collect()
}

/// The item that a change is about, and whether it stands in the old rules or the new.
fn about<'t>(
    change: &Change,
    before: &'t [Told<'t>],
    after: &'t [Told<'t>],
    files: &[Option<String>; 2],
) -> Option<(&'static str, &'t Told<'t>)> {
    let place = change.place.as_ref()?;
    let at = |items: &'t [Told<'t>], file: &Option<String>| {
        let holds = |one: &&Told<'_>| one.lines.0 <= place.line && place.line <= one.lines.1;
        let named = |one: &&Told<'_>| change.text.contains(&format!("`{}`", one.key.1));
        let here = || items.iter().filter(holds);
        let found = here().find(named).or_else(|| here().next());
        found.filter(|_| file.as_ref() == Some(&place.file))
    };
    let named = |one: &&Told<'_>| change.text.contains(&format!("`{}`", one.key.1));
    // What is gone stood in the old rules; its item may stand on.
    let (old, new) = (at(before, &files[0]), at(after, &files[1]));
    let heir = old.filter(named).and_then(|old| after.iter().find(|one| one.key == old.key));
    match (new.filter(named), heir, old.filter(named)) {
        (Some(new), _, _) | (None, Some(new), _) => Some(("new", new)),
        (None, None, Some(old)) => Some(("old", old)),
        (None, None, None) => Some(("new", new?)),
    }
}

/// The same item in the old rules.
fn twin<'t>(
    item: &Told<'_>,
    before: &'t [Told<'t>],
    difference: &Difference,
) -> Option<&'t Told<'t>> {
    let renamed = difference.renames.iter().find(|(_, new)| **new == item.key.1);
    let old = renamed.map(|((_, old), _)| old.as_str());
    let (sort, name, n) = &item.key;
    before.iter().find(|one| {
        one.key.0 == *sort && one.key.2 == *n && one.key.1 == old.unwrap_or(name.as_str())
    })
}

fn differing(
    before: &Reader<'_>,
    after: &Reader<'_>,
    was: Option<&Told<'_>>,
    now: Option<&Told<'_>>,
) -> Vec<Sentence> {
    let of = |reader: &Reader<'_>, told: Option<&Told<'_>>| {
        told.map(|one| sentences(&reader.of_item(one.item))).unwrap_or_default()
    };
    let (was, now) = (of(before, was), of(after, now));
    let a: Vec<&str> = was.iter().map(|line| line.words.as_str()).collect();
    let b: Vec<&str> = now.iter().map(|line| line.words.as_str()).collect();
    let mut all = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &a, &b) {
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        let (gone, new) = (&was[op.old_range()], &now[op.new_range()]);
        for at in 0..gone.len().max(new.len()) {
            let at = |from: &[Line]| from.get(at).map(Line::said).unwrap_or_default();
            all.push(Sentence::changed(at(gone), at(new)));
        }
    }
    all
}

impl Reader<'_> {
    /// Every item that has sentences of its own.
    fn told_by_item(&self) -> Vec<Told<'_>> {
        let mut all: Vec<Told<'_>> = Vec::new();
        for item in self.items() {
            let inner: &[Item] =
                if let ItemKind::RulesFor { items, .. } = &item.kind { items } else { &[] };
            for item in std::iter::once(item).chain(inner) {
                let Some((sort, name, about)) = heading(item) else { continue };
                let first = self.sources.line_column(item.span.file, item.span.start).0;
                let last = self.sources.line_column(item.span.file, item.span.end).0;
                let alike = |one: &&Told<'_>| one.key.0 == sort && one.key.1 == name;
                let n = all.iter().filter(alike).count();
                all.push(Told { key: (sort, name, n), about, item, lines: (first, last) });
            }
        }
        all
    }

    /// What the rulebook says of an item alone.
    fn of_item(&self, item: &Item) -> Vec<Part> {
        match &item.kind {
            ItemKind::Setup(block) | ItemKind::Play(block) => {
                let mut all = prose(&item.doc);
                all.extend(self.alone(block));
                all
            }
            ItemKind::Deed(deed) => {
                let mut all = prose(&item.doc);
                all.extend(self.alone(&deed.body));
                all
            }
            ItemKind::Option { .. } => self.option(item).into_iter().collect(),
            _ => self.anywhere(item),
        }
    }
}

/// What an item is, its name, and what those who play call it.
fn heading(item: &Item) -> Option<(&'static str, String, String)> {
    let named = |sort, name: &houserules_lang::syntax::ast::Name| {
        Some((sort, name.text.to_string(), titled(name)))
    };
    match &item.kind {
        ItemKind::Setup(_) => Some(("setup", "setup".into(), "Set-up".into())),
        ItemKind::Play(_) => Some(("play", "play".into(), "How the game goes".into())),
        ItemKind::Deed(deed) => named("deed", &deed.name),
        ItemKind::Move(a_move) => named("move", &a_move.name),
        ItemKind::Menu(menu) => named("menu", &menu.name),
        ItemKind::Define(define) => named("define", &define.name),
        ItemKind::Option { name, .. } => named("option", name),
        ItemKind::Interrupt(rule) => named("interrupt", &rule.target),
        ItemKind::Change(change) => named("change", &change.word),
        ItemKind::Forbid(forbid) => named("forbid", &forbid.target),
        ItemKind::RunsOut { zone, .. } => {
            let about = format!("When {} runs out", in_words(&zone.text));
            Some(("runs out", zone.text.to_string(), about))
        }
        _ => None,
    }
}

/// Paragraphs and points, each in one line, with what goes for several of them.
fn sentences(parts: &[Part]) -> Vec<Line> {
    let mut all = Vec::new();
    let mut outer: Vec<(usize, String)> = Vec::new();
    for part in parts {
        let (deep, words) = match part {
            Part::Prose(words) => (0, in_a_line(words)),
            Part::Point(deep, words) => (*deep, in_a_line(words)),
            Part::Heading(..) | Part::Table(..) | Part::About(_) => continue,
        };
        outer.retain(|(of, _)| *of < deep);
        let within: Vec<&str> = outer.iter().map(|(_, words)| words.as_str()).collect();
        let within = within.join(" ");
        if words.starts_with("For each ") && words.ends_with(':') {
            outer.push((deep, words.clone()));
        }
        all.push(Line { within, words });
    }
    all
}

fn in_a_line(words: &Words) -> String {
    let run = |run: &Run| match run {
        Run::Plain(text) | Run::Strong(text) | Run::Value(text) => text.replace('\n', " "),
        Run::Code(text) => format!("`{text}`"),
    };
    words.iter().map(run).collect::<String>().trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::changed;
    use houserules_lang::compile::compile;
    use houserules_lang::difference::spelling::Renames;
    use houserules_lang::difference::{Difference, Rules};

    use houserules_lang::loader::NoFiles;

    const RULES: &str = r#"game "Count"
players 2
enum Suit { red, black }
card Mile { suit: Suit, n: 1..9 }
deck pack of Mile { each of (Suit, 1..9) }
each Player has { hand: set of Mile, seen by owner }
the table has { total: Number = pause - 7 }
define most = 40
option pause: 5..9 = 7
setup { deal_out() }
/// Everybody gets cards.
to deal_out {
  shuffle pack
  for each p in players {
    move top 4 of pack to p.hand
  }
}
play {
  ends when total >= most { end game lost }
  turn me in players onwards { choose { add } }
}
action add(n in 1..3) as "adds {n}"
  needs total < 30 else "it is enough"
{
  total += n
}
"#;

    fn told(from: &str, to: &str) -> Vec<String> {
        let (old, new) = (RULES.to_string(), RULES.replace(from, to));
        assert_ne!(old, new);
        let of = |text: &str| compile("g.rules", text, &mut NoFiles);
        let (old, new) = (of(&old), of(&new));
        let both = [&old, &new]
            .map(|c| c.rulebook.as_ref().unwrap_or_else(|| panic!("{:?}", c.diagnostics)));
        let old = Rules { book: both[0], sources: &old.sources };
        let new = Rules { book: both[1], sources: &new.sources };
        let difference = Difference::between(old, new, &Renames::new());
        changed(old, new, &difference).iter().map(super::Retold::line).collect()
    }

    #[test]
    fn what_reads_otherwise_is_told_as_the_rulebook_says_it() {
        for (from, to, said) in [
            (
                "top 4",
                "top 5",
                "Deal out: “For each player: Move the top 4 cards of the pack to that player's \
                 hand.” is now “For each player: Move the top 5 cards of the pack to \
                 that player's hand.”",
            ),
            ("pause - 7", "pause - 6", "`total` now begins at `pause - 6` instead of `pause - 7`"),
            ("5..9 = 7", "5..9 = 6", "Pause: from 7 to 6"),
            (
                "5..9 = 7",
                "5..8 = 7",
                "Pause: “pause: 5 to 9; usually 7.” is now “pause: 5 to 8; usually 7.”",
            ),
            ("= 40", "= 41", "Most: “Most: 40.” is now “Most: 41.”"),
            ("  shuffle pack\n", "", "Deal out: no longer: “Shuffle the pack.”"),
            ("action add", "to rest { total = 0 }\naction add", "Rest: new: “Set the total to 0.”"),
            (
                "total >= most {",
                "total > most {",
                "How the game goes: “Ends when the total is at least most:” is now “Ends when the \
                 total is more than most:”",
            ),
        ] {
            assert_eq!(told(from, to), [said]);
        }
    }

    #[test]
    fn what_has_no_sentence_is_told_as_it_was_found() {
        let said = told("deal_out", "deal_it");
        assert_eq!(said, ["deed `deal_out` is now called `deal_it`"]);
        let said = told("1..9) }", "1..8) }");
        assert_eq!(said, ["2 cards ([black 9], [red 9]) taken out of the pack"]);
    }
}
