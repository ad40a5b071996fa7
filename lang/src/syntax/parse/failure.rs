//! Words for a place where the grammar did not fit.

use super::wanted::{
    OCCASIONS, THERE_IN_A_VALUE, form, is_name, item_form, list, literal, other_name, words,
};
use super::{Rule, is_reserved};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Help, Offer};
use crate::syntax::Piece;
use crate::syntax::nesting::deep_at;
use crate::syntax::report::{Place, shown};
use crate::syntax::scan::{Kind, Token};
use pest::error::{Error, ErrorVariant, InputLocation};

/// What is said of a line of what happens that begins like no sentence.
const STATEMENTS: &str = "what happens is said with `move`, `shuffle`, `show`, `choose`, `if`, \
                          `for each`, `let`, `say` or `end game`, or is set with `=`, `+=` or `-=`";
/// What conditions look like.
const CONDITIONS: &str = "a condition compares or asks: `me.cash > $3`, `c.suit is hearts`, \
                          `me.hand is empty`, `count(me.hand) > 4`, `any c in me.hand has c.suit \
                          is hearts`; several are joined by `and` or `or`";
/// What is said of such a line of a test.
const TEST_LINES: &str = "a line of a test is `given …`, `Ana does …`, `Ana cannot …`, `Ana \
                          chooses …`, `chance gives …` or `expect …`";

/// Where parsing stopped, and between which tokens.
struct Failure<'a> {
    place: Place<'a>,
    tokens: &'a [Token],
    /// Index of the token that did not fit; `tokens.len()` at the end.
    at: usize,
    wanted: Vec<Rule>,
}

/// Explains an item that did not parse.
pub(super) fn explain(piece: Piece<'_>, error: &Error<Rule>) -> Box<Diagnostic> {
    report(piece.whole, piece.tokens, piece.start, error)
}

/// Explains a hole of a text that did not parse; its tokens are counted from the hole's own
/// beginning.
pub(super) fn in_hole(place: Place<'_>, tokens: &[Token], error: &Error<Rule>) -> Box<Diagnostic> {
    report(place, tokens, 0, error)
}

/// The byte that reading came to.
pub(super) fn reached(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) => at,
        InputLocation::Span((at, _)) => at,
    }
}

/// Whether nothing is known of a mistake but what was found and what was expected: only that is
/// said at its place.
pub(super) fn is_general(found: &Diagnostic) -> bool {
    found.code == Code::E0101 && found.labels.first().is_some_and(|label| !label.text.is_empty())
}

fn report(
    place: Place<'_>,
    tokens: &[Token],
    start: usize,
    error: &Error<Rule>,
) -> Box<Diagnostic> {
    let byte = start + reached(error);
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
        let whole = tokens.first().copied().unwrap_or(Token { kind: Kind::Odd, start, end: start });
        return Box::new(deep_at(place.span(whole.start, whole.end)));
    };
    let at = tokens.partition_point(|t| t.end <= byte);
    let failure = Failure { place, tokens, at, wanted: positives.clone() };
    Box::new(failure.special().unwrap_or_else(|| failure.general()))
}

