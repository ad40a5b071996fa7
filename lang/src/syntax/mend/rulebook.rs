//! Lines of rulebooks that call deeds, pieces and what lies somewhere by their own names: what they
//! are in the game, its text tells.

use super::Effort;
use super::guess::{Guess, Trial};
use super::known::Known;
use super::likely::line_start;
use crate::syntax::parse::is_reserved;
use crate::syntax::scan::Kind;
use std::ops::Range;

/// Words between what a deed is given.
const BETWEEN: [&str; 11] =
    ["with", "to", "for", "on", "at", "by", "and", ",", "from", "against", "using"];
/// Words of somebody who goes somewhere.
const GOES: [&str; 10] =
    ["go", "goes", "walk", "walks", "step", "steps", "travel", "travels", "move", "moves"];
/// Words behind which something is asked.
const ASKING: [&str; 6] = ["needs", "if", "when", "and", "or", "not"];
/// Lines of a heading that say what must hold, in words of their own.
const HOLDS: [&str; 7] = ["if", "only", "must", "you", "unless", "allowed", "provided"];
/// Words of whoever refuses a move: what stands before them must not hold.
const REFUSES: [&str; 14] = [
    "refuse", "deny", "reject", "forbid", "stop", "error", "fail", "return", "cannot", "abort",
    "not", "no", "cancel", "illegal",
];
/// For what must hold for a move.
const NEEDED: &str = "what must hold for a move follows `needs`, with what is said if it \
                      does not: `needs … else \"…\"`";

