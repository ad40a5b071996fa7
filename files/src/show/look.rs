//! How lines look to people: how wide they are, and in what tone they are said.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What the other side can show and do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Columns, 20 to 200 at a terminal.
    pub width: usize,
    /// Rows, 10 to 200 at a terminal.
    pub height: usize,
    /// Whether colours are wanted on standard output.
    pub colour: bool,
    /// A person types at a terminal.
    pub typed: bool,
    /// Standard output is a terminal.
    pub shown: bool,
    /// Standard error is a terminal: there is somebody to see progress.
    pub watched: bool,
}

impl Look {
    /// Pipes on all sides.
    #[must_use]
    pub fn plain() -> Self {
        Self { width: 80, height: 40, colour: false, typed: false, shown: false, watched: false }
    }
}

/// A terminal's columns and rows, as far as they can be used.
#[must_use]
pub fn fitting(width: u16, height: u16) -> (usize, usize) {
    (usize::from(width).clamp(20, 200), usize::from(height).clamp(10, 200))
}

/// How a line is to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    Plain,
    /// A title above other lines.
    Heading,
    /// Beside the point.
    Faint,
    /// What went wrong.
    Wrong,
}

/// Columns that a text takes.
#[must_use]
pub fn columns(text: &str) -> usize {
    text.width()
}

/// Breaks each line at spaces so that it fits; a continued line is indented by two more than its
/// first.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(20);
    let mut lines = Vec::new();
    for line in text.split('\n') {
        wrap_line(line, width, &mut lines);
    }
    lines
}

fn wrap_line(line: &str, width: usize, lines: &mut Vec<String>) {
    if columns(line) <= width {
        lines.push(line.trim_end().to_string());
        return;
    }
    let indent = line.len() - line.trim_start_matches(' ').len();
    let hang = " ".repeat((indent + 2).min(width / 2));
    let mut now = " ".repeat(indent.min(width / 2));
    let mut empty = true;
    for word in line.split(' ').filter(|w| !w.is_empty()) {
        if !empty && columns(&now) + 1 + columns(word) > width {
            lines.push(std::mem::replace(&mut now, hang.to_string()));
            empty = true;
        }
        if !empty {
            now.push(' ');
        }
        for c in word.chars() {
            if columns(&now) + c.width().unwrap_or(0) > width {
                lines.push(std::mem::replace(&mut now, hang.to_string()));
            }
            now.push(c);
        }
        empty = false;
    }
    if !empty {
        lines.push(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_wrapped_with_a_hanging_indent() {
        assert_eq!(wrap("  one two three four five", 20), ["  one two three four", "    five"]);
        assert_eq!(wrap("short\n\nlines", 20), ["short", "", "lines"]);
        let word = "x".repeat(45);
        assert!(wrap(&word, 20).iter().all(|l| l.len() <= 20));
        assert!(wrap("", 5).iter().all(String::is_empty));
    }
}
