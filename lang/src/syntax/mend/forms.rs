//! Sentences in another order or in other words than the language has them, put into its own.

use super::beginners::{BEGINNERS, BEGINNERS_IN_VARIANTS};
use super::everyday::{EVERYDAY, IN_TESTS as EVERYDAY_TESTS};
use super::families::FAMILIES;
use super::guess::WORDS;
use super::habits::HABITS;
use super::known::Known as Words;
use super::newcomers::{NEWCOMERS, NEWCOMERS_IN_TESTS};
use super::own_things::OWN_THINGS;
use super::persons::PERSONS;
use super::placed::Spoken;
use super::questions::{self, QUESTIONS, me, numeral, somebody};
use super::retold::RETOLD;
use super::seats::SEATS;
use super::sentences::{REMARKS, SENTENCES};
use super::snippet::{renamed, tightly};
use super::test_lines::TEST_LINES;
use super::variants::VARIANTS;
use super::worded::WORDED;
use crate::foreign;
use crate::syntax::parse::is_reserved;
use crate::syntax::report::Place;
use crate::syntax::scan::{Kind, Token};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// So many words may stand for one letter of a sentence.
const LONGEST_PART: usize = 14;
/// Words that are nobody's name.
const NO_NAMES: [&str; 9] = [
    "most",
    "least",
    "everyone",
    "everybody",
    "anyone",
    "anybody",
    "someone",
    "somebody",
    "nobody",
];
/// So many words of a line are looked at for those of a sentence.
const LONGEST_LINE: usize = 80;
/// Where a part at the end of a sentence may end, but for the end of its line.
const ENDS: [&str; 7] = ["{", "}", ")", "else", "otherwise", "where", "or"];

/// What cards are called, whatever they are.
pub(super) const CARDS: &str = "card";

/// The letter that stands for a condition: as it is written here, whatever its own words are.
pub(super) const CONDITION: &str = "W";

/// The word that sentences may have anywhere, and ours nowhere.
const THE: &str = "the";
/// Words and signs behind which a sentence or a condition may begin.
const BEGINS: [&str; 15] = [
    "{", "}", "(", "=", "if", "when", "needs", "where", "has", "and", "or", "not", "expect",
    "then", "until",
];

