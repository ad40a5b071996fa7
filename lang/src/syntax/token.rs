//! Words and signs of a text.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Letters, digits and `_`, not all of them digits.
    Word,
    Number,
    /// A sign of a currency, and digits behind it: `$5`.
    Money,
    /// A text with both its quotation marks, on one line.
    Text,
    /// A `"` that its line does not close.
    OpenText,
    /// `(`, `[` or `{`
    Open,
    /// `)`, `]` or `}`
    Close,
    /// A sign that the language uses.
    Sign,
    /// A sign of other languages: `==`, `&&`, …
    Foreign,
    /// `'s` right behind a word.
    Possessive,
    /// A `///` line.
    Doc,
    /// A character that the language does not use.
    Odd,
    /// A control character; they may not stand in texts and comments either.
    Control,
}

impl Kind {
    /// How many brackets are open behind a token, if so many are in front of it.
    pub(super) fn depth_behind(self, depth: usize) -> usize {
        if self == Self::Close {
            depth.saturating_sub(1)
        } else {
            depth + usize::from(self == Self::Open)
        }
    }
}

/// A run of bytes of the scanned text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    /// What it is.
    pub kind: Kind,
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Token {
    /// Its text, out of the text that was scanned.
    pub(super) fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }
}
