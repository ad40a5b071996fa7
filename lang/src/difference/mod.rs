//! What changed between two rulebooks, in the designer's words.

pub mod names;
pub mod node;
pub mod outline;
pub mod renames;
pub mod spelling;
mod things;

use crate::difference::names::Names;
use crate::difference::node::{Maker, Node};
use crate::difference::outline::{Outline, align, of_body};
use crate::difference::renames::{bodies, recognise};
use crate::difference::spelling::{Renames, Sort};
use crate::ir::{BodyRef, Rulebook};
use crate::place::Place;
use crate::source::{Sources, Span};
use std::collections::BTreeSet;

/// What a change means for a game that is running.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// It counts from now on.
    Safe,
    /// Something on the table goes over to something else.
    Migrates,
    /// Only a new game, or a replay, is touched by it.
    NewGame,
}

/// One thing that is different in the new rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// A sentence for people, without a full stop.
    pub text: String,
    /// What it means for a running game.
    pub grade: Grade,
    /// Why, if it does not simply count from now on.
    pub why: Option<&'static str>,
    /// Where; of what is gone, where it stood.
    pub place: Option<Place>,
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)?;
        match (&self.place, self.why) {
            (Some(place), Some(why)) => write!(f, " ({place}; {why})"),
            (Some(place), None) => write!(f, " ({place})"),
            (None, Some(why)) => write!(f, " ({why})"),
            (None, None) => Ok(()),
        }
    }
}

/// A rulebook with its texts.
#[derive(Debug, Clone, Copy)]
pub struct Rules<'a> {
    /// What its texts were compiled to.
    pub book: &'a Rulebook,
    /// The texts that it was compiled from; differences quote them.
    pub sources: &'a Sources,
}

/// The difference of two rulebooks.
#[derive(Debug, Clone)]
pub struct Difference {
    /// What changed, rules first.
    pub changes: Vec<Change>,
    /// Which thing is which.
    pub names: Names,
    /// What was renamed.
    pub renames: Renames,
}

impl Difference {
    /// Compares two rulebooks; `stated` are renames that the designer has said.
    #[must_use]
    pub fn between(old: Rules, new: Rules, stated: &Renames) -> Self {
        let renames = recognise(old.book, new.book, stated);
        let names = Names::new(old.book, new.book, &renames);
        let mut finder =
            Finder { old, new, names: &names, changes: Vec::new(), said: BTreeSet::new() };
        finder.renamed(&renames);
        finder.rules();
        finder.things();
        let changes = finder.changes;
        Self { changes, names, renames }
    }

    /// Whether nothing changed that counts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// All changes in a line.
    #[must_use]
    pub fn said(&self) -> String {
        let texts: Vec<&str> = self.changes.iter().map(|c| c.text.as_str()).collect();
        texts.join("; ")
    }
}

pub(super) struct Finder<'a> {
    pub(super) old: Rules<'a>,
    pub(super) new: Rules<'a>,
    pub(super) names: &'a Names,
    changes: Vec<Change>,
    said: BTreeSet<String>,
}

/// Longer pieces of rules are cut.
const LONGEST: usize = 60;

impl<'a> Finder<'a> {
    /// Adds a change, once; the span lies in the new rules, or in the old ones if something is
    /// gone.
    pub(super) fn say(
        &mut self,
        text: String,
        grade: Grade,
        why: Option<&'static str>,
        place: Option<Place>,
    ) {
        if self.said.insert(text.clone()) {
            self.changes.push(Change { text, grade, why, place });
        }
    }

    pub(super) fn in_new(&self, span: Span) -> Option<Place> {
        Place::of(self.new.sources, span)
    }

    pub(super) fn in_old(&self, span: Span) -> Option<Place> {
        Place::of(self.old.sources, span)
    }

