//! What may be meant at a place where a sentence does not fit.

use super::short::Short;
use super::{Effort, Patch};
use crate::foreign;
use crate::letters::in_name;
use crate::spelling::nearest;
use crate::syntax::parse::is_reserved;
use crate::syntax::report::Place;
use crate::syntax::scan::{Kind, Token};

/// So many words before the place that does not fit may be the wrong ones.
pub(super) const BACK: usize = 8;
/// So many words may be wanted at a place for each of them to be tried.
pub(super) const MOST_WANTED: usize = 24;
/// What is often forgotten, and may be missing some words earlier than reading stops.
pub(super) const LITTLE: [&str; 13] =
    ["of", "to", "is", "in", ",", "has", "each", "=", "by", "for", ":", "when", "it is"];
/// Words of the language that sentences, clauses and values are made of; and `copies`, which many
/// write as if it were one.
pub const WORDS: [&str; 87] = [
    "action",
    "again",
    "and",
    "any",
    "asking",
    "at",
    "attempt",
    "because",
    "before",
    "bottom",
    "cannot",
    "capped",
    "card",
    "chance",
    "change",
    "choose",
    "chooses",
    "copies",
    "count",
    "deck",
    "define",
    "does",
    "drawn",
    "each",
    "edges",
    "else",
    "empty",
    "end",
    "ends",
    "enum",
    "every",
    "expect",
    "expecting",
    "extend",
    "first",
    "for",
    "forbid",
    "from",
    "game",
    "games",
    "give",
    "given",
    "gives",
    "grid",
    "has",
    "hide",
    "instead",
    "joins",
    "knows",
    "late",
    "least",
    "let",
    "lines",
    "lost",
    "may",
    "menu",
    "mod",
    "most",
    "move",
    "needs",
    "next",
    "nobody",
    "none",
    "not",
    "onwards",
    "opponents",
    "option",
    "otherwise",
    "owner",
    "pass",
    "passes",
    "phase",
    "pile",
    "players",
    "round",
    "seen",
    "set",
    "show",
    "shuffle",
    "simulate",
    "slots",
    "swap",
    "there",
    "times",
    "turn",
    "where",
    "with",
];

/// Words that open items and nothing inside one.
pub(super) const ITEMS_ALONE: [&str; 12] = [
    "action", "define", "option", "enum", "card", "deck", "menu", "setup", "test", "forbid",
    "play", "use",
];

/// What was done to come further.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum How {
    /// Words that are written otherwise here.
    Foreign { written: String, meant: String },
    /// A word that is misspelt.
    Spelling { written: String, meant: String },
    /// A sentence that the language does without, and what to write.
    NoSuch { written: String, remark: String },
    /// Round brackets where braces are wanted, behind that word.
    Braces(String),
    /// Something is missing.
    Missing(String),
    /// Something stands where something else is wanted.
    Instead { written: String, meant: String },
    /// Something is one too many.
    Stray(String),
}

/// What may be meant, in the order in which it is likely.
#[derive(Debug, Clone)]
pub(super) struct Guess {
    pub(super) how: How,
    pub(super) patch: Patch,
    /// The words that are wrong.
    pub(super) token: Token,
}

/// A place at which reading stops.
pub(super) struct Trial<'t> {
    pub(super) place: Place<'t>,
    pub(super) tokens: &'t [Token],
    pub(super) at: usize,
    pub(super) wanted: Vec<String>,
    /// Lines that are left out of what is tried.
    pub(super) short: Short,
}

