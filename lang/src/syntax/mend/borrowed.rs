//! Ways of saying things that programs and tables have: lists in square brackets, moves in tests
//! without `does`, questions of each member of a list.

use super::guess::{Guess, How, Trial};
use super::known::Known;
use super::likely::line_start;
use crate::syntax::parse::is_reserved;
use crate::syntax::scan::{Kind, Token};

impl Trial<'_> {
    /// `[delta, islands]` for `(delta, islands)`, and `[clubs 3, hearts 3]` for two cards.
    pub(super) fn listed(&self) -> Option<Guess> {
        let near = self.at.saturating_sub(4)..=self.at + 1;
        let open = near.rev().find(|at| self.word(*at) == "[")?;
        let close = (open + 1..self.tokens.len()).find(|at| self.word(*at) == "]")?;
        let parts: Vec<&[Token]> = self.tokens[open + 1..close]
            .split(|t| t.of(self.place.text) == ",")
            .filter(|part| !part.is_empty())
            .collect();
        let plain = |t: &Token| matches!(t.kind, Kind::Word | Kind::Number | Kind::Money);
        if parts.len() < 2 || !parts.iter().all(|part| part.iter().all(plain)) {
            return None;
        }
        let written = |part: &[Token]| {
            let words: Vec<&str> = part.iter().map(|t| t.of(self.place.text)).collect();
            words.join(" ")
        };
        let cards = parts.iter().all(|part| part.len() > 1);
        let meant = match cards {
            true => parts.iter().map(|p| format!("[{}]", written(p))).collect::<Vec<_>>(),
            false => parts.iter().map(|p| written(p)).collect(),
        };
        let given = self.word(0) == "test"
            && matches!(self.word(line_start(self.place, self.tokens, open)), "given" | "expect");
        let meant =
            if cards && given { meant.join(", ") } else { format!("({})", meant.join(", ")) };
        let token = Token { end: self.tokens[close].end, ..self.tokens[open] };
        Some(self.as_words(token, &meant))
    }

    /// `Ana throw_dice`, `Ana plays lay [red 3]`, `Ana casts [Bolt]` in a test: what a move is
    /// called is known.
    pub(super) fn made(&self, known: &Known) -> Option<Guess> {
        if self.word(0) != "test" {
            return None;
        }
        let last = self.at.min(self.tokens.len().checked_sub(1)?);
        let from = line_start(self.place, self.tokens, last);
        let (who, verb) = (*self.tokens.get(from)?, *self.tokens.get(from + 1)?);
        let named =
            who.kind == Kind::Word && who.of(self.place.text).starts_with(char::is_uppercase);
        let word = verb.of(self.place.text);
        if !named || verb.kind != Kind::Word || matches!(word, "does" | "cannot" | "may" | "passes")
        {
            return None;
        }
        if known.chosen(word) {
            return Some(self.missing(from + 1, "does"));
        }
        let next = self.tokens.get(from + 2).filter(|t| known.chosen(t.of(self.place.text)));
        if let Some(next) = next {
            return Some(self.as_words(
                Token { end: next.end, ..verb },
                &format!("does {}", next.of(self.place.text)),
            ));
        }
        const CHOOSING: [&str; 14] = [
            "picks", "selects", "says", "answers", "names", "bids", "calls", "guesses", "votes",
            "takes", "pick", "choose", "chose", "decides",
        ];
        if CHOOSING.contains(&word) && known.move_like(word.trim_end_matches('s')).is_none() {
            return Some(self.as_words(verb, "chooses"));
        }
        let stem = |by: &str| word.strip_suffix(by).filter(|stem| stem.len() > 2);
        let stems = [stem("s"), stem("es"), stem("ed"), stem("d")];
        let meant = stems.into_iter().flatten().find_map(|stem| known.move_like(stem))?;
        // `Ana attacks north with 4`
        let join = self.line(from).skip(3).find(|at| {
            matches!(self.word(*at), "with" | "for" | "on" | "at" | "and" | "using" | "against")
        });
        let Some(join) = join else { return Some(self.as_words(verb, &format!("does {meant}"))) };
        let values = self.span(&(from + 2..join))?.of(self.place.text).to_owned();
        let token = Token { end: self.tokens.get(join)?.end, ..verb };
        Some(self.as_words(token, &format!("does {meant} {values},")))
    }

    /// `players.filter(p => p.out)`, `players.some((p) => …)`
    pub(super) fn of_each(&self) -> Option<Guess> {
        let near = self.at.saturating_sub(8)..=self.at + 1;
        let verb = near.rev().find(|at| {
            self.word(*at + 1) == "("
                && at.checked_sub(1).is_some_and(|b| self.word(b) == ".")
                && form(self.word(*at)).is_some()
        })?;
        let mut first = verb - 1;
        while first > 0
            && self.tokens[first - 1].kind == Kind::Word
            && (first == verb - 1 || self.word(first) == ".")
        {
            first -= 1;
            if first > 0 && self.word(first - 1) == "." {
                first -= 1;
            } else {
                break;
            }
        }
        let inner = usize::from(self.word(verb + 2) == "(");
        let name = *self.tokens.get(verb + 2 + inner).filter(|t| t.kind == Kind::Word)?;
        let arrow = verb + 3 + 2 * inner;
        let close = self.closing(verb + 1)?;
        let (name, arrow) = if matches!(self.word(arrow), "=>" | "->" | ":") {
            (name.of(self.place.text), arrow)
        } else {
            return None;
        };
        let text = self.place.text;
        let list = text.get(self.tokens.get(first)?.start..self.tokens.get(verb - 1)?.start)?;
        let body = text.get(self.tokens.get(arrow)?.end..self.tokens.get(close)?.start)?.trim();
        let meant = form(self.word(verb))?.replace('L', list.trim()).replace('N', name);
        let meant = meant.replace('B', body);
        let token = Token { end: self.tokens.get(close)?.end, ..*self.tokens.get(first)? };
        (!is_reserved(name) && !body.is_empty()).then(|| self.as_words(token, &meant))
    }

    /// `= if me.lit 1 else 0`
    pub(super) fn no_then(&self) -> Option<Guess> {
        let value = |at: &usize| !matches!(self.word(*at), "then" | "{" | "}");
        let from = (0..self.at).rev().take_while(value).find(|at| self.word(*at) == "if")?;
        let line = self.line(from);
        let rest = self.at..line.end;
        let otherwise = rest.clone().any(|at| self.word(at) == "else");
        let braces = rest.clone().any(|at| matches!(self.word(at), "{" | "then"));
        (otherwise && !braces && self.at > from + 1).then(|| self.missing(self.at, "then"))
    }

    /// `where a and b`: both belong in brackets.
    pub(super) fn bracketed(&self) -> Option<Guess> {
        const ENDS: [&str; 10] =
            ["{", "}", ")", "]", "else", "because", "to", "by", "asking", "once"];
        let joins = |at: usize| matches!(self.word(at), "and" | "or");
        let joint = [self.at, self.at.checked_sub(1)?].into_iter().find(|at| joins(*at))?;
        let mut closed = 0usize;
        let from = (0..joint).rev().take(40).find(|at| {
            match self.word(*at) {
                ")" | "]" => closed += 1,
                "(" | "[" => closed = closed.checked_sub(1).unwrap_or(usize::MAX),
                "where" | "has" => return closed == 0,
                _ => {}
            }
            closed == usize::MAX
        });
        let from = from.filter(|at| matches!(self.word(*at), "where" | "has"))? + 1;
        let mut open = 0usize;
        let end = (joint..self.tokens.len()).find(|at| {
            let ends = open == 0 && (ENDS.contains(&self.word(*at)) || self.begins(*at));
            open = self.tokens[*at].kind.depth_behind(open);
            ends
        });
        let whole = self.span(&(from..end.unwrap_or(self.tokens.len())))?;
        let meant = format!("({})", whole.of(self.place.text));
        let guess = self.as_words(whole, &meant);
        Some(Guess { how: How::Missing("(".into()), ..guess })
    }

    /// `define led:` and, on the next line, `return leader.front.suit`
    pub(super) fn returned(&self) -> Option<Guess> {
        let sign = (1..self.tokens.len()).find(|at| {
            matches!(self.word(*at), ":" | "=" | "{")
                && matches!(self.word(*at + 1), "return" | "give")
        })?;
        let last = self.word(self.tokens.len().checked_sub(1)?);
        if self.word(0) != "define" || self.at > sign + 2 || self.word(sign) == "{" || last == "}" {
            return None;
        }
        let token = Token { end: self.tokens[sign + 1].end, ..self.tokens[sign] };
        Some(self.as_words(token, " ="))
    }

    /// The bracket that closes one.
    pub(super) fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in open..self.tokens.len() {
            match self.tokens[at].kind {
                Kind::Open => depth += 1,
                Kind::Close if depth == 1 => return Some(at),
                Kind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        None
    }

    /// `game: Zombie Run`, `game Zombie Run by Ana`
    pub(super) fn title(&self) -> Option<Guess> {
        let line = self.line(0);
        if self.word(0) != "game" || self.tokens.len() > line.end {
            return None;
        }
        let from = 1 + usize::from(matches!(self.word(1), ":" | "=" | "is"));
        const BY: [&str; 5] = ["by", "from", "of", "author", "-"];
        let text = |at: usize| self.tokens.get(at).is_some_and(|t| t.kind == Kind::Text);
        let by = line.clone().skip(from).find(|at| {
            self.word(*at) == "by"
                || BY.contains(&self.word(*at)) && text(at.saturating_sub(1)) && text(at + 1)
        });
        let by = by.unwrap_or(line.end);
        let quoted = |at: std::ops::Range<usize>| {
            let token = self.span(&at)?;
            let words = token.of(self.place.text).trim_matches('"').replace('"', "'");
            (!words.trim().is_empty()).then(|| format!("\"{}\"", words.trim()))
        };
        let title = quoted(from..by)?;
        let author = if by < line.end {
            format!(" by {}", quoted(by + 1..line.end)?)
        } else {
            String::new()
        };
        let guess = self.as_words(self.span(&line)?, &format!("game {title}{author}"));
        Some(guess)
    }

    /// `"The Manor" by Anna Green` in the first line.
    pub(super) fn title_alone(&self) -> Option<Guess> {
        let first = *self.tokens.first().filter(|t| t.kind == Kind::Text)?;
        let line = self.line(0);
        let by = (self.word(1) == "by" && line.len() > 2).then(|| self.span(&(2..line.end)))?;
        let author = by?.of(self.place.text).trim_matches('"').replace('"', "'");
        let meant = format!("game {} by \"{author}\"", first.of(self.place.text));
        let guess = self.as_words(self.span(&line)?, &meant);
        matches!(guess.how, How::Foreign { .. }).then_some(guess)
    }
}

/// What is written for a question of each member of a list L, called N, with the condition B.
fn form(method: &str) -> Option<&'static str> {
    Some(match method {
        "filter" | "where" | "select" => "those N in L where (B)",
        "some" | "any" | "exists" => "any N in L has (B)",
        "every" | "all" => "every N in L has (B)",
        "none" => "no N in L has (B)",
        "find" | "first" => "first N in L where (B)",
        "count" => "count(N in L where (B))",
        "map" | "sum" => "sum(B for N in L)",
        _ => return None,
    })
}
