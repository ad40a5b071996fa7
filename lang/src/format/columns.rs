//! Words below each other. Where lines that follow each other have the same word, and one of them
//! stands it off by more than one blank, all of them have it in one column; rows of tables always.

use super::lines::Line;
use crate::syntax::layout::{Role, Sort};

/// The words that may stand in columns; and opening braces and remarks.
const WORDS: [&str; 14] = [
    "|", "{", "else", "from", "times", "where", "when", "because", "to", "is", "=", "as", "+=",
    "-=",
];

/// A word that may stand in a column: which, the how-many-eth of its line, how many brackets are
/// open before it.
type Key<'t> = (&'t str, usize, usize);

/// Brings words into columns.
pub(super) fn align(lines: &mut [Line<'_>]) {
    let mut start = 0;
    while start < lines.len() {
        let end = (start + 1..lines.len())
            .find(|at| parted(&lines[start], &lines[*at]))
            .unwrap_or(lines.len());
        run(&mut lines[start..end]);
        start = end;
    }
}

/// Whether a line has nothing to do with the first of the lines above it.
fn parted(first: &Line<'_>, line: &Line<'_>) -> bool {
    line.apart || line.indent != first.indent
}

/// Lines that stand directly below each other and are indented alike.
fn run(lines: &mut [Line<'_>]) {
    let places: Vec<Places<'_>> = lines.iter().map(places).collect();
    let mut keys: Vec<Key<'_>> = Vec::new();
    for (_, key) in places.iter().flatten() {
        if !keys.contains(key) && keys.len() < MOST_KEYS {
            keys.push(*key);
        }
    }
    for key in keys {
        let mut start = 0;
        while start < lines.len() {
            let with = (start..lines.len())
                .take_while(|n| spoken(&lines[*n]) || find(&places[*n], key).is_some());
            let end = start + with.count();
            column(&mut lines[start..end], &places[start..end], key);
            start = end + 1;
        }
    }
}

/// More different words than these are not looked at in one run of lines.
const MOST_KEYS: usize = 40;

/// Words further to the right stand in no column.
const MOST_WORDS: usize = 100;

/// Prose and remarks stand between lines without parting them.
fn spoken(line: &Line<'_>) -> bool {
    line.words.first().is_some_and(|w| matches!(w.lexeme.sort, Sort::Prose | Sort::Remark))
}

/// The words of a line that may stand in columns, by their places.
type Places<'t> = Vec<(usize, Key<'t>)>;

fn places<'t>(line: &Line<'t>) -> Places<'t> {
    let mut found: Places<'t> = Vec::new();
    for (at, word) in line.words.iter().enumerate().take(MOST_WORDS).skip(1) {
        let text = if word.lexeme.sort == Sort::Remark { "//" } else { word.lexeme.text };
        if text == "//" || WORDS.contains(&text) && word.lexeme.sort != Sort::Text {
            let nth = found.iter().filter(|(_, key)| (key.0, key.2) == (text, word.depth)).count();
            found.push((at, (text, nth, word.depth)));
        }
    }
    found
}

fn find(places: &Places<'_>, key: Key<'_>) -> Option<usize> {
    places.iter().find(|(_, k)| *k == key).map(|(at, _)| *at)
}

/// Brings one word of some lines into a column, if that is wanted.
fn column(lines: &mut [Line<'_>], places: &[Places<'_>], key: Key<'_>) {
    let least = if key.0 == "//" { 2 } else { 1 };
    let mut found: Vec<(usize, usize, usize)> = Vec::new();
    let mut wanted = false;
    for (n, line) in lines.iter().enumerate() {
        let Some(at) = find(&places[n], key) else { continue };
        let row = key.0 == "|" && line.words.first().is_some_and(|w| w.lexeme.role == Role::Row);
        wanted |= row || line.words[at].lexeme.blanks > least;
        let width = line.words[..at].iter().map(|w| w.blanks + w.lexeme.text.chars().count());
        found.push((n, at, width.sum::<usize>() + least));
    }
    let Some(furthest) = found.iter().map(|(_, _, place)| *place).max() else { return };
    if wanted && found.len() > 1 {
        for (n, at, place) in found {
            lines[n].words[at].blanks = least + furthest - place;
        }
    }
}
