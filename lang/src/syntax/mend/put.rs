//! What is put in the place of the letters of a sentence, and whether it goes there.

use super::forms::{self, CARDS, CONDITION, Found, Known, Matching, one_of};
use crate::letters::in_name;
use crate::syntax::parse;

impl Matching<'_> {
    /// Whether what stands behind a dot is something that the file has.
    pub(super) fn names_what_is_there(&self, known: &Known, found: &Found<'_>) -> bool {
        let declares = !self.words.placed().is_empty();
        found.iter().all(|(part, start, end)| {
            let behind_dot = *part != "{}"
                && known.meant.match_indices(&format!(".{part}")).any(|(at, _)| {
                    let rest = known.meant.get(at + 1 + part.len()..).unwrap_or("");
                    let range = known.meant.get(..at).is_some_and(|text| text.ends_with('.'));
                    !rest.starts_with(in_name) && !range
                });
            let word = self.known(&self.without_the(*start, *end));
            let there = self.words.declares(&word) || self.words.behind_dot(&word);
            !behind_dot || !declares || known.remark.is_some() || end - start > 1 || there
        })
    }

    /// Whether something is done for everybody where a condition stands.
    pub(super) fn does_where_asked(&self, known: &Known, at: usize) -> bool {
        const ASKS: [&str; 9] = ["when", "if", "needs", "until", "where", "and", "or", "not", "="];
        let before = at.checked_sub(1).map_or("", |at| self.word(at));
        let does = known.remark.is_some_and(|remark| remark.contains("`for each p in players"));
        does && ASKS.contains(&before)
    }

    /// Whether a sentence has a condition that nobody understands, and says nothing but how it is
    /// written.
    pub(super) fn asks_nothing(&self, known: &Known, found: &Found<'_>) -> bool {
        let mut asked = found.iter().filter(|(part, ..)| *part == CONDITION);
        known.remark.is_none()
            && asked.any(|(_, start, end)| self.condition(*start, *end).is_none())
    }

    /// Words as a condition of the language: as they are, or in its own words.
    pub(super) fn condition(&self, start: usize, end: usize) -> Option<String> {
        const ASKS: [&str; 7] = [" is ", " has ", " in ", "not ", "<", ">", "="];
        let last = self.tokens.get(end.checked_sub(1)?)?;
        let text = self.place.text.get(self.tokens.get(start)?.start..last.end)?;
        let asks = |text: &str| {
            let asked = ASKS.iter().any(|word| text.contains(word));
            asked && parse::tried(&format!("define x = {text}")).is_ok()
        };
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if asks(&text) {
            return Some(text);
        }
        let forms = forms::at(self.place, self.tokens, start, self.words);
        let whole = forms.into_iter().filter(|form| form.end == last.end && form.remark.is_none());
        whole.map(|form| form.meant).find(|meant| asks(meant))
    }

    /// The line of a token, and where what it names lies.
    pub(super) fn with_what_is_bound(&self, at: usize) -> String {
        let mut line = self.whole_line(at).to_owned();
        let names: Vec<String> =
            line.split(|c: char| !in_name(c)).filter(|w| w.len() < 3).map(str::to_owned).collect();
        for n in (0..at).rev().filter(|n| self.word(n + 1) == "in") {
            if names.iter().any(|name| name == self.word(n)) {
                let path = (n + 2..at)
                    .step_by(2)
                    .take_while(|at| *at == n + 2 || self.word(at - 1) == ".");
                let zone = path.last().filter(|last| self.words.zone(self.word(*last)));
                line.extend(zone.map(|last| format!(" // {}", self.word(last))));
                break;
            }
        }
        line
    }

    /// Whether a token is one of some words; cards may be called by their name.
    pub(super) fn is_one_of(&self, words: &str, at: usize) -> bool {
        let cards = || {
            // A kind by its own name is a type: `move all Leaf in me.hand to heap`.
            let word = self.word(at);
            let named = !self.words.kind(word) && self.words.names_cards(word);
            words.starts_with(CARDS) && named
        };
        one_of(words, &self.word(at).to_lowercase()) || cards()
    }

    /// The line of a token.
    pub(super) fn whole_line(&self, at: usize) -> &str {
        let text = self.place.text;
        let byte = self.tokens.get(at).map_or(text.len(), |t| t.start);
        let start = text[..byte].rfind('\n').map_or(0, |at| at + 1);
        text[start..].split('\n').next().unwrap_or("")
    }

    /// Whether words add or subtract, outside of all brackets.
    pub(super) fn loose(&self, start: usize, end: usize) -> bool {
        let mut depth = 0i32;
        (start..end).any(|at| {
            match self.word(at) {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                "+" | "-" => return depth == 0 && at > start,
                _ => {}
            }
            false
        })
    }

    /// No number, or no amount of what is counted.
    pub(super) fn nothing(&self, found: &[(&str, usize, usize)]) -> String {
        let unit = found.iter().find_map(|(_, start, end)| {
            let noun = self.known(&self.without_the(*start, *end));
            self.words.type_of(&noun).filter(|unit| self.words.is_unit(unit))
        });
        unit.map_or_else(|| "0".to_owned(), |unit| self.words.amount(unit, "0"))
    }
}