impl<'a> Failure<'a> {
    fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |t| t.of(self.place.text))
    }

    fn found(&self) -> &'a str {
        self.word(self.at)
    }

    fn before(&self) -> &'a str {
        let prose = |at: &usize| self.tokens.get(*at).is_some_and(|t| t.kind == Kind::Doc);
        (0..self.at).rev().find(|at| !prose(at)).map_or("", |at| self.word(at))
    }

    /// The token that did not fit; at the end of the item, the last one.
    fn token(&self) -> Token {
        let last = self.tokens.last().copied();
        let end = last
            .map_or(Token { kind: Kind::Odd, start: 0, end: 0 }, |t| Token { start: t.end, ..t });
        self.tokens.get(self.at).copied().unwrap_or(end)
    }

    fn error(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        self.place.error(code, self.token(), message)
    }

    /// Mistakes that are common enough for a message of their own.
    fn special(&self) -> Option<Diagnostic> {
        if self.token().kind == Kind::Doc && self.at < self.tokens.len() && !self.wants(",") {
            let found =
                self.error(Code::E0116, "`///` prose goes only above items, members and fields");
            return Some(found.help("begin your own remark with `//`"));
        }
        if let Some(found) = self.left_open() {
            return Some(found);
        }
        if let Some(found) = self
            .one_card()
            .or_else(|| self.bare_card())
            .or_else(|| self.bare_citation())
            .or_else(|| self.square_in_table())
            .or_else(|| self.untyped())
            .or_else(|| self.no_else())
        {
            return Some(found);
        }
        match self.found() {
            "players" if self.before() == "set" => {
                let found = self.error(Code::E0101, "`set` cannot change how many play");
                Some(found.help("write `replace players 2 to 4`"))
            }
            "by" if self.before() == "won" => self.not_won(),
            "and" | "or" => self.joined_winners().or_else(|| self.bare_and()),
            found if self.before() == "by" && self.at > 1 && self.word(self.at - 2) == "seen" => {
                Some(self.seen_by(found))
            }
            _ if self.before() == "as"
                && self.token().kind == Kind::Text
                && self.wants("usual") =>
            {
                Some(self.error(Code::E0101, "what a move is called goes before its braces").help(
                    "move `as` and its text before the `{`: `action buy(c in market) as \"buys\" { \
                     … }`",
                ))
            }
            "needs" if self.wanted.contains(&Rule::stmt) => {
                Some(self.error(Code::E0101, "what a move needs goes before its braces").help(
                    "move this line before the `{`: `action buy(c in market) needs … else \"why \
                     not\" { … }`",
                ))
            }
            "once" if self.token_before_is_text() => Some(
                self.error(Code::E0101, "`once per` goes before `needs`")
                    .help("move this line above the first `needs`"),
            ),
            "=" | "+=" | "-=" if self.after_give() => Some(
                self.error(Code::E0101, "this follows `give`, which takes it as its value").help(
                    "a `give` by itself stands at the end of its block: `if … { give }`, and the \
                     rest behind that block",
                ),
            ),
            "then" => Some(self.stray_then()),
            "else" if self.wanted.contains(&Rule::stmt) => {
                let said = self.error(Code::E0122, "there is no `if` before this `else`");
                Some(said.help(
                    "an `else` goes on right behind the `}` of an `if`: `if … { … } else { … }`",
                ))
            }
            "with" if matches!(self.word(self.at + 1), "most" | "least") => Some(self.stray_best()),
            "otherwise" | "pass" => self.stray_otherwise(),
            "is" if self.wanted.contains(&Rule::set_op) => Some(
                self.error(Code::E0101, "`is` asks a question; to set a value, write `=`")
                    .help("write `me.cash = $3`"),
            ),
            "," if self.wanted.contains(&Rule::k_otherwise)
                && self.wanted.contains(&Rule::k_or)
                && self.in_menu() =>
            {
                let found = self.error(Code::E0101, "write `or` between the moves of a menu");
                Some(found.help("`{ lay or draw otherwise pass }`"))
            }
            "is" if self.within("given") => {
                Some(self.error(Code::E0121, "one `given` sets one zone or counter").help(
                    "write a second `given`; after `is`, commas list what lies in the one place",
                ))
            }
            "=" if self.compares() => Some(
                self.error(Code::E0108, "`=` sets a value; to compare two values, write `is`")
                    .help("write `is`"),
            ),
            _ => self.quoted_game().or_else(|| self.braces()).or_else(|| self.reserved()),
        }
    }

    /// `seen by others`
    fn seen_by(&self, found: &str) -> Diagnostic {
        let help = if matches!(found, "others" | "opponents") {
            "what everybody but the owner sees is `seen by nobody`, and is shown as it comes: \
                 `for each q in players where q is not p { show c to q }`"
        } else {
            "what everybody sees needs no such words; to let single players see, `show c to p`"
        };
        let said = "zones and counters are `seen by owner` or `seen by nobody`";
        self.error(Code::E0101, said).help(help)
    }

    /// Whether the reason of a condition ends right before the place.
    fn token_before_is_text(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        before.is_some_and(|t| t.kind == Kind::Text) && self.wants("needs")
    }

    /// Whether that word or sign could stand here.
    fn wants(&self, sign: &str) -> bool {
        self.wanted.iter().any(|rule| literal(*rule).as_deref() == Some(sign))
    }

    /// `define rich for p = …`, `to pay(who, price) { … }`
    fn untyped(&self) -> Option<Diagnostic> {
        let declares = matches!(self.word(0), "define" | "to" | "menu");
        let end = matches!(self.found(), "," | ")" | "=");
        let named = self.at.checked_sub(1).map(|at| self.tokens[at].kind) == Some(Kind::Word);
        let listed = matches!(self.word(self.at.checked_sub(2)?), "," | "(" | "for");
        if !(declares && end && named && listed && self.wants(":")) {
            return None;
        }
        let name = shown(self.before());
        let lead = if self.word(self.at.checked_sub(2)?) == "for" { "for " } else { "" };
        if name.starts_with(char::is_uppercase) {
            let small: String = name.chars().take(1).flat_map(char::to_lowercase).collect();
            let found = self.error(Code::E0101, format!("`{name}` has no name here"));
            return Some(found.help(format!("write `{lead}{small}: {name}`")));
        }
        let found = self.error(Code::E0101, format!("what `{name}` is, is missing"));
        Some(found.help(format!(
            "say its type behind a colon: `{lead}{name}: Player`, `{name}: Number`, `{name}: yes \
             or no`, or a kind of card"
        )))
    }

    /// `heat +=`, and the next line sets something else.
    fn left_open(&self) -> Option<Diagnostic> {
        const SETS: [&str; 3] = ["=", "+=", "-="];
        if !SETS.contains(&self.found()) {
            return None;
        }
        let begins = |at: usize| {
            let (before, here) = (self.tokens.get(at.checked_sub(1)?)?, self.tokens.get(at)?);
            self.place.text.get(before.end..here.start)?.contains('\n').then_some(at)
        };
        let line = (1..=self.at).rev().find_map(begins)?;
        let sign = self.tokens.get(line - 1)?;
        let word = sign.of(self.place.text);
        let said = format!("what follows `{word}` is missing");
        SETS.contains(&word).then(|| {
            let found = self.place.error(Code::E0101, *sign, said);
            Diagnostic {
                offer: Offer::Nothing,
                ..found.help(format!("write a value: `… {word} 1`"))
            }
        })
    }

    /// `if c.rank > 10 then 10`, and no `else`.
    fn no_else(&self) -> Option<Diagnostic> {
        let between = |at: &usize| !matches!(self.word(*at), "else" | "{" | "}" | "if");
        let then = (0..self.at).rev().take_while(between).find(|at| self.word(*at) == "then")?;
        let closes = matches!(self.found(), ")" | "]" | "}" | ",");
        let ends = self.at == self.tokens.len() || self.apart(self.at.checked_sub(1)?) || closes;
        if !ends || !self.wants("else") || self.at < then + 2 {
            return None;
        }
        let begin = (0..then).rev().find(|at| self.word(*at) == "if");
        let last = self.tokens.get(self.at.checked_sub(1)?)?;
        let whole = begin
            .and_then(|at| self.place.text.get(self.tokens.get(at)?.start..last.end))
            .filter(|words| !words.contains(['\n', '`']));
        let found = self
            .error(Code::E0101, "a value with `if … then` says with `else` what it is otherwise");
        let whole = whole.unwrap_or("if … then …");
        Some(
            found.help(format!(
                "write `{whole} else 0`, with what it is otherwise in the place of `0`"
            )),
        )
    }

    /// `2 of (wolf)` in a deck.
    fn one_card(&self) -> Option<Diagnostic> {
        let card =
            self.found() == "(" && self.before() == "of" && self.wants("[") && self.within("deck");
        let name = shown(self.word(self.at + 1));
        let found = || {
            self.error(
                Code::E0101,
                "new cards are made with `each of (…)`; `of […]` adds copies of a card that there \
                 is",
            )
        };
        card.then(|| {
            found().help(format!("write `of [{name}]`; all of a kind are `each of ({name}, …)`"))
        })
    }

    /// `2 of ace` and `2 of "Ace"`
    fn bare_card(&self) -> Option<Diagnostic> {
        let named = matches!(self.token().kind, Kind::Word | Kind::Text);
        let number = self.at.checked_sub(2).is_some_and(|at| self.tokens[at].kind == Kind::Number);
        let card = named && number && self.before() == "of" && self.wants("[");
        let name = self.found().trim_matches('"').replace(' ', "_");
        let count = shown(self.word(self.at.saturating_sub(2)));
        if card && self.token().kind == Kind::Text && self.word(0) == "deck" {
            let printed = shown(self.found());
            let said = self.error(Code::E0101, "`of` adds copies of a card that there is already");
            return Some(said.help(format!(
                "new cards are made of all that is printed on them, each in its place: `{count} \
                 each of ({printed}, …)`"
            )));
        }
        card.then(|| {
            self.error(Code::E0101, "a card stands in square brackets")
                .help(format!("write `{count} of [{}]`", shown(&name)))
        })
    }

    /// `[A-6, A-9]` above an item, without its `///`.
    fn bare_citation(&self) -> Option<Diagnostic> {
        let text = self.place.text.get(..self.token().start)?;
        let alone = self.found() == "[" && self.wanted.contains(&Rule::EOI) && text.ends_with('\n');
        let line = self.place.text.get(self.token().start..)?.lines().next()?.trim();
        (alone && line.ends_with(']')).then(|| {
            self.error(Code::E0101, "numbers of rules are cited after `///`")
                .help(format!("write `/// {}`", shown(line)))
        })
    }

    /// `given Point | stone { Point(2, 1) | Ana }`
    fn square_in_table(&self) -> Option<Diagnostic> {
        let square = self.found() == "(" && self.within("given") && self.wants("|");
        let of = shown(self.before());
        let found = || self.error(Code::E0101, "a row of this table begins with a single name");
        square.then(|| {
            found().help(format!(
                "write a separate `given` for each square: `given {of}(2, 1).stone is Ana`"
            ))
        })
    }

    /// Whether the innermost open brace is a menu's.
    fn in_menu(&self) -> bool {
        matches!(self.opening(), Some("menu" | "choose"))
    }

    /// `expect won by Ana and won by Ben`
    fn joined_winners(&self) -> Option<Diagnostic> {
        let back = |n: usize| self.at.checked_sub(n).map_or("", |at| self.word(at));
        let joined = back(3) == "won" && back(2) == "by" && self.within("expect");
        let found = || self.error(Code::E0101, "write commas between the winners");
        joined.then(|| found().help(format!("write `expect won by {}, Ben`", shown(back(1)))))
    }

    /// `expecting not won by Ana`
    fn not_won(&self) -> Option<Diagnostic> {
        let not = self.at.checked_sub(2).is_some_and(|at| self.word(at) == "not");
        if !(not && self.before() == "won" && self.found() == "by") {
            return None;
        }
        let who = shown(self.word(self.at + 1));
        let help = if self.within("simulate") {
            format!("say in how many games: `expecting won by {who} 0 to 0 times`")
        } else {
            "say who has won: `expect won by Ben`, or `expect lost`".into()
        };
        Some(self.error(Code::E0101, "`won by` cannot follow `not`").help(help))
    }

    /// `where a and b`
    fn bare_and(&self) -> Option<Diagnostic> {
        let opening = (0..self.at).rev().map(|at| (at, self.word(at)));
        let mut deeper = 0usize;
        for (at, word) in opening.take(400) {
            match word {
                ")" | "]" => deeper += 1,
                "(" | "[" if deeper > 0 => deeper -= 1,
                "(" | "[" | "{" | "}" => return None,
                "where" | "has" if deeper == 0 => {
                    let (found, token) = (self.found(), self.tokens[at]);
                    let message = format!("after `{word}`, `{found}` needs brackets");
                    let at = self.place.span(token.start, token.end);
                    let said = self.error(Code::E0114, message);
                    let said = said.beside(at, "one comparison belongs to this");
                    return Some(said.help(format!("write `{word} (… {found} …)`")));
                }
                _ => {}
            }
        }
        None
    }

    /// `let b = players with most points`
    fn stray_best(&self) -> Diagnostic {
        let (best, of) = (self.word(self.at + 1), shown(self.word(self.at + 2)));
        let list = shown(self.before());
        let found = self.error(
            Code::E0101,
            format!("`{list} with {best} {of}` may be several, but one value is needed here"),
        );
        found.help(format!(
            "to let chance pick one of them, write `choose p in {list} with {best} {of} by \
             chance`; for the one who sits first, `first p in {list} with {best} {of}`"
        ))
    }

    /// Whether a path before the place stands on the line below a bare `give`.
    fn after_give(&self) -> bool {
        let path = |at: &usize| {
            let word = self.word(*at);
            word == "." || word == "me" || !is_reserved(word) && !matches!(word, "{" | "}" | ";")
        };
        let give = (0..self.at).rev().take(8).find(|at| !path(at));
        give.is_some_and(|at| self.word(at) == "give" && self.apart(at))
    }

    /// Whether a line ends behind a token.
    fn apart(&self, at: usize) -> bool {
        let ends = self.tokens.get(at).zip(self.tokens.get(at + 1));
        ends.and_then(|(a, b)| self.place.text.get(a.end..b.start))
            .is_some_and(|gap| gap.contains('\n'))
    }

    fn stray_then(&self) -> Diagnostic {
        if self.word(self.at + 1) == "{" {
            return self
                .error(Code::E0122, "`then` is not written before a block: leave it out")
                .help("put what happens in braces: `if … { … }`");
        }
        let asks = (0..self.at)
            .rev()
            .take(400)
            .map(|at| self.word(at))
            .take_while(|w| !matches!(*w, "{" | "}" | "="));
        if asks.into_iter().any(|word| word == "if") {
            return self.error(Code::E0122, "an `if` that does something has no `then`").help(
                "write what then happens in braces: `if … { … }`; `then` picks between \
                 two values",
            );
        }
        self.error(Code::E0122, "there is no `if` before this `then`")
            .help("to pick one of two values write `if … then 1 else 2`")
    }

    fn stray_otherwise(&self) -> Option<Diagnostic> {
        if !self.within("choose")
            || (self.found() == "pass" && self.before() != "otherwise")
            || self.before() == "or"
        {
            return None;
        }
        let found = self.error(Code::E0101, "`otherwise` goes only between the moves of a menu");
        Some(found.help(
            "to let a player decline, write `may choose …`; a menu looks like this: `choose { lay \
             otherwise pass }`",
        ))
    }

    /// `if c x` or `else x`: the braces are missing.
    fn braces(&self) -> Option<Diagnostic> {
        let wants_brace = self.wanted.iter().any(|r| matches!(r, Rule::block | Rule::p_open));
        if self.before() == "else" && wants_brace {
            let found = self.error(Code::E0122, "after `else` write `{` or `if`");
            return Some(found.help("`if … { … } else { … }`"));
        }
        let line = self.place.text.get(self.token().start..).and_then(|t| t.split('\n').next());
        let braces = line.is_some_and(|line| line.contains('{'));
        if wants_brace && braces && self.within("if") && self.found() != "{" {
            let found = shown(self.found());
            let before = shown(self.before());
            let said = format!("this is no condition from `{found}` on");
            return Some(
                self.error(Code::E0122, said)
                    .saying(format!("behind `{before}`"))
                    .help(Help::open(CONDITIONS)),
            );
        }
        if wants_brace && self.within("if") {
            let found = self.error(Code::E0122, "what an `if` does goes in braces");
            return Some(found.saying("expected `{` here").help("write `if … { … }`"));
        }
        None
    }

    fn reserved(&self) -> Option<Diagnostic> {
        let found = self.found();
        // A colon, `in` or `=` behind it says that a name was meant where other words may stand
        // too.
        let declares = matches!(self.word(self.at + 1), ":" | "in" | "=");
        let name = |r: &Rule| is_name(*r);
        let closes = |r: &Rule| matches!(r, Rule::p_close | Rule::p_right);
        let names = self.wanted.iter().any(name)
            && (declares || self.wanted.iter().all(|r| name(r) || closes(r)))
            || self.is_offered();
        if !names || !is_reserved(found) {
            return None;
        }
        if let Some(unnamed) = self.unnamed() {
            return Some(unnamed);
        }
        let message = format!("`{found}` is a word of the language, so it cannot be a name");
        let other = other_name(found);
        let help = format!("choose another name, such as `{other}`");
        let said = self.error(Code::E0112, message).help(help);
        let offer = if self.is_offered() { Offer::StandsIn } else { said.offer.clone() };
        Some(Diagnostic { offer, ..said })
    }

    /// Whether a word stands where moves are offered: `choose { give or pass }`.
    fn is_offered(&self) -> bool {
        let behind = matches!(self.word(self.at + 1), "or" | "}" | "otherwise" | "(");
        let before = match self.before() {
            "{" => self.at >= 2 && self.word(self.at - 2) == "choose",
            "or" | "otherwise" => self.within("choose"),
            _ => false,
        };
        self.wanted.contains(&Rule::entry)
            && before
            && behind
            && !matches!(self.found(), "pass" | "decline")
    }

    /// `deck of Note { … }`: what follows a name stands right behind the word of the item.
    fn unnamed(&self) -> Option<Diagnostic> {
        const AFTER: [&str; 9] = ["of", "as", "for", "with", "by", "is", "from", "in", "needs"];
        // A name is followed by one of these, and so is what was meant to be one: `define is(…)`.
        const BEHIND: [&str; 3] = ["(", ":", "="];
        let word = self.word(0);
        let follows = AFTER.contains(&self.found()) && !BEHIND.contains(&self.word(self.at + 1));
        let form = item_form(word).filter(|_| self.at == 1 && follows)?;
        let found = self.error(Code::E0101, format!("a name is missing after `{word}`"));
        Some(found.help(Help::open(format!("write it like this: `{form}`"))))
    }

    /// `over "BANDITS"`: the game of a variant in quotation marks.
    fn quoted_game(&self) -> Option<Diagnostic> {
        let quoted =
            self.word(0) == "variant" && self.before() == "over" && self.token().kind == Kind::Text;
        let said = "a game is named by its file, without quotation marks";
        let help =
            "write the name of its file without the ending: `over my_game` for `my_game.rules`";
        quoted.then(|| self.error(Code::E0101, said).help(help))
    }

    /// Whether `=` was probably meant as a comparison.
    fn compares(&self) -> bool {
        let compared = ["if", "when", "where", "has", "needs", "expect", "and", "or", "not"];
        let back = (0..self.at).rev().take(12).map(|at| self.word(at));
        for word in back {
            if compared.contains(&word) {
                return true;
            }
            if matches!(word, "{" | "}" | "=") {
                return false;
            }
        }
        false
    }

    /// Whether the sentence around the place began with that word.
    fn within(&self, opening: &str) -> bool {
        self.opening() == Some(opening)
    }

    /// The word that began the sentence around the place. What stands in closed brackets, and the
    /// word in front of them, is passed over; a closed block ends the search.
    fn opening(&self) -> Option<&'a str> {
        self.opened().map(|(_, word)| word)
    }

    /// That word, and which token it is.
    fn opened(&self) -> Option<(usize, &'a str)> {
        let mut closed = 0usize;
        let mut called = false;
        for (at, word) in (0..self.at).rev().take(400).map(|at| (at, self.word(at))) {
            let calls = std::mem::take(&mut called);
            match word {
                "}" if closed == 0 => return None,
                ")" | "]" | "}" => closed += 1,
                "(" | "[" | "{" if closed > 0 => {
                    closed -= 1;
                    let glued = at > 0 && self.tokens[at - 1].end == self.tokens[at].start;
                    called = closed == 0 && word == "(" && glued;
                }
                _ if closed == 0 && !calls && self.opens_sentence(at) => return Some((at, word)),
                _ => {}
            }
        }
        None
    }

    /// Whether the word is the first of a sentence of its own, as `turn` is in
    /// `turn me in players`, but not in `end turn`.
    fn opens_sentence(&self, at: usize) -> bool {
        let word = self.word(at);
        let before = at.checked_sub(1).map_or("", |at| self.word(at));
        let fits = match word {
            "for" => self.word(at + 1) == "each",
            "has" => matches!(self.word(0), "each" | "the"),
            "game" | "round" | "turn" | "phase" => {
                !matches!(before, "end" | "per" | "each" | "'s" | "next" | ".")
            }
            _ => true,
        };
        fits && form(word).is_some()
    }

    fn general(&self) -> Diagnostic {
        let mut wanted: Vec<String> = Vec::new();
        // Behind a value a dot or a bracket may always follow, and `not` in front of one; naming
        // them helps nobody.
        let behind_value = self.wanted.contains(&Rule::p_dot) && self.wanted.len() > 2;
        for rule in &self.wanted {
            let always = behind_value && matches!(rule, Rule::p_dot | Rule::p_left);
            if !always && (*rule != Rule::k_not || self.wanted.len() == 1) {
                wanted
                    .extend(words(*rule).map(|w| self.in_place(w)).filter(|w| !wanted.contains(w)));
            }
        }
        wanted.sort_by_key(|w| (w.starts_with("the end"), !w.starts_with('`')));
        let before = shown(self.before());
        let found = shown(self.found());
        let after = if before.is_empty() { String::new() } else { format!(" after `{before}`") };
        let counted = self.wanted.contains(&Rule::k_of)
            && self.at.checked_sub(1).is_some_and(|at| self.tokens[at].kind == Kind::Number)
            && self.token().kind == Kind::Word;
        let message = match wanted.as_slice() {
            _ if counted => format!("expected `of`{after}"),
            [] | [_, _, _, _, _, ..] if found.is_empty() => format!("something is missing{after}"),
            [] | [_, _, _, _, _, ..] => {
                format!("`{found}` does not fit{after}")
            }
            some => format!("expected {}{after}", list(some)),
        };
        let label = if found.is_empty() {
            "the item ends here".to_owned()
        } else {
            format!("found `{found}`")
        };
        let error = self.error(Code::E0101, message).saying(label);
        match self.sample() {
            Some(sample) => error.help(sample),
            None => error,
        }
    }

    /// What a sentence at the place looks like.
    fn sample(&self) -> Option<String> {
        /// Items and sentences whose braces hold what belongs to their own form.
        const HOLDING: [&str; 9] =
            ["menu", "choose", "deck", "has", "enum", "card", "tile", "given", "physical"];
        let reads = |form: &str| format!("write it like this: `{form}`");
        if self.before() == "if" && self.found() == "there" {
            return Some(THERE_IN_A_VALUE.to_owned());
        }
        let found = self.opened();
        let at = found.map_or(0, |(at, _)| at);
        let inside = self.tokens.get(at..self.at)?.iter().fold(0i32, |depth, t| {
            match t.of(self.place.text) {
                "{" => depth + 1,
                "}" => depth - 1,
                _ => depth,
            }
        });
        let word = found.map_or_else(|| self.word(0), |(_, word)| word);
        let holds = HOLDING.contains(&word)
            || matches!(word, "each" | "the" | "replace" | "extend" | "remove");
        if inside > 0 && !holds {
            let rules = self.word(0) == "rules" && inside == 1;
            let lines = if self.word(0) == "test" { TEST_LINES } else { STATEMENTS };
            return Some(if rules { OCCASIONS } else { lines }.to_owned());
        }
        if self.wants("works") {
            return form("attempt").map(reads);
        }
        found.and_then(|(_, word)| form(word)).or_else(|| item_form(self.word(0))).map(reads)
    }

    /// A value after certain words is called a condition.
    fn in_place(&self, words: String) -> String {
        let asks = ["if", "when", "where", "has", "needs", "and", "or", "not", "expecting"];
        if words == "a value" && asks.contains(&self.before()) {
            "a condition".to_owned()
        } else {
            words
        }
    }
}
