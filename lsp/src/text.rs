//! Places in a text: bytes here, lines and UTF-16 units at the client.

use lsp_types::{Position, Range};
use std::ops::Range as Bytes;

/// Where the lines of a text begin. A line ends with `\n`, `\r\n` or `\r`.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    starts: Vec<usize>,
    /// Characters of more bytes than units: where each ends, and how many more bytes than units
    /// the text has up to there.
    wide: Vec<(usize, usize)>,
}

impl Lines {
    /// Of a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let (mut starts, mut wide, mut more) = (vec![0], Vec::new(), 0);
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                b'\n' => starts.push(at + 1),
                b'\r' if bytes.get(at + 1) != Some(&b'\n') => starts.push(at + 1),
                // The first byte of a longer character.
                0xc0.. => {
                    let c = text.get(at..).and_then(|rest| rest.chars().next());
                    let (long, units) = c.map_or((1, 1), |c| (c.len_utf8(), c.len_utf16()));
                    more += long - units;
                    wide.push((at + long, more));
                }
                _ => {}
            }
        }
        Self { starts, wide }
    }

    /// The bytes of a line, without its end; empty behind the last one.
    #[must_use]
    pub fn line(&self, text: &str, line: usize) -> Bytes<usize> {
        let Some(start) = self.starts.get(line).copied() else { return text.len()..text.len() };
        let next = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let whole = text.get(start..next).unwrap_or("");
        start..start + whole.trim_end_matches(['\n', '\r']).len()
    }

    /// The line of a byte, from 0.
    #[must_use]
    pub fn number(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte).saturating_sub(1)
    }

    /// The position of a byte; inside a character, that of the character.
    #[must_use]
    pub fn position(&self, text: &str, byte: usize) -> Position {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.number(byte);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let units = byte - start - (self.more(byte) - self.more(start));
        Position::new(line as u32, units as u32)
    }

    /// How many more bytes than units a text has up to a byte.
    fn more(&self, byte: usize) -> usize {
        let before = self.wide.partition_point(|(end, _)| *end <= byte);
        before.checked_sub(1).and_then(|at| self.wide.get(at)).map_or(0, |(_, more)| *more)
    }

    /// The byte of a position; what lies behind a line's end or the text's is its end.
    #[must_use]
    pub fn byte(&self, text: &str, position: Position) -> usize {
        let line = self.line(text, position.line as usize);
        let mut units = position.character as usize;
        let mut at = line.start;
        for c in text.get(line.clone()).unwrap_or("").chars() {
            if units < c.len_utf16() {
                break;
            }
            units -= c.len_utf16();
            at += c.len_utf8();
        }
        at
    }

    /// The range of some bytes.
    #[must_use]
    pub fn range(&self, text: &str, bytes: Bytes<usize>) -> Range {
        Range::new(self.position(text, bytes.start), self.position(text, bytes.end))
    }

    /// The position behind the last character.
    #[must_use]
    pub fn end(&self, text: &str) -> Position {
        self.position(text, text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_utf_16_units() {
        let text = "aé\u{1f0a1}z\r\nb\rc\n";
        let lines = Lines::of(text);
        for (at, _) in text.char_indices().filter(|(_, c)| !matches!(c, '\n' | '\r')) {
            assert_eq!(lines.byte(text, lines.position(text, at)), at);
        }
        assert_eq!(lines.position(text, text.find('z').unwrap()), Position::new(0, 4));
        assert_eq!(lines.position(text, text.find('c').unwrap()), Position::new(2, 0));
        assert_eq!(lines.byte(text, Position::new(0, 99)), text.find('\r').unwrap());
        assert_eq!(lines.byte(text, Position::new(99, 0)), text.len());
        // Inside a character of two units: its beginning.
        assert_eq!(lines.byte(text, Position::new(0, 3)), 3);
        assert_eq!(lines.position(text, 5), Position::new(0, 2));
        assert_eq!(Lines::of("").end(""), Position::new(0, 0));
    }
}
