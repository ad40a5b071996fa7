//! What a heading leaves out: the types of what a deed or a word is given, told by what is done
//! with it, and what the values of an option are.

use super::guess::{Guess, How, Trial};
use super::headings::SHAPES;
use super::known::Known;
use super::likely::line_start;
use super::{Effort, Mistake, Patch};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Offer};
use crate::syntax::parse::is_reserved;
use crate::syntax::scan::{Kind, Token};
use std::ops::Range;

/// Signs beside which numbers stand.
const SIGNS: [&str; 10] = ["+", "-", "*", "/", "<", ">", "<=", ">=", "+=", "-="];
/// Words in front of a number.
const BEFORE: [&str; 3] = ["top", "bottom", "repeat"];
/// What the language asks only of players.
const OF_PLAYERS: [&str; 3] = ["left", "right", "opponents"];

/// What is declared with a name behind its word.
const NAMED: [&str; 7] = ["to", "define", "action", "attempt", "menu", "option", "do"];
/// What stands behind such a name, and never begins one.
const BEHIND_NAME: [&str; 4] = ["(", "{", ":", "="];

impl Trial<'_> {
    /// `to (p: Player) {`: the name of what is declared or done is missing.
    pub(super) fn without_name(&self) -> Option<Mistake> {
        let word = self.at.checked_sub(1)?;
        if let Some(found) = self.without_card().or_else(|| self.without_first()) {
            return Some(found);
        }
        let laid = word == 1 && matches!(self.word(0), "replace" | "extend");
        let does = self.word(word) == "do" && self.begins(word);
        let declares = self.word(word) != "do" && (word == 0 || laid);
        let behind = *self.tokens.get(self.at)?;
        let gap = BEHIND_NAME.contains(&self.word(self.at));
        if !(does || declares) || !gap || !NAMED.contains(&self.word(word)) {
            return None;
        }
        let head = self.word(word);
        let rest = self.place.text.get(behind.start..)?.lines().next()?.trim_end();
        let glue = if matches!(self.word(self.at), "(" | ":") { "" } else { " " };
        let form = format!("{head} NAME{glue}{}", crate::syntax::report::shown(rest));
        let said = self
            .place
            .error(Code::E0101, behind, format!("expected a name after `{head}`"))
            .saying("it stands before this")
            .help(format!("say what is called so: `{form}`"));
        let (start, new) = (behind.start, format!("nameless{glue}"));
        let said = Diagnostic { offer: Offer::StandsIn, ..said };
        Some(Mistake { said, patch: Some(Patch { start, end: start, new }), lossy: false })
    }

    /// `Ana does` and `me.nights +=`, behind which a line ends: what follows them is missing.
    pub(super) fn cut_off(&self, effort: &mut Effort) -> Option<Mistake> {
        const OPEN: [&str; 9] = ["does", "cannot", "+=", "-=", "is", "chooses", "<", ">", "with"];
        let last = self.tokens.len().checked_sub(1)?;
        let here = line_start(self.place, self.tokens, self.at.min(last));
        let end = [self.at, here].into_iter().find(|at| {
            let before = at.checked_sub(1).map_or("", |at| self.word(at));
            self.begins(*at) && OPEN.contains(&before)
        })?;
        let token = *self.tokens.get(end.checked_sub(1)?)?;
        let word = token.of(self.place.text);
        let (what, new) =
            if matches!(word, "does" | "cannot") { ("a name", " pass") } else { ("a value", " 0") };
        let patch = Patch { start: token.end, end: token.end, new: new.to_owned() };
        let behind =
            self.place.text.len() - self.place.text.get(..self.tokens.get(end)?.start)?.len();
        let left = self.left(&patch, effort)?;
        let said = self
            .place
            .error(Code::E0101, token, format!("what follows `{word}` is missing"))
            .saying("the line ends here")
            .help(format!("write {what} after `{word}`, on this line"));
        let said = Diagnostic { offer: Offer::StandsIn, ..said };
        (left < behind).then_some(Mistake { said, patch: Some(patch), lossy: false })
    }

    /// `[]`: the card is missing.
    fn without_card(&self) -> Option<Mistake> {
        let open = *self.tokens.get(self.at.checked_sub(1)?)?;
        let close = *self.tokens.get(self.at)?;
        let pair = open.of(self.place.text) == "[" && close.of(self.place.text) == "]";
        let said = self
            .place
            .error(Code::E0101, Token { end: close.end, ..open }, "expected a name after `[`")
            .help("say which card it is: `[NAME]`");
        let said = Diagnostic { offer: Offer::StandsIn, ..said };
        let patch = Patch { start: close.start, end: close.start, new: "nameless".to_owned() };
        pair.then_some(Mistake { said, patch: Some(patch), lossy: false })
    }

    /// `Ana does buy , [pink 1]`: the first of several values is missing.
    fn without_first(&self) -> Option<Mistake> {
        let before = self.at.checked_sub(2)?;
        let comma = *self.tokens.get(self.at).filter(|t| t.of(self.place.text) == ",")?;
        let does = matches!(self.word(before), "does" | "cannot") && self.is_word(before + 1);
        let what = self.word(before + 1);
        let said = self
            .place
            .error(Code::E0101, comma, format!("expected a value after `{what}`"))
            .saying("it stands before this")
            .help("a comma stands between two values: write the first one, or take the comma out");
        let said = Diagnostic { offer: Offer::StandsIn, ..said };
        let patch = Patch { start: comma.start, end: comma.start, new: "0".to_owned() };
        does.then_some(Mistake { said, patch: Some(patch), lossy: false })
    }

    /// `0..5: dice = 3` and `set of Card: hand`: the type stands where the name should.
    pub(super) fn turned_round(
        &self,
        thing: &Range<usize>,
        colon: Option<usize>,
        by: &str,
        known: &Known,
    ) -> Option<String> {
        let at = colon.filter(|at| *at > thing.start && self.is_word(*at + 1))?;
        let name = self.word(at + 1);
        if is_reserved(name) || known.type_named(name) {
            return None;
        }
        let first = self.word(thing.start);
        let three = at == thing.start + 3;
        let shape = SHAPES.iter().any(|(said, shape)| *said == first && said == shape);
        let zone = three && shape && self.word(thing.start + 1) == "of";
        let range = three && self.word(at - 2) == "..";
        let typed = at == thing.start + 1 && known.type_named(first);
        let (ty, rest) = (self.text_of(thing.start..at)?, self.text_of(at + 2..thing.end));
        let start = rest.filter(|rest| !rest.is_empty());
        let ends = start.is_none() || self.word(at + 2) == "=" && !zone;
        let start = start.map_or(String::new(), |rest| format!(" {rest}"));
        let fits = (zone || range || typed) && ends;
        fits.then(|| format!("{name}: {ty}{start}{by}"))
    }

    /// `action trade(power is Power)`: a type follows a colon.
    pub(super) fn typed_otherwise(&self) -> Option<Guess> {
        const SIGNS: [&str; 4] = ["is", "=", "as", "of"];
        let named = matches!(self.word(0), "to" | "define" | "action" | "attempt");
        let near = self.at.saturating_sub(1)..=self.at + 1;
        let at = near.into_iter().find(|at| SIGNS.contains(&self.word(*at)) && *at > 2)?;
        let opens = matches!(self.word(at - 2), "(" | ",") && self.is_word(at - 1);
        let ends = matches!(self.word(at + 2), "," | ")");
        let ty = self.word(at + 1);
        let plain = ty.starts_with(char::is_uppercase) && !is_reserved(ty);
        let (name, sign, ty) =
            (self.tokens.get(at - 1)?, self.tokens.get(at)?, self.tokens.get(at + 1)?);
        (named && opens && ends && plain).then(|| Guess {
            patch: Patch { start: name.end, end: ty.start, new: ": ".to_owned() },
            how: How::Instead {
                written: sign.of(self.place.text).to_owned(),
                meant: ":".to_owned(),
            },
            token: *sign,
        })
    }

    /// `to pay(p, price) {`, `define worth for c = …`, each with the type that its use tells.
    pub(super) fn untyped(&self, known: &Known) -> Option<Guess> {
        let given = self.given().filter(|_| self.lacks_types())?;
        let typed = |part: Range<usize>| {
            if part.len() == 1 {
                let name = self.word(part.start);
                Some(format!("{name}: {}", self.type_by_use(name, given.end, known)?))
            } else {
                self.text_of(part)
            }
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
