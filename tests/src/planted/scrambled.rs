//! Lines whose words got out of order, went missing or came twice, wherever that may be: no sort is
//! made for what the messages know.

use super::{Edit, Source};
use crate::mutate::Chance;
use houserules_lang::syntax::{Ink, painted};
use std::ops::Range;

/// Damages one line of a text, drawn at random; none if the line drawn has nothing of the sort.
pub(super) type Draw = fn(&Page<'_>, &mut Chance) -> Option<Edit>;

/// The draws, each with the name of its sort.
pub(super) const DRAWS: &[(&str, Draw)] = &[
    ("two words swapped", |page, chance| page.swapped(1, chance)),
    ("two phrases swapped", |page, chance| page.swapped(4, chance)),
    ("a clause moved", |page, chance| page.clause_moved(chance)),
    ("a word left out", |page, chance| page.left_out(true, chance)),
    ("a sign left out", |page, chance| page.left_out(false, chance)),
    ("a word twice", |page, chance| page.twice(true, chance)),
    ("a sign twice", |page, chance| page.twice(false, chance)),
    ("a heading left out", |page, chance| page.line_left_out(heading, chance)),
    ("a brace left out", |page, chance| page.line_left_out(|line| line.trim() == "}", chance)),
    ("a `let` left out", |page, chance| {
        page.line_left_out(|line| line.trim_start().starts_with("let "), chance)
    }),
    ("two lines swapped", |page, chance| page.lines_swapped(chance)),
    ("two lines joined", |page, chance| page.lines_joined(chance)),
    ("remarks without their sign", |page, chance| page.bare_remark(chance)),
    ("commas in tables", |page, chance| page.comma(chance)),
];

/// Words in front of a clause.
const CLAUSES: [&str; 20] = [
    "by", "for", "where", "when", "to", "from", "with", "asking", "until", "else", "because", "as",
    "needs", "once", "in", "at", "onwards", "capped", "seen", "secretly",
];

fn heading(line: &str) -> bool {
    line.ends_with('{') && !line.trim_start().starts_with('}')
}

/// A text with its words, line by line.
pub(super) struct Page<'s> {
    pub(super) source: &'s Source,
    /// The bytes of each line.
    lines: Vec<Range<usize>>,
    /// The words and signs of each line, without prose and remarks.
    words: Vec<Vec<(Range<usize>, Ink)>>,
}

impl<'s> Page<'s> {
    pub(super) fn of(source: &'s Source) -> Self {
        let mut lines = Vec::new();
        let mut from = 0;
        for line in source.text.split_inclusive('\n') {
            lines.push(from..from + line.trim_end().len());
            from += line.len();
        }
        let mut words: Vec<Vec<(Range<usize>, Ink)>> = vec![Vec::new(); lines.len()];
        for (place, ink) in painted(&source.text) {
            let at = lines.partition_point(|line| line.end <= place.start);
            if !matches!(ink, Ink::Prose | Ink::Remark) && at < lines.len() {
                words[at].push((place, ink));
            }
        }
        Self { source, lines, words }
    }

    /// The words of a line drawn at random.
    pub(super) fn line(&self, chance: &mut Chance) -> &[(Range<usize>, Ink)] {
        const TRIES: usize = 50;
        for _ in 0..TRIES {
            let line = &self.words[chance.below(self.words.len())];
            if line.len() > 2 {
                return line;
            }
        }
        &[]
    }

