//! Lines that say who has a turn and how often, and stages whose names lack their quotation marks.

use super::guess::{Guess, Trial};
use super::known::Known;
use crate::foreign;
use crate::syntax::parse::is_reserved;

/// Words for having turns, and for what is done in one.
const TAKES: [&str; 9] =
    ["takes", "take", "has", "have", "gets", "get", "does", "makes", "performs"];
const DONE: [&str; 6] = ["action", "actions", "turn", "turns", "move", "moves"];
/// Words of whoever comes first.
const FIRST: [&str; 4] = ["starting", "beginning", "starts", "begins"];
/// Stages that may have a name.
const STAGES: [&str; 3] = ["round", "turn", "phase"];

impl Trial<'_> {
    /// What each of them is probably meant to be.
    pub(super) fn of_turns(&self, known: &Known) -> Vec<Guess> {
        let mut all: Vec<Guess> = Vec::new();
        all.extend(self.turns_in_words(known));
        all.extend(self.several_times());
        all.extend(self.stage_without_quotes());
        all.extend(self.random_player(known));
        all.extend(self.won_by_that());
        all.extend(self.pays_word(known));
        all.extend(self.any_of_players());
        all.extend(self.found_empty(known));
        all.extend(self.gains_field(known));
        all
    }

    /// A number, in digits or as a word.
    fn how_many(&self, at: usize) -> Option<u32> {
        let word = self.word(at).to_lowercase();
        foreign::number(&word).unwrap_or(&word).parse().ok()
    }

    /// A name that nothing in the item has.
    fn free_name(&self) -> Option<&'static str> {
        let all = 0..self.tokens.len();
        ["n", "i", "k"].into_iter().find(|name| !all.clone().any(|at| self.word(at) == *name))
    }

    /// `each player takes two actions, starting with the opener`
    fn turns_in_words(&self, known: &Known) -> Option<Guess> {
        let line = self.sentence()?;
        let small = |at: usize| self.word(at).to_lowercase();
        let start = line.start + usize::from(small(line.start) == "the");
        let each = matches!(small(start).as_str(), "each" | "every" | "all");
        let players = matches!(small(start + 1).as_str(), "player" | "players");
        let takes = TAKES.contains(&small(start + 2).as_str());
        let times = self.how_many(start + 3).filter(|n| each && players && takes && *n > 0)?;
        let done = DONE.contains(&small(start + 4).as_str());
        let mut at = start + 5;
        let mut from = String::new();
        if at < line.end {
            at += usize::from(self.word(at) == ",");
            let first = FIRST.contains(&small(at).as_str());
            let with = matches!(small(at + 1).as_str(), "with" | "from" | "by");
            let name = at + 2 + usize::from(small(at + 2) == "the");
            if !(first && with && name + 1 == line.end && known.counts(self.word(name))) {
                return None;
            }
            from = format!(" from {}", self.word(name));
        }
        let menu = known.only_menu().map(str::to_owned).or_else(|| known.all_moves());
        let menu = menu.filter(|_| done)?;
        let chosen = if times == 1 {
            format!("choose {menu}")
        } else {
            format!("for each {} in 1..{times} {{ choose {menu} }}", self.free_name()?)
        };
        let meant = match self.has_turn_around(line.start) {
            true => chosen,
            false => format!("turn me in players{from} {{ {chosen} }}"),
        };
        Some(self.as_words(self.span(&line)?, &meant))
    }

    /// Whether a token stands in the braces of `turn me in …`.
    fn has_turn_around(&self, at: usize) -> bool {
        let mut depth = 0usize;
        for n in (0..at).rev() {
            match self.word(n) {
                "}" => depth += 1,
                "{" if depth > 0 => depth -= 1,
                "{" => {
                    let head = super::likely::line_start(self.place, self.tokens, n);
                    if self.word(head) == "turn" && self.word(head + 1) == "me" {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// `{ choose buy twice }`, in a turn or where a turn should be.
    fn several_times(&self) -> Option<Guess> {
        let line = self.sentence()?;
        let (verb, what) = (line.start, line.start + 1);
        let times = match self.word(what + 1) {
            "twice" if what + 2 == line.end => 2,
            "thrice" if what + 2 == line.end => 3,
            _ if self.word(what + 2) == "times" && what + 3 == line.end => {
                self.how_many(what + 1)?
            }
            _ => return None,
        };
        let plain = self.is_word(what) && !is_reserved(self.word(what));
        let fits = self.word(verb) == "choose" && plain && times > 1;
        let name = self.free_name().filter(|_| fits)?;
        let each = format!("for each {name} in 1..{times} {{ choose {} }}", self.word(what));
        // `for each p in players { … }` around it, where nobody has a turn.
        let whole = self.line(super::likely::line_start(self.place, self.tokens, verb));
        let head = whole.start..verb;
        let loops = self.word(head.start) == "for"
            && self.word(head.start + 1) == "each"
            && self.word(head.start + 3) == "in"
            && self.word(head.start + 4) == "players"
            && self.word(verb.checked_sub(1)?) == "{";
        let domain = self.text_of(head.start + 4..verb - 1).filter(|_| loops);
        match domain {
            Some(domain) if self.word(line.end) == "}" => {
                let token = self.span(&(head.start..line.end + 1))?;
                Some(self.as_words(token, &format!("turn me in {} {{ {each} }}", domain.trim())))
            }
            Some(_) => None,
            None => Some(self.as_words(self.span(&line)?, &each)),
        }
    }

    /// `round week w in 1..8 {`: what a stage is called stands in quotation marks.
    fn stage_without_quotes(&self) -> Option<Guess> {
        let line = self.sentence()?;
        let (name, local) = (line.start + 1, line.start + 2);
        let stage = STAGES.contains(&self.word(line.start));
        let named = self.is_word(name) && !is_reserved(self.word(name));
        let bound = self.is_word(local) && self.word(local + 1) == "in";
        let fits = stage && named && bound && !is_reserved(self.word(local));
        let token = *self.tokens.get(name).filter(|_| fits)?;
        Some(self.as_words(token, &format!("\"{}\"", self.word(name))))
    }

    /// `lucky is a random player`: chance chooses, and gives the name.
    fn random_player(&self, known: &Known) -> Option<Guess> {
        let line = self.sentence()?;
        let is = line.start + 1;
        let at = is + 1 + usize::from(matches!(self.word(is + 1), "a" | "an" | "one" | "any"));
        let random = matches!(self.word(is), "is" | "becomes") && self.word(at) == "random";
        let whole = matches!(self.word(at + 1), "player" | "players") && at + 2 == line.end;
        let name = self.word(line.start);
        let plain = self.is_word(line.start) && !is_reserved(name) && !known.counts(name);
        let meant = format!("choose {} in players by chance", self.word(line.start));
        (random && whole && plain).then(|| Some(self.as_words(self.span(&line)?, &meant)))?
    }

    /// `ends when any p in players has … { end game won by that player }`
    fn won_by_that(&self) -> Option<Guess> {
        let near = self.at.saturating_sub(4)..=self.at + 1;
        let won = near.into_iter().find(|at| self.word(*at) == "won")?;
        let that = matches!(self.word(won + 2), "that" | "this" | "said");
        let player = self.word(won + 1) == "by" && self.word(won + 3) == "player";
        let open = (0..won).rev().find(|at| self.word(*at) == "{").filter(|_| that && player)?;
        let any = (0..open).rev().find(|at| self.word(*at) == "any")?;
        let of_players = self.word(any + 2) == "in" && self.word(any + 4) == "has";
        let (name, domain) = (self.word(any + 1), self.word(any + 3));
        let asked = self.text_of(any + 5..open).filter(|_| of_players)?;
        let token = self.span(&(won + 2..won + 4))?;
        Some(self.as_words(token, &format!("those {name} in {domain} where {}", asked.trim())))
    }

    /// What the item is given first, or what is picked in its brackets.
    fn first_given(&self, line_start: usize) -> Option<&str> {
        let open = (0..line_start).find(|at| self.word(*at) == "(")?;
        let head = matches!(self.word(0), "action" | "attempt" | "to");
        let bound = matches!(self.word(open + 2), "in" | ":");
        (head && bound).then(|| self.word(open + 1))
    }

    /// `pay the price of the film to the bank`, where `price` is defined for what was picked; `pay
    /// two coins to the bank`.
    fn pays_word(&self, known: &Known) -> Option<Guess> {
        const PAYS: [&str; 4] = ["pay", "pays", "spend", "spends"];
        let line = self.sentence().filter(|line| PAYS.contains(&self.word(line.start)))?;
        let token = self.span(&line)?;
        let (number, unit) = (line.start + 1, self.word(line.start + 2));
        let to = matches!(self.word(number + 2), "to" | "}") || number + 2 == line.end;
        if let (Some(n), Some(unit), true) = (self.how_many(number), known.unit_called(unit), to) {
            let cash = known.told("me.cash");
            let meant = format!("{cash} -= {}", known.amount(unit, &n.to_string()));
            return (cash != "me.cash" || known.counts("cash"))
                .then(|| self.as_words(token, &meant));
        }
        let picked = self.first_given(line.start)?;
        let mut all = (line.start + 1..line.end)
            .map(|at| self.word(at))
            .filter(|word| known.defines(word) || known.behind_dot(word) && known.counts(word));
        let word = all.next().filter(|word| all.all(|other| other == *word))?;
        let meant = known.told(&format!("me.cash -= {picked}.{word}"));
        Some(self.as_words(token, &meant))
    }

    /// `you get the prestige as fame`: what is printed on a card is added to what a player has.
    fn gains_field(&self, known: &Known) -> Option<Guess> {
        const GAINS: [&str; 9] =
            ["get", "gets", "gain", "gains", "earn", "earns", "receive", "receives", "score"];
        const LOSES: [&str; 6] = ["lose", "loses", "pay", "pays", "spend", "spends"];
        let line = self.sentence()?;
        let you = usize::from(matches!(self.word(line.start), "you" | "You" | "I" | "player"));
        let verb = self.word(line.start + you);
        let sign = match (GAINS.contains(&verb), LOSES.contains(&verb)) {
            (true, _) => "+=",
            (_, true) => "-=",
            (false, false) => return None,
        };
        let picked = self.first_given(line.start)?;
        let words = || (line.start + you + 1..line.end).map(|at| self.word(at));
        let of_player = |word: &&str| known.owner_of(word) == Some("Player") && !known.zone(word);
        let mut counters = words().filter(of_player);
        let counter = counters.next().filter(|_| counters.next().is_none())?;
        let printed = |word: &&str| known.owner_of(word).is_some_and(|of| of != "Player");
        let mut fields = words().filter(printed);
        let field = fields.next().filter(|_| fields.next().is_none())?;
        let plain = !words().any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        let meant = format!("me.{counter} {sign} {picked}.{field}");
        plain.then(|| Some(self.as_words(self.span(&line)?, &meant)))?
    }

    /// `any player has p.fame >= 20`
    fn any_of_players(&self) -> Option<Guess> {
        const HOW: [(&str, &str); 4] =
            [("any", "any"), ("some", "any"), ("every", "every"), ("no", "no")];
        let near = self.at.saturating_sub(4)..=self.at + 1;
        let (at, how) = near.into_iter().find_map(|at| {
            let (_, how) = HOW.iter().find(|(word, _)| self.word(at) == *word)?;
            let players = matches!(self.word(at + 1), "player" | "players");
            let has = matches!(self.word(at + 2), "has" | "have") && self.word(at + 4) == ".";
            (players && has && self.is_word(at + 3)).then_some((at, how))
        })?;
        let name = self.word(at + 3);
        let known = (0..at).any(|at| self.word(at) == name);
        let token = self.span(&(at..at + 3)).filter(|_| !is_reserved(name) && !known)?;
        Some(self.as_words(token, &format!("{how} {name} in players has")))
    }

    /// `if pack empty {`
    fn found_empty(&self, known: &Known) -> Option<Guess> {
        let near = self.at.saturating_sub(2)..=self.at + 1;
        let at = near.into_iter().find(|at| self.word(*at) == "empty")?;
        let zone = self.word(at.checked_sub(1)?);
        known.zone(zone).then(|| self.missing(at, "is"))
    }
}
