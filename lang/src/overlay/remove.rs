//! `remove`

use super::Merging;
use super::find::Clauses;
use super::key::{Key, Sort};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Head, ItemKind, LiteralWord, Name, OwnerExpr, RuleId, Stock};

impl Merging<'_> {
    /// Removes what a head names.
    pub fn remove(&mut self, head: Head, span: Span) {
        let none = Clauses::default();
        match head {
            Head::Test(title) => self.remove_one(&Key::new(Sort::Test, &title.raw), &none, span),
            Head::Stage(stage) => self.remove_stage(&stage, span),
            Head::Ends { of, condition } => self.remove_ends(of.as_ref(), condition.as_ref(), span),
            Head::RulesFor { card, zone } => {
                let of = zone.as_ref().map(|z| &*z.text);
                self.remove_one(
                    &Key::new(Sort::RulesFor, &card.text),
                    &Clauses { of, ..none },
                    span,
                );
            }
            Head::RunsOut { owner, zone } => {
                let zone = super::key::path(owner.as_ref(), &zone);
                self.remove_one(&Key::new(Sort::RunsOut, &zone), &none, span)
            }
            Head::Interrupt { when, target, condition } => {
                let clauses = Clauses { condition: condition.as_ref(), ..none };
                self.remove_one(&Key::new(Sort::interrupt(when), &target.text), &clauses, span);
            }
            Head::Change { word, condition, value } => {
                let (condition, value) = (condition.as_ref(), value.as_ref());
                let clauses = Clauses { condition, value, ..none };
                self.remove_one(&Key::new(Sort::Change, &word.text), &clauses, span);
            }
            Head::Forbid { target, condition, reason } => {
                let clauses =
                    Clauses { condition: condition.as_ref(), reason: reason.as_ref(), ..none };
                self.remove_one(&Key::new(Sort::Forbid, &target.text), &clauses, span);
            }
            Head::Members { owner, members } => {
                members.iter().for_each(|name| self.remove_member(&owner, name, span));
            }
            Head::Stock { deck, stock } => self.remove_stock(&deck, stock, span),
            Head::Physical(rules) => rules.iter().for_each(|rule| self.remove_physical(rule, span)),
            Head::Named { word, name, of } => {
                let of = of.as_ref().map(|o| &*o.text);
                self.remove_one(
                    &Key::new(Sort::named(word), &name.text),
                    &Clauses { of, ..none },
                    span,
                );
            }
        }
    }

    fn remove_one(&mut self, key: &Key, clauses: &Clauses<'_>, span: Span) {
        let Some(at) = self.one(key, clauses, span) else { return };
        if !self.touch_whole(at, span) {
            return;
        }
        if let Some(slot) = self.slots.get_mut(at) {
            slot.item = None;
        }
        self.note_gone(key, span);
    }

    fn note_gone(&mut self, key: &Key, span: Span) {
        self.gone.insert(key.clone(), span);
        if key.sort.once() || key.sort == Sort::Word {
            let name = key.name.rsplit('.').next().unwrap_or("");
            self.altered.insert(name.to_owned(), (span, true));
        }
    }

    fn remove_member(&mut self, owner: &OwnerExpr, name: &Name, span: Span) {
        let key = Self::member_key(owner, name);
        let Some(at) = self.one(&key, &Clauses::default(), span) else { return };
        if !self.touch_part(at, &name.text, span, false) {
            return;
        }
        if let Some(ItemKind::Has { members, .. }) = self.item_mut(at).map(|i| &mut i.kind) {
            members.retain(|m| m.name.text != name.text);
        }
        self.note_gone(&key, span);
    }

    fn remove_physical(&mut self, rule: &RuleId, span: Span) {
        let key = Key::new(Sort::Physical, &rule.id);
        let Some(at) = self.one(&key, &Clauses::default(), span) else { return };
        if !self.touch_part(at, &rule.id, span, false) {
            return;
        }
        if let Some(ItemKind::Physical { rules, .. }) = self.item_mut(at).map(|i| &mut i.kind) {
            rules.retain(|r| r.id != rule.id);
        }
        self.gone.insert(key, span);
    }

    /// A line that stands in the deck goes; `2 of [card]` otherwise takes so many copies away.
    fn remove_stock(&mut self, deck: &Name, lines: Vec<Stock>, span: Span) {
        let Some(at) = self.one(&Key::new(Sort::Deck, &deck.text), &Clauses::default(), span)
        else {
            return;
        };
        for line in lines {
            let place = line.span();
            let Some(ItemKind::Deck { stock, .. }) = self.item(at).map(|i| &i.kind) else { return };
            let found = stock.iter().position(|l| self.same(l.span(), place));
            let known: Vec<Span> = stock.iter().map(Stock::span).collect();
            match (found, line) {
                (Some(found), _) => {
                    let Some(first) = known.get(found) else { continue };
                    let part = format!("line {}", first.start);
                    if self.touch_part(at, &part, place, false)
                        && let Some(ItemKind::Deck { stock, .. }) =
                            self.item_mut(at).map(|i| &mut i.kind)
                    {
                        stock.remove(found);
                    }
                }
                (None, Stock::Copies { copies, literal, span }) => {
                    self.fewer(at, Stock::Fewer { copies, literal, span }, span);
                }
                (None, _) => {
                    let message = format!("no line of the deck `{}` reads like this", deck.text);
                    let mut found = Diagnostic::new(Code::E0904, place, message);
                    for line in known.iter().take(3) {
                        found = found.beside(*line, "a line of it");
                    }
                    let help = "copy the line word for word, or name cards: `2 of [pink 4]`";
                    self.say(found.help(help));
                }
            }
        }
    }

    fn fewer(&mut self, at: usize, line: Stock, span: Span) {
        let Stock::Fewer { literal, .. } = &line else { return };
        let part = format!("fewer {}", words(literal));
        if self.touch_part(at, &part, span, false)
            && let Some(ItemKind::Deck { stock, .. }) = self.item_mut(at).map(|i| &mut i.kind)
        {
            stock.push(line);
        }
    }
}

fn words(literal: &[LiteralWord]) -> String {
    let word = |w: &LiteralWord| match w {
        LiteralWord::Word(name) => name.text.to_string(),
        LiteralWord::Number(n, _) => n.to_string(),
        LiteralWord::Money(sign, n, _) => format!("{sign}{n}"),
    };
    literal.iter().map(word).collect::<Vec<_>>().join(" ")
}
