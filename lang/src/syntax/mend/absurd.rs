//! Guesses that read, but make no sense: a little word that joins what does not go together.

use super::guess::{Guess, How, Trial};
use super::known::Known;
use crate::letters::in_name;
use crate::syntax::parse::is_reserved;
use crate::syntax::scan::{Kind, Token};

/// Signs of comparisons.
const COMPARING: [&str; 5] = ["is", "<", ">", "<=", ">="];
/// Those that ask which is larger.
const ORDERING: [&str; 4] = ["<", ">", "<=", ">="];
/// Words and signs between which one comparison stands.
const BETWEEN: [&str; 22] = [
    "and",
    "or",
    "not",
    "needs",
    "if",
    "when",
    "where",
    "has",
    "else",
    "then",
    "otherwise",
    "expect",
    "given",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ",",
    "needs",
    "because",
];
/// Words behind which `of` may stand.
const OF: [&str; 13] = [
    "any", "order", "more", "set", "pile", "row", "slot", "slots", "grid", "each", "lines",
    "copies", "deck",
];

impl Trial<'_> {
    /// Whether a guess makes one name of a word and what follows it: `deal(n)` is no `dealn`.
    fn grows_together(&self, guess: &Guess) -> bool {
        let text = self.place.text;
        let (before, old) = (text.get(..guess.patch.start), text.get(guess.patch.start..));
        before.is_some_and(|before| before.ends_with(in_name))
            && !old.is_some_and(|old| old.starts_with(in_name))
            && guess.patch.new.starts_with(char::is_alphanumeric)
    }

    /// Whether what a guess puts in joins what does not go together.
    pub(super) fn absurd(&self, guess: &Guess, known: &Known) -> bool {
        if self.grows_together(guess) {
            return true;
        }
        // `winner is those p in players where …`: nothing is set.
        if let How::Foreign { meant, .. } = &guess.how {
            let at = self.tokens.partition_point(|t| t.start < guess.token.start);
            let before = at.checked_sub(1).map_or("", |at| self.word(at));
            let won = matches!(before, "winner" | "winners") && !known.declares(before);
            return meant == "=" && won;
        }
        let (How::Missing(word) | How::Instead { meant: word, .. }) = &guess.how else {
            return false;
        };
        if let How::Instead { written, .. } = &guess.how
            && matches!(written.as_str(), "and" | "or" | "not" | "then" | "else")
            && !matches!(word.as_str(), "and" | "or" | "," | "otherwise" | "because")
        {
            return true;
        }
        // `count(players) = 2` asks whether they are the same, not which is larger.
        if let How::Instead { written, .. } = &guess.how
            && written == "="
            && matches!(word.as_str(), "<" | ">" | "<=" | ">=" | "." | "..")
        {
            return true;
        }
        // A brace on a line of its own opens no round.
        if matches!(&guess.how, How::Missing(_))
            && word == "round"
            && self.place.text.get(guess.token.start..).is_some_and(|t| t.starts_with('{'))
        {
            return true;
        }
        // `>` is no slip for `<`.
        if let How::Instead { written, .. } = &guess.how
            && ORDERING.contains(&written.as_str())
            && ORDERING.contains(&word.as_str())
        {
            return true;
        }
        let loses = matches!(guess.token.kind, Kind::Number | Kind::Money | Kind::Text);
        if matches!(guess.how, How::Instead { .. }) && (loses || word == "for") {
            return true;
        }
        let at = self.tokens.partition_point(|t| t.start < guess.patch.start);
        let before = at.checked_sub(1).and_then(|at| self.tokens.get(at)).copied();
        match word.as_str() {
            "is" => self.compared_twice(guess, at),
            // `show a of b`
            "of" => before.is_some_and(|t| self.is_name(t) && !OF.contains(&self.text_at(t))),
            // `stop = the game`: what nothing declares is not set.
            "=" => before.is_some_and(|t| self.sets_nothing(t, at, known)),
            "in" => !self.goes_through(at),
            "," => self.behind_first(guess, at),
            "cannot" => matches!(guess.how, How::Instead { .. }),
            _ => false,
        }
    }

    fn text_at(&self, token: Token) -> &str {
        token.of(self.place.text)
    }

    fn is_name(&self, token: Token) -> bool {
        token.kind == Kind::Word && !is_reserved(self.text_at(token))
    }

    /// Whether a comparison stands on one side already.
    fn compared_twice(&self, guess: &Guess, at: usize) -> bool {
        let behind = self.tokens.partition_point(|t| t.start < guess.patch.end).max(at);
        let compares = |at: &usize| COMPARING.contains(&self.word(*at));
        let inside = |at: &usize| !BETWEEN.contains(&self.word(*at));
        let line = |at: &usize| !self.begins(*at);
        let before = (0..at).rev().take_while(inside).find(compares);
        let after = (behind..self.tokens.len()).take_while(|at| inside(at) && line(at));
        before.is_some() || after.into_iter().any(|at| compares(&at))
    }

    /// Whether `=` would stand behind a single name that the file does not declare.
    fn sets_nothing(&self, before: Token, at: usize, known: &Known) -> bool {
        let owned =
            at >= 2 && matches!(self.word(at - 2), "." | "let" | "set" | "option" | "define");
        let declares =
            matches!(self.word(0), "each" | "the" | "option" | "define" | "card" | "enum");
        let counts = known.counts(self.text_at(before));
        self.is_name(before) && !owned && !declares && !counts
    }

    /// Whether something on the line before a place goes through several things.
    fn goes_through(&self, at: usize) -> bool {
        const WORDS: [&str; 14] = [
            "choose", "for", "each", "any", "every", "no", "first", "those", "turn", "round", "(",
            ",", "if", "where",
        ];
        (0..at).rev().take(12).any(|at| WORDS.contains(&self.word(at)))
    }

    /// Whether a comma would stand behind the first word of a line of rules.
    fn behind_first(&self, guess: &Guess, at: usize) -> bool {
        let lists = matches!(self.word(0), "enum" | "card" | "deck" | "each" | "the");
        let same_line = self.tokens.get(at).is_some_and(|_| !self.begins(at));
        matches!(guess.how, How::Missing(_)) && !lists && same_line && at > 0 && self.begins(at - 1)
    }
}