/// A sentence that was found, and how it is written here.
pub(super) struct Form {
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
    /// One word or more, as many as make the sentence fit.
    Any(&'p str),
    Number,
    /// One amount of money.
    Amount,
    /// One word, number or amount.
    One(&'p str),
    /// Players, as one speaks of them: `nobody`, `any player`.
    Somebody,
    /// A path to a zone.
    Zone(&'p str),
    /// A family of the game, by the word for one of it or for all: `field`, `fields`.
    Family,
    Block,
}

/// The tokens that stand for the parts of a pattern: the letter, first token, one past the last.
pub(super) type Found<'p> = Vec<(&'p str, usize, usize)>;

/// A sentence of the tables, taken apart.
pub(super) struct Known {
    parts: Vec<Part<'static>>,
    pub(super) meant: &'static str,
    pub(super) remark: Option<&'static str>,
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

impl Known {
    /// Whether all its words stand on a line; behind a block others may.
    fn may_be(&self, line: &BTreeSet<String>) -> bool {
        let mut before = self.parts.iter().take_while(|part| **part != Part::Block);
        before.all(|part| match part {
            Part::Word(words) => {
                words.starts_with(CARDS) || words.split('/').any(|word| line.contains(word))
            }
            Part::Any(_)
            | Part::Number
            | Part::Amount
            | Part::One(_)
            | Part::Somebody
            | Part::Zone(_)
            | Part::Family
            | Part::Block => true,
        })
    }
}

type Remarked = (&'static str, &'static str, &'static str);

static IN_TESTS: LazyLock<Tables> =
    LazyLock::new(|| Tables::of(&[NEWCOMERS_IN_TESTS, EVERYDAY_TESTS, TEST_LINES, QUESTIONS]));
static IN_VARIANTS: LazyLock<Tables> = LazyLock::new(|| {
    let first = [BEGINNERS_IN_VARIANTS, VARIANTS, FAMILIES, RETOLD, OWN_THINGS, WORDED, BEGINNERS];
    let rest = [NEWCOMERS, EVERYDAY, SEATS, QUESTIONS, HABITS, PERSONS];
    Tables::of(&[&first[..], &rest].concat())
});
static ELSEWHERE: LazyLock<Tables> = LazyLock::new(|| {
    Tables::of(&[
        FAMILIES, RETOLD, OWN_THINGS, WORDED, NEWCOMERS, BEGINNERS, EVERYDAY, SEATS, QUESTIONS,
        HABITS, PERSONS,
    ])
});

impl Tables {
    fn of(of_item: &[&'static [Remarked]]) -> Self {
        let remarked = of_item.iter().copied().flatten().chain(REMARKS);
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
                Some(
                    Part::Any(_)
                    | Part::One(_)
                    | Part::Number
                    | Part::Amount
                    | Part::Family
                    | Part::Zone(_),
                ) => tables.open.push(at),
                Some(Part::Somebody) => {
                    for word in questions::FIRST {
                        tables.by_word.entry(word).or_default().push(at);
                    }
                }
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
pub(super) fn at(place: Place<'_>, tokens: &[Token], at: usize, words: &Words) -> Vec<Form> {
    let Some(first) = tokens.get(at).map(|t| t.of(place.text).to_lowercase()) else {
        return Vec::new();
    };
    let in_test = tokens.first().is_some_and(|t| t.of(place.text) == "test");
    let tables: &Tables = match (in_test, words.variant()) {
        (true, _) => &IN_TESTS,
        (false, true) => &IN_VARIANTS,
        (false, false) => &ELSEWHERE,
    };
    let matching = Matching { place, tokens, words };
    let mut all = matching.forms(tables, at, &first);
    // `the heap has 3 cards` begins as `heap has 3 cards` does.
    if first == THE && !matching.new_line(at + 1) {
        let next = matching.word(at + 1).to_lowercase();
        let behind = matching.forms(tables, at + 1, &next);
        all.extend(behind.into_iter().map(|form| Form { start: tokens[at].start, ..form }));
    }
    all
}

impl Matching<'_> {
    /// The words behind a token that a sentence may reach on its line.
    fn line(&self, at: usize) -> BTreeSet<String> {
        let line = (at..self.tokens.len()).take(LONGEST_LINE);
        let line = line.take_while(|next| *next == at || !self.new_line(*next));
        line.map(|next| self.word(next).to_lowercase()).collect()
    }

    /// The sentences of the tables that begin at a token of that word.
    fn forms(&self, tables: &Tables, at: usize, first: &str) -> Vec<Form> {
        let begins = self.begins(at)
            || at.checked_sub(1).is_some_and(|b| self.word(b) == THE && self.begins(b));
        let here = self.line(at);
        let known = tables.begun(first, begins).into_iter().filter(|known| known.may_be(&here));
        known.filter_map(|known| self.form(known, at)).collect()
    }

    fn form(&self, known: &Known, at: usize) -> Option<Form> {
        let (matching, tokens, words) = (self, self.tokens, self.words);
        // `pay(me, $2)` calls a deed of that name.
        let called = known.parts.get(1) != Some(&Part::Word("(")) && matching.word(at + 1) == "(";
        let alone = !matches!(known.parts.first(), Some(Part::One(_)))
            || matching.single(at)
            || matching.me(at).is_some();
        // Only where something happens may a deed be called.
        let first = self.word(at);
        let heading = matches!(known.parts.as_slice(), [Part::One(_), Part::Number])
            && (at == 0
                || WORDS.contains(&first)
                || !foreign::phrases(&first.to_lowercase()).is_empty()
                || matches!(self.word(0), "deck" | "card" | "enum" | "each" | "the"));
        // `Let n = 3` begins with a word of ours, not with something that has an `n`.
        let small = first.to_lowercase();
        let capital = matches!(known.parts.first(), Some(Part::One(_)))
            && small != first
            && (WORDS.contains(&small.as_str()) || is_reserved(&small));
        // `once per turn` is right as it stands.
        let limit = known.parts.first() == Some(&Part::Word("once"))
            && matches!(matching.word(at + 2), "turn" | "round" | "phase")
            && matching.word(at + 1) == "per";
        // `gain = 3` sets something that is called so, whatever the word does elsewhere.
        let set = known.parts.get(1).is_some_and(|part| matches!(part, Part::Any(_)))
            && matches!(self.word(at + 1), "=" | "+=" | "-=" | ":" | ".");
        // A sentence of several words does not go on behind its line.
        let block = matches!(known.parts.get(1), Some(Part::Block) | None);
        let cut = !block && self.new_line(at + 1);
        // `m.beside` is a name of theirs.
        let member = at.checked_sub(1).is_some_and(|before| matching.word(before) == ".");
        // An option that the rules of the variant read is its own.
        let own = known.meant == "set X to A"
            && matching.word(at) == "option"
            && words.uses(matching.word(at + 1));
        if own || called || !alone || heading || capital || limit || set || cut || member {
            return None;
        }
        let mut found = Vec::new();
        if let Some(end) = matching.rest(&known.parts, at, &mut found)
            && let Some(last) = end.checked_sub(1).and_then(|last| tokens.get(last))
            && (!known.kept || matching.word(end) == "{")
        {
            if !self.names_what_is_there(known, &found)
                || self.does_where_asked(known, at)
                || self.asks_nothing(known, &found)
            {
                return None;
            }
            let spoken = words.spoken(&self.with_what_is_bound(at));
            // Which of several is meant, nobody can know.
            if known.remark.is_none() && spoken.doubts(known.meant) {
                return None;
            }
            let told = matching.unbound(words.told_of(known.meant, &spoken), at);
            let mut meant = words.of_the_turn(matching.filled(&told, &found));
            // What happens in rounds is no mere repetition.
            let staged = ["turn ", "ends when "].iter().any(|word| matching.behind(end, word));
            if known.kept && staged && meant.starts_with("for each i in ") {
                let taken = |name: &str| tokens.iter().any(|t| t.of(self.place.text) == name);
                let free = ["n", "i", "r"].into_iter().find(|name| !taken(name)).unwrap_or("n");
                meant = meant.replacen("for each i in ", &format!("round {free} in "), 1);
            }
            // Whoever chooses a move has a turn.
            let menu = matching.word(end + 1) == "choose" && matching.word(end + 3) == "}";
            if known.kept && menu && meant == "for each p in players" {
                meant = "turn me in players".to_owned();
            }
            if found.iter().any(|(part, ..)| *part == "S") && matching.binds("p", at) {
                meant = renamed(&meant, "p", "q");
            }
            let remark = known.remark.map(|remark| quoted(remark, words, &spoken));
            let remark = remark.map(|remark| matching.filled(&remark, &found));
            return Some(Form { start: tokens[at].start, end: last.end, meant, remark });
        }
        None
    }
}

/// A remark with the names of the file in what it quotes.
pub(super) fn quoted(remark: &str, words: &Words, spoken: &Spoken) -> String {
    let parts = remark.split('`').enumerate();
    let told = |(at, part): (usize, &str)| {
        if at % 2 == 1 { words.told_of(part, spoken) } else { part.to_owned() }
    };
    parts.map(told).collect::<Vec<_>>().join("`")
}

fn part(word: &str) -> Part<'_> {
    let letter = word.len() == 1 && word.starts_with(|c: char| c.is_ascii_uppercase());
    match word {
        "{}" => Part::Block,
        "N" => Part::Number,
        "K" => Part::Amount,
        "S" => Part::Somebody,
        "F" => Part::Family,
        "P" | "Q" => Part::Zone(word),
        "X" | "Y" | "Z" => Part::One(word),
        _ if letter => Part::Any(word),
        _ => Part::Word(word),
    }
}

pub(super) fn one_of(words: &str, word: &str) -> bool {
    words.split('/').any(|w| w == word)
}

pub(super) struct Matching<'t> {
    pub(super) place: Place<'t>,
    pub(super) tokens: &'t [Token],
    pub(super) words: &'t Words<'t>,
}

impl Matching<'_> {
    pub(super) fn word(&self, at: usize) -> &str {
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
            || at.checked_sub(1).is_some_and(|before| BEGINS.contains(&self.word(before)))
    }

    /// One past the words at a token that speak of whose turn it is.
    fn me(&self, at: usize) -> Option<usize> {
        me(&|n| self.word(at + n)).map(|len| at + len)
    }

    /// Whether a name is given to something before that token.
    fn binds(&self, name: &str, at: usize) -> bool {
        (0..at).any(|n| self.word(n) == name && matches!(self.word(n + 1), ":" | "in"))
    }

    /// Whether a name that is given to something before a token still holds there.
    pub(super) fn in_scope(&self, name: &str, at: usize) -> bool {
        let given = |n: &usize| self.word(*n) == name && matches!(self.word(n + 1), ":" | "in");
        (0..at).filter(given).any(|n| {
            let (mut depth, mut least) = (0i32, 0i32);
            for word in (n..at).map(|n| self.word(n)) {
                match word {
                    "{" => depth += 1,
                    "}" => depth -= 1,
                    _ => {}
                }
                least = least.min(depth);
            }
            match n.checked_sub(1).map_or("", |n| self.word(n)) {
                "each" | "turn" | "round" | "there" => depth > 0,
                "any" | "every" | "no" | "first" | "those" | "for" => {
                    !(n + 1..=at).any(|n| self.new_line(n))
                }
                _ => least >= 0,
            }
        })
    }

    /// Whether a token stands in the braces of `for each p in players`.
    fn loops_through_players(&self, at: usize) -> bool {
        let head = ["each", "p", "in", "players"];
        let begins = |n: &usize| head.iter().enumerate().all(|(k, word)| self.word(n + k) == *word);
        (0..at).filter(begins).any(|n| {
            let open = (n..at).find(|n| self.word(*n) == "{");
            open.and_then(|open| self.closed(open)).is_some_and(|end| end > at)
        })
    }

    /// A sentence that gives a card or a player a name, with another one where that is taken.
    fn unbound(&self, meant: String, at: usize) -> String {
        let binds = |name: &str| {
            ["choose ", "those ", "for ", "each ", "("].iter().any(|word| {
                let sort = format!("{word}{name}: ");
                meant.contains(&format!("{word}{name} in ")) || meant.contains(&sort)
            })
        };
        // Inside a loop through the players each of them is meant already.
        if let Some(inner) = meant.strip_prefix("for each p in players { ")
            && let Some(inner) = inner.strip_suffix(" }")
            && self.loops_through_players(at)
        {
            return inner.to_owned();
        }
        let (card, player, one) = (binds("c"), binds("p"), binds("f"));
        let mut meant = meant;
        for (used, name, other) in [(card, "c", "d"), (player, "p", "q"), (one, "f", "g")] {
            if used && self.in_scope(name, at) {
                meant = renamed(&meant, name, other);
            }
        }
        meant
    }

    /// Whether the block at a token holds that word.
    fn behind(&self, at: usize, word: &str) -> bool {
        self.closed(at).is_some_and(|end| self.written(at, end).contains(word))
    }

    /// One past the path at a token, if it names a zone.
    fn zone(&self, at: usize) -> Option<usize> {
        let mut end = at + 1;
        self.tokens.get(at).filter(|t| t.kind == Kind::Word)?;
        while self.word(end) == "."
            && self.tokens.get(end + 1).is_some_and(|t| t.kind == Kind::Word)
        {
            end += 2;
        }
        self.words.zone(self.word(end - 1)).then_some(end)
    }

    /// Whether a token is a name or a value by itself.
    fn single(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|t| match t.kind {
            Kind::Number | Kind::Money => true,
            Kind::Word => {
                let word = t.of(self.place.text);
                (!is_reserved(word) || word == "me") && !NO_NAMES.contains(&word)
            }
            _ => false,
        })
    }

    /// Matches parts from a token on; one past the last token of the sentence.
    fn rest<'p>(&self, parts: &[Part<'p>], at: usize, found: &mut Found<'p>) -> Option<usize> {
        let kept = found.len();
        self.next(parts, at, found).or_else(|| {
            found.truncate(kept);
            let skipped = self.word(at).eq_ignore_ascii_case(THE) && !self.new_line(at);
            (skipped && !parts.is_empty()).then(|| self.next(parts, at + 1, found)).flatten()
        })
    }

