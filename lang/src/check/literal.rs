//! Card literals: words that select exactly one row.

use super::cx::Cx;
use super::types::{constant, shown};
use crate::diagnostic::Diagnostic;
use crate::ir::{Expr, KindSet, RowId, Type, Value};
use crate::source::Span;
use crate::syntax::ast::LiteralWord;

impl Cx<'_> {
    /// A literal where a card is wanted: the first copy.
    pub fn literal_card(&mut self, words: &[LiteralWord], want: Option<&Type>, span: Span) -> Option<Expr> {
        let want = want.filter(|ty| matches!(ty.bare(), Type::Card(_) | Type::List(..)));
        let row = self.row_of(words, want, span)?;
        let kind = self.env.book().rows.get(row.index())?.kind;
        let card = self.env.first_card(row)?;
        Some(constant(Value::Card(card), Type::Card(KindSet::one(kind)), span))
    }

    /// The only row that the words select, among those of the wanted type.
    pub fn row_of(&mut self, words: &[LiteralWord], want: Option<&Type>, span: Span) -> Option<RowId> {
        let all = self.env.r.all_kinds();
        let kinds = match want.map(Type::bare) {
            Some(Type::Card(kinds)) => *kinds,
            Some(Type::List(of, _)) => match of.bare() {
                Type::Card(kinds) => *kinds,
                Type::None => all,
                other => return self.no_cards(&other.clone(), span),
            },
            Some(Type::None) | None => all,
            Some(other) => return self.no_cards(&other.clone(), span),
        };
        let mut report = Vec::new();
        let row = self.env.r.literal(self.scope, (words, span), kinds, &mut report);
        report.into_iter().for_each(|d| self.report(d));
        row
    }

    /// A literal where no card can stand.
    fn no_cards<T>(&mut self, want: &Type, span: Span) -> Option<T> {
        let wanted = shown(self.env, want);
        self.wrong(
            Diagnostic::new("E0404", span, format!("this is a card, but `{wanted}` is wanted"))
                .help("to read what is printed on a card, let it have a name: `c.value`"),
        )
    }
}