    fn renamed(&mut self, renames: &Renames) {
        let members: Vec<(&str, &str)> = renames
            .iter()
            .filter(|((sort, _), _)| *sort == Sort::Member)
            .map(|((_, old), new)| (old.rsplit('.').next().unwrap_or(old), new.as_str()))
            .collect();
        for ((sort, old), new) in renames {
            // A card that is called by a member's name changes with it.
            let follows = |(a, b): &(&str, &str)| old.replace(a, b) == *new;
            if *sort == Sort::Row && members.iter().any(follows) {
                continue;
            }
            let text = match sort {
                // The card's kind is named with it.
                Sort::Row => format!("the card `{old}` is now called `{new}`"),
                _ => format!("{} `{old}` is now called `{new}`", sort.noun()),
            };
            let why = matches!(sort, Sort::Zone | Sort::Counter | Sort::Row | Sort::Member)
                .then_some("it keeps what it has");
            self.say(text, Grade::Migrates, why, None);
        }
    }

    // ---- rules ----

    fn rules(&mut self) {
        let makers = (
            Maker { book: self.old.book, spelling: &self.names.old, locals: &[] },
            Maker { book: self.new.book, spelling: &self.names.new, locals: &[] },
        );
        let old = bodies(self.old.book, &self.names.old);
        let new = bodies(self.new.book, &self.names.new);
        for (body, name) in &new {
            let before = old.iter().find(|(b, _)| self.names.body(*b) == Some(*body));
            let outline = of_body(makers.1, *body);
            match before {
                Some((b, _)) => {
                    let before = of_body(makers.0, *b);
                    let setup = *body == BodyRef::Setup;
                    self.compare(&shown(name), setup, &before, &outline);
                }
                None => {
                    let text = format!("{} is new", called(*body, name));
                    self.say(text, Grade::Safe, None, self.in_new(outline.span));
                }
            }
        }
        for (body, name) in &old {
            if !new.iter().any(|(b, _)| self.names.body(*body) == Some(*b)) {
                let outline = of_body(makers.0, *body);
                let text = format!("{} is gone", called(*body, name));
                self.say(text, Grade::Safe, None, self.in_old(outline.span));
            }
        }
    }

    /// What changed in a rule, line by line.
    fn compare(&mut self, rule: &str, setup: bool, old: &Outline, new: &Outline) {
        if old.hash == new.hash {
            return;
        }
        let (grade, why) = if setup { (Grade::NewGame, Some(OVER)) } else { (Grade::Safe, None) };
        if old.head != new.head {
            let text = self.head(rule, old, new);
            self.say(text, grade, why, self.in_new(new.span));
        }
        let blocks = old.blocks.len().max(new.blocks.len());
        for at in 0..blocks {
            let (a, b) = (block(old, at), block(new, at));
            for (x, y) in align(a, b) {
                match (x.and_then(|x| a.get(x)), y.and_then(|y| b.get(y))) {
                    (Some(x), Some(y)) => self.compare(rule, setup, x, y),
                    (None, Some(y)) => {
                        let text = self.line(rule, y, true);
                        self.say(text, grade, why, self.in_new(y.span));
                    }
                    (Some(x), None) => {
                        let text = self.line(rule, x, false);
                        self.say(text, grade, why, self.in_old(x.span));
                    }
                    (None, None) => {}
                }
            }
        }
    }

    /// A line that was added or taken away.
    fn line(&self, rule: &str, line: &Outline, added: bool) -> String {
        if line.label == "offers" {
            let what = if let Node::Tree(_, parts) = &line.head {
                parts.get(1).map(entry_name).unwrap_or_default()
            } else {
                String::new()
            };
            let verb = if added { "now also offers" } else { "does not offer" };
            let end = if added { "" } else { " any more" };
            return format!("{rule} {verb} `{what}`{end}");
        }
        let sources = if added { self.new.sources } else { self.old.sources };
        let text = piece(sources, line.span);
        match (line.label, added) {
            ("needs", true) => format!("{rule} now also needs `{text}`"),
            ("needs", false) => format!("{rule} does not need `{text}` any more"),
            ("ends when", true) => format!("{rule} has a new ending: `{text}`"),
            ("ends when", false) => format!("{rule} lost an ending: `{text}`"),
            ("step", true) => format!("{rule} asks for something more: `{text}`"),
            ("step", false) => format!("{rule} does not ask for `{text}` any more"),
            (_, true) => format!("added to {rule}: `{text}`"),
            (_, false) => format!("taken out of {rule}: `{text}`"),
        }
    }

