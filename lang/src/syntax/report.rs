//! Wording of syntax errors that do not depend on the grammar.

use super::token::Token;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::letters::in_name;
use crate::source::{FileId, Span};

/// Codes of this pass: mistakes in splitting, signs and sentences.
pub const CODES: &[(Code, &str)] = &[
    (Code::E0101, "a sentence that the language does not have"),
    (Code::E0102, "a line that begins no item"),
    (Code::E0103, "an item that does not begin at the first column"),
    (Code::E0104, "a bracket that is not closed"),
    (Code::E0105, "a bracket that closes nothing"),
    (Code::E0106, "a text that is not closed"),
    (Code::E0107, "a character that the language does not use"),
    (Code::E0108, "a sign of other languages"),
    (Code::E0109, "`'s` in place of a dot"),
    (Code::E0110, "more nesting, or more text, than a rulebook holds"),
    (Code::E0111, "a number that is too large"),
    (Code::E0112, "a word of the language used as a name"),
    (Code::E0113, "two comparisons in a row"),
    (Code::E0114, "`and` or `or` after `where` or `has` without brackets"),
    (Code::E0115, "`otherwise` after a zone or list without brackets"),
    (Code::E0116, "prose with nothing below it"),
    (Code::E0117, "a faulty hole or backslash in a text"),
    (Code::E0118, "a range of rules that cannot be written out"),
    (Code::E0120, "a value that does nothing, or that cannot be called"),
    (Code::E0121, "several counters in one `given`"),
    (Code::E0122, "an `if` without its braces"),
    (Code::E0123, "a word that is written otherwise here"),
];

/// A text (a whole file, or a piece of one) and where it lies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'t> {
    pub file: FileId,
    /// The byte of the file at which the text begins.
    pub base: usize,
    pub text: &'t str,
}

impl<'t> Place<'t> {
    /// The span of bytes of this text.
    pub(super) fn span(self, start: usize, end: usize) -> Span {
        Span { file: self.file, start: clip(self.base + start), end: clip(self.base + end) }
    }

    /// An error at a token.
    pub(super) fn error(self, code: Code, token: Token, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.span(token.start, token.end), message)
    }
}

fn clip(byte: usize) -> u32 {
    u32::try_from(byte).unwrap_or(u32::MAX)
}