impl Trial<'_> {
    /// What each of them is probably meant to be.
    pub(super) fn of_rulebooks(&self, effort: &Effort) -> Vec<Guess> {
        let known = effort.words();
        let mut all: Vec<Guess> = Vec::new();
        all.extend(self.called_in_words(known));
        all.extend(self.goes_to(known));
        all.extend(self.brought_back(known));
        all.extend(self.thrown());
        all.extend(self.in_case_of(known));
        all.extend(self.emptied(known));
        all.extend(self.is_there(known));
        all.extend(self.name_without_quotes());
        all.extend(self.needed());
        all
    }

    /// The sentence that does not fit: its line, without braces.
    pub(super) fn sentence(&self) -> Option<Range<usize>> {
        let last = self.tokens.len().checked_sub(1)?;
        let at = self.at.min(last);
        let line = self.line(line_start(self.place, self.tokens, at));
        let brace = |at: &usize| matches!(self.word(*at), "{" | "}");
        let start = (line.start..at).rev().find(brace).map_or(line.start, |open| open + 1);
        let end = (start..line.end).find(brace).unwrap_or(line.end);
        (start > 0 && start < end).then_some(start..end)
    }

    /// One past the path at a token.
    fn path(&self, at: usize) -> Option<usize> {
        let word = self.word(at);
        let number =
            self.tokens.get(at).is_some_and(|t| matches!(t.kind, Kind::Number | Kind::Money));
        if !number && (!self.is_word(at) || is_reserved(word) && word != "me") {
            return None;
        }
        let mut end = at + 1;
        while self.word(end) == "." && self.is_word(end + 1) {
            end += 2;
        }
        Some(end)
    }

    /// `strike me.pawn with n`, where `strike` is a deed: what it is given stands in brackets.
    fn called_in_words(&self, known: &Known) -> Option<Guess> {
        let line = self.sentence().filter(|line| known.deed(self.word(line.start)))?;
        let mut given = Vec::new();
        let mut at = line.start + 1;
        while at < line.end {
            if BETWEEN.contains(&self.word(at)) {
                at += 1;
                continue;
            }
            let end = self.path(at).filter(|end| *end <= line.end)?;
            given.push(self.text_of(at..end)?);
            at = end;
        }
        let token = self.span(&line).filter(|_| !given.is_empty())?;
        Some(self.as_words(token, &format!("{}({})", self.word(line.start), given.join(", "))))
    }

    /// `go to g`, `move pawn to g`: where somebody stands is set.
    fn goes_to(&self, known: &Known) -> Option<Guess> {
        let line = self.sentence().filter(|line| GOES.contains(&self.word(line.start)))?;
        let named = usize::from(self.word(line.start + 1) != "to");
        let to = line.start + 1 + named;
        let goal = self.word(to + 1);
        let fits = self.word(to) == "to" && to + 2 == line.end && self.is_word(to + 1);
        let of = (0..line.start)
            .rev()
            .find(|at| self.word(*at) == goal && matches!(self.word(at + 1), "in" | ":") && fits)?;
        let counter = known.counter_of_players(self.word(of + 2))?;
        let fits = named == 0 || self.word(line.start + 1) == counter;
        let token = self.span(&line).filter(|_| fits)?;
        let set = format!("me.{counter} = {goal}");
        let remark = format!("where somebody stands is a counter, and is set: `{set}`");
        Some(self.remarked(token, &set, &remark))
    }

    /// `reshuffle heap`: a deck is shuffled; any other pile goes back to its deck first.
    fn brought_back(&self, known: &Known) -> Option<Guess> {
        let line = self.sentence().filter(|line| self.word(line.start) == "reshuffle")?;
        let start = line.start + 1 + usize::from(self.word(line.start + 1) == "the");
        let end = self.path(start).filter(|end| *end == line.end)?;
        let pile = self.text_of(start..end).filter(|_| known.zone(self.word(end - 1)))?;
        let token = self.span(&line)?;
        if known.deck(&pile) {
            return Some(self.as_words(token, &format!("shuffle {pile}")));
        }
        let empty = Some(self.word(1)).filter(|deck| self.word(0) == "when" && known.deck(deck));
        let deck = empty.or_else(|| known.deck_of(&pile))?;
        Some(self.as_words(token, &format!("move {pile} to {deck}  shuffle {deck}")))
    }

    /// `let n = roll 2 dice`: each die is thrown by itself.
    fn thrown(&self) -> Option<Guess> {
        let line = self.sentence().filter(|line| self.word(line.start) == "let")?;
        let at = line.start + 3;
        let rolls = self.word(at - 1) == "=" && matches!(self.word(at), "roll" | "throw");
        let (number, dice) = (self.word(at + 1), self.word(at + 2));
        let fits = rolls && dice == "dice" && at + 3 == line.end;
        let two = fits && matches!(number, "2" | "two");
        let remark = "each die is thrown by itself: `let a = roll(6)` and `let b = roll(6)` on two \
                      lines; then `a + b` is the sum";
        let token = self.span(&line).filter(|_| fits)?;
        let meant = format!("let {} = roll(6)", self.word(line.start + 1));
        let more = "each die is thrown by itself: `let a = roll(6)`, on a line for each; then add \
                    them up";
        let remark = if two { remark } else { more };
        Some(self.remarked(token, &meant, remark))
    }

    /// `fog: n += 1`, where `fog` is a member: what happens in one case stands behind `if`.
    fn in_case_of(&self, known: &Known) -> Option<Guess> {
        let line = self.sentence().filter(|line| self.word(line.start + 1) == ":")?;
        let open = (0..line.start).any(|at| self.word(at) == "{");
        let member = self.word(line.start);
        let field = known.field_of_member(member).filter(|_| open && self.word(0) != "each")?;
        let done = self.text_of(line.start + 2..line.end)?;
        let token = self.span(&line)?;
        let remark = format!(
            "what happens in one case stands in the braces of a condition: `if ….{field} is \
             {member} {{ {done} }}`"
        );
        Some(self.remarked(token, &format!("if yes {{ {done} }}"), &remark))
    }

    /// `g.lair is empty` as a sentence: nothing is there any more.
    fn emptied(&self, known: &Known) -> Option<Guess> {
        let line = self.sentence().filter(|line| line.len() > 4)?;
        let end = self.path(line.start).filter(|end| end + 2 == line.end)?;
        let empty = self.word(end) == "is" && matches!(self.word(end + 1), "empty" | "free");
        let counter = known.maybe_there(self.word(end - 1)).filter(|_| empty)?;
        let path = self.text_of(line.start..end).filter(|path| path.ends_with(counter))?;
        Some(self.as_words(self.span(&line)?, &format!("{path} = none")))
    }

    /// `needs no beast`, `if g has a beast`, where places have `lair: Beast or none`: whether one
    /// is there, is asked of the counter.
    fn is_there(&self, known: &Known) -> Option<Guess> {
        let line = self.sentence()?;
        let first = (line.start..line.end).find(|at| ASKING.contains(&self.word(*at)))? + 1;
        let path = self.path(first).filter(|end| self.word(*end) == "has");
        let article = path.map_or(first, |end| end + 1);
        let none = self.word(article) == "no";
        let noun = article + 1;
        let counter = known.maybe_there(self.word(noun))?;
        if !matches!(self.word(article), "a" | "an" | "no" | "any") {
            return None;
        }
        let ends = |at: usize| at >= line.end || matches!(self.word(at), "else" | "and" | "or");
        let asks = if none { "is none" } else { "is not none" };
        if let Some(end) = path.filter(|_| ends(noun + 1)) {
            let meant = format!("{}.{counter} {asks}", self.text_of(first..end)?);
            return Some(self.as_words(self.span(&(first..noun + 1))?, &meant));
        }
        let here = matches!(self.word(noun + 1), "here" | "there");
        let end = noun + 1 + usize::from(here);
        let token = self.span(&(first..end)).filter(|_| path.is_none() && ends(end))?;
        let remark = format!(
            "whether one is there, is asked of the counter that holds it: `….{counter} {asks}`"
        );
        Some(self.remarked(token, "count(players) > 3", &remark))
    }

    /// `3 each of (Old Boot, 2)`: a name of several words stands in quotation marks.
    fn name_without_quotes(&self) -> Option<Guess> {
        let open = (0..self.at).rev().find(|at| self.word(*at) == "(")?;
        let end = (open + 1..self.tokens.len()).find(|at| matches!(self.word(*at), "," | ")"))?;
        let words = open + 1..end;
        let named = words.len() > 1 && words.clone().all(|at| self.is_word(at));
        let fits = self.word(0) == "deck" && self.word(open - 1) == "of" && named;
        let plain = !words.clone().any(|at| matches!(self.word(at), "to" | "where" | "for"));
        let token = self.span(&words).filter(|_| fits && plain)?;
        Some(self.as_words(token, &format!("\"{}\"", token.of(self.place.text))))
    }

    /// `only the healer may`, `if me.n is 0` before the braces of a move: it needs something.
    fn needed(&self) -> Option<Guess> {
        let of_move = matches!(self.word(0), "action" | "attempt");
        let line = self.sentence().filter(|_| of_move)?;
        let head = !(0..line.start).any(|at| self.word(at) == "{");
        let first = self.word(line.start).to_lowercase();
        let own_line = line.start > 1 && self.begins(line.start);
        let token = self.span(&line).filter(|_| head && own_line)?;
        if !HOLDS.contains(&first.as_str()) {
            return None;
        }
        let asked = (line.start + 1..line.end).find(|at| self.word(*at) == "else");
        let asked = self.text_of(line.start + 1..asked.unwrap_or(line.end));
        let compares = (line.clone())
            .any(|at| matches!(self.word(at), "is" | ">" | "<" | ">=" | "<=") && first == "if");
        let inside = self.word(line.end + 1).to_lowercase();
        let refuses = self.word(line.end) == "{" && REFUSES.contains(&inside.as_str());
        let remark = match asked.filter(|_| compares) {
            Some(asked) if refuses => format!("write `needs {} else \"…\"`", turned(&asked)),
            Some(asked) => format!("write `needs {asked} else \"…\"`"),
            None => NEEDED.to_owned(),
        };
        Some(self.remarked(token, "needs yes else \"no\"", &remark))
    }

    /// `to strike(g in Glade) {`: what a deed is given has a type behind a colon.
    pub(super) fn given_in(&self, known: &Known) -> Option<Guess> {
        let open = (1..self.tokens.len()).find(|at| matches!(self.word(*at), "(" | "{"))?;
        let close = (open..self.tokens.len()).find(|at| matches!(self.word(*at), ")" | "{"))?;
        let fits = self.word(open) == "(" && self.word(close) == ")";
        let mut new = String::new();
        let mut changed = false;
        for at in (open + 1..close).filter(|_| fits) {
            let word = self.word(at);
            match word {
                "in" if known.type_named(self.word(at + 1)) => {
                    new.push(':');
                    changed = true;
                }
                "," | ":" => new.push_str(word),
                _ if new.is_empty() => new.push_str(word),
                _ => new.extend([" ", word]),
            }
        }
        let token = self.span(&(open + 1..close)).filter(|_| changed)?;
        Some(self.as_words(token, &new))
    }

    /// `enum Rank | place | pips {`: each field has a type.
    pub(super) fn table_head(&self, known: &Known) -> Option<Guess> {
        let open = (2..self.tokens.len()).find(|at| self.word(*at) == "{")?;
        if self.word(2) != "|" {
            return None;
        }
        let mut meant = String::new();
        let bare = |at: usize| {
            self.is_word(at) && matches!(self.word(at + 1), "|" | "{") && self.word(at - 1) == "|"
        };
        let mut column = 0;
        for at in 2..open {
            if !meant.is_empty() && self.word(at) != ":" {
                meant.push(' ');
            }
            meant.push_str(self.word(at));
            if bare(at) {
                meant.extend([": ", &self.column_type(column, open, known)?]);
            }
            column += usize::from(at > 2 && self.word(at) == "|");
        }
        Some(self.as_words(self.span(&(2..open))?, &meant))
    }

    /// The type of a column of a table, as its first row tells.
    fn column_type(&self, column: usize, open: usize, known: &Known) -> Option<String> {
        let row = self.line(open + 1);
        let bars: Vec<usize> = row.filter(|at| self.word(*at) == "|").collect();
        let cell = self.tokens.get(bars.get(column)? + 1)?;
        let sign = |text: &str| text.chars().find(|c| !c.is_ascii_digit());
        match cell.kind {
            Kind::Number => Some("Number".to_owned()),
            Kind::Text => Some("Text".to_owned()),
            Kind::Money => known.unit(sign(cell.of(self.place.text))?).map(str::to_owned),
            _ => known.enum_of(cell.of(self.place.text)).map(str::to_owned),
        }
    }
}

