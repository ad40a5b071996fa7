//! What a choice is said in: terms. A typed choice is split into names, amounts, card literals,
//! places and lists; a test has rows and values.

use houserules_lang::ir::{RowId, Value};
use std::fmt;

/// A term of a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// A name, a number, an amount, `none`, `empty`, `Cell(1, 1)`.
    Word(String),
    /// A card literal, perhaps in a zone: `[pink 2]`, `Ana.stall[pink 2]`.
    Card(Option<String>, String),
    /// A card by its place: `Ana.layout.slot(3)`.
    Place(String, u16),
    /// A list in brackets.
    List(Vec<Term>),
    /// In a test: a copy of this row, the first that may be picked.
    Row(RowId),
    /// In a test: this value, whether it may be picked or not.
    Value(Value),
}

impl Term {
    /// Whether it says what is meant, as in a test: whoever writes one knows every card, and what
    /// it says is tried as it stands.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        match self {
            Self::Row(_) | Self::Value(_) => true,
            Self::List(terms) => !terms.is_empty() && terms.iter().all(Self::is_exact),
            Self::Word(_) | Self::Card(..) | Self::Place(..) => false,
        }
    }
}

/// Why a text cannot be split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsplit {
    /// It is longer than any choice.
    TooLong,
    /// Brackets stand within brackets more than eight deep.
    TooDeep,
    /// This bracket or quotation mark is opened and not closed.
    Open(char),
    /// A bracket is closed that was not opened.
    Closed,
}

impl fmt::Display for Unsplit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => f.write_str("that is too long for a choice"),
            Self::TooDeep => f.write_str("there are too many brackets within brackets"),
            Self::Open(bracket) => write!(f, "a `{bracket}` is not closed"),
            Self::Closed => f.write_str("there is a closing bracket too many"),
        }
    }
}

/// Deeper brackets are refused.
const DEPTH: u8 = 8;
/// Longer texts are refused, in bytes.
const LONGEST: usize = 10_000;

/// Splits a text; terms stand apart by spaces or commas.
///
/// # Errors
/// What is wrong with it.
pub fn terms(text: &str) -> Result<Vec<Term>, Unsplit> {
    if text.len() > LONGEST {
        return Err(Unsplit::TooLong);
    }
    let mut scan = Scan { rest: text };
    let terms = scan.list(0)?;
    if scan.rest.is_empty() { Ok(terms) } else { Err(Unsplit::Closed) }
}

struct Scan<'a> {
    rest: &'a str,
}

impl Scan<'_> {
    fn list(&mut self, depth: u8) -> Result<Vec<Term>, Unsplit> {
        if depth > DEPTH {
            return Err(Unsplit::TooDeep);
        }
        let mut terms = Vec::new();
        loop {
            self.rest = self.rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            match self.rest.chars().next() {
                None | Some(')') => return Ok(terms),
                Some(']') => return Err(Unsplit::Closed),
                Some('(') => {
                    self.rest = &self.rest[1..];
                    let inner = self.list(depth + 1)?;
                    self.rest = self.rest.strip_prefix(')').ok_or(Unsplit::Open('('))?;
                    terms.push(Term::List(inner));
                }
                Some(_) => terms.push(self.word()?),
            }
        }
    }

    /// From `[` to `]`.
    fn literal(&mut self) -> Result<String, Unsplit> {
        let end = self.rest.find(']').ok_or(Unsplit::Open('['))?;
        let words = self.rest[1..end].split_whitespace().collect::<Vec<_>>().join(" ");
        self.rest = &self.rest[end + 1..];
        Ok(words)
    }

    /// A word, perhaps with card literals in it or behind it.
    fn word(&mut self) -> Result<Term, Unsplit> {
        let mut word = self.plain()?.to_string();
        while self.rest.starts_with('[') {
            let words = self.literal()?;
            if !self.rest.starts_with('.') {
                return Ok(Term::Card(Some(word).filter(|zone| !zone.is_empty()), words));
            }
            word = format!("{word}[{words}]{}", self.plain()?);
        }
        let place = word.strip_suffix(')').and_then(|w| w.rsplit_once(".slot("));
        match place.and_then(|(zone, n)| Some((zone.to_string(), n.trim().parse().ok()?))) {
            Some((zone, n)) => Ok(Term::Place(zone, n)),
            None => Ok(Term::Word(word)),
        }
    }

    /// As far as a word goes without literals.
    fn plain(&mut self) -> Result<&str, Unsplit> {
        let (mut depth, mut quoted) = (0u32, false);
        let mut end = self.rest.len();
        for (at, c) in self.rest.char_indices() {
            match c {
                '"' => quoted = !quoted,
                _ if quoted => {}
                '(' => depth += 1,
                ')' if depth > 0 => depth -= 1,
                _ if depth > 0 => {}
                ')' | ']' | '[' | ',' => {
                    end = at;
                    break;
                }
                c if c.is_whitespace() => {
                    end = at;
                    break;
                }
                _ => {}
            }
        }
        if quoted || depth > 0 {
            return Err(Unsplit::Open(if quoted { '"' } else { '(' }));
        }
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(word)
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, Term, Unsplit, terms};

    #[test]
    fn terms_of_a_choice() {
        let word = |w: &str| Term::Word(w.into());
        let card = |w: &str| Term::Card(None, w.into());
        assert_eq!(
            terms("buy Ben [pink  2] $1").unwrap(),
            [word("buy"), word("Ben"), card("pink 2"), word("$1")]
        );
        assert_eq!(terms("take Cell(1, 1)").unwrap(), [word("take"), word("Cell(1, 1)")]);
        let both = Term::List(vec![card("a"), card("b")]);
        assert_eq!(
            terms("attack \"Ana B\", ([a], [b])").unwrap(),
            [word("attack"), word("\"Ana B\""), both]
        );
        let carts = |t: &str| terms(t).unwrap();
        assert_eq!(
            carts("[Cart (load with 2)].load[pink 2]"),
            [Term::Card(Some("[Cart (load with 2)].load".into()), "pink 2".into())]
        );
        assert_eq!(
            carts("Ana.yard[Cart].trunk.slot(2)"),
            [Term::Place("Ana.yard[Cart].trunk".into(), 2)]
        );
        assert_eq!(carts("[Cart].load"), [word("[Cart].load")]);
        assert_eq!(terms("Ana.row.slot(3)").unwrap(), [Term::Place("Ana.row".into(), 3)]);
        assert_eq!(
            terms("Ana.stall[pink 2]").unwrap(),
            [Term::Card(Some("Ana.stall".into()), "pink 2".into())]
        );
    }

    #[test]
    fn broken_texts_are_refused() {
        let open = Unsplit::Open;
        for (text, why) in [
            ("(", open('(')),
            (")", Unsplit::Closed),
            ("[", open('[')),
            ("]", Unsplit::Closed),
            ("a)", Unsplit::Closed),
            ("a(", open('(')),
            ("\"", open('"')),
            ("((((((((((((", Unsplit::TooDeep),
            ("[a", open('[')),
        ] {
            assert_eq!(terms(text), Err(why), "{text}");
        }
        assert_eq!(terms(&"a ".repeat(LONGEST)), Err(Unsplit::TooLong));
    }
}
