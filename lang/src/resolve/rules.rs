//! Words, deeds, moves and menus get their ids and signatures; everything with a body waits for the
//! checker.

use super::items::Items;
use super::literal::Literal;
use super::names::{
    CardRule, CardsOfRule, DeedSignature, Def, Member as Meaning, Parameter, Pending, Receiver,
    ScopeId, WordSignature,
};
use super::resolver::Resolver;
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic};
use crate::ir::{DeedId, KindSet, MoveId, Owner, Run, Type, WordId, ZoneId};
use crate::source::Span;
use crate::syntax::ast::{
    Deed, Define, Doc, Item, ItemKind, LiteralWord, Name, Param, TypeExpr, TypeKind,
};
use std::collections::BTreeMap;

/// `hide(p)` hides what is in the brackets: a deed of that name could not be carried out.
const READ_OTHERWISE: [&str; 6] = ["again", "hide", "phase", "round", "shuffle", "turn"];

/// Where an item stands.
struct Place {
    scope: ScopeId,
    doc: Doc,
    span: Span,
    card_rule: Option<CardRule>,
}

impl Place {
    fn holding<T>(self, item: T) -> Pending<T> {
        Pending {
            scope: self.scope,
            item,
            doc: self.doc,
            span: self.span,
            card_rule: self.card_rule,
        }
    }
}

