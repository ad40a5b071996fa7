//! How usual a line of words is: by the other lines of the file, and by those of rules in general.

use super::known::Known;
use crate::syntax::scan::{self, Kind, Token};
use houserules_grammar::is_keyword;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Lines of rules in general.
const USUAL: &str = include_str!("usual.txt");
/// What stands before the first word of a line and behind its last.
const END: &str = "¶";

/// What it costs to be found nowhere.
const UNSEEN: u32 = 12;

/// What a word is at its place, and itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sign {
    class: u16,
    word: u32,
}

/// Runs of three words, and of what they are.
#[derive(Debug)]
pub(super) struct Usual<'t> {
    classes: BTreeMap<&'t str, u16>,
    words: BTreeMap<&'t str, u32>,
    names: BTreeMap<&'t str, &'static str>,
    runs: Runs,
    /// The number of the last word of the file itself.
    own: u32,
}

/// Runs of words, in order.
#[derive(Debug, Default)]
struct Runs {
    words: Vec<[u32; 3]>,
    three: Vec<[u16; 3]>,
    two: Vec<[u16; 2]>,
    /// The words of both ends, and then the one between them.
    between: Vec<[u32; 3]>,
}

impl Runs {
    fn add(&mut self, signs: &[Sign]) {
        self.words.extend(signs.windows(3).map(|w| [w[0].word, w[1].word, w[2].word]));
        self.three.extend(signs.windows(3).map(|w| [w[0].class, w[1].class, w[2].class]));
        self.two.extend(signs.windows(2).map(|w| [w[0].class, w[1].class]));
        self.between.extend(signs.windows(3).map(|w| [w[0].word, w[2].word, w[1].word]));
    }

    fn sort(&mut self) {
        self.words.sort_unstable();
        self.three.sort_unstable();
        self.two.sort_unstable();
        self.between.sort_unstable();
    }
}

impl<'t> Usual<'t> {
    /// Those of a file.
    pub(super) fn of(text: &'t str, known: &Known<'t>) -> Self {
        let mut usual = Self {
            classes: BTreeMap::new(),
            words: BTreeMap::new(),
            names: known.names(),
            own: 0,
            runs: Runs::default(),
        };
        usual.add(text);
        usual.own = usual.words.len() as u32;
        // Its names are what they are there.
        let names = std::mem::replace(&mut usual.names, Known::of(USUAL).names());
        usual.add(USUAL);
        usual.names = names;
        usual.runs.sort();
        usual
    }

    fn add(&mut self, text: &'t str) {
        let (all, mut from) = (scan::tokens(text), 0);
        while let Some(first) = all.get(from) {
            let start = text.get(..first.start).and_then(|t| t.rfind('\n')).map_or(0, |at| at + 1);
            let end =
                text.get(start..).and_then(|t| t.find('\n')).map_or(text.len(), |n| start + n);
            let to = from + all.get(from..).map_or(0, |t| t.partition_point(|t| t.start < end));
            let line = all.get(from..to.max(from + 1)).unwrap_or(&[]);
            from = to.max(from + 1);
            if first.kind == Kind::Doc {
                continue;
            }
            let signs = self.learnt(text, line);
            self.runs.add(&signs);
        }
    }

    /// The words of a line, numbered.
    fn learnt(&mut self, text: &'t str, line: &[Token]) -> Vec<Sign> {
        let mut all = vec![self.number(END, END), self.number(END, END)];
        let mut before = END;
        for token in line {
            let word = token.of(text);
            let class = self.class(token.kind, word, before);
            all.push(self.number(class, word));
            before = word;
        }
        all.push(self.number(END, END));
        all
    }

    fn number(&mut self, class: &'t str, word: &'t str) -> Sign {
        let next = self.classes.len() as u16 + 1;
        let class = *self.classes.entry(class).or_insert(next);
        let next = self.words.len() as u32 + 1;
        Sign { class, word: *self.words.entry(word).or_insert(next) }
    }

    /// What a word is behind another.
    fn class<'w>(&self, kind: Kind, word: &'w str, before: &str) -> &'w str {
        match kind {
            Kind::Number => "0",
            Kind::Money => "$",
            Kind::Text | Kind::OpenText => "\"",
            Kind::Word if before == "." => ".name",
            Kind::Word => match self.names.get(word) {
                Some(class) => class,
                None if is_keyword(word) => word,
                None if word.starts_with(char::is_uppercase) => "Name",
                None => "name",
            },
            _ => word,
        }
    }

    /// The words of a line: 0 for what stands nowhere.
    fn signs(&self, line: &str) -> Vec<Sign> {
        let end = self.sign(Kind::Odd, END, "");
        let (mut signs, mut before) = (vec![end, end], "");
        for token in scan::tokens(line) {
            let word = token.of(line);
            signs.push(self.sign(token.kind, word, before));
            before = word;
        }
        signs.push(end);
        signs
    }

    fn sign(&self, kind: Kind, word: &str, before: &str) -> Sign {
        let class = self.class(kind, word, before);
        Sign {
            class: self.classes.get(class).copied().unwrap_or(0),
            word: self.words.get(word).copied().unwrap_or(0),
        }
    }
}

