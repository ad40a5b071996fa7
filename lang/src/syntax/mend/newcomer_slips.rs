//! Slips of lines that a newcomer makes, and that no pattern of words tells.

use super::guess::{Guess, How, Trial};
use super::likely::{AROUND, line_start};
use super::{Effort, Mistake, Patch};
use crate::code::Code;
use crate::syntax::parse::is_reserved;
use crate::syntax::scan::{Kind, Token};
use std::ops::Range;

/// Items in whose braces something is done.
const BODIES: [&str; 10] =
    ["setup", "play", "to", "action", "attempt", "rules", "after", "before", "instead", "replace"];
/// Words that open a block.
const HEADS: [&str; 6] = ["turn", "round", "phase", "for", "if", "repeat"];

impl Trial<'_> {
    /// What each of them is probably meant to be.
    pub(super) fn newcomer_slips(&self, effort: &Effort) -> Vec<Guess> {
        let mut all: Vec<Guess> = Vec::new();
        all.extend(self.sign_apart());
        all.extend(self.set_with_is(effort));
        all.extend(self.numbered());
        all.extend(self.no_sign());
        all.extend(self.winner_of_a_deed(effort));
        all.extend(self.all_of_a_field(effort));
        all
    }

    /// `me.cash + = 2`: one sign of two halves.
    fn sign_apart(&self) -> Option<Guess> {
        let near = self.at.saturating_sub(AROUND)..=self.at + 1;
        let half = |at: &usize| matches!(self.word(*at), "+" | "-") && self.word(at + 1) == "=";
        let at = near.into_iter().find(half)?;
        let (first, last) = (*self.tokens.get(at)?, *self.tokens.get(at + 1)?);
        let token = Token { end: last.end, ..first };
        Some(self.as_words(token, &format!("{}=", self.word(at))))
    }

    /// `jackpot is $0` on a line of its own: it is set with `=`.
    fn set_with_is(&self, effort: &Effort) -> Option<Guess> {
        const IS: [&str; 4] = ["is", "becomes", "are", "equals"];
        if !BODIES.contains(&self.word(0)) {
            return None;
        }
        let near = self.at.saturating_sub(AROUND)..=self.at + 1;
        let sets = |at: &usize| {
            let mut from = *at;
            while from > 2 && self.is_word(from - 1) && self.word(from - 2) == "." {
                from -= 2;
                // `Square(5, 4).gold is yes`
                if self.word(from - 1) == ")" {
                    let open = (0..from).rev().find(|at| self.word(*at) == "(");
                    from = open.filter(|open| *open > 1).unwrap_or(from);
                }
            }
            let opens = from > 1 && self.begins(from - 1);
            let name = self.word(from - 1);
            let owner = name == "me" && from < *at;
            let cards = effort.words().zone(self.word(*at - 1));
            IS.contains(&self.word(*at)) && opens && !cards && (!is_reserved(name) || owner)
        };
        let at = near.into_iter().filter(|at| *at > 1).find(sets)?;
        let token = *self.tokens.get(at)?;
        Some(self.as_words(token, "="))
    }

    /// `1. shuffle stock`, `- shuffle stock`: lines are not numbered.
    fn numbered(&self) -> Option<Guess> {
        let last = self.tokens.len().checked_sub(1)?;
        let at = line_start(self.place, self.tokens, self.at.min(last));
        let first = *self.tokens.get(at).filter(|_| BODIES.contains(&self.word(0)))?;
        let number = first.kind == Kind::Number && matches!(self.word(at + 1), "." | ")" | ":");
        let bullet = matches!(first.of(self.place.text), "-" | "*" | "•");
        let sign = *self.tokens.get(at + usize::from(number))?;
        let next = self.tokens.get(at + 1 + usize::from(number))?;
        let apart = sign.end < next.start && next.kind == Kind::Word;
        let token = Token { end: next.end, ..first };
        ((number || bullet) && apart).then(|| self.as_words(token, next.of(self.place.text)))
    }

    /// `count(me.hand) 3`: a value, and a number behind it.
    fn no_sign(&self) -> Option<Guess> {
        let near = self.at.saturating_sub(1)..=self.at + 1;
        let number = |at: usize| {
            self.tokens.get(at).is_some_and(|t| matches!(t.kind, Kind::Number | Kind::Money))
        };
        let at = near
            .into_iter()
            .find(|at| *at > 0 && number(*at) && self.word(at - 1) == ")" && !self.begins(*at))?;
        let line = line_start(self.place, self.tokens, at);
        (line..at).find(|at| matches!(self.word(*at), "=" | "+=" | "-="))?;
        let written = self.text_of(at - 1..at + 1)?;
        let number = self.word(at);
        let remark = format!(
            "a sign is missing in front of `{number}`: write `… * {number}`, `… + {number}` or `… \
             - {number}`"
        );
        let guess = self.missing(at, "*");
        Some(Guess { how: How::NoSuch { written, remark }, ..guess })
    }

    /// `winner is the player with most bid`, where rules below ask something of `winner`.
    fn winner_of_a_deed(&self, effort: &Effort) -> Option<Guess> {
        const WHO: [&str; 4] = ["player", "players", "whoever", "one"];
        const MOST: [&str; 4] = ["most", "highest", "biggest", "largest"];
        const LEAST: [&str; 4] = ["least", "lowest", "fewest", "smallest"];
        let last = self.tokens.len().checked_sub(1)?;
        let from = line_start(self.place, self.tokens, self.at.min(last));
        let line = self.line(from);
        let name = self.word(from);
        let is = matches!(self.word(from + 1), "is" | "=");
        let behind = self.tokens.get(line.end.checked_sub(1)?)?.end;
        let behind = self.place.text.get(behind..)?;
        let below = effort.words().asks_of(name) && behind.contains(&format!("{name}."));
        let asked = below && !effort.words().counts(name);
        if !is || !asked || !BODIES.contains(&self.word(0)) {
            return None;
        }
        let mut rest = line.clone().skip(2).filter(|at| self.word(*at) != "the");
        let who = rest.next().filter(|at| WHO.contains(&self.word(*at)))?;
        rest.find(|at| *at > who && matches!(self.word(*at), "with" | "has" | "bids"))?;
        let much = rest.next()?;
        let what = rest.next().filter(|at| self.is_word(*at))?;
        let most = match self.word(much) {
            word if MOST.contains(&word) => "most",
            word if LEAST.contains(&word) => "least",
            _ => return None,
        };
        let meant = format!("choose {name} in players with {most} {} by chance", self.word(what));
        Some(self.as_words(self.span(&(from..line.end))?, &meant))
    }

    /// `move all red cards in me.hand to used`: those that have it printed on them.
    fn all_of_a_field(&self, effort: &Effort) -> Option<Guess> {
        let last = self.tokens.len().checked_sub(1)?;
        let from = line_start(self.place, self.tokens, self.at.min(last));
        let line = self.line(from);
        let all = line.clone().find(|at| matches!(self.word(*at), "all" | "every"))?;
        let skip = usize::from(self.word(all + 1) == "the");
        let (member, noun, of) = (all + 1 + skip, all + 2 + skip, all + 3 + skip);
        let field = effort.words().field_of_member(self.word(member))?;
        let from_zone = matches!(self.word(of), "in" | "from" | "of") && self.is_word(noun);
        let to = line.clone().find(|at| *at > of && self.word(*at) == "to")?;
        let zone = self.text_of(of + 1..to).filter(|_| from_zone)?;
        let word = self.word(member);
        let meant = format!("those c in {zone} where c.{field} is {word}");
        Some(self.as_words(self.span(&(all..to))?, &meant))
    }

    /// `turn me in players from host`, whose block is closed, but not opened.
    pub(super) fn unopened(&self) -> Option<Mistake> {
        let before = self.at.checked_sub(1)?;
        let from = line_start(self.place, self.tokens, before);
        let line = self.line(from);
        let indent = |at: usize| {
            let (start, _) = self.bytes_of_line(at);
            self.tokens.get(at).map_or(0, |t| t.start - start)
        };
        let bare = HEADS.contains(&self.word(from))
            && line.end == self.at
            && line.clone().all(|at| !matches!(self.word(at), "{" | "}"));
        let inside = self.at < self.tokens.len() && indent(self.at) > indent(from);
        let (last, head) = (*self.tokens.get(before)?, self.text_of(line)?);
        (bare && inside).then(|| {
            let said = format!("`{{` is missing after `{}`", last.of(self.place.text));
            let said = self.place.error(Code::E0101, last, said);
            let patch = Patch { start: last.end, end: last.end, new: " { }".to_owned() };
            let said = said
                .help(format!("write `{head} {{`; the line behind all that belongs to it is `}}`"));
            Mistake { said, patch: Some(patch), lossy: true }
        })
    }

    /// `market of Cargo`, `a market of cargos`; `seen`: only some may see it.
    pub(super) fn row_of(
        &self,
        thing: &Range<usize>,
        kind: Option<&str>,
        seen: bool,
    ) -> Option<String> {
        let from = thing.start + usize::from(matches!(self.word(thing.start), "a" | "an"));
        let kind = kind.filter(|_| thing.end == from + 3 && self.word(from + 1) == "of")?;
        let (name, cards) = (self.word(from), self.word(from + 2).to_lowercase());
        let plain = cards.trim_end_matches('s') == kind.to_lowercase().trim_end_matches('s');
        let shape = if seen { "set" } else { "row" };
        (plain && !is_reserved(name)).then(|| format!("{name}: {shape} of {kind}"))
    }
}

/// What a field of that name probably is, if nothing more is known of it.
pub(super) fn bare_type(name: &str) -> &'static str {
    if matches!(name, "name" | "title") { "Name" } else { "Number" }
}
