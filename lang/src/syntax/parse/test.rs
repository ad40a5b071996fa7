//! Playtest notes.

use super::build::{Build, Pair, Parts};
use super::{Built, Rule};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::letters::composed;
use crate::syntax::ast::{
    Doing, Expect, Expr, ExprKind, Given, Name, Step, StepKind, TestItem, TestValue,
};

impl Build {
    pub(super) fn test(&mut self, pair: Pair<'_>) -> Built<TestItem> {
        let mut parts = self.parts(pair);
        let title = self.text(&parts.want(Rule::text)?)?;
        let rules = match parts.maybe(Rule::cites) {
            Some(cites) => self.rule_ids(&self.parts(cites).every(Rule::id)),
            None => Vec::new(),
        };
        let sitting = parts.want(Rule::sitting)?;
        let players = self.names(&mut self.parts(sitting));
        let seed = match parts.maybe(Rule::seeded) {
            Some(seeded) => Some(self.seed(&self.parts(seeded).want(Rule::int)?)?),
            None => None,
        };
        let settings = parts
            .every(Rule::setting)
            .into_iter()
            .map(|p| self.setting(p))
            .collect::<Built<_>>()?;
        let steps = parts.map(|p| self.step(p)).collect::<Built<_>>()?;
        Ok(TestItem { title, rules, players, seed, settings, steps })
    }

    fn setting(&mut self, pair: Pair<'_>) -> Built<(Name, Expr)> {
        let mut parts = self.parts(pair);
        Ok((self.want_name(&mut parts)?, self.want_expr(&mut parts)?))
    }

    pub(super) fn step(&mut self, pair: Pair<'_>) -> Built<Step> {
        let span = self.span(&pair);
        let part = self.parts(pair).one()?;
        let rule = part.as_rule();
        let mut parts = self.parts(part);
        let kind = match rule {
            Rule::given => StepKind::Given(self.given(&mut parts)?),
            Rule::expect => StepKind::Expect(self.expect(&mut parts)?),
            Rule::simulate => self.simulate(&mut parts)?,
            Rule::do_step => StepKind::Do(Box::new(self.stmt(parts.want(Rule::stmt)?)?)),
            Rule::chance_step => StepKind::ChanceGives(self.values(parts.want(Rule::values)?)?),
            Rule::again_step => StepKind::ChanceAgain(self.want_int(&mut parts)?),
            Rule::shuffle_step => StepKind::ChanceShuffles {
                place: self.place_expr(parts.want(Rule::place)?)?,
                values: self.values(parts.want(Rule::values)?)?,
            },
            Rule::play_to => StepKind::PlayTo(self.stage_word(&parts.want(Rule::stage_word)?)?),
            Rule::all_pass => StepKind::AllPass,
            Rule::let_step => {
                StepKind::Let(self.want_name(&mut parts)?, self.want_expr(&mut parts)?)
            }
            _ => self.player_step(&mut parts)?,
        };
        Ok(Step { kind, span })
    }

    fn simulate(&mut self, parts: &mut Parts<'_>) -> Built<StepKind> {
        let games = self.want_int(parts)?;
        let expecting = self.expect(parts)?;
        let each = parts.maybe(Rule::stage_word).map(|p| self.stage_word(&p)).transpose()?;
        let times = match parts.maybe(Rule::how_often) {
            Some(times) => {
                let mut ends = self.parts(times);
                let least = self.want_int(&mut ends)?;
                let most = ends.maybe(Rule::int).map_or(Ok(least), |p| self.int(&p))?;
                Some((least, most))
            }
            None => None,
        };
        Ok(StepKind::Simulate { games, expecting, each, times })
    }

    fn given(&mut self, parts: &mut Parts<'_>) -> Built<Vec<Given>> {
        if let Some(table) = parts.maybe(Rule::given_table) {
            return Ok(vec![self.given_table(table)?]);
        }
        parts.map(|item| self.parts(item).one().and_then(|p| self.given_item(p))).collect()
    }

    /// A seed has 128 bits.
    fn seed(&self, pair: &Pair<'_>) -> Built<u128> {
        let too_large =
            |_| Diagnostic::new(Code::E0111, self.span(pair), "this number is too large");
        pair.as_str().parse().map_err(|e| Box::new(too_large(e)))
    }

    fn given_table(&mut self, pair: Pair<'_>) -> Built<Given> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let owner = self.want_name(&mut parts)?;
        let mut columns = Vec::new();
        for column in parts.every(Rule::column) {
            columns.push(self.name(&self.parts(column).want(Rule::word)?));
        }
        let rows = parts.map(|p| self.row(p)).collect::<Built<_>>()?;
        Ok(Given::Table { owner, columns, rows, span })
    }

    fn row(&mut self, pair: Pair<'_>) -> Built<(Name, Vec<Vec<TestValue>>)> {
        let mut parts = self.parts(pair);
        let name = self.want_name(&mut parts)?;
        let cells =
            parts.map(|cell| self.parts(cell).want(Rule::values).and_then(|p| self.values(p)));
        Ok((name, cells.collect::<Built<_>>()?))
    }

