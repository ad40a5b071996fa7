//! Lines of tests that look: `expect`, and what `simulate` wants of many games.

use super::body_checker::BodyChecker;
use super::test_given::{MOST_COPIES, given, seat};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{Expected, Simulation, TestLineKind};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Expect, StageWord, TestValue};

/// More games than this are a slip of the pen.
const MOST_GAMES: u32 = 1_000_000;

pub(super) fn expected(cx: &mut BodyChecker, expect: &Expect, span: Span) -> Option<TestLineKind> {
    Some(match expect {
        Expect::Turn(who) => TestLineKind::ExpectTurn(seat(cx, who)?),
        Expect::Won(all) => TestLineKind::ExpectWon(seats(cx, all)?),
        Expect::Lost => TestLineKind::ExpectLost,
        Expect::Drawn => TestLineKind::ExpectDrawn,
        Expect::Holds(e) => TestLineKind::Expect(cx.condition(e)?),
        Expect::Listed { condition, literal, more } => {
            let whole = listed(cx, condition, literal.as_ref(), more)?;
            TestLineKind::Expect(cx.condition(&whole)?)
        }
        Expect::Told { who, not, text } => {
            let words = text.plain().unwrap_or_else(|| text.raw.clone());
            TestLineKind::ExpectTold(seat(cx, who)?, !not, words)
        }
        Expect::Same { who, given: lines } => {
            let seat = seat(cx, who);
            let mut laid = Vec::new();
            let mut fine = true;
            for line in lines {
                fine &= given(cx, line, span, &mut laid).is_some();
            }
            if !fine {
                return None;
            }
            TestLineKind::ExpectSame(seat?, laid)
        }
    })
}

fn seats(cx: &mut BodyChecker, all: &[ast::Name]) -> Option<Vec<u8>> {
    let seats: Vec<Option<u8>> = all.iter().map(|who| seat(cx, who)).collect();
    seats.into_iter().collect()
}

/// `hand is [a], 2 of [b]` as `hand is ([a], [b], [b])`.
fn listed(
    cx: &mut BodyChecker,
    condition: &ast::Expr,
    literal: Option<&ast::Expr>,
    more: &[TestValue],
) -> Option<ast::Expr> {
    let help = "write a line for each: `expect a is 1`, then `expect b is 2`";
    let ast::ExprKind::Binary(BinaryOp::Is, at, left, right) = &condition.kind else {
        let found = Diagnostic::new(
            Code::E0708,
            condition.span,
            "a comma can only follow a list after `is`",
        );
        return cx.wrong(found.help(help));
    };
    let mut items = Vec::new();
    match literal {
        Some(literal) => {
            let ast::ExprKind::Number(copies) = right.kind else {
                let found =
                    Diagnostic::new(Code::E0708, right.span, "this is not a number of copies");
                return cx.wrong(found.help("write a number: `2 of [Two]`"));
            };
            copied(copies, literal, &mut items);
        }
        None => items.push((**right).clone()),
    }
    for value in more {
        match value {
            TestValue::Copies(copies, literal) => copied(*copies, literal, &mut items),
            TestValue::Expr(value) => items.push(value.clone()),
            TestValue::At(tile, _) => {
                let found =
                    Diagnostic::new(Code::E0708, tile.span, "`at` goes only where a grid is given");
                return cx.wrong(
                    found.help("ask whether the tile lies there: `expect [T28] in tunnels`"),
                );
            }
        }
    }
    let first = items.first().map_or(right.span, |e| e.span);
    let end = items.iter().map(|e| e.span.end).max().unwrap_or(first.end);
    let list = ast::Expr { kind: ast::ExprKind::Group(items), span: Span { end, ..first } };
    let kind = ast::ExprKind::Binary(BinaryOp::Is, *at, left.clone(), Box::new(list));
    Some(ast::Expr { kind, span: Span { end: end.max(condition.span.end), ..condition.span } })
}

fn copied(copies: i64, literal: &ast::Expr, to: &mut Vec<ast::Expr>) {
    to.extend((0..copies.clamp(0, MOST_COPIES)).map(|_| literal.clone()));
}

/// How many games are simulated, and in how many of them it is to come out so, as written.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    /// Nobody has looked yet whether so many are possible.
    pub games: i64,
    /// At least and at most; none: in all.
    pub times: Option<(i64, i64)>,
}

/// `simulate 300 games expecting E 20 to 30 times`
pub(super) fn simulation(
    cx: &mut BodyChecker,
    Sample { games, times }: Sample,
    expecting: &Expect,
    each: Option<StageWord>,
    span: Span,
) -> Option<TestLineKind> {
    let expecting = match expecting {
        Expect::Won(all) => Expected::Won(seats(cx, all)?),
        Expect::Lost => Expected::Lost,
        Expect::Drawn => Expected::Drawn,
        Expect::Holds(e) => Expected::Holds(cx.condition(e)?),
        Expect::Turn(_) | Expect::Told { .. } | Expect::Same { .. } | Expect::Listed { .. } => {
            return None;
        }
    };
    let Some(games) = u32::try_from(games).ok().filter(|n| (1..=MOST_GAMES).contains(n)) else {
        let found = Diagnostic::new(
            Code::E0706,
            span,
            format!("from 1 to {MOST_GAMES} games can be simulated"),
        );
        return cx.wrong(found.help("write a number in between; 300 tell a lot"));
    };
    let number = |n: i64| u32::try_from(n).ok().filter(|n| *n <= games);
    let times = match times {
        None => None,
        Some((least, most)) => match (number(least), number(most)) {
            (Some(least), Some(most)) if least <= most => Some((least, most)),
            _ => {
                let found = Diagnostic::new(
                    Code::E0706,
                    span,
                    format!("no {games} games come out like this"),
                );
                return cx.wrong(found.help(format!(
                    "write the lower number first, and none above {games}: `20 to 30 times`"
                )));
            }
        },
    };
    if let (Expected::Won(_) | Expected::Lost | Expected::Drawn, Some(_)) = (&expecting, each) {
        let found =
            Diagnostic::new(Code::E0706, span, "a game is won, lost or drawn once, at its end");
        return cx.wrong(found.help("leave `each …` out"));
    }
    let each = each.map(super::stage::ir_word);
    Some(TestLineKind::Simulate(Simulation { games, expecting, each, times }))
}
