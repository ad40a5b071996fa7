//! Words for a place where the grammar did not fit.

use super::wanted::{form, is_name, words};
use super::{Rule, is_reserved};
use crate::diagnostic::Diagnostic;
use crate::syntax::Piece;
use crate::syntax::nesting::deep_at;
use crate::syntax::report::{Place, shown};
use crate::syntax::scan::{Kind, Token};
use pest::error::{Error, ErrorVariant, InputLocation};

/// Where parsing stopped, and between which tokens.
struct Failure<'a> {
    place: Place<'a>,
    tokens: &'a [Token],
    /// Index of the token that did not fit; `tokens.len()` at the end.
    at: usize,
    wanted: Vec<Rule>,
}

/// Explains an item that did not parse.
pub(super) fn explain(piece: Piece<'_>, error: &Error<Rule>) -> Box<Diagnostic> {
    report(piece.whole, piece.tokens, piece.start, error)
}

/// Explains a hole of a text that did not parse; its tokens are counted from the hole's own beginning.
pub(super) fn in_hole(place: Place<'_>, tokens: &[Token], error: &Error<Rule>) -> Box<Diagnostic> {
    report(place, tokens, 0, error)
}

fn report(place: Place<'_>, tokens: &[Token], start: usize, error: &Error<Rule>) -> Box<Diagnostic> {
    let byte = start
        + match error.location {
            InputLocation::Pos(at) => at,
            InputLocation::Span((at, _)) => at,
        };
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
        let whole = tokens.first().copied().unwrap_or(Token { kind: Kind::Odd, start, end: start });
        return Box::new(deep_at(place.span(whole.start, whole.end)));
    };
    let at = tokens.partition_point(|t| t.end <= byte);
    let failure = Failure { place, tokens, at, wanted: positives.clone() };
    Box::new(failure.special().unwrap_or_else(|| failure.general()))
}

