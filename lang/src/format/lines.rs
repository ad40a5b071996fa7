//! Words in lines: how far each line is indented, and the blanks between its words.

use crate::syntax::layout::{Lexeme, Role, Sort};

/// Blanks for each level.
const STEP: usize = 2;

/// A line that is to be written.
#[derive(Debug, Default)]
pub(super) struct Line<'t> {
    /// An empty line goes before it.
    pub apart: bool,
    /// Blanks at its beginning.
    pub indent: usize,
    pub words: Vec<Word<'t>>,
}

/// A word of a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'t> {
    pub lexeme: Lexeme<'t>,
    /// Blanks before it; at the beginning of a line none.
    pub blanks: usize,
    /// How many brackets are open before it.
    pub depth: usize,
}

impl Line<'_> {
    /// Writes the line, with the empty line before it.
    pub(super) fn write(&self, out: &mut String) {
        if self.apart {
            out.push('\n');
        }
        out.extend(std::iter::repeat_n(' ', self.indent));
        for word in &self.words {
            out.extend(std::iter::repeat_n(' ', word.blanks));
            out.push_str(word.lexeme.text);
        }
        out.push('\n');
    }
}

/// Puts words in lines.
pub(super) fn lines<'t>(all: &[Lexeme<'t>]) -> Vec<Line<'t>> {
    let mut page = Page { done: Vec::new(), line: Line::default(), levels: vec![Level::default()] };
    for (at, lexeme) in all.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| all.get(at));
        let breaks = before
            .is_none_or(|b| lexeme.breaks > 0 || matches!(b.sort, Sort::Prose | Sort::Remark));
        if breaks {
            let next = all.get(at..).unwrap_or_default().iter().find(|l| l.sort != Sort::Remark);
            page.begin_line(before, lexeme, next);
        }
        let blanks = if breaks { 0 } else { before.map_or(0, |before| gap(before, lexeme)) };
        page.word(lexeme, blanks, breaks);
    }
    page.finish()
}

/// An open bracket, or the whole file.
#[derive(Debug, Clone, Copy, Default)]
struct Level {
    /// How far its closing bracket is indented on a line of its own.
    base: usize,
    /// How far what stands in it is indented.
    inner: usize,
    /// How far the line is indented on which the present sentence begins.
    unit: usize,
    /// A clause of a head has begun.
    clause: bool,
    /// Lines in it never go on with a sentence: lists, and values in brackets.
    list: bool,
}

struct Page<'t> {
    done: Vec<Line<'t>>,
    line: Line<'t>,
    levels: Vec<Level>,
}

impl<'t> Page<'t> {
    fn level(&mut self) -> Level {
        self.levels.last().copied().unwrap_or_default()
    }

    fn begin_line(
        &mut self,
        before: Option<&Lexeme<'t>>,
        lexeme: &Lexeme<'t>,
        next: Option<&Lexeme<'t>>,
    ) {
        let last = std::mem::take(&mut self.line);
        if !last.words.is_empty() {
            self.done.push(last);
        }
        let closes = next.is_some_and(|n| n.sort == Sort::Close);
        let opened = before.is_some_and(|b| b.sort == Sort::Open);
        let shut = lexeme.sort == Sort::Close;
        let prose = before.is_some_and(|b| b.sort == Sort::Prose);
        self.line.apart = before.is_some() && lexeme.breaks > 1 && !opened && !shut && !prose;
        self.line.indent = match (lexeme.sort, next) {
            (Sort::Remark, Some(_)) if closes => self.level().inner,
            (Sort::Remark, None) => 0,
            (_, Some(next)) => self.indent(before, next),
            (_, None) => self.indent(before, lexeme),
        };
    }

    /// How far a line is indented that begins with this word.
    fn indent(&mut self, before: Option<&Lexeme<'_>>, lexeme: &Lexeme<'_>) -> usize {
        let level = self.level();
        match (lexeme.sort, lexeme.role) {
            (Sort::Close, _) => level.base,
            (_, Role::Item | Role::Unit | Role::Row) => level.inner,
            (_, Role::Branch) => level.unit,
            (Sort::Open, _) if lexeme.text == "{" => level.unit,
            (_, Role::Clause) => level.inner + STEP,
            _ if level.list => level.inner,
            // What stands behind a comma of the braces themselves is one more of the same.
            _ if self.levels.len() > 1 && before.is_some_and(|b| b.text == ",") => level.inner,
            _ => level.inner + if level.clause { 2 * STEP } else { STEP },
        }
    }

    fn word(&mut self, lexeme: &Lexeme<'t>, blanks: usize, first: bool) {
        let indent = self.line.indent;
        let depth = self.levels.len();
        match lexeme.sort {
            Sort::Open => self.open(lexeme, indent),
            Sort::Close if depth > 1 => {
                self.levels.pop();
            }
            Sort::Word | Sort::Text | Sort::Close | Sort::Prose | Sort::Remark => {}
        }
        if let Some(level) = self.levels.last_mut().filter(|_| lexeme.sort != Sort::Open) {
            match lexeme.role {
                Role::Item | Role::Unit | Role::Row => {
                    level.unit = if first { level.inner } else { indent };
                    level.clause = false;
                }
                Role::Clause => level.clause = true,
                Role::Plain
                | Role::Branch
                | Role::List
                | Role::Group
                | Role::Minus
                | Role::Joint => {}
            }
        }
        self.line.words.push(Word { lexeme: *lexeme, blanks, depth });
    }

    fn open(&mut self, lexeme: &Lexeme<'_>, indent: usize) {
        let brace = lexeme.text == "{";
        let base = if brace { self.level().unit } else { indent };
        let list = !brace || lexeme.role == Role::List;
        self.levels.push(Level { base, inner: base + STEP, unit: base, clause: false, list });
    }

    fn finish(mut self) -> Vec<Line<'t>> {
        if !self.line.words.is_empty() {
            self.done.push(self.line);
        }
        self.done
    }
}

/// Blanks between two words of one line.
fn gap(before: &Lexeme<'_>, after: &Lexeme<'_>) -> usize {
    let (b, a) = (before.text, after.text);
    match (before.sort, after.sort) {
        (_, Sort::Remark) => 2,
        (Sort::Open, _) if b == "{" => 1,
        (Sort::Open, _) => 0,
        (_, Sort::Close) => usize::from(a == "}"),
        _ if matches!(a, "," | ":" | "." | ".." | "'s") || matches!(b, "." | "..") => 0,
        _ if matches!(before.role, Role::Minus | Role::Joint) || after.role == Role::Joint => 0,
        _ if matches!(after.role, Role::Item | Role::Unit | Role::Row) && b != "," => 2,
        (_, Sort::Open) if a == "(" => bracket(before, after),
        _ => 1,
    }
}

/// Blanks before a round bracket: none behind the name that it belongs to.
fn bracket(before: &Lexeme<'_>, after: &Lexeme<'_>) -> usize {
    let amount = matches!(before.text, "top" | "bottom");
    match after.role {
        Role::Group => 1,
        _ if before.text == "of" => 1,
        _ if amount => after.blanks.min(1),
        _ => 0,
    }
}
