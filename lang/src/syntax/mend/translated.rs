//! Whole lines in another language: all their words are put into ours at once.

use super::guess::{Guess, Trial};
use crate::languages;
use crate::syntax::scan::Token;

/// So many words of a line must be of another language.
const LEAST: usize = 2;

impl Trial<'_> {
    /// The line of the place, and of a stray item its heading, in our words. Where a word may mean
    /// several things, the first is tried for all, then the second.
    pub(super) fn translated(&self) -> Vec<Guess> {
        let Some(last) = self.tokens.len().checked_sub(1) else { return Vec::new() };
        let from = super::likely::line_start(self.place, self.tokens, self.at.min(last));
        (0..3).filter_map(|choice| self.line_in_our_words(from, choice)).collect()
    }

    fn line_in_our_words(&self, from: usize, choice: usize) -> Option<Guess> {
        let line = self.line(from);
        let (mut at, mut foreign) = (line.start, 0usize);
        let mut out = String::new();
        let mut end = self.tokens.get(from)?.start;
        while at < line.end {
            let token = *self.tokens.get(at)?;
            out.push_str(self.place.text.get(end..token.start)?);
            let (len, meant) = self.in_our_words(at, choice);
            let last = *self.tokens.get(at + len - 1)?;
            match meant {
                Some(meant) => {
                    out.push_str(meant);
                    foreign += 1;
                }
                None => out.push_str(self.place.text.get(token.start..last.end)?),
            }
            end = last.end;
            at += len;
        }
        let whole = Token { end, ..*self.tokens.get(from)? };
        (foreign >= LEAST).then(|| self.as_words(whole, &out))
    }

    /// How many words at a token are a phrase of another language, and what it means.
    fn in_our_words(&self, at: usize, choice: usize) -> (usize, Option<&'static str>) {
        let first = self.word(at).to_lowercase();
        let fits =
            |words: &[&str]| (0..words.len()).all(|n| self.word(at + n).to_lowercase() == words[n]);
        for (words, meant) in languages::translations(&first) {
            let named = self.word(at + 1) == ":" || at > 0 && self.word(at - 1) == ".";
            if fits(&words) && !named {
                return (words.len(), meant.get(choice).or(meant.first()).copied());
            }
        }
        (1, None)
    }
}
