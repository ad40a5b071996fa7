//! Declarations in other words or signs than the language has, put into its own: the names and
//! numbers of the line are kept, and what stands between them is written as it is written here.

use super::Effort;
use super::guess::{Guess, How, Trial};
use super::known::Known;
use super::newcomer_slips::bare_type;
use super::questions::numeral;
use crate::letters::name_of;
use crate::syntax::parse::is_reserved;
use crate::syntax::scan::{Kind, Token};
use crate::type_words;
use std::ops::Range;

/// Words between the names of a list.
const BETWEEN: [&str; 17] = [
    "or", "and", "of", "is", "are", "with", "values", "has", "have", "members", "one", "either",
    "the", "und", "oder", "et", "ou",
];
/// What zones are called, and what they are.
pub(super) const SHAPES: [(&str, &str); 14] = [
    ("set", "set"),
    ("hand", "set"),
    ("heap", "pile"),
    ("pile", "pile"),
    ("stack", "pile"),
    ("deck", "pile"),
    ("row", "row"),
    ("list", "row"),
    ("line", "row"),
    ("slot", "slot"),
    ("slots", "slots"),
    ("grid", "grid"),
    ("stapel", "pile"),
    ("reihe", "row"),
];
/// Words that say who sees something.
const SEEN: [&str; 7] = ["seen", "visible", "secret", "private", "hidden", "face", "shown"];
/// So many words of a heading are looked at.
const MOST_HEAD: usize = 24;
/// Words that open the clauses of a move.
const CLAUSES: [&str; 7] = ["as", "needs", "once", "joins", "openly", "works", "{"];

