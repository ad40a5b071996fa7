//! Texts with holes.

use super::body_checker::BodyChecker;
use crate::ir::{Template, TemplatePart, TextId};
use crate::syntax::ast;

impl BodyChecker<'_> {
    /// A text; nothing if a hole is wrong.
    pub fn text(&mut self, text: &ast::Text) -> Option<TextId> {
        let mut parts = Vec::new();
        let mut fine = true;
        for part in &text.parts {
            match part {
                ast::TextPart::Words(words) => parts.push(TemplatePart::Words(words.clone())),
                ast::TextPart::Hole(e) => match self.value(e, None) {
                    Some(value) => parts.push(TemplatePart::Hole(value)),
                    None => fine = false,
                },
            }
        }
        if text.openly {
            self.out.tables.openly([text.span]);
        }
        let template =
            Template { parts, raw: text.raw.clone(), body: self.place.at, span: text.span };
        fine.then(|| self.out.tables.text(template))
    }

    /// A text that may be left out.
    pub fn maybe_text(&mut self, text: Option<&ast::Text>) -> Option<TextId> {
        text.and_then(|t| self.text(t))
    }
}
