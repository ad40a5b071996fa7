//! What a seat strives for, as far as the rules tell: a number of each seat, and whether most or
//! least of it is good.
//!
//! The word `promise` is the designer's own answer. Without it, a game won by all
//! `players with most x` or `with least x` says what counts: the first such ending in the order of
//! the text. Else `score` counts, least of it if an ending says `with least score`; else the
//! measure of any other ending.

use houserules_lang::ir::seats::word_exprs;
use houserules_lang::ir::walk::{each_stmt, each_with_words, walk_bodies};
use houserules_lang::ir::{
    Base, CounterId, Domain, End, Expr, ExprKind, FoldOp, LocalDecl, LocalId, Order, Rulebook,
    Stmt, StmtKind, Type, Value, WordId, ZoneId,
};
use houserules_lang::source::Span;
use std::collections::BTreeSet;

/// What each seat strives for.
#[derive(Debug, Clone, Default)]
pub struct Aim {
    /// A number for each seat; empty if the rules tell of none.
    pub exprs: Vec<Expr>,
    /// The names that the expressions may bind.
    pub locals: Vec<LocalDecl>,
    /// The least of it is best.
    pub least: bool,
    /// It is the score.
    pub is_score: bool,
}

/// An ending won by those who have most or least of something.
struct Ending<'b> {
    winners: &'b Domain,
    best: (bool, LocalId, &'b Expr),
    locals: &'b [LocalDecl],
}

impl Aim {
    /// What the rules say.
    #[must_use]
    pub fn of(book: &Rulebook, seats: usize) -> Self {
        if book.promise.is_some() {
            return Self { exprs: word_exprs(book, book.promise, seats), ..Self::default() };
        }
        let endings = endings(book);
        if let Some(ending) = endings.iter().find(|e| e.is_of_all()) {
            return Self { is_score: ending.is_word(book.score), ..ending.aim(seats) };
        }
        if book.score.is_some() {
            return Self::of_score(book, seats);
        }
        endings.first().map_or_else(Self::default, |ending| ending.aim(seats))
    }
}

impl Aim {
    /// The score, which tells how well a game went beside who won it; nothing, if none is kept.
    #[must_use]
    pub fn of_score(book: &Rulebook, seats: usize) -> Self {
        let least = endings(book).iter().any(|e| e.is_word(book.score) && !e.best.0);
        let exprs = word_exprs(book, book.score, seats);
        Self { exprs, least, is_score: true, ..Self::default() }
    }
}

impl Ending<'_> {
    fn is_of_all(&self) -> bool {
        let all = matches!(self.winners.base, Base::Players { opponents: false, .. });
        all && self.winners.filter.is_none()
    }

    fn is_word(&self, word: Option<WordId>) -> bool {
        matches!(&self.best.2.kind, ExprKind::Word(id, _) if Some(*id) == word)
    }

    fn aim(&self, seats: usize) -> Aim {
        let (most, local, measure) = self.best;
        let exprs = (0..seats).map(|seat| of_seat(local, measure, seat)).collect();
        Aim { exprs, locals: self.locals.to_vec(), least: !most, is_score: false }
    }
}

/// Whether what players strive for is counted once, when the game is over: every win goes to those
/// who have most or least of something, and no `ends when` of the game reads any of what the aim
/// reads. Elsewhere the game is a race, and how far somebody has come tells more.
#[must_use]
pub fn is_counted_at_the_end(book: &Rulebook, seats: usize) -> bool {
    let aim = Aim::of(book, seats);
    let mut is_counted = book.promise.is_none() && !aim.exprs.is_empty();
    walk_bodies(book, &mut |stmt| {
        if let StmtKind::End(End::Won(winners)) = &stmt.kind {
            is_counted &= winners.best.is_some();
        }
    });
    let mut counted = BTreeSet::new();
    for expr in &aim.exprs {
        each_with_words(book, expr, &mut |e| counted.extend(read_by(e)));
    }
    for ends in &book.ends {
        each_with_words(book, &ends.condition, &mut |e| {
            is_counted &= read_by(e).is_none_or(|read| !counted.contains(&read));
        });
    }
    is_counted
}

/// What of a position an expression reads itself: a counter or a zone.
fn read_by(e: &Expr) -> Option<(Option<CounterId>, Option<ZoneId>)> {
    if let ExprKind::Counter(id, _) = e.kind {
        return Some((Some(id), None));
    }
    if let ExprKind::Zone(id, _) = e.kind { Some((None, Some(id))) } else { None }
}

/// A measure of a seat that a name stands for: its sum over this seat alone.
#[must_use]
pub fn of_seat(name: LocalId, measure: &Expr, seat: usize) -> Expr {
    let value = Value::Seat(u8::try_from(seat).unwrap_or(u8::MAX));
    let span = Span::default();
    let seat = Expr { kind: ExprKind::Const(value), ty: Type::Player, span };
    let alone = Domain {
        base: Base::Items(vec![seat]),
        filter: None,
        best: None,
        elem: Type::Player,
        order: Order::Unordered,
        span,
    };
    let kind = ExprKind::fold(FoldOp::Sum, name, alone, measure.clone());
    Expr { kind, ty: measure.ty.clone(), span }
}

/// The endings with a measure, in the order of the text.
fn endings(book: &Rulebook) -> Vec<Ending<'_>> {
    let mut found = Vec::new();
    for (block, locals) in blocks(book) {
        each_stmt(block, &mut |stmt| {
            if let StmtKind::End(End::Won(winners)) = &stmt.kind
                && let Some((most, local, measure)) = &winners.best
            {
                found.push(Ending { winners, best: (*most, *local, measure), locals });
            }
        });
    }
    found.sort_by_key(|ending| (ending.winners.span.file, ending.winners.span.start));
    found
}

/// Every block in which a game may end, with its names.
fn blocks(book: &Rulebook) -> Vec<(&[Stmt], &[LocalDecl])> {
    let bodies = [&book.setup, &book.play].into_iter();
    let bodies = bodies
        .chain(book.deeds.iter().map(|d| &d.body))
        .chain(book.runs_out.iter().map(|r| &r.body));
    let bodies = bodies.chain(book.moves.iter().map(|m| &m.body));
    let mut blocks: Vec<(&[Stmt], &[LocalDecl])> =
        bodies.map(|b| (b.block.as_slice(), b.locals.as_slice())).collect();
    blocks.extend(book.ends.iter().map(|e| (e.body.as_slice(), book.play.locals.as_slice())));
    for (tried, names) in
        book.moves.iter().filter_map(|m| Some((m.attempt.as_ref()?, m.body.locals.as_slice())))
    {
        blocks.push((&tried.wrong, names));
        blocks.extend(tried.late.iter().map(|late| (late.as_slice(), names)));
    }
    blocks
}

/// Whether players win or lose together: whoever wins, all do. What is won together is no tie then.
#[must_use]
pub fn together(book: &Rulebook) -> bool {
    let (mut all, mut some) = (0, 0);
    walk_bodies(book, &mut |stmt| {
        if let StmtKind::End(End::Won(domain), ..) = &stmt.kind {
            let everyone = matches!(domain.base, Base::Players { opponents: false, .. });
            let whole = everyone && domain.filter.is_none() && domain.best.is_none();
            *(if whole { &mut all } else { &mut some }) += 1;
        }
    });
    all > 0 && some == 0
}