impl Resolver<'_> {
    /// Sorts everything with a body into the result.
    pub fn declare_rules(&mut self, items: &mut Items) {
        for (scope, item) in std::mem::take(&mut items.rules) {
            if let ItemKind::RulesFor { each, card, zone, items: inner } = item.kind {
                let Some(rule) = self.card_rule(scope, each, &card, &zone) else {
                    self.broken_moves(scope, &inner);
                    continue;
                };
                let rule = CardRule { about: item.doc.text, ..rule };
                for item in inner {
                    self.note(|| format!("rule for {}", card.text), &item.doc, item.span);
                    self.rule(scope, item, Some(rule.clone()), items);
                }
            } else {
                self.rule(scope, item, None, items)
            }
        }
    }

    /// Nothing is said of the moves of a card or zone that does not exist.
    fn broken_moves(&mut self, scope: ScopeId, items: &[Item]) {
        for item in items {
            if let ItemKind::Move(of) = &item.kind {
                self.broken(scope, &of.name);
            }
        }
    }

    /// The head of `rules for CARD in ZONE`; none after a report.
    fn card_rule(
        &mut self,
        scope: ScopeId,
        each: bool,
        card: &Name,
        zone: &Name,
    ) -> Option<CardRule> {
        let found = self.out.owned(Owner::Player, &zone.text);
        let zone_id = match found {
            Some(Meaning::Zone(id)) => {
                self.out.uses.note(zone.span, super::uses::Meaning::Zone(id));
                id
            }
            None if self.out.names_missing || self.out.broken.contains(&*zone.text) => return None,
            _ => {
                let message = format!("no player has a zone `{}`", zone.text);
                let zones = self.out.book.zones.iter().filter(|z| z.owner == Owner::Player);
                let help = match self.out.guess(&zone.text, zones.map(|z| z.name.as_str())) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => {
                        "rules for a card are live for the player whose zone holds it".to_owned()
                    }
                };
                self.say(Diagnostic::new(Code::E0217, zone.span, message).help(help));
                self.out.broken.insert(zone.text.to_string());
                return None;
            }
        };
        let kinds = self.out.book[zone_id].of;
        let which = if each {
            CardsOfRule::Kinds(self.kinds_of_rule(scope, card, zone, kinds)?)
        } else {
            let words = [LiteralWord::Word(card.clone())];
            let literal = Literal { words: &words, span: card.span };
            let row = self.out.literal(scope, literal, kinds, &mut self.report)?;
            CardsOfRule::Row(row)
        };
        Some(CardRule { which, zone: zone_id, about: String::new() })
    }

    /// The kinds that `rules for each Kind in zone` is about, of those that the zone holds.
    fn kinds_of_rule(
        &mut self,
        scope: ScopeId,
        card: &Name,
        zone: &Name,
        held: KindSet,
    ) -> Option<KindSet> {
        let kinds = self.out.kind_named(scope, card, &mut self.report)?;
        let both = kinds.and(held);
        if both == KindSet::default() {
            let message = format!("`{}` holds no {}", zone.text, card.text);
            let help = format!(
                "name a kind that lies there ({}), or the zone where a {} lies",
                self.out.kinds_name(held),
                card.text
            );
            self.say(Diagnostic::new(Code::E0217, card.span, message).help(help));
            return None;
        }
        Some(both)
    }

    fn rule(&mut self, scope: ScopeId, item: Item, card_rule: Option<CardRule>, items: &mut Items) {
        let place = Place { scope, doc: item.doc, span: item.span, card_rule };
        match item.kind {
            ItemKind::Define(define) => self.word(place, define),
            ItemKind::Deed(deed) => self.deed(place, deed),
            ItemKind::Move(of) if self.room("moves", self.out.moves.len(), of.name.span) => {
                let id = MoveId(self.out.moves.len() as u16);
                self.declare(scope, &of.name, Def::Move(id));
                self.out.moves.push(place.holding(of));
            }
            ItemKind::Menu(menu) if self.room("menus", self.out.menus.len(), menu.name.span) => {
                let id = self.out.menus.len() as u16;
                self.declare(scope, &menu.name, Def::Menu(id));
                self.out.menus.push(place.holding(menu));
            }
            ItemKind::Setup(block) if self.only_once(items, "setup", place.span).is_some() => {
                self.out.setup = Some(place.holding(block));
            }
            ItemKind::Play(block) if self.only_once(items, "play", place.span).is_some() => {
                self.out.play = Some(place.holding(block));
            }
            ItemKind::Interrupt(of)
                if self.room("interrupts", self.out.interrupts.len(), place.span) =>
            {
                self.out.interrupts.push(place.holding(of));
            }
            ItemKind::Change(of) if self.room("changes", self.out.changes.len(), place.span) => {
                self.out.changes.push(place.holding(of));
            }
            ItemKind::Forbid(of) if self.room("forbids", self.out.forbids.len(), place.span) => {
                self.out.forbids.push(place.holding(of));
            }
            ItemKind::RunsOut { owner, zone, body } => {
                let id = match &owner {
                    Some(owner) => self.owned_zone_that_runs_out(scope, owner, &zone),
                    None => self.zone_that_runs_out(scope, &zone),
                };
                if let Some(id) = id {
                    self.out.runs_out.push(place.holding((id, body)));
                }
            }
            ItemKind::Test(test) if self.room("tests", self.out.tests.len(), place.span) => {
                self.out.tests.push(place.holding(test));
            }
            _ => {}
        }
    }

    fn zone_that_runs_out(&mut self, scope: ScopeId, zone: &Name) -> Option<ZoneId> {
        let (code, message) = match self.out.named(scope, zone) {
            Some(Def::Zone(id)) => return self.first_rule_for(id, zone),
            Some(Def::Broken) => return None,
            None if self.out.broken.contains(&*zone.text) => return None,
            Some(def) => {
                (Code::E0217, format!("`{}` is {}, not a zone of the table", zone.text, def.noun()))
            }
            None => (Code::E0217, format!("there is no zone `{}` on the table", zone.text)),
        };
        let unknown = self.out.named(scope, zone).is_none();
        let owned = self.out.book.zones.iter().find(|z| z.name == *zone.text);
        let zones = self.out.book.zones.iter().filter(|z| z.owner == Owner::Table);
        let help = match (self.out.guess(&zone.text, zones.map(|z| z.name.as_str())), owned) {
            (_, Some(owned)) => {
                let of = self.out.owner_name(owned.owner);
                let of = of.strip_prefix("each ").unwrap_or(&of);
                format!(
                    "say whose: `when {of}.{} runs out`; in it `owner` is whose it is",
                    zone.text
                )
            }
            (Some(meant), None) => format!("did you mean `{meant}`?"),
            (None, None) => {
                "decks and zones run out: `when discards runs out`, `when Player.hand runs out`"
                    .to_owned()
            }
        };
        let about = unknown.then_some(About::Unknown);
        let said = Diagnostic::new(code, zone.span, message).help(help);
        self.say(Diagnostic { about, ..said });
        None
    }

    /// A zone that everybody, each member or each card has: `when Player.draw runs out`.
    fn owned_zone_that_runs_out(
        &mut self,
        scope: ScopeId,
        owner: &Name,
        zone: &Name,
    ) -> Option<ZoneId> {
        let of = match self.out.named(scope, owner) {
            _ if &*owner.text == "Player" => Some(Owner::Player),
            Some(Def::Enum(id)) => Some(Owner::Enum(id)),
            Some(Def::Kind(kinds)) => Some(Owner::Card(kinds)),
            Some(Def::Broken) => return None,
            _ => None,
        };
        let found = of.and_then(|of| self.out.owned(of, &zone.text));
        if let Some(Meaning::Zone(id)) = found {
            return self.first_rule_for(id, zone);
        }
        if self.out.broken.contains(&*zone.text) || self.out.names_missing {
            return None;
        }
        let message = match of {
            Some(of) => {
                format!("{} has no zone `{}`", self.out.owner_name(of), zone.text)
            }
            None => format!("`{}` has no zones", owner.text),
        };
        let zones = self.out.book.zones.iter().filter(|z| Some(z.owner) == of);
        let help = match self.out.guess(&zone.text, zones.map(|z| z.name.as_str())) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "a zone is named as it is declared: for `each Player has { draw: pile of … }` \
                     write `when Player.draw runs out`"
                .to_owned(),
        };
        self.say(Diagnostic::new(Code::E0217, owner.span.to(zone.span), message).help(help));
        None
    }

    /// A zone that has no rule yet for when it runs out.
    fn first_rule_for(&mut self, id: ZoneId, zone: &Name) -> Option<ZoneId> {
        let Some(first) = self.out.runs_out.iter().find(|r| r.item.0 == id) else {
            return Some(id);
        };
        let message = format!("there are two rules for when `{}` runs out", zone.text);
        let found =
            Diagnostic::new(Code::E0212, zone.span, message).beside(first.span, "the first");
        self.say(found.help("put both into one"));
        None
    }

    fn word(&mut self, place: Place, define: Define) {
        let scope = place.scope;
        let Some(signature) = self.word_signature(scope, &define) else {
            return self.broken(scope, &define.name);
        };
        if !self.room("words", self.out.words.len(), define.name.span) {
            return;
        }
        let id = WordId(self.out.words.len() as u16);
        match signature.params.first().filter(|_| signature.receiver) {
            None => self.declare(scope, &define.name, Def::Word(id)),
            Some(receiver) => {
                let ty = receiver.ty.clone();
                if ty == Type::Player && signature.params.len() == 1 {
                    match &*define.name.text {
                        "score" => self.out.book.score = Some(id),
                        "promise" => self.out.book.promise = Some(id),
                        _ => {}
                    }
                }
                self.note_drawing(&define.name.text, &signature, id);
                self.add_member(Receiver::Type(ty), &define.name, Meaning::Word(id));
            }
        }
        self.out.words.push((place.holding(define), signature));
    }

    /// Words by which hosts draw boards.
    fn note_drawing(&mut self, name: &str, signature: &WordSignature, id: WordId) {
        let types: Vec<&Type> = signature.params.iter().map(|p| &p.ty).collect();
        let drawing = &mut self.out.book.drawing;
        match (name, types.as_slice()) {
            ("passage", [Type::Square, Type::Enum(side)]) if self.out.book.side == Some(*side) => {
                drawing.passage = Some(id);
            }
            ("mark", [Type::Square]) => drawing.mark = Some(id),
            ("mark", [Type::Enum(of)]) => drawing.places.push((*of, id)),
            _ => {}
        }
    }

    fn word_signature(&mut self, scope: ScopeId, define: &Define) -> Option<WordSignature> {
        let all = define.receiver.iter().chain(&define.params);
        let params = self.parameters(scope, all);
        let result = match &define.result {
            Some(ty) => self.result_type(scope, ty),
            None => Some(None),
        };
        Some(WordSignature {
            params: params?,
            receiver: define.receiver.is_some(),
            result: result?,
        })
    }

    fn deed(&mut self, place: Place, deed: Deed) {
        let scope = place.scope;
        if !deed.params.is_empty() && READ_OTHERWISE.contains(&&*deed.name.text) {
            let message = format!("`{}` begins a sentence of the language", deed.name.text);
            let help = format!("choose another name, such as `{}_it`", deed.name.text);
            self.say(Diagnostic::new(Code::E0214, deed.name.span, message).help(help));
            return self.broken(scope, &deed.name);
        }
        let params = self.parameters(scope, deed.params.iter());
        let result = match &deed.result {
            Some(ty) => self.result_type(scope, ty),
            None => Some(None),
        };
        let (Some(params), Some(result)) = (params, result) else {
            return self.broken(scope, &deed.name);
        };
        if self.room("deeds", self.out.deeds.len(), deed.name.span) {
            let id = DeedId(self.out.deeds.len() as u16);
            self.declare(scope, &deed.name, Def::Deed(id));
            self.out.deeds.push((place.holding(deed), DeedSignature { params, result }));
        }
    }

    fn result_type(&mut self, scope: ScopeId, ty: &TypeExpr) -> Option<Option<Type>> {
        self.out.type_of(scope, ty, &mut self.report).map(|typed| Some(typed.ty))
    }

    /// The parameters of a word or deed; none if one is broken, which was said.
    fn parameters<'p>(
        &mut self,
        scope: ScopeId,
        params: impl Iterator<Item = &'p Param>,
    ) -> Option<Vec<Parameter>> {
        let mut all = Vec::new();
        let mut kinds: Vec<&str> = Vec::new();
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        let mut fine = true;
        for param in params {
            if let Some(first) = seen.insert(&param.name.text, param.name.span) {
                let message = format!("two parameters are called `{}`", param.name.text);
                let found = Diagnostic::new(Code::E0201, param.name.span, message)
                    .beside(first, "the first");
                self.say(found.help("rename one of them"));
                fine = false;
                continue;
            }
            let any = match &param.ty.kind {
                TypeKind::Zone { any: true, of } => {
                    kinds.push(&of.text);
                    Some(of.text.to_string())
                }
                TypeKind::Zone { any: false, of } if kinds.contains(&&*of.text) => {
                    Some(of.text.to_string())
                }
                TypeKind::Zone { .. } | TypeKind::Bool | TypeKind::Range { .. } => None,
                TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Name(_) => None,
            };
            let ty = match any {
                Some(_) => Some(Type::Zone(self.out.all_kinds())),
                None => self.out.type_of(scope, &param.ty, &mut self.report).map(|typed| typed.ty),
            };
            match ty {
                Some(ty) => all.push(Parameter { name: param.name.clone(), ty, any }),
                None => fine = false,
            }
        }
        fine.then_some(all)
    }

    /// What a run has and its parameters share the place before the dot.
    pub fn check_run_names(&mut self) {
        let mut wrong = Vec::new();
        for (receiver, name, _, span) in &self.out.members {
            let param = match receiver {
                Receiver::Owner(Owner::Run(Run::Deed(id))) => {
                    let mut params = self.out[*id].0.item.params.iter().map(|p| &p.name);
                    params.find(|p| *p.text == **name)
                }
                Receiver::Owner(Owner::Run(Run::Move(id))) => {
                    let mut params = self.out[*id].item.params.iter().map(|p| &p.name);
                    params.find(|p| *p.text == **name)
                }
                _ => None,
            };
            if let Some(param) = param {
                let message = format!("`{name}` is a parameter of it already");
                let found = Diagnostic::new(Code::E0215, *span, message)
                    .beside(param.span, "the parameter");
                wrong.push(found.help("rename one of the two"));
            }
        }
        self.report.append(&mut wrong);
    }
}
