//! Pieces of the source in the rulebook, on one line; and what is handed over or named in brackets.

use super::page::{Run, Words};
use super::{Reader, in_words};
use houserules_lang::naming::with_article;
use houserules_lang::source::Span;
use houserules_lang::syntax::ast::{Expr, Name, Param};

impl Reader<'_> {
    /// What stands in the source, on one line.
    pub(crate) fn source(&self, span: Span) -> String {
        let code = self.in_a_line(span);
        self.is_written(&code);
        code
    }

    fn in_a_line(&self, span: Span) -> String {
        let lines: Vec<&str> = self.sources.slice(span).lines().map(without_remark).collect();
        lines.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The same, as words of the language.
    pub(crate) fn code(&self, span: Span) -> Run {
        Run::Code(self.source(span))
    }

    /// The names that a rule gives to parameters, in brackets.
    pub(super) fn named(&self, names: &[Name]) -> Words {
        let mut words = Words::new();
        for (at, name) in names.iter().enumerate() {
            words.push(Run::Plain(if at == 0 { " (" } else { ", " }.into()));
            words.push(Run::Value(self.name_told(name)));
        }
        if !names.is_empty() {
            words.push(Run::Plain(")".into()));
        }
        words
    }

    /// What a deed, move or menu is given, in brackets: each value with the parameter's name,
    /// unless it is called so.
    pub(super) fn given(&self, params: &[&Name], values: &[Expr]) -> Words {
        let mut words = Words::new();
        for (at, value) in values.iter().enumerate() {
            words.push(Run::Plain(if at == 0 { " (" } else { ", " }.into()));
            let stands = self.stood_for(value);
            // Where nothing says what it is for, it is said in words.
            let code = match (stands, params.get(at)) {
                (Some(stands), _) => stands,
                (None, Some(_)) => self.in_a_line(value.span),
                (None, None) => self.english(value),
            };
            let name = params.get(at).map(|name| self.param_told(params, name));
            let same = |name: &str| {
                code == name
                    || code == format!("that {name}")
                    || code.starts_with(&format!("{name} "))
            };
            match name.filter(|name| !same(name)) {
                Some(name) => words.extend([
                    Run::Value(in_words(&name)),
                    Run::Plain(format!(" is {}", self.english(value))),
                ]),
                None => words.push(Run::Value(in_words(&code))),
            }
        }
        if !values.is_empty() {
            words.push(Run::Plain(")".into()));
        }
        words
    }

    /// What something is called that a deed, move or menu is given.
    fn param_told(&self, params: &[&Name], name: &Name) -> String {
        let Some(noun) = self.noun_at(name) else { return name.text.to_string() };
        let mut others = params.iter().filter(|other| other.text != name.text);
        let only = others.all(|other| self.noun_at(other).as_ref() != Some(&noun));
        if only { noun } else { format!("{noun} {}", name.text) }
    }

    /// The parameters of a word with their types, in brackets.
    pub(super) fn taken(&self, params: &[Param]) -> Words {
        let listed: Vec<String> = params.iter().map(|p| self.typed(p)).collect();
        if listed.is_empty() {
            Words::new()
        } else {
            super::page::plain(format!(" ({})", listed.join(", ")))
        }
    }

    /// What something is, and its name, unless that says nothing: `player winner`, `a player`.
    pub(super) fn typed(&self, of: &Param) -> String {
        if let Some(said) = self.stand_in(&of.name) {
            return match said.strip_prefix("that ") {
                Some(noun) => with_article(noun),
                None => said,
            };
        }
        let ty = in_words(&self.source(of.ty.span));
        let ty = match &*ty {
            "Player" => "player",
            "Number" => "number",
            other => other,
        };
        format!("{ty} {}", in_words(&of.name.text))
    }
}

/// A line up to its remark. Two strokes in a text are none.
fn without_remark(line: &str) -> &str {
    let quotes = |before: &str| before.replace("\\\"", "").matches('"').count();
    let remark = line
        .match_indices("//")
        .find(|(at, _)| line.get(..*at).is_some_and(|b| quotes(b) % 2 == 0));
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
