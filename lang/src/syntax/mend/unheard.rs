//! Lines of plain English, and pieces of their own in the body of another: taking out one word
//! after the other leads nowhere, so it is said at once what is written instead.

use super::forms::quoted;
use super::guess::{Guess, How, Trial, WORDS};
use super::known::Known;
use super::likely::line_start;
use super::usual::Elsewhere;
use super::{Effort, Mistake, Patch};
use crate::code::Code;
use crate::syntax::parse::is_reserved;
use crate::syntax::plain_words::{IN_PLAY, runs_out};
use crate::syntax::scan::Kind;
use std::ops::Range;

/// Items in whose braces something happens.
const BODIES: [&str; 9] =
    ["setup", "play", "to", "action", "attempt", "rules", "after", "before", "instead"];
/// Small words of English that no rule has.
const ENGLISH: [&str; 23] = [
    "the", "a", "an", "their", "his", "her", "its", "your", "you", "they", "he", "she", "that",
    "than", "who", "whoever", "must", "will", "also", "into", "up", "out", "per",
];
/// Verbs and nouns of rulebooks, and what is written for them.
const WRITTEN: &[(&[&str], &str)] = &[
    (
        &["steal", "steals", "rob", "robs"],
        "say what each has then: `p.cash -= $1` and `me.cash += $1`; a card is drawn by chance: \
         `choose c in 1 of p.hand by chance`, then `move c to me.hand`",
    ),
    (
        &["lose", "loses", "pay", "pays", "spend", "spends", "cost", "costs"],
        "what somebody has less of is written `me.cash -= $2`",
    ),
    (
        &["gain", "gains", "get", "gets", "earn", "earns", "receive", "receives", "score"],
        "what somebody has more of is written `me.cash += $2`; cards come with `move top 1 of \
         miles to me.hand`",
    ),
    (
        &["winner", "wins", "win", "won", "victory"],
        "the end is written `end game won by players with most points`",
    ),
    (
        &["oldest", "youngest", "begins", "starts", "starting"],
        "who begins is written `first p in players`, or chosen: `choose lucky in players by \
         chance`; turns then begin with `turn me in players from lucky { … }`",
    ),
    (
        &["richest", "poorest", "highest", "lowest", "largest", "smallest", "biggest"],
        "those who have most of something are `players with most cash`, one of them `first p in \
         players with most cash`; the largest number is `most(c.miles for c in me.hand)`",
    ),
    (
        &["random", "randomly", "dice", "die", "roll", "lot", "luck"],
        "chance chooses: `choose n in 1..6 by chance`, `choose c in me.hand by chance`",
    ),
    (
        &["look", "looks", "see", "sees", "reveal", "flip", "reveals", "flips"],
        "who may see cards is written `show top 1 of miles to me`, or `… to players` for all",
    ),
    (
        &[
            "deal", "deals", "draw", "draws", "take", "takes", "put", "place", "return", "go",
            "goes",
        ],
        "cards go from one place to another with `move top 2 of miles to me.hand`, or `move c to \
         discards`",
    ),
    (
        &["discard", "discards", "throw", "remove", "trash"],
        "cards are laid away with `move c to discards`",
    ),
    (
        &["choose", "chooses", "pick", "picks", "select", "decides", "decide"],
        "a choice says from what: `choose c in me.hand`, `choose p in opponents`",
    ),
    (
        &["twice", "times", "repeat", "while", "until"],
        "what is done several times is `for each n in 1..2 { … }` or `repeat until … { … }`; a \
         move says `again` at its end",
    ),
    (
        &["left", "right", "neighbour", "neighbor", "next"],
        "the neighbours of a player are `me.left` and `me.right`",
    ),
    (
        &["everyone", "everybody", "players"],
        "what happens to everybody is written `for each p in players { p.cash += $1 }`",
    ),
];
/// For what is asked.
const ASKED: &str = "a condition compares or asks: `me.cash > $3`, `me.hand is empty`, \
                     `count(me.hand) > 4`, `any c in me.hand has c.miles > 2`; several are joined \
                     by `and` or `or`";
/// For what is nothing of these.
const OTHERWISE: &str = "what happens is said with `move`, `shuffle`, `show`, `choose`, `if`, `for \
                         each`, `let`, `say` or `end game`, or is set with `=`, `+=` or \
                         `-=`";

