//! Expressions.

use super::build::{Build, Pair};
use super::climb::{Link, climb};
use super::{Built, Rule};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{
    BinaryOp, CountOf, Expr, ExprKind, FoldOp, LiteralWord, Quantifier, Search, Sought, UnaryOp,
};

impl Build {
    /// `expr`, `cond` and `operand_list`: a flat chain of operands and operators.
    pub(super) fn expr(&mut self, pair: Pair<'_>) -> Built<Expr> {
        let span = self.span(&pair);
        let levels = pair.clone().into_inner().filter(|p| p.as_rule() != Rule::atom).count() + 1;
        self.deeper(levels, span, |b| {
            let mut links: Vec<Link> = Vec::new();
            for part in pair.into_inner() {
                b.link(part, &mut links)?;
            }
            climb(links, span)
        })
    }

    fn link(&mut self, part: Pair<'_>, links: &mut Vec<Link>) -> Built<()> {
        let span = self.span(&part);
        match part.as_rule() {
            Rule::prefix => {
                links.push(Link::Prefix(
                    if part.as_str().starts_with('-') { UnaryOp::Minus } else { UnaryOp::Not },
                    span,
                ));
            }
            Rule::atom => links.push(Link::Operand(self.atom(part)?)),
            Rule::supposed => {
                let (name, args) = self.named_call(&mut self.parts(part))?;
                let callee = Expr { span: name.span, kind: ExprKind::Name(name) };
                let kind = ExprKind::Call(Box::new(callee), args);
                links.push(Link::After(Expr { kind, span }));
            }
            Rule::chosen => links.push(Link::Suffix(self.suffix(part)?)),
            Rule::dot | Rule::args => {
                let Some(Link::Operand(left)) = links.pop() else { return Err(missing(span)) };
                links.push(Link::Operand(self.postfix(left, part)?));
            }
            _ => links.push(Link::Infix(infix(&part).ok_or_else(|| self.unread(&part))?, span)),
        }
        Ok(())
    }

    /// `.name` or `(…)` behind a value.
    pub(super) fn postfix(&mut self, left: Expr, part: Pair<'_>) -> Built<Expr> {
        let span = left.span.to(self.span(&part));
        if part.as_rule() == Rule::dot {
            let word = self.parts(part).want(Rule::word)?;
            return Ok(Expr { kind: ExprKind::Dot(Box::new(left), self.name(&word)), span });
        }
        if !matches!(left.kind, ExprKind::Name(_) | ExprKind::Dot(..)) {
            let found = Diagnostic::new(Code::E0120, left.span, "this cannot be called");
            return Err(Box::new(
                found.help("brackets follow the name of a word or deed: `roll(dice)`"),
            ));
        }
        let args = self.args(part)?;
        Ok(Expr { kind: ExprKind::Call(Box::new(left), args), span })
    }

    pub(super) fn args(&mut self, pair: Pair<'_>) -> Built<Vec<Expr>> {
        self.parts(pair).map(|p| self.expr(p)).collect()
    }

    /// `round.passes`, `me.cash`, `Ana.layout.slot(3)`
    pub(super) fn place_expr(&mut self, pair: Pair<'_>) -> Built<Expr> {
        let span = self.span(&pair);
        let levels = pair.clone().into_inner().count();
        self.deeper(levels, span, |b| {
            let mut parts = b.parts(pair);
            let mut value = b.path_start(&parts.one()?)?;
            for part in parts {
                value = b.postfix(value, part)?;
            }
            Ok(value)
        })
    }

    pub(super) fn path_start(&self, pair: &Pair<'_>) -> Built<Expr> {
        let kind = match pair.as_rule() {
            Rule::me => ExprKind::Me,
            Rule::this => ExprKind::This,
            Rule::stage_word => ExprKind::Stage(self.stage_word(pair)?),
            Rule::name => ExprKind::Name(self.name(pair)),
            _ => return Err(self.unread(pair)),
        };
        Ok(Expr { kind, span: self.span(pair) })
    }

    fn atom(&mut self, pair: Pair<'_>) -> Built<Expr> {
        let span = self.span(&pair);
        let part = self.parts(pair).one()?;
        let kind = match part.as_rule() {
            Rule::money => {
                self.money(&part).map(|(symbol, amount)| ExprKind::Money(symbol, amount))?
            }
            Rule::int => ExprKind::Number(self.int(&part)?),
            Rule::text => ExprKind::Text(self.text(&part)?),
            Rule::constant => constant(part.as_str()).ok_or_else(|| self.unread(&part))?,
            Rule::quantifier => self.quantifier(part)?,
            Rule::count => self.count(part)?,
            Rule::fold => self.fold(part)?,
            Rule::those => ExprKind::Those(Box::new(self.only_binder(part)?)),
            Rule::places | Rule::way | Rule::distance => self.search(part)?,
            Rule::first => ExprKind::First(Box::new(self.only_binder(part)?)),
            Rule::conditional => self.conditional(part)?,
            Rule::card_literal => ExprKind::Literal(self.literal(part)?),
            Rule::group => ExprKind::Group(self.args(part)?),
            Rule::spots | Rule::lines | Rule::reach | Rule::end_of => {
                ExprKind::Domain(Box::new(self.some(part)?))
            }
            _ => return self.path_start(&part),
        };
        Ok(Expr { kind, span })
    }