    /// A line that says something else now.
    fn head(&self, rule: &str, old: &Outline, new: &Outline) -> String {
        let (before, after) =
            (piece(self.old.sources, old.span), piece(self.new.sources, new.span));
        let differing = old.head.differing(&new.head).unwrap_or_default();
        let numbers: Vec<String> = differing
            .iter()
            .filter(|(a, b)| matches!((a, b), (Node::Number(..), Node::Number(..))))
            .map(|(a, b)| format!("{} instead of {}", b.said(), a.said()))
            .collect();
        if !numbers.is_empty() && numbers.len() == differing.len() {
            let numbers = numbers.join(", ");
            let plain = matches!(&new.head, Node::Tree(_, parts) if !matches!(parts.get(1), Some(Node::Tree(tag, _)) if *tag != "Const"));
            return match new.label {
                "needs" => format!("{rule} now needs {numbers}: `{after}`"),
                "works when" => format!("{rule} now works at {numbers}: `{after}`"),
                "ends when" => format!("{rule} now ends at {numbers}: `{after}`"),
                "define" if plain => format!("{rule} is now {numbers}"),
                "define" | "to" | "move" => format!("{rule} has {numbers}"),
                _ => format!("{rule} has {numbers}: `{after}`"),
            };
        }
        // What is no word of the rules, such as whether a list has an order, is nothing to read.
        if let [(Node::Word(a), Node::Word(b))] = differing.as_slice()
            && before.contains(&**a)
            && after.contains(&**b)
        {
            return format!("{rule} has `{}` instead of `{}`", cut(b), cut(a));
        }
        if before == after || matches!(new.label, "define" | "to" | "move") {
            return format!("{rule} reads differently: `{after}`");
        }
        format!("in {rule}, `{before}` became `{after}`")
    }
}

/// The set-up is over.
pub(super) const OVER: &str = "the set-up is over; felt from the next game on, or by replaying";

fn block<'o, 'a>(outline: &'o Outline<'a>, at: usize) -> &'o [Outline<'a>] {
    outline.blocks.get(at).map_or(&[], Vec::as_slice)
}

/// The name of what a menu offers.
fn entry_name(entry: &Node) -> String {
    let mut found = "pass".to_string();
    let mut first = true;
    entry.leaves(&mut |leaf| {
        if let (Node::Name(Sort::Move, name), true) = (leaf, first) {
            found = name.to_string();
            first = false;
        }
    });
    found
}

/// A rule as it is named in a sentence. What is woven around a deed is named as the deed.
fn shown(name: &str) -> String {
    let name = name.trim_start_matches('#');
    let name = name.split(" (").next().unwrap_or(name);
    format!("`{name}`")
}

fn called(body: BodyRef, name: &str) -> String {
    let noun = match body {
        BodyRef::Word(_) => "word",
        BodyRef::Deed(_) if name.starts_with('#') => "a rule about deed",
        BodyRef::Deed(_) => "deed",
        BodyRef::Move(_) => "move",
        BodyRef::Setup
        | BodyRef::Play
        | BodyRef::RunsOut(..)
        | BodyRef::Test(..)
        | BodyRef::Constant => "rule",
    };
    format!("{noun} {}", shown(name))
}

/// The line on which a piece of the rules begins, from there on, without the block that it opens.
pub(super) fn piece(sources: &Sources, span: Span) -> String {
    let text = sources.get(span.file).and_then(|f| f.text.get(span.start as usize..)).unwrap_or("");
    let line = text.lines().next().unwrap_or("");
    let line = line.split("//").next().unwrap_or("");
    let head =
        line.split('{').next().map(str::trim).filter(|h| !h.is_empty()).unwrap_or(line.trim());
    let head = head.strip_prefix("needs ").unwrap_or(head);
    let head = head.strip_prefix("ends when ").unwrap_or(head);
    cut(head.split(" else \"").next().unwrap_or(head))
}

fn cut(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if clean.chars().count() <= LONGEST {
        return clean;
    }
    let head: String = clean.chars().take(LONGEST - 1).collect();
    format!("{}…", head.trim_end())
}