impl<'t> Known<'t> {
    /// The only counter of players that holds one of a family.
    fn counter_of_players(&self, family: &str) -> Option<&'t str> {
        use super::placed::Of;
        let of = |p: &&super::placed::Placed<'t>| p.of == Of::Player && p.shape.is_none();
        let mut fitting = self.placed().iter().filter(of).filter(|p| p.kind == family);
        let first = fitting.next()?;
        fitting.next().is_none().then_some(first.name)
    }

    /// The deck whose cards lie in a pile.
    fn deck_of(&self, pile: &str) -> Option<&'t str> {
        use super::placed::Of;
        let kind = self.placed().iter().find(|p| p.name == pile)?.kind;
        let mut decks = self.placed().iter().filter(|p| p.of == Of::Deck && p.kind == kind);
        let first = decks.next()?;
        decks.next().is_none().then_some(first.name)
    }

    /// Whether a deck is called so.
    fn deck(&self, name: &str) -> bool {
        self.placed().iter().any(|p| p.of == super::placed::Of::Deck && p.name == name)
    }
}

/// The contrary of a comparison; of anything else in so many words.
fn turned(asked: &str) -> String {
    const SIGNS: [(&str, &str); 6] = [
        (" >= ", " < "),
        (" <= ", " > "),
        (" < ", " >= "),
        (" > ", " <= "),
        (" is not ", " is "),
        (" is ", " is not "),
    ];
    let several = [" and ", " or "].iter().any(|word| asked.contains(word));
    let sign = SIGNS.iter().find_map(|(sign, other)| Some((asked.split_once(sign)?, other)));
    match sign.filter(|_| !several) {
        Some(((a, b), other)) => format!("{a}{other}{b}"),
        None => format!("not ({asked})"),
    }
}
