//! Sentences in another order or in other words than the language has them, put into its own.

use super::persons::PERSONS;
use super::sentences::{REMARKS, SENTENCES};
use super::test_lines::TEST_LINES;
use super::variants::VARIANTS;
use crate::syntax::parse::is_reserved;
use crate::syntax::report::Place;
use crate::syntax::scan::{Kind, Token};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// So many words may stand for one letter of a sentence.
const LONGEST_PART: usize = 14;
/// Where a part at the end of a sentence may end, but for the end of its line.
const ENDS: [&str; 7] = ["{", "}", ")", "else", "otherwise", "where", "or"];

/// A sentence that was found, and how it is written here.
pub(super) struct Form {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// The sentence as the language has it.
    pub meant: String,
    /// What is said, if there is no such sentence.
    pub remark: Option<String>,
}

/// One word of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part<'p> {
    /// One of several words, joined by `/`.
    Word(&'p str),
    /// Any words.
    Any(&'p str),
    /// One number.
    Number,
    /// One word, number or amount.
    One(&'p str),
    /// A block.
    Block,
}

/// The tokens that stand for the parts of a pattern: the letter, first token, one past the last.
type Found<'p> = Vec<(&'p str, usize, usize)>;

/// A sentence of the tables, taken apart.
struct Known {
    parts: Vec<Part<'static>>,
    meant: &'static str,
    remark: Option<&'static str>,
    /// A block at the end stays where it is.
    kept: bool,
}

/// The tables for one sort of item, the likeliest first, found by what they begin with.
struct Tables {
    all: Vec<Known>,
    /// Those that begin with a word.
    by_word: BTreeMap<&'static str, Vec<usize>>,
    /// Those that begin with anything.
    open: Vec<usize>,
}

type Remarked = (&'static str, &'static str, &'static str);

static IN_TESTS: LazyLock<Tables> = LazyLock::new(|| Tables::of(TEST_LINES));
static ELSEWHERE: LazyLock<Tables> = LazyLock::new(|| Tables::of(PERSONS));

impl Tables {
    fn of(of_item: &[Remarked]) -> Self {
        let remarked = of_item.iter().chain(VARIANTS).chain(REMARKS);
        let remarked = remarked.map(|(w, m, r)| (*w, *m, Some(*r).filter(|r| !r.is_empty())));
        let known = SENTENCES.iter().map(|(written, meant)| (*written, *meant, None));
        let mut tables = Self { all: Vec::new(), by_word: BTreeMap::new(), open: Vec::new() };
        for (written, meant, remark) in remarked.chain(known) {
            let kept = written.strip_suffix(" {}").zip(meant.strip_suffix(" {}"));
            let (written, meant) = kept.unwrap_or((written, meant));
            let parts: Vec<Part<'static>> = written.split(' ').map(part).collect();
            let at = tables.all.len();
            match parts.first() {
                Some(Part::Word(words)) => words
                    .split('/')
                    .for_each(|word| tables.by_word.entry(word).or_default().push(at)),
                Some(Part::Any(_) | Part::One(_) | Part::Number) => tables.open.push(at),
                Some(Part::Block) | None => {}
            }
            tables.all.push(Known { parts, meant, remark, kept: kept.is_some() });
        }
        tables
    }

    /// Those that may begin at a token of that word, in order.
    fn begun(&self, word: &str, open: bool) -> Vec<&Known> {
        let mut found = self.by_word.get(word).cloned().unwrap_or_default();
        if open {
            found.extend(&self.open);
        }
        found.sort_unstable();
        found.dedup();
        found.into_iter().filter_map(|at| self.all.get(at)).collect()
    }
}

/// Sentences that begin at that token, the likeliest first.
pub(super) fn at(place: Place<'_>, tokens: &[Token], at: usize) -> Vec<Form> {
    let Some(first) = tokens.get(at).map(|t| t.of(place.text).to_lowercase()) else {
        return Vec::new();
    };
    let in_test = tokens.first().is_some_and(|t| t.of(place.text) == "test");
    let tables: &Tables = if in_test { &IN_TESTS } else { &ELSEWHERE };
    let matching = Matching { place, tokens };
    let mut all = Vec::new();
    for known in tables.begun(&first, matching.begins(at)) {
        // `pay(me, $2)` calls a deed of that name.
        let called = known.parts.get(1) != Some(&Part::Word("(")) && matching.word(at + 1) == "(";
        let alone = !matches!(known.parts.first(), Some(Part::One(_))) || matching.single(at);
        if called || !alone {
            continue;
        }
        let mut found = Vec::new();
        if let Some(end) = matching.rest(&known.parts, at, &mut found)
            && let Some(last) = end.checked_sub(1).and_then(|last| tokens.get(last))
            && (!known.kept || matching.word(end) == "{")
        {
            let meant = matching.filled(known.meant, &found);
            let remark = known.remark.map(|remark| matching.filled(remark, &found));
            all.push(Form { start: tokens[at].start, end: last.end, meant, remark });
        }
    }
    all
}

fn part(word: &str) -> Part<'_> {
    let letter = word.len() == 1 && word.starts_with(|c: char| c.is_ascii_uppercase());
    match word {
        "{}" => Part::Block,
        "N" => Part::Number,
        "X" | "Y" | "Z" => Part::One(word),
        _ if letter => Part::Any(word),
        _ => Part::Word(word),
    }
}

fn one_of(words: &str, word: &str) -> bool {
    words.split('/').any(|w| w == word)
}

struct Matching<'t> {
    place: Place<'t>,
    tokens: &'t [Token],
}

