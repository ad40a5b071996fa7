//! Values and types that are said with a word more or less than they are written with.

use super::Effort;
use super::guess::{Guess, How, Trial};
use super::known::Known;
use crate::syntax::parse::is_reserved;
use crate::syntax::scan::{Kind, Token};
use std::ops::Range;

/// Faces of playing cards.
const FACES: [&str; 8] = ["A", "J", "Q", "K", "ace", "jack", "queen", "king"];
/// What faces count.
const COUNTED: &str = "the faces of cards are numbers: `1..13`, with 1 for the ace, 11 for the \
                       jack, 12 for the queen and 13 for the king";

impl Trial<'_> {
    /// All of these near a place.
    pub(super) fn said_apart(&self, at: usize, effort: &Effort) -> Vec<Guess> {
        let words = effort.words();
        let all = [
            self.sign_first(at),
            self.number_first(at),
            self.counted_type(at, words),
            self.start_apart(at, words),
            self.unit_behind(at, words),
            self.faces(at),
            self.whose_apart(at, words),
            self.of_whom(at, words),
        ];
        all.into_iter().flatten().collect()
    }

    /// `1 to 13`; `8 of 10` begins at 8.
    pub(super) fn range_of(&self, words: &Range<usize>, low: &str, high: &str) -> String {
        match words.clone().any(|at| self.word(at) == "of") {
            true => format!("0..{high} = {low}"),
            false => format!("{low}..{high}"),
        }
    }

    pub(super) fn remarked(&self, token: Token, meant: &str, remark: &str) -> Guess {
        let guess = self.as_words(token, meant);
        let written = token.of(self.place.text).to_owned();
        Guess { how: How::NoSuch { written, remark: remark.to_owned() }, ..guess }
    }

    /// `unit "$" Coins`
    fn sign_first(&self, at: usize) -> Option<Guess> {
        let (sign, name) = (*self.tokens.get(1)?, *self.tokens.get(2)?);
        let turned = self.word(0) == "unit" && sign.kind == Kind::Text && name.kind == Kind::Word;
        let meant = format!("{} {}", name.of(self.place.text), sign.of(self.place.text));
        (turned && at <= 2).then(|| self.as_words(Token { end: name.end, ..sign }, &meant))
    }

    /// `3 lives` among what a player has.
    fn number_first(&self, at: usize) -> Option<Guess> {
        let (number, name) = (*self.tokens.get(at)?, *self.tokens.get(at + 1)?);
        let text = self.place.text;
        let gap = text.get(name.end..)?.trim_start_matches(' ');
        let alone = self.begins(at) && gap.starts_with(['\n', '}', ',']);
        let owned = matches!(self.word(0), "each" | "the") && number.kind == Kind::Number;
        let meant = format!("{}: Number = {}", name.of(text), number.of(text));
        (alone && owned && name.kind == Kind::Word)
            .then(|| self.as_words(Token { end: name.end, ..number }, &meant))
    }

    /// `hand: 7 Playing`, `coins: 5 Coins`
    fn counted_type(&self, at: usize, words: &Known) -> Option<Guess> {
        let (number, ty) = (*self.tokens.get(at)?, *self.tokens.get(at + 1)?);
        let before = at.checked_sub(1).map_or("", |at| self.word(at));
        let owned = matches!(self.word(0), "each" | "the") && before == ":";
        if !owned || number.kind != Kind::Number || ty.kind != Kind::Word {
            return None;
        }
        let (n, name) = (number.of(self.place.text), ty.of(self.place.text));
        let token = Token { end: ty.end, ..number };
        if words.kind(name) {
            let remark = words.told(&format!(
                "a zone is `set of {name}`; how many cards come into it is said in `setup`: `move \
                 top {n} of miles to …`"
            ));
            return Some(self.remarked(token, &format!("set of {name}"), &remark));
        }
        // What is at most so much is no number that starts there.
        if matches!(name, "max" | "maximum" | "most") {
            let remark = format!(
                "a number with a limit is a range, and its start follows `=`: `0..{n} = \
                 {n}`; with `, capped` it stops at the limit"
            );
            return Some(self.remarked(token, &format!("0..{n}"), &remark));
        }
        if let Some(unit) = words.unit_called(name) {
            return Some(self.as_words(token, &format!("{unit} = {}", words.amount(unit, n))));
        }
        let plain = !is_reserved(name) && name.starts_with(char::is_lowercase);
        plain.then(|| self.as_words(token, &format!("Number = {n}")))
    }

    /// `tokens: Number 3`
    fn start_apart(&self, at: usize, words: &Known) -> Option<Guess> {
        let (ty, value) = (self.word(at), *self.tokens.get(at + 1)?);
        let before = at.checked_sub(1).map_or("", |at| self.word(at));
        let plain = ty == "Number" || words.unit(' ').is_some_and(|unit| unit == ty) || {
            words.unit_called(ty) == Some(ty)
        };
        let fits = matches!(value.kind, Kind::Number | Kind::Money) && before == ":" && plain;
        let owned = matches!(self.word(0), "each" | "the" | "option");
        let meant = format!("{ty} = {}", value.of(self.place.text));
        let token = Token { end: value.end, ..*self.tokens.get(at)? };
        (fits && owned).then(|| self.as_words(token, &meant))
    }

    /// `place.price coins`, `2 coins`
    fn unit_behind(&self, at: usize, words: &Known) -> Option<Guess> {
        let (value, token) = (*self.tokens.get(at.checked_sub(1)?)?, *self.tokens.get(at)?);
        let word = token.of(self.place.text);
        let unit = words.unit_called(word).filter(|_| !word.is_empty() && !is_reserved(word))?;
        let gap = self.place.text.get(value.end..token.start)?;
        let here = !gap.contains('\n') && !gap.is_empty() && token.kind == Kind::Word;
        let next = self.tokens.get(at + 1).map_or("", |t| t.of(self.place.text));
        if !here || matches!(next, "." | "=" | "+=" | "-=" | ":" | "(") {
            return None;
        }
        match value.kind {
            Kind::Number => {
                let amount = words.amount(unit, value.of(self.place.text));
                Some(self.as_words(Token { end: token.end, ..value }, &amount))
            }
            // Where the unit is a type it is no word too many.
            Kind::Word if !is_reserved(value.of(self.place.text)) && at > 1 => {
                let path = self.word(at - 2) == ".";
                path.then(|| self.stray(token))
            }
            Kind::Close if value.of(self.place.text) == ")" => Some(self.stray(token)),
            _ => None,
        }
    }

    /// `rank: A, 2..10, J, Q, K`
    fn faces(&self, at: usize) -> Option<Guess> {
        let first = *self.tokens.get(at + 1).filter(|_| self.word(at) == ":")?;
        let list = self.tokens.iter().skip(at + 1).take_while(|t| {
            let word = t.of(self.place.text);
            t.kind == Kind::Number || matches!(word, "," | "..") || FACES.contains(&word)
        });
        let list: Vec<&Token> = list.collect();
        // The comma in front of the next field is none of the list.
        let kept = list.iter().rposition(|t| t.of(self.place.text) != ",")?;
        let named = list.iter().any(|t| FACES.contains(&t.of(self.place.text)));
        let last = **list.get(kept)?;
        (named && kept > 0)
            .then(|| self.remarked(Token { end: last.end, ..first }, "1..13", COUNTED))
    }

    /// `points of me.hand` for `me.hand.points`
    fn of_whom(&self, at: usize, words: &Known) -> Option<Guess> {
        let (what, of) = (*self.tokens.get(at)?, self.word(at + 1));
        let name = what.of(self.place.text);
        let mut last = at + 2;
        while self.word(last + 1) == "." && self.tokens.get(last + 2)?.kind == Kind::Word {
            last += 2;
        }
        let (whose, end) = (*self.tokens.get(at + 2)?, *self.tokens.get(last)?);
        let before = at.checked_sub(1).map_or("", |at| self.word(at));
        let named = what.kind == Kind::Word && whose.kind == Kind::Word && !is_reserved(name);
        let owner = self.word(at + 2) == "me" || !is_reserved(self.word(at + 2));
        let known = words.counts(name) || words.defines(name);
        let fits = of == "of" && named && owner && known && !matches!(before, ":" | "deck");
        let path = self.place.text.get(whose.start..end.end)?;
        fits.then(|| self.as_words(Token { end: end.end, ..what }, &format!("{path}.{name}")))
    }

    /// `losers hand` for `loser.hand`
    fn whose_apart(&self, at: usize, words: &Known) -> Option<Guess> {
        let (whose, what) = (*self.tokens.get(at)?, *self.tokens.get(at + 1)?);
        let (name, of) = (whose.of(self.place.text), what.of(self.place.text));
        let owner =
            name.strip_suffix('s').filter(|owner| words.uses(owner) || words.counts(owner))?;
        let gap = self.place.text.get(whose.end..what.start)?;
        let names = whose.kind == Kind::Word && what.kind == Kind::Word && gap == " ";
        (names
            && !words.uses(name)
            && !is_reserved(name)
            && !is_reserved(of)
            && (words.uses(of) || words.counts(of)))
        .then(|| self.as_words(Token { end: what.end, ..whose }, &format!("{owner}.{of}")))
    }
}