    fn next<'p>(&self, parts: &[Part<'p>], at: usize, found: &mut Found<'p>) -> Option<usize> {
        let Some((part, rest)) = parts.split_first() else { return Some(at) };
        match part {
            Part::Word(words) => {
                let fits = self.is_one_of(words, at) && (found.is_empty() || !self.new_line(at));
                fits.then(|| self.rest(rest, at + 1, found)).flatten()
            }
            Part::Block => {
                let end = self.closed(at).filter(|_| self.word(at) == "{")?;
                found.push(("{}", at, end));
                self.rest(rest, end, found)
            }
            Part::Somebody => {
                let (len, _) = somebody(&|n| self.word(at + n))?;
                found.push(("S", at, at + len));
                self.rest(rest, at + len, found)
            }
            Part::Zone(letter) => {
                let end = self.zone(at).filter(|_| found.is_empty() || !self.new_line(at))?;
                found.push((letter, at, end));
                self.rest(rest, end, found)
            }
            Part::Family => {
                let known = self.words.family_called(self.word(at));
                known.filter(|_| found.is_empty() || !self.new_line(at))?;
                found.push(("F", at, at + 1));
                self.rest(rest, at + 1, found)
            }
            Part::Number => {
                self.tokens.get(at).filter(|t| {
                    t.kind == Kind::Number || numeral(t.of(self.place.text)).is_some()
                })?;
                found.push(("N", at, at + 1));
                self.rest(rest, at + 1, found)
            }
            Part::Amount => {
                self.tokens.get(at).filter(|t| t.kind == Kind::Money)?;
                found.push(("K", at, at + 1));
                self.rest(rest, at + 1, found)
            }
            Part::One(letter) => {
                let ends = |at: usize| {
                    self.new_line(at)
                        || self.tokens.get(at).is_none_or(|t| t.kind == Kind::Close)
                        || self.word(at) == ","
                        || ENDS.contains(&self.word(at))
                };
                let end = self.me(at).or_else(|| self.single(at).then_some(at + 1))?;
                if !found.is_empty() && self.new_line(at) || rest.is_empty() && !ends(end) {
                    return None;
                }
                found.push((letter, at, end));
                self.rest(rest, end, found)
            }
            Part::Any(_) if !found.is_empty() && self.new_line(at) => None,
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
                // A reason is no part of what it is given for.
                (_, "else") if next > at => break,
                (Kind::Open, _) => match self.closed(next) {
                    Some(end) => next = end,
                    None => break,
                },
                _ => next += 1,
            }
            // A path is not cut behind its dot.
            if self.word(next - 1) != "." {
                all.push(next);
            }
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
                Some((of, start, end)) => {
                    let put = self.meant(of, *start, *end, found);
                    let tight = tightly(&letters, at) && self.loose(*start, *end);
                    out.push_str(&if tight { format!("({put})") } else { put });
                }
                None if alone && *letter == '0' => out.push_str(&self.nothing(found)),
                None => out.push(*letter),
            }
        }
        match found.iter().find(|(found, ..)| *found == "{}") {
            Some((_, start, end)) => out.replace("{}", self.written(*start, *end)),
            None => out,
        }
    }

    /// What stands in a sentence for the words of a part.
    fn meant(
        &self,
        part: &str,
        start: usize,
        end: usize,
        found: &[(&str, usize, usize)],
    ) -> String {
        if part == CONDITION {
            return self.condition(start, end).unwrap_or_else(|| "…".to_owned());
        }
        let other = match part {
            "S" => somebody(&|n| self.word(start + n)).map(|(_, meant)| meant),
            "X" | "Y" | "Z" => self.me(start).map(|_| "me"),
            "F" => self.words.family_called(self.word(start)),
            _ => None,
        };
        if let Some(other) = other {
            return other.to_owned();
        }
        let single = end == start + 1;
        let written = self.without_the(start, end);
        if part == "N" || single {
            let number = numeral(&written).filter(|n| part == "N" || *n != "1" || written == "one");
            let number = number.map_or_else(|| written.clone(), str::to_owned);
            if part == "N" || number != written {
                // `2 coins` is an amount, if coins are counted as one.
                let mut nouns = found.iter().filter(|(of, ..)| *of != "N" && *of != "{}");
                let unit = nouns.find_map(|(_, start, end)| {
                    let noun = self.known(&self.without_the(*start, *end));
                    self.words.type_of(&noun).filter(|unit| self.words.is_unit(unit))
                });
                return match unit {
                    Some(unit) => self.words.amount(unit, &number),
                    None => number,
                };
            }
        }
        if single { self.known(&written) } else { written }
    }

    /// The name that the file has for a word: `life` may be called `lives` there.
    pub(super) fn known(&self, word: &str) -> String {
        if self.words.has_option(word) {
            return word.to_owned();
        }
        let others = [
            format!("{word}s"),
            word.strip_suffix('s').unwrap_or(word).to_owned(),
            format!("{}ves", word.trim_end_matches("fe").trim_end_matches('f')),
            format!("{}ies", word.trim_end_matches('y')),
        ];
        let known = |name: &&String| self.words.counts(name);
        match others.iter().find(known).filter(|_| !self.words.counts(word)) {
            Some(other) => other.clone(),
            None if self.words.counts(word) => word.to_owned(),
            // `2 guilders` are of the purse in which they are counted.
            None => {
                let known = self.words.purse_of(word).or_else(|| self.words.enum_called(word));
                known.unwrap_or(word).to_owned()
            }
        }
    }

    /// The words from a token to another, without `the`.
    pub(super) fn without_the(&self, start: usize, end: usize) -> String {
        let written = self.written(start, end);
        let the = (start..end).any(|at| self.word(at) == THE);
        if !the {
            return written.to_owned();
        }
        let mut out = String::new();
        for at in (start..end).filter(|at| self.word(*at) != THE) {
            let gap = self.tokens[at].start > self.tokens[at.max(1) - 1].end && !out.is_empty();
            out.push_str(if gap { " " } else { "" });
            out.push_str(self.word(at));
        }
        out
    }

    fn written(&self, start: usize, end: usize) -> &str {
        let span =
            self.tokens.get(start).zip(end.checked_sub(1).and_then(|last| self.tokens.get(last)));
        span.and_then(|(a, b)| self.place.text.get(a.start..b.end)).unwrap_or("")
    }
}
