//! What stands in `rules for a card in a zone { … }` and is no rule there: something happens, and
//! it is not said when.

use super::guess::{Guess, How, Trial};
use super::known::Known;
use super::likely::line_start;
use crate::syntax::parse::is_reserved;
use std::ops::Range;

/// What may stand there.
const RULES: [&str; 7] = ["action", "attempt", "before", "after", "instead", "change", "forbid"];
/// Words for whoever has the card.
const OWNER: [&str; 6] = ["me", "owner", "you", "i", "holder", "player"];

impl Trial<'_> {
    /// The rule that is probably meant by a line that is none.
    pub(super) fn rule_of_card(&self, known: &Known) -> Option<Guess> {
        let last = self.tokens.len().checked_sub(1)?;
        let from = line_start(self.place, self.tokens, self.at.min(last));
        if self.word(0) != "rules" || from == 0 || !self.in_rules_for(from) {
            return None;
        }
        let line = from..self.through(from)?;
        let first = self.word(from);
        if let Some(guess) = self.happened(line.clone(), known) {
            return Some(guess);
        }
        if let Some(guess) = self.counted_more(line.clone(), known) {
            return Some(guess);
        }
        if RULES.contains(&first) || self.tokens.get(from)?.kind != crate::syntax::scan::Kind::Word
        {
            return None;
        }
        let when = format!("after {} when me is owner", known.first_move().unwrap_or("NAME"));
        let written = self.text_of(line.clone())?;
        let meant = format!("{when} {{ {written} }}");
        let remark = format!(
            "say when it happens: `{meant}`, `before …`, `instead of …`; what counts for more as \
             long as the card lies there is `change … for owner by …`, and a move that the card \
             allows `action … joins … {{ … }}`"
        );
        let guess = self.as_words(self.span(&line)?, &meant);
        Some(Guess { how: How::NoSuch { written, remark }, ..guess })
    }

    /// Whether a token stands between the braces of `rules for … { … }` and in no others.
    pub(super) fn in_rules_for(&self, at: usize) -> bool {
        let open = (0..at).filter(|at| self.word(*at) == "{").count();
        let closed = (0..at).filter(|at| self.word(*at) == "}").count();
        self.word(0) == "rules" && open == closed + 1
    }

    /// One past the last token of the line of a token, with the blocks that it opens.
    fn through(&self, from: usize) -> Option<usize> {
        let end = self.line(from).end;
        let (mut depth, mut at) = (0usize, from);
        while at < self.tokens.len() {
            match self.word(at) {
                "{" => depth += 1,
                // What closes more closes the item.
                "}" if depth == 0 => return Some(at).filter(|at| *at > from),
                "}" => depth -= 1,
                _ => {}
            }
            at += 1;
            if at >= end && depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// `when owner sells {`, `when sell and me is owner {`
    fn happened(&self, line: Range<usize>, known: &Known) -> Option<Guess> {
        const OPENS: [&str; 5] = ["when", "whenever", "if", "once", "after"];
        if !OPENS.contains(&self.word(line.start)) {
            return None;
        }
        let open = line.clone().find(|at| self.word(*at) == "{")?;
        let words = line.start + 1..open;
        if words.clone().any(|at| self.word(at) == "when") {
            return None;
        }
        let verb = |at: &usize| {
            let word = self.word(*at);
            let bare = word.strip_suffix('s').unwrap_or(word);
            let named = self.is_word(*at) && !is_reserved(word);
            named.then(|| known.move_like(word).or_else(|| known.move_like(bare)))?
        };
        let name = words.clone().find_map(|at| verb(&at))?;
        let owner = words.clone().any(|at| OWNER.contains(&self.word(at)));
        let any = words.clone().any(|at| matches!(self.word(at), "a" | "any" | "each" | "every"));
        let when = if owner && !any { " when me is owner" } else { "" };
        let heading = self.span(&(line.start..open))?;
        Some(self.as_words(heading, &format!("after {name}{when}")))
    }

    /// `when a player takes a card {`: an item of its own.
    pub(super) fn deed_happened(&self, known: &Known) -> Option<Guess> {
        const SMALL: [&str; 14] = [
            "a", "an", "the", "any", "each", "player", "players", "someone", "somebody", "card",
            "cards", "is", "me", "has",
        ];
        let open = (0..self.tokens.len()).find(|at| self.word(*at) == "{")?;
        let words = 1..open;
        let bare = |at: usize| self.word(at).strip_suffix('s').unwrap_or(self.word(at));
        let named = |at: &usize| known.chosen(self.word(*at)) || known.chosen(bare(*at));
        let verb = words.clone().find(named)?;
        let name = if known.chosen(self.word(verb)) { self.word(verb) } else { bare(verb) };
        let fits = words.clone().all(|at| at == verb || SMALL.contains(&self.word(at)));
        fits.then(|| Some(self.as_words(self.span(&(0..open))?, &format!("after {name}"))))?
    }

    /// `when Smuggler in loot {`, `Smuggler in loot {`, `rules for Smuggler {`
    pub(super) fn card_lies(&self, known: &Known) -> Option<Guess> {
        if self.word(0) == "rules" && self.word(3) == "{" {
            let zone = known.place_ruled().or_else(|| known.zone_of_players())?;
            let meant = format!("{} in {zone}", self.text_of(0..3)?);
            return Some(self.as_words(self.span(&(0..3))?, &meant));
        }
        let from = usize::from(matches!(self.word(0), "when" | "if" | "while" | "for" | "card"));
        let card = self.word(from);
        let capital = card.starts_with(char::is_uppercase) && !known.kind(card);
        let lies = self.word(from + 1) == "in" && self.word(from + 3) == "{";
        let zone = self.word(from + 2);
        let fits = capital && lies && known.zone(zone);
        let head = self.span(&(0..from + 3)).filter(|_| fits)?;
        Some(self.as_words(head, &format!("rules for {card} in {zone}")))
    }

    /// `owner.score += $2`, `change owner.score by $2`, where `score` is a word.
    fn counted_more(&self, line: Range<usize>, known: &Known) -> Option<Guess> {
        const SMALL: [&str; 8] = ["change", "add", "to", "of", "by", "the", ".", "+="];
        let sign = line.clone().find(|at| matches!(self.word(*at), "+=" | "by"));
        let (head, value) = match (self.word(line.start), sign) {
            // `add $2 to score of owner`, `add to score of owner $2`
            ("add", None) => {
                let to = line.clone().find(|at| self.word(*at) == "to")?;
                let value = (to + 1..line.end).find(|at| {
                    !self.is_word(*at) && self.word(*at) != "." || self.word(*at) == "count"
                });
                match value.filter(|_| to == line.start + 1) {
                    Some(from) => (to + 1..from, self.text_of(from..line.end)),
                    None => (to + 1..line.end, self.text_of(line.start + 1..to)),
                }
            }
            (_, Some(sign)) => (line.start..sign, self.text_of(sign + 1..line.end)),
            _ => return None,
        };
        let mut words = head.clone().map(|at| self.word(at)).filter(|word| !SMALL.contains(word));
        let word = words.clone().find(|word| known.defines(word))?;
        let fits = words.all(|other| other == word || OWNER.contains(&other) || other == "for");
        let meant = format!("change {word} for owner by {}", value?);
        let whole = self.span(&line)?;
        let same = self.text_of(line)? == meant;
        (fits && !same && head.len() <= 6).then(|| self.as_words(whole, &meant))
    }
}
