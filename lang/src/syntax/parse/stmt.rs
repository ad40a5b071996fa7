//! Statements.

use super::build::{Build, Pair, Parts, says};
use super::wanted::form;
use super::{Built, Rule};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{
    At, Block, Choose, ChooseWhat, Chooser, End, Ends, Expr, ExprKind, SetOp, Stage, Stmt,
    StmtKind, Test, Value,
};
use crate::syntax::nesting::{BLOCK, MANY_ARMS, arms_at};

impl Build {
    /// The block that comes next.
    pub(super) fn want_block(&mut self, parts: &mut Parts<'_>) -> Built<Block> {
        let block = parts.want(Rule::block)?;
        self.block(block)
    }

    /// The one block in a pair.
    pub(super) fn only_block(&mut self, pair: Pair<'_>) -> Built<Block> {
        let mut parts = self.parts(pair);
        self.want_block(&mut parts)
    }

    pub(super) fn block(&mut self, pair: Pair<'_>) -> Built<Block> {
        let span = self.span(&pair);
        self.deeper(BLOCK, span, |b| {
            let stmts = b.parts(pair).map(|p| b.stmt(p)).collect::<Built<_>>()?;
            Ok(Block { stmts, span })
        })
    }

    pub(super) fn stmt(&mut self, pair: Pair<'_>) -> Built<Stmt> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let openly = parts.maybe(Rule::openly).is_some();
        let part = parts.one()?;
        let kind = match part.as_rule() {
            Rule::choose => StmtKind::Choose(Box::new(self.choose(part)?)),
            Rule::move_stmt
            | Rule::swap_stmt
            | Rule::shuffle_stmt
            | Rule::show_stmt
            | Rule::hide_stmt => self.card_stmt(part)?,
            Rule::let_stmt => {
                let mut parts = self.parts(part);
                let name = self.want_name(&mut parts)?;
                StmtKind::Let(name, self.value(parts.one()?)?)
            }
            Rule::give => {
                StmtKind::Give(self.parts(part).next().map(|p| self.value(p)).transpose()?)
            }
            Rule::if_stmt => self.if_stmt(part)?,
            Rule::for_stmt => {
                let mut parts = self.parts(part);
                StmtKind::ForEach(
                    self.binder(parts.want(Rule::binder)?)?,
                    self.want_block(&mut parts)?,
                )
            }
            Rule::repeat_stmt => {
                let mut parts = self.parts(part);
                StmtKind::Repeat(self.want_expr(&mut parts)?, self.want_block(&mut parts)?)
            }
            Rule::stage => StmtKind::Stage(self.stage(part)?),
            Rule::ends => StmtKind::Ends(self.ends(part)?),
            Rule::end_stmt => StmtKind::End(self.end(part)?),
            Rule::say => {
                let mut parts = self.parts(part);
                let text = self.text(&parts.want(Rule::text)?)?;
                StmtKind::Say(text, parts.next().map(|to| self.expr(to)).transpose()?)
            }
            Rule::again => StmtKind::Again,
            Rule::as_usual => StmtKind::AsUsual,
            _ => self.effect(part)?,
        };
        Ok(Stmt { kind, span, openly })
    }

    fn value(&mut self, part: Pair<'_>) -> Built<Value> {
        if part.as_rule() == Rule::as_usual {
            return Ok(Value::AsUsual(self.span(&part)));
        }
        Ok(Value::Expr(self.expr(part)?))
    }

