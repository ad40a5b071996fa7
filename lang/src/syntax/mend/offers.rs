//! Choices and turns in other words than the language has, put into its own.

use super::guess::{Guess, How, Trial};
use super::known::Known;
use crate::syntax::parse::is_reserved;

impl Trial<'_> {
    /// A choice among moves: `choose (lay, draw)`, `me chooses lay or draw`, `lay or draw`.
    pub(super) fn choices(&self, known: &Known) -> Vec<Guess> {
        let from = self.at.saturating_sub(12);
        (from..=self.at).filter_map(|at| self.choice(at, known)).collect()
    }

    /// `{ cast or by or land }`: a word of ours where a move is wanted.
    pub(super) fn other_move(&self, known: &Known) -> Option<Guess> {
        let token = *self.tokens.get(self.at)?;
        let word = self.word(self.at);
        let before = self.word(self.at.checked_sub(1)?);
        let among = matches!(before, "or" | "{" | "otherwise");
        let offered = self.word(0) == "menu"
            || (0..self.at).rev().take(40).any(|at| self.word(at) == "choose");
        let meant = known.move_near(word).filter(|_| among && offered && is_reserved(word))?;
        let how = How::Spelling { written: word.to_owned(), meant: meant.to_owned() };
        Some(Guess { how, ..self.as_words(token, meant) })
    }

    fn choice(&self, at: usize, known: &Known) -> Option<Guess> {
        const SMALL: [&str; 22] = [
            "choose", "chooses", "choice", "pick", "picks", "select", "between", "either", "one",
            "of", "from", "to", "or", "and", "me", "player", "players", "may", "can", "wähle",
            "the", "a",
        ];
        let first = super::likely::line_start(self.place, self.tokens, at);
        // The block of something else, whose choice stands in it.
        let block =
            matches!(self.word(first), "phase" | "round" | "turn" | "stage" | "repeat" | "loop");
        if !self.begins(at) && (self.word(at) != "{" || block) {
            return None;
        }
        let line = self.line(at);
        let (mut moves, mut end): (Vec<&str>, usize) = (Vec::new(), at);
        let mut depth = 0usize;
        let bracketed = self.lists_moves(at);
        for next in line {
            let word = self.word(next);
            match word {
                "}" | ")" | "]" if depth == 0 => break,
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth -= 1,
                "," | ";" | "|" | "/" => {}
                // `choose (defend, backfire) by attacker`
                "by" | "asking" | "until" if depth == 0 && moves.len() > 1 => break,
                _ if bracketed && self.is_word(next) && !is_reserved(word) => moves.push(word),
                _ if known.chosen(word) || word == "pass" && !moves.is_empty() => moves.push(word),
                _ if SMALL.contains(&word) && self.is_word(next) => {}
                _ => return None,
            }
            end = next + 1;
        }
        let meant = format!("choose {{ {} }}", moves.join(" or "));
        let token = self.span(&(at..end)).filter(|_| !moves.is_empty() && depth == 0)?;
        Some(self.as_words(token, &meant))
    }

    /// Whether names with commas between them stand in brackets behind `choose`: `(lay, draw)`.
    fn lists_moves(&self, at: usize) -> bool {
        let open = matches!(self.word(at + 1), "(" | "[") && self.word(at) == "choose";
        let mut next = at + 2;
        while self.is_word(next) && matches!(self.word(next + 1), "," | "or" | "|" | "/") {
            next += 2;
        }
        open && next > at + 2 && self.is_word(next) && matches!(self.word(next + 1), ")" | "]")
    }

    /// Turns in other words: `turns from starter {`, `turn in players {`, `each player's turn {`.
    pub(super) fn turns(&self) -> Option<Guess> {
        const SMALL: [&str; 20] = [
            "turn",
            "turns",
            "of",
            "for",
            "me",
            "in",
            "each",
            "every",
            "player",
            "players",
            "all",
            "starting",
            "with",
            "at",
            "beginning",
            "goes",
            "around",
            "round",
            "clockwise",
            "the",
        ];
        let at = self.at.min(self.tokens.len().checked_sub(1)?);
        let first = (0..=at).rev().find(|at| self.begins(*at))?;
        if !matches!(self.word(first), "turn" | "turns") {
            return None;
        }
        let line = self.line(first);
        let open = line.clone().find(|at| self.word(*at) == "{")?;
        let onwards = (first..open).any(|at| matches!(self.word(at), "onwards" | "forever"));
        let from = (first..open).find(|at| matches!(self.word(*at), "from" | "with" | "at"));
        let start = from.map(|from| from + 1..open).map(|at| {
            at.take_while(|at| self.word(*at) != "in")
                .filter(|at| !matches!(self.word(*at), "onwards" | "forever" | "the"))
                .map(|at| self.word(at))
                .collect::<String>()
        });
        // Whoever begins is one name, or a path.
        let path = from.is_none_or(|from| {
            let part = |at: usize| (at - from) % 2 == 1 || self.word(at) == ".";
            (from + 1..open)
                .filter(|at| !matches!(self.word(*at), "onwards" | "forever" | "the"))
                .take_while(|at| self.word(*at) != "in")
                .all(part)
        });
        let plain = path
            && (first..from.unwrap_or(open)).all(|at| {
                SMALL.contains(&self.word(at)) || matches!(self.word(at), "onwards" | "forever")
            });
        let path = start.as_ref().is_none_or(|s| {
            !s.is_empty() && s.split('.').all(|w| !w.is_empty() && (w == "me" || !is_reserved(w)))
        });
        let start = start.map_or(String::new(), |start| format!(" from {start}"));
        let onwards = if onwards || self.word(first) == "turns" { " onwards" } else { "" };
        let meant = format!("turn me in players{start}{onwards}");
        (plain && path).then(|| Some(self.as_words(self.span(&(first..open))?, &meant)))?
    }
}