impl Matching<'_> {
    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.of(self.place.text))
    }

    /// Whether a line ends before that token.
    fn new_line(&self, at: usize) -> bool {
        let (Some(token), Some(before)) =
            (self.tokens.get(at), at.checked_sub(1).and_then(|b| self.tokens.get(b)))
        else {
            return true;
        };
        self.place.text.get(before.end..token.start).is_none_or(|gap| gap.contains('\n'))
    }

    /// Whether a sentence may begin at a token.
    fn begins(&self, at: usize) -> bool {
        self.new_line(at)
            || at.checked_sub(1).is_some_and(|before| matches!(self.word(before), "{" | "}"))
    }

    /// Whether a token is a name or a value by itself.
    fn single(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|t| match t.kind {
            Kind::Number | Kind::Money => true,
            Kind::Word => !is_reserved(t.of(self.place.text)) || t.of(self.place.text) == "me",
            _ => false,
        })
    }

    /// Matches parts from a token on; one past the last token of the sentence.
    fn rest<'p>(&self, parts: &[Part<'p>], at: usize, found: &mut Found<'p>) -> Option<usize> {
        let Some((part, rest)) = parts.split_first() else { return Some(at) };
        match part {
            Part::Word(words) => {
                let fits = one_of(words, &self.word(at).to_lowercase())
                    && (found.is_empty() || !self.new_line(at));
                fits.then(|| self.rest(rest, at + 1, found)).flatten()
            }
            Part::Block => {
                let end = self.closed(at).filter(|_| self.word(at) == "{")?;
                found.push(("{}", at, end));
                self.rest(rest, end, found)
            }
            Part::Number => {
                self.tokens.get(at).filter(|t| t.kind == Kind::Number)?;
                found.push(("N", at, at + 1));
                self.rest(rest, at + 1, found)
            }
            Part::One(letter) => {
                let ends = |at: usize| {
                    self.new_line(at)
                        || self.tokens.get(at).is_none_or(|t| t.kind == Kind::Close)
                        || self.word(at) == ","
                        || ENDS.contains(&self.word(at))
                };
                if !self.single(at)
                    || !found.is_empty() && self.new_line(at)
                    || rest.is_empty() && !ends(at + 1)
                {
                    return None;
                }
                found.push((letter, at, at + 1));
                self.rest(rest, at + 1, found)
            }
            Part::Any(letter) => {
                let mut ends = self.ends(at);
                if rest.is_empty() {
                    ends.sort_unstable();
                    ends.retain(|end| self.new_line(*end) || ENDS.contains(&self.word(*end)));
                    ends.reverse();
                }
                let kept = found.len();
                ends.into_iter().find_map(|end| {
                    found.truncate(kept);
                    found.push((letter, at, end));
                    self.rest(rest, end, found)
                })
            }
        }
    }

    /// Where words that begin at a token may end: on their line, brackets closed, the nearest end
    /// first.
    fn ends(&self, at: usize) -> Vec<usize> {
        let mut all = Vec::new();
        let mut next = at;
        while next < self.tokens.len() && next - at < LONGEST_PART {
            if next > at && self.new_line(next) {
                break;
            }
            let Some(token) = self.tokens.get(next) else { break };
            match (token.kind, token.of(self.place.text)) {
                (Kind::Close, _) | (Kind::Open, "{") => break,
                (Kind::Open, _) => match self.closed(next) {
                    Some(end) => next = end,
                    None => break,
                },
                _ => next += 1,
            }
            all.push(next);
        }
        all
    }

    /// One past the token that closes the bracket at a token.
    fn closed(&self, at: usize) -> Option<usize> {
        let mut depth = 0usize;
        for (next, token) in self.tokens.iter().enumerate().skip(at) {
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                return Some(next + 1);
            }
        }
        None
    }

    /// The sentence of the right column with the words that were found.
    fn filled(&self, meant: &str, found: &[(&str, usize, usize)]) -> String {
        let mut out = String::new();
        let letters: Vec<char> = meant.chars().collect();
        for (at, letter) in letters.iter().enumerate() {
            let beside = |at: Option<usize>| {
                at.and_then(|at| letters.get(at)).is_some_and(|c| c.is_alphanumeric())
            };
            let alone = !beside(at.checked_sub(1)) && !beside(Some(at + 1));
            let name = letter.to_string();
            match found.iter().find(|(found, ..)| alone && *found == name) {
                Some((_, start, end)) => out.push_str(self.written(*start, *end)),
                None => out.push(*letter),
            }
        }
        match found.iter().find(|(found, ..)| *found == "{}") {
            Some((_, start, end)) => out.replace("{}", self.written(*start, *end)),
            None => out,
        }
    }

    fn written(&self, start: usize, end: usize) -> &str {
        let span =
            self.tokens.get(start).zip(end.checked_sub(1).and_then(|last| self.tokens.get(last)));
        span.and_then(|(a, b)| self.place.text.get(a.start..b.end)).unwrap_or("")
    }
}