    /// Statements that touch cards.
    fn card_stmt(&mut self, pair: Pair<'_>) -> Built<StmtKind> {
        let rule = pair.as_rule();
        let mut parts = self.parts(pair);
        Ok(match rule {
            Rule::shuffle_stmt => StmtKind::Shuffle(self.want_expr(&mut parts)?),
            Rule::swap_stmt => {
                StmtKind::Swap(self.want_expr(&mut parts)?, self.want_expr(&mut parts)?)
            }
            Rule::show_stmt => {
                let cards = self.domain(parts.want(Rule::domain)?)?;
                let to = self.want_expr(&mut parts)?;
                let secretly = parts.maybe(Rule::secretly).is_some();
                StmtKind::Show { cards, to, secretly }
            }
            Rule::hide_stmt => {
                let mut cards = self.domain(parts.want(Rule::domain)?)?;
                let from = match parts.maybe(Rule::from) {
                    Some(from) => Some(self.only_expr(from)?),
                    None if cards.filter.is_none() && cards.best.is_none() => cards.from.take(),
                    None => None,
                };
                StmtKind::Hide(cards, from)
            }
            _ => {
                let cards = self.domain(parts.want(Rule::domain)?)?;
                let to = self.want_expr(&mut parts)?;
                StmtKind::Move {
                    cards,
                    to,
                    at: parts.maybe(Rule::at).map(|p| self.at(p)).transpose()?,
                }
            }
        })
    }

    fn at(&mut self, pair: Pair<'_>) -> Built<At> {
        if says(&pair, Rule::k_top) {
            return Ok(At::Top);
        }
        if says(&pair, Rule::k_bottom) {
            return Ok(At::Bottom);
        }
        Ok(At::Place(self.only_expr(pair)?))
    }

    /// `else if` becomes an `if` alone in the block of `else`; every arm nests one level deeper.
    fn if_stmt(&mut self, pair: Pair<'_>) -> Built<StmtKind> {
        let whole = self.span(&pair);
        let mut parts = self.parts(pair);
        let arms = parts.every(Rule::if_arm);
        let last = parts.maybe(Rule::block);
        let many = arms.len() >= MANY_ARMS && !self.holds(arms.len() * BLOCK);
        if let Some(last) = arms.last().filter(|_| many) {
            return Err(Box::new(arms_at(self.span(last))));
        }
        self.deeper(arms.len() * BLOCK, whole, |b| {
            let mut otherwise = last.map(|p| b.block(p)).transpose()?;
            let mut built: Option<(StmtKind, Span)> = None;
            for arm in arms.into_iter().rev() {
                let span = b.span(&arm);
                if let Some((kind, inner)) = built.take() {
                    let span = Span { end: whole.end, ..inner };
                    otherwise =
                        Some(Block { stmts: vec![Stmt { kind, span, openly: false }], span });
                }
                let mut parts = b.parts(arm);
                let test = b.if_test(parts.one()?)?;
                let then = b.want_block(&mut parts)?;
                built = Some((StmtKind::If { test, then, otherwise: otherwise.take() }, span));
            }
            let lost =
                || Box::new(Diagnostic::new(Code::E0101, whole, "this `if` has no condition"));
            built.map(|(kind, _)| kind).ok_or_else(lost)
        })
    }

    fn if_test(&mut self, part: Pair<'_>) -> Built<Test> {
        if part.as_rule() == Rule::there {
            let binder = self.parts(part).want(Rule::binder)?;
            return Ok(Test::ThereIs(self.binder(binder)?));
        }
        Ok(Test::If(self.expr(part)?))
    }

    /// `round n in 1..5 { … }`
    pub(super) fn stage(&mut self, pair: Pair<'_>) -> Built<Stage> {
        let mut parts = self.parts(pair);
        let word = self.stage_word(&parts.want(Rule::stage_word)?)?;
        let title = parts.maybe(Rule::text).map(|p| self.text(&p)).transpose()?;
        let binder = parts.maybe(Rule::binder).map(|p| self.binder(p)).transpose()?;
        Ok(Stage { word, title, binder, body: self.want_block(&mut parts)? })
    }

    fn ends(&mut self, pair: Pair<'_>) -> Built<Ends> {
        let mut parts = self.parts(pair);
        let at_once = parts.maybe(Rule::at_once).is_some();
        let condition = self.want_expr(&mut parts)?;
        Ok(Ends {
            at_once,
            condition,
            body: parts.maybe(Rule::block).map(|p| self.block(p)).transpose()?,
        })
    }

