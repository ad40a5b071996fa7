//! What a heading leaves out: the types of what a deed or a word is given, told by what is done
//! with it, and what the values of an option are.

use super::guess::{Guess, How, Trial};
use super::known::Known;
use crate::syntax::parse::is_reserved;
use crate::syntax::scan::Kind;
use std::ops::Range;

/// Signs beside which numbers stand.
const SIGNS: [&str; 10] = ["+", "-", "*", "/", "<", ">", "<=", ">=", "+=", "-="];
/// Words in front of a number.
const BEFORE: [&str; 3] = ["top", "bottom", "repeat"];
/// What the language asks only of players.
const OF_PLAYERS: [&str; 3] = ["left", "right", "opponents"];

impl Trial<'_> {
    /// `to pay(p, price) {`, `define worth for c = …`, each with the type that its use tells.
    pub(super) fn untyped(&self, known: &Known) -> Option<Guess> {
        let given = self.given().filter(|_| self.lacks_types())?;
        let typed = |part: Range<usize>| match part.len() {
            1 => {
                let name = self.word(part.start);
                Some(format!("{name}: {}", self.type_by_use(name, given.end, known)?))
            }
            _ => self.text_of(part),
        };
        let all: Option<Vec<String>> = self.parts(given.clone()).into_iter().map(typed).collect();
        // `define fits(c) = …`, where rules ask `c.fits`.
        let asked = self.word(0) == "define" && known.behind_dot(self.word(1));
        if asked && given.len() == 1 && self.word(2) == "(" {
            let whole = self.span(&(1..given.end + 1))?;
            let meant = format!("{} for {}", self.word(1), all?.concat());
            return Some(self.as_words(whole, &meant));
        }
        Some(self.as_words(self.span(&given)?, &all?.join(", ")))
    }

    /// Whether something that the heading is given has no type.
    pub(super) fn lacks_types(&self) -> bool {
        let bare = |part: &Range<usize>| {
            part.len() == 1 && self.is_word(part.start) && !is_reserved(self.word(part.start))
        };
        self.given().is_some_and(|given| self.parts(given).iter().any(bare))
    }

    /// The words of what a heading is given: in brackets, or behind `for`.
    fn given(&self) -> Option<Range<usize>> {
        match self.word(2) {
            "(" => {
                let close = (3..self.tokens.len()).find(|at| self.word(*at) == ")")?;
                (close > 3).then_some(3..close)
            }
            "for" if self.word(4) == "=" => Some(3..4),
            _ => None,
        }
    }

    /// What a name is by what is done with it from a word on.
    fn type_by_use(&self, name: &str, from: usize, known: &Known) -> Option<String> {
        let places = || (from..self.tokens.len()).filter(|at| self.word(*at) == name);
        let asked = places().filter(|at| self.word(at + 1) == ".");
        let mut owners = asked.filter_map(|at| {
            let member = self.word(at + 2);
            let seat = OF_PLAYERS.contains(&member).then_some("Player");
            seat.or_else(|| known.owner_of(member))
        });
        let counted = |at: usize| {
            let (before, behind) = (self.word(at - 1), self.word(at + 1));
            let number = |at: usize| self.tokens.get(at).is_some_and(|t| t.kind == Kind::Number);
            SIGNS.contains(&before)
                || SIGNS.contains(&behind)
                || BEFORE.contains(&before)
                || behind == "is" && number(at + 2)
        };
        let of_use = owners.next().or_else(|| places().any(counted).then_some("Number"));
        let moved = || places().any(|at| self.word(at - 1) == "move");
        let called = || match name {
            "p" | "q" | "player" | "who" => Some("Player"),
            "n" => Some("Number"),
            "c" | "card" => known.only_kind(),
            _ => known.enum_called(name),
        };
        let found = of_use.or_else(|| moved().then(|| known.only_kind()).flatten());
        found.or_else(|| known.type_of(name)).or_else(called).map(str::to_owned)
    }

    /// `option memory = perfect`: the values of an option that are words have an enum.
    pub(super) fn option_of_words(&self, known: &Known) -> Option<Guess> {
        let sign = (2..4).find(|at| matches!(self.word(*at), "=" | ":"))?;
        let (name, line) = (self.name(1).filter(|_| sign == 2)?, self.line(0));
        let mut words: Vec<&str> = Vec::new();
        for at in sign + 1..line.end {
            match self.word(at) {
                "," | "|" | "or" | "=" | "/" => {}
                word if self.is_word(at) && !is_reserved(word) => words.push(word),
                _ => return None,
            }
        }
        let start = *words.last()?;
        let mut sorts = words.clone();
        sorts.dedup();
        let whole = self.span(&line).filter(|_| self.tokens.len() == line.end)?;
        if let Some(of) = known.enum_of(start) {
            return Some(self.as_words(whole, &format!("option {name}: {of} = {start}")));
        }
        let mut letters = name.chars();
        let first = letters.next()?.to_uppercase();
        let of: String = first.chain(letters).collect();
        let more = if sorts.len() > 1 { "" } else { ", …" };
        let remark = format!(
            "the values of an option are numbers, yes or no, or words that are declared: `enum \
             {of} {{ {}{more} }}` and `option {name}: {of} = {}`",
            sorts.join(", "),
            sorts.first()?
        );
        let stands_in = self.as_words(whole, &format!("define {name} = {start}"));
        let written = whole.of(self.place.text).to_owned();
        Some(Guess { how: How::NoSuch { written, remark }, ..stands_in })
    }
}
