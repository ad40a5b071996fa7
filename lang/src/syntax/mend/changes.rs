//! Changes of a line that leave its words as they are: their order, their brackets, and what joins
//! them.

use super::guess::WORDS;
use super::repair::{Change, Deed, IN, INSTEAD, Line, Piece};
use crate::syntax::parse::is_reserved;
use crate::syntax::scan::{self, Kind, Token};
use houserules_grammar::is_keyword;
use std::ops::Range;

/// So many words may be moved together.
const PHRASE: usize = 7;
/// So many, if they are a clause.
const CLAUSE: usize = 30;
/// So many words brackets are put around.
const INSIDE: usize = 5;

impl Line<'_, '_> {
    /// Two phrases the other way round, with nothing between them, or one word that stays.
    pub(super) fn turned(&self, all: &mut Vec<Change>) {
        for from in self.near.clone() {
            for middle in from + 1..=(from + CLAUSE).min(self.len()) {
                if !self.whole(from..middle) {
                    continue;
                }
                for gap in 0..2 {
                    let behind = middle + gap;
                    if behind < self.len() && self.whole(middle..behind) {
                        self.turned_at(all, from..middle, behind);
                    }
                }
            }
        }
    }

    /// A phrase, and those that begin at a word behind it.
    fn turned_at(&self, all: &mut Vec<Change>, first: Range<usize>, behind: usize) {
        const MOVED: i64 = 4;
        let (from, middle) = (first.start, first.end);
        let gap = behind - middle;
        for end in behind + 1..=(behind + CLAUSE).min(self.len()) {
            let (short, long) =
                ((middle - from).min(end - behind), (middle - from).max(end - behind));
            // What is longer is a clause, and begins with its word.
            let clauses = if gap == 0 {
                self.clause(from) && self.clause(behind)
            } else {
                self.word(middle) == "is"
            };
            if short > PHRASE || long > PHRASE && !clauses || !self.whole(behind..end) {
                continue;
            }
            let mut new = self.pieces(behind..end);
            new.extend(self.pieces(middle..behind));
            new.extend(self.pieces(from..middle));
            let prior = MOVED + (short as i64 - 1).min(2) + 2 * gap as i64;
            // `0..9 heat` → `heat: 0..9`
            if gap == 0 && end == behind + 1 && self.token(behind).kind == Kind::Word {
                let mut typed = new.clone();
                typed.insert(1, sign(":"));
                all.extend(self.change(Deed::Order, prior + 2, from..end, typed));
            }
            all.extend(self.change(Deed::Order, prior, from..end, new));
        }
    }

    /// Whether a clause may begin at a word.
    fn clause(&self, at: usize) -> bool {
        at == 0 || self.word(at) == "{" || is_keyword(self.word(at))
    }

    /// `gear-too-much` and `is werewolf`, where the file has a name of these words.
    pub(super) fn joined(&self, all: &mut Vec<Change>) {
        const JOINED: i64 = 1;
        const MOST: usize = 5;
        // These lines have names of other files.
        const NAMING: [&str; 9] =
            ["variant", "remove", "replace", "extend", "set", "use", "within", "before", "after"];
        // What they name, with blanks in it: `before sit out {`.
        const AT_ONCE: [&str; 2] = ["before", "after"];
        for from in self.near.clone() {
            let (mut at, mut name) = (from, String::new());
            for _ in 0..MOST {
                if at >= self.len() || self.token(at).kind != Kind::Word {
                    break;
                }
                name.push_str(self.word(at));
                at += 1;
                let dashes = at > from + 2 && self.token(from).end + 1 == self.token(at - 1).start;
                let blanks = from == 1 && at > from + 1 && AT_ONCE.contains(&self.word(0));
                let plain = (from..at).all(|at| !matches!(self.word(at), "when" | "does"));
                let glued = (dashes || blanks && plain) && NAMING.contains(&self.word(0));
                if at > from + 1 && (glued || self.usual.stands(&name)) {
                    let piece = Piece { kind: Kind::Word, text: name.clone(), from: None };
                    all.extend(self.change(Deed::Order, JOINED, from..at, vec![piece]));
                }
                name.push('_');
                at += usize::from(at < self.len() && self.word(at) == "-");
            }
        }
    }