/// What is usual, but for a line that is wrong.
pub(super) struct Elsewhere<'t> {
    usual: Rc<Usual<'t>>,
    own: Runs,
}

impl<'t> Elsewhere<'t> {
    /// Without that line.
    pub(super) fn of(usual: Rc<Usual<'t>>, line: &str) -> Self {
        let mut own = Runs::default();
        own.add(&usual.signs(line));
        own.sort();
        Self { usual, own }
    }

    /// A word at a place.
    pub(super) fn sign(&self, kind: Kind, word: &str, before: &str) -> Sign {
        self.usual.sign(kind, word, before)
    }

    /// Whether a name stands anywhere.
    pub(super) fn stands(&self, name: &str) -> bool {
        self.usual.words.get(name).is_some_and(|number| *number <= self.usual.own)
    }

    /// Whether the file declares a name.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.usual.names.contains_key(name)
    }

    /// Whether a word stands on another line.
    pub(super) fn elsewhere(&self, word: &str) -> bool {
        let file = self.usual.own;
        let number = self.usual.words.get(word).filter(|number| **number <= file);
        let Some(number) = number else { return false };
        let count = |runs: &Runs| runs.words.iter().filter(|run| run[2] == *number).take(8).count();
        count(&self.usual.runs) > count(&self.own)
    }

    /// Whether a word is called on another line, with what stands in brackets: behind a dot, and
    /// not.
    pub(super) fn called(&self, word: &str) -> (bool, bool) {
        let number = |text: &str| self.usual.words.get(text).copied().unwrap_or(u32::MAX);
        let (word, open, dot) = (number(word), number("("), number("."));
        let defined = number("define");
        if word > self.usual.own {
            return (false, false);
        }
        let all = self.usual.runs.words.iter().filter(|run| run[1] == word && run[2] == open);
        all.fold((false, false), |(dotted, plain), run| {
            (dotted || run[0] == dot || run[0] == defined, plain || run[0] != dot)
        })
    }

    /// Whether a word stands behind a dot on another line.
    pub(super) fn behind_dot(&self, word: &str) -> bool {
        let number = |text: &str| self.usual.words.get(text).copied().unwrap_or(u32::MAX);
        let (word, dot) = (number(word), number("."));
        self.usual.runs.words.iter().any(|run| run[1] == dot && run[2] == word)
    }

    /// What stands at both ends of a line.
    pub(super) fn end(&self) -> Sign {
        self.usual.sign(Kind::Odd, END, "")
    }

    /// The words that stand between two others, but for the line that is wrong.
    pub(super) fn between(&self, before: Sign, behind: Sign) -> Vec<&str> {
        let all = &self.usual.runs.between;
        let run = (before.word, behind.word);
        let from = all.partition_point(|other| (other[0], other[1]) < run);
        let here = all.get(from..).unwrap_or(&[]).iter();
        let mut found: Vec<u32> =
            here.take_while(|other| (other[0], other[1]) == run).map(|other| other[2]).collect();
        found.dedup();
        let file = self.usual.own;
        let known = self.usual.words.iter();
        let known = known.filter(|(_, at)| **at <= file && found.contains(at));
        known.map(|(word, _)| *word).collect()
    }

    /// Whether one ever stands behind the other.
    pub(super) fn follows(&self, before: Sign, behind: Sign) -> bool {
        let run = [before.class, behind.class];
        count(&self.usual.runs.two, &run) > count(&self.own.two, &run)
    }

    /// How unusual a run of words is, the third of which is the first that counts.
    pub(super) fn cost(&self, signs: &[Sign]) -> u32 {
        signs.windows(3).map(|run| self.of_three([run[0], run[1], run[2]])).sum()
    }

    /// How unusual the lines of a text are.
    pub(super) fn of_text(&self, text: &str) -> i64 {
        text.lines().map(|line| i64::from(self.cost(&self.usual.signs(line)))).sum()
    }

    fn of_three(&self, run: [Sign; 3]) -> u32 {
        // What stands nowhere else is hardly a name.
        const NEW: u32 = 8;
        let new = if run[2].word == 0 { NEW } else { 0 };
        new + self.of_known(run)
    }

    fn of_known(&self, run: [Sign; 3]) -> u32 {
        const MANY: usize = 3;
        let [a, b, c] = run;
        let (all, own) = (&self.usual.runs, &self.own);
        let words = [a.word, b.word, c.word];
        if count(&all.words, &words) > count(&own.words, &words) {
            return 1;
        }
        let three = [a.class, b.class, c.class];
        match count(&all.three, &three).saturating_sub(count(&own.three, &three)) {
            MANY.. => return 2,
            1.. => return 3,
            0 => {}
        }
        let two = [b.class, c.class];
        match count(&all.two, &two).saturating_sub(count(&own.two, &two)) {
            MANY.. => 6,
            1.. => 7,
            0 => UNSEEN,
        }
    }
}

/// How often a run is among those in order, up to a few times.
fn count<T: Ord>(all: &[T], run: &T) -> usize {
    const MOST: usize = 8;
    let from = all.partition_point(|other| other < run);
    let rest = all.get(from..).unwrap_or(&[]).iter();
    rest.take(MOST).take_while(|other| *other == run).count()
}