impl Trial<'_> {
    pub(super) fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.of(self.place.text))
    }

    /// The words near the place, the nearest first.
    pub(super) fn near(&self) -> impl Iterator<Item = usize> {
        let last = (self.at + 1).min(self.tokens.len().saturating_sub(1));
        (self.at.saturating_sub(BACK)..=last).rev()
    }

    /// Whether a word begins a line or a block.
    pub(super) fn begins(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).and_then(|at| self.tokens.get(at)) else {
            return true;
        };
        let gap = self.tokens.get(at).and_then(|t| self.place.text.get(before.end..t.start));
        matches!(before.of(self.place.text), "{" | "}") || gap.is_some_and(|gap| gap.contains('\n'))
    }

    pub(super) fn foreign(&self) -> Vec<Guess> {
        let mut all = Vec::new();
        for at in self.near() {
            let twice = self.tokens.get(at).filter(|t| {
                t.kind == Kind::Word && at > 0 && self.word(at - 1) == t.of(self.place.text)
            });
            all.extend(twice.map(|token| self.stray(*token)));
            let small = self.word(at).to_ascii_lowercase();
            let alone = at > 0 && ITEMS_ALONE.contains(&small.as_str());
            if !alone
                && small != self.word(at)
                && (WORDS.contains(&small.as_str()) || is_reserved(&small))
            {
                all.push(self.foreign_as(self.tokens[at], &small));
            }
        }
        for at in self.near() {
            let first = self.word(at).to_ascii_lowercase();
            if first == "if" && self.begins(at)
                || first == "else" && matches!(self.word(at + 1), "if" | "{")
            {
                continue;
            }
            for (words, meant) in foreign::phrases(&first) {
                let fits =
                    (0..words.len()).all(|n| self.word(at + n).eq_ignore_ascii_case(words[n]));
                let Some(last) = self.tokens.get(at + words.len() - 1).filter(|_| fits) else {
                    continue;
                };
                let token = Token { end: last.end, ..self.tokens[at] };
                let others = meant.iter().filter(|m| **m != token.of(self.place.text));
                let others = others.filter(|m| at == 0 || !ITEMS_ALONE.contains(m));
                // `2 x 3` is a product, `draw 2 x from the pond` is none.
                let behind = self.tokens.get(at + words.len()).map(|t| t.kind);
                let number = matches!(behind, Some(Kind::Number | Kind::Money | Kind::Open))
                    || matches!(self.word(at + words.len() + 1), "(" | ".");
                let others = others.filter(|m| first != "x" || number || **m != "*");
                // Whose `player.hand` is, the checker says, who knows who acts.
                let owner = self.word(at + words.len()) == ".";
                let others = others.filter(|m| !owner || !m.ends_with("players"));
                let mut others: Vec<&str> = others.copied().collect();
                if first == "until" && self.ends_in_block(at) {
                    others.reverse();
                }
                all.extend(others.into_iter().map(|m| self.foreign_as(token, m)));
            }
        }
        // `sinon si` is more than its second word.
        all.sort_by_key(|guess| !guess.token.of(self.place.text).contains(' '));
        all
    }

    /// `until count(laid) is 52 { end game … }`: what stands there ends something.
    fn ends_in_block(&self, at: usize) -> bool {
        let open = (at..self.tokens.len()).find(|at| self.word(*at) == "{");
        open.is_some_and(|open| self.word(open + 1) == "end")
    }

    pub(super) fn foreign_as(&self, token: Token, meant: &str) -> Guess {
        let written = token.of(self.place.text).split_whitespace().collect::<Vec<_>>().join(" ");
        let glued = meant.replace(" . ", ".").replace(" .", ".");
        let dot = glued == ".";
        // `my stash` is `me.stash`, and `1 - 5` is `1..5`.
        let (close, open) = (glued.ends_with('.'), glued == "..");
        let text = self.place.text;
        let token = Token {
            start: if open { text[..token.start].trim_end_matches(' ').len() } else { token.start },
            end: if close {
                text.len() - text[token.end..].trim_start_matches(' ').len()
            } else {
                token.end
            },
            ..token
        };
        let signs = !dot && !open && !glued.starts_with(in_name);
        let before = text[..token.start].ends_with(in_name) && !open;
        let after = text[token.end..].starts_with(in_name) && !close;
        let (left, right) = (
            if (before || signs && !text[..token.start].ends_with(' ')) && !dot { " " } else { "" },
            if after && !dot { " " } else { "" },
        );
        Guess {
            patch: Patch {
                start: token.start,
                end: token.end,
                new: format!("{left}{glued}{right}"),
            },
            how: How::Foreign { written, meant: glued },
            token,
        }
    }

    pub(super) fn misspelt(&self, effort: &Effort) -> Vec<Guess> {
        let mut all = Vec::new();
        for at in self.near() {
            let (word, Some(token)) = (self.word(at), self.tokens.get(at).copied()) else {
                continue;
            };
            if token.kind != Kind::Word
                || word.len() < 3
                || WORDS.contains(&word)
                || is_reserved(word)
                || !foreign::phrases(&word.to_lowercase()).is_empty()
                || effort.words().zone(word)
                || effort.words().type_of(word).is_some()
            {
                continue;
            }
            let here =
                self.wanted.iter().map(String::as_str).filter(|w| at == self.at && w.len() > 1);
            let meant = nearest(word, here).or_else(|| nearest(word, WORDS));
            if let Some(meant) = meant {
                all.push(Guess {
                    patch: Patch { start: token.start, end: token.end, new: meant.to_owned() },
                    how: How::Spelling { written: word.to_owned(), meant: meant.to_owned() },
                    token,
                });
            }
        }
        all
    }

    /// Something missing, something wrong, something too much; all of it may also stand a few words
    /// earlier.
    pub(super) fn others(&self) -> Vec<Guess> {
        let many = self.wanted.len() > MOST_WANTED;
        let some = |w: &&String| !many || !w.starts_with(|c: char| c.is_ascii_alphabetic());
        let wanted: Vec<&str> =
            self.wanted.iter().filter(some).map(String::as_str).filter(|w| *w != ".").collect();
        let mut missing: Vec<&str> = wanted
            .iter()
            .copied()
            .chain(LITTLE.iter().copied().filter(|l| !wanted.contains(l)))
            .collect();
        // Of the verbs of a test the commonest first; between the values of a call a comma,
        // `2 of [Two]`.
        let call = self.in_call();
        let card = self.word(self.at) == "["
            && self.at > 0
            && self.tokens[self.at - 1].kind == Kind::Number;
        missing.sort_by_key(|word| {
            (*word != "does", !(call && *word == "," || card && *word == "of"))
        });
        let mut all: Vec<Guess> = missing.iter().map(|word| self.missing(self.at, word)).collect();
        for at in (self.at.saturating_sub(3)..self.at).rev() {
            all.extend(LITTLE.iter().map(|word| self.missing(at, word)));
        }
        let here = self.tokens.get(self.at).copied();
        if let Some(token) = here.filter(|t| t.kind != Kind::Open && t.kind != Kind::Close) {
            all.extend(LITTLE.iter().take(5).map(|word| self.instead(token, word)));
            all.extend(wanted.iter().map(|word| self.instead(token, word)));
            all.extend(LITTLE.iter().skip(5).map(|word| self.instead(token, word)));
        }
        for at in (self.at.saturating_sub(1)..=self.at).rev() {
            let token = self.tokens.get(at).filter(|token| token.kind != Kind::Doc);
            all.extend(token.map(|token| self.stray(*token)));
        }
        all
    }

    /// Whether the place lies in the brackets of a call.
    pub(super) fn in_call(&self) -> bool {
        self.inside_call(self.at)
    }

    /// Whether a word lies in the brackets of a call.
    pub(super) fn inside_call(&self, word: usize) -> bool {
        let mut closed = 0usize;
        for at in (0..word).rev() {
            match self.word(at) {
                ")" | "]" | "}" => closed += 1,
                "(" if closed == 0 => {
                    let glued = at > 0 && self.tokens[at - 1].end == self.tokens[at].start;
                    return glued && self.tokens[at - 1].kind == Kind::Word;
                }
                "[" | "{" if closed == 0 => return false,
                "(" | "[" | "{" => closed -= 1,
                _ => {}
            }
        }
        false
    }

    pub(super) fn missing(&self, at: usize, word: &str) -> Guess {
        let end = at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(0, |t| t.end);
        let blank = if matches!(word, "," | ":" | ")" | "]" | "..") { "" } else { " " };
        let behind = self.tokens.get(at).map_or(0, |t| t.start);
        let right = if behind == end && word != ".." { " " } else { "" };
        // `2 c.rank` is twice so much.
        let number = at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let number = number.is_some_and(|t| matches!(t.kind, Kind::Number | Kind::Money));
        let value = !is_reserved(self.word(at)) || self.word(at + 1) == "(";
        let product = number && self.is_word(at) && value;
        let word = if product && matches!(word, "+" | "-" | "is") { "*" } else { word };
        Guess {
            patch: Patch { start: end, end, new: format!("{blank}{word}{right}") },
            how: How::Missing(word.to_owned()),
            token: Token {
                kind: Kind::Word,
                start: end,
                end: self.tokens.get(at).map_or(end, |t| t.end),
            },
        }
    }

    pub(super) fn instead(&self, token: Token, word: &str) -> Guess {
        let written = token.of(self.place.text).to_owned();
        let text = self.place.text;
        if word == ".." {
            let start = text[..token.start].trim_end_matches(' ').len();
            let end = text.len() - text[token.end..].trim_start_matches(' ').len();
            return Guess {
                patch: Patch { start, end, new: word.to_owned() },
                how: How::Instead { written, meant: word.to_owned() },
                token,
            };
        }
        let joined = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
        let left = if joined(text[..token.start].chars().next_back()) { " " } else { "" };
        let right = if joined(text[token.end..].chars().next()) { " " } else { "" };
        Guess {
            patch: Patch {
                start: token.start,
                end: token.end,
                new: format!("{left}{word}{right}"),
            },
            how: How::Instead { written, meant: word.to_owned() },
            token,
        }
    }

    pub(super) fn stray(&self, token: Token) -> Guess {
        let before = self.place.text[..token.start].ends_with(char::is_whitespace);
        let behind = self.place.text[token.end..].starts_with(' ');
        let end = token.end + usize::from(before && behind);
        Guess {
            patch: Patch { start: token.start, end, new: String::new() },
            how: How::Stray(token.of(self.place.text).to_owned()),
            token,
        }
    }
}

/// Whether a number has a part behind its point or comma: `6,0`, `2.5`.
pub(super) fn is_broken_number(written: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let written = written.trim_start_matches(['$', '€', '£']);
    written.split_once([',', '.']).is_some_and(|(whole, rest)| digits(whole) && digits(rest))
}