impl Trial<'_> {
    /// The heading of the item, as it is probably meant.
    pub(super) fn heading(&self, effort: &Effort) -> Vec<Guess> {
        let known = effort.words();
        let made = match self.word(0).to_lowercase().as_str() {
            "enum" => self.table_head(known).or_else(|| self.square()).or_else(|| self.members(1)),
            "card" => self.fields(known),
            "deck" => self.deck(known),
            "option" => self.option().or_else(|| self.option_of_words(known)),
            "each" | "the" => self.belongings(known),
            "replace" if matches!(self.word(1), "each" | "the") => self.belongings(known),
            "test" => self.test_head(),
            "when" | "on" | "if" | "once" | "whenever" => {
                let deed = self.deed_happened(known).or_else(|| self.card_lies(known));
                deed.or_else(|| self.ends_when(known)).or_else(|| self.runs_out(known))
            }
            "rules" => self.card_lies(known),
            "action" | "attempt" => self.move_head(),
            "menu" => self.menu(),
            "players" => self.seats().or_else(|| self.of_each_player()),
            "to" | "define" => self.given_in(known).or_else(|| self.untyped(known)),
            "game" => self.title(),
            "unit" => self.unit(),
            _ => None,
        };
        made.into_iter().chain(self.other_items()).collect()
    }

    /// `enum Field 8 by 8 { a1 }`, `enum Field 8 by 8 from a1 to h8`
    fn square(&self) -> Option<Guess> {
        if self.word(3) != "by" || self.numbers(2..5).len() != 2 {
            return None;
        }
        let whole = self.span(&(0..self.tokens.len()))?;
        let corner =
            (5..self.tokens.len()).find(|at| self.is_word(*at) && self.word(*at) != "from");
        let head = self.text_of(0..5)?;
        Some(self.as_words(
            whole,
            &match corner {
                Some(at) => format!("{head} from {}", self.word(at)),
                None => head,
            },
        ))
    }

    /// `action snap … works when …` is an attempt: what another word opens.
    fn other_items(&self) -> Vec<Guess> {
        const MOVES: [&str; 3] = ["attempt", "action", "to"];
        const VALUES: [&str; 3] = ["define", "option", "enum"];
        const LAID: [&str; 3] = ["replace", "extend", "remove"];
        let word = self.word(0);
        // What lacks the type of what it is given is no item of another sort.
        if matches!(word, "to" | "define") && self.lacks_types() {
            return Vec::new();
        }
        let alike: &[&str] = match word {
            _ if MOVES.contains(&word) => &MOVES,
            _ if VALUES.contains(&word) => &VALUES,
            _ if LAID.contains(&word) => &LAID,
            "when" | "on" | "whenever" | "if" | "once" => &["after"],
            _ => return Vec::new(),
        };
        let Some(first) = self.tokens.first().copied() else { return Vec::new() };
        let others = alike.iter().filter(|other| **other != word);
        let mut all: Vec<Guess> = others.map(|other| self.as_words(first, other)).collect();
        // `when play_card(c) and c.fits {`
        let joins = |at: &usize| matches!(self.word(*at), "and" | "if" | "where" | "with" | ",");
        let close = (1..self.tokens.len().min(MOST_HEAD)).find(|at| self.word(*at) == ")");
        let join = close.map_or(Some(2), |at| Some(at + 1)).filter(joins);
        if let Some(join) = join.filter(|_| alike == ["after"])
            && let (Some(whole), Some(head)) = (self.span(&(0..join + 1)), self.text_of(1..join))
        {
            all.push(self.as_words(whole, &format!("after {head} when")));
        }
        all
    }

    /// What an item that begins with no word of ours is, by its look.
    pub(super) fn nameless(&self, known: &Known) -> Vec<Guess> {
        let mut all: Vec<Guess> = Vec::new();
        all.extend(self.translated());
        all.extend(self.title_alone());
        all.extend(self.seats());
        all.extend(self.card_lies(known));
        all.extend(self.runs_out(known));
        all.extend(self.of_each_player());
        // What is said of the end of the game is no name.
        if matches!(self.word(0), "winner" | "scoring" | "scores") {
            return all;
        }
        let line = self.line(0);
        let has = |word: &str| line.clone().any(|at| self.word(at) == word);
        if matches!(self.word(1), "is" | "=" | ":" | "are") && !has("..") {
            all.extend(self.members(0));
        }
        let name = self.tokens.first().filter(|t| t.kind == Kind::Word).copied();
        let Some(name) = name else { return all };
        let written = name.of(self.place.text);
        // What nothing calls is no deed.
        let deed = self.word(1) == "(" || known.uses(written);
        let words: &[&str] = if has("needs") || has("as") || self.word(line.end) == "needs" {
            &["action"]
        } else if self.word(1) == ":" {
            &["option"]
        } else {
            &["define", "menu", "enum", "to", "card", "action"]
        };
        let words = words.iter().filter(|word| deed || **word != "to");
        all.extend(words.map(|word| self.as_words(name, &format!("{word} {written}"))));
        all
    }

    /// The tokens of the line of a token, from it on.
    pub(super) fn line(&self, from: usize) -> Range<usize> {
        let text = self.place.text;
        let start = self.tokens.get(from).map_or(0, |t| t.start);
        let same = |t: &&Token| text.get(start..t.start).is_some_and(|gap| !gap.contains('\n'));
        from..from + self.tokens.iter().skip(from).take_while(same).count()
    }

    pub(super) fn span(&self, at: &Range<usize>) -> Option<Token> {
        let (first, last) = (self.tokens.get(at.start)?, self.tokens.get(at.end.checked_sub(1)?)?);
        Some(Token { end: last.end, ..*first })
    }

    pub(super) fn is_word(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|t| t.kind == Kind::Word)
    }

    /// The numbers among some tokens, as they are written.
    pub(super) fn numbers(&self, at: Range<usize>) -> Vec<String> {
        let number = |at: usize| match self.tokens.get(at)?.kind {
            Kind::Number | Kind::Money => Some(self.word(at).to_owned()),
            Kind::Word if self.word(at).len() > 2 => numeral(self.word(at)).map(str::to_owned),
            _ => None,
        };
        at.filter_map(number).collect()
    }

    /// `players: 2-5`, `2 to 5 players`, `spieler 2 bis 5`
    fn seats(&self) -> Option<Guess> {
        const PLAYERS: [&str; 6] =
            ["players", "player", "spieler", "joueurs", "jugadores", "giocatori"];
        let line = self.line(0);
        let said = line.clone().any(|at| PLAYERS.contains(&self.word(at).to_lowercase().as_str()));
        let meant = match self.numbers(line.clone()).as_slice() {
            [one] => format!("players {one}"),
            [least, .., most] => format!("players {least} to {most}"),
            [] => return None,
        };
        (said && line.len() <= 8).then(|| Some(self.as_words(self.span(&line)?, &meant)))?
    }

    /// `Each player has: {`, `Player {`, `Players have {`
    fn of_each_player(&self) -> Option<Guess> {
        const SAID: [&str; 11] = [
            "each",
            "every",
            "all",
            "player",
            "players",
            "has",
            "have",
            ":",
            "everyone",
            "everybody",
            "=",
        ];
        let open = (0..self.tokens.len()).find(|at| self.word(*at) == "{")?;
        let head = 0..open;
        let words = || head.clone().map(|at| self.word(at).to_lowercase());
        let everybody = ["player", "players", "everyone", "everybody"];
        let fits = words().all(|word| SAID.contains(&word.as_str()))
            && words().any(|word| everybody.contains(&word.as_str()));
        fits.then(|| Some(self.as_words(self.span(&head)?, "each Player has")))?
    }

    /// `enum Suit = red | blue`, `Suit: red, blue`
    fn members(&self, name: usize) -> Option<Guess> {
        if !self.is_word(name) || is_reserved(self.word(name)) {
            return None;
        }
        let whole = 0..self.tokens.len();
        let mut names: Vec<String> = Vec::new();
        for at in name + 1..whole.end {
            let (word, kind) = (self.word(at), self.tokens.get(at)?.kind);
            match kind {
                Kind::Text => names.push(name_of(word)),
                Kind::Word if BETWEEN.contains(&word.to_lowercase().as_str()) => {}
                Kind::Word if !is_reserved(word) => names.push(word.to_owned()),
                Kind::Word | Kind::Number | Kind::Money | Kind::Doc | Kind::OpenText => {
                    return None;
                }
                _ if matches!(word, ":" | "=" | "|" | "," | ";" | "{" | "}" | "[" | "]" | "/")
                    || matches!(word, "(" | ")" | "-" | ".") => {}
                _ => return None,
            }
        }
        let meant = format!("enum {} {{ {} }}", self.word(name), names.join(", "));
        let plain = names.len() > 1 && names.iter().all(|name| !name.is_empty());
        plain.then(|| Some(self.as_words(self.span(&whole)?, &meant)))?
    }

    /// The tokens inside the brackets of an item, or behind its head if it has none.
    pub(super) fn inside(&self, head: usize) -> Option<Range<usize>> {
        let last = self.tokens.len().checked_sub(1)?;
        let open = self.tokens.get(head).filter(|t| t.kind == Kind::Open).is_some();
        let sign = matches!(self.word(head), ":" | "=" | "has" | "with");
        let from = head + usize::from(open || sign);
        let from = from + usize::from(!open && sign && self.word(from) == "{");
        let to = if self.tokens.get(last)?.kind == Kind::Close { last } else { last + 1 };
        (from < to).then_some(from..to)
    }

    /// The parts of a list: between commas and semicolons, outside brackets.
    pub(super) fn parts(&self, at: Range<usize>) -> Vec<Range<usize>> {
        let (mut all, mut from, mut depth) = (Vec::new(), at.start, 0usize);
        for next in at.clone() {
            match self.word(next) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                "," | ";" if depth == 0 => {
                    all.push(from..next);
                    from = next + 1;
                }
                _ => {}
            }
        }
        all.push(from..at.end);
        all.retain(|part| !part.is_empty());
        all
    }

    /// `card Playing { Suit suit, 1 to 13 rank }`
    fn fields(&self, known: &Known) -> Option<Guess> {
        let name = self.word(1);
        let inside = self.inside(2).filter(|_| self.is_word(1) && self.word(2) != "is")?;
        let parts = self.parts(inside);
        let colons = |part: &Range<usize>| part.clone().filter(|at| self.word(*at) == ":").count();
        if parts.iter().any(|part| colons(part) > 1) {
            return None;
        }
        // One field without its type among others is said of that field.
        let typed = |part: &Range<usize>| self.word(part.start + 1) == ":";
        if parts.iter().any(typed) && parts.iter().any(|part| part.len() == 1) {
            return None;
        }
        let fields: Option<Vec<String>> =
            parts.into_iter().map(|part| self.field_of(part, known)).collect();
        let meant = format!("card {name} {{ {} }}", fields?.join(", "));
        Some(self.as_words(self.span(&(0..self.tokens.len()))?, &meant))
    }

    /// `name: Type` of a field in other words.
    fn field_of(&self, at: Range<usize>, known: &Known) -> Option<String> {
        const OF: [&str; 5] = ["as", "is", "of", "type", "a"];
        let tokens = self.tokens.get(at.clone()).filter(|tokens| !tokens.is_empty())?;
        if tokens.iter().any(|token| matches!(token.kind, Kind::Doc | Kind::Open)) {
            return None;
        }
        let (first, last) = (at.start, at.end - 1);
        if self.word(first + 1) == ":" || self.word(first + 1) == "=" && at.len() > 2 {
            return Some(format!("{}: {}", self.name(first)?, self.type_of(first + 2..at.end)?));
        }
        if at.len() == 1 {
            let name = self.name(first)?;
            let ty = known.enum_called(&name).unwrap_or(bare_type(&name)).to_owned();
            return Some(format!("{name}: {ty}"));
        }
        let typed = |at: usize| {
            let word = self.word(at);
            self.tokens[at].kind != Kind::Word
                || word.starts_with(char::is_uppercase)
                || type_words::type_name(word).is_some()
                || word == "from"
        };
        // `Suit suit` and `suit Suit`.
        let (name, ty) = if typed(first) && self.is_word(last) && !typed(last) {
            (last, first..last)
        } else {
            let skipped = (first + 1..at.end).take_while(|at| OF.contains(&self.word(*at))).count();
            (first, first + 1 + skipped..at.end)
        };
        Some(format!("{}: {}", self.name(name)?, self.type_of(ty)?))
    }

    pub(super) fn name(&self, at: usize) -> Option<String> {
        match self.tokens.get(at)?.kind {
            Kind::Word if !is_reserved(self.word(at)) => Some(self.word(at).to_owned()),
            Kind::Text => Some(name_of(self.word(at))).filter(|name| !name.is_empty()),
            _ => None,
        }
    }

    /// A type: `1 to 13`, `int`, `Number 1-13`.
    fn type_of(&self, at: Range<usize>) -> Option<String> {
        const NO_VALUE: [&str; 2] = ["none", "no"];
        let equals = at.clone().find(|at| self.word(*at) == "=");
        let (ty, start) = (at.start..equals.unwrap_or(at.end), equals.map(|at| at + 1));
        let start = match start {
            Some(from) => format!(" = {}", self.text_of(from..at.end)?),
            None => String::new(),
        };
        let numbers = self.numbers(ty.clone());
        let minus = ty.clone().next().is_some_and(|at| self.word(at) == "-");
        let named = match (numbers.as_slice(), ty.len()) {
            ([low, high], _) if !minus => self.range_of(&ty, low, high),
            (_, 1) => match type_words::type_name(self.word(ty.start)) {
                Some(meant) => meant.to_owned(),
                None => self.text_of(ty)?,
            },
            // `Player or none` and `yes or no` are types, `Number or zero` is none.
            _ if ty
                .clone()
                .any(|at| self.word(at) == "or" && !NO_VALUE.contains(&self.word(at + 1))) =>
            {
                return None;
            }
            _ => self.text_of(ty)?,
        };
        Some(format!("{named}{start}"))
    }

    pub(super) fn text_of(&self, at: Range<usize>) -> Option<String> {
        let token = self.span(&at)?;
        let words = token.of(self.place.text).split_whitespace().collect::<Vec<_>>();
        Some(words.join(" "))
    }

    /// `option "draws at most" 0 to 5, usually 3`, `option rounds = 5`
    fn option(&self) -> Option<Guess> {
        let line = self.line(0).start + 1..self.line(0).end;
        if self.tokens.len() > line.end {
            return None;
        }
        let names = line.clone().take_while(|at| {
            matches!(self.tokens[*at].kind, Kind::Text)
                || self.is_word(*at) && !matches!(self.word(*at), "from" | "is" | "between")
        });
        let count = names.count();
        let name = if self.tokens.get(line.start)?.kind == Kind::Text {
            self.name(line.start)?
        } else {
            line.clone().take(count).map(|at| self.word(at)).collect::<Vec<_>>().join("_")
        };
        let rest = line.start + count..line.end;
        // `rounds = 4: 1..10`: the ends stand beside the dots.
        let dots = rest.clone().find(|at| self.word(*at) == "..").filter(|at| *at > rest.start);
        let ends = |at: usize| self.numbers(at - 1..at + 2);
        // `summit = 20, from 5 to 40`: what stands behind `=` is the start.
        let equals = self.word(rest.start) == "=" && dots.is_none();
        let numbers = match (dots, self.numbers(rest).as_slice()) {
            (None, [start, low, high]) if equals => vec![low.clone(), high.clone(), start.clone()],
            (Some(at), [start, low, high]) if ends(at) == [low.clone(), high.clone()] => {
                vec![low.clone(), high.clone(), start.clone()]
            }
            (_, all) => all.to_vec(),
        };
        let ty = match numbers.as_slice() {
            [low, high, start] => format!("{low}..{high} = {start}"),
            [low, high] => format!("{low}..{high} = {low}"),
            // Between which ends is for the designer to say.
            [start] => {
                let digits = start.trim_start_matches(|c: char| !c.is_ascii_digit());
                let sign = &start[..start.len() - digits.len()];
                let most = digits.parse::<u32>().ok().filter(|n| *n > 0)?.checked_mul(2)?;
                format!("{sign}0..{sign}{most} = {start}")
            }
            [] | [_, _, _, _, ..] => return None,
        };
        let named = !name.is_empty() && !is_reserved(&name);
        let meant = format!("option {name}: {ty}");
        named.then(|| Some(self.as_words(self.span(&self.line(0))?, &meant)))?
    }

    /// `each Player has a hand of cards`, `the table has pile of Playing heap`
    fn belongings(&self, known: &Known) -> Option<Guess> {
        let has = (0..4).find(|at| matches!(self.word(*at), "has" | "have" | "gets"))?;
        let open = (has + 1..self.tokens.len()).find(|at| self.word(*at) == "{");
        let owner = match self.word(1) {
            "player" | "players" => "Player",
            other => other,
        };
        let Some(open) = open else {
            let whole = 0..self.tokens.len();
            let part = self.belonging(has + 1..whole.end, known)?;
            let meant = format!("{} {owner} has {{ {part} }}", self.word(0));
            return Some(self.as_words(self.span(&whole)?, &meant));
        };
        // One thing stands on a line, or between braces.
        let at = self.at.min(self.tokens.len().checked_sub(1)?).max(open + 1);
        let text = self.place.text;
        let apart = |a: usize, b: usize| {
            let gap = self.tokens.get(a).zip(self.tokens.get(b));
            gap.is_some_and(|(a, b)| {
                text.get(a.end..b.start).is_some_and(|gap| gap.contains('\n') || gap.len() > 1)
            })
        };
        let from = (open + 1..=at).rev().find(|at| at - 1 == open || apart(at - 1, *at))?;
        let to =
            (from + 1..self.tokens.len()).find(|at| self.word(*at) == "}" || apart(at - 1, *at))?;
        let meant = self.belonging(from..to, known)?;
        Some(self.as_words(self.span(&(from..to))?, &meant))
    }

    /// One zone or counter, with who sees it.
    fn belonging(&self, at: Range<usize>, known: &Known) -> Option<String> {
        const SMALL: [&str; 16] = [
            "of", "a", "an", "the", "called", "named", "with", "for", "cards", "card", "by", "is",
            "as", "it", "only", "down",
        ];
        let lower = |at: usize| self.word(at).to_lowercase();
        let seen = at.clone().find(|at| SEEN.contains(&lower(*at).as_str()));
        if let Some(whole) = seen.and_then(|seen| self.in_other_order(at.clone(), seen, known)) {
            return Some(whole);
        }
        let mut thing = at.start..seen.unwrap_or(at.end);
        while thing.end > thing.start && matches!(self.word(thing.end - 1), "," | ";" | ".") {
            thing.end -= 1;
        }
        let by = match seen {
            None => "",
            Some(from) => {
                let nobody = (from..at.end)
                    .any(|at| matches!(lower(at).as_str(), "nobody" | "none" | "down" | "noone"));
                if nobody { ", seen by nobody" } else { ", seen by owner" }
            }
        };
        // `hand: …` is called so, whatever else a hand may be.
        let colon = thing.clone().find(|at| self.word(*at) == ":");
        let equals = thing.start + 1;
        let colon = colon.or((self.word(equals) == "=").then_some(equals));
        let called = colon.filter(|at| *at == thing.start + 1 || *at == thing.start + 2);
        let called = called.map(|at| self.word(at - 1));
        let words = || {
            let all = thing.clone().filter(|at| self.is_word(*at) && Some(*at + 1) != colon);
            all.map(|at| self.word(at))
        };
        if let Some(turned) = self.turned_round(&thing, colon, by, known) {
            return Some(turned);
        }
        let shaped = |word: &str| SHAPES.iter().find(|(said, _)| *said == word.to_lowercase());
        // `hand of set of Card`: what is a shape is one, whatever else may be.
        let real = words().find_map(|word| shaped(word).filter(|(said, shape)| said == shape));
        let shape = real.or_else(|| words().find_map(shaped));
        let kind = words().find(|word| known.kind(word));
        // Of a variant the kinds are those of its game.
        let kind = kind.or_else(|| {
            let mut large = words().filter(|word| word.starts_with(char::is_uppercase));
            large.next().filter(|_| known.variant() && large.next().is_none())
        });
        // `a hand of Winds`
        let cards = words().find(|word| known.kind_called(word).is_some());
        let kind = kind.or_else(|| known.kind_called(cards?));
        if let Some((said, shape)) = shape.filter(|_| kind.is_some() || words().any(|w| w == "of"))
        {
            let kind = kind.or_else(|| known.only_kind())?;
            let mut names = words().filter(|word| {
                let of = *word == kind || Some(*word) == cards;
                !of && !SMALL.contains(word) && word != said
            });
            let name = called.or_else(|| names.next()).unwrap_or(said);
            let plain = names.next().is_none() && !is_reserved(name);
            return plain.then(|| format!("{name}: {shape} of {kind}{by}"));
        }
        let counter =
            self.row_of(&thing, kind, seen.is_some()).or_else(|| self.field_of(thing, known))?;
        let whole = !counter.ends_with(" of") && !counter.contains(" of,");
        whole.then(|| format!("{counter}{by}"))
    }

    /// `coins: Coins, seen by owner = $3`, `hand, seen by owner: set of Playing`
    fn in_other_order(&self, at: Range<usize>, seen: usize, known: &Known) -> Option<String> {
        let find = |sign: &str| (seen..at.end).find(|at| self.word(*at) == sign);
        let comma = (self.word(seen.checked_sub(1)?) == ",").then(|| seen - 1)?;
        let (from, start) = match (find("="), find(":")) {
            (Some(equals), None) => (equals, true),
            (None, Some(colon)) => (colon, false),
            (None, None) | (Some(_), Some(_)) => return None,
        };
        let (head, rest) = (self.text_of(at.start..comma)?, self.text_of(from + 1..at.end)?);
        let by = self.text_of(comma + 1..from)?;
        if start {
            let typed = self.word(at.start + 1) == ":" && !head.contains('=');
            return typed.then(|| format!("{head} = {rest}, {by}"));
        }
        let shaped = SHAPES.iter().any(|(shape, _)| self.word(from + 1) == *shape);
        let typed = shaped || known.type_named(self.word(from + 1));
        (comma == at.start + 1 && typed).then(|| format!("{head}: {rest}, {by}"))
    }

    /// `test: ties (Ana and Ben)`
    fn test_head(&self) -> Option<Guess> {
        let open = (0..self.tokens.len()).find(|at| self.word(*at) == "{")?;
        let head = 1..open;
        let said = |at: &usize| matches!(self.word(*at), "with" | "for" | "(");
        if head.clone().any(|at| matches!(self.word(at), "where" | "from" | "-")) {
            return None;
        }
        let with = head.clone().find(said).unwrap_or(open);
        let title = match head.clone().find(|at| self.tokens[*at].kind == Kind::Text) {
            Some(at) => self.word(at).to_owned(),
            None => {
                let from = head.start + usize::from(self.word(1) == ":");
                format!(
                    "\"{}\"",
                    self.text_of(from..with).filter(|t| !t.is_empty() && !t.contains('"'))?
                )
            }
        };
        let names: Vec<&str> = (with..open)
            .filter(|at| self.is_word(*at) && self.word(*at).starts_with(char::is_uppercase))
            .map(|at| self.word(at))
            .collect();
        let names = if names.is_empty() { "Ana, Ben".to_owned() } else { names.join(", ") };
        let meant = format!("test {title} with {names}");
        Some(self.as_words(self.span(&(0..open))?, &meant))
    }

    /// `when the stock is empty { end game … }`: an ending, which stands in `play`.
    fn ends_when(&self, known: &Known) -> Option<Guess> {
        let open = (1..self.tokens.len()).find(|at| self.word(*at) == "{")?;
        let end = self.word(open + 1) == "end" && self.word(open + 2) == "game";
        self.runs_out(known).filter(|_| end)?;
        let whole = 0..self.tokens.len();
        let asked: Vec<&str> = (1..open).map(|at| self.word(at)).collect();
        let zone = asked.iter().find(|word| known.zone(word))?;
        let ending = self.text_of(open..whole.end)?;
        let guess = self.as_words(self.span(&whole)?, &format!("to at_the_end {ending}"));
        let remark =
            format!("an ending stands at the top of `play`: `ends when {zone} is empty {ending}`");
        let how = How::NoSuch { written: self.text_of(0..open)?, remark };
        Some(Guess { how, ..guess })
    }

    /// `when the stock is empty {`, `on empty stock {`
    fn runs_out(&self, known: &Known) -> Option<Guess> {
        const OUT: [&str; 10] = [
            "empty",
            "out",
            "runs_out",
            "gone",
            "exhausted",
            "up",
            "over",
            "finished",
            "leer",
            "vide",
        ];
        let open = (0..self.tokens.len()).find(|at| self.word(*at) == "{")?;
        let head = 0..open;
        let words = || head.clone().filter(|at| self.is_word(*at)).map(|at| self.word(at));
        let mut zones = words().filter(|word| known.zone(word));
        let zone = zones.next().filter(|zone| zones.all(|other| other == *zone))?;
        let out = words().any(|word| OUT.contains(&word.to_lowercase().as_str()));
        let owned = head.clone().any(|at| self.word(at) == "." && self.word(at + 1) == zone);
        let short = open <= 7 && out && !owned;
        short.then(|| Some(self.as_words(self.span(&head)?, &format!("when {zone} runs out"))))?
    }

    /// `action raise n from 1 to 6`, `action "doubt"`
    fn move_head(&self) -> Option<Guess> {
        let end = (1..self.tokens.len()).find(|at| CLAUSES.contains(&self.word(*at)))?;
        let whole = 0..end;
        let end = if self.word(end - 1) == ":" { end - 1 } else { end };
        let name = self.name(1)?;
        let open = usize::from(self.word(2) == "(");
        let close = usize::from(self.word(end.checked_sub(1)?) == ")");
        let inside = (2 + open).min(end)..end - close;
        let inside = if inside.start > inside.end { end..end } else { inside };
        let params: Option<Vec<String>> =
            self.parts(inside).into_iter().map(|part| self.picked(part)).collect();
        let params = params?;
        let params =
            if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
        let meant = format!("{} {name}{params}", self.word(0));
        Some(self.as_words(self.span(&whole)?, &meant))
    }

    /// `n from 1 to 6` as `n in 1..6`
    fn picked(&self, at: Range<usize>) -> Option<String> {
        const IN: [&str; 8] = ["in", "from", "=", ":", "between", "of", "∈", "is"];
        let name = self.name(at.start)?;
        let sign = IN.contains(&self.word(at.start + 1));
        if self.word(at.start + 1) == "in" && !at.clone().any(|at| self.word(at) == "to") {
            return self.text_of(at);
        }
        let rest = at.start + 1 + usize::from(sign)..at.end;
        let join = rest.clone().find(|at| matches!(self.word(*at), "to" | "and" | ".." | "-"));
        match join.filter(|at| *at > rest.start && sign) {
            Some(join) => {
                let (low, high) =
                    (self.text_of(rest.start..join)?, self.text_of(join + 1..rest.end)?);
                Some(format!("{name} in {low}..{high}"))
            }
            // `power: Power` is given by a menu.
            None => self.text_of(at),
        }
    }

    /// `menu m = a or b`, `menu m { a, b }`
    fn menu(&self) -> Option<Guess> {
        // `menu or { … }`, `menu { … }`
        let named = self.is_word(1) && !is_reserved(self.word(1));
        let head = (1..3).find(|at| named || self.word(*at) == "{").unwrap_or(2);
        let (name, head) = if named { (self.word(1), 2) } else { ("the_turn", head) };
        let inside = self.inside(head)?;
        let plain =
            |at: usize| self.is_word(at) && !is_reserved(self.word(at)) || self.word(at) == "pass";
        let (mut moves, mut otherwise) = (Vec::new(), String::new());
        for at in inside {
            match self.word(at) {
                "or" | "," | ";" | "|" | "and" | "{" | "}" | "[" | "]" | "/" => {}
                "otherwise" => {
                    otherwise = format!("{otherwise}{} otherwise ", moves.join(" or "));
                    moves.clear();
                }
                word if plain(at) => moves.push(word),
                _ => return None,
            }
        }
        let whole = 0..self.tokens.len();
        let meant = format!("menu {name} {{ {otherwise}{} }}", moves.join(" or "));
        (!moves.is_empty()).then(|| Some(self.as_words(self.span(&whole)?, &meant)))?
    }
}
