//! The rulebook that people read, made from the rules: prose where the source has prose, sentences
//! elsewhere.
//!
//! [`components`] has what lies on the table, [`course`] how a game goes, [`moves`] what may be
//! done and what it means; `doing` puts statements into sentences, `english` values, `conditions`
//! what must hold; [`page`] writes it down; `source` has pieces of the rules' own text. Everything
//! comes in the order of the source.

pub mod changed;
pub mod components;
mod conditions;
pub mod course;
mod doing;
mod english;
pub mod moves;
pub mod page;
mod source;
mod stand_in;

use crate::rules::Rules;
use houserules_lang::ir::Rulebook;
use houserules_lang::source::{FileId, Sources};
use houserules_lang::syntax::ast::{
    Doc, ExprKind, Item, ItemKind, LiteralWord, Name, RuleId, SyntaxTree, Text, TextPart,
};
use houserules_lang::syntax::{Haste, ParseCache};
use page::{Part, Run, Words, html, markdown, plain};
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// A game's rules as they are read here.
pub struct Reader<'r> {
    /// The game's own file.
    pub tree: &'r SyntaxTree,
    /// The rulebook that runs, made from the tree and what lies over it.
    pub book: &'r Rulebook,
    /// Every text that took part; the tree's is the first.
    pub sources: &'r Sources,
    stand_ins: stand_in::StandIns,
}

/// The rulebook as Markdown, or as a page of its own in HTML.
#[must_use]
pub fn written(rules: &Rules, as_html: bool) -> String {
    let parts = with_reader(&rules.book, &rules.sources, |reader| reader.parts());
    if as_html { html(&rules.book.title, &parts) } else { markdown(&parts) }
}

/// The rulebook part by part.
#[must_use]
pub fn in_parts(book: &Rulebook, sources: &Sources) -> Vec<Part> {
    with_reader(book, sources, |reader| reader.parts())
}

/// The rulebook in lines for a terminal.
#[must_use]
pub fn in_lines(book: &Rulebook, sources: &Sources) -> Vec<String> {
    with_reader(book, sources, |reader| page::in_lines(&reader.parts()))
}

/// What a move does, by its name; nothing if the game's own file has none of that name.
#[must_use]
pub fn of_move(book: &Rulebook, sources: &Sources, name: &str) -> Vec<String> {
    with_reader(book, sources, |reader| page::in_lines(&reader.move_named(name)))
}

/// How the score is counted; nothing if the game has none.
#[must_use]
pub fn of_score(book: &Rulebook, sources: &Sources) -> Vec<String> {
    if book.score.is_none() {
        return Vec::new();
    }
    let lines = with_reader(book, sources, |reader| page::in_lines(&reader.word_named("score")));
    // It is no item of a list here.
    lines.iter().map(|line| line.strip_prefix("- ").unwrap_or(line).to_owned()).collect()
}

fn with_reader<T>(book: &Rulebook, sources: &Sources, read: impl FnOnce(&Reader<'_>) -> T) -> T {
    let [tree] = parsed([sources]);
    read(&Reader::of(&tree, book, sources))
}

/// What was read last: rules that are saved again differ in a few items, at all tables in the same.
static READ: LazyLock<Mutex<ParseCache>> = LazyLock::new(Mutex::default);

/// The games' own files.
fn parsed<const N: usize>(of: [&Sources; N]) -> [SyntaxTree; N] {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.begin(Haste::default());
    of.map(|sources| {
        let text = sources.get(FileId(0)).map_or("", |f| &f.text);
        read.parse(FileId(0), text).0
    })
}

/// Reads a game's own file, so that what changes in it is told sooner.
pub(crate) fn read_ahead(sources: &Sources) {
    let _ = parsed([sources]);
}

impl<'r> Reader<'r> {
    /// Reads rules whose own file was parsed.
    fn of(tree: &'r SyntaxTree, book: &'r Rulebook, sources: &'r Sources) -> Self {
        Self { tree, book, sources, stand_ins: stand_in::StandIns::of(book) }
    }
}

impl Reader<'_> {
    fn parts(&self) -> Vec<Part> {
        let mut all = self.head();
        for (title, parts) in [
            ("What lies on the table", self.components()),
            ("What a table may agree on", self.options()),
            ("Set-up", self.setup()),
            ("How the game goes", self.course()),
            ("What you may do", self.moves()),
            ("Rules that step in", self.stepping_in()),
            ("How it ends", self.endings()),
            ("What then happens", self.deeds()),
            ("What words mean", self.words()),
            ("What the table sees to itself", self.physical()),
            ("Where each rule is", self.index()),
        ] {
            if !parts.is_empty() {
                all.push(Part::Heading(2, plain(title)));
                all.extend(parts);
            }
        }
        all
    }

    fn head(&self) -> Vec<Part> {
        let mut all = vec![Part::Heading(1, plain(self.book.title.as_str()))];
        let by =
            self.book.author.as_ref().map(|author| format!("by {author}, ")).unwrap_or_default();
        let players = match self.book.players {
            (1, 1) => "for one player".to_string(),
            (low, high) if low == high => format!("for {low} players"),
            (low, high) => format!("for {low} to {high} players"),
        };
        all.push(Part::Prose(plain(by + &players)));
        for item in &self.tree.items {
            if matches!(item.kind, ItemKind::Game { .. } | ItemKind::Players { .. }) {
                all.extend(prose(&item.doc));
            }
        }
        all
    }

    fn physical(&self) -> Vec<Part> {
        let mut all = Vec::new();
        for item in &self.tree.items {
            if let ItemKind::Physical { rules, reason } = &item.kind {
                let mut words = self.text(reason);
                words.extend(plain(format!(" ({})", ids(rules))));
                all.push(Part::Point(0, words));
            }
        }
        all
    }

    /// The cited rules, and the items that cite them.
    fn index(&self) -> Vec<Part> {
        let mut places: BTreeMap<(String, u64), Vec<String>> = BTreeMap::new();
        let key = |id: &str| {
            let (book, number) = id.split_once('-').unwrap_or((id, ""));
            (book.to_string(), number.parse().unwrap_or(u64::MAX))
        };
        let mut shown: BTreeMap<(String, u64), String> = BTreeMap::new();
        for prose in self.book.prose.iter().filter(|p| p.span.file == FileId(0)) {
            for id in &prose.rules {
                shown.insert(key(id), id.to_string());
                let at = places.entry(key(id)).or_default();
                let item = in_words(&prose.item);
                if !at.contains(&item) {
                    at.push(item);
                }
            }
        }
        for item in self.items() {
            let ItemKind::Physical { rules, .. } = &item.kind else { continue };
            for rule in rules {
                shown.insert(key(&rule.id), rule.id.to_string());
                places.entry(key(&rule.id)).or_default().push("the table itself".into());
            }
        }
        if places.is_empty() {
            return Vec::new();
        }
        let rows = places
            .iter()
            .filter_map(|(key, at)| Some(vec![shown.get(key)?.to_string(), at.join(", ")]));
        vec![Part::Table(vec!["Rule".into(), "Stands with".into()], rows.collect())]
    }

    /// Items of the game, those in `rules for` and variants' `within` left out.
    pub(crate) fn items(&self) -> impl Iterator<Item = &Item> {
        self.tree.items.iter()
    }

    /// A text with its holes.
    pub(crate) fn text(&self, text: &Text) -> Words {
        let part = |part: &TextPart| match part {
            TextPart::Words(words) => Run::Plain(words.to_string()),
            TextPart::Hole(hole) => {
                let said = self.stood_for(hole).unwrap_or_else(|| {
                    if let ExprKind::Dot(..) = hole.kind {
                        self.english(hole)
                    } else {
                        self.source(hole.span).replace('_', " ")
                    }
                });
                Run::Value(said)
            }
        };
        text.parts.iter().map(part).collect()
    }
}