impl<'a> Failure<'a> {
    fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |t| t.of(self.place.text))
    }

    fn found(&self) -> &'a str {
        self.word(self.at)
    }

    fn before(&self) -> &'a str {
        self.at.checked_sub(1).map_or("", |at| self.word(at))
    }

    /// The token that did not fit; at the end of the item, the last one.
    fn token(&self) -> Token {
        let last = self.tokens.last().copied();
        let end = last.map_or(Token { kind: Kind::Odd, start: 0, end: 0 }, |t| Token { start: t.end, ..t });
        self.tokens.get(self.at).copied().unwrap_or(end)
    }

    fn error(&self, code: &'static str, message: impl Into<String>) -> Diagnostic {
        self.place.error(code, self.token(), message)
    }

    /// Mistakes that are common enough for a message of their own.
    fn special(&self) -> Option<Diagnostic> {
        if self.token().kind == Kind::Doc && self.at < self.tokens.len() {
            let found = self.error("E0116", "prose stands above items, members and fields only");
            return Some(found.help("a remark of your own begins with `//`"));
        }
        match self.found() {
            "and" | "or" => self.bare_and(),
            "elif" | "elseif" | "elsif" => {
                Some(self.error("E0122", "this is written `else if`").help("`if … { … } else if … { … }`"))
            }
            "then" => Some(self.error("E0122", "the statement `if` has no `then`").help(
                "write what then happens in braces: `if me.cash > $3 { … }`; `then` picks between two values",
            )),
            "otherwise" => self.stray_otherwise(),
            "is" if self.within("given") => Some(
                self.error("E0121", "one `given` sets one zone or counter")
                    .help("write a second `given`; after `is`, commas list what lies in the one place"),
            ),
            "=" if self.compares() => Some(
                self.error("E0108", "`=` sets a value; two values are compared with `is`").help("write `is`"),
            ),
            _ => self.braces().or_else(|| self.reserved()),
        }
    }

    /// `where a and b`
    fn bare_and(&self) -> Option<Diagnostic> {
        let opening = (0..self.at).rev().map(|at| (at, self.word(at)));
        let mut deeper = 0usize;
        for (at, word) in opening.take(400) {
            match word {
                ")" | "]" => deeper += 1,
                "(" | "[" if deeper > 0 => deeper -= 1,
                "(" | "[" | "{" | "}" => return None,
                "where" | "has" if deeper == 0 => {
                    let (found, token) = (self.found(), self.tokens[at]);
                    let message = format!("`{found}` goes on after `{word}` only inside brackets");
                    return Some(
                        self.error("E0114", message)
                            .beside(self.place.span(token.start, token.end), "one comparison belongs to this")
                            .help(format!("write `{word} (… {found} …)`")),
                    );
                }
                _ => {}
            }
        }
        None
    }

    fn stray_otherwise(&self) -> Option<Diagnostic> {
        if !self.within("choose") {
            return None;
        }
        let found = self.error("E0101", "`otherwise` stands only between the moves of a menu");
        Some(found.help("to let somebody decline, write `may choose …`; a menu is written `choose { lay otherwise pass }`"))
    }

    /// `if c x` or `else x`: the braces are missing.
    fn braces(&self) -> Option<Diagnostic> {
        let wants_brace = self.wanted.contains(&Rule::block);
        if self.before() == "else" && wants_brace {
            let found = self.error("E0122", "after `else` stands `{` or `if`");
            return Some(found.help("`if … { … } else { … }`"));
        }
        if wants_brace && self.within("if") {
            let found = self.error("E0122", "what an `if` does stands in braces");
            return Some(found.saying("expected `{` here").help("write `if me.cash > $3 { … }`"));
        }
        None
    }

    fn reserved(&self) -> Option<Diagnostic> {
        let found = self.found();
        let names = !self.wanted.is_empty() && self.wanted.iter().all(|r| is_name(*r));
        if !names || !is_reserved(found) {
            return None;
        }
        let message = format!("`{found}` is a word of the language and cannot be a name");
        Some(self.error("E0112", message).help(format!("choose another name, such as `{found}_1`")))
    }

    /// Whether `=` was probably meant as a comparison.
    fn compares(&self) -> bool {
        let compared = ["if", "when", "where", "has", "needs", "expect", "and", "or", "not"];
        let back = (0..self.at).rev().take(12).map(|at| self.word(at));
        for word in back {
            if compared.contains(&word) {
                return true;
            }
            if matches!(word, "{" | "}" | "=") {
                return false;
            }
        }
        false
    }

    /// Whether the sentence around the place began with that word.
    fn within(&self, opening: &str) -> bool {
        (0..self.at)
            .rev()
            .take(200)
            .map(|at| self.word(at))
            .find(|w| form(w).is_some())
            .is_some_and(|w| w == opening)
    }

    fn general(&self) -> Diagnostic {
        let mut wanted: Vec<String> = Vec::new();
        for rule in &self.wanted {
            wanted.extend(words(*rule).map(|w| self.in_place(w)).filter(|w| !wanted.contains(w)));
        }
        let before = shown(self.before());
        let found = shown(self.found());
        let after = if before.is_empty() { String::new() } else { format!(" after `{before}`") };
        let message = match wanted.as_slice() {
            [] | [_, _, _, _, _, ..] if found.is_empty() => format!("something is missing{after}"),
            [] | [_, _, _, _, _, ..] => {
                format!("`{found}` does not go on{}", after.replacen(" after", " from", 1))
            }
            some => format!("expected {}{after}", list(some)),
        };
        let label =
            if found.is_empty() { "the item ends here".to_owned() } else { format!("found `{found}`") };
        let error = self.error("E0101", message).saying(label);
        match (0..self.at.min(self.tokens.len())).rev().take(200).find_map(|at| form(self.word(at))) {
            Some(form) => error.help(format!("such a sentence reads: `{form}`")),
            None => error,
        }
    }

    /// A value after certain words is called a condition.
    fn in_place(&self, words: String) -> String {
        let asks = ["if", "when", "where", "has", "needs", "and", "or", "not", "expecting"];
        if words == "a value" && asks.contains(&self.before()) { "a condition".to_owned() } else { words }
    }
}

/// `a, b or c`
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} or {last}", some.join(", ")),
    }
}
