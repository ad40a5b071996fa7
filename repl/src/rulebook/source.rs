//! Pieces of the source in the rulebook: on one line where they stand in a sentence, as they are written where they are
//! more than one line; and what is handed over or named in brackets.

use super::page::{Part, Run, Words};
use super::{Reader, in_words};
use houserules_lang::source::Span;
use houserules_lang::syntax::ast::{Expr, Name, Param};

impl Reader<'_> {
    /// What stands in the source, on one line.
    pub(crate) fn source(&self, span: Span) -> String {
        let lines: Vec<&str> = self.sources.slice(span).lines().map(without_remark).collect();
        lines.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The same, as words of the language.
    pub(crate) fn code(&self, span: Span) -> Run {
        Run::Code(self.source(span))
    }

    /// Adds a point that ends with a piece of the source; several lines stand below it, indented as they are written.
    pub(super) fn told_with(&self, (deep, mut words): (usize, Words), span: Span, all: &mut Vec<Part>) {
        let mut lines = self.lines(span);
        if lines.len() > 1 {
            all.extend([Part::Point(deep, words), Part::Code(deep, lines)]);
            return;
        }
        words.push(Run::Plain(" ".into()));
        words.push(lines.pop().map_or_else(|| Run::Plain("nothing.".into()), Run::Code));
        all.push(Part::Point(deep, words));
    }

    /// The lines of a piece of the source, without its outer braces, remarks and the indentation that they share.
    fn lines(&self, span: Span) -> Vec<String> {
        let text = self.sources.slice(span);
        let inner = text.strip_prefix('{').and_then(|inner| inner.strip_suffix('}'));
        let mut lines: Vec<&str> =
            inner.unwrap_or(text).lines().map(without_remark).map(str::trim_end).collect();
        let written = self.indented(span);
        let Some(first) = lines.first_mut() else { return Vec::new() };
        *first = first.trim_start();
        let head = usize::from(!first.is_empty());
        let indent = |line: &&str| line.len() - line.trim_start().len();
        let rest = lines.iter().skip(1).filter(|l| !l.is_empty()).map(indent);
        let shared = rest.min().unwrap_or(0);
        let shared = if head == 1 && inner.is_none() { shared.min(written) } else { shared };
        let cut = |(at, line): (usize, &&str)| {
            if at == 0 { (*line).to_owned() } else { line.get(shared..).unwrap_or("").to_owned() }
        };
        let cut: Vec<String> = lines.iter().enumerate().map(cut).collect();
        let blank = |line: &String| line.is_empty();
        let begin = cut.iter().take_while(|l| blank(l)).count();
        let end = cut.len() - cut.iter().rev().take_while(|l| blank(l)).count();
        cut.get(begin..end).unwrap_or_default().to_vec()
    }

    /// How far the line is indented on which something begins.
    fn indented(&self, span: Span) -> usize {
        let text = self.sources.get(span.file).map_or("", |f| &f.text);
        let before = text.get(..span.start as usize).unwrap_or("");
        let line = before.rsplit('\n').next().unwrap_or("");
        line.len() - line.trim_start().len()
    }

    /// What a deed, move or menu is given, in brackets: each value with the parameter's name, unless it is called so.
    pub(super) fn given(&self, params: &[&Name], values: &[Expr]) -> Words {
        let mut words = Words::new();
        for (at, value) in values.iter().enumerate() {
            words.push(Run::Plain(if at == 0 { " (" } else { ", " }.into()));
            let code = self.source(value.span);
            if let Some(name) = params.get(at).filter(|name| *name.text != *code) {
                words.extend([Run::Value(in_words(&name.text)), Run::Plain(" is ".into())]);
            }
            words.push(Run::Code(code));
        }
        if !values.is_empty() {
            words.push(Run::Plain(")".into()));
        }
        words
    }

    /// The parameters of a word with their types, in brackets.
    pub(super) fn taken(&self, params: &[Param]) -> Words {
        let listed: Vec<String> =
            params.iter().map(|p| format!("{}: {}", p.name.text, self.source(p.ty.span))).collect();
        if listed.is_empty() {
            return Words::new();
        }
        vec![Run::Plain(" (".into()), Run::Code(listed.join(", ")), Run::Plain(")".into())]
    }
}

/// The names that a rule gives to parameters, in brackets.
pub(super) fn named(names: &[Name]) -> Words {
    let mut words = Words::new();
    for (at, name) in names.iter().enumerate() {
        words.push(Run::Plain(if at == 0 { " (" } else { ", " }.into()));
        words.push(Run::Value(in_words(&name.text)));
    }
    if !names.is_empty() {
        words.push(Run::Plain(")".into()));
    }
    words
}

/// A line up to its remark. Two strokes in a text are none.
fn without_remark(line: &str) -> &str {
    let quotes = |before: &str| before.replace("\\\"", "").matches('"').count();
    let remark = line.match_indices("//").find(|(at, _)| line.get(..*at).is_some_and(|b| quotes(b) % 2 == 0));
    remark.and_then(|(at, _)| line.get(..at)).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::without_remark;

    #[test]
    fn remarks_are_left_out_and_texts_are_not() {
        assert_eq!(without_remark("a is b // why"), "a is b ");
        assert_eq!(without_remark("say \"see http://x\"  // why"), "say \"see http://x\"  ");
        assert_eq!(without_remark("say \"\\\" // no\""), "say \"\\\" // no\"");
    }
}
