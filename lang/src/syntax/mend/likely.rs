//! What is most often meant where a sentence does not fit, and is tried before single words are.

use super::guess::{Guess, How, Trial, WORDS};
use super::{Effort, Known, Patch, clauses, forms};
use crate::foreign;
use crate::letters::in_name;
use crate::syntax::layout::Role;
use crate::syntax::parse::{self, is_reserved};
use crate::syntax::report::Place;
use crate::syntax::scan::{Kind, Token};

/// Words of everyday English that the language does without.
pub(super) const ARTICLES: [&str; 3] = ["the", "a", "an"];
/// Words of everyday English that may be taken out.
const SMALL: [&str; 12] =
    ["that", "do", "then", "also", "now", "be", "please", "just", "always", "must", "will", "so"];
/// Words that are never proposed to be taken out: without them a sentence means something else.
const WEIGHTY: [&str; 12] = [
    "not", "no", "none", "never", "nobody", "without", "except", "but", "half", "double", "twice",
    "triple",
];
/// Words of limits, which are no part of a name.
const LIMITS: [&str; 5] = ["once", "twice", "times", "per", "only"];
/// Words that join what stands on one line.
const LINKING: [&str; 9] = ["of", "to", "is", "in", "has", "=", "by", "for", "each"];
/// So many words before and behind the place are looked at.
pub(super) const AROUND: usize = 4;
/// So many words before the place a sentence may begin.
const FAR: usize = 40;
/// So many words may be meant as one name.
const MOST_JOINED: usize = 5;
/// Words in front of where something goes.
const GOALS: [&str; 12] =
    ["to", "into", "onto", "on", "in", "under", "nach", "auf", "zu", "vers", "dans", "en"];
/// Words in front of a name that is declared.
const DECLARING: [&str; 11] =
    ["option", "define", "action", "to", "menu", "attempt", "deck", "enum", "card", "unit", "map"];

/// Words of zones in front of their names.
const ZONES: [&str; 6] = ["set", "pile", "row", "slot", "slots", "grid"];

