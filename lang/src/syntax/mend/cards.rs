//! Questions about cards as people ask them: whether somebody has a certain one, and how many kinds
//! of them there are.

use super::guess::{Guess, Trial};
use super::known::Known;
use super::likely::line_start;
use crate::syntax::parse::is_reserved;
use crate::syntax::scan::Kind;
use std::ops::Range;

/// Words for things that are not the same.
const DIFFERENT: [&str; 6] = ["different", "distinct", "unique", "various", "separate", "unlike"];
/// Articles, and words like them.
const ONE: [&str; 6] = ["a", "an", "the", "any", "one", "card"];

impl Trial<'_> {
    /// What is asked on the line, as it is asked here.
    pub(super) fn asked_of_cards(&self, known: &Known) -> Vec<Guess> {
        let Some(last) = self.tokens.len().checked_sub(1) else { return Vec::new() };
        let line = self.line(line_start(self.place, self.tokens, self.at.min(last)));
        let held = line.clone().filter_map(|at| self.held(at, line.end, known));
        let kinds = line.clone().filter_map(|at| self.kinds_counted(at, line.end, known));
        held.chain(kinds).collect()
    }

    /// `me has a Parrot`, `me.loot contains [Parrot]`, `Parrot in me.loot`
    fn held(&self, verb: usize, end: usize, known: &Known) -> Option<Guess> {
        const HAS: [&str; 7] = ["has", "have", "owns", "holds", "contains", "includes", "in"];
        if !HAS.contains(&self.word(verb)) {
            return None;
        }
        let from = self.path_before(verb)?;
        if self.word(verb) == "in" {
            let name = self.word(from);
            let begins = from.checked_sub(1).is_some_and(|before| {
                matches!(self.word(before), "if" | "and" | "or" | "not" | "needs" | "when")
            });
            let token = *self.tokens.get(from)?;
            let card = begins && from + 1 == verb && self.names_card(from, known);
            return card.then(|| self.as_words(token, &format!("[{name}]")));
        }
        let mut next = verb + 1;
        while ONE.contains(&self.word(next).to_lowercase().as_str()) && next < end {
            next += 1;
        }
        let (card, behind) = match self.word(next) {
            "[" => {
                let close = (next..end).find(|at| self.word(*at) == "]")?;
                (self.text_of(next..close + 1)?, close + 1)
            }
            name if self.names_card(next, known) => (format!("[{name}]"), next + 1),
            _ => return None,
        };
        // `me has a Parrot in loot`
        let (mut zone, mut last) = (None, behind);
        if self.word(behind) == "in" && known.zone(self.word(behind + 1)) {
            (zone, last) = (Some(self.word(behind + 1)), behind + 2);
        }
        let owner = self.text_of(from..verb)?;
        let name = card.trim_matches(['[', ']']);
        let place = match zone.or_else(|| known.place_of_card(name)) {
            _ if known.zone(self.word(verb - 1)) => owner,
            Some(zone) => format!("{owner}.{zone}"),
            None => format!("{owner}.{}", known.zone_of_players()?),
        };
        Some(self.as_words(self.span(&(from..last))?, &format!("{card} in {place}")))
    }

    /// Whether a token is what a card is called, and nothing else.
    fn names_card(&self, at: usize, known: &Known) -> bool {
        let word = self.word(at);
        let capital = word.starts_with(char::is_uppercase);
        self.is_word(at) && capital && !known.type_named(word)
    }

    /// The first token of the path that ends in front of a token: `me.loot`.
    fn path_before(&self, at: usize) -> Option<usize> {
        let mut from = at.checked_sub(1).filter(|from| self.is_word(*from))?;
        while from > 1 && self.word(from - 1) == "." && self.is_word(from - 2) {
            from -= 2;
        }
        let word = self.word(from);
        (word == "me" || !is_reserved(word)).then_some(from)
    }

    /// `count(different c.kind in p.loot)`, `number of kinds in p.loot`
    fn kinds_counted(&self, at: usize, end: usize, known: &Known) -> Option<Guess> {
        let called = self.word(at) == "count" && self.word(at + 1) == "(";
        let said = matches!(self.word(at), "number" | "amount") && self.word(at + 1) == "of";
        if !called && !said {
            return None;
        }
        let inside = match called {
            true => {
                let close = self.closing(at + 1).filter(|at| *at < end)?;
                at + 2..close
            }
            false => at + 2..self.value_end(at + 2, end),
        };
        let whole = at..inside.end + usize::from(called);
        let meant = self.kinds_in(inside, known)?;
        let before = at.checked_sub(1).filter(|at| self.word(*at) == "the");
        let whole = before.unwrap_or(whole.start)..whole.end;
        Some(self.as_words(self.span(&whole)?, &meant))
    }

    /// Where a value without brackets ends.
    fn value_end(&self, from: usize, end: usize) -> usize {
        let part = |at: &usize| {
            self.word(*at) == "."
                || self.tokens.get(*at).is_some_and(|t| t.kind == Kind::Word)
                    && !matches!(self.word(*at), "is" | "and" | "or" | "else" | "then")
        };
        (from..end).find(|at| !part(at)).unwrap_or(end)
    }

    /// What is counted, with the field and where the cards lie.
    fn kinds_in(&self, inside: Range<usize>, known: &Known) -> Option<String> {
        let different = inside.clone().any(|at| DIFFERENT.contains(&self.word(at)));
        let of = inside.clone().rev().find(|at| matches!(self.word(*at), "in" | "of" | "among"))?;
        let place = self.text_of(of + 1..inside.end)?;
        let path = (of + 1..inside.end)
            .all(|at| self.word(at) == "." || self.word(at) == "me" || !is_reserved(self.word(at)));
        let mut fields = (inside.start..of).filter(|at| self.is_word(*at));
        let field = fields.find_map(|at| {
            let word = self.word(at);
            // `c.kind`: the variable is no field.
            let variable = self.word(at + 1) == ".";
            let bare = word.strip_suffix('s').filter(|bare| known.values_of(bare).is_some());
            let name = bare.unwrap_or(word);
            Some((name, known.values_of(name)?)).filter(|_| !variable)
        });
        let (name, values) = field?;
        // `count(c in p.loot)`, where nothing is said to differ, counts cards.
        let others = (inside.start..of).filter(|at| self.is_word(*at)).all(|at| {
            let word = self.word(at);
            let little = DIFFERENT.contains(&word) || matches!(word, "for" | "in" | "the" | "of");
            little || word.len() <= 2 || word.trim_end_matches('s') == name.trim_end_matches('s')
        });
        let (of_it, card) = match place.split('.').next()? {
            "k" => ("x", "c"),
            "c" => ("k", "d"),
            _ => ("k", "c"),
        };
        let asked = different || self.word(inside.start) != "c" || others;
        (path && asked && others).then(|| {
            format!(
                "count({of_it} in {values} where any {card} in {place} has {card}.{name} is \
                 {of_it})"
            )
        })
    }
}
