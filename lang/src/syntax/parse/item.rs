//! Items: kinds, decks, what things have, and rules about rules.

use super::build::{Build, Pair, Parts, says};
use super::{Built, Rule};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{
    Change, Doc, EnumBody, Field, Forbid, Interrupt, InterruptWhen, Item, ItemKind, Lasts, Member,
    MemberKind, MemberRow, ModuleParam, Name, OwnerExpr, RuleId, Seen, Stock, TypeExpr, TypeKind,
    ZoneShape,
};
use crate::syntax::prose;
use pest::iterators::Pairs;

/// An item inside an item counts as so many levels, as a block does.
const ITEM: usize = 4;

impl Build {
    /// The one item of a parsed piece.
    pub(super) fn item_in(&mut self, mut pairs: Pairs<'_, Rule>) -> Built<Item> {
        let lost = || {
            Box::new(Diagnostic::new(
                Code::E0101,
                self.place(0, "").span(0, 0),
                "there is no item here",
            ))
        };
        let piece = pairs.next().ok_or_else(lost)?;
        let item = self.parts(piece).want(Rule::item)?;
        self.item(item)
    }

    pub(super) fn item(&mut self, pair: Pair<'_>) -> Built<Item> {
        let span = self.span(&pair);
        self.deeper(ITEM, span, |b| {
            let mut parts = b.parts(pair);
            let doc = b.doc(&mut parts)?;
            let part = parts.one()?;
            let span = b.span(&part);
            Ok(Item { doc, kind: b.item_kind(part)?, span })
        })
    }

    /// The `///` lines that come next.
    pub(super) fn doc(&self, parts: &mut Parts<'_>) -> Built<Doc> {
        let lines = parts.every(Rule::doc);
        let lines: Vec<_> = lines.iter().map(|l| (l.as_span().start(), l.as_str())).collect();
        prose::doc(self.place(0, ""), &lines)
    }

    pub(super) fn item_kind(&mut self, pair: Pair<'_>) -> Built<ItemKind> {
        match pair.as_rule() {
            Rule::define => Ok(ItemKind::Define(self.define(pair)?)),
            Rule::deed => Ok(ItemKind::Deed(self.deed(pair)?)),
            Rule::action | Rule::attempt => Ok(ItemKind::Move(self.a_move(pair)?)),
            Rule::menu => Ok(ItemKind::Menu(self.menu(pair)?)),
            Rule::setup => Ok(ItemKind::Setup(self.only_block(pair)?)),
            Rule::play => Ok(ItemKind::Play(self.only_block(pair)?)),
            Rule::has => self.has(pair),
            Rule::interrupt => Ok(ItemKind::Interrupt(self.interrupt(pair)?)),
            Rule::change => Ok(ItemKind::Change(self.change(pair)?)),
            Rule::forbid => Ok(ItemKind::Forbid(self.forbid(pair)?)),
            Rule::rules_for => self.rules_for(pair),
            Rule::test => Ok(ItemKind::Test(self.test(pair)?)),
            Rule::unit | Rule::enumeration | Rule::card | Rule::tile | Rule::map | Rule::deck => {
                self.kind_item(pair)
            }
            Rule::replace
            | Rule::remove
            | Rule::extend
            | Rule::set_value
            | Rule::variant
            | Rule::within => self.overlay(pair),
            _ => self.head_item(pair),
        }
    }

    /// What stands at the head of a file.
    fn head_item(&mut self, pair: Pair<'_>) -> Built<ItemKind> {
        let rule = pair.as_rule();
        let mut parts = self.parts(pair);
        Ok(match rule {
            Rule::game => {
                let title = self.text(&parts.want(Rule::text)?)?;
                ItemKind::Game {
                    title,
                    author: parts.maybe(Rule::text).map(|p| self.text(&p)).transpose()?,
                }
            }
            Rule::module => {
                let name = self.want_name(&mut parts)?;
                let params = parts.map(|p| self.module_param(p)).collect::<Built<_>>()?;
                ItemKind::Module { name, params }
            }
            Rule::player_count => {
                let least = self.want_int(&mut parts)?;
                let most = parts.maybe(Rule::int).map_or(Ok(least), |p| self.int(&p))?;
                ItemKind::Players { least, most }
            }
            Rule::use_module => {
                let module = self.want_name(&mut parts)?;
                ItemKind::Use { module, args: self.bracketed_names(&mut parts) }
            }
            Rule::option => {
                let name = self.want_name(&mut parts)?;
                let ty = self.ty(parts.want(Rule::ty)?)?;
                ItemKind::Option { name, ty, default: self.want_expr(&mut parts)? }
            }
            Rule::runs_out => {
                let (owner, zone) = self.owned_zone(&mut parts)?;
                ItemKind::RunsOut { owner, zone, body: self.want_block(&mut parts)? }
            }
            _ => {
                let rules = self.rule_ids(&parts.every(Rule::id));
                ItemKind::Physical { rules, reason: self.text(&parts.want(Rule::text)?)? }
            }
        })
    }