/// Items that stand at the left edge, and what is written where they stand inside of another.
const PIECES: [(&str, &str); 11] = [
    ("define", "; a value for the lines below it is `let NAME = …`"),
    (
        "action",
        "; it is offered with `choose { NAME }`; what is done without a choice is a deed, \
                `to NAME { … }` at the left edge, and `NAME()` here",
    ),
    ("attempt", ""),
    ("menu", "; here it is offered with `choose { NAME }`"),
    ("enum", ""),
    ("card", ""),
    ("deck", ""),
    ("option", ""),
    ("test", ""),
    ("setup", ""),
    ("when", ""),
];

impl Trial<'_> {
    /// A line of words that no rule has, with what is written for some of them.
    pub(super) fn plain_english(&self, effort: &mut Effort) -> Option<Guess> {
        if !BODIES.contains(&self.word(0)) || !effort.patient() {
            return None;
        }
        let last = self.tokens.len().checked_sub(1)?;
        let here = line_start(self.place, self.tokens, self.at.min(last));
        let before = here.checked_sub(1).filter(|_| self.at == here || self.at > last);
        let before = before.map(|at| self.sentence_at(at));
        let lines = before.into_iter().chain([self.sentence_at(self.at.min(last))]);
        lines.into_iter().find_map(|line| self.of_english(line, effort))
    }

    /// The words around a token up to the nearest braces of its line.
    fn sentence_at(&self, at: usize) -> Range<usize> {
        let line = self.line(line_start(self.place, self.tokens, at));
        let brace = |at: &usize| matches!(self.word(*at), "{" | "}");
        let start = (line.start..at).rev().find(brace).map_or(line.start, |open| open + 1);
        let end = (start..line.end).find(brace).unwrap_or(line.end);
        start..end
    }

    fn of_english(&self, line: Range<usize>, effort: &mut Effort) -> Option<Guess> {
        const LEAST: usize = 3;
        // The heading of the item itself.
        let open = (0..line.start).any(|at| self.word(at) == "{");
        let plain = |at: usize| {
            let token = self.tokens.get(at);
            token.is_some_and(|t| !matches!(t.kind, Kind::Text | Kind::Doc | Kind::Control))
        };
        // What is called has brackets; a value that gets a name may have any.
        let call = self.word(line.start + 1) == "(" || self.word(line.start) == "let";
        let there = self.word(line.start) == "if" && self.word(line.start + 1) == "there";
        if line.len() < LEAST || call || there || !open || !line.clone().all(plain) {
            return None;
        }
        let whole = self.span(&line)?;
        let (start, end) = self.bytes_of_line(line.start);
        let text = self.place.text.get(start..end)?;
        let usual = Elsewhere::of(effort.usual(), text);
        let own = |word: &str| is_reserved(word) || WORDS.contains(&word) || usual.declares(word);
        let words = || line.clone().filter(|at| self.is_word(*at)).map(|at| self.word(at));
        let english = words().filter(|word| ENGLISH.contains(word)).count();
        let strange = words()
            .filter(|word| !own(word) && !ENGLISH.contains(word) && !usual.elsewhere(word))
            .count();
        if strange + english < 2 || strange == 0 && english < 2 {
            return None;
        }
        let said = WRITTEN
            .iter()
            .find(|(known, _)| words().any(|word| known.contains(&word) && !usual.declares(word)));
        let asks = matches!(self.word(line.start), "if" | "ends" | "needs" | "when");
        let otherwise = match asks {
            true => ASKED.to_owned(),
            false if self.word(0) == "play" => format!("{OTHERWISE}{}", IN_PLAY),
            false => OTHERWISE.to_owned(),
        };
        let help = said.map_or(otherwise, |(_, help)| (*help).to_owned());
        let called = (said.is_none() && !asks).then(|| self.deed_alike(&line, effort.words()));
        let help = called.flatten().unwrap_or(help);
        let help = self.emptied_deck(&line, effort.words()).unwrap_or(help);
        let spoken = effort.words().spoken(whole.of(self.place.text));
        let remark = quoted(&help, effort.words(), &spoken);
        let heads = self.word(line.end) == "{";
        let patch = Patch {
            start: whole.start,
            end: whole.end,
            new: if heads { "if yes".to_owned() } else { String::new() },
        };
        let written = whole.of(self.place.text).to_owned();
        let left = self.left(&patch, effort)?;
        let behind = self.place.text.len() - end;
        let guess = Guess { how: How::NoSuch { written, remark }, patch, token: whole };
        (left == 0 || left <= behind).then_some(guess)
    }

    /// `fill up the harbour`, where a deed is called `refill`.
    fn deed_alike(&self, line: &Range<usize>, known: &Known) -> Option<String> {
        const LEAST: usize = 4;
        let words = || line.clone().filter(|at| self.is_word(*at)).map(|at| self.word(at));
        let like = |deed: &str| {
            words().any(|word| word.len() >= LEAST && deed.split('_').any(|p| p.ends_with(word)))
        };
        let mut all = known.deeds().filter(|deed| like(deed));
        let deed = all.next().filter(|_| all.next().is_none())?;
        Some(format!("a deed is called by its name: `{deed}()`"))
    }

    /// `when the sea is empty, the reef becomes the new sea`, in the braces of something else.
    fn emptied_deck(&self, line: &Range<usize>, known: &Known) -> Option<String> {
        let words = line.clone().filter(|at| self.is_word(*at));
        let words: Vec<String> = words.map(|at| self.word(at).to_lowercase()).collect();
        let rule = runs_out(known.text(), &words)?;
        Some(format!(
            "what happens when a deck is empty is an item by itself, at the left edge: `{rule}`"
        ))
    }

    /// A piece that stands at the left edge, in the braces of another.
    pub(super) fn piece_inside(&self, effort: &mut Effort) -> Option<Mistake> {
        let last = self.tokens.len().checked_sub(1)?;
        let at = line_start(self.place, self.tokens, self.at.min(last));
        let at = if self.word(at) == "{" { at + 1 } else { at };
        let token = *self.tokens.get(at)?;
        let word = token.of(self.place.text);
        let (_, more) = PIECES.iter().find(|(piece, _)| *piece == word)?;
        let line = self.line(at);
        let named = self.is_word(at + 1) && !is_reserved(self.word(at + 1));
        let fits = match word {
            "when" => line.clone().any(|at| self.word(at) == "out" && self.word(at - 1) == "runs"),
            "test" => self.tokens.get(at + 1)?.kind == Kind::Text,
            "setup" => self.word(at + 1) == "{",
            "define" => named && line.clone().any(|at| self.word(at) == "="),
            _ => named && line.clone().any(|at| matches!(self.word(at), "{" | ":" | "(")),
        };
        if at == 0 || !fits || matches!(self.word(0), "rules" | "replace" | "extend" | "variant") {
            return None;
        }
        let inside =
            self.tokens.get(..at)?.iter().fold(0i32, |depth, t| match t.of(self.place.text) {
                "{" => depth + 1,
                "}" => depth - 1,
                _ => depth,
            });
        let end = self.piece_end(at)?;
        let whole = self.span(&(at..end))?;
        let patch = Patch { start: whole.start, end: whole.end, new: String::new() };
        let left = self.left(&patch, effort)?;
        if inside <= 0 || left != 0 && left >= self.place.text.len() - whole.end {
            return None;
        }
        let name = if named { self.word(at + 1) } else { "NAME" };
        let head = (at..end).find(|at| matches!(self.word(*at), "{" | "=" | ":" | "("));
        let head = self.text_of(at..head.unwrap_or(end))?;
        let form = if word == "define" {
            self.text_of(at..line.end)?
        } else {
            format!("{head} {{ … }}")
        };
        let more = more.replace("NAME", name);
        let said = self.place.error(
            Code::E0103,
            token,
            format!("`{word}` begins a piece of its own, and none stands inside of another"),
        );
        let help = format!("move it to the left edge, outside of all braces: `{form}`{more}");
        let patch = Some(patch);
        Some(Mistake { said: said.help(help), patch, lossy: true })
    }

    /// One past the last token of a piece: its line, or what closes its braces.
    fn piece_end(&self, at: usize) -> Option<usize> {
        let line = self.line(at);
        let open = line.clone().find(|at| self.word(*at) == "{");
        let mut depth = 0usize;
        for next in open.unwrap_or(line.end)..self.tokens.len() {
            match self.word(next) {
                "{" => depth += 1,
                "}" => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(next + 1);
                    }
                }
                _ if open.is_none() => break,
                _ => {}
            }
        }
        Some(line.end)
    }
}