    /// `winnertricks` and `winner_tricks` for `winner.tricks`.
    pub(super) fn parted(&self, all: &mut Vec<Change>) {
        const PARTED: i64 = 3;
        const LEAST: usize = 2;
        for at in self.near.clone().filter(|at| self.unheard(*at)) {
            let word = self.word(at);
            for cut in LEAST..word.len().saturating_sub(LEAST) {
                let Some((left, right)) = word.split_at_checked(cut) else { continue };
                let right = right.trim_start_matches('_');
                let known = |part: &str| self.usual.stands(part) && part.len() >= LEAST;
                if !known(left) || !known(right) {
                    continue;
                }
                let part =
                    |text: &str| Piece { kind: Kind::Word, text: text.to_owned(), from: None };
                let dotted = vec![part(left), sign("."), part(right)];
                all.extend(self.change(Deed::Order, PARTED, at..at + 1, dotted));
                all.extend(self.change(
                    Deed::Order,
                    PARTED,
                    at..at + 1,
                    vec![part(left), part(right)],
                ));
            }
        }
    }

    /// `starter left` for `starter.left`
    pub(super) fn dotted(&self, all: &mut Vec<Change>) {
        const DOTTED: i64 = 2;
        for at in self.near.clone().skip(1) {
            let (of, name) = (self.word(at - 1), self.word(at));
            let word = |at: usize| self.token(at).kind == Kind::Word;
            let plain = |word: &str| !is_reserved(word) && !WORDS.contains(&word);
            if word(at - 1)
                && word(at)
                && (plain(of) || of == "me")
                && plain(name)
                && self.usual.behind_dot(name)
            {
                all.extend(self.change(Deed::In, DOTTED, at..at, vec![sign(".")]));
            }
        }
    }

    /// `raise 2 * n` for `raise(2 * n)`, `p.shape beats q.shape` for `p.shape.beats(q.shape)`.
    pub(super) fn calls_put(&self, all: &mut Vec<Change>) {
        const CALLED: i64 = -6;
        for at in self.near.clone().filter(|at| self.token(*at).kind == Kind::Word) {
            let word = self.word(at);
            if is_reserved(word) || WORDS.contains(&word) || at + 1 >= self.len() {
                continue;
            }
            let (dotted, plain) = self.usual.called(word);
            if self.word(at + 1) == "(" || !(dotted || plain) {
                continue;
            }
            for end in at + 2..=(at + 2 + INSIDE).min(self.len()) {
                let inside = at + 1..end;
                if !self.whole(inside.clone()) || self.word(end - 1) == "{" {
                    continue;
                }
                let mut new = vec![self.piece(at)];
                new.extend(around("(", self.pieces(inside), ")"));
                if plain {
                    all.extend(self.change(Deed::Instead, CALLED, at..end, new.clone()));
                }
                let before = at.checked_sub(1).map(|at| self.token(at).kind);
                if dotted && matches!(before, Some(Kind::Word | Kind::Close)) {
                    new.insert(0, sign("."));
                    all.extend(self.change(Deed::Instead, CALLED, at..end, new));
                }
            }
        }
    }

    /// Brackets around words, other ones, or none.
    pub(super) fn bracketed(&self, all: &mut Vec<Change>) {
        for (open, close) in [("[", "]"), ("(", ")")] {
            for from in self.near.clone() {
                let before = from.checked_sub(1).map_or("", |at| self.word(at));
                let first = self.usual.sign(Kind::Open, open, before);
                if !self.usual.follows(self.signs[from + 1], first) {
                    continue;
                }
                for end in from + 1..=(from + INSIDE).min(self.len()) {
                    let inside = from..end;
                    let plain = inside.clone().all(|at| {
                        !matches!(self.token(at).kind, Kind::Open | Kind::Close | Kind::Text)
                    });
                    if plain {
                        let new = around(open, self.pieces(inside.clone()), close);
                        all.extend(self.change(Deed::Order, IN, inside, new));
                    }
                }
            }
            self.other_brackets(all, open, close);
        }
    }

    fn other_brackets(&self, all: &mut Vec<Change>, open: &str, close: &str) {
        for from in self.near.clone() {
            if self.token(from).kind == Kind::Text && open == "[" {
                let words = self.word(from).trim_matches('"');
                let name = words.replace(' ', "_");
                let words = if self.usual.stands(&name) { &*name } else { words };
                let part =
                    |t: Token| Piece { kind: t.kind, text: t.of(words).to_owned(), from: None };
                let inside = scan::tokens(words).into_iter().map(part).collect();
                let new = around(open, inside, close);
                all.extend(self.change(Deed::Order, INSTEAD, from..from + 1, new));
            }
            if self.token(from).kind != Kind::Open {
                continue;
            }
            let end = (from + 1..self.len()).find(|end| self.whole(from..*end + 1));
            let Some(end) = end else { continue };
            let inside = self.pieces(from + 1..end);
            if self.word(from) != open {
                let new = around(open, inside.clone(), close);
                all.extend(self.change(Deed::Order, IN, from..end + 1, new));
            } else {
                all.extend(self.change(Deed::Order, INSTEAD, from..end + 1, inside));
            }
        }
    }

