//! Slips of whole lines: a sentence that is nearly a rule, a block without braces, what belongs in
//! quotation marks or brackets and stands without.

use super::guess::{Guess, How, Trial, WORDS};
use super::likely::{AROUND, ARTICLES, line_start};
use super::{Effort, Patch};
use crate::syntax::parse::is_reserved;
use crate::syntax::scan::{Kind, Token};
use std::ops::Range;

impl Trial<'_> {
    /// What each of them is probably meant to be.
    pub(super) fn slips(&self, effort: &Effort) -> Vec<Guess> {
        let mut all: Vec<Guess> = self.worded_slips(effort);
        all.extend(self.newcomer_slips(effort));
        all.extend(self.plainly());
        all.extend(self.file_name());
        all.extend(self.said_of(effort));
        all.extend(self.bare_say());
        all.extend(self.without_slashes());
        all.extend(self.comma_between());
        all.extend(self.small_id());
        all.extend(self.of_all_players(effort));
        all.extend(self.laid_and_laid());
        all.extend(self.does_nothing());
        all.extend(self.row_of_table());
        all.extend(self.chosen_by_if());
        all.extend(self.deed_behind_dot(effort));
        all.extend(self.block_on_line());
        all.extend(self.not_moved(effort));
        all
    }

    /// `Shuffle the stock.`: the line as a statement, without what only sentences have.
    fn plainly(&self) -> Option<Guess> {
        let last = self.tokens.len().checked_sub(1)?;
        let line = self.line(line_start(self.place, self.tokens, self.at.min(last)));
        let first = *self.tokens.get(line.start).filter(|t| t.kind == Kind::Word)?;
        let stop = matches!(self.word(line.end - 1), "." | "!");
        let capital = self.word(line.start).starts_with(char::is_uppercase);
        if !(stop && capital) || line.len() < 3 {
            return None;
        }
        let end = self.tokens.get(line.end.checked_sub(2)?)?.end;
        let words = self.place.text.get(first.start..end)?.split(' ');
        let words = words.filter(|word| !ARTICLES.contains(word)).collect::<Vec<_>>().join(" ");
        let mut letters = words.chars();
        let small: String = letters.next()?.to_lowercase().chain(letters).collect();
        let token = Token { end: self.tokens.get(line.end - 1)?.end, ..first };
        Some(self.as_words(token, &small))
    }

    /// `test "…" b3-020 with Ana`: the ids of rules have capital letters.
    fn small_id(&self) -> Option<Guess> {
        let near = self.at.saturating_sub(1)..=self.at + 1;
        let at = near.into_iter().find(|at| {
            let dash = self.tokens.get(at + 1).is_some_and(|t| t.of(self.place.text) == "-");
            let number = self.tokens.get(at + 2).is_some_and(|t| t.kind == Kind::Number);
            self.is_word(*at) && dash && number && matches!(self.word(0), "test" | "physical")
        })?;
        let (token, id) = (*self.tokens.get(at)?, self.word(at).to_uppercase());
        (id != self.word(at)).then(|| self.as_words(token, &id))
    }

    /// `count(players hand)`: what all of them have follows a dot.
    fn of_all_players(&self, effort: &Effort) -> Option<Guess> {
        let near = self.at.saturating_sub(1)..=self.at;
        let at = near.into_iter().find(|at| matches!(self.word(*at), "players" | "opponents"))?;
        let (first, next) = (*self.tokens.get(at)?, *self.tokens.get(at + 1)?);
        let member = self.is_word(at + 1) && effort.words().behind_dot(self.word(at + 1));
        let gap = self.place.text.get(first.end..next.start) == Some(" ");
        let meant = format!("{}.{}", self.word(at), self.word(at + 1));
        (member && gap).then(|| self.as_words(Token { end: next.end, ..first }, &meant))
    }

    /// `given it is Ana's turn or the rest in stock`: between what lies there stand commas.
    fn laid_and_laid(&self) -> Option<Guess> {
        let last = self.tokens.len().checked_sub(1)?;
        let line = self.line(line_start(self.place, self.tokens, self.at.min(last)));
        if self.word(line.start) != "given" {
            return None;
        }
        let near = self.at.saturating_sub(1)..=self.at + 1;
        let joins = |at: &usize| {
            matches!(self.word(*at), "or" | "and" | "then" | "with" | "plus") && line.contains(at)
        };
        let at = near.into_iter().find(joins)?;
        let (before, token) = (*self.tokens.get(at - 1)?, *self.tokens.get(at)?);
        Some(Guess {
            patch: Patch { start: before.end, end: token.end, new: ",".to_owned() },
            how: How::Instead {
                written: token.of(self.place.text).to_owned(),
                meant: ",".to_owned(),
            },
            token,
        })
    }

    /// `burnt to ashes`: `move` is left out.
    fn not_moved(&self, effort: &Effort) -> Option<Guess> {
        const FROM: [&str; 4] = ["top", "bottom", "those", "all"];
        let last = self.tokens.len().checked_sub(1)?;
        let line = self.line(line_start(self.place, self.tokens, self.at.min(last)));
        let first = self.tokens.get(line.start).filter(|t| t.kind == Kind::Word)?;
        let word = first.of(self.place.text);
        let name = !is_reserved(word) && !WORDS.contains(&word) || word == "me";
        let to = line.clone().skip(1).find(|at| self.word(*at) == "to")?;
        let goal = self.tokens.get(to + 1).map_or("", |t| t.of(self.place.text));
        let zone = (to + 1..line.end).any(|at| effort.words().zone(self.word(at)));
        let moved = (name || FROM.contains(&word)) && zone && !goal.is_empty();
        moved.then(|| self.as_words(*first, &format!("move {word}")))
    }

    /// `from places.csv`, without the quotation marks.
    fn file_name(&self) -> Option<Guess> {
        let near = self.at.saturating_sub(AROUND)..=self.at + 2;
        let dot =
            near.into_iter().find(|at| self.word(*at) == "." && self.word(at + 1) == "csv")?;
        let first = *self.tokens.get(dot.checked_sub(1)?).filter(|t| t.kind == Kind::Word)?;
        let token = Token { end: self.tokens.get(dot + 1)?.end, ..first };
        Some(self.as_words(token, &format!("\"{}\"", token.of(self.place.text))))
    }

    /// `action stand as "stands"`: what does nothing has empty braces.
    fn does_nothing(&self) -> Option<Guess> {
        let moves = matches!(self.word(0), "action" | "attempt" | "to");
        let ends = self.at == self.tokens.len() && self.wanted.iter().any(|word| word == "{");
        (moves && ends).then(|| self.missing(self.tokens.len(), "{ }"))
    }

    /// `fair, $5, $2`: a row of a table in an enum.
    fn row_of_table(&self) -> Option<Guess> {
        if self.word(0) != "enum" || !self.wanted.iter().any(|word| word == "|") {
            return None;
        }
        let line = self.line(line_start(self.place, self.tokens, self.at));
        let whole = self.span(&line)?;
        let (mut row, mut from) = (String::new(), whole.start);
        let commas = line.filter(|at| matches!(self.word(*at), "," | ";" | "/" | ":"));
        for at in commas {
            let sign = self.tokens.get(at)?;
            row.push_str(self.place.text.get(from..sign.start)?.trim_end());
            row.push_str(" |");
            from = sign.end;
        }
        row.push_str(self.place.text.get(from..whole.end)?);
        (from > whole.start).then(|| self.as_words(whole, &row))
    }

    /// `won by black if black.points > 3 else white`
    fn chosen_by_if(&self) -> Option<Guess> {
        const BEFORE: [&str; 9] = ["by", "=", "+=", "-=", "(", ",", "is", "give", "+"];
        const ENDS: [&str; 3] = ["}", ")", ","];
        let last = self.tokens.len().checked_sub(1)?;
        let line = self.line(line_start(self.place, self.tokens, self.at.min(last)));
        let test = line.clone().find(|at| *at > line.start && self.word(*at) == "if")?;
        let other = (test..line.end).find(|at| self.word(*at) == "else")?;
        let begins = |at: &usize| BEFORE.contains(&self.word(*at));
        let from = (line.start..test).rev().find(begins)? + 1;
        let to = (other..line.end).find(|at| ENDS.contains(&self.word(*at))).unwrap_or(line.end);
        if from == test || test + 1 >= other || (test..other).any(|at| self.word(at) == "{") {
            return None;
        }
        let (value, asked) = (self.text_of(from..test)?, self.text_of(test + 1..other)?);
        let meant = format!("if {asked} then {value} else {}", self.text_of(other + 1..to)?);
        Some(self.as_words(self.span(&(from..to))?, &meant))
    }

    /// `p.leave`, where `leave(p: Player)` is a deed.
    fn deed_behind_dot(&self, effort: &Effort) -> Option<Guess> {
        let last = self.tokens.len().checked_sub(1)?;
        let line = self.line(line_start(self.place, self.tokens, self.at.min(last)));
        let deed = |at: &usize| {
            self.word(at - 1) == "." && self.is_word(*at) && effort.words().deed(self.word(*at))
        };
        let name = line.clone().skip(2).find(deed)?;
        let mut from = name - 2;
        while from > line.start + 1 && self.word(from - 1) == "." {
            from -= 2;
        }
        let mut given = self.text_of(from..name - 1)?;
        let mut to = name + 1;
        if self.word(to) == "(" {
            let close = (to..line.end).find(|at| self.word(*at) == ")")?;
            given = format!("{given}, {}", self.text_of(to + 1..close)?);
            to = close + 1;
        }
        let meant = format!("{}({given})", self.word(name));
        Some(self.as_words(self.span(&(from..to))?, &meant))
    }

    /// `phase "day" vote()`: the rest of the line is its block.
    fn block_on_line(&self) -> Vec<Guess> {
        const HEADS: [&str; 8] =
            ["phase", "round", "turn", "ends", "repeat", "after", "before", "instead"];
        let Some(last) = self.tokens.len().checked_sub(1) else { return Vec::new() };
        let start = line_start(self.place, self.tokens, self.at.min(last));
        let line = self.line(start);
        let head = line.clone().find(|at| HEADS.contains(&self.word(*at)));
        let Some(head) = head else { return Vec::new() };
        let open = line.clone().skip_while(|at| *at < head).any(|at| self.word(at) == "{");
        if open {
            return Vec::new();
        }
        let mut depth = 0usize;
        let mut end = line.end;
        for at in head..line.end {
            match self.word(at) {
                "(" | "[" => depth += 1,
                ")" | "]" => depth = depth.saturating_sub(1),
                "}" if depth == 0 => {
                    end = at;
                    break;
                }
                _ => {}
            }
        }
        let from = self.at.saturating_sub(2).max(head + 1)..=self.at.min(end.saturating_sub(1));
        let whole = |at: usize| Some((self.span(&(at..end))?, self.text_of(at..end)?));
        from.filter_map(whole)
            .map(|(token, text)| self.as_words(token, &format!("{{ {text} }}")))
            .collect()
    }

    /// `me is not in check`, where `is_in_check` is defined: `not me.is_in_check`.
    fn said_of(&self, effort: &Effort) -> Option<Guess> {
        const VERBS: [&str; 6] = ["is", "has", "can", "may", "needs", "was"];
        const MOST: usize = 5;
        let last = self.tokens.len().checked_sub(1)?;
        let line = self.line(line_start(self.place, self.tokens, self.at.min(last)));
        for verb in line.clone().skip(1).filter(|at| VERBS.contains(&self.word(*at))) {
            let not = self.word(verb + 1) == "not";
            let first = verb + 1 + usize::from(not);
            let mut name = self.word(verb).to_owned();
            for at in first..(first + MOST).min(line.end) {
                if !self.is_word(at) {
                    break;
                }
                name = format!("{name}_{}", self.word(at));
                if !effort.words().defines(&name) {
                    continue;
                }
                let mut from = verb - 1;
                while from > line.start + 1 && self.word(from - 1) == "." {
                    from -= 2;
                }
                let of = self.text_of(from..verb)?;
                let no = if not { "not " } else { "" };
                return Some(
                    self.as_words(self.span(&(from..at + 1))?, &format!("{no}{of}.{name}")),
                );
            }
        }
        None
    }

    /// `say {total}`, where a text is said.
    fn bare_say(&self) -> Option<Guess> {
        let near = self.at.saturating_sub(AROUND)..=self.at;
        let say = near.rev().find(|at| self.word(*at) == "say" && self.word(at + 1) == "{")?;
        let close = (say + 2..say + 8).find(|at| self.word(*at) == "}")?;
        let inside = self.span(&(say + 1..close + 1))?;
        Some(self.as_words(inside, &format!("\"{}\"", inside.of(self.place.text))))
    }

    /// `[A-6, A-9]` at the left edge: `///` is left out.
    fn without_slashes(&self) -> Option<Guess> {
        let token = *self.tokens.get(self.at).filter(|t| t.of(self.place.text) == "[")?;
        let edge = self.place.text.get(..token.start)?.ends_with('\n');
        let line = self.line(self.at);
        let cited = line.clone().any(|at| self.word(at) == "-" && self.word(at - 1) != "[");
        let whole = self.span(&line).filter(|_| edge && cited)?;
        Some(self.as_words(whole, &format!("/// {}", whole.of(self.place.text))))
    }

    /// `c.farmer = me, me.farmers -= 1`: a comma between two statements.
    fn comma_between(&self) -> Option<Guess> {
        let near = self.at.saturating_sub(AROUND)..=self.at;
        let comma = near.rev().find(|at| matches!(self.word(*at), "," | ";"))?;
        let token = *self.tokens.get(comma)?;
        let line = self.line(line_start(self.place, self.tokens, comma));
        let sets = |part: Range<usize>| {
            part.clone().any(|at| matches!(self.word(at), "=" | "+=" | "-="))
                || matches!(self.word(part.start), "move" | "show" | "shuffle" | "end" | "say")
        };
        let brace = |at: &usize| matches!(self.word(*at), "{" | "}");
        let start = (line.start..comma).rev().find(brace).map_or(line.start, |at| at + 1);
        let both = sets(start..comma) && sets(comma + 1..line.end);
        let apart = self.place.text.get(token.end..).is_some_and(|rest| rest.starts_with(' '));
        both.then(|| if apart { self.stray(token) } else { self.as_words(token, " ") })
    }
}