impl Trial<'_> {
    /// Guesses by the look of the line.
    pub(super) fn likely(&self, effort: &Effort) -> Vec<Guess> {
        let near = self.at.saturating_sub(AROUND)..=self.at + 1;
        let mut all = Vec::new();
        all.extend(near.clone().filter_map(|at| self.full_stop(at)));
        all.extend(near.clone().filter_map(|at| self.reason(at)));
        all.extend(near.clone().filter_map(|at| self.one_text(at)));
        all.extend(near.clone().filter_map(|at| self.text_filled(at)));
        all.extend(near.clone().filter_map(|at| self.second_colon(at)));
        all.extend(near.clone().filter_map(|at| self.said_plainly(at)));
        all.extend(near.clone().filter_map(|at| self.whole_number(at)));
        all.extend(near.clone().filter_map(|at| self.trait_apart(at)));
        all.extend(near.clone().filter_map(|at| self.empty_brackets(at)));
        all.extend(near.clone().filter_map(|at| self.joined(at, effort)));
        all.extend(near.clone().filter_map(|at| self.whose(at, effort)));
        all.extend(near.clone().flat_map(|at| self.said_apart(at, effort)));
        all.extend(near.clone().filter_map(|at| self.typed(at, effort)));
        all.extend(self.typed_otherwise());
        all.extend(self.rule_of_card(effort.words()));
        all.extend(self.asked_of_cards(effort.words()));
        all.extend(self.no_reason());
        all.extend(self.slips(effort));
        all.extend(self.translated());
        all.extend(self.made(effort.words()));
        all.extend(self.no_then());
        all.extend(self.bracketed());
        all.extend(self.returned());
        all.extend(self.of_each());
        all.extend(self.listed());
        all.extend(near.clone().filter_map(|at| self.yes_or_no(at)));
        all.extend(near.clone().filter_map(|at| self.size(at)));
        all.extend(near.clone().filter_map(|at| self.braces_instead(at)));
        all.extend(self.commas());
        all.extend(self.braces());
        all.extend(self.choices(effort.words()));
        all.extend(self.other_move(effort.words()));
        all.extend(self.turns());
        all.extend(self.sentences(effort));
        all.extend(near.filter_map(|at| self.pair(at)));
        all.extend(self.call(effort.words()));
        all
    }

    /// Whether a line ends at a byte.
    fn ends_line(&self, byte: usize) -> bool {
        self.place
            .text
            .get(byte..)
            .is_some_and(|rest| rest.trim_start_matches([' ', '\r']).starts_with('\n'))
    }

    /// Articles near the place.
    pub(super) fn articles(&self) -> Vec<Guess> {
        (self.at.saturating_sub(AROUND)..=self.at + 1).filter_map(|at| self.article(at)).collect()
    }

    /// Sentences of other words or in another order, from each word of the line on.
    pub(super) fn sentences(&self, effort: &Effort) -> Vec<Guess> {
        let from =
            line_start(self.place, self.tokens, self.at.min(self.tokens.len().saturating_sub(1)));
        // Whole rules may stand on one line.
        let from = from.max(self.at.saturating_sub(FAR));
        let before = from
            .checked_sub(1)
            .map(|last| line_start(self.place, self.tokens, last))
            .filter(|_| from == self.at);
        let found = (before.unwrap_or(from)..=self.at).flat_map(|at| {
            let first = self.tokens.get(at).copied();
            forms::at(self.place, self.tokens, at, effort.words())
                .into_iter()
                .filter_map(move |form| Some((first?, form)))
        });
        found
            .map(|(first, form)| {
                let token = Token { start: form.start, end: form.end, ..first };
                let before = self.tokens.partition_point(|t| t.start < form.start).checked_sub(1);
                let behind_else = before.is_some_and(|at| self.word(at) == "else");
                let bare = form.meant.is_empty() && behind_else;
                let meant = if bare { "{ }".to_owned() } else { self.kept_together(&form) };
                let guess = self.as_words(token, &meant);
                let written = self.glued(token);
                let how = form.remark.map(|remark| How::NoSuch { written, remark });
                Guess { how: how.unwrap_or(guess.how), ..guess }
            })
            .collect()
    }

    /// The words of a token that spans several, on one line.
    fn glued(&self, token: Token) -> String {
        token.of(self.place.text).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn article(&self, at: usize) -> Option<Guess> {
        let token = *self.tokens.get(at)?;
        let word = ARTICLES.contains(&self.word(at).to_lowercase().as_str());
        let next =
            self.tokens.get(at + 1).is_some_and(|t| matches!(t.kind, Kind::Word | Kind::Number));
        (word && next).then(|| self.stray(token))
    }

    /// A `.`, `,` or `:` at the end of a line.
    fn full_stop(&self, at: usize) -> Option<Guess> {
        let token =
            *self.tokens.get(at).filter(|t| matches!(t.of(self.place.text), "." | "," | ":"))?;
        let rest = self.place.text.get(token.end..)?;
        rest.trim_start_matches(' ').starts_with(['\n', '\r', '}']).then(|| self.stray(token))
    }

    /// `"Sell " + c + "?"` where only one text may stand.
    fn one_text(&self, at: usize) -> Option<Guess> {
        let first = *self.tokens.get(at).filter(|t| t.kind == Kind::Text)?;
        let mut words = first.of(self.place.text).trim_matches('"').to_owned();
        let (mut next, mut last) = (at + 1, first);
        while matches!(self.word(next), "+" | "&" | "." | "..") {
            let from = next + 1;
            let part = *self.tokens.get(from)?;
            if part.kind == Kind::Text {
                words.push_str(part.of(self.place.text).trim_matches('"'));
                (next, last) = (from + 1, part);
                continue;
            }
            // A value: a name with dots.
            let mut end = from;
            while self.word(end + 1) == "." && self.tokens.get(end + 2)?.kind == Kind::Word {
                end += 2;
            }
            last = *self.tokens.get(end).filter(|_| part.kind == Kind::Word)?;
            words.push_str(&format!("{{{}}}", self.place.text.get(part.start..last.end)?));
            next = end + 1;
        }
        let token = Token { end: last.end, ..first };
        (next > at + 1).then(|| self.as_words(token, &format!("\"{words}\"")))
    }

    /// `6,0` and `2.5`: numbers are whole.
    fn whole_number(&self, at: usize) -> Option<Guess> {
        let (first, sign, last) =
            (*self.tokens.get(at)?, *self.tokens.get(at + 1)?, *self.tokens.get(at + 2)?);
        let number = matches!(first.kind, Kind::Number | Kind::Money) && last.kind == Kind::Number;
        let glued = first.end == sign.start && sign.end == last.start;
        if !number || !glued || !matches!(self.word(at + 1), "," | ".") {
            return None;
        }
        // `value: -2,20` is a range.
        let behind = |back: usize| at.checked_sub(back).map_or("", |at| self.word(at));
        let typed = behind(1) == ":" || behind(1) == "-" && behind(2) == ":";
        if typed && self.word(at + 1) == "," {
            return Some(self.as_words(sign, ".."));
        }
        let token = Token { end: last.end, ..first };
        let (whole, rest) = (first.of(self.place.text), last.of(self.place.text));
        // `10.000` is a number with a sign between its thousands.
        let meant = if rest.len() == 3 { format!("{whole}{rest}") } else { whole.to_owned() };
        Some(self.as_words(token, &meant))
    }

    /// `rob()`: brackets with nothing in them.
    fn empty_brackets(&self, at: usize) -> Option<Guess> {
        let (open, close) = (*self.tokens.get(at)?, *self.tokens.get(at + 1)?);
        let empty = open.of(self.place.text) == "(" && close.of(self.place.text) == ")";
        empty.then(|| self.stray(Token { end: close.end, ..open }))
    }

    /// Two words that are written otherwise: `Tunnel set`, `lays [pink 1]`, `6 [Gold]`,
    /// `deck -> hand`.
    fn pair(&self, at: usize) -> Option<Guess> {
        let (first, next) = (*self.tokens.get(at)?, *self.tokens.get(at + 1)?);
        let (word, behind) = (first.of(self.place.text), next.of(self.place.text));
        let before = at.checked_sub(1).map_or("", |at| self.word(at));
        let meant = match (word, behind) {
            (kind, "set" | "pile" | "row" | "slot" | "slots")
                if before == ":" && first.kind == Kind::Word =>
            {
                return Some(
                    self.as_words(Token { end: next.end, ..first }, &format!("{behind} of {kind}")),
                );
            }
            (_, "[") if first.kind == Kind::Number => return Some(self.missing(at + 1, "of")),
            ("->", _) => return self.arrow(at),
            ("in", name) if before == "turn" && next.kind == Kind::Word => {
                return Some(self.as_words(next, &format!("\"{name}\"")));
            }
            (name, "turn") if before == "is" && name.ends_with('s') => {
                let whose = name.strip_suffix('s').unwrap_or(name);
                return Some(self.as_words(first, &format!("{whose}'s")));
            }
            (",", _) if self.in_card(at) => return Some(self.stray(first)),
            // `buyer,cash -= 1`
            (",", _) if next.kind == Kind::Word && next.start == first.end && self.opens(at) => {
                return Some(self.as_words(first, "."));
            }
            _ => {
                let person = before.starts_with(char::is_uppercase)
                    && at == line_start(self.place, self.tokens, at) + 1;
                let verb = word
                    .strip_suffix('s')
                    .filter(|verb| person && verb.len() > 1 && !is_reserved(word))
                    .filter(|_| !WORDS.contains(&word))?;
                format!("does {verb}")
            }
        };
        Some(self.as_words(first, &meant))
    }

    /// Whether the token before one is a name that begins a statement.
    fn opens(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return false };
        let first = line_start(self.place, self.tokens, before) == before;
        let inside = before.checked_sub(1).is_some_and(|at| matches!(self.word(at), "{" | "}"));
        before > 0 && self.tokens[before].kind == Kind::Word && (first || inside)
    }

    /// Whether the innermost bracket around a token is a card's.
    fn in_card(&self, at: usize) -> bool {
        let brackets = self.tokens.iter().take(at).rev();
        let mut brackets = brackets.filter(|t| matches!(t.kind, Kind::Open | Kind::Close));
        let Some(open) = brackets.next().filter(|t| t.of(self.place.text) == "[") else {
            return false;
        };
        let before = self.tokens.partition_point(|t| t.start < open.start).checked_sub(1);
        // `v in [yes, no]` lists values.
        before.is_none_or(|at| self.word(at) != "in")
    }

    /// Whether a guess leaves a word alone on its line that would be a statement of its own: it is
    /// no mend then.
    pub(super) fn splits(&self, guess: &Guess) -> bool {
        let mut text = self.place.text.to_owned();
        text.replace_range(guess.patch.start..guess.patch.end, &guess.patch.new);
        let from = text[..guess.patch.start].rfind('\n').map_or(0, |at| at + 1);
        let end =
            text[guess.patch.start..].find('\n').map_or(text.len(), |at| guess.patch.start + at);
        parse::marks(&text).iter().filter(|(_, role)| *role == Role::Unit).any(|(at, _)| {
            let before = text.get(from..*at).map_or("", str::trim_end);
            (from..end).contains(at) && !before.is_empty() && !before.ends_with(['{', '}', ','])
        })
    }

    /// `draw_pile -> p.layout`
    fn arrow(&self, at: usize) -> Option<Guess> {
        let from = line_start(self.place, self.tokens, at);
        let from = (from..at)
            .rev()
            .find(|at| matches!(self.word(*at), "{" | "}"))
            .map_or(from, |open| open + 1);
        let line = self.tokens.iter().skip(at + 1).take_while(|t| {
            let gap = self.place.text.get(self.tokens[at].end..t.start);
            matches!(t.kind, Kind::Word | Kind::Sign) && gap.is_some_and(|gap| !gap.contains('\n'))
        });
        let (first, last) = (*self.tokens.get(from).filter(|_| from < at)?, *line.last()?);
        let zone = self.place.text.get(first.start..self.tokens[at].start)?.trim_end();
        let target = self.place.text.get(self.tokens[at].end..last.end)?.trim_start();
        Some(self.as_words(Token { end: last.end, ..first }, &format!("move {zone} to {target}")))
    }

    pub(super) fn as_words(&self, token: Token, meant: &str) -> Guess {
        Guess {
            patch: Patch { start: token.start, end: token.end, new: meant.to_owned() },
            how: How::Foreign { written: self.glued(token), meant: meant.to_owned() },
            token,
        }
    }

    /// `draw one`, `draw-one` and `find first player` for a name with `_`.
    fn joined(&self, at: usize, effort: &Effort) -> Option<Guess> {
        (2..=MOST_JOINED).rev().find_map(|count| self.joined_words(at, count, effort))
    }

    fn joined_words(&self, at: usize, count: usize, effort: &Effort) -> Option<Guess> {
        let mut end = at;
        let mut name = String::new();
        let mut dash = false;
        for part in 0..count {
            if part > 0 {
                let sign = self.word(end) == "-";
                dash |= sign;
                end += usize::from(sign);
                name.push('_');
            }
            let number = |t: &&Token| t.kind == Kind::Number && dash;
            let token = self.tokens.get(end).filter(|t| t.kind == Kind::Word || number(t))?;
            name.push_str(token.of(self.place.text));
            end += 1;
        }
        // `hand hand` is a word that stands there twice.
        if count == 2 && !dash && self.word(at) == self.word(end - 1) {
            return None;
        }
        let (first, last) = (*self.tokens.get(at)?, *self.tokens.get(end.checked_sub(1)?)?);
        let token = Token { end: last.end, ..first };
        // `slot front: Playing`
        if ZONES.contains(&first.of(self.place.text)) {
            return None;
        }
        if token.of(self.place.text).contains('\n') {
            return None;
        }
        // A list of words that lacks no comma: `enum Half { left half, right_half }`; and a name
        // that is declared.
        let listed = self.word(0) == "enum" && at > 1;
        // `first player: Player`: what is declared may be called by words of ours.
        let named = self.word(end) == ":"
            && self.begins(at)
            && matches!(self.word(0), "each" | "the")
            && !is_reserved(&name);
        let plain = (at..end).all(|at| {
            (named || !is_reserved(self.word(at))) && !clauses::TRAITS.contains(&self.word(at))
        }) && !(at..end).any(|at| LIMITS.contains(&self.word(at)));
        let heading = matches!(self.word(end), ":" | "{" | "=" | "(" | "as" | "for" | "of");
        let declares =
            heading && at > 0 && DECLARING.contains(&self.word(at - 1)) || self.word(end) == ":";
        let two = listed && count == 2 && !dash && !effort.words().has(&name);
        // Rules that use both halves name two members; so do halves that end alike.
        let alike = || {
            let tail = |t: Token| t.of(self.place.text).rsplit('_').next().map(str::to_owned);
            first.of(self.place.text).contains('_') && tail(first) == tail(last)
        };
        if two && self.word(0) == "enum" && alike() {
            return Some(self.missing(end - 1, ","));
        }
        let words = [first, last].map(|token| token.of(self.place.text));
        let of_rules = |word: &&str| effort.words().uses_beyond(word, self.place.text);
        if two && (words.iter().all(|word| effort.words().uses(word)) || words.iter().any(of_rules))
        {
            return Some(self.missing(end - 1, ","));
        }
        if two && self.word(0) == "enum" && plain {
            return Some(self.one_or_two(token, end - 1, &name));
        }
        // `set Red Bandit.value to 15` names a card.
        if self.word(0) == "set" && at == 1 && self.word(end) == "." && plain {
            return Some(self.as_words(token, &format!("[{name}]")));
        }
        let new = plain && !dash && (listed && count == 2 || declares);
        // `define fits also for c: Mile`, where the rules say `c.fits`.
        let rules = effort.words();
        let word = self.word(0) == "define";
        if new
            && word
            && count == 2
            && declares
            && !rules.has(&name)
            && rules.behind_dot(self.word(at))
        {
            return Some(self.stray(last));
        }
        // `[Money-Bag-100]`
        let before = at.checked_sub(1).map_or("", |at| self.word(at));
        let card = dash && before == "[" && self.word(end) == "]";
        (effort.words().has(&name) || new || card).then(|| Guess {
            patch: Patch { start: token.start, end: token.end, new: name.clone() },
            how: How::Spelling { written: self.glued(token), meant: name },
            token,
        })
    }

    /// `{ herring eel, moonfish }`: one name or two, nobody can know.
    fn one_or_two(&self, token: Token, last: usize, name: &str) -> Guess {
        let two = self.missing(last, ",");
        let written = self.glued(token);
        let remark = format!(
            "a comma stands between two names: `{}`; one name has no blank: `{name}`",
            written.replacen(' ', ", ", 1)
        );
        Guess { how: How::NoSuch { written, remark }, token, ..two }
    }

    /// `define fits: c.miles > 2`, which does not say whose it is.
    fn whose(&self, at: usize, effort: &Effort) -> Option<Guess> {
        let colon = *self.tokens.get(at).filter(|_| at == 2 && self.word(0) == "define")?;
        let inside = self.tokens.get(at + 1..)?;
        let path = inside.windows(2).find(|pair| {
            pair[0].kind == Kind::Word
                && pair[1].of(self.place.text) == "."
                && pair[0].end == pair[1].start
        })?;
        // Longer names are those of counters.
        let name = Some(path[0].of(self.place.text)).filter(|name| name.len() <= 2)?;
        let ty = effort.words().type_of(name).filter(|_| self.word(at) == ":")?;
        Some(self.as_words(colon, &format!(" for {name}: {ty} =")))
    }

    /// `books: 0` and `books = 0`, where a type is wanted and then a start.
    fn typed(&self, at: usize, effort: &Effort) -> Option<Guess> {
        let sign = *self.tokens.get(at).filter(|t| matches!(t.of(self.place.text), ":" | "="))?;
        let value = *self.tokens.get(at + 1)?;
        let name = at.checked_sub(1).and_then(|at| self.tokens.get(at))?;
        let owned = matches!(self.word(0), "each" | "the") && self.word(at + 2) != "..";
        let written = value.of(self.place.text);
        let ty = match value.kind {
            Kind::Number => "Number",
            Kind::Money => effort.words().unit(written.chars().next()?)?,
            Kind::Word
                if matches!(written, "yes" | "no") && !matches!(self.word(at + 2), "or" | "/") =>
            {
                "yes or no"
            }
            _ => return None,
        };
        let usual = written == "0" || written == "no" || written.get(1..) == Some("0");
        let start = if usual { String::new() } else { format!(" = {written}") };
        (owned && name.kind == Kind::Word).then(|| Guess {
            patch: Patch { start: name.end, end: value.end, new: format!(": {ty}{start}") },
            how: How::Instead {
                written: sign.of(self.place.text).to_owned(),
                meant: format!(": {ty}"),
            },
            token: sign,
        })
    }

    /// `ja or nein = nein`, `true/false`
    fn yes_or_no(&self, at: usize) -> Option<Guess> {
        const OR: [&str; 5] = ["or", "oder", "ou", "o", "/"];
        let truth = |at: usize| {
            let word = self.word(at).to_lowercase();
            let meant = if word == "yes" || word == "no" {
                Some(word.as_str())
            } else {
                foreign::value(&word)
            };
            meant.filter(|meant| matches!(*meant, "yes" | "no")).map(str::to_owned)
        };
        let (one, other) = (truth(at)?, truth(at + 2)?);
        let or = OR.contains(&self.word(at + 1).to_lowercase().as_str());
        let start = truth(at + 4).filter(|_| self.word(at + 3) == "=");
        let last = *self.tokens.get(if start.is_some() { at + 4 } else { at + 2 })?;
        let token = Token { end: last.end, ..*self.tokens.get(at)? };
        let start = start.map_or(String::new(), |start| format!(" = {start}"));
        let meant = format!("yes or no{start}");
        (or && one != other && self.glued(token) != meant).then(|| self.as_words(token, &meant))
    }

    /// `3x3` for `3 by 3`: how large a board is.
    fn size(&self, at: usize) -> Option<Guess> {
        let token = *self.tokens.get(at)?;
        let (columns, rows) = token.of(self.place.text).split_once(['x', 'X'])?;
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        (digits(columns) && digits(rows))
            .then(|| self.as_words(token, &format!("{columns} by {rows}")))
    }

    /// A deed or word with its values, without brackets: `shootout me, victim, no`.
    fn call(&self, known: &Known) -> Option<Guess> {
        let from =
            line_start(self.place, self.tokens, self.at.min(self.tokens.len().checked_sub(1)?));
        let from = if matches!(self.word(from), "{" | "}") { from + 1 } else { from };
        let (name, first) = (*self.tokens.get(from)?, *self.tokens.get(from + 1)?);
        let apart =
            name.end < first.start && matches!(first.kind, Kind::Word | Kind::Number | Kind::Money);
        if name.kind != Kind::Word || is_reserved(name.of(self.place.text)) || !apart {
            return None;
        }
        let rest = self.place.text.get(first.start..)?;
        let values = rest.split('\n').next().unwrap_or("").trim_end();
        let values = values.trim_end_matches(['}', ' ']);
        let token = Token { end: first.start + values.len(), ..name };
        let name = name.of(self.place.text);
        let (deed, chosen) = (known.deed(name), known.chosen(name));
        if !(values.contains(',') || deed || chosen) || values.contains(['{', '"', '=']) {
            return None;
        }
        if chosen {
            let how = How::NoSuch {
                written: self.glued(token),
                remark: format!(
                    "moves are chosen: `choose {{ {name} }}`; what is done without a choice is a \
                     deed: `to NAME(n: Number) {{ … }}`, and `NAME(2)`"
                ),
            };
            return Some(Guess { how, ..self.as_words(token, "") });
        }
        Some(self.as_words(token, &format!("{name}({values})")))
    }

    /// Whether a word that would be taken out says something: without a number, a text or a name
    /// the sentence means something else.
    fn tells(&self, guess: &Guess, word: &str) -> bool {
        let at = self.tokens.partition_point(|t| t.start < guess.token.start);
        let twice = at.checked_sub(1).is_some_and(|before| self.word(before) == word);
        match guess.token.kind {
            // `square(0 0)` are two values.
            Kind::Number | Kind::Money | Kind::Text => !twice || self.inside_call(at),
            Kind::Word => {
                !twice
                    && !SMALL.contains(&word)
                    && !ARTICLES.contains(&word.to_lowercase().as_str())
                    && !is_reserved(word)
            }
            _ => false,
        }
    }

    /// Whether a guess changes the line on which a variant names what it changes.
    fn names_part(&self, guess: &Guess) -> bool {
        let head = self.place.text.get(..guess.patch.start).unwrap_or("");
        matches!(self.word(0), "remove" | "replace" | "extend") && !head.contains('\n')
    }

    /// Whether a guess takes the meaning out of the line, or makes a value be set in a sentence
    /// that sets nothing.
    pub(super) fn harms(&self, guess: &Guess) -> bool {
        match &guess.how {
            How::Stray(word) => {
                WEIGHTY.contains(&word.to_lowercase().as_str()) || self.tells(guess, word)
            }
            How::Missing(word) => {
                word == "=" && !sets(self.place, self.tokens, guess.patch.start)
                    // Nothing of a game is called as an item's word is.
                    || guess.patch.start == 0 && word == "to"
                    || self.names_part(guess) && word.starts_with(in_name)
                    || matches!(word.as_str(), "bookkeeping" | "capped" | "lost" | "drawn")
                    || LINKING.contains(&word.as_str()) && self.ends_line(guess.patch.start)
            }
            How::Instead { written, meant } => {
                // What a variant names is there under one name only.
                self.names_part(guess) && written.starts_with(in_name)
                    || WEIGHTY.contains(&written.to_lowercase().as_str()) && meant != written
                    || matches!(meant.as_str(), "bookkeeping" | "capped")
                    || meant == "=" && !sets(self.place, self.tokens, guess.patch.start)
            }
            How::Foreign { meant, written } => {
                // What is moved goes somewhere.
                let rest = self.place.text.get(guess.token.end..).unwrap_or("");
                let rest = rest.split(['\n', '}']).next().unwrap_or("");
                if meant == "move" && !rest.split_whitespace().any(|word| GOALS.contains(&word)) {
                    return true;
                }
                // Only what is forbidden has a `because`.
                if meant == "because" && !matches!(self.word(0), "forbid" | "test") {
                    return true;
                }
                // `once per turn for each c`; at the beginning of a line it is right.
                let each = written.eq_ignore_ascii_case("for each") && meant == "for";
                let at = self.tokens.partition_point(|t| t.start < guess.token.start);
                each && self.begins(at)
                    || matches!(meant.as_str(), "+=" | "-=")
                        && !sets(self.place, self.tokens, guess.patch.start)
                    || meant == "otherwise" && self.gives_reason(guess.token.start)
            }
            How::Spelling { .. } | How::NoSuch { .. } | How::Braces(_) => false,
        }
    }
}