    fn given_item(&mut self, part: Pair<'_>) -> Built<Given> {
        let rule = part.as_rule();
        let mut parts = self.parts(part);
        Ok(match rule {
            Rule::given_turn => Given::Turn {
                who: self.whose(&parts.want(Rule::whose)?),
                phase: parts.maybe(Rule::text).map(|p| self.text(&p)).transpose()?,
            },
            Rule::given_rest => Given::Rest { zone: self.want_name(&mut parts)? },
            Rule::given_else => Given::Else,
            Rule::given_knows => Given::Knows {
                who: self.want_name(&mut parts)?,
                cards: self.domain(parts.want(Rule::domain)?)?,
            },
            _ => Given::Is {
                place: self.place_expr(parts.want(Rule::place)?)?,
                values: self.values(parts.want(Rule::values)?)?,
            },
        })
    }

    /// The name in front of `'s`.
    fn whose(&self, pair: &Pair<'_>) -> Name {
        let mut name = self.name(pair);
        if let Some(bare) = pair.as_str().strip_suffix("'s") {
            name.text = composed(bare).into();
            name.span.end -= 2;
        }
        name
    }

    fn values(&mut self, pair: Pair<'_>) -> Built<Vec<TestValue>> {
        self.parts(pair).map(|p| self.test_value(p)).collect()
    }

    fn test_value(&mut self, pair: Pair<'_>) -> Built<TestValue> {
        let mut parts = self.parts(pair);
        let part = parts.one()?;
        if let Some(at) = parts.maybe(Rule::laid_at) {
            let tile = self.expr(part)?;
            return Ok(TestValue::At(tile, self.only_expr(at)?));
        }
        if part.as_rule() != Rule::copies {
            return Ok(TestValue::Expr(self.expr(part)?));
        }
        let mut parts = self.parts(part);
        let copies = self.want_int(&mut parts)?;
        let literal = parts.want(Rule::card_literal)?;
        let span = self.span(&literal);
        Ok(TestValue::Copies(
            copies,
            Expr { kind: ExprKind::Literal(self.literal(literal)?), span },
        ))
    }

    fn expect(&mut self, parts: &mut Parts<'_>) -> Built<Expect> {
        let part = parts.one()?;
        let rule = part.as_rule();
        Ok(match rule {
            Rule::expect_turn => Expect::Turn(self.whose(&self.parts(part).want(Rule::whose)?)),
            Rule::expect_won => Expect::Won(self.names(&mut self.parts(part))),
            Rule::lost => Expect::Lost,
            Rule::drawn => Expect::Drawn,
            Rule::expect_told => {
                let mut parts = self.parts(part);
                let who = self.want_name(&mut parts)?;
                let not = parts.maybe(Rule::untold).is_some();
                Expect::Told { who, not, text: self.text(&parts.want(Rule::text)?)? }
            }
            Rule::expect_same => {
                let mut parts = self.parts(part);
                let who = self.want_name(&mut parts)?;
                Expect::Same {
                    who,
                    given: parts.map(|p| self.given_item(p)).collect::<Built<_>>()?,
                }
            }
            _ => {
                let condition = self.expr(part)?;
                match parts.maybe(Rule::listed_on) {
                    Some(more) => self.listed_on(condition, more)?,
                    None => Expect::Holds(condition),
                }
            }
        })
    }

    /// `hand is [a], 2 of [b]`: what goes on behind the first value.
    fn listed_on(&mut self, condition: Expr, more: Pair<'_>) -> Built<Expect> {
        let mut parts = self.parts(more);
        let literal = match parts.maybe(Rule::card_literal) {
            Some(literal) => {
                let span = self.span(&literal);
                Some(Expr { kind: ExprKind::Literal(self.literal(literal)?), span })
            }
            None => None,
        };
        let more = parts.map(|value| self.parts(value).one().and_then(|p| self.test_value(p)));
        Ok(Expect::Listed { condition, literal, more: more.collect::<Built<_>>()? })
    }

    fn player_step(&mut self, parts: &mut Parts<'_>) -> Built<StepKind> {
        let who = self.want_name(parts)?;
        let part = parts.one()?;
        let rule = part.as_rule();
        let mut parts = self.parts(part);
        Ok(match rule {
            Rule::does => {
                let what = self.want_name(&mut parts)?;
                StepKind::Does { who, what, args: self.given_values(&mut parts)? }
            }
            Rule::chooses => StepKind::Chooses { who, args: self.given_values(&mut parts)? },
            Rule::passes => StepKind::Passes { who },
            Rule::may_only => {
                let all = parts.every(Rule::doing).into_iter().map(|p| self.doing(p));
                StepKind::MayOnly { who, all: all.collect::<Built<_>>()? }
            }
            _ => {
                let doing = self.doing(parts.want(Rule::doing)?)?;
                let because = parts.maybe(Rule::text).map(|p| self.text(&p)).transpose()?;
                StepKind::Cannot { who, doing, because }
            }
        })
    }

    fn doing(&mut self, pair: Pair<'_>) -> Built<Doing> {
        let mut parts = self.parts(pair);
        if parts.maybe(Rule::pass).is_some() {
            return Ok(Doing::Pass);
        }
        if let Some(values) = parts.maybe(Rule::choosing) {
            return Ok(Doing::Choose(self.given_values(&mut self.parts(values))?));
        }
        Ok(Doing::Move(self.want_name(&mut parts)?, self.given_values(&mut parts)?))
    }

    fn given_values(&mut self, parts: &mut Parts<'_>) -> Built<Vec<TestValue>> {
        parts.maybe(Rule::values).map(|p| self.values(p)).transpose().map(Option::unwrap_or_default)
    }
}
