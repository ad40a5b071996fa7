//! Blocks that are made by indentation, or end with a word: `if a:`, `for … do … end`.

use super::Patch;
use crate::syntax::report::Place;
use crate::syntax::scan::{Kind, Token};

/// Words that open a block inside an item.
const INSIDE: [&str; 14] = [
    "if",
    "for",
    "while",
    "elif",
    "else",
    "elseif",
    "elsif",
    "repeat",
    "turn",
    "round",
    "phase",
    "unless",
    "until",
    "otherwise",
];
/// Words that open an item with a block.
const ITEMS: [&str; 9] =
    ["setup", "play", "action", "attempt", "to", "test", "each", "the", "function"];
/// What stands at the end of the line of such a block.
const ENDS: [&str; 3] = [":", "then", "do"];

/// Words of the lines that belong to the heading of a move.
const CLAUSES: [&str; 6] = ["needs", "once", "joins", "as", "openly", "works"];

/// A line of an item.
struct Line {
    /// Its blanks in front.
    indent: usize,
    /// Its first and last token.
    first: Token,
    last: Token,
}

/// A line that opens a block by a sign of other languages, and the changes that put all such blocks
/// of the item into braces, the last first.
pub(super) fn blocks(place: Place<'_>, tokens: &[Token]) -> Option<(Token, Vec<Patch>)> {
    let text = place.text;
    let lines = lines(text, tokens);
    let mut found: Vec<Patch> = Vec::new();
    let mut sign = None;
    for (at, line) in lines.iter().enumerate() {
        let word = line.first.of(text);
        if word == "end" && line.first.start == line.last.start && closes_word(&lines, at, text) {
            found.push(Patch { start: line.first.start, end: line.last.end, new: "}".into() });
            continue;
        }
        let last = line.last.of(text);
        let head = INSIDE.contains(&word) || at == 0 && ITEMS.contains(&word);
        let function = at == 0 && word == "function" && last == ")";
        if !(head && ENDS.contains(&last) || function) || line.first.start == line.last.start {
            continue;
        }
        let behind: Vec<&Line> =
            lines.iter().skip(at + 1).take_while(|l| l.indent > line.indent).collect();
        let Some(body) = behind.last() else { continue };
        sign.get_or_insert(line.last);
        let by_word = ended(&lines, at, text) || braced(&lines, at, text);
        let gap =
            if last == ":" { text[..line.last.start].trim_end().len() } else { line.last.start };
        let start = if function { line.last.end } else { gap };
        let clauses = behind.iter().take_while(|l| CLAUSES.contains(&l.first.of(text)));
        match clauses.last().filter(|_| matches!(word, "action" | "attempt")) {
            Some(clause) => {
                found.push(Patch { start, end: line.last.end, new: String::new() });
                let end = clause.last.end;
                found.push(Patch { start: end, end, new: "\n{".into() });
            }
            None => found.push(Patch { start, end: line.last.end, new: " {".into() }),
        }
        if !by_word {
            found.push(Patch { start: body.last.end, end: body.last.end, new: "\n}".into() });
        }
    }
    let sign = sign?;
    found.sort_by_key(|patch| std::cmp::Reverse(patch.start));
    Some((sign, found))
}

/// Whether a block that opens on a line ends with a line `end`, or with `else` in front of one.
fn ended(lines: &[Line], at: usize, text: &str) -> bool {
    let Some(open) = lines.get(at) else { return false };
    let next = lines.iter().skip(at + 1).find(|l| l.indent <= open.indent);
    next.is_some_and(|l| l.first.of(text) == "end" && l.first.start == l.last.start)
}

/// Whether a brace that closes nothing else stands behind a block that opens on a line.
fn braced(lines: &[Line], at: usize, text: &str) -> bool {
    let Some(open) = lines.get(at) else { return false };
    let next = lines.iter().skip(at + 1).find(|l| l.indent <= open.indent);
    let count = |sign| {
        lines.iter().map(|l| text[l.first.start..l.last.end].matches(sign).count()).sum::<usize>()
    };
    next.is_some_and(|l| l.first.of(text) == "}") && count("}") > count("{")
}

/// Whether an `end` by itself closes a block that a line above it opens.
fn closes_word(lines: &[Line], at: usize, text: &str) -> bool {
    let Some(end) = lines.get(at) else { return false };
    let open = lines.iter().take(at).rev().find(|l| l.indent <= end.indent);
    open.is_some_and(|l| {
        let (first, last) = (l.first.of(text), l.last.of(text));
        ENDS.contains(&last) || first == "function" || last == "else"
    })
}

fn lines(text: &str, tokens: &[Token]) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::new();
    for token in tokens.iter().filter(|t| t.kind != Kind::Doc) {
        let start = text[..token.start].rfind('\n').map_or(0, |at| at + 1);
        match all.last_mut().filter(|line| line.first.start >= start) {
            Some(line) => line.last = *token,
            None => all.push(Line { indent: token.start - start, first: *token, last: *token }),
        }
    }
    all
}
