//! Keeps control characters away from terminals: they are shown as what they are, one character for
//! one.
//!
//! Rules come from strangers. A text that turns the terminal red, moves the cursor, or writes
//! itself backwards would make a reader see something other than what runs.

use std::borrow::Cow;

/// What stands for a character that a terminal would obey instead of showing; none if it may be
/// shown as it is.
fn stand_in(c: char) -> Option<char> {
    match c {
        '\0'..='\x1f' => char::from_u32(0x2400 + c as u32),
        '\x7f' => Some('\u{2421}'),
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => Some(char::REPLACEMENT_CHARACTER),
        _ => None,
    }
}

/// A text for the terminal. Line ends stay, tabs become a space.
#[must_use]
pub fn text(raw: &str) -> Cow<'_, str> {
    cleaned(raw, |c| match c {
        '\n' => None,
        '\t' => Some(' '),
        other => stand_in(other),
    })
}

/// A text for one line of the terminal: line ends and tabs become spaces.
#[must_use]
pub fn line(raw: &str) -> Cow<'_, str> {
    cleaned(raw, |c| if matches!(c, '\n' | '\t') { Some(' ') } else { stand_in(c) })
}

fn cleaned(raw: &str, other: impl Fn(char) -> Option<char>) -> Cow<'_, str> {
    if raw.chars().all(|c| other(c).is_none()) {
        return Cow::Borrowed(raw);
    }
    Cow::Owned(raw.chars().map(|c| other(c).unwrap_or(c)).collect())
}

/// Writes every character of JSON text that a terminal would obey as `\u….` Such characters only
/// stand inside strings.
#[must_use]
pub fn json(raw: &str) -> Cow<'_, str> {
    let obeyed = |c: char| c != '\n' && stand_in(c).is_some();
    if !raw.contains(obeyed) {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len() + 16);
    for c in raw.chars() {
        if obeyed(c) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// A source text made fit for the terminal, with the way from its bytes to those of the original.
#[derive(Debug)]
pub struct Source {
    /// The text. Tabs and line ends stay; `\r\n` is one line end.
    pub text: String,
    /// Where lengths differ: a byte of the original, the byte of `text` that stands for it.
    shifts: Vec<(usize, usize)>,
}

impl Source {
    /// Cleans a source text.
    #[must_use]
    pub fn new(raw: &str) -> Self {
        let mut text = String::with_capacity(raw.len());
        let mut shifts = vec![(0, 0)];
        let mut rest = raw.char_indices().peekable();
        while let Some((at, c)) = rest.next() {
            let next = rest.peek().map(|(_, c)| *c);
            match c {
                '\n' | '\t' => text.push(c),
                '\r' if next == Some('\n') => {}
                _ => text.push(stand_in(c).unwrap_or(c)),
            }
            let after = at + c.len_utf8();
            let (from, to) = shifts[shifts.len() - 1];
            if after - from != text.len() - to {
                shifts.push((after, text.len()));
            }
        }
        Self { text, shifts }
    }

    /// The byte of `text` for a byte of the original; always at a character's start.
    #[must_use]
    pub fn byte(&self, raw: usize) -> usize {
        let at = self.shifts.partition_point(|(from, _)| *from <= raw).max(1);
        let (from, to) = self.shifts[at - 1];
        let end = self.shifts.get(at).map_or(self.text.len(), |(_, to)| *to);
        let mut byte = (to + (raw - from)).min(end);
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    }
}

/// A text without what means something in SVG or HTML, and without control characters.
#[must_use]
pub fn markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// As a shell takes it for one word.
#[must_use]
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "=/._-:+,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_never_gets_a_command() {
        assert_eq!(text("a\x1b[31mb\u{202e}c\u{9b}d\n"), "a␛[31mb\u{fffd}c\u{fffd}d\n");
        assert_eq!(line("a\nb\tc"), "a b c");
        assert_eq!(json("\"\u{202e}\u{7f}\u{e0001}\""), "\"\\u202e\\u007f\\udb40\\udc01\"");
    }

    #[test]
    fn bytes_are_found_again() {
        let raw = "ab\x1bcd\r\nef\u{202e}g";
        let clean = Source::new(raw);
        assert_eq!(clean.text, "ab␛cd\nef\u{fffd}g");
        for (word, same) in [("ab", "ab"), ("cd", "cd"), ("ef", "ef"), ("g", "g")] {
            let at = raw.find(word).unwrap();
            assert_eq!(clean.byte(at), clean.text.find(same).unwrap(), "{word}");
        }
        assert_eq!(clean.byte(raw.len()), clean.text.len());
        assert_eq!(clean.byte(2), 2);
        assert_eq!(clean.byte(raw.len() + 9), clean.text.len());
    }
}