    fn module_param(&self, pair: Pair<'_>) -> Built<ModuleParam> {
        let is_unit = says(&pair, Rule::k_unit);
        Ok(ModuleParam { is_unit, name: self.want_name(&mut self.parts(pair))? })
    }

    pub(super) fn rule_ids(&self, pairs: &[Pair<'_>]) -> Vec<RuleId> {
        pairs.iter().map(|p| RuleId { id: p.as_str().to_owned(), span: self.span(p) }).collect()
    }

    /// `(a, b)`, if it comes next.
    pub(super) fn bracketed_names(&self, parts: &mut Parts<'_>) -> Vec<Name> {
        parts.maybe(Rule::names).map(|p| self.names(&mut self.parts(p))).unwrap_or_default()
    }

    /// The name in a clause, if the clause is there.
    fn clause(&mut self, pair: Option<Pair<'_>>) -> Built<Option<Name>> {
        pair.map(|p| {
            let mut parts = self.parts(p);
            self.want_name(&mut parts)
        })
        .transpose()
    }

    fn kind_item(&mut self, pair: Pair<'_>) -> Built<ItemKind> {
        let rule = pair.as_rule();
        let own_nodes = says(&pair, Rule::k_of);
        let mut parts = self.parts(pair);
        let name = self.want_name(&mut parts)?;
        Ok(match rule {
            Rule::unit => ItemKind::Unit {
                name,
                symbol: parts.maybe(Rule::text).map(|p| self.text(&p)).transpose()?,
            },
            Rule::enumeration => ItemKind::Enum { name, body: self.enum_body(parts.one()?)? },
            Rule::card => {
                let part = parts.one()?;
                if part.as_rule() == Rule::sum {
                    ItemKind::Sum { name, members: self.names(&mut self.parts(part)) }
                } else {
                    ItemKind::Card { name, fields: self.fields(part)? }
                }
            }
            Rule::tile => ItemKind::Tile {
                name,
                size: (self.want_int(&mut parts)?, self.want_int(&mut parts)?),
                squares: self.clause(parts.maybe(Rule::tile_squares))?,
                edges: self.clause(parts.maybe(Rule::tile_edges))?,
                fields: self.fields(parts.one()?)?,
            },
            Rule::map => ItemKind::Map {
                name,
                stop: if own_nodes { Some(self.want_name(&mut parts)?) } else { None },
                joins: self.want_name(&mut parts)?,
                by: self.want_name(&mut parts)?,
                columns: self.bracketed_names(&mut parts),
            },
            _ => ItemKind::Deck {
                name,
                of: self.want_name(&mut parts)?,
                stock: self.stock_list(parts.one()?)?,
            },
        })
    }

    fn enum_body(&mut self, pair: Pair<'_>) -> Built<EnumBody> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut parts = self.parts(pair);
        Ok(match rule {
            Rule::rectangle => EnumBody::Rectangle {
                columns: self.want_int(&mut parts)?,
                rows: self.want_int(&mut parts)?,
                first: parts.maybe(Rule::name).map(|p| self.name(&p)),
                span,
            },
            Rule::written => EnumBody::Rows {
                fields: parts
                    .every(Rule::field_head)
                    .into_iter()
                    .map(|p| self.field(p))
                    .collect::<Built<_>>()?,
                rows: self.member_rows(parts.want(Rule::member_rows)?)?,
            },
            Rule::table => EnumBody::Table {
                file: self.text(&parts.want(Rule::text)?)?,
                fields: self.fields(parts.want(Rule::fields)?)?,
            },
            _ => EnumBody::Members(self.names(&mut parts)),
        })
    }

    pub(super) fn member_rows(&mut self, pair: Pair<'_>) -> Built<Vec<MemberRow>> {
        self.parts(pair).map(|p| self.member_row(p)).collect()
    }

    fn member_row(&mut self, pair: Pair<'_>) -> Built<MemberRow> {
        let mut parts = self.parts(pair);
        let name = self.want_name(&mut parts)?;
        Ok(MemberRow { name, cells: parts.map(|p| self.expr(p)).collect::<Built<_>>()? })
    }

    fn fields(&mut self, pair: Pair<'_>) -> Built<Vec<Field>> {
        self.parts(pair).map(|p| self.field(p)).collect()
    }

    fn field(&mut self, pair: Pair<'_>) -> Built<Field> {
        let mut parts = self.parts(pair);
        let doc = self.doc(&mut parts)?;
        let name = self.want_name(&mut parts)?;
        let ty = self.ty(parts.want(Rule::ty)?)?;
        let default = parts.maybe(Rule::expr).map(|p| self.expr(p)).transpose()?;
        Ok(Field { doc, name, ty, default })
    }

    pub(super) fn stock_list(&mut self, pair: Pair<'_>) -> Built<Vec<Stock>> {
        self.parts(pair).map(|p| self.stock(p)).collect()
    }

    fn stock(&mut self, pair: Pair<'_>) -> Built<Stock> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut parts = self.parts(pair);
        Ok(match rule {
            Rule::table_stock => Stock::Table {
                kind: self.want_name(&mut parts)?,
                file: self.text(&parts.want(Rule::text)?)?,
                times: parts.maybe(Rule::name).map(|p| self.name(&p)),
                filter: parts.maybe(Rule::cond).map(|p| self.expr(p)).transpose()?,
                span,
            },
            Rule::product_stock => {
                let copies = parts.maybe(Rule::int).map_or(Ok(1), |p| self.int(&p))?;
                Stock::Product {
                    copies,
                    domains: parts.map(|p| self.expr(p)).collect::<Built<_>>()?,
                    span,
                }
            }
            _ => Stock::Copies {
                copies: self.want_int(&mut parts)?,
                literal: self.literal(parts.want(Rule::card_literal)?)?,
                span,
            },
        })
    }

    fn has(&mut self, pair: Pair<'_>) -> Built<ItemKind> {
        let mut parts = self.parts(pair);
        let owner = self.owner(parts.one()?)?;
        Ok(ItemKind::Has { owner, members: parts.map(|p| self.member(p)).collect::<Built<_>>()? })
    }

    /// Whom things belong to.
    pub(super) fn owner(&self, pair: Pair<'_>) -> Built<OwnerExpr> {
        Ok(match pair.as_rule() {
            Rule::the_table => OwnerExpr::Table,
            Rule::stage_word => OwnerExpr::Stage(self.stage_word(&pair)?, self.span(&pair)),
            Rule::owner_pair => {
                let mut parts = self.parts(pair);
                OwnerExpr::Pair(self.want_name(&mut parts)?, self.want_name(&mut parts)?)
            }
            Rule::name => OwnerExpr::Name(self.name(&pair)),
            _ => return Err(self.unread(&pair)),
        })
    }

    fn member(&mut self, pair: Pair<'_>) -> Built<Member> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let doc = self.doc(&mut parts)?;
        let name = self.want_name(&mut parts)?;
        let kind = self.member_kind(parts.one()?)?;
        let (seen, capped, bookkeeping, lasts) = (None, None, None, None);
        let mut member = Member { doc, name, kind, seen, capped, bookkeeping, lasts, span };
        for written in parts {
            let part = self.parts(written).one()?;
            match part.as_rule() {
                Rule::seen => {
                    member.seen =
                        Some(if says(&part, Rule::k_owner) { Seen::Owner } else { Seen::Nobody });
                }
                Rule::capped => member.capped = Some(self.span(&part)),
                Rule::bookkeeping => member.bookkeeping = Some(self.span(&part)),
                Rule::lasts => {
                    member.lasts = Some(if says(&part, Rule::k_until) {
                        Lasts::Until
                    } else {
                        Lasts::Through
                    });
                }
                _ => return Err(self.unread(&part)),
            }
        }
        Ok(member)
    }

    fn member_kind(&mut self, pair: Pair<'_>) -> Built<MemberKind> {
        let rule = pair.as_rule();
        let mut parts = self.parts(pair);
        if rule == Rule::counter {
            let ty = self.ty(parts.want(Rule::ty)?)?;
            return Ok(MemberKind::Counter {
                ty,
                start: parts.maybe(Rule::expr).map(|p| self.expr(p)).transpose()?,
            });
        }
        let word = parts.want(Rule::zone_shape)?;
        let shape = match word.as_str() {
            "pile" => ZoneShape::Pile,
            "row" => ZoneShape::Row,
            "set" => ZoneShape::Set,
            "slot" => ZoneShape::Slot,
            "slots" => ZoneShape::Slots,
            "grid" => ZoneShape::Grid,
            _ => return Err(self.unread(&word)),
        };
        Ok(MemberKind::Zone { shape, of: self.want_name(&mut parts)? })
    }

    /// A written type.
    pub(super) fn ty(&self, pair: Pair<'_>) -> Built<TypeExpr> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let part = parts.one()?;
        let any = says(&part, Rule::k_any);
        let kind = match part.as_rule() {
            Rule::yes_no => TypeKind::Bool,
            Rule::range_type => self.range(part)?,
            Rule::zone_type => TypeKind::Zone { any, of: self.want_name(&mut self.parts(part))? },
            Rule::list_type => TypeKind::List(self.want_name(&mut self.parts(part))?),
            Rule::set_type => TypeKind::Set(self.want_name(&mut self.parts(part))?),
            Rule::name => TypeKind::Name(self.name(&part)),
            _ => return Err(self.unread(&part)),
        };
        Ok(TypeExpr { kind, optional: parts.maybe(Rule::or_none).is_some(), span })
    }

    fn range(&self, pair: Pair<'_>) -> Built<TypeKind> {
        let span = self.span(&pair);
        let mut bounds = Vec::new();
        for bound in self.parts(pair) {
            let part = self.parts(bound).one()?;
            bounds.push(if part.as_rule() == Rule::money {
                self.money(&part).map(|(symbol, amount)| (Some(symbol), amount))?
            } else {
                (None, self.int(&part)?)
            });
        }
        if let [(one, low), (other, high)] = bounds.as_slice()
            && one == other
        {
            Ok(TypeKind::Range { symbol: *one, low: *low, high: *high })
        } else {
            let found =
                Diagnostic::new(Code::E0101, span, "both ends of a range must have the same unit");
            Err(Box::new(found.help("write `$0..$9` or `0..9`")))
        }
    }

    fn interrupt(&mut self, pair: Pair<'_>) -> Built<Interrupt> {
        let mut parts = self.parts(pair);
        let when = self.interrupt_when(&parts.want(Rule::interrupt_when)?)?;
        let target = self.want_name(&mut parts)?;
        let names = self.bracketed_names(&mut parts);
        let condition = self.when(&mut parts)?;
        Ok(Interrupt { when, target, names, condition, body: self.want_block(&mut parts)? })
    }

    /// `when c`, if it comes next.
    pub(super) fn when(
        &mut self,
        parts: &mut Parts<'_>,
    ) -> Built<Option<crate::syntax::ast::Expr>> {
        parts.maybe(Rule::when).map(|p| self.only_expr(p)).transpose()
    }

    fn change(&mut self, pair: Pair<'_>) -> Built<Change> {
        let mut parts = self.parts(pair);
        let word = self.want_name(&mut parts)?;
        let names = self.bracketed_names(&mut parts);
        let receiver = parts.maybe(Rule::name).map(|p| self.name(&p));
        let condition = self.when(&mut parts)?;
        let to = parts.want(Rule::change_to)?;
        let by = says(&to, Rule::k_by);
        Ok(Change { word, names, receiver, condition, by, value: self.only_expr(to)? })
    }

    fn forbid(&mut self, pair: Pair<'_>) -> Built<Forbid> {
        let mut parts = self.parts(pair);
        let target = self.want_name(&mut parts)?;
        let names = self.bracketed_names(&mut parts);
        let condition = self.when(&mut parts)?;
        Ok(Forbid { target, names, condition, reason: self.text(&parts.want(Rule::text)?)? })
    }

    fn rules_for(&mut self, pair: Pair<'_>) -> Built<ItemKind> {
        let mut parts = self.parts(pair);
        let each = parts.maybe(Rule::each_card).is_some();
        let card = self.name(&parts.want(Rule::card_word)?);
        let zone = self.want_name(&mut parts)?;
        Ok(ItemKind::RulesFor {
            each,
            card,
            zone,
            items: parts.map(|p| self.item(p)).collect::<Built<_>>()?,
        })
    }

    /// `before`, `after`, `instead of`
    pub(super) fn interrupt_when(&self, pair: &Pair<'_>) -> Built<InterruptWhen> {
        Ok(match pair.as_str().split_whitespace().next() {
            Some("before") => InterruptWhen::Before,
            Some("after") => InterruptWhen::After,
            Some("instead") => InterruptWhen::Instead,
            _ => return Err(self.unread(pair)),
        })
    }
}