/// Control characters, and those that turn the direction of writing: they can hide what a line
/// says.
pub(super) fn harmful(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// A word or sign as it may be shown in a message: one line, not long, nothing harmful.
pub(super) fn shown(text: &str) -> String {
    let mut out: String = text
        .chars()
        .take(40)
        .filter(|c| !harmful(*c) && !matches!(c, '\n' | '\r' | '\t'))
        .collect();
    if text.chars().nth(40).is_some() {
        out.push('…');
    }
    out
}

/// A character that the language does not use.
pub(super) fn odd(place: Place<'_>, token: Token) -> Diagnostic {
    let text = token.of(place.text);
    let c = text.chars().next().unwrap_or(' ');
    let visible = !harmful(c) && !c.is_whitespace();
    let name =
        if visible { format!("`{text}`") } else { format!("the character U+{:04X}", c as u32) };
    let help = match c {
        '“' | '”' | '„' | '«' | '»' => {
            "put a text between straight quotation marks: `\"…\"`"
        }
        '‘' | '’' | '\'' | '`' => {
            "put a text between `\"…\"`; to name what belongs to something, write a dot: `me.hand`"
        }
        ';' => "statements need no sign between them; leave it out",
        '%' => "the rest of a division is written `a mod b`",
        '&' => "write `and`",
        '!' => "write `not`",
        '#' => "a comment begins with `//`",
        '–' | '—' | '−' => "write the plain sign `-`; a range is written `1..4`",
        '…' => "a range is written with two dots: `1..4`",
        '×' | '·' => "write `*`",
        '÷' => "write `/`",
        '≤' => "write `<=`",
        '≥' => "write `>=`",
        '≠' => "write `is not`",
        '→' => "write `->`",
        '?' => "a choice between two values is written `if … then … else …`",
        '$' | '€' | '£' => {
            "an amount is the sign and its number, such as `$5`; a number becomes an amount like \
             this: `c.rank * $1`"
        }
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => "write a plain blank",
        c if c.is_alphabetic() => {
            "names are made of letters, digits and `_`; any sign may be part of a text `\"…\"`"
        }
        '^' => "a number is multiplied by itself: write `n * n`",
        _ => "write it in quotation marks as part of a text, `\"…\"`, or take it out",
    };
    if matches!(c, '$' | '€' | '£')
        && let Some(help) = sign_of_unit(place, token, c)
    {
        return place
            .error(Code::E0107, token, format!("the language does not use {name}"))
            .help(help);
    }
    place.error(Code::E0107, token, format!("the language does not use {name}")).help(help)
}

/// `money is in Coins ($)` at the left edge, `$c.worth`: what a sign of money is meant for.
fn sign_of_unit(place: Place<'_>, token: Token, sign: char) -> Option<String> {
    let before = place.text.get(..token.start)?.rsplit('\n').next()?;
    let behind = place.text.get(token.end..)?.lines().next()?;
    let end = behind.find(|c: char| !in_name(c) && c != '.').unwrap_or(behind.len());
    let path = behind.get(..end)?.trim_end_matches('.');
    if path.starts_with(in_name) {
        return Some(format!("a number becomes an amount like this: `{path} * {sign}1`"));
    }
    let unit = before.split(|c: char| !in_name(c)).rfind(|word| !word.is_empty())?;
    let edge = before.starts_with(in_name);
    (edge && unit.starts_with(char::is_uppercase))
        .then(|| format!("a unit is declared with its sign: `unit {unit} \"{sign}\"`"))
}

/// A sign of other languages.
pub(super) fn foreign(place: Place<'_>, token: Token) -> Diagnostic {
    let text = token.of(place.text);
    let first = place.text[..token.start]
        .rsplit('\n')
        .next()
        .is_some_and(|before| before.trim().is_empty());
    if matches!(text, "/*" | "*/") || text == "--" && first {
        let found =
            place.error(Code::E0108, token, format!("`{text}` does not begin a remark here"));
        return found.help("begin each line of a remark with `//`");
    }
    let (meant, help) = match text {
        "==" | "===" => ("is", "two values are compared with `is`: `c.color is pink`"),
        "!=" | "!==" | "<>" => ("is not", "write `is not`: `c.color is not pink`"),
        "&&" => ("and", "write `and`"),
        "||" => ("or", "write `or`"),
        "=<" => ("<=", "write `<=`"),
        "=>" => (">=", "write `>=` for at least, `->` for what a deed returns"),
        "++" => ("+=", "write `x += 1`"),
        "=-" => ("-=", "write `x -= 1`"),
        "--" => ("-=", "write `x -= 1`"),
        "*=" | "/=" => ("=", "write `x = x * 2`"),
        _ => (".", "write a dot: `me.hand`"),
    };
    place.error(Code::E0108, token, format!("`{text}` is written `{meant}` here")).help(help)
}

pub(super) fn possessive(place: Place<'_>, token: Token, next: Option<&str>) -> Diagnostic {
    let whole = &place.text[..token.start];
    let from = whole.trim_end_matches(in_name).len();
    let owner = shown(&whole[from..]);
    let thing = shown(next.unwrap_or("hand"));
    let before = whole[..from].trim_end();
    let article = ["its", "their", "his", "her", "the", "each", "every"]
        .iter()
        .any(|word| before.strip_suffix(word).is_some_and(|rest| !rest.ends_with(in_name)));
    // Nobody goes by that name.
    if matches!(&*owner, "owner" | "player" | "opponent" | "holder") && article {
        return place
            .error(Code::E0109, token, "write a dot to name what belongs to something")
            .help(format!(
                "say whose: of whoever acts it is `me.{thing}`, of each player in turn `p.{thing}` \
                 inside `for each p in players {{ … }}`"
            ));
    }
    place
        .error(Code::E0109, token, "write a dot to name what belongs to something")
        .help(format!("write `{owner}.{thing}`"))
}