    /// `from 0 to 9`, `0 - 9` and `[0..9]` for `0..9`.
    pub(super) fn ranges(&self, all: &mut Vec<Change>) {
        const BETWEEN: [&str; 14] = [
            "to", "up", "through", "until", "till", "and", "-", "–", ".", "..", "…", ":", ",", "=",
        ];
        const FAR: usize = 5;
        let kind = |at: usize| (at < self.len()).then(|| self.token(at).kind);
        let number = |at: usize| matches!(kind(at), Some(Kind::Number | Kind::Money));
        for from in self.near.clone().filter(|at| number(*at)) {
            let between = |at: &usize| BETWEEN.contains(&self.word(*at));
            let to = from + 1 + (from + 1..from + FAR).take_while(between).count();
            if to == from + 1 || !(number(to) || kind(to) == Some(Kind::Word)) {
                continue;
            }
            let lead = from.checked_sub(1).filter(|at| {
                matches!(self.word(*at), "from" | "between" | "[" | "(" | "{" | "range" | "of")
            });
            let closes = kind(to + 1) == Some(Kind::Close);
            let new = vec![self.piece(from), sign(".."), self.piece(to)];
            let led = lead.map(|lead| lead..to + 1 + usize::from(closes));
            for at in led.into_iter().chain(std::iter::once(from..to + 1)) {
                all.extend(self.change(Deed::Order, IN, at, new.clone()));
            }
        }
    }

    /// Commas between all values that stand beside each other.
    pub(super) fn listed(&self, all: &mut Vec<Change>) {
        let ends = |at: usize| match self.token(at).kind {
            Kind::Word => !is_reserved(self.word(at)) && !WORDS.contains(&self.word(at)),
            Kind::Number | Kind::Money | Kind::Close => self.word(at) != "}",
            _ => false,
        };
        let begins = |at: usize| match self.token(at).kind {
            Kind::Word => !is_reserved(self.word(at)) && !WORDS.contains(&self.word(at)),
            Kind::Number | Kind::Money => true,
            _ => matches!(self.word(at), "[" | "("),
        };
        let blank = |at: usize| self.token(at - 1).end < self.token(at).start;
        // `spot(2 -1 0)`
        let negative = |at: usize| {
            self.word(at) == "-"
                && at + 1 < self.len()
                && self.token(at).end == self.token(at + 1).start
                && self.token(at + 1).kind == Kind::Number
        };
        let mut card = false;
        let mut lacking: Vec<usize> = Vec::new();
        for at in self.near.start.max(1)..self.near.end {
            match self.word(at - 1) {
                "[" => card = true,
                "]" => card = false,
                _ => {}
            }
            // The rows of a table begin with a name.
            let row = at + 1 < self.len() && self.word(at + 1) == "|";
            if !card && !row && blank(at) && ends(at - 1) && (begins(at) || negative(at)) {
                lacking.push(at);
            }
        }
        let (Some(first), Some(last)) = (lacking.first(), lacking.last()) else { return };
        if first == last {
            return;
        }
        let mut from = lacking.clone();
        // What stands in front of a list is no part of it: `Ana does lay [a] [b]`.
        while let Some(first) = from.first().copied() {
            let mut new = Vec::new();
            for at in first..*last {
                if from.contains(&at) {
                    new.push(sign(","));
                }
                new.push(self.piece(at));
            }
            new.push(sign(","));
            all.extend(self.change(Deed::Order, IN, first..*last, new));
            from.remove(0);
        }
    }
}

fn sign(text: &str) -> Piece {
    Piece { kind: Kind::Sign, text: text.to_owned(), from: None }
}

fn around(open: &str, inside: Vec<Piece>, close: &str) -> Vec<Piece> {
    let bracket = |text: &str, kind| Piece { kind, text: text.to_owned(), from: None };
    let mut all = vec![bracket(open, Kind::Open)];
    all.extend(inside);
    all.push(bracket(close, Kind::Close));
    all
}