    fn search(&mut self, pair: Pair<'_>) -> Built<ExprKind> {
        let what = match pair.as_rule() {
            Rule::places => Sought::Places,
            Rule::way => Sought::Way,
            Rule::distance => Sought::Distance,
            _ => return Err(self.unread(&pair)),
        };
        let mut parts = self.parts(pair);
        let map = self.want_name(&mut parts)?;
        let from = self.want_expr(&mut parts)?;
        let to = self.want_expr(&mut parts)?;
        let costing = match parts.next() {
            Some(costing) => Some(self.place_expr(self.parts(costing).one()?)?),
            None => None,
        };
        Ok(ExprKind::Search(Box::new(Search { what, map, from, to, costing })))
    }

    fn quantifier(&mut self, pair: Pair<'_>) -> Built<ExprKind> {
        let mut parts = self.parts(pair);
        let word = parts.want(Rule::quant)?;
        let quantifier = match word.as_str() {
            "any" => Quantifier::Any,
            "every" => Quantifier::Every,
            "no" => Quantifier::No,
            _ => return Err(self.unread(&word)),
        };
        let binder = self.binder(parts.want(Rule::binder)?)?;
        let condition = self.expr(parts.want(Rule::cond)?)?;
        Ok(ExprKind::Quantifier(quantifier, Box::new(binder), Box::new(condition)))
    }

    pub(super) fn count(&mut self, pair: Pair<'_>) -> Built<ExprKind> {
        let part = self.parts(pair).one()?;
        let of = if part.as_rule() == Rule::binder {
            CountOf::Binder(self.binder(part)?)
        } else {
            CountOf::Domain(self.domain(part)?)
        };
        Ok(ExprKind::Count(Box::new(of)))
    }

    fn fold(&mut self, pair: Pair<'_>) -> Built<ExprKind> {
        let mut parts = self.parts(pair);
        let word = parts.want(Rule::fold_word)?;
        let op = FoldOp::of_word(word.as_str()).ok_or_else(|| self.unread(&word))?;
        let value = self.expr(parts.want(Rule::expr)?)?;
        let binder = self.binder(parts.want(Rule::binder)?)?;
        Ok(ExprKind::Fold(op, Box::new(value), Box::new(binder)))
    }

    fn only_binder(&mut self, pair: Pair<'_>) -> Built<crate::syntax::ast::Binder> {
        let part = self.parts(pair).want(Rule::binder)?;
        self.binder(part)
    }

    fn conditional(&mut self, pair: Pair<'_>) -> Built<ExprKind> {
        let mut parts = self.parts(pair);
        let condition = self.expr(parts.want(Rule::expr)?)?;
        let then = self.expr(parts.want(Rule::expr)?)?;
        let otherwise = self.expr(parts.want(Rule::expr)?)?;
        Ok(ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)))
    }

    pub(super) fn literal(&self, pair: Pair<'_>) -> Built<Vec<LiteralWord>> {
        let mut words = Vec::new();
        for word in self.parts(pair) {
            let part = self.parts(word).one()?;
            let span = self.span(&part);
            words.push(match part.as_rule() {
                Rule::money => self
                    .money(&part)
                    .map(|(symbol, amount)| LiteralWord::Money(symbol, amount, span))?,
                Rule::number => LiteralWord::Number(self.int(&part)?, span),
                Rule::card_word => LiteralWord::Word(self.name(&part)),
                _ => return Err(self.unread(&part)),
            });
        }
        Ok(words)
    }

    /// Whether a `give` or `let` says `as usual` is the caller's to ask; this reads the other side.
    pub(super) fn want_expr(&mut self, parts: &mut super::build::Parts<'_>) -> Built<Expr> {
        let part = parts.one()?;
        self.expr(part)
    }
}

fn missing(span: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(Code::E0101, span, "a value is missing before this"))
}

/// None if the grammar knows a constant that this does not; the same below.
fn constant(word: &str) -> Option<ExprKind> {
    Some(match word {
        "yes" => ExprKind::Bool(true),
        "no" => ExprKind::Bool(false),
        "none" => ExprKind::None,
        "empty" => ExprKind::Empty,
        "players" => ExprKind::Players,
        "opponents" => ExprKind::Opponents,
        _ => return None,
    })
}

fn infix(sign: &Pair<'_>) -> Option<BinaryOp> {
    let is_not = sign.clone().into_inner().any(|word| word.as_rule() == Rule::is_not);
    Some(match sign.as_str() {
        _ if is_not => BinaryOp::IsNot,
        "or" => BinaryOp::Or,
        "and" => BinaryOp::And,
        "is" => BinaryOp::Is,
        "in" => BinaryOp::In,
        "<" => BinaryOp::Less,
        "<=" => BinaryOp::LessEq,
        ">" => BinaryOp::More,
        ">=" => BinaryOp::MoreEq,
        "otherwise" => BinaryOp::Otherwise,
        ".." => BinaryOp::Range,
        "+" => BinaryOp::Plus,
        "-" => BinaryOp::Minus,
        "*" => BinaryOp::Times,
        "/" => BinaryOp::Divide,
        "mod" => BinaryOp::Mod,
        _ => return None,
    })
}