    pub(super) fn of_word(&self, place: &Range<usize>) -> &'s str {
        &self.source.text[place.clone()]
    }

    /// Whether the brackets among some words come in pairs.
    fn whole(&self, words: &[(Range<usize>, Ink)]) -> bool {
        let mut open = 0isize;
        for (place, _) in words {
            match self.of_word(place) {
                "{" | "(" | "[" => open += 1,
                "}" | ")" | "]" => open -= 1,
                _ => {}
            }
            if open < 0 {
                return false;
            }
        }
        open == 0
    }

    /// Two neighbouring phrases of up to so many words, the other way round.
    fn swapped(&self, most: usize, chance: &mut Chance) -> Option<Edit> {
        let line = self.line(chance);
        let from = chance.below(line.len());
        let (first, second) = (1 + chance.below(most), 1 + chance.below(most));
        let (middle, end) = (from + first, from + first + second);
        let words = |part: &(Range<usize>, Ink)| matches!(part.1, Ink::Word | Ink::Number);
        let (a, b) = (line.get(from..middle)?, line.get(middle..end)?);
        let apart = [from, middle, end].iter().all(|at| self.apart(line, *at));
        let fits = self.whole(a) && self.whole(b) && (most > 1 || words(&a[0]) && words(&b[0]));
        self.turned(a, b).filter(|_| fits && apart)
    }

    /// Whether a blank, or the end of the line, stands before a word: nobody tears others apart.
    fn apart(&self, line: &[(Range<usize>, Ink)], at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|at| line.get(at));
        let ends = before.zip(line.get(at)).map(|(a, b)| a.0.end < b.0.start);
        ends.unwrap_or(true)
    }

    fn turned(&self, a: &[(Range<usize>, Ink)], b: &[(Range<usize>, Ink)]) -> Option<Edit> {
        let span = |part: &[(Range<usize>, Ink)]| Some(part.first()?.0.start..part.last()?.0.end);
        let (a, b) = (span(a)?, span(b)?);
        let gap = &self.source.text[a.end..b.start];
        let new = format!("{}{gap}{}", self.of_word(&b), self.of_word(&a));
        Some(Edit { table: None, start: a.start, end: b.end, new })
    }

    /// A clause, to another place of its sentence.
    fn clause_moved(&self, chance: &mut Chance) -> Option<Edit> {
        let line = self.line(chance);
        let begins = |at: &usize| CLAUSES.contains(&self.of_word(&line[*at].0));
        let mut starts: Vec<usize> = (1..line.len()).filter(begins).collect();
        starts.insert(0, 0);
        let last = line.iter().position(|(place, _)| self.of_word(place) == "{");
        starts.push(last.unwrap_or(line.len()));
        starts.dedup();
        let one = chance.below(starts.len().checked_sub(2)?);
        let (from, middle) = (starts[one], starts[one + 1]);
        let behind = starts.get(one + 2 + chance.below(starts.len() - one - 2))?;
        let (a, b) = (line.get(from..middle)?, line.get(middle..*behind)?);
        self.turned(a, b).filter(|_| self.whole(a) && self.whole(b))
    }

    /// One of the words, or of the signs, of a line.
    fn one(&self, word: bool, chance: &mut Chance) -> Option<Range<usize>> {
        let line = self.line(chance);
        let sort = |ink: Ink| match ink {
            Ink::Word | Ink::Number => word,
            Ink::Sign => !word,
            Ink::Text | Ink::Prose | Ink::Remark => false,
        };
        let fits: Vec<_> = line.iter().filter(|(_, ink)| sort(*ink)).collect();
        fits.get(chance.below(fits.len())).map(|(place, _)| place.clone())
    }

    fn left_out(&self, word: bool, chance: &mut Chance) -> Option<Edit> {
        let place = self.one(word, chance)?;
        let blank = self.source.text[place.end..].starts_with(' ');
        let end = place.end + usize::from(blank && word);
        Some(Edit { table: None, start: place.start, end, new: String::new() })
    }

    fn twice(&self, word: bool, chance: &mut Chance) -> Option<Edit> {
        let place = self.one(word, chance)?;
        let more =
            if word { format!(" {}", self.of_word(&place)) } else { self.of_word(&place).into() };
        Some(Edit { table: None, start: place.end, end: place.end, new: more })
    }

    /// A line that fits, drawn at random: its index.
    fn drawn(&self, fits: impl Fn(&str) -> bool, chance: &mut Chance) -> Option<usize> {
        let text = |at: &usize| &self.source.text[self.lines[*at].clone()];
        let code = |at: &usize| !self.words[*at].is_empty();
        let all: Vec<usize> =
            (0..self.lines.len()).filter(|at| code(at) && fits(text(at))).collect();
        all.get(chance.below(all.len())).copied()
    }

    fn line_left_out(&self, fits: fn(&str) -> bool, chance: &mut Chance) -> Option<Edit> {
        let at = self.drawn(fits, chance)?;
        let Range { start, end } = self.lines[at];
        Some(Edit { table: None, start, end: end + 1, new: String::new() })
    }

    /// A line and the next one that is code.
    fn pair(&self, chance: &mut Chance) -> Option<(Range<usize>, Range<usize>)> {
        let at = self.drawn(|_| true, chance)?;
        (!self.words.get(at + 1)?.is_empty())
            .then(|| (self.lines[at].clone(), self.lines[at + 1].clone()))
    }

    fn lines_swapped(&self, chance: &mut Chance) -> Option<Edit> {
        let (a, b) = self.pair(chance)?;
        let new = format!("{}\n{}", self.of_word(&b), self.of_word(&a));
        Some(Edit { table: None, start: a.start, end: b.end, new })
    }

    /// `// note` inside of a block → `note`
    fn bare_remark(&self, chance: &mut Chance) -> Option<Edit> {
        let text = |line: &Range<usize>| &self.source.text[line.clone()];
        let remark = |line: &&Range<usize>| {
            text(line).starts_with(' ') && text(line).trim_start().starts_with("//")
        };
        let all: Vec<&Range<usize>> = self.lines.iter().filter(remark).collect();
        let line = *all.get(chance.below(all.len()))?;
        let start = line.start + text(line).find("//")?;
        let len = text(line).trim_start().bytes().take_while(|b| *b == b'/').count();
        let end = (start + len + 1).min(line.end);
        Some(Edit { table: None, start, end, new: String::new() })
    }

    /// A comma of a table left out, doubled, or behind the next letter.
    fn comma(&self, chance: &mut Chance) -> Option<Edit> {
        let named =
            |(name, _): &(&String, &String)| self.source.text.contains(&format!("from \"{name}\""));
        let tables: Vec<_> = self.source.shelf.tables.iter().filter(named).collect();
        let (name, text) = tables.get(chance.below(tables.len()))?;
        let commas: Vec<usize> = text.match_indices(',').map(|(at, _)| at).collect();
        let start = *commas.get(chance.below(commas.len()))?;
        let next = text[start + 1..].chars().next().filter(|c| c.is_ascii_alphanumeric());
        let (end, new) = match (chance.below(3), next) {
            (0, _) => (start + 1, String::new()),
            (1, Some(next)) => (start + 2, format!("{next},")),
            (_, _) => (start + 1, ",,".to_owned()),
        };
        Some(Edit { table: Some((*name).clone()), start, end, new })
    }

    fn lines_joined(&self, chance: &mut Chance) -> Option<Edit> {
        let (a, b) = self.pair(chance)?;
        let kept = self.of_word(&b).trim_start();
        Some(Edit { table: None, start: a.end, end: b.end, new: format!(" {kept}") })
    }
}