    fn end(&mut self, pair: Pair<'_>) -> Built<End> {
        let part = self.parts(pair).one()?;
        match part.as_rule() {
            Rule::won => Ok(End::Won(self.only_domain(part)?)),
            Rule::lost => Ok(End::Lost),
            Rule::drawn => Ok(End::Drawn),
            _ => {
                let mut parts = self.parts(part);
                let word = self.stage_word(&parts.want(Rule::stage_word)?)?;
                Ok(End::Stage(word, parts.maybe(Rule::text).map(|p| self.text(&p)).transpose()?))
            }
        }
    }

    fn choose(&mut self, pair: Pair<'_>) -> Built<Choose> {
        let may = says(&pair, Rule::k_may);
        let mut parts = self.parts(pair);
        let what = self.choose_what(parts.one()?)?;
        let by = match parts.maybe(Rule::chooser) {
            Some(chooser) => self.chooser(chooser)?,
            None => Chooser::Me,
        };
        let secretly = parts.maybe(Rule::secretly).map(|word| self.span(&word));
        let asking = match parts.maybe(Rule::asking) {
            Some(asking) => Some(self.text(&self.parts(asking).want(Rule::text)?)?),
            None => None,
        };
        Ok(Choose {
            may,
            what,
            by,
            secretly,
            asking,
            until_all_pass: parts.maybe(Rule::until_pass).is_some(),
        })
    }

    fn choose_what(&mut self, part: Pair<'_>) -> Built<ChooseWhat> {
        let span = self.span(&part);
        let rule = part.as_rule();
        let mut parts = self.parts(part);
        Ok(match rule {
            Rule::offer => ChooseWhat::Tiers(self.tiers(parts.want(Rule::tiers)?)?, span),
            Rule::binders => {
                ChooseWhat::Binders(parts.map(|p| self.binder(p)).collect::<Built<_>>()?)
            }
            _ => {
                let (name, args) = self.named_call(&mut parts)?;
                ChooseWhat::Menu(name, args)
            }
        })
    }

    fn chooser(&mut self, pair: Pair<'_>) -> Built<Chooser> {
        let part = self.parts(pair).one()?;
        Ok(match part.as_rule() {
            Rule::by_chance => Chooser::Chance,
            Rule::by_each => Chooser::Each(self.only_domain(part)?),
            Rule::by_race => Chooser::Race(self.only_domain(part)?),
            Rule::operand_list => Chooser::Seat(self.expr(part)?),
            _ => return Err(self.unread(&part)),
        })
    }

    fn effect(&mut self, pair: Pair<'_>) -> Built<StmtKind> {
        let mut parts = self.parts(pair);
        let place = self.place_expr(parts.want(Rule::place)?)?;
        let Some(sign) = parts.maybe(Rule::set_op) else { return called(place) };
        let op = match sign.as_str() {
            "+=" => SetOp::Plus,
            "-=" => SetOp::Minus,
            "=" => SetOp::To,
            _ => return Err(self.unread(&sign)),
        };
        Ok(StmtKind::Set(place, op, self.want_expr(&mut parts)?))
    }
}

fn called(place: Expr) -> Built<StmtKind> {
    let found = match &place.kind {
        ExprKind::Name(name) => match verb(&name.text) {
            None => return Ok(StmtKind::Call(place)),
            Some(form) => Diagnostic::new(
                Code::E0101,
                place.span,
                format!("`{}` cannot be a sentence by itself", name.text),
            )
            .help(format!("a part of it is missing: write `{form}`")),
        },
        ExprKind::Call(..) => return Ok(StmtKind::Call(place)),
        _ => Diagnostic::new(Code::E0120, place.span, "a value by itself does nothing")
            .help("set it with `=`, `+=` or `-=`, or call a deed by its name"),
    };
    Err(Box::new(found))
}

/// Words that open statements and yet may be names; alone they are an unfinished statement.
fn verb(word: &str) -> Option<&'static str> {
    matches!(
        word,
        "say" | "move" | "swap" | "shuffle" | "show" | "hide" | "round" | "turn" | "phase"
    )
    .then(|| form(word))?
}
