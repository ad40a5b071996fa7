//! Variants: what they set, replace, remove and extend.

use super::build::{Build, Pair, says};
use super::{Built, Rule};
use crate::syntax::ast::{
    Doc, Ends, Head, Item, ItemKind, MemberRow, NamedWord, SetTarget, StageRef, StageSort, Stmt,
    StmtKind,
};

impl Build {
    /// An item that only variants hold.
    pub(super) fn overlay(&mut self, pair: Pair<'_>) -> Built<ItemKind> {
        let rule = pair.as_rule();
        let mut parts = self.parts(pair);
        Ok(match rule {
            Rule::variant => {
                let title = self.text(&parts.want(Rule::text)?)?;
                ItemKind::Variant { title, over: self.names(&mut parts) }
            }
            Rule::within => {
                let name = self.want_name(&mut parts)?;
                ItemKind::Within { name, items: parts.map(|p| self.item(p)).collect::<Built<_>>()? }
            }
            Rule::replace => self.replaced(parts.one()?)?,
            Rule::remove => {
                let part = parts.want(Rule::removed)?;
                ItemKind::Remove(self.removed(part)?)
            }
            Rule::extend => self.extended(parts.one()?)?,
            _ => {
                let target = self.set_target(parts.one()?)?;
                ItemKind::Set { target, value: self.want_expr(&mut parts)? }
            }
        })
    }

    fn replaced(&mut self, part: Pair<'_>) -> Built<ItemKind> {
        let span = self.span(&part);
        match part.as_rule() {
            Rule::stage => Ok(ItemKind::ReplaceStage(self.stage(part)?)),
            Rule::replace_ends => {
                let mut parts = self.parts(part);
                let of = self.stage_ref(parts.want(Rule::stage_ref)?)?;
                let at_once = parts.maybe(Rule::at_once).is_some();
                let condition = self.want_expr(&mut parts)?;
                let body = parts.maybe(Rule::block).map(|p| self.block(p)).transpose()?;
                let kind = StmtKind::Ends(Ends { at_once, condition, body });
                Ok(ItemKind::ReplaceEnds { of, ends: Stmt { kind, span, openly: false } })
            }
            _ => {
                let kind = self.item_kind(part)?;
                Ok(ItemKind::Replace(Box::new(Item { doc: Doc::default(), kind, span })))
            }
        }
    }

    fn stage_ref(&mut self, pair: Pair<'_>) -> Built<StageRef> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let name = parts.want(Rule::stage_name)?;
        let sort = match name.as_str() {
            "setup" => StageSort::Setup,
            "play" => StageSort::Play,
            _ => StageSort::Stage(self.stage_word(&name)?),
        };
        Ok(StageRef {
            sort,
            title: parts.maybe(Rule::text).map(|p| self.text(&p)).transpose()?,
            span,
        })
    }

    fn extended(&mut self, part: Pair<'_>) -> Built<ItemKind> {
        let rule = part.as_rule();
        let otherwise = says(&part, Rule::k_otherwise);
        let mut parts = self.parts(part);
        if rule == Rule::extend_stage {
            let stage = self.stage_ref(parts.want(Rule::stage_ref)?)?;
            return Ok(ItemKind::ExtendStage { stage, body: self.want_block(&mut parts)? });
        }
        let name = self.want_name(&mut parts)?;
        let part = parts.one()?;
        Ok(match rule {
            Rule::extend_enum => {
                let members = if part.as_rule() == Rule::member_rows {
                    self.member_rows(part)?
                } else {
                    let names = self.names(&mut self.parts(part)).into_iter();
                    names.map(|name| MemberRow { name, cells: Vec::new() }).collect()
                };
                ItemKind::ExtendEnum { name, members }
            }
            Rule::extend_deck => ItemKind::ExtendDeck { name, stock: self.stock_list(part)? },
            _ => ItemKind::ExtendMenu { name, otherwise, tiers: self.tiers(part)? },
        })
    }

    fn set_target(&mut self, pair: Pair<'_>) -> Built<SetTarget> {
        let rule = pair.as_rule();
        if rule == Rule::name {
            return Ok(SetTarget::Name(self.name(&pair)));
        }
        let mut parts = self.parts(pair);
        if rule == Rule::member_field {
            let owner = self.want_name(&mut parts)?;
            return Ok(SetTarget::Member(owner, self.name(&parts.want(Rule::word)?)));
        }
        let card = parts.want(Rule::card_literal)?;
        let span = self.span(&card);
        Ok(SetTarget::Card(self.literal(card)?, span, self.name(&parts.want(Rule::word)?)))
    }

    /// What is removed.
    fn removed(&mut self, pair: Pair<'_>) -> Built<Head> {
        let part = self.parts(pair).one()?;
        let rule = part.as_rule();
        match rule {
            Rule::text => return Ok(Head::Test(self.text(&part)?)),
            Rule::stage_ref => return Ok(Head::Stage(self.stage_ref(part)?)),
            _ => {}
        }
        let mut parts = self.parts(part);
        Ok(match rule {
            Rule::gone_physical => Head::Physical(self.rule_ids(&parts.every(Rule::id))),
            Rule::gone_rules => {
                parts.maybe(Rule::each_card);
                let card = self.name(&parts.want(Rule::card_word)?);
                Head::RulesFor { card, zone: parts.maybe(Rule::name).map(|p| self.name(&p)) }
            }
            Rule::gone_runs_out => {
                let (owner, zone) = self.owned_zone(&mut parts)?;
                Head::RunsOut { owner, zone }
            }
            Rule::gone_interrupt => {
                let when = self.interrupt_when(&parts.want(Rule::interrupt_when)?)?;
                let target = self.want_name(&mut parts)?;
                self.bracketed_names(&mut parts);
                Head::Interrupt { when, target, condition: self.when(&mut parts)? }
            }
            Rule::gone_change => {
                let word = self.want_name(&mut parts)?;
                self.bracketed_names(&mut parts);
                parts.maybe(Rule::name);
                let condition = self.when(&mut parts)?;
                let value = parts.maybe(Rule::change_to).map(|p| self.only_expr(p)).transpose()?;
                Head::Change { word, condition, value }
            }
            Rule::gone_forbid => {
                let target = self.want_name(&mut parts)?;
                self.bracketed_names(&mut parts);
                let condition = self.when(&mut parts)?;
                let reason = parts.maybe(Rule::text).map(|p| self.text(&p)).transpose()?;
                Head::Forbid { target, condition, reason }
            }
            Rule::gone_members => {
                let owner = self.owner(parts.one()?)?;
                Head::Members { owner, members: self.names(&mut parts) }
            }
            Rule::gone_stock => {
                let deck = self.want_name(&mut parts)?;
                Head::Stock { deck, stock: self.stock_list(parts.one()?)? }
            }
            Rule::gone_ends => {
                let of = parts.maybe(Rule::stage_ref).map(|p| self.stage_ref(p)).transpose()?;
                Head::Ends { of, condition: self.when(&mut parts)? }
            }
            _ => {
                let word = parts.want(Rule::named_word)?;
                let words = NamedWord::ALL;
                let known = words.iter().find(|(_, written)| *written == word.as_str());
                let word = known.map(|(of, _)| *of).ok_or_else(|| self.unread(&word))?;
                let name = self.want_name(&mut parts)?;
                Head::Named { word, name, of: parts.maybe(Rule::name).map(|p| self.name(&p)) }
            }
        })
    }
}
