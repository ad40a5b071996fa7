//! A word of a player, asked of every seat.

use super::{Expr, ExprKind, Rulebook, Type, Value, WordId};
use crate::source::Span;

/// What every seat's score is, by the word `score`; empty if there is none.
#[must_use]
pub fn score_exprs(book: &Rulebook, seats: usize) -> Vec<Expr> {
    word_exprs(book, book.score, seats)
}

/// What a word of a player is for every seat; empty if there is none.
#[must_use]
pub fn word_exprs(book: &Rulebook, word: Option<WordId>, seats: usize) -> Vec<Expr> {
    let Some(word) = word else { return Vec::new() };
    let ty = &book[word].value.ty;
    let score = |seat: usize| {
        let seat = Value::Seat(u8::try_from(seat).unwrap_or(u8::MAX));
        let span = Span::default();
        let of = Expr { kind: ExprKind::Const(seat), ty: Type::Player, span };
        Expr { kind: ExprKind::Word(word, vec![of]), ty: ty.clone(), span }
    };
    (0..seats).map(score).collect()
}
