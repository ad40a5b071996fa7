//! Lines of which a word that does something would be lost: the whole line tells what it does.

use super::Effort;
use super::guess::{Guess, How, Trial};
use super::known::Known;
use super::likely::{AROUND, line_start};
use super::questions::somebody;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::syntax::parse::is_reserved;
use crate::syntax::scan::{Kind, Token};
use std::ops::Range;

impl Trial<'_> {
    /// What each of them is probably meant to be.
    pub(super) fn worded_slips(&self, effort: &Effort) -> Vec<Guess> {
        let known = effort.words();
        let mut all: Vec<Guess> = Vec::new();
        all.extend(self.unit_of_sign());
        all.extend(self.only_counted(known));
        all.extend(self.ends_here());
        all.extend(self.named_last(known));
        all.extend(self.rolled());
        all.extend(self.any_of_mine(known));
        all.extend(self.counted_of(known));
        all.extend(self.without_dot(known));
        all.extend(self.times_of());
        all.extend(self.gets_number(known));
        all.extend(self.asked_plainly());
        all.extend(self.to_nobody(known));
        all.extend(self.of_choice(known));
        all.extend(self.price(known));
        all.extend(self.of_rulebooks(effort));
        all.extend(self.of_turns(known));
        all
    }

    /// The words of the line that does not fit.
    fn here(&self) -> Option<Range<usize>> {
        let last = self.tokens.len().checked_sub(1)?;
        Some(self.line(line_start(self.place, self.tokens, self.at.min(last))))
    }

    /// What is meant by a line with a sign that is none of the language's.
    pub(super) fn worded_sign(&self) -> Option<Guess> {
        self.unit_of_sign().or_else(|| self.asked_plainly())
    }

    /// `unit € Euros`, `unit Euros (€)`: the sign stands behind the name.
    fn unit_of_sign(&self) -> Option<Guess> {
        let line = self.line(0);
        let mut names = line.clone().skip(1).filter(|at| self.is_word(*at));
        let name = names.next().filter(|_| self.word(0) == "unit" && names.next().is_none())?;
        let sign = |at: &usize| self.tokens.get(*at).is_some_and(|t| t.kind == Kind::Odd);
        let sign = line.clone().skip(1).find(sign)?;
        let meant = format!("unit {} \"{}\"", self.word(name), self.word(sign));
        Some(self.as_words(self.span(&line)?, &meant))
    }

    /// `unit Coins = $`, `unit "$" Coins`
    pub(super) fn unit(&self) -> Option<Guess> {
        let line = self.line(0);
        let name = line.clone().skip(1).find(|at| self.is_word(*at))?;
        let sign = line.clone().find(|at| self.tokens[*at].kind == Kind::Text)?;
        let meant = format!("unit {} {}", self.word(name), self.word(sign));
        Some(self.as_words(self.span(&line)?, &meant))
    }

    /// `deck stock of Playing { 14 cards }`: which cards these are is not said.
    fn only_counted(&self, known: &Known) -> Option<Guess> {
        let near = self.at.saturating_sub(AROUND)..=self.at;
        let at = near.into_iter().find(|at| {
            let number = self.tokens.get(*at).is_some_and(|t| t.kind == Kind::Number);
            number && matches!(self.word(at + 1), "cards" | "card") && self.word(at + 2) == "}"
        })?;
        let of = (0..at).find(|at| self.word(*at) == "of").map(|of| self.word(of + 1));
        let kind = of.filter(|kind| self.word(0) == "deck" && known.kind(kind))?;
        let token = self.span(&(at..at + 2))?;
        let number = self.word(at);
        let remark = format!(
            "say which cards: `{number} each of (…)` with a value for each field of `{kind}`, in \
             their order; or read them from a table: `{kind} from \"FILE.csv\"`"
        );
        let written = token.of(self.place.text).to_owned();
        let how = How::NoSuch { written, remark };
        Some(Guess { how, ..self.as_words(token, &format!("{number} each of (1)")) })
    }

    /// `when any p in players has … { end game … }` in `play`: what ends the game is asked at
    /// all times, not once.
    fn ends_here(&self) -> Option<Guess> {
        let line = self.here().filter(|_| self.word(0) == "play")?;
        let when = line.clone().find(|at| {
            let word = matches!(self.word(*at), "when" | "whenever" | "once");
            word && self.begins(*at)
        })?;
        let open = (when..self.tokens.len()).find(|at| self.word(*at) == "{")?;
        let ends = self.word(open + 1) == "end" && self.word(open + 2) == "game";
        ends.then(|| Some(self.as_words(*self.tokens.get(when)?, "ends when")))?
    }

    /// `storm = no` at the left edge, where `storm` is declared: nothing is set there.
    pub(super) fn set_outside(&self, known: &Known) -> Option<Diagnostic> {
        let sets = matches!(self.word(1), "=" | "+=" | "-=");
        let first = *self.tokens.first().filter(|_| sets && known.counts(self.word(0)))?;
        let name = first.of(self.place.text);
        let value = self.text_of(2..self.line(0).end).filter(|_| !known.variant())?;
        let said =
            format!("`{name}` is declared already, and nothing is set outside of all braces");
        let help = format!(
            "set it in the braces of `setup` or of a deed, or give it its start where it is \
             declared: `{name}: … = {value}`"
        );
        Some(self.place.error(Code::E0102, first, said).help(help))
    }

    /// `lucky is the captain`, where `captain` is a counter: that one is set.
    fn named_last(&self, known: &Known) -> Option<Guess> {
        let line = self.here().filter(|line| line.start > 0)?;
        let (name, is) = (line.start, line.start + 1);
        let counter = is + 1 + usize::from(self.word(is + 1) == "the");
        let said = matches!(self.word(is), "is" | "becomes" | "->");
        let last = line.end == counter + 1 || self.word(counter + 1) == "}";
        let plain = self.is_word(name) && !is_reserved(self.word(name)) || self.word(name) == "me";
        let set = known.counts(self.word(counter)) && !known.counts(self.word(name));
        let one = !known.zone(self.word(counter)) && said && last && plain && set;
        let meant = format!("{} = {}", self.word(counter), self.word(name));
        one.then(|| Some(self.as_words(self.span(&(name..counter + 1))?, &meant)))?
    }

    /// `roll 3`, `1d3`
    fn rolled(&self) -> Option<Guess> {
        let near = self.at.saturating_sub(AROUND)..=self.at + 2;
        near.into_iter().find_map(|at| {
            let sides = self.word(at).strip_prefix('1').unwrap_or(self.word(at));
            let sides = sides.strip_prefix('d').filter(|s| s.parse::<u16>().is_ok());
            let rolls = matches!(self.word(at), "roll" | "throw");
            let next = self.tokens.get(at + 1).filter(|t| rolls && t.kind == Kind::Number);
            let several = matches!(self.word(at + 2), "dice" | "die" | "times" | "d6" | "x");
            let (end, sides) = match (sides, next) {
                (Some(sides), _) => (at + 1, sides),
                (None, Some(next)) if !several => (at + 2, next.of(self.place.text)),
                (None, _) => return None,
            };
            let before = |back: usize| at.checked_sub(back).map_or("", |at| self.word(at));
            let article = usize::from(matches!(before(1), "a" | "one" | "1"));
            let calls = matches!(before(article + 1), "roll" | "throw");
            let from = if calls { at - article - 1 } else { at };
            Some(self.as_words(self.span(&(from..end))?, &format!("roll({sides})")))
        })
    }

    /// `needs any cash`, `if no hand`, `needs me has stones`: whether somebody has some of it.
    fn any_of_mine(&self, known: &Known) -> Option<Guess> {
        const ASKS: [&str; 6] = ["needs", "if", "and", "or", "not", "when"];
        const ENDS: [&str; 6] = ["else", "{", "and", "or", "then", ")"];
        let near = self.at.saturating_sub(AROUND)..=self.at + 1;
        let asks = |at: &usize| at.checked_sub(1).is_some_and(|at| ASKS.contains(&self.word(at)));
        near.into_iter().filter(asks).find_map(|from| {
            let one = self.is_word(from) && somebody(&|n| self.word(from + n)).is_none();
            let has = matches!(self.word(from + 1), "has" | "have") && one;
            let amount = if has { from + 2 } else { from };
            let some = matches!(self.word(amount), "any" | "some" | "a" | "an" | "no");
            let at = amount + usize::from(some);
            let alone = ENDS.contains(&self.word(at + 1)) || self.begins(at + 1);
            let singular = format!("{}s", self.word(at));
            let all = [self.word(at), &singular];
            let name = all.into_iter().find(|name| known.counts(name))?;
            let of_player = known.owner_of(name) == Some("Player");
            let owner = match self.word(from) {
                "you" | "I" | "me" | "player" if has => "me.".to_owned(),
                name if has && of_player => format!("{name}."),
                _ if of_player => "me.".to_owned(),
                _ => String::new(),
            };
            let asked = self.some_or_none(name, self.word(amount) != "no", known)?;
            let token = self.span(&(from..at + 1)).filter(|_| alone && (has || some))?;
            Some(self.as_words(token, &format!("{owner}{name} {asked}")))
        })
    }

    /// `> 0`, or `> $0` for amounts, and `is not empty` for zones; for none the contrary.
    fn some_or_none(&self, name: &str, some: bool, known: &Known) -> Option<String> {
        if known.zone(name) {
            return Some(if some { "is not empty" } else { "is empty" }.to_owned());
        }
        let zero = match known.type_of(name) {
            None | Some("Number") => "0".to_owned(),
            Some(unit) => known.is_unit(unit).then(|| known.amount(unit, "0"))?,
        };
        Some(format!("{} {zero}", if some { ">" } else { "is" }))
    }

    /// `needs c fits else`, where rules ask `c.fits`.
    fn without_dot(&self, known: &Known) -> Option<Guess> {
        let near = self.at.saturating_sub(AROUND)..=self.at;
        let at = near.into_iter().find(|at| {
            let (name, word) = (self.word(*at), self.word(at + 1));
            let bound = |n: usize| self.word(n) == name && matches!(self.word(n + 1), "in" | ":");
            known.defines(word) && !self.begins(at + 1) && (0..*at).any(bound)
        })?;
        let meant = format!("{}.{}", self.word(at), self.word(at + 1));
        Some(self.as_words(self.span(&(at..at + 2))?, &meant))
    }

    /// `count(p.vote is yes)`: whose votes are counted is not said.
    fn counted_of(&self, known: &Known) -> Option<Guess> {
        let near = self.at.saturating_sub(FAR)..=self.at;
        let at = near.into_iter().find(|at| {
            let path = self.is_word(at + 2) && self.word(at + 3) == "." && self.is_word(at + 4);
            let asks = matches!(self.word(at + 5), "is" | "<" | ">" | "<=" | ">=" | "in");
            self.word(*at) == "count" && self.word(at + 1) == "(" && path && asks
        })?;
        let (name, member) = (self.word(at + 2), self.word(at + 4));
        let close = (at + 5..self.tokens.len()).find(|at| self.word(*at) == ")")?;
        let bound = (0..at).any(|n| self.word(n) == name && matches!(self.word(n + 1), ":" | "in"));
        let of = match known.owner_of(member) {
            Some("Player") | None => "players",
            Some(_) => return None,
        };
        let given = is_reserved(name) || bound || name.len() > 2 && known.counts(name);
        let asked = self.text_of(at + 2..close).filter(|_| !given)?;
        let token = self.span(&(at..close + 1))?;
        Some(self.as_words(token, &format!("count({name} in {of} where {asked})")))
    }

    /// `1/2 c.miles`, `2 c.miles`: a number in front of a value.
    fn times_of(&self) -> Option<Guess> {
        let line = self.here()?;
        let number = |at: usize| self.tokens.get(at).is_some_and(|t| t.kind == Kind::Number);
        let sets = |at: usize| matches!(self.word(at), "=" | "+=" | "-=");
        let from = line.clone().skip(1).find(|at| sets(at - 1) && number(*at))?;
        let half = self.word(from + 1) == "/" && number(from + 2);
        let path = if half { from + 3 } else { from + 1 };
        let mut end = path + 1;
        while self.word(end) == "." && self.is_word(end + 1) {
            end += 2;
        }
        let value = self.text_of(path..end).filter(|_| self.is_word(path) && end > path + 1)?;
        let first = self.word(from);
        let meant = match half {
            true if first == "1" => format!("{value} / {}", self.word(from + 2)),
            true => format!("{value} * {first} / {}", self.word(from + 2)),
            false => format!("{first} * {value}"),
        };
        let whole = end == line.end || self.word(end) == "}";
        whole.then(|| Some(self.as_words(self.span(&(from..end))?, &meant)))?
    }

    /// `you get c.miles points`, where players have such a number.
    fn gets_number(&self, known: &Known) -> Option<Guess> {
        const GETS: [&str; 8] =
            ["get", "gets", "gain", "gains", "earn", "earns", "receive", "receives"];
        let line = self.here()?;
        let verb = line.clone().take(2).find(|at| GETS.contains(&self.word(*at)))?;
        let who = match self.word(line.start) {
            _ if verb == line.start => "me",
            "you" | "You" | "me" | "I" | "player" => "me",
            name if self.is_word(line.start) && !is_reserved(name) => name,
            _ => return None,
        };
        let end = line.clone().find(|at| self.word(*at) == "}").unwrap_or(line.end);
        let what = self.word(end.checked_sub(1)?);
        let path = end == verb + 5 && self.word(verb + 2) == ".";
        let counted = known.owner_of(what) == Some("Player") && !known.zone(what);
        let fits = path && counted && self.is_word(verb + 1);
        let much = self.text_of(verb + 1..verb + 4).filter(|_| fits)?;
        let meant = format!("{who}.{what} += {much}");
        Some(self.as_words(self.span(&(line.start..end))?, &meant))
    }

    /// `pay $2 from me.cash to bank`, where nothing is called so: that amount is gone.
    fn to_nobody(&self, known: &Known) -> Option<Guess> {
        const BANKS: [&str; 5] = ["bank", "supply", "treasury", "box", "stock"];
        let line = self.here()?;
        let pays = matches!(self.word(line.start), "move" | "pay" | "transfer");
        let amount = self.tokens.get(line.start + 1).filter(|t| t.kind == Kind::Money);
        let to = line.clone().find(|at| self.word(*at) == "to")?;
        let from = line.start + 2;
        let bank = self.word(to + 1);
        let lost = BANKS.contains(&bank) && !known.counts(bank) && !known.declares(bank);
        let fits = pays && lost && self.word(from) == "from" && to > from + 1;
        let of = self.text_of(from + 1..to).filter(|_| fits)?;
        let meant = format!("{of} -= {}", amount?.of(self.place.text));
        Some(self.as_words(self.span(&(line.start..to + 2))?, &meant))
    }

    /// `costs $2 "too dear"`: what it needs, and in the braces what it takes.
    fn price(&self, known: &Known) -> Option<Guess> {
        let line = self.here()?;
        let costs = matches!(self.word(line.start), "costs" | "cost" | "price" | "pay" | "pays");
        let at = line.start + 1 + usize::from(self.word(line.start + 1) == ":");
        let amount = self.tokens.get(at).filter(|t| costs && t.kind == Kind::Money)?;
        let text = at + 1 + usize::from(matches!(self.word(at + 1), "else" | "otherwise"));
        let why = self.tokens.get(text).filter(|t| t.kind == Kind::Text && text + 1 == line.end)?;
        let (amount, why) = (amount.of(self.place.text), why.of(self.place.text));
        let cash = known.told("me.cash");
        let needs = format!("needs {cash} >= {amount} else {why}");
        let remark = format!("write `{needs}` before the braces, and in them `{cash} -= {amount}`");
        let token = self.span(&line)?;
        let written = format!("{} {amount}", self.word(line.start));
        Some(Guess { how: How::NoSuch { written, remark }, ..self.as_words(token, &needs) })
    }

    /// `winner pays bid`, where everybody has chosen a bid: it is the winner's.
    fn of_choice(&self, known: &Known) -> Option<Guess> {
        let line = self.here()?;
        let sign = match self.word(line.start + 1) {
            "loses" | "pays" | "spends" => "-=",
            "gains" | "gets" | "receives" | "earns" => "+=",
            _ => return None,
        };
        let (who, what) = (self.word(line.start), self.word(line.start + 2));
        let whole = line.len() == 3 && self.is_word(line.start) && !is_reserved(who);
        let meant = known.told(&format!("{who}.cash {sign} {who}.{what}"));
        let fits = whole && known.chosen_by_each(what);
        fits.then(|| Some(self.as_words(self.span(&line)?, &meant)))?
    }

    /// `asking Does it rain?`: what is asked stands in quotation marks.
    fn asked_plainly(&self) -> Option<Guess> {
        let line = self.here()?;
        let asking = line.clone().find(|at| self.word(*at) == "asking")?;
        let words = asking + 1..line.end;
        let plain = words.clone().all(|at| self.is_word(at) || self.word(at) == "?");
        let token: Token = self.span(&words).filter(|_| plain && words.len() > 1)?;
        Some(self.as_words(token, &format!("\"{}\"", token.of(self.place.text))))
    }
}

/// So many words before the place a count may begin.
const FAR: usize = 12;