/// The first token of the line of a token.
pub(super) fn line_start(place: Place<'_>, tokens: &[Token], at: usize) -> usize {
    let mut first = at;
    while let Some([before, here]) = first.checked_sub(1).and_then(|at| tokens.get(at..at + 2)) {
        if place.text.get(before.end..here.start).is_none_or(|gap| gap.contains('\n')) {
            break;
        }
        first -= 1;
    }
    first
}

/// Whether what stands on the line before a byte can be set: a heading, or `me.cash`.
pub(super) fn sets(place: Place<'_>, tokens: &[Token], byte: usize) -> bool {
    let behind = tokens.partition_point(|t| t.end <= byte);
    let Some(last) = behind.checked_sub(1) else { return false };
    let from = line_start(place, tokens, last);
    let word = |at: usize| tokens.get(at).map_or("", |t| t.of(place.text));
    let from =
        (from..=last).rev().find(|at| matches!(word(*at), "{" | "}")).map_or(from, |open| open + 1);
    let Some(words) = tokens.get(from..behind) else { return false };
    if matches!(word(from), "define" | "option" | "let" | "change") {
        return true;
    }
    // `Square(5, 4).gold`
    let close = words.iter().position(|t| t.of(place.text) == ")");
    let close = close.filter(|_| word(from + 1) == "(");
    let words = words.get(close.unwrap_or(0)..).unwrap_or(&[]);
    let named = |t: &Token| t.kind == Kind::Word || close.is_some() && t.of(place.text) == ")";
    // `me.cash`: names with dots between them, two names never side by side.
    let path = words.chunks(2).all(|pair| match pair {
        [name, dot] => named(name) && dot.of(place.text) == ".",
        [name] => named(name),
        [] | [_, _, _, ..] => false,
    });
    path && words.len() % 2 == 1
}