/// A name in words: `draw_pile` as `draw pile`.
pub(crate) fn in_words(name: &str) -> String {
    name.replace('_', " ")
}

/// The same, with a capital letter.
pub(crate) fn titled(name: &Name) -> String {
    capital(&in_words(&name.text))
}

/// Words with a capital letter.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The paragraphs of a piece of prose, the rules it cites behind the last.
pub(crate) fn prose(doc: &Doc) -> Vec<Part> {
    let mut paragraphs: Vec<String> = doc
        .text
        .split("\n\n")
        .map(|p| p.trim().replace('\n', " "))
        .filter(|p| !p.is_empty())
        .collect();
    if !doc.rules.is_empty() {
        let cited = format!("({})", ids(&doc.rules));
        match paragraphs.last_mut() {
            Some(last) => *last += &format!(" {cited}"),
            None => paragraphs.push(cited),
        }
    }
    paragraphs.into_iter().map(|p| Part::Prose(plain(p))).collect()
}

/// The same in one line, with what stands in front of it.
pub(crate) fn line(mut before: Words, doc: &Doc) -> Words {
    for part in prose(doc) {
        if let Part::Prose(words) = part {
            if !before.is_empty() {
                before.push(Run::Plain(" ".into()));
            }
            before.extend(words);
        }
    }
    before
}

/// A card as it is called.
pub(crate) fn literal(words: &[LiteralWord]) -> String {
    let word = |word: &LiteralWord| match word {
        LiteralWord::Word(name) => in_words(&name.text),
        LiteralWord::Number(n, _) => n.to_string(),
        LiteralWord::Money(symbol, n, _) => format!("{symbol}{n}"),
    };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// Rules in order, neighbours as a range.
fn ids(rules: &[RuleId]) -> String {
    let parts: Vec<(&str, Option<u64>, &str)> = rules
        .iter()
        .map(|r| {
            let (book, number) = r.id.rsplit_once('-').unwrap_or((&r.id, ""));
            (book, number.parse().ok(), r.id.as_str())
        })
        .collect();
    let mut shown: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some((book, number, first)) = parts.get(at) {
        let follows = |n: usize| {
            let next = parts.get(at + n)?;
            (next.0 == *book && next.1? == (*number)? + n as u64).then_some(next.2)
        };
        let more = (1..parts.len()).map_while(follows).count();
        if let (2.., Some(last)) = (more, follows(more)) {
            shown.push(format!("{first} to {last}"))
        } else {
            shown.extend(parts[at..=at + more].iter().map(|p| p.2.to_string()))
        }
        at += more + 1;
    }
    shown.join(", ")
}

#[cfg(test)]
mod tests {
    use super::ids;
    use houserules_lang::source::Span;
    use houserules_lang::syntax::ast::RuleId;

    #[test]
    fn neighbours_are_a_range() {
        let rules = |all: &[&str]| {
            let rule = |id: &&str| RuleId { id: (*id).to_string(), span: Span::default() };
            ids(&all.iter().map(rule).collect::<Vec<_>>())
        };
        assert_eq!(rules(&["A-1", "A-2", "A-3", "A-5"]), "A-1 to A-3, A-5");
        assert_eq!(rules(&["B3-001", "B3-002", "A-3"]), "B3-001, B3-002, A-3");
        assert_eq!(rules(&["A-2", "A-2", "A-1"]), "A-2, A-2, A-1");
        assert_eq!(rules(&[]), "");
    }
}
